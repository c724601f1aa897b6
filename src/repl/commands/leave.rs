//! `quit`, and `exit`, which is like it.

use super::{Call, Handlers};
use crate::repl::answer::{Answer, Done};
use crate::repl::session::Session;

pub(super) const COMMANDS: Handlers = &[("quit", leave)];

/// Ends the session, unless somebody who types would rather not lose what no file has.
fn leave(session: &mut Session, _: &mut Call<'_>, _: &mut Answer) -> Done {
    session.input.is_over = session.may_leave();
    Ok(())
}
