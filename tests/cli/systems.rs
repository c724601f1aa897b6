//! What differs between systems: paths, line ends, folders, the program's name.
//!
//! The tests run the program that `BARPOINT_PROGRAM` names, if any. `BARPOINT_SYSTEM` is the system that it was built for.

use super::{Folder, barpoint, record};
use crate::support::is_windows;

/// Returns a text of the program with the separator of Unix in its paths.
pub(super) fn with_slashes(text: &str) -> String {
    if is_windows() { text.replace('\\', "/") } else { text.to_owned() }
}

/// Runs the program in a folder with arguments that may hold blanks; returns its status, output and messages.
pub(super) fn run(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = folder.output(arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A path of more than 260 characters, with blanks, an apostrophe, and letters of several scripts.
fn long_path() -> String {
    format!("Zoë's records (日本)/{}/{}/final round", "a".repeat(120), "ü".repeat(120))
}

#[test]
fn paths_may_be_long_and_have_blanks_and_any_letters() {
    let folder = Folder::new("paths");
    let place = long_path();
    assert!(place.chars().count() > 260);
    let (one, two) = (format!("{place}/one match.mat"), format!("{place}/ein Spiel.sgf"));
    folder.write(&one, record("valid/seven-points.mat"));
    let (status, out, err) = run(&folder, &["check", &one]);
    assert_eq!(status, Some(0), "{out}{err}");
    let (status, _, err) = run(&folder, &["convert", &one, &two]);
    assert_eq!(status, Some(0), "{err}");
    let written = folder.read(&two);
    assert!(written.starts_with(b"(;"), "{}", String::from_utf8_lossy(&written));
    // A file that exists is replaced only if that is asked for, and as a whole.
    let (status, _, err) = run(&folder, &["convert", &one, &two]);
    assert!(status == Some(2) && err.contains("--force"), "{err}");
    folder.write(&two, "something else");
    let (status, _, err) = run(&folder, &["convert", &one, &two, "--force"]);
    assert_eq!((status, folder.read(&two)), (Some(0), written), "{err}");
    let (status, out, _) = run(&folder, &["check", &place, "--format", "json"]);
    assert_eq!((status, out.as_str()), (Some(0), ""), "a folder is gone through");
    let left = folder.files().into_iter().filter(|name| name.contains(".tmp")).collect::<Vec<_>>();
    assert_eq!(left, [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn files_whose_names_are_no_text_stay_two_in_all_output() {
    use std::os::unix::ffi::OsStrExt as _;
    if is_windows() {
        // It has no such names.
        return;
    }
    let folder = Folder::new("no-text");
    let text = record("invalid/dice-opening-doublet-thirty-three.mat");
    let names = [&b"a\xff.mat"[..], b"a\xfe.mat", b"a%FF.mat", "a\u{fffd}.mat".as_bytes()];
    for name in names {
        folder.write("in/x", "");
        std::fs::write(folder.path("in").join(std::ffi::OsStr::from_bytes(name)), &text).expect("a file");
    }
    let found = |format: &str, wanted: [&str; 4]| {
        let (status, out, err) = run(&folder, &["check", "--format", format, "in"]);
        assert_eq!(status, Some(1), "{err}");
        for name in wanted {
            assert!(out.contains(&format!("in/{name}")), "{format}: {name}");
        }
    };
    found("json", ["a%FF.mat\"", "a%FE.mat\"", "a%25FF.mat\"", "a\u{fffd}.mat\""]);
    found("sarif", ["a%FF.mat\"", "a%FE.mat\"", "a%25FF.mat\"", "a%EF%BF%BD.mat\""]);
    // The pages of a report, their links, and a second run, which keeps them.
    for words in ["4 pages written", "4 kept"] {
        let (status, _, err) = run(&folder, &["report", "in", "-o", "out"]);
        assert!(status == Some(1) && err.contains(words), "{err}");
    }
    let index = String::from_utf8(folder.read("out/index.html")).expect("UTF-8");
    for link in ["a%FF.html", "a%FE.html", "a%25FF.html", "a%EF%BF%BD.html"] {
        assert!(index.contains(&format!("href=\"{link}\"")), "{index}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn messages_name_files_whose_names_are_no_text_in_one_way_and_hide_control_characters() {
    use std::os::unix::ffi::OsStrExt as _;
    if is_windows() {
        return;
    }
    let folder = Folder::with("no-text-messages", "one.mat", record("valid/one-point.mat"));
    let odd = std::ffi::OsStr::from_bytes(b"one.mat/a\xff\x1b[2J.mat");
    let shown = "one.mat/a%FF\u{fffd}[2J.mat";
    for arguments in [
        &["check"][..],
        &["convert", "--to", "sgf"],
        &["merge", "one.mat", "-o"],
        &["analyse", "one.mat", "-o"],
        &["report", "one.mat", "-o"],
        &["db", "export", "--db"],
        &["open"],
        &["split"],
    ] {
        let mut command = barpoint();
        command.args(arguments).arg(odd).current_dir(&folder.0);
        let output = command.output().expect("the program runs");
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(!err.contains('\u{1b}'), "{arguments:?}: {err:?}");
        assert!(err.contains(shown), "{arguments:?}: {err:?}");
    }
}

#[test]
fn a_session_loads_and_saves_under_such_paths() {
    let folder = Folder::new("session paths");
    let place = long_path();
    folder.write(&format!("{place}/one match.mat"), record("valid/seven-points.mat"));
    let script = format!(
        "set confirm default yes\nimport mat \"{place}/one match.mat\"\nsave match \"{place}/saved again.sgf\"\nnew match 3\n\
         load match \"{place}/saved again.sgf\"\nexport match mat \"{place}/again.mat\"\n"
    );
    folder.write("script", script);
    let (status, out, err) = run(&folder, &["session", "-r", "--bail", "-c", "script"]);
    assert_eq!(status, Some(0), "{out}{err}");
    let (status, out, _) = run(&folder, &["check", &format!("{place}/again.mat")]);
    assert_eq!(status, Some(0), "{out}");
}

#[test]
fn records_with_line_ends_of_windows_are_the_same_records() {
    let folder = Folder::new("line-ends");
    for name in ["tour/three-mistakes.mat", "valid/seven-points.mat"] {
        let text = record(name);
        folder.write("a.mat", &text);
        folder.write("b/a.mat", text.replace('\n', "\r\n"));
        for arguments in [
            &["check", "--format", "concise"][..],
            &["replay"],
            &["summary"],
            &["report", "--format", "text"],
        ] {
            let outputs = ["a.mat", "b/a.mat"].map(|file| {
                let (status, out, _) = run(&folder, &[arguments, &["-q", file]].concat());
                (status, out.replace('\\', "/").replace("b/a.mat", "a.mat"))
            });
            assert_eq!(outputs[0], outputs[1], "{name} {arguments:?}");
            assert!(
                !outputs[0].1.contains('\r'),
                "{name} {arguments:?}: our own line ends are the same everywhere"
            );
        }
    }
}

#[test]
fn settings_and_kept_matches_survive_from_run_to_run() {
    let folder = Folder::new("kept");
    let session = |script: &str| {
        folder.write("script", script);
        let output = barpoint()
            .args(["session", "-c", "script"])
            .current_dir(&folder.0)
            .env("XDG_CONFIG_HOME", folder.path("config"))
            .env("XDG_STATE_HOME", folder.path("state"))
            .output()
            .expect("the program runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    session("set matchlength 11\nsave settings\n");
    assert!(folder.text("config/barpoint/settings").contains("matchlength 11"));
    let said = session("new match\nshow matchlength\n");
    assert!(said.contains("11"), "{said}");
}

#[test]
fn open_writes_the_page_and_shows_it() {
    if is_windows() {
        // Wine would start a browser of its own.
        return;
    }
    let folder = Folder::with("open", "a match.mat", record("tour/three-mistakes.mat"));
    folder.write("show", "#!/bin/sh\nprintf '%s' \"$1\" >shown\n");
    let open = |arguments: &[&str]| {
        let output = barpoint()
            .arg("open")
            .args(arguments)
            .current_dir(&folder.0)
            .env("XDG_CACHE_HOME", folder.path("cache"))
            .env_remove("BROWSER")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (status, out, err) = open(&["a match.mat"]);
    // The record has errors: its page shows them.
    assert_eq!(status, Some(1));
    assert_eq!(err, "error: a match.mat: 3 errors in match 1; `barpoint check` shows them\n");
    let page = out.strip_prefix("no browser found; the page is ").expect(&out).trim_end();
    let text = std::fs::read_to_string(page).expect("the page");
    assert!(text.starts_with("<!DOCTYPE html>") || text.starts_with("<!doctype html>"), "{}", &text[..80]);
    assert!(open(&["a match.mat"]).1.contains(page), "the same page again");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(folder.path("show"), std::fs::Permissions::from_mode(0o755)).expect("ours");
        let (status, out, err) = open(&["a match.mat", "--browser", "./show"]);
        assert_eq!((status, out.trim_end()), (Some(1), page), "{err}");
        assert_eq!(folder.text("shown"), page);
    }
    let (status, _, err) = open(&["a match.mat", "--browser", "./nothing"]);
    assert!(status == Some(2) && err.contains("cannot start ./nothing"), "{err}");
    let (status, _, err) = open(&["nothing.mat"]);
    assert!(status == Some(2) && err.contains("cannot read nothing.mat: No such file"), "{err}");
    folder.write("notes.txt", "nothing");
    assert_eq!(open(&["notes.txt"]).0, Some(1), "no record");
}

#[test]
fn windows_has_its_own_folders_and_separators() {
    if !is_windows() {
        return;
    }
    let folder = Folder::with("windows", "club/one.mat", record("valid/seven-points.mat"));
    let (status, _, err) = run(&folder, &[r"check", r"club\one.mat"]);
    assert_eq!(status, Some(0), "{err}");
    // The name of a folder goes on as it was written.
    folder.write("club/old/bad.mat", record("tour/half-a-play.mat"));
    for (written, name) in
        [("club/old", "club/old/bad.mat"), (r"club\old", r"club\old\bad.mat"), ("club", r"club\old\bad.mat")]
    {
        let (status, out, _) = run(&folder, &["check", "--format", "concise", written]);
        assert!(status == Some(1) && out.starts_with(&format!("{name}:7:38")), "{out}");
    }
    std::fs::remove_dir_all(folder.path("club/old")).expect("a folder");
    // The drive is the one that the tests run on.
    let drive = if cfg!(windows) { "" } else { "Z:" };
    let whole = format!("{drive}{}", folder.path("club/one.mat").display()).replace('/', r"\");
    let (status, _, err) = run(&folder, &[&whole]);
    assert_eq!(status, Some(0), "{err}");
    folder.write(
        "script",
        format!(
            "set confirm default yes\nimport mat club\\one.mat\nsave match club\\two.sgf\nload match {whole}\nload match club\\two.sgf\n\
             save match \"club\\a b.sgf\"\nload match club\\a\\ b.sgf\n"
        ),
    );
    let (status, out, err) = run(&folder, &["session", "-r", "--bail", "-c", "script"]);
    assert_eq!(status, Some(0), "{out}{err}");
    assert_eq!(folder.files(), ["club/a b.sgf", "club/one.mat", "club/two.sgf", "script"]);
    let output = barpoint()
        .arg("doctor")
        .env("BARPOINT_WINE_FOLDERS", "own")
        .env_remove("XDG_CONFIG_HOME")
        .env_remove("XDG_STATE_HOME")
        .env_remove("XDG_DATA_HOME")
        .env_remove("XDG_CACHE_HOME")
        .output()
        .expect("the program runs");
    let facts = String::from_utf8(output.stdout).expect("UTF-8");
    for (name, end) in [
        ("settings", r"AppData\Roaming\barpoint\settings"),
        ("saved matches", r"AppData\Local\barpoint\matches"),
        ("databases", r"AppData\Local\barpoint"),
        ("bear-off", r"AppData\Local\barpoint\cache\bearoff-one-sided"),
    ] {
        let line = facts.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        assert!(line.contains(end), "{name}: {facts}");
    }
    let (status, _, err) = run(&folder, &["external", "./socket"]);
    assert_eq!(status, Some(2), "{err}");
    assert!(err.contains("localhost"), "it says what there is instead: {err}");
}

#[test]
fn on_windows_a_file_that_is_open_elsewhere_stays_as_it_is() {
    use std::process::{Command, Stdio};
    if !is_windows() {
        return;
    }
    let folder = Folder::with("open-elsewhere", "one.mat", record("valid/seven-points.mat"));
    let mut command = Command::new(if cfg!(windows) { "cmd" } else { "/usr/lib/wine/wine64" });
    let arguments = ["cmd", "/c", "pause >> two.mat"];
    let mut holder = command
        .args(&arguments[usize::from(cfg!(windows))..])
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .spawn()
        .expect("a shell");
    let begin = std::time::Instant::now();
    while !folder.files().contains(&"two.mat".to_owned()) || folder.read("two.mat").is_empty() {
        assert!(begin.elapsed().as_secs() < 60, "the shell doesn't open the file");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let before = folder.read("two.mat");
    let (status, _, err) = run(&folder, &["convert", "one.mat", "two.mat", "--force"]);
    assert_eq!((status, err.trim_end()), (Some(2), "error: cannot write two.mat: Permission denied"));
    assert_eq!(
        (folder.read("two.mat"), folder.files()),
        (before, vec!["one.mat".to_owned(), "two.mat".to_owned()])
    );
    drop(holder.stdin.take());
    holder.wait().expect("its end");
    let (status, _, err) = run(&folder, &["convert", "one.mat", "two.mat", "--force"]);
    assert_eq!(status, Some(0), "{err}");
    assert!(folder.read("two.mat").starts_with(b"; ["), "it is written now");
}

#[cfg(unix)]
#[test]
fn at_the_console_of_windows_lines_are_edited_and_ctrl_z_ends_the_session() {
    if !is_windows() {
        return;
    }
    let folder = Folder::new("console");
    let mut screen = crate::repl::screen::Screen::start(&folder.0, &["session", "-r"], &[]);
    let ends = |contents: &str, end: &str| contents.trim_end().ends_with(end);
    screen.wait_until("the prompt", |contents| ends(contents, "(No game)"));
    // Wine sometimes loses an Enter that follows other keys at once: what is typed is seen before. A Tab completes nothing there.
    // Backspace, and a letter put in on the left.
    screen.type_in("shw dixx\x7f\x7fce\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\x1b[Do");
    screen.wait_until("the edited line", |contents| ends(contents, "show dice"));
    screen.type_in("\r");
    let dice = "The dice will not be rolled until a game is started.";
    screen.wait_until("the dice", |contents| contents.contains(dice));
    screen.type_in("show tu");
    screen.wait_until("what is suggested", |contents| ends(contents, "show tu (show turn)"));
    screen.type_in("\r");
    screen.wait_until("the turn", |contents| contents.contains("No game is being played."));
    // The line before the last.
    screen.type_in("\x1b[A\x1b[A");
    screen.wait_until("the earlier line", |contents| contents.matches("show dice").count() == 2);
    screen.type_in("\r");
    screen.wait_until("the dice again", |contents| contents.matches(dice).count() == 2);
    screen.type_in("\x1a");
    assert_eq!(screen.status(), 0, "{}", screen.contents());
}

#[test]
fn called_by_gnu_backgammons_name_it_is_a_session() {
    let folder = Folder::new("called");
    let named = crate::support::called_gnubg(&folder.0);
    folder.write("script", "set ätu\nroll\n");
    let output = std::process::Command::new(named)
        .args(["-t", "-q", "-r", "-c", "script"])
        .current_dir(&folder.0)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "Unknown keyword `ätu'.\n\n");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "No game in progress (type `new game' to start one).\n"
    );
    assert_eq!(output.status.code(), Some(0));
}
