//! `barpoint eval`: evaluates a position at every depth.

use crate::board::Board;
use crate::cli::error::Done;
use crate::cli::evaluator;
use crate::engine::Class;
use crate::engine::roller;
use crate::engine::search::{Evaluation, Search};
use crate::host::exit::Exit;
use crate::output::evaluation;
use crate::output::json::EvalJson;
use crate::output::ui::Ui;

/// Runs the subcommand.
pub(crate) fn run(args: &evaluator::WithBoard, ui: &mut Ui<'_>) -> Done {
    args.subject.with_stakes(ui, |subject, board, state, ui| {
        subject.tell_offered("the evaluation is without it, from the doubler's view", ui);
        let ask = |search: &mut Search<'_>| evaluated(search, args.evaluation.plies, &board);
        let (evaluations, is_looked_up) = args.evaluation.with_search(subject, state, ui, ask)?;
        if args.json {
            ui.json(&EvalJson::new(&state, &board, is_looked_up, &evaluations))?;
        } else {
            let source = if is_looked_up {
                evaluation::solved(subject.variant, &board)
            } else {
                evaluation::phase(Class::of(&board))
            };
            let text = |width| evaluation::evaluations(&state, source, &evaluations, width);
            args.board.write(subject.on_roll(), &board, ui, text)?;
        }
        Ok(Exit::Clean)
    })
}

/// Evaluates a position at every depth, at last by a rollout if the search has that level; also returns whether a table knows it.
pub(super) fn evaluated(search: &mut Search<'_>, plies: u8, board: &Board) -> (Vec<Evaluation>, bool) {
    let at = |plies| {
        search.set_plies(plies);
        search.evaluate(board)
    };
    let mut evaluations: Vec<_> = (0..=plies).map(at).collect();
    evaluations.extend(roller::position(search, board));
    (evaluations, search.is_solved(board) && Class::of(board) != Class::Over)
}
