//! Packed input: its content is read in little memory, and every problem with it is reported.

use super::systems::with_slashes;
use super::{Folder, Run, record};
use crate::output::sample::Fake;
use crate::support::Random;
use barpoint::cli::input::{Found, Input, Item};
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::{Cursor, Write};

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns a zip archive; every other member is stored.
pub(crate) fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (index, (name, content)) in members.iter().enumerate() {
        let is_stored = index % 2 == 1;
        let method = if is_stored { CompressionMethod::STORE } else { CompressionMethod::DEFLATE };
        let (mut entry, config) =
            archive.new_file(name).compression_method(method).start().expect("a member");
        let descriptor = if is_stored {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(content).expect("memory");
            writer.finish().expect("memory").1
        } else {
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
            writer.write_all(content).expect("memory");
            let (encoder, descriptor) = writer.finish().expect("memory");
            encoder.finish().expect("memory");
            descriptor
        };
        entry.finish(descriptor).expect("memory");
    }
    archive.finish().expect("memory");
    bytes
}

#[test]
fn gzip_is_read_as_the_file_inside() {
    let folder = Folder::new("gzip");
    let (first, second) = (record("tour/three-mistakes.mat"), record("tour/half-a-play.mat"));
    folder.write("plain.mat", format!("{first}{second}"));
    // Two pieces after each other are one file; the name doesn't matter.
    let packed = [gzip(first.as_bytes()), gzip(second.as_bytes())].concat();
    for name in ["pair.mat.gz", "pair.gz", "pair", "sub/pair.mat"] {
        folder.write(name, &packed);
    }
    let plain = folder.run("check --format concise plain.mat");
    assert_eq!(plain.status(1).lines().count(), 4);
    for name in ["pair.mat.gz", "pair.gz", "pair", "sub/pair.mat"] {
        let packed = folder.run(&format!("check --format concise {name}"));
        assert_eq!(packed.status(1).replace(name, "plain.mat"), plain.status(1));
        assert_eq!(packed.err, plain.err);
    }
    let piped = folder.run_with("check --format concise --stdin-filename plain.mat -", &packed);
    assert_eq!(piped, plain);
    for command in ["score", "replay"] {
        let plain = folder.run(&format!("{command} plain.mat"));
        let packed = folder.run(&format!("{command} pair.mat.gz"));
        assert_eq!(String::from_utf8_lossy(&packed.out).replace("pair.mat.gz", "plain.mat"), plain.status(1));
    }
}

#[test]
fn gzip_that_is_cut_off_or_damaged_is_unreadable() {
    let folder = Folder::new("gzip-damaged");
    let packed = gzip(record("valid/seven-points.mat").as_bytes());
    folder.write("cut.mat.gz", &packed[..packed.len() / 2]);
    let mut flipped = packed.clone();
    let place = packed.len() - 6;
    flipped[place] ^= 1;
    folder.write("sum.mat.gz", flipped);
    folder.write("more.mat.gz", [&packed[..], b"more"].concat());
    let run = folder.run("check more.mat.gz");
    assert_eq!(run.status(2), "");
    assert!(run.err.contains("bytes that aren't gzip follow the packed ones"), "{run:?}");
    for name in ["cut.mat.gz", "sum.mat.gz"] {
        let run = folder.run(&format!("check --format concise {name}"));
        assert_eq!(run.status(2), "");
        let wanted = format!("error: cannot read {name}: the gzip data is damaged or cut off\n");
        assert!(run.err.starts_with(&wanted), "{name}: {run:?}");
    }
}

#[test]
fn a_zip_archive_is_read_as_a_folder_in_its_own_order() {
    let folder = Folder::new("zip");
    let (three, half) = (record("tour/three-mistakes.mat"), record("tour/half-a-play.mat"));
    let inner = zip(&[("x.mat", half.as_bytes())]);
    let bytes = zip(&[
        ("z/three.mat", three.as_bytes()),
        ("readme.txt", b"nothing to do with it"),
        ("a half.txt", half.as_bytes()),
        ("inner.zip", &inner),
        ("inner.mat.gz", &gzip(half.as_bytes())),
        ("broken.mat", b"no record at all"),
    ]);
    folder.write("all.zip", &bytes);
    let run = folder.run("check --format concise all.zip");
    let places: Vec<&str> =
        run.status(1).lines().map(|line| line.split(": ").next().expect("a place")).collect();
    assert_eq!(
        places,
        [
            "all.zip/z/three.mat:9:38",
            "all.zip/z/three.mat:16:46",
            "all.zip/z/three.mat:23:7",
            "all.zip/a half.txt:7:38",
            "all.zip/inner.zip/x.mat:7:38",
            "all.zip/inner.mat.gz:7:38",
            "all.zip/broken.mat:1:1"
        ]
    );
    assert_eq!(run.err, "5 files, 5 matches, 6 games, 1 other file skipped: 7 errors in 5 files\n");
    // Through a pipe, and found in a folder, it is the same.
    let piped = folder.run_with("check --format concise --stdin-filename all.zip", &bytes);
    assert_eq!(piped, run);
    let found = folder.run("check --format concise .");
    assert_eq!(with_slashes(found.status(1)).replace("./", ""), run.status(1));
}

#[test]
fn a_packed_member_is_read_as_a_packed_file_in_a_folder() {
    let folder = Folder::new("zip-packed");
    let text = record("tour/half-a-play.mat");
    // A frame of Zstandard with one block, as it is: its size is written as two bytes, less 256.
    let size = u16::try_from(text.len()).expect("a short record");
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x60];
    frame.extend((size - 256).to_le_bytes());
    frame.extend(&(u32::from(size) << 3 | 1).to_le_bytes()[..3]);
    frame.extend(text.as_bytes());
    let packed = gzip(text.as_bytes());
    let mut damaged = packed.clone();
    let place = packed.len() - 6;
    damaged[place] ^= 1;
    let (notes, twice) = (gzip(b"nothing to do with it"), gzip(&packed));
    let members: [(&str, &[u8]); 5] = [
        ("one.mat.gz", &packed),
        ("two.mat.zst", &frame),
        ("notes.txt.gz", &notes),
        ("sum.mat.gz", &damaged),
        ("twice.mat.gz", &twice),
    ];
    for (name, bytes) in &members {
        folder.write(&format!("all/{name}"), bytes);
    }
    folder.write("all.zip", zip(&members));
    let run = folder.run("check --format concise all.zip");
    let in_folder = folder.run("check --format concise all");
    let sorted = |run: &Run| {
        let told = with_slashes(run.status(2)) + &with_slashes(&run.err);
        let mut lines: Vec<String> = told.replace("all.zip/", "all/").lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&run), sorted(&in_folder));
    for name in ["one.mat.gz:7:38", "two.mat.zst:7:38"] {
        assert!(run.status(2).contains(&format!("all.zip/{name}")), "{name}: {run:?}");
    }
    assert!(run.err.contains("cannot read all.zip/sum.mat.gz: "), "{run:?}");
    // A record inside has a name without the ending of the packed file.
    folder.run("convert all.zip --to sgf -o new");
    for name in ["one.sgf", "two.sgf"] {
        assert!(folder.files().iter().any(|file| file.ends_with(name)), "{name}");
    }
}

#[test]
fn a_member_that_cannot_be_read_is_named_and_the_others_are_read() {
    let folder = Folder::new("zip-members");
    let text = record("valid/one-point.mat");
    let good = zip(&[("a.mat", text.as_bytes()), ("b.mat", text.as_bytes())]);
    // The directory's entry of the second member, which is the last.
    let entry = good.windows(4).rposition(|window| window == b"PK\x01\x02").expect("a directory");
    let with = |place: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[entry + place] = value;
        bytes
    };
    for (bytes, reason) in [
        (with(8, 1), "the member of the archive is encrypted"),
        (with(10, 12), "compressed as `bzip2`: only stored and deflated members are read"),
        (with(10, 77), "compressed as `77`: only stored and deflated members are read"),
        (with(16, good[entry + 16] ^ 1), "is damaged: its checksum is wrong"),
        (with(24, good[entry + 24] ^ 1), "doesn't have the"),
        (with(44, 0x7f), ""),
    ] {
        folder.write("all.zip", bytes);
        let err = folder.run("check --format concise all.zip").complains(2);
        let (error, rest) = err.split_once('\n').expect("two lines");
        assert!(error.starts_with("error: cannot read all.zip/b.mat: ") && error.contains(reason), "{error}");
        assert!(rest.starts_with("1 file, 1 match") || rest.starts_with("2 files, 2 matches"), "{rest}");
    }
    folder.write("cut.zip", &good[..good.len() - 30]);
    let run = folder.run("check --format concise cut.zip");
    assert_eq!(run.status(2), "");
    let wanted = "error: cannot read cut.zip: the zip archive is damaged or cut off\n";
    assert!(run.err.starts_with(wanted), "{run:?}");
    // Found in a folder, it may be an archive of records, and a damaged member may be a record.
    folder.write("sub/a.mat", &text);
    folder.write("sub/cut.zip", &good[..good.len() - 30]);
    let damaged = zip(&[("a.mat", text.as_bytes()), ("notes.txt", text.as_bytes())]);
    let entry = damaged.windows(4).rposition(|window| window == b"PK\x01\x02").expect("a directory");
    let mut damaged = damaged;
    damaged[entry + 16] ^= 1;
    folder.write("sub/damaged.zip", &damaged);
    let run = folder.run("check sub");
    assert_eq!(run.status(2), "");
    let told = with_slashes(&run.err);
    assert!(told.contains("cannot read sub/cut.zip: ") && told.contains("damaged.zip/notes.txt: "), "{told}");
    assert!(run.err.ends_with("2 files, 2 matches, 2 games, 2 unreadable\n"), "{run:?}");
    // Other files begin like an archive, too.
    folder.write("other/a.mat", &text);
    folder.write("other/text.docx", &good[..good.len() - 30]);
    let err = folder.run("check other").complains(0);
    assert_eq!(err, "1 file, 1 match, 1 game, 1 other file skipped: no findings\n");
}

#[test]
fn members_of_one_name_are_split_into_different_files() {
    let folder = Folder::new("zip-split");
    let (one, other) = (record("valid/one-point.mat"), record("valid/seven-points.mat"));
    let members = [("a/x.mat", one.as_bytes()), ("b/x.mat", other.as_bytes()), ("c/x.mat", one.as_bytes())];
    folder.write("all.zip", zip(&members));
    let run = folder.run("split all.zip -o new --force");
    assert_eq!(run.err, "3 matches: 3 files written\n");
    for (name, text) in [("x-01.mat", &one), ("all/b/x-01.mat", &other), ("all/c/x-01.mat", &one)] {
        assert_eq!(folder.read(&format!("new/{name}")), text.as_bytes(), "{name}");
    }
    // Files of a list go beside each file; in one folder, no file replaces another of the same run.
    folder.write("one/x.mat", &one);
    folder.write("other/x.mat", &other);
    folder.write("list", "one/x.mat\nother/x.mat\n");
    folder.run("split --files-from list").status(0);
    assert_eq!(folder.read("one/x-01.mat"), one.as_bytes());
    assert_eq!(folder.read("other/x-01.mat"), other.as_bytes());
    let run = folder.run("split --files-from list -o both -f");
    assert_eq!(run.status(2), "");
    let refused = "x-01.mat is already written from another file; \
                   `-o DIR` writes this one to another folder";
    assert!(run.err.contains(refused), "{run:?}");
    assert_eq!(folder.read("both/x-01.mat"), one.as_bytes());
}

/// Runs a command that would write over one of its inputs.
#[track_caller]
fn refuses(folder: &Folder, line: &str) {
    let err = folder.run(line).complains(2);
    assert!(err.contains("input and output are the same file"), "{line}: {err}");
}

#[test]
fn a_packed_file_is_not_replaced_by_what_is_made_of_it() {
    let folder = Folder::new("packed-itself");
    let text = record("valid/seven-points.mat");
    let (packed, archive) = (gzip(text.as_bytes()), zip(&[("x.mat", text.as_bytes())]));
    folder.write("z.mat.gz", &packed);
    folder.write("one.zip", &archive);
    // The piece `x-01.mat` of its member would go beside it.
    folder.write("x-01.mat", &archive);
    folder.write("list", "z.mat.gz\n");
    for line in [
        "convert z.mat.gz z.mat.gz --to pos --force",
        "convert one.zip one.zip --to ids --force",
        "merge one.zip -o one.zip --to mat --force",
        "merge --files-from list -o z.mat.gz --to mat --force",
        "analyse --plies 0 --files-from list -o z.mat.gz --to mat --force",
        "split x-01.mat --force",
    ] {
        refuses(&folder, line);
    }
    assert_eq!(folder.read("z.mat.gz"), packed);
    assert!(folder.read("one.zip") == archive && folder.read("x-01.mat") == archive);
}

#[test]
fn an_input_that_cannot_be_read_is_not_replaced() {
    let folder = Folder::new("packed-damaged");
    let text = record("valid/seven-points.mat");
    folder.write("in/x.mat", &text);
    folder.run("convert in/x.mat large.jsonl --to jsonl").status(0);
    let mut damaged = gzip(text.as_bytes());
    damaged.truncate(100);
    folder.write("in/damaged.jsonl", &damaged);
    folder.write("in/notes.txt", "Notes on the club's evenings.\n");
    folder.write("list.jsonl", "in/x.mat\nin/notes.txt\n");
    let files = ["in/damaged.jsonl", "in/notes.txt", "large.jsonl", "list.jsonl"];
    let contents = files.map(|name| folder.read(name));
    for line in [
        "find in -o in/damaged.jsonl --force",
        "replay in -o in/damaged.jsonl --force",
        "merge --files-from list.jsonl -o in/notes.txt --to mat --force",
        "merge in -o in/damaged.jsonl --to mat --force",
        "analyse --plies 0 in -o in/damaged.jsonl --to mat --force",
        "replay . -o large.jsonl --force --limits match=1KiB",
        "replay --files-from list.jsonl -o list.jsonl --force",
    ] {
        refuses(&folder, line);
    }
    assert!(files.map(|name| folder.read(name)) == contents);
}

#[cfg(unix)]
#[test]
fn an_input_that_a_link_leads_to_is_not_replaced() {
    let folder = Folder::new("packed-linked");
    let (text, other) = (record("valid/seven-points.mat"), record("tour/three-mistakes.mat"));
    folder.write("in/a.mat", &text);
    folder.write("in/sub/c.mat", &text);
    folder.write("out/a.mat", &other);
    folder.write("out/sub/c.mat", &other);
    folder.write("out/d.mat", &other);
    for (target, link) in [("../out/a.mat", "in/b.mat"), ("../out/sub", "in/linked"), ("../out", "in/z")] {
        std::os::unix::fs::symlink(target, folder.path(link)).expect("a link");
    }
    folder.write("in/d.mat", &text);
    for line in ["convert in --to mat -o out --force", "analyse --plies 0 in --to mat -o out --force"] {
        let run = folder.run(line);
        run.status(2);
        assert!(run.err.contains("is another input"), "{line}: {}", run.err);
    }
    for name in ["out/a.mat", "out/sub/c.mat"] {
        assert_eq!(folder.text(name), other, "{name}");
    }
    // The output folder itself isn't read, whatever leads to it.
    assert_ne!(folder.text("out/d.mat"), other);
}

#[test]
fn a_file_of_a_list_is_not_replaced() {
    let folder = Folder::new("packed-listed");
    let (text, other) = (record("valid/seven-points.mat"), record("tour/three-mistakes.mat"));
    folder.write("in/a.mat", &text);
    let mut list = "in/a.mat\n".to_owned();
    let files = ["out/a.mat", "out/a.html", "out/a-01.mat", "out/late.jsonl"];
    for name in files {
        folder.write(name, &other);
        list.extend([name, "\n"]);
    }
    folder.write("list", &list);
    for line in [
        "convert --to mat -o out --force",
        "analyse --plies 0 --to mat -o out --force",
        "report -o out --force",
        "split -o out --force",
    ] {
        // Standard input is read to its end before the first file is written.
        for (from, stdin) in [("list", ""), ("-", &*list)] {
            let run = folder.run_with(&format!("{line} --files-from {from}"), stdin.as_bytes());
            run.status(2);
            assert!(run.err.contains("in/a.mat: the output out"), "{line}: {}", run.err);
            assert!(run.err.contains("is another input"), "{line}: {}", run.err);
        }
    }
    // The first results are enough, so the last file isn't read.
    refuses(&folder, "find --files-from list --action play --limit 1 -o out/late.jsonl --force");
    refuses(&folder, "find out --action play --limit 1 -o out/late.jsonl --force");
    for name in files {
        assert_eq!(folder.text(name), other, "{name}");
    }
    // The results of an earlier search are no record.
    for _ in 0..2 {
        folder.run("find in --action play --limit 1 -o in/hits.jsonl --force").status(0);
    }
    // The list itself is where the index of the pages goes.
    folder.write("out/index.html", "in/a.mat\n");
    folder.write("out/a.html", "");
    refuses(&folder, "report --files-from out/index.html -o out --force");
    assert_eq!(folder.text("out/index.html"), "in/a.mat\n");
    // A folder of a list, into which pieces go.
    folder.write("both/a.mat", &text);
    folder.write("both/a-01.mat", &other);
    let run = folder.run_with("split --files-from - --force", b"both\n");
    run.status(2);
    assert!(run.err.contains("is another input"), "{}", run.err);
    assert_eq!(folder.text("both/a-01.mat"), other);
}

#[test]
fn a_packed_record_in_the_programs_own_style_is_not_printed() {
    let folder = Folder::with("fmt-packed", "a.mat", record("valid/seven-points.mat"));
    folder.run("fmt a.mat").status(0);
    let text = folder.read("a.mat");
    folder.write("a.mat.gz", gzip(&text));
    folder.write("list", "a.mat.gz\n");
    for arguments in ["fmt a.mat.gz", "fmt .", "fmt --files-from list"] {
        assert_eq!(folder.run(arguments).status(0), "", "{arguments}");
    }
    assert_eq!(folder.run_with("fmt", &gzip(&text)).status(0).as_bytes(), text);
}

#[test]
fn standard_input_is_read_once() {
    let folder = Folder::new("stdin-twice");
    let text = record("valid/one-point.mat");
    for arguments in ["check - -", "check --files-from - -"] {
        let run = folder.run_with(arguments, text.as_bytes());
        assert_eq!(run.status(2), "", "{arguments}");
        assert!(run.err.contains("standard input is named twice; it can be read only once"), "{run:?}");
    }
}

#[test]
fn a_zip_bomb_ends_at_the_size_that_a_match_may_have() {
    let folder = Folder::new("zip-bomb");
    let bomb = {
        let mut bytes = Vec::new();
        let mut archive = ZipArchiveWriter::new(&mut bytes);
        let (mut entry, config) = archive
            .new_file("bomb.mat")
            .compression_method(CompressionMethod::DEFLATE)
            .start()
            .expect("a member");
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
        // A record as far as one can see, and no end.
        writer.write_all(b" 5 point match\n\n Game 1\n a : 0     b : 0\n  1) 31: 8/5 6/5\n").expect("memory");
        let blank = vec![b'\n'; 1 << 20];
        for _ in 0..260 {
            writer.write_all(&blank).expect("memory");
        }
        let (encoder, descriptor) = writer.finish().expect("memory");
        encoder.finish().expect("memory");
        entry.finish(descriptor).expect("memory");
        archive.finish().expect("memory");
        bytes
    };
    assert!(bomb.len() < 2 << 20, "{}", bomb.len());
    folder.write("bomb.zip", &bomb);
    let run = folder.run("check --format concise bomb.zip");
    assert!(run.status(1).contains("has more than 67108864 bytes"), "{run:?}");
    // It says itself that it is small.
    let mut lie = bomb.clone();
    let entry = lie.windows(4).rposition(|window| window == b"PK\x01\x02").expect("a directory");
    lie[entry + 24..entry + 28].copy_from_slice(&1_000_u32.to_le_bytes());
    folder.write("bomb.zip", &lie);
    let run = folder.run("check --format concise bomb.zip");
    assert_eq!(run.status(2), "");
    assert!(run.err.contains("doesn't have the 1000 bytes that the directory states"), "{run:?}");
}

#[test]
fn no_member_is_written_outside_of_the_folder() {
    let folder = Folder::new("zip-slip");
    let text = record("valid/one-point.mat");
    let mut bytes = zip(&[("aa/aa/slip.mat", text.as_bytes()), ("/absolute.mat", text.as_bytes())]);
    // The library doesn't write such a name.
    while let Some(place) = bytes.windows(6).position(|window| window == b"aa/aa/") {
        bytes[place..place + 6].copy_from_slice(b"../../");
    }
    folder.write("in/evil.zip", bytes);
    let run = folder.run("convert in/evil.zip --to mat -o in/deep/out --loss none");
    run.status(0);
    assert_eq!(folder.files(), ["in/deep/out/evil/absolute.mat", "in/deep/out/evil/slip.mat", "in/evil.zip"]);
}

#[test]
fn damaged_archives_never_make_it_panic() {
    let text = b"match\ngame\nwrong\n".repeat(20);
    let archives = [
        zip(&[("a.mat", &text), ("b/c.mat", &text), ("d", b"nothing")]),
        gzip(&text),
        [gzip(&text), gzip(&text)].concat(),
    ];
    let mut random = Random::new(7);
    let (mut matches, mut unreadable) = (0, 0);
    for round in 0..3_000 {
        let mut bytes = archives[round % archives.len()].clone();
        for _ in 0..=random.below(4) {
            let place = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[place] = random.below(256) as u8,
                1 => bytes[place] ^= 1 << random.below(8),
                _ => bytes.truncate(place.max(1)),
            }
        }
        let input = Input::new(&Fake, &[], Box::new(Cursor::new(bytes)), None);
        for item in input.take(1_000) {
            match item {
                Item::Match(Found { source, .. }) => {
                    matches += 1;
                    assert!(source.text().starts_with("match"));
                }
                Item::Unreadable { .. } => unreadable += 1,
                Item::NotARecord { .. } | Item::Skipped => {}
            }
        }
    }
    assert!(matches > 1_000 && unreadable > 500, "{matches} {unreadable}");
}

#[test]
fn limits_are_options_and_what_is_beyond_one_is_a_finding_before_the_next_file() {
    let folder = Folder::new("limits");
    let content = record("tour/three-mistakes.mat");
    let members = [("a.mat", content.as_bytes()), ("b.mat", content.as_bytes())];
    folder.write("all.zip", zip(&members));
    folder.write("all.mat.gz", gzip(content.as_bytes()));
    folder.write("plain.mat", &content);
    let size = content.len();
    for (limits, name, said) in [
        ("match=100", "plain.mat", "has more than 100 bytes"),
        ("match=100", "all.mat.gz", "has more than 100 bytes"),
        ("members=1", "all.zip", "the archive has more than 1 members"),
        ("unpacked=10", "all.zip", "unpacks to more than 10 bytes"),
        ("match=1GiB,unpacked=10", "all.mat.gz", "unpacks to more than 10 bytes"),
    ] {
        folder.write("last.mat", " 1 point match\n");
        let run = folder.run(&format!("check --format concise --limits {limits} {name} last.mat"));
        let out = run.status(1);
        assert!(out.contains("record-limit") && out.contains(said), "{limits} {name}: {run:?}");
        assert!(out.contains("last.mat"), "{limits} {name}: {run:?}");
    }
    // The content of a packed member has the limit of a member; the next member is read.
    let many = gzip(content.repeat(9).as_bytes());
    folder.write("inner.zip", zip(&[("a.mat.gz", &many), ("b.mat", content.as_bytes())]));
    let run = folder.run(&format!("check --format concise --limits match={} inner.zip", 2 * size));
    let out = run.status(1);
    let wanted = format!("more than {} bytes", 8 * size);
    assert!(out.contains("record-limit") && out.contains(&wanted), "{run:?}");
    assert!(out.contains("inner.zip/b.mat:"), "{run:?}");
    // What just fits is read.
    let limits = format!("match={size},unpacked={},members=2,seconds=60", 2 * size);
    let run = folder.run(&format!("check --format concise --limits {limits} all.zip"));
    assert!(!run.status(1).contains("record-limit"), "{run:?}");
    for command in [
        "convert --to sgf -o out",
        "fmt --check",
        "score",
        "summary",
        "replay",
        "stats",
        "find --dice 31",
        "report",
    ] {
        let run = folder.run(&format!("{command} --limits match=100 plain.mat"));
        let said = format!("{}{}", String::from_utf8_lossy(&run.out), run.err);
        assert!(said.contains("more than 100 bytes"), "{command}: {said}");
    }
    let run = folder.run("check --limits memory=1 plain.mat");
    assert!(run.status(2).is_empty() && run.err.contains("match, unpacked, members and seconds"), "{run:?}");
}

#[test]
fn a_second_entry_for_the_bytes_of_a_member_is_refused() {
    let folder = Folder::new("overlapping");
    let content = record("tour/three-mistakes.mat");
    let whole = zip(&[("a.mat", content.as_bytes())]);
    let end = whole.len() - 22;
    let field = |at: usize| u32::from_le_bytes(whole[end + at..end + at + 4].try_into().expect("four bytes"));
    let (size, start) = (field(12), field(16) as usize);
    // The directory names the one member a hundred times.
    let mut twice = whole[..end].to_vec();
    for _ in 1..100 {
        twice.extend_from_slice(&whole[start..end]);
    }
    let mut tail = whole[end..].to_vec();
    tail[8..10].copy_from_slice(&100_u16.to_le_bytes());
    tail[10..12].copy_from_slice(&100_u16.to_le_bytes());
    tail[12..16].copy_from_slice(&(100 * size).to_le_bytes());
    twice.extend_from_slice(&tail);
    folder.write("bomb.zip", twice);
    let run = folder.run("check --format concise bomb.zip");
    let out = run.status(1);
    assert_eq!(out.matches("shares its bytes with another member").count(), 99);
    assert_eq!(out.matches("record-limit").count(), 99);
}
