//! Readings of cells that aren't understood: dice without their colon or with letters, words with a typing error.

use super::bench::Bench;
use super::reading::{Class, Reading};
use crate::diag::{Diagnostic, Edit};
use crate::formats::changes::Change;

/// A word that differs in more letters is a different word.
const MOST_LETTERS: usize = 3;

/// Returns the reading for dice whose colon is another character or missing: `64 24/14`,
/// `64. 24/14`, `6-4: 24/14`.
pub(super) fn dice(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> Option<Reading> {
    let span = finding.primary.span;
    let text = bench.source.slice(span);
    let is_die = |byte: u8| (b'1'..=b'6').contains(&byte);
    let bytes = text.as_bytes();
    let (first, rest) = (*bytes.first()?, &bytes[1..]);
    let between = rest.iter().take_while(|byte| matches!(byte, b'-' | b',' | b'/' | b' ' | b'.')).count();
    let second = *rest.get(between)?;
    let after = &rest[between + 1..];
    let gap = after.iter().take_while(|byte| matches!(byte, b';' | b'.' | b',' | b'=' | b' ' | b':')).count();
    let is_play = after.get(gap).is_some_and(u8::is_ascii_alphanumeric);
    if !(is_die(first) && is_die(second) && between <= 1 && gap > 0 && is_play) {
        return None;
    }
    let end = span.start + (1 + between + 1 + gap) as u32;
    let dice = format!("{}{}", first as char, second as char);
    let edit = Edit::new(crate::diag::Span { start: span.start, end }, format!("{dice}: "));
    let message = format!("write `{dice}:`");
    Some(Reading::new(Class::Spelling, 0.3, message, game, vec![Change::Text(edit)]))
}

/// Returns the reading for dice that contain letters instead of the digits they look like: `l1:`, `Z2:`.
pub(super) fn dice_in_letters(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> Option<Reading> {
    let digit = |letter: char| match letter {
        '1'..='6' => Some(letter),
        'l' | 'I' | 'i' | '|' => Some('1'),
        'Z' | 'z' => Some('2'),
        'S' | 's' => Some('5'),
        'G' | 'b' => Some('6'),
        _ => None,
    };
    let start = finding.primary.span.start;
    let text = bench.source.slice(finding.primary.span);
    let (written, _) = text.split_once(':')?;
    let mut letters = written.chars();
    let (Some(first), Some(second), None) = (letters.next(), letters.next(), letters.next()) else {
        return None;
    };
    let dice: String = [digit(first)?, digit(second)?].into_iter().collect();
    let message = format!("write `{dice}:` for `{written}:`");
    let edit = Edit::new(crate::diag::Span { start, end: start + written.len() as u32 }, dice);
    Some(Reading::new(Class::Spelling, 0.4, message, game, vec![Change::Text(edit)]))
}

/// The words of cells, as they are written.
const WORDS: [&str; 9] =
    ["Doubles", "Takes", "Drops", "Wins", "Beavers", "Redoubles", "Raccoons", "Passes", "Accepts"];

/// Returns the words with which a cell that isn't understood may begin.
pub(super) fn words(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> Vec<Reading> {
    let span = finding.primary.span;
    let text = bench.source.slice(span);
    let len = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(len);
    if word.len() < 3 || rest.starts_with(|c: char| !matches!(c, ' ' | '=' | '.')) {
        return Vec::new();
    }
    let reading = |meant: &&str| {
        let letters = crate::diag::distance(&word.to_lowercase(), &meant.to_lowercase());
        (1..=MOST_LETTERS.min(meant.len() / 2)).contains(&letters).then(|| {
            let edit = Edit::new(crate::diag::Span { end: span.start + len as u32, ..span }, *meant);
            let message = format!("read `{word}` as `{meant}`");
            Reading::new(Class::Action, 0.5 * letters as f32, message, game, vec![Change::Text(edit)])
        })
    };
    WORDS.iter().filter_map(reading).collect()
}
