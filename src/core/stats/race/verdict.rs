//! The verdict of a formula.

/// The verdict of a formula for both sides: a pass implies that the double was right.
///
/// In the order of growing leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The side on roll doesn't double; the other would take.
    NoDouble,
    /// The side on roll doubles if the cube is in the middle, but keeps a cube of its own; the other takes.
    Double,
    /// The side on roll doubles and redoubles; the other takes.
    Redouble,
    /// The side on roll doubles and redoubles; the other passes.
    Pass,
}

impl Verdict {
    /// All of them, in order.
    pub const ALL: [Self; 4] = [Self::NoDouble, Self::Double, Self::Redouble, Self::Pass];

    /// Returns `true` if the side on roll doubles with the cube in the middle.
    #[must_use]
    pub fn doubles(self) -> bool {
        self >= Self::Double
    }

    /// Returns `true` if the side on roll doubles with the cube on its own side.
    #[must_use]
    pub fn redoubles(self) -> bool {
        self >= Self::Redouble
    }

    /// Returns `true` if the other side takes.
    #[must_use]
    pub fn takes(self) -> bool {
        self < Self::Pass
    }

    /// Returns the verdict for the answers to three questions; a pass implies a double.
    pub(crate) const fn new(doubles: bool, redoubles: bool, takes: bool) -> Self {
        match (doubles, redoubles, takes) {
            (_, _, false) => Self::Pass,
            (_, true, true) => Self::Redouble,
            (true, false, true) => Self::Double,
            (false, false, true) => Self::NoDouble,
        }
    }
}
