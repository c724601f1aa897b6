//! `barpoint summary`: what happened in match records, counted.

use crate::analysis::replayed;
use crate::board::Side;
use crate::cli::commands::score::names;
use crate::cli::each::{self, each_record, heading};
use crate::cli::engine::Engine;
use crate::cli::rules;
use crate::host::exit::Exit;
use crate::output::json::SummaryJson;
use crate::output::ui::Ui;
use crate::output::{score, summary};
use crate::stats::Summary;
use std::io::{self, Read};

/// The arguments of `summary`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// What is read.
    #[command(flatten)]
    pub input: each::Args,
    /// What holds where a record doesn't say.
    #[command(flatten)]
    pub rules: rules::Args,
    /// Write one JSON object a match.
    #[arg(long)]
    pub json: bool,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing.
pub fn run(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    let rules = args.rules.overrides();
    each_record(&args.input, engine, stdin, ui, |place, parsed, ui| {
        let names = names(&parsed.value, parsed.value.games.len());
        let (replayed, found) = replayed(parsed, &rules);
        let summary = Summary::of(&replayed);
        if args.json {
            ui.json(&SummaryJson::new(place.source.name(), place.number, &names, &replayed, &summary))?;
            return Ok(found);
        }
        if !place.is_first {
            ui.line("")?;
        }
        ui.line(heading(&place))?;
        let (games, moves) = (summary.games.len(), summary.moves());
        ui.line(format_args!(
            "{} - {}, {}, {games} game{}, {moves} move{}",
            names[Side::Zero],
            names[Side::One],
            score::kind(&replayed.rules),
            if games == 1 { "" } else { "s" },
            if moves == 1 { "" } else { "s" },
        ))?;
        ui.line(score::outcome(&replayed.score, &replayed.rules, &names))?;
        ui.line("")?;
        ui.line(summary::text(&summary, &names).trim_end())?;
        Ok(found)
    })
}
