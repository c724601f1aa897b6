//! The decisions of a game.

use super::unit::Unit;
use crate::board::{Board, Roll, Side};
use crate::engine::cube::{CubeState, Ladder, Stakes};
use crate::engine::met::MatchEquity;
use crate::game::{Act, Cube, Happening, MatchState, ReplayedGame, Rules};
use crate::rules::resolve::apply_legal;
use crate::rules::{Outcome, Play};

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
    /// The unit that converts its equities; `None` if no table contains the score.
    pub unit: Option<Unit>,
    /// Whether a double could be answered by a beaver. Where a record doesn't state the rule, it is `false`.
    pub may_beaver: bool,
    /// The kind of the decision.
    pub kind: Kind,
}

impl Decision {
    /// Returns the side that doubled, for an answer to a double or to a beaver; elsewhere the side that decides.
    #[must_use]
    pub fn doubler(&self) -> Side {
        match self.kind {
            Kind::Take | Kind::Pass => !self.by,
            Kind::Beaver { before } | Kind::TakeBeaver { before, .. } | Kind::PassBeaver { before, .. }
                if before.is_multiple_of(2) =>
            {
                !self.by
            }
            _ => self.by,
        }
    }
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
    /// The cube was turned again, after a double (a beaver) or after a beaver (a raccoon).
    Beaver {
        /// The beavers and raccoons before it, since the double.
        before: u8,
    },
    /// A beaver or a raccoon was taken.
    TakeBeaver {
        /// The beavers and raccoons since the double.
        before: u8,
        /// Whether the player could have turned the cube once more.
        may_turn: bool,
    },
    /// A beaver or a raccoon was passed.
    PassBeaver {
        /// The beavers and raccoons since the double.
        before: u8,
        /// Whether the player could have turned the cube once more.
        may_turn: bool,
    },
    /// A roll was seen and not played, because the game was given up: what is given away depends on its best play.
    Seen(Roll),
    /// The game was given up, and the opponent accepted.
    Resign(Outcome),
    /// A resignation was accepted.
    Accept(Outcome),
    /// A resignation was refused.
    Refuse(Outcome),
}

impl Kind {
    /// Returns `true` if it is an answer to a double.
    #[must_use]
    pub const fn is_answer(self) -> bool {
        matches!(self, Self::Take | Self::Pass) || self.is_after_beaver()
    }

    /// Returns `true` if it is a beaver, a raccoon, or the answer to one.
    #[must_use]
    pub const fn is_after_beaver(self) -> bool {
        matches!(self, Self::Beaver { .. } | Self::TakeBeaver { .. } | Self::PassBeaver { .. })
    }

    /// Returns `true` if rates count it. Beavers, their answers and resignations have losses, and count in none.
    #[must_use]
    pub const fn is_rated(self) -> bool {
        matches!(self, Self::Turn { .. } | Self::Double | Self::Take | Self::Pass)
    }

    /// Returns `true` if it is evaluated by itself; the value of the others follows from the evaluation before them.
    #[must_use]
    pub const fn is_evaluated(self) -> bool {
        self.is_rated() || matches!(self, Self::Seen(_))
    }
}

/// Returns the decisions of a game, in order, without those about resignations: their value follows from that of the
/// decisions before them.
#[must_use]
pub fn decisions(rules: &Rules, game: &ReplayedGame) -> Vec<Decision> {
    let mut decisions = Vec::new();
    // The double that is still unanswered, and the beavers after it.
    let mut offered: Option<(Decision, u8)> = None;
    // Whether the cube was offered in this turn.
    let mut has_doubled = false;
    let mut has_begun = false;
    for (number, act) in game.acts.iter().enumerate() {
        let decision = |kind| {
            let state = state(rules, game, act.cube, act.by);
            let (unit, may_beaver) = (Unit::of(&state), may_beaver(rules, &state));
            let (entry, by, board) = (act.entry, act.by, act.before);
            Decision { act: number, entry, by, board, state, unit, may_beaver, kind }
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
                (offered, has_doubled, has_begun) = (Some((double, 0)), true, true);
            }
            Happening::Doubled { beaver: true, .. } | Happening::Taken | Happening::Passed => {
                // Doubler and responder take turns.
                let is_turn = |&(double, before): &(Decision, u8)| (double.by == act.by) == (before % 2 == 1);
                let Some((double, before)) = offered.take().filter(is_turn) else { continue };
                let may_turn = may_turn(rules, before);
                let kind = match act.what {
                    Happening::Doubled { .. } => Kind::Beaver { before },
                    Happening::Taken if before == 0 => Kind::Take,
                    Happening::Taken => Kind::TakeBeaver { before, may_turn },
                    _ if before == 0 => Kind::Pass,
                    _ => Kind::PassBeaver { before, may_turn },
                };
                decisions.push(Decision { act: number, entry: act.entry, by: act.by, kind, ..double });
                if matches!(kind, Kind::Beaver { .. }) {
                    offered = Some((double, before.saturating_add(1)));
                }
            }
            Happening::PositionSet { .. } => (offered, has_doubled, has_begun) = (None, false, true),
            Happening::RolledOnly { roll } => {
                has_begun = true;
                let next = game.acts.get(number + 1).map(|act| act.what);
                if matches!(next, Some(Happening::Resigned { .. } | Happening::ResignationOffered { .. })) {
                    decisions.push(decision(Kind::Seen(roll)));
                }
            }
            _ => {}
        }
    }
    decisions
}

/// Returns `true` if a double after which `before` beavers and raccoons were made may be turned once more. Where a record
/// doesn't state it, it isn't expected of anybody.
const fn may_turn(rules: &Rules, before: u8) -> bool {
    rules.is_money() && before < rules.beavers && rules.beavers < u8::MAX
}

/// Returns `true` if a double in this state may be beavered: by the rules, where a record states them, and by the largest
/// cube.
pub(super) const fn may_beaver(rules: &Rules, state: &CubeState) -> bool {
    may_turn(rules, 0) && matches!(state.stakes, Stakes::Money { beavers: true, .. })
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
pub(super) fn state(rules: &Rules, game: &ReplayedGame, cube: Cube, by: Side) -> CubeState {
    let mut state = MatchState::at_score(rules.clone(), game.before);
    state.place_crawford(game.is_crawford);
    state.place_cube(cube);
    CubeState::of(&state, by)
}
