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
                self.report(
                    Code::MatRowNumber,
                    span,
                    format!("the bracket must follow the number, `{whole})`"),
                );
            }
            Err(expected) => self.wrong_row_number(line, behind, number, expected, span),
        }
        self.unnumbered = None;
        self.row(start, line, behind, number);
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
        // Backgammon Studio counts some rows before the result that it doesn't write; and after the result
        // any number is wrong anyway.
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
            return self.report(
                Code::MatRowNumber,
                unnumbered,
                format!("the number of row {expected} is missing"),
            );
        }
        self.report(Code::MatRowNumber, span, wrong_row(number, expected));
    }
}
