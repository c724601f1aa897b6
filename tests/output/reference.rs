//! The generated documents.

use crate::support::up_to_date;
use barpoint::cli::commands::explain;
use barpoint::engine::opening::Book;
use barpoint::output::{opening, phases};

#[test]
fn the_reference_of_findings_is_up_to_date() {
    up_to_date("docs/diagnostics.md", &explain::reference());
}

#[test]
fn the_page_of_the_kinds_of_game_is_up_to_date() {
    up_to_date("docs/phases.md", &phases::reference());
}

#[test]
fn the_page_of_the_openings_is_up_to_date() {
    up_to_date("docs/openings.md", &opening::reference(Book::embedded()));
}
