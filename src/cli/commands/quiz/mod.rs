//! `barpoint quiz`: asks positions that went wrong, and asks them again before they are forgotten.

mod ask;
mod export;
mod gather;

use crate::analysis::quiz::{Problem, Solution};
use crate::analysis::skill::{Mark, Thresholds};
use crate::cli::error::{CommandError, Done};
use crate::cli::evaluator;
use crate::cli::filter;
use crate::cli::outputs;
use crate::cli::pass;
use crate::cli::reader::Reader;
use crate::diag::count::many;
use crate::engine::search::Options;
use crate::host::date::Day;
use crate::host::draft::foresee;
use crate::host::exit::Exit;
use crate::host::folders::{Kept, environment};
use crate::host::results::Results;
use crate::output::quiz::{Answer, Choice};
use crate::output::ui::Ui;
use crate::rules::{Play, Variant};
use clap::builder::RangedU64ValueParser;
use std::collections::BTreeSet;
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::PathBuf;

pub use export::Form;

/// The arguments of `quiz`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// Records with mistakes (files, folders, archives), lists of IDs, or IDs [default: the problems that are due].
    #[arg(value_name = "PATH or ID")]
    pub paths: Vec<PathBuf>,
    /// Ask at most N problems [default: 20, or all with `-o`].
    #[arg(long, short = 'n', value_name = "N", help_heading = "Problems",
          value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub count: Option<usize>,
    /// Also ask problems that aren't due.
    #[arg(long, help_heading = "Problems")]
    pub all: bool,
    /// Ask only new problems.
    #[arg(long, conflicts_with = "all", help_heading = "Problems")]
    pub fresh: bool,
    /// Keep the results in this file [default: quiz.jsonl in your data folder, which `barpoint doctor` shows].
    #[arg(long, value_name = "FILE", value_parser = outputs::on_disk(), help_heading = "Problems")]
    pub results: Option<PathBuf>,
    /// The decisions to ask; by default all with a mark.
    #[command(flatten)]
    pub conditions: filter::Args,
    /// Write the problems to this file instead of asking them; its extension chooses the format: `.html`, or `.apkg`
    /// for Anki.
    #[arg(long, short, value_name = "FILE", value_parser = outputs::on_disk(), help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long, short, help_heading = "Output")]
    pub force: bool,
    /// Output format [default: by the extension of the file].
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output", help_heading = "Output")]
    pub format: Option<Form>,
    /// Evaluate every decision of the records, searching N plies (0 to 3); by default, the analyses in the records are
    /// used. Problems and answers are evaluated at 2 plies, or at N plies if N is larger; decisions that turn out not
    /// to be mistakes are left out.
    #[arg(long, value_name = "N", value_parser = evaluator::plies(), help_heading = "Engine")]
    pub plies: Option<u8>,
    /// What the engine uses.
    #[command(flatten, next_help_heading = "Engine")]
    pub sources: evaluator::Sources,
    /// How records are read.
    #[command(flatten)]
    pub reading: pass::Reading,
}

/// A problem, and the decision that it comes from.
#[derive(Clone, Debug)]
pub(super) struct Posed {
    pub(super) problem: Problem,
    pub(super) variant: Variant,
    /// The play that was made.
    pub(super) made: Option<Play>,
    /// The decision in words: its place, the player, the action.
    pub(super) source: Option<String>,
    /// What it lost.
    pub(super) loss: f64,
    /// The play or the cube action, if it was found by a search that isn't as deep as that of the answer.
    pub(super) found: Option<Answer>,
}

impl Posed {
    /// Returns `true` unless the decision was found by a shallower search, and is no mistake by the answer's: a position is
    /// asked only if it went wrong.
    pub(super) fn is_asked(&self, solution: &Solution) -> bool {
        let choice = match (self.found, solution) {
            (Some(Answer::Play(play)), Solution::Plays(plays)) => {
                let after = play.after(self.problem.board());
                let made = plays.iter().find(|evaluated| evaluated.after == after);
                made.map(|made| Choice::play(&self.problem, made, &plays[0]))
            }
            (Some(Answer::Cube(deed)), Solution::Cube(decision)) => {
                Some(Choice::cube(&self.problem, deed, decision))
            }
            _ => None,
        };
        // Losses too small for a mark are asked where they are wanted.
        let is_wrong = |choice: Choice| {
            let is_small = Thresholds::default().mark(self.loss) == Mark::None;
            if is_small { !choice.is_best() } else { !choice.is_right() }
        };
        choice.is_none_or(is_wrong)
    }
}

/// Returns the note about decisions that aren't asked, if there are any.
pub(super) fn left_out(count: u64) -> Option<String> {
    (count > 0).then(|| {
        let they_are = if count == 1 { "it isn't a mistake" } else { "they aren't mistakes" };
        format!("note: {} left out: {they_are} at the depth of the answers", many(count, "decision"))
    })
}

/// The problems of a quiz, if its length isn't given.
const COUNT: usize = 20;

/// The least plies of an answer's evaluation.
const PLIES: u8 = 2;

/// The name of the file in the folder of the user's data.
const FILE: &str = "quiz.jsonl";

impl Args {
    fn options(&self) -> Options {
        Options { plies: self.plies.unwrap_or_default().max(PLIES), ..Options::default() }
    }

    /// Returns the file with the results.
    fn file(&self) -> Result<PathBuf, CommandError> {
        let default = || Kept::Data.folder(environment).map(|folder| folder.join(FILE));
        self.results.clone().or_else(default).ok_or_else(|| {
            CommandError::new(format!("no folder for the results: {}", Kept::Data.unset()))
                .hint("`--results FILE` names a file")
        })
    }

    /// Returns `true` if problems are named, rather than those of earlier quizzes meant.
    fn has_input(&self) -> bool {
        !self.paths.is_empty() || self.reading.files_from.is_some()
    }

    /// Returns `true` if standard input has records, and not answers.
    fn reads_stdin(&self) -> bool {
        let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
        self.paths.iter().chain(&self.reading.files_from).any(is_stdin)
    }
}

/// Runs the subcommand; `now` is the time in seconds since 1970-01-01.
///
/// # Errors
///
/// If records or results can't be read, or the output or results can't be written.
pub fn run(
    args: &Args,
    reader: &dyn Reader,
    stdin: Box<dyn Read + Send + '_>,
    now: u64,
    ui: &mut Ui<'_>,
) -> Done {
    let today = Day::of(now);
    outputs::refuse_input(args.output.as_deref(), &args.paths)?;
    let output =
        args.output.as_deref().map(|path| Ok::<_, String>((path, export::form(args, path)?))).transpose()?;
    if let Some((path, _)) = output {
        foresee(path, args.force)?;
    }
    if args.reads_stdin() && output.is_none() {
        return Err("standard input is for your answers; name the records as files".into());
    }
    let mut results = Results::open(&args.file()?)?;
    let (records, answers): (Box<dyn Read + Send>, _) =
        if output.is_some() { (stdin, None) } else { (Box::new(io::empty()), Some(BufReader::new(stdin))) };
    let (posed, exit) = if args.has_input() {
        gather::gather(args, reader, records, ui)?
    } else {
        (gather::known(&results), Exit::Clean)
    };
    if posed.is_empty() {
        return nothing(args, exit, ui);
    }
    let is_all = args.all || output.is_some();
    let mut chosen = gather::due(&posed, &results, today, (is_all, args.fresh));
    if chosen.is_empty() {
        let problems = many(posed.len() as u64, "problem");
        match gather::next_due(&posed, &results).filter(|_| !args.fresh) {
            Some(next) => {
                ui.prose(format_args!(
                    "No problem is due before {next}; `--all` asks anyway ({problems} in all)."
                ))?;
            }
            None => ui.prose(format_args!("No problem is new ({problems} in all)."))?,
        }
        return Ok(exit);
    }
    chosen.truncate(args.count.unwrap_or(if output.is_some() { usize::MAX } else { COUNT }));
    let engine = args.sources.load()?;
    let variants: BTreeSet<&str> = chosen.iter().map(|posed| posed.variant.name()).collect();
    for variant in Variant::ALL.iter().filter(|variant| variants.contains(variant.name())) {
        evaluator::caution(&engine, *variant, &variant.start().board(), ui);
    }
    match (output, answers) {
        (Some(output), _) => export::run(args, output, chosen, (&engine, now), exit, ui),
        (None, None) => Ok(exit),
        (None, Some(answers)) => {
            let mut quiz = ask::Quiz {
                posed: &chosen,
                engine: &engine,
                options: args.options(),
                results: &mut results,
                today,
                is_typed: ui.out_is_terminal && io::stdin().is_terminal(),
                answers: ask::Answers::new(answers),
            };
            quiz.run(ui)?;
            Ok(exit)
        }
    }
}

/// Prints why there is no problem.
fn nothing(args: &Args, exit: Exit, ui: &mut Ui<'_>) -> Done {
    if !args.has_input() {
        let error = CommandError::new("no earlier quiz: nothing is due");
        return Err(error.hint("`barpoint quiz RECORDS --player NAME` asks you about your mistakes"));
    }
    if exit == Exit::Clean {
        ui.line("No decision matches.")?;
    }
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Chances;
    use crate::engine::cube::CubeDecision;
    use crate::notation::identify;
    use crate::output::lesson::Deed;

    #[test]
    fn a_decision_that_the_answer_calls_right_is_not_asked() {
        let found = identify("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", 15).expect("an ID");
        let problem = Problem::new(&found.state).expect("a decision");
        let is_asked = |found: Option<Deed>, loss: f64, equities: [f32; 2]| {
            let decision =
                CubeDecision::of_equities(&problem.stakes(), Chances::default(), 0.0, equities, PLIES);
            let posed = Posed {
                problem: problem.clone(),
                variant: Variant::Standard,
                made: None,
                source: None,
                loss,
                found: found.map(Answer::Cube),
            };
            posed.is_asked(&Solution::Cube(decision))
        };
        // A double that loses 0.01, which is no mistake, or 0.2.
        assert!(!is_asked(Some(Deed::Double), 0.1, [0.5, 0.49]));
        assert!(is_asked(Some(Deed::Double), 0.1, [0.5, 0.3]));
        assert!(!is_asked(Some(Deed::Wait), 0.1, [0.5, 0.3]));
        // Small losses were asked for, but not what is right.
        assert!(is_asked(Some(Deed::Double), 0.01, [0.5, 0.49]));
        assert!(!is_asked(Some(Deed::Double), 0.01, [0.49, 0.5]));
        // What wasn't found by a shallower search is asked.
        assert!(is_asked(None, 0.0, [0.5, 0.49]));
    }

    #[test]
    fn what_is_left_out_is_counted() {
        assert_eq!(left_out(0), None);
        assert!(left_out(1).expect("a note").contains("1 decision left out"));
        assert!(left_out(2).expect("a note").contains("2 decisions left out"));
    }
}
