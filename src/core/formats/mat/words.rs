//! Cells that begin with a word: cube actions, answers, results and resignations.

use super::cell;
use super::head::{self, Head, Within, Word};
use super::parse::{Reader, decimal};
use super::row::Row;
use crate::board::Side;
use crate::diag::count::many;
use crate::diag::{Code, Span};
use crate::game::record::{Cause, CubeWord, Spanned, Written};

impl Reader<'_> {
    /// Reads a cell that begins with a known word.
    pub(super) fn word(
        &mut self,
        row: &Row<'_>,
        word: Word,
        at: usize,
        end: usize,
        side: Option<Side>,
    ) -> Written {
        let text = row.text(at, end);
        let is_usual = matches!(head::next(text, 0, Within::Nothing), Some((Head::Word(_), _)));
        let other = if is_usual { 0 } else { other(text).map_or(0, |(_, len)| len) };
        let rest = &text[other..];
        let said = match word {
            Word::Wins => cell::win(rest),
            Word::Losses => cell::loss(rest),
            Word::Resigns => cell::resignation(rest),
            Word::LostOnTime => cell::time_out(rest),
            Word::Double | Word::Redouble | Word::Beaver | Word::Raccoon => cell::action(rest),
            Word::Take | Word::Accept | Word::Drop | Word::Pass | Word::Forfeits => cell::answer(rest),
        };
        let said = said.after(other);
        let word_span = row.span(at, at + said.word_end);
        let number_span = row.span(at + said.number.start, at + said.number.end);
        let has_number = !said.number.is_empty();
        // A number that is too large is wrong by its size alone.
        let digits = &text[said.number];
        let value = decimal(digits).or_else(|| cell::number(digits)).unwrap_or(u32::MAX);
        let number = has_number.then(|| Spanned::new(value, number_span));
        let cube = |word| Written::Cube { word, value: number };
        let is_late =
            word == Word::LostOnTime && !text.get(..4).is_some_and(|it| it.eq_ignore_ascii_case(b"lost"));
        if is_late || other > 0 || matches!(word, Word::Accept | Word::Pass | Word::Resigns) {
            self.report_at(Code::HabitWords, word_span, "a word in place of the usual one", row.number, side);
        }
        let written = match word {
            Word::Double => cube(CubeWord::Double),
            Word::Redouble => cube(CubeWord::Redouble),
            Word::Beaver => cube(CubeWord::Beaver),
            Word::Raccoon => cube(CubeWord::Raccoon),
            Word::Take | Word::Accept => Written::Take,
            Word::Drop | Word::Pass => Written::Pass,
            Word::Resigns => match cell::resigned_for(text) {
                None => Written::Resign,
                outcome => Written::OfferResignation { outcome, points: None },
            },
            Word::LostOnTime => Written::Losses { points: None, cause: Some(Cause::TimeOut) },
            Word::Forfeits => Written::Losses { points: None, cause: Some(Cause::Forfeit) },
            Word::Losses => {
                let message = "a loss is written in the loser's cell";
                self.report_at(Code::HabitLosses, row.span(at, end), message, row.number, side);
                Written::Losses { points: number, cause: None }
            }
            Word::Wins => {
                if cell::is_other_win(text) {
                    let message = format!("this result is written `Wins {}`", many(value.into(), "point"));
                    self.report_at(Code::MatCellUnreadable, row.span(at, end), message, row.number, side);
                } else if decimal(digits).is_none() && value < u32::MAX {
                    let message = format!("these points are written `{value}`");
                    self.report_at(Code::MatCellUnreadable, number_span, message, row.number, side);
                }
                let and_match = said.and_match.map(|range| row.span(at + range.start, at + range.end));
                Written::Wins { points: number, and_match }
            }
        };
        let mut more = text[said.rest..].trim_ascii_start();
        if !has_number && matches!(written, Written::Cube { .. }) && cell::is_arrow(more) {
            more = b"";
        }
        let more = more.strip_prefix(b".").unwrap_or(more).trim_ascii_start();
        if !more.is_empty() {
            let span = row.span(end - more.len(), end);
            let message = "unexpected text in this cell";
            if side == Some(Side::Zero) {
                self.unknown(Code::MatCellUnreadable, span, message);
            } else {
                self.unknown(Code::MatTextAfterRow, span, message);
            }
        } else if !has_number && matches!(written, Written::Wins { .. } | Written::Losses { cause: None, .. })
        {
            self.report_at(Code::MatCellUnreadable, word_span, "the points are missing", row.number, side);
        } else if !has_number && text[said.word_end..].contains(&b'=') {
            let message = "the new value of the cube is missing";
            self.report_at(Code::MatCellUnreadable, span_of_arrow(row, at, text), message, row.number, side);
        }
        written
    }
}

/// The words for a double, a take and a pass in other languages, and further ones in English, separated by strokes.
const OTHERS: [(Word, &str); 3] = [
    (
        Word::Double,
        "verdoppelt|verdoppelt auf|doppelt|dobla|dobla a|raddoppia|raddoppia a|dobler|dubbelt|dubblar|\
         verdubbelt|dobra|διπλασιάζει|διπλό|ダブル",
    ),
    (
        Word::Accept,
        "nimmt|nimmt an|angenommen|akzeptiert|prend|acepta|toma|accetta|prende|aceita|tager|tar|\
         neemt aan|δέχεται|テイク",
    ),
    (
        Word::Pass,
        "declines|refuses|lehnt ab|abgelehnt|refuse|rechaza|rifiuta|recusa|afviser|weigert|αρνείται|\
         πάσο|パス",
    ),
];

/// Returns the cube action of a cell that contains only one of these words, with the value after a double, and the
/// number of bytes of the word: `Verdoppelt => 2`, `Nimmt an`.
#[cold]
pub(super) fn other(text: &[u8]) -> Option<(Word, usize)> {
    // A wide blank ends the cell.
    let end = text.windows(2).position(|blanks| blanks == b"  ").unwrap_or(text.len());
    let cell = std::str::from_utf8(&text[..end]).ok()?.trim_end().trim_end_matches('.');
    let is_value =
        |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || " =->:\u{2192}\u{21D2}\u{2794}".contains(c));
    let is_same = |text: &str, word: &str| text.chars().flat_map(char::to_lowercase).eq(word.chars());
    OTHERS.iter().find_map(|(action, words)| {
        let said = words.split('|').find(|word| {
            let rest = cell.get(..word.len()).filter(|it| is_same(it, word)).map(|it| &cell[it.len()..]);
            rest.is_some_and(|rest| rest.is_empty() || *action == Word::Double && is_value(rest))
        });
        said.map(|word| (*action, word.len()))
    })
}

/// Returns the place of an answer in another language after a double in the same cell: `Verdoppelt => 2  Nimmt`.
pub(super) fn answer(line: &[u8], from: usize, end: usize) -> Option<usize> {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    if !line.get(from..end)?.iter().any(is_letter) {
        return None;
    }
    let after = |at: &usize| Some(head::skip_blanks(line, head::token_end(line, *at)));
    let words = std::iter::successors(Some(head::skip_blanks(line, from)), after).take_while(|at| *at < end);
    let is_answer = |at: &usize| matches!(other(&line[*at..end]), Some((Word::Accept | Word::Pass, _)));
    words.take(MOST_WORDS).find(is_answer)
}

/// The number of words after a double among which its answer is looked for: `=> 2 / Nimmt`.
const MOST_WORDS: usize = 8;

/// Returns the place of the arrow after a word.
fn span_of_arrow(row: &Row<'_>, at: usize, text: &[u8]) -> Span {
    let arrow = text.iter().position(|byte| *byte == b'=').unwrap_or(0);
    row.span(at + arrow, at + text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cube_actions_in_other_languages_are_known_by_their_words() {
        for (cell, action, len) in [
            ("Verdoppelt => 2", Word::Double, 10),
            ("DOBLA 4", Word::Double, 5),
            ("ダブル => 2      テイク", Word::Double, 9),
            ("Verdoppelt auf 2", Word::Double, 14),
            ("Διπλασιάζει => 2", Word::Double, 22),
            ("Nimmt an", Word::Accept, 8),
            ("nimmt.", Word::Accept, 5),
            ("Tar      52: 13/8", Word::Accept, 3),
            ("Refuse", Word::Pass, 6),
            ("パス", Word::Pass, 6),
        ] {
            assert_eq!(other(cell.as_bytes()), Some((action, len)), "{cell}");
        }
        for cell in ["Nimmt es an", "Tarmo : 0", "Nimmt 2", "Dobla la apuesta", "Refuse to play", ""] {
            assert_eq!(other(cell.as_bytes()), None, "{cell}");
        }
    }

    #[test]
    fn an_answer_in_another_language_ends_the_cell_with_the_double() {
        for (cell, at) in [
            ("Verdoppelt => 2  Nimmt", Some(17)),
            ("Doubles => 2 lehnt ab", Some(13)),
            ("Doubles => 2", None),
            ("Doubles => 2 at last", None),
        ] {
            assert_eq!(answer(cell.as_bytes(), 7, cell.len()), at, "{cell}");
        }
    }
}
