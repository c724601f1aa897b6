//! Records as GNU Backgammon itself writes them: for a session that stands in for it.
//!
//! What its files have no place for is left out without a word, and what it says of itself in them is said: who wrote the file,
//! the statistics, the time. Everything else is written by the formats' own writers.
//!
//! ```
//! use barpoint::formats::gnubg::{Session, writer};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/valid/one-point.mat")?)?;
//! let write = writer("sgf").expect("it has SGF");
//! let files = write(&matches[0].replayed, &Session::default());
//! assert!(files[0].starts_with(b"(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]"));
//! # Ok(())
//! # }
//! ```

mod list;

pub use list::{List, Listed, Present, What};

pub(super) use list::Followed;

use super::jellyfish;
use super::mat::{self, Form};
use super::{sgf, snowie_position, text};
use crate::board::{Die, Roll};
use crate::game::{Act, Replayed, Rules};
use crate::notation::IdState;
use crate::notation::drawing::Direction;
use std::borrow::Cow;

/// The name and version that its SGF files have.
pub(super) const PROGRAM: &str = "GNU Backgammon:1.07.001";
/// The last line of its text files.
pub(super) const TEXT_EXPORT: &str = " by GNU Backgammon 1.07.001 20230103 (Text Export version 1.128)";

/// What its files say that no record does.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The list of moves of each game; without any, they are made of what the record says.
    pub lists: Vec<List>,
    /// The rules of each game, for SGF; without any, those of the record.
    pub rules: Vec<Rules>,
    /// The position that is written alone, where it isn't the last one of the record.
    pub position: Option<IdState>,
    /// The position on the board.
    pub present: Option<Present>,
    /// What waits to be done in the last game, where its list has an empty play or a take for it: a roll
    /// ([`Happening::RolledOnly`]), an offer of the cube ([`Happening::Taken`], by the one who offers), or a decision before the roll
    /// ([`Happening::Doubled`]), which text shows alone.
    ///
    /// [`Happening::Doubled`]: crate::game::Happening::Doubled
    /// [`Happening::RolledOnly`]: crate::game::Happening::RolledOnly
    /// [`Happening::Taken`]: crate::game::Happening::Taken
    pub waiting: Option<Act>,
    /// The dice that wait, if they were set with the lower one first.
    pub rising: Option<Roll>,
    /// Dice that were set and haven't been looked at, in the last game.
    pub unseen: Option<Act>,
    /// The comments on each game, by the place of the act that they are on; without any, those of the record.
    pub comments: Vec<Vec<(Option<usize>, String)>>,
    /// Statistics of each game: the values of `GS` in SGF, the table in text.
    pub statistics: Vec<String>,
    /// What text says of the whole match below its last game.
    pub all: String,
    /// Whether the Jacoby rule is set.
    pub jacoby: bool,
    /// Whether beavers are.
    pub beavers: bool,
    /// Which way the numbers of the points run on boards.
    pub direction: Direction,
    /// When the file is written, as the C function `ctime` says it.
    pub time: String,
}

impl Session {
    /// Returns two dice that wait in the order in which they were set.
    pub(super) fn in_order(&self, roll: Roll) -> (Die, Die) {
        let (high, low) = (roll.high(), roll.low());
        if self.rising == Some(roll) { (low, high) } else { (high, low) }
    }
}

/// Writes the files that one command writes: text has one for each game.
pub type Write = fn(&Replayed, &Session) -> Vec<Vec<u8>>;

/// Finds the writer of a format; `None` for one that GNU Backgammon doesn't have, or writes as the format's own writer does.
#[must_use]
pub fn writer(format: &str) -> Option<Write> {
    Some(match format {
        "mat" => |replayed, session| vec![mat::write_theirs(replayed, session, Form::Mat)],
        "snowie-position" => |replayed, session| vec![snowie_position::write_theirs(replayed, session)],
        "pos" => |replayed, session| vec![jellyfish::write_theirs(replayed, session)],
        "snowie" => |replayed, session| vec![mat::write_theirs(replayed, session, Form::Snowie)],
        "gam" => |replayed, session| vec![mat::write_theirs(replayed, session, Form::Gam)],
        "sgf" => |replayed, session| vec![sgf::write_theirs(replayed, session)],
        "text" => text::write_theirs,
        _ => return None,
    })
}

/// Returns the list of a game: the session's own, else what the record makes of it.
pub(super) fn list_of<'a>(replayed: &Replayed, session: &'a Session, game: usize) -> Cow<'a, List> {
    match session.lists.get(game) {
        Some(list) => Cow::Borrowed(list),
        None => Cow::Owned(List::of(replayed, game)),
    }
}
