//! JSON for other programs, in separate types, so that a change of the core doesn't silently change what
//! programs read.
//!
//! One object per line; every object of a kind has the same keys, and `null` for a missing value. `schema` is
//! incremented when a key changes its meaning or is removed. The schemas are published in `docs/schema/`.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let matches = barpoint::open("one-point.mat", std::fs::read("testdata/mat/valid/one-point.mat")?)?;
//! let line = serde_json::to_string(&barpoint::output::decisions::of(&matches[0])[0])?;
//! assert!(line.contains(r#""action":"play""#));
//! # Ok(())
//! # }
//! ```

mod analysis;
mod bearoff;
mod config;
mod decision;
mod diagram;
mod evaluation;
mod finding;
mod format;
mod id;
mod kept;
mod loss;
mod matrix;
mod odds;
mod opening;
mod played;
mod position;
mod quiz;
mod race;
mod rollout;
mod schema;
mod score;
mod serve;
mod session;
mod stats;
#[cfg(feature = "database")]
mod study;
mod summary;

pub use analysis::AnalysisJson;
pub use bearoff::{BearoffJson, BearoffMoneyJson, BearoffSideJson};
pub use config::{ConfigJson, SettingJson};
pub use decision::DecisionJson;
pub use diagram::DiagramJson;
pub use evaluation::{
    ChancesJson, CubeJson, EvalJson, EvaluationJson, HintJson, HintPlayJson, OwnerJson, PointsJson,
    StakesJson, WindowJson, action_name,
};
pub use finding::{FindingJson, JsonLines};
pub use format::FormatJson;
pub use id::IdJson;
pub use kept::{Mismatch, Rolled, RolloutState, RolloutStateError};
pub use loss::LossJson;
pub use matrix::{MatrixCellJson, MatrixJson};
pub use odds::{
    ChanceJson, EntryChartJson, EntryChartRowJson, EntryJson, FirstRollJson, OddsJson, PointOddsJson,
    ThenHitJson,
};
pub use opening::{BookPlayJson, OpeningJson};
pub use played::PlayedJson;
pub use position::{
    FormationJson, PerftJson, PhaseJson, PipsJson, PlayJson, PlaysJson, RollWaysJson, ShowJson,
};
pub use quiz::{GradeJson, QuizResultJson};
pub use race::{FormulaJson, LeadJson, RaceJson};
pub use rollout::{CandidateJson, RolloutJson, SettingsJson};
pub use schema::schemas;
pub use score::ScoreJson;
pub use serve::{Ask, RequestId, ServeAnswerJson, ServeRequestJson, ServedJson};
pub use session::SessionJson;
pub use stats::{StatsJson, StatsSource, stats_lines};
#[cfg(feature = "database")]
pub use study::{StudyAddedJson, StudyDecisionJson, StudyFileJson, StudyMatchJson};
pub use summary::SummaryJson;

/// The version of the shape of every answer except findings.
pub const SCHEMA: u32 = 1;
