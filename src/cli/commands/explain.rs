//! `barpoint explain`: prints the explanation of a finding's code.

use crate::cli::args::{self, Named};
use crate::cli::error::Done;
use crate::diag::{Code, wrapped};
use crate::host::exit::Exit;
use crate::output::ui::Ui;
use std::fmt::Write as _;

/// The arguments of `explain`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The code of the finding, as shown in brackets: `play-blocked-point` [default: list all codes].
    #[arg(value_parser = CODES, hide_possible_values = true)]
    pub code: Option<String>,
    /// List all codes with their severity and title.
    #[arg(long, conflicts_with = "code")]
    pub list: bool,
}

/// The parser of codes: shells complete them, and the message for a wrong one names the most similar code.
const CODES: Named<String> =
    Named::new(|| Code::ALL.iter().map(|code| code.id()).collect(), |text| Ok(text.to_owned()));

/// Runs the subcommand.
pub fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    let Some(code) = args.code.as_deref() else {
        let width = Code::ALL.iter().map(|code| code.id().len()).max().unwrap_or(0);
        for &code in Code::ALL {
            ui.prose(format_args!("{:width$}  {:15}  {}", code.id(), severity(code), code.title()))?;
        }
        return Ok(Exit::Clean);
    };
    let code = args::code(code)?;
    ui.prose(format_args!("{}[{code}]: {}", code.severity().name(), code.title()))?;
    for paragraph in code.explanation().split('\n') {
        ui.prose(format_args!("\n{}", wrap(paragraph, ui.width.min(80))))?;
    }
    if code.is_pedantic() {
        ui.prose("\nOnly `--pedantic` shows findings of this kind.")?;
    }
    Ok(Exit::Clean)
}

/// Returns the reference of all findings, the content of `docs/diagnostics.md`.
#[must_use]
pub fn reference() -> String {
    let mut text = String::from(
        "# Findings\n\n\
         <!-- Made from src/core/diag/code.rs: `BARPOINT_UPDATE=1 cargo test` writes this file. -->\n\n\
         Every finding has a stable code. An *error* breaks a rule of the game or of the format. A\n\
         *warning* reports something doubtful: a hidden or omitted play, a part that isn't understood, a\n\
         wrong checksum, a claim that the record doesn't prove. A *note* is for information. Errors and\n\
         warnings give exit status 1. *Pedantic* findings are habits of servers and programs that aren't\n\
         errors; only `--pedantic` shows them. `--allow CODE` silences a code.\n\n\
         | code | severity | title |\n|---|---|---|\n",
    );
    for &code in Code::ALL {
        let title = code.title().replace('|', "\\|");
        let _ = writeln!(text, "| [{code}](#{code}) | {} | {title} |", severity(code));
    }
    for &code in Code::ALL {
        let _ = write!(text, "\n## {code}\n\n*{}*: {}.\n", severity(code), code.title());
        for paragraph in code.explanation().split('\n') {
            let _ = write!(text, "\n{}\n", wrap(paragraph, 100));
        }
    }
    text
}

/// Returns the severity of a code in words.
fn severity(code: Code) -> String {
    let name = code.severity().name();
    if code.is_pedantic() { format!("{name}, pedantic") } else { name.to_owned() }
}

/// Breaks a paragraph into lines of at most `width` columns, where its words allow it.
fn wrap(paragraph: &str, width: usize) -> String {
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    wrapped(&words.join(" "), width).into_owned()
}
