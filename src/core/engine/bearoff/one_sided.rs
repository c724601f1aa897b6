//! How many rolls one side needs to bear off, and to bear off its first checker.
//!
//! Each side is taken to play for the fewest rolls on average, whatever the opponent does. That is exact for
//! one side alone; in a race it is so close to the best play that the loss is mostly below a thousandth of a
//! point.

use super::Home;
use crate::board::{Board, Roll};
use crate::engine::Chances;
use crate::rules::each_result;

/// The checkers of a side.
pub(super) const MOST: u8 = 15;
/// A bound on the number of rolls: no position needs this many with a chance that counts.
pub(super) const ROLLS: usize = 32;
/// Chances below this, of 1, are left out.
const TINY: f64 = 1e-8;

/// A distribution of numbers of rolls.
type Dense = [f64; ROLLS];

/// All 54,264 positions of up to 15 checkers in the home board.
#[derive(Clone, Debug)]
pub struct OneSided {
    /// Until the last checker is off.
    all: Table,
    /// Until the first checker is off, for positions of 15 checkers and, as in hypergammon, of one to three.
    first: Table,
}

/// Distributions, one after the other, without the zeros at their ends.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) rows: Vec<Row>,
    pub(super) chances: Vec<f32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Where its chances begin.
    pub(super) start: u32,
    /// The least number of rolls.
    pub(super) least: u8,
    /// The number of its chances.
    pub(super) len: u8,
    pub(super) mean: f32,
}

impl OneSided {
    /// Computes all positions, which takes about half a second.
    #[must_use]
    pub fn build() -> Self {
        Self::build_telling(|_| {})
    }

    /// Does the same as [`Self::build`], with regular reports of progress from 0 to 1.
    #[must_use]
    pub fn build_telling(mut done: impl FnMut(f32)) -> Self {
        let all = build(Goal::All, &mut |part| done(0.8 * part));
        Self { all, first: build(Goal::First, &mut |part| done(0.8 + 0.2 * part)) }
    }

    pub(super) const fn tables(&self) -> [&Table; 2] {
        [&self.all, &self.first]
    }

    pub(super) fn of([all, first]: [Table; 2]) -> Self {
        Self { all, first }
    }

    /// Returns the mean number of rolls until the last checker is off, playing for the fewest.
    ///
    /// # Panics
    ///
    /// If there are more than 15 checkers.
    #[must_use]
    pub fn mean(&self, home: Home) -> f32 {
        self.all.row(home).mean
    }

    /// Returns the distribution of the number of rolls until the last checker is off: the least
    /// number with a chance, and the chances from there on.
    ///
    /// # Panics
    ///
    /// If there are more than 15 checkers.
    #[must_use]
    pub fn rolls(&self, home: Home) -> (usize, &[f32]) {
        self.all.distribution(home)
    }

    /// Returns the distribution of the number of rolls until the first checker of the mover is off, as
    /// [`Self::rolls`]; `None` if one is off already, a checker is outside the home board, or the table doesn't have it:
    /// it is for sides of 15 checkers, and of one to three.
    #[must_use]
    pub fn first_off(&self, board: &Board) -> Option<(usize, &[f32])> {
        let first = self.first.distribution(Home::of(board)?);
        // Without a roll nobody has borne off a checker: these rows are empty.
        (board.lanes()[Board::OFF] == 0 && first.0 > 0).then_some(first)
    }

    /// Returns the chances of a game in which both sides have all checkers in their home boards, with the
    /// mover on roll; `None` for other positions, if one side has no checker left, or if the table doesn't have when a side
    /// bears off its first checker.
    #[must_use]
    pub fn chances(&self, board: &Board) -> Option<Chances> {
        self.race(board, |_| None)
    }

    /// Does the same for races: `outside` returns the distribution of the mover's rolls if not all checkers of the mover
    /// are home, as [`Self::rolls`] does.
    pub(in crate::engine) fn race<'t>(
        &'t self,
        board: &Board,
        outside: impl Fn(&Board) -> Option<(usize, &'t [f32])>,
    ) -> Option<Chances> {
        let flipped = board.flip();
        let rolls = |board: &Board| match Home::of(board) {
            Some(home) => (home.checkers() > 0).then(|| self.rolls(home)),
            None => outside(board),
        };
        // The mover rolls first, so the same number of rolls is enough to win, but not to save a gammon.
        let (mine, theirs) = (rolls(board)?, rolls(&flipped)?);
        let win = at_least(mine, theirs, 0);
        let gammon = |winner, loser: &Board, more| {
            if loser.lanes()[Board::OFF] != 0 {
                return Some(0.0);
            }
            Some(at_least(winner, self.first_off(loser)?, more))
        };
        let (win_gammon, lose_gammon) = (gammon(mine, &flipped, 0)?, gammon(theirs, board, 1)?);
        // Rounding errors must not make a chance negative.
        let (lose, win) = ((1.0 - win - lose_gammon).max(0.0), (win - win_gammon).max(0.0));
        Some(Chances([0.0, lose_gammon, lose, win, win_gammon, 0.0]))
    }
}

/// Returns the chance that a number of rolls `b` is at least `more` larger than a number of rolls `a`.
fn at_least(a: (usize, &[f32]), b: (usize, &[f32]), more: usize) -> f32 {
    let mut sum = 0.0;
    // The chance that `b` is `n` or more, as `n` falls.
    let (mut tail, mut n) = (0.0, b.0 + b.1.len());
    for (rolls, chance) in a.1.iter().enumerate().rev() {
        let rolls = a.0 + rolls + more;
        while n > rolls && n > b.0 {
            n -= 1;
            tail += b.1[n - b.0];
        }
        sum += chance * if n <= rolls || rolls < b.0 { tail } else { 0.0 };
    }
    sum.min(1.0)
}

/// The event that ends the count of rolls.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    All,
    First,
}

fn build(goal: Goal, done: &mut dyn FnMut(f32)) -> Table {
    let count = Home::count(MOST);
    let mut builder = Builder::new(count);
    Home::for_each(MOST, |home| {
        if builder.means.len().is_multiple_of(1024) {
            done(builder.means.len() as f32 / count as f32);
        }
        let reached = match goal {
            Goal::All => home.checkers() == 0,
            Goal::First => !(1..=3).contains(&home.checkers()) && home.checkers() < MOST,
        };
        if reached {
            return builder.reached();
        }
        builder.push(&home.board(MOST), |after| {
            // The first checker is off where there are fewer: that takes no more rolls, as on the empty board.
            let next =
                Home::of(after).filter(|after| goal == Goal::All || after.checkers() == home.checkers());
            next.and_then(|after| after.index(MOST)).unwrap_or(0)
        });
    });
    builder.table()
}

/// Distributions in the making, in an order in which each roll leads to positions that come before.
pub(super) struct Builder {
    means: Vec<f64>,
    dense: Vec<Dense>,
}

impl Builder {
    /// Makes one for this many positions.
    pub(super) fn new(count: usize) -> Self {
        Self { means: Vec::with_capacity(count), dense: Vec::with_capacity(count) }
    }

    /// Adds a position in which nothing is left to do.
    pub(super) fn reached(&mut self) {
        let mut none = [0.0; ROLLS];
        none[0] = 1.0;
        self.means.push(0.0);
        self.dense.push(none);
    }

    /// Adds a position of the mover alone; `number` returns the places of those after its plays.
    pub(super) fn push(&mut self, board: &Board, number: impl Fn(&Board) -> usize) {
        let mut sum = [0.0; ROLLS];
        for roll in Roll::ALL {
            let mut best = (f64::INFINITY, 0);
            each_result(board, roll, |after| {
                let next = number(after);
                if self.means[next] < best.0 {
                    best = (self.means[next], next);
                }
            });
            let weight = f64::from(roll.weight()) / 36.0;
            for (sum, chance) in sum[1..].iter_mut().zip(&self.dense[best.1]) {
                *sum += weight * chance;
            }
        }
        self.means.push(sum.iter().enumerate().map(|(rolls, chance)| rolls as f64 * chance).sum());
        self.dense.push(sum);
    }

    pub(super) fn table(self) -> Table {
        let mut table = Table { rows: Vec::with_capacity(self.means.len()), chances: Vec::new() };
        for (mean, dense) in self.means.iter().zip(&self.dense) {
            table.push(*mean, dense);
        }
        table
    }
}

impl Table {
    fn push(&mut self, mean: f64, dense: &Dense) {
        let least = dense.iter().position(|&chance| chance > TINY).unwrap_or(0);
        let end = dense.iter().rposition(|&chance| chance > TINY).map_or(least, |last| last + 1);
        self.rows.push(Row {
            start: self.chances.len() as u32,
            least: least as u8,
            len: (end - least) as u8,
            mean: mean as f32,
        });
        self.chances.extend(dense[least..end].iter().map(|&chance| chance as f32));
    }

    fn row(&self, home: Home) -> Row {
        self.rows[home.index(MOST).expect("at most 15 checkers, as is documented")]
    }

    fn distribution(&self, home: Home) -> (usize, &[f32]) {
        self.of(self.row(home))
    }

    /// Returns the least number of rolls of a row, and the chances from there on.
    pub(super) fn of(&self, row: Row) -> (usize, &[f32]) {
        let start = row.start as usize;
        (usize::from(row.least), &self.chances[start..start + usize::from(row.len)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::LazyLock;

    static TABLE: LazyLock<OneSided> = LazyLock::new(OneSided::build);

    fn chances(mover: [u8; 6], opponent: [u8; 6]) -> Chances {
        let mut lanes = *Home(mover).board(MOST).lanes();
        let other = Home(opponent).board(MOST).flip();
        for (lane, &count) in lanes.iter_mut().zip(other.lanes()) {
            *lane += count;
        }
        TABLE.chances(&Board::from_lanes(lanes)).expect("a bear-off")
    }

    #[test]
    fn a_checker_on_the_six_point_is_off_with_27_of_36_rolls() {
        let (least, rolls) = TABLE.rolls(Home([0, 0, 0, 0, 0, 1]));
        assert_eq!(least, 1);
        assert!((rolls[0] - 27.0 / 36.0).abs() < 1e-6 && (rolls[1] - 9.0 / 36.0).abs() < 1e-6);
        assert!((TABLE.mean(Home([0, 0, 0, 0, 0, 1])) - 1.25).abs() < 1e-6);
    }

    #[test]
    fn chances_of_rolls_sum_to_one() {
        Home::for_each(MOST, |home| {
            let (_, rolls) = TABLE.rolls(home);
            assert!((rolls.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{home:?}");
        });
    }

    #[test]
    fn the_mover_who_needs_one_roll_wins() {
        let won = chances([1, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0]);
        assert_eq!(won, Chances([0.0, 0.0, 0.0, 1.0, 0.0, 0.0]));
    }

    #[test]
    fn two_checkers_against_one_win_what_the_rolls_say() {
        // Only 33, 44, 55 and 66 bear off the mover's two checkers on the 6-point at once; otherwise the
        // opponent bears off the last checker, on the 1-point.
        let race = chances([0, 0, 0, 0, 0, 2], [1, 0, 0, 0, 0, 0]);
        assert!((race.win() - 4.0 / 36.0).abs() < 1e-6, "{race:?}");
    }

    #[test]
    fn whoever_has_fifteen_checkers_can_lose_a_gammon() {
        // The mover on roll bears off before the opponent has moved.
        let won = chances([1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 15]);
        assert!((won.win_gammon() - 1.0).abs() < 1e-5, "{won:?}");
        // Here the mover rolls first: a six, 51, 42, 33 and 22 bear off a checker from the 6-point.
        let lost = chances([0, 0, 0, 0, 0, 15], [2, 0, 0, 0, 0, 0]);
        assert!((lost.lose_gammon() - 19.0 / 36.0).abs() < 1e-5, "{lost:?}");
    }

    #[test]
    fn hypergammon_has_gammons_until_a_checker_is_off() {
        let side = |home: [u8; 6], off: u8| *Home(home).board(home.iter().sum::<u8>() + off).lanes();
        let chances = |mover: [i8; Board::LANES], opponent| {
            let other = Board::from_lanes(opponent).flip();
            TABLE.chances(&Board::from_lanes(std::array::from_fn(|lane| mover[lane] + other.lanes()[lane])))
        };
        // 22, 33, 44, 55 and 66 bear off three checkers from the lowest points at once.
        let low = [1, 1, 1, 0, 0, 0];
        let race = chances(side(low, 0), side(low, 0)).expect("a bear-off");
        assert!((race.win_gammon() - 5.0 / 36.0).abs() < 1e-6, "{race:?}");
        let race = chances(side(low, 0), side(low, 12)).expect("a bear-off");
        assert!(race.win_gammon() < 1e-9, "twelve are off: {race:?}");
        // How many rolls four of four checkers need until the first one is off isn't in the table.
        assert_eq!(chances(side([4, 0, 0, 0, 0, 0], 0), side(low, 0)), None);
    }

    #[test]
    fn a_position_with_checkers_outside_is_no_bear_off() {
        assert_eq!(TABLE.chances(&Board::START), None);
    }
}
