//! The program itself as a server, and the time of a keystroke.

use super::client::{Client, everything, range};
use crate::support::{fed, program, report, testdata};
use serde_json::Value;
use std::process::Command;
use std::time::{Duration, Instant};

/// Runs the program with an editor's messages.
fn run(messages: &[&str]) -> (Option<i32>, String, String) {
    let content = |message: &&str| format!("Content-Length: {}\r\n\r\n{message}", message.len());
    let input: String = messages.iter().map(content).collect();
    let output = fed(Command::new(program()).arg("lsp"), input.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const BEGIN: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
const DOWN: &str = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

#[test]
fn the_exit_status_is_that_of_the_protocol() {
    let (status, out, err) = run(&[BEGIN, DOWN, EXIT]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert_eq!(out.matches("Content-Length: ").count(), 2);
    assert_eq!(run(&[BEGIN, EXIT]).0, Some(1), "it left without a word");
    assert_eq!(run(&[]).0, Some(1));
    let output = fed(Command::new(program()).arg("lsp"), b"GET / HTTP/1.1\r\n\r\n");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        message.starts_with("error: cannot read standard input: ") && message.contains("isn't a header"),
        "{message}"
    );
}

/// Reads a file of the extension for VS Code.
fn extension(name: &str) -> Value {
    let path = format!("{}/editors/vscode/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("a file of the project")).expect("JSON")
}

#[test]
fn the_extensions_settings_are_the_servers_and_its_files_are_records() {
    let package = extension("package.json");
    let properties = package["contributes"]["configuration"]["properties"].as_object().expect("settings");
    let mut options = serde_json::Map::new();
    for (key, setting) in properties {
        let key = key.strip_prefix("barpoint.").expect("the section");
        if key != "path" {
            options.insert(key.to_owned(), setting["default"].clone());
        }
    }
    assert_eq!(options.len(), 5);
    // A key that the server doesn't know would be refused.
    Client::new(&everything(), &Value::Object(options)).leave().expect("it leaves");
    for language in package["contributes"]["languages"].as_array().expect("languages") {
        for name in language["extensions"].as_array().expect("extensions") {
            let name = name.as_str().expect("a name").trim_start_matches('.');
            assert!(barpoint::formats::detect(b"", Some(name)).is_some(), "{name}");
        }
    }
    for grammar in package["contributes"]["grammars"].as_array().expect("grammars") {
        let file = extension(grammar["path"].as_str().expect("a path"));
        assert_eq!(file["scopeName"], grammar["scopeName"]);
    }
}

/// Returns the median time of a keystroke: from the change to its findings.
fn keystroke(text: &str, line: usize) -> Duration {
    const TIMES: usize = 15;
    let uri = "file:///large.mat";
    let mut client = Client::new(&everything(), &Value::Null);
    client.open(uri, text);
    client.findings(uri, Some(1));
    let mut times = Vec::new();
    for version in (2..).take(2 * TIMES) {
        let begun = Instant::now();
        let (from, to, new) = if version % 2 == 0 { (0, 0, " ") } else { (0, 1, "") };
        client.change(uri, version, Some(range((line, from), (line, to))), new);
        client.findings(uri, Some(version));
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    times[TIMES]
}

#[test]
fn a_keystroke_in_a_file_of_a_megabyte_is_checked_at_once() {
    let record = std::fs::read_to_string(testdata("mat/valid/seven-points.mat")).expect("a record");
    // Each match has names of its own, so that none is known by another.
    let number = 1_000_000 / record.len() + 1;
    let text: String = (0..number).map(|match_| record.replace("gnubg", &format!("gnubg{match_}"))).collect();
    let lines = text.lines().count();
    let several = keystroke(&text, lines / 2);
    // The same games as a single match, which no score fits: most of it is findings.
    let (head, games) = record.split_once(" Game 1").expect("a game");
    let one = format!("{}{}", head.replace(" 7 point", " 0 point"), format!(" Game 1{games}").repeat(number));
    let one = keystroke(&one, lines / 2);
    report(several.as_micros() as usize, "microseconds a keystroke takes in a megabyte of matches");
    report(one.as_micros() as usize, "microseconds a keystroke takes in a match of a megabyte");
    // Tests are hardly optimised, and other things run beside them; docs/performance.md has what ships.
    assert!(several < Duration::from_millis(500), "{several:?}");
    assert!(one < Duration::from_secs(5), "{one:?}");
}
