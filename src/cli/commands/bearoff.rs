//! `barpoint bearoff`: looks up the bear-off tables, and solves hypergammon.

use crate::board::Board;
use crate::cli::error::{CommandError, Done};
use crate::cli::evaluator::{self, Sources};
use crate::cli::jobs::Jobs;
use crate::cli::outputs;
use crate::cli::progress::Progress;
use crate::cli::subject;
use crate::engine::bearoff::hyper::{Checkers, Solver};
use crate::host::draft::{Draft, stoppable};
use crate::host::exit::Exit;
use crate::host::hyper::sweep;
use crate::host::interrupt;
use crate::host::names::path_text;
use crate::host::read::must_be_file_if_any;
use crate::output::bearoff::{self, Known};
use crate::output::json::BearoffJson;
use crate::output::ui::Ui;
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
    /// Show the rolls to bear off, effective pip counts, winning chances and equities by cube position
    #[command(after_help = "Examples:\n  barpoint bearoff show EwMAwMgAAAAAAA")]
    Show(ShowArgs),
    /// Solve hypergammon: exact chances and equities of every position with one, two or three checkers
    ///
    /// The table is stored in the cache folder, where `eval`, `hint`, `cube`, `rollout`, `play` and sessions
    /// find it.
    #[command(after_help = "Examples:\n  barpoint bearoff hyper --checkers 2\n  \
        barpoint bearoff hyper --checkers 3 --gnubg -o hyper3.bd")]
    Hyper(HyperArgs),
}

/// The arguments of `bearoff show`.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// A position with all checkers of both sides in their home boards.
    #[command(flatten)]
    pub subject: subject::Args,
    /// Use this database of GNU Backgammon instead of the built-in table: `gnubg_os0.bd`, `gnubg_ts0.bd` or
    /// both.
    #[arg(long, value_name = "FILE")]
    pub bearoff: Vec<PathBuf>,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `bearoff hyper`.
#[derive(Debug, clap::Args)]
pub struct HyperArgs {
    /// Number of checkers per side: 1, 2 or 3.
    #[arg(long, short, value_name = "N", value_parser = checkers)]
    pub checkers: Checkers,
    /// Write the table to this file instead of the cache folder; `--bearoff` reads it.
    #[arg(long, short, value_name = "FILE", value_parser = outputs::on_disk())]
    pub output: Option<PathBuf>,
    /// Write the format of GNU Backgammon's `makehyper`, which has no checksum.
    #[arg(long, requires = "output")]
    pub gnubg: bool,
    /// Overwrite existing files.
    #[arg(long, short)]
    pub force: bool,
    /// The number of threads.
    #[command(flatten)]
    pub jobs: Jobs,
}

/// Parses a number of checkers.
fn checkers(text: &str) -> Result<Checkers, String> {
    let number = text.parse().ok().and_then(Checkers::new);
    number.ok_or_else(|| "hypergammon is played with 1, 2 or 3 checkers".to_owned())
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    match &args.action {
        Action::Show(args) => args.subject.with_board(ui, |_, board, ui| show(args, &board, ui)),
        Action::Hyper(args) => hyper(args, ui),
    }
}

/// Solves hypergammon, and stores the table.
fn hyper(args: &HyperArgs, ui: &mut Ui<'_>) -> Done {
    let kept = args.output.is_none();
    let path = args.output.clone().or_else(|| evaluator::hyper_path(args.checkers));
    let path = path.ok_or("no cache folder: use `--output FILE`")?;
    let name = path_text(&path);
    let cannot_write = |error: &std::io::Error| CommandError::cannot_write(&name, error);
    // The stored table is always the same; a damaged file counts as none.
    if kept && !args.force && evaluator::hyper(args.checkers).is_some() {
        ui.line(format_args!("{name}: the table exists already"))?;
        return Ok(Exit::Clean);
    }
    // A file that can't be written should be reported before the long computation.
    if kept {
        must_be_file_if_any(&path).map_err(|error| cannot_write(&error))?;
    }
    let draft = Draft::new(&path, kept || args.force).map_err(|error| cannot_write(&error))?;
    let Some(solver) = solved(args, ui) else {
        ui.err("error: interrupted; nothing was written");
        return Ok(Exit::Interrupted);
    };
    let (sweeps, placements) = (solver.sweeps(), args.checkers.placements());
    let table = solver.into_table();
    let bytes = if args.gnubg { table.to_gnubg() } else { table.to_bytes() };
    draft.finish(&bytes).map_err(|error| cannot_write(&error))?;
    let line = format!(
        "{name}: {placements} placements against {placements}, {sweeps} sweeps, the last change below {:e}",
        Solver::BOUND
    );
    ui.line(line)?;
    Ok(Exit::Clean)
}

/// Solves hypergammon and shows the progress; `None` if it was interrupted.
fn solved(args: &HyperArgs, ui: &Ui<'_>) -> Option<Solver> {
    let jobs = args.jobs.count();
    let mut solver = Solver::new(args.checkers);
    let mut progress = Progress::of_positions(ui.err_is_terminal, solver.positions() as u64);
    let is_done = stoppable(|| {
        loop {
            let (number, last) = (solver.sweeps() + 1, solver.last_change());
            let told = |done: usize| {
                progress.reaches(done as u64, || match last {
                    Some(change) => format!("sweep {number}, the last one changed {change:.7} at most"),
                    None => format!("sweep {number}"),
                });
            };
            match sweep(&mut solver, jobs, &interrupt::is_asked, told) {
                Some(false) => {}
                last => break last.is_some(),
            }
        }
    });
    progress.finish();
    is_done.then_some(solver)
}

fn show(args: &ShowArgs, board: &Board, ui: &mut Ui<'_>) -> Done {
    let sources = Sources { bearoff: args.bearoff.clone(), ..Sources::default() };
    let engine = sources.load_for(board)?;
    let Some(known) = Known::of(board, &engine) else {
        let message = "not a bear-off: each side must have checkers left, all of them in its home board";
        return Err(message.into());
    };
    if args.json {
        ui.json(&BearoffJson::new(board, &known))?;
    } else {
        ui.line(bearoff::text(&known).trim_end())?;
    }
    Ok(Exit::Clean)
}
