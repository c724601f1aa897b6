//! `quit` and its synonym `exit`.

use super::{Call, Handlers};
use crate::repl::answer::{Answer, Done};
use crate::repl::session::Session;

pub(super) const COMMANDS: Handlers = &[("quit", leave)];

/// Ends the session, unless a person at a terminal prefers to keep an unsaved match.
fn leave(session: &mut Session, _: &mut Call<'_>, _: &mut Answer) -> Done {
    session.input.is_over = session.may_leave();
    Ok(())
}
