//! The program at a terminal: a pseudo-terminal, and a screen as a user sees it.

use ptyprocess::{PtyProcess, WaitStatus};
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use vt100::Parser;

/// The time limit for a text to appear. Only a failing test waits that long.
const PATIENCE: Duration = Duration::from_mins(1);
const ROWS: u16 = 60;

/// Keys that aren't letters.
pub(crate) mod key {
    pub(crate) const ENTER: &str = "\r";
    pub(crate) const TAB: &str = "\t";
    pub(crate) const INTERRUPT: &str = "\x03";
    pub(crate) const END: &str = "\x04";
    pub(crate) const UP: &str = "\x1b[A";
    pub(crate) const RIGHT: &str = "\x1b[C";
}

/// The program at a terminal.
pub(crate) struct Screen {
    process: PtyProcess,
    keyboard: File,
    parser: Arc<Mutex<Parser>>,
    /// Whether everything that was written is on the screen, and nothing more comes.
    has_ended: Arc<AtomicBool>,
}

impl Screen {
    /// Starts the program with the folder for its history, and with more variables.
    pub(crate) fn start(state: &std::path::Path, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::start_in(100, state, arguments, variables)
    }

    /// Does the same on a terminal with this many columns.
    pub(crate) fn start_in(
        columns: u16,
        state: &std::path::Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Self {
        let mut command = Command::new(crate::support::program());
        command.args(arguments).env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state);
        command.env("HOME", state).env("TERM", "xterm-256color").env("USER", "anna");
        command.env("LC_ALL", "C.UTF-8").env("XDG_DATA_HOME", state);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.current_dir(state).envs(variables.iter().copied());
        let mut process = PtyProcess::spawn(sized(&command, columns)).expect("a pseudo-terminal");
        // Starting it gives the terminal a size, at a time of its own.
        process.set_window_size(columns, ROWS).expect("a size");
        let keyboard = process.get_raw_handle().expect("the terminal");
        let mut output = keyboard.try_clone().expect("the terminal");
        let parser = Arc::new(Mutex::new(Parser::new(size(ROWS), size(columns), 0)));
        let has_ended = Arc::new(AtomicBool::new(false));
        let (screen, ended) = (Arc::clone(&parser), Arc::clone(&has_ended));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // At the end Linux reports an error, others an empty read.
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                screen.lock().expect("no panic").process(&bytes[..length]);
            }
            ended.store(true, Ordering::Release);
        });
        Self { process, keyboard, parser, has_ended }
    }

    /// Types a text.
    pub(crate) fn type_in(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).expect("the program reads");
    }

    /// Types a line.
    pub(crate) fn enter(&mut self, line: &str) {
        self.type_in(line);
        self.type_in(key::ENTER);
    }

    /// Types a line and waits for a text in its answer.
    pub(crate) fn answers(&mut self, line: &str, text: &str) {
        self.enter(line);
        self.wait_for(text);
    }

    /// Types a line and waits for the prompt after its answer.
    pub(crate) fn enter_and_wait(&mut self, line: &str) {
        self.enter(line);
        self.wait_until("the next prompt", |contents| {
            let (head, last) = contents.trim_end().rsplit_once('\n').unwrap_or_default();
            last.starts_with('(') && last.trim_end().ends_with(')') && head.contains(line)
        });
    }

    /// Changes the size of the window.
    pub(crate) fn resize(&mut self, columns: u16) {
        self.parser.lock().expect("no panic").set_size(size(ROWS), size(columns));
        self.process.set_window_size(columns, ROWS).expect("a size");
        // There is no controlling terminal's kernel to be relied upon everywhere.
        let _ = self.process.signal(ptyprocess::Signal::SIGWINCH);
    }

    /// Returns what is on the screen.
    pub(crate) fn contents(&self) -> String {
        self.parser.lock().expect("no panic").screen().contents()
    }

    /// Waits until the program has ended, and returns the whole screen.
    pub(crate) fn at_the_end(&self) -> String {
        self.wait_until("end", |_| self.has_ended.load(Ordering::Acquire));
        self.contents()
    }

    /// Waits until the screen satisfies a condition.
    ///
    /// # Panics
    ///
    /// If it never does.
    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let contents = self.contents();
            if is_so(&contents) {
                return contents;
            }
            assert!(start.elapsed() < PATIENCE, "no {what:?} on the screen:\n{contents}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for a text, and returns the whole screen.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |contents| contents.contains(text))
    }

    /// Waits for the last line that isn't empty, and returns the whole screen.
    pub(crate) fn wait_for_last(&self, line: &str) -> String {
        self.wait_until(line, |contents| last(contents) == line.trim_end())
    }

    /// Returns the cells of the first place of a text on the screen.
    pub(crate) fn cells(&self, text: &str) -> Vec<vt100::Cell> {
        self.wait_for(text);
        let parser = self.parser.lock().expect("no panic");
        let screen = parser.screen();
        let found = screen.rows(0, u16::MAX).enumerate().find_map(|(row, line)| {
            let at = line.find(text)?;
            Some((row as u16, line[..at].chars().count() as u16))
        });
        let (row, column) = found.expect("it was there");
        let columns = column..column + text.chars().count() as u16;
        columns.filter_map(|column| screen.cell(row, column).cloned()).collect()
    }

    /// Waits for the end of the program and returns its status.
    pub(crate) fn status(&self) -> i32 {
        let start = Instant::now();
        loop {
            match self.process.status().expect("a child") {
                WaitStatus::Exited(_, status) => return status,
                WaitStatus::StillAlive => {}
                other => panic!("{other:?}"),
            }
            assert!(start.elapsed() < PATIENCE, "it goes on:\n{}", self.contents());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Returns the last line that isn't empty.
fn last(contents: &str) -> &str {
    contents.trim_end().lines().last().unwrap_or_default().trim_end()
}

fn size(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a size")
}

/// Returns the command that starts the program when its terminal has this many columns, as a window has them from its
/// beginning.
fn sized(command: &Command, columns: u16) -> Command {
    let mut shell = Command::new("sh");
    let script = r#"until [ "$(stty size)" = "$1 $2" ]; do sleep 0.01; done; shift 2; exec "$@""#;
    shell.args(["-c", script, "sh", &ROWS.to_string(), &columns.to_string()]);
    shell.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        shell.current_dir(folder);
    }
    shell
}
