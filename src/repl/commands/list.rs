//! `list`: what was played, in two columns.

use crate::board::Side;
use crate::game::Phase;
use crate::game::record::{Cell, Written};
use crate::notation::play::print;
use crate::repl::answer::Answer;
use crate::repl::flow::points;
use crate::repl::history::{Deed, Move, Source};
use crate::repl::session::Session;

/// `list game`.
///
/// The column of the player on the right is padded only after another entry of his, as GNU Backgammon does
/// it; what it has no words for, and an entry after another one of the same player on the left, are put right
/// outside of compat mode.
pub(super) fn game(session: &Session, answer: &mut Answer) {
    let Some(game) = session.game.history.current() else { return };
    let compat = session.settings.compat;
    let mut before = None;
    // GNU Backgammon counts the cube from 1, whatever automatic doubles have made of it.
    let mut cube = 1;
    for step in &game.moves {
        cube *= if step.what == Deed::Doubled { 2 } else { 1 };
        // A resignation is told of the one who resigns.
        let by = if matches!(step.what, Deed::Resigned(_)) { step.by.opponent() } else { step.by };
        if by == Side::One && (before == Some(Side::One) || (!compat && before.is_none())) {
            answer.put(format_args!("{:width$}", "", width = if compat { 42 } else { 44 }));
        } else if !compat && by == Side::Zero && before == Some(Side::Zero) {
            answer.put('\n');
        }
        answer.put(words(step, compat.then_some(cube)));
        if by == Side::One {
            answer.put('\n');
        }
        before = Some(by);
    }
    if before == Some(Side::Zero) {
        answer.put('\n');
    }
}

/// Writes one cell, in GNU Backgammon's words and widths.
fn words(step: &Move, counted: Option<u32>) -> String {
    let compat = counted.is_some();
    let dice = |roll: crate::board::Roll| format!("{}{}     : ", roll.high(), roll.low());
    match step.what {
        Deed::Played(roll, play) => {
            let text = print::gnubg(step.before.board(), &play).to_string();
            // A long play pushes what follows aside.
            format!("{}{text:<19}{:16}", dice(roll), "")
        }
        Deed::Condoned(roll) => {
            let mark = if compat { "" } else { " (illegal)" };
            format!("{}{:<35}", dice(roll), format!("{}{mark}", as_written(step)))
        }
        Deed::Rolled(roll) if compat => format!("{}{:<33}", dice(roll), "Rolled"),
        Deed::Rolled(roll) => format!("{}{:<35}", dice(roll), "Rolled"),
        Deed::Doubled => {
            let value = match step.after.phase() {
                _ if compat => counted.unwrap_or(2),
                Phase::ToAnswerDouble(offer) => offer.value,
                _ => step.before.cube().value * 2,
            };
            format!("Doubles to {value:4}{:width$}", "", width = if compat { 30 } else { 29 })
        }
        Deed::Taken => format!("{:<44}", "Takes"),
        Deed::Passed if compat => "Drops\n".to_owned(),
        Deed::Passed => format!("{:<44}", "Drops"),
        Deed::Resigned(_) if compat => "Resigns\n".to_owned(),
        Deed::Resigned(outcome) => {
            format!("{:<44}", format!("Resigns the {}", super::super::flow::outcome_words(outcome)))
        }
        Deed::Drawn => format!("{:<44}", "Draw"),
        Deed::SetBoard if compat => unhandled(6),
        Deed::SetCubeValue if compat => unhandled(8),
        Deed::SetCubeOwner if compat => unhandled(9),
        Deed::SetBoard => format!("{:<44}", "(board set)"),
        Deed::SetCubeValue => format!("{:<44}", format!("(cube set to {})", step.after.cube().value)),
        Deed::SetCubeOwner => format!("{:<44}", "(cube moved)"),
    }
}

/// Writes a play that isn't legal as its record has it.
fn as_written(step: &Move) -> String {
    let Source::Entry(entry) = &step.source else { return String::new() };
    let Written::Turn { cell: Cell::Play(play), .. } = &entry.written else { return String::new() };
    let legs: Vec<String> = play.legs().map(|leg| format!("{}/{}", leg.leg.from, leg.leg.to)).collect();
    legs.join(" ")
}

fn unhandled(kind: u8) -> String {
    format!("{:<42}\n", format!("Unhandled movetype {kind}"))
}

/// `list match`: GNU Backgammon has the command, and says nothing.
pub(super) fn games(session: &Session, answer: &mut Answer) {
    if session.settings.compat {
        return;
    }
    for (place, game) in session.game.history.games.iter().enumerate() {
        let score = game.start.score().points;
        let names = &game.names;
        let mark = if place == session.game.history.game { '>' } else { ' ' };
        let crawford = if game.start.is_crawford_game() { ", Crawford" } else { "" };
        let head = format!(
            "{mark}{:3}  {} {}, {} {}{crawford}: ",
            place + 1,
            names[Side::Zero],
            score[Side::Zero],
            names[Side::One],
            score[Side::One]
        );
        match game.result() {
            Some(result) => {
                answer.say(match result.winner {
                    Some(winner) => format!("{head}{} wins {}", names[winner], points(result.points)),
                    None => format!("{head}drawn"),
                });
            }
            None => answer.say(format_args!("{head}{} moves", game.moves.len())),
        }
    }
}
