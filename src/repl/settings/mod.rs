//! What `set` sets and `show` shows: the values, and the rows that say how each is set, shown and kept.

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
pub(super) use self::evaluation::joined;
pub(super) use self::rollout::{Home, homes, notes};
pub(super) use self::row::Row;

use self::evaluations::Evaluations;
use self::exports::Export;
use self::rollouts::Rollouts;
use self::windows::Windows;
use super::answer::{Answer, Refusal};
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
use crate::rules::Variant;
use std::ops::Range;
use std::rc::Rc;

/// Everything that can be set and isn't a part of the match.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches, each on its own")]
pub struct Settings {
    /// What happens without being asked for.
    pub automatic: Automatic,
    /// How many beavers and raccoons a money session allows.
    pub beavers: u32,
    /// Whether new money sessions are played by the Jacoby rule.
    pub jacoby: bool,
    /// Whether the cube is used.
    pub cube: bool,
    /// The largest value of the cube.
    pub cube_limit: u32,
    /// Whether nobody may double when the present cube would win the match for either player.
    pub frozen_cube: bool,
    /// Whether an illegal play stands if the opponent, who is asked, agrees.
    pub condones: bool,
    /// The variant of new matches and sessions.
    pub variation: Variant,
    /// The length of new matches, in points.
    pub match_length: u16,
    /// The names that players get with a new match.
    pub default_names: BySide<String>,
    /// Which way the board is drawn.
    pub direction: Direction,
    /// Whether boards and actions of a seat that plays by itself are shown.
    pub display: bool,
    /// Whether boards are written as FIBS lines.
    pub raw_board: bool,
    /// Whether a game may be given up, or a file replaced, only after a question.
    pub confirm: Confirm,
    /// The pause after a board, in milliseconds; it is only remembered.
    pub delay: u32,
    /// The prompt of a line.
    pub prompt: String,
    /// What an analysis looks at.
    pub analysis: Analysis,
    /// What results look like.
    pub output: Output,
    /// How strong the program plays in each seat; nothing where the seat evaluates as `evaluations` says.
    pub levels: BySide<Option<Level>>,
    /// When mistakes are pointed out before they count.
    pub tutor: Tutor,
    /// When the match is kept without a command.
    pub autosave: Autosave,
    /// Whether a record is opened at its first game rather than at its end.
    pub first_game: bool,
    /// After how many games a money session ends; 0 is without end.
    pub games: u32,
    /// The value of a point of a money session.
    pub stake: f64,
    /// What exports contain.
    pub export: Export,
    /// How positions are played out.
    pub rollouts: Rollouts,
    /// The generator that rollouts are said to use in compat mode.
    pub rollout_generator: Generator,
    /// How positions are evaluated.
    pub evaluations: Evaluations,
    /// Whether close decisions are settled by short rollouts.
    pub roller: bool,
    /// How much of the live cube's use players get.
    pub efficiency: Efficiency,
    /// How many evaluated positions may be remembered; 0 is none. A search decides how many it uses.
    pub cache: u32,
    /// How many threads compute; 0 is as many as this computer has.
    pub threads: u32,
    /// How many positions a second to count with, if that was said.
    pub calibration: Option<f64>,
    /// What a player without errors would be rated.
    pub rating_offset: f64,
    /// Whether dice are chosen rather than rolled, and how good ones.
    pub cheat: Cheat,
    /// The match equity table in place of the program's, with the file that it is from.
    pub table: Option<(String, Rc<MatchEquity>)>,
    /// Whether the sides of the match equity table are exchanged.
    pub is_table_inverted: bool,
    /// Which names of imported match text become player 1, with a `;` between them.
    pub aliases: String,
    /// Where records are imported from that aren't in the present folder; empty if nowhere.
    pub import_folder: String,
    /// The same for matches that are loaded.
    pub sgf_folder: String,
    /// Whether the finished games of a session are kept.
    pub record: bool,
    /// Windows and sounds.
    pub windows: Windows,
    /// The database of matches.
    pub database: DatabaseSettings,
    /// Whether everything is done and said as GNU Backgammon does and says it.
    pub compat: bool,
}

impl Settings {
    /// Returns how many beavers and raccoons the rules allow: the number that was set, but never more than
    /// the cube couldn't be turned as often.
    #[must_use]
    pub fn beaver_limit(&self) -> u8 {
        u8::try_from(self.beavers).unwrap_or(u8::MAX)
    }
}

/// What happens without being asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches, each on its own")]
pub struct Automatic {
    /// Plays that bear off as many checkers as possible, when no contact is left.
    pub bearoff: bool,
    /// The Crawford game of new matches.
    pub crawford: bool,
    /// How many equal opening rolls turn the cube.
    pub doubles: u8,
    /// The next game.
    pub game: bool,
    /// The only legal play.
    pub play: bool,
    /// The roll, when no double is possible.
    pub roll: bool,
}

/// What is asked before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirm {
    /// Giving up a game.
    pub new: bool,
    /// Replacing a file.
    pub save: bool,
    /// The answer that questions get.
    pub default: Reply,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reply {
    /// The person at the terminal answers.
    #[default]
    Ask,
    /// It is yes, and nobody is asked.
    Yes,
    /// It is no, and nobody is asked.
    No,
}

/// What an analysis looks at.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Cube actions.
    pub cube: bool,
    /// The luck of rolls.
    pub luck: bool,
    /// Plays.
    pub moves: bool,
    /// Whose plays and cube actions.
    pub players: BySide<bool>,
    /// From where on there is a mark.
    pub thresholds: Thresholds,
}

impl Default for Analysis {
    fn default() -> Self {
        let thresholds = Thresholds::default();
        Self { cube: true, luck: true, moves: true, players: BySide::new(true, true), thresholds }
    }
}

/// What results look like.
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
    /// What error rates are multiplied by.
    pub error_rate_factor: f64,
    /// Whether boards are drawn with Unicode's lines on a terminal.
    pub unicode: bool,
    /// When colours are used.
    pub colour: Colour,
    /// Whether nothing is written to standard output.
    pub muted: bool,
}

/// Where matches are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseSettings {
    /// The kind of database, in GNU Backgammon's words; only `SQLite` is there.
    pub kind: String,
    /// Its name, or its file where there is a `/` in it.
    pub name: String,
    /// Whether games are stored, too.
    pub stores_games: bool,
}

/// When mistakes are pointed out before they count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tutor {
    /// Whether they are at all.
    pub is_on: bool,
    /// Whether those with the cube are.
    pub cube: bool,
    /// Whether those of plays are.
    pub plays: bool,
    /// From which mark on.
    pub skill: Mark,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// On a terminal that wants them.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// When the match is kept without a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autosave {
    /// While a rollout runs.
    pub rollout: bool,
    /// While an analysis runs.
    pub analysis: bool,
    /// Whether a question protects what was kept.
    pub confirm: bool,
    /// The minutes between two times.
    pub minutes: u32,
    /// For how many days a match that isn't over is kept; 0 keeps none.
    pub days: u32,
}

/// The prompt before any was set.
pub const DEFAULT_PROMPT: &str = "(\\p) ";

/// The longest match, in points.
pub const MAX_LENGTH: u16 = 64;

impl Default for Settings {
    /// What GNU Backgammon 1.07.001 begins with.
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
                unicode: false,
                colour: Colour::Auto,
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

/// Settings that stand together in the file of `save settings`.
pub(super) struct Section {
    /// What the file says above them.
    title: &'static str,
    rows: &'static [Row],
    /// The commands, without `set`, of what has no row: what is set for each player, or by a word of its own.
    more: fn(&Session) -> Vec<(String, String)>,
    /// Whether the file has only what differs from the beginning of a session.
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

/// The commands about settings that aren't rows.
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

/// Says how the setting with this path is set.
fn say(path: &str, session: &Session, answer: &mut Answer) {
    if let Some(row) = rows().find(|row| Row::path(row.line) == path) {
        row.say(session, answer);
    }
}

/// Refuses a word at its place.
fn refuse(text: &'static str) -> impl FnOnce(Range<usize>) -> Refusal {
    move |place| Refusal::say(text).at(place)
}
