//! The shape of a document, for writing and for reading. Where reading needs places, a value is a `V`: the value to be
//! written, or a piece of the text. A variation is a `B`: one to be written, or one whose entries are pieces of the
//! text. So each level of variations is read on its own, and no depth exceeds the limit of the JSON reader.

use crate::game::Ending;
use crate::game::record::{Annotation, Cause, Rating};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The actions of entries, in groups with the same fields, and these fields.
pub(super) const ACTIONS: [(&[&str], &[&str]); 13] = [
    (&["play"], &["roll", "play"]),
    (&["roll", "cannot-move", "hidden-play", "resign-after-roll"], &["roll"]),
    (&["illegal-play"], &["roll", "position"]),
    (&["unreadable-play"], &["roll"]),
    (&["double", "redouble", "beaver", "raccoon"], &["value"]),
    (&["take", "pass", "resign"], &[]),
    (&["offer-resignation"], &["outcome", "points"]),
    (&["refuse-resignation", "accept-resignation"], &[]),
    (&["lose"], &["points", "cause"]),
    (&["win"], &["points", "and_match"]),
    (&["draw"], &[]),
    (&["set"], &["position"]),
    (&["empty", "unreadable"], &[]),
];

/// The words for evaluations.
pub(super) const ANNOTATIONS: [(&str, Annotation); 6] = [
    ("very-bad", Annotation::VeryBad),
    ("bad", Annotation::Bad),
    ("doubtful", Annotation::Doubtful),
    ("good", Annotation::Good),
    ("very-good", Annotation::VeryGood),
    ("interesting", Annotation::Interesting),
];

/// The words for luck.
pub(super) const RATINGS: [(&str, Rating); 4] = [
    ("very-unlucky", Rating::VeryUnlucky),
    ("unlucky", Rating::Unlucky),
    ("lucky", Rating::Lucky),
    ("very-lucky", Rating::VeryLucky),
];

/// The words for causes.
pub(super) const CAUSES: [(&str, Cause); 3] =
    [("time-out", Cause::TimeOut), ("left", Cause::Left), ("forfeit", Cause::Forfeit)];

/// The words for endings.
pub(super) const ENDINGS: [(&str, Ending); 5] = [
    ("borne-off", Ending::BorneOff),
    ("passed", Ending::Passed),
    ("resigned", Ending::Resigned),
    ("awarded", Ending::Awarded),
    ("drawn", Ending::Drawn),
];

/// Returns the words of a table.
fn words<T>(table: &[(&'static str, T)]) -> Vec<&'static str> {
    table.iter().map(|(word, _)| *word).collect()
}

/// Returns the actions of a table.
fn actions(table: &[(&'static [&'static str], &[&str])]) -> Vec<&'static str> {
    table.iter().flat_map(|(actions, _)| *actions).copied().collect()
}

/// A header of the record.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HeaderJson {
    /// The name.
    pub(super) key: String,
    /// The value, verbatim.
    pub(super) value: String,
}

/// A comment, or text that wasn't understood.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RemarkJson {
    /// The text.
    pub(super) text: String,
    /// Text that wasn't understood, not a comment.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) unknown: bool,
}

/// A player, as in the heading of a game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerJson {
    /// The name.
    pub(super) name: String,
    /// A rating after the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rating: Option<String>,
    /// The points before the game, as stated.
    pub(super) score: Option<i64>,
}

/// A position that is set.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SetupJson {
    /// 26 signed numbers of checkers as side 0 sees them: the bar of side 1 (0 or less), the points 1 to
    /// 24, the bar of side 0; positive for side 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) board: Option<[i8; 26]>,
    /// 0 or 1; 0 is the left column of match text, GNU Backgammon's player 0, SGF's W.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) on_roll: Option<u8>,
    /// The dice, two characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) roll: Option<String>,
    /// The value of the cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub(super) cube: Option<u32>,
    /// `centre`, `0` or `1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["centre", "0", "1"]))]
    pub(super) cube_place: Option<String>,
}

/// An evaluation, from the view of the side that decides.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct EvaluationJson {
    /// How it was made, in the program's own words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) settings: String,
    /// Win, win a gammon, a backgammon, lose a gammon, a backgammon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chances: Option<[f64; 5]>,
    /// The equity in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) equity: Option<f64>,
    /// The chance to win the match, 0 to 1, where the record states it instead of the equity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mwc: Option<f64>,
    /// The standard error of the equity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<f64>,
}

/// A candidate play.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CandidateJson {
    /// The legs, in the mover's numbering.
    pub(super) play: String,
    /// Its evaluation.
    #[serde(default)]
    pub(super) evaluation: EvaluationJson,
}

/// A stored analysis: of a play with its candidates, or of a decision about the cube with its equities.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, tag = "of", rename_all = "kebab-case")]
pub(super) enum AnalysisJson {
    Play {
        /// The program that made it.
        program: String,
        /// The candidate plays, mostly the best first.
        candidates: Vec<CandidateJson>,
        /// Which of them was played, counted from 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        played: Option<u32>,
    },
    Cube {
        /// The program that made it.
        program: String,
        /// The evaluation without a double.
        no_double: Box<EvaluationJson>,
        /// The evaluation after a double and a take.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        double_take: Option<Box<EvaluationJson>>,
        /// The cubeful equity without a double, with the cube before it as the unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        equity_no_double: Option<f64>,
        /// That of a double and take.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        equity_double_take: Option<f64>,
        /// That of a double and pass.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        equity_double_pass: Option<f64>,
        /// The chances to win the match, 0 to 1, where the record states them instead: without a double, after a double
        /// and take, after a double and pass.
        #[serde(default, skip_serializing_if = "has_none")]
        mwc: [Option<f64>; 3],
    },
}

fn has_none(values: &[Option<f64>; 3]) -> bool {
    values.iter().all(Option::is_none)
}

/// Times in milliseconds.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ClockJson {
    /// Used for this entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) used: Option<u64>,
    /// Left for the acting side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) left: Option<u64>,
    /// Left for the other side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) opponent_left: Option<u64>,
    /// When it happened, since 1970-01-01 00:00 UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<i64>,
}

/// Facts from another format for which the model has no field.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PropertyJson {
    /// The format and its word: sgf:KO.
    pub(super) key: String,
    /// The values, verbatim.
    pub(super) values: Vec<String>,
}

/// Another way in which the game could have gone.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(super) struct VariationJson {
    /// Its entries.
    pub(super) entries: Vec<EntryJson<String>>,
    /// Pairs: the entry before it, counted from 0, and the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) comments: Vec<(u32, String)>,
}

/// A variation as read: each entry is parsed separately.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BranchJson<'a> {
    #[serde(borrow)]
    pub(super) entries: Vec<&'a RawValue>,
    #[serde(default)]
    pub(super) comments: Vec<(u32, String)>,
}

/// What is recorded beyond the play.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "B: Deserialize<'de>"))]
#[schemars(rename = "NotesJson")]
pub(super) struct NotesJson<B = VariationJson> {
    /// How an annotator rates the play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = words(&ANNOTATIONS)))]
    pub(super) play: Option<String>,
    /// How an annotator rates the decision about the cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = words(&ANNOTATIONS)))]
    pub(super) cube: Option<String>,
    /// How lucky the roll was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = words(&RATINGS)))]
    pub(super) luck: Option<String>,
    /// The luck in points of equity, from the mover's view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) luck_value: Option<f64>,
    /// Stored analyses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) analyses: Vec<AnalysisJson>,
    /// The times of the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock: Option<ClockJson>,
    /// Properties for which the model has no field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) properties: Vec<PropertyJson>,
    /// Other ways the game could have gone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) variations: Vec<B>,
}

/// One entry, as written; which of the values belong to it depends on the action.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "V: Deserialize<'de>, B: Deserialize<'de>"))]
#[schemars(rename = "EntryJson")]
pub(super) struct EntryJson<V, B = VariationJson> {
    /// What it is. Those of a turn (play to unreadable-play) have a roll.
    #[schemars(extend("enum" = actions(&ACTIONS)))]
    pub(super) action: String,
    /// 0 or 1; 0 is the left column of match text, GNU Backgammon's player 0, SGF's W.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<u8>,
    /// The number of the row, in match text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) row: Option<u32>,
    /// The dice as written, two characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) roll: Option<V>,
    /// The legs as written, in the mover's numbering: 24/18* 13/11, bar/20, 6/off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) play: Option<V>,
    /// The new value of the cube, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<u32>,
    /// The points of a result or a resignation, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) points: Option<u32>,
    /// Whether the record also states that the match is won.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) and_match: bool,
    /// The result that a resignation offers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["single game", "gammon", "backgammon"]))]
    pub(super) outcome: Option<String>,
    /// Why a game was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = words(&CAUSES)))]
    pub(super) cause: Option<String>,
    /// The position that is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<SetupJson>,
    /// What is recorded beyond the play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) notes: Option<NotesJson<B>>,
    /// The remarks after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) comments: Vec<RemarkJson>,
}

/// The action, as the replay understood it; written, not read.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(super) struct ActJson {
    /// The entry that states it, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entry: Option<u32>,
    /// The player who acts.
    pub(super) by: u8,
    /// What happened.
    #[schemars(extend("enum" = ["play", "dance", "illegal", "roll", "double", "redouble", "beaver", "take", "pass", "set", "offer-resignation", "refuse-resignation", "resign"]))]
    pub(super) what: &'static str,
    /// The dice, the larger first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) roll: Option<String>,
    /// The play, as GNU Backgammon writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) play: Option<String>,
    /// The result that the resignation offers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) outcome: Option<String>,
    /// The offered value of the cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) offered: Option<u32>,
    /// The value of the cube before it.
    pub(super) cube: u32,
    /// The owner of the cube; missing while it is centred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cube_owner: Option<u8>,
    /// The Position ID before it, from the view of the side that acts.
    pub(super) position_id: String,
    /// The Position ID after a play, from the view of the opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resulting_position_id: Option<String>,
}

/// A result, as the replay found out; only written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ResultJson {
    /// The winning side; null of a drawn game.
    pub(super) winner: Option<u8>,
    /// The points won.
    pub(super) points: u32,
    /// The value of the cube that counts.
    pub(super) cube: u32,
    /// How it ended.
    #[schemars(extend("enum" = words(&ENDINGS)))]
    pub(super) ending: &'static str,
    /// Single game, gammon or backgammon.
    pub(super) outcome: Option<String>,
    /// Whether the moves or a pass prove it.
    pub(super) proven: bool,
}

/// The rules in force; only written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct RulesJson {
    /// The start position.
    pub(super) variant: String,
    /// Whether there is a Crawford game.
    pub(super) crawford: bool,
    /// Whether the Jacoby rule is in use.
    pub(super) jacoby: bool,
    /// The number of beavers allowed after a double; 255 for any number, 0 in a match.
    pub(super) beavers: u8,
    /// The number of automatic doubles with which a game may begin; 0 in a match.
    pub(super) automatic_doubles: u8,
    /// Whether the cube is used.
    pub(super) cube: bool,
    /// The largest value of the cube.
    pub(super) cube_limit: u32,
}

/// One game, as it is written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct GameJson {
    /// Its number, as stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) number: Option<u32>,
    /// The two players, side 0 first.
    pub(super) players: [Option<PlayerJson>; 2],
    /// Whether the record states that it is the Crawford game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) crawford: Option<bool>,
    /// The number of automatic doubles at the start of the game, as recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) automatic_doubles: Option<u8>,
    /// What is recorded of the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) notes: Option<NotesJson>,
    /// The remarks in its heading.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) comments: Vec<RemarkJson>,
    /// What was written.
    pub(super) entries: Vec<EntryJson<String>>,
    /// Computed: the points before it, side 0 first.
    pub(super) score: [u32; 2],
    /// Computed: whether it is the Crawford game.
    pub(super) is_crawford: bool,
    /// Computed: what happened.
    pub(super) acts: Vec<ActJson>,
    /// Computed: how the game ended; null of an unfinished game.
    pub(super) result: Option<ResultJson>,
}

/// One match, as `barpoint convert --to json` and `--to jsonl` write it. What is marked as computed is skipped when a
/// document is read.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[doc(hidden)]
pub struct DocumentJson {
    /// The number of this shape.
    #[schemars(extend("const" = 1))]
    pub(super) barpoint: u32,
    /// The facts about the match.
    pub(super) headers: Vec<HeaderJson>,
    /// The match length in points; 0 for a money session.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 32767))]
    pub(super) length: Option<u32>,
    /// Whether the record it was read from seems to be cut off.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) cut_off: bool,
    /// Whether the plays have no marks for hits, because the format they were read from has none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) no_hit_marks: bool,
    /// The remarks before the first game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) comments: Vec<RemarkJson>,
    /// Computed: the rules in force.
    pub(super) rules: RulesJson,
    /// The games.
    pub(super) games: Vec<GameJson>,
    /// Computed: the points at the end, side 0 first.
    pub(super) score: [u32; 2],
}
