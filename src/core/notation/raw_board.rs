//! The FIBS board line, `board:` and 52 fields, as GNU Backgammon shows it with `set output rawboard`.
//!
//! | fields | content |
//! |---|---|
//! | 1, 2 | the names of player 1 and player 0; a colon is written as `_` |
//! | 3; 4, 5 | the match length, 0 for a money session; the scores of player 1 and player 0 |
//! | 6 to 31 | the bar of player 0 (negative), points 1 to 24 of player 1 (its own checkers positive), the bar of player 1 |
//! | 32 | the player on roll: 1 player 1, -1 player 0 |
//! | 33 to 36 | the dice, twice |
//! | 37; 38, 39 | the cube; whether player 1 and player 0 have access to it |
//! | 40 | a double is offered: -1 if player 1 must answer, 1 if player 0 must |
//! | 41 to 44 | `1:-1:0:25`: colour, direction, home and bar of player 1 |
//! | 45, 46 | checkers borne off by player 1 and player 0 |
//! | 47 to 50 | `0:0:0:0` |
//! | 51, 52 | 1 if the Crawford game is over; 1 unless this is the Crawford game |
//!
//! ```text
//! line   = "board" 52( ":" field )
//! field  = name / number
//! number = [ "-" ] *DIGIT
//! ```
//!
//! FIBS itself differs: the player's colour and direction vary, 9999 stands for an unlimited match, only the roller's
//! dice are shown, fields 47 to 52 have other meanings. The reader allows for these; the writer writes GNU Backgammon's
//! form. (Compared with the help text of FIBS, with lines of clients, and with GNU Backgammon 1.07.)

use super::base64::trim;
use super::error::{Assumption, IdError, Notation, Reason};
use super::match_id::MatchFields;
use super::pasted;
use super::state::{board_of, check_bars};
use crate::board::{Board, BySide, Roll, SetupError, Side};
use nom::bytes::complete::take_till;
use nom::character::complete::{char, i32, space0};
use nom::combinator::all_consuming;
use nom::multi::separated_list1;
use nom::sequence::delimited;
use nom::{IResult, Parser};
use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

/// The content of a board line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawBoard {
    /// The names.
    pub names: BySide<String>,
    /// The match length in points, 0 for a money session.
    pub length: u16,
    /// The scores in points.
    pub score: BySide<u16>,
    /// The board, from player 1's view, regardless of the player on roll. The line contains the numbers of checkers
    /// borne off, so it fits any variant.
    pub board: Board,
    /// The player on roll.
    pub on_roll: Side,
    /// The dice, `None` before the roll.
    pub dice: Option<Roll>,
    /// The value of the cube.
    pub cube: u32,
    /// Whether each side has access to the cube: both if it is centred.
    pub may_double: BySide<bool>,
    /// The player who must answer a double.
    pub doubled: Option<Side>,
    /// Whether the Crawford game is over.
    pub post_crawford: bool,
    /// Whether this is the Crawford game.
    pub crawford: bool,
}

/// The names of the fields, by number.
fn field_name(number: usize) -> &'static str {
    match number {
        3 => "match length",
        4 => "score of player 1",
        5 => "score of player 0",
        6..=31 => "checkers",
        32 => "turn",
        33..=36 => "die",
        37 => "cube",
        38 => "player 1 may double",
        39 => "player 0 may double",
        40 => "doubled",
        41 => "colour",
        42 => "direction",
        43 => "home",
        44 => "bar",
        45 => "borne off by player 1",
        46 => "borne off by player 0",
        51 => "Crawford game over",
        52 => "not the Crawford game",
        _ => "number",
    }
}

const FIELDS: usize = 52;

/// Reads the fields of a line, the word `board` first.
fn fields(input: &str) -> IResult<&str, Vec<&str>> {
    separated_list1(char(':'), take_till(|c| c == ':')).parse(input)
}

/// Reads exactly one `number`.
fn number(input: &str) -> IResult<&str, i32> {
    all_consuming(delimited(space0, i32, space0)).parse(input)
}

/// The fields as numbers, with the reasons why some are invalid.
struct Numbers<'a> {
    texts: Vec<&'a str>,
    values: [i32; FIELDS + 1],
    reasons: Vec<Reason>,
}

impl Numbers<'_> {
    fn bad(&mut self, number: usize) {
        let text = self.texts[number].to_owned();
        self.reasons.push(Reason::Field { number, name: field_name(number), text });
    }

    /// Returns a field that must be in a range, or the lower end of the range if it isn't.
    fn within(&mut self, number: usize, low: i32, high: i32) -> i32 {
        let value = self.values[number];
        if (low..=high).contains(&value) {
            value
        } else {
            self.bad(number);
            low
        }
    }

    fn flag(&mut self, number: usize) -> bool {
        self.within(number, 0, 1) == 1
    }
}

impl RawBoard {
    /// Reads a line of GNU Backgammon or FIBS, and returns its assumptions. Words after it are ignored.
    ///
    /// # Errors
    ///
    /// Every field that can't be understood, and every reason why this isn't a position.
    pub fn read_lenient(text: &str) -> Result<(Self, Vec<Assumption>), IdError> {
        let mut assumed = Vec::new();
        let trimmed = trim(text);
        if trimmed.is_empty() {
            return Err(IdError::one(Notation::RawBoard, Reason::Empty));
        }
        let (line, rest) = pasted::split_line(trimmed, FIELDS);
        let (_, texts) = fields(line).unwrap_or_default();
        let first = texts.first().copied().unwrap_or_default();
        if first != "board" {
            let text = first.chars().take(20).collect();
            let reason = Reason::Field { number: 0, name: "the word board", text };
            return Err(IdError::one(Notation::RawBoard, reason));
        }
        if texts.len() != FIELDS + 1 {
            let reason = Reason::FieldCount { found: texts.len() - 1, expected: FIELDS };
            return Err(IdError::one(Notation::RawBoard, reason));
        }
        let mut numbers = Numbers { texts, values: [0; FIELDS + 1], reasons: Vec::new() };
        for number in 3..=FIELDS {
            match self::number(numbers.texts[number]) {
                Ok((_, value)) => numbers.values[number] = value,
                Err(_) => numbers.bad(number),
            }
        }
        if !numbers.reasons.is_empty() {
            return Err(IdError { notation: Notation::RawBoard, reasons: numbers.reasons });
        }
        if let Some(words) = pasted::words(rest) {
            assumed.push(Assumption::Ignored { notation: Notation::RawBoard, rest: words.to_owned() });
        }
        match Self::understand(&mut numbers, &mut assumed) {
            Some(line) if numbers.reasons.is_empty() => Ok((line, assumed)),
            _ => Err(IdError { notation: Notation::RawBoard, reasons: numbers.reasons }),
        }
    }

    fn understand(numbers: &mut Numbers<'_>, assumed: &mut Vec<Assumption>) -> Option<Self> {
        let notation = Notation::RawBoard;
        let mut ignore = |numbers: &Numbers<'_>, number: usize| {
            let (name, text) = (field_name(number), numbers.texts[number].to_owned());
            assumed.push(Assumption::FieldIgnored { notation, number, name, text });
        };
        let unlimited = numbers.values[3] == 9999;
        let length = if unlimited { 0 } else { numbers.within(3, 0, 0x7fff) as u16 };
        let score = BySide::new(numbers.within(5, 0, 0x7fff) as u16, numbers.within(4, 0, 0x7fff) as u16);
        // Only one player wins a match.
        if length > 0 && score.0.iter().all(|&points| points >= length) {
            let both = Side::ALL.map(|side| Reason::Score { side, score: score[side], length });
            numbers.reasons.extend(both);
        }
        let sign = |numbers: &mut Numbers<'_>, number: usize| {
            if !matches!(numbers.values[number], -1 | 1) {
                numbers.bad(number);
            }
            numbers.values[number]
        };
        let (colour, direction) = (sign(numbers, 41), sign(numbers, 42));
        if (numbers.values[43], numbers.values[44]) != (if direction < 0 { (0, 25) } else { (25, 0) }) {
            ignore(numbers, 43);
        }
        let on_roll = match numbers.values[32] * colour {
            1 => Side::One,
            -1 => Side::Zero,
            // FIBS: the game is over; the player who has borne off all checkers played last.
            0 if numbers.values[46] == 15 => Side::Zero,
            0 if numbers.values[45] == 15 => Side::One,
            _ => {
                numbers.bad(32);
                Side::One
            }
        };
        let pairs = [33, 35].map(|number| (numbers.within(number, 0, 6), numbers.within(number + 1, 0, 6)));
        let pair = if pairs[0] == (0, 0) { pairs[1] } else { pairs[0] };
        let dice = Roll::from_pips(pair.0 as u8, pair.1 as u8);
        if dice.is_none() && pair != (0, 0) {
            numbers.reasons.push(Reason::Dice(pair.0 as u8, pair.1 as u8));
        }
        let cube = numbers.values[37];
        if !(1..=1 << 15).contains(&cube) || cube.count_ones() != 1 {
            numbers.bad(37);
        }
        let may_double = BySide::new(numbers.flag(39), numbers.flag(38));
        // GNU Backgammon writes -1 if player 1 must answer; FIBS writes 1 for that, but only shows a line to the player
        // who was just doubled.
        let gnubg = (colour, direction) == (1, -1) && pairs[0] == pairs[1] && !unlimited;
        let doubled = match numbers.within(40, -1, 1) {
            0 => None,
            1 if gnubg && on_roll == Side::One => Some(Side::Zero),
            _ => Some(Side::One),
        };
        // A double comes before the roll, and a match has no beavers: the player who has to answer isn't on roll.
        if doubled.is_some() && dice.is_some() {
            ignore(numbers, 40);
        }
        let doubled = doubled.filter(|_| dice.is_none());
        let is_turn_wrong = length > 0 && doubled == Some(on_roll);
        if is_turn_wrong {
            ignore(numbers, 32);
        }
        let on_roll = if is_turn_wrong { !on_roll } else { on_roll };
        let post_crawford = numbers.flag(51);
        let fields = MatchFields { length, score, crawford: true, ..MatchFields::default() };
        let crawford = numbers.values[52] == 0 && !post_crawford && fields.crawford_reason().is_none();
        if gnubg && numbers.values[52] == 0 && !crawford {
            ignore(numbers, 52);
        }
        let board = read_board(numbers, colour, direction);
        let names = BySide::new(numbers.texts[2].to_owned(), numbers.texts[1].to_owned());
        Some(Self {
            names,
            length,
            score,
            board: board?,
            on_roll,
            dice,
            cube: cube as u32,
            may_double,
            doubled,
            post_crawford,
            crawford,
        })
    }
}

fn read_board(numbers: &mut Numbers<'_>, colour: i32, direction: i32) -> Option<Board> {
    let (mut one, mut zero) = ([0u8; 26], [0u8; 26]);
    for slot in 0..=25usize {
        let own = numbers.within(6 + slot, -99, 99) * colour;
        // Slots are numbered like the points of the player, who may play in either direction.
        let place = if direction < 0 { slot } else { 25 - slot };
        if own > 0 {
            one[place] = own as u8;
        } else {
            zero[25 - place] = own.unsigned_abs() as u8;
        }
    }
    check_bars([&one, &zero], &mut numbers.reasons);
    let off = (numbers.within(45, 0, 15) as u8, numbers.within(46, 0, 15) as u8);
    if !numbers.reasons.is_empty() {
        return None;
    }
    let total = |side: &[u8; 26], off: u8| {
        let all: u32 = side.iter().map(|&n| u32::from(n)).sum::<u32>() + u32::from(off);
        (all, all.min(15) as u8)
    };
    let ((ones, total_one), (zeros, total_zero)) = (total(&one, off.0), total(&zero, off.1));
    for (mover, count) in [(true, ones), (false, zeros)] {
        if count > 15 {
            let error = SetupError::TooManyCheckers { mover, count, limit: 15 };
            numbers.reasons.push(Reason::SideOneSetup(error));
        }
    }
    if !numbers.reasons.is_empty() {
        return None;
    }
    board_of([&one, &zero], [total_one, total_zero], &mut numbers.reasons)
}

impl fmt::Display for RawBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("board")?;
        for side in [Side::One, Side::Zero] {
            f.write_char(':')?;
            for c in self.names[side].chars() {
                f.write_char(if matches!(c, ':' | '\n' | '\r') { '_' } else { c })?;
            }
        }
        let (one, zero) = (Side::One, Side::Zero);
        write!(f, ":{}:{}:{}", self.length, self.score[one], self.score[zero])?;
        let lanes = self.board.lanes();
        for lane in &lanes[..=25] {
            write!(f, ":{lane}")?;
        }
        let (high, low) = self.dice.map_or((0, 0), |roll| (roll.high().pips(), roll.low().pips()));
        let sign = |side| if side == one { 1 } else { -1 };
        write!(f, ":{}:{high}:{low}:{high}:{low}:{}", sign(self.on_roll), self.cube)?;
        write!(f, ":{}:{}", u8::from(self.may_double[one]), u8::from(self.may_double[zero]))?;
        write!(f, ":{}:1:-1:0:25", self.doubled.map_or(0, |side| -sign(side)))?;
        write!(f, ":{}:{}", lanes[Board::OFF], lanes[Board::OPPONENT_OFF].unsigned_abs())?;
        write!(f, ":0:0:0:0:{}:{}", u8::from(self.post_crawford), u8::from(!self.crawford))
    }
}

impl FromStr for RawBoard {
    type Err = IdError;

    /// Reads exactly what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, IdError> {
        let (line, _) = Self::read_lenient(text)?;
        IdError::canonical(Notation::RawBoard, line, text)
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that fails may panic")]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_fibs_own_help_is_read() {
        let line = "board:You:someplayer:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0";
        let (line, _) = RawBoard::read_lenient(line).unwrap();
        assert_eq!(line.board, Board::START);
        assert_eq!((line.on_roll, line.dice), (Side::One, Roll::from_pips(6, 2)));
        assert_eq!(line.names[Side::One], "You");
    }

    #[test]
    fn words_after_the_line_are_ignored() {
        let line = "board:You:opp:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:6:2:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
        let (bare, assumed) = RawBoard::read_lenient(line).unwrap();
        assert!(assumed.is_empty());
        for (after, words) in
            [(", what, you?", Some("what, you?")), (" (what?)", Some("(what?)")), (").", None)]
        {
            let (read, assumed) = RawBoard::read_lenient(&format!("{line}{after}")).unwrap();
            assert_eq!(read, bare, "{after}");
            let ignored = |words: &str| {
                let rest = words.to_owned();
                Assumption::Ignored { notation: Notation::RawBoard, rest }
            };
            assert_eq!(assumed, words.map(ignored).into_iter().collect::<Vec<_>>(), "{after}");
        }
        assert!(RawBoard::read_lenient(&format!("{line}x")).is_err());
        assert!(RawBoard::read_lenient(&format!("{line}:1, what")).is_err());
    }

    #[test]
    fn a_double_after_the_roll_and_a_beaver_in_a_match_are_ignored() {
        let line = |length: u16, dice: &str, doubled: i8| {
            format!(
                "board:You:opp:{length}:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:{dice}:0:0:1:1:1:{doubled}:1:-1:0:25:0:0:0:0:2:0:0:0"
            )
        };
        let read = |length: u16, dice: &str, doubled: i8| {
            let (read, assumed) = RawBoard::read_lenient(&line(length, dice, doubled)).unwrap();
            let ignored = assumed.iter().filter_map(|assumed| match assumed {
                Assumption::FieldIgnored { number, .. } => Some(*number),
                _ => None,
            });
            (read.on_roll, read.doubled, ignored.collect::<Vec<_>>())
        };
        assert_eq!(read(3, "6:2", 1), (Side::One, None, vec![40]));
        assert_eq!(read(0, "6:2", 1), (Side::One, None, vec![40]));
        // In a session it may be a beaver.
        assert_eq!(read(9999, "0:0", 1), (Side::One, Some(Side::One), vec![]));
        assert_eq!(read(3, "6:2", 0), (Side::One, None, vec![]));
    }

    #[test]
    fn the_doubler_is_on_roll_while_a_double_waits_in_a_match() {
        let line = "board:You:opp:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:-1:1:-1:0:25:0:0:0:0:0:0:0:1";
        let (read, assumed) = RawBoard::read_lenient(line).unwrap();
        assert_eq!((read.on_roll, read.doubled), (Side::Zero, Some(Side::One)));
        let words: Vec<String> = assumed.iter().map(ToString::to_string).collect();
        assert_eq!(words, ["FIBS board line: field 32, turn \"1\", is ignored"]);
    }

    #[test]
    fn only_one_player_has_won_a_match() {
        let line = |one: u16, zero: u16| {
            format!(
                "board:You:opp:3:{one}:{zero}:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:6:2:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1"
            )
        };
        assert!(RawBoard::read_lenient(&line(4, 2)).is_ok() && RawBoard::read_lenient(&line(0, 7)).is_ok());
        let error = RawBoard::read_lenient(&line(4, 7)).unwrap_err();
        insta::assert_snapshot!(error, @"FIBS board line: score 7 of player 0 is more than a match to 3 allows; score 4 of player 1 is more than a match to 3 allows");
    }

    #[test]
    fn a_player_of_the_other_colour_and_direction_sees_the_same_board() {
        let line = "board:You:someplayer:3:0:0:0:2:0:0:0:0:-5:0:-3:0:0:0:5:-5:0:0:0:3:0:5:0:0:0:0:-2:0:-1:6:2:0:0:1:1:1:0:-1:-1:0:25:0:0:0:0:2:0:0:0";
        let (first, _) = RawBoard::read_lenient(line).unwrap();
        assert_eq!((first.board, first.on_roll), (Board::START, Side::One));
    }
}
