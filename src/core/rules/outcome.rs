//! The outcome of a finished game: single, gammon or backgammon.

use crate::board::Board;
use std::fmt;

/// The multiple of the cube that a win counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The loser has borne off a checker.
    Single,
    /// The loser has borne off none.
    Gammon,
    /// The loser has borne off none and has one on the bar or in the winner's home board.
    Backgammon,
}

impl Outcome {
    /// Every outcome, the smallest first.
    pub const ALL: [Self; 3] = [Self::Single, Self::Gammon, Self::Backgammon];

    /// Returns the outcome of a game that the mover has just won by bearing off the last checker.
    ///
    /// It depends on the number of the loser's checkers that are off, not on when they left the board: in a
    /// variant where the loser begins with some borne off (coup classique), that player can't lose a gammon.
    /// A variant with fewer checkers a side (hypergammon) begins with none off.
    ///
    /// `None` if the mover hasn't borne off every checker.
    ///
    /// # Examples
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::board::BoardSetup;
    /// use barpoint::rules::Outcome;
    ///
    /// let mut opponent_points = [0; 24];
    /// opponent_points[6 - 1] = 15;
    /// let setup = BoardSetup {
    ///     points: [0; 24],
    ///     bar: 0,
    ///     total: 15,
    ///     opponent_points,
    ///     opponent_bar: 0,
    ///     opponent_total: 15,
    /// };
    /// let board = setup.board().expect("a board");
    /// assert_eq!(Outcome::of(&board), Some(Outcome::Gammon));
    /// ```
    #[must_use]
    pub fn of(board: &Board) -> Option<Self> {
        let lanes = board.lanes();
        if !board.mover_is_done() {
            None
        } else if lanes[Board::OPPONENT_OFF] < 0 {
            Some(Self::Single)
        } else if lanes[Board::OPPONENT_BAR..=6].iter().any(|&count| count < 0) {
            Some(Self::Backgammon)
        } else {
            Some(Self::Gammon)
        }
    }

    /// Returns the multiple of the cube: 1, 2 or 3.
    #[must_use]
    pub const fn multiplier(self) -> u8 {
        match self {
            Self::Single => 1,
            Self::Gammon => 2,
            Self::Backgammon => 3,
        }
    }

    /// Finds the outcome with a word of [`word`](Self::word).
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::rules::Outcome;
    ///
    /// assert_eq!(Outcome::by_word("gammon"), Some(Outcome::Gammon));
    /// assert!(Outcome::ALL.into_iter().all(|outcome| Outcome::by_word(outcome.word()) == Some(outcome)));
    /// ```
    #[must_use]
    pub fn by_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.word() == word)
    }

    /// Returns its word in records and in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Gammon => "gammon",
            Self::Backgammon => "backgammon",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if *self == Self::Single { "single game" } else { self.word() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSetup;

    /// Returns the outcome for a mover without a checker left against these: (own point, checkers), with 25
    /// for the bar, of `total` checkers.
    fn against(loser: &[(usize, u8)], total: u8) -> Option<Outcome> {
        let mut counts = [0; 25];
        for &(place, count) in loser {
            counts[place - 1] = count;
        }
        let setup = BoardSetup::of([&[0; 25], &counts], [15, total]);
        Outcome::of(&setup.board().expect("a board"))
    }

    #[test]
    fn one_checker_off_saves_the_gammon() {
        assert_eq!(against(&[(1, 14)], 15), Some(Outcome::Single));
        assert_eq!(against(&[(24, 1), (6, 13)], 15), Some(Outcome::Single));
    }

    #[test]
    fn none_off_is_a_gammon() {
        assert_eq!(against(&[(18, 1), (6, 14)], 15), Some(Outcome::Gammon));
        assert_eq!(against(&[(18, 3)], 3), Some(Outcome::Gammon));
    }

    #[test]
    fn a_checker_in_the_winners_home_board_or_on_the_bar_is_a_backgammon() {
        assert_eq!(against(&[(19, 1), (6, 14)], 15), Some(Outcome::Backgammon));
        assert_eq!(against(&[(25, 1), (6, 14)], 15), Some(Outcome::Backgammon));
    }

    #[test]
    fn checkers_off_from_the_beginning_save_the_gammon() {
        assert_eq!(against(&[(25, 3)], 15), Some(Outcome::Single));
    }

    #[test]
    fn a_game_that_goes_on_has_no_outcome() {
        assert_eq!(Outcome::of(&Board::START), None);
        assert_eq!(Outcome::of(&Board::EMPTY), None);
    }
}
