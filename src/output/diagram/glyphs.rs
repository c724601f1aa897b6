//! Letters and digits as strokes, so that a picture needs no fonts and looks the same on every machine.
//!
//! Capitals and digits are 8 units high, with the baseline at y = 8; small letters begin at y = 3 and may
//! descend to y = 10.6. The drawings are our own.

use crate::diag::columns;

/// A letter as strokes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glyph {
    /// The width of the drawing, in units.
    pub(super) width: f64,
    /// Its strokes, as the path data of SVG.
    pub(super) strokes: &'static str,
}

/// The gap between two letters, in units.
const GAP: f64 = 1.9;
/// The width of a blank without gaps, in units.
const BLANK: f64 = 1.4;

/// The drawing for a letter that has none, and for one as wide as two letters.
const UNKNOWN: Glyph = Glyph { width: 4.0, strokes: "M0 0H4V8H0Z" };
const UNKNOWN_WIDE: Glyph = Glyph { width: 8.0, strokes: "M0 0H8V8H0Z" };

const fn glyph(width: f64, strokes: &'static str) -> Glyph {
    Glyph { width, strokes }
}

/// Returns the drawing of a letter without marks above or below it.
fn plain(letter: char) -> Option<Glyph> {
    Some(match letter {
        '0' => glyph(5.0, "M2.5 0C.9 0 0 1.6 0 4S.9 8 2.5 8 5 6.4 5 4 4.1 0 2.5 0Z"),
        '1' => glyph(5.0, "M1 1.8L3 0V8"),
        '2' => glyph(5.0, "M.2 2.2C.2 .8 1.2 0 2.5 0S4.8 .8 4.8 2.2C4.8 4 .2 5.6 .2 8H5"),
        '3' => glyph(
            5.0,
            "M.3 1.2C.8 .4 1.6 0 2.5 0 3.9 0 4.7 .8 4.7 1.9S3.9 3.8 2.5 3.8H1.8M2.5 3.8C4 3.8 5 4.6 5 5.9S4 8 2.5 8C1.5 8 .6 7.6 .1 6.8",
        ),
        '4' => glyph(5.0, "M3.8 8V0L0 5.6H5"),
        '5' => glyph(5.0, "M4.6 0H.8L.4 3.9C1 3.3 1.8 3 2.6 3 4.1 3 5 4 5 5.5S4 8 2.5 8C1.5 8 .7 7.7 .1 7"),
        '6' => glyph(
            5.0,
            "M4.4 .8C3.9 .3 3.3 0 2.6 0 .9 0 0 1.8 0 4.6 0 6.8 1 8 2.5 8S5 7 5 5.4 4 3 2.6 3C1.3 3 .2 3.8 0 5.2",
        ),
        '7' => glyph(5.0, "M0 0H5L1.8 8"),
        '8' => glyph(
            5.0,
            "M2.5 3.7C1.2 3.7 .4 2.9 .4 1.8S1.2 0 2.5 0 4.6 .8 4.6 1.8 3.8 3.7 2.5 3.7ZM2.5 3.7C1 3.7 0 4.6 0 5.9S1 8 2.5 8 5 7.2 5 5.9 4 3.7 2.5 3.7Z",
        ),
        '9' => glyph(
            5.0,
            "M.6 7.2C1.1 7.7 1.7 8 2.4 8 4.1 8 5 6.2 5 3.4 5 1.2 4 0 2.5 0S0 1 0 2.6 1 5 2.4 5C3.7 5 4.8 4.2 5 2.8",
        ),
        'A' => glyph(6.0, "M0 8L3 0L6 8M1.1 5.2H4.9"),
        'B' => glyph(
            5.0,
            "M0 3.8H2.7C4.2 3.8 5 4.6 5 5.9S4.2 8 2.7 8H0V0H2.4C3.8 0 4.5 .8 4.5 1.9S3.8 3.8 2.4 3.8",
        ),
        'C' => glyph(5.6, "M5.5 1.5C5 .6 4.1 0 3 0 1.2 0 0 1.6 0 4S1.2 8 3 8C4.1 8 5 7.4 5.5 6.5"),
        'D' => glyph(5.4, "M0 0V8H2.2C4.2 8 5.4 6.5 5.4 4S4.2 0 2.2 0Z"),
        'E' => glyph(4.4, "M4.4 0H0V8H4.4M0 3.9H3.8"),
        'F' => glyph(4.4, "M4.4 0H0V8M0 3.9H3.8"),
        'G' => glyph(5.8, "M5.5 1.5C5 .6 4.1 0 3 0 1.2 0 0 1.6 0 4S1.2 8 3 8C4.5 8 5.7 7 5.7 5.2V4.4H3.2"),
        'H' => glyph(5.2, "M0 0V8M5.2 0V8M0 3.9H5.2"),
        'I' | 'l' => glyph(0.4, "M.2 0V8"),
        'J' => glyph(3.6, "M3.6 0V5.8C3.6 7.2 3 8 1.8 8S0 7.2 0 6"),
        'K' => glyph(5.0, "M0 0V8M4.8 0L0 5M1.8 3.3L5 8"),
        'L' => glyph(4.2, "M0 0V8H4.2"),
        'M' => glyph(6.4, "M0 8V0L3.2 5.4L6.4 0V8"),
        'N' => glyph(5.4, "M0 8V0L5.4 8V0"),
        'O' => glyph(6.0, "M3 0C1.2 0 0 1.6 0 4S1.2 8 3 8 6 6.4 6 4 4.8 0 3 0Z"),
        'P' => glyph(4.8, "M0 8V0H2.5C4 0 4.8 .9 4.8 2.2S4 4.4 2.5 4.4H0"),
        'Q' => glyph(6.0, "M3 0C1.2 0 0 1.6 0 4S1.2 8 3 8 6 6.4 6 4 4.8 0 3 0ZM3.8 6L6 8.5"),
        'R' => glyph(5.0, "M0 8V0H2.5C4 0 4.8 .9 4.8 2.2S4 4.4 2.5 4.4H0M2.4 4.4L5 8"),
        'S' => glyph(
            4.8,
            "M4.5 1.3C4.1 .5 3.4 0 2.4 0 1.1 0 .3 .8 .3 1.9 .3 4.6 4.8 3.4 4.8 6 4.8 7.2 3.8 8 2.4 8 1.3 8 .4 7.4 0 6.5",
        ),
        'T' => glyph(5.4, "M0 0H5.4M2.7 0V8"),
        'U' => glyph(5.2, "M0 0V5.2C0 7 1 8 2.6 8S5.2 7 5.2 5.2V0"),
        'V' => glyph(5.8, "M0 0L2.9 8L5.8 0"),
        'W' => glyph(8.0, "M0 0L2 8L4 1.5L6 8L8 0"),
        'X' => glyph(5.2, "M0 0L5.2 8M5.2 0L0 8"),
        'Y' => glyph(5.4, "M0 0L2.7 4.2L5.4 0M2.7 4.2V8"),
        'Z' => glyph(5.0, "M0 0H5L0 8H5"),
        'a' => glyph(4.2, "M4.2 3V8M4.2 5.5C4.2 4 3.4 3 2.2 3S0 4 0 5.5 .9 8 2.2 8 4.2 7 4.2 5.5"),
        'b' => glyph(4.2, "M0 0V8M0 5.5C0 4 .8 3 2 3S4.2 4 4.2 5.5 3.3 8 2 8 0 7 0 5.5"),
        'c' => glyph(3.8, "M3.7 3.9C3.3 3.3 2.8 3 2.2 3 .9 3 0 4 0 5.5S.9 8 2.2 8C2.8 8 3.3 7.7 3.7 7.1"),
        'd' => glyph(4.2, "M4.2 0V8M4.2 5.5C4.2 4 3.4 3 2.2 3S0 4 0 5.5 .9 8 2.2 8 4.2 7 4.2 5.5"),
        'e' => glyph(4.2, "M0 5.4H4.2C4.2 3.9 3.4 3 2.2 3S0 4 0 5.5 .9 8 2.2 8C3 8 3.6 7.7 4 7"),
        'f' => glyph(2.8, "M2.8 .2C1.6 -.2 1 .4 1 1.6V8M0 3H2.6"),
        'g' => glyph(
            4.2,
            "M4.2 3V8.4C4.2 9.8 3.4 10.6 2.1 10.6 1.4 10.6 .8 10.4 .4 10M4.2 5.5C4.2 4 3.4 3 2.2 3S0 4 0 5.5 .9 8 2.2 8 4.2 7 4.2 5.5",
        ),
        'h' => glyph(3.8, "M0 0V8M0 5.2C0 3.9 .8 3 2 3S3.8 3.8 3.8 5V8"),
        'i' => glyph(0.4, "M.2 3V8M.2 .8V.9"),
        'j' => glyph(1.2, "M1 3V9C1 10.1 .6 10.6 -.2 10.6M1 .8V.9"),
        'k' => glyph(3.6, "M0 0V8M3.4 3L0 6.2M1.3 5.1L3.6 8"),
        'm' => glyph(
            6.4,
            "M0 3V8M0 5C0 3.8 .6 3 1.6 3S3.2 3.8 3.2 5V8M3.2 5C3.2 3.8 3.8 3 4.8 3S6.4 3.8 6.4 5V8",
        ),
        'n' => glyph(3.8, "M0 3V8M0 5.2C0 3.9 .8 3 2 3S3.8 3.8 3.8 5V8"),
        'o' => glyph(4.4, "M2.2 3C.9 3 0 4 0 5.5S.9 8 2.2 8 4.4 7 4.4 5.5 3.5 3 2.2 3Z"),
        'p' => glyph(4.2, "M0 3V10.6M0 5.5C0 4 .8 3 2 3S4.2 4 4.2 5.5 3.3 8 2 8 0 7 0 5.5"),
        'q' => glyph(4.2, "M4.2 3V10.6M4.2 5.5C4.2 4 3.4 3 2.2 3S0 4 0 5.5 .9 8 2.2 8 4.2 7 4.2 5.5"),
        'r' => glyph(2.4, "M0 3V8M0 5.2C0 3.9 .7 3 1.8 3 2.1 3 2.3 3 2.5 3.1"),
        's' => glyph(
            3.6,
            "M3.4 3.8C3.1 3.3 2.6 3 1.9 3 .9 3 .3 3.5 .3 4.2 .3 6 3.6 4.9 3.6 6.6 3.6 7.4 2.9 8 1.8 8 1 8 .3 7.7 0 7",
        ),
        't' => glyph(2.6, "M1 1.2V6.6C1 7.6 1.5 8.1 2.6 7.9M0 3H2.5"),
        'u' => glyph(3.8, "M0 3V6C0 7.2 .6 8 1.8 8S3.8 7.1 3.8 5.8M3.8 3V8"),
        'v' => glyph(4.0, "M0 3L2 8L4 3"),
        'w' => glyph(6.0, "M0 3L1.5 8L3 3.6L4.5 8L6 3"),
        'x' => glyph(3.8, "M0 3L3.8 8M3.8 3L0 8"),
        'y' => glyph(4.0, "M0 3L2 8M4 3L2 8L1.2 10C1 10.5 .6 10.7 0 10.6"),
        'z' => glyph(3.6, "M0 3H3.6L0 8H3.6"),
        _ => return sign(letter),
    })
}

/// Returns the drawing of a sign, or of a letter that isn't composed of others.
fn sign(letter: char) -> Option<Glyph> {
    Some(match letter {
        ' ' | '\u{a0}' => glyph(BLANK, ""),
        '.' => glyph(0.4, "M.2 7.9V8"),
        ',' => glyph(0.8, "M.6 7.7L0 9.4"),
        ':' => glyph(0.4, "M.2 4V4.1M.2 7.9V8"),
        ';' => glyph(0.8, "M.5 4V4.1M.6 7.7L0 9.4"),
        '!' => glyph(0.4, "M.2 0V5.4M.2 7.9V8"),
        '?' => glyph(3.8, "M0 1.5C.3 .6 1 0 1.9 0 3 0 3.8 .8 3.8 1.9 3.8 3.5 1.8 3.6 1.8 5.6M1.8 7.9V8"),
        '\'' | '’' | '‘' => glyph(0.4, "M.2 0V1.8"),
        '"' | '“' | '”' => glyph(1.8, "M.2 0V1.8M1.6 0V1.8"),
        '`' => glyph(1.4, "M0 0L1.2 1.4"),
        '-' | '‐' | '–' | '—' => glyph(2.6, "M0 5H2.6"),
        '+' => glyph(4.2, "M0 5H4.2M2.1 2.9V7.1"),
        '=' => glyph(4.2, "M0 4H4.2M0 6H4.2"),
        '_' => glyph(4.4, "M0 9H4.4"),
        '/' => glyph(3.2, "M3.2 -.6L0 9"),
        '\\' => glyph(3.2, "M0 -.6L3.2 9"),
        '|' => glyph(0.4, "M.2 -.8V9.6"),
        '(' => glyph(1.4, "M1.4 -.8C.4 .7 0 2.4 0 4.2S.4 7.7 1.4 9.2"),
        ')' => glyph(1.4, "M0 -.8C1 .7 1.4 2.4 1.4 4.2S1 7.7 0 9.2"),
        '[' => glyph(1.4, "M1.4 -.8H0V9.2H1.4"),
        ']' => glyph(1.4, "M0 -.8H1.4V9.2H0"),
        '{' => glyph(1.8, "M1.8 -.8C.8 -.8 .8 0 .8 1.6S.8 4.2 0 4.2C.8 4.2 .8 5.2 .8 6.8S.8 9.2 1.8 9.2"),
        '}' => glyph(1.8, "M0 -.8C1 -.8 1 0 1 1.6S1 4.2 1.8 4.2C1 4.2 1 5.2 1 6.8S1 9.2 0 9.2"),
        '<' => glyph(3.8, "M3.8 2.4L0 5L3.8 7.6"),
        '>' => glyph(3.8, "M0 2.4L3.8 5L0 7.6"),
        '*' => glyph(3.4, "M1.7 .2V3.8M.2 1.1L3.2 2.9M3.2 1.1L.2 2.9"),
        '#' => glyph(4.8, "M1.6 .6L.9 7.4M3.9 .6L3.2 7.4M.3 2.8H4.8M0 5.2H4.5"),
        '%' => glyph(
            6.4,
            "M5.4 0L1 8M1.4 0C.6 0 0 .8 0 1.9S.6 3.8 1.4 3.8 2.8 3 2.8 1.9 2.2 0 1.4 0ZM5 4.2C4.2 4.2 3.6 5 3.6 6.1S4.2 8 5 8 6.4 7.2 6.4 6.1 5.8 4.2 5 4.2Z",
        ),
        '&' => glyph(
            5.8,
            "M5.6 8L1.4 3.2C.3 1.8 .8 0 2.4 0S4.3 1.9 3.2 2.9L1.4 4.2C-.4 5.6 .2 8 2.4 8 4.2 8 5.4 6.6 5.6 4.6",
        ),
        '@' => glyph(
            7.0,
            "M4.9 5.6C4.5 6.2 4 6.5 3.4 6.5 2.6 6.5 2.1 5.9 2.1 4.9 2.1 3.6 2.9 2.6 4 2.6 4.5 2.6 4.9 2.8 5.1 3.3M5.3 2.6L4.8 5.4C4.8 6.1 5.1 6.4 5.6 6.4 6.4 6.4 7 5.3 7 4.1 7 2 5.6 .6 3.7 .6 1.6 .6 0 2.4 0 4.8 0 7 1.4 8.6 3.5 8.6",
        ),
        '$' => glyph(
            4.4,
            "M4.2 1.9C3.8 1.2 3.1 .8 2.2 .8 1 .8 .3 1.5 .3 2.4 .3 4.7 4.4 3.6 4.4 5.7 4.4 6.6 3.5 7.3 2.2 7.3 1.2 7.3 .4 6.8 0 6M2.2 -.4V8.4",
        ),
        '~' => glyph(4.2, "M0 5.4C.8 4.2 1.4 4.2 2.1 5S3.4 5.8 4.2 4.6"),
        '^' => glyph(3.4, "M0 2.2L1.7 0L3.4 2.2"),
        '·' => glyph(0.4, "M.2 4.7V4.8"),
        '…' => glyph(4.4, "M.2 7.9V8M2.2 7.9V8M4.2 7.9V8"),
        'ß' => glyph(
            4.2,
            "M0 8V2C0 .7 .8 0 2 0S3.8 .6 3.8 1.6C3.8 3 2 2.9 2 4S4.2 5 4.2 6.4C4.2 7.4 3.4 8 2.4 8 2 8 1.7 7.9 1.4 7.7",
        ),
        'æ' => glyph(
            7.0,
            "M3.6 5.4H7C7 3.9 6.3 3 5.2 3S3.5 3.8 3.5 5.5 4.2 8 5.3 8C6 8 6.5 7.7 6.8 7.1M3.5 5.5C3.5 4 2.9 3 1.9 3S0 4 0 5.5 .8 8 1.9 8 3.5 7 3.5 5.5",
        ),
        'Æ' => glyph(7.4, "M0 8L3.4 0H7.4M4.2 0V8H7.4M1.3 5.2H4.2M4.2 3.9H6.8"),
        'œ' => glyph(
            7.2,
            "M3.8 5.4H7.2C7.2 3.9 6.5 3 5.4 3S3.7 3.8 3.7 5.5 4.4 8 5.5 8C6.2 8 6.7 7.7 7 7.1M3.7 5.5C3.7 4 3 3 1.9 3S0 4 0 5.5 .8 8 1.9 8 3.7 7 3.7 5.5",
        ),
        'ø' => glyph(4.4, "M2.2 3C.9 3 0 4 0 5.5S.9 8 2.2 8 4.4 7 4.4 5.5 3.5 3 2.2 3ZM4.6 2.4L-.2 8.6"),
        'Ø' => glyph(6.0, "M3 0C1.2 0 0 1.6 0 4S1.2 8 3 8 6 6.4 6 4 4.8 0 3 0ZM6 -.6L0 8.6"),
        'ł' => glyph(1.6, "M.8 0V8M-.2 5L1.8 3.2"),
        'Ł' => glyph(4.6, "M.4 0V8H4.6M-.6 5L2.4 3"),
        'đ' => {
            glyph(4.2, "M4.2 0V8M4.2 5.5C4.2 4 3.4 3 2.2 3S0 4 0 5.5 .9 8 2.2 8 4.2 7 4.2 5.5M2.4 1.4H5.2")
        }
        'ð' => glyph(4.4, "M2.2 3C.9 3 0 4 0 5.5S.9 8 2.2 8 4.4 7 4.4 5.5C4.4 3 3.2 1 1.6 0M.8 2L3.6 .4"),
        'þ' => glyph(4.2, "M0 0V10.6M0 5.5C0 4 .8 3 2 3S4.2 4 4.2 5.5 3.3 8 2 8 0 7 0 5.5"),
        'ı' => glyph(0.4, "M.2 3V8"),
        _ => return None,
    })
}

/// The diacritics, each centred at x = 0 on y = 1.4, as strokes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mark {
    Grave,
    Acute,
    Circumflex,
    Tilde,
    Diaeresis,
    Ring,
    Caron,
    Macron,
    Breve,
    Dot,
    DoubleAcute,
    /// Below the letter.
    Cedilla,
}

impl Mark {
    const fn strokes(self) -> &'static str {
        match self {
            Self::Grave => "M-.8 .2L.5 1.5",
            Self::Acute => "M.8 .2L-.5 1.5",
            Self::Circumflex => "M-1.2 1.5L0 .2L1.2 1.5",
            Self::Tilde => "M-1.5 1.3C-.9 .3 -.4 .5 0 .9S.9 1.5 1.5 .5",
            Self::Diaeresis => "M-1.1 .8V.9M1.1 .8V.9",
            Self::Ring => "M0 -.4C-.6 -.4 -1 0 -1 .6S-.6 1.6 0 1.6 1 1.2 1 .6 .6 -.4 0 -.4Z",
            Self::Caron => "M-1.2 .2L0 1.5L1.2 .2",
            Self::Macron => "M-1.3 .9H1.3",
            Self::Breve => "M-1.2 .2C-1 1.8 1 1.8 1.2 .2",
            Self::Dot => "M0 .8V.9",
            Self::DoubleAcute => "M-.2 .2L-1.3 1.5M1.4 .2L.3 1.5",
            Self::Cedilla => "M0 8.2C1.2 8.8 1.2 10.4 -.8 10.2",
        }
    }
}

/// The letters with diacritics, by diacritic: the letters, and their base letters.
const MARKED: [(Mark, &str, &str); 12] = [
    (Mark::Grave, "àèìòùÀÈÌÒÙǹ", "aeıouAEIOUn"),
    (Mark::Acute, "áéíóúýÁÉÍÓÚÝćńśźĆŃŚŹŕĺŔĹ", "aeıouyAEIOUYcnszCNSZrlRL"),
    (Mark::Circumflex, "âêîôûÂÊÎÔÛĉĝĥĵŝŵŷ", "aeıouAEIOUcghjswy"),
    (Mark::Tilde, "ãñõÃÑÕĩũĨŨ", "anoANOıuIU"),
    (Mark::Diaeresis, "äëïöüÿÄËÏÖÜŸ", "aeıouyAEIOUY"),
    (Mark::Ring, "åÅůŮ", "aAuU"),
    (Mark::Caron, "čďěňřšťžČĎĚŇŘŠŤŽ", "cdenrstzCDENRSTZ"),
    (Mark::Macron, "āēīōūĀĒĪŌŪ", "aeıouAEIOU"),
    (Mark::Breve, "ăĕğĭŏŭĂĔĞĬŎŬ", "aegıouAEGIOU"),
    (Mark::Dot, "ċėġżĊĖĠİŻ", "cegzCEGIZ"),
    (Mark::DoubleAcute, "őűŐŰ", "ouOU"),
    (Mark::Cedilla, "çşţąęȘșȚțÇŞŢĄĘ", "cstaeSsTtCSTAE"),
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
        if let Some(mark) = mark {
            let is_tall = base.is_uppercase() || "dhklt".contains(base);
            let y = if is_tall && mark != Mark::Cedilla { -2.6 } else { 0.0 };
            placed.push(Placed { x: x + glyph.width / 2.0, y, strokes: mark.strokes() });
        }
        x += glyph.width + GAP;
    }
    (placed, (x - GAP).max(0.0))
}

/// Returns `true` if every letter of a text has a drawing.
pub(super) fn knows(text: &str) -> bool {
    text.chars().all(|letter| plain(marked(letter).0).is_some())
}

/// Splits a letter into its base letter and its diacritic.
fn marked(letter: char) -> (char, Option<Mark>) {
    for (mark, letters, bases) in MARKED {
        if let Some(found) = letters.chars().position(|known| known == letter) {
            return (bases.chars().nth(found).unwrap_or(letter), Some(mark));
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
    fn every_marked_letter_has_a_letter_below_its_mark() {
        for (mark, letters, bases) in MARKED {
            assert_eq!(letters.chars().count(), bases.chars().count(), "{mark:?}");
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
