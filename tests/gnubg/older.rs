//! Our files in older text formats, read by GNU Backgammon.

use super::{Folder, Gnubg, said};
use crate::check::replay::{Told, assert_alike, theirs, told};
use crate::formats::generate::{Wishes, replayed};
use crate::support::{Random, program, report};
use barpoint::analysis::RulesOverride;
use barpoint::diag::SourceFile;
use barpoint::formats::{FORMATS, Format};
use barpoint::game::{Happening, Replayed};
use barpoint::rules::Variant;
use serde_json::json;
use std::path::Path;

/// Returns `true` if it can't read a record in this format.
fn is_beyond_it(format: &Format, record: &Replayed) -> bool {
    let acts = || record.games.iter().flat_map(|game| &game.acts);
    let beavers = acts().any(|act| matches!(act.what, Happening::Doubled { beaver: true, .. }));
    let unplayed = acts().any(|act| matches!(act.what, Happening::RolledOnly { .. }));
    // FIBS has only the one variant; beavers aren't known to its reader, and dice that nobody plays are
    // a dance to it.
    format.name == "oldmoves" && (beavers || unplayed || record.rules.variant != Variant::Standard)
}

/// Returns the plays and cube actions of each game.
fn actions(games: Vec<Vec<Told>>) -> Vec<Vec<Told>> {
    let actions = |game: Vec<Told>| game.into_iter().filter(Told::is_action).collect();
    games.into_iter().map(actions).collect()
}

/// Writes generated records, imports them, and asserts the same plays and cube actions.
fn compare(name: &str, players_are_exchanged: bool) {
    let Some(gnubg) = Gnubg::find() else { return };
    let format = Format::by_name(name).expect("a format");
    let (writer, parse) = (format.writer.expect("a writer"), format.parse.expect("a reader"));
    let (mut records, mut count) = (0, 0);
    for seed in 5_000..5_060 {
        let record = replayed(&mut Random::new(seed), Wishes::PLAIN);
        if is_beyond_it(format, &record) {
            continue;
        }
        let bytes = writer.bytes(&record);
        let source = SourceFile::decode("written", &bytes).expect("small");
        let ours = actions(told(parse(&source), &RulesOverride::default()));
        let mut theirs = actions(theirs(&json!({ "match": gnubg.replay_as(name, &bytes) })));
        if players_are_exchanged {
            let exchanged = |game: Vec<Told>| game.into_iter().map(Told::exchanged).collect();
            theirs = theirs.into_iter().map(exchanged).collect();
        }
        count += assert_alike(&ours, &theirs, &format!("seed {seed}"), &String::from_utf8_lossy(&bytes));
        records += 1;
    }
    assert!(records >= 15, "only {records} records of {name} could be compared");
    report(count, &format!("actions of written {name} records, as imported by GNU Backgammon"));
}

#[test]
fn written_oldmoves_are_read_by_gnu_backgammon() {
    compare("oldmoves", false);
}

#[test]
fn written_sgg_is_read_by_gnu_backgammon() {
    compare("sgg", true);
}

#[test]
fn written_tmg_is_read_by_gnu_backgammon() {
    compare("tmg", true);
}

/// Its `import auto` dies on a file of `PartyGammon`.
const CRASHING: &str = "party";

#[test]
fn import_auto_recognises_what_gnu_backgammon_recognises() {
    let Some(gnubg) = Gnubg::find() else { return };
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut count = 0;
    for format in FORMATS.iter().filter(|format| format.name != CRASHING) {
        let folder = data.join(format.name).join("valid");
        let mut files: Vec<_> =
            std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        files.sort();
        for path in files.iter().take(3) {
            let name = path.file_name().expect("a name").to_string_lossy();
            let folder = Folder::new("gnubg");
            std::fs::copy(path, folder.0.join(&*name)).expect("a copy");
            std::fs::write(folder.0.join("commands"), format!("import auto {name}\n")).expect("a file");
            let is_refused = |program: &Path, arguments: &[&str]| {
                said(program, arguments, &folder.0, &folder.0).contains("is not recognized")
            };
            let theirs = is_refused(&gnubg.program, &[]);
            let ours = is_refused(Path::new(program()), &["session", "--compat"]);
            assert_eq!(theirs, ours, "{}: whether it is refused", path.display());
            count += 1;
        }
    }
    assert!(count > 30, "only {count} files");
    report(count, "files of any format that GNU Backgammon recognises, or not");
}
