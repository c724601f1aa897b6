//! The reader of plays compared with GNU Backgammon's own.

use barpoint::notation::play::{PlayOptions, parse};

/// GNU Backgammon's Python function replaces dashes by slashes before it reads a play.
#[test]
fn gnubg_reads_the_same_legs() {
    let Some(path) = crate::support::shared("data/notation/gnubg-parse-move.json") else { return };
    let json = std::fs::read_to_string(path).expect("a readable file");
    let cases: Vec<(String, serde_json::Value)> = serde_json::from_str(&json).expect("a list of pairs");
    assert_eq!(cases.len(), 123);
    crate::support::report(cases.len(), "inputs of data/notation/gnubg-parse-move.json");
    for (text, expected) in cases {
        // The inputs were typed into Python strings.
        let typed = text.replace("\\n", "\n").replace("\\x00", "\0").replace('-', "/");
        let read = parse(typed.as_bytes(), 0, PlayOptions::GNUBG);
        if expected.as_str().is_some_and(|text| text.starts_with("ERR")) {
            assert!(read.is_err(), "`{text}` is accepted as {read:?}");
            continue;
        }
        let mut legs: Vec<[u64; 2]> = read
            .unwrap_or_else(|error| panic!("`{text}` is refused: {error}"))
            .legs()
            .map(|leg| [leg.leg.from.number().into(), leg.leg.to.number().into()])
            .collect();
        legs.sort_unstable_by(|a, b| b.cmp(a));
        let expected: Vec<[u64; 2]> = if expected.is_array() {
            serde_json::from_value(expected).expect("pairs of points")
        } else {
            Vec::new()
        };
        assert_eq!(legs, expected, "`{text}`");
    }
}
