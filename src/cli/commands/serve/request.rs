//! Reads requests.

use crate::engine::search::MOST_PLIES;
use crate::host::misfit;
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

/// The keys with what their values must be, in words and as a condition.
type Shape = (&'static [&'static str], &'static str, fn(&Value) -> bool);

const SHAPES: &[Shape] = &[
    (&["position", "record", "variant", "level"], "a string", Value::is_string),
    (&["ask"], "a string such as \"hint\"", Value::is_string),
    (&["roll"], "a string such as \"31\"", Value::is_string),
    (&["move"], "a string such as \"12\" or \"12:NAME\"", Value::is_string),
    (&["lenient", "cubeless", "opening"], "true or false", Value::is_boolean),
    (&["priority"], "a 64-bit integer", Value::is_i64),
    (&["plies", "cube_plies"], "a whole number from 0 to 3", |value| {
        value.as_u64().is_some_and(|number| number <= u64::from(MOST_PLIES))
    }),
    (&["match", "game"], "a whole number from 1 to 4294967295", |value| {
        value.as_u64().is_some_and(|number| (1..=u64::from(u32::MAX)).contains(&number))
    }),
    (&["count", "games"], "a whole number, at least 1", |value| {
        value.as_u64().is_some_and(|number| number > 0)
    }),
    (&["seed", "least"], "a whole number, at least 0", Value::is_u64),
    (&["truncate"], "a whole number from 0 to 65535", |value| {
        value.as_u64().is_some_and(|number| u16::try_from(number).is_ok())
    }),
    (&["stop_error", "stop_difference"], "a number above 0", Value::is_number),
    (&["seconds", "partial"], "a number of seconds", Value::is_number),
    (&["plays"], "a list of strings such as [\"8/5 6/5\"]", |value| {
        value.as_array().is_some_and(|plays| plays.iter().all(Value::is_string))
    }),
    (&["of"], "the `id` of a request", |value| RequestId::deserialize(value).is_ok()),
];

/// The keys that may be left out, but not be null.
const NEVER_NULL: &[&str] = &["ask", "priority", "lenient", "cubeless", "opening", "plays"];

/// Returns what is wrong with the first value that its key can't have.
fn shapeless(object: &Map<String, Value>) -> Option<String> {
    object.iter().find_map(|(key, value)| {
        let (_, words, fits) = SHAPES.iter().find(|(keys, ..)| keys.contains(&key.as_str()))?;
        let is_absent = value.is_null() && !NEVER_NULL.contains(&key.as_str());
        (!is_absent && !fits(value)).then(|| {
            let value = value.to_string();
            // A long value is no help.
            if value.len() > 40 {
                format!("`{key}` must be {words}")
            } else {
                format!("`{key}` must be {words}, not {value}")
            }
        })
    })
}

/// Reads a request.
///
/// # Errors
///
/// The line is no request: its name as far as it is known, and a message.
pub(super) fn read(line: &str) -> Result<ServeRequestJson, (Option<RequestId>, String)> {
    let mut object: Map<String, Value> = serde_json::from_str(line).map_err(|error| {
        let is_other = error.is_data();
        let message = "a request is an object, as in {\"id\":1,\"ask\":\"version\"}";
        (None, if is_other { message.to_owned() } else { misfit::no_json(&error, line) })
    })?;
    let mut is_changed = false;
    for value in object.values_mut() {
        is_changed |= whole(value);
    }
    let id = object.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
    if id.is_none() && object.contains_key("id") {
        return Err((None, "`id` must be a 64-bit integer or a string".to_owned()));
    }
    if let Some(Ok(ask)) = object.get("ask").map(Ask::deserialize) {
        let known: Vec<&str> = [ALWAYS].iter().chain(&keys(ask)).copied().flatten().copied().collect();
        if let Some(key) = object.keys().find(|key| !known.contains(&key.as_str())) {
            let ask = object.get("ask").and_then(Value::as_str).unwrap_or_default();
            return Err((id, format!("`{ask}` has no key `{key}`; it has {}", known.join(", "))));
        }
    }
    let read = if is_changed {
        misfit::read(Value::Object(object.clone()))
    } else {
        // The text again, where a key may occur twice.
        misfit::read_line(line)
    };
    read.map_err(|why| (id, shapeless(&object).unwrap_or(why)))
}

/// Makes a whole number of one that is written with a fraction or an exponent, as JSON doesn't distinguish them; returns
/// `true` if it was one.
fn whole(value: &mut Value) -> bool {
    let Some(number) = value.as_f64().filter(|number| value.is_f64() && number.fract() == 0.0) else {
        return false;
    };
    // The limits are powers of 2, so they are exact.
    let (least, most) = (i64::MIN as f64, 2.0 * (1_u64 << 63) as f64);
    if !(least..most).contains(&number) {
        return false;
    }
    *value = if number < 0.0 { Value::from(number as i64) } else { Value::from(number as u64) };
    true
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
        for (keys, words) in [
            (r#""plies":"3""#, "`plies` must be a whole number from 0 to 3, not \"3\""),
            (r#""plies":-1"#, "`plies` must be a whole number from 0 to 3, not -1"),
            (r#""roll":31"#, "`roll` must be a string such as \"31\", not 31"),
            (r#""variant":null,"move":2"#, "`move` must be a string such as \"12\" or \"12:NAME\", not 2"),
            (r#""cubeless":null"#, "`cubeless` must be true or false, not null"),
            (
                r#""roll":[[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]"#,
                "`roll` must be a string such as \"31\"",
            ),
        ] {
            assert_eq!(wrong(&format!(r#"{{"id":1,"ask":"hint",{keys}}}"#)), (number(), words.to_owned()));
        }
        for id in ["1.0", "1e0", "10e-1"] {
            let line = format!(r#"{{"id":{id},"ask":"hint","plies":2.0,"stop_error":1.0}}"#);
            assert_eq!(wrong(&line).0, number());
            let read = super::read(&line.replace(r#","stop_error":1.0"#, "")).expect("a request");
            assert_eq!((read.id, read.plies), (RequestId::Number(1), Some(2)));
        }
        for id in ["18446744073709551615", "1e300", "0.5"] {
            assert_eq!(wrong(&format!(r#"{{"id":{id},"ask":"version"}}"#)).0, None);
        }
        assert_eq!(wrong(r#"{"ask":"eval"}"#), (None, "`id` is missing".to_owned()));
        assert_eq!(
            wrong(r#"{"id":1,"ask":"roll"}"#).1,
            "`ask` must be one of `eval`, `hint`, `cube`, `rollout`, `cancel`, `version`, not \"roll\""
        );
        assert_eq!(wrong(r#"{"id":1,"id":2,"ask":"version"}"#).1, "`id` occurs twice");
        for other in ["[1]", "null", "7"] {
            assert_eq!(
                wrong(other),
                (None, "a request is an object, as in {\"id\":1,\"ask\":\"version\"}".to_owned())
            );
        }
        assert_eq!(wrong("{").1, "not JSON: the text ends inside an object");
        assert_eq!(wrong("foo").1, "not JSON: expected true, false or null at column 2");
    }
}
