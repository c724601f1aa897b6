//! `barpoint lsp`: the language server, for editors.

use crate::cli::error::{CommandError, Done};
use crate::cli::evaluator::Sources;
use crate::host::exit::Exit;
use crate::host::reason::is_closed_pipe;
use crate::lsp::{Left, World, serve};
use crate::output::ui::Ui;
use std::io;

/// The arguments of `lsp`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// Use standard input and output: the default, accepted because editors pass it.
    #[arg(long, hide = true)]
    pub stdio: bool,
    /// The engine's files.
    #[command(flatten)]
    pub sources: Sources,
}

/// Runs the subcommand.
///
/// # Errors
///
/// If a message's boundaries can't be read.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    // Only the protocol may write to standard output.
    ui.flush()?;
    let sources = args.sources.clone();
    let world = World { engine: Box::new(move || sources.load()) };
    match serve(io::stdin(), io::stdout(), world) {
        Ok(Left::Properly) => Ok(Exit::Clean),
        // The protocol's status for an editor that disconnects without `exit`.
        Ok(Left::Abruptly) => Ok(Exit::Findings),
        Err(error) if is_closed_pipe(&error) => Ok(Exit::Findings),
        Err(error) => Err(CommandError::cannot_read("standard input", &error)),
    }
}
