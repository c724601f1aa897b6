//! Stored analyses of plays and cube decisions; both from the view of the side that acts.

use super::block::NOT_ANALYSED;
use super::fields::Fields;
use super::plays::{Lanes, pairs, rebuild};
use super::rollout;
use crate::diag::Span;
use crate::game::record::{Analysis, Candidate, Chances, CubeAnalysis, Evaluation, PlayAnalysis};
use smallvec::SmallVec;
use smol_str::SmolStr;

/// The program recorded for the analyses.
pub(super) const PROGRAM: &str = "xg";

/// Returns the name of a level of analysis. XG counts a ply more than GNU Backgammon does.
pub(super) fn level(number: i32) -> String {
    match number {
        0..=6 => format!("{}-ply", number + 1),
        12 => "3-ply red".to_owned(),
        100 => "Rollout".to_owned(),
        998 => "Book V2".to_owned(),
        999 => "Book V1".to_owned(),
        1000 => "XG Roller".to_owned(),
        1001 => "XG Roller+".to_owned(),
        1002 => "XG Roller++".to_owned(),
        _ => format!("level {number}"),
    }
}

/// Returns the first of these numbers that isn't one, or of the chances, six in a row, that isn't from 0 to 1. Short
/// rollouts with variance reduction may miss these bounds a little.
fn wrong_number(block: Fields<'_>, chances: usize, equities: &[usize]) -> Option<Span> {
    let is_wrong = |at: usize| !block.is_number(at);
    let mut places = (chances..).step_by(4).take(6);
    let wrong = places.find(|&at| is_wrong(at) || !(-0.1..=1.1).contains(&block.f32(at)));
    wrong.or_else(|| equities.iter().copied().find(|&at| is_wrong(at))).map(|at| block.span(at, 4))
}

/// Reads seven numbers: lose a backgammon, a gammon, at all; win at all, a gammon, a backgammon; equity.
fn evaluation(block: Fields<'_>, at: usize, settings: SmolStr) -> Evaluation {
    let number = |i: usize| block.f32(at + 4 * i);
    let chances = Chances::from([3, 4, 5, 1, 0].map(number));
    Evaluation { settings, chances: Some(chances), equity: Some(number(6)), ..Evaluation::default() }
}

/// What the analyses of a file have in common.
pub(super) struct Analyst<'a> {
    /// `temp.xgr`.
    pub(super) rollouts: &'a [u8],
    /// The program recorded for the analyses.
    pub(super) program: SmolStr,
    /// The place of the first number that no analysis has, if it wasn't reported yet.
    pub(super) wrong: Option<Span>,
    /// The names of the levels so far, which are made once.
    levels: Vec<(i32, SmolStr)>,
}

impl<'a> Analyst<'a> {
    /// The most levels that are remembered; eXtreme Gammon has fewer.
    const MOST: usize = 32;

    pub(super) fn new(rollouts: &'a [u8], program: &str) -> Self {
        Self { rollouts, program: program.into(), wrong: None, levels: Vec::new() }
    }

    fn level(&mut self, number: i32) -> SmolStr {
        if let Some((_, name)) = self.levels.iter().find(|(known, _)| *known == number) {
            return name.clone();
        }
        let name: SmolStr = level(number).into();
        if self.levels.len() < Self::MOST {
            self.levels.push((number, name.clone()));
        }
        name
    }

    /// Reads the candidates of a move block, if it is analysed.
    pub(super) fn of_play(&mut self, block: Fields<'_>, end: Option<&Lanes>) -> Option<Analysis> {
        let list = block.part(124, 2184);
        let count = usize::try_from(list.i32(64)).unwrap_or(0).min(32);
        if count == 0 {
            return None;
        }
        let before = list.lanes(0);
        let dice = [list.i32(28), list.i32(32)].map(|die| die.clamp(0, 6) as u8);
        let dice = [dice[0].max(dice[1]), dice[0].min(dice[1])];
        let mut candidates = Vec::with_capacity(count);
        let mut played = None;
        for i in 0..count {
            let numbers = list.array::<8>(900 + 8 * i).map(|byte| i32::from(byte as i8));
            let after = list.lanes(68 + 26 * i);
            if played.is_none() && end == Some(&after) {
                played = Some(i as u32);
            }
            // The pairs of a roll that can't be played are zeros.
            let legs = if after == before {
                SmallVec::new()
            } else {
                rebuild(&before, &after, &pairs(numbers), dice).0
            };
            let settings = self.level(i32::from(list.i16(1156 + 4 * i)));
            let at = 1284 + 28 * i;
            let mut evaluation = evaluation(list, at, settings);
            self.wrong = self.wrong.or_else(|| wrong_number(list, at, &[at + 24]));
            if let Some(rollout) = rollout::read(self.rollouts, block.i32(2344 + 4 * i)) {
                (evaluation.settings, evaluation.error) = (rollout.settings.into(), rollout.errors[0]);
            }
            candidates.push(Candidate { legs, evaluation });
        }
        Some(Analysis::Play(PlayAnalysis { program: self.program.clone(), candidates, played }))
    }

    /// Reads the analysis of a cube block, if there is one.
    pub(super) fn of_cube(&mut self, block: Fields<'_>) -> Option<Analysis> {
        let list = block.part(64, 132);
        let is_zero = |at: usize| list.array::<4>(at) == [0; 4];
        if list.i16(56) == -100 || (28..132).step_by(4).all(is_zero) {
            return None;
        }
        self.wrong = self.wrong.or_else(|| {
            let wrong = wrong_number(list, 60, &[84, 88, 92, 96]);
            wrong.or_else(|| wrong_number(list, 104, &[128]))
        });
        let (reached, asked) = (list.i32(28), i32::from(list.i16(100)));
        let settings = if reached == asked {
            self.level(reached)
        } else {
            format!("{} ({} wanted)", level(reached), level(asked)).into()
        };
        let mut analysis = CubeAnalysis {
            program: self.program.clone(),
            no_double: evaluation(list, 60, settings.clone()),
            double_take: Some(evaluation(list, 104, settings)),
            equity_no_double: Some(list.f32(88)),
            equity_double_take: Some(list.f32(92)),
            equity_double_pass: Some(list.f32(96)),
            mwc: [None; 3],
        };
        if let Some(rollout) = rollout::read(self.rollouts, block.i32(224)) {
            let settings: SmolStr = rollout.settings.into();
            (analysis.no_double.settings, analysis.no_double.error) = (settings.clone(), rollout.errors[0]);
            if let Some(take) = &mut analysis.double_take {
                (take.settings, take.error) = (settings, rollout.errors[1]);
            }
        }
        Some(Analysis::Cube(Box::new(analysis)))
    }
}

/// Reads the luck of a roll, if it was computed.
pub(super) fn luck(block: Fields<'_>) -> Option<f64> {
    let (luck, level) = (block.f64(2320), block.i32(2476));
    (level >= 0 && luck > NOT_ANALYSED && (luck != 0.0 || level > 0)).then_some(luck)
}
