//! The published JSON schemas.

use crate::support::up_to_date;
use serde_json::Value;

/// The keywords of JSON Schema that ours use.
const KNOWN: [&str; 21] = [
    "$schema",
    "$defs",
    "$ref",
    "title",
    "description",
    "default",
    "type",
    "const",
    "enum",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "minItems",
    "maxItems",
    "items",
    "prefixItems",
    "properties",
    "required",
    "additionalProperties",
    "anyOf",
    "oneOf",
];

/// Checks a value against the part of JSON Schema that ours use.
///
/// # Panics
///
/// If the value doesn't fit, with the reason and the place.
pub(crate) fn fits(value: &Value, schema: &Value, at: &str) {
    if let Err(why) = checked(value, schema, schema, at) {
        panic!("{why}");
    }
}

/// Returns a published schema.
pub(crate) fn published(name: &str) -> Value {
    let path = format!("{}/docs/schema/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("a schema")).expect("JSON")
}

fn checked(value: &Value, schema: &Value, root: &Value, at: &str) -> Result<(), String> {
    let need = |holds: bool, why: &dyn std::fmt::Display| {
        if holds { Ok(()) } else { Err(format!("{at}: {value} {why}")) }
    };
    for key in schema.as_object().expect("an object").keys() {
        assert!(KNOWN.contains(&key.as_str()), "{at}: the test doesn't know `{key}`");
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#')).expect("a definition");
        return checked(value, target, root, at);
    }
    // A value or `null`; the kinds of an analysis.
    if let Some(shapes) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        let failures: Vec<String> =
            shapes.iter().filter_map(|shape| checked(value, shape, root, at).err()).collect();
        return need(failures.len() + 1 == shapes.len(), &format!("fits not one shape: {failures:?}"));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    let actual = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_number = actual == "integer" && types.contains(&"number");
    need(types.is_empty() || is_number || types.contains(&actual), &format!("isn't one of {types:?}"))?;
    if let Some(constant) = schema.get("const") {
        need(value == constant, &format!("isn't {constant}"))?;
    }
    if let Some(values) = schema["enum"].as_array() {
        need(values.contains(value), &format!("isn't one of {values:?}"))?;
    }
    if let (Some(minimum), Some(number)) = (schema["minimum"].as_f64(), value.as_f64()) {
        need(number >= minimum, &format!("is below {minimum}"))?;
    }
    if let (Some(limit), Some(number)) = (schema["exclusiveMinimum"].as_f64(), value.as_f64()) {
        need(number > limit, &format!("isn't above {limit}"))?;
    }
    if let (Some(maximum), Some(number)) = (schema["maximum"].as_f64(), value.as_f64()) {
        need(number <= maximum, &format!("is above {maximum}"))?;
    }
    if let Some(items) = value.as_array() {
        let count = items.len() as u64;
        let least = schema["minItems"].as_u64().unwrap_or(0);
        let most = schema["maxItems"].as_u64().unwrap_or(u64::MAX);
        need((least..=most).contains(&count), &format!("has {count} items"))?;
        for (i, item) in items.iter().enumerate() {
            let prefix = &schema["prefixItems"][i];
            let shape = if prefix.is_null() { &schema["items"] } else { prefix };
            checked(item, shape, root, &format!("{at}[{i}]"))?;
        }
    }
    if let Some(object) = value.as_object() {
        let properties = schema["properties"].as_object().expect("properties");
        for key in schema["required"].as_array().into_iter().flatten() {
            let key = key.as_str().expect("a key");
            need(object.contains_key(key), &format!("lacks {key}"))?;
        }
        for (key, value) in object {
            let property = properties.get(key).ok_or_else(|| format!("{at}: `{key}` isn't in the schema"))?;
            checked(value, property, root, &format!("{at}.{key}"))?;
        }
    }
    Ok(())
}

#[test]
fn what_does_not_fit_is_found() {
    let schemas = barpoint::output::json::schemas();
    let (_, pips) = schemas.iter().find(|(name, _)| *name == "pips").expect("a schema");
    let right =
        serde_json::json!({"schema": 1, "position_id": "4HPwATDgc/ABMA", "on_roll": 1, "pips": [167, 167]});
    assert_eq!(checked(&right, pips, pips, ""), Ok(()));
    let wrong = [
        ("schema", serde_json::json!(2)),
        ("on_roll", serde_json::json!(2)),
        ("pips", serde_json::json!([167])),
        ("pips", serde_json::json!([167, "a"])),
        ("pips", serde_json::json!([167, -1])),
        ("position_id", Value::Null),
        ("another", serde_json::json!(0)),
    ];
    for (key, value) in wrong {
        let mut changed = right.clone();
        changed[key] = value;
        assert!(checked(&changed, pips, pips, "").is_err(), "{key}");
    }
    let mut lacking = right;
    lacking.as_object_mut().expect("an object").remove("pips");
    assert!(checked(&lacking, pips, pips, "").is_err());
}

/// `docs/schema` is derived from the types; `BARPOINT_UPDATE=1` writes it.
#[test]
fn the_published_schemas_are_those_of_the_types() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema");
    let schemas = barpoint::output::json::schemas();
    let mut names: Vec<String> = schemas.iter().map(|(name, _)| format!("{name}.schema.json")).collect();
    names.sort();
    for (name, schema) in &schemas {
        let text = format!("{}\n", serde_json::to_string_pretty(schema).expect("JSON"));
        up_to_date(&format!("docs/schema/{name}.schema.json"), &text);
    }
    let columns = barpoint::output::columns::notation().expect("memory");
    let file = "decision.parquet.txt";
    up_to_date(&format!("docs/schema/{file}"), &columns);
    names.push(file.to_owned());
    names.sort();
    let mut found: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    found.sort();
    assert_eq!(found, names);
}

#[test]
fn the_page_about_json_lists_every_schema() {
    let page = include_str!("../../docs/json.md");
    let all = barpoint::output::json::schemas();
    let missing: Vec<&str> = all
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !page.contains(&format!("(schema/{name}.schema.json)")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
