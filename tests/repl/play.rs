//! `barpoint play` at a terminal.

use super::screen::{Screen, key};
use crate::support::Folder;

/// Starts a match to one point, whose dice put the user on roll with 65 after the computer's opening.
fn play(folder: &Folder, arguments: &[&str]) -> Screen {
    let arguments = [&["play", "--seed", "3"][..], arguments].concat();
    let screen = Screen::start(&folder.0, &arguments, &[]);
    screen.wait_for_last("(anna)");
    screen
}

#[test]
fn one_board_a_turn_shows_the_dice_to_play() {
    let folder = Folder::new("boards");
    let mut screen = play(&folder, &["--level", "casual"]);
    let boards = |contents: &str| contents.matches("Position ID").count();
    let contents = screen.contents();
    assert_eq!(boards(&contents), 1, "{contents}");
    assert!(contents.contains("Rolled 65") && contents.contains("barpoint moves 13/8."), "{contents}");
    screen.enter("24/13");
    let contents = screen.wait_until("another board", |contents| boards(contents) == 2);
    assert!(contents.contains("barpoint rolls "), "the computer's dice are said: {contents}");
    let before = boards(&screen.contents());
    screen.enter("undo");
    screen.wait_until("the board before", |contents| boards(contents) == before + 1);
    let contents = screen.wait_for_last("(anna)");
    let last = contents.rsplit("undo").next().expect("a board");
    assert!(last.contains("Rolled 65"), "both plays are taken back: {contents}");
}

#[test]
fn a_roll_after_a_decision_about_the_cube_is_said_without_a_second_board() {
    let folder = Folder::new("roll");
    let mut screen = play(&folder, &["--length", "3"]);
    screen.enter("roll");
    let contents = screen.wait_for("anna rolls 65.");
    assert_eq!(contents.matches("Position ID").count(), 1, "{contents}");
}

#[test]
fn the_tutor_asks_without_a_hint_and_explains_afterwards() {
    let folder = Folder::new("tutor");
    let mut screen = play(&folder, &["--tutor"]);
    screen.enter("set evaluation chequerplay evaluation plies 0");
    screen.enter("13/2");
    let contents = screen.wait_for("Are you sure? [y/n]");
    assert!(!contents.contains("costs"), "{contents}");
    screen.enter("n");
    screen.wait_for_last("(anna)");
    screen.type_in(key::END);
}

#[test]
fn a_match_that_the_computer_finishes_counts_in_no_rating() {
    let folder = Folder::new("finished");
    let data = ("XDG_DATA_HOME", folder.0.to_str().expect("UTF-8"));
    let mut screen = Screen::start(&folder.0, &["play", "--seed", "3", "--level", "beginner"], &[data]);
    screen.wait_for_last("(anna)");
    screen.answers("end game", "Save the match? [file name, or n]");
    screen.answers("", "Type the name of a file");
    screen.answers("n", "Another match? [y/n]");
    screen.enter("n");
    assert_eq!(screen.status(), 0);
    assert!(!folder.0.join("barpoint/played.jsonl").exists());
}

#[test]
fn a_match_can_be_saved_when_it_is_over() {
    let folder = Folder::new("saved");
    let mut screen = Screen::start(&folder.0, &["play", "--friend=Bob", "--seed", "3"], &[]);
    screen.wait_for_last("(Bob)");
    screen.enter("resign");
    screen.wait_for_last("(anna)");
    screen.answers("accept", "Save the match? [file name, or n]");
    screen.answers("y", "Type the name of a file");
    screen.answers("help", "This is a command: type the name of a file");
    screen.answers("match.png", "writes no such file");
    screen.answers("our match.mat", "The match is saved in our match.mat.");
    screen.wait_for("Another match? [y/n]");
    let saved = std::fs::read_to_string(folder.0.join("our match.mat")).expect("the match");
    assert!(saved.contains("Wins 1 point"), "{saved}");
    screen.enter("n");
    assert_eq!(screen.status(), 0);
}

#[test]
fn a_match_that_is_left_is_offered_by_the_next_session() {
    let folder = Folder::new("left");
    let mut screen = Screen::start(&folder.0, &["play", "--friend=Bob", "--seed", "3"], &[]);
    screen.wait_for_last("(Bob)");
    screen.type_in(key::END);
    screen.wait_for("The match is saved; `barpoint` offers to continue it.");
    let mut screen = Screen::start(&folder.0, &[], &[]);
    screen.wait_for("Continue with Bob - anna, match to 1");
    screen.enter("y");
    screen.wait_for_last("(Bob)");
}

#[test]
fn the_level_can_follow_the_rating_which_is_kept() {
    let folder = Folder::new("rating");
    let data = ("XDG_DATA_HOME", folder.0.to_str().expect("UTF-8"));
    let file = folder.0.join("barpoint/played.jsonl");
    let mut screen = Screen::start(&folder.0, &["play", "--seed", "3", "--level", "auto"], &[data]);
    screen.wait_for("(intermediate, until your PR is known)");
    screen.wait_for_last("(anna)");
    screen.answers("24/18 13/8", "barpoint rolls");
    screen.answers("resign backgammon", "Your PR: ");
    screen.wait_for("Save the match?");
    screen.answers("n", "Another match?");
    screen.enter("n");
    assert_eq!(screen.status(), 0);
    let kept = std::fs::read_to_string(&file).expect("a match is kept");
    assert_eq!(kept.lines().count(), 1, "{kept}");
    assert!(kept.contains("\"level\":\"intermediate\",\"decisions\":1,"), "{kept}");
    let weak = r#"{"schema":1,"date":"2026-11-25","level":"casual","decisions":60,"lost":3.5}"#;
    std::fs::write(&file, format!("{weak}\n")).expect("the file");
    let mut screen = Screen::start(&folder.0, &["play", "--level", "auto"], &[data]);
    screen.wait_for("(casual, the level nearest to your PR of 29.17)");
    screen.type_in(key::END);
    std::fs::write(&file, "no match\n").expect("the file");
    let screen = Screen::start(&folder.0, &["play", "--level", "auto"], &[data]);
    // The message is broken between words, by the length of the folder's name.
    screen.wait_for("played.jsonl:1:");
    assert_eq!(screen.status(), 2);
    // Another level doesn't depend on the file.
    let mut screen = Screen::start(&folder.0, &["play", "--seed", "3", "--level", "casual"], &[data]);
    screen.wait_for("note: the result of this match isn't kept:");
    screen.wait_for_last("(anna)");
    screen.type_in(key::END);
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "no match\n", "it stays as it is");
}
