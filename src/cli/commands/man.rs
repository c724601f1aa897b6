//! `barpoint man`: the manual pages, from the same source as the help.

use crate::cli::args;
use crate::cli::error::Done;
use crate::host::draft::Draft;
use crate::host::exit::Exit;
use crate::output::ui::Ui;
use clap::Command;
use std::io;
use std::path::PathBuf;

/// The arguments of `man`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The command [default: the program itself].
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    pub command: Option<String>,
    /// Write the pages of all commands into this folder: barpoint.1, barpoint-check.1 and so on.
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Replace files that exist.
    #[arg(long)]
    pub force: bool,
}

/// Runs the subcommand.
///
/// # Errors
///
/// If the output can't be written.
pub fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    let mut program = args::program();
    // Adds the global options and full names to the commands.
    program.build();
    if let Some(folder) = &args.output {
        for command in [&program].into_iter().chain(commands(&program)) {
            let path = folder.join(format!("{}.1", file_name(&program, command)));
            let page = page(&program, command)?;
            let written = Draft::new(&path, args.force).and_then(|mut draft| {
                draft.write(&page)?;
                draft.commit()
            });
            if let Err(error) = written {
                return Err(format!("{}: {error}", path.display()).into());
            }
        }
        return Ok(Exit::Clean);
    }
    let command = match &args.command {
        None => Some(&program),
        Some(name) => commands(&program).find(|command| command.get_name() == name),
    };
    let Some(command) = command else {
        let name = args.command.as_deref().unwrap_or_default();
        return Err(format!("there is no command `{name}`; `barpoint --help` lists all").into());
    };
    let page = page(&program, command)?;
    ui.bytes(&page)?;
    Ok(Exit::Clean)
}

/// Returns the commands that have a page.
fn commands(program: &Command) -> impl Iterator<Item = &Command> {
    program.get_subcommands().filter(|command| command.get_name() != "help")
}

/// Returns the name of a page: `barpoint-check`.
fn file_name(program: &Command, command: &Command) -> String {
    if command.get_name() == program.get_name() {
        program.get_name().to_owned()
    } else {
        format!("{}-{}", program.get_name(), command.get_name())
    }
}

const EXIT_STATUS: &str = "0  clean\n1  findings\n2  could not run\n";

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
    let name = file_name(program, command);
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (notes, examples) = after.split_once("Examples:\n").unwrap_or((&after, ""));
    let notes = if command.get_name() == program.get_name() { "" } else { notes.trim_end() };
    let mut page = Vec::new();
    // Into memory first: standard output may be a pipe that closes.
    clap_mangen::Man::new(command.clone().after_help(""))
        .title(name.to_uppercase())
        .manual("barpoint manual")
        .source(format!("barpoint {}", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    let mut insert = |before: &str, section: &str| {
        if let Some(place) = page.find(&format!(".SH {before}\n")) {
            page.insert_str(place, section);
        }
    };
    insert("OPTIONS", &Roff::text(notes));
    if !examples.is_empty() {
        insert("VERSION", &Roff::section("EXAMPLES", examples));
    }
    insert("VERSION", &Roff::section("EXIT STATUS", EXIT_STATUS));
    Ok(page.into_bytes())
}
