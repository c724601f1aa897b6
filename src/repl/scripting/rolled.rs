//! Rollouts of a record in a dump of its match.

use super::sums::single;
use crate::analysis::rolled::{Estimates, Rolled};
use crate::game::record::{Candidate, CubeAnalysis};
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
}

const TYPE: &str = "rollout";

/// Dumps a cube decision that was rolled out; `None` for another one.
pub(super) fn cube(analysis: &CubeAnalysis) -> Option<CubeDump> {
    let Rolled { games, results, .. } = Rolled::read(&analysis.no_double.settings)?;
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
    })
}

/// Dumps a candidate that was rolled out; `None` for another one.
pub(super) fn candidate(candidate: &Candidate) -> Option<CandidateDump> {
    let Rolled { games, results, .. } = Rolled::read(&candidate.evaluation.settings)?;
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
