//! A scripted editor: its messages go over the same kind of stream as an editor's.

use barpoint::engine::Engine;
use barpoint::lsp::{Left, World, serve};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::thread::JoinHandle;

/// An editor with a server of its own.
pub(super) struct Client {
    input: BufReader<PipeReader>,
    output: PipeWriter,
    server: JoinHandle<io::Result<Left>>,
    asked: i32,
    /// The server's own messages that haven't been read yet.
    pub(super) told: VecDeque<Value>,
    /// The answer to the server's request for the settings.
    pub(super) settings: Value,
}

/// Returns the capabilities of an editor that supports everything.
pub(super) fn everything() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16"] },
        "textDocument": {
            "hover": { "contentFormat": ["markdown", "plaintext"] },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "publishDiagnostics": { "relatedInformation": true },
            "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } } },
        },
    })
}

impl Client {
    /// Starts a server and sends the editor's capabilities.
    pub(super) fn new(capabilities: &Value, options: &Value) -> Self {
        let mut client = Self::silent();
        let params = json!({
            "processId": null,
            "rootUri": null,
            "capabilities": capabilities,
            "initializationOptions": options,
        });
        let answer = client.ask("initialize", params).expect("it begins");
        assert_eq!(answer["serverInfo"]["name"], "barpoint");
        client.tell("initialized", json!({}));
        client
    }

    /// Starts a server and sends nothing.
    pub(super) fn silent() -> Self {
        let (theirs, output) = pipe().expect("a pipe");
        let (input, ours) = pipe().expect("a pipe");
        let server =
            std::thread::spawn(move || serve(theirs, ours, World { engine: Box::new(|| Ok(Engine::new())) }));
        let input = BufReader::new(input);
        Self { input, output, server, asked: 0, told: VecDeque::new(), settings: Value::Null }
    }

    /// Sends bytes.
    pub(super) fn put(&mut self, bytes: &[u8]) {
        self.output.write_all(bytes).expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.put(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Returns the next message of the server.
    pub(super) fn next(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.input.read_line(&mut line).expect("a header") > 0, "the server went away");
            match line.trim_end().split_once(": ") {
                Some((_, number)) => length = number.parse().expect("a length"),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.input.read_exact(&mut bytes).expect("a message");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// Sends a notification.
    #[expect(clippy::needless_pass_by_value, reason = "callers write it on the spot")]
    pub(super) fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and returns its number.
    pub(super) fn begin(&mut self, method: &str, params: &Value) -> i32 {
        self.asked += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }));
        self.asked
    }

    /// Waits for the answer to a request.
    pub(super) fn answer(&mut self, id: i32) -> Result<Value, Value> {
        loop {
            let message = self.next();
            if message["id"] == id && message.get("method").is_none() {
                return match message.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(message["result"].clone()),
                };
            }
            self.keep(message);
        }
    }

    fn keep(&mut self, message: Value) {
        if message.get("id").is_some() && message.get("method").is_some() {
            let result = if message["method"] == "workspace/configuration" {
                json!([self.settings])
            } else {
                Value::Null
            };
            self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": result }));
        }
        self.told.push_back(message);
    }

    /// Sends a request and waits for its answer.
    #[expect(clippy::needless_pass_by_value, reason = "callers write it on the spot")]
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.begin(method, &params);
        self.answer(id)
    }

    /// Opens a document.
    pub(super) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "backgammon", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a range of a document; the whole document without one.
    pub(super) fn change(&mut self, uri: &str, version: i32, range: Option<Value>, text: &str) {
        let mut change = json!({ "text": text });
        if let Some(range) = range {
            change["range"] = range;
        }
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        self.tell("textDocument/didChange", params);
    }

    /// Waits for the findings of a version of a document.
    pub(super) fn findings(&mut self, uri: &str, version: Option<i32>) -> Vec<Value> {
        let is_wanted = |message: &Value| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && message["params"]["version"] == json!(version)
        };
        loop {
            let known = self.told.iter().position(is_wanted);
            if let Some(message) = known.and_then(|at| self.told.remove(at)) {
                return message["params"]["diagnostics"].as_array().expect("a list").clone();
            }
            let message = self.next();
            self.keep(message);
        }
    }

    /// Ends the session as the protocol requires, and returns how the server saw it.
    pub(super) fn leave(mut self) -> io::Result<Left> {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        self.tell("exit", Value::Null);
        self.server.join().expect("no panic")
    }

    /// Closes the connection without a message.
    pub(super) fn vanish(self) -> io::Result<Left> {
        drop(self.output);
        self.server.join().expect("no panic")
    }
}

/// Returns a request about a place of a document.
pub(super) fn at(uri: &str, line: usize, character: usize) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

/// Returns a request about a document.
pub(super) fn of(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri } })
}

/// Returns a range.
pub(super) fn range(from: (usize, usize), to: (usize, usize)) -> Value {
    let position = |(line, character): (usize, usize)| json!({ "line": line, "character": character });
    json!({ "start": position(from), "end": position(to) })
}

/// Applies edits to a text like an editor whose positions count UTF-16.
pub(super) fn edited(text: &str, edits: &[Value]) -> String {
    let offset = |position: &Value| {
        let (line, character) = (position["line"].as_u64(), position["character"].as_u64());
        let start: usize =
            text.split_inclusive('\n').take(line.expect("a line") as usize).map(str::len).sum();
        let mut units = character.expect("a character") as usize;
        let mut at = start;
        for c in text[start..].chars() {
            if units == 0 {
                break;
            }
            units -= c.len_utf16();
            at += c.len_utf8();
        }
        at
    };
    let mut places: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (offset(&range["start"]), offset(&range["end"]), edit["newText"].as_str().expect("a text"))
        })
        .collect();
    places.sort_unstable();
    let mut edited = text.to_owned();
    for (start, end, new) in places.into_iter().rev() {
        edited.replace_range(start..end, new);
    }
    edited
}
