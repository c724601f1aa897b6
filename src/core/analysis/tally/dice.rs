//! Counting dice.

use crate::board::Roll;
use crate::stats::{ChiSquare, Runs, RunsTest};
use serde::{Deserialize, Serialize};

/// The number of times each roll was thrown, and how doublets follow each other.
///
/// Opening rolls are kept apart: a game never opens with a doublet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice {
    /// All rolls but the opening ones, in the order of [`Roll::ALL`].
    pub rolls: [u64; Roll::ALL.len()],
    /// The opening rolls, in the same order. Doublets among them are mistakes of a record, and no test counts
    /// them.
    pub openings: [u64; Roll::ALL.len()],
    /// The doublets among the rolls other than opening ones, in the order in which they were thrown.
    pub doublets: Runs,
}

/// A question about dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// Whether the 21 rolls come up as often as they should: doublets once in 36, others twice.
    Rolls,
    /// Whether the 15 opening rolls come up equally often.
    Openings,
    /// Whether a sixth of the rolls are doublets.
    Doublets,
    /// Whether doublets come in random order.
    Order,
}

impl Question {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rolls, Self::Openings, Self::Doublets, Self::Order];
}

/// An answer to a [`Question`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// Of a chi-square test.
    ChiSquare(ChiSquare),
    /// Of a runs test.
    Runs(RunsTest),
}

impl Answer {
    /// Returns the chance that fair dice deviate at least as much, 0 to 1.
    #[must_use]
    pub const fn p(&self) -> f64 {
        match self {
            Self::ChiSquare(test) => test.p,
            Self::Runs(test) => test.p,
        }
    }
}

impl Dice {
    /// Counts an opening roll.
    pub fn open(&mut self, roll: Roll) {
        self.openings[roll.index()] += 1;
    }

    /// Counts any other roll.
    pub fn roll(&mut self, roll: Roll) {
        self.rolls[roll.index()] += 1;
        self.doublets.push(roll.is_doublet());
    }

    /// Adds later rolls.
    pub fn append(&mut self, later: &Self) {
        let sums = [(&mut self.rolls, &later.rolls), (&mut self.openings, &later.openings)];
        for (into, from) in sums {
            into.iter_mut().zip(from).for_each(|(into, from)| *into += from);
        }
        self.doublets.append(&later.doublets);
    }

    /// Returns the number of rolls, without opening ones.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.doublets.len()
    }

    /// Returns the number of opening rolls, without doublets.
    #[must_use]
    pub fn opened(&self) -> u64 {
        opening_counts(&self.openings).iter().sum()
    }

    /// Tests the dice. `None` if there are too few rolls for the test.
    #[must_use]
    pub fn test(&self, question: Question) -> Option<Answer> {
        let chi_square = |test: Option<ChiSquare>| test.map(Answer::ChiSquare);
        match question {
            Question::Rolls => chi_square(ChiSquare::of(&self.rolls, &Roll::ALL.map(Roll::weight))),
            Question::Openings => chi_square(ChiSquare::of(&opening_counts(&self.openings), &[1; 15])),
            Question::Doublets => {
                let doublets = self.doublets.yes();
                chi_square(ChiSquare::of(&[doublets, self.total() - doublets], &[1, 5]))
            }
            Question::Order => self.doublets.test().map(Answer::Runs),
        }
    }
}

/// Returns the counts of the rolls with which a game can open.
fn opening_counts(counts: &[u64; Roll::ALL.len()]) -> [u64; 15] {
    let mut possible = Roll::ALL.iter().zip(counts).filter(|(roll, _)| !roll.is_doublet());
    std::array::from_fn(|_| possible.next().map_or(0, |(_, &count)| count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rolls_are_not_evaluated() {
        let mut dice = Dice::default();
        for round in 0..5 {
            for roll in Roll::ALL {
                for _ in 0..roll.weight() {
                    assert_eq!(dice.test(Question::Rolls), None, "{round}");
                    dice.roll(roll);
                }
            }
        }
        assert_eq!(dice.total(), 180);
        let Some(Answer::ChiSquare(test)) = dice.test(Question::Rolls) else {
            panic!("five of each doublet")
        };
        assert!(test.statistic.abs() < 1e-12 && test.degrees == 20 && (test.p - 1.0).abs() < 1e-12);
        assert_eq!(dice.test(Question::Openings), None);
    }

    #[test]
    fn opening_doublets_are_counted_and_not_tested() {
        let mut dice = Dice::default();
        for roll in Roll::ALL {
            (0..5).for_each(|_| dice.open(roll));
        }
        assert_eq!((dice.opened(), dice.total()), (75, 0));
        let Some(Answer::ChiSquare(test)) = dice.test(Question::Openings) else { panic!("five of each") };
        assert!(test.statistic.abs() < 1e-12 && test.degrees == 14);
    }
}
