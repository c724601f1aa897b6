//! The answer of `rollout`, and the file in which a rollout is kept.

use super::evaluation::{ChancesJson, StakesJson, action_name};
use crate::engine::Chances;
use crate::engine::rollout::{Estimate, GameSettings, Question, Rollout, SUMS, Status, Stop, Tally};
use crate::notation::PositionId;
use crate::output::rollout::Played;
use flate2::Crc;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
pub struct SettingsJson {
    /// From what all dice are drawn.
    pub seed: u64,
    /// How many rolls are looked ahead for plays: the player on roll, and the opponent.
    #[schemars(inner(range(max = 3)))]
    pub plies: [u8; 2],
    /// The same for cube decisions.
    #[schemars(inner(range(max = 3)))]
    pub cube_plies: [u8; 2],
    /// From which turn on it is otherwise, and how; nothing if never.
    pub later: Option<LaterJson>,
    /// Whether there is a cube.
    pub cubeful: bool,
    /// After how many turns games end by an evaluation, and how deep it looks; nothing if they don't.
    pub truncation: Option<[u16; 2]>,
    /// Whether games end where a bear-off table knows the rest.
    pub ends_at_tables: bool,
    /// Whether the luck is taken out.
    pub variance_reduction: bool,
    /// Whether the first three rolls are spread evenly over the games.
    pub stratified: bool,
    /// Whether the first roll is that of an opening.
    pub opening: bool,
}

/// How the sides play from some turn on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LaterJson {
    /// The first such turn, from 0.
    pub turn: u16,
    /// As in the settings.
    #[schemars(inner(range(max = 3)))]
    pub plies: [u8; 2],
    /// As in the settings.
    #[schemars(inner(range(max = 3)))]
    pub cube_plies: [u8; 2],
}

impl SettingsJson {
    /// Returns the JSON of settings.
    #[must_use]
    pub fn new(settings: &GameSettings) -> Self {
        Self {
            seed: settings.seed,
            plies: settings.levels.map(|level| level.plays),
            cube_plies: settings.levels.map(|level| level.cube),
            later: settings.later.map(|later| LaterJson {
                turn: later.from,
                plies: later.levels.map(|level| level.plays),
                cube_plies: later.levels.map(|level| level.cube),
            }),
            cubeful: settings.is_cubeful,
            truncation: settings.truncation.map(|truncation| [truncation.turns, truncation.plies.into()]),
            ends_at_tables: settings.ends_at_tables,
            variance_reduction: settings.reduces_variance,
            stratified: settings.is_stratified,
            opening: settings.is_opening,
        }
    }
}

/// The answer of `rollout --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RolloutJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The roll whose plays are compared, the larger die first; nothing before the roll.
    pub roll: Option<String>,
    /// The score and the cube.
    pub stakes: StakesJson,
    /// How games were played.
    pub settings: SettingsJson,
    /// Whether all games were played that were wanted.
    pub complete: bool,
    /// What is known of each candidate; plays with the best first.
    pub candidates: Vec<CandidateJson>,
    /// What is right to do with the cube, if that was asked.
    #[schemars(extend("enum" = ["never-double", "no-double-take", "no-double-beaver", "optional-double-take", "double-take", "double-beaver", "double-pass", "too-good-pass", "too-good-take", null]))]
    pub action: Option<&'static str>,
}

/// What is known of one candidate. Errors are standard errors, nothing after a single game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CandidateJson {
    /// A play as GNU Backgammon shows it, `no double`, `double, take` or `position`.
    pub candidate: String,
    /// The position that a play leads to, seen by the opponent.
    pub position_id: Option<String>,
    /// How many games.
    #[schemars(range(min = 1))]
    pub games: u64,
    /// Why no more of them: `exact`, `behind` or `clear`; nothing if no rule ended them.
    #[schemars(extend("enum" = ["exact", "behind", "clear", null]))]
    pub ended: Option<&'static str>,
    /// The normalised equity, with the cube if there is one.
    pub equity: f32,
    /// Its error.
    pub error: Option<f32>,
    /// By how much a play is worse than the best; nothing for what is no play.
    pub loss: Option<f32>,
    /// The normalised equity without any use of the cube.
    pub cubeless: f32,
    /// Its error.
    pub cubeless_error: Option<f32>,
    /// The chances.
    pub chances: ChancesJson,
    /// Their errors.
    pub chance_errors: Option<ChancesJson>,
    /// The error of the chance to win, gammons and backgammons included.
    pub win_error: Option<f32>,
    /// The chance to win the match; nothing for money.
    pub match_chance: Option<f32>,
    /// Its error.
    pub match_chance_error: Option<f32>,
}

const fn ended(status: Status) -> Option<&'static str> {
    match status {
        Status::Running => None,
        Status::Exact => Some("exact"),
        Status::Behind => Some("behind"),
        Status::Clear => Some("clear"),
    }
}

impl RolloutJson {
    /// Returns the JSON of a rollout.
    #[must_use]
    pub fn new(played: &Played<'_>) -> Self {
        let found = played.candidates();
        let best = found.first().map_or(0.0, |best| best.1.equity);
        let finite = |error: f32| Some(error).filter(|error| error.is_finite());
        let candidate = |(number, estimate, status): &(usize, Estimate, Status)| {
            let after = match played.question {
                Question::Plays(boards) => Some(&boards[*number]),
                _ => None,
            };
            let match_chance = played.match_chance(estimate);
            CandidateJson {
                candidate: played.names[*number].clone(),
                position_id: after.map(|after| PositionId::encode(&after.flip()).to_string()),
                games: estimate.games,
                ended: ended(*status),
                equity: estimate.equity,
                error: finite(estimate.error),
                loss: after.map(|_| best - estimate.equity),
                cubeless: estimate.cubeless,
                cubeless_error: finite(estimate.cubeless_error),
                chances: ChancesJson::new(estimate.chances),
                chance_errors: finite(estimate.chance_errors[0])
                    .map(|_| ChancesJson::new(Chances(estimate.chance_errors))),
                win_error: finite(estimate.cumulative_errors[0]),
                match_chance: match_chance.map(|chance| chance.0),
                match_chance_error: match_chance.and_then(|chance| finite(chance.1)),
            }
        };
        Self {
            schema: super::SCHEMA,
            position_id: PositionId::encode(played.board).to_string(),
            roll: played.roll.map(|roll| roll.to_string()),
            stakes: StakesJson::new(played.state),
            settings: SettingsJson::new(played.settings),
            complete: played.rollout.numbers().is_empty(),
            candidates: found.iter().map(candidate).collect(),
            action: played.decision().map(|decision| action_name(decision.action)),
        }
    }
}

/// The version of the shape of [`Kept`].
const VERSION: u32 = 2;

/// A rollout in a file, so that it can be gone on with: what was asked, how it is played, and the sums.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Kept {
    /// What the file is.
    #[schemars(extend("const" = "barpoint rollout"))]
    format: String,
    /// The version of this schema.
    #[schemars(extend("const" = 2))]
    version: u32,
    /// The position, seen by the player on roll.
    position_id: String,
    /// The roll; nothing before it.
    roll: Option<String>,
    /// What is played for, and the cube, as one text.
    stakes: String,
    /// What the evaluator says of the position at once: the engine must be the same for the rest.
    judge: [f32; 6],
    /// How games are played.
    settings: SettingsJson,
    /// The rules by which candidates end.
    stop: StopJson,
    /// The candidates, in the order in which they were asked.
    candidates: Vec<KeptCandidate>,
    /// The CRC-32 of all of the above, written as JSON without blanks and with this field empty, in hexadecimal.
    checksum: String,
}

/// The rules by which candidates end, but for the number of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct StopJson {
    /// No rule applies before this many games.
    least: u64,
    /// The standard error that ends a rollout.
    error: Option<f32>,
    /// The joint standard errors that make a difference clear.
    difference: Option<f32>,
}

/// One candidate with its sums, those of [`Tally`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct KeptCandidate {
    /// As in the answer.
    candidate: String,
    /// How many games, from number 0 on.
    games: u64,
    /// As in the answer.
    #[schemars(extend("enum" = ["exact", "behind", "clear", null]))]
    ended: Option<String>,
    /// In 2⁻³⁰.
    sums: [i128; SUMS],
    /// In 2⁻⁶⁰.
    squares: [i128; SUMS],
}

impl KeptCandidate {
    /// Returns `true` if games can have these sums.
    fn is_sound(&self) -> bool {
        /// More games, or larger results, than anyone plays.
        const MOST: u64 = 1 << 40;
        /// In 2⁻³⁰: a million points.
        const LARGEST: i128 = 1 << 50;
        let games = i128::from(self.games);
        self.games <= MOST
            && self.sums.iter().all(|sum| sum.unsigned_abs() <= (games * LARGEST).unsigned_abs())
            && self.squares.iter().all(|square| (0..=games << 80).contains(square))
    }
}

impl Kept {
    /// The identification of the files.
    const FORMAT: &'static str = "barpoint rollout";

    /// Returns the file's content for a rollout. `judge` is the static evaluation of the position.
    #[must_use]
    pub fn new(played: &Played<'_>, judge: Chances) -> Self {
        let stop = played.rollout.stop();
        let candidate = |(name, (tally, status)): (&String, &(Tally, Status))| KeptCandidate {
            candidate: name.clone(),
            games: tally.games,
            ended: ended(*status).map(str::to_owned),
            sums: tally.sums,
            squares: tally.squares,
        };
        Self {
            format: Self::FORMAT.to_owned(),
            version: VERSION,
            position_id: PositionId::encode(played.board).to_string(),
            roll: played.roll.map(|roll| roll.to_string()),
            stakes: crate::output::evaluation::stakes(played.state),
            judge: judge.0,
            settings: SettingsJson::new(played.settings),
            stop: StopJson { least: stop.least, error: stop.error, difference: stop.difference },
            candidates: played.names.iter().zip(played.rollout.candidates()).map(candidate).collect(),
            checksum: String::new(),
        }
        .sealed()
    }

    /// Adds the checksum.
    fn sealed(mut self) -> Self {
        self.checksum.clear();
        let mut sum = Crc::new();
        sum.update(&serde_json::to_vec(&self).expect("numbers, texts and lists of them"));
        self.checksum = format!("{:08x}", sum.sum());
        self
    }

    /// Returns the bytes of the file.
    ///
    /// # Panics
    ///
    /// Never: all keys are strings.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).expect("numbers, texts and lists of them");
        bytes.push(b'\n');
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// A message: the bytes aren't a rollout, or one of a later version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let head: Head =
            serde_json::from_slice(bytes).map_err(|error| format!("not a rollout that was kept: {error}"))?;
        if head.format != Self::FORMAT {
            return Err(format!("not a rollout that was kept, but {:?}", head.format));
        }
        if head.version != VERSION {
            return Err(format!("version {} of kept rollouts, {VERSION} is read", head.version));
        }
        let kept: Self =
            serde_json::from_slice(bytes).map_err(|error| format!("a damaged rollout: {error}"))?;
        if kept.clone().sealed().checksum != kept.checksum {
            return Err("a damaged rollout: the checksum doesn't fit the rest".to_owned());
        }
        if !kept.candidates.iter().all(KeptCandidate::is_sound) {
            return Err("a damaged rollout: sums that no games can have".to_owned());
        }
        Ok(kept)
    }

    /// Continues a kept rollout. `asked` is the same rollout without games, by which its identity is checked; it may
    /// have other stopping rules and more candidates.
    ///
    /// # Errors
    ///
    /// A message that names the difference.
    pub fn resumed(&self, asked: &Self, question: &Question, stop: Stop) -> Result<Rollout, String> {
        let differs = [
            ("another position", self.position_id != asked.position_id),
            ("another roll", self.roll != asked.roll),
            ("another score or cube", self.stakes != asked.stakes),
            ("other settings of how games are played", self.settings != asked.settings),
            ("other weights of the engine", self.judge.map(f32::to_bits) != asked.judge.map(f32::to_bits)),
        ];
        if let Some((what, _)) = differs.iter().find(|(_, differs)| *differs) {
            return Err(format!("it was made with {what}"));
        }
        let is_asked =
            |kept: &&KeptCandidate| asked.candidates.iter().any(|one| one.candidate == kept.candidate);
        if let Some(other) = self.candidates.iter().find(|kept| !is_asked(kept)) {
            return Err(format!("it holds a candidate that isn't asked for, {}", other.candidate));
        }
        // A candidate stopped by a rule continues if the rule changed or there is a new candidate to compare with.
        let is_same = self.stop == asked.stop && self.candidates.len() == asked.candidates.len();
        let candidate = |asked: &KeptCandidate| {
            let kept = self.candidates.iter().find(|kept| kept.candidate == asked.candidate);
            let status = match kept.and_then(|kept| kept.ended.as_deref()).filter(|_| is_same) {
                Some("exact") => Status::Exact,
                Some("behind") => Status::Behind,
                Some("clear") => Status::Clear,
                _ => Status::Running,
            };
            let tally = kept.map_or_else(Tally::default, |kept| Tally {
                games: kept.games,
                sums: kept.sums,
                squares: kept.squares,
            });
            (tally, status)
        };
        Ok(Rollout::resumed(question, stop, asked.candidates.iter().map(candidate).collect()))
    }
}
