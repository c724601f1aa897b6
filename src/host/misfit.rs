//! JSON values from other programs; a message names the value that doesn't fit, and what it must be.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a value. Fails if it doesn't fit: a message such as "`range.start.line` must be a whole number, not \"x\"".
pub(crate) fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value)
        .map_err(|error| words(&error.path().to_string(), &error.inner().to_string()))
}

/// Reads a line of JSON. Fails as [`read`] does, and with the column if it isn't JSON.
pub(crate) fn read_line<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    let mut reader = serde_json::Deserializer::from_str(line);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let inner = error.inner();
        if inner.is_data() {
            words(&error.path().to_string(), &inner.to_string())
        } else {
            no_json(inner, line)
        }
    })?;
    reader.end().map_err(|error| no_json(&error, line))?;
    Ok(value)
}

/// Returns the message for a text that isn't JSON, with the column in characters, counted from 1, and the line if it isn't
/// the first one.
pub(crate) fn no_json(error: &serde_json::Error, text: &str) -> String {
    let words = error.to_string();
    let found = words.split(" at line ").next().unwrap_or_default();
    let what = match found {
        "expected value" => "expected a value",
        "expected ident" => "expected true, false or null",
        "expected `:`" => "expected a colon after the key",
        "expected `,` or `]`" => "expected a comma or the end of the list",
        "expected `,` or `}`" => "expected a comma or the end of the object",
        "key must be a string" => "expected a key in double quotes",
        "trailing comma" => "a comma without anything after it",
        "trailing characters" => "more text after the value",
        "invalid escape" => "an unknown escape in a string",
        "number out of range" => "a number that is too large",
        "recursion limit exceeded" => "too many lists and objects inside each other",
        _ if found.starts_with("control character") => "a control character in a string",
        _ if found.contains("surrogate") || found == "unexpected end of hex escape" => {
            "half of a surrogate pair in a string"
        }
        _ => match found.strip_prefix("EOF while parsing ") {
            Some(part) => return format!("not JSON: the text ends inside {part}"),
            None => found,
        },
    };
    // A byte that continues a character begins no column.
    let is_start = |byte: &u8| byte & 0xC0 != 0x80;
    let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    let column = line.bytes().take(error.column()).filter(is_start).count();
    let place = if error.line() > 1 { format!("line {}, column", error.line()) } else { "column".to_owned() };
    format!("not JSON: {what} at {place} {column}")
}

/// Returns an error of serde in words. The path of the value is `.` where it isn't known, or the value is the whole.
fn words(path: &str, error: &str) -> String {
    let error = error.rsplit_once(" at line ").map_or(error, |(error, _)| error);
    let path = if path == "." { "" } else { path };
    let name = if path.is_empty() { "the value".to_owned() } else { format!("`{path}`") };
    // The path of a key that is missing or unknown ends before it or with it.
    let key_of = |rest: &str| {
        let key = rest.split('`').next().unwrap_or_default();
        let is_there = path.is_empty() || path.rsplit('.').next() == Some(key);
        if is_there {
            format!("`{}`", if path.is_empty() { key } else { path })
        } else {
            format!("`{path}.{key}`")
        }
    };
    if let Some(rest) = error.strip_prefix("missing field `") {
        return format!("{} is missing", key_of(rest));
    }
    if let Some(rest) = error.strip_prefix("duplicate field `") {
        return format!("{} occurs twice", key_of(rest));
    }
    if let Some(rest) = error.strip_prefix("unknown field `") {
        let known = rest.split_once(", expected ").map_or("", |(_, known)| known);
        let known = known.strip_prefix("one of ").unwrap_or(known);
        return format!("there is no {}; the keys are {known}", key_of(rest));
    }
    // A list may stand for an object if it has all of its values.
    if error.starts_with("invalid length ") && error.contains(", expected struct ") {
        return format!("{name} must be an object, not a list");
    }
    if error.starts_with("data did not match any variant") {
        return format!("{name} has none of the forms that it may have");
    }
    let found = ["invalid type: ", "invalid value: ", "unknown variant "]
        .iter()
        .find_map(|kind| error.strip_prefix(kind)?.rsplit_once(", expected "));
    match found {
        Some((found, wanted)) => format!("{name} must be {}, not {}", kind(wanted), value(found)),
        None => format!("{name}: {error}"),
    }
}

/// Returns what serde expects in words.
fn kind(wanted: &str) -> &str {
    match wanted {
        "a map" => "an object",
        "a sequence" => "a list",
        "a boolean" => "true or false",
        "f32" | "f64" => "a number",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, at least 0",
        _ if wanted.starts_with("struct ") => "an object",
        _ => wanted,
    }
}

/// Returns what serde found as JSON writes it.
fn value(found: &str) -> String {
    match (found, found.split_once('`')) {
        ("map", _) => "an object".to_owned(),
        ("sequence", _) => "a list".to_owned(),
        // A word of a list.
        (_, Some(("", word))) => format!("\"{}\"", word.trim_end_matches('`')),
        (_, Some((_, number))) if !found.starts_with("string ") => number.trim_end_matches('`').to_owned(),
        _ => found.strip_prefix("string ").unwrap_or(found).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        #[expect(dead_code, reason = "only read")]
        inner: Vec<Inner>,
    }

    #[derive(Debug, Deserialize)]
    struct Inner {
        #[expect(dead_code, reason = "only read")]
        line: u32,
        #[expect(dead_code, reason = "only read")]
        kind: Option<Kind>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Good,
        Bad,
    }

    #[test]
    fn a_value_that_does_not_fit_is_named_and_what_it_must_be() {
        for (value, message) in [
            (json!({}), "`inner` is missing"),
            (json!(null), "the value must be an object, not null"),
            (json!([]), "the value must be an object, not a list"),
            (json!({"inner": {}}), "`inner` must be a list, not an object"),
            (json!({"inner": [5]}), "`inner[0]` must be an object, not 5"),
            (json!({"inner": [{}]}), "`inner[0].line` is missing"),
            (
                json!({"inner": [{"line": "x"}]}),
                "`inner[0].line` must be a whole number, at least 0, not \"x\"",
            ),
            (json!({"inner": [{"line": -1}]}), "`inner[0].line` must be a whole number, at least 0, not -1"),
            (
                json!({"inner": [{"line": 1.5}]}),
                "`inner[0].line` must be a whole number, at least 0, not 1.5",
            ),
            (
                json!({"inner": [{"line": 1, "kind": "x"}]}),
                "`inner[0].kind` must be `good` or `bad`, not \"x\"",
            ),
            (json!({"iner": []}), "there is no `iner`; the keys are `inner`"),
        ] {
            assert_eq!(read_line::<Outer>(&value.to_string()).expect_err(message), message);
            assert_eq!(read::<Outer>(value).expect_err(message), message);
        }
        let line = |line: &str| read_line::<Outer>(line).expect_err(line);
        assert_eq!(line(r#"{"inner":[],"inner":[]}"#), "`inner` occurs twice");
        for (text, message) in [
            ("x", "expected a value at column 1"),
            ("nul", "the text ends inside a value"),
            ("nux", "expected true, false or null at column 3"),
            (r#"{"inner":[]} x"#, "more text after the value at column 14"),
            (r#"{"inner""#, "the text ends inside an object"),
            (r#"{"inner":["#, "the text ends inside a list"),
            (r#"{"inner" []}"#, "expected a colon after the key at column 10"),
            ("{inner:[]}", "expected a key in double quotes at column 2"),
            ("{\n\"\u{e9}\": x}", "expected a value at line 2, column 6"),
            (r#"["\q"]"#, "an unknown escape in a string at column 4"),
            (r#"["\ud800"]"#, "half of a surrogate pair in a string at column 9"),
            // Columns are characters.
            ("{\"\u{e9}\u{1d11e}\" []}", "expected a colon after the key at column 7"),
        ] {
            let message = format!("not JSON: {message}");
            let error = serde_json::from_str::<Value>(text).expect_err(text);
            assert_eq!(no_json(&error, text), message);
        }
        assert_eq!(line("x"), "not JSON: expected a value at column 1");
        assert_eq!(line(r#"{"inner":[]} x"#), "not JSON: more text after the value at column 14");
    }
}
