//! Counting an archive: winners and results, openings, dice, and quality of play.

mod analyses;
mod breakdown;
mod counts;
mod dice;
mod fairness;
mod kept;
mod openings;
mod trend;

pub use analyses::Analyses;
pub use breakdown::{Aspect, AwayScore, Breakdown, Crawford, DecisionKind, Group, Losses};
pub use counts::{Began, Counts, Endings, Seat};
pub use dice::{Answer, Dice, Question};
pub use fairness::{Fairness, Scope, Test};
pub use kept::TallyError;
pub use openings::{Branch, Openings, PlayedBranch};
pub use trend::{Point, PointPlace, Quality, Trend};

use super::players::Player;
use super::replay::replayed;
use super::rules::RulesOverride;
use super::skill::{PlayerStatistics, Share, Statistics, Thresholds, evaluated, has_analyses, performances};
use crate::board::{BySide, Roll, Side};
use crate::diag::{Diagnostic, Severity, SourceFile};
use crate::formats::Format;
use crate::game::{Act, GameResult, Happening, Replayed};
use crate::rules::{Play, Variant};
use openings::Line;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The sums of any number of matches. It grows with the number of players and sources, not with that of matches.
///
/// Tallies of parts of an archive, appended in order, equal the tally of the whole, however it was cut. Only the counts
/// about the order of rolls depend on the order of the parts.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::analysis::{RulesOverride, Tally};
/// use barpoint::diag::SourceFile;
/// use barpoint::formats::mat;
///
/// let text = " 1 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  \
///             1) 31: 8/5 6/5                    Resigns\n      Wins 1 point and the match\n";
/// let source = SourceFile::decode("a.mat", text.as_bytes())?;
/// let tally = Tally::of(&mat::FORMAT, &source, &RulesOverride::default());
/// assert_eq!(tally.all.games, 1);
/// assert_eq!(tally.players["Ann"].won.games(), 1);
/// assert_eq!(tally.players["Bob"].lost.resigned, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// All matches.
    pub all: Counts,
    /// The counts of each player, by the name as written. Players without one have the empty name, so that two of them are
    /// counted as one.
    pub players: BTreeMap<String, Counts>,
    /// The counts of each source, by a name from the caller.
    pub sources: BTreeMap<String, Counts>,
    /// The number of matches with errors; what is known in spite of them is counted.
    pub with_errors: u64,
    /// Positions that weren't played on according to the record: they aren't games.
    pub positions: u64,
}

impl Tally {
    /// Counts the one match in a source, read in a given format. Counts nothing if the format can't be read.
    #[must_use]
    pub fn of(format: &Format, source: &SourceFile, given: &RulesOverride) -> Self {
        let Some(parse) = format.parse else { return Self::default() };
        let (replayed, found) = replayed(parse(source), given);
        Self::of_match(&replayed, &found)
    }

    /// Counts one match with the findings of its replay.
    #[must_use]
    pub fn of_match(replayed: &Replayed, found: &[Diagnostic]) -> Self {
        let mut tally = Self::default();
        tally.count(replayed, found);
        tally
    }

    /// Keeps only what the analyses add to the counts of a match that another record of it has given; `names` has the name
    /// there of each player here.
    #[must_use]
    pub fn only_analyses(self, names: &BTreeMap<String, String>) -> Self {
        let only = |counts: Counts| Counts {
            analyses: counts.analyses,
            losses: counts.losses,
            trend: counts.trend,
            ..Counts::default()
        };
        let mut players = BTreeMap::<String, Counts>::new();
        for (name, mut counts) in self.players {
            for point in &mut counts.trend.points {
                point.opponent = point.opponent.take().map(|name| names.get(&name).cloned().unwrap_or(name));
            }
            let name = names.get(&name).cloned().unwrap_or(name);
            players.entry(name).or_default().append(&only(counts));
        }
        Self { all: only(self.all), players, ..Self::default() }
    }

    /// Assigns all counts to a source.
    #[must_use]
    pub fn from_source(mut self, name: &str) -> Self {
        // Openings, losses by group and trends are kept for the archive only; those of each source would be as large again.
        let counts = Counts {
            openings: Openings::default(),
            losses: Breakdown::default(),
            trend: Trend::default(),
            ..self.all.clone()
        };
        self.sources = BTreeMap::from([(name.to_owned(), counts)]);
        self
    }

    /// Counts players with several names as one, under a name of each.
    pub fn take_together(&mut self, players: &[Player]) {
        for Player { name, spellings } in players {
            let mut sum = Counts::default();
            for counts in spellings.iter().filter_map(|spelling| self.players.remove(spelling)) {
                sum.append(&counts);
            }
            self.players.insert(name.clone(), sum);
        }
    }

    /// Returns the names under which the players of a match are counted: empty for a player without a name.
    #[must_use]
    pub fn names(replayed: &Replayed) -> BySide<String> {
        replayed.in_first_columns().record.names(replayed.record.games.len().saturating_sub(1))
    }

    /// Returns the decisions of each side of a match that count for the PR. Their losses are rounded, so that sums of matches
    /// are exact.
    #[must_use]
    pub fn rated(replayed: &Replayed) -> BySide<Share> {
        let performances = performances(&replayed.in_first_columns());
        BySide(Side::ALL.map(|side| performances[side].whole().rounded()))
    }

    /// Sets the place of the one match in trends.
    #[must_use]
    pub fn at(mut self, place: &PointPlace) -> Self {
        for counts in [&mut self.all].into_iter().chain(self.players.values_mut()) {
            counts.trend.points.iter_mut().for_each(|point| point.place = place.clone());
        }
        self
    }

    /// Puts the matches of a tally after `matches` others in trends, as in an input that has those first.
    #[must_use]
    pub fn after(mut self, matches: u64) -> Self {
        for counts in [&mut self.all].into_iter().chain(self.players.values_mut()) {
            counts.trend.points.iter_mut().for_each(|point| point.place.order += matches);
        }
        self
    }

    /// Adds later counts.
    pub fn append(&mut self, later: Self) {
        self.all.append(&later.all);
        for (into, from) in [(&mut self.players, later.players), (&mut self.sources, later.sources)] {
            for (name, counts) in from {
                match into.get_mut(&name) {
                    Some(known) => known.append(&counts),
                    None => drop(into.insert(name, counts)),
                }
            }
        }
        self.with_errors += later.with_errors;
        self.positions += later.positions;
    }

    /// Counts a match.
    fn count(&mut self, replayed: &Replayed, found: &[Diagnostic]) {
        let exchanged = replayed.exchanged_columns();
        let replayed = &*replayed.in_first_columns();
        let Replayed { record, rules, .. } = replayed;
        let is_analysed = has_analyses(record);
        let mut players: BTreeMap<String, PlayerStatistics> = BTreeMap::new();
        let mut last = None;
        for (index, summary) in replayed.games.iter().enumerate() {
            let game = Game::of(rules.variant, &summary.acts, exchanged[index]);
            if game.is_empty() && summary.result.is_none() {
                self.positions += u64::from(game.is_set);
                continue;
            }
            let names = replayed.record.names(index);
            game.add_to(&mut self.all, summary.result, None);
            for side in Side::ALL {
                let player = self.players.entry(names[side].clone()).or_default();
                // A player against one of the same name has played one game.
                if side == Side::Zero || names[Side::Zero] != names[Side::One] {
                    game.add_to(player, summary.result, Some(side));
                } else {
                    game.add_seat(player, summary.result, side);
                }
            }
            if is_analysed {
                let all = evaluated(rules, summary, |entry| record.games[index].notes_of(entry));
                let sums = Statistics::of_evaluated(rules, summary, &all, &Thresholds::default(), None);
                let losses = Breakdown::of_game(summary, &all);
                for side in Side::ALL {
                    *players.entry(names[side].clone()).or_default() += sums.players[side];
                    let player = self.players.entry(names[side].clone()).or_default();
                    player.losses.append(&losses[side]);
                    self.all.losses.append(&losses[side]);
                }
            }
            last = Some(names);
        }
        self.with_errors += u64::from(found.iter().any(|found| found.severity == Severity::Error));
        let Some(names) = last else { return };
        let winner = replayed.score.match_winner(rules);
        let count = |counts: &mut Counts, side: Option<Side>| {
            *if rules.is_money() { &mut counts.sessions } else { &mut counts.matches } += 1;
            match (winner, side) {
                (Some(winner), Some(side)) if winner != side => counts.matches_lost += 1,
                (Some(_), _) => counts.matches_won += 1,
                (None, _) => {}
            }
        };
        count(&mut self.all, None);
        for side in Side::ALL {
            if let Some(player) = self.players.get_mut(&names[side])
                && (side == Side::Zero || names[Side::Zero] != names[Side::One])
            {
                count(player, Some(side));
                player.analyses.analysed +=
                    u64::from(players.get(&names[side]).is_some_and(PlayerStatistics::is_evaluated));
            }
        }
        if !players.values().any(PlayerStatistics::is_evaluated) {
            return;
        }
        self.all.analyses.analysed += 1;
        let rated = self.rate(replayed, &names);
        let day = record.day();
        let mut both = Quality::default();
        for (name, played) in players.iter().filter(|(_, played)| played.is_evaluated()) {
            let rated = rated.get(name).copied().unwrap_or_default();
            let quality = Quality { rated, ..Quality::from(played) };
            both += quality;
            self.all.analyses.count(played, rules.is_money());
            if let Some(player) = self.players.get_mut(name) {
                player.analyses.count(played, rules.is_money());
                let opponent = names.0.iter().find(|other| *other != name).cloned();
                player.trend.points.push(Point { day: day.clone(), opponent, quality, ..Point::default() });
            }
        }
        self.all.trend.points.push(Point { day, quality: both, ..Point::default() });
    }

    /// Counts the decisions of an analysed match that count for the PR; returns those of each player.
    fn rate(&mut self, replayed: &Replayed, names: &BySide<String>) -> BTreeMap<String, Share> {
        let shares = Self::rated(replayed);
        let mut rated = BTreeMap::<String, Share>::new();
        for side in Side::ALL {
            self.all.analyses.rated += shares[side];
            if let Some(player) = self.players.get_mut(&names[side]) {
                player.analyses.rated += shares[side];
            }
            *rated.entry(names[side].clone()).or_default() += shares[side];
        }
        rated
    }
}

/// What happened in one game.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Game {
    /// Whether the players' columns are exchanged, compared with the first game.
    is_exchanged: bool,
    /// The rolls in their order, the opening one first if there is one.
    rolls: Vec<(Side, Roll)>,
    opening: Option<(Side, Roll)>,
    line: Option<Line>,
    /// Whether the next turn is the reply to the opening.
    replies: bool,
    is_set: bool,
    /// Whether the dice of the next turn were set with the position.
    dice_set: bool,
    doubles: BySide<u64>,
    takes: BySide<u64>,
    /// The beavers and raccoons since the last double.
    beavers: u32,
    passes: BySide<u64>,
    refused: BySide<u64>,
}

impl Game {
    /// Counts the acts of a game in a variant.
    fn of(variant: Variant, acts: &[Act], is_exchanged: bool) -> Self {
        let mut game = Self { is_exchanged, ..Self::default() };
        for act in acts {
            game.take(variant, act);
        }
        game
    }

    /// Counts the next act.
    fn take(&mut self, variant: Variant, act: &Act) {
        let by = act.by;
        match act.what {
            Happening::Played { roll, ref play } => self.roll(variant, act, roll, Some(play)),
            Happening::Illegal { roll, .. } | Happening::RolledOnly { roll } => {
                self.roll(variant, act, roll, None);
            }
            Happening::PositionSet { roll } => {
                self.is_set = true;
                self.dice_set = roll.is_some();
            }
            Happening::Doubled { beaver, .. } => {
                // A beaver takes the double; what follows it answers the beaver.
                self.doubles[by] += u64::from(!beaver);
                self.takes[by] += u64::from(beaver && self.beavers == 0);
                self.beavers = if beaver { self.beavers + 1 } else { 0 };
            }
            Happening::Taken if self.beavers == 0 => self.takes[by] += 1,
            Happening::Passed if self.beavers == 0 => self.passes[by] += 1,
            Happening::ResignationRefused => self.refused[!by] += 1,
            _ => {}
        }
        if !matches!(act.what, Happening::Played { .. }) {
            self.replies = false;
        }
    }

    fn roll(&mut self, variant: Variant, act: &Act, roll: Roll, play: Option<&Play>) {
        if std::mem::take(&mut self.dice_set) {
            // A person chose these dice.
            return;
        }
        if self.rolls.is_empty() && self.opening.is_none() && !self.is_set {
            self.opening = Some((act.by, roll));
            self.line = Line::open(variant, &act.before, roll, play);
            self.replies = play.is_some();
            return;
        }
        if std::mem::take(&mut self.replies)
            && let Some(line) = &mut self.line
        {
            line.reply(&act.before, roll, play);
        }
        self.rolls.push((act.by, roll));
    }

    /// Returns `true` if the game has no turns.
    fn is_empty(&self) -> bool {
        self.opening.is_none() && self.rolls.is_empty() && self.doubles.0 == [0, 0]
    }

    /// Adds a game to the counts of one side, or of both.
    fn add_to(&self, counts: &mut Counts, result: Option<GameResult>, side: Option<Side>) {
        counts.games += 1;
        match result {
            None => counts.unfinished += 1,
            Some(result) => {
                counts.drawn += u64::from(result.winner.is_none());
                counts.turns += self.rolls.len() as u64 + u64::from(self.opening.is_some());
                if let Some(cubes) = counts.cubes.get_mut(result.cube.max(1).ilog2() as usize) {
                    *cubes += 1;
                }
            }
        }
        if let Some(side) = side {
            return self.add_seat(counts, result, side);
        }
        for side in Side::ALL {
            self.add_seat_but_dice(counts, result, side);
        }
        if let Some((_, roll)) = self.opening {
            counts.dice.open(roll);
        }
        self.rolls.iter().for_each(|&(_, roll)| counts.dice.roll(roll));
        if let Some(line) = self.line {
            counts.openings.add(line);
        }
    }

    /// Adds the acts of one side.
    fn add_seat(&self, counts: &mut Counts, result: Option<GameResult>, side: Side) {
        self.add_seat_but_dice(counts, result, side);
        if let Some((_, roll)) = self.opening.filter(|&(by, _)| by == side) {
            counts.dice.open(roll);
        }
        self.rolls.iter().filter(|&&(by, _)| by == side).for_each(|&(_, roll)| counts.dice.roll(roll));
        if let (Some((by, _)), Some(line)) = (self.opening, self.line) {
            if by == side { &mut counts.openings } else { &mut counts.answers }.add(line);
        }
    }

    fn add_seat_but_dice(&self, counts: &mut Counts, result: Option<GameResult>, side: Side) {
        if let Some(GameResult { winner: Some(winner), ending, outcome, points, .. }) = result {
            let began = match self.opening {
                Some((by, _)) if by == side => Began::Player,
                Some(_) => Began::Opponent,
                None => Began::Unknown,
            };
            let is_won = winner == side;
            let column = if self.is_exchanged { !side } else { side };
            counts.seats[column.index()][began as usize].count(is_won);
            if is_won { &mut counts.won } else { &mut counts.lost }.count(ending, outcome, points);
        }
        counts.doubles += self.doubles[side];
        counts.takes += self.takes[side];
        counts.passes += self.passes[side];
        counts.refused += self.refused[side];
    }
}
