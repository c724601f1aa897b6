//! A decision for money and at every score, as text, as a picture and as a page.

#[cfg(feature = "pages")]
mod html;
mod svg;

use super::evaluation::{stakes, verdict};
use super::maps;
use super::mistakes::by_owner;
use super::plays::{DANCE, named};
use super::table::Table;
use crate::board::{Board, Roll};
use crate::engine::cube::{Action, CubeDecision, CubeState, Owner};
use crate::engine::matrix::{Away, Score};
use crate::engine::search::EvaluatedPlay;
use std::fmt::Write as _;

/// The decision at one score.
#[derive(Clone, Debug)]
pub enum Decided {
    /// The cube decision.
    Cube(CubeDecision),
    /// The candidates, the best first.
    Plays(Vec<EvaluatedPlay>),
}

/// A cell: the decision at a score.
#[derive(Clone, Debug)]
struct Cell {
    /// A few letters: the verdict, or the letter of the best play.
    short: String,
    /// A number below it: the gain of a double, or the loss of play `A`; may be empty.
    number: String,
    /// The whole answer in words.
    words: String,
    /// The colour, a class of the style sheet.
    class: String,
}

/// A decision for money and at every score.
#[derive(Clone, Debug)]
pub struct Matrix {
    most: usize,
    title: String,
    cells: Vec<(Score, Cell)>,
    /// The meaning of the short words in the cells, with their colours.
    legend: Vec<Meaning>,
}

/// The meaning of the short word in some cells.
#[derive(Clone, Debug)]
struct Meaning {
    short: String,
    words: String,
    class: String,
}

/// The number of colours for plays; more plays share the last one.
const COLOURS: usize = 6;

impl Matrix {
    /// Lays out the decisions, as [`Score::up_to`] lists the scores, about the cube or, with a roll, about plays.
    #[must_use]
    pub fn new(
        most: usize,
        board: &Board,
        roll: Option<Roll>,
        decisions: &[(Score, CubeState, Decided)],
    ) -> Self {
        let best = ranked(board, decisions);
        let cells: Vec<(Score, Cell)> = decisions
            .iter()
            .map(|(score, state, decided)| {
                let cell = match decided {
                    Decided::Cube(decision) => cube(state, decision),
                    Decided::Plays(plays) => play(state, board, plays, &best),
                };
                (*score, cell)
            })
            .collect();
        let title = roll.map_or_else(|| "Cube decision".to_owned(), |roll| format!("Best play of {roll}"));
        let legend = match roll {
            None => verdicts(&cells, decisions.first().map_or(Owner::Centred, |(_, state, _)| state.owner)),
            Some(_) => letters(&best, decisions.len()),
        };
        Self { most, title, cells, legend }
    }

    fn at(&self, score: Score) -> Option<&Cell> {
        self.cells.iter().find(|(at, _)| *at == score).map(|(_, cell)| cell)
    }

    /// Writes the matrix as text.
    #[must_use]
    pub fn text(&self) -> String {
        let heads = std::iter::once(String::new()).chain(Away::up_to(self.most).map(head));
        let heads: Vec<String> = heads.collect();
        let mut table = Table::new(&heads);
        for away in Away::up_to(self.most) {
            let mut row = vec![head(away)];
            row.extend(Away::up_to(self.most).map(|opponent| {
                self.at(Score::Match(away, opponent)).map_or_else(String::new, |cell| cell.short.clone())
            }));
            table.row(row);
        }
        let mut text = String::new();
        if let Some(money) = self.at(Score::Money) {
            let _ = writeln!(text, "{}\n", money.words);
        }
        let _ = writeln!(text, "{}\n{}", table.text(), ROWS.replace(". ", ".\n"));
        for meaning in self.legend.iter().filter(|meaning| !meaning.short.ends_with(".1")) {
            let _ = writeln!(text, "{:4}  {}", meaning.short, meaning.words);
        }
        text
    }
}

/// The explanation of rows and columns.
const ROWS: &str = "Rows: points that the player on roll needs. Columns: points that the opponent needs. C: 1-away in the Crawford \
                    game; 1: 1-away after it.";

/// Returns the head of a row or column.
fn head(away: Away) -> String {
    match away {
        Away::Crawford => "C".to_owned(),
        Away::Points(points) => points.to_string(),
    }
}

/// A play that is best at some score: the position after it, its words, and the number of scores.
type Best = (Board, String, usize);

/// Returns the plays that are best at some score, the most frequent first; equal counts in the order of the scores.
fn ranked(board: &Board, decisions: &[(Score, CubeState, Decided)]) -> Vec<Best> {
    let mut best: Vec<Best> = Vec::new();
    for (_, _, decided) in decisions {
        let Decided::Plays(plays) = decided else { continue };
        let Some(first) = plays.first() else { continue };
        if let Some(known) = best.iter_mut().find(|(after, ..)| *after == first.after) {
            known.2 += 1;
        } else {
            best.push((first.after, named(board, &first.play, DANCE), 1));
        }
    }
    best.sort_by_key(|(_, _, count)| std::cmp::Reverse(*count));
    best
}

/// The verdicts in a few letters, their meaning, and their colours.
const VERDICTS: [(&str, &str, &str); 6] = [
    ("ND", "no double", "nd"),
    ("opt.", "either", "opt"),
    ("D/T", "double, take", "dt"),
    ("D/P", "double, pass", "dp"),
    ("TG", "too good to double", "tg"),
    ("-", "no cube decision", "no"),
];

/// Explains the verdicts in the cells, for a cube of this owner.
fn verdicts(cells: &[(Score, Cell)], owner: Owner) -> Vec<Meaning> {
    let double = by_owner("double", owner);
    let occurs = |short: &str| cells.iter().any(|(_, cell)| cell.short == short);
    let mut found: Vec<Meaning> = VERDICTS
        .into_iter()
        .filter(|(short, ..)| occurs(short))
        .map(|(short, words, class)| Meaning::new(short, &words.replace("double", double), class))
        .collect();
    if found.iter().any(|meaning| meaning.short != "-") {
        found.push(Meaning::new("+0.1", &format!("what a {double} gains over no {double}"), "no"));
    }
    found
}

/// Explains the letters of plays.
fn letters(best: &[Best], scores: usize) -> Vec<Meaning> {
    let mut found: Vec<Meaning> = best
        .iter()
        .enumerate()
        .map(|(place, (_, words, count))| {
            let words = format!("{words} (best at {count} of {scores}, money included)");
            Meaning::new(&letter(place), &words, &colour(place))
        })
        .collect();
    if best.len() > 1 {
        found.push(Meaning::new("-0.1", "what A loses where another play is best", "no"));
    }
    found
}

impl Meaning {
    fn new(short: &str, words: &str, class: &str) -> Self {
        Self { short: short.to_owned(), words: words.to_owned(), class: class.to_owned() }
    }
}

fn letter(place: usize) -> String {
    let letter =
        u8::try_from(place).ok().filter(|place| *place < 26).map_or('?', |place| char::from(b'A' + place));
    letter.to_string()
}

fn colour(place: usize) -> String {
    format!("p{}", place.min(COLOURS - 1))
}

fn cube(state: &CubeState, decision: &CubeDecision) -> Cell {
    let short = maps::short(decision.action);
    let class = VERDICTS.iter().find(|(known, ..)| *known == short).map_or("no", |(.., class)| class);
    let gain = decision.doubled() - decision.no_double;
    let is_used = decision.action != Action::NotAvailable;
    let mut words = format!("{}: {}", stakes(state), verdict(state, decision.action));
    if is_used {
        let double = by_owner("double", state.owner);
        let _ = write!(
            words,
            "; no {double} {:+.3}, {double} and take {:+.3}, {double} and pass {:+.3}",
            decision.no_double, decision.double_take, decision.double_pass
        );
        if decision.is_beavered() {
            let _ = write!(words, ", {double} and beaver {:+.3}", decision.doubled());
        }
    }
    Cell {
        short: short.to_owned(),
        number: if is_used { format!("{gain:+.3}") } else { String::new() },
        words,
        class: class.to_owned(),
    }
}

fn play(state: &CubeState, board: &Board, plays: &[EvaluatedPlay], best: &[Best]) -> Cell {
    let first = plays.first();
    let place =
        best.iter().position(|(after, ..)| first.is_some_and(|first| first.after == *after)).unwrap_or(0);
    let equity = first.map_or(0.0, |first| first.evaluation.equity);
    let usual = best.first().and_then(|(after, ..)| plays.iter().find(|play| play.after == *after));
    // Equities of different plies can't be compared to the last digit.
    let is_as_deep =
        |usual: &&EvaluatedPlay| first.is_some_and(|first| first.evaluation.plies == usual.evaluation.plies);
    let loss = usual.filter(is_as_deep).map(|usual| usual.evaluation.equity - equity);
    let loss = loss.filter(|loss| *loss < 0.0);
    let candidates: Vec<String> = plays
        .iter()
        .take(3)
        .map(|play| format!("{} {:+.3}", named(board, &play.play, DANCE), play.evaluation.equity))
        .collect();
    Cell {
        short: letter(place),
        number: loss.map_or_else(String::new, |loss| format!("{loss:+.3}")),
        words: format!("{}: {}", stakes(state), candidates.join("; ")),
        class: colour(place),
    }
}
