//! Starting a session, and its answers for programs.

use crate::schema::{fits, published};
use crate::support::{fed, json_lines};
use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs a program with standard input.
fn run_as(program: &Path, arguments: &[&str], input: &str) -> Output {
    fed(Command::new(program).args(arguments).env("USER", "anna"), input.as_bytes())
}

fn run(arguments: &[&str], input: &str) -> Output {
    run_as(Path::new(crate::support::program()), arguments, input)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn answers_in_json_fit_their_published_schema_one_a_command() {
    let schema = published("session");
    let input = "show turn\n# a remark\nnew session\nfrobnicate ä\nset ätu\nshow pipcount\nroll\n";
    let output = run(&["session", "--format", "jsonl"], input);
    assert_eq!(output.status.code(), Some(1), "something was refused");
    assert_eq!(text(&output.stderr), "", "everything stands in the answers");
    let answers = json_lines(&text(&output.stdout));
    for answer in &answers {
        fits(answer, &schema, "session");
    }
    let lines: Vec<u64> = answers.iter().filter_map(|answer| answer["line"].as_u64()).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(answers[0]["out"], "No game is being played.\n");
    assert_eq!(answers[0]["position_id"], Value::Null);
    assert_eq!((&answers[1]["out"], &answers[1]["done"]), (&"".into(), &true.into()));
    assert_eq!(answers[2]["position_id"].as_str().map(str::len), Some(14));
    assert_eq!(answers[2]["match_id"].as_str().map(str::len), Some(12));
    assert_eq!((&answers[4]["done"], &answers[4]["column"]), (&false.into(), &5.into()));
    assert_eq!(answers[4]["err"], "Unknown keyword `ätu'.\n\n");
}

#[test]
fn the_answers_before_a_long_command_are_written_at_once() {
    use std::io::{BufRead as _, BufReader};
    let mut child = Command::new(crate::support::program())
        .args(["-t", "-q", "-r"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let script = "show turn\nset player 0 human\nset rollout trials 1000000\nnew match 5\nrollout\n";
    child.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("it reads");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert_eq!(line, "No game is being played.\n");
    assert!(child.try_wait().expect("a child").is_none(), "the rollout goes on");
    child.kill().expect("a child");
    child.wait().expect("a child");
}

#[test]
fn the_first_error_ends_a_session_that_bails() {
    let output = run(&["session", "--bail"], "show turn\nfrobnicate\nshow turn\n");
    assert_eq!(text(&output.stdout), "No game is being played.\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("-:2:1: "), "{}", text(&output.stderr));
}

#[test]
fn a_record_in_place_of_commands_is_refused_at_once() {
    let sample = |name: &str| std::fs::read(crate::support::testdata(name)).expect("a sample");
    let position = "XGID=-b----E-C---eE---c-e----B-:0:0:1:21:0:0:0:0:10\n";
    for name in ["mat/valid/seven-points.mat", "sgf/valid/annotations.sgf"] {
        let record = String::from_utf8(sample(name)).expect("UTF-8");
        let output = run(&["session", "-r"], &record);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{name}: {said}");
        assert!(said.starts_with("error: standard input is a record (`"), "{name}: {said}");
        assert!(said.lines().count() == 2 && said.contains("hint: `barpoint check -`"), "{name}: {said}");
        // Commands with a record below them, GNU Backgammon's manner, and a file that was named.
        let commands = run(&["session", "-r"], &format!("# a script\nshow turn\n{record}"));
        assert!(text(&commands.stdout).starts_with("No game is being played.\n"), "{name}");
        let compat = run(&["session", "-r", "--compat"], &record);
        assert_eq!(compat.status.code(), Some(0), "{name}");
        let path = crate::support::testdata(name);
        let file = run(&["session", "-r", "-c", path.to_str().expect("UTF-8")], "");
        assert_eq!(file.status.code(), Some(2), "{name}");
        let said = text(&file.stderr);
        let is_whole =
            said.contains("where commands are expected") && said.contains("hint: `barpoint session ");
        assert!(is_whole, "{name}: {said}");
    }
    // IDs are commands.
    let output = run(&["session", "-r"], &position.repeat(2));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn flags_of_gnu_backgammon_start_a_session() {
    for arguments in [
        &["-t", "-q", "-r"][..],
        &["-tqr"],
        &["-t", "-b", "-d", "-w", "-S"],
        &["-t", "-l", "de", "-s", "a", "-D", "b", "-P", "c", "-O", "d"],
        &["--tty", "--quiet", "--no-rc", "--lang=de", "--prefsdir=x", "--datadir", "y", "--display=:0"],
        &["session"],
        &[],
    ] {
        let output = run(arguments, "show turn\n");
        assert_eq!(text(&output.stdout), "No game is being played.\n", "{arguments:?}");
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn a_script_or_a_python_that_is_missing_is_named_in_one_line() {
    let output = run(&["-t", "-p", "no/script.py"], "show turn\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(text(&output.stderr), "error: cannot read no/script.py: No such file or directory\n");
    let mut command = Command::new(crate::support::program());
    let command = command.args(["session", "-r", "-p", "Cargo.toml"]).env("BARPOINT_PYTHON", "no/python");
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("the program");
    assert_eq!(output.status.code(), Some(2));
    let said = "error: there is no no/python: install Python, or name it in BARPOINT_PYTHON\n";
    assert_eq!(text(&output.stderr), said);
}

#[test]
fn the_version_is_one_line() {
    let output = run(&["-t", "-v"], "");
    assert_eq!(text(&output.stdout), concat!("barpoint ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn a_missing_file_of_commands_is_named() {
    let output = run(&["-t", "-c", "no/such/file"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no/such/file"), "{}", text(&output.stderr));
}

#[cfg(unix)]
#[test]
fn called_gnubg_it_adds_nothing_and_ends_with_status_0() {
    let folder = crate::support::Folder::new("called");
    let link = crate::support::called_gnubg(&folder.0);
    let output = run_as(&link, &["-t", "-q", "-r"], "set ätu\nroll\n");
    assert_eq!(text(&output.stderr), "Unknown keyword `ätu'.\n\n");
    assert_eq!(text(&output.stdout), "No game in progress (type `new game' to start one).\n");
    assert_eq!(output.status.code(), Some(0));
}
