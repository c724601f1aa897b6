//! Tags of HTML around the lines of a record that was copied from the source of a web page, and characters written as
//! entities there.

use super::line::{place, plain_blanks};
use super::parse::Reader;
use crate::diag::{Code, Edit, Span};
use std::borrow::Cow;
use std::ops::Range;

/// The names of tags that a page has around lines of text.
const TAGS: [&str; 19] = [
    "br",
    "p",
    "div",
    "span",
    "pre",
    "code",
    "tt",
    "font",
    "li",
    "ul",
    "ol",
    "td",
    "tr",
    "tbody",
    "table",
    "center",
    "blockquote",
    "body",
    "html",
];

/// The blanks of a page.
const BLANKS: [&[u8]; 2] = [b"&nbsp;", b"&#160;"];
/// The arrow before the value of a double.
const GREATER: &[u8] = b"&gt;";

/// Returns a text with blanks in place of what isn't read, which keeps all places; and the edits that delete the tags of
/// a page among it.
pub(super) fn plain_text(text: &str) -> (Cow<'_, [u8]>, Vec<Edit>) {
    let mut plain = plain_blanks(text.as_bytes());
    let tags = edits(text);
    for tag in &tags {
        let place = &mut plain.to_mut()[tag.span.range()];
        place.fill(b' ');
        place[..tag.replacement.len()].copy_from_slice(tag.replacement.as_bytes());
    }
    (plain, tags)
}

impl Reader<'_> {
    /// Reports the tags of a page around the lines: one finding, at the first of them.
    pub(super) fn tags(&mut self, tags: &[Edit]) {
        if let Some(first) = tags.first() {
            let message = "the lines have tags of HTML around them, as in the source of a web page";
            self.report(Code::MatTextAfterRow, first.span, message);
        }
    }
}

/// Returns the edits that turn the source of a web page into plain text, in the order of their places; none unless at
/// least half of the lines begin or end with tags.
pub(crate) fn edits(text: &str) -> Vec<Edit> {
    let text = text.as_bytes();
    if memchr::memchr(b'<', text).is_none() {
        return Vec::new();
    }
    let (mut lines, mut tagged, mut all) = (0_usize, 0_usize, Vec::new());
    for line in text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii) {
        let start = place(text, line).start;
        let (front, blanks) = front(line);
        let back = front + back(&line[front..]);
        if front < line.len() {
            lines += 1;
            tagged += usize::from(line[..front].contains(&b'<') || line[back..].contains(&b'<'));
        }
        let edit = |place: Range<usize>, new: &str| {
            Edit::new(Span::new(start + place.start, start + place.end), new)
        };
        if front > 0 {
            all.push(edit(0..front, &" ".repeat(blanks)));
        }
        for at in memchr::memchr_iter(b'&', &line[front..back]).map(|at| front + at) {
            if let Some(blank) = blank_at(&line[at..back]) {
                all.push(edit(at..at + blank, " "));
            } else if line[at..back].starts_with(GREATER) {
                all.push(edit(at..at + GREATER.len(), ">"));
            }
        }
        if back < line.len() {
            all.push(edit(back..line.len(), ""));
        }
    }
    if tagged < 2 || tagged * 2 < lines {
        return Vec::new();
    }
    all
}

/// Returns a line without the tags and blanks of a page around it.
pub(super) fn bare(line: &str) -> &str {
    if !line.contains('<') {
        return line;
    }
    let line = line.trim_matches(|c: char| c.is_ascii_whitespace());
    let (front, _) = front(line.as_bytes());
    let rest = &line[front..];
    &rest[..back(rest.as_bytes())]
}

/// Returns the end of the tags and blanks of a page at the beginning of a line, and the number of blanks there.
fn front(line: &[u8]) -> (usize, usize) {
    let (mut end, mut blanks) = (0, 0);
    loop {
        let at = line.len() - line[end..].trim_ascii_start().len();
        let blank = blank_at(&line[at..]);
        let Some(len) = blank.or_else(|| tag_at(&line[at..])) else { return (end, blanks) };
        blanks += at - end + usize::from(blank.is_some());
        end = at + len;
    }
}

/// Returns the beginning of the tags and blanks of a page at the end of a line.
fn back(line: &[u8]) -> usize {
    let mut start = line.len();
    loop {
        let before = line[..start].trim_ascii_end();
        let open = memchr::memrchr2(b'<', b'&', before).filter(|open| {
            let len = blank_at(&before[*open..]).or_else(|| tag_at(&before[*open..]));
            len == Some(before.len() - open)
        });
        match open {
            Some(open) => start = open,
            None => return start,
        }
    }
}

/// Returns the length of a page's blank at the beginning of a text.
fn blank_at(text: &[u8]) -> Option<usize> {
    BLANKS.into_iter().find(|blank| text.starts_with(blank)).map(<[u8]>::len)
}

/// Returns the length of a tag at the beginning of a text: `<br>`, `<br />`, `</p>`, `<td class="x">`.
fn tag_at(text: &[u8]) -> Option<usize> {
    let inside = text.strip_prefix(b"<")?;
    let inside = &inside[..memchr::memchr(b'>', inside)?];
    let word = inside.strip_prefix(b"/").unwrap_or(inside);
    let letters = word.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (name, rest) = word.split_at(letters);
    let is_tag = TAGS.iter().any(|tag| name.eq_ignore_ascii_case(tag.as_bytes()))
        && rest.first().is_none_or(|byte| *byte == b'/' || byte.is_ascii_whitespace());
    is_tag.then_some(inside.len() + 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::edited;

    fn plain(text: &str) -> String {
        edited(text, &edits(text)).expect("edits of the text")
    }

    #[test]
    fn tags_around_lines_are_deleted() {
        for (line, expected) in [
            ("  1) 31: 8/5 6/5<br>", "  1) 31: 8/5 6/5"),
            ("  1) 31: 8/5 6/5<BR/>", "  1) 31: 8/5 6/5"),
            ("  1) 31: 8/5 6/5<br />&nbsp;</p>", "  1) 31: 8/5 6/5"),
            ("<p class=\"row\">&nbsp;&nbsp;1) 31: 8/5 6/5</p>", "  1) 31: 8/5 6/5"),
            ("<li>&nbsp; &nbsp; 1) 31: 8/5 6/5", "    1) 31: 8/5 6/5"),
            ("  2)&nbsp;&nbsp;Doubles =&gt; 2<br>", "  2)  Doubles => 2"),
            (" Tom &amp; <b> : 0<br>", " Tom &amp; <b> : 0"),
        ] {
            assert_eq!(plain(&format!("{line}\n{line}\n\n<br>\n")), format!("{expected}\n{expected}\n\n\n"));
        }
    }

    #[test]
    fn a_few_tags_are_no_page() {
        for text in
            ["", "<br>", "a<br>\n", "a<br>\nb\nc\nd<br>\ne\n", "<a> : 0   <p : 0\n<a>\n", "&nbsp;\n&nbsp;\n"]
        {
            assert_eq!(edits(text), [], "{text}");
        }
    }
}
