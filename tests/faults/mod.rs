//! Faults of the system: whichever call fails, and wherever the program is killed, a file is the complete old or the
//! complete new one, and the exit status shows which.
//!
//! strace makes the calls fail, so the tests run the program itself. Without strace these tests print a note and pass,
//! unless `BARPOINT_REQUIRE_STRACE` is set; then every call fails, otherwise the first of each kind and some later
//! ones.

use crate::support;
use barpoint::output::json::RolloutState;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// The calls that create files, each with its error: a full or broken disk, a read-only folder.
const CALLS: [(&str, &str); 9] = [
    ("write", "ENOSPC"),
    ("fsync", "EIO"),
    ("openat", "EROFS"),
    ("link,linkat", "EIO"),
    ("rename,renameat,renameat2", "EIO"),
    ("unlink,unlinkat", "EIO"),
    ("fchmod", "EPERM"),
    ("flock", "ENOLCK"),
    ("mkdir,mkdirat", "EROFS"),
];

/// More calls of one kind than any of the commands makes.
const MOST: u32 = 200;

/// A command that writes files.
struct Case {
    name: &'static str,
    /// The files that exist before.
    before: &'static [(&'static str, &'static str)],
    arguments: &'static [&'static str],
    stdin: &'static str,
}

const MATCH: &str = " 3 point match\n\n Game 1\n Anna : 0                          Bert : 0\n  1) 31: 8/5 6/5                    \
                     42: 8/4 6/4\n  2) 65: 24/13                      \n";
const UNTIDY: &str = " 3 point match\n\n Game 1\n Anna : 0    Bert : 0\n 1) 31: 6/5 8/5    42: 6/4 8/4\n";

const CASES: [Case; 7] = [
    Case {
        name: "a conversion to a new file",
        before: &[("a.mat", MATCH)],
        arguments: &["convert", "a.mat", "b.sgf"],
        stdin: "",
    },
    Case {
        name: "a conversion that replaces a file",
        before: &[("a.mat", MATCH), ("b.sgf", "old")],
        arguments: &["convert", "--force", "a.mat", "b.sgf"],
        stdin: "",
    },
    Case { name: "fmt", before: &[("a.mat", UNTIDY)], arguments: &["fmt", "a.mat"], stdin: "" },
    Case {
        name: "save match and save settings",
        before: &[("config/barpoint/settings", "# old\n")],
        arguments: &["session", "--force"],
        // Without these names the one of the user is read in the table of users, whose file a fault hides.
        stdin: "set defaultnames gnubg anna\nset rng mersenne 1\nset display off\nnew match 1\nsave match m.sgf\n\
                set jacoby off\nsave settings\n",
    },
    Case {
        name: "a table in the folder of caches",
        before: &[],
        // strace slows down what its threads say to each other, not what is written.
        arguments: &["bearoff", "hyper", "--checkers", "1", "--jobs", "1"],
        stdin: "",
    },
    Case {
        name: "the result of a quiz",
        before: &[(
            "quiz.jsonl",
            "{\"schema\":1,\"id\":\"-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\",\"variant\":\"backgammon\",\
             \"date\":\"2026-11-01\",\"answer\":\"8/5 6/5\",\"best\":\"8/5 6/5\",\"loss\":0.0,\"grade\":\"good\"}\n",
        )],
        arguments: &[
            "quiz",
            "--results",
            "quiz.jsonl",
            "--all",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10",
        ],
        stdin: "take\n",
    },
    Case {
        name: "the state of a rollout",
        before: &[],
        arguments: &[
            "rollout",
            "4HPwATDgc/ABMA",
            "31",
            "8/5,6/5",
            "--games",
            "2",
            "--truncate",
            "1",
            "--state",
            "s.json",
            "--jobs",
            "1",
        ],
        stdin: "",
    },
];

/// The files of a folder by their names, without the log of strace.
type Files = BTreeMap<PathBuf, Vec<u8>>;

fn files(folder: &Path) -> Files {
    let mut found = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder").flatten() {
            let path = entry.path();
            let name = path.strip_prefix(folder).expect("it is in the folder").to_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name != Path::new("strace.log") {
                found.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// The folder with the files of a case, freshly created.
struct Place(PathBuf);

impl Place {
    fn new(case: &Case) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("barpoint-faults-{}-{number}", std::process::id()));
        for (name, text) in case.before {
            let file = path.join(name);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, text).expect("a file");
        }
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// Runs the program in the folder, with these arguments of strace.
    fn run(&self, case: &Case, strace: &[&str]) -> ExitStatus {
        let program = crate::support::program();
        let mut command = match strace {
            [] => Command::new(program),
            words => {
                let mut command = Command::new("strace");
                command.args(["-f", "-qq", "-o", "strace.log"]).args(words).arg(program);
                command
            }
        };
        command.args(case.arguments).current_dir(&self.0);
        for (variable, folder) in [
            ("HOME", "."),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_STATE_HOME", "data"),
            ("XDG_CACHE_HOME", "cache"),
        ] {
            command.env(variable, self.0.join(folder));
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // A program that was killed reads nothing.
        let _ = child.stdin.take().expect("a pipe").write_all(case.stdin.as_bytes());
        child.wait().expect("the program ends")
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.0.join("strace.log")).unwrap_or_default()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn has_strace() -> bool {
    let found =
        Command::new("strace").arg("-V").stdout(Stdio::null()).status().is_ok_and(|status| status.success());
    assert!(found || std::env::var_os("BARPOINT_REQUIRE_STRACE").is_none(), "strace is required");
    found
}

fn is_temporary(name: &Path) -> bool {
    name.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".barpoint-"))
}

/// Asserts that each file is complete, as it was before or as it is after the command; returns `true` if all are those
/// after it.
fn whole(found: &Files, old: &Files, new: &Files, what: &str) -> bool {
    let names: Vec<&PathBuf> = old.keys().chain(new.keys()).collect();
    for name in names {
        let is = found.get(name);
        // A rollout is kept before its first game and while it runs; each state carries a checksum.
        let is_state =
            name == Path::new("s.json") && is.is_some_and(|bytes| RolloutState::from_bytes(bytes).is_ok());
        let is_whole = is == old.get(name) || is == new.get(name) || is_state;
        assert!(is_whole, "{what}: {} is neither old nor new", name.display());
    }
    let others = found.keys().filter(|name| !is_temporary(name));
    for name in others {
        assert!(old.contains_key(name) || new.contains_key(name), "{what}: {} is new", name.display());
    }
    new.iter().all(|(name, bytes)| found.get(name) == Some(bytes))
}

/// Returns `true` if every call is tried.
fn is_thorough() -> bool {
    std::env::var_os("BARPOINT_REQUIRE_STRACE").is_some()
}

/// Tries a fault at each call of every kind: the error, or killing the program.
fn try_all(case: &Case, kill: bool) -> usize {
    let place = Place::new(case);
    let old = files(&place.0);
    assert!(place.run(case, &[]).success(), "{}", case.name);
    let new = files(&place.0);
    assert_ne!(old, new, "{}: nothing is written", case.name);
    drop(place);
    let mut tried = 0;
    for (calls, error) in CALLS {
        for number in (1..=MOST).filter(|number| is_thorough() || *number <= 2 || number % 9 == 0) {
            let fault = if kill { "signal=KILL".to_owned() } else { format!("error={error}") };
            let place = Place::new(case);
            let inject = format!("inject={calls}:{fault}:when={number}");
            let status = place.run(case, &["-e", &format!("trace={calls}"), "-e", &inject]);
            let log = place.log();
            if !log.contains(if kill { "killed by SIGKILL" } else { "(INJECTED)" }) {
                break;
            }
            assert!(number < MOST, "{}: more than {MOST} of {calls}", case.name);
            tried += 1;
            let what = format!("{}, {calls} {number}, {fault}", case.name);
            let found = files(&place.0);
            let is_new = whole(&found, &old, &new, &what);
            if kill {
                // The next run removes what this one left, and does what it was asked to.
                for name in new.keys() {
                    let _ = match old.get(name) {
                        Some(bytes) => std::fs::write(place.0.join(name), bytes),
                        None => std::fs::remove_file(place.0.join(name)),
                    };
                }
                let _ = place.run(case, &[]);
                let found = files(&place.0);
                assert!(!found.keys().any(|name| is_temporary(name)), "{what}: {:?} stays", found.keys());
            } else {
                assert!(
                    is_new || !status.success(),
                    "{what}: nothing is written, and the status is 0\n{log}"
                );
                let stays = found.keys().any(|name| is_temporary(name));
                assert!(!stays || calls.starts_with("unlink"), "{what}: {:?} stays", found.keys());
            }
        }
    }
    tried
}

#[test]
fn wherever_a_call_fails_a_file_is_the_old_or_the_new_one() {
    if !has_strace() {
        return;
    }
    let tried: usize = CASES.iter().map(|case| try_all(case, false)).sum();
    assert!(tried > if is_thorough() { 100 } else { 40 }, "{tried}");
    support::report(tried, "calls that failed");
}

#[test]
fn wherever_the_program_is_killed_a_file_is_the_old_or_the_new_one() {
    if !has_strace() {
        return;
    }
    let tried: usize = CASES.iter().map(|case| try_all(case, true)).sum();
    assert!(tried > if is_thorough() { 100 } else { 40 }, "{tried}");
    support::report(tried, "calls at which the program was killed");
}
