//! What makes two records the same match.

use crate::board::Side;
use crate::game::{Happening, Replayed};
use std::fmt::Write as _;

/// The offset basis and the prime of FNV-1a with 128 bits (IETF draft-eastlake-fnv).
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The number of actions from which on the dice alone tell matches apart.
const ENOUGH: usize = 20;

/// Returns a hash of the games of a match, 32 hexadecimal digits: the same for the same games in any format, with any names,
/// headers, comments and analyses, with either player's column first. The names of a match with few moves count too, as others
/// may have begun alike.
///
/// ```
/// let bytes = std::fs::read("testdata/mat/valid/seven-points.mat")?;
/// let matches = barpoint::open("seven-points.mat", bytes).map_err(std::io::Error::other)?;
/// assert_eq!(barpoint::analysis::identity(&matches[0].replayed).len(), 32);
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn identity(replayed: &Replayed) -> String {
    let text = seen(replayed, Side::Zero).min(seen(replayed, Side::One));
    fnv(text.bytes())
}

/// Returns a hash of bytes, 32 hexadecimal digits: FNV-1a.
pub(crate) fn fnv(bytes: impl Iterator<Item = u8>) -> String {
    let hash = bytes.fold(BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    format!("{hash:032x}")
}

/// Writes down the games, with a player as the first one.
fn seen(replayed: &Replayed, first: Side) -> String {
    let mut text = format!("{} {};", replayed.rules.variant.name(), replayed.rules.length);
    let mut actions = 0;
    for game in &replayed.games {
        // Writing to a String can't fail, here and below.
        let _ = write!(text, "{}-{}:", game.before.points[first], game.before.points[!first]);
        for act in &game.acts {
            let by = u8::from(act.by != first);
            let before = text.len();
            let _ = match act.what {
                // Two ways to the same position are the same play.
                Happening::Played { roll, .. } | Happening::Illegal { roll, .. } => {
                    write!(text, "{by}{roll}{:?}", act.after().map(|after| *after.lanes()))
                }
                Happening::Doubled { to, .. } => write!(text, "{by}D{to}"),
                Happening::Taken => write!(text, "{by}T"),
                Happening::Passed => write!(text, "{by}P"),
                Happening::PositionSet { .. } => write!(text, "{by}S{:?}", act.before.lanes()),
                // Not every format has resignations, or the last roll before one.
                _ => Ok(()),
            };
            actions += usize::from(text.len() > before);
        }
        if let Some(result) = game.result {
            let winner = result.winner.map(|winner| u8::from(winner != first));
            let _ = write!(text, "={winner:?}{};", result.points);
        }
    }
    if actions < ENOUGH {
        for side in [first, !first] {
            let _ = write!(text, "|{}", replayed.name(0, side).to_lowercase());
        }
    }
    text
}
