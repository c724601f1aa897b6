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
    let mut attributes = Attributes::default();
    loop {
        // The blocks of zeros at the end may be missing; a part of another block is damaged.
        let mut header = [0; BLOCK];
        let rest = length.checked_sub(*place).ok_or_else(damaged)?;
        let rest = usize::try_from(rest).unwrap_or(BLOCK).min(BLOCK);
        bytes.read_exact_at(&mut header[..rest], *place)?;
        if header == [0; BLOCK] {
            return Ok(None);
        }
        if !is_whole(&header) {
            return Err(damaged());
        }
        let kind = header[156];
        let size = match kind {
            // Links, devices and folders have no content, whatever their size.
            b'1'..=b'6' => Some(0),
            b'L' | b'K' | b'x' | b'g' => number(&header[124..136]),
            _ => attributes.size.or_else(|| number(&header[124..136])),
        };
        let mut start = *place + BLOCK as u64;
        // More of the map of an old sparse file, before its content.
        let mut is_continued = kind == b'S' && header[482] != 0;
        while is_continued {
            let mut map = [0; BLOCK];
            bytes.read_exact_at(&mut map, start).map_err(|_| damaged())?;
            is_continued = map[504] != 0;
            start += BLOCK as u64;
        }
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
                if kind == b'L' {
                    attributes.name = Some(until_nul(&text).to_vec());
                } else {
                    attributes.add(&text);
                }
            }
            // The attributes of all members, and the long target of a link.
            b'g' | b'K' => {}
            // Links, devices and folders, also GNU's with a list of their files, and its label of the archive.
            b'1'..=b'6' | b'D' | b'V' => attributes = Attributes::default(),
            // By POSIX, what has another kind is a file.
            _ => {
                let Attributes { name, is_sparse, .. } = std::mem::take(&mut attributes);
                let name = name.unwrap_or_else(|| short_name(&header));
                // Old folders have the kind of a file.
                if end > start || !name.ends_with(b"/") {
                    let is_sparse = is_sparse || kind == b'S';
                    let place = if is_sparse { Place::Sparse } else { Place::Tar(content) };
                    return Ok(Some(Member { name: inner(&file_name(&name)), size: end - start, place }));
                }
            }
        }
    }
}

/// The facts about a member in the headers before its own.
#[derive(Debug, Default, PartialEq, Eq)]
struct Attributes {
    /// The name, if it doesn't fit into the member's header.
    name: Option<Vec<u8>>,
    /// The size of the content in the archive, which replaces that in the member's header.
    size: Option<u64>,
    /// Whether the content is only the parts of a file between its holes, with a map of them.
    is_sparse: bool,
}

impl Attributes {
    /// Adds the attributes of POSIX, which are lines such as `16 path=a/b.mat` with their length in front, up to the first
    /// damaged line.
    fn add(&mut self, lines: &[u8]) {
        let mut rest = lines;
        while let Some((key, value, later)) = attribute(rest) {
            match key {
                b"GNU.sparse.name" => self.name = Some(value.to_vec()),
                // GNU's tar gives a sparse file another path.
                b"path" if !self.is_sparse => self.name = Some(value.to_vec()),
                b"size" => self.size = std::str::from_utf8(value).ok().and_then(|size| size.parse().ok()),
                _ => {}
            }
            self.is_sparse |= key.starts_with(b"GNU.sparse.");
            rest = later;
        }
    }
}

/// Reads the first of several attributes: its key, its value, and the rest.
fn attribute(lines: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let blank = lines.iter().position(|byte| *byte == b' ')?;
    let length: usize = std::str::from_utf8(&lines[..blank]).ok()?.parse().ok()?;
    let (line, later) = lines.split_at_checked(length)?;
    let pair = line.get(blank + 1..)?;
    let (key, value) = pair.split_at_checked(pair.iter().position(|byte| *byte == b'=')?)?;
    Some((key, value[1..].strip_suffix(b"\n").unwrap_or(&value[1..]), later))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &str) -> (Option<String>, Option<u64>, bool) {
        let mut attributes = Attributes::default();
        attributes.add(lines.as_bytes());
        let name = attributes.name.and_then(|name| String::from_utf8(name).ok());
        (name, attributes.size, attributes.is_sparse)
    }

    #[test]
    fn attributes_are_read_up_to_a_damaged_one() {
        let name = |lines: &str| read(lines).0;
        assert_eq!(name("20 atime=1234567890\n18 path=a/b c.mat\n").as_deref(), Some("a/b c.mat"));
        for damaged in ["", "0 path=a", "x path=a", "99 path=a\n", "path=a", "1 path=a", "7 path\n"] {
            assert_eq!(read(damaged), (None, None, false), "{damaged}");
        }
        assert_eq!(read("12 size=700\n9 path=a\n"), (Some("a".to_owned()), Some(700), false));
        assert_eq!(read("11 size=-1\n").1, None);
    }

    #[test]
    fn a_sparse_file_has_its_own_name() {
        let (sparse, path) = ("22 GNU.sparse.major=1\n25 GNU.sparse.name=a.mat\n", "12 path=0/a\n");
        for lines in [[sparse, path].concat(), [path, sparse].concat()] {
            assert_eq!(read(&lines), (Some("a.mat".to_owned()), None, true), "{lines}");
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
