//! All tests of the dice of an archive together.

use super::{Answer, Counts, Question, Tally};
use crate::stats::holm;

/// The tests of all dice with enough rolls, corrected for the number of tests.
#[derive(Clone, Debug, PartialEq)]
pub struct Fairness<'a> {
    /// The tests: those of the archive first, then those of its sources, then those of its players; each in the order
    /// of names and of [`Question::ALL`].
    pub tests: Vec<Test<'a>>,
    /// The level below which a p-value counts as significant, 0 to 1.
    pub alpha: f64,
}

/// One test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test<'a> {
    /// The dice tested.
    pub scope: Scope<'a>,
    /// The question.
    pub question: Question,
    /// The answer.
    pub answer: Answer,
    /// The p-value corrected by Holm's method for the number of tests, 0 to 1.
    pub corrected: f64,
}

/// The dice that a test is about.
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

    /// Returns the number of tests that would fail without the correction.
    #[must_use]
    pub fn uncorrected(&self) -> usize {
        self.tests.iter().filter(|test| test.answer.p() < self.alpha).count()
    }

    /// Returns a test. `None` if it wasn't done.
    #[must_use]
    pub fn test(&self, scope: Scope<'_>, question: Question) -> Option<&Test<'a>> {
        let place = self.tests.binary_search_by(|test| (test.scope, test.question).cmp(&(scope, question)));
        place.ok().map(|place| &self.tests[place])
    }
}

/// Returns each scope with its counts, the archive first. A single source is the archive.
fn scopes(tally: &Tally) -> impl Iterator<Item = (Scope<'_>, &Counts)> {
    let several = tally.sources.len() > 1;
    let sources = tally.sources.iter().filter(move |_| several);
    let sources = sources.map(|(name, counts)| (Scope::Source(name), counts));
    let players = tally.players.iter().map(|(name, counts)| (Scope::Player(name), counts));
    [(Scope::All, &tally.all)].into_iter().chain(sources).chain(players)
}
