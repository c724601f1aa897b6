//! The grammar of the Smart Game Format, as far as a record is split into tokens; the reader interprets them.
//!
//! ```text
//! collection = *( [ text ] "(" *token ")" )
//! token      = ";" / "(" / ")" / property / values / text
//! property   = letters values
//! values     = *( *blank "[" value "]" )
//! value      = *( "\" any / any but "]" )
//! letters    = 1*( "A" to "Z" / "a" to "z" )         ; only the capitals count: "White" is "W"
//!
//! turn       = ( "W" / "B" ) "[" dice *leg "]"        ; what nearly every node is
//! dice       = 2( "1" to "6" )
//! leg        = 2( "a" to "z" )
//!
//! action     = "double" / "take" / "drop" / "accept" / "reject" / "resign:" number
//! ```
//!
//! (FF[4] by Arno Hollosi, <https://www.red-bean.com/sgf/>; the values of backgammon by GNU Backgammon.)

use super::place;
use crate::board::Side;
use crate::diag::Span;
use crate::game::record::{Cell, CubeWord, Spanned, Written, WrittenLeg, WrittenPlay, WrittenRoll};
use crate::rules::Leg;
use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while, take_while1};
use nom::character::complete::{alpha1, char, u32 as number};
use nom::combinator::{all_consuming, map, map_opt, value as means, verify};
use nom::multi::many0_count;
use nom::number::complete::u8 as byte;
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{AsChar, IResult, Parser};

/// A parser's result, without error details: the reader reports what is wrong.
pub(super) type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

/// A token of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `;`.
    Node,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// The letters of a property; its values follow.
    Property,
    /// The first bracket of a value, which isn't consumed.
    Value,
    /// Blanks.
    Blank,
    /// Anything else.
    Text,
}

/// Returns `true` if a byte is a blank.
#[inline]
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

#[inline]
pub(super) fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(is_blank)(input)
}

/// Reads the next token; `None` at the end of the text.
#[inline]
pub(super) fn token(input: &[u8]) -> Option<(&[u8], Token)> {
    let text = take_while1(|byte: u8| !is_blank(byte) && !byte.is_alpha() && !b";()[".contains(&byte));
    let parsed: Parsed<'_, Token> = alt((
        means(Token::Node, char(';')),
        means(Token::Blank, take_while1(is_blank)),
        means(Token::Property, alpha1),
        means(Token::Open, char('(')),
        means(Token::Close, char(')')),
        means(Token::Text, text),
    ))
    .parse(input);
    match parsed {
        Ok(parsed) => Some(parsed),
        // Only a bracket is left.
        Err(_) => (!input.is_empty()).then_some((input, Token::Value)),
    }
}

/// Reads `"[" value "]"`, with blanks before it: the text between the brackets.
#[inline]
pub(super) fn bracketed(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(blanks, delimited(char('['), value, char(']'))).parse(input)
}

/// Reads `value`: everything up to the bracket that ends it.
#[inline]
pub(super) fn value(input: &[u8]) -> Parsed<'_, &[u8]> {
    let mut at = 0;
    loop {
        let Some(found) = input.get(at..).and_then(|rest| memchr::memchr2(b']', b'\\', rest)) else {
            return Err(nom::Err::Error(()));
        };
        at += found;
        if input[at] == b']' {
            return take(at)(input);
        }
        at += 2;
    }
}

/// Returns the name for `letters`: only the capitals count, unless there are none.
pub(super) fn name(letters: &str) -> std::borrow::Cow<'_, str> {
    let is_capital = |byte: u8| byte.is_ascii_uppercase();
    let capitals = letters.bytes().filter(|byte| is_capital(*byte)).count();
    if capitals == 0 || capitals == letters.len() {
        return letters.into();
    }
    letters.chars().filter(char::is_ascii_uppercase).collect::<String>().into()
}

/// Reads a `property` at the head of a tree: its letters, followed by its values.
pub(super) fn letters(input: &[u8]) -> Parsed<'_, &[u8]> {
    alpha1(input)
}

/// Skips text that is neither a property nor the end of a node.
pub(super) fn between_properties(input: &[u8]) -> Parsed<'_, usize> {
    let text = take_while1(|byte: u8| !byte.is_alpha() && !b";()[".contains(&byte));
    many0_count(alt((text, bracketed))).parse(input)
}

/// Reads brackets and blanks before the first node of a tree, and its semicolon.
pub(super) fn first_node(input: &[u8]) -> Parsed<'_, &[u8]> {
    terminated(take_while(|byte| is_blank(byte) || byte == b'('), char(';')).parse(input)
}

/// Reads `turn`: the side, and the content; `at` is the offset of the input in the source.
#[inline]
pub(super) fn turn(input: &[u8], at: usize) -> Parsed<'_, (Side, Written)> {
    let (input, side) = alt((means(Side::Zero, tag("W[")), means(Side::One, tag("B[")))).parse(input)?;
    let (input, written) = terminated(|input| play(input, at + 2, side), char(']')).parse(input)?;
    Ok((input, (side, written)))
}

/// Reads `dice *leg`; `at` is the offset of the input in the source.
#[inline]
pub(super) fn play(input: &[u8], at: usize, side: Side) -> Parsed<'_, Written> {
    let digits = map(pair(byte, byte), |(first, second)| [first, second]);
    let roll = map(digits, |digits| WrittenRoll { digits, span: Span::new(at, at + 2) });
    let (mut input, roll) = verify(roll, |roll: &WrittenRoll| roll.roll().is_some()).parse(input)?;
    let mut end = at + 2;
    let mut play = WrittenPlay::new(Span::new(end, end));
    while let Ok((rest, leg)) = leg(input, side) {
        play.push(WrittenLeg { leg, span: Span::new(end, end + 2) });
        end += 2;
        input = rest;
    }
    play.span.end = end as u32;
    let cell = if play.is_empty() { Cell::Empty } else { Cell::Play(play) };
    Ok((input, Written::Turn { roll, cell }))
}

/// Reads `leg`, from a side's view.
#[inline]
pub(super) fn leg(input: &[u8], side: Side) -> Parsed<'_, Leg> {
    let place = || map_opt(byte, |letter| place(letter, side));
    map(pair(place(), place()), |(from, to)| Leg { from, to, hit: false }).parse(input)
}

/// Reads a whole `action`; `at` is the offset of the value in the source.
pub(super) fn action(value: &[u8], at: usize) -> Parsed<'_, Written> {
    all_consuming(alt((
        means(Written::Cube { word: CubeWord::Double, value: None }, tag("double")),
        means(Written::Take, tag("take")),
        means(Written::Pass, tag("drop")),
        means(Written::AcceptResignation, tag("accept")),
        means(Written::RefuseResignation, tag("reject")),
        |input| resignation(input, at),
    )))
    .parse(value)
}

/// Reads `"resign:" number`.
fn resignation(input: &[u8], at: usize) -> Parsed<'_, Written> {
    let (points, _) = tag("resign:").parse(input)?;
    let (rest, value) = number(points)?;
    let digits = points.len() - rest.len();
    let start = at + input.len() - points.len();
    let points = Some(Spanned::new(value, Span::new(start, start + digits)));
    Ok((rest, Written::OfferResignation { outcome: None, points }))
}
