//! Problems of a quiz: a position in which one decision is asked for, and its evaluation.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::analysis::quiz::{Asked, Problem};
//! use barpoint::notation::identify;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let found = identify("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:7:10", 15)?;
//! let problem = Problem::new(&found.state).expect("a decision");
//! assert_eq!(problem.asked(), Asked::Play("31".parse()?));
//! # Ok(())
//! # }
//! ```

use super::skill::can_double;
use crate::board::{Board, Roll, Side};
use crate::engine::Evaluator;
use crate::engine::cube::{CubeDecision, CubeState};
use crate::engine::met::{LONGEST, MatchEquity, UnknownScore};
use crate::engine::roller;
use crate::engine::search::{EvaluatedPlay, Options, Search};
use crate::game::Happening;
use crate::notation::{GameState, IdError, IdState, MatchFields};
use crate::rules::{Play, legal_plays};
use std::cmp::Reverse;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The best play of a roll.
    Play(Roll),
    /// Whether to double or to roll.
    Double,
    /// Whether to take or to pass a double.
    Answer,
}

/// Why a position has no decision to ask for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoProblem {
    /// The ID doesn't contain the checkers.
    #[error("a Match ID alone doesn't contain the position")]
    NoPosition,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// A resignation waits for an answer.
    #[error("a resignation is offered")]
    Resignation,
    /// A beaver waits for an answer.
    #[error("a beaver is offered")]
    Beaver,
    /// The roll has one legal play, or none.
    #[error("{0} leaves no choice")]
    NoChoice(Roll),
    /// The player on roll can't double, or gains nothing by it.
    #[error("the cube can't be turned, or gains nothing")]
    NoCube,
    /// No match equity table reaches the score.
    #[error(transparent)]
    UnknownScore(#[from] UnknownScore),
    /// The position can't be written as an XGID.
    #[error(transparent)]
    Id(#[from] IdError),
}

/// A position in which player 1 has to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    state: IdState,
    board: Board,
    asked: Asked,
    id: String,
}

/// The evaluation of a problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Solution {
    /// All legal plays, the best first.
    Plays(Vec<EvaluatedPlay>),
    /// The cube decision, from the doubler's view.
    Cube(CubeDecision),
}

/// The number of plays that are evaluated as closely as the best one.
pub const CANDIDATES: usize = 6;

impl Problem {
    /// Returns the problem of a position: with dice, the play; with a double offered, the answer; else whether to double.
    /// What an ID doesn't contain is as at the beginning of a money session with the Jacoby rule and beavers.
    ///
    /// # Errors
    ///
    /// Why there is nothing to decide.
    pub fn new(state: &IdState) -> Result<Self, NoProblem> {
        let board = state.board.ok_or(NoProblem::NoPosition)?;
        let game = state.game.unwrap_or_default();
        let is_over = board.is_over();
        let is_won = Side::ALL.into_iter().any(|side| game.away(side) == Some(0));
        if is_over || is_won || !matches!(game.state, GameState::None | GameState::Playing) {
            return Err(NoProblem::GameOver);
        }
        if game.resignation.is_some() {
            return Err(NoProblem::Resignation);
        }
        if state.is_beavered() {
            return Err(NoProblem::Beaver);
        }
        let decides = if game.double_offered { game.turn } else { game.on_roll };
        let game = MatchFields {
            state: GameState::Playing,
            dice: game.dice.filter(|_| !game.double_offered),
            jacoby: game.length == 0 && game.jacoby,
            ..if decides == Side::One { game } else { seen_by_other(&game) }
        };
        let beavers_allowed = (game.length == 0).then(|| state.beavers_allowed.unwrap_or(true));
        let state = IdState {
            beavers_allowed,
            // Every program writes 1024 where there is no limit.
            max_cube: state.max_cube.filter(|&limit| limit < 1 << 10),
            frozen_cube: state.frozen_cube,
            no_crawford: state.no_crawford,
            ..IdState::new(board, game)
        };
        let asked = match game.dice {
            Some(roll) => Asked::Play(roll),
            None if game.double_offered => Asked::Answer,
            None => Asked::Double,
        };
        let stakes = CubeState::of_id(&state);
        match asked {
            Asked::Play(roll) if legal_plays(&board, roll).len() < 2 => {
                return Err(NoProblem::NoChoice(roll));
            }
            Asked::Double | Asked::Answer if !can_double(&stakes) => {
                let is_known = stakes.most_away() <= LONGEST;
                return Err(if is_known { NoProblem::NoCube } else { UnknownScore.into() });
            }
            _ => {}
        }
        let id = state.xgid()?.0.to_string();
        Ok(Self { state, board, asked, id })
    }

    /// Returns the facts that an ID can contain; the player who decides is player 1.
    #[must_use]
    pub const fn state(&self) -> &IdState {
        &self.state
    }

    /// Returns the board from the view of the player on roll; for an answer, from the doubler's view.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns what is asked.
    #[must_use]
    pub const fn asked(&self) -> Asked {
        self.asked
    }

    /// Returns the XGID, which is the same for the same problem, whichever player had it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the cube and the score, from the same view as the board.
    #[must_use]
    pub fn stakes(&self) -> CubeState {
        CubeState::of_id(&self.state)
    }

    /// Returns a search for it; `None` if no match equity table contains the score.
    #[must_use]
    pub fn search<'a>(&self, evaluator: &'a dyn Evaluator, options: Options) -> Option<Search<'a>> {
        let state = self.stakes();
        Search::new(evaluator, MatchEquity::reaching(state.most_away()), state, options)
    }

    /// Evaluates the decision by its search: [`CANDIDATES`] plays and `made` as closely as the best one.
    #[must_use]
    pub fn solve(&self, search: &mut Search<'_>, made: Option<&Play>) -> Solution {
        let Asked::Play(roll) = self.asked else { return Solution::Cube(roller::cube(search, &self.board)) };
        let mut plays = roller::plays(search, &self.board, roll);
        // The same play may be written in other steps.
        let made = made.map(|play| play.after(&self.board));
        for place in 0..plays.len() {
            if place < CANDIDATES || Some(plays[place].after) == made {
                deepen(search, &mut plays, place);
            }
        }
        sort(&mut plays);
        Solution::Plays(plays)
    }
}

impl Solution {
    /// Returns the evaluation of the legal play that leads to a board, from the mover's view, as close as that of the best
    /// play; `None` for a cube decision.
    pub fn evaluated(&mut self, search: &mut Search<'_>, after: &Board) -> Option<EvaluatedPlay> {
        let Self::Plays(plays) = self else { return None };
        let place = |plays: &[EvaluatedPlay]| plays.iter().position(|evaluated| evaluated.after == *after);
        let found = place(plays)?;
        deepen(search, plays, found);
        sort(plays);
        place(plays).map(|place| plays[place])
    }
}

/// Returns how closely a play was evaluated.
const fn closeness(evaluated: &EvaluatedPlay) -> (u8, bool) {
    (evaluated.evaluation.plies, evaluated.evaluation.rolled.is_some())
}

/// Evaluates a play as closely as the first one.
fn deepen(search: &mut Search<'_>, plays: &mut [EvaluatedPlay], place: usize) {
    let best = closeness(&plays[0]);
    let EvaluatedPlay { play, after, .. } = plays[place];
    if closeness(&plays[place]) < best {
        plays[place] =
            if best.1 { roller::play(search, play, after) } else { search.evaluate_play(play, after) };
    }
}

fn sort(plays: &mut [EvaluatedPlay]) {
    plays.sort_by(|a, b| Reverse(closeness(a)).cmp(&Reverse(closeness(b))).then_with(|| a.order(b)));
}

/// Returns the fields with the players exchanged.
fn seen_by_other(game: &MatchFields) -> MatchFields {
    MatchFields {
        owner: game.owner.map(|owner| !owner),
        on_roll: !game.on_roll,
        turn: !game.turn,
        score: game.score.swap(),
        ..*game
    }
}

/// Returns the problem of a roll or a cube action in a record, if it is one: with `is_cube`, that of the cube, else that
/// of the play. `state` is the state before the action.
#[must_use]
pub fn of_decision(state: &IdState, happening: &Happening, is_cube: bool) -> Option<Problem> {
    let mut state = state.clone();
    let game = state.game.as_mut()?;
    game.dice = match happening {
        Happening::Doubled { .. } | Happening::Taken | Happening::Passed => None,
        other => Some(other.roll()?).filter(|_| !is_cube),
    };
    Problem::new(&state).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MatchSetup, Rules};
    use crate::notation::identify;

    fn problem(id: &str) -> Result<Problem, NoProblem> {
        Problem::new(&identify(id, 15).expect("an ID").state)
    }

    #[test]
    fn the_dice_and_the_cube_decide_what_is_asked() {
        let asked = |id| problem(id).map(|problem| problem.asked());
        let play = Asked::Play(Roll::from_pips(3, 1).expect("pips"));
        assert_eq!(asked("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"), Ok(play));
        assert_eq!(asked("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"), Ok(Asked::Double));
        assert_eq!(asked("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10"), Ok(Asked::Answer));
        assert_eq!(asked("4HPwATDgc/ABMA"), Ok(Asked::Double));
    }

    #[test]
    fn the_rules_of_a_record_decide_whether_there_is_a_cube() {
        let asked = |rules: Rules, score: [u32; 2]| {
            let mut setup = MatchSetup::new(rules, Board::START, Side::One);
            setup.score.0 = score;
            let state = setup.state().expect("a match");
            Problem::new(&IdState::of(&state)).map(|problem| problem.asked())
        };
        let refused = Err(NoProblem::NoCube);
        assert_eq!(asked(Rules::money(), [0, 0]), Ok(Asked::Double));
        assert_eq!(asked(Rules { cube: false, ..Rules::money() }, [0, 0]), refused);
        assert_eq!(asked(Rules { cube_limit: 2, ..Rules::money() }, [0, 0]), Ok(Asked::Double));
        let free = Rules { crawford: false, ..Rules::match_play(3) };
        assert_eq!(asked(free.clone(), [2, 0]), Ok(Asked::Double));
        assert_eq!(asked(Rules { frozen_cube: true, ..free }, [2, 0]), refused);
    }

    #[test]
    fn what_leaves_no_choice_is_no_problem() {
        for (id, why) in [
            ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:0:1:7:10", NoProblem::NoCube),
            ("XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:7:10", NoProblem::NoCube),
            ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:99:10", UnknownScore.into()),
            ("XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10", NoProblem::Beaver),
            (
                "XGID=-------------------bbbbbbA:0:0:1:31:0:0:0:7:10",
                NoProblem::NoChoice("31".parse().expect("a roll")),
            ),
        ] {
            assert_eq!(problem(id).map(|problem| problem.asked()), Err(why), "{id}");
        }
    }

    #[test]
    fn the_same_problem_of_either_player_has_one_id_which_reads_back() {
        let one = problem("XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:3:0:7:10").expect("a problem");
        let zero = problem("XGID=-b----E-C---eE---c-e----B-:1:-1:-1:31:3:2:0:7:10").expect("a problem");
        assert_eq!(one, zero);
        for id in [one.id(), problem("4HPwATDgc/ABMA").expect("a problem").id()] {
            assert_eq!(problem(id).expect("a problem").id(), id);
        }
    }
}
