//! Written plays compared with GNU Backgammon's.

use crate::support::{gunzip, report, shared, testdata};
use barpoint::board::{Board, Roll};
use barpoint::notation::PositionId;
use barpoint::notation::play::print;
use barpoint::rules::legal_plays;
use serde_json::Value;
use std::collections::BTreeSet;

/// Compares the plays of one (position, roll), each with the opponent's position after it, and
/// returns their number.
fn compare(line: &str) -> usize {
    let case: Value = serde_json::from_str(line).unwrap();
    let pos = case["pos"].as_str().unwrap();
    let dice: Vec<u8> =
        case["dice"].as_array().unwrap().iter().map(|die| die.as_u64().unwrap() as u8).collect();
    let roll = Roll::from_pips(dice[0], dice[1]).unwrap();
    let board = pos.parse::<Board>().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let plays = case["plays"].as_array().unwrap();
    let theirs: BTreeSet<_> = plays.iter().map(|play| (text(&play[0]), text(&play[1]))).collect();
    let ours: BTreeSet<_> = legal_plays(&board, roll)
        .iter()
        .map(|(play, after)| {
            (print::gnubg(&board, play).to_string(), PositionId::encode(&after.flip()).to_string())
        })
        .collect();
    assert_eq!(ours, theirs, "{pos} {roll}");
    ours.len()
}

#[test]
fn every_play_is_written_as_gnubg_writes_it() {
    let slice = std::fs::read_to_string(testdata("plays/gnubg-plays.jsonl")).unwrap();
    let plays: usize = slice.lines().map(compare).sum();
    assert_eq!(plays, 2852);
    if let Some(path) = shared("data/plays/gnubg-plays.jsonl.gz") {
        let all = gunzip(&path);
        let plays: usize = all.lines().map(compare).sum();
        assert_eq!((all.lines().count(), plays), (3570, 110_001));
        report(plays, "plays of data/plays");
    }
}

#[test]
fn every_shape_of_a_written_play_is_reached() {
    let Some(path) = shared("data/notation/gnubg-move-shapes.json") else { return };
    let shapes: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut cases = 0;
    for examples in shapes.as_object().unwrap().values() {
        for example in examples.as_array().unwrap() {
            let board = example[0].as_str().unwrap().parse::<Board>().unwrap();
            let die = |i: usize| example[1][i].as_u64().unwrap() as u8;
            let roll = Roll::from_pips(die(0), die(1)).unwrap();
            let written = example[2].as_str().unwrap();
            let plays = legal_plays(&board, roll);
            assert!(
                plays.iter().any(|(play, _)| print::gnubg(&board, play).to_string() == written),
                "{example}"
            );
            cases += 1;
        }
    }
    report(cases, "examples of data/notation/gnubg-move-shapes.json");
}
