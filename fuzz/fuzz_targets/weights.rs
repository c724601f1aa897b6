//! Files of weights and of match equity tables: any bytes, and our own weights with bytes changed, are read or refused
//! without a panic; nets that are read evaluate a position.
#![no_main]

use barpoint::engine::inputs::{Inputs, Kind};
use barpoint::engine::met::MatchEquity;
use barpoint::engine::nets::Nets;
use barpoint::rules::Variant;
use barpoint_fuzz::{Edit, damaged, sealed};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Raw(&'a [u8]),
    Weights(Vec<Edit>, u16),
    Xml(&'a str),
}

static WEIGHTS: LazyLock<Vec<u8>> = LazyLock::new(|| Nets::embedded().to_bytes());

fn read(bytes: &[u8]) {
    if let Ok(nets) = Nets::from_bytes(bytes) {
        let start = Variant::Standard.start().board();
        for (net, kind) in [
            (&nets.contact, Kind::Contact),
            (&nets.race, Kind::Race),
            (&nets.filter, Kind::Raw),
            (&nets.lopsided, Kind::Contact),
            (&nets.lopsided_filter, Kind::Raw),
        ] {
            let chances = net.evaluate(&Inputs::of(&start, kind));
            assert!(chances.0.iter().all(|chance| chance.is_finite()), "{chances:?}");
        }
    }
}

fuzz_target!(|input: Input<'_>| {
    match input {
        Input::Raw(bytes) => read(bytes),
        Input::Weights(edits, kept) => read(&sealed(damaged(&WEIGHTS, &edits, kept))),
        Input::Xml(text) => {
            let _ = MatchEquity::from_xml(text);
        }
    }
});
