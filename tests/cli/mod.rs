//! The program as its users meet it.

mod analysed;
mod answers;
mod archives;
mod columns;
mod convert;
#[cfg(feature = "database")]
mod db;
mod duplicates;
mod engine;
#[cfg(unix)]
mod external;
mod find;
mod fix;
mod garbage;
mod hostile;
mod house_rules;
mod hyper;
mod layers;
pub(crate) mod packed;
#[cfg(unix)]
mod pager;
mod pages;
mod pass;
#[cfg(feature = "database")]
mod performance;
mod players;
mod quiz;
mod recorded;
mod remote;
mod rewrite;
mod rollout;
mod serve;
mod settings;
mod summary;
mod systems;
#[cfg(unix)]
mod terminal;
mod trend;

use crate::support::{Folder, fed, testdata, up_to_date};
use barpoint::cli;
use barpoint::cli::commands::formats;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The built program, without standard input.
fn barpoint() -> Command {
    let mut command = Command::new(crate::support::program());
    command.stdin(Stdio::null());
    command
}

/// Runs a command that succeeds and returns its answer, one line of JSON.
fn answer(arguments: &[&str]) -> Value {
    let output = barpoint().args(arguments).arg("--json").output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(text.lines().count(), 1, "{arguments:?}");
    serde_json::from_str(&text).expect("JSON")
}

/// Runs a command that is refused and returns the reason.
fn refusal(arguments: &[&str]) -> String {
    let output = barpoint().args(arguments).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// Sends a program the signal of Ctrl-C.
#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

impl Folder {
    /// Makes a folder with a file.
    fn with(name: &str, file: &str, bytes: impl AsRef<[u8]>) -> Self {
        let folder = Self::new(name);
        folder.write(file, bytes);
        folder
    }

    /// Runs the program in the folder.
    fn output(&self, arguments: &[&str]) -> Output {
        barpoint().current_dir(&self.0).args(arguments).output().expect("the program runs")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("UTF-8")
    }

    /// All files, sorted, with `/` between folders.
    fn files(&self) -> Vec<String> {
        fn walk(folder: &Path, before: &str, into: &mut Vec<String>) {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let entry = entry.expect("an entry");
                let name = format!("{before}{}", entry.file_name().to_str().expect("UTF-8"));
                if entry.path().is_dir() {
                    walk(&entry.path(), &format!("{name}/"), into);
                } else {
                    into.push(name);
                }
            }
        }
        let mut files = Vec::new();
        walk(&self.0, "", &mut files);
        files.sort();
        files
    }

    /// Runs the program in the folder; `line` is split at spaces.
    fn run(&self, line: &str) -> Run {
        self.run_with(line, b"")
    }

    /// Runs the program in the folder with a standard input.
    fn run_with(&self, line: &str, stdin: &[u8]) -> Run {
        let words = line.split(' ').filter(|word| !word.is_empty());
        Run::new(fed(barpoint().args(words).current_dir(&self.0), stdin))
    }
}

/// The output of the program.
#[derive(Debug, PartialEq)]
struct Run {
    status: i32,
    out: Vec<u8>,
    err: String,
}

impl Run {
    fn new(output: Output) -> Self {
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(!err.contains("panicked"), "{err}");
        Self { status: output.status.code().expect("a status"), out: output.stdout, err }
    }

    /// Returns the messages; paths have the separator of Unix.
    fn told(&self) -> String {
        systems::with_slashes(&self.err)
    }

    /// Checks the status, and that there are no results; returns the messages.
    #[track_caller]
    fn complains(self, expected: i32) -> String {
        assert_eq!(self.status(expected), "", "{}", self.err);
        self.err
    }

    /// Checks the status; returns the results as text.
    fn status(&self, expected: i32) -> &str {
        assert_eq!(self.status, expected, "{}", self.err);
        std::str::from_utf8(&self.out).expect("UTF-8")
    }
}

/// The text of a record of the project.
fn record(name: &str) -> String {
    std::fs::read_to_string(testdata(&format!("mat/{name}"))).expect("a record")
}

#[test]
fn transcripts_of_commands_are_as_written() {
    crate::support::transcripts().case("tests/cli/*.trycmd");
}

#[test]
fn the_reference_of_the_command_line_is_up_to_date() {
    up_to_date("docs/cli.md", &cli::reference());
}

#[test]
fn the_page_of_the_formats_is_up_to_date() {
    up_to_date("docs/formats/README.md", &formats::reference());
}
