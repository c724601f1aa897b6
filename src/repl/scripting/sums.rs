//! The statistics in GNU Backgammon's dump of a match.

use crate::analysis::skill::{
    Amount, Counted, PlayerStatistics, Statistics, checker_rating_loss, cube_rating_loss, rating_difference,
};
use crate::board::Side;
use serde::Serialize;

/// Numbers are single precision there.
pub(super) fn single(number: f64) -> f64 {
    f64::from(number as f32)
}

/// What both players have.
#[derive(Serialize)]
pub(super) struct Players<T> {
    #[serde(rename = "X")]
    zero: T,
    #[serde(rename = "O")]
    one: T,
}

impl<T> Players<T> {
    pub(super) fn of(of: impl Fn(Side) -> T) -> Self {
        Self { zero: of(Side::Zero), one: of(Side::One) }
    }
}

/// The statistics of a player.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct PlayerDump {
    moves: MovesDump,
    cube: CubeSums,
    dice: DiceDump,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_based_fibs_rating: Option<RatingDump>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ppg_advantage: Option<AdvantageDump>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct MovesDump {
    unforced_moves: u64,
    total_moves: u64,
    error_skill: f64,
    error_cost: f64,
    marked: MarksDump,
}

#[derive(Serialize)]
struct MarksDump {
    #[serde(rename = "very bad")]
    very_bad: u64,
    bad: u64,
    doubtful: u64,
    unmarked: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct CubeSums {
    total_cube: u64,
    close_cube: u64,
    n_doubles: u64,
    n_takes: u64,
    n_drops: u64,
    missed_double_below_cp: u64,
    missed_double_above_cp: u64,
    wrong_double_below_dp: u64,
    wrong_double_above_tg: u64,
    wrong_take: u64,
    wrong_drop: u64,
    err_missed_double_below_cp_skill: f64,
    err_missed_double_below_cp_cost: f64,
    err_missed_double_above_cp_skill: f64,
    err_missed_double_above_cp_cost: f64,
    err_wrong_double_below_dp_skill: f64,
    err_wrong_double_below_dp_cost: f64,
    err_wrong_double_above_tg_skill: f64,
    err_wrong_double_above_tg_cost: f64,
    err_wrong_take_skill: f64,
    err_wrong_take_cost: f64,
    err_wrong_drop_skill: f64,
    err_wrong_drop_cost: f64,
    error_skill: f64,
    error_cost: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct DiceDump {
    luck: f64,
    luck_cost: f64,
    actual_result: f64,
    luck_adjusted_result: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fibs_rating_difference: Option<f64>,
    marked_rolls: RollsDump,
}

#[derive(Serialize)]
struct RollsDump {
    verybad: u64,
    bad: u64,
    unmarked: u64,
    good: u64,
    verygood: u64,
}

#[derive(Serialize)]
struct RatingDump {
    total: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    chequer: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<f64>,
}

/// Points per game, and the halves of their 95 % confidence intervals.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct AdvantageDump {
    actual: f64,
    actual_ci: f64,
    luck_adjusted: f64,
    luck_adjusted_ci: f64,
}

/// Dumps the statistics of both players; `is_all` adds what is said about all games.
///
/// `offset` is the rating of a player without errors.
pub(super) fn players(statistics: &Statistics, offset: f64, is_all: bool) -> Players<PlayerDump> {
    let is_match = is_all && statistics.length > 0;
    Players::of(|side| {
        let player = &statistics.players[side];
        let marked = player.doubtful + player.bad + player.very_bad;
        let [actual, adjusted] = statistics.result(side);
        let rated = |count: u64, lost: Amount, loss: fn(f64, u16) -> f64| {
            (count > 0).then(|| loss(lost.per(count).equity, statistics.length))
        };
        PlayerDump {
            moves: MovesDump {
                unforced_moves: player.unforced,
                total_moves: player.moves,
                error_skill: single(player.plays.equity),
                error_cost: single(player.plays.worth),
                marked: MarksDump {
                    very_bad: player.very_bad,
                    bad: player.bad,
                    doubtful: player.doubtful,
                    unmarked: player.moves.saturating_sub(marked),
                },
            },
            cube: cube_sums(player),
            dice: DiceDump {
                luck: single(player.luck.equity),
                luck_cost: single(player.luck.worth),
                actual_result: single(actual),
                luck_adjusted_result: single(adjusted),
                fibs_rating_difference: (is_match)
                    .then(|| rating_difference(0.5 + adjusted, statistics.length))
                    .flatten()
                    .map(single),
                marked_rolls: rolls(player),
            },
            error_based_fibs_rating: is_match.then(|| {
                let chequer = rated(player.unforced, player.plays, checker_rating_loss);
                let cube = rated(player.close, player.cube(), cube_rating_loss);
                let lost = chequer.unwrap_or(0.0) + cube.unwrap_or(0.0);
                RatingDump {
                    total: single(offset - lost),
                    chequer: chequer.map(single),
                    cube: cube.map(single),
                }
            }),
            ppg_advantage: statistics.advantage(side).filter(|_| is_all).map(|[actual, adjusted]| {
                let [(actual, actual_ci), (luck_adjusted, luck_adjusted_ci)] =
                    [actual, adjusted].map(|(mean, half)| (single(mean), single(half)));
                AdvantageDump { actual, actual_ci, luck_adjusted, luck_adjusted_ci }
            }),
        }
    })
}

fn rolls(player: &PlayerStatistics) -> RollsDump {
    let marked = player.very_unlucky + player.unlucky + player.lucky + player.very_lucky;
    RollsDump {
        verybad: player.very_unlucky,
        bad: player.unlucky,
        unmarked: player.rolls.saturating_sub(marked),
        good: player.lucky,
        verygood: player.very_lucky,
    }
}

fn cube_sums(player: &PlayerStatistics) -> CubeSums {
    let [missed_below, missed_above, wrong_below, wrong_above, wrong_takes, wrong_passes] =
        player.cube_mistakes();
    let equity = |counted: Counted| single(counted.lost.equity);
    let worth = |counted: Counted| single(counted.lost.worth);
    // What they lost for each decision that counts, not in all.
    let rate = if player.close > 0 { player.cube().per(player.close) } else { Amount::default() };
    CubeSums {
        total_cube: player.cube_decisions,
        close_cube: player.close,
        n_doubles: player.doubles,
        n_takes: player.takes,
        n_drops: player.passes,
        missed_double_below_cp: missed_below.count,
        missed_double_above_cp: missed_above.count,
        wrong_double_below_dp: wrong_below.count,
        wrong_double_above_tg: wrong_above.count,
        wrong_take: wrong_takes.count,
        wrong_drop: wrong_passes.count,
        err_missed_double_below_cp_skill: equity(missed_below),
        err_missed_double_below_cp_cost: worth(missed_below),
        err_missed_double_above_cp_skill: equity(missed_above),
        err_missed_double_above_cp_cost: worth(missed_above),
        err_wrong_double_below_dp_skill: equity(wrong_below),
        err_wrong_double_below_dp_cost: worth(wrong_below),
        err_wrong_double_above_tg_skill: equity(wrong_above),
        err_wrong_double_above_tg_cost: worth(wrong_above),
        err_wrong_take_skill: equity(wrong_takes),
        err_wrong_take_cost: worth(wrong_takes),
        err_wrong_drop_skill: equity(wrong_passes),
        err_wrong_drop_cost: worth(wrong_passes),
        error_skill: single(rate.equity),
        error_cost: single(rate.worth),
    }
}
