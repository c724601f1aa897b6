//! `barpoint eval`: what a position is worth, at every depth.

use crate::cli::{judge, subject};
use crate::engine::cube::CubeState;
use crate::host::exit::Exit;
use crate::output::evaluation;
use crate::output::json::EvalJson;
use crate::output::ui::Ui;
use std::io;

/// The arguments of `eval`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position.
    #[command(flatten)]
    pub subject: subject::Args,
    /// How it is judged.
    #[command(flatten)]
    pub judge: judge::Args,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing.
pub fn run(args: &Args, ui: &mut Ui<'_>) -> io::Result<Exit> {
    args.subject.with_board(ui, |subject, board, ui| {
        let state = CubeState::of_id(&subject.state);
        let evaluations = args.judge.with_search(state, |search| {
            let plies = 0..=args.judge.plies;
            let at = |plies| {
                search.set_plies(plies);
                search.evaluate(&board)
            };
            plies.map(at).collect::<Vec<_>>()
        });
        let evaluations = match evaluations {
            Ok(evaluations) => evaluations,
            Err(message) => return Ok(Exit::failed(ui, &message)),
        };
        if args.judge.json {
            ui.json(&EvalJson::new(&state, &board, &evaluations))?;
        } else {
            ui.line(evaluation::evaluations(&state, &board, &evaluations).trim_end())?;
        }
        Ok(Exit::Clean)
    })
}
