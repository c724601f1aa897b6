//! `barpoint pips`: the pip counts of both sides.

use super::show;
use crate::board::{BySide, Side};
use crate::cli::error::Done;
use crate::cli::subject::WithJson;
use crate::diag::{columns, padded};
use crate::host::exit::Exit;
use crate::notation::PositionId;
use crate::output::json::{self, PipsJson};
use crate::output::ui::Ui;

/// Runs the subcommand.
pub(crate) fn run(args: &WithJson, ui: &mut Ui<'_>) -> Done {
    args.subject.with_board(ui, |subject, board, ui| {
        let on_roll = subject.on_roll();
        let pips = BySide::new(board.opponent_pips(), board.pips());
        let pips = if on_roll == Side::One { pips } else { pips.swap() };
        if args.json {
            ui.json(&PipsJson {
                schema: json::SCHEMA,
                position_id: PositionId::encode(&board).to_string(),
                on_roll: on_roll.index(),
                pips: pips.0,
            })?;
            return Ok(Exit::Clean);
        }
        let names = show::names(subject, None);
        let width = names.0.iter().map(|name| columns(name)).max().unwrap_or(0);
        for side in Side::ALL {
            let turn = if side == on_roll { "  on roll" } else { "" };
            ui.line(format_args!("{}  {:>3}{turn}", padded(&names[side], width, false), pips[side]))?;
        }
        Ok(Exit::Clean)
    })
}
