//! Files that remember something from run to run: a line of JSON for each entry, the newest last.

use super::draft::sync_folder;
use super::names::path_text;
use super::reason::{cannot_write, reason};
use super::{misfit, read};
use crate::output::json::SCHEMA;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// The limit for a file, in bytes: some hundred thousand entries.
const LIMIT: u64 = 64 << 20;

/// An entry of such a file.
pub(crate) trait Kept: Serialize + DeserializeOwned {
    /// What an entry is, for messages: "a result of a quiz".
    const NAME: &'static str;

    /// Returns the version of this entry.
    fn schema(&self) -> u32;
}

/// Reads the entries of a file, each with its place in words; without the file there are none. Fails if the file
/// can't be read or has a line that is no entry: a message with the place.
pub(crate) fn entries<T: Kept>(path: &Path) -> Result<Vec<(String, T)>, String> {
    let mut entries = Vec::new();
    // An editor may leave blank lines.
    for (number, line) in (1..).zip(text(path)?.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("{}:{number}", path_text(path));
        let entry: T = misfit::read_line(line).map_err(|why| damaged::<T>(&place, &why))?;
        if entry.schema() != SCHEMA {
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
    format!("{}: {why}; remove the line to continue with the others", wrong::<T>(place))
}

/// Adds an entry to the end of a file. Other runs may add theirs at the same time: each waits for its turn. Fails if
/// the file can't be read or written: a message. It stays as it is then.
pub(crate) fn add<T: Kept>(path: &Path, entry: &T) -> Result<(), String> {
    let mut line = serde_json::to_string(entry).map_err(|error| error.to_string())?;
    line.push('\n');
    append(path, line).map_err(|error| cannot_write(path_text(path), &error))
}

/// Appends a line to a file under a lock.
fn append(path: &Path, mut line: String) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let is_new = !path.try_exists()?;
    let mut options = OpenOptions::new();
    // Where files can't be locked, appending still loses no line. Windows always locks, and shortens no file that is
    // opened for appending.
    options.read(true).write(true).create(true).truncate(false).append(cfg!(unix));
    let mut file = options.open(path)?;
    let is_locked = file.lock().is_ok();
    let length = file.seek(SeekFrom::End(0))?;
    if length + line.len() as u64 > LIMIT {
        return Err(read::too_large(LIMIT));
    }
    // A line that an editor left without its end.
    if length > 0 {
        let mut last = [0];
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            line.insert(0, '\n');
        }
    }
    let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() && is_locked {
        let _ = file.set_len(length);
    }
    if is_new {
        sync_folder(folder);
    }
    written
}

/// Reads the file; empty if it isn't there.
fn text(path: &Path) -> Result<String, String> {
    let cannot = |why: &str| format!("cannot read {}: {why}", path_text(path));
    match read::unlocked(path, LIMIT) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(cannot(&reason(&error))),
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| cannot("it isn't UTF-8 text")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, serde::Deserialize)]
    struct Entry {
        writer: usize,
        number: usize,
    }

    impl Kept for Entry {
        const NAME: &'static str = "an entry";

        fn schema(&self) -> u32 {
            1
        }
    }

    #[test]
    fn every_entry_stays_however_many_write_at_once() {
        let path = std::env::temp_dir().join(format!("barpoint-journal-{}", std::process::id()));
        // With blank lines, and without the end of its line.
        fs::write(&path, "\n{\"writer\":8,\"number\":0}\r\n \r\n{\"writer\":9,\"number\":0}")
            .expect("a file");
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    for number in 0..50 {
                        add(path, &Entry { writer, number }).expect("room");
                        entries::<Entry>(path).expect("whole lines at any time");
                    }
                });
            }
        });
        let all = entries::<Entry>(&path).expect("what was written");
        assert_eq!(all.len(), 2 + 4 * 50);
        for writer in 0..4 {
            let numbers =
                all.iter().filter(|(_, entry)| entry.writer == writer).map(|(_, entry)| entry.number);
            assert!(numbers.eq(0..50), "each in its own order");
        }
        fs::remove_file(&path).expect("the file");
    }

    #[test]
    fn a_file_at_its_limit_gets_no_entry() {
        let path = std::env::temp_dir().join(format!("barpoint-journal-full-{}", std::process::id()));
        let file = fs::File::create(&path).expect("a file");
        file.set_len(LIMIT - 4).expect("a sparse file");
        let message = add(&path, &Entry { writer: 0, number: 0 }).expect_err("no room");
        assert!(message.ends_with(": it has more than 67108864 bytes"), "{message}");
        assert_eq!(file.metadata().expect("the file").len(), LIMIT - 4);
        fs::remove_file(&path).expect("the file");
    }
}
