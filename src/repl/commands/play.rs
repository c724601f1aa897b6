//! Rolling and playing: `roll`, `move`, `play`, `end game`.

use crate::board::{Board, Roll};
use crate::diag::Span;
use crate::game::record::WrittenPlay;
use crate::game::{Action, Phase, Resume};
use crate::notation::play::{PlayOptions, PlaySyntaxError, parse};
use crate::output::lesson::Deed;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::history;
use crate::repl::session::{Seat, Session};
use crate::repl::tutor::Advice;
use crate::rules::{self, Leg, Play, legal_plays};

pub(super) fn roll(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.must_play()?;
    session.must_be_typed()?;
    match session.game.state.phase() {
        Phase::ToAnswerDouble(offer) => return Err(session.considers(offer)),
        Phase::ToAnswerResignation { .. } => return Err(session.unresolved()),
        Phase::ToPlay(roll) => {
            return Err(Refusal::say("You have already rolled the dice.")
                .help(format_args!("the roll {roll} must be played first; `plays` lists the legal plays")));
        }
        _ => {}
    }
    if session.advise_cube(Deed::Wait, answer)? == Advice::Leave {
        return Ok(());
    }
    session.may_replace(answer)?;
    session.roll(answer)
}

/// `move PLAY`, or a line that begins with a point.
pub(super) fn play(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.must_play()?;
    session.must_be_typed()?;
    session.must_be_resolved()?;
    let roll = match session.game.state.phase() {
        Phase::ToPlay(roll) => roll,
        Phase::ToAnswerResignation { by, otherwise: Resume::Play(_), .. } => {
            let name = session.name(by.opponent());
            return Err(Refusal::say(format_args!(
                "Please wait for {name} to consider the resignation before moving."
            )));
        }
        Phase::ToAnswerDouble(offer) if !session.settings.compat || session.game.dice_under.is_some() => {
            return Err(session.considers(offer));
        }
        _ => return Err(Refusal::say("You must roll the dice before you can move.")),
    };
    session.may_replace(answer)?;
    let text = call.words.rest();
    if text.is_empty() {
        return only_play(session, roll, answer);
    }
    let place = call.words.rest_place();
    let before = *session.game.state.board();
    let mut read = read(text, &before, roll);
    if session.settings.compat {
        // GNU Backgammon only considers the position after a play.
        read = same_result(text, &before, roll, read);
    }
    match read {
        Ok(play) => {
            session.game.refused_play = None;
            if session.advise_play(roll, &play, answer)? == Advice::Leave {
                return Ok(());
            }
            let by = session.game.state.on_roll();
            session
                .act(by, &Action::Play(play), Some(history::Deed::Played(roll, play)))
                .map_err(Refusal::say)?;
            session.game.pending = true;
            Ok(())
        }
        Err(wrong) if condoned(session, text, roll, &wrong.why, answer) => Ok(()),
        Err(wrong) => {
            session.game.refused_play = Some(text.to_owned());
            let place = wrong.place.map_or(place.clone(), |span| {
                let at = |offset: usize| (place.start + offset).min(place.end);
                at(span.start as usize)..at(span.end as usize)
            });
            Err(Refusal::complain("Illegal or unparsable move.").help(wrong.why).at(place))
        }
    }
}

/// Makes the only legal play of a roll.
fn only_play(session: &mut Session, roll: Roll, answer: &mut Answer) -> Done {
    let plays = legal_plays(session.game.state.board(), roll);
    let play = session.forced_play(&plays).ok_or_else(|| {
        Refusal::say("You must specify a move (type `help move' for instructions).")
            .help(format_args!("{} plays are legal; `plays` lists them", plays.len()))
    })?;
    session.make(&play, answer);
    Ok(())
}

/// The reason why a text isn't a legal play, and the part of it that is wrong, unless it is the whole.
struct Wrong {
    why: String,
    place: Option<Span>,
}

impl From<PlaySyntaxError> for Wrong {
    fn from(error: PlaySyntaxError) -> Self {
        Self { why: error.to_string(), place: Some(error.span).filter(|span| span.start < span.end) }
    }
}

/// Reads a play and finds the legal one that it means.
fn read(text: &str, board: &Board, roll: Roll) -> Result<Play, Wrong> {
    let written = parse(text.as_bytes(), 0, PlayOptions::GNUBG)?;
    match rules::resolve::resolve(board, roll, &legs(&written)) {
        Ok(resolved) => Ok(*resolved.play()),
        Err(illegal) => Err(Wrong {
            why: illegal.reason.to_string(),
            place: illegal.leg.and_then(|leg| Some(written.legs().nth(leg)?.span)),
        }),
    }
}

/// Makes an illegal play if the settings allow it, its steps can be made, and the opponent agrees.
fn condoned(session: &mut Session, text: &str, roll: Roll, why: &str, answer: &mut Answer) -> bool {
    let by = session.game.state.on_roll();
    if !session.settings.condones || session.settings.compat || session.game.seats[!by] == Seat::Computer {
        return false;
    }
    let Ok(written) = parse(text.as_bytes(), 0, PlayOptions::GNUBG) else { return false };
    let Some(after) = rules::resolve::force(session.game.state.board(), &legs(&written)) else {
        return false;
    };
    let question =
        format!("{}: `{text}' isn't legal with {roll} ({why}). Does it stand? ", session.name(!by));
    if !session.confirm(&question, answer) {
        return false;
    }
    let deed = history::Deed::Condoned(roll);
    session.game.pending |= session.act(by, &Action::CondonedPlay(after), Some(deed)).is_ok();
    session.game.refused_play = None;
    true
}

/// Finds the legal play with the same result as the steps of a text, as far as GNU Backgammon follows them;
/// the play `read` if it has that result.
fn same_result(text: &str, board: &Board, roll: Roll, read: Result<Play, Wrong>) -> Result<Play, Wrong> {
    let written = parse(text.as_bytes(), 0, PlayOptions::GNUBG)?;
    let result = rules::resolve::follow(board, &legs(&written));
    let plays = legal_plays(board, roll);
    let is_it = |play: &Play| plays.iter().any(|(legal, after)| legal == play && Some(*after) == result);
    if read.as_ref().is_ok_and(is_it) {
        return read;
    }
    let found = plays.iter().find(|(_, after)| Some(*after) == result).map(|(play, _)| *play);
    let unwritten = || Wrong { why: "what it hits on its way isn't written".to_owned(), place: None };
    found.ok_or_else(|| read.err().unwrap_or_else(unwritten))
}

fn legs(written: &WrittenPlay) -> Vec<Leg> {
    written.legs().map(|leg| leg.leg).collect()
}

/// `play`: makes the computer act on its turn, and then announces the next turn.
pub(super) fn computer(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.must_play()?;
    if session.game.seats[session.turn()] == Seat::Human {
        return Err(Refusal::say("It's not the computer's turn to play."));
    }
    session.computer_acts(answer)?;
    if session.settings.compat { session.settle_once(answer) } else { Ok(()) }
}

/// `end game`: the program plays both sides until the game is over.
pub(super) fn end_game(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.must_play()?;
    // A game that is played out must not stop in the middle because its dice can't be chosen.
    session.chosen_roll()?;
    session.play_out(answer)
}
