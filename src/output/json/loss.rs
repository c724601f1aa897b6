//! The losses of a conversion.

use super::SCHEMA;
use crate::formats::inventory::{Item, Kind};
use schemars::JsonSchema;
use serde::Serialize;

/// What the conversion of one file loses: `--loss json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LossJson<'a> {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    schema: u32,
    /// The file that is read, as it was named or found. In a name that isn't UTF-8, `%E9` is the byte 0xE9, and `%25` a
    /// percent sign.
    path: &'a str,
    /// The file that is written; null for standard output.
    target: Option<&'a str>,
    /// The short name of the format that is written.
    format: &'a str,
    /// The number of matches written.
    matches: u32,
    /// The number of items of each kind that are lost; empty if nothing is lost.
    lost: Vec<LostJson>,
    /// Every single thing that gets lost.
    items: Vec<LossItemJson<'a>>,
}

impl<'a> LossJson<'a> {
    /// Returns the JSON of the items that get lost, each with the number of its match in the file,
    /// from 1. Without a `target`, it is standard output.
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

/// The number of items of a kind.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct LostJson {
    /// As `barpoint formats` names it.
    kind: &'static str,
    /// The number.
    #[schemars(range(min = 1))]
    count: usize,
}

/// One thing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct LossItemJson<'a> {
    /// The match in the file that is read, from 1.
    #[serde(rename = "match")]
    #[schemars(range(min = 1))]
    number: u32,
    /// The kind of thing.
    kind: &'static str,
    /// The game's place in the match, from 1; null for the whole match.
    #[schemars(range(min = 1))]
    game: Option<u32>,
    /// The turn of the game, from 1, counted by rolls; null for the head of the game.
    #[schemars(range(min = 1))]
    turn: Option<u32>,
    /// The text of the item, the same for every format.
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
