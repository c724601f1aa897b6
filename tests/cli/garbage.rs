//! Any text instead of an ID: one clear line, status 2, no panic.

use super::{Folder, barpoint};
use crate::support::fed;
use std::ffi::OsString;
use std::process::{Output, Stdio};

/// The commands that read an ID.
const COMMANDS: [&[&str]; 5] = [&["id"], &["show"], &["plays"], &["pips"], &["perft", "--depth", "1"]];

/// Checks that a command has failed with a message for people.
fn failed(output: &Output, what: &str) {
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{what}: {err}");
    assert!(output.stdout.is_empty(), "{what}");
    assert!(err.starts_with("error: "), "{what}: {err}");
    assert!(!err.contains("panicked") && err.len() < 1_500, "{what}: {err}");
    // What is wrong with the arguments has its usage beside it.
    if !err.contains("Usage: ") && !err.contains("For more information") {
        assert!(err.lines().skip(1).all(|line| line.starts_with("hint: ")), "{what}: {err}");
        assert!(!err.lines().any(|line| line.contains(char::is_control)), "{what}: {err:?}");
    }
}

#[test]
fn garbage_on_the_command_line_gives_one_line_and_status_2() {
    let long = |text: &str| text.repeat(10_000 / text.len());
    let arguments = [
        String::new(),
        " \t ".to_owned(),
        "🎲🎲".to_owned(),
        "\u{1b}[2J".to_owned(),
        "XGID=".to_owned(),
        "board:".to_owned(),
        "://///////////".to_owned(),
        "4HPwATDgc/ABM\u{0301}".to_owned(),
        long("/"),
        long("-:"),
        long("é"),
        format!("XGID={}", long("a:")),
        format!("board:{}", long("9:")),
        format!("4HPwATDgc-ABMA:{}", long("Z")),
    ];
    for command in COMMANDS {
        for argument in &arguments {
            let output = barpoint().args(command).arg("--").arg(argument).output().expect("the program runs");
            failed(&output, &format!("{command:?} {argument:.30}"));
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStringExt;
    for command in COMMANDS {
        let argument = OsString::from_vec(b"4HPw\xff".to_vec());
        let output = barpoint().args(command).arg(argument).output().expect("the program runs");
        failed(&output, &format!("{command:?}"));
    }
}

#[test]
fn garbage_on_standard_input_gives_one_line_and_status_2() {
    let long = vec![b'/'; 70_000];
    for command in COMMANDS {
        for input in [&b""[..], b"\n", b"\xff\xfe4\0H\0", b"\0\0\0\0", &long, "🎲\n".as_bytes()] {
            let output = fed(barpoint().args(command).arg("-"), input);
            failed(&output, &format!("{command:?} {} bytes", input.len()));
        }
    }
}

#[test]
fn an_id_may_come_through_a_pipe() {
    for arguments in [&["pips"][..], &["pips", "-"], &["plays", "31"], &["plays", "-", "3", "1"], &["id"]] {
        let output = fed(barpoint().args(arguments), b"4HPwATDgc/ABMA\n");
        assert!(output.status.success() && !output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    for arguments in [
        &["id", "4HPwATDgc/ABMA"][..],
        &["show", "4HPwATDgc/ABMA"],
        &["plays", "4HPwATDgc/ABMA", "11"],
        &["pips", "4HPwATDgc/ABMA"],
        &["perft", "--depth", "1", "--divide"],
        &[
            "convert",
            concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/mat/valid/seven-points.mat"),
            "--to",
            "mat",
            "--loss",
            "none",
        ],
        &["formats"],
        &["score", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/score.in/club.mat")],
    ] {
        let mut child = barpoint()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("an end");
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]), "{arguments:?}");
    }
}

#[test]
fn a_closed_pipe_keeps_the_status_of_records_with_errors() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/mat/tour/half-a-play.mat");
    for arguments in [
        &["check", path][..],
        &["check", path, "--format", "json"],
        &["check", path, "--format", "sarif"],
        &["score", path],
        &["replay", path],
        &["convert", path, "--to", "mat"],
        &["stats", path],
        &["summary", path],
        &["find", path],
        &["find", path, "--json"],
        &["analyse", path, "--plies", "0"],
        &["report", path],
    ] {
        let (read, write) = std::io::pipe().expect("a pipe");
        drop(read);
        let output = barpoint().args(arguments).stdout(write).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(!said.contains("cannot write"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_folder_without_a_record_is_no_clean_archive() {
    let folder = Folder::new("empty");
    let output = barpoint().arg("check").arg(&folder.0).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no match record in "));
}

#[test]
fn a_session_tells_of_files_without_the_systems_numbers() {
    let folder = Folder::new("session-files");
    let reading = [
        "load match",
        "load position",
        "load commands",
        "import mat",
        "import auto",
        "set met",
        "set rng file",
    ];
    let writing = ["save match", "export match mat", "export position png"];
    for mode in ["", "--compat "] {
        for command in reading {
            folder.write("script", format!("{command} nowhere.mat\n"));
            let run = folder.run(&format!("session {mode}-c script"));
            let said = format!("{}{}", String::from_utf8_lossy(&run.out), run.err);
            assert!(said.contains("nowhere.mat") && !said.contains("os error"), "{mode}{command}: {said}");
        }
        for command in writing {
            folder.write("script", format!("new match 3\n{command} nowhere/a.mat\n"));
            let run = folder.run(&format!("session {mode}-c script"));
            let said = format!("{}{}", String::from_utf8_lossy(&run.out), run.err);
            assert!(said.contains("nowhere/a.mat") && !said.contains("os error"), "{mode}{command}: {said}");
        }
    }
}
