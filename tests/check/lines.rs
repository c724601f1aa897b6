//! Damaged lines of .mat records: one mistake is one finding at its place, and its fix restores the record.

use super::fixes::{RESIGNED, fixes, two_games};
use barpoint::diag::Code;

/// The line of names and scores of the second game of [`two_games`].
const NAMES: &str = "Ann : 1                        Bob : 0";

#[test]
fn a_heading_in_another_language_is_one_finding_and_is_replaced() {
    for word in ["Spiel", "Partie", "Partita", "JEU"] {
        let text = two_games(&format!("{word} 2"), NAMES);
        let fix = |number: u8| [format!("safe: write `Game {number}` for `{word} {number}`")];
        assert_eq!(fixes(&text, Code::MatGameMissing), fix(2));
        let text = two_games("Game 2", NAMES).replacen("Game 1", &format!("{word} 1"), 1);
        assert_eq!(fixes(&text, Code::MatGameMissing), fix(1));
    }
}

#[test]
fn a_match_length_in_another_language_is_read() {
    for line in ["9 Punkte Match", " 9-Punkte-Match", "Match en 9 points", "Partita ai 9 punti"] {
        let fixes = fixes(&format!("{line}\n\n{RESIGNED}"), Code::MatLengthInvalid);
        assert_eq!(fixes, ["safe: write `9 point match`"], "{line}");
    }
    let money = fixes(&format!("0 Punkte Match\n\n{RESIGNED}"), Code::MatLengthInvalid);
    assert_eq!(money, ["safe: write `0 point match`, as money sessions have it"]);
}
