//! Our files of a record, compared with GNU Backgammon's exports of the same one.

use super::{Folder, Gnubg};
use crate::check::replay::{ours, theirs};
use crate::formats::generate::{Wishes, replayed};
use crate::support::{Random, report, testdata};
use barpoint::analysis::{self, RulesOverride};
use barpoint::diag::SourceFile;
use barpoint::formats::{Format, mat};
use barpoint::game::{Happening, Replayed};
use serde_json::json;

/// Records that GNU Backgammon doesn't import as it wrote them, with the reason.
const NOT_IMPORTED: [(&str, &str); 2] = [
    ("money-with-beavers.mat", "behind a beaver that is passed it loses the dice of all rolls"),
    ("resignations.mat", "a game resigned right behind the opening roll is lost"),
];

fn read(text: &str) -> Replayed {
    let source = SourceFile::decode("record.mat", text.as_bytes()).expect("small");
    analysis::replayed(mat::parse(&source), &RulesOverride::default()).0
}

fn written(format: &str, record: &Replayed) -> String {
    let format = Format::by_name(format).expect("a format");
    String::from_utf8((format.writer.expect("a writer").write)(record).bytes).expect("UTF-8")
}

/// The files of one import: its own .mat, match text, the first game, and text game by game.
struct Exports {
    mat: String,
    snowie: String,
    gam: String,
    text: Vec<String>,
}

fn exports(gnubg: &Gnubg, record: &str) -> Exports {
    let folder = Folder::new();
    std::fs::write(folder.0.join("record.mat"), record).expect("a file");
    let commands = "set output output off\nimport mat \"record.mat\"\nset output output on\n\
                    export match mat \"export.mat\"\nexport match snowietxt \"snowie.txt\"\n\
                    export match text \"text.txt\"\nfirst game\nexport game gam \"game.gam\"\n";
    std::fs::write(folder.0.join("commands"), commands).expect("a file");
    let said = gnubg.process(&folder, &["-c", "commands"]);
    let file = |name: &str| {
        std::fs::read_to_string(folder.0.join(name)).unwrap_or_else(|_| panic!("no {name}: {said}"))
    };
    let mut text = vec![file("text.txt")];
    for number in 2.. {
        let Ok(next) = std::fs::read_to_string(folder.0.join(format!("text_{number:03}.txt"))) else { break };
        text.push(next);
    }
    Exports { mat: file("export.mat"), snowie: file("snowie.txt"), gam: file("game.gam"), text }
}

/// Returns a game as text, without the statistics of a missing analysis and the lines about the file.
fn without_statistics(text: &str) -> &str {
    text.split("Game statistics for game").next().unwrap_or(text)
}

#[test]
fn match_text_and_texts_are_written_as_by_gnu_backgammon() {
    let Some(gnubg) = Gnubg::find() else { return };
    let entries = std::fs::read_dir(testdata("mat/valid")).expect("a folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let (mut files, mut games) = (0, 0);
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if NOT_IMPORTED.iter().any(|(exception, _)| *exception == name) {
            continue;
        }
        let theirs = exports(&gnubg, &std::fs::read_to_string(&path).expect("a file"));
        let record = read(&theirs.mat);
        // What it has read of a comment ends with a line end of its own; in SGF it doesn't.
        let mat = theirs.mat.replace("colon ]\n\n", "colon ]\n");
        assert_eq!(written("mat", &record), mat, "{name}");
        let length = record.rules.length;
        // It writes no variation and no comments there.
        let standard = record.rules.variant == barpoint::rules::Variant::Standard;
        let plain = standard && record.record.remarks.is_empty();
        if plain {
            assert_eq!(written("snowie", &record), theirs.snowie, "{name}");
        }
        if plain && length == 0 {
            assert_eq!(written("gam", &record), theirs.gam, "{name}");
        }
        let text = written("text", &record);
        let mine: Vec<&str> = text.split("\x0c\n").collect();
        assert_eq!(mine.len(), theirs.text.len(), "{name}");
        for (number, (mine, their)) in mine.iter().zip(&theirs.text).enumerate() {
            let their = without_statistics(their).replace("colon ]\n\n\n", "colon ]\n\n");
            let different = mine.lines().zip(their.lines()).find(|(mine, their)| mine != their);
            assert!(**mine == their, "{name}, game {}: {different:?}", number + 1);
            games += 1;
        }
        files += 1;
    }
    report(files, "records written as match text by GNU Backgammon, too");
    report(games, "games written as text by GNU Backgammon, too");
}

/// Returns `true` if the importer misreads a record in a way that docs/gnubg-compat.md lists.
fn is_beyond_its_reader(record: &Replayed) -> bool {
    let game = |game: &barpoint::game::ReplayedGame| {
        let acts = &game.acts;
        let is_beaver = |what: &Happening| matches!(what, Happening::Doubled { beaver: true, .. });
        let beaver_passed =
            acts.windows(2).any(|acts| is_beaver(&acts[0].what) && acts[1].what == Happening::Passed);
        let odd = acts.iter().any(|act| {
            matches!(
                act.what,
                Happening::RolledOnly { .. }
                    | Happening::PositionSet { .. }
                    | Happening::Illegal { .. }
                    | Happening::Resigned { .. }
            )
        });
        let automatic = game.automatic_doubles > 0;
        let unfinished = game.result.is_none();
        beaver_passed || odd || automatic || unfinished
    };
    record.rules.length > 64 || record.games.iter().any(game)
}

#[test]
fn what_we_write_is_replayed_alike_by_gnu_backgammon() {
    let Some(gnubg) = Gnubg::find() else { return };
    let (mut records, mut actions, mut beyond) = (0, 0, 0);
    for seed in 0..120 {
        let record =
            replayed(&mut Random::new(seed), if seed % 2 == 0 { Wishes::PLAIN } else { Wishes::ALL });
        if is_beyond_its_reader(&record) {
            beyond += 1;
            continue;
        }
        let text = written("mat", &record);
        let folder = Folder::new();
        let path = folder.0.join("record.mat");
        std::fs::write(&path, &text).expect("a file");
        let told = gnubg.replay(&path);
        let source = SourceFile::decode("record.mat", text.as_bytes()).expect("small");
        let mut mine = ours(&mat::FORMAT, &source);
        let mut their = theirs(&json!({ "match": told }));
        for (mine, their) in mine.iter_mut().zip(&mut their) {
            for (mine, their) in mine.iter_mut().zip(their) {
                if their.before.is_none() {
                    mine.before = None;
                }
            }
        }
        for (number, (mine, their)) in mine.iter().zip(&their).enumerate() {
            let different = mine.iter().zip(their).position(|(mine, their)| mine != their);
            let here = |i: usize| (mine.get(i), their.get(i));
            assert!(
                different.is_none(),
                "seed {seed}, game {}: {:?}\n{text}",
                number + 1,
                different.map(here)
            );
            assert_eq!(mine.len(), their.len(), "seed {seed}, game {}\n{text}", number + 1);
        }
        assert_eq!(mine.len(), their.len(), "seed {seed}\n{text}");
        actions += mine.iter().map(Vec::len).sum::<usize>();
        records += 1;
    }
    assert!(records > 20, "{records} records, {beyond} beyond its reader");
    report(records, "generated records that GNU Backgammon replays as we do");
    report(actions, "actions of generated records, as imported by GNU Backgammon");
}
