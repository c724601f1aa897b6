//! The engine of the command line: weights from the program or a file, bear-off tables from the cache folder
//! or computed, the match equity table.

use super::error::CommandError;
use super::subject::{self, Subject};
use super::{board, progress};
use crate::board::Board;
use crate::engine::bearoff::hyper::{Checkers, Hyper};
use crate::engine::bearoff::{Database, Few, OneSided, TableDamaged, TwoSided};
use crate::engine::cube::CubeState;
use crate::engine::met::{MatchEquity, UNKNOWN_SCORE};
use crate::engine::nets::Nets;
use crate::engine::search::{MOST_PLIES, Options, Roller, Search};
use crate::engine::{self, Engine, Evaluator, Lazy};
use crate::host::folders::{Kept, environment};
use crate::host::names::path_text;
use crate::host::reason::reason;
use crate::host::{draft, read};
use crate::output::evaluation;
use crate::output::ui::Ui;
use crate::rules::Variant;
use clap::ValueEnum;
use clap::builder::RangedI64ValueParser;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// The environment variable with the path of a file of weights.
const WEIGHTS: &str = "BARPOINT_WEIGHTS";

/// The engine's files: arguments of all commands with an engine.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Sources {
    /// Use the weights of this file instead of the built-in ones; the variable `BARPOINT_WEIGHTS` does the
    /// same.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Use this bear-off database instead of the built-in tables: GNU Backgammon's `gnubg_os0.bd`,
    /// `gnubg_ts0.bd` or `hyper3.bd`, or a file of `bearoff hyper`.
    #[arg(long, value_name = "FILE")]
    pub bearoff: Vec<PathBuf>,
}

impl Sources {
    /// Returns `true` if an argument names a file.
    pub(crate) fn are_named(&self) -> bool {
        self.weights.is_some() || !self.bearoff.is_empty()
    }

    /// Returns the state of the files that are used, with sizes and times: another text after a change of one.
    pub(crate) fn state(&self) -> String {
        let weights = self.weights();
        let files = weights.iter().chain(&self.bearoff);
        let state = |path: &PathBuf| {
            let data = fs::metadata(path).ok().map(|data| (data.len(), data.modified().ok()));
            format!("{}: {data:?}", path_text(path))
        };
        files.map(state).collect::<Vec<_>>().join("\n")
    }

    /// Loads the engine. The bear-off tables are read or computed when a position needs them.
    pub(crate) fn load(&self) -> Result<Engine, String> {
        with_databases(engine(self.weights().as_deref())?, &self.bearoff, None)
    }

    /// Loads the engine for one position.
    ///
    /// # Errors
    ///
    /// As [`Self::load`], and if a table of hypergammon doesn't contain the position.
    pub(super) fn load_for(&self, board: &Board) -> Result<Engine, String> {
        with_databases(engine(self.weights().as_deref())?, &self.bearoff, Some(board))
    }

    /// Returns the file of the weights: the named one, else that of the environment.
    fn weights(&self) -> Option<PathBuf> {
        let set = || env::var_os(WEIGHTS).filter(|path| !path.is_empty()).map(PathBuf::from);
        self.weights.clone().or_else(set)
    }
}

/// Returns the parser of a number of plies.
pub(crate) fn plies() -> RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(0..=i64::from(MOST_PLIES))
}

/// The arguments of commands that evaluate positions.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Search N plies (0 to 3).
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = plies())]
    pub plies: u8,
    /// Use a level instead of `--plies`: `roller` searches 2 plies, then rolls out close decisions (`eval`:
    /// the position), in about half a second each.
    #[arg(long, value_enum, hide_possible_values = true, value_name = "LEVEL", conflicts_with = "plies")]
    pub level: Option<LevelArg>,
    /// Evaluate without the cube.
    #[arg(long)]
    pub cubeless: bool,
    /// The engine's files.
    #[command(flatten)]
    pub sources: Sources,
}

/// The arguments of commands that only evaluate a position.
#[derive(Debug, clap::Args)]
pub struct WithBoard {
    /// The position; `cube` ignores dice in the ID.
    #[command(flatten)]
    pub subject: subject::Args,
    /// The evaluation options.
    #[command(flatten)]
    pub evaluation: Args,
    /// The board.
    #[command(flatten)]
    pub board: board::Args,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// A level beyond a plain search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LevelArg {
    /// Settle close decisions by short rollouts.
    Roller,
}

impl Args {
    /// Returns the options of the search.
    #[must_use]
    pub fn options(&self) -> Options {
        let roller = self.level.map(|LevelArg::Roller| Roller::default());
        Options { plies: self.plies, cubeful: !self.cubeless, roller, ..Options::default() }
    }

    /// Refuses `--cubeless` where the question is about the cube.
    ///
    /// # Errors
    ///
    /// There is no decision without the cube.
    pub(crate) fn needs_cube(&self) -> Result<(), CommandError> {
        if !self.cubeless {
            return Ok(());
        }
        let error = CommandError::new("`--cubeless` leaves no cube decision");
        Err(error.hint("`barpoint eval --cubeless` evaluates the position; a roll asks for the best plays"))
    }

    /// Loads the engine and passes a search for a position to a command; prints a warning where its
    /// evaluations aren't reliable.
    pub(crate) fn with_search<T>(
        &self,
        subject: &Subject,
        state: CubeState,
        ui: &mut Ui<'_>,
        ask: impl FnOnce(&mut Search<'_>) -> T,
    ) -> Result<T, String> {
        let engine = self.sources.load()?;
        caution(&engine, subject.variant, &subject.board()?, ui);
        Ok(ask(&mut self.search(&engine, state)?))
    }

    /// Returns a search for a position.
    ///
    /// # Errors
    ///
    /// No table contains the score: a message.
    pub(crate) fn search<'a>(
        &self,
        evaluator: &'a dyn Evaluator,
        state: CubeState,
    ) -> Result<Search<'a>, String> {
        let table = MatchEquity::reaching(state.most_away());
        Ok(Search::new(evaluator, table, state, self.options()).ok_or(UNKNOWN_SCORE)?)
    }
}

/// Warns on standard error if the engine wasn't trained on a variant's games from a position on.
pub(crate) fn caution(engine: &Engine, variant: Variant, board: &Board, ui: &mut Ui<'_>) {
    if !engine::is_taught(engine, variant, board) {
        ui.err(format_args!("note: {}", evaluation::untaught(variant)));
    }
}

/// Loads the weights, those of a file or of the program. The bear-off tables are read or computed when a
/// position needs them.
fn engine(weights: Option<&Path>) -> Result<Engine, String> {
    let nets = match weights {
        None => Nets::embedded(),
        Some(path) => {
            let is_set = env::var_os(WEIGHTS).is_some_and(|set| Path::new(&set) == path);
            let of = if is_set { format!(" of `{WEIGHTS}`") } else { String::new() };
            let name = format!("the weights {}{of}", path_text(path));
            let bytes = read::file(path, read::WEIGHTS)
                .map_err(|error| format!("cannot read {name}: {}", reason(&error)))?;
            Nets::from_bytes(&bytes).map_err(|error| format!("{name}: {error}"))?
        }
    };
    let engine = Engine::with_tables(
        nets,
        || {
            let compute = || {
                let bar = progress::bar("computing the bear-off table [{bar:20}] {percent} %", 100, true);
                let table = OneSided::build_telling(|part| bar.set_position((100.0 * part) as u64));
                bar.finish_and_clear();
                table
            };
            kept(table_path(TABLES[0]), OneSided::from_bytes, compute, OneSided::to_bytes)
        },
        || kept(table_path(TABLES[1]), TwoSided::from_bytes, TwoSided::build, TwoSided::to_bytes),
    );
    let [one, _, _] = engine.hyper.clone();
    let two = lazy(|| {
        let read = |bytes: &[u8]| read_hyper(bytes, Checkers::Two, false);
        Some(kept(hyper_path(Checkers::Two), read, || Hyper::build(Checkers::Two), Hyper::to_bytes))
    });
    let [last_one, _] = engine.last.clone();
    let last_two = lazy(|| {
        let read = |bytes: &[u8]| read_hyper(bytes, Checkers::Two, true);
        kept(table_path(LAST), read, || Hyper::build_last(Checkers::Two), Hyper::to_bytes)
    });
    let few = lazy(|| kept(table_path(FEW), Few::from_bytes, Few::build, Few::to_bytes));
    let hyper = [one, two, lazy(|| hyper(Checkers::Three))];
    Ok(Engine { hyper, last: [last_one, last_two], few, ..engine })
}

/// Returns the paths of the cached tables, each with its name.
pub(super) fn tables() -> Vec<(&'static str, Option<PathBuf>)> {
    let [one, two, few, last] = [TABLES[0], TABLES[1], FEW, LAST].map(table_path);
    let [first, second, third] = Checkers::ALL.map(hyper_path);
    vec![
        ("bear-off", one),
        ("with the cube", two),
        ("four checkers", few),
        ("two checkers", last),
        ("hypergammon 1", first),
        ("hypergammon 2", second),
        ("hypergammon 3", third),
    ]
}

/// The files of the bear-off tables in the cache folder: one-sided, and two-sided with the cube.
const TABLES: [&str; 2] = ["bearoff-one-sided", "bearoff-two-sided"];

/// The file of the table of the rolls that few checkers need.
const FEW: &str = "bearoff-few";

/// The file of the table of the last two checkers a side.
const LAST: &str = "last-two";

/// Returns the path of a stored table, if there is a cache folder.
fn table_path(name: &str) -> Option<PathBuf> {
    Some(Kept::Caches.folder(environment)?.join(name))
}

/// Returns the path of the stored table of hypergammon, if there is a cache folder.
pub(super) fn hyper_path(checkers: Checkers) -> Option<PathBuf> {
    table_path(&format!("hypergammon-{}", checkers.number()))
}

/// Reads the stored table of hypergammon; `None` if there is none, or it is damaged.
pub(super) fn hyper(checkers: Checkers) -> Option<Hyper> {
    read_hyper(&read::file(&hyper_path(checkers)?, read::TABLE).ok()?, checkers, false).ok()
}

fn read_hyper(bytes: &[u8], checkers: Checkers, are_last: bool) -> Result<Hyper, TableDamaged> {
    let table = Hyper::from_bytes(bytes)?;
    if (table.checkers(), table.are_last()) == (checkers, are_last) { Ok(table) } else { Err(TableDamaged) }
}

/// Replaces an engine's own tables by GNU Backgammon's databases, or by tables of hypergammon.
///
/// # Errors
///
/// If a file can't be read, isn't such a database, or is a table of hypergammon without the board: a message.
fn with_databases(mut engine: Engine, files: &[PathBuf], board: Option<&Board>) -> Result<Engine, String> {
    for path in files {
        let name = path_text(path);
        let bytes = read::file(path, read::TABLE)
            .map_err(|error| format!("cannot read {name}: {}", reason(&error)))?;
        let database = if Hyper::is_begun_by(&bytes) {
            Hyper::from_bytes(&bytes).map(Database::Hyper).map_err(|error| format!("{name}: {error}"))?
        } else {
            Database::from_bytes(&bytes).map_err(|error| format!("{name}: {error}"))?
        };
        match database {
            Database::OneSided(table) => engine.bearoff = lazy(move || table),
            Database::TwoSided(table) => engine.two_sided = Some(lazy(move || table)),
            Database::Hyper(table) => {
                let number = table.checkers().number();
                if board.is_some_and(|board| Checkers::of(board) != Some(table.checkers())) {
                    return Err(format!(
                        "{name}: the table is for hypergammon-{number}, and has no such position"
                    ));
                }
                let place = usize::from(number) - 1;
                engine.hyper[place] = lazy(move || Some(table));
            }
        }
    }
    Ok(engine)
}

fn lazy<T>(make: impl FnOnce() -> T + Send + 'static) -> Lazy<T> {
    Arc::new(LazyLock::new(Box::new(make)))
}

/// Reads a stored table; else computes it and stores it if possible.
fn kept<T>(
    path: Option<PathBuf>,
    parse: impl Fn(&[u8]) -> Result<T, TableDamaged>,
    build: impl Fn() -> T,
    bytes: impl Fn(&T) -> Vec<u8>,
) -> T {
    let file = path.as_deref().and_then(|path| read::file(path, read::TABLE).ok());
    let known = file.and_then(|bytes| parse(&bytes).ok());
    if let Some(table) = known {
        return table;
    }
    let table = build();
    if let Some(path) = path {
        // A table that can't be stored is computed again the next time.
        let _ = keep(&path, &bytes(&table));
    }
    table
}

fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    read::must_be_file_if_any(path)?;
    draft::put(path, true, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn number(folder: Option<&Path>, built: &Cell<u32>) -> u32 {
        let read = |bytes: &[u8]| bytes.try_into().map(u32::from_le_bytes).map_err(|_| TableDamaged);
        let make = || {
            built.set(built.get() + 1);
            7
        };
        let path = folder.map(|folder| folder.join("number"));
        kept(path, read, make, |number| number.to_le_bytes().to_vec())
    }

    #[test]
    fn a_table_is_computed_once_and_again_when_its_file_is_damaged() {
        let folder = env::temp_dir().join(format!("barpoint-kept-{}", std::process::id()));
        let built = Cell::new(0);
        assert_eq!((number(Some(&folder), &built), built.get()), (7, 1));
        assert_eq!((number(Some(&folder), &built), built.get()), (7, 1), "it was kept");
        fs::write(folder.join("number"), b"x").expect("a file of ours");
        assert_eq!((number(Some(&folder), &built), built.get()), (7, 2), "it was damaged");
        assert_eq!((number(Some(&folder), &built), built.get()), (7, 2), "it was mended");
        #[cfg(unix)]
        {
            fs::remove_file(folder.join("number")).expect("a file of ours");
            let made = std::process::Command::new("mkfifo").arg(folder.join("number")).status();
            assert!(made.expect("mkfifo").success());
            assert_eq!((number(Some(&folder), &built), built.get()), (7, 3), "nobody reads the pipe");
        }
        fs::remove_dir_all(&folder).expect("a folder of ours");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_error() {
        let file = env::temp_dir().join(format!("barpoint-file-{}", std::process::id()));
        fs::write(&file, b"").expect("a file of ours");
        let built = Cell::new(0);
        assert_eq!(number(Some(&file.join("below")), &built), 7);
        assert_eq!(number(None, &built), 7);
        fs::remove_file(&file).expect("a file of ours");
    }
}
