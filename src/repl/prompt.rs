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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BySide;
    use crate::repl::answer::Answer;
    use crate::repl::dice::Dice;
    use crate::repl::host::Nowhere;

    #[test]
    fn a_prompt_shows_who_acts_the_pips_and_the_score() {
        let mut session = Session::new(Box::new(Nowhere), Dice::seeded(42));
        assert_eq!(of(&session), "(No game) ");
        session.game.names = BySide::new("Anna".to_owned(), "Bo".to_owned());
        let done = session.line("new session", &mut Answer::default());
        assert!(done.is_ok());
        let turn = session.name(session.turn()).to_owned();
        assert_eq!(of(&session), format!("({turn}) "));
        session.settings.prompt = "\\c \\s \\m\\\\ \x1b\\".to_owned();
        assert_eq!(of(&session), "167:167 0:0 m\\ ");
        session.settings.prompt = "\\p \\c".to_owned();
        for line in ["set automatic game off", "resign normal", "accept"] {
            assert!(session.line(line, &mut Answer::default()).is_ok(), "{line}");
        }
        assert_eq!(of(&session), "Game over 167:167");
        assert!(session.line("first move", &mut Answer::default()).is_ok());
        assert_eq!(of(&session), "Start of game 1 167:167");
    }
}
