//! `--board`: the board beside the result of a command that evaluates a position.

use crate::board::{Board, Side};
use crate::diag::{ENDLESS, coloured_columns};
use crate::output::board::{BoardDrawing, Direction};
use crate::output::ui::Ui;
use clap::ValueEnum;
use std::io;

/// The argument of commands that can draw the board.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Draw the board beside the result: auto (if the terminal is wide enough), always or never.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, hide_possible_values = true)]
    pub board: When,
}

/// When the board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// Beside the result, on a terminal that is wide enough for both.
    #[default]
    Auto,
    /// Beside the result, or above it if there is no room.
    Always,
    /// Never.
    Never,
}

/// The width of the board without its caption, in columns: the bar's marker, the frame, and the tray.
const WIDTH: usize = 49;
/// The blanks between the board and the result.
const GAP: usize = 3;
/// The least width of a result beside the board.
const LEAST: usize = 60;

impl Args {
    /// Writes a result of this width at most, with the board of the side on roll if it is wanted.
    pub(crate) fn write(
        self,
        on_roll: Side,
        board: &Board,
        ui: &mut Ui<'_>,
        text: impl Fn(usize) -> String,
    ) -> io::Result<()> {
        let room = ui.room();
        let has_room = room != ENDLESS && room >= WIDTH + GAP + LEAST;
        let narrow = (has_room && self.board != When::Never).then(|| text(room - WIDTH - GAP));
        // The board isn't worth a table in more blocks.
        let narrow =
            narrow.filter(|narrow| self.board == When::Always || blocks(narrow) == blocks(&text(room)));
        if narrow.is_none() && self.board != When::Always {
            return ui.line(text(room).trim_end());
        }
        let drawn = ui.dressed(&bare(on_roll, *board), Direction::Standard);
        if let Some(text) = narrow {
            return ui.coloured(&beside(&drawn, text.trim_end()));
        }
        ui.coloured(&drawn)?;
        ui.line(format_args!("\n{}", text(room).trim_end()))
    }
}

/// Returns the number of blocks of a text, which empty lines separate.
fn blocks(text: &str) -> usize {
    text.trim_end().split("\n\n").count()
}

/// Returns the drawing of the board alone: without IDs, which were given, and without names.
fn bare(on_roll: Side, board: Board) -> String {
    let drawing = BoardDrawing::plain(board, on_roll, String::new());
    let drawn = drawing.draw(Direction::Standard);
    drawn.split_once('\n').map_or(String::new(), |(_, lines)| lines.to_owned())
}

/// Sets a text to the right of a drawing.
fn beside(drawn: &str, text: &str) -> String {
    let (mut left, mut right) = (drawn.lines(), text.lines());
    let mut both = String::new();
    loop {
        let line = match (left.next(), right.next()) {
            (None, None) => return both,
            (line, None) => line.unwrap_or_default().to_owned(),
            (line, Some(text)) => {
                let line = line.unwrap_or_default();
                let gap = (WIDTH + GAP).saturating_sub(coloured_columns(line));
                format!("{line}{}{text}", " ".repeat(gap))
            }
        };
        both += line.trim_end();
        both.push('\n');
    }
}
