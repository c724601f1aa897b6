//! The lines of a text, which end with `\n`, `\r\n` or a lone `\r`.

/// Returns the line end of a text: that of its first line.
#[must_use]
pub fn line_end(text: &str) -> &'static str {
    match text.find(['\n', '\r']).map(|at| &text.as_bytes()[at..]) {
        Some([b'\r', b'\n', ..]) => "\r\n",
        Some([b'\r', ..]) => "\r",
        _ => "\n",
    }
}

/// Returns the beginning of the line that contains a place.
#[must_use]
pub fn line_start(text: &str, at: u32) -> u32 {
    let before = &text.as_bytes()[..text.len().min(at as usize)];
    memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1) as u32
}

/// Returns the place at which the line that contains a place ends, before its line end.
#[must_use]
pub fn line_stop(text: &str, at: u32) -> u32 {
    let start = text.len().min(at as usize);
    memchr::memchr2(b'\n', b'\r', &text.as_bytes()[start..]).map_or(text.len(), |stop| start + stop) as u32
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
        assert_eq!([line_start("\nä", 2), line_stop("ä\n", 1), line_stop("a", 9)], [1, 2, 1]);
        assert_eq!((line_end("one"), line_stop("", 0), line_start("", 0)), ("\n", 0, 0));
    }
}
