//! The elements of a picture, and how they are written as SVG.

use super::glyphs;
use super::theme::Paint;
use crate::board::Side;
use crate::diag::is_hidden;
use std::fmt::{self, Write as _};

/// A length or a place, in units of the picture; written with at most one decimal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units(pub(super) f64);

impl fmt::Display for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let (sign, whole, rest) = (if tenths < 0 { "-" } else { "" }, tenths.abs() / 10, tenths.abs() % 10);
        match rest {
            0 => write!(f, "{sign}{whole}"),
            rest => write!(f, "{sign}{whole}.{rest}"),
        }
    }
}

/// A place in a picture: to the right of and down from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct At {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl At {
    pub(super) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Returns the place between this and another one, at the fraction `part` of the way.
    pub(super) fn towards(self, other: Self, part: f64) -> Self {
        Self::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }

    pub(super) fn distance(self, other: Self) -> f64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        (x * x + y * y).sqrt()
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Units(self.x), Units(self.y))
    }
}

/// The alignment of a text to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Middle,
    Right,
}

/// An element of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    /// A rectangle with rounded corners.
    Rect { at: At, width: f64, height: f64, corner: f64, paint: Paint },
    /// Path data.
    Path { data: String, paint: Paint },
    /// Up to five checkers in a column; `at` is the middle of the first, `step` the distance from one to the
    /// next.
    Stack { side: Side, count: u8, at: At, step: f64 },
    /// A die, in the colour of a side; `at` is its middle.
    Die { side: Side, pips: u8, at: At },
    /// A line of text; `at` is at the top of its capitals, `size` is their height.
    Text { text: String, at: At, size: f64, align: Align, paint: Paint },
}

/// The radius of a checker.
pub(super) const RADIUS: f64 = 20.5;
/// The side of a die.
const DIE: f64 = 38.0;

/// How repeated elements are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    /// Each in full, so that the picture is self-contained; texts are strokes, and those with letters that have no drawing
    /// are left to the fonts of the system.
    Alone,
    /// The same where there are no fonts: letters without a drawing are boxes.
    Strokes,
    /// By reference to the symbols that [`symbols`] defines once per page; texts are texts.
    Shared,
}

/// Writes elements as SVG.
pub(super) fn write(items: &[Item], writing: Writing, svg: &mut String) {
    let is_shared = writing == Writing::Shared;
    for item in items {
        let _ = match item {
            Item::Rect { at, width, height, corner, paint } => write!(
                svg,
                r#"<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="{}"/>"#,
                paint.class(),
                Units(at.x),
                Units(at.y),
                Units(*width),
                Units(*height),
                Units(*corner)
            ),
            Item::Path { data, paint } => write!(svg, r#"<path class="{}" d="{data}"/>"#, paint.class()),
            Item::Stack { side, count, at, step } if is_shared => {
                let way = if *step < 0.0 { 'u' } else { 'd' };
                let (x, y) = (Units(at.x), Units(at.y));
                write!(svg, r##"<use href="#s{}{count}{way}" x="{x}" y="{y}"/>"##, side.index())
            }
            Item::Stack { side, count, at, step } => {
                let places = (0..*count).map(|number| At::new(at.x, at.y + f64::from(number) * step));
                places.for_each(|at| checker(*side, at, svg));
                Ok(())
            }
            Item::Die { side, pips, at } if is_shared => {
                let (x, y) = (Units(at.x), Units(at.y));
                write!(svg, r##"<use href="#d{}{pips}" x="{x}" y="{y}"/>"##, side.index())
            }
            Item::Die { side, pips, at } => {
                die(*side, *pips, *at, svg);
                Ok(())
            }
            Item::Text { text, at, size, align, paint }
                if writing == Writing::Strokes || !is_shared && glyphs::knows(text) =>
            {
                strokes(text, *at, *size, *align, *paint, svg);
                Ok(())
            }
            Item::Text { text, at, size, align, paint } => {
                // Beside strokes, a font's capitals have their height.
                let scale = if is_shared { 1.38 } else { 1.25 };
                let anchor = match align {
                    Align::Left => "start",
                    Align::Middle => "middle",
                    Align::Right => "end",
                };
                write!(
                    svg,
                    r#"<text class="{}t" x="{}" y="{}" font-size="{}" text-anchor="{anchor}">{}</text>"#,
                    paint.class(),
                    Units(at.x),
                    Units(at.y + size),
                    Units(size * scale),
                    Escaped(text)
                )
            }
        };
    }
}

/// Writes the symbols that [`Writing::Shared`] refers to: stacks of checkers and dice.
pub(super) fn symbols(step: f64, svg: &mut String) {
    for side in Side::ALL {
        for count in 1..=5 {
            for (way, step) in [('u', -step), ('d', step)] {
                let _ = write!(svg, r#"<g id="s{}{count}{way}">"#, side.index());
                for number in 0..count {
                    checker(side, At::new(0.0, f64::from(number) * step), svg);
                }
                svg.push_str("</g>");
            }
        }
        for pips in 1..=6 {
            let _ = write!(svg, r#"<g id="d{}{pips}">"#, side.index());
            die(side, pips, At::new(0.0, 0.0), svg);
            svg.push_str("</g>");
        }
    }
}

fn circle(at: At, radius: f64, class: &str, svg: &mut String) {
    let (x, y) = (Units(at.x), Units(at.y));
    let _ = write!(svg, r#"<circle class="{class}" cx="{x}" cy="{y}" r="{}"/>"#, Units(radius));
}

/// Writes a checker: a disc with a ring.
pub(super) fn checker(side: Side, at: At, svg: &mut String) {
    let (face, ring) = match side {
        Side::Zero => (Paint::Light, Paint::LightRing),
        Side::One => (Paint::Dark, Paint::DarkRing),
    };
    circle(at, RADIUS, face.class(), svg);
    circle(at, RADIUS - 6.0, ring.class(), svg);
}

/// Writes a die.
fn die(side: Side, pips: u8, at: At, svg: &mut String) {
    let (face, dot) = match side {
        Side::Zero => (Paint::Light, "b0"),
        Side::One => (Paint::Dark, "b1"),
    };
    let corner = At::new(at.x - DIE / 2.0, at.y - DIE / 2.0);
    let item = Item::Rect { at: corner, width: DIE, height: DIE, corner: 8.0, paint: face };
    write(&[item], Writing::Alone, svg);
    let far = DIE * 0.26;
    let (corners, others) = ([(-1.0, 1.0), (1.0, -1.0)], [(-1.0, -1.0), (1.0, 1.0)]);
    let mut dots: Vec<(f64, f64)> = Vec::with_capacity(6);
    if pips % 2 == 1 {
        dots.push((0.0, 0.0));
    }
    if pips > 1 {
        dots.extend(corners);
    }
    if pips > 3 {
        dots.extend(others);
    }
    if pips == 6 {
        dots.extend([(-1.0, 0.0), (1.0, 0.0)]);
    }
    for (x, y) in dots {
        circle(At::new(at.x + x * far, at.y + y * far), 3.8, dot, svg);
    }
}

/// Writes a text as strokes.
fn strokes(text: &str, at: At, size: f64, align: Align, paint: Paint, svg: &mut String) {
    let (placed, width) = glyphs::set(text);
    if placed.is_empty() {
        return;
    }
    let scale = size / 8.0;
    let x = match align {
        Align::Left => at.x,
        Align::Middle => at.x - width * scale / 2.0,
        Align::Right => at.x - width * scale,
    };
    let place = At::new(x, at.y);
    let scale = (scale * 1000.0).round() / 1000.0;
    let _ = write!(svg, r#"<g class="{} bg" transform="translate({place})scale({scale})">"#, paint.class());
    for glyph in placed {
        if glyph.x == 0.0 && glyph.y == 0.0 {
            let _ = write!(svg, r#"<path d="{}"/>"#, glyph.strokes);
        } else {
            let to = At::new(glyph.x, glyph.y);
            let _ = write!(svg, r#"<path transform="translate({to})" d="{}"/>"#, glyph.strokes);
        }
    }
    svg.push_str("</g>");
}

/// A text escaped for SVG or HTML.
pub(in crate::output) struct Escaped<'a>(pub(in crate::output) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML doesn't allow these.
                c if is_hidden(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_have_one_decimal_at_most_and_no_negative_nought() {
        let texts = [0.04, -0.04, 1.0, -1.25, 12.34, -0.96].map(|value| Units(value).to_string());
        assert_eq!(texts, ["0", "0", "1", "-1.3", "12.3", "-1"]);
    }
}
