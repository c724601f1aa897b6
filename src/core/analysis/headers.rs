//! A header that states a rule which all games contradict: the header is wrong, not the games.

use super::replay::{Begun, run};
use super::rules::{RulesOverride, cube_limit};
use crate::diag::count::many;
use crate::diag::{Code, Diagnostic, Severity};
use crate::game::record::{Entry, Header, MatchRecord, Written, headers};
use crate::rules::Variant;

/// Fewer turns don't show which variant was played.
const FEWEST_TURNS: usize = 30;

/// A header that is wrong.
#[derive(Clone, Debug)]
pub(super) struct WrongHeader {
    /// The name of the header.
    pub(super) key: &'static str,
    /// What contradicts it.
    label: String,
}

impl WrongHeader {
    /// Returns the finding about the header.
    pub(super) fn finding(&self, header: &Header) -> Diagnostic {
        Diagnostic::of(Code::HeaderInvalid, header.value.span).label(self.label.clone())
    }
}

/// Returns the header of a record that the games contradict, if there is one.
pub(super) fn wrong(record: &MatchRecord, given: &RulesOverride) -> Option<WrongHeader> {
    if given.is_certain {
        return None;
    }
    limit(record, given).or_else(|| variation(record, given))
}

/// Returns the headers of a name that have a value: the first one counts.
pub(super) fn stated<'r>(record: &'r MatchRecord, key: &str) -> impl Iterator<Item = &'r Header> {
    record.headers.iter().filter(move |header| {
        header.key.value.eq_ignore_ascii_case(key) && !header.value.value.trim().is_empty()
    })
}

/// Returns the findings of a record, without a header if one is wrong.
fn found(record: &MatchRecord, given: &RulesOverride, wrong: Option<&WrongHeader>) -> Vec<Diagnostic> {
    run(record, Vec::new(), given, wrong, Begun::default(), &mut |_| {}).diagnostics
}

/// Returns `true` if the whole record is legal by the rules without a header.
fn is_legal_without(record: &MatchRecord, given: &RulesOverride, wrong: &WrongHeader) -> bool {
    let is_other =
        |finding: &Diagnostic| finding.severity > Severity::Note && finding.code != Code::HeaderInvalid;
    !found(record, given, Some(wrong)).iter().any(is_other)
}

/// Returns the cube limit if the cube goes beyond it in several games, or if it forbids several doubles, while the
/// whole record is legal without it.
fn limit(record: &MatchRecord, given: &RulesOverride) -> Option<WrongHeader> {
    let limit = cube_limit(stated(record, headers::CUBE_LIMIT).next()?.value.value.trim())?;
    let exceeds = |entry: &&Entry| match &entry.written {
        Written::Cube { value, .. } => limit == 1 || value.as_ref().is_some_and(|value| value.value > limit),
        _ => false,
    };
    let doubles = record.games.iter().map(|game| game.entries.iter().filter(exceeds).count());
    let doubles: Vec<usize> = doubles.filter(|doubles| *doubles > 0).collect();
    // A single double may itself be the mistake.
    if doubles.len() < 2 && (limit > 1 || doubles.iter().sum::<usize>() < 2) {
        return None;
    }
    let label = format!("the cube goes beyond {limit} in {}", many(doubles.len() as u64, "game"));
    let wrong = WrongHeader { key: headers::CUBE_LIMIT, label };
    is_legal_without(record, given, &wrong).then_some(wrong)
}

/// Returns the variant if its plays aren't legal, while the whole record is legal by the rules without the header.
fn variation(record: &MatchRecord, given: &RulesOverride) -> Option<WrongHeader> {
    let variant: Variant = stated(record, headers::VARIATION).next()?.value.value.trim().parse().ok()?;
    let entries = record.games.iter().flat_map(|game| &game.entries);
    let turns = entries.filter(|entry| matches!(entry.written, Written::Turn { .. })).count();
    if variant == Variant::Standard || turns < FEWEST_TURNS {
        return None;
    }
    let is_of_play =
        |finding: &Diagnostic| finding.severity == Severity::Error && finding.code.id().starts_with("play-");
    if !found(record, given, None).iter().any(is_of_play) {
        return None;
    }
    let label = format!("the plays aren't those of {variant}");
    let wrong = WrongHeader { key: headers::VARIATION, label };
    is_legal_without(record, given, &wrong).then_some(wrong)
}
