//! The names of openings: letters for the first plays, after Nack Ballard's nactation.
//!
//! Only one play of a roll has a letter; plays without one are named by the play itself.

use crate::board::{Board, Roll};
use crate::notation::play::print;
use crate::rules::Play;
use std::fmt;
use std::str::FromStr;

/// A kind of first play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Letter {
    /// Makes a point: `31P` is 8/5 6/5.
    Point,
    /// Runs with a back checker into the outer board: `64R` is 24/14.
    Run,
    /// Splits the back checkers and brings a checker down from the mid-point. The larger die splits, unless the
    /// smaller one is a 1 or the larger one a 5: `43S` is 24/20 13/10, `21S` 24/23 13/11, `52S` 24/22 13/8.
    Split,
    /// Splits with the other die: `43Z` is 24/21 13/9.
    Reverse,
    /// Brings two checkers down from the mid-point: `43D` is 13/10 13/9.
    Down,
    /// Moves both back checkers up: `43U` is 24/21 24/20.
    Up,
    /// Slots a point of the home board with the smaller die and brings a checker down with the larger one, or
    /// slots with a checker from the mid-point that moves both dice, 8 pips or more: `21$` is 13/11 6/5, `62$` 13/5.
    Slot,
}

impl Letter {
    /// All letters.
    pub const ALL: [Self; 7] =
        [Self::Point, Self::Run, Self::Split, Self::Reverse, Self::Down, Self::Up, Self::Slot];

    /// Returns the letter.
    #[must_use]
    pub const fn char(self) -> char {
        match self {
            Self::Point => 'P',
            Self::Run => 'R',
            Self::Split => 'S',
            Self::Reverse => 'Z',
            Self::Down => 'D',
            Self::Up => 'U',
            Self::Slot => '$',
        }
    }

    /// Returns the name of the kind of play in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Run => "run",
            Self::Split => "split",
            Self::Reverse => "reverse split",
            Self::Down => "down",
            Self::Up => "up",
            Self::Slot => "slot",
        }
    }

    /// Returns the play of a first roll with this letter, and the position after it from the mover's view; `None` if
    /// there is none.
    #[must_use]
    pub fn play(self, roll: Roll) -> Option<(Play, Board)> {
        let (high, low) = (roll.high().pips(), roll.low().pips());
        let all = high + low;
        let splits = if low == 1 || high == 5 { (low, high) } else { (high, low) };
        let moves = match self {
            _ if high == low => return None,
            Self::Point if high - low == 2 => vec![(8, 8 - high), (6, 6 - low)],
            Self::Point if all == 7 && high == 6 => vec![(13, 7), (8, 7)],
            Self::Run if all >= 6 => vec![(24, 24 - all)],
            Self::Split => vec![(24, 24 - splits.0), (13, 13 - splits.1)],
            Self::Reverse => vec![(24, 24 - splits.1), (13, 13 - splits.0)],
            Self::Down => vec![(13, 13 - high), (13, 13 - low)],
            Self::Up => vec![(24, 24 - high), (24, 24 - low)],
            Self::Slot if all >= 8 => vec![(13, 13 - all)],
            Self::Slot => vec![(13, 13 - high), (6, 6 - low)],
            Self::Point | Self::Run => return None,
        };
        let moves: Vec<String> = moves.into_iter().map(|(from, to)| format!("{from}/{to}")).collect();
        legal(&Board::START, roll, &moves.join(" ")).ok()
    }

    /// Returns the letter of a first play, by the position after it from the mover's view; `None` if it has none.
    #[must_use]
    pub fn of(roll: Roll, after: &Board) -> Option<Self> {
        Self::ALL.into_iter().find(|letter| letter.play(roll).is_some_and(|(_, found)| found == *after))
    }

    fn named(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.char() == letter.to_ascii_uppercase())
    }
}

/// Reads a legal play of a roll, and returns it with the position after it, from the mover's view; the error says why
/// it isn't one.
pub(super) fn legal(board: &Board, roll: Roll, text: &str) -> Result<(Play, Board), String> {
    let play = Play::parse(board, roll, text).map_err(|error| error.to_string())?;
    Ok((play, play.after(board)))
}

/// The beginning of a game from the standard starting position, as far as it is stated.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::engine::opening::Opening;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let named = |text: &str| text.parse().map(|opening: Opening| opening.to_string());
/// assert_eq!(named("13")?, "31");
/// assert_eq!(named("21: 6/5 13/11")?, "21$");
/// assert_eq!(named("41: 13/8, 64")?, "41: 13/8, 64");
/// assert_eq!(named("43z-55")?, "43Z-55");
/// assert_eq!(named("61D").unwrap_err().to_string(), "no play of 61 has the letter D");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The first roll.
    pub roll: Roll,
    /// Its play, and the position after it, from the mover's view.
    pub play: Option<(Play, Board)>,
    /// The roll of the reply; only with a play.
    pub reply: Option<Roll>,
}

impl Opening {
    /// Returns the letter of the play, if it has one.
    #[must_use]
    pub fn letter(&self) -> Option<Letter> {
        self.play.and_then(|(_, after)| Letter::of(self.roll, &after))
    }

    /// Returns `true` if a game that began with `other` is one of these openings: whatever this one doesn't state may be
    /// anything.
    #[must_use]
    pub fn includes(&self, other: &Self) -> bool {
        let after = |opening: &Self| opening.play.map(|(_, after)| after);
        self.roll == other.roll
            && self.play.is_none_or(|(_, own)| after(other) == Some(own))
            && self.reply.is_none_or(|own| other.reply == Some(own))
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.roll)?;
        let Some((play, _)) = self.play else { return Ok(()) };
        let separator = if let Some(letter) = self.letter() {
            write!(f, "{}", letter.char())?;
            "-"
        } else {
            write!(f, ": {}", print::gnubg(&Board::START, &play))?;
            ", "
        };
        self.reply.map_or(Ok(()), |reply| write!(f, "{separator}{reply}"))
    }
}

/// A text that names no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// It doesn't begin with two dice.
    #[error("`{0}` doesn't begin with a first roll, such as 31")]
    Roll(String),
    /// The first roll is a doublet.
    #[error("{0} isn't a first roll: each player rolls one die, and equal dice are rolled again")]
    Doublet(Roll),
    /// There is no such letter.
    #[error("`{}` isn't a letter of a first play; the letters are {}", .0, letters())]
    Unknown(char),
    /// No play of the roll has the letter.
    #[error("no play of {} has the letter {}", .0, .1.char())]
    NoPlay(Roll, Letter),
    /// The play can't be read, or isn't legal: the roll, the play, the reason.
    #[error("`{1}` isn't a play of {0}: {2}")]
    Play(Roll, String, String),
    /// What follows the play isn't the roll of the reply.
    #[error("`{0}` isn't a roll of a reply, such as 64")]
    Reply(String),
}

fn letters() -> String {
    Letter::ALL.map(|letter| format!("{} {}", letter.char(), letter.words())).join(", ")
}

impl FromStr for Opening {
    type Err = OpeningError;

    /// Reads a first roll, `31`; its play by letter or in any notation, `31P` or `31: 8/5 6/5`; and the roll of the
    /// reply, `31P-64` or `31: 8/5 6/5, 64`.
    fn from_str(text: &str) -> Result<Self, OpeningError> {
        let text = text.trim();
        let split = text.char_indices().nth(2).map_or(text.len(), |(place, _)| place);
        let (dice, rest) = text.split_at(split);
        let roll: Roll = dice.parse().map_err(|_| OpeningError::Roll(text.to_owned()))?;
        if roll.is_doublet() {
            return Err(OpeningError::Doublet(roll));
        }
        let rest = rest.trim_start();
        let mut chars = rest.chars();
        let Some(first) = chars.next() else { return Ok(Self { roll, play: None, reply: None }) };
        let (play, reply) = if first == ':' || first.is_ascii_digit() {
            let rest = rest.trim_start_matches(':');
            let (written, reply) =
                rest.split_once(',').map_or((rest, None), |(play, reply)| (play, Some(reply)));
            let written = written.trim();
            let wrong = |reason: String| OpeningError::Play(roll, written.to_owned(), reason);
            if written.is_empty() {
                return Err(wrong("nothing is written".to_owned()));
            }
            (legal(&Board::START, roll, written).map_err(wrong)?, reply)
        } else {
            let letter = Letter::named(first).ok_or(OpeningError::Unknown(first))?;
            let play = letter.play(roll).ok_or(OpeningError::NoPlay(roll, letter))?;
            let rest = chars.as_str().trim();
            (play, (!rest.is_empty()).then(|| rest.strip_prefix(['-', ',']).unwrap_or(rest)))
        };
        let reply =
            reply.map(|reply| reply.trim().parse().map_err(|_| OpeningError::Reply(reply.trim().to_owned())));
        Ok(Self { roll, play: Some(play), reply: reply.transpose()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(roll: &str, letter: Letter) -> Option<String> {
        let roll = roll.parse().expect("a roll");
        letter.play(roll).map(|(play, _)| print::gnubg(&Board::START, &play).to_string())
    }

    #[test]
    fn letters_are_those_of_the_usual_plays() {
        for (roll, letter, play) in [
            ("31", Letter::Point, "8/5 6/5"),
            ("42", Letter::Point, "8/4 6/4"),
            ("53", Letter::Point, "8/3 6/3"),
            ("64", Letter::Point, "8/2 6/2"),
            ("61", Letter::Point, "13/7 8/7"),
            ("21", Letter::Split, "24/23 13/11"),
            ("21", Letter::Slot, "13/11 6/5"),
            ("41", Letter::Slot, "13/9 6/5"),
            ("51", Letter::Split, "24/23 13/8"),
            ("32", Letter::Split, "24/21 13/11"),
            ("32", Letter::Reverse, "24/22 13/10"),
            ("43", Letter::Split, "24/20 13/10"),
            ("43", Letter::Reverse, "24/21 13/9"),
            ("43", Letter::Down, "13/10 13/9"),
            ("43", Letter::Up, "24/21 24/20"),
            ("52", Letter::Split, "24/22 13/8"),
            ("54", Letter::Split, "24/20 13/8"),
            ("62", Letter::Split, "24/18 13/11"),
            ("62", Letter::Slot, "13/5"),
            ("64", Letter::Run, "24/14"),
            ("65", Letter::Run, "24/13"),
        ] {
            assert_eq!(named(roll, letter).as_deref(), Some(play), "{roll}{}", letter.char());
        }
        for (roll, letter) in
            [("54", Letter::Point), ("51", Letter::Up), ("54", Letter::Reverse), ("21", Letter::Run)]
        {
            assert_eq!(named(roll, letter), None, "{roll}{}", letter.char());
        }
    }

    #[test]
    fn a_letter_names_one_play_and_is_read_again() {
        for roll in Roll::ALL.into_iter().filter(|roll| !roll.is_doublet()) {
            for letter in Letter::ALL {
                let Some((play, after)) = letter.play(roll) else { continue };
                assert_eq!(Letter::of(roll, &after), Some(letter), "{roll} {play}");
                for reply in [None, "55".parse().ok()] {
                    let opening = Opening { roll, play: Some((play, after)), reply };
                    let read: Opening = opening.to_string().parse().expect("a name that was printed");
                    assert!(opening.includes(&read) && read.includes(&opening), "{opening}");
                }
            }
        }
    }

    #[test]
    fn an_opening_includes_those_that_go_on_from_it() {
        let opening = |text: &str| text.parse::<Opening>().expect("an opening");
        assert!(opening("31").includes(&opening("31P-64")));
        assert!(opening("31P").includes(&opening("31P-64")));
        assert!(!opening("31P-64").includes(&opening("31P")));
        assert!(!opening("31P-64").includes(&opening("31P-55")));
        assert!(!opening("31S").includes(&opening("31P-64")));
        // The same position, but another roll.
        assert!(!opening("41: 13/8").includes(&opening("32: 13/8")));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |text: &str| text.parse::<Opening>().expect_err("no opening").to_string();
        assert_eq!(error(""), "`` doesn't begin with a first roll, such as 31");
        assert_eq!(error("é1P"), "`é1P` doesn't begin with a first roll, such as 31");
        assert!(error("44").starts_with("44 isn't a first roll"));
        assert!(
            error("31Q").starts_with("`Q` isn't a letter of a first play; the letters are P point, R run,")
        );
        assert!(error("31: 8/2").starts_with("`8/2` isn't a play of 31: "));
        assert_eq!(error("31:"), "`` isn't a play of 31: nothing is written");
        assert_eq!(error("31P-7"), "`7` isn't a roll of a reply, such as 64");
        assert_eq!(error("31P-64x"), "`64x` isn't a roll of a reply, such as 64");
    }
}
