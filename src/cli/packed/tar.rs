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

/// Returns `true` if a file begins with the header of a tar archive.
pub(super) fn is_one(head: &[u8]) -> bool {
    head.get(257..262) == Some(b"ustar")
}

/// Reads all headers of a tar archive of `length` bytes.
pub(super) fn members(bytes: &Bytes, length: u64, spent: &Spent) -> io::Result<VecDeque<Member>> {
    let damaged = || io::Error::other("the tar archive is damaged or cut off");
    let mut members = VecDeque::new();
    // The name of the next member, if it doesn't fit into its header.
    let mut long_name = None;
    let mut place = 0;
    while place + BLOCK as u64 <= length {
        let mut header = [0; BLOCK];
        bytes.read_exact_at(&mut header, place)?;
        if header == [0; BLOCK] {
            break;
        }
        if number(&header[148..156]) != Some(checksum(&header)) {
            return Err(damaged());
        }
        let start = place + BLOCK as u64;
        let end = number(&header[124..136]).and_then(|size| start.checked_add(size));
        let end = end.filter(|end| *end <= length).ok_or_else(damaged)?;
        let mut content = RangeReader::new(Arc::clone(bytes), start..end);
        match header[156] {
            // The long name of GNU's tar, and the attributes of POSIX.
            kind @ (b'L' | b'x') => {
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
            0 | b'0' | b'7' => {
                spent.add_member()?;
                let name = long_name.take().unwrap_or_else(|| short_name(&header));
                let name = inner(&file_name(&name));
                members.push_back(Member { name, size: end - start, place: Place::Tar(content) });
            }
            // Folders, links and devices.
            _ => long_name = None,
        }
        place = end.next_multiple_of(BLOCK as u64);
    }
    Ok(members)
}

/// Returns the part of a field before its first NUL.
fn until_nul(field: &[u8]) -> &[u8] {
    field.split(|byte| *byte == 0).next().unwrap_or(field)
}

/// Reads an octal number.
fn number(field: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(until_nul(field)).ok()?;
    u64::from_str_radix(digits.trim(), 8).ok()
}

/// Returns the sum of the bytes of a header, in which the field of the sum itself counts as blanks.
fn checksum(header: &[u8; BLOCK]) -> u64 {
    let byte = |(place, byte): (usize, &u8)| if (148..156).contains(&place) { b' ' } else { *byte };
    header.iter().enumerate().map(byte).map(u64::from).sum()
}

/// Returns the name in a header. In GNU's headers, where a blank follows `ustar`, the field of the folder has another
/// meaning.
fn short_name(header: &[u8; BLOCK]) -> Vec<u8> {
    let name = until_nul(&header[..100]);
    let folder = if header[262] == 0 { until_nul(&header[345..500]) } else { &[] };
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
    fn numbers_are_octal() {
        assert_eq!(number(b"00000000644\0"), Some(0o644));
        assert_eq!(number(b"  1750 \0"), Some(0o1750));
        assert_eq!(number(b"\x80\0\0\0\0\0\0\0\0\0\0\x01"), None);
    }
}
