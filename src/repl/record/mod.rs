//! The bridge between a session's history and the neutral match record: [`load`] and [`save`].

pub(super) mod applied;
pub(super) mod continued;
pub(super) mod listed;
pub mod load;
pub(super) mod order;
pub mod save;
pub(super) mod waiting;

use crate::analysis::RulesOverride;
use crate::diag::Span;
use crate::game::Rules;
use crate::game::record::{Header, MatchRecord, headers};

/// Returns an override with exactly these rules, whatever a record contains.
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
        is_certain: true,
        ..RulesOverride::default()
    }
}

/// Begins the record of a match played today.
pub(super) fn begun((year, month, day): (i32, u8, u8)) -> MatchRecord {
    let date = format!("{year:04}.{month:02}.{day:02}");
    MatchRecord { headers: vec![Header::new(headers::DATE, date, Span::default())], ..MatchRecord::default() }
}
