//! Ranking readings by how good the play of each is: 0-ply equity.

use super::reading::Chosen;
use crate::board::Board;
use crate::engine::Engine;
use crate::engine::bearoff::hyper::Checkers;
use crate::rules::legal_plays;
use std::sync::OnceLock;

/// Returns the engine that ranks; its nets are read once.
fn engine() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(Engine::new)
}

/// Returns the loss of a play against the best one of its roll, cubeless and at 0-ply, in points. `None` if the
/// bear-off tables would have to be computed, or if the nets don't support the number of checkers.
pub(super) fn loss(chosen: &Chosen) -> Option<f32> {
    let plays = legal_plays(&chosen.board, chosen.roll);
    let at = plays.iter().position(|(_, after)| *after == chosen.after)?;
    Some(losses(plays.iter().map(|(_, after)| after))?[at])
}

/// Returns the loss of each play of a roll, given the positions after them from the mover's view.
pub(super) fn losses<'b>(after: impl Iterator<Item = &'b Board>) -> Option<Vec<f32>> {
    let after: Vec<Board> = after.map(Board::flip).collect();
    let known = |board: &Board| {
        let has_table = Checkers::last_of(board).is_some_and(|last| last < Checkers::Three);
        let is_looked_up = is_bearoff(board) || has_table;
        board.checkers() == 15 && board.opponent_checkers() == 15 && !is_looked_up
    };
    if !after.iter().all(known) {
        return None;
    }
    let all = engine().evaluate_all(&after);
    let best = all.iter().map(|chances| -chances.equity()).fold(f32::NEG_INFINITY, f32::max);
    Some(all.iter().map(|chances| (best + chances.equity()).max(0.0)).collect())
}

/// Returns `true` if all checkers of both sides are at home or off.
fn is_bearoff(board: &Board) -> bool {
    let lanes = board.lanes();
    let mine = (7..=25).all(|lane| lanes[lane] <= 0);
    let theirs = (0..=18).all(|lane| lanes[lane] >= 0);
    mine && theirs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plays_of_the_last_checkers_are_not_ranked() {
        // Two checkers against one that isn't home: their table takes seconds.
        let board: Board = "ABgAAAAABAAAAA".parse().expect("a board");
        assert!(!is_bearoff(&board) && losses(std::iter::once(&board)).is_none());
    }
}
