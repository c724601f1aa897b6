//! `analyse`, `show statistics` and `review`.

use super::notes::must_have_games;
use crate::analysis::skill::Statistics;
use crate::output::statistics::{self, Parts, Style};
use crate::repl::analysed::present;
use crate::repl::answer::{Answer, Done};
use crate::repl::call::Handlers;
use crate::repl::session::Session;
use std::ops::Range;

pub(super) const COMMANDS: Handlers = &[
    ("analyse game", |session, _, answer| analyse(session, present, answer)),
    ("analyse match", |session, _, answer| analyse(session, all, answer)),
    ("analyse move", |session, _, answer| {
        begin(session, answer)?;
        session.analyse_next()
    }),
    ("review", |session, _, answer| {
        begin(session, answer)?;
        let text = session.review()?;
        answer.put(text);
        Ok(())
    }),
    ("show statistics game", |session, _, answer| {
        must_have_games(session)?;
        answer.put(session.statistics_text(present(session)));
        Ok(())
    }),
    ("show statistics match", |session, _, answer| {
        if session.settings.compat && (session.game.history.games.is_empty() || session.is_forgotten()) {
            // GNU Backgammon's text for a match that hasn't begun.
            let parts = Parts { plays: false, cube: false, luck: false };
            let style = Style { parts, ..session.style() };
            answer.put(statistics::text(&Statistics::default(), &session.game.names, style));
            return Ok(());
        }
        must_have_games(session)?;
        answer.put(session.statistics_text(all(session)));
        Ok(())
    }),
];

/// Returns all games.
fn all(session: &Session) -> Range<usize> {
    0..session.game.history.games.len()
}

/// `analyse game`, `analyse match`, `analyse session`.
fn analyse(session: &mut Session, which: fn(&Session) -> Range<usize>, answer: &mut Answer) -> Done {
    begin(session, answer)?;
    session.analyse_games(which(session))
}

/// Checks that there is something to analyse, and points out where the analysis can't be relied on.
fn begin(session: &mut Session, answer: &mut Answer) -> Done {
    must_have_games(session)?;
    session.caution(answer)?;
    let settings = &session.settings;
    let is_set = settings.table.is_some() || settings.is_table_inverted;
    if is_set && !settings.compat && !session.game.state.rules().is_money() {
        answer.say("Note: analyses and statistics use the program's own match equity table.");
    }
    Ok(())
}
