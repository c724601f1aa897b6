//! Records as GNU Backgammon itself writes them, for a session that replaces it.
//!
//! Facts that its files can't express are left out without a message, and its files' own additions are written: the
//! author of the file, the statistics, the time. Everything else is written by the formats' own writers.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::formats::gnubg::{Session, writer};
//!
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/valid/one-point.mat")?)?;
//! let write = writer("sgf").expect("it has SGF");
//! let files = write(&matches[0].replayed, &Session::default());
//! assert!(files[0].starts_with(b"(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod list;

pub use super::mat::columns::{entries, games};
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

/// The name and version in its SGF files.
pub(super) const PROGRAM: &str = "GNU Backgammon:1.07.001";
/// The last line of its text files.
pub(super) const TEXT_EXPORT: &str = " by GNU Backgammon 1.07.001 20230103 (Text Export version 1.128)";

/// The content of its files that records don't have.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The list of moves of each game; if empty, the lists are derived from the record.
    pub lists: Vec<List>,
    /// The rules of each game, for SGF; if empty, those of the record.
    pub rules: Vec<Rules>,
    /// The position that is written alone, if it isn't the last one of the record.
    pub position: Option<IdState>,
    /// The position on the board.
    pub present: Option<Present>,
    /// What is still to be done in the last game, if its list has an empty play or a take for it: a roll
    /// ([`Happening::RolledOnly`]), an offer of the cube ([`Happening::Taken`], by the side that offers), or what only
    /// text shows: a decision before the roll ([`Happening::Doubled`]) or the best play of dice that wait
    /// ([`Happening::Played`]).
    ///
    /// [`Happening::Doubled`]: crate::game::Happening::Doubled
    /// [`Happening::Played`]: crate::game::Happening::Played
    /// [`Happening::RolledOnly`]: crate::game::Happening::RolledOnly
    /// [`Happening::Taken`]: crate::game::Happening::Taken
    pub waiting: Option<Act>,
    /// The dice to be played, if they were set with the lower one first.
    pub rising: Option<Roll>,
    /// Dice in the last game that were set and not looked at yet.
    pub unseen: Option<Act>,
    /// The comments on each game, by the place of their act; if empty, those of the record.
    pub comments: Vec<Vec<(Option<usize>, String)>>,
    /// The dice that lie on the board during cube actions of each game, by the place of their act.
    pub under: Vec<Vec<(usize, Roll)>>,
    /// The analyses of each game, by the place of their act: the text below its first line.
    pub analyses: Vec<Vec<(usize, String)>>,
    /// Statistics of each game: the values of `GS` in SGF, the table in text.
    pub statistics: Vec<String>,
    /// The place of the first game among those of the match, from 0: text counts its tables from there.
    pub first: usize,
    /// The text about the whole match below its last game.
    pub all: String,
    /// Whether the Jacoby rule is set.
    pub jacoby: bool,
    /// Whether beavers are.
    pub beavers: bool,
    /// Whether the cube is out of use.
    pub cubeless: bool,
    /// The direction of the points' numbers on boards.
    pub direction: Direction,
    /// The parts that text leaves out.
    pub left_out: LeftOut,
    /// The time of writing the file, in the format of the C function `ctime`.
    pub time: String,
}

/// The parts that text leaves out, by `set export`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The facts about the match.
    pub facts: bool,
    /// The dice and the play below each play.
    pub plays: bool,
    /// The line that beavers can't be analysed.
    pub beavers: bool,
}

impl Session {
    /// Returns two dice in the order in which they were set.
    pub(super) fn in_order(&self, roll: Roll) -> (Die, Die) {
        let (high, low) = (roll.high(), roll.low());
        if self.rising == Some(roll) { (low, high) } else { (high, low) }
    }
}

/// Writes the files of one command: text has one for each game.
pub type Write = fn(&Replayed, &Session) -> Vec<Vec<u8>>;

/// Finds the writer of a format; `None` if GNU Backgammon doesn't have it, or writes it like the format's own writer.
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

/// Returns the list of a game: the session's own, or else one derived from the record.
pub(super) fn list_of<'a>(replayed: &Replayed, session: &'a Session, game: usize) -> Cow<'a, List> {
    match session.lists.get(game) {
        Some(list) => Cow::Borrowed(list),
        None => Cow::Owned(List::of(replayed, game)),
    }
}
