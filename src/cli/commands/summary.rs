//! `barpoint summary`: counts the events of match records.

use crate::analysis::replayed;
use crate::board::{BySide, Side};
use crate::cli::commands::score::shown;
use crate::cli::error::Done;
use crate::cli::pass::{self, Answer, World, each_record};
use crate::diag::count::many;
use crate::diag::{cut, wrapped};
use crate::output::json::SummaryJson;
use crate::output::{score, summary};
use crate::stats::Summary;

/// The arguments of `summary`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// Write one JSON object per match.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// The input.
    #[command(flatten)]
    pub input: pass::Args,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, world: World<'_, '_, '_>) -> Done {
    let width = world.ui.room();
    each_record(&args.input, world, |place, source, parsed, rules| {
        let (replayed, found) = replayed(parsed, rules);
        let replayed = replayed.in_first_columns();
        let names = replayed.record.names(replayed.record.games.len());
        let summary = Summary::of(&replayed);
        if args.json {
            let json = SummaryJson::new(source.name(), place.number, &names, &replayed, &summary);
            return (Answer::json(&json), found);
        }
        let names = shown(&names);
        let head = format!(
            "{} - {}, {}, {}, {}\n{}\n",
            names[Side::Zero],
            names[Side::One],
            score::kind(&replayed.rules),
            many(summary.games.len() as u64, "game"),
            many(summary.moves() as u64, "decision"),
            score::outcome(&replayed.score, &replayed.rules, &names),
        );
        let head = wrapped(&head, width);
        // Beside the column of what is counted.
        let room = (width.saturating_sub(20) / 2).max(8);
        let short = BySide(names.0.each_ref().map(|name| cut(name, room).into_owned()));
        let counts = summary::text(&summary, &short);
        let text = format!("{}\n{head}\n{}\n", place.heading(), wrapped(counts.trim_end(), width));
        (Answer::Text(text), found)
    })
}
