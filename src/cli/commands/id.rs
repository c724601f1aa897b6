//! `barpoint id`: says what any ID says, and writes all the others.

use crate::cli::subject;
use crate::host::exit::Exit;
use crate::notation::{IdError, Identified, Kind, Lost};
use crate::output::json::IdJson;
use crate::output::ui::{Ui, printable};
use std::fmt::Display;
use std::io;

/// The arguments of `id`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The ID.
    #[command(flatten)]
    pub subject: subject::Args,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing.
pub fn run(args: &Args, ui: &mut Ui<'_>) -> io::Result<Exit> {
    let found = match args.subject.read() {
        Ok(subject) => subject.0,
        Err(message) => return Ok(Exit::failed(ui, &message)),
    };
    if args.json {
        ui.json(&IdJson::new(&found))?;
        return Ok(Exit::Clean);
    }
    ui.line(format_args!("{:WIDTH$}{}", "read as", found.kind))?;
    ui.line("")?;
    let state = &found.state;
    let mut lost = Vec::new();
    written(ui, "Position ID", state.position_id().map(|(id, _)| (id, Vec::new())), &mut lost)?;
    written(ui, "Match ID", state.match_id(), &mut lost)?;
    written(ui, "XGID", state.xgid(), &mut lost)?;
    written(ui, "FIBS board", state.raw_board(), &mut lost)?;
    ui.line("")?;
    for (what, words) in found.describe() {
        ui.line(format_args!("{what:WIDTH$}{}", printable(&words)))?;
    }
    list(ui, "assumed", &found.assumed)?;
    list(ui, "not said", &not_said(&found))?;
    list(ui, "lost", &lost)?;
    Ok(Exit::Clean)
}

/// The width of the first column.
const WIDTH: usize = 14;

/// Writes an ID, or why there is none, and notes what is known and can't be said in it.
fn written<T: Display>(
    ui: &mut Ui<'_>,
    name: &str,
    id: Result<(T, Vec<Lost>), IdError>,
    lost: &mut Vec<String>,
) -> io::Result<()> {
    match id {
        Ok((id, losses)) => {
            // That a Match ID has no position need not be said each time.
            let losses: Vec<String> = losses
                .iter()
                .filter(|lost| !matches!(lost, Lost::Board | Lost::Game))
                .map(ToString::to_string)
                .collect();
            if !losses.is_empty() {
                lost.push(format!("{name}: {}", losses.join(", ")));
            }
            ui.line(format_args!("{name:WIDTH$}{}", printable(&id.to_string())))
        }
        Err(error) => {
            let reasons: Vec<String> = error.reasons.iter().map(ToString::to_string).collect();
            ui.line(format_args!("{name:WIDTH$}- ({})", reasons.join("; ")))
        }
    }
}

/// Writes a list, its name beside the first line.
fn list(ui: &mut Ui<'_>, name: &str, items: &[impl Display]) -> io::Result<()> {
    for (i, item) in items.iter().enumerate() {
        if i == 0 {
            ui.line("")?;
        }
        let name = if i == 0 { name } else { "" };
        ui.line(format_args!("{name:WIDTH$}{}", printable(&item.to_string())))?;
    }
    Ok(())
}

/// Lists what this kind of ID can't say.
fn not_said(found: &Identified) -> Vec<&'static str> {
    let (position, game) = match found.kind {
        Kind::PositionId => (true, false),
        Kind::MatchId => (false, true),
        _ => (true, true),
    };
    let has_rules = found.kind == Kind::Xgid;
    let is_money = found.state.game.is_some_and(|game| game.length == 0);
    let mut missing = Vec::new();
    if !position {
        missing.push("where the checkers stand");
    }
    if !game {
        missing.push("who is on roll, the dice, the cube and the score");
    }
    missing.push("the variant, and so how many checkers a side has");
    if game && !has_rules {
        missing.push("whether the cube and the Crawford rule are used");
        if is_money {
            missing.push("whether beavers are allowed");
        }
    }
    missing
}
