//! Messages on a stream: each is JSON after a header with its length.

use crate::host::misfit;
use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};

/// The most bytes of a message: a document with the largest match, every character escaped.
const LARGEST: usize = 512 << 20;
/// The most bytes of a line of the header.
const LONGEST: u64 = 4096;

#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Message),
    /// Data that isn't a message.
    Malformed(Malformed),
}

#[derive(Debug)]
pub(super) struct Malformed {
    /// The kind of error.
    code: ErrorCode,
    pub(super) why: String,
}

impl Malformed {
    pub(super) const fn is_no_json(&self) -> bool {
        matches!(self.code, ErrorCode::ParseError)
    }
}

fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

/// Reads a message. `None` at the end of the stream. Fails for a header without a usable length, after which no
/// message can be found.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        input.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let text = str::from_utf8(&line).map_err(|_| invalid("a header isn't text"))?;
        let Some(text) = text.strip_suffix('\n') else { return Err(invalid("a header has no end")) };
        let text = text.trim();
        if text.is_empty() {
            match length {
                Some(length) => return body(input, length),
                None => return Err(invalid("a message has no `Content-Length`")),
            }
        }
        let (name, value) =
            text.split_once(':').ok_or_else(|| invalid(format!("`{text}` isn't a header")))?;
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            let number = value.trim().parse::<usize>().ok().filter(|number| *number <= LARGEST);
            length = Some(number.ok_or_else(|| invalid(format!("`{}` isn't a length", value.trim())))?);
        }
    }
}

fn body(input: &mut impl BufRead, length: usize) -> io::Result<Option<Incoming>> {
    // Memory grows with the received data, not with the announced length.
    let mut bytes = Vec::new();
    input.by_ref().take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < length {
        return Err(invalid("the stream ended within a message"));
    }
    Ok(Some(message(&bytes).map_or_else(Incoming::Malformed, Incoming::Message)))
}

/// Reads a message. One with a method and an ID is a request: with an ID that isn't one, it is no notification.
fn message(bytes: &[u8]) -> Result<Message, Malformed> {
    let no_json = |why| Malformed { code: ErrorCode::ParseError, why };
    let text = str::from_utf8(bytes).map_err(|error| {
        no_json(format!("the message is not UTF-8 text from byte {} on", error.valid_up_to() + 1))
    })?;
    let value: Value = serde_json::from_str(text).map_err(|error| no_json(misfit::no_json(&error, text)))?;
    let no_message = |why: &str| Malformed { code: ErrorCode::InvalidRequest, why: why.to_owned() };
    let has = |key: &str| value.get(key).is_some();
    let has_id = has("id") && has("method");
    // A list would be taken for the fields of a message.
    let read = if value.is_object() { serde_json::from_value(value).ok() } else { None };
    match read {
        Some(Message::Notification(_)) if has_id => {
            Err(no_message("the `id` of a request is a text or a whole number of 32 bits"))
        }
        read => read.ok_or_else(|| no_message("not a request, a notification or a response")),
    }
}

pub(super) fn write(output: &mut impl Write, message: &Message) -> io::Result<()> {
    let mut value = serde_json::to_value(message)?;
    if let Value::Object(fields) = &mut value {
        fields.insert("jsonrpc".to_owned(), json!("2.0"));
    }
    write_value(output, &value)
}

pub(super) fn refuse(output: &mut impl Write, malformed: &Malformed) -> io::Result<()> {
    let error = json!({ "code": malformed.code as i32, "message": malformed.why });
    write_value(output, &json!({ "jsonrpc": "2.0", "id": null, "error": error }))
}

fn write_value(output: &mut impl Write, value: &Value) -> io::Result<()> {
    let text = value.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Result<String, String>> {
        let mut input = bytes;
        let mut found = Vec::new();
        loop {
            match read(&mut input) {
                Ok(None) => return found,
                Ok(Some(Incoming::Message(Message::Request(request)))) => found.push(Ok(request.method)),
                Ok(Some(Incoming::Message(other))) => found.push(Ok(format!("{other:?}"))),
                Ok(Some(Incoming::Malformed(malformed))) => {
                    found.push(Err(format!("{}: {}", malformed.code as i32, malformed.why)));
                }
                Err(error) => {
                    found.push(Err(error.to_string()));
                    return found;
                }
            }
        }
    }

    #[test]
    fn messages_are_framed_by_their_length_in_bytes() {
        let text = r#"{"jsonrpc":"2.0","id":1,"method":"🎲"}"#;
        let one = format!("Content-Type: x\r\ncontent-length: {}\r\n\r\n{text}", text.len());
        assert_eq!(all(format!("{one}{one}").as_bytes()), [Ok("🎲".to_owned()), Ok("🎲".to_owned())]);
    }

    #[test]
    fn json_that_is_no_message_is_an_invalid_request() {
        let why = |text: &str| {
            let found = all(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
            found.into_iter().next().expect("a message").expect_err(text)
        };
        for text in
            ["{}", "[]", "[1]", r#"["exit"]"#, r#"[1,"shutdown"]"#, "null", "1", r#"{"jsonrpc":"2.0"}"#]
        {
            assert_eq!(why(text), "-32600: not a request, a notification or a response", "{text}");
        }
        // A request isn't taken for a notification.
        for id in ["3000000000", "2147483648", "1.5", "1.0", "null", "[1]", "{}"] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize","params":{{}}}}"#);
            let expected = "-32600: the `id` of a request is a text or a whole number of 32 bits";
            assert_eq!(why(&text), expected, "{id}");
        }
        assert_eq!(why("{"), "-32700: not JSON: the text ends inside an object");
        assert_eq!(why("{\n x}"), "-32700: not JSON: expected a key in double quotes at line 2, column 2");
    }

    #[test]
    fn what_is_no_message_is_an_error_and_takes_no_memory() {
        assert!(
            all(b"Content-Length: 2\r\n\r\n[]Content-Length: 3\r\n\r\n\xFF{}").iter().all(Result::is_err)
        );
        for text in [
            "Content-Length: 99999999999999999999\r\n\r\n",
            "Content-Length: 500000000\r\n\r\n{}",
            "Content-Length: -1\r\n\r\n",
            "\r\n",
            "x\r\n\r\n",
            "Content-Length: 1",
        ] {
            let found = all(text.as_bytes());
            assert!(matches!(found.as_slice(), [Err(_)]), "{text}: {found:?}");
        }
    }
}
