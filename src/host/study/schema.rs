//! The tables of the database of decisions. docs/database.md documents them; the views are stable.

use crate::analysis::skill::PR_FACTOR;

/// The version of this schema. Version 2 changed the identities; [`UPDATES`] contains what later versions add.
pub(super) const VERSION: i64 = 4;

/// Makes the tables, except the one of [`PERFORMANCE`].
pub(super) const TABLES: &str = "
CREATE TABLE record (
  id INTEGER PRIMARY KEY,
  identity TEXT NOT NULL UNIQUE,
  player0 TEXT NOT NULL,
  player1 TEXT NOT NULL,
  length INTEGER NOT NULL,
  variant TEXT NOT NULL,
  points0 INTEGER NOT NULL,
  points1 INTEGER NOT NULL,
  games INTEGER NOT NULL,
  date TEXT,
  event TEXT,
  place TEXT,
  plies INTEGER,
  is_analysed INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  added TEXT NOT NULL,
  comment TEXT,
  document BLOB NOT NULL
) STRICT;
CREATE TABLE source (
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  path TEXT NOT NULL,
  number INTEGER NOT NULL,
  format TEXT NOT NULL,
  mark TEXT,
  UNIQUE (path, number)
) STRICT;
CREATE INDEX source_record ON source (record);
CREATE TABLE decision (
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  game INTEGER NOT NULL,
  move INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  line INTEGER,
  side INTEGER NOT NULL,
  player TEXT NOT NULL,
  opponent TEXT NOT NULL,
  action TEXT NOT NULL,
  length INTEGER NOT NULL,
  score INTEGER NOT NULL,
  opponent_score INTEGER NOT NULL,
  crawford INTEGER NOT NULL,
  cube INTEGER NOT NULL,
  cube_owner INTEGER,
  offered INTEGER,
  roll TEXT,
  play TEXT,
  position TEXT NOT NULL,
  xgid TEXT,
  after TEXT,
  pips INTEGER NOT NULL,
  opponent_pips INTEGER NOT NULL,
  classes INTEGER NOT NULL,
  best_play TEXT,
  play_loss REAL,
  play_mark TEXT,
  best_cube TEXT,
  cube_loss REAL,
  cube_mark TEXT,
  luck REAL,
  loss REAL,
  comment TEXT,
  match_id TEXT,
  ogid TEXT,
  is_on_roll INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (record, game, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX decision_loss ON decision (loss) WHERE loss > 0;
CREATE INDEX decision_player ON decision (player);
CREATE INDEX decision_position ON decision (position);
CREATE TABLE tag (
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  game INTEGER,
  ordinal INTEGER,
  name TEXT NOT NULL,
  UNIQUE (record, game, ordinal, name)
) STRICT;
CREATE INDEX tag_name ON tag (name);
CREATE TABLE counter (last INTEGER NOT NULL) STRICT;
INSERT INTO counter VALUES (0);
";

/// Makes the table of the decisions that count for the PR, a row for each player of an analysed match.
pub(super) const PERFORMANCE: &str = "
CREATE TABLE performance (
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  side INTEGER NOT NULL,
  player TEXT NOT NULL,
  decisions INTEGER NOT NULL,
  lost REAL NOT NULL,
  PRIMARY KEY (record, side)
) STRICT, WITHOUT ROWID;
";

/// The first version that has the table of [`PERFORMANCE`].
pub(super) const WITH_PERFORMANCE: i64 = 4;

/// What each later version adds. Rows get their content afterwards.
pub(super) const UPDATES: [(i64, &str); 2] = [(3, UPDATE_3), (WITH_PERFORMANCE, PERFORMANCE)];

/// Adds the highest number given to a match, the content of a source, IDs, and who is on roll.
const UPDATE_3: &str = "
ALTER TABLE source ADD COLUMN mark TEXT;
ALTER TABLE decision ADD COLUMN match_id TEXT;
ALTER TABLE decision ADD COLUMN ogid TEXT;
ALTER TABLE decision ADD COLUMN is_on_roll INTEGER NOT NULL DEFAULT 1;
CREATE TABLE counter (last INTEGER NOT NULL) STRICT;
INSERT INTO counter SELECT coalesce(max(id), 0) FROM record;
";

/// Removes the views of an earlier version, which may lack some.
pub(super) const DROP_VIEWS: &str = "
DROP VIEW IF EXISTS matches;
DROP VIEW IF EXISTS decisions;
DROP VIEW IF EXISTS performances;
DROP VIEW IF EXISTS players;
";

/// Returns the statements that make the views. The tables have the pips of the player on roll first; the views those of the
/// player who decides.
pub(super) fn views() -> String {
    let pr = pr();
    let of_side = |side: u8| {
        let own = format!("FROM performance p WHERE p.record = record.id AND p.side = {side}");
        format!(
            "coalesce((SELECT p.decisions {own}), 0) AS pr_decisions{side}, (SELECT {pr} {own}) AS pr{side}"
        )
    };
    let (first, second) = (of_side(0), of_side(1));
    format!(
        "
CREATE VIEW matches AS
  SELECT id AS match, date, player0, player1, length, points0, points1, games, event, place, variant,
         is_analysed, errors, added, comment,
         (SELECT group_concat(name, ' ') FROM tag WHERE tag.record = record.id AND tag.game IS NULL) AS tags,
         {first},
         {second}
  FROM record;
CREATE VIEW decisions AS
  SELECT d.record AS match, d.game, d.move, d.player, d.opponent, d.action, d.roll, d.play, d.length, d.score,
         d.opponent_score, d.crawford, d.cube, d.position, d.xgid,
         iif(d.is_on_roll, d.pips, d.opponent_pips) AS pips,
         iif(d.is_on_roll, d.opponent_pips, d.pips) AS opponent_pips, d.best_play,
         d.play_loss, d.play_mark, d.best_cube, d.cube_loss, d.cube_mark, d.luck, d.loss, d.comment,
         r.date, r.event,
         (SELECT group_concat(name, ' ') FROM tag
           WHERE tag.record = d.record AND tag.game = d.game AND tag.ordinal = d.ordinal) AS tags
  FROM decision d JOIN record r ON r.id = d.record;
CREATE VIEW performances AS
  SELECT p.record AS match, r.date, r.event, p.player, iif(p.side = 0, r.player1, r.player0) AS opponent,
         p.decisions AS pr_decisions, p.lost AS pr_lost, {pr} AS pr
  FROM performance p JOIN record r ON r.id = p.record;
CREATE VIEW players AS
  SELECT m.player, m.matches, coalesce(d.decisions, 0) AS decisions, d.plays_lost, d.cube_lost,
         coalesce(p.decisions, 0) AS pr_decisions, {pr} AS pr
  FROM (SELECT player, count(*) AS matches
          FROM (SELECT id, player0 AS player FROM record UNION SELECT id, player1 FROM record
                UNION SELECT record, player FROM decision)
         GROUP BY player) m
  LEFT JOIN (SELECT player, count(*) AS decisions, sum(play_loss) AS plays_lost, sum(cube_loss) AS cube_lost
               FROM decision GROUP BY player) d ON d.player = m.player
  LEFT JOIN (SELECT player, sum(decisions) AS decisions, sum(lost) AS lost
               FROM performance GROUP BY player) p ON p.player = m.player;
"
    )
}

/// Returns the PR of a row or sum `p` of [`PERFORMANCE`] in SQL, as [`crate::analysis::skill::Share::rating`] counts it.
fn pr() -> String {
    format!("{PR_FACTOR:?} * p.lost / p.decisions")
}

/// Returns the statements that make the views of one connection that take a player's names together: `names`, and `players`
/// in place of that of the file. A file of an earlier version has no table of [`PERFORMANCE`].
pub(super) fn names(has_performance: bool) -> String {
    let pr = pr();
    let (performance, decisions) = if has_performance {
        ("main.performance", "coalesce(p.decisions, 0)")
    } else {
        ("(SELECT '' AS player, 0 AS decisions, 0.0 AS lost WHERE 0)", "NULL")
    };
    format!(
        "
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE name (name TEXT PRIMARY KEY, player TEXT NOT NULL) WITHOUT ROWID;
CREATE TEMP VIEW names AS SELECT name, player FROM temp.name;
CREATE TEMP VIEW players AS
  SELECT m.player, m.matches, coalesce(d.decisions, 0) AS decisions, d.plays_lost, d.cube_lost,
         {decisions} AS pr_decisions, {pr} AS pr
  FROM (SELECT n.player, count(DISTINCT p.id) AS matches
          FROM (SELECT id, player0 AS player FROM main.record UNION SELECT id, player1 FROM main.record
                UNION SELECT record, player FROM main.decision) p
          JOIN temp.name n ON n.name = p.player GROUP BY n.player) m
  LEFT JOIN (SELECT n.player, count(*) AS decisions, sum(e.play_loss) AS plays_lost, sum(e.cube_loss) AS cube_lost
               FROM main.decision e JOIN temp.name n ON n.name = e.player GROUP BY n.player) d
    ON d.player = m.player
  LEFT JOIN (SELECT n.player, sum(f.decisions) AS decisions, sum(f.lost) AS lost
               FROM {performance} f JOIN temp.name n ON n.name = f.player GROUP BY n.player) p
    ON p.player = m.player;
"
    )
}
