//! The loop of the commands that look at one match after the other.

use super::args;
use super::engine::Engine;
use super::input::{Input, Item};
use crate::diag::{Code, SourceFile};
use crate::formats::Format;
use crate::host::exit::Exit;
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
