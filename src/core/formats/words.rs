//! The words and numbers common to the text formats of servers.
//!
//! ```text
//! dice    = 2( *noise DIGIT *noise )                     ; noise: blank, "-" or ","
//! action  = cube / take / pass / resign                  ; in any case, and whatever follows: "doubles to 4."
//! cube    = "double" / "redouble" / "beaver" / "raccoon"
//! take    = "accept" / "take"
//! pass    = "pass" / "drop" / "reject"
//! resign  = ( "resign" / "wants to resign" ) … [ "gammon" / "backgammon" ]
//! no-move = "can't move" / "cannot move" / "no move" / "no play" / "dances" / "0 0" / …
//! ```

use crate::board::Side;
use crate::diag::distance;
use crate::game::record::CubeWord;
use crate::rules::Outcome;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while};
use nom::character::complete::{digit0, satisfy, u32};
use nom::combinator::{all_consuming, map, rest, value};
use nom::sequence::{delimited, pair, preceded};
use nom::{IResult, Parser};
use std::cmp::Ordering;
use std::ops::Range;

/// A parser's result, without error details: each reader reports its own.
pub(super) type Parsed<'a, T> = IResult<&'a str, T, ()>;

/// Reads a whole text.
pub(super) fn whole<'a, T>(parser: impl Parser<&'a str, Output = T, Error = ()>, text: &'a str) -> Option<T> {
    all_consuming(parser).parse(text).ok().map(|(_, value)| value)
}

/// Returns the lines of a text, without their ends: `\n`, `\r\n` or a lone `\r`.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// The most lines of other text, such as a mail's, before the record in a file.
const PREFACE: usize = 10;

/// Returns the lines with text, trimmed, from the one that begins a record by `begins`. If none of the first lines does,
/// lines further below are returned.
pub(super) fn without_preface(
    text: &str,
    mut begins: impl FnMut(&str) -> bool,
) -> impl Iterator<Item = &str> {
    let lines = lines(text).map(str::trim).filter(|line| !line.is_empty()).enumerate();
    lines.skip_while(move |(at, line)| *at < PREFACE && !begins(line)).map(|(_, line)| line)
}

/// Cuts a text at the lines that begin another match: `begins` gets each line, and the text below it.
pub(super) fn cut<'a>(text: &'a str, mut begins: impl FnMut(&'a str, &'a str) -> bool) -> Vec<Range<usize>> {
    let mut starts = vec![0];
    for line in lines(text) {
        let at = line.as_ptr().addr() - text.as_ptr().addr();
        if begins(line, &text[at + line.len()..]) {
            starts.push(at);
        }
    }
    starts.push(text.len());
    starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// Cuts a text before each line of a kind; the text above the first one belongs to the first piece.
pub(super) fn cut_before<'a>(text: &'a str, mut begins: impl FnMut(&'a str) -> bool) -> Vec<Range<usize>> {
    let mut has_begun = false;
    cut(text, |line, _| begins(line) && std::mem::replace(&mut has_begun, true))
}

/// Reads a number of decimal digits.
pub(super) fn number(text: &str) -> Option<u32> {
    whole(u32, text)
}

/// Returns `true` if a score may follow from another one by a game: one player has more points, the other as many.
pub(super) fn is_next_score<T: Ord>(before: &[T; 2], now: &[T; 2]) -> bool {
    let grown = [now[0].cmp(&before[0]), now[1].cmp(&before[1])];
    matches!(grown, [Ordering::Greater, Ordering::Equal] | [Ordering::Equal, Ordering::Greater])
}

/// Returns the higher one of some scores; 0 if none is a number.
pub(super) fn higher<'a>(scores: impl IntoIterator<Item = &'a str>) -> u32 {
    scores.into_iter().filter_map(number).max().unwrap_or(0)
}

/// Splits off the leading decimal digits.
pub(super) fn leading_number(text: &str) -> (&str, &str) {
    let parsed: Parsed<'_, &str> = digit0(text);
    parsed.map_or(("", text), |(rest, digits)| (digits, rest))
}

/// Strips a beginning, regardless of case.
pub(super) fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let parsed: Parsed<'_, &str> = preceded(tag_no_case(word), rest).parse(text);
    parsed.ok().map(|(_, rest)| rest)
}

/// Finds a text in another one, regardless of case; both are ASCII where they agree.
pub(super) fn find_word(text: &str, word: &str) -> Option<usize> {
    text.char_indices().map(|(at, _)| at).find(|&at| strip_word(&text[at..], word).is_some())
}

/// A name that differs in more letters is another name.
const SLIP: usize = 2;

/// Returns the player whose name is misspelt, if the other one's is less similar.
pub(super) fn misspelt_name(names: [&str; 2], name: &str) -> Option<Side> {
    // A character has at most four bytes. The length alone shows most other names.
    let unlike = |own: &str| {
        let is_near = own.len().abs_diff(name.len()) <= 4 * SLIP;
        if is_near { distance(own, name) } else { usize::MAX }
    };
    let [zero, one] = names.map(|own| unlike(own.trim()));
    match zero.cmp(&one) {
        Ordering::Less if zero <= SLIP => Some(Side::Zero),
        Ordering::Greater if one <= SLIP => Some(Side::One),
        _ => None,
    }
}

/// Reads `dice`.
pub(super) fn dice(text: &str) -> Option<[u8; 2]> {
    let noise = || take_while(|c| matches!(c, ' ' | '\t' | '-' | ','));
    let die = || map(delimited(noise(), satisfy(|c| c.is_ascii_digit()), noise()), |c| c as u8);
    whole(map(pair(die(), die()), |(first, second)| [first, second]), text)
}

/// An action apart from rolling and moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Turns the cube.
    Cube(CubeWord),
    /// Takes a double, or accepts a resignation.
    Take,
    /// Passes a double, or refuses a resignation.
    Pass,
    /// Resigns, for this outcome if it is named.
    Resign(Option<Outcome>),
}

/// Reads `action`.
pub(super) fn action(text: &str) -> Option<Action> {
    let word = |word| tag_no_case::<_, _, ()>(word);
    let cube = alt((
        value(CubeWord::Double, word("double")),
        value(CubeWord::Redouble, word("redouble")),
        value(CubeWord::Beaver, word("beaver")),
        value(CubeWord::Raccoon, word("raccoon")),
    ));
    let answer = || {
        alt((
            value(Action::Take, alt((word("accept"), word("take")))),
            value(Action::Pass, alt((word("pass"), word("drop"), word("reject")))),
        ))
    };
    let resign = preceded(alt((word("resign"), word("wants to resign"))), map(rest, outcome));
    let parsed = alt((map(cube, Action::Cube), answer(), map(resign, Action::Resign))).parse(text);
    let (rest, action) = parsed.ok()?;
    // `Pass? no, takes` says neither.
    let is_answer = matches!(action, Action::Take | Action::Pass);
    let mut others =
        rest.split(|c: char| !c.is_ascii_alphabetic()).filter_map(|word| answer().parse(word).ok());
    let is_clear = !is_answer || others.all(|(_, other)| other == action);
    is_clear.then_some(action)
}

/// Returns the outcome named in a text.
fn outcome(text: &str) -> Option<Outcome> {
    let named = [("backgammon", Outcome::Backgammon), ("gammon", Outcome::Gammon)];
    named.into_iter().find(|(word, _)| find_word(text, word).is_some()).map(|(_, outcome)| outcome)
}

/// Returns `true` for words that declare that no play is possible: `no-move`.
pub(super) fn cannot_move(text: &str) -> bool {
    const WORDS: [&str; 8] =
        ["cantmove", "cannotmove", "nomove", "nomoves", "noplay", "dances", "dance", "oo"];
    let words: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    let words = words.to_ascii_lowercase();
    !text.contains('/') && WORDS.contains(&words.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_have_two_digits_and_noise() {
        for text in ["31", "3-1", "3, 1", " 3 1 "] {
            assert_eq!(dice(text), Some(*b"31"), "{text}");
        }
        for text in ["", "3", "311", "3/1"] {
            assert_eq!(dice(text), None, "{text}");
        }
    }

    #[test]
    fn a_few_lines_of_a_mail_may_stand_above_a_record() {
        for (format, file) in [
            ("bgammon", "bgammon/valid/two-matches.match"),
            ("bgblitz-text", "bgblitz-text/valid/plays.txt"),
            ("bgroom", "bgroom/valid/small.txt"),
            ("javafibs", "javafibs/valid/small.match"),
            ("oldmoves", "oldmoves/valid/seven-points.txt"),
            ("party", "party/valid/small.txt"),
            ("snowie-position", "snowie-position/valid/both-bars.txt"),
            ("text", "text/valid/two-games.txt"),
            ("xg-text", "xg-text/valid/plays-en.txt"),
        ] {
            let record = std::fs::read(format!("{}/../../testdata/{file}", env!("CARGO_MANIFEST_DIR")))
                .expect("a record");
            let record = String::from_utf8_lossy(&record).into_owned();
            for above in ["", "\n", "Hello,\n\nhere it is:\n", "```\n"] {
                let text = format!("{above}{record}");
                let found = crate::formats::detect(text.as_bytes(), None);
                assert_eq!(found.map(|format| format.name), Some(format), "{above:?}");
            }
        }
    }

    #[test]
    fn actions_have_many_words() {
        assert_eq!(action("Doubles to 4."), Some(Action::Cube(CubeWord::Double)));
        assert_eq!(action("REJECTS"), Some(Action::Pass));
        assert_eq!(action("wants to resign. a gammon"), Some(Action::Resign(Some(Outcome::Gammon))));
        assert_eq!(action("resigns a backgammon"), Some(Action::Resign(Some(Outcome::Backgammon))));
        assert_eq!(action("accepts the double"), Some(Action::Take));
        assert_eq!(action("rolls"), None);
        assert_eq!(action("Pass? no, takes"), None);
    }
}
