//! The fixes of findings, searched for on request: a search takes up to a second.

use super::documents::View;
use super::matches::Placed;
use crate::analysis::repair;
use crate::diag::{Applicability, Diagnostic, Fix, SourceFile};

/// Returns the findings of a match that are to be shown, each with a function that finds its fixes.
pub(super) fn findings<'a>(
    view: &'a View<'_>,
    placed: &'a Placed,
) -> impl Iterator<Item = (Diagnostic, impl FnOnce() -> Vec<Fix> + 'a)> + 'a {
    let all = placed.piece.findings.iter().enumerate();
    all.filter_map(move |(number, finding)| {
        let kept = view.config.wanted.keep(finding.clone())?;
        // Instead of a finding that isn't shown, a consequence may be shown, which has no fixes of its own.
        let is_whole = kept.code == finding.code;
        Some((kept, move || if is_whole { of(view, placed, number).to_vec() } else { Vec::new() }))
    })
}

/// Returns the fixes of a finding, the best first. They are searched for only once.
fn of<'a>(view: &View<'_>, placed: &'a Placed, number: usize) -> &'a [Fix] {
    let piece = &placed.piece;
    piece.fixes[number].get_or_init(|| search(view, placed, &piece.findings[number]))
}

fn search(view: &View<'_>, placed: &Placed, finding: &Diagnostic) -> Vec<Fix> {
    let text = placed.text();
    let line = text.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    if line == text.len() {
        return found(view, &placed.piece.source, finding);
    }
    // The last line may still be being typed. With a line end, it isn't taken as cut off.
    let mut fixes = found_in(view, placed, format!("{text}\n"), finding);
    let end = text.len() as u32;
    for edit in fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
        if edit.span.start > end {
            edit.span.start = end;
            edit.replacement.insert(0, '\n');
        }
        edit.span.end = edit.span.end.min(end);
    }
    if !fixes.is_empty() || finding.primary.span.end as usize >= line {
        return fixes;
    }
    // What is there so far may contradict every fix.
    fixes = found_in(view, placed, text[..line].to_owned(), finding);
    for fix in &mut fixes {
        fix.applicability = Applicability::Suggested;
    }
    fixes
}

/// Searches for the fixes of a finding in another text of its match.
fn found_in(view: &View<'_>, placed: &Placed, text: String, finding: &Diagnostic) -> Vec<Fix> {
    let source = &placed.piece.source;
    SourceFile::from_text(source.name(), text, source.encoding(), 0, 1)
        .map_or_else(|_| Vec::new(), |source| found(view, &source, finding))
}

fn found(view: &View<'_>, source: &SourceFile, finding: &Diagnostic) -> Vec<Fix> {
    let Some(format) = view.matches.format else { return Vec::new() };
    let rules = view.config.given();
    let mut alone = [finding.clone()];
    repair::repair(format, source, &rules, &mut alone);
    let [mended] = alone;
    mended.fixes
}
