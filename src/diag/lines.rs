//! The lines of a text, which end with `\n`, `\r\n` or a lone `\r`.

/// Returns the line end of a text: that of its first line.
pub(crate) fn line_end(text: &str) -> &'static str {
    match text.find(['\n', '\r']).map(|at| &text.as_bytes()[at..]) {
        Some([b'\r', b'\n', ..]) => "\r\n",
        Some([b'\r', ..]) => "\r",
        _ => "\n",
    }
}

/// Returns the beginning of the line that contains a place.
///
/// # Panics
///
/// If the place isn't in the text, or within a character.
pub(crate) fn line_start(text: &str, at: u32) -> u32 {
    text[..at as usize].rfind(['\n', '\r']).map_or(0, |end| end + 1) as u32
}

/// Returns the place at which the line that contains a place ends, before its line end.
///
/// # Panics
///
/// If the place isn't in the text, or within a character.
pub(crate) fn line_stop(text: &str, at: u32) -> u32 {
    let start = at as usize;
    text[start..].find(['\n', '\r']).map_or(text.len(), |stop| start + stop) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_before_its_line_end_of_any_kind() {
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("one{end}two{end}{end}four");
            assert_eq!(line_end(&text), end);
            let line = |at: usize| {
                &text[line_start(&text, at as u32) as usize..line_stop(&text, at as u32) as usize]
            };
            assert_eq!((line(0), line(3), line(4 + end.len())), ("one", "one", "two"), "{end:?}");
            assert_eq!((line(6 + 2 * end.len()), line(text.len())), ("", "four"), "{end:?}");
        }
        assert_eq!((line_end("one"), line_stop("", 0), line_start("", 0)), ("\n", 0, 0));
    }
}
