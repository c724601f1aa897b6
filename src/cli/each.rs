//! The loop of the commands that look at one match after the other.

use super::args;
use super::engine::Engine;
use super::input::{Input, Item};
use super::limits;
use crate::diag::{Code, Diagnostic, Parsed, Severity, SourceFile};
use crate::formats::Format;
use crate::game::record::MatchRecord;
use crate::host::exit::Exit;
use crate::output::ui::{Ui, printable};
use std::io::{self, Read};
use std::path::PathBuf;

/// The arguments that say which records are read.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Files, folders and zip archives; `-` is standard input, also when it is a pipe and no path is given.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Read the paths from this file too, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,
    /// Read every file as this format, instead of recognising it.
    #[arg(long, value_name = "FORMAT", value_parser = args::readable)]
    pub from: Option<&'static Format>,
    /// How much is read before it is refused.
    #[command(flatten)]
    pub limits: limits::Args,
}

/// One match, or why there is none.
pub(crate) enum Seen<'a> {
    /// A match.
    Match {
        /// Its format.
        format: &'static Format,
        /// Its text.
        source: &'a SourceFile,
        /// Its place in its file, counted from 1.
        number: u32,
    },
    /// A file that holds no match, or can't be read.
    Problem {
        /// Its path.
        name: &'a str,
        /// What is wrong with it.
        code: Code,
        /// The same in words, with the reason.
        message: String,
    },
}

/// Hands everything that is read to `on`, in order; returns the worst that it says.
///
/// # Errors
///
/// The first of `on`.
pub(crate) fn each(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    mut on: impl FnMut(Seen<'_>) -> io::Result<Exit>,
) -> io::Result<Exit> {
    let mut exit = Exit::Clean;
    for item in Input::new(engine, &args.paths, stdin, None)
        .listed_in(args.files_from.as_deref())
        .reading_as(args.from)
        .within(args.limits.limits())
    {
        exit = exit.max(match item {
            Item::Match { format, source, number, .. } => {
                on(Seen::Match { format, source: &source, number })?
            }
            Item::NotARecord(source) => {
                let code = Code::SourceNotARecord;
                on(Seen::Problem { name: source.name(), code, message: code.title().to_owned() })?
            }
            Item::Unreadable { name, reason } => {
                let code = Code::SourceUnreadable;
                on(Seen::Problem { name: &name, code, message: reason.to_string() })?
            }
            Item::Skipped => continue,
        });
    }
    Ok(exit)
}

/// Where a match comes from.
pub(crate) struct Place<'a> {
    /// Its text.
    pub(crate) source: &'a SourceFile,
    /// Its place in its file, counted from 1.
    pub(crate) number: u32,
    /// Whether it is the first of all.
    pub(crate) is_first: bool,
}

/// Hands every match with a game to `show`, in order, which returns what was found in it; says what can't be
/// read, and behind a match how many errors it has.
///
/// # Errors
///
/// The first of `show`.
pub(crate) fn each_record(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
    mut show: impl FnMut(Place<'_>, Parsed<MatchRecord>, &mut Ui<'_>) -> io::Result<Vec<Diagnostic>>,
) -> io::Result<Exit> {
    let mut is_first = true;
    each(args, engine, stdin, |seen| match seen {
        Seen::Match { format, source, number } => {
            let Some(parse) = format.parse else { return Ok(Exit::Clean) };
            let parsed = parse(source);
            let name = source.name();
            if parsed.value.games.is_empty() {
                is_first = false;
                return Ok(Exit::failed(ui, &format!("{name}: there is no game in match {number}")));
            }
            let found = show(Place { source, number, is_first }, parsed, ui)?;
            is_first = false;
            let errors = found.iter().filter(|found| found.severity == Severity::Error).count();
            if errors == 0 {
                return Ok(Exit::Clean);
            }
            let noun = if errors == 1 { "1 error" } else { &format!("{errors} errors") };
            // What was shown stands before what is said about it.
            ui.flush()?;
            ui.err(format_args!(
                "barpoint: {}: {noun} in match {number}; `barpoint check` shows where",
                printable(name)
            ));
            Ok(Exit::Findings)
        }
        Seen::Problem { name, code: Code::SourceNotARecord, .. } => {
            Ok(Exit::failed(ui, &format!("{name}: the file holds no match record")))
        }
        Seen::Problem { name, message, .. } => {
            Ok(Exit::failed(ui, &format!("{name}: the file can't be read: {message}")))
        }
    })
}

/// Returns the first line of what is said of a match: its file, and which of several it is.
pub(crate) fn heading(place: &Place<'_>) -> String {
    let number = if place.number == 1 { String::new() } else { format!(", match {}", place.number) };
    format!("{}{number}", printable(place.source.name()))
}
