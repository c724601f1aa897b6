//! Renaming a player.

use super::actions;
use super::documents::View;
use super::matches::Placed;
use super::requests::Failure;
use crate::diag::{Code, Edit, Severity, Span};
use crate::formats::Format;
use crate::game::record::{MatchRecord, Spanned, headers};
use lsp_types::{Position, PrepareRenameResponse, WorkspaceEdit};
use std::collections::BTreeSet;

/// Returns the name at a position, if there is one.
pub(super) fn prepare(view: &View<'_>, position: Position) -> Option<PrepareRenameResponse> {
    let (placed, name) = name_at(view, position)?;
    let range = view.text.range_of(placed.offset, name.span);
    Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: name.value })
}

/// Renames the player at a position, in every match of the document. Fails if there is no name at the position, the
/// format can't contain this name, or another player has it.
pub(super) fn rename(view: &View<'_>, position: Position, new: &str) -> Result<WorkspaceEdit, Failure> {
    let (_, name) =
        name_at(view, position).ok_or_else(|| Failure::refused("there is no player's name here"))?;
    let Some(format) = view.matches.format else { return Err(Failure::refused("this isn't a record")) };
    if new.trim().is_empty() || new.chars().any(char::is_control) {
        return Err(Failure::refused("a name has letters, and no control characters"));
    }
    let mut edits = Vec::new();
    for placed in &view.matches.list {
        let record = &placed.piece.replayed.record;
        let names = names(record);
        if name.value != new && names.iter().any(|known| known.value == new) {
            return Err(Failure::refused(format!("`{new}` is another player's name")));
        }
        if !names.iter().any(|known| known.value == name.value) {
            continue;
        }
        let of_match = by_places(placed, format, &name.value, new)
            .into_iter()
            .chain([by_words(placed, &name.value, new)])
            .find(|edits| is_renamed(view, placed, format, edits, (&name.value, new)));
        let of_match = of_match.ok_or_else(|| {
            Failure::refused(format!(
                "`{}` can't have the name `{new}`: it would be read differently",
                format.name
            ))
        })?;
        edits.extend(of_match.into_iter().map(|edit| (placed.offset, edit)));
    }
    Ok(actions::edits(view, edits.iter().map(|(offset, edit)| (*offset, edit))))
}

/// Returns the name at a position, and the match that contains it.
fn name_at<'a>(view: &View<'a>, position: Position) -> Option<(&'a Placed, Spanned<String>)> {
    let (placed, inside) = view.matches.at(view.text.offset(position))?;
    let holds = |name: &Spanned<String>| {
        name.span.start <= inside && inside <= name.span.end && !name.span.is_empty()
    };
    let names = names(&placed.piece.replayed.record);
    Some((placed, names.into_iter().find(holds).filter(|name| !name.value.is_empty())?))
}

/// Lists the players' names, wherever the record has them.
fn names(record: &MatchRecord) -> Vec<Spanned<String>> {
    let heads = record.games.iter().flat_map(|game| game.players.0.iter().flatten());
    let heads = heads.map(|player| player.name.clone());
    let is_name = |key: &str| headers::PLAYERS.iter().any(|known| known.eq_ignore_ascii_case(key));
    let others = record.headers.iter().filter(|header| is_name(&header.key.value));
    heads.chain(others.map(|header| header.value.clone())).collect()
}

/// Returns the edits of the places where the record has the name.
fn by_places(placed: &Placed, format: &Format, old: &str, new: &str) -> Option<Vec<Edit>> {
    let is_sgf = format.name == "sgf";
    let escaped = if is_sgf { new.replace('\\', "\\\\").replace(']', "\\]") } else { new.to_owned() };
    let names = names(&placed.piece.replayed.record);
    let spans: BTreeSet<Span> = names.iter().filter(|name| name.value == old).map(|name| name.span).collect();
    // A place may contain more than the name.
    let is_own = |span: &Span| {
        let text = placed.piece.source.slice(*span);
        text == old || is_sgf && text.replace("\\]", "]").replace("\\\\", "\\") == old
    };
    spans.iter().all(is_own).then(|| spans.into_iter().map(|span| Edit::new(span, escaped.clone())).collect())
}

/// Returns the edits of all places of a match where the name is a word of its own, for formats that name the player in
/// each line.
fn by_words(placed: &Placed, old: &str, new: &str) -> Vec<Edit> {
    let text = placed.text();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_whole = |at: &usize| {
        let (before, after) = (&text[..*at], &text[at + old.len()..]);
        !before.ends_with(is_word) && !after.starts_with(is_word)
    };
    let whole = text.match_indices(old).map(|(at, _)| at).filter(is_whole);
    whole.map(|at| Edit::new(Span::new(at, at + old.len()), new)).collect()
}

/// Returns `true` if a match is read as the same after edits, except for the name.
fn is_renamed(
    view: &View<'_>,
    placed: &Placed,
    format: &Format,
    edits: &[Edit],
    (old, new): (&str, &str),
) -> bool {
    let rules = view.config.given();
    let Some((after, findings)) = placed.replayed_after(edits, format, &rules) else { return false };
    let before = &placed.piece.replayed;
    let codes = |findings: &[crate::diag::Diagnostic]| -> Vec<Code> {
        findings
            .iter()
            .filter(|finding| finding.severity > Severity::Note)
            .map(|finding| finding.code)
            .collect()
    };
    let expected: Vec<String> = names(&before.record)
        .into_iter()
        .map(|name| if name.value == old { new.to_owned() } else { name.value })
        .collect();
    let found: Vec<String> = names(&after.record).into_iter().map(|name| name.value).collect();
    let acts = |replayed: &crate::game::Replayed| -> Vec<Vec<crate::game::Act>> {
        replayed.games.iter().map(|game| game.acts.clone()).collect()
    };
    codes(&findings) == codes(&placed.piece.findings) && found == expected && acts(&after) == acts(before)
}
