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
    assert!(board.contains('┌') && board.contains("kind of game"), "{board}");
    let found = shown(&["find", record, "--limit", "3"]);
    assert!(found.contains("place") && found.contains("player"), "{found}");
    let lines = shown(&["find", record, "--limit", "1", "--json"]);
    assert!(lines.trim_start().starts_with('{'), "{lines}");
}
