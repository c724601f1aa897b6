//! Facts about the position on the board: `plays`, `odds`, `pips`, `explain`, `id`.

use super::edit::ids;
use super::{Call, Handlers, position};
use crate::board::{Board, Roll, Side};
use crate::game::Phase;
use crate::notation::play::{PlayOptions, parse, print};
use crate::notation::{IdState, Identified, PositionId, identify};
use crate::output::{entry_chart, id, odds, pips, plays};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::line::{abbreviates, number};
use crate::repl::score::rolled;
use crate::repl::session::Session;
use crate::rules::{Leg, Reason, legal_plays, resolve};
use std::fmt::Write as _;

pub(super) const COMMANDS: Handlers =
    &[("explain", explain), ("id", all_ids), ("odds", chances), ("pips", pip_counts), ("plays", list_plays)];

/// The number of legal plays given as examples.
const EXAMPLES: usize = 3;

/// Refuses unless there is a position.
fn must_have_position(session: &Session) -> Done {
    if session.is_begun() {
        return Ok(());
    }
    let theirs = Refusal::say("No position specified and no game in progress.")
        .help("`set board` or an ID sets up a position; `new match` starts a match");
    Err(session.no_game(theirs))
}

/// `plays [DICE]`.
fn list_plays(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    must_have_position(session)?;
    let place = call.words.rest_place();
    let roll = match call.words.rest() {
        "" => rolled(&session.game.state).ok_or_else(|| {
            let may_roll = session.game.state.phase() == Phase::ToRoll;
            let or_roll = if may_roll { ", or `roll`" } else { "" };
            Refusal::say("The dice have not been rolled.")
                .help(format_args!("write the dice, as in `plays 31`{or_roll}"))
        })?,
        text => text
            .parse::<Roll>()
            .map_err(|error| Refusal::say(format_args!("No dice: `{text}'")).help(error).at(place))?,
    };
    answer.put(plays::text(&session.board(), roll));
    Ok(())
}

/// `odds [bar COUNT|chart]`.
fn chances(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let place = call.words.rest_place();
    let mut first = call.words.next();
    if first.as_ref().is_some_and(|word| abbreviates(&word.text, "chart")) {
        answer.put(entry_chart::text());
        return Ok(());
    }
    must_have_position(session)?;
    let says_bar = first.as_ref().is_some_and(|word| abbreviates(&word.text, "bar"));
    if says_bar {
        first = call.words.next();
    }
    let count = first.as_ref().and_then(|word| number(&word.text)).and_then(|count| u8::try_from(count).ok());
    let bar = count.filter(|count| (1..=15).contains(count));
    if bar.is_none() && (first.is_some() || says_bar) {
        return Err(Refusal::say("You must specify how many checkers are on the bar.")
            .help("`odds bar` takes a number from 1 to 15; `odds chart` shows the chart of entering")
            .at(place));
    }
    let text = odds::Odds::new(session.board(), session.fields().on_roll, bar).text(&session.game.names);
    answer.put(text);
    Ok(())
}

/// `pips [POSITION]`.
fn pip_counts(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let on_roll = if session.is_begun() { session.fields().on_roll } else { Side::One };
    if call.words.peek().is_some() {
        let given = position::read(session, &mut call.words, "pips")?;
        let on_roll = given.on_roll().unwrap_or(on_roll);
        answer.put(pips::text(&given.board, on_roll, given.names(session)));
        return Ok(());
    }
    must_have_position(session)?;
    answer.put(pips::text(&session.board(), on_roll, &session.game.names));
    Ok(())
}

/// `id [ID]`.
fn all_ids(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let text = call.words.rest();
    if text.is_empty() {
        must_have_position(session)?;
        let state = IdState {
            names: Some(session.game.names.clone()),
            beavers: match session.game.state.phase() {
                Phase::ToAnswerDouble(offer) => offer.beavers,
                _ => 0,
            },
            ..IdState::new(session.board(), session.fields())
        };
        answer.put(id::text_of(&state));
        return Ok(());
    }
    let found = identify(text, ids::checkers(session))
        .and_then(Identified::whole)
        .map_err(|error| Refusal::complain("No valid IDs found").help(error).at(call.words.rest_place()))?;
    answer.put(id::text(&found));
    Ok(())
}

/// `explain [PLAY]`: explains why a play, by default the last one refused, isn't legal.
fn explain(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let text = match call.words.rest() {
        "" => session.game.refused_play.clone().ok_or_else(|| {
            Refusal::say("No play was refused.").help("`explain 8/4` explains any play of the current roll")
        })?,
        text => text.to_owned(),
    };
    let Some(roll) = rolled(&session.game.state) else {
        return Err(Refusal::say("You must roll the dice before you can move."));
    };
    answer.put(explained(&text, session.game.state.board(), roll));
    Ok(())
}

/// Explains why a play isn't legal, which leg breaks the rule, and which plays are legal.
fn explained(text: &str, board: &Board, roll: Roll) -> String {
    let name = format!("`{text}' with {roll}");
    let written = match parse(text.as_bytes(), 0, PlayOptions::GNUBG) {
        Ok(written) => written,
        Err(error) => return format!("{name} isn't a play that can be read: {error}\n"),
    };
    let legs: Vec<Leg> = written.legs().map(|leg| leg.leg).collect();
    let illegal = match resolve::resolve(board, roll, &legs) {
        Ok(resolved) => {
            let play = print::gnubg(board, resolved.play());
            return format!("{name} is legal: {play}\n");
        }
        Err(illegal) => illegal,
    };
    let mut said = format!("{name} isn't legal");
    let _ = match illegal.leg.and_then(|at| legs.get(at)) {
        Some(leg) => writeln!(said, ", because of {}/{}: {}", leg.from, leg.to, illegal.reason),
        None => writeln!(said, ": {}", illegal.reason),
    };
    let legal = legal_plays(board, roll);
    if legal.is_empty() {
        said += "no play is legal: the turn passes\n";
        return said;
    }
    if matches!(illegal.reason, Reason::Incomplete { .. } | Reason::LargerDie(_)) {
        said += "as many dice as possible must be played, and of two that exclude each other the larger\n";
    }
    let examples: Vec<String> =
        legal.iter().take(EXAMPLES).map(|(play, _)| print::gnubg(board, play).to_string()).collect();
    let rest = legal.len() - examples.len();
    let more = if rest > 0 { format!(" and {rest} more (`plays` lists them)") } else { String::new() };
    let _ = writeln!(said, "legal: {}{more}", examples.join(", "));
    let _ = writeln!(said, "position: {}", PositionId::encode(board));
    said
}
