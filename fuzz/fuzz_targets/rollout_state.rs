//! The states of rollouts: any bytes, and real ones with bytes changed, are read or refused without a panic, and what
//! is read is written as it was.
#![no_main]

use barpoint::output::json::RolloutState;
use barpoint_fuzz::{Edit, damaged};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Raw(&'a [u8]),
    Changed(Vec<Edit>, u16),
}

/// A rollout of two plays, 36 games each.
const STATE: &[u8] = include_bytes!("../seeds/rollout_state/two-plays.json");

fuzz_target!(|input: Input<'_>| {
    let bytes = match input {
        Input::Raw(bytes) => bytes.to_vec(),
        Input::Changed(edits, kept) => damaged(STATE, &edits, kept),
    };
    if let Ok(kept) = RolloutState::from_bytes(&bytes) {
        let again = RolloutState::from_bytes(&kept.to_bytes()).expect("what was written is read");
        assert_eq!(again.to_bytes(), kept.to_bytes());
        // Its own merger is the same, unless it is a share or was interrupted.
        if let Ok(merged) = RolloutState::merged(&[("it".to_owned(), kept.clone())]) {
            assert_eq!(merged.to_bytes(), kept.to_bytes());
        }
        if let Ok(rolled) = kept.rolled() {
            let _ = barpoint::output::rollout::text(&rolled.played(), 80);
        }
    }
});
