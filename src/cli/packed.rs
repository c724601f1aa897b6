//! Packed input: gzip, and the members of zip archives, read as if they lay there unpacked.

use crate::formats::split::DEFAULT_LIMIT;
use flate2::Crc;
use flate2::read::{DeflateDecoder, MultiGzDecoder};
use rawzip::{
    CompressionMethod, FileReader, RangeReader, ReaderAt, ZipArchive, ZipArchiveEntryWayfinder, ZipLocator,
};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::sync::Arc;

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// One file, packed by gzip.
    Gzip,
    /// A zip archive.
    Zip,
}

/// More members than this are no archive of records.
const MOST_MEMBERS: usize = 1 << 20;

impl Packing {
    /// Recognises a packed file by its first bytes.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            // With a first member, or without any.
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Self::Zip),
            _ => None,
        }
    }
}

/// Unpacks gzip, also several pieces one behind the other.
pub(super) fn gunzip<'a>(reader: impl Read + Send + 'a) -> Box<dyn Read + Send + 'a> {
    Box::new(MultiGzDecoder::new(reader))
}

/// Bytes that can be read at any place.
type Bytes = Arc<dyn ReaderAt + Send + Sync>;

/// A zip archive whose members are read one after the other, in its own order.
pub(super) struct Archive {
    zip: ZipArchive<Bytes>,
    members: VecDeque<Member>,
}

/// A member as the directory lists it.
struct Member {
    name: String,
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    is_encrypted: bool,
    crc: u32,
    size: u64,
}

impl Archive {
    /// Reads the directory of a file.
    pub(super) fn of_file(file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Self::new(Arc::new(FileReader::from(file)), length)
    }

    /// Reads an archive that comes through a pipe into memory, and its directory.
    pub(super) fn of_stream(reader: impl Read) -> io::Result<Self> {
        let mut bytes = Vec::new();
        reader.take(DEFAULT_LIMIT as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > DEFAULT_LIMIT {
            let message = format!("an archive of more than {DEFAULT_LIMIT} bytes is only read as a file");
            return Err(io::Error::other(message));
        }
        let length = bytes.len() as u64;
        Self::new(Arc::new(Cursor::new(bytes)), length)
    }

    fn new(bytes: Bytes, length: u64) -> io::Result<Self> {
        let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
        let zip = ZipLocator::new()
            .locate_in_reader(bytes, &mut buffer, length)
            .map_err(|(_, error)| io::Error::other(error))?;
        let mut members = VecDeque::new();
        let mut entries = zip.entries(&mut buffer);
        while let Some(entry) = entries.next_entry().map_err(io::Error::other)? {
            if entry.is_dir() {
                continue;
            }
            if members.len() == MOST_MEMBERS {
                return Err(io::Error::other(format!("the archive has more than {MOST_MEMBERS} members")));
            }
            let path = entry.file_path();
            // Without `..` and the like: the name becomes a part of where a conversion is written.
            let name = rawzip::path::ZipFilePath::from_str(&String::from_utf8_lossy(path.as_bytes()))
                .as_ref()
                .to_owned();
            members.push_back(Member {
                name,
                place: entry.wayfinder(),
                method: entry.compression_method(),
                is_encrypted: entry.flags().is_encrypted(),
                crc: entry.crc32(),
                size: entry.uncompressed_size_hint(),
            });
        }
        Ok(Self { zip, members })
    }

    /// Takes the next member: its name, and what it holds.
    pub(super) fn next_member(&mut self) -> Option<(String, io::Result<Box<dyn Read + Send>>)> {
        let member = self.members.pop_front()?;
        let reader = self.reader(&member);
        Some((member.name, reader))
    }

    fn reader(&self, member: &Member) -> io::Result<Box<dyn Read + Send>> {
        if member.is_encrypted {
            return Err(io::Error::other("the member of the archive is encrypted"));
        }
        let entry = self.zip.get_entry(member.place).map_err(io::Error::other)?;
        let (start, end) = entry.compressed_data_range();
        let packed = io::BufReader::new(RangeReader::new(Arc::clone(self.zip.get_ref()), start..end));
        let bytes: Box<dyn Read + Send> = match member.method {
            CompressionMethod::STORE => Box::new(packed),
            CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(packed)),
            other => {
                let name = other.name().map_or_else(|| other.as_u16().to_string(), str::to_lowercase);
                let message =
                    format!("the member of the archive is packed as `{name}`, not stored or deflated");
                return Err(io::Error::other(message));
            }
        };
        Ok(Box::new(Checked { bytes, sum: Crc::new(), read: 0, crc: member.crc, size: member.size }))
    }
}

/// A member's bytes, as many as the directory says and no more than a match may have.
struct Checked {
    bytes: Box<dyn Read + Send>,
    sum: Crc,
    read: u64,
    crc: u32,
    size: u64,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.sum.update(&buffer[..count]);
        self.read += count as u64;
        let wrong = if self.read > DEFAULT_LIMIT as u64 {
            format!("the member of the archive has more than {DEFAULT_LIMIT} bytes")
        } else if self.read > self.size || (count == 0 && !buffer.is_empty() && self.read < self.size) {
            format!("the member of the archive doesn't have the {} bytes that its directory says", self.size)
        } else if count == 0 && !buffer.is_empty() && self.sum.sum() != self.crc {
            "the member of the archive is damaged: its checksum is wrong".to_owned()
        } else {
            return Ok(count);
        };
        Err(io::Error::new(io::ErrorKind::InvalidData, wrong))
    }
}
