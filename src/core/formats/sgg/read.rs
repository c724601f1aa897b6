//! The reader of `GamesGrid`'s records.

use super::{OPTIONS, game_line, names_line, row};
use crate::board::{BySide, Side};
use crate::diag::{Code, Parsed, SourceFile, distance};
use crate::formats::draft::Draft;
use crate::formats::row_count::RowCount;
use crate::formats::words::{dice, find_word, higher, leading_number, misspelt_name, number, strip_word};
use crate::game::record::{Cell, Entry, GameRecord, MatchRecord, RemarkKind, Written, WrittenRoll, headers};
use crate::notation::play::PlayOptions;

/// The headers for the numbers after the ratings: the number of games that each player has played.
pub(super) const EXPERIENCE: [&str; 2] = ["Player 1 Experience", "Player 2 Experience"];

/// The form of a result, for findings.
const RESULT: &str = "a result is `bob wins 2 points.`";

/// A word that differs in more letters is another one.
const SLIP: usize = 2;

/// The words of a result.
struct Won<'a> {
    name: &'a str,
    verb: &'a str,
    digits: &'a str,
    /// The text after the number.
    rest: &'a str,
}

/// Reads `name verb number " point" [ "s" ] [ "." ] [ " and the match" … ]`.
fn won(line: &str) -> Option<Won<'_>> {
    let at = find_word(line, " point")?;
    let words = line[..at].trim_end();
    let before = words.trim_end_matches(|c: char| c.is_ascii_digit());
    let (digits, rest) = (&words[before.len()..], &line[at..]);
    let (name, verb) = before.trim_end().rsplit_once(' ')?;
    let after = strip_word(rest, " points").or_else(|| strip_word(rest, " point"))?.trim_matches([' ', '.']);
    let is_end = after.is_empty() || strip_word(after, "and").is_some();
    (is_end && !digits.is_empty()).then(|| Won { name: name.trim(), verb, digits, rest })
}

/// Returns the match length in a heading, and the higher score.
fn length_of(line: &str) -> Option<(&str, u32)> {
    let (scores, length) = game_line(line)?.1.split_once('/')?;
    let blanks = ['*', ' '];
    Some((length.trim_matches(blanks), higher(scores.split('-').map(|score| score.trim_matches(blanks)))))
}

/// Reads the record of one match.
pub(super) fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut reader = Reader { draft: Draft::new(source), names: None, automatic_doubles: 0 };
    for line in reader.draft.lines() {
        reader.line(line);
    }
    reader.draft.finish("there is no line `Game 1.0-0/5`")
}

struct Reader<'a> {
    draft: Draft<'a>,
    names: Option<[&'a str; 2]>,
    /// The number of automatic doubles at the head of the present game.
    automatic_doubles: u8,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str) {
        let trimmed = line.trim();
        if trimmed.is_empty() && self.names.is_some() {
            return;
        }
        if self.names.is_none() {
            if let Some((first, second)) = names_line(line) {
                self.heading(line, [first, second]);
            } else if !trimmed.is_empty() {
                self.draft.unknown(trimmed, "the record begins with `name vs. name`");
            }
        } else if let Some((digits, behind)) = game_line(trimmed) {
            self.game(trimmed, digits, behind);
        } else {
            if self.lacks_heading(line) {
                self.without_heading(line);
            }
            if self.draft.game.is_none() {
                self.option(trimmed);
            } else if !self.row(line) && !self.result(trimmed) {
                self.other(trimmed);
            }
        }
    }

    /// Reads the names at the head of the match. A similar name in all results of a player, at least two, counts.
    fn heading(&mut self, line: &'a str, written: [&'a str; 2]) {
        let results = self.draft.lines_after(line).filter_map(|line| won(line.trim()));
        let winners: Vec<&str> =
            results.filter(|won| won.verb.eq_ignore_ascii_case("wins")).map(|won| won.name).collect();
        let mut names = written;
        for (side, name) in written.into_iter().enumerate().filter(|(_, name)| !winners.contains(name)) {
            let is_this = |other: &&str| misspelt_name(written, other).map(Side::index) == Some(side);
            let others: Vec<&str> =
                winners.iter().copied().filter(|other| !written.contains(other) && is_this(other)).collect();
            if let [first, rest @ ..] = &others[..]
                && !rest.is_empty()
                && rest.iter().all(|other| other == first)
            {
                self.draft.report(Code::NamesChanged, name, format!("all results name `{first}`"));
                names[side] = *first;
            }
        }
        self.names = Some(names);
    }

    /// Returns `true` for a row before the first game, and for the first row of another game after a result: a roll.
    fn lacks_heading(&mut self, line: &str) -> bool {
        let Ok((_, (digits, _, text))) = row(line) else { return false };
        let is_roll = || text.split_once(':').is_some_and(|(inside, _)| dice(inside).is_some());
        self.draft.game.is_none() || (digits == "1" && self.draft.is_over() && is_roll())
    }

    /// Begins a game at its first row, as its heading is missing.
    fn without_heading(&mut self, line: &'a str) {
        self.draft.report(Code::RecordSyntax, line.trim(), "the line `Game 1.0-0/5` is missing above it");
        let players = self.names.unwrap_or_default().map(|name| Some(self.draft.player(name, None)));
        self.automatic_doubles = 0;
        self.draft.begin(GameRecord {
            heading: self.draft.place(&line[..0]),
            players: BySide(players),
            ..GameRecord::default()
        });
    }

    /// Reads `Key: value`.
    fn option(&mut self, line: &'a str) {
        let Some((key, value)) = line.split_once(':') else {
            return self.draft.unknown(line, "expected a line `Key: value` before the first game");
        };
        let (key, value) = (key.trim_end(), value.trim());
        if key.eq_ignore_ascii_case("ELO") {
            // The rating and the experience of each player in turn.
            const KEYS: [&str; 4] = [headers::ELO[0], EXPERIENCE[0], headers::ELO[1], EXPERIENCE[1]];
            for (name, value) in KEYS.into_iter().zip(value.split_ascii_whitespace()) {
                if value != "0" {
                    self.draft.header(name, key, value);
                }
            }
        } else {
            let known = OPTIONS.into_iter().find(|(word, _)| word.eq_ignore_ascii_case(key));
            let is_standard = key.eq_ignore_ascii_case("Variant") && value.eq_ignore_ascii_case("backgammon");
            if is_standard {
                self.draft.header_said(headers::VARIATION, "standard", value);
            } else {
                self.draft.header(known.map_or(key, |(_, header)| header), key, value);
            }
        }
    }

    /// Reads `Game 1.0-0/5`, with a star after a score in the Crawford game.
    fn game(&mut self, line: &'a str, digits: &'a str, behind: &'a str) {
        let (scores, length) = match behind.split_once('/') {
            Some((scores, length)) => (scores, Some(length.trim())),
            None => (behind, None),
        };
        let has_star = scores.contains('*') || length.is_some_and(|length| length.contains('*'));
        let length = length.map(|length| length.trim_matches(['*', ' ']));
        if self.draft.record.length.is_none() {
            match length {
                Some(length) => {
                    let score = length_of(line).map_or(0, |(_, score)| score);
                    let later = self.draft.lines_after(line).filter_map(length_of);
                    self.draft.first_length((length, score), later);
                }
                // Where the scores are missing, too, a later heading may name the length.
                None if !scores.contains('-') => {}
                None => self.draft.record.length = Some(self.draft.at(0, &behind[behind.len()..])),
            }
        } else if let (Some(first), Some(length)) = (self.draft.record.length, length)
            && number(length) != Some(first.value)
        {
            self.draft.report(Code::RecordValue, length, format!("the match is to {}", first.value));
        }
        let names = self.names.unwrap_or_default();
        let scores = if let Some((first, second)) = scores.split_once('-') {
            [first, second].map(|score| Some(score.trim_matches([' ', '*'])))
        } else {
            self.draft.report(Code::RecordSyntax, line, "a game begins with `Game 1.0-0/5`");
            [None, None]
        };
        let [first, second] = [0, 1].map(|side| Some(self.draft.player(names[side], scores[side])));
        // A missing star only has a meaning if this may be the Crawford game: exactly one player is 1-away.
        let points = self.draft.record.length.map_or(0, |length| i64::from(length.value));
        let one_away = [&first, &second].map(|player| {
            player.as_ref().and_then(|player| player.score).is_some_and(|score| score.value == points - 1)
        });
        let may_be = points > 0 && one_away[0] != one_away[1];
        let crawford = self.draft.record.header(headers::CRAWFORD);
        let is_off = crawford.is_some_and(|header| strip_word(header.value.value.trim(), "n").is_some());
        let is_crawford = (may_be && !is_off || has_star).then_some(has_star);
        self.automatic_doubles = 0;
        if digits.is_empty() {
            self.draft.report(Code::RecordValue, line, "the number of the game is missing");
        }
        let number = number(digits).map(|number| self.draft.at(number, digits));
        self.draft.begin(GameRecord {
            number,
            heading: self.draft.place(line),
            players: BySide([first, second]),
            is_crawford,
            ..GameRecord::default()
        });
    }

    /// Reads a number, one tab or two, and an action of the first or the second player.
    fn row(&mut self, line: &'a str) -> bool {
        let Ok((_, (digits, side, text))) = row(line) else { return false };
        let row = number(digits);
        self.draft.count_row(RowCount::line, digits);
        if let Some((inside, play)) = text.split_once(':')
            && inside.len() <= 3
        {
            self.turn(side, row, text, inside, play.trim());
            return true;
        }
        if let Some(written) = self.draft.action(text) {
            self.draft.push(Some(side), row, text, written);
        } else {
            self.draft.report(Code::RecordSyntax, text, "a row holds dice and a play, or a cube action");
            self.draft.unreadable(side, row, text);
        }
        true
    }

    /// Reads dice, which also have a line of their own.
    fn turn(&mut self, side: Side, row: Option<u32>, text: &'a str, inside: &'a str, play: &'a str) {
        let Some(digits) = dice(inside) else {
            self.draft.report(Code::RecordSyntax, inside, "a roll is two digits from 1 to 6");
            return self.draft.unreadable(side, row, text);
        };
        let before = self.draft.entries().last().and_then(|last| match last.written {
            Written::Turn { roll, cell: Cell::Empty } if last.side == Some(side) => {
                (roll.digits == digits || (row.is_some() && last.row == row)).then_some(roll)
            }
            _ => None,
        });
        let is_same = |roll: &WrittenRoll| roll.digits == digits && !play.is_empty();
        if before.is_none()
            && let Some(Entry { written: Written::Turn { roll, .. }, .. }) = self.draft.entries().last()
            && is_same(roll)
            && self.draft.is_other_side(side, row, text)
        {
            let cell = self.draft.cell(play, PlayOptions::RECORD);
            if let Some(Entry { written: Written::Turn { cell: before, .. }, .. }) =
                self.draft.entries().last_mut()
            {
                *before = cell;
            }
            return;
        }
        // Dice that don't exist are reported where they are first.
        if let Some(first) = before.filter(|first| first.digits != digits && first.roll().is_some()) {
            let first = String::from_utf8_lossy(&first.digits);
            self.draft.report(Code::RecordValue, inside, format!("the dice are {first} in the line before"));
        }
        if before.is_none()
            && !play.is_empty()
            && let Some(above) = self.draft.overtaken(side)
            && let Written::Turn { roll, .. } = self.draft.entries()[above].written
            && roll.digits == digits
        {
            let cell = self.draft.cell(play, PlayOptions::RECORD);
            if let Written::Turn { cell: before, .. } = &mut self.draft.entries()[above].written {
                *before = cell;
            }
            return self.draft.exchanged(text);
        }
        let roll = match before {
            Some(first) if play.is_empty() => {
                // The line of a play begins like this, too.
                if first.digits == digits && !self.draft.is_cut(text) {
                    self.draft.report(Code::TurnWrongSide, text, "the dice are repeated");
                    self.draft.remark(RemarkKind::Unknown, text);
                }
                return;
            }
            Some(first) => {
                self.draft.game.as_mut().and_then(|game| game.entries.pop());
                let is_impossible = WrittenRoll { digits, ..first }.roll().is_none();
                // Impossible dice count only if no others are written.
                if first.digits == digits || (is_impossible && first.roll().is_some()) {
                    first
                } else {
                    self.draft.roll(digits, inside)
                }
            }
            None => self.draft.roll(digits, inside),
        };
        let cell = self.draft.cell(play, PlayOptions::RECORD);
        self.draft.push(Some(side), row, text, Written::Turn { roll, cell });
    }

    /// Reads `bob wins 2 points.`
    fn result(&mut self, line: &'a str) -> bool {
        let names = self.names.unwrap_or_default();
        let after = |name: &str| strip_word(line.strip_prefix(name.trim())?.trim_start(), "wins ");
        let (side, rest) = match names.map(after) {
            [Some(rest), None] => (Some(Side::Zero), rest),
            [None, Some(rest)] => (Some(Side::One), rest),
            [Some(rest), Some(_)] => (None, rest),
            [None, None] => return self.misspelt_result(line),
        };
        let (digits, unit) = leading_number(rest);
        if digits.is_empty() && find_word(rest, "point").is_none() && !self.is_resigned() {
            return self.misspelt_result(line);
        }
        if digits.is_empty() {
            self.draft.unread(line, "the number of points is missing");
        } else if self.draft.is_cut(line) && strip_word(unit.trim_start(), "point").is_none() {
            self.draft.unread(line, RESULT);
        }
        self.won(side, line, digits, unit);
        true
    }

    /// Adds a result.
    fn won(&mut self, side: Option<Side>, line: &'a str, digits: &'a str, rest: &'a str) {
        let points = number(digits).map(|points| self.draft.at(points, digits));
        let and_match = find_word(rest, "match").map(|at| self.draft.place(&rest[at..]));
        self.draft.push(side, None, line, Written::Wins { points, and_match });
    }

    /// Reads and reports a result with a misspelt name or word, or one that is cut off; `false` for any other line.
    fn misspelt_result(&mut self, line: &'a str) -> bool {
        let names = self.names.unwrap_or_default().map(str::trim);
        if let Some(Won { name, verb, digits, rest }) = won(line) {
            let own = Side::ALL.into_iter().find(|side| names[side.index()] == name);
            let is_slip = distance(&verb.to_ascii_lowercase(), "wins") <= SLIP;
            if verb.eq_ignore_ascii_case("wins") {
                self.draft.stranger(name);
            } else if own.is_some() && (is_slip || self.is_resigned()) {
                self.draft.report(Code::RecordSyntax, verb, "expected `wins`");
            } else {
                return false;
            }
            let side = own.or_else(|| self.winner(name));
            self.won(side, line, digits, rest);
            return true;
        }
        let is_begun = |name: &str| {
            let rest = line.strip_prefix(name).map(str::trim);
            !name.is_empty() && (name.starts_with(line) || rest.is_some_and(|rest| "wins".starts_with(rest)))
        };
        let is_cut = names.into_iter().any(is_begun) && self.draft.is_cut(line) && !self.draft.is_over();
        if is_cut {
            self.draft.unknown(line, RESULT);
        }
        is_cut
    }

    /// Returns the player whom a misspelt name means: the opponent of one who resigned, or the one with a similar name.
    fn winner(&mut self, name: &str) -> Option<Side> {
        if self.is_resigned() {
            return self.draft.entries().last()?.side.map(Side::opponent);
        }
        misspelt_name(self.names?, name)
    }

    /// Returns `true` if a player has resigned and no result follows yet.
    fn is_resigned(&mut self) -> bool {
        let last = self.draft.entries().last().map(|last| &last.written);
        matches!(last, Some(Written::Resign | Written::OfferResignation { .. }))
    }

    /// Reads an automatic double; any other text is a chat of the players, as in GNU Backgammon.
    fn other(&mut self, line: &'a str) {
        if self.draft.continues_play(line) {
            return;
        }
        let is_head = self.draft.entries().is_empty();
        if is_head && strip_word(line, "automatic double").is_some() {
            self.automatic_doubles = self.automatic_doubles.saturating_add(1).min(15);
            if let Some(game) = &mut self.draft.game {
                game.automatic_doubles = Some(self.automatic_doubles);
            }
        } else if line.starts_with(|c: char| c.is_ascii_digit()) {
            self.draft.unknown(line, "a row is a number, one tab or two, and an action");
        } else {
            self.draft.remark(RemarkKind::Comment, line);
        }
    }
}
