//! `barpoint replay`: prints one line per decision, for other tools.

use crate::analysis::skill::{Thresholds, evaluated_decisions, has_analyses, of_act};
use crate::analysis::{replay, replayed};
use crate::cli::error::{CommandError, Done};
use crate::cli::pass::{self, Desk, Flow, Found, GO_ON, Pass, Place, Problem, Sink, World, errors, wrong};
use crate::cli::sheet::{self, Form, Sheet};
use crate::diag::{Parsed, Severity};
use crate::output::decisions::{Decisions, assess, line_of};
use crate::output::json::DecisionJson;

/// The arguments of `replay`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// The file to write.
    #[command(flatten)]
    pub file: sheet::Args,
    /// Output format [default: by the extension of the file, else jsonl].
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<Form>,
    /// The input.
    #[command(flatten)]
    pub input: pass::Args,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, world: World<'_, '_, '_>) -> Done {
    if args.format == Some(Form::Parquet) && args.file.path().is_none() {
        return Err(CommandError::new("Parquet is written to a file").hint("`-o FILE` names it"));
    }
    let mut decided = Decided { sheet: args.file.begin(args.format, &args.input.paths)? };
    let is_text = decided.sheet.is_none();
    let work = |found: Found| {
        let mut made = if is_text { Made::Text(String::new()) } else { Made::Rows(Vec::new()) };
        let errors = decisions(&found, |line| made.add(line));
        (made, errors)
    };
    let pass = Pass { output: args.file.path(), ..Pass::new(&args.input) };
    pass.run(world, &mut decided, work)
}

/// Takes the results in the order of the input.
struct Decided {
    /// The file to write, if there is one.
    sheet: Option<Sheet>,
}

/// What is made of a match.
enum Made {
    /// Lines of JSON.
    Text(String),
    /// The rows of a file.
    Rows(Vec<DecisionJson>),
}

impl Made {
    fn add(&mut self, line: DecisionJson) {
        match self {
            Self::Rows(rows) => rows.push(line),
            Self::Text(text) => {
                // Text and numbers can always be written as JSON.
                text.push_str(&serde_json::to_string(&line).unwrap_or_default());
                text.push('\n');
            }
        }
    }
}

impl Sink for Decided {
    /// What is made of a match, and the number of its errors.
    type Result = (Made, usize);

    fn take(&mut self, place: &Place, (made, errors): Self::Result, desk: &mut Desk<'_, '_>) -> Flow {
        desk.count_errors(errors);
        match (made, &mut self.sheet) {
            (Made::Text(lines), _) => desk.answer(|ui| ui.written_json(&lines))?,
            (Made::Rows(rows), Some(sheet)) => rows.into_iter().try_for_each(|row| sheet.add(row))?,
            (Made::Rows(_), None) => {}
        }
        wrong(place, errors, desk)?;
        GO_ON
    }

    fn end(&mut self, _: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        // Files that can't be read have rows, too.
        Ok(self.sheet.take().map_or(Ok(()), Sheet::commit)?)
    }

    /// Prints a file without a record, and writes a line of its own, so that a long run loses nothing.
    fn problem(&mut self, problem: &Problem, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        let mut line = DecisionJson::new(problem.source.name(), 1, "finding");
        line.code = Some(problem.finding.code.id());
        line.message = Some(problem.finding.message.clone());
        desk.exit = desk.exit.max(problem.exit());
        match &mut self.sheet {
            Some(sheet) => sheet.add(line)?,
            None => desk.answer(|ui| ui.json(&line))?,
        }
        desk.ui.flush()?;
        desk.report(problem);
        Ok(())
    }
}

/// Hands out the decisions of one match, then its findings; returns the number of its errors.
fn decisions(found: &Found, mut add: impl FnMut(DecisionJson)) -> usize {
    let Found { format, source, number, rules, .. } = found;
    let Some(parse) = format.parse else { return 0 };
    let mut parsed = parse(source);
    let mut all = Vec::new();
    let thresholds = Thresholds::default();
    if has_analyses(&parsed.value) {
        let Parsed { value, diagnostics } = parsed;
        let (whole, _) = replayed(Parsed { value, diagnostics: Vec::new() }, rules);
        all = evaluated_decisions(&whole);
        parsed = Parsed { value: whole.record, diagnostics };
    }
    let Parsed { value: record, diagnostics } = parsed;
    let mut decisions = Decisions::new(source, *number, &record, rules);
    let replay = replay(&record, diagnostics, rules, |moment| {
        decisions.count(moment);
        let mut line = decisions.line(moment);
        if let Some(own) = of_act(&all, moment.game, decisions.act()) {
            assess(&mut line, own, &thresholds);
        }
        add(line);
    });
    for finding in replay.diagnostics.iter().filter(|finding| finding.severity != Severity::Note) {
        let mut line = DecisionJson::new(source.name(), *number, "finding");
        line.game = finding.context.game;
        line.r#move = finding.context.number;
        line.line = line_of(source, finding.primary.span);
        line.player.clone_from(&finding.context.player);
        line.position_id.clone_from(&finding.context.position_id);
        line.match_id.clone_from(&finding.context.match_id);
        (line.code, line.message) = (Some(finding.code.id()), Some(finding.message.clone()));
        add(line);
    }
    errors(&replay.diagnostics)
}
