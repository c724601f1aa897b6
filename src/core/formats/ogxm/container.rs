//! The container of version 2: sections with their names and lengths, and the checksum over them.

use super::bytes::{Cursor, Problem};
use super::{END, HEADER, MAGIC};
use crate::diag::{Code, Span};
use crate::formats::findings::Findings;
use crate::math::crc32;
use sha2::{Digest as _, Sha256};
use std::ops::Range;

#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) name: [u8; 4],
    /// The offset of its header.
    pub(super) at: usize,
    pub(super) is_critical: bool,
    pub(super) payload: Range<usize>,
}

impl Section {
    /// Returns the name, as far as it is text.
    pub(super) fn word(&self) -> String {
        self.name.iter().map(|&byte| if byte.is_ascii_graphic() { char::from(byte) } else { '?' }).collect()
    }
}

/// The most sections of a file: those of all games and analyses, and a few others.
const MOST: usize = 4096;

/// Finds the sections, and checks their framing.
pub(super) fn sections(bytes: &[u8], findings: &mut Findings) -> Vec<Section> {
    let mut head = Cursor::new(bytes, 0, bytes.len().min(HEADER));
    let mut found = Vec::new();
    let mut told = None;
    match header(&mut head, findings) {
        Ok(size) if size != bytes.len() => {
            told = Some(size);
            let (code, words, label) = other_size(size, bytes);
            findings.report_sign(code, Span::new(12, 16), words, label);
        }
        Ok(_) => {}
        Err(problem) => {
            findings.report(problem.code, problem.span(), problem.what, "the header of an OGXM file");
            return found;
        }
    }
    // Bytes after the end by the header are reported above.
    let stated = told.filter(|end| (HEADER + END.len()..bytes.len()).contains(end));
    let bytes = stated.map(|end| &bytes[..end]).filter(|bytes| bytes.ends_with(END)).unwrap_or(bytes);
    let has_end = bytes.len() >= HEADER + END.len() && bytes.ends_with(END);
    let end = if has_end { bytes.len() - END.len() } else { bytes.len() };
    if !has_end {
        let (span, label) = (Span::new(end.saturating_sub(1), end), "`END!` is the last word of a file");
        findings.report(Code::RecordTruncated, span, "the end of the file is missing", label);
    }
    let mut at = HEADER;
    while at < end {
        let Some(head) = bytes.get(at..at + 9).filter(|_| at + 9 <= end) else {
            let (span, label) = (Span::new(at, end), "a section's header has 9 bytes");
            findings.report(Code::RecordTruncated, span, "a section's header is incomplete", label);
            break;
        };
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let (start, whole) = (at + 9, length <= end - (at + 9));
        let section = Section {
            name: [head[0], head[1], head[2], head[3]],
            at,
            is_critical: head[8] & 1 == 1,
            payload: start..if whole { start + length } else { end },
        };
        if !whole {
            let label = format!("section {} has {} of {length} bytes", section.word(), end - start);
            findings.report(Code::RecordTruncated, Span::new(at, start), "a section is incomplete", label);
        }
        at = section.payload.end;
        found.push(section);
        if found.len() >= MOST {
            let label = format!("only {MOST} sections are read");
            findings.report(Code::RecordLimit, Span::new(at, at), "more sections than any match has", label);
            break;
        }
    }
    found
}

/// Returns what is wrong if a file hasn't the size that its header states.
pub(super) fn other_size(size: usize, bytes: &[u8]) -> (Code, &'static str, String) {
    let (code, words) = if size > bytes.len() {
        (Code::RecordTruncated, "the file is shorter than its header states")
    } else {
        (Code::RecordSyntax, "the file is longer than its header states")
    };
    (code, words, format!("{size} bytes in the header, {} in the file", bytes.len()))
}

/// Reads the header, and returns the size stated in it.
fn header(head: &mut Cursor<'_>, findings: &mut Findings) -> Result<usize, Problem> {
    if head.take(4).ok() != Some(MAGIC) {
        return Err(Problem::syntax(0, "this isn't an OGXM file"));
    }
    let (major, _minor) = (head.u16()?, head.u16()?);
    let (needs, needs_minor) = (head.u16()?, head.u16()?);
    if major != 2 {
        let label = format!("version {major}; 1 and 2 are known");
        findings.report(Code::RecordUnknown, Span::new(4, 6), "an unknown version", label);
    }
    if needs > 2 {
        let label = format!("version {needs}.{needs_minor}; it is read as version 2");
        findings.report(Code::RecordUnknown, Span::new(8, 12), "the file needs a newer reader", label);
    }
    Ok(head.u32()? as usize)
}

/// Checks the checksum over everything before its section.
pub(super) fn check(bytes: &[u8], section: &Section, findings: &mut Findings) {
    let before = &bytes[..section.at];
    let read = || -> Result<(u32, &[u8]), Problem> {
        let mut cursor = Cursor::new(bytes, section.payload.start, section.payload.end);
        let mut fields = cursor.record()?;
        let algorithm = fields.body.varint()?;
        let length = fields.body.varint()? as usize;
        Ok((algorithm, fields.body.take(length)?))
    };
    let span = Span::new(section.at, section.payload.end);
    let is_right = match read() {
        Err(problem) => return findings.report(problem.code, problem.span(), problem.what, "section CSUM"),
        Ok((0, digest)) => digest == crc32([before]).to_le_bytes(),
        Ok((1, digest)) => *digest == *Sha256::digest(before),
        Ok((other, _)) => {
            let label = format!("{other}; 0 is CRC-32, 1 is SHA-256");
            return findings.report(Code::RecordUnknown, span, "a checksum of an unknown kind", label);
        }
    };
    if !is_right {
        let label = "the file was damaged or changed";
        findings.report_sign(Code::RecordChecksum, span, "the checksum doesn't match", label);
    }
}
