//! The search for the fixes of a finding, in words: `check --explain-fix`.
//!
//! ```
//! use barpoint::analysis::{RulesOverride, repair};
//! use barpoint::output::explained_fix;
//!
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/tour/three-mistakes.mat")?)?;
//! let found = &matches[0];
//! let explained =
//!     repair::explain(found.format, &found.source, &RulesOverride::default(), &found.findings[1]);
//! let text = explained_fix::text(&found.source, &explained.expect("a text"));
//! assert!(text.contains("write 2 for 4, twice the value of the cube: agrees"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::board::{BoardDrawing, Direction};
use crate::analysis::repair::{Explained, Outcome, TriedReading};
use crate::board::{Board, Side};
use crate::diag::count::many;
use crate::diag::{SourceFile, neutral, visible};
use crate::notation::PositionId;
use std::fmt::Write as _;

/// The most readings shown.
const MOST_SHOWN: usize = 12;

/// Returns the readings that were tried, with the outcome of each, and the board before and after the best play.
#[must_use]
pub fn text(source: &SourceFile, explained: &Explained) -> String {
    let all = &explained.readings;
    let agree = all.iter().filter(|tried| tried.outcome == Outcome::Agrees).count();
    let mut out = String::new();
    let _ = match all.len() {
        0 => writeln!(out, "no reading was tried: no fix is known for this finding"),
        1 => writeln!(out, "1 reading was tried; {agree} agrees with the rest of the record"),
        n => {
            let verb = if agree == 1 { "agrees" } else { "agree" };
            writeln!(out, "{n} readings were tried; {agree} of them {verb} with the rest of the record")
        }
    };
    for tried in all.iter().take(MOST_SHOWN) {
        line(source, tried, &mut out);
    }
    if let Some(more) = all.len().checked_sub(MOST_SHOWN).filter(|more| *more > 0) {
        let _ = writeln!(out, "  … and {}", many(more as u64, "costlier one"));
    }
    if let Some((before, after)) = &explained.boards {
        let _ = writeln!(out, "\nthe board before the best of them:\n{}", drawn(before));
        let _ = writeln!(out, "the board after it:\n{}", drawn(after));
    }
    out
}

fn line(source: &SourceFile, tried: &TriedReading, out: &mut String) {
    let place = |at: u32| {
        let line = source.line_column(at).line;
        format!("line {line}")
    };
    let outcome = match tried.outcome {
        Outcome::Agrees => "agrees".to_owned(),
        Outcome::Stays => "the finding stays".to_owned(),
        Outcome::Breaks(code, at) => format!("then {code} in {}", place(at)),
        Outcome::Illegal(at) => format!("then the play in {} is illegal", place(at)),
        Outcome::NotTried => "not tried".to_owned(),
    };
    let loss = tried.loss.map_or_else(String::new, |loss| format!(", loses {loss:.3} at 0-ply"));
    let _ = writeln!(out, "  cost {:4.1}{loss}: {}: {outcome}", tried.cost, visible(&tried.message));
}

/// Returns a board as drawn everywhere, the mover at the bottom.
fn drawn(board: &Board) -> String {
    let id = PositionId::encode(board).to_string();
    neutral(&BoardDrawing::plain(*board, Side::One, id).draw(Direction::Standard)).into_owned()
}
