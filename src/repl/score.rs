//! The score and what follows from it: the stage of a match, and the dice on the board.

use super::answer::Answer;
use super::history::Game;
use super::session::Session;
use crate::board::{Roll, Side};
use crate::game::{MatchState, Phase, Resume, Score};
use std::fmt::Write as _;

impl Session {
    /// Prints the score.
    pub(super) fn say_score(&self, answer: &mut Answer) {
        let state = &self.game.state;
        let played = self.games_played();
        let games = if played == 1 { "game" } else { "games" };
        let points = state.score().points;
        let mut text = format!(
            "The score (after {played} {games}) is: {} {}, {} {}",
            self.name(Side::Zero),
            points[Side::Zero],
            self.name(Side::One),
            points[Side::One]
        );
        let rules = state.rules();
        if rules.is_money() {
            let with = if rules.jacoby { "with" } else { "without" };
            let _ = write!(text, " (money session, {with} Jacoby rule).");
            answer.say(text);
            let each = self.settings.stake;
            if each.total_cmp(&1.0).is_ne()
                && !self.settings.compat
                && points[Side::Zero] != points[Side::One]
            {
                let ahead = f64::from(points[Side::Zero]) - f64::from(points[Side::One]);
                let (leader, behind) =
                    if ahead < 0.0 { (Side::One, Side::Zero) } else { (Side::Zero, Side::One) };
                let (leader, behind) = (self.name(leader), self.name(behind));
                answer.say(format_args!("At {each} a point, {behind} owes {leader} {}.", ahead.abs() * each));
            }
            return;
        }
        let plural = if rules.length == 1 { "" } else { "s" };
        let words = match stage(self) {
            Stage::Before => "",
            Stage::Crawford => ", Crawford game",
            Stage::After => ", post-Crawford play",
        };
        let _ = write!(text, " (match to {} point{plural}{words})", rules.length);
        self.end_of_short_line(&text, answer);
    }

    /// Returns `true` if the next game is the Crawford game if this one is: without the Crawford rule GNU Backgammon
    /// leaves that as it was set.
    pub(super) const fn keeps_stage(&self) -> bool {
        self.settings.compat && !self.settings.automatic.crawford
    }

    /// Returns `true` if the game after this one, at this score, is the Crawford game.
    pub(super) fn is_crawford_next(&self, score: &Score) -> bool {
        let state = &self.game.state;
        if self.keeps_stage() { state.is_crawford_game() } else { score.is_crawford(state.rules()) }
    }

    /// Returns `true` if the game that is shown began as the Crawford game or after it.
    pub(super) fn is_late(&self) -> bool {
        let is_crawford = self.game.history.current().is_some_and(|game| game.start.is_crawford_game());
        is_crawford || was_post_crawford(self)
    }

    /// Returns the number of games played. GNU Backgammon also counts those before the first one of a file.
    pub(super) fn games_played(&self) -> usize {
        let history = &self.game.history;
        if !self.settings.compat {
            return history.finished().count();
        }
        let before = history.games.first().map_or(0, |first| first.start.game().saturating_sub(1));
        let moves = |(place, game): (usize, &Game)| {
            let count = if place < history.game { game.moves.len() } else { history.at };
            game.moves[..count.min(game.moves.len())].iter().filter(|step| step.is_last()).count()
        };
        let counts: Vec<usize> = history.games.iter().enumerate().take(history.game + 1).map(moves).collect();
        let played = counts.iter().sum::<usize>() + before as usize;
        // A game of a file counts those before it even if their results couldn't be read.
        let stated = history.current().filter(|game| game.is_read()).map_or(0, |game| game.start.game());
        played.max(counts.last().map_or(0, |last| last + stated.saturating_sub(1) as usize))
    }

    /// Returns `true` if the Crawford game is over; the end of the match doesn't change that.
    pub(super) fn is_post_crawford(&self) -> bool {
        stage(self) == Stage::After
    }
}

/// The stage of a match, relative to the Crawford game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before the Crawford game.
    Before,
    /// In it.
    Crawford,
    /// After it.
    After,
}

/// Returns the stage of the match.
pub(super) fn stage(session: &Session) -> Stage {
    if let Some(stage) = session.game.said_stage {
        return stage;
    }
    let state = &session.game.state;
    let is_one_away = |side| state.score().away(side, state.rules()) == 1;
    let is_away = Side::ALL.into_iter().any(is_one_away);
    let rules = state.rules();
    let is_after = match state.phase() {
        Phase::MatchOver(_) | Phase::GameOver(_)
            if session.game.pending || (session.settings.compat && session.game.history.is_revisited) =>
        {
            was_post_crawford(session)
        }
        // The stage of the next game is known when it begins; until then, the stage is that of the last one.
        Phase::MatchOver(_) => was_post_crawford(session) || rules.length == 1,
        Phase::GameOver(_) => is_away && (was_post_crawford(session) || state.score().crawford_played),
        // Results in mid-game don't make it a later one.
        _ if session.game.history.current().is_some_and(Game::goes_on) => was_post_crawford(session),
        _ => is_away,
    };
    match is_after {
        // A match to one point has neither a Crawford game nor one after it; GNU Backgammon says the latter.
        _ if rules.length == 1 && !session.settings.compat => Stage::Before,
        _ if session.fields().crawford => Stage::Crawford,
        true => Stage::After,
        false => Stage::Before,
    }
}

/// Returns `true` if the game that is shown began after the Crawford game, or without one.
fn was_post_crawford(session: &Session) -> bool {
    let Some(start) = session.game.history.current().map(|game| &game.start) else { return false };
    // In compat mode its beginning keeps the length with which it began, whatever length was set since.
    let rules = session.game.state.rules();
    let is_one_away = |side| start.score().away(side, rules) == 1;
    !start.is_crawford_game() && Side::ALL.into_iter().any(is_one_away)
}

/// Returns the dice on the board.
pub(super) fn rolled(state: &MatchState) -> Option<Roll> {
    match state.phase() {
        Phase::ToPlay(roll) | Phase::ToAnswerResignation { otherwise: Resume::Play(roll), .. } => Some(roll),
        _ => None,
    }
}
