//! Reasons why a written play is illegal: slow and exact.

use super::movegen::for_each_play;
use super::{Leg, Step};
use crate::board::{Board, Place, Roll};
use std::fmt;
use std::ops::ControlFlow;

/// The reason why a written play isn't legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct IllegalPlay {
    /// The index of the leg that breaks the rule; `None` if the whole play breaks it.
    pub leg: Option<usize>,
    /// The rule.
    pub reason: Reason,
}

/// The rule that a written play breaks. Points are the mover's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// None of the mover's checkers is on this point or on the bar.
    NoChecker(Place),
    /// Two or more opposing checkers hold this point.
    Blocked(u8),
    /// A checker is on the bar, and another one moves.
    BarFirst,
    /// A checker is borne off while another one stands on this point, outside the home board.
    BearOffEarly(Place),
    /// A checker is borne off with a larger die than needed while another stands on this point.
    BearOffHigher(u8),
    /// No die and no sum of dice has this distance.
    WrongPips(u8),
    /// The die of this distance is used by another leg.
    DieUsed(u8),
    /// The leg goes backwards, stays where it is, starts off the board or ends on the bar.
    Backwards,
    /// There are more steps than dice allow; this is the number allowed.
    TooMany(u8),
    /// Fewer dice are used than could be.
    Incomplete {
        /// The number of dice used.
        played: u8,
        /// The number of dice that some legal play uses.
        possible: u8,
    },
    /// The smaller die is played where the larger one could be, but not both.
    LargerDie(u8),
    /// The play can be made in several ways with different results.
    Ambiguous,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: u8| if n == 1 { "die" } else { "dice" };
        match *self {
            Self::NoChecker(Place::Bar) => f.write_str("there is no checker on the bar"),
            Self::NoChecker(place) => write!(f, "there is no checker on the {place}-point"),
            Self::Blocked(point) => write!(f, "the {point}-point is held by the opponent"),
            Self::BarFirst => f.write_str("the checker on the bar must enter first"),
            Self::BearOffEarly(Place::Bar) => f.write_str("a checker is still on the bar"),
            Self::BearOffEarly(place) => {
                write!(f, "a checker is still outside the home board, on the {place}-point")
            }
            Self::BearOffHigher(point) => {
                write!(f, "the die is larger than needed and a checker is still on the {point}-point")
            }
            Self::WrongPips(distance) => {
                let pips = if distance == 1 { "pip" } else { "pips" };
                write!(f, "no die of the roll moves a checker {distance} {pips}")
            }
            Self::DieUsed(die) => write!(f, "the {die} of the roll is played already"),
            Self::Backwards => f.write_str("checkers move from higher points to lower ones"),
            Self::TooMany(allowed) => {
                write!(f, "the play has more steps than the {allowed} that the roll allows")
            }
            Self::Incomplete { played, possible } => {
                write!(f, "{played} {} played where {possible} can be", plural(played))
            }
            Self::LargerDie(die) => {
                write!(f, "only one die can be played, and it must be the larger one, the {die}")
            }
            Self::Ambiguous => f.write_str("the play can be made in ways with different results"),
        }
    }
}

/// Returns the reason why legs aren't a legal play of this roll.
///
/// The result only has a meaning if [`resolve`](super::resolve::resolve) finds no play; for a legal play it
/// is [`Reason::Ambiguous`].
#[must_use]
pub fn explain(board: &Board, roll: Roll, legs: &[Leg]) -> IllegalPlay {
    if let Some(leg) = legs.iter().position(|leg| leg.to.number() >= leg.from.number()) {
        return IllegalPlay { leg: Some(leg), reason: Reason::Backwards };
    }
    if legs.len() > usize::from(roll.steps()) {
        return IllegalPlay { leg: Some(usize::from(roll.steps())), reason: Reason::TooMany(roll.steps()) };
    }
    let dice = dice_of(roll);
    let search = Search::through(board, legs, &dice);
    if let Some(used) = search.used {
        let reason = unused_dice(board, roll, &used);
        return IllegalPlay { leg: None, reason };
    }
    let Some((_, failure)) = search.best else {
        return IllegalPlay { leg: None, reason: Reason::Ambiguous };
    };
    match leg_of_both_dice(roll, legs) {
        // It depends on the order of the legs which one is reached with too few dice.
        Some(leg) if matches!(failure.reason, Reason::TooMany(_) | Reason::WrongPips(_)) => {
            IllegalPlay { leg: Some(leg), reason: Reason::TooMany(roll.steps()) }
        }
        _ => failure,
    }
}

/// Returns the leg that takes both dice, if the other one takes one of them: together these are three steps.
fn leg_of_both_dice(roll: Roll, legs: &[Leg]) -> Option<usize> {
    let [first, second] = legs else { return None };
    let dice = [roll.high().pips(), roll.low().pips()];
    let distances = [first, second].map(|leg| leg.from.number() - leg.to.number());
    let is_both = |leg: &usize| distances[*leg] == dice[0] + dice[1] && dice.contains(&distances[1 - *leg]);
    (0..2).find(is_both).filter(|_| !roll.is_doublet())
}

/// Returns `true` if each leg can be made with dice of the roll, by legal steps.
pub(super) fn can_be_made(board: &Board, roll: Roll, legs: &[Leg]) -> bool {
    Search::through(board, legs, &dice_of(roll)).used.is_some()
}

/// Returns the dice to play: two, or four for a doublet.
fn dice_of(roll: Roll) -> Vec<u8> {
    let mut dice = vec![roll.high().pips(); usize::from(roll.steps())];
    if let Some(last) = dice.last_mut() {
        *last = roll.low().pips();
    }
    dice
}

/// Returns the reason why a play of legal steps is illegal: more dice, or the larger one, could be used.
fn unused_dice(board: &Board, roll: Roll, used: &[u8]) -> Reason {
    let mut possible = 0;
    let _ = for_each_play(board, roll, |play, _| {
        possible = play.steps().len() as u8;
        ControlFlow::Break(())
    });
    let played = used.len() as u8;
    if played < possible {
        Reason::Incomplete { played, possible }
    } else if played == 1 && used[0] == roll.low().pips() && !roll.is_doublet() {
        Reason::LargerDie(roll.high().pips())
    } else {
        Reason::Ambiguous
    }
}

/// A search through the ways to make the legs with the dice, with the step of the rearmost checker first: a
/// step's legality never depends on a step from a lower point.
struct Search<'a> {
    legs: &'a [Leg],
    /// All dice of the roll.
    dice: &'a [u8],
    /// The failure of the way that came farthest, with its rank.
    best: Option<((usize, u8), IllegalPlay)>,
    /// The dice used by a way that completed every leg.
    used: Option<Vec<u8>>,
}

impl<'a> Search<'a> {
    /// Searches from this board.
    fn through(board: &Board, legs: &'a [Leg], dice: &'a [u8]) -> Self {
        let mut search = Self { legs, dice, best: None, used: None };
        let places: Vec<u8> = legs.iter().map(|leg| leg.from.number()).collect();
        search.walk(*board.lanes(), &places, dice);
        search
    }

    /// Continues with the checkers of the legs at these places, and with these remaining dice.
    fn walk(&mut self, lanes: [i8; Board::LANES], places: &[u8], dice: &[u8]) {
        let to = |leg: usize| self.legs[leg].to.number();
        let moving = (0..places.len()).rev().filter(|&leg| places[leg] != to(leg));
        let Some(leg) = moving.max_by_key(|&leg| places[leg]) else {
            self.used = Some(self.dice_missing_from(dice));
            return;
        };
        let (at, to) = (places[leg], to(leg));
        if lanes[usize::from(at)] <= 0 {
            return self.fail(leg, places, 3, Reason::NoChecker(self.legs[leg].from));
        }
        if lanes[Board::BAR] > 0 && usize::from(at) != Board::BAR {
            return self.fail(leg, places, 3, Reason::BarFirst);
        }
        if dice.is_empty() {
            // The lowest weight: a way that uses fewer dice for the earlier legs gives a better reason.
            return self.fail(leg, places, 0, Reason::TooMany(self.dice.len() as u8));
        }
        for (i, &die) in dice.iter().enumerate() {
            let next = at.saturating_sub(die);
            if dice[..i].contains(&die) || next < to || !reaches(at - to, dice, i, to == 0) {
                continue;
            }
            match step(&lanes, at, die) {
                Err(reason) => self.fail(leg, places, 2, reason),
                Ok(after) => {
                    let (mut rest, mut moved) = (dice.to_vec(), places.to_vec());
                    rest.remove(i);
                    moved[leg] = next;
                    self.walk(after, &moved, &rest);
                    if self.used.is_some() {
                        return;
                    }
                }
            }
        }
        let distance = self.legs[leg].from.number() - to;
        let is_used = self.dice.contains(&distance) && !dice.contains(&distance);
        let reason = if is_used { Reason::DieUsed(distance) } else { Reason::WrongPips(distance) };
        self.fail(leg, places, 1, reason);
    }

    /// Keeps a failure if more legs were completed before it than before the others, or its reason is better.
    fn fail(&mut self, leg: usize, places: &[u8], weight: u8, reason: Reason) {
        let made = self.legs.iter().zip(places).filter(|(leg, place)| leg.to.number() == **place).count();
        let rank = (made, weight);
        if self.best.as_ref().is_none_or(|(best, _)| rank > *best) {
            self.best = Some((rank, IllegalPlay { leg: Some(leg), reason }));
        }
    }

    /// Returns the dice of the roll that aren't among the remaining ones.
    fn dice_missing_from(&self, left: &[u8]) -> Vec<u8> {
        let mut used = Vec::new();
        let mut rest = left.to_vec();
        for &die in self.dice {
            match rest.iter().position(|&other| other == die) {
                Some(i) => drop(rest.remove(i)),
                None => used.push(die),
            }
        }
        used
    }
}

/// Returns `true` if some of the dice, beginning with the one at `first`, add up to a distance (or exceed it,
/// when bearing off with the last one).
fn reaches(distance: u8, dice: &[u8], first: usize, off: bool) -> bool {
    let pips = dice[first];
    if pips == distance || (off && pips > distance) {
        return true;
    }
    if pips > distance {
        return false;
    }
    let mut rest = dice.to_vec();
    rest.remove(first);
    (0..rest.len()).any(|i| reaches(distance - pips, &rest, i, off))
}

/// Moves one checker by one die, or returns the rule that forbids it.
fn step(lanes: &[i8; Board::LANES], from: u8, die: u8) -> Result<[i8; Board::LANES], Reason> {
    let to = from.saturating_sub(die);
    if to > 0 {
        if lanes[usize::from(to)] < -1 {
            return Err(Reason::Blocked(to));
        }
    } else {
        let highest = (1..=25u8).rev().find(|&lane| lanes[usize::from(lane)] > 0).unwrap_or(0);
        if highest > 6 {
            return Err(Reason::BearOffEarly(Place::from_number(highest).unwrap_or(Place::Bar)));
        }
        if from < die && highest > from {
            return Err(Reason::BearOffHigher(highest));
        }
    }
    let mut after = *lanes;
    Step::new(from, to).make(&mut after);
    Ok(after)
}
