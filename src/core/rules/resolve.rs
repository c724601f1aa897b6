//! Resolution of a written play to the legal play that it means.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use barpoint::Board;
//! use barpoint::notation::play::{PlayOptions, parse};
//! use barpoint::rules::resolve::resolve;
//!
//! let written = parse(b"13/8 6/5", 0, PlayOptions::GNUBG)?;
//! let legs: Vec<_> = written.legs().map(|written| written.leg).collect();
//! let resolved = resolve(&Board::START, "51".parse()?, &legs)?;
//! assert_eq!(resolved.play().to_string(), "13/8 6/5");
//! assert!(resolve(&Board::START, "61".parse()?, &legs).is_err());
//! # Ok(())
//! # }
//! ```

use super::explain::{IllegalPlay, Reason, can_be_made, explain};
use super::movegen::{Turn, for_each_play};
use super::{Leg, Play, Step};
use crate::board::{Board, Place, Roll};
use std::ops::ControlFlow;

/// The legal play that a written one means, and the proof that it is legal: only [`resolve`] makes one, and
/// it holds for one board and one roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    before: Board,
    roll: Roll,
    play: Play,
    after: Board,
    spurious_hit: Option<usize>,
    unmarked_hit: Option<u8>,
}

impl Resolved {
    /// Returns the play.
    #[must_use]
    pub const fn play(&self) -> &Play {
        &self.play
    }

    /// Returns the board after it, still from the mover's view.
    #[must_use]
    pub const fn after(&self) -> &Board {
        &self.after
    }

    /// Returns the index of the first leg with a hit mark but no hit.
    #[must_use]
    pub const fn spurious_hit(&self) -> Option<usize> {
        self.spurious_hit
    }

    /// Returns a point with a hit that no leg marks.
    #[must_use]
    pub const fn unmarked_hit(&self) -> Option<u8> {
        self.unmarked_hit
    }

    /// Returns `true` if it proves the play legal on this board with this roll.
    #[must_use]
    pub fn is_for(&self, board: &Board, roll: Roll) -> bool {
        self.roll == roll && self.before == *board
    }
}

/// Finds the legal play that legs mean: in any order, with steps left out (`24/13`), with or without hit
/// marks.
///
/// If the way of a checker isn't written, it is the way without a hit, if there is one; else the only legal
/// way. A play is identified by the position after it.
///
/// # Errors
///
/// If the play is illegal: the first leg that makes it so, and the reason.
pub fn resolve(board: &Board, roll: Roll, legs: &[Leg]) -> Result<Resolved, IllegalPlay> {
    let (play, after) = match direct(board, roll, legs) {
        Some(found) => found,
        None => match among_all(board, roll, legs) {
            // The legs must be steps of the dice themselves: 61 is not `13/8 8/6`.
            Ok(Some(found)) if can_be_made(board, roll, legs) => found,
            Ok(_) => return Err(explain(board, roll, legs)),
            Err(Ambiguous) => return Err(IllegalPlay { leg: None, reason: Reason::Ambiguous }),
        },
    };
    let (spurious_hit, unmarked_hit) = compare_hits(board, &play, legs);
    Ok(Resolved { before: *board, roll, play, after, spurious_hit, unmarked_hit })
}

/// Makes the steps of a play; `None` if the play isn't legal.
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
        if same_steps(legal, play) { ControlFlow::Break(*after) } else { ControlFlow::Continue(()) }
    });
    match found {
        ControlFlow::Break(after) => Some(after),
        ControlFlow::Continue(()) if !any && play.is_dance() => Some(*board),
        ControlFlow::Continue(()) => None,
    }
}

/// Returns `true` if two plays have the same steps, in any order.
fn same_steps(a: &Play, b: &Play) -> bool {
    let sorted = |play: &Play| {
        let mut steps = [Step::default(); 4];
        steps[..play.steps().len()].copy_from_slice(play.steps());
        steps.sort_unstable();
        steps
    };
    sorted(a) == sorted(b)
}

/// Moves the checkers as written, legal or not; `None` if that is physically impossible: each leg needs a
/// checker at its start, and must not end on a point held by the opponent.
#[must_use]
pub fn force(board: &Board, legs: &[Leg]) -> Option<Board> {
    let mut lanes = *board.lanes();
    let mut order: Vec<&Leg> = legs.iter().collect();
    order.sort_by_key(|leg| std::cmp::Reverse(leg.from.number()));
    for leg in order {
        let (from, to) = (leg.from.number(), leg.to.number());
        let is_held = matches!(leg.to, Place::Point(_)) && lanes[usize::from(to)] < -1;
        if leg.from == Place::Off || leg.to == Place::Bar || lanes[usize::from(from)] <= 0 || is_held {
            return None;
        }
        Step::new(from, to).make(&mut lanes);
    }
    Some(Board::from_lanes(lanes))
}

/// Moves the checkers as far as GNU Backgammon follows a text: the rearmost first, up to the first leg that
/// moves back or starts from an empty place. `None` if an earlier leg ends on a point held by the opponent.
#[must_use]
pub fn follow(board: &Board, legs: &[Leg]) -> Option<Board> {
    let mut lanes = *board.lanes();
    let mut order: Vec<(u8, u8)> = legs.iter().map(|leg| (leg.from.number(), leg.to.number())).collect();
    order.sort_by_key(|&leg| std::cmp::Reverse(leg));
    for (from, to) in order {
        if from <= to || lanes[usize::from(from)] <= 0 {
            break;
        }
        if to > 0 && lanes[usize::from(to)] < -1 {
            return None;
        }
        Step::new(from, to).make(&mut lanes);
    }
    Some(Board::from_lanes(lanes))
}

/// Resolves the usual case without a list of plays: legs that use every die of the roll and hit nothing on
/// the way. Such a play is legal if each of its steps is, rearmost checker first: a step's legality never
/// depends on a step from a lower point.
fn direct(board: &Board, roll: Roll, legs: &[Leg]) -> Option<(Play, Board)> {
    let (high, low) = (roll.high().pips(), roll.low().pips());
    if roll.is_doublet() {
        let mut steps = Way::new();
        for leg in legs {
            let to = leg.to.number();
            let mut at = leg.from.number();
            if at <= to {
                return None;
            }
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

/// Up to four steps that [`direct`] is resolving.
struct Way {
    /// From, to, die, and whether the target was written.
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

    /// Makes the steps, rearmost checker first, if all are legal and hits happen only on written targets.
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
        let mut turn = Turn::<()>::new(board);
        let mut play = Play::DANCE;
        for &(from, to, die, named) in &*steps {
            if turn.masks.sources(die) >> from & 1 == 0 {
                return None;
            }
            if turn.masks.blots >> to & 1 == 1 && !named && !written(to) {
                return None;
            }
            turn = turn.step(from, die);
            play.push(Step::new(from, to));
        }
        Some((play, turn.board))
    }
}

/// Two legal plays with different results match the legs.
struct Ambiguous;

/// Resolves the general case by a search through all legal plays.
fn among_all(board: &Board, roll: Roll, legs: &[Leg]) -> Result<Option<(Play, Board)>, Ambiguous> {
    // Legs that go back and forth may lead to a legal position, but no play goes backwards.
    let backwards = legs.iter().any(|leg| leg.to.number() >= leg.from.number());
    if backwards || legs.len() > usize::from(roll.steps()) {
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

/// Returns the mover's checkers on each lane.
fn own_checkers(board: &Board) -> [i8; 27] {
    std::array::from_fn(|lane| board.lanes()[lane].max(0))
}

/// Returns the mover's checkers on each lane after the legs, ignoring hits.
fn own_checkers_after(board: &Board, legs: &[Leg]) -> Option<[i8; 27]> {
    let mut lanes = own_checkers(board);
    for leg in legs {
        let to = if leg.to == Place::Off { Board::OFF } else { usize::from(leg.to.number()) };
        lanes[usize::from(leg.from.number())] -= 1;
        lanes[to] += 1;
    }
    lanes.iter().all(|&count| count >= 0).then_some(lanes)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::play::{PlayOptions, parse};

    fn legs(text: &str) -> Vec<Leg> {
        let play = parse(text.as_bytes(), 0, PlayOptions::RECORD).expect("a play");
        play.legs().map(|leg| leg.leg).collect()
    }

    fn reason(board: &Board, roll: &str, text: &str) -> (Option<usize>, Reason) {
        let roll = roll.parse().expect("a roll");
        let illegal = resolve(board, roll, &legs(text)).expect_err("an illegal play");
        (illegal.leg, illegal.reason)
    }

    fn steps(board: &Board, roll: &str, text: &str) -> String {
        let roll = roll.parse().expect("a roll");
        format!("{:?}", resolve(board, roll, &legs(text)).expect("a legal play").play())
    }

    #[test]
    fn order_and_left_out_steps_do_not_matter() {
        let start = Board::START;
        assert_eq!(steps(&start, "31", "6/5 8/5"), "Play(8/5 6/5)");
        assert_eq!(steps(&start, "65", "24/13"), "Play(24/18 18/13)");
        assert_eq!(steps(&start, "33", "24/15 13/10"), "Play(24/21 21/18 18/15 13/10)");
        assert_eq!(steps(&Board::placed(&[(6, 1), (5, 1)], &[(1, 2)]), "65", "5/off 6/off"), "Play(6/0 5/0)");
    }

    #[test]
    fn a_way_that_is_not_written_hits_nothing_if_it_can() {
        // A blot on the 18-point: with 65 the checker can go by the 19-point instead.
        let blot = Board::placed(&[(24, 1)], &[(7, 1), (3, 2)]);
        assert_eq!(steps(&blot, "65", "24/13"), "Play(24/19 19/13)");
        let hits = resolve(&blot, "65".parse().expect("a roll"), &legs("24/18* 18/13")).expect("legal");
        assert_eq!(hits.after().theirs(Place::Bar), 1);
    }

    #[test]
    fn a_way_on_which_it_must_hit_is_found_too() {
        let blot = Board::placed(&[(24, 1)], &[(7, 1), (6, 2), (3, 2)]);
        let found = resolve(&blot, "65".parse().expect("a roll"), &legs("24/13")).expect("legal");
        assert_eq!((found.unmarked_hit(), found.after().theirs(Place::Bar)), (Some(18), 1));
        let both = Board::placed(&[(24, 1)], &[(7, 1), (6, 1), (3, 2)]);
        assert_eq!(reason(&both, "65", "24/13"), (None, Reason::Ambiguous));
    }

    #[test]
    fn a_leg_that_goes_backwards_is_illegal_whatever_position_it_leaves() {
        assert_eq!(reason(&Board::START, "11", "8/3 6/7"), (Some(1), Reason::Backwards));
    }

    #[test]
    fn hit_marks_are_compared_with_the_hits() {
        let start = Board::START;
        let marked = resolve(&start, "31".parse().expect("a roll"), &legs("8/5* 6/5")).expect("legal");
        assert_eq!(marked.spurious_hit(), Some(0));
    }

    #[test]
    fn each_rule_is_named_at_its_leg() {
        let start = Board::START;
        let point = |n| Place::from_number(n).expect("a place");
        assert_eq!(reason(&start, "31", "8/5 7/6"), (Some(1), Reason::NoChecker(point(7))));
        assert_eq!(reason(&start, "51", "24/23 24/19"), (Some(1), Reason::Blocked(19)));
        assert_eq!(reason(&start, "62", "13/7 24/21"), (Some(1), Reason::WrongPips(3)));
        assert_eq!(reason(&start, "31", "5/8 6/5"), (Some(0), Reason::Backwards));
        assert_eq!(reason(&start, "31", "8/5 6/5 6/3"), (Some(2), Reason::TooMany(2)));
        // A leg of both dice is two steps, in whatever order the legs are written.
        for (roll, legs, leg) in [
            ("31", "8/4 6/5", 0),
            ("31", "6/5 8/4", 1),
            ("31", "13/9 6/5", 0),
            ("63", "24/15 13/10", 0),
            ("31", "8/5 8/4", 1),
            ("31", "8/4 8/5", 0),
        ] {
            assert_eq!(reason(&start, roll, legs), (Some(leg), Reason::TooMany(2)), "{legs}");
        }
        assert_eq!(reason(&start, "31", "7/3 6/5"), (Some(0), Reason::NoChecker(point(7))));
        assert_eq!(reason(&start, "31", "8/5"), (None, Reason::Incomplete { played: 1, possible: 2 }));
        assert_eq!(reason(&start, "31", "24/21 13/10"), (Some(1), Reason::DieUsed(3)));
        let on_bar = Board::placed(&[(25, 1), (13, 2)], &[(6, 2)]);
        assert_eq!(reason(&on_bar, "31", "13/10 13/12"), (Some(0), Reason::BarFirst));
        assert_eq!(reason(&on_bar, "61", "bar/19 13/12"), (Some(0), Reason::Blocked(19)));
        let early = Board::placed(&[(7, 1), (6, 2)], &[(6, 2)]);
        assert_eq!(reason(&early, "61", "6/off 6/5"), (Some(0), Reason::BearOffEarly(point(7))));
        let higher = Board::placed(&[(5, 2), (4, 1)], &[(6, 2)]);
        assert_eq!(reason(&higher, "61", "4/off 5/4"), (Some(0), Reason::BearOffHigher(5)));
    }

    #[test]
    fn each_leg_has_to_be_made_of_dice_whatever_position_they_leave() {
        assert_eq!(reason(&Board::START, "61", "13/8 8/6"), (Some(0), Reason::WrongPips(5)));
    }

    #[test]
    fn a_checker_that_has_entered_waits_for_the_others_on_the_bar() {
        let two = Board::placed(&[(25, 2), (13, 3), (6, 5)], &[(6, 2)]);
        assert_eq!(reason(&two, "31", "bar/21"), (Some(0), Reason::BarFirst));
        let three = Board::placed(&[(25, 3), (13, 2)], &[(2, 1), (1, 2)]);
        assert_eq!(reason(&three, "22", "bar/21 bar/23"), (Some(0), Reason::BarFirst));
    }

    #[test]
    fn steps_are_evaluated_from_the_rearmost_checker_on_not_leg_by_leg() {
        let board = Board::placed(&[(8, 1), (7, 1)], &[(6, 2)]);
        let expected = (None, Reason::Incomplete { played: 3, possible: 4 });
        assert_eq!(reason(&board, "66", "8/off 7/1"), expected);
    }

    #[test]
    fn the_larger_die_must_be_played_if_only_one_can_be() {
        // From the 10-point both dice lead to open points, but from neither of these the other die can be
        // played.
        let board = Board::placed(&[(24, 1)], &[(12, 2)]);
        let plays = crate::rules::legal_plays(&board, "65".parse().expect("a roll"));
        assert_eq!(plays.iter().map(|(play, _)| format!("{play:?}")).collect::<Vec<_>>(), ["Play(24/18)"]);
        assert_eq!(reason(&board, "65", "24/19"), (None, Reason::LargerDie(6)));
    }
}
