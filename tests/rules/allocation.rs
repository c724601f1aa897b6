//! The generator uses no heap.

use barpoint::board::{Board, Roll};
use barpoint::rules::{can_move, for_each_play, for_each_result};
use std::ops::ControlFlow;

#[test]
fn generating_allocates_nothing() {
    let mut results = 0;
    let used = allocation_counter::measure(|| {
        for roll in Roll::ALL {
            let _: ControlFlow<()> = for_each_play(&Board::START, roll, |_, after| {
                results += 1;
                for_each_result(&after.flip(), roll, |_| ControlFlow::Continue(()))
            });
            assert!(can_move(&Board::START, roll));
        }
    });
    assert_eq!((results, used.count_total), (447, 0));
}
