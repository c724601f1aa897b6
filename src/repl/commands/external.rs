//! `external`: serves other programs that ask for plays and evaluations on a socket.

use super::{Call, Handlers};
use crate::remote::External;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::session::Session;
use std::borrow::Cow;

pub(super) const COMMANDS: Handlers = &[("external", external)];

/// `external SOCKET`.
fn external(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let socket = session.path(Cow::Borrowed(call.words.rest().trim()));
    if socket.is_empty() {
        return Err(Refusal::say("You must specify the name of the socket to the external controller.")
            .help("a socket is `localhost:1234` or the path of a Unix socket")
            .at(call.words.rest_place()));
    }
    let evaluator = session.evaluator()?;
    let options = session.options(session.settings.evaluations.of_hint().plays.evaluation);
    let external = External::new(evaluator.as_ref(), options);
    session.write_now(answer);
    let served = session.host.serve(&socket, session.settings.compat, &|line| external.answer(line));
    served.map_err(|error| Refusal::complain(format_args!("{socket}: {error}")).at(call.words.rest_place()))
}
