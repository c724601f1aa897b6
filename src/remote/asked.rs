//! Questions of both protocols to the engine: a play, or a cube action.

use crate::board::{Board, Die};
use crate::engine::Evaluator;
use crate::engine::cube::{CubeState, Reply, Stakes};
use crate::engine::met::{MatchEquity, UNKNOWN_SCORE};
use crate::engine::roller;
use crate::engine::search::{Options, Search};
use crate::rules::{Play, Step};

/// A position with the score and the cube, from the view of the player on roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) board: Board,
    /// The cube and the stakes.
    pub(super) state: CubeState,
}

impl Asked {
    /// Makes a search; returns a message if no match equity table contains the score.
    pub(super) fn search<'a>(
        &self,
        evaluator: &'a dyn Evaluator,
        options: Options,
    ) -> Result<Search<'a>, &'static str> {
        let table = MatchEquity::reaching(self.state.most_away());
        Search::new(evaluator, table, self.state, options).ok_or(UNKNOWN_SCORE)
    }

    /// Returns the answer of the opponent to a double of the player on roll.
    pub(super) fn reply(&self, search: &mut Search<'_>) -> Reply {
        let found = roller::cube(search, &self.board);
        let beavers = matches!(self.state.stakes, Stakes::Money { beavers: true, .. });
        match () {
            () if !found.action.is_take() => Reply::Pass,
            () if beavers && found.double_take < 0.0 => Reply::Beaver,
            () => Reply::Take,
        }
    }
}

/// A step of a play in a protocol: from, to, and whether it hits.
pub(super) type Hop = (u8, u8, bool);

/// Returns the steps of a play in the order of the dice as they were given, where the steps can be played in
/// that order; those of doublets from the rearmost checker on.
pub(super) fn hops(board: &Board, play: &Play, dice: Option<(Die, Die)>) -> Vec<Hop> {
    let mut steps: Vec<Step> = play.steps().to_vec();
    if let ([one, other], Some((first, _))) = (&steps[..], dice) {
        let is_chain = one.to() == other.from();
        let uses_first = |step: &Step| step.from() - step.to() == first.pips();
        if !is_chain && !uses_first(one) && uses_first(other) {
            steps.swap(0, 1);
        }
    }
    let mut lanes = *board.lanes();
    let hop = |step: &Step| {
        let to = usize::from(step.to());
        // Each blot is hit once.
        let hits = to > 0 && lanes[to] == -1;
        if hits {
            lanes[to] = 0;
        }
        (step.from(), step.to(), hits)
    };
    steps.iter().map(hop).collect()
}
