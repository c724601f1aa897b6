//! Gzip and zip: any bytes, and archives of any members, are checked without a panic and without leaving the limits of
//! unpacking. Archives are put together here, as checksums and lengths would stop made-up bytes at once.
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

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Raw(&'a [u8]),
    Gzip(Vec<&'a [u8]>, Vec<Edit>),
    Zip(Vec<Member<'a>>, Vec<Edit>),
}

#[derive(Arbitrary, Debug)]
struct Member<'a> {
    name: &'a str,
    bytes: &'a [u8],
    is_deflated: bool,
    /// Added to the size, the checksum and the place that the directory names.
    lies: [u8; 3],
}

fn gzip(pieces: &[&[u8]]) -> Vec<u8> {
    let mut packed = Vec::new();
    for piece in pieces.iter().take(8) {
        let mut encoder = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::fast());
        encoder.write_all(piece).expect("memory");
    }
    packed
}

fn zip(members: &[Member<'_>]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    let members = &members[..members.len().min(16)];
    for member in members {
        let mut sum = Crc::new();
        sum.update(member.bytes);
        let sum = sum.sum().wrapping_add(u32::from(member.lies[1]));
        let packed = if member.is_deflated {
            let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(member.bytes).expect("memory");
            encoder.finish().expect("memory")
        } else {
            member.bytes.to_vec()
        };
        let method: u16 = if member.is_deflated { 8 } else { 0 };
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

fuzz_target!(|input: Input<'_>| {
    let (mut bytes, edits) = match &input {
        Input::Raw(bytes) => (bytes.to_vec(), &[][..]),
        Input::Gzip(pieces, edits) => (gzip(pieces), &edits[..]),
        Input::Zip(members, edits) => (zip(members), &edits[..]),
    };
    if !bytes.is_empty() {
        bytes = barpoint_fuzz::damaged(&bytes, edits, u16::MAX);
    }
    let input = pass::Args { paths: vec![PathBuf::from("-")], ..pass::Args::default() };
    let args = check::Args { input, ..check::Args::default() };
    let mut ui = Ui::new(std::io::sink(), std::io::sink());
    if let Err(error) = check::run(&args, &Records, Box::new(&*bytes), &mut ui) {
        // An archive may contain no record at all.
        assert_eq!(error.message, "no match record in -");
    }
});
