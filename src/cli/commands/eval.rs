//! `barpoint eval`: evaluates a position at every depth.

use crate::cli::error::Done;
use crate::cli::{judge, subject};
use crate::engine::Class;
use crate::engine::roller;
use crate::host::exit::Exit;
use crate::output::evaluation;
use crate::output::json::EvalJson;
use crate::output::ui::Ui;

/// The arguments of `eval`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position.
    #[command(flatten)]
    pub subject: subject::Args,
    /// The evaluation options.
    #[command(flatten)]
    pub judge: judge::Args,
}

/// Runs the subcommand.
///
/// # Errors
///
/// If the output can't be written.
pub fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    args.subject.with_stakes(ui, |subject, board, state, ui| {
        let evaluations = args.judge.with_search(subject, state, ui, |search| {
            let plies = 0..=args.judge.plies;
            let at = |plies| {
                search.set_plies(plies);
                search.evaluate(&board)
            };
            let mut evaluations: Vec<_> = plies.map(at).collect();
            evaluations.extend(roller::position(search, &board));
            (evaluations, search.is_solved(&board))
        });
        let (evaluations, is_solved) = evaluations?;
        let phase = Class::of(&board);
        let is_looked_up = is_solved && phase != Class::Over;
        if args.judge.json {
            ui.json(&EvalJson::new(&state, &board, is_looked_up, &evaluations))?;
        } else {
            let judge = if is_looked_up { evaluation::SOLVED } else { evaluation::phase(phase) };
            ui.line(evaluation::evaluations(&state, judge, &evaluations).trim_end())?;
        }
        Ok(Exit::Clean)
    })
}
