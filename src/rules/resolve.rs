//! From a written play to the legal play that it means.

use super::explain::{IllegalPlay, Reason, explain};
use super::movegen::{Masks, for_each_play};
use super::{Leg, Play, Step};
use crate::board::{Board, Place, Roll};
use std::ops::ControlFlow;

/// A legal play that was found for what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The play.
    pub play: Play,
    /// The board after it, still seen by the mover.
    pub after: Board,
    /// The index of the first leg that marks a hit where none happens.
    pub spurious_hit: Option<usize>,
    /// A point on which a hit happens that no leg marks.
    pub unmarked_hit: Option<u8>,
}

/// Finds the legal play that legs mean: in any order, with steps left out (`24/13`), with or
/// without hit marks.
///
/// A checker whose way isn't written goes the way on which it hits nothing, if there is one; else
/// the only way that is legal. A play is identified by the position that it leaves.
///
/// # Errors
///
/// The first leg that makes the play illegal, and why.
pub fn resolve(board: &Board, roll: Roll, legs: &[Leg]) -> Result<Resolved, IllegalPlay> {
    let found = match direct(board, roll, legs) {
        Some(found) => found,
        None => match among_all(board, roll, legs) {
            Ok(Some(found)) => found,
            Ok(None) => return Err(explain(board, roll, legs)),
            Err(Ambiguous) => return Err(IllegalPlay { leg: None, reason: Reason::Ambiguous }),
        },
    };
    let (play, after) = found;
    let (spurious_hit, unmarked_hit) = compare_hits(board, &play, legs);
    Ok(Resolved { play, after, spurious_hit, unmarked_hit })
}

/// Makes the steps of a play, if the play is legal.
#[must_use]
pub fn apply_legal(board: &Board, roll: Roll, play: &Play) -> Option<Board> {
    let steps = play.steps();
    if steps.len() == usize::from(roll.steps()) {
        let mut legs = [Leg { from: Place::Bar, to: Place::Off, hit: false }; 4];
        for (leg, step) in legs.iter_mut().zip(steps) {
            leg.from = Place::from_number(step.from())?;
            leg.to = Place::from_number(step.to())?;
        }
        return direct(board, roll, &legs[..steps.len()]).map(|(_, after)| after);
    }
    let mut any = false;
    let found = for_each_play(board, roll, |legal, after| {
        any = true;
        let mut sorted = *legal;
        sorted.sort();
        let mut wanted = *play;
        wanted.sort();
        if sorted == wanted { ControlFlow::Break(*after) } else { ControlFlow::Continue(()) }
    });
    match found {
        ControlFlow::Break(after) => Some(after),
        ControlFlow::Continue(()) if !any && play.is_dance() => Some(*board),
        ControlFlow::Continue(()) => None,
    }
}

/// Moves the checkers as written, legal or not, as far as that is physically possible: a checker
/// stands on each leg's start, and no leg ends on a point held by the opponent.
#[must_use]
pub fn force(board: &Board, legs: &[Leg]) -> Option<Board> {
    let mut lanes = *board.lanes();
    let mut order: Vec<&Leg> = legs.iter().collect();
    order.sort_by_key(|leg| std::cmp::Reverse(leg.from.number()));
    for leg in order {
        let from = usize::from(leg.from.number());
        if leg.from == Place::Off || lanes[from] <= 0 {
            return None;
        }
        lanes[from] -= 1;
        match leg.to {
            Place::Off => lanes[Board::OFF] += 1,
            Place::Bar => return None,
            Place::Point(point) => {
                let to = usize::from(point.number());
                if lanes[to] < -1 {
                    return None;
                }
                if lanes[to] == -1 {
                    lanes[to] = 0;
                    lanes[Board::OPPONENT_BAR] -= 1;
                }
                lanes[to] += 1;
            }
        }
    }
    Some(Board::from_lanes(lanes))
}

/// The usual case without a list of plays: legs that use every die of the roll and hit nothing on
/// the way. Such a play is legal if each of its steps is, rearmost checker first: what makes a
/// step possible never depends on a step from a lower point.
fn direct(board: &Board, roll: Roll, legs: &[Leg]) -> Option<(Play, Board)> {
    let (high, low) = (roll.high().pips(), roll.low().pips());
    if roll.is_doublet() {
        let mut steps = Way::new();
        for leg in legs {
            let to = leg.to.number();
            let mut at = leg.from.number();
            while at > to {
                let next = at.saturating_sub(high);
                steps.push(at, next, high, next == to)?;
                at = next;
            }
            if at != to {
                return None;
            }
        }
        return if steps.len == 4 { steps.walk(board) } else { None };
    }
    match *legs {
        [leg] => {
            let one_way = |first: u8, second: u8| {
                let (from, to) = (leg.from.number(), leg.to.number());
                let middle = from.checked_sub(first).filter(|&middle| middle > to)?;
                let mut steps = Way::new();
                steps.push(from, middle, first, false)?;
                steps.push(middle, middle.saturating_sub(second), second, true)?;
                if middle.saturating_sub(second) == to { steps.walk(board) } else { None }
            };
            one_way(high, low).or_else(|| one_way(low, high))
        }
        [a, b] => {
            let both = |die_a: u8, die_b: u8| {
                let mut steps = Way::new();
                for (leg, die) in [(a, die_a), (b, die_b)] {
                    let (from, to) = (leg.from.number(), leg.to.number());
                    if from.saturating_sub(die) != to {
                        return None;
                    }
                    steps.push(from, to, die, true)?;
                }
                steps.walk(board)
            };
            both(high, low).or_else(|| both(low, high))
        }
        _ => None,
    }
}

/// Up to four steps on their way through [`direct`].
struct Way {
    /// From, to, die, and whether the place of landing was written.
    steps: [(u8, u8, u8, bool); 4],
    len: usize,
}

impl Way {
    const fn new() -> Self {
        Self { steps: [(0, 0, 0, false); 4], len: 0 }
    }

    fn push(&mut self, from: u8, to: u8, die: u8, written: bool) -> Option<()> {
        *self.steps.get_mut(self.len)? = (from, to, die, written);
        self.len += 1;
        Some(())
    }

    /// Makes the steps, rearmost checker first, if all are legal and hits happen only where a
    /// landing was written.
    fn walk(&mut self, board: &Board) -> Option<(Play, Board)> {
        let steps = &mut self.steps[..self.len];
        // Insertion sort: at most four steps, mostly in order.
        for i in 1..steps.len() {
            let mut j = i;
            while j > 0 && steps[j - 1].0 < steps[j].0 {
                steps.swap(j - 1, j);
                j -= 1;
            }
        }
        let written = |place: u8| steps.iter().any(|step| step.1 == place && step.3);
        let mut board = *board;
        let mut masks = Masks::of(&board);
        let mut play = Play::DANCE;
        for &(from, to, die, named) in &*steps {
            if masks.sources(die) & (1 << from) == 0 {
                return None;
            }
            if masks.is_blot(to) && !named && !written(to) {
                return None;
            }
            board = masks.step(&board, from, die);
            play.push(Step::new(from, to));
        }
        Some((play, board))
    }
}

/// Two legal plays with different results fit what was written.
struct Ambiguous;

/// The general case: looks through all legal plays.
fn among_all(board: &Board, roll: Roll, legs: &[Leg]) -> Result<Option<(Play, Board)>, Ambiguous> {
    if legs.len() > usize::from(roll.steps()) {
        return Ok(None);
    }
    if let Some(expected) = force(board, legs) {
        let exact = for_each_play(board, roll, |play, after| {
            if *after == expected { ControlFlow::Break(*play) } else { ControlFlow::Continue(()) }
        });
        if let ControlFlow::Break(play) = exact {
            return Ok(Some((play, expected)));
        }
    }
    let Some(wanted) = own_checkers_after(board, legs) else { return Ok(None) };
    let mut found = None;
    let several = for_each_play(board, roll, |play, after| {
        if own_checkers(after) != wanted {
            return ControlFlow::Continue(());
        }
        match found.replace((*play, *after)) {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    });
    if several.is_break() { Err(Ambiguous) } else { Ok(found) }
}

/// The mover's checkers on each lane.
fn own_checkers(board: &Board) -> [i8; 27] {
    std::array::from_fn(|lane| board.lanes()[lane].max(0))
}

/// The mover's checkers on each lane once the legs have been made, whatever they hit.
fn own_checkers_after(board: &Board, legs: &[Leg]) -> Option<[i8; 27]> {
    let mut lanes = own_checkers(board);
    for leg in legs {
        let to = if leg.to == Place::Off { Board::OFF } else { usize::from(leg.to.number()) };
        lanes[usize::from(leg.from.number())] -= 1;
        lanes[to] += 1;
    }
    lanes.iter().all(|&count| count >= 0).then_some(lanes)
}

/// Compares the hits that happen with those that are marked.
fn compare_hits(board: &Board, play: &Play, legs: &[Leg]) -> (Option<usize>, Option<u8>) {
    let is_hit = |place: u8| {
        place != 0
            && board.lanes()[usize::from(place)] == -1
            && play.steps().iter().any(|step| step.to() == place)
    };
    let spurious = legs.iter().position(|leg| leg.hit && !is_hit(leg.to.number()));
    let marked = |place: u8| legs.iter().any(|leg| leg.hit && leg.to.number() == place);
    let unmarked = play.steps().iter().map(|step| step.to()).find(|&to| is_hit(to) && !marked(to));
    (spurious, unmarked)
}
