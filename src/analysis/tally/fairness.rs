//! All tests of the dice of an archive together.

use super::{Answer, Counts, Question, Tally};
use crate::stats::holm;

/// The tests of all dice for which there are enough rolls, corrected for their number.
#[derive(Clone, Debug, PartialEq)]
pub struct Fairness<'a> {
    /// The tests: those of the archive first, then those of its sources, then those of its players; each in the order
    /// of names and of [`Question::ALL`].
    pub tests: Vec<Test<'a>>,
    /// The level below which a chance counts as a finding, 0 to 1.
    pub alpha: f64,
}

/// One test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test<'a> {
    /// Whose dice.
    pub scope: Scope<'a>,
    /// What was asked.
    pub question: Question,
    /// The answer.
    pub answer: Answer,
    /// The chance of the answer corrected by Holm's method for the number of tests, 0 to 1.
    pub corrected: f64,
}

/// Of whom or what something is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope<'a> {
    /// The whole archive.
    All,
    /// A source.
    Source(&'a str),
    /// A player.
    Player(&'a str),
}

impl<'a> Fairness<'a> {
    /// Tests the dice of the archive, of each source if there are several, and of each player.
    ///
    /// Under fair dice the chance that any test falls below `alpha` after the correction is at most `alpha`.
    #[must_use]
    pub fn of(tally: &'a Tally, alpha: f64) -> Self {
        let mut tests = Vec::new();
        for (scope, counts) in scopes(tally) {
            for question in Question::ALL {
                if let Some(answer) = counts.dice.test(question) {
                    tests.push(Test { scope, question, answer, corrected: 1.0 });
                }
            }
        }
        let chances: Vec<f64> = tests.iter().map(|test| test.answer.p()).collect();
        for (test, corrected) in tests.iter_mut().zip(holm(&chances)) {
            test.corrected = corrected;
        }
        Self { tests, alpha }
    }

    /// Returns the tests that fail after the correction.
    pub fn found(&self) -> impl Iterator<Item = &Test<'a>> {
        self.tests.iter().filter(|test| test.corrected < self.alpha)
    }

    /// Returns how many tests would fail without the correction.
    #[must_use]
    pub fn uncorrected(&self) -> usize {
        self.tests.iter().filter(|test| test.answer.p() < self.alpha).count()
    }

    /// Returns a test, if it was done.
    #[must_use]
    pub fn test(&self, scope: Scope<'_>, question: Question) -> Option<&Test<'a>> {
        let place = self.tests.binary_search_by(|test| (test.scope, test.question).cmp(&(scope, question)));
        place.ok().map(|place| &self.tests[place])
    }
}

/// What is told of whom, the archive first. One source alone is the archive.
fn scopes(tally: &Tally) -> impl Iterator<Item = (Scope<'_>, &Counts)> {
    let several = tally.sources.len() > 1;
    let sources = tally.sources.iter().filter(move |_| several);
    let sources = sources.map(|(name, counts)| (Scope::Source(name), counts));
    let players = tally.players.iter().map(|(name, counts)| (Scope::Player(name), counts));
    [(Scope::All, &tally.all)].into_iter().chain(sources).chain(players)
}
