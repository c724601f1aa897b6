//! Gzip, zip and tar: any bytes, and archives of any members inside each other, are checked without a panic and without
//! leaving the limits of unpacking. Archives are put together here, as checksums and lengths would stop made-up bytes at
//! once.
#![no_main]

use barpoint::cli::commands::check;
use barpoint::cli::pass;
use barpoint::cli::records::Records;
use barpoint::output::ui::Ui;
use barpoint_fuzz::Edit;
use flate2::Crc;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use std::io::Write as _;
use std::path::PathBuf;

/// Bytes that some layers pack, the innermost first; the whole is changed in some places.
#[derive(Arbitrary, Debug)]
struct Input<'a> {
    bytes: &'a [u8],
    layers: Vec<Layer<'a>>,
    edits: Vec<Edit>,
}

/// What packs a file, after other pieces or members.
#[derive(Arbitrary, Debug)]
enum Layer<'a> {
    Gzip(Vec<&'a [u8]>),
    Zip(Vec<Member<'a>>, &'a str),
    Tar(Vec<Member<'a>>, &'a str),
}

#[derive(Clone, Arbitrary, Debug)]
struct Member<'a> {
    name: &'a str,
    bytes: &'a [u8],
    /// How it is packed in a zip archive, and what it is in a tar archive.
    kind: u8,
    /// Added to the size, the checksum and the place that the directory names.
    lies: [u8; 3],
}

impl Layer<'_> {
    fn pack(&self, file: &[u8]) -> Vec<u8> {
        let with_file = |members: &[Member<'_>], name, pack: fn(&[Member<'_>]) -> Vec<u8>| {
            let members = members.iter().take(MOST).cloned();
            let file = Member { name, bytes: file, kind: 1, lies: [0; 3] };
            pack(&members.chain([file]).collect::<Vec<_>>())
        };
        match self {
            Self::Gzip(pieces) => gzip(&[&pieces[..pieces.len().min(MOST)], &[file]].concat()),
            Self::Zip(members, name) => with_file(members, name, zip),
            Self::Tar(members, name) => with_file(members, name, tar),
        }
    }
}

/// The most members or pieces beside the file that is packed.
const MOST: usize = 15;

fn gzip(pieces: &[&[u8]]) -> Vec<u8> {
    let mut packed = Vec::new();
    for piece in pieces {
        let mut encoder = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::fast());
        encoder.write_all(piece).expect("memory");
    }
    packed
}

fn zip(members: &[Member<'_>]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for member in members {
        let mut sum = Crc::new();
        sum.update(member.bytes);
        let sum = sum.sum().wrapping_add(u32::from(member.lies[1]));
        let is_deflated = member.kind % 2 == 1;
        let packed = if is_deflated {
            let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(member.bytes).expect("memory");
            encoder.finish().expect("memory")
        } else {
            member.bytes.to_vec()
        };
        let method: u16 = if is_deflated { 8 } else { 0 };
        let size = (member.bytes.len() as u32).wrapping_add(u32::from(member.lies[0]));
        let place = (file.len() as u32).wrapping_sub(u32::from(member.lies[2]));
        let mut common = Vec::new();
        common.extend([20, 0, 0, 0]);
        common.extend(method.to_le_bytes());
        common.extend([0; 4]);
        for number in [sum, packed.len() as u32, size] {
            common.extend(number.to_le_bytes());
        }
        common.extend((member.name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        file.extend(b"PK\x03\x04");
        file.extend(&common);
        file.extend(member.name.as_bytes());
        file.extend(packed);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(place.to_le_bytes());
        directory.extend(member.name.as_bytes());
    }
    let (start, length, count) = (file.len() as u32, directory.len() as u32, members.len() as u16);
    file.extend(directory);
    file.extend(b"PK\x05\x06\x00\x00\x00\x00");
    file.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    file.extend([length.to_le_bytes(), start.to_le_bytes()].concat());
    file.extend([0, 0]);
    file
}

fn tar(members: &[Member<'_>]) -> Vec<u8> {
    /// Old files, files, folders, long names, attributes, sparse files.
    const KINDS: &[u8] = b"\x000015LLxxxgKSDV";
    let mut file = Vec::new();
    for member in members {
        let mut header = [0; 512];
        let name = &member.name.as_bytes()[..member.name.len().min(100)];
        header[..name.len()].copy_from_slice(name);
        let size = member.bytes.len() + usize::from(member.lies[0]);
        header[124..136].copy_from_slice(format!("{:011o}\0", size & 0xffff_ffff).as_bytes());
        header[156] = KINDS[usize::from(member.kind) % KINDS.len()];
        header[257..265].copy_from_slice(b"ustar\x0000");
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().copied().map(u32::from).sum();
        let sum = sum + u32::from(member.lies[1]);
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        file.extend(header);
        file.extend(member.bytes);
        file.resize(file.len().next_multiple_of(512), 0);
    }
    file.resize(file.len() + 1024, 0);
    file
}

fuzz_target!(|input: Input<'_>| {
    let layers = input.layers.iter().take(8);
    let mut bytes = layers.fold(input.bytes.to_vec(), |file, layer| layer.pack(&file));
    if !bytes.is_empty() {
        bytes = barpoint_fuzz::damaged(&bytes, &input.edits, u16::MAX);
    }
    let input = pass::Args { paths: vec![PathBuf::from("-")], ..pass::Args::default() };
    let args = check::Args { input, ..check::Args::default() };
    let mut ui = Ui::new(std::io::sink(), std::io::sink());
    if let Err(error) = check::run(&args, &Records, Box::new(&*bytes), &mut ui) {
        // An archive may contain no record at all.
        assert_eq!(error.message, "no match record in -");
    }
});
