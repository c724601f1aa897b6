//! Output longer than the screen, at a terminal.

use crate::repl::screen::Screen;
use crate::repl::terminal::Folder;
use std::process::Command;

/// A pager that marks each line.
const MARKING: &str = "sed 's/^/paged: /'";

fn shown(arguments: &[&str], pager: &str) -> String {
    let folder = Folder::new("pager");
    let screen = Screen::start(&folder.0, arguments, &[("PAGER", pager)]);
    assert_eq!(screen.status(), 0);
    screen.at_the_end()
}

#[test]
fn long_output_goes_through_the_users_pager() {
    let contents = shown(&["explain", "--list"], MARKING);
    let lines = contents.lines().filter(|line| !line.trim().is_empty());
    assert!(
        lines.clone().count() >= 50 && lines.clone().all(|line| line.starts_with("paged: ")),
        "{contents}"
    );
    let contents = shown(&["--help"], MARKING);
    assert!(contents.contains("paged:   0  clean"), "{contents}");
}

#[test]
fn what_fits_on_the_screen_and_what_is_not_to_be_paged_is_not() {
    for arguments in [&["pips", "4HPwATDgc/ABMA"][..], &["--no-pager", "explain", "--list"]] {
        assert!(!shown(arguments, MARKING).contains("paged"), "{arguments:?}");
    }
    for pager in ["", "cat"] {
        assert!(shown(&["explain", "--list"], pager).contains("cube-"), "{pager:?}");
    }
}

#[test]
fn a_pager_that_is_missing_or_fails_is_done_without() {
    let plain = shown(&["explain", "--list"], "cat");
    for pager in ["/nowhere/less -R", "false", "exit 3;"] {
        assert_eq!(shown(&["explain", "--list"], pager), plain, "{pager}");
    }
}

#[test]
fn a_pipe_has_no_pager() {
    let mut command = Command::new(crate::support::program());
    command.args(["explain", "--list"]).env("PAGER", MARKING).env("TERM", "xterm");
    let output = command.output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.lines().count() > 60 && !text.contains("paged"), "{text}");
}

#[test]
fn leaving_the_pager_ends_the_program() {
    if Command::new("less").arg("--version").output().is_err() {
        return;
    }
    let folder = Folder::new("less");
    let mut screen = Screen::start(&folder.0, &["explain", "--list"], &[("PAGER", "less")]);
    screen.wait_until("less waiting for a key", |contents| contents.trim_end().ends_with(':'));
    // Interruptions are the pager's, which drops what was typed before one.
    for key in ["\x03", "\x03", "q"] {
        screen.type_in(key);
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    assert_eq!(screen.status(), 0);
}
