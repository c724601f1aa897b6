//! The decisions of a game.

use crate::board::{Board, Roll, Side};
use crate::engine::cube::{CubeState, Ladder};
use crate::engine::met::MatchEquity;
use crate::game::{Act, Cube, Happening, MatchState, ReplayedGame, Rules};
use crate::rules::Play;
use crate::rules::resolve::apply_legal;

/// A decision of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The place of the act in the game, counted from 0.
    pub act: usize,
    /// The place of the entry in the game's record, counted from 0, if there is one.
    pub entry: Option<u32>,
    /// The side that decides.
    pub by: Side,
    /// The board before it, from the view of the player on roll; for an answer, from the doubler's
    /// view.
    pub board: Board,
    /// The cube and the score before it (for an answer, before the double), from the same view.
    pub state: CubeState,
    /// The kind of the decision.
    pub kind: Kind,
}

/// The kind of a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A roll was played; where a double was possible, the player didn't double.
    Turn {
        /// The roll.
        roll: Roll,
        /// The play; `None` if it wasn't legal.
        play: Option<Play>,
        /// The board after it, from the mover's view.
        after: Board,
        /// Whether it was the opening roll.
        is_opening: bool,
        /// Whether the player could have doubled before the roll, and the cube wasn't dead.
        may_double: bool,
    },
    /// The cube was offered.
    Double,
    /// A double was taken. A beaver is no answer of this kind.
    Take,
    /// A double was passed.
    Pass,
}

impl Kind {
    /// Returns `true` if it is an answer to a double.
    #[must_use]
    pub const fn is_answer(self) -> bool {
        matches!(self, Self::Take | Self::Pass)
    }
}

/// Returns the decisions of a game, in order, without beavers and the answers to them.
#[must_use]
pub fn decisions(rules: &Rules, game: &ReplayedGame) -> Vec<Decision> {
    let mut decisions = Vec::new();
    // The double that is still unanswered.
    let mut offered: Option<Decision> = None;
    // Whether the cube was offered in this turn.
    let mut has_doubled = false;
    let mut has_begun = false;
    for (number, act) in game.acts.iter().enumerate() {
        let decision = |kind| Decision {
            act: number,
            entry: act.entry,
            by: act.by,
            board: act.before,
            state: state(rules, game, act.cube, act.by),
            kind,
        };
        match act.what {
            Happening::Played { .. } | Happening::Illegal { .. } => {
                let may_double = |state: &CubeState| has_begun && !has_doubled && can_double(state);
                decisions.extend(turn(act, may_double, !has_begun, decision));
                (offered, has_doubled, has_begun) = (None, false, true);
            }
            Happening::Doubled { beaver: false, .. } => {
                let double = decision(Kind::Double);
                decisions.push(double);
                (offered, has_doubled, has_begun) = (Some(double), true, true);
            }
            Happening::Doubled { beaver: true, .. } => offered = None,
            Happening::Taken | Happening::Passed => {
                let kind = if act.what == Happening::Taken { Kind::Take } else { Kind::Pass };
                let double = offered.take().filter(|double| double.by != act.by);
                decisions.extend(double.map(|double| Decision {
                    act: number,
                    entry: act.entry,
                    by: act.by,
                    kind,
                    ..double
                }));
            }
            Happening::PositionSet { .. } => (offered, has_doubled, has_begun) = (None, false, true),
            Happening::RolledOnly { .. } => has_begun = true,
            _ => {}
        }
    }
    decisions
}

/// Returns the decision of a turn. `None` if the play can't be made.
fn turn(
    act: &Act,
    may_double: impl Fn(&CubeState) -> bool,
    is_opening: bool,
    decision: impl Fn(Kind) -> Decision,
) -> Option<Decision> {
    let (roll, play, after) = match act.what {
        Happening::Played { roll, play } => (roll, Some(play), apply_legal(&act.before, roll, &play)?),
        Happening::Illegal { roll, after } => (roll, None, after),
        _ => return None,
    };
    let mut decision = decision(Kind::Double);
    let may_double = may_double(&decision.state);
    decision.kind = Kind::Turn { roll, play, after, is_opening, may_double };
    Some(decision)
}

/// Returns `true` if the player on roll can double and the cube isn't dead.
pub(in crate::analysis) fn can_double(state: &CubeState) -> bool {
    Ladder::new(state, MatchEquity::reaching(state.most_away()))
        .is_some_and(|ladder| ladder.doubled().is_some())
}

/// Returns the cube and the score at one moment of a game, from a side's view.
fn state(rules: &Rules, game: &ReplayedGame, cube: Cube, by: Side) -> CubeState {
    let mut state = MatchState::at_score(rules.clone(), game.before);
    state.place_crawford(game.is_crawford);
    state.place_cube(cube);
    CubeState::of(&state, by)
}
