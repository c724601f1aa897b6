//! Output longer than the screen, at a terminal.

use crate::repl::screen::Screen;
use crate::support::{Folder, fed};
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
        lines.clone().count() >= 45 && lines.clone().all(|line| line.starts_with("paged: ")),
        "{contents}"
    );
    let contents = shown(&["--help"], MARKING);
    assert!(contents.contains("paged:     0  no errors in the records"), "{contents}");
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

/// Returns `true` if a long answer with these words and the prompt after it are on the screen.
fn is_answered(contents: &str, words: &str) -> bool {
    contents.matches(words).count() > 20 && contents.trim_end().ends_with("(No game)")
}

#[test]
fn a_session_pages_long_answers_and_goes_on() {
    let folder = Folder::new("pager-session");
    let mut screen = Screen::start(&folder.0, &[], &[("PAGER", MARKING)]);
    screen.wait_for("(No game) ");
    screen.enter("help set");
    let contents = screen.wait_until("the whole answer", |contents| is_answered(contents, "paged: "));
    assert!(contents.lines().filter(|line| line.starts_with("paged: ")).count() > 40, "{contents}");
    // What is short or goes on with the match is written directly.
    for line in ["show version", "set player 0 human", "new session", "set turn anna"] {
        screen.enter_and_wait(line);
    }
    let contents = screen.contents();
    let after = contents.rsplit_once("show version").map_or("", |(_, after)| after);
    assert!(after.contains("(anna)") && !after.contains("paged: "), "{contents}");
    screen.type_in("\x04");
}

#[test]
fn a_match_against_the_computer_pages_long_answers_too() {
    for (begin, is_paged) in [(&["play"][..], true), (&["--no-pager", "play"][..], false)] {
        // A folder each: the next match would offer to continue this one.
        let folder = Folder::new(if is_paged { "pager-play" } else { "pager-play-none" });
        let arguments = [begin, &["--seed", "3"][..]].concat();
        let mut screen = Screen::start(&folder.0, &arguments, &[("PAGER", MARKING)]);
        let contents = screen.wait_for_last("(anna)");
        assert!(!contents.contains("paged: "), "the board is written directly: {contents}");
        screen.enter("help set");
        let contents = screen.wait_until("the whole answer", |contents| {
            contents.matches("Sets ").count() > 20 && contents.trim_end().ends_with("(anna)")
        });
        assert_eq!(contents.contains("paged: "), is_paged, "{contents}");
        screen.type_in("\x04");
    }
}

#[test]
fn a_session_has_no_pager_where_there_is_to_be_none() {
    let folder = Folder::new("pager-session-none");
    for arguments in [&["--no-pager", "session"][..], &["session", "--compat"]] {
        let mut screen = Screen::start(&folder.0, arguments, &[("PAGER", MARKING)]);
        screen.wait_for("(No game) ");
        screen.enter("help set");
        let contents = screen.wait_until("the whole answer", |contents| is_answered(contents, "Sets "));
        assert!(!contents.contains("paged"), "{contents}");
        screen.type_in("\x04");
    }
    let mut piped = Command::new(crate::support::program());
    piped.arg("session").env("PAGER", MARKING).env("TERM", "xterm").current_dir(&folder.0);
    let text = String::from_utf8(fed(&mut piped, b"help set\n").stdout).expect("UTF-8");
    assert!(text.lines().count() > 60 && !text.contains("paged"), "{text}");
}
