//! The real GNU Backgammon as referee.
//!
//! Without it, these tests print a note and pass, unless `BARPOINT_REQUIRE_GNUBG` is set.

mod analysis;
mod boards;
mod cheat;
mod commands;
mod compat;
mod drivers;
mod exports;
mod machine;
mod odd_files;
mod older;
mod positions;
mod program;
mod races;
mod rc;
mod records;
mod relational;
mod remote;
mod session;
mod sessions;
mod settings;
mod sgf;
mod states;

use crate::support::Folder;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The time limit of one process.
const LIMIT: Duration = Duration::from_secs(20);

/// The referee.
#[derive(Debug)]
pub(crate) struct Gnubg {
    program: PathBuf,
}

impl Gnubg {
    /// Finds the referee.
    ///
    /// # Panics
    ///
    /// If it is required but missing.
    pub(crate) fn find() -> Option<Self> {
        let found = program::gnubg();
        if found.is_none() {
            let required = std::env::var_os("BARPOINT_REQUIRE_GNUBG").is_some_and(|value| value == "1");
            assert!(!required, "GNU Backgammon is required and was not found");
            crate::support::report(0, "cases: no GNU Backgammon here");
        }
        found.map(|program| Self { program })
    }

    /// Runs a list of its commands; returns what it prints after its greeting.
    pub(crate) fn run(&self, commands: &str) -> String {
        let folder = Folder::new("gnubg");
        std::fs::write(folder.0.join("commands"), commands).expect("a file");
        self.process(&folder, &["-c", "commands"])
    }

    /// Runs commands beside some files; returns the output, and the files to be written.
    pub(crate) fn with_files(
        &self,
        files: &[(&str, &[u8])],
        commands: &str,
        wanted: &[&str],
    ) -> (String, Vec<Vec<u8>>) {
        let folder = Folder::new("gnubg");
        for (name, bytes) in files {
            std::fs::write(folder.0.join(name), bytes).expect("a file");
        }
        std::fs::write(folder.0.join("commands"), commands).expect("a file");
        let said = self.process(&folder, &["-c", "commands"]);
        let read = |name: &&str| std::fs::read(folder.0.join(name)).unwrap_or_default();
        (said, wanted.iter().map(read).collect())
    }

    /// Imports a record and exports it again; returns the output, and the export if there is one.
    pub(crate) fn reexport(&self, record: &str) -> (String, String) {
        let folder = Folder::new("gnubg");
        std::fs::write(folder.0.join("record.mat"), record).expect("a file");
        let commands = "set output output off\nimport mat \"record.mat\"\nset output output on\n\
                        export match mat \"export.mat\"\n";
        std::fs::write(folder.0.join("commands"), commands).expect("a file");
        let said = self.process(&folder, &["-c", "commands"]);
        (said, std::fs::read_to_string(folder.0.join("export.mat")).unwrap_or_default())
    }

    /// Imports a record and returns its own replay of it, from its Python interface.
    pub(crate) fn replay(&self, record: &Path) -> serde_json::Value {
        self.replay_as("mat", &std::fs::read(record).expect("a file"))
    }

    /// Imports a record of a format, by its own name for the format, and returns its own replay of
    /// it.
    pub(crate) fn replay_as(&self, format: &str, record: &[u8]) -> serde_json::Value {
        const SCRIPT: &str = "import gnubg, json
gnubg.command('set output output off')
gnubg.command('import FORMAT \"record\"')
with open('replay.json', 'w') as f:
    json.dump(gnubg.match(analysis=0, boards=1, statistics=0), f)
";
        let folder = Folder::new("gnubg");
        std::fs::write(folder.0.join("record"), record).expect("a file");
        std::fs::write(folder.0.join("script.py"), SCRIPT.replace("FORMAT", format)).expect("a file");
        let said = self.process(&folder, &["-p", "script.py"]);
        let text = std::fs::read_to_string(folder.0.join("replay.json"));
        let text = text.unwrap_or_else(|_| {
            panic!("{}\nno replay of this as {format}: {said}", String::from_utf8_lossy(record))
        });
        serde_json::from_str(&text).expect("JSON")
    }

    /// Loads an SGF file and returns its own replay of it, and the file as it saves it again.
    pub(crate) fn load_sgf(&self, record: &[u8]) -> (serde_json::Value, String) {
        const SCRIPT: &str = "import gnubg, json
gnubg.command('set output output off')
gnubg.command('load match \"record.sgf\"')
gnubg.command('save match \"again.sgf\"')
with open('replay.json', 'w') as f:
    json.dump(gnubg.match(analysis=0, boards=1, statistics=0), f)
";
        let folder = Folder::new("gnubg");
        std::fs::write(folder.0.join("record.sgf"), record).expect("a file");
        std::fs::write(folder.0.join("script.py"), SCRIPT).expect("a file");
        let said = self.process(&folder, &["-p", "script.py"]);
        let text = std::fs::read_to_string(folder.0.join("replay.json"));
        let text = text.unwrap_or_else(|_| panic!("no replay: {said}\n{}", String::from_utf8_lossy(record)));
        let again = std::fs::read_to_string(folder.0.join("again.sgf")).unwrap_or_default();
        (serde_json::from_str(&text).expect("JSON"), again)
    }

    /// Runs one process with a HOME of its own, an empty standard input and a limit of time.
    fn process(&self, folder: &Folder, args: &[&str]) -> String {
        // Files rather than pipes: a full pipe would stop the process.
        let output = folder.0.join("output");
        let file = std::fs::File::create(&output).expect("a file");
        let status = ended(
            Command::new(&self.program)
                .args(["-t", "-q", "-r"])
                .args(args)
                .current_dir(&folder.0)
                .env("HOME", &folder.0)
                .env("LC_ALL", "C")
                .stdin(Stdio::null())
                .stdout(file.try_clone().expect("a second handle"))
                .stderr(file),
        );
        let text = std::fs::read(&output).expect("its output");
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(status.success(), "GNU Backgammon ended with {status}: {text}");
        text
    }
}

/// Runs a program to its end.
fn ended(command: &mut Command) -> ExitStatus {
    let mut child = command.spawn().expect("the program starts");
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status;
        }
        if start.elapsed() > LIMIT {
            // It may have ended this very moment.
            let _ = child.kill();
            let _ = child.wait();
            panic!("{command:?} took more than {LIMIT:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_referee_answers() {
    let Some(gnubg) = Gnubg::find() else { return };
    let said = gnubg.run("show pipcount 4HPwATDgc/ABMA\n");
    assert!(said.contains("167"), "{said}");
    crate::support::report(1, "case: GNU Backgammon answers");
}

/// Returns a program's output for the file `commands` in a folder, after its greeting.
fn said(program: &Path, arguments: &[&str], work: &Path, home: &Path) -> String {
    run(program, &[arguments, &["-t", "-q", "-r", "-c", "commands"]].concat(), Stdio::null(), work, home)
}

/// Returns a program's output for the lines of the file `commands` in a folder on its standard input, after its
/// greeting.
fn said_piped(program: &Path, arguments: &[&str], work: &Path, home: &Path) -> String {
    let lines = std::fs::File::open(work.join("commands")).expect("a file");
    run(program, &[arguments, &["-t", "-q", "-r"]].concat(), lines.into(), work, home)
}

fn run(program: &Path, arguments: &[&str], input: Stdio, work: &Path, home: &Path) -> String {
    let run = Command::new(program)
        .args(arguments)
        .current_dir(work)
        .env("HOME", home)
        .env("USER", "root")
        .env("TZ", "UTC")
        .env("LANG", "C.UTF-8")
        .stdin(input)
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    match said.split_once("type `show copying' for details.\n") {
        Some((_, rest)) => rest.trim_start().to_owned(),
        None => said,
    }
}
