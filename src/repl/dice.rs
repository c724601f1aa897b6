//! Sources of dice.

use crate::board::{Die, Roll};
use rand::TryRng;
use rand::rngs::SysRng;
use rand_mt::Mt;
use std::fmt;

/// The generators that GNU Backgammon's language names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    /// Blum, Blum and Shub.
    Bbs,
    /// ISAAC.
    Isaac,
    /// MD5.
    Md5,
    /// The Mersenne Twister MT19937.
    Mersenne,
    /// The dice are typed by hand.
    Manual,
    /// A service on the network.
    RandomOrg,
    /// The digits 1 to 6 of a file.
    File,
}

impl fmt::Display for Generator {
    /// Writes the words before `generator` in GNU Backgammon's messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bbs => "Blum, Blum and Shub",
            Self::Isaac => "ISAAC",
            Self::Md5 => "MD5",
            Self::Mersenne => "Mersenne Twister",
            Self::Manual => "manual dice",
            Self::RandomOrg => "www.random.org",
            Self::File => "read from file",
        })
    }
}

/// A source of dice.
#[derive(Clone, Debug)]
pub struct Dice {
    generator: Generator,
    twister: Mt,
    /// The seed as it was given or drawn, a decimal number.
    seed: String,
    file: Option<DiceFile>,
}

/// The dice of a file.
#[derive(Clone, Debug)]
struct DiceFile {
    name: String,
    pips: Vec<Die>,
    at: usize,
    /// The first die of a roll whose second die follows when the file is read from its beginning again.
    held: Option<Die>,
    /// The number of dice read.
    read: usize,
}

impl DiceFile {
    /// Reads two dice; a single one at the end is held for the next time.
    fn roll(&mut self) -> Option<(Die, Die)> {
        let first = self.held.take().or_else(|| self.die())?;
        let second = self.die();
        self.held = Some(first).filter(|_| second.is_none());
        Some((first, second?))
    }

    fn die(&mut self) -> Option<Die> {
        let die = self.pips.get(self.at).copied()?;
        self.at += 1;
        self.read += 1;
        Some(die)
    }
}

/// Numbers from this one on are drawn again, so that all dice are equally likely.
const LIMIT: u32 = 4_294_967_292;
/// The number of the generator's numbers for each die.
const SHARE: u32 = LIMIT / 6;

impl Dice {
    /// Makes a generator with a seed from the operating system.
    #[must_use]
    pub fn from_system() -> Self {
        let mut dice = Self { seed: String::new(), ..Self::seeded(0) };
        dice.seed_from_system();
        dice
    }

    /// Makes the Mersenne Twister with a fixed seed.
    #[must_use]
    pub fn seeded(seed: u32) -> Self {
        Self { generator: Generator::Mersenne, twister: Mt::new(seed), seed: seed.to_string(), file: None }
    }

    /// Seeds the generator with random numbers of the operating system. If there are none, the seed stays.
    pub(super) fn seed_from_system(&mut self) {
        let mut key = [0_u32; 8];
        for word in &mut key {
            match SysRng.try_next_u32() {
                Ok(drawn) => *word = drawn,
                Err(_) => return,
            }
        }
        self.twister = twister(&key);
        self.seed = decimal(&key);
    }

    /// Draws a seed from random numbers of the operating system; `None` if there are none.
    pub(super) fn drawn_seed() -> Option<u32> {
        SysRng.try_next_u32().ok()
    }

    /// Seeds the generator with a number without a sign, of any length: one of 32 bits as MT19937's
    /// `init_genrand` does, a longer one as `init_by_array` does with its words of 32 bits, the lowest first,
    /// and zeros after them.
    ///
    /// Returns `true` if it is such a number.
    pub(super) fn seed(&mut self, text: &str) -> bool {
        let Some(words) = words(text) else { return false };
        self.twister = twister(&words);
        self.seed = decimal(&words);
        true
    }

    /// Returns the seed, a decimal number.
    pub(super) fn seed_text(&self) -> &str {
        &self.seed
    }

    /// Returns the generator in use.
    pub(super) const fn generator(&self) -> Generator {
        self.generator
    }

    /// Returns the name of the file with the dice.
    pub(super) fn file_name(&self) -> Option<&str> {
        self.file.as_ref().map(|file| file.name.as_str())
    }

    /// Returns the number of dice read from the file, including repeated ones.
    pub(super) fn used_of_file(&self) -> usize {
        self.file.as_ref().map_or(0, |file| file.read)
    }

    /// Switches to another generator. ISAAC, MD5, BBS and random.org are names only: their dice come from the
    /// Mersenne Twister.
    pub(super) fn choose(&mut self, generator: Generator) {
        self.generator = generator;
        self.file = None;
    }

    /// Takes the dice from the digits 1 to 6 of a file; everything else in it is skipped.
    pub(super) fn read_from(&mut self, name: impl Into<String>, bytes: &[u8]) {
        let pips = bytes.iter().filter_map(|byte| Die::new(byte.wrapping_sub(b'0'))).collect();
        self.generator = Generator::File;
        self.file = Some(DiceFile { name: name.into(), pips, at: 0, held: None, read: 0 });
    }

    /// Rolls two dice, the first one first; `None` if they are typed by hand or the file has no more.
    pub fn roll(&mut self) -> Option<(Die, Die)> {
        match self.generator {
            Generator::Manual => None,
            Generator::File => self.file.as_mut()?.roll(),
            _ => Some((self.die(), self.die())),
        }
    }

    /// Starts the file of dice again.
    pub(super) fn rewind(&mut self) {
        if let Some(file) = &mut self.file {
            file.at = 0;
        }
    }

    fn die(&mut self) -> Die {
        loop {
            let drawn = self.twister.next_u32();
            if drawn < LIMIT {
                return Die::new(1 + (drawn / SHARE) as u8).expect("a sixth of the range");
            }
        }
    }
}

/// Makes a roll of two dice.
pub(super) const fn roll_of((first, second): (Die, Die)) -> Roll {
    Roll::new(first, second)
}

/// Makes the generator of a seed: its words of 32 bits, the lowest first.
///
/// A key has the length of the generator's state, with zeros after the seed (found by trying which key gives
/// the dice of GNU Backgammon 1.07.001).
fn twister(words: &[u32]) -> Mt {
    const STATE: usize = 624;
    match *words {
        [] => Mt::new(0),
        [word] => Mt::new(word),
        _ => {
            let zeros = std::iter::repeat_n(0, STATE.saturating_sub(words.len()));
            Mt::new_with_key(words.iter().copied().chain(zeros))
        }
    }
}

/// Reads a decimal number as words of 32 bits, the lowest first, without zeros at the end.
fn words(text: &str) -> Option<Vec<u32>> {
    /// The most digits of a seed.
    const MOST_DIGITS: usize = 4096;
    if text.is_empty() || text.len() > MOST_DIGITS || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut words: Vec<u32> = Vec::new();
    for digit in text.bytes() {
        let mut carry = u64::from(digit - b'0');
        for word in &mut words {
            let product = u64::from(*word) * 10 + carry;
            *word = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            words.push(carry as u32);
        }
    }
    Some(words)
}

/// Writes a number of 32-bit words, the lowest first, in decimal.
fn decimal(words: &[u32]) -> String {
    let mut words = words.to_vec();
    let mut digits = Vec::new();
    while words.iter().any(|&word| word != 0) {
        let mut remainder = 0;
        for word in words.iter_mut().rev() {
            let value = (remainder << 32) | u64::from(*word);
            *word = (value / 10) as u32;
            remainder = value % 10;
        }
        digits.push(b'0' + remainder as u8);
    }
    if digits.is_empty() {
        digits.push(b'0');
    }
    digits.iter().rev().map(|&digit| char::from(digit)).collect()
}
