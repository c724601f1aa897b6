//! `barpoint ubgi`: speaks the Universal Backgammon Interface on standard input and output.

use crate::cli::judge;
use crate::engine::search::MOST_PLIES;
use crate::host::exit::Exit;
use crate::output::ui::Ui;
use crate::remote::Ubgi;
use std::io::{self, BufRead};

/// The arguments of `ubgi`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many rolls to look ahead, 0 to 3, until an option says something else.
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u8).range(0..=i64::from(MOST_PLIES)))]
    pub plies: u8,
    /// What the engine knows.
    #[command(flatten)]
    pub sources: judge::Sources,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of reading and writing.
pub fn run(args: &Args, mut input: impl BufRead, ui: &mut Ui<'_>) -> io::Result<Exit> {
    let engine = match args.sources.load() {
        Ok(engine) => engine,
        Err(message) => return Ok(Exit::failed(ui, &message)),
    };
    let mut ubgi = Ubgi::new(&engine, args.plies);
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(Exit::Clean);
        }
        let Some(said) = ubgi.answer(&String::from_utf8_lossy(&line)) else { return Ok(Exit::Clean) };
        // Whoever waits for the answer gets it at once.
        ui.out().write_all(said.as_bytes())?;
        ui.flush()?;
    }
}
