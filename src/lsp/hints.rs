//! Pips, score and cube after each row.

use super::documents::View;
use super::matches::Placed;
use super::places::names;
use crate::board::{BySide, Side};
use crate::game::{Cube, MatchState};
use lsp_types::{InlayHint, InlayHintLabel, Range};
use std::collections::BTreeMap;

/// Returns the hints for the lines that overlap a range: the state after the last entry of each line.
pub(super) fn hints(view: &View<'_>, range: Range) -> Vec<InlayHint> {
    let (start, end) = view.text.offsets(range);
    let mut hints = Vec::new();
    for placed in view.matches.list.iter().filter(|placed| placed.offset <= end && start <= placed.end()) {
        let mut lines = BTreeMap::new();
        for game in 0..placed.piece.replayed.games.len() {
            of_game(view, placed, game, &mut lines);
        }
        let first = view.text.position(start).line;
        let last = view.text.position(end).line;
        let wanted = lines.into_iter().filter(|(line, _)| (first..=last).contains(line));
        hints.extend(wanted.map(|(_, (end, label))| InlayHint {
            position: view.text.position(end),
            label: InlayHintLabel::String(label),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        }));
    }
    hints
}

/// Adds the state after each line of a game: the end of the line, and the words.
fn of_game(view: &View<'_>, placed: &Placed, game: usize, lines: &mut BTreeMap<u32, (usize, String)>) {
    let replayed = &placed.piece.replayed;
    let (record, told) = (&replayed.record.games[game], &replayed.games[game]);
    let players = names(placed, game);
    let mut note = |act: usize, label: String| {
        let entry = told.acts.get(act).and_then(|act| record.entry(act.entry));
        let Some(entry) = entry else { return };
        let at = placed.offset + entry.span.end as usize;
        let (start, text) = view.text.line_at(at);
        let end = start + text.trim_end().len();
        lines.insert(view.text.position(at).line, (end.max(at), label));
    };
    replayed.walk_after(game, |act, state| note(act, label(state, &players)));
    if told.result.is_some() {
        let score = points(told.score_after().points);
        note(told.acts.len().saturating_sub(1), format!("score {score}"));
    }
}

fn label(state: &MatchState, players: &BySide<String>) -> String {
    let pips = Side::ALL.map(|side| state.board_of(side).pips());
    let cube = match state.cube() {
        Cube { value, owner: Some(side) } => format!("cube {value} {}", players[side]),
        Cube { value, owner: None } => format!("cube {value}"),
    };
    format!("pips {}–{}, score {}, {cube}", pips[0], pips[1], points(state.score().points))
}

fn points(points: BySide<u32>) -> String {
    format!("{}–{}", points[Side::Zero], points[Side::One])
}
