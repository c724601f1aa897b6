//! What the fuzz targets share: an engine that costs nothing, a world of files in memory, and changed bytes.

use barpoint::board::Board;
use barpoint::engine::{Chances, Evaluator};
use barpoint::repl::host::Host;
use flate2::Crc;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

/// Finds every position that isn't over even, so that the code around the nets is tried and not the nets.
pub struct Even;

impl Evaluator for Even {
    fn chances(&self, board: &Board) -> Chances {
        match (board.pips(), board.opponent_pips()) {
            (0, _) => Chances([0.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
            (_, 0) => Chances([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]),
            _ => Chances([0.0, 0.125, 0.375, 0.375, 0.125, 0.0]),
        }
    }
}

/// A world with files in memory and nobody to ask.
#[derive(Default)]
pub struct Memory {
    /// The files by their names.
    pub files: BTreeMap<String, Vec<u8>>,
    /// How often was asked whether to stop.
    asked: Cell<u32>,
}

/// After how many questions whether to stop somebody stops what runs: two seats that play by themselves go on for
/// thousands of turns after every line.
const PATIENCE: u32 = 2_000;

/// The most bytes that a session may leave in [`Memory`].
const FULL: usize = 8 << 20;

impl Host for Memory {
    fn is_interrupted(&self) -> bool {
        self.asked.set(self.asked.get().saturating_add(1));
        self.asked.get() > PATIENCE
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        if self.files.values().map(Vec::len).sum::<usize>() + bytes.len() > FULL {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        self.files.insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn exists(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    fn remove(&mut self, path: &str) -> io::Result<()> {
        self.files.remove(path).map(|_| ()).ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    fn evaluator(&self) -> Result<Option<Rc<dyn Evaluator>>, String> {
        Ok(Some(Rc::new(Even)))
    }
}

/// One change of some bytes: where, as a share of their number in 2⁻¹⁶, and what is there then.
pub type Edit = (u16, u8);

/// Returns valid bytes with a few changed and, where `kept` is below 2¹⁶ - 1, the end cut off: what gets past the
/// first checks where bytes that a fuzzer makes up don't.
#[must_use]
pub fn damaged(valid: &[u8], edits: &[Edit], kept: u16) -> Vec<u8> {
    let place = |share: u16| valid.len() * usize::from(share) >> 16;
    let mut bytes = valid.to_vec();
    for (share, byte) in edits {
        bytes[place(*share)] = *byte;
    }
    if kept < u16::MAX {
        bytes.truncate(place(kept));
    }
    bytes
}

/// Returns bytes with a right CRC-32 in place of the last four, as files of tables and of weights end.
#[must_use]
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let body = bytes.len().saturating_sub(4);
    let mut sum = Crc::new();
    sum.update(&bytes[..body]);
    bytes.truncate(body);
    bytes.extend(sum.sum().to_le_bytes());
    bytes
}
