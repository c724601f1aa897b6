//! `barpoint replay`: one line a decision, the form in which an archive goes into other people's tools.

use crate::analysis::{RulesOverride, replay};
use crate::cli::decisions::{Decisions, line_of};
use crate::cli::each::{self, Seen, each};
use crate::cli::engine::Engine;
use crate::cli::rules;
use crate::diag::{Code, Parsed, Severity, SourceFile};
use crate::formats::Format;
use crate::host::exit::Exit;
use crate::output::json::DecisionJson;
use crate::output::ui::Ui;
use std::io::{self, Read};

/// The arguments of `replay`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// What is read.
    #[command(flatten)]
    pub input: each::Args,
    /// What holds where a record doesn't say.
    #[command(flatten)]
    pub rules: rules::Args,
    /// How to write the decisions.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Lines,
}

/// How decisions are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Lines {
    /// One flat JSON object a line.
    #[default]
    Jsonl,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing.
pub fn run(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    let rules = args.rules.overrides();
    each(&args.input, engine, stdin, |seen| {
        let (name, code, message) = match seen {
            Seen::Match { format, source, number } => return decisions(format, source, number, &rules, ui),
            Seen::Problem { name, code, message } => (name, code, message),
        };
        // A bad record is a line of its own, so that nothing is lost in a long run.
        let mut line = DecisionJson::new(name, 1, "finding");
        (line.code, line.message) = (Some(code.id()), Some(message));
        ui.json(&line)?;
        Ok(if code == Code::SourceUnreadable { Exit::CouldNotRun } else { Exit::Findings })
    })
}

/// Writes the decisions of one match, and then its findings.
fn decisions(
    format: &Format,
    source: &SourceFile,
    number: u32,
    rules: &RulesOverride,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    let Some(parse) = format.parse else { return Ok(Exit::Clean) };
    let Parsed { value: record, diagnostics } = parse(source);
    let mut decisions = Decisions::new(source, number, &record);
    let mut lines = Vec::new();
    let replay = replay(&record, diagnostics, rules, |moment| {
        decisions.count(moment);
        lines.push(decisions.line(moment));
    });
    for line in &lines {
        ui.json(line)?;
    }
    let mut exit = Exit::Clean;
    for finding in &replay.diagnostics {
        if finding.severity == Severity::Note {
            continue;
        }
        exit = Exit::Findings;
        let mut line = DecisionJson::new(source.name(), number, "finding");
        line.game = finding.context.game;
        line.line = line_of(source, finding.primary.span);
        line.player.clone_from(&finding.context.player);
        line.position_id.clone_from(&finding.context.position_id);
        line.match_id.clone_from(&finding.context.match_id);
        (line.code, line.message) = (Some(finding.code.id()), Some(finding.message.clone()));
        ui.json(&line)?;
    }
    Ok(exit)
}
