//! Match text whose dice aren't written `31:` before the play: `3-1: 8/5 6/5`, `[31] 8/5 6/5`, `31 -> 8/5 6/5`,
//! `8/5 6/5 (31)`, `8/5 6/5 :31`. The edits write usual cells.

use super::layout::{SHOWN, text_lines};
use crate::diag::{Edit, Span};
use crate::notation::plain::is_dash;
use std::ops::Range;

/// This many blanks separate two cells.
const WIDE: usize = 3;
/// The most characters between two dice.
const BETWEEN: usize = 3;

/// A part of the cells of a row.
enum Part {
    Dice(Dice),
    /// The place of a leg.
    Leg(Range<usize>),
    /// Another word, or a wide blank.
    Other,
}

/// Dice in a row.
struct Dice {
    place: Range<usize>,
    /// The two digits.
    digits: String,
    /// Whether they are written `31:`.
    is_usual: bool,
    /// Whether there are only the digits, without a sign.
    is_bare: bool,
    /// Whether faces, a colon, an arrow or a pair of brackets show that they are dice.
    is_sure: bool,
}

/// Where the dice of a cell are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    BeforePlay,
    AfterPlay,
}

/// Returns the edits that write the dice of all rows as usual. `None` if those of the first rows are, or if they aren't all
/// in the same order.
pub(super) fn of_dice(text: &str) -> Option<Vec<Edit>> {
    let has_dice = |parts: &Vec<Part>| parts.iter().any(|part| matches!(part, Part::Dice(_)));
    let shown: Vec<Vec<Part>> = rows(text).map(|(_, _, parts)| parts).filter(has_dice).take(SHOWN).collect();
    let order = [Order::BeforePlay, Order::AfterPlay]
        .into_iter()
        .find(|order| shown.iter().all(|parts| is_ordered(parts, *order)))?;
    let of_shown = |is_counted: fn(&Dice, bool, Order) -> bool| {
        let dice = shown.iter().flat_map(|parts| dice_of(parts));
        dice.filter(|(dice, follows_leg)| is_counted(dice, *follows_leg, order)).count()
    };
    let (other, total) = (of_shown(is_other), of_shown(|_, _, _| true));
    if other < 2 || other * 2 <= total {
        return None;
    }
    let mut edits = Vec::new();
    for (start, line, parts) in rows(text) {
        let mut legs: Option<Range<usize>> = None;
        for part in parts {
            let edit = match part {
                Part::Leg(leg) => {
                    legs = Some(legs.map_or(leg.start, |legs| legs.start)..leg.end);
                    continue;
                }
                Part::Dice(dice) => match legs.take().filter(|_| order == Order::AfterPlay) {
                    Some(legs) => {
                        let play = line[legs.clone()].trim_end_matches(',');
                        Some((legs.start..dice.place.end, format!("{}: {play}", dice.digits)))
                    }
                    None => dice.usual(line),
                },
                Part::Other => {
                    legs = None;
                    continue;
                }
            };
            let span = |place: Range<usize>| Span::new(start + place.start, start + place.end);
            edits.extend(edit.map(|(place, new)| Edit::new(span(place), new)));
        }
    }
    Some(edits)
}

/// Returns the numbered rows of a text, each with its offset and its parts.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str, Vec<Part>)> {
    text_lines(text).filter_map(|(start, line)| Some((start, line, parts(line)?)))
}

/// Returns `true` for dice that aren't written as usual.
fn is_other(dice: &Dice, follows_leg: bool, order: Order) -> bool {
    !dice.is_usual || follows_leg && order == Order::AfterPlay
}

/// Returns the dice of a row, and whether a leg is right before them.
fn dice_of(parts: &[Part]) -> impl Iterator<Item = (&Dice, bool)> {
    parts.iter().enumerate().filter_map(move |(at, part)| {
        let follows_leg = at > 0 && matches!(parts[at - 1], Part::Leg(_));
        if let Part::Dice(dice) = part { Some((dice, follows_leg)) } else { None }
    })
}

/// Returns `true` if a row begins with dice, or if it ends with them.
fn is_ordered(parts: &[Part], order: Order) -> bool {
    let mut parts = parts.iter().filter(|part| !matches!(part, Part::Other));
    let outer = if order == Order::BeforePlay { parts.next() } else { parts.next_back() };
    matches!(outer, Some(Part::Dice(_)))
}

impl Dice {
    /// Returns the place of these dice, and `31:` for them. `None` if they are written so.
    fn usual(&self, line: &str) -> Option<(Range<usize>, String)> {
        let Range { start, end } = self.place;
        let digits = &self.digits;
        let after = &line[end..];
        if self.is_usual {
            None
        } else if !self.is_bare {
            let blank = if after.starts_with(|c: char| !c.is_whitespace()) { " " } else { "" };
            Some((start..end, format!("{digits}:{blank}")))
        } else if after.starts_with(' ') {
            Some((start..end + 1, format!("{digits}: ")))
        } else {
            // The blank before them makes room for the colon.
            line[..start].ends_with(' ').then(|| (start - 1..end, format!(" {digits}:")))
        }
    }
}

/// Returns a cell of dice and legs as it is usually written. `None` if it is, or if it contains anything else.
pub(crate) fn usual(cell: &str) -> Option<String> {
    let parts = parts_from(cell, 0);
    let (dice, legs) = match &parts[..] {
        [Part::Dice(dice), legs @ ..] if !dice.is_usual => (dice, legs),
        [legs @ .., Part::Dice(dice)] => (dice, legs),
        _ => return None,
    };
    let places: Option<Vec<&Range<usize>>> =
        legs.iter().map(|part| if let Part::Leg(leg) = part { Some(leg) } else { None }).collect();
    let places = places?;
    let play = &cell[places.first()?.start..places.last()?.end];
    Some(format!("{}: {}", dice.digits, play.trim_end_matches(',')))
}

/// Returns the parts of a numbered row. `None` for another line.
fn parts(line: &str) -> Option<Vec<Part>> {
    let text = line.trim_start();
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let cells = number.strip_prefix(')').filter(|_| number.len() < text.len())?;
    Some(parts_from(line, line.len() - cells.len()))
}

/// Returns the parts of a line from a place on, up to a comment.
fn parts_from(line: &str, mut at: usize) -> Vec<Part> {
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
            parts.push(Part::Other);
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
        parts.push(if is_leg { Part::Leg(at..at + token.len()) } else { Part::Other });
        at += token.len();
    }
}

/// Returns `true` for a leg: `8/5`, `bar/20*`, `13/8(2)`.
fn is_leg(token: &str) -> bool {
    token.contains('/')
        && token.starts_with(|c: char| c.is_ascii_digit() || "bBoO".contains(c))
        && token.chars().all(|c| c.is_ascii_alphanumeric() || "/*(),".contains(c))
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
    let is_sure =
        is_face || close.is_some() || marks.contains([':', '>', '\u{2192}', '\u{21D2}', '\u{2794}']);
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
        is_bare: !has_lead && !is_face && close.is_none() && marks.is_empty(),
        is_sure,
        place: 0..len,
        digits,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::edited;

    /// Writes two rows with their cells in another form, and expects that the edits restore them.
    #[track_caller]
    fn restored(cell: impl Fn(&str, &str) -> String) {
        let row = |cells: [(&str, &str); 4], cell: &dyn Fn(&str, &str) -> String| {
            let [a, b, c, d] = cells.map(|(dice, play)| cell(dice, play));
            format!(" 1) {a}    {b}\n 2) {c}    {d}\n 3)  Doubles => 16    Takes\n")
        };
        let cells = [("31", "8/5 6/5"), ("64", "24/14*"), ("11", "8/7(2) 6/5(2)"), ("51", "")];
        let usual = |dice: &str, play: &str| format!("{dice}: {play}").trim_end().to_owned();
        let text = row(cells, &cell);
        let edits = of_dice(&text).unwrap_or_default();
        assert_eq!(edited(&text, &edits).as_deref(), Ok(row(cells, &usual).as_str()), "{text}");
    }

    #[test]
    fn dice_before_the_play_are_written_with_a_colon() {
        for signs in [
            "3-1:",
            "[31]",
            "(31)",
            "(3,1)",
            "(3, 1)",
            "31 ->",
            "31 =>",
            "31 \u{2192}",
            "3\u{2013}1:",
            "31.",
            "31;",
            "31::",
            "31)",
            "31]",
            "3x1:",
            "3/1:",
            "3 1:",
            "31 -",
            "\u{2682}\u{2680}:",
            "<31>",
        ] {
            restored(|dice, play| {
                let [first, second] = [dice.as_bytes()[0], dice.as_bytes()[1]];
                let face = |digit: u8| char::from_u32(0x2680 + u32::from(digit - b'1')).expect("a die");
                let form = signs.replace('\u{2682}', &face(first).to_string());
                let form = form.replace('\u{2680}', &face(second).to_string());
                let form: String = form
                    .chars()
                    .map(|c| match c {
                        '3' => char::from(first),
                        '1' => char::from(second),
                        _ => c,
                    })
                    .collect();
                format!("{form} {play}").trim_end().to_owned()
            });
        }
        let faces = |dice: &str| -> String {
            dice.bytes().filter_map(|digit| char::from_u32(0x2680 + u32::from(digit - b'1'))).collect()
        };
        restored(|dice, play| format!("{}{play}", faces(dice)));
    }

    #[test]
    fn dice_after_the_play_are_written_before_it() {
        for (open, close) in [("(", ")"), ("[", "]"), (":", ""), ("- ", ""), ("@", ""), ("", ":")] {
            restored(|dice, play| format!("{play} {open}{dice}{close}").trim_start().to_owned());
        }
    }

    #[test]
    fn a_single_cell_is_read_alike() {
        for cell in ["31 -> 8/5 6/5", "[3-1] 8/5 6/5", "8/5 6/5 (31)", "8/5 6/5 :31", "8/5 6/5, 3-1"] {
            assert_eq!(usual(cell).as_deref(), Some("31: 8/5 6/5"), "{cell}");
        }
        for cell in
            ["", "31: 8/5 6/5", "8/5 6/5", "(31)", "8/5 (31) 6/5", "8/5 6/5 (31) x", "31 -> 8/5   6/5"]
        {
            assert_eq!(usual(cell), None, "{cell}");
        }
    }

    #[test]
    fn usual_dice_and_other_numbers_stay() {
        for text in [
            "",
            " 1) 31: 8/5 6/5    64: 24/14\n 2) 31: 8/5    Doubles => 16\n",
            " 1) 31: 8/5 6/5    6-4: 24/14\n 2) 31: 8/5    42: 8/4\n",
            " 1) 8/5 6/5    24/14\n 2) 8/5    Wins 16 points\n",
            " 1) 8/5 6/5 (2)    24/14 (4)\n 2) 8/5 (31 is best)    Takes\n",
            "31 8/5 6/5\n64 24/14\n",
        ] {
            assert_eq!(of_dice(text), None, "{text}");
        }
    }
}
