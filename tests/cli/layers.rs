//! Archives and packed files inside each other, tar archives, and archives that aren't read.

use super::packed::{gzip, zip};
use super::systems::with_slashes;
use super::{Folder, record};

/// Returns a header of a tar archive.
fn header(name: &[u8], size: usize, kind: u8) -> Vec<u8> {
    let mut header = vec![0; 512];
    header[..name.len()].copy_from_slice(name);
    header[124..136].copy_from_slice(format!("{size:011o}\0").as_bytes());
    header[156] = kind;
    header[257..265].copy_from_slice(b"ustar\x0000");
    add_sum(&mut header);
    header
}

/// Writes the checksum of a header.
fn add_sum(header: &mut [u8]) {
    header[148..156].fill(b' ');
    let sum: u32 = header.iter().copied().map(u32::from).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
}

/// Returns a member of a tar archive, with its header.
fn block(name: &[u8], content: &[u8], kind: u8) -> Vec<u8> {
    let mut bytes = header(name, content.len(), kind);
    bytes.extend(content);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

/// Returns a tar archive.
fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = block(b"folder/", b"", b'5');
    for (name, content) in members {
        bytes.extend(block(name.as_bytes(), content, b'0'));
    }
    bytes.extend([0; 1024]);
    bytes
}

#[test]
fn archives_and_packed_files_are_read_inside_each_other() {
    let folder = Folder::new("layers");
    let text = record("tour/half-a-play.mat");
    let text = text.as_bytes();
    let inner = zip(&[("x.mat", text)]);
    let all = zip(&[
        ("round 1.zip", &zip(&[("inner.zip", &inner), ("a.mat.gz", &gzip(text))])),
        ("e.zip.gz", &gzip(&inner)),
        ("wrong name.mat", &inner),
        ("r.tar.gz", &gzip(&tar(&[("b/y.mat", text)]))),
        ("notes.docx", &zip(&[("word.xml", b"no record".as_slice())])),
    ]);
    folder.write("all.zip", &all);
    let run = folder.run("check --format concise all.zip");
    let places: Vec<&str> = run.status(1).lines().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(
        places,
        [
            "all.zip/round 1.zip/inner.zip/x.mat:7:38",
            "all.zip/round 1.zip/a.mat.gz:7:38",
            "all.zip/e.zip.gz/x.mat:7:38",
            "all.zip/wrong name.mat/x.mat:7:38",
            "all.zip/r.tar.gz/b/y.mat:7:38",
        ]
    );
    assert_eq!(run.err, "5 files, 5 matches, 5 games, 1 other file skipped: 5 errors in 5 files\n");
    // Each archive is a folder of what is written, without the extensions of packing.
    folder.run("convert all.zip --to sgf -o new");
    for name in ["round 1/inner/x", "round 1/a", "e/x", "wrong name/x", "r/b/y"] {
        assert!(folder.path(&format!("new/all/{name}.sgf")).is_file(), "{name}: {:?}", folder.files());
    }
    // Packed alone, it is read too.
    folder.write("e.zip.gz", gzip(&inner));
    folder.write("twice.mat.gz", gzip(&gzip(text)));
    let run = folder.run("check --format concise e.zip.gz twice.mat.gz");
    let out = run.status(1);
    assert!(out.starts_with("e.zip.gz/x.mat:7:38: ") && out.contains("\ntwice.mat.gz:7:38: "), "{out}");
}

#[test]
fn what_is_packed_too_many_times_is_named() {
    let folder = Folder::new("packed-deep");
    let packed =
        |layers| (0..layers).fold(record("valid/one-point.mat").into_bytes(), |bytes, _| gzip(&bytes));
    folder.write("five.mat.gz", packed(5));
    folder.write("six.mat.gz", packed(6));
    folder.write("all.zip", zip(&[("five.mat.gz", &packed(5)), ("picture.png.gz", &packed(5))]));
    let err = folder.run("check .").complains(2);
    let told = with_slashes(&err);
    for name in ["./six.mat.gz", "./all.zip/five.mat.gz"] {
        let wanted = format!("cannot read {name}: it is packed more than 5 times; unpack it once\n");
        assert!(told.contains(&wanted), "{told}");
    }
    assert!(told.ends_with("1 file, 1 match, 1 game, 1 other file skipped, 2 unreadable\n"), "{told}");
}

#[test]
fn the_archives_inside_an_archive_have_its_limits() {
    let folder = Folder::new("layers-limits");
    let text = record("valid/one-point.mat");
    let pair = zip(&[("a.mat", text.as_bytes()), ("b.mat", text.as_bytes())]);
    folder.write("all.zip", zip(&[("one.zip", &pair), ("two.zip", &pair)]));
    folder.run("check all.zip --limits members=6").status(0);
    let run = folder.run("check --format concise all.zip --limits members=5");
    assert!(run.status(1).contains("all.zip/two.zip:1:1: error[record-limit]"), "{run:?}");
    assert!(run.status(1).contains("the archive has more than 5 members"), "{run:?}");
    let run =
        folder.run(&format!("check --format concise all.zip --limits unpacked={}", pair.len() + text.len()));
    assert!(run.status(1).contains("it unpacks to more than"), "{run:?}");
    let limits = format!("match={}", pair.len() / 4 - 1);
    let run = folder.run(&format!("check --format concise all.zip --limits {limits}"));
    assert!(run.status(1).contains("all.zip/one.zip:1:1: error[record-limit]"), "{run:?}");
}

#[test]
fn a_tar_archive_is_read_as_a_folder() {
    let folder = Folder::new("tar");
    let text = record("tour/half-a-play.mat");
    let text = text.as_bytes();
    let long = format!("{}/z.mat", "long/".repeat(60));
    let attributes = format!("path={long}\n");
    let attributes = format!("{} {attributes}", attributes.len() + 4);
    let mut bytes = tar(&[("./a b.mat", text), ("../up.mat", text), ("notes.txt", b"nothing to do with it")]);
    bytes.truncate(bytes.len() - 1024);
    bytes.extend(block(b"link.mat", b"", b'2'));
    bytes.extend(block(b"././@LongLink", format!("{long}\0").as_bytes(), b'L'));
    bytes.extend(block(b"short.mat", text, b'0'));
    bytes.extend(block(b"PaxHeader/z.mat", attributes.as_bytes(), b'x'));
    bytes.extend(block(b"short.mat", text, b'0'));
    folder.write("all.tar", &bytes);
    folder.write("all.tgz", gzip(&bytes));
    folder.write("sub/all.tar.gz", gzip(&bytes));
    let long = long.replace("//", "/");
    for name in ["all.tar", "all.tgz", "sub/all.tar.gz"] {
        let run = folder.run(&format!("check --format concise {name}"));
        let places: Vec<&str> = run.status(1).lines().filter_map(|line| line.split(":7:38").next()).collect();
        let expected =
            ["a b.mat", "up.mat", long.as_str(), long.as_str()].map(|member| format!("{name}/{member}"));
        assert_eq!(places, expected);
        assert_eq!(run.err, "4 files, 4 matches, 4 games, 1 other file skipped: 4 errors in 4 files\n");
    }
    let found = folder.run("check --format concise sub");
    assert_eq!(found.status(1).lines().count(), 4, "{found:?}");
    let piped = folder.run_with("check --format concise --stdin-filename all.tar", &bytes);
    assert_eq!(piped, folder.run("check --format concise all.tar"));
}

#[test]
fn a_damaged_tar_archive_is_read_up_to_the_damage() {
    let folder = Folder::new("tar-damaged");
    let text = record("valid/one-point.mat");
    let text = text.as_bytes();
    let whole = tar(&[("a.mat", text), ("b.mat", text)]);
    let padded = tar(&[("a.mat", &[text, b"\n"].concat())]);
    let second = 1024 + text.len().next_multiple_of(512);
    let with_wrong_sum = |header: usize| {
        let mut bytes = whole.clone();
        bytes[header] ^= 1;
        bytes
    };
    for (bytes, read) in [
        (with_wrong_sum(0), ""),
        (with_wrong_sum(512), ""),
        (whole[..300].to_vec(), ""),
        (with_wrong_sum(second), "1 file, 1 match, 1 game, 1 unreadable\n"),
        (whole[..second + 200].to_vec(), "1 file, 1 match, 1 game, 1 unreadable\n"),
        (whole[..second + 522].to_vec(), "1 file, 1 match, 1 game, 1 unreadable\n"),
        // Within the zeros after the content.
        (padded[..1024 + text.len() + 2].to_vec(), "1 file, 1 match, 1 game, 1 unreadable\n"),
    ] {
        folder.write("all.tar", &bytes);
        let run = folder.run("check all.tar");
        assert_eq!(run.status(2), "");
        let wanted = "error: cannot read all.tar: the tar archive is damaged or cut off\n";
        assert!(run.err.starts_with(wanted) && run.err.ends_with(read), "{run:?}");
    }
    // The zeros at the end may be missing, as for GNU's tar.
    for (end, read) in
        [(second, "1 file, 1 match, 1 game"), (whole.len() - 1024, "2 files, 2 matches, 2 games")]
    {
        folder.write("all.tar", &whole[..end]);
        let run = folder.run("check all.tar");
        assert_eq!((run.status, run.err.as_str()), (0, &*format!("{read}: no findings\n")));
    }
    // The mark alone doesn't make a text an archive.
    folder.write("a.mat", [b"; ", &[b'x'; 255][..], b"ustar\n", text].concat());
    let run = folder.run("check -q a.mat");
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{run:?}");
}

#[test]
fn the_members_of_a_tar_archive_have_many_kinds() {
    let folder = Folder::new("tar-kinds");
    let text = record("tour/half-a-play.mat");
    let text = text.as_bytes();
    // The first header has no mark, as in the oldest archives.
    let mut bytes = block(b"a.mat", text, 0);
    bytes[257..265].fill(0);
    add_sum(&mut bytes[..512]);
    bytes.extend(block(b"old folder/", b"", 0));
    // What has no content may have a size.
    bytes.extend(header(b"link.mat", 1024, b'1'));
    bytes.extend(header(b"folder/", 1024, b'5'));
    bytes.extend(block(b"unknown.mat", text, b'Z'));
    bytes.extend(block(b"..", text, b'0'));
    bytes.extend(block(b"hole.mat", text, b'S'));
    bytes.extend(block(b"hole.txt", text, b'S'));
    let mut large = block(b"large.mat", text, b'0');
    large[124..136].fill(0);
    large[124] = 0x80;
    large[132..136].copy_from_slice(&u32::try_from(text.len()).expect("a short record").to_be_bytes());
    add_sum(&mut large[..512]);
    bytes.extend(large);
    folder.write("in/all.tar", &bytes);
    let run = folder.run("check --format concise in");
    let out = with_slashes(run.status(2));
    let places: Vec<&str> = out.lines().filter_map(|line| line.split(":7:38").next()).collect();
    let expected =
        ["a.mat", "unknown.mat", "unnamed", "large.mat"].map(|member| format!("in/all.tar/{member}"));
    assert_eq!(places, expected);
    let told = with_slashes(&run.err);
    let wanted = "cannot read in/all.tar/hole.mat: the member of the archive is a sparse file; \
                  pack it without holes\n";
    assert!(told.contains(wanted) && told.contains("1 other file skipped, 1 unreadable"), "{told}");
}

/// Returns the attributes of POSIX for the next member; each line begins with its length, of two digits here.
fn attributes(pairs: &[&str]) -> Vec<u8> {
    let lines: String =
        pairs.iter().map(|pair| [&(pair.len() + 4).to_string(), " ", pair, "\n"].concat()).collect();
    block(b"PaxHeaders/a", lines.as_bytes(), b'x')
}

#[test]
fn the_attributes_of_a_member_have_its_size_and_mark_a_sparse_file() {
    let folder = Folder::new("tar-attributes");
    let text = record("tour/half-a-play.mat");
    let text = text.as_bytes();
    // The size in the header doesn't count.
    let mut large = block(b"large.mat", text, b'0');
    large[..512].copy_from_slice(&header(b"large.mat", 0, b'0'));
    let size = format!("size={}", text.len());
    let mut bytes = [attributes(&[&size]), large].concat();
    let sparse = ["GNU.sparse.major=1", "GNU.sparse.minor=0", "GNU.sparse.name=hole.mat"];
    bytes.extend(attributes(&sparse));
    bytes.extend(block(b"GNUSparseFile.7/hole.mat", text, b'0'));
    // Two blocks continue the map of an old sparse file.
    let mut old = header(b"old.mat", text.len(), b'S');
    old[482] = 1;
    add_sum(&mut old);
    let mut maps = vec![0; 1024];
    maps[504] = 1;
    bytes.extend([old, maps, block(b"", text, 0)[512..].to_vec()].concat());
    bytes.extend(block(b"last.mat", text, b'0'));
    folder.write("all.tar", &bytes);
    let run = folder.run("check --format concise all.tar");
    let places: Vec<&str> = run.status(2).lines().filter_map(|line| line.split(":7:38").next()).collect();
    assert_eq!(places, ["all.tar/large.mat", "all.tar/last.mat"]);
    for name in ["hole.mat", "old.mat"] {
        let wanted = format!("cannot read all.tar/{name}: the member of the archive is a sparse file; ");
        assert!(run.err.contains(&wanted), "{run:?}");
    }
}

#[test]
fn an_archive_that_is_not_read_is_named() {
    let folder = Folder::new("unread");
    let text = record("valid/one-point.mat");
    folder.write("in/a.mat", &text);
    let files: [(&str, &[u8]); 5] = [
        ("in/all.rar", b"Rar!\x1a\x07\x01\0"),
        ("in/all.7z", b"7z\xbc\xaf\x27\x1c\0\x04"),
        ("in/b.mat.xz", b"\xfd7zXZ\0\0\x04"),
        ("in/c.tar.bz2", b"BZh91AY&SY"),
        ("in/picture.png.xz", b"\xfd7zXZ\0\0\x04"),
    ];
    for (name, bytes) in files {
        folder.write(name, bytes);
    }
    let err = folder.run("check in").complains(2);
    let told = with_slashes(&err);
    for (name, kind) in [
        ("in/all.7z", "a 7z archive"),
        ("in/all.rar", "a RAR archive"),
        ("in/b.mat.xz", "packed by xz"),
        ("in/c.tar.bz2", "packed by bzip2"),
    ] {
        let wanted =
            format!("cannot read {name}: it is {kind}; unpack it, or pack the records as a zip archive\n");
        assert!(told.contains(&wanted), "{told}");
    }
    assert!(told.ends_with("1 file, 1 match, 1 game, 1 other file skipped, 4 unreadable\n"), "{told}");
}

#[test]
fn what_macos_keeps_beside_a_record_is_skipped() {
    let folder = Folder::new("apple-double");
    let text = record("valid/one-point.mat");
    let beside: &[u8] = b"\0\x05\x16\x07\0\x02\0\0Mac OS X        ";
    folder.write("all.zip", zip(&[("a.mat", text.as_bytes()), ("__MACOSX/._a.mat", beside)]));
    let err = folder.run("check all.zip").complains(0);
    assert_eq!(err, "1 file, 1 match, 1 game, 1 other file skipped: no findings\n");
}

#[test]
fn the_name_of_a_member_leads_to_its_archive() {
    let folder = Folder::new("member-named");
    folder.write("all.zip", zip(&[("a.mat", record("valid/one-point.mat").as_bytes())]));
    for command in ["check", "score", "show --game 1"] {
        let run = folder.run(&format!("{command} all.zip/a.mat"));
        assert_eq!(run.status(2), "");
        let wanted = "error: cannot read all.zip/a.mat: all.zip is a file; unpack it to read a part of it\n";
        assert!(run.err.starts_with(wanted), "{run:?}");
    }
}
