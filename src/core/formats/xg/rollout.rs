//! Rollouts: `temp.xgr`, blocks of 2,184 bytes. No real file at hand has one; the places of the
//! fields follow from the publisher's list.

use super::analysis::level;
use super::fields::Fields;

/// The size of a block.
const BLOCK: usize = 2184;

pub(super) struct Rollout {
    /// How it was made, in words.
    pub(super) settings: String,
    /// The standard errors of the equities: of the play, or without and after a double.
    pub(super) errors: [Option<f64>; 2],
}

/// Returns the rollout with this number.
pub(super) fn read(member: &[u8], index: i32) -> Option<Rollout> {
    let start = usize::try_from(index).ok()?.checked_mul(BLOCK)?;
    let block = Fields::new(member.get(start..start.checked_add(BLOCK)?)?, start);
    let mut settings = vec!["Rollout".to_owned()];
    let mut say = |condition: bool, words: String| {
        if condition {
            settings.push(words);
        }
    };
    let games = block.i32(84);
    say(games > 0, format!("{games} games"));
    say(true, format!("plays {}", level(block.i32(28))));
    say(block.i32(32) != block.i32(28) && block.i32(36) > 0, {
        format!("{} from ply {}", level(block.i32(32)), block.i32(36))
    });
    say(true, format!("cube {}", level(block.i32(44))));
    say(block.flag(0), format!("truncated at {}", block.i32(4)));
    say(block.flag(40), "variance reduction".to_owned());
    say(block.flag(41), "cubeless".to_owned());
    say(block.flag(1), format!("to an error of {}", block.f64(16)));
    say(block.flag(42), format!("at most {} s", block.u32(52)));
    say(block.i32(60) != 0, format!("seed {}", block.i32(60)));
    say(block.flag(2168), "stopped by hand".to_owned());
    // The file contains half the width of the 95 % interval.
    let error = |at: usize| Some(block.f32(at) / 1.96).filter(|error| *error > 0.0);
    Some(Rollout { settings: settings.join(", "), errors: [error(2020), error(2024)] })
}
