//! Records, names and arguments that contain escape sequences, bells and marks that reverse text: none of them reaches
//! a terminal, whatever the command and the form of its answer.

use super::{Folder, barpoint};
use crate::support::fed;
use barpoint::diag::is_hidden;
use barpoint::formats::{FORMATS, Format};
use std::process::Output;

/// Clears the screen, names the window, sets a colour in the one-byte way, turns text round, deletes, rings, goes back.
const HOSTILE: &str = "Eve\u{1b}[2J\u{1b}]0;taken\u{7}\u{9b}31m\u{202e}live\u{7f}\u{8}\u{1b}[8m";

/// Returns a match with a mistake, hostile wherever the format allows free text.
fn record() -> String {
    let name = HOSTILE.replace(']', "\\]");
    format!(
        "(;FF[4]GM[6]AP[{name}]CA[UTF-8]MI[length:3][game:0][ws:0][bs:0]PW[{name}]PB[Bob {name}]EV[{name}]RO[{name}]\
         PC[{name}]GC[{name}]AN[{name}]US[{name}]DT[2024-02-30{name}]XX[{name}]\
         ;W[31hego]C[{name}\n{name}];B[42xx{name}];W[65aa]N[{name}];B[double]C[{name}])"
    )
}

/// Returns the same in lines; the name of the event can't contain a line end there.
fn lines() -> String {
    format!(
        "; [Event \"{HOSTILE}\"]\n; [{HOSTILE} \"{HOSTILE}\"]\n 3 point match\n\n Game 1\n {HOSTILE} : 0    Bob{HOSTILE} : 0\n  \
         1) 31: 8/5 6/5    42: 8/4 6/4 {HOSTILE}\n  2) 65: 24/13{HOSTILE}   31: 6/2\n  3) {HOSTILE}\n"
    )
}

/// Asserts that an output can't control a terminal; `is_coloured` allows the program's own colours.
fn assert_harmless(what: &str, output: &[u8], is_coloured: bool) {
    let text = std::str::from_utf8(output).unwrap_or_else(|error| panic!("{what}: {error}"));
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| is_hidden(c) && !matches!(c, '\n' | '\t' | '\u{c}')) {
        let from = &rest[at..];
        let sequence = from.strip_prefix("\u{1b}[").filter(|_| is_coloured);
        let end = sequence.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
        match end {
            // Colours of ours are never concealed ones.
            Some(after) if after.starts_with('m') && !from.starts_with("\u{1b}[8m") => rest = &after[1..],
            _ => panic!("{what}: {:?}", from.chars().take(40).collect::<String>()),
        }
    }
}

fn assert_quiet(what: &str, output: &Output, is_coloured: bool) {
    assert!(output.status.code().is_some_and(|status| status <= 2), "{what}: {:?}", output.status);
    assert_harmless(&format!("{what}, standard output"), &output.stdout, is_coloured);
    assert_harmless(&format!("{what}, standard error"), &output.stderr, is_coloured);
}

/// Commands about a record; `FILE` is replaced by its path.
const ABOUT_RECORDS: &[&str] = &[
    "check FILE",
    "check --all --board --pedantic FILE",
    "check --format concise FILE",
    "check --format json FILE",
    "check --format sarif FILE",
    "check --format github FILE",
    "convert --to text FILE -",
    "convert --force FILE out.mat",
    "fmt --check FILE",
    "replay FILE",
    "report FILE --format html",
    "report FILE --format markdown",
    "report FILE --format text",
    "report FILE --format html --plies 0",
    "score FILE",
    "score --json FILE",
    "summary FILE",
    "summary --json FILE",
    "stats FILE",
    "stats --json FILE",
    "find FILE",
    "analyse --plies 0 FILE",
    "analyse --plies 0 --json FILE",
    "analyse --stored FILE",
    "merge FILE FILE -o out --force --anyway",
    "split FILE --games --force -o out.d",
    "show FILE --game 1 --move 2",
    "id FILE",
    "diagram FILE --game 1 --move 2 --format text",
    "diagram FILE --game 1 --move 2 --format unicode",
    "diagram FILE --game 1 --move 2 --format svg",
];

/// Commands about a position that take words from the command line.
const ABOUT_POSITIONS: &[&str] = &[
    "show 4HPwATDgc/ABMA --names NAME NAME",
    "show NAME",
    "id NAME",
    "pips NAME",
    "plays NAME 31",
    "plays 4HPwATDgc/ABMA NAME",
    "eval NAME",
    "hint NAME 31",
    "cube NAME",
    "race NAME",
    "odds NAME",
    "diagram 4HPwATDgc/ABMA:cAlgAAAAAAAE --names NAME NAME --format svg",
    "diagram 4HPwATDgc/ABMA:cAlgAAAAAAAE --names NAME NAME --format unicode",
    "explain NAME",
    "man NAME",
    "NAME",
    "check NAME",
    "check --format NAME x",
    "check --NAME",
    "convert --to NAME x",
    "session -c NAME",
    "play --NAME",
];

fn run(folder: &Folder, line: &str, colour: &str, input: Option<&str>) -> Output {
    // `NAME` and `FILE` are filled in after the splitting: names hold blanks.
    let file = HOSTILE.to_owned() + ".sgf";
    let arguments = line.split(' ').map(|word| {
        word.replace("FILE", if line.contains("=mat") { "plain.mat" } else { &file }).replace("NAME", HOSTILE)
    });
    let mut command = barpoint();
    command.current_dir(folder.path("")).args(["--color", colour]).args(arguments);
    command.env("HOME", folder.path("")).env_remove("XDG_CONFIG_HOME").env_remove("XDG_DATA_HOME");
    fed(&mut command, input.unwrap_or_default().as_bytes())
}

#[test]
fn no_command_lets_a_record_steer_the_terminal() {
    let folder = Folder::with("hostile", &format!("{HOSTILE}.sgf"), record());
    let mut shown = 0;
    for colour in ["never", "always"] {
        for line in ABOUT_RECORDS {
            let output = run(&folder, line, colour, None);
            shown += usize::from(String::from_utf8_lossy(&output.stdout).contains("Eve"));
            assert_quiet(&format!("{line} ({colour})"), &output, colour == "always");
        }
    }
    assert!(shown >= 40, "{shown} answers showed the name");
    folder.write(&format!("{HOSTILE}.sgf"), lines());
    for line in ABOUT_RECORDS {
        assert_quiet(&format!("{line}, of lines"), &run(&folder, line, "never", None), false);
    }
}

#[test]
fn no_argument_steers_the_terminal() {
    let folder = Folder::new("hostile-arguments");
    for line in ABOUT_POSITIONS {
        assert_quiet(line, &run(&folder, line, "never", None), false);
    }
}

#[test]
fn whatever_the_format_of_the_record_nothing_steers_the_terminal() {
    let folder = Folder::with("hostile-formats", &format!("{HOSTILE}.sgf"), record());
    let writable = FORMATS.iter().filter(|format| format.writer.is_some()).map(|format: &Format| format.name);
    let mut tried = 0;
    for name in writable.filter(|name| !matches!(*name, "text")) {
        let written = run(&folder, &format!("convert --to {name} --force FILE -"), "never", None);
        assert_harmless(name, &written.stderr, false);
        let copy = Folder::new(&format!("hostile-{name}"));
        copy.write(&format!("{HOSTILE}.sgf"), &written.stdout);
        for line in [
            "check --board --all FILE",
            "check --format json FILE",
            "report FILE --format html",
            "stats FILE",
        ] {
            assert_quiet(&format!("{line} of {name}"), &run(&copy, line, "never", None), false);
            tried += 1;
        }
        let back = run(&copy, "convert --to text FILE -", "never", None);
        assert_quiet(&format!("{name} as text"), &back, false);
    }
    assert!(tried >= 40, "{tried}");
}

#[test]
fn the_session_lets_nothing_steer_the_terminal() {
    let folder = Folder::with("hostile-session", "m.sgf", record());
    folder.write("m.mat", lines());
    let typed = format!(
        "import sgf m.sgf\nload match m.sgf\nshow board\nshow statistics match\nshow matchinfo\nlist match\nlist game\n\
         first game\nnext\nnext roll\nshow board\nshow player\nexport match text -\nexport position svg -\n\
         export match html -\nhint\nanalyse match\nimport mat m.mat\nshow board\nset player 0 name {HOSTILE}\nshow board\n\
         show player\nnew match 3\nset matchinfo event {HOSTILE}\nshow matchinfo\nset dice {HOSTILE}\nnonsense {HOSTILE}\n\
         help {HOSTILE}\nsave match {HOSTILE}.sgf\nload match {HOSTILE}\nrestore\nset prompt {HOSTILE}\nshow prompt\n\
         show commands\nset output unicode on\nset colours on\nshow board\n{HOSTILE}\nset seed {HOSTILE}\nannotate add {HOSTILE}\n\
         relational show details {HOSTILE}\n"
    );
    for line in ["session", "session --format json-lines", "session --compat", "session --bail"] {
        assert_quiet(line, &run(&folder, line, "never", Some(&typed)), false);
        assert_quiet(line, &run(&folder, line, "always", Some(&typed)), true);
    }
}
