//! Repair: from a finding to the edits of the text that fix it.
//!
//! For each finding, the search tries readings (what the author may have meant) in the order of their costs; one
//! slip of the pen costs about 1. Each is applied to the text in memory and replayed by the code that checks
//! records, so the verified text is the text that would be written. A reading explains a finding if the finding
//! disappears and no other appears: then the rest of the game is legal and agrees with the cube, the results and the
//! scores.
//!
//! A fix is safe if exactly one reading explains the finding and no unstated rule explains it too; otherwise
//! the fixes are suggestions, the likeliest first. Where the rules allow several, the engine's equity of the
//! play ranks them too, but never makes one safe.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::analysis::repair::repair;
//! use barpoint::analysis::RulesOverride;
//!
//! # std::env::set_current_dir("../..")?;
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
mod damaged;
mod decide;
mod dice;
mod ends;
mod exchanged;
mod frame;
mod heads;
mod likeness;
mod lines;
mod mend;
mod moved;
mod nodes;
mod notes;
mod rank;
mod reading;
mod respelled;
mod rows;
mod scores;
mod search;
mod servers;
mod spelled;
mod stored;
mod turns;
mod unstated;
mod walk;
mod window;

pub use mend::{Mended, mend};
pub use search::{Explained, Outcome, TriedReading};
pub(super) use walk::first_break;

use super::rules::RulesOverride;
use crate::board::Side;
use crate::diag::{Code, Diagnostic, Severity, SourceFile};
use crate::formats::Format;
use crate::game::record::GameRecord;
use bench::Bench;
use search::Confirmed;

/// The most findings of one match for which fixes are searched.
pub const MOST_MENDED: usize = 20;

/// The most advice of one finding.
const MOST_ADVICE: usize = 3;

/// Searches for fixes of a match's findings, which [`check`](super::check) or [`replayed`](super::replayed) returned
/// for the same source and rules, and adds them to [`Diagnostic::fixes`]. A format without text has none.
pub fn repair(format: &Format, source: &SourceFile, given: &RulesOverride, findings: &mut [Diagnostic]) {
    let wanted = findings.iter_mut().filter(|finding| is_wanted(finding)).take(MOST_MENDED);
    let mut bench = None;
    for finding in wanted {
        let bench = bench.get_or_insert_with(|| Bench::new(format, source, given));
        let Some(bench) = bench else { return };
        let decided = decide::fixes(bench, finding, Confirmed::Now);
        finding.fixes = decided.into_iter().map(|decided| decided.fix).collect();
        let missing = heads::missing_game(bench, finding);
        finding.help.extend(missing.map(str::to_owned));
        let is_advised = finding.help.iter().any(|help| help.starts_with("`--rules"));
        let help = unstated::explanation(bench, finding).help.filter(|_| !is_advised);
        if let Some(help) = help {
            finding.help.insert(0, help);
            finding.help.truncate(MOST_ADVICE);
        }
    }
}

/// Returns how the fixes of a finding were found: the readings tried, and the outcome of each. `None` if the format has
/// no text.
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

/// Returns `true` if fixes are searched for a finding.
fn is_wanted(finding: &Diagnostic) -> bool {
    finding.severity > Severity::Note || finding.code == Code::PlayHitUnmarked
}

/// Returns a player's name for a sentence.
fn name(bench: &Bench<'_>, game: usize, side: Side) -> String {
    bench.record.games.get(game).unwrap_or(&GameRecord::default()).said_name(side)
}
