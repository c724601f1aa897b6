//! The grammar of a written play, as GNU Backgammon reads it.
//!
//! ```text
//! play      = *( point / "/" / "*" / dash / repeat / separator )
//! dash      = "-" / an en dash, an em dash, a minus sign, …
//! point     = 1*DIGIT / "bar" / "ba" / "b" / "off" / "of" / "o"     ; words in any case
//! repeat    = "(" *blank *DIGIT [ *blank ")" ]
//! separator = blank / "," / ")"
//!
//! plain-leg = number "/" number [ "*" ] ( blank / end )             ; how most programs write a leg
//! number    = 1*2DIGIT
//! ```
//!
//! The reader interprets the tokens together: it ties and pairs the points.

use crate::notation::plain;
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while_m_n, take_while1};
use nom::character::complete::{alpha1, char, one_of};
use nom::combinator::{map, opt, recognize, value};
use nom::sequence::{pair, preceded, terminated};
use nom::{AsChar, IResult, Parser};

/// A parser's result, without error details: the tokens describe what is wrong.
type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A number, at most 255; the bar is 25, off is 0.
    Point(u8),
    /// `/`.
    Slash,
    /// `*`.
    Star,
    /// `-`.
    Dash,
    /// A dash of print, or a minus sign.
    LongDash,
    /// Separators between two legs.
    Separator,
    /// `(n)`.
    Repeat {
        /// The number, 0 if there is none.
        count: u32,
        /// Whether the bracket is closed, or a separator or the end follows.
        ends: bool,
    },
    /// A word that is neither `bar` nor `off`.
    Word,
    /// Any other character.
    Character,
}

/// Reads the next token; `None` at the end of the text.
#[inline]
pub(super) fn token(input: &[u8]) -> Option<(&[u8], Token)> {
    let separator = one_of(&b" \t,)\r\n\x0b\x0c"[..]);
    let mut token = alt((
        map(take_while1(AsChar::is_dec_digit), |digits| Token::Point(decimal(digits).min(255) as u8)),
        value(Token::Slash, char('/')),
        value(Token::Separator, separator),
        value(Token::Star, char('*')),
        value(Token::Dash, char('-')),
        repeat,
        word,
        map(character, |character| if is_dash(character) { Token::LongDash } else { Token::Character }),
    ));
    let parsed: Parsed<'_, Token> = token.parse(input);
    parsed.ok()
}

fn repeat(input: &[u8]) -> Parsed<'_, Token> {
    let blanks = || take_while(|byte: u8| byte.is_ascii_whitespace());
    let (input, count) =
        preceded((char('('), blanks()), map(take_while(AsChar::is_dec_digit), decimal)).parse(input)?;
    let (input, closed) = opt((blanks(), char(')'))).parse(input)?;
    let ends = closed.is_some() || input.first().is_none_or(u8::is_ascii_whitespace);
    Ok((input, Token::Repeat { count, ends }))
}

/// Reads a word: `bar` and `off`, complete or abbreviated, are points.
fn word(input: &[u8]) -> Parsed<'_, Token> {
    let begins = |whole: &str, word: &[u8]| {
        whole.as_bytes().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let means = |word: &[u8]| match word {
        word if begins("bar", word) => Token::Point(25),
        word if begins("off", word) => Token::Point(0),
        _ => Token::Word,
    };
    map(alpha1, means).parse(input)
}

/// Reads a UTF-8 character, or a byte that isn't part of one.
fn character(input: &[u8]) -> Parsed<'_, &[u8]> {
    let continues = |byte: u8| byte & 0xC0 == 0x80;
    recognize((take_while_m_n(1, 1, |_| true), take_while(continues))).parse(input)
}

/// Returns `true` for a dash of print, or a minus sign.
fn is_dash(character: &[u8]) -> bool {
    std::str::from_utf8(character).is_ok_and(|text| text.chars().all(plain::is_dash))
}

/// Returns the value of digits, at most `u32::MAX`.
fn decimal(digits: &[u8]) -> u32 {
    digits
        .iter()
        .fold(0_u32, |number, digit| number.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
}

/// Reads `plain-leg`: from, to, and whether a hit is marked. The blank after it isn't consumed.
#[inline]
pub(super) fn plain_leg(input: &[u8]) -> Parsed<'_, (u8, u8, bool)> {
    let leg = (number, preceded(char('/'), number), map(opt(char('*')), |star| star.is_some()));
    terminated(leg, end).parse(input)
}

#[inline]
fn number(input: &[u8]) -> Parsed<'_, u8> {
    let value = |(first, second): (u8, Option<u8>)| second.map_or(first, |second| 10 * first + second);
    map(pair(digit, opt(digit)), value).parse(input)
}

#[inline]
fn digit(input: &[u8]) -> Parsed<'_, u8> {
    match input {
        [digit @ b'0'..=b'9', rest @ ..] => Ok((rest, digit - b'0')),
        _ => Err(nom::Err::Error(())),
    }
}

/// Checks for `blank / end`, without consuming it.
#[inline]
fn end(input: &[u8]) -> Parsed<'_, ()> {
    match input {
        [] | [b' ' | b'\t', ..] => Ok((input, ())),
        _ => Err(nom::Err::Error(())),
    }
}
