//! Readings of a play with damaged characters: each one is replaced by a character that it looks like, or a single
//! slash or blank is added, deleted or written for another character. The rest of the play stays as it is written.

use super::bench::Bench;
use super::reading::{Chosen, Class, Reading};
use super::turns::Turn;
use crate::analysis::plays::legs_of;
use crate::board::{Board, Roll};
use crate::diag::{Code, Diagnostic, Edit};
use crate::formats::changes::Change;
use crate::formats::sgf;
use crate::game::record::Cell;
use crate::notation::plain::{alike, ascii, is_invisible, latin, plain};
use crate::notation::play::{PlayOptions, parse};
use crate::rules::{Leg, resolve};

/// The longest play that is read, in bytes.
const LONGEST: usize = 80;
/// The most texts that are tried for a play.
const MOST: usize = 512;
/// The characters of a play in numbers.
const OF_NUMBERS: &str = "/*0123456789";
/// The letters of a play in SGF.
const OF_LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// How a play is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notation {
    /// `8/5 6/5`.
    Numbers,
    /// SGF's `hefe`.
    Letters,
}

impl Notation {
    /// Returns the notation of a record. `None` if its plays aren't read here.
    fn of(bench: &Bench<'_>) -> Option<Self> {
        match bench.format.name {
            "mat" | "gam" | "snowie" | "jellyfish" => Some(Self::Numbers),
            "sgf" => Some(Self::Letters),
            _ => None,
        }
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

    /// A character that may be too many.
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
    let Some(notation) = Notation::of(bench) else { return Vec::new() };
    let is_told = match (finding.code, notation) {
        (Code::MatPlayNotation, _) | (Code::RecordSyntax, Notation::Letters) => true,
        (code, Notation::Numbers) => code.id().starts_with("play-"),
        (_, Notation::Letters) => false,
    };
    let Some(turn) = Turn::new(bench, game, entry).filter(|_| is_told) else { return Vec::new() };
    let span = match turn.cell {
        Cell::Unreadable(span) => *span,
        Cell::Play(play) => play.span,
        _ => return Vec::new(),
    };
    let text = bench.source.slice(span);
    let Some(roll) = turn.roll.roll().filter(|_| text.len() <= LONGEST) else { return Vec::new() };
    let mut all = texts(text, notation);
    if all.is_empty() && notation == Notation::Numbers && matches!(turn.cell, Cell::Unreadable(_)) {
        all = with_one_change(text).into_iter().map(|text| (text, false)).collect();
    }
    let mut found: Vec<Reading> = Vec::new();
    for (text, is_alike) in all {
        let Some(after) = after(&turn, &text, roll, notation) else { continue };
        let is_same = |other: &Reading| other.chosen.is_some_and(|chosen| chosen.after == after);
        if found.iter().any(is_same) {
            continue;
        }
        let (class, cost) = if is_alike { (Class::Spelling, 0.2) } else { (Class::Play, 0.4) };
        let message = format!("write `{text}`");
        let change = Change::Text(Edit::new(span, text));
        let mut reading = Reading::new(class, cost, message, game, vec![change]);
        reading.broke = turn.broke(&after);
        reading.chosen = Some(Chosen { board: turn.board, roll, after });
        found.push(reading);
    }
    found
}

/// Returns the board after a play, if it is legal and each of its hit marks is right.
fn after(turn: &Turn<'_, '_>, text: &str, roll: Roll, notation: Notation) -> Option<Board> {
    let legs: Vec<Leg> = match notation {
        Notation::Numbers => {
            legs_of(&parse(text.as_bytes(), 0, PlayOptions::RECORD).ok()?).as_slice().to_vec()
        }
        Notation::Letters => sgf::legs(text, turn.by)?,
    };
    let resolved = resolve::resolve(&turn.board, roll, &legs).ok()?;
    (!legs.is_empty() && resolved.spurious_hit().is_none()).then(|| *resolved.after())
}

/// Returns the texts that a play with damaged characters may have been, and whether each damaged character looks like
/// the one in its place; none if no character is damaged.
fn texts(text: &str, notation: Notation) -> Vec<(String, bool)> {
    let meant = match notation {
        Notation::Numbers => in_numbers(text),
        Notation::Letters => Some(in_letters(text)),
    };
    let Some(meant) = meant else { return Vec::new() };
    let count = meant.iter().try_fold(1_usize, |count, one| count.checked_mul(one.all.len()));
    let is_whole = meant.iter().zip(text.chars()).all(|(one, written)| one.is_kept(written));
    if is_whole || count.is_none_or(|count| count > MOST) {
        return Vec::new();
    }
    let is_alike = meant.iter().all(|one| one.is_alike);
    let mut all = vec![String::new()];
    for one in &meant {
        let mut longer = Vec::new();
        for c in &one.all {
            longer.extend(all.iter().map(|text| text.chars().chain(*c).collect::<String>()));
        }
        all = longer;
    }
    all.into_iter().filter(|other| other != text).map(|text| (text, is_alike)).collect()
}

/// Returns what each character of a play in numbers may have been. `None` if the text contains another word than `bar`
/// and `off`.
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
            return Some(Meant::alike(std::iter::once(c).chain(others)));
        }
        let is_known = !alike(c).is_empty();
        match (is_known, c.is_ascii_alphabetic()) {
            (true, _) => Some(Meant::alike(others)),
            (false, true) => None,
            (false, false) => Some(in_place(&chars, at)),
        }
    };
    chars.iter().enumerate().map(meant).collect()
}

/// Returns what a character in a play in numbers may have been that looks like no other: after a step, such as `?` for a
/// mistake, it is too many, unless a digit fits. Nothing follows a hit mark.
fn in_place(chars: &[char], at: usize) -> Meant {
    let is_last = chars.get(at + 1).is_none_or(|next| next.is_whitespace());
    match at.checked_sub(1).and_then(|before| chars.get(before)) {
        Some('*') => Meant::surplus(),
        Some(before) if before.is_ascii_digit() && is_last => {
            let others = OF_NUMBERS.chars().rev().map(Some);
            Meant { all: std::iter::once(None).chain(others).collect(), is_alike: false }
        }
        _ => Meant::any(OF_NUMBERS),
    }
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
        texts(text, Notation::Numbers).into_iter().map(|(text, _)| text).collect()
    }

    fn read_letters(text: &str) -> Vec<String> {
        texts(text, Notation::Letters).into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn only_damaged_characters_are_replaced() {
        assert_eq!(read("22/21 21/17\u{2217}"), ["22/21 21/17*"]);
        assert_eq!(read("17/12 12\u{2044}7"), ["17/12 12/7"]);
        assert_eq!(read("13/1O bar/20"), ["13/10 bar/20"]);
        assert_eq!(read("8|5"), ["8/5", "815"]);
        assert_eq!(read("8/?").len(), OF_NUMBERS.len());
        assert_eq!(read_letters("t\u{43E}mh"), ["tomh"]);
        assert_eq!(read_letters(":HEfe"), ["hefe"]);
        assert_eq!(read_letters("x?rn").len(), OF_LETTERS.len());
    }

    #[test]
    fn a_sign_after_a_step_is_too_many() {
        assert_eq!(read("16/10*? 6/1"), ["16/10* 6/1"]);
        assert_eq!(read("6/1* 6/1?")[0], "6/1* 6/1");
        assert!(read("16/1?").contains(&"16/10".to_owned()));
    }

    #[test]
    fn a_single_letter_may_be_the_bar_or_off() {
        assert_eq!(read("B/6"), ["8/6"]);
        assert_eq!(read("6/O"), ["6/0"]);
    }

    #[test]
    fn words_and_plays_without_damage_have_no_other_text() {
        for text in ["8/5 6/5", "bar/20*/14 6/off(2)", "banana", "8/5 x-ray", "????"] {
            assert!(read(text).is_empty(), "{text}");
        }
        assert!(read_letters("hefe").is_empty());
    }
}
