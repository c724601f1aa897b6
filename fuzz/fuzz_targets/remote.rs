//! What other programs ask, by `external` and by `ubgi`: any lines are answered without a panic, in whole lines.
#![no_main]

use barpoint::engine::search::Options;
use barpoint::remote::{External, Ubgi};
use barpoint_fuzz::Even;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let external = External::new(&Even, Options { plies: 0, ..Options::default() });
    let mut ubgi = Ubgi::new(&Even, 0);
    for line in text.lines().take(20) {
        if let Some(answer) = external.answer(line) {
            assert!(answer.ends_with('\n'), "{answer:?}");
        }
        if let Some(answer) = ubgi.answer(line) {
            assert!(answer.is_empty() || answer.ends_with('\n'), "{answer:?}");
        }
    }
});
