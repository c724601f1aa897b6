//! Letters and digits as strokes, so that a picture needs no fonts and looks the same on every machine.
//!
//! Capitals and digits are 8 units high, with the baseline at y = 8; small letters begin at y = 3 and may
//! descend to y = 10.6. The drawings are our own.

use crate::diag::columns;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A letter as strokes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Glyph {
    /// The width of the drawing, in units.
    width: f64,
    /// Its strokes, as the path data of SVG.
    strokes: &'static str,
}

/// The gap between two letters, in units.
const GAP: f64 = 1.9;
/// A blank: its width without gaps, and no strokes.
const BLANK: Glyph = Glyph { width: 1.4, strokes: "" };

/// The drawing for a letter that has none, and for one as wide as two letters.
const UNKNOWN: Glyph = Glyph { width: 4.0, strokes: "M0 0H4V8H0Z" };
const UNKNOWN_WIDE: Glyph = Glyph { width: 8.0, strokes: "M0 0H8V8H0Z" };

/// The drawings: on each line the letters that have it, its width and its strokes.
const DRAWINGS: &str = include_str!("glyphs.txt");

/// Returns the drawing of a letter without marks above or below it.
fn plain(letter: char) -> Option<Glyph> {
    static GLYPHS: LazyLock<BTreeMap<char, Glyph>> = LazyLock::new(|| {
        let glyph = |line: &'static str| {
            let (letters, drawing) = line.split_once(' ')?;
            let (width, strokes) = drawing.split_once(' ')?;
            let glyph = Glyph { width: width.parse().ok()?, strokes };
            Some(letters.chars().map(move |letter| (letter, glyph)))
        };
        DRAWINGS.lines().filter_map(glyph).flatten().collect()
    });
    if matches!(letter, ' ' | '\u{a0}') { Some(BLANK) } else { GLYPHS.get(&letter).copied() }
}

/// The strokes of the only diacritic below its letter.
const CEDILLA: &str = "M0 8.2C1.2 8.8 1.2 10.4 -.8 10.2";

/// The diacritics, centred at x = 0 on y = 1.4: the name, the strokes, the letters with them, and their base letters.
const MARKED: [(&str, &str, &str, &str); 12] = [
    ("grave", "M-.8 .2L.5 1.5", "àèìòùÀÈÌÒÙǹ", "aeıouAEIOUn"),
    ("acute", "M.8 .2L-.5 1.5", "áéíóúýÁÉÍÓÚÝćńśźĆŃŚŹŕĺŔĹ", "aeıouyAEIOUYcnszCNSZrlRL"),
    ("circumflex", "M-1.2 1.5L0 .2L1.2 1.5", "âêîôûÂÊÎÔÛĉĝĥĵŝŵŷ", "aeıouAEIOUcghjswy"),
    ("tilde", "M-1.5 1.3C-.9 .3 -.4 .5 0 .9S.9 1.5 1.5 .5", "ãñõÃÑÕĩũĨŨ", "anoANOıuIU"),
    ("diaeresis", "M-1.1 .8V.9M1.1 .8V.9", "äëïöüÿÄËÏÖÜŸ", "aeıouyAEIOUY"),
    ("ring", "M0 -.4C-.6 -.4 -1 0 -1 .6S-.6 1.6 0 1.6 1 1.2 1 .6 .6 -.4 0 -.4Z", "åÅůŮ", "aAuU"),
    ("caron", "M-1.2 .2L0 1.5L1.2 .2", "čďěňřšťžČĎĚŇŘŠŤŽ", "cdenrstzCDENRSTZ"),
    ("macron", "M-1.3 .9H1.3", "āēīōūĀĒĪŌŪ", "aeıouAEIOU"),
    ("breve", "M-1.2 .2C-1 1.8 1 1.8 1.2 .2", "ăĕğĭŏŭĂĔĞĬŎŬ", "aegıouAEGIOU"),
    ("dot", "M0 .8V.9", "ċėġżĊĖĠİŻ", "cegzCEGIZ"),
    ("double acute", "M-.2 .2L-1.3 1.5M1.4 .2L.3 1.5", "őűŐŰ", "ouOU"),
    ("cedilla", CEDILLA, "çşţąęȘșȚțÇŞŢĄĘ", "cstaeSsTtCSTAE"),
];

/// A group of strokes of a text, with its place in units from the text's beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    /// The distance to the right of the beginning.
    pub(super) x: f64,
    /// The distance below the top of the capitals.
    pub(super) y: f64,
    /// The strokes.
    pub(super) strokes: &'static str,
}

/// Lays out a text; returns its strokes and its width, in units.
pub(super) fn set(text: &str) -> (Vec<Placed>, f64) {
    let mut placed = Vec::new();
    let mut x = 0.0;
    for letter in text.chars() {
        let (base, mark) = marked(letter);
        let unknown = if columns(letter.encode_utf8(&mut [0; 4])) > 1 { UNKNOWN_WIDE } else { UNKNOWN };
        let glyph = plain(base).unwrap_or(unknown);
        if !glyph.strokes.is_empty() {
            placed.push(Placed { x, y: 0.0, strokes: glyph.strokes });
        }
        if let Some(strokes) = mark {
            let is_tall = base.is_uppercase() || "dhklt".contains(base);
            let y = if is_tall && strokes != CEDILLA { -2.6 } else { 0.0 };
            placed.push(Placed { x: x + glyph.width / 2.0, y, strokes });
        }
        x += glyph.width + GAP;
    }
    (placed, (x - GAP).max(0.0))
}

/// Returns `true` if every letter of a text has a drawing.
pub(super) fn knows(text: &str) -> bool {
    text.chars().all(|letter| plain(marked(letter).0).is_some())
}

/// Splits a letter into its base letter and the strokes of its diacritic.
fn marked(letter: char) -> (char, Option<&'static str>) {
    for (_, strokes, letters, bases) in MARKED {
        if let Some(found) = letters.chars().position(|known| known == letter) {
            return (bases.chars().nth(found).unwrap_or(letter), Some(strokes));
        }
    }
    (letter, None)
}

/// Returns the longest beginning of a text that fits a width in units, with three dots if it was cut.
pub(super) fn fitting(text: &str, most: f64) -> String {
    if set(text).1 <= most {
        return text.to_owned();
    }
    let mut short: Vec<char> = text.chars().collect();
    loop {
        let cut: String = short.iter().collect::<String>().trim_end().to_owned() + "…";
        if short.pop().is_none() || set(&cut).1 <= most {
            return cut;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_ascii_character_has_a_drawing() {
        for letter in ' '..='~' {
            assert!(plain(letter).is_some(), "{letter}");
        }
    }

    #[test]
    fn every_line_of_the_drawings_is_read() {
        for line in DRAWINGS.lines() {
            let drawn = |letter| plain(letter).is_some_and(|glyph| line.ends_with(glyph.strokes));
            let letters = line.split(' ').next().unwrap_or_default();
            assert!(!letters.is_empty() && letters.chars().all(drawn), "{line}");
        }
    }

    #[test]
    fn every_marked_letter_has_a_letter_below_its_mark() {
        for (mark, _, letters, bases) in MARKED {
            assert_eq!(letters.chars().count(), bases.chars().count(), "{mark}");
            assert!(bases.chars().all(|base| plain(base).is_some()), "{bases}");
            assert!(letters.chars().all(|letter| plain(letter).is_none()), "{letters}");
        }
    }

    #[test]
    fn digits_are_equally_wide_so_that_numbers_stand_below_each_other() {
        assert!(('0'..='9').all(|digit| plain(digit).is_some_and(|glyph| (glyph.width - 5.0).abs() < 1e-9)));
    }

    #[test]
    fn a_text_that_is_too_wide_ends_in_dots() {
        let name = "Maximilian";
        assert_eq!(fitting(name, 100.0), name);
        let cut = fitting(name, 30.0);
        assert!(cut.ends_with('…') && name.starts_with(cut.trim_end_matches('…')) && set(&cut).1 <= 30.0);
    }
}
