//! `barpoint.toml`, `config`, and `check --watch`; the hooks and the action that use the program.

use super::Folder;
use super::systems::{run, with_slashes};
use crate::support::testdata;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

fn tour(name: &str) -> String {
    std::fs::read_to_string(testdata("mat/tour").join(name)).expect("a record")
}

#[test]
fn the_nearest_file_holds_for_each_record_and_the_command_line_wins() {
    let folder = Folder::with("settings", "three.mat", tour("three-mistakes.mat"));
    folder.write("club/three.mat", tour("three-mistakes.mat"));
    folder.write("barpoint.toml", "format = \"concise\"\nallow = [\"cube-wrong-value\"]\n");
    folder.write("club/barpoint.toml", "fail-on = \"never\"\n[rules]\ncrawford = false\n");
    let (status, out, _) = run(&folder, &["check", "three.mat", "-q"]);
    assert_eq!((status, out.lines().count()), (Some(1), 2), "{out}");
    assert!(out.starts_with("three.mat:9:"), "{out}");
    let (_, out, _) = run(&folder, &["check", "three.mat", "-q", "--format", "json"]);
    assert!(out.starts_with('{'), "{out}");
    // Its own file holds in the folder below, and nothing of the one above but how the answer looks.
    let (status, out, _) = run(&folder, &["check", "club/three.mat", "-q", "--format", "concise"]);
    assert!(status == Some(0) && out.contains("cube-wrong-value") && !out.contains("cube-crawford"), "{out}");
    let arguments = ["check", "club/three.mat", "-q", "--rules", "crawford=on", "--fail-on", "error"];
    let (status, out, _) = run(&folder, &arguments);
    assert!(status == Some(1) && out.contains("cube-crawford"), "{out}");
    // Every record of a folder has its own.
    let (_, out, _) = run(&folder, &["check", ".", "-q"]);
    assert_eq!(out.matches("cube-crawford").count(), 1, "{out}");
    assert_eq!(out.matches("cube-wrong-value").count(), 1, "{out}");
    let (_, out, _) = run(&folder, &["check", "three.mat", "-q", "--isolated", "--format", "concise"]);
    assert_eq!(out.lines().count(), 3, "{out}");
    let (_, out, _) = run(&folder, &["check", "three.mat", "-q", "--config", "club/barpoint.toml"]);
    assert!(!out.contains("cube-crawford"), "{out}");
}

#[test]
fn what_means_nothing_in_the_file_ends_the_run_with_its_place() {
    let folder = Folder::with("wrong-settings", "three.mat", tour("three-mistakes.mat"));
    folder.write("club/three.mat", tour("three-mistakes.mat"));
    folder.write("club/barpoint.toml", "fail-on = \"never\"\nalow = []\n");
    for arguments in [&["check", "club/three.mat"][..], &["check", "."], &["config", "club"]] {
        let (status, _, err) = run(&folder, arguments);
        assert_eq!(status, Some(2), "{arguments:?}");
        assert!(
            err.contains("barpoint.toml:2:1: `alow` is not a setting; did you mean `allow`?")
                && err.contains("hint: `--isolated`"),
            "{arguments:?}: {err}"
        );
    }
    assert_eq!(run(&folder, &["check", "three.mat", "-q"]).0, Some(1));
    assert_eq!(run(&folder, &["check", "three.mat", "--config", "nowhere.toml"]).0, Some(2));
}

/// A match to 3 points with a double in the game that would be the Crawford game.
const NO_CRAWFORD: &str = " 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 61: 13/7 8/7                52: 13/8 24/22
  2)  Doubles => 2               Drops
      Wins 1 point

 Game 2
 Ann : 1                        Bob : 0
  1) 61: 13/7 8/7                52: 13/8 24/22
  2)  Doubles => 2               Drops
      Wins 1 point

 Game 3
 Ann : 2                        Bob : 0
  1) 61: 13/7 8/7                Doubles => 2
  2)  Takes                      52: 13/8 24/22
  3) 64: 24/14                   31: 8/5 6/5
                                 Wins 2 points
";

#[test]
fn the_rules_of_the_file_hold_in_every_command_that_takes_rules() {
    let folder = Folder::with("settings-rules", "club/m.mat", NO_CRAWFORD);
    folder.write("club/barpoint.toml", "[rules]\ncrawford = false\n");
    folder.write("wrong/m.mat", NO_CRAWFORD);
    folder.write("wrong/barpoint.toml", "rules = 1\n");
    let mut commands: Vec<&[&str]> = vec![
        &["check"][..],
        &["fmt", "--check"],
        &["convert", "--strict", "--to", "sgf"],
        &["score"],
        &["summary"],
        &["replay"],
        &["report", "--format", "text"],
        &["analyse", "--stored"],
        &["split", "--games", "-f", "-o", "out"],
        &["merge", "-f", "-o", "out.mat"],
    ];
    if cfg!(feature = "database") {
        commands.push(&["db", "add", "--db", "ours.db"]);
    }
    for command in commands {
        let with = |more: &[&str]| run(&folder, &[command, more].concat());
        let (status, _, err) = with(&["club/m.mat"]);
        assert!(status == Some(0) || command[0] == "fmt", "{command:?}: {err}");
        assert!(!err.contains("1 error"), "{command:?}: {err}");
        // `db add` reads a known match once.
        if command[0] != "db" {
            let (status, _, err) = with(&["club/m.mat", "--isolated"]);
            assert_eq!(status, Some(1), "{command:?}: {err}");
            let (status, _, err) = with(&["club/m.mat", "--rules", "crawford=on"]);
            assert_eq!(status, Some(1), "{command:?}: {err}");
            let (status, _, err) = with(&["wrong/m.mat", "--config", "club/barpoint.toml"]);
            assert!(status == Some(0) || command[0] == "fmt", "{command:?}: {err}");
        }
        let (status, _, err) = with(&["wrong/m.mat"]);
        assert_eq!(status, Some(2), "{command:?}: {err}");
        assert!(err.contains("barpoint.toml:1:9: `rules` is a table"), "{command:?}: {err}");
    }
    // Commands whose exit status doesn't depend on the records.
    for command in [&["find"][..], &["stats"]] {
        let (status, _, err) = run(&folder, &[command, &["wrong/m.mat"]].concat());
        assert_eq!(status, Some(2), "{command:?}: {err}");
    }
    let (_, out, _) = run(&folder, &["score", "club/m.mat"]);
    assert!(!out.contains("Crawford game"), "{out}");
}

#[test]
fn config_shows_what_holds_and_where_it_is_said() {
    let folder = Folder::with("config", "club/notes.txt", "");
    folder.write("barpoint.toml", "# ours\nallow = [\"mat-dice\"]\n\n[rules]\nbeavers = 2\n");
    let (status, out, _) = run(&folder, &["config", "club"]);
    let expected = format!(
        "{}/barpoint.toml\n  allow          [\"mat-dice\"]  line 2\n  rules.beavers  2             line 5\n  \
         all            false         default\n  fail-on        \"warning\"     default\n  \
         format         \"text\"        default\n  pedantic       false         default\n",
        folder.0.display()
    );
    let out = with_slashes(&out);
    assert_eq!((status, out.strip_prefix("Z:").unwrap_or(&out)), (Some(0), &*expected));
    let (_, out, _) = run(&folder, &["config", "club", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["settings"][1]["line"], 5);
    assert!(run(&folder, &["config", "--isolated"]).1.starts_with("no file is read\n"));
    assert_eq!(run(&folder, &["config", "nowhere"]).0, Some(2));
}

#[cfg(unix)]
#[test]
fn watch_checks_what_changes_until_it_is_interrupted() {
    let folder = Folder::with("watch", "club/notes.txt", "");
    folder.write("half.mat", tour("half-a-play.mat"));
    folder.write("notes.md", "no record");
    let mut child = Command::new(crate::support::program())
        .args(["check", "--watch", "--format", "concise", "."])
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    // What is written up to the line that closes a screen.
    let mut screen = || {
        let mut text = String::new();
        while !text.ends_with("Ctrl-C ends\n") {
            assert!(out.read_line(&mut text).expect("text") > 0, "it ended after {text:?}");
        }
        text
    };
    let first = screen();
    assert!(first.contains("play-incomplete") && first.contains("1 record: findings in 1 file"), "{first}");
    folder.write("club/three.mat", tour("three-mistakes.mat"));
    let mut second = screen();
    // An event for a file that is still empty may come first.
    while !second.contains("findings in 2 files") {
        second = screen();
    }
    assert!(second.contains("club/three.mat:9:") && !second.contains("half.mat"), "{second}");
    // An editor puts another file in its place.
    folder.write(".half.mat.swp", tour("three-mistakes.mat"));
    std::fs::copy(testdata("mat/valid/seven-points.mat"), folder.0.join("half.new~"))
        .expect("a file of ours");
    std::fs::rename(folder.0.join("half.new~"), folder.0.join("half.mat")).expect("a file of ours");
    while !second.contains("2 records: findings in 1 file") {
        second = screen();
    }
    std::fs::remove_file(folder.0.join("club/three.mat")).expect("a file of ours");
    while !second.contains("1 record: no findings") {
        second = screen();
    }
    super::interrupt(&child);
    assert_eq!(child.wait().expect("a child").code(), Some(0));
}

/// Starts `check --watch`, and ends it when `until` is true; returns its output.
#[cfg(unix)]
fn watched(folder: &Folder, line: &str, until: impl Fn(&str, &str) -> bool) -> (String, String) {
    let (out, err) = (folder.0.join("out.log"), folder.0.join("err.log"));
    let file = |path: &Path| std::fs::File::create(path).expect("a file");
    let text = |path: &Path| std::fs::read_to_string(path).expect("a file");
    let mut child = Command::new(crate::support::program())
        .args(line.split(' '))
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .stdout(file(&out))
        .stderr(file(&err))
        .spawn()
        .expect("the program");
    for _ in 0..1000 {
        if until(&text(&out), &text(&err)) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    super::interrupt(&child);
    child.wait().expect("a child");
    (text(&out), text(&err))
}

#[cfg(unix)]
#[test]
fn what_watch_says_is_not_mixed_with_what_a_program_reads() {
    let folder = Folder::with("watch-json", "club/a.mat", tour("half-a-play.mat"));
    let state = "1 record: findings in 1 file; Ctrl-C ends\n";
    for format in ["json", "sarif", "github"] {
        let check = run(&folder, &["check", "--quiet", "--format", format, "club/a.mat"]);
        let line = format!("check --watch --format {format} club/a.mat");
        let (out, err) = watched(&folder, &line, |_, err| err.contains("ends\n"));
        assert_eq!((out.as_str(), err.as_str()), (check.1.as_str(), state), "{format}");
        let line = format!("check --watch --quiet --format {format} club/a.mat");
        let (out, err) = watched(&folder, &line, |out, _| out.len() >= check.1.len());
        assert_eq!((out.as_str(), err.as_str()), (check.1.as_str(), ""), "{format}");
    }
    let (out, err) =
        watched(&folder, "check --watch --format text club/a.mat", |out, _| out.ends_with(state));
    assert!(out.ends_with(state) && err.is_empty(), "{out} {err}");
    let (out, _) = watched(&folder, "check --watch --quiet club/a.mat", |out, _| !out.is_empty());
    assert!(!out.contains("Ctrl-C"), "{out}");
    // A SARIF document without results is no finding.
    folder.write("club/a.mat", std::fs::read(testdata("mat/valid/seven-points.mat")).expect("a record"));
    let line = "check --watch --format sarif club/a.mat";
    let (out, err) = watched(&folder, line, |_, err| err.contains("ends\n"));
    assert!(out.contains("sarif") && err == "1 record: no findings; Ctrl-C ends\n", "{out} {err}");
}

/// Runs `check --watch`, makes each change, and waits until the output after it contains the text.
#[cfg(unix)]
fn follows(folder: &Folder, arguments: &[&str], steps: &[(&dyn Fn(), &str)]) {
    let log = folder.0.join("out.log");
    let mut child = Command::new(crate::support::program())
        .args(["check", "--watch", "--format", "concise"])
        .args(arguments)
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(&log).expect("a file"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let (mut from, mut missed) = (0, None);
    for (change, wanted) in steps {
        change();
        let found = (0..1000).find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            let text = std::fs::read_to_string(&log).expect("a file");
            text[from..].contains(wanted).then_some(text.len())
        });
        let Some(length) = found else {
            missed = Some((wanted, std::fs::read_to_string(&log).expect("a file")));
            break;
        };
        from = length;
    }
    super::interrupt(&child);
    child.wait().expect("a child");
    assert!(missed.is_none(), "{missed:?}");
}

#[cfg(unix)]
#[test]
fn watch_checks_every_file_that_is_named() {
    let folder = Folder::new("watch-named");
    for name in [".hid.mat", "x.tmp", "b~"] {
        folder.write(name, tour("three-mistakes.mat"));
    }
    folder.write("notes.md", "no record");
    let names = [".hid.mat", "x.tmp", "b~", "notes.md"];
    let steps: [(&dyn Fn(), &str); 1] = [(&|| {}, "4 records: findings in 4 files")];
    follows(&folder, &names, &steps);
}

#[cfg(unix)]
#[test]
fn watch_sees_a_folder_that_takes_the_place_of_another() {
    let folder = Folder::new("watch-replaced");
    let valid = std::fs::read(testdata("mat/valid/seven-points.mat")).expect("a record");
    folder.write("club/a.mat", &valid);
    let club = folder.0.join("club");
    let rename = || {
        std::fs::rename(&club, folder.0.join("old")).expect("a folder of ours");
        folder.write("club/b.mat", tour("three-mistakes.mat"));
    };
    let remove = || {
        std::fs::remove_dir_all(&club).expect("a folder of ours");
        folder.write("club/c.mat", &valid);
    };
    let leave = || std::fs::remove_dir_all(&club).expect("a folder of ours");
    let back = || folder.write("club/sub/d.mat", tour("three-mistakes.mat"));
    let part = || std::fs::rename(club.join("sub"), folder.0.join("sub")).expect("a folder of ours");
    let steps: [(&dyn Fn(), &str); 6] = [
        (&|| {}, "1 record: no findings"),
        (&rename, "1 record: findings in 1 file"),
        (&remove, "1 record: no findings"),
        (&leave, "0 records: no findings"),
        (&back, "1 record: findings in 1 file"),
        (&part, "0 records: no findings"),
    ];
    follows(&folder, &["club"], &steps);
}

#[cfg(unix)]
#[test]
fn watch_sees_new_folders_in_a_folder_of_a_named_file_that_is_replaced() {
    let folder = Folder::new("watch-both");
    let valid = std::fs::read(testdata("mat/valid/seven-points.mat")).expect("a record");
    folder.write("all/club/a.mat", &valid);
    let replace = || {
        std::fs::rename(folder.0.join("all/club"), folder.0.join("old")).expect("a folder of ours");
        folder.write("all/club/a.mat", &valid);
    };
    let add = || folder.write("all/club/sub/b.mat", tour("three-mistakes.mat"));
    let steps: [(&dyn Fn(), &str); 3] = [
        (&|| {}, "1 record: no findings"),
        (&replace, "1 record: no findings"),
        (&add, "2 records: findings in 1 file"),
    ];
    follows(&folder, &["all", "all/club/a.mat"], &steps);
}

#[cfg(unix)]
#[test]
fn watch_ends_if_the_current_folder_is_gone() {
    let folder = Folder::with("watch-gone", "club/a.mat", tour("three-mistakes.mat"));
    let (out, err) = (folder.0.join("out.log"), folder.0.join("err.log"));
    let mut child = Command::new(crate::support::program())
        .args(["check", "--watch"])
        .current_dir(folder.0.join("club"))
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(&out).expect("a file"))
        .stderr(std::fs::File::create(&err).expect("a file"))
        .spawn()
        .expect("the program");
    let wait = |until: &mut dyn FnMut() -> bool| {
        let mut pauses = (0..1000).map(|_| std::thread::sleep(std::time::Duration::from_millis(20)));
        while !until() && pauses.next().is_some() {}
    };
    wait(&mut || std::fs::read_to_string(&out).expect("a file").contains("Ctrl-C ends"));
    std::fs::rename(folder.0.join("club"), folder.0.join("old")).expect("a folder of ours");
    let mut status = None;
    wait(&mut || {
        status = child.try_wait().expect("a child");
        status.is_some()
    });
    // If it goes on, it is ended here.
    let _ = child.kill();
    let _ = child.wait();
    let err = std::fs::read_to_string(&err).expect("a file");
    assert_eq!(status.and_then(|status| status.code()), Some(2), "{err}");
    assert!(err.contains("the current folder was removed or renamed"), "{err}");
}

#[cfg(unix)]
#[test]
fn watch_sees_the_settings_above_a_folder() {
    let folder = Folder::with("watch-above", "club/week/a.mat", tour("three-mistakes.mat"));
    let codes = "allow = [\"play-bar-first\", \"cube-wrong-value\", \"cube-crawford\"]\n";
    let allow = || folder.write("club/barpoint.toml", codes);
    let remove = || std::fs::remove_file(folder.0.join("club/barpoint.toml")).expect("a file of ours");
    let steps: [(&dyn Fn(), &str); 3] = [
        (&|| {}, "1 record: findings in 1 file"),
        (&allow, "1 record: no findings"),
        (&remove, "1 record: findings in 1 file"),
    ];
    follows(&folder, &["club/week"], &steps);
}

#[test]
fn watch_says_what_it_cannot_watch() {
    let folder = Folder::new("no-watch");
    let (status, _, err) = run(&folder, &["check", "--watch", "nowhere"]);
    assert_eq!(status, Some(2));
    assert!(err.starts_with("error: cannot read nowhere: "), "{err}");
    assert_eq!(run(&folder, &["check", "--watch", "-"]).0, Some(2));
}

fn project(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(&path).expect("a file of the project")
}

/// The folder of the program, first on the path.
fn path_with_program() -> std::ffi::OsString {
    let program = Path::new(crate::support::program());
    let folder = program.parent().expect("a folder").to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&others))).expect("a path")
}

/// Returns the hooks: the identifier, the command, and the types of files that they run on.
fn hooks() -> Vec<[String; 3]> {
    let text = project(".pre-commit-hooks.yaml");
    let value = |hook: &str, key: &str| {
        let line = hook.lines().map(str::trim).find_map(|line| line.strip_prefix(key)).expect(key);
        line.trim().trim_matches('\'').to_owned()
    };
    let hooks = text.split("\n- ").skip(1);
    hooks.map(|hook| ["id:", "entry:", "files:"].map(|key| value(hook, key))).collect()
}

#[cfg(unix)]
#[test]
fn the_hooks_run_on_the_files_of_a_commit() {
    let folder = Folder::with("hooks", "club/three.mat", tour("three-mistakes.mat"));
    std::fs::copy(testdata("mat/valid/one-point.mat"), folder.0.join("one.mat")).expect("a file of ours");
    let hooks = hooks();
    let run = |entry: &str, files: &[&str]| {
        let words: Vec<&str> = entry.split(' ').collect();
        let command = Command::new(words[0])
            .args(&words[1..])
            .args(files)
            .current_dir(&folder.0)
            .env("PATH", path_with_program())
            .output();
        command.expect("the program").status.code()
    };
    let [check, fmt] = [&hooks[0], &hooks[1]];
    assert_eq!((check[0].as_str(), fmt[0].as_str()), ("barpoint-check", "barpoint-fmt"));
    assert_eq!(run(&check[1], &["one.mat"]), Some(0));
    assert_eq!(run(&check[1], &["one.mat", "club/three.mat"]), Some(1));
    assert_eq!(run(&fmt[1], &["one.mat"]), Some(0));
    // The extensions are those of formats.
    for hook in &hooks {
        let names = hook[2].trim_start_matches("\\.(").trim_end_matches(")$");
        for name in names.split('|') {
            assert!(barpoint::formats::detect(b"", Some(name)).is_some(), "{name}");
        }
    }
}

/// pre-commit itself, if it is installed.
#[cfg(unix)]
#[test]
fn pre_commit_runs_the_hooks_of_the_project() {
    let folder = Folder::new("pre-commit");
    let is_installed = Command::new("pre-commit").arg("--version").stdout(Stdio::null()).status().is_ok();
    let git = |arguments: &[&str]| {
        let done = Command::new("git").args(arguments).current_dir(&folder.0).output();
        done.is_ok_and(|done| done.status.success())
    };
    if !is_installed || !git(&["init", "-q"]) {
        return;
    }
    folder.write("three.mat", tour("three-mistakes.mat"));
    let entries: Vec<String> = hooks()
        .iter()
        .map(|[id, entry, files]| {
            format!("  - id: {id}\n    name: {id}\n    entry: {entry}\n    language: system\n    files: '{files}'\n")
        })
        .collect();
    folder.write(".pre-commit-config.yaml", format!("repos:\n- repo: local\n  hooks:\n{}", entries.concat()));
    assert!(git(&["add", "."]));
    let done = Command::new("pre-commit")
        .args(["run", "barpoint-check", "--all-files"])
        .current_dir(&folder.0)
        .env("PATH", path_with_program())
        .env("PRE_COMMIT_HOME", folder.0.join(".cache"))
        .output()
        .expect("pre-commit");
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(!done.status.success() && out.contains("play-bar-first"), "{out}");
}

#[cfg(unix)]
#[test]
fn the_step_of_the_action_annotates_and_takes_nothing_as_a_command() {
    let folder = Folder::with("action", "club/three.mat", tour("three-mistakes.mat"));
    let action = project("action.yml");
    let (head, script) = action.split_once("run: |\n").expect("the step");
    for value in head.lines().filter_map(|line| line.split_once(": ")).map(|(_, value)| value) {
        assert!(value.starts_with('"') || !value.contains(": "), "YAML needs quotes around {value}");
    }
    let run = |paths: &str, fail_on: &str, args: &str| {
        let output = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", script])
            .current_dir(&folder.0)
            .envs([("PATHS", paths), ("FAIL_ON", fail_on), ("ARGS", args)])
            .env("BARPOINT", crate::support::program())
            .output()
            .expect("bash");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (status, out) = run(".", "warning", "");
    assert_eq!(status, Some(1));
    assert!(out.starts_with("::error file=./club/three.mat,line=9,"), "{out}");
    for nothing in ["", "  "] {
        assert_eq!(run(nothing, "warning", ""), (status, out.clone()));
    }
    assert_eq!(run("club", "never", "--quiet --allow mat-dice").0, Some(0));
    let (status, _) = run("$(touch${IFS}pwned) `touch${IFS}pwned` ;touch pwned", "warning", "");
    assert_eq!(status, Some(2));
    assert!(!folder.0.join("pwned").exists());
}
