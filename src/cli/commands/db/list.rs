//! `barpoint db list` and `barpoint db sql`: tables of what is in the database.

use super::File;
use crate::cli::error::{CommandError, Done};
use crate::cli::filter;
use crate::cli::players;
use crate::host::exit::Exit;
use crate::host::study::{Answer, Study, Trouble};
use crate::output::json::SCHEMA;
use crate::output::table::Table;
use crate::output::ui::Ui;
use rusqlite::types::Value;
use serde::{Serialize, Serializer};
use serde_json::Number;
use std::fmt::Write as _;

/// The arguments of `db list`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Matches of this player; case and repeated blanks are ignored.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The names of the players.
    #[command(flatten)]
    pub names: players::Args,
    /// Matches with this tag.
    #[arg(long, value_name = "TAG")]
    pub tag: Option<String>,
    /// List the files of matches that are in several files.
    #[arg(long)]
    pub duplicates: bool,
    /// Write one JSON object per line.
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `db sql`.
#[derive(Clone, Debug, clap::Args)]
pub struct SqlArgs {
    /// The query: `SELECT ...` on the views `matches`, `decisions`, `players` and `names`.
    #[arg(value_name = "QUERY")]
    pub query: String,
    /// The names of the players, for the views `players` and `names`.
    #[command(flatten)]
    pub names: players::Args,
    /// Write one JSON object per line.
    #[arg(long)]
    pub json: bool,
}

/// Returns the query for a row for each match, after `SELECT`. The tables of an earlier version have no PR.
fn matches(study: &Study, is_json: bool) -> String {
    let performance = match (study.has_performance(), is_json) {
        (true, false) => "pr0, pr1",
        (true, true) => "pr0, pr1, pr_decisions0, pr_decisions1",
        (false, false) => "NULL AS pr0, NULL AS pr1",
        (false, true) => "NULL AS pr0, NULL AS pr1, NULL AS pr_decisions0, NULL AS pr_decisions1",
    };
    format!(
        "match, date, player0, player1, length, points0, points1, games, event,
           CASE WHEN is_analysed THEN 'yes' ELSE 'no' END AS analysed, {performance}, errors, tags, comment
         FROM matches WHERE 1"
    )
}

/// The query for a row for each file of a match that is in several, after `SELECT`.
const FILES: &str = "match, player0, player1, length, s.path, s.number, s.format
    FROM matches JOIN source s ON s.record = match
    WHERE (SELECT count(*) FROM source other WHERE other.record = match) > 1";

/// Runs `db list`.
pub(super) fn run(args: &Args, file: &File, ui: &mut Ui<'_>) -> Done {
    let study = file.open(true)?;
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
    let schema = if args.json { format!("{SCHEMA} AS schema, ") } else { String::new() };
    let rows = if args.duplicates { FILES.to_owned() } else { matches(&study, args.json) };
    let mut query = format!("SELECT {schema}{rows}");
    if let Some(player) = &args.player {
        let players = args.names.load()?;
        let all = study.players().map_err(|error| file.broken(error))?;
        let names = all.iter().filter(|name| players.are_one(player, name)).map(|name| quoted(name));
        let names = names.collect::<Vec<_>>().join(", ");
        if names.is_empty() {
            filter::tell_absent(player, ui);
        }
        let _ = write!(query, " AND (player0 IN ({names}) OR player1 IN ({names}))");
    }
    if let Some(tag) = &args.tag {
        let tag = quoted(tag);
        let _ = write!(query, " AND match IN (SELECT record FROM tag WHERE game IS NULL AND name = {tag})");
    }
    query += if args.duplicates { " ORDER BY match, s.rowid" } else { " ORDER BY match" };
    let answer = study.select(&query).map_err(|error| file.broken(error))?;
    file.tell_absent(args.tag.as_deref(), &study, ui)?;
    if !study.has_performance() && !args.duplicates {
        ui.err(
            "note: an earlier version made this database; it has no PR until `barpoint db add` updates it",
        );
    }
    if args.json { json(&answer, listed, ui) } else { show(&answer, PR_DECIMALS, ui) }
}

/// Returns a cell of a list as JSON, with the types of [`crate::output::json::StudyMatchJson`] and
/// [`crate::output::json::StudyFileJson`].
fn listed(head: &str, value: &Value) -> serde_json::Value {
    match (head, value) {
        ("analysed", Value::Text(word)) => (word == "yes").into(),
        ("tags", Value::Text(tags)) => tags.split(' ').collect(),
        ("tags", _) => serde_json::Value::Array(Vec::new()),
        _ => to_json(value),
    }
}

/// Runs `db sql`.
pub(super) fn sql(args: &SqlArgs, file: &File, ui: &mut Ui<'_>) -> Done {
    let study = file.open(true)?;
    let players = args.names.load()?;
    // Comparing all names takes a while in a large database.
    let query = args.query.to_lowercase();
    if ["players", "names"].iter().any(|view| query.contains(view)) {
        study.name(&players).map_err(|error| file.broken(error))?;
    }
    let answer = study.select(&args.query).map_err(|error| {
        let trouble = Trouble::from(error);
        if trouble.is_of_file() {
            return file.broken(trouble);
        }
        let error = CommandError::new(format!("SQL: {}", trouble.words));
        if !trouble.words.starts_with("no such ") {
            return error;
        }
        error.hint("`SELECT name, sql FROM sqlite_master` lists the tables and views with their columns")
    })?;
    if args.json { json(&answer, |_, value| to_json(value), ui) } else { show(&answer, DECIMALS, ui) }
}

/// A row as a JSON object, with its columns in the order of the query.
struct Row<'a>(&'a [String], Vec<serde_json::Value>);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().zip(&self.1))
    }
}

/// Writes an answer as lines of JSON, in which `cell` gives the value of a column.
fn json(answer: &Answer, cell: impl Fn(&str, &Value) -> serde_json::Value, ui: &mut Ui<'_>) -> Done {
    let is_repeated = |(at, head): (usize, &String)| answer.heads[..at].contains(head);
    if let Some((_, head)) = answer.heads.iter().enumerate().find(|&pair| is_repeated(pair)) {
        return Err(format!("two columns are called `{head}`; `AS` gives one another name").into());
    }
    for row in &answer.rows {
        let cells = answer.heads.iter().zip(row).map(|(head, value)| cell(head, value));
        ui.json(&Row(&answer.heads, cells.collect()))?;
    }
    Ok(Exit::Clean)
}

/// The decimals of numbers in the table of a query.
const DECIMALS: usize = 4;

/// The decimals of a PR, as in `stats`.
const PR_DECIMALS: usize = 2;

/// Writes an answer as a table, with numbers of some decimals.
fn show(answer: &Answer, decimals: usize, ui: &mut Ui<'_>) -> Done {
    let is_number = |column: usize| {
        let mut cells =
            answer.rows.iter().map(|row| &row[column]).filter(|cell| **cell != Value::Null).peekable();
        cells.peek().is_some() && cells.all(|cell| matches!(cell, Value::Integer(_) | Value::Real(_)))
    };
    let heads: Vec<String> = answer
        .heads
        .iter()
        .enumerate()
        .map(|(column, head)| if is_number(column) { format!(">{head}") } else { head.clone() })
        .collect();
    let mut table = Table::new(&heads);
    for row in &answer.rows {
        table.row(row.iter().map(|value| words(value, decimals)).collect());
    }
    ui.text(&table.within(ui.room()))?;
    Ok(Exit::Clean)
}

fn words(value: &Value, decimals: usize) -> String {
    match value {
        Value::Null => String::new(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => format!("{number:.decimals$}"),
        // A line break would part a row.
        Value::Text(text) => text.replace(['\n', '\r'], " "),
        Value::Blob(bytes) => format!("({} bytes)", bytes.len()),
    }
}

fn to_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Integer(number) => (*number).into(),
        Value::Real(number) => {
            Number::from_f64(*number).map_or(serde_json::Value::Null, serde_json::Value::Number)
        }
        Value::Text(text) => text.clone().into(),
        Value::Blob(bytes) => format!("({} bytes)", bytes.len()).into(),
    }
}
