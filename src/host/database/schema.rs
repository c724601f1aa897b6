//! GNU Backgammon's tables, version 1.

use super::columns::columns;
use crate::analysis::skill::Statistics;
use crate::board::Side;

/// The statements that create the tables, unless they exist.
pub(super) const TABLES: &str = "\
CREATE TABLE IF NOT EXISTS control (tablename CHAR(80) NOT NULL PRIMARY KEY, next_id INTEGER NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS icontrol ON control (tablename);
CREATE TABLE IF NOT EXISTS player (player_id INTEGER NOT NULL PRIMARY KEY, name CHAR(80) NOT NULL, notes VARCHAR(1000) NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS iplayer ON player (player_id);
CREATE TABLE IF NOT EXISTS session (session_id INTEGER NOT NULL PRIMARY KEY, checksum CHAR(33) NOT NULL,
 player_id0 INTEGER NOT NULL, player_id1 INTEGER NOT NULL, result INTEGER NOT NULL, length INTEGER NOT NULL,
 added TIMESTAMP NOT NULL, rating0 CHAR(80) NOT NULL, rating1 CHAR(80) NOT NULL, event CHAR(80) NOT NULL,
 round CHAR(80) NOT NULL, place CHAR(80) NOT NULL, annotator CHAR(80) NOT NULL, comment CHAR(80) NOT NULL, date DATE,
 FOREIGN KEY (player_id0) REFERENCES player (player_id) ON DELETE RESTRICT,
 FOREIGN KEY (player_id1) REFERENCES player (player_id) ON DELETE RESTRICT);
CREATE UNIQUE INDEX IF NOT EXISTS isession ON session (session_id);
CREATE TABLE IF NOT EXISTS game (game_id INTEGER NOT NULL PRIMARY KEY, session_id INTEGER NOT NULL,
 player_id0 INTEGER NOT NULL, player_id1 INTEGER NOT NULL, score_0 INTEGER NOT NULL, score_1 INTEGER NOT NULL,
 result INTEGER NOT NULL, added TIMESTAMP NOT NULL, game_number INTEGER NOT NULL, crawford INTEGER NOT NULL,
 FOREIGN KEY (player_id0) REFERENCES player (player_id) ON DELETE RESTRICT,
 FOREIGN KEY (player_id1) REFERENCES player (player_id) ON DELETE RESTRICT,
 FOREIGN KEY (session_id) REFERENCES session (session_id) ON DELETE CASCADE);
CREATE UNIQUE INDEX IF NOT EXISTS igame ON game (game_id);
";

/// The tables of statistics: for a session and for a game.
pub(super) const STATISTICS: [(&str, &str, &str); 2] =
    [("matchstat", "session_id", "session"), ("gamestat", "game_id", "game")];

/// Returns the statements that create the tables of statistics.
pub(super) fn statistics() -> String {
    let columns = columns(&Statistics::default(), Side::Zero);
    let columns: Vec<String> =
        columns.into_iter().map(|(name, cell)| format!("{name} {}, ", cell.kind())).collect();
    let columns = columns.concat();
    let table = |(table, of, other): (&str, &str, &str)| {
        format!(
            "CREATE TABLE IF NOT EXISTS {table} ({table}_id INTEGER NOT NULL PRIMARY KEY, {of} INTEGER NOT NULL, \
             player_id INTEGER NOT NULL, {columns}\
             FOREIGN KEY ({of}) REFERENCES {other} ({of}) ON DELETE CASCADE, \
             FOREIGN KEY (player_id) REFERENCES player (player_id) ON DELETE RESTRICT);\n\
             CREATE UNIQUE INDEX IF NOT EXISTS i{table} ON {table} ({table}_id);\n"
        )
    };
    STATISTICS.map(table).concat()
}
