//! The chart of entering from the bar: 0 to 6 blocked points, one to four checkers.

use crate::stats::Entry;
use std::fmt::Write as _;

/// One row of the chart: the number of rolls, of 36, that enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of blocked points in the home board.
    pub blocked: usize,
    /// The rolls that enter at least one checker.
    pub some: u32,
    /// The rolls that enter all of one, two, three and four checkers.
    pub all: [u32; 4],
}

/// Returns the rows for 0 to 6 blocked points.
#[must_use]
pub fn rows() -> [Row; 7] {
    std::array::from_fn(|blocked| {
        let open = std::array::from_fn(|die| die >= blocked);
        let all = |checkers| Entry::new(open, checkers).all().of_36();
        Row { blocked, some: Entry::new(open, 1).some().of_36(), all: [all(1), all(2), all(3), all(4)] }
    })
}

/// Writes the chart as text.
#[must_use]
pub fn text() -> String {
    let mut text = String::from(
        "rolls (of 36) that enter at least one checker, and all checkers on the bar\n\
         blocked   at least one   all of 2   all of 3   all of 4   none\n",
    );
    for Row { blocked, some, all } in rows() {
        let _ = writeln!(
            text,
            "{blocked:>7}   {some:>12}   {:>8}   {:>8}   {:>8}   {:>4}",
            all[1],
            all[2],
            all[3],
            36 - some
        );
    }
    text
}

/// Draws the chart as SVG: for each number of blocked points a bar for at least one checker, containing bars for all of
/// two, three and four. The colours follow the reader's scheme, light or dark.
#[must_use]
pub fn svg() -> String {
    const WIDTH: u32 = 720;
    const HEIGHT: u32 = 420;
    const BASE: u32 = 350;
    const UNIT: u32 = 8;
    const KINDS: [&str; 4] =
        ["at least one enters", "all of two enter", "all of three enter", "all of four enter"];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-labelledby=\"title\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title id=\"title\">Rolls (of 36) that enter checkers from the bar</title>\n\
         <style>.a{{fill:#30638e}}.b{{fill:#3d9a8b}}.c{{fill:#e0a030}}.d{{fill:#b8433a}}.t{{fill:#222}}\
         .g{{stroke:#999;stroke-width:.5}}@media(prefers-color-scheme:dark){{.t{{fill:#ddd}}}}</style>\n\
         <text class=\"t\" x=\"40\" y=\"24\" font-size=\"16\">Rolls (of 36) that enter checkers from the bar</text>\n",
    );
    for rolls in [0, 9, 18, 27, 36] {
        let y = BASE - rolls * UNIT;
        let _ = writeln!(
            svg,
            "<path class=\"g\" d=\"M40 {y}H{}\"/><text class=\"t\" x=\"34\" y=\"{}\" text-anchor=\"end\">{rolls}</text>",
            WIDTH - 20,
            y + 4
        );
    }
    for (place, row) in (0..).zip(rows()) {
        let left = 48 + place * 95;
        let values = [row.some, row.all[1], row.all[2], row.all[3]];
        for (kind, value) in (0..).zip(values) {
            let (x, y) = (left + kind * 21, BASE - value * UNIT);
            let class = ["a", "b", "c", "d"][kind as usize];
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"18\" height=\"{}\"/>\
                 <text class=\"t\" x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"11\">{value}</text>",
                value * UNIT,
                x + 9,
                y - 4
            );
        }
        let _ = writeln!(
            svg,
            "<text class=\"t\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{} blocked</text>",
            left + 40,
            BASE + 20,
            row.blocked
        );
    }
    for (place, kind) in (0..).zip(KINDS) {
        let (x, y) = (48 + place * 165, BASE + 48);
        let class = ["a", "b", "c", "d"][place as usize];
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\"/>\
             <text class=\"t\" x=\"{}\" y=\"{y}\">{kind}</text>",
            y - 11,
            x + 18
        );
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_checker_enters_as_the_published_chart_says() {
        assert_eq!(rows().map(|row| row.some), [36, 35, 32, 27, 20, 11, 0]);
        assert_eq!(rows().map(|row| row.all[0]), [36, 35, 32, 27, 20, 11, 0]);
        // "Both" of two checkers: the square of the open points.
        assert_eq!(rows().map(|row| row.all[1]), [36, 25, 16, 9, 4, 1, 0]);
    }
}
