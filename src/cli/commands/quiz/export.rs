//! Quizzes in files: a page for a browser, a deck for Anki.

use super::{Args, Posed};
use crate::cli::error::{CommandError, Done};
use crate::cli::outputs;
use crate::cli::progress::Progress;
use crate::diag::count::many;
use crate::engine::Engine;
use crate::engine::met::UNKNOWN_SCORE;
#[cfg(feature = "database")]
use crate::host::deck::{self, Card};
use crate::host::draft::save;
use crate::host::exit::Exit;
use crate::host::names::path_text;
use crate::host::pipeline;
use crate::output::quiz::{self, Solved};
use crate::output::ui::Ui;
use std::ops::ControlFlow;
use std::path::Path;

/// The formats of a quiz in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// A page for a browser.
    Html,
    /// A deck of cards for Anki; importing it again updates the cards.
    #[cfg(feature = "database")]
    Anki,
}

/// Returns the format of a file.
///
/// # Errors
///
/// If neither the arguments nor the extension tell it.
pub(super) fn form(args: &Args, path: &Path) -> Result<Form, String> {
    match (args.format, outputs::extension(path).as_deref()) {
        (Some(form), _) => Ok(form),
        (None, Some("html" | "htm")) => Ok(Form::Html),
        #[cfg(feature = "database")]
        (None, Some("apkg")) => Ok(Form::Anki),
        _ => Err(format!(
            "{}: the file must end in .html or .apkg; `--format` sets the format of other names",
            path_text(path)
        )),
    }
}

/// Evaluates the problems and writes the file.
#[cfg_attr(not(feature = "database"), expect(unused_variables, reason = "only a deck has a time"))]
pub(super) fn run(
    args: &Args,
    (path, form): (&Path, Form),
    posed: Vec<Posed>,
    (engine, now): (&Engine, u64),
    exit: Exit,
    ui: &mut Ui<'_>,
) -> Done {
    let solved = solve(args, posed, engine, ui);
    if solved.is_empty() {
        return Err(CommandError::new("no problem is left to write"));
    }
    let bytes = match form {
        Form::Html => quiz::page(&solved).into_bytes(),
        #[cfg(feature = "database")]
        Form::Anki => {
            let card = |solved| {
                let quiz::Sides { id, picture, question, answer } = quiz::card(solved);
                Card { key: id, picture, question, answer }
            };
            let cards: Vec<Card> = solved.iter().map(card).collect();
            deck::package(&cards, now)?
        }
    };
    save(path, args.force, &bytes)?;
    if !args.reading.quiet {
        ui.err(format_args!("{}: {}", path_text(path), many(solved.len() as u64, "problem")));
    }
    Ok(exit)
}

/// Evaluates the problems on all threads, in their order.
fn solve(args: &Args, posed: Vec<Posed>, engine: &Engine, ui: &mut Ui<'_>) -> Vec<Solved> {
    let jobs = args.reading.jobs.count();
    let mut progress = Progress::of_many(ui.err_is_terminal && !args.reading.quiet, posed.len() as u64);
    let mut all = Vec::with_capacity(posed.len());
    let work = |posed: Posed| {
        let problem = &posed.problem;
        let mut search = problem.search(engine, args.options()).ok_or_else(|| problem.id().to_owned())?;
        let solution = problem.solve(&mut search, posed.made.as_ref());
        drop(search);
        let is_asked = posed.is_asked(&solution);
        let Posed { problem, made, source, .. } = posed;
        Ok(is_asked.then_some(Solved { problem, solution, made, source }))
    };
    pipeline::each(jobs, 8 * jobs, posed.into_iter(), work, |solved: Result<Option<Solved>, String>| {
        progress.advance(1, || "problems".to_owned());
        all.push(solved);
        ControlFlow::Continue(())
    });
    progress.finish();
    let unasked = all.iter().filter(|solved| matches!(solved, Ok(None))).count();
    if let Some(note) = super::left_out(unasked as u64).filter(|_| !args.reading.quiet) {
        ui.err(note);
    }
    let known = |solved: Result<Option<Solved>, String>| {
        solved.map_err(|id| ui.err(format_args!("note: {id}: {UNKNOWN_SCORE}"))).ok().flatten()
    };
    all.into_iter().filter_map(known).collect()
}
