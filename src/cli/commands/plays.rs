//! `barpoint plays`: lists all legal plays of a roll.

use super::cube;
use crate::board::{Board, Roll};
use crate::cli::error::Done;
use crate::cli::subject::{Subject, WithJson};
use crate::host::exit::Exit;
use crate::notation::PositionId;
use crate::notation::play::print;
use crate::output::json::{self, PlayJson, PlaysJson};
use crate::output::plays;
use crate::output::ui::Ui;
use crate::rules::{Play, legal_plays};

/// Runs the subcommand.
pub(crate) fn run(args: &WithJson, ui: &mut Ui<'_>) -> Done {
    let mut subject = args.subject.clone();
    let given = take_roll(&mut subject.id)?;
    subject.with_board(ui, |subject, board, ui| answer(args, &board, roll(given, subject, &board)?, ui))
}

fn answer(args: &WithJson, board: &Board, roll: Roll, ui: &mut Ui<'_>) -> Done {
    if args.json {
        let mut plays = legal_plays(board, roll);
        let dances = plays.is_empty();
        if dances {
            plays.push((Play::DANCE, *board));
        }
        let plays = plays.iter().map(|(play, after)| PlayJson {
            play: print::gnubg(board, play).to_string(),
            plain: print::plain(board, play).to_string(),
            position_id: plays::after(after),
        });
        ui.json(&PlaysJson {
            schema: json::SCHEMA,
            position_id: PositionId::encode(board).to_string(),
            roll: roll.to_string(),
            dances,
            plays: plays.collect(),
        })?;
        return Ok(Exit::Clean);
    }
    ui.line(plays::text(board, roll).trim_end())?;
    Ok(Exit::Clean)
}

/// What plays mean while a double is offered.
pub(super) const NOT_OFFERED: &str = "the plays are those without it";

/// Returns `true` if a roll is given, or the subject has one.
pub(super) fn has_dice(given: Option<Roll>, subject: &Subject) -> bool {
    given.is_some() || subject.state.game.is_some_and(|game| game.dice.is_some())
}

/// Returns the given roll, else the roll of the subject.
pub(super) fn roll(given: Option<Roll>, subject: &Subject, board: &Board) -> Result<Roll, String> {
    let roll = given.or_else(|| subject.state.game?.dice);
    let roll =
        roll.ok_or("the position has no dice: add the roll as an argument of its own, as in `ID 31`")?;
    if board.is_over() {
        return Err(cube::OVER.to_owned());
    }
    Ok(roll)
}

/// Removes the roll from the end of the arguments: `31`, `3-1`, or `3 1` as two arguments.
pub(super) fn take_roll(arguments: &mut Vec<String>) -> Result<Option<Roll>, String> {
    let is_short_number = |text: &String| {
        text.len() <= 3 && text.starts_with(|c: char| c.is_ascii_digit() || c == '-') && text != "-"
    };
    let mut words = Vec::new();
    while arguments.last().is_some_and(is_short_number) {
        words.extend(arguments.pop());
    }
    words.reverse();
    if words.is_empty() {
        return Ok(None);
    }
    let text = words.join(" ");
    text.parse().map(Some).map_err(|reason| format!("roll {text:?}: {reason}"))
}
