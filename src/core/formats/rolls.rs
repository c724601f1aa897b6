//! Match text whose dice aren't written `31:` before the play: `3-1: 8/5 6/5`, `[31] 8/5 6/5`, `31 -> 8/5 6/5`,
//! `rolls 31: 8/5 6/5`, `8/5 6/5 (31)`, `8/5 6/5 :31`. The edits write usual cells.

use super::layout::{SHOWN, text_lines};
use super::parts::{Dice, Part, parts};
use crate::diag::{Edit, Span};
use std::ops::Range;

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
    let shown: Vec<Vec<Part>> = rows(text).map(|(_, _, cells)| cells).filter(has_dice).take(SHOWN).collect();
    let order = [Order::BeforePlay, Order::AfterPlay]
        .into_iter()
        .find(|order| shown.iter().all(|cells| is_ordered(cells, *order)))?;
    let of_shown = |is_counted: fn(&Dice, bool, Order) -> bool| {
        let dice = shown.iter().flat_map(|cells| dice_of(cells));
        dice.filter(|(dice, follows_leg)| is_counted(dice, *follows_leg, order)).count()
    };
    let (other, total) = (of_shown(is_other), of_shown(|_, _, _| true));
    if other < 2 || other * 2 <= total {
        return None;
    }
    let mut edits = Vec::new();
    for (start, line, cells) in rows(text) {
        let mut play: Option<Range<usize>> = None;
        for (at, part) in cells.iter().enumerate() {
            let edit = match part {
                Part::Leg(place) | Part::Word(place) => {
                    // A damaged leg is part of the play, words of another cell before it aren't.
                    let is_first = at == 0 || matches!(cells[at - 1], Part::Dice(_) | Part::Gap);
                    let is_begun = play.is_some() || matches!(part, Part::Leg(_));
                    if is_begun || is_first && line[place.start..].starts_with(|c: char| c.is_ascii_digit()) {
                        play = Some(play.map_or(place.start, |play| play.start)..place.end);
                    }
                    continue;
                }
                Part::Dice(dice) => match play.take().filter(|_| order == Order::AfterPlay) {
                    Some(place) => {
                        let play = line[place.clone()].trim_end_matches(',');
                        Some((place.start..dice.place.end, format!("{}: {play}", dice.digits)))
                    }
                    None => dice.usual(line),
                },
                Part::Gap => {
                    play = None;
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
    text_lines(text).filter_map(|(start, line)| {
        let text = line.trim_start();
        let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let cells = number.strip_prefix(')').filter(|_| number.len() < text.len())?;
        Some((start, line, parts(line, line.len() - cells.len())))
    })
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
    let mut parts = parts.iter().filter(|part| matches!(part, Part::Dice(_) | Part::Leg(_)));
    let outer = if order == Order::BeforePlay { parts.next() } else { parts.next_back() };
    matches!(outer, Some(Part::Dice(_)))
}

impl Dice {
    /// Returns the place of these dice, and `31:` for them. `None` if they are written so.
    fn usual(&self, line: &str) -> Option<(Range<usize>, String)> {
        let is_glued = line[self.place.end..].starts_with(|c: char| !c.is_whitespace());
        let blank = if is_glued { " " } else { "" };
        (!self.is_usual).then(|| (self.place.clone(), format!("{}:{blank}", self.digits)))
    }
}

/// Returns a cell of dice and legs as it is usually written. `None` if it is, or if it contains anything else.
pub(crate) fn usual(cell: &str) -> Option<String> {
    let parts = parts(cell, 0);
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
            "rolls 31:",
            "Roll: 31",
            "Wurf 3-1:",
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
