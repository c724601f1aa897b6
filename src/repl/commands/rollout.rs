//! `rollout`: rolls out plays, cube decisions or positions.

use super::notes;
use super::position::must_have_checkers;
use crate::engine::met::UNKNOWN_SCORE;
use crate::engine::rollout::Question;
use crate::game::Phase;
use crate::notation::play::print;
use crate::output::rollout::Played;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::line::number;
use crate::repl::score::rolled;
use crate::repl::session::Session;
use crate::rules::resolve::resolve;

pub(super) const COMMANDS: Handlers = &[
    ("analyse rollout cube", |session, _, answer| again(session, answer, Asked::Cube)),
    ("analyse rollout game", |session, _, answer| all(session, answer, false)),
    ("analyse rollout match", |session, _, answer| all(session, answer, true)),
    ("analyse rollout move", |session, _, answer| again(session, answer, Asked::Plays)),
    ("rollout", rollout),
];

/// The part of a decision to roll out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Plays,
    Cube,
}

/// `analyse rollout cube|move`: rolls out the cube action or the marked candidates of the next decision.
fn again(session: &mut Session, answer: &mut Answer, asked: Asked) -> Done {
    if asked == Asked::Cube {
        notes::cube_mark(session)?;
        let board = *session.game.state.board();
        let question = Question::Cube(board);
        return session.roll_out(&board, None, &question, &Played::names_of(&question), answer);
    }
    let step = notes::markable(session)?.clone();
    let board = *step.before.board();
    let Some(roll) = step.what.dice() else { return Ok(()) };
    let plays = step.notes.play_analyses().take(1);
    let marked = plays
        .flat_map(|play| step.marked.iter().filter_map(|number| play.candidates.get(number.wrapping_sub(1))));
    let found = marked.filter_map(|candidate| {
        Some((*resolve(&board, roll, &candidate.legs).ok()?.after(), notes::named(&step, candidate)))
    });
    let (boards, names): (Vec<_>, Vec<_>) = found.unzip();
    if boards.is_empty() {
        return Err(Refusal::complain("No moves marked for rollout\n\n")
            .help("`cmark move set rollout 1 2' marks candidates"));
    }
    session.roll_out(&board, Some(roll), &Question::Plays(boards), &names, answer)
}

/// `analyse rollout game|match`: rolls out everything marked there, one after the other, and stays at its
/// place.
fn all(session: &mut Session, answer: &mut Answer, is_match: bool) -> Done {
    notes::must_have_games(session)?;
    let (here, undone) = (session.here(), session.game.history.undone);
    let games = if is_match { 0..session.game.history.games.len() } else { here.game..here.game + 1 };
    let mut done = Ok(());
    'games: for number in games {
        for place in 0..session.game.history.games[number].moves.len() {
            let step = &session.game.history.games[number].moves[place];
            let (is_cube, is_play) = (step.is_marked, !step.marked.is_empty());
            if !is_cube && !is_play {
                continue;
            }
            session.go_to(number, place);
            for asked in [is_cube.then_some(Asked::Cube), is_play.then_some(Asked::Plays)] {
                if let Some(asked) = asked {
                    done = again(session, answer, asked);
                }
                if done.is_err() {
                    break 'games;
                }
            }
        }
    }
    session.return_to(here);
    session.game.history.undone = undone;
    done
}

/// The number of plays that the rollout of an ID with dice compares.
const COMPARED: usize = 2;

/// `rollout [=NUMBER…]`, or `rollout [cube] [POSITION]`.
fn rollout(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let first = call.words.peek();
    if session.settings.compat && first.is_some() {
        return Err(Refusal::complain(
            "The rollout command takes no arguments and only rollouts the current position",
        ));
    }
    let is_cube = first.as_ref().is_some_and(|first| first.text == "cube");
    if is_cube {
        call.words.next();
    }
    let is_listed = first.is_some_and(|first| first.text.starts_with('='));
    if !is_listed && call.words.peek().is_some() {
        let given = super::position::read_any(session, &mut call.words, "rollout")?;
        given.must_be_decided()?;
        let has_game = given.said.is_some();
        return given.in_place(session, |session| {
            session.caution(answer)?;
            match has_game {
                _ if is_cube => cube(session, answer),
                true => decision(session, answer),
                false => position(session, answer),
            }
        });
    }
    session.caution(answer)?;
    if !session.is_playing() {
        return Err(session.no_game(Refusal::complain("No position specified and no game in progress.")));
    }
    match is_listed {
        _ if is_cube => cube(session, answer),
        true => plays(session, call, answer),
        false => position(session, answer),
    }
}

/// Rolls out the cube decision of the side on roll.
fn cube(session: &mut Session, answer: &mut Answer) -> Done {
    let board = *session.game.state.board();
    if session.evaluated_cube()?.1.action == crate::engine::cube::Action::NotAvailable {
        return Err(Refusal::say("You cannot double."));
    }
    let question = Question::Cube(board);
    session.roll_out(&board, None, &question, &Played::names_of(&question), answer)
}

/// Rolls out what is to be decided: the best plays of the dice, the cube action, or the position if there is none.
fn decision(session: &mut Session, answer: &mut Answer) -> Done {
    let board = *session.game.state.board();
    if let Some(roll) = rolled(&session.game.state) {
        let best = session.evaluated_plays(roll)?;
        let plays = best.iter().take(COMPARED);
        let (boards, names): (Vec<_>, Vec<_>) =
            plays.map(|play| (play.after, print::gnubg(&board, &play.play).to_string())).unzip();
        return session.roll_out(&board, Some(roll), &Question::Plays(boards), &names, answer);
    }
    let state = session.cube_state(session.game.state.on_roll());
    let table = session.match_equities(state.most_away());
    let question = Question::before_roll(board, &state, &table);
    match question.ok_or_else(|| Refusal::complain(UNKNOWN_SCORE))? {
        Question::Cube(_) if !session.settings.rollouts.initial => cube(session, answer),
        _ => position(session, answer),
    }
}

/// Rolls out a position before the side on roll has chosen whether to double.
fn position(session: &mut Session, answer: &mut Answer) -> Done {
    let board = *session.game.state.board();
    must_have_checkers(&board)?;
    let question = Question::Position(board);
    session.roll_out(&board, None, &question, &Played::names_of(&question), answer)
}

/// Rolls out the plays with these numbers in the list of `hint`.
fn plays(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let board = *session.game.state.board();
    let Phase::ToPlay(roll) = session.game.state.phase() else {
        return Err(Refusal::say("You must roll the dice before you can play them out.")
            .help("`=1` is the first play that `hint` lists"));
    };
    let evaluated = session.evaluated_plays(roll)?;
    let (mut boards, mut names) = (Vec::new(), Vec::new());
    for word in call.words.by_ref() {
        let wanted =
            word.text.strip_prefix('=').and_then(number).and_then(|number| usize::try_from(number).ok());
        let play = wanted.and_then(|wanted| evaluated.get(wanted.wrapping_sub(1)));
        let Some(play) = play else {
            return Err(Refusal::silent(format_args!("`hint` lists {} plays: =1 to ={0}", evaluated.len()))
                .at(word.place));
        };
        if !boards.contains(&play.after) {
            boards.push(play.after);
            names.push(print::gnubg(&board, &play.play).to_string());
        }
    }
    session.roll_out(&board, Some(roll), &Question::Plays(boards), &names, answer)
}
