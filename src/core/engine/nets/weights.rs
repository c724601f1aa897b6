//! The file of weights: the nets of all phases, with a version and a checksum.
//!
//! All numbers are little-endian. The file begins with `BARPOINT`, then the version and the number of nets as
//! u32. Each net has its kind of inputs and its width as u32; the weights of the first layer as i16, for each
//! 128 neurons a row for each input; its biases as i16; then its heads, whose number depends on the kind.
//! Each head has the weights of the second layer as i16, for each two products those to each neuron,
//! interleaved; its biases as i32; the weights of the outputs as f32, a row of eight for each neuron, and
//! their biases. Real numbers must be finite. The file ends with the CRC-32 of everything before it.

use super::kernel::{FeatureTransformer, Head, OUTPUTS, Pair, SECOND, TILE, Tile};
use super::{Net, Shape};
use crate::engine::inputs::Kind;
use crate::math::crc32;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"BARPOINT";
/// The version, which changes with the inputs, the layers or the layout of the file.
const VERSION: u32 = 5;
/// The oldest version that is read: its files have the first three nets only, those of the next one four.
const OLDEST: u32 = 3;
/// The order of the nets in the file: contact, race, filter, lopsided, lopsided filter.
const KINDS: [Kind; 5] = [Kind::Contact, Kind::Race, Kind::Raw, Kind::Contact, Kind::Raw];

/// The reason why a file of weights can't be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// It isn't a file of weights.
    #[error("not a file of barpoint's weights")]
    Foreign,
    /// It is of another version of the program.
    #[error("weights of version {found}, this program reads version {VERSION}")]
    Version {
        /// The version that the file states.
        found: u32,
    },
    /// Its checksum doesn't match its bytes.
    #[error("the file of weights is damaged: its checksum is wrong")]
    Damaged,
    /// Its nets aren't those that the program needs.
    #[error("the file of weights has other nets than contact, race, filter, lopsided and lopsided filter")]
    Nets,
}

/// The nets for all phases of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Nets {
    /// While the sides can still hit each other, unless the position is lopsided.
    pub contact: Net,
    /// Once they have passed each other.
    pub race: Net,
    /// A small net without features that picks candidates where the contact net evaluates.
    pub filter: Net,
    /// For lopsided positions with contact; see [`Nets::for_contact`].
    pub lopsided: Net,
    /// A small net without features that picks candidates where the lopsided net evaluates.
    pub lopsided_filter: Net,
}

/// The weights that are part of the program; `train export` writes such files.
const EMBEDDED: &[u8] = include_bytes!("weights.bin");

impl Nets {
    /// The version of the inputs, the layers and the file.
    pub const VERSION: u32 = VERSION;

    /// Returns the nets that are part of the program.
    ///
    /// # Panics
    ///
    /// Never: a test reads the embedded weights.
    #[must_use]
    pub fn embedded() -> Self {
        Self::from_bytes(EMBEDDED).expect("the embedded weights, which a test reads")
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    ///
    /// If the bytes aren't such a file, are of another version or are damaged. In files of versions 3 and 4, which lack
    /// nets for lopsided positions, those of the usual ones take their places.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        if bytes.get(..8) != Some(MAGIC) {
            return Err(WeightsError::Foreign);
        }
        let (body, sum) = bytes.split_last_chunk().ok_or(WeightsError::Damaged)?;
        let mut reader = Reader(body.get(8..).ok_or(WeightsError::Damaged)?);
        let kinds = match reader.word() {
            Some(version @ OLDEST..=VERSION) => &KINDS[..version as usize],
            Some(found) => return Err(WeightsError::Version { found }),
            None => return Err(WeightsError::Damaged),
        };
        if crc32([body]).to_le_bytes() != *sum {
            return Err(WeightsError::Damaged);
        }
        if reader.word() != Some(kinds.len() as u32) {
            return Err(WeightsError::Nets);
        }
        let mut nets = kinds.iter().map(|&kind| reader.net(kind)).collect::<Vec<_>>().into_iter();
        let mut next = || nets.next().flatten();
        let (contact, race, filter) = (next(), next(), next());
        let lopsided = if kinds.len() > 3 { next() } else { contact.clone() };
        let lopsided_filter = if kinds.len() > 4 { next() } else { filter.clone() };
        match (contact, race, filter, lopsided, lopsided_filter) {
            (Some(contact), Some(race), Some(filter), Some(lopsided), Some(lopsided_filter))
                if reader.0.is_empty() =>
            {
                Ok(Self { contact, race, filter, lopsided, lopsided_filter })
            }
            _ => Err(WeightsError::Nets),
        }
    }

    /// Returns the checksum of the file of weights, the CRC-32 by which nets can be told apart.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        let bytes = self.to_bytes();
        bytes.last_chunk().map_or(0, |sum| u32::from_le_bytes(*sum))
    }

    /// Writes the file of weights.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((KINDS.len() as u32).to_le_bytes());
        for net in [&self.contact, &self.race, &self.filter, &self.lopsided, &self.lopsided_filter] {
            write_net(net, &mut bytes);
        }
        let sum = crc32([&bytes[..]]);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

const fn number(kind: Kind) -> u32 {
    match kind {
        Kind::Raw => 0,
        Kind::Contact => 1,
        Kind::Race => 2,
    }
}

fn write_net(net: &Net, bytes: &mut Vec<u8>) {
    let shape = net.shape();
    bytes.extend(number(shape.kind).to_le_bytes());
    bytes.extend((shape.width as u32).to_le_bytes());
    for tiles in [&net.transformer.weights, &net.transformer.bias] {
        bytes.extend(tiles.iter().flat_map(|tile| tile.0).flat_map(i16::to_le_bytes));
    }
    for head in &net.heads {
        bytes.extend(head.second.iter().flat_map(|pair| pair.0).flat_map(i16::to_le_bytes));
        bytes.extend(head.second_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let reals = head.third.as_flattened().iter().chain(&head.third_bias);
        bytes.extend(reals.flat_map(|real| real.to_le_bytes()));
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }

    fn word(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn steps<const N: usize, T>(&mut self, count: usize, of: impl Fn([i16; N]) -> T) -> Option<Vec<T>> {
        let (head, rest) = self.0.split_at_checked(2 * N * count)?;
        self.0 = rest;
        let (steps, _) = head.as_chunks();
        let steps: Vec<i16> = steps.iter().map(|&step| i16::from_le_bytes(step)).collect();
        Some(steps.as_chunks().0.iter().map(|&steps| of(steps)).collect())
    }

    fn reals(&mut self) -> Option<[f32; OUTPUTS]> {
        let mut reals = [0.0; OUTPUTS];
        for real in &mut reals {
            *real = f32::from_le_bytes(self.take()?);
        }
        reals.iter().all(|real| real.is_finite()).then_some(reals)
    }

    fn net(&mut self, kind: Kind) -> Option<Net> {
        if self.word()? != number(kind) {
            return None;
        }
        let shape = Shape::new(kind, self.word()? as usize)?;
        let tiles = shape.width / TILE;
        let transformer = FeatureTransformer {
            weights: self.steps(tiles * kind.rows(), Tile)?,
            bias: self.steps(tiles, Tile)?,
        };
        let heads = (0..kind.heads()).map(|_| self.head(shape)).collect::<Option<_>>()?;
        Net::of(shape, transformer, heads)
    }

    fn head(&mut self, shape: Shape) -> Option<Head> {
        let mut head = Head {
            second: self.steps(shape.products() / 2, Pair)?,
            second_bias: [0; SECOND],
            third: [[0.0; OUTPUTS]; SECOND],
            third_bias: [0.0; OUTPUTS],
        };
        for bias in &mut head.second_bias {
            *bias = i32::from_le_bytes(self.take()?);
        }
        for row in &mut head.third {
            *row = self.reals()?;
        }
        head.third_bias = self.reals()?;
        Some(head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nets() -> Nets {
        let net = |kind| {
            let shape = Shape::new(kind, 128).expect("a shape");
            let parameters: Vec<f32> =
                (0..shape.parameters()).map(|i| ((i * 7919) % 2003) as f32 / 1000.0 - 1.0).collect();
            Net::new(shape, &parameters).expect("as many parameters as the shape says")
        };
        let (contact, mut lopsided) = (net(Kind::Contact), net(Kind::Contact));
        lopsided.heads.reverse();
        let (filter, mut lopsided_filter) = (net(Kind::Raw), net(Kind::Raw));
        lopsided_filter.heads[0].third_bias.reverse();
        Nets { contact, race: net(Kind::Race), filter, lopsided, lopsided_filter }
    }

    #[test]
    fn weights_come_back() {
        let nets = nets();
        assert_eq!(nets.checksum().to_le_bytes(), nets.to_bytes()[nets.to_bytes().len() - 4..]);
        assert_eq!(Nets::from_bytes(&nets.to_bytes()), Ok(nets));
    }

    #[test]
    fn the_embedded_weights_are_whole_and_small() {
        assert!(EMBEDDED.len() <= 2_500_000, "{} bytes", EMBEDDED.len());
        assert_eq!(Nets::from_bytes(EMBEDDED), Ok(Nets::embedded()));
    }

    #[test]
    fn in_older_files_the_usual_nets_are_the_lopsided_ones() {
        let nets = nets();
        let (contact, filter) = (nets.contact.clone(), nets.filter.clone());
        let of_4 = Nets { lopsided_filter: filter, ..nets.clone() };
        let of_3 = Nets { lopsided: contact, ..of_4.clone() };
        let mut bytes = nets.to_bytes();
        bytes.truncate(bytes.len() - 4);
        for (version, last, expected) in [(4, &nets.lopsided_filter, of_4), (3, &nets.lopsided, of_3)] {
            let mut own = Vec::new();
            write_net(last, &mut own);
            bytes.truncate(bytes.len() - own.len());
            bytes[8..16].copy_from_slice(&[version, 0, 0, 0, version, 0, 0, 0]);
            let sum = crc32([&bytes[..]]).to_le_bytes();
            assert_eq!(Nets::from_bytes(&[&bytes[..], &sum].concat()), Ok(expected), "version {version}");
        }
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let bytes = nets().to_bytes();
        for place in [20, 5000, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert_eq!(Nets::from_bytes(&damaged), Err(WeightsError::Damaged), "byte {place}");
        }
        let mut newer = bytes.clone();
        newer[8] = 9;
        assert_eq!(Nets::from_bytes(&newer), Err(WeightsError::Version { found: 9 }));
        assert_eq!(Nets::from_bytes(b"something else"), Err(WeightsError::Foreign));
        for cut in [0, 8, 11, 100, bytes.len() - 2] {
            assert!(Nets::from_bytes(&bytes[..cut]).is_err(), "cut at {cut}");
        }
    }
}
