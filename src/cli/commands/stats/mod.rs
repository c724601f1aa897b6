//! `barpoint stats`: shows the statistics of an archive, and whether its dice were fair.

mod seen;

use crate::analysis::{Identity, Players, PointPlace, Tally, Together, Twice, replayed};
use crate::board::BySide;
use crate::cli::error::{CommandError, Done};
use crate::cli::outputs;
use crate::cli::pass::{self, Counts, Desk, Flow, Found, GO_ON, Pass, Place, Sink, World};
use crate::cli::players;
use crate::diag::count::{many, many_es};
use crate::host::draft::{foresee, save};
use crate::host::exit::Exit;
use crate::output::stats::{self, Page, Shown};
use crate::output::ui::Ui;
use clap::builder::TypedValueParser as _;
use seen::{Card, Seen, Verdict};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// The arguments of `stats`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// What is shown, and where.
    #[command(flatten)]
    pub shown: ShownArgs,
    /// The input.
    #[command(flatten)]
    pub input: pass::Args,
}

/// The options that select what is shown of an archive, and where.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct ShownArgs {
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
    #[arg(long, short, value_name = "FILE", value_parser = outputs::on_disk().try_map(form),
        help_heading = "Output")]
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
    let level = text.parse().ok().filter(|level: &f64| *level > 0.0 && *level < 1.0);
    level.ok_or_else(|| "expected a chance between 0 and 1".to_owned())
}

/// Parses the name of a file whose extension selects its form.
fn form(path: PathBuf) -> Result<(PathBuf, Form), String> {
    match outputs::extension(&path).as_deref() {
        Some("html" | "htm") => Ok((path, Form::Html)),
        Some("svg") => Ok((path, Form::Svg)),
        _ => Err("the file must end in .html or .svg".to_owned()),
    }
}

/// Runs the subcommand.
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
    let mut counting = Counting { archive: Archive::new(&args.shown)?, seen: Seen::default() };
    let output = args.shown.output.as_ref().map(|(path, _)| path.as_path());
    Pass { output, ..Pass::new(&args.input) }.run(world, &mut counting, work)
}

/// The longest line that is easy to read.
const WIDEST: usize = 100;

/// The counts of some matches, and what is shown of them.
pub(crate) struct Archive<'a> {
    args: &'a ShownArgs,
    tally: Tally,
    /// The matches of the input so far.
    pub(crate) matches: u64,
    /// Which names are one player's.
    players: Players,
    /// The players of whose names two played each other.
    met: BTreeSet<String>,
    /// The names that are taken together, known at the end.
    together: Together,
}

impl<'a> Archive<'a> {
    /// Makes an archive without matches.
    pub(crate) fn new(args: &'a ShownArgs) -> Result<Self, CommandError> {
        if let Some((path, _)) = &args.output {
            foresee(path, args.force)?;
        }
        let (met, together) = (BTreeSet::new(), Together::default());
        let players = args.names.load()?;
        Ok(Self { args, tally: Tally::default(), matches: 0, players, met, together })
    }

    /// Gives the next match its place in trends, and notes its players.
    pub(crate) fn place(&mut self, tally: Tally, names: &BySide<String>, path: &str, number: u32) -> Tally {
        self.matches += 1;
        let [one, other] = &names.0;
        if one != other && self.players.are_one(one, other) {
            self.met.insert(self.players.key(one));
        }
        tally.at(&PointPlace { order: self.matches, path: path.into(), number })
    }

    /// Adds the counts of a match.
    pub(crate) fn add(&mut self, tally: Tally) {
        self.tally.append(tally);
    }

    /// Combines the names of each player; returns the named players. A hint names `command`, which lists all players.
    ///
    /// # Errors
    ///
    /// A named player doesn't occur.
    pub(crate) fn end(&mut self, command: &str) -> Result<Vec<String>, CommandError> {
        let Self { args, tally, players, met, together, .. } = self;
        let games = tally.players.iter().map(|(name, counts)| (name.as_str(), counts.games));
        *together = players.together(games, met);
        tally.take_together(&together.players);
        let named = |name: &String| {
            let known = tally.players.keys().find(|known| *known == name);
            let known = known.or_else(|| tally.players.keys().find(|known| players.are_one(known, name)));
            known.cloned().ok_or_else(|| {
                CommandError::new(format!("no player is called `{name}`"))
                    .hint(format!("`{command}` lists all players"))
            })
        };
        args.named.iter().map(named).collect()
    }

    /// Returns the contents of the output, about the named players and with the matches that aren't counted again.
    pub(crate) fn page<'b>(&'b self, named: &'b [String], twice: &'b [Twice]) -> Page<'b> {
        let Self { args, tally, together, .. } = self;
        let shown =
            Shown { named, most: args.players, replies: args.replies, alpha: args.alpha, twice, together };
        Page::new(tally, &shown)
    }

    /// Returns the counts of games and players: `57 games, 2 players`.
    pub(crate) fn words(&self) -> String {
        let games = many(self.tally.all.games, "game");
        format!("{games}, {}", many(self.tally.players.len() as u64, "player"))
    }
}

/// The counts of a match.
struct Counted {
    tally: Tally,
    card: Option<Card>,
    names: BySide<String>,
}

/// An archive whose matches are counted once each.
struct Counting<'a> {
    archive: Archive<'a>,
    seen: Seen,
}

impl Sink for Counting<'_> {
    type Result = Option<Box<Counted>>;

    fn take(&mut self, place: &Place, counted: Self::Result, desk: &mut Desk<'_, '_>) -> Flow {
        let Some(counted) = counted else {
            desk.no_game(place);
            return GO_ON;
        };
        let Counted { tally, card, names } = *counted;
        let tally = self.archive.place(tally, &names, &place.origin.name, place.number);
        if tally.with_errors > 0 {
            desk.exit = desk.exit.max(Exit::Findings);
        }
        match self.seen.take(card, place) {
            Verdict::New => self.archive.add(tally),
            Verdict::Known => {}
            Verdict::Analysed { source, names } => {
                self.archive.add(tally.only_analyses(&names).from_source(&source));
            }
        }
        GO_ON
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        let Self { archive, seen } = self;
        if desk.counts.files == 0 {
            return Ok(());
        }
        let named = archive.end("barpoint stats --json")?;
        let page = archive.page(&named, &seen.twice);
        desk.write(|ui| print(&page, archive.args, ui))?;
        Ok(write_files(&page, archive.args)?)
    }

    /// `3 files, 12 matches, 57 games, 2 players; 1 match with errors`.
    fn summary(&self, counts: &Counts) -> Option<String> {
        let twice = match self.seen.twice.len() {
            0 => String::new(),
            twice => format!(", {} counted once", many_es(twice as u64, "duplicate match")),
        };
        let seen = counts.words(Some(format!("{}{twice}", self.archive.words())));
        Some(match self.archive.tally.with_errors {
            0 => seen,
            errors => {
                format!("{seen}; {} with errors: `barpoint check` shows them", many_es(errors, "match"))
            }
        })
    }
}

/// Prints the text or the lines of JSON, unless files are written.
pub(crate) fn print(page: &Page<'_>, args: &ShownArgs, ui: &mut Ui<'_>) -> io::Result<()> {
    if args.json {
        page.lines().iter().try_for_each(|line| ui.json(line))
    } else if args.output.is_none() && args.svg.is_none() {
        ui.text(&stats::text(page, ui.width.min(WIDEST), ui.room()))
    } else {
        Ok(())
    }
}

/// Writes the requested files.
pub(crate) fn write_files(page: &Page<'_>, args: &ShownArgs) -> Result<(), String> {
    let write = |path: &Path, text: &str| save(path, args.force, text.as_bytes());
    if let Some((path, form)) = &args.output {
        match form {
            Form::Html => write(path, &stats::html(page))?,
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
