//! The shape of a document, for writing and for reading. Where reading needs places, a value is a
//! `V`: what is to be written, or a piece of the text.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeaderJson {
    pub(super) key: String,
    pub(super) value: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RemarkJson {
    pub(super) text: String,
    /// Text that wasn't understood, not a comment.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) unknown: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerJson {
    pub(super) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rating: Option<String>,
    pub(super) score: Option<i64>,
}

/// A position that is set.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SetupJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) board: Option<[i8; 26]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) on_roll: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) roll: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cube: Option<u32>,
    /// `centre`, `0` or `1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cube_place: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct EvaluationJson {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) settings: String,
    /// Win, win a gammon, a backgammon, lose a gammon, a backgammon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chances: Option<[f64; 5]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) equity: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<f64>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CandidateJson {
    pub(super) play: String,
    #[serde(default)]
    pub(super) evaluation: EvaluationJson,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, tag = "of", rename_all = "kebab-case")]
pub(super) enum AnalysisJson {
    Play {
        program: String,
        candidates: Vec<CandidateJson>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        played: Option<u32>,
    },
    Cube {
        program: String,
        no_double: Box<EvaluationJson>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        double_take: Option<Box<EvaluationJson>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        equity_no_double: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        equity_double_take: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        equity_double_pass: Option<f64>,
    },
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ClockJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) used: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) left: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) opponent_left: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<i64>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PropertyJson {
    pub(super) key: String,
    pub(super) values: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VariationJson {
    pub(super) entries: Vec<EntryJson<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) comments: Vec<(u32, String)>,
}

/// What is recorded beyond the play.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct NotesJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) play: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cube: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) luck: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) luck_value: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) analyses: Vec<AnalysisJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock: Option<ClockJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) properties: Vec<PropertyJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) variations: Vec<VariationJson>,
}

/// One entry, as written; which of the values belong to it depends on the action.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntryJson<V> {
    pub(super) action: String,
    #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<u8>,
    #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
    pub(super) row: Option<u32>,
    #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
    pub(super) roll: Option<V>,
    #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
    pub(super) play: Option<V>,
    #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<u32>,
    #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
    pub(super) points: Option<u32>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) and_match: bool,
    #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
    pub(super) outcome: Option<String>,
    #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
    pub(super) cause: Option<String>,
    #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<SetupJson>,
    #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
    pub(super) notes: Option<NotesJson>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) comments: Vec<RemarkJson>,
}

/// The default of a value that may be missing, of any type.
const fn nothing<T>() -> Option<T> {
    None
}

/// What happened, as the replay found out; only written.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct ActJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entry: Option<u32>,
    pub(super) by: u8,
    pub(super) what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) roll: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) play: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) outcome: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) offered: Option<u32>,
    pub(super) cube: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cube_owner: Option<u8>,
    pub(super) position_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resulting_position_id: Option<String>,
}

/// A result, as the replay found out; only written.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ResultJson {
    pub(super) winner: Option<u8>,
    pub(super) points: u32,
    pub(super) cube: u32,
    pub(super) ending: &'static str,
    pub(super) outcome: Option<String>,
    pub(super) proven: bool,
}

/// The rules in force; only written.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RulesJson {
    pub(super) variant: String,
    pub(super) crawford: bool,
    pub(super) jacoby: bool,
    pub(super) beavers: u8,
    pub(super) automatic_doubles: u8,
    pub(super) cube: bool,
    pub(super) cube_limit: u32,
}

/// One game, as it is written.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) number: Option<u32>,
    pub(super) players: [Option<PlayerJson>; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) crawford: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) automatic_doubles: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) notes: Option<NotesJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) comments: Vec<RemarkJson>,
    pub(super) entries: Vec<EntryJson<String>>,
    pub(super) score: [u32; 2],
    pub(super) is_crawford: bool,
    pub(super) acts: Vec<ActJson>,
    pub(super) result: Option<ResultJson>,
}

/// One document, as it is written.
#[derive(Clone, Debug, Serialize)]
pub(super) struct DocumentJson {
    pub(super) barpoint: u32,
    pub(super) headers: Vec<HeaderJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) length: Option<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) cut_off: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) no_hit_marks: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) comments: Vec<RemarkJson>,
    pub(super) rules: RulesJson,
    pub(super) games: Vec<GameJson>,
    pub(super) score: [u32; 2],
}
