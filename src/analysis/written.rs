//! Writing a record in another format, with a list of everything that got lost.

use super::restated::restated;
use super::{RulesOverride, replayed};
use crate::board::Side;
use crate::diag::{Diagnostic, Severity};
use crate::formats::inventory::{Item, Kind, inventory, without};
use crate::formats::{Format, Written};
use crate::game::{Replayed, ReplayedGame};
use std::borrow::Cow;

/// Writes a record in a format. `None` if the format has no writer. Analyses are
/// converted into the fields of eXtreme Gammon's files and of OGXM.
///
/// The result for a record with findings is read again, since a mistake may make a reader continue differently: content
/// that isn't found again is reported as lost, and so is every finding that the new record doesn't give.
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
    let mut written = (writer.write)(record);
    if let Some(restated) = &restated {
        written.losses.extend_from_slice(&restated.losses);
    }
    // The findings of a game by itself don't say that the match was over before it.
    let is_over = |(index, game): (usize, &ReplayedGame)| record.head_score(index) != game.before.points;
    let is_clean = findings.iter().all(|finding| finding.severity == Severity::Note)
        && !record.games.iter().enumerate().any(is_over);
    let Some(parse) = format.parse.filter(|_| writer.holds.contains(&Kind::Play)) else {
        return Some(written);
    };
    // Where the text would be cut into several matches, the games after the first piece are lost.
    if !is_clean && let Some(Ok(source)) = format.matches("", Box::new(&written.bytes[..])).next() {
        let (again, found) = replayed(parse(&source), given);
        // Both by the Jacoby rule, if the record shows it.
        let record = record.with_shown_jacoby();
        let again = match &record {
            Cow::Owned(_) => again.with_shown_jacoby(),
            Cow::Borrowed(_) => Cow::Owned(again),
        };
        written.losses.extend(lost_scores(&record, &again, &written.losses));
        let there: Vec<Item> = inventory(&again).into_iter().chain(written.losses.iter().cloned()).collect();
        written.losses.extend(without(inventory(&record), there));
        written.losses.extend(without(mistakes(findings), mistakes(&found)));
    }
    Some(written)
}

/// Lists the recorded scores of games after the end of the match that a new record doesn't have: no other item shows
/// them, as the replay goes on at another score.
fn lost_scores(record: &Replayed, again: &Replayed, known: &[Item]) -> Vec<Item> {
    let is_known = |index: u32| known.iter().any(|item| item.kind == Kind::Score && item.game == Some(index));
    let lost = |(index, game): (usize, &ReplayedGame)| {
        let points = record.head_score(index);
        let is_there = index < again.games.len() && again.head_score(index) == points;
        let game = (!is_there && points != game.before.points).then_some(index as u32)?;
        let text = format!("{}-{}", points[Side::Zero], points[Side::One]);
        (!is_known(game)).then_some(Item { kind: Kind::Score, game: Some(game), turn: None, text })
    };
    record.games.iter().enumerate().filter_map(lost).collect()
}

/// Lists the findings, without notes.
fn mistakes(findings: &[Diagnostic]) -> Vec<Item> {
    let mistakes = findings.iter().filter(|finding| finding.severity > Severity::Note);
    mistakes
        .map(|finding| Item {
            kind: Kind::Finding,
            game: None,
            turn: None,
            text: finding.code.id().to_owned(),
        })
        .collect()
}
