//! The tutorial is correct: every line of it is typed, and every answer is compared.
//!
//! `BARPOINT_UPDATE=1` rewrites the answers of `docs/tutorial.md`.

use crate::support::{Folder, up_to_date};
use barpoint::output::ui::Ui;
use barpoint::repl::dice::Dice;
use barpoint::repl::driver::{self, Options};
use barpoint::repl::host::Host;
use barpoint::repl::lines::{Lines, Next, Reply};
use barpoint::repl::prompt;
use barpoint::repl::session::Session;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/tutorial.md");

/// Everything on the screen.
#[derive(Clone, Default)]
struct Screen(Rc<RefCell<Vec<u8>>>);

impl Screen {
    fn show(&self, text: &str) {
        self.0.borrow_mut().extend_from_slice(text.as_bytes());
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A user who types the lines of the tutorial.
struct Typist {
    lines: std::vec::IntoIter<String>,
    screen: Screen,
}

impl Typist {
    fn type_after(&mut self, prompt: &str) -> Option<String> {
        let line = self.lines.next()?;
        self.screen.show(format!("{prompt}{line}").trim_end());
        self.screen.show("\n");
        Some(line)
    }
}

impl Lines for Typist {
    fn has_line(&self) -> bool {
        false
    }

    fn is_terminal(&self) -> bool {
        true
    }

    fn next_line(&mut self, session: &Session, line: &mut String) -> io::Result<Next> {
        line.clear();
        Ok(match self.type_after(&prompt::of(session)) {
            Some(typed) => {
                line.push_str(&typed);
                Next::Line
            }
            None => Next::End,
        })
    }

    fn ask(&mut self, question: &str) -> io::Result<Reply> {
        Ok(self.type_after(question).map_or(Reply::End, Reply::Line))
    }
}

/// The project's files to read, a folder to write into; every question is answered with yes.
struct World {
    folder: PathBuf,
}

impl World {
    fn path(&self, path: &str) -> PathBuf {
        let own = self.folder.join(path);
        if own.exists() { own } else { PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path) }
    }
}

impl Host for World {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        std::fs::read(self.path(path))
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        std::fs::write(self.folder.join(path), bytes)
    }

    fn exists(&self, path: &str) -> bool {
        self.path(path).exists()
    }

    fn today(&self) -> (i32, u8, u8) {
        (2026, 11, 21)
    }

    fn is_terminal(&self) -> bool {
        true
    }
}

/// A part of the tutorial.
enum Part {
    /// Prose, and the marks around blocks.
    Prose(String),
    /// Lines typed in the one session, without the answers.
    Typed(Vec<String>),
    /// Lines typed at the shell.
    Shell(Vec<String>),
}

/// Returns the text typed after a prompt.
fn typed(line: &str) -> Option<&str> {
    let prompts = ["(No game)", "(Game over)", "(Anna)", "(Bo)", "(root)"];
    prompts.into_iter().find_map(|prompt| line.strip_prefix(prompt)).map(str::trim_start)
}

fn parts(text: &str) -> Vec<Part> {
    let mut parts = vec![Part::Prose(String::new())];
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(Part::Prose(prose)) = parts.last_mut() else { unreachable!("prose follows every block") };
        let _ = writeln!(prose, "{line}");
        let block = match line {
            "```session" | "```console" => {
                lines.by_ref().take_while(|line| *line != "```").collect::<Vec<_>>()
            }
            _ => continue,
        };
        parts.push(if line == "```session" {
            Part::Typed(block.into_iter().filter_map(typed).map(str::to_owned).collect())
        } else {
            Part::Shell(
                block.into_iter().filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned).collect(),
            )
        });
        parts.push(Part::Prose("```\n".to_owned()));
    }
    parts
}

/// Types lines in a new session, and returns the screen, cut before each prompt.
fn session(lines: Vec<String>, folder: PathBuf) -> Vec<String> {
    let screen = Screen::default();
    let count = lines.len();
    let typist = RefCell::new(Typist { lines: lines.into_iter(), screen: screen.clone() });
    let mut session = Session::new(Box::new(World { folder }), Dice::seeded(1));
    let mut ui = Ui::new(screen.clone(), screen.clone());
    driver::run(&mut session, driver::TYPED, &typist, Options::default(), &mut ui).expect("memory");
    drop(ui);
    let text = String::from_utf8(screen.0.take()).expect("UTF-8");
    let mut answers: Vec<String> = Vec::new();
    for line in text.lines() {
        if typed(line).is_some() || answers.is_empty() {
            answers.push(String::new());
        }
        if let Some(answer) = answers.last_mut() {
            let _ = writeln!(answer, "{}", line.trim_end());
        }
    }
    assert_eq!(answers.len(), count, "every line is typed at a prompt:\n{text}");
    answers
}

/// Runs a line of the shell in the folder of the project, and returns its output.
fn shell(line: &str) -> String {
    let program = PathBuf::from(crate::support::program());
    let folder = program.parent().expect("a folder");
    let path = std::env::join_paths(
        std::iter::once(folder.to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let output = Command::new("sh")
        .args(["-c", &format!("({line}) 2>&1")])
        .env("PATH", path.expect("folders"))
        .env("USER", "bo")
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[cfg(unix)]
#[test]
fn every_line_of_the_tutorial_gives_the_answer_that_stands_there() {
    let text = std::fs::read_to_string(PATH).expect("the tutorial");
    let parts = parts(&text);
    let lines: Vec<String> = parts
        .iter()
        .filter_map(|part| if let Part::Typed(lines) = part { Some(lines.clone()) } else { None })
        .flatten()
        .collect();
    assert!(lines.len() > 40, "half an hour is more than {} lines", lines.len());
    let folder = Folder::new("tutorial");
    let mut answers = session(lines, folder.0.clone()).into_iter();
    let mut now = String::new();
    for part in &parts {
        match part {
            Part::Prose(prose) => now.push_str(prose),
            Part::Typed(lines) => now.extend(answers.by_ref().take(lines.len())),
            Part::Shell(lines) => {
                for line in lines {
                    let _ = write!(now, "$ {line}\n{}", shell(line));
                }
            }
        }
    }
    up_to_date("docs/tutorial.md", &now);
    assert!(!now.contains("isn't there yet"), "the tutorial shows what works");
}
