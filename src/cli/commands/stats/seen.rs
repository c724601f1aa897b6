//! The matches of an archive that were counted, so that each counts once.

use crate::analysis::{Identity, Twice};
use crate::board::{BySide, Side};
use crate::cli::input::Origin;
use crate::cli::pass::Place;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What identifies a match: its identity, the player who is the first one in it, and the players' names.
#[derive(Clone, Debug)]
pub(super) struct Card {
    pub identity: Identity,
    pub first: Side,
    pub names: BySide<String>,
    pub is_analysed: bool,
}

/// A match that was counted.
struct Known {
    origin: Arc<Origin>,
    number: u32,
    /// The players, the first one of the identity first.
    names: [Arc<str>; 2],
    is_analysed: bool,
}

/// The matches counted so far. A match takes about 200 bytes, and 500 if it has a file of its own.
#[derive(Default)]
pub(super) struct Seen {
    known: HashMap<Identity, Known>,
    names: HashMap<String, Arc<str>>,
    /// The matches that were there already, in the order of the input.
    pub twice: Vec<Twice>,
}

/// What to do with a match.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is counted.
    New,
    /// It was counted, with an analysis or without one on either side.
    Known,
    /// It was counted without an analysis, and now it has one: this is counted for the source of the first record, with the
    /// first record's name of each player.
    Analysed { source: String, names: BTreeMap<String, String> },
}

impl Seen {
    /// Takes the next match; one that is too short to be compared has no card.
    pub(super) fn take(&mut self, card: Option<Card>, place: &Place) -> Verdict {
        let Some(card) = card else { return Verdict::New };
        let names = [card.first, !card.first].map(|side| self.shared(&card.names[side]));
        let Some(known) = self.known.get_mut(&card.identity) else {
            let (origin, number) = (Arc::clone(&place.origin), place.number);
            let known = Known { origin, number, names, is_analysed: card.is_analysed };
            self.known.insert(card.identity, known);
            return Verdict::New;
        };
        self.twice.push(Twice {
            path: place.origin.name.clone(),
            number: place.number,
            first_path: known.origin.name.clone(),
            first_number: known.number,
        });
        if known.is_analysed || !card.is_analysed {
            return Verdict::Known;
        }
        known.is_analysed = true;
        let pairs = names.iter().zip(&known.names).map(|(own, first)| (own.to_string(), first.to_string()));
        Verdict::Analysed { source: known.origin.source.clone(), names: pairs.collect() }
    }

    /// Returns a name that is kept once for all matches.
    fn shared(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.names.get(name) {
            return Arc::clone(known);
        }
        let shared: Arc<str> = name.into();
        self.names.insert(name.to_owned(), Arc::clone(&shared));
        shared
    }
}
