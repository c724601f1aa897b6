//! SGF, the Smart Game Format (`FF[4]`), of backgammon (`GM[6]`), as GNU Backgammon and Gibbon write it.
//!
//! ```text
//! (;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]PW[anna]PB[bert]RU[Crawford]
//! ;W[31hefe]
//! ;B[double]
//! ;W[take])
//! ```
//!
//! One game is one tree. W is [`Side::Zero`], B
//! [`Side::One`]. Letters name points the same for both: `a` is W's 1-point and
//! B's 24-point, `x` the reverse, `y` the bar, `z` off the board. What GNU Backgammon writes is
//! written again byte for byte; what else a record holds goes into private properties, which it skips.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let matches = barpoint::open("annotations.sgf", std::fs::read("testdata/sgf/valid/annotations.sgf")?)?;
//! assert_eq!(matches[0].format.name, "sgf");
//! # Ok(())
//! # }
//! ```

pub(crate) mod analysis;
mod cut;
pub(super) mod edit;
mod grammar;
mod node;
mod notes;
mod parse;
mod root;
mod rules;
mod setup;
#[cfg(test)]
mod tests;
mod text;
mod theirs;
mod write;
mod write_game;
mod write_notes;

pub(super) use cut::stands_for;
pub use parse::parse;
pub use write::write;
pub(super) use write::write_theirs;

use super::inventory::Kind;
use super::{Confidence, Content, Format, Head, Matches, Writer};
use crate::board::{Place, Side};
use crate::rules::Play;

/// The row of the table.
pub const FORMAT: Format = Format {
    name: "sgf",
    title: "SGF: GNU Backgammon, Gibbon",
    page: "sgf",
    extensions: &["sgf"],
    content: Content::LabelledText(label),
    matches: Matches::Cut(cut::matches),
    sniff,
    parse: Some(parse),
    writer: Some(Writer { write, reads_back: true, holds: HOLDS }),
};

/// What SGF has a place for.
const HOLDS: &[Kind] = Kind::ALL;

/// Finds the name of the encoding, `CA[…]`.
fn label(head: &[u8]) -> Option<&str> {
    let start = memchr::memmem::find(head, b"CA[")? + 3;
    let end = start + memchr::memchr(b']', head.get(start..)?)?;
    std::str::from_utf8(&head[start..end]).ok().map(str::trim)
}

/// Returns `true` if a text looks like a backgammon record in SGF: a tree, and a game number 6 or else what
/// only backgammon has.
fn sniff(head: Head<'_>) -> Confidence {
    let text = head.text.trim_start_matches('\u{feff}').trim_start();
    let begins =
        text.starts_with('(') && text[1..].trim_start_matches(['(', ' ', '\r', '\n', '\t']).starts_with(';');
    if !begins && !text.contains("(;FF[") && !text.contains("(;GM[") {
        return Confidence::No;
    }
    match cut::game_number(text) {
        Some("6") => Confidence::Sure,
        None if text.contains("MI[length:") => Confidence::Sure,
        None if begins => Confidence::Likely,
        _ => Confidence::No,
    }
}

/// The private properties. GNU Backgammon skips what it doesn't know, and so does every reader that
/// follows the standard.
mod own {
    /// Headers without a property: `XH[Key:Value]`.
    pub(super) const HEADER: &str = "XH";
    /// The ratings of these sides stand after the names: `XE[W][B]`.
    pub(super) const RATING_AT_NAME: &str = "XE";
    /// Resignations and other ways to give up: `XR[B:gammon]`, `XR[W:refused]`.
    pub(super) const RESIGNATION: &str = "XR";
    /// The play is illegal; the position that it led to is set in the next node.
    pub(super) const ILLEGAL: &str = "XI";
    /// What else the node says is said of the result.
    pub(super) const RESULT: &str = "XG";
    /// The clock: `XT[used:12500][left:90000]`, in milliseconds.
    pub(super) const CLOCK: &str = "XT";
    /// The play of this node isn't in the record, which has only the dice.
    pub(super) const LEFT_OUT: &str = "XO";
    /// What the record says where the rules say otherwise: the value of a cube that is offered (`XV[8]`), or,
    /// in the root, the result (`XV[W+100]`).
    pub(super) const SAID: &str = "XV";
    /// What nobody says, in the root: `XN[Jacoby]`. The scores count some game as it counts under the Jacoby rule, and
    /// in SGF a session without RU has no such rule.
    pub(super) const UNSTATED: &str = "XN";
    /// Text that nobody understood.
    pub(super) const UNKNOWN: &str = "XU";
    /// How good a decision about the cube was, where the standard has no word: `XJ[good]`.
    pub(super) const CUBE: &str = "XJ";
    /// A property of another format: its name, then its values.
    pub(super) const PROPERTY: &str = "XP";
}

/// The headers that have a property of their own.
const HEADERS: [(&str, &str); 17] = {
    use crate::game::record::headers::{
        ANNOTATOR, CLOCK, DATE, ELO, EVENT, PROGRAM, ROUND, SITE, TEAM, TRANSCRIBER,
    };
    [
        // In the order in which GNU Backgammon writes those that it knows.
        ("AP", PROGRAM),
        ("WR", ELO[0]),
        ("BR", ELO[1]),
        ("DT", DATE),
        ("EV", EVENT),
        ("RO", ROUND),
        ("PC", SITE),
        ("AN", ANNOTATOR),
        ("US", TRANSCRIBER),
        ("WT", TEAM[0]),
        ("BT", TEAM[1]),
        ("GN", "Game Name"),
        ("SO", "Source"),
        ("CP", "Copyright"),
        ("ON", "Opening"),
        ("TM", "Time Limit"),
        ("OT", CLOCK),
    ]
};

/// The place that a letter names, seen by a side.
#[inline]
fn place(letter: u8, side: Side) -> Option<Place> {
    let number = match letter {
        b'a'..=b'x' if side == Side::Zero => letter - b'a' + 1,
        b'a'..=b'x' => b'x' - letter + 1,
        b'y' => 25,
        b'z' => 0,
        _ => return None,
    };
    Place::from_number(number)
}

/// The letter of a place that a side sees under this number.
fn letter(number: u8, side: Side) -> u8 {
    match (number, side) {
        (25, _) => b'y',
        (0, _) => b'z',
        (number, Side::Zero) => b'a' + number - 1,
        (number, Side::One) => b'x' - (number - 1),
    }
}

/// Writes a play of a side as the value of a node has it after the dice: two letters a step.
///
/// ```
/// use barpoint::formats::sgf::letters;
/// use barpoint::{Board, Side, legal_plays};
///
/// let plays = legal_plays(&Board::START, "31".parse()?);
/// let (play, _) = plays.iter().find(|(play, _)| play.to_string() == "8/5 6/5").expect("a legal play");
/// assert_eq!(letters(play, Side::Zero), "hefe");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn letters(play: &Play, side: Side) -> String {
    let places = play.steps().iter().flat_map(|step| [step.from(), step.to()]);
    places.map(|number| char::from(letter(number, side))).collect()
}
