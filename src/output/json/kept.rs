//! The file in which a rollout is kept, or a share of one: to continue it, and to merge shares.

use super::evaluation::StakesJson;
use super::rollout::{SettingsJson, ended};
use crate::board::{Board, Roll};
use crate::engine::Chances;
use crate::engine::cube::{CubeState, HouseRules};
use crate::engine::met::MatchEquity;
use crate::engine::rollout::{GameSettings, Question, Rollout, SUMS, Status, Stop, Tally};
use crate::notation::PositionId;
use crate::output::plays::DANCE;
use crate::output::rollout::{Played, numbers};
use crate::rules::Play;
use barpoint_core::math::crc32;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the shape of [`RolloutState`].
const VERSION: u32 = 5;

/// The version of the program that plays the games.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// Why bytes aren't a [`RolloutState`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RolloutStateError {
    /// They are something else: not JSON, or JSON without the right keys.
    #[error("not a rollout state{0}")]
    NotARollout(String),
    /// They are JSON of this format.
    #[error("not a rollout state, but {0:?}")]
    OtherFormat(String),
    /// The state has this version.
    #[error("a rollout state of version {0}; this barpoint reads version {VERSION}")]
    Version(u32),
    /// The state contradicts itself, or its checksum.
    #[error("a damaged rollout state: {0}")]
    Damaged(String),
}

/// Why two [`RolloutState`]s don't belong together: its text names the difference.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Mismatch(String);

/// A rollout saved so that it can be continued: the question, the settings and the sums.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RolloutState {
    /// What the file is.
    #[schemars(extend("const" = "barpoint rollout"))]
    format: String,
    /// The version of this schema.
    #[schemars(extend("const" = 5))]
    version: u32,
    /// The version of barpoint that played the games.
    program: String,
    /// The position, seen by the player on roll.
    position_id: String,
    /// The number of checkers of each side.
    checkers: u8,
    /// The roll; `null` before it.
    roll: Option<String>,
    /// The score and the cube.
    stakes: StakesJson,
    /// House rules of the cube.
    house: HouseJson,
    /// The chances of the position at 0-ply: the engine must be the same for the rest.
    chances: [f32; 6],
    /// The CRC-32 of the weights, in hexadecimal.
    weights: String,
    /// How games are played.
    settings: SettingsJson,
    /// The rules by which candidates end.
    stop: StopJson,
    /// Which games the file is for.
    share: ShareJson,
    /// The candidates, in the order in which they were asked.
    candidates: Vec<KeptCandidate>,
    /// The CRC-32 of all of the above, written as JSON without blanks and with this field empty, in hexadecimal.
    checksum: String,
}

/// House rules of the cube, those of [`HouseRules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
struct HouseJson {
    /// The number of times that the cube can still be turned; `null` if its largest value is out of reach.
    turns: Option<u8>,
    /// Whether a cube that wins the match for either player can't be turned any more.
    frozen: bool,
    /// Whether a match has a Crawford game; `true` for money.
    crawford: bool,
}

impl HouseJson {
    const fn new(house: HouseRules) -> Self {
        Self { turns: house.turns, frozen: house.is_frozen, crawford: house.has_crawford }
    }

    const fn rules(self) -> HouseRules {
        HouseRules { turns: self.turns, is_frozen: self.frozen, has_crawford: self.crawford }
    }
}

/// The rules by which candidates end, but for the number of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct StopJson {
    /// No rule applies before this many games; 0 if there is no rule.
    least: u64,
    /// The standard error that ends a rollout.
    error: Option<f32>,
    /// The joint standard errors that make a difference clear.
    difference: Option<f32>,
}

/// The games of a file, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
struct ShareJson {
    /// The first one; 0 unless the file is for a share.
    first: u64,
    /// The one after the last.
    end: u64,
    /// How many games all shares have together.
    of: u64,
}

impl ShareJson {
    const fn is_whole(self) -> bool {
        self.first == 0 && self.end == self.of
    }

    const fn games(self) -> u64 {
        self.end - self.first
    }
}

/// One candidate with its sums, those of [`Tally`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct KeptCandidate {
    /// As in the answer.
    candidate: String,
    /// The number of games, from the first one of the share.
    games: u64,
    /// As in the answer.
    #[schemars(extend("enum" = ["exact", "behind", "clear", null]))]
    ended: Option<String>,
    /// In 2⁻³⁰.
    sums: [i128; SUMS],
    /// In 2⁻⁶⁰.
    squares: [i128; SUMS],
}

/// More games, or larger results, than anyone plays.
const MOST: u64 = 1 << 40;

impl KeptCandidate {
    fn new(name: &str, (tally, status): &(Tally, Status)) -> Self {
        Self {
            candidate: name.to_owned(),
            games: tally.games,
            ended: ended(*status).map(str::to_owned),
            sums: tally.sums,
            squares: tally.squares,
        }
    }

    fn tally(&self) -> Tally {
        Tally { games: self.games, sums: self.sums, squares: self.squares }
    }

    fn status(&self) -> Status {
        match self.ended.as_deref() {
            Some("exact") => Status::Exact,
            Some("behind") => Status::Behind,
            Some("clear") => Status::Clear,
            _ => Status::Running,
        }
    }

    /// Returns `true` if this many games at most can have these sums.
    fn is_sound(&self, most: u64) -> bool {
        /// In 2⁻³⁰: a million points.
        const LARGEST: i128 = 1 << 50;
        let games = i128::from(self.games);
        self.games <= most
            && self.sums.iter().all(|sum| sum.unsigned_abs() <= (games * LARGEST).unsigned_abs())
            && self.squares.iter().all(|square| (0..=games << 80).contains(square))
    }
}

/// A kept rollout with all that is needed to print it.
#[derive(Clone, Debug)]
pub struct Rolled {
    /// The cube and the score, from the view of the player for whom the rollout is made.
    pub state: CubeState,
    /// The position, from the same view.
    pub board: Board,
    /// The roll whose plays are compared.
    pub roll: Option<Roll>,
    /// The plays that are compared; none without a roll.
    pub plays: Vec<Play>,
    /// The question.
    pub question: Question,
    /// The names of the candidates.
    pub names: Vec<String>,
    /// The settings of the games.
    pub settings: GameSettings,
    /// The results.
    pub rollout: Rollout,
}

impl Rolled {
    /// Returns the rollout as it is printed.
    #[must_use]
    pub fn played(&self) -> Played<'_> {
        Played {
            state: &self.state,
            table: MatchEquity::reaching(self.state.most_away()),
            board: &self.board,
            roll: self.roll,
            question: &self.question,
            names: &self.names,
            settings: &self.settings,
            rollout: &self.rollout,
        }
    }
}

impl RolloutState {
    /// The identification of the files.
    const FORMAT: &'static str = "barpoint rollout";

    /// Returns the file's content for a rollout. The engine is known by the static evaluation of the position and the
    /// checksum of its weights.
    #[must_use]
    pub fn new(played: &Played<'_>, (chances, weights): (Chances, u32)) -> Self {
        let (stop, share) = (played.rollout.stop(), played.rollout.share());
        let candidates = played.rollout.candidates();
        // What was kept of more games than are wanted now stays.
        let most = candidates.iter().map(|(tally, _)| share.start + tally.games).max().unwrap_or(0);
        let end = share.end.max(most);
        Self {
            format: Self::FORMAT.to_owned(),
            version: VERSION,
            program: PROGRAM.to_owned(),
            position_id: PositionId::encode(played.board).to_string(),
            checkers: played.board.checkers(),
            roll: played.roll.map(|roll| roll.to_string()),
            stakes: StakesJson::new(played.state),
            house: HouseJson::new(played.state.house),
            chances: chances.0,
            weights: format!("{weights:08x}"),
            settings: SettingsJson::new(played.settings),
            stop: StopJson {
                least: if stop.error.is_some() || stop.difference.is_some() { stop.least } else { 0 },
                error: stop.error,
                difference: stop.difference,
            },
            share: ShareJson { first: share.start, end, of: stop.games.max(end) },
            candidates: played
                .names
                .iter()
                .zip(candidates)
                .map(|(name, it)| KeptCandidate::new(name, it))
                .collect(),
            checksum: String::new(),
        }
        .sealed()
    }

    /// Adds the checksum.
    fn sealed(mut self) -> Self {
        self.checksum.clear();
        let bytes = serde_json::to_vec(&self).expect("numbers, texts and lists of them");
        self.checksum = format!("{:08x}", crc32([&bytes[..]]));
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
    /// If the bytes aren't a rollout, or one of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RolloutStateError> {
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let head: Head = serde_json::from_slice(bytes).map_err(|error| {
            let why = if error.is_data() { "" } else { ": not JSON" };
            RolloutStateError::NotARollout(format!("{why}: {error}"))
        })?;
        if head.format != Self::FORMAT {
            return Err(RolloutStateError::OtherFormat(head.format));
        }
        if head.version != VERSION {
            return Err(RolloutStateError::Version(head.version));
        }
        let damaged = |what: &str| RolloutStateError::Damaged(what.to_owned());
        let kept: Self = serde_json::from_slice(bytes).map_err(|error| damaged(&error.to_string()))?;
        if kept.clone().sealed().checksum != kept.checksum {
            return Err(damaged("the checksum doesn't match"));
        }
        let ShareJson { first, end, of } = kept.share;
        let is_sound = first < end && end <= of && of <= MOST;
        if !is_sound || !kept.candidates.iter().all(|one| one.is_sound(end - first)) {
            return Err(damaged("impossible games or sums"));
        }
        Ok(kept)
    }

    /// Returns the stakes without the rules of money games.
    fn score_and_cube(&self) -> StakesJson {
        StakesJson { jacoby: false, beavers: false, ..self.stakes.clone() }
    }

    /// Returns what is asked or how it is played otherwise than in another file, in words.
    fn difference(&self, other: &Self) -> Option<String> {
        let other_seed = (self.settings.seed, other.settings.seed);
        let other_plies = (self.settings.plies[0], other.settings.plies[0]);
        let not = |what: &str, own: &dyn std::fmt::Display, other: &dyn std::fmt::Display| {
            format!("another {what}, {own} instead of {other}")
        };
        let roll = |kept: &Self| kept.roll.clone().unwrap_or_else(|| "none".to_owned());
        let differs = [
            (self.program != other.program, not("version of barpoint", &self.program, &other.program)),
            (
                self.position_id != other.position_id || self.checkers != other.checkers,
                not("position", &self.position_id, &other.position_id),
            ),
            (self.roll != other.roll, not("roll", &roll(self), &roll(other))),
            (self.score_and_cube() != other.score_and_cube(), "another score or cube".to_owned()),
            (
                self.stakes != other.stakes || self.house != other.house,
                "other rules: Jacoby, beavers, a limit of the cube, or no Crawford game".to_owned(),
            ),
            (other_seed.0 != other_seed.1, not("seed", &other_seed.0, &other_seed.1)),
            (other_plies.0 != other_plies.1, not("number of plies", &other_plies.0, &other_plies.1)),
            (self.settings != other.settings, "other settings of how games are played".to_owned()),
            (
                self.weights != other.weights
                    || self.chances.map(f32::to_bits) != other.chances.map(f32::to_bits),
                "other weights of the engine".to_owned(),
            ),
        ];
        differs.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }

    /// Returns an error if another rollout lacks a candidate of this one.
    fn is_within(&self, other: &Self) -> Result<(), Mismatch> {
        let is_lost = |kept: &&KeptCandidate| {
            let is_it = |one: &KeptCandidate| one.candidate == kept.candidate;
            !other.candidates.iter().any(is_it)
        };
        match self.candidates.iter().find(is_lost) {
            Some(lost) => {
                Err(Mismatch(format!("it holds a candidate that isn't asked for, {}", lost.candidate)))
            }
            None => Ok(()),
        }
    }

    /// Continues a kept rollout. `asked` is the same rollout without games, by which its identity is checked; it may
    /// have other stopping rules and more candidates.
    ///
    /// # Errors
    ///
    /// If they are of different rollouts or shares, or this one has a candidate that isn't asked for.
    pub fn resumed(&self, asked: &Self, question: &Question, stop: Stop) -> Result<Rollout, Mismatch> {
        if let Some(what) = self.difference(asked) {
            return Err(Mismatch(format!("it was made with {what}")));
        }
        if self.share != asked.share && !(self.share.is_whole() && asked.share.is_whole()) {
            let (own, other) = (games(self.share), games(asked.share));
            return Err(Mismatch(format!("it is of {own} rather than of {other}")));
        }
        self.is_within(asked)?;
        // A candidate stopped by a rule continues if the rule changed or there is a new candidate to compare with.
        let is_same = self.stop == asked.stop && self.candidates.len() == asked.candidates.len();
        let candidate = |asked: &KeptCandidate| {
            let kept = self.candidates.iter().find(|kept| kept.candidate == asked.candidate);
            let status = kept.filter(|_| is_same).map_or(Status::Running, KeptCandidate::status);
            (kept.map_or_else(Tally::default, KeptCandidate::tally), status)
        };
        let candidates = asked.candidates.iter().map(candidate).collect();
        let rollout = Rollout::resumed(question, stop, candidates);
        Ok(if asked.share.is_whole() { rollout } else { rollout.of_share(self.share.first..self.share.end) })
    }

    /// Returns an error if another rollout may not replace this one in its file.
    ///
    /// # Errors
    ///
    /// If they are of different rollouts, or this one has more games or another candidate.
    pub fn replaced_by(&self, other: &Self) -> Result<(), Mismatch> {
        let (own, others) = (self.share.of, other.share.of);
        match self.difference(other) {
            Some(what) => Err(Mismatch(format!("it was made with {what}"))),
            None if own > others => Err(Mismatch(format!("it has more games, {own} instead of {others}"))),
            None => self.is_within(other),
        }
    }

    /// Merges the shares of a rollout, in any order, to exactly what one rollout of all games leaves. Each has a name for
    /// the messages.
    ///
    /// # Errors
    ///
    /// If two shares are of different rollouts or have the same games, one isn't finished, or one is missing.
    pub fn merged(shares: &[(String, Self)]) -> Result<Self, Mismatch> {
        let Some(((first_name, first), others)) = shares.split_first() else {
            return Err(Mismatch("there is no state to merge".to_owned()));
        };
        let names = |kept: &Self| kept.candidates.iter().map(|one| one.candidate.clone()).collect::<Vec<_>>();
        for (name, other) in others {
            let totals = (other.share.of, first.share.of);
            let what = if let Some(what) = other.difference(first) {
                what
            } else if names(other) != names(first) {
                format!(
                    "other candidates, {} instead of {}",
                    names(other).join(" and "),
                    names(first).join(" and ")
                )
            } else if totals.0 != totals.1 {
                format!("another number of games in all, {} instead of {}", totals.0, totals.1)
            } else if other.stop != first.stop {
                "other stopping rules".to_owned()
            } else {
                continue;
            };
            return Err(Mismatch(format!("{name} doesn't fit {first_name}: it was made with {what}")));
        }
        for (name, kept) in shares {
            let wanted = kept.share.games();
            if let Some(short) = kept.candidates.iter().find(|one| one.ended.is_none() && one.games < wanted)
            {
                let has = short.games;
                return Err(Mismatch(format!("{name} has {has} of its {wanted} games: continue it first")));
            }
        }
        let of = first.share.of;
        let mut order: Vec<&(String, Self)> = shares.iter().collect();
        order.sort_by_key(|(_, kept)| (kept.share.first, kept.share.end));
        let (mut next, mut missing) = (0, Vec::new());
        for (place, (name, kept)) in order.iter().enumerate() {
            let ShareJson { first, end, .. } = kept.share;
            if first < next {
                let twice = numbers(&(first..end.min(next)), of);
                return Err(Mismatch(format!("{} and {name} both have {twice}", order[place - 1].0)));
            }
            missing.extend((next < first).then(|| numbers(&(next..first), of)));
            next = end;
        }
        missing.extend((next < of).then(|| numbers(&(next..of), of)));
        if !missing.is_empty() {
            return Err(Mismatch(format!("no state has {}", missing.join(" and "))));
        }
        let mut whole = first.clone();
        whole.share = ShareJson { first: 0, end: of, of };
        for (_, other) in others {
            for (one, other) in whole.candidates.iter_mut().zip(&other.candidates) {
                let mut tally = one.tally();
                tally.merge(&other.tally());
                *one = KeptCandidate::new(&one.candidate, &(tally, one.status()));
            }
        }
        Ok(whole.sealed())
    }

    /// Returns what was asked, and the results.
    ///
    /// # Errors
    ///
    /// If the file has a position, a roll, a score or a play that can't be.
    pub fn rolled(&self) -> Result<Rolled, RolloutStateError> {
        let wrong = |what: &str| RolloutStateError::Damaged(what.to_owned());
        let id: PositionId = self.position_id.parse().map_err(|_| wrong("no position"))?;
        let board = id.board(self.checkers).map_err(|_| wrong("no position"))?;
        let roll: Option<Roll> =
            self.roll.as_deref().map(str::parse).transpose().map_err(|_| wrong("no roll"))?;
        let state = self.stakes.state().ok_or_else(|| wrong("no score"))?;
        let state = CubeState { house: self.house.rules(), ..state };
        let names: Vec<String> = self.candidates.iter().map(|one| one.candidate.clone()).collect();
        let (mut plays, mut boards) = (Vec::new(), Vec::new());
        for name in names.iter().filter(|_| roll.is_some()) {
            let (play, after) =
                roll.and_then(|roll| meant(&board, roll, name)).ok_or_else(|| wrong("no play"))?;
            plays.push(play);
            boards.push(after);
        }
        let question = if roll.is_some() {
            Question::Plays(boards)
        } else if names.len() == 2 {
            Question::Cube(board)
        } else {
            Question::Position(board)
        };
        if names.is_empty() || roll.is_none() && names != Played::names_of(&question) {
            return Err(wrong("no candidates"));
        }
        let StopJson { least, error, difference } = self.stop;
        let stop = Stop { games: self.share.of, least, error, difference };
        let candidates = self.candidates.iter().map(|one| (one.tally(), one.status())).collect();
        let rollout =
            Rollout::resumed(&question, stop, candidates).of_share(self.share.first..self.share.end);
        Ok(Rolled { state, board, roll, plays, question, names, settings: self.settings.settings(), rollout })
    }
}

/// Returns the play that a candidate's name means, and the board after it.
fn meant(board: &Board, roll: Roll, name: &str) -> Option<(Play, Board)> {
    if name == DANCE {
        return Some((Play::DANCE, *board));
    }
    let play = Play::parse(board, roll, name).ok()?;
    Some((play, play.after(board)))
}

/// Returns the games of a file in words.
fn games(share: ShareJson) -> String {
    if share.is_whole() { "all games".to_owned() } else { numbers(&(share.first..share.end), share.of) }
}
