//! Problems of a quiz for people: the choices, the verdict on each, the tables.

#[cfg(feature = "pages")]
mod html;

#[cfg(feature = "pages")]
pub use html::{Sides, Solved, card, page};

use super::lesson::{self, Deed};
use super::{capital, evaluation};

use crate::analysis::quiz::{Asked, CANDIDATES, Problem, Solution};
use crate::analysis::skill::{Mark, Thresholds};
use crate::board::BySide;
use crate::engine::cube::{CubeDecision, Owner, Stakes};
use crate::engine::search::EvaluatedPlay;
use crate::notation::drawing::{BoardDrawing, Caption};
use crate::notation::play::print;
use crate::notation::{MatchId, PositionId};
use crate::rules::{Play, legal_plays};
use crate::stats::Grade;

/// A choice, and the text about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The play or the cube action.
    pub answer: Answer,
    /// It in words: `8/5 6/5`, `no double`.
    pub words: String,
    /// The normalised equity that it loses; 0 for the best.
    pub loss: f64,
    /// The mark of the loss.
    pub mark: Mark,
    /// The verdict in one sentence.
    pub verdict: String,
}

/// An answer to a problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// A play.
    Play(Play),
    /// A cube action.
    Cube(Deed),
}

/// Losses below this are 0 as they are printed.
const NOTHING: f64 = 5e-4;

/// The number of plays in the table.
const ROWS: usize = 10;

impl Choice {
    /// Returns `true` if nothing better is known.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.loss < NOTHING
    }

    /// Returns `true` if it is no mistake: its loss has no mark.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.mark == Mark::None
    }

    /// Returns how it counts when the problem is scheduled.
    #[must_use]
    pub fn grade(&self) -> Grade {
        match (self.is_right(), self.is_best()) {
            (false, _) => Grade::Again,
            (true, false) => Grade::Hard,
            (true, true) => Grade::Good,
        }
    }

    fn new(answer: Answer, words: String, loss: f32, right: &str, wrong: impl FnOnce() -> String) -> Self {
        let loss = f64::from(loss.max(0.0));
        let mark = Thresholds::default().mark(loss);
        let verdict = if loss < NOTHING {
            format!("Right: {right}.")
        } else {
            let head = if mark == Mark::None { "close" } else { mark.words() };
            capital(&format!("{head}: {}", wrong()))
        };
        Self { answer, words, loss, mark, verdict }
    }

    /// Returns a play, evaluated as closely as the best one.
    #[must_use]
    pub fn play(problem: &Problem, made: &EvaluatedPlay, best: &EvaluatedPlay) -> Self {
        let board = problem.board();
        let words = print::gnubg(board, &made.play).to_string();
        let loss = best.evaluation.equity - made.evaluation.equity;
        let right = if made.play == best.play {
            format!("{words} is best")
        } else {
            format!("{words} is as good as {}", print::gnubg(board, &best.play))
        };
        Self::new(Answer::Play(made.play), words, loss, &right, || {
            lesson::of_play(board, &problem.stakes(), made, best)
        })
    }

    /// Returns a cube action.
    #[must_use]
    pub fn cube(problem: &Problem, deed: Deed, decision: &CubeDecision) -> Self {
        let named = |deed| match deed {
            Deed::Wait if is_owned(problem) => "no redouble",
            Deed::Double if is_owned(problem) => "redouble",
            Deed::Wait => "no double",
            Deed::Double => "double",
            Deed::Take => "take",
            Deed::Beaver => "beaver",
            Deed::Pass => "pass",
        };
        let words = named(deed);
        let other = match deed {
            Deed::Wait => Deed::Double,
            Deed::Double => Deed::Wait,
            Deed::Take => Deed::Pass,
            Deed::Pass | Deed::Beaver => Deed::Take,
        };
        let right = if f64::from(other.loss(decision)) < NOTHING {
            format!("{words} is as good as {}", named(other))
        } else {
            format!("{words} is best")
        };
        Self::new(Answer::Cube(deed), words.to_owned(), deed.loss(decision), &right, || {
            lesson::of_cube(deed, decision, problem.stakes().owner)
        })
    }
}

/// Returns the choices of a problem: the best plays and the one that was `made`, or the cube actions. Their order
/// doesn't show which is best.
#[must_use]
pub fn choices(problem: &Problem, solution: &Solution, made: Option<&Play>) -> Vec<Choice> {
    match (solution, problem.asked()) {
        (Solution::Plays(plays), Asked::Play(roll)) => {
            let Some(best) = plays.first() else { return Vec::new() };
            let made = made.map(|play| play.after(problem.board()));
            let is_shown =
                |place: usize, evaluated: &EvaluatedPlay| place < CANDIDATES || Some(evaluated.after) == made;
            let shown = plays.iter().enumerate().filter(|(place, evaluated)| is_shown(*place, evaluated));
            let mut shown: Vec<&EvaluatedPlay> = shown.map(|(_, evaluated)| evaluated).collect();
            let legal = legal_plays(problem.board(), roll);
            shown.sort_by_key(|evaluated| legal.iter().position(|(play, _)| *play == evaluated.play));
            shown.into_iter().map(|evaluated| Choice::play(problem, evaluated, best)).collect()
        }
        (Solution::Cube(decision), Asked::Answer) => {
            let answers = [Deed::Take, Deed::Beaver, Deed::Pass];
            let is_possible = |deed: &Deed| *deed != Deed::Beaver || may_beaver(problem);
            let answers = answers.into_iter().filter(is_possible);
            answers.map(|deed| Choice::cube(problem, deed, decision)).collect()
        }
        (Solution::Cube(decision), _) => {
            [Deed::Wait, Deed::Double].map(|deed| Choice::cube(problem, deed, decision)).to_vec()
        }
        (Solution::Plays(_), _) => Vec::new(),
    }
}

/// Returns the best answer in words.
#[must_use]
pub fn best(problem: &Problem, solution: &Solution) -> String {
    let all = choices(problem, solution, None);
    let best = all.iter().min_by(|a, b| a.loss.total_cmp(&b.loss));
    best.map_or_else(String::new, |best| best.words.clone())
}

/// Returns `true` if a double would be a redouble.
fn is_owned(problem: &Problem) -> bool {
    problem.stakes().owner != Owner::Centred
}

/// Returns `true` if a double may be beavered.
#[must_use]
pub fn may_beaver(problem: &Problem) -> bool {
    matches!(problem.stakes().stakes, Stakes::Money { beavers: true, .. })
}

/// Returns the question.
#[must_use]
pub fn question(problem: &Problem) -> String {
    match problem.asked() {
        Asked::Play(roll) => format!("You rolled {roll}. What do you play?"),
        Asked::Double if is_owned(problem) => "You are on roll. Redouble or no redouble?".to_owned(),
        Asked::Double => "You are on roll. Double or no double?".to_owned(),
        Asked::Answer if may_beaver(problem) => "You are doubled. Take, beaver or pass?".to_owned(),
        Asked::Answer => "You are doubled. Take or pass?".to_owned(),
    }
}

/// Writes the evaluation, at most `width` columns wide: the table of `hint` or of `cube`.
#[must_use]
pub fn table(problem: &Problem, solution: &Solution, width: usize) -> String {
    match solution {
        Solution::Plays(plays) => evaluation::plays(&problem.stakes(), problem.board(), plays, ROWS, width),
        Solution::Cube(decision) => {
            let is_answer = problem.asked() == Asked::Answer;
            let heading = if is_answer { evaluation::ANSWER } else { "" };
            format!("{heading}{}", evaluation::cube(&problem.stakes(), decision, width))
        }
    }
}

/// Returns the drawing of a problem: the player who decides sits at the bottom.
#[must_use]
pub fn drawing(problem: &Problem) -> BoardDrawing {
    let game = problem.state().game.unwrap_or_default();
    let id = PositionId::encode(problem.board()).to_string();
    let mut drawing = BoardDrawing::plain(*problem.board(), game.on_roll, id);
    drawing.match_id = MatchId::encode(&game).ok().map(|id| id.to_string());
    drawing.caption = Some(Caption::of(&game, names()));
    drawing
}

/// The names of the players: the one who decides is `you`.
fn names() -> BySide<String> {
    BySide::new("opponent".to_owned(), "you".to_owned())
}
