//! System errors in words.

use std::fmt::Display;
use std::io;

/// Returns the text of a system error, without its number. The usual ones have the same words on every system.
pub(crate) fn reason(error: &io::Error) -> String {
    if cfg!(windows)
        && error.raw_os_error().is_some()
        && let Some(words) = words(error.kind())
    {
        return words.to_owned();
    }
    let text = error.to_string();
    match (error.raw_os_error(), text.rfind(" (os error ")) {
        (Some(_), Some(end)) => text[..end].to_owned(),
        _ => text,
    }
}

pub(crate) fn cannot_write(name: impl Display, error: &io::Error) -> String {
    format!("cannot write {name}: {}", reason(error))
}

/// Returns the words of Linux's C library for an error, which scripts expect from GNU Backgammon.
const fn words(kind: io::ErrorKind) -> Option<&'static str> {
    match kind {
        io::ErrorKind::NotFound => Some("No such file or directory"),
        io::ErrorKind::PermissionDenied => Some("Permission denied"),
        io::ErrorKind::AlreadyExists => Some("File exists"),
        io::ErrorKind::IsADirectory => Some("Is a directory"),
        io::ErrorKind::NotADirectory => Some("Not a directory"),
        io::ErrorKind::DirectoryNotEmpty => Some("Directory not empty"),
        io::ErrorKind::StorageFull => Some("No space left on device"),
        io::ErrorKind::ReadOnlyFilesystem => Some("Read-only file system"),
        io::ErrorKind::ConnectionRefused => Some("Connection refused"),
        io::ErrorKind::AddrInUse => Some("Address already in use"),
        _ => None,
    }
}

pub(crate) fn is_closed_pipe(error: &io::Error) -> bool {
    /// `ERROR_PIPE_NOT_CONNECTED`, for which `io::ErrorKind` has no name.
    const NOT_CONNECTED: i32 = 233;
    error.kind() == io::ErrorKind::BrokenPipe
        || (cfg!(windows) && error.raw_os_error() == Some(NOT_CONNECTED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_have_no_numbers() {
        let error = io::Error::from_raw_os_error(2);
        assert!(error.to_string().contains("os error") && !reason(&error).contains("os error"), "{error}");
        assert_eq!(reason(&io::Error::other("it ends (os error 2)")), "it ends (os error 2)");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_words_are_those_of_linux() {
        // ENOENT, EACCES, EEXIST, EISDIR, ENOTDIR, ENOTEMPTY, ENOSPC, EROFS, ECONNREFUSED, EADDRINUSE
        for number in [2, 13, 17, 21, 20, 39, 28, 30, 111, 98] {
            let error = io::Error::from_raw_os_error(number);
            assert_eq!(words(error.kind()).map(ToOwned::to_owned), Some(reason(&error)));
        }
    }
}
