//! Sums of verdicts: the numbers of GNU Backgammon's `show statistics`, counted in the same way.

use super::decision::{Decision, Kind, decisions, state};
use super::marks::{Mark, Thresholds};
use super::unit::{Unit, gained};
use super::verdict::{CubeVerdict, Verdict};
use crate::board::{BySide, Side};
use crate::engine::met::MatchEquity;
use crate::game::record::{Notes, Rating};
use crate::game::{Cube, Replayed, ReplayedGame, Rules};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Adds a type of sums field by field. No field can be missing.
macro_rules! sums {
    ($sums:ident: $($field:ident)*) => {
        impl std::ops::AddAssign for $sums {
            fn add_assign(&mut self, other: Self) {
                let Self { $($field),* } = other;
                $(self.$field += $field;)*
            }
        }
    };
}
pub(in crate::analysis) use sums;

/// A sum of equities, and its value.
///
/// The results of [`Amount::of`] are whole multiples of 2⁻³⁰, about a thousand-millionth. Up to 8 million points, their
/// sums are exact and don't depend on the order of addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Amount {
    /// In normalised equity.
    #[serde(with = "super::bits")]
    pub equity: f64,
    /// In chances to win the match, or in points of a money session.
    #[serde(with = "super::bits")]
    pub worth: f64,
}

sums!(Amount: equity worth);

/// The reciprocal of the fraction to which amounts are rounded.
const UNIT: f64 = (1_u64 << 30) as f64;

/// Returns a number rounded so that sums are exact.
pub(super) fn rounded(number: f64) -> f64 {
    // Adding zero turns a negative zero into zero.
    (number * UNIT).round() / UNIT + 0.0
}

impl Amount {
    /// Returns a normalised equity with its value, both rounded so that sums are exact.
    #[must_use]
    pub fn of(equity: f64, unit: Unit) -> Self {
        Self { equity: rounded(equity), worth: rounded(unit.difference(equity)) }
    }

    /// Returns the amount divided by `count`; `None` for 0.
    #[must_use]
    pub fn per(self, count: u64) -> Option<Self> {
        let mean = |sum: f64| sum / count as f64;
        (count > 0).then(|| Self { equity: mean(self.equity), worth: mean(self.worth) })
    }

    /// Returns the sum of two amounts.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

/// The mistakes of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counted {
    /// The number of mistakes.
    pub count: u64,
    /// Their loss; never negative.
    pub lost: Amount,
}

sums!(Counted: count lost);

/// The statistics of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerStatistics {
    /// Turns with a roll that was played.
    pub moves: u64,
    /// Turns that moved a checker and weren't evaluated.
    pub unanalysed: u64,
    /// Turns that were evaluated and had more than one legal play.
    pub unforced: u64,
    /// Plays marked doubtful.
    pub doubtful: u64,
    /// Plays marked bad.
    pub bad: u64,
    /// Plays marked very bad.
    pub very_bad: u64,
    /// The loss of plays.
    pub plays: Amount,
    /// Rolls whose luck was evaluated.
    pub rolls: u64,
    /// Rolls marked very lucky.
    pub very_lucky: u64,
    /// Rolls marked lucky.
    pub lucky: u64,
    /// Rolls marked unlucky.
    pub unlucky: u64,
    /// Rolls marked very unlucky.
    pub very_unlucky: u64,
    /// The sum of the luck.
    pub luck: Amount,
    /// Evaluated cube decisions: not to double, doubles, takes, passes.
    pub cube_decisions: u64,
    /// The doubles and answers among them, and the close decisions not to double.
    pub close: u64,
    /// Doubles among them.
    pub doubles: u64,
    /// Takes among them.
    pub takes: u64,
    /// Passes among them.
    pub passes: u64,
    /// Missed doubles that would be taken.
    pub missed_below: Counted,
    /// Missed doubles that would be passed.
    pub missed_above: Counted,
    /// Wrong doubles where the equity of no double is less than 1.
    pub wrong_below: Counted,
    /// Wrong doubles of positions that are too good to double.
    pub wrong_above: Counted,
    /// Wrong takes.
    pub wrong_takes: Counted,
    /// Wrong passes.
    pub wrong_passes: Counted,
}

impl PlayerStatistics {
    /// Returns the loss of all cube decisions.
    #[must_use]
    pub fn cube(&self) -> Amount {
        self.cube_mistakes().iter().fold(Amount::default(), |sum, kind| sum.plus(kind.lost))
    }

    /// Returns the mistakes with the cube, in GNU Backgammon's order.
    #[must_use]
    pub const fn cube_mistakes(&self) -> [Counted; 6] {
        [
            self.missed_below,
            self.missed_above,
            self.wrong_below,
            self.wrong_above,
            self.wrong_takes,
            self.wrong_passes,
        ]
    }

    /// Returns the loss of all decisions.
    #[must_use]
    pub fn total(&self) -> Amount {
        self.plays.plus(self.cube())
    }

    /// Returns the number of decisions that weren't trivial: unforced plays, and close or actual cube actions.
    #[must_use]
    pub const fn decisions(&self) -> u64 {
        self.unforced + self.close
    }

    /// Returns the mean loss of an unforced play. `None` without one.
    #[must_use]
    pub fn play_rate(&self) -> Option<Amount> {
        self.plays.per(self.unforced)
    }

    /// Returns the mean loss of a close or actual cube decision. `None` without one.
    #[must_use]
    pub fn cube_rate(&self) -> Option<Amount> {
        self.cube().per(self.close)
    }

    /// Returns the mean loss of a decision that wasn't trivial. `None` without one.
    #[must_use]
    pub fn error_rate(&self) -> Option<Amount> {
        self.total().per(self.decisions())
    }

    /// Returns the mean luck of a roll. `None` if the luck of no roll was evaluated.
    #[must_use]
    pub fn luck_rate(&self) -> Option<Amount> {
        self.luck.per(self.rolls)
    }

    /// Returns `true` if any decision or roll was evaluated.
    #[must_use]
    pub const fn is_evaluated(&self) -> bool {
        self.unforced + self.cube_decisions + self.rolls > 0
    }

    fn add_play(&mut self, loss: f64, is_forced: bool, unit: Unit, thresholds: &Thresholds) {
        self.unforced += u64::from(!is_forced);
        self.plays += Amount::of(loss, unit);
        match thresholds.mark(loss) {
            Mark::None => {}
            Mark::Doubtful => self.doubtful += 1,
            Mark::Bad => self.bad += 1,
            Mark::VeryBad => self.very_bad += 1,
        }
    }

    fn add_luck(&mut self, luck: f64, mark: Option<Rating>, unit: Unit) {
        self.rolls += 1;
        self.luck += Amount::of(luck, unit);
        match mark {
            None => {}
            Some(Rating::VeryLucky) => self.very_lucky += 1,
            Some(Rating::Lucky) => self.lucky += 1,
            Some(Rating::Unlucky) => self.unlucky += 1,
            Some(Rating::VeryUnlucky) => self.very_unlucky += 1,
        }
    }

    fn add_cube(&mut self, kind: Kind, cube: CubeVerdict, unit: Unit) {
        self.cube_decisions += 1;
        let is_turn = matches!(kind, Kind::Turn { .. });
        self.close += u64::from(!is_turn || cube.is_close());
        match kind {
            Kind::Turn { .. } => {}
            Kind::Double => self.doubles += 1,
            Kind::Take => self.takes += 1,
            _ => self.passes += 1,
        }
        let loss = cube.loss(kind);
        if loss <= 0.0 {
            return;
        }
        let kind = match kind {
            Kind::Turn { .. } if cube.double_take < 1.0 => &mut self.missed_below,
            Kind::Turn { .. } => &mut self.missed_above,
            Kind::Double if cube.no_double < 1.0 => &mut self.wrong_below,
            Kind::Double => &mut self.wrong_above,
            Kind::Take => &mut self.wrong_takes,
            _ => &mut self.wrong_passes,
        };
        *kind += Counted { count: 1, lost: Amount::of(loss, unit) };
    }
}

sums!(PlayerStatistics:
    moves unanalysed unforced doubtful bad very_bad plays rolls very_lucky lucky unlucky
    very_unlucky luck cube_decisions close doubles takes passes missed_below missed_above
    wrong_below wrong_above wrong_takes wrong_passes
);

/// A decision with its evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluated {
    /// The decision.
    pub decision: Decision,
    /// Its evaluation; without one, nothing.
    pub verdict: Verdict,
}

/// Reads the evaluation of each decision of a game from the notes; `notes` returns those of an entry, counted from 0.
#[must_use]
pub fn evaluated<'a>(
    rules: &Rules,
    game: &ReplayedGame,
    notes: impl Fn(u32) -> Option<&'a Notes>,
) -> Vec<Evaluated> {
    evaluations(decisions(rules, game), game, notes)
}

/// Reads the evaluation of some decisions of a game from the notes; `notes` returns those of an entry, counted from 0.
#[must_use]
pub fn evaluations<'a>(
    decisions: Vec<Decision>,
    game: &ReplayedGame,
    notes: impl Fn(u32) -> Option<&'a Notes>,
) -> Vec<Evaluated> {
    let told = |decision: Decision| {
        let read = |_| Verdict::told(&game.acts, &decision, &notes);
        let verdict = decision.unit.map_or_else(Verdict::default, read);
        Evaluated { decision, verdict }
    };
    decisions.into_iter().map(told).collect()
}

/// The statistics of a game, a match or a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The length of the match in points; 0 for a money session.
    pub length: u16,
    /// The players.
    pub players: BySide<PlayerStatistics>,
    /// What each game brought player 0, in the order of the games: as played, and without the luck of both players; in
    /// chances to win the match, or in points.
    pub results: Vec<[f64; 2]>,
}

impl Statistics {
    /// Sums up the notes of all games of a record.
    #[must_use]
    pub fn of(replayed: &Replayed, thresholds: &Thresholds) -> Self {
        let mut all = Self { length: replayed.rules.length, ..Self::default() };
        for (record, game) in replayed.games() {
            all += &Self::of_game(&replayed.rules, game, |entry| record.notes_of(entry), thresholds);
        }
        all
    }

    /// Sums up the notes of one game; `notes` returns those of an entry, counted from 0.
    #[must_use]
    pub fn of_game<'a>(
        rules: &Rules,
        game: &ReplayedGame,
        notes: impl Fn(u32) -> Option<&'a Notes>,
        thresholds: &Thresholds,
    ) -> Self {
        Self::of_evaluated(rules, game, &evaluated(rules, game, notes), thresholds, None)
    }

    /// Sums up the evaluated decisions of one game; `table` has the match equities instead of the program's table, if it
    /// contains the score.
    #[must_use]
    pub fn of_evaluated(
        rules: &Rules,
        game: &ReplayedGame,
        all: &[Evaluated],
        thresholds: &Thresholds,
        table: Option<&MatchEquity>,
    ) -> Self {
        let mut players = BySide::<PlayerStatistics>::default();
        for each in all {
            add(&mut players[each.decision.by], each, thresholds);
        }
        let before = state(rules, game, Cube::START, Side::Zero);
        let table = MatchEquity::at(table, before.most_away());
        let result = game.result.and_then(|result| gained(table, &before, result, Side::Zero));
        let results = result.map(|gained| {
            let luck = players[Side::Zero].luck.worth - players[Side::One].luck.worth;
            [gained, gained - luck]
        });
        Self { length: rules.length, players, results: results.into_iter().collect() }
    }

    /// Returns what the games brought a side: as played, and without luck.
    #[must_use]
    pub fn result(&self, side: Side) -> [f64; 2] {
        let sign = if side == Side::Zero { 1.0 } else { -1.0 };
        let sum = |index: usize| self.results.iter().map(|result| result[index]).sum::<f64>();
        // Luck counts in games without a result too.
        let luck = self.players[Side::Zero].luck.worth - self.players[Side::One].luck.worth;
        // Adding zero avoids a negative zero.
        [sign * sum(0) + 0.0, sign * (sum(0) - luck) + 0.0]
    }

    /// Returns what a game brought a side on average, in points, and half of its 95 % confidence interval: as played, and
    /// without luck. `None` for a match, or below two games.
    #[must_use]
    pub fn advantage(&self, side: Side) -> Option<[(f64, f64); 2]> {
        let games = self.results.len() as f64;
        if self.length > 0 || self.results.len() < 2 {
            return None;
        }
        let result = self.result(side);
        Some([0, 1].map(|index| (result[index] / games, 1.959_96 * self.deviation(index) / games.sqrt())))
    }

    /// Returns the standard deviation of what single games brought: as played (0), or without luck (1). It is 0 below two
    /// games.
    #[must_use]
    pub fn deviation(&self, index: usize) -> f64 {
        let games = self.results.len() as f64;
        if games < 2.0 {
            return 0.0;
        }
        let mean = self.results.iter().map(|result| result[index]).sum::<f64>() / games;
        let squares: f64 = self.results.iter().map(|result| (result[index] - mean).powi(2)).sum();
        (squares / (games - 1.0)).sqrt()
    }
}

impl AddAssign<&Self> for Statistics {
    fn add_assign(&mut self, other: &Self) {
        for side in Side::ALL {
            self.players[side] += other.players[side];
        }
        self.results.extend(&other.results);
    }
}

fn add(player: &mut PlayerStatistics, of: &Evaluated, thresholds: &Thresholds) {
    let Evaluated { decision, verdict } = of;
    if !decision.kind.is_rated() {
        return;
    }
    if let Kind::Turn { play, .. } = decision.kind {
        player.moves += 1;
        let has_moved = play.is_none_or(|play| !play.is_dance());
        player.unanalysed += u64::from(has_moved && verdict.play.is_none());
    }
    let Some(unit) = decision.unit else { return };
    if let Some(play) = verdict.play {
        player.add_play(play.loss, play.is_forced, unit, thresholds);
    }
    if let Some(luck) = verdict.luck {
        player.add_luck(luck, verdict.luck_mark(thresholds), unit);
    }
    if let Some(cube) = verdict.cube {
        player.add_cube(decision.kind, cube, unit);
    }
}
