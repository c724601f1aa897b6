//! `barpoint ubgi`: speaks the Universal Backgammon Interface on standard input and output.

use crate::cli::error::Done;
use crate::cli::evaluator;
use crate::host::exit::Exit;
use crate::host::lines::{LONGEST_LINE, Line, Lines};
use crate::output::ui::Ui;
use crate::remote::Ubgi;
use std::io::BufRead;

/// The arguments of `ubgi`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Search N plies (0 to 3) unless an option sets another depth.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = evaluator::plies())]
    pub plies: u8,
    /// The engine's files.
    #[command(flatten)]
    pub sources: evaluator::Sources,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, mut input: impl BufRead, ui: &mut Ui<'_>) -> Done {
    let engine = args.sources.load()?;
    let mut ubgi = Ubgi::new(&engine, args.plies);
    let mut lines = Lines::new(LONGEST_LINE);
    while let Some(line) = lines.next(&mut input)? {
        let said = match line {
            Line::Whole(line) => ubgi.answer(&line),
            Line::TooLong => Some(format!("error bad_value line has more than {LONGEST_LINE} bytes\n")),
        };
        let Some(said) = said else { break };
        // The other program may be waiting for the answer.
        ui.text(&said)?;
        ui.flush()?;
    }
    Ok(Exit::Clean)
}
