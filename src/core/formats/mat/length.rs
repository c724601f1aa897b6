//! The line with the match length, also misspelled or in another language.

use super::line;
use super::parse::{Reader, decimal};
use crate::diag::{Code, Span, distance};
use crate::game::record::{RemarkKind, Spanned};
use std::ops::Range;

/// The words around the number in other languages, without blanks and hyphens.
const WORDS: &str = "punktematch punktmatch punktespiel punktekampf matchauf matchaufpunkte matchenpoints matchàpoints \
    partieenpoints partieauf partieaufpunkte puntosmatch partidaapuntos puntimatch partitaaipunti \
    partitaapunti puntenmatch pointkamp pointskamp poängsmatch matchlength \
    ポイントマッチ";

impl Reader<'_> {
    /// Reads the match length.
    pub(super) fn length(&mut self, start: usize, line: &[u8], length: &line::Length, span: Span) {
        let number = length.number.clone();
        let place = Span::new(start + number.start, start + number.end);
        if let Some(first) = self.length_line {
            self.report(Code::MatLengthInvalid, span, "the match length is stated twice");
            if let Some(diagnostic) = self.diagnostics.last_mut() {
                *diagnostic = diagnostic.clone().see(first, "stated here first");
            }
            self.remark(RemarkKind::Unknown, span);
            // It is most likely another match, with a new numbering of games.
            (self.last_game, self.last_game_printed) = (None, None);
            return;
        }
        self.length_line = Some(span);
        let digits = &line[number];
        if digits.eq_ignore_ascii_case(b"money") || digits.eq_ignore_ascii_case(b"unlimited") {
            self.report(Code::MatLengthInvalid, span, "a money session is written `0 point match`");
            self.record.length = Some(Spanned::new(0, place));
            return;
        }
        let plain = decimal(digits).filter(|_| length.is_usual);
        match line::spelled(digits).filter(|length| *length <= 32767) {
            Some(value) => {
                self.record.length = Some(Spanned::new(value, place));
                if plain.is_none() {
                    let words = line[..length.rest.start].trim_ascii_end();
                    let whole = Span::new(span.start as usize, start + words.len());
                    let message = format!("this match length is written `{value} point match`");
                    self.report(Code::MatLengthInvalid, whole, message);
                }
            }
            None => {
                self.report(Code::MatLengthInvalid, place, "the match length is a number from 0 to 32767");
            }
        }
        if self.game.is_some() {
            self.report(Code::MatLengthInvalid, span, "the match length must come before the first game");
        }
    }

    /// Reads a misspelled `N point match`, one in another language, or one without its number, unless the length is
    /// stated below.
    pub(super) fn misspelled_length(
        &self,
        start: usize,
        line: &[u8],
        indent: usize,
        end: usize,
    ) -> Option<line::Length> {
        let words = &line[indent..end];
        let number = if is_unnumbered(words) { Some(0..0) } else { misspelled(words) };
        let number = number.filter(|_| self.length_line.is_none())?;
        let below = self.text[start + line.len()..].split(|byte| matches!(byte, b'\n' | b'\r')).take(BELOW);
        if below.take_while(|line| line::heading(line).is_none()).any(|line| line::length(line).is_some()) {
            return None;
        }
        let number = indent + number.start..indent + number.end;
        Some(line::Length { number, rest: end..end, is_usual: false })
    }
}

/// The number of lines below a misspelled length in which another is looked for.
const BELOW: usize = 40;

/// The usual words after the number, without blanks.
const USUAL: &str = "pointmatch";

/// Returns `true` for `point match` without a number.
fn is_unnumbered(line: &[u8]) -> bool {
    let letters = line.iter().filter(|byte| !matches!(byte, b' ' | b'\t' | b'-')).map(u8::to_ascii_lowercase);
    let letters: Vec<u8> = letters.collect();
    letters == USUAL.as_bytes() || letters == b"pointsmatch"
}

/// Returns the place of the number in `5 poit match`, `5 Punkte Match` and the like.
fn misspelled(line: &[u8]) -> Option<Range<usize>> {
    let text = std::str::from_utf8(line).ok()?;
    let start = text.find(is_digit)?;
    let len = text[start..].find(|c: char| !is_digit(c)).unwrap_or(text.len() - start);
    let (before, after) = (&text[..start], &text[start + len..]);
    if before.len() + after.len() > 24 {
        return None;
    }
    let words = [before, after].concat().to_lowercase();
    let letters: String = words.split(|c: char| c.is_whitespace() || c == '-' || c == ':').collect();
    let is_usual = before.is_empty() && is_slip(&letters);
    (is_usual || WORDS.split(' ').any(|words| words == letters)).then_some(start..start + len)
}

/// Returns `true` if letters are the usual ones but for a slip. A digit among them is one, `poi5tmatch`; digits before
/// them may belong to the number, `2pointmatch`.
fn is_slip(letters: &str) -> bool {
    let unlike = distance(letters, USUAL);
    unlike <= 2 && unlike <= distance(letters.trim_start_matches(is_digit), USUAL)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::misspelled;

    #[test]
    fn the_number_of_a_length_is_found_in_other_words() {
        for (line, number) in [
            ("5 poit match", "5"),
            ("5 Punkte Match", "5"),
            ("0 Punkte Match", "0"),
            ("13-Punkte-Match", "13"),
            ("Match en 7 points", "7"),
            ("Match length: 7", "7"),
            ("7\u{30DD}\u{30A4}\u{30F3}\u{30C8}\u{30DE}\u{30C3}\u{30C1}", "7"),
            ("Partita ai 9 punti", "9"),
            ("7 poin5t match", "7"),
            ("9 point5match", "9"),
            ("5 poi5t match", "5"),
            ("5 5oint match", "5"),
            ("7 poit match 5", "7"),
        ] {
            assert_eq!(misspelled(line.as_bytes()).map(|place| &line[place]), Some(number), "{line}");
        }
        for line in
            ["Match 3", "5 points for Ann", "Game 5", "7 2 point match", "7 2point match", "point match"]
        {
            assert_eq!(misspelled(line.as_bytes()), None, "{line}");
        }
    }
}
