//! `barpoint serve`: requests in JSON.

use super::{Folder, barpoint};
use crate::schema::{fits, published};
use crate::support::{Random, is_whole, json_lines, report};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A running server, whose answers are read all the time.
struct Server {
    child: Child,
    requests: Option<ChildStdin>,
    answers: Receiver<Value>,
}

impl Server {
    fn new(arguments: &[&str]) -> Self {
        let mut child = barpoint()
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .arg("serve")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let (sender, answers) = channel();
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        thread::spawn(move || {
            for line in lines {
                let answer = serde_json::from_str(&line.expect("UTF-8")).expect("JSON");
                if sender.send(answer).is_err() {
                    return;
                }
            }
        });
        let requests = child.stdin.take();
        Self { child, requests, answers }
    }

    fn say(&mut self, line: &str) {
        let requests = self.requests.as_mut().expect("it is open");
        writeln!(requests, "{line}").and_then(|()| requests.flush()).expect("it reads");
    }

    fn ask(&mut self, request: &Value) {
        self.say(&request.to_string());
    }

    fn answer(&self) -> Value {
        self.answers.recv_timeout(Duration::from_mins(1)).expect("an answer")
    }

    /// Closes the input; returns the answers that are left.
    fn rest(mut self) -> Vec<Value> {
        drop(self.requests.take());
        let rest = self.answers.iter().collect();
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
        rest
    }
}

/// Answers requests with a server, all at once.
fn served(arguments: &[&str], requests: &[String]) -> Vec<Value> {
    let mut server = Server::new(arguments);
    for request in requests {
        server.say(request);
    }
    server.rest()
}

#[test]
fn the_page_has_the_answers_of_its_requests() {
    let page = std::fs::read_to_string("docs/remote.md").expect("the page");
    let blocks: Vec<&str> =
        page.split("```jsonl\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let [requests, answers] = blocks[..] else { panic!("{} blocks", blocks.len()) };
    let requests: Vec<String> = requests.lines().map(str::to_owned).collect();
    let mut given = served(&["-j1"], &requests);
    let mut wanted = json_lines(answers);
    let key = |answer: &Value| answer["id"].to_string();
    given.sort_by_key(key);
    wanted.sort_by_key(key);
    assert_eq!(given, wanted);
}

/// Positions with dice and without, for money and in matches.
const POSITIONS: [&str; 4] = [
    "4HPwATDgc/ABMA",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10",
    "sM/gASiwZ/ABMA",
    "dncPAADb7g4AAA",
];

/// Returns the requests with the commands that answer the same.
fn pairs() -> Vec<(Value, Vec<String>)> {
    let mut pairs = Vec::new();
    for position in POSITIONS {
        for (ask, keys, options) in [
            ("eval", json!({"plies": 0}), "--plies 0"),
            ("eval", json!({"plies": 1, "cubeless": true}), "--plies 1 --cubeless"),
            ("hint", json!({"plies": 0, "roll": "61"}), "61 --plies 0"),
            ("hint", json!({"plies": 1, "roll": "33", "count": 3}), "33 --plies 1 -n 3"),
            ("cube", json!({"plies": 0}), "--plies 0"),
            (
                "rollout",
                json!({"games": 12, "truncate": 4, "roll": "21", "count": 3}),
                "21 --games 12 --truncate 4 -n 3",
            ),
            (
                "rollout",
                json!({"games": 6, "seed": 7, "cubeless": true, "roll": "65"}),
                "65 --games 6 --seed 7 --cubeless",
            ),
        ] {
            let mut request = keys;
            request["ask"] = ask.into();
            request["position"] = position.into();
            let words = [ask, position].into_iter().chain(options.split(' ')).chain(["--json"]);
            pairs.push((request, words.map(str::to_owned).collect()));
        }
    }
    let place = json!({"ask": "hint", "record": "testdata/mat/valid/seven-points.mat", "game": 2, "move": "3", "plies": 0});
    let command = "hint testdata/mat/valid/seven-points.mat --game 2 --move 3 --plies 0 --json";
    pairs.push((place, command.split(' ').map(str::to_owned).collect()));
    pairs
}

#[test]
fn shuffled_requests_have_the_answers_of_single_commands() {
    let pairs = pairs();
    let single = |arguments: &Vec<String>| {
        let output = barpoint().current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output();
        let output = output.expect("the program runs");
        if output.status.success() {
            serde_json::from_slice(&output.stdout).expect("JSON")
        } else {
            let error = String::from_utf8(output.stderr).expect("UTF-8");
            Value::from(error.lines().next().and_then(|line| line.strip_prefix("error: ")).expect("an error"))
        }
    };
    let wanted: Vec<Value> = pairs.iter().map(|(_, arguments)| single(arguments)).collect();
    assert!(wanted.iter().filter(|wanted| wanted.is_object()).count() > 20, "most positions are in order");
    let mut random = Random::new(23);
    // Fewer still ask each of them dozens of times, in every order.
    let count = if is_whole() { 10_000 } else { 2_000 };
    let requests: Vec<String> = (0..count)
        .map(|number| {
            // Rollouts take longest.
            let mut which = random.below(pairs.len());
            while pairs[which].0["ask"] == "rollout" && random.below(20) > 0 {
                which = random.below(pairs.len());
            }
            let mut request = pairs[which].0.clone();
            request["id"] = format!("{which}/{number}").into();
            request["priority"] = (random.below(3) as i64 - 1).into();
            request.to_string()
        })
        .collect();
    let answers = served(&[], &requests);
    assert_eq!(answers.len(), requests.len());
    let schema = published("serve-answer");
    let mut seen = HashMap::new();
    for answer in &answers {
        let id = answer["id"].as_str().expect("a text");
        let which: usize = id.split('/').next().and_then(|which| which.parse().ok()).expect("a number");
        *seen.entry(id.to_owned()).or_insert(0) += 1;
        let wanted = &wanted[which];
        let (given, state) =
            if wanted.is_object() { (&answer["result"], "done") } else { (&answer["error"], "error") };
        assert_eq!((given, &answer["state"]), (wanted, &Value::from(state)), "{}", pairs[which].0);
    }
    for answer in answers.iter().step_by(50) {
        fits(answer, &schema, "answer");
    }
    assert_eq!(seen.len(), requests.len(), "each has one answer");
    let request_schema = published("serve-request");
    for (request, _) in &pairs {
        let mut request = request.clone();
        request["id"] = 1.into();
        fits(&request, &request_schema, "request");
    }
    report(requests.len(), "shuffled requests of serve");
}

#[test]
fn higher_priorities_come_first_and_equal_ones_in_their_order() {
    let mut server = Server::new(&["-j1"]);
    // It keeps the only thread busy while the others come in.
    let long = json!({"id": "long", "ask": "rollout", "position": POSITIONS[0], "roll": "31", "games": 100_000, "priority": 9});
    server.ask(&long);
    for (id, priority) in [(1, 0), (2, -1), (3, 5), (4, 0), (5, 5)] {
        server.ask(
            &json!({"id": id, "ask": "eval", "position": POSITIONS[0], "plies": 0, "priority": priority}),
        );
    }
    server.ask(&json!({"id": "end", "ask": "cancel", "of": "long"}));
    let ids: Vec<Value> = server.rest().into_iter().map(|answer| answer["id"].clone()).collect();
    let order: Vec<i64> = ids.iter().filter_map(Value::as_i64).collect();
    assert_eq!(order, [3, 5, 1, 4, 2], "{ids:?}");
}

#[test]
fn rollouts_tell_what_they_have_and_end_when_they_are_told_to() {
    let mut server = Server::new(&["-j2"]);
    let rollout =
        json!({"ask": "rollout", "position": POSITIONS[0], "roll": "31", "games": 1 << 30, "partial": 0.05});
    let with = |id: &str, key: &str, value: Value| {
        let mut request = rollout.clone();
        (request["id"], request[key]) = (id.into(), value);
        request
    };
    server.ask(&with("short", "seconds", json!(2.0)));
    let mut parts = 0;
    let done = loop {
        let answer = server.answer();
        if answer["state"] != "partial" {
            break answer;
        }
        assert!(answer["result"]["candidates"].is_array(), "{answer}");
        parts += 1;
    };
    assert!(parts > 1, "{parts}");
    assert_eq!((&done["state"], &done["notes"][0]), (&json!("done"), &json!("ended by `seconds`")), "{done}");
    // One that is cancelled ends soon, and those that wait at once.
    for id in ["a", "b", "c"] {
        server.ask(&with(id, "seed", json!(2)));
    }
    while server.answer()["state"] != "partial" {}
    let begun = Instant::now();
    server.ask(&json!({"id": "stop", "ask": "cancel"}));
    let answers: Vec<Value> =
        server.rest().into_iter().filter(|answer| answer["state"] != "partial").collect();
    assert!(begun.elapsed() < Duration::from_secs(20));
    let mut ends: Vec<(&str, &str)> = answers
        .iter()
        .map(|answer| (answer["id"].as_str().expect("a text"), answer["state"].as_str().expect("a text")))
        .collect();
    ends.sort_unstable();
    assert_eq!(ends, [("a", "cancelled"), ("b", "cancelled"), ("c", "cancelled"), ("stop", "done")]);
}

#[test]
fn what_is_no_request_is_answered_too() {
    let overlong = format!("{{\"id\":1,\"ask\":\"{}\"}}", "x".repeat(100_000));
    let wrong = [
        ("hint", "not JSON: expected a value at column 1"),
        ("[]", "a request is an object, as in "),
        ("null", "a request is an object, as in "),
        (r#"{"id":1}"#, "`ask` is missing"),
        (r#"{"id":1,"ask":"fly"}"#, "`ask` must be one of `eval`, `hint`"),
        (r#"{"id":1.5,"ask":"eval"}"#, "`id` must be a 64-bit integer or a string"),
        (r#"{"id":1,"ask":"cube","position":"4HPwATDgc/ABMA","cubeless":true}"#, "leaves no cube decision"),
        (r#"{"id":1,"ask":"hint","position":"4HPwATDgc/ABMA","cubeless":true}"#, "leaves no cube decision"),
        (r#"{"id":1,"ask":"rollout","position":"4HPwATDgc/ABMA","least":5}"#, "`least` has no effect"),
        (r#"{"id":1,"ask":"eval"}"#, "there is no `position`"),
        (r#"{"id":1,"ask":"eval","position":"-"}"#, "standard input"),
        (r#"{"id":1,"ask":"eval","position":"4HPwATDgc"}"#, "9 characters instead of 14"),
        (r#"{"id":1,"ask":"eval","position":"4HPwATDgc/ABMA9"}"#, "(`\"lenient\":true` accepts it)"),
        (
            r#"{"id":1,"ask":"eval","position":"testdata/mat/valid/seven-points.mat"}"#,
            "is a file: `record` names it",
        ),
        (
            r#"{"id":1,"ask":"rollout","position":"4HPwATDgc/ABMA","roll":"31","opening":true}"#,
            "`opening` changes the first roll, but the dice are given",
        ),
        (
            r#"{"id":1,"ask":"rollout","position":"4HPwATDgc/ABMA","roll":"31","plays":["8/5","6/5"]}"#,
            r#"play "8/5": 1 die played where 2 can be"#,
        ),
        (
            r#"{"id":1,"ask":"rollout","position":"4HPwATDgc/ABMA","roll":"31","plays":[" "]}"#,
            "an empty play: 0 dice played where 2 can be",
        ),
        (r#"{"id":18446744073709551615,"ask":"version"}"#, "`id` must be a 64-bit integer or a string"),
        (
            r#"{"id":1,"ask":"rollout","position":"4HPwATDgc/ABMA","seconds":1e300}"#,
            "`seconds` must be a number of seconds from 0 to 1e19",
        ),
        (
            r#"{"id":1,"ask":"rollout","position":"4HPwATDgc/ABMA","stop_error":0}"#,
            "`stop_error` must be above 0, not 0",
        ),
        (r#"{"id":1,"ask":"eval","record":"nonexist.mat"}"#, "No such file"),
        (r#"{"id":1,"ask":"eval","record":""}"#, "`record` is empty"),
        (r#"{"id":1,"ask":"eval","position":"4HPwATDgc/ABMA","move":"3"}"#, "need a `record`"),
        (
            r#"{"id":1,"ask":"eval","position":"4HPwATDgc/ABMA","plies":9}"#,
            "`plies` must be from 0 to 3, not 9",
        ),
        (r#"{"id":1,"ask":"eval","position":"4HPwATDgc/ABMA","level":"high"}"#, "no level `high`"),
        (r#"{"id":1,"ask":"eval","position":"4HPwATDgc/ABMA","roll":"31"}"#, "`eval` has no key `roll`"),
        (r#"{"id":1,"ask":"hint","position":"4HPwATDgc/ABMA","roll":"7"}"#, "two digits"),
        (r#"{"id":1,"ask":"rollout","position":"4HPwATDgc/ABMA","roll":"31","plays":["8/3"]}"#, "8/3"),
        (
            r#"{"id":1,"ask":"rollout","position":"4HPwATDgc/ABMA","games":0}"#,
            "`games` must be from 1 to 4294967296, not 0",
        ),
        (
            r#"{"id":1,"ask":"rollout","position":"4HPwATDgc/ABMA","seconds":-1}"#,
            "`seconds` must be a number of seconds from 0 to 1e19, not -1",
        ),
        (
            r#"{"id":1,"ask":"rollout","position":"4HPwATDgc/ABMA","stop_error":-1}"#,
            "`stop_error` must be above 0, not -1",
        ),
        (
            r#"{"id":1,"ask":"rollout","position":"4HPwATDgc/ABMA","plays":["8/5 6/5"]}"#,
            r#"`plays` need a roll, as in "roll":"31""#,
        ),
        (
            r#"{"id":1,"ask":"eval","position":"4HPwATDgc/ABMA","variant":"foo"}"#,
            r#"`variant` is "foo"; choose from standard"#,
        ),
        (
            r#"{"id":1,"ask":"hint","position":"4HPwATDgc/ABMA","roll":31}"#,
            r#"a string such as "31", not 31"#,
        ),
        (r#"{"id":1,"ask":"eval","record":"testdata"}"#, "cannot read testdata: it is a folder, not a file"),
        (&overlong, "more than 65536 bytes"),
    ];
    let lines: Vec<String> = wrong.iter().map(|(line, _)| (*line).to_owned()).collect();
    // What is wrong with the position, the record, the roll or the plays.
    let is_of_input = |words: &str| {
        let of_input = [
            "9 characters",
            "lenient",
            "is a file",
            "dice",
            "played",
            "No such file",
            "two digits",
            "8/3",
            "folder",
        ];
        of_input.iter().any(|part| words.contains(part))
    };
    // In their order on one thread: some are answered as soon as they are read.
    for (line, words) in wrong {
        let answers = served(&["-j1"], &[line.to_owned()]);
        assert_eq!(answers.len(), 1, "{line}");
        assert_eq!(answers[0]["state"], "error", "{line}");
        let error = answers[0]["error"].as_str().expect("a text");
        assert!(error.contains(words), "{line}: {error}");
        let code = if is_of_input(words) { "input-invalid" } else { "request-invalid" };
        assert_eq!(answers[0]["code"], code, "{line}");
    }
    assert_eq!(served(&[], &lines).len(), lines.len());
    // Lines of garbage, made of pieces of requests.
    let mut random = Random::new(8);
    let pieces = [
        "{",
        "}",
        "\"id\":",
        "1",
        ",",
        "\"ask\":",
        "\"eval\"",
        "\"position\":",
        "\"4HPwATDgc/ABMA\"",
        "null",
        "[",
        "]",
        "\"plies\":0",
        "\u{0}",
        "é",
        "1e999",
        "-",
    ];
    let garbage: Vec<String> = (0..2_000)
        .map(|_| (0..=random.below(9)).map(|_| pieces[random.below(pieces.len())]).collect())
        .collect();
    assert_eq!(served(&[], &garbage).len(), garbage.len());
}

#[test]
fn a_whole_number_may_have_a_fraction_of_zero_and_the_input_a_mark() {
    let request = r#"{"id":7.0,"ask":"eval","position":"4HPwATDgc/ABMA","plies":0.0}"#;
    let marked = format!("\u{feff}{request}");
    for line in [request, &marked] {
        let answers = served(&["-j1"], &[line.to_owned()]);
        assert_eq!((&answers[0]["id"], &answers[0]["state"]), (&json!(7), &json!("done")), "{line}");
    }
    let rollout = json!({"id": 1, "ask": "rollout", "position": POSITIONS[0], "games": 36, "truncate": 1,
        "stop_error": 1e300, "least": 1});
    assert_eq!(served(&["-j1"], &[rollout.to_string()])[0]["state"], "done");
}

#[test]
fn a_line_that_is_not_utf_8_is_refused() {
    let folder = Folder::new("serve-bytes");
    let run = folder
        .run_with("serve -j1", b"{\"id\":\"a\xff\",\"ask\":\"version\"}\n{\"id\":2,\"ask\":\"version\"}\n");
    let answers = json_lines(run.status(0));
    let told = |answer: &Value| (answer["id"].clone(), answer["error"].clone());
    assert_eq!(told(&answers[0]), (Value::Null, json!("the line is not UTF-8 text from byte 9 on")));
    assert_eq!(told(&answers[1]), (json!(2), Value::Null));
}

#[test]
#[cfg(unix)]
fn a_pipe_is_no_record() {
    let folder = Folder::new("serve-pipe");
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    // Nobody writes to it: reading it would never end.
    let answers = served(&["-j1"], &[json!({"id": 1, "ask": "eval", "record": pipe}).to_string()]);
    let error = answers[0]["error"].as_str().expect("a text");
    assert!(error.ends_with("/pipe: it is a pipe or a device, not a file"), "{error}");
}

#[test]
fn dice_that_the_roll_replaces_are_noted() {
    let position = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
    for (roll, notes) in [("66", json!(["`roll` replaces the dice of the position, 31"])), ("13", json!([]))]
    {
        let request = json!({"id": 1, "ask": "hint", "position": position, "roll": roll, "plies": 0});
        let answer = served(&["-j1"], &[request.to_string()])[0].clone();
        assert_eq!((&answer["state"], &answer["notes"]), (&json!("done"), &notes), "{answer}");
    }
}

#[test]
fn offers_that_are_not_evaluated_are_noted() {
    let doubled = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:6:0:1:7:10";
    let request = json!({"id": 1, "ask": "cube", "position": doubled, "plies": 0}).to_string();
    let notes = served(&["-j1"], &[request])[0]["notes"].clone();
    assert_eq!(
        notes,
        json!(["the double that is offered isn't legal: doubling is not allowed in the Crawford game"])
    );
}

#[test]
fn it_ends_when_nobody_reads_the_answers() {
    let mut command: Command = barpoint();
    let mut child =
        command.args(["serve", "-j2"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut requests = child.stdin.take().expect("a pipe");
    drop(child.stdout.take());
    let request =
        json!({"id": 1, "ask": "rollout", "position": POSITIONS[0], "roll": "31", "games": 1 << 30})
            .to_string();
    let version = r#"{"id":2,"ask":"version"}"#;
    // The input stays open: the first answer that can't be written ends the program.
    writeln!(requests, "{request}\n{version}").and_then(|()| requests.flush()).expect("it reads");
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(begun.elapsed() < Duration::from_secs(30), "it still runs");
        thread::sleep(Duration::from_millis(20));
    }
}
