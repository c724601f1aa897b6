//! A tally as text, so that it can be sent to another process or kept: reading it again gives the same tally, to the bit.

use super::Tally;
use serde::{Deserialize, Serialize};

/// The version of the text.
const VERSION: u32 = 1;

/// Why a text isn't a tally.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TallyError {
    /// The text is something else, for this reason.
    #[error("no tally: {0}")]
    NotATally(String),
    /// The text has this version.
    #[error("a tally of version {0}; this program reads version {VERSION}")]
    Version(u32),
}

/// What is written.
#[derive(Serialize)]
struct Written<'a> {
    version: u32,
    tally: &'a Tally,
}

/// What is read first.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// What is read if the version is right.
#[derive(Deserialize)]
struct Read {
    tally: Tally,
}

impl Tally {
    /// Returns the tally as a line of JSON, for [`Self::from_json`].
    ///
    /// # Panics
    ///
    /// Never: all keys are strings.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(&Written { version: VERSION, tally: self })
            .expect("numbers, texts, lists and maps of them")
    }

    /// Reads what [`Self::to_json`] returned.
    ///
    /// # Errors
    ///
    /// If the text is something else, or of another version.
    pub fn from_json(text: &str) -> Result<Self, TallyError> {
        let wrong = |error: serde_json::Error| TallyError::NotATally(error.to_string());
        let Version { version } = serde_json::from_str(text).map_err(wrong)?;
        if version != VERSION {
            return Err(TallyError::Version(version));
        }
        serde_json::from_str(text).map(|Read { tally }| tally).map_err(wrong)
    }
}

/// Maps with keys that aren't text, as lists of pairs.
pub(super) mod pairs {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    pub(in crate::analysis::tally) fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(map)
    }

    pub(in crate::analysis::tally) fn deserialize<'de, K, V, D>(from: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(from)?.into_iter().collect())
    }
}

/// Shared texts.
pub(super) mod shared {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::sync::Arc;

    pub(in crate::analysis::tally) fn serialize<S: Serializer>(
        text: &Arc<str>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(text)
    }

    pub(in crate::analysis::tally) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Arc<str>, D::Error> {
        String::deserialize(from).map(Into::into)
    }
}
