//! The generated documents.

use barpoint::cli::commands::explain;

#[test]
fn the_reference_of_findings_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/diagnostics.md");
    let expected = explain::reference();
    if std::env::var_os("BARPOINT_UPDATE").is_some() {
        std::fs::write(path, &expected).expect("docs/diagnostics.md can be written");
    }
    let actual = std::fs::read_to_string(path).unwrap_or_default();
    assert!(actual == expected, "docs/diagnostics.md is out of date: run BARPOINT_UPDATE=1 cargo test");
}
