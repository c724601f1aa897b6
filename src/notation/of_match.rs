//! A match in progress, as IDs carry it.

use super::match_id::{GameState, MatchFields, Resignation};
use crate::game::{Ending, GameResult, MatchState, Phase, Resume};
use crate::rules::Outcome;

impl MatchFields {
    /// Reads the fields off a match in progress.
    ///
    /// Lengths and scores beyond 32,767 are cut to it.
    #[must_use]
    pub fn of(state: &MatchState) -> Self {
        let phase = state.phase();
        let dice = match phase {
            Phase::ToPlay(roll) => Some(roll),
            Phase::ToAnswerResignation { otherwise: Resume::Play(roll), .. } => Some(roll),
            _ => None,
        };
        let offered = match phase {
            Phase::ToAnswerDouble(_) => true,
            Phase::ToAnswerResignation { otherwise, .. } => matches!(otherwise, Resume::Answer(_)),
            _ => false,
        };
        let resignation = match phase {
            Phase::ToAnswerResignation { outcome, .. } => Some(match outcome {
                Outcome::Single => Resignation::Single,
                Outcome::Gammon => Resignation::Gammon,
                Outcome::Backgammon => Resignation::Backgammon,
            }),
            _ => None,
        };
        let points = |side| state.score().points[side].min(u32::from(Self::MAX_POINTS)) as u16;
        Self {
            cube: state.cube().value,
            owner: state.cube().owner,
            on_roll: state.on_roll(),
            crawford: state.is_crawford_game(),
            state: game_state(phase),
            turn: state.turn().unwrap_or(state.on_roll()),
            double_offered: offered,
            resignation,
            dice,
            length: state.rules().length,
            score: crate::board::BySide(crate::board::Side::ALL.map(points)),
            jacoby: state.rules().is_money() && state.rules().jacoby,
        }
    }
}

fn game_state(phase: Phase) -> GameState {
    match phase {
        Phase::GameOver(GameResult { ending, .. }) | Phase::MatchOver(GameResult { ending, .. }) => match ending {
            Ending::BorneOff | Ending::Awarded => GameState::Over,
            Ending::Passed => GameState::Dropped,
            Ending::Resigned => GameState::Resigned,
        },
        _ => GameState::Playing,
    }
}
