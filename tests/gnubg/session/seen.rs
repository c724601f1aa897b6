//! The visible state of a session: the two IDs above the board.

use barpoint::board::Board;
use barpoint::notation::PositionId;
use base64::Engine as _;

/// The fields of a Match ID, read bit by bit: it may also be that of a finished or impossible
/// match.
#[expect(clippy::struct_excessive_bools, reason = "a Match ID is a row of bits")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// From the view of the player on roll.
    pub(super) board: Board,
    /// The number of the player on roll.
    pub(super) on_roll: u8,
    pub(super) playing: bool,
    pub(super) double_offered: bool,
    pub(super) resignation_offered: bool,
    pub(super) dice: Option<(u8, u8)>,
    pub(super) is_money: bool,
    /// The match length in points.
    pub(super) length: u8,
    /// Whether neither side has more than three checkers on the board.
    pub(super) is_small: bool,
}

impl Seen {
    /// Reads the last board in an answer, if there is one.
    pub(super) fn last_in(answer: &str) -> Option<Self> {
        let behind = |label: &str| {
            let (_, rest) = answer.rsplit_once(label)?;
            rest.split_whitespace().next()
        };
        let (position, _) = PositionId::read_lenient(behind("Position ID: ")?, 15).ok()?;
        let board = position.board(15).ok()?;
        let bytes = base64::prelude::BASE64_STANDARD_NO_PAD.decode(behind("Match ID   : ")?).ok()?;
        let bits = |from: usize, width: usize| {
            (0..width).fold(0, |sum, i| {
                let at = from + i;
                sum | (bytes.get(at / 8).copied().unwrap_or_default() >> (at % 8) & 1) << i
            })
        };
        let dice = (bits(15, 3), bits(18, 3));
        Some(Self {
            board,
            on_roll: bits(6, 1),
            playing: bits(8, 3) == 1,
            double_offered: bits(12, 1) == 1,
            resignation_offered: bits(13, 2) > 0,
            dice: (dice.0 > 0 && dice.1 > 0).then_some(dice),
            is_money: bits(21, 8) == 0 && bits(29, 7) == 0,
            length: bits(21, 8),
            is_small: [board, board.flip()].iter().all(|board| {
                board.lanes()[1..=25]
                    .iter()
                    .filter(|&&lane| lane > 0)
                    .map(|&lane| u32::from(lane.unsigned_abs()))
                    .sum::<u32>()
                    <= 3
            }),
        })
    }
}
