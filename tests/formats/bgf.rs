//! The .bgf files of `BGBlitz`, tested on files made here: none has been published.

use barpoint::analysis::{self, RulesOverride};
use barpoint::board::Side;
use barpoint::diag::{Code, Diagnostic, Parsed, SourceFile};
use barpoint::formats::{bgf, detect};
use barpoint::game::record::{Analysis, Cause, Cell, MatchRecord, Written, headers};
use barpoint::game::{Happening, Replayed};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::io::Write as _;

/// Returns a short match with everything that a file can contain; red's plays are in red's own
/// numbering.
fn sample() -> Value {
    json!({
        "matchlen": 3, "nameGreen": "Änne", "nameRed": "Bert", "date": "Nov 2, 2025", "useCrawford": true,
        "useCube": true, "useJacoby": false, "prGreen": 4.25, "finalGreen": 2, "finalRed": 3,
        "games": [
            {
                "scoreGreen": 0, "scoreRed": 0, "wonPoints": 2, "wasForfeit": false, "wasResignation": false,
                "moves": [
                    {"type": "amove", "player": 1, "red": 3, "green": 1, "from": [8, 6, -1, -1],
                     "to": [5, 5, -1, -1], "luck": {"luckPlain": 0.125, "luckWeighted": 0.25, "mode": "X"},
                     "pr": 1.5,
                     "equity": {"cube": 1, "equity": 0.2, "myWins": 0.55, "oppWins": 0.45, "myGammon": 0.15,
                                "oppGammon": 0.12, "myBackGammon": 0.01, "oppBackGammon": 0.005},
                     "moveAnalysis": [
                        {"move": "8/5 6/5", "eq": 0.2, "played": true, "ply": 2},
                        {"move": "24/23 13/10", "eq": -0.05, "played": false, "ply": 2}]},
                    {"type": "amove", "player": -1, "red": 5, "green": 2, "from": [13, 24, -1, -1],
                     "to": [8, 22, -1, -1]},
                    {"type": "adouble", "player": 1,
                     "equity": {"cube": 1, "equity": 0.3, "myWins": 0.6, "oppWins": 0.4, "cubeDecision": {
                        "eqNoDouble": 0.3, "eqDoubleTake": 0.1, "eqDoublePass": 1.0,
                        "stateOnMove": "NO_DOUBLE", "stateOther": "ACCEPT"}}},
                    {"type": "atake", "player": -1},
                    {"type": "amove", "player": 1, "red": 6, "green": 4, "from": [24, 18, -1, -1],
                     "to": [18, 14, -1, -1]},
                ]
            },
            {
                "scoreGreen": 2, "scoreRed": 0, "wonPoints": 3, "wasForfeit": true, "wasResignation": false,
                "moves": [{"type": "amove", "player": -1, "red": 3, "green": 1, "from": [8, 6, -1, -1],
                           "to": [5, 5, -1, -1]}]
            }
        ]
    })
}

/// Converts red's plays to green's numbering.
fn in_greens_numbers(mut file: Value) -> Value {
    for game in file["games"].as_array_mut().expect("games") {
        for play in
            game["moves"].as_array_mut().expect("moves").iter_mut().filter(|play| play["player"] == -1)
        {
            for key in ["from", "to"] {
                for number in play[key].as_array_mut().into_iter().flatten() {
                    let written = number.as_i64().expect("a number");
                    *number = json!(if written < 0 { -1 } else { 25 - written });
                }
            }
        }
    }
    file
}

/// Writes Smile: names shared or not, texts shared or not.
struct Smile {
    out: Vec<u8>,
    names: Option<Vec<String>>,
    texts: Option<Vec<String>>,
}

impl Smile {
    fn encode(value: &Value, names: bool, texts: bool) -> Vec<u8> {
        let mut smile =
            Self { out: b":)\n".to_vec(), names: names.then(Vec::new), texts: texts.then(Vec::new) };
        smile.out.push(u8::from(names) | u8::from(texts) << 1);
        smile.value(value);
        smile.out.push(0xff);
        smile.out
    }

    fn varint(&mut self, number: u64) {
        let mut bytes = vec![0x80 | (number & 0x3f) as u8];
        let mut rest = number >> 6;
        while rest > 0 {
            bytes.push((rest & 0x7f) as u8);
            rest >>= 7;
        }
        bytes.reverse();
        self.out.extend(bytes);
    }

    fn sevens(&mut self, bits: u64, count: u32) {
        self.out.extend((0..count).rev().map(|i| (bits >> (7 * i) & 0x7f) as u8));
    }

    /// Finds a text among the shared ones, or adds it.
    fn shared(list: &mut Option<Vec<String>>, text: &str) -> Option<usize> {
        let list = list.as_mut()?;
        let found = list.iter().position(|known| known == text);
        if found.is_none() {
            if list.len() == 1024 {
                list.clear();
            }
            list.push(text.to_owned());
        }
        found
    }

    fn key(&mut self, key: &str) {
        if key.is_empty() {
            return self.out.push(0x20);
        }
        let short = if key.is_ascii() { key.len() <= 64 } else { key.len() <= 57 };
        if !short {
            self.out.push(0x34);
            self.out.extend_from_slice(key.as_bytes());
            return self.out.push(0xfc);
        }
        match Self::shared(&mut self.names, key) {
            Some(index) if index < 64 => self.out.push(0x40 + index as u8),
            Some(index) => self.out.extend([0x30 + (index >> 8) as u8, index as u8]),
            None => {
                self.out.push(key.len() as u8 + if key.is_ascii() { 0x7f } else { 0xbe });
                self.out.extend_from_slice(key.as_bytes());
            }
        }
    }

    fn text(&mut self, text: &str) {
        let base = match (text.is_ascii(), text.len()) {
            (_, 0) => return self.out.push(0x20),
            (true, 1..=64) => 0x3f,
            (false, 2..=65) => 0x7e,
            (ascii, _) => {
                self.out.push(if ascii { 0xe0 } else { 0xe4 });
                self.out.extend_from_slice(text.as_bytes());
                return self.out.push(0xfc);
            }
        };
        match Self::shared(&mut self.texts, text) {
            Some(index) if index < 31 => self.out.push(index as u8 + 1),
            Some(index) => self.out.extend([0xec + (index >> 8) as u8, index as u8]),
            None => {
                self.out.push(base + text.len() as u8);
                self.out.extend_from_slice(text.as_bytes());
            }
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.out.push(0x21),
            Value::Bool(on) => self.out.push(0x22 + u8::from(*on)),
            Value::Number(number) => match number.as_i64() {
                Some(small @ -16..=15) => self.out.push(0xc0 + (small << 1 ^ small >> 63) as u8),
                Some(int) => {
                    self.out.push(if i32::try_from(int).is_ok() { 0x24 } else { 0x25 });
                    self.varint((int << 1 ^ int >> 63) as u64);
                }
                None => {
                    let double = number.as_f64().expect("a number");
                    let single = double as f32;
                    if f64::from(single).to_bits() == double.to_bits() {
                        self.out.push(0x28);
                        self.sevens(u64::from(single.to_bits()), 5);
                    } else {
                        self.out.push(0x29);
                        self.sevens(double.to_bits(), 10);
                    }
                }
            },
            Value::String(text) => self.text(text),
            Value::Array(items) => {
                self.out.push(0xf8);
                for item in items {
                    self.value(item);
                }
                self.out.push(0xf9);
            }
            Value::Object(entries) => {
                self.out.push(0xfa);
                for (key, value) in entries {
                    self.key(key);
                    self.value(value);
                }
                self.out.push(0xfb);
            }
        }
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

const HEADER: &str = "{\"format\":\"BGF\",\"version\":\"1.0\",\"compress\":true,\"useSmile\":true}\n";

fn file(body: &[u8]) -> Vec<u8> {
    [HEADER.as_bytes(), body].concat()
}

fn read(bytes: &[u8]) -> Parsed<MatchRecord> {
    bgf::parse(&SourceFile::binary("x", bytes.to_vec(), 0).expect("small"))
}

fn understood(bytes: &[u8]) -> (Replayed, Vec<Diagnostic>) {
    analysis::replayed(read(bytes), &RulesOverride::default())
}

/// Returns what was read, without places.
fn shape(record: &MatchRecord) -> String {
    let text = format!("{record:?}");
    let mut shape = String::new();
    for (i, part) in text.split("Span { start: ").enumerate() {
        shape.push_str(if i == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) });
    }
    shape
}

/// Returns the same match in every packing.
fn packings(value: &Value) -> Vec<Vec<u8>> {
    let json = serde_json::to_vec(value).expect("JSON");
    let mut bodies = vec![json, serde_json::to_vec_pretty(value).expect("JSON")];
    for (names, texts) in [(false, false), (true, false), (true, true)] {
        bodies.push(Smile::encode(value, names, texts));
    }
    let packed: Vec<_> = bodies.iter().map(|body| gzip(body)).collect();
    bodies.into_iter().chain(packed).map(|body| file(&body)).collect()
}

#[test]
fn every_packing_says_the_same() {
    let files = packings(&sample());
    let expected = read(&files[0]);
    assert_eq!(expected.diagnostics, []);
    for bytes in &files {
        let parsed = read(bytes);
        assert_eq!(parsed.diagnostics, []);
        assert_eq!(shape(&parsed.value), shape(&expected.value));
        assert_eq!(detect(bytes, None).map(|format| format.name), Some("bgf"));
    }
}

#[test]
fn a_match_is_read_with_everything_in_it() {
    let (record, _) = understood(&packings(&sample())[9]);
    let written = &record.record;
    assert_eq!(written.length.map(|length| length.value), Some(3));
    assert_eq!(written.header(headers::DATE).map(|date| date.value.value.as_str()), Some("2025.11.02"));
    assert_eq!(written.header("BGBlitz prGreen").map(|pr| pr.value.value.as_str()), Some("4.25"));
    assert_eq!((record.name(0, Side::Zero), record.name(0, Side::One)), ("Änne", "Bert"));
    let words = |game: usize| -> Vec<(Side, &str)> {
        let word = |act: &barpoint::game::Act| match act.what {
            Happening::Played { .. } => "plays",
            Happening::Doubled { .. } => "doubles",
            Happening::Taken => "takes",
            Happening::Resigned { .. } => "resigns",
            Happening::GameOver(_) => "wins",
            _ => "?",
        };
        record.games[game].acts.iter().map(|act| (act.by, word(act))).collect()
    };
    let (green, red) = (Side::Zero, Side::One);
    let first = [
        (green, "plays"),
        (red, "plays"),
        (green, "doubles"),
        (red, "takes"),
        (green, "plays"),
        (red, "resigns"),
        (green, "wins"),
    ];
    assert_eq!(words(0), first);
    assert_eq!(record.games[0].result.map(|result| (result.winner, result.points)), Some((Some(green), 2)));
    assert_eq!(record.games[1].result.map(|result| (result.winner, result.points)), Some((Some(red), 3)));
    let entries = &written.games[1].entries;
    let forfeit = |entry: &&barpoint::game::record::Entry| {
        matches!(entry.written, Written::Losses { cause: Some(Cause::Forfeit), .. })
    };
    assert_eq!(entries.iter().find(forfeit).and_then(|entry| entry.side), Some(green));
    let notes = written.games[0].entries[0].notes.as_ref().expect("notes");
    assert_eq!(notes.luck_value, Some(0.125));
    let [Analysis::Play(own), Analysis::Play(list)] = &notes.analyses[..] else { panic!("{notes:?}") };
    assert_eq!(own.candidates[0].evaluation.chances.map(|chances| chances.win_gammon), Some(0.15));
    assert_eq!((list.played, list.candidates.len()), (Some(0), 2));
    assert_eq!(list.candidates[1].legs.len(), 2);
    assert_eq!(list.candidates[1].evaluation.equity, Some(-0.05));
    let notes = written.games[0].entries[2].notes.as_ref().expect("notes");
    let [Analysis::Cube(cube)] = &notes.analyses[..] else { panic!("{notes:?}") };
    assert_eq!((cube.equity_no_double, cube.equity_double_pass), (Some(0.3), Some(1.0)));
}

#[test]
fn the_plays_themselves_tell_whose_numbers_they_are_in() {
    let own = read(&packings(&sample())[0]);
    let greens = read(&packings(&in_greens_numbers(sample()))[0]);
    assert_eq!(greens.diagnostics, []);
    assert_eq!(shape(&own.value), shape(&greens.value));
    let Written::Turn { cell: Cell::Play(play), .. } = &greens.value.games[0].entries[1].written else {
        panic!("a play")
    };
    let legs: Vec<_> = play.legs().map(|leg| (leg.leg.from.number(), leg.leg.to.number())).collect();
    assert_eq!(legs, [(13, 8), (24, 22)]);
}

#[test]
fn a_file_that_stops_is_read_up_to_there_with_one_finding() {
    for bytes in packings(&sample()) {
        let whole = read(&bytes).value.games[0].entries.len();
        let mut most = 0;
        for len in HEADER.len()..bytes.len() - 1 {
            let parsed = read(&bytes[..len]);
            let codes: Vec<Code> = parsed.diagnostics.iter().map(|finding| finding.code).collect();
            // The mark of the end, the checksum and the length of gzip aren't needed.
            let is_whole = codes.is_empty() && len + 2 > bytes.len();
            assert!(is_whole || codes == [Code::RecordTruncated], "{len} of {}: {codes:?}", bytes.len());
            most = most.max(parsed.value.games.first().map_or(0, |game| game.entries.len()));
        }
        assert!(most + 1 >= whole, "{most} of {whole}");
    }
}

#[test]
fn numbers_of_every_kind_are_read() {
    // A big decimal 12.5 = 125 * 10^-1, a big integer -2, a shared text, a float, a long.
    let body = b":)\n\x03\xfa\x87matchlen\xc6\x86prGreen\x2a\x82\x81\x00\x7d\x84prRed\x26\x81\x7f\x00\x88nameGreen\x40A\x86nameRed\x01\xfb";
    let parsed = read(&file(body));
    assert_eq!(parsed.diagnostics.len(), 1, "{:?}", parsed.diagnostics);
    assert_eq!(parsed.value.length.map(|length| length.value), Some(3));
    let header = |key: &str| parsed.value.header(key).map(|header| header.value.value.clone());
    assert_eq!(header("BGBlitz prGreen").as_deref(), Some("12.5"));
    assert_eq!(header("BGBlitz prRed").as_deref(), Some("-2"));
}

#[test]
fn nesting_and_packing_have_limits() {
    let deep = file(&b"[".repeat(1_000_000));
    let codes = |bytes: &[u8]| read(bytes).diagnostics.iter().map(|finding| finding.code).collect::<Vec<_>>();
    assert_eq!(codes(&deep), [Code::RecordLimit]);
    let deep = file(&[&b":)\n\x00"[..], &b"\xf8".repeat(1_000_000)].concat());
    assert_eq!(codes(&deep), [Code::RecordLimit]);
    let many = file(&[&b"{\"matchlen\":1,\"x\":["[..], &b"0,".repeat(3_000_000), b"0]}"].concat());
    assert_eq!(codes(&many), [Code::RecordLimit]);
    let bomb = file(&gzip(&vec![b' '; 70 << 20]));
    assert!(bomb.len() < 100_000);
    assert_eq!(codes(&bomb), [Code::RecordLimit]);
}

#[test]
fn a_value_that_its_field_cannot_have_is_found() {
    let codes = |value: &Value| {
        let parsed = read(&packings(value)[0]);
        parsed.diagnostics.iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    for (place, wrong) in [
        ("/games/0/moves/0/red", json!(7)),
        ("/games/0/moves/0/green", json!(0)),
        ("/games/0/moves/0/from/0", json!("x")),
        ("/games/0/moves/0/to", json!(true)),
        ("/games/0/moves", json!(5)),
        ("/games/0/scoreGreen", json!("x")),
        ("/games/0/wonPoints", json!([2])),
        ("/games/0/wasForfeit", json!("x")),
        ("/finalRed", json!({"x": 1})),
        ("/nameRed", json!(5)),
        ("/nameRed", json!("Be\u{1}t")),
    ] {
        let mut value = sample();
        *value.pointer_mut(place).expect("a field") = wrong;
        assert_eq!(codes(&value), [Code::RecordValue], "{place}");
    }
    let mut value = sample();
    value["games"] = json!([]);
    assert_eq!(codes(&value), [Code::RecordSyntax]);
}

#[test]
fn the_points_show_the_winner_where_the_scores_do_not() {
    let mut value = sample();
    // Another game is missing before it.
    value["games"][1]["scoreRed"] = json!(1);
    let (record, findings) = understood(&packings(&value)[0]);
    assert_eq!(
        record.games[0].result.map(|result| (result.winner, result.points)),
        Some((Some(Side::Zero), 2))
    );
    let codes: Vec<Code> = findings.iter().map(|finding| finding.code).collect();
    assert!(codes.contains(&Code::ScoreContradiction) && !codes.contains(&Code::GameUnfinished), "{codes:?}");
}

#[test]
fn bgroom_is_something_else() {
    let text = b"BGF version 1.2\n\nGame 1 - anna (X) vs. bert (0)\nSingle\n";
    assert_ne!(detect(text, None).map(|format| format.name), Some("bgf"));
    assert_ne!(detect(b"{\"x\":1}\n", None).map(|format| format.name), Some("bgf"));
}

proptest! {
    #[test]
    fn any_bytes_are_a_record(bytes in proptest::collection::vec(any::<u8>(), 0..300), at in 0..2000usize, smile: bool) {
        let _ = understood(&bytes);
        let _ = understood(&file(&bytes));
        let mut body = if smile { Smile::encode(&sample(), true, true) } else { sample().to_string().into_bytes() };
        let at = at % body.len();
        let end = body.len().min(at + bytes.len() % 5);
        body.splice(at..end, bytes.iter().copied().take(4));
        let _ = understood(&file(&body));
    }
}
