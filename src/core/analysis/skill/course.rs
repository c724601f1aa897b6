//! The course of a game: the players' expectation after every decision.

use super::decision::state;
use super::evaluated::EvaluatedDecision;
use super::unit::{gained, standing};
use crate::board::Side;
use crate::engine::met::MatchEquity;
use crate::game::{Act, Cube, Happening, Replayed, ReplayedGame};

/// The course of one game, from player 0's view: in a match the chance to win it, 0 to 1; in a money session the points
/// that the game brings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// Before the game. `None` if no table contains the score.
    pub before: Option<f64>,
    /// After each evaluated act: its place in the game, counted from 0, and the value; in order.
    pub stations: Vec<(usize, f64)>,
    /// The cubes that were offered: the place of the act, and the value.
    pub cubes: Vec<(usize, u32)>,
    /// After the game, if it has a result.
    pub after: Option<f64>,
}

/// Returns the course of each game of a record, based on its evaluated decisions.
#[must_use]
pub fn courses(replayed: &Replayed, evaluated: &[EvaluatedDecision]) -> Vec<Course> {
    let course = |(index, game): (usize, &ReplayedGame)| {
        let own = evaluated.iter().filter(|evaluated| evaluated.game == index);
        let state = state(&replayed.rules, game, Cube::START, Side::Zero);
        let table = MatchEquity::reaching(state.most_away());
        let before = standing(table, &state);
        let gained = game.result.and_then(|result| gained(table, &state, result, Side::Zero));
        Course {
            before,
            stations: own.filter_map(|evaluated| Some((evaluated.decision.act, evaluated.after?))).collect(),
            cubes: game.acts.iter().enumerate().filter_map(offered).collect(),
            after: before.zip(gained).map(|(before, gained)| before + gained),
        }
    };
    replayed.games.iter().enumerate().map(course).collect()
}

/// Returns the place and the value of the cube, if a double is offered.
const fn offered((place, act): (usize, &Act)) -> Option<(usize, u32)> {
    match act.what {
        Happening::Doubled { to, .. } => Some((place, to)),
        _ => None,
    }
}
