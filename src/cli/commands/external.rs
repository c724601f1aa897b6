//! `barpoint external`: answers other programs on a socket, as GNU Backgammon's `external` does.

use crate::cli::error::Done;
use crate::cli::evaluator;
use crate::engine::search::Options;
use crate::host::draft::stoppable;
use crate::host::exit::Exit;
use crate::host::reason::reason;
use crate::host::{interrupt, serve};
use crate::output::ui::Ui;
use crate::remote::External;
use std::time::Duration;

/// The time for the last answers after an interruption.
const GRACE: Duration = Duration::from_secs(3);

/// The arguments of `external`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Listen here: `localhost:1234`, or the path of a Unix socket such as `./socket`.
    pub socket: String,
    /// Search N plies (0 to 3) for plays and cube actions; requests for evaluations state their own depth.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = evaluator::plies())]
    pub plies: u8,
    /// Serve at most N programs at once and refuse others.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub clients: u8,
    /// Disconnect a program that hasn't completed a line or read an answer for SECONDS.
    #[arg(long, value_name = "SECONDS", default_value_t = 600,
          value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub idle: u32,
    /// Longest line in bytes; a longer line is an error.
    #[arg(long, value_name = "BYTES", default_value_t = 65_536,
          value_parser = clap::value_parser!(u32).range(1_024..=16_777_216))]
    pub longest_line: u32,
    /// Listen on addresses other computers can reach; by default only loopback addresses are accepted.
    #[arg(long)]
    pub open: bool,
    /// The engine's files.
    #[command(flatten)]
    pub sources: evaluator::Sources,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    let engine = args.sources.load()?;
    let external = External::new(&engine, Options { plies: args.plies, ..Options::default() });
    let limits = serve::Limits {
        is_open: args.open,
        clients: args.clients.into(),
        idle: Duration::from_secs(args.idle.into()),
        longest_line: args.longest_line as usize,
        tells_ends: false,
    };
    let mut tell = |line: &str| {
        ui.line(line)?;
        ui.flush()
    };
    let served = stoppable(|| {
        let _insists = interrupt::insist(GRACE);
        serve::serve(&args.socket, limits, &mut tell, &|line| external.answer(line))
    });
    match served {
        Ok(()) => Ok(Exit::Clean),
        Err(error) => Err(format!("cannot listen on {}: {}", args.socket, reason(&error)).into()),
    }
}
