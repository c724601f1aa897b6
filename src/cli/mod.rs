//! The command line: thin glue between files, the library and the streams.

pub mod args;
pub mod board;
pub mod commands;
pub mod error;
pub mod evaluator;
mod filter;
mod folder;
mod host;
pub mod input;
pub mod jobs;
pub mod limits;
pub mod loss;
mod outputs;
mod packed;
mod pager;
pub mod pass;
pub mod players;
mod progress;
pub mod reader;
pub mod records;
pub mod rules;
pub mod settings;
pub mod sheet;
pub mod subject;
mod watch;
mod words;

pub(crate) use crate::host::pipeline;

use crate::diag::{ENDLESS, neutral, neutral_but_colours};
use crate::host::names::path_text;
use crate::host::reason::is_closed_pipe;
use crate::notation::identify::IdentifyError;
use crate::notation::{Identified, PositionId, identify};
use crate::output::ui::{Color, Ui, columns, size};
use crate::rules::Variant;
use args::{Cli, Command};
use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use error::{CommandError, Done};
use pager::Pager;
use pass::World;
use reader::Reader as _;
use records::Records;
use std::error::Error as _;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// Runs the program with the arguments and the streams of the process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().map(spelled_out).collect();
    let is_called_gnubg = arguments.first().is_some_and(is_gnubg);
    let width = columns().unwrap_or(ENDLESS);
    let mut program = args::program_within(width);
    if is_called_gnubg {
        program =
            program.mut_subcommand("session", |session| session.override_usage("gnubg [OPTIONS] [FILE]"));
    }
    if let Some(error) = misplaced(&arguments).filter(|_| !is_called_gnubg) {
        return error.report(&mut Ui::stdio(stated_color())).into();
    }
    let matches = program.try_get_matches_from(as_subcommand(arguments, is_called_gnubg));
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(message) if is_called_gnubg && message.use_stderr() => return explain_as_gnubg(&message),
        Err(message) => {
            return explain(&words::with_our_command(with_commands(with_name_of_friend(message))));
        }
    };
    let is_paged = !cli.no_pager && cli.command.is_paged();
    with_pager(Ui::stdio(cli.color), is_paged, |ui| {
        let done = run(&cli, is_called_gnubg, ui);
        let done = done.and_then(|exit| CommandError::or_closed(ui.flush(), exit));
        done.unwrap_or_else(|error| error.report(ui)).into()
    })
}

/// Runs something whose output goes through a pager if that is wanted, it goes to a terminal, and it doesn't fit there.
fn with_pager(mut ui: Ui<'static>, is_wanted: bool, run: impl FnOnce(&mut Ui<'_>) -> ExitCode) -> ExitCode {
    let command = pager::command(|name| std::env::var(name).ok());
    let (Some(command), Some((columns, rows))) =
        (command, size().filter(|_| is_wanted && ui.out_is_terminal))
    else {
        return run(&mut ui);
    };
    let pager = Pager::new(command, rows, columns);
    let mut ui = ui.through(pager.out(), pager.err());
    let exit = run(&mut ui);
    drop(ui);
    match pager.close() {
        Err(error) if !is_closed_pipe(&error) => {
            CommandError::from(error).report(&mut Ui::stdio(Color::Never)).into()
        }
        _ => exit,
    }
}

/// Adds how `--friend` takes a name, if one follows it as an argument of its own.
fn with_name_of_friend(mut message: clap::Error) -> clap::Error {
    let Some(ContextValue::String(name)) = message.get(ContextKind::InvalidArg) else { return message };
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let is_name = arguments.windows(2).any(|pair| pair[0] == "--friend" && pair[1] == name.as_str());
    if message.kind() == ErrorKind::UnknownArgument && is_name {
        let hint = format!("write the friend's name after an equals sign: `--friend={name}`");
        message.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    message
}

/// Adds which commands have the option that this one hasn't, if they are few; removes clap's advice to pass it as a value,
/// which is never meant.
fn with_commands(mut message: clap::Error) -> clap::Error {
    const MOST: usize = 5;
    let Some(ContextValue::String(name)) = message.get(ContextKind::InvalidArg) else { return message };
    let (program, long) = (args::program(), name.strip_prefix("--"));
    let is_it = |option: &clap::Arg| option.get_long().is_some_and(|own| Some(own) == long);
    let has_it = |command: &&clap::Command| command.get_arguments().any(is_it);
    let commands = program.get_subcommands().filter(has_it);
    let commands: Vec<String> = commands.map(|command| format!("`{}`", command.get_name())).collect();
    if message.kind() != ErrorKind::UnknownArgument {
        return message;
    }
    if (1..=MOST).contains(&commands.len()) {
        let hint = format!("`{name}` is an option of {}", commands.join(", "));
        message.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    } else {
        message.remove(ContextKind::Suggested);
    }
    message
}

/// The standard library's messages about numbers that it can't parse, and ours.
const NUMBERS: [(&str, &str); 5] = [
    ("invalid digit found in string", "not a whole number"),
    ("cannot parse integer from empty string", "not a whole number"),
    ("number too large to fit in target type", "the number is too large"),
    ("number too small to fit in target type", "the number is too small"),
    ("invalid float literal", "not a number"),
];

/// What `-V` prints.
const VERSION: &str = concat!("barpoint ", env!("CARGO_PKG_VERSION"), "\n");

/// Returns in our words why a value is no number of an option: the reason as the standard library or clap gives it.
fn plainly(theirs: &str, value: &str) -> String {
    let is_negative = value.strip_prefix('-').is_some_and(|digits| digits.parse::<u64>().is_ok());
    if is_negative && theirs == NUMBERS[0].0 {
        return "the number must not be negative".to_owned();
    }
    if let Some((words, ours)) = NUMBERS.iter().find(|(words, _)| theirs.contains(words)) {
        return theirs.replace(words, ours);
    }
    // `0 is not in 1..=1024`, or `0 is not in 1..18446744073709551615` without a limit.
    let bounds = || {
        let (number, range) = theirs.split_once(" is not in ")?;
        let (least, most) = range.split_once("..")?;
        let most: u64 = most.trim_start_matches('=').parse().ok()?;
        Some((number.parse::<i128>().ok()?, least.parse::<i128>().ok()?, most))
    };
    match bounds() {
        Some((number, least, most)) if number < least && most >= u64::from(u32::MAX) => {
            format!("expected a whole number, at least {least}")
        }
        Some((_, least, most)) => format!("expected a whole number from {least} to {most}"),
        None => theirs.to_owned(),
    }
}

/// Prints the help or the version, which count as success, or an error in the arguments.
fn explain(message: &clap::Error) -> ExitCode {
    let text = |is_styled| {
        let text = message.render();
        let text = if is_styled { text.ansi().to_string() } else { text.to_string() };
        match message.source().map(ToString::to_string) {
            Some(theirs) if message.kind() == ErrorKind::ValueValidation => {
                let value = message.get(ContextKind::InvalidValue).map(ToString::to_string);
                text.replace(&theirs, &plainly(&theirs, &value.unwrap_or_default()))
            }
            // Of a command, too.
            _ if message.kind() == ErrorKind::DisplayVersion => VERSION.to_owned(),
            _ if message.kind() == ErrorKind::InvalidUtf8 => {
                // Clap names none.
                let wrong = std::env::args_os().find(|argument| argument.to_str().is_none());
                let wrong = wrong.map_or_else(String::new, |wrong| path_text(&wrong));
                text.replace(
                    "invalid UTF-8 was detected in one or more arguments",
                    &format!("`{wrong}` isn't UTF-8; a record can be given as standard input: `-`"),
                )
            }
            // Clap doesn't distinguish an empty path from a missing one, which can only be at the end.
            _ if message.kind() == ErrorKind::InvalidValue && std::env::args_os().any(|it| it.is_empty()) => {
                text.replace("a value is required for ", "the path for ")
                    .replace(" but none was supplied", " is empty; `.` is the current folder")
            }
            _ => text,
        }
    };
    if message.use_stderr() {
        // The message quotes wrong arguments.
        let is_styled = match stated_color() {
            Color::Auto => anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never,
            stated => stated == Color::Always,
        };
        // If standard error is closed, there is no way to report that.
        let _ = io::stderr().write_all(neutral_but_colours(&text(is_styled)).as_bytes());
        return ExitCode::from(message.exit_code().clamp(0, 255) as u8);
    }
    let is_paged = std::env::args_os().all(|argument| argument != "--no-pager");
    with_pager(Ui::stdio(stated_color()), is_paged, |ui| {
        let text = text(ui.styled);
        let written = ui.coloured(&text).and_then(|()| ui.flush());
        written.map_or_else(|error| CommandError::from(error).report(ui).into(), |()| ExitCode::SUCCESS)
    })
}

/// Returns the value of `--color` where the arguments couldn't be read: they ask for help, or are wrong.
fn stated_color() -> Color {
    let arguments: Vec<String> =
        std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let after = |pair: &[String]| (pair[0] == "--color").then(|| pair[1].clone());
    let joined = arguments.iter().rev().find_map(|it| it.strip_prefix("--color=").map(str::to_owned));
    match joined.or_else(|| arguments.windows(2).rev().find_map(after)).as_deref() {
        Some("always") => Color::Always,
        Some("never") => Color::Never,
        _ => Color::Auto,
    }
}

/// Prints an error in the arguments as GNU Backgammon does, and returns its status.
fn explain_as_gnubg(message: &clap::Error) -> ExitCode {
    let option = message.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    let mut arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    // A value is only missing at the end.
    let has_none = matches!(message.get(ContextKind::InvalidValue), Some(ContextValue::String(value)) if value.is_empty());
    let text = if message.kind() == ErrorKind::UnknownArgument {
        // The option is quoted with its value.
        let typed =
            arguments.find(|typed| typed.strip_prefix(&option).is_some_and(|rest| rest.starts_with('=')));
        format!("Unknown option {}\n\n", typed.unwrap_or(option))
    } else if let (true, Some(typed)) = (has_none, arguments.next_back()) {
        format!("Missing argument for {typed}\n\n")
    } else {
        let _ = explain(message);
        return ExitCode::from(1);
    };
    // If standard error is closed, there is no way to report that.
    let _ = io::stderr().write_all(neutral(&text).as_bytes());
    ExitCode::from(1)
}

/// Returns the reference of all commands, the content of `docs/cli.md`.
#[must_use]
pub fn reference() -> String {
    let mut text = String::from(
        "# The command line\n\n\
         <!-- Made from src/cli: `BARPOINT_UPDATE=1 cargo test` writes this file. -->\n\n\
         Every command also has the options of [barpoint](#barpoint).\n\n| purpose | commands |\n|---|---|\n",
    );
    // The width of the terminal must not matter.
    let mut program = args::program().term_width(100);
    program.build();
    for (purpose, names) in args::GROUPS {
        let links: Vec<String> = names.iter().map(|name| format!("[{name}](#barpoint-{name})")).collect();
        let _ = writeln!(text, "| {purpose} | {} |", links.join(", "));
    }
    add_page(&mut text, "barpoint", &mut program);
    for name in args::GROUPS.iter().flat_map(|(_, names)| *names) {
        // Features leave commands out.
        if let Some(command) = program.find_subcommand_mut(name) {
            add_pages(&mut text, &format!("barpoint {name}"), command);
        }
    }
    text
}

/// Adds the help of a command, under a heading, without the general options.
fn add_page(text: &mut String, heading: &str, command: &mut clap::Command) {
    let help = command.render_long_help().to_string();
    let mut is_general = false;
    let mut shown = Vec::new();
    for line in help.lines().map(str::trim_end) {
        if line.starts_with(|first: char| first != ' ') {
            is_general = line.strip_suffix(':') == Some(args::GENERAL);
        }
        if !is_general {
            shown.push(line);
        }
    }
    let _ = write!(text, "\n## {heading}\n\n```text\n{}\n```\n", shown.join("\n").trim_end());
}

/// Adds the help of a command and of all its subcommands.
fn add_pages(text: &mut String, heading: &str, command: &mut clap::Command) {
    add_page(text, heading, command);
    for command in command.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        let heading = format!("{heading} {}", command.get_name());
        add_pages(text, &heading, command);
    }
}

/// Adds the prefix to an XGID without one, also if it is cut off: its board may begin with a hyphen, and would be read
/// as an option.
fn spelled_out(argument: OsString) -> OsString {
    let is_board = |text: &str| {
        let board = text.split(':').next().unwrap_or_default();
        let is_place = |place: u8| matches!(place, b'-' | b'a'..=b'o' | b'A'..=b'O');
        let is_empty = board.trim_matches('-').is_empty();
        board.len() > 8 && board.bytes().all(is_place) && board.contains("---") && !is_empty
    };
    match argument.to_str() {
        Some(text) if text.starts_with('-') && (text.as_bytes().get(26) == Some(&b':') || is_board(text)) => {
            format!("XGID={text}").into()
        }
        _ => argument,
    }
}

/// Returns `true` if the program was started as `gnubg`, through a link.
fn is_gnubg(program: &OsString) -> bool {
    Path::new(program).file_stem().is_some_and(|name| name == "gnubg" || name == "gnubg-cli")
}

/// Adds the command if the arguments name none: `session` if the program was started as `gnubg`, with GNU
/// Backgammon's flags, or without arguments; `check` before a path, `show` before an ID.
fn as_subcommand(mut arguments: Vec<OsString>, is_called_gnubg: bool) -> Vec<OsString> {
    let command = match arguments.get(1) {
        _ if is_called_gnubg => Some("session"),
        None => Some("session"),
        Some(first) => natural(&first.to_string_lossy()),
    };
    if let Some(command) = command {
        arguments.insert(1.min(arguments.len()), command.into());
    }
    arguments
}

/// Returns the error for options before a command, a path or an ID; GNU Backgammon's flags before a record start a
/// session, but for `--quiet`, which is an option of `check` too.
fn misplaced(arguments: &[OsString]) -> Option<CommandError> {
    let words: Vec<_> = arguments.iter().skip(1).map(|argument| argument.to_string_lossy()).collect();
    let first = words.first().filter(|first| first.starts_with('-') && natural(first) == Some("session"))?;
    let program = args::program();
    let session = program.find_subcommand("session")?;
    let option = |word: &str| {
        let name = word.strip_prefix("--").map(|name| name.split('=').next().unwrap_or(name));
        let letter = word.chars().nth(1);
        session.get_arguments().find(|option| match name {
            Some(name) => option.get_long() == Some(name),
            None => option.get_short().is_some() && option.get_short() == letter,
        })
    };
    let is_value = |at: usize| {
        let before = at.checked_sub(1).map_or("", |before| &words[before]);
        option(before).is_some_and(|option| option.get_action().takes_values() && !before.contains('='))
    };
    let first_of = |is_it: &dyn Fn(&str) -> bool| {
        (1..words.len()).find(|&at| !words[at].starts_with('-') && !is_value(at) && is_it(&words[at]))
    };
    let is_of_session = option(first).is_some();
    let command = first_of(&|word| program.find_subcommand(word).is_some());
    let record = first_of(&|word| natural(word).is_some_and(|command| command != "session"));
    // The options with their values.
    let before = |at: usize| words[..at].join(" ");
    let example = match (command, record) {
        (Some(at), _) => format!("barpoint {} {}", words[at], before(at)),
        (None, Some(at)) if !is_of_session || matches!(&**first, "-q" | "--quiet") => {
            format!("barpoint {} {}", words[at], before(at))
        }
        (None, None) if !is_of_session => format!("barpoint COMMAND {}", before(words.len())),
        _ => return None,
    };
    let error = CommandError::new("options come after the command, the path or the ID");
    Some(error.hint(format!("`{example}`; `barpoint session --help` lists the options that start a session")))
}

/// Returns the command for a first argument that isn't a command: a flag, a path or an ID.
fn natural(first: &str) -> Option<&'static str> {
    let is_command = args::program().find_subcommand(first).is_some() || first == "help";
    let is_own_flag = matches!(first, "-h" | "-V" | "--help" | "--version")
        || first == "--no-pager"
        || first.starts_with("--color");
    if is_command || is_own_flag {
        return None;
    }
    let is_path = || {
        let path = Path::new(first);
        let has_marks = first.contains(std::path::is_separator) || path.extension().is_some();
        first == "-" || path.exists() || has_marks && (Records.is_record_name(first) || !is_id(first))
    };
    if first.starts_with('-') && first != "-" {
        Some("session")
    } else if is_path() && !is_mistyped_id(first) {
        Some("check")
    } else {
        (is_id(first) || is_mistyped_id(first)).then_some("show")
    }
}

/// Returns the ID of any kind that a text is.
fn whole_id(text: &str) -> Result<Identified, IdentifyError> {
    identify(text, Variant::default().start().board().checkers()).and_then(Identified::whole)
}

/// Returns `true` if a text is an ID of any kind.
fn is_id(text: &str) -> bool {
    whole_id(text).is_ok()
}

/// Returns `true` if a text is no path, and is a damaged XGID, OGID or FIBS board line, or like a Position ID, alone or
/// beside a Match ID.
pub(crate) fn is_mistyped_id(text: &str) -> bool {
    let path = Path::new(text);
    let is_in_folder = path.parent().is_some_and(|parent| parent != Path::new("") && parent.exists());
    // The marks of file names and patterns are in no ID.
    let has_marks = text.contains(|c: char| !c.is_ascii_graphic() || ".*\\".contains(c));
    !path.exists()
        && (whole_id(text).is_err_and(|error| error.has_name())
            || !is_in_folder && !has_marks && text.split([':', '=']).any(is_like_position_id))
}

/// Returns `true` for a text about as long as a Position ID, or a shorter one with a digit, that has a capital after
/// another letter: unlike a command and most names of files without an extension.
fn is_like_position_id(text: &str) -> bool {
    let capitals = |word: &str| word.chars().skip(1).any(|letter| letter.is_ascii_uppercase());
    let least = if text.contains(|letter: char| letter.is_ascii_digit()) { 8 } else { 12 };
    (least..=PositionId::LEN + 2).contains(&text.len())
        && text.split(|letter: char| !letter.is_ascii_alphanumeric()).any(capitals)
}

/// Returns standard input for a command that reads these paths.
///
/// # Errors
///
/// If no path is given and standard input is a terminal.
fn stdin(paths: &[PathBuf], reading: &pass::Reading, command: &str) -> Result<Stdin, CommandError> {
    if paths.is_empty() && reading.files_from.is_none() && io::stdin().is_terminal() {
        let error = CommandError::new(format!("no path is given: `barpoint {command} PATH`"));
        return Err(error.hint(format!("`barpoint {command} --help` describes the input")));
    }
    Ok(Box::new(io::stdin()))
}

/// Returns the environment of a command that reads records.
fn world<'b, 'c>(
    args: &pass::Args,
    command: &str,
    ui: &'b mut Ui<'c>,
) -> Result<World<'static, 'b, 'c>, CommandError> {
    Ok(World { reader: &Records, stdin: stdin(&args.paths, &args.reading, command)?, ui })
}

/// Returns the time in seconds since 1970-01-01.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Returns the pager for the long answers of a session, if one is wanted.
fn session_pager(cli: &Cli) -> Option<String> {
    pager::command(|name| std::env::var(name).ok()).filter(|_| !cli.no_pager)
}

type Stdin = Box<dyn Read + Send>;

/// Runs one subcommand.
fn run(cli: &Cli, is_called_gnubg: bool, ui: &mut Ui<'_>) -> Done {
    match &cli.command {
        Command::Analyse(args) => commands::analyse::run(args, world(&args.input, "analyse", ui)?),
        Command::Bearoff(args) => commands::bearoff::run(args, ui),
        Command::Check(args) if args.watch => watch::run(args, &Records, ui),
        Command::Check(args) => {
            let World { reader, stdin, ui } = world(&args.input, "check", ui)?;
            commands::check::run(args, reader, stdin, ui)
        }
        Command::Completions(args) => commands::completions::run(*args, ui),
        Command::Config(args) => commands::config::run(args, ui),
        Command::Convert(args) => commands::convert::run(args, world(&args.input, "convert", ui)?),
        Command::Doctor(args) => commands::doctor::run(args, ui),
        Command::Matrix(args) => commands::matrix::run(args, ui),
        Command::Cube(args) => commands::cube::run(args, ui),
        Command::Diagram(args) => commands::diagram::run(args, ui),
        Command::Eval(args) => commands::eval::run(args, ui),
        Command::Explain(args) => commands::explain::run(args, ui),
        Command::External(args) => commands::external::run(args, ui),
        #[cfg(feature = "database")]
        Command::Db(args) => {
            let world = match &args.what {
                commands::db::What::Add(add) => world(&add.input, "db add", ui)?,
                _ => World { reader: &Records, stdin: Box::new(io::empty()), ui },
            };
            commands::db::run(args, world)
        }
        Command::Find(args) => commands::find::run(args, world(&args.input, "find", ui)?),
        Command::Fmt(args) => commands::fmt::run(args, world(&args.input, "fmt", ui)?),
        Command::Formats(args) => commands::formats::run(args, ui),
        Command::Hint(args) => commands::hint::run(args, ui),
        Command::Id(args) => commands::id::run(args, ui),
        Command::Lsp(args) => commands::lsp::run(args, ui),
        Command::Man(args) => commands::man::run(args, ui),
        Command::Merge(args) => commands::merge::run(args, world(&args.input, "merge", ui)?),
        Command::Odds(args) => commands::odds::run(args, ui),
        Command::Open(args) => commands::open::run(args, &Records, ui),
        Command::Opening(args) => commands::opening::run(args, ui),
        Command::Perft(args) => commands::perft::run(args, ui),
        Command::Pips(args) => commands::pips::run(args, ui),
        Command::Play(args) => commands::play::run(args, session_pager(cli), ui),
        Command::Plays(args) => commands::plays::run(args, ui),
        Command::Quiz(args) => commands::quiz::run(args, &Records, Box::new(io::stdin()), now(), ui),
        Command::Race(args) => commands::race::run(args, ui),
        Command::Replay(args) => commands::replay::run(args, world(&args.input, "replay", ui)?),
        Command::Report(args) => commands::report::run(args, world(&args.input, "report", ui)?),
        Command::Rollout(args) => commands::rollout::run(args, ui),
        Command::Score(args) => commands::score::run(args, world(&args.input, "score", ui)?),
        Command::Serve(args) => commands::serve::run(args, io::BufReader::new(io::stdin()), ui),
        Command::Session(args) => commands::session::run(args, is_called_gnubg, session_pager(cli), ui),
        Command::Show(args) => commands::show::run(args, ui),
        Command::Split(args) => {
            let stdin = stdin(args.file.as_slice(), &args.reading, "split")?;
            commands::split::run(args, World { reader: &Records, stdin, ui })
        }
        Command::Stats(args) => commands::stats::run(args, world(&args.input, "stats", ui)?),
        Command::Summary(args) => commands::summary::run(args, world(&args.input, "summary", ui)?),
        Command::Ubgi(args) => commands::ubgi::run(args, io::stdin().lock(), ui),
    }
}
