//! `barpoint check`: the main job. Reads records, replays them, and reports what breaks a rule.

use crate::cli::args::{self, FormatArg};
use crate::cli::commands::fixed::{Fixed, Rewrite};
use crate::cli::error::{CommandError, Done};
use crate::cli::pass::{self, Counts, Desk, Found, Pass, Place, Problem, Sink, World};
use crate::cli::reader::{Checked, Reader};
use crate::cli::rules;
use crate::diag::count::many;
use crate::diag::{Code, Diagnostic, Severity, SourceFile};
use crate::host::exit::Exit;
use crate::output::diagnostic::{Finding, Options, Renderer};
use crate::output::ui::Ui;
use clap::ValueEnum;
use std::io::{self, Read};
use std::ops::ControlFlow;

/// The arguments of `check`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// What is read.
    #[command(flatten)]
    pub input: pass::Args,
    /// What holds where a record doesn't say.
    #[command(flatten)]
    pub rules: rules::Args,
    /// Output format.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = "Output")]
    pub format: FormatArg,
    /// Draw the board before each wrong action.
    #[arg(long, help_heading = "Output")]
    pub board: bool,
    /// Exit with status 1 only for findings of this severity or above.
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t, help_heading = "Findings")]
    pub fail_on: FailOn,
    /// Don't report findings with this code; may be given several times.
    #[arg(long, value_name = "CODE", value_parser = args::CODE, hide_possible_values = true, help_heading = "Findings")]
    pub allow: Vec<Code>,
    /// Report habits of servers and programs too, which aren't mistakes.
    #[arg(long, help_heading = "Findings")]
    pub pedantic: bool,
    /// Report the consequences of a finding too.
    #[arg(long, help_heading = "Findings")]
    pub all: bool,
    /// Write the safe fixes into the files: those that agree with everything else that the record states.
    #[arg(long, help_heading = "Fixes", conflicts_with = "diff")]
    pub fix: bool,
    /// Print the safe fixes as a unified diff, and write nothing.
    #[arg(long, help_heading = "Fixes")]
    pub diff: bool,
    /// With --fix or --diff: use the best suggested fix too, and mark it with a comment.
    #[arg(long, help_heading = "Fixes")]
    pub suggested: bool,
    /// With --fix: keep a copy of each file that changes, under its name and `.bak`.
    #[arg(long, help_heading = "Fixes", requires = "fix")]
    pub backup: bool,
    /// Show how the fixes were found: the readings tried, where each broke, the board.
    #[arg(long, help_heading = "Fixes")]
    pub explain_fix: bool,
}

/// The lightest findings that make the exit status 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Only errors.
    Error,
    /// Errors and warnings.
    #[default]
    Warning,
    /// Every finding.
    Note,
    /// None: findings leave the exit status 0.
    Never,
}

impl FailOn {
    /// Returns `true` if a finding of this severity counts.
    fn counts(self, severity: Severity) -> bool {
        match self {
            Self::Error => severity >= Severity::Error,
            Self::Warning => severity >= Severity::Warning,
            Self::Note => true,
            Self::Never => false,
        }
    }
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing, and that there is no match record.
pub fn run(args: &Args, reader: &dyn Reader, stdin: Box<dyn Read + Send + '_>, ui: &mut Ui<'_>) -> Done {
    if args.suggested && !args.fix && !args.diff {
        return Err(CommandError::new("--suggested needs --fix or --diff"));
    }
    let rules = args.rules.overrides();
    let options = Options { all: args.all, styled: ui.styled, width: ui.width };
    let mut report = Report {
        renderer: crate::output::diagnostic::Format::from(args.format).renderer(options),
        args,
        tally: Tally::default(),
        fixed: Fixed::new(args, reader),
    };
    report.begin(ui)?;
    let work = |found: Found| {
        let Found { format, source, .. } = found;
        let writes = args.fix || args.diff;
        let mended = if writes { reader.mend(format, &source, &rules, args.suggested) } else { None };
        let rewrite = writes.then(|| Rewrite::new(format, &source, mended.as_ref()));
        // After --fix, what is left is reported.
        let source = match mended {
            Some(mended) if args.fix => mended.source,
            _ => source,
        };
        let mut findings = Vec::new();
        let mut sink = |diagnostic| findings.extend(wanted(diagnostic, args));
        let Checked { games } = reader.check(format, &source, &rules, &mut sink);
        if args.format != FormatArg::Concise && !args.diff {
            reader.repair(format, &source, &rules, &mut findings);
        }
        let explained = |finding: &Diagnostic| {
            if args.explain_fix { reader.explain(format, &source, &rules, finding) } else { None }
        };
        let explained = findings.iter().map(explained).collect();
        Outcome { rewrite, explained, ..Outcome::new(games, source, findings, args, reader) }
    };
    Pass::from(&args.input).run(World { reader, stdin, ui }, &mut report, work)
}

/// What a match gave.
struct Outcome {
    games: u32,
    /// The source, if anything was found in it.
    source: Option<SourceFile>,
    /// The findings, each with the board before it.
    findings: Vec<(Diagnostic, Option<String>)>,
    /// How the fixes of each were found, if that is asked.
    explained: Vec<Option<String>>,
    /// The match with its fixes, if they are to be written or shown.
    rewrite: Option<Rewrite>,
}

impl Outcome {
    fn new(
        games: u32,
        source: SourceFile,
        findings: Vec<Diagnostic>,
        args: &Args,
        reader: &dyn Reader,
    ) -> Self {
        let draw = |diagnostic: &Diagnostic| {
            if args.board { reader.draw(&diagnostic.context) } else { None }
        };
        let drawn = |diagnostic| {
            let board = draw(&diagnostic);
            (diagnostic, board)
        };
        let findings: Vec<_> = findings.into_iter().map(drawn).collect();
        let source = Some(source).filter(|_| !findings.is_empty());
        Self { games, source, findings, explained: Vec::new(), rewrite: None }
    }
}

/// Drops a finding that isn't to be shown; the first of its consequences that is takes its place,
/// so that silencing one code never hides another.
fn wanted(mut diagnostic: Diagnostic, args: &Args) -> Option<Diagnostic> {
    let is_wanted = |code: Code| !args.allow.contains(&code) && (args.pedantic || !code.is_pedantic());
    diagnostic.consequences.retain(|consequence| is_wanted(consequence.code));
    if is_wanted(diagnostic.code) {
        return Some(diagnostic);
    }
    let mut consequences = diagnostic.consequences.into_iter();
    let first = consequences.next()?;
    Some(Diagnostic { consequences: consequences.collect(), ..first })
}

/// The side of the work that is done in order.
struct Report<'a> {
    renderer: Box<dyn Renderer>,
    args: &'a Args,
    tally: Tally,
    fixed: Fixed<'a>,
}

impl Report<'_> {
    fn begin(&mut self, ui: &mut Ui<'_>) -> io::Result<()> {
        let mut text = Vec::new();
        self.renderer.begin(&mut text)?;
        shown(&text, self.args.format, ui)
    }

    /// Shows findings.
    fn show(
        &mut self,
        source: &SourceFile,
        findings: &[(Diagnostic, Option<String>)],
        explained: &[Option<String>],
        desk: &mut Desk<'_, '_>,
    ) -> io::Result<()> {
        for (diagnostic, _) in findings {
            self.tally.count(diagnostic.severity);
            if self.args.fail_on.counts(diagnostic.severity) {
                desk.exit = desk.exit.max(Exit::Findings);
            }
        }
        let format = self.args.format;
        if self.args.diff {
            return Ok(());
        }
        desk.answer(|ui| {
            let mut text = Vec::new();
            for (index, (diagnostic, board)) in findings.iter().enumerate() {
                let board = board.as_deref();
                self.renderer.finding(&Finding { board, ..Finding::new(source, diagnostic) }, &mut text)?;
                shown(&text, format, ui)?;
                text.clear();
                if let Some(Some(explained)) = explained.get(index).filter(|_| format == FormatArg::Text) {
                    ui.text(explained)?;
                    ui.line("")?;
                }
            }
            Ok(())
        })
    }
}

impl Sink for Report<'_> {
    type Result = Outcome;

    fn take(
        &mut self,
        place: &Place,
        result: Outcome,
        desk: &mut Desk<'_, '_>,
    ) -> Result<ControlFlow<()>, CommandError> {
        self.tally.games += u64::from(result.games);
        if let Some(rewrite) = result.rewrite {
            self.fixed.take(place, rewrite, desk)?;
        }
        if let Some(source) = &result.source {
            self.show(source, &result.findings, &result.explained, desk)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn problem(&mut self, problem: &Problem, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        self.fixed.problem(problem, desk)?;
        if problem.is_unreadable {
            desk.exit = Exit::CouldNotRun;
            // A person is told in a sentence: there is no place in a file that can't be read.
            if matches!(self.args.format, FormatArg::Text | FormatArg::Concise) {
                desk.report(problem);
                return Ok(());
            }
        }
        let findings: Vec<_> =
            wanted(problem.finding.clone(), self.args).into_iter().map(|finding| (finding, None)).collect();
        let tally = self.tally;
        self.show(&problem.source, &findings, &[], desk)?;
        if problem.is_unreadable {
            // It is counted as unreadable.
            self.tally = tally;
        }
        Ok(())
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        self.fixed.close(desk)?;
        let mut text = Vec::new();
        self.renderer.end(&mut text)?;
        let format = self.args.format;
        Ok(desk.write(|ui| shown(&text, format, ui))?)
    }

    fn summary(&self, counts: &Counts) -> Option<String> {
        Some(self.tally.summary(counts) + &self.fixed.summary())
    }
}

/// Writes what a renderer made.
fn shown(text: &[u8], format: FormatArg, ui: &mut Ui<'_>) -> io::Result<()> {
    let text = String::from_utf8_lossy(text);
    match format {
        FormatArg::Text => ui.coloured(&text),
        FormatArg::Concise | FormatArg::Github => ui.text(&text),
        FormatArg::Json | FormatArg::Sarif => ui.written_json(&text),
    }
}

/// What is counted for the closing line.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: u64,
    errors: u64,
    warnings: u64,
    notes: u64,
}

impl Tally {
    fn count(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }

    /// `3 files, 12 matches, 57 games: 2 errors, 1 warning`.
    fn summary(&self, counts: &Counts) -> String {
        let seen = counts.words(Some(many(self.games, "game")));
        let found = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")];
        let mut found: Vec<String> =
            found.iter().filter(|(n, _)| *n > 0).map(|&(n, noun)| many(n, noun)).collect();
        if found.is_empty() && counts.unreadable == 0 {
            found.push("no findings".to_owned());
        }
        let separator = if found.is_empty() { "" } else { ": " };
        format!("{seen}{separator}{}", found.join(", "))
    }
}
