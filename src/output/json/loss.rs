//! What a conversion loses.

use super::SCHEMA;
use crate::formats::inventory::{Item, Kind};
use serde::Serialize;

/// What the conversion of one file loses: `--loss json`.
#[derive(Clone, Debug, Serialize)]
pub struct LossJson<'a> {
    schema: u32,
    path: &'a str,
    target: Option<&'a str>,
    format: &'a str,
    matches: u32,
    lost: Vec<LostJson>,
    items: Vec<LossItemJson<'a>>,
}

impl<'a> LossJson<'a> {
    /// Mirrors the items that get lost, each with the number of its match in the file, from 1. No
    /// `target` is standard output.
    #[must_use]
    pub fn new(
        path: &'a str,
        target: Option<&'a str>,
        format: &'a str,
        matches: u32,
        items: &'a [(u32, Item)],
    ) -> Self {
        let count = |kind: Kind| items.iter().filter(|(_, item)| item.kind == kind).count();
        let lost = Kind::ALL.iter().map(|&kind| LostJson { kind: kind.id(), count: count(kind) });
        Self {
            schema: SCHEMA,
            path,
            target,
            format,
            matches,
            lost: lost.filter(|lost| lost.count > 0).collect(),
            items: items.iter().map(|(number, item)| LossItemJson::new(*number, item)).collect(),
        }
    }
}

/// How many things of a kind.
#[derive(Clone, Debug, Serialize)]
struct LostJson {
    kind: &'static str,
    count: usize,
}

/// One thing.
#[derive(Clone, Debug, Serialize)]
struct LossItemJson<'a> {
    #[serde(rename = "match")]
    number: u32,
    kind: &'static str,
    game: Option<u32>,
    turn: Option<u32>,
    text: &'a str,
}

impl<'a> LossItemJson<'a> {
    fn new(number: u32, item: &'a Item) -> Self {
        let from_one = |place: Option<u32>| place.map(|place| place + 1);
        Self {
            number,
            kind: item.kind.id(),
            game: from_one(item.game),
            turn: from_one(item.turn),
            text: &item.text,
        }
    }
}
