//! What commands of the engine say as long as there is none, where that is true all the same.

use super::Handlers;
use crate::repl::answer::{Done, Refusal};
use crate::repl::session::Session;

pub(super) const COMMANDS: Handlers = &[
    ("clear cache", |_, _, _| Ok(())),
    ("clear hint", |_, _, answer| {
        answer.say("Analysis used for `hint' has been cleared");
        Ok(())
    }),
    ("show rolls", |session, _, _| not_implemented(session)),
    ("show scoremap", |session, _, _| not_implemented(session)),
    ("show temperaturemap", |session, _, _| not_implemented(session)),
    ("show calibration", |_, _, answer| {
        answer.say("No evaluation speed has been recorded.");
        Ok(())
    }),
];

/// GNU Backgammon has these in its windows only.
fn not_implemented(session: &Session) -> Done {
    session.must_play()?;
    Err(Refusal::say("That command is not yet implemented."))
}
