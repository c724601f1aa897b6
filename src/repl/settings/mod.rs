//! The settings of `set` and `show`: their values, and rows that define how each is set, shown and saved.

#![expect(clippy::unnecessary_wraps, reason = "what does a command may refuse it; some never do")]

mod accepted;
mod analysis;
mod automatic;
mod cheat;
mod evaluation;
pub mod evaluations;
pub mod exports;
pub mod file;
mod machine;
mod output;
mod own;
mod players;
mod rollout;
pub mod rollouts;
mod row;
mod rules;
mod tutor;
pub mod windows;

pub(super) use self::accepted::accept;
pub(super) use self::evaluation::{Place, joined};
pub(super) use self::rollout::{homes, notes};
pub(super) use self::row::Row;
pub(super) use self::rules::VARIANTS;

use self::evaluations::Evaluations;
use self::exports::Export;
use self::rollouts::Rollouts;
use self::row::Worded;
use self::windows::Windows;
use super::answer::Answer;
use super::call::Handlers;
use super::cheat::Cheat;
use super::dice::Generator;
use super::session::Session;
use crate::analysis::skill::{Mark, Thresholds};
use crate::board::BySide;
use crate::engine::Level;
use crate::engine::cube::Efficiency;
use crate::engine::met::MatchEquity;
use crate::game::MAX_CUBE;
use crate::notation::drawing::Direction;
use crate::output::ui::Color;
use crate::rules::Variant;
use std::rc::Rc;

/// All settings outside the match.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches, each on its own")]
pub struct Settings {
    /// Automatic actions.
    pub automatic: Automatic,
    /// The number of beavers and raccoons that a money session allows.
    pub beavers: u32,
    /// Whether new money sessions use the Jacoby rule.
    pub jacoby: bool,
    /// Whether the cube is used.
    pub cube: bool,
    /// The largest value of the cube.
    pub cube_limit: u32,
    /// Whether no player may double when the current cube would win the match for either player.
    pub frozen_cube: bool,
    /// Whether an illegal play stands if the opponent agrees when asked.
    pub condones: bool,
    /// The variant of new matches and sessions.
    pub variation: Variant,
    /// The length of new matches, in points.
    pub match_length: u16,
    /// The players' names in a new match.
    pub default_names: BySide<String>,
    /// The direction in which the board is drawn.
    pub direction: Direction,
    /// Whether boards and actions of an automatic seat are shown.
    pub display: bool,
    /// Whether boards are written as FIBS lines.
    pub raw_board: bool,
    /// Whether discarding a game or replacing a file needs a question first.
    pub confirm: Confirm,
    /// The pause after a board, in milliseconds; it is stored without effect.
    pub delay: u32,
    /// The prompt of a line.
    pub prompt: String,
    /// The scope of an analysis.
    pub analysis: Analysis,
    /// The look of results.
    pub output: Output,
    /// The level of the program in each seat; `None` where the seat uses `evaluations`.
    pub levels: BySide<Option<Level>>,
    /// When the tutor points out mistakes.
    pub tutor: Tutor,
    /// When the match is saved automatically.
    pub autosave: Autosave,
    /// Whether a record is opened at its first game rather than at its end.
    pub first_game: bool,
    /// The number of games after which a money session ends; 0 for no end.
    pub games: u32,
    /// The value of a point of a money session.
    pub stake: f64,
    /// The content of exports.
    pub export: Export,
    /// The settings of rollouts.
    pub rollouts: Rollouts,
    /// The name of the generator of rollouts in compat mode.
    pub rollout_generator: Generator,
    /// The settings of evaluations.
    pub evaluations: Evaluations,
    /// Whether close decisions are settled by short rollouts.
    pub roller: bool,
    /// How much of a live cube's use players get.
    pub efficiency: Efficiency,
    /// The number of evaluations that may be cached; 0 for none. A search decides how many it uses.
    pub cache: u32,
    /// The number of threads; 0 for all of this computer.
    pub threads: u32,
    /// The assumed number of evaluations a second, if it was set.
    pub calibration: Option<f64>,
    /// The rating of a player without errors.
    pub rating_offset: f64,
    /// Whether dice are chosen rather than rolled, and how good they are.
    pub cheat: Cheat,
    /// The match equity table that replaces the program's, with its file.
    pub table: Option<(String, Rc<MatchEquity>)>,
    /// Whether the sides of the match equity table are exchanged.
    pub is_table_inverted: bool,
    /// The names in imported match text that become player 1, separated by `;`.
    pub aliases: String,
    /// The folder for imported records that aren't in the current folder; empty for none.
    pub import_folder: String,
    /// The same for loaded matches.
    pub sgf_folder: String,
    /// Whether the finished games of a session are kept.
    pub record: bool,
    /// Windows and sounds.
    pub windows: Windows,
    /// The database of matches.
    pub database: DatabaseSettings,
    /// Whether the session behaves and prints exactly as GNU Backgammon does.
    pub compat: bool,
}

impl Settings {
    /// Returns the number of beavers and raccoons that the rules allow: the setting, but no more than the
    /// cube can be turned.
    pub(in crate::repl) fn beaver_limit(&self) -> u8 {
        u8::try_from(self.beavers).unwrap_or(u8::MAX)
    }
}

/// Automatic actions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches, each on its own")]
pub struct Automatic {
    /// Plays that bear off a checker with each die, when no contact is left.
    pub bearoff: bool,
    /// The Crawford game of new matches.
    pub crawford: bool,
    /// The number of equal opening rolls that turn the cube.
    pub doubles: u8,
    /// The next game.
    pub game: bool,
    /// The only legal play.
    pub play: bool,
    /// The roll, when no double is possible.
    pub roll: bool,
}

/// The actions that need a question first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirm {
    /// Discarding a game.
    pub new: bool,
    /// Replacing a file.
    pub save: bool,
    /// The answer to all questions.
    pub default: Reply,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reply {
    /// The person at the terminal answers.
    #[default]
    Ask,
    /// Yes, without asking.
    Yes,
    /// No, without asking.
    No,
}

impl Worded for Reply {
    const WORDS: &'static [(&'static str, Self)] =
        &[("yes", Self::Yes), ("no", Self::No), ("ask", Self::Ask)];
}

/// The scope of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Cube actions.
    pub cube: bool,
    /// The luck of rolls.
    pub luck: bool,
    /// Plays.
    pub moves: bool,
    /// The players whose plays and cube actions are analysed.
    pub players: BySide<bool>,
    /// The thresholds of the marks.
    pub thresholds: Thresholds,
}

impl Default for Analysis {
    fn default() -> Self {
        let thresholds = Thresholds::default();
        Self { cube: true, luck: true, moves: true, players: BySide::new(true, true), thresholds }
    }
}

/// The look of results.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches, each on its own")]
pub struct Output {
    /// Match winning chances as percentages.
    pub match_percent: bool,
    /// Match equities as match winning chances.
    pub mwc: bool,
    /// Winning chances as percentages.
    pub win_percent: bool,
    /// Digits after the point.
    pub digits: u8,
    /// The factor of error rates.
    pub error_rate_factor: f64,
    /// The characters of boards on a terminal.
    pub style: BoardStyle,
    /// When boards are drawn while a game is played.
    pub boards: Boards,
    /// When colours are used.
    pub colour: Color,
    /// Whether nothing is written to standard output.
    pub muted: bool,
}

/// The database of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseSettings {
    /// The kind of database, in GNU Backgammon's words; only `SQLite` is implemented.
    pub kind: String,
    /// Its name, or its path if it contains a `/`.
    pub name: String,
    /// Whether games are stored, too.
    pub stores_games: bool,
}

/// When the tutor points out mistakes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tutor {
    /// Whether it is on.
    pub is_on: bool,
    /// Whether it covers cube decisions.
    pub cube: bool,
    /// Whether it covers plays.
    pub plays: bool,
    /// The mildest mark that it points out.
    pub skill: Mark,
}

/// The characters of boards on a terminal; a pipe always gets ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStyle {
    /// Unicode if the terminal shows it, but ASCII in compat mode.
    #[default]
    Auto,
    /// Letters, `+`, `-` and `|`, as in GNU Backgammon.
    Ascii,
    /// Lines and round checkers.
    Unicode,
}

impl Worded for BoardStyle {
    const WORDS: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("ascii", Self::Ascii), ("unicode", Self::Unicode)];
}

/// When boards are drawn while a game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boards {
    /// After each roll and play, as GNU Backgammon does.
    #[default]
    Steps,
    /// Once a turn, before a person decides; what the computer rolls is said with its play.
    Turns,
}

impl Worded for Boards {
    const WORDS: &'static [(&'static str, Self)] = &[("steps", Self::Steps), ("turns", Self::Turns)];
}

impl Worded for Color {
    const WORDS: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("always", Self::Always), ("never", Self::Never)];
}

/// When the match is saved automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autosave {
    /// While a rollout runs.
    pub rollout: bool,
    /// While an analysis runs.
    pub analysis: bool,
    /// Whether replacing a saved file needs a question.
    pub confirm: bool,
    /// The minutes between two saves.
    pub minutes: u32,
    /// The number of days for which an unfinished match is kept; 0 keeps none.
    pub days: u32,
}

/// The default prompt.
pub const DEFAULT_PROMPT: &str = "(\\p) ";

/// The longest match of GNU Backgammon, in points.
pub const MAX_LENGTH: u16 = 64;

impl Default for Settings {
    /// Returns GNU Backgammon 1.07.001's defaults.
    fn default() -> Self {
        Self {
            automatic: Automatic {
                bearoff: false,
                crawford: true,
                doubles: 0,
                game: true,
                play: false,
                roll: true,
            },
            beavers: 3,
            jacoby: true,
            cube: true,
            cube_limit: MAX_CUBE,
            frozen_cube: false,
            condones: false,
            variation: Variant::Standard,
            match_length: 7,
            default_names: BySide::new("gnubg".to_owned(), "user".to_owned()),
            direction: Direction::Standard,
            display: true,
            raw_board: false,
            confirm: Confirm { new: true, save: true, default: Reply::Ask },
            delay: 300,
            prompt: DEFAULT_PROMPT.to_owned(),
            analysis: Analysis::default(),
            output: Output {
                match_percent: true,
                mwc: false,
                win_percent: false,
                digits: 3,
                error_rate_factor: 1000.0,
                style: BoardStyle::Auto,
                boards: Boards::Steps,
                colour: Color::Auto,
                muted: false,
            },
            levels: BySide::new(None, None),
            roller: false,
            tutor: Tutor { is_on: false, cube: true, plays: true, skill: Mark::Doubtful },
            autosave: Autosave { rollout: false, analysis: false, confirm: false, minutes: 15, days: 30 },
            first_game: false,
            games: 0,
            stake: 1.0,
            export: Export::default(),
            rollouts: Rollouts::default(),
            rollout_generator: Generator::Mersenne,
            evaluations: Evaluations::default(),
            efficiency: Efficiency::PLAIN,
            cache: 1 << 17,
            threads: 0,
            calibration: None,
            rating_offset: 2050.0,
            cheat: Cheat::default(),
            table: None,
            is_table_inverted: false,
            aliases: String::new(),
            import_folder: String::new(),
            sgf_folder: String::new(),
            record: true,
            windows: Windows::default(),
            database: DatabaseSettings {
                kind: "SQLite".to_owned(),
                name: "gnubg".to_owned(),
                stores_games: true,
            },
            compat: false,
        }
    }
}

/// Settings in one section of the file of `save settings`.
pub(super) struct Section {
    /// The heading in the file.
    title: &'static str,
    rows: &'static [Row],
    /// The commands, without `set`, of settings without a row: those for each player, or with a word of their
    /// own.
    more: fn(&Session) -> Vec<(String, String)>,
    /// Whether the file only contains settings that differ from the defaults.
    only_changed: bool,
}

impl Section {
    const fn of(title: &'static str, rows: &'static [Row]) -> Self {
        Self { title, rows, more: |_| Vec::new(), only_changed: false }
    }

    const fn with(self, more: fn(&Session) -> Vec<(String, String)>) -> Self {
        Self { more, ..self }
    }

    const fn changed(self) -> Self {
        Self { only_changed: true, ..self }
    }

    /// Returns the commands, without `set`, that make these settings.
    fn commands(&self, session: &Session) -> Vec<(String, String)> {
        let mut commands: Vec<_> = self.rows.iter().filter_map(|row| row.command(session)).collect();
        commands.extend((self.more)(session));
        commands
    }
}

/// All settings, in the order of the file of `save settings`.
static SECTIONS: [Section; 13] = [
    automatic::AUTOMATIC,
    automatic::CONFIRM,
    rules::RULES,
    players::PLAYERS,
    cheat::CHEAT,
    tutor::TUTOR,
    analysis::ANALYSIS,
    output::SHOWN,
    exports::EXPORT,
    rollout::ROLLOUTS,
    evaluation::EVALUATIONS,
    machine::ENGINE,
    own::OTHERS,
];

/// The commands of settings without a row.
pub(super) const COMMANDS: [Handlers; 13] = [
    analysis::COMMANDS,
    automatic::COMMANDS,
    cheat::COMMANDS,
    evaluation::COMMANDS,
    exports::COMMANDS,
    machine::COMMANDS,
    output::COMMANDS,
    own::COMMANDS,
    players::COMMANDS,
    rollout::COMMANDS,
    rules::COMMANDS,
    tutor::COMMANDS,
    windows::COMMANDS,
];

/// Returns the rows of all settings.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    SECTIONS.iter().flat_map(|section| section.rows)
}

/// Prints the value of the setting with this path.
fn say(path: &str, session: &Session, answer: &mut Answer) {
    answer.say(said(path, session));
}

/// Returns the value of the setting with this path, in words.
fn said(path: &str, session: &Session) -> String {
    rows().find(|row| row.path == path).map(|row| row.said(session)).unwrap_or_default()
}
