//! The database of matches, in `SQLite`, with GNU Backgammon's tables, so that either program reads what the
//! other one wrote.

mod columns;
mod schema;

use crate::analysis::skill::{PlayerStatistics, Statistics};
use crate::board::{BySide, Side};
use columns::{columns, read};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{
    Connection, OptionalExtension as _, Transaction, TransactionBehavior, params, params_from_iter,
};
use schema::{STATISTICS, TABLES};
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

/// A match or money session to add.
#[derive(Clone, Debug, Default)]
pub(crate) struct Match {
    /// A checksum of the games: 32 hexadecimal digits.
    pub checksum: String,
    pub names: BySide<String>,
    /// The winner: -1 for player 0, 1 for player 1, 0 if the match is unfinished.
    pub result: i32,
    /// The ratings, event, round, place, annotator and comment; `None` if missing.
    pub ratings: BySide<Option<String>>,
    pub event: Option<String>,
    pub round: Option<String>,
    pub place: Option<String>,
    pub annotator: Option<String>,
    pub comment: Option<String>,
    /// The date of the match: `YYYY-MM-DD`.
    pub date: Option<String>,
    /// The time of adding it, in UTC: `YYYY-MM-DD HH:MM:SS`.
    pub added: String,
    pub statistics: Statistics,
    /// The games; empty if they aren't to be stored.
    pub games: Vec<Game>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    /// The score before it.
    pub before: BySide<u32>,
    /// The points won, below 0 if player 1 won them; 0 if neither player did.
    pub result: i64,
    /// Its number, counted from 1.
    pub number: u32,
    pub is_crawford: bool,
    pub statistics: Statistics,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Found {
    pub heads: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// The sums of some matches.
pub(crate) struct Details {
    /// The statistics of the player, and those of the opponents.
    pub(crate) players: [PlayerStatistics; 2],
    /// The shortest and the longest length; 0 is that of a money session.
    pub(crate) lengths: (u16, u16),
}

#[derive(Debug)]
pub(crate) struct Database(Connection);

impl Database {
    /// Opens a file. Creates it and its tables if they don't exist. Fails if the file can't be opened or written, or
    /// isn't a database.
    pub(crate) fn open(path: &Path) -> rusqlite::Result<Self> {
        if let Some(folder) = path.parent() {
            // If this fails, the error of opening the file explains it.
            let _ = std::fs::create_dir_all(folder);
        }
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        // A transaction that reads first can't wait for another program that writes.
        connection.set_transaction_behavior(TransactionBehavior::Immediate);
        connection.execute_batch("PRAGMA foreign_keys = ON")?;
        let is_made = |connection: &Connection| -> rusqlite::Result<bool> {
            let control = "SELECT 1 FROM sqlite_master WHERE name = 'control'";
            Ok(connection.query_row(control, [], |_| Ok(())).optional()?.is_some())
        };
        if !is_made(&connection)? {
            let change = connection.transaction()?;
            // Another program may have been faster.
            if !is_made(&change)? {
                let begin = "INSERT INTO control VALUES ('version', 1)";
                change.execute_batch(&format!("{TABLES}{}{begin};", schema::statistics()))?;
            }
            change.commit()?;
        }
        Ok(Self(connection))
    }

    pub(crate) fn has(&self, checksum: &str) -> rusqlite::Result<bool> {
        Ok(session_of(&self.0, checksum)?.is_some())
    }

    /// Adds a match; one with the same checksum is replaced. If that fails, nothing has changed.
    pub(crate) fn add(&mut self, new: &Match) -> rusqlite::Result<()> {
        let change = self.0.transaction()?;
        if let Some(old) = session_of(&change, &new.checksum)? {
            remove_session(&change, old)?;
        }
        let session = next(&change, "session")?;
        let players = [player(&change, &new.names[Side::Zero])?, player(&change, &new.names[Side::One])?];
        let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "NULL".to_owned());
        change.execute(
            "INSERT INTO session VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            params![
                session,
                new.checksum,
                players[0],
                players[1],
                new.result,
                new.statistics.length,
                new.added,
                text(&new.ratings[Side::Zero]),
                text(&new.ratings[Side::One]),
                text(&new.event),
                text(&new.round),
                text(&new.place),
                text(&new.annotator),
                text(&new.comment),
                text(&new.date)
            ],
        )?;
        statistics(&change, "matchstat", session, players, &new.statistics)?;
        for game in &new.games {
            let id = next(&change, "game")?;
            change.execute(
                "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                params![
                    id,
                    session,
                    players[0],
                    players[1],
                    game.before[Side::Zero],
                    game.before[Side::One],
                    game.result,
                    new.added,
                    game.number,
                    game.is_crawford
                ],
            )?;
            statistics(&change, "gamestat", id, players, &game.statistics)?;
        }
        change.commit()
    }

    /// Runs a query after adding `SELECT` in front. A query can't change the database.
    pub(crate) fn select(&self, query: &str) -> rusqlite::Result<Found> {
        self.0.execute_batch("PRAGMA query_only = ON")?;
        let found = self.found(&format!("SELECT {query}"));
        self.0.execute_batch("PRAGMA query_only = OFF")?;
        found
    }

    fn found(&self, query: &str) -> rusqlite::Result<Found> {
        let mut statement = self.0.prepare(query)?;
        let heads: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let mut rows = statement.query([])?;
        let mut found = Found { heads, rows: Vec::new() };
        while let Some(row) = rows.next()? {
            let cell = |column: usize| Ok(words(row.get_ref(column)?));
            found.rows.push((0..found.heads.len()).map(cell).collect::<rusqlite::Result<_>>()?);
        }
        Ok(found)
    }

    /// Sums up the matches of a player, all of them or those against one opponent, and the opponents'
    /// statistics in them.
    pub(crate) fn details(&self, name: &str, other: Option<&str>) -> rusqlite::Result<Option<Details>> {
        let Some(id) = player_of(&self.0, name)? else { return Ok(None) };
        let with = "session_id IN (SELECT session_id FROM matchstat WHERE player_id";
        let other = match other {
            Some(other) => {
                let Some(other) = player_of(&self.0, other)? else { return Ok(None) };
                format!("= {other}")
            }
            None => format!("<> {id}"),
        };
        let first = self.sum(&format!("player_id = {id} AND {with} {other})"))?;
        let second = self.sum(&format!("player_id {other} AND {with} = {id})"))?;
        let lengths = self.lengths(&format!("player_id = {id} AND {with} {other})"))?;
        Ok(first.zip(second).map(|(first, second)| Details { players: [first, second], lengths }))
    }

    /// Returns the shortest and the longest length of some matches; 0 is that of a money session.
    fn lengths(&self, which: &str) -> rusqlite::Result<(u16, u16)> {
        let query = format!(
            "SELECT MIN(length), MAX(length) FROM session WHERE session_id IN (SELECT session_id FROM matchstat WHERE {which})"
        );
        let number = |number: Option<u16>| number.unwrap_or_default();
        self.0.query_row(&query, [], |row| Ok((number(row.get(0)?), number(row.get(1)?))))
    }

    fn sum(&self, which: &str) -> rusqlite::Result<Option<PlayerStatistics>> {
        let columns = columns(&Statistics::default(), Side::Zero);
        let sums: Vec<String> = columns.iter().map(|(name, _)| format!("SUM({name})")).collect();
        let query = format!("SELECT COUNT(*), {} FROM matchstat WHERE {which}", sums.join(", "));
        self.0.query_row(&query, [], |row| {
            let count: i64 = row.get(0)?;
            let mut sums = HashMap::new();
            for ((name, _), at) in columns.iter().zip(1_usize..) {
                sums.insert(name.as_str(), row.get::<_, Option<f64>>(at)?.unwrap_or_default());
            }
            Ok((count > 0).then(|| read(&sums)))
        })
    }

    /// Removes a player with all matches that the player took part in; returns `true` if the player existed. If that
    /// fails, nothing has changed.
    pub(crate) fn erase(&mut self, name: &str) -> rusqlite::Result<bool> {
        let Some(id) = player_of(&self.0, name)? else { return Ok(false) };
        let change = self.0.transaction()?;
        let sessions: Vec<i64> = {
            let mut statement =
                change.prepare("SELECT session_id FROM session WHERE player_id0 = ?1 OR player_id1 = ?1")?;
            let ids = statement.query_map([id], |row| row.get(0))?;
            ids.collect::<rusqlite::Result<_>>()?
        };
        for session in sessions {
            remove_session(&change, session)?;
        }
        change.execute("DELETE FROM player WHERE player_id = ?1", [id])?;
        change.commit()?;
        Ok(true)
    }

    /// Empties all tables except the one of the next numbers. If that fails, nothing has changed.
    pub(crate) fn erase_all(&mut self) -> rusqlite::Result<()> {
        let change = self.0.transaction()?;
        for table in ["gamestat", "matchstat", "game", "session", "player"] {
            change.execute(&format!("DELETE FROM {table}"), [])?;
        }
        change.commit()
    }
}

fn player_of(connection: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    let query = "SELECT player_id FROM player WHERE name = ?1";
    connection.query_row(query, [name], |row| row.get(0)).optional()
}

fn session_of(connection: &Connection, checksum: &str) -> rusqlite::Result<Option<i64>> {
    let query = "SELECT session_id FROM session WHERE checksum = ?1";
    connection.query_row(query, [checksum], |row| row.get(0)).optional()
}

/// Removes a match with its games; another program's file may have no cascades.
fn remove_session(change: &Transaction<'_>, session: i64) -> rusqlite::Result<()> {
    for query in [
        "DELETE FROM gamestat WHERE game_id IN (SELECT game_id FROM game WHERE session_id = ?1)",
        "DELETE FROM game WHERE session_id = ?1",
        "DELETE FROM matchstat WHERE session_id = ?1",
        "DELETE FROM session WHERE session_id = ?1",
    ] {
        change.execute(query, [session])?;
    }
    Ok(())
}

/// Returns the next number of a table, and uses it up.
fn next(change: &Transaction<'_>, table: &str) -> rusqlite::Result<i64> {
    let last: Option<i64> = change
        .query_row("SELECT next_id FROM control WHERE tablename = ?1", [table], |row| row.get(0))
        .optional()?;
    let id = last.unwrap_or_default() + 1;
    let query = match last {
        Some(_) => "UPDATE control SET next_id = ?2 WHERE tablename = ?1",
        None => "INSERT INTO control VALUES (?1, ?2)",
    };
    change.execute(query, params![table, id])?;
    Ok(id)
}

/// Returns the number of a player, and adds the player first if necessary.
fn player(change: &Transaction<'_>, name: &str) -> rusqlite::Result<i64> {
    if let Some(known) = player_of(change, name)? {
        return Ok(known);
    }
    let id = next(change, "player")?;
    change.execute("INSERT INTO player VALUES (?1, ?2, '')", params![id, name])?;
    Ok(id)
}

/// Adds the statistics of both players of a match or a game.
fn statistics(
    change: &Transaction<'_>,
    table: &str,
    of: i64,
    players: [i64; 2],
    statistics: &Statistics,
) -> rusqlite::Result<()> {
    debug_assert!(STATISTICS.iter().any(|known| known.0 == table));
    for (side, player) in Side::ALL.into_iter().zip(players) {
        let mut values = [next(change, table)?, of, player].map(Value::Integer).to_vec();
        values.extend(columns(statistics, side).into_iter().map(|(_, cell)| cell.value()));
        let places = vec!["?"; values.len()].join(", ");
        change.execute(&format!("INSERT INTO {table} VALUES ({places})"), params_from_iter(values))?;
    }
    Ok(())
}

/// Formats a value as the shell of `SQLite` does; null becomes an empty text.
fn words(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => real(number),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Formats a number with fifteen significant digits and always with a point, as `SQLite` does.
fn real(number: f64) -> String {
    if !number.is_finite() {
        return if number > 0.0 { "Inf" } else { "-Inf" }.to_owned();
    }
    let scientific = format!("{number:.14e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..15).contains(&exponent) {
        let decimals = usize::try_from(14 - exponent).unwrap_or_default();
        let text = format!("{number:.decimals$}");
        let text = text.trim_end_matches('0');
        return if text.ends_with('.') { format!("{text}0") } else { text.to_owned() };
    }
    let digits = digits.trim_end_matches('0');
    let digits = if digits.ends_with('.') { format!("{digits}0") } else { digits.to_owned() };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_sqlite_writes_them() {
        for (number, text) in [
            (0.0, "0.0"),
            (1.5, "1.5"),
            (2.0, "2.0"),
            (1e20, "1.0e+20"),
            (0.123_456_789_012_3, "0.1234567890123"),
            (-0.000_01, "-1.0e-05"),
            (123_456.75, "123456.75"),
        ] {
            assert_eq!(real(number), text);
        }
    }

    #[test]
    fn every_statistic_has_its_column() {
        let columns = |statistics: &Statistics| {
            let all = columns(statistics, Side::Zero).into_iter();
            all.map(|(name, cell)| (name, cell.kind())).collect::<Vec<_>>()
        };
        let session = columns(&Statistics::default());
        assert_eq!(session.len(), 70);
        assert_eq!(session, columns(&Statistics { length: 5, ..Statistics::default() }));
    }
}
