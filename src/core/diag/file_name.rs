//! Names of files as text, also those that aren't UTF-8.

use std::fmt::Write as _;

/// Returns the name of a file as text, which is usually the name itself. If it isn't UTF-8, `%E9` stands for the byte
/// 0xE9 that is none, and `%25` for a percent sign; so does it in a name that looks as if it were written so. Thus
/// two names never become one.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::diag::{file_name, file_name_bytes};
///
/// assert_eq!(file_name(b"100%/Zo\xc3\xab.mat"), "100%/Zo\u{eb}.mat");
/// assert_eq!(file_name(b"100%/a\xe9.mat"), "100%/a%E9.mat");
/// assert_eq!(file_name(b"100%/a%E9.mat"), "100%/a%25E9.mat");
/// assert_eq!(file_name_bytes("100%/a%E9.mat"), b"100%/a\xe9.mat");
/// ```
#[must_use]
pub fn file_name(bytes: &[u8]) -> String {
    let parts: Vec<_> = bytes.split(|&byte| byte == b'/').map(part).collect();
    parts.join("/")
}

/// Returns the bytes of a file's name that [`file_name`] has made text.
#[must_use]
pub fn file_name_bytes(text: &str) -> Vec<u8> {
    let part = |part: &str| decoded(part).unwrap_or_else(|| part.as_bytes().to_vec());
    let parts: Vec<_> = text.split('/').map(part).collect();
    parts.join(&b'/')
}

/// Encodes bytes for a URI (RFC 3986): all but letters, digits, `-._~` and slashes.
#[doc(hidden)]
pub fn percent_encoded(bytes: impl IntoIterator<Item = u8>) -> String {
    let mut text = String::new();
    for byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

fn part(bytes: &[u8]) -> String {
    if let Ok(text) = str::from_utf8(bytes)
        && decoded(text).is_none()
    {
        return text.to_owned();
    }
    let mut text = String::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(&chunk.valid().replace('%', "%25"));
        for byte in chunk.invalid() {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

/// Returns the bytes of a part if it has an escape; `None` if it is the name itself. `Zo%C3%AB`, as browsers save
/// it, would be UTF-8 and have no escape.
fn decoded(part: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut has_percent = false;
    let mut rest = part.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| first == b'%').and_then(code);
        has_percent |= code == Some(b'%');
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    (has_percent || str::from_utf8(&bytes).is_err()).then_some(bytes)
}

/// Returns the byte that two hexadecimal digits stand for, if such bytes are written so.
fn code(digits: &[u8]) -> Option<u8> {
    let is_digit = |digit: &u8| matches!(digit, b'0'..=b'9' | b'A'..=b'F');
    let digits = str::from_utf8(digits).ok().filter(|digits| digits.as_bytes().iter().all(is_digit))?;
    u8::from_str_radix(digits, 16).ok().filter(|&byte| byte == b'%' || !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn usual_names_stay_as_they_are() {
        for name in ["a b/c.mat", "100%.mat", "a%20b.mat", "Zo%C3%AB.mat", "%e9", "%2", "%", ""] {
            assert_eq!(file_name(name.as_bytes()), name);
        }
    }

    #[test]
    fn names_that_would_look_the_same_stay_two() {
        for (name, text) in [
            (&b"a\xff"[..], "a%FF"),
            (b"a%FF", "a%25FF"),
            (b"a%25FF", "a%2525FF"),
            ("a\u{fffd}".as_bytes(), "a\u{fffd}"),
            (b"100%\xe8\xff", "100%25%E8%FF"),
            (b"\xc3%AB", "%C3%25AB"),
        ] {
            assert_eq!(file_name(name), text);
        }
    }

    proptest! {
        #[test]
        fn the_bytes_come_back_from_the_text(
            name in prop::collection::vec(prop::sample::select(&b"%%%258ACF/\xc3\xab\xff"[..]), 0..12),
        ) {
            prop_assert_eq!(file_name_bytes(&file_name(&name)), name);
        }
    }
}
