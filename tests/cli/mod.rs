//! The program as its users meet it.

mod answers;
mod garbage;

use barpoint::cli;
use std::process::{Command, Stdio};

/// The built program, without standard input.
fn barpoint() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barpoint"));
    command.stdin(Stdio::null());
    command
}

#[test]
fn transcripts_of_commands_are_as_written() {
    trycmd::TestCases::new().case("tests/cli/*.trycmd");
}

#[test]
fn the_reference_of_the_command_line_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/cli.md");
    let expected = cli::reference();
    if std::env::var_os("BARPOINT_UPDATE").is_some() {
        std::fs::write(path, &expected).expect("docs/cli.md can be written");
    }
    let actual = std::fs::read_to_string(path).unwrap_or_default();
    assert!(actual == expected, "docs/cli.md is out of date: run BARPOINT_UPDATE=1 cargo test");
}
