//! The writer: roots, and the order of the trees.

use super::text::{composed, property};
use super::write_game::{GameWriter, texts};
use super::{HEADERS, color, own, root, rules, theirs};
use crate::board::Side;
use crate::formats::gnubg::{self, Session};
use crate::formats::inventory;
use crate::formats::overruled;
use crate::game::record::{Anchor, GameRecord, RemarkKind, headers};
use crate::game::{Ending, MAX_CUBE, Replayed, ReplayedGame};

/// Writes a match: a tree for each game, like GNU Backgammon.
#[must_use]
pub fn write(replayed: &Replayed) -> Vec<u8> {
    trees(&replayed.with_jacoby_of_results(), None)
}

/// Writes a match like GNU Backgammon's own file: without our headers, with its statistics.
#[must_use]
pub(in crate::formats) fn write_theirs(replayed: &Replayed, session: &Session) -> Vec<u8> {
    trees(replayed, Some(session))
}

fn trees(replayed: &Replayed, session: Option<&Session>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4096);
    let headers = match session {
        None => Headers::of(replayed),
        Some(_) => Headers::theirs(replayed),
    };
    let in_order = replayed.record.remarks.is_sorted_by_key(|remark| remark.anchor);
    for (index, (record, game)) in replayed.games().enumerate() {
        let words = match session {
            None => rules::write(&replayed.rules, game.is_crawford),
            // What a session was told about its game, even against the score.
            Some(session) => rules::write_theirs(
                session.rules.get(index).unwrap_or(&replayed.rules),
                record.is_crawford.unwrap_or(game.is_crawford),
            ),
        };
        root(&mut bytes, replayed, &headers, index, record, game, &words);
        if let Some(statistics) = session.and_then(|session| session.statistics.get(index)) {
            bytes.extend_from_slice(b"GS");
            bytes.extend_from_slice(statistics.as_bytes());
        }
        let mut writer = GameWriter::new(&mut bytes, replayed, index, in_order);
        match session {
            None => writer.write(),
            Some(session) => {
                writer.list(&gnubg::list_of(replayed, session, index));
                let is_last = index + 1 == replayed.games.len();
                if let Some(waiting) = session.waiting.filter(|_| is_last) {
                    theirs::waiting(&mut bytes, &waiting);
                }
            }
        }
        bytes.extend_from_slice(b")\n");
    }
    bytes
}

/// The headers, by the place where they are written.
struct Headers<'a> {
    /// Those with a property of their own, in the order of [`HEADERS`].
    standard: [Option<&'a str>; HEADERS.len()],
    /// The others.
    other: Vec<(&'a str, String)>,
    /// The program that writes the file, unless the record names another.
    program: &'static str,
}

impl<'a> Headers<'a> {
    fn of(replayed: &'a Replayed) -> Self {
        let program = concat!("barpoint:", env!("CARGO_PKG_VERSION"));
        let mut found = Self { standard: [None; HEADERS.len()], other: Vec::new(), program };
        for header in &replayed.record.headers {
            let (key, text) = (header.key.value.as_str(), header.value.value.as_str());
            let is_rule = headers::RULES.iter().any(|known| known.eq_ignore_ascii_case(key));
            if text.trim().is_empty() || is_rule || inventory::repeats_name(replayed, header) {
                continue;
            }
            let place = HEADERS.iter().position(|(id, known)| *known == key && fits(id, text));
            match place {
                Some(place) if found.standard[place].is_none() => found.standard[place] = Some(text),
                None if key == headers::DATE => {
                    // Other programs read `DT`, which this one would write in another way: it reads the spelling from `XH`.
                    let date = HEADERS.iter().position(|(id, _)| *id == "DT");
                    if let Some(date) = date.map(|place| &mut found.standard[place]) {
                        date.get_or_insert(text);
                    }
                    found.other.push((key, text.to_owned()));
                }
                _ => found.other.push((key, text.to_owned())),
            }
        }
        let rules = &replayed.rules;
        if rules.is_money() && rules.beavers != u8::MAX {
            found.other.push((headers::BEAVER, headers::limit(rules.beavers)));
        }
        let begun = replayed.games.iter().map(|game| game.automatic_doubles).max().unwrap_or(0);
        if rules.is_money() && rules.automatic_doubles != begun {
            found.other.push((headers::AUTOMATIC_DOUBLES, headers::limit(rules.automatic_doubles)));
        }
        if rules.cube_limit != MAX_CUBE {
            found.other.push((headers::CUBE_LIMIT, rules.cube_limit.to_string()));
        }
        found
    }

    /// Returns the headers that GNU Backgammon has.
    fn theirs(replayed: &'a Replayed) -> Self {
        let mut found = Self { other: Vec::new(), program: gnubg::PROGRAM, ..Self::of(replayed) };
        for (place, (id, _)) in HEADERS.iter().enumerate() {
            if *id == "AP" || place >= 8 {
                found.standard[place] = None;
            }
        }
        found
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        HEADERS.iter().position(|(id, _)| *id == key).and_then(|place| self.standard[place])
    }
}

/// Returns `true` if the record doesn't state the Jacoby rule, but the scores count some game as under it.
fn is_unstated(replayed: &Replayed) -> bool {
    let pairs = replayed.games.iter().zip(replayed.games.iter().skip(1));
    let counted = |(game, next): (&ReplayedGame, &ReplayedGame)| {
        game.result.is_some() && game.score_after().points != next.before.points
    };
    replayed.rules.is_money()
        && !replayed.rules.jacoby
        && replayed.record.stated_jacoby().is_none()
        && pairs.into_iter().any(counted)
}

/// Returns `true` if a property is read back with the same value.
fn fits(id: &str, text: &str) -> bool {
    match id {
        "AP" => !text.starts_with("barpoint:"),
        "DT" => root::date(text, '-', '.').is_none(),
        "CP" => !matches!(text, "c" | "w" | "b"),
        _ => true,
    }
}

/// Writes the root of a game, in GNU Backgammon's order; properties that it doesn't know come last.
fn root(
    out: &mut Vec<u8>,
    replayed: &Replayed,
    headers: &Headers<'_>,
    index: usize,
    record: &GameRecord,
    game: &ReplayedGame,
    words: &str,
) {
    let remarks = &replayed.record.remarks;
    property(out, "(;FF", ["4"]);
    property(out, "GM", ["6"]);
    property(out, "CA", ["UTF-8"]);
    property(out, "AP", [headers.get("AP").unwrap_or(headers.program)]);
    let points = replayed.head_score(index);
    let number = game.number.saturating_sub(1);
    property(out, "MI", [format!("length:{}", replayed.rules.length), format!("game:{number}")]);
    property(out, "", [format!("ws:{}", points[Side::Zero]), format!("bs:{}", points[Side::One])]);
    // The other facts of MI.
    let notes = record.notes.as_deref();
    for other in notes.iter().flat_map(|notes| &notes.properties).filter(|other| other.key == "sgf:MI") {
        property(out, "", &other.values.value);
    }
    property(out, "PW", [replayed.name(index, Side::Zero)]);
    property(out, "PB", [replayed.name(index, Side::One)]);
    let mut at_name = Vec::new();
    // GNU Backgammon writes the facts of the match in each game that has the number of the first one.
    let is_theirs = headers.program == gnubg::PROGRAM;
    let has_facts = if is_theirs { game.number <= 1 } else { index == 0 };
    for (side, id) in [(Side::Zero, "WR"), (Side::One, "BR")] {
        let own = || Some(record.players[side].as_ref()?.rating.as_ref()?.value.as_str());
        let new = || inventory::new_rating(replayed, index, side).filter(|_| !is_theirs);
        let rating = if has_facts { own() } else { new() };
        if let Some(rating) = rating {
            at_name.push(color(side));
            property(out, id, [rating]);
        } else if let Some(rating) = headers.get(id).filter(|_| has_facts) {
            property(out, id, [rating]);
        }
    }
    if has_facts {
        for (place, (id, _)) in HEADERS.iter().enumerate().take(8).skip(3) {
            let Some(text) = headers.standard[place] else { continue };
            match root::date(text, '.', '-').filter(|_| *id == "DT") {
                Some(date) => property(out, id, [date]),
                None => property(out, id, [text]),
            }
        }
        texts(out, "GC", remarks, RemarkKind::Comment, Anchor::MATCH);
    }
    if !words.is_empty() {
        property(out, "RU", [words]);
    }
    if index == 0 && is_unstated(replayed) {
        property(out, own::UNSTATED, [headers::JACOBY]);
    }
    if game.automatic_doubles > 0 {
        property(out, "CV", [(1_u32 << game.automatic_doubles.min(15)).to_string()]);
    }
    if let Some(result) = game.result {
        let given = if matches!(result.ending, Ending::Resigned | Ending::Awarded) { "R" } else { "" };
        let won = |winner| format!("{}+{}{given}", color(winner), result.points);
        property(out, "RE", [result.winner.map_or_else(|| "Draw".to_owned(), won)]);
        if !is_theirs && let Some((winner, points)) = overruled::result(&replayed.record.games[index], game) {
            property(out, own::SAID, [format!("{}+{points}", color(winner))]);
        }
    }
    super::write_notes::head(out, replayed, index);
    if index == 0 {
        for (place, (id, _)) in HEADERS.iter().enumerate().skip(8) {
            property(out, id, headers.standard[place]);
        }
        texts(out, own::UNKNOWN, remarks, RemarkKind::Unknown, Anchor::MATCH);
    }
    property(out, own::RATING_AT_NAME, &at_name);
    if index == 0 {
        let mut other: Vec<(&str, &str)> = Vec::new();
        for (id, name) in [("WR", "W"), ("BR", "B")] {
            if let Some(rating) = headers.get(id)
                && at_name.contains(&name)
            {
                other.push((HEADERS[usize::from(id == "BR") + 1].1, rating));
            }
        }
        other.extend(headers.other.iter().map(|(key, text)| (*key, text.as_str())));
        for (place, (key, text)) in other.into_iter().enumerate() {
            out.extend_from_slice(if place == 0 { own::HEADER.as_bytes() } else { b"" });
            composed(out, key, text);
        }
    }
    texts(out, "C", remarks, RemarkKind::Comment, Anchor::game(index));
}
