//! Readings of SGF's notation: brackets and semicolons that are missing, misspelt or too many, misspelt actions and
//! facts of the match, swapped nodes.

use super::bench::Bench;
use super::reading::{Class, Reading};
use super::scores::Meant;
use crate::board::Side;
use crate::diag::count::many;
use crate::diag::{Code, Diagnostic, Edit, Severity, Span, distance};
use crate::formats::changes::{Change, Words};
use crate::formats::sgf;
use crate::game::record::{Cell, GameRecord, Written};

/// The longest text in place of a semicolon.
const LONGEST: usize = 8;
/// The most letters by which a word may differ from an action.
const MOST_LETTERS: usize = 3;
/// The actions as they are written.
const ACTIONS: [&str; 3] = ["double", "take", "drop"];
/// Other words for actions.
const SYNONYMS: [(&str, &str); 4] = [("pass", "drop"), ("passes", "drop"), ("fold", "drop"), ("yes", "take")];
/// The facts of the match with a number.
const FACTS: [&str; 4] = ["length", "game", "ws", "bs"];
/// The properties with which a node begins: an action, or the first one of a tree.
const FIRST: [&str; 4] = ["W", "B", "FF", "GM"];
/// The properties whose names differ from `GM` in one letter.
const LIKE_GM: [&str; 2] = ["GN", "GC"];

/// Returns the readings of a finding about the notation.
pub(super) fn readings(bench: &Bench<'_>, finding: &Diagnostic) -> Vec<Reading> {
    if bench.format.name != sgf::FORMAT.name {
        return Vec::new();
    }
    let at = Place::new(bench, finding.primary.span);
    let one = match finding.code {
        Code::RecordSyntax => {
            let before = at.semicolon().or_else(|| at.odd_semicolon()).or_else(|| at.bracket());
            let value = || at.action().or_else(|| at.opened()).or_else(|| at.extra_bracket());
            before.or_else(|| at.match_info()).or_else(value)
        }
        Code::RecordUnknown => at.outside().or_else(|| at.match_info()).or_else(|| at.fact()),
        Code::RecordValue if finding.severity == Severity::Warning => at.missing(),
        Code::RecordValue => {
            at.heading().or_else(|| at.score()).or_else(|| at.result()).or_else(|| at.fact())
        }
        _ => None,
    };
    match one {
        Some(one) => vec![one],
        None if finding.code == Code::RecordSyntax => at.words(),
        None => Vec::new(),
    }
}

/// The place of a finding.
struct Place<'b, 'a> {
    bench: &'b Bench<'a>,
    span: Span,
    game: usize,
    /// The text before it, without blanks at its end.
    before: &'b str,
    /// Its text.
    text: &'b str,
    /// The text after it.
    after: &'b str,
}

impl<'b, 'a> Place<'b, 'a> {
    fn new(bench: &'b Bench<'a>, span: Span) -> Self {
        let whole = bench.source.text();
        let part = |from: usize, to: usize| whole.get(from..to).unwrap_or_default();
        Self {
            bench,
            span,
            game: bench.game_at(span.start).unwrap_or(0),
            before: part(0, span.start as usize).trim_end(),
            text: bench.source.slice(span),
            after: part(span.end as usize, whole.len()),
        }
    }

    fn reading(&self, message: impl Into<String>, edit: Edit) -> Reading {
        Reading::new(Class::Spelling, 0.2, message, self.game, [edit])
    }

    /// Returns the place of the last character before this place.
    fn last(&self) -> Span {
        Span::new(self.before.len().saturating_sub(1), self.before.len())
    }

    /// Returns the reading that a property begins a node whose semicolon is missing, `W[31hefe]B[52lqac]`, or has become
    /// a letter, `W[31hefe]xB[52lqac]`.
    fn semicolon(&self) -> Option<Reading> {
        let letters = self.text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, values) = self.text.split_at(letters);
        if name.is_empty() || !values.starts_with('[') || self.before.ends_with(';') {
            return None;
        }
        if matches!(name.as_bytes(), [b'a'..=b'z', b'W' | b'B']) {
            let letter = Span { end: self.span.start + 1, ..self.span };
            let message = format!("write `;` for `{}`", &name[..1]);
            return Some(self.reading(message, Edit::new(letter, ";")));
        }
        let message = format!("write `;` before `{name}`");
        let reading = self.reading(message, Edit::insert(self.span.start, ";"));
        // Any other property may belong to the node before, and be misspelt.
        let is_first = FIRST.contains(&name.trim_matches(|c: char| c.is_ascii_lowercase()));
        Some(reading.safe_if(is_first))
    }

    /// Returns the reading of a few characters before an action: another one for the semicolon, or some too many.
    fn odd_semicolon(&self) -> Option<Reading> {
        let is_action =
            self.after.trim_start().starts_with(['W', 'B']) && self.after.trim_start()[1..].starts_with('[');
        if !is_action || self.text.len() > LONGEST || self.text.contains(['[', ']', '(', ')', ';']) {
            return None;
        }
        if self.before.ends_with(';') {
            let message = format!("delete `{}`", self.text);
            return Some(self.reading(message, Edit::delete(self.span)).unsafe_());
        }
        let reading = self.reading(format!("write `;` for `{}`", self.text), Edit::new(self.span, ";"));
        let is_like = [":", ",", ".", "\u{FF1B}", "&#59"].contains(&self.text);
        Some(reading.safe_if(is_like))
    }

    /// Returns the reading that a bracket before a tree is too many, or missing.
    fn bracket(&self) -> Option<Reading> {
        let next = self.after.trim_start();
        if self.text == "(" && next.starts_with('(') {
            return Some(self.reading("delete the bracket", Edit::delete(self.span)));
        }
        let is_root = self.text == ";" && (next.starts_with("FF[") || next.starts_with("GM["));
        is_root.then(|| self.reading("write `(` before the tree", Edit::insert(self.span.start, "(")))
    }

    /// Returns the reading of an action in other brackets, `W(31hefe)`, with its name in lower case, `w[31hefe]`, with a
    /// semicolon after it, `W;[31hefe]`, or with signs in its value, `W["31hefe"]`, `W[[31hefe]`, `W[3-1hefe]`.
    fn action(&self) -> Option<Reading> {
        let (written, name) = (self.text, self.text.chars().next()?);
        let of = |text: String| {
            let message = format!("write `{text}` for `{written}`");
            self.reading(message, Edit::new(self.span, text))
        };
        if ["w", "b", "white", "black"].contains(&written) && self.after.starts_with('[') {
            return Some(of(name.to_ascii_uppercase().to_string()));
        }
        if written == ";" && self.before.ends_with(['W', 'B']) && self.after.starts_with('[') {
            return Some(self.reading("delete the semicolon", Edit::delete(self.span)));
        }
        let value: String = written.chars().filter(char::is_ascii_alphanumeric).collect();
        if value == written || !is_action(&value) {
            return None;
        }
        if self.before.ends_with('[') && self.after.starts_with(']') {
            return Some(of(value));
        }
        let is_named = self.before.ends_with(|c: char| c.is_ascii_alphabetic());
        (is_named && written.len() == value.len() + 2).then(|| of(format!("[{value}]")))
    }

    /// Returns the reading of a value whose first bracket is missing, `W31hefe]`, or another sign, `W{31hefe]`; before
    /// other values than actions only a character that can't be typed.
    fn opened(&self) -> Option<Reading> {
        let first = self.after.chars().next()?;
        let sign = if first.is_ascii_alphanumeric() { 0 } else { first.len_utf8() };
        let (value, _) = self.after[sign..].split_once(']')?;
        let is_of_action = ["W", "B"].contains(&self.text) && is_action(value);
        let is_name = !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_control = first.is_control() && !first.is_whitespace();
        if !is_name || value.contains(['[', ';']) || !(is_of_action || is_control) {
            return None;
        }
        let end = self.span.end as usize;
        let message = format!("write `[` after `{}`", self.text);
        Some(self.reading(message, Edit::new(Span::new(end, end + sign), "[")))
    }

    /// Returns the reading of a bracket too many after a value: `W[31hefe]]`.
    fn extra_bracket(&self) -> Option<Reading> {
        let before = self.before.strip_suffix(']').filter(|_| self.text == "]")?;
        let (named, value) = before.rsplit_once('[')?;
        let reading = self.reading("delete the bracket", Edit::delete(self.span));
        // It may be part of any other value.
        let is_of_action = named.ends_with(['W', 'B']) && is_action(value);
        Some(reading.safe_if(is_of_action))
    }

    /// Returns the reading of nodes outside the trees: the bracket before them ends the tree too early.
    fn outside(&self) -> Option<Reading> {
        let is_nodes = self.text.starts_with(';') && self.before.ends_with(')');
        is_nodes.then(|| self.reading("delete the `)` before these nodes", Edit::delete(self.last())))
    }

    /// Returns the reading of a misspelt `MI`, also with other characters than letters: `ML`, `:I`, `M:`. Between two
    /// facts, it is the one without these characters.
    fn match_info(&self) -> Option<Reading> {
        let (rest, value) = self.after.split_once('[')?;
        let is_name = rest.is_empty() || self.text.len() + rest.len() <= LONGEST;
        if !is_name || !begins_with_fact(value) {
            return None;
        }
        let name = format!("{}{rest}", self.text);
        if name.contains(['(', ')', ';', '[', ']']) {
            return None;
        }
        let span = Span { end: self.span.end + rest.len() as u32, ..self.span };
        if self.is_after_fact() {
            let name = name.trim_end_matches([' ', '\t', '\r', '\n']);
            let reading = self.reading(format!("delete `{name}`"), Edit::delete(span));
            let is_one = name.chars().count() == 1;
            return Some(reading.safe_if(is_one));
        }
        if self.has_match_info() {
            return None;
        }
        let reading = self.reading(format!("write `MI` for `{name}`"), Edit::new(span, "MI"));
        // Superfluous characters, here or before, may mean something.
        let letters = name.chars().filter(|c| !c.is_whitespace()).count();
        let is_whole = letters <= "MI".len() || name.chars().all(|c| c.is_ascii_alphabetic());
        let is_safe = is_whole && self.before.ends_with([']', ';']);
        Some(reading.safe_if(is_safe))
    }

    /// Returns `true` if a fact of the match stands before this place.
    fn is_after_fact(&self) -> bool {
        let value = self.before.strip_suffix(']').and_then(|before| Some(&before[before.rfind('[')? + 1..]));
        value.is_some_and(begins_with_fact)
    }

    /// Returns `true` if the game has `MI` before this place.
    fn has_match_info(&self) -> bool {
        let start = self.bench.record.games.get(self.game).map_or(0, |game| game.heading.start as usize);
        self.before.get(start..).is_some_and(|root| root.contains("MI["))
    }

    /// Returns the reading of a misspelt fact of the match: `lenght:7`, `WS:3`, `bs=2`.
    fn fact(&self) -> Option<Reading> {
        if !self.before.ends_with('[') || !self.after.starts_with(']') {
            return None;
        }
        let letters = self.text.len() - self.text.trim_start_matches(|c: char| c.is_alphabetic()).len();
        let key = self.text[..letters].to_lowercase();
        // The winner of a result is one letter.
        let is_like = |fact: &&str| key.len() > 1 && distance(&key, fact) <= (fact.len() / 3).max(1);
        let known = match FACTS.into_iter().filter(is_like).collect::<Vec<_>>()[..] {
            _ if FACTS.contains(&key.as_str()) => key.clone(),
            [known] => known.to_owned(),
            _ => return None,
        };
        let value = &self.text[letters..];
        let number = value.trim_matches(|c: char| !c.is_ascii_digit());
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let after = value.trim_start_matches([' ', '\t', ':', '=']);
        let separator = &value[..value.len() - after.len()];
        // A minus sign may be meant. Without a colon, a digit may stand in its place.
        let is_after_colon = separator.contains([':', '=']) && after.starts_with(number);
        (is_number && letters > 0).then(|| {
            let fact = format!("{known}:{number}");
            let message = format!("write `{fact}` for `{}`", self.text);
            let reading = self.reading(message, Edit::new(self.span, fact));
            reading.safe_if(is_after_colon)
        })
    }

    /// Returns the reading of a tree whose game isn't named: its name is misspelt or missing, or it continues the tree
    /// before.
    fn heading(&self) -> Option<Reading> {
        let game = self.bench.record.games.get(self.game).filter(|game| game.heading == self.span)?;
        let start = self.span.end as usize;
        let first = game.entries.iter().map(|entry| entry.span.start as usize).find(|at| *at > start);
        let root = self.bench.source.text().get(start..first.unwrap_or(start))?;
        if root.contains("GM[") {
            return None;
        }
        if root.trim() == ";" && self.before.ends_with(')') {
            let edits = [self.last(), self.span].map(Edit::delete);
            let message = "continue the tree before";
            return Some(Reading::new(Class::Spelling, 0.2, message, self.game, edits));
        }
        let node = root.find(';')? + 1;
        if let Some((at, name)) = misnamed(&root[node..]) {
            let at = start + node + at;
            let message = if name.is_empty() {
                "write `GM` before `[6]`".to_owned()
            } else {
                format!("write `GM` for `{name}`")
            };
            let reading = self.reading(message, Edit::new(Span::new(at, at + name.len()), "GM"));
            return Some(reading.safe_if(!LIKE_GM.contains(&name)));
        }
        let version = root[node..].trim_start().starts_with("FF[").then(|| root[node..].find(']')).flatten();
        let at = start + node + version.map_or(0, |end| end + 1);
        Some(self.reading("insert `GM[6]`", Edit::insert(at as u32, "GM[6]")))
    }

    /// Returns the reading that inserts facts that the trees beside this one have.
    fn missing(&self) -> Option<Reading> {
        let record = &self.bench.record;
        let game = record.games.get(self.game)?;
        let start = game.heading.start as usize;
        let first = game.entries.iter().map(|entry| entry.span.start).find(|at| *at > self.span.end);
        let root = self.bench.source.text().get(start..first? as usize)?;
        let mut facts: Vec<String> = Vec::new();
        if let Some(length) = record.length.filter(|_| !root.contains("length:")) {
            facts.push(format!("[length:{}]", length.value));
        }
        if game.number.is_none() {
            let number = match self.game.checked_sub(1) {
                Some(before) => record.games.get(before)?.number?.value,
                None => 0,
            };
            facts.push(format!("[game:{number}]"));
        }
        let has_score = |side: Side| game.score(side).is_some();
        for (side, key) in [(Side::Zero, "ws"), (Side::One, "bs")] {
            if !has_score(side) {
                facts.push(format!("[{key}:{}]", self.bench.score_due(self.game)?[side]));
            }
        }
        let facts = facts.concat();
        let (text, at) = match self.text {
            _ if facts.is_empty() && !root.contains("RU[") => {
                let at = if self.text == "MI" { self.span.start as usize } else { start + named(root)? };
                ("RU[Crawford]".to_owned(), at)
            }
            _ if facts.is_empty() => return None,
            "MI" => (facts, self.span.end as usize),
            _ => (format!("MI{facts}"), start + named(root)?),
        };
        let message = format!("insert `{text}`");
        let mut reading = self.reading(message, Edit::insert(at as u32, text.as_str()));
        // The first game may be in the middle of a match, and any game may be the Crawford game.
        reading.may_be_safe = self.game > 0 && !text.starts_with("RU");
        reading.sets_score = !Side::ALL.into_iter().all(has_score);
        Some(reading)
    }

    /// Returns the reading of a score that can't be read.
    fn score(&self) -> Option<Reading> {
        let side = match self.before.get(self.before.len().checked_sub(3)?..)? {
            "ws:" => Side::Zero,
            "bs:" => Side::One,
            _ => return None,
        };
        let meant = Meant::of(self.text, self.bench.score_due(self.game).map(|due| due[side]))?;
        let points = meant.points;
        let message = match self.text {
            "" => format!("write the score {points}"),
            text => format!("write the score {points} for `{text}`"),
        };
        let is_value = self.after.starts_with(']') && !self.text.contains('[');
        let edit = Edit::new(self.span, points.to_string());
        is_value.then(|| meant.reading(self.reading(message, edit)))
    }

    /// Returns the reading of a result in another notation: `W-2`, `B + 1R`.
    fn result(&self) -> Option<Reading> {
        let entries = self.bench.entries(self.game);
        let entry = entries.iter().position(|entry| entry.span.holds(self.span))?;
        let Written::Wins { points: Some(points), .. } = &entries[entry].written else { return None };
        let whole = self.bench.source.slice(entries[entry].span);
        let is_resigned = whole.trim_end().ends_with(['R', 'r']);
        let words = Words::Wins { points: points.value, is_resigned };
        let message = format!("write {} for the result", many(points.value.into(), "point"));
        let change = Change::Say { entry, words };
        let reading = Reading::new(Class::Spelling, 0.3, message, self.game, [change]);
        let next = self.bench.record.games.get(self.game + 1).and_then(GameRecord::points);
        let is_shown = next.is_some() && next == self.bench.score_due(self.game + 1);
        let is_sure = is_shown || self.bench.is_played_out(self.game) || !claims_worth(whole);
        Some(reading.safe_if(is_sure))
    }

    /// Returns the readings of a word that isn't an action.
    fn words(&self) -> Vec<Reading> {
        let is_action = self.before.ends_with("W[") || self.before.ends_with("B[");
        let word = self.text.trim().to_lowercase();
        if !is_action || word.is_empty() || !word.chars().all(char::is_alphabetic) {
            return Vec::new();
        }
        let reading = |action: &str| {
            let letters = distance(&word, action);
            let is_synonym = SYNONYMS.contains(&(word.as_str(), action));
            let is_like = letters <= MOST_LETTERS.min(action.len() / 2) || is_synonym;
            let cost = match letters {
                _ if is_synonym => 0.3,
                _ if !is_like => 1.2,
                letters => 0.2 + 0.3 * letters as f32,
            };
            let message = format!("read `{}` as `{action}`", self.text);
            let edit = Edit::new(self.span, action);
            Reading::new(Class::Action, cost, message, self.game, [edit]).safe_if(is_like)
        };
        ACTIONS.into_iter().map(reading).collect()
    }
}

/// Returns `true` if a value is an action: two dice and pairs of letters, or a word.
fn is_action(value: &str) -> bool {
    let is_turn = |value: &[u8]| match value {
        [b'1'..=b'6', b'1'..=b'6', letters @ ..] => {
            letters.len().is_multiple_of(2)
                && letters.len() <= 8
                && letters.iter().all(u8::is_ascii_lowercase)
        }
        _ => false,
    };
    is_turn(value.as_bytes()) || ACTIONS.contains(&value)
}

/// Returns `true` if a value begins with the name of a fact of the match.
fn begins_with_fact(value: &str) -> bool {
    FACTS.iter().any(|fact| value.strip_prefix(fact).is_some_and(|rest| rest.starts_with(':')))
}

/// Returns the misspelt name of the property with the number of the game, beside `FF[4]`, and its place in a root:
/// `M[6]`.
fn misnamed(root: &str) -> Option<(usize, &str)> {
    const NUMBER: &str = "[6]";
    let (before, after) = root.split_once(NUMBER)?;
    let start = before.rfind(']').map_or(0, |end| end + 1);
    let is_after_first = before.trim_start().starts_with("FF[") && before.find(']') == before.rfind(']');
    if !is_after_first && !after.trim_start().starts_with("FF[") {
        return None;
    }
    let name = before[start..].trim_start();
    let at = before.len() - name.len();
    let name = name.trim_end();
    let is_like = name.is_empty() || distance(&name.to_uppercase(), "GM") <= 1;
    (name.len() <= LONGEST && is_like).then_some((at, name))
}

/// Returns `true` if a result names a gammon or backgammon after its points, which these may leave out: `W+1G`.
fn claims_worth(result: &str) -> bool {
    let points = result.trim_start_matches(|c: char| !c.is_ascii_digit());
    let after = points.trim_start_matches(|c: char| c.is_ascii_digit());
    let mut words = after.split(|c: char| !c.is_alphabetic());
    words.any(|word| word.starts_with(['G', 'g', 'B', 'b']) && !word.eq_ignore_ascii_case("by"))
}

/// Returns the place in a root after the name of the game.
fn named(root: &str) -> Option<usize> {
    const NAME: &str = "GM[6]";
    Some(root.find(NAME)? + NAME.len())
}

/// Returns the readings that two neighbouring nodes at an entry are swapped.
pub(super) fn swapped(bench: &Bench<'_>, game: usize, entry: usize) -> Vec<Reading> {
    let entries = bench.entries(game);
    if bench.format.name != sgf::FORMAT.name {
        return Vec::new();
    }
    let text = |entry: usize| Some(bench.source.slice(entries.get(entry)?.span));
    let reading = |first: usize| {
        let (one, two) = (text(first)?, text(first + 1)?);
        let message = format!("swap `{one}` and `{two}`");
        let change = Change::Reorder { entries: first..first + 2, order: vec![first + 1, first] };
        Some(Reading::new(Class::Exchange, 0.8, message, game, [change]))
    };
    // The order breaks at the first of them, or after both if they begin the game.
    [Some(entry), entry.checked_sub(2)].into_iter().flatten().filter_map(reading).collect()
}

/// Returns the readings that the letters of a turn and of the next one, or the one before, are swapped.
pub(super) fn letters_swapped(bench: &Bench<'_>, game: usize, entry: usize) -> Vec<Reading> {
    let entries = bench.entries(game);
    if bench.format.name != sgf::FORMAT.name {
        return Vec::new();
    }
    let play = |entry: usize| match &entries.get(entry)?.written {
        Written::Turn { cell: Cell::Play(play), .. } => Some(play.span),
        _ => None,
    };
    let reading = |first: usize| {
        let (one, two) = (play(first)?, play(first + 1)?);
        let text = |span: Span| bench.source.slice(span);
        let message = format!("swap the letters `{}` and `{}`", text(one), text(two));
        let edits = [Edit::new(one, text(two)), Edit::new(two, text(one))];
        Some(Reading::new(Class::Exchange, 1.0, message, game, edits))
    };
    [Some(entry), entry.checked_sub(1)].into_iter().flatten().filter_map(reading).collect()
}

/// Returns the reading that the first action of a game is the other player's: its letters are that player's, too.
pub(super) fn of_other_player(bench: &Bench<'_>, game: usize, entry: usize) -> Option<Reading> {
    let is_first = entry == 0 && bench.format.name == sgf::FORMAT.name;
    let side = bench.entries(game).first().filter(|_| is_first)?.side?;
    let message = format!("make the first action {}'s", super::name(bench, game, !side));
    Some(Reading::new(Class::Action, 0.9, message, game, [Change::OtherSide { entry }]))
}
