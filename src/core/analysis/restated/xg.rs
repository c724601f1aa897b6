//! GNU Backgammon's analyses in eXtreme Gammon's fields, so that its statistics count them.

use super::super::skill::{Decision, Kind, Unit};
use super::super::stored::{cube_numbers, is_cubeful, plies};
use super::{Fields, is_gnubgs, mark_of_luck};
use crate::analysis::plays::steps;
use crate::game::record::{
    Analysis, Candidate, Chances, CubeAnalysis, Entry, Evaluation, MatchRecord, PlayAnalysis,
};
use crate::rules::resolve::resolve;
use smol_str::SmolStr;

/// The most candidates of a play in eXtreme Gammon's fields.
const MOST: usize = 32;
/// The most plies of its levels.
const DEEPEST: u8 = 6;

/// Rollouts and evaluations without the cube don't fit into these fields.
pub(super) struct Xg;

impl Fields for Xg {
    /// A file contains the analyses of one program only: those of eXtreme Gammon itself come first.
    fn takes(&self, record: &MatchRecord) -> bool {
        let has_any =
            record.notes().any(|notes| mark_of_luck(notes).is_some() || notes.analyses.iter().any(is_gnubgs));
        let is_xgs = |analysis: &Analysis| match analysis {
            Analysis::Play(play) => &*play.program == "xg",
            Analysis::Cube(cube) => &*cube.program == "xg",
        };
        has_any && !record.notes().flat_map(|notes| &notes.analyses).any(is_xgs)
    }

    /// The play that was made is always among the candidates.
    fn play(&self, analysis: &PlayAnalysis, decision: &Decision) -> Option<(PlayAnalysis, Option<String>)> {
        let (roll, after) = match decision.kind {
            Kind::Turn { roll, after, .. } => (roll, Some(after)),
            Kind::Seen(roll) => (roll, None),
            _ => return None,
        };
        let mut candidates = Vec::with_capacity(analysis.candidates.len());
        let mut played = None;
        for (place, candidate) in analysis.candidates.iter().enumerate() {
            let evaluation = evaluation(&candidate.evaluation)?;
            let (legs, then) = if candidate.legs.is_empty() {
                (Vec::new(), decision.board)
            } else {
                let resolved = resolve(&decision.board, roll, &candidate.legs).ok()?;
                (steps(&decision.board, resolved.play(), true), *resolved.after())
            };
            if Some(then) == after {
                played = played.or(Some(place));
            }
            candidates.push(Candidate { legs: legs.into(), evaluation });
        }
        // eXtreme Gammon finds the play by the position after it.
        if analysis.played.is_some_and(|told| played != Some(told as usize)) {
            return None;
        }
        let left_out = candidates.len().saturating_sub(MOST);
        if let Some(place) = played.filter(|place| *place >= MOST) {
            candidates.swap(place, MOST - 1);
            played = Some(MOST - 1);
        }
        candidates.truncate(MOST);
        let played = played.and_then(|place| u32::try_from(place).ok());
        let lost = (left_out > 0).then(|| format!("candidates left out: {left_out}"));
        Some((PlayAnalysis { program: analysis.program.clone(), candidates, played }, lost))
    }

    /// Converts a cube decision: match winning chances become normalised equities.
    fn cube(&self, analysis: &CubeAnalysis, decision: &Decision) -> Option<(CubeAnalysis, Option<String>)> {
        let numbers = cube_numbers(analysis)?;
        let settings = level(&analysis.no_double)?;
        let unit = Unit::of(&decision.state)?;
        let normalised = |value: f64| if decision.state.is_match() { unit.equity(value) } else { value };
        let evaluation = |[chances @ .., equity, _]: [f64; 7]| made(settings.clone(), chances, equity);
        let [no_double, double_take] = numbers.map(evaluation);
        let [without, taken] = numbers.map(|numbers| single(normalised(numbers[6])));
        let cube = CubeAnalysis {
            program: analysis.program.clone(),
            no_double,
            double_take: Some(double_take),
            equity_no_double: Some(without),
            equity_double_take: Some(taken),
            equity_double_pass: Some(1.0),
            mwc: [None; 3],
        };
        Some((cube, None))
    }

    fn luck(&self, luck: f64) -> f64 {
        luck
    }

    fn has_one_for_a_double(&self) -> bool {
        true
    }
}

fn evaluation(told: &Evaluation) -> Option<Evaluation> {
    Some(made(level(told)?, told.chances?.into(), told.equity?))
}

fn made(settings: SmolStr, chances: [f64; 5], equity: f64) -> Evaluation {
    let chances = Some(Chances::from(chances.map(single)));
    Evaluation { settings, chances, equity: Some(single(equity)), mwc: None, error: None }
}

/// Returns the name of the level; eXtreme Gammon counts a ply more. It has no level of evaluations without the cube.
fn level(told: &Evaluation) -> Option<SmolStr> {
    let plies = plies(told).filter(|plies| *plies <= DEEPEST && is_cubeful(told))?;
    Some(format!("{}-ply", plies + 1).into())
}

/// Rounds a number to single precision, as a field of four bytes holds it.
fn single(number: f64) -> f64 {
    (number as f32).to_string().parse().unwrap_or(number)
}

/// Keeps one analysis for a double and an answer, as eXtreme Gammon does.
pub(super) fn join(entries: &mut [Entry], double: usize, answer: usize) {
    let is_restated =
        |analysis: &Analysis| matches!(analysis, Analysis::Cube(cube) if cube.double_take.is_some());
    let Some(notes) = entries.get_mut(answer).and_then(|entry| entry.notes.as_deref_mut()) else { return };
    let Some(place) = notes.analyses.iter().position(is_restated) else { return };
    let own = notes.analyses.remove(place);
    let Some(entry) = entries.get_mut(double) else { return };
    let doubles = &mut entry.notes_mut().analyses;
    match doubles.iter().find(|analysis| matches!(analysis, Analysis::Cube(_))) {
        Some(same) if *same == own => {}
        Some(_) => {
            if let Some(entry) = entries.get_mut(answer) {
                entry.notes_mut().analyses.insert(place, own);
            }
        }
        None => doubles.push(own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::stored::Stored;

    const CHANCES: Chances = Chances {
        win: 0.550_952,
        win_gammon: 0.173_708,
        win_backgammon: 0.012_809,
        lose_gammon: 0.124_388,
        lose_backgammon: 0.005_021,
    };

    fn stored(plies: u8, cubeful: bool) -> Evaluation {
        Stored { plies, cubeful, chances: CHANCES }.candidate(Vec::new(), 0.219_078).evaluation
    }

    #[test]
    fn a_level_counts_a_ply_more_and_has_the_cube() {
        let of = |plies, cubeful| evaluation(&stored(plies, cubeful));
        let two = of(2, true).expect("a level");
        assert_eq!((&*two.settings, two.equity, two.chances), ("3-ply", Some(0.219_078), Some(CHANCES)));
        assert_eq!(of(6, true).expect("a level").settings.as_str(), "7-ply");
        assert_eq!((of(7, true), of(2, false)), (None, None));
        let other = Evaluation { settings: "XG Roller++".into(), ..two };
        assert_eq!(evaluation(&other), None);
    }

    #[test]
    fn numbers_are_those_of_four_bytes() {
        let numbers = [0.1, -0.219_078, 0.0, 0.123_456_789_123];
        assert_eq!(numbers.map(|number| single(number).to_string()), ["0.1", "-0.219078", "0", "0.12345679"]);
    }

    #[test]
    fn a_double_and_its_answer_have_one_analysis() {
        let entry = |cube: Option<f64>| {
            let mut entry =
                Entry::new(None, crate::diag::Span::new(0, 0), crate::game::record::Written::Empty);
            if let Some(equity) = cube {
                let no_double = stored(2, true);
                let double_take = Some(no_double.clone());
                let cube = CubeAnalysis {
                    no_double,
                    double_take,
                    equity_no_double: Some(equity),
                    ..CubeAnalysis::default()
                };
                entry.notes_mut().analyses.push(Analysis::Cube(Box::new(cube)));
            }
            entry
        };
        let counts = |double, answer| {
            let mut entries = [entry(double), entry(answer)];
            join(&mut entries, 0, 1);
            entries.map(|entry| entry.notes.map_or(0, |notes| notes.analyses.len()))
        };
        assert_eq!(counts(Some(0.5), Some(0.5)), [1, 0]);
        assert_eq!(counts(None, Some(0.5)), [1, 0]);
        assert_eq!(counts(Some(0.5), None), [1, 0]);
        // A different one stays where it is, and is reported as lost.
        assert_eq!(counts(Some(0.5), Some(0.4)), [1, 1]);
        assert_eq!(counts(None, None), [0, 0]);
    }
}
