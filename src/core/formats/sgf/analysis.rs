//! Stored analyses, `A[…]` and `DA[…]`: read and written.
//!
//! GNU Backgammon's text for an evaluation is kept as a whole, including the numbers, so that it can be
//! written unchanged; the numbers common to all formats are also read from it.

use super::{damage, letter, place};
use crate::board::Side;
use crate::game::record::{Analysis, Candidate, CubeAnalysis, Evaluation, PlayAnalysis};
use crate::rules::Leg;
use smallvec::SmallVec;

const PROGRAM: &str = "gnubg";

/// The beginning of an evaluation.
pub(super) const EVALUATED: &str = "E ver 3 ";
/// The amount by which a rounded chance may be below 0 or above 1.
pub(super) const SLACK: f64 = 0.001;
/// The same for rollouts, whose variance reduction may add more in a few games.
pub(super) const ROLLED_SLACK: f64 = 0.25;

/// Returns `true` if a number can be a chance.
pub(super) fn is_chance(number: f64, slack: f64) -> bool {
    (-slack..=1.0 + slack).contains(&number)
}

/// Reads the analysis of a checker play: the number of the candidate that was played, then the candidates.
/// `None` if there is no candidate of this number, if one can't be a play, or if the analysis couldn't be written again
/// unchanged.
pub(super) fn play(values: &[&str], side: Side) -> Option<PlayAnalysis> {
    let (played, candidates) = values.split_first()?;
    let candidates: Vec<Candidate> =
        candidates.iter().map(|text| candidate(text, side)).collect::<Option<_>>()?;
    let played: Option<u32> = if played.is_empty() { None } else { Some(played.parse().ok()?) };
    if !candidates.is_empty() && played.is_some_and(|played| played as usize >= candidates.len()) {
        return None;
    }
    let analysis = PlayAnalysis { program: PROGRAM.into(), candidates, played };
    let again = play_values(&analysis, side);
    (again.len() == values.len() && again.iter().zip(values).all(|(a, b)| a == b)).then_some(analysis)
}

fn candidate(text: &str, side: Side) -> Option<Candidate> {
    let (letters, settings) = text.split_once(' ')?;
    let mut legs: SmallVec<[Leg; 4]> = SmallVec::new();
    for pair in letters.as_bytes().chunks(2) {
        let [from, to] = *pair else { return None };
        legs.push(Leg { from: place(from, side)?, to: place(to, side)?, hit: false });
    }
    damage::can_be_play(&legs).then(|| Candidate { legs, evaluation: evaluation(settings) })
}

/// Reads the evaluation of a candidate.
pub(crate) fn evaluation(settings: &str) -> Evaluation {
    let numbers = match settings.strip_prefix(EVALUATED) {
        Some(rest) => floats(rest, SLACK),
        None => rolled_play(settings),
    };
    with_numbers(settings, numbers)
}

/// Returns an evaluation in these words, with its chances and its equity, if that is finite.
fn with_numbers(settings: &str, numbers: Option<[f64; 6]>) -> Evaluation {
    let mut evaluation = Evaluation { settings: settings.into(), ..Evaluation::default() };
    if let Some([chances @ .., equity]) = numbers {
        evaluation.chances = Some(chances.into());
        evaluation.equity = Some(equity).filter(|equity| equity.is_finite());
    }
    evaluation
}

/// Returns the chances of a candidate that was rolled out, and the equity by which candidates are compared:
/// `X ver 3 Score 0.2595 0.188 Trials 36 Output`, five chances, the cubeless equity, and the value with the cube,
/// which in a match is a chance to win it.
fn rolled_play(settings: &str) -> Option<[f64; 6]> {
    let (score, rest) = settings.strip_prefix(ROLLED_PLAY)?.split_once(" Trials ")?;
    let (_, output) = rest.split_once(" Output ")?;
    let mut numbers = floats(output, ROLLED_SLACK)?;
    numbers[5] = score.split(' ').next()?.parse().ok()?;
    Some(numbers)
}

/// The beginning of a candidate that was rolled out.
pub(super) const ROLLED_PLAY: &str = "X ver 3 Score ";
/// The beginning of a cube decision that was rolled out.
pub(super) const ROLLED_CUBE: &str = "X ver 3 Eq ";

/// Returns `true` for the text of a rollout.
pub(crate) fn is_rolled(settings: &str) -> bool {
    settings.starts_with(ROLLED_PLAY) || settings.starts_with(ROLLED_CUBE)
}

/// Returns the values of an analysis of a checker play.
pub(crate) fn play_values(analysis: &PlayAnalysis, side: Side) -> Vec<String> {
    let mut values = vec![analysis.played.map_or_else(String::new, |played| played.to_string())];
    for Candidate { legs, evaluation } in &analysis.candidates {
        let mut text = String::with_capacity(2 * legs.len() + 1 + evaluation.settings.len());
        for leg in legs {
            text.push(char::from(letter(leg.from.number(), side)));
            text.push(char::from(letter(leg.to.number(), side)));
        }
        text.push(' ');
        text.push_str(&evaluation.settings);
        values.push(text);
    }
    values
}

/// Reads the analysis of a cube decision.
pub(crate) fn cube(text: &str) -> CubeAnalysis {
    // `E ver 3 0C 0 0.000000 1`, then seven numbers without a double and seven after one.
    let mut words = text.split(' ');
    let numbers = if words.by_ref().take(7).count() == 7 && text.starts_with(EVALUATED) {
        floats(&words.collect::<Vec<_>>().join(" "), SLACK)
    } else {
        let rolled = text.starts_with(ROLLED_CUBE).then(|| text.split_once(" NoDouble Output ")).flatten();
        rolled.and_then(|(_, output)| floats(output, ROLLED_SLACK))
    };
    let no_double = with_numbers(text, numbers);
    CubeAnalysis { program: PROGRAM.into(), no_double, ..CubeAnalysis::default() }
}

/// Reads the first six numbers of a text: chances, then an equity, which may be infinite.
fn floats(text: &str, slack: f64) -> Option<[f64; 6]> {
    let mut numbers = [0.0_f64; 6];
    let mut words = text.split(' ');
    for number in &mut numbers {
        *number = words.next()?.parse().ok()?;
    }
    numbers[..5].iter().all(|&chance| is_chance(chance, slack)).then_some(numbers)
}

/// Returns the property and its values for an analysis, if they are read back as the same.
pub(super) fn values(analysis: &Analysis, side: Side) -> Option<(&'static str, Vec<String>)> {
    let plain = |text: &str| !text.contains(['\\', ']']);
    match analysis {
        Analysis::Play(analysis) => {
            let values = play_values(analysis, side);
            let texts: Vec<&str> = values.iter().map(String::as_str).collect();
            let is_plain = texts.iter().all(|text| plain(text));
            (is_plain && play(&texts, side).as_ref() == Some(analysis)).then_some(("A", values))
        }
        Analysis::Cube(analysis) => {
            let text = &analysis.no_double.settings;
            (plain(text) && cube(text) == **analysis).then(|| ("DA", vec![text.to_string()]))
        }
    }
}
