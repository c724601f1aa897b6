//! The scores of a matrix: one decision for money and at every score of a match.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::cube::CubeState;
//! use barpoint::engine::matrix::{Away, Score};
//!
//! let cube = CubeState::MONEY;
//! let at = Score::Match(Away::Points(2), Away::Points(4)).state(&cube).expect("a score");
//! assert_eq!(at.most_away(), 4);
//! // Money, 81 scores and 16 Crawford games.
//! assert_eq!(Score::up_to(9).filter_map(|score| score.state(&cube)).count(), 98);
//! ```

use super::cube::{CubeState, Owner, Stakes};
use super::met::Stage;

/// The points that a player needs, as a row or column of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Away {
    /// One point, in the Crawford game.
    Crawford,
    /// This number of points, from 1; 1 is after the Crawford game.
    Points(usize),
}

impl Away {
    /// Returns the rows of a matrix up to a number of points: the Crawford game first.
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::engine::matrix::Away;
    ///
    /// let all: Vec<Away> = Away::up_to(2).collect();
    /// assert_eq!(all, [Away::Crawford, Away::Points(1), Away::Points(2)]);
    /// ```
    pub fn up_to(most: usize) -> impl Iterator<Item = Self> + Clone {
        std::iter::once(Self::Crawford).chain((1..=most).map(Self::Points))
    }

    /// Returns the number of points.
    #[must_use]
    pub const fn points(self) -> usize {
        match self {
            Self::Crawford => 1,
            Self::Points(points) => points,
        }
    }
}

/// A score, from the view of the player on roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// A money session.
    Money,
    /// The points that the player on roll and the opponent need.
    Match(Away, Away),
}

impl Score {
    /// Returns money, then every score up to a number of points, row by row: a row for each number that the player on roll
    /// needs.
    pub fn up_to(most: usize) -> impl Iterator<Item = Self> {
        let of_row = move |away| Away::up_to(most).map(move |opponent| Self::Match(away, opponent));
        std::iter::once(Self::Money).chain(Away::up_to(most).flat_map(of_row))
    }

    /// Returns `true` for a Crawford game.
    #[must_use]
    pub const fn is_crawford(self) -> bool {
        matches!(self, Self::Match(Away::Crawford, _) | Self::Match(_, Away::Crawford))
    }

    /// Returns the same cube at this score; `None` if the score doesn't exist or the cube can't have this
    /// state there. In the Crawford game exactly one player needs one point, and the cube is centred at 1.
    ///
    /// Money keeps the rules of a money session; from a match, it has the Jacoby rule and beavers. A cube that isn't in
    /// use for money isn't in use at any score.
    #[must_use]
    pub fn state(self, cube: &CubeState) -> Option<CubeState> {
        // In a match, it may only be out of use in the Crawford game.
        let is_in_use = cube.is_in_use || cube.is_match();
        let (stakes, is_in_use) = match self {
            Self::Match(Away::Points(0), _) | Self::Match(_, Away::Points(0)) => return None,
            Self::Money if !cube.is_match() => (cube.stakes, is_in_use),
            Self::Money => (Stakes::Money { jacoby: true, beavers: true }, true),
            Self::Match(away, opponent) => {
                let is_crawford = self.is_crawford();
                let (away, opponent) = (away.points(), opponent.points());
                if is_crawford && (away == opponent || cube.value > 1 || cube.owner != Owner::Centred) {
                    return None;
                }
                let is_after = !is_crawford && (away == 1 || opponent == 1);
                let stage = if is_after { Stage::After } else { Stage::Before };
                (Stakes::Match { away, opponent, stage }, is_in_use && !is_crawford)
            }
        };
        Some(CubeState { is_in_use, stakes, ..*cube })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crawford_game_is_there_where_one_player_needs_one_point() {
        let cube = CubeState::MONEY;
        let count = |most| Score::up_to(most).filter_map(|score| score.state(&cube)).count();
        // Money and, after the Crawford game, one score of 1-away on both sides; each further point adds a
        // row, a column and two Crawford games.
        assert_eq!((count(1), count(2), count(9)), (2, 1 + 4 + 2, 1 + 81 + 16));
    }

    #[test]
    fn a_game_without_a_cube_has_none_at_any_score_and_a_player_needs_a_point() {
        assert_eq!(Score::Money.state(&CubeState::CUBELESS), Some(CubeState::CUBELESS));
        assert!(
            Score::up_to(3).filter_map(|score| score.state(&CubeState::CUBELESS)).all(|at| !at.is_in_use)
        );
        assert_eq!(Score::Match(Away::Points(0), Away::Points(3)).state(&CubeState::CUBELESS), None);
        assert_eq!(Score::Match(Away::Crawford, Away::Points(0)).state(&CubeState::CUBELESS), None);
    }

    #[test]
    fn a_turned_cube_was_never_in_the_crawford_game() {
        let cube = CubeState { value: 2, owner: Owner::Mover, ..CubeState::MONEY };
        assert!(Score::Match(Away::Crawford, Away::Points(3)).state(&cube).is_none());
        let after = Score::Match(Away::Points(1), Away::Points(3)).state(&cube).expect("a score");
        assert_eq!(after.stakes, Stakes::Match { away: 1, opponent: 3, stage: Stage::After });
        assert_eq!((after.value, after.owner, after.is_in_use), (2, Owner::Mover, true));
    }
}
