//! Packed input: gzip, Zstandard, and the members of zip and tar archives, read like unpacked files.

mod tar;

use super::limits::Limits;
use crate::diag::file_name;
use crate::formats::zstd::{self, Unpacked};
use flate2::Crc;
use flate2::bufread::GzDecoder;
use flate2::read::DeflateDecoder;
use rawzip::{
    CompressionMethod, FileReader, RangeReader, ReaderAt, ZipArchive, ZipArchiveEntryWayfinder, ZipLocator,
};
use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The kinds of packed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// One file, packed by gzip.
    Gzip,
    /// One file, packed by Zstandard.
    Zstd,
    /// A zip archive.
    Zip,
    /// A tar archive.
    Tar,
}

/// The kinds of packed files that aren't read, with the bytes with which they begin.
const UNREAD: [(&str, &[u8]); 4] = [
    ("a RAR archive", b"Rar!\x1a\x07"),
    ("a 7z archive", b"7z\xbc\xaf\x27\x1c"),
    ("packed by xz", b"\xfd7zXZ\0"),
    ("packed by bzip2", b"BZh91AY&SY"),
];

/// Recognises a packed file that isn't read by its first bytes; returns its kind in words.
pub(super) fn unread(head: &[u8]) -> Option<&'static str> {
    UNREAD.iter().find(|(_, mark)| head.starts_with(mark)).map(|(kind, _)| *kind)
}

/// The error of packed input that exceeds a limit, or is built to unpack without end.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Exceeded(String);

fn exceeded(what: impl Into<String>) -> io::Error {
    io::Error::other(Exceeded(what.into()))
}

/// Replaces the words of a library about damaged data; errors of the system and of limits keep theirs.
fn damaged(error: io::Error, what: &str) -> io::Error {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    if error.raw_os_error().is_none() && matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof) {
        io::Error::new(InvalidData, format!("{what} is damaged or cut off"))
    } else {
        error
    }
}

/// Does the same for the directory of a zip archive.
fn damaged_archive(error: rawzip::Error) -> io::Error {
    match error.kind() {
        rawzip::ErrorKind::IO(_) => io::Error::other(error),
        _ => io::Error::other("the zip archive is damaged or cut off"),
    }
}

impl Packing {
    /// Recognises a packed file by its first bytes.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            head if zstd::is_packed(head) => Some(Self::Zstd),
            // With or without a first member.
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Self::Zip),
            head if tar::is_one(head) => Some(Self::Tar),
            _ => None,
        }
    }

    /// Returns `true` if it contains several files.
    pub(super) const fn is_archive(self) -> bool {
        matches!(self, Self::Zip | Self::Tar)
    }
}

/// Unpacks gzip or Zstandard, including several pieces or frames one after the other. There is no limit in time, as
/// the input may be a slow pipe.
pub(super) fn unpack<'a>(
    packing: Packing,
    packed: impl Read + Send + 'a,
    limits: &Limits,
) -> Box<dyn Read + Send + 'a> {
    let spent = Spent::new(&Limits { unpacking: Duration::MAX, ..*limits });
    Box::new(Limited { reader: content(packing, packed), spent })
}

/// Returns the content of a gzip or Zstandard file, without limits.
fn content<'a>(packing: Packing, packed: impl Read + Send + 'a) -> Box<dyn Read + Send + 'a> {
    match packing {
        Packing::Zstd => Box::new(Unpacked::new(Box::new(packed))),
        _ => Box::new(Pieces::new(packed)),
    }
}

/// The pieces of gzip, one after the other; other bytes after them are an error of their own.
struct Pieces<R> {
    /// The present one; `None` at the end.
    piece: Option<GzDecoder<BufReader<R>>>,
}

impl<R: Read> Pieces<R> {
    fn new(reader: R) -> Self {
        Self { piece: Some(GzDecoder::new(BufReader::with_capacity(32 << 10, reader))) }
    }
}

impl<R: Read> Read for Pieces<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(piece) = &mut self.piece {
            let count = piece.read(buffer).map_err(|error| damaged(error, "the gzip data"))?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let Some(mut rest) = self.piece.take().map(GzDecoder::into_inner) else { break };
            match rest.fill_buf()? {
                [] => {}
                [0x1f, ..] => self.piece = Some(GzDecoder::new(rest)),
                _ => {
                    let why = "bytes that aren't gzip follow the packed ones";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, why));
                }
            }
        }
        Ok(0)
    }
}

/// The bytes and the time that unpacking one file has taken, and its members, with those of the archives inside.
struct Spent {
    bytes: AtomicU64,
    nanoseconds: AtomicU64,
    members: AtomicUsize,
    limits: Limits,
}

impl Spent {
    fn new(limits: &Limits) -> Self {
        let (bytes, nanoseconds) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { bytes, nanoseconds, members: AtomicUsize::new(0), limits: *limits }
    }

    /// Counts one more member of an archive.
    fn add_member(&self) -> io::Result<()> {
        let most = self.limits.members;
        if self.members.fetch_add(1, Ordering::Relaxed) >= most {
            return Err(exceeded(format!("the archive has more than {most} members")));
        }
        Ok(())
    }

    /// Reads, and adds the time and the bytes.
    fn read(&self, reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
        let before = self.nanoseconds.load(Ordering::Relaxed);
        let start = Instant::now();
        let result = reader.read(buffer);
        let time = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        // The member around a packed file has added its own time.
        let inside = self.nanoseconds.load(Ordering::Relaxed).saturating_sub(before);
        self.nanoseconds.fetch_add(time.saturating_sub(inside), Ordering::Relaxed);
        let count = result?;
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
        self.exceeded().map_or(Ok(count), |what| Err(exceeded(what)))
    }

    /// Returns which limit was exceeded, if any was.
    fn exceeded(&self) -> Option<String> {
        let Limits { unpacked, unpacking, .. } = self.limits;
        if self.bytes.load(Ordering::Relaxed) > unpacked {
            return Some(format!("it unpacks to more than {unpacked} bytes"));
        }
        let time = Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed));
        let is_late = time > unpacking;
        is_late.then(|| format!("unpacking it takes more than {} seconds", unpacking.as_secs()))
    }
}

/// A reader that stops at a limit.
struct Limited<'a> {
    reader: Box<dyn Read + Send + 'a>,
    spent: Spent,
}

impl Read for Limited<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.spent.read(&mut self.reader, buffer)
    }
}

/// Bytes with random access.
type Bytes = Arc<dyn ReaderAt + Send + Sync>;

/// An archive whose members are read one after the other, in its own order.
pub(super) struct Archive {
    members: VecDeque<Member>,
    /// The ranges of a zip archive that members were read from: their ends by their beginnings.
    taken: BTreeMap<u64, u64>,
    limits: Limits,
    spent: Arc<Spent>,
    /// The bytes of this archive, and of those around it, that are in memory.
    held: u64,
    /// Why the rest of the archive, after its members, can't be read.
    pub(super) damage: Option<io::Error>,
}

/// A member in the directory.
struct Member {
    name: String,
    size: u64,
    place: Place,
}

/// The place of a member.
enum Place {
    Zip(Arc<ZipArchive<Bytes>>, Entry),
    /// The content itself.
    Tar(RangeReader<Bytes>),
    /// A file of a tar archive without its holes.
    Sparse,
}

/// An entry of a zip archive.
struct Entry {
    place: ZipArchiveEntryWayfinder,
    start: u64,
    method: CompressionMethod,
    is_encrypted: bool,
    crc: u32,
}

impl Archive {
    /// Reads the directory of a file.
    pub(super) fn of_file(packing: Packing, file: File, limits: Limits) -> io::Result<Self> {
        let length = file.metadata()?.len();
        let bytes: Bytes = Arc::new(FileReader::from(file));
        Self::new(packing, bytes, length, Arc::new(Spent::new(&limits)), limits)
    }

    /// Reads an archive from a pipe, or from another archive around it, into memory, and its directory. All archives
    /// inside each other have the limits of one.
    pub(super) fn of_stream(
        packing: Packing,
        reader: impl Read,
        around: Option<&Self>,
        limits: Limits,
    ) -> io::Result<Self> {
        let held = around.map_or(0, |around| around.held);
        let most = limits.of_piece().saturating_sub(held);
        let mut bytes = Vec::new();
        reader.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        let length = bytes.len() as u64;
        if length > most {
            let message = format!("an archive of more than {most} bytes is only read as a file of its own");
            return Err(exceeded(message));
        }
        let spent = around.map_or_else(|| Arc::new(Spent::new(&limits)), |around| Arc::clone(&around.spent));
        let archive = Self::new(packing, Arc::new(Cursor::new(bytes)), length, spent, limits)?;
        Ok(Self { held: held + length, ..archive })
    }

    fn new(
        packing: Packing,
        bytes: Bytes,
        length: u64,
        spent: Arc<Spent>,
        limits: Limits,
    ) -> io::Result<Self> {
        let (members, damage) = match packing {
            Packing::Tar => tar::members(&bytes, length, &spent)?,
            _ => (zip_members(bytes, length, &spent)?, None),
        };
        Ok(Self { members, taken: BTreeMap::new(), limits, spent, held: 0, damage })
    }

    /// Returns the next member: its name, and its content.
    pub(super) fn next_member(&mut self) -> Option<(String, io::Result<Box<dyn Read + Send>>)> {
        let Member { name, size, place } = self.members.pop_front()?;
        let reader = if let Some(what) = self.spent.exceeded() {
            // The other members aren't read, which is reported once.
            let left = 1 + self.members.len();
            self.members.clear();
            Err(exceeded(format!("the archive: {what}; its last {left} members aren't read")))
        } else {
            self.reader(size, place)
        };
        Some((name, reader))
    }

    /// Unpacks a member that is a gzip or Zstandard file. Its content has the limits of a member.
    pub(super) fn unpacked<'a>(
        &self,
        packing: Packing,
        member: impl Read + Send + 'a,
    ) -> Box<dyn Read + Send + 'a> {
        Box::new(self.counted(content(packing, member)))
    }

    /// Returns the bytes of a member, with its limits.
    fn counted<'a>(&self, bytes: Box<dyn Read + Send + 'a>) -> Counted<'a> {
        Counted { bytes, total: 0, most: self.limits.of_piece(), spent: Arc::clone(&self.spent) }
    }

    /// Records the range of a member; returns `true` if no other member was read from it.
    fn take_place(&mut self, start: u64, end: u64) -> bool {
        let before = self.taken.range(..=start).next_back().is_none_or(|(_, before)| *before <= start);
        let behind = self.taken.range(start..).next().is_none_or(|(behind, _)| end <= *behind);
        let is_free = before && behind;
        if is_free {
            self.taken.insert(start, end);
        }
        is_free
    }

    fn reader(&mut self, size: u64, place: Place) -> io::Result<Box<dyn Read + Send>> {
        let (bytes, crc): (Box<dyn Read + Send>, _) = match place {
            Place::Tar(content) => (Box::new(BufReader::new(content)), None),
            Place::Sparse => {
                return Err(io::Error::other(
                    "the member of the archive is a sparse file; pack it without holes",
                ));
            }
            Place::Zip(zip, entry) => (self.inflated(&zip, &entry)?, Some(entry.crc)),
        };
        Ok(Box::new(Checked { member: self.counted(bytes), sum: Crc::new(), crc, size }))
    }

    /// Returns the content of a member of a zip archive, without limits.
    fn inflated(&mut self, zip: &ZipArchive<Bytes>, entry: &Entry) -> io::Result<Box<dyn Read + Send>> {
        if entry.is_encrypted {
            return Err(io::Error::other("the member of the archive is encrypted"));
        }
        let place = zip.get_entry(entry.place).map_err(damaged_archive)?;
        let (start, end) = place.compressed_data_range();
        if !self.take_place(entry.start, end) {
            return Err(exceeded("the member of the archive shares its bytes with another member"));
        }
        let packed = BufReader::new(RangeReader::new(Arc::clone(zip.get_ref()), start..end));
        match entry.method {
            CompressionMethod::STORE => Ok(Box::new(packed)),
            CompressionMethod::DEFLATE => Ok(Box::new(DeflateDecoder::new(packed))),
            other => {
                let name = other.name().map_or_else(|| other.as_u16().to_string(), str::to_lowercase);
                let message = format!(
                    "the member of the archive is compressed as `{name}`: only stored and deflated members are read"
                );
                Err(io::Error::other(message))
            }
        }
    }
}

/// Reads the directory of a zip archive of `length` bytes.
fn zip_members(bytes: Bytes, length: u64, spent: &Spent) -> io::Result<VecDeque<Member>> {
    let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
    let zip = ZipLocator::new()
        .locate_in_reader(bytes, &mut buffer, length)
        .map_err(|(_, error)| damaged_archive(error))?;
    let zip = Arc::new(zip);
    let mut members = VecDeque::new();
    let mut entries = zip.entries(&mut buffer);
    while let Some(entry) = entries.next_entry().map_err(damaged_archive)? {
        if entry.is_dir() {
            continue;
        }
        spent.add_member()?;
        let path = entry.file_path();
        let place = Entry {
            place: entry.wayfinder(),
            start: entry.local_header_offset(),
            method: entry.compression_method(),
            is_encrypted: entry.flags().is_encrypted(),
            crc: entry.crc32(),
        };
        members.push_back(Member {
            name: inner(&file_name(path.as_bytes())),
            size: entry.uncompressed_size_hint(),
            place: Place::Zip(Arc::clone(&zip), place),
        });
    }
    Ok(members)
}

/// Returns a member's path with `/`, and without a drive, `.` and `..`: a conversion uses it as part of its output path.
/// If nothing is left, it is `unnamed`.
fn inner(path: &str) -> String {
    let path = path.replace('\\', "/");
    let is_drive = matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let mut parts = Vec::new();
    for part in path[if is_drive { 2 } else { 0 }..].split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    if parts.is_empty() { "unnamed".to_owned() } else { parts.join("/") }
}

/// A member's bytes, no more than a member may have.
struct Counted<'a> {
    bytes: Box<dyn Read + Send + 'a>,
    /// The number of bytes read.
    total: u64,
    /// The most bytes of the member.
    most: u64,
    spent: Arc<Spent>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.spent.read(&mut self.bytes, buffer)?;
        self.total += count as u64;
        if self.total > self.most {
            return Err(exceeded(format!("the member of the archive has more than {} bytes", self.most)));
        }
        Ok(count)
    }
}

/// A member's bytes: exactly the number in the directory, with the checksum that is there.
struct Checked {
    member: Counted<'static>,
    sum: Crc,
    crc: Option<u32>,
    size: u64,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.member.read(buffer).map_err(|error| damaged(error, "the member of the archive"))?;
        self.sum.update(&buffer[..count]);
        let (total, is_end) = (self.member.total, count == 0 && !buffer.is_empty());
        let wrong = if total > self.size || (is_end && total < self.size) {
            format!(
                "the member of the archive doesn't have the {} bytes that the directory states",
                self.size
            )
        } else if is_end && self.crc.is_some_and(|crc| crc != self.sum.sum()) {
            "the member of the archive is damaged: its checksum is wrong".to_owned()
        } else {
            return Ok(count);
        };
        Err(io::Error::new(io::ErrorKind::InvalidData, wrong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_a_member_stays_inside() {
        for (path, expected) in [
            ("Ann 2024-05-01 12:30.mat", "Ann 2024-05-01 12:30.mat"),
            ("12:30/a.mat", "12:30/a.mat"),
            (r"C:\records\a.mat", "records/a.mat"),
            ("/a//./b.mat", "a/b.mat"),
            ("a/../../b.mat", "b.mat"),
            (r"..\..\b.mat", "b.mat"),
            ("", "unnamed"),
            ("a/..", "unnamed"),
        ] {
            assert_eq!(inner(path), expected, "{path}");
        }
    }
}
