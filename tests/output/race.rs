//! The texts of GNU Backgammon's commands on races.

use crate::support::{gunzip, report, shared};
use barpoint::notation::PositionId;
use barpoint::output::race::RaceCommand;
use serde_json::Value;

#[test]
fn recorded_states_have_the_recorded_race_texts() {
    let Some(path) = shared("data/states/gnubg-states.jsonl.gz") else { return };
    let mut cases = 0;
    for line in gunzip(&path).lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let Some(recorded) = case["race_text"].as_str() else { continue };
        let checkers = match case["variation"].as_str().and_then(|name| name.chars().next()) {
            Some(digit @ '1'..='3') => digit as u8 - b'0',
            _ => 15,
        };
        let id = case["position_id"].as_str().expect("an ID");
        let board = id.parse::<PositionId>().expect("an ID").board(checkers).expect("a board");
        let text: String = RaceCommand::ALL.iter().map(|command| command.text(&board)).collect();
        // After some of them stands what another command said.
        let rest = recorded.strip_prefix(&text).unwrap_or_else(|| panic!("{id}\n{recorded}\n{text}"));
        assert!(rest.is_empty() || rest.starts_with("Player 1 moves "), "{id} {rest}");
        cases += 1;
    }
    assert!(cases > 70, "{cases}");
    report(cases * RaceCommand::ALL.len(), "recorded texts on races");
}
