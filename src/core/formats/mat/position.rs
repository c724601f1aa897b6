//! Positions within .mat records: of plays declared illegal, and of `Set Pos=`.

use super::parse::{Reader, decimal};
use crate::board::Side;
use crate::diag::Span;
use crate::game::record::{CubePlace, Setup, WrittenRoll};
use nom::branch::alt;
use nom::bytes::complete::{tag, take};
use nom::character::complete::{char, digit1, multispace0, satisfy};
use nom::combinator::{all_consuming, map, value};
use nom::multi::fill;
use nom::sequence::preceded;
use nom::{IResult, Parser};

impl Reader<'_> {
    /// Reads the Snowie position of a play that is declared illegal: forty fields with semicolons, the board
    /// seen by the side on turn, which is identified by its name. If the names don't show it, GNU
    /// Backgammon's rule applies: 0 is the roller, 1 the opponent.
    pub(super) fn snowie(&self, text: &[u8], span: Span, roller: Option<Side>) -> Option<Box<Setup>> {
        let game = self.game.as_ref()?;
        let names =
            game.players.as_ref().map(|player| player.as_ref().map(|player| player.name.value.as_str()));
        let fields: Vec<&str> = std::str::from_utf8(text).ok()?.split(';').map(str::trim).collect();
        let side_of = |name: &str| Side::ALL.into_iter().find(|&side| names[side] == Some(name));
        let [_, _, _, _, turn, name, other, ..] = fields[..] else { return None };
        let on_roll = side_of(name).or_else(|| side_of(other).map(Side::opponent));
        let on_roll = on_roll.filter(|_| names[Side::Zero] != names[Side::One]);
        let roller = roller.unwrap_or(Side::Zero);
        let on_roll = on_roll.unwrap_or(if turn == "1" { !roller } else { roller });
        let mut lanes = [0i8; 26];
        for (lane, field) in lanes.iter_mut().zip(fields.get(12..38)?) {
            *lane = field.parse().ok()?;
        }
        if on_roll == Side::One {
            lanes.reverse();
            for lane in &mut lanes {
                *lane = lane.checked_neg()?;
            }
        }
        Some(Box::new(Setup { span, board: Some(lanes), on_roll: Some(on_roll), ..Setup::default() }))
    }

    /// Returns a position that is set without what the one just before it has set: where the board, the player on roll and
    /// the dice are the same, it sets only the cube.
    pub(super) fn beside_the_last(&mut self, setup: Setup) -> Setup {
        let games = self.record.games.len();
        let entries = self.game.as_ref().map_or(0, |game| game.entries.len());
        let dice = |setup: &Setup| setup.roll.as_ref().map(|roll| roll.digits);
        let is_same = self.last_set.take().is_some_and(|(game, entry, last)| {
            (game, entry) == (games, entries)
                && dice(&last).is_some()
                && (last.board, last.on_roll, dice(&last)) == (setup.board, setup.on_roll, dice(&setup))
        });
        self.last_set = Some((games, entries + 1, setup.clone()));
        let cube = Setup { board: None, on_roll: None, roll: None, ..setup.clone() };
        if is_same && cube.is_cube_alone() { cube } else { setup }
    }
}

/// Reads a `Set Pos=` comment: the position, and the facts that this program writes after it, which other
/// programs ignore.
///
/// ```text
/// position = 26place *( " " fact )          ; "on=L roll=31 cube=2 owner=R"; other words are passed over
/// place    = "-" / "A" to "P" / "a" to "p"  ; capitals for the left player
/// fact     = "on=" side / "roll=" 2any / "cube=" number / "owner=" ( "-" / side )
/// side     = "L" / "R"
/// ```
pub(super) fn set_position(text: &[u8], span: Span) -> Setup {
    let board = preceded(multispace0, lanes).parse(text).ok().map(|(_, lanes)| lanes);
    let mut setup = Setup { span, board, ..Setup::default() };
    let mut at = span.start as usize;
    for word in text.split(|byte| *byte == b' ') {
        let end = at + word.len();
        at = end + 1;
        match fact(word) {
            Ok((_, Fact::OnRoll(side))) => setup.on_roll = Some(side),
            Ok((_, Fact::Roll(digits))) => {
                setup.roll = Some(WrittenRoll { digits, span: Span::new(end - 2, end) });
            }
            Ok((_, Fact::Cube(value))) => setup.cube_value = decimal(value),
            Ok((_, Fact::Owner(place))) => setup.cube_place = Some(place),
            Err(_) => {}
        }
    }
    setup
}

type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

/// Reads `26place`, seen by the left player.
fn lanes(input: &[u8]) -> Parsed<'_, [i8; 26]> {
    let left = map(satisfy(|c| matches!(c, 'A'..='P')), |c| (c as u8 - b'A' + 1) as i8);
    let right = map(satisfy(|c| matches!(c, 'a'..='p')), |c| -((c as u8 - b'a' + 1) as i8));
    let mut lanes = [0; 26];
    let (rest, ()) = fill(alt((value(0, char('-')), left, right)), &mut lanes).parse(input)?;
    Ok((rest, lanes))
}

/// A fact after a position.
enum Fact<'a> {
    OnRoll(Side),
    Roll([u8; 2]),
    Cube(&'a [u8]),
    Owner(CubePlace),
}

/// Reads a whole `fact`.
fn fact(word: &[u8]) -> Parsed<'_, Fact<'_>> {
    let place = alt((value(CubePlace::Centre, char('-')), map(side, CubePlace::Owned)));
    all_consuming(alt((
        map(preceded(tag("on="), side), Fact::OnRoll),
        map(preceded(tag("roll="), take(2_usize)), |digits: &[u8]| Fact::Roll([digits[0], digits[1]])),
        map(preceded(tag("cube="), digit1), Fact::Cube),
        map(preceded(tag("owner="), place), Fact::Owner),
    )))
    .parse(word)
}

/// Reads `side`.
fn side(input: &[u8]) -> Parsed<'_, Side> {
    alt((value(Side::Zero, char('L')), value(Side::One, char('R')))).parse(input)
}
