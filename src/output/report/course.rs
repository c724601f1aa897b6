//! The course of a game, as a picture: the chance to win the match, or the points of a session, after every decision,
//! with the mistakes.

use super::{Game, Mistake, Report};
use crate::analysis::skill::Course;
use crate::board::Side;
use crate::diag::count::many;
use std::fmt::Write as _;

/// The places of the lines in the picture, in units of SVG, like all places here. The template contains the size.
const LEFT: f64 = 58.0;
const RIGHT: f64 = 986.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 212.0;

/// The picture of one game: the values for the template.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// The title.
    pub(super) title: String,
    /// The description of the picture in words.
    pub(super) description: String,
    /// The beginning and the end of lines across, and the end of lines down.
    pub(super) edges: [f64; 3],
    /// The lines of the scale.
    pub(super) grid: Vec<Tick>,
    /// The numbers of moves below the picture.
    pub(super) moves: Vec<Tick>,
    /// The offered cubes above the picture.
    pub(super) cubes: Vec<Tick>,
    /// The value, move by move, as a path.
    pub(super) line: String,
    /// The areas between it and the middle, where player 0 and where player 1 is ahead, as paths.
    pub(super) ahead: [String; 2],
    /// The end of the game.
    pub(super) end: Option<(String, String)>,
    /// The mistakes.
    pub(super) mistakes: Vec<Place>,
}

/// A line across the picture, with its words.
#[derive(Clone, Debug)]
pub(super) struct Tick {
    /// Its place.
    pub(super) at: String,
    /// The words beside it.
    pub(super) words: String,
    /// Whether it is the middle, where neither player is ahead.
    pub(super) is_middle: bool,
}

impl Tick {
    fn new(at: f64, words: String) -> Self {
        Self { at: format!("{at:.1}"), words, is_middle: false }
    }
}

/// A mistake in the picture.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The path of its mark: it points down if player 0 lost equity, otherwise up.
    pub(super) path: String,
    /// The severity: 1 doubtful to 3 very bad.
    pub(super) mark: u8,
    /// The page's identifier of the move.
    pub(super) anchor: String,
    /// The action.
    pub(super) words: String,
}

/// The vertical axis: from the lowest to the highest value, with lines at every step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scale {
    low: f64,
    high: f64,
    step: f64,
    middle: f64,
    is_match: bool,
}

impl Scale {
    /// Returns the scale of some values: whole steps around them, four or more. Chances stay between 0 and 1.
    fn of(values: impl Iterator<Item = f64> + Clone, is_match: bool) -> Self {
        let middle = if is_match { 0.5 } else { 0.0 };
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(f64::NEG_INFINITY, f64::max);
        // The middle is shown if it is near.
        let near = (high - low).max(if is_match { 0.1 } else { 0.5 });
        let (low, high) = if middle < low - near || middle > high + near {
            (low, high)
        } else {
            (low.min(middle), high.max(middle))
        };
        let mut steps: Vec<f64> = vec![0.05, 0.1, 0.25];
        if !is_match {
            steps = (0..).map(|power| 0.25 * f64::from(1_u32 << power)).take(20).collect();
        }
        let fits = |step: &&f64| (high - low) / **step <= 5.0;
        let step = steps.iter().find(fits).or(steps.last()).copied().unwrap_or(0.25);
        let mut scale = Self {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
            middle,
            is_match,
        };
        // Space for the marks, and for a game without changes.
        if scale.high - high < 0.15 * step {
            scale.high += step;
        }
        if low - scale.low < 0.15 * step {
            scale.low -= step;
        }
        if is_match {
            (scale.low, scale.high) = (scale.low.max(0.0), scale.high.min(1.0));
        }
        scale
    }

    fn y(&self, value: f64) -> f64 {
        BOTTOM - (value - self.low) / (self.high - self.low) * (BOTTOM - TOP)
    }

    fn words(&self, value: f64) -> String {
        match (self.is_match, self.step < 1.0) {
            (true, _) => format!("{:.0} %", 100.0 * value),
            (false, _) if value.abs() < 1e-9 => "0".to_owned(),
            (false, true) => format!("{value:+.2}"),
            (false, false) => format!("{value:+.0}"),
        }
    }

    fn grid(&self) -> Vec<Tick> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        let tick = |place: u32| {
            let value = self.low + f64::from(place) * self.step;
            Tick {
                at: format!("{:.1}", self.y(value)),
                words: self.words(value),
                is_middle: (value - self.middle).abs() < 1e-9,
            }
        };
        (0..=count).map(tick).collect()
    }
}

/// Draws the course of a game, counted from 0. `None` if hardly anything was evaluated.
pub(super) fn graph(report: &Report, index: usize) -> Option<Graph> {
    let analysed = report.analysed.as_ref()?;
    let (game, course) = (report.games.get(index)?, analysed.courses.get(index)?);
    if course.stations.len() < 2 {
        return None;
    }
    let is_match = !report.rules.is_money();
    let steps = game.steps.len();
    // The game begins at the left edge, the value after a move is at its number, the result after them.
    let x = |number: usize| LEFT + (RIGHT - LEFT) * number as f64 / (steps + 1) as f64;
    let mut values: Vec<(usize, f64)> = course.before.map(|before| (0, before)).into_iter().collect();
    values.extend(course.stations.iter().map(|&(act, worth)| (act + 1, worth)));
    values.extend(course.after.map(|after| (steps + 1, after)));
    let scale = Scale::of(values.iter().map(|&(_, value)| value), is_match);
    let points: Vec<(f64, f64)> = values.iter().map(|&(number, value)| (x(number), scale.y(value))).collect();
    let mistakes: Vec<&Mistake> = analysed.mistakes.iter().filter(|mistake| mistake.game == index).collect();
    let (title, description) = words(game, course, &scale, &mistakes);
    Some(Graph {
        title,
        description,
        edges: [LEFT, RIGHT, BOTTOM],
        grid: scale.grid(),
        moves: moves(steps, x),
        cubes: course.cubes.iter().map(|&(act, to)| Tick::new(x(act + 1), to.to_string())).collect(),
        line: path(&points),
        ahead: ahead(&points, scale.y(scale.middle)),
        end: course.after.map(|after| (format!("{:.1}", x(steps + 1)), format!("{:.1}", scale.y(after)))),
        mistakes: places(game, &mistakes, |act| Some((x(act + 1), scale.y(value_at(&values, act + 1)?)))),
    })
}

/// Returns the title and the description in words.
fn words(game: &Game, course: &Course, scale: &Scale, mistakes: &[&Mistake]) -> (String, String) {
    let name = &game.names[Side::Zero];
    let title = if scale.is_match {
        format!("{name}'s match winning chances after every decision")
    } else {
        format!("The points that {name} can expect from the game, after every decision")
    };
    let value = |value: f64| {
        if scale.is_match { format!("{:.1} %", 100.0 * value) } else { format!("{value:+.2} points") }
    };
    let mut description = String::new();
    if let Some(before) = course.before {
        let _ = write!(description, "It begins at {}. ", value(before));
    }
    let worth = course.stations.iter().map(|&(_, worth)| worth);
    let (low, high) = (worth.clone().fold(f64::INFINITY, f64::min), worth.fold(f64::NEG_INFINITY, f64::max));
    let _ = write!(description, "It lies between {} and {}. ", value(low), value(high));
    if let Some(after) = course.after {
        let _ = write!(description, "It ends at {}. ", value(after));
    }
    let count = |side: Side| {
        let own = mistakes.iter().filter(|mistake| mistake.by == side).count();
        format!("{} of {}", many(own as u64, "mistake"), game.names[side])
    };
    let _ = write!(description, "{} and {} are marked.", count(Side::Zero), count(Side::One));
    (title, description)
}

/// Returns the numbers of moves, not too many.
fn moves(steps: usize, x: impl Fn(usize) -> f64) -> Vec<Tick> {
    let every = [5, 10, 20, 50, 100].into_iter().find(|every| steps / every <= 16).unwrap_or(200);
    (every..=steps).step_by(every).map(|number| Tick::new(x(number), number.to_string())).collect()
}

/// Returns a path through points.
fn path(points: &[(f64, f64)]) -> String {
    let mut data = String::new();
    for (place, (x, y)) in points.iter().enumerate() {
        let _ = write!(data, "{}{x:.1} {y:.1}", if place == 0 { 'M' } else { 'L' });
    }
    data
}

/// Returns the areas between points and the middle: above it, and below it.
fn ahead(points: &[(f64, f64)], middle: f64) -> [String; 2] {
    // The middle may be outside.
    let middle = middle.clamp(TOP, BOTTOM);
    let mut all: Vec<(f64, f64)> = Vec::with_capacity(points.len());
    for &(x, y) in points {
        if let Some(&(from, above)) = all.last()
            && (above - middle) * (y - middle) < 0.0
        {
            all.push((from + (x - from) * (middle - above) / (y - above), middle));
        }
        all.push((x, y));
    }
    let (Some(&(first, _)), Some(&(last, _))) = (all.first(), all.last()) else { return Default::default() };
    [f64::min, f64::max].map(|bound: fn(f64, f64) -> f64| {
        let edge: Vec<(f64, f64)> = all.iter().map(|&(x, y)| (x, bound(y, middle))).collect();
        let bare = edge.iter().all(|&(_, y)| (y - middle).abs() < 0.05);
        if bare {
            String::new()
        } else {
            format!("{}L{last:.1} {middle:.1}L{first:.1} {middle:.1}Z", path(&edge))
        }
    })
}

/// Returns the value of the line at the number of a move. Resignations, and acts that were not evaluated, have no
/// value of their own.
fn value_at(values: &[(usize, f64)], number: usize) -> Option<f64> {
    let next = values.iter().position(|&(next, _)| next >= number)?;
    let (to, after) = values[next];
    let Some(&(from, before)) = next.checked_sub(1).map(|last| &values[last]).filter(|_| to > number) else {
        return Some(after);
    };
    Some(before + (after - before) * (number - from) as f64 / (to - from) as f64)
}

/// Returns the marks of mistakes: triangles that touch the line. `place` returns the place of a move on it.
fn places(game: &Game, mistakes: &[&Mistake], place: impl Fn(usize) -> Option<(f64, f64)>) -> Vec<Place> {
    let mut places = Vec::new();
    for (step, of) in game.steps.iter().enumerate() {
        let mut own: Vec<&&Mistake> = mistakes.iter().filter(|mistake| mistake.step == step).collect();
        let (Some((x, y)), false) = (place(step), own.is_empty()) else { continue };
        // If a move has two mistakes, the worse one is drawn; the words contain both.
        own.sort_by_key(|mistake| std::cmp::Reverse(size(mistake.mark)));
        let mark = size(own[0].mark);
        let way = if of.side == Side::Zero { -1.0 } else { 1.0 };
        let (half, tall) = (3.5 + f64::from(mark), 6.0 + 2.0 * f64::from(mark));
        let (tip, base) = (y + way * 3.0, y + way * (3.0 + tall));
        let done: Vec<String> = own
            .iter()
            .map(|mistake| format!("{}, {}, loses {}", mistake.words, mistake.mark, mistake.lost))
            .collect();
        places.push(Place {
            path: format!("M{x:.1} {tip:.1}L{:.1} {base:.1}H{:.1}Z", x - half, x + half),
            mark,
            anchor: own[0].anchor(),
            words: format!("Move {}, {}: {}", of.number, game.names[of.side], done.join("; ")),
        });
    }
    places
}

/// Returns the severity of a mark, 1 to 3.
fn size(mark: &str) -> u8 {
    match mark {
        "very bad" => 3,
        "bad" => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(values: &[f64], is_match: bool) -> Scale {
        Scale::of(values.iter().copied(), is_match)
    }

    #[test]
    fn scales_hold_all_values_and_have_few_lines() {
        for (values, is_match) in [
            (&[0.5, 0.5][..], true),
            (&[0.02, 0.05, 0.03], true),
            (&[0.0, 1.0, 0.5], true),
            (&[0.41, 0.63], true),
            (&[0.0, 0.0], false),
            (&[-0.3, 8.0], false),
            (&[-64.0, 192.0], false),
        ] {
            let scale = scale(values, is_match);
            assert!(values.iter().all(|value| (scale.low..=scale.high).contains(value)), "{scale:?}");
            assert!((2..=9).contains(&scale.grid().len()), "{scale:?}");
            assert!(!is_match || (scale.low >= 0.0 && scale.high <= 1.0), "{scale:?}");
        }
        let words: Vec<String> =
            scale(&[0.41, 0.63], true).grid().into_iter().map(|tick| tick.words).collect();
        assert_eq!(words, ["40 %", "45 %", "50 %", "55 %", "60 %", "65 %"]);
    }

    #[test]
    fn between_two_values_the_line_is_straight() {
        let values = [(0, 0.5), (2, 0.7), (5, 1.0)];
        let at = |number| value_at(&values, number).map(|value| (10.0 * value).round());
        assert_eq!(
            [0, 1, 2, 4, 5, 6].map(at),
            [Some(5.0), Some(6.0), Some(7.0), Some(9.0), Some(10.0), None]
        );
    }

    #[test]
    fn areas_change_where_the_line_crosses_the_middle() {
        let [above, below] = ahead(&[(0.0, 90.0), (10.0, 110.0)], 100.0);
        assert_eq!(above, "M0.0 90.0L5.0 100.0L10.0 100.0L10.0 100.0L0.0 100.0Z");
        assert_eq!(below, "M0.0 100.0L5.0 100.0L10.0 110.0L10.0 100.0L0.0 100.0Z");
        assert_eq!(ahead(&[(0.0, 90.0), (10.0, 80.0)], 100.0)[1], "");
    }
}
