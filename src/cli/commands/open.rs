//! `barpoint open`: a match as a page in the browser. Also what a double click on a record runs.

use super::report;
use crate::cli::error::{CommandError, Done};
use crate::cli::evaluator;
use crate::cli::pass::{self, World};
use crate::cli::reader::Reader;
use crate::host::folders::{Kept, environment};
use crate::host::names::{path_text, portable};
use crate::host::read::{must_be_file, must_be_file_if_any};
use crate::output::ui::Ui;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The arguments of `open`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The record.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Show this match of the file, counted from 1; required if the file has several.
    #[arg(long = "match", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// Evaluate every decision, searching N plies (0 to 3); by default the page shows the analysis that the record
    /// contains, if any.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3))]
    pub plies: Option<u8>,
    /// The program that shows the page [default: the variable `BROWSER`, else the system's own].
    #[arg(long, value_name = "PROGRAM")]
    pub browser: Option<PathBuf>,
    /// What the reader knows.
    #[command(flatten)]
    pub sources: evaluator::Sources,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of `report`; that the browser doesn't start.
pub(crate) fn run(args: &Args, reader: &dyn Reader, ui: &mut Ui<'_>) -> Done {
    let done = open(args, reader, ui);
    // A window that was made for this program closes with it.
    if cfg!(windows) && done.is_err() && io::stdin().is_terminal() && ui.err_is_terminal {
        let exit = done.unwrap_or_else(|error| error.report(ui));
        ui.put_err("press Enter to close this window");
        let _ = io::stdin().read_line(&mut String::new());
        return Ok(exit);
    }
    done
}

fn open(args: &Args, reader: &dyn Reader, ui: &mut Ui<'_>) -> Done {
    if args.file.as_os_str() == "-" {
        return Err(CommandError::new("`open` doesn't read standard input: name a file"));
    }
    must_be_file(&args.file).map_err(|error| CommandError::cannot_read(path_text(&args.file), &error))?;
    let page = page(&args.file)?;
    must_be_file_if_any(&page).map_err(|error| CommandError::cannot_write(path_text(&page), &error))?;
    let wanted = report::Args {
        input: pass::Args {
            paths: vec![args.file.clone()],
            reading: pass::Reading { quiet: true, ..Default::default() },
        },
        number: args.number,
        output: Some(page.clone()),
        force: true,
        plies: args.plies,
        sources: args.sources.clone(),
        ..report::Args::default()
    };
    let exit = report::run(&wanted, World { reader, stdin: Box::new(io::empty()), ui: &mut *ui })?;
    if !page.is_file() {
        return Ok(exit);
    }
    let Some(mut browser) = browser(args, environment) else {
        ui.line(format_args!("no browser found; the page is {}", path_text(&page)))?;
        return Ok(exit);
    };
    ui.line(path_text(&page))?;
    ui.flush()?;
    let name = browser.get_program().to_owned();
    let name = path_text(&name);
    let status = browser
        .arg(&page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|error| {
            CommandError::new(format!("cannot start {name}: {}", crate::host::reason::reason(&error)))
                .hint(format!("the page is {}", path_text(&page)))
        })?;
    if !status.success() {
        return Err(CommandError::new(format!("{name} failed to show {}", path_text(&page))));
    }
    Ok(exit)
}

/// Returns where the page of a record is written: always the same file for the same record.
fn page(record: &Path) -> Result<PathBuf, CommandError> {
    let folder = Kept::Caches.folder(environment);
    let folder = folder
        .ok_or_else(|| CommandError::new(format!("cannot store the page: {}", Kept::Caches.unset())))?;
    let whole = std::path::absolute(record).unwrap_or_else(|_| record.to_owned());
    let mut name = record.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    // Names are limited, in bytes, on every system.
    while name.len() > 100 {
        name.pop();
    }
    name.push('-');
    for byte in &Sha256::digest(whole.as_os_str().as_encoded_bytes())[..4] {
        let _ = write!(name, "{byte:02x}");
    }
    Ok(folder.join("pages").join(portable(&format!("{name}.html"))))
}

/// Returns the command that shows a page; `None` where there is no screen.
fn browser(args: &Args, variable: impl Fn(&str) -> Option<PathBuf>) -> Option<Command> {
    let set = |name| variable(name).filter(|value| !value.as_os_str().is_empty());
    if let Some(program) = args.browser.clone().or_else(|| set("BROWSER")) {
        return Some(Command::new(program));
    }
    if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        return Some(command);
    }
    if cfg!(target_os = "macos") {
        return Some(Command::new("open"));
    }
    let has_screen = set("DISPLAY").or_else(|| set("WAYLAND_DISPLAY")).is_some();
    has_screen.then(|| Command::new("xdg-open"))
}
