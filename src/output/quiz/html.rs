//! A quiz as a self-contained page for a browser.

use super::{Choice, choices, names, question};
use crate::analysis::quiz::{Asked, Problem, Solution};
use crate::diag::count::many;
use crate::notation::IdState;
use crate::output::diagram::{Diagram, Direction, Look};
use crate::output::evaluation;
use crate::output::table::Table;
use crate::rules::Play;
use askama::Template;

/// A problem with its evaluation.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The problem.
    pub problem: Problem,
    /// Its evaluation.
    pub solution: Solution,
    /// The play that was made.
    pub made: Option<Play>,
    /// The decision that it comes from, in words.
    pub source: Option<String>,
}

/// What a page or a card shows about a problem.
struct Card<'a> {
    stakes: String,
    picture: String,
    question: String,
    choices: Vec<Choice>,
    /// The right cube action; empty for a play.
    action: &'static str,
    /// Whether a double is answered: the tables are then from the doubler's view.
    is_answer: bool,
    tables: Vec<Table>,
    source: Option<&'a str>,
    id: &'a str,
}

#[derive(Template)]
#[template(path = "quiz.html", whitespace = "minimize")]
struct Page<'a> {
    cards: Vec<Card<'a>>,
    /// Their number in words.
    count: String,
    look: Look,
}

/// Writes problems as a page: no network, readable without scripts, for screen, paper and dark mode.
#[must_use]
pub fn page(problems: &[Solved]) -> String {
    let page = Page {
        cards: problems.iter().map(|solved| Card::new(solved, Diagram::in_page)).collect(),
        count: many(problems.len() as u64, "problem"),
        look: Look::new(Direction::Standard),
    };
    crate::output::rendered(&page)
}

/// A problem as a card to learn: the picture, then HTML for its front and its back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The problem's XGID.
    pub id: String,
    /// An SVG document.
    pub picture: String,
    /// The question, and what is played for.
    pub question: String,
    /// The choices with their verdicts, and the tables.
    pub answer: String,
}

#[derive(Template)]
#[template(path = "card.html", whitespace = "minimize")]
struct Back<'a> {
    card: &'a Card<'a>,
    tables: &'a [Table],
}

/// Writes a problem as a card.
#[must_use]
pub fn card(solved: &Solved) -> Sides {
    let card = Card::new(solved, Diagram::svg);
    let back = Back { card: &card, tables: &card.tables };
    let answer = crate::output::rendered(&back);
    Sides {
        id: card.id.to_owned(),
        // The words of both come from this module alone, without a character that HTML escapes.
        question: format!("{}<br>{}", card.question, card.stakes),
        answer,
        picture: card.picture,
    }
}

impl<'a> Card<'a> {
    fn new(solved: &'a Solved, draw: impl Fn(&Diagram) -> String) -> Self {
        let Solved { problem, solution, made, source } = solved;
        let state = problem.stakes();
        let (tables, action) = match solution {
            Solution::Plays(plays) => {
                (vec![evaluation::plays_table(&state, problem.board(), plays, super::ROWS)], "")
            }
            Solution::Cube(decision) => {
                let actions = evaluation::actions_table(&state, decision);
                let mut tables = vec![evaluation::chances_table(decision), actions];
                tables.extend(evaluation::window_table(&state, decision));
                (tables, evaluation::verdict(&state, decision.action))
            }
        };
        // The evaluation of an answer is from the doubler's view, the question from the other one.
        let is_answer = problem.asked() == Asked::Answer;
        let own = if is_answer { state.flip() } else { state };
        Self {
            stakes: evaluation::stakes(&own),
            picture: picture(problem).map_or_else(String::new, |diagram| draw(&diagram)),
            question: question(problem),
            choices: choices(problem, solution, made.as_ref()),
            action,
            is_answer,
            tables,
            source: source.as_deref(),
            id: problem.id(),
        }
    }
}

/// Returns the picture of a problem.
fn picture(problem: &Problem) -> Option<Diagram> {
    let state = IdState { names: Some(names()), ..problem.state().clone() };
    let mut diagram = Diagram::of(&state)?;
    diagram.has_lines = false;
    Some(diagram)
}

impl Choice {
    /// Returns the loss in thousandths.
    fn thousandths(&self) -> u32 {
        (1000.0 * self.loss).round() as u32
    }
}
