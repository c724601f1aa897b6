//! Chances of the next roll, compared with an enumeration by the plain reference.

mod analyses;
mod archive;
mod exact;
mod identity;

use crate::rules::{positions, reference};
use barpoint::board::{Board, BoardSetup, Point, Roll};
use barpoint::stats::{Entry, RollSet, ThenHit, hits, shots};
use proptest::prelude::*;

/// Compares entering, hitting and making points of one position, roll by roll.
fn compare(board: &Board) {
    let before = board.lanes();
    let entry = Entry::of(board);
    let found = shots(board);
    assert_eq!(hits(board), found.any, "{board:?}");
    if board.mover_is_done() || board.flip().mover_is_done() {
        assert_eq!(found.any, RollSet::NONE);
        return;
    }
    for roll in Roll::ALL {
        let (_, results) = reference::results(board, roll);
        let on_bar = before[25].max(0);
        let left = results.iter().map(|after| after[25].max(0)).min().unwrap_or(on_bar);
        let entering = (on_bar - left) as u8;
        for number in 0..=4 {
            assert_eq!(entry.exactly(number).contains(roll), number == entering, "{board:?} {roll} {number}");
        }
        let gone = |after: &[i8; 32], point: usize| before[point] == -1 && after[point] != -1;
        let most = results.iter().map(|after| (1..=24).filter(|&point| gone(after, point)).count()).max();
        assert_eq!(found.any.contains(roll), most.unwrap_or(0) > 0, "{board:?} {roll}");
        assert_eq!(found.several.contains(roll), most.unwrap_or(0) > 1, "{board:?} {roll}");
        for point in 1..=24 {
            let is_hit = results.iter().any(|after| gone(after, point));
            let is_made =
                results.iter().any(|after| after[point] >= 2) || (results.is_empty() && before[point] >= 2);
            let place = Point::new(point as u8).expect("a point");
            assert_eq!(found.on(place).contains(roll), is_hit, "{board:?} {roll} hits {point}");
            assert_eq!(found.makes(place).contains(roll), is_made, "{board:?} {roll} makes {point}");
        }
    }
    let some = entry.some().of_36() + entry.exactly(0).of_36();
    assert_eq!(some, 36);
}

/// Counts pairs of rolls with the plain reference.
fn then_hit(board: &Board) -> f64 {
    let hits_behind = |board: Board| -> u32 {
        let bar = board.lanes()[0];
        let is_hit = |roll: &Roll| reference::results(&board, *roll).1.iter().any(|after| after[0] < bar);
        Roll::ALL.into_iter().filter(is_hit).map(Roll::weight).sum()
    };
    let first = |roll: Roll| {
        let (_, results) = reference::results(board, roll);
        let boards: Vec<Board> = results.iter().map(|lanes| positions::from_lanes(lanes).flip()).collect();
        let boards = if boards.is_empty() { vec![board.flip()] } else { boards };
        let count = boards.len();
        f64::from(roll.weight()) * f64::from(boards.into_iter().map(hits_behind).sum::<u32>()) / count as f64
    };
    Roll::ALL.into_iter().map(first).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn pairs_of_rolls_equal_enumeration(board in positions::played()) {
        prop_assume!(!board.mover_is_done() && !board.flip().mover_is_done());
        let found = ThenHit::of(&board).of_1296();
        let expected = then_hit(&board);
        prop_assert!((found - expected).abs() < 1e-9, "{found} {expected} {board:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn thrown_positions_equal_enumeration(board in positions::thrown()) {
        compare(&board);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn positions_of_games_equal_enumeration(board in positions::played()) {
        compare(&board);
    }
}

/// Returns a board of 15 checkers a side, of which the opponent has none on the bar.
fn board(points: [u8; 24], bar: u8, opponent_points: [u8; 24]) -> Board {
    let setup = BoardSetup { points, bar, total: 15, opponent_points, opponent_bar: 0, opponent_total: 15 };
    setup.board().expect("a board")
}

#[test]
fn two_shooters_hit_as_the_table_of_double_shots_says() {
    // By the distances of two checkers from one blot, nothing blocked.
    let table = [
        [11, 20, 20, 21, 22, 24],
        [20, 12, 21, 23, 23, 24],
        [20, 21, 14, 24, 25, 28],
        [21, 23, 24, 15, 26, 27],
        [22, 23, 25, 26, 15, 28],
        [24, 24, 28, 27, 28, 17],
    ];
    for (one, row) in table.iter().enumerate() {
        for (other, &expected) in row.iter().enumerate() {
            let mut points = [0; 24];
            points[10 + one] += 1;
            points[10 + other] += 1;
            let mut opponent_points = [0; 24];
            // The blot on the mover's 10-point.
            opponent_points[24 - 10] = 1;
            let hits = shots(&board(points, 0, opponent_points)).on(Point::new(10).expect("a point"));
            assert_eq!(hits.of_36(), expected, "{} and {} away: {hits}", one + 1, other + 1);
        }
    }
}

#[test]
fn a_checker_that_dances_hits_nothing_whatever_stands_in_the_way() {
    // One checker on the bar against five made points and a blot on the sixth: the mover hits by entering,
    // with any 4, and with nothing else, though the blot on the 8-point is a direct shot from the 10-point.
    let mut opponent_points = [0; 24];
    for die in [1, 2, 3, 5, 6] {
        opponent_points[die - 1] = 2;
    }
    opponent_points[4 - 1] = 1;
    opponent_points[24 - 8] = 1;
    let mut points = [0; 24];
    points[10 - 1] = 1;
    let found = shots(&board(points, 1, opponent_points));
    let point = |number| Point::new(number).expect("a point");
    assert_eq!(found.on(point(21)).of_36(), 11);
    assert_eq!(found.on(point(8)).to_string(), "42");
    assert_eq!(found.several.to_string(), "42");
    assert_eq!(found.any.of_36(), 11);
}
