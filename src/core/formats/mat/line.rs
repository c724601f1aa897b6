//! The lines between the rows: headers, the match length, headings and score lines.
//!
//! Every parser here reads one line without its end; offsets are those within the line.

use super::parse::decimal;
use crate::notation::plain::{ascii, digit};
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till1, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, digit1, multispace0, space0, space1};
use nom::combinator::{opt, rest};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};
use std::borrow::Cow;
use std::ops::Range;

type Input<'a> = &'a [u8];

/// Returns the place of `part`, a piece of `line`, in it.
pub(super) fn place(line: Input<'_>, part: Input<'_>) -> Range<usize> {
    let start = part.as_ptr().addr() - line.as_ptr().addr();
    start..start + part.len()
}

/// Reads a word: everything up to the next blank.
fn token(input: Input<'_>) -> IResult<Input<'_>, Input<'_>> {
    take_till1(|byte: u8| byte.is_ascii_whitespace()).parse(input)
}

/// Returns `true` if a byte is a control character that isn't white space.
pub(super) const fn is_control(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0B | 0x0C) || byte == 0x7F
}

/// Returns the length of a blank of a web page or of print at the beginning of a text: a no-break, thin, wide or
/// full-width space. 0 if there is none.
const fn other_blank(text: Input<'_>) -> usize {
    match text {
        [0xC2, 0xA0, ..] => 2,
        [0xE2, 0x80, 0x80..=0x8A | 0xAF, ..] | [0xE2, 0x81, 0x9F, ..] | [0xE3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// Replaces each of these blanks by as many spaces as it has bytes, which keeps all places, except in comments, names
/// and the values of headers; and each form feed or vertical tab at the beginning of a line by a blank.
pub(super) fn plain_blanks(text: Input<'_>) -> Cow<'_, [u8]> {
    plain_from(text, false)
}

/// Does the same as [`plain_blanks`] for the line below a heading.
pub(super) fn plain_score_line(line: Input<'_>) -> Cow<'_, [u8]> {
    plain_from(line, true)
}

/// Replaces the blanks of a text that begins below a heading, or not.
fn plain_from(text: Input<'_>, mut is_below_heading: bool) -> Cow<'_, [u8]> {
    let is_plain = memchr::memchr3(0xC2, 0x0B, 0x0C, text).is_none();
    if is_plain && memchr::memchr2(0xE2, 0xE3, text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut plain = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        let comment_at = line.iter().position(|byte| b";#[".contains(byte));
        let end = comment_at.filter(|_| !(is_below_heading && has_two_scores(line)));
        let (cells, comment) = line.split_at(end.unwrap_or(line.len()));
        let start = plain.len();
        without_no_break(cells, &mut plain);
        let read = &mut plain[start..];
        for byte in read.iter_mut().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x0B) {
            if matches!(byte, 0x0B | 0x0C) {
                *byte = b' ';
            }
        }
        if row_number(read).is_none()
            && let Some(names) = score_line(read).map(|line| line.names)
        {
            for name in names {
                read[name.clone()].copy_from_slice(&cells[name]);
            }
        }
        let from = plain.len();
        match memchr::memchr(b'"', comment).zip(memchr::memrchr(b'"', comment)) {
            Some((first, last)) => {
                without_no_break(&comment[..first], &mut plain);
                plain.extend_from_slice(&comment[first..last]);
                without_no_break(&comment[last..], &mut plain);
                if header(&plain[start..]).is_none() {
                    plain.truncate(from);
                    plain.extend_from_slice(comment);
                }
            }
            None => plain.extend_from_slice(comment),
        }
        let read = &plain[start..];
        is_below_heading = match read.trim_ascii_start().first() {
            None | Some(b';' | b'#') => is_below_heading,
            Some(_) => heading(read).is_some(),
        };
    }
    Cow::Owned(plain)
}

/// Returns `true` for a line of names and scores with blanks of any kind: a semicolon in a name begins no comment.
pub(super) fn has_two_scores(line: Input<'_>) -> bool {
    let mut plain = Vec::with_capacity(line.len());
    without_no_break(line, &mut plain);
    !plain.trim_ascii_start().starts_with(b";")
        && !plain.trim_ascii_start().starts_with(b"#")
        && row_number(&plain).is_none()
        && score_line(&plain).is_some_and(|read| read.has_scores())
}

/// Appends a text in which each blank of a page or of print is as many spaces as it has bytes.
fn without_no_break(text: Input<'_>, plain: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(at) = memchr::memchr3(0xC2, 0xE2, 0xE3, rest) {
        let len = other_blank(&rest[at..]);
        let end = at + len.max(1);
        plain.extend_from_slice(&rest[..end]);
        let from = plain.len() - len;
        plain[from..].fill(b' ');
        rest = &rest[end..];
    }
    plain.extend_from_slice(rest);
}

/// Reads `; [Key "Value"]`: the places of the key and of the value.
pub(super) fn header(line: Input<'_>) -> Option<(Range<usize>, Range<usize>)> {
    fn parts(input: Input<'_>) -> IResult<Input<'_>, (Input<'_>, Input<'_>)> {
        let start = (space0, opt((char(';'), space0)), char('['), space0);
        let key = terminated(take_while1(|byte| byte != b'"' && byte != b']'), char('"'));
        preceded(start, (key, rest)).parse(input)
    }
    let (_, (key, value)) = parts(line).ok()?;
    let value = value.trim_ascii_end().strip_suffix(b"]")?;
    let value = value.trim_ascii_end().strip_suffix(b"\"")?;
    let key = key.trim_ascii_end();
    (!key.is_empty()).then(|| (place(line, key), place(line, value)))
}

/// Returns `true` for the words that end a game without a winner.
#[inline]
pub(super) fn drawn(line: Input<'_>) -> bool {
    // One letter rules out nearly every other line.
    matches!(line.trim_ascii_start().first(), Some(b'D' | b'd' | b'G' | b'g' | b'A' | b'a'))
        && says_drawn(line)
}

#[cold]
fn says_drawn(line: Input<'_>) -> bool {
    fn words(input: Input<'_>) -> IResult<Input<'_>, (), ()> {
        let game = opt((tag_no_case("game"), char(' ')));
        let drawn = (tag_no_case("draw"), opt(char('n'))).map(drop);
        let result = alt(((game, alt((tag_no_case("drawn"), tag_no_case("abandoned")))).map(drop), drawn));
        (multispace0, result, opt(char('.')), multispace0).map(drop).parse(input)
    }
    nom::combinator::all_consuming(words).parse(line).is_ok()
}

/// Reads `; Set Pos=...`: the place of the position.
pub(super) fn set_position(line: Input<'_>) -> Option<Range<usize>> {
    fn position(input: Input<'_>) -> IResult<Input<'_>, Input<'_>> {
        let words =
            (space0, char(';'), space0, tag_no_case("set"), space1, tag_no_case("pos"), space0, char('='));
        preceded((words, space0), rest).parse(input)
    }
    let (_, position) = position(line).ok()?;
    Some(place(line, position.trim_ascii_end()))
}

/// A line with the match length.
pub(super) struct Length {
    /// The place of the value.
    pub(super) number: Range<usize>,
    /// The place of further text.
    pub(super) rest: Range<usize>,
    /// Whether the unit is written as usual: `point match`.
    pub(super) is_usual: bool,
}

/// Reads `N point match`, or words with the same meaning: `7-point match`, `7pt match`, `money session`.
pub(super) fn length(line: Input<'_>) -> Option<Length> {
    fn points(input: Input<'_>) -> IResult<Input<'_>, (Input<'_>, bool)> {
        let point = (tag_no_case("point"), opt(tag_no_case("s"))).map(|_| true);
        let short = (tag_no_case("pt"), opt(tag_no_case("s")), opt(char('.'))).map(|_| false);
        let unit = delimited(space1, alt((point, short)), (space1, tag_no_case("match")));
        delimited(space0, (token, unit), (end_of_word, space0)).parse(input)
    }
    fn joined(input: Input<'_>) -> IResult<Input<'_>, (Input<'_>, bool)> {
        let unit = alt((tag_no_case("points"), tag_no_case("point"), tag_no_case("pts"), tag_no_case("pt")));
        let tie = || opt(char('-'));
        let blank = alt((space1, tag("-")));
        let number = take_till1(|byte: u8| byte.is_ascii_whitespace() || b"-pP".contains(&byte));
        let number = nom::combinator::verify(number, |number: &[u8]| spelled(number).is_some());
        let unit = (tie(), unit, blank, tag_no_case("match"), end_of_word, space0);
        delimited(space0, number.map(|number| (number, false)), unit).parse(input)
    }
    fn money(input: Input<'_>) -> IResult<Input<'_>, (Input<'_>, bool)> {
        let what = alt((tag_no_case("money"), tag_no_case("unlimited")));
        let unit = alt((tag_no_case("session"), tag_no_case("match"), tag_no_case("game")));
        let what = what.map(|what| (what, false));
        delimited(space0, what, (space1, unit, end_of_word, space0, nom::combinator::eof)).parse(input)
    }
    // Few letters rule out nearly every other line.
    let bare = line.trim_ascii_start();
    let word = bare.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
    let (word, unit) = (&bare[..word], bare[word..].trim_ascii_start().first());
    let is_joined = memchr::memchr2(b'p', b'P', word).is_some();
    let is_joined = is_joined && (matches!(unit, Some(b'm' | b'M')) || word.ends_with(b"h"));
    if !matches!(unit, Some(b'p' | b'P'))
        && !matches!(bare.first(), Some(b'm' | b'M' | b'u' | b'U'))
        && !is_joined
    {
        return None;
    }
    let (more, (number, is_usual)) = alt((points, joined, money)).parse(line).ok()?;
    Some(Length { number: place(line, number), rest: place(line, more.trim_ascii_end()), is_usual })
}

/// Returns `true` if a line states only that there is no match length.
pub(super) fn is_money(line: Input<'_>) -> bool {
    let word = line.trim_ascii();
    word.eq_ignore_ascii_case(b"money") || word.eq_ignore_ascii_case(b"unlimited")
}

/// The numbers of usual match lengths, in words.
const NUMBERS: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
    seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five";

/// Returns the value of a number in words, in full-width digits, or with a full stop: `seven`, `７`, `7.`.
pub(super) fn spelled(number: Input<'_>) -> Option<u32> {
    let text = std::str::from_utf8(number).ok()?;
    let text: String = text.strip_suffix('.').unwrap_or(text).chars().map(ascii).collect();
    let in_words = || NUMBERS.split(' ').position(|word| word.eq_ignore_ascii_case(&text));
    decimal(text.as_bytes()).or_else(|| in_words().map(|at| at as u32))
}

/// Succeeds at the end of a word, without consuming anything.
fn end_of_word(input: Input<'_>) -> IResult<Input<'_>, ()> {
    nom::combinator::not(take_while1(|byte: u8| byte.is_ascii_alphanumeric())).parse(input)
}

/// A game's heading: `Game 1`.
pub(super) struct Heading {
    /// The place of the number, or of the text instead of it; empty if there is none.
    pub(super) number: Range<usize>,
    /// The place of further text.
    pub(super) rest: Range<usize>,
    /// Whether a mark states that it is the Crawford game.
    pub(super) is_crawford: Option<bool>,
}

/// Reads `Game N`.
pub(super) fn heading(line: Input<'_>) -> Option<Heading> {
    fn parts(input: Input<'_>) -> IResult<Input<'_>, (Input<'_>, Input<'_>)> {
        let colon = nom::combinator::recognize((space0, char(':'), space0));
        let mut number = preceded((space0, tag_no_case("game")), opt(preceded(alt((colon, space1)), token)));
        let (input, number) = number.parse(input)?;
        let (input, rest) = preceded(space0, rest).parse(input)?;
        Ok((input, (number.unwrap_or(b""), rest)))
    }
    if !matches!(line.trim_ascii_start().first(), Some(b'g' | b'G')) {
        return None;
    }
    let (_, (number, rest)) = parts(line).ok()?;
    let rest = rest.trim_ascii_end();
    let is_colon = number.is_empty() && rest == b":";
    let (number, rest, is_crawford) = plain_number(number, if is_colon { b"" } else { rest });
    let word_goes_on = number.is_empty() && !rest.is_empty();
    // `Game : 1` may also begin a line of names and scores.
    let has_colon = line.trim_ascii_start()[4..].trim_ascii_start().first() == Some(&b':');
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    if has_colon && !is_colon && !(is_number && rest.is_empty()) {
        return None;
    }
    let name = !rest.is_empty() && !number.first().is_some_and(u8::is_ascii_digit);
    if word_goes_on || name {
        return None;
    }
    let end = line.trim_ascii_end().len();
    let or_end = |part: Input<'_>| if part.is_empty() { end..end } else { place(line, part) };
    Some(Heading { number: or_end(number), rest: or_end(rest), is_crawford })
}

/// Removes the text around a game's number: `#2`, `2:`, `2.`, and a mark of the Crawford game, whose meaning it returns.
fn plain_number<'a>(number: Input<'a>, rest: Input<'a>) -> (Input<'a>, Input<'a>, Option<bool>) {
    let bare = number.strip_prefix(b"#").unwrap_or(number);
    let bare = bare.strip_suffix(b":").or(bare.strip_suffix(b".")).unwrap_or(bare);
    let is_number = !bare.is_empty() && bare.iter().all(u8::is_ascii_digit);
    let number = if is_number && rest.is_empty() || crawford_mark(rest).is_some() { bare } else { number };
    match crawford_mark(rest) {
        Some(len) if is_number && len == rest.len() => (number, b"", meaning(rest)),
        _ => (number, rest, None),
    }
}

/// Returns whether a mark states that the game is the Crawford game; an asterisk may stand for anything.
pub(super) fn meaning(mark: Input<'_>) -> Option<bool> {
    let word = mark.trim_ascii_start();
    let word = word.strip_prefix(b"(").or(word.strip_prefix(b"[")).unwrap_or(word);
    (!word.is_empty() && word != b"*")
        .then(|| !word.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"post")))
}

/// Returns the length of a leading mark of the Crawford game: `*`, `Crawford`, `(Post-Crawford game)` and the like.
pub(super) fn crawford_mark(text: Input<'_>) -> Option<usize> {
    fn mark(input: Input<'_>) -> IResult<Input<'_>, Input<'_>> {
        let word = || (opt((tag_no_case("post"), opt(char('-')), space0)), tag_no_case("crawford"));
        let words = || (word(), opt((space1, tag_no_case("game"))));
        let round = nom::combinator::recognize(delimited(char('('), words(), char(')')));
        let square = nom::combinator::recognize(delimited(char('['), words(), char(']')));
        alt((tag("*"), round, square, nom::combinator::recognize(words()))).parse(input)
    }
    let (rest, _) = mark(text).ok()?;
    rest.first().is_none_or(u8::is_ascii_whitespace).then(|| text.len() - rest.len())
}

/// Reads a row's number: the number, and the offset after its bracket.
#[inline]
pub(super) fn row_number(line: Input<'_>) -> Option<(Range<usize>, usize)> {
    let number: IResult<_, _, ()> = delimited(space0, digit1, char(')')).parse(line);
    let (rest, digits) = number.ok()?;
    let end = line.len() - rest.len();
    Some((end - 1 - digits.len()..end - 1, end))
}

/// Reads a row's number with a colon in place of its bracket or before it, and a blank: `29: 31:`, `29:) 31:`. Returns
/// the number, the offset after it, and whether there is a bracket.
pub(super) fn number_with_colon(line: Input<'_>) -> Option<(Range<usize>, usize, bool)> {
    let mut number = (delimited(space0, digit1, char(':')), opt(char(')')), space1);
    let read: IResult<_, _, ()> = number.parse(line);
    let (_, (digits, bracket, _)) = read.ok()?;
    let digits = place(line, digits);
    let behind = digits.end + 1 + usize::from(bracket.is_some());
    Some((digits, behind, bracket.is_some()))
}

/// Returns the number and the end of a row's number with its bracket inside, `1)5 42:` for `15) 42:`.
pub(super) fn split_number(line: Input<'_>, digits: Range<usize>, behind: usize) -> Option<(u32, usize)> {
    let more = line[behind..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let end = behind + more;
    let ends = (1..=2).contains(&more) && line.get(end).is_some_and(u8::is_ascii_whitespace);
    let whole = [&line[digits], &line[behind..end]].concat();
    decimal(&whole).filter(|_| ends).map(|whole| (whole, end))
}

/// The signs that a text has before the rows: the mark of a quotation, and those of a list.
const SIGNS: &[u8] = b">*-+|([#";

/// Returns `true` for signs before a row, and blanks among them.
pub(super) fn is_sign(text: &[u8]) -> bool {
    text.iter().all(|byte| *byte == b' ' || SIGNS.contains(byte))
}

/// Returns the length of a time of day or of a clock at the beginning of a text: `12:01`, `[0:12:01]`, `(12:01)`.
pub(super) fn time(text: Input<'_>) -> Option<usize> {
    fn clock(input: Input<'_>) -> IResult<Input<'_>, Input<'_>> {
        let digits = |least| take_while_m_n(least, 2, |byte: u8| byte.is_ascii_digit());
        let seconds = opt((char(':'), digits(2)));
        nom::combinator::recognize((digits(1), char(':'), digits(2), seconds)).parse(input)
    }
    let square = nom::combinator::recognize(delimited(char('['), clock, char(']')));
    let round = nom::combinator::recognize(delimited(char('('), clock, char(')')));
    let (rest, _) = alt((square, round, clock)).parse(text).ok()?;
    Some(text.len() - rest.len())
}

/// Reads a time before a row's number: its length, then the number and the offset after its bracket, both after the time.
pub(super) fn timed_row(text: Input<'_>) -> Option<(usize, Range<usize>, usize)> {
    let len = time(text).filter(|len| text.get(*len) == Some(&b' '))?;
    let (digits, end) = row_number(&text[len..])?;
    Some((len, digits, end))
}

/// A bracket in full width.
const WIDE_BRACKET: &[u8] = "\u{FF09}".as_bytes();

/// Reads the number of the row that is due where it has a slip, `l9)`, `20.`, `7}`, `9 `, `4.)`, or where signs or a
/// time stand before it, `> 4)`, `- 4)`, `(4)`, `[12:01] 4)`. Returns the place of what is wrong, and the offset after
/// the number.
pub(super) fn misprinted_number(line: Input<'_>, due: u32) -> Option<(Range<usize>, usize)> {
    let indent = line.len() - line.trim_ascii_start().len();
    let text = &line[indent..];
    if let Some((len, digits, behind)) = timed_row(text) {
        let is_due = decimal(&text[len..][digits]) == Some(due);
        return is_due.then_some((indent..indent + len, indent + len + behind));
    }
    let marks = text.iter().take_while(|byte| is_sign(&[**byte])).count();
    if let Some(last) = text[..marks].iter().rposition(|byte| *byte != b' ') {
        let (digits, behind) = row_number(&text[marks..])?;
        let is_due = decimal(&text[marks..][digits]) == Some(due);
        return is_due.then_some((indent..indent + last + 1, indent + marks + behind));
    }
    let digits: Vec<u8> = text.iter().map_while(|byte| digit(*byte)).take(5).collect();
    let blanks = text[digits.len()..].iter().take_while(|byte| **byte == b' ').count();
    let bracket = digits.len() + blanks;
    let is_blank = |at: usize| text.get(at).is_some_and(u8::is_ascii_whitespace);
    let end = match text.get(bracket)? {
        b')' | b'}' | b']' | b'>' | b'|' => bracket + 1,
        b'.' | b',' | b':' | b';' | b'-' if is_blank(bracket + 1) => bracket + 1,
        b'.' | b',' | b'\\' if text.get(bracket + 1) == Some(&b')') => bracket + 2,
        _ if text[bracket..].starts_with(WIDE_BRACKET) => bracket + WIDE_BRACKET.len(),
        _ if blanks > 0 => digits.len(),
        _ => return None,
    };
    // A bracket without a number is the mark of the row, too.
    let is_due = if digits.is_empty() { text[0] == b')' } else { decimal(&digits) == Some(due) };
    is_due.then_some((indent..indent + end, indent + end))
}

/// A line of names and scores.
#[derive(Default)]
pub(super) struct ScoreLine {
    /// The places of the names.
    pub(super) names: [Range<usize>; 2],
    /// The places of the scores; empty where one is missing.
    pub(super) scores: [Range<usize>; 2],
    /// Whether a mark states that it is the Crawford game.
    pub(super) is_crawford: Option<bool>,
    /// The place of a sign or a word that separates the players in place of blanks; empty if there is none.
    pub(super) sign: Range<usize>,
}

impl ScoreLine {
    /// Returns `true` if there are two scores.
    pub(super) fn has_scores(&self) -> bool {
        !self.scores.iter().any(Range::is_empty)
    }

    /// Returns `true` if there are two names and two scores.
    pub(super) fn is_whole(&self) -> bool {
        self.has_scores() && !self.names.iter().any(Range::is_empty)
    }
}

/// Reads `name : score   name : score`, or what is left of it. `None` if it isn't such a line.
///
/// Names may contain colons, blanks and digits, so the line is read from its ends: the last number after a colon is the
/// right score; the left score is the number after a colon that has the widest gap after it.
pub(super) fn score_line(line: Input<'_>) -> Option<ScoreLine> {
    let end = line.trim_ascii_end().len();
    let start = line.len() - line.trim_ascii_start().len();
    if start >= end {
        return None;
    }
    // A mark of the Crawford game after a score isn't part of what follows.
    let behind = |number: &Range<usize>| {
        let blanks = line[number.end..].iter().take_while(|byte| **byte == b' ').count();
        let at = number.end + blanks;
        let mark = if blanks <= 2 { crawford_mark(&line[at..]) } else { None };
        mark.map_or(number.end, |len| at + len)
    };
    let marked = |number: &Range<usize>| meaning(&line[number.end..behind(number)]);
    let scores = || memchr::memchr_iter(b':', &line[..end]).map(|colon| (colon, number_behind(line, colon)));
    let right = scores().next_back().filter(|(_, number)| behind(number) == end)?;
    // The left score: the widest gap after it; in doubt the first.
    let mut left: Option<(usize, Range<usize>, usize)> = None;
    for (colon, number) in scores().take_while(|(colon, _)| *colon < right.0) {
        let gap = line[behind(&number)..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let tab = line[number.end..].first() == Some(&b'\t');
        let gap = if tab { gap + 8 } else { gap };
        // `1.5`, `12/7` and `2-away` are no scores.
        let is_fraction = matches!(line[number.end..], [b'.' | b',' | b'/', b'0'..=b'9', ..])
            || line[number.end..].starts_with(b"-away");
        if !number.is_empty() && !is_fraction && left.as_ref().is_none_or(|(_, _, widest)| gap > *widest) {
            left = Some((colon, number, gap));
        }
    }
    let name = |range: Range<usize>| {
        let text = &line[range.clone()];
        let skipped = text.len() - text.trim_ascii_start().len();
        range.start + skipped..(range.start + text.trim_ascii_end().len()).max(range.start + skipped)
    };
    if let Some((colon, number, _)) = left {
        let from = behind(&number);
        let sign = separator(&line[from..right.0]).map_or(0..0, |sign| from + sign.start..from + sign.end);
        // After a long name, GNU Backgammon has a blank or two before the second name, in a fixed column.
        let sign = if sign.start == SECOND_NAME && sign.start > from { 0..0 } else { sign };
        let names = [name(start..colon), name(from.max(sign.end)..right.0)];
        let is_crawford = marked(&number).or(marked(&right.1));
        return Some(ScoreLine { names, scores: [number, right.1], is_crawford, sign });
    }
    // There is only one score: three blanks or a tab separate the names.
    let both = &line[start..right.0];
    let gap = both.windows(3).position(|window| window == b"   ").or_else(|| memchr::memchr(b'\t', both));
    let gap = gap.map(|at| start + at).filter(|gap| !line[*gap..right.0].trim_ascii().is_empty());
    let is_crawford = marked(&right.1);
    let (names, scores) = if let Some(gap) = gap {
        ([name(start..gap), name(gap..right.0)], [0..0, right.1])
    } else {
        ([name(start..right.0), end..end], [right.1, end..end])
    };
    Some(ScoreLine { names, scores, is_crawford, sign: 0..0 })
}

/// The column of the second name, in bytes from 0.
const SECOND_NAME: usize = 32;
/// The signs and words between two players, the longer ones first.
pub(super) const SEPARATORS: [&str; 9] =
    ["against", "gegen", "vs.", "vs", "-", "\u{2013}", "\u{2014}", "/", "|"];

/// Returns the place of a sign between two players at the beginning of a text, after a blank or two; a comma may follow the
/// first score.
fn separator(text: Input<'_>) -> Option<Range<usize>> {
    let blanks = text.iter().take_while(|byte| **byte == b' ').count();
    let rest = &text[blanks..];
    let is_word = |word: &&str| rest.strip_prefix(word.as_bytes()).is_some_and(|rest| rest.starts_with(b" "));
    let len = match rest.first()? {
        b',' if blanks == 0 && rest.get(1) == Some(&b' ') => 1,
        _ if (1..=2).contains(&blanks) => SEPARATORS.into_iter().find(is_word)?.len(),
        _ => return None,
    };
    (!rest[len..].trim_ascii().is_empty()).then_some(blanks..blanks + len)
}

/// Returns the number after a colon, possibly negative; empty if there is none.
fn number_behind(line: Input<'_>, colon: usize) -> Range<usize> {
    fn number(input: Input<'_>) -> IResult<Input<'_>, Input<'_>> {
        let digits = take_while(|byte: u8| byte.is_ascii_digit());
        preceded(space0, nom::combinator::recognize((opt(tag("-")), digits))).parse(input)
    }
    match number(&line[colon + 1..]) {
        Ok((_, number)) if number.last().is_some_and(u8::is_ascii_digit) => place(line, number),
        _ => colon + 1..colon + 1,
    }
}

/// Separates a rating from a name: `ann,1529`.
pub(super) fn rating(name: Input<'_>) -> Option<usize> {
    let comma = memchr::memrchr(b',', name)?;
    let rating = &name[comma + 1..];
    let digits = rating.iter().filter(|byte| byte.is_ascii_digit()).count();
    let plain = rating.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    (comma > 0 && plain && digits >= 3).then_some(comma)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_of_pages_and_of_print_keep_all_places() {
        for blank in ["\u{A0}", "\u{2003}", "\u{2009}", "\u{202F}", "\u{205F}", "\u{3000}"] {
            let (row, spaces) = (format!("1){blank}31: \u{20AC}8/5"), " ".repeat(blank.len()));
            let expected = format!("1){spaces}31: \u{20AC}8/5");
            assert_eq!(plain_blanks(row.as_bytes()), expected.as_bytes(), "{blank:?}");
            let names = format!(" Game 1\n{blank}a{blank}b : 0{blank}{blank}{blank}c : 0\n");
            let expected = format!(" Game 1\n{spaces}a{blank}b : 0{}c : 0\n", spaces.repeat(3));
            assert_eq!(plain_blanks(names.as_bytes()), expected.as_bytes(), "{blank:?}");
        }
    }

    #[test]
    fn a_colon_may_stand_at_the_number_of_a_row() {
        let of = |line: &str| number_with_colon(line.as_bytes());
        assert_eq!(of("  4:) 31: 8/5"), Some((2..3, 5, true)));
        assert_eq!(of(" 29: 31: 8/5"), Some((1..3, 4, false)));
        assert_eq!(of("29:"), None);
    }

    #[test]
    fn a_slip_in_the_number_of_a_row_is_read_only_if_that_row_is_due() {
        let of = |line: &str, due: u32| {
            misprinted_number(line.as_bytes(), due).map(|(mark, behind)| (line[mark].to_owned(), behind))
        };
        for (line, due, mark, behind) in [
            (" l9) 31: 8/5", 19, "l9)", 4),
            (" !Q) 31: 8/5", 10, "!Q)", 4),
            (" 20. 31: 8/5", 20, "20.", 4),
            (" 22} 31: 8/5", 22, "22}", 4),
            ("  9 31: 8/5", 9, "9", 3),
            ("  9 ) 31: 8/5", 9, "9 )", 5),
            ("   ) 31: 8/5", 9, ")", 4),
            (">   4) 31: 8/5", 4, ">", 6),
            ("> > 4) 31: 8/5", 4, "> >", 6),
            ("- 4) 31: 8/5", 4, "-", 4),
            (" (4) 31: 8/5", 4, "(", 4),
            (" 4.) 31: 8/5", 4, "4.)", 4),
            (" 4\\) 31: 8/5", 4, "4\\)", 4),
            (" 4\u{FF09} 31: 8/5", 4, "4\u{FF09}", 5),
            ("[12:01]  4) 31: 8/5", 4, "[12:01]", 11),
            (" 0:12:01 4) 31: 8/5", 4, "0:12:01", 11),
        ] {
            assert_eq!(of(line, due), Some((mark.to_owned(), behind)), "{line}");
            assert!(mark == ")" || of(line, due + 1).is_none(), "{line}");
        }
        for line in
            ["19.31: 8/5", "x) 31: 8/5", "> 31: 8/5", "", ">", "19", "}", "[12:01]", "12:0119) 31: 8/5"]
        {
            assert_eq!(of(line, 19), None, "{line}");
        }
    }

    fn text(line: &str, range: Range<usize>) -> &str {
        &line[range]
    }

    #[test]
    fn names_may_hold_colons() {
        for (line, names, scores) in [
            (" ann : 0                        bert : 3", ["ann", "bert"], ["0", "3"]),
            (" a:b : 0                      berta : 0", ["a:b", "berta"], ["0", "0"]),
            (" a : 3 b : 0            c : 4 d : 12", ["a : 3 b", "c : 4 d"], ["0", "12"]),
            ("  : 0                            bert : 0", ["", "bert"], ["0", "0"]),
            (" berta : 0                        : 0", ["berta", ""], ["0", "0"]),
            (" xxxx : 0y : 0", ["xxxx", "y"], ["0", "0"]),
            (" anna\t\tbert : 3", ["anna", "bert"], ["", "3"]),
            ("Carl Dorn: 6\tEmil: -1", ["Carl Dorn", "Emil"], ["6", "-1"]),
            (" anna : 6 *                     bert : 3", ["anna", "bert"], ["6", "3"]),
            (" anna : 3       bert : 6 (Crawford)", ["anna", "bert"], ["3", "6"]),
            (" anna : 6 Post-Crawford       *bert* : 3*", ["anna", "*bert*"], ["6", "3"]),
            (" anna : 12/7                    bert : 3", ["anna : 12/7", "bert"], ["", "3"]),
        ] {
            let read = score_line(line.as_bytes()).expect("a score line");
            assert_eq!(read.names.map(|range| text(line, range)), names, "{line}");
            assert_eq!(read.scores.map(|range| text(line, range)), scores, "{line}");
            let expected = line.contains("rawford").then_some(!line.contains("Post"));
            assert_eq!(read.is_crawford, expected, "{line}");
        }
    }

    #[test]
    fn a_sign_between_the_players_is_no_part_of_a_name() {
        for (line, sign) in [
            ("anna: 0 - bert: 1", "-"),
            ("anna : 0  \u{2013}  bert : 1", "\u{2013}"),
            ("anna: 0 vs. bert: 1", "vs."),
            ("anna : 0 vs bert : 1", "vs"),
            ("anna: 0, bert: 1", ","),
            ("anna: 0 | bert: 1", "|"),
        ] {
            let read = score_line(line.as_bytes()).expect("a score line");
            assert_eq!(text(line, read.sign), sign, "{line}");
            assert_eq!(read.names.map(|range| text(line, range)), ["anna", "bert"], "{line}");
        }
        for line in [
            "anna : 0 -bert : 1",
            "anna : 0   - bert : 1",
            "anna : 0 vsevolod : 1",
            "anna : 0 V. Smith : 1",
            "anna : 0 Vs. Smith : 1",
            " Maximilian Featherstonehau : 0 - dash : 0",
            " Maximilian Featherstoneha : 0  vs Bot : 0",
            "anna : 0, : 1",
            "a : 0 b : 1",
        ] {
            assert!(score_line(line.as_bytes()).expect("a score line").sign.is_empty(), "{line}");
        }
    }

    #[test]
    fn a_line_without_scores_is_none() {
        assert!(score_line(b" A                               B").is_none());
        assert!(score_line(b"").is_none());
    }

    #[test]
    fn lengths_are_found_in_many_spellings() {
        for (line, number) in [
            (" 5 point match", "5"),
            ("5 Point Match", "5"),
            ("3 points match ", "3"),
            ("-3 point match", "-3"),
            (" money session", "money"),
            (" 7-point match", "7"),
            ("7pt match", "7"),
            ("7 pts. match", "7"),
            ("7-point-match", "7"),
            ("seven-point match", "seven"),
            ("\u{FF17} point match", "\u{FF17}"),
        ] {
            let read = length(line.as_bytes()).map(|length| text(line, length.number));
            assert_eq!(read, Some(number), "{line}");
        }
        let line = "7 point match (Final) ";
        let read = length(line.as_bytes()).map(|length| (text(line, length.rest), length.is_usual));
        assert_eq!(read, Some(("(Final)", true)));
        assert_eq!(
            ["seven", "7.", "\u{FF11}\u{FF13}", "some"].map(|word| spelled(word.as_bytes())),
            [Some(7), Some(7), Some(13), None]
        );
        assert!(length(b"cheap match").is_none());
        assert!(length(b"      Wins 5 point and the match").is_none());
        assert!(length(b"Score is 0-0 in a 5 point match.").is_none());
    }

    #[test]
    fn headings_are_told_from_names() {
        assert_eq!(heading(b" Game 12 ").map(|h| h.number), Some(6..8));
        assert_eq!(heading(b"Game one").map(|h| h.number), Some(5..8));
        assert_eq!(heading(b"GAME #3:").map(|h| (h.number, h.rest.is_empty())), Some((6..7, true)));
        assert_eq!(
            heading(b"Game 4 (Crawford game)").map(|h| (h.number, h.rest.is_empty())),
            Some((5..6, true))
        );
        for (line, is_crawford) in [
            ("Game 4 (Crawford game)", Some(true)),
            ("Game 4 [Post-Crawford]", Some(false)),
            ("Game 4 *", None),
            ("Game 4", None),
        ] {
            assert_eq!(heading(line.as_bytes()).map(|h| h.is_crawford), Some(is_crawford), "{line}");
        }
        assert_eq!(heading(b"Game: 7").map(|h| h.number), Some(6..7));
        assert_eq!(heading(b" Game : ").map(|h| (h.number, h.rest)), Some((7..7, 7..7)));
        assert!(heading(b"Game : 0              B : 0").is_none());
        assert!(heading(b" Game Boy : 0                   B : 0").is_none());
        assert!(heading(b" Gamester").is_none());
    }

    #[test]
    fn headers_have_a_key_and_a_value() {
        let line = r#"; [Event "a "quoted" word"]  "#;
        let (key, value) = header(line.as_bytes()).expect("a header");
        assert_eq!((text(line, key), text(line, value)), ("Event", r#"a "quoted" word"#));
        assert!(header(br#"; [Event "abc"#).is_none());
    }

    #[test]
    fn ratings_are_numbers_behind_a_comma() {
        assert_eq!(rating(b"ann,1529"), Some(3));
        assert_eq!(rating(b"Doe, John"), None);
    }
}
