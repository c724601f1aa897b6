//! `calibrate`: measures how many positions a second are evaluated.

use super::{Call, Handlers};
use crate::board::Board;
use crate::engine::{Class, Evaluator};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::dice::{Dice, roll_of};
use crate::repl::session::Session;
use crate::rules::legal_plays;
use std::hint::black_box;

pub(super) const COMMANDS: Handlers = &[("calibrate", calibrate)];

/// The default number of evaluations of all positions.
const ITERATIONS: u64 = 100;
/// The number of positions, from a few games.
const POSITIONS: usize = 1_000;

/// `calibrate [ITERATIONS]`: evaluates positions at 0-ply on one thread, by the clock.
fn calibrate(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let iterations: u64 = match call.words.peek() {
        None => ITERATIONS,
        Some(_) => call.within(1..).map_err(|place| {
            Refusal::say(
                "If you specify a parameter to `calibrate', it must be a number of iterations to run.",
            )
            .at(place)
        })?,
    };
    let evaluator = session.evaluator()?;
    let positions = positions();
    // The first evaluation, which loads and computes tables, isn't measured.
    evaluate_all(evaluator.as_ref(), &positions);
    let start = session.host.clock();
    let mut done = 0;
    while done < iterations && !session.host.is_interrupted() {
        evaluate_all(evaluator.as_ref(), &positions);
        done += 1;
    }
    let seconds = session.host.clock().saturating_sub(start).as_secs_f64();
    if done == 0 {
        return Err(Refusal::complain("stopped: nothing was measured"));
    }
    if seconds <= 0.0 {
        return Err(Refusal::complain("there is no clock here that could measure that"));
    }
    let speed = done as f64 * POSITIONS as f64 / seconds;
    session.settings.calibration = Some(speed);
    // GNU Backgammon overwrites the line with its progress.
    let over = if session.settings.compat { "\r" } else { "" };
    answer.put_as_is(format_args!("{over}Calibration result: {speed:.0} static evaluations/second.\n"));
    Ok(())
}

fn evaluate_all(evaluator: &dyn Evaluator, positions: &[Board]) {
    for board in positions {
        black_box(evaluator.chances(black_box(board)));
    }
}

/// Returns positions with contact, from games that always play the first legal play; always the same.
fn positions() -> Vec<Board> {
    let mut dice = Dice::seeded(1);
    let mut board = Board::START;
    let mut positions = Vec::with_capacity(POSITIONS);
    while let (true, Some(roll)) = (positions.len() < POSITIONS, dice.roll().map(roll_of)) {
        // Races and bear-offs are faster, so a figure with them would be too high.
        if Class::of(&board) == Class::Contact {
            positions.push(board);
        }
        let after = legal_plays(&board, roll).first().map_or(board, |(_, after)| *after);
        board = if after.mover_is_done() { Board::START } else { after.flip() };
    }
    positions
}
