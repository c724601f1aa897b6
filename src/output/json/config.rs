//! The answer of `config`.

use super::SCHEMA;
use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `config --json`: what applies to a record.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConfigJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    schema: u32,
    /// The file of settings, if there is one.
    pub file: Option<String>,
    /// The settings: those of the file in its order, then the others.
    pub settings: Vec<SettingJson>,
}

/// A setting, and where it is set.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SettingJson {
    /// Its key, with the table before it: `rules.crawford`.
    pub key: String,
    /// The value, as TOML writes it.
    pub value: String,
    /// The line of the file, counted from 1; `null` for a default.
    #[schemars(range(min = 1))]
    pub line: Option<u64>,
}

impl ConfigJson {
    /// Returns the answer.
    #[must_use]
    pub const fn new(file: Option<String>, settings: Vec<SettingJson>) -> Self {
        Self { schema: SCHEMA, file, settings }
    }
}
