//! Readings of dice with a digit too many or too few, or left out, where the play shows the roll.

use super::bench::Bench;
use super::reading::{Class, Reading};
use super::turns::DIE;
use super::walk::first_break;
use crate::analysis::plays::legs_of;
use crate::board::Roll;
use crate::diag::{Edit, Span};
use crate::formats::changes::Change;
use crate::formats::{gam, mat, sgf};
use crate::game::record::{Cell, Written, WrittenRoll};
use crate::notation::play::{PlayOptions, parse};
use crate::rules::{Leg, can_move, resolve};

/// Returns the readings with two digits for the dice of an entry: `5: 25/20`, `661: 25/24 24/18`, in SGF `W[5yt]` and
/// `W[lqab]`; or for dice that are left out, `8/5 6/5`.
pub(super) fn readings(bench: &Bench<'_>, game: usize, index: usize) -> Vec<Reading> {
    of_entry(bench, game, index).unwrap_or_default()
}

fn of_entry(bench: &Bench<'_>, game: usize, index: usize) -> Option<Vec<Reading>> {
    let entries = bench.entries(game);
    let entry = entries.get(index)?;
    let is_unread =
        matches!(entry.written, Written::Unreadable | Written::Turn { cell: Cell::Unreadable(_), .. });
    let by = entry.side.filter(|_| is_unread)?;
    let is_sgf = bench.format.name == sgf::FORMAT.name;
    let whole = bench.source.slice(entry.span);
    let is_mat = [mat::FORMAT.name, gam::FORMAT.name].contains(&bench.format.name);
    let alone = parse(whole.as_bytes(), 0, PlayOptions::RECORD).ok();
    let alone = alone.filter(|play| is_mat && !play.is_empty());
    let start = if is_sgf { whole.find('[')? + 1 } else { 0 };
    let len = whole[start..].bytes().take_while(u8::is_ascii_digit).count();
    let len = if alone.is_some() { 0 } else { len };
    if len == 0 && !is_sgf && alone.is_none() {
        return None;
    }
    let (written, rest) = whole[start..].split_at(len);
    let legs: Vec<Leg> = if let Some(play) = &alone {
        legs_of(play).as_slice().to_vec()
    } else if is_sgf {
        sgf::legs(rest.strip_suffix(']')?, by)?
    } else {
        let play = rest.strip_prefix(':')?.trim();
        legs_of(&parse(play.as_bytes(), 0, PlayOptions::RECORD).ok()?).as_slice().to_vec()
    };
    let board = bench.board(game, index, by)?;
    let at = entry.span.start as usize + start;
    let span = Span::new(at, at + len);
    let reading = |(digits, roll): ([u8; 2], Roll)| {
        let after = if legs.is_empty() {
            // Nothing shows a die that was left out.
            (written.len() > 2 && !can_move(&board, roll)).then_some(board)?
        } else {
            *resolve::resolve(&board, roll, &legs).ok()?.after()
        };
        let dice: String = digits.map(char::from).iter().collect();
        let message = match written {
            "" => format!("write the dice {dice}"),
            _ => format!("write `{dice}` for `{written}`"),
        };
        let broke = first_break(entries, index + 1, &after, by, bench.marks_hits);
        let words = if alone.is_some() { format!("{dice}: ") } else { dice };
        let reading = Reading::new(Class::Dice, 0.5, message, game, [Edit::new(span, words)]);
        Some(reading.broken_at(broke).with_play(board, roll, after))
    };
    let is_possible = |(_, roll): &([u8; 2], Roll)| index > 0 || !roll.is_doublet();
    Some(rolls(written.as_bytes()).into_iter().filter(is_possible).filter_map(reading).collect())
}

/// Returns the readings of dice without a play as others, of which one is wrong, with which no play is possible.
pub(super) fn danced(bench: &Bench<'_>, game: usize, index: usize) -> Vec<Reading> {
    let entries = bench.entries(game);
    let Some(Written::Turn { roll, cell: Cell::Empty | Cell::CannotMove(_) }) =
        entries.get(index).map(|entry| &entry.written)
    else {
        return Vec::new();
    };
    let by = entries[index].side.or_else(|| bench.told(game, index).map(|told| told.by));
    let Some((by, board)) = by.and_then(|by| Some((by, bench.board(game, index, by)?))) else {
        return Vec::new();
    };
    let broke = first_break(entries, index + 1, &board, by, bench.marks_hits);
    let (mut seen, mut all) = (Vec::new(), Vec::new());
    for (at, digit) in (0..2).flat_map(|at| (b'1'..=b'6').map(move |digit| (at, digit))) {
        let mut digits = roll.digits;
        digits[at] = digit;
        let Some(meant) = (WrittenRoll { digits, ..*roll }).roll() else { continue };
        if digits == roll.digits || seen.contains(&meant) || can_move(&board, meant) {
            continue;
        }
        seen.push(meant);
        let [now, was] = [digits, roll.digits].map(|dice| String::from_utf8_lossy(&dice).into_owned());
        let message = format!("read the dice as {now}, not {was}: no play is possible");
        let change = Change::Dice { entry: index, digits };
        all.push(Reading::new(Class::Dice, DIE, message, game, [change]).broken_at(broke));
    }
    all
}

/// Returns the reading without words in place of a play where no play is possible: `66: geht nicht`.
pub(super) fn words(bench: &Bench<'_>, game: usize, index: usize) -> Option<Reading> {
    let entries = bench.entries(game);
    let entry = entries.get(index)?;
    let Written::Turn { roll, cell: Cell::Unreadable(span) } = &entry.written else { return None };
    let (by, roll, words) = (entry.side?, roll.roll()?, bench.source.slice(*span));
    let board = bench.board(game, index, by)?;
    if can_move(&board, roll) || words.contains(|c: char| c.is_ascii_digit() || c == '/') {
        return None;
    }
    let rest = bench.source.after(span.end);
    let is_last = rest.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']) || rest.trim().is_empty();
    let blanks = if is_last { String::new() } else { " ".repeat(words.chars().count()) };
    let message = format!("delete `{words}`: no play is possible");
    let broke = first_break(entries, index + 1, &board, by, bench.marks_hits);
    // At the end of a game, they may concede it.
    let goes_on = entries[index + 1..]
        .iter()
        .any(|entry| matches!(entry.written, Written::Turn { .. } | Written::Take));
    let reading = Reading::new(Class::Spelling, 0.2, message, game, [Edit::new(*span, blanks)]);
    Some(reading.broken_at(broke).safe_if(goes_on))
}

/// Returns the rolls that were meant by no digit, by one or by three, with their digits.
fn rolls(written: &[u8]) -> Vec<([u8; 2], Roll)> {
    let all: Vec<[u8; 2]> = match *written {
        [] => (b'1'..=b'6').flat_map(|high| (b'1'..=high).map(move |low| [high, low])).collect(),
        [one] => (b'1'..=b'6').map(|other| [one.max(other), one.min(other)]).collect(),
        [a, b, c] => vec![[a, b], [a, c], [b, c]],
        _ => Vec::new(),
    };
    let mut rolls: Vec<([u8; 2], Roll)> = Vec::new();
    for digits in all {
        let [a, b] = digits.map(|digit| digit.wrapping_sub(b'0'));
        if let Some(roll) = Roll::from_pips(a, b)
            && !rolls.iter().any(|(_, other)| *other == roll)
        {
            rolls.push((digits, roll));
        }
    }
    rolls
}

#[cfg(test)]
mod tests {
    use super::rolls;

    fn read(written: &str) -> Vec<String> {
        rolls(written.as_bytes()).iter().map(|(_, roll)| roll.to_string()).collect()
    }

    #[test]
    fn one_digit_lacks_the_other_and_three_have_one_too_many() {
        assert_eq!(read("5"), ["51", "52", "53", "54", "55", "65"]);
        assert_eq!(read("661"), ["66", "61"]);
        assert_eq!(read("316"), ["31", "63", "61"]);
        assert_eq!(read("").len(), 21);
        assert!(read("52").is_empty());
        assert!(read("7").is_empty());
        assert_eq!(read("701"), [""; 0]);
    }
}
