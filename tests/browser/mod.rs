//! The pages in a browser, as people use them: Chromium without a window, driven by Chrome's `DevTools` protocol over pipes.
//!
//! Without Chromium these tests print a note and pass, unless `BARPOINT_REQUIRE_CHROMIUM` is set. `BARPOINT_CHROMIUM` names
//! the program, `BARPOINT_AXE` the file `axe.min.js` of axe-core, which looks for barriers.

use crate::support::{Folder, program, report, testdata};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit for an answer of the browser. Only a failing test waits that long.
const PATIENCE: Duration = Duration::from_mins(1);

const OPENING: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
const CUBE: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10";
const DOUBLED: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10";

/// Returns Chromium, if it is installed.
fn chromium() -> Option<String> {
    let given = std::env::var("BARPOINT_CHROMIUM").ok();
    let names = ["chromium", "chromium-browser", "google-chrome"].map(str::to_owned);
    let found = given.into_iter().chain(names).find(|name| {
        let version =
            Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    });
    let is_required = std::env::var_os("BARPOINT_REQUIRE_CHROMIUM").is_some();
    assert!(found.is_some() || !is_required, "Chromium is required; BARPOINT_CHROMIUM names it");
    if found.is_none() {
        left_out("Chromium is not installed here: the pages were left out");
    }
    found
}

/// Prints that a test was left out.
#[expect(clippy::print_stderr, reason = "a test's own report")]
fn left_out(why: &str) {
    eprintln!("LEFT OUT: {why}");
}

impl Folder {
    /// Writes a page by the program, and returns its address.
    fn page(&self, name: &str, arguments: &[&str]) -> String {
        let path = self.0.join(name);
        let mut command = Command::new(program());
        let output = command.args(arguments).arg("-o").arg(&path).output().expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        format!("file://{}", path.display())
    }
}

/// A browser with one page.
struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    next: u64,
    /// What happened and wasn't looked at yet.
    events: VecDeque<Value>,
    _profile: Folder,
}

impl Browser {
    fn start(chromium: &str, name: &str) -> Self {
        let profile = Folder::new(&format!("profile-{name}"));
        // The browser reads its descriptor 3 and writes to 4.
        let mut command = Command::new("sh");
        command.args(["-c", r#"exec "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#, "sh", chromium]);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]);
        command.arg(format!("--user-data-dir={}", profile.0.display()));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("a shell");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            for message in BufReader::new(output).split(0) {
                let message = message.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
                if message.is_none_or(|message| sender.send(message).is_err()) {
                    break;
                }
            }
        });
        let (session, events) = (None, VecDeque::new());
        let mut browser = Self { child, input, messages, session, next: 0, events, _profile: profile };
        let target = browser.call("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", &attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Network", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser
    }

    /// Calls a method and returns its result.
    fn call(&mut self, method: &str, params: &Value) -> Value {
        self.next += 1;
        let mut message = json!({"id": self.next, "method": method, "params": params});
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        self.input.write_all(format!("{message}\0").as_bytes()).expect("the browser reads");
        loop {
            let message = self.message();
            if message["id"] == self.next {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.events.push_back(message);
        }
    }

    fn message(&self) -> Value {
        self.messages.recv_timeout(PATIENCE).expect("an answer of the browser")
    }

    /// Opens a page on a screen with this many columns of pixels, and waits until it is loaded.
    fn open(&mut self, address: &str, width: u32, scheme: &str) {
        let size = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500});
        self.call("Emulation.setDeviceMetricsOverride", &size);
        let feature = json!({"name": "prefers-color-scheme", "value": scheme});
        self.call("Emulation.setEmulatedMedia", &json!({ "features": [feature] }));
        self.events.clear();
        self.call("Page.navigate", &json!({ "url": address }));
        let start = Instant::now();
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            assert!(start.elapsed() < PATIENCE, "{address} isn't loaded");
            let message = self.message();
            self.events.push_back(message);
        }
    }

    /// Returns the value of an expression in the page; a promise is waited for.
    fn value(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.call("Runtime.evaluate", &params);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {}", result["exceptionDetails"]);
        result["result"]["value"].clone()
    }

    /// Presses a key: a digit, or a key by its name.
    fn press(&mut self, key: &str) {
        let (code, number, text) = match key {
            "Tab" => ("Tab".to_owned(), 9, None),
            "Enter" => ("Enter".to_owned(), 13, Some("\r")),
            "ArrowLeft" => ("ArrowLeft".to_owned(), 37, None),
            "ArrowRight" => ("ArrowRight".to_owned(), 39, None),
            digit => (format!("Digit{digit}"), u32::from(digit.as_bytes()[0]), Some(digit)),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key, "code": code, "windowsVirtualKeyCode": number});
            if let (Some(text), "keyDown") = (text, kind) {
                event["text"] = text.into();
            }
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Asserts that the page has asked for nothing but itself, and that nothing went wrong in it.
    fn asked_for_nothing_else(&mut self, address: &str) {
        // Requests are reported before the answer of a later call.
        self.value("new Promise(done => setTimeout(() => done(0), 200))");
        let mut requests = 0;
        for event in &self.events {
            match event["method"].as_str() {
                Some("Network.requestWillBeSent") => {
                    requests += 1;
                    assert_eq!(event["params"]["request"]["url"], address);
                }
                Some("Runtime.exceptionThrown" | "Log.entryAdded" | "Network.loadingFailed") => {
                    panic!("{event}");
                }
                _ => {}
            }
        }
        assert_eq!(requests, 1, "the page itself is seen");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_quiz_page_is_played_with_the_keyboard_alone_and_without_a_network() {
    let Some(chromium) = chromium() else { return };
    let folder = Folder::new("quiz");
    let page = folder.page("quiz.html", &["quiz", OPENING, CUBE, DOUBLED]);
    let mut browser = Browser::start(&chromium, "quiz");
    browser.open(&page, 390, "light");
    let score = "document.querySelector('.score').textContent";
    assert_eq!(browser.value(score), "0 of 3 answered");
    let focused = "document.activeElement.id";
    let problem =
        |number: usize, what: &str| format!("document.querySelector('#p{number}').querySelector('{what}')");
    // The place of the right answer, counted from 1: it stands where its letters do, not first.
    let best = |number: usize| {
        format!(
            "[...document.querySelectorAll('#p{number} button')].findIndex(one => 'best' in one.dataset) + 1"
        )
    };

    browser.press("ArrowRight");
    assert_eq!(browser.value(focused), "p1");
    let right = browser.value(&best(1)).as_u64().expect("an answer");
    browser.press(&right.to_string());
    assert_eq!(browser.value(score), "1 of 3 answered: 1 right, mean loss 0.000");
    assert_eq!(browser.value(&format!("{}.textContent", problem(1, ".verdict"))), "Right: 8/5 6/5 is best.");
    assert_eq!(browser.value(&format!("{}.open", problem(1, "details"))), true);
    assert_eq!(browser.value("document.querySelectorAll('#p1 button:disabled').length"), 6);
    // An answer stays.
    browser.press(&(right % 6 + 1).to_string());
    assert_eq!(browser.value(score), "1 of 3 answered: 1 right, mean loss 0.000");

    // A wrong one, reached by Tab and chosen by Enter.
    browser.press("ArrowRight");
    assert_eq!(browser.value(focused), "p2");
    let wrong = 3 - browser.value(&best(2)).as_u64().expect("an answer");
    for _ in 0..wrong {
        browser.press("Tab");
    }
    let here = "[...document.querySelectorAll('#p2 button')].indexOf(document.activeElement) + 1";
    assert_eq!(browser.value(here), wrong);
    browser.press("Enter");
    let lost = browser.value(&format!("Number({}.dataset.loss)", problem(2, "button.chosen")));
    let lost = lost.as_f64().expect("thousandths");
    assert!(lost > 0.0);
    let words = format!("2 of 3 answered: 1 right, mean loss {:.3}", lost / 2000.0);
    assert_eq!(browser.value(score), words);

    browser.press("ArrowRight");
    assert_eq!(browser.value(focused), "p3");
    browser.press("ArrowLeft");
    assert_eq!(browser.value(focused), "p2");
    browser.press("ArrowRight");
    let right = browser.value(&best(3)).as_u64().expect("an answer");
    browser.press(&right.to_string());
    let words = format!("3 of 3 answered: 2 right, mean loss {:.3}", lost / 3000.0);
    assert_eq!(browser.value(score), words);
    assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true);
    browser.asked_for_nothing_else(&page);
    report(1, "quiz pages played in Chromium");
}

#[test]
fn a_mistake_has_both_arrows_and_their_legend() {
    let Some(chromium) = chromium() else { return };
    let folder = Folder::new("arrows");
    let record = testdata("analysis/match.sgf.gz");
    let page = folder.page("report.html", &["report", record.to_str().expect("UTF-8")]);
    let mut browser = Browser::start(&chromium, "arrows");
    for scheme in ["light", "dark"] {
        browser.open(&page, 390, scheme);
        let both = "[...document.querySelectorAll('.move')].filter(move => move.querySelector('.by'))";
        let count = browser.value(&format!("{both}.length")).as_u64().expect("a number");
        assert!(count > 0);
        let explained =
            format!("{both}.every(move => move.querySelector('.way.best') && move.querySelector('.bz'))");
        assert_eq!(browser.value(&explained), true);
        assert_eq!(
            browser.value(&format!("document.querySelectorAll('.move .ways').length == {count}")),
            true
        );
        // The lines of the legend have the colours of the arrows, which differ.
        let colours = "(() => { const move = document.querySelector('.move:has(.ways)'); \
            const of = (what, key) => getComputedStyle(move.querySelector(what))[key]; \
            return [of('.bz', 'stroke'), of('.way', 'borderTopColor'), \
                    of('.by', 'stroke'), of('.way.best', 'borderTopColor')]; })()";
        let colours = browser.value(colours);
        assert!(
            colours[0] == colours[1] && colours[2] == colours[3] && colours[0] != colours[2],
            "{colours}"
        );
        assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true);
        browser.asked_for_nothing_else(&page);
    }
    report(2, "pages with the arrows of mistakes in Chromium");
}

#[test]
fn long_names_leave_room_for_the_other_columns() {
    let Some(chromium) = chromium() else { return };
    let folder = Folder::new("long-names");
    let record = std::fs::read_to_string(testdata("mat/valid/five-points-high-cube.mat")).expect("a record");
    let path = folder.0.join("long.mat");
    std::fs::write(&path, record.replace("gnubg", &"Featherstonehaugh".repeat(4))).expect("a folder");
    let page = folder.page("report.html", &["report", path.to_str().expect("UTF-8")]);
    let mut browser = Browser::start(&chromium, "long-names");
    browser.open(&page, 1280, "light");
    let fits = "[...document.querySelectorAll('.wide')].every(wide => wide.scrollWidth <= wide.clientWidth)";
    assert_eq!(browser.value(fits), true);
    browser.open(&page, 390, "light");
    assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true);
    report(2, "pages with long names in Chromium");
}

#[test]
fn axe_finds_no_barrier_in_the_pages() {
    let Some(chromium) = chromium() else { return };
    let Some(axe) = std::env::var_os("BARPOINT_AXE") else {
        let is_required = std::env::var_os("BARPOINT_REQUIRE_CHROMIUM").is_some();
        assert!(!is_required, "BARPOINT_AXE doesn't say where axe.min.js is");
        left_out("BARPOINT_AXE names no axe.min.js: what axe-core finds in the pages was left out");
        return;
    };
    let axe = std::fs::read_to_string(Path::new(&axe)).expect("axe-core");
    let folder = Folder::new("axe");
    let (record, records) = (testdata("analysis/match.sgf.gz"), testdata("mat/valid"));
    let [record, records] = [&record, &records].map(|path| path.to_str().expect("UTF-8"));
    let index = folder.page("pages", &["report", record, records]) + "/index.html";
    let pages = [
        folder.page("quiz.html", &["quiz", OPENING, CUBE, DOUBLED]),
        folder.page("report.html", &["report", record]),
        folder.page("stats.html", &["stats", record, records]),
        index,
    ];
    let mut browser = Browser::start(&chromium, "axe");
    let mut looked = 0;
    for page in &pages {
        for (width, scheme) in [(390, "light"), (1280, "dark"), (1280, "light")] {
            browser.open(page, width, scheme);
            browser.value(&axe);
            let found = browser.value(
                "axe.run(document, { resultTypes: ['violations'] }).then(found => \
                 found.violations.map(one => one.id + ': ' + one.nodes.map(node => node.html).join('\\n')))",
            );
            assert_eq!(found, json!([]), "{page} at {width}, {scheme}");
            looked += 1;
        }
    }
    report(looked, "pages looked at by axe-core");
}
