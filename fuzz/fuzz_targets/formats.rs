//! Any bytes, as any format: reading never panics, what is read is replayed, and what is replayed is
//! written by every format, and read again.
#![no_main]

use barpoint::analysis::{RulesOverride, replayed};
use barpoint::formats::FORMATS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (which, bytes) = input;
    let format = &FORMATS[usize::from(which) % FORMATS.len()];
    let Some(parse) = format.parse else { return };
    for source in format.matches("fuzz", Box::new(bytes)) {
        let Ok(source) = source else { return };
        let (record, _) = replayed(parse(&source), &RulesOverride::default());
        for other in FORMATS {
            let Some(writer) = other.writer else { continue };
            let written = (writer.write)(&record);
            let Some(parse) = other.parse.filter(|_| writer.reads_back) else { continue };
            for source in other.matches("written", Box::new(written.bytes.as_slice())) {
                let _ = parse(&source.expect("what was written isn't too large"));
            }
        }
    }
});
