//! Settings: the program itself, and ours under its name, are given all lines of the transcripts.

use super::{Folder, Gnubg, ended};
use crate::repl::settings::{commands, transcripts};
use crate::support::report;
use std::path::Path;
use std::process::{Command, Stdio};

/// Sends lines to a program; returns its standard output, after a greeting, and its standard error.
pub(super) fn type_into(program: &Path, arguments: &[&str], lines: &[&str]) -> (String, String) {
    const END_OF_GREETING: &str = "type `show copying' for details.\n\n";
    let folder = Folder::new("gnubg");
    let path = |name: &str| folder.0.join(name);
    std::fs::write(path("lines"), lines.join("\n") + "\n").expect("a file");
    let status = ended(
        Command::new(program)
            .args(arguments)
            .current_dir(&folder.0)
            .env("HOME", &folder.0)
            .env("LC_ALL", "C.UTF-8")
            .env("USER", "root")
            .stdin(std::fs::File::open(path("lines")).expect("a file"))
            .stdout(Stdio::from(std::fs::File::create(path("out")).expect("a file")))
            .stderr(Stdio::from(std::fs::File::create(path("err")).expect("a file"))),
    );
    assert!(status.success(), "{} ended with {status}", program.display());
    let read = |name| String::from_utf8_lossy(&std::fs::read(path(name)).expect("a file")).into_owned();
    let out = read("out");
    let said = out.split_once(END_OF_GREETING).map_or(out.as_str(), |(_, said)| said).to_owned();
    (said, read("err"))
}

/// Returns both streams of a transcript.
fn streams(transcript: &str) -> (String, String) {
    let (mut out, mut err) = (String::new(), String::new());
    for line in transcript.lines().filter(|line| !line.starts_with("> ")) {
        if let Some(line) = line.strip_prefix("E|") {
            err.push_str(line);
            err.push('\n');
        } else if let Some(line) = line.strip_suffix("<nonl>") {
            out.push_str(line);
        } else {
            out.push_str(line);
            out.push('\n');
        }
    }
    (out, err)
}

#[test]
fn settings_are_answered_alike_to_standard_output_and_standard_error() {
    let Some(gnubg) = Gnubg::find() else { return };
    let mut count = 0;
    for (name, transcript) in transcripts() {
        let lines = commands(&transcript);
        let expected = streams(&transcript);
        let theirs = type_into(&gnubg.program, &["-t", "-q", "-r"], &lines);
        assert_eq!(theirs, expected, "the transcript {name} isn't what the program says");
        let barpoint = Path::new(crate::support::program());
        let ours = type_into(barpoint, &["session", "--compat", "-t", "-q", "-r"], &lines);
        assert_eq!(ours, expected, "{name}");
        count += lines.len();
    }
    report(count, "settings as GNU Backgammon answers them");
}
