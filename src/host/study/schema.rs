//! The tables of the database of decisions. docs/database.md documents them; the views are stable.

/// The number of this schema. Version 1 has the same tables, with other identities.
pub(super) const VERSION: i64 = 2;

/// Makes the tables.
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
CREATE VIEW matches AS
  SELECT id AS match, date, player0, player1, length, points0, points1, games, event, place, variant,
         is_analysed, errors, added, comment,
         (SELECT group_concat(name, ' ') FROM tag WHERE tag.record = record.id AND tag.game IS NULL) AS tags
  FROM record;
CREATE VIEW decisions AS
  SELECT d.record AS match, d.game, d.move, d.player, d.opponent, d.action, d.roll, d.play, d.length, d.score,
         d.opponent_score, d.crawford, d.cube, d.position, d.xgid, d.pips, d.opponent_pips, d.best_play,
         d.play_loss, d.play_mark, d.best_cube, d.cube_loss, d.cube_mark, d.luck, d.loss, d.comment,
         r.date, r.event,
         (SELECT group_concat(name, ' ') FROM tag
           WHERE tag.record = d.record AND tag.game = d.game AND tag.ordinal = d.ordinal) AS tags
  FROM decision d JOIN record r ON r.id = d.record;
CREATE VIEW players AS
  SELECT player, count(DISTINCT record) AS matches, count(*) AS decisions,
         sum(play_loss) AS plays_lost, sum(cube_loss) AS cube_lost
  FROM decision GROUP BY player;
";

/// Makes the views of one connection that take a player's names together: `names`, and `players` in place of that of the file.
pub(super) const NAMES: &str = "
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE name (name TEXT PRIMARY KEY, player TEXT NOT NULL) WITHOUT ROWID;
CREATE TEMP VIEW names AS SELECT name, player FROM temp.name;
CREATE TEMP VIEW players AS
  SELECT n.player AS player, count(DISTINCT d.record) AS matches, count(*) AS decisions,
         sum(d.play_loss) AS plays_lost, sum(d.cube_loss) AS cube_lost
  FROM main.decision d JOIN temp.name n ON n.name = d.player GROUP BY n.player;
";
