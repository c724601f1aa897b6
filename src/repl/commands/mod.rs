//! The commands, a file for each group, and the way from a command of the table to its function.

#![expect(clippy::unnecessary_wraps, reason = "what does a command may refuse it; some never do")]

mod analyse;
mod bearoff;
mod calibrate;
mod cube;
mod edit;
mod engine;
mod external;
mod facts;
mod files;
mod help;
mod list;
mod lookup;
mod maps;
mod navigate;
mod new;
mod notes;
mod play;
mod position;
mod race;
#[cfg(feature = "database")]
mod relational;
mod resign;
mod rng;
mod rollout;
mod run;
mod show;
mod undo;
mod worth;

use super::answer::{Answer, Done};
use super::call::{Call, Handler, Handlers};
use super::session::Session;
use super::settings::{self, Row};
use super::table::{Command, Table};
use crate::output::lesson::Deed;
use std::sync::{LazyLock, OnceLock};

/// Every group's commands.
const GROUPS: &[Handlers] = &[
    PLAYING,
    analyse::COMMANDS,
    bearoff::COMMANDS,
    calibrate::COMMANDS,
    edit::COMMANDS,
    facts::COMMANDS,
    edit::cube::COMMANDS,
    edit::ids::COMMANDS,
    edit::score::COMMANDS,
    engine::COMMANDS,
    external::COMMANDS,
    files::COMMANDS,
    help::COMMANDS,
    lookup::COMMANDS,
    maps::COMMANDS,
    navigate::COMMANDS,
    notes::COMMANDS,
    race::COMMANDS,
    #[cfg(feature = "database")]
    relational::COMMANDS,
    rng::COMMANDS,
    rollout::COMMANDS,
    show::COMMANDS,
    undo::COMMANDS,
    worth::COMMANDS,
];

/// Beginning, rolling, playing, the cube and the end.
const PLAYING: Handlers = &[
    ("accept", cube::accept_or_reject),
    ("agree", |session, _, answer| {
        session.must_be_typed()?;
        session.agree(answer)
    }),
    ("decline", |session, _, answer| {
        session.must_be_typed()?;
        session.decline(answer)
    }),
    ("double", cube::double),
    ("draw", |session, _, answer| resign::draw(session, answer)),
    ("drop", |session, _, answer| cube::answered(session, Deed::Pass, Session::pass, answer)),
    ("end game", play::end_game),
    ("move", play::play),
    ("new game", new::new_game),
    ("new match", new::new_match),
    ("new session", new::new_session),
    ("play", play::computer),
    ("quit", |session, _, _| {
        session.input.is_over = session.may_leave();
        Ok(())
    }),
    ("redouble", |session, _, answer| cube::answered(session, Deed::Beaver, Session::redouble, answer)),
    ("reject", cube::accept_or_reject),
    ("resign", resign::resign),
    ("roll", play::roll),
    ("take", |session, _, answer| cube::answered(session, Deed::Take, Session::take, answer)),
];

/// The ways to carry out a command.
#[derive(Clone, Copy)]
enum Way {
    By(Handler),
    Setting(&'static Row),
    Showing(&'static Row),
}

impl Way {
    fn go(self, session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
        match self {
            Self::By(handler) => handler(session, call, answer),
            Self::Setting(row) => row.set(session, call, answer),
            Self::Showing(row) => {
                row.say(session, answer);
                Ok(())
            }
        }
    }
}

/// Finds the way to carry out a command by its path in the table. It is looked up only once.
fn way(command: &Command) -> Option<Way> {
    static FOUND: LazyLock<Box<[OnceLock<Option<Way>>]>> =
        LazyLock::new(|| (0..Table::get().size()).map(|_| OnceLock::new()).collect());
    *FOUND[command.number].get_or_init(|| {
        let mut commands = GROUPS.iter().chain(&settings::COMMANDS).flat_map(|group| group.iter());
        let is_meant = |path: &str| match path.strip_suffix('*') {
            Some(group) => command.meaning.starts_with(group),
            None => command.meaning == path,
        };
        let by = commands.find(|row| is_meant(row.0)).map(|row| Way::By(row.1));
        by.or_else(|| settings::rows().find(|row| row.is_set_by(command)).map(Way::Setting))
            .or_else(|| settings::rows().find(|row| row.is_shown_by(command)).map(Way::Showing))
    })
}
