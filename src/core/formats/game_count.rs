//! The count of the games of a match, for formats that number them.

/// The count of the games of a match.
///
/// One wrong number is one mistake, whether the next game continues from it or from the count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GameCount {
    /// The numbers that the next game may have, the due one first; `None` before the first number, which may be any.
    expected: Option<[u32; 2]>,
}

impl GameCount {
    /// Takes the number of a game, `None` if it has none. An error contains the number due.
    pub(super) fn next(&mut self, number: Option<u32>) -> Result<(), u32> {
        let Some(number) = number else {
            // It may have been counted or not.
            self.expected = self.expected.map(|[next, _]| [next.saturating_add(1), next]);
            return Ok(());
        };
        let next = number.saturating_add(1);
        if let Some([due, _]) = self.expected.filter(|expected| !expected.contains(&number)) {
            self.expected = Some([due.saturating_add(1), next]);
            return Err(due);
        }
        self.expected = Some([next; 2]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::GameCount;

    #[test]
    fn one_wrong_number_is_one_mistake() {
        let wrong = |numbers: &[Option<u32>]| {
            let mut count = GameCount::default();
            numbers.iter().filter_map(|number| count.next(*number).err()).collect::<Vec<_>>()
        };
        assert_eq!(wrong(&[Some(3), Some(4), None, Some(5), Some(6)]), [0; 0]);
        assert_eq!(wrong(&[Some(1), Some(3), Some(3), Some(4)]), [2]);
        assert_eq!(wrong(&[Some(1), Some(3), Some(4)]), [2]);
        assert_eq!(wrong(&[Some(1), Some(1), Some(3)]), [2]);
    }
}
