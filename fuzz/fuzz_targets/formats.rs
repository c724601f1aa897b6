//! Any bytes, as the format that they look like: reading never panics, what is read is replayed, and what is replayed
//! is written by one of the formats, and read again.
#![no_main]

use barpoint::analysis::{RulesOverride, replayed};
use barpoint::formats::{FORMATS, detect};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some(format) = detect(bytes, None) else { return };
    let Some(parse) = format.parse else { return };
    // One format of them all: which one hangs on the bytes, so that each comes to its turn.
    let sum = bytes.iter().fold(0u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(*byte));
    let others: Vec<_> = FORMATS.iter().filter_map(|other| Some((other, other.writer?))).collect();
    let (other, writer) = others[usize::from(sum) % others.len()];
    for source in format.matches("fuzz", Box::new(bytes)).take(4) {
        let Ok(source) = source else { return };
        let (record, _) = replayed(parse(&source), &RulesOverride::default());
        let written = writer.bytes(&record);
        let Some(parse) = other.parse.filter(|_| writer.reads_back) else { continue };
        for source in other.matches("written", Box::new(written.as_slice())) {
            let _ = parse(&source.expect("what was written isn't too large"));
        }
    }
});
