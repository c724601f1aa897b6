//! `barpoint id`: says what any ID says, and writes all the others.

use crate::cli::subject;
use crate::host::exit::Exit;
use crate::output::id;
use crate::output::json::IdJson;
use crate::output::ui::Ui;
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
    ui.line(id::text(&found).trim_end())?;
    Ok(Exit::Clean)
}
