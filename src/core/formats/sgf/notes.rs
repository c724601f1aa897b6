//! The notes of nodes on an action: annotations, luck, the clock, analyses, unknown properties.

use super::parse::Reader;
use super::text::{compose, unescape};
use super::{analysis, damage, own, side_of};
use crate::board::Side;
use crate::diag::Span;
use crate::game::record::{
    Analysis, Annotation, Cause, Clock, Entry, Notes, Property, Rating, Spanned, Written,
};
use crate::rules::Outcome;

/// Returns the property for a fact that the model can't express.
pub(super) fn property(id: &str, name: Span, reader: &Reader<'_>) -> Property {
    let mut values: Vec<String> =
        (0..reader.values.len()).map(|index| unescape(reader.value(index)).into_owned()).collect();
    let place = reader.values.first().map_or(name, |first| *first);
    let mut key = format!("sgf:{id}");
    if id == own::PROPERTY && !values.is_empty() {
        key = values.remove(0);
    }
    Property::new(key, values, place)
}

/// Reads a property of a node; returns `true` if the model can express it.
///
/// `side` acts in the node, with dice if `is_turn`.
pub(super) fn read(
    notes: &mut Notes,
    id: &str,
    reader: &Reader<'_>,
    side: Option<Side>,
    is_turn: bool,
) -> bool {
    if reader.values.len() == 1 {
        return read_values(notes, id, &[reader.value(0)], side, is_turn);
    }
    let values: Vec<&str> = (0..reader.values.len()).map(|index| reader.value(index)).collect();
    read_values(notes, id, &values, side, is_turn)
}

/// Does the same with the values as written.
pub(super) fn read_values(
    notes: &mut Notes,
    id: &str,
    values: &[&str],
    side: Option<Side>,
    is_turn: bool,
) -> bool {
    let one = || <[&str; 1]>::try_from(values).ok().map(|[value]| value);
    match id {
        "BM" | "DO" | "IT" | "TE" => {
            let slot = if is_turn { &mut notes.play } else { &mut notes.cube };
            let annotation = one().and_then(|value| annotation(id, value));
            side.is_some() && annotation.is_some_and(|annotation| set(slot, annotation))
        }
        "BC" | "DC" if is_turn => {
            let id = if id == "BC" { "BM" } else { "DO" };
            let annotation = one().and_then(|value| annotation(id, value));
            annotation.is_some_and(|annotation| set(&mut notes.cube, annotation))
        }
        own::CUBE => {
            let annotation = match one() {
                Some("good") => Annotation::Good,
                Some("very good") => Annotation::VeryGood,
                Some("interesting") => Annotation::Interesting,
                _ => return false,
            };
            is_turn && set(&mut notes.cube, annotation)
        }
        // Dice that wait to be played are set, not a turn, and have luck too.
        "GW" | "GB" => {
            let Some(side) = side else { return false };
            let mine = side == if id == "GW" { Side::Zero } else { Side::One };
            let rating = RATINGS.iter().find(|(_, own, value)| *own == mine && one() == Some(*value));
            rating.is_some_and(|(rating, ..)| set(&mut notes.luck, *rating))
        }
        "LU" => match one().and_then(|value| Some((value, value.parse::<f64>().ok()?))) {
            Some((text, luck)) if luck.is_finite() && self::luck(luck) == text => {
                set(&mut notes.luck_value, luck)
            }
            _ => false,
        },
        "A" => match side.and_then(|side| analysis::play(values, side)) {
            Some(analysis) => {
                notes.analyses.push(Analysis::Play(analysis));
                true
            }
            None => false,
        },
        "DA" => match one() {
            Some(text) if !text.contains('\\') && damage::of_cube(text).is_none() => {
                notes.analyses.push(Analysis::Cube(Box::new(analysis::cube(text))));
                true
            }
            _ => false,
        },
        own::CLOCK => clock(values).is_some_and(|clock| set(&mut notes.clock, clock)),
        _ => false,
    }
}

fn set<T>(slot: &mut Option<T>, value: T) -> bool {
    let is_new = slot.is_none();
    slot.get_or_insert(value);
    is_new
}

/// The annotations of a play, with their properties and values.
pub(super) const ANNOTATIONS: [(Annotation, &str, &str); 6] = [
    (Annotation::VeryBad, "BM", "2"),
    (Annotation::Bad, "BM", "1"),
    (Annotation::Doubtful, "DO", ""),
    (Annotation::Interesting, "IT", ""),
    (Annotation::Good, "TE", "1"),
    (Annotation::VeryGood, "TE", "2"),
];

/// The ratings of luck: whether the property is that of the player who rolled, and its value.
pub(super) const RATINGS: [(Rating, bool, &str); 4] = [
    (Rating::Lucky, true, "1"),
    (Rating::VeryLucky, true, "2"),
    (Rating::Unlucky, false, "1"),
    (Rating::VeryUnlucky, false, "2"),
];

fn annotation(id: &str, value: &str) -> Option<Annotation> {
    let known = ANNOTATIONS.iter().find(|(_, known, written)| (*known, *written) == (id, value));
    known.map(|(annotation, ..)| *annotation)
}

/// Returns the luck as GNU Backgammon writes it, with more digits if the number has them.
pub(super) fn luck(value: f64) -> String {
    let usual = format!("{value:.5}");
    if usual.parse() == Ok(value) { usual } else { format!("{value}") }
}

fn clock(values: &[&str]) -> Option<Clock> {
    let mut clock = Clock::default();
    for value in values {
        let (key, number) = compose(value);
        let number = number?;
        match key {
            "used" => clock.used = Some(number.parse().ok()?),
            "left" => clock.left = Some(number.parse().ok()?),
            "opponent" => clock.opponent_left = Some(number.parse().ok()?),
            "at" => clock.at = Some(number.parse().ok()?),
            _ => return None,
        }
    }
    Some(clock)
}

impl Reader<'_> {
    /// Reads `XR[B:gammon]` and the like; returns `true` if it was understood.
    pub(super) fn resignation(&mut self, id: Span) -> bool {
        let (side, what) = compose(self.value(0));
        let (Some(side), Some(what)) = (side_of(side), what) else { return false };
        let place = self.values[0];
        let number = |text: &str| Some(Spanned::new(text.parse::<u32>().ok()?, place));
        let mut row = None;
        let written = match what {
            "offered" => Written::OfferResignation { outcome: None, points: None },
            "refused" => Written::RefuseResignation,
            "accepted" => Written::AcceptResignation,
            "resigned" => Written::Resign,
            "wins" => Written::Wins { points: None, and_match: None },
            "drawn" => Written::Drawn,
            "nothing" => Written::Empty,
            _ if what.starts_with("lost") || what.starts_with("loses") => {
                let cause = match what.split_once(':').map(|(_, cause)| cause) {
                    None => None,
                    Some("TimeOut") => Some(Cause::TimeOut),
                    Some("Left") => Some(Cause::Left),
                    Some("Forfeit") => Some(Cause::Forfeit),
                    Some(_) => return false,
                };
                // Only with a row it shows who lost.
                row = what.starts_with("loses").then_some(1);
                Written::Losses { points: None, cause }
            }
            _ => {
                let outcome = Outcome::by_word(what);
                let points = if outcome.is_none() { number(what) } else { None };
                if outcome.is_none() && points.is_none() {
                    return false;
                }
                Written::OfferResignation { outcome, points }
            }
        };
        let span = Span::new(id.start as usize, place.end as usize + 1);
        if let Some(line) = self.line() {
            line.entries.push(Entry { row, ..Entry::new(Some(side), span, written) });
        }
        true
    }
}
