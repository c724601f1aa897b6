//! SGF, the Smart Game Format (`FF[4]`), for backgammon (`GM[6]`), as GNU Backgammon and Gibbon write it.
//!
//! ```text
//! (;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]PW[anna]PB[bert]RU[Crawford]
//! ;W[31hefe]
//! ;B[double]
//! ;W[take])
//! ```
//!
//! One game is one tree. W is [`Side::Zero`], B [`Side::One`]. Letters name points the same for both: `a` is W's
//! 1-point and B's 24-point, `x` the reverse, `y` the bar, `z` off the board. GNU Backgammon's own text is written
//! again byte for byte; other facts of a record go into private properties, which it skips.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("annotations.sgf", std::fs::read("testdata/sgf/valid/annotations.sgf")?)?;
//! assert_eq!(matches[0].format.name, "sgf");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod analysis;
mod cut;
mod damage;
pub(super) mod edit;
mod grammar;
#[doc(hidden)]
pub mod marks;
mod missing;
mod node;
mod notes;
mod parse;
mod root;
mod rules;
mod setup;
mod slips;
#[cfg(test)]
mod tests;
mod text;
mod theirs;
mod unclosed;
mod write;
mod write_game;
mod write_notes;

pub(super) use cut::stands_for;
pub(crate) use damage::number_of_play;
pub use parse::parse;
#[doc(hidden)]
pub use root::stated_name;
pub(crate) use unclosed::{NextProperty, contains_node, contains_property, first_unclosed, value_at};
pub use write::write;
pub(super) use write::write_theirs;

use super::inventory::Kind;
use super::{Confidence, Content, Format, Head, Matches, Write, Writer, markup};
use crate::board::{Place, Side};
use crate::diag::Code;
use crate::rules::{Leg, Play};

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "sgf",
    title: "SGF: GNU Backgammon, Gibbon",
    page: "sgf",
    extensions: &["sgf"],
    content: Content::LabelledText(label),
    matches: Matches::Cut(cut::matches),
    sniff,
    parse: Some(|source| markup::read(source, Code::RecordUnknown, parse)),
    writer: Some(Writer { write: Write::Plain(write), reads_back: true, holds: HOLDS }),
};

/// The kinds of items that SGF can express.
const HOLDS: &[Kind] = Kind::ALL;

/// Finds the name of the encoding, `CA[…]`.
fn label(head: &[u8]) -> Option<&str> {
    let start = memchr::memmem::find(head, b"CA[")? + 3;
    let end = start + memchr::memchr(b']', head.get(start..)?)?;
    std::str::from_utf8(&head[start..end]).ok().map(str::trim)
}

/// Returns the evidence that a text is a backgammon record in SGF: a tree with game number 6, or with properties that
/// only backgammon has. Other text may stand above it, but a tree within a line may be a note in another record.
fn sniff(head: Head<'_>) -> super::Evidence {
    let text = head.text.trim_start_matches('\u{feff}').trim_start();
    let begins =
        text.starts_with('(') && text[1..].trim_start_matches(['(', ' ', '\r', '\n', '\t']).starts_with(';');
    let start = if begins { Some(0) } else { first_tree(text) };
    let Some(start) = start else { return Confidence::No.at(0) };
    let is_sure = begins || begins_line(text, start);
    let confidence = match cut::game_number(text, start) {
        Some("6") if is_sure => Confidence::Sure,
        None if is_sure && text.contains("MI[length:") => Confidence::Sure,
        Some("6") => Confidence::Likely,
        None if begins => Confidence::Likely,
        _ => Confidence::No,
    };
    confidence.at(head.offset(&text[start..]))
}

/// Returns the place of the first tree whose root begins with the version of SGF or the number of the game: of one that
/// begins a line, if there is any.
fn first_tree(text: &str) -> Option<usize> {
    let roots = || {
        let brackets = memchr::memchr_iter(b'(', text.as_bytes());
        brackets.filter(move |&at| text[at..].starts_with("(;FF[") || text[at..].starts_with("(;GM["))
    };
    roots().find(|&at| begins_line(text, at)).or_else(|| roots().next())
}

/// Returns `true` if nothing stands before a place in its line but blanks, other brackets, and the marks of a quotation.
fn begins_line(text: &str, at: usize) -> bool {
    let mut before = text[..at].chars().rev().take_while(|c| !matches!(c, '\n' | '\r'));
    before.all(|c| c.is_whitespace() || matches!(c, '(' | '>'))
}

/// The private properties, which GNU Backgammon and every reader that follows the standard skip.
mod own {
    /// Headers without a property: `XH[Key:Value]`.
    pub(super) const HEADER: &str = "XH";
    /// The ratings of these sides are written after the names: `XE[W][B]`.
    pub(super) const RATING_AT_NAME: &str = "XE";
    /// Resignations and other ways to give up: `XR[B:gammon]`, `XR[W:refused]`.
    pub(super) const RESIGNATION: &str = "XR";
    /// The play is illegal; the position after it is set in the next node.
    pub(super) const ILLEGAL: &str = "XI";
    /// The other properties of the node are about the result.
    pub(super) const RESULT: &str = "XG";
    /// The clock: `XT[used:12500][left:90000]`, in milliseconds.
    pub(super) const CLOCK: &str = "XT";
    /// The play of this node isn't in the record, which has only the dice.
    pub(super) const LEFT_OUT: &str = "XO";
    /// The record's value where the rules contradict it: the value of a cube that is offered (`XV[8]`), or, in the
    /// root, the result (`XV[W+100]`).
    pub(super) const SAID: &str = "XV";
    /// Rules that the record doesn't state, in the root: `XN[Jacoby]`. The scores count some game as under the Jacoby
    /// rule, and in SGF a session without RU doesn't have that rule.
    pub(super) const UNSTATED: &str = "XN";
    /// Text that wasn't understood.
    pub(super) const UNKNOWN: &str = "XU";
    /// The rating of a cube decision, if the standard has no word for it: `XJ[good]`.
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
        // In GNU Backgammon's order, for those that it knows.
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

/// Returns the color of a side, the name of its actions.
const fn color(side: Side) -> &'static str {
    match side {
        Side::Zero => "W",
        Side::One => "B",
    }
}

/// Returns the side with a color.
fn side_of(color: &str) -> Option<Side> {
    match color {
        "W" => Some(Side::Zero),
        "B" => Some(Side::One),
        _ => None,
    }
}

/// Returns the place for a letter, in a side's own numbering.
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

/// Returns the letter of a place with this number in a side's own numbering.
fn letter(number: u8, side: Side) -> u8 {
    match (number, side) {
        (25, _) => b'y',
        (0, _) => b'z',
        (number, Side::Zero) => b'a' + number - 1,
        (number, Side::One) => b'x' - (number - 1),
    }
}

/// Returns the play of a side as written in a node's value after the dice: two letters per step.
///
/// ```
/// # use barpoint_core as barpoint;
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

/// Reads the letters of a play, from a side's view. `None` if they aren't pairs of letters from a to z.
pub(crate) fn legs(letters: &str, side: Side) -> Option<Vec<Leg>> {
    let leg = |pair: &[u8]| grammar::leg(pair, side).ok().map(|(_, leg)| leg);
    letters.as_bytes().chunks(2).map(leg).collect()
}
