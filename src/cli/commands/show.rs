//! `barpoint show`: draws the board as GNU Backgammon does, with facts that need no evaluation.

use crate::board::{Board, BySide, Side};
use crate::cli::error::Done;
use crate::cli::subject::{self, Reading, Subject};
use crate::host::exit::Exit;
use crate::notation::{IdState, Identified, MatchId, PositionId};
use crate::output::board::{BoardDrawing, Caption, Direction};
use crate::output::json::{FormationJson, IdJson, PhaseJson, ShowJson};
use crate::output::ui::{Ui, printable};
use crate::output::{id, phases};
use crate::stats::Phases;

/// The arguments of `show`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position.
    #[command(flatten)]
    pub subject: subject::Args,
    /// Draw the home boards on the left.
    #[arg(long)]
    pub clockwise: bool,
    /// Names of player 0 (O, on top) and player 1 (X, at the bottom), shown if the ID contains more than the
    /// position.
    #[arg(long, num_args = 2, value_names = ["O", "X"])]
    pub names: Option<Vec<String>>,
    /// Draw only the board.
    #[arg(long)]
    pub board: bool,
    /// Write one JSON object.
    #[arg(long, conflicts_with = "board")]
    pub json: bool,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    args.subject.with_board(ui, |subject, board, ui| answer(args, subject, board, ui))
}

fn answer(args: &Args, subject: &Subject, board: Board, ui: &mut Ui<'_>) -> Done {
    let names = names(subject, args.names.as_deref());
    let drawing = drawing(subject, board, &names);
    let direction = if args.clockwise { Direction::Clockwise } else { Direction::Standard };
    let drawn = drawing.draw(direction);
    if args.board {
        ui.coloured(&ui.dressed(&drawn, direction))?;
        return Ok(Exit::Clean);
    }
    let on_roll = subject.on_roll();
    let (phases, formations) = (Phases::of(&board), phases::formations(&board, on_roll));
    let said_names = args.names.is_some().then(|| names.clone());
    let state =
        IdState { names: said_names.or_else(|| subject.state.names.clone()), ..subject.state.clone() };
    if args.json {
        ui.json(&ShowJson {
            id: match &subject.read {
                Reading::Id(found) => IdJson::new(&Identified { state, ..found.clone() }),
                Reading::Record { .. } => IdJson::of_record(&state),
            },
            lines: drawn.lines().collect(),
            phases: PhaseJson::list(phases, on_roll),
            formations: FormationJson::both(&formations),
        })?;
        return Ok(Exit::Clean);
    }
    ui.coloured(&ui.dressed(&drawn, direction))?;
    ui.prose(format_args!("\n{}", id::text_of_known(&state).trim_end()))?;
    ui.prose(format_args!("\n{}", id::row("game type", &phases::line(phases, on_roll, &names))))?;
    for side in [on_roll, !on_roll] {
        ui.prose(id::row(&names[side], &phases::formation(&formations[side])))?;
    }
    Ok(Exit::Clean)
}

/// Returns the names of the players: those given, those of the record or the ID, or else `player 0` and `player 1`.
pub(super) fn names(subject: &Subject, names: Option<&[String]>) -> BySide<String> {
    match (names, &subject.state.names) {
        (Some([zero, one]), _) => BySide::new(printable(zero), printable(one)),
        (_, names) => BySide(Side::ALL.map(|side| match names {
            Some(names) if !names[side].is_empty() => printable(&names[side]),
            _ => side.to_string(),
        })),
    }
}

/// Returns the drawing of the board.
pub(super) fn drawing(subject: &Subject, board: Board, names: &BySide<String>) -> BoardDrawing {
    let position_id = PositionId::encode(&board).to_string();
    let mut drawing = BoardDrawing::plain(board, subject.on_roll(), position_id);
    let Some(fields) = &subject.state.game else { return drawing };
    drawing.match_id = MatchId::encode(fields).ok().map(|id| id.to_string());
    drawing.caption = Some(Caption::of(fields, names.clone()));
    drawing
}
