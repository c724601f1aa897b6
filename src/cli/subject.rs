//! The position of a command: an ID on the command line or on standard input, or a position of a match
//! record.

use super::input;
use super::limits::Limits;
use super::reader::Reader as _;
use super::records::Records;
use crate::analysis::{RulesOverride, replay};
use crate::board::{Board, BySide, Roll, Side};
use crate::cli::error::{CommandError, Done};
use crate::cli::{args, outputs};
use crate::diag::Parsed;
use crate::engine::cube::CubeState;
use crate::game::record::MatchRecord;
use crate::game::{Happening, MatchSetupError, MatchState};
use crate::host::reason::reason;
use crate::notation::identify::IdentifyError;
use crate::notation::several::has_several;
use crate::notation::{
    Assumption, IdError, IdState, Identified, Kind, MatchId, Ogid, PositionId, RawBoard, Xgid, identify,
};
use crate::output::ui::Ui;
use crate::rules::Variant;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The arguments that name a position.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Args {
    /// A Position ID, a Match ID, `POSITION:MATCH`, an XGID, an OGID or a FIBS board line; or, with `--game` or `--move`,
    /// a file with a match record.
    ///
    /// Labels and other words around an ID in one argument are ignored, so a drawn board can be pasted. Several
    /// arguments are read as one ID and its labels; `-` is standard input.
    #[arg(value_name = "ID")]
    pub id: Vec<String>,
    /// Take the position from the game with this number in a match file, as `score` numbers games [default: 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,
    /// Take the position before move N of the game, numbered like the rows of a .mat record: `12`, or
    /// `12:NAME` for NAME's half of the row [default: 1].
    #[arg(long = "move", value_name = "N[:NAME]", value_parser = which_move)]
    pub number: Option<Which>,
    /// Take the position from this match of the file, counted from 1 [default: 1].
    #[arg(long = "match", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub of_match: Option<u32>,
    /// Accept only IDs written exactly as their own program writes them.
    #[arg(long)]
    pub strict: bool,
    /// Accept an ID that is too short or too long, as GNU Backgammon does: missing bits are zero, extra
    /// characters are ignored.
    #[arg(long, conflicts_with = "strict")]
    pub lenient: bool,
    /// Variant, which sets the number of checkers [default: standard].
    #[arg(long, value_name = "NAME", value_parser = args::VARIANT, hide_possible_values = true)]
    pub variant: Option<Variant>,
    /// Whether a request of `serve` has them: its messages name keys instead of options.
    #[arg(skip)]
    pub is_request: bool,
    /// The moment of the turn.
    #[arg(skip)]
    pub moment: Moment,
}

/// The moment of a turn at which a position is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moment {
    /// With the dice of the ID or the record, if they are rolled.
    #[default]
    AsStated,
    /// Before the roll: without dice.
    BeforeRoll,
}

/// The arguments of commands that only need a position.
#[derive(Debug, clap::Args)]
pub struct WithJson {
    /// The position.
    #[command(flatten)]
    pub subject: Args,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// The message if there is no ID.
const NOTHING: &str = "no ID is given: type a Position ID, a Match ID, an XGID, an OGID or a FIBS board line, as in \
                       `4HPwATDgc/ABMA`, or a match file with `--game N --move M`";

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Which {
    /// Its number, counted from 1.
    pub number: u32,
    /// Whose it is; the first of the row if nobody is named.
    pub name: Option<String>,
}

/// Reads `12` or `12:Ann`.
pub(crate) fn which_move(text: &str) -> Result<Which, String> {
    let (number, name) = text.split_once(':').map_or((text, None), |(number, name)| (number, Some(name)));
    let number: Option<u32> = number.parse().ok().filter(|number| *number > 0);
    let number = number.ok_or_else(|| "expected a move: `12` or `12:NAME`".to_owned())?;
    Ok(Which { number, name: name.map(str::to_owned) })
}

/// The most bytes that are read as an ID.
const LIMIT: u64 = 1 << 16;

impl Args {
    /// Passes a board and everything known about it to a command, or prints why there is none; prints what was
    /// assumed about an ID, and what contradicts the rules in it.
    pub(crate) fn with_board(
        &self,
        ui: &mut Ui<'_>,
        command: impl FnOnce(&Subject, Board, &mut Ui<'_>) -> Done,
    ) -> Done {
        let subject = self.read()?;
        let board = subject.board()?;
        subject.tell_assumed(ui);
        subject.tell_contradictions(ui);
        command(&subject, board, ui)
    }

    /// Does the same as [`Self::with_board`], with the stakes: refuses a match that is over, and prints what
    /// is odd about an offer.
    pub(crate) fn with_stakes(
        &self,
        ui: &mut Ui<'_>,
        command: impl FnOnce(&Subject, Board, CubeState, &mut Ui<'_>) -> Done,
    ) -> Done {
        let subject = self.read()?;
        let (board, state) = subject.stakes()?;
        subject.tell_assumed(ui);
        for offer in subject.offers() {
            ui.err(format_args!("note: {offer}"));
        }
        command(&subject, board, state, ui)
    }

    /// Reads the position from the command line, standard input or a record.
    ///
    /// # Errors
    ///
    /// If there is none or it can't be understood: a message.
    pub fn read(&self) -> Result<Subject, String> {
        let mut subject = self.as_stated()?;
        if let (Moment::BeforeRoll, Some(game)) = (self.moment, &mut subject.state.game) {
            game.dice = None;
        }
        Ok(subject)
    }

    /// Takes the position before the roll, for the cube decision.
    pub(super) fn drop_dice(&mut self, given: Option<Roll>) -> Result<(), String> {
        self.moment = Moment::BeforeRoll;
        match given {
            Some(roll) => Err(format!("`--before-roll` leaves out the dice: remove the roll {roll}")),
            None => Ok(()),
        }
    }

    /// Refuses to write the match file that the position is taken from.
    pub(crate) fn refuse_input(&self, output: Option<&Path>) -> Result<(), String> {
        let inputs: Vec<PathBuf> = self.id.iter().map(PathBuf::from).collect();
        outputs::refuse_input(output, &inputs)
    }

    /// Reads the position with its dice.
    fn as_stated(&self) -> Result<Subject, String> {
        if self.game.is_some() || self.number.is_some() || self.of_match.is_some() {
            return self.in_record();
        }
        let variant = self.variant.unwrap_or_default();
        let text = self.text()?;
        if let [only] = &self.id[..]
            && Records.is_record_name(only)
        {
            return Err(if Path::new(only).exists() {
                format!("{only} is a file: {}", self.place_in_file())
            } else {
                format!("cannot read {only}: No such file or directory")
            });
        }
        let checkers = variant.start().board().checkers();
        let found = self.understand(&text, checkers)?;
        if let Some(over) = left_over(&self.id, &found, checkers) {
            return Err(over);
        }
        if has_several(&text, found.kind, checkers) {
            return Err(if self.is_stdin() && is_record(&text) {
                format!("standard input is a match record: {}", self.place_in_file())
            } else {
                let text = if self.is_stdin() { "standard input" } else { "the text" };
                format!("{text} has several IDs: only one is read")
            });
        }
        Ok(Subject { state: found.state.clone(), read: Reading::Id(found), variant })
    }

    /// Identifies a text and parses it. With `strict` the text must be written exactly as its own program writes
    /// it; without `lenient` an ID must be complete.
    fn understand(&self, text: &str, checkers: u8) -> Result<Identified, String> {
        let read = identify(text, checkers);
        let read = if self.lenient || self.strict { read } else { read.and_then(Identified::whole) };
        let found = read.map_err(|error| {
            // A path may contain a word that looks like an ID.
            if let Err(CommandError { message, .. }) = CommandError::refuse_folder(Path::new(text)) {
                message
            } else if Path::new(text).is_file() {
                format!("{text} is a file: {}", self.place_in_file())
            } else if self.is_stdin() && !error.has_name() && is_record(text) {
                format!("standard input is a match record: {}", self.place_in_file())
            } else if matches!(error, IdentifyError::Length(_)) {
                let lenient = if self.is_request { "\"lenient\":true" } else { "--lenient" };
                format!("{error} (`{lenient}` accepts it)")
            } else {
                error.to_string()
            }
        })?;
        if self.strict {
            let text = text.strip_suffix('\n').unwrap_or(text);
            is_canonical(text, found.kind, checkers).map_err(|error| error.to_string())?;
        }
        Ok(found)
    }

    /// Returns `true` if the ID is read from standard input.
    fn is_stdin(&self) -> bool {
        matches!(&self.id[..], [] | [_]) && self.id.iter().all(|id| id == "-")
    }

    /// Returns how a position in a file is named.
    const fn place_in_file(&self) -> &'static str {
        if self.is_request {
            "`record` names it, `game` and `move` a position in it"
        } else {
            "`--game` and `--move` name a position in its record"
        }
    }

    /// Returns the text from the arguments or standard input.
    fn text(&self) -> Result<String, String> {
        match &self.id[..] {
            [] if io::stdin().is_terminal() => Err(NOTHING.into()),
            [] => {
                stdin().and_then(|text| if text.trim().is_empty() { Err(NOTHING.into()) } else { Ok(text) })
            }
            [only] if only == "-" => stdin(),
            many => Ok(many.join(" ")),
        }
    }

    /// Reads a position of a match record.
    fn in_record(&self) -> Result<Subject, String> {
        let path = match &self.id[..] {
            [] if io::stdin().is_terminal() => {
                return Err("`--game` and `--move` need the file of a match record".into());
            }
            [] => "-",
            [path] => path,
            [_, more, ..] => return Err(format!("expected one file; unexpected `{more}`")),
        };
        if !Path::new(path).exists() && super::is_id(path) {
            return Err(format!("`--game`, `--move` and `--match` need a match file, and {path} is an ID"));
        }
        CommandError::refuse_folder(Path::new(path)).map_err(|error| error.message)?;
        let (format, source) =
            input::one(Path::new(path), self.of_match.unwrap_or(1), Limits::default(), &Records)?;
        let Some(parse) = format.parse else { return Err(format!("{path}: {} can't be read", format.name)) };
        let (state, variant, place) = self.before_move(parse(&source))?;
        let place = format!("{}{place}", source.name());
        Ok(Subject { state, read: Reading::Record { place }, variant })
    }

    /// Replays a record up to the move; returns the position, its variant, and its place in words.
    fn before_move(&self, parsed: Parsed<MatchRecord>) -> Result<(IdState, Variant, String), String> {
        let game = self.game.unwrap_or(1);
        let Which { number, name } = self.number.clone().unwrap_or(Which { number: 1, name: None });
        let Parsed { value: record, diagnostics } = parsed;
        let rules =
            RulesOverride { variant: self.variant, ..RulesOverride::default() }.for_positions(&record);
        let numbers: Vec<u32> = (1..)
            .zip(&record.games)
            .map(|(place, game)| game.number.map_or(place, |number| number.value))
            .collect();
        let Some(index) = numbers.iter().position(|&number| number == game) else {
            return Err(match numbers.last() {
                Some(last) => format!("there is no game {game}; the last is game {last}"),
                None => "there is no game in the match".to_owned(),
            });
        };
        let names = record.names(index).0;
        let by = name.as_ref().map(|name| side_of(name, &names)).transpose()?;
        let numbers = record.games[index].move_numbers();
        let mut last = 1;
        let mut found: Option<(MatchState, Side)> = None;
        replay(&record, diagnostics, &rules, |moment| {
            if moment.game == index && !matches!(moment.happening, Happening::GameOver(_)) {
                last = moment.entry.and_then(|entry| numbers.get(entry)).copied().unwrap_or(last);
                if found.is_none() && last == number && by.is_none_or(|by| by == moment.by) {
                    found = Some((moment.before.clone(), moment.by));
                }
            }
        });
        let (state, by) = found.ok_or_else(|| match &name {
            Some(name) if number <= last => format!("{name} has no move {number} in game {game}"),
            _ => format!("there is no move {number} in game {game}; the last is move {last}"),
        })?;
        let variant = state.rules().variant;
        let place = format!(", game {game}, move {number}, {}", names[by.index()]);
        let state = IdState { names: Some(BySide(names)), ..IdState::of(&state) };
        Ok((state, variant, place))
    }
}

/// Returns the player with a name; the cases of the letters don't matter where that is clear.
fn side_of(name: &str, names: &[String; 2]) -> Result<Side, String> {
    let is = |side: &Side| names[side.index()] == name;
    let is_nearly = |side: &Side| names[side.index()].to_lowercase() == name.to_lowercase();
    let exact = Side::ALL.into_iter().find(is);
    exact
        .or_else(|| Side::ALL.into_iter().find(is_nearly))
        .ok_or_else(|| format!("no player is called `{name}`; the players are {} and {}", names[0], names[1]))
}

/// Returns `true` if a text is a match record.
fn is_record(text: &str) -> bool {
    Records.format("", text.as_bytes()).is_some()
}

/// Reads standard input as text.
fn stdin() -> Result<String, String> {
    let mut bytes = Vec::new();
    io::stdin()
        .lock()
        .take(LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("cannot read standard input: {}", reason(&error)))?;
    if bytes.len() as u64 > LIMIT {
        return Err(format!("standard input has more than {LIMIT} bytes; no ID is that long"));
    }
    String::from_utf8(bytes).map_err(|error| {
        format!("standard input is not UTF-8 text from byte {} on", error.utf8_error().valid_up_to() + 1)
    })
}

/// The labels that may stand around an ID in arguments of their own, without their case and marks.
const LABELS: &[&str] =
    &["gnu", "backgammon", "gnubg", "gnubgid", "position", "match", "id", "xgid", "ogid", ""];

/// Returns a message about the last of several arguments without which the ID is the same, unless it is a label.
fn left_over(arguments: &[String], found: &Identified, checkers: u8) -> Option<String> {
    let is_label = |text: &str| {
        text.split(|c: char| c.is_whitespace() || ":=-_".contains(c))
            .all(|word| LABELS.contains(&word.to_ascii_lowercase().as_str()))
    };
    let is_whole = |found: &Identified| found.clone().whole().is_ok();
    let is_over = |&at: &usize| {
        let rest = [&arguments[..at], &arguments[at + 1..]].concat().join(" ");
        !is_label(&arguments[at])
            && identify(&rest, checkers)
                .is_ok_and(|rest| rest.state == found.state && is_whole(&rest) == is_whole(found))
    };
    let over = &arguments[(0..arguments.len()).rev().find(is_over)?];
    let place = match () {
        () if over.parse::<Roll>().is_ok() => {
            ": a roll goes after the ID, and only `hint`, `plays`, `matrix` and `rollout` take one"
        }
        () if is_play(over) => ": `rollout` reads plays after the roll",
        () if identify(over, checkers).is_ok_and(|found| is_whole(&found)) => ": only one is read",
        () => "",
    };
    Some(format!("`{over}` isn't part of the ID{place}"))
}

/// Returns `true` for a text with a slash that only contains points and marks.
pub(super) fn is_play(text: &str) -> bool {
    let rest = text.to_ascii_lowercase().replace("bar", "").replace("off", "");
    text.contains('/') && rest.chars().all(|c| c.is_ascii_digit() || "/*() ,".contains(c))
}

/// Parses a text strictly as the kind for which it was taken.
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
        Kind::Ogid => text.parse::<Ogid>().map(|_| ()),
        Kind::RawBoard => text.parse::<RawBoard>().map(|_| ()),
    }
}

/// The position of a command.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The position, and everything known about it.
    pub state: IdState,
    /// The source of the position.
    pub read: Reading,
    /// The variant; standard by default.
    pub variant: Variant,
}

/// The source of a position.
#[derive(Clone, Debug)]
pub enum Reading {
    /// An ID.
    Id(Identified),
    /// A match record.
    Record {
        /// The file, the game and the move, in words.
        place: String,
    },
}

impl Subject {
    /// Returns the board from the view of the player on roll, and what is played for.
    ///
    /// # Errors
    ///
    /// There is no board, the match is over, or a beaver is offered: a message.
    pub(crate) fn stakes(&self) -> Result<(Board, CubeState), String> {
        let board = self.board()?;
        let is_won = |side| self.state.game.and_then(|game| game.away(side)) == Some(0);
        if Side::ALL.into_iter().any(is_won) {
            return Err("the match is over at this score: there is nothing left to evaluate".into());
        }
        if self.state.is_beavered() {
            let what = if self.state.beavers > 1 { "raccoon" } else { "beaver" };
            return Err(format!("a {what} is offered: `analyse` evaluates the answer in a record"));
        }
        Ok((board, CubeState::of_id(&self.state)))
    }

    /// Returns what was assumed about an ID.
    pub(crate) fn assumed(&self) -> &[Assumption] {
        match &self.read {
            Reading::Id(found) => &found.assumed,
            Reading::Record { .. } => &[],
        }
    }

    /// Prints on standard error what was assumed about an ID.
    pub fn tell_assumed(&self, ui: &mut Ui<'_>) {
        for assumed in self.assumed() {
            ui.err(format_args!("note: {assumed}"));
        }
    }

    /// Reports a double that is offered and left out of a result, with how the result is meant.
    pub(crate) fn tell_offered(&self, meaning: &str, ui: &mut Ui<'_>) {
        if self.state.game.is_some_and(|game| game.double_offered) {
            ui.err(format_args!("note: a double is offered: {meaning}"));
        }
    }

    /// Returns what an evaluation doesn't respect: facts that contradict the rules, a resignation.
    pub(crate) fn offers(&self) -> Vec<String> {
        let resignation = self.state.describe().into_iter().find(|(what, _)| *what == "resignation");
        let resignation = resignation.map(|(_, words)| format!("{words}: the resignation is not evaluated"));
        self.contradictions().into_iter().chain(resignation).collect()
    }

    /// Returns what contradicts the rules in the position: its cube, the double that is offered.
    pub(crate) fn contradictions(&self) -> Vec<String> {
        let reasons = self.state.contradictions(self.variant);
        let words = reasons.iter().map(|reason| match reason {
            MatchSetupError::Double(_) => format!("the double that is offered isn't legal: {reason}"),
            MatchSetupError::NoCheckers => format!("the position is impossible: {reason}"),
            _ => format!("the cube is impossible: {reason}"),
        });
        words.collect()
    }

    /// Prints on standard error what contradicts the rules in the position.
    pub(crate) fn tell_contradictions(&self, ui: &mut Ui<'_>) {
        for words in self.contradictions() {
            ui.err(format_args!("note: {words}"));
        }
    }

    /// Returns the side on roll; player 1 by default.
    #[must_use]
    pub fn on_roll(&self) -> Side {
        self.state.game.map_or(Side::One, |game| game.on_roll)
    }

    /// Returns the board from the view of the player on roll.
    ///
    /// # Errors
    ///
    /// If there is none: a message.
    pub fn board(&self) -> Result<Board, String> {
        let missing = "a Match ID doesn't contain the checkers: put a Position ID before it, as in \
                       `4HPwATDgc/ABMA:cAlgAAAAAAAE`";
        self.state.board.ok_or_else(|| missing.to_owned())
    }
}
