//! Finds where the cells of a row begin.

/// What a cell begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// Dice: two characters and a colon, or at most three where one is a digit.
    Dice {
        /// How many characters stand before the colon.
        len: usize,
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
}

/// The words by their beginnings, in lower case.
const WORDS: [(&[u8], Word); 14] = [
    (b"double", Word::Double),
    (b"redouble", Word::Redouble),
    (b"beaver", Word::Beaver),
    (b"raccoon", Word::Raccoon),
    (b"racoon", Word::Raccoon),
    (b"take", Word::Take),
    (b"accept", Word::Accept),
    (b"drop", Word::Drop),
    (b"pass", Word::Pass),
    (b"reject", Word::Pass),
    (b"win", Word::Wins),
    (b"los", Word::Losses),
    (b"resign", Word::Resigns),
    (b"concede", Word::Resigns),
];

/// Whether the search stands at the beginning of a cell or within one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    /// Whatever comes first begins a cell.
    Nothing,
    /// Inside the left cell: three blanks, then text at or after this column, begin the right one.
    Left(usize),
    /// Inside the right cell.
    Right,
}

/// Returns `true` if a byte parts tokens.
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

/// Returns the offset of the next byte that is no blank, or of the end.
#[inline]
pub(super) fn skip_blanks(line: &[u8], mut at: usize) -> usize {
    while line.get(at).is_some_and(|byte| is_blank(*byte)) {
        at += 1;
    }
    at
}

/// Tells what begins with the token at `at`, which has blanks before it from `blanks` on; `None`
/// if the token belongs to the cell before it.
#[inline]
pub(super) fn begins(line: &[u8], blanks: usize, at: usize, within: Within) -> Option<Head> {
    if let Some(head) = classify(line, at) {
        return Some(head);
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

/// Tells what kind of cell begins at `at`, if any known does.
#[inline]
fn classify(line: &[u8], at: usize) -> Option<Head> {
    match line[at] {
        b'0'..=b'9' => {
            // A play's token is told by its slash without looking further.
            match line.get(at + 1)? {
                b'/' => None,
                b'0'..=b'9' => match line.get(at + 2)? {
                    b':' => Some(Head::Dice { len: 2 }),
                    b'/' => None,
                    _ => odd_number(line, at),
                },
                _ => odd_number(line, at),
            }
        }
        b';' | b'#' => Some(Head::Comment),
        byte if byte.is_ascii_alphabetic() => word(line, at),
        b'?' if line.get(at + 2) == Some(&b':') => Some(Head::Dice { len: 2 }),
        _ => None,
    }
}

/// Returns `true` if question marks stand for what is hidden.
pub(super) fn is_hidden(text: &[u8]) -> bool {
    text.len() >= 3 && text.iter().all(|byte| *byte == b'?')
}

/// A number that begins no play: dice with a wrong number of digits, or a row's number.
fn odd_number(line: &[u8], at: usize) -> Option<Head> {
    let token = &line[at..token_end(line, at)];
    let digits = token.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match token.get(digits) {
        Some(b')') if digits <= 4 && token.len() == digits + 1 => Some(Head::RowNumber),
        Some(b':') if digits <= 3 => Some(Head::Dice { len: digits }),
        Some(byte) if digits == 1 && !byte.is_ascii_punctuation() && token.get(2) == Some(&b':') => {
            byte.is_ascii().then_some(Head::Dice { len: 2 })
        }
        _ => None,
    }
}

#[inline]
fn word(line: &[u8], at: usize) -> Option<Head> {
    let text = &line[at..];
    // `bar` and `off` stand in plays; no other word begins like them.
    if matches!(text.get(1), Some(b'a' | b'A' | b'f' | b'F')) && matches!(text[0], b'b' | b'B' | b'o' | b'O')
    {
        return None;
    }
    let starts = |word: &[u8]| text.get(..word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word));
    if let Some((_, word)) = WORDS.iter().find(|(word, _)| starts(word)) {
        return Some(Head::Word(*word));
    }
    let number = || text[4..].trim_ascii_start().first().is_some_and(u8::is_ascii_digit);
    (starts(b"game") && text.get(4).is_some_and(|byte| is_blank(*byte)) && number()).then_some(Head::Game)
}

/// Returns where the token ends that begins at `at`; the brackets of `Illegal play (...)` and what
/// is in them count as one.
#[inline]
fn token_end(line: &[u8], at: usize) -> usize {
    let end = line[at..].iter().position(|byte| is_blank(*byte)).map_or(line.len(), |i| at + i);
    if matches!(line[at], b'i' | b'I') { illegal_play(line, at).map_or(end, |(_, end)| end) } else { end }
}

/// `Illegal play (position)`: the range between the brackets, and where the whole ends.
pub(super) fn illegal_play(line: &[u8], at: usize) -> Option<(std::ops::Range<usize>, usize)> {
    let text = &line[at..];
    let word = |from: usize, word: &[u8]| {
        let skip = text.get(from..)?.iter().take_while(|byte| is_blank(**byte)).count();
        let start = from + skip;
        text.get(start..start + word.len())?.eq_ignore_ascii_case(word).then_some(start + word.len())
    };
    let open = word(word(word(0, b"illegal")?, b"play")?, b"(")?;
    // The position holds names, which may hold brackets; if those don't pair up, the first one
    // before a blank or the end counts.
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
        let dice = Head::Dice { len: 2 };
        assert_eq!(heads("66: 23/17 23/17 17/11 18/12 64: 4/0 4/0"), [(dice, 0), (dice, 28)]);
        assert_eq!(heads("64: 45: 3/0 3/0"), [(dice, 0), (dice, 4)]);
    }

    #[test]
    fn words_of_plays_begin_no_cell() {
        assert_eq!(heads("61: bar/off (no play) Cannot Move"), [(Head::Dice { len: 2 }, 0)]);
    }

    #[test]
    fn a_dumped_position_is_one_token() {
        let line = "11: Illegal play (25;0;Ann Wins;b(2)b) 52: 13/8";
        assert_eq!(heads(line), [(Head::Dice { len: 2 }, 0), (Head::Dice { len: 2 }, 39)]);
    }

    #[test]
    fn dice_may_have_the_wrong_number_of_digits() {
        assert_eq!(heads("3: 8/5")[0].0, Head::Dice { len: 1 });
        assert_eq!(heads("311: 8/5")[0].0, Head::Dice { len: 3 });
        assert_eq!(heads("3x: 8/5")[0].0, Head::Dice { len: 2 });
        assert_eq!(heads("24)  Losses 2 point")[0].0, Head::RowNumber);
    }
}
