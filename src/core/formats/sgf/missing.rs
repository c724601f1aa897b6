//! Facts about the match that one tree lacks, although the trees beside it have them.

use super::cut;
use super::parse::Reader;
use crate::diag::{self, Code, Diagnostic, Severity, Span};

/// The facts in a root that a program writes in every tree or in none: those of `MI`, and the rules.
pub(super) const FACTS: [&str; 5] = ["length", "game", "ws", "bs", "RU"];
/// The facts as they begin in a root.
pub(super) const WRITTEN: [&str; FACTS.len()] = ["length:", "game:", "ws:", "bs:", "RU["];
/// The number of facts in `MI`.
pub(super) const OF_MATCH: usize = 4;
/// The places of the length, the scores and the rules.
const LENGTH: usize = 0;
const SCORES: [usize; 2] = [2, 3];
const RULES: usize = 4;

/// For each of the [facts](FACTS) whether a root contains it.
pub(super) type Stated = [bool; FACTS.len()];

/// The facts in the roots so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Earlier {
    /// Those of the root before.
    last: Stated,
    /// Those of every root.
    all: Stated,
}

impl Reader<'_> {
    /// Reports facts of the match that a root lacks: `stated` are those that it has. A missing length of the first game
    /// is reported elsewhere.
    pub(super) fn report_missing(&mut self, stated: Stated, place: Span) {
        let earlier = self.earlier;
        let all =
            earlier.map_or(stated, |earlier| std::array::from_fn(|fact| earlier.all[fact] && stated[fact]));
        self.earlier = Some(Earlier { last: stated, all });
        let has_one_score = stated[SCORES[0]] != stated[SCORES[1]];
        let is_alone = |fact: usize| has_one_score && SCORES.contains(&fact);
        let may_lack = |fact: &usize| {
            let is_known = earlier.map_or(stated[LENGTH], |earlier| earlier.last[*fact]);
            !stated[*fact] && (is_known || is_alone(*fact))
        };
        let mut lacking: Vec<usize> = (0..FACTS.len()).filter(may_lack).collect();
        if lacking.is_empty() || self.is_at_end() {
            return;
        }
        let next = cut::stated_next(self.text, self.game.heading.start as usize);
        // Two trees may differ on purpose, unless their program states the facts in each.
        let is_usual = self.record.games.len() > 1 || self.is_by_gnu_backgammon();
        let is_elsewhere = |fact: usize| match (earlier, next) {
            (_, Some(next)) => next[fact],
            (Some(earlier), None) => fact != RULES && earlier.all[fact] && is_usual,
            (None, None) => false,
        };
        // Another value, whose bracket is missing, may contain it.
        let root = self.text.get(self.game.heading.start as usize..self.at).unwrap_or_default();
        let is_unread = |fact: usize| root.contains(WRITTEN[fact]);
        lacking.retain(|&fact| (is_elsewhere(fact) || is_alone(fact)) && !is_unread(fact));
        if lacking.is_empty() {
            return;
        }
        let of_match = lacking.iter().filter(|fact| **fact < OF_MATCH).count();
        let mut words: Vec<String> = Vec::new();
        if of_match == OF_MATCH {
            words.push("`MI`".to_owned());
        }
        let others = lacking.iter().filter(|fact| **fact >= OF_MATCH || of_match < OF_MATCH);
        words.extend(others.map(|&fact| match fact {
            RULES => "`RU`".to_owned(),
            fact => format!("`{}:`", FACTS[fact]),
        }));
        let model = if lacking.iter().any(|&fact| is_elsewhere(fact)) {
            "the games beside it have"
        } else {
            "for the other player"
        };
        let label = format!("expected {}, as {model}", words.join(" and "));
        let finding = Diagnostic::new(Code::RecordValue, place, "facts of the match are missing");
        diag::keep(&mut self.diagnostics, finding.severity(Severity::Warning).label(label));
    }
}
