//! `barpoint stats`: shows the statistics of an archive, and whether its dice were fair.

mod seen;

use crate::analysis::{Identity, Players, PointPlace, Tally, Together, replayed};
use crate::board::BySide;
use crate::cli::error::{CommandError, Done};
use crate::cli::outputs;
use crate::cli::pass::{self, Counts, Desk, Flow, Found, GO_ON, Pass, Place, Sink, World, no_game};
use crate::cli::players;
use crate::cli::rules;
use crate::diag::count::{many, many_es};
use crate::host::draft::save;
use crate::host::exit::Exit;
use crate::output::json::{StatsSource, stats_lines};
use crate::output::stats::{self, Page, Shown};
use crate::output::ui::Ui;
use seen::{Card, Seen, Verdict};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// The arguments of `stats`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The input.
    #[command(flatten)]
    pub input: pass::Args,
    /// Rules for records that don't contain any.
    #[command(flatten)]
    pub rules: rules::Args,
    /// Show the statistics of this player; may be given several times.
    #[arg(long = "player", value_name = "NAME", help_heading = "Players")]
    pub named: Vec<String>,
    /// The names of the players.
    #[command(flatten, next_help_heading = "Players")]
    pub names: players::Args,
    /// Show the N players with the most games.
    #[arg(long, value_name = "N", default_value_t = 20, help_heading = "Players")]
    pub players: usize,
    /// Also show replies to openings.
    #[arg(long, help_heading = "Output")]
    pub replies: bool,
    /// Significance level of all dice tests together: the chance that fair dice are called unfair.
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, value_parser = level, help_heading = "Output")]
    pub alpha: f64,
    /// Write a page (`.html`) or all charts in one picture (`.svg`) instead of text.
    #[arg(long, short, value_name = "FILE", value_parser = form, help_heading = "Output")]
    pub output: Option<(PathBuf, Form)>,
    /// Write each chart into this folder: rolls.svg, openings.svg, results.svg and, if records are analysed, trend.svg and
    /// luck.svg.
    #[arg(long, value_name = "DIR", value_parser = outputs::on_disk(), help_heading = "Output")]
    pub svg: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long, short, help_heading = "Output")]
    pub force: bool,
    /// Write one JSON object per line: the archive, then each source, then each player.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// The form of a file that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One self-contained page.
    Html,
    /// All pictures, one below the other.
    Svg,
}

/// Parses the significance level of the tests.
fn level(text: &str) -> Result<f64, String> {
    let level: Option<f64> = text.parse().ok();
    level
        .filter(|level| *level > 0.0 && *level < 1.0)
        .ok_or_else(|| "expected a chance between 0 and 1".to_owned())
}

/// Parses the name of a file whose extension selects its form.
fn form(text: &str) -> Result<(PathBuf, Form), String> {
    let path = PathBuf::from(text);
    match outputs::extension(&path).as_deref() {
        Some("html" | "htm") => Ok((path, Form::Html)),
        Some("svg") => Ok((path, Form::Svg)),
        _ => Err("the file must end in .html or .svg".to_owned()),
    }
}

/// Runs the subcommand.
///
/// # Errors
///
/// If the output can't be written, there is no match record, or a named player doesn't occur.
pub(crate) fn run(args: &Args, world: World<'_, '_, '_>) -> Done {
    let work = |found: Found| {
        let (replayed, findings) = replayed((found.format.parse?)(&found.source), &found.rules);
        if replayed.games.is_empty() {
            return None;
        }
        let tally = Tally::of_match(&replayed, &findings);
        let names = Tally::names(&replayed);
        let card = Identity::of(&replayed).map(|(identity, first)| Card {
            identity,
            first,
            names: names.clone(),
            is_analysed: tally.all.analyses.analysed > 0,
        });
        Some(Box::new(Counted { tally: tally.from_source(&found.origin.source), card, names }))
    };
    let players = args.names.load()?;
    let (met, together) = (BTreeSet::new(), Together::default());
    let (tally, seen, matches) = (Tally::default(), Seen::default(), 0);
    let mut archive = Archive { args, tally, matches, seen, players, met, together };
    Pass::new(&args.input, &args.rules).run(world, &mut archive, work)
}

/// The longest line that is easy to read.
const WIDEST: usize = 100;

/// The counts of an archive.
struct Archive<'a> {
    args: &'a Args,
    tally: Tally,
    /// The matches of the input so far.
    matches: u64,
    seen: Seen,
    /// Which names are one player's.
    players: Players,
    /// The players of whose names two played each other.
    met: BTreeSet<String>,
    /// The names that are taken together, known at the end.
    together: Together,
}

/// The counts of a match.
struct Counted {
    tally: Tally,
    card: Option<Card>,
    names: BySide<String>,
}

impl Sink for Archive<'_> {
    type Result = Option<Box<Counted>>;

    fn take(&mut self, place: &Place, counted: Self::Result, desk: &mut Desk<'_, '_>) -> Flow {
        let Some(counted) = counted else {
            desk.error(&no_game(&place.origin.name, place.number), Exit::Findings);
            return GO_ON;
        };
        let Counted { tally, card, names } = *counted;
        self.matches += 1;
        let (order, path) = (self.matches, place.origin.name.as_str().into());
        let tally = tally.at(&PointPlace { order, path, number: place.number });
        if tally.with_errors > 0 {
            desk.exit = desk.exit.max(Exit::Findings);
        }
        let [one, other] = &names.0;
        if one != other && self.players.are_one(one, other) {
            self.met.insert(self.players.key(one));
        }
        match self.seen.take(card, place) {
            Verdict::New => self.tally.append(tally),
            Verdict::Known => {}
            Verdict::Analysed { source, names } => {
                self.tally.append(tally.only_analyses(&names).from_source(&source));
            }
        }
        GO_ON
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        let Self { args, tally, seen, players, met, together, .. } = self;
        if desk.counts.files == 0 {
            return Ok(());
        }
        let games = tally.players.iter().map(|(name, counts)| (name.as_str(), counts.games));
        *together = players.together(games, met);
        tally.take_together(&together.players);
        let mut named = Vec::new();
        for name in &args.named {
            let known = tally.players.keys().find(|known| *known == name);
            let known = known.or_else(|| tally.players.keys().find(|known| players.are_one(known, name)));
            named.push(known.cloned().ok_or_else(|| {
                CommandError::new(format!("no player is called `{name}`"))
                    .hint("`barpoint stats --json` lists all players")
            })?);
        }
        let shown = Shown {
            named: &named,
            most: args.players,
            replies: args.replies,
            alpha: args.alpha,
            twice: &seen.twice,
            together,
        };
        let page = Page::new(tally, &shown);
        desk.write(|ui| {
            if args.json {
                json(&page, &named, ui)
            } else if args.output.is_none() && args.svg.is_none() {
                let text = stats::text(&page, ui.width.min(WIDEST), ui.room());
                ui.text(&text)
            } else {
                Ok(())
            }
        })?;
        Ok(write_files(&page, args)?)
    }

    /// `3 files, 12 matches, 57 games, 2 players; 1 match with errors`.
    fn summary(&self, counts: &Counts) -> Option<String> {
        let games = many(self.tally.all.games, "game");
        let players = many(self.tally.players.len() as u64, "player");
        let twice = match self.seen.twice.len() {
            0 => String::new(),
            twice => format!(", {} counted once", many_es(twice as u64, "duplicate match")),
        };
        let seen = counts.words(Some(format!("{games}, {players}{twice}")));
        Some(match self.tally.with_errors {
            0 => seen,
            errors => {
                format!("{seen}; {} with errors: `barpoint check` shows them", many_es(errors, "match"))
            }
        })
    }
}

/// Writes the lines of JSON.
fn json(page: &Page<'_>, named: &[String], ui: &mut Ui<'_>) -> io::Result<()> {
    let tally = page.tally;
    let of = StatsSource {
        tally,
        fairness: &page.fairness,
        twice: page.twice,
        together: page.together,
        conclusion: &page.conclusion,
    };
    stats_lines(&of, named).iter().try_for_each(|line| ui.json(line))
}

/// Writes the requested files.
fn write_files(page: &Page<'_>, args: &Args) -> Result<(), String> {
    let write = |path: &Path, text: &str| save(path, args.force, text.as_bytes());
    if let Some((path, form)) = &args.output {
        match form {
            Form::Html => write(path, &stats::html(page)?)?,
            Form::Svg => write(path, &stats::all(page))?,
        }
    }
    if let Some(folder) = &args.svg {
        for picture in stats::pictures(page) {
            write(&folder.join(picture.name).with_extension("svg"), &picture.svg())?;
        }
    }
    Ok(())
}
