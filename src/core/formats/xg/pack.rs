//! Writing the container: a header, packed members, their registry, a trailer with checksums.

use super::block::utf16;
use super::{BLOCK, MAGIC};
use crate::math::crc32;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write as _;

/// The size of the outer header.
const HEADER: usize = 8232;
/// The identifier of the kind of file, the same in every real one.
const GUID: [u8; 16] =
    [0xe1, 0xf5, 0x5a, 0x2f, 0x21, 0xe0, 0x32, 0x48, 0xa4, 0x23, 0xef, 0x48, 0x0e, 0xc5, 0x8a, 0x0b];
/// The size of an entry of the registry.
const ENTRY: usize = 532;
/// The number of UTF-16 units of a text in the outer header, including its NUL.
pub(super) const TEXT: usize = 1024;

/// The texts of the outer header.
pub(super) struct Titles<'a> {
    pub(super) game: &'a str,
    pub(super) save: &'a str,
    pub(super) level: &'a str,
    pub(super) comment: &'a str,
}

/// Composes a file, without a thumbnail.
pub(super) fn pack(records: &[u8], comments: &[u8], titles: &Titles<'_>) -> Vec<u8> {
    let mut out = vec![0; HEADER];
    out[..4].copy_from_slice(MAGIC);
    out[4..8].copy_from_slice(&1_u32.to_le_bytes());
    out[8..12].copy_from_slice(&(HEADER as u32).to_le_bytes());
    out[24..40].copy_from_slice(&GUID);
    let texts = [titles.game, titles.save, titles.level, titles.comment];
    for (at, text) in (40..).step_by(2 * TEXT).zip(texts) {
        let bytes = utf16(text, TEXT - 1);
        out[at..at + bytes.len()].copy_from_slice(&bytes);
    }
    let ends = [&records[..BLOCK], &records[records.len() - BLOCK..]].concat();
    let members: [(&str, &[u8]); 3] = [("temp.xg", records), ("temp.xgi", &ends), ("temp.xgc", comments)];
    let (mut data, mut registry, mut files) = (Vec::new(), Vec::new(), 0);
    // Empty members are left out.
    for (name, content) in members.into_iter().filter(|(_, content)| !content.is_empty()) {
        let packed = deflate(content);
        let mut entry = [0; ENTRY];
        entry[0] = name.len() as u8;
        entry[1..=name.len()].copy_from_slice(name.as_bytes());
        let numbers = [content.len() as u32, packed.len() as u32, data.len() as u32, crc32([content])];
        for (at, number) in (512..).step_by(4).zip(numbers) {
            entry[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        // 0 means packed here, at this level.
        entry[529] = 2;
        data.extend_from_slice(&packed);
        registry.extend_from_slice(&entry);
        files += 1;
    }
    let registry = deflate(&registry);
    let trailer =
        [crc32([&data[..], &registry[..]]), files, 1, registry.len() as u32, data.len() as u32, 1, 0, 0, 0];
    out.extend_from_slice(&data);
    out.extend_from_slice(&registry);
    out.extend(trailer.into_iter().flat_map(u32::to_le_bytes));
    out
}

fn deflate(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(2));
    // Writing to memory can't fail; a missing part would show in the sizes.
    let _ = encoder.write_all(content);
    encoder.finish().unwrap_or_default()
}
