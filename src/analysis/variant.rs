//! The variant of a record that states none: the one by which all its plays are legal.

use super::replay::replay;
use super::rules::RulesOverride;
use crate::diag::{Diagnostic, Severity};
use crate::game::record::{MatchRecord, Written, headers};
use crate::rules::Variant;

/// An illegal play up to this move of a game may come from another start.
const EARLY: u32 = 3;
/// A record with fewer turns may be legal by chance.
const TURNS: usize = 10;

/// Where a game has an illegal play among its first ones, and a variant that nobody states makes all plays of the
/// record legal, names the variant at that play.
pub(super) fn name(record: &MatchRecord, given: &RulesOverride, findings: &mut [Diagnostic]) {
    let stated = |header: &str| record.header(header).is_some_and(|it| !it.value.value.trim().is_empty());
    if given.variant.is_some() || stated(headers::VARIATION) {
        return;
    }
    let is_early = |finding: &Diagnostic| finding.context.number.is_some_and(|number| number <= EARLY);
    let Some(finding) = findings.iter_mut().find(|finding| is_illegal_play(finding) && is_early(finding))
    else {
        return;
    };
    let entries = record.games.iter().flat_map(|game| &game.entries);
    if entries.filter(|entry| matches!(entry.written, Written::Turn { .. })).count() < TURNS {
        return;
    }
    let at = finding.primary.span.start;
    let game = record.games.iter().rev().find(|game| game.heading.start <= at);
    let alone = MatchRecord {
        length: record.length,
        headers: record.headers.clone(),
        games: game.into_iter().cloned().collect(),
        no_hit_marks: record.no_hit_marks,
        ..MatchRecord::default()
    };
    let is_legal = |record: &MatchRecord, variant: Variant| {
        let given = RulesOverride { variant: Some(variant), ..given.clone() };
        !replay(record, Vec::new(), &given, |_| {}).diagnostics.iter().any(is_illegal_play)
    };
    // The game alone is replayed first: in most variants it isn't legal either.
    let fits = |variant: &Variant| is_legal(&alone, *variant) && is_legal(record, *variant);
    let variants: Vec<String> = Variant::ALL
        .into_iter()
        .filter(|variant| *variant != Variant::Standard)
        .filter(fits)
        .map(|variant| format!("`--rules variant={}`", variant.name()))
        .collect();
    if !variants.is_empty() {
        finding.notes.push(format!("all plays are legal with {}", variants.join(" or ")));
    }
}

/// Returns `true` for a play that the rules don't allow.
fn is_illegal_play(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error && finding.code.id().starts_with("play-")
}

#[cfg(test)]
mod tests {

    /// Returns the first note of the first finding on a record.
    fn note(text: &str) -> Option<String> {
        let matches = crate::open("match.mat", text).expect("a record");
        matches[0].findings.first().and_then(|finding| finding.notes.first().cloned())
    }

    #[test]
    fn a_variant_that_makes_all_plays_legal_is_named() {
        let rows = "  1) 31: 8/5 6/5                 61: 13/7 23/22\n".to_owned()
            + "  2) 21: 24/22 23/22               21: 24/22 23/22\n"
            + "  3) 21: 13/11 6/5                 21: 13/11 6/5\n"
            + "  4) 21: 13/11 6/5                 21: 13/11 6/5\n"
            + "  5) 21: 13/11 11/10               21: 13/11 11/10\n";
        let record = |header: &str, rows: &str| {
            format!("{header} 5 point match\n\n Game 1\n ann : 0                        bob : 0\n{rows}")
        };
        let named = "all plays are legal with `--rules variant=nackgammon`";
        assert_eq!(note(&record("", &rows)).as_deref(), Some(named));
        assert_ne!(note(&record("; [Variation \"Backgammon\"]\n", &rows)).as_deref(), Some(named));
        let short = rows.lines().next().expect("a row");
        assert_ne!(note(&record("", &format!("{short}\n"))).as_deref(), Some(named));
    }
}
