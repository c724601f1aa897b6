//! The binary containers, .xg, .bgf and OGXM: any bytes, and real files with bytes changed, are read and checked without a
//! panic, and each finding has a place. What they say is written as .xg and as OGXM, and what is written is read again.
#![no_main]

use barpoint::analysis::{RulesOverride, check, replayed};
use barpoint::formats::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for name in ["xg", "bgf", "ogxm"] {
        let format = Format::by_name(name).expect("a format");
        for source in format.matches("fuzz", Box::new(bytes)) {
            let Ok(source) = source else { return };
            check(format, &source, &RulesOverride::default(), &mut |finding| {
                assert!(!source.place(finding.primary.span.start).is_empty(), "{finding:?}");
            });
            let Some(parse) = format.parse else { return };
            let record = replayed(parse(&source), &RulesOverride::default()).0;
            for name in ["xg", "ogxm"] {
                let format = Format::by_name(name).expect("a format");
                let (Some(parse), Some(writer)) = (format.parse, format.writer) else { return };
                let written = writer.bytes(&record);
                let source = format.source("again", written).expect("small");
                let again = replayed(parse(&source), &RulesOverride::default()).0;
                assert!(again.games.len() <= record.games.len(), "{name}: more games than there were");
            }
        }
    }
});
