//! Writing a record in another format, with a list of everything that got lost.

use super::restated::restated;
use super::{RulesOverride, replayed};
use crate::board::Side;
use crate::diag::{Code, Diagnostic, Severity};
use crate::formats::inventory::{self, Item, Kind, inventory, missing, without};
use crate::formats::{Format, Write, Written};
use crate::game::{Act, Happening};
use crate::game::{IllegalPlays, Replayed, ReplayedGame};
use std::borrow::Cow;

/// Writes a record in a format. `None` if the format has no writer. Analyses are
/// converted into the fields of eXtreme Gammon's files and of OGXM.
///
/// The result is read again: content that isn't found again is reported as lost, and so is every finding that the new
/// record doesn't give. Text for people, whose writer lists its losses, is read again only for a record with findings,
/// since a mistake may make a reader continue differently; single positions aren't read again.
#[must_use]
pub fn written(
    format: &Format,
    record: &Replayed,
    findings: &[Diagnostic],
    given: &RulesOverride,
) -> Option<Written> {
    let writer = format.writer?;
    let restated = restated(record, format);
    let record = restated.as_ref().map_or(record, |restated| &restated.replayed);
    let (mut written, is_read) = match writer.write {
        Write::Plain(write) => (Written { bytes: write(record), losses: Vec::new() }, true),
        Write::Listing(write) => {
            (write(record), writer.holds.contains(&Kind::Play) && !is_clean(record, findings))
        }
    };
    if let Some(restated) = &restated {
        written.losses.extend_from_slice(&restated.losses);
    }
    if is_read {
        let lost = lost(format, &written.bytes, record, findings, given);
        let known = written.losses.clone();
        written.losses.extend(without(lost, known));
    }
    inventory::sort(&mut written.losses);
    Some(written)
}

/// Returns `true` if nothing happens in a new record, because the format can't express the set positions, or
/// can't express the variant and therefore its plays.
#[doc(hidden)]
#[must_use]
pub fn is_nothing_told(format: &Format, record: &Replayed, written: &Written) -> bool {
    let acts = |record: &Replayed| -> Vec<Act> {
        record.games.iter().flat_map(|game| game.acts.iter().copied()).collect()
    };
    let is_set = |act: &Act| matches!(act.what, Happening::PositionSet { .. });
    let is_lost = |kind: Kind| written.losses.iter().any(|item| item.kind == kind);
    let all = acts(record);
    let may_be_empty = is_lost(Kind::Variant) || is_lost(Kind::Position) && all.iter().all(is_set);
    let Some(parse) = format.parse.filter(|_| may_be_empty && !all.is_empty()) else { return false };
    let Ok(source) = format.source("", written.bytes.clone()) else { return false };
    acts(&replayed(parse(&source), &RulesOverride::default()).0).is_empty()
}

/// Returns `true` if nothing in a record contradicts the rules.
fn is_clean(record: &Replayed, findings: &[Diagnostic]) -> bool {
    // The findings of a game by itself don't say that the match was over before it.
    let is_over = |(index, game): (usize, &ReplayedGame)| record.head_score(index) != game.before.points;
    findings.iter().all(|finding| finding.severity == Severity::Note)
        && !record.games.iter().enumerate().any(is_over)
}

/// Reads a written record again, and lists what isn't there. Where the text would be cut into several matches, that
/// includes the games after the first piece.
fn lost(
    format: &Format,
    bytes: &[u8],
    record: &Replayed,
    findings: &[Diagnostic],
    given: &RulesOverride,
) -> Vec<Item> {
    // Both by the Jacoby rule, if the record shows it.
    let record = record.with_shown_jacoby();
    let source = format.matches("", Box::new(bytes)).next().and_then(Result::ok);
    let Some((parse, source)) = format.parse.zip(source) else { return inventory(&record) };
    // Rules that the new record doesn't state are lost, except for those that no format states.
    let stands = record.rules.illegal_plays == IllegalPlays::FaceToFace;
    let rules = RulesOverride {
        face_to_face: given.face_to_face || stands,
        frozen_cube: Some(record.rules.frozen_cube),
        ..RulesOverride::default()
    };
    let (again, found) = replayed(parse(&source), &rules);
    let again = match &record {
        Cow::Owned(_) => again.with_shown_jacoby(),
        Cow::Borrowed(_) => Cow::Owned(again),
    };
    let mut lost = missing(&record, &again);
    lost.extend(lost_scores(&record, &again));
    lost.extend(without(mistakes(findings), mistakes(&found)));
    lost
}

/// Lists the recorded scores of games after the end of the match that a new record doesn't have: no other item shows
/// them, as the replay goes on at another score.
fn lost_scores(record: &Replayed, again: &Replayed) -> Vec<Item> {
    let again = again.with_columns(&record.exchanged_columns());
    let lost = |(index, game): (usize, &ReplayedGame)| {
        let points = record.head_score(index);
        let is_lost = points != game.before.points && points != again.head_score(index);
        let text = format!("{}-{}", points[Side::Zero], points[Side::One]);
        is_lost.then_some(Item { kind: Kind::Score, game: Some(index as u32), turn: None, text })
    };
    record.games.iter().enumerate().take(again.games.len()).filter_map(lost).collect()
}

/// Lists the findings without notes and consequences. But a mark of a hit, which a writer leaves out where nothing is hit,
/// is listed wherever it is reported.
fn mistakes(findings: &[Diagnostic]) -> Vec<Item> {
    let roots = findings.iter().filter(|finding| finding.severity > Severity::Note);
    let consequences = findings.iter().flat_map(|finding| &finding.consequences);
    roots
        .chain(consequences.filter(|finding| finding.code == Code::PlayHitMark))
        .map(|finding| Item {
            kind: Kind::Finding,
            game: None,
            turn: None,
            text: finding.code.id().to_owned(),
        })
        .collect()
}
