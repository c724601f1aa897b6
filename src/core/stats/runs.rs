//! Runs: whether events come in clusters, or alternate too much.

use super::chi_square;
use serde::{Deserialize, Serialize};

/// A sequence of yes and no, reduced to the counts that the runs test and the longest streak need.
///
/// It has a fixed size, and two parts of a sequence can be joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Runs {
    yes: u64,
    no: u64,
    number: u64,
    first: bool,
    last: bool,
    longest: u64,
    /// The number of yes at the beginning and at the end of the sequence.
    head: u64,
    tail: u64,
}

/// The result of a runs test.
///
/// Source: Abraham Wald, Jacob Wolfowitz, "On a test whether two samples are from the same population",
/// Annals of Mathematical Statistics, 1940; the normal approximation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunsTest {
    /// The number of runs.
    pub runs: u64,
    /// The expected number for the same counts of yes and no in random order.
    pub expected: f64,
    /// The deviation in standard deviations: negative for fewer and longer runs.
    pub z: f64,
    /// The chance of a deviation at least this large in either direction if the order is random, 0 to 1.
    pub p: f64,
}

impl Runs {
    /// The least number of each kind for the normal approximation.
    pub const LEAST: u64 = 10;

    /// Adds an element at the end.
    pub fn push(&mut self, yes: bool) {
        self.append(&Self {
            yes: u64::from(yes),
            no: u64::from(!yes),
            number: 1,
            first: yes,
            last: yes,
            longest: u64::from(yes),
            head: u64::from(yes),
            tail: u64::from(yes),
        });
    }

    /// Adds another sequence at the end.
    pub fn append(&mut self, later: &Self) {
        if later.is_empty() {
            return;
        }
        if self.is_empty() {
            *self = *later;
            return;
        }
        self.longest = self.longest.max(later.longest).max(self.tail + later.head);
        if self.no == 0 {
            self.head += later.head;
        }
        self.tail = if later.no == 0 { self.tail + later.tail } else { later.tail };
        self.number += later.number - u64::from(self.last == later.first);
        self.last = later.last;
        self.yes += later.yes;
        self.no += later.no;
    }

    /// Returns the length of the sequence.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.yes + self.no
    }

    /// Returns `true` if the sequence is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of yes.
    #[must_use]
    pub const fn yes(&self) -> u64 {
        self.yes
    }

    /// Returns the longest streak of yes.
    #[must_use]
    pub const fn longest(&self) -> u64 {
        self.longest
    }

    /// Tests the order. `None` if there are fewer than [`LEAST`](Self::LEAST) of either kind.
    #[must_use]
    pub fn test(&self) -> Option<RunsTest> {
        if self.yes < Self::LEAST || self.no < Self::LEAST {
            return None;
        }
        let (yes, no) = (self.yes as f64, self.no as f64);
        let expected = 2.0 * yes * no / (yes + no) + 1.0;
        let variance = (expected - 1.0) * (expected - 2.0) / (yes + no - 1.0);
        let z = (self.number as f64 - expected) / variance.sqrt();
        // The square of a normal number is chi-square with one degree of freedom.
        Some(RunsTest { runs: self.number, expected, z, p: chi_square::tail(z * z, 1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn runs(text: &str) -> Runs {
        let mut runs = Runs::default();
        text.chars().for_each(|c| runs.push(c == '+'));
        runs
    }

    #[test]
    fn runs_and_streaks_are_counted() {
        let some = runs("++-+++--+");
        assert_eq!((some.len(), some.yes(), some.number, some.longest()), (9, 6, 5, 3));
        assert_eq!(runs("----").longest(), 0);
        assert_eq!(Runs::default().test(), None);
        assert_eq!(runs("+++++++++-----------").test(), None);
    }

    #[test]
    fn the_test_follows_the_formula() {
        // 11 of each in 12 runs is the expectation; in 2 runs it is (2 - 12) / √(11 · 10 / 21) = -4.369 deviations.
        let sorted = runs("+++++++++++-----------").test().expect("enough");
        assert_eq!((sorted.runs, sorted.expected), (2, 12.0));
        assert!((sorted.z + 10.0 / (110.0_f64 / 21.0).sqrt()).abs() < 1e-12, "{}", sorted.z);
        assert!(sorted.p < 2e-5);
        let mixed = runs("+-+-+-+-+-++--+-++--+-").test().expect("enough");
        assert!(mixed.z > 0.0);
    }

    #[test]
    fn chances_are_those_of_the_normal_distribution() {
        // 1.959964 and 3.290527 leave 5 % and 0.1 % on both sides (the handbook, table 26.5).
        for (z, p) in [(1.959_963_985, 0.05), (3.290_526_731, 0.001)] {
            assert!((chi_square::tail(z * z, 1) / p - 1.0).abs() < 1e-8);
        }
    }

    proptest! {
        #[test]
        fn parts_put_together_are_the_whole(text in "[+-]{0,40}", cut in 0_usize..41, other in 0_usize..41) {
            let (cut, other) = (cut.min(text.len()), other.min(text.len()));
            let (first, second) = (cut.min(other), cut.max(other));
            let whole = runs(&text);
            let [a, b, c] = [&text[..first], &text[first..second], &text[second..]].map(runs);
            let (mut left, mut right) = (a, b);
            left.append(&b);
            left.append(&c);
            right.append(&c);
            let mut all = a;
            all.append(&right);
            prop_assert_eq!(left, whole);
            prop_assert_eq!(all, whole);
            let longest = text.split('-').map(str::len).max().unwrap_or(0);
            prop_assert_eq!(whole.longest(), longest as u64);
        }
    }
}
