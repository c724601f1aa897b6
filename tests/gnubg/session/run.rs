//! Scripts, and a program's answers to each of their lines.

use crate::gnubg::{Folder, Gnubg, LIMIT};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::Instant;

/// The way in which a program receives its commands; the answers differ between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Way {
    /// Through its standard input.
    Pipe,
    /// `-c FILE`.
    File,
}

/// A list of commands, with a name for messages.
#[derive(Clone, Debug, Hash)]
pub(super) struct Script {
    pub(super) name: String,
    pub(super) way: Way,
    /// Whether a mark can follow every command: not if the program may ask a question, or if the output is
    /// switched off.
    pub(super) marked: bool,
    pub(super) commands: Vec<String>,
}

/// The output on both streams after one command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// The last line of the greeting.
const GREETING_ENDS: &str = "details.\n\n";

/// Returns the output on the two streams of the two commands after command number `i`.
fn marks(i: usize) -> (String, String) {
    (format!("Unknown player `zz{i}' (see `help set player').\n"), format!("Unknown keyword `zz{i}'.\n\n"))
}

impl Script {
    /// Returns the text for the program.
    fn text(&self) -> String {
        let mut text = String::new();
        for (i, command) in self.commands.iter().enumerate() {
            text.push_str(command);
            text.push('\n');
            if self.marked {
                let _ = write!(text, "set player zz{i} human\nzz{i}\n");
            }
        }
        text
    }

    /// Splits the two streams into one answer per command; an unmarked script has a single one.
    ///
    /// # Errors
    ///
    /// The first command after which there is no mark.
    fn cut(&self, stdout: &str, stderr: &str) -> Result<Vec<Answer>, String> {
        let mut stdout = stdout.split_once(GREETING_ENDS).map_or(stdout, |(_, behind)| behind);
        let mut stderr = stderr;
        if !self.marked {
            return Ok(vec![Answer { stdout: stdout.to_owned(), stderr: stderr.to_owned() }]);
        }
        let mut answers = Vec::new();
        for (i, command) in self.commands.iter().enumerate() {
            let (end, error_end) = marks(i);
            let missing = |rest: &str| {
                let rest: String = rest.chars().take(2000).collect();
                format!("no mark behind `{command}` (number {i}), but: {rest}")
            };
            let (answer, behind) = stdout.split_once(&end).ok_or_else(|| missing(stdout))?;
            let (error, error_behind) = stderr.split_once(&error_end).ok_or_else(|| missing(stderr))?;
            answers.push(Answer { stdout: answer.to_owned(), stderr: error.to_owned() });
            (stdout, stderr) = (behind, error_behind);
        }
        Ok(answers)
    }

    /// Runs the script in a process of its own.
    fn run(&self, program: &Path) -> Result<Vec<Answer>, String> {
        let folder = Folder::new("gnubg");
        let at = |name: &str| folder.0.join(name);
        std::fs::write(at("commands"), self.text()).expect("a file");
        let create = |name: &str| std::fs::File::create(at(name)).expect("a file");
        let mut command = command(program, &folder);
        if self.way == Way::File {
            command.args(["-c", "commands"]).stdin(Stdio::null());
        } else {
            command.stdin(std::fs::File::open(at("commands")).expect("a file"));
        }
        let mut child =
            command.stdout(create("stdout")).stderr(create("stderr")).spawn().expect("the program starts");
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("a child") {
                break status;
            }
            if start.elapsed() > LIMIT {
                stop(&mut child);
                return Err(format!("it took more than {LIMIT:?}"));
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        };
        let read =
            |name: &str| String::from_utf8_lossy(&std::fs::read(at(name)).expect("its output")).into_owned();
        if !status.success() {
            return Err(format!("it ended with {status}: {}", read("stderr")));
        }
        self.cut(&read("stdout"), &read("stderr"))
    }

    /// Returns the answers of the referee, from the cache if it has run the script before.
    ///
    /// # Panics
    ///
    /// If it crashes or doesn't answer: then the script can't be used.
    pub(super) fn theirs(&self, gnubg: &Gnubg) -> Vec<Answer> {
        let run = || {
            self.run(&gnubg.program).unwrap_or_else(|reason| panic!("{} {:?}: {reason}", self.name, self.way))
        };
        let pairs = remembered(&("answers", self.way, self.marked, &self.commands), || {
            run().into_iter().map(|answer| (answer.stdout, answer.stderr)).collect::<Vec<_>>()
        });
        pairs.into_iter().map(|(stdout, stderr)| Answer { stdout, stderr }).collect()
    }

    /// Runs the script through this program, under the other's name.
    ///
    /// # Errors
    ///
    /// The reason why there is no answer.
    pub(super) fn ours(&self) -> Result<Vec<Answer>, String> {
        self.run(&ours())
    }
}

/// Returns the command that starts a program for a script.
fn command(program: &Path, folder: &Folder) -> Command {
    let mut command = Command::new(program);
    command
        .args(["-t", "-q", "-r"])
        .current_dir(&folder.0)
        .env("HOME", &folder.0)
        .env("XDG_CONFIG_HOME", &folder.0)
        .env("XDG_STATE_HOME", &folder.0)
        .env("XDG_DATA_HOME", &folder.0)
        .env("LC_ALL", "C");
    command
}

/// Returns this program under the name `gnubg`.
fn ours() -> PathBuf {
    static MADE: std::sync::OnceLock<PathBuf> = std::sync::OnceLock::new();
    let make = || {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("session-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        crate::support::called_gnubg(&folder)
    };
    MADE.get_or_init(make).clone()
}

/// Ends a process that hangs.
fn stop(child: &mut Child) {
    // It may have ended this very moment.
    let _ = child.kill();
    let _ = child.wait();
}

/// The local date, which is in some answers.
static TODAY: LazyLock<Vec<u8>> = LazyLock::new(|| {
    Command::new("date").arg("+%F").output().map(|output| output.stdout).unwrap_or_default()
});

/// Returns the cached result for `key`, or computes it.
///
/// The cache is in the build folder, under a name made of everything that it depends on.
pub(super) fn remembered<T>(key: &impl Hash, find: impl FnOnce() -> T) -> T
where
    T: serde::Serialize + serde::de::DeserializeOwned,
{
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), include_str!("run.rs"), &*TODAY, key).hash(&mut hasher);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("referee");
    let path = folder.join(format!("{:016x}.json", hasher.finish()));
    if let Some(known) = std::fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
        return known;
    }
    let found = find();
    std::fs::create_dir_all(&folder).expect("a folder");
    let thread = std::thread::current().id();
    let draft = folder.join(format!("{:016x}.{}.{thread:?}", hasher.finish(), std::process::id()));
    std::fs::write(&draft, serde_json::to_vec(&found).expect("JSON")).expect("a file");
    std::fs::rename(&draft, &path).expect("a file");
    found
}

/// A process of the referee that is asked line by line.
pub(super) struct Talk {
    child: Child,
    answers: BufReader<std::process::ChildStdout>,
    asked: usize,
    // Removed when the process has ended.
    _folder: Folder,
}

impl Talk {
    pub(super) fn new(gnubg: &Gnubg) -> Self {
        let folder = Folder::new("gnubg");
        let errors = std::fs::File::create(folder.0.join("stderr")).expect("a file");
        let mut child = command(&gnubg.program, &folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .expect("GNU Backgammon starts");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, answers, asked: 0, _folder: folder }
    }

    /// Sends a command; returns everything printed until it was done, or `None` if the program crashed.
    pub(super) fn ask(&mut self, command: &str) -> Option<String> {
        self.asked += 1;
        let end = format!("Unknown player `zz{}' (see `help set player').\n", self.asked);
        let text = format!("{command}\nset player zz{} human\n", self.asked);
        let pipe = self.child.stdin.as_mut().expect("a pipe");
        pipe.write_all(text.as_bytes()).and_then(|()| pipe.flush()).ok()?;
        let mut answer = Vec::new();
        while !answer.ends_with(end.as_bytes()) {
            let read = self.answers.read_until(b'\n', &mut answer).expect("it answers");
            if read == 0 {
                return None;
            }
        }
        answer.truncate(answer.len() - end.len());
        Some(String::from_utf8_lossy(&answer).into_owned())
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // At the end of its input it ends by itself.
        drop(self.child.stdin.take());
        let _ = self.answers.read_to_end(&mut Vec::new());
        let _ = self.child.wait();
    }
}
