//! Validation of stated numbers of checkers, reporting every reason at once.

use super::{Board, Point};
use std::fmt;

/// A stated board, not yet validated.
///
/// Counts are from each side's own view: `[0]` of `points` is the 1-point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSetup {
    /// The mover's checkers on each own point, the 1-point first.
    pub points: [u8; 24],
    /// The mover's checkers on the bar.
    pub bar: u8,
    /// The mover's total number of checkers; those not on the board are borne off. At most
    /// [`BoardSetup::MOST`].
    pub total: u8,
    /// The opponent's checkers on each point of the opponent's own numbering.
    pub opponent_points: [u8; 24],
    /// The opponent's checkers on the bar.
    pub opponent_bar: u8,
    /// The opponent's total number of checkers, like `total`.
    pub opponent_total: u8,
}

impl BoardSetup {
    /// The most checkers a side, in any variant.
    pub const MOST: u8 = 15;

    /// Validates the numbers and returns the board.
    ///
    /// # Errors
    ///
    /// Every reason why this isn't a valid board, in a fixed order.
    pub fn board(&self) -> Result<Board, Vec<SetupError>> {
        let mut reasons = Vec::new();
        for (mover, total) in [(true, self.total), (false, self.opponent_total)] {
            if total > Self::MOST {
                reasons.push(SetupError::TooManyCheckers { mover, count: total.into(), limit: Self::MOST });
            }
        }
        let (total, opponent_total) = (self.total, self.opponent_total);
        let sum =
            |points: &[u8; 24], bar: u8| points.iter().map(|&n| u32::from(n)).sum::<u32>() + u32::from(bar);
        let mine = sum(&self.points, self.bar);
        let theirs = sum(&self.opponent_points, self.opponent_bar);
        if mine > u32::from(total) {
            reasons.push(SetupError::TooManyCheckers { mover: true, count: mine, limit: total });
        }
        if theirs > u32::from(opponent_total) {
            reasons.push(SetupError::TooManyCheckers { mover: false, count: theirs, limit: opponent_total });
        }
        for point in Point::all() {
            let i = point.number() as usize;
            if self.points[i - 1] > 0 && self.opponent_points[24 - i] > 0 {
                reasons.push(SetupError::BothSides(point));
            }
        }
        let closed = |points: &[u8; 24]| points[..6].iter().all(|&n| n >= 2);
        if self.bar > 0 && self.opponent_bar > 0 && closed(&self.points) && closed(&self.opponent_points) {
            reasons.push(SetupError::Deadlock);
        }
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let mut lanes = [0i8; Board::LANES];
        for i in 0..24 {
            lanes[i + 1] += self.points[i] as i8;
            lanes[24 - i] -= self.opponent_points[i] as i8;
        }
        lanes[Board::BAR] = self.bar as i8;
        lanes[Board::OPPONENT_BAR] = -(self.opponent_bar as i8);
        lanes[Board::OFF] = (u32::from(total) - mine) as i8;
        lanes[Board::OPPONENT_OFF] = -((u32::from(opponent_total) - theirs) as i8);
        Ok(Board::from_lanes(lanes))
    }
}

/// The reason why numbers of checkers aren't a valid board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// A side has too many checkers.
    TooManyCheckers {
        /// Whether it is the mover's side.
        mover: bool,
        /// The number of checkers.
        count: u32,
        /// The largest number allowed.
        limit: u8,
    },
    /// Both sides have checkers on a point, in the mover's numbering.
    BothSides(Point),
    /// Both sides are on the bar against closed boards: neither side could ever move again.
    Deadlock,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyCheckers { mover, count, limit } => {
                let who = if *mover { "player on roll" } else { "opponent" };
                write!(f, "{count} checkers for the {who}, at most {limit} are possible")
            }
            Self::BothSides(point) => write!(f, "both sides on the mover's {point}-point"),
            Self::Deadlock => f.write_str("both sides on the bar against closed boards"),
        }
    }
}

impl std::error::Error for SetupError {}
