//! Finding the beginnings of the cells in a row.
//!
//! ```text
//! head       = dice / row-number / comment / word / game
//! dice       = 1*3DIGIT ":"                            ; two in a sound record
//!            / DIGIT letter ":" / "?" any ":" / DIGIT ":" DIGIT ":"
//!            / 2DIGIT 1*2blank ":"                     ; a slip of a typing hand
//! row-number = 1*4DIGIT ")" end
//! comment    = ";" / "#"
//! word       = "double" / "redouble" / "beaver" / "raccoon" / "take" / "drop" / "win" / …
//!                                                      ; in any case, and whatever follows: "Doubles"
//! game       = "game" 1*blank DIGIT
//! illegal    = "illegal" *blank "play" *blank "(" position ")"
//! end        = blank / end of the line
//! ```
//!
//! Text that begins with none of these belongs to the cell before it.

use super::cell;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_till, take_while, take_while_m_n, take_while1};
use nom::character::complete::{anychar, char, one_of, satisfy};
use nom::combinator::{eof, map, peek, recognize, value};
use nom::sequence::terminated;
use nom::{AsChar, IResult, Parser};
use std::ops::Range;

/// A parser's result, without error details: none are needed here.
type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

/// The beginning of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// Dice: two characters and a colon, or at most three where one is a digit.
    Dice {
        /// The number of characters of the dice.
        len: u8,
        /// The number of characters before the colon: the dice, and blanks typed there.
        colon: u8,
    },
    /// A word.
    Word(Word),
    /// A number with a bracket: a row's number.
    RowNumber,
    /// `Game N`.
    Game,
    /// `;` or `#`.
    Comment,
    /// Anything else.
    Other,
}

/// The words that begin a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Double,
    Redouble,
    Beaver,
    Raccoon,
    Take,
    /// `Accepts`: a take in other words.
    Accept,
    Drop,
    /// `Passes`, `Rejects`: a drop in other words.
    Pass,
    Wins,
    Losses,
    Resigns,
    /// `Lost on time`, as `OpenGammon` writes it.
    LostOnTime,
    /// `Forfeits`.
    Forfeits,
}

/// Reads `head`.
#[inline]
fn head(input: &[u8]) -> Parsed<'_, Head> {
    match input {
        // A token of a play, distinguished from dice by its slash.
        [b'0'..=b'9', b'/', ..] | [b'0'..=b'9', b'0'..=b'9', b'/', ..] => Err(nom::Err::Error(())),
        // The same with a colon by mistake: a play begins with a slash after its first number.
        [b'0'..=b'9', b'0'..=b'9', b':', rest @ ..] | [b'0'..=b'9', b':', rest @ ..]
            if is_rest_of_leg(rest) =>
        {
            Err(nom::Err::Error(()))
        }
        [b'0'..=b'9', ..] => alt((dice, value(Head::RowNumber, row_number))).parse(input),
        [b'a'..=b'z' | b'A'..=b'Z', ..] => alt((map(word, Head::Word), value(Head::Game, game))).parse(input),
        _ => alt((value(Head::Comment, one_of(&b";#"[..])), hidden_dice)).parse(input),
    }
}

/// Returns `true` if a text begins with a slash, or a number of one or two digits and a blank or its end after it.
#[inline]
fn is_rest_of_leg(text: &[u8]) -> bool {
    match text {
        [b'/', ..] => true,
        [b'0'..=b'9', b'0'..=b'9', rest @ ..] | [b'0'..=b'9', rest @ ..] => {
            rest.first().is_none_or(|b| is_blank(*b))
        }
        _ => false,
    }
}

/// Reads `dice` that begin with a digit.
#[inline]
fn dice(input: &[u8]) -> Parsed<'_, Head> {
    let letter = satisfy(|c| c.is_ascii() && !c.is_ascii_punctuation() && !is_blank(c as u8));
    let digit = || satisfy(|c| c.is_ascii_digit());
    let sound = |len| Head::Dice { len, colon: len };
    let blanks = take_while_m_n(1, 2, is_blank);
    alt((
        value(sound(2), (digit(), digit(), char(':'))),
        value(sound(3), (digit(), char(':'), digit(), char(':'))),
        value(sound(1), (digit(), char(':'))),
        value(sound(3), (digit(), digit(), digit(), char(':'))),
        value(sound(2), (digit(), letter, char(':'))),
        map((digit(), digit(), terminated(blanks, char(':'))), |(_, _, blanks): (_, _, &[u8])| Head::Dice {
            len: 2,
            colon: 2 + blanks.len() as u8,
        }),
    ))
    .parse(input)
}

/// Reads dice whose first one is hidden.
fn hidden_dice(input: &[u8]) -> Parsed<'_, Head> {
    value(Head::Dice { len: 2, colon: 2 }, (char('?'), anychar, char(':'))).parse(input)
}

/// Reads `row-number`.
fn row_number(input: &[u8]) -> Parsed<'_, &[u8]> {
    terminated(take_while_m_n(1, 4, AsChar::is_dec_digit), (char(')'), peek(end))).parse(input)
}

/// Reads `word`.
#[inline]
fn word(input: &[u8]) -> Parsed<'_, Word> {
    // The letters that two words of plays begin with aren't among the first two of any.
    alt((
        value(Word::Double, tag_no_case("double")),
        value(Word::Take, tag_no_case("take")),
        value(Word::Drop, tag_no_case("drop")),
        value(Word::Wins, tag_no_case("win")),
        value(Word::Pass, alt((tag_no_case("pass"), tag_no_case("reject")))),
        value(Word::Redouble, tag_no_case("redouble")),
        value(Word::Beaver, tag_no_case("beaver")),
        value(Word::Raccoon, alt((tag_no_case("raccoon"), tag_no_case("racoon")))),
        value(Word::Accept, tag_no_case("accept")),
        value(Word::LostOnTime, alt((tag_no_case("lost on time"), late))),
        value(Word::Losses, tag_no_case("los")),
        value(Word::Resigns, cell::resigns),
        value(Word::Forfeits, tag_no_case("forfeit")),
    ))
    .parse(input)
}

/// Reads other words for a lack of time.
fn late(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((tag_no_case("timeout"), tag_no_case("time out"), tag_no_case("timed out"))).parse(input)
}

/// Reads `game`.
fn game(input: &[u8]) -> Parsed<'_, ()> {
    value((), (tag_no_case("game"), take_while1(is_blank), satisfy(AsChar::is_dec_digit))).parse(input)
}

/// Reads `end`.
#[inline]
fn end(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((eof, take_while_m_n(1, 1, is_blank))).parse(input)
}

/// Reads the beginning of `illegal`, up to its bracket.
fn illegal(input: &[u8]) -> Parsed<'_, &[u8]> {
    let blanks = || take_while(is_blank);
    recognize((tag_no_case("illegal"), blanks(), tag_no_case("play"), blanks(), char('('))).parse(input)
}

/// Whether the search is at the beginning of a cell or within one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    /// Outside of cells: any text begins one.
    Nothing,
    /// Inside the left cell: three blanks, then text at or after this column, begin the right one.
    Left(usize),
    /// Inside the right cell.
    Right,
}

/// Returns `true` if a byte separates tokens.
#[inline]
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B | 0x0C)
}

/// Finds the next beginning of a cell at or after `at`, which isn't inside a token.
#[inline]
pub(super) fn next(line: &[u8], mut at: usize, within: Within) -> Option<(Head, usize)> {
    loop {
        let blanks = at;
        at = skip_blanks(line, at);
        if at == line.len() {
            return None;
        }
        if let Some(head) = begins(line, blanks, at, within) {
            return Some((head, at));
        }
        at = token_end(line, at);
    }
}

/// Returns `true` if a text begins with dice that have a bracket in place of their colon, and a leg: `31) 8/5`.
pub(super) fn is_mistyped_dice(text: &[u8]) -> bool {
    let [b'1'..=b'6', b'1'..=b'6', b')', rest @ ..] = text else { return false };
    let leg = rest.trim_ascii_start();
    let digits = leg.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (1..=2).contains(&digits) && leg.get(digits) == Some(&b'/')
}

/// Returns the beginning of dice that follow a leg or a take without a blank, `6/531:`, in the cell from `at` to `end`.
pub(super) fn glued_dice(line: &[u8], at: usize, end: usize) -> Option<usize> {
    let is_place = |text: &[u8]| match text {
        [b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9'] => true,
        _ => text.eq_ignore_ascii_case(b"bar") || text.eq_ignore_ascii_case(b"off"),
    };
    let is_leg = |text: &[u8]| {
        let text = text.strip_suffix(b"*").unwrap_or(text);
        text.contains(&b'/') && text.split(|byte| *byte == b'/').all(is_place)
    };
    let mut from = at;
    while from < end {
        let stop = token_end(line, from).min(end);
        if let [before @ .., b'1'..=b'6', b'1'..=b'6', b':'] = &line[from..stop]
            && (is_leg(before) || before.eq_ignore_ascii_case(b"takes"))
        {
            return Some(stop - 3);
        }
        from = skip_blanks(line, stop);
    }
    None
}

/// Returns the end of dice with a few blanks between them, `6 5:`, which are a cell that isn't understood.
pub(super) fn split_dice(line: &[u8], at: usize) -> Option<usize> {
    let [b'1'..=b'6', rest @ ..] = &line[at..] else { return None };
    let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
    match rest[blanks..] {
        [b'1'..=b'6', b':', ..] if (1..=3).contains(&blanks) => Some(at + 1 + blanks + 2),
        _ => None,
    }
}

/// Returns the offset of the next byte that isn't blank, or of the end.
#[inline]
pub(super) fn skip_blanks(line: &[u8], at: usize) -> usize {
    let blanks: Parsed<'_, &[u8]> = take_while(is_blank)(&line[at..]);
    blanks.map_or(at, |(rest, _)| line.len() - rest.len())
}

/// Returns what begins with the token at `at`, with blanks before it from `blanks` on. `None` if the token
/// belongs to the cell before it.
#[inline]
pub(super) fn begins(line: &[u8], blanks: usize, at: usize, within: Within) -> Option<Head> {
    match head(&line[at..]) {
        // `64: 1:5/5`: after dice, a leg with a colon too many.
        Ok((_, Head::Dice { len: 1, .. }))
            if within != Within::Nothing
                && line[..blanks].ends_with(b":")
                && line[at..token_end(line, at)].contains(&b'/') => {}
        Ok((_, head)) => return Some(head),
        Err(_) => {}
    }
    match within {
        Within::Nothing => Some(Head::Other),
        // `????` without dice is a cell of its own; after dice it is their hidden play.
        _ if line[at] == b'?'
            && is_hidden(&line[at..token_end(line, at)])
            && !line[..blanks].ends_with(b":") =>
        {
            Some(Head::Other)
        }
        Within::Left(column) if at >= column && at - blanks >= 3 => Some(Head::Other),
        _ => None,
    }
}

/// Returns `true` for question marks that hide dice or a play.
pub(super) fn is_hidden(text: &[u8]) -> bool {
    text.len() >= 3 && text.iter().all(|byte| *byte == b'?')
}

/// Returns the end of the token that begins at `at`; the brackets of `Illegal play (...)` are one token.
#[inline]
pub(super) fn token_end(line: &[u8], at: usize) -> usize {
    if let Some((_, end)) = illegal_play(line, at) {
        return end;
    }
    let token: Parsed<'_, &[u8]> = take_till(is_blank)(&line[at..]);
    token.map_or(line.len(), |(rest, _)| line.len() - rest.len())
}

/// Reads `Illegal play (position)`: the range between the brackets, and the end of the whole.
pub(super) fn illegal_play(line: &[u8], at: usize) -> Option<(Range<usize>, usize)> {
    let text = &line[at..];
    let (_, before) = illegal(text).ok()?;
    let open = before.len();
    // The position contains names, which may contain brackets; if those aren't balanced, the first one before
    // a blank or the end counts.
    let mut depth = 1;
    let paired = text.iter().enumerate().skip(open).find(|(_, byte)| {
        depth += i32::from(**byte == b'(') - i32::from(**byte == b')');
        depth == 0
    });
    let closes = |i: usize| text.get(i + 1).is_none_or(|byte| is_blank(*byte));
    let any = || memchr::memchr_iter(b')', text).find(|&i| i >= open && closes(i));
    let close = paired.map(|(i, _)| i).or_else(any);
    Some(match close {
        Some(close) => (at + open..at + close, at + close + 1),
        None => (at + open..at + text.trim_ascii_end().len().max(open), line.len()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(line: &str) -> Vec<(Head, usize)> {
        let mut found = Vec::new();
        let mut at = 0;
        let mut within = Within::Nothing;
        while let Some((head, start)) = next(line.as_bytes(), at, within) {
            found.push((head, start));
            at = token_end(line.as_bytes(), start);
            within = Within::Left(30);
        }
        found
    }

    #[test]
    fn one_blank_is_enough_between_cells() {
        let dice = Head::Dice { len: 2, colon: 2 };
        assert_eq!(heads("66: 23/17 23/17 17/11 18/12 64: 4/0 4/0"), [(dice, 0), (dice, 28)]);
        assert_eq!(heads("64: 45: 3/0 3/0"), [(dice, 0), (dice, 4)]);
    }

    #[test]
    fn words_of_plays_begin_no_cell() {
        assert_eq!(heads("61: bar/off (no play) Cannot Move"), [(Head::Dice { len: 2, colon: 2 }, 0)]);
    }

    #[test]
    fn a_dumped_position_is_one_token() {
        let line = "11: Illegal play (25;0;Ann Wins;b(2)b) 52: 13/8";
        assert_eq!(
            heads(line),
            [(Head::Dice { len: 2, colon: 2 }, 0), (Head::Dice { len: 2, colon: 2 }, 39)]
        );
    }

    #[test]
    fn dice_may_follow_a_leg_without_a_blank() {
        let of = |line: &str| glued_dice(line.as_bytes(), 0, line.len());
        assert_eq!(of("55: 23/8 18/1331: 8/4"), Some(14));
        assert_eq!(of("51: 25/20 6/5*22: 25/23"), Some(14));
        assert_eq!(of("Takes64: 8/2"), Some(5));
        for line in ["31: 8/5 6/5 52: 13/8", "64: 24/14:", "264: 8/2", "Doubles => 2"] {
            assert_eq!(of(line), None, "{line}");
        }
    }

    #[test]
    fn dice_may_have_the_wrong_number_of_digits() {
        assert_eq!(heads("3: 8/5")[0].0, Head::Dice { len: 1, colon: 1 });
        assert_eq!(heads("311: 8/5")[0].0, Head::Dice { len: 3, colon: 3 });
        assert_eq!(heads("3x: 8/5")[0].0, Head::Dice { len: 2, colon: 2 });
        assert_eq!(heads("31 : 8/5")[0].0, Head::Dice { len: 2, colon: 3 });
        assert_eq!(heads("3:1: 8/5 6/5"), [(Head::Dice { len: 3, colon: 3 }, 0)]);
        assert_eq!(heads("31: 8/5 6:/5").len(), 1);
        assert_eq!(heads("24)  Losses 2 point")[0].0, Head::RowNumber);
    }
}
