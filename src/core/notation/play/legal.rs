//! Reads a written play together with its position and roll.

use super::parse::{PlayOptions, PlaySyntaxError, parse};
use crate::board::{Board, Roll};
use crate::rules::resolve::resolve;
use crate::rules::{IllegalPlay, Leg, Play};
use thiserror::Error;

/// The reason why a text isn't a legal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// It can't be read.
    #[error(transparent)]
    Syntax(#[from] PlaySyntaxError),
    /// It isn't legal.
    #[error(transparent)]
    Illegal(#[from] IllegalPlay),
}

impl Play {
    /// Reads a play as GNU Backgammon's command line does, and returns the legal play that it means. An empty text is a
    /// dance. [`Play::after`] gives the board after it.
    ///
    /// # Errors
    ///
    /// If it can't be read, or isn't legal with this roll on this board.
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::{Board, Play};
    ///
    /// let roll = "31".parse()?;
    /// let play = Play::parse(&Board::START, roll, "6/5 8/5")?;
    /// assert_eq!(play.after(&Board::START).flip().to_string(), "sGfwATDgc/ABMA");
    /// assert!(Play::parse(&Board::START, roll, "8/4").is_ok());
    /// assert!(Play::parse(&Board::START, roll, "8/3").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(board: &Board, roll: Roll, text: &str) -> Result<Self, PlayError> {
        let written = parse(text.as_bytes(), 0, PlayOptions::GNUBG)?;
        let legs: Vec<Leg> = written.legs().map(|written| written.leg).collect();
        Ok(*resolve(board, roll, &legs)?.play())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_no_legal_play_says_why() {
        let wrong = |text| {
            let roll = "31".parse().expect("a roll");
            Play::parse(&Board::START, roll, text).expect_err("no play")
        };
        assert!(matches!(wrong("8/x"), PlayError::Syntax(_)));
        assert!(matches!(wrong("8/3"), PlayError::Illegal(_)));
        // There is a legal play, so that the player can't dance.
        assert!(matches!(wrong(""), PlayError::Illegal(_)));
    }
}
