//! The reasons why a text isn't an ID, and the assumptions of a lenient reader.

use super::match_id::MatchId;
use super::ogid;
use super::position_id::PositionId;
use super::xgid;
use crate::board::{SetupError, Side};
use crate::diag::count::many;
use std::fmt;

/// A notation that this module reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// GNU Backgammon's Position ID: the position of the checkers, 14 characters.
    PositionId,
    /// GNU Backgammon's Match ID: cube, dice and score, 12 characters.
    MatchId,
    /// eXtreme Gammon's ID: 26 characters and nine fields.
    Xgid,
    /// OGXM's ID: the checkers of both sides and up to nine fields.
    Ogid,
    /// The FIBS board line as GNU Backgammon writes it.
    RawBoard,
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PositionId => "Position ID",
            Self::MatchId => "Match ID",
            Self::Xgid => "XGID",
            Self::Ogid => "OGID",
            Self::RawBoard => "FIBS board line",
        })
    }
}

/// A text that isn't a valid ID, with every reason found.
///
/// Its text is one line: the notation, a colon, and the reasons separated by semicolons.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{notation}: {}", .reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct IdError {
    /// The notation that was read or written.
    pub notation: Notation,
    /// The reasons, in the order of the fields; never empty.
    pub reasons: Vec<Reason>,
}

impl IdError {
    pub(crate) fn one(notation: Notation, reason: Reason) -> Self {
        Self { notation, reasons: vec![reason] }
    }

    /// Fails if there are reasons.
    pub(super) fn check(notation: Notation, reasons: Vec<Reason>) -> Result<(), Self> {
        if reasons.is_empty() { Ok(()) } else { Err(Self { notation, reasons }) }
    }

    /// Returns what was read from a text; fails if the text isn't its canonical form.
    pub(super) fn canonical<T: fmt::Display>(notation: Notation, read: T, text: &str) -> Result<T, Self> {
        let canonical = read.to_string();
        if canonical == text { Ok(read) } else { Err(Self::one(notation, Reason::NotCanonical(canonical))) }
    }
}

/// One reason why a text isn't an ID, or why a state has none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The text is empty.
    #[error("there is nothing to read")]
    Empty,
    /// A character isn't a base64 digit.
    #[error("character {number} {found:?} is not in the base64 alphabet")]
    Character {
        /// The character's place, counted from 1.
        number: usize,
        /// The character.
        found: char,
    },
    /// The text is too short or too long.
    #[error("{} instead of {expected}", many(*found as u64, "character"))]
    Length {
        /// The number of characters.
        found: usize,
        /// The required number.
        expected: usize,
    },
    /// Bits without a meaning are set.
    #[error("unused bits are set in the last characters")]
    SpareBits,
    /// This position of checkers is impossible.
    #[error("{0}")]
    Setup(SetupError),
    /// Two numbers that aren't a roll.
    #[error("dice {0} and {1} aren't a roll")]
    Dice(u8, u8),
    /// The smaller die is first.
    #[error("dice {0} and {1} in the wrong order: the larger comes first")]
    DiceOrder(u8, u8),
    /// The Crawford flag is set in a money session.
    #[error("the Crawford flag is set in a money session")]
    CrawfordMoney,
    /// The Crawford flag is set, but no player is one point from winning the match.
    #[error("the Crawford flag is set, but neither player is 1-away")]
    CrawfordAway,
    /// The Crawford flag is set in a match to 1, which has no Crawford game.
    #[error("the Crawford flag is set in a match to 1 point")]
    CrawfordOnePoint,
    /// A score beyond the match length.
    #[error("score {score} of {side} is more than a match to {length} allows")]
    Score {
        /// The side with this score.
        side: Side,
        /// The score in points.
        score: u16,
        /// The match length in points.
        length: u16,
    },
    /// The number of the cube's owner is undefined.
    #[error("cube owner {0} is not 0, 1 or 3")]
    CubeOwner(u8),
    /// A cube value that isn't a power of two up to 32768.
    #[error("cube value {0} isn't a power of 2 up to 32768")]
    CubeValue(u32),
    /// A number that is too large for its field.
    #[error("{field} {value} is more than {limit}")]
    TooLarge {
        /// The field.
        field: &'static str,
        /// Its value.
        value: u32,
        /// The largest value that the field can hold.
        limit: u32,
    },
    /// The game state is a number without a meaning.
    #[error("game state {0} is not from 0 to 4")]
    GameState(u8),
    /// A player must act who has no offer to answer.
    #[error("{turn} is to act but {on_roll} is on roll and nothing is offered", on_roll = turn.opponent())]
    Turn {
        /// The player who must act.
        turn: Side,
    },
    /// A beaver is offered in a match.
    #[error("field {number}, dice: a beaver in a match to {length}; beavers belong to money sessions")]
    BeaverInMatch {
        /// The field's place, counted from 1.
        number: usize,
        /// The match length in points.
        length: u16,
    },
    /// A problem of the board, for notations from player 1's view regardless of the player on roll.
    #[error("{}", side_one(*.0))]
    SideOneSetup(SetupError),
    /// A field of a text with fields can't be understood.
    #[error("field {number}, {name} {text:?}, isn't valid")]
    Field {
        /// The field's place, counted from 1.
        number: usize,
        /// The meaning of the field.
        name: &'static str,
        /// Its text.
        text: String,
    },
    /// A field of a text with fields can't be understood from some character on.
    #[error("field {number}, {name} {text:?}: character {character} of the ID isn't {expected}")]
    FieldAt {
        /// The field's place, counted from 1.
        number: usize,
        /// The meaning of the field.
        name: &'static str,
        /// Its text.
        text: String,
        /// The place of the character in the whole text, counted from 1.
        character: usize,
        /// The expected content.
        expected: &'static str,
    },
    /// The number of fields is wrong.
    #[error("{} instead of {expected}", many(*found as u64, "field"))]
    FieldCount {
        /// The number of fields.
        found: usize,
        /// The required number.
        expected: usize,
    },
    /// A character of an XGID's board has no meaning.
    #[error("character {number} of the board, {found:?}, is not '-', A to P or a to p")]
    BoardCharacter {
        /// The character's place, counted from 1.
        number: usize,
        /// The character.
        found: char,
    },
    /// A valid text that isn't written as its own program writes it.
    #[error("not in its canonical form, {0}")]
    NotCanonical(String),
    /// A side's checkers on the bar stand in the other side's place.
    #[error("the bar of {0} holds the other side's checkers")]
    BarSide(Side),
    /// The state lacks a fact that the notation requires.
    #[error("{0} is not known")]
    Unknown(&'static str),
}

/// Returns the text of a board's problem for notations from player 1's view.
fn side_one(error: SetupError) -> String {
    match error {
        SetupError::TooManyCheckers { mover, count, limit } => {
            let who = if mover { Side::One } else { Side::Zero };
            format!("{count} checkers for {who}, at most {limit} are possible")
        }
        SetupError::BothSides(point) => format!("both sides on player 1's {point}-point"),
        other => other.to_string(),
    }
}

/// An assumption that a lenient reader made, or a text that it skipped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Assumption {
    /// Characters are missing at the end; they are read as `A`, that is, as zero bits.
    #[error("{notation}: {}, the missing ones are read as A", many(*found as u64, "character"))]
    Extended {
        /// The notation read.
        notation: Notation,
        /// The number of characters.
        found: usize,
    },
    /// Characters at the end were ignored.
    #[error("{notation}: the text {rest:?} after the ID is ignored")]
    Ignored {
        /// The notation read.
        notation: Notation,
        /// The ignored text.
        rest: String,
    },
    /// Bits without a meaning were set.
    #[error("{0}: unused bits are ignored")]
    SpareBits(Notation),
    /// The dice are in an unusual order.
    #[error("{notation}: dice {first} and {second} are swapped: the {} comes first", if first < second { "larger" } else { "smaller" })]
    DiceOrder {
        /// The notation read.
        notation: Notation,
        /// The die written first.
        first: u8,
        /// The die written second.
        second: u8,
    },
    /// Only one die is given.
    #[error("{notation}: dice {first} and {second} aren't a roll, read as not rolled")]
    NoDice {
        /// The notation read.
        notation: Notation,
        /// The die written first.
        first: u8,
        /// The die written second.
        second: u8,
    },
    /// The cube's owner was 2, which is undefined.
    #[error("Match ID: cube owner 2 is read as centred")]
    CubeCentred,
    /// The Crawford flag is ignored, since there can be no Crawford game at this score.
    #[error("{0}: the Crawford flag is dropped, as this can't be the Crawford game")]
    CrawfordDropped(Notation),
    /// A player must act who has no offer to answer.
    #[error("Match ID: {turn} is to act though nothing is offered, read as {}", turn.opponent())]
    Turn {
        /// The player who must act.
        turn: Side,
    },
    /// The text is percent-encoded.
    #[error("the percent escapes of the text are decoded")]
    Escaped,
    /// White space or quotes around the text.
    #[error("{0}: white space or quotes around the text are ignored")]
    Trimmed(Notation),
    /// The prefix `XGID=` is missing.
    #[error("XGID: `XGID=` is missing before the board")]
    NoPrefix,
    /// Fields at the end are missing.
    #[error("{notation}: {found} of 9 fields, the missing ones get their defaults")]
    MissingFields {
        /// The notation read.
        notation: Notation,
        /// The number of fields.
        found: usize,
    },
    /// The limit of the cube is 0, which programs interpret differently.
    #[error("XGID: the largest cube is written as 0, read as no limit")]
    NoCubeLimit,
    /// A field contradicts the others.
    #[error("{notation}: field {number}, {name} {text:?}, is ignored")]
    FieldIgnored {
        /// The notation read.
        notation: Notation,
        /// The field's place, counted from 1.
        number: usize,
        /// The meaning of the field.
        name: &'static str,
        /// Its text.
        text: String,
    },
}

impl Assumption {
    /// Returns what is missing or superfluous, if the text was too short or too long to be the complete ID.
    ///
    /// Other words after an ID aren't part of it; text joined to it is.
    #[must_use]
    pub fn wrong_length(&self) -> Option<String> {
        match self {
            Self::Extended { notation, found } => {
                let whole = if *notation == Notation::MatchId { MatchId::LEN } else { PositionId::LEN };
                let last = match whole - found {
                    1 => "last one is".to_owned(),
                    missing => format!("last {missing} are"),
                };
                let found = many(*found as u64, "character");
                Some(format!("{notation}: {found} instead of {whole}: the {last} missing"))
            }
            Self::MissingFields { notation: Notation::Ogid, found } => {
                let missing = ogid::NAMES[*found..ogid::USUAL].join(", ");
                let found = many(*found as u64, "field");
                Some(format!("OGID: {found} instead of {}: missing are {missing}", ogid::USUAL))
            }
            Self::MissingFields { found, .. } => {
                let missing = xgid::NAMES[*found..].join(", ");
                let found = many(*found as u64, "field");
                Some(format!("XGID: {found} after the board instead of 9: missing are {missing}"))
            }
            Self::Ignored { notation, rest } => {
                let is_joined = match notation {
                    // A colon joins a Position ID and a Match ID.
                    Notation::PositionId | Notation::MatchId => {
                        !rest.starts_with(|c: char| c.is_whitespace() || c == ':')
                    }
                    Notation::Xgid | Notation::Ogid => rest.starts_with(':'),
                    Notation::RawBoard => false,
                };
                is_joined.then(|| format!("{notation}: unexpected {rest:?} after the ID"))
            }
            _ => None,
        }
    }
}
