//! Adding matches: new ones, known ones, and those whose files have been corrected.

use super::{Decision, Entry, KNOWN, Known, Rated, Renewed, Study, Trouble, evaluated, schema};
use crate::output::json::DecisionJson;
use rusqlite::{OptionalExtension as _, Row, Transaction, params};
use std::collections::HashMap;

/// What became of a match that was added.
#[derive(Clone, Debug)]
pub(crate) struct Added {
    /// The number of the match.
    pub id: i64,
    pub how: How,
    /// The match that was at its place before, which no other file has.
    pub was: Option<i64>,
    /// The file in which it was found first, and its number there, if that is another place.
    pub twin: Option<(String, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    New,
    /// It was there; now it has an analysis, or a better one.
    Analysed,
    /// It was there, with an analysis as good.
    Known,
    /// It was there with other content: its file has been corrected.
    Corrected,
}

impl Study {
    /// Adds a match, or puts it in the place of the same match or of an earlier state of its file. That match keeps its
    /// number, and the tags and comments of decisions that are still there.
    pub(crate) fn add(&mut self, entry: &Entry) -> rusqlite::Result<Added> {
        let change = self.connection.transaction()?;
        let known = known(&change, &entry.identity)?;
        let was = was(&change, entry)?.filter(|was| known.as_ref().is_none_or(|known| known.id != *was));
        let twin = known.as_ref().map(|known| twin(&change, known.id, entry)).transpose()?.flatten();
        let mut added = Added { id: 0, how: How::New, was, twin };
        let corrected = match was {
            Some(was) if known.is_none() && is_corrected(&change, was, entry)? => Some(was),
            _ => None,
        };
        (added.id, added.how) = match (known, corrected) {
            (Some(known), _) if known.is_corrected_by(entry) => (known.id, How::Corrected),
            (Some(known), _)
                if known.yields_to(entry.plies, [evaluated(&change, known.id)?, entry.evaluated()]) =>
            {
                (known.id, How::Analysed)
            }
            (Some(known), _) => (known.id, How::Known),
            (None, Some(was)) => (was, How::Corrected),
            (None, None) => {
                // The number of a match that was removed isn't given again.
                let next = "UPDATE counter SET last = last + 1 RETURNING last";
                (change.query_row(next, [], |row| row.get(0))?, How::New)
            }
        };
        if added.how != How::Known {
            put(&change, added.id, entry, added.how == How::Corrected)?;
        }
        source(&change, added.id, entry)?;
        change.commit()?;
        Ok(added)
    }

    /// Notes that a match was found in another file too, and takes an analysis that evaluates more of its own decisions, if
    /// the entry has one; returns `None` if it isn't in the database any more.
    pub(crate) fn add_known(&mut self, entry: &Entry) -> rusqlite::Result<Option<Added>> {
        let change = self.connection.transaction()?;
        let Some(Known { id, .. }) = known(&change, &entry.identity)? else { return Ok(None) };
        let twin = twin(&change, id, entry)?;
        let was = was(&change, entry)?.filter(|&was| was != id);
        let mut how = How::Known;
        if entry.evaluated() > evaluated(&change, id)? {
            analyse(&change, id, entry)?;
            how = How::Analysed;
        }
        source(&change, id, entry)?;
        change.commit()?;
        Ok(Some(Added { id, how, was, twin }))
    }

    /// Removes the places of a file after the last match that it has now; returns the matches that were there, with their
    /// numbers in the file.
    pub(crate) fn end_file(&mut self, path: &str, last: u32) -> rusqlite::Result<Vec<(i64, u32)>> {
        let mut statement = self
            .connection
            .prepare_cached("DELETE FROM source WHERE path = ?1 AND number > ?2 RETURNING record, number")?;
        let gone = statement.query_map(params![path, last], |row| Ok((row.get(0)?, row.get(1)?)))?;
        gone.collect()
    }

    /// Returns `true` if a match is in the database, and no file is known that has it.
    pub(crate) fn has_no_file(&self, id: i64) -> rusqlite::Result<bool> {
        let query =
            "SELECT 1 FROM record WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM source WHERE record = ?1)";
        Ok(self.connection.query_row(query, [id], |_| Ok(())).optional()?.is_some())
    }
}

/// Updates the tables of an earlier version.
pub(super) fn renew(
    change: &Transaction<'_>,
    version: i64,
    renew: &mut impl FnMut(i64, &[u8]) -> Result<Renewed, String>,
) -> Result<Vec<[i64; 2]>, Trouble> {
    change.execute_batch(schema::DROP_VIEWS)?;
    for (_, update) in schema::UPDATES.iter().filter(|(later, _)| *later > version) {
        change.execute_batch(update)?;
    }
    change.execute_batch(&schema::views())?;
    let mut all = change.prepare("SELECT id FROM record ORDER BY id")?;
    let ids: Vec<i64> = all.query_map([], |row| row.get(0)).and_then(Iterator::collect)?;
    let mut same = Vec::new();
    for id in ids {
        let query = "SELECT document FROM record WHERE id = ?1";
        let document: Vec<u8> = change.query_row(query, [id], |row| row.get(0))?;
        let renewed = renew(id, &document)?;
        same.extend(renew_record(change, id, &renewed)?);
    }
    change.pragma_update(None, "user_version", schema::VERSION)?;
    Ok(same)
}

/// Stores the identity of a match, its players' performance, and what this version adds to its decisions; returns the
/// numbers of two matches that are the same.
fn renew_record(change: &Transaction<'_>, id: i64, renewed: &Renewed) -> rusqlite::Result<Option<[i64; 2]>> {
    let Renewed { identity, decisions, rated } = renewed;
    rate(change, id, rated)?;
    let mut update = change.prepare_cached(
        "UPDATE decision SET match_id = ?4, ogid = ?5, is_on_roll = ?6 WHERE record = ?1 AND game = ?2 AND ordinal = ?3",
    )?;
    for Decision { line, is_on_roll, .. } in decisions {
        update.execute(params![id, line.game, line.decision, line.match_id, line.ogid, is_on_roll])?;
    }
    let Some(identity) = identity else { return Ok(None) };
    let changed =
        change.execute("UPDATE OR IGNORE record SET identity = ?2 WHERE id = ?1", params![id, identity])?;
    if changed > 0 {
        return Ok(None);
    }
    let other =
        change.query_row("SELECT id FROM record WHERE identity = ?1", [identity], |row| row.get(0))?;
    Ok(Some([id, other]))
}

/// Returns what the database has of the match with an identity.
fn known(change: &Transaction<'_>, identity: &str) -> rusqlite::Result<Option<Known>> {
    let query = format!("{KNOWN} WHERE r.identity = ?1");
    change.prepare_cached(&query)?.query_row([identity], Known::read).optional()
}

/// Returns the file in which a match was found first, and its number in it. `None` if an entry is from the same place as
/// before.
fn twin(change: &Transaction<'_>, id: i64, entry: &Entry) -> rusqlite::Result<Option<(String, u32)>> {
    let query = "SELECT path, number FROM source WHERE record = ?1 AND NOT EXISTS
        (SELECT 1 FROM source WHERE record = ?1 AND path = ?2 AND number = ?3) ORDER BY rowid LIMIT 1";
    let place = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    change.prepare_cached(query)?.query_row(params![id, entry.path, entry.number], place).optional()
}

/// Returns the match that was at the place of an entry, if it is in no other file.
fn was(change: &Transaction<'_>, entry: &Entry) -> rusqlite::Result<Option<i64>> {
    let query = "SELECT record FROM source s WHERE path = ?1 AND number = ?2
        AND NOT EXISTS (SELECT 1 FROM source other WHERE other.record = s.record AND other.rowid <> s.rowid)";
    change.prepare_cached(query)?.query_row(params![entry.path, entry.number], |row| row.get(0)).optional()
}

/// Returns `true` if an entry is an earlier match after a correction: most of the rolls are at the same places.
fn is_corrected(change: &Transaction<'_>, id: i64, entry: &Entry) -> rusqlite::Result<bool> {
    let roll = |decision: &Decision| {
        let DecisionJson { game, decision, roll, .. } = &decision.line;
        Some(((*game, *decision), roll.clone()?))
    };
    let rolls: HashMap<_, _> = entry.decisions.iter().filter_map(roll).collect();
    let query = "SELECT game, ordinal, roll FROM decision WHERE record = ?1 AND roll IS NOT NULL";
    let mut statement = change.prepare_cached(query)?;
    let mut rows = statement.query([id])?;
    let (mut all, mut same) = (0_u32, 0_u32);
    while let Some(row) = rows.next()? {
        all += 1;
        same += u32::from(rolls.get(&(row.get(0)?, row.get(1)?)) == Some(&row.get(2)?));
    }
    Ok(2 * same > all)
}

/// Writes a match under a number, in the place of what is there. What only the old record says of date, event and place
/// stays, unless it was corrected.
fn put(change: &Transaction<'_>, id: i64, entry: &Entry, is_correction: bool) -> rusqlite::Result<()> {
    let comments = comments(change, id)?;
    change.prepare_cached("DELETE FROM decision WHERE record = ?1")?.execute([id])?;
    change
        .prepare_cached(
            "INSERT INTO record VALUES
               (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, NULL, ?17)
             ON CONFLICT (id) DO UPDATE SET identity = excluded.identity, player0 = excluded.player0,
               player1 = excluded.player1, length = excluded.length, variant = excluded.variant,
               points0 = excluded.points0, points1 = excluded.points1, games = excluded.games,
               date = iif(?18, excluded.date, coalesce(excluded.date, date)),
               event = iif(?18, excluded.event, coalesce(excluded.event, event)),
               place = iif(?18, excluded.place, coalesce(excluded.place, place)), plies = excluded.plies, is_analysed = excluded.is_analysed,
               errors = excluded.errors, document = excluded.document",
        )?
        .execute(params![
            id,
            entry.identity,
            entry.players[0],
            entry.players[1],
            entry.length,
            entry.variant,
            entry.points[0],
            entry.points[1],
            i64::try_from(entry.games).unwrap_or(i64::MAX),
            entry.date,
            entry.event,
            entry.place,
            entry.plies,
            entry.is_analysed,
            i64::try_from(entry.errors).unwrap_or(i64::MAX),
            entry.added,
            entry.document,
            is_correction
        ])?;
    rate(change, id, &entry.rated)?;
    for decision in &entry.decisions {
        let key = (decision.line.game, decision.line.decision);
        let kept = comments.get(&key).or(decision.comment.as_ref());
        insert(change, id, decision, kept)?;
    }
    change
        .prepare_cached(
            "DELETE FROM tag WHERE record = ?1 AND game IS NOT NULL AND NOT EXISTS
               (SELECT 1 FROM decision d WHERE d.record = ?1 AND d.game = tag.game AND d.ordinal = tag.ordinal)",
        )?
        .execute([id])?;
    Ok(())
}

/// Replaces the analysis of a match and its record by one of the same decisions. All else stays.
fn analyse(change: &Transaction<'_>, id: i64, entry: &Entry) -> rusqlite::Result<()> {
    change
        .prepare_cached("UPDATE record SET document = ?2, is_analysed = 1 WHERE id = ?1")?
        .execute(params![id, entry.document])?;
    rate(change, id, &entry.rated)?;
    let mut update = change.prepare_cached(
        "UPDATE decision SET best_play = ?4, play_loss = ?5, play_mark = ?6, best_cube = ?7, cube_loss = ?8,
           cube_mark = ?9, luck = ?10, loss = ?11 WHERE record = ?1 AND game = ?2 AND ordinal = ?3",
    )?;
    for Decision { line, .. } in &entry.decisions {
        update.execute(params![
            id,
            line.game,
            line.decision,
            line.best_play,
            line.play_loss,
            line.play_mark,
            line.best_cube,
            line.cube_loss,
            line.cube_mark,
            line.luck,
            loss(line)
        ])?;
    }
    Ok(())
}

/// Replaces the decisions of both players that count for the PR; a player without one has no row.
fn rate(change: &Transaction<'_>, id: i64, rated: &Rated) -> rusqlite::Result<()> {
    change.prepare_cached("DELETE FROM performance WHERE record = ?1")?.execute([id])?;
    let mut insert = change.prepare_cached("INSERT INTO performance VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (side, (player, share)) in rated.iter().enumerate().filter(|(_, (_, share))| share.count > 0) {
        let count = i64::try_from(share.count).unwrap_or(i64::MAX);
        insert.execute(params![id, side as i64, player, count, share.lost])?;
    }
    Ok(())
}

/// Returns the larger loss of a play and the cube decision before it.
fn loss(line: &DecisionJson) -> Option<f64> {
    match (line.play_loss, line.cube_loss) {
        (Some(play), Some(cube)) => Some(play.max(cube)),
        (play, cube) => play.or(cube),
    }
}

/// The comments on the decisions of a match, by game and place.
type Comments = HashMap<(Option<u32>, Option<u32>), String>;

fn comments(change: &Transaction<'_>, id: i64) -> rusqlite::Result<Comments> {
    let mut statement = change.prepare_cached(
        "SELECT game, ordinal, comment FROM decision WHERE record = ?1 AND comment IS NOT NULL",
    )?;
    let rows = statement.query_map([id], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
    rows.collect()
}

fn source(change: &Transaction<'_>, id: i64, entry: &Entry) -> rusqlite::Result<()> {
    // A match that is found again stays where it was found first.
    change
        .prepare_cached(
            "INSERT INTO source VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (path, number) DO UPDATE SET record = ?1, format = ?4, mark = ?5",
        )?
        .execute(params![id, entry.path, entry.number, entry.format, entry.mark])?;
    Ok(())
}

fn insert(
    change: &Transaction<'_>,
    id: i64,
    decision: &Decision,
    comment: Option<&String>,
) -> rusqlite::Result<()> {
    let Decision { line, pips, opponent_pips, is_on_roll, classes, .. } = decision;
    change
        .prepare_cached(
            "INSERT INTO decision VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
               ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35, ?36)",
        )?
        .execute(params![
            id,
            line.game,
            line.r#move,
            line.decision,
            line.line.and_then(|line| i64::try_from(line).ok()),
            line.side,
            line.player,
            line.opponent,
            line.action,
            line.length,
            line.score,
            line.opponent_score,
            line.crawford,
            line.cube,
            line.cube_owner,
            line.offered,
            line.roll,
            line.play,
            line.position_id,
            line.xgid,
            line.resulting_position_id,
            pips,
            opponent_pips,
            classes,
            line.best_play,
            line.play_loss,
            line.play_mark,
            line.best_cube,
            line.cube_loss,
            line.cube_mark,
            line.luck,
            loss(line),
            comment,
            line.match_id,
            line.ogid,
            is_on_roll
        ])?;
    Ok(())
}
