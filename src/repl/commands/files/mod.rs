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
use crate::repl::record::save::Part;
use picture::{Paper, Picture};
use read::Wanted;

pub(super) const COMMANDS: Handlers = &[
    ("export game gam", |session, call, answer| write::export(session, call, answer, Part::Game, "gam", "")),
    ("export game html", |session, call, answer| {
        picture::page(session, call, answer, Part::Game, "export game html")
    }),
    ("export game json", |session, call, answer| {
        write::export(session, call, answer, Part::Game, "json", "")
    }),
    ("export game latex", |session, call, answer| {
        picture::paper(session, call, answer, Part::Game, Paper::Latex)
    }),
    ("export game mat", |session, call, answer| write::export(session, call, answer, Part::Game, "mat", "")),
    ("export game pdf", |session, call, answer| {
        picture::paper(session, call, answer, Part::Game, Paper::Pdf)
    }),
    ("export game ps", |session, call, answer| {
        picture::paper(session, call, answer, Part::Game, Paper::PostScript)
    }),
    ("export game sgf", |session, call, answer| write::export(session, call, answer, Part::Game, "sgf", "")),
    ("export game snowietxt", |session, call, answer| {
        write::export(session, call, answer, Part::Game, "snowie", "")
    }),
    ("export game text", |session, call, answer| {
        write::export(session, call, answer, Part::Game, "text", "export game text")
    }),
    ("export match html", |session, call, answer| {
        picture::page(session, call, answer, Part::Match, "export match html")
    }),
    ("export match ids", |session, call, answer| {
        write::export(session, call, answer, Part::Match, "ids", "")
    }),
    ("export match json", |session, call, answer| {
        write::export(session, call, answer, Part::Match, "json", "")
    }),
    ("export match jsonl", |session, call, answer| {
        write::export(session, call, answer, Part::Match, "jsonl", "")
    }),
    ("export match latex", |session, call, answer| {
        picture::paper(session, call, answer, Part::Match, Paper::Latex)
    }),
    ("export match mat", |session, call, answer| {
        write::export(session, call, answer, Part::Match, "mat", "")
    }),
    ("export match oldmoves", |session, call, answer| {
        write::export(session, call, answer, Part::Match, "oldmoves", "")
    }),
    ("export match pdf", |session, call, answer| {
        picture::paper(session, call, answer, Part::Match, Paper::Pdf)
    }),
    ("export match ps", |session, call, answer| {
        picture::paper(session, call, answer, Part::Match, Paper::PostScript)
    }),
    ("export match sgf", |session, call, answer| {
        write::export(session, call, answer, Part::Match, "sgf", "")
    }),
    ("export match sgg", |session, call, answer| {
        write::export(session, call, answer, Part::Match, "sgg", "")
    }),
    ("export match snowietxt", |session, call, answer| {
        write::export(session, call, answer, Part::Match, "snowie", "")
    }),
    ("export match text", |session, call, answer| {
        write::export(session, call, answer, Part::Match, "text", "export match text")
    }),
    ("export match tmg", |session, call, answer| {
        write::export(session, call, answer, Part::Match, "tmg", "")
    }),
    ("export match xgids", |session, call, answer| {
        write::export(session, call, answer, Part::Match, "xgids", "")
    }),
    ("export position bgonline", picture::forum),
    ("export position html", |session, call, answer| {
        picture::page(session, call, answer, Part::Position, "export position html")
    }),
    ("export position ids", |session, call, answer| {
        write::export(session, call, answer, Part::Position, "ids", "")
    }),
    ("export position json", |session, call, answer| {
        write::export(session, call, answer, Part::Position, "json", "")
    }),
    ("export position pdf", |session, call, answer| {
        picture::paper(session, call, answer, Part::Position, Paper::Pdf)
    }),
    ("export position png", |session, call, answer| picture::position(session, call, answer, Picture::Png)),
    ("export position pos", |session, call, answer| {
        write::export(session, call, answer, Part::Position, "pos", "")
    }),
    ("export position ps", |session, call, answer| {
        picture::paper(session, call, answer, Part::Position, Paper::PostScript)
    }),
    ("export position sgf", |session, call, answer| {
        write::export(session, call, answer, Part::Position, "sgf", "")
    }),
    ("export position snowietxt", |session, call, answer| {
        write::export(session, call, answer, Part::Position, "snowie-position", "")
    }),
    ("export position svg", |session, call, answer| picture::position(session, call, answer, Picture::Svg)),
    ("export position text", |session, call, answer| {
        write::export(session, call, answer, Part::Position, "text", "export position text")
    }),
    ("export position xgids", |session, call, answer| {
        write::export(session, call, answer, Part::Position, "xgids", "")
    }),
    ("export session html", |session, call, answer| {
        picture::page(session, call, answer, Part::Match, "export match html")
    }),
    ("export session latex", |session, call, answer| {
        picture::paper(session, call, answer, Part::Match, Paper::Latex)
    }),
    ("export session text", |session, call, answer| {
        write::export(session, call, answer, Part::Match, "text", "export match text")
    }),
    ("import auto", read::auto),
    ("import bgroom", |session, call, answer| read::import(session, call, answer, Wanted::BgRoom)),
    ("import empire", |session, call, answer| read::import(session, call, answer, Wanted::Empire)),
    ("import gam", |session, call, answer| read::import(session, call, answer, Wanted::Mat)),
    ("import mat", |session, call, answer| read::import(session, call, answer, Wanted::Mat)),
    ("import oldmoves", |session, call, answer| read::import(session, call, answer, Wanted::OldMoves)),
    ("import party", |session, call, answer| read::import(session, call, answer, Wanted::Party)),
    ("import pos", |session, call, answer| read::import(session, call, answer, Wanted::Jellyfish)),
    ("import sgg", |session, call, answer| read::import(session, call, answer, Wanted::Sgg)),
    ("import snowietxt", |session, call, answer| read::import(session, call, answer, Wanted::Snowie)),
    ("import tmg", |session, call, answer| read::import(session, call, answer, Wanted::Tmg)),
    ("load commands", read::commands),
    ("load python", read::python),
    ("load weights", |_, _, _| {
        Err(Refusal::say("That command is not yet implemented.")
            .help("`barpoint --weights FILE`, or the variable BARPOINT_WEIGHTS, reads weights"))
    }),
    ("set export folder", |_, _, _| {
        Err(Refusal::complain("That command is not yet implemented.")
            .help("an export goes to the path that is given"))
    }),
    ("load game", |session, call, answer| read::load(session, call, answer, "load game")),
    ("load match", |session, call, answer| read::load(session, call, answer, "load match")),
    ("load position", |session, call, answer| read::load(session, call, answer, "load position")),
    ("restore", restore::restore),
    ("save game", |session, call, answer| write::save(session, call, answer, Part::Game, "save game")),
    ("save match", |session, call, answer| write::save(session, call, answer, Part::Match, "save match")),
    ("save position", |session, call, answer| {
        write::save(session, call, answer, Part::Position, "save position")
    }),
];
