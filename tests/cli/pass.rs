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
    "merge -o merged.mat --force",
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
        if !command.starts_with("replay") {
            assert_eq!(first, "error: cannot read nowhere.mat: No such file or directory", "{command}");
        }
        assert_eq!(run.status, 2, "{command}: {run:?}");
        let run = folder.run(&format!("{command} notes.txt"));
        let status = if command.starts_with("merge") { 2 } else { 1 };
        assert_eq!(run.status, status, "{command}: {run:?}");
        let said = run.err.clone() + &String::from_utf8_lossy(&run.out);
        assert!(said.contains("the file contains no match record"), "{command}: {said}");
    }
}

#[test]
fn files_that_are_left_out_are_counted_in_the_closing_line() {
    let folder = folder("pass-skipped");
    folder.write("records/a.mat", record("valid/one-point.mat"));
    folder.write("records/a.mat.xz", b"\xFD7zXZ\0");
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
fn a_list_of_files_with_nul_bytes_is_refused() {
    let folder = folder("pass-nul");
    let in_utf_16: Vec<u8> = "a.mat\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for list in [&b"a.mat\0three.mat\0"[..], &in_utf_16] {
        folder.write("list", list);
        let run = folder.run("check --files-from list");
        let wanted =
            "error: cannot read the list of files: it contains NUL bytes; write one path per line, in UTF-8";
        assert_eq!((run.status, run.err.lines().next()), (2, Some(wanted)), "{run:?}");
    }
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
    for command in COMMANDS {
        let wanted = i32::from(!command.starts_with("find") && command != "split -o pieces --force");
        let run = folder.run(&format!("{command} three.mat"));
        assert_eq!(run.status, wanted, "{command}: {run:?}");
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
fn a_path_is_checked_and_an_id_is_shown() {
    let folder = folder("pass-natural");
    for (natural, spelled_out) in [
        ("a.mat", "check a.mat"),
        ("three.mat --format concise", "check three.mat --format concise"),
        (".", "check ."),
        ("nowhere.mat", "check nowhere.mat"),
        ("4HPwATDgc/ABMA", "show 4HPwATDgc/ABMA"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA", "show 4HPwATDgc/ABMA:cAkAAAAAAAAA"),
        (
            "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10",
            "show XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10",
        ),
    ] {
        let (one, other) = (folder.run(natural), folder.run(spelled_out));
        assert_eq!((one.status, one.out, one.err), (other.status, other.out, other.err), "{natural}");
    }
    let run = folder.run("chek");
    assert!(run.status(2).is_empty() && run.err.contains("a similar subcommand exists: 'check'"), "{run:?}");
    let run = folder.run("eval");
    assert!(run.status(2).is_empty() && run.err.starts_with("error: no ID is given: "), "{run:?}");
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
    // The shell itself, where there is one.
    let script = folder.run("completions bash").status(0).to_owned();
    folder.write("barpoint.bash", script);
    let words = |line: &str| {
        let count = line.split(' ').count() - 1;
        let test = format!(
            "source barpoint.bash; COMP_WORDS=({line}); COMP_CWORD={count}; \
             _barpoint barpoint \"${{COMP_WORDS[{count}]}}\" \"${{COMP_WORDS[{}]}}\"; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
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
    assert!(words("barpoint check --f").is_some_and(|words| words.contains("--fail-on\n")));
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
    }
    // zsh completes at its prompt only, so that somebody has to type.
    let script = folder.run("completions zsh").status(0).to_owned();
    folder.write("_barpoint", &script);
    folder.write("type.zsh", TYPE_IN_ZSH);
    let output = std::process::Command::new("zsh").args(["-f", "type.zsh"]).current_dir(&folder.0).output();
    let Ok(output) = output else { return };
    let seen = String::from_utf8_lossy(&output.stdout);
    for line in
        ["barpoint check", "convert --to snowie", "diagram --theme dark", "explain play-blocked-point"]
    {
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
for line result in 'che' 'check' 'convert --to sno' 'snowie' 'diagram --theme d' 'dark' 'explain play-bl' 'blocked-point'; do
    zpty -w -n shell "barpoint $line"$'\t'
    wait_for $result
    zpty -w -n shell $'\x15'
done
"#;
