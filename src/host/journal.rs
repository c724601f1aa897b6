//! Files that remember something from run to run: a line of JSON for each entry, the newest last.

use super::draft::save;
use super::read;
use super::reason::reason;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::path::Path;

/// The limit for a file, in bytes: some hundred thousand entries.
const LIMIT: u64 = 64 << 20;

/// An entry of such a file.
pub(crate) trait Kept: Serialize + DeserializeOwned {
    /// What an entry is, for messages: "a result of a quiz".
    const NAME: &'static str;
    /// The version that is written.
    const SCHEMA: u32;

    /// Returns the version of this entry.
    fn schema(&self) -> u32;
}

/// Reads the entries of a file, each with its place in words; without the file there are none.
///
/// # Errors
///
/// If the file can't be read or has a line that is no entry: a message with the place.
pub(crate) fn entries<T: Kept>(path: &Path) -> Result<Vec<(String, T)>, String> {
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(text(path)?.lines()) {
        let place = format!("{}:{number}", path.display());
        let entry: T = serde_json::from_str(line).map_err(|error| damaged::<T>(&place, &error))?;
        if entry.schema() != T::SCHEMA {
            let version = entry.schema();
            return Err(format!(
                "{}: a later version of barpoint wrote it (schema {version})",
                wrong::<T>(&place)
            ));
        }
        entries.push((place, entry));
    }
    Ok(entries)
}

fn wrong<T: Kept>(place: &str) -> String {
    format!("{place}: not {}", T::NAME)
}

/// Returns the message for a line that is no entry.
pub(crate) fn damaged<T: Kept>(place: &str, why: &dyn std::fmt::Display) -> String {
    format!("{}: {why}; remove the line to go on with the others", wrong::<T>(place))
}

/// Adds an entry to a file, to which another run may have added more meanwhile.
///
/// # Errors
///
/// If the file can't be read or written: a message. It stays as it is then.
pub(crate) fn add<T: Kept>(path: &Path, entry: &T) -> Result<(), String> {
    let mut text = text(path)?;
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text += &serde_json::to_string(entry).map_err(|error| error.to_string())?;
    text.push('\n');
    save(path, true, text.as_bytes())
}

/// Reads the file; empty if it isn't there.
fn text(path: &Path) -> Result<String, String> {
    let cannot = |why: &str| format!("cannot read {}: {why}", path.display());
    match read::file(path, LIMIT) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(cannot(&reason(&error))),
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| cannot("it isn't UTF-8 text")),
    }
}
