//! Bars: rolls with the expectation for fair dice, and results.

use super::picture::Picture;
use super::{Page, percent};
use crate::analysis::{Began, Dice, Seat};
use crate::board::Roll;
use crate::rules::Outcome;
use std::fmt::Write as _;

/// A picture of bars.
pub(super) struct Plot {
    name: &'static str,
    title: &'static str,
    caption: &'static str,
    bars: fn(&Page<'_>) -> Vec<Bar>,
}

/// The pictures of bars: rolls and opening rolls compared with fair dice; how games ended, and who won them.
pub(super) const PLOTS: [Plot; 3] = [
    Plot {
        name: "rolls",
        title: "Rolls",
        caption: FAIR,
        bars: |page| {
            let dice = &page.tally.all.dice;
            of_dice(dice, dice.total(), |roll| f64::from(roll.weight()) / 36.0, &dice.rolls, |_| true)
        },
    },
    Plot {
        name: "openings",
        title: "Opening rolls",
        caption: FAIR,
        bars: |page| {
            let dice = &page.tally.all.dice;
            of_dice(dice, dice.opened(), |_| 1.0 / 15.0, &dice.openings, |roll| !roll.is_doublet())
        },
    },
    Plot {
        name: "results",
        title: "Results",
        caption: "Games by how they ended, by the cube, and by who won.",
        bars: results,
    },
];

const FAIR: &str =
    "Difference from the number expected, in percent; with fair dice, 95 of 100 bars end within the band.";

/// One bar.
struct Bar {
    label: String,
    count: u64,
    /// The total that it is a part of.
    whole: u64,
    /// Its expected share, if there is one.
    expected: Option<f64>,
    /// Whether there is a gap above it.
    begins: bool,
}

const WIDTH: u32 = 640;
/// The beginning of bars, and the length of the longest one.
const LEFT: f64 = 110.0;
const LONGEST: f64 = 400.0;
const ROW: u32 = 20;
const HEAD: u32 = 58;

impl Plot {
    /// Draws the picture.
    pub(super) fn picture(&self, page: &Page<'_>) -> Picture {
        let bars = (self.bars)(page);
        let mut body = String::new();
        draw(&mut body, self, &bars);
        let (title, description) = (self.title.to_owned(), self.caption.to_owned());
        Picture { name: self.name, title, description, width: WIDTH, height: height(&bars), body }
    }
}

fn of_dice(
    dice: &Dice,
    whole: u64,
    chance: impl Fn(Roll) -> f64,
    counts: &[u64],
    wanted: impl Fn(Roll) -> bool,
) -> Vec<Bar> {
    let mut low = None;
    let mut bars: Vec<Bar> = Vec::new();
    for (&roll, &count) in Roll::ALL.iter().zip(counts).filter(|(roll, _)| wanted(**roll)) {
        let begins = low.replace(roll.low()).is_some_and(|before| before != roll.low());
        bars.push(Bar { label: roll.to_string(), count, whole, expected: Some(chance(roll)), begins });
    }
    if wanted(Roll::ALL[0]) {
        let count = dice.doublets.yes();
        bars.push(Bar { label: "doublets".into(), count, whole, expected: Some(1.0 / 6.0), begins: true });
    }
    bars
}

fn results(page: &Page<'_>) -> Vec<Bar> {
    let all = &page.tally.all;
    let whole = all.won.games();
    let of = |label: &str, (count, whole): (u64, u64), begins: bool| Bar {
        label: label.to_owned(),
        count,
        whole,
        expected: None,
        begins,
    };
    let bar = |label: &str, count: u64, begins: bool| of(label, (count, whole), begins);
    let mut bars = vec![
        bar("single", all.won.of(Outcome::Single), false),
        bar("gammon", all.won.of(Outcome::Gammon), false),
        bar("backgammon", all.won.of(Outcome::Backgammon), false),
        bar("borne off", all.won.borne_off, true),
        bar("passed", all.won.passed, false),
        bar("resigned", all.won.resigned, false),
        bar("awarded", all.won.awarded, false),
    ];
    for (number, (value, games)) in all.cube_values().enumerate() {
        bars.push(bar(&format!("cube at {value}"), games, number == 0));
    }
    let seat = |label: &str, seat: Seat, begins: bool| of(label, (seat.won, seat.games()), begins);
    bars.push(seat("left won", all.column(0), true));
    bars.push(seat("right won", all.column(1), false));
    bars.push(seat("starter won", all.began(Began::Player), false));
    bars
}

/// Returns the height of the bars in a plot.
fn height(bars: &[Bar]) -> u32 {
    HEAD + bars.iter().map(|bar| ROW + if bar.begins { ROW / 2 } else { 0 }).sum::<u32>() + ROW
}

fn draw(svg: &mut String, Plot { title, caption, .. }: &Plot, bars: &[Bar]) {
    let _ = writeln!(
        svg,
        "<text class=\"ink\" x=\"16\" y=\"26\" font-size=\"17\" font-weight=\"600\">{title}</text>"
    );
    let _ = writeln!(svg, "<text class=\"dim\" x=\"16\" y=\"46\" font-size=\"12\">{caption}</text>");
    let share = |bar: &Bar| bar.count as f64 / bar.whole.max(1) as f64;
    // The relative deviation of a share from its expectation, and 1.96 standard deviations.
    let deviation = |bar: &Bar, p: f64| if bar.whole == 0 { 0.0 } else { share(bar) / p - 1.0 };
    let spread = |bar: &Bar, p: f64| 1.96 * ((1.0 - p) / p / bar.whole.max(1) as f64).sqrt();
    let reach = |bar: &Bar| bar.expected.map_or(share(bar), |p| deviation(bar, p).abs().max(spread(bar, p)));
    // `f64` has no total order, hence the fold; the start value avoids a division by 0.
    let longest = bars.iter().map(reach).fold(f64::MIN_POSITIVE, f64::max);
    let mut y = HEAD;
    for bar in bars {
        y += if bar.begins { ROW / 2 } else { 0 };
        let middle = f64::from(y) + f64::from(ROW) / 2.0;
        let mut rect = |class: &str, from: f64, to: f64, height: f64| {
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height}\"/>",
                middle - height / 2.0,
                to - from
            );
        };
        let words = if let Some(p) = bar.expected {
            let centre = LEFT + LONGEST / 2.0;
            let x = |deviation: f64| centre + LONGEST / 2.0 * deviation / longest;
            let (spread, deviation) = (spread(bar, p), deviation(bar, p));
            rect("band", x(-spread), x(spread), 18.0);
            rect("bar", x(deviation.min(0.0)), x(deviation.max(0.0)), 8.0);
            let _ = writeln!(
                svg,
                "<line class=\"tick\" x1=\"{centre:.1}\" x2=\"{centre:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>",
                middle - 9.0,
                middle + 9.0
            );
            (LEFT + LONGEST, format!("{} ({:+.1} %)", bar.count, 100.0 * deviation))
        } else {
            let end = LEFT + LONGEST * share(bar) / longest;
            rect("bar", LEFT, end, 12.0);
            (end, format!("{} ({})", bar.count, percent(bar.count, bar.whole)))
        };
        for (class, x, anchor, words) in
            [("ink", LEFT - 10.0, "end", &bar.label), ("dim", words.0 + 8.0, "start", &words.1)]
        {
            let _ = writeln!(
                svg,
                "<text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{words}</text>",
                middle + 4.5
            );
        }
        y += ROW;
    }
}
