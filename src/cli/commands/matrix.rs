//! `barpoint matrix`: shows a decision for money and at every score.

use super::{cube, plays};
use crate::board::{Board, Roll};
use crate::cli::error::Done;
use crate::cli::evaluator;
use crate::cli::jobs::Jobs;
use crate::cli::outputs;
use crate::cli::progress::Progress;
use crate::cli::subject::{self, Subject};
use crate::engine::cube::{CubeState, Owner};
use crate::engine::matrix::Score;
use crate::engine::met::MatchEquity;
use crate::engine::search::Search;
use crate::engine::{Class, roller};
use crate::host::draft::{foresee, save};
use crate::host::exit::Exit;
use crate::host::pipeline;
use crate::notation::PositionId;
use crate::output::diagram::Diagram;
use crate::output::json::{self, CubeJson, HintJson, MatrixCellJson, MatrixJson};
use crate::output::matrix::{Decided, Matrix};
use crate::output::ui::Ui;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// The arguments of `matrix`: `ID… [ROLL]`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position, then the roll (`31`) unless the ID has dice; without dice the matrix is about the cube.
    #[command(flatten)]
    pub subject: subject::Args,
    /// Ignore the dice of the ID or the record, for the cube decision before the roll.
    #[arg(long)]
    pub before_roll: bool,
    /// Scores up to N points away (1 to 25).
    // `-n` is a count elsewhere; scripts may use it.
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 9,
          value_parser = clap::value_parser!(u8).range(1..=25))]
    pub length: u8,
    /// Write this file; its extension chooses the format: `.txt`, `.html`, `.svg` or `.json`.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long, short)]
    pub force: bool,
    /// Output format.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Form>,
    /// The number of threads.
    #[command(flatten)]
    pub jobs: Jobs,
    /// The evaluation options.
    #[command(flatten)]
    pub evaluation: evaluator::Args,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// The formats of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// A table with a legend.
    Text,
    /// A page for a browser.
    Html,
    /// A picture.
    Svg,
    /// One JSON object.
    Json,
}

/// The formats of files by their extensions.
const FORMS: [(&str, Form); 5] = [
    ("txt", Form::Text),
    ("html", Form::Html),
    ("htm", Form::Html),
    ("svg", Form::Svg),
    ("json", Form::Json),
];

/// Runs the subcommand.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    let form = args.form()?;
    let mut subject = args.subject.clone();
    let output = outputs::file(args.output.as_ref());
    subject.refuse_input(output)?;
    if let Some(path) = output {
        foresee(path, args.force)?;
    }
    let given = plays::take_roll(&mut subject.id)?;
    if args.before_roll {
        subject.drop_dice(given)?;
    }
    subject.with_stakes(ui, |subject, board, cube, ui| {
        if Class::of(&board) == Class::Over {
            return Err(cube::OVER.into());
        }
        let has_dice = plays::has_dice(given, subject);
        let roll = if has_dice { Some(plays::roll(given, subject, &board)?) } else { None };
        let meaning = "the decision is the doubler's, and the answer to it";
        subject.tell_offered(if has_dice { plays::NOT_OFFERED } else { meaning }, ui);
        if roll.is_none() && cube.owner == Owner::Opponent {
            return Err(
                "the opponent owns the cube: there is no cube decision; give a roll for the best plays"
                    .into(),
            );
        }
        if roll.is_none() {
            args.evaluation.needs_cube()?;
        }
        let cells = args.cells(subject, &board, &cube, roll, ui)?;
        let bytes = args.write(form, subject, &board, roll, &cells);
        match output {
            Some(path) => save(path, args.force, bytes.as_bytes())?,
            None if form == Form::Text => ui.prose(bytes.trim_end_matches('\n'))?,
            None => ui.bytes(bytes.as_bytes())?,
        }
        Ok(Exit::Clean)
    })
}

/// A score, the cube there, and the decision.
type Cell = (Score, CubeState, Decided);

impl Args {
    /// Returns the requested format.
    fn form(&self) -> Result<Form, String> {
        let of_path = outputs::file(self.output.as_ref())
            .map(|path| outputs::form(path, &FORMS, ".txt, .html, .svg or .json"))
            .transpose();
        match (self.json, self.format) {
            (true, None | Some(Form::Json)) => Ok(Form::Json),
            (true, Some(_)) => Err("`--json` and `--format` contradict each other".to_owned()),
            (false, Some(form)) => Ok(form),
            (false, None) => Ok(of_path?.unwrap_or(Form::Text)),
        }
    }

    /// Evaluates the decision at every score, on all cores.
    fn cells(
        &self,
        subject: &Subject,
        board: &Board,
        cube: &CubeState,
        roll: Option<Roll>,
        ui: &mut Ui<'_>,
    ) -> Result<Vec<Cell>, String> {
        let engine = self.evaluation.sources.load()?;
        evaluator::caution(&engine, subject.variant, board, ui);
        let scores: Vec<(Score, CubeState)> = Score::up_to(usize::from(self.length))
            .filter_map(|score| score.state(cube).map(|state| (score, state)))
            .collect();
        let jobs = self.jobs.count();
        let mut progress = Progress::of_many(ui.err_is_terminal, scores.len() as u64);
        let mut cells = Vec::with_capacity(scores.len());
        let work = |(score, state): (Score, CubeState)| -> Option<Cell> {
            let table = MatchEquity::reaching(state.most_away());
            let mut search = Search::new(&engine, table, state, self.evaluation.options())?;
            let decided = match roll {
                None => Decided::Cube(roller::cube(&mut search, board)),
                Some(roll) => Decided::Plays(roller::plays(&mut search, board, roll)),
            };
            Some((score, state, decided))
        };
        pipeline::each(jobs, 8 * jobs, scores.into_iter(), work, |cell| {
            progress.advance(1, || "scores".to_owned());
            let is_known = cell.is_some();
            cells.extend(cell);
            if is_known { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        progress.finish();
        // Every table reaches 25 points.
        Ok(cells)
    }

    /// Writes the cells in a format.
    fn write(
        &self,
        form: Form,
        subject: &Subject,
        board: &Board,
        roll: Option<Roll>,
        cells: &[Cell],
    ) -> String {
        let most = usize::from(self.length);
        if form == Form::Json {
            let answer = MatrixJson {
                schema: json::SCHEMA,
                position_id: PositionId::encode(board).to_string(),
                roll: roll.map(|roll| roll.to_string()),
                length: most,
                cells: cells.iter().map(|cell| json(board, roll, cell)).collect(),
            };
            return serde_json::to_string(&answer).expect("numbers and texts") + "\n";
        }
        let matrix = Matrix::new(most, board, roll, cells);
        match form {
            Form::Text | Form::Json => matrix.text(),
            Form::Svg => matrix.svg(),
            Form::Html => {
                let mut diagram = Diagram::plain(*board, subject.on_roll());
                diagram.has_lines = false;
                matrix.html(&diagram, &PositionId::encode(board).to_string())
            }
        }
    }
}

fn json(board: &Board, roll: Option<Roll>, (score, state, decided): &Cell) -> MatrixCellJson {
    let roll = roll.map_or_else(String::new, |roll| roll.to_string());
    let (cube, hint) = match decided {
        Decided::Cube(decision) => (Some(CubeJson::new(state, board, decision)), None),
        Decided::Plays(plays) => (None, Some(HintJson::new(state, board, &roll, plays, 3))),
    };
    MatrixCellJson { crawford: score.is_crawford(), cube, hint }
}
