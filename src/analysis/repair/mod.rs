//! Repair: from a finding to the edits of the text that mend it.
//!
//! For a finding, readings of what may have been meant are tried in the order of their costs: a slip of the pen costs
//! about 1. Each is written into the text in memory and replayed by the code that checks records, so what was verified
//! is what would be written. A reading explains a finding if the finding is gone and no other has come for it: then the
//! rest of the game is legal and agrees with the cube, the results and the scores.
//!
//! A fix is safe if exactly one reading explains the finding; else the fixes are suggestions, the likeliest first. Where the
//! rules leave several, the engine's equity of the play ranks them too, and never makes one safe.
//!
//! ```
//! use barpoint::analysis::repair::repair;
//! use barpoint::analysis::RulesOverride;
//!
//! let mut matches = barpoint::open("match.mat", std::fs::read("testdata/mat/tour/three-mistakes.mat")?)?;
//! let found = &mut matches[0];
//! repair(found.format, &found.source, &RulesOverride::default(), &mut found.findings);
//! let fix = &found.findings[1].fixes[0];
//! assert_eq!(fix.message, "write 2 for 4, twice the value of the cube");
//! assert!(found.source.edited(&fix.edits)?.text().contains("Doubles => 2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actions;
mod bench;
mod decide;
mod frame;
mod heads;
mod likeness;
mod mend;
mod moved;
mod rank;
mod reading;
mod search;
mod spelled;
mod turns;
mod walk;

pub use mend::{Mended, mend};
pub use search::{Explained, Outcome, TriedReading};

use super::rules::RulesOverride;
use crate::board::Side;
use crate::diag::{Code, Diagnostic, Severity, SourceFile};
use crate::formats::Format;
use bench::Bench;

/// How many findings of one match fixes are searched for.
pub const MOST_MENDED: usize = 20;

/// Searches for fixes of the findings on a match, which [`check`](super::check) or [`replayed`](super::replayed) gave for
/// the same source and rules, and puts them into [`Diagnostic::fixes`]. A format without a text has none.
pub fn repair(format: &Format, source: &SourceFile, given: &RulesOverride, findings: &mut [Diagnostic]) {
    let wanted = findings.iter_mut().filter(|finding| is_wanted(finding)).take(MOST_MENDED);
    let mut bench = None;
    for finding in wanted {
        let bench = bench.get_or_insert_with(|| Bench::new(format, source, given));
        let Some(bench) = bench else { return };
        finding.fixes = decide::fixes(bench, finding).into_iter().map(|decided| decided.fix).collect();
    }
}

/// Returns how the fixes of a finding were found: the readings that were tried, and what came of each. `None` if the
/// format has no text.
#[must_use]
pub fn explain(
    format: &Format,
    source: &SourceFile,
    given: &RulesOverride,
    finding: &Diagnostic,
) -> Option<Explained> {
    let bench = Bench::new(format, source, given)?;
    Some(search::explained(&bench, finding))
}

/// Returns `true` for a finding that fixes are searched for.
fn is_wanted(finding: &Diagnostic) -> bool {
    finding.severity > Severity::Note || finding.code == Code::PlayHitUnmarked
}

/// Returns a player's name for a sentence.
fn name(bench: &Bench<'_>, game: usize, side: Side) -> String {
    let player = bench.record.games.get(game).and_then(|game| game.players[side].as_ref());
    match player.map(|player| player.name.value.as_str()).filter(|name| !name.is_empty()) {
        Some(name) => crate::game::record::short_name(name).to_owned(),
        None if side == Side::Zero => "the left player".to_owned(),
        None => "the right player".to_owned(),
    }
}
