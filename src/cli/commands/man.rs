//! `barpoint man`: the manual pages, from the same source as the help.

use crate::cli::args::{self, Named};
use crate::cli::error::{CommandError, Done};
use crate::cli::outputs;
use crate::host::draft;
use crate::host::exit::Exit;
use crate::host::names::path_text;
use crate::output::ui::Ui;
use clap::Command;
use clap::builder::{Resettable, StyledStr};
use std::io;
use std::path::PathBuf;

/// The arguments of `man`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The command, such as `check` or `db add` [default: the program itself].
    #[arg(value_name = "COMMAND", value_parser = COMMANDS, hide_possible_values = true, conflicts_with = "output")]
    pub command: Vec<String>,
    /// Write the pages of all commands into this folder: barpoint.1, barpoint-check.1 and so on.
    #[arg(long, short, value_name = "DIR", value_parser = outputs::on_disk())]
    pub output: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long, short)]
    pub force: bool,
}

/// The commands, which shells complete.
const COMMANDS: Named<String> = Named::new(
    || args::GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect(),
    |text| Ok(text.to_owned()),
);

/// Runs the subcommand.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    let mut program = args::program();
    // Adds the global options and full names to the commands.
    program.build();
    let commands = commands(&program);
    if let Some(folder) = &args.output {
        for command in commands {
            let path = folder.join(format!("{}.1", name(command)));
            let page = page(&program, command)?;
            if let Err(error) = draft::put(&path, args.force, &page) {
                return Err(CommandError::cannot_write(path_text(&path), &error));
            }
        }
        return Ok(Exit::Clean);
    }
    let wanted = std::iter::once(program.get_name()).chain(args.command.iter().map(String::as_str));
    let wanted = wanted.collect::<Vec<_>>().join("-");
    let Some(command) = commands.into_iter().find(|command| name(command) == wanted) else {
        return Err(
            format!("there is no command `{}`; `barpoint --help` lists all", args.command.join(" ")).into()
        );
    };
    let page = page(&program, command)?;
    ui.bytes(&page)?;
    Ok(Exit::Clean)
}

/// Returns a command and all below it: those that have a page.
fn commands(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|command| command.get_name() != HELP);
    std::iter::once(command).chain(below.flat_map(commands)).collect()
}

/// The commands that print help, which have no page.
const HELP: &str = "help";

/// Returns the name of a command's page: `barpoint-db-add`.
fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// What stands below the options in the help of a command.
#[derive(Default)]
struct After {
    notes: String,
    examples: String,
    exit_status: String,
}

impl After {
    fn of(command: &Command) -> Self {
        let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let mut parts = Self::default();
        let mut part = &mut parts.notes;
        for line in after.lines() {
            match line {
                "Examples:" => part = &mut parts.examples,
                "Exit status:" => part = &mut parts.exit_status,
                _ => {
                    part.push_str(line);
                    part.push('\n');
                }
            }
        }
        // What follows the table of the exit status isn't a part of it.
        let end = parts.exit_status.find("\n\n").map_or(parts.exit_status.len(), |end| end + 1);
        parts.exit_status.truncate(end);
        parts
    }
}

/// Text in the language of manual pages.
struct Roff;

impl Roff {
    /// Returns lines unchanged, each on a line of its own.
    fn text(text: &str) -> String {
        let line = |line: &str| {
            let line = line.trim().replace('\\', "\\e").replace('-', "\\-");
            // A line that begins with a dot or an apostrophe would be a command.
            let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
            format!("{guard}{line}\n.br\n")
        };
        text.lines().filter(|line| !line.trim().is_empty()).map(line).collect()
    }

    /// Returns a section.
    fn section(heading: &str, text: &str) -> String {
        format!(".SH {heading:?}\n.nf\n{}.fi\n", Self::text(text).replace(".br\n", ""))
    }
}

/// Writes a page.
fn page(program: &Command, command: &Command) -> io::Result<Vec<u8>> {
    let After { notes, examples, exit_status } = After::of(command);
    let is_program = command.get_name() == program.get_name();
    let exit_status = if exit_status.is_empty() { After::of(program).exit_status } else { exit_status };
    let mut shown = command.clone().after_help(Resettable::<StyledStr>::Reset);
    if shown.find_subcommand(HELP).is_some() {
        shown = shown.mut_subcommand(HELP, |help| help.hide(true));
    }
    // The lines of the help show the values of options, and what may be repeated.
    let usage = shown.render_usage().to_string();
    shown = shown.override_usage(usage.trim_start_matches("Usage:").trim().to_owned());
    let mut page = Vec::new();
    // Into memory first: standard output may be a pipe that closes.
    clap_mangen::Man::new(shown)
        .title(name(command).to_uppercase())
        .manual("barpoint manual")
        .source(format!("barpoint {}", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    let mut insert = |before: &str, section: &str| {
        if let Some(place) = page.find(&format!(".SH {before}\n")) {
            page.insert_str(place, section);
        }
    };
    if !is_program && !notes.trim().is_empty() {
        insert("OPTIONS", &format!(".PP\n{}", Roff::text(&notes)));
    }
    if !examples.trim().is_empty() {
        insert("VERSION", &Roff::section("EXAMPLES", &examples));
    }
    insert("VERSION", &Roff::section("EXIT STATUS", &exit_status));
    Ok(page.into_bytes())
}
