//! `barpoint show`: the board, as GNU Backgammon draws it.

use crate::board::{Board, BySide, Side};
use crate::cli::subject::{self, Subject};
use crate::host::exit::Exit;
use crate::notation::{MatchId, PositionId};
use crate::output::board::{BoardDrawing, Caption, Direction};
use crate::output::json::{self, ShowJson};
use crate::output::ui::{Ui, printable};
use std::io;

/// The arguments of `show`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position.
    #[command(flatten)]
    pub subject: subject::Args,
    /// Draw the home boards on the left.
    #[arg(long)]
    pub clockwise: bool,
    /// The names of player 0 (O, on top) and player 1 (X, at the bottom);
    /// they are drawn where the ID says more than the position.
    #[arg(long, num_args = 2, value_names = ["O", "X"])]
    pub names: Option<Vec<String>>,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing.
pub fn run(args: &Args, ui: &mut Ui<'_>) -> io::Result<Exit> {
    args.subject.with_board(ui, |subject, board, ui| answer(args, subject, board, ui))
}

fn answer(args: &Args, subject: &Subject, board: Board, ui: &mut Ui<'_>) -> io::Result<Exit> {
    let drawing = drawing(subject, board, args.names.as_deref());
    let direction = if args.clockwise { Direction::Clockwise } else { Direction::Standard };
    let text = drawing.draw(direction);
    if args.json {
        ui.json(&ShowJson {
            schema: json::SCHEMA,
            position_id: drawing.position_id,
            match_id: drawing.match_id,
            lines: text.lines().collect(),
        })?;
        return Ok(Exit::Clean);
    }
    ui.out().write_all(text.as_bytes())?;
    Ok(Exit::Clean)
}

/// Returns what there is to draw.
fn drawing(subject: &Subject, board: Board, names: Option<&[String]>) -> BoardDrawing {
    let position_id = PositionId::encode(&board).to_string();
    let mut drawing = BoardDrawing::plain(board, subject.on_roll(), position_id);
    let Some(fields) = &subject.state.game else { return drawing };
    drawing.match_id = MatchId::encode(fields).ok().map(|id| id.to_string());
    let names = match (names, &subject.state.names) {
        (Some([zero, one]), _) => BySide::new(printable(zero), printable(one)),
        (_, Some(names)) => BySide(names.0.each_ref().map(|name| printable(name))),
        _ => BySide(Side::ALL.map(|side| side.to_string())),
    };
    drawing.caption = Some(Caption::of(fields, names));
    drawing
}
