//! The rules of a match, `RU[Crawford:CrawfordGame:Nackgammon]`: read and written.

use super::parse::Reader;
use super::root::state;
use crate::diag::{self, Code, Span};
use crate::game::Rules;
use crate::game::record::{MatchRecord, headers};
use crate::rules::Variant;

/// The variants by GNU Backgammon's words.
const VARIANTS: [(&str, Variant); 4] = [
    ("Nackgammon", Variant::Nackgammon),
    ("Hypergammon1", Variant::Hypergammon1),
    ("Hypergammon2", Variant::Hypergammon2),
    ("Hypergammon3", Variant::Hypergammon3),
];

/// The word for the Crawford game.
const CRAWFORD_GAME: &str = "CrawfordGame";

/// The words that are recognised though they are misspelt.
const WORDS: [&str; 6] = ["Crawford", CRAWFORD_GAME, "Jacoby", "NoCube", "Nackgammon", "Backgammon"];

/// Returns the word that is written almost like this one: the nearest one, if no other is as near.
fn misspelt(word: &str) -> Option<&'static str> {
    if WORDS.contains(&word) || word.is_empty() || word.parse::<Variant>().is_ok() {
        return None;
    }
    let letters = word.to_ascii_lowercase();
    let far = |known: &str| diag::distance(&letters, &known.to_ascii_lowercase());
    let nearest = WORDS.into_iter().min_by_key(|known| far(known))?;
    let least = far(nearest);
    let is_only = WORDS.into_iter().filter(|known| far(known) == least).count() == 1;
    (is_only && least <= nearest.len() / 4).then_some(nearest)
}

/// Handles the absence of RU: no rules apply.
pub(super) fn none(record: &mut MatchRecord, length: u32, place: Span) {
    let key = if length > 0 { headers::CRAWFORD } else { headers::JACOBY };
    state(record, key, "Off", Span::new(place.start as usize, place.start as usize));
}

/// Reads the rules. Those of the match are taken from the first game.
pub(super) fn read(reader: &mut Reader<'_>, place: Span, length: u32, is_first: bool) {
    let text = &reader.text[place.range()];
    let mut at = place.start as usize;
    let (mut crawford, mut jacoby) = (None, None);
    for word in text.split(':') {
        let span = Span::new(at, at + word.len());
        at += word.len() + 1;
        let misspelt = misspelt(word.trim());
        if let Some(known) = misspelt {
            unknown(reader, place, span, &format!("expected `{known}`"));
        }
        match misspelt.unwrap_or(word.trim()) {
            "" => {}
            "Crawford" => crawford = Some(span),
            CRAWFORD_GAME => reader.game.is_crawford = Some(true),
            "Jacoby" => jacoby = Some(span),
            "NoCube" => {
                if is_first {
                    state(&mut reader.record, headers::CUBE, "Off", span);
                }
            }
            word => {
                let known = VARIANTS.iter().find(|(known, _)| *known == word).map(|(_, variant)| *variant);
                match known.or_else(|| word.parse().ok()) {
                    Some(variant) if is_first => {
                        state(&mut reader.record, headers::VARIATION, variant.name(), span);
                    }
                    Some(_) => {}
                    None => unknown(reader, place, span, ""),
                }
            }
        }
    }
    if is_first {
        let (key, stated) =
            if length > 0 { (headers::CRAWFORD, crawford) } else { (headers::JACOBY, jacoby) };
        let value = if stated.is_some() { "On" } else { "Off" };
        state(&mut reader.record, key, value, stated.unwrap_or(place));
    }
}

/// Reports and keeps a word that isn't a rule.
fn unknown(reader: &mut Reader<'_>, rules: Span, word: Span, expected: &str) {
    reader.report(Code::RecordUnknown, word, "an unknown rule", expected);
    reader.values.clear();
    reader.values.push(word);
    reader.keep("RU", rules);
}

/// Writes the rules of a game; empty if there are none.
pub(super) fn write(rules: &Rules, is_crawford: bool) -> String {
    let rules = Rules {
        crawford: !rules.is_money() && rules.crawford,
        jacoby: rules.is_money() && rules.jacoby,
        ..rules.clone()
    };
    words(&rules, is_crawford).join(":")
}

/// Writes the rules of a game as GNU Backgammon does: each that is set, whether or not it is a match. It writes none if
/// only the Crawford game is set.
pub(super) fn write_theirs(rules: &Rules, is_crawford: bool) -> String {
    let words = words(rules, is_crawford);
    if words == [CRAWFORD_GAME] { String::new() } else { words.join(":") }
}

fn words(rules: &Rules, is_crawford: bool) -> Vec<&'static str> {
    let mut words = Vec::new();
    if !rules.cube {
        words.push("NoCube");
    }
    if rules.crawford {
        words.push("Crawford");
    }
    if is_crawford {
        words.push(CRAWFORD_GAME);
    }
    if rules.jacoby {
        words.push("Jacoby");
    }
    if rules.variant != Variant::Standard {
        let known = VARIANTS.iter().find(|(_, variant)| *variant == rules.variant);
        words.push(known.map_or(rules.variant.name(), |(word, _)| word));
    }
    words
}
