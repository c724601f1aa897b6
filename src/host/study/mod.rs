//! The database of decisions, of `SQLite`: matches with their records, and every decision as a row that can be searched.

mod adding;
mod schema;
mod trouble;

pub(crate) use adding::{Added, How};
pub(crate) use trouble::Trouble;

use crate::analysis::Players;
use crate::analysis::skill::Share;
use crate::diag::percent_encoded;
use crate::output::decisions::ACTIONS;
use crate::output::json::DecisionJson;
use crate::output::mistakes::RIGHT_WORDS;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, Row, TransactionBehavior, params, params_from_iter};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::time::Duration;

/// A match to be added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    /// What is the same for the same match: see [`crate::analysis::Identity`].
    pub identity: String,
    /// Its file, its place in the file, counted from 1, and its format.
    pub path: String,
    pub number: u32,
    pub format: &'static str,
    /// A hash of its bytes.
    pub mark: String,
    /// Its players, the left one first, and their points after it.
    pub players: [String; 2],
    pub points: [u32; 2],
    pub length: u16,
    pub variant: String,
    pub games: usize,
    /// When and where it was played; the date is `YYYY-MM-DD`.
    pub date: Option<String>,
    pub event: Option<String>,
    pub place: Option<String>,
    /// The plies of an analysis made for the database.
    pub plies: Option<u8>,
    /// Whether any decision has an analysis.
    pub is_analysed: bool,
    /// The errors that `check` finds.
    pub errors: usize,
    /// When it is added, in UTC: `YYYY-MM-DD HH:MM:SS`.
    pub added: String,
    /// The record, packed.
    pub document: Vec<u8>,
    pub decisions: Vec<Decision>,
    pub rated: Rated,
}

/// The players of a match, the left one first, each with the decisions that count for the PR.
pub(crate) type Rated = [(String, Share); 2];

impl Entry {
    /// Returns the number of decisions whose play or cube decision is evaluated, as [`EVALUATED`] asks for.
    pub(crate) fn evaluated(&self) -> usize {
        let lines = self.decisions.iter().map(|decision| &decision.line);
        lines.filter(|line| line.play_loss.is_some() || line.cube_loss.is_some()).count()
    }
}

/// A decision with what only searches ask for.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    pub line: DecisionJson,
    pub pips: u32,
    pub opponent_pips: u32,
    /// Whether the player who decides is on roll, whose pips come first.
    pub is_on_roll: bool,
    /// A bit for each game type that the position has, in the order of [`crate::stats::Phase::ALL`].
    pub classes: u16,
    pub comment: Option<String>,
}

/// What the database has of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub id: i64,
    pub is_analysed: bool,
    /// The plies of an analysis made for the database.
    pub plies: Option<u8>,
    /// Where it was found first, unless it has no file.
    pub first: Option<First>,
}

/// The place at which a match was found first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct First {
    pub path: String,
    pub number: u32,
    /// A hash of the bytes there; an earlier version didn't store one.
    pub mark: Option<String>,
}

/// What an update of the database stores of a match.
#[derive(Clone, Debug)]
pub(crate) struct Renewed {
    /// Its identity, if it isn't too short to have one.
    pub identity: Option<String>,
    pub decisions: Vec<Decision>,
    pub rated: Rated,
}

impl Known {
    /// Returns `true` if another analysis of the match is better: it evaluates clearly more decisions, or has more plies than
    /// the one made for the database. Programs differ in whether they evaluate forced plays, so it needs a third more.
    ///
    /// `plies` is those of an analysis made for the database, and `evaluated` the number of evaluated decisions: of the
    /// match as it is, and by the other analysis.
    pub(crate) fn yields_to(&self, plies: Option<u8>, evaluated: [usize; 2]) -> bool {
        let [present, other] = evaluated;
        3 * other > 4 * present || other > 0 && self.plies.is_some_and(|own| plies > Some(own))
    }

    /// Returns `true` if an entry with the same plays is a correction: other bytes at the place at which the match was found
    /// first.
    pub(crate) fn is_corrected_by(&self, entry: &Entry) -> bool {
        self.first.as_ref().is_some_and(|first| {
            first.path == entry.path
                && first.number == entry.number
                && first.mark.as_ref().is_some_and(|mark| *mark != entry.mark)
        })
    }

    /// Reads a row of [`KNOWN`], from its second column on.
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let path: Option<String> = row.get(4)?;
        let number: Option<u32> = row.get(5)?;
        let mark = row.get(6)?;
        let first = path.zip(number).map(|(path, number)| First { path, number, mark });
        Ok(Self { id: row.get(1)?, is_analysed: row.get(2)?, plies: row.get(3)?, first })
    }
}

/// The matches that are known, each with its first place.
const KNOWN: &str = "SELECT r.identity, r.id, r.is_analysed, r.plies, s.path, s.number, s.mark FROM record r
    LEFT JOIN source s ON s.rowid = (SELECT min(rowid) FROM source own WHERE own.record = r.id)";

/// The number of evaluated decisions of a match.
const EVALUATED: &str =
    "SELECT count(*) FROM decision WHERE record = ?1 AND coalesce(play_loss, cube_loss) IS NOT NULL";

/// What a query gives: the names of the columns, and the rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub heads: Vec<String>,
    pub rows: Vec<Vec<Value>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Hit {
    /// The number of its match.
    pub record: i64,
    pub line: DecisionJson,
    /// Its tags, separated by blanks.
    pub tags: Option<String>,
    pub comment: Option<String>,
    /// The event of its match.
    pub event: Option<String>,
}

/// What a tag or comment is about: a match, or a decision of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct About {
    pub record: i64,
    /// The game and the decision's place in it, both counted from 1.
    pub decision: Option<(u32, u32)>,
}

#[derive(Debug)]
pub(crate) struct Study {
    connection: Connection,
    /// The number of its schema.
    version: i64,
    /// Whether it may be written to, so that it has a log of its own while it is open.
    is_written: bool,
}

impl Drop for Study {
    /// Ends the log: what only reads a file with one would have to write beside it. While another program has the file
    /// open, that program does this.
    fn drop(&mut self) {
        if self.is_written {
            let _ = self.connection.busy_timeout(Duration::ZERO);
            let _ = self.connection.execute_batch("PRAGMA journal_mode = DELETE");
        }
    }
}

/// How long another program that writes is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Returns the number of the schema, and of everything that is stored.
fn state(connection: &Connection) -> rusqlite::Result<(i64, i64)> {
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let tables = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    Ok((version, tables))
}

/// Returns the number of evaluated decisions of a match.
fn evaluated(connection: &Connection, id: i64) -> rusqlite::Result<usize> {
    let count: u32 = connection.prepare_cached(EVALUATED)?.query_row([id], |row| row.get(0))?;
    Ok(count as usize)
}

impl Study {
    /// Opens a file for reading and writing; it and its folder are made if they aren't there. Fails if the file can't
    /// be opened, is no such database, or was made by a later version.
    pub(crate) fn create(path: &Path) -> Result<Self, Trouble> {
        if let Some(folder) = path.parent() {
            // Opening the file says what is wrong.
            let _ = std::fs::create_dir_all(folder);
        }
        let connection = Connection::open(path)?;
        Self::prepare(connection, true)
    }

    /// Opens a file that is there, with the same errors.
    pub(crate) fn open(path: &Path, is_read_only: bool) -> Result<Self, Trouble> {
        let flags =
            if is_read_only { OpenFlags::SQLITE_OPEN_READ_ONLY } else { OpenFlags::SQLITE_OPEN_READ_WRITE };
        let connection = Connection::open_with_flags(path, flags)?;
        // A program that was killed left its log: reading it writes beside the file, which may be forbidden.
        let is_forbidden = |error: &rusqlite::Error| {
            matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
        };
        connection.busy_timeout(PATIENCE)?;
        let connection = match state(&connection) {
            Ok(_) => connection,
            Err(error) if is_read_only && is_forbidden(&error) => Self::unlogged(path).unwrap_or(connection),
            // A program that keeps the file busy isn't waited for twice.
            Err(error) => return Err(error.into()),
        };
        Self::prepare(connection, false)
    }

    /// Opens a file whose logs are empty without them; `None` if there is something in one.
    fn unlogged(path: &Path) -> Option<Connection> {
        let is_used = |end: &str| {
            let mut log = path.as_os_str().to_owned();
            log.push(end);
            std::fs::metadata(log).is_ok_and(|log| log.len() > 0)
        };
        if is_used("-wal") || is_used("-journal") || cfg!(windows) {
            return None;
        }
        let bytes = path.as_os_str().as_encoded_bytes();
        let name = format!("file:{}?immutable=1", percent_encoded(bytes.iter().copied()));
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        Connection::open_with_flags(name, flags).ok()
    }

    fn prepare(mut connection: Connection, may_make: bool) -> Result<Self, Trouble> {
        let version = Self::version(&mut connection, may_make)?;
        let is_written = !connection.is_readonly("main").unwrap_or(true);
        match version {
            1..=schema::VERSION => Ok(Self { connection, version, is_written }),
            0 if state(&connection) == Ok((0, 0)) => {
                Err("the database is empty; `barpoint db add PATH` fills it".to_owned().into())
            }
            0 => Err("it is another program's database".to_owned().into()),
            later => Err(format!("a later version of barpoint made it (schema {later})").into()),
        }
    }

    /// Returns the number of the schema; makes the tables of an empty file first, if that is allowed.
    fn version(connection: &mut Connection, may_make: bool) -> rusqlite::Result<i64> {
        connection.busy_timeout(PATIENCE)?;
        // A transaction that reads first can't wait for another program that writes.
        connection.set_transaction_behavior(TransactionBehavior::Immediate);
        connection.execute_batch("PRAGMA foreign_keys = ON")?;
        if may_make && state(connection)? == (0, 0) {
            let change = connection.transaction()?;
            // Another program may have been faster.
            if state(&change)? == (0, 0) {
                change.execute_batch(schema::TABLES)?;
                change.execute_batch(schema::PERFORMANCE)?;
                change.execute_batch(&schema::views())?;
                change.pragma_update(None, "user_version", schema::VERSION)?;
            }
            change.commit()?;
        }
        let (version, _) = state(connection)?;
        if may_make && version != 0 {
            // Written ahead, a match takes one write; a database that is killed loses at most the last ones. Where another
            // program keeps the file busy, the next opening does this.
            let _ = connection.execute_batch("PRAGMA journal_mode = WAL");
            connection.execute_batch("PRAGMA synchronous = NORMAL")?;
        }
        Ok(version)
    }

    /// Returns the matches that are known, by their identity.
    pub(crate) fn known(&self) -> rusqlite::Result<HashMap<String, Known>> {
        let mut statement = self.connection.prepare(KNOWN)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, Known::read(row)?)))?;
        rows.collect()
    }

    /// Returns `true` if the tables have the decisions that count for the PR; an earlier version didn't store them.
    pub(crate) const fn has_performance(&self) -> bool {
        self.version >= schema::WITH_PERFORMANCE
    }

    /// Returns `true` if an earlier version made the tables.
    pub(crate) const fn is_outdated(&self) -> bool {
        self.version < schema::VERSION
    }

    /// Updates the tables of an earlier version; `renew` returns what is stored of a packed record. A match keeps its old
    /// identity if another match has the same one; returns the numbers of both.
    pub(crate) fn renew(
        &mut self,
        mut renew: impl FnMut(i64, &[u8]) -> Result<Renewed, String>,
    ) -> Result<Vec<[i64; 2]>, Trouble> {
        let change = self.connection.transaction()?;
        // Another program may have been faster.
        let (version, _) = state(&change)?;
        let is_done = version == schema::VERSION;
        let same = if is_done { Vec::new() } else { adding::renew(&change, version, &mut renew)? };
        change.commit()?;
        self.version = schema::VERSION;
        Ok(same)
    }

    /// Returns the decisions for which a condition in SQL holds, on the columns of `decision d` and `record r`; those with the
    /// largest `rank`, an expression on the same columns, come first.
    pub(crate) fn find(
        &self,
        condition: &str,
        values: &[Value],
        rank: Option<&str>,
        mut each: impl FnMut(Hit) -> bool,
    ) -> rusqlite::Result<()> {
        let ids = if self.is_outdated() { "NULL, NULL" } else { "d.match_id, d.ogid" };
        let order = rank.map_or_else(String::new, |rank| format!("{rank} DESC, "));
        let query = format!(
            "SELECT d.record, (SELECT path FROM source s WHERE s.record = d.record ORDER BY s.rowid LIMIT 1),
               (SELECT number FROM source s WHERE s.record = d.record ORDER BY s.rowid LIMIT 1),
               d.game, d.move, d.ordinal, d.line, d.side, d.player, d.opponent, d.action, d.length, d.score,
               d.opponent_score, d.crawford, d.cube, d.cube_owner, d.offered, d.roll, d.play, d.position, d.xgid,
               d.after, d.best_play, d.play_loss, d.play_mark, d.best_cube, d.cube_loss, d.cube_mark, d.luck,
               (SELECT group_concat(name, ' ') FROM tag t
                 WHERE t.record = d.record AND t.game = d.game AND t.ordinal = d.ordinal), d.comment, r.event, {ids}
             FROM decision d JOIN record r ON r.id = d.record WHERE {condition}
             ORDER BY {order}d.record, d.game, d.ordinal"
        );
        let mut statement = self.connection.prepare(&query)?;
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            if !each(hit(row)?) {
                break;
            }
        }
        Ok(())
    }

    pub(crate) fn players(&self) -> rusqlite::Result<Vec<String>> {
        let query = "SELECT player0 FROM record UNION SELECT player1 FROM record
            UNION SELECT DISTINCT player FROM decision ORDER BY 1";
        let mut statement = self.connection.prepare(query)?;
        let names = statement.query_map([], |row| row.get(0))?;
        names.collect()
    }

    /// Gives this connection a view `names`, with the player of each name, and a view `players` in which all names of a player
    /// are one row. The file doesn't change.
    pub(crate) fn name(&self, players: &Players) -> rusqlite::Result<()> {
        let mut games = BTreeMap::<String, u64>::new();
        let mut met = BTreeSet::new();
        let mut statement = self.connection.prepare("SELECT player0, player1, games FROM record")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let names: [String; 2] = [row.get(0)?, row.get(1)?];
            if names[0] != names[1] && players.are_one(&names[0], &names[1]) {
                met.insert(players.key(&names[0]));
            }
            let count = u64::try_from(row.get::<_, i64>(2)?).unwrap_or_default();
            for name in names {
                *games.entry(name).or_default() += count;
            }
        }
        for name in self.players()? {
            games.entry(name).or_default();
        }
        let together = players.together(games.iter().map(|(name, games)| (name.as_str(), *games)), &met);
        let listed = together.players.iter().flat_map(|player| {
            player.spellings.iter().map(|spelling| (spelling.as_str(), player.name.as_str()))
        });
        let mut all: BTreeMap<&str, &str> = games.keys().map(|name| (&**name, &**name)).collect();
        all.extend(listed);
        self.connection.execute_batch(&schema::names(self.has_performance()))?;
        let mut insert = self.connection.prepare("INSERT INTO temp.name VALUES (?1, ?2)")?;
        for (name, player) in all {
            insert.execute([name, player])?;
        }
        Ok(())
    }

    pub(crate) fn counts(&self) -> rusqlite::Result<(u64, u64)> {
        let count = |table: &str| {
            self.connection
                .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0))
        };
        Ok((count("record")? as u64, count("decision")? as u64))
    }

    /// Runs a query; the database must have been opened for reading only.
    pub(crate) fn select(&self, query: &str) -> rusqlite::Result<Answer> {
        let mut statement = self.connection.prepare(query)?;
        // `VACUUM INTO` and `ATTACH` write files even where the database is read only.
        if statement.column_count() == 0 || !statement.readonly() {
            return Err(rusqlite::Error::InvalidQuery);
        }
        let heads: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let mut rows = statement.query([])?;
        let mut answer = Answer { heads, rows: Vec::new() };
        while let Some(row) = rows.next()? {
            let cells = (0..answer.heads.len()).map(|at| row.get::<_, Value>(at));
            answer.rows.push(cells.collect::<rusqlite::Result<_>>()?);
        }
        Ok(answer)
    }

    /// Returns the number of evaluated decisions of a match.
    pub(crate) fn evaluated(&self, id: i64) -> rusqlite::Result<usize> {
        evaluated(&self.connection, id)
    }

    /// Returns the numbers of the matches, or of those with a tag, each with the file in which it was found first and its
    /// number there.
    pub(crate) fn places(&self, tag: Option<&str>) -> rusqlite::Result<Vec<(i64, String, u32)>> {
        let query = "SELECT r.id, coalesce(s.path, ''), coalesce(s.number, 1) FROM record r
            LEFT JOIN source s ON s.rowid = (SELECT min(rowid) FROM source own WHERE own.record = r.id)
            WHERE ?1 IS NULL OR EXISTS
              (SELECT 1 FROM tag t WHERE t.record = r.id AND t.game IS NULL AND t.name = ?1)
            ORDER BY r.id";
        let mut statement = self.connection.prepare(query)?;
        let places = statement.query_map([tag], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        places.collect()
    }

    /// Returns the packed record of a match; `None` if it isn't in the database any more.
    pub(crate) fn document(&self, id: i64) -> Result<Option<Vec<u8>>, Trouble> {
        let mut document = None;
        self.documents("r.id = ?", &[Value::Integer(id)], |_, bytes| {
            document = Some(bytes.to_vec());
            Ok(())
        })?;
        Ok(document)
    }

    /// Hands out the packed records for which a condition on `record r` holds, with their numbers.
    pub(crate) fn documents(
        &self,
        condition: &str,
        values: &[Value],
        mut each: impl FnMut(i64, &[u8]) -> Result<(), String>,
    ) -> Result<(), Trouble> {
        let query = format!("SELECT r.id, r.document FROM record r WHERE {condition} ORDER BY r.id");
        let mut statement = self.connection.prepare(&query)?;
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(0)?;
            match row.get_ref(1) {
                Ok(ValueRef::Blob(bytes)) => each(id, bytes)?,
                _ => return Err(format!("match {id}: the record isn't readable").into()),
            }
        }
        Ok(())
    }

    /// Returns the place in its game of the decision in a row of a player, or of the first one in the row. The cases of
    /// the letters don't matter where no player is called exactly like this.
    pub(crate) fn ordinal(
        &self,
        record: i64,
        game: u32,
        number: u32,
        player: Option<&str>,
    ) -> rusqlite::Result<Option<u32>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT ordinal, player FROM decision WHERE record = ?1 AND game = ?2 AND move = ?3 ORDER BY ordinal",
        )?;
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let all: Vec<(u32, Option<String>)> =
            statement.query_map(params![record, game, number], row)?.collect::<Result<_, _>>()?;
        let Some(player) = player else { return Ok(all.first().map(|(ordinal, _)| *ordinal)) };
        let find = |is: &dyn Fn(&str) -> bool| {
            all.iter().find(|(_, name)| name.as_deref().is_some_and(is)).map(|(ordinal, _)| *ordinal)
        };
        let lower = player.to_lowercase();
        Ok(find(&|name| name == player).or_else(|| find(&|name| name.to_lowercase() == lower)))
    }

    pub(crate) fn has(&self, record: i64) -> rusqlite::Result<bool> {
        let query = "SELECT EXISTS (SELECT 1 FROM record WHERE id = ?1)";
        self.connection.query_row(query, [record], |row| row.get(0))
    }

    pub(crate) fn has_tag(&self, name: &str) -> rusqlite::Result<bool> {
        let query = "SELECT EXISTS (SELECT 1 FROM tag WHERE name = ?1)";
        self.connection.query_row(query, [name], |row| row.get(0))
    }

    /// Adds a tag, or removes it; returns whether that changed anything.
    pub(crate) fn tag(&mut self, about: About, name: &str, is_removed: bool) -> rusqlite::Result<bool> {
        let (game, ordinal) = about.decision.unzip();
        let gone = self.connection.execute(
            "DELETE FROM tag WHERE record = ?1 AND game IS ?2 AND ordinal IS ?3 AND name = ?4",
            params![about.record, game, ordinal, name],
        )?;
        if is_removed {
            return Ok(gone > 0);
        }
        self.connection
            .execute("INSERT INTO tag VALUES (?1, ?2, ?3, ?4)", params![about.record, game, ordinal, name])?;
        Ok(gone == 0)
    }

    /// Sets a comment, or removes it.
    pub(crate) fn comment(&mut self, about: About, text: Option<&str>) -> rusqlite::Result<()> {
        match about.decision {
            None => self
                .connection
                .execute("UPDATE record SET comment = ?2 WHERE id = ?1", params![about.record, text])?,
            Some((game, ordinal)) => self.connection.execute(
                "UPDATE decision SET comment = ?4 WHERE record = ?1 AND game = ?2 AND ordinal = ?3",
                params![about.record, game, ordinal, text],
            )?,
        };
        Ok(())
    }

    /// Removes a match with its decisions, tags and comments.
    pub(crate) fn remove(&mut self, record: i64) -> rusqlite::Result<()> {
        self.connection.execute("DELETE FROM record WHERE id = ?1", [record])?;
        Ok(())
    }

    /// Returns what `SQLite` finds wrong with the file: damaged pages and rows without their match.
    pub(crate) fn faults(&self) -> rusqlite::Result<Vec<String>> {
        let mut statement = self.connection.prepare("PRAGMA integrity_check")?;
        let lines = statement.query_map([], |row| row.get(0))?;
        let mut faults: Vec<String> = lines.collect::<rusqlite::Result<_>>()?;
        faults.retain(|line| line != "ok");
        let mut statement = self.connection.prepare("PRAGMA foreign_key_check")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            faults.push(format!("a row of {} belongs to no match", row.get::<_, String>(0)?));
        }
        Ok(faults)
    }
}

fn hit(row: &Row<'_>) -> rusqlite::Result<Hit> {
    let path: Option<String> = row.get(1)?;
    let number: Option<u32> = row.get(2)?;
    let action: String = row.get(10)?;
    let mut line = DecisionJson::new(&path.unwrap_or_default(), number.unwrap_or(1), fixed(&action));
    line.game = row.get(3)?;
    line.r#move = row.get(4)?;
    line.decision = row.get(5)?;
    line.line = row.get::<_, Option<i64>>(6)?.and_then(|line| u64::try_from(line).ok());
    line.side = row.get(7)?;
    line.player = row.get(8)?;
    line.opponent = row.get(9)?;
    line.length = row.get(11)?;
    line.score = row.get(12)?;
    line.opponent_score = row.get(13)?;
    line.crawford = row.get(14)?;
    line.cube = row.get(15)?;
    line.cube_owner = row.get(16)?;
    line.offered = row.get(17)?;
    line.roll = row.get(18)?;
    line.play = row.get(19)?;
    line.position_id = row.get(20)?;
    line.xgid = row.get(21)?;
    line.resulting_position_id = row.get(22)?;
    line.best_play = row.get(23)?;
    line.play_loss = row.get(24)?;
    line.play_mark = row.get::<_, Option<String>>(25)?.map(|mark| fixed(&mark));
    line.best_cube = row.get::<_, Option<String>>(26)?.map(|action| fixed(&action));
    line.cube_loss = row.get(27)?;
    line.cube_mark = row.get::<_, Option<String>>(28)?.map(|mark| fixed(&mark));
    line.luck = row.get(29)?;
    line.match_id = row.get(33)?;
    line.ogid = row.get(34)?;
    Ok(Hit { record: row.get(0)?, line, tags: row.get(30)?, comment: row.get(31)?, event: row.get(32)? })
}

/// Returns the word of ours that a cell has.
fn fixed(word: &str) -> &'static str {
    const MARKS: [&str; 3] = ["doubtful", "bad", "very bad"];
    ACTIONS.into_iter().chain(RIGHT_WORDS).chain(MARKS).find(|known| *known == word).unwrap_or("")
}
