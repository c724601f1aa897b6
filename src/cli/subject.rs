//! The position that a command is about: read from the command line or from standard input.

use crate::board::{Board, Side};
use crate::cli::args;
use crate::notation::{Assumption, MatchFields, MatchId, PositionId, Xgid};
use crate::rules::Variant;
use std::io::{IsTerminal, Read};

/// The arguments that name a position.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Args {
    /// A Position ID, `POSITION:MATCH`, an XGID or a FIBS board line, with or without labels.
    /// Several arguments are read as one text; `-` is standard input, as is a pipe when nothing is
    /// given.
    #[arg(value_name = "ID")]
    pub id: Vec<String>,
    /// Refuse what isn't written exactly as its own program writes it.
    #[arg(long)]
    pub strict: bool,
    /// The variant; it says how many checkers a side has [default: standard].
    #[arg(long, value_name = "NAME", value_parser = args::variant)]
    pub variant: Option<Variant>,
}

/// The most bytes that are read as an ID.
const LIMIT: u64 = 1 << 16;

impl Args {
    /// Reads what was given, on the command line or on standard input.
    ///
    /// # Errors
    ///
    /// A message, if nothing was given or it can't be understood.
    pub fn read(&self) -> Result<Subject, String> {
        let variant = self.variant.unwrap_or_default();
        Subject::parse(&self.text()?, variant.start().board().checkers(), self.strict)
    }

    /// Returns the text that was given.
    fn text(&self) -> Result<String, String> {
        match &self.id[..] {
            [] if std::io::stdin().is_terminal() => Err("no ID is given; `--help` shows what is read".into()),
            [] => stdin(),
            [only] if only == "-" => stdin(),
            many => Ok(many.join(" ")),
        }
    }
}

/// Reads standard input as text.
fn stdin() -> Result<String, String> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("standard input can't be read: {error}"))?;
    if bytes.len() as u64 > LIMIT {
        return Err(format!("standard input is longer than {LIMIT} bytes, no ID is"));
    }
    String::from_utf8(bytes).map_err(|error| {
        format!("standard input is not UTF-8 text from byte {} on", error.utf8_error().valid_up_to() + 1)
    })
}

/// What was read.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The board, seen by the player on roll; `None` for a Match ID alone.
    pub board: Option<Board>,
    /// Cube, dice and score; `None` for a Position ID alone.
    pub fields: Option<MatchFields>,
    /// What was taken for granted.
    pub assumed: Vec<Assumption>,
}

impl Subject {
    fn parse(text: &str, checkers: u8, _strict: bool) -> Result<Self, String> {
        let text = text.trim();
        if text.contains('=') {
            let (xgid, assumed) = Xgid::read_lenient(text, checkers).map_err(|e| e.to_string())?;
            let board = if xgid.turn == Side::One { xgid.board } else { xgid.board.flip() };
            return Ok(Self { board: Some(board), fields: Some(xgid.fields()), assumed });
        }
        let (position, fields) = text.split_once([':', ' ']).map_or((text, None), |(a, b)| (a, Some(b)));
        let (id, assumed) = PositionId::read_lenient(position, checkers).map_err(|e| e.to_string())?;
        let fields = match fields {
            Some(text) => Some(*MatchId::read_lenient(text).map_err(|e| e.to_string())?.0.fields()),
            None => None,
        };
        Ok(Self { board: Some(id.board(checkers).map_err(|e| e.to_string())?), fields, assumed })
    }

    /// Returns the side on roll: player 1, if nothing says who is.
    #[must_use]
    pub fn on_roll(&self) -> Side {
        self.fields.map_or(Side::One, |fields| fields.on_roll)
    }

    /// Returns the board, seen by the player on roll.
    ///
    /// # Errors
    ///
    /// A message, if there is none.
    pub fn board(&self) -> Result<Board, String> {
        self.board.ok_or_else(|| "a match id doesn't say where the checkers stand: add a position id".into())
    }
}
