//! Rollouts of a record in a dump of its match.

use super::dict::{Dict, Parts};
use super::sums::single;
use crate::analysis::rolled::{Estimates, Rolled};
use crate::game::record::{Analysis, Candidate, CubeAnalysis};

const TYPE: &str = "rollout";

/// Returns how positions were rolled out, if that is understood. GNU Backgammon's files don't contain when a rollout ends,
/// so that its numbers for that are always the same.
fn context(rolled: &Rolled) -> Option<Parts> {
    let manner = rolled.manner.as_ref()?;
    let [cubeful, variance, opening, stratified, late, truncated, depth, exact, one_sided, late_on] =
        manner.numbers;
    // A number of C, which may be negative.
    let seed = manner.seed.parse::<u32>().unwrap_or_default().cast_signed();
    Some(vec![
        ("cubeful", cubeful.into()),
        ("variance-reduction", variance.into()),
        ("initial-position", opening.into()),
        ("quasi-random-dice", stratified.into()),
        ("late-eval", late.into()),
        ("truncated-rollouts", truncated.into()),
        ("n-truncation", depth.into()),
        ("truncate-bearoff2", exact.into()),
        ("truncate-bearoffOS", one_sided.into()),
        ("stop-on-std", 0.into()),
        ("trials", 0.into()),
        ("seed", seed.into()),
        ("minimum-games", 324.into()),
        ("stop-on-jsd", 0.into()),
        ("late-on-move-n", late_on.into()),
        ("minimum-jsd-games", 0.into()),
        ("std-limit", single(0.01).into()),
        ("jsd-limit", 0.0.into()),
    ])
}

/// Returns how the positions of an analysis were rolled out, those of the first candidate if there are several.
pub(super) fn first_context(analysis: &Analysis) -> Option<Parts> {
    let read = |settings: &str| context(&Rolled::read(settings)?);
    match analysis {
        Analysis::Cube(cube) => read(&cube.no_double.settings),
        Analysis::Play(play) => {
            play.candidates.iter().find_map(|candidate| read(&candidate.evaluation.settings))
        }
    }
}

/// Adds how a position was rolled out where it differs from the first rollout of the match.
fn with_context(dump: Dict, rolled: &Rolled, usual: &Parts) -> Dict {
    dump.dict("rollout-context", context(rolled).and_then(|own| Dict::unusual(own, usual)))
}

/// Dumps a cube decision that was rolled out; `None` for another one.
pub(super) fn cube(analysis: &CubeAnalysis, usual: &Parts) -> Option<Dict> {
    let rolled = Rolled::read(&analysis.no_double.settings)?;
    let [without, taken] = rolled.results.first_chunk()?;
    let dump = Dict::default().with("type", TYPE).with("trials", rolled.games);
    Some(with_context(result(result(dump, "nd-", without), "dt-", taken), &rolled, usual))
}

/// Dumps a candidate that was rolled out; `None` for another one.
pub(super) fn candidate(candidate: &Candidate, usual: &Parts) -> Option<Dict> {
    let rolled = Rolled::read(&candidate.evaluation.settings)?;
    let dump = Dict::default().with("type", TYPE).with("move", legs(candidate)).with("trials", rolled.games);
    Some(with_context(result(dump, "", rolled.results.first()?), &rolled, usual))
}

/// Returns the places between which a candidate moves checkers.
pub(super) fn legs(candidate: &Candidate) -> Vec<[u8; 2]> {
    candidate.legs.iter().map(|leg| [leg.from.number(), leg.to.number()]).collect()
}

/// Adds the chances, the equity without the cube and that with it, and then their errors.
fn result(mut dump: Dict, of: &str, estimates: &Estimates) -> Dict {
    for (numbers, end) in [(estimates.numbers, ""), (estimates.errors, "-std")] {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon, cubeless, cubeful] = numbers.map(single);
        dump = dump
            .with(format!("{of}probs{end}"), [win, gammon, backgammon, lost_gammon, lost_backgammon])
            .with(format!("{of}match-eq{end}"), cubeless)
            .with(format!("{of}cubeful-eq{end}"), cubeful);
    }
    dump
}

#[cfg(test)]
mod tests {
    use super::{Dict, Parts, Rolled};
    use serde_json::{json, to_value};

    /// Returns the context of a rollout with these ten numbers and this seed.
    fn context(numbers: &str, seed: &str) -> Parts {
        let level = "ver 3 0C 1 0.000000 1 ";
        let players = format!("cube0 {level} cheq0 {level} cube1 {level} cheq1 {level}");
        let later = format!("latecube0 {level} latecheq0 {level} latecube1 {level} latecheq1 {level}");
        let text = format!(
            "X ver 3 Score 0.2 0.1 Trials 36 Output 0.5 0.2 0 0.1 0 0.1 0.6 StdDev 0 0 0 0 0 0 0.01 \
             SK 0 RC {numbers} \"Mersenne Twister\" {seed}  {players}{later}"
        );
        super::context(&Rolled::read(&text).expect("a rollout")).expect("its settings")
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
        let all = |parts| to_value(Dict::unusual(parts, &Parts::new())).expect("JSON");
        assert_eq!(all(context("1 1 0 1 0 1 3 1 1 5", "7")), expected);
        assert_eq!(all(context("1 1 0 1 0 1 3 1 1 5", "4294967295"))["seed"], json!(-1));
    }

    #[test]
    fn another_context_has_what_differs() {
        let usual = context("1 1 0 1 0 1 3 1 1 5", "7");
        assert!(Dict::unusual(usual.clone(), &usual).is_none());
        let other = Dict::unusual(context("0 1 1 1 1 0 4 0 1 6", "7"), &usual).expect("it differs");
        let expected = json!({
            "cubeful": 0, "initial-position": 1, "late-eval": 1, "truncated-rollouts": 0,
            "truncate-bearoff2": 0, "n-truncation": 4, "late-on-move-n": 6
        });
        assert_eq!(to_value(other).expect("JSON"), expected);
    }
}
