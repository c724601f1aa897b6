//! `barpoint bearoff`: what the bear-off tables know.

use crate::board::Board;
use crate::cli::{judge, subject};
use crate::host::exit::Exit;
use crate::output::bearoff::{self, Known};
use crate::output::json::BearoffJson;
use crate::output::ui::Ui;
use std::io;
use std::path::PathBuf;

/// The arguments of `bearoff`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// The subcommands of `bearoff`.
#[derive(Debug, clap::Subcommand)]
pub enum Action {
    /// Show rolls to bear off, effective pips, chances, and equities for each place of the cube
    Show(ShowArgs),
}

/// The arguments of `bearoff show`.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// The position: all checkers of both sides in their home boards.
    #[command(flatten)]
    pub subject: subject::Args,
    /// A bear-off database of GNU Backgammon in place of the own table: `gnubg_os0.bd`, `gnubg_ts0.bd` or both.
    #[arg(long, value_name = "FILE")]
    pub bearoff: Vec<PathBuf>,
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
    let Action::Show(args) = &args.action;
    args.subject.with_board(ui, |_, board, ui| show(args, &board, ui))
}

fn show(args: &ShowArgs, board: &Board, ui: &mut Ui<'_>) -> io::Result<Exit> {
    let engine = judge::engine(None).and_then(|engine| judge::with_databases(engine, &args.bearoff));
    let engine = match engine {
        Ok(engine) => engine,
        Err(message) => return Ok(Exit::failed(ui, &message)),
    };
    let Some(known) = Known::of(board, &engine) else {
        let message =
            "not a bear-off: all checkers of both sides must be in their home boards, and some be left";
        return Ok(Exit::failed(ui, message));
    };
    if args.json {
        ui.json(&BearoffJson::new(board, &known))?;
    } else {
        ui.line(bearoff::text(&known).trim_end())?;
    }
    Ok(Exit::Clean)
}
