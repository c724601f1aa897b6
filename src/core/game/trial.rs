//! A match on which the acts of a record are tried, one after the other: it shows a writer the legal part of a record
//! that breaks rules.

use super::{Act, Action, Event, Happening, MatchState, Phase, ReplayedGame, Rules};
use crate::board::Roll;
use crate::rules::can_move;

pub(crate) struct Trial {
    state: MatchState,
}

impl Trial {
    /// Begins a game, with the score before it.
    pub(crate) fn begin(rules: &Rules, game: &ReplayedGame) -> Self {
        let mut state = MatchState::at_score(rules.clone(), game.before);
        state.place_crawford(game.is_crawford);
        state.begin_with(game.automatic_doubles);
        Self { state }
    }

    pub(crate) const fn state(&self) -> &MatchState {
        &self.state
    }

    /// Tries an act, and returns `true` if it follows from those before it. A position that is set never does: see
    /// [`set`](Self::set). After `false`, the trial is over.
    pub(crate) fn act(&mut self, act: &Act) -> bool {
        match act.what {
            Happening::Played { roll, play } => {
                self.roll(act, roll) && self.state.apply(act.by, &Action::Play(play)).is_ok()
            }
            Happening::Illegal { roll, after } => {
                let may = self.roll(act, roll);
                if may {
                    self.state.place(after.flip(), !act.by, None);
                }
                may
            }
            // First, so that the trial still shows where the game stops.
            Happening::RolledOnly { roll } => can_move(&act.before, roll) && self.roll(act, roll),
            Happening::Doubled { to, beaver } => {
                let action = if beaver { Action::Beaver } else { Action::Double };
                matches!(self.state.apply(act.by, &action), Ok(Event::Doubled { to: same }) if same == to)
            }
            Happening::Taken => self.state.apply(act.by, &Action::Take).is_ok(),
            Happening::Passed => self.state.apply(act.by, &Action::Pass).is_ok(),
            Happening::ResignationOffered { outcome } => {
                self.state.apply(act.by, &Action::Resign(outcome)).is_ok()
            }
            Happening::ResignationRefused => self.state.apply(act.by, &Action::RefuseResignation).is_ok(),
            Happening::PositionSet { .. } | Happening::Resigned { .. } | Happening::GameOver(_) => false,
        }
    }

    /// Sets the position and the cube of an act, whose player is on roll.
    pub(crate) fn set(&mut self, act: &Act) {
        self.state.place(act.before, act.by, None);
        self.state.place_cube(act.cube);
    }

    /// Sets the cube of an act, before the first roll.
    pub(crate) fn set_cube(&mut self, act: &Act) {
        self.state.place_cube(act.cube);
    }

    /// Rolls; returns `true` if the side may, and the board and the cube agree with the record.
    fn roll(&mut self, act: &Act, roll: Roll) -> bool {
        let action = match self.state.phase() {
            Phase::OpeningRoll => Action::OpenWith(roll),
            _ => Action::Roll(roll),
        };
        self.state.apply(act.by, &action).is_ok()
            && *self.state.board() == act.before
            && self.state.cube() == act.cube
    }
}
