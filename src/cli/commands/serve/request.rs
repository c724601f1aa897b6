//! Reads requests.

use crate::output::json::{Ask, RequestId, ServeRequestJson};
use serde::Deserialize as _;
use serde_json::{Map, Value};

/// The keys of every request.
const ALWAYS: &[&str] = &["id", "ask", "priority"];

/// The keys that name a position.
const POSITION: &[&str] = &["position", "record", "match", "game", "move", "variant", "lenient"];

/// The keys of a search.
const SEARCH: &[&str] = &["plies", "level", "cubeless"];

/// The keys of a rollout.
const ROLLOUT: &[&str] = &[
    "roll",
    "plays",
    "count",
    "games",
    "seed",
    "plies",
    "cube_plies",
    "cubeless",
    "truncate",
    "opening",
    "stop_error",
    "stop_difference",
    "least",
    "seconds",
    "partial",
];

/// Returns the keys that belong to what is asked.
fn keys(ask: Ask) -> [&'static [&'static str]; 3] {
    match ask {
        Ask::Eval | Ask::Cube => [POSITION, SEARCH, &[]],
        Ask::Hint => [POSITION, SEARCH, &["roll", "count"]],
        Ask::Rollout => [POSITION, ROLLOUT, &[]],
        Ask::Cancel => [&["of"], &[], &[]],
        Ask::Version => [&[], &[], &[]],
    }
}

/// Reads a request.
///
/// # Errors
///
/// The line is no request: its name as far as it is known, and a message.
pub(super) fn read(line: &str) -> Result<ServeRequestJson, (Option<RequestId>, String)> {
    let object: Map<String, Value> = serde_json::from_str(line).map_err(|error| (None, reason(&error)))?;
    let id = object.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
    if id.is_none() && object.contains_key("id") {
        return Err((None, "`id` is a whole number of 64 bits or a text".to_owned()));
    }
    if let Some(Ok(ask)) = object.get("ask").map(Ask::deserialize) {
        let known: Vec<&str> = [ALWAYS].iter().chain(&keys(ask)).copied().flatten().copied().collect();
        if let Some(key) = object.keys().find(|key| !known.contains(&key.as_str())) {
            let ask = object.get("ask").and_then(Value::as_str).unwrap_or_default();
            return Err((id, format!("`{ask}` has no key `{key}`; it has {}", known.join(", "))));
        }
    }
    // The text again, as its errors have places.
    serde_json::from_str(line).map_err(|error| (id, reason(&error)))
}

/// Returns an error of JSON in words; a request is one line.
fn reason(error: &serde_json::Error) -> String {
    let words = error.to_string().replace(" at line 1 column ", " at column ");
    if error.is_data() {
        words.replace("unknown variant", "unknown value")
    } else {
        format!("not JSON: {words}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_the_keys_of_what_it_asks() {
        let read = |line: &str| read(line).map(|request| request.ask);
        assert_eq!(read(r#"{"id":1,"ask":"eval","position":"x","plies":0}"#), Ok(Ask::Eval));
        let wrong = |line: &str| read(line).expect_err(line);
        let number = || Some(RequestId::Number(1));
        let (id, message) = wrong(r#"{"id":1,"ask":"hint","games":3}"#);
        assert_eq!((id, message.starts_with("`hint` has no key `games`; it has id, ask")), (number(), true));
        let (id, message) = wrong(r#"{"id":1,"ask":"hint","plies":"3"}"#);
        assert_eq!((id, message.contains("expected u8 at column 32")), (number(), true), "{message}");
        assert_eq!(wrong(r#"{"ask":"eval"}"#), (None, "missing field `id` at column 14".to_owned()));
        assert!(wrong(r#"{"id":1,"ask":"roll"}"#).1.contains("unknown value `roll`"));
        assert!(wrong("[1]").1.contains("expected a map"));
        assert!(wrong("{").1.starts_with("not JSON: EOF"));
        assert_eq!(wrong("foo").1, "not JSON: expected ident at column 2");
    }
}
