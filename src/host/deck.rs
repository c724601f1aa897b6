//! Decks of Anki: an archive with a collection in `SQLite` and the pictures of the cards.
//!
//! The layout is that of version 11 of a collection, which every version of Anki imports; it was compared with the decks
//! of the Python package `genanki`, and Anki's own library reads them.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use rusqlite::{Connection, params};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::{self, Write};

#[derive(Clone, Debug)]
pub(crate) struct Card {
    /// What tells it from all others: a later deck with the same key updates the card.
    pub(crate) key: String,
    /// The picture: an SVG document.
    pub(crate) picture: String,
    /// The front, after the picture, as HTML.
    pub(crate) question: String,
    /// The back, as HTML.
    pub(crate) answer: String,
}

/// The numbers of our note type and of our deck. They never change, so that a later deck goes into the same place.
const MODEL: i64 = 1_764_000_000_001;
const DECK: i64 = 1_764_000_000_002;
const NAME: &str = "Backgammon (barpoint)";
/// The numbers of notes and cards begin here, in milliseconds since 1970 as Anki has them: in the year 2020.
const FIRST: i64 = 1_577_836_800_000;

const TABLES: &str = "
CREATE TABLE col (id INTEGER PRIMARY KEY, crt INTEGER NOT NULL, mod INTEGER NOT NULL, scm INTEGER NOT NULL,
  ver INTEGER NOT NULL, dty INTEGER NOT NULL, usn INTEGER NOT NULL, ls INTEGER NOT NULL, conf TEXT NOT NULL,
  models TEXT NOT NULL, decks TEXT NOT NULL, dconf TEXT NOT NULL, tags TEXT NOT NULL);
CREATE TABLE notes (id INTEGER PRIMARY KEY, guid TEXT NOT NULL, mid INTEGER NOT NULL, mod INTEGER NOT NULL,
  usn INTEGER NOT NULL, tags TEXT NOT NULL, flds TEXT NOT NULL, sfld INTEGER NOT NULL, csum INTEGER NOT NULL,
  flags INTEGER NOT NULL, data TEXT NOT NULL);
CREATE TABLE cards (id INTEGER PRIMARY KEY, nid INTEGER NOT NULL, did INTEGER NOT NULL, ord INTEGER NOT NULL,
  mod INTEGER NOT NULL, usn INTEGER NOT NULL, type INTEGER NOT NULL, queue INTEGER NOT NULL, due INTEGER NOT NULL,
  ivl INTEGER NOT NULL, factor INTEGER NOT NULL, reps INTEGER NOT NULL, lapses INTEGER NOT NULL, left INTEGER NOT NULL,
  odue INTEGER NOT NULL, odid INTEGER NOT NULL, flags INTEGER NOT NULL, data TEXT NOT NULL);
CREATE TABLE revlog (id INTEGER PRIMARY KEY, cid INTEGER NOT NULL, usn INTEGER NOT NULL, ease INTEGER NOT NULL,
  ivl INTEGER NOT NULL, lastIvl INTEGER NOT NULL, factor INTEGER NOT NULL, time INTEGER NOT NULL, type INTEGER NOT NULL);
CREATE TABLE graves (usn INTEGER NOT NULL, oid INTEGER NOT NULL, type INTEGER NOT NULL);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_notes_csum ON notes (csum);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_revlog_cid ON revlog (cid);
";

const CSS: &str = "\
.card{font:18px/1.4 system-ui,sans-serif;text-align:center}
.card img{width:100%;max-width:640px;height:auto}
.answer{text-align:left;font-size:15px;max-width:720px;margin:0 auto}
.answer .best{font-weight:650}
.answer .wide{overflow-x:auto}
.answer table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums;margin:.6rem 0}
.answer th,.answer td{padding:.1rem .6rem .1rem 0;text-align:left;white-space:nowrap}
.answer th.right,.answer td.right{text-align:right}
.source,.id{color:#777;font-size:12px;overflow-wrap:anywhere}
";

/// Returns the bytes of a deck that is made at a time, in seconds since 1970-01-01. Fails if `SQLite` or packing
/// fails, for lack of memory: a message.
pub(crate) fn package(cards: &[Card], now: u64) -> Result<Vec<u8>, String> {
    let collection = collection(cards, now).map_err(|error| error.to_string())?;
    archive(cards, &collection).map_err(|error| error.to_string())
}

/// Returns the identifier of a card: 16 hexadecimal digits.
fn guid(card: &Card) -> String {
    let digest = Sha256::digest(card.key.as_bytes());
    digest.iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns the name of a card's picture; another picture has another name, since Anki keeps a file that it has.
fn picture(card: &Card) -> String {
    let digest = Sha256::digest(card.picture.as_bytes());
    format!("barpoint-{}-{:02x}{:02x}{:02x}.svg", guid(card), digest[0], digest[1], digest[2])
}

/// Returns the collection as the bytes of its file.
fn collection(cards: &[Card], now: u64) -> rusqlite::Result<Vec<u8>> {
    let now = i64::try_from(now).unwrap_or(i64::MAX / 1000);
    let mut connection = Connection::open_in_memory()?;
    let change = connection.transaction()?;
    change.execute_batch(TABLES)?;
    change.execute(
        "INSERT INTO col VALUES (1, ?1, ?2, ?2, 11, 0, 0, 0, ?3, ?4, ?5, ?6, '{}')",
        params![
            now - now % 86_400,
            1000 * now,
            json!({"curDeck": 1, "curModel": MODEL.to_string(), "nextPos": cards.len() + 1}).to_string(),
            keyed(MODEL, model(now)),
            decks(now).to_string(),
            options().to_string()
        ],
    )?;
    for (place, card) in (0_i64..).zip(cards) {
        let id = FIRST + place;
        let image = format!("<img src=\"{}\">", picture(card));
        let fields = [card.key.as_str(), &image, &card.question, &card.answer].join("\u{1f}");
        change.execute(
            "INSERT INTO notes VALUES (?1, ?2, ?3, ?4, -1, '', ?5, ?6, 0, 0, '')",
            params![id, guid(card), MODEL, now, fields, card.key],
        )?;
        change.execute(
            "INSERT INTO cards VALUES (?1, ?1, ?2, 0, ?3, -1, 0, 0, ?4, 0, 0, 0, 0, 0, 0, 0, 0, '')",
            params![id, DECK, now, place + 1],
        )?;
    }
    change.commit()?;
    let bytes = connection.serialize("main")?.to_vec();
    Ok(bytes)
}

fn keyed(id: i64, value: Value) -> String {
    Value::Object(Map::from_iter([(id.to_string(), value)])).to_string()
}

/// The note type.
fn model(now: i64) -> Value {
    let field = |(ord, name): (usize, &str)| json!({"name": name, "ord": ord, "sticky": false, "rtl": false, "font": "Arial", "size": 20, "media": []});
    let fields: Vec<Value> =
        ["ID", "Board", "Question", "Answer"].into_iter().enumerate().map(field).collect();
    json!({
        "id": MODEL, "name": NAME, "type": 0, "mod": now, "usn": -1, "sortf": 0, "did": DECK,
        "tmpls": [{
            "name": "Problem", "ord": 0, "did": null, "bqfmt": "", "bafmt": "",
            "qfmt": "{{Board}}<p>{{Question}}</p>",
            "afmt": "{{FrontSide}}<hr id=answer><div class=\"answer\">{{Answer}}<p class=\"id\">{{ID}}</p></div>",
        }],
        "flds": fields, "css": CSS, "latexPre": "", "latexPost": "", "req": [[0, "any", [1, 2]]], "tags": [], "vers": [],
    })
}

/// The decks: that of Anki, which every collection has, and ours.
fn decks(now: i64) -> Value {
    let deck = |id: i64, name: &str| {
        json!({
            "id": id, "name": name, "mod": now, "usn": -1, "desc": "", "dyn": 0, "conf": 1, "extendNew": 0,
            "extendRev": 0, "collapsed": false, "browserCollapsed": false, "newToday": [0, 0], "revToday": [0, 0],
            "lrnToday": [0, 0], "timeToday": [0, 0],
        })
    };
    json!({"1": deck(1, "Default"), DECK.to_string(): deck(DECK, NAME)})
}

/// The options of decks, which every collection has.
fn options() -> Value {
    json!({"1": {
        "id": 1, "name": "Default", "mod": 0, "usn": 0, "maxTaken": 60, "autoplay": true, "timer": 0, "replayq": true,
        "dyn": false,
        "new": {"delays": [1, 10], "ints": [1, 4, 7], "initialFactor": 2500, "order": 1, "perDay": 20, "bury": false},
        "rev": {"perDay": 200, "ease4": 1.3, "fuzz": 0.05, "ivlFct": 1, "maxIvl": 36500, "bury": false},
        "lapse": {"delays": [10], "mult": 0, "minInt": 1, "leechFails": 8, "leechAction": 0},
    }})
}

/// Packs the collection and the pictures; the member `media` has their names.
fn archive(cards: &[Card], collection: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    let names = cards.iter().enumerate().map(|(place, card)| (place.to_string(), picture(card).into()));
    let media = Value::Object(names.collect()).to_string();
    let mut add = |name: &str, content: &[u8]| -> io::Result<()> {
        let entry = archive.new_file(name).compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = entry.start().map_err(io::Error::other)?;
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
        writer.write_all(content)?;
        let (encoder, descriptor) = writer.finish().map_err(io::Error::other)?;
        encoder.finish()?;
        entry.finish(descriptor).map_err(io::Error::other)?;
        Ok(())
    };
    add("collection.anki2", collection)?;
    add("media", media.as_bytes())?;
    for (place, card) in cards.iter().enumerate() {
        add(&place.to_string(), card.picture.as_bytes())?;
    }
    archive.finish().map_err(io::Error::other)?;
    Ok(bytes)
}
