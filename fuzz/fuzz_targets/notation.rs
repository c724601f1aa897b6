//! A written play means a legal play or breaks a rule that has a name.
#![no_main]

use barpoint::board::Roll;
use barpoint::notation::PositionId;
use barpoint::notation::play::{PlayOptions, parse};
use barpoint::rules::resolve::{apply_legal, resolve};
use barpoint::rules::{Leg, explain};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: ([u8; 10], u8, &[u8])| {
    let (id, roll, text) = input;
    let (Ok(board), roll) = (PositionId::from_bytes(id).board(15), Roll::ALL[usize::from(roll) % 21]) else {
        return;
    };
    for options in [PlayOptions::RECORD, PlayOptions::DASHED] {
        let Ok(written) = parse(text, 0, options) else { continue };
        assert!(written.legs().all(|leg| leg.span.end as usize <= text.len()));
        let legs: Vec<Leg> = written.legs().map(|leg| leg.leg).collect();
        match resolve(&board, roll, &legs) {
            Ok(found) => assert_eq!(apply_legal(&board, roll, found.play()), Some(*found.after())),
            Err(illegal) => {
                assert!(illegal.leg.is_none_or(|leg| leg < legs.len()));
                let _ = explain(&board, roll, &legs);
            }
        }
    }
});
