//! The line of names and scores in a game's head, a misspelled heading above it, and the marks of the Crawford game.

use super::parse::{Place, Reader, decimal};
use super::{line, same};
use crate::board::Side;
use crate::diag::{Code, Diagnostic, Span};
use crate::game::record::{PlayerScore, RemarkKind, Spanned};
use crate::notation::plain::ascii;
use std::ops::Range;

impl Reader<'_> {
    /// Reads the line of names and scores, which begins at `start`.
    pub(super) fn score_line(&mut self, start: usize, line: &[u8], span: Span) {
        self.place = Place::Rows;
        let shift = |range: &Range<usize>| Span::new(start + range.start, start + range.end);
        let Some(mut read) = line::score_line(line) else {
            self.report(Code::MatScoreLine, span, "this line has the form `name : score   name : score`");
            // With one of the colons, the three blanks tell the players apart.
            if let Some(halves) = without_colons(line).filter(|_| !line.contains(&b':')) {
                let spanned = |range: &Range<usize>| {
                    Spanned::new(String::from_utf8_lossy(&line[range.clone()]).into_owned(), shift(range))
                };
                let [zero, one] = halves.clone().map(|(name, _, _)| spanned(&name));
                if self.are_players(&zero.value, &one.value)
                    || self.play_on(start, &zero.value, &one.value)
                    || halves.iter().all(|(_, score, _)| *score == 0) && zero.value != one.value
                {
                    for (side, (name, score, place)) in Side::ALL.into_iter().zip(halves) {
                        let score = Some(Spanned::new(score, shift(&place)));
                        self.set_player(side, PlayerScore { name: spanned(&name), rating: None, score });
                    }
                    return;
                }
            }
            // The names are kept; three blanks separate them.
            let end = line.trim_ascii_end().len();
            let first = line.len() - line.trim_ascii_start().len();
            let middle = line[first..end].windows(3).position(|w| w == b"   ").map_or(end, |at| first + at);
            let second = end - line[middle..end].trim_ascii_start().len();
            for (side, range) in [(Side::Zero, first..middle), (Side::One, second..end)] {
                let (name, score) = parts(line, range);
                let text = String::from_utf8_lossy(&line[name.clone()]).into_owned();
                let name = Spanned::new(text, shift(&name));
                let score = score.map(|(number, place)| Spanned::new(number, shift(&place)));
                self.set_player(side, PlayerScore { name, rating: None, score });
            }
            return;
        };
        self.number_before_names(start, line, &mut read);
        if !read.sign.is_empty() {
            self.report(Code::MatScoreLine, shift(&read.sign), "blanks separate the two players");
        }
        if let Some(missing) = read.scores.iter().position(Range::is_empty) {
            let at = if read.names[missing].is_empty() { span } else { shift(&read.names[missing]) };
            self.report(Code::MatScoreLine, at, "the score of this player is missing");
            // What stands there instead, as in `ann : x`, isn't part of the name.
            let name = &mut read.names[missing];
            let colon = memchr::memrchr(b':', &line[name.clone()]).filter(|colon| *colon > 0);
            let cut = colon.map(|colon| line[name.start..name.start + colon].trim_ascii_end().len());
            if let Some(cut) = cut.filter(|cut| colon != Some(*cut) || colon == Some(name.len() - 1)) {
                name.end = name.start + cut;
            }
        }
        self.mark(read.is_crawford);
        let is_nil = |score: &Range<usize>| line[score.clone()].iter().all(|digit| *digit == b'0');
        if read.scores.iter().all(is_nil)
            && let Some(game) = &mut self.game
        {
            // At nil all the word can only mean that the rule holds.
            game.is_crawford = None;
        }
        for side in Side::ALL {
            let name = &read.names[side.index()];
            let score = &read.scores[side.index()];
            if name.is_empty()
                && !score.is_empty()
                && !std::mem::replace(&mut self.name_empty[side.index()], true)
            {
                // The colon is the nearest place to point to.
                let colon = memchr::memrchr(b':', &line[..score.start]).unwrap_or(name.start);
                let message = "the name of this player is empty";
                self.report(Code::MatNameEmpty, Span::new(start + colon, start + colon + 1), message);
            }
            let text = &line[name.clone()];
            let cut = line::rating(text).map_or(name.end, |comma| name.start + comma);
            let string = |range: &Range<usize>| String::from_utf8_lossy(&line[range.clone()]).into_owned();
            let spanned = |range: Range<usize>| Spanned::new(string(&range), shift(&range));
            let number = std::str::from_utf8(&line[score.clone()]).ok().and_then(|text| text.parse().ok());
            let player = PlayerScore {
                name: spanned(name.start..cut),
                rating: (cut < name.end).then(|| spanned(cut + 1..name.end)),
                score: number.map(|number| Spanned::new(number, shift(score))),
            };
            if number.is_none() && !score.is_empty() {
                self.report(Code::MatScoreLine, shift(score), "this score is too large");
            }
            self.set_player(side, player);
        }
    }

    /// Reads the number of a heading that has none, `Game`, before the names on the line below, `1 Ann : 0`: without it,
    /// they are those of another game.
    fn number_before_names(&mut self, start: usize, line: &[u8], read: &mut line::ScoreLine) {
        let Some(heading) = self.game.as_ref().filter(|game| game.number.is_none()).map(|game| game.heading)
        else {
            return;
        };
        let name = &line[read.names[0].clone()];
        let digits = name.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = (decimal(&name[..digits]), name[digits..].trim_ascii_start());
        let is_due = number.is_some() && number == self.last_game && rest.len() < name.len() - digits;
        let is_missing =
            |finding: &Diagnostic| finding.code == Code::MatGameNumber && finding.primary.span == heading;
        if !is_due || !self.diagnostics.last().is_some_and(is_missing) {
            return;
        }
        let [zero, one] = [rest, &line[read.names[1].clone()]].map(String::from_utf8_lossy);
        if !self.are_players(&zero, &one) && !self.play_on(start, &zero, &one) {
            return;
        }
        if let Some(finding) = self.diagnostics.last_mut() {
            "the number of the game is on the line below".clone_into(&mut finding.message);
        }
        let (at, from) = (start + read.names[0].start, read.names[0].end - rest.len());
        let place = Span::new(at, at + digits);
        read.names[0].start = from;
        self.last_game_printed = number;
        if let Some(game) = &mut self.game {
            game.number = number.map(|number| Spanned::new(number, place));
        }
    }

    /// Returns `true` if the game before has these players.
    pub(super) fn are_players(&self, zero: &str, one: &str) -> bool {
        let Some(before) = self.record.games.last() else { return false };
        let is =
            |side: Side, name: &str| before.players[side].as_ref().is_some_and(|it| it.name.value == name);
        is(Side::Zero, zero) && is(Side::One, one)
    }

    /// Returns `true` if a later line of names and scores, the first one after `start`, has these players.
    fn play_on(&self, start: usize, zero: &str, one: &str) -> bool {
        let mut lines = self.text[start..].split(|byte| matches!(byte, b'\n' | b'\r')).skip(1);
        let is_head = |line: &&[u8]| line::heading(line).is_some();
        lines.find(is_head).and_then(|_| lines.find(|line| !line.trim_ascii().is_empty())).is_some_and(
            |line| {
                let names = line::score_line(line).map(|read| read.names.map(|name| &line[name]));
                names == Some([zero.as_bytes(), one.as_bytes()])
            },
        )
    }

    /// Reads what follows a heading or the match length on its line: a comment, or text that doesn't belong there.
    pub(super) fn rest(&mut self, span: Span, message: &str) {
        match self.text[span.range()].first() {
            None => {}
            Some(b';' | b'#') => self.remark(RemarkKind::Comment, span),
            Some(_) => self.unknown(Code::MatTextAfterRow, span, message),
        }
    }

    /// Starts a game if the line before this one, not understood so far, is a misspelled heading.
    pub(super) fn misspelled_heading(&mut self, start: usize) -> bool {
        let text = self.text;
        let is_beside = |span: Span| text[span.end as usize..start].iter().all(u8::is_ascii_whitespace);
        let last = self.record.remarks.last();
        let Some(last) = last.filter(|last| last.kind == RemarkKind::Unknown && is_beside(last.span)) else {
            return false;
        };
        let Some(digits) = same::heading(&last.text) else { return false };
        // A number alone may be anything else.
        let is_due = decimal(digits.as_bytes()) == self.last_game.unwrap_or(0).checked_add(1);
        if !is_due && !last.text.contains(char::is_alphabetic) {
            return false;
        }
        let (span, at) = (last.span, line::place(last.text.as_bytes(), digits.as_bytes()));
        let digits = digits.as_bytes().to_vec();
        self.record.remarks.pop();
        self.forget_unreadable(span);
        self.report(Code::MatGameMissing, span, "this line has the form `Game N`");
        let from = span.start as usize;
        self.start_game(span, Span::new(from + at.start, from + at.end), &digits);
        true
    }

    /// Keeps what a mark in a heading or a score line states about the game.
    pub(super) fn mark(&mut self, is_crawford: Option<bool>) {
        if let (Some(game), Some(_)) = (&mut self.game, is_crawford) {
            game.is_crawford = is_crawford;
        }
    }

    pub(super) fn set_player(&mut self, side: Side, player: PlayerScore) {
        if let Some(game) = &mut self.game {
            game.players[side] = Some(player);
        }
    }
}

/// The longest line of two names whose colons are missing.
const LONGEST: usize = 300;

/// The place of a name, and a score with its place.
type Half = (Range<usize>, i64, Range<usize>);

/// Reads names and scores without their colons, `Ann 1   Bob 0`, or with other signs, `Ann - 1   Bob - 0`,
/// `Ann (1) vs Bob (0)`. A wide blank, a sign or a word separates the players, or each name is one word.
fn without_colons(line: &[u8]) -> Option<[Half; 2]> {
    let end = line.trim_ascii_end().len();
    let first = line.len() - line.trim_ascii_start().len();
    let text = line.get(first..end).filter(|text| text.len() <= LONGEST)?;
    if let Some(halves) = separated(line) {
        return Some(halves);
    }
    let wide =
        |blanks: usize| text.windows(blanks).position(|window| window.iter().all(u8::is_ascii_whitespace));
    let second_word = || {
        let mut begins = (1..text.len())
            .filter(|&at| text[at - 1].is_ascii_whitespace() && !text[at].is_ascii_whitespace());
        let third = begins.nth(1)?;
        (begins.count() == 1).then_some(third)
    };
    let middle = first + wide(3).or_else(|| wide(2)).or_else(second_word)?;
    Some([half(line, first..middle)?, half(line, middle..end)?])
}

/// Reads two players with a sign or a word between them: `Ann 1 - Bob 0`, `Ann 1, Bob 0`, `Ann 1 - 0 Bob`. A wide blank
/// in a name would separate them itself.
fn separated(line: &[u8]) -> Option<[Half; 2]> {
    let text = std::str::from_utf8(line).ok()?.trim_end();
    let is_after_score = |place: &Range<usize>| {
        text[..place.start].trim_ascii_end().ends_with(|c: char| c.is_ascii_digit() || matches!(c, ')' | ']'))
    };
    let is_one_name = |(name, ..): &Half| !text[name.clone()].contains("  ");
    let of_word = |word: &str| {
        let places = text.match_indices(word).map(|(at, _)| at..at + word.len());
        let mut places = places.filter(|place| word == "," || is_apart(text, place)).filter(is_after_score);
        places.find_map(|place| {
            let right = place.end..text.len();
            let one = half(line, right.clone()).or_else(|| reversed(line, right))?;
            Some([half(line, 0..place.start)?, one]).filter(|halves| halves.iter().all(is_one_name))
        })
    };
    line::SEPARATORS.into_iter().chain([","]).find_map(of_word)
}

/// Returns `true` if there are blanks around a word.
fn is_apart(text: &str, place: &Range<usize>) -> bool {
    text[..place.start].ends_with([' ', '\t']) && text[place.end..].starts_with([' ', '\t'])
}

/// Reads a name and the score after it, which may be in brackets.
fn half(line: &[u8], range: Range<usize>) -> Option<Half> {
    let begin = range.start;
    let text = &line[range];
    let start = begin + text.len() - text.trim_ascii_start().len();
    let text = std::str::from_utf8(text.trim_ascii()).ok()?;
    let (text, open) = match text.strip_suffix([')', ']']) {
        Some(inner) => (inner, true),
        None => (text, false),
    };
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let score = text[before.len()..].parse::<u16>().ok()?;
    let name = if open { before.strip_suffix(['(', '['])?.trim_end() } else { before_sign(before)? };
    let place = start + before.len()..start + text.len();
    (!name.is_empty()).then_some((start..start + name.len(), i64::from(score), place))
}

/// Reads a score and the name after it.
fn reversed(line: &[u8], range: Range<usize>) -> Option<Half> {
    let end = range.end;
    let score = std::str::from_utf8(&line[range]).ok()?.trim_start();
    let name = score.trim_start_matches(|c: char| c.is_ascii_digit());
    let start = end - score.len();
    let digits = score.len() - name.len();
    let points = score[..digits].parse::<u16>().ok()?;
    let bare = name.trim();
    let at = end - name.trim_start().len();
    let is_name = !bare.is_empty() && name.starts_with([' ', '\t']);
    is_name.then_some((at..at + bare.len(), i64::from(points), start..start + digits))
}

/// Returns the name before a score: a blank or a sign in place of the colon follows it. A dash without blanks around it
/// belongs to a name, or to a score below 0.
fn before_sign(text: &str) -> Option<&str> {
    let bare = text.trim_ascii_end();
    let has_blank = bare.len() < text.len();
    let is_apart = |name: &&str| has_blank && name.ends_with([' ', '\t']);
    let before_dash = bare.strip_suffix(|c: char| ascii(c) == '-').filter(is_apart);
    let before = before_dash.or_else(|| bare.strip_suffix(['=', ';', '\u{FF1A}']));
    let name = before.unwrap_or(bare).trim_ascii_end();
    (!name.is_empty() && (has_blank || before.is_some())).then_some(name)
}

/// Returns the name and the score in half a line; without a colon and a number at the end, all of it is the name.
fn parts(line: &[u8], half: Range<usize>) -> (Range<usize>, Option<(i64, Range<usize>)>) {
    let colon = memchr::memrchr(b':', &line[half.clone()]).map(|colon| half.start + colon);
    let score = colon.and_then(|colon| {
        let place = half.end - line[colon + 1..half.end].trim_ascii_start().len()..half.end;
        let number = std::str::from_utf8(&line[place.clone()]).ok()?.parse().ok()?;
        let name = half.start..half.start + line[half.start..colon].trim_ascii_end().len();
        (!name.is_empty()).then_some((name, Some((number, place))))
    });
    score.unwrap_or((half, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_colons_are_separated_once() {
        let names = |line: &str| {
            let halves = without_colons(line.as_bytes())?;
            Some(halves.map(|(name, score, _)| (line[name].to_owned(), score)))
        };
        let pair = |left: (&str, i64), right: (&str, i64)| {
            Some([left, right].map(|(name, score)| (name.to_owned(), score)))
        };
        assert_eq!(names(" Ann 1 - Bob 0"), pair(("Ann", 1), ("Bob", 0)));
        assert_eq!(names("Ann (1) vs Bob (0)"), pair(("Ann", 1), ("Bob", 0)));
        assert_eq!(names("Team 1 - Smith 0   Bob 0"), pair(("Team 1 - Smith", 0), ("Bob", 0)));
        assert_eq!(names(&"1 - ".repeat(100_000)), None);
    }
}
