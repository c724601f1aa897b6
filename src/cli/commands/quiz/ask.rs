//! The questions at a terminal or in a pipe.

use super::Posed;
use crate::analysis::quiz::{Asked, Problem, Solution};
use crate::analysis::skill::Mark;
use crate::cli::error::CommandError;
use crate::diag::count::many;
use crate::engine::Engine;
use crate::engine::cube::Owner;
use crate::engine::met::UNKNOWN_SCORE;
use crate::engine::search::{Options, Search};
use crate::host::date::Day;
use crate::host::lines::{LONGEST_LINE, Line, Lines};
use crate::host::results::Results;
use crate::notation::drawing::Direction;
use crate::output::json::{GradeJson, QuizResultJson, SCHEMA};
use crate::output::lesson::Deed;
use crate::output::quiz::{self, Choice};
use crate::output::ui::Ui;
use crate::rules::Play;
use crate::stats::Grade;
use std::io::{self, BufRead};

/// A quiz that is going on.
pub(super) struct Quiz<'a, R> {
    pub(super) posed: &'a [Posed],
    pub(super) engine: &'a Engine,
    pub(super) options: Options,
    pub(super) results: &'a mut Results,
    pub(super) today: Day,
    /// Whether a person types the answers at a terminal.
    pub(super) is_typed: bool,
    pub(super) answers: Answers<R>,
}

/// The lines with answers.
pub(super) struct Answers<R> {
    input: R,
    lines: Lines,
}

impl<R: BufRead> Answers<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, lines: Lines::new(LONGEST_LINE) }
    }

    /// Reads a line; `None` at the end of the input.
    fn next(&mut self) -> Result<Option<Line>, CommandError> {
        let line = self.lines.next(&mut self.input);
        line.map_err(|error| CommandError::cannot_read("standard input", &error))
    }
}

/// What a line means.
enum Reply {
    Number(usize),
    Play(Play),
    Deed(Deed),
}

/// What was answered so far.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    asked: u64,
    right: u64,
    best: u64,
    lost: f64,
}

impl<R: BufRead> Quiz<'_, R> {
    /// Asks all problems, or until the input ends; then prints the sums.
    pub(super) fn run(&mut self, ui: &mut Ui<'_>) -> Result<(), CommandError> {
        let mut score = Score::default();
        let mut unasked = 0;
        for (place, posed) in self.posed.iter().enumerate() {
            let Some(mut search) = posed.problem.search(self.engine, self.options) else {
                ui.err(format_args!("note: {}: {UNKNOWN_SCORE}", posed.problem.id()));
                continue;
            };
            let mut solution = posed.problem.solve(&mut search, posed.made.as_ref());
            if !posed.is_asked(&solution) {
                unasked += 1;
                continue;
            }
            let choices = quiz::choices(&posed.problem, &solution, posed.made.as_ref());
            let (number, of) = (score.asked + 1, score.asked + (self.posed.len() - place) as u64);
            show(&posed.problem, (number, of), &choices, ui)?;
            let Some(choice) = self.choice(&posed.problem, &mut solution, &choices, &mut search, ui)? else {
                break;
            };
            score.add(&choice);
            ui.prose(format_args!("\n{}\n", choice.verdict))?;
            ui.line(quiz::table(&posed.problem, &solution, ui.room()).trim_end())?;
            if let Some(source) = &posed.source {
                ui.prose(format_args!("\n{source}"))?;
            }
            let due = self.results.add(&self.result(posed, &solution, &choice), self.today)?;
            ui.line(format_args!("\nDue again on {due}.\n"))?;
            if self.is_typed && number < of && !self.goes_on(ui)? {
                break;
            }
        }
        ui.line(score.words())?;
        ui.flush()?;
        if let Some(note) = super::left_out(unasked) {
            ui.err(note);
        }
        Ok(())
    }

    /// Waits until a person has read the evaluation; returns `false` if the quiz ends.
    fn goes_on(&mut self, ui: &mut Ui<'_>) -> Result<bool, CommandError> {
        ui.text("(Enter for the next problem; q quits) ")?;
        ui.flush()?;
        let line = self.answers.next()?;
        ui.line("")?;
        Ok(match line {
            None => false,
            Some(Line::TooLong) => true,
            Some(Line::Whole(line)) => !is_end(line.trim()),
        })
    }

    /// Reads lines until one is an answer; `None` if the quiz ends.
    fn choice(
        &mut self,
        problem: &Problem,
        solution: &mut Solution,
        choices: &[Choice],
        search: &mut Search<'_>,
        ui: &mut Ui<'_>,
    ) -> Result<Option<Choice>, CommandError> {
        loop {
            ui.text("> ")?;
            ui.flush()?;
            let line = self.answers.next()?;
            let reply = match &line {
                None => {
                    ui.line("")?;
                    return Ok(None);
                }
                Some(Line::TooLong) => Err("the line is too long".to_owned()),
                Some(Line::Whole(line)) => match line.trim().to_lowercase().as_str() {
                    text if is_end(text) => {
                        ui.line("")?;
                        return Ok(None);
                    }
                    "" => {
                        ui.prose(help(problem))?;
                        continue;
                    }
                    text => reply(problem, text),
                },
            };
            let choice = match reply {
                Ok(Reply::Number(number)) => match choices.get(number.wrapping_sub(1)) {
                    Some(choice) => Ok(choice.clone()),
                    None => Err(format!("there is no candidate {number}: the last is {}", choices.len())),
                },
                Ok(Reply::Deed(deed)) => match &*solution {
                    Solution::Cube(decision) => Ok(Choice::cube(problem, deed, decision)),
                    Solution::Plays(_) => Err("a play is asked".to_owned()),
                },
                Ok(Reply::Play(play)) => {
                    let made = solution.evaluated(search, &play.after(problem.board()));
                    match (made, &*solution) {
                        (Some(made), Solution::Plays(plays)) => Ok(Choice::play(problem, &made, &plays[0])),
                        _ => Err("the play isn't legal".to_owned()),
                    }
                }
                Err(why) => Err(why),
            };
            match choice {
                Ok(choice) => return Ok(Some(choice)),
                Err(why) => ui.prose(format_args!("{why}; {}", help(problem)))?,
            }
        }
    }

    fn result(&self, posed: &Posed, solution: &Solution, choice: &Choice) -> QuizResultJson {
        QuizResultJson {
            schema: SCHEMA,
            id: posed.problem.id().to_owned(),
            variant: posed.variant.name().to_owned(),
            date: self.today.to_string(),
            answer: choice.words.clone(),
            best: quiz::best(&posed.problem, solution),
            // As many digits as are printed.
            loss: (1000.0 * choice.loss).round() / 1000.0,
            grade: match choice.grade() {
                Grade::Again => GradeJson::Again,
                Grade::Hard => GradeJson::Hard,
                Grade::Good | Grade::Easy => GradeJson::Good,
            },
        }
    }
}

/// Shows a problem: its number, the board, the question, the candidates.
fn show(problem: &Problem, (number, of): (u64, u64), choices: &[Choice], ui: &mut Ui<'_>) -> io::Result<()> {
    ui.line(format_args!("Problem {number} of {of}\n"))?;
    let drawn = quiz::drawing(problem).draw(Direction::Standard);
    ui.coloured(&ui.dressed(&drawn, Direction::Standard))?;
    ui.prose(format_args!("\n{}", quiz::question(problem)))?;
    if let Asked::Play(_) = problem.asked() {
        for (number, choice) in (1..).zip(choices) {
            ui.line(format_args!("  {number}. {}", choice.words))?;
        }
    }
    ui.prose(format_args!("({}; q quits)", help(problem)))
}

/// Returns `true` if a line ends the quiz.
fn is_end(line: &str) -> bool {
    ["q", "quit", "exit"].iter().any(|word| line.eq_ignore_ascii_case(word))
}

/// Returns what can be typed.
fn help(problem: &Problem) -> &'static str {
    match problem.asked() {
        Asked::Play(_) => "type a number, or any play such as `8/5 6/5`",
        Asked::Double if problem.stakes().owner != Owner::Centred => "type `redouble` or `roll`",
        Asked::Double => "type `double` or `roll`",
        Asked::Answer if quiz::may_beaver(problem) => "type `take`, `beaver` or `pass`",
        Asked::Answer => "type `take` or `pass`",
    }
}

/// Reads an answer, in lower case.
///
/// # Errors
///
/// Why it is none.
fn reply(problem: &Problem, text: &str) -> Result<Reply, String> {
    let starts = |words: &[&str]| !text.is_empty() && words.iter().any(|word| word.starts_with(text));
    match problem.asked() {
        // `r` rolls.
        Asked::Double if starts(&["roll", "no double", "no redouble"]) => Ok(Reply::Deed(Deed::Wait)),
        Asked::Double if starts(&["double", "redouble"]) => Ok(Reply::Deed(Deed::Double)),
        Asked::Answer if starts(&["take", "accept"]) => Ok(Reply::Deed(Deed::Take)),
        Asked::Answer if starts(&["pass", "drop"]) => Ok(Reply::Deed(Deed::Pass)),
        Asked::Answer if quiz::may_beaver(problem) && starts(&["beaver"]) => Ok(Reply::Deed(Deed::Beaver)),
        Asked::Double | Asked::Answer => Err(format!("`{text}` isn't an answer")),
        Asked::Play(roll) => {
            if let Ok(number) = text.parse() {
                return Ok(Reply::Number(number));
            }
            Play::parse(problem.board(), roll, text).map(Reply::Play).map_err(|error| error.to_string())
        }
    }
}

impl Score {
    fn add(&mut self, choice: &Choice) {
        self.asked += 1;
        self.right += u64::from(choice.mark == Mark::None);
        self.best += u64::from(choice.is_best());
        self.lost += choice.loss;
    }

    /// Returns the sums in words.
    fn words(&self) -> String {
        let Self { asked, right, best, lost } = *self;
        if asked == 0 {
            return "No problem was answered.".to_owned();
        }
        let mean = lost / asked as f64;
        format!("{}: {right} right ({best} best), mean loss {mean:.3}", many(asked, "problem"))
    }
}
