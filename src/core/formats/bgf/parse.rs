//! The frame of a .bgf file: unpacking, headers, games.

use super::entries::{self, View};
use super::value::{Broken, Node, Value, Why};
use super::{UNPACKED, header_end, json, smile};
use crate::board::{BySide, Side};
use crate::diag::count::many;
use crate::diag::{self, Code, Diagnostic, Parsed, SourceFile, Span};
use crate::formats::findings::wrong_character;
use crate::formats::position::switch;
use crate::game::record::{
    Cause, Entry, GameRecord, Header, MatchRecord, PlayerScore, Property, Spanned, Written, headers,
    short_name,
};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read;

/// The most games read; no match has that many.
const MOST_GAMES: usize = 4096;

/// The kind of the fields with scores and points.
const WHOLE: &str = "a whole number";

const AFTER_THE_MATCH: &str = "what follows the match isn't read";

/// The first bytes of gzip data.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// Reads a file. Places count the bytes of the first line and those of the match, unpacked.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let bytes = source.bytes();
    let mut reader = Reader { found: Vec::new() };
    let mut record = MatchRecord::default();
    let start = header_end(bytes).unwrap_or_else(|| {
        let end = memchr::memchr(b'\n', bytes).unwrap_or(bytes.len());
        let label = "expected a first line of JSON with the format BGF";
        reader.report(Code::RecordSyntax, Span::new(0, end), label);
        0
    });
    let packed = &bytes[start..];
    let begins = |mark: &[u8]| mark.starts_with(packed);
    if packed.trim_ascii().is_empty() || begins(smile::MAGIC) || begins(GZIP) {
        if reader.found.is_empty() {
            reader.report(Code::RecordTruncated, Span::new(start, start), "the match is missing");
        }
        return Parsed { value: record, diagnostics: reader.found };
    }
    let body = reader.unpack(packed, start);
    // The places are the same whether or not the match is packed.
    let all = [&bytes[..start], &body].concat();
    let (mut value, broken) =
        if body.starts_with(smile::MAGIC) { smile::read(&all, start) } else { json::read(&all, start) };
    if let Some(broken) = broken {
        reader.broken(broken);
        value.prune(broken.at);
    } else {
        reader.rest(&all, value.span.end as usize);
    }
    reader.repeated(&mut value);
    reader.record(&value, &mut record);
    reader.found.sort_by_key(|finding| finding.primary.span.start);
    Parsed { value: record, diagnostics: reader.found }
}

pub(super) struct Reader {
    found: Vec<Diagnostic>,
}

impl Reader {
    pub(super) fn report(&mut self, code: Code, span: Span, label: impl Into<String>) {
        diag::keep(&mut self.found, Diagnostic::of(code, span).label(label));
    }

    /// Reads a field of a map. One whose value isn't of its kind is reported, and left out.
    pub(super) fn field<'a, T>(
        &mut self,
        map: &'a Value,
        key: &str,
        kind: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Option<Spanned<T>> {
        let value = map.get(key).filter(|value| value.node != Node::Null)?;
        let content = read(value);
        if content.is_none() {
            self.report(Code::RecordValue, value.span, format!("`{key}` is {kind}"));
        }
        Some(Spanned::new(content?, value.span))
    }

    /// Reports where the text breaks off; the text after it is lost, so nothing else is reported there.
    fn broken(&mut self, broken: Broken) {
        let span = Span::new(broken.at, broken.at);
        if self.found.iter().any(|finding| finding.code != Code::RecordSyntax) {
            // The packing was found damaged, which is the reason.
            return;
        }
        match broken.why {
            Why::Ended => self.report(Code::RecordTruncated, span, "the match continues here"),
            Why::Expected(what) => self.report(Code::RecordSyntax, span, format!("expected {what}")),
            Why::Limit(what) => self.report(Code::RecordLimit, span, what),
        }
    }

    /// Reports text after the match; a last byte ends Smile.
    fn rest(&mut self, bytes: &[u8], from: usize) {
        let rest = bytes.get(from..).unwrap_or_default().trim_ascii();
        let rest = rest.strip_suffix(&[smile::END]).unwrap_or(rest);
        if !rest.is_empty() && self.found.is_empty() {
            let end = bytes.trim_ascii_end().len();
            self.report(Code::RecordSyntax, Span::new(from, end), AFTER_THE_MATCH);
        }
    }

    /// Reports and removes fields that a map has already, with another value.
    fn repeated(&mut self, value: &mut Value) {
        match &mut value.node {
            Node::List(items) => items.iter_mut().for_each(|item| self.repeated(item)),
            Node::Map(entries) => {
                let mut places: HashMap<String, usize> = HashMap::new();
                let mut kept: Vec<(String, Value)> = Vec::new();
                for (key, mut field) in std::mem::take(entries) {
                    let place = *places.entry(key.to_ascii_lowercase()).or_insert(kept.len());
                    if let Some((_, first)) = kept.get(place) {
                        if matches!(field.node, Node::List(_) | Node::Map(_)) || first.node != field.node {
                            let finding = Diagnostic::of(Code::HeaderConflict, field.span)
                                .label(format!("`{key}` contradicts the earlier value"))
                                .see(first.span, "the earlier value is used");
                            diag::keep(&mut self.found, finding);
                        }
                    } else {
                        self.repeated(&mut field);
                        kept.push((key, field));
                    }
                }
                *entries = kept;
            }
            _ => {}
        }
    }

    /// Unpacks the match, if it is packed: the description in the first line need not be correct.
    fn unpack<'a>(&mut self, packed: &'a [u8], start: usize) -> Cow<'a, [u8]> {
        if !packed.starts_with(GZIP) {
            return Cow::Borrowed(packed);
        }
        let mut body = Vec::new();
        let mut decoder = flate2::bufread::GzDecoder::new(packed);
        let result = decoder.by_ref().take(UNPACKED + 1).read_to_end(&mut body);
        let place = Span::new(start + body.len(), start + body.len());
        if body.len() as u64 > UNPACKED {
            let label = format!("more than {UNPACKED} bytes, unpacked");
            self.report(Code::RecordLimit, place, label);
        } else if let Err(error) = result {
            let ended = error.kind() == std::io::ErrorKind::UnexpectedEof;
            let code = if ended { Code::RecordTruncated } else { Code::RecordChecksum };
            self.report(code, place, format!("unpacking stops here: {error}"));
        } else if !decoder.get_ref().trim_ascii().is_empty() {
            self.report(Code::RecordSyntax, place, AFTER_THE_MATCH);
        }
        Cow::Owned(body)
    }

    fn record(&mut self, value: &Value, record: &mut MatchRecord) {
        // The match may be in a map of its own.
        let value = value.get("match").filter(|inner| inner.get("games").is_some()).unwrap_or(value);
        if !matches!(value.node, Node::Map(_)) {
            if self.found.is_empty() {
                self.report(Code::RecordSyntax, value.span, "expected a match");
            }
            return;
        }
        if let Some(length) = value.get("matchlen") {
            match length.int() {
                Some(points) if points <= 32_767 => {
                    record.length = Some(Spanned::new(points.max(0) as u32, length.span));
                }
                _ => self.report(Code::RecordValue, length.span, "the match length is a number up to 32767"),
            }
        }
        let is_money = record.length.is_none_or(|length| length.value == 0);
        for (key, value) in value.entries() {
            record.headers.extend(header(key, value, is_money));
        }
        let names = BySide(["nameGreen", "nameRed"].map(|key| {
            let name = self.field(value, key, "a text", Value::text);
            let (text, span) = name.map_or(("", value.span), |name| (name.value, name.span));
            Spanned::new(text.to_owned(), span)
        }));
        let Some(games) = value.get("games").filter(|games| !games.items().is_empty()) else {
            if self.found.is_empty() {
                let place = value.get("games").map_or(value.span, |games| games.span);
                self.report(Code::RecordSyntax, place, "expected games");
            }
            return;
        };
        let view = View::of(games);
        let scores = |game: Option<&Value>, keys: [&str; 2]| {
            game.and_then(|game| Some([game.get(keys[0])?.int()?, game.get(keys[1])?.int()?]))
        };
        let names = BySide(names.0.map(|name| self.whole_name(name)));
        for (index, game) in games.items().iter().enumerate() {
            if index == MOST_GAMES {
                let label = format!("only {MOST_GAMES} games are read");
                self.report(Code::RecordLimit, game.span, label);
                break;
            }
            let next = games.items().get(index + 1);
            let after = match next {
                Some(_) => scores(next, ["scoreGreen", "scoreRed"]),
                None => scores(Some(value), ["finalGreen", "finalRed"]),
            };
            let before = scores(Some(game), ["scoreGreen", "scoreRed"]);
            let won = game.get("wonPoints").and_then(Value::int).map(i64::unsigned_abs);
            let winner = before.zip(after).and_then(|(before, after)| winner(before, after, won));
            record.games.push(self.game(game, &names, view, winner));
            if next.is_none() {
                for key in ["finalGreen", "finalRed"] {
                    self.field(value, key, WHOLE, Value::int);
                }
                self.finals(value, game, before.zip(after));
            }
        }
    }

    /// Compares the scores after the last game with its result.
    fn finals(&mut self, value: &Value, game: &Value, scores: Option<([i64; 2], [i64; 2])>) {
        let won = game.get("wonPoints").and_then(Value::int).filter(|won| *won != 0);
        let (Some((before, after)), Some(won)) = (scores, won) else { return };
        // Where the text breaks off, they may be cut.
        let breaks = [Code::RecordTruncated, Code::RecordSyntax, Code::RecordLimit];
        if self.found.iter().any(|finding| breaks.contains(&finding.code)) {
            return;
        }
        let fits = (0..2).any(|side| {
            let gained = |of: usize| after[of].checked_sub(before[of]);
            gained(side).map(i64::unsigned_abs) == Some(won.unsigned_abs()) && gained(1 - side) == Some(0)
        });
        if let Some(place) = value.get("finalGreen").filter(|_| !fits) {
            let won = many(won.unsigned_abs(), "point");
            let label = format!("{}-{} after {won} from {}-{}", after[0], after[1], before[0], before[1]);
            self.report(Code::ScoreHeader, place.span, label);
        }
    }

    /// Cuts a name that is too long for any player, as every game repeats it.
    fn whole_name(&mut self, name: Spanned<String>) -> Spanned<String> {
        if let Some(label) = wrong_character(&name.value) {
            self.report(Code::RecordValue, name.span, label);
        }
        let short = short_name(&name.value);
        if short.len() == name.value.len() {
            return name;
        }
        self.report(Code::RecordLimit, name.span, format!("only {} bytes of the name are read", short.len()));
        Spanned::new(short.to_owned(), name.span)
    }

    fn game(
        &mut self,
        value: &Value,
        names: &BySide<Spanned<String>>,
        view: View,
        winner: Option<Side>,
    ) -> GameRecord {
        let start = value.span.start as usize;
        let mut game = GameRecord { heading: Span::new(start, start), ..GameRecord::default() };
        let won = self.field(value, "wonPoints", WHOLE, Value::int);
        let forfeit = self.field(value, "wasForfeit", "true or false", Value::bool);
        let forfeit = forfeit.filter(|was| was.value).map(|was| was.span);
        let mut properties = Vec::new();
        for (key, field) in value.entries() {
            match key.to_ascii_lowercase().as_str() {
                "scoregreen" | "scorered" | "moves" | "wonpoints" | "wasforfeit" => {}
                // A resignation shows in moves that stop.
                "wasresignation" if field.bool().is_some() => {}
                _ if field.is_nothing() => {}
                _ => properties.push(property(key, field)),
            }
        }
        for (side, key) in Side::ALL.into_iter().zip(["scoreGreen", "scoreRed"]) {
            let score = self.field(value, key, WHOLE, Value::int);
            game.players[side] = Some(PlayerScore { name: names[side].clone(), rating: None, score });
        }
        if !properties.is_empty() {
            game.notes.get_or_insert_default().properties = properties;
        }
        let moves = self.field(value, "moves", "a list", Value::list).map_or(&[][..], |moves| moves.value);
        for play in moves {
            game.entries.extend(entries::entry(self, play, view, &game.entries));
        }
        if let Some(won) = won.filter(|won| won.value != 0) {
            // A sign, if there is one, shows the winner: red counts downwards.
            if won.value < 0 && winner == Some(Side::Zero) {
                let label = "points below 0 are red's, and the scores are green's";
                self.report(Code::ScoreWinner, won.span, label);
            }
            let winner = winner.or((won.value < 0).then_some(Side::One));
            let points = Spanned::new(won.value.unsigned_abs().min(u64::from(u32::MAX)) as u32, won.span);
            if let (Some(span), Some(winner)) = (forfeit, winner) {
                let written = Written::Losses { points: None, cause: Some(Cause::Forfeit) };
                game.entries.push(Entry::new(Some(!winner), span, written));
            }
            let written = Written::Wins { points: Some(points), and_match: None };
            game.entries.push(Entry::new(winner, won.span, written));
        }
        game
    }
}

/// Returns the side that won a game between two scores: the only one that has gained the points of the game, or else the
/// only one that has gained any.
fn winner(before: [i64; 2], after: [i64; 2], won: Option<u64>) -> Option<Side> {
    let gains = [0, 1].map(|side: usize| i128::from(after[side]) - i128::from(before[side]));
    let only = |has_won: &dyn Fn(i128) -> bool| match gains.map(has_won) {
        [true, false] => Some(Side::Zero),
        [false, true] => Some(Side::One),
        _ => None,
    };
    let is_won = |gain: i128| gain > 0 && won.is_some_and(|won| gain == i128::from(won));
    only(&is_won).or_else(|| only(&|gain| gain > 0).filter(|_| gains.contains(&0)))
}

/// Returns the header for a field of the match, if it is one.
fn header(key: &str, value: &Value, is_money: bool) -> Option<Header> {
    let switch = |name: &str| Some(switch(name, value.bool()?, value.span));
    match key.to_ascii_lowercase().as_str() {
        "matchlen" | "namegreen" | "namered" | "games" | "finalgreen" | "finalred" => None,
        "usecube" => switch(headers::CUBE).filter(|header| header.value.value == "Off"),
        "usecrawford" if is_money => None,
        "usecrawford" => switch(headers::CRAWFORD),
        "usejacoby" if !is_money => None,
        "usejacoby" => switch(headers::JACOBY),
        _ if value.is_nothing() => None,
        "date" => {
            let text = value.to_string();
            Some(match date(&text) {
                Some(date) => Header::new(headers::DATE, date, value.span),
                None => Header::new("Date", text, value.span),
            })
        }
        "event" | "tournament" => Some(Header::new(headers::EVENT, value.to_string(), value.span)),
        "round" => Some(Header::new(headers::ROUND, value.to_string(), value.span)),
        "location" | "place" | "site" => Some(Header::new(headers::SITE, value.to_string(), value.span)),
        "annotator" => Some(Header::new(headers::ANNOTATOR, value.to_string(), value.span)),
        "transcriber" => Some(Header::new(headers::TRANSCRIBER, value.to_string(), value.span)),
        _ => Some(Header::new(&format!("BGBlitz {key}"), value.to_string(), value.span)),
    }
}

/// Returns a field that has no equivalent of ours.
pub(super) fn property(key: &str, value: &Value) -> Property {
    Property::new(format!("bgf:{key}"), vec![value.to_string()], value.span)
}

/// Reads the date in `2025-11-02`, `2.11.2025` and `Nov 2, 2025`; with slashes, day and month would be ambiguous.
fn date(text: &str) -> Option<String> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let parts: Vec<&str> = text.split([' ', ',', '.', '-', 'T']).filter(|part| !part.is_empty()).collect();
    let number = |text: &str| text.parse::<u32>().ok();
    let (year, month, day) = match parts[..] {
        [year, month, day, ..] if year.len() == 4 => (number(year)?, number(month)?, number(day)?),
        [month, day, year, ..] if number(month).is_none() => {
            let begin = month.get(..3)?.to_ascii_lowercase();
            let month = MONTHS.iter().position(|name| *name == begin)? as u32 + 1;
            (number(year)?, month, number(day)?)
        }
        [day, month, year, ..] if text.contains('.') => (number(year)?, number(month)?, number(day)?),
        _ => return None,
    };
    let is_date = (1900..10_000).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    is_date.then(|| format!("{year:04}.{month:02}.{day:02}"))
}
