//! The binary containers, .xg and .bgf: any bytes, and real files with bytes changed, are read and checked without a
//! panic, and each finding has a place.
#![no_main]

use barpoint::analysis::{RulesOverride, check};
use barpoint::formats::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for name in ["xg", "bgf"] {
        let format = Format::by_name(name).expect("a format");
        for source in format.matches("fuzz", Box::new(bytes)) {
            let Ok(source) = source else { return };
            check(format, &source, &RulesOverride::default(), &mut |finding| {
                assert!(!source.place(finding.primary.span.start).is_empty(), "{finding:?}");
            });
        }
    }
});
