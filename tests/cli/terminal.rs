//! What commands print at a terminal where a pipe gets a document or data.

use crate::repl::screen::Screen;
use crate::support::Folder;
use crate::support::testdata;

/// Returns the screen after a command, without a pager.
fn shown(arguments: &[&str]) -> String {
    let folder = Folder::new("shown");
    let screen = Screen::start(&folder.0, arguments, &[("PAGER", "cat")]);
    assert_eq!(screen.status(), 0, "{}", screen.contents());
    screen.at_the_end()
}

#[test]
fn a_report_and_a_diagram_are_drawn_boards_and_decisions_are_a_table() {
    let record = testdata("mat/valid/five-points-high-cube.mat");
    let record = record.to_str().expect("UTF-8");
    let report = shown(&["report", record]);
    assert!(report.contains("│ ●") && report.contains("└13") && !report.contains('<'), "{report}");
    let diagram = shown(&["diagram", "4HPwATDgc/ABMA"]);
    assert!(diagram.contains('┌') && !diagram.contains("<svg"), "{diagram}");
    let board = shown(&["show", "4HPwATDgc/ABMA"]);
    assert!(board.contains('┌') && board.contains("game type"), "{board}");
    let found = shown(&["find", record, "--limit", "3"]);
    assert!(found.contains("place") && found.contains("player"), "{found}");
    let lines = shown(&["find", record, "--limit", "1", "--json"]);
    assert!(lines.trim_start().starts_with('{'), "{lines}");
}

#[test]
fn columns_keep_their_order_beside_right_to_left_names() {
    let folder = Folder::new("right-to-left");
    let record = std::fs::read_to_string(testdata("mat/valid/five-points-high-cube.mat")).expect("a record");
    let record = record.replace("gnubg", "משה").replace("root", "דוד");
    folder.write("names.mat", &record);
    let path = folder.path("names.mat");
    let path = path.to_str().expect("UTF-8");
    let mark = '\u{200e}';
    let score = shown(&["score", path]);
    assert!(score.contains(&format!("16-0   משה{mark}     16")), "{score}");
    // A copied record keeps its bytes, and so does what isn't for a terminal.
    let written = shown(&["convert", path, "--to", "mat"]);
    assert!(written.contains("משה") && !written.contains(mark), "{written}");
    let piped = crate::cli::barpoint().args(["score", path]).output().expect("the program runs");
    let piped = String::from_utf8(piped.stdout).expect("UTF-8");
    assert!(piped.contains("16-0   משה     16"), "{piped}");
    // In compat mode, in which programs drive a session, nothing changes.
    for (compat, is_marked) in [(&["session", "-r"][..], true), (&["session", "-r", "--compat"], false)] {
        let mut screen = Screen::start(&folder.0, compat, &[("PAGER", "cat")]);
        screen.wait_until("a prompt", |contents| {
            contents.trim_end().ends_with(')') || contents.contains("(No game)")
        });
        screen.enter(&format!("import mat \"{path}\""));
        screen.enter("show score");
        let score = screen.wait_until("the score", |contents| contents.contains("The score (after"));
        assert_eq!(score.contains(&format!("משה{mark} ")), is_marked, "{score}");
    }
}
