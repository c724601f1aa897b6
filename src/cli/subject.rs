//! The position that a command is about: read from the command line or from standard input.

use crate::board::{Board, Side};
use crate::cli::args;
use crate::notation::{IdError, Identified, Kind, MatchId, PositionId, RawBoard, Xgid, identify};
use crate::rules::Variant;
use std::io::{IsTerminal, Read};

/// The arguments that name a position.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Args {
    /// A Position ID, a Match ID, `POSITION:MATCH`, an XGID or a FIBS board line.
    ///
    /// Labels and other words around it don't matter: a drawn board can be pasted as it is. Several
    /// arguments are read as one text; `-` is standard input, as is a pipe when nothing is given.
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
        understand(&self.text()?, variant.start().board().checkers(), self.strict)
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

/// Finds out what a text is and reads it; `strict` reads only what is written exactly as its own
/// program writes it.
fn understand(text: &str, checkers: u8, strict: bool) -> Result<Subject, String> {
    let found = identify(text, checkers).map_err(|error| error.to_string())?;
    if strict {
        let text = text.strip_suffix('\n').unwrap_or(text);
        is_canonical(text, found.kind, checkers).map_err(|error| error.to_string())?;
    }
    Ok(Subject(found))
}

/// Reads a text as nothing but what it was taken for.
fn is_canonical(text: &str, kind: Kind, checkers: u8) -> Result<(), IdError> {
    let position = |text: &str| text.parse::<PositionId>()?.board(checkers).map(|_| ());
    let game = |text: &str| text.parse::<MatchId>().map(|_| ());
    match kind {
        Kind::PositionId => position(text),
        Kind::MatchId => game(text),
        Kind::GnubgId => {
            let (before, behind) = text.split_once(':').unwrap_or((text, ""));
            position(before).and_then(|()| game(behind))
        }
        Kind::Xgid => text.parse::<Xgid>().map(|_| ()),
        Kind::RawBoard => text.parse::<RawBoard>().map(|_| ()),
    }
}

/// What was read.
#[derive(Clone, Debug)]
pub struct Subject(pub Identified);

impl Subject {
    /// Returns the side on roll: player 1, if nothing says who is.
    #[must_use]
    pub fn on_roll(&self) -> Side {
        self.0.on_roll().unwrap_or(Side::One)
    }

    /// Returns the board, seen by the player on roll.
    ///
    /// # Errors
    ///
    /// A message, if there is none.
    pub fn board(&self) -> Result<Board, String> {
        let missing = "a match id doesn't say where the checkers stand: write a position id before it";
        self.0.state.board.ok_or_else(|| missing.to_owned())
    }
}
