//! `barpoint perft`: counts all sequences of plays to a depth.

use crate::board::{Board, Roll};
use crate::cli::error::Done;
use crate::cli::jobs::Jobs;
use crate::cli::pipeline;
use crate::cli::subject;
use crate::host::exit::Exit;
use crate::notation::PositionId;
use crate::output::json::{self, PerftJson, RollWaysJson};
use crate::output::ui::Ui;
use crate::rules::{for_each_result, perft, perft_weighted};
use std::ops::ControlFlow;

/// The arguments of `perft`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position to start from [default: the variant's starting position].
    #[command(flatten)]
    pub subject: subject::Args,
    /// Depth in plies; a ply is one turn of either side.
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=12))]
    pub depth: u32,
    /// Weight each roll by its frequency among the 36 rolls: doublets once, others twice.
    #[arg(long)]
    pub weighted: bool,
    /// Also show the count for each of the 21 rolls.
    #[arg(long)]
    pub divide: bool,
    /// The number of threads.
    #[command(flatten)]
    pub jobs: Jobs,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// The most tasks in progress, enough to keep every thread busy.
const AHEAD: usize = 4_096;

/// Runs the subcommand.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    if args.subject.id.is_empty() {
        return answer(args, &args.subject.variant.unwrap_or_default().start().board(), ui);
    }
    args.subject.with_board(ui, |_, board, ui| answer(args, &board, ui))
}

fn answer(args: &Args, board: &Board, ui: &mut Ui<'_>) -> Done {
    let rolls = by_roll(board, args.depth, args.weighted, args.jobs.count());
    let ways = rolls.map_or(1, |rolls| rolls.iter().sum());
    if args.json {
        let rolls = rolls.unwrap_or_default();
        let rolls = Roll::ALL.iter().zip(rolls).filter(|_| args.divide && args.depth > 0);
        ui.json(&PerftJson {
            schema: json::SCHEMA,
            position_id: PositionId::encode(board).to_string(),
            depth: args.depth,
            weighted: args.weighted,
            ways,
            rolls: rolls.map(|(roll, ways)| RollWaysJson { roll: roll.to_string(), ways }).collect(),
        })?;
        return Ok(Exit::Clean);
    }
    if args.divide {
        for (roll, ways) in Roll::ALL.iter().zip(rolls.unwrap_or_default()) {
            ui.line(format_args!("{roll}  {ways}"))?;
        }
    }
    ui.line(ways)?;
    Ok(Exit::Clean)
}

/// Counts the sequences after each roll, in the order of [`Roll::ALL`]; `None` at depth 0.
fn by_roll(board: &Board, depth: u32, weighted: bool, jobs: usize) -> Option<[u64; 21]> {
    let below = depth.checked_sub(1)?;
    let mut rolls = [0; 21];
    if board.is_over() {
        return Some(rolls);
    }
    let tasks = Roll::ALL
        .iter()
        .enumerate()
        .flat_map(|(number, &roll)| results(board, roll).into_iter().map(move |after| (number, roll, after)));
    let work = |(number, roll, after): (usize, Roll, Board)| {
        if weighted {
            (number, u64::from(roll.weight()) * perft_weighted(&after, below))
        } else {
            (number, perft(&after, below))
        }
    };
    // The lowest ply takes less time to count than to hand to other threads.
    let jobs = if below == 0 { 1 } else { jobs };
    pipeline::each(jobs, AHEAD, tasks, work, |(number, ways)| {
        rolls[number] += ways;
        ControlFlow::Continue(())
    });
    Some(rolls)
}

/// Returns the boards after the plays of a roll, from the opponent's view; after a dance, the same board.
fn results(board: &Board, roll: Roll) -> Vec<Board> {
    let mut results = Vec::new();
    let _: ControlFlow<()> = for_each_result(board, roll, |after| {
        results.push(after.flip());
        ControlFlow::Continue(())
    });
    if results.is_empty() {
        results.push(board.flip());
    }
    results
}
