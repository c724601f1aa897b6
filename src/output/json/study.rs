//! The lines of `barpoint db list` and `barpoint db find`.

use super::{DecisionJson, SCHEMA};
use schemars::JsonSchema;
use serde::ser::{Error as _, SerializeMap as _};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// A match of the database: a line of `db list --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StudyMatchJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The number of the match in the database.
    pub r#match: i64,
    /// When it was played: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    pub date: Option<String>,
    /// The name of the player in the left column; empty where the record has none.
    pub player0: String,
    /// The name of the player in the right column; empty where the record has none.
    pub player1: String,
    /// The match length, 0 for a money session.
    pub length: u16,
    /// The points of the player in the left column after the match.
    pub points0: u32,
    /// The points of the player in the right column after the match.
    pub points1: u32,
    /// The number of games.
    pub games: u32,
    /// The event.
    pub event: Option<String>,
    /// Whether any decision has an analysis.
    pub analysed: bool,
    /// The PR of the player in the left column, as eXtreme Gammon counts it; null if no decision counts.
    pub pr0: Option<f64>,
    /// The PR of the player in the right column.
    pub pr1: Option<f64>,
    /// The decisions of the player in the left column that count for the PR; null in a database of an earlier version,
    /// until `db add` updates it.
    pub pr_decisions0: Option<u32>,
    /// The decisions of the player in the right column that count for the PR; null in a database of an earlier version,
    /// until `db add` updates it.
    pub pr_decisions1: Option<u32>,
    /// The errors that `check` finds.
    pub errors: u32,
    /// The tags of the match.
    pub tags: Vec<String>,
    /// The comment on the match.
    pub comment: Option<String>,
}

/// A file of a match that is in several: a line of `db list --duplicates --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StudyFileJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The number of the match in the database.
    pub r#match: i64,
    /// The name of the player in the left column; empty where the record has none.
    pub player0: String,
    /// The name of the player in the right column; empty where the record has none.
    pub player1: String,
    /// The match length, 0 for a money session.
    pub length: u16,
    /// The file.
    pub path: String,
    /// The match in its file, from 1.
    #[schemars(range(min = 1))]
    pub number: u32,
    /// The format of the file.
    pub format: String,
}

/// A decision of the database: a line of `db find --json`.
#[derive(Clone, Debug)]
pub struct StudyDecisionJson<'a> {
    /// What the database adds.
    pub added: StudyAddedJson<'a>,
    /// The line of `replay`; its `match` is called `number` here.
    pub decision: &'a DecisionJson,
}

/// What the database adds to the line of a decision.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StudyAddedJson<'a> {
    /// The number of the match in the database.
    pub r#match: i64,
    /// The tags of the decision.
    pub tags: Vec<&'a str>,
    /// The comment on the decision.
    pub comment: Option<&'a str>,
}

impl Serialize for StudyDecisionJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Ok(Value::Object(decision)) = serde_json::to_value(self.decision) else {
            return Err(S::Error::custom("a decision is an object"));
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", &SCHEMA)?;
        map.serialize_entry("match", &self.added.r#match)?;
        for (key, value) in decision.iter().filter(|(key, _)| *key != "schema") {
            map.serialize_entry(own_key(key), value)?;
        }
        map.serialize_entry("tags", &self.added.tags)?;
        map.serialize_entry("comment", &self.added.comment)?;
        map.end()
    }
}

/// Returns the key that a key of `replay` has in a line of the database.
pub(super) fn own_key(key: &str) -> &str {
    if key == "match" { "number" } else { key }
}
