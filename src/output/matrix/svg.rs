//! A matrix as a picture. Its words are numbers, plays and terms: none of them needs escaping.

use super::{Matrix, ROWS, head};
use crate::engine::matrix::{Away, Score};
use std::fmt::Write as _;

/// The size of a cell, and of the heads of rows and columns.
const CELL: (usize, usize) = (62, 40);
const HEAD: usize = 34;
/// The distance to the edges, and the height of a line of text.
const EDGE: usize = 16;
const LINE: usize = 20;
/// The least width, which the line below the matrix needs.
const NARROWEST: usize = 420;

/// The colours of cells on a light and on a dark ground: text in `.ink` has a contrast of at least 7 on each.
pub(super) const COLOURS: [(&str, &str, &str); 12] = [
    ("no", "#f2f2f2", "#2a2d31"),
    ("nd", "#d7e6f5", "#1d3850"),
    ("opt", "#e3eede", "#2e3b2b"),
    ("dt", "#c4e8c4", "#17472a"),
    ("dp", "#f8dcb4", "#573a10"),
    ("tg", "#ecd2ee", "#4a2650"),
    ("p0", "#d7e6f5", "#1d3850"),
    ("p1", "#f8dcb4", "#573a10"),
    ("p2", "#c4e8c4", "#17472a"),
    ("p3", "#ecd2ee", "#4a2650"),
    ("p4", "#f6f0b0", "#4b4711"),
    ("p5", "#f6cfcf", "#561f1f"),
];

impl Matrix {
    /// Draws the matrix as an SVG document. Each cell has its answer in words as a title.
    #[must_use]
    pub fn svg(&self) -> String {
        let count = self.most + 1;
        let width = (2 * EDGE + HEAD + count * CELL.0).max(NARROWEST);
        let top = EDGE + 3 * LINE;
        let below = top + HEAD + count * CELL.1;
        let height = below + EDGE + LINE * (self.legend.len() + 4) + EDGE;
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" font-family="system-ui, sans-serif" font-size="13">"#
        );
        let _ = writeln!(svg, "<title>{} at every score</title>", self.title);
        svg += &style();
        let _ = writeln!(svg, r#"<rect class="paper" width="{width}" height="{height}"/>"#);
        let title = text("ink", (EDGE, EDGE + 16), r#" font-size="17" font-weight="600""#, &self.title);
        let _ = writeln!(svg, "{title}");
        if let Some(money) = self.at(Score::Money) {
            let words = format!("Money: {} {}", money.short, money.number);
            let _ = writeln!(svg, "{}", text("ink", (EDGE, EDGE + LINE + 20), "", words.trim_end()));
        }
        for (place, away) in Away::up_to(self.most).enumerate() {
            let column = (EDGE + HEAD + place * CELL.0 + CELL.0 / 2, top + HEAD - 10);
            let _ = writeln!(svg, "{}", text("dim", column, r#" text-anchor="middle""#, &head(away)));
            let row = (EDGE + HEAD - 10, top + HEAD + place * CELL.1 + CELL.1 / 2 + 4);
            let _ = writeln!(svg, "{}", text("dim", row, r#" text-anchor="end""#, &head(away)));
        }
        for (row, away) in Away::up_to(self.most).enumerate() {
            for (column, opponent) in Away::up_to(self.most).enumerate() {
                let Some(cell) = self.at(Score::Match(away, opponent)) else { continue };
                let (x, y) = (EDGE + HEAD + column * CELL.0, top + HEAD + row * CELL.1);
                let (wide, high) = (CELL.0 - 2, CELL.1 - 2);
                let _ = write!(
                    svg,
                    r#"<g><title>{}</title><rect class="{}" x="{x}" y="{y}" width="{wide}" height="{high}" rx="3"/>"#,
                    cell.words, cell.class
                );
                let (x, lower) = (x + wide / 2, y + 31);
                let upper = if cell.number.is_empty() { y + 24 } else { y + 17 };
                svg += &text("ink", (x, upper), r#" text-anchor="middle" font-weight="600""#, &cell.short);
                if !cell.number.is_empty() {
                    svg += &text("ink", (x, lower), r#" text-anchor="middle" font-size="11""#, &cell.number);
                }
                svg.push_str("</g>\n");
            }
        }
        let mut y = below + EDGE;
        for meaning in &self.legend {
            let _ = writeln!(
                svg,
                r#"<rect class="{}" x="{EDGE}" y="{y}" width="34" height="16" rx="3"/><text class="ink" x="{}" y="{}" text-anchor="middle" font-size="11" font-weight="600">{}</text><text class="ink" x="{}" y="{}">{}</text>"#,
                meaning.class,
                EDGE + 17,
                y + 12,
                meaning.short,
                EDGE + 44,
                y + 13,
                meaning.words
            );
            y += LINE;
        }
        for words in ROWS.split_inclusive(". ") {
            y += LINE - 4;
            let _ = writeln!(svg, "{}", text("dim", (EDGE, y), r#" font-size="11""#, words.trim()));
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// Returns words at a place; `more` are attributes.
fn text(class: &str, (x, y): (usize, usize), more: &str, words: &str) -> String {
    format!(r#"<text class="{class}" x="{x}" y="{y}"{more}>{words}</text>"#)
}

/// Returns the style sheet of the picture.
fn style() -> String {
    let rules = |dark: bool| -> String {
        COLOURS.iter().fold(String::new(), |mut text, (name, light, night)| {
            let _ = write!(text, ".{name}{{fill:{}}}", if dark { night } else { light });
            text
        })
    };
    format!(
        "<style>.paper{{fill:#fff}}.ink{{fill:#1b1b1b}}.dim{{fill:#5c5c5c}}{}\
         @media screen and (prefers-color-scheme:dark){{.paper{{fill:#16181b}}.ink{{fill:#ececec}}.dim{{fill:#a9a9a9}}{}}}</style>\n",
        rules(false),
        rules(true)
    )
}
