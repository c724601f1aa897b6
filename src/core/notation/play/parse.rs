//! Reads a written play: the tokens of its [grammar](super::grammar), paired up to legs.
//!
//! `/` ties two points; `a/b/c` is `a/b b/c`; untied points pair up, so that `13 7` is `13/7`; `(n)` repeats the
//! chain before it; separators are skipped. Legality isn't checked here.

use super::grammar::{self, Token};
use crate::board::Place;
use crate::diag::Span;
use crate::game::record::{WrittenLeg, WrittenPlay};
use crate::rules::Leg;
use std::ops::Range;

/// The meaning of a dash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dash {
    /// It isn't allowed in a play.
    Refused,
    /// It is the point *off*, as in GNU Backgammon's command line: `6/-`.
    Off,
    /// It ties two points, as on FIBS: `13-7`; directly after a tie it is the point *off*.
    Tie,
}

/// How strictly a play is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayOptions {
    /// The meaning of a dash.
    pub dash: Dash,
    /// Whether more than four legs are an error.
    pub four_legs: bool,
}

impl PlayOptions {
    /// For records: any number of legs, no dash.
    pub const RECORD: Self = Self { dash: Dash::Refused, four_legs: false };
    /// For records of programs that write `13-7`.
    pub const DASHED: Self = Self { dash: Dash::Tie, four_legs: false };
    /// The same as GNU Backgammon's command line.
    pub const GNUBG: Self = Self { dash: Dash::Off, four_legs: true };
}

/// A text that isn't a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct PlaySyntaxError {
    /// The smallest wrong token, counted from the `base` given to [`parse`].
    pub span: Span,
    /// The reason.
    pub reason: PlaySyntaxReason,
}

/// The reason why a text isn't a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PlaySyntaxReason {
    /// A character isn't allowed in a play.
    #[error("a play can't contain this character")]
    Character,
    /// A word is neither `bar` nor `off`.
    #[error("the only words in a play are `bar` and `off`")]
    Word,
    /// A number is more than 25.
    #[error("the points are 1 to 24; the bar is 25, off is 0")]
    NoSuchPoint,
    /// A leg starts from off.
    #[error("a checker that is off can't come back")]
    FromOff,
    /// A leg ends on the bar.
    #[error("a checker can't move to the bar")]
    ToBar,
    /// A slash has no point before it.
    #[error("a point is missing before the slash")]
    NoPointBeforeSlash,
    /// A slash has no point after it.
    #[error("a point is missing after the slash")]
    NoPointBehindSlash,
    /// A point isn't paired with another one.
    #[error("a point without the point to move to")]
    LonePoint,
    /// The brackets don't contain a number from 2 to 15.
    #[error("the brackets say how many checkers move: (2), (3) or (4)")]
    RepeatCount,
    /// There is nothing before the brackets to repeat.
    #[error("there is nothing before the brackets to repeat")]
    NothingToRepeat,
    /// A dash instead of a slash.
    #[error("points are joined by a slash, not a dash")]
    Dash,
    /// There are more than four legs.
    #[error("a play has at most four legs")]
    TooManyLegs,
}

/// Reads a play; `base` is the offset of the text's first byte in its source.
///
/// An empty text is a play without legs. The legs are in the order written; a repeated chain is written out, and a hit
/// mark belongs only to the first of the repeated legs, since a blot can be hit only once.
///
/// # Errors
///
/// [`PlaySyntaxError`] for the first token that isn't understood.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::notation::play::{PlayOptions, parse};
///
/// let play = parse(b"24/18*/13 6/4(2)", 0, PlayOptions::RECORD)?;
/// let legs: Vec<(u8, u8)> = play.legs().map(|l| (l.leg.from.number(), l.leg.to.number())).collect();
/// assert_eq!(legs, [(24, 18), (18, 13), (6, 4), (6, 4)]);
/// # Ok::<(), barpoint::notation::play::PlaySyntaxError>(())
/// ```
pub fn parse(text: &[u8], base: u32, options: PlayOptions) -> Result<WrittenPlay, PlaySyntaxError> {
    read(text, base, options).map_err(|error| dashed(text, base, options).unwrap_or(error))
}

/// Returns the error of a play that isn't understood because its points are tied with dashes: `8-5 6-5`.
#[cold]
fn dashed(text: &[u8], base: u32, options: PlayOptions) -> Option<PlaySyntaxError> {
    let is_tie = |three: &[u8]| matches!(three, [a, b'-', b] if a.is_ascii_digit() && b.is_ascii_digit());
    let at = base as usize + text.windows(3).position(is_tie).filter(|_| options.dash == Dash::Off)? + 1;
    Some(PlaySyntaxError { span: Span::new(at, at + 1), reason: PlaySyntaxReason::Dash })
}

fn read(text: &[u8], base: u32, options: PlayOptions) -> Result<WrittenPlay, PlaySyntaxError> {
    let base = base as usize;
    let mut reader = Reader {
        base,
        play: WrittenPlay::new(Span::new(base, base + text.len())),
        chain: 0,
        marked: 0,
        points: 0,
        last: Point::default(),
        tie: None,
        lone: None,
    };
    let mut rest = text;
    while let Some((after, token)) = grammar::token(rest) {
        let (start, end) = (text.len() - rest.len(), text.len() - after.len());
        rest = after;
        match token {
            Token::Point(number) => reader.point(number, start, end)?,
            Token::Slash => reader.slash(start, end)?,
            Token::Separator => {}
            Token::Star => reader.star(start),
            Token::LongDash if options.dash == Dash::Off => {
                return Err(reader.error(start, end, PlaySyntaxReason::Character));
            }
            Token::Dash | Token::LongDash => match options.dash {
                Dash::Refused => return Err(reader.error(start, end, PlaySyntaxReason::Dash)),
                Dash::Tie if reader.tie.is_none() => reader.slash(start, end)?,
                Dash::Tie | Dash::Off => reader.point(0, start, end)?,
            },
            Token::Repeat { count, ends } => reader.repeat(text, start..end, count, ends)?,
            Token::Word => return Err(reader.error(start, end, PlaySyntaxReason::Word)),
            Token::Character => return Err(reader.error(start, end, PlaySyntaxReason::Character)),
        }
    }
    reader.finish(options)
}

/// Returns the places of brackets that are read as if they weren't there, or as if they were closed: the `)` of `24/15)`,
/// the `(2` of `13/11(2 6/4`.
pub(crate) fn lone_brackets(text: &[u8]) -> Vec<Range<usize>> {
    let mut rest = text;
    let mut all = Vec::new();
    while let Some((after, token)) = grammar::token(rest) {
        let (start, end) = (text.len() - rest.len(), text.len() - after.len());
        rest = after;
        let is_lone = match token {
            Token::Repeat { .. } => text[end - 1] != b')',
            Token::Separator => text[start] == b')',
            _ => false,
        };
        if is_lone {
            all.push(start..end);
        }
    }
    all
}

/// Reads plain legs, `13/7` or `13/7*` with one blank between them, from `at` to the last of them: the legs that
/// [`parse`] would find there, in a third of the time. Adds them to a play without legs, and returns the offset after the
/// last one; `None` if there is none.
///
/// The following text may change the meaning of a leg (`13/7 (2)`); the caller checks it.
#[inline]
pub(crate) fn plain_legs(text: &[u8], mut at: usize, base: u32, play: &mut WrittenPlay) -> Option<usize> {
    let start = at;
    let mut end = at;
    while let Some(Ok((rest, (from, to, hit)))) = text.get(at..).map(grammar::plain_leg) {
        let after = text.len() - rest.len();
        if from == 0 || to == 25 {
            break;
        }
        let (Some(from), Some(to)) = (Place::from_number(from), Place::from_number(to)) else { break };
        let span = Span { start: base + at as u32, end: base + after as u32 };
        play.push(WrittenLeg { leg: Leg { from, to, hit }, span });
        end = after;
        at = after + 1;
    }
    play.span = Span { start: base + start as u32, end: base + end as u32 };
    (!play.is_empty()).then_some(end)
}

/// A point with its place in the text.
#[derive(Clone, Copy, Default)]
struct Point {
    number: u8,
    start: usize,
    end: usize,
    starred: bool,
}

struct Reader {
    base: usize,
    play: WrittenPlay,
    /// The index of the first leg of the present chain.
    chain: usize,
    /// The index of the leg to which a hit mark now belongs.
    marked: usize,
    /// The number of points of the present chain.
    points: u32,
    /// The last point.
    last: Point,
    /// The end of the slash or dash after it.
    tie: Option<usize>,
    /// An untied point that isn't paired yet.
    lone: Option<Point>,
}

impl Reader {
    #[cold]
    fn error(&self, start: usize, end: usize, reason: PlaySyntaxReason) -> PlaySyntaxError {
        PlaySyntaxError { span: Span::new(self.base + start, self.base + end), reason }
    }

    #[inline]
    fn point(&mut self, number: u8, start: usize, end: usize) -> Result<(), PlaySyntaxError> {
        if number > 25 {
            return Err(self.error(start, end, PlaySyntaxReason::NoSuchPoint));
        }
        let token = Point { number, start, end, starred: false };
        if self.tie.take().is_some() {
            self.leg(self.last, token)?;
            self.points += 1;
        } else {
            self.end_chain()?;
            self.chain = self.play.len();
            self.points = 1;
        }
        self.last = token;
        Ok(())
    }

    #[inline]
    fn leg(&mut self, from: Point, to: Point) -> Result<(), PlaySyntaxError> {
        let place = |token: Point, wrong: u8, reason| match Place::from_number(token.number) {
            Some(place) if token.number != wrong => Ok(place),
            _ => Err(self.error(token.start, token.end, reason)),
        };
        let leg = Leg {
            from: place(from, 0, PlaySyntaxReason::FromOff)?,
            to: place(to, 25, PlaySyntaxReason::ToBar)?,
            hit: to.starred,
        };
        self.marked = self.play.len();
        self.play.push(WrittenLeg { leg, span: Span::new(self.base + from.start, self.base + to.end) });
        Ok(())
    }

    /// Ends a chain: if it is a single point, it is paired with another one.
    #[inline]
    fn end_chain(&mut self) -> Result<(), PlaySyntaxError> {
        match (self.points, self.lone) {
            (1, None) => self.lone = Some(self.last),
            (1, Some(from)) => {
                self.lone = None;
                self.leg(from, self.last)?;
            }
            (2.., Some(token)) => {
                return Err(self.error(token.start, token.end, PlaySyntaxReason::LonePoint));
            }
            _ => {}
        }
        Ok(())
    }

    #[inline]
    fn slash(&mut self, start: usize, end: usize) -> Result<(), PlaySyntaxError> {
        if self.points == 0 || self.tie.is_some() {
            return Err(self.error(start, end, PlaySyntaxReason::NoPointBeforeSlash));
        }
        self.tie = Some(end);
        Ok(())
    }

    #[inline]
    fn star(&mut self, at: usize) {
        if self.points >= 2 && self.tie.is_none() {
            let end = (self.base + at + 1) as u32;
            if let Some(leg) = self.play.leg_mut(self.marked) {
                leg.leg.hit = true;
                // A separate mark doesn't extend the token.
                if leg.span.end + 1 == end {
                    leg.span.end = end;
                }
            }
        } else if self.points == 1 {
            self.last.starred = true;
        }
    }

    /// Repeats the present chain by the number in the brackets at `at`.
    #[cold]
    fn repeat(
        &mut self,
        text: &[u8],
        at: Range<usize>,
        count: u32,
        ends: bool,
    ) -> Result<(), PlaySyntaxError> {
        if self.points < 2 || self.tie.is_some() {
            return Err(self.error(at.start, at.end, PlaySyntaxReason::NothingToRepeat));
        }
        if !(2..=15).contains(&count) || !ends {
            let close = text[at.start..].iter().position(|&byte| byte == b')');
            let end = close.map_or(at.end, |close| at.start + close + 1);
            return Err(self.error(at.start, end, PlaySyntaxReason::RepeatCount));
        }
        let first_end = self.play.len();
        if let Some(leg) = self.play.leg_mut(first_end - 1) {
            leg.span.end = (self.base + at.end) as u32;
        }
        let chain: Vec<WrittenLeg> = self.play.legs().skip(self.chain).copied().collect();
        for _ in 1..count {
            self.chain = self.play.len();
            for leg in &chain {
                let leg = WrittenLeg { leg: Leg { hit: false, ..leg.leg }, span: leg.span };
                self.play.push(leg);
            }
        }
        Ok(())
    }

    fn finish(mut self, options: PlayOptions) -> Result<WrittenPlay, PlaySyntaxError> {
        if let Some(end) = self.tie {
            return Err(self.error(self.last.start, end, PlaySyntaxReason::NoPointBehindSlash));
        }
        self.end_chain()?;
        if let Some(token) = self.lone {
            return Err(self.error(token.start, token.end, PlaySyntaxReason::LonePoint));
        }
        if options.four_legs && self.play.len() > 4 {
            let span = self.play.legs().nth(4).map_or(self.play.span, |leg| leg.span);
            return Err(PlaySyntaxError { span, reason: PlaySyntaxReason::TooManyLegs });
        }
        Ok(self.play)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the legs as `from/to`, with a star for a marked hit, each with its token.
    fn read(text: &str) -> Result<String, (String, PlaySyntaxReason)> {
        let token = |span: Span| text[span.range()].to_owned();
        match parse(text.as_bytes(), 0, PlayOptions::RECORD) {
            Ok(play) => Ok(play
                .legs()
                .map(|l| {
                    let star = if l.leg.hit { "*" } else { "" };
                    format!("{}/{}{star}[{}]", l.leg.from.number(), l.leg.to.number(), token(l.span))
                })
                .collect::<Vec<_>>()
                .join(" ")),
            Err(error) => Err((token(error.span), error.reason)),
        }
    }

    #[track_caller]
    fn reads(text: &str, legs: &str) {
        assert_eq!(read(text), Ok(legs.to_owned()), "{text}");
    }

    #[track_caller]
    fn refuses(text: &str, token: &str, reason: PlaySyntaxReason) {
        assert_eq!(read(text), Err((token.to_owned(), reason)), "{text}");
    }

    #[test]
    fn chains_are_written_out_leg_by_leg() {
        reads("24/18*/13", "24/18*[24/18*] 18/13[18*/13]");
        reads("8/5/2(2)", "8/5[8/5] 5/2[5/2(2)] 8/5[8/5] 5/2[5/2(2)]");
        reads("24/18(2)/12", "24/18[24/18(2)] 24/18[24/18(2)] 18/12[18(2)/12]");
    }

    #[test]
    fn a_bracket_without_the_other_one_is_found() {
        for (text, brackets) in [
            ("24/15)", ")"),
            ("13/11(2 6/4(2)", "(2"),
            ("13/11(2", "(2"),
            ("13/11(2)) 6/4", ")"),
            ("13/11(2 6/4)", "(2 )"),
            ("13/11( 2 ) 6/4(2)", ""),
            ("24/18 13/11", ""),
        ] {
            let found: Vec<&str> = lone_brackets(text.as_bytes()).into_iter().map(|at| &text[at]).collect();
            assert_eq!(found.join(" "), brackets, "{text}");
            assert!(read(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn dashes_between_points_are_named_where_a_dash_means_off() {
        let gnubg = |text: &str| parse(text.as_bytes(), 0, PlayOptions::GNUBG);
        let error = gnubg("8-5 6-5").expect_err("no play");
        assert_eq!((error.reason, error.span), (PlaySyntaxReason::Dash, Span::new(1, 2)));
        assert_eq!(gnubg("6/- 5/-").expect("a play").legs().count(), 2);
    }

    #[test]
    fn a_repeated_hit_is_marked_once() {
        reads("6/4*(2)", "6/4*[6/4*(2)] 6/4[6/4*(2)]");
        reads("6/4(2)*", "6/4*[6/4(2)*] 6/4[6/4(2)]");
    }

    #[test]
    fn bar_and_off_have_many_spellings() {
        reads("bar/20 BAR/20 b20 25/20", "25/20[bar/20] 25/20[BAR/20] 25/20[b20] 25/20[25/20]");
        reads("6/off 6/O 6/0", "6/0[6/off] 6/0[6/O] 6/0[6/0]");
    }

    #[test]
    fn untied_points_pair_up() {
        reads("13 7 8 7*", "13/7[13 7] 8/7*[8 7]");
        refuses("8/5 6", "6", PlaySyntaxReason::LonePoint);
    }

    #[test]
    fn an_error_names_the_smallest_wrong_token() {
        refuses("8/7 6/", "6/", PlaySyntaxReason::NoPointBehindSlash);
        refuses("13//7", "/", PlaySyntaxReason::NoPointBeforeSlash);
        refuses("8/5 27/20", "27", PlaySyntaxReason::NoSuchPoint);
        refuses("0/5", "0", PlaySyntaxReason::FromOff);
        refuses("5/25", "25", PlaySyntaxReason::ToBar);
        refuses("8/5 banana", "banana", PlaySyntaxReason::Word);
        refuses("8/5\u{200B}6/5", "\u{200B}", PlaySyntaxReason::Character);
        refuses("13/7(1)", "(1)", PlaySyntaxReason::RepeatCount);
        refuses("(2)24/18", "(2)", PlaySyntaxReason::NothingToRepeat);
        for dash in ["-", "–", "—", "\u{2212}", "\u{FF0D}"] {
            refuses(&format!("13{dash}7"), dash, PlaySyntaxReason::Dash);
        }
    }

    #[test]
    fn more_than_four_legs_are_kept() {
        reads("6/5/4/3/2/1", "6/5[6/5] 5/4[5/4] 4/3[4/3] 3/2[3/2] 2/1[2/1]");
    }

    #[test]
    fn a_dash_ties_points_where_it_may() {
        let play = parse(b"13-7 6/-", 0, PlayOptions::DASHED).expect("a play");
        assert_eq!(play.legs().map(|l| l.leg.to.number()).collect::<Vec<_>>(), [7, 0]);
        let play = parse("13–7 6/–".as_bytes(), 0, PlayOptions::DASHED).expect("a play");
        assert_eq!(play.legs().map(|l| l.leg.to.number()).collect::<Vec<_>>(), [7, 0]);
        let error = parse("6/–".as_bytes(), 0, PlayOptions::GNUBG).expect_err("no play there");
        assert_eq!(error.reason, PlaySyntaxReason::Character);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(text in proptest::collection::vec(any::<u8>(), 0..60), base in 0_u32..99) {
            for options in [PlayOptions::RECORD, PlayOptions::DASHED, PlayOptions::GNUBG] {
                if let Err(error) = parse(&text, base, options) {
                    prop_assert!(error.span.start >= base && error.span.end as usize <= base as usize + text.len());
                }
            }
        }

        #[test]
        fn plain_legs_are_those_of_the_full_reader(text in "([0-9]{1,2}/[0-9]{1,2}[*]? ?){0,6}") {
            let mut play = WrittenPlay::new(Span::default());
            if let Some(end) = plain_legs(text.as_bytes(), 0, 7, &mut play) {
                let full = parse(&text.as_bytes()[..end], 7, PlayOptions::RECORD);
                prop_assert_eq!(Ok(play), full);
            }
        }

        #[test]
        fn text_of_the_alphabet_is_read_without_a_panic(text in "[0-9bof/*(), -]{0,40}") {
            for options in [PlayOptions::RECORD, PlayOptions::DASHED, PlayOptions::GNUBG] {
                match parse(text.as_bytes(), 0, options) {
                    Ok(play) => for leg in play.legs() {
                        prop_assert!(leg.span.end as usize <= text.len() && !leg.span.is_empty());
                    },
                    Err(error) => prop_assert!(error.span.end as usize <= text.len() && !error.span.is_empty()),
                }
            }
        }
    }
}
