//! The commands, a file for each group, and the way from a command of the table to what does it.

#![expect(clippy::unnecessary_wraps, reason = "what does a command may refuse it; some never do")]

mod analyse;
mod bearoff;
mod calibrate;
mod cheat;
pub(super) mod cube;
mod edit;
mod engine;
mod external;
pub(super) mod facts;
mod files;
pub(in crate::repl) mod help;
mod leave;
mod list;
mod lookup;
mod machine;
mod maps;
mod navigate;
mod new;
mod notes;
mod play;
mod position;
mod race;
pub(super) mod resign;
mod rng;
pub(in crate::repl) mod rollout;
pub(in crate::repl) mod settings;
pub(super) mod show;
mod worth;

pub(super) use self::edit::army_words;
use super::answer::{Answer, Done};
use super::line::{Word, Words};
use super::session::Session;
use super::table::{Command, Table};
use crate::output::lesson::Deed;
use std::sync::{LazyLock, OnceLock};

/// A command with what was typed after it.
#[derive(Clone, Debug)]
pub(crate) struct Call<'a> {
    /// The command.
    pub command: &'static Command,
    /// The players that its path names, the outer one first.
    pub players: [Option<Word<'a>>; 2],
    /// What stands after its name.
    pub words: Words<'a>,
}

/// What does a command.
type Handler = fn(&mut Session, &mut Call<'_>, &mut Answer) -> Done;

/// A part of the table: commands, and what does them.
type Handlers = &'static [(&'static str, Handler)];

/// Every group's commands.
const GROUPS: &[Handlers] = &[
    PLAYING,
    analyse::COMMANDS,
    bearoff::COMMANDS,
    calibrate::COMMANDS,
    cheat::COMMANDS,
    edit::COMMANDS,
    facts::COMMANDS,
    edit::cube::COMMANDS,
    edit::ids::COMMANDS,
    edit::score::COMMANDS,
    engine::COMMANDS,
    external::COMMANDS,
    files::COMMANDS,
    help::COMMANDS,
    leave::COMMANDS,
    lookup::COMMANDS,
    machine::COMMANDS,
    maps::COMMANDS,
    navigate::COMMANDS,
    notes::COMMANDS,
    race::COMMANDS,
    rng::COMMANDS,
    rollout::COMMANDS,
    settings::automatic::COMMANDS,
    settings::evaluation::COMMANDS,
    settings::output::COMMANDS,
    settings::own::COMMANDS,
    settings::players::COMMANDS,
    settings::rules::COMMANDS,
    settings::tutor::COMMANDS,
    show::COMMANDS,
    worth::COMMANDS,
];

/// Beginning, rolling, playing and the cube.
const PLAYING: Handlers = &[
    ("accept", |session, _, answer| cube::accept(session, answer)),
    ("agree", |session, _, answer| resign::agree(session, answer)),
    ("beaver", |session, _, answer| cube::answered(session, Deed::Beaver, cube::redouble, answer)),
    ("decline", |session, _, answer| resign::decline(session, answer)),
    ("double", cube::double),
    ("draw", |session, _, answer| resign::draw(session, answer)),
    ("drop", |session, _, answer| cube::answered(session, Deed::Pass, cube::pass, answer)),
    ("end game", play::end_game),
    ("move", play::play),
    ("new game", new::new_game),
    ("new match", new::new_match),
    ("new session", new::new_session),
    ("pass", |session, _, answer| cube::answered(session, Deed::Pass, cube::pass, answer)),
    ("play", play::computer),
    ("redouble", |session, _, answer| cube::answered(session, Deed::Beaver, cube::redouble, answer)),
    ("reject", |session, _, answer| cube::reject(session, answer)),
    ("resign", resign::resign),
    ("roll", play::roll),
    ("take", |session, _, answer| cube::answered(session, Deed::Take, cube::take, answer)),
];

/// Finds what does a command: the path in the table is its name. It is looked for only once.
#[must_use]
pub(crate) fn handler(command: &Command) -> Option<Handler> {
    static FOUND: LazyLock<Box<[OnceLock<Option<Handler>>]>> =
        LazyLock::new(|| (0..Table::get().size()).map(|_| OnceLock::new()).collect());
    *FOUND[command.number].get_or_init(|| {
        let mut rows = GROUPS.iter().flat_map(|group| group.iter());
        rows.find(|row| row.0 == command.meaning).map(|row| row.1)
    })
}
