//! The container: the packed members of the file, by name.

use super::fields::{Fields, one_line};
use super::{BLOCK, MAGIC};
use crate::diag::{Code, Span};
use crate::formats::findings::Findings;
use crate::math::crc32;
use flate2::{Decompress, FlushDecompress, Status};

/// The packed members of a file; empty if missing.
#[derive(Debug, Default)]
pub(super) struct Members {
    /// `temp.xg`: the record.
    pub(super) records: Vec<u8>,
    /// `temp.xgc`: the comments.
    pub(super) comments: Vec<u8>,
    /// `temp.xgr`: the rollouts.
    pub(super) rollouts: Vec<u8>,
    /// The comment in the outer header.
    pub(super) comment: String,
    /// The name of the level in the outer header.
    pub(super) level: String,
}

/// The size of the trailer, at the end of the file.
const TRAILER: usize = 36;
/// The size of an entry of the registry.
const ENTRY: usize = 532;
/// The most bytes of all unpacked members together: 26,000 blocks.
pub(super) const MOST: usize = 64 << 20;
/// The most entries of a registry.
const MOST_ENTRIES: usize = 64;
/// The span for a place in the packed file, as only the unpacked record has places.
const HERE: Span = Span::new(0, 0);

pub(super) fn unpack(bytes: &[u8], findings: &mut Findings) -> Members {
    let head = Fields::new(bytes, 0);
    if !bytes.starts_with(MAGIC) {
        let label = "an .xg or .xgp file begins with `RGMH`";
        findings.report(Code::RecordSyntax, HERE, "this isn't a file of eXtreme Gammon", label);
        return Members::default();
    }
    let start = (head.u32(8) as usize).saturating_add(head.u32(20) as usize);
    let mut members = registered(bytes, start, findings).unwrap_or_else(|| {
        let label = "the index in its last 36 bytes is missing: the file is cut off or has extra bytes";
        findings.report(Code::RecordTruncated, HERE, "the end of the file is missing", label);
        scanned(bytes.get(start..).unwrap_or_default(), findings)
    });
    members.comment = one_line(&head.wide(6184, 1024));
    members.level = one_line(&head.wide(4136, 1024));
    members
}

/// Unpacks the members listed in the registry at the end of the file; by its head, they begin at `usual`. `None` if the
/// registry is invalid.
fn registered(bytes: &[u8], usual: usize, findings: &mut Findings) -> Option<Members> {
    let at = bytes.len().checked_sub(TRAILER)?;
    let trailer = Fields::new(&bytes[at..], at);
    let [files, registry, archive] = [4, 12, 16].map(|field| usize::try_from(trailer.i32(field)).ok());
    let (files, registry, archive) = (files?, registry?, archive?);
    let registry_start = at.checked_sub(registry)?;
    let start = registry_start.checked_sub(archive)?;
    let (data, packed) = (&bytes[start..registry_start], &bytes[registry_start..at]);
    let wanted = files.min(MOST_ENTRIES) * ENTRY;
    let entries = if trailer.i32(20) == 0 { packed.to_vec() } else { inflate(packed, wanted).0 };
    // An invalid trailer means that there is no registry: the file was cut off.
    if files == 0 || entries.len() < ENTRY {
        return None;
    }
    if files > MOST_ENTRIES {
        let label = format!("{files}, of which {MOST_ENTRIES} are read");
        findings.report(Code::RecordLimit, HERE, "too many members", label);
    }
    if start > usual {
        let label = format!("the {} bytes from byte {usual} aren't read: another file?", start - usual);
        findings.report(Code::RecordUnknown, HERE, "unknown bytes before the members", label);
    }
    if crc32([&bytes[start..at]]) != trailer.u32(0) {
        let label = "the file was damaged or changed";
        findings.report_sign(Code::RecordChecksum, HERE, "the archive's checksum doesn't match", label);
    }
    let mut members = Members::default();
    // This includes repeated members: only the last one counts, but each takes time.
    let mut left = MOST;
    for entry in entries.chunks_exact(ENTRY).take(MOST_ENTRIES) {
        let entry = Fields::new(entry, 0);
        let name = one_line(&entry.short(0, 255));
        let member = match name.to_ascii_lowercase().as_str() {
            "temp.xg" => &mut members.records,
            "temp.xgc" => &mut members.comments,
            "temp.xgr" => &mut members.rollouts,
            // The first and the last block of temp.xg again.
            "temp.xgi" => continue,
            _ => {
                let label = format!("`{name}`");
                findings.report(Code::RecordUnknown, HERE, "the archive has an unknown member", label);
                continue;
            }
        };
        *member = one(data, entry, &name, left, findings);
        left -= member.len();
    }
    Some(members)
}

/// Unpacks one member.
fn one(data: &[u8], entry: Fields<'_>, name: &str, left: usize, findings: &mut Findings) -> Vec<u8> {
    let size = |at: usize| usize::try_from(entry.i32(at)).unwrap_or(0);
    let (declared, packed, start) = (size(512), size(516), size(520));
    let end = start.saturating_add(packed).min(data.len());
    let raw = data.get(start..end).unwrap_or_default();
    let most = declared.min(left);
    // The meaning of this flag is the reverse of the expected one.
    let (content, whole) = if entry.u8(528) == 0 {
        inflate(raw, most)
    } else {
        (raw[..raw.len().min(most)].to_vec(), raw.len() >= declared)
    };
    if declared > left {
        // Only its beginning is read, so the checksum can't be compared.
        let label = format!("{name}: {declared} bytes by its header");
        findings.report(Code::RecordLimit, HERE, "the members are larger than any match", label);
    } else if content.len() < most || !whole {
        let label = format!("{name} has {} of {declared} bytes", content.len());
        findings.report(Code::RecordTruncated, HERE, "a member can't be unpacked to its end", label);
    } else if crc32([&content[..]]) != entry.u32(524) {
        let label = format!("{name} was damaged or changed");
        findings.report_sign(Code::RecordChecksum, HERE, "a member's checksum doesn't match", label);
    }
    content
}

/// Unpacks the streams after the thumbnail, one after the other, and identifies each by its
/// content: a file that was cut off has no list of them.
fn scanned(mut data: &[u8], findings: &mut Findings) -> Members {
    let mut members = Members::default();
    let mut left = MOST;
    for _ in 0..4 {
        let mut content = Vec::new();
        let (used, _) = inflate_into(data, left, &mut content);
        left -= content.len();
        if content.starts_with(b"{\\rtf") {
            members.comments = content;
        } else if members.records.is_empty() && content.get(556..560) == Some(b"DMLI") {
            members.records = content;
        }
        data = data.get(used..).unwrap_or_default();
        if used == 0 || data.is_empty() {
            break;
        }
    }
    if members.records.len() < BLOCK {
        let label = "no part of the record can be unpacked";
        findings.report(Code::RecordTruncated, HERE, "the file contains no record", label);
    }
    members
}

/// Unpacks a stream to at most `most` bytes, and returns `true` if its end was found there.
fn inflate(packed: &[u8], most: usize) -> (Vec<u8>, bool) {
    let mut content = Vec::new();
    let (_, whole) = inflate_into(packed, most, &mut content);
    (content, whole)
}

/// Unpacks a stream, and returns its number of bytes, and whether its end was found.
fn inflate_into(packed: &[u8], most: usize, content: &mut Vec<u8>) -> (usize, bool) {
    /// A match is packed to a tenth at most; a stream that says it is larger is unpacked in steps.
    const USUAL: usize = 16;
    let mut stream = Decompress::new(true);
    content.reserve(most.min(packed.len().saturating_mul(USUAL)) + 1);
    loop {
        let (used, made) = (stream.total_in() as usize, content.len());
        let rest = packed.get(used..).unwrap_or_default();
        if content.len() == content.capacity() {
            content.reserve(4096);
        }
        let status = stream.decompress_vec(rest, content, FlushDecompress::None);
        let new = content.len() - made;
        let used_now = stream.total_in() as usize;
        let full = content.len() > most;
        content.truncate(most);
        match status {
            Ok(Status::StreamEnd) => return (used_now, !full),
            Ok(_) if !full && (new > 0 || used_now > used) => {}
            _ => return (used_now, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn packed(content: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(content).expect("memory");
        encoder.finish().expect("memory")
    }

    #[test]
    fn a_bomb_is_unpacked_up_to_its_declared_size() {
        let bomb = packed(&vec![0; 10 << 20]);
        assert!(bomb.len() < 100_000);
        let (content, whole) = inflate(&bomb, 5_000);
        assert_eq!((content.len(), whole), (5_000, false));
    }
}
