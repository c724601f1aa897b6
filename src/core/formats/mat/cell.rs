//! The content of a cell beside dice and plays: cube actions, results, and words in the place of a play.
//!
//! ```text
//! action      = letters [ arrow number ]                       ; "Doubles => 4"
//! answer      = letters                                        ; "Takes"
//! result      = letters [ arrow number ] [ points ] [ match ]  ; "Wins 4 points and the match"
//! letters     = *alpha
//! resignation = letters [ "up" / "game" / "match" / outcome ]  ; "Resigned Match", "gives up", "resigns a gammon"
//! outcome     = [ "a" ] ( "single" / "gammon" / "backgammon" ) [ "game" ]
//! time-out    = letters [ "on" "time" / "out" ]               ; "Lost on time", "Timeout", "timed out"
//! arrow       = *( blank / "=" / "-" / ">" / ":" / "→" / "⇒" / "➔" / "–>" / "—>" / "to" )
//!                                                              ; not up to a "-", which is a sign
//! points      = "points" / "point"
//! match       = [ "and" ] [ "the" ] "match"
//! no-move     = "cannot move" / "can't move" / "no move" / "no legal play" / "dances" / "fan" / "pass" / … / 1*3"-"
//! ```
//!
//! Words may be in any case, with blanks before them.

use super::line;
use super::parse::decimal;
use crate::diag::distance;
use crate::notation::plain::{ascii, digit};
use crate::rules::Outcome;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while1};
use nom::character::complete::{alpha0, digit0, multispace0, satisfy};
use nom::combinator::{all_consuming, not, opt, recognize, success, value, verify};
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};
use std::ops::Range;

/// A parser's result, without error details: the reader reports what is wrong.
type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

/// The content of a cell that begins with a word, as offsets from the cell's beginning.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// The end of the word.
    pub(super) word_end: usize,
    /// The digits after the word and its arrow; empty if there are none.
    pub(super) number: Range<usize>,
    /// `and the match`; only after a result.
    pub(super) and_match: Option<Range<usize>>,
    /// The beginning of the rest of the cell.
    pub(super) rest: usize,
}

impl Said {
    /// Moves the places: this number of bytes stands before the cell.
    pub(super) fn after(self, bytes: usize) -> Self {
        let moved = |range: Range<usize>| range.start + bytes..range.end + bytes;
        Self {
            word_end: self.word_end + bytes,
            number: moved(self.number),
            and_match: self.and_match.map(moved),
            rest: self.rest + bytes,
        }
    }
}

/// Reads `action`.
pub(super) fn action(cell: &[u8]) -> Said {
    said(cell, numbered, |input| Ok((input, None)))
}

/// Reads `answer`.
pub(super) fn answer(cell: &[u8]) -> Said {
    said(cell, bare, |input| Ok((input, None)))
}

/// Reads `result` of the loser: the points.
pub(super) fn loss(cell: &[u8]) -> Said {
    said(cell, numbered, |input| value(None, opt(points)).parse(input))
}

/// Reads `result` of the winner.
pub(super) fn win(cell: &[u8]) -> Said {
    if let Some(said) = other_win(cell) {
        return said;
    }
    let said = said(cell, numbered, won);
    if said.number.is_empty() { in_letters(cell, said.word_end).unwrap_or(said) } else { said }
}

/// Reads what follows the points of a winner's `result`.
fn won(input: &[u8]) -> Parsed<'_, Option<&[u8]>> {
    preceded(opt(points), opt(preceded(multispace0, and_match))).parse(input)
}

/// The words for a victory in other languages, and those for points.
const WINS: [&str; 11] =
    ["won", "gewinnt", "siegt", "gagne", "remporte", "gana", "vince", "vence", "ganha", "vinder", "wint"];
const POINTS: [&str; 11] =
    ["punkt", "punkte", "pkt", "punto", "puntos", "punti", "ponto", "pontos", "punten", "poäng", "pts"];

/// Returns `true` for a winner's result with a slip or in another language: `Wlns 3 points`, `Gewinnt 16 Punkte`.
pub(super) fn is_other_win(text: &[u8]) -> bool {
    other_win(text).is_some()
}

/// Reads such a result.
fn other_win(text: &[u8]) -> Option<Said> {
    let lower = |token: &[u8]| std::str::from_utf8(token).ok().map(str::to_lowercase);
    let mut tokens = text.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
    let first = tokens.next()?;
    let word = lower(first)?;
    let is_slip = word.len() >= 3 && !word.starts_with("win") && distance(&word, "wins") <= 1;
    if !is_slip && !WINS.contains(&word.as_str()) {
        return None;
    }
    let value = tokens.next().filter(|token| number(token).is_some())?;
    let unit = lower(tokens.next()?)?;
    let unit = unit.trim_end_matches('.');
    if distance(unit, "points") > 2 && !POINTS.contains(&unit) {
        return None;
    }
    let rest: Vec<&[u8]> = tokens.collect();
    let is_match = |token: &[u8]| {
        let word = lower(token).unwrap_or_default();
        ["match", "spiel", "partie", "partita", "partida"].contains(&word.trim_end_matches('.'))
    };
    let and_match = match rest[..] {
        [] => None,
        [.., last] if rest.len() <= 3 && is_match(last) => {
            Some(line::place(text, rest[0]).start..line::place(text, last).end)
        }
        _ => return None,
    };
    let number = line::place(text, value);
    Some(Said { word_end: line::place(text, first).end, number, and_match, rest: text.len() })
}

/// Reads the points of a winner's result in letters: `Wins one point`, `Wins l point`.
#[cold]
fn in_letters(cell: &[u8], word_end: usize) -> Option<Said> {
    let mut tokens = cell[word_end..].split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
    let token = tokens.next().filter(|token| number(token).is_some())?;
    let number = line::place(cell, token);
    let (after, _) = points(&cell[number.end..]).ok()?;
    let (rest, and_match) = won(after).unwrap_or((after, None));
    let and_match = and_match.map(|words| line::place(cell, words));
    Some(Said { word_end, number, and_match, rest: cell.len() - rest.len() })
}

/// Returns the value of a number in digits, in words, or with letters that look like digits: `16`, `one`, `l2`; also with
/// signs around it, `+2`, `(2)`. `None` for 0.
pub(super) fn number(text: &[u8]) -> Option<u32> {
    let is_digit = |byte: &u8| !b"+()[]".contains(byte);
    let text = &text[text.iter().position(is_digit)?..=text.iter().rposition(is_digit)?];
    let digits = || text.iter().map(|byte| digit(*byte)).collect::<Option<Vec<u8>>>();
    line::spelled(text).or_else(|| decimal(&digits()?)).filter(|number| *number > 0)
}

/// Reads `resignation`.
pub(super) fn resignation(cell: &[u8]) -> Said {
    let outcome = |input| value((), outcome).parse(input);
    said(cell, bare, |input| value(None, opt(alt((given_up, outcome)))).parse(input))
}

/// Returns the outcome for which a cell resigns.
pub(super) fn resigned_for(cell: &[u8]) -> Option<Outcome> {
    let parsed: Parsed<'_, _> = preceded(alpha0, outcome).parse(cell);
    parsed.ok().map(|(_, outcome)| outcome)
}

/// Reads `outcome`.
fn outcome(input: &[u8]) -> Parsed<'_, Outcome> {
    let named = alt((
        value(Outcome::Single, word("single")),
        value(Outcome::Gammon, word("gammon")),
        value(Outcome::Backgammon, word("backgammon")),
    ));
    delimited(opt(word("a")), named, opt(word("game"))).parse(input)
}

/// Reads `time-out`.
pub(super) fn time_out(cell: &[u8]) -> Said {
    said(cell, bare, |input| value(None, opt(out_of_time)).parse(input))
}

/// Reads what follows the first word of a resignation.
fn given_up(input: &[u8]) -> Parsed<'_, ()> {
    value((), alt((word("up"), word("auf"), word("game"), word("match")))).parse(input)
}

/// Reads what follows the first word of a lack of time.
fn out_of_time(input: &[u8]) -> Parsed<'_, ()> {
    alt((value((), (word("on"), word("time"))), value((), word("out")))).parse(input)
}

/// Reads `arrow number`.
fn numbered(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(verify(arrow, |arrow: &[u8]| !arrow.ends_with(b"-")), digit0).parse(input)
}

/// Reads no number.
fn bare(input: &[u8]) -> Parsed<'_, &[u8]> {
    success(&b""[..]).parse(input)
}

/// Reads the word, the number and the text after them.
fn said<'a>(
    cell: &'a [u8],
    number: impl Fn(&'a [u8]) -> Parsed<'a, &'a [u8]>,
    mut more: impl FnMut(&'a [u8]) -> Parsed<'a, Option<&'a [u8]>>,
) -> Said {
    let at = |rest: &[u8]| cell.len() - rest.len();
    let letters: Parsed<'_, &[u8]> = alpha0(cell);
    let (after_word, _) = letters.unwrap_or_default();
    let (after_number, digits) = number(after_word).unwrap_or((after_word, b""));
    let rest = if digits.is_empty() { after_word } else { after_number };
    let (rest, and_match) = more(rest).unwrap_or((rest, None));
    Said {
        word_end: at(after_word),
        number: at(after_number) - digits.len()..at(after_number),
        and_match: and_match.map(|words| at(rest) - words.len()..at(rest)),
        rest: at(rest),
    }
}

/// Reads `arrow`.
fn arrow(input: &[u8]) -> Parsed<'_, &[u8]> {
    let signs = take_while1(|byte: u8| b" \t=->:".contains(&byte));
    let arrows = alt((tag("\u{2192}"), tag("\u{21D2}"), tag("\u{2794}"), tag("\u{2013}>"), tag("\u{2014}>")));
    recognize(many0_count(alt((signs, arrows, tag_no_case("to"))))).parse(input)
}

/// Returns `true` if a text is only an arrow.
pub(super) fn is_arrow(text: &[u8]) -> bool {
    all_consuming(arrow).parse(text).is_ok()
}

/// Reads a whole word after blanks.
fn word<'a>(word: &'static str) -> impl Parser<&'a [u8], Output = &'a [u8], Error = ()> {
    preceded(multispace0, terminated(tag_no_case(word), not(satisfy(|c| c.is_ascii_alphabetic()))))
}

/// Reads `points`.
fn points(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((word("points"), word("point"))).parse(input)
}

/// Reads `match`.
fn and_match(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((opt(word("and")), opt(word("the")), word("match"))).parse(input)
}

/// The beginnings of words that give up the game.
pub(super) fn resigns(input: &[u8]) -> Parsed<'_, &[u8]> {
    let words = alt((tag_no_case("resign"), tag_no_case("concede"), tag_no_case("gives up")));
    let german = alt((tag_no_case("aufgegeben"), tag_no_case("gibt auf")));
    alt((words, german, tag_no_case("abandonne"), tag_no_case("abandona"))).parse(input)
}

/// Returns `true` if a text is words that give up the game.
pub(super) fn gives_up(text: &[u8]) -> bool {
    let parsed: Parsed<'_, _> = all_consuming((resigns, alpha0, opt(given_up))).parse(text);
    parsed.is_ok()
}

/// Returns `true` for words that declare that no play is possible: `no-move`, with blanks, apostrophes, brackets and
/// full stops anywhere; or for a dash in place of a play.
pub(super) fn cannot_move(text: &[u8]) -> bool {
    const WORDS: &str = "cannotmove cantmove nomove nomoves nomovepossible noplay noplays nolegalmove nolegalmoves \
        nolegalplay nolegalplays unabletomove dance dances danced fan fans fanned pass passes none blocked";
    const OTHER_LANGUAGES: &str = "keinzug keinzugmöglich kannnichtziehen kannnichtsetzen tanzt passt danse passe \
        bloqué nonpuòmuovere nessunamossa balla pasa nopuedemover sinmovimiento baila nãopodemover semjogada \
        kanikkeflytte danser χωρίςκίνηση ダンス 踊り";
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let is_between = |c: char| " '\u{2019}\u{B4}`()[].!".contains(c);
    let is_known = text.chars().all(|c| c.is_alphabetic() || is_between(c));
    let words: String = text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let is_dash = (1..=3).contains(&text.chars().count()) && text.chars().all(|c| ascii(c) == '-');
    let is_listed = || [WORDS, OTHER_LANGUAGES].iter().any(|list| list.split(' ').any(|word| words == word));
    is_dash || is_known && is_listed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_in_other_words_is_found() {
        for (cell, points, and_match) in [
            ("Wlns 3 points", "3", None),
            ("W1ns 1 point", "1", None),
            ("Gewinnt 16 Punkte", "16", None),
            ("Won 16 points", "16", None),
            ("Gagne 2 points et le match", "2", Some("et le match")),
            ("Wins one point", "one", None),
            ("Wins +2 points", "+2", None),
            ("Wins (2) points and the match", "(2)", Some("and the match")),
            ("Wins l point and the match", "l", Some("and the match")),
        ] {
            let said = win(cell.as_bytes());
            assert_eq!(&cell[said.number], points, "{cell}");
            assert_eq!(said.and_match.map(|range| &cell[range]), and_match, "{cell}");
            assert_eq!(said.rest, cell.len(), "{cell}");
        }
        let numbers = ["16", "one", "l2", "O"].map(|text| number(text.as_bytes()));
        assert_eq!(numbers, [Some(16), Some(1), Some(12), None]);
        for text in ["Gewinnt", "Gewinnt 3", "Wlns 3 games", "Gagne 2 points par abandon", "Lives 3 points"] {
            assert!(!is_other_win(text.as_bytes()), "{text}");
        }
        assert!(win(b"Wins points").number.is_empty());
    }

    #[test]
    fn what_a_result_says_is_found_by_its_words() {
        let cell = b"Wins 4 points and the match.";
        let said = win(cell);
        assert_eq!(&cell[said.number], b"4");
        assert_eq!(said.and_match.map(|range| &cell[range]), Some(&b"and the match"[..]));
        assert_eq!(&cell[said.rest..], b".");
        let cell = b"Wins 4 points and the money";
        let said = win(cell);
        assert_eq!((said.and_match, &cell[said.rest..]), (None, &b" and the money"[..]));
    }

    #[test]
    fn the_value_of_a_cube_follows_an_arrow() {
        for cell in [
            "Doubles => 4",
            "Doubles -> 4",
            "doubles 4",
            "DOUBLES=4",
            "Doubles \u{2192} 4",
            "Doubles \u{21D2}4",
            "Doubles \u{2013}> 4",
            "doubles to 4",
        ] {
            assert_eq!(&cell[action(cell.as_bytes()).number], "4", "{cell}");
        }
        assert_eq!(&b"Doubles->8"[action(b"Doubles->8").number], b"8");
        // A sign is none of the arrow's dashes.
        let said = action(b"Doubles => -2");
        assert_eq!((said.number.is_empty(), said.rest), (true, 7));
        let said = action(b"Doubles => ?");
        assert_eq!((said.number.is_empty(), said.rest), (true, 7));
    }

    #[test]
    fn an_answer_is_a_word_alone() {
        for (cell, rest) in [("Drops(late)", "(late)"), ("Takes 99", " 99"), ("Drops.", "."), ("Takes", "")] {
            assert_eq!(&cell[answer(cell.as_bytes()).rest..], rest, "{cell}");
        }
    }

    #[test]
    fn a_resignation_is_one_word_or_two() {
        let words =
            ["resigns", "Resigned Match", "concedes game", "gives up", "aufgegeben", "Gibt auf", "abandonne"];
        for text in words {
            assert!(gives_up(text.as_bytes()), "{text}");
            assert_eq!(resignation(text.as_bytes()).rest, text.len(), "{text}");
            assert_eq!(resigned_for(text.as_bytes()), None, "{text}");
        }
        for text in ["Lost on time", "Timeout", "timed out", "time out"] {
            assert_eq!(time_out(text.as_bytes()).rest, text.len(), "{text}");
        }
        let resigned = [
            ("resigns a gammon", Outcome::Gammon),
            ("Resigned Backgammon", Outcome::Backgammon),
            ("resigns a single game", Outcome::Single),
        ];
        for (text, outcome) in resigned {
            assert_eq!(resignation(text.as_bytes()).rest, text.len(), "{text}");
            assert_eq!(resigned_for(text.as_bytes()), Some(outcome), "{text}");
        }
        assert_eq!(resigned_for(b"resigns gammons"), None);
        // What it costs would be lost.
        assert!(!gives_up(b"resigns to fate") && !gives_up(b"resigns a gammon"));
    }

    #[test]
    fn many_words_say_that_no_play_is_possible() {
        for text in ["Cannot Move", "can't move", "(no play)", "No moves", "DANCES", "fan", "pass"] {
            assert!(cannot_move(text.as_bytes()), "{text}");
        }
        for text in [
            "Kein Zug M\u{F6}glich",
            "\u{8E0A}\u{308A}",
            "Can\u{2019}t move!",
            "[no legal moves]",
            "danced.",
            "tanzt",
            "-",
            "---",
            "\u{2014}",
        ] {
            assert!(cannot_move(text.as_bytes()), "{text}");
        }
        for text in ["", "fans of play", "Cannot move 3", "forced", "----", "-5", "..."] {
            assert!(!cannot_move(text.as_bytes()), "{text}");
        }
    }
}
