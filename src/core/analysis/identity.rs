//! What makes two records the same match.

use crate::board::{Board, Side};
use crate::game::{Act, Happening, Replayed};
use std::fmt;

/// The number of plays from which on they alone tell matches apart. Of fair dice, the openings of two games are the same
/// with a chance of 1/15, two later rolls with one of 66/1296; all dice of 20 plays with one of 2e-26.
const ENOUGH: usize = 20;

/// The number of plays below which a match isn't compared: the same players may have begun twice alike. The dice of eight
/// plays are the same with a chance of 6e-11.
const LEAST: usize = 8;

/// The identity of a match: the same for the same match in any format, and different for different matches.
///
/// Compared are the length of the match and, game by game, each play in its order: its player, its dice and the position
/// after it; and who took and who passed doubles. Names, headers, comments and analyses don't count, nor which player is in
/// the left column. Nor do scores, results, the values of the cube and dice that weren't played: formats differ in what they
/// record of the end of a game, of the rules and of automatic doubles. A game without a play or an answer to a double
/// doesn't count.
///
/// A match of 8 to 19 plays has the same identity as another one only if the players' names, the scores and the results
/// are the same too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    hash: u128,
}

impl Identity {
    /// Returns the identity of a match, and the side, in the first game, of the player who made the first play.
    /// That player may be the other side in another record of the match.
    ///
    /// `None` if the match has fewer than eight plays: that is too little to compare.
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::analysis::Identity;
    ///
    /// # std::env::set_current_dir("../..")?;
    /// let bytes = std::fs::read("testdata/mat/valid/seven-points.mat")?;
    /// let matches = barpoint::open("seven-points.mat", bytes).map_err(std::io::Error::other)?;
    /// assert!(Identity::of(&matches[0].replayed).is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn of(replayed: &Replayed) -> Option<(Self, Side)> {
        let replayed = &*replayed.in_first_columns();
        let acts = replayed.games.iter().flat_map(|game| &game.acts);
        let is_play = |act: &&Act| matches!(act.what, Happening::Played { .. } | Happening::Illegal { .. });
        let mut plays = acts.filter(is_play);
        let first = plays.next()?.by;
        let plays = 1 + plays.count();
        (plays >= LEAST).then(|| (Self { hash: seen(replayed, first, plays < ENOUGH) }, first))
    }
}

/// A match that is the same as an earlier one of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twice {
    /// The file.
    pub path: String,
    /// Its number in the file, counted from 1.
    pub number: u32,
    /// The file of the match that is counted.
    pub first_path: String,
    /// Its number in that file.
    pub first_number: u32,
}

impl fmt::Display for Identity {
    /// Writes 32 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.hash)
    }
}

/// Hashes a match in which this player made the first play.
fn seen(replayed: &Replayed, first: Side, is_short: bool) -> u128 {
    let mut hash = Fnv::default();
    hash.write(&replayed.rules.length.to_le_bytes());
    for game in &replayed.games {
        let mut is_new = true;
        for act in &game.acts {
            let what = match act.what {
                // Two ways to the same position are the same play.
                Happening::Played { .. } | Happening::Illegal { .. } => b'R',
                // An offer that was answered is told by the answer. Not every format has a double that the rules forbid.
                Happening::Taken => b'T',
                Happening::Passed => b'P',
                _ => continue,
            };
            if std::mem::take(&mut is_new) {
                hash.write(b"G");
            }
            hash.write(&[what, u8::from(act.by != first)]);
            if let (Some(roll), Some(after)) = (act.roll(), act.after()) {
                hash.write(&[roll.high().pips(), roll.low().pips()]);
                hash.write(&checkers(&after));
            }
        }
        if is_short {
            for side in [first, !first] {
                hash.write(&game.before.points[side].to_le_bytes());
            }
            let winner = game.result.and_then(|result| result.winner).map(|winner| winner == first);
            let points = game.result.map(|result| result.points);
            hash.write(format!("{winner:?}{points:?}").as_bytes());
        }
    }
    if is_short {
        for side in [first, !first] {
            hash.write(replayed.name(0, side).to_lowercase().as_bytes());
            hash.write(b"|");
        }
    }
    hash.0
}

/// Returns the lanes of a board that can hold checkers, as bytes.
fn checkers(board: &Board) -> [u8; Board::OPPONENT_OFF + 1] {
    let lanes = board.lanes();
    std::array::from_fn(|lane| lanes[lane].cast_unsigned())
}

/// FNV-1a with 128 bits (IETF draft-eastlake-fnv).
#[derive(Clone, Copy, Debug)]
struct Fnv(u128);

impl Default for Fnv {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fnv {
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(Self::PRIME);
        }
    }
}

/// Returns a hash of bytes, 32 hexadecimal digits: FNV-1a.
#[doc(hidden)]
pub fn fnv<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Fnv::default();
    parts.into_iter().for_each(|part| hash.write(part));
    format!("{:032x}", hash.0)
}
