//! The legal plays of a roll, as text.

use crate::board::{Board, Roll};
use crate::notation::PositionId;
use crate::notation::play::print;
use crate::rules::{Play, legal_plays};
use std::fmt::Write as _;

/// The words for a roll without a legal play.
pub(super) const DANCE: &str = "no legal play";

/// Returns a play as GNU Backgammon writes it; `dance` if it is none.
pub(super) fn named(board: &Board, play: &Play, dance: &str) -> String {
    let name = print::gnubg(board, play).to_string();
    if name.is_empty() { dance.to_owned() } else { name }
}

/// Lists the legal plays of a roll, with the Position ID of each result.
#[must_use]
pub fn text(board: &Board, roll: Roll) -> String {
    let plays = legal_plays(board, roll);
    if plays.is_empty() {
        return format!("{DANCE}  {}\n", after(board));
    }
    let texts: Vec<String> = plays.iter().map(|(play, _)| print::gnubg(board, play).to_string()).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for (play, (_, result)) in texts.iter().zip(&plays) {
        let _ = writeln!(text, "{play:width$}  {}", after(result));
    }
    text
}

/// Returns the Position ID of the position after a play, with the opponent on roll.
#[must_use]
pub fn after(board: &Board) -> String {
    PositionId::encode(&board.flip()).to_string()
}
