//! A position as every kind of ID, as text.

use super::ui::printable;
use crate::diag::{columns, padded};
use crate::notation::{GameState, IdError, IdState, Identified, Kind, Lost, MatchFields};
use std::fmt::{Display, Write as _};

/// The width of the first column.
const WIDTH: usize = 14;

/// Writes the kind of an ID, every other ID of the same position, its content in words, and what was assumed,
/// isn't in it or gets lost.
#[must_use]
pub fn text(found: &Identified) -> String {
    let mut text = format!("{:WIDTH$}{}\n\n", "read as", found.kind);
    let lost = ids(&found.state, &mut text);
    list("assumed", &found.assumed, &mut text);
    list("missing", &not_said(found), &mut text);
    list("lost", &lost, &mut text);
    text
}

/// Writes a position of a match record as every kind of ID, with their content in words.
#[must_use]
pub fn text_at(place: &str, state: &IdState) -> String {
    format!("{:WIDTH$}{}\n\n{}", "read as", printable(place), text_of(state))
}

/// Writes a state as every kind of ID, with their content in words, and what gets lost in some of them.
#[must_use]
pub fn text_of(state: &IdState) -> String {
    let mut text = String::new();
    let lost = ids(state, &mut text);
    list("lost", &lost, &mut text);
    text
}

/// Writes a state as every kind of ID, with their content in words.
#[must_use]
pub fn text_of_known(state: &IdState) -> String {
    let mut text = String::new();
    ids(state, &mut text);
    text
}

/// Writes a line in the same columns: a name and its words.
#[must_use]
pub fn row(what: &str, words: &str) -> String {
    let width = WIDTH.max(columns(what) + 2);
    padded(&printable(what), width, false) + &printable(words)
}

/// Writes every ID and their content, and returns what each of them loses.
fn ids(state: &IdState, text: &mut String) -> Vec<String> {
    let mut lost = Vec::new();
    let position = state.position_id().map(|(id, _)| (id, Vec::new()));
    written("Position ID", position, &mut lost, text);
    written("Match ID", state.match_id(), &mut lost, text);
    written("XGID", state.xgid(), &mut lost, text);
    written("OGID", state.ogid(), &mut lost, text);
    written("FIBS board", state.raw_board(), &mut lost, text);
    text.push('\n');
    for (what, words) in state.describe() {
        let _ = writeln!(text, "{what:WIDTH$}{}", printable(&words));
    }
    lost
}

/// Writes an ID, or the reason why there is none, and adds what it loses to `lost`.
fn written<T: Display>(
    name: &str,
    id: Result<(T, Vec<Lost>), IdError>,
    lost: &mut Vec<String>,
    text: &mut String,
) {
    match id {
        Ok((id, losses)) => {
            // A Match ID never has a position, so that isn't repeated each time.
            let losses: Vec<String> = losses
                .iter()
                .filter(|lost| !matches!(lost, Lost::Board | Lost::Game))
                .map(ToString::to_string)
                .collect();
            if !losses.is_empty() {
                lost.push(format!("{name}: {}", losses.join(", ")));
            }
            let _ = writeln!(text, "{name:WIDTH$}{}", printable(&id.to_string()));
        }
        Err(error) => {
            let reasons: Vec<String> = error.reasons.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "{name:WIDTH$}- ({})", reasons.join("; "));
        }
    }
}

/// Writes a list, its name beside the first line.
fn list(name: &str, items: &[impl Display], text: &mut String) {
    for (i, item) in items.iter().enumerate() {
        if i == 0 {
            text.push('\n');
        }
        let name = if i == 0 { name } else { "" };
        let _ = writeln!(text, "{name:WIDTH$}{}", printable(&item.to_string()));
    }
}

/// Returns `true` if the cube may have been beavered by the last action: an OGID has a beaver as a cube that was taken.
fn may_be_beavered(game: &MatchFields) -> bool {
    let is_open = game.state == GameState::Playing && game.dice.is_none() && !game.double_offered;
    game.length == 0 && is_open && game.cube >= 4 && game.owner == Some(!game.on_roll)
}

/// Lists what this kind of ID doesn't contain.
fn not_said(found: &Identified) -> Vec<&'static str> {
    let (position, game) = match found.kind {
        Kind::PositionId => (true, false),
        Kind::MatchId => (false, true),
        _ => (true, true),
    };
    let has_rules = found.kind == Kind::Xgid;
    let is_money = found.state.game.is_some_and(|game| game.length == 0);
    let mut missing = Vec::new();
    if !position {
        missing.push("where the checkers stand");
    }
    if !game {
        missing.push("who is on roll, the dice, the cube and the score");
    }
    missing.push("the variant, and with it the number of checkers a side");
    if game && !has_rules {
        missing.push("whether the cube and the Crawford rule are used");
        if is_money {
            missing.push("whether beavers are allowed");
        }
        if found.kind == Kind::Ogid && found.state.game.is_some_and(|game| may_be_beavered(&game)) {
            missing.push("whether the cube was taken, or a beaver waits for its answer");
        }
    }
    missing
}
