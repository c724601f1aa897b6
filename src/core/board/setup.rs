//! Validation of stated numbers of checkers, reporting every reason at once.

use super::{Board, Point, Reasons};
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

    /// Takes the checkers of each side, the mover's first: those on the points 1 to 24, those on the bar; and the totals.
    pub(crate) fn of([mine, theirs]: [&[u8]; 2], [total, opponent_total]: [u8; 2]) -> Self {
        Self {
            points: std::array::from_fn(|i| mine[i]),
            bar: mine[24],
            total,
            opponent_points: std::array::from_fn(|i| theirs[i]),
            opponent_bar: theirs[24],
            opponent_total,
        }
    }

    /// Validates the numbers and returns the board.
    ///
    /// # Errors
    ///
    /// Every reason why this isn't a valid board, in a fixed order.
    pub fn board(&self) -> Result<Board, Reasons<SetupError>> {
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
            return Err(reasons.into());
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

/// Validates lanes, as [`Board::lanes`] returns them, and makes the board. Fails with every reason why they aren't a valid
/// board, as [`BoardSetup::board`] does. The unused lanes at the end are ignored.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::Board;
///
/// let mut lanes = *Board::START.lanes();
/// assert_eq!(Board::try_from(lanes), Ok(Board::START));
/// lanes[24] += 1;
/// assert!(Board::try_from(lanes).is_err());
/// ```
impl TryFrom<[i8; Board::LANES]> for Board {
    type Error = Reasons<SetupError>;

    #[inline]
    fn try_from(mut lanes: [i8; Self::LANES]) -> Result<Self, Reasons<SetupError>> {
        lanes[Self::OPPONENT_OFF + 1..].fill(0);
        let (on_board, off) = lanes.split_at(Self::OFF);
        let (mut mine, mut theirs) = (i32::from(off[0]), -i32::from(off[1]));
        for &count in on_board {
            mine += i32::from(count.max(0));
            theirs -= i32::from(count.min(0));
        }
        let most = i32::from(BoardSetup::MOST);
        let is_own = lanes[Self::BAR] >= 0 && lanes[Self::OPPONENT_BAR] <= 0 && off[0] >= 0 && off[1] <= 0;
        let may_block = lanes[Self::BAR] != 0 && lanes[Self::OPPONENT_BAR] != 0;
        if is_own && !may_block && mine <= most && theirs <= most {
            return Ok(Self::from_lanes(lanes));
        }
        let wrong = [
            (Self::OPPONENT_BAR, lanes[Self::OPPONENT_BAR] > 0),
            (Self::BAR, lanes[Self::BAR] < 0),
            (Self::OFF, off[0] < 0),
            (Self::OPPONENT_OFF, off[1] > 0),
        ];
        let wrong: Vec<_> = wrong
            .into_iter()
            .filter(|&(_, is_wrong)| is_wrong)
            .map(|(lane, _)| SetupError::OtherSide(lane))
            .collect();
        if !wrong.is_empty() {
            return Err(wrong.into());
        }
        let setup = BoardSetup {
            points: std::array::from_fn(|point| lanes[point + 1].max(0).unsigned_abs()),
            bar: lanes[Self::BAR].unsigned_abs(),
            total: u8::try_from(mine).unwrap_or(u8::MAX),
            opponent_points: std::array::from_fn(|point| lanes[24 - point].min(0).unsigned_abs()),
            opponent_bar: lanes[Self::OPPONENT_BAR].unsigned_abs(),
            opponent_total: u8::try_from(theirs).unwrap_or(u8::MAX),
        };
        setup.board()
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
    /// A lane that only one side can have checkers in, a bar or those borne off, has the other side's.
    OtherSide(usize),
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
            Self::OtherSide(Board::OFF | Board::OPPONENT_OFF) => {
                f.write_str("the checkers that a player has borne off have the other player's sign")
            }
            Self::OtherSide(_) => f.write_str("the bar of a player holds the other player's checkers"),
            Self::BothSides(point) => write!(f, "both sides on the mover's {point}-point"),
            Self::Deadlock => f.write_str("both sides on the bar against closed boards"),
        }
    }
}

impl std::error::Error for SetupError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(changes: &[(usize, i8)]) -> Result<Board, Reasons<SetupError>> {
        let mut lanes = [0; Board::LANES];
        for &(lane, count) in changes {
            lanes[lane] = count;
        }
        Board::try_from(lanes)
    }

    #[test]
    fn lanes_of_a_board_are_that_board() {
        for board in [Board::START, Board::START.flip(), Board::EMPTY] {
            assert_eq!(Board::try_from(*board.lanes()), Ok(board));
        }
    }

    #[test]
    fn wrong_lanes_have_their_reasons() {
        let many = |mover, count| SetupError::TooManyCheckers { mover, count, limit: 15 };
        assert_eq!(with(&[(6, 15), (8, 1)]), Err(Reasons::from(vec![many(true, 16)])));
        assert_eq!(
            with(&[(6, 10), (26, 6), (3, -16)]),
            Err(Reasons::from(vec![many(true, 16), many(false, 16)]))
        );
        assert_eq!(with(&[(0, 1)]), Err(Reasons::from(vec![SetupError::OtherSide(0)])));
        assert_eq!(
            with(&[(25, -1), (27, 2)]),
            Err(Reasons::from(vec![SetupError::OtherSide(25), SetupError::OtherSide(27)]))
        );
        assert_eq!(with(&[(3, i8::MIN)]), Err(Reasons::from(vec![many(false, 128)])));
        let closed = |bars: [i8; 2]| {
            let points = (1..=6).map(|point| (point, 2)).chain((19..=24).map(|point| (point, -2)));
            with(&points.chain([(25, bars[0]), (0, bars[1])]).collect::<Vec<_>>())
        };
        assert_eq!(closed([1, -1]), Err(Reasons::from(vec![SetupError::Deadlock])));
        assert!(closed([1, 0]).is_ok() && closed([0, -1]).is_ok());
    }
}
