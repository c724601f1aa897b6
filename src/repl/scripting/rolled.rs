//! Rollouts of a record in a dump of its match.

use super::sums::single;
use crate::analysis::rolled::{Estimates, Rolled};
use crate::game::record::{Analysis, Candidate, CubeAnalysis};
use serde::Serialize;

#[derive(PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct CubeDump {
    r#type: &'static str,
    trials: u64,
    nd_probs: [f64; 5],
    nd_match_eq: f64,
    nd_cubeful_eq: f64,
    nd_probs_std: [f64; 5],
    nd_match_eq_std: f64,
    nd_cubeful_eq_std: f64,
    dt_probs: [f64; 5],
    dt_match_eq: f64,
    dt_cubeful_eq: f64,
    dt_probs_std: [f64; 5],
    dt_match_eq_std: f64,
    dt_cubeful_eq_std: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    rollout_context: Option<Context>,
}

#[derive(PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct CandidateDump {
    r#type: &'static str,
    r#move: Vec<(u8, u8)>,
    trials: u64,
    probs: [f64; 5],
    match_eq: f64,
    cubeful_eq: f64,
    probs_std: [f64; 5],
    match_eq_std: f64,
    cubeful_eq_std: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    rollout_context: Option<Context>,
}

const TYPE: &str = "rollout";

/// How a position was rolled out; what isn't given is as in the first rollout of the match. GNU Backgammon's files don't
/// contain when a rollout ends, so that its numbers for that are always the same.
#[derive(Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Context {
    #[serde(skip_serializing_if = "Option::is_none")]
    cubeful: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variance_reduction: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    initial_position: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quasi_random_dice: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    late_eval: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated_rollouts: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    n_truncation: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncate_bearoff2: Option<u32>,
    #[serde(rename = "truncate-bearoffOS", skip_serializing_if = "Option::is_none")]
    truncate_one_sided: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_on_std: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trials: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_games: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_on_jsd: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    late_on_move_n: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_jsd_games: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    std_limit: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jsd_limit: Option<f64>,
}

impl Context {
    /// Returns how the positions of a rollout were rolled out, if that is understood.
    fn of(rolled: &Rolled) -> Option<Self> {
        let manner = rolled.manner.as_ref()?;
        let [cubeful, variance, opening, stratified, late, truncated, depth, exact, one_sided, late_on] =
            manner.numbers.map(Some);
        let zero = Some(0);
        Some(Self {
            cubeful,
            variance_reduction: variance,
            initial_position: opening,
            quasi_random_dice: stratified,
            late_eval: late,
            truncated_rollouts: truncated,
            n_truncation: depth,
            truncate_bearoff2: exact,
            truncate_one_sided: one_sided,
            stop_on_std: zero,
            trials: zero,
            // A number of C, which may be negative.
            seed: Some(manner.seed.parse::<u32>().unwrap_or_default().cast_signed()),
            minimum_games: Some(324),
            stop_on_jsd: zero,
            late_on_move_n: late_on,
            minimum_jsd_games: zero,
            std_limit: Some(single(0.01)),
            jsd_limit: Some(0.0),
        })
    }

    /// Returns what differs from the first rollout of the match; `None` if nothing does.
    fn beside(self, usual: Self) -> Option<Self> {
        fn own<T: Copy + PartialEq>(own: Option<T>, usual: Option<T>) -> Option<T> {
            if own == usual { None } else { own }
        }
        let differing = Self {
            cubeful: own(self.cubeful, usual.cubeful),
            variance_reduction: own(self.variance_reduction, usual.variance_reduction),
            initial_position: own(self.initial_position, usual.initial_position),
            quasi_random_dice: own(self.quasi_random_dice, usual.quasi_random_dice),
            late_eval: own(self.late_eval, usual.late_eval),
            truncated_rollouts: own(self.truncated_rollouts, usual.truncated_rollouts),
            n_truncation: own(self.n_truncation, usual.n_truncation),
            truncate_bearoff2: own(self.truncate_bearoff2, usual.truncate_bearoff2),
            truncate_one_sided: own(self.truncate_one_sided, usual.truncate_one_sided),
            stop_on_std: own(self.stop_on_std, usual.stop_on_std),
            trials: own(self.trials, usual.trials),
            seed: own(self.seed, usual.seed),
            minimum_games: own(self.minimum_games, usual.minimum_games),
            stop_on_jsd: own(self.stop_on_jsd, usual.stop_on_jsd),
            late_on_move_n: own(self.late_on_move_n, usual.late_on_move_n),
            minimum_jsd_games: own(self.minimum_jsd_games, usual.minimum_jsd_games),
            std_limit: own(self.std_limit, usual.std_limit),
            jsd_limit: own(self.jsd_limit, usual.jsd_limit),
        };
        (differing != Self::default()).then_some(differing)
    }
}

/// Returns how the positions of an analysis were rolled out, those of the first candidate if there are several.
pub(super) fn context(analysis: &Analysis) -> Option<Context> {
    let read = |settings: &str| Context::of(&Rolled::read(settings)?);
    match analysis {
        Analysis::Cube(cube) => read(&cube.no_double.settings),
        Analysis::Play(play) => {
            play.candidates.iter().find_map(|candidate| read(&candidate.evaluation.settings))
        }
    }
}

/// Dumps a cube decision that was rolled out; `None` for another one.
pub(super) fn cube(analysis: &CubeAnalysis, usual: Context) -> Option<CubeDump> {
    let rolled = Rolled::read(&analysis.no_double.settings)?;
    let rollout_context = Context::of(&rolled).and_then(|own| own.beside(usual));
    let Rolled { games, results, .. } = rolled;
    let [without, taken] = *results.first_chunk()?;
    let ([nd_probs, nd_probs_std], [nd_match_eq, nd_match_eq_std, nd_cubeful_eq, nd_cubeful_eq_std]) =
        parts(&without);
    let ([dt_probs, dt_probs_std], [dt_match_eq, dt_match_eq_std, dt_cubeful_eq, dt_cubeful_eq_std]) =
        parts(&taken);
    Some(CubeDump {
        r#type: TYPE,
        trials: games,
        nd_probs,
        nd_match_eq,
        nd_cubeful_eq,
        nd_probs_std,
        nd_match_eq_std,
        nd_cubeful_eq_std,
        dt_probs,
        dt_match_eq,
        dt_cubeful_eq,
        dt_probs_std,
        dt_match_eq_std,
        dt_cubeful_eq_std,
        rollout_context,
    })
}

/// Dumps a candidate that was rolled out; `None` for another one.
pub(super) fn candidate(candidate: &Candidate, usual: Context) -> Option<CandidateDump> {
    let rolled = Rolled::read(&candidate.evaluation.settings)?;
    let rollout_context = Context::of(&rolled).and_then(|own| own.beside(usual));
    let Rolled { games, results, .. } = rolled;
    let ([probs, probs_std], [match_eq, match_eq_std, cubeful_eq, cubeful_eq_std]) = parts(results.first()?);
    let legs = candidate.legs.iter().map(|leg| (leg.from.number(), leg.to.number()));
    Some(CandidateDump {
        r#type: TYPE,
        r#move: legs.collect(),
        trials: games,
        probs,
        match_eq,
        cubeful_eq,
        probs_std,
        match_eq_std,
        cubeful_eq_std,
        rollout_context,
    })
}

/// Returns the chances and their errors, then the equity without the cube and its error, and that with the cube and its
/// error.
fn parts(of: &Estimates) -> ([[f64; 5]; 2], [f64; 4]) {
    let [numbers, errors] = [of.numbers, of.errors].map(|numbers| numbers.map(single));
    let chances = [numbers, errors].map(|[win, gammon, backgammon, lost_gammon, lost_backgammon, ..]| {
        [win, gammon, backgammon, lost_gammon, lost_backgammon]
    });
    (chances, [numbers[5], errors[5], numbers[6], errors[6]])
}

#[cfg(test)]
mod tests {
    use super::{Context, Rolled};
    use serde_json::{json, to_value};

    /// Returns the context of a rollout with these ten numbers and this seed.
    fn context(numbers: &str, seed: &str) -> Context {
        let level = "ver 3 0C 1 0.000000 1 ";
        let players = format!("cube0 {level} cheq0 {level} cube1 {level} cheq1 {level}");
        let later = format!("latecube0 {level} latecheq0 {level} latecube1 {level} latecheq1 {level}");
        let text = format!(
            "X ver 3 Score 0.2 0.1 Trials 36 Output 0.5 0.2 0 0.1 0 0.1 0.6 StdDev 0 0 0 0 0 0 0.01 \
             SK 0 RC {numbers} \"Mersenne Twister\" {seed}  {players}{later}"
        );
        Context::of(&Rolled::read(&text).expect("a rollout")).expect("its settings")
    }

    #[test]
    fn a_context_is_that_of_gnu_backgammon() {
        let expected = json!({
            "cubeful": 1, "variance-reduction": 1, "initial-position": 0, "quasi-random-dice": 1,
            "late-eval": 0, "truncated-rollouts": 1, "n-truncation": 3, "truncate-bearoff2": 1,
            "truncate-bearoffOS": 1, "stop-on-std": 0, "trials": 0, "seed": 7, "minimum-games": 324,
            "stop-on-jsd": 0, "late-on-move-n": 5, "minimum-jsd-games": 0,
            "std-limit": 0.009_999_999_776_482_582, "jsd-limit": 0.0
        });
        assert_eq!(to_value(context("1 1 0 1 0 1 3 1 1 5", "7")).expect("JSON"), expected);
        let seed = to_value(context("1 1 0 1 0 1 3 1 1 5", "4294967295")).expect("JSON")["seed"].clone();
        assert_eq!(seed, json!(-1));
    }

    #[test]
    fn another_context_has_what_differs() {
        let usual = context("1 1 0 1 0 1 3 1 1 5", "7");
        assert!(usual.beside(usual).is_none());
        let other = context("0 1 1 1 1 0 4 0 1 6", "7").beside(usual).expect("it differs");
        let expected = json!({
            "cubeful": 0, "initial-position": 1, "late-eval": 1, "truncated-rollouts": 0,
            "truncate-bearoff2": 0, "n-truncation": 4, "late-on-move-n": 6
        });
        assert_eq!(to_value(other).expect("JSON"), expected);
    }
}
