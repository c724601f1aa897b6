//! Writing analyses: only those that are read again to the last digit.

use super::analysis::{Analyst, level};
use super::block::{Block, NOT_ANALYSED};
use super::fields::Fields;
use super::plays::{Lanes, walk};
use crate::board::Place;
use crate::formats::note_words;
use crate::game::record::{Analysis, Chances, CubeAnalysis, Evaluation, PlayAnalysis};
use crate::rules::Leg;
use smol_str::SmolStr;

/// The most candidates of a play.
const MOST: usize = 32;
/// The least difference between the best and the worst candidate for which XG counts a play as a decision.
const SPREAD: f64 = 0.0001;

/// The facts about the match that an analysis needs.
pub(super) struct Around {
    /// The program of all analyses in the file.
    pub(super) program: SmolStr,
    /// The points that the player and the opponent still need; in a money session, those to its length.
    pub(super) away: [i32; 2],
    pub(super) is_crawford: bool,
    pub(super) jacoby: bool,
    /// The value of the cube, and 1 if the player has it, -1 if the opponent has it.
    pub(super) cube: [i32; 2],
    /// The position from the player's view.
    pub(super) before: Lanes,
}

/// Returns the number of a level by its name.
fn number(words: &str) -> Option<i32> {
    let known = [0, 1, 2, 3, 4, 5, 6, 12, 100, 998, 999, 1000, 1001, 1002];
    let known = known.into_iter().find(|&number| level(number) == words);
    known.or_else(|| {
        let number: i16 = words.strip_prefix("level ")?.parse().ok()?;
        Some(i32::from(number)).filter(|&number| level(number) == words)
    })
}

/// Returns `true` if an analysis has all values for XG's fields.
pub(super) fn may_fit(analysis: &Analysis) -> bool {
    match analysis {
        Analysis::Play(play) => play.candidates.first().is_some_and(|candidate| {
            let evaluation = &candidate.evaluation;
            evaluation.chances.is_some() && number(&evaluation.settings).is_some()
        }),
        Analysis::Cube(cube) => cube.double_take.is_some() && cube.equity_no_double.is_some(),
    }
}

/// Writes seven numbers: lose a backgammon, a gammon, at all; win at all, a gammon, a backgammon; equity.
fn evaluation(block: &mut Block, at: usize, evaluation: &Evaluation) -> Option<()> {
    let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = evaluation.chances?;
    let lost = [lose_backgammon, lose_gammon, 1.0 - win];
    let numbers = lost.into_iter().chain([win, win_gammon, win_backgammon, evaluation.equity?]);
    for (at, number) in (at..).step_by(4).zip(numbers) {
        block.f32(at, number);
    }
    evaluation.error.is_none().then_some(())
}

/// Returns `true` if two analyses are the same to the last digit.
fn same(analysis: &Analysis, again: Option<Analysis>) -> bool {
    again.is_some_and(|again| note_words::analysis(&again) == note_words::analysis(analysis))
}

/// Writes an analysis into the block of its decision, if it is one of these and will be read as the same: of a play with the
/// position after it, or of a cube decision with its actions.
pub(super) fn write(block: &mut Block, analysis: &Analysis, around: &Around, of: Decision<'_>) -> bool {
    let mut analyst = Analyst::new(&[], &around.program);
    let is_ours = *analysis.program() == around.program;
    match (analysis, of) {
        (Analysis::Play(play), Decision::Play(end)) => {
            let is_same = |read: Fields<'_>| same(analysis, analyst.of_play(read, end));
            is_ours && block.keep_if(|block| play_written(block, play, around, end), is_same)
        }
        (Analysis::Cube(cube), Decision::Cube(done)) => {
            let is_same = |read: Fields<'_>| same(analysis, analyst.of_cube(read));
            is_ours && block.keep_if(|block| cube_written(block, cube, around, done), is_same)
        }
        _ => false,
    }
}

fn play_written(
    block: &mut Block,
    analysis: &PlayAnalysis,
    around: &Around,
    end: Option<&Lanes>,
) -> Option<()> {
    const LIST: usize = 124;
    let count = analysis.candidates.len();
    if count == 0 || count > MOST {
        return None;
    }
    block.i32(LIST + 64, count as i32);
    block.i32(120, count as i32);
    let mut equities = Vec::with_capacity(count);
    for (i, candidate) in analysis.candidates.iter().enumerate() {
        let walked = || walk(&around.before, &steps(&candidate.legs)).1;
        let is_played = analysis.played == Some(i as u32);
        let after = end.filter(|_| is_played).copied().unwrap_or_else(walked);
        block.lanes(LIST + 68 + 26 * i, &after);
        let numbers = pairs(&candidate.legs)?;
        block.bytes(LIST + 900 + 8 * i, &numbers.map(|number| number as i8 as u8));
        let level = number(&candidate.evaluation.settings)?;
        block.i16(LIST + 1156 + 4 * i, i16::try_from(level).ok()?);
        evaluation(block, LIST + 1284 + 28 * i, &candidate.evaluation)?;
        equities.push(candidate.evaluation.equity?);
        if i == 0 {
            block.i32(LIST + 36, level);
            block.i32(2472, level);
        }
    }
    block.i32(2328, 1);
    if let Some(played) = analysis.played.and_then(|played| equities.get(played as usize)) {
        block.f64(2312, (played - equities[0]).min(0.0));
    }
    let most = equities.iter().copied().fold(f64::MIN, f64::max);
    let least = equities.iter().copied().fold(f64::MAX, f64::min);
    if count == 1 || most - least < SPREAD {
        block.u8(LIST + 2180, 1);
    }
    Some(())
}

fn steps(legs: &[Leg]) -> Vec<(Place, Place)> {
    legs.iter().map(|leg| (leg.from, leg.to)).collect()
}

/// Returns legs as pairs of numbers, ended by a start below 0.
pub(super) fn pairs(legs: &[Leg]) -> Option<[i32; 8]> {
    let mut numbers = [-1; 8];
    if legs.len() > 4 {
        return None;
    }
    for (pair, leg) in numbers.chunks_exact_mut(2).zip(legs) {
        pair[0] = i32::from(leg.from.number()) - 1;
        pair[1] = if leg.to == Place::Off { -1 } else { i32::from(leg.to.number()) - 1 };
    }
    Some(numbers)
}

/// The actions in a cube decision.
#[derive(Clone, Copy, Default)]
pub(super) struct Done {
    pub(super) doubled: bool,
    /// Whether the double was taken; `None` if it wasn't answered by a take or a pass.
    pub(super) taken: Option<bool>,
}

/// The decision of a block: a play, with the position after it if it was made, or that about the cube.
#[derive(Clone, Copy)]
pub(super) enum Decision<'a> {
    Play(Option<&'a Lanes>),
    Cube(Done),
}

fn cube_written(block: &mut Block, analysis: &CubeAnalysis, around: &Around, done: Done) -> Option<()> {
    const LIST: usize = 64;
    let words = &analysis.no_double.settings;
    let (reached, asked) = match words.strip_suffix(" wanted)").and_then(|words| words.split_once(" (")) {
        Some((reached, asked)) => (number(reached)?, number(asked)?),
        None => (number(words)?, number(words)?),
    };
    let equities = [analysis.equity_no_double?, analysis.equity_double_take?, analysis.equity_double_pass?];
    block.lanes(LIST, &around.before);
    block.i32(LIST + 28, reached);
    block.i16(LIST + 100, i16::try_from(asked).ok()?);
    let numbers = [around.away[0], around.away[1], around.cube[0], around.cube[1], i32::from(around.jacoby)];
    for (at, number) in (LIST + 32..).step_by(4).zip(numbers) {
        block.i32(at, number);
    }
    block.i16(LIST + 52, i16::from(around.is_crawford));
    evaluation(block, LIST + 60, &analysis.no_double)?;
    evaluation(block, LIST + 104, analysis.double_take.as_ref()?)?;
    for (at, equity) in (LIST + 88..).step_by(4).zip(equities) {
        block.f32(at, equity);
    }
    let [none, take, pass] = equities;
    let doubled = take.min(pass);
    let choice = match () {
        () if none >= doubled => 0,
        () if take <= pass => 1,
        () => 2,
    };
    block.i16(LIST + 56, choice);
    let was = if done.doubled { doubled } else { none };
    block.f64(200, (none.max(doubled) - was).max(0.0));
    if let Some(taken) = done.taken {
        block.f64(216, doubled - if taken { take } else { pass });
    }
    block.i32(228, i32::from(none < doubled) + 2 * i32::from(take <= pass));
    block.i32(232, reached);
    block.i32(256, asked);
    Some(())
}

/// Marks a block as a cube decision without analysis.
pub(super) fn none_of_cube(block: &mut Block) {
    block.i16(64 + 56, -100);
    for at in [200, 216, 240, 248, 272, 280] {
        block.f64(at, NOT_ANALYSED);
    }
    block.i32(224, -1);
    block.i32(232, -1);
    block.i32(256, -1);
    block.bytes(264, &[255, 255]);
}

/// Marks a block as a play without analysis.
pub(super) fn none_of_play(block: &mut Block) {
    block.i32(124 + 36, -1);
    block.f64(2312, NOT_ANALYSED);
    block.f64(2320, NOT_ANALYSED);
    block.f64(2512, NOT_ANALYSED);
    for i in 0..32 {
        block.i32(2344 + 4 * i, -1);
    }
    block.i32(2472, -1);
    block.i32(2476, -1);
    block.u8(2510, 255);
}
