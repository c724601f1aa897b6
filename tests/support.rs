//! What several subjects need.

use std::io::Read;
use std::path::PathBuf;

/// Returns a place in the folder of shared test data beside the project, if it is there.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")).join(path);
    path.exists().then_some(path)
}

/// Returns a place in the project's own test data.
pub(crate) fn testdata(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata")).join(path)
}

/// Says on the standard error stream how many cases of a collection ran.
#[expect(clippy::print_stderr, reason = "a test's own report")]
pub(crate) fn report(cases: usize, what: &str) {
    eprintln!("{cases} {what}");
}

/// Reads a compressed text.
pub(crate) fn gunzip(path: &std::path::Path) -> String {
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("the file");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("a compressed text");
    text
}
