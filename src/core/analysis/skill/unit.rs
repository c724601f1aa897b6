//! Conversion of normalised equities into what is played for.

use crate::board::Side;
use crate::engine::cube::{CubeState, Owner, Stakes};
use crate::engine::met::MatchEquity;
use crate::game::GameResult;
use crate::rules::Outcome;

/// The value of a normalised equity at one score and cube: a chance to win the match, or points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// The value of a single game lost with the current cube.
    lost: f64,
    /// The value of a single game won.
    won: f64,
}

impl Unit {
    /// Returns the unit of a state by the program's match equity table. `None` if no table contains the score.
    #[must_use]
    pub fn of(state: &CubeState) -> Option<Self> {
        Self::by(MatchEquity::reaching(state.most_away()), state)
    }

    /// Returns the unit of a state by a match equity table. `None` if it doesn't contain the score.
    #[must_use]
    pub fn by(table: &MatchEquity, state: &CubeState) -> Option<Self> {
        match state.stakes {
            Stakes::Money { .. } => {
                let points = f64::from(state.value);
                Some(Self { lost: -points, won: points })
            }
            Stakes::Match { .. } => {
                let ends = state.terms(table)?.ends;
                Some(Self { lost: f64::from(ends[2]), won: f64::from(ends[3]) })
            }
        }
    }

    /// Returns the value of a normalised equity.
    #[must_use]
    pub fn worth(&self, equity: f64) -> f64 {
        0.5 * (equity * (self.won - self.lost) + self.won + self.lost)
    }

    /// Returns the normalised equity of a value: the inverse of [`Self::worth`].
    #[must_use]
    pub fn equity(&self, worth: f64) -> f64 {
        (2.0 * worth - self.won - self.lost) / (self.won - self.lost)
    }

    /// Returns the value of a difference of normalised equities.
    #[must_use]
    pub fn difference(&self, equity: f64) -> f64 {
        0.5 * equity * (self.won - self.lost)
    }
}

/// Returns the chance to win the match before a game, from the view of the state; 0 points for money.
///
/// `None` if the table doesn't contain the score.
#[must_use]
pub(super) fn standing(table: &MatchEquity, state: &CubeState) -> Option<f64> {
    let Stakes::Match { away, opponent, stage } = state.stakes else { return Some(0.0) };
    table.chance(away, opponent, stage).map(f64::from)
}

/// Returns the value of losing the game with this outcome and the cube of the state, from the view of the state: the
/// chance to win the match after it, or points.
///
/// `None` if no table contains the score.
#[must_use]
pub(super) fn lost(state: &CubeState, outcome: Outcome) -> Option<f64> {
    let is_single =
        matches!(state.stakes, Stakes::Money { jacoby: true, .. }) && state.owner == Owner::Centred;
    let factor = if is_single { 1 } else { u32::from(outcome.multiplier()) };
    let points = state.value.saturating_mul(factor);
    if !state.is_match() {
        return Some(-f64::from(points));
    }
    // As a single game with a cube of that value.
    let table = MatchEquity::reaching(state.most_away());
    CubeState { value: points, ..*state }.terms(table).map(|terms| f64::from(terms.ends[2]))
}

/// Returns what a result has won, from the view of the state: in a match, the change of the chance to win it since
/// before the game; otherwise points. A drawn game has won nothing.
///
/// `None` if the table doesn't contain the score.
#[must_use]
pub(super) fn gained(table: &MatchEquity, state: &CubeState, result: GameResult, by: Side) -> Option<f64> {
    let Some(winner) = result.winner else { return Some(0.0) };
    let is_won = winner == by;
    if !state.is_match() {
        let points = f64::from(result.points);
        return Some(if is_won { points } else { -points });
    }
    let before = standing(table, state)?;
    // The winner's points are a single game with a cube of that value.
    let ends = CubeState { value: result.points, ..*state }.terms(table)?.ends;
    Some(f64::from(ends[if is_won { 3 } else { 2 }]) - before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cube::HouseRules;
    use crate::engine::met::Stage;
    use crate::game::{Ending, MatchState, Rules};

    #[test]
    fn money_is_counted_in_cubes() {
        let unit = Unit::of(&CubeState { value: 4, ..CubeState::MONEY }).expect("money");
        assert!((unit.worth(0.5) - 2.0).abs() < 1e-12 && (unit.difference(-0.1) + 0.4).abs() < 1e-12);
        assert!((unit.equity(2.0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn at_double_match_point_an_equity_is_twice_the_chance_less_one() {
        let stakes = Stakes::Match { away: 1, opponent: 1, stage: Stage::After };
        let state =
            CubeState { value: 1, owner: Owner::Centred, is_in_use: true, stakes, ..CubeState::CUBELESS };
        let unit = Unit::of(&state).expect("a score");
        assert!((unit.worth(0.2) - 0.6).abs() < 1e-6 && (unit.equity(0.6) - 0.2).abs() < 1e-6);
    }

    #[test]
    fn without_a_crawford_game_a_game_won_leads_to_one_with_a_cube() {
        let house = HouseRules { has_crawford: false, ..HouseRules::NONE };
        let stakes = Stakes::Match { away: 2, opponent: 2, stage: Stage::Before };
        let state = CubeState { stakes, house, ..CubeState::MONEY };
        let table = MatchEquity::reaching(2);
        let after = |away, opponent| f64::from(table.chance(away, opponent, Stage::After).expect("a score"));
        let unit = Unit::of(&state).expect("a score");
        assert_eq!((unit.worth(-1.0), unit.worth(1.0)), (after(2, 1), after(1, 2)));
        assert_eq!(lost(&state, Outcome::Single), Some(after(2, 1)));
        let result = GameResult {
            winner: Some(Side::Zero),
            ending: Ending::BorneOff,
            outcome: Some(Outcome::Single),
            cube: 1,
            points: 1,
        };
        let standing = standing(table, &state).expect("a score");
        assert_eq!(gained(table, &state, result, Side::Zero), Some(after(1, 2) - standing));
        // The state of a match under these rules.
        let rules = Rules { crawford: false, ..Rules::match_play(2) };
        assert_eq!(Unit::of(&CubeState::of(&MatchState::new(rules), Side::Zero)), Some(unit));
    }
}
