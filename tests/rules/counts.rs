//! Numbers of results that independent programs agree on.

use super::positions;
use crate::support::{report, shared, testdata};
use barpoint::board::{Board, Roll};
use barpoint::rules::for_each_result;
use std::fs;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;

/// Checks a list of Position IDs against a list of counts: 21 lines per position, in the order of
/// [`Roll::ALL`]; `1 p` is a turn without a legal step. Returns the number of counts.
fn check(positions: &str, counts: &str) -> usize {
    let mut lines = counts.lines();
    let mut checked = 0;
    for id in positions.lines() {
        let board = positions::from_id(id);
        for roll in Roll::ALL {
            let line = lines.next().expect("21 counts for each position");
            let count = results(&board, roll);
            let written = if count == 0 { "1 p".to_owned() } else { count.to_string() };
            assert_eq!(written, line, "{id} {roll}");
            checked += 1;
        }
    }
    assert_eq!(lines.next(), None, "counts without a position");
    checked
}

fn results(board: &Board, roll: Roll) -> usize {
    let mut count = 0;
    let _: ControlFlow<()> = for_each_result(board, roll, |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

fn text(path: &Path) -> String {
    let bytes = fs::read(path).expect("readable");
    if path.extension().is_some_and(|extension| extension == "gz") {
        let mut text = String::new();
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("gzip");
        text
    } else {
        String::from_utf8(bytes).expect("text")
    }
}

#[test]
fn counts_of_the_project_agree() {
    let checked =
        check(&text(&testdata("perft/positions.txt")), &text(&testdata("perft/afterstate-counts.txt")));
    assert_eq!(checked, 300 * 21);
}

#[test]
fn counts_of_the_shared_data_agree() {
    let Some(folder) = shared("data/perft") else { return };
    let checked =
        check(&text(&folder.join("positions.txt")), &text(&folder.join("afterstate-counts.txt.gz")));
    report(checked, "shared counts of results");
    assert_eq!(checked, 210_000);
}
