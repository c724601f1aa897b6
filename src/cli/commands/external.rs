//! `barpoint external`: answers other programs on a socket, as GNU Backgammon's `external` does.

use crate::cli::judge;
use crate::engine::search::{MOST_PLIES, Options};
use crate::host::exit::Exit;
use crate::host::{draft, interrupt, serve};
use crate::output::ui::Ui;
use crate::remote::External;
use std::io;
use std::time::Duration;

/// How long the last answers may take when somebody interrupts.
const GRACE: Duration = Duration::from_secs(3);

/// The arguments of `external`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to listen: `localhost:1234`, or the path of a Unix socket, as in `./socket`.
    pub socket: String,
    /// How many rolls to look ahead for plays and cube actions, 0 to 3; evaluations say it themselves.
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u8).range(0..=i64::from(MOST_PLIES)))]
    pub plies: u8,
    /// How many programs are served at once; others are refused.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub clients: u8,
    /// Hang up on a program that says no whole line, or reads no answer, for so long.
    #[arg(long, value_name = "SECONDS", default_value_t = 600,
          value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub idle: u32,
    /// The longest line; a longer one is an error.
    #[arg(long, value_name = "BYTES", default_value_t = 65_536,
          value_parser = clap::value_parser!(u32).range(1_024..=16_777_216))]
    pub longest_line: u32,
    /// Let other computers ask, too: without this, only an address of this computer itself is taken.
    #[arg(long)]
    pub open: bool,
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
    let limits = serve::Limits {
        is_open: args.open,
        clients: args.clients.into(),
        idle: Duration::from_secs(args.idle.into()),
        longest_line: args.longest_line as usize,
    };
    draft::guard();
    interrupt::begin();
    let insists = interrupt::insist(GRACE);
    let mut tell = |line: &str| {
        ui.line(line)?;
        ui.flush()
    };
    let served = serve::serve(&args.socket, limits, &mut tell, &|line| external.answer(line));
    drop(insists);
    interrupt::end();
    match served {
        Ok(()) => Ok(Exit::Clean),
        Err(error) => Ok(Exit::failed(ui, &format!("cannot listen on {}: {error}", args.socket))),
    }
}
