//! Why a database can't be used, in words that say what to do.

use crate::host::names::path_text;
use crate::host::reason::reason;
use rusqlite::ErrorCode;
use std::fs::{File, create_dir_all, metadata};
use std::io::ErrorKind;
use std::path::Path;

/// Why a database can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    /// What `SQLite` reports, if it does.
    code: Option<ErrorCode>,
    /// The reason in words: `SQLite`'s own, or ours.
    pub words: String,
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        Self { code: error.sqlite_error_code(), words: words(&error) }
    }
}

impl From<String> for Trouble {
    fn from(words: String) -> Self {
        Self { code: None, words }
    }
}

impl Trouble {
    /// Returns `true` if it is a matter of the file, rather than of what was asked.
    pub(crate) const fn is_of_file(&self) -> bool {
        matches!(
            self.code,
            Some(
                ErrorCode::CannotOpen
                    | ErrorCode::DatabaseBusy
                    | ErrorCode::DatabaseCorrupt
                    | ErrorCode::DatabaseLocked
                    | ErrorCode::DiskFull
                    | ErrorCode::NotADatabase
                    | ErrorCode::SystemIoFailure
            )
        )
    }

    /// Returns the message about the database in a file.
    pub(crate) fn message(&self, path: &Path) -> String {
        let name = path_text(path);
        match self.code {
            Some(ErrorCode::CannotOpen) => cannot_open(path),
            Some(ErrorCode::ReadOnly) => {
                format!("cannot write {name}: the file, its folder or its disk is read-only")
            }
            Some(ErrorCode::DiskFull) => format!("cannot write {name}: the disk is full"),
            Some(ErrorCode::DatabaseCorrupt) => format!("{name}: the database is damaged"),
            Some(ErrorCode::NotADatabase) => format!("{name}: the file isn't a database"),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                format!("{name}: another program is using the database")
            }
            Some(ErrorCode::SystemIoFailure) => {
                format!("{name}: the disk can't read or write the database ({})", self.words)
            }
            _ => format!("{name}: {}", self.words),
        }
    }

    /// Returns what to do about it, if that is known.
    pub(crate) const fn hint(&self) -> Option<&'static str> {
        Some(match self.code {
            Some(ErrorCode::ReadOnly) => {
                "make them writable, or copy the database and name the copy with `--db FILE`"
            }
            Some(ErrorCode::DiskFull) => {
                "free some space and run the command again; what was stored before is kept"
            }
            Some(ErrorCode::DatabaseCorrupt) => {
                "restore a copy of it, or move it away and add the records again with `barpoint db add`"
            }
            Some(ErrorCode::NotADatabase | ErrorCode::CannotOpen) => "`--db FILE` names another file",
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                "run the command again when the other program has finished"
            }
            _ => return None,
        })
    }
}

/// Returns an error of `SQLite` in words, without the query.
fn words(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::InvalidQuery => "only a query that reads is run, such as a SELECT".to_owned(),
        rusqlite::Error::MultipleStatement => "only one statement is run: remove the others".to_owned(),
        // Without a place, the offset is negative.
        rusqlite::Error::SqlInputError { msg, offset, .. } if *offset >= 0 => {
            format!("{msg}, from byte {} on", i64::from(*offset) + 1)
        }
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}

/// Returns the message about a file that can't be opened, or made.
fn cannot_open(path: &Path) -> String {
    let name = path_text(path);
    match metadata(path) {
        Ok(data) if data.is_dir() => return format!("cannot open {name}: it is a folder, not a file"),
        Ok(_) => {
            return match File::open(path) {
                Err(error) => format!("cannot open {name}: {}", reason(&error)),
                Ok(_) => format!("cannot open {name}: no log can be written beside it"),
            };
        }
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return format!("cannot open {name}: {}", reason(&error));
        }
        Err(_) => {}
    }
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()).map(create_dir_all) {
        Some(Err(error)) => format!("cannot create {name}: {}", reason(&error)),
        Some(Ok(())) | None => format!("cannot create {name}: no file can be written in its folder"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::ffi;

    fn trouble(code: i32) -> Trouble {
        rusqlite::Error::SqliteFailure(ffi::Error::new(code), None).into()
    }

    #[test]
    fn the_usual_troubles_have_words_and_a_way_out() {
        let path = Path::new("study.db");
        for (code, words) in [
            (ffi::SQLITE_BUSY, "study.db: another program is using the database"),
            (ffi::SQLITE_CORRUPT, "study.db: the database is damaged"),
            (ffi::SQLITE_FULL, "cannot write study.db: the disk is full"),
            (ffi::SQLITE_NOTADB, "study.db: the file isn't a database"),
            (ffi::SQLITE_READONLY, "cannot write study.db: the file, its folder or its disk is read-only"),
        ] {
            let trouble = trouble(code);
            assert_eq!(trouble.message(path), words);
            assert!(trouble.hint().is_some(), "{words}");
        }
        let other = Trouble::from("match 3: the record isn't readable".to_owned());
        assert_eq!(
            (other.message(path).as_str(), other.hint()),
            ("study.db: match 3: the record isn't readable", None)
        );
    }

    #[test]
    fn an_error_of_a_query_is_no_matter_of_the_file() {
        assert!(!trouble(ffi::SQLITE_ERROR).is_of_file() && trouble(ffi::SQLITE_CORRUPT).is_of_file());
    }
}
