//! The states that a replayed game goes through.

use super::{Act, Action, Happening, MAX_CUBE, MatchState, Offer, Phase, Replayed};
use crate::board::Roll;

impl Replayed {
    /// Goes through a game, counted from 0, and shows the state before each decision: dice to be played, an offer,
    /// an answer; returns the state after its last act, `None` if that gives the game up, or if there is none.
    ///
    /// # Panics
    ///
    /// There is no such game.
    pub fn walk(&self, game: usize, mut before: impl FnMut(&MatchState)) -> Option<MatchState> {
        let game = &self.games[game];
        let mut state = MatchState::at_score(self.rules.clone(), game.before);
        state.begin_with(game.automatic_doubles);
        state.place_crawford(game.is_crawford);
        for act in &game.acts {
            if !step(&mut state, act, &mut before) {
                return None;
            }
        }
        // Nothing happened at all, or nothing but what ends the game.
        (!matches!(state.phase(), Phase::OpeningRoll)).then_some(state)
    }
}

/// Goes through one act; returns whether the game goes on.
fn step(state: &mut MatchState, act: &Act, show: &mut impl FnMut(&MatchState)) -> bool {
    let by = act.by;
    match act.what {
        Happening::Played { roll, play } => {
            to_play(state, act, Some(roll));
            if !play.is_dance() {
                show(state);
            }
            let _ = state.apply(by, &Action::Play(play));
        }
        Happening::Illegal { roll, after } => {
            to_play(state, act, Some(roll));
            show(state);
            let _ = state.apply(by, &Action::CondonedPlay(after));
        }
        Happening::RolledOnly { roll } => to_play(state, act, Some(roll)),
        Happening::Doubled { to, beaver } => {
            let pending = match state.phase() {
                Phase::ToAnswerDouble(offer) if beaver => Some(offer),
                _ => None,
            };
            if pending.is_none() {
                to_play(state, act, None);
            }
            show(state);
            let action = if pending.is_some() { Action::Beaver } else { Action::Double };
            if state.apply(by, &action).is_err() {
                let beavers = pending.map_or(0, |offer| offer.beavers.saturating_add(1));
                let offer = Offer { responder: !by, value: to.clamp(2, MAX_CUBE), beavers };
                state.place_phase(Phase::ToAnswerDouble(offer));
            }
        }
        Happening::Taken => {
            show(state);
            let _ = state.apply(by, &Action::Take);
        }
        Happening::Passed => {
            show(state);
            return false;
        }
        Happening::PositionSet { roll } => to_play(state, act, roll),
        Happening::ResignationOffered { outcome } => {
            if state.apply(by, &Action::Resign(outcome)).is_err() {
                to_play(state, act, None);
                let _ = state.apply(by, &Action::Resign(outcome));
            }
        }
        Happening::ResignationRefused => {
            let _ = state.apply(by, &Action::RefuseResignation);
        }
        Happening::Resigned { .. } => {
            if !matches!(state.phase(), Phase::ToAnswerResignation { .. } | Phase::OpeningRoll) {
                show(state);
            }
            return false;
        }
        Happening::GameOver(_) => {}
    }
    true
}

/// Makes the state that of an act.
fn to_play(state: &mut MatchState, act: &Act, roll: Option<Roll>) {
    state.place(act.before, act.by, roll);
    state.place_cube(act.cube);
}
