//! The parts of a row of match text in any layout: its number with the sign after it, and cells of dice in any form, legs
//! and words.

use super::mat;
use crate::notation::plain::is_dash;
use std::ops::Range;

/// This many blanks separate two cells.
const WIDE: usize = 3;
/// The most characters between two dice.
const BETWEEN: usize = 3;

/// The words before dice: `rolls 31: 8/5 6/5`.
const ROLLS: &str =
    "roll rolls rolled dice throw throws threw wurf wirft w\u{FC}rfelt jet lance tire tira lancia";
/// The longest of these, in bytes.
const LONGEST: usize = 9;
/// The signs after the number of a row: the bracket, and those that people write for it.
const SIGNS: [&str; 9] = [")", ".", ":", "]", "}", ">", "-", "|", "\u{FF09}"];
/// The signs after the number of a line that has only one of the two cells of a row, and whether it is the right one.
const HALVES: [(&str, bool); 5] = [("...", true), ("b)", true), ("b.", true), ("a)", false), ("a.", false)];

/// A part of the cells of a row.
pub(super) enum Part {
    Dice(Dice),
    /// The place of a leg, which may have a slip in it.
    Leg(Range<usize>),
    /// The place of another word.
    Word(Range<usize>),
    /// A wide blank.
    Gap,
}

/// Dice in a row.
pub(super) struct Dice {
    pub(super) place: Range<usize>,
    /// The two digits.
    pub(super) digits: String,
    /// Whether they are written `31:`.
    pub(super) is_usual: bool,
    /// Whether there are only the digits, without a sign.
    pub(super) is_bare: bool,
    /// Whether faces, a word, a colon, an arrow or a pair of brackets show that they are dice.
    is_sure: bool,
}

/// The sign after the number at the beginning of a line, or the blank there.
pub(super) struct Sign {
    pub(super) place: Range<usize>,
    /// Whether it shows that the line has only the right cell: `4...`, `4b)`.
    pub(super) is_right: bool,
}

/// Reads the number of a row at the beginning of a line.
pub(super) fn sign(line: &str) -> Option<Sign> {
    let digits = line.trim_start_matches([' ', '\t']);
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    if !(1..=4).contains(&(digits.len() - rest.len())) {
        return None;
    }
    let start = line.len() - rest.len();
    let sign = |len: usize, is_right: bool| Some(Sign { place: start..start + len, is_right });
    if let Some((half, is_right)) = HALVES.iter().find(|(half, _)| rest.starts_with(half)) {
        return sign(half.len(), *is_right);
    }
    // A blank may stand before the sign: `4 - 31: 8/5 6/5`.
    let bare = rest.trim_start_matches(' ');
    let of_row = SIGNS.iter().find_map(|sign| bare.strip_prefix(sign));
    match of_row.filter(|after| after.is_empty() || after.starts_with([' ', '\t'])) {
        Some(after) => sign(rest.len() - after.len(), false),
        None => rest.starts_with([' ', '\t']).then(|| sign(1, false))?,
    }
}

/// Returns `true` if a text begins with a cell: of words, or of a play with its dice in any form.
pub(super) fn begins_cell(text: &str) -> bool {
    let is_turn = || {
        let parts = parts(text, 0);
        let mut parts = parts.iter().skip_while(|part| matches!(part, Part::Gap));
        match parts.next() {
            Some(Part::Dice(dice)) => !dice.is_bare || matches!(parts.next(), Some(Part::Leg(_))),
            Some(Part::Leg(_)) => {
                matches!(parts.find(|part| !matches!(part, Part::Leg(_))), Some(Part::Dice(_)))
            }
            _ => false,
        }
    };
    mat::is_cell(text.as_bytes()) || is_turn()
}

/// Returns the number of rolls in a line: dice as they are usually written, or in any form beside a leg.
pub(super) fn rolls(line: &str) -> usize {
    let of_cells = |text: &str, signs: &[char]| -> usize { text.split(signs).map(rolls_of_cells).sum() };
    let count = |text: &str| {
        let of_table = of_cells(text, &['|', ';', '\t', '"']);
        let of_commas = if text.contains(',') { of_cells(text, &['|', ';', '\t', '"', ',']) } else { 0 };
        of_table.max(of_commas)
    };
    // A comment may follow the cells.
    let before_comment = line.find(" ;").map_or(0, |at| count(&line[..at]));
    if before_comment > 0 { before_comment } else { count(line) }
}

/// Returns the number of rolls in cells without signs between them.
fn rolls_of_cells(text: &str) -> usize {
    let parts = parts(text, 0);
    let is_leg = |at: usize| matches!(parts.get(at), Some(Part::Leg(_)));
    let is_roll = |(at, part): &(usize, &Part)| match part {
        Part::Dice(dice) => dice.is_usual || is_leg(at + 1) || at.checked_sub(1).is_some_and(is_leg),
        _ => false,
    };
    parts.iter().enumerate().filter(is_roll).count()
}

/// Returns the parts of a line from a place on, up to a comment.
pub(super) fn parts(line: &str, mut at: usize) -> Vec<Part> {
    let (mut parts, mut is_in_words) = (Vec::new(), false);
    loop {
        let bare = line[at..].trim_start_matches([' ', '\t']);
        let blanks = &line[at..line.len() - bare.len()];
        at = line.len() - bare.len();
        if bare.is_empty() || bare.starts_with([';', '#']) {
            return parts;
        }
        let is_wide = blanks.len() >= WIDE || blanks.contains('\t');
        if is_wide {
            parts.push(Part::Gap);
        }
        // In a cell of words, `Wins 16 points`, a number isn't dice.
        is_in_words &= !is_wide;
        if let Some(mut dice) = dice(bare).filter(|dice| dice.is_sure || !is_in_words) {
            dice.place = at..at + dice.place.end;
            at = dice.place.end;
            is_in_words = false;
            parts.push(Part::Dice(dice));
            continue;
        }
        let token = bare.split([' ', '\t']).next().unwrap_or(bare);
        let is_leg = is_leg(token);
        is_in_words |= !is_leg && token.starts_with(char::is_alphabetic);
        let place = at..at + token.len();
        at = place.end;
        parts.push(if is_leg { Part::Leg(place) } else { Part::Word(place) });
    }
}

/// Returns `true` for a leg: `8/5`, `bar/20*`, `13/8(2)`; a digit may be misspelt.
fn is_leg(token: &str) -> bool {
    token.contains('/')
        && token.contains(|c: char| c.is_ascii_digit())
        && token.chars().all(|c| c.is_ascii_alphanumeric() || "/*(),".contains(c))
}

/// Returns a text without a word for a roll at its beginning: `rolls 31:`, `Roll: 31`.
fn after_word(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(char::is_alphabetic);
    let word = &text[..text.len() - rest.len()];
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    let dice = rest.trim_start_matches(' ');
    (ROLLS.split(' ').any(|roll| roll == word) && dice.len() < rest.len()).then_some(dice)
}

/// Returns a die, and the text after it.
fn die(text: &str) -> Option<(char, &str)> {
    let c = text.chars().next()?;
    let digit = match c {
        '1'..='6' => c,
        '\u{2680}'..='\u{2685}' => char::from_digit(u32::from(c) - 0x2680 + 1, 10)?,
        _ => return None,
    };
    Some((digit, &text[c.len_utf8()..]))
}

/// Returns `true` for a sign after dice, or a part of an arrow there.
fn is_mark(c: char) -> bool {
    ":->=.,;|)]\u{BB}\u{2192}\u{21D2}\u{2794}".contains(c) || is_dash(c)
}

/// Reads dice at the beginning of a text, with the signs that belong to them.
fn dice(text: &str) -> Option<Dice> {
    // After a play, a sign may stand before the dice: `8/5 6/5 :31`.
    let signs = text.trim_start_matches([':', '@', '=', '|', '-']);
    let has_lead = signs.len() < text.len();
    let rest = if has_lead { signs.trim_start_matches(' ') } else { text };
    let word = after_word(rest);
    let rest = word.unwrap_or(rest);
    let close = match rest.chars().next()? {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        '<' => Some('>'),
        _ => None,
    };
    let rest = if close.is_some() { rest[1..].trim_start_matches(' ') } else { rest };
    let is_face = rest.starts_with(|c: char| !c.is_ascii());
    let (first, rest) = die(rest)?;
    let is_between = |c: &char| " -,+x\u{D7}/.:&".contains(*c) || is_dash(*c);
    let between: String = rest.chars().take_while(is_between).collect();
    let (second, rest) = die(&rest[between.len()..])?;
    if between.chars().count() > BETWEEN {
        return None;
    }
    let rest = match close {
        Some(close) => rest.trim_start_matches(' ').strip_prefix(close)?,
        None => rest,
    };
    let after_dice = rest;
    let marked = rest.strip_prefix(' ').filter(|rest| !rest.starts_with(';')).unwrap_or(rest);
    let after = marked.trim_start_matches(is_mark);
    let marks = &marked[..marked.len() - after.len()];
    let rest = if marks.is_empty() { rest } else { after };
    let is_sure = word.is_some()
        || is_face
        || close.is_some()
        || marks.contains([':', '>', '\u{2192}', '\u{21D2}', '\u{2794}']);
    let is_play = rest.starts_with(|c: char| c.is_ascii_digit() || "bB".contains(c));
    if !(rest.is_empty() || rest.starts_with([' ', '\t']) || is_sure && is_play) {
        return None;
    }
    // Two numbers with a slash between them are a leg, with a blank or a full stop they may be anything; in `6/5 :31` the
    // colon belongs to the dice after it.
    let is_leg = between.contains('/') && close.is_none() && after_dice.starts_with(' ');
    if is_leg || !is_sure && between.contains([' ', '/', '.', ':', '&']) {
        return None;
    }
    let len = text.len() - rest.len();
    let digits = String::from_iter([first, second]);
    Some(Dice {
        is_usual: text[..len].strip_suffix(':') == Some(digits.as_str()),
        is_bare: !has_lead && word.is_none() && !is_face && close.is_none() && marks.is_empty(),
        is_sure,
        place: 0..len,
        digits,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_after_a_number_is_found_in_any_form() {
        for (line, place, is_right) in [
            (" 4) 31: 8/5", 2..3, false),
            ("4 31: 8/5", 1..2, false),
            ("4 - 31: 8/5", 1..3, false),
            ("12] [31] 8/5", 2..3, false),
            ("4\u{FF09} 31: 8/5", 1..4, false),
            ("4... 31: 8/5", 1..4, true),
            ("4b) 31: 8/5", 1..3, true),
            ("4a) 31: 8/5", 1..3, false),
        ] {
            let sign = sign(line).expect("a sign");
            assert_eq!((sign.place, sign.is_right), (place, is_right), "{line}");
        }
        for line in ["", "x", "31->8/5", "3-1: 8/5", "8/5 6/5 (31)", "12345) 31: 8/5"] {
            assert!(sign(line).is_none(), "{line}");
        }
    }

    #[test]
    fn a_cell_begins_with_dice_in_any_form_or_ends_with_them() {
        for cell in [
            "31: 8/5 6/5",
            " [31] 8/5 6/5",
            "rolls 31: 8/5 6/5",
            "31 8/5 6/5",
            "8/5 6/5 (31)",
            "8/S 6/5 :31",
            "31:",
            "[31]",
            " Doubles => 2",
        ] {
            assert!(begins_cell(cell), "{cell}");
        }
        for cell in ["", "31", "8/5 6/5", "16 points", "rolling 31: 8/5", "ann : 0   bob : 0"] {
            assert!(!begins_cell(cell), "{cell}");
        }
    }

    #[test]
    fn rolls_are_counted_in_any_layout() {
        for (line, count) in [
            (" 1) 31: 8/5 6/5    52: 13/8 24/22", 2),
            ("1,31: 8/5, 6/5,52: 13/8 24/22", 2),
            ("| 1 | (3,1) 8/5 6/5 | (5,2) 13/8 24/22 |", 2),
            ("1\t8/5 6/5 (31)\tTakes", 1),
            (" 5 point match", 0),
            (" ann : 12      bob : 31", 0),
            (" 1) 31: 8/5 ; 52: is worse", 1),
        ] {
            assert_eq!(rolls(line), count, "{line}");
        }
    }
}
