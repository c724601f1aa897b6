//! `barpoint summary`: counts the events of match records.

use crate::analysis::replayed;
use crate::board::Side;
use crate::cli::commands::score::{names, shown};
use crate::cli::error::Done;
use crate::cli::pass::{self, Answer, World, each_record};
use crate::cli::rules;
use crate::diag::count::many;
use crate::output::json::SummaryJson;
use crate::output::{score, summary};
use crate::stats::Summary;

/// The arguments of `summary`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// The input.
    #[command(flatten)]
    pub input: pass::Args,
    /// Rules for records that don't contain any.
    #[command(flatten)]
    pub rules: rules::Args,
    /// Write one JSON object per match.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, world: World<'_, '_, '_>) -> Done {
    each_record(&args.input, &args.rules, world, |place, source, parsed, rules| {
        let names = names(&parsed.value, parsed.value.games.len());
        let (replayed, found) = replayed(parsed, rules);
        let summary = Summary::of(&replayed);
        if args.json {
            let json = SummaryJson::new(source.name(), place.number, &names, &replayed, &summary);
            return (Answer::json(&json), found);
        }
        let names = shown(&names);
        let text = format!(
            "{}\n{} - {}, {}, {}, {}\n{}\n\n{}\n",
            place.heading(),
            names[Side::Zero],
            names[Side::One],
            score::kind(&replayed.rules),
            many(summary.games.len() as u64, "game"),
            many(summary.moves() as u64, "decision"),
            score::outcome(&replayed.score, &replayed.rules, &names),
            summary::text(&summary, &names).trim_end(),
        );
        (Answer::Text(text), found)
    })
}
