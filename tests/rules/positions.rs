//! Positions for testing the generator.

use barpoint::board::{Board, BoardSetup, Roll};
use barpoint::notation::PositionId;
use proptest::prelude::*;

/// Reads a Position ID with fifteen checkers a side.
pub(crate) fn from_id(id: &str) -> Board {
    from_setup_id(id, 15)
}

/// Reads a Position ID with this many checkers a side.
pub(crate) fn from_setup_id(id: &str, total: u8) -> Board {
    id.parse::<PositionId>().expect("a position id").board(total).expect("a board")
}

/// Returns the board with these lanes.
pub(crate) fn from_lanes(lanes: &[i8; Board::LANES]) -> Board {
    let count = |lane: i8| lane.max(0).unsigned_abs();
    let setup = BoardSetup {
        points: std::array::from_fn(|i| count(lanes[i + 1])),
        bar: count(lanes[Board::BAR]),
        total: (1..=26).map(|lane| count(lanes[lane])).sum(),
        opponent_points: std::array::from_fn(|i| count(-lanes[24 - i])),
        opponent_bar: count(-lanes[Board::OPPONENT_BAR]),
        opponent_total: (0..=24).chain([27]).map(|lane| count(-lanes[lane])).sum(),
    };
    setup.board().expect("a board")
}

/// Returns a board with these checkers: each entry is a place in the mover's view, including the
/// bar and off, modulo the places free for that side.
fn scattered(mine: &[u8], theirs: &[u8], span: u8) -> Board {
    let (mut points, mut bar) = ([0u8; 24], 0);
    let (mut opponent_points, mut opponent_bar) = ([0u8; 24], 0);
    for &place in mine {
        match place % (span + 2) {
            0 => {}
            25 => bar += 1,
            place if place == span + 1 => bar += 1,
            place => points[usize::from(place) - 1] += 1,
        }
    }
    for &place in theirs {
        match place % 26 {
            0 => {}
            25 => opponent_bar += 1,
            place if points[24 - usize::from(place)] > 0 => {}
            place => opponent_points[usize::from(place) - 1] += 1,
        }
    }
    BoardSetup {
        points,
        bar,
        total: mine.len() as u8,
        opponent_points,
        opponent_bar,
        opponent_total: theirs.len() as u8,
    }
    .board()
    .unwrap_or(Board::START)
}

/// Returns any roll.
pub(crate) fn roll() -> impl Strategy<Value = Roll> {
    prop::sample::select(&Roll::ALL[..])
}

/// Returns boards of random checkers: few or many, all over the board, or at home to bear off.
pub(crate) fn thrown() -> impl Strategy<Value = Board> {
    let checkers = |most| prop::collection::vec(any::<u8>(), 1..=most);
    let clumped = prop::collection::vec(prop::sample::select(vec![1u8, 2, 3, 4, 5, 6, 18, 20, 22]), 2..=15);
    prop_oneof![
        (checkers(15), checkers(15)).prop_map(|(mine, theirs)| scattered(&mine, &theirs, 24)),
        (checkers(3), checkers(3)).prop_map(|(mine, theirs)| scattered(&mine, &theirs, 24)),
        (checkers(15), checkers(15)).prop_map(|(mine, theirs)| scattered(&mine, &theirs, 9)),
        // The opponent's checkers stand in the mover's home board, or in their own.
        (checkers(8), clumped).prop_map(|(mine, theirs)| scattered(&mine, &theirs, 24)),
    ]
}

/// Returns boards of a random game from the start.
pub(crate) fn played() -> impl Strategy<Value = Board> {
    prop::collection::vec((roll(), any::<prop::sample::Index>()), 0..120).prop_map(|turns| {
        turns.iter().fold(Board::START, |board, (roll, choice)| {
            let (_, results) = super::reference::results(&board, *roll);
            let plays = barpoint::rules::legal_plays(&board, *roll);
            assert_eq!(plays.len(), results.len());
            let after = if plays.is_empty() { board } else { choice.get(&plays).1 };
            if after.mover_is_done() { Board::START } else { after.flip() }
        })
    })
}
