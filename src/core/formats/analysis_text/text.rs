//! The lines of a text, each with its place, and the numbers in them.

use crate::diag::{SourceFile, Span};

/// A line without its end and trailing blanks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    /// The offset of its first byte.
    pub(super) start: usize,
}

impl Line<'_> {
    /// Returns the place of a part of the line.
    pub(super) fn span_of(&self, part: &str) -> Span {
        let at = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len());
        Span::new(self.start + at, self.start + at + part.len())
    }

    /// Returns the place of the text that isn't blank.
    pub(super) fn span(&self) -> Span {
        self.span_of(self.text.trim())
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// Splits a text into its lines.
pub(super) fn lines(source: &SourceFile) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut rest = source.text();
    while !rest.is_empty() {
        // Carriage returns and the line feed after them are one line end.
        let end = rest.find(['\n', '\r']).map_or(rest.len(), |end| {
            let behind = rest[end..].trim_start_matches('\r');
            if behind.starts_with('\n') { rest.len() - behind.len() + 1 } else { end + 1 }
        });
        let (text, behind) = rest.split_at(end);
        lines.push(Line { text: text.trim_end(), start });
        start += text.len();
        rest = behind;
    }
    lines
}

/// Reads a number with a decimal point or, as in some languages, a decimal comma.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.trim().replace(',', ".");
    let digits = text.trim_start_matches(['+', '-']);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| is_number)
}

/// Reads the number at the beginning of a text: `+0.103, Double` is 0.103.
pub(super) fn leading(text: &str) -> Option<f64> {
    let text = text.trim_start();
    let end = text
        .char_indices()
        .find(|&(i, c)| {
            let decimals = text[i + c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
            let inside =
                c.is_ascii_digit() || (matches!(c, '.' | ',') && decimals) || (i == 0 && "+-".contains(c));
            !inside
        })
        .map_or(text.len(), |(i, _)| i);
    number(&text[..end])
}

/// Reads the numbers before percent signs.
pub(super) fn percentages(text: &str) -> Vec<f64> {
    let mut parts: Vec<&str> = text.split('%').collect();
    parts.pop();
    let last = |part: &str| {
        let start = part.rfind(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
        let start = start.and_then(|at| Some(at + part[at..].chars().next()?.len_utf8())).unwrap_or(0);
        number(&part[start..])
    };
    parts.into_iter().filter_map(last).collect()
}

#[cfg(test)]
mod tests {
    use super::{leading, lines, number, percentages};

    #[test]
    fn carriage_returns_make_no_difference() {
        for end in ["\n", "\r\n", "\r\r\n", "\r"] {
            let text = ["a", "", "b", ""].join(end);
            let source = crate::diag::SourceFile::decode("", text.as_bytes()).expect("small");
            let lines: Vec<&str> = lines(&source).iter().map(|line| line.text).collect();
            assert_eq!(lines, ["a", "", "b"], "{end:?}");
        }
    }

    #[test]
    fn numbers_have_a_point_or_a_comma() {
        assert_eq!(number("-0.491"), Some(-0.491));
        assert_eq!(number("+0,5"), Some(0.5));
        assert_eq!([number("nan"), number("1-2"), number(""), number("-")], [None; 4]);
        assert_eq!(leading("+0.103, Double=1"), Some(0.103));
        assert_eq!(leading("0,103, x"), Some(0.103));
    }

    #[test]
    fn percentages_are_found_without_words() {
        assert_eq!(percentages("プレーヤー:   79.46% (G:17.05% B:0.67%)"), [79.46, 17.05, 0.67]);
        assert_eq!(percentages("no number % here"), [0.0; 0]);
    }
}
