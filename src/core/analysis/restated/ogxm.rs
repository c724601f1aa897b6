//! Analyses of any program in OGXM's fields: steps of one die each, levels in words, equities to a millionth and chances
//! to a ten-thousandth.

use super::super::rolled::Rolled;
use super::super::skill::{Decision, Kind, Unit};
use super::super::stored::{cube_numbers, games, is_cubeful, plies};
use super::{Fields, is_gnubgs};
use crate::analysis::plays::steps;
use crate::board::Roll;
use crate::formats::ogxm::{MOST_CANDIDATES, fits, rounded, rounded_equity};
use crate::game::record::{
    Analysis, Candidate, Chances, CubeAnalysis, Evaluation, MatchRecord, PlayAnalysis,
};
use crate::rules::resolve::resolve;
use smol_str::SmolStr;

/// Of GNU Backgammon's rollouts these fields hold the chances, the equity and the number of games.
pub(super) struct Ogxm;

/// What is left out of a rollout.
const OF_ROLLOUT: &str = "the errors and settings of rollouts";

impl Fields for Ogxm {
    fn takes(&self, record: &MatchRecord) -> bool {
        record.notes().any(|notes| notes.luck_value.is_some() || !notes.analyses.is_empty())
    }

    fn play(&self, analysis: &PlayAnalysis, decision: &Decision) -> Option<(PlayAnalysis, Option<String>)> {
        let (Kind::Turn { roll, .. } | Kind::Seen(roll)) = decision.kind else { return None };
        if is_there(&Analysis::Play(analysis.clone()), Some(roll)) {
            return None;
        }
        let mut candidates = Vec::with_capacity(analysis.candidates.len());
        for candidate in analysis.candidates.iter().take(MOST_CANDIDATES) {
            let legs = if candidate.legs.is_empty() {
                Vec::new()
            } else {
                let resolved = resolve(&decision.board, roll, &candidate.legs).ok()?;
                steps(&decision.board, resolved.play(), false)
            };
            let evaluation =
                Evaluation { settings: words(&candidate.evaluation), ..rounded(&candidate.evaluation) };
            candidates.push(Candidate { legs: legs.into(), evaluation });
        }
        let left_out = analysis.candidates.len() - candidates.len();
        let are_rolled = analysis.candidates.iter().any(|candidate| games(&candidate.evaluation).is_some());
        let lost = joined([
            (left_out > 0).then(|| format!("candidates left out: {left_out}")),
            are_rolled.then(|| OF_ROLLOUT.to_owned()),
        ]);
        let order = order(&candidates);
        let played =
            analysis.played.and_then(|played| order.iter().position(|&place| place == played as usize));
        let play = PlayAnalysis {
            program: analysis.program.clone(),
            candidates: order.into_iter().map(|place| candidates[place].clone()).collect(),
            played: played.and_then(|place| u32::try_from(place).ok()),
        };
        fits(&Analysis::Play(play.clone()), Some(roll)).then_some((play, lost))
    }

    /// The fields have one set of chances, those without a double, and no equity without the cube: it follows from them.
    fn cube(&self, analysis: &CubeAnalysis, decision: &Decision) -> Option<(CubeAnalysis, Option<String>)> {
        if is_there(&Analysis::Cube(Box::new(analysis.clone())), None) {
            return None;
        }
        let (mut no_double, mut equities) = (
            rounded(&analysis.no_double),
            [analysis.equity_no_double, analysis.equity_double_take, analysis.equity_double_pass],
        );
        let mut taken = analysis.double_take.as_ref().and_then(|taken| rounded(taken).chances);
        if is_gnubgs(&Analysis::Cube(Box::new(analysis.clone()))) {
            let [without, double] = cube_numbers(analysis)?;
            let unit = Unit::of(&decision.state)?;
            let normalised = |value: f64| if decision.state.is_match() { unit.equity(value) } else { value };
            equities = [Some(normalised(without[6])), Some(normalised(double[6])), Some(1.0)];
            no_double.chances = chances(&without);
            taken = chances(&double);
            no_double.settings = words(&analysis.no_double);
        }
        let lost = taken.filter(|taken| Some(*taken) != no_double.chances);
        let [equity_no_double, equity_double_take, equity_double_pass] =
            equities.map(|equity| equity.map(rounded_equity));
        let cube = CubeAnalysis {
            program: analysis.program.clone(),
            no_double: Evaluation { equity: None, mwc: None, error: None, ..no_double },
            double_take: None,
            equity_no_double,
            equity_double_take,
            equity_double_pass,
            mwc: analysis.mwc.map(|mwc| mwc.map(rounded_equity)),
        };
        let lost = joined([
            lost.map(|_| "the chances after a double and a take".to_owned()),
            games(&analysis.no_double).map(|_| OF_ROLLOUT.to_owned()),
        ]);
        fits(&Analysis::Cube(Box::new(cube.clone())), None).then_some((cube, lost))
    }

    fn luck(&self, luck: f64) -> f64 {
        rounded_equity(luck)
    }

    fn has_one_for_a_double(&self) -> bool {
        false
    }
}

/// Returns the order of candidates that the format demands, by their places: those of a level together, in the order in
/// which the levels come first, the best of each first.
fn order(candidates: &[Candidate]) -> Vec<usize> {
    let level = |at: usize| &*candidates[at].evaluation.settings;
    let first = |at: usize| (0..at).find(|&other| level(other) == level(at)).unwrap_or(at);
    let evaluation = |at: usize| &candidates[at].evaluation;
    let equity = |at: usize| evaluation(at).equity.or(evaluation(at).mwc).unwrap_or_default();
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|&a, &b| first(a).cmp(&first(b)).then_with(|| equity(b).total_cmp(&equity(a))));
    order
}

/// Returns `true` if an analysis needs no conversion.
fn is_there(analysis: &Analysis, roll: Option<Roll>) -> bool {
    !is_gnubgs(analysis) && fits(analysis, roll)
}

/// Joins what is left out.
fn joined(lost: [Option<String>; 2]) -> Option<String> {
    let lost: Vec<String> = lost.into_iter().flatten().collect();
    (!lost.is_empty()).then(|| lost.join("; "))
}

/// Returns the level in words; GNU Backgammon's own words hold the numbers, too.
fn words(told: &Evaluation) -> SmolStr {
    if let Some(rolled) = Rolled::read(&told.settings) {
        let cubeless = if rolled.is_cubeful() { "" } else { ", cubeless" };
        return format!("rollout of {} games{cubeless}", rolled.games).into();
    }
    let Some(plies) = plies(told) else { return told.settings.clone() };
    format!("{plies}-ply{}", if is_cubeful(told) { "" } else { ", cubeless" }).into()
}

/// Returns the chances of a stored cube decision, rounded.
fn chances(numbers: &[f64; 7]) -> Option<Chances> {
    let &[chances @ .., _, _] = numbers;
    rounded(&Evaluation { chances: Some(chances.into()), ..Evaluation::default() }).chances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::sgf::analysis;

    #[test]
    fn levels_are_words_with_the_games_of_a_rollout() {
        let of = |settings: &str| words(&analysis::evaluation(settings)).to_string();
        assert_eq!(of("E ver 3 0.5 0.2 0.1 0.0 0.2 0.1 2C 0 1 0.000000 1"), "2-ply");
        assert_eq!(of("E ver 3 0.5 0.2 0.1 0.0 0.2 0.1 0 0 1 0.000000 1"), "0-ply, cubeless");
        let rolled =
            "X ver 3 Score 0.2 0.1 Trials 36 Output 0.5 0.2 0.1 0.1 0.0 0.1 0.6 StdDev 0 0 0 0 0 0 0 SK 0";
        assert_eq!(of(rolled), "rollout of 36 games");
        assert_eq!(of("XG Roller++"), "XG Roller++");
    }
}
