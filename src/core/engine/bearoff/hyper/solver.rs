//! Value iteration: all positions are computed again and again until nothing changes any more.
//!
//! A sweep goes through the positions in the order of the pips of both sides together. A play takes pips off
//! unless it hits, so most positions come after those that they lead to, and use their values of the same
//! sweep. Positions with the same number of pips are computed side by side from the values before any of
//! them, so the result is the same for any number of threads.
//!
//! Each place of the cube has its own best plays: those with the best equity with the cube there. The chances
//! of the six ends are those after the plays with the best cubeless equity. Where plays are almost equally
//! good, the last bit can change which one is best, and the chances with it. So once the equities have
//! settled they stay as they are, and the sweeps continue with fixed plays until the chances have settled
//! too.

use super::places::Placement;
use super::successors::{Successors, after};
use super::{Checkers, Hyper};
use crate::board::Roll;
use crate::engine::{Chances, Class};
use crate::rules::Outcome;

/// The value of one position for the mover, with perfect play of both sides; equities in points for a cube of 1, each
/// before the mover's choice to double.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worked {
    pub(super) chances: Chances,
    /// Without a cube, owned by the mover, centred, centred under the Jacoby rule, owned by the opponent.
    pub(super) equities: [f32; 5],
}

impl Worked {
    /// Returns the value of a game that the mover has lost with this outcome.
    fn lost(outcome: Outcome) -> Self {
        let points = -f32::from(outcome.multiplier());
        Self { chances: Chances::lost(outcome), equities: [points, points, points, -1.0, points] }
    }

    /// Returns the same value from the view of the other side; only for a game that is over, as no side is on
    /// roll.
    fn over_flipped(self) -> Self {
        let [cubeless, owned, centred, jacoby, opponents] = self.equities.map(|equity| -equity);
        Self { chances: self.chances.flip(), equities: [cubeless, opponents, centred, jacoby, owned] }
    }

    /// Returns the equities of the player who has moved to this position, in the same order: from that
    /// player's view, and after the opponent's choice to double.
    #[inline]
    fn left(&self) -> [f32; 5] {
        let [cubeless, owned, centred, jacoby, opponents] = self.equities;
        // A double that is taken gives twice the equity of the opponent's cube; one that is passed, a point.
        let doubled = (2.0 * opponents).min(1.0);
        [-cubeless, -opponents, -centred.max(doubled), -jacoby.max(doubled), -owned.max(doubled)]
    }
}

/// Positions that are computed together: one placement of the mover with all placements of the opponent that
/// have this number of pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    mover: usize,
    pips: usize,
}

/// All positions and their values so far.
///
/// The caller, which owns the threads, distributes the [`Row`]s of a batch and gives back their results:
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::engine::bearoff::hyper::{Checkers, Solver};
///
/// let mut solver = Solver::new(Checkers::One);
/// loop {
///     for batch in solver.batches() {
///         let worked = batch.iter().map(|&row| solver.work(row)).collect();
///         solver.take(&batch, worked);
///     }
///     if solver.end_sweep() {
///         break;
///     }
/// }
/// let table = solver.into_table();
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    checkers: Checkers,
    /// Whether these are the last checkers of sides that have borne off others, so that no gammon can be lost.
    are_last: bool,
    placements: Vec<Placement>,
    /// The placements by their number of pips.
    by_pips: Vec<Vec<usize>>,
    positions: Vec<Worked>,
    /// The positions after each, unless there are three checkers.
    successors: Option<Successors>,
    /// The number of finished sweeps.
    sweeps: u32,
    /// The largest change of an equity and of a chance in this sweep.
    change: [f32; 2],
    /// The largest change of the last sweep, if there was one.
    last: Option<f32>,
    /// Whether the equities have settled.
    is_settled: bool,
}

impl Solver {
    /// The iteration ends when a whole sweep changes no equity by this many points, and no chance by a tenth
    /// of this.
    pub const BOUND: f32 = 1e-6;

    /// Makes a solver: games that are over have their values, all others begin at zero.
    #[must_use]
    pub fn new(checkers: Checkers) -> Self {
        Self::of(checkers, false)
    }

    /// Makes a solver of the ends of other games: both sides have borne off all checkers but these.
    #[must_use]
    pub fn of_last(checkers: Checkers) -> Self {
        Self::of(checkers, true)
    }

    fn of(checkers: Checkers, are_last: bool) -> Self {
        let placements = Placement::all(checkers);
        let count = placements.len();
        let mut by_pips = vec![Vec::new(); 25 * usize::from(checkers.number()) + 1];
        for (number, placement) in placements.iter().enumerate() {
            by_pips[placement.pips()].push(number);
        }
        let mut positions = vec![Worked::default(); count * count];
        for number in 0..count {
            let board = placements[0].board(placements[number]);
            let outcome =
                board.as_ref().and_then(Outcome::of).filter(|_| !are_last).unwrap_or(Outcome::Single);
            // Placement 0 has all checkers borne off: the player who has it has won.
            positions[number] = Worked::lost(outcome).over_flipped();
            positions[number * count] = Worked::lost(outcome);
        }
        positions[0] = Worked::lost(Outcome::Single);
        let successors = (checkers < Checkers::Three).then(|| Successors::new(&placements));
        Self {
            checkers,
            are_last,
            placements,
            by_pips,
            positions,
            successors,
            sweeps: 0,
            change: [0.0; 2],
            last: None,
            is_settled: false,
        }
    }

    /// Returns the number of pairs of placements in a sweep.
    #[must_use]
    pub fn positions(&self) -> usize {
        (self.placements.len() - 1).pow(2)
    }

    /// Returns the number of pairs of placements in a row.
    #[must_use]
    pub fn len_of(&self, row: Row) -> usize {
        self.by_pips[row.pips].len()
    }

    /// Returns the number of finished sweeps.
    #[must_use]
    pub const fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// Returns the largest change in the last sweep, if there was one.
    #[must_use]
    pub const fn last_change(&self) -> Option<f32> {
        self.last
    }

    /// Returns the rows of a sweep in batches. The batches have to be taken one after the other; the rows of
    /// a batch can be computed in any order.
    #[must_use]
    pub fn batches(&self) -> Vec<Vec<Row>> {
        let most = self.by_pips.len() - 1;
        let batch = |total: usize| {
            // Neither side has 0 pips: those games are over.
            let mine = total.saturating_sub(most).max(1)..=most.min(total - 1);
            let rows = mine.flat_map(|mine| {
                self.by_pips[mine].iter().map(move |&mover| Row { mover, pips: total - mine })
            });
            rows.collect()
        };
        (2..=2 * most).map(batch).collect()
    }

    /// Computes the positions of a row from the values so far.
    #[must_use]
    pub fn work(&self, row: Row) -> Vec<Worked> {
        self.by_pips[row.pips].iter().map(|&opponent| self.position(row.mover, opponent)).collect()
    }

    /// Stores the results of the rows of a batch, in their order.
    pub fn take(&mut self, batch: &[Row], worked: Vec<Vec<Worked>>) {
        let count = self.placements.len();
        for (row, worked) in batch.iter().zip(worked) {
            for (&opponent, new) in self.by_pips[row.pips].iter().zip(worked) {
                let old = &mut self.positions[row.mover * count + opponent];
                let most = |old: &[f32], new: &[f32], most: f32| {
                    old.iter().zip(new).fold(most, |most, (old, new)| most.max((old - new).abs()))
                };
                self.change[0] = most(&old.equities, &new.equities, self.change[0]);
                self.change[1] = most(&old.chances.0, &new.chances.0, self.change[1]);
                *old = new;
            }
        }
    }

    /// Ends a sweep, and returns `true` if it was the last one.
    pub fn end_sweep(&mut self) -> bool {
        let [equity, chance] = std::mem::take(&mut self.change);
        self.sweeps += 1;
        self.last = Some(equity.max(chance));
        self.is_settled |= equity < Self::BOUND;
        self.is_settled && chance < Self::BOUND / 10.0
    }

    /// Makes a table of the values so far.
    #[must_use]
    pub fn into_table(self) -> Hyper {
        Hyper::of(self.checkers, self.are_last, &self.positions)
    }

    fn position(&self, mover: usize, opponent: usize) -> Worked {
        let count = self.placements.len();
        let Some(board) = self.placements[mover].board(self.placements[opponent]) else {
            return Worked::default();
        };
        // Without contact every following position has fewer pips, so the first sweep has found the value.
        if self.sweeps > 0 && Class::of(&board) != Class::Contact {
            return self.positions[mover * count + opponent];
        }
        let (mut equities, mut chances) = ([0.0; 5], [0.0; 6]);
        let mut weigh = |roll: Roll, places: &[u32]| {
            let mut best = [f32::NEG_INFINITY; 5];
            let mut followed = 0;
            for &place in places {
                let left = self.positions[place as usize].left();
                if left[0] > best[0] {
                    followed = place as usize;
                }
                for (best, left) in best.iter_mut().zip(left) {
                    *best = best.max(left);
                }
            }
            let weight = f64::from(roll.weight()) / 36.0;
            for (sum, best) in equities.iter_mut().zip(best) {
                *sum += weight * f64::from(best);
            }
            for (sum, chance) in chances.iter_mut().zip(self.positions[followed].chances.flip().0) {
                *sum += weight * f64::from(chance);
            }
        };
        if let Some(lists) = self.successors.as_ref().and_then(|known| known.of(mover * count + opponent)) {
            for (roll, places) in Roll::ALL.into_iter().zip(lists) {
                weigh(roll, places);
            }
        } else {
            let mut places = Vec::new();
            for roll in Roll::ALL {
                places.clear();
                after(&board, roll, [mover, opponent, count], |place| places.push(place as u32));
                weigh(roll, &places);
            }
        }
        let equities = if self.is_settled {
            self.positions[mover * count + opponent].equities
        } else {
            equities.map(|equity| equity as f32)
        };
        Worked { chances: Chances(chances.map(|chance: f64| chance as f32)), equities }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_goes_through_every_pair_of_placements_once() {
        let solver = Solver::new(Checkers::Two);
        let mut seen = vec![0; solver.positions.len()];
        for row in solver.batches().concat() {
            for &opponent in &solver.by_pips[row.pips] {
                seen[row.mover * solver.placements.len() + opponent] += 1;
            }
        }
        assert_eq!(seen.iter().sum::<usize>(), solver.positions());
        for (place, times) in seen.into_iter().enumerate() {
            let is_over = place < solver.placements.len() || place % solver.placements.len() == 0;
            assert_eq!(times, usize::from(!is_over));
        }
    }
}
