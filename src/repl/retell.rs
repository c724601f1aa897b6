//! Games replayed from their moves: the states of a game that follow from its moves alone.
//!
//! GNU Backgammon keeps the moves, not the states between them. When it goes to another place, or exchanges
//! the players, it replays the game from its beginning. Anything that isn't a move is lost: a side set on
//! roll, a cube put out of use, the Jacoby rule set in the meantime.

use super::history::{Deed, Game, History, Move};
use super::record::applied::put_on_roll;
use crate::board::{Roll, Side};
use crate::game::{Action, Cube, MatchState, Offer, Phase};

impl History {
    /// Recomputes every state of every game from its moves.
    pub(super) fn retell(&mut self) {
        for game in &mut self.games {
            game.retell();
        }
    }
}

impl Game {
    fn retell(&mut self) {
        let mut told = Told { state: self.start.clone(), dice: None, offered_by: None };
        if let Some(doubles) = self.moves.first().map(|first| first.after.automatic_doubles())
            && doubles > 0
        {
            told.state.begin_with(doubles);
        }
        for made in &mut self.moves {
            told.tell(made);
        }
    }
}

/// The state of replaying a game.
struct Told {
    state: MatchState,
    /// The dice on the board; a double leaves them there.
    dice: Option<Roll>,
    /// Who made the last double, if nobody has answered it. GNU Backgammon exchanges the players' checkers if that side rolls
    /// then.
    offered_by: Option<Side>,
}

/// Exchanges the players' checkers.
pub(super) fn exchange(state: &mut MatchState) {
    let phase = state.phase();
    state.place(state.board().flip(), state.on_roll(), None);
    state.place_phase(phase);
}

impl Told {
    /// Replays a move, and corrects the states before and after it.
    fn tell(&mut self, made: &mut Move) {
        if made.what.dice().is_some() && self.offered_by.take() == Some(made.by) {
            exchange(&mut self.state);
        }
        match made.what {
            Deed::Doubled => self.offered_by = Some(made.by),
            Deed::Resigned(_) => {}
            _ => self.offered_by = None,
        }
        match made.what {
            Deed::Played(roll, _) | Deed::Condoned(roll) => {
                put_on_roll(&mut self.state, made.by, Some(roll));
            }
            Deed::Doubled if self.offer().is_none() => put_on_roll(&mut self.state, made.by, None),
            Deed::Resigned(outcome) => {
                let otherwise = self.state.phase().resume();
                let by = made.by.opponent();
                self.state.place_phase(Phase::ToAnswerResignation { by, outcome, otherwise });
            }
            _ => {}
        }
        made.before = self.state.clone();
        self.go_on(made);
        made.after = self.state.clone();
    }

    /// Returns the double that waits for its answer.
    const fn offer(&self) -> Option<Offer> {
        match self.state.phase() {
            Phase::ToAnswerDouble(offer) => Some(offer),
            _ => None,
        }
    }

    /// Puts player 0 on roll if a setting begins the game; else the player on roll stays, even if the other one set something.
    fn begin(&mut self) {
        if self.state.phase() == Phase::OpeningRoll {
            put_on_roll(&mut self.state, Side::Zero, None);
        }
    }

    fn go_on(&mut self, made: &Move) {
        match made.what {
            Deed::Rolled(roll) => {
                put_on_roll(&mut self.state, made.by, Some(roll));
                self.dice = Some(roll);
            }
            Deed::Played(_, play) => {
                self.dice = None;
                if self.state.apply(made.by, &Action::Play(play)).is_err() {
                    self.as_it_was(made);
                }
            }
            Deed::Condoned(_) => {
                self.dice = None;
                self.as_it_was(made);
            }
            Deed::Doubled => {
                let plain = Offer { responder: made.by.opponent(), value: 0, beavers: 0 };
                let made_offer = match (self.offer(), made.after.phase()) {
                    (Some(_), Phase::ToAnswerDouble(offer)) => offer,
                    // What was made as a beaver is a double if the double under it was taken back.
                    _ => plain,
                };
                let cube = self.state.cube();
                let (cube, value) = match self.offer() {
                    // A player who beavers owns the cube at once.
                    Some(offer) => {
                        let owner = if offer.beavers == 0 { Some(made.by) } else { cube.owner };
                        (Cube { value: offer.value, owner }, offer.value * 2)
                    }
                    None => (cube, cube.value * 2),
                };
                self.state.place_cube(cube);
                self.state.place_phase(Phase::ToAnswerDouble(Offer { value, ..made_offer }));
            }
            Deed::Taken => {
                if let Some(offer) = self.offer() {
                    let owner = if offer.beavers == 0 { Some(made.by) } else { self.state.cube().owner };
                    self.state.place_cube(Cube { value: offer.value, owner });
                } else {
                    self.state.place_cube(made.after.cube());
                }
                self.state.place_phase(self.dice.map_or(Phase::ToRoll, Phase::ToPlay));
            }
            Deed::Passed | Deed::Resigned(_) | Deed::Drawn => {
                self.state.place_phase(made.after.phase());
                self.state.place_score(*made.after.score());
                self.state.place_game(made.after.game());
            }
            Deed::SetBoard => {
                self.begin();
                let by = self.state.on_roll();
                self.state.place(made.after.board_of(by), by, self.dice);
            }
            Deed::SetCubeValue => {
                self.begin();
                self.state.place_cube(Cube { value: made.after.cube().value, ..self.state.cube() });
            }
            Deed::SetCubeOwner => {
                self.begin();
                self.state.place_cube(Cube { owner: made.after.cube().owner, ..self.state.cube() });
            }
        }
    }

    /// Takes the position after a play from the time when it was made.
    fn as_it_was(&mut self, made: &Move) {
        let (mut state, cube) = (made.after.clone(), self.state.cube());
        state.place_rules(self.state.rules().clone());
        state.place_cube(cube);
        self.state = state;
    }
}
