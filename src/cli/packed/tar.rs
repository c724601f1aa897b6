//! The directory of a tar archive: a header of one block before the content of each member. The crate `tar` isn't used
//! because it reads a long name of any size into memory.

use super::{Bytes, Member, Place, Spent, inner};
use crate::diag::file_name;
use rawzip::{RangeReader, ReaderAt as _};
use std::collections::VecDeque;
use std::io::{self, Read as _};
use std::sync::Arc;

/// The size of a header in bytes; the content of a member fills whole blocks of this size.
const BLOCK: usize = 512;

/// The most bytes of a long name or of the attributes of a member.
const LONGEST: u64 = 1 << 20;

/// Returns `true` if a file begins with the header of a tar archive. The sum of a damaged one is wrong, but it has the
/// mark of POSIX after bytes of zero, which no text has.
pub(super) fn is_one(head: &[u8]) -> bool {
    let mut header = [0; BLOCK];
    let there = head.len().min(BLOCK);
    header[..there].copy_from_slice(&head[..there]);
    is_whole(&header) || header[257..262] == *b"ustar" && header[..257].contains(&0)
}

/// Reads all headers of a tar archive of `length` bytes. Of a damaged one, returns the members before the damage, if
/// there are any, and the error.
pub(super) fn members(
    bytes: &Bytes,
    length: u64,
    spent: &Spent,
) -> io::Result<(VecDeque<Member>, Option<io::Error>)> {
    let mut members = VecDeque::new();
    let mut place = 0;
    loop {
        match next_member(bytes, length, &mut place) {
            Ok(Some(member)) => {
                spent.add_member()?;
                members.push_back(member);
            }
            Err(error) if members.is_empty() => return Err(error),
            end => return Ok((members, end.err())),
        }
    }
}

/// Reads headers from a place up to that of the next file; `None` at the end.
fn next_member(bytes: &Bytes, length: u64, place: &mut u64) -> io::Result<Option<Member>> {
    let damaged = || io::Error::other("the tar archive is damaged or cut off");
    // The name of the member, if it doesn't fit into its header.
    let mut long_name = None;
    loop {
        // The blocks of zeros at the end may be missing; a part of another block is a damaged header.
        let mut header = [0; BLOCK];
        let rest = usize::try_from(length.saturating_sub(*place)).unwrap_or(BLOCK).min(BLOCK);
        bytes.read_exact_at(&mut header[..rest], *place)?;
        if header == [0; BLOCK] {
            return Ok(None);
        }
        if !is_whole(&header) {
            return Err(damaged());
        }
        let kind = header[156];
        // Links, devices and folders have no content, whatever their size.
        let size = if matches!(kind, b'1'..=b'6') { Some(0) } else { number(&header[124..136]) };
        let start = *place + BLOCK as u64;
        let end = size.and_then(|size| start.checked_add(size));
        let end = end.filter(|end| *end <= length).ok_or_else(damaged)?;
        *place = end.next_multiple_of(BLOCK as u64);
        let mut content = RangeReader::new(Arc::clone(bytes), start..end);
        match kind {
            // The long name of GNU's tar, and the attributes of POSIX.
            b'L' | b'x' => {
                if end - start > LONGEST {
                    return Err(damaged());
                }
                let mut text = Vec::new();
                content.read_to_end(&mut text)?;
                let name = if kind == b'L' { Some(until_nul(&text).to_vec()) } else { path(&text) };
                long_name = name.or(long_name);
            }
            // The attributes of all members, and the long target of a link.
            b'g' | b'K' => {}
            // Links, devices and folders, also GNU's with a list of their files, and its label of the archive.
            b'1'..=b'6' | b'D' | b'V' => long_name = None,
            // By POSIX, what has another kind is a file.
            _ => {
                let name = long_name.take().unwrap_or_else(|| short_name(&header));
                // Old folders have the kind of a file.
                if end > start || !name.ends_with(b"/") {
                    let place = if kind == b'S' { Place::Sparse } else { Place::Tar(content) };
                    return Ok(Some(Member { name: inner(&file_name(&name)), size: end - start, place }));
                }
            }
        }
    }
}

/// Returns the part of a field before its first NUL.
fn until_nul(field: &[u8]) -> &[u8] {
    field.split(|byte| *byte == 0).next().unwrap_or(field)
}

/// Reads a number: octal digits, or the binary form that GNU's tar writes for large ones.
fn number(field: &[u8]) -> Option<u64> {
    if let [0x80, binary @ ..] = field {
        let (high, low) = binary.split_last_chunk()?;
        return high.iter().all(|byte| *byte == 0).then(|| u64::from_be_bytes(*low));
    }
    let digits = std::str::from_utf8(until_nul(field)).ok()?;
    u64::from_str_radix(digits.trim(), 8).ok()
}

/// Returns `true` if a header has the right checksum: the sum of its bytes, in which the field of the sum itself counts
/// as blanks.
fn is_whole(header: &[u8; BLOCK]) -> bool {
    let byte = |(place, byte): (usize, &u8)| if (148..156).contains(&place) { b' ' } else { *byte };
    number(&header[148..156]) == Some(header.iter().enumerate().map(byte).map(u64::from).sum::<u64>())
}

/// Returns the name in a header. Only in POSIX's, where a NUL follows `ustar`, is there a field of the folder.
fn short_name(header: &[u8; BLOCK]) -> Vec<u8> {
    let name = until_nul(&header[..100]);
    let folder = if header[257..263] == *b"ustar\0" { until_nul(&header[345..500]) } else { &[] };
    if folder.is_empty() { name.to_vec() } else { [folder, name].join(&b'/') }
}

/// Returns the path in the attributes of POSIX, which are lines such as `16 path=a/b.mat` with their length in front.
fn path(attributes: &[u8]) -> Option<Vec<u8>> {
    let mut rest = attributes;
    while let Some(blank) = rest.iter().position(|byte| *byte == b' ') {
        let length: usize = std::str::from_utf8(&rest[..blank]).ok()?.parse().ok()?;
        let (line, later) = rest.split_at_checked(length)?;
        if let Some(path) = line.get(blank + 1..)?.strip_prefix(b"path=") {
            return Some(path.strip_suffix(b"\n").unwrap_or(path).to_vec());
        }
        rest = later;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_found_among_the_attributes_and_damaged_ones_have_none() {
        let path =
            |attributes: &str| path(attributes.as_bytes()).and_then(|path| String::from_utf8(path).ok());
        assert_eq!(path("20 atime=1234567890\n18 path=a/b c.mat\n").as_deref(), Some("a/b c.mat"));
        for damaged in ["", "0 path=a", "x path=a", "99 path=a\n", "path=a", "1 path=a"] {
            assert_eq!(path(damaged), None, "{damaged}");
        }
    }

    #[test]
    fn numbers_are_octal_or_binary() {
        assert_eq!(number(b"00000000644\0"), Some(0o644));
        assert_eq!(number(b"  1750 \0"), Some(0o1750));
        assert_eq!(number(b"\x80\0\0\0\0\0\0\0\0\0\x01\x02"), Some(0x102));
        for wrong in [&b"\x80\0\x01\0\0\0\0\0\0\0\0\x01"[..], &[0xff_u8; 12], b"\x80\0\0\0", b"9", b""] {
            assert_eq!(number(wrong), None, "{wrong:?}");
        }
    }
}
