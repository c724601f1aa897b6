//! `barpoint cube`: shows a cube decision.

use crate::board::Board;
use crate::cli::error::Done;
use crate::cli::subject::Subject;
use crate::cli::{board, evaluator};
use crate::engine::Class;
use crate::engine::cube::CubeState;
use crate::engine::roller;
use crate::host::exit::Exit;
use crate::output::evaluation;
use crate::output::json::CubeJson;
use crate::output::ui::Ui;

/// Runs the subcommand.
pub(crate) fn run(args: &evaluator::WithBoard, ui: &mut Ui<'_>) -> Done {
    args.subject.with_stakes(ui, |subject, board, state, ui| {
        answer((&args.evaluation, args.board, args.json), subject, &board, state, ui)
    })
}

/// The message on a position in which nothing is left to decide.
pub(super) const OVER: &str = "the game is over: a side has no checkers left";

/// Evaluates a cube decision and prints it.
pub(super) fn answer(
    (args, drawn, is_json): (&evaluator::Args, board::Args, bool),
    subject: &Subject,
    board: &Board,
    state: CubeState,
    ui: &mut Ui<'_>,
) -> Done {
    if Class::of(board) == Class::Over {
        return Err(OVER.into());
    }
    args.needs_cube()?;
    let decision = args.with_search(subject, state, ui, |search| roller::cube(search, board))?;
    if is_json {
        ui.json(&CubeJson::new(&state, board, &decision))?;
    } else {
        let is_offered = subject.state.game.is_some_and(|game| game.double_offered);
        let heading = if is_offered { evaluation::ANSWER } else { "" };
        let text = |width| format!("{heading}{}", evaluation::cube(&state, &decision, width));
        drawn.write(subject.on_roll(), board, ui, text)?;
    }
    Ok(Exit::Clean)
}
