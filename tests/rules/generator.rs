//! The generator compared with the plain reference.

use super::{positions, reference};
use barpoint::board::{Board, Roll};
use barpoint::rules::{can_move, for_each_play, for_each_result, legal_plays};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Compares the generator's complete result for one roll with the reference.
fn compare(board: &Board, roll: Roll) {
    let (steps, expected) = reference::results(board, roll);
    let mut results = Vec::new();
    let _: ControlFlow<()> = for_each_result(board, roll, |after| {
        results.push(*after.lanes());
        ControlFlow::Continue(())
    });
    let unique: BTreeSet<_> = results.iter().copied().collect();
    assert_eq!(unique, expected, "{board:?} {roll}");
    assert_eq!(unique.len(), results.len(), "a result twice: {board:?} {roll}");
    assert_eq!(can_move(board, roll), !expected.is_empty());

    let plays = legal_plays(board, roll);
    assert_eq!(plays.iter().map(|(_, after)| *after.lanes()).collect::<Vec<_>>(), results);
    for (play, after) in plays {
        assert_eq!(play.steps().len(), steps);
        replay(board, roll, play.steps(), &after);
    }
}

/// Makes a play step by step, in the order in which it is written down.
fn replay(board: &Board, roll: Roll, steps: &[barpoint::rules::Step], after: &Board) {
    let (high, low) = (roll.high().pips(), roll.low().pips());
    let orders: &[&[u8]] = if high == low { &[&[high; 4]] } else { &[&[high, low], &[low, high]] };
    let made = orders.iter().any(|dice| {
        let mut lanes = *board.lanes();
        steps.iter().zip(*dice).all(|(step, &die)| {
            step.to() == step.from().saturating_sub(die)
                && reference::step(lanes, usize::from(step.from()), usize::from(die))
                    .map(|next| lanes = next)
                    .is_some()
        }) && lanes == *after.lanes()
    });
    assert!(made, "{steps:?} of {roll} on {board:?} doesn't lead to {after:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn thrown_positions_equal_the_reference(board in positions::thrown(), roll in positions::roll()) {
        compare(&board, roll);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn positions_of_random_games_equal_the_reference(board in positions::played()) {
        for roll in Roll::ALL {
            compare(&board, roll);
        }
    }
}

#[test]
fn a_break_ends_the_search() {
    for roll in Roll::ALL {
        let mut seen = 0;
        let end = for_each_play(&Board::START, roll, |_, _| {
            seen += 1;
            ControlFlow::Break(seen)
        });
        assert_eq!((end, seen), (ControlFlow::Break(1), 1));
    }
}
