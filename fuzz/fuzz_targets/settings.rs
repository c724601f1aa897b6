//! Files of settings: any lines are taken or refused without a panic, and the settings that come of them are saved as
//! lines that bring them back.
#![no_main]

use barpoint::repl::answer::Answer;
use barpoint::repl::dice::Dice;
use barpoint::repl::session::Session;
use barpoint::repl::settings::file;
use barpoint_fuzz::Memory;
use libfuzzer_sys::fuzz_target;

/// A new session that was given these lines; the lines that were refused.
fn session(lines: &str) -> (Session, Vec<String>) {
    let mut session = Session::new(Box::<Memory>::default(), Dice::seeded(1));
    let (mut answer, mut refused) = (Answer::default(), Vec::new());
    for line in lines.lines().take(60) {
        answer.clear();
        // Only settings stand in such a file.
        if line.trim_start().starts_with("se") && session.line(line, &mut answer).is_err() {
            refused.push(line.to_owned());
        }
    }
    (session, refused)
}

fuzz_target!(|lines: &str| {
    let saved = file::text(&session(lines).0);
    let again = {
        let mut session = Session::new(Box::<Memory>::default(), Dice::seeded(1));
        let mut answer = Answer::default();
        for line in saved.lines() {
            let done = session.line(line, &mut answer);
            assert!(done.is_ok(), "{line:?} is refused: {answer:?}");
        }
        file::text(&session)
    };
    assert_eq!(again, saved);
});
