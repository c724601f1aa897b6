//! Several reasons why something is impossible, as one error.

use std::fmt;
use std::ops::Deref;

/// Every reason why stated facts are impossible, in a fixed order; at least one.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::Board;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut lanes = *Board::START.lanes();
/// assert_eq!(Board::try_from(lanes)?, Board::START);
/// lanes[24] += 1;
/// let reasons = Board::try_from(lanes).expect_err("16 checkers");
/// assert_eq!(reasons.to_string(), reasons[0].to_string());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasons<E>(Vec<E>);

impl<E> From<Vec<E>> for Reasons<E> {
    fn from(reasons: Vec<E>) -> Self {
        Self(reasons)
    }
}

impl<E> Deref for Reasons<E> {
    type Target = [E];

    fn deref(&self) -> &[E] {
        &self.0
    }
}

impl<E> IntoIterator for Reasons<E> {
    type Item = E;
    type IntoIter = std::vec::IntoIter<E>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<E: fmt::Display> fmt::Display for Reasons<E> {
    /// Writes the reasons one after the other, separated by semicolons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, reason) in self.0.iter().enumerate() {
            write!(f, "{}{reason}", if place == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Reasons<E> {}
