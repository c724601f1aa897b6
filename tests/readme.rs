//! The README and the tour: every example in them is run.

use std::process::Command;

#[test]
fn the_readme_and_the_tour_are_true() {
    crate::support::transcripts().case("README.md").case("docs/tour.md");
}

#[cfg(feature = "database")]
#[test]
fn the_pages_about_study_are_true() {
    // The database lies in the folder of the user's data.
    let folder = crate::support::Folder::new("pages");
    let pages = trycmd::TestCases::new();
    pages.env("XDG_DATA_HOME", folder.0.to_str().expect("UTF-8"));
    pages.case("docs/database.md").case("docs/rates.md");
    pages.run();
}

#[test]
fn the_readme_is_read_in_two_minutes_and_its_session_works() {
    let text = std::fs::read_to_string("README.md").expect("the README");
    assert!(text.len() <= 8 * 1024, "{} bytes", text.len());
    let (_, session) = text.split_once("```text\n$ barpoint\n").expect("a session");
    let (session, _) = session.split_once("```").expect("its end");
    let file = std::env::temp_dir().join(format!("barpoint-readme-{}", std::process::id()));
    std::fs::write(&file, session).expect("a file");
    let program = crate::support::program();
    let run = Command::new(program).args(["session", "-r", "--bail", "-c"]).arg(&file).output();
    std::fs::remove_file(&file).expect("it was there");
    let run = run.expect("the program runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
