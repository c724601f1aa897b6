//! The bridge between a session's history and the neutral match record: [`load`] and [`save`].

pub mod load;
pub mod save;

use crate::analysis::RulesOverride;
use crate::game::Rules;

/// Returns what holds whatever a record says: exactly these rules.
#[must_use]
fn given(rules: &Rules) -> RulesOverride {
    RulesOverride {
        crawford: Some(rules.crawford),
        jacoby: Some(rules.jacoby),
        beavers: Some(rules.beavers),
        automatic_doubles: Some(rules.automatic_doubles),
        cube: Some(rules.cube),
        cube_limit: Some(rules.cube_limit),
        frozen_cube: Some(rules.frozen_cube),
        variant: Some(rules.variant),
        face_to_face: false,
    }
}
