//! The value of each roll, and the cube at every score: `show rolls`, `show temperaturemap`, `show scoremap`,
//! `matrix`.
//!
//! GNU Backgammon draws these only in its windows, and prints that in a terminal; `matrix` is our own.

use super::{Call, Handlers};
use crate::board::{Board, Roll};
use crate::engine::cube::{Action, CubeState, Owner, Stakes};
use crate::engine::matrix::Score;
use crate::engine::met::Stage;
use crate::engine::roller;
use crate::engine::search::{EvaluatedPlay, Search};
use crate::game::Phase;
use crate::output::maps;
use crate::output::matrix::{Decided, Matrix};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::line::number;
use crate::repl::session::Session;

pub(super) const COMMANDS: Handlers = &[
    ("show rolls", rolls),
    ("show temperaturemap", |session, _, answer| {
        let evaluated = evaluated(session, 0)?;
        answer.put(maps::temperature(&evaluated, session.settings.output.digits));
        Ok(())
    }),
    ("show scoremap", score_map),
    ("matrix", matrix),
];

/// The largest depth of the evaluation of 21 rolls.
const MOST_DEPTH: i64 = 2;

/// Evaluates the best play of each roll of the side on roll, whatever the dice are.
fn evaluated(session: &Session, plies: u8) -> Result<Vec<(Roll, EvaluatedPlay)>, Refusal> {
    session.must_play()?;
    if session.settings.compat {
        return Err(Refusal::say("That command is not yet implemented."));
    }
    let board: Board = *session.game.state.board();
    let evaluations = session.settings.evaluations.of_hint();
    let filters = evaluations.filters;
    session.asked(session.game.state.on_roll(), evaluations.plays.evaluation, |search| {
        let value = |roll| {
            search.set_plies(plies);
            let best = filters.plays(search, &board, roll)[0];
            // The filters don't evaluate a single play deeper.
            search.set_plies(plies);
            (roll, search.evaluate_play(best.play, best.after))
        };
        Roll::ALL.map(value).to_vec()
    })
}

/// `show rolls [DEPTH]`: the rolls with their best plays, the best first.
fn rolls(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let place = call.place();
    let depth = call.words.next().map_or(Some(0), |word| number(&word.text));
    let depth = depth.filter(|depth| (0..=MOST_DEPTH).contains(depth) || session.settings.compat);
    let Some(depth) = depth else {
        return Err(
            Refusal::complain(format_args!("rolls are evaluated 0 to {MOST_DEPTH} plies deep")).at(place)
        );
    };
    let evaluated = evaluated(session, u8::try_from(depth).unwrap_or(0))?;
    answer.put(maps::rolls(session.game.state.board(), &evaluated, session.settings.output.digits));
    Ok(())
}

/// `show scoremap`: the cube action of the side on roll at every score, with a cube that it may turn.
fn score_map(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.must_play()?;
    if session.settings.compat {
        return Err(Refusal::say("That command is not yet implemented."));
    }
    let (by, board) = (session.game.state.on_roll(), *session.game.state.board());
    let now = session.cube_state(by);
    let owner = if now.owner == Owner::Opponent { Owner::Mover } else { now.owner };
    let evaluation = session.settings.evaluations.of_hint().of_cube();
    let engine = session.evaluator()?;
    let action = |stakes| {
        let state = CubeState { stakes, owner, is_in_use: true, ..now };
        let table = session.match_equities(state.most_away());
        let search = Search::new(engine.as_ref(), &table, state, session.options(evaluation));
        search.map_or(Action::NotAvailable, |mut search| search.cube(&board).action)
    };
    let money = action(Stakes::Money { jacoby: session.settings.jacoby, beavers: false });
    let at_score = |(away, opponent): (usize, usize)| {
        // At 1-away this is a post-Crawford game, in which there is a cube.
        let is_after = away == 1 || opponent == 1;
        let stage = if is_after { Stage::After } else { Stage::Before };
        action(Stakes::Match { away, opponent, stage })
    };
    answer.put(maps::scores(money, at_score));
    Ok(())
}

/// The default and the largest number of points of a matrix.
const LENGTHS: (u8, u8) = (9, 25);

/// `matrix [LENGTH]`: the best play of the dice, or without dice the cube decision, for money and at every
/// score.
fn matrix(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.must_play()?;
    let length = match call.words.peek() {
        None => LENGTHS.0,
        Some(_) => call.within(1..=LENGTHS.1).map_err(|place| {
            let reason = format_args!("a matrix has the scores of 1 to {} points away", LENGTHS.1);
            Refusal::complain(reason).at(place)
        })?,
    };
    let (by, board) = (session.game.state.on_roll(), *session.game.state.board());
    let roll = if let Phase::ToPlay(roll) = session.game.state.phase() { Some(roll) } else { None };
    let cube = session.cube_state(by);
    if roll.is_none() && cube.owner == Owner::Opponent {
        return Err(Refusal::complain(
            "the opponent owns the cube: there is no cube decision before the roll",
        ));
    }
    let evaluations = session.settings.evaluations.of_hint();
    let filters = evaluations.filters;
    let engine = session.evaluator()?;
    let evaluation = if roll.is_some() { evaluations.plays.evaluation } else { evaluations.cube.evaluation };
    let decide = |score: Score| {
        let state = score.state(&cube)?;
        let table = session.match_equities(state.most_away());
        let mut search = Search::new(engine.as_ref(), &table, state, session.options(evaluation))?;
        let decided = match roll {
            None => Decided::Cube(roller::cube(&mut search, &board)),
            Some(roll) => Decided::Plays(roller::filtered_plays(&mut search, &filters, &board, roll)),
        };
        Some((score, state, decided))
    };
    let decisions: Vec<_> = Score::up_to(usize::from(length)).filter_map(decide).collect();
    answer.put(Matrix::new(usize::from(length), &board, roll, &decisions).text());
    Ok(())
}
