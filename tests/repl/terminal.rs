//! A session at a terminal, as its user sees it.

use super::screen::{Screen, key};
use crate::support::Folder;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

/// Starts a session and waits for its prompt.
fn session(folder: &Folder) -> Screen {
    let screen = Screen::start(&folder.0, &[], &[]);
    screen.wait_for("(No game) ");
    screen
}

/// Starts a session in an empty folder.
fn begun(name: &str) -> (Folder, Screen) {
    let folder = Folder::new(name);
    let screen = session(&folder);
    (folder, screen)
}

#[test]
fn a_session_greets_in_two_lines_and_ends_with_ctrl_d() {
    let (_folder, mut screen) = begun("greeting");
    let contents = screen.contents();
    let lines: Vec<&str> = contents.trim_end().lines().collect();
    assert_eq!(lines.len(), 3, "{contents}");
    assert!(lines[0].starts_with("barpoint ") && lines[1].contains("`help`"), "{contents}");
    screen.type_in(key::END);
    assert_eq!(screen.status(), 0);
}

#[test]
fn tab_completes_commands_and_lists_them() {
    let (_folder, mut screen) = begun("completion");
    screen.type_in(&format!("sho{}tur{}", key::TAB, key::TAB));
    screen.wait_for_last("(No game) show turn");
    screen.type_in(key::ENTER);
    screen.wait_for("No game is being played.");
    screen.type_in(&format!("set jacoby o{}{}", key::TAB, key::TAB));
    screen.wait_for("on   off");
}

#[test]
fn tab_completes_files_with_blanks_in_their_names() {
    let folder = Folder::new("files");
    std::fs::create_dir(folder.0.join("my games")).expect("a folder");
    std::fs::write(folder.0.join("my games/one.mat"), "").expect("a file");
    let mut screen = session(&folder);
    screen.type_in(&format!("load match my{}", key::TAB));
    screen.wait_for_last(r"(No game) load match my\ games/");
    screen.type_in(key::TAB);
    screen.wait_for_last(r"(No game) load match my\ games/one.mat");
}

#[test]
fn tab_completes_files_of_the_home_folder() {
    let folder = Folder::new("files-at-home");
    std::fs::create_dir(folder.0.join("games")).expect("a folder");
    std::fs::write(folder.0.join("games/one.mat"), "").expect("a file");
    let mut screen = session(&folder);
    screen.type_in(&format!("load match ~/ga{}", key::TAB));
    screen.wait_for_last("(No game) load match ~/games/");
    screen.type_in(key::TAB);
    screen.wait_for_last("(No game) load match ~/games/one.mat");
}

#[test]
fn each_line_of_a_pasted_text_is_a_command() {
    let (_folder, mut screen) = begun("pasted");
    screen.type_in("\x1b[200~set jacoby off\nset beavers 7\nshow turn\x1b[201~");
    screen.type_in(key::ENTER);
    screen.wait_for("No game is being played.");
    screen.enter_and_wait("show jacoby");
    let contents = screen.wait_for("played without the Jacoby rule.");
    assert!(contents.contains("7 beavers/raccoons allowed"), "{contents}");
    // In the history each is a line by itself.
    screen.type_in(&"\x1b[A".repeat(3));
    screen.wait_for_last("(No game) set beavers 7");
}

#[test]
fn a_command_instead_of_an_answer_declines_the_match_that_was_kept() {
    let (folder, mut screen) = begun("offered");
    for line in ["set player 0 human", "new match 3", "set dice 31", "8/5 6/5"] {
        screen.enter_and_wait(line);
    }
    screen.type_in(key::END);
    assert_eq!(screen.status(), 0);
    let mut screen = Screen::start(&folder.0, &[], &[]);
    screen.wait_for("? [y/n]");
    screen.answers("show turn", "No game is being played.");
    screen.wait_for_last("(No game)");
}

#[test]
fn tab_completes_the_plays_that_the_roll_allows() {
    let (_folder, mut screen) = begun("plays");
    for line in ["set player 0 human", "new session", "set turn anna", "set dice 31"] {
        screen.enter_and_wait(line);
    }
    screen.wait_for("The dice have been set to 3 and 1.");
    screen.type_in(&format!("move 13/9{}", key::TAB));
    screen.wait_for_last("(anna) move 13/9");
    screen.type_in(&format!("{}8/5{}", "\x15", key::TAB));
    screen.wait_for_last("(anna) 8/5 6/5");
    screen.type_in(key::ENTER);
    screen.wait_for_last("(gnubg)");
}

#[test]
fn a_board_has_round_checkers_and_colours_unless_that_is_not_wanted() {
    let (_folder, mut screen) = begun("unicode");
    for line in ["set player 0 human", "new session"] {
        screen.enter_and_wait(line);
    }
    screen.wait_for("○: gnubg");
    let contents = screen.wait_for("●: anna");
    assert!(contents.contains('┌') && !contents.contains("| X"), "{contents}");
    assert_eq!(contents.matches("Position ID").count(), 1, "a board is shown once:\n{contents}");
    let (zero, one) = (screen.cells("○")[0].fgcolor(), screen.cells("●")[0].fgcolor());
    assert!(zero != one && zero != vt100::Color::Default, "{zero:?} {one:?}");
    screen.enter_and_wait("set output colour never");
    screen.enter("show board");
    screen.wait_until("a board without colours", |contents| contents.matches("Position ID").count() == 2);
    screen.enter_and_wait("set output boardstyle ascii");
    screen.answers("show board", "O: gnubg");
}

#[test]
fn a_terminal_without_unicode_and_compat_mode_get_letters() {
    let folder = Folder::new("letters");
    for (arguments, locale) in [(&["session"][..], "C"), (&["session", "--compat"], "C.UTF-8")] {
        let mut screen = Screen::start(&folder.0, arguments, &[("LC_ALL", locale)]);
        screen.wait_for("(No game) ");
        for line in ["set autosave days 0", "set player 0 human", "new session"] {
            screen.enter(line);
        }
        let contents = screen.wait_for("O: gnubg");
        assert!(contents.contains("| X") && !contents.contains('│'), "{arguments:?}: {contents}");
    }
    let mut screen = Screen::start(&folder.0, &[], &[("NO_COLOR", "1")]);
    screen.wait_for("(No game) ");
    for line in ["set player 0 human", "new session"] {
        screen.enter(line);
    }
    screen.wait_for("○: gnubg");
    assert!(screen.cells("●").iter().all(|cell| cell.fgcolor() == vt100::Color::Default));
}

/// Asserts that a screen shows these words, none of them cut at its edge.
fn assert_whole_words(contents: &str, words: &[&str]) {
    let shown: Vec<&str> = contents.split_whitespace().collect();
    for word in words.iter().flat_map(|text| text.split_whitespace()) {
        assert!(shown.contains(&word), "no {word:?} in\n{contents}");
    }
}

#[test]
fn at_every_width_lines_break_between_words() {
    let folder = Folder::new("widths");
    for columns in [60, 80, 120] {
        let mut screen = Screen::start_in(columns, &folder.0, &[], &[]);
        screen.wait_for("(No game) ");
        screen.enter_and_wait("help set output");
        assert_whole_words(&screen.contents(), &["percentages or probabilities.", "match winning chances."]);
        for line in ["set autosave days 0", "set player 0 human", "new match 5"] {
            screen.enter_and_wait(line);
        }
        assert_whole_words(&screen.contents(), &["5 points match (Cube: 1)"]);
        screen.answers("quit", "match?");
        screen.enter("y");
        assert_eq!(screen.status(), 0);
        let evaluated = ["cube", "4HPwATDgc/ABMA", "--plies", "0"];
        let screen = Screen::start_in(columns, &folder.0, &evaluated, &[]);
        let contents = screen.wait_for("too good from");
        assert_eq!(screen.status(), 0);
        assert_whole_words(&contents, &["(a double is right if the", "of the time)", "cubeless"]);
        assert_eq!(contents.contains("BAR"), columns == 120, "{contents}");
    }
    let screen =
        Screen::start_in(60, &folder.0, &["show", "4HPwATDgc/ABMA:cAnnADAAEAAE"], &[("PAGER", "cat")]);
    let contents = screen.at_the_end();
    assert!(contents.contains("in a match to 7\n              points; player 0 is 4-away, "), "{contents}");
    let screen = Screen::start_in(60, &folder.0, &["opening", "no opening at all"], &[]);
    let contents = screen.at_the_end();
    assert!(contents.contains("`no opening at all` doesn't\nbegin with a first roll,"), "{contents}");
    let screen = Screen::start_in(60, &folder.0, &["hint", "4HPwATDgc/ABMA", "31", "--plies", "0"], &[]);
    let contents = screen.wait_for("level");
    assert_eq!(contents.matches("8/5 6/5").count(), 2, "each block names the plays:\n{contents}");
}

#[test]
fn a_table_is_not_split_to_make_room_for_the_board() {
    let folder = Folder::new("board-beside");
    for (columns, when, is_drawn, blocks) in
        [(120, "auto", false, 1), (140, "auto", true, 1), (120, "always", true, 2), (140, "never", false, 1)]
    {
        let hint = ["hint", "4HPwATDgc/ABMA", "31", "--plies", "0", "--board", when];
        let screen = Screen::start_in(columns, &folder.0, &hint, &[]);
        let contents = screen.at_the_end();
        let shown = (contents.contains("BAR"), contents.matches("8/5 6/5").count());
        assert_eq!(shown, (is_drawn, blocks), "{columns} {when}\n{contents}");
    }
}

#[test]
fn a_hint_is_dim_and_the_right_arrow_takes_it() {
    let (_folder, mut screen) = begun("hint");
    screen.type_in("set jacob");
    // The words stand there from the second letter on, first as a hint.
    screen.wait_until("what is typed", |_| screen.cells("set jacob").iter().all(|cell| !cell.dim()));
    let hint = screen.cells("y <on|off>");
    assert!(hint.iter().all(vt100::Cell::dim), "dim, unlike what is typed");
    screen.type_in(key::RIGHT);
    screen.type_in("x");
    screen.wait_for_last("(No game) set jacoby x");
}

#[test]
fn lines_are_remembered_from_session_to_session() {
    let (folder, mut screen) = begun("history");
    screen.answers("show turn", "No game is being played.");
    screen.type_in(key::END);
    assert_eq!(screen.status(), 0);
    let mut screen = session(&folder);
    screen.type_in(key::UP);
    screen.wait_for_last("(No game) show turn");
    screen.type_in(key::ENTER);
    screen.wait_for("No game is being played.");
    let file = std::fs::read_to_string(folder.0.join("barpoint/history")).expect("a history");
    assert!(file.lines().any(|line| line == "show turn"), "{file}");
}

#[test]
fn ctrl_r_searches_the_history() {
    let (_folder, mut screen) = begun("search");
    screen.enter_and_wait("show turn");
    screen.enter_and_wait("show dice");
    screen.type_in("\x12tur");
    screen.wait_for("(reverse-i-search)`tur': show turn");
    screen.type_in(key::ENTER);
    screen.wait_until("the found line is done", |contents| {
        contents.matches("No game is being played.").count() == 2
    });
}

#[test]
fn ctrl_c_drops_the_line_and_nothing_else() {
    let (_folder, mut screen) = begun("interrupt");
    screen.type_in("roll over");
    screen.wait_for("roll over");
    screen.type_in(key::INTERRUPT);
    screen.wait_for_last("(No game)");
    screen.answers("show turn", "No game is being played.");
    assert!(!screen.contents().contains("No game in progress"), "the dropped line was done");
}

#[test]
fn what_no_file_has_is_only_lost_after_a_question() {
    let (_folder, mut screen) = begun("question");
    let question = "Are you sure you want to discard the current match? [y/n]";
    screen.answers("set autosave days 0", "are not kept");
    screen.answers("new session", "(anna)");
    screen.enter("quit");
    screen.wait_for_last(question);
    screen.answers("perhaps", "Please answer `y' or `n'.");
    screen.enter("n");
    screen.wait_for_last("(anna)");
    screen.type_in(key::END);
    screen.wait_for_last(question);
    screen.type_in(key::INTERRUPT);
    screen.wait_for_last("(anna)");
    screen.type_in(key::END);
    screen.wait_for_last(question);
    screen.type_in(key::END);
    assert_eq!(screen.status(), 0, "Ctrl-D twice means it");
}

#[test]
fn a_mistake_is_underlined_in_red_and_the_nearest_command_is_named() {
    let (_folder, mut screen) = begun("mistake");
    screen.enter("set automtic roll on");
    let contents = screen.wait_for("did you mean `set automatic'?");
    assert!(contents.contains("Unknown keyword `automtic'."), "{contents}");
    let lines: Vec<&str> = contents.lines().map(str::trim_end).collect();
    let at = lines.iter().position(|line| line.contains("^^^^^^^^")).expect("a place");
    assert_eq!(lines[at - 1].find("automtic"), lines[at].find('^'), "{contents}");
    let red = vt100::Color::Idx(1);
    assert!(screen.cells("^^^^^^^^").iter().all(|cell| cell.fgcolor() == red));
}

#[test]
fn without_colours_nothing_is_coloured_and_nothing_hinted() {
    let folder = Folder::new("plain");
    let mut screen = Screen::start(&folder.0, &[], &[("NO_COLOR", "1")]);
    screen.wait_for("(No game) ");
    screen.answers("set automtic roll on", "did you mean");
    screen.type_in("set jacob");
    screen.wait_for_last("(No game) set jacob");
    assert!(screen.cells("^^^^^^^^").iter().all(|cell| cell.fgcolor() == vt100::Color::Default));
}

#[test]
fn lines_that_are_typed_ahead_are_all_done() {
    let (_folder, mut screen) = begun("ahead");
    screen.type_in("show turn\rshow dice\rshow cube\r");
    for answer in ["No game is being played.", "until a game is started.", "There is no game in progress."] {
        screen.wait_for(answer);
    }
}

#[test]
fn a_dumb_terminal_gets_plain_lines() {
    let folder = Folder::new("dumb");
    let mut screen = Screen::start(&folder.0, &[], &[("TERM", "dumb")]);
    screen.wait_for("(No game) ");
    screen.type_in("show turn\n");
    screen.wait_for("No game is being played.");
    screen.type_in(key::END);
    assert_eq!(screen.status(), 0);
}

#[test]
fn a_narrower_window_wraps_the_line_that_is_typed() {
    let (_folder, mut screen) = begun("resize");
    screen.type_in("set player 0 name Ann");
    screen.wait_for_last("(No game) set player 0 name Ann");
    screen.resize(50);
    screen.type_in(" whose name doesn't fit into a narrow window");
    screen.wait_for("narrow window");
    screen.type_in(key::ENTER);
    screen.wait_for("Player 0 is now known as `Ann whose");
}

#[test]
fn whoever_closes_the_pipe_has_read_enough() {
    let mut child = Command::new(crate::support::program())
        .args(["session", "-r"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    input.write_all(b"show turn\n").expect("it reads");
    let mut line = String::new();
    output.read_line(&mut line).expect("an answer");
    assert_eq!(line, "No game is being played.\n", "every answer is flushed");
    drop(output);
    let writer = std::thread::spawn(move || {
        // Far more than a pipe holds; the program may end in between.
        for _ in 0..100_000 {
            if input.write_all(b"show turn\n").is_err() {
                return;
            }
        }
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
