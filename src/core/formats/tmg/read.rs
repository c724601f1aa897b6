//! The reader of `TrueMoneyGames`' records.

use super::{Row, SIGNS, game_line, kind, row};
use crate::board::{BySide, Side};
use crate::diag::{Code, Parsed, SourceFile, distance};
use crate::formats::draft::Draft;
use crate::formats::row_count::RowCount;
use crate::formats::words::{
    Action, action, cannot_move, dice, find_word, leading_number, number, strip_word,
};
use crate::game::record::{
    Cause, Cell, CubeWord, GameRecord, MatchRecord, RemarkKind, Spanned, Written, headers,
};
use crate::notation::plain::digit;
use crate::notation::play::{self, PlayOptions};

/// Reads the record of one match.
pub(super) fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut reader =
        Reader { draft: Draft::new(source), names: [""; 2], has_player: [false; 2], has_length: false };
    for line in reader.draft.lines() {
        reader.line(line);
    }
    reader.draft.finish("there is no line `Game 1: 0-0`")
}

/// Returns what a kind of action is; `None` for one that needs no particular text.
const fn kind_name(kind: u32) -> Option<&'static str> {
    Some(match kind {
        kind::ROLL => "a roll",
        kind::AUTOMATIC_DOUBLE => "an automatic double",
        kind::PLAY => "a play",
        kind::DOUBLE | kind::BEAVER => "an offer of the cube",
        kind::TAKE => "a take",
        kind::PASS => "a pass",
        kind::WINS_SINGLE..=kind::WINS_BACKGAMMON => "a result",
        kind::TIME_OUT | kind::TIME_OUT_TOO => "a time-out",
        _ => return None,
    })
}

/// Returns `true` if a text begins with a leg of a play.
fn begins_with_leg(text: &str) -> bool {
    let first = text.split(' ').next().unwrap_or("");
    first.contains('/')
        && (first.starts_with(|c: char| c.is_ascii_digit()) || strip_word(first, "bar").is_some())
}

/// Returns the kind of action that the text of a line shows, or else the kind that the line names.
fn shown_kind(told: u32, text: &str) -> u32 {
    let is_turn = matches!(told, kind::ROLL | kind::PLAY | kind::AUTOMATIC_DOUBLE);
    match action(text) {
        _ if kind_name(told).is_none() => told,
        _ if text.strip_suffix(':').and_then(dice).is_some() => kind::ROLL,
        _ if begins_with_leg(text) || cannot_move(text) => kind::PLAY,
        Some(Action::Cube(CubeWord::Beaver | CubeWord::Raccoon)) if is_turn => kind::BEAVER,
        Some(Action::Cube(_)) if is_turn => kind::DOUBLE,
        Some(Action::Take) if is_turn => kind::TAKE,
        Some(Action::Pass) if is_turn => kind::PASS,
        _ => told,
    }
}

/// Returns `true` for a play, or words that there is none.
fn is_play(text: &str) -> bool {
    text == "0/0" || cannot_move(text) || play::parse(text.as_bytes(), 0, PlayOptions::RECORD).is_ok()
}

/// Returns `true` if a text is complete for a kind of action.
fn is_text_of(kind: u32, text: &str) -> bool {
    match kind {
        kind::ROLL => text.strip_suffix(':').and_then(dice).is_some(),
        kind::PLAY => is_play(text),
        kind::DOUBLE | kind::BEAVER => matches!(action(text), Some(Action::Cube(_))),
        kind::TAKE => action(text) == Some(Action::Take),
        kind::PASS => action(text) == Some(Action::Pass),
        kind::WINS_SINGLE..=kind::WINS_BACKGAMMON => text.contains(" wins "),
        _ => false,
    }
}

/// The longest text in which the next line is looked for.
const LONGEST_JOINED: usize = 200;

/// Returns the second of two lines whose line end is missing. A result ends with a name, which may hold anything.
fn joined<'a>(first: &Row<'a>) -> Option<&'a str> {
    let text = first.text;
    if text.len() > LONGEST_JOINED || first.kind >= kind::WINS_SINGLE {
        return None;
    }
    let mut blanks = text.match_indices([' ', '\t']);
    blanks.find_map(|(at, _)| {
        let (before, second) = (text[..at].trim_end(), text[at..].trim_start());
        let is_second = row(second).is_ok_and(|(_, row)| is_text_of(row.kind, row.text));
        (is_second && is_text_of(first.kind, before)).then_some(second)
    })
}

struct Reader<'a> {
    draft: Draft<'a>,
    names: [&'a str; 2],
    /// Whether there is a line of each player; a name may be empty.
    has_player: [bool; 2],
    /// Whether there is a line with the match length, even if its number can't be read.
    has_length: bool,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str) {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            return;
        }
        if let Some((digits, scores)) = game_line(trimmed) {
            let number = number(digits).map(|number| self.draft.at(number, digits));
            if scores.is_none() {
                self.draft.report(Code::RecordSyntax, trimmed, "a game begins with `Game 1: 0-0`");
            } else if let Some(at) = trimmed.find(|c: char| SIGNS.contains(c)) {
                self.draft.report(Code::RecordUnknown, &trimmed[at..=at], "expected `:`");
            }
            if self.draft.record.games.is_empty() && self.draft.game.is_none() {
                // The findings on the game are at the whole heading, and this isn't their cause.
                let word = trimmed.split(' ').next().unwrap_or(trimmed);
                let missing = |side: &usize| !self.has_player[*side] && self.has_player[1 - *side];
                if let Some(side) = [0, 1].into_iter().find(missing) {
                    let player = side + 1;
                    let label = format!("the line `Player{player}: {player} name 0` is missing above this");
                    self.draft.report(Code::RecordValue, word, label);
                }
                if !self.has_length {
                    self.draft.record.length_fault = Some(self.draft.place(word));
                    let label = "the line `Length: N` is missing above this; 0 is a money session";
                    self.draft.report(Code::RecordValue, word, label);
                }
            }
            let [first, second] = [0, 1]
                .map(|side| Some(self.draft.player(self.names[side], scores.map(|scores| scores[side]))));
            self.draft.begin(GameRecord {
                number,
                heading: self.draft.place(trimmed),
                players: BySide([first, second]),
                ..GameRecord::default()
            });
        } else if self.draft.game.is_none() {
            match line.split_once(':') {
                Some((key, value)) => self.option(key.trim(), value),
                None => self.draft.unknown(trimmed, "expected a line `Key: value` before the first game"),
            }
        } else if let Some(told) = strip_word(trimmed, "crawford game: ") {
            let is_crawford = Some(told.eq_ignore_ascii_case("yes"));
            if let Some(game) = &mut self.draft.game {
                game.is_crawford = is_crawford;
            }
        } else {
            self.row(trimmed);
        }
    }

    /// Reads `Key: value`.
    fn option(&mut self, key: &'a str, raw: &'a str) {
        let value = raw.trim();
        let is = |known: &str| key.eq_ignore_ascii_case(known);
        let player = ["Player1", "Player2"].into_iter().position(is);
        if let Some(side) = player {
            return self.player(side, key, raw);
        }
        let name = match () {
            () if is("Length") => {
                self.has_length = true;
                return self.draft.length(value);
            }
            () if !self.has_length
                && number(value).is_some()
                && distance(&key.to_ascii_lowercase(), "length") <= 2 =>
            {
                self.has_length = true;
                self.draft.report(Code::RecordUnknown, key, "expected `Length`");
                return self.draft.length(value);
            }
            () if is("Variant") => {
                return match value {
                    "1" => self.draft.header_said(headers::VARIATION, "standard", value),
                    "2" => self.draft.header_said(headers::VARIATION, "nackgammon", value),
                    _ => {
                        let label = "variant 1 is backgammon, 2 is nackgammon";
                        self.draft.report(Code::RecordValue, value, label);
                        self.draft.header("tmg:Variant", key, value);
                    }
                };
            }
            () if is("Startdate") => {
                let date = value.replace(['-', '/'], ".");
                return self.draft.header_said(headers::DATE, date, value);
            }
            () if is("MatchID") => headers::MATCH_ID,
            () if is("Jacoby") => headers::JACOBY,
            () if is("Crawford") => headers::CRAWFORD,
            () if is("Cube") => headers::CUBE,
            () if is("MaxCube") => headers::CUBE_LIMIT,
            () if is("Beavers") => headers::BEAVER,
            () if is("AutomaticDoubles") => headers::AUTOMATIC_DOUBLES,
            () => key,
        };
        self.draft.header(name, key, value);
    }

    /// Reads `1 bob 1500.0`: the number, the name, the rating; a rating of 0 means none.
    fn player(&mut self, side: usize, key: &'a str, raw: &'a str) {
        const BLANKS: [char; 2] = [' ', '\t'];
        let raw = raw.strip_prefix(BLANKS).unwrap_or(raw).trim_end();
        let (number, rest) = leading_number(raw);
        let rest = if number.is_empty() { raw } else { rest.strip_prefix(BLANKS).unwrap_or(rest) };
        let (name, rating) = match rest.rsplit_once(BLANKS) {
            Some((name, rating)) if rating.parse::<f64>().is_ok() => (name, rating),
            Some((name, rating))
                if self.names[side].is_empty() && self.is_misprinted(name.trim(), rating) =>
            {
                self.draft.report(Code::RecordValue, rating, "a rating is a number; 0 is none");
                (name, "")
            }
            _ => (rest, ""),
        };
        let name = name.trim();
        let before = self.names[side];
        if !before.is_empty() && before != name {
            let place = self.draft.place(before);
            return self.draft.conflict(name, "this player", place);
        }
        self.names[side] = name;
        self.has_player[side] |= !name.is_empty() || !rating.is_empty();
        if !rating.is_empty() && rating != "0" {
            self.draft.header(headers::ELO[side], key, rating);
        }
    }

    /// Returns `true` for a rating with letters that look like digits, `O`: a result names the player without it.
    fn is_misprinted(&self, name: &str, rating: &str) -> bool {
        let is_like = rating.bytes().all(|byte| byte == b'.' || digit(byte).is_some());
        let is_winner = |name: &str| {
            let words = format!(" {name} wins ");
            self.draft.lines().any(|line| line.contains(&words))
        };
        is_like && !name.is_empty() && is_winner(name) && !is_winner(&format!("{name} {rating}"))
    }

    fn row(&mut self, line: &'a str) {
        let parsed = row(line).ok().map(|(_, row)| row);
        if let Some(second) = parsed.as_ref().and_then(joined) {
            self.single_row(line[..line.len() - second.len()].trim_end());
            self.draft.report(Code::RecordSyntax, second, "the end of the line is missing before this");
            return self.single_row(second);
        }
        match self.without_start(line, parsed.as_ref()) {
            Some((side, kind, text)) => {
                self.draft.report(Code::RecordSyntax, line, "a line is a number, a kind and a text");
                self.act(side, None, line, kind, text);
            }
            None => self.single_row(line),
        }
    }

    /// Returns the action of a line without its number, its kind or both, where the text shows it: a play after dice, an
    /// answer to a double, a result.
    fn without_start(&mut self, line: &'a str, row: Option<&Row<'a>>) -> Option<(Side, u32, &'a str)> {
        let is_known = |kind: &u32| kind_name(*kind).is_some() || *kind == kind::TABLE_STAKE;
        let kind = row.map(|row| row.kind).filter(is_known);
        let (_, after) = leading_number(line.strip_prefix('-').unwrap_or(line));
        let texts = [line, after.trim_start()];
        if kind.is_none_or(|kind| kind < kind::WINS_SINGLE)
            && let Some((side, text)) = texts.into_iter().find_map(|text| self.won(text))
        {
            return Some((side, kind::WINS_SINGLE, text));
        }
        let last = self.draft.entries().last().filter(|_| kind.is_none())?;
        let side = last.side?;
        let due = |text: &str| match (&last.written, action(text)) {
            (Written::Turn { cell: Cell::Empty, .. }, _) if begins_with_leg(text) && is_play(text) => {
                Some((side, kind::PLAY))
            }
            (Written::Cube { .. }, Some(Action::Take)) => Some((!side, kind::TAKE)),
            (Written::Cube { .. }, Some(Action::Pass)) => Some((!side, kind::PASS)),
            _ => None,
        };
        texts.into_iter().find_map(|text| due(text).map(|(side, kind)| (side, kind, text)))
    }

    /// Returns the player who wins by a text, and the result in it: `1 bob wins 1 point`. Where the words have another
    /// number than the one before the name, that one is the number of the line: the result is `bob wins 1 point`.
    fn won(&self, text: &'a str) -> Option<(Side, &'a str)> {
        const VERB: &str = " wins ";
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (digits, rest) = leading_number(unsigned);
        let verb = rest.rfind(VERB)?;
        let name = rest[..verb].trim();
        let names = self.names.map(str::trim);
        let is_clear = !digits.is_empty() && !name.is_empty() && names[0] != names[1];
        let side = Side::ALL.into_iter().find(|side| is_clear && name == names[side.index()])?;
        let (words, _) = leading_number(&rest[verb + VERB.len()..]);
        let has_points = text == unsigned && (words.is_empty() || number(words) == number(digits));
        Some((side, if has_points { text } else { rest.trim_start() }))
    }

    /// Reads a line of one action.
    fn single_row(&mut self, line: &'a str) {
        let Ok((_, Row { side, number, kind, text })) = row(line) else {
            if self.draft.continues_play(line) {
                return;
            }
            return self.draft.unknown(line, "a line is a number, a kind and a text");
        };
        let row = Some(number);
        let (told, kind) = (kind, shown_kind(kind, text));
        if let (Some(name), Some(shown), true) = (kind_name(told), kind_name(kind), told != kind) {
            let label = format!("kind {told} is {name}, but the text is {shown}");
            self.draft.report(Code::RecordSyntax, line, label);
        }
        if matches!(kind, kind::ROLL | kind::PLAY | kind::DOUBLE | kind::TAKE | kind::BEAVER | kind::PASS) {
            let digits = line.find([' ', '\t']).map_or(line, |end| &line[..end]);
            self.draft.count_row(RowCount::line, digits);
        }
        if told != kind && kind == kind::PLAY && !is_play(text) {
            // The line is reported already.
            return self.draft.unreadable(side, row, line);
        }
        self.act(side, row, line, kind, text);
    }

    /// Adds an action of a kind, with its text.
    fn act(&mut self, side: Side, row: Option<u32>, line: &'a str, kind: u32, text: &'a str) {
        self.compare_answer(kind, text);
        let written = match kind {
            kind::ROLL => self.draft.dice_alone(text.trim_end_matches(':'), line),
            kind::PLAY => return self.play(side, row, line, text),
            kind::AUTOMATIC_DOUBLE => return self.automatic_double(line, text),
            kind::DOUBLE => self.draft.cube(CubeWord::Double, text),
            kind::BEAVER => {
                let again = strip_word(text, "raccoon").is_some();
                self.draft.cube(if again { CubeWord::Raccoon } else { CubeWord::Beaver }, text)
            }
            kind::TAKE => Written::Take,
            kind::PASS => Written::Pass,
            kind::WINS_SINGLE..=kind::WINS_BACKGAMMON => {
                let points = self.result(side, line, text);
                let and_match = find_word(text, "the match").map(|at| self.draft.place(&text[at..]));
                Written::Wins { points, and_match }
            }
            kind::TIME_OUT | kind::TIME_OUT_TOO => {
                self.compare_result(side, text);
                Written::Losses { points: self.points(text), cause: Some(Cause::TimeOut) }
            }
            kind::TABLE_STAKE => return self.draft.remark(RemarkKind::Comment, line),
            _ => return self.draft.unknown(line, "unknown kind of action"),
        };
        self.draft.push(Some(side), row, line, written);
    }

    /// Counts an automatic double, which comes before the first roll.
    fn automatic_double(&mut self, line: &'a str, text: &str) {
        let expected = if !self.draft.entries().is_empty() {
            "an automatic double comes before the first roll"
        } else if !text.is_empty() && find_word(text, "double").is_none() {
            "an automatic double is `Automatic double to 2`"
        } else {
            if let Some(game) = &mut self.draft.game {
                let count = game.automatic_doubles.unwrap_or(0);
                game.automatic_doubles = Some(count.saturating_add(1).min(15));
            }
            return;
        };
        self.draft.unread(line, expected);
        self.draft.remark(RemarkKind::Unknown, line);
    }

    /// Compares the words of a cube action with its kind, which counts.
    fn compare_answer(&mut self, kind: u32, text: &'a str) {
        let is: fn(Action) -> bool = match kind {
            kind::DOUBLE | kind::BEAVER => |action| matches!(action, Action::Cube(_)),
            kind::TAKE => |action| action == Action::Take,
            kind::PASS => |action| action == Action::Pass,
            _ => return,
        };
        if let (Some(name), true) = (kind_name(kind), action(text).is_some_and(|action| !is(action))) {
            self.draft.report(Code::RecordValue, text, format!("kind {kind} is {name}"));
        }
    }

    /// Reads a result, `1 Alice wins 1 point`.
    fn result(&mut self, side: Side, line: &'a str, text: &'a str) -> Option<Spanned<u32>> {
        let points = self.points(text);
        let has_words = self.compare_result(side, text);
        if points.is_none() {
            self.draft.unread(line, "the points are missing");
        } else if !has_words && self.draft.is_cut(line) {
            self.draft.report(Code::RecordTruncated, text, "a result is `1 Alice wins 1 point`");
        }
        points
    }

    /// Compares the words of a result with the line's player and its number; `false` if there are none.
    fn compare_result(&mut self, side: Side, text: &'a str) -> bool {
        let found = [" wins ", " loses "].into_iter().find_map(|verb| Some((text.rfind(verb)?, verb.len())));
        let Some((at, verb)) = found else { return false };
        let (digits, name) = leading_number(&text[..at]);
        let (words, rest) = leading_number(&text[at + verb..]);
        if !words.is_empty()
            && !digits.is_empty()
            && number(digits).is_some_and(|told| number(words) != Some(told))
        {
            let label = format!("the number of the line is {digits}");
            self.draft.report(Code::RecordValue, words, label);
        }
        let name = name.trim();
        let own = self.names[side.index()].trim();
        if name == self.names[(!side).index()].trim() && name != own {
            self.draft.report(Code::ScoreWinner, name, format!("this is a line of {own}"));
        } else if name != own && !name.is_empty() && !own.is_empty() {
            self.draft.stranger(name);
        }
        rest.trim_start().starts_with("point")
    }

    /// Reads the points: the first number, or else the one before the word.
    fn points(&self, text: &'a str) -> Option<Spanned<u32>> {
        let (digits, rest) = leading_number(text);
        if !digits.is_empty() && (rest.is_empty() || rest.starts_with(' ')) {
            return number(digits).map(|points| self.draft.at(points, digits));
        }
        let before = text[..find_word(text, " point")?].trim_end();
        let digits = &before[before.rfind(' ').map_or(0, |at| at + 1)..];
        number(digits).map(|points| self.draft.at(points, digits))
    }

    /// Reads a play, whose dice are in the line before it.
    fn play(&mut self, side: Side, row: Option<u32>, line: &'a str, text: &'a str) {
        let cell = if text.is_empty() || text == "0/0" || cannot_move(text) {
            Cell::CannotMove(self.draft.place(if text.is_empty() { line } else { text }))
        } else {
            self.draft.play(text, PlayOptions::RECORD)
        };
        self.draft.play_after_dice(side, row, line, cell);
    }
}
