//! `load`, `save`, `import`, `export`, `restore`.

mod analyses;
mod imports;
mod picture;
mod read;
mod restore;
mod theirs;
mod write;

use super::Handlers;
use crate::host::reason::reason;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::session::Session;
use crate::repl::settings::accept;

pub(super) const COMMANDS: Handlers = &[
    ("export htmlimages", accept),
    ("export position bgo2clipboard", |session, call, answer| {
        if session.is_begun() {
            return accept(session, call, answer);
        }
        Err(session.no_game(Refusal::say("No game in progress (type `new game' to start one).")))
    }),
    ("export *", export),
    ("import auto", read::auto),
    ("import *", read::import),
    ("load commands", read::commands),
    ("load python", read::python),
    ("load weights", |_, _, _| {
        Err(Refusal::say("That command is not yet implemented.")
            .help("`barpoint --weights FILE`, or the variable BARPOINT_WEIGHTS, reads weights"))
    }),
    // In GNU Backgammon only the window uses it.
    ("set export folder", |session, _, _| {
        if session.settings.compat {
            return Ok(());
        }
        Err(Refusal::complain("That command is not yet implemented.")
            .help("an export goes to the path that is given"))
    }),
    ("load *", read::load),
    ("restore", restore::restore),
    ("save game", write::save),
    ("save match", write::save),
    ("save position", write::save),
];

/// `export PART FORMAT FILE`.
fn export(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    match write::Export::of(call).format {
        "bgonline" | "html" | "latex" | "pdf" | "png" | "ps" | "svg" => {
            picture::export(session, call, answer)
        }
        _ => write::export(session, call, answer),
    }
}
