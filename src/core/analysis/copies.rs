//! A game that is in a record twice: a copy of the game before it.

use super::exchanged::leads_to;
use super::findings::{Findings, Knowledge};
use crate::diag::{Code, Diagnostic};
use crate::game::record::{Cell, GameRecord, MatchRecord, Spanned, Written};
use std::mem::discriminant;

/// Returns `true` if a game is a copy of the one before it: with the same number, players, score, dice and actions.
/// Without numbers of games, an unchanged score shows the copy: the first game should have changed it.
pub(super) fn is_copy(record: &MatchRecord, index: usize) -> bool {
    let Some([before, game]) = index.checked_sub(1).and_then(|from| record.games.get(from..=index)) else {
        return false;
    };
    is_same_head(record, before, game)
        && before.entries.len() == game.entries.len()
        && !game.entries.is_empty()
        && before.entries.iter().zip(&game.entries).all(|(one, other)| {
            one.side == other.side && one.row == other.row && is_same(&one.written, &other.written)
        })
}

/// Reports a copy, in place of what the reader reports of its number.
pub(super) fn report(record: &MatchRecord, index: usize, findings: &mut Findings) {
    let (before, game) = (&record.games[index - 1], &record.games[index]);
    // Without its number: SGF counts games from 0.
    let words =
        ["this game is in the record twice", "this game is the same as the one before", "the game before"];
    if game.number.is_some_and(|number| findings.retell(&[(number.span, before.heading)], words).is_some()) {
        return;
    }
    let [message, label, beside] = words;
    let finding = Diagnostic::new(Code::ScoreContradiction, game.heading, message)
        .label(label)
        .see(before.heading, beside);
    findings.report(finding, Knowledge::NONE, Knowledge::NONE);
}

/// Returns `true` if two games have the same number, or none, and the same players and score.
fn is_same_head(record: &MatchRecord, one: &GameRecord, other: &GameRecord) -> bool {
    let names = |game: &GameRecord| {
        game.players.0.each_ref().map(|player| player.as_ref().map(|player| player.name.value.clone()))
    };
    let is_same_number = || match (one.number, other.number) {
        (Some(one), Some(other)) => one.value == other.value,
        (None, None) => !may_repeat_score(record, one),
        _ => false,
    };
    one.points().is_some() && one.points() == other.points() && is_same_number() && names(one) == names(other)
}

/// Returns `true` if the game after this one may have the same score: in a session of which each game is on its own,
/// in a collection of positions, or after a game that brings no points.
fn may_repeat_score(record: &MatchRecord, game: &GameRecord) -> bool {
    let is_session = record.length.is_none_or(|length| length.value == 0);
    (is_session && game.points().is_some_and(|points| points.0 == [0, 0]))
        || game.entries.iter().any(|entry| matches!(entry.written, Written::Set(_)))
        || leads_to(game.points(), game, game.points())
}

/// Returns `true` if two entries are the same action, wherever they are.
fn is_same(one: &Written, other: &Written) -> bool {
    let value = |number: &Option<Spanned<u32>>| number.map(|number| number.value);
    match (one, other) {
        (Written::Turn { roll, cell }, Written::Turn { roll: other_roll, cell: other_cell }) => {
            roll.digits == other_roll.digits && is_same_cell(cell, other_cell)
        }
        (Written::Cube { value: one, .. }, Written::Cube { value: other, .. })
        | (Written::Losses { points: one, .. }, Written::Losses { points: other, .. })
        | (Written::Wins { points: one, .. }, Written::Wins { points: other, .. }) => {
            value(one) == value(other)
        }
        _ => discriminant(one) == discriminant(other),
    }
}

fn is_same_cell(one: &Cell, other: &Cell) -> bool {
    match (one, other) {
        (Cell::Play(one), Cell::Play(other)) => {
            one.legs().map(|leg| leg.leg).eq(other.legs().map(|leg| leg.leg))
        }
        _ => discriminant(one) == discriminant(other),
    }
}
