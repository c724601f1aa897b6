//! The file of weights: the nets of all phases, with a version and a checksum.
//!
//! All numbers are little-endian. The file begins with `BARPOINT`, then the version and the number
//! of nets as u32. Each net: its kind of inputs and its width as u32; then its parameters in the
//! order of [`Shape`]. Weights come in rows, each a scale as f32 and its weights as i16, which count
//! times the scale; biases are f32. The file ends with the CRC-32 of all before.

use super::kernel::{OUTPUTS, SECOND};
use super::{Net, Shape};
use crate::engine::inputs::Kind;
use flate2::Crc;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"BARPOINT";
/// Changes when the inputs, the layers or the file change.
const VERSION: u32 = 1;
/// The order of the nets in the file.
const KINDS: [Kind; 3] = [Kind::Contact, Kind::Race, Kind::Raw];

/// Why a file of weights can't be used.
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
    /// Its checksum isn't that of its bytes.
    #[error("the file of weights is damaged: its checksum is wrong")]
    Damaged,
    /// Its nets aren't those that are needed.
    #[error("the file of weights has other nets than contact, race and filter")]
    Nets,
}

/// The nets of all phases.
#[derive(Clone, Debug, PartialEq)]
pub struct Nets {
    /// While the sides can still hit each other.
    pub contact: Net,
    /// Once they have passed each other.
    pub race: Net,
    /// A small net without features that picks candidates while there is contact.
    pub filter: Net,
}

impl Nets {
    /// Reads a file of weights.
    ///
    /// # Errors
    ///
    /// If the bytes aren't such a file, are of another version or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        if bytes.get(..8) != Some(MAGIC) {
            return Err(WeightsError::Foreign);
        }
        let (body, sum) = bytes.split_last_chunk().ok_or(WeightsError::Damaged)?;
        let mut reader = Reader(body.get(8..).ok_or(WeightsError::Damaged)?);
        match reader.word() {
            Some(VERSION) => {}
            Some(found) => return Err(WeightsError::Version { found }),
            None => return Err(WeightsError::Damaged),
        }
        if checksum(body) != *sum {
            return Err(WeightsError::Damaged);
        }
        let nets = (reader.word() == Some(KINDS.len() as u32)).then(|| KINDS.map(|kind| reader.net(kind)));
        match nets {
            Some([Some(contact), Some(race), Some(filter)]) if reader.0.is_empty() => {
                Ok(Self { contact, race, filter })
            }
            _ => Err(WeightsError::Nets),
        }
    }

    /// Writes the file of weights; each weight is rounded to one of 65,535 steps of its row.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((KINDS.len() as u32).to_le_bytes());
        for net in [&self.contact, &self.race, &self.filter] {
            write_net(net, &mut bytes);
        }
        let sum = checksum(&bytes);
        bytes.extend(sum);
        bytes
    }
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
}

const fn number(kind: Kind) -> u32 {
    match kind {
        Kind::Raw => 0,
        Kind::Contact => 1,
        Kind::Race => 2,
    }
}

/// The layers of a net: where the weights are, how long their rows, where the biases.
fn layers(shape: Shape) -> [(std::ops::Range<usize>, usize, std::ops::Range<usize>); 3] {
    [
        (shape.first(), shape.width, shape.first_bias()),
        (shape.second(), SECOND, shape.second_bias()),
        (shape.third(), OUTPUTS, shape.third_bias()),
    ]
}

fn write_net(net: &Net, bytes: &mut Vec<u8>) {
    let shape = net.shape();
    bytes.extend(number(shape.kind).to_le_bytes());
    bytes.extend((shape.width as u32).to_le_bytes());
    for (weights, width, bias) in layers(shape) {
        for row in net.parameters()[weights].chunks_exact(width) {
            let most = row.iter().fold(0.0f32, |most, weight| most.max(weight.abs()));
            let scale = most / f32::from(i16::MAX);
            bytes.extend(scale.to_le_bytes());
            for weight in row {
                let steps = if scale > 0.0 { (weight / scale).round() as i16 } else { 0 };
                bytes.extend(steps.to_le_bytes());
            }
        }
        bytes.extend(net.parameters()[bias].iter().flat_map(|bias| bias.to_le_bytes()));
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

    fn real(&mut self) -> Option<f32> {
        self.take().map(f32::from_le_bytes).filter(|real| real.is_finite())
    }

    fn net(&mut self, kind: Kind) -> Option<Net> {
        if self.word()? != number(kind) {
            return None;
        }
        let shape = Shape::new(kind, self.word()? as usize)?;
        let mut parameters = Vec::with_capacity(shape.parameters());
        for (weights, width, bias) in layers(shape) {
            for _ in 0..weights.len() / width {
                let scale = self.real()?;
                for _ in 0..width {
                    parameters.push(scale * f32::from(i16::from_le_bytes(self.take()?)));
                }
            }
            for _ in bias {
                parameters.push(self.real()?);
            }
        }
        Net::new(shape, &parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nets() -> Nets {
        let net = |kind| {
            let shape = Shape::new(kind, 64).expect("a shape");
            let parameters: Vec<f32> =
                (0..shape.parameters()).map(|i| ((i * 7919) % 2003) as f32 / 1000.0 - 1.0).collect();
            Net::new(shape, &parameters).expect("as many parameters as the shape says")
        };
        Nets { contact: net(Kind::Contact), race: net(Kind::Race), filter: net(Kind::Raw) }
    }

    #[test]
    fn weights_come_back_to_within_half_a_step() {
        let nets = nets();
        let back = Nets::from_bytes(&nets.to_bytes()).expect("own bytes");
        for (one, other) in
            [(&nets.contact, &back.contact), (&nets.race, &back.race), (&nets.filter, &back.filter)]
        {
            assert_eq!(one.shape(), other.shape());
            for (weight, read) in one.parameters().iter().zip(other.parameters()) {
                assert!((weight - read).abs() <= 0.51 / 32767.0 * 1.01, "{weight} {read}");
            }
        }
        assert_eq!(Nets::from_bytes(&back.to_bytes()), Ok(back), "what was read is written as it was");
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
