//! The base64 of Position IDs and Match IDs: the digits of RFC 4648, section 4, without padding.
//!
//! ```text
//! id      = *digit                 ; 14 of a Position ID, 12 of a Match ID
//! lenient = *digit [ end *any ]    ; digits that are missing are read as "A", what follows is ignored
//! end     = ":" / "=" / quote / blank
//! digit   = "A" to "Z" / "a" to "z" / "0" to "9" / "+" / "/"
//! ```

use super::error::{Assumption, IdError, Notation, Reason};
use base64::alphabet::STANDARD;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, NO_PAD};
use base64::{DecodeError, DecodeSliceError, Engine};
use nom::bytes::complete::take_while_m_n;
use nom::character::complete::satisfy;
use nom::combinator::{opt, peek};
use nom::{IResult, Parser};

/// Rejects bits after the last byte.
const STRICT: GeneralPurpose = GeneralPurpose::new(&STANDARD, NO_PAD);

/// Ignores bits after the last byte.
const LENIENT: GeneralPurpose = {
    let config: GeneralPurposeConfig = NO_PAD.with_decode_allow_trailing_bits(true);
    GeneralPurpose::new(&STANDARD, config)
};

pub(crate) const fn is_digit(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '/')
}

/// Removes white space and quotes.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '"' || c == '\u{feff}')
}

/// The two digits for each twelve bits.
pub(super) const PAIRS: [[u8; 2]; 4096] = {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut pairs = [[0; 2]; 4096];
    let mut i = 0;
    while i < 4096 {
        pairs[i] = [digits[i >> 6], digits[i & 63]];
        i += 1;
    }
    pairs
};

/// Returns any number of bytes as digits, padded to a multiple of four characters.
pub(crate) fn padded(bytes: &[u8]) -> String {
    let mut chars = vec![b'='; bytes.len().div_ceil(3) * 4];
    let (slots, _) = chars.as_chunks_mut::<4>();
    let (groups, last) = bytes.as_chunks::<3>();
    for (&[a, b, c], slot) in groups.iter().zip(slots.iter_mut()) {
        let bits = u32::from_be_bytes([0, a, b, c]) as usize;
        let ([first, second], [third, fourth]) = (PAIRS[bits >> 12], PAIRS[bits & 0xfff]);
        *slot = [first, second, third, fourth];
    }
    if let Some(slot) = slots.get_mut(groups.len()) {
        let bits = last.iter().zip([16, 8]).fold(0, |bits, (byte, shift)| bits | usize::from(*byte) << shift);
        let digits = [PAIRS[bits >> 12], PAIRS[bits & 0xfff]].concat();
        slot[..=last.len()].copy_from_slice(&digits[..=last.len()]);
    }
    // Digits are ASCII.
    String::from_utf8(chars).unwrap_or_default()
}

/// Writes bytes as digits; `CHARS` is the length for `BYTES`.
pub(super) fn encode<const BYTES: usize, const CHARS: usize>(bytes: [u8; BYTES]) -> [u8; CHARS] {
    let mut chars = [b'A'; CHARS];
    // The slice is as long as the digits.
    let _ = STRICT.encode_slice(bytes, &mut chars);
    chars
}

/// Reads exactly the digits of the given number of bytes. Fails at the first character that isn't a digit, and for a
/// wrong length or bits that don't belong to a byte.
pub(super) fn decode<const BYTES: usize>(notation: Notation, text: &str) -> Result<[u8; BYTES], IdError> {
    let mut bytes = [0; BYTES];
    let expected = (8 * BYTES).div_ceil(6);
    let read = if text.len() == expected { Some(STRICT.decode_slice(text, &mut bytes)) } else { None };
    match read {
        Some(Ok(_)) => Ok(bytes),
        Some(Err(DecodeSliceError::DecodeError(DecodeError::InvalidLastSymbol { .. }))) => {
            Err(IdError::one(notation, Reason::SpareBits))
        }
        _ => {
            let length = Reason::Length { found: text.chars().count(), expected };
            Err(IdError::one(notation, bad_character(text).unwrap_or(length)))
        }
    }
}

/// Finds the first character that isn't a digit.
fn bad_character(text: &str) -> Option<Reason> {
    let (i, found) = text.chars().enumerate().find(|(_, c)| !is_digit(*c))?;
    Some(Reason::Character { number: i + 1, found })
}

pub(super) struct Lenient<const BYTES: usize> {
    /// The bytes; zero where digits are missing.
    pub(super) bytes: [u8; BYTES],
    /// Whether bits after the last byte are set.
    pub(super) has_spare_bits: bool,
}

/// Reads the digits of the given number of bytes, and returns the assumptions. Fails at a character that is neither a
/// digit nor one that may end the ID.
pub(super) fn decode_lenient<const BYTES: usize>(
    notation: Notation,
    text: &str,
    assumed: &mut Vec<Assumption>,
) -> Result<Lenient<BYTES>, IdError> {
    let trimmed = trim(text);
    if trimmed.len() != text.len() {
        assumed.push(Assumption::Trimmed(notation));
    }
    if trimmed.is_empty() {
        return Err(IdError::one(notation, Reason::Empty));
    }
    let want = (8 * BYTES).div_ceil(6);
    let Ok((rest, (head, end))) = lenient(want, trimmed) else {
        return Err(IdError::one(notation, Reason::Empty));
    };
    let is_whole = head.len() == want;
    if let Some(found) = rest.chars().next() {
        if !is_whole && (end.is_none() || head.is_empty()) {
            return Err(IdError::one(notation, Reason::Character { number: head.len() + 1, found }));
        }
        // Every base64 encoder adds padding by itself: it isn't reported.
        if rest.contains(|c: char| c != '=') {
            assumed.push(Assumption::Ignored { notation, rest: rest.to_owned() });
        }
    }
    if !is_whole {
        assumed.push(Assumption::Extended { notation, found: head.len() });
    }
    let digits = format!("{head:A<want$}");
    let mut bytes = [0; BYTES];
    // All are digits, and exactly fill the bytes.
    let _ = LENIENT.decode_slice(&digits, &mut bytes);
    let has_spare_bits = decode::<BYTES>(notation, &digits).is_err();
    Ok(Lenient { bytes, has_spare_bits })
}

/// Reads `*digit [ end ]`: the digits, at most `want`, and the character that may end them.
fn lenient(want: usize, input: &str) -> IResult<&str, (&str, Option<char>)> {
    let end = satisfy(|c| matches!(c, ':' | '=' | '"') || c.is_whitespace());
    (take_while_m_n(0, want, is_digit), opt(peek(end))).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pairs_are_those_of_the_crate() {
        for (i, pair) in PAIRS.iter().enumerate() {
            let bytes = ((i as u32) << 12).to_be_bytes();
            let chars: [u8; 4] = encode([bytes[1], bytes[2], bytes[3]]);
            assert_eq!(*pair, chars[..2]);
        }
    }

    #[test]
    fn any_number_of_bytes_has_the_digits_of_the_crate() {
        let bytes: Vec<u8> = (0..40).map(|i| (i * 37) as u8).collect();
        for len in 0..=bytes.len() {
            let theirs = base64::engine::general_purpose::STANDARD.encode(&bytes[..len]);
            assert_eq!(padded(&bytes[..len]), theirs);
        }
    }
}
