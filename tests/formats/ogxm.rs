//! OGXM: every sample comes back byte for byte and agrees with its twin, and other programs read what is written.

use super::laws::read;
use super::readers::{agree, python, told};
use super::{data, files};
use crate::support::{Random, report};
use barpoint::analysis::{self, RulesOverride};
use barpoint::diag::{Severity, SourceFile};
use barpoint::formats::inventory::{Item, Kind, inventory};
use barpoint::formats::{Format, detect, mat, ogxm, xg};
use barpoint::game::Replayed;
use std::path::Path;

fn samples() -> Option<Vec<(String, Vec<u8>)>> {
    let folder = data("matches/ogxm")?;
    let mut paths = files(&folder, "ogxm");
    paths.extend(files(&folder, "ogxms"));
    let read = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name, std::fs::read(path).expect("a readable file"))
    };
    Some(paths.iter().map(|path| read(path)).collect())
}

fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == extension)
}

fn write(record: &Replayed) -> barpoint::formats::Written {
    (ogxm::FORMAT.writer.expect("a writer").write)(record)
}

#[test]
fn every_sample_of_version_2_comes_back_byte_for_byte() {
    let Some(samples) = samples() else { return };
    let mut count = 0;
    for (name, bytes) in samples.iter().filter(|(_, bytes)| bytes[4] == 2) {
        assert_eq!(detect(bytes, None).map(|format| format.name), Some("ogxm"), "{name}");
        let mut again = Vec::new();
        for record in read(&ogxm::FORMAT, bytes) {
            let written = write(&record);
            assert!(written.losses.is_empty(), "{name}: {:#?}", written.losses);
            again.extend(written.bytes);
        }
        assert!(again == *bytes, "{name}: {} bytes of {}", again.len(), bytes.len());
        count += 1;
    }
    report(count, "files of OGXM 2 written as they were");
}

/// Returns what both files can express: plays, cube actions, results and scores, without headers, notes and names.
/// Which game is the Crawford game depends on a rule that one sample leaves out.
fn moves(record: &Replayed) -> Vec<Item> {
    const KINDS: [Kind; 11] = [
        Kind::Length,
        Kind::Variant,
        Kind::Score,
        Kind::Play,
        Kind::IllegalPlay,
        Kind::UnplayedRoll,
        Kind::Cube,
        Kind::Beaver,
        Kind::Position,
        Kind::Resignation,
        Kind::Result,
    ];
    inventory(record).into_iter().filter(|item| KINDS.contains(&item.kind)).collect()
}

/// Returns the same with the players exchanged: a .mat file doesn't contain which of them is White.
fn exchanged(items: &[Item]) -> Vec<Item> {
    let swap = |text: &str| match text.split_at_checked(1) {
        Some(("0", rest)) => format!("1{rest}"),
        Some(("1", rest)) => format!("0{rest}"),
        _ => text.to_owned(),
    };
    let one = |item: &Item| {
        let text = match item.kind {
            Kind::Length | Kind::Variant => item.text.clone(),
            Kind::Score => item.text.split_once('-').map_or_else(String::new, |(a, b)| format!("{b}-{a}")),
            _ => swap(&item.text),
        };
        Item { text, ..item.clone() }
    };
    items.iter().map(one).collect()
}

#[test]
fn every_sample_says_what_its_twin_says() {
    let Some(folder) = data("matches/ogxm") else { return };
    let table = std::fs::read_to_string(folder.join("SOURCES.tsv")).expect("a table");
    let mut count = 0;
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [file, _, _, _, twins, ..] = columns[..] else { continue };
        let Ok(bytes) = std::fs::read(folder.join(file)) else { continue };
        for twin in twins.split_whitespace() {
            let Ok(other) = std::fs::read(folder.join(twin)) else { continue };
            let format: &Format = if has_extension(twin, "xg") { &xg::FORMAT } else { &mat::FORMAT };
            let (mine, theirs) = (read(&ogxm::FORMAT, &bytes), read(format, &other));
            let (mine, theirs) = (moves(&mine[0]), moves(&theirs[0]));
            assert!(
                mine == theirs || exchanged(&mine) == theirs,
                "{file} and {twin}:\n{:#?}",
                mine.iter().zip(&theirs).find(|(a, b)| a != b)
            );
            count += 1;
        }
    }
    report(count, "OGXM files and their twins");
}

#[test]
fn the_samples_have_no_errors() {
    let Some(samples) = samples() else { return };
    for (name, bytes) in samples {
        for source in ogxm::FORMAT.matches(&name, Box::new(&bytes[..])) {
            let source = source.expect("a small file");
            let (_, findings) = analysis::replayed(ogxm::parse(&source), &RulesOverride::default());
            let errors: Vec<_> =
                findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
            assert!(errors.is_empty(), "{name}: {errors:#?}");
        }
    }
}

/// Reads bytes that may be damaged, and returns `true` if there are findings.
fn finds(bytes: Vec<u8>) -> bool {
    let source = SourceFile::binary("damaged", bytes, 0).expect("a small file");
    let (_, findings) = analysis::replayed(ogxm::parse(&source), &RulesOverride::default());
    !findings.is_empty()
}

#[test]
fn every_beginning_of_a_sample_is_found_to_be_cut_off() {
    let Some(samples) = samples() else { return };
    let mut count = 0;
    for (name, bytes) in samples.iter().filter(|(name, _)| has_extension(name, "ogxm")) {
        // Each byte of the small ones, and of the large ones each of the beginning and the end.
        let near = |cut: usize| cut < 600 || cut + 60 > bytes.len() || cut.is_multiple_of(61);
        for cut in (0..bytes.len()).filter(|cut| near(*cut)) {
            assert!(finds(bytes[..cut].to_vec()), "{name}: the first {cut} bytes");
            count += 1;
        }
    }
    report(count, "beginnings of OGXM files");
}

#[test]
fn ten_thousand_garbled_files_are_read_without_a_panic() {
    let Some(samples) = samples() else { return };
    let mut random = Random::new(31);
    let (mut all, mut found) = (0, 0);
    while all < 10_000 {
        let (_, bytes) = &samples[random.below(samples.len())];
        if bytes.len() > 3_000 && all % 10 != 0 {
            all += 1;
            continue;
        }
        let mut bytes = bytes.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.below(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, random.below(256) as u8),
            }
        }
        all += 1;
        found += usize::from(finds(bytes));
    }
    assert!(found * 10 > all * 3, "{found} of {all}");
    report(all, "garbled OGXM files");
}

#[test]
fn a_checksum_of_either_kind_is_checked() {
    let Some(folder) = data("matches/ogxm") else { return };
    let mut bytes = std::fs::read(folder.join("gnubg-m01_00.ogxm")).expect("a sample");
    let at = bytes.len() - 6;
    bytes[at] ^= 1;
    assert!(finds(bytes));
}

/// libogxm and `GammonView` read our files as they were written: each game's plies with the boards before them, the
/// results and the scores.
#[test]
fn the_programs_of_others_read_what_is_written() {
    let Some(python) = python() else { return };
    let folder = std::env::temp_dir().join(format!("barpoint-ogxm-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut count = 0;
    let mut put = |name: String, record: &Replayed| {
        std::fs::write(folder.join(format!("{name}.ogxm")), write(record).bytes).expect("a file");
        std::fs::write(folder.join(format!("{name}.txt")), told(record)).expect("a file");
        count += 1;
    };
    for seed in 0..60 {
        let record = super::generate::replayed(&mut Random::new(seed), super::generate::Wishes::PLAIN);
        for record in read(&ogxm::FORMAT, &write(&record).bytes) {
            put(format!("generated-{seed}"), &record);
        }
    }
    if let Some(folder) = data("matches/ogxm") {
        for path in files(&folder, "mat") {
            let bytes = std::fs::read(&path).expect("a readable file");
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for record in read(&mat::FORMAT, &bytes) {
                put(name.clone(), &record);
            }
        }
    }
    agree(&python, "ogxm_readers.py", &folder);
    std::fs::remove_dir_all(&folder).expect("a folder of our own");
    report(count, "OGXM files read by libogxm and GammonView");
}

#[test]
fn a_packed_stream_is_read_match_by_match() {
    let bytes = std::fs::read(crate::support::testdata("ogxm/stream.ogxms.zst")).expect("a file");
    let matches = barpoint::open("stream.ogxms.zst", bytes).expect("two matches");
    assert_eq!(
        matches.iter().map(|one| (one.number, one.is_legal())).collect::<Vec<_>>(),
        [(1, true), (2, true)]
    );
}
