//! The count of the rows of a game, for formats that number them.

/// The count of the rows of a game.
///
/// One wrong number is one mistake, whether the next row continues from it or from the count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowCount {
    /// The number written last; 0 before the first row.
    last: u32,
    /// The number that it should have had.
    counted: u32,
}

impl From<u32> for RowCount {
    /// Returns the count after a row with the right number.
    fn from(number: u32) -> Self {
        Self { last: number, counted: number }
    }
}

impl RowCount {
    /// Takes the number of a row, `None` if it is too large. An error contains the number expected: 1 for the first.
    #[inline]
    pub(super) fn next(&mut self, number: Option<u32>) -> Result<(), u32> {
        let expected = [self.last, self.counted].map(|row| row.saturating_add(1));
        if let Some(number) = number.filter(|number| expected.contains(number)) {
            *self = Self::from(number);
            return Ok(());
        }
        // After a wrong number, the next number is uncertain.
        let known = self.last == self.counted;
        *self = Self { last: number.unwrap_or(expected[0]), counted: expected[1] };
        if known { Err(expected[0]) } else { Ok(()) }
    }

    /// Takes the number of a line of a row that may have several, as [`next`](Self::next).
    pub(super) fn line(&mut self, number: Option<u32>) -> Result<(), u32> {
        match number {
            Some(number) if number > 0 && number == self.last => Ok(()),
            Some(number) if number > 0 && number == self.counted => {
                *self = Self::from(number);
                Ok(())
            }
            _ => self.next(number),
        }
    }

    /// Counts text that may have been a row.
    pub(super) const fn skip(&mut self) {
        self.counted = self.counted.saturating_add(1);
    }

    /// Returns the number of the last row, if there is one.
    pub(super) const fn last(self) -> Option<u32> {
        if self.last == 0 { None } else { Some(self.last) }
    }
}

/// Returns what is wrong with a row's number, `None` if it is too large.
pub(super) fn wrong_row(number: Option<u32>, expected: u32) -> String {
    match number {
        None => "this row's number is too large".to_owned(),
        Some(number) if expected == 1 => format!("the first row of a game is 1, not {number}"),
        Some(number) => format!("expected row {expected}, found row {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::RowCount;

    /// Returns the rows expected in place of wrong ones, for rows of one line or of several.
    fn expected(rows: &[u32], several: bool) -> Vec<u32> {
        let mut count = RowCount::default();
        let take = if several { RowCount::line } else { RowCount::next };
        rows.iter().filter_map(|row| take(&mut count, Some(*row)).err()).collect()
    }

    #[test]
    fn a_gap_a_slip_and_a_repetition_are_one_mistake_each() {
        assert_eq!(expected(&[1, 2, 3, 5, 6, 7], false), [4]);
        assert_eq!(expected(&[1, 2, 8, 4, 5], false), [3]);
        assert_eq!(expected(&[1, 2, 2, 3, 4], false), [3]);
        assert_eq!(expected(&[2, 3, 4], false), [1]);
        assert_eq!(expected(&[0, 1, 2], false), [1]);
    }

    #[test]
    fn a_row_may_have_several_lines() {
        assert!(expected(&[1, 1, 1, 1, 2, 2, 3], true).is_empty());
        assert_eq!(expected(&[1, 1, 3, 3, 3, 4, 4], true), [2]);
        assert_eq!(expected(&[1, 1, 8, 2, 2, 3], true), [2]);
        assert_eq!(expected(&[1, 1, 2, 8, 2, 3, 3], true), [3]);
        assert_eq!(expected(&[0, 0, 1], true), [1]);
    }
}
