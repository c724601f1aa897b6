//! The schemas of every answer in JSON, derived from the types that are written.
//!
//! `docs/schema` contains them as files.

use super::{
    AnalysisJson, BearoffJson, ConfigJson, CubeJson, DecisionJson, DiagramJson, EntryChartJson, EvalJson,
    FindingJson, FormatJson, HintJson, IdJson, LossJson, MatrixJson, OddsJson, OpeningJson, PerftJson,
    PipsJson, PlayedJson, PlaysJson, QuizResultJson, RaceJson, RolloutJson, RolloutState, ScoreJson,
    ServeAnswerJson, ServeRequestJson, SessionJson, ShowJson, StatsJson, SummaryJson,
};
use crate::formats::json;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// Returns the name and the JSON Schema (draft 2020-12) of each kind of answer, sorted by name. `docs/json.md` lists
/// the command of each.
///
/// ```
/// let schemas = barpoint::output::json::schemas();
/// let (_, schema) = schemas.iter().find(|(name, _)| *name == "pips").expect("one of the answers");
/// assert_eq!(schema["properties"]["pips"]["minItems"], 2);
/// ```
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    let mut all = vec![
        ("analyse", of::<AnalysisJson<'_>>("Analysis of a match")),
        ("bearoff", of::<BearoffJson>("A bear-off position")),
        ("config", of::<ConfigJson>("What applies to a record")),
        ("cube", of::<CubeJson>("A cube decision")),
        ("decision", of::<DecisionJson>("A decision of a match")),
        ("diagram", of::<DiagramJson>("A diagram")),
        ("entry-chart", of::<EntryChartJson>("The chart of entering from the bar")),
        ("eval", of::<EvalJson>("An evaluation")),
        ("finding", of::<FindingJson<'_>>("A finding")),
        ("format", of::<FormatJson>("A record format")),
        ("hint", of::<HintJson>("The best plays")),
        ("id", of::<IdJson>("A position or match ID")),
        ("loss", of::<LossJson<'_>>("What a conversion loses")),
        ("matrix", of::<MatrixJson>("A decision at every score")),
        ("odds", of::<OddsJson>("What the next roll does")),
        ("opening", of::<OpeningJson>("The opening book")),
        ("perft", of::<PerftJson>("Counts of plays")),
        ("pips", of::<PipsJson>("Pip counts")),
        ("plays", of::<PlaysJson>("Legal plays")),
        ("played", of::<PlayedJson>("A match that was played")),
        ("quiz-result", of::<QuizResultJson>("A result of a quiz")),
        ("race", of::<RaceJson>("Race formulas")),
        ("record", of::<json::Document>("A record")),
        ("rollout", of::<RolloutJson>("A rollout")),
        ("rollout-state", of::<RolloutState>("A rollout in a file")),
        ("score", of::<ScoreJson<'_>>("The score of a match")),
        ("serve-answer", of::<ServeAnswerJson>("An answer of serve")),
        ("serve-request", read::<ServeRequestJson>("A request of serve")),
        ("session", of::<SessionJson<'_>>("An answer of a session")),
        ("show", of::<ShowJson<'_>>("A board")),
        ("stats", of::<StatsJson<'_>>("The statistics of an archive")),
        ("summary", of::<SummaryJson<'_>>("What happened in a match")),
    ];
    #[cfg(feature = "database")]
    all.extend([
        ("study-decision", study_decision()),
        ("study-file", of::<super::StudyFileJson>("A file of a match in the database")),
        ("study-match", of::<super::StudyMatchJson>("A match in the database")),
    ]);
    all.sort_by_key(|(name, _)| *name);
    all
}

/// Returns the schema of a decision with what the database adds.
#[cfg(feature = "database")]
fn study_decision() -> Value {
    use super::study::own_key;

    let mut schema = of::<DecisionJson>("A decision in the database");
    let added = of::<super::StudyAddedJson<'_>>("");
    schema["description"] =
        "One decision of a match in the database: the line of `replay`, in which the match in \
                             its file is `number`, with what the database adds."
            .into();
    if let Some(properties) = schema["properties"].as_object_mut() {
        *properties = std::mem::take(properties)
            .into_iter()
            .map(|(key, value)| (own_key(&key).to_owned(), value))
            .chain(added["properties"].as_object().cloned().unwrap_or_default())
            .collect();
    }
    if let Some(required) = schema["required"].as_array_mut() {
        for key in required.iter_mut().filter(|key| *key == "match") {
            *key = "number".into();
        }
        required.extend(added["required"].as_array().cloned().unwrap_or_default());
    }
    schema
}

/// Derives the schema of a type as it is written.
fn of<T: JsonSchema>(title: &str) -> Value {
    schema::<T>(SchemaSettings::draft2020_12().for_serialize(), title)
}

/// Derives the schema of a type as it is read.
fn read<T: JsonSchema>(title: &str) -> Value {
    schema::<T>(SchemaSettings::draft2020_12().for_deserialize(), title)
}

fn schema<T: JsonSchema>(settings: SchemaSettings, title: &str) -> Value {
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(closed).transform(&mut schema);
    schema.insert("title".to_owned(), title.into());
    schema.to_value()
}

/// Allows an object only the keys that it is written with, and removes the names of number types.
fn closed(schema: &mut Schema) {
    if schema.get("properties").is_some() {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    schema.remove("format");
}
