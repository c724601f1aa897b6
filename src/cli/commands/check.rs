//! `barpoint check`: reads records, replays them, and reports every broken rule.

use crate::analysis::Wanted;
use crate::cli::args;
use crate::cli::commands::fixed::{Fixed, Rewrite};
use crate::cli::error::{CommandError, Done};
use crate::cli::pass::{self, Counts, Desk, Flow, Found, GO_ON, Pass, Place, Problem, Sink, World};
use crate::cli::reader::Reader;
use crate::cli::settings;
use crate::diag::count::many;
use crate::diag::{Code, Diagnostic, Severity, SourceFile};
use crate::host::config::{Config, ConfigError, Configs, FailOn};
use crate::host::exit::Exit;
use crate::output::diagnostic::{Finding, Format, Options, Renderer};
use crate::output::ui::Ui;
use clap::ValueEnum;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The arguments of `check`.
#[derive(Clone, Debug, Default, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Args {
    /// Apply the safe fixes: those that agree with everything else in the record.
    #[arg(long, help_heading = "Fixes", conflicts_with = "diff")]
    pub fix: bool,
    /// Print the safe fixes as a unified diff, and write nothing.
    #[arg(long, help_heading = "Fixes")]
    pub diff: bool,
    /// With `--fix` or `--diff`: also apply the best suggested fix of each finding, marked with a comment.
    #[arg(long, help_heading = "Fixes")]
    pub suggested: bool,
    /// With `--fix`: keep a copy of each changed file as `FILE.bak`.
    #[arg(long, help_heading = "Fixes")]
    pub backup: bool,
    /// Show how each fix was found: the readings tried, where each one failed, and the board.
    #[arg(long, help_heading = "Fixes")]
    pub explain_fix: bool,
    /// Exit with status 1 only for findings of this severity or above [default: warning].
    #[arg(long, value_enum, value_name = "SEVERITY", help_heading = "Findings")]
    pub fail_on: Option<FailOn>,
    /// Don't report findings with this code; may be given several times.
    #[arg(long, value_name = "CODE", value_parser = args::CODE, hide_possible_values = true, help_heading = "Findings")]
    pub allow: Vec<Code>,
    /// Also report quirks of servers and programs that aren't mistakes.
    #[arg(long, help_heading = "Findings")]
    pub pedantic: bool,
    /// Also report the consequences of findings.
    #[arg(long, help_heading = "Findings")]
    pub all: bool,
    /// Output format [default: text].
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<Format>,
    /// Write one JSON object per finding, as `--format json` does.
    #[arg(long, help_heading = "Output", conflicts_with = "format")]
    pub json: bool,
    /// Draw the board before each wrong action.
    #[arg(long, help_heading = "Output")]
    pub board: bool,
    /// The input.
    #[command(flatten)]
    pub input: pass::Args,
    /// Check files again when they change, until Ctrl-C.
    #[arg(long, help_heading = "Input", conflicts_with_all = ["fix", "diff"])]
    pub watch: bool,
}

args::values! { FailOn:
    Error = "error", "Only errors";
    Warning = "warning", "Errors and warnings";
    Note = "note", "Every finding";
    Never = "never", "None: findings leave the exit status 0";
}

/// Runs the subcommand.
///
/// # Errors
///
/// If the output can't be written, or there is no match record.
pub fn run(args: &Args, reader: &dyn Reader, stdin: Box<dyn Read + Send + '_>, ui: &mut Ui<'_>) -> Done {
    checked(args, reader, stdin, ui).map(|(exit, _)| exit)
}

/// Does the same as [`run`], and also returns `true` if there are findings, whatever the exit status.
pub(crate) fn checked(
    args: &Args,
    reader: &dyn Reader,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> Result<(Exit, bool), CommandError> {
    if args.suggested && !args.fix && !args.diff {
        return Err(CommandError::new("`--suggested` needs `--fix` or `--diff`"));
    }
    if args.backup && !args.fix {
        return Err(CommandError::new("`--backup` needs `--fix`"));
    }
    args.have_effect()?;
    let configs = args.input.reading.rules.source.configs();
    let whole = args.whole(&configs)?;
    let all = args.all || whole.all;
    let options = Options { all, styled: ui.styled, width: ui.width, room: ui.room() };
    let shape = args.shape(&whole);
    let mut report = Report {
        renderer: shape.renderer(options),
        format: shape,
        args,
        configs: &configs,
        tally: Tally::default(),
        fixed: Fixed::new(args, reader),
    };
    report.begin(ui)?;
    let work = |found: Found| {
        let Found { format, source, origin, rules, .. } = found;
        let (here, rules) = (args.holding(&configs, origin.place())?, &rules);
        let writes = args.fix || args.diff;
        let mended =
            if writes { reader.mend(format, &source, rules, &here.wanted, args.suggested) } else { None };
        let mut rewrite = writes.then(|| Rewrite::new(format, &source, mended.as_ref()));
        // After --fix, the remaining findings are reported; if the file can't be written, all of them.
        let source = match mended {
            Some(mended)
                if args.fix && rewrite.as_ref().is_some_and(|it| it.can_be_written(&origin, args.backup)) =>
            {
                mended.source
            }
            _ => source,
        };
        let mut findings = Vec::new();
        let mut sink = |diagnostic| findings.extend(here.wanted.keep(diagnostic));
        let games = reader.check(format, &source, rules, &mut sink).games;
        if let Some(rewrite) = &mut rewrite {
            rewrite.is_wrong = findings.iter().any(|finding| finding.severity > Severity::Note);
        }
        if shape != Format::Concise && !args.diff {
            reader.repair(format, &source, rules, &mut findings);
        }
        let explained = |finding: &Diagnostic| {
            if args.explain_fix { reader.explain(format, &source, rules, finding) } else { None }
        };
        let explained = findings.iter().map(explained).collect();
        let outcome = Outcome::new(games, source, findings, here.fail_on, args, reader);
        Ok(Outcome { explained, rewrite, ..outcome })
    };
    // A file is fixed once.
    let pass = Pass { once: args.fix || args.diff, ..Pass::new(&args.input) };
    let exit = pass.run(World { reader, stdin, ui }, &mut report, work)?;
    Ok((exit, report.tally.found() > 0 || exit != Exit::Clean))
}

/// Returns `true` for a format that people read.
const fn is_for_people(format: Format) -> bool {
    matches!(format, Format::Text | Format::Concise)
}

/// The settings for one record, from the command line and the settings file.
struct Holding {
    wanted: Wanted,
    fail_on: FailOn,
}

impl Args {
    /// Refuses options that have no effect in a format for programs.
    fn have_effect(&self) -> Result<(), CommandError> {
        let Some(format) = self.format().filter(|&format| format != Format::Text) else {
            return Ok(());
        };
        let name = format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        let options = [("--diff", self.diff), ("--board", self.board), ("--explain-fix", self.explain_fix)];
        options.iter().find(|(_, is_given)| *is_given).map_or(Ok(()), |(option, _)| {
            Err(CommandError::new(format!("`{option}` and `--format {name}` contradict each other")))
        })
    }

    /// Returns the settings for the whole output: those for the first path.
    fn whole(&self, configs: &Configs) -> Result<Arc<Config>, CommandError> {
        let first = self.input.paths.first().filter(|path| path.as_os_str() != "-");
        configs.of(first.map_or(Path::new("."), PathBuf::as_path)).map_err(settings::wrong)
    }

    /// Returns the format that is asked for.
    const fn format(&self) -> Option<Format> {
        if self.json { Some(Format::Json) } else { self.format }
    }

    /// Returns the format of the output.
    fn shape(&self, whole: &Config) -> Format {
        // A diff has a form of its own.
        let of_findings = whole.format.filter(|_| !self.diff);
        self.format().or(of_findings).unwrap_or_default()
    }

    /// Returns `true` if the output is for people, and not for a program.
    pub(crate) fn is_for_people(&self) -> Result<bool, CommandError> {
        let whole = self.whole(&self.input.reading.rules.source.configs())?;
        Ok(is_for_people(self.shape(&whole)))
    }

    /// Returns the settings for a record; the command line overrides the settings file.
    fn holding(&self, configs: &Configs, path: &Path) -> Result<Holding, ConfigError> {
        let config = configs.of(path)?;
        let mut wanted = config.wanted.clone();
        wanted.allow.extend(&self.allow);
        wanted.pedantic |= self.pedantic;
        let fail_on = self.fail_on.or(config.fail_on).unwrap_or_default();
        Ok(Holding { wanted, fail_on })
    }
}

/// The results for one match.
struct Outcome {
    games: u32,
    fail_on: FailOn,
    /// The source, if there are findings.
    source: Option<SourceFile>,
    /// The findings, each with the board before it.
    findings: Vec<(Diagnostic, Option<String>)>,
    /// For each finding, how its fixes were found, if `--explain-fix` asks for that.
    explained: Vec<Option<String>>,
    /// The match with its fixes, if they are to be written or shown.
    rewrite: Option<Rewrite>,
}

impl Outcome {
    fn new(
        games: u32,
        source: SourceFile,
        findings: Vec<Diagnostic>,
        fail_on: FailOn,
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
        Self { games, fail_on, source, findings, explained: Vec::new(), rewrite: None }
    }
}

/// Takes the results in the order of the input.
struct Report<'a> {
    renderer: Box<dyn Renderer>,
    format: Format,
    args: &'a Args,
    configs: &'a Configs,
    tally: Tally,
    fixed: Fixed<'a>,
}

impl Report<'_> {
    fn begin(&mut self, ui: &mut Ui<'_>) -> io::Result<()> {
        let mut text = Vec::new();
        self.renderer.begin(&mut text)?;
        shown(&text, self.format, ui)
    }

    /// Prints findings.
    fn show(
        &mut self,
        source: &SourceFile,
        findings: &[(Diagnostic, Option<String>)],
        explained: &[Option<String>],
        fail_on: FailOn,
        desk: &mut Desk<'_, '_>,
    ) -> io::Result<()> {
        for (diagnostic, _) in findings {
            self.tally.count(diagnostic.severity);
            if fail_on.counts(diagnostic.severity) {
                desk.exit = desk.exit.max(Exit::Findings);
            }
        }
        let format = self.format;
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
                if let Some(Some(explained)) = explained.get(index).filter(|_| format == Format::Text) {
                    ui.text(explained)?;
                    ui.line("")?;
                }
            }
            Ok(())
        })
    }
}

impl Sink for Report<'_> {
    type Result = Result<Outcome, ConfigError>;

    fn take(&mut self, place: &Place, result: Self::Result, desk: &mut Desk<'_, '_>) -> Flow {
        let result = result.map_err(settings::wrong)?;
        if place.number == 1 {
            self.tally.begin_file();
        }
        self.tally.games += u64::from(result.games);
        if let Some(rewrite) = result.rewrite {
            self.fixed.take(place, rewrite, desk)?;
        }
        if let Some(source) = &result.source {
            self.show(source, &result.findings, &result.explained, result.fail_on, desk)?;
        }
        GO_ON
    }

    fn problem(&mut self, problem: &Problem, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        self.fixed.problem(problem, desk)?;
        if problem.is_unreadable {
            desk.exit = Exit::CouldNotRun;
            // People get a sentence: a file that can't be read has no places to show.
            if is_for_people(self.format) {
                desk.report(problem);
                return Ok(());
            }
        }
        let here =
            self.args.holding(self.configs, Path::new(problem.source.name())).map_err(settings::wrong)?;
        let findings: Vec<_> =
            here.wanted.keep(problem.finding.clone()).into_iter().map(|finding| (finding, None)).collect();
        if !problem.has_matches {
            self.tally.begin_file();
        }
        let tally = self.tally;
        self.show(&problem.source, &findings, &[], here.fail_on, desk)?;
        if problem.is_unreadable {
            // The file is counted as unreadable.
            self.tally = tally;
        }
        Ok(())
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        self.fixed.close(desk)?;
        let mut text = Vec::new();
        self.renderer.end(&mut text)?;
        let format = self.format;
        Ok(desk.write(|ui| shown(&text, format, ui))?)
    }

    fn summary(&self, counts: &Counts) -> Option<String> {
        Some(self.tally.summary(counts) + &self.fixed.summary())
    }
}

/// Writes a renderer's output.
fn shown(text: &[u8], format: Format, ui: &mut Ui<'_>) -> io::Result<()> {
    let text = String::from_utf8_lossy(text);
    match format {
        Format::Text => ui.coloured(&text),
        Format::Concise | Format::Github => ui.text(&text),
        Format::Json | Format::Sarif => ui.written_json(&text),
    }
}

/// The counts for the summary line.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: u64,
    /// The findings of each severity, the heaviest last.
    findings: [OfSeverity; 3],
}

/// The findings of one severity.
#[derive(Clone, Copy, Default)]
struct OfSeverity {
    count: u64,
    /// The number of files that have some.
    files: u64,
    /// Whether the file that is being read has some.
    is_here: bool,
}

impl Tally {
    fn begin_file(&mut self) {
        for of in &mut self.findings {
            of.is_here = false;
        }
    }

    fn count(&mut self, severity: Severity) {
        let of = &mut self.findings[severity as usize];
        of.count += 1;
        of.files += u64::from(!of.is_here);
        of.is_here = true;
    }

    fn found(&self) -> u64 {
        self.findings.iter().map(|of| of.count).sum()
    }

    /// `3 files, 12 matches, 57 games: 2 errors in 1 file, 1 warning`. Of several files, those with findings of the
    /// highest severity are counted.
    fn summary(&self, counts: &Counts) -> String {
        let seen = counts.words(Some(many(self.games, "game")));
        let found = [Severity::Error, Severity::Warning, Severity::Note];
        let found = found.map(|severity| (self.findings[severity as usize], severity.name()));
        let found = found.iter().filter(|(of, _)| of.count > 0);
        let mut files = found.clone().map(|(of, _)| of.files);
        let mut found: Vec<String> = found.map(|(of, noun)| many(of.count, noun)).collect();
        if let (Some(heaviest), Some(files), true) = (found.first_mut(), files.next(), counts.files > 1) {
            heaviest.push_str(" in ");
            heaviest.push_str(&many(files, "file"));
        }
        if found.is_empty() && counts.unreadable == 0 {
            found.push("no findings".to_owned());
        }
        let separator = if found.is_empty() { "" } else { ": " };
        format!("{seen}{separator}{}", found.join(", "))
    }
}
