//! The table: for each pair of placements the chances of the six ends, and the equities with the cube.
//!
//! Its records are laid out as in GNU Backgammon's databases of hypergammon (`hyper1.bd` to `hyper3.bd`), so
//! that either program can use the other's. The layout was found from what its `makehyper` writes and its
//! `bearoffdump` prints. For each placement of the mover and each of the opponent there are 28 bytes: nine
//! little-endian numbers of three bytes, and one byte without meaning. The first five are shares of 1: won,
//! won at least a gammon, won a backgammon, lost at least a gammon, lost a backgammon. The others are
//! equities from -3 to 3, each before the mover's choice to double: with the mover's cube, a centred one, a
//! centred one under the Jacoby rule, the opponent's.

use super::super::Money;
use super::super::file::{TableDamaged, opened, sealed};
use super::Checkers;
use super::places::{of_mover, of_opponent};
use super::solver::{Solver, Worked};
use crate::board::Board;
use crate::engine::Chances;

/// The bytes of a position.
const RECORD: usize = 28;
/// The largest number of three bytes.
const FULL: u32 = 0xFF_FFFF;
/// Equities lie between this and its negative.
const MOST: f64 = 3.0;

/// All positions of hypergammon with this many checkers a side, or of the last checkers of other games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hyper {
    checkers: Checkers,
    /// Whether both sides have borne off others.
    are_last: bool,
    records: Vec<u8>,
}

impl Hyper {
    /// Computes all positions on one thread: instantly for one checker, in a second or two for two, in hours
    /// for three.
    #[must_use]
    pub fn build(checkers: Checkers) -> Self {
        Self::solved(Solver::new(checkers))
    }

    /// Computes the ends of games in which both sides have borne off all checkers but these, on one thread, in the same
    /// time. No gammon can be lost there.
    #[must_use]
    pub fn build_last(checkers: Checkers) -> Self {
        Self::solved(Solver::of_last(checkers))
    }

    fn solved(mut solver: Solver) -> Self {
        loop {
            for batch in solver.batches() {
                let worked = batch.iter().map(|&row| solver.work(row)).collect();
                solver.take(&batch, worked);
            }
            if solver.end_sweep() {
                return solver.into_table();
            }
        }
    }

    /// Returns how many checkers each side has.
    #[must_use]
    pub const fn checkers(&self) -> Checkers {
        self.checkers
    }

    /// Returns `true` if the table is of the last checkers of games in which both sides have borne off others.
    #[must_use]
    pub const fn are_last(&self) -> bool {
        self.are_last
    }

    /// Returns the chances of the six ends with the mover on roll, played for the best cubeless equity;
    /// `None` if the board has another number of checkers.
    #[must_use]
    pub fn chances(&self, board: &Board) -> Option<Chances> {
        let record = self.record(board)?;
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] =
            std::array::from_fn(|place| number(record, place));
        let share = |all: u32, part: u32| (f64::from(all.saturating_sub(part)) / f64::from(FULL)) as f32;
        Some(Chances([
            share(lost_backgammon, 0),
            share(lost_gammon, lost_backgammon),
            share(FULL, win + lost_gammon),
            share(win, gammon),
            share(gammon, backgammon),
            share(backgammon, 0),
        ]))
    }

    /// Returns the value of a position for money with perfect play and cube action, the mover on roll. `None` if the
    /// board has another number of checkers.
    #[must_use]
    pub fn money(&self, board: &Board) -> Option<Money> {
        let record = self.record(board)?;
        let equity = |place| MOST * (2.0 * f64::from(number(record, place)) / f64::from(FULL) - 1.0);
        let [owned, centred, jacoby, opponents] = [5, 6, 7, 8].map(|place| equity(place) as f32);
        let cubeless = self.chances(board)?.equity();
        Some(Money::new(cubeless, owned, centred, opponents).with_jacoby(jacoby))
    }

    /// Writes the table: eight letters that name it, the number of checkers and the version of the layout,
    /// the records, and the CRC-32 of everything before it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.records.len() + 12);
        bytes.extend(magic(self.checkers, self.are_last));
        bytes.extend(&self.records);
        sealed(bytes)
    }

    /// Returns `true` if a file begins like such a table, of any version.
    #[must_use]
    pub fn is_begun_by(bytes: &[u8]) -> bool {
        bytes.starts_with(&magic(Checkers::One, false)[..6])
    }

    /// Reads a table.
    ///
    /// # Errors
    ///
    /// If the bytes aren't what [`Self::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableDamaged> {
        let all = Checkers::ALL.into_iter().flat_map(|checkers| [(checkers, false), (checkers, true)]);
        let found =
            all.into_iter().find(|&(checkers, are_last)| bytes.starts_with(&magic(checkers, are_last)));
        let (checkers, are_last) = found.ok_or(TableDamaged)?;
        let records = opened(bytes, &magic(checkers, are_last))?;
        let table = Self::of_records(checkers, records).ok_or(TableDamaged)?;
        if table.records.len() != records.len() {
            return Err(TableDamaged);
        }
        Ok(Self { are_last, ..table })
    }

    /// Wraps records; `None` if there are too few. Surplus ones are ignored.
    pub(in crate::engine::bearoff) fn of_records(checkers: Checkers, records: &[u8]) -> Option<Self> {
        let records = records.get(..checkers.placements().pow(2) * RECORD)?.to_vec();
        Some(Self { checkers, are_last: false, records })
    }

    /// Makes a table of a solver's values.
    pub(super) fn of(checkers: Checkers, are_last: bool, positions: &[Worked]) -> Self {
        let mut records = Vec::with_capacity(positions.len() * RECORD);
        for position in positions {
            let chances = position.chances;
            let shares =
                [chances.win(), chances.win_gammon(), chances.0[5], chances.lose_gammon(), chances.0[0]];
            let [_, with_cube @ ..] = position.equities;
            let equities = with_cube.map(|equity| 0.5 + 0.5 * f64::from(equity) / MOST);
            for share in shares.map(f64::from).into_iter().chain(equities) {
                let number = (share.clamp(0.0, 1.0) * f64::from(FULL)).round() as u32;
                records.extend(&number.to_le_bytes()[..3]);
            }
            records.push(0);
        }
        Self { checkers, are_last, records }
    }

    pub(in crate::engine::bearoff) fn records(&self) -> &[u8] {
        &self.records
    }

    fn record(&self, board: &Board) -> Option<&[u8]> {
        let fits = if self.are_last {
            Checkers::last_of(board).is_some_and(|last| last <= self.checkers)
        } else {
            Checkers::of(board) == Some(self.checkers)
        };
        if !fits {
            return None;
        }
        let place = of_mover(board) * self.checkers.placements() + of_opponent(board);
        self.records.get(RECORD * place..RECORD * (place + 1))
    }
}

fn magic(checkers: Checkers, are_last: bool) -> [u8; 8] {
    let [a, b, c] = *if are_last { b"END" } else { b"HYP" };
    [b'B', b'A', b'R', a, b, c, b'0' + checkers.number(), b'1']
}

fn number(record: &[u8], place: usize) -> u32 {
    let bytes = &record[3 * place..3 * place + 3];
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0])
}
