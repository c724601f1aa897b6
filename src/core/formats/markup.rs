//! Text that was changed on its way: the source of a web page, a mail in the form in which it is sent, characters that
//! aren't seen, times before the rows, rows in another layout. The record is read as if it were plain text, with the
//! places of the text as it is.

use super::places::{Places, composed};
use super::{layout, mat, rolls};
use crate::diag::{Applicability, Code, Diagnostic, Edit, Fix, Parsed, Severity, SourceFile, Span, edited};
use crate::game::record::{Cell, Entry, MatchRecord, Written};
use crate::notation::plain::is_invisible;
use std::ops::Range;

/// The names of tags that a page has around lines of text.
const TAGS: &str = "br p div span pre code tt font li ul ol td tr tbody table center blockquote body html";

/// A no-break space in UTF-8 that was read as Windows-1252, and written again.
const MISREAD: &[u8] = "\u{C2}\u{A0}".as_bytes();
/// The blanks of a page.
const BLANKS: [&[u8]; 3] = [b"&nbsp;", b"&#160;", MISREAD];
/// The end of the arrow before the value of a double.
const GREATER: &[u8] = b"&gt;";
/// Characters that aren't seen, without those that join letters or change their direction.
const UNSEEN: [&[u8]; 4] =
    ["\u{200B}".as_bytes(), "\u{2060}".as_bytes(), "\u{FEFF}".as_bytes(), "\u{AD}".as_bytes()];

/// The number of entries that show the layout.
const SHOWN: usize = 8;
/// The most texts that are read in place of the source: each change of it may uncover another one, as a quotation of rows
/// on two lines does.
const MOST_READ: usize = 8;

/// A kind of change of a text on its way, or of its layout.
#[derive(Debug)]
struct Kind {
    /// What the text contains.
    said: &'static str,
    /// What the fix does.
    advice: &'static str,
    /// The fewest edits at findings: a lone tag is a slip of its own, while a layout may hide every row.
    least: usize,
    /// Returns the edits that write plain text.
    edits: fn(&str) -> Option<Vec<Edit>>,
}

impl Kind {
    /// Returns `true` if the layout is another one, and nothing was added.
    const fn is_layout(&self) -> bool {
        self.least == 0
    }
}

/// The kinds, in the order in which they are looked for: each one is recognised in a text that has those after it, too.
static KINDS: [Kind; 11] = [
    Kind {
        said: "the text is encoded as mail is sent, with `=3D` for `=`",
        advice: "decode the whole text",
        least: 1,
        edits: |text| of_mail(text.as_bytes()),
    },
    Kind {
        said: "a time stands before the number of each row",
        advice: "delete the times in all lines",
        least: 2,
        edits: |text| of_times(text.as_bytes()),
    },
    Kind {
        said: "the lines begin with the mark of a quotation, `>`",
        advice: "delete the marks in all lines",
        least: 0,
        edits: layout::of_quotation,
    },
    Kind {
        said: "the digits and signs are full-width characters",
        advice: "write ASCII for them in all lines",
        least: 0,
        edits: layout::of_full_width,
    },
    Kind {
        said: "the rows are a table, with signs between the cells",
        advice: "write tabs for the signs in all lines",
        least: 0,
        edits: layout::of_table,
    },
    Kind {
        said: "the two cells of each row are on two lines",
        advice: "write each row on one line",
        least: 0,
        edits: layout::of_halves,
    },
    Kind {
        said: "the numbers of the rows have no bracket, `)`",
        advice: "write brackets after the numbers of all rows",
        least: 0,
        edits: layout::of_numbers,
    },
    Kind {
        said: "the dice aren't written `31:` before the plays",
        advice: "write the dice so in all rows",
        least: 0,
        edits: rolls::of_dice,
    },
    Kind {
        said: "the lines contain tags or characters of HTML, as in the source of a web page",
        advice: "write plain text for the HTML in all lines",
        least: 2,
        edits: |text| page_with(text, |first| first.starts_with(['<', '&'])),
    },
    Kind {
        said: "the no-break spaces of a web page are in the wrong encoding, `\u{C2}` and a space",
        advice: "write spaces for them in all lines",
        least: 2,
        edits: |text| page_with(text, |first| first.as_bytes().starts_with(MISREAD)),
    },
    Kind {
        said: "the lines end with characters that aren't seen",
        advice: "delete these characters in all lines",
        least: 2,
        edits: |text| page_with(text, |first| first.starts_with(is_invisible)),
    },
];

/// The changes of a text on its way, whose edits write plain text.
#[derive(Debug)]
struct Markup {
    changes: Vec<&'static Kind>,
    edits: Vec<Edit>,
}

/// Returns `true` if the message of a finding says that something was added, or that the layout is another one.
pub(crate) fn is_said(message: &str) -> bool {
    message.split("; ").all(|change| KINDS.iter().any(|kind| kind.said == change))
}

/// Reads a record, as plain text if findings are at what was added to it, and plain text has fewer, or more turns: then
/// all are one finding with this code, at the first place, which has the edits. A comment may contain such signs, too, so
/// that they alone show nothing.
pub(super) fn read(
    source: &SourceFile,
    code: Code,
    parse: fn(&SourceFile) -> Parsed<MatchRecord>,
) -> Parsed<MatchRecord> {
    let mut left = MOST_READ;
    let (mut parsed, markup) = read_plain(source, parse, &mut left);
    let Some(Markup { changes, edits }) = markup else { return parsed };
    let words = |separator: &str, word: fn(&Kind) -> &'static str| {
        changes.iter().map(|kind| word(kind)).collect::<Vec<_>>().join(separator)
    };
    let place = edits.first().map_or(Span::default(), |first| first.span);
    let mut finding = Diagnostic::new(code, place, words("; ", |kind| kind.said));
    finding.fixes.push(Fix {
        message: words(", and ", |kind| kind.advice),
        applicability: Applicability::Suggested,
        edits,
        evidence: Vec::new(),
    });
    parsed.diagnostics.push(finding);
    parsed.diagnostics.sort_by_key(|finding| finding.primary.span.start);
    parsed
}

/// Reads a record, as plain text if that is better; at most `left` more texts are read.
fn read_plain(
    source: &SourceFile,
    parse: fn(&SourceFile) -> Parsed<MatchRecord>,
    left: &mut usize,
) -> (Parsed<MatchRecord>, Option<Markup>) {
    let parsed = parse(source);
    let is_sound = parsed.diagnostics.is_empty() && !may_hide_rows(&parsed.value);
    for kind in &KINDS {
        if is_sound || *left == 0 {
            break;
        }
        let edits = (kind.edits)(source.text()).unwrap_or_default();
        let added = |finding: &Diagnostic| {
            let place = finding.primary.span;
            let first = edits.partition_point(|edit| edit.span.end <= place.start);
            let next = edits.partition_point(|edit| edit.span.start < place.end);
            next.saturating_sub(first)
        };
        // Where no game can be read, the only finding may be at the first line.
        let is_added = || parsed.diagnostics.iter().map(added).sum::<usize>() >= kind.least;
        if edits.is_empty() || !parsed.value.games.is_empty() && !is_added() {
            continue;
        }
        let Some((plain, markup)) = as_plain(source, parse, kind, edits, left) else { continue };
        // What was added is a finding of its own there.
        let most = parsed.diagnostics.len() + usize::from(kind.is_layout());
        let found = plain.diagnostics.iter().filter(|found| found.severity > Severity::Note).count();
        if found <= most + turns(&plain.value).saturating_sub(turns(&parsed.value)) {
            return (plain, Some(markup));
        }
    }
    (parsed, None)
}

/// Returns the number of turns in a record that can be read.
fn turns(record: &MatchRecord) -> usize {
    let is_read = |entry: &&Entry| match &entry.written {
        Written::Turn { cell, .. } => !matches!(cell, Cell::Unreadable(_)),
        _ => false,
    };
    record.games.iter().flat_map(|game| &game.entries).filter(is_read).count()
}

/// Returns `true` for a record without a turn at its beginning, or with a turn without a row below a numbered one:
/// another layout may hide its rows.
fn may_hide_rows(record: &MatchRecord) -> bool {
    let entries = record.games.first().map_or(&[][..], |game| game.entries.as_slice());
    let entries = &entries[..entries.len().min(SHOWN)];
    let turns = entries.iter().filter(|entry| matches!(entry.written, Written::Turn { .. }));
    let has_row: Vec<bool> = turns.map(|turn| turn.row.is_some()).collect();
    has_row.is_empty() || has_row.windows(2).any(|pair| pair == [true, false])
}

/// Reads a record with these edits, and with those of more changes that they uncover. `None` if there is no
/// record then either: that is the only useful finding.
fn as_plain(
    source: &SourceFile,
    parse: fn(&SourceFile) -> Parsed<MatchRecord>,
    kind: &'static Kind,
    edits: Vec<Edit>,
    left: &mut usize,
) -> Option<(Parsed<MatchRecord>, Markup)> {
    let text = source.text();
    // Letters in a name stay as they are encoded.
    let decodes_letters = |edit: &Edit| !edit.replacement.is_ascii() && text[edit.span.range()].is_ascii();
    let (letters, edits): (Vec<Edit>, Vec<Edit>) = edits.into_iter().partition(decodes_letters);
    let plain_text = edited(text, &edits).ok()?;
    let (offset, line) = (source.base_offset(), source.base_line());
    let plain = SourceFile::from_text(source.name(), plain_text, source.encoding(), offset, line).ok()?;
    *left = left.saturating_sub(1);
    let (mut parsed, inner) = read_plain(&plain, parse, left);
    Places::new(text, plain.text(), &edits).give_back(&mut parsed);
    if parsed.value.games.is_empty() {
        return None;
    }
    let mut changes = vec![kind];
    let mut all = match inner {
        Some(inner) => {
            changes.extend(inner.changes.into_iter().filter(|other| other.said != kind.said));
            composed(plain.text(), &edits, &inner.edits)
        }
        None => edits,
    };
    let is_free = |letter: &Edit| {
        let next = all.partition_point(|edit| edit.span.end <= letter.span.start);
        all.get(next).is_none_or(|edit| letter.span.end <= edit.span.start)
    };
    let letters: Vec<Edit> = letters.into_iter().filter(is_free).collect();
    all.extend(letters);
    all.sort();
    Some((parsed, Markup { changes, edits: all }))
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

/// Returns the edits that decode a mail: `=3D`, and a line that ends with `=` and continues on the next one. `None` unless
/// the arrow before the value of a double is encoded, or some lines end so: an address may contain `=3D`.
fn of_mail(text: &[u8]) -> Option<Vec<Edit>> {
    memchr::memmem::find(text, b"=3D")?;
    let is_end = |line: &&[u8]| {
        let line = line.trim_ascii_end();
        line.ends_with(b"=") || line.ends_with(b"=20")
    };
    // An equals sign before another one would be encoded: a line of them is a rule.
    let has_rule = || memchr::memmem::find(text, b"==").is_some();
    let has_ends = || !has_rule() && text.split(|byte| *byte == b'\n').filter(is_end).nth(1).is_some();
    if memchr::memmem::find(text, b"=3D>").is_none() && !has_ends() {
        return None;
    }
    let (mut edits, mut at) = (Vec::new(), 0);
    while let Some(found) = memchr::memchr(b'=', &text[at..]) {
        let start = at + found;
        at = start + 1;
        let line_end = match text[at..] {
            [b'\r', b'\n', ..] => 2,
            [b'\n', ..] => 1,
            _ => 0,
        };
        if line_end > 0 {
            at += line_end;
            edits.push(Edit::delete(Span::new(start, at)));
            continue;
        }
        let (mut decoded, mut end) = (Vec::new(), start);
        while let Some(byte) = escaped(&text[end..]) {
            decoded.push(byte);
            end += 3;
        }
        let plain = String::from_utf8(decoded).ok();
        if let Some(plain) = plain.filter(|plain| !plain.is_empty() && !plain.contains(char::is_control)) {
            edits.push(Edit::new(Span::new(start, end), plain));
        }
        // Escapes that aren't text aren't read again, one by one.
        at = at.max(end);
    }
    Some(edits)
}

/// Returns the byte that an escape at the beginning of a text stands for: `=C3`.
fn escaped(text: &[u8]) -> Option<u8> {
    let [b'=', high, low, ..] = text else { return None };
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    };
    Some((digit(*high)? << 4) | digit(*low)?)
}

/// Returns the edits that turn the source of a page into plain text, if the first one is of this kind.
fn page_with(text: &str, is_kind: fn(&str) -> bool) -> Option<Vec<Edit>> {
    let edits = of_page(text.as_bytes())?;
    let first = text.get(edits.first()?.span.range())?;
    is_kind(first).then_some(edits)
}

/// Returns the edits that turn the source of a page into plain text; `None` unless at least half of the lines have some of
/// it around them, or a few have some of it inside.
fn of_page(text: &[u8]) -> Option<Vec<Edit>> {
    if memchr::memchr2(b'<', b'&', text).is_none() && text.is_ascii() {
        return None;
    }
    let (mut lines, mut around, mut inside, mut edits) = (0_usize, 0_usize, 0_usize, Vec::new());
    for line in text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii) {
        let start = line.as_ptr().addr() - text.as_ptr().addr();
        let edit = |place: Range<usize>, new: &str| {
            Edit::new(Span::new(start + place.start, start + place.end), new)
        };
        let (front, blanks) = front(line);
        let back = front + back(&line[front..]);
        if front < line.len() {
            lines += 1;
            around += usize::from(line[..front].contains(&b'<') || back < line.len());
        }
        if front > 0 {
            edits.push(edit(0..front, &" ".repeat(blanks)));
        }
        let mut at = front;
        while let Some(found) = memchr::memchr2(b'&', MISREAD[0], &line[at..back]) {
            at += found;
            if let Some(len) = blank_at(&line[at..back]).filter(|len| is_blank(line, at, *len)) {
                edits.push(edit(at..at + len, " "));
                inside += 1;
                at += len;
            } else if line[at..back].starts_with(GREATER) {
                edits.push(edit(at..at + GREATER.len(), ">"));
                inside += usize::from(line[..at].ends_with(b"="));
                at += GREATER.len();
            } else {
                at += 1;
            }
        }
        if back < line.len() {
            edits.push(edit(back..line.len(), ""));
        }
    }
    let is_page = inside >= 2 || around >= 2 && around * 2 >= lines;
    is_page.then_some(edits)
}

/// Returns the edits that delete the times before the numbers of rows in match text; `None` unless there are several.
fn of_times(text: &[u8]) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    for line in text.split(|byte| matches!(byte, b'\n' | b'\r')) {
        let line = line.trim_ascii_start();
        let start = line.as_ptr().addr() - text.as_ptr().addr();
        if let Some(len) = mat::time(line)
            && line.get(len) == Some(&b' ')
            && let Ok(row) = std::str::from_utf8(&line[len..])
            && layout::is_numbered_row(row)
        {
            edits.push(Edit::delete(Span::new(start, start + len + 1)));
        }
    }
    (edits.len() > 1).then_some(edits)
}

/// Returns `true` if a page's blank at a place can't be part of a name: a misread one, only beside another blank.
fn is_blank(line: &[u8], at: usize, len: usize) -> bool {
    let (before, after) = (&line[..at], &line[at + len..]);
    line[at] == b'&'
        || before.ends_with(b" ")
        || before.ends_with(MISREAD)
        || after.starts_with(b" ")
        || after.starts_with(MISREAD)
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

/// Returns the beginning of the tags, blanks and unseen characters at the end of a line.
fn back(line: &[u8]) -> usize {
    let mut start = line.len();
    loop {
        let before = line[..start].trim_ascii_end();
        let signs = BLANKS.iter().chain(&UNSEEN);
        let sign = signs.copied().find(|sign| before.ends_with(sign)).map(<[u8]>::len);
        let tag = || {
            let open = memchr::memrchr(b'<', before)?;
            tag_at(&before[open..]).filter(|len| open + len == before.len())
        };
        match sign.or_else(tag) {
            Some(len) => start = before.len() - len,
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
    let is_tag = TAGS.split(' ').any(|tag| name.eq_ignore_ascii_case(tag.as_bytes()))
        && rest.first().is_none_or(|byte| *byte == b'/' || byte.is_ascii_whitespace());
    is_tag.then_some(inside.len() + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<Vec<Edit>> {
        KINDS.iter().find_map(|kind| (kind.edits)(text))
    }

    fn plain(text: &str) -> String {
        let edits = found(text).expect("some markup");
        let decoded = edited(text, &edits).expect("edits of the text");
        assert!(edits.iter().all(|edit| edit.replacement.len() <= edit.span.range().len()), "{text}");
        decoded
    }

    #[test]
    fn tags_and_blanks_around_lines_are_deleted() {
        for (line, expected) in [
            ("  1) 31: 8/5 6/5<br>", "  1) 31: 8/5 6/5"),
            ("  1) 31: 8/5 6/5<BR/>", "  1) 31: 8/5 6/5"),
            ("  1) 31: 8/5 6/5<br />&nbsp;</p>", "  1) 31: 8/5 6/5"),
            ("<p class=\"row\">&nbsp;&nbsp;1) 31: 8/5 6/5</p>", "  1) 31: 8/5 6/5"),
            ("<li>&nbsp; &nbsp; 1) 31: 8/5 6/5", "    1) 31: 8/5 6/5"),
            ("  2)&nbsp;&nbsp;Doubles =&gt; 2<br>", "  2)  Doubles => 2"),
            (" Tom &amp; <b> : 0<br>", " Tom &amp; <b> : 0"),
            ("anna rolls 3 and 1.\u{200B}", "anna rolls 3 and 1."),
            ("  2)  Doubles =&gt; 2", "  2)  Doubles => 2"),
            ("  1) 31: 8/5 \u{C2}\u{A0}\u{C2}\u{A0} 42:", "  1) 31: 8/5    42:"),
        ] {
            assert_eq!(plain(&format!("{line}\n{line}\n\n<br>\n")), format!("{expected}\n{expected}\n\n\n"));
        }
    }

    #[test]
    fn times_before_rows_are_deleted() {
        let text = " Game 1\n[12:01]  1) 31: 8/5\r\n[12:02]  2)  Takes\n[12:03] Wins 1 point\n";
        assert_eq!(plain(text), " Game 1\n 1) 31: 8/5\r\n 2)  Takes\n[12:03] Wins 1 point\n");
        assert!(found("[12:01]  1) 31: 8/5\n12:02 talk\n").is_none());
    }

    #[test]
    fn a_mail_is_decoded() {
        let text = "J=C3=BCrg : 0   Bob : 0=20\r\n 2)  Doubles =3D> 2        =\r\n      Takes\n=20=0A=3\n";
        let expected = "J\u{FC}rg : 0   Bob : 0 \r\n 2)  Doubles => 2              Takes\n=20=0A=3\n";
        assert_eq!(plain(text), expected);
    }

    #[test]
    fn escapes_in_a_row_that_are_no_text_are_read_once() {
        let text = format!("a =3D> b\n{}", "=0A".repeat(1 << 20));
        assert_eq!(found(&text).map(|edits| edits.len()), Some(1));
    }

    #[test]
    fn a_few_signs_are_no_page() {
        for text in [
            "",
            "<br>",
            "a<br>\n",
            "a<br>\nb\nc\nd<br>\ne\n",
            "<a> : 0   <p : 0\n<a>\n",
            "&nbsp;\n&nbsp;\n",
            "a &gt; b\na &gt; b\n",
            "J\u{C2}\u{A0}r\nJ\u{C2}\u{A0}r\n",
            "a\u{200B}\nb\nc\n",
            "a =20\nb =20\n",
            "; id=3D7\na=\n",
            "; id=3D7\n=====\nGame 1\n=====\nGame 2\n",
        ] {
            assert!(found(text).is_none(), "{text}");
        }
    }
}
