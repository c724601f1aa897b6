//! The prompt of a line.

use super::session::Session;
use crate::board::Side;
use std::fmt::Write as _;

/// Returns the prompt: `\p` becomes the player who has to act, `\c` the pip counts, those of the side on roll
/// first, `\s` the score, player 0's first; after a backslash any other character stands for itself.
#[must_use]
pub fn of(session: &Session) -> String {
    let mut prompt = String::new();
    let mut letters = session.settings.prompt.chars();
    while let Some(letter) = letters.next() {
        let _ = match letter {
            '\\' => match letters.next() {
                Some('p') if session.is_at_start() => {
                    write!(prompt, "Start of game {}", session.game.state.game())
                }
                Some('p' | 'c') if !session.is_begun() && !session.is_at_start() => {
                    write!(prompt, "No game")
                }
                Some('p') if !session.is_playing() => write!(prompt, "Game over"),
                Some('p') => write!(prompt, "{}", session.name(session.turn())),
                Some('c') => {
                    let board = session.board();
                    write!(prompt, "{}:{}", board.pips(), board.opponent_pips())
                }
                Some('s') => {
                    let points = session.game.state.score().points;
                    write!(prompt, "{}:{}", points[Side::Zero], points[Side::One])
                }
                Some(other) => write!(prompt, "{other}"),
                None => Ok(()),
            },
            letter if letter.is_control() => Ok(()),
            letter => write!(prompt, "{letter}"),
        };
    }
    prompt
}
