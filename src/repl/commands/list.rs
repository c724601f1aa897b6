//! `list`: prints the moves in two columns.

use super::Call;
use crate::board::{Board, Side};
use crate::diag::count::many;
use crate::game::Phase;
use crate::game::record::{Annotation, Cell, Rating, Written};
use crate::notation::play::print;
use crate::repl::answer::{Answer, Done};
use crate::repl::history::{Deed, Move, Source};
use crate::repl::record::listed::{self, digits_of_play};
use crate::repl::session::Session;
use crate::rules::{Play, Step};

/// `list game`.
///
/// The column of the player on the right is padded only after another entry of that player, as in GNU
/// Backgammon. Outside of compat mode two gaps are closed: entries without words, and an entry after another
/// one of the same player on the left; and if the session has gone back, a mark shows the move that follows.
pub(super) fn game(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Some(game) = session.game.history.current() else { return Ok(()) };
    let compat = session.settings.compat;
    let next = Some(session.game.history.at).filter(|&at| !compat && at < game.moves.len());
    let margin = usize::from(next.is_some());
    let mut before = None;
    // GNU Backgammon counts the cube from 1, whatever the automatic doubles.
    let mut cube = 1;
    let mut told = Told { board: game.start.board_of(Side::One) };
    for (place, step) in game.moves.iter().enumerate() {
        cube *= if step.what == Deed::Doubled { 2 } else { 1 };
        // A resignation is listed for the player who resigns.
        let by = if matches!(step.what, Deed::Resigned(_)) { step.by.opponent() } else { step.by };
        if by == Side::One && (before == Some(Side::One) || (!compat && before.is_none())) {
            answer.put(format_args!("{:width$}", "", width = if compat { 42 } else { 44 + margin }));
        } else if !compat && by == Side::Zero && before == Some(Side::Zero) {
            answer.put('\n');
        }
        answer.put(format_args!("{:margin$}", if next == Some(place) { ">" } else { "" }));
        let board = if compat { told.of(step) } else { *step.before.board() };
        answer.put(words(step, &board, compat.then_some(cube)));
        if by == Side::One {
            answer.put('\n');
        }
        before = Some(by);
    }
    if before == Some(Side::Zero) || compat && game.moves.is_empty() {
        answer.put('\n');
    }
    Ok(())
}

/// The board that follows from the plays alone, each up to a step that can't be made. GNU Backgammon lists a game
/// without the positions that were set in it.
struct Told {
    /// From the view of player 1.
    board: Board,
}

impl Told {
    /// Returns the board before a move, from the mover's view, and makes the move.
    fn of(&mut self, step: &Move) -> Board {
        let seen = |board: Board| if step.by == Side::One { board } else { board.flip() };
        let before = seen(self.board);
        if matches!(step.what, Deed::Played(..) | Deed::Condoned(_)) {
            let [was, is] = [&step.before, &step.after].map(|state| state.board_of(Side::One));
            match listed::steps(step) {
                Some(steps) => self.board = seen(followed(&before, &steps)),
                // The record has only the position after it.
                None if was != is => self.board = is,
                None => {}
            }
        }
        before
    }
}

/// Makes the steps of a play up to the first that moves back, begins without a checker, or ends on a point held by the
/// opponent.
fn followed(board: &Board, steps: &[(u8, u8)]) -> Board {
    let mut lanes = *board.lanes();
    for &(from, to) in steps {
        let is_held = to > 0 && lanes[usize::from(to)] < -1;
        if from <= to || lanes[usize::from(from)] <= 0 || is_held {
            break;
        }
        Step::new(from, to).make(&mut lanes);
    }
    Board::from_lanes(lanes)
}

/// Writes one cell, in GNU Backgammon's words and widths.
fn words(step: &Move, board: &Board, counted: Option<u32>) -> String {
    let compat = counted.is_some();
    let luck = if compat { luck_mark(step.notes.luck) } else { "" };
    let dice = |roll: crate::board::Roll| {
        let [first, second] = digits_of_play(step, roll).map(char::from);
        format!("{first}{second}{luck:<5}: ")
    };
    match step.what {
        Deed::Played(roll, _) | Deed::Condoned(roll) if compat => {
            let text = as_moved(step, board);
            let [play, cube] = [step.notes.play, step.notes.cube].map(skill_mark);
            // A long play pushes the following columns aside.
            format!("{}{text:<19}{play:<8}{cube:<8}", dice(roll))
        }
        Deed::Played(roll, play) => {
            let text = print::gnubg(board, &play).to_string();
            format!("{}{text:<19}{:16}", dice(roll), "")
        }
        Deed::Condoned(roll) => format!("{}{:<35}", dice(roll), format!("{} (illegal)", as_written(step))),
        Deed::Rolled(roll) if compat && step.is_rising => {
            format!("{}{}{luck:<5}: {:<33}", roll.low(), roll.high(), "Rolled")
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
            format!("{:<44}", format!("Resigns the {outcome}"))
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

/// Returns the text after the dice of a roll with a mark for luck.
const fn luck_mark(luck: Option<Rating>) -> &'static str {
    match luck {
        Some(Rating::VeryLucky) => "++",
        Some(Rating::Lucky) => "+",
        Some(Rating::Unlucky) => "-",
        Some(Rating::VeryUnlucky) => "--",
        None => "",
    }
}

/// Returns the text after a decision with a mark for skill.
const fn skill_mark(mark: Option<Annotation>) -> &'static str {
    match mark {
        Some(Annotation::VeryBad) => "??",
        Some(Annotation::Bad) => "?",
        Some(Annotation::Doubtful) => "?!",
        _ => "",
    }
}

/// Writes an illegal play as its record does.
fn as_written(step: &Move) -> String {
    let Source::Entry(entry) = &step.source else { return String::new() };
    let Written::Turn { cell: Cell::Play(play), .. } = &entry.written else { return String::new() };
    let legs: Vec<String> = play.legs().map(|leg| format!("{}/{}", leg.leg.from, leg.leg.to)).collect();
    legs.join(" ")
}

/// Returns a play in GNU Backgammon's words, with the steps that it has, legal or not.
fn as_moved(step: &Move, board: &Board) -> String {
    let steps = listed::steps(step).unwrap_or_default();
    let mut play = Play::DANCE;
    for (from, to) in steps.into_iter().filter(|(from, to)| from != to) {
        play.push(Step::new(from, to));
    }
    print::gnubg(board, &play).to_string()
}

fn unhandled(kind: u8) -> String {
    format!("{:<42}\n", format!("Unhandled movetype {kind}"))
}

/// `list match`: GNU Backgammon has the command, and prints nothing.
pub(super) fn games(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    if session.settings.compat {
        return Ok(());
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
                    Some(winner) => {
                        format!("{head}{} wins {}", names[winner], many(result.points.into(), "point"))
                    }
                    None => format!("{head}drawn"),
                });
            }
            None => answer.say(format_args!("{head}{}", many(game.moves.len() as u64, "move"))),
        }
    }
    Ok(())
}
