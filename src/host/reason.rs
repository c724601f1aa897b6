//! System errors in words.

use std::io;

/// Returns the text of a system error, without its number.
#[must_use]
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match (error.raw_os_error(), text.rfind(" (os error ")) {
        (Some(_), Some(end)) => text[..end].to_owned(),
        _ => text,
    }
}

/// Returns `true` if the reader of a pipe has closed it.
#[must_use]
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
}
