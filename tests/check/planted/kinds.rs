//! The kinds of errors, and the places for each.

use super::layout::{Base, Game, Slot, Told};
use super::{Place, Planted};
use crate::rules::reference;
use crate::support::Random;
use barpoint::board::{Board, Roll, Side};
use barpoint::diag::Code;
use barpoint::game::Happening;
use barpoint::game::{Ending, Phase};
use barpoint::rules::{Play, legal_plays};
use std::fmt::Write as _;

/// How an error of a kind is planted.
pub(super) enum Kind {
    /// At an event.
    Moment(fn(&Base, &Told, &mut Random) -> Option<Planted>),
    /// In a game, by its index.
    Game(fn(&Base, usize, &mut Random) -> Option<Planted>),
}

/// All kinds, by name.
pub(super) const KINDS: &[(&str, Kind)] = &[
    ("wrong pips", Kind::Moment(wrong_pips)),
    ("half play", Kind::Moment(half_play)),
    ("both dice not used", Kind::Moment(both_dice)),
    ("smaller die", Kind::Moment(smaller_die)),
    ("blocked point", Kind::Moment(blocked_point)),
    ("blocked on the way", Kind::Moment(blocked_on_the_way)),
    ("empty point", Kind::Moment(empty_point)),
    ("bar ignored", Kind::Moment(bar_ignored)),
    ("second checker on the bar ignored", Kind::Moment(second_on_bar)),
    ("early bear-off", Kind::Moment(early_bear_off)),
    ("higher bear-off", Kind::Moment(higher_bear_off)),
    ("backwards", Kind::Moment(backwards)),
    ("too many", Kind::Moment(too_many)),
    ("wrong cube value", Kind::Moment(wrong_cube_value)),
    ("cube by the non-owner", Kind::Moment(not_owner)),
    ("double in the Crawford game", Kind::Moment(crawford)),
    ("dead cube", Kind::Moment(dead_cube)),
    ("take without a double", Kind::Moment(take_without_double)),
    ("double left out", Kind::Moment(double_left_out)),
    ("beaver in a match", Kind::Moment(beaver_in_match)),
    ("wrong result", Kind::Game(wrong_result)),
    ("wrong winner", Kind::Game(wrong_winner)),
    ("wrong score", Kind::Game(wrong_score)),
    ("missing row", Kind::Game(missing_row)),
    ("repeated row", Kind::Game(repeated_row)),
    ("wrong dice digit", Kind::Moment(wrong_dice)),
    ("opening doublet", Kind::Moment(opening_doublet)),
    ("opening dice changed to a doublet", Kind::Moment(opening_dice)),
    ("play after the end", Kind::Game(after_end)),
    ("play left out", Kind::Moment(left_out)),
    ("exchanged names", Kind::Game(exchanged_names)),
    ("wrong awarded points", Kind::Game(wrong_award)),
];

/// A checker's path as written.
type Leg = (u8, u8);

/// Returns a play that was made: the board, the roll and the legs.
fn made(told: &Told) -> Option<(Board, Roll, Vec<Leg>)> {
    let Happening::Played { roll, play } = told.happening else { return None };
    Some((*told.before.board(), roll, legs(&play)))
}

fn legs(play: &Play) -> Vec<Leg> {
    play.steps().iter().map(|step| (step.from(), step.to())).collect()
}

/// Returns the dice that legs of a single step use (if two would do when bearing off, either).
fn dice_of(roll: Roll, legs: &[Leg]) -> Vec<u8> {
    let (high, low) = (roll.high().pips(), roll.low().pips());
    let fits = |die: u8, leg: &Leg| leg.0.saturating_sub(die) == leg.1;
    match *legs {
        [a, b] if !roll.is_doublet() => {
            if fits(high, &a) && fits(low, &b) {
                vec![high, low]
            } else {
                vec![low, high]
            }
        }
        [a] if !roll.is_doublet() => vec![if fits(high, &a) { high } else { low }],
        _ => vec![high; legs.len()],
    }
}

/// Makes single steps one after the other, if each of them is legal.
fn make(board: &Board, legs: &[Leg], dice: &[u8]) -> Option<reference::Lanes> {
    legs.iter().zip(dice).try_fold(*board.lanes(), |lanes, (leg, &die)| {
        reference::step(lanes, usize::from(leg.0), usize::from(die))
    })
}

/// Returns all elements except one.
fn others<T: Copy>(all: &[T], without: usize) -> Vec<T> {
    all.iter().enumerate().filter(|(i, _)| *i != without).map(|(_, item)| *item).collect()
}

fn pick<T: Copy>(items: &[T], random: &mut Random) -> Option<T> {
    if items.is_empty() { None } else { Some(items[random.below(items.len())]) }
}

/// Returns `true` if legs move the mover's checkers like some legal play: then they aren't an error.
fn is_legal(board: &Board, roll: Roll, legs: &[Leg]) -> bool {
    let own = |lanes: &reference::Lanes| -> Vec<i8> { lanes[..27].iter().map(|n| (*n).max(0)).collect() };
    let mut wanted = own(board.lanes());
    for leg in legs {
        wanted[usize::from(leg.0)] -= 1;
        wanted[if leg.1 == 0 { Board::OFF } else { usize::from(leg.1) }] += 1;
    }
    let plays = legal_plays(board, roll);
    plays.iter().any(|(_, after)| own(after.lanes()) == wanted) || (plays.is_empty() && legs.is_empty())
}

/// Replaces a cell by a text.
fn replace(base: &Base, told: &Told, text: String) -> Game {
    let mut game = base.record.games[told.game].clone();
    game.cells[told.cell].text = text;
    game
}

/// Replaces a play by legs, in a random order; the error is that of the leg `wrong`, or of the play as a
/// whole.
fn write_legs(
    base: &Base,
    told: &Told,
    mut legs: Vec<Leg>,
    mut wrong: Option<usize>,
    code: Code,
    random: &mut Random,
) -> Option<Planted> {
    let (board, roll, _) = made(told)?;
    if legs.is_empty() || is_legal(&board, roll, &legs) {
        return None;
    }
    // The step that is too many is the last one.
    if code != Code::PlayTooMany && random.below(2) == 0 {
        legs.reverse();
        wrong = wrong.map(|wrong| legs.len() - 1 - wrong);
    }
    let cell = &base.record.games[told.game].cells[told.cell].text;
    let as_written = cell[..2].parse() == Ok(roll);
    let mut text = if as_written { format!("{}:", &cell[..2]) } else { format!("{roll}:") };
    let mut starts = Vec::new();
    for leg in &legs {
        text.push(' ');
        starts.push(text.len());
        let _ = write!(text, "{}/{}", leg.0, leg.1);
    }
    let place = Place::Cell(told.cell, starts[wrong.unwrap_or(0)]);
    Some(Planted { game: told.game, changed: replace(base, told, text), place, code })
}

/// A leg ends at a distance that no dice make.
fn wrong_pips(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let (_, roll, mut legs) = made(told)?;
    let (a, b) = (roll.high().pips(), roll.low().pips());
    let sums = if a == b { vec![a, 2 * a, 3 * a, 4 * a] } else { vec![a, b, a + b] };
    let wrong = random.below(legs.len().max(1));
    let from = legs.get(wrong)?.0;
    let ends: Vec<u8> = (1..from).filter(|to| from - to <= 12 && !sums.contains(&(from - to))).collect();
    legs[wrong].1 = pick(&ends, random)?;
    write_legs(base, told, legs, Some(wrong), Code::PlayWrongPips, random)
}

/// The last step is left out.
fn half_play(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let (_, _, mut legs) = made(told)?;
    let keep = 1 + random.below(legs.len().checked_sub(1).filter(|&n| n > 0)?);
    legs.truncate(keep);
    write_legs(base, told, legs, None, Code::PlayIncomplete, random)
}

/// Plants an error with a different roll: what follows can't fit any more, so this is only for errors that
/// make the position unsure. Rare errors find their places this way.
fn rerolled(
    told: &Told,
    random: &mut Random,
    mut plant: impl FnMut(&Told, &mut Random) -> Option<Planted>,
) -> Option<Planted> {
    let first = random.below(Roll::ALL.len());
    (0..Roll::ALL.len()).find_map(|i| {
        let roll = Roll::ALL[(first + i) % Roll::ALL.len()];
        let play = legal_plays(told.before.board(), roll).first()?.0;
        if roll.is_doublet() && told.before.is_first_turn() {
            return None;
        }
        made(told)?;
        plant(&Told { happening: Happening::Played { roll, play }, ..told.clone() }, random)
    })
}

/// One die is played so that the other can't be, though both could.
fn both_dice(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    rerolled(told, random, |told, random| one_of_both_dice(base, told, random))
}

fn one_of_both_dice(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let (board, roll, full) = made(told)?;
    let (high, low) = (roll.high().pips(), roll.low().pips());
    if full.len() != 2 || high == low {
        return None;
    }
    let mut halves = Vec::new();
    for (die, other) in [(high, low), (low, high)] {
        for from in 1..=25u8 {
            let Some(after) = reference::step(*board.lanes(), from.into(), die.into()) else { continue };
            if (1..=25).all(|next| reference::step(after, next, other.into()).is_none()) {
                halves.push((from, from.saturating_sub(die)));
            }
        }
    }
    let half = pick(&halves, random)?;
    write_legs(base, told, vec![half], None, Code::PlayIncomplete, random)
}

/// The smaller die is played where only one can be, and the larger one could.
fn smaller_die(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    rerolled(told, random, |told, random| smaller_of_both_dice(base, told, random))
}

fn smaller_of_both_dice(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let (board, roll, legs) = made(told)?;
    let (high, low) = (roll.high().pips(), roll.low().pips());
    if legs.len() != 1 || high == low || dice_of(roll, &legs) != [high] {
        return None;
    }
    let steps = |from: &u8| reference::step(*board.lanes(), usize::from(*from), low.into()).is_some();
    let from = pick(&(1..=25).filter(steps).collect::<Vec<u8>>(), random)?;
    // Bearing off with either die is the same play.
    let leg = (from, from.saturating_sub(low));
    write_legs(base, told, vec![leg], None, Code::PlayLargerDie, random)
}

/// The replacement of one step of a play, with the rest still legal.
struct Replaced {
    board: Board,
    roll: Roll,
    legs: Vec<Leg>,
    wrong: usize,
    /// The die of the step.
    die: u8,
    /// The board after the other steps.
    rest: reference::Lanes,
}

fn replaced(told: &Told, random: &mut Random) -> Option<Replaced> {
    let (board, roll, legs) = made(told)?;
    let wrong = random.below(legs.len().max(1));
    let dice = dice_of(roll, &legs);
    let rest = make(&board, &others(&legs, wrong), &others(&dice, wrong))?;
    Some(Replaced { board, roll, wrong, die: *dice.get(wrong)?, rest, legs })
}

/// A checker lands on a point that the opponent holds.
fn blocked_point(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let Replaced { board, mut legs, wrong, die, rest, .. } = replaced(told, random)?;
    let lanes = board.lanes();
    let starts = |from: &u8| {
        let lane = usize::from(*from);
        let on_bar = rest[Board::BAR] > 0;
        lanes[lane] > 0
            && rest[lane] > 0
            && *from > die
            && lanes[lane - usize::from(die)] < -1
            && on_bar == (lane == Board::BAR)
    };
    let from = pick(&(1..=25).filter(starts).collect::<Vec<u8>>(), random)?;
    legs[wrong] = (from, from - die);
    write_legs(base, told, legs, Some(wrong), Code::PlayBlocked, random)
}

/// A checker goes with both dice over points that the opponent holds.
fn blocked_on_the_way(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let (board, roll, legs) = made(told)?;
    let (high, low) = (roll.high().pips(), roll.low().pips());
    let lanes = board.lanes();
    if legs.len() != 2 || high == low || lanes[Board::BAR] > 1 {
        return None;
    }
    let held = |lane: u8| lanes[usize::from(lane)] < -1;
    let starts = |from: &u8| {
        *from > high + low
            && lanes[usize::from(*from)] > 0
            && held(from - high)
            && held(from - low)
            && !held(from - high - low)
            && (lanes[Board::BAR] == 0 || usize::from(*from) == Board::BAR)
    };
    let from = pick(&(1..=25).filter(starts).collect::<Vec<u8>>(), random)?;
    write_legs(base, told, vec![(from, from - high - low)], Some(0), Code::PlayBlocked, random)
}

/// A step starts from a point without the mover's checkers.
fn empty_point(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let Replaced { board, mut legs, wrong, die, rest, .. } = replaced(told, random)?;
    let starts = |from: &u8| {
        let lane = usize::from(*from);
        board.lanes()[lane] <= 0
            && rest[lane] <= 0
            && *from > die
            && board.lanes()[lane - usize::from(die)] >= -1
    };
    let from = pick(&(1..=24).filter(starts).collect::<Vec<u8>>(), random)?;
    legs[wrong] = (from, from - die);
    // Of several legs from the same point, any could be the one too many.
    if others(&legs, wrong).iter().any(|leg| leg.0 == from) {
        return None;
    }
    write_legs(base, told, legs, Some(wrong), Code::PlayNoChecker, random)
}

/// Returns the legs that a play could have if no checker were on the bar.
fn without_bar(board: &Board, dice: &[u8], random: &mut Random) -> Option<Vec<Leg>> {
    let mut lanes = *board.lanes();
    lanes[Board::BAR] = 0;
    let mut legs = Vec::new();
    for &die in dice {
        let starts =
            |from: &u8| *from > die && reference::step(lanes, usize::from(*from), die.into()).is_some();
        let from = pick(&(1..=24).filter(starts).collect::<Vec<u8>>(), random)?;
        lanes = reference::step(lanes, from.into(), die.into())?;
        legs.push((from, from - die));
    }
    Some(legs)
}

/// Other checkers move while one is on the bar.
fn bar_ignored(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let (board, roll, _) = made(told)?;
    if !board.is_on_bar() {
        return None;
    }
    let mut dice = vec![roll.high().pips(); usize::from(roll.steps())];
    dice[1] = roll.low().pips();
    dice.truncate(1 + random.below(dice.len()));
    let legs = without_bar(&board, &dice, random)?;
    // Every leg is wrong: the first to be made is that of the rearmost checker, which stands first
    // whichever way they are written.
    let mut legs = legs;
    legs.sort_by_key(|leg| std::cmp::Reverse(leg.0));
    let rearmost = legs[0];
    let mut planted = write_legs(base, told, legs, Some(0), Code::PlayBar, random)?;
    let text = &planted.changed.cells[told.cell].text;
    let place = text.split(' ').find(|leg| leg.starts_with(&format!("{}/", rearmost.0)))?;
    planted.place = Place::Cell(told.cell, place.as_ptr() as usize - text.as_ptr() as usize);
    Some(planted)
}

/// One checker enters, another one stays on the bar while a third one moves.
fn second_on_bar(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let Replaced { board, mut legs, wrong, die, rest, .. } = replaced(told, random)?;
    if rest[Board::BAR] <= 0 || legs.len() != 2 || board.lanes()[Board::BAR] < 2 {
        return None;
    }
    let mut free = rest;
    free[Board::BAR] = 0;
    let starts = |from: &u8| {
        *from > die
            && board.lanes()[usize::from(*from)] > 0
            && reference::step(free, usize::from(*from), die.into()).is_some()
    };
    let from = pick(&(1..=24).filter(starts).collect::<Vec<u8>>(), random)?;
    legs[wrong] = (from, from - die);
    write_legs(base, told, legs, Some(wrong), Code::PlayBar, random)
}

/// A checker is borne off while another one is outside the home board.
fn early_bear_off(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let Replaced { mut legs, wrong, die, rest, .. } = replaced(told, random)?;
    if rest[Board::BAR] > 0 || (7..=24).all(|lane| rest[lane] <= 0) {
        return None;
    }
    let starts: Vec<u8> = (1..=die.min(6)).filter(|from| rest[usize::from(*from)] > 0).collect();
    legs[wrong] = (pick(&starts, random)?, 0);
    write_legs(base, told, legs, Some(wrong), Code::PlayBearOffEarly, random)
}

/// A larger die than needed bears off a checker that isn't the rearmost one.
fn higher_bear_off(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let Replaced { roll, mut legs, wrong, die, rest, board } = replaced(told, random)?;
    let rearmost = (1..=25u8).rev().find(|&lane| rest[usize::from(lane)] > 0)?;
    let dice = dice_of(roll, &legs);
    // The other steps must need just their dice, or the dice could be dealt out in another way.
    let exact = |(leg, die): (&Leg, &u8)| leg.0 - leg.1 == *die;
    if rearmost > 6 || !others(&legs, wrong).iter().zip(&others(&dice, wrong)).all(exact) {
        return None;
    }
    let starts = |from: &u8| {
        let lane = usize::from(*from);
        *from < die && *from < rearmost && rest[lane] > 0 && board.lanes()[lane] > 0
    };
    legs[wrong] = (pick(&(1..=6).filter(starts).collect::<Vec<u8>>(), random)?, 0);
    // Of two legs that read alike the second one is made with the wrong die.
    if others(&legs, wrong).contains(&legs[wrong]) {
        return None;
    }
    write_legs(base, told, legs, Some(wrong), Code::PlayBearOffHigher, random)
}

/// A leg is written the other way round.
fn backwards(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let (_, _, mut legs) = made(told)?;
    let wrong = random.below(legs.len().max(1));
    // No play goes from off or to the bar: that is a matter of notation.
    let leg = legs.get(wrong).filter(|leg| leg.0 < 25 && leg.1 > 0)?;
    legs[wrong] = (leg.1, leg.0);
    write_legs(base, told, legs, Some(wrong), Code::PlayBackwards, random)
}

/// There is one leg more than dice.
fn too_many(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let (board, roll, mut legs) = made(told)?;
    if legs.len() != usize::from(roll.steps()) {
        return None;
    }
    let after = make(&board, &legs, &dice_of(roll, &legs))?;
    let die = roll.low().pips();
    let starts = |from: &u8| reference::step(after, usize::from(*from), die.into()).is_some();
    let from = pick(&(1..=25).filter(starts).collect::<Vec<u8>>(), random)?;
    legs.push((from, from.saturating_sub(die)));
    let wrong = legs.len() - 1;
    write_legs(base, told, legs, Some(wrong), Code::PlayTooMany, random)
}

/// The number after an offer of the cube is wrong.
fn wrong_cube_value(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let Happening::Doubled { to, .. } = told.happening else { return None };
    let cell = &base.record.games[told.game].cells[told.cell].text;
    let at = cell.find(|c: char| c.is_ascii_digit())?;
    let other = pick(&[to / 2, to * 2, to * 4, to + 1, 3 * to, 0], random)?;
    let changed = replace(base, told, format!("{}{other}", &cell[..at]));
    Some(Planted { game: told.game, changed, place: Place::Cell(told.cell, at), code: Code::CubeWrongValue })
}

/// Puts a double and a take before a roll.
fn with_double(base: &Base, told: &Told, code: Code) -> Option<Planted> {
    let Happening::Played { .. } = told.happening else { return None };
    let mut changed = base.record.games[told.game].clone();
    // After a beaver a double or a take would be the answer to it.
    let answers = told.cell > 0 && changed.cells[told.cell - 1].text.contains("=>");
    if told.before.is_first_turn() || answers {
        return None;
    }
    let text = format!("Doubles => {}", told.before.cube().value * 2);
    let double = Slot { side: told.by, text, is_result: false };
    let take = Slot { side: !told.by, text: "Takes".to_owned(), is_result: false };
    changed.cells.splice(told.cell..told.cell, [double, take]);
    Some(Planted { game: told.game, changed, place: Place::Cell(told.cell, 0), code })
}

/// The opponent owns the cube.
fn not_owner(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    let owner = told.before.cube().owner == Some(!told.by);
    if owner && !told.before.is_crawford_game() { with_double(base, told, Code::CubeNotOwner) } else { None }
}

fn crawford(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    if told.before.is_crawford_game() { with_double(base, told, Code::CubeCrawford) } else { None }
}

/// The doubler's points and the cube already win the match.
fn dead_cube(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    let state = &told.before;
    let enough = state.score().points[told.by] + state.cube().value >= base.length;
    let dead = !base.is_money && enough && state.cube().is_available_to(told.by);
    if dead && !state.is_crawford_game() { with_double(base, told, Code::CubeDead) } else { None }
}

/// A player takes although there is no offer, and rolls.
fn take_without_double(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    let mut planted = with_double(base, told, Code::CubeNoDouble)?;
    planted.changed.cells.remove(told.cell);
    planted.changed.cells[told.cell].side = told.by;
    Some(planted)
}

/// A double is left out, and the take is still there: the error is the empty cell.
fn double_left_out(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    let Happening::Doubled { beaver: false, .. } = told.happening else { return None };
    let mut changed = base.record.games[told.game].clone();
    let row = base.places[told.game].row_of[told.cell]?;
    changed.cells.remove(told.cell);
    if changed.cells.get(told.cell)?.text != "Takes" {
        return None;
    }
    Some(Planted { game: told.game, changed, place: Place::Row(row), code: Code::MatColumn })
}

fn beaver_in_match(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    let (Happening::Taken, Phase::ToAnswerDouble(offer)) = (told.happening, told.before.phase()) else {
        return None;
    };
    if base.is_money {
        return None;
    }
    let changed = replace(base, told, format!("Beavers => {}", 2 * offer.value));
    Some(Planted { game: told.game, changed, place: Place::Cell(told.cell, 0), code: Code::CubeBeaver })
}

/// Returns the index of a game's result, if the game proves it.
fn proven_result(base: &Base, game: usize) -> Option<usize> {
    let cells = &base.record.games[game].cells;
    let last = cells.len().checked_sub(1)?;
    (cells[last].is_result && base.ended[game].is_proven).then_some(last)
}

/// The result gives other points than the game.
fn wrong_result(base: &Base, game: usize, random: &mut Random) -> Option<Planted> {
    let cell = proven_result(base, game)?;
    let result = base.ended[game].result?;
    let needed = base.length.saturating_sub(base.ended[game].before[result.winner?]);
    // Some servers cut results; without a word on the Jacoby rule a gammon may count once.
    let allowed = [result.points, result.cube, needed, base.length];
    let others: Vec<u32> = (0..=3 * result.points + 2).filter(|points| !allowed.contains(points)).collect();
    let mut changed = base.record.games[game].clone();
    let text = &mut changed.cells[cell].text;
    let at = text.find(|c: char| c.is_ascii_digit())?;
    *text = text.replacen(&result.points.to_string(), &pick(&others, random)?.to_string(), 1);
    Some(Planted { game, changed, place: Place::Cell(cell, at), code: Code::ScoreResult })
}

/// The result is in the wrong column.
fn wrong_winner(base: &Base, game: usize, _: &mut Random) -> Option<Planted> {
    let cell = proven_result(base, game)?;
    let mut changed = base.record.games[game].clone();
    changed.cells[cell].side = !changed.cells[cell].side;
    Some(Planted { game, changed, place: Place::Cell(cell, 0), code: Code::ScoreWinner })
}

/// The score at the head of a game isn't the sum of the games before.
fn wrong_score(base: &Base, game: usize, random: &mut Random) -> Option<Planted> {
    let before = base.ended[game.checked_sub(1)?].result?;
    let side = random.below(2);
    let mut changed = base.record.games[game].clone();
    let score = changed.scores[side];
    let limit = if base.is_money { score + 9 } else { i64::from(base.length) };
    let others: Vec<i64> = (0..limit).filter(|&other| other != score).collect();
    changed.scores[side] = pick(&others, random)?;
    // In a money session every game may begin at nil all, and without a word on the Jacoby rule a
    // gammon may have counted once.
    if base.is_money && (changed.scores == [0, 0] || before.points != before.cube) {
        return None;
    }
    Some(Planted { game, changed, place: Place::Score(side), code: Code::ScoreContradiction })
}

/// The names at the head of one game are exchanged.
fn exchanged_names(base: &Base, game: usize, _: &mut Random) -> Option<Planted> {
    let mut changed = base.record.games[game].clone();
    changed.names.swap(0, 1);
    let place = Place::Names;
    (base.record.games.len() > 2).then_some(Planted { game, changed, place, code: Code::NamesChanged })
}

/// A resignation gives points that no resignation can.
fn wrong_award(base: &Base, game: usize, random: &mut Random) -> Option<Planted> {
    let cell = base.record.games[game].cells.len().checked_sub(1)?;
    let result = base.ended[game].result.filter(|result| result.ending == Ending::Resigned)?;
    let mut changed = base.record.games[game].clone();
    let text = &mut changed.cells[cell].text;
    let at = text.find(|c: char| c.is_ascii_digit())?;
    let points = 3 * result.cube + 1 + random.below(5) as u32;
    *text = text.replacen(&result.points.to_string(), &points.to_string(), 1);
    let place = Place::Cell(cell, at);
    let follows = base.is_money || points != base.length;
    (changed.cells[cell].is_result && follows).then_some(Planted {
        game,
        changed,
        place,
        code: Code::ScoreResultUnproven,
    })
}

/// A row is left out: the error is the number of the row after the gap. The first row is left alone, and so
/// is the last one: without it a game looks resigned.
fn missing_row(base: &Base, game: usize, random: &mut Random) -> Option<Planted> {
    let rows = base.places[game].rows.len();
    let row = 1 + random.below(rows.checked_sub(2).filter(|&n| n > 0)?);
    let mut changed = base.record.games[game].clone();
    changed.without = Some(row);
    Some(Planted { game, changed, place: Place::Row(row + 1), code: Code::MatRowNumber })
}

/// A row is repeated: the error is the second number.
fn repeated_row(base: &Base, game: usize, random: &mut Random) -> Option<Planted> {
    let places = &base.places[game];
    let row = random.below(places.rows.len().max(1));
    let mut changed = base.record.games[game].clone();
    let has_result = places.row_of.last()? == &Some(row) && changed.cells.last()?.is_result;
    changed.twice = Some(row);
    if has_result || places.rows.is_empty() {
        return None;
    }
    Some(Planted { game, changed, place: Place::Row(row), code: Code::MatRowNumber })
}

/// One of the dice has an impossible number.
fn wrong_dice(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let Happening::Played { .. } = told.happening else { return None };
    let mut text = base.record.games[told.game].cells[told.cell].text.clone();
    let which = random.below(2);
    text.replace_range(which..=which, pick(&["0", "7", "8", "9"], random)?);
    let changed = replace(base, told, text);
    Some(Planted { game: told.game, changed, place: Place::Cell(told.cell, 0), code: Code::MatDice })
}

/// A game is opened with a doublet and a play of it.
fn opening_doublet(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let (board, ..) = made(told)?;
    if !told.before.is_first_turn() {
        return None;
    }
    let pips = 1 + random.below(6) as u8;
    let plays = legal_plays(&board, Roll::from_pips(pips, pips)?);
    let (play, _) = pick(&plays, random).filter(|(_, after)| !after.mover_is_done())?;
    let mut text = format!("{pips}{pips}:");
    for leg in legs(&play) {
        let _ = write!(text, " {}/{}", leg.0, leg.1);
    }
    let mut planted = opening_dice(base, told, random)?;
    planted.changed.cells[told.cell].text = text;
    // After another play than the real one the game can't go on.
    planted.changed.cells.truncate(told.cell + 1);
    let result = base.record.games[told.game].cells.last().filter(|cell| cell.is_result)?;
    planted.changed.cells.push(result.clone());
    let resigned = base.ended[told.game].result.filter(|result| result.points <= 3)?;
    (resigned.cube == 1).then_some(planted)
}

/// The dice of the opening are changed to a doublet, the play stays.
fn opening_dice(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let Happening::Played { .. } = told.happening else { return None };
    if !told.before.is_first_turn() {
        return None;
    }
    let pips = 1 + random.below(6);
    let text = &base.record.games[told.game].cells[told.cell].text;
    let changed = replace(base, told, format!("{pips}{pips}{}", &text[2..]));
    let place = Place::Cell(told.cell, 0);
    Some(Planted { game: told.game, changed, place, code: Code::DiceOpeningDoublet })
}

/// The loser plays on after the end.
fn after_end(base: &Base, game: usize, random: &mut Random) -> Option<Planted> {
    let cell = proven_result(base, game)?;
    let result = base.ended[game].result?;
    let mut changed = base.record.games[game].clone();
    let next: Side = if result.ending == Ending::Passed { result.winner? } else { !result.winner? };
    let text = pick(&["31: 8/5 6/5", "66: 24/18 24/18 13/7 13/7", "42:", "Doubles => 64"], random)?;
    changed.cells.insert(cell, Slot { side: next, text: text.to_owned(), is_result: false });
    Some(Planted { game, changed, place: Place::Cell(cell, 0), code: Code::TurnAfterEnd })
}

/// Dice have no play although there are several, and the game continues.
fn left_out(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    let (board, roll, _) = made(told)?;
    let game = &base.record.games[told.game];
    let goes_on = game.cells.get(told.cell + 1).is_some_and(|next| !next.is_result);
    if legal_plays(&board, roll).len() < 2 || !goes_on {
        return None;
    }
    let changed = replace(base, told, format!("{}:", &game.cells[told.cell].text[..2]));
    Some(Planted { game: told.game, changed, place: Place::Cell(told.cell, 0), code: Code::PlayMissing })
}
