//! `barpoint man`: the manual pages, from the same source as the help.

use crate::cli::args::Cli;
use crate::host::draft::Draft;
use crate::host::exit::Exit;
use crate::output::ui::Ui;
use clap::{Command, CommandFactory};
use std::io;
use std::path::PathBuf;

/// The arguments of `man`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The command [default: the program itself].
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    pub command: Option<String>,
    /// Write the pages of all commands into this folder: barpoint.1, barpoint-check.1, ….
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
/// Those of writing.
pub fn run(args: &Args, ui: &mut Ui<'_>) -> io::Result<Exit> {
    let mut program = Cli::command();
    // Gives the commands their options that hold everywhere, and their whole names.
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
                return Ok(Exit::failed(ui, &format!("{}: {error}", path.display())));
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
        return Ok(Exit::failed(ui, &format!("there is no command `{name}`; `barpoint --help` lists all")));
    };
    let page = page(&program, command)?;
    ui.bytes(&page)?;
    Ok(Exit::Clean)
}

/// The commands that have a page.
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

/// Writes a page.
fn page(program: &Command, command: &Command) -> io::Result<Vec<u8>> {
    let name = file_name(program, command);
    let mut page = Vec::new();
    // Into memory first: it may go to a pipe that closes.
    clap_mangen::Man::new(command.clone())
        .title(name.to_uppercase())
        .manual("barpoint manual")
        .source(format!("barpoint {}", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    Ok(page)
}
