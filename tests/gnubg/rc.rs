//! GNU Backgammon's own settings files: our session that replaces it reads them from the same places.

use super::{Folder, Gnubg};
use crate::support::report;
use std::path::Path;
use std::process::{Command, Stdio};

/// A file that it writes itself, here with a command that neither program has.
const AUTOMATIC: &str =
    "set automatic roll off\nset defaultnames Auto One\nbogus one\nset beavers 2\nshow delay\n";
/// A file written by a user; it is read after the other one.
const BY_HAND: &str = "set automatic game off\nset defaultnames Hand Two\nset player 0 human\nset prompt RC>\nnonsense\nset jacoby off\n";
const ASKED: &str = "show automatic\nshow prompt\nshow beavers\nshow jacoby\nset seed 5\nnew match 3\n";

/// Returns a program's answers to [`ASKED`], after its greeting, with these files in its home.
fn said(program: &Path, arguments: &[&str]) -> String {
    let folder = Folder::new("gnubg");
    let settings = folder.0.join(".gnubg");
    std::fs::create_dir_all(&settings).expect("a folder");
    for (name, text) in [("gnubgautorc", AUTOMATIC), ("gnubgrc", BY_HAND)] {
        std::fs::write(settings.join(name), text).expect("a file");
    }
    std::fs::write(folder.0.join("commands"), ASKED).expect("a file");
    let run = Command::new(program)
        .args(arguments)
        .args(["-t", "-q", "-c", "commands"])
        .current_dir(&folder.0)
        .env("HOME", &folder.0)
        .env("USER", "root")
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&run.stderr), "", "{}", program.display());
    for (name, text) in [("gnubgautorc", AUTOMATIC), ("gnubgrc", BY_HAND)] {
        assert_eq!(
            std::fs::read_to_string(settings.join(name)).expect("a file"),
            text,
            "{name} stays as it is"
        );
    }
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    match said.split_once("type `show copying' for details.\n") {
        Some((_, rest)) => rest.trim_start().to_owned(),
        None => said,
    }
}

#[test]
fn both_programs_begin_with_the_same_settings() {
    let Some(gnubg) = Gnubg::find() else { return };
    let barpoint = Path::new(crate::support::program());
    let mut cases = 0;
    for without in [&[][..], &["-r"]] {
        let theirs = said(&gnubg.program, without);
        let ours = said(barpoint, &[&["session", "--compat"], without].concat());
        assert_eq!(theirs, ours, "{without:?}");
        assert_eq!(theirs.contains("RC>"), without.is_empty());
        cases += 1;
    }
    report(cases, "sessions that begin with GNU Backgammon's settings, or without");
}
