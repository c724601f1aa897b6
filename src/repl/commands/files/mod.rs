//! `load`, `save`, `import`, `export`, `restore`.

mod imports;
mod picture;
mod read;
mod restore;
mod theirs;
mod write;

use super::Handlers;
use crate::host::reason::reason;
use crate::repl::answer::Refusal;

pub(super) const COMMANDS: Handlers = &[
    ("export game gam", write::export),
    ("export game html", picture::page),
    ("export game json", write::export),
    ("export game latex", picture::paper),
    ("export game mat", write::export),
    ("export game pdf", picture::paper),
    ("export game ps", picture::paper),
    ("export game sgf", write::export),
    ("export game snowietxt", write::export),
    ("export game text", write::export),
    ("export match html", picture::page),
    ("export match ids", write::export),
    ("export match json", write::export),
    ("export match jsonl", write::export),
    ("export match latex", picture::paper),
    ("export match mat", write::export),
    ("export match oldmoves", write::export),
    ("export match pdf", picture::paper),
    ("export match ps", picture::paper),
    ("export match sgf", write::export),
    ("export match sgg", write::export),
    ("export match snowietxt", write::export),
    ("export match text", write::export),
    ("export match tmg", write::export),
    ("export match xgids", write::export),
    ("export position bgonline", picture::forum),
    ("export position html", picture::page),
    ("export position ids", write::export),
    ("export position json", write::export),
    ("export position pdf", picture::paper),
    ("export position png", picture::position),
    ("export position pos", write::export),
    ("export position ps", picture::paper),
    ("export position sgf", write::export),
    ("export position snowietxt", write::export),
    ("export position svg", picture::position),
    ("export position text", write::export),
    ("export position xgids", write::export),
    ("export session html", picture::page),
    ("export session latex", picture::paper),
    ("export session text", write::export),
    ("import auto", read::auto),
    ("import bgroom", read::import),
    ("import empire", read::import),
    ("import gam", read::import),
    ("import mat", read::import),
    ("import oldmoves", read::import),
    ("import party", read::import),
    ("import pos", read::import),
    ("import sgg", read::import),
    ("import snowietxt", read::import),
    ("import tmg", read::import),
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
    ("load game", read::load),
    ("load match", read::load),
    ("load position", read::load),
    ("restore", restore::restore),
    ("save game", write::save),
    ("save match", write::save),
    ("save position", write::save),
];
