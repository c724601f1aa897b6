//! `barpoint doctor`: shows the installation, and tests it.

use crate::analysis;
use crate::board::{Board, Roll};
use crate::cli::error::Done;
use crate::cli::evaluator;
use crate::cli::host;
use crate::engine::{Engine, nets};
use crate::host::exit::Exit;
use crate::host::folders::Kept;
use crate::host::names::path_text;
use crate::host::rollout::cores;
use crate::output::ui::Ui;
use crate::rules::perft;
use std::io::IsTerminal;
use std::path::Path;
use std::time::Instant;

/// The arguments of `doctor`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// The engine's files.
    #[command(flatten)]
    pub sources: evaluator::Sources,
}

/// A check of the self-test: its name, and the reason why it failed.
type Check = (&'static str, Result<(), String>);

/// Runs the subcommand.
///
/// # Errors
///
/// If the output can't be written. A check that fails gives status 1.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    for (name, value) in facts(ui) {
        ui.prose(format_args!("{name:<16}{value}"))?;
    }
    let begin = Instant::now();
    let checks = checks(&args.sources);
    ui.line("")?;
    for (name, result) in &checks {
        let words = result.as_ref().err().map_or("ok", String::as_str);
        ui.prose(format_args!("{name:<16}{words}"))?;
    }
    let failed = checks.iter().filter(|(_, result)| result.is_err()).count();
    let (count, time) = (checks.len(), begin.elapsed().as_secs_f64());
    ui.line(format_args!("\n{} of {count} checks passed in {time:.1} s", count - failed))?;
    Ok(if failed == 0 { Exit::Clean } else { Exit::Findings })
}

/// Returns the facts about the program and its environment.
fn facts(ui: &Ui<'_>) -> Vec<(&'static str, String)> {
    let program = std::env::current_exe().map_or_else(|error| error.to_string(), |path| path_text(&path));
    let terminal = match (std::io::stdin().is_terminal(), ui.out_is_terminal) {
        (true, true) => {
            format!("{} columns{}", ui.width, if ui.styled { ", colours" } else { ", no colours" })
        }
        (true, false) => "input only; output is a pipe or a file".to_owned(),
        (false, true) => "output only; input is a pipe or a file".to_owned(),
        (false, false) => "none".to_owned(),
    };
    let none = |kept: Kept| format!("none: {}", kept.unset());
    let place = |path: Option<String>, kept: Kept| {
        path.map_or_else(|| none(kept), |path| with_state(Path::new(&path)))
    };
    let mut facts = vec![
        ("version", format!("barpoint {}", env!("CARGO_PKG_VERSION"))),
        ("program", program),
        ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("instructions", nets::instructions().to_owned()),
        ("threads", cores().to_string()),
        ("terminal", terminal),
        ("settings", place(host::settings_path(), Kept::Settings)),
        ("saved matches", host::kept_path().map_or_else(|| none(Kept::States), |path| with_count(&path))),
        ("databases", place(host::databases(false), Kept::Data)),
    ];
    facts.extend(
        evaluator::tables()
            .into_iter()
            .map(|(name, path)| (name, path.map_or_else(|| none(Kept::Caches), |path| with_state(&path)))),
    );
    facts
}

/// Formats a path with its size, or a note that it doesn't exist.
fn with_state(path: &Path) -> String {
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => format!("{} ({} bytes)", path_text(path), found.len()),
        Ok(_) => path_text(path),
        Err(_) => format!("{} (not there)", path_text(path)),
    }
}

/// Formats a folder with the number of its files.
fn with_count(folder: &str) -> String {
    match std::fs::read_dir(folder).map_or(0, Iterator::count) {
        0 => format!("{folder} (none)"),
        count => format!("{folder} ({count})"),
    }
}

/// Runs the self-test.
fn checks(sources: &evaluator::Sources) -> Vec<Check> {
    vec![
        ("rules", rules()),
        ("records", records()),
        ("weights", sources.load().map(|_| ())),
        ("engine", engine()),
    ]
}

/// The positions two plies after the start, as `barpoint perft --depth 2` counts them.
const POSITIONS: u64 = 202_782;

fn rules() -> Result<(), String> {
    match perft(&Board::START, 2) {
        POSITIONS => Ok(()),
        other => Err(format!("expected {POSITIONS} positions after two plies, counted {other}")),
    }
}

/// A record with one mistake, in its third line of moves.
const RECORD: &str = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n  \
                      2) 65: 24/13                   31: 8/5 6/5\n  3) 66: 24/18 24/18 13/7 13/8\n";

fn records() -> Result<(), String> {
    let found =
        analysis::open("self-test.mat", RECORD.as_bytes().to_vec()).map_err(|error| error.to_string())?;
    match found.iter().map(|found| found.findings.len()).sum::<usize>() {
        0 => Err("the mistake in a record wasn't found".to_owned()),
        _ => Ok(()),
    }
}

fn engine() -> Result<(), String> {
    let roll = Roll::ALL.into_iter().find(|roll| roll.to_string() == "31").ok_or("no roll 31")?;
    let (play, _) = Engine::new().best_play(&Board::START, roll, 1);
    match play.to_string().as_str() {
        "8/5 6/5" => Ok(()),
        other => Err(format!("expected 8/5 6/5 for an opening 31, the engine plays {other}")),
    }
}
