//! A position as every kind of ID, as text.

use super::ui::printable;
use crate::notation::{IdError, IdState, Identified, Kind, Lost};
use std::fmt::{Display, Write as _};

/// The width of the first column.
const WIDTH: usize = 14;

/// Writes what an ID was read as, every other ID of it, what it says in words, and what was assumed, isn't
/// said or can't be said.
#[must_use]
pub fn text(found: &Identified) -> String {
    let mut text = format!("{:WIDTH$}{}\n\n", "read as", found.kind);
    let lost = ids(&found.state, &mut text);
    list("assumed", &found.assumed, &mut text);
    list("not said", &not_said(found), &mut text);
    list("lost", &lost, &mut text);
    text
}

/// Writes a position of a match record as every kind of ID, and what they say in words.
#[must_use]
pub fn text_at(place: &str, state: &IdState) -> String {
    format!("{:WIDTH$}{}\n\n{}", "read as", printable(place), text_of(state))
}

/// Writes a state as every kind of ID, what they say in words, and what one of them can't say.
#[must_use]
pub fn text_of(state: &IdState) -> String {
    let mut text = String::new();
    let lost = ids(state, &mut text);
    list("lost", &lost, &mut text);
    text
}

/// Writes a state as every kind of ID, and what they say in words.
#[must_use]
pub fn text_of_known(state: &IdState) -> String {
    let mut text = String::new();
    ids(state, &mut text);
    text
}

/// Writes a line in the same columns: what, and the words for it.
#[must_use]
pub fn row(what: &str, words: &str) -> String {
    let width = WIDTH.max(what.chars().count() + 2);
    format!("{:width$}{}", printable(what), printable(words))
}

/// Writes every ID and what they say, and returns what each of them can't say.
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
        // Writing to a String can't fail, here and below.
        let _ = writeln!(text, "{what:WIDTH$}{}", printable(&words));
    }
    lost
}

/// Writes an ID, or why there is none, and notes what is known and can't be said in it.
fn written<T: Display>(
    name: &str,
    id: Result<(T, Vec<Lost>), IdError>,
    lost: &mut Vec<String>,
    text: &mut String,
) {
    match id {
        Ok((id, losses)) => {
            // That a Match ID has no position need not be said each time.
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

/// Lists what this kind of ID can't say.
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
    missing.push("the variant, and so how many checkers a side has");
    if game && !has_rules {
        missing.push("whether the cube and the Crawford rule are used");
        if is_money {
            missing.push("whether beavers are allowed");
        }
    }
    missing
}
