//! Changing documents: the same findings as for the whole text, in time, and no outdated ones.

use super::client::{Client, at, everything, of, range};
use crate::support::{Random, paths_in, report, testdata};
use barpoint::lsp::Left;
use serde_json::{Value, json};

/// Returns the project's text records, valid and broken ones of every format.
fn records() -> Vec<(String, String)> {
    let mut folders = vec![testdata("")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in paths_in(folder) {
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path)
                && barpoint::formats::detect(text.as_bytes(), path.extension().and_then(|name| name.to_str()))
                    .is_some()
                && text.len() < 30_000
            {
                found.push((path.file_name().expect("a name").to_string_lossy().into_owned(), text));
            }
        }
    }
    found
}

/// Pieces of text, with and without meaning.
const PIECES: [&str; 24] = [
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "🎲",
    "é",
    "\u{FEFF}",
    "31: 8/5 6/5",
    "66:",
    " Doubles => 2",
    "Takes",
    "Game 2\n",
    " 5 point match\n",
    "; [Event \"x\"]\n",
    "(;GM[6]",
    ")",
    "[",
    "]",
    ";W[31hefe]",
    "*",
    "bar/20",
    "Wins 2 points",
    "\0",
];

/// Returns a position, sometimes beyond the text.
fn position(random: &mut Random, text: &str) -> (usize, usize) {
    let lines: Vec<&str> = text.split('\n').collect();
    let line = random.below(lines.len() + 1);
    let length = lines.get(line).map_or(3, |line| line.encode_utf16().count());
    (line, random.below(length + 3))
}

/// The requests about a place.
const OF_PLACE: [&str; 4] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/prepareRename",
];
/// The requests about a document.
const OF_DOCUMENT: [&str; 2] = ["textDocument/documentSymbol", "textDocument/foldingRange"];

/// Returns a random request.
fn question(random: &mut Random, uri: &str, text: &str) -> (&'static str, Value) {
    let (line, character) = position(random, text);
    let around = || range((line, character), (line + 3, 0));
    let number = random.below(OF_PLACE.len() + OF_DOCUMENT.len() + 4);
    if let Some(method) = OF_PLACE.get(number) {
        return (method, at(uri, line, character));
    }
    match number - OF_PLACE.len() {
        0 => (OF_DOCUMENT[0], of(uri)),
        1 => (OF_DOCUMENT[1], of(uri)),
        2 => ("textDocument/inlayHint", json!({ "textDocument": { "uri": uri }, "range": around() })),
        3 => {
            let context = json!({ "diagnostics": [], "only": ["quickfix", "source.fixAll"] });
            let params = json!({ "textDocument": { "uri": uri }, "range": around(), "context": context });
            ("textDocument/codeAction", params)
        }
        4 => {
            let options = json!({ "tabSize": 4, "insertSpaces": true });
            ("textDocument/formatting", json!({ "textDocument": { "uri": uri }, "options": options }))
        }
        _ => {
            let mut params = at(uri, line, character);
            params["newName"] = json!("X🎲");
            ("textDocument/rename", params)
        }
    }
}

#[test]
fn after_any_edits_the_findings_are_those_of_the_whole_text() {
    let mut random = Random::new(19);
    let mut client =
        Client::new(&everything(), &json!({ "inlayHints": true, "picture": false, "all": true }));
    let mut cases = 0;
    for (name, text) in records() {
        let uri = format!("file:///edited/{name}");
        let whole = format!("file:///whole/{name}");
        // Several matches, so that some stay as they are.
        let mut text = if random.below(3) == 0 { format!("{text}\n{text}") } else { text };
        client.open(&uri, &text);
        let mut version = 1;
        for _ in 0..6 {
            version += 1;
            let (from, to) = (position(&mut random, &text), position(&mut random, &text));
            let (from, to) = if random.below(4) == 0 { (from, to) } else { (from, from) };
            let new: String = (0..random.below(3)).map(|_| PIECES[random.below(PIECES.len())]).collect();
            let (first, last) = (from.min(to), from.max(to));
            client.change(&uri, version, Some(range(first, last)), &new);
            text = changed(&text, first, last, &new);
            let (method, params) = question(&mut random, &uri, &text);
            // Any answer will do, but for a panic.
            let _ = client.ask(method, params);
            cases += 1;
        }
        let after = client.findings(&uri, Some(version));
        client.open(&whole, &text);
        let expected = client.findings(&whole, Some(1));
        let places = |findings: Vec<Value>| {
            let text = Value::Array(findings).to_string();
            text.replace("file:///edited/", "").replace("file:///whole/", "")
        };
        assert_eq!(places(after), places(expected), "{name} after the edits is {text:?}");
        client.tell("textDocument/didClose", of(&uri));
        client.tell("textDocument/didClose", of(&whole));
        client.told.clear();
    }
    assert_eq!(client.leave().ok(), Some(Left::Properly));
    report(cases, "edits of documents with their findings");
}

/// Applies a change as an editor does: lines end at `\n`, `\r\n` or `\r`, positions beyond a line are at its end.
fn changed(text: &str, from: (usize, usize), to: (usize, usize), new: &str) -> String {
    let mut lines = vec![0];
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'\n' || *byte == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
            lines.push(at + 1);
        }
    }
    let offset = |(line, character): (usize, usize)| {
        let Some(&start) = lines.get(line) else { return text.len() };
        let next = lines.get(line + 1).copied().unwrap_or(text.len());
        let line = text[start..next].trim_end_matches(['\r', '\n']);
        let mut units = 0;
        for (at, c) in line.char_indices() {
            units += c.len_utf16();
            if units > character {
                return start + at;
            }
        }
        start + line.len()
    };
    let (from, to) = (offset(from), offset(to));
    format!("{}{new}{}", &text[..from.min(to)], &text[from.max(to)..])
}

#[test]
fn after_a_change_that_makes_no_sense_nothing_is_known_until_the_whole_text_comes() {
    let text = std::fs::read_to_string(testdata("mat/tour/three-mistakes.mat")).expect("a record");
    let uri = "file:///lost.mat";
    let mut client = Client::new(&everything(), &Value::Null);
    client.open(uri, &text);
    let expected = client.findings(uri, Some(1));
    let nowhere = json!({ "line": -1, "character": 0 });
    client.change(uri, 2, Some(json!({ "start": nowhere, "end": nowhere })), "x");
    let lost = client.findings(uri, None);
    assert_eq!(lost.len(), 1, "{lost:?}");
    let message = lost[0]["message"].as_str().expect("a text");
    assert!(message.contains("close the document and open it again"), "{message}");
    // A change of a part doesn't help: where it belongs isn't known.
    client.change(uri, 3, Some(range((0, 0), (0, 0))), "x");
    assert_eq!(client.findings(uri, None), lost);
    assert_eq!(client.ask("textDocument/documentSymbol", of(uri)).expect_err("no text")["code"], -32803);
    client.change(uri, 4, None, &text);
    assert_eq!(client.findings(uri, Some(4)), expected);
    assert!(client.ask("textDocument/documentSymbol", of(uri)).is_ok());
    client.change(uri, 5, Some(json!("everywhere")), "x");
    assert_eq!(client.findings(uri, None).len(), 1);
    client.open(uri, &text);
    assert_eq!(client.findings(uri, Some(1)), expected);
    // What isn't JSON may have been a change: of half a character, for example.
    client.put(b"Content-Length: 8\r\n\r\n\"\\ud800\"");
    assert_eq!(client.findings(uri, None).len(), 1);
    client.open(uri, &text);
    client.findings(uri, Some(1));
    // So may a change of an unnamed document.
    client.tell("textDocument/didChange", json!({ "contentChanges": [{ "text": "x" }] }));
    assert_eq!(client.findings(uri, None).len(), 1);
}

#[test]
fn keystrokes_that_come_faster_than_they_are_checked_are_checked_once() {
    let text = std::fs::read_to_string(testdata("mat/valid/seven-points.mat")).expect("a record");
    let uri = "file:///typed.mat";
    let mut client = Client::new(&everything(), &Value::Null);
    client.open(uri, &text);
    client.findings(uri, Some(1));
    for version in 2..=200 {
        client.change(uri, version, Some(range((0, 0), (0, 0))), ";");
    }
    client.findings(uri, Some(200));
    let told = client.told.iter().filter(|told| told["method"] == "textDocument/publishDiagnostics").count();
    assert!(told < 199, "each of {told} versions was told");
}

#[test]
fn a_request_that_is_cancelled_before_its_turn_gets_no_work() {
    let text = std::fs::read_to_string(testdata("mat/valid/seven-points.mat")).expect("a record");
    let uri = "file:///long.mat";
    let mut client = Client::new(&everything(), &Value::Null);
    client.open(uri, &text.repeat(200));
    let first = client.begin("textDocument/documentSymbol", &of(uri));
    let second = client.begin("textDocument/foldingRange", &of(uri));
    client.tell("$/cancelRequest", json!({ "id": second }));
    let first = client.answer(first);
    let second = client.answer(second).expect_err("it was cancelled");
    assert!(first.is_ok());
    assert_eq!(second["code"], -32800);
}
