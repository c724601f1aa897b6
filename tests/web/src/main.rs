//! Proves that the library gives the same results in a browser: compiled for WebAssembly, `main` traps if it
//! doesn't.
//!
//! `cargo build -p web --target wasm32-unknown-unknown`, then
//! `node tests/web/run.mjs target/wasm32-unknown-unknown/debug/web.wasm`.

use barpoint::{Board, Engine};

/// A record with a mistake, for its findings.
const RECORD: &str = include_str!("../../../testdata/mat/tour/three-mistakes.mat");
const FOUND: [(&str, u64); 3] = [("play-bar-first", 9), ("cube-wrong-value", 16), ("cube-crawford", 23)];
/// The bits of the start position's chances: the same with the instructions of every processor.
const CHANCES: [u32; 6] =
    [999_968_763, 1_039_232_856, 1_051_964_468, 1_052_969_593, 1_041_140_699, 1_003_328_464];

fn main() {
    let matches = barpoint::open("three-mistakes.mat", RECORD).expect("a record");
    let found = &matches[0];
    let findings = found
        .findings
        .iter()
        .map(|finding| (finding.code.id(), found.source.line_column(finding.primary.span.start).line));
    assert!(findings.eq(FOUND), "other findings: {:?}", found.findings);
    let chances = Engine::new().evaluate(&Board::START).0.map(f32::to_bits);
    assert_eq!(chances, CHANCES, "another evaluation");
}

#[test]
fn the_library_says_here_what_it_says_in_a_browser() {
    main();
}
