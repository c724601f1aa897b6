//! A session takes any lines: it never panics, and its board and cube stay ones that the rules know. There are files,
//! in memory, and an engine that finds every position even.
#![no_main]

use barpoint::notation::{MatchId, PositionId};
use barpoint::repl::answer::Answer;
use barpoint::repl::dice::Dice;
use barpoint::repl::session::Session;
use barpoint_fuzz::Memory;
use libfuzzer_sys::fuzz_target;

/// Commands that take their time by their nature: rollouts, deep searches, measuring the speed.
const SLOW: [&str; 4] = ["rollo", "pli", "cal", "rolls"];

/// What makes the rest fast: no search.
const PREPARED: &str = "\
set evaluation chequerplay evaluation plies 0
set evaluation cubedecision evaluation plies 0
set analysis chequerplay evaluation plies 0
set analysis cubedecision evaluation plies 0
set player both chequerplay evaluation plies 0
set player both cubedecision evaluation plies 0
";

fuzz_target!(|lines: &str| {
    let mut session = Session::new(Box::<Memory>::default(), Dice::seeded(1));
    let mut answer = Answer::default();
    for line in PREPARED.lines() {
        session.line(line, &mut answer).expect("a setting");
    }
    for line in lines.lines().take(60) {
        if SLOW.iter().any(|word| line.contains(word)) {
            continue;
        }
        answer.clear();
        let _ = session.line(line, &mut answer);
        let _ = session.settle(&mut answer);
        let id = PositionId::encode(&session.board());
        assert_eq!(PositionId::encode(&id.board(15).expect("what is written can be read")), id);
        assert!(session.game.state.cube().value.is_power_of_two());
        assert!(MatchId::encode(&session.fields()).is_ok());
        if session.input.is_over {
            break;
        }
    }
});
