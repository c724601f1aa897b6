//! Damage in stored analyses: numbers of candidates, plays and chances that can't be right.

use super::analysis::{self, ROLLED_CUBE, ROLLED_PLAY};
use super::{grammar, legs};
use crate::board::Side;
use crate::game::record::{PlayAnalysis, WrittenPlay};
use crate::rules::Leg;
use std::ops::Range;

/// The most legs of a play.
const MOST_LEGS: usize = 4;

/// What can't be right in an analysis.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Damage {
    /// The value of the property, counted from 0.
    pub(super) value: usize,
    /// The bytes of that value.
    pub(super) part: Range<usize>,
    /// The damage, in words.
    pub(super) message: &'static str,
    /// The values that are possible.
    pub(super) label: String,
}

impl Damage {
    fn new(value: usize, part: Range<usize>, message: &'static str, label: impl Into<String>) -> Self {
        Self { value, part, message, label: label.into() }
    }
}

/// Returns `true` if legs can be a play: each one moves forward.
pub(super) fn can_be_play(legs: &[Leg]) -> bool {
    legs.len() <= MOST_LEGS && legs.iter().all(|leg| leg.from.number() > leg.to.number())
}

/// Returns `true` if legs move the same checkers as a play of the record, in any order and with any stops.
fn is_same(legs: impl Iterator<Item = Leg>, recorded: &WrittenPlay) -> bool {
    let mut moved = [0_i32; 26];
    for leg in legs {
        moved[usize::from(leg.from.number())] -= 1;
        moved[usize::from(leg.to.number())] += 1;
    }
    for leg in recorded.legs() {
        moved[usize::from(leg.leg.from.number())] += 1;
        moved[usize::from(leg.leg.to.number())] -= 1;
    }
    moved == [0; 26]
}

/// Returns `true` if an analysis that was read has nothing to report: each candidate has its chances, and the one played
/// is the play of the record.
pub(super) fn is_whole(analysis: &PlayAnalysis, recorded: Option<&WrittenPlay>) -> bool {
    let played = analysis.played.and_then(|played| analysis.candidates.get(played as usize));
    let is_other = || {
        let both = played.zip(recorded);
        both.is_some_and(|(played, recorded)| !is_same(played.legs.iter().copied(), recorded))
    };
    analysis.candidates.iter().all(|candidate| candidate.evaluation.chances.is_some()) && !is_other()
}

/// Finds the first damage in the analysis of a checker play: its values, as for
/// [`analysis::play`](super::analysis::play), and the play of the record.
pub(super) fn of_play(values: &[&str], side: Side, recorded: Option<&WrittenPlay>) -> Option<Damage> {
    let (number, candidates) = values.split_first()?;
    let of_number = |message, label: String| Some(Damage::new(0, 0..number.len(), message, label));
    let played = number.parse::<usize>().ok();
    if !candidates.is_empty() && !number.is_empty() && played.is_none_or(|played| played >= candidates.len())
    {
        let expected = format!("expected the candidate that was played, from 0 to {}", candidates.len() - 1);
        return of_number("the analysis has no candidate of this number", expected);
    }
    // The letters of the other player look like plays backwards.
    let is_turned = recorded.is_some_and(|play| play.legs().any(|leg| !can_be_play(&[leg.leg])));
    for (candidate, index) in candidates.iter().zip(1..) {
        let (letters, evaluation) = candidate.split_once(' ').unwrap_or((*candidate, ""));
        if !is_turned && legs(letters, side).is_none_or(|legs| !can_be_play(&legs)) {
            let expected = "expected pairs of letters from a to z, each a checker's move";
            return Some(Damage::new(index, 0..letters.len(), "a candidate isn't a play", expected));
        }
        if let Some((part, expected)) = of_evaluation(evaluation) {
            let from = candidate.len() - evaluation.len();
            let part = from + part.start..from + part.end;
            return Some(Damage::new(index, part, CHANCES, expected));
        }
    }
    let recorded = recorded.filter(|_| !is_turned)?;
    let right = numbers_of(candidates, side, recorded);
    if right.contains(&played?) {
        return None;
    }
    let label = match right[..] {
        [right] => format!("the play in this node is number {right}"),
        _ => "no candidate is the play in this node".to_owned(),
    };
    of_number("the candidate of this number isn't the play", label)
}

/// Returns the numbers of the candidates that are a play of the record.
fn numbers_of(candidates: &[&str], side: Side, recorded: &WrittenPlay) -> Vec<usize> {
    let is_play = |candidate: &str| {
        let legs = candidate.split(' ').next().and_then(|letters| legs(letters, side));
        legs.is_some_and(|legs| is_same(legs.into_iter(), recorded))
    };
    (0..candidates.len()).filter(|&number| is_play(candidates[number])).collect()
}

/// Returns the number of the candidate that is a play of the record, if only one is, and the number of candidates; `at`
/// is the place of the number that is written in the property.
pub(crate) fn number_of_play(
    text: &str,
    at: usize,
    side: Side,
    recorded: &WrittenPlay,
) -> Option<(usize, usize)> {
    let open = at.checked_sub(1)?;
    text.get(..open)?.trim_end().ends_with('A').then_some(())?;
    let mut rest = text.as_bytes().get(open..)?;
    let mut values: Vec<&str> = Vec::new();
    while let Ok((after, value)) = grammar::bracketed(rest) {
        values.push(std::str::from_utf8(value).ok()?);
        rest = after;
    }
    let candidates = values.get(1..)?;
    match numbers_of(candidates, side, recorded)[..] {
        [number] => Some((number, candidates.len())),
        _ => None,
    }
}

const CHANCES: &str = "an evaluation has impossible chances";
const EXPECTED: &str = "expected five chances from 0 to 1, then an equity";

/// Returns the part of a candidate's evaluation that can't be right, and the values that are possible. `None` also for
/// notations that aren't known.
fn of_evaluation(text: &str) -> Option<(Range<usize>, &'static str)> {
    if text.is_empty() {
        return Some((0..0, "expected an evaluation: `E ver 3` and its numbers"));
    }
    if let Some(numbers) = text.strip_prefix(analysis::EVALUATED) {
        return of_numbers(text, text.len() - numbers.len(), analysis::SLACK);
    }
    if let Some(score) = text.strip_prefix(ROLLED_PLAY) {
        let first = score.split(' ').next().unwrap_or_default();
        let part = ROLLED_PLAY.len()..ROLLED_PLAY.len() + first.len();
        let of_score = first.parse::<f64>().is_err().then_some((part, "expected the equity of the rollout"));
        return of_score.or_else(|| of_output(text, " Output "));
    }
    of_other(text, "expected `E` for an evaluation, `X` and `Score` for a rollout")
}

/// Finds damage in the analysis of a cube decision.
pub(super) fn of_cube(text: &str) -> Option<Damage> {
    let (part, expected) = if text.starts_with(ROLLED_CUBE) {
        of_output(text, " NoDouble Output ").or_else(|| of_output(text, " DoubleTake Output "))?
    } else if let Some(mode) = text.strip_prefix(analysis::EVALUATED) {
        // Four words about the search, then seven numbers without a double and seven after one.
        let start = |skipped: usize| {
            let words = mode.split(' ').take(skipped).map(|word| word.len() + 1);
            (text.len() - mode.len() + words.sum::<usize>()).min(text.len())
        };
        let of_half = |skipped: usize| of_numbers(text, start(skipped), analysis::SLACK);
        of_half(4).or_else(|| of_half(11))?
    } else {
        of_other(text, "expected `E` for an evaluation, `X` and `Eq` for a rollout")?
    };
    Some(Damage::new(0, part, CHANCES, expected))
}

/// Returns the part of a rollout that can't be right: the numbers after these words.
fn of_output(text: &str, words: &str) -> Option<(Range<usize>, &'static str)> {
    match text.find(words) {
        Some(at) => of_numbers(text, at + words.len(), analysis::ROLLED_SLACK),
        None => Some((0..1, "expected the numbers of a rollout")),
    }
}

/// Returns the word before `ver 3` if the rest isn't in the notation that belongs to it.
fn of_other(text: &str, expected: &'static str) -> Option<(Range<usize>, &'static str)> {
    let (word, _) = text.split_once(" ver 3 ")?;
    (!word.is_empty() && !word.contains(' ')).then_some((0..word.len(), expected))
}

/// Returns the first word from a place on that can't be right: five chances, then an equity, which may be any number.
fn of_numbers(text: &str, start: usize, slack: f64) -> Option<(Range<usize>, &'static str)> {
    let mut at = start;
    for index in 0..6 {
        let Some(rest) = text.get(at..) else { return Some((text.len()..text.len(), EXPECTED)) };
        let end = at + rest.split(' ').next().map_or(0, str::len);
        let number = text[at..end].parse::<f64>().ok();
        if number.is_none_or(|number| index < 5 && !analysis::is_chance(number, slack)) {
            return Some((at..end, EXPECTED));
        }
        at = end + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Place;
    use crate::diag::Span;
    use crate::game::record::WrittenLeg;

    const BEST: &str = "hefe E ver 3 0.535 0.167 0.011 0.130 0.005 0.172 0C 0 0 0.000000 1";
    const OTHER: &str = "xtmk E ver 3 0.507 0.135 0.006 0.132 0.005 0.030 0C 0 0 0.000000 1";

    /// Returns the play of these points.
    fn play(legs: &[(u8, u8)]) -> WrittenPlay {
        let mut play = WrittenPlay::new(Span::default());
        for &(from, to) in legs {
            let place = |number| Place::from_number(number).expect("a place");
            let leg = Leg { from: place(from), to: place(to), hit: false };
            play.push(WrittenLeg { leg, span: Span::default() });
        }
        play
    }

    /// Returns the text that is damaged.
    fn damaged<'a>(values: &[&'a str]) -> Option<&'a str> {
        let recorded = play(&[(6, 5), (8, 5)]);
        of_play(values, Side::Zero, Some(&recorded)).map(|damage| &values[damage.value][damage.part])
    }

    #[test]
    fn an_undamaged_analysis_has_no_damage() {
        assert_eq!(damaged(&["0", BEST, OTHER]), None);
        assert_eq!(damaged(&["", BEST, OTHER]), None);
        // The same checkers with another stop.
        let other = OTHER.replace("xtmk", "xwwtmk");
        let recorded = play(&[(24, 20), (13, 11)]);
        assert_eq!(of_play(&["1", BEST, &other], Side::Zero, Some(&recorded)), None);
        // Equities may be infinite, and other notations are unknown.
        assert_eq!(damaged(&["0", &BEST.replace("0.172", "inf"), "xtmk F ver 4 1 2 3"]), None);
        // The letters of the other player.
        let turned = play(&[(17, 20), (19, 20)]);
        assert_eq!(of_play(&["0", BEST], Side::One, Some(&turned)), None);
    }

    #[test]
    fn the_number_of_the_play_has_to_fit() {
        for number in ["2", "99", "x", "-1"] {
            assert_eq!(damaged(&[number, BEST, OTHER]), Some(number));
        }
        assert_eq!(damaged(&["1", BEST, OTHER]), Some("1"));
        let recorded = play(&[(6, 5), (8, 5)]);
        let damage = of_play(&["1", BEST, OTHER], Side::Zero, Some(&recorded)).expect("damage");
        assert_eq!(damage.label, "the play in this node is number 0");
        let text = format!("A[1][{BEST}][{OTHER}]MR[]");
        assert_eq!(number_of_play(&text, 2, Side::Zero, &recorded), Some((0, 2)));
    }

    #[test]
    fn plays_and_chances_that_cant_be_are_found() {
        for letters in ["aaaa", "hefe5", "he!e", "efeh", "hgfefedcba"] {
            assert_eq!(damaged(&["0", BEST, &OTHER.replace("xtmk", letters)]), Some(letters));
        }
        for number in ["7.5", "-0.507", "nan", "0,507", "1e999"] {
            assert_eq!(damaged(&["0", BEST, &OTHER.replace("0.507", number)]), Some(number));
        }
        assert_eq!(damaged(&["0", &BEST.replace(" 0.167", "")]), Some("0C"));
        assert_eq!(damaged(&["0", &BEST.replace("E ver", "X ver")]), Some("X"));
        assert_eq!(damaged(&["0", "hefe"]), Some(""));
        assert_eq!(damaged(&["0", "hefe E ver 3 0.5 0.2"]), Some(""));
    }

    #[test]
    fn damage_of_a_cube_decision_is_found() {
        let numbers = "0.51 0.16 0.008 0.14 0.009 0.04";
        let text = format!("E ver 3 0C 0 0.000000 1 {numbers} 0.505 {numbers} 0.469");
        let damaged = |text: &str| of_cube(text).map(|damage| text[damage.part].to_owned());
        assert_eq!(damaged(&text), None);
        assert_eq!(damaged(&text.replacen("0.51", "1.51", 1)).as_deref(), Some("1.51"));
        let (first, second) = text.split_at(60);
        let comma = format!("{first}{}", second.replacen("0.16", "0,16", 1));
        assert_eq!(damaged(&comma).as_deref(), Some("0,16"));
        assert_eq!(damaged(&text.replacen('E', "X", 1)).as_deref(), Some("X"));
        let rolled = |number: &str| {
            let output = format!("Output {number} 0.16 0.008 0.14 0.009 0.04 0.5 StdDev 0 0 0 0 0 0 0");
            format!("X ver 3 Eq Trials 36 NoDouble {output} DoubleTake {output} SK 0")
        };
        // Variance reduction may lead a little beyond 0 and 1.
        assert_eq!((damaged(&rolled("1.01")), damaged(&rolled("7.5")).as_deref()), (None, Some("7.5")));
    }
}
