//! Applying fixes to a match, round after round, until none is left.

use super::bench::{Bench, Key, Verified};
use super::search::Confirmed;
use super::{MOST_MENDED, decide, is_wanted};
use crate::analysis::rules::RulesOverride;
use crate::analysis::wanted::Wanted;
use crate::diag::{Code, Diagnostic, Edit, Fix, SourceFile};
use crate::formats::{Format, changes};
use std::borrow::Cow;

/// The most fixes that a round applies: if one of them has another outcome, all are searched for again.
const MOST_AT_ONCE: usize = 100;

/// A match with fixes applied.
#[derive(Clone, Debug)]
pub struct Mended {
    /// The text with all fixes applied.
    pub source: SourceFile,
    /// The fixes, in the order in which they were applied: the code of the finding and the fix, including the comment
    /// that marks a suggestion. Spans refer to the text at that moment. A round begins with the last place in the text.
    pub made: Vec<(Code, Fix)>,
    /// The findings on the fixed text.
    pub findings: Vec<Diagnostic>,
}

/// Applies the safe fixes to a match, and the best suggestions too if `suggested`; a comment marks each suggestion
/// where the format has comments. Only findings that are wanted are fixed; hits without a mark only if the record marks
/// its hits. Only fixes that cause no new finding are applied, so the fixed text has fewer findings and never a different
/// one, except hits without a mark. `None` if no fix can be applied.
#[must_use]
pub fn mend(
    format: &Format,
    source: &SourceFile,
    given: &RulesOverride,
    wanted: &Wanted,
    suggested: bool,
) -> Option<Mended> {
    let mut source = source.clone();
    let mut made: Vec<(Code, Fix)> = Vec::new();
    // The number of findings passed over without a fix, and the number of fixes applied when that count began.
    let (mut passed, mut before) = (0, 0);
    // A fix may only uncover the next mistake: a state is kept only if it has fewer findings than the one kept before.
    let (mut kept, mut least): (Option<Mended>, Option<[usize; 2]>) = (None, None);
    loop {
        let (bench, findings) = Bench::of(format, Cow::Borrowed(&source), given)?;
        let marks_hits = wanted.pedantic && bench.marks_hits;
        let is_fixed = |finding: &&Diagnostic| {
            let is_mark = finding.code == Code::PlayHitUnmarked;
            is_wanted(finding) && wanted.has(finding.code) && (marks_hits || !is_mark)
        };
        let fixed: Vec<&Diagnostic> = findings.iter().filter(is_fixed).collect();
        // Mistakes first: a play that is mended may uncover hits without a mark.
        let marks = fixed.iter().filter(|finding| finding.code == Code::PlayHitUnmarked).count();
        let now = [fixed.len() - marks, marks];
        if least.is_some_and(|least| now < least) {
            kept = Some(Mended { source: source.clone(), made: made.clone(), findings: findings.clone() });
        }
        least = Some(least.map_or(now, |least| least.min(now)));
        let round = Round::next(&bench, &fixed, passed, suggested);
        if round.made.is_empty() {
            // A fix of a later finding may have made one of an earlier finding possible.
            if made.len() > before {
                (passed, before) = (0, made.len());
                continue;
            }
            return kept;
        }
        passed = round.passed;
        made.extend(round.made.into_iter().rev());
        source = bench.source.edited(&round.edits).ok()?;
    }
}

/// Fixes that are applied together.
#[derive(Default)]
struct Round {
    /// The number of findings passed over without a fix.
    passed: usize,
    made: Vec<(Code, Fix)>,
    /// The edits of all fixes, in the order of their places.
    edits: Vec<Edit>,
    /// The games that the fixes change.
    changed: Vec<usize>,
    /// The first finding, and the outcome of all fixes if none affects another.
    expected: Option<(Key, Verified)>,
}

impl Round {
    /// Returns the next fixes, after `passed` findings: as many as don't affect each other, or else one.
    fn next(bench: &Bench<'_>, fixed: &[&Diagnostic], passed: usize, suggested: bool) -> Self {
        let round = Self::new(bench, fixed, passed, suggested, Confirmed::Later);
        if round.is_confirmed(bench) {
            return round;
        }
        Self::new(bench, fixed, passed, suggested, Confirmed::Now)
    }

    /// Searches for the next fix; with [`Confirmed::Later`], also for those after it, up to one that may depend on
    /// another. A suggestion is applied alone.
    fn new(
        bench: &Bench<'_>,
        fixed: &[&Diagnostic],
        passed: usize,
        suggested: bool,
        confirmed: Confirmed,
    ) -> Self {
        let mut round = Self { passed, ..Self::default() };
        for finding in fixed.iter().skip(passed) {
            let target = (finding.code, finding.primary.span.start);
            let is_changed = bench.game_at(target.1).is_some_and(|game| round.changed.contains(&game));
            if is_changed || round.passed == MOST_MENDED || round.made.len() == MOST_AT_ONCE {
                break;
            }
            let decided = decide::fixes(bench, finding, confirmed).into_iter().next();
            let wanted = decided.filter(|it| suggested || it.fix.is_safe());
            let Some((mut fix, clean)) = wanted.and_then(|it| Some((it.fix, it.clean?))) else {
                // A suggestion after it may depend on the fixes of this round.
                if suggested && !round.made.is_empty() {
                    break;
                }
                round.passed += 1;
                continue;
            };
            let is_alone = confirmed == Confirmed::Now || !fix.is_safe();
            if is_alone && !round.made.is_empty() {
                break;
            }
            let outcome = mark(bench, &mut fix, target).unwrap_or(clean);
            if round.add(bench, target, fix, outcome).is_none() || is_alone {
                break;
            }
        }
        round
    }

    /// Adds the fix of a finding. `None` if no other one can follow; it isn't added if it may depend on those before it.
    fn add(&mut self, bench: &Bench<'_>, target: Key, fix: Fix, outcome: Verified) -> Option<()> {
        let changed = outcome.changed(&bench.unedited);
        if let Some((_, expected)) = &mut self.expected {
            let is_after = self.edits.last()?.span.end < fix.edits.first()?.span.start;
            let is_free = |games: &&Vec<usize>| games.iter().all(|game| !self.changed.contains(game));
            let games = changed.as_ref().filter(|_| is_after).filter(is_free)?;
            expected.add(&outcome, &bench.unedited, games);
        } else {
            self.expected = Some((target, outcome));
        }
        self.edits.extend_from_slice(&fix.edits);
        self.made.push((target.0, fix));
        self.changed.extend(changed?);
        Some(())
    }

    /// Returns `true` if the fixes have the expected outcome in the whole match.
    fn is_confirmed(&self, bench: &Bench<'_>) -> bool {
        self.expected.as_ref().is_none_or(|(target, expected)| {
            bench.verify(&self.edits, *target).is_some_and(|outcome| outcome.agrees(expected))
        })
    }
}

/// Adds the comment that marks a suggestion, and returns the outcome. `None`, without a comment, for a safe fix, or for
/// formats without comments.
fn mark(bench: &Bench<'_>, fix: &mut Fix, target: Key) -> Option<Verified> {
    let first = fix.edits.first().filter(|_| !fix.is_safe())?;
    let words = format!("barpoint: {} (suggested, not proven)", fix.message);
    let mut edits = fix.edits.clone();
    edits.push(changes::remark(bench.format, &bench.source, first.span.start, &words)?);
    edits.sort();
    let outcome = bench.verify(&edits, target).filter(Verified::is_clean)?;
    fix.edits = edits;
    Some(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::mat;
    use std::fmt::Write as _;

    const DASH: [&str; 2] = ["8/5 6/5", "8-5 6/5"];
    const LATER_DASH: [&str; 2] = ["8/4 6/4", "8/4 6-4"];
    const WORD: [&str; 2] = ["Doubles", "Doubels"];

    /// A session of 24 games, each with some mistakes.
    fn session(mistakes: impl Fn(usize) -> Vec<[&'static str; 2]>) -> String {
        let mut text = String::from(" 0 point match\n");
        for game in 0..24 {
            let rows = [
                "  1) 31: 8/5 6/5                 62: 24/18 13/11\n",
                "  2) 41: 13/9 6/5                 Doubles => 2\n",
                "  3)  Takes                      54: 13/8 13/9\n",
                "  4) 42: 8/4 6/4                 Resigns\n",
                "      Wins 2 points\n",
            ];
            let rows =
                mistakes(game).iter().fold(rows.concat(), |rows, [right, wrong]| rows.replace(*right, wrong));
            let points = 2 * game;
            let _ =
                write!(text, "\n Game {}\n ann : {points}                        bob : 0\n{rows}", game + 1);
        }
        text
    }

    /// Returns a text with its safe fixes applied, and the number of rounds.
    fn fixed(text: &str, confirmed: Confirmed) -> (String, usize) {
        let given = RulesOverride::default();
        let mut source = SourceFile::decode("session.mat", text.as_bytes()).expect("small");
        let (mut passed, mut rounds) = (0, 0);
        loop {
            let (bench, findings) =
                Bench::of(&mat::FORMAT, Cow::Borrowed(&source), &given).expect("it can be edited");
            let fixed: Vec<&Diagnostic> = findings.iter().filter(|finding| is_wanted(finding)).collect();
            let round = match confirmed {
                Confirmed::Now => Round::new(&bench, &fixed, passed, false, confirmed),
                Confirmed::Later => Round::next(&bench, &fixed, passed, false),
            };
            if !round.made.is_empty() {
                (passed, rounds) = (round.passed, rounds + 1);
                source = bench.source.edited(&round.edits).expect("edits of the text");
            } else if passed > 0 {
                passed = 0;
            } else {
                return (source.text().to_owned(), rounds);
            }
        }
    }

    #[test]
    fn independent_fixes_are_applied_in_one_round() {
        let right = session(|_| Vec::new());
        let wrong = session(|game| vec![[DASH, WORD][game % 2]]);
        assert_eq!(fixed(&wrong, Confirmed::Later), (right.clone(), 1));
        assert_eq!(fixed(&wrong, Confirmed::Now), (right.clone(), 24));
        // A dash is read as a slash, so its fix changes nothing that the others depend on.
        let wrong = session(|_| vec![DASH, LATER_DASH]);
        assert_eq!(fixed(&wrong, Confirmed::Later), (right, 1));
    }

    #[test]
    fn rounds_give_the_same_text_as_one_fix_after_the_other() {
        let others =
            [["54:", "55:"], ["Takes", "Taks"], ["Wins 2", "Wins 3"], ["=> 2", "=> 4"], ["6/4", "6/5"]];
        let all = [&[DASH, WORD, LATER_DASH][..], &others].concat();
        for step in [1, 3] {
            let wrong = session(|game| vec![all[game % all.len()], all[(game * step + 1) % all.len()]]);
            let (text, rounds) = fixed(&wrong, Confirmed::Later);
            let (expected, fixes) = fixed(&wrong, Confirmed::Now);
            assert_eq!(text, expected);
            assert!(rounds < fixes, "{rounds} and {fixes}");
        }
    }
}
