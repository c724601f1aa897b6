//! The numbers of the rows.

use super::head::{self, Head, Within, Word};
use super::line;
use super::parse::{Reader, decimal};
use super::row::has_cell;
use crate::diag::{Code, Span};
use crate::formats::row_count::{RowCount, wrong_row};
use crate::game::record::Written;

impl Reader<'_> {
    /// Returns the number of the last row, if there is one.
    pub(super) const fn last_row(&self) -> Option<u32> {
        self.rows.last()
    }

    /// Counts a row that begins inside the row before it.
    pub(super) fn joined(&mut self, number: Option<u32>) {
        if let Some(next) = number.filter(|next| Some(*next) == self.last_row().unwrap_or(0).checked_add(1)) {
            self.rows = RowCount::from(next);
        }
    }

    /// Reads a row whose number has a colon in place of its bracket or before it.
    #[cold]
    pub(super) fn colon_number(&mut self, start: usize, line: &[u8]) -> bool {
        let Some((digits, behind, has_bracket)) = line::number_with_colon(line) else { return false };
        let number = decimal(&line[digits.clone()]);
        let is_due = number.is_some() && number == self.rows.last().unwrap_or(0).checked_add(1);
        if !has_cell(line, behind) || !(is_due || has_bracket) {
            return false;
        }
        let span = Span::new(start + digits.start, start + behind);
        match self.rows.next(number) {
            Ok(()) => {
                let whole = String::from_utf8_lossy(&line[digits]);
                let label = format!("the bracket must follow the number, `{whole})`");
                self.report(Code::MatRowNumber, span, label);
            }
            Err(expected) => self.wrong_row_number(line, behind, number, expected, span),
        }
        self.unnumbered = None;
        self.row(start, line, behind, number);
        true
    }

    /// Reads a row whose number, the one that is due, has a slip, or the mark of a quotation or a time before it.
    #[cold]
    pub(super) fn misprinted_number(&mut self, start: usize, line: &[u8]) -> bool {
        let due = self.rows.last().unwrap_or(0).saturating_add(1);
        let Some((mark, behind)) = line::misprinted_number(line, due) else { return false };
        if !has_only_cells(line, behind) {
            return false;
        }
        let span = Span::new(start + mark.start, start + mark.end);
        let message = if line[mark.start] == b'>' {
            "the mark of a quotation stands before the row's number".to_owned()
        } else if line::time(&line[mark.clone()]).is_some() {
            "a time stands before the row's number".to_owned()
        } else if line::is_sign(&line[mark.clone()]) {
            "unexpected signs before the row's number".to_owned()
        } else {
            format!("the number of this row is written `{due})`")
        };
        self.report(Code::MatRowNumber, span, message);
        self.rows = RowCount::from(due);
        self.unnumbered = None;
        self.row(start, line, behind, Some(due));
        true
    }

    #[cold]
    pub(super) fn wrong_row_number(
        &mut self,
        line: &[u8],
        behind: usize,
        number: Option<u32>,
        expected: u32,
        span: Span,
    ) {
        // Backgammon Studio counts rows before the result that it doesn't write; after the result any number is wrong.
        let harmless = matches!(
            head::next(line, behind, Within::Nothing),
            None | Some((Head::Word(Word::Wins | Word::Losses), _))
        );
        let ended = self
            .game
            .as_ref()
            .and_then(|game| game.entries.last())
            .is_some_and(|entry| matches!(entry.written, Written::Wins { .. } | Written::Drawn));
        if harmless || ended {
            return;
        }
        if let Some(unnumbered) = self.unnumbered
            && number == expected.checked_add(1)
        {
            self.rows = RowCount::from(expected + 1);
            let label = format!("the number of row {expected} is missing");
            return self.report(Code::MatRowNumber, unnumbered, label);
        }
        self.report(Code::MatRowNumber, span, wrong_row(number, expected));
    }
}

/// Returns `true` if a line consists of cells alone from `at` on: dice, legs, cube actions and results.
fn has_only_cells(line: &[u8], at: usize) -> bool {
    const WORDS: &str = "double doubles redoubles beavers raccoons takes accepts drops passes rejects wins losses point \
        points and the match cannot move no bar off";
    let is_word = |text: &[u8]| {
        text.is_empty() || WORDS.split(' ').any(|word| text.eq_ignore_ascii_case(word.as_bytes()))
    };
    let is_known = |byte: &u8| byte.is_ascii_alphanumeric() || b" \t/*():=>,.?".contains(byte);
    let first = head::next(line, at, Within::Nothing);
    let is_cell = matches!(first, Some((Head::Dice { len: 2, colon: 2 } | Head::Word(_), _)));
    is_cell
        && line[at..].iter().all(is_known)
        && line[at..].split(|byte| !byte.is_ascii_alphabetic()).all(is_word)
}
