//! The files in the folder of a run, which can be stopped at any second: a checkpoint, the labels still used
//! for training, and weights as the program reads them. Every file is written beside its place and then moved
//! there.
//!
//! Rounds don't depend on the clock or on the number of threads: the work since the last checkpoint is
//! repeated with the same result.

use crate::learn::Learner;
use crate::net::{RealNet, widened};
use crate::plan::{MEMORY, NETS, RELEARN_ROUNDS, SHAPES};
use crate::random::Random;
use crate::selfplay::Sample;
use barpoint::board::{Board, BoardSetup};
use barpoint::engine::Chances;
use barpoint::engine::nets::{Net, Nets};
use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"TRAIN 05";
/// The bytes of a label in a file: the lanes of the board that matter, and six numbers.
const LABEL: usize = 28 + 6 * 4;

/// Everything that the next round depends on.
pub(crate) struct State {
    pub(crate) seed: u64,
    /// The next round.
    pub(crate) round: u64,
    /// The number of games played.
    pub(crate) games: u64,
    /// The number of labels that search has made.
    pub(crate) labels: u64,
    /// Processor seconds spent, where they could be measured; for the log only.
    pub(crate) seconds: f64,
    /// The round before which the nets are only trained on labels of another run.
    pub(crate) relearnt: u64,
    pub(crate) learners: [Learner; NETS],
    /// The latest labels, the oldest first.
    pub(crate) memory: VecDeque<Sample>,
}

impl State {
    /// Starts with random weights.
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(&[seed, u64::MAX]);
        Self {
            seed,
            round: 0,
            games: 0,
            labels: 0,
            seconds: 0.0,
            relearnt: 0,
            learners: SHAPES.map(|shape| Learner::random(shape, &mut random)),
            memory: VecDeque::new(),
        }
    }

    /// Continues with exported nets, at a round; the stored labels are lost. Narrower nets are widened.
    pub(crate) fn resumed(seed: u64, round: u64, nets: &Nets) -> Option<Self> {
        let nets = [&nets.contact, &nets.race, &nets.filter, &nets.lopsided, &nets.lopsided_filter];
        let mut random = Random::new(&[seed, u64::MAX, 1]);
        let learners = nets.iter().zip(SHAPES).map(|(net, shape)| widened(net, shape, &mut random));
        let learners: Vec<_> = learners.map(|net| net.map(Learner::new)).collect::<Option<_>>()?;
        Some(Self { round, learners: learners.try_into().ok()?, ..Self::new(seed) })
    }

    /// Continues where another run is, with its labels, but with random nets, whatever the shapes of that
    /// run's nets.
    pub(crate) fn relearning(seed: u64, other: &[u8]) -> Option<Self> {
        let (kept, _) = labels(body(other)?)?;
        let new = Self::new(seed);
        Some(Self { seed, relearnt: kept.round + RELEARN_ROUNDS, learners: new.learners, ..kept })
    }

    /// Returns the nets that play: the running means.
    pub(crate) fn nets(&self) -> Nets {
        let [contact, race, filter, lopsided, lopsided_filter] = self.learners.each_ref().map(|learner| {
            Net::new(learner.mean.shape, &learner.mean.parameters).expect("as many as the shape says")
        });
        Nets { contact, race, filter, lopsided, lopsided_filter }
    }

    /// Adds labels, and drops the oldest.
    pub(crate) fn remember(&mut self, samples: Vec<Sample>) {
        self.memory.extend(samples);
        let surplus = self.memory.len().saturating_sub(MEMORY);
        self.memory.drain(..surplus);
    }
}

/// The folder of a run.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Reads the checkpoint, if there is one.
    pub(crate) fn load(&self) -> io::Result<Option<State>> {
        let bytes = match fs::read(self.path("checkpoint")) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        parse(&bytes)
            .map(Some)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the checkpoint is damaged"))
    }

    /// Writes the checkpoint.
    pub(crate) fn save(&self, state: &State) -> io::Result<()> {
        write(&self.path("checkpoint"), &print(state))
    }
}

/// Writes a file, completely or not at all.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension("draft");
    fs::write(&draft, bytes)?;
    fs::File::open(&draft)?.sync_all()?;
    fs::rename(&draft, path)
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
}

fn print(state: &State) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let numbers =
        [state.seed, state.round, state.games, state.labels, state.seconds.to_bits(), state.relearnt];
    for number in numbers {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend((state.memory.len() as u64).to_le_bytes());
    bytes.reserve(state.memory.len() * LABEL);
    for sample in &state.memory {
        bytes.extend(sample.board.lanes()[..28].iter().map(|&lane| lane as u8));
        bytes.extend(sample.target.0.iter().flat_map(|number| number.to_le_bytes()));
    }
    for learner in &state.learners {
        bytes.extend(learner.steps.to_le_bytes());
        for part in [&learner.net.parameters, &learner.mean.parameters, &learner.momentum, &learner.variance]
        {
            bytes.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
    }
    let sum = checksum(&bytes);
    bytes.extend(sum);
    bytes
}

fn parse(bytes: &[u8]) -> Option<State> {
    let (state, mut rest) = labels(body(bytes)?)?;
    let mut learners = Vec::new();
    for shape in SHAPES {
        let steps = number(&mut rest)?;
        let mut part = || reals(&mut rest, shape.parameters());
        learners.push(Learner {
            net: RealNet { shape, parameters: part()? },
            mean: RealNet { shape, parameters: part()? },
            momentum: part()?,
            variance: part()?,
            steps,
        });
    }
    rest.is_empty().then_some(State { learners: learners.try_into().ok()?, ..state })
}

/// Returns the part between the first bytes and the checksum of a checkpoint; `None` if it is damaged.
fn body(bytes: &[u8]) -> Option<&[u8]> {
    let (body, sum) = bytes.split_last_chunk()?;
    body.strip_prefix(MAGIC).filter(|_| checksum(body) == *sum)
}

/// Reads a checkpoint without its nets, which are random instead; also returns the rest of the bytes.
fn labels(mut rest: &[u8]) -> Option<(State, &[u8])> {
    let mut numbers = [0; 6];
    for value in &mut numbers {
        *value = number(&mut rest)?;
    }
    let [seed, round, games, labels, seconds, relearnt] = numbers;
    let count = number(&mut rest)? as usize;
    let (memory, rest) = rest.split_at_checked(LABEL.checked_mul(count)?)?;
    let memory = memory.chunks_exact(LABEL).map(|label| {
        let (lanes, mut numbers) = label.split_at(28);
        let target = Chances(reals(&mut numbers, 6)?.try_into().ok()?);
        Some(Sample { board: board(lanes)?, target })
    });
    let memory = memory.collect::<Option<_>>()?;
    let seconds = f64::from_bits(seconds);
    Some((State { seed, round, games, labels, seconds, relearnt, memory, ..State::new(seed) }, rest))
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let (head, tail) = rest.split_first_chunk()?;
    *rest = tail;
    Some(u64::from_le_bytes(*head))
}

fn reals(rest: &mut &[u8], count: usize) -> Option<Vec<f32>> {
    let (head, tail) = rest.split_at_checked(4 * count)?;
    *rest = tail;
    let (words, _) = head.as_chunks();
    Some(words.iter().map(|&word| f32::from_le_bytes(word)).collect())
}

fn board(lanes: &[u8]) -> Option<Board> {
    let count = |lane: usize| lanes[lane] as i8;
    let mine = |lane: usize| count(lane).max(0) as u8;
    let theirs = |lane: usize| count(lane).min(0).unsigned_abs();
    BoardSetup {
        points: std::array::from_fn(|point| mine(point + 1)),
        bar: mine(Board::BAR),
        total: (1..=26).map(mine).sum(),
        opponent_points: std::array::from_fn(|point| theirs(24 - point)),
        opponent_bar: theirs(Board::OPPONENT_BAR),
        opponent_total: (0..=24).map(theirs).sum::<u8>() + theirs(Board::OPPONENT_OFF),
    }
    .board()
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_comes_back_as_it_was() {
        let mut state = State::new(3);
        state.round = 7;
        state.seconds = 1.5;
        state.remember(vec![Sample {
            board: Board::START,
            target: Chances([0.0, 0.1, 0.4, 0.35, 0.15, 0.0]),
        }]);
        let bytes = print(&state);
        let back = parse(&bytes).expect("own bytes");
        assert_eq!(print(&back), bytes);
        assert_eq!(back.memory[0].board, Board::START);
        assert!(parse(&bytes[..bytes.len() - 1]).is_none());

        let again = State::relearning(4, &bytes).expect("labels");
        assert_eq!(
            (again.seed, again.round, again.relearnt, again.memory.len()),
            (4, 7, 7 + RELEARN_ROUNDS, 1)
        );
        assert_eq!(again.learners[0].net.parameters, State::new(4).learners[0].net.parameters);
    }
}
