//! `barpoint explain`: the long text of a code.

use crate::cli::args;
use crate::diag::Code;
use crate::host::exit::Exit;
use crate::output::ui::Ui;
use std::fmt::Write as _;
use std::io;

/// The arguments of `explain`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The name of the finding, as it stands in brackets: `play-blocked-point`.
    #[arg(required_unless_present = "list")]
    pub code: Option<String>,
    /// List all codes with their severities and rules.
    #[arg(long, conflicts_with = "code")]
    pub list: bool,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing.
pub fn run(args: &Args, ui: &mut Ui<'_>) -> io::Result<Exit> {
    let Some(code) = args.code.as_deref() else {
        let width = Code::ALL.iter().map(|code| code.id().len()).max().unwrap_or(0);
        for &code in Code::ALL {
            ui.line(format_args!("{:width$}  {:15}  {}", code.id(), severity(code), code.title()))?;
        }
        return Ok(Exit::Clean);
    };
    match args::code(code) {
        Ok(code) => {
            ui.line(format_args!("{}[{code}]: {}", code.severity().name(), code.title()))?;
            for paragraph in code.explanation().split('\n') {
                ui.line(format_args!("\n{}", wrap(paragraph, ui.width.min(80))))?;
            }
            if code.is_pedantic() {
                ui.line("\nOnly `--pedantic` shows findings of this kind.")?;
            }
            Ok(Exit::Clean)
        }
        Err(message) => {
            ui.err(format_args!("barpoint: {message}"));
            Ok(Exit::CouldNotRun)
        }
    }
}

/// Returns the reference of all findings, as it stands in `docs/diagnostics.md`.
#[must_use]
pub fn reference() -> String {
    let mut text = String::from(
        "# Findings\n\n\
         <!-- Made from src/diag/code.rs: `BARPOINT_UPDATE=1 cargo test` writes this file. -->\n\n\
         Every finding has a stable code. An *error* breaks a rule of the game or of the format; a\n\
         *warning* is declared or hidden by the record and can't be proven; a *note* is worth knowing.\n\
         Errors and warnings give exit status 1. *Pedantic* findings are habits of servers and programs\n\
         that are no errors: they are only shown with `--pedantic`. `--allow CODE` silences a code.\n\n\
         | code | severity | rule |\n|---|---|---|\n",
    );
    for &code in Code::ALL {
        // Writing to a String can't fail.
        let _ = writeln!(text, "| [{code}](#{code}) | {} | {} |", severity(code), cell(code.title()));
    }
    for &code in Code::ALL {
        let _ = write!(text, "\n## {code}\n\n*{}*: {}.\n", severity(code), code.title());
        for paragraph in code.explanation().split('\n') {
            let _ = write!(text, "\n{}\n", wrap(paragraph, 100));
        }
    }
    text
}

/// The severity in words.
fn severity(code: Code) -> String {
    let name = code.severity().name();
    if code.is_pedantic() { format!("{name}, pedantic") } else { name.to_owned() }
}

/// A text as it may stand in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Breaks a paragraph into lines of at most `width` characters, where its words allow it.
fn wrap(paragraph: &str, width: usize) -> String {
    let mut text = String::with_capacity(paragraph.len());
    let mut column = 0;
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}
