//! A session takes any lines: it never panics, and its board and cube stay ones that the rules know.
#![no_main]

use barpoint::notation::{MatchId, PositionId};
use barpoint::repl::answer::Answer;
use barpoint::repl::dice::Dice;
use barpoint::repl::host::Nowhere;
use barpoint::repl::session::Session;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u32, &str)| {
    let (seed, lines) = input;
    let mut session = Session::new(Box::new(Nowhere), Dice::seeded(seed));
    let mut answer = Answer::default();
    for line in lines.lines().take(100) {
        answer.clear();
        let _ = session.line(line, &mut answer);
        let _ = session.settle(&mut answer);
        let id = PositionId::encode(&session.board());
        assert_eq!(PositionId::encode(&id.board(15).expect("what is written can be read")), id);
        assert!(session.state.cube().value.is_power_of_two());
        assert!(MatchId::encode(&session.fields()).is_ok());
        if session.is_over {
            break;
        }
    }
});
