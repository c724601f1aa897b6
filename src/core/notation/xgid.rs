//! XGID: position, cube, dice and score as eXtreme Gammon writes them.
//!
//! `XGID=` and ten parts between colons: the board, 26 characters, and nine fields.
//!
//! | part | content |
//! |---|---|
//! | board | the bar of the top player, points 1 to 24 of the bottom player, the bottom player's bar; `-` is empty, `A` to `O` 1 to 15 checkers of the bottom player, `a` to `o` of the top player |
//! | 1 | the cube as a power of 2 |
//! | 2 | its owner: 1 bottom, -1 top, 0 nobody |
//! | 3 | whose turn it is: 1 bottom, -1 top |
//! | 4 | two dice; `00` before the roll; `D` doubled, `B` beavered, `R` raccooned |
//! | 5, 6 | the scores of bottom and top |
//! | 7 | in a match 1 in the Crawford game; in a money session 1 for Jacoby, 2 for beavers, 3 for both |
//! | 8 | the match length, 0 for a money session |
//! | 9 | the largest cube as a power of 2; 0 is read as no limit |
//!
//! With `D`, `B` and `R` the turn is the doubler's and the cube is the one before the double. The
//! bottom player (upper case) is player 1, the top player is player 0. Checkers that aren't on the
//! board are borne off.
//!
//! ```text
//! xgid  = [ name ] board *( ":" field )          ; up to the first blank, or punctuation after the last field
//! name  = *any "XGID=" / *other "="              ; other: neither ":" nor "="
//! board = 26place
//! place = "-" / "A" to "P" / "a" to "p"
//! owner = "1" / "-1" / "0"
//! turn  = "1" / "-1"
//! dice  = "D" / "B" / "R" / die die
//! die   = "0" to "6"
//! ```
//!
//! The other fields are numbers.

use super::base64::trim;
use super::error::{Assumption, IdError, Notation, Reason};
use super::ogid::number;
use super::pasted;
use super::state::{board_of, check_bars};
use crate::board::{Board, BySide, Roll, Side};
use crate::notation::match_id::MatchFields;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till};
use nom::character::complete::{anychar, char, multispace1, one_of, satisfy};
use nom::combinator::{all_consuming, map, success, value};
use nom::multi::{many0, many0_count, many1_count};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};
use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

/// The content of an XGID's dice field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum XgidDice {
    /// The player on roll may double or roll.
    ToRoll,
    /// The dice are rolled.
    Rolled(Roll),
    /// The player on roll has doubled.
    Doubled,
    /// The double was beavered; the doubler must answer.
    Beavered,
    /// The beaver was raccooned; the doubler's opponent must answer.
    Raccooned,
}

/// The content of an XGID, field by field.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::Xgid;
///
/// let xgid: Xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10".parse()?;
/// assert_eq!(xgid.to_string(), "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Xgid {
    /// The board, from player 1's view, regardless of the player on roll.
    pub board: Board,
    /// The cube as a power of 2, 0 to 15; before a pending double.
    pub cube_log2: u8,
    /// The cube's owner, `None` if it is centred.
    pub owner: Option<Side>,
    /// The player whose turn it is, the doubler while a double is pending.
    pub turn: Side,
    /// The dice, or a pending double.
    pub dice: XgidDice,
    /// The scores in points.
    pub score: BySide<u16>,
    /// Whether this is the Crawford game; false in a money session.
    pub crawford: bool,
    /// Whether gammons count only after a double; false in a match.
    pub jacoby: bool,
    /// Whether beavers are allowed; false in a match.
    pub beavers: bool,
    /// The match length in points, 0 for a money session.
    pub length: u16,
    /// The largest cube as a power of 2, 0 to 15. 0 is no limit to GNU Backgammon, where players may double then,
    /// and to the programs that always write it.
    pub max_cube_log2: u8,
}

/// What stands before the board.
const NAME: &str = "XGID=";

/// The names of the fields after the board.
pub(super) const NAMES: [&str; 9] = [
    "cube",
    "cube owner",
    "turn",
    "dice",
    "score of player 1",
    "score of player 0",
    "rules",
    "match length",
    "largest cube",
];

/// The values of fields that are left out.
const USUAL: [&str; 9] = ["0", "0", "1", "00", "0", "0", "0", "0", "10"];

impl Xgid {
    /// Reads an XGID as people paste it, and returns its assumptions.
    ///
    /// Text before `XGID=`, the prefix itself and fields at the end may be missing. Each side has
    /// `checkers` in all, 15 by default; those that aren't on the board are borne off.
    ///
    /// # Errors
    ///
    /// Every part that can't be understood.
    pub fn read_lenient(text: &str, checkers: u8) -> Result<(Self, Vec<Assumption>), IdError> {
        let mut assumed = Vec::new();
        let Ok((rest, Parts { has_prefix, board, fields: given })) = xgid(trim(text)) else {
            return Err(IdError::one(Notation::Xgid, Reason::Empty));
        };
        if !has_prefix {
            assumed.push(Assumption::NoPrefix);
        }
        if let Some(words) = pasted::words(rest) {
            assumed.push(Assumption::Ignored { notation: Notation::Xgid, rest: words.to_owned() });
        }
        if board.is_empty() && given.is_empty() {
            return Err(IdError::one(Notation::Xgid, Reason::Empty));
        }
        let mut reasons = Vec::new();
        let board = read_board(board, checkers, &mut reasons);
        if given.len() > 9 {
            let rest = given[9..].join(":");
            if !rest.is_empty() {
                assumed.push(Assumption::Ignored { notation: Notation::Xgid, rest: format!(":{rest}") });
            }
        }
        if given.len() < 9 {
            assumed.push(Assumption::MissingFields { notation: Notation::Xgid, found: given.len() });
        }
        let mut fields = Fields { given: &given, reasons: &mut reasons };
        let cube_log2 = fields.read(0, number(15)).unwrap_or_default() as u8;
        let score = BySide([5, 4].map(|i| fields.read(i, number(0x7fff)).unwrap_or_default()));
        let length = fields.read(7, number(0x7fff)).unwrap_or_default();
        let rules = fields.read(6, number(if length > 0 { 1 } else { 3 })).unwrap_or_default();
        let max_cube_log2 = fields.read(8, number(15)).unwrap_or_default() as u8;
        let owner = fields.read(1, owner).flatten();
        let turn = fields.read(2, turn).unwrap_or(Side::One);
        let dice = match fields.read(3, dice) {
            Some(Dice::Word(word)) => word,
            Some(Dice::Pair(0, 0)) | None => XgidDice::ToRoll,
            Some(Dice::Pair(first, second)) => {
                let (roll, notation) = (Roll::from_pips(first, second), Notation::Xgid);
                if roll.is_none() {
                    assumed.push(Assumption::NoDice { notation, first, second });
                } else if first < second {
                    assumed.push(Assumption::DiceOrder { notation, first, second });
                }
                roll.map_or(XgidDice::ToRoll, XgidDice::Rolled)
            }
        };
        if length > 0 && matches!(dice, XgidDice::Beavered | XgidDice::Raccooned) {
            reasons.push(Reason::BeaverInMatch { number: 5, length });
        }
        if max_cube_log2 == 0 {
            assumed.push(Assumption::NoCubeLimit);
        }
        let mut xgid = Self {
            board: board.unwrap_or(Board::EMPTY),
            cube_log2,
            owner,
            turn,
            dice,
            score,
            crawford: length > 0 && rules == 1,
            jacoby: length == 0 && rules & 1 == 1,
            beavers: length == 0 && rules & 2 == 2,
            length,
            max_cube_log2,
        };
        let fields = xgid.fields();
        reasons.extend(fields.score_reasons());
        if fields.crawford_reason().is_some() {
            xgid.crawford = false;
            assumed.push(Assumption::CrawfordDropped(Notation::Xgid));
        }
        reasons.sort_by_key(|reason| match reason {
            Reason::Field { number, .. } | Reason::BeaverInMatch { number, .. } => *number,
            Reason::Score { .. } => 6,
            _ => 0,
        });
        IdError::check(Notation::Xgid, reasons)?;
        Ok((xgid, assumed))
    }

    /// Returns length, score and flags as the Match ID's fields, without the offers.
    pub(crate) fn fields(&self) -> MatchFields {
        MatchFields {
            cube: 1 << self.cube_log2.min(15),
            owner: self.owner,
            on_roll: self.turn,
            crawford: self.crawford,
            turn: self.turn,
            length: self.length,
            score: self.score,
            jacoby: self.jacoby,
            ..MatchFields::default()
        }
    }
}

struct Parts<'a> {
    has_prefix: bool,
    board: &'a str,
    fields: Vec<&'a str>,
}

/// Returns the place of `XGID=` in any case.
pub(super) fn place_of_name(text: &str) -> Option<usize> {
    text.as_bytes().windows(NAME.len()).position(|window| window.eq_ignore_ascii_case(NAME.as_bytes()))
}

/// Reads `xgid`: the parts, up to the end of the ID.
fn xgid(input: &str) -> IResult<&str, Parts<'_>> {
    let other = (take_till(|c| matches!(c, '=' | ':')), char('=')).map(drop);
    let input = &input[place_of_name(input).unwrap_or(0)..];
    let (input, prefixes) =
        alt((many1_count(tag_no_case(NAME)), value(1, other), success(0))).parse(input)?;
    let (input, _) =
        many0_count(alt((one_of("\"\u{feff}").map(drop), multispace1.map(drop)))).parse(input)?;
    let (id, rest) = pasted::split(input, NAMES.len());
    let part = || take_till(|c: char| c == ':');
    let (_, (board, fields)) = pair(part(), many0(preceded(char(':'), part()))).parse(id)?;
    Ok((rest, Parts { has_prefix: prefixes > 0, board, fields }))
}

/// Reads one place of the board: a player's checkers, or nothing.
fn place(input: &str) -> IResult<&str, Option<(Side, u8)>> {
    let count = |first: u8| move |c: char| c as u8 - first + 1;
    let one = map(satisfy(|c| matches!(c, 'A'..='P')), count(b'A'));
    let zero = map(satisfy(|c| matches!(c, 'a'..='p')), count(b'a'));
    let nobody = value(None, char('-'));
    alt((nobody, map(one, |n| Some((Side::One, n))), map(zero, |n| Some((Side::Zero, n))))).parse(input)
}

fn owner(input: &str) -> IResult<&str, Option<Side>> {
    alt((map(turn, Some), value(None, char('0')))).parse(input)
}

fn turn(input: &str) -> IResult<&str, Side> {
    alt((value(Side::One, tag("1")), value(Side::Zero, tag("-1")))).parse(input)
}

#[derive(Clone)]
enum Dice {
    Word(XgidDice),
    Pair(u8, u8),
}

fn dice(input: &str) -> IResult<&str, Dice> {
    let word = |letter, means| value(Dice::Word(means), char(letter));
    let die = || map(one_of("0123456"), |c| c as u8 - b'0');
    alt((
        word('D', XgidDice::Doubled),
        word('B', XgidDice::Beavered),
        word('R', XgidDice::Raccooned),
        map(pair(die(), die()), |(first, second)| Dice::Pair(first, second)),
    ))
    .parse(input)
}

/// The fields after the board, and the reasons why some can't be understood.
struct Fields<'a, 'r> {
    given: &'a [&'a str],
    reasons: &'r mut Vec<Reason>,
}

impl<'a> Fields<'a, '_> {
    /// Reads a whole field, or its usual value if it is missing.
    fn read<T>(&mut self, i: usize, parser: impl FnMut(&'a str) -> IResult<&'a str, T>) -> Option<T> {
        let text = self.given.get(i).copied().unwrap_or(USUAL[i]);
        if let Ok((_, value)) = all_consuming(parser).parse(text) {
            return Some(value);
        }
        self.reasons.push(Reason::Field { number: i + 2, name: NAMES[i], text: text.to_owned() });
        None
    }
}

fn read_board(text: &str, checkers: u8, reasons: &mut Vec<Reason>) -> Option<Board> {
    let mut places = many0(alt((map(place, Ok), map(anychar, Err))));
    let parsed: IResult<&str, Vec<Result<_, char>>> = places.parse(text);
    let (_, places) = parsed.unwrap_or_default();
    if places.len() != 26 {
        reasons.push(Reason::Length { found: places.len(), expected: 26 });
        return None;
    }
    let (mut one, mut zero) = ([0u8; 26], [0u8; 26]);
    for (i, place) in places.into_iter().enumerate() {
        match place {
            Ok(None) => {}
            Ok(Some((Side::One, count))) => one[i] = count,
            Ok(Some((Side::Zero, count))) => zero[25 - i] = count,
            Err(found) => reasons.push(Reason::BoardCharacter { number: i + 1, found }),
        }
    }
    // Slot 0 is the top player's bar, slot 25 the bottom player's.
    check_bars([&one, &zero], reasons);
    if !reasons.is_empty() {
        return None;
    }
    board_of([&one, &zero], [checkers; 2], reasons)
}

impl fmt::Display for Xgid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("XGID=")?;
        for lane in 0..=25 {
            f.write_char(match self.board.lanes()[lane] {
                0 => '-',
                n if n > 0 => char::from(b'A' + n as u8 - 1),
                n => char::from(b'a' + n.unsigned_abs() - 1),
            })?;
        }
        let sign = |side| if side == Side::One { 1 } else { -1 };
        write!(f, ":{}:{}:{}:", self.cube_log2, self.owner.map_or(0, sign), sign(self.turn))?;
        match self.dice {
            XgidDice::ToRoll => f.write_str("00")?,
            XgidDice::Rolled(roll) => write!(f, "{roll}")?,
            XgidDice::Doubled => f.write_str("D")?,
            XgidDice::Beavered => f.write_str("B")?,
            XgidDice::Raccooned => f.write_str("R")?,
        }
        let rules = if self.length > 0 {
            u8::from(self.crawford)
        } else {
            u8::from(self.jacoby) + 2 * u8::from(self.beavers)
        };
        let (one, zero) = (self.score[Side::One], self.score[Side::Zero]);
        write!(f, ":{one}:{zero}:{rules}:{}:{}", self.length, self.max_cube_log2)
    }
}

impl FromStr for Xgid {
    type Err = IdError;

    /// Reads exactly what [`Display`](fmt::Display) writes, with 15 checkers a side.
    fn from_str(text: &str) -> Result<Self, IdError> {
        let (xgid, _) = Self::read_lenient(text, 15)?;
        IdError::canonical(Notation::Xgid, xgid, text)
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that fails may panic")]
mod tests {
    use super::*;

    const START: &str = "XGID=-b----E-C---eE---c-e----B-";

    fn strict(fields: &str) -> String {
        match format!("{START}:{fields}").parse::<Xgid>() {
            Ok(xgid) => xgid.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn each_field_has_its_reason() {
        insta::assert_snapshot!(strict("0:0:1:71:0:0:0:7:10"), @r#"XGID: field 5, dice "71", isn't valid"#);
        insta::assert_snapshot!(strict("16:2:0:31:x:-1:2:7:99"), @r#"XGID: field 2, cube "16", isn't valid; field 3, cube owner "2", isn't valid; field 4, turn "0", isn't valid; field 6, score of player 1 "x", isn't valid; field 7, score of player 0 "-1", isn't valid; field 8, rules "2", isn't valid; field 10, largest cube "99", isn't valid"#);
        insta::assert_snapshot!(strict("0:0:1:13:0:0:0:7:10"), @"XGID: not in its canonical form, XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10");
        insta::assert_snapshot!(strict("0:0:1:31:8:0:0:7:10"), @"XGID: score 8 of player 1 is more than a match to 7 allows");
        insta::assert_snapshot!(strict("0:0:1:B:0:0:0:7:10"), @"XGID: field 5, dice: a beaver in a match to 7; beavers belong to money sessions");
        insta::assert_snapshot!(strict("0:0:1:31:0:0:0:7"), @"XGID: not in its canonical form, XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10");
    }

    #[test]
    fn a_largest_cube_of_0_is_no_limit() {
        let text = format!("{START}:0:0:1:00:0:0:0:7:0");
        let (xgid, assumed) = Xgid::read_lenient(&text, 15).unwrap();
        assert_eq!((xgid.to_string(), assumed), (text, vec![Assumption::NoCubeLimit]));
        let state = crate::notation::IdState::from(&xgid);
        assert_eq!((state.max_cube, state.xgid().unwrap().0.max_cube_log2), (None, 10));
    }

    #[test]
    fn words_with_equals_signs_may_stand_around_it() {
        let id = format!("{START}:0:0:1:31:0:0:0:7:10");
        for text in [
            format!("{id} equity=0.1"),
            format!("{START} equity=0.1"),
            format!("a=b: {id}"),
            format!("Id={}", &id[NAME.len()..]),
            format!("xgid=XGID={}", &id[NAME.len()..]),
        ] {
            let (xgid, _) = Xgid::read_lenient(&text, 15).expect(&text);
            assert_eq!(xgid.board, Board::START, "{text}");
        }
    }

    #[test]
    fn punctuation_and_tags_may_follow_it() {
        let id = format!("{START}:0:0:1:31:0:0:0:7:10");
        for after in [",", ", what", "; what", ". What", ") what", "`, is it `", "\u{2026} hm", "<br>", "/"] {
            let (xgid, assumed) = Xgid::read_lenient(&format!("{id}{after}"), 15).expect(after);
            assert_eq!(xgid.to_string(), id, "{after}");
            assert!(assumed.iter().all(|assumed| assumed.wrong_length().is_none()), "{after}: {assumed:?}");
        }
        let (_, assumed) = Xgid::read_lenient(&format!("{id}, what would you play?"), 15).unwrap();
        let rest = "what would you play?".to_owned();
        assert_eq!(assumed, [Assumption::Ignored { notation: Notation::Xgid, rest }]);
    }

    #[test]
    fn what_crashes_gnubg_is_an_error() {
        let error = "XGID=Pb----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10".parse::<Xgid>().unwrap_err();
        insta::assert_snapshot!(error, @"XGID: the bar of player 0 holds the other side's checkers");
        let error = "XGID=-p----P-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10".parse::<Xgid>().unwrap_err();
        insta::assert_snapshot!(error, @"XGID: 26 checkers for player 1, at most 15 are possible; 29 checkers for player 0, at most 15 are possible");
    }
}
