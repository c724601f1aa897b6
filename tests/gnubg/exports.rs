//! Our files of a record, compared with GNU Backgammon's exports of the same one.

use super::{Folder, Gnubg};
use crate::check::replay::{assert_alike, ours, theirs};
use crate::formats::generate::{Wishes, replayed};
use crate::formats::text::course;
use crate::support::{Random, paths_in, paths_with, report, testdata};
use barpoint::diag::SourceFile;
use barpoint::formats::{Format, mat};
use barpoint::game::{Happening, Replayed};
use serde_json::json;
use std::fmt::Write as _;

/// Records that GNU Backgammon doesn't import as it wrote them, with the reason.
const NOT_IMPORTED: [(&str, &str); 2] = [
    ("money-with-beavers.mat", "behind a beaver that is passed it loses the dice of all rolls"),
    ("resignations.mat", "a game resigned right behind the opening roll is lost"),
];

fn read(text: &str) -> Replayed {
    crate::support::replayed(&mat::FORMAT, text).0
}

fn written(format: &str, record: &Replayed) -> String {
    let format = Format::by_name(format).expect("a format");
    String::from_utf8(format.writer.expect("a writer").bytes(record)).expect("UTF-8")
}

/// The files of one import: its own .mat, match text, the first game, and text game by game.
struct Exports {
    mat: String,
    snowie: String,
    gam: String,
    text: Vec<String>,
}

fn exports(gnubg: &Gnubg, record: &str) -> Exports {
    let folder = Folder::new("gnubg");
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
    let (mut files, mut games) = (0, 0);
    for path in paths_in(testdata("mat/valid")) {
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
        let folder = Folder::new("gnubg");
        let path = folder.0.join("record.mat");
        std::fs::write(&path, &text).expect("a file");
        let told = gnubg.replay(&path);
        let source = SourceFile::decode("record.mat", text.as_bytes()).expect("small");
        let (mine, their) = (ours(&mat::FORMAT, &source), theirs(&json!({ "match": told })));
        actions += assert_alike(&mine, &their, &format!("seed {seed}"), &text);
        records += 1;
    }
    assert!(records > 20, "{records} records, {beyond} beyond its reader");
    report(records, "generated records that GNU Backgammon replays as we do");
    report(actions, "actions of generated records, as imported by GNU Backgammon");
}

/// Its own replay knows a record's plays, cubes and results; a text has the same, and the .mat that it becomes is the
/// .mat that GNU Backgammon writes of the record.
#[test]
fn its_texts_are_read_as_the_record_that_they_show() {
    let Some(gnubg) = Gnubg::find() else { return };
    let Some(folder) = crate::support::shared("data/matches/gnubg") else { return };
    let paths = paths_with(&folder, "sgf");
    // One process writes those of many: to start it takes longer than to write.
    let own = Folder::new("gnubg");
    for (part, paths) in paths.chunks(30).enumerate() {
        let mut commands = "set output output off\n".to_owned();
        for (number, path) in paths.iter().enumerate() {
            let name = format!("{part}-{number}");
            std::fs::copy(path, own.0.join(format!("{name}.sgf"))).expect("a copy");
            // Writing to a String can't fail.
            let _ = writeln!(
                commands,
                "load match \"{name}.sgf\"\nexport match text \"{name}.txt\"\nexport match mat \"{name}.mat\""
            );
        }
        std::fs::write(own.0.join("commands"), commands).expect("a file");
        gnubg.process(&own, &["-c", "commands"]);
    }
    let (mut texts, mut mats) = (0, 0);
    for (place, path) in paths.iter().enumerate() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = format!("{}-{}", place / 30, place % 30);
        let mut text = std::fs::read(own.0.join(format!("{stem}.txt"))).expect("a text");
        for number in 2.. {
            let Ok(next) = std::fs::read(own.0.join(format!("{stem}_{number:03}.txt"))) else { break };
            text.extend(next);
        }
        let of = |name: &str, bytes: Vec<u8>| {
            let mut all = barpoint::open(name, bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(all.len(), 1, "{name}");
            all.remove(0)
        };
        let read = of("text.txt", text);
        assert_eq!(read.format.name, "text", "{name}");
        let source = of("match.sgf", std::fs::read(path).expect("a file"));
        let (own_course, theirs) = (course(&source.replayed), course(&read.replayed));
        let errors = |found: &[barpoint::Diagnostic]| {
            found.iter().filter(|finding| finding.severity == barpoint::diag::Severity::Error).count()
        };
        // Some of its records contradict themselves, and its texts of them do so, too.
        assert_eq!(errors(&read.findings), errors(&source.findings), "{name}: {:?}", read.findings.first());
        for (number, (own, their)) in own_course.iter().zip(&theirs).enumerate() {
            assert_eq!(own, their, "{name}, game {}", number + 1);
        }
        assert_eq!(own_course.len(), theirs.len(), "{name}");
        texts += 1;
        // Its .mat has neither automatic doubles nor that there is no Crawford game.
        let has_doubles = source.replayed.games.iter().any(|game| game.automatic_doubles > 0);
        if has_doubles || !source.replayed.rules.crawford {
            continue;
        }
        let mat = of("match.mat", std::fs::read(own.0.join(format!("{stem}.mat"))).expect("a .mat"));
        let converted = barpoint::formats::mat::FORMAT.writer.expect("a writer").bytes(&read.replayed);
        let converted = of("converted.mat", converted);
        // Nor has it the Jacoby rule: what a game counts is another number then.
        let jacoby = read.replayed.rules.is_money() && read.replayed.rules.jacoby;
        let told = |record: &Replayed| {
            let mut games = course(record);
            for game in games.iter_mut().filter(|_| jacoby) {
                game.retain(|act| !act.contains("wins") && !act.contains("BySide"));
            }
            games
        };
        assert_eq!(told(&converted.replayed), told(&mat.replayed), "{name}");
        mats += 1;
    }
    report(texts, "texts of GNU Backgammon read as the record that they show");
    report(mats, "texts of GNU Backgammon that became its .mat");
}

/// Settings of exports, each with the texts that follow.
const SETTINGS: &str = "export match text a.txt\nset export moves probabilities off\nset export cube probabilities off\n\
    export match text b.txt\nset export moves probabilities on\nset export moves parameters rollout off\n\
    set export cube parameters rollout off\nset export moves parameters evaluation on\n\
    set export cube parameters evaluation on\nset export moves number 2\nexport match text c.txt\n\
    set export cube display unmarked off\nset export cube display close off\nset export moves display verybad off\n\
    export match text d.txt\nset export moves display unmarked off\nexport match text e.txt\nset output mwc on\n\
    set export moves display unmarked on\nexport match text f.txt\nset export include matchinfo off\n\
    set export include annotations off\nset export include analysis off\nexport match text g.txt\nfirst game\nnext\n\
    export position text h.txt\nset export include analysis on\nexport position text i.txt\n";

#[test]
fn stored_analyses_are_written_as_texts_as_by_gnu_backgammon() {
    let Some(gnubg) = Gnubg::find() else { return };
    let files = ["analysis.sgf", "rollouts.sgf", "rollouts-money.sgf"];
    for file in files {
        let path = testdata("sgf/valid").join(file);
        let commands = format!("load match {}\n{SETTINGS}", path.to_str().expect("a path in UTF-8"));
        super::sessions::compared(&gnubg, file, &commands);
    }
    report(files.len(), "analysed records as texts by every setting of exports, as GNU Backgammon");
}
