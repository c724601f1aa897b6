//! The trend of players: error rates match by match and month by month, as a table and as pictures.

use super::page::{Page, Table, heads, title};
use super::picture::{LEFT, Picture, TOP, WIDTH, head, level, steps};
use crate::analysis::skill::{RATINGS, rating_words};
use crate::analysis::{Point, Quality, Trend};
use crate::diag::columns;
use crate::diag::count::{many, many_es};
use crate::output::diagram::Escaped;
use barpoint_core::math::calendar::days_of;
use std::fmt::Write as _;

/// The most players with a picture if none is named.
const PANELS: usize = 6;

/// The most groups of matches without a day.
const GROUPS: usize = 12;

/// Returns the players whose trend is shown: the named ones, else those with the most analysed matches. Each has at least two.
pub(super) fn shown<'a>(page: &Page<'a>) -> Vec<(&'a str, &'a Trend)> {
    let all = page.tally.players.iter().map(|(name, counts)| (name.as_str(), &counts.trend));
    let is_named = |name: &str| page.named.is_empty() || page.named.iter().any(|named| named == name);
    let mut shown: Vec<_> = all.filter(|(name, trend)| !trend.is_short() && is_named(name)).collect();
    // The sort is stable: players with as many matches stay in order of their names.
    shown.sort_by_key(|(_, trend)| std::cmp::Reverse(trend.points().len()));
    if page.named.is_empty() {
        shown.truncate(PANELS);
    }
    shown
}

/// Returns the months, or if no match has a day, up to twelve groups of matches in the order of the input.
fn periods(trend: &Trend) -> Vec<(String, u64, Quality)> {
    let mut periods = trend.months();
    if !periods.is_empty() {
        let (matches, quality) = trend.undated();
        periods.extend((matches > 0).then(|| ("undated".to_owned(), matches, quality)));
        return periods;
    }
    let points = trend.points();
    let size = points.len().div_ceil(GROUPS).max(1);
    let group = |(at, group): (usize, &[&Point])| {
        let from = at * size + 1;
        let name =
            if group.len() == 1 { from.to_string() } else { format!("{from}-{}", from + group.len() - 1) };
        (name, group.len() as u64, sum(group))
    };
    points.chunks(size).enumerate().map(group).collect()
}

/// Returns the sum over some matches.
fn sum(points: &[&Point]) -> Quality {
    let mut sum = Quality::default();
    for point in points {
        sum += point.quality;
    }
    sum
}

/// Returns a rate in thousandths of normalised equity; a hyphen if nothing was evaluated.
fn milli(rate: Option<f64>, has_sign: bool) -> String {
    match rate.map(|rate| 1000.0 * rate) {
        None => "-".to_owned(),
        Some(rate) if has_sign => format!("{rate:+.1}"),
        Some(rate) => format!("{rate:.1}"),
    }
}

/// Returns the table of the periods of some players. Empty if there are no players.
pub(super) fn table(of: &[(&str, &Trend)]) -> Table {
    let rows = of.iter().flat_map(|(name, trend)| {
        periods(trend).into_iter().map(|(period, matches, quality)| {
            vec![
                title(name),
                period,
                matches.to_string(),
                quality.rated.rating().map_or_else(|| "-".to_owned(), |rating| format!("{rating:.2}")),
                quality.decisions.to_string(),
                milli(quality.error_rate(), false),
                quality.error_rate().map_or("-", rating_words).to_owned(),
                milli(quality.luck_rate(), true),
            ]
        })
    });
    let heads = heads("trend|period|matches|PR|decisions|mEMG|rating|luck mEMG");
    Table { heads, rows: rows.collect(), ..Table::default() }
}

const HEIGHT: u32 = 260;
/// The right edge of the area with the dots: the words of the ratings stand beside it.
const EDGE: f64 = 322.0;
/// The lower edge of the area with the dots.
const BOTTOM: f64 = 220.0;

/// The most matches of which each has a dot.
const DOTS: usize = 1_500;

/// The number of matches in a moving mean.
const MOVING: usize = 5;

/// Draws a picture for each player.
pub(super) fn panels(page: &Page<'_>) -> Vec<Picture> {
    shown(page).into_iter().map(|(name, trend)| panel(&title(name), trend)).collect()
}

/// A match or a mean in the picture: its place on the horizontal axis, its rate in mEMG.
type Dot = (f64, f64);

/// What a picture shows: matches with their points, the means, the words below the axis, and the name of the axis.
struct Course<'a> {
    matches: Vec<(Dot, &'a Point)>,
    means: Vec<Dot>,
    ticks: Vec<(f64, String)>,
    axis: String,
}

/// Returns the course of a player by days, or by the order of the input if no match has a day.
fn course(trend: &Trend) -> Course<'_> {
    let points = trend.points();
    let rate = |quality: &Quality| quality.error_rate().map(|rate| 1000.0 * rate);
    let dated: Vec<(f64, &Point)> =
        points.iter().filter_map(|point| Some((day_number(point.day.as_deref()?), *point))).collect();
    if let (Some((first, _)), Some((last, _))) = (dated.first(), dated.last()) {
        let share = |day: f64| if last > first { (day - first) / (last - first) } else { 0.5 };
        let matches =
            dated.iter().filter_map(|(day, point)| Some(((share(*day), rate(&point.quality)?), *point)));
        let mean = |(month, _, quality): (String, u64, Quality)| {
            let days: Vec<f64> = dated
                .iter()
                .filter(|(_, point)| point.day.as_ref().is_some_and(|day| day.starts_with(&month)))
                .map(|(day, _)| *day)
                .collect();
            Some((share(days.iter().sum::<f64>() / days.len() as f64), rate(&quality)?))
        };
        let left_out = points.len() - dated.len();
        let axis = match left_out {
            0 => "dots are matches, the line is the mean of each month".to_owned(),
            _ => format!(
                "dots: matches, line: months; {} without a date left out",
                many_es(left_out as u64, "match")
            ),
        };
        let ticks = month_ticks(dated[0].1, dated[dated.len() - 1].1);
        let ticks = ticks.into_iter().map(|(day, words)| (share(day), words)).collect();
        return Course {
            matches: matches.collect(),
            means: trend.months().into_iter().filter_map(mean).collect(),
            ticks,
            axis,
        };
    }
    let share = |at: usize| at as f64 / (points.len() - 1).max(1) as f64;
    let matches = points.iter().enumerate();
    let matches = matches.filter_map(|(at, point)| Some(((share(at), rate(&point.quality)?), *point)));
    let moving = |(at, points): (usize, &[&Point])| Some((share(at + points.len() - 1), rate(&sum(points))?));
    let size = MOVING.min(points.len());
    let ticks = steps(points.len() as f64)
        .into_iter()
        .map(|step| step as usize)
        .collect::<std::collections::BTreeSet<_>>();
    let ticks = ticks.into_iter().filter(|number| (1..=points.len()).contains(number));
    Course {
        matches: matches.collect(),
        means: points.windows(size).enumerate().filter_map(moving).collect(),
        ticks: ticks.map(|number| (share(number - 1), number.to_string())).collect(),
        axis: format!("matches in the order of the input; the line is the mean of {size}"),
    }
}

/// Returns the number of a day, `YYYY-MM-DD`; 0 for any other text.
fn day_number(day: &str) -> f64 {
    days_of(day).unwrap_or_default() as f64
}

/// Returns up to six beginnings of months between two matches with their names; the two days if there are fewer than two.
fn month_ticks(first: &Point, last: &Point) -> Vec<(f64, String)> {
    let day = |point: &Point| point.day.clone().unwrap_or_default();
    let (first, last) = (day(first), day(last));
    let month = |day: &str| {
        let part = |range: std::ops::Range<usize>| day.get(range).and_then(|part| part.parse::<u32>().ok());
        12 * part(0..4).unwrap_or(0) + part(5..7).unwrap_or(1).clamp(1, 12) - 1
    };
    // The first month counts if its first day does.
    let from = month(&first) + u32::from(!first.ends_with("-01"));
    let to = month(&last);
    let step = [1, 2, 3, 6, 12, 24, 60, 120]
        .into_iter()
        // Months take more space than years.
        .find(|step| to.saturating_sub(from) / step < if *step < 12 { 5 } else { 6 })
        .unwrap_or(240);
    let months = (from..=to).filter(|month| month % step == 0);
    let ticks: Vec<(f64, String)> = months
        .map(|month| {
            let name = format!("{:04}-{:02}", month / 12, month % 12 + 1);
            let words = if step >= 12 { name[..4].to_owned() } else { name.clone() };
            (day_number(&format!("{name}-01")), words)
        })
        .collect();
    if ticks.len() >= 2 {
        return ticks;
    }
    let mut ends = vec![(day_number(&first), first.clone())];
    ends.extend((last != first).then(|| (day_number(&last), last)));
    ends
}

/// Draws a player's picture.
fn panel(name: &str, trend: &Trend) -> Picture {
    let points = trend.points();
    let whole = sum(&points);
    let rate = whole.error_rate();
    let rating = rate.map_or("-", rating_words);
    let course = course(trend);
    let mean = 1000.0 * rate.unwrap_or_default();
    let highest = |dots: &mut dyn Iterator<Item = f64>| dots.fold(0.0, f64::max);
    // One wild short match must not press all others to the axis.
    let matches = highest(&mut course.matches.iter().map(|((_, rate), _)| *rate)).min(3.0 * mean);
    let scale = steps(highest(&mut course.means.iter().map(|(_, rate)| *rate)).max(matches).max(1.0));
    let top = scale[scale.len() - 1];
    let x = |share: f64| LEFT + 8.0 + share * (EDGE - LEFT - 16.0);
    let y = |rate: f64| BOTTOM - (BOTTOM - TOP) * (rate / top).min(1.0);
    let matches = many_es(points.len() as u64, "match");
    let summary = format!("{matches}, {} mEMG a decision: {rating}", milli(rate, false));
    let mut body = head(name, &summary, "mEMG a decision");
    for step in &scale {
        body.push_str(&level(y(*step), EDGE, *step, if *step == 0.0 { "axis" } else { "grid" }));
    }
    ratings(&mut body, top, &y);
    for (share, words) in &course.ticks {
        let x = x(*share);
        // Half the width of the words, so that they stay inside the picture.
        let half = 3.2 * columns(words) as f64;
        let middle = x.clamp(half, f64::from(WIDTH) - half);
        let _ = writeln!(
            body,
            "<path class=\"axis\" d=\"M{x:.1} {BOTTOM}v4\"/>\
             <text class=\"dim\" x=\"{middle:.1}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"middle\">{words}</text>",
            BOTTOM + 16.0
        );
    }
    let _ = writeln!(
        body,
        "<text class=\"dim\" x=\"{EDGE}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"end\">{}</text>",
        BOTTOM + 33.0,
        Escaped(&course.axis)
    );
    if rate.is_some() {
        let _ = writeln!(body, "<path class=\"mean\" d=\"M{LEFT} {0:.1}H{EDGE}\"/>", y(mean));
    }
    let most = points.iter().map(|point| point.quality.decisions).max().unwrap_or(1).max(1) as f64;
    for ((share, rate), point) in course.matches.iter().filter(|_| course.matches.len() <= DOTS) {
        let (x, y) = (x(*share), y(*rate));
        let size = 2.0 + 3.0 * (point.quality.decisions as f64 / most).sqrt();
        let words = Escaped(&words(point)).to_string();
        // A rate above the scale is an arrow at its edge.
        let (shape, end) = if *rate > top {
            (format!("<path class=\"dot\" d=\"M{x:.1} {:.1}l4 7h-8z\">", y - 3.0), "path")
        } else {
            (format!("<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size:.1}\">"), "circle")
        };
        let _ = writeln!(body, "{shape}<title>{words}</title></{end}>");
    }
    let line: Vec<String> =
        course.means.iter().map(|(share, rate)| format!("{:.1} {:.1}", x(*share), y(*rate))).collect();
    let _ = writeln!(body, "<path class=\"line\" d=\"M{}\"/>", line.join("L"));
    for (share, rate) in &course.means {
        let (x, y) = (x(*share), y(*rate));
        let _ = writeln!(body, "<circle class=\"knot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\"/>");
    }
    let periods = periods(trend);
    let ends = [periods.first(), periods.iter().rfind(|(period, ..)| period != "undated")];
    let ends: Vec<String> = ends
        .into_iter()
        .flatten()
        .map(|(period, _, quality)| format!("{period}: {}", milli(quality.error_rate(), false)))
        .collect();
    Picture {
        name: "trend",
        title: format!("Error rate of {name}"),
        description: format!(
            "{matches}, {}; thousandths of normalised equity lost per decision: {}; {}.",
            many(whole.decisions, "decision"),
            milli(rate, false),
            ends.join(", ")
        ),
        width: WIDTH,
        height: HEIGHT,
        body,
    }
}

/// Writes the words of the ratings right of the dots, where there is room between their borders.
fn ratings(body: &mut String, top: f64, y: &dyn Fn(f64) -> f64) {
    let borders: Vec<f64> = RATINGS.iter().map(|(border, _)| 1000.0 * border).collect();
    for (at, (border, words)) in RATINGS.iter().enumerate() {
        let low = y(1000.0 * border);
        let high = y(if at == 0 { top } else { borders[at - 1] });
        if 1000.0 * border < top && low - high >= 14.0 {
            let _ = writeln!(
                body,
                "<path class=\"grid\" stroke-dasharray=\"1 3\" d=\"M{LEFT} {low:.1}H{EDGE}\"/>\
                 <text class=\"dim\" x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\">{words}</text>",
                EDGE + 6.0,
                low - 3.0
            );
        }
    }
}

/// Returns a match in words: `2026-03-04, against Bob: 12.3 mEMG, 45 decisions`.
fn words(point: &Point) -> String {
    let mut words = Vec::new();
    words.extend(point.day.clone());
    words.extend(point.opponent.as_ref().map(|name| format!("against {}", title(name))));
    let quality = &point.quality;
    format!(
        "{}: {} mEMG, {}",
        words.join(", "),
        milli(quality.error_rate(), false),
        many(quality.decisions, "decision")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_names_few_months_or_both_days() {
        let ticks = |first: &str, last: &str| -> Vec<String> {
            let point = |day: &str| Point { day: Some(day.to_owned()), ..Point::default() };
            month_ticks(&point(first), &point(last)).into_iter().map(|(_, words)| words).collect()
        };
        assert_eq!(ticks("2026-01-15", "2026-04-02"), ["2026-02", "2026-03", "2026-04"]);
        assert_eq!(ticks("2026-01-01", "2026-06-02"), ["2026-01", "2026-03", "2026-05"]);
        assert_eq!(ticks("2024-11-01", "2026-10-02"), ["2025-01", "2025-07", "2026-01", "2026-07"]);
        assert_eq!(ticks("2011-05-01", "2016-10-02"), ["2012", "2013", "2014", "2015", "2016"]);
        assert_eq!(ticks("2026-01-15", "2026-01-20"), ["2026-01-15", "2026-01-20"]);
        assert_eq!(ticks("2026-01-15", "2026-01-15"), ["2026-01-15"]);
    }
}
