//! OGID: position, cube, dice and score as OGXM's tools write them.
//!
//! Up to eleven fields between colons. White is player 1. Points are absolute: White's bar is 0, White moves up
//! from 1 to 24, and 25 is Black's bar.
//!
//! | field | content |
//! |---|---|
//! | 1, 2 | White's and Black's checkers, a character each: `0` to `9` and `a` to `p` are the points 0 to 25, `q` is borne off |
//! | 3 | the cube: its owner (`N` nobody, `W`, `B`, `D` dead, `?` unset), its value as a power of 2, and what was done with it: `N` nothing, `O` offered, `T` taken, `P` passed |
//! | 4 | the dice, the lower first; empty before the roll |
//! | 5 | the player who **reached** the position; the other one acts next |
//! | 6 | what was reached: `IB` the start with dice, `IW` without (read with and without), `R` a roll, `C` a play, `D` a double, `A` a take, `G` the end |
//! | 7, 8 | the scores of White and Black |
//! | 9 | the match length, 0 for a money session; `C` after it in the Crawford game, `L` after the Crawford game, `G` and a number for a session of that number of games |
//! | 10 | the number of the play in the game, empty if unknown |
//! | 11 | the checkers a side, if they aren't 15 |
//!
//! While a double is offered, field 5 is the doubler and the cube is the one before the double. After a
//! beaver the cube is twice what was offered, and the responder's.
//!
//! ```text
//! ogid     = [ "OGID" ( "=" / ":" ) ] checkers ":" checkers ":" cube *8( ":" field )
//!                                                 ; up to the first blank, or punctuation after the length
//! checkers = *( "0" to "9" / "a" to "q" )
//! cube     = ( "N" / "W" / "B" / "D" / "?" ) 1*DIGIT ( "N" / "O" / "T" / "P" )
//! dice     = [ die die ]
//! color    = "W" / "B"
//! state    = "IB" / "IW" / "RG" / "RM" / "R" / "C" / "D" / "A" / "G" / "P" / "M" / "F" [ %x41-5A ]
//! length   = 1*DIGIT [ "C" / "L" / "G" 1*DIGIT ]
//! ```
//!
//! The other fields are numbers. Fields after the third may be missing.

use super::base64::trim;
use super::error::{Assumption, IdError, Notation, Reason};
use super::match_id::{GameState, MatchFields};
use super::pasted;
use super::state::{IdState, Lost, board_of, only, turn_of};
use crate::board::{Board, BySide, Roll, SetupError, Side};
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_till};
use nom::character::complete::{char, digit1, one_of, satisfy};
use nom::combinator::{fail, map, map_opt, opt, value};
use nom::multi::{many0, separated_list0};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// The state of the cube in an OGID, apart from its value and owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OgidCube {
    /// No action with it.
    Quiet,
    /// A double is offered.
    Offered,
    /// A double was taken, and no roll has followed.
    Taken,
    /// A double was passed.
    Passed,
}

/// The owner of the cube in an OGID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OgidOwner {
    /// No owner: it is centred.
    Nobody,
    /// A player.
    Player(Side),
    /// Neither player may double any more.
    Dead,
    /// The ID doesn't contain it.
    Unset,
}

/// How the position of an OGID was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OgidState {
    /// The game begins; the letter is Black's or White's.
    Start(Side),
    /// The dice were rolled.
    Rolled,
    /// A play was made: the opponent is to roll or to double.
    Played,
    /// A double was offered.
    Doubled,
    /// A double was taken.
    Taken,
    /// The game is over.
    Over,
    /// A double was passed.
    Passed,
    /// The match is over.
    MatchOver,
    /// The game was resigned.
    ResignedGame,
    /// The match was resigned.
    ResignedMatch,
    /// The game was forfeited; the letter that followed, if any.
    Forfeited(Option<u8>),
}

/// The content of an OGID, field by field.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::Ogid;
///
/// let ogid: Ogid = "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:IB:0:0:7:0".parse()?;
/// assert_eq!(ogid.to_string(), "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:IB:0:0:7:0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ogid {
    /// The board, from player 1's view (White's), regardless of the player on roll.
    pub board: Board,
    /// The cube as a power of 2, 0 to 15; before a pending double.
    pub cube_log2: u8,
    /// The cube's owner.
    pub owner: OgidOwner,
    /// The action with the cube.
    pub cube: OgidCube,
    /// The dice, if they are rolled.
    pub dice: Option<Roll>,
    /// The player who reached the position; the doubler while a double is pending.
    pub reached_by: Side,
    /// How the position was reached.
    pub state: OgidState,
    /// The scores in points.
    pub score: BySide<u16>,
    /// The match length in points, 0 for a money session.
    pub length: u16,
    /// Whether this is the Crawford game.
    pub crawford: bool,
    /// Whether the ID states that the Crawford game is over.
    pub post_crawford: bool,
    /// The number of games of the session, if the ID has one.
    pub games: Option<u16>,
    /// The number of the play in the game, counted from 0, if the ID has one.
    pub play_number: Option<u16>,
    /// The number of checkers a side, if the ID has it.
    pub checkers: Option<u8>,
}

pub(super) const NAMES: [&str; 11] = [
    "white's checkers",
    "black's checkers",
    "cube",
    "dice",
    "color",
    "state",
    "score of white",
    "score of black",
    "match length",
    "play number",
    "checkers a side",
];

/// The number of fields that every program writes.
pub(super) const USUAL: usize = 9;
/// The number of fields without which there is no position: the checkers of both sides and the cube.
const LEAST: usize = 3;

impl Ogid {
    /// Reads an OGID as people paste it, and returns its assumptions.
    ///
    /// The prefix and all fields after the third may be missing. Each side has `checkers` in all unless the ID contains
    /// another number; those that aren't on the board are borne off.
    ///
    /// # Errors
    ///
    /// Every field that can't be understood, with its number, its name and the place of the character.
    pub fn read_lenient(text: &str, checkers: u8) -> Result<(Self, Vec<Assumption>), IdError> {
        let (rest, (offset, given)) =
            ogid(trim(text)).map_err(|_| IdError::one(Notation::Ogid, Reason::Empty))?;
        if given.iter().all(|field| field.is_empty()) {
            return Err(IdError::one(Notation::Ogid, Reason::Empty));
        }
        if given.len() < LEAST {
            let reason = Reason::FieldCount { found: given.len(), expected: USUAL };
            return Err(IdError::one(Notation::Ogid, reason));
        }
        let mut assumed = Vec::new();
        let mut ignored = String::new();
        for field in given.iter().skip(NAMES.len()) {
            let _ = write!(ignored, ":{field}");
        }
        if let Some(words) = pasted::words(rest) {
            let _ = write!(ignored, " {words}");
        }
        if !ignored.is_empty() {
            let rest = if ignored.starts_with(':') { ignored } else { ignored.trim().to_owned() };
            assumed.push(Assumption::Ignored { notation: Notation::Ogid, rest });
        }
        if given.len() < USUAL {
            assumed.push(Assumption::MissingFields { notation: Notation::Ogid, found: given.len() });
        }
        let mut fields = Fields { given: &given, offset, reasons: Vec::new() };
        let white = fields.read(0, points, PLACES).unwrap_or_default();
        let black = fields.read(1, points, PLACES).unwrap_or_default();
        let cube = fields.read(2, cube, "N, W, B, D or ?, a power of 2 up to 15, and N, O, T or P");
        let (owner, cube_log2, action) = cube.unwrap_or((OgidOwner::Nobody, 0, OgidCube::Quiet));
        let dice = fields.read_or(3, dice, "two dice", Dice::None);
        let reached_by = fields.read_or(4, named(&COLORS), "W or B", Side::Zero);
        let usual = match (action, dice) {
            (OgidCube::Offered, _) => OgidState::Doubled,
            (OgidCube::Passed, _) => OgidState::Over,
            (OgidCube::Taken, Dice::None) => OgidState::Taken,
            (_, Dice::None) => OgidState::Played,
            _ => OgidState::Rolled,
        };
        let state = fields.read_or(5, state, "one of IB, IW, R, C, D, A, G, P, M, RG, RM and F", usual);
        let score = [7, 6].map(|i| fields.read_or(i, number(0x7fff), POINTS, 0));
        let words = "a number of points up to 32767, and C, L or G and a number";
        let (length, suffix) = fields.read_or(8, length, words, (0, Suffix::None));
        let play_number = fields.read_or(9, opt(number(u16::MAX)), "a number of plays up to 65535", None);
        let total = fields.read_or(10, opt(number(15)), "a number of checkers up to 15", None);
        let Fields { mut reasons, .. } = fields;
        let total = total.map(|total| total as u8);
        let board = if reasons.is_empty() {
            board(&white, &black, total.unwrap_or(checkers), &mut reasons)
        } else {
            None
        };
        if let Dice::Exchanged(roll) = dice {
            let (first, second) = (roll.high().pips(), roll.low().pips());
            assumed.push(Assumption::DiceOrder { notation: Notation::Ogid, first, second });
        }
        let mut read = Self {
            board: board.unwrap_or(Board::EMPTY),
            cube_log2,
            owner,
            cube: action,
            dice: match dice {
                Dice::None => None,
                Dice::Written(roll) | Dice::Exchanged(roll) => Some(roll),
            },
            reached_by,
            state,
            score: BySide(score),
            length,
            crawford: suffix == Suffix::Crawford,
            post_crawford: suffix == Suffix::PostCrawford,
            games: match suffix {
                Suffix::Games(games) => Some(games),
                _ => None,
            },
            play_number,
            // 15 is the default, and isn't written.
            checkers: total.filter(|&total| total != 15),
        };
        let state = read.fields();
        reasons.extend(state.score_reasons());
        if state.crawford_reason().is_some() {
            read.crawford = false;
            assumed.push(Assumption::CrawfordDropped(Notation::Ogid));
        }
        IdError::check(Notation::Ogid, reasons)?;
        let mut ignore = |i: usize| {
            let text = given.get(i).map(|text| (*text).to_owned()).unwrap_or_default();
            let (number, name) = (i + 1, NAMES[i]);
            assumed.push(Assumption::FieldIgnored { notation: Notation::Ogid, number, name, text });
        };
        if owner == OgidOwner::Unset || (action == OgidCube::Offered) != (read.state == OgidState::Doubled) {
            ignore(2);
        }
        if read.dice.is_some() && (read.is_doubled() || read.is_over()) {
            ignore(3);
        }
        if read.games.is_some() || read.post_crawford && length == 0 {
            ignore(8);
        }
        Ok((read, assumed))
    }

    /// Returns `true` if a double is to be answered.
    #[must_use]
    pub fn is_doubled(&self) -> bool {
        !self.is_over() && (self.state == OgidState::Doubled || self.cube == OgidCube::Offered)
    }

    /// Returns `true` if the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        use OgidState::{Doubled, Played, Rolled, Start, Taken};
        !matches!(self.state, Start(_) | Rolled | Played | Doubled | Taken)
    }

    /// Returns cube, dice, score and turn as the Match ID's fields.
    pub(crate) fn fields(&self) -> MatchFields {
        let is_doubled = self.is_doubled();
        let on_roll = if is_doubled { self.reached_by } else { !self.reached_by };
        MatchFields {
            cube: 1 << self.cube_log2.min(15),
            owner: match self.owner {
                OgidOwner::Player(side) => Some(side),
                OgidOwner::Nobody | OgidOwner::Dead | OgidOwner::Unset => None,
            },
            on_roll,
            crawford: self.crawford,
            state: match self.state {
                _ if !self.is_over() => GameState::Playing,
                OgidState::Passed => GameState::Dropped,
                OgidState::Over if self.cube == OgidCube::Passed => GameState::Dropped,
                OgidState::Over | OgidState::MatchOver => GameState::Over,
                _ => GameState::Resigned,
            },
            turn: if is_doubled { !on_roll } else { on_roll },
            double_offered: is_doubled,
            dice: self.dice.filter(|_| !is_doubled && !self.is_over()),
            length: self.length,
            score: self.score,
            // An OGID has no rules of money sessions.
            jacoby: false,
            ..MatchFields::default()
        }
    }
}

impl From<&Ogid> for IdState {
    fn from(ogid: &Ogid) -> Self {
        let game = ogid.fields();
        let is_post_crawford = ogid.post_crawford && ogid.length > 0;
        Self {
            board: Some(if game.on_roll == Side::One { ogid.board } else { ogid.board.flip() }),
            game: Some(game),
            // A dead cube is one at its limit.
            max_cube: (ogid.owner == OgidOwner::Dead).then_some(game.cube),
            post_crawford: (is_post_crawford && !game.is_post_crawford()).then_some(true),
            play_number: ogid.play_number,
            ..Self::default()
        }
    }
}

impl IdState {
    /// Returns the OGID, and the facts that it can't represent.
    ///
    /// # Errors
    ///
    /// The position or the game isn't known, or the fields are invalid.
    pub fn ogid(&self) -> Result<(Ogid, Vec<Lost>), IdError> {
        let (board, game) = self.board_of_one(Notation::Ogid)?;
        let is_beavered = game.double_offered && (self.beavers > 0 || game.turn == game.on_roll);
        let is_dead = game.owner.is_none() && self.max_cube == Some(game.cube);
        let cube_log2 = game.cube.trailing_zeros() as u8 + u8::from(is_beavered);
        let is_over = game.state != GameState::Playing;
        let doubled = game.double_offered && !is_beavered && !is_over;
        let starts =
            board == Board::START && game.owner.is_none() && game.dice.is_none_or(|roll| !roll.is_doublet());
        let (state, cube) = match game.state {
            GameState::Dropped => (OgidState::Over, OgidCube::Passed),
            GameState::Over | GameState::Resigned => (OgidState::Over, OgidCube::Quiet),
            // White owes the opening roll; the letter belongs to neither player.
            GameState::None => (OgidState::Start(Side::One), OgidCube::Quiet),
            GameState::Playing if doubled => (OgidState::Doubled, OgidCube::Offered),
            // A beaver needs no answer here: it counts as taken.
            GameState::Playing if is_beavered => (OgidState::Taken, OgidCube::Taken),
            GameState::Playing if starts => {
                let letter = if game.dice.is_some() { Side::Zero } else { Side::One };
                (OgidState::Start(letter), OgidCube::Quiet)
            }
            GameState::Playing if game.dice.is_some() => (OgidState::Rolled, OgidCube::Quiet),
            GameState::Playing => (OgidState::Played, OgidCube::Quiet),
        };
        if cube_log2 > 15 {
            return Err(IdError::one(Notation::Ogid, Reason::CubeValue(game.cube.saturating_mul(2))));
        }
        // A finished game may have any score.
        let open = if is_over { GameState::Over } else { GameState::Playing };
        super::MatchId::encode(&MatchFields { state: open, turn: turn_of(&game), ..game })
            .map_err(|error| IdError { notation: Notation::Ogid, ..error })?;
        let lost = only([
            (is_beavered, Lost::Beavers),
            (self.beavers_allowed.is_some(), Lost::BeaversAllowed),
            (self.max_cube.is_some() && !is_dead, Lost::MaxCube),
            (game.resignation.is_some(), Lost::Resignation),
            (matches!(game.state, GameState::None | GameState::Resigned), Lost::GameState),
            (game.jacoby, Lost::Jacoby),
            (
                self.post_crawford
                    .is_some_and(|post| post != game.is_post_crawford() && (!post || game.length == 0)),
                Lost::PostCrawford,
            ),
            (self.names.is_some(), Lost::Names),
        ]);
        let differ = only([(board.checkers() != board.opponent_checkers(), Lost::Checkers)]);
        let total = board.checkers().max(board.opponent_checkers());
        let ogid = Ogid {
            board,
            cube_log2,
            owner: match game.owner {
                _ if is_dead => OgidOwner::Dead,
                // The responder owns the cube after a beaver.
                _ if is_beavered => OgidOwner::Player(!game.on_roll),
                Some(side) => OgidOwner::Player(side),
                None => OgidOwner::Nobody,
            },
            cube,
            dice: game.dice.filter(|_| !game.double_offered && !is_over),
            reached_by: if doubled { game.on_roll } else { !game.on_roll },
            state,
            score: game.score,
            length: game.length,
            crawford: game.crawford,
            post_crawford: self.post_crawford == Some(true) && game.length > 0,
            games: None,
            play_number: self.play_number,
            checkers: (total != 15).then_some(total),
        };
        Ok((ogid, lost.chain(self.house_losses()).chain(differ).collect()))
    }
}

/// The description of a side's checkers.
pub(super) const PLACES: &str = "0 to 9 or a to q";

/// The description of a score.
const POINTS: &str = "a number of points up to 32767";

/// Reads `ogid`: the offset of the first field, and the fields, up to the end of the ID.
fn ogid(input: &str) -> IResult<&str, (usize, Vec<&str>)> {
    let quotes = |c: char| "\"\u{feff}".contains(c) || c.is_whitespace();
    let (rest, _) = take_till(|c| !quotes(c)).parse(input)?;
    let (rest, _) = opt((tag_no_case("OGID"), one_of("=:"))).parse(rest)?;
    let (rest, _) = take_till(|c| !quotes(c)).parse(rest)?;
    let offset = input[..input.len() - rest.len()].chars().count();
    let (id, rest) = pasted::split(rest, USUAL - 1);
    let (_, fields) = separated_list0(char(':'), take_till(|c: char| c == ':')).parse(id)?;
    Ok((rest, (offset, fields)))
}

/// Reads `checkers`: the places of a side's checkers, 26 for one borne off.
fn points(input: &str) -> IResult<&str, Vec<u8>> {
    let digit = map(satisfy(|c| c.is_ascii_digit()), |c| c as u8 - b'0');
    let letter = map(satisfy(|c| matches!(c, 'a'..='q')), |c| c as u8 - b'a' + 10);
    many0(alt((digit, letter))).parse(input)
}

/// The letters of the players: White is player 1.
const COLORS: [(&str, Side); 2] = [("W", Side::One), ("B", Side::Zero)];

/// The letters of the owners of the cube.
const OWNERS: [(&str, OgidOwner); 5] = [
    ("N", OgidOwner::Nobody),
    ("W", OgidOwner::Player(Side::One)),
    ("B", OgidOwner::Player(Side::Zero)),
    ("D", OgidOwner::Dead),
    ("?", OgidOwner::Unset),
];

/// The letters of the actions with the cube.
const ACTIONS: [(&str, OgidCube); 4] =
    [("N", OgidCube::Quiet), ("O", OgidCube::Offered), ("T", OgidCube::Taken), ("P", OgidCube::Passed)];

/// The letters of the states except [`OgidState::Forfeited`], the longer ones first.
const STATES: [(&str, OgidState); 11] = [
    ("IW", OgidState::Start(Side::One)),
    ("IB", OgidState::Start(Side::Zero)),
    ("RG", OgidState::ResignedGame),
    ("RM", OgidState::ResignedMatch),
    ("R", OgidState::Rolled),
    ("C", OgidState::Played),
    ("D", OgidState::Doubled),
    ("A", OgidState::Taken),
    ("G", OgidState::Over),
    ("P", OgidState::Passed),
    ("M", OgidState::MatchOver),
];

/// Reads the letters of a table.
fn named<T: Copy>(table: &'static [(&'static str, T)]) -> impl Fn(&str) -> IResult<&str, T> {
    move |input| {
        let found = table.iter().find_map(|(letters, value)| Some((input.strip_prefix(*letters)?, *value)));
        found.map_or_else(|| fail().parse(input), Ok)
    }
}

/// Returns the letters of a value in a table.
fn letters<T: Copy + PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|(_, known)| *known == value).map_or("", |(letters, _)| letters)
}

fn cube(input: &str) -> IResult<&str, (OgidOwner, u8, OgidCube)> {
    let parts = (named(&OWNERS), number(15), named(&ACTIONS));
    map(parts, |(owner, log2, action)| (owner, log2 as u8, action)).parse(input)
}

#[derive(Clone, Copy)]
enum Dice {
    None,
    Written(Roll),
    /// The higher one is written first.
    Exchanged(Roll),
}

/// Reads `dice`, unless they are empty.
fn dice(input: &str) -> IResult<&str, Dice> {
    let die = || map(one_of("123456"), |c| c as u8 - b'0');
    map_opt(pair(die(), die()), |(first, second)| {
        let roll = Roll::from_pips(first, second)?;
        Some(if first > second { Dice::Exchanged(roll) } else { Dice::Written(roll) })
    })
    .parse(input)
}

fn state(input: &str) -> IResult<&str, OgidState> {
    let reason = map(opt(satisfy(|c| c.is_ascii_uppercase())), |reason| reason.map(|reason| reason as u8));
    alt((named(&STATES), map(preceded(char('F'), reason), OgidState::Forfeited))).parse(input)
}

/// The suffix of the match length.
#[derive(Clone, Copy, PartialEq)]
enum Suffix {
    None,
    Crawford,
    PostCrawford,
    Games(u16),
}

fn length(input: &str) -> IResult<&str, (u16, Suffix)> {
    let suffix = alt((
        value(Suffix::Crawford, char('C')),
        value(Suffix::PostCrawford, char('L')),
        map(preceded(char('G'), number(u16::MAX)), Suffix::Games),
    ));
    pair(number(0x7fff), map(opt(suffix), |suffix| suffix.unwrap_or(Suffix::None))).parse(input)
}

/// Reads `1*DIGIT`, at most `limit`.
pub(super) fn number(limit: u16) -> impl Fn(&str) -> IResult<&str, u16> + Copy {
    let fits = move |digits: &str| digits.parse().ok().filter(|number| *number <= limit);
    move |input| map_opt(digit1, fits).parse(input)
}

/// The fields, and the reasons why some can't be understood.
struct Fields<'a, 'g> {
    given: &'g [&'a str],
    offset: usize,
    reasons: Vec<Reason>,
}

impl<'a> Fields<'a, '_> {
    /// Reads a whole field. `None` if it is missing.
    fn read<T>(
        &mut self,
        i: usize,
        mut parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
        expected: &'static str,
    ) -> Option<T> {
        let text = self.given.get(i).copied().unwrap_or_default();
        let left = match parser.parse(text) {
            Ok(("", value)) => return Some(value),
            Ok((left, _)) => left,
            Err(nom::Err::Error(error) | nom::Err::Failure(error)) => error.input,
            Err(nom::Err::Incomplete(_)) => text,
        };
        let before: usize =
            self.given[..i.min(self.given.len())].iter().map(|field| field.chars().count() + 1).sum();
        let within = text[..text.len() - left.len()].chars().count();
        self.reasons.push(Reason::FieldAt {
            number: i + 1,
            name: NAMES[i],
            text: text.to_owned(),
            character: self.offset + before + within + 1,
            expected,
        });
        None
    }

    /// Reads a whole field, or returns the usual value if it is empty or missing.
    fn read_or<T: Copy>(
        &mut self,
        i: usize,
        parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
        expected: &'static str,
        usual: T,
    ) -> T {
        match self.given.get(i) {
            None | Some(&"") => usual,
            _ => self.read(i, parser, expected).unwrap_or(usual),
        }
    }
}

/// Places the checkers, by player 1's points.
fn board(white: &[u8], black: &[u8], total: u8, reasons: &mut Vec<Reason>) -> Option<Board> {
    const OFF: usize = 26;
    let (mut one, mut zero) = ([0u8; 27], [0u8; 27]);
    for (slots, places, mirrored) in [(&mut one, white, true), (&mut zero, black, false)] {
        for &place in places {
            let place = usize::from(place);
            let slot = if mirrored && place < OFF { 25 - place } else { place };
            slots[slot] = slots[slot].saturating_add(1);
        }
    }
    for (slots, side) in [(&one, Side::One), (&zero, Side::Zero)] {
        if slots[0] > 0 {
            reasons.push(Reason::BarSide(!side));
        }
        let count: u32 = slots.iter().map(|&count| u32::from(count)).sum();
        if count > u32::from(total) {
            let error = SetupError::TooManyCheckers { mover: side == Side::One, count, limit: total };
            reasons.push(Reason::SideOneSetup(error));
        }
    }
    if !reasons.is_empty() {
        return None;
    }
    board_of([&one, &zero], [total; 2], reasons)
}

impl fmt::Display for Ogid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lanes = self.board.lanes();
        let place = |at: usize| char::from(if at < 10 { b'0' + at as u8 } else { b'a' + at as u8 - 10 });
        for sign in [1, -1] {
            for at in 0..=25 {
                for _ in 0..(lanes[25 - at] * sign).max(0) {
                    f.write_char(place(at))?;
                }
            }
            f.write_char(':')?;
        }
        write!(f, "{}{}{}:", letters(&OWNERS, self.owner), self.cube_log2, letters(&ACTIONS, self.cube))?;
        if let Some(roll) = self.dice {
            write!(f, "{}{}", roll.low().pips(), roll.high().pips())?;
        }
        write!(f, ":{}:", letters(&COLORS, self.reached_by))?;
        match self.state {
            OgidState::Forfeited(None) => f.write_char('F')?,
            OgidState::Forfeited(Some(reason)) => write!(f, "F{}", char::from(reason))?,
            state => f.write_str(letters(&STATES, state))?,
        }
        write!(f, ":{}:{}:{}", self.score[Side::One], self.score[Side::Zero], self.length)?;
        match self.games {
            _ if self.crawford => f.write_char('C')?,
            _ if self.post_crawford => f.write_char('L')?,
            Some(games) => write!(f, "G{games}")?,
            None => {}
        }
        match (self.play_number, self.checkers) {
            (None, None) => Ok(()),
            (Some(number), None) => write!(f, ":{number}"),
            (Some(number), Some(checkers)) => write!(f, ":{number}:{checkers}"),
            // The eleventh field requires the tenth.
            (None, Some(checkers)) => write!(f, "::{checkers}"),
        }
    }
}

impl FromStr for Ogid {
    type Err = IdError;

    /// Reads exactly what [`Display`](fmt::Display) writes, with 15 checkers a side unless the ID contains another
    /// number.
    fn from_str(text: &str) -> Result<Self, IdError> {
        let (ogid, _) = Self::read_lenient(text, 15)?;
        IdError::canonical(Notation::Ogid, ogid, text)
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that fails may panic")]
mod tests {
    use super::*;

    fn strict(text: &str) -> String {
        match text.parse::<Ogid>() {
            Ok(ogid) => ogid.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn an_unknown_number_of_the_play_stays_unknown() {
        let text = "47m:23o:N0N:13:B:R:0:0:3::3";
        let ogid: Ogid = text.parse().unwrap();
        assert_eq!((ogid.play_number, ogid.checkers), (None, Some(3)));
        assert_eq!(ogid.to_string(), text);
    }

    #[test]
    fn the_start_is_the_start_and_the_other_player_acts() {
        let ogid: Ogid = "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:IB:0:0:7:0".parse().unwrap();
        assert_eq!(ogid.board, Board::START);
        let state = IdState::from(&ogid);
        assert_eq!(state.game.unwrap().on_roll, Side::One);
        assert_eq!(
            state.xgid().unwrap().0.to_string(),
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
        );
    }

    #[test]
    fn the_start_without_dice_stays_the_start() {
        for rest in ["N0N::W:IW:0:0:7:0", "N0N::B:IW:0:0:0", "N1N::W:IW:0:0:0"] {
            let ogid: Ogid = format!("11ccccchhhjjjjj:66666888dddddoo:{rest}").parse().unwrap();
            assert_eq!(IdState::from(&ogid).ogid().unwrap().0, ogid, "{rest}");
        }
    }

    #[test]
    fn each_field_has_its_reason_and_its_place() {
        const START: &str = "11ccccchhhjjjjj:66666888dddddoo";
        let all = "OGID=11zz:66666888dddddoo:N16N:71:Q:Z:x:-1:7X:9a:16";
        for (text, words) in [
            (
                &format!("{START}:X0N:13:B:IB:0:0:7:0")[..],
                "field 3, cube \"X0N\": character 33 of the ID isn't N, W",
            ),
            (all, "field 1, white's checkers \"11zz\": character 8 of the ID isn't 0 to 9 or a to q"),
            (all, "field 3, cube \"N16N\": character 28 of the ID isn't N, W"),
            (all, "field 4, dice \"71\": character 32 of the ID isn't two dice"),
            (all, "field 5, color \"Q\": character 35 of the ID isn't W or B"),
            (all, "field 6, state \"Z\": character 37"),
            (all, "field 7, score of white \"x\": character 39"),
            (all, "field 8, score of black \"-1\": character 41"),
            (all, "field 9, match length \"7X\": character 45"),
            (all, "field 10, play number \"9a\": character 48"),
            (all, "field 11, checkers a side \"16\": character 50"),
            (&format!("{START}:N0N:31:B:R:0:0:7"), "not in its canonical form, 11ccccc"),
            (
                &format!("{START}:N0N:13:B:R:8:0:7"),
                "OGID: score 8 of player 1 is more than a match to 7 allows",
            ),
            ("p:0:N0N:13:B:R:0:0:7", "OGID: the bar of player 0 holds the other side's checkers"),
            ("1111111111111111::N0N:13:B:R:0:0:7", "OGID: 16 checkers for player 1, at most 15 are possible"),
            ("", "OGID: there is nothing to read"),
            ("OGID=foo", "OGID: 1 field instead of 9"),
        ] {
            let found = strict(text);
            assert!(found.contains(words), "{text}: {found}");
        }
    }

    #[test]
    fn a_bare_position_is_enough() {
        let (ogid, assumed) = Ogid::read_lenient("OGID:11ccccchhhjjjjj:66666888dddddoo:W1O", 15).unwrap();
        assert_eq!(ogid.state, OgidState::Doubled);
        assert_eq!(assumed, [Assumption::MissingFields { notation: Notation::Ogid, found: 3 }]);
    }

    #[test]
    fn a_beaver_is_done() {
        let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:2:0:10";
        let (xgid, _) = super::super::Xgid::read_lenient(xgid, 15).unwrap();
        let (ogid, lost) = IdState::from(&xgid).ogid().unwrap();
        assert_eq!(ogid.to_string(), "11ccccchhhjjjjj:66666888dddddoo:B2T::B:A:0:0:0");
        assert!(lost.contains(&Lost::Beavers));
    }
}
