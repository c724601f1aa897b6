//! Applying fixes to a match, one after the other, until none is left.

use super::bench::Bench;
use super::{MOST_MENDED, decide, is_wanted};
use crate::analysis::rules::RulesOverride;
use crate::analysis::wanted::Wanted;
use crate::diag::{Code, Diagnostic, Edit, Fix, SourceFile};
use crate::formats::{Format, changes};
use std::borrow::Cow;

/// A match with fixes applied.
#[derive(Clone, Debug)]
pub struct Mended {
    /// The text with all fixes applied.
    pub source: SourceFile,
    /// The fixes, in the order in which they were applied: the code of the finding and the fix, including the comment
    /// that marks a suggestion. Spans refer to the text at that moment.
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
        let next = fixed.iter().enumerate().take(MOST_MENDED).skip(passed).find_map(|(at, finding)| {
            let (fix, edited) = applied(&bench, finding, suggested)?;
            Some((at, finding.code, fix, edited))
        });
        let Some((at, code, fix, edited)) = next else {
            // A fix of a later finding may have made one of an earlier finding possible.
            if made.len() > before {
                (passed, before) = (0, made.len());
                continue;
            }
            return kept;
        };
        passed = at;
        made.push((code, fix));
        source = edited;
    }
}

/// Returns the fix of a finding that may be applied, and the text with it.
fn applied(bench: &Bench<'_>, finding: &Diagnostic, suggested: bool) -> Option<(Fix, SourceFile)> {
    let decided = decide::fixes(bench, finding).into_iter().next()?;
    let mut fix = Some(decided).filter(|it| it.is_clean && (suggested || it.fix.is_safe()))?.fix;
    let edited = marked(bench.format, &bench.source, &fix).and_then(|edits| {
        let target = (finding.code, finding.primary.span.start);
        let is_clean = bench.verify(&edits, target).is_some_and(|verified| verified.is_clean());
        let edited = bench.source.edited(&edits).ok().filter(|_| is_clean)?;
        fix.edits = edits;
        Some(edited)
    });
    let edited = edited.or_else(|| bench.source.edited(&fix.edits).ok())?;
    Some((fix, edited))
}

/// Returns the edits of a suggestion, with a comment that marks it. `None` for a safe fix, or for formats without
/// comments.
fn marked(format: &Format, source: &SourceFile, fix: &Fix) -> Option<Vec<Edit>> {
    let first = fix.edits.first().filter(|_| !fix.is_safe())?;
    let words = format!("barpoint: {} (suggested, not proven)", fix.message);
    let mut edits = fix.edits.clone();
    edits.push(changes::remark(format, source, first.span.start, &words)?);
    edits.sort();
    Some(edits)
}
