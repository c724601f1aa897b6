//! Numbers of ways that independent programs agree on.

use super::positions;
use barpoint::board::Board;
use barpoint::rules::{perft, perft_weighted};

#[test]
fn ways_from_the_start_agree() {
    assert_eq!([0, 1, 2].map(|depth| perft(&Board::START, depth)), [1, 447, 202_782]);
    assert_eq!([0, 1, 2].map(|depth| perft_weighted(&Board::START, depth)), [1, 637, 419_783]);
}

#[test]
fn ways_from_the_nackgammon_start_agree() {
    let start = positions::from_id("4Dl4ADbgOXgANg");
    assert_eq!([1, 2].map(|depth| perft(&start, depth)), [547, 324_161]);
}

#[test]
fn three_plies_from_the_start_agree() {
    if std::env::var_os("BARPOINT_SLOW_TESTS").is_some() {
        assert_eq!(perft(&Board::START, 3), 116_154_993);
        assert_eq!(perft_weighted(&Board::START, 3), 346_692_108);
    }
}

#[test]
fn a_game_that_is_over_has_no_more_plies() {
    // The mover has one checker left, on the 1-point; so has the opponent.
    let last = positions::from_id("AQAABAAAAAAAAA");
    let counts = [0, 1, 2].map(|depth| perft(&last, depth));
    assert_eq!(counts, [1, 21, 0]);
}
