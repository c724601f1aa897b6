//! Whatever match text or a single game says can be written in every format, and is text that is
//! read again.
#![no_main]

use barpoint::analysis::{self, RulesOverride};
use barpoint::formats::{FORMATS, Format};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for name in ["mat", "gam"] {
        let format = Format::by_name(name).expect("a format");
        let Some(parse) = format.parse else { continue };
        for source in format.matches("fuzz", Box::new(bytes)) {
            let record = analysis::replayed(parse(&source.expect("small")), &RulesOverride::default()).0;
            for format in FORMATS {
                let Some(writer) = format.writer else { continue };
                let written = writer.bytes(&record);
                if name == format.name {
                    let source = format.source("again", written).expect("small");
                    let again = analysis::replayed(parse(&source), &RulesOverride::default()).0;
                    assert!(format.name == "gam" || again.games.len() >= record.games.len());
                }
            }
        }
    }
});
