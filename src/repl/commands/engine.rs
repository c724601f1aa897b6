//! What the engine says: `hint`, `eval`, `show matchequitytable`.

use super::{Call, Handlers};
use crate::board::Side;
use crate::engine::Phase as Kind;
use crate::engine::cube::Action;
use crate::game::Phase;
use crate::notation::{PositionId, match_id};
use crate::output::evaluation;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::line::number;
use crate::repl::session::Session;

pub(super) const COMMANDS: Handlers = &[
    ("clear cache", |_, _, _| Ok(())),
    ("clear hint", |_, _, answer| {
        answer.say("Analysis used for `hint' has been cleared");
        Ok(())
    }),
    ("eval", eval),
    ("hint", hint),
    ("show matchequitytable", match_equities),
    ("show rolls", |session, _, _| not_implemented(session)),
    ("show scoremap", |session, _, _| not_implemented(session)),
    ("show temperaturemap", |session, _, _| not_implemented(session)),
];

/// GNU Backgammon has these in its windows only.
fn not_implemented(session: &Session) -> Done {
    session.must_play()?;
    Err(Refusal::say("That command is not yet implemented."))
}

/// How many plays `hint` shows if nothing is said.
const PLAYS_SHOWN: usize = 10;

/// `hint [COUNT]`.
fn hint(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let count = match &word {
        None => PLAYS_SHOWN,
        Some(word) => {
            let count = number(&word.text).and_then(|count| usize::try_from(count).ok());
            let refusal = || Refusal::silent("`hint` takes a number of plays").at(word.place.clone());
            count.filter(|&count| count > 0).ok_or_else(refusal)?
        }
    };
    if !session.is_playing() {
        return Err(Refusal::say("You must set up a board first."));
    }
    match session.state.phase() {
        Phase::ToPlay(roll) => {
            let is_cubeful = session.settings.evaluations.of_hint().plays.evaluation.cubeful;
            let (board, digits) = (*session.state.board(), digits(session));
            let plays = session.judged_plays(roll)?;
            if plays[0].play.is_dance() {
                answer.say("There are no legal moves.");
                return Ok(());
            }
            let best = plays[0].evaluation.equity;
            for (place, play) in (1..).zip(&plays).take(count) {
                answer.put(evaluation::gnubg_play(&board, (place, play), best, is_cubeful, digits));
            }
            Ok(())
        }
        Phase::ToRoll | Phase::ToAnswerDouble(_) => cube_analysis(session, answer),
        _ => Err(Refusal::complain("a resignation is to be answered first: `accept` or `reject`")),
    }
}

/// What GNU Backgammon says of a cube decision, seen by who has to act.
fn cube_analysis(session: &Session, answer: &mut Answer) -> Done {
    let (state, decision) = session.judged_cube()?;
    if decision.action == Action::NotAvailable {
        answer.say("You cannot double.");
        return Ok(());
    }
    let is_answer = matches!(session.state.phase(), Phase::ToAnswerDouble(_));
    answer.put(evaluation::gnubg_cube(&state, &decision, is_answer, digits(session)));
    Ok(())
}

fn digits(session: &Session) -> usize {
    usize::from(session.settings.output.digits)
}

/// `eval [POSITION]`.
fn eval(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let given = call.words.peek().is_some();
    let board = if given {
        super::position::read_any(session, &mut call.words, "eval")?
    } else if session.is_playing() {
        *session.state.board()
    } else {
        return Err(Refusal::say("No position specified and no game in progress."));
    };
    let evaluations = session.judged_board(&board)?;
    let kind = match Kind::of(&board) {
        Kind::Over => "Over",
        Kind::Bearoff => "Bearoff",
        Kind::Race => "Race",
        Kind::Contact => "Contact",
    };
    answer.put(format_args!(
        "Position ID:\t{}\nMatch ID:\t{}\n\nEvaluator: \t{kind}\n\n\n{}\n\n",
        PositionId::encode(&board),
        match_id::encode(&session.state),
        evaluation::gnubg_evaluations(&evaluations, digits(session)),
    ));
    if given {
        return Ok(());
    }
    let (state, decision) = session.judged_cube()?;
    if decision.action != Action::NotAvailable {
        answer.put(evaluation::gnubg_cube(&state, &decision, false, digits(session)));
    }
    Ok(())
}

/// `show matchequitytable [LENGTH]`.
fn match_equities(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let asked = call.words.next().and_then(|word| number(&word.text));
    let length = usize::from(session.state.rules().length);
    let wanted = asked.and_then(|asked| usize::try_from(asked).ok()).filter(|&asked| asked > 0);
    let wanted = wanted.or((length > 0).then_some(length));
    let table = session.match_equities(wanted.unwrap_or(0));
    let most = wanted.unwrap_or(usize::MAX).min(table.length());
    let names = Side::ALL.map(|side| session.name(side).to_owned());
    let set = session.settings.table.as_ref().filter(|(_, set)| set.name() == table.name());
    let known = session.settings.compat.then_some("/usr/share/gnubg/met/Kazaross-XG2.xml");
    let source = set.map(|(path, _)| path.as_str()).or(known);
    answer.put(evaluation::gnubg_match_equities(&table, source, most, &names));
    Ok(())
}
