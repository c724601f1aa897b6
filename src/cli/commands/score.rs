//! `barpoint score`: shows the score of match records, game by game.

use crate::analysis::replay;
use crate::board::{BySide, Side};
use crate::cli::error::Done;
use crate::cli::pass::{self, Answer, World, each_record};
use crate::diag::Parsed;
use crate::game::Stake;
use crate::output::json::ScoreJson;
use crate::output::score;
use crate::output::ui::printable;

/// The arguments of `score`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// Money: value of one point, in cents (or the smallest unit of your currency): `50`.
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub stake: Option<u32>,
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
        let Parsed { value: record, diagnostics } = parsed;
        let mut replay = replay(&record, diagnostics, rules, |_| {});
        let names = replay.put_in_first_columns(&record);
        let stake = args.stake.map(Stake).filter(|_| replay.rules.is_money());
        let answer = if args.json {
            let last = &names[names.len() - 1];
            Answer::json(&ScoreJson::new(source.name(), place.number, last, &replay, stake))
        } else {
            let names: Vec<BySide<String>> = names.iter().map(shown).collect();
            let text = score::text(&replay, &names, stake, width);
            Answer::Text(format!("{}\n{}\n", place.heading(), text.trim_end()))
        };
        (answer, replay.diagnostics)
    })
}

/// Returns names as text shows them: `player 0` for one that is empty.
pub(super) fn shown(names: &BySide<String>) -> BySide<String> {
    let name = |side| if names[side].is_empty() { format!("{side}") } else { printable(&names[side]) };
    BySide(Side::ALL.map(name))
}
