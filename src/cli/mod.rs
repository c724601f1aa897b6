//! The command line: thin glue between files, the library and the streams.

pub mod args;
pub mod commands;
mod decisions;
pub mod each;
pub mod engine;
mod host;
pub mod input;
pub mod judge;
pub mod limits;
pub mod loss;
mod packed;
mod progress;
pub mod records;
pub mod rules;
pub mod subject;

pub(crate) use crate::host::pipeline;

use crate::diag::neutral_but_colours;
use crate::host::exit::Exit;
use crate::output::ui::Ui;
use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use records::Records;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs the program with the arguments and the streams of the process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().map(spelled_out).collect();
    let is_called_gnubg = arguments.first().is_some_and(is_gnubg);
    let cli = match Cli::try_parse_from(as_subcommand(arguments, is_called_gnubg)) {
        Ok(cli) => cli,
        Err(message) => return explain(&message),
    };
    let mut ui = Ui::stdio(cli.color.into());
    let done = run(&cli.command, is_called_gnubg, &mut ui).and_then(|exit| ui.flush().map(|()| exit));
    match done {
        Ok(exit) => exit.into(),
        // Whoever closed the pipe has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Clean.into(),
        Err(error) => {
            ui.err(format_args!("barpoint: {error}"));
            Exit::CouldNotRun.into()
        }
    }
}

/// Prints the help or the version, which count as success, or what is wrong with the arguments.
fn explain(message: &clap::Error) -> ExitCode {
    let written = if message.use_stderr() {
        // What was typed wrongly is quoted.
        let text = message.render();
        let is_styled = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
        let text = if is_styled { text.ansi().to_string() } else { text.to_string() };
        io::stderr().write_all(neutral_but_colours(&text).as_bytes())
    } else {
        message.print().and_then(|()| io::stdout().flush())
    };
    match written {
        Ok(()) => ExitCode::from(message.exit_code().clamp(0, 255) as u8),
        // A reader that closed the pipe has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::from(message.exit_code().clamp(0, 255) as u8)
        }
        Err(error) => {
            Ui::stdio(crate::output::ui::Color::Never).err(format_args!("barpoint: {error}"));
            Exit::CouldNotRun.into()
        }
    }
}

/// Returns the reference of all commands, as it stands in `docs/cli.md`.
#[must_use]
pub fn reference() -> String {
    let mut text = String::from(
        "# The command line\n\n\
         <!-- Made from src/cli: `BARPOINT_UPDATE=1 cargo test` writes this file. -->\n",
    );
    // The width of the terminal must not matter.
    let mut program = Cli::command().term_width(100);
    program.build();
    let mut page = |heading: &str, command: &mut clap::Command| {
        let help = command.render_long_help().to_string();
        let help: Vec<&str> = help.lines().map(str::trim_end).collect();
        let _ = write!(text, "\n## {heading}\n\n```text\n{}\n```\n", help.join("\n").trim_end());
    };
    page("barpoint", &mut program);
    for command in program.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        let heading = format!("barpoint {}", command.get_name());
        page(&heading, command);
    }
    text
}

/// Puts the prefix before an XGID without one: its board may begin with a hyphen, which would make
/// it an option.
fn spelled_out(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if text.starts_with('-') && text.len() > 26 && text.as_bytes()[26] == b':' => {
            format!("XGID={text}").into()
        }
        _ => argument,
    }
}

/// Returns `true` if the program was called by the name `gnubg`, through a link.
fn is_gnubg(program: &OsString) -> bool {
    Path::new(program).file_stem().is_some_and(|name| name == "gnubg" || name == "gnubg-cli")
}

/// Puts `session` before GNU Backgammon's arguments: whoever calls the program by its name or with its flags,
/// or with nothing at all, wants a session.
fn as_subcommand(mut arguments: Vec<OsString>, is_called_gnubg: bool) -> Vec<OsString> {
    let is_flag = |argument: &OsString| {
        let text = argument.to_string_lossy();
        text.starts_with('-')
            && !matches!(&*text, "-h" | "-V" | "--help" | "--version")
            && !text.starts_with("--color")
    };
    if is_called_gnubg || arguments.get(1).is_none_or(is_flag) {
        arguments.insert(1.min(arguments.len()), "session".into());
    }
    arguments
}

/// Tells, and says so, whether a command got no path and would wait for somebody to type a record.
fn nothing_to_read(paths: &[PathBuf], command: &str, ui: &mut Ui<'_>) -> bool {
    let nothing = paths.is_empty() && io::stdin().is_terminal();
    if nothing {
        ui.err(format_args!("barpoint: no path is given; `barpoint {command} --help` shows what is read"));
    }
    nothing
}

/// Runs one subcommand.
fn run(command: &Command, is_called_gnubg: bool, ui: &mut Ui<'_>) -> io::Result<Exit> {
    match command {
        Command::Analyse(args) => {
            if args.input.files_from.is_none() && nothing_to_read(&args.input.paths, "analyse", ui) {
                return Ok(Exit::CouldNotRun);
            }
            commands::analyse::run(args, &Records, Box::new(io::stdin()), ui)
        }
        Command::Check(args) => {
            if args.files_from.is_none() && nothing_to_read(&args.paths, "check", ui) {
                return Ok(Exit::CouldNotRun);
            }
            commands::check::run(args, &Records, Box::new(io::stdin()), ui)
        }
        Command::Completions(args) => commands::completions::run(args, ui),
        Command::Convert(args) => {
            if args.files_from.is_none() && nothing_to_read(&args.paths, "convert", ui) {
                return Ok(Exit::CouldNotRun);
            }
            commands::convert::run(args, &Records, Box::new(io::stdin()), ui)
        }
        Command::Cube(args) => commands::cube::run(args, ui),
        Command::Diagram(args) => commands::diagram::run(args, ui),
        Command::Bearoff(args) => commands::bearoff::run(args, ui),
        Command::Eval(args) => commands::eval::run(args, ui),
        Command::Explain(args) => commands::explain::run(args, ui),
        Command::External(args) => commands::external::run(args, ui),
        Command::Find(args) => {
            if args.input.files_from.is_none() && nothing_to_read(&args.input.paths, "find", ui) {
                return Ok(Exit::CouldNotRun);
            }
            commands::find::run(args, &Records, Box::new(io::stdin()), ui)
        }
        Command::Fmt(args) => {
            if nothing_to_read(&args.paths, "fmt", ui) {
                return Ok(Exit::CouldNotRun);
            }
            commands::fmt::run(args, &Records, Box::new(io::stdin()), ui)
        }
        Command::Formats(args) => commands::formats::run(args, ui),
        Command::Hint(args) => commands::hint::run(args, ui),
        Command::Id(args) => commands::id::run(args, ui),
        Command::Man(args) => commands::man::run(args, ui),
        Command::Merge(args) => commands::merge::run(args, &Records, Box::new(io::stdin()), ui),
        Command::Perft(args) => commands::perft::run(args, ui),
        Command::Odds(args) => commands::odds::run(args, ui),
        Command::Race(args) => commands::race::run(args, ui),
        Command::Pips(args) => commands::pips::run(args, ui),
        Command::Play(args) => commands::play::run(args, ui),
        Command::Plays(args) => commands::plays::run(args, ui),
        Command::Replay(args) => {
            if args.input.files_from.is_none() && nothing_to_read(&args.input.paths, "replay", ui) {
                return Ok(Exit::CouldNotRun);
            }
            commands::replay::run(args, &Records, Box::new(io::stdin()), ui)
        }
        Command::Report(args) => commands::report::run(args, &Records, ui),
        Command::Rollout(args) => commands::rollout::run(args, ui),
        Command::Score(args) => {
            if args.input.files_from.is_none() && nothing_to_read(&args.input.paths, "score", ui) {
                return Ok(Exit::CouldNotRun);
            }
            commands::score::run(args, &Records, Box::new(io::stdin()), ui)
        }
        Command::Session(args) => commands::session::run(args, is_called_gnubg, ui),
        Command::Show(args) => commands::show::run(args, ui),
        Command::Split(args) => {
            if nothing_to_read(args.file.as_slice(), "split", ui) {
                return Ok(Exit::CouldNotRun);
            }
            commands::split::run(args, &Records, Box::new(io::stdin()), ui)
        }
        Command::Summary(args) => {
            if args.input.files_from.is_none() && nothing_to_read(&args.input.paths, "summary", ui) {
                return Ok(Exit::CouldNotRun);
            }
            commands::summary::run(args, &Records, Box::new(io::stdin()), ui)
        }
        Command::Ubgi(args) => commands::ubgi::run(args, io::stdin().lock(), ui),
        Command::Stats(args) => {
            if args.input.files_from.is_none() && nothing_to_read(&args.input.paths, "stats", ui) {
                return Ok(Exit::CouldNotRun);
            }
            commands::stats::run(args, &Records, Box::new(io::stdin()), ui)
        }
    }
}
