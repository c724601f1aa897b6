//! GNU Backgammon's tables, version 1, and the columns of its statistics.

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
    let columns: String = COLUMNS
        .iter()
        .map(|&(name, kind)| match kind {
            Kind::Count => format!("{name} INTEGER NOT NULL, "),
            Kind::Number => format!("{name} FLOAT NOT NULL, "),
            Kind::Perhaps => format!("{name} FLOAT, "),
        })
        .collect();
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

/// The kinds of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Count,
    Number,
    /// A number or null.
    Perhaps,
}

/// The columns of statistics after the three keys, in their order.
pub(super) const COLUMNS: [(&str, Kind); 70] = {
    use Kind::{Count, Number, Perhaps};
    [
        ("total_moves", Count),
        ("unforced_moves", Count),
        ("unmarked_moves", Count),
        ("good_moves", Count),
        ("doubtful_moves", Count),
        ("bad_moves", Count),
        ("very_bad_moves", Count),
        ("chequer_error_total_normalised", Number),
        ("chequer_error_total", Number),
        ("chequer_error_per_move_normalised", Number),
        ("chequer_error_per_move", Number),
        ("chequer_rating", Count),
        ("very_lucky_rolls", Count),
        ("lucky_rolls", Count),
        ("unmarked_rolls", Count),
        ("unlucky_rolls", Count),
        ("very_unlucky_rolls", Count),
        ("luck_total_normalised", Number),
        ("luck_total", Number),
        ("luck_per_move_normalised", Number),
        ("luck_per_move", Number),
        ("luck_rating", Count),
        ("total_cube_decisions", Count),
        ("close_cube_decisions", Count),
        ("doubles", Count),
        ("takes", Count),
        ("passes", Count),
        ("missed_doubles_below_cp", Count),
        ("missed_doubles_above_cp", Count),
        ("wrong_doubles_below_dp", Count),
        ("wrong_doubles_above_tg", Count),
        ("wrong_takes", Count),
        ("wrong_passes", Count),
        ("error_missed_doubles_below_cp_normalised", Number),
        ("error_missed_doubles_above_cp_normalised", Number),
        ("error_wrong_doubles_below_dp_normalised", Number),
        ("error_wrong_doubles_above_tg_normalised", Number),
        ("error_wrong_takes_normalised", Number),
        ("error_wrong_passes_normalised", Number),
        ("error_missed_doubles_below_cp", Number),
        ("error_missed_doubles_above_cp", Number),
        ("error_wrong_doubles_below_dp", Number),
        ("error_wrong_doubles_above_tg", Number),
        ("error_wrong_takes", Number),
        ("error_wrong_passes", Number),
        ("cube_error_total_normalised", Number),
        ("cube_error_total", Number),
        ("cube_error_per_move_normalised", Number),
        ("cube_error_per_move", Number),
        ("cube_rating", Count),
        ("overall_error_total_normalised", Number),
        ("overall_error_total", Number),
        ("overall_error_per_move_normalised", Number),
        ("overall_error_per_move", Number),
        ("overall_rating", Count),
        ("actual_result", Number),
        ("luck_adjusted_result", Number),
        ("snowie_moves", Count),
        ("snowie_error_rate_per_move", Number),
        ("luck_based_fibs_rating_diff", Perhaps),
        ("error_based_fibs_rating", Perhaps),
        ("chequer_rating_loss", Perhaps),
        ("cube_rating_loss", Perhaps),
        ("actual_advantage", Perhaps),
        ("actual_advantage_ci", Perhaps),
        ("luck_adjusted_advantage", Perhaps),
        ("luck_adjusted_advantage_ci", Perhaps),
        ("time_penalties", Count),
        ("time_penalty_loss_normalised", Number),
        ("time_penalty_loss", Number),
    ]
};
