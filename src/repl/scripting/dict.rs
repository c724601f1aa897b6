//! A dictionary of a dump: an object of JSON whose keys keep their order.

use serde::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;

/// A dictionary.
#[derive(Default)]
pub(super) struct Dict(Vec<(Cow<'static, str>, Item)>);

/// The keys of plain values, in their order.
pub(super) type Parts = Vec<(&'static str, Value)>;

/// A value of a dictionary.
#[derive(Serialize)]
#[serde(untagged)]
enum Item {
    Plain(Value),
    Dict(Dict),
    List(Vec<Dict>),
}

impl Dict {
    /// Adds a key with its value.
    pub(super) fn with(mut self, key: impl Into<Cow<'static, str>>, value: impl Into<Value>) -> Self {
        self.0.push((key.into(), Item::Plain(value.into())));
        self
    }

    /// Adds a key, if it has a value.
    pub(super) fn maybe(self, key: &'static str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Adds a key, if it has a dictionary.
    pub(super) fn dict(mut self, key: &'static str, dict: impl Into<Option<Self>>) -> Self {
        self.0.extend(dict.into().map(|dict| (Cow::Borrowed(key), Item::Dict(dict))));
        self
    }

    /// Adds a key, if it has a list of dictionaries.
    pub(super) fn list(mut self, key: &'static str, list: impl Into<Option<Vec<Self>>>) -> Self {
        self.0.extend(list.into().map(|list| (Cow::Borrowed(key), Item::List(list))));
        self
    }

    /// Returns the parts that aren't as usual; `None` if all are.
    pub(super) fn unusual(parts: Parts, usual: &Parts) -> Option<Self> {
        let own = parts.into_iter().filter(|part| !usual.contains(part));
        let dict = own.fold(Self::default(), |dict, (key, value)| dict.with(key, value));
        (!dict.is_empty()).then_some(dict)
    }

    /// Returns `true` if it has no keys.
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Dict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, item)| (key, item)))
    }
}
