//! Every request, by a scripted editor.

use super::client::{Client, at, edited, everything, of, range};
use crate::support::{Folder, testdata, three_mistakes};
use barpoint::lsp::Left;
use serde_json::{Value, json};

const URI: &str = "file:///records/three.mat";

fn tour() -> String {
    std::fs::read_to_string(testdata("mat/tour/three-mistakes.mat")).expect("a record")
}

fn opened(text: &str, options: &Value) -> Client {
    let mut client = Client::new(&everything(), options);
    client.open(URI, text);
    client
}

/// Returns the column at which a word begins on a line, which is ASCII only.
fn column(text: &str, line: usize, word: &str) -> usize {
    text.lines().nth(line).and_then(|text| text.find(word)).expect("the word")
}

#[test]
fn findings_come_with_their_places_codes_and_what_belongs_to_them() {
    let mut client = opened(&tour(), &Value::Null);
    let findings = client.findings(URI, Some(1));
    assert_eq!(findings.len(), 3, "{findings:?}");
    let found: Vec<(&str, u64)> = findings
        .iter()
        .map(|finding| {
            let line = finding["range"]["start"]["line"].as_u64().expect("a line");
            (finding["code"].as_str().expect("a code"), line)
        })
        .collect();
    let checked = barpoint::open("three.mat", tour()).expect("a record");
    let expected: Vec<(&str, u64)> = checked[0]
        .findings
        .iter()
        .map(|finding| {
            let place = checked[0].source.line_column(finding.primary.span.start);
            (finding.code.id(), place.line - 1)
        })
        .collect();
    assert_eq!(found, expected);
    assert!(findings.iter().all(|finding| finding["severity"] == 1 && finding["source"] == "barpoint"));
    assert!(
        findings
            .iter()
            .any(|finding| finding["message"].as_str().is_some_and(|text| text.contains("help: ")))
    );
    assert_eq!(client.leave().ok(), Some(Left::Properly));
}

#[test]
fn a_document_that_is_closed_has_no_findings_any_more() {
    let mut client = opened(&tour(), &Value::Null);
    client.findings(URI, Some(1));
    client.tell("textDocument/didClose", of(URI));
    assert_eq!(client.findings(URI, None), [Value::Null; 0]);
    assert_eq!(client.ask("textDocument/hover", at(URI, 7, 6)).expect_err("it isn't open")["code"], -32602);
}

#[test]
fn what_is_no_record_is_told_and_nothing_of_an_empty_text() {
    let mut client = Client::new(&everything(), &Value::Null);
    client.open("untitled:Untitled-1", "Dear Ann,\n");
    let findings = client.findings("untitled:Untitled-1", Some(1));
    assert_eq!(findings[0]["code"], "source-not-a-record");
    assert_eq!(findings[0]["range"], range((0, 0), (0, 9)));
    for (uri, empty) in [("untitled:Untitled-2", " \n"), ("file:///new.mat", ""), ("file:///new.sgf", "\n")] {
        client.open(uri, empty);
        assert_eq!(client.findings(uri, Some(1)).len(), 0, "{uri}");
        let options = json!({ "tabSize": 4, "insertSpaces": true });
        let params = json!({ "textDocument": { "uri": uri }, "options": options });
        assert_eq!(client.ask("textDocument/formatting", params), Ok(json!([])), "{uri}");
    }
}

#[test]
fn positions_count_utf16_unless_the_editor_offers_utf8_first() {
    // A name outside the basic plane, a tab, and CRLF.
    let text = " 1 point match\r\n\r\n Game 1\r\n 🎲é : 0\t\t\tBob : 0\r\n  1) 31: 8/5 6/5\t\t\t64: 24/14 ;🎲🎲 x\r\n  2) 77: 8/5 ;é\r\n";
    let place = |encodings: Value| {
        let mut capabilities = everything();
        capabilities["general"]["positionEncodings"] = encodings;
        let mut client = Client::new(&capabilities, &Value::Null);
        client.open(URI, text);
        client.findings(URI, Some(1));
        let hover = client.ask("textDocument/prepareRename", at(URI, 3, 1)).expect("an answer");
        hover["range"]["end"]["character"].as_u64().expect("a range")
    };
    assert_eq!(place(json!(["utf-16"])), 4);
    assert_eq!(place(json!(["utf-8", "utf-16"])), 7);
    assert_eq!(place(json!(["utf-32", "utf-16"])), 4);
}

#[test]
fn hover_shows_the_board_before_a_play_with_pips_and_ids() {
    let text = tour();
    let mut client = opened(&text, &Value::Null);
    let asked = at(URI, 7, column(&text, 7, "64:") + 5);
    let hover = client.ask("textDocument/hover", asked).expect("an answer");
    let shown = hover["contents"]["value"].as_str().expect("a text");
    assert_eq!(hover["contents"]["kind"], "markdown");
    for part in [
        "**Game 1, row 1: Bob plays 64: 24/14**",
        "+13-14-15-16-17-18",
        "pips: Ann 163, Bob 167",
        "Position ID `sGfwATDgc/ABMA`",
        "XGID `XGID=",
        "](data:image/svg+xml;base64,",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert_eq!(hover["range"]["start"], json!({ "line": 7, "character": column(&text, 7, "64:") }));
    assert_eq!(client.ask("textDocument/hover", at(URI, 3, 2)), Ok(Value::Null), "nothing stands there");
    // Of the cube.
    let hover = client.ask("textDocument/hover", at(URI, 9, 8)).expect("an answer");
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("Ann doubles to 2")));
}

#[test]
fn hover_has_the_engines_evaluation_when_it_is_set() {
    let text = tour();
    let mut client = opened(&text, &json!({ "engine": true, "plies": 0, "picture": false }));
    let hover = client.ask("textDocument/hover", at(URI, 7, column(&text, 7, "31:"))).expect("an answer");
    let shown = hover["contents"]["value"].as_str().expect("a text");
    assert!(shown.contains("8/5 6/5") && shown.contains("played: number 1 of 16"), "{shown}");
    assert!(!shown.contains("data:image"), "{shown}");
    let hover = client.ask("textDocument/hover", at(URI, 9, column(&text, 9, "Doubles"))).expect("an answer");
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("no double")), "{hover}");
}

#[test]
fn hover_compares_a_play_with_the_best_one_at_its_own_depth() {
    let text = tour().replacen("8/5 6/5", "13/10 6/5", 1);
    let mut client = opened(&text, &json!({ "engine": true, "plies": 1, "picture": false }));
    let hover = client.ask("textDocument/hover", at(URI, 7, column(&text, 7, "31:"))).expect("an answer");
    let shown = hover["contents"]["value"].as_str().expect("a text");
    let row =
        shown.lines().find(|line| line.contains("13/10 6/5") && line.contains("0-ply")).expect("its row");
    let last = shown.lines().find_map(|line| line.strip_suffix(" less than the best")).expect("the loss");
    let loss = last.rsplit(' ').next().expect("a number");
    assert!(row.split_whitespace().any(|cell| cell == loss), "{shown}");
}

#[test]
fn an_editor_without_markdown_gets_plain_text() {
    let mut capabilities = everything();
    capabilities["textDocument"]["hover"] = json!({});
    let mut client = Client::new(&capabilities, &Value::Null);
    client.open(URI, &tour());
    let hover = client.ask("textDocument/hover", at(URI, 7, 8)).expect("an answer");
    assert_eq!(hover["contents"]["kind"], "plaintext");
    let shown = hover["contents"]["value"].as_str().expect("a text");
    assert!(
        shown.starts_with("Game 1, row 1: Ann plays 31: 8/5 6/5\n\n") && !shown.contains("```"),
        "{shown}"
    );
}

#[test]
fn symbols_are_games_and_what_was_done_with_the_cube() {
    let mut client = opened(&tour(), &Value::Null);
    let symbols = client.ask("textDocument/documentSymbol", of(URI)).expect("an answer");
    let names: Vec<&str> =
        symbols.as_array().expect("a list").iter().filter_map(|s| s["name"].as_str()).collect();
    assert_eq!(names, ["Game 1", "Game 2", "Game 3"]);
    assert_eq!(symbols[0]["detail"], "Ann 0, Bob 0: Ann wins 1 point");
    assert_eq!(symbols[0]["range"], range((5, 1), (10, 18)));
    let cube: Vec<&str> = symbols[0]["children"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|s| s["name"].as_str())
        .collect();
    assert_eq!(cube, ["Ann doubles to 2", "Bob passes"]);
    let folds = client.ask("textDocument/foldingRange", of(URI)).expect("an answer");
    let folds: Vec<(u64, u64)> = folds
        .as_array()
        .expect("a list")
        .iter()
        .map(|fold| (fold["startLine"].as_u64().expect("a line"), fold["endLine"].as_u64().expect("a line")))
        .collect();
    assert_eq!(folds[0], (5, 10));
    assert_eq!(folds.len(), 3);
}

#[test]
fn several_matches_are_symbols_of_their_own_and_flat_ones_name_what_they_are_in() {
    let two = format!("{}\n{}", tour(), tour());
    let mut client = opened(&two, &Value::Null);
    let symbols = client.ask("textDocument/documentSymbol", of(URI)).expect("an answer");
    assert_eq!(symbols.as_array().map(Vec::len), Some(2));
    assert_eq!(symbols[1]["name"], "Match 2: Ann and Bob");
    assert_eq!(symbols[1]["children"].as_array().map(Vec::len), Some(3));
    let mut client = Client::new(&json!({}), &Value::Null);
    client.open(URI, &two);
    let symbols = client.ask("textDocument/documentSymbol", of(URI)).expect("an answer");
    assert_eq!(symbols[1]["name"], "Game 1");
    assert_eq!(symbols[1]["containerName"], "Match 1: Ann and Bob");
    assert_eq!(symbols[1]["location"]["uri"], URI);
}

#[test]
fn inlay_hints_are_off_unless_set_and_stand_after_each_row() {
    let asked = || json!({ "textDocument": { "uri": URI }, "range": range((0, 0), (99, 0)) });
    let mut client = opened(&tour(), &Value::Null);
    assert_eq!(client.ask("textDocument/inlayHint", asked()), Ok(Value::Null));
    client.tell(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "barpoint": { "inlayHints": true } } }),
    );
    let hints = client.ask("textDocument/inlayHint", asked()).expect("an answer");
    let first = &hints[0];
    assert_eq!(first["position"]["line"], 7);
    assert_eq!(first["label"], "pips 163–157, score 0–0, cube 1", "{hints}");
    let labels: Vec<&str> =
        hints.as_array().expect("a list").iter().filter_map(|h| h["label"].as_str()).collect();
    assert!(labels.contains(&"score 1–0"), "{labels:?}");
    // Only of the lines that are shown.
    let params = json!({ "textDocument": { "uri": URI }, "range": range((8, 0), (8, 1)) });
    assert_eq!(
        client.ask("textDocument/inlayHint", params).expect("an answer").as_array().map(Vec::len),
        Some(1)
    );
}

/// Returns the labels offered at the end of a text whose last line is being typed.
fn offered(name: &str, text: &str, options: &Value) -> Vec<Value> {
    let mut client = Client::new(&everything(), options);
    client.open(name, text);
    let line = text.lines().count() - usize::from(!text.ends_with('\n'));
    let character = text.rsplit('\n').next().map_or(0, |line| line.encode_utf16().count());
    let items = client.ask("textDocument/completion", at(name, line, character)).expect("an answer");
    items.as_array().expect("a list").clone()
}

fn labels(items: &[Value]) -> Vec<&str> {
    items.iter().filter_map(|item| item["label"].as_str()).collect()
}

const HEAD: &str = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n";

#[test]
fn completion_offers_the_legal_plays_after_dice() {
    let text = format!("{HEAD}  1) 31: 8/5 6/5                 64:");
    let items = offered(URI, &text, &Value::Null);
    let plays = labels(&items);
    assert!(
        plays.contains(&"24/14") && plays.contains(&"24/18 13/9") && !plays.contains(&"8/5 6/5"),
        "{plays:?}"
    );
    // The move begun is replaced.
    let text = format!("{HEAD}  1) 31: 8/5 6/5                 64: 24/1");
    let items = offered(URI, &text, &Value::Null);
    let item = items.iter().find(|item| item["label"] == "24/14").expect("the play");
    assert_eq!(item["textEdit"]["range"], range((4, 37), (4, 41)));
    let after = edited(&text, &[item["textEdit"].clone()]);
    assert!(after.ends_with("64: 24/14"));
    let item = offered(URI, &text[..text.len() - 5], &Value::Null).remove(0);
    assert!(item["textEdit"]["newText"].as_str().is_some_and(|text| text.starts_with(' ')), "{item}");
    // So is the rest of the play, if the cursor is inside it; the next cell stays.
    let text = format!("{HEAD}  1) 31: 8/5 6/5                 64: 24/14\n");
    let mut client = opened(&text, &Value::Null);
    let items = client.ask("textDocument/completion", at(URI, 4, 13)).expect("an answer");
    let items = items.as_array().expect("a list");
    let item = items.iter().find(|item| item["label"] == "24/20").expect("the play");
    let after = edited(&text, &[item["textEdit"].clone()]);
    assert!(after.contains("  1) 31: 24/20                 64: 24/14\n"), "{after}");
    // An edit stays on its line if the play goes on in the next one.
    let text = format!("{HEAD}  1) 31: 8/5\n         6/5                 64: 24/14\n");
    let mut client = opened(&text, &Value::Null);
    let items = client.ask("textDocument/completion", at(URI, 4, 9)).expect("an answer");
    for item in items.as_array().expect("a list") {
        assert_eq!(item["textEdit"]["range"]["end"]["line"], 4, "{item}");
    }
    // The best comes first where the engine is wanted.
    let text = format!("{HEAD}  1) 31: ");
    let items = offered(URI, &text, &json!({ "engine": true }));
    assert_eq!(items[0]["label"], "8/5 6/5");
    assert!(items[0]["detail"].as_str().is_some_and(|equity| equity.starts_with('+')), "{:?}", items[0]);
    // Nothing is legal where nobody can move, and nothing is offered.
    let text = format!("{HEAD}  1) 77: ");
    assert_eq!(offered(URI, &text, &Value::Null).len(), 0);
}

#[test]
fn completion_writes_plays_as_the_format_has_them() {
    let sgf = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[a]PB[b];W[31";
    let items = offered("file:///a.sgf", sgf, &Value::Null);
    assert!(labels(&items).contains(&"hefe"), "{:?}", labels(&items));
    // Also where the editor has closed the bracket.
    let mut client = Client::new(&everything(), &Value::Null);
    client.open("file:///a.sgf", &format!("{sgf}])\n"));
    let asked = at("file:///a.sgf", 0, sgf.len());
    let items = client.ask("textDocument/completion", asked).expect("an answer");
    assert!(labels(items.as_array().expect("a list")).contains(&"hefe"), "{items}");
    let fibs = "Score is 0-0 in a 3 point match.\nAlice is X - Bob is O\nX: (3 1) ";
    let items = offered("file:///a.txt", fibs, &Value::Null);
    assert!(labels(&items).contains(&"8-5 6-5"), "{:?}", labels(&items));
    let fibs = "Score is 0-0 in a 3 point match.\nAlice is X - Bob is O\nX: (3 1) 8-5 6-5\nO: (6 4) ";
    let items = offered("file:///a.txt", fibs, &Value::Null);
    assert!(labels(&items).contains(&"1-7 7-11"), "{:?}", labels(&items));
}

#[test]
fn completion_offers_words_where_no_dice_are() {
    let text = format!("{HEAD}  1) 31: 8/5 6/5                 64: 24/14\n  2)  ");
    let items = offered(URI, &text, &Value::Null);
    assert!(labels(&items).contains(&"Doubles => 2"), "{items:?}");
    let text =
        format!("{HEAD}  1) 31: 8/5 6/5                 64: 24/14\n  2)  Doubles => 2                Ta");
    let items = offered(URI, &text, &Value::Null);
    assert_eq!(labels(&items)[..2], ["Takes", "Drops"]);
    assert_eq!(items[0]["textEdit"]["range"]["start"]["character"], 34);
    let items = offered(URI, "; [Ev", &Value::Null);
    assert!(labels(&items).contains(&"EventDate \"\"]"), "{items:?}");
    // A value or a bracket after the key stays.
    for (rest, completed) in
        [("nt \"x\"]", "; [Event \"x\"]"), ("]", "; [Event \"\"]"), ("", "; [Event \"\"]")]
    {
        let text = format!("; [Eve{rest}\n{HEAD}");
        let mut client = opened(&text, &Value::Null);
        let items = client.ask("textDocument/completion", at(URI, 0, 6)).expect("an answer");
        let after = edited(&text, &[items[0]["textEdit"].clone()]);
        assert_eq!(after.lines().next(), Some(completed), "{items}");
    }
    assert_eq!(labels(&offered(URI, &format!("{HEAD}  1) 31: 8/5 6/5\n\n Ga"), &Value::Null)), ["Game 2"]);
}

#[test]
fn completion_inside_a_word_replaces_the_whole_word() {
    let row = "  2)  Doubles => 4                Takes";
    let text = format!("{HEAD}  1) 31: 8/5 6/5                 64: 24/14\n{row}\n");
    let mut client = opened(&text, &Value::Null);
    for ((line, character), label, completed) in [
        ((5, 9), "Doubles => 2", row.replace('4', "2")),
        ((5, 6), "Resigns", row.replace("Doubles => 4", "Resigns")),
        ((5, 36), "Drops", row.replace("Takes", "Drops")),
        ((2, 3), "Game 1", " Game 1".to_owned()),
    ] {
        let items = client.ask("textDocument/completion", at(URI, line, character)).expect("an answer");
        let items = items.as_array().expect("a list");
        let item = items.iter().find(|item| item["label"] == label).expect(label);
        let after = edited(&text, &[item["textEdit"].clone()]);
        assert_eq!(after.lines().nth(line), Some(completed.as_str()), "{items:?}");
        assert_eq!(after.lines().count(), text.lines().count());
    }
    // The next cell stays, however near it is.
    let text = format!("{HEAD}  1)  Ta 31: 8/5 6/5\n");
    let mut client = opened(&text, &Value::Null);
    let items = client.ask("textDocument/completion", at(URI, 4, 8)).expect("an answer");
    for item in items.as_array().expect("a list") {
        let after = edited(&text, &[item["textEdit"].clone()]);
        assert!(after.ends_with(" 31: 8/5 6/5\n"), "{after}");
    }
}

#[test]
fn formatting_is_that_of_fmt_or_says_why_not() {
    let text = std::fs::read_to_string(testdata("mat/valid/seven-points.mat")).expect("a record");
    let mut client = opened(&text, &Value::Null);
    let params =
        || json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let once = client.ask("textDocument/formatting", params()).expect("an answer");
    let once = edited(&text, once.as_array().expect("a list"));
    let other = once.replacen("31: 8/5 6/5 ", "31: 6/5 8/5 ", 1).replace("Drops", "passes");
    client.change(URI, 2, None, &other);
    let edits = client.ask("textDocument/formatting", params()).expect("an answer");
    let formatted = edited(&other, edits.as_array().expect("a list"));
    let matches = barpoint::open("a.mat", other).expect("a record");
    let format = matches[0].format;
    let rewritten = barpoint::analysis::rewritten(
        format,
        &matches[0].source,
        &barpoint::analysis::RulesOverride::default(),
    );
    assert_eq!(Ok(formatted.clone().into_bytes()), rewritten);
    client.change(URI, 3, None, &formatted);
    assert_eq!(client.ask("textDocument/formatting", params()), Ok(json!([])));
    client.change(URI, 4, None, &tour());
    let why = client.ask("textDocument/formatting", params()).expect_err("it has errors");
    assert_eq!(why["code"], -32803);
    assert!(why["message"].as_str().is_some_and(|text| text.contains("3 errors")), "{why}");
}

#[test]
fn definition_goes_back_from_one_cube_action_to_the_one_before() {
    let text = tour();
    let mut client = opened(&text, &Value::Null);
    let go = |client: &mut Client, line, character| {
        let found = client.ask("textDocument/definition", at(URI, line, character)).expect("an answer");
        found["range"]["start"].clone()
    };
    let takes = json!({ "line": 22, "character": column(&text, 22, "Takes") });
    assert_eq!(go(&mut client, 23, 10), takes);
    let doubles = json!({ "line": 22, "character": column(&text, 22, "Doubles") });
    assert_eq!(go(&mut client, 22, column(&text, 22, "Takes") + 1), doubles);
    assert_eq!(go(&mut client, 6, 0), Value::Null);
}

#[test]
fn a_player_is_renamed_in_every_game_and_only_to_what_can_be_a_name() {
    let text = tour();
    let mut client = opened(&text, &Value::Null);
    let prepared = client.ask("textDocument/prepareRename", at(URI, 6, 2)).expect("an answer");
    assert_eq!(prepared, json!({ "range": range((6, 1), (6, 4)), "placeholder": "Ann" }));
    assert_eq!(client.ask("textDocument/prepareRename", at(URI, 7, 8)), Ok(Value::Null));
    let rename = |client: &mut Client, name: &str| {
        let mut params = at(URI, 6, 2);
        params["newName"] = json!(name);
        client.ask("textDocument/rename", params)
    };
    let edits = rename(&mut client, "Änne 🎲").expect("an answer");
    let edits = edits["changes"][URI].as_array().expect("a list").clone();
    let after = edited(&text, &edits);
    assert_eq!(after.matches(" Änne 🎲 : ").count(), 3);
    let found = barpoint::open("a.mat", after).expect("a record");
    assert_eq!(found[0].replayed.name(2, barpoint::Side::Zero), "Änne 🎲");
    assert_eq!(found[0].findings.len(), 3);
    for wrong in ["", " ", "a\nb", "Bob"] {
        assert_eq!(rename(&mut client, wrong).expect_err(wrong)["code"], -32803);
    }
    // Formats that name the player in each line, and those that escape.
    for (name, before, place) in [
        ("file:///a.sgf", "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[a]PB[b];W[31hefe])", (0, 48)),
        (
            "file:///a.txt",
            "Score is 0-0 in a 3 point match.\nAlice is X - Bob is O\nX: (3 1) 8-5 6-5\n",
            (1, 1),
        ),
    ] {
        client.open(name, before);
        let mut params = at(name, place.0, place.1);
        params["newName"] = json!("Anna");
        let edits = client.ask("textDocument/rename", params).expect(name);
        let after = edited(before, edits["changes"][name].as_array().expect("a list"));
        let found = barpoint::open(name, after.clone()).expect("a record");
        let names = barpoint::Side::ALL.map(|side| found[0].replayed.name(0, side).to_owned());
        assert!(names.contains(&"Anna".to_owned()), "{after}");
    }
}

#[test]
fn code_actions_are_answered_where_there_is_nothing_to_fix() {
    let text = std::fs::read_to_string(testdata("mat/valid/seven-points.mat")).expect("a record");
    let mut client = opened(&text, &Value::Null);
    let params = json!({
        "textDocument": { "uri": URI },
        "range": range((0, 0), (99, 0)),
        "context": { "diagnostics": [], "only": ["quickfix", "source.fixAll"] },
    });
    assert_eq!(client.ask("textDocument/codeAction", params), Ok(json!([])));
}

#[test]
fn what_makes_no_sense_is_refused_and_the_server_goes_on() {
    let mut client = Client::silent();
    assert_eq!(client.ask("textDocument/hover", at(URI, 0, 0)).expect_err("too early")["code"], -32002);
    client.put(b"Content-Length: 3\r\n\r\n{x}");
    assert_eq!(client.next()["error"]["code"], -32700);
    let wrong = json!({ "capabilities": {}, "initializationOptions": { "colour": "red" } });
    assert_eq!(client.ask("initialize", wrong).expect_err("an unknown setting")["code"], -32602);
    client.ask("initialize", json!({ "capabilities": {} })).expect("it begins");
    let again = client.ask("initialize", json!({ "capabilities": {} })).expect_err("it has begun");
    assert_eq!(again["code"], -32600);
    for message in ["{}", r#"{"jsonrpc":"2.0","id":3000000000,"method":"shutdown"}"#] {
        client.put(format!("Content-Length: {}\r\n\r\n{message}", message.len()).as_bytes());
        let refused = client.next();
        assert_eq!((&refused["error"]["code"], &refused["id"]), (&json!(-32600), &Value::Null), "{refused}");
    }
    assert_eq!(client.ask("textDocument/hover", json!(7)).expect_err("no parameters")["code"], -32602);
    assert_eq!(client.ask("textDocument/moonPhase", json!({})).expect_err("unknown")["code"], -32601);
    client.tell("textDocument/didChange", json!({ "textDocument": 1 }));
    client.change(URI, 2, None, "x");
    client.tell("workspace/didChangeConfiguration", json!({ "settings": { "barpoint": { "plies": 9 } } }));
    client.tell("$/setTrace", json!({ "value": "off" }));
    client.open(URI, &tour());
    assert_eq!(client.findings(URI, Some(1)).len(), 3);
    let complaints = client.told.iter().filter(|told| told["method"] == "window/showMessage").count();
    assert_eq!(complaints, 3, "{:?}", client.told);
    assert_eq!(client.leave().ok(), Some(Left::Properly));
}

#[test]
fn an_editor_that_vanishes_or_breaks_off_is_noticed() {
    assert_eq!(Client::silent().vanish().ok(), Some(Left::Abruptly));
    let mut client = Client::silent();
    client.put(b"Content-Length: 10\r\n\r\n{");
    assert!(client.vanish().is_err());
    let mut client = Client::new(&everything(), &Value::Null);
    client.tell("exit", Value::Null);
    assert_eq!(client.vanish().ok(), Some(Left::Abruptly));
}

#[test]
fn the_editor_is_asked_for_its_settings_and_for_the_file_of_settings() {
    let mut capabilities = everything();
    capabilities["workspace"] =
        json!({ "configuration": true, "didChangeWatchedFiles": { "dynamicRegistration": true } });
    let mut client = Client::silent();
    client.settings = json!({ "inlayHints": true });
    client.ask("initialize", json!({ "capabilities": capabilities })).expect("it begins");
    client.tell("initialized", json!({}));
    client.open(URI, &tour());
    client.findings(URI, Some(1));
    let params = json!({ "textDocument": { "uri": URI }, "range": range((0, 0), (99, 0)) });
    assert!(client.ask("textDocument/inlayHint", params).expect("an answer").is_array());
    let asked: Vec<&str> = client.told.iter().filter_map(|told| told["method"].as_str()).collect();
    assert_eq!(asked, ["client/registerCapability", "workspace/configuration"]);
}

#[test]
fn the_file_of_settings_holds_and_what_is_wrong_with_it_is_shown_there() {
    let folder = Folder::new("lsp");
    let file = folder.0.join("barpoint.toml");
    let uri = format!("file://{}/three.mat", folder.0.display());
    let settings = format!("file://{}", file.display());
    let code = barpoint::open("a.mat", tour()).expect("a record")[0].findings[0].code.id();
    std::fs::write(&file, format!("allow = [\"{code}\"]\n")).expect("a file of ours");
    let mut client = Client::new(&everything(), &Value::Null);
    client.open(&uri, &tour());
    assert_eq!(client.findings(&uri, Some(1)).len(), 2);
    std::fs::write(&file, "\nalow = []\n").expect("a file of ours");
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert_eq!(client.findings(&uri, Some(1)).len(), 3);
    let wrong = client.findings(&settings, None);
    assert_eq!(wrong[0]["range"]["start"], json!({ "line": 1, "character": 0 }));
    assert!(wrong[0]["message"].as_str().is_some_and(|text| text.contains("did you mean `allow`")));
    std::fs::write(&file, "all = true\n").expect("a file of ours");
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert_eq!(client.findings(&settings, None).len(), 0);
    // A wrong file that is deleted is wrong no longer.
    std::fs::write(&file, "alow = []\n").expect("a file of ours");
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert_eq!(client.findings(&settings, None).len(), 1);
    std::fs::remove_file(&file).expect("a file of ours");
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert_eq!(client.findings(&settings, None).len(), 0);
    assert_eq!(client.leave().ok(), Some(Left::Properly));
}

#[test]
fn a_fix_of_a_finding_is_a_code_action_that_mends_it() {
    let text = three_mistakes();
    let mut client = opened(&text, &Value::Null);
    let findings = client.findings(URI, Some(1));
    let left = |edits: &Value| {
        let after = edited(&text, edits.as_array().expect("edits"));
        barpoint::open("three.mat", after).expect("a record")[0].findings.len()
    };
    for finding in &findings {
        let params = json!({
            "textDocument": { "uri": URI },
            "range": finding["range"],
            "context": { "diagnostics": [finding] },
        });
        let actions = client.ask("textDocument/codeAction", params).expect("an answer");
        let action = &actions[0];
        assert_eq!(action["kind"], "quickfix", "{finding}");
        assert_eq!(action["diagnostics"][0]["code"], finding["code"]);
        assert!(left(&action["edit"]["changes"][URI]) < findings.len(), "{action}");
    }
    let all = json!({
        "textDocument": { "uri": URI },
        "range": range((0, 0), (0, 0)),
        "context": { "diagnostics": [], "only": ["source.fixAll"] },
    });
    let actions = client.ask("textDocument/codeAction", all).expect("an answer");
    // Of the three, one has a safe fix.
    assert_eq!(actions.as_array().map(Vec::len), Some(1), "{actions}");
    assert_eq!(left(&actions[0]["edit"]["changes"][URI]), 2);
}

#[test]
fn fixes_stay_while_the_last_row_is_being_typed() {
    let titles = |text: &str, only: &str| {
        let mut client = opened(text, &Value::Null);
        let findings = client.findings(URI, Some(1));
        let params = json!({
            "textDocument": { "uri": URI },
            "range": findings[0]["range"],
            "context": { "diagnostics": [], "only": [only] },
        });
        let actions = client.ask("textDocument/codeAction", params).expect("an answer");
        let titles = actions.as_array().expect("a list").iter();
        titles.map(|action| action["title"].as_str().expect("a title").to_owned()).collect::<Vec<_>>()
    };
    let row = format!("{HEAD}  1) 31: 8/5 6/4                 64: 24/14\n");
    let whole = titles(&row, "quickfix");
    assert_eq!(whole[0], "read the play as `8/5 6/5`, not `8/5 6/4` (suggested)");
    for typed in ["  2) 5", "  2) 52:", "  2) 52: 13/8 13/1", "  2) 52: 13/8 13/11*"] {
        assert_eq!(titles(&format!("{row}{typed}"), "quickfix"), whole, "{typed}");
    }
    // A record needs no line end after its last row.
    let text = three_mistakes();
    let all = titles(&text, "source.fixAll");
    assert_eq!(all.len(), 1);
    assert_eq!(titles(text.trim_end(), "source.fixAll"), all);
}
