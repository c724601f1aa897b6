//! Readings of a play with damaged characters: each one is replaced by a character that it looks like, or a single
//! slash or blank is added, deleted or written for another character. The rest of the play stays as it is written.

use super::bench::Bench;
use super::reading::{Class, Reading};
use super::respelled;
use super::turns::Turn;
use crate::analysis::plays::legs_of;
use crate::board::{Board, Place, Roll, Side};
use crate::diag::{Code, Diagnostic, Edit};
use crate::formats::changes::is_upwards;
use crate::formats::sgf;
use crate::game::record::Cell;
use crate::notation::plain::{alike, ascii, is_invisible, latin, plain};
use crate::notation::play::{PlayOptions, parse};
use crate::rules::{Leg, resolve};
use std::borrow::Cow;

/// The longest play that is read, in bytes.
const LONGEST: usize = 80;
/// The most texts that are tried for a play.
const MOST: usize = 512;
/// The characters of a play in numbers.
const OF_NUMBERS: &str = "/ *0123456789";
/// The letters of a play in SGF.
const OF_LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// How a play is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notation {
    /// `8/5 6/5`, or with dashes `8-5 6-5`, and perhaps in the opponent's numbering, `17-20 19-20`.
    Numbers { tie: char, is_mirrored: bool },
    /// SGF's `hefe`.
    Letters,
}

impl Notation {
    /// Returns the notation of a record. `None` if its plays aren't read here.
    fn of(bench: &Bench<'_>, game: usize, by: Side) -> Option<Self> {
        match bench.format.name {
            "mat" | "gam" | "snowie" | "jellyfish" | "sgg" | "tmg" | "text" | "party" | "bgroom" => {
                Some(Self::Numbers { tie: '/', is_mirrored: false })
            }
            "oldmoves" | "fibs" | "javafibs" => {
                let is_mirrored = is_upwards(bench.format, &bench.source, &bench.record, game, by);
                Some(Self::Numbers { tie: '-', is_mirrored })
            }
            "sgf" => Some(Self::Letters),
            _ => None,
        }
    }

    const fn is_numbers(self) -> bool {
        matches!(self, Self::Numbers { .. })
    }
}

/// What a character of a play may have been.
struct Meant {
    /// The characters, the likeliest first; `None` for a character too many.
    all: Vec<Option<char>>,
    /// Whether the written character looks like each of them.
    is_alike: bool,
}

impl Meant {
    fn alike(all: impl IntoIterator<Item = char>) -> Self {
        Self { all: all.into_iter().map(Some).collect(), is_alike: true }
    }

    fn any(of: &str) -> Self {
        Self { all: of.chars().map(Some).collect(), is_alike: false }
    }

    /// Characters that the written one looks like, or one too many.
    fn or_surplus(all: impl IntoIterator<Item = char>) -> Self {
        Self { all: all.into_iter().map(Some).chain([None]).collect(), is_alike: true }
    }

    /// A character that is too many.
    fn surplus() -> Self {
        Self { all: vec![None], is_alike: true }
    }

    fn is_kept(&self, written: char) -> bool {
        matches!(self.all.as_slice(), [Some(only)] if *only == written)
    }
}

/// Returns the readings of the play of a turn, for a finding about its notation, or about the play itself where letters
/// are read as the bar or as off: `13/8 B/6`.
pub(super) fn readings(bench: &Bench<'_>, game: usize, entry: usize, finding: &Diagnostic) -> Vec<Reading> {
    let Some(turn) = Turn::new(bench, game, entry) else { return Vec::new() };
    let Some(notation) = Notation::of(bench, game, turn.by) else { return Vec::new() };
    let is_told = match (finding.code, notation) {
        (Code::MatPlayNotation | Code::RecordSyntax, _) => true,
        (code, Notation::Numbers { .. }) => code.id().starts_with("play-"),
        (_, Notation::Letters) => false,
    };
    if !is_told {
        return Vec::new();
    }
    let span = match turn.cell {
        Cell::Unreadable(span) => *span,
        Cell::Play(play) => play.span,
        _ => return Vec::new(),
    };
    let written = bench.source.slice(span);
    let tie = if let Notation::Numbers { tie, .. } = notation { tie } else { '/' };
    let is_wide = notation.is_numbers() && written.contains("  ");
    let single = if is_wide { Cow::Owned(single_blanks(written)) } else { Cow::Borrowed(written) };
    let single = if tie == '/' { single } else { Cow::Owned(single.replace(tie, "/")) };
    let text: &str = &single;
    let Some(roll) = turn.roll.roll().filter(|_| text.len() <= LONGEST) else { return Vec::new() };
    let is_unread = notation.is_numbers() && matches!(turn.cell, Cell::Unreadable(_));
    let respelled = if is_unread { respelled::texts(text) } else { Vec::new() };
    let is_legal = |text: &String| after(&turn, text, roll, notation).is_some();
    let mut all: Vec<_> = respelled.into_iter().filter(is_legal).map(|text| (text, true)).collect();
    if all.is_empty() {
        all = texts(text, notation);
    }
    if all.is_empty() && is_unread {
        all = with_one_change(text).into_iter().map(|text| (text, false)).collect();
    }
    let mut legal: Vec<(String, bool, Board)> = Vec::new();
    for (text, is_alike) in all {
        let Some(after) = after(&turn, &text, roll, notation) else { continue };
        // Of texts for the same position, the one with the right hit marks and no blank too many is offered.
        let faults = |text: &str| {
            let marks = if bench.marks_hits { unfit_marks(&turn, text, &after) } else { 0 };
            (marks, text.matches(' ').count())
        };
        match legal.iter_mut().find(|(.., other)| *other == after) {
            Some(other) if faults(&text) < faults(&other.0) => *other = (text, is_alike, after),
            Some(_) => {}
            None => legal.push((text, is_alike, after)),
        }
    }
    // A sign is left out unasked only if no other one in its place makes the play legal.
    let are_alike = legal.iter().all(|(_, is_alike, _)| *is_alike);
    let mut found: Vec<Reading> = Vec::new();
    for (text, is_alike, after) in legal {
        let text = text.replace('/', tie.encode_utf8(&mut [0; 4]));
        let (class, cost) = if is_alike && are_alike { (Class::Spelling, 0.2) } else { (Class::Play, 0.4) };
        let message = format!("write `{text}`");
        // The character before the play may have been the blank after the dice.
        let is_glued = bench.source.before(span.start).ends_with(':')
            && notation.is_numbers()
            && text.chars().next() != bench.source.slice(span).chars().next();
        let edit = Edit::new(span, if is_glued { format!(" {text}") } else { text });
        let reading = Reading::new(class, cost, message, game, [edit]).broken_at(turn.broke(&after));
        found.push(reading.with_play(turn.board, roll, after));
    }
    found
}

/// Returns a text with single blanks between its words.
fn single_blanks(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the board after a play, if it is legal and each of its hit marks is right.
fn after(turn: &Turn<'_, '_>, text: &str, roll: Roll, notation: Notation) -> Option<Board> {
    let legs: Vec<Leg> = match notation {
        Notation::Numbers { .. } if !text.split([' ', '\t', ',']).all(is_step) => return None,
        // A lone comma is a part of something else.
        Notation::Numbers { .. }
            if text.split_whitespace().any(|word| word.bytes().all(|byte| byte == b',')) =>
        {
            return None;
        }
        Notation::Numbers { is_mirrored, .. } => {
            let legs = legs_of(&parse(text.as_bytes(), 0, PlayOptions::RECORD).ok()?);
            legs.as_slice().iter().map(|leg| if is_mirrored { mirrored(*leg) } else { *leg }).collect()
        }
        Notation::Letters => sgf::legs(text, turn.by)?,
    };
    let resolved = resolve::resolve(&turn.board, roll, &legs).ok()?;
    (!legs.is_empty() && resolved.spurious_hit().is_none()).then(|| *resolved.after())
}

/// Returns a leg in the opponent's numbering.
fn mirrored(leg: Leg) -> Leg {
    let place = |place: Place| match place {
        Place::Point(point) => Place::Point(point.opposite()),
        place => place,
    };
    Leg { from: place(leg.from), to: place(leg.to), ..leg }
}

/// Returns by how many the hit marks in a play differ from the hits that it makes.
fn unfit_marks(turn: &Turn<'_, '_>, text: &str, after: &Board) -> usize {
    let on_bar = |board: &Board| usize::from(board.lanes()[0].unsigned_abs());
    text.matches('*').count().abs_diff(on_bar(after).saturating_sub(on_bar(&turn.board)))
}

/// Returns `true` for a step as records write it, `24/18*/13(2)`, or for nothing.
fn is_step(text: &str) -> bool {
    let (places, is_repeated) = match text.strip_suffix(')').map(|text| text.split_once('(')) {
        Some(Some((places, count))) => (places, matches!(count.as_bytes(), [b'1'..=b'4'])),
        Some(None) => return false,
        None => (text, true),
    };
    let is_place = |place: &str| match place.as_bytes() {
        [b'0'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'] => true,
        letters => !letters.is_empty() && letters.iter().all(u8::is_ascii_alphabetic),
    };
    let mut places = places.split('/');
    let from = places.next().unwrap_or_default();
    let mut to = places.map(|place| place.strip_suffix('*').unwrap_or(place)).peekable();
    text.is_empty() || (is_repeated && is_place(from) && to.peek().is_some() && to.all(is_place))
}

/// Returns the texts that a play with damaged characters may have been, and whether each damaged character looks like
/// the one in its place or is left out; none if no character is damaged.
fn texts(text: &str, notation: Notation) -> Vec<(String, bool)> {
    let meant = match notation {
        Notation::Numbers { .. } => in_numbers(text),
        Notation::Letters => Some(in_letters(text)),
    };
    let Some(meant) = meant else { return Vec::new() };
    let count = meant.iter().try_fold(1_usize, |count, one| count.checked_mul(one.all.len()));
    let is_whole = meant.iter().zip(text.chars()).all(|(one, written)| one.is_kept(written));
    if is_whole || count.is_none_or(|count| count > MOST) {
        return Vec::new();
    }
    let mut all = vec![(String::new(), true)];
    for one in &meant {
        let mut longer = Vec::new();
        for c in &one.all {
            let fits = one.is_alike || c.is_none();
            longer.extend(
                all.iter()
                    .map(|(text, is_alike)| (text.chars().chain(*c).collect::<String>(), *is_alike && fits)),
            );
        }
        all = longer;
    }
    all.retain(|(other, _)| other != text);
    all
}

/// Returns what each character of a play in numbers may have been. `None` if the text contains another word than `bar`
/// and `off`, or a sign by itself.
fn in_numbers(text: &str) -> Option<Vec<Meant>> {
    // These are read as the usual characters.
    if plain(text) != text {
        return None;
    }
    let chars: Vec<char> = text.chars().collect();
    let meant = |(at, &c): (usize, &char)| {
        let word = word_at(&chars, at);
        if c.is_ascii_digit() || " \t/*(),".contains(c) || matches!(&*word, "bar" | "ba" | "off" | "of") {
            return Some(Meant::alike([c]));
        }
        let others = alike(c).chars();
        if matches!(&*word, "b" | "o") {
            return Some(Meant::or_surplus(std::iter::once(c).chain(others)));
        }
        let is_blank =
            |place: Option<usize>| place.and_then(|at| chars.get(at)).is_none_or(|c| c.is_whitespace());
        if is_blank(at.checked_sub(1)) && is_blank(Some(at + 1)) {
            return None;
        }
        let is_known = !alike(c).is_empty();
        match (is_known, c.is_ascii_alphabetic()) {
            (true, _) => Some(Meant::or_surplus(others)),
            (false, true) => None,
            (false, false) => Some(in_place(&chars, at)),
        }
    };
    chars.iter().enumerate().map(meant).collect()
}

/// Returns what a sign in a play in numbers may have been that looks like no other: it is too many, as a `?` for a mistake
/// is, or any character. Nothing but a blank follows a hit mark.
fn in_place(chars: &[char], at: usize) -> Meant {
    let is_after_mark = at.checked_sub(1).is_some_and(|before| chars[before] == '*');
    let others = if is_after_mark { " " } else { OF_NUMBERS };
    Meant { all: std::iter::once(None).chain(others.chars().map(Some)).collect(), is_alike: is_after_mark }
}

/// Returns the word that contains a character, in small letters; empty if the character isn't a letter.
fn word_at(chars: &[char], at: usize) -> String {
    let is_letter = |c: &char| c.is_ascii_alphabetic();
    let before = chars[..at].iter().rev().take_while(|c| is_letter(c)).count();
    let after = chars[at..].iter().take_while(|c| is_letter(c)).count();
    if after == 0 {
        return String::new();
    }
    chars[at - before..at + after].iter().map(char::to_ascii_lowercase).collect()
}

/// Returns what each character of a play in SGF's letters may have been. Letters come in pairs: where a character makes
/// their number odd, it is too many.
fn in_letters(text: &str) -> Vec<Meant> {
    let is_odd = text.chars().filter(|c| !is_invisible(*c)).count() % 2 == 1;
    let meant = |c: char| match ascii(c) {
        letter @ 'a'..='z' => Meant::alike([letter]),
        letter @ 'A'..='Z' => Meant::alike([letter.to_ascii_lowercase()]),
        '0' => Meant::alike(['o']),
        '1' => Meant::alike(['l', 'i']),
        '5' => Meant::alike(['s']),
        '6' => Meant::alike(['b']),
        '9' => Meant::alike(['g', 'q']),
        '2'..='4' | '7' | '8' => Meant::any(OF_LETTERS),
        other if is_invisible(c) || other.is_ascii() && is_odd => Meant::surplus(),
        other if other.is_ascii() => Meant::any(OF_LETTERS),
        _ => latin(c).map_or_else(|| Meant::any(OF_LETTERS), |letter| Meant::alike([letter])),
    };
    text.chars().map(meant).collect()
}

/// Returns the texts with one slash or blank more, with one less, and with a slash for a digit that looks like it.
fn with_one_change(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (at, c) in text.char_indices() {
        let (before, rest) = text.split_at(at);
        let tail = &rest[c.len_utf8()..];
        if at > 0 {
            all.push([before, "/", rest].concat());
            all.push([before, " ", rest].concat());
        }
        match c {
            '1' | '7' => all.push([before, "/", tail].concat()),
            '/' | ' ' => all.push([before, tail].concat()),
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        texts(text, Notation::Numbers { tie: '/', is_mirrored: false })
            .into_iter()
            .map(|(text, _)| text)
            .collect()
    }

    fn read_letters(text: &str) -> Vec<String> {
        texts(text, Notation::Letters).into_iter().map(|(text, _)| text).collect()
    }

    /// Returns the texts that are written as records write plays.
    fn in_steps(text: &str) -> Vec<String> {
        read(text).into_iter().filter(|text| text.split(' ').all(is_step)).collect()
    }

    #[test]
    fn only_damaged_characters_are_replaced() {
        assert_eq!(in_steps("22/21 21/17\u{2217}"), ["22/21 21/17*", "22/21 21/17"]);
        assert_eq!(in_steps("17/12 12\u{2044}7"), ["17/12 12/7"]);
        assert_eq!(in_steps("13/1O bar/20"), ["13/10 bar/20", "13/1 bar/20"]);
        assert_eq!(in_steps("8|5"), ["8/5"]);
        assert_eq!(in_steps("13x9"), ["13/9"]);
        assert!(in_steps("5/2*+2/1").contains(&"5/2* 2/1".to_owned()));
        assert_eq!(in_steps("8/?"), (0..=9).map(|digit| format!("8/{digit}")).collect::<Vec<_>>());
        assert_eq!(read_letters("t\u{43E}mh"), ["tomh"]);
        assert_eq!(read_letters(":HEfe"), ["hefe"]);
        assert_eq!(read_letters("x?rn").len(), OF_LETTERS.len());
    }

    #[test]
    fn a_sign_too_many_is_left_out() {
        assert_eq!(in_steps("16/10*? 6/1")[0], "16/10* 6/1");
        assert_eq!(in_steps("6/1* 6/1?")[0], "6/1* 6/1");
        for text in ["13]/11", "[13/11", "13/[11", "13/11]", "13/-11", "o13/11", "13/o11"] {
            assert!(in_steps(text).contains(&"13/11".to_owned()), "{text}");
        }
        for text in ["13*/11", "13/*11", "*13/11", "13/11**", "13/011", "013/11", "13//11", "13/11/", "8/5(2"]
        {
            assert!(!text.split(' ').all(is_step), "{text}");
        }
    }

    #[test]
    fn a_single_letter_may_be_the_bar_or_off() {
        assert_eq!(in_steps("B/6"), ["8/6"]);
        assert_eq!(in_steps("6/O"), ["6/0"]);
    }

    #[test]
    fn words_and_plays_without_damage_have_no_other_text() {
        for text in ["8/5 6/5", "bar/20*/14 6/off(2)", "banana", "8/5 x-ray", "????"] {
            assert!(read(text).is_empty(), "{text}");
        }
        assert!(read_letters("hefe").is_empty());
    }
}
