//! The published shapes of JSON.

use serde_json::Value;

/// Checks a value against the part of JSON Schema that ours uses.
pub(crate) fn fits(value: &Value, schema: &Value, root: &Value, at: &str) {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#')).expect("a definition");
        return fits(value, target, root, at);
    }
    for key in schema.as_object().expect("an object").keys() {
        let known = [
            "$schema",
            "$id",
            "$defs",
            "title",
            "description",
            "type",
            "const",
            "enum",
            "minimum",
            "maximum",
            "minItems",
            "maxItems",
            "items",
            "properties",
            "required",
            "additionalProperties",
        ];
        assert!(known.contains(&key.as_str()), "{at}: the test doesn't know `{key}`");
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
    assert!(types.is_empty() || is_number || types.contains(&actual), "{at}: {actual} instead of {types:?}");
    if let Some(constant) = schema.get("const") {
        assert_eq!(value, constant, "{at}");
    }
    if let Some(values) = schema["enum"].as_array() {
        assert!(values.contains(value), "{at}: {value}");
    }
    if let (Some(minimum), Some(number)) = (schema["minimum"].as_u64(), value.as_u64()) {
        assert!(number >= minimum, "{at}: {number}");
    }
    if let (Some(maximum), Some(number)) = (schema["maximum"].as_f64(), value.as_f64()) {
        assert!(number <= maximum, "{at}: {number}");
    }
    if let Some(items) = value.as_array() {
        let count = items.len() as u64;
        assert!(count >= schema["minItems"].as_u64().unwrap_or(0), "{at}: {count} items");
        assert!(count <= schema["maxItems"].as_u64().unwrap_or(u64::MAX), "{at}: {count} items");
    }
    for (i, item) in value.as_array().into_iter().flatten().enumerate() {
        fits(item, &schema["items"], root, &format!("{at}[{i}]"));
    }
    if let Some(object) = value.as_object() {
        let properties = schema["properties"].as_object().expect("properties");
        for key in schema["required"].as_array().into_iter().flatten() {
            assert!(object.contains_key(key.as_str().expect("a key")), "{at}: {key} is missing");
        }
        for (key, value) in object {
            let property = properties.get(key).unwrap_or_else(|| panic!("{at}: `{key}` isn't in the schema"));
            fits(value, property, root, &format!("{at}.{key}"));
        }
    }
}
