//! The root of a tree: its facts about the match, the game and its result.

use super::missing::{FACTS, OF_MATCH, Stated};
use super::parse::Reader;
use super::text::{compose, unescape};
use super::unclosed::of_root;
use super::{HEADERS, cut, own, rules};
use crate::board::Side;
use crate::diag::{self, Code, Diagnostic, Severity, Span};
use crate::game::record::{
    Anchor, Entry, GameRecord, Header, MatchRecord, Notes, PlayerScore, Remark, RemarkKind, Spanned, Written,
    headers, short_name,
};
use std::borrow::Cow;

/// The facts of the root that are applied once it is complete.
#[derive(Debug, Default)]
pub(super) struct Root {
    /// The numbers of `MI`, in the order of [`FACTS`].
    facts: [Option<Spanned<i64>>; OF_MATCH],
    names: [Option<Spanned<String>>; 2],
    /// Whether each side's rating is written after the name.
    rating_at_name: [bool; 2],
    rules: Option<Span>,
    /// Whether it isn't known if the Jacoby rule applies.
    jacoby_unstated: bool,
    has_match: bool,
    /// The facts that it contains; all of them if one of `MI` can't be read.
    stated: Stated,
    /// The name of the property with the facts of the match.
    match_place: Option<Span>,
    /// The place of a fact of the match that may be its length, and is reported: its name or its value is wrong.
    length_fault: Option<Span>,
    cube: Option<(u32, Span)>,
    result: Option<Entry>,
    /// The properties that state one thing, each with its first value.
    given: Vec<(String, Span)>,
    /// The properties so far that a value without its bracket may contain, and the facts of the match that one contained.
    pub(super) known: Vec<&'static str>,
    pub(super) has_number: bool,
    headers: Vec<Header>,
    /// The notes on the result.
    pub(super) result_notes: Option<Box<Notes>>,
    /// The numbers of the remarks on it.
    pub(super) result_remarks: Vec<usize>,
}

impl Root {
    /// Notes a fact that the root contains.
    fn note(&mut self, key: &str) {
        if let Some(place) = FACTS.iter().position(|fact| *fact == key) {
            self.stated[place] = true;
        }
    }

    /// Returns `true` if the root states the Crawford rule, which only matches have.
    fn states_crawford(&self, text: &str) -> bool {
        let rules = self.rules.and_then(|rules| text.get(rules.range())).unwrap_or_default();
        rules.split(':').any(|word| word.trim() == headers::CRAWFORD)
    }
}

/// The program that states the length of every match, as `AP` names it before its version.
const GNU_BACKGAMMON: &str = "GNU Backgammon";
/// The words for how a game was won, after the points or in place of them.
const REASONS: [&str; 7] = ["", "R", "Resign", "T", "Time", "F", "Forfeit"];

impl Reader<'_> {
    /// Reads a property of the root; returns `true` if it was one.
    pub(super) fn root_property(&mut self, id: &str, name: Span) -> bool {
        let place = self.values[0];
        let value = self.value(0);
        self.root.known.extend(of_root(id).filter(|known| !self.root.known.contains(known)));
        if matches!(id, "PW" | "PB" | "RU" | "CV" | "RE") && !self.states_first(id, name) {
            return true;
        }
        match id {
            "FF" => {
                if !matches!(value.trim(), "1" | "2" | "3" | "4") {
                    self.report(Code::RecordValue, place, "not a version of SGF", "expected `FF[4]`");
                }
            }
            "GM" => self.root.has_number = true,
            "CA" => {}
            "MI" => self.match_info(name),
            "PW" | "PB" => {
                let side = usize::from(id == "PB");
                self.root.names[side] = Some(Spanned::new(unescape(value).into_owned(), place));
            }
            "RU" => {
                self.root.stated[FACTS.len() - 1] = true;
                self.root.rules = Some(place);
            }
            own::UNSTATED if value == headers::JACOBY => self.root.jacoby_unstated = true,
            "CV" => self.automatic_doubles(place, value, name),
            "RE" | own::SAID => self.result(place, value, name),
            "GC" | own::UNKNOWN if id == "GC" || self.record.games.is_empty() => {
                let kind = if id == "GC" { RemarkKind::Comment } else { RemarkKind::Unknown };
                for index in 0..self.values.len() {
                    let text = unescape(self.value(index)).into_owned();
                    let (anchor, span) = (Anchor::MATCH, self.values[index]);
                    if self.record.games.is_empty() {
                        self.record.remarks.push(Remark { kind, anchor, span, text });
                    } else {
                        self.remark(kind, span, text);
                    }
                }
            }
            own::HEADER => {
                for index in 0..self.values.len() {
                    let (key, text) = compose(self.value(index));
                    let text = text.unwrap_or("");
                    // The date of `DT` in the record's own spelling.
                    let spelling = unescape(text);
                    let date = date(&spelling, '-', '.').filter(|_| key == headers::DATE);
                    let is_date = |known: &&mut Header| {
                        known.key.value == headers::DATE && Some(&known.value.value) == date.as_ref()
                    };
                    if date.is_some()
                        && let Some(known) = self.root.headers.iter_mut().find(is_date)
                    {
                        known.value.value = spelling.into_owned();
                        continue;
                    }
                    self.root.headers.push(Header {
                        key: Spanned::new(unescape(key).into_owned(), name),
                        value: Spanned::new(unescape(text).into_owned(), self.values[index]),
                    });
                }
            }
            own::RATING_AT_NAME => {
                for index in 0..self.values.len() {
                    self.root.rating_at_name[usize::from(self.value(index) == "B")] = true;
                }
            }
            _ if self.is_match_info(id) => {
                // Another character before its letters is reported itself.
                if self.odd_until != name.start {
                    let label = "expected `MI`, the facts of the match";
                    self.report(Code::RecordUnknown, name, "an unknown property", label);
                }
                self.match_info(name);
            }
            // Within the game it is a set-up.
            "CP" if matches!(value, "c" | "w" | "b") => return false,
            _ => {
                let Some((_, key)) = HEADERS.iter().find(|(known, _)| *known == id) else { return false };
                let mut text = unescape(value);
                if id == "AP" && text.starts_with("barpoint:") {
                    return true;
                }
                if id == "DT" {
                    text = date(&text, '-', '.').map_or(text, Cow::Owned);
                }
                // Every game repeats it.
                let is_said = !self.record.games.is_empty()
                    && !headers::ELO.contains(key)
                    && self.record.header(key).is_some_and(|earlier| earlier.value.value == text);
                if !is_said {
                    self.root.headers.push(Header {
                        key: Spanned::new((*key).to_owned(), name),
                        value: Spanned::new(text.into_owned(), place),
                    });
                }
                if self.values.len() > 1 {
                    self.keep(id, name);
                }
            }
        }
        true
    }

    /// Returns `true` for the first property of a name. Values that contradict its first one are reported and kept.
    fn states_first(&mut self, id: &str, name: Span) -> bool {
        let earlier = self.root.given.iter().find(|(given, _)| given == id).map(|(_, place)| *place);
        let first = earlier.unwrap_or(self.values[0]);
        let text = self.text;
        let all = std::mem::take(&mut self.values);
        self.values =
            all.iter().copied().filter(|other| text[other.range()] != text[first.range()]).collect();
        if let Some(&other) = self.values.first() {
            self.conflict(first, other);
            self.keep(id, name);
        }
        self.values = all;
        if earlier.is_none() {
            self.root.given.push((id.to_owned(), first));
        }
        earlier.is_none()
    }

    /// Reports a value that contradicts an earlier one, which is used.
    fn conflict(&mut self, first: Span, other: Span) {
        let finding = Diagnostic::of(Code::HeaderConflict, other)
            .label("this contradicts the earlier value")
            .see(first, "the earlier value is used");
        diag::keep(&mut self.diagnostics, finding);
    }

    /// Returns `true` if a property whose name isn't known contains the facts of the match.
    fn is_match_info(&self, id: &str) -> bool {
        let is_known = || HEADERS.iter().any(|(known, _)| *known == id);
        let is_fact = |index: usize| {
            let (key, number) = compose(self.value(index));
            number.is_some() && FACTS[..OF_MATCH].contains(&key)
        };
        !self.root.has_match && (0..self.values.len()).all(is_fact) && !is_known()
    }

    /// Reads facts of the match after a reported name that isn't even letters, `M:[length:3]`; `false` for others.
    pub(super) fn bare_match_info(&mut self, values: Span) -> bool {
        let between = self.text.get(self.odd_until as usize..values.start as usize);
        let is_told = between.is_some_and(|between| between.trim_start().is_empty());
        if !(self.node.is_root && is_told && self.is_match_info("")) {
            return false;
        }
        self.match_info(Span { end: values.start + 1, ..values });
        true
    }

    /// Reads `MI[length:3][game:0][ws:0][bs:0]`.
    fn match_info(&mut self, id: Span) {
        self.root.has_match = true;
        self.root.match_place.get_or_insert(id);
        let mut unknown = Vec::new();
        for index in 0..self.values.len() {
            let place = self.values[index];
            let (key, text) = compose(self.value(index));
            let start = place.start as usize + key.len() + 1;
            let span = Span::new(start, place.end as usize);
            let number = text.and_then(|text| text.trim().parse::<i64>().ok());
            self.root.note(key);
            let Some(fact) = FACTS[..OF_MATCH].iter().position(|fact| *fact == key) else {
                let known = misspelt(key).filter(|known| *known == "length" || number.is_some());
                if (text.is_none() && !key.trim().is_empty()) || known.is_some() {
                    if known.is_none_or(|known| known == "length") {
                        self.root.length_fault.get_or_insert(place);
                    }
                    self.root.stated = [true; FACTS.len()];
                    let message = "a fact of the match isn't understood";
                    let expected = "expected `length:`, `game:`, `ws:` or `bs:` and a number";
                    self.report(Code::RecordUnknown, place, message, expected);
                }
                unknown.push(index);
                continue;
            };
            let (range, expected) = match key {
                "length" => (0..=32_767, "expected a length from 0 to 32767"),
                "game" => (0..=i64::from(u32::MAX - 1), "expected the number of a game"),
                _ => (i64::MIN..=i64::MAX, "expected a score"),
            };
            match (number.filter(|number| range.contains(number)), self.root.facts[fact]) {
                (Some(number), None) => self.root.facts[fact] = Some(Spanned::new(number, span)),
                (Some(number), Some(earlier)) if earlier.value == number => {}
                (Some(_), Some(earlier)) => {
                    self.conflict(earlier.span, span);
                    unknown.push(index);
                }
                (None, _) => {
                    let wrong = if text.is_some() { span } else { place };
                    if key == "length" {
                        self.root.length_fault.get_or_insert(wrong);
                    }
                    self.root.stated = [true; FACTS.len()];
                    let message = format!("`{key}` can't have this value");
                    self.report(Code::RecordValue, wrong, message, expected);
                    unknown.push(index);
                }
            }
        }
        if !unknown.is_empty() {
            let all = std::mem::take(&mut self.values);
            self.values = unknown.iter().map(|&index| all[index]).collect();
            self.keep("MI", id);
            self.values = all;
        }
    }

    /// Returns the place of the semicolon that begins the root. What is missing there isn't reported at the bracket:
    /// the findings on the whole game are there.
    fn root_place(&self) -> Span {
        let heading = self.game.heading;
        let rest = self.text.as_bytes().get(heading.end as usize..).unwrap_or_default();
        memchr::memchr(b';', rest).map_or(heading, |at| {
            let start = heading.end as usize + at;
            Span::new(start, start + 1)
        })
    }

    /// Returns the length that a later tree of the match states, where the first one doesn't. It is reported there,
    /// unless something else is that may be the length.
    fn later_length(&mut self, place_of_match: Span, is_told: bool) -> Option<Spanned<u32>> {
        let (length, place) = cut::later_length(self.text, self.game.heading.start as usize)?;
        if !is_told {
            let expected = format!("expected `MI[length:{length}]`, as a later game states");
            self.report(Code::RecordValue, place_of_match, "the match length is missing", &expected);
        }
        Some(Spanned::new(length, place))
    }

    /// Returns the names that only a later tree of the match states, where the first one doesn't; they are reported
    /// there, unless text in the root that can't be read may be one.
    fn later_names(&mut self, names: &[Option<Spanned<String>>; 2], place: Span) -> [Option<String>; 2] {
        let (text, heading) = (self.text, self.game.heading);
        let later = [0, 1].map(|side| {
            names[side].is_none().then(|| cut::later_name(text, heading.start as usize, side)).flatten()
        });
        // Another value, whose bracket is missing, may contain it.
        let root = text.get(heading.start as usize..self.at).unwrap_or_default();
        let properties = [("PW[", later[0]), ("PB[", later[1])];
        let properties = properties.into_iter().filter(|(id, _)| !root.contains(id));
        let properties = properties.filter_map(|(id, name)| Some(format!("{id}{}]", short_name(name?))));
        let properties = properties.collect::<String>();
        let is_here = |it: &Diagnostic| it.primary.span.start > heading.start;
        let may_be_unread = self.diagnostics.iter().any(|it| it.code == Code::RecordSyntax && is_here(it));
        if !properties.is_empty() && !may_be_unread {
            let expected = format!("expected `{properties}`, as a later game states");
            self.report(Code::RecordValue, place, "a player's name is missing", &expected);
        }
        later.map(|name| name.map(|name| short_name(&unescape(name)).to_owned()))
    }

    /// Returns `true` if GNU Backgammon wrote the record.
    pub(super) fn is_by_gnu_backgammon(&self) -> bool {
        self.record.headers.iter().any(is_by_gnu_backgammon)
    }

    fn automatic_doubles(&mut self, place: Span, value: &str, id: Span) {
        match value.trim().parse::<u32>() {
            Ok(cube) if cube.is_power_of_two() && cube <= 1 << 15 => self.root.cube = Some((cube, place)),
            _ => {
                self.report(Code::RecordValue, place, "this isn't a cube value", "expected a power of 2");
                self.keep("CV", id);
            }
        }
    }

    /// Reads `RE[W+2R]`.
    fn result(&mut self, place: Span, value: &str, id: Span) {
        // FF[4] has two words for a draw, and a third one for a game without a result.
        if ["0", "Draw", "Void"].iter().any(|word| word.eq_ignore_ascii_case(value.trim())) {
            self.root.result = Some(Entry::new(None, place, Written::Drawn));
            return;
        }
        let bytes = value.as_bytes();
        let side = match bytes.first() {
            Some(b'W' | b'w') => Side::Zero,
            Some(b'B' | b'b') => Side::One,
            _ => {
                self.keep("RE", id);
                if !matches!(value.trim(), "?" | "") {
                    let expected = "expected a winner and points: `W+2`";
                    self.report(Code::RecordValue, place, "this isn't a result of a game", expected);
                    // There is a result, of an unknown winner.
                    let written = Written::Wins { points: None, and_match: None };
                    self.root.result = Some(Entry::new(None, place, written));
                }
                return;
            }
        };
        let usual = memchr::memchr(b'+', bytes).map_or(bytes.len(), |plus| plus + 1);
        let plus = odd_points(bytes, usual).unwrap_or(usual);
        let digits = bytes[plus..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let start = place.start as usize + plus;
        let points = value[plus..plus + digits].parse::<u32>().ok();
        let points = points.map(|points| Spanned::new(points, Span::new(start, start + digits)));
        let reason = value.get(plus + digits..).unwrap_or_default().trim();
        if plus != usual {
            let expected = "expected the winner, a plus and the points: `W+2`";
            self.report(Code::RecordValue, place, "this isn't a result of a game", expected);
        } else if !REASONS.iter().any(|known| known.eq_ignore_ascii_case(reason)) {
            let expected = "expected only `R`, `T` or `F` after the points";
            let rest = Span::new(start + digits, place.end as usize);
            self.report(Code::RecordValue, rest, "this isn't a result of a game", expected);
        }
        let written = Written::Wins { points, and_match: None };
        self.root.result = Some(Entry::new(Some(side), place, written));
    }

    /// Reports a game whose number doesn't follow.
    fn count_game(&mut self) {
        let number = self.game.number;
        if let (Err(due), Some(number)) = (self.numbers.next(number.map(|number| number.value)), number) {
            let message = format!("expected game {}, found game {}", due - 1, number.value - 1);
            self.report(Code::RecordValue, number.span, message, "SGF counts games from 0");
        }
    }

    /// Applies the facts of the root, once it is complete.
    pub(super) fn end_root(&mut self) {
        let mut root = std::mem::take(&mut self.root);
        let of_match = |fact: usize| root.facts[fact].map(|it| Spanned::new(it.value as u32, it.span));
        let mut length = of_match(0);
        self.game.number = of_match(1).map(|game| Spanned::new(game.value + 1, game.span));
        let is_first = self.record.games.is_empty();
        let place_of_match = root.match_place.unwrap_or_else(|| self.root_place());
        if is_first {
            let is_told = root.length_fault.is_some();
            if let (Some(later), Some(written)) = (self.agreed_length, length) {
                let expected = format!("all later games state {}", later.value);
                self.report(Code::RecordValue, written.span, "another match length", &expected);
                length = Some(later);
            }
            self.record.length = length.or_else(|| self.later_length(place_of_match, is_told));
            let always_states_it = root.has_match && root.headers.iter().any(is_by_gnu_backgammon);
            let states_crawford = root.states_crawford(self.text) && !self.is_at_end();
            self.record.length_fault = root.length_fault;
            if self.record.length.is_none() && (always_states_it || states_crawford) && !is_told {
                self.record.length_fault = Some(place_of_match);
                let message = "the match length is missing";
                let finding = Diagnostic::new(Code::RecordValue, place_of_match, message);
                let finding = if always_states_it {
                    finding.label("expected `MI[length:N]`; 0 is a money session")
                } else {
                    let expected = "expected `MI[length:N]`: only matches have the Crawford rule";
                    finding.label(expected).severity(Severity::Warning)
                };
                diag::keep(&mut self.diagnostics, finding);
            }
        } else if let (Some(first), Some(now)) = (self.record.length, length)
            && first.value != now.value
        {
            let start = self.game.heading.start as usize;
            if self.record.games.len() == 1 && cut::all_later_state(self.text, start, now.value) {
                self.agreed_length = Some(now);
            }
            let expected = format!("the match is to {}", first.value);
            self.report(Code::RecordValue, now.span, "another match length", &expected);
        }
        self.report_missing(root.stated, place_of_match);
        self.count_game();
        let length = length.or(self.record.length).map_or(0, |length| length.value);
        let known = root.has_match || root.rules.is_some();
        if let Some(rules) = root.rules {
            rules::read(self, rules, length, is_first);
        } else if known && is_first {
            rules::none(&mut self.record, length, self.game.heading);
        }
        if root.jacoby_unstated && is_first {
            self.record.headers.retain(|header| header.key.value != headers::JACOBY);
        }
        if length > 0 && root.rules.is_some() {
            self.game.is_crawford.get_or_insert(false);
        }
        if let Some((cube, place)) = root.cube {
            let doubles = cube.trailing_zeros() as u8;
            if length == 0 {
                self.game.automatic_doubles = Some(doubles).filter(|doubles| *doubles > 0);
            } else if doubles > 0 {
                let setup = self.node.setup.get_or_insert_default();
                setup.cube(cube, place);
            }
        }
        let mut ratings: [Option<Spanned<String>>; 2] = [None, None];
        for header in std::mem::take(&mut root.headers) {
            let side = headers::ELO.iter().position(|key| *key == header.key.value);
            if let Some(side) = side
                && root.rating_at_name[side]
                && header.key.span.len() == 2
                && self.text.get(header.key.span.range()) != Some(own::HEADER)
            {
                ratings[side] = Some(header.value);
                continue;
            }
            self.header(header, is_first);
        }
        let is_in_match = is_first && root.has_match;
        let later = if is_in_match { self.later_names(&root.names, place_of_match) } else { [None, None] };
        let [white, black] = root.names.each_mut().map(Option::take);
        let [white_rating, black_rating] = ratings;
        let earlier = self.record.games.last();
        let earlier = Side::ALL.map(|side| earlier.and_then(|game| game.players[side].as_ref()));
        // A root without a name refers to the players of the game before, the first one to those of a later game.
        let player = |side: Side, name: Option<Spanned<String>>, rating, score: Option<Spanned<i64>>| {
            let place = place_of_unstated(self.game.heading, score.as_ref());
            let unnamed = || {
                let name = earlier[side.index()].map(|player| short_name(&player.name.value).to_owned());
                Spanned::new(name.or_else(|| later[side.index()].clone()).unwrap_or_default(), place)
            };
            (name.is_some() || score.is_some() || later[side.index()].is_some()).then(|| PlayerScore {
                name: name.unwrap_or_else(unnamed),
                rating,
                score,
            })
        };
        let white = player(Side::Zero, white, white_rating, root.facts[2]);
        let black = player(Side::One, black, black_rating, root.facts[3]);
        self.game.players[Side::Zero] = white;
        self.game.players[Side::One] = black;
        self.root = root;
    }

    /// Adds a header: those of later games only if they differ.
    fn header(&mut self, header: Header, is_first: bool) {
        let earlier = if is_first { None } else { self.record.header(&header.key.value) };
        match earlier {
            Some(earlier) => {
                if earlier.value.value != header.value.value {
                    let id = self.text.get(header.key.span.range()).unwrap_or("XH").to_owned();
                    self.values.clear();
                    self.values.push(header.value.span);
                    self.keep(&id, header.key.span);
                }
            }
            None => self.record.headers.push(header),
        }
    }

    /// Adds the result at the end of the game.
    pub(super) fn finish_root(&mut self, game: &mut GameRecord) {
        game.entries.extend(self.root.result.take());
        let index = self.record.games.len();
        if let Some(last) = game.entries.len().checked_sub(1) {
            for remark in std::mem::take(&mut self.root.result_remarks) {
                self.record.remarks[remark].anchor = Anchor::entry(index, last);
            }
            if let Some(notes) = self.root.result_notes.take() {
                let entry = &mut game.entries[last];
                entry.notes = entry.notes.take().or(Some(notes));
            }
        }
    }
}

/// Returns the name of a player that the root of a game states, perhaps an empty one; `None` if the player has that of
/// another game, or none.
#[must_use]
#[doc(hidden)]
pub fn stated_name(game: &GameRecord, side: Side) -> Option<&str> {
    let player = game.players[side].as_ref()?;
    let is_stated = player.name.span != place_of_unstated(game.heading, player.score.as_ref());
    is_stated.then_some(player.name.value.as_str())
}

/// Returns the place of a name that a root doesn't state: that of the score, or of the heading.
fn place_of_unstated(heading: Span, score: Option<&Spanned<i64>>) -> Span {
    score.map_or(heading, |score| score.span)
}

/// Returns `true` for the header that names GNU Backgammon as the program.
fn is_by_gnu_backgammon(header: &Header) -> bool {
    header.key.value == headers::PROGRAM && header.value.value.starts_with(GNU_BACKGAMMON)
}

/// Returns the place of the points in a result that has none at their usual place: `W-2`, `B1`, `W + 2R`.
fn odd_points(result: &[u8], usual: usize) -> Option<usize> {
    let at = result.iter().position(u8::is_ascii_digit)?;
    let is_sign = |byte: &u8| b" +-:=".contains(byte);
    (result.get(1..at)?.iter().all(is_sign) && at != usual).then_some(at)
}

/// Returns the fact of the match whose name is almost this one.
fn misspelt(key: &str) -> Option<&'static str> {
    let key = key.trim().to_ascii_lowercase();
    let mut facts = FACTS[..OF_MATCH].iter();
    facts.find(|known| diag::distance(&key, known) <= (known.len() / 3).max(1)).copied()
}

/// Changes `YYYY-MM-DD` to `YYYY.MM.DD` or back. `None` if the text isn't such a date.
pub(super) fn date(text: &str, from: char, to: char) -> Option<String> {
    let mut parts = text.split(from);
    let fits = |part: Option<&str>, len: usize| {
        part.is_some_and(|part| part.len() == len && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_date = fits(parts.next(), 4) && fits(parts.next(), 2) && fits(parts.next(), 2);
    (is_date && parts.next().is_none()).then(|| text.replace(from, &to.to_string()))
}

/// Adds a header that states a rule.
pub(super) fn state(record: &mut MatchRecord, key: &str, value: &str, place: Span) {
    record.headers.push(Header::new(key, value, place));
}
