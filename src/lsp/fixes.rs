//! The fixes of findings, searched for on request: a search takes up to a second.

use super::documents::View;
use super::matches::Placed;
use crate::analysis::given;
use crate::analysis::repair;
use crate::diag::{Diagnostic, Fix};

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
    let Some(format) = view.matches.format else { return Vec::new() };
    let rules = given::overrides(&view.config.rules);
    let mut alone = [finding.clone()];
    repair::repair(format, &placed.piece.source, &rules, &mut alone);
    let [mended] = alone;
    mended.fixes
}
