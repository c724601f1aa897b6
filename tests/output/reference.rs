//! The generated documents.

use barpoint::cli::commands::explain;
use barpoint::engine::opening::Book;
use barpoint::output::{opening, phases};

/// Compares a page with its generated text, and rewrites it if requested.
fn is_up_to_date(page: &str, expected: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    if std::env::var_os("BARPOINT_UPDATE").is_some() {
        std::fs::write(&path, expected).expect("the page can be written");
    }
    let actual = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(actual == expected, "{page} is out of date: run BARPOINT_UPDATE=1 cargo test");
}

#[test]
fn the_reference_of_findings_is_up_to_date() {
    is_up_to_date("docs/diagnostics.md", &explain::reference());
}

#[test]
fn the_page_of_the_kinds_of_game_is_up_to_date() {
    is_up_to_date("docs/phases.md", &phases::reference());
}

#[test]
fn the_page_of_the_openings_is_up_to_date() {
    is_up_to_date("docs/openings.md", &opening::reference(Book::embedded()));
}
