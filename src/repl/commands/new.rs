//! Beginning: `new match`, `new session`, `new game`.

use crate::board::Side;
use crate::diag::count::many;
use crate::game::{MatchState, Phase, Score};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::flow::Opening;
use crate::repl::history::Game;
use crate::repl::line::number;
use crate::repl::session::{Seat, Session};
use crate::repl::settings::MAX_LENGTH;

/// `new match [LENGTH]`.
pub(super) fn new_match(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let length = match call.words.next() {
        None => session.settings.match_length,
        Some(word) => {
            session.check_length(number(&word.text)).map_err(|refusal| {
                let theirs = || {
                    Refusal::say(format_args!(
                        "GNU Backgammon is compiled with support only for matches of length {MAX_LENGTH}\nand below"
                    ))
                };
                if session.settings.compat { theirs() } else { refusal }.at(word.place)
            })?
        }
    };
    if length == 0 {
        return new_session(session, call, answer);
    }
    if length > MAX_LENGTH && session.game.seats.0.contains(&Seat::Computer) {
        let refusal = format_args!("The computer plays matches to {MAX_LENGTH} points at most.");
        let help = "`set player NAME human` seats a person";
        return Err(Refusal::complain(refusal).help(help));
    }
    give_up(session, DISCARD, answer)?;
    session.game.names = session.settings.default_names.clone();
    begin(session, length);
    let points = many(length.into(), "point");
    answer.say(format_args!("A new {points} match has been started."));
    session.open_game(Opening::Asked, answer)
}

pub(super) fn new_session(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    give_up(session, DISCARD, answer)?;
    begin(session, 0);
    answer.say("A new session has been started.");
    session.open_game(Opening::Asked, answer)
}

pub(super) fn new_game(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    if let (Phase::MatchOver(_), Some(games)) = (session.game.state.phase(), session.game.state.rules().games)
    {
        let games = many(games.into(), "game");
        return Err(Refusal::say(format_args!("The session is over: its length was {games}."))
            .help("`new session` begins another one"));
    }
    if matches!(session.game.state.phase(), Phase::MatchOver(_)) || is_decided(session) {
        return Err(Refusal::say("The match is already over.").help("`new match` begins another one"));
    }
    give_up(session, RESTART, answer)?;
    if session.game.state.phase() == Phase::OpeningRoll || session.is_playing() {
        let history = &session.game.history;
        let left = history.games.iter().skip(history.game).flat_map(|game| &game.moves);
        let discarded = left.filter(|step| step.what.is_step() && !step.is_given).count();
        // The discarded game doesn't count, and isn't kept.
        if let Some(start) = session.game.history.current().map(|game| game.start.clone()) {
            // Rules set in the meantime stay.
            let rules = session.game.state.rules().clone();
            // Results in mid-game stay, too.
            let score = session.game.history.has_result().then(|| *session.game.state.score());
            session.game.state = start;
            if let Some(score) = score {
                session.game.state.place_score(score);
            }
            session.game.state.begin_with(0);
            session.game.state.place_rules(rules);
        }
        // An empty game of a record stays, in GNU Backgammon.
        let is_kept = |game: &Game| session.settings.compat && game.is_read() && game.moves.is_empty();
        if !session.game.history.current().is_some_and(is_kept) {
            session.game.history.games.truncate(session.game.history.game);
        }
        // The saved match stays as it was.
        let is_safe = session.leave_kept();
        if discarded > 0 && !session.settings.compat {
            let discarded = many(discarded as u64, "move");
            let way_back = if is_safe { "; `restore` lists the match as it was" } else { "" };
            answer.complain(format_args!("note: the game in progress is discarded ({discarded}){way_back}"));
        }
    }
    let is_spent = session.game.is_crawford_spent || session.game.state.is_crawford_game();
    if let Some(is_crawford) = session.game.announced_crawford.filter(|_| session.settings.compat) {
        let state = &mut session.game.state;
        let is_away = Side::ALL.into_iter().any(|side| state.score().away(side, state.rules()) == 1);
        state.place_score(Score { crawford_played: is_away && !is_crawford, ..*state.score() });
        state.place_crawford(is_crawford);
    } else if session.settings.compat && !session.keeps_stage() && is_spent {
        // GNU Backgammon treats a Crawford game named in a score set by hand as played.
        session.game.state.place_crawford(false);
        session.game.state.place_score(Score { crawford_played: true, ..*session.game.state.score() });
    }
    session.game.is_crawford_spent = false;
    session.open_game(Opening::Asked, answer)
}

/// Returns `true` in compat mode if the score has reached the length, whatever the game: one that is gone back to has the
/// length with which it began, and the score that was set.
fn is_decided(session: &Session) -> bool {
    let (length, score) = (session.game.state.rules().length, session.game.state.score());
    session.settings.compat && length > 0 && score.points.0.iter().any(|&points| points >= u32::from(length))
}

/// Begins a match or session without a game.
fn begin(session: &mut Session, length: u16) {
    session.game.history.clear();
    session.game.cautioned = None;
    session.game.has_own_rules = false;
    session.game.is_helped = false;
    session.game.announced_crawford = None;
    session.game.next_is_crawford = None;
    session.game.is_crawford_spent = false;
    session.kept.file = None;
    session.game.record = crate::repl::record::begun(session.host.today());
    session.game.state = MatchState::new(session.rules(length));
}

/// The question before a match is discarded.
pub(super) const DISCARD: &str = "Are you sure you want to discard the current match? ";
/// The question before a game is discarded.
const RESTART: &str = "Are you sure you want to start a new game, and discard the rest of the match? ";

/// Asks before a game in progress is discarded, or a match that isn't saved.
pub(super) fn give_up(session: &mut Session, question: &str, answer: &mut Answer) -> Done {
    let is_lost = if question == RESTART {
        // Back at its beginning, a game can be lost, too.
        session.is_playing() || !session.is_begun() && session.game.history.next().is_some()
    } else {
        session.would_be_lost()
    };
    if session.settings.confirm.new && is_lost && !session.confirm(question, answer) {
        let stays = if session.is_playing() { "the game in progress continues" } else { "the match stays" };
        return Err(Refusal::silent(stays));
    }
    Ok(())
}
