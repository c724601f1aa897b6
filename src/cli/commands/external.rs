//! `barpoint external`: answers other programs on a socket, as GNU Backgammon's `external` does.

use crate::cli::judge;
use crate::engine::search::{MOST_PLIES, Options};
use crate::host::exit::Exit;
use crate::host::{draft, interrupt, serve};
use crate::output::ui::Ui;
use crate::remote::External;
use std::io;

/// The arguments of `external`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to listen: `localhost:1234`, or the path of a Unix socket.
    pub socket: String,
    /// How many rolls to look ahead for plays and cube actions, 0 to 3; evaluations say it themselves.
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
/// Those of writing.
pub fn run(args: &Args, ui: &mut Ui<'_>) -> io::Result<Exit> {
    let engine = match args.sources.load() {
        Ok(engine) => engine,
        Err(message) => return Ok(Exit::failed(ui, &message)),
    };
    let external = External::new(&engine, Options { plies: args.plies, ..Options::default() });
    draft::guard();
    interrupt::begin();
    let mut tell = |line: &str| {
        ui.line(line)?;
        ui.flush()
    };
    let served = serve::serve(&args.socket, &mut tell, &mut |line| external.answer(line));
    interrupt::end();
    match served {
        Ok(()) => Ok(Exit::Clean),
        Err(error) => Ok(Exit::failed(ui, &format!("{}: {error}", args.socket))),
    }
}
