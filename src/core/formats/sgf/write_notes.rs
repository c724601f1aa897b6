//! The writer of notes on an action.

use super::notes::{ANNOTATIONS, RATINGS, luck, read_values};
use super::text::property;
use super::write_game::GameWriter;
use super::{analysis, marks, own};
use crate::board::Side;
use crate::game::Replayed;
use crate::game::record::{Analysis, Annotation, Notes, Property};

/// Writes notes in GNU Backgammon's order: analyses with their marks, luck, annotations, others.
pub(super) fn write(out: &mut Vec<u8>, notes: &Notes, side: Option<Side>, is_turn: bool) {
    // The written text has to be read again as the same.
    let put = |out: &mut Vec<u8>, id: &str, values: &[String]| {
        let texts: Vec<&str> = values.iter().map(String::as_str).collect();
        if read_values(&mut Notes::default(), id, &texts, side, is_turn) {
            property(out, id, values);
        }
    };
    // The mark of a cube decision follows its analysis; that of plays follows all analyses.
    let is_mark = |property: &&Property| [marks::PLAYS, marks::CUBE].contains(&property.key.as_str());
    let (mut marked, others): (Vec<_>, Vec<_>) = notes.properties.iter().partition(is_mark);
    // Analyses that can't be read stay in their place.
    let unread = |key: &'static str| others.iter().filter(move |property| property.key == key);
    for property in unread(marks::UNREAD_CUBE) {
        any_property(out, property, side, is_turn);
    }
    for stored in &notes.analyses {
        if let Some((id, values)) = analysis::values(stored, side.unwrap_or(Side::Zero)) {
            put(out, id, &values);
        }
        let of_cube =
            marked.iter().position(|mark| matches!(stored, Analysis::Cube(_)) && mark.key == marks::CUBE);
        if let Some(place) = of_cube {
            any_property(out, marked.remove(place), side, is_turn);
        }
    }
    for property in unread(marks::UNREAD_PLAY) {
        any_property(out, property, side, is_turn);
    }
    for mark in marked {
        any_property(out, mark, side, is_turn);
    }
    if let Some(value) = notes.luck_value {
        put(out, "LU", &[luck(value)]);
    }
    if let Some(rating) = notes.luck
        && let Some((_, mine, number)) = RATINGS.into_iter().find(|(known, ..)| *known == rating)
    {
        let id = if (side == Some(Side::Zero)) == mine { "GW" } else { "GB" };
        put(out, id, &[number.to_owned()]);
    }
    if let Some(annotation) = notes.play.filter(|_| is_turn) {
        let (id, value) = evaluated(annotation);
        put(out, id, &[value.to_owned()]);
    }
    if let Some(annotation) = notes.cube {
        let (id, value) = match evaluated(annotation) {
            other if !is_turn => other,
            ("BM", value) => ("BC", value),
            ("DO", value) => ("DC", value),
            ("IT", _) => (own::CUBE, "interesting"),
            (_, "2") => (own::CUBE, "very good"),
            _ => (own::CUBE, "good"),
        };
        put(out, id, &[value.to_owned()]);
    }
    if let Some(clock) = notes.clock {
        let mut values = Vec::new();
        let times = [("used", clock.used), ("left", clock.left), ("opponent", clock.opponent_left)];
        values.extend(times.iter().filter_map(|(key, time)| Some(format!("{key}:{}", (*time)?))));
        values.extend(clock.at.map(|at| format!("at:{at}")));
        if !values.is_empty() {
            put(out, own::CLOCK, &values);
        }
    }
    let is_written = |key: &str| [marks::UNREAD_CUBE, marks::UNREAD_PLAY].contains(&key);
    for other in others.iter().filter(|other| !is_written(&other.key)) {
        any_property(out, other, side, is_turn);
    }
}

fn evaluated(annotation: Annotation) -> (&'static str, &'static str) {
    let known = ANNOTATIONS.iter().find(|(known, ..)| *known == annotation);
    known.map_or(("", ""), |(_, id, value)| (*id, *value))
}

/// Properties that a reader would interpret as its own.
const TAKEN: [&str; 26] = [
    "W", "B", "C", "AE", "AW", "AB", "PL", "DI", "CV", "CP", "FF", "GM", "CA", "MI", "PW", "PB", "RU", "RE",
    "GC", "AP", "XU", "XH", "XE", "XR", "XI", "XG",
];

/// Writes a property that the model can't express: under its own name if that is read back unchanged.
fn any_property(out: &mut Vec<u8>, other: &Property, side: Option<Side>, is_turn: bool) {
    let values = &other.values.value;
    let plain = other.key.strip_prefix("sgf:").filter(|id| {
        let texts: Vec<&str> = values.iter().map(String::as_str).collect();
        let is_name = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_uppercase());
        let in_root = side.is_none() && super::HEADERS.iter().any(|(known, _)| known == id);
        let is_taken = *id == own::PROPERTY || TAKEN.contains(id) || in_root;
        let is_known = read_values(&mut Notes::default(), id, &texts, side, is_turn);
        is_name && !is_taken && !is_known && !values.is_empty()
    });
    if let Some(id) = plain {
        return property(out, id, values);
    }
    property(out, own::PROPERTY, std::iter::once(&other.key).chain(values));
}

/// Writes the notes of a game's head.
pub(super) fn head(out: &mut Vec<u8>, replayed: &Replayed, game: usize) {
    let Some(notes) = replayed.record.games.get(game).and_then(|game| game.notes.as_deref()) else { return };
    let mut notes = notes.clone();
    notes.properties.retain(|property| property.key != "sgf:MI");
    write(out, &notes, None, false);
}

impl GameWriter<'_> {
    /// Writes the notes of an entry.
    pub(super) fn entry_notes(&mut self, entry: usize, side: Option<Side>, is_turn: bool) {
        if let Some(notes) = self.replayed.record.games[self.index].entries[entry].notes.as_deref() {
            write(self.out, notes, side, is_turn);
        }
    }
}
