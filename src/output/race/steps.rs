//! The arithmetic of the formulas for races, step by step.

use crate::diag::count::many;
use crate::stats::race::{EightNineTwelve, Isight, Keith, Kleinman, Race, Thorp, Trice, Verdict, Ward};
use std::fmt::Write as _;

/// The result of a formula for a race, with its arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaResult {
    /// The formula's name, that of GNU Backgammon's command where there is one.
    pub name: &'static str,
    /// Its author, where and when it was published.
    pub source: &'static str,
    /// The numbers compared, in pips: the side on roll, with its adjustments, and the opponent.
    pub counts: Option<(f64, f64)>,
    /// The winning chance of the side on roll, 0 to 1; a rough estimate can be outside.
    pub chance: Option<f64>,
    /// The arithmetic, one line per step.
    pub steps: Vec<String>,
    /// The published rule's verdict. `None` if the rule has none.
    pub verdict: Option<Verdict>,
    /// GNU Backgammon's number of the side on roll, as in `counts`, and its verdict, where it prints one.
    pub gnubg: Option<(f64, Verdict)>,
}

/// Evaluates a race by every formula; `mover` and `opponent` are the names of the sides in the steps.
#[must_use]
pub fn results(race: &Race, mover: &str, opponent: &str) -> Vec<FormulaResult> {
    let steps =
        |mine: String, theirs: String| vec![format!("{mover}: {mine}"), format!("{opponent}: {theirs}")];
    vec![
        thorp(&Thorp::of(race), steps),
        keith(&Keith::of(race), steps),
        ward(&Ward::of(race), steps),
        isight(&Isight::of(race), steps),
        eight_nine_twelve(EightNineTwelve::of(race)),
        kleinman(Kleinman::of(race)),
        trice(Trice::of(race)),
    ]
}

fn thorp(thorp: &Thorp, steps: impl Fn(String, String) -> Vec<String>) -> FormulaResult {
    let [mine, theirs] = [thorp.mover, thorp.opponent].map(|count| {
        let terms = [(count.checkers, "for the checkers"), (count.ace, "on the 1-point")];
        let home_points = many(count.home_points.into(), "home point");
        format!("{} - {home_points} = {}", sum(count.pips, &terms, 1), count.total())
    });
    let raised = f64::from(thorp.mover_tenths()) / 10.0;
    let tenth = if thorp.mover.total() > 30 {
        format!("{mine}; and a tenth, {raised}")
    } else {
        format!("{mine}; no tenth, as it isn't above 30")
    };
    let mut steps = steps(tenth, theirs);
    steps.push(format!(
        "{raised} against {}: double to 2 above, redouble to 1 above, take to 2 below",
        thorp.opponent.total()
    ));
    FormulaResult {
        name: "thorp",
        source: "Edward O. Thorp, The Mathematics of Gambling, 1984",
        counts: Some((raised, f64::from(thorp.opponent.total()))),
        chance: None,
        steps,
        verdict: Some(thorp.verdict()),
        gnubg: Some((raised, thorp.gnubg_verdict())),
    }
}

fn keith(keith: &Keith, steps: impl Fn(String, String) -> Vec<String>) -> FormulaResult {
    let [mine, theirs] = [keith.mover, keith.opponent].map(|count| {
        let terms = [
            (count.ace, "on the 1-point"),
            (count.deuce, "on the 2-point"),
            (count.three, "on the 3-point"),
            (count.gaps, "for gaps"),
        ];
        total(count.pips, &terms, count.total())
    });
    let (raised, opponent) = (keith.mover_raised(), keith.opponent.total());
    let gnubg = keith.gnubg_mover();
    let mut steps = steps(format!("{mine}; and a seventh, rounded down, {raised}"), theirs);
    steps.push(format!(
        "{raised} against {opponent}: double to 4 above, redouble to 3 above, take from 2 above on"
    ));
    steps.push(format!("GNU Backgammon doesn't round: {gnubg:.1}"));
    FormulaResult {
        name: "keith",
        source: "Tom Keith, Cube Handling in Noncontact Positions, 2004",
        counts: Some((f64::from(raised), f64::from(opponent))),
        chance: None,
        steps,
        verdict: Some(keith.verdict()),
        gnubg: Some((f64::from(gnubg), keith.gnubg_verdict())),
    }
}

fn ward(ward: &Ward, steps: impl Fn(String, String) -> Vec<String>) -> FormulaResult {
    let [mine, theirs] = [ward.mover, ward.opponent].map(|count| {
        let terms = [
            (count.ace, "on the 1-point"),
            (count.deuce, "on the 2-point"),
            (count.checkers, "for more checkers"),
            (count.outside, "for more outside"),
        ];
        let fewer = f64::from(count.home_points) / 2.0;
        let less = if fewer > 0.0 { format!(" - {fewer} for more home points") } else { String::new() };
        format!("{}{less} = {}", sum(count.pips, &terms, 2), f64::from(count.total()) / 2.0)
    });
    let [raised, opponent, margin] =
        [ward.mover_hundredths(), ward.opponent_hundredths(), ward.margin_hundredths()]
            .map(|hundredths| f64::from(hundredths) / 100.0);
    let mut steps = steps(format!("{mine}; and a tenth, {raised}"), theirs);
    steps.push(format!(
        "{raised} against {opponent}: double to 2 above, redouble to 1 above, take to {margin} below"
    ));
    FormulaResult {
        name: "ward",
        source: "Jeff Ward, The Doubling Cube in Backgammon, volume 1, 1982",
        counts: Some((raised, opponent)),
        chance: None,
        steps,
        verdict: Some(ward.verdict()),
        gnubg: None,
    }
}

fn isight(isight: &Isight, steps: impl Fn(String, String) -> Vec<String>) -> FormulaResult {
    let [mine, theirs] = [isight.mover, isight.opponent].map(|count| {
        let terms = [
            (count.checkers, "for more checkers"),
            (count.ace, "on the 1-point"),
            (count.deuce, "on the 2-point"),
            (count.three, "on the 3-point"),
            (count.gaps, "for gaps"),
            (count.crossovers, "for more crossovers"),
        ];
        total(count.pips, &terms, count.total())
    });
    let (mover, opponent) = (isight.mover.total(), isight.opponent.total());
    let mut steps = steps(mine, theirs);
    steps.push(format!(
        "80 - {mover}/3 + 2 * ({opponent} - {mover}) = {:.1} %: double from 68, redouble from 70, take to 76",
        isight.percent()
    ));
    FormulaResult {
        name: "isight",
        source: "Axel Reichert, Improved Cube Handling in Races: Insights with Isight, 2014",
        counts: Some((f64::from(mover), f64::from(opponent))),
        chance: Some(isight.percent() / 100.0),
        steps,
        verdict: Some(isight.verdict()),
        gnubg: Some((f64::from(mover), isight.verdict())),
    }
}

fn eight_nine_twelve(rule: EightNineTwelve) -> FormulaResult {
    let EightNineTwelve { mover, opponent } = rule;
    let percent = rule.percent().unwrap_or(f64::INFINITY);
    FormulaResult {
        name: "8912",
        source: "folklore; taught in Bill Robertie, Advanced Backgammon",
        counts: Some((f64::from(mover), f64::from(opponent))),
        chance: None,
        steps: vec![format!(
            "({opponent} - {mover}) / {mover} = {percent:.1} %: double from 8, redouble from 9, take to 12"
        )],
        verdict: Some(rule.verdict()),
        gnubg: Some((f64::from(mover), rule.gnubg_verdict())),
    }
}

fn kleinman(kleinman: Kleinman) -> FormulaResult {
    let (lead, length) = (kleinman.lead(), kleinman.length());
    let steps = match kleinman.metric().zip(kleinman.chance()) {
        None => vec!["no more than 4 pips are left: the formula doesn't apply".to_owned()],
        Some((metric, chance)) => vec![
            format!("D = lead + 4 = {lead}; S = both counts - 4 = {length}; chance {:.2} %", chance * 100.0),
            if lead < 0 {
                "D is below zero: no double".to_owned()
            } else {
                format!("D * D / S = {metric:.3}: double from 0.5, redouble from 0.7, take to 1.2")
            },
            format!("GNU Backgammon's K is D / (2 * root of S) = {:.4}", kleinman.gnubg_metric()),
        ],
    };
    FormulaResult {
        name: "kleinman",
        source: "Danny Kleinman, Vision Laughs at Counting, 1980",
        counts: None,
        chance: kleinman.chance(),
        steps,
        verdict: kleinman.verdict(),
        gnubg: None,
    }
}

fn trice(trice: Trice) -> FormulaResult {
    let pips = trice.mover;
    let steps = match trice.last_take() {
        None => vec!["fewer than 12 pips are left: the rule doesn't apply".to_owned()],
        Some(last) => {
            let rule = if pips <= 62 {
                format!("({pips} - 5) / 7, rounded down")
            } else {
                format!("{pips} / 10, rounded up, + 1")
            };
            vec![
                format!("point of last take = {rule} = {last}"),
                format!(
                    "deficit {}: double from {}, redouble from {}, take to {last}",
                    trice.deficit(),
                    i64::from(last) - 3,
                    i64::from(last) - 2
                ),
            ]
        }
    };
    FormulaResult {
        name: "trice",
        source: "Walter Trice, Backgammon Boot Camp, 2004",
        counts: None,
        chance: None,
        steps,
        verdict: trice.verdict(),
        gnubg: None,
    }
}

/// Returns a pip count and what is added to it, in parts of a pip; terms of 0 are left out.
fn sum(pips: u32, terms: &[(u32, &str)], parts: u32) -> String {
    let whole = |value: u32| f64::from(value) / f64::from(parts);
    let noun = if pips == parts { "pip" } else { "pips" };
    let mut text = format!("{} {noun}", whole(pips));
    for (value, what) in terms.iter().filter(|(value, _)| *value > 0) {
        let _ = write!(text, " + {} {what}", whole(*value));
    }
    text
}

/// Returns a sum and its total, if it has several terms.
fn total(pips: u32, terms: &[(u32, &str)], total: u32) -> String {
    let sum = sum(pips, terms, 1);
    if sum.contains(" + ") { format!("{sum} = {total}") } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_pip_is_not_pips() {
        assert_eq!(total(1, &[(0, "for gaps")], 1), "1 pip");
        assert_eq!(total(2, &[(3, "for gaps")], 5), "2 pips + 3 for gaps = 5");
        assert_eq!(sum(2, &[(1, "for more outside")], 2), "1 pip + 0.5 for more outside");
    }
}
