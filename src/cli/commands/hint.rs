//! `barpoint hint`: shows the best plays of a roll; without dice, the best cube action.

use super::{cube, plays};
use crate::cli::error::Done;
use crate::cli::{board, evaluator, subject};
use crate::engine::roller;
use crate::host::exit::Exit;
use crate::output::evaluation;
use crate::output::json::HintJson;
use crate::output::ui::Ui;
use clap::builder::RangedU64ValueParser;

/// The arguments of `hint`: `ID… [ROLL]`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position, then the roll (`31`) unless the ID has dice; without dice the hint is about the cube.
    #[command(flatten)]
    pub subject: subject::Args,
    /// Ignore the dice of the ID or the record, for the cube decision before the roll.
    #[arg(long)]
    pub before_roll: bool,
    /// Number of plays to show.
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 10,
          value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000))]
    pub count: usize,
    /// The evaluation options.
    #[command(flatten)]
    pub evaluation: evaluator::Args,
    /// The board.
    #[command(flatten)]
    pub board: board::Args,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    let mut subject = args.subject.clone();
    let given = plays::take_roll(&mut subject.id)?;
    if args.before_roll {
        subject.drop_dice(given)?;
    }
    subject.with_stakes(ui, |subject, board, state, ui| {
        if !plays::has_dice(given, subject) {
            return cube::answer((&args.evaluation, args.board, args.json), subject, &board, state, ui);
        }
        subject.tell_offered(plays::NOT_OFFERED, ui);
        let roll = plays::roll(given, subject, &board)?;
        let plays =
            args.evaluation.with_search(subject, state, ui, |search| roller::plays(search, &board, roll))?;
        if args.json {
            ui.json(&HintJson::new(&state, &board, &roll.to_string(), &plays, args.count))?;
        } else {
            let text = |width| evaluation::plays(&state, &board, &plays, args.count, width);
            args.board.write(subject.on_roll(), &board, ui, text)?;
        }
        Ok(Exit::Clean)
    })
}
