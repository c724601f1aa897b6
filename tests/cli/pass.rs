//! What all commands that read records have in common, and the effect of a first argument without a
//! command.

use super::{Folder, barpoint, record};
use std::io::Read;
use std::process::Stdio;

/// The commands that read records, each with the arguments that it needs apart from its input.
const COMMANDS: [&str; 12] = [
    "check",
    "convert --to sgf -o out --force",
    "fmt --check",
    "find --dice 31",
    "stats",
    "score",
    "summary",
    "replay",
    "split -o pieces --force",
    "merge -o merged.mat --force --anyway",
    "analyse --plies 0",
    "report --format text",
];

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("a.mat", record("valid/one-point.mat"));
    folder.write("three.mat", record("tour/three-mistakes.mat"));
    folder.write("notes.txt", "nothing to see");
    folder.write("list", "a.mat\n");
    folder
}

#[test]
fn a_file_that_cannot_be_read_is_told_in_the_same_words_by_every_command() {
    let folder = folder("pass-unreadable");
    for command in COMMANDS {
        let run = folder.run(&format!("{command} nowhere.mat"));
        let first = run.err.lines().next().unwrap_or_default();
        assert_eq!(first, "error: cannot read nowhere.mat: No such file or directory", "{command}");
        assert_eq!(run.status, 2, "{command}: {run:?}");
        let run = folder.run(&format!("{command} 4HPwATDgc/ABMA"));
        let said: Vec<&str> = run.err.lines().take(2).collect();
        let wanted = "error: cannot read 4HPwATDgc/ABMA: No such file or directory";
        assert!(said[0] == wanted && said[1].starts_with("hint: this is an ID: "), "{command}: {said:?}");
        let run = folder.run(&format!("{command} notes.txt"));
        assert_eq!(run.status, 1, "{command}: {run:?}");
        let said = run.err.clone() + &String::from_utf8_lossy(&run.out);
        assert!(said.contains("the file contains no match record"), "{command}: {said}");
    }
}

#[test]
fn a_file_whose_last_match_is_too_large_is_one_file() {
    let folder = folder("pass-large");
    let (small, large) = (record("valid/one-point.mat"), record("valid/random-agents.mat"));
    folder.write("several.mat", small.repeat(2) + &large);
    for (command, seen) in [
        ("check", "1 file, 2 matches, 2 games: 1 error"),
        ("score", "1 file, 2 matches"),
        ("fmt --check", "1 file: 0 would be rewritten, 1 left unchanged"),
        ("convert --to sgf -o out", "1 file, 2 matches: 0 files written"),
    ] {
        let run = folder.run(&format!("{command} --limits match=1100 several.mat"));
        assert_eq!((run.status, run.err.lines().last()), (1, Some(seen)), "{command}: {run:?}");
    }
}

#[test]
fn an_output_folder_is_neither_the_input_nor_a_file() {
    let folder = folder("pass-out");
    folder.write("records/a.mat", record("valid/one-point.mat"));
    for command in ["convert --to sgf", "analyse --plies 0", "report"] {
        for (output, wanted) in [
            ("records/", "error: records: the input and output folders are the same\n"),
            ("list/", "error: cannot write into list/: it is a file, not a folder\n"),
        ] {
            let run = folder.run(&format!("{command} records -o {output}"));
            assert_eq!((run.status, &*run.err), (2, wanted), "{command}");
        }
    }
    // No advice to write onto the input.
    let run = folder.run("convert a.mat -o a.mat");
    assert!(run.status(2).is_empty() && run.err.starts_with("error: no output format: add "), "{run:?}");
}

#[test]
fn check_counts_the_files_with_the_heaviest_findings() {
    let folder = folder("pass-files");
    folder.write("both.mat", record("tour/three-mistakes.mat").repeat(2));
    for (paths, seen) in [
        ("a.mat three.mat both.mat", "3 files, 4 matches, 10 games: 9 errors in 2 files"),
        ("a.mat three.mat", "2 files, 2 matches, 4 games: 3 errors in 1 file"),
        ("both.mat", "1 file, 2 matches, 6 games: 6 errors"),
    ] {
        let run = folder.run(&format!("check {paths}"));
        assert_eq!((run.status, run.err.lines().last()), (1, Some(seen)), "{run:?}");
    }
}

#[test]
fn a_record_without_a_game_gives_every_command_the_same_status() {
    let folder = folder("pass-no-game");
    folder.write("empty.mat", "");
    for command in COMMANDS {
        let run = folder.run(&format!("{command} empty.mat"));
        assert!(run.status == 1 || command.starts_with("fmt"), "{command}: {run:?}");
    }
}

#[test]
fn a_folder_where_a_file_is_meant_is_refused_in_the_same_words() {
    let folder = folder("pass-folder");
    folder.write("records/a.mat", record("valid/one-point.mat"));
    let mut lines = vec![
        "open records",
        "show records",
        "hint records",
        "pips records",
        "show records --game 1",
        "split records",
        "check a.mat --files-from records",
        "check a.mat --config records",
    ];
    if cfg!(feature = "database") {
        lines.extend(["db list --db records", "db add a.mat --db records"]);
    }
    for line in lines {
        let run = folder.run(line);
        let wanted = "error: cannot read records: it is a folder, not a file";
        assert_eq!((run.status, run.err.lines().next()), (2, Some(wanted)), "{line}: {run:?}");
    }
    let run = folder.run("show 4HPwATDgc/ABMA --game 1");
    assert!(run.status(2).is_empty() && run.err.contains("need a match file"), "{run:?}");
    let run = folder.run("check --files-from records/nothing records");
    assert!(run.err.contains("cannot read records/nothing: "), "{run:?}");
}

#[test]
fn the_output_of_a_command_is_no_record() {
    let folder = folder("pass-output");
    for (name, command) in [
        ("replay.jsonl", "replay a.mat"),
        ("found.jsonl", "find a.mat --json"),
        ("findings.jsonl", "check three.mat --format json"),
        ("score.json", "score a.mat --json"),
    ] {
        folder.write(&format!("out/{name}"), folder.run(command).out);
        let run = folder.run(&format!("check out/{name}"));
        let said = String::from_utf8_lossy(&run.out);
        assert!(run.status == 1 && said.contains("this is the output of a command"), "{name}: {run:?}");
    }
    folder.write("out/a.mat", record("valid/one-point.mat"));
    let run = folder.run("score out");
    assert_eq!(run.err, "1 file, 1 match, 4 other files skipped\n");
}

#[cfg(unix)]
#[test]
fn a_command_never_reads_its_own_standard_output() {
    let folder = folder("pass-growing");
    for (name, command) in [("out.jsonl", "replay ."), ("out.mat", "convert . --to mat")] {
        let file = std::fs::File::create(folder.0.join(name)).expect("a file of ours");
        let mut child = barpoint();
        child.args(command.split(' ')).current_dir(&folder.0).stdout(file);
        let run = child.output().expect("the program runs");
        let (err, out) = (String::from_utf8_lossy(&run.stderr), folder.text(name));
        assert!(!err.contains(name) && !out.contains(name), "{command}: {err}");
        assert!(name != "out.mat" || out.matches(" point match").count() == 2, "{command}: {out}");
        std::fs::remove_file(folder.0.join(name)).expect("it is there");
    }
}

#[test]
fn options_before_a_command_or_a_record_start_no_session() {
    let folder = folder("pass-misplaced");
    for (line, hint) in [
        ("-q check a.mat", "`barpoint check -q`"),
        ("--format concise check a.mat", "`barpoint check --format concise`"),
        ("--json 4HPwATDgc/ABMA", "`barpoint 4HPwATDgc/ABMA --json`"),
        ("-j2 check a.mat", "`barpoint check -j2`"),
        ("--game 1 show a.mat", "`barpoint show --game 1`"),
        ("--quiet a.mat", "`barpoint a.mat --quiet`"),
        ("--json", "`barpoint COMMAND --json`"),
    ] {
        let run = folder.run(line);
        assert_eq!(run.status(2), "", "{line}");
        let wanted = "error: options come after the command, the path or the ID\nhint: ";
        let rest = run.err.strip_prefix(wanted).unwrap_or_else(|| panic!("{line}: {run:?}"));
        assert!(rest.starts_with(hint), "{line}: {rest}");
    }
    // GNU Backgammon's flags start a session, whatever their values are called.
    folder.write("check", "show turn\n");
    for line in ["-t -q -r -c check", "-r -t a.mat", "--commands=check -r"] {
        assert_eq!(folder.run(line).status, 0, "{line}");
    }
}

#[test]
fn a_session_with_a_record_that_is_missing_could_not_run() {
    let folder = folder("pass-session");
    let err = folder.run_with("session -r nowhere.mat", b"show turn\n").complains(2);
    assert_eq!(err, "error: cannot read nowhere.mat: No such file or directory\n");
    let run = folder.run("session -r .");
    assert_eq!((run.status, run.err.as_str()), (2, "error: cannot read .: it is a folder, not a file\n"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        folder.write("closed.mat", record("valid/one-point.mat"));
        let closed = folder.path("closed.mat");
        std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o0)).expect("its owner");
        // An administrator may read everything.
        if std::fs::read(closed).is_err() {
            let run = folder.run("session -r closed.mat");
            assert_eq!((run.status, &*run.err), (2, "error: cannot read closed.mat: Permission denied\n"));
        }
    }
    let run = folder.run("session -r 4HPwATDgc/ABMA");
    assert!(run.status == 2 && run.err.contains("hint: this is an ID: "), "{run:?}");
    assert_eq!(folder.run_with("session -r --compat nowhere.mat", b"").status, 0);
}

#[test]
fn a_number_out_of_range_is_told_with_the_range() {
    let folder = folder("pass-numbers");
    for (line, words) in [
        ("check -j 0 a.mat", "expected a whole number from 1 to 1024"),
        ("check -j -1 a.mat", "the number must not be negative"),
        ("show a.mat --game 0", "expected a whole number, at least 1\n"),
        ("show a.mat --game -1", "expected a whole number, at least 1\n"),
        ("quiz a.mat -n 0", "expected a whole number, at least 1\n"),
        ("find a.mat --limit 0", "expected a whole number, at least 1\n"),
        ("hint 4HPwATDgc/ABMA 31 --plies 9", "expected a whole number from 0 to 3"),
        ("hint 4HPwATDgc/ABMA 31 --plies -1", "expected a whole number from 0 to 3"),
        ("rollout 4HPwATDgc/ABMA --games -1", "the number must not be negative"),
        ("score a.mat --stake -1", "expected a whole number, at least 0\n"),
        ("analyse a.mat --least -1", "expected an equity such as 0.05"),
        ("diagram 4HPwATDgc/ABMA --width -5", "expected a whole number from 64 to"),
    ] {
        let err = folder.run(line).complains(2);
        assert!(err.contains(words) && !err.contains("tip:"), "{line}: {err}");
    }
}

#[test]
fn the_version_is_the_programs_in_every_command() {
    let folder = folder("pass-version");
    let wanted = concat!("barpoint ", env!("CARGO_PKG_VERSION"), "\n");
    for line in
        ["-V", "--version", "check -V", "check --version", "session -V", "session --version", "db list -V"]
    {
        if cfg!(feature = "database") || !line.starts_with("db") {
            assert_eq!(folder.run(line).status(0), wanted, "{line}");
        }
    }
}

#[test]
fn a_word_after_an_id_is_told_for_what_it_is() {
    let folder = folder("pass-words");
    for (line, words) in [
        ("cube 4HPwATDgc/ABMA 31", "`31` isn't part of the ID: a roll goes after the ID, and only `hint`"),
        ("rollout 4HPwATDgc/ABMA 31 foo", "`foo` isn't a play"),
        (
            "rollout 4HPwATDgc/ABMA --plies 0 8/5",
            "the position has no dice: add the roll as an argument of its own, as in `ID 31`",
        ),
        ("odds AAAAAAAAAAAAAA", "the game is over: a side has no checkers left"),
        ("plays AAAAAAAAAAAAAA 31", "the game is over: a side has no checkers left"),
    ] {
        let err = folder.run(line).complains(2);
        assert!(err.contains(words), "{line}: {err}");
    }
}

#[test]
fn an_option_without_its_partner_is_told_in_the_same_form() {
    let folder = folder("pass-partners");
    for (line, words) in [
        ("check --suggested a.mat", "error: `--suggested` needs `--fix` or `--diff`\n"),
        ("check --backup a.mat", "error: `--backup` needs `--fix`\n"),
        (
            "rollout 4HPwATDgc/ABMA --least 5",
            "error: `--least` needs `--stop-error` or `--stop-difference`\n",
        ),
        ("merge a.mat -o -", "error: no output format: add `--to FORMAT`"),
        ("report a.mat -o pages/ --format markdown", "error: a folder of pages is HTML; "),
    ] {
        let err = folder.run(line).complains(2);
        assert!(err.starts_with(words), "{line}: {err}");
    }
    let run = folder.run_with("show", &folder.read("a.mat"));
    assert!(run.status(2).is_empty() && run.err.contains("standard input is a match record: "), "{run:?}");
    folder.write("one.mat", record("tour/half-a-play.mat"));
    let run = folder.run("score one.mat");
    assert!(run.err.ends_with("one.mat: 1 error in match 1; `barpoint check` shows it\n"), "{run:?}");
    folder.write("man", "no folder");
    let run = folder.run("man -o man");
    assert!(run.status == 2 && run.err.starts_with("error: cannot write man"), "{run:?}");
    assert!(!run.err.contains("os error"), "{run:?}");
}

#[test]
fn files_that_are_left_out_are_counted_in_the_closing_line() {
    let folder = folder("pass-skipped");
    folder.write("records/a.mat", record("valid/one-point.mat"));
    folder.write("records/photo.jpg.xz", b"\xFD7zXZ\0");
    for command in
        ["check", "find", "stats", "score", "summary", "replay", "analyse --plies 0", "quiz -o a.html"]
    {
        let run = folder.run(&format!("{command} records"));
        assert!(
            run.err.contains("1 match, ") && run.err.contains(", 1 other file skipped"),
            "{command}: {run:?}"
        );
    }
    for (number, heading) in [(1, "1 point match"), (2, "3 point match")] {
        let run = folder.run(&format!("report a.mat three.mat --format text --match {number}"));
        assert!(String::from_utf8_lossy(&run.out).contains(heading), "{run:?}");
    }
    for conditions in ["--event club", "--date 2001"] {
        let run = folder.run(&format!("find records {conditions}"));
        assert_eq!(run.err, "0 of 37 decisions in 1 match, 1 other file skipped\n");
    }
}

#[test]
fn every_command_takes_the_options_of_reading() {
    let folder = folder("pass-options");
    for command in COMMANDS {
        let plain = folder.run(&format!("{command} a.mat"));
        assert_eq!(plain.status, 0, "{command}: {plain:?}");
        let options = folder.run(&format!("{command} --from mat -j 2 -q --limits match=1MiB a.mat"));
        assert_eq!((options.status, &options.out), (0, &plain.out), "{command}: {options:?}");
        assert_eq!(options.err.lines().count(), 0, "{command}: {}", options.err);
        if !command.starts_with("split") {
            let listed = folder.run(&format!("{command} --files-from list"));
            assert_eq!((listed.status, &listed.out), (0, &plain.out), "{command}: {listed:?}");
        }
        let piped = folder.run_with(command, &folder.read("a.mat"));
        assert_eq!(piped.status, 0, "{command}: {piped:?}");
    }
}

#[test]
fn a_list_of_files_may_have_a_nul_byte_after_each_path() {
    let folder = folder("pass-nul");
    let lines = folder.run_with("check --format concise --files-from -", b"a.mat\nthree.mat\n");
    for list in [&b"a.mat\0three.mat\0"[..], b"a.mat\0three.mat", b"\xEF\xBB\xBFa.mat\0three.mat\0"] {
        assert_eq!(folder.run_with("check --format concise --files-from -", list), lines);
    }
    let in_utf_16: Vec<u8> = "a.mat\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [b"\xFF\xFE", &in_utf_16[..]].concat();
    // Bytes far behind the beginning don't show how a list is written.
    let late = ["\n".repeat(20_000).as_bytes(), b"a.mat\0three.mat\n"].concat();
    for list in [&late, &in_utf_16, &marked] {
        folder.write("list", list);
        let run = folder.run("check -q --files-from list");
        let wanted = "error: cannot read the list of files: it contains NUL bytes; write one path per line, \
                      in UTF-8, or a NUL byte after each path";
        assert_eq!((run.status, run.err.lines().next()), (2, Some(wanted)), "{run:?}");
    }
    // The first path may contain a line feed.
    let run = folder.run_with("check --files-from -", b"no\nsuch.mat\0a.mat\0");
    assert!(run.status == 2 && run.err.ends_with("1 file, 1 match, 1 game, 1 unreadable\n"), "{run:?}");
}

#[test]
fn a_list_of_files_may_begin_with_a_mark_and_has_lines_of_some_length() {
    let folder = folder("pass-list");
    folder.write("list", b"\xEF\xBB\xBFa.mat\r\n\r\na.mat");
    let run = folder.run("check --files-from list");
    assert_eq!((run.status, run.err.lines().next()), (0, Some("2 files, 2 matches, 2 games: no findings")));
    folder.write("list", "x".repeat(100_000));
    let run = folder.run("check --files-from list");
    let wanted = "error: cannot read the list of files: a line has more than 65536 bytes";
    assert_eq!((run.status, run.err.lines().next()), (2, Some(wanted)), "{run:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_list_names_files_by_any_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("pass-bytes");
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9.mat");
    std::fs::copy(folder.0.join("a.mat"), folder.0.join(name)).expect("a copy");
    folder.write("list", b"caf\xe9.mat\n");
    let run = folder.run("check --files-from list");
    assert_eq!(run.status, 0, "{run:?}");
}

#[test]
fn errors_in_a_record_give_every_command_the_same_status() {
    let folder = folder("pass-errors");
    // Without an entry too.
    folder.write("none.mat", " 3 point match\n\n Game 1\n A : 7   B : 0\nrubbish\n");
    for (command, file) in COMMANDS.into_iter().flat_map(|line| [(line, "three.mat"), (line, "none.mat")]) {
        let wanted = i32::from(command != "split -o pieces --force");
        let run = folder.run(&format!("{command} {file}"));
        assert_eq!(run.status, wanted, "{command} {file}: {run:?}");
    }
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    let folder = folder("pass-pipe");
    for command in ["check --format json", "find", "stats", "score", "summary", "replay", "analyse --plies 0"]
    {
        let mut child = barpoint()
            .args(command.split(' '))
            .args(["a.mat"; 40])
            .current_dir(&folder.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("UTF-8");
        let status = child.wait().expect("an end").code();
        assert_eq!(status, Some(0), "{command}: {err}");
        assert!(!err.contains("error") && !err.contains("panicked"), "{command}: {err}");
    }
}

#[test]
fn an_unknown_option_is_never_meant_as_a_value() {
    let folder = folder("pass-unknown");
    for line in ["stats a.mat --minimum 3", "replay a.mat --json", "hint 4HPwATDgc/ABMA --nonsense"] {
        let err = folder.run(line).complains(2);
        assert!(err.contains("unexpected argument '--"), "{line}: {err}");
        assert!(!err.contains("as a value"), "{line}: {err}");
    }
    let few = folder.run("stats a.mat --fix");
    assert!(few.err.contains("`--fix` is an option of `check`"), "{}", few.err);
}

#[test]
fn check_has_json_like_the_other_commands() {
    let folder = folder("pass-json");
    let [short, long] =
        ["--json", "--format json"].map(|form| folder.run(&format!("check {form} three.mat")));
    assert_eq!(short.status(1), long.status(1));
    assert!(short.status(1).starts_with("{\"schema\":1,"), "{}", short.err);
    let refused = folder.run("check --json --format text three.mat");
    assert!(refused.status(2).is_empty(), "{}", refused.err);
}

#[test]
fn a_path_is_checked_and_an_id_is_shown() {
    let folder = folder("pass-natural");
    for (natural, spelled_out) in [
        ("a.mat", "check a.mat"),
        ("three.mat --format concise", "check three.mat --format concise"),
        (".", "check ."),
        ("nowhere.mat", "check nowhere.mat"),
        ("analyze a.mat --plies 0", "analyse a.mat --plies 0"),
        ("4HPwATDgc/ABMA", "show 4HPwATDgc/ABMA"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA", "show 4HPwATDgc/ABMA:cAkAAAAAAAAA"),
        (
            "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10",
            "show XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10",
        ),
        // Damaged IDs.
        ("4HPwATDgc", "show 4HPwATDgc"),
        ("4HPwATDgc/ABMAA", "show 4HPwATDgc/ABMAA"),
        ("4HPwATDgc_ABMA", "show 4HPwATDgc_ABMA"),
        ("4HPwATDgc/ABMA:cAl!", "show 4HPwATDgc/ABMA:cAl!"),
        ("GNUBGID=4HPwATDgc", "show GNUBGID=4HPwATDgc"),
        ("XGID=-b----E", "show XGID=-b----E"),
        ("-b----E-C:0", "show XGID=-b----E-C:0"),
        ("OGID=11jjjj", "show OGID=11jjjj"),
        ("board:You:opp:1", "show board:You:opp:1"),
        // Paths that don't exist.
        ("nowhere/Ann2024", "check nowhere/Ann2024"),
        ("nowhere.mta", "check nowhere.mta"),
    ] {
        let (one, other) = (folder.run(natural), folder.run(spelled_out));
        assert_eq!((one.status, one.out, one.err), (other.status, other.out, other.err), "{natural}");
    }
    let run = folder.run("chek");
    assert!(run.status(2).is_empty() && run.err.contains("a similar subcommand exists: 'check'"), "{run:?}");
    for command in ["CHECK", "Completion", "match2024", "MyMatch"] {
        let run = folder.run(command);
        assert!(run.status(2).is_empty() && run.err.contains("unrecognized subcommand"), "{run:?}");
    }
    // A word for the purpose of a command names the command.
    for (word, advice) in [
        ("fix", "try `barpoint check --fix`"),
        ("validate a.mat", "try `barpoint check`"),
        ("format", "try `barpoint fmt` or `barpoint formats`"),
        ("version", "try `barpoint doctor`"),
        ("31", "try `barpoint opening 31` or `barpoint hint ID 31`"),
        ("sgf a.mat", "try `barpoint convert FILE --to sgf`"),
        ("help chek", "did you mean `check`?"),
    ] {
        let run = folder.run(word);
        let is_told = run.err.contains(&format!("  tip: {advice}\n")) && !run.err.contains("similar");
        assert!(run.status(2).is_empty() && is_told, "{run:?}");
    }
    let run = folder.run("eval");
    assert!(run.status(2).is_empty() && run.err.starts_with("error: no ID is given: "), "{run:?}");
    // An option of other commands is named with them, unless most have it.
    let run = folder.run("a.mat --to sgf");
    assert!(run.status(2).is_empty() && run.err.contains("tip: `--to` is an option of `convert`"), "{run:?}");
    let run = folder.run("check a.mat --match 2");
    assert!(run.status(2).is_empty() && !run.err.contains("is an option of"), "{run:?}");
}

#[test]
fn no_command_writes_a_file_whose_name_is_that_of_standard_output() {
    let folder = Folder::with("pass-stdout", "a.mat", record("valid/one-point.mat"));
    for command in [
        "replay a.mat --format jsonl",
        "find a.mat --json",
        "report a.mat --format markdown",
        "matrix 4HPwATDgc/ABMA --plies 0 --length 3 --format svg",
        "diagram 4HPwATDgc/ABMA --format svg",
    ] {
        let plain = folder.run(command);
        let named = folder.run(&format!("{command} -o -").replace("--json -o", "-o"));
        assert_eq!((named.status, named.out), (plain.status, plain.out), "{command}");
    }
    if cfg!(feature = "database") {
        folder.run("db --db e.db add a.mat --quiet").status(0);
        assert!(!folder.run("db --db e.db export 1 --to sgf -o -").status(0).is_empty());
        folder.run("db --db - add a.mat").status(2);
    }
    for command in [
        "analyse a.mat --plies 0 --to sgf -o -",
        "quiz a.mat --plies 0 --format html -o -",
        "rollout 4HPwATDgc/ABMA 31 --games 2 --truncate 1 --state -",
        "stats a.mat --svg -",
        "stats a.mat -o -",
        "man -o -",
        "split a.mat -o -",
    ] {
        let run = folder.run(command);
        assert!(run.status(2).is_empty() && run.err.contains("`-` is standard output"), "{command}: {run:?}");
    }
    folder.run("replay a.mat --format parquet -o -").status(2);
    assert_eq!(folder.files().into_iter().find(|file| file.starts_with('-')), None);
}

/// The missing input isn't even opened.
#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_work() {
    let folder = Folder::with("pass-foreseen", "there.html", "kept");
    for command in ["report", "stats", "quiz"] {
        let run = folder.run(&format!("{command} missing.mat -o there.html"));
        let error = "error: cannot write there.html: the file exists; `--force` replaces it\n";
        assert!(run.status(2).is_empty() && run.err == error, "{command}: {run:?}");
    }
    assert_eq!(folder.text("there.html"), "kept");
}

#[test]
fn json_of_other_programs_in_a_folder_is_no_record() {
    let folder = Folder::with("pass-json", "d/a.mat", record("valid/one-point.mat"));
    folder.write("d/package.json", "{\"name\": \"barpoint\", \"dependencies\": {\"barpoint\": \"^1.0\"}}");
    folder.write("d/lines.jsonl", "{\"x\": 1}\n");
    folder.write("d/tsconfig.json", "// a comment\n{}\n");
    let run = folder.run("check d");
    assert!(run.status(0).is_empty() && run.err.contains("1 file, 1 match, "), "{run:?}");
    assert!(run.err.contains("3 other files skipped"), "{run:?}");
    // Named, it must be a record.
    folder.run("check d/package.json").status(1);
    // A damaged record is one.
    folder.write("d/cut.json", "{\"barpoint\": 1, \"games\": [");
    folder.run("check d").status(1);
}

#[test]
fn several_ids_on_standard_input_are_refused() {
    let folder = Folder::new("pass-several-ids");
    let xgid = |dice: u32| format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:2:1:0:7:10\n");
    let pair = "4HPwATDgc/ABMA:cAlgAAAAAAAE\n";
    for (command, text) in [
        ("plays -", xgid(31) + &xgid(62)),
        ("pips -", format!("{pair}4NvgAUTg8+ABMA:cAlgAAAAAAAE\n")),
        ("id", "4HPwATDgc/ABMA\nbogus\n4NvgAUTg8+ABMA\n".to_owned()),
    ] {
        let run = folder.run_with(command, text.as_bytes());
        assert!(run.status(2).is_empty(), "{run:?}");
        assert!(run.err.contains("standard input "), "{run:?}");
    }
    // A drawn board has two IDs of one position, and so has the output of `id`.
    for command in ["show 4HPwATDgc/ABMA:cAlgAAAAAAAE", "id 4HPwATDgc/ABMA:cAlgAAAAAAAE"] {
        let drawn = folder.run(command);
        folder.run_with("pips -", drawn.status(0).as_bytes()).status(0);
    }
}

#[test]
fn shells_complete_the_values_of_options() {
    let folder = Folder::new("pass-completions");
    for shell in ["bash", "zsh", "fish"] {
        let run = folder.run(&format!("completions {shell}"));
        let script = run.status(0);
        for value in ["snowie", "javafibs", "dark", "play-blocked-point", "hypergammon", "prime-vs-prime"] {
            assert!(script.contains(value), "{shell}: {value}");
        }
    }
    // The generator leaves arguments without an option out.
    let script = folder.run("completions fish").status(0).to_owned();
    for command in ["explain", "formats"] {
        let line = format!("-n \"__fish_barpoint_using_subcommand {command}\" -f -a \"");
        assert!(script.contains(&line), "{command}");
    }
    // The shell itself, where there is one.
    let script = folder.run("completions bash").status(0).to_owned();
    folder.write("barpoint.bash", script);
    let words = |line: &str| {
        let count = line.split(' ').count() - 1;
        let test = format!(
            "source barpoint.bash; COMP_WORDS=({line}); COMP_CWORD={count}; \
             _barpoint_words barpoint \"${{COMP_WORDS[{count}]}}\" \"${{COMP_WORDS[{}]}}\"; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            count - 1
        );
        let output = std::process::Command::new("bash").args(["-c", &test]).current_dir(&folder.0).output();
        output.ok().map(|output| String::from_utf8(output.stdout).expect("UTF-8"))
    };
    let Some(commands) = words("barpoint che") else { return };
    assert_eq!(commands, "check\n");
    assert_eq!(words("barpoint convert --to sno").as_deref(), Some("snowie\nsnowie-position\n"));
    assert_eq!(words("barpoint diagram --theme d").as_deref(), Some("dark\n"));
    assert_eq!(words("barpoint explain play-bl").as_deref(), Some("play-blocked-point\n"));
    assert_eq!(words("barpoint formats sgf").as_deref(), Some("sgf\n"));
    // The pages have the names of the commands and of those within a group.
    assert_eq!(words("barpoint man che").as_deref(), Some("check\n"));
    assert_eq!(words("barpoint man db ad").as_deref(), Some("add\n"));
    assert_eq!(words("barpoint man db che").as_deref(), Some("\n"));
    // `help` takes the same names, but `man` has no subcommands of its own.
    assert_eq!(words("barpoint help che").as_deref(), Some("check\n"));
    assert_eq!(words("barpoint help db ad").as_deref(), Some("add\n"));
    assert_eq!(words("barpoint help man ").as_deref(), Some("\n"));
    assert_eq!(words("barpoint check --rules ja").as_deref(), Some("jacoby=on\njacoby=off\n"));
    assert_eq!(
        words("barpoint check --rules jacoby=on,cr").as_deref(),
        Some("jacoby=on,crawford=on\njacoby=on,crawford=off\n")
    );
    assert_eq!(words("barpoint check --limits m").as_deref(), Some("match=\nmembers=\n"));
    // Numbers aren't files, and files are.
    assert_eq!(words("barpoint find --cube bar").as_deref(), Some("bar\n"));
    assert_eq!(words("barpoint convert -o barpoint.b").as_deref(), Some("barpoint.bash\n"));
    assert!(words("barpoint check --f").is_some_and(|words| words.contains("--fail-on\n")));
    // bash cuts words at `=`, and a list is one word.
    assert_eq!(words("barpoint check --format = js").as_deref(), Some("json\n"));
    assert_eq!(words("barpoint check --fail-on = e").as_deref(), Some("error\n"));
    assert!(words("barpoint check --format =").is_some_and(|words| words.contains("concise\n")));
    assert_eq!(words("barpoint find --class race,hold").as_deref(), Some("race,holding-game\n"));
    // Where nothing is offered, bash offers the names of files.
    for line in ["barpoint check ", "barpoint convert ", "barpoint report a.mat "] {
        assert_eq!(words(line).as_deref(), Some("\n"), "{line}");
    }
    assert_eq!(words("barpoint completions ").as_deref(), Some("bash\nzsh\nfish\npowershell\nelvish\n"));
    // fish describes what it completes.
    let script = folder.run("completions fish").status(0).to_owned();
    folder.write("barpoint.fish", script);
    let words = |line: &str| {
        let test = format!("source barpoint.fish; complete -C '{line}'");
        let output = std::process::Command::new("fish").args(["-c", &test]).current_dir(&folder.0).output();
        output.ok().map(|output| String::from_utf8(output.stdout).expect("UTF-8"))
    };
    if let Some(commands) = words("barpoint che") {
        assert_eq!(commands, "check\tCheck match records against the rules\n");
        assert_eq!(words("barpoint convert --to sno").as_deref(), Some("snowie\nsnowie-position\n"));
        assert_eq!(words("barpoint --color ").as_deref(), Some("always\nauto\nnever\n"));
        assert_eq!(words("barpoint help di").as_deref(), Some("diagram\n"));
        assert!(words("barpoint man che").is_some_and(|words| words.starts_with("check\t")));
        assert!(words("barpoint man db ad").is_some_and(|words| words.starts_with("add\t")));
        assert!(words("barpoint help man ").is_some_and(|words| !words.contains("check")));
        assert!(words("barpoint check --limits m").is_some_and(|words| words.starts_with("match=\n")));
    }
    // zsh completes at its prompt only, so that somebody has to type.
    let script = folder.run("completions zsh").status(0).to_owned();
    folder.write("_barpoint", &script);
    folder.write("type.zsh", TYPE_IN_ZSH);
    let output = std::process::Command::new("zsh").args(["-f", "type.zsh"]).current_dir(&folder.0).output();
    let Ok(output) = output else { return };
    let seen = String::from_utf8_lossy(&output.stdout);
    for line in [
        "barpoint check",
        "convert --to snowie",
        "diagram --theme dark",
        "explain play-blocked-point",
        "man db add",
    ] {
        assert!(seen.contains(line), "zsh: {line}: {seen}");
    }
}

/// Types lines and a tab into a zsh with our completions, and prints what its line becomes.
const TYPE_IN_ZSH: &str = r#"
zmodload zsh/zpty
zpty -b shell zsh -f -i
wait_for() {
    local seen= part= i=
    for i in {1..200}; do
        while zpty -r -t shell part; do seen+=$part; done
        [[ $seen == *$1* ]] && break
        sleep 0.05
    done
    print -r -- $seen
}
zpty -w shell 'fpath=('$PWD' $fpath); autoload -Uz compinit; compinit -u -D; print be""gun'
wait_for begun
for line result in 'che' 'check' 'convert --to sno' 'snowie' 'diagram --theme d' 'dark' 'explain play-bl' 'blocked-point' 'man db ad' 'add'; do
    zpty -w -n shell "barpoint $line"$'\t'
    wait_for $result
    zpty -w -n shell $'\x15'
done
"#;

#[test]
fn find_reports_the_errors_of_a_record_after_its_decisions() {
    let folder = folder("pass-find-errors");
    let run = folder.run("find three.mat --action play -q");
    assert!(run.status(1).lines().count() > 5, "{run:?}");
    assert_eq!(run.err, "error: three.mat: 3 errors in match 1; `barpoint check` shows them\n");
    folder.run("find a.mat").status(0);
}

#[test]
fn no_command_writes_over_its_input() {
    let folder = Folder::new("pass-same");
    let text = std::fs::read_to_string("testdata/mat/valid/seven-points.mat").expect("a record");
    folder.write("r.txt", &text);
    folder.run("convert r.txt r.jsonl --to json").status(0);
    let json = folder.read("r.jsonl");
    folder.write("r.mat", &text);
    for line in [
        "report r.txt -o ./r.txt --force",
        "replay r.jsonl -o r.jsonl --force",
        "find r.jsonl --loss 5.. -o r.jsonl --force",
        "merge r.txt -o r.txt --to mat --force",
        "analyse --plies 0 r.txt -o r.txt --to mat --force",
        "diagram r.txt --game 1 -o r.txt --force",
        "matrix r.txt --game 1 -o r.txt --force",
        // Found in a folder, and from another input.
        "replay . -o r.jsonl --force",
        "convert r.jsonl r.mat --to mat -o . --force",
        "analyse --plies 0 r.mat --to mat -o . --force",
    ] {
        let run = folder.run(line);
        assert!(
            run.status(2).is_empty() && run.err.contains("input and output are the same file"),
            "{line}: {}",
            run.err
        );
    }
    assert!(folder.read("r.txt") == text.as_bytes() && folder.read("r.jsonl") == json);
    assert_eq!(folder.text("r.mat"), text);
}
