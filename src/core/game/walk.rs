//! The states of a replayed game.

use super::{Act, Action, Happening, MAX_CUBE, MatchState, Offer, Phase, Replayed};
use crate::board::Roll;

impl Replayed {
    /// Walks through a game, counted from 0, and passes the state before each decision to `before`: dice to play, an
    /// offer, an answer. Returns the state after its last act; `None` if that act gives up the game, or if there is
    /// none.
    ///
    /// # Panics
    ///
    /// If there is no such game.
    pub fn walk(&self, game: usize, mut before: impl FnMut(&MatchState)) -> Option<MatchState> {
        let mut state = self.first_state(game);
        let goes_on = self.games[game].acts.iter().all(|act| step(&mut state, act, &mut before));
        // At the opening roll there are no acts, or only one that ends the game.
        (goes_on && !matches!(state.phase(), Phase::OpeningRoll)).then_some(state)
    }

    /// Returns the state before an act of a game, both counted from 0, with the act's dice to be played if it has dice.
    /// `None` if the game was given up before, or there is no such act.
    #[must_use]
    pub fn state_before(&self, game: usize, act: usize) -> Option<MatchState> {
        let (before, rest) = self.games.get(game)?.acts.split_at_checked(act)?;
        let mut state = self.first_state(game);
        let goes_on = before.iter().all(|act| step(&mut state, act, &mut |_| {}));
        let act = rest.first().filter(|_| goes_on)?;
        match act.what {
            Happening::Doubled { beaver: false, .. } => to_play(&mut state, act, None),
            Happening::PositionSet { roll } => to_play(&mut state, act, roll),
            _ if act.roll().is_some() => to_play(&mut state, act, act.roll()),
            _ => {}
        }
        Some(state)
    }

    /// Walks through a game, counted from 0, and passes each act's number, also from 0, and the state after it to
    /// `after`, up to the act that gives up the game. Nothing if there is no such game.
    pub fn walk_after(&self, game: usize, mut after: impl FnMut(usize, &MatchState)) {
        let Some(of) = self.games.get(game) else { return };
        let mut state = self.first_state(game);
        for (number, act) in of.acts.iter().enumerate() {
            if !step(&mut state, act, &mut |_| {}) {
                return;
            }
            after(number, &state);
        }
    }

    /// Returns `true` if the acts before an act already lead to its position, cube and side on roll; before the opening
    /// roll, either side may begin. `game` and `act` count from 0.
    pub(crate) fn stands(&self, game: usize, act: usize) -> bool {
        let (before, rest) = self.games[game].acts.split_at(act);
        let mut state = self.first_state(game);
        let goes_on = before.iter().all(|act| step(&mut state, act, &mut |_| {}));
        let is_same = |act: &Act| {
            let is_in_turn = match state.phase() {
                Phase::OpeningRoll => true,
                Phase::ToRoll => state.on_roll() == act.by,
                _ => false,
            };
            is_in_turn && state.board_of(act.by) == act.before && state.cube() == act.cube
        };
        goes_on && rest.first().is_some_and(is_same)
    }

    fn first_state(&self, number: usize) -> MatchState {
        let game = &self.games[number];
        let mut state = MatchState::at_score(self.rules.clone(), game.before);
        state.place_game(number as u32 + 1);
        state.begin_with(game.automatic_doubles);
        state.place_crawford(game.is_crawford);
        state
    }
}

/// Applies one act; returns `true` if the game continues.
fn step(state: &mut MatchState, act: &Act, show: &mut dyn FnMut(&MatchState)) -> bool {
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
            let _ = state.condone(by, &after);
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

/// Sets the state to that of an act.
fn to_play(state: &mut MatchState, act: &Act, roll: Option<Roll>) {
    state.place(act.before, act.by, roll);
    state.place_cube(act.cube);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_before_an_act_is_what_the_act_says_and_what_the_act_before_left() {
        for name in ["five-points-high-cube", "money-with-beavers", "resignations"] {
            let path = format!("{}/../../testdata/mat/valid/{name}.mat", env!("CARGO_MANIFEST_DIR"));
            let matches = crate::open(&path, std::fs::read(&path).expect("a record")).expect("a record");
            let replayed = &matches[0].replayed;
            let mut seen = 0;
            for (number, game) in replayed.games.iter().enumerate() {
                let mut after = Vec::new();
                replayed.walk_after(number, |_, state| after.push(state.clone()));
                for (at, act) in game.acts.iter().enumerate() {
                    let Some(state) = replayed.state_before(number, at) else { continue };
                    seen += 1;
                    assert_eq!(state.game() as usize, number + 1, "{name}");
                    assert_eq!(state.cube(), act.cube, "{name}: act {at} of game {number}");
                    if !matches!(act.what, Happening::GameOver(_)) {
                        assert_eq!(state.board_of(act.by), act.before, "{name}: act {at} of game {number}");
                    }
                    if let (Some(board), Some(after)) = (act.after(), after.get(at)) {
                        assert_eq!(after.board_of(act.by), board, "{name}: after act {at} of game {number}");
                    }
                }
            }
            assert!(seen > 10, "{name}");
            assert_eq!(replayed.state_before(0, 100_000), None);
        }
    }
}
