//! The content of notes on entries, in words: for the items that a conversion loses.

use crate::diag::count::many;
use crate::game::record::{
    Analysis, Annotation, Candidate, Cause, Clock, CubeAnalysis, Evaluation, PlayAnalysis, Rating, Variation,
};

/// Returns the words for a rating of an action.
pub(super) const fn annotation(annotation: Annotation) -> &'static str {
    match annotation {
        Annotation::VeryBad => "very bad",
        Annotation::Bad => "bad",
        Annotation::Doubtful => "doubtful",
        Annotation::Good => "good",
        Annotation::VeryGood => "very good",
        Annotation::Interesting => "interesting",
    }
}

/// Returns the words for the cause of a loss.
pub(super) const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::TimeOut => "the time ran out",
        Cause::Left => "the player left",
        Cause::Forfeit => "forfeit",
    }
}

/// Returns the luck of a roll: in words, in points, or both.
pub(super) fn luck(rating: Option<Rating>, points: Option<f64>) -> String {
    join(&[rating.map(|rating| rating.words().to_owned()), points.map(|points| points.to_string())])
}

/// Returns the content of the clock, in milliseconds.
pub(super) fn clock(clock: &Clock) -> String {
    join(&[
        clock.used.map(|time| format!("used {time} ms")),
        clock.left.map(|time| format!("left {time} ms")),
        clock.opponent_left.map(|time| format!("opponent's left {time} ms")),
        clock.at.map(|time| format!("at {time} ms")),
    ])
}

/// Returns the words of a stored analysis, to the last digit: two analyses are the same if their words are.
pub(super) fn analysis(analysis: &Analysis) -> String {
    match analysis {
        Analysis::Play(analysis) => play(analysis),
        Analysis::Cube(analysis) => cube(analysis),
    }
}

fn play(analysis: &PlayAnalysis) -> String {
    let candidates: Vec<String> = analysis.candidates.iter().map(candidate).collect();
    let played = analysis.played.map(|index| format!("number {} played", index + 1));
    join(&[
        Some(format!("play by {}", analysis.program)),
        played,
        Some(candidates.join("; ")).filter(|text| !text.is_empty()),
    ])
}

fn candidate(candidate: &Candidate) -> String {
    let legs: Vec<String> = candidate.legs.iter().map(ToString::to_string).collect();
    let play = if legs.is_empty() { "no play".to_owned() } else { legs.join(" ") };
    format!("{play}: {}", evaluation(&candidate.evaluation))
}

fn cube(analysis: &CubeAnalysis) -> String {
    let worth = |what: &str, equity: Option<f64>| equity.map(|equity| format!("{what} {equity}"));
    join(&[
        Some(format!("cube by {}", analysis.program)),
        Some(format!("no double: {}", evaluation(&analysis.no_double))),
        analysis.double_take.as_ref().map(|taken| format!("double, take: {}", evaluation(taken))),
        worth("no double", analysis.equity_no_double),
        worth("double, take", analysis.equity_double_take),
        worth("double, pass", analysis.equity_double_pass),
        worth("no double: MWC", analysis.mwc[0]),
        worth("double, take: MWC", analysis.mwc[1]),
        worth("double, pass: MWC", analysis.mwc[2]),
    ])
}

fn evaluation(evaluation: &Evaluation) -> String {
    let chances = evaluation.chances.map(|it| <[f64; 5]>::from(it).map(|chance| chance.to_string()));
    join(&[
        chances.map(|chances| format!("chances {}", chances.join(" "))),
        evaluation.equity.map(|equity| format!("equity {equity}")),
        evaluation.mwc.map(|mwc| format!("MWC {mwc}")),
        evaluation.error.map(|error| format!("standard error {error}")),
        Some(format!("({})", evaluation.settings)).filter(|_| !evaluation.settings.is_empty()),
    ])
}

/// Returns how many entries and comments a variation contains, with those of the variations inside it.
pub(super) fn variation(variation: &Variation) -> String {
    let [entries, comments] = contents(variation);
    join(&[
        Some(if entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") }),
        (comments > 0).then(|| many(comments, "comment")),
    ])
}

fn contents(variation: &Variation) -> [u64; 2] {
    let own = [variation.entries.len() as u64, variation.comments.len() as u64];
    let inside = variation.entries.iter().filter_map(|entry| entry.notes.as_ref());
    let inside = inside.flat_map(|notes| &notes.variations).map(contents);
    inside.fold(own, |[entries, comments], more| [entries + more[0], comments + more[1]])
}

/// Joins the parts that exist by commas.
fn join(parts: &[Option<String>]) -> String {
    let parts: Vec<&str> = parts.iter().flatten().map(String::as_str).collect();
    parts.join(", ")
}
