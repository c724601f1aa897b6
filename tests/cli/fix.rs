//! `check --fix`, `--diff` and related options.

use super::{Folder, record};
use crate::support::{changed, paths_with, testdata, three_mistakes as three};

#[test]
fn safe_fixes_are_written_and_every_other_byte_stays() {
    let folder = Folder::new("fix");
    let before = format!("\u{feff}{}", three().replace('\n', "\r\n"));
    folder.write("a.mat", &before);
    folder.write("clean.mat", record("valid/seven-points.mat"));
    let clean = folder.read("clean.mat");
    let fixed = folder.run("check --fix --backup --format concise .");
    assert_eq!(fixed.status(1).lines().count(), 2, "{fixed:?}");
    assert!(fixed.err.ends_with("; 1 fix written\n"), "{fixed:?}");
    let after = String::from_utf8(folder.read("a.mat")).expect("UTF-8");
    let row = "  2)  Doubles => 2                Takes\r\n  3) 64: 24/14                   31: 8/5 6/5\r\n";
    let mended = "  2) 64: 24/14                   31: 8/5 6/5\r\n";
    assert_eq!(after, before.replace(row, mended));
    assert_eq!(folder.read("a.mat.bak"), before.as_bytes());
    assert_eq!(folder.read("clean.mat"), clean);
    // Once more there is nothing to fix, and no copy is made.
    let again = folder.run("check --fix --backup --format concise a.mat");
    assert!(again.status(1).lines().count() == 2 && again.err.ends_with("; 0 fixes written\n"), "{again:?}");
    assert_eq!(folder.read("a.mat"), after.as_bytes());
}

#[test]
fn byte_order_marks_of_several_matches_stay_in_their_places() {
    let folder = Folder::new("fix-marks");
    let slip = " 3 point match\n\n Game 1\n ann : 0                        bob : 0\n  \
                1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) 63: 24-15                   \
                43: 13/10 13/9\n  3)  Doubles => 2                Drops\n      Wins 1 point\n\n";
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    // Windows-1252, which the mark contradicts.
    let latin: Vec<u8> = slip.replace("ann", "\u{e4}nn").chars().map(|letter| letter as u8).collect();
    let mark = "\u{feff}".as_bytes();
    let files = [
        ("latin.mat", [mark, &latin, &latin].concat()),
        ("latins.mat", [mark, &latin, mark, &latin].concat()),
        ("one.mat", format!("\u{feff}{slip}{slip}").into_bytes()),
        ("two.mat", format!("\u{feff}{slip}\u{feff}{slip}").into_bytes()),
        ("wide.mat", utf16(&format!("\u{feff}{slip}{slip}"))),
    ];
    for (name, bytes) in &files {
        folder.write(name, bytes);
        let fixed = folder.run(&format!("check --fix --quiet {name}"));
        fixed.status(0);
        let after = folder.read(name);
        let changed: Vec<usize> = (0..bytes.len()).filter(|&at| after.get(at) != bytes.get(at)).collect();
        assert_eq!((after.len(), changed.len()), (bytes.len(), 2), "{name}");
        assert!(changed.iter().all(|&at| (bytes[at], after[at]) == (b'-', b'/')), "{name}");
    }
}

#[test]
fn a_copy_is_never_written_over_another_file() {
    let folder = Folder::with("fix-copy", "a.mat", three());
    folder.write("a.mat.bak", "mine");
    let refused = folder.run("check --fix --backup --quiet a.mat");
    assert!(refused.err.contains("a.mat.bak"), "{refused:?}");
    refused.status(2);
    assert_eq!(folder.read("a.mat"), three().as_bytes());
    assert_eq!(folder.read("a.mat.bak"), b"mine");
}

#[test]
fn a_copy_is_no_record_of_the_folder() {
    let folder = Folder::with("fix-copy-kept", "a.mat", three());
    folder.write("lone.mat.bak", record("valid/one-point.mat"));
    folder.run("check --fix --backup --quiet .").status(1);
    // The second run changes the record once more, but not its copy.
    let before = folder.read("a.mat");
    let again = folder.run("check --fix --suggested .");
    assert!(folder.read("a.mat") != before && again.err.contains("2 files, 2 matches, "), "{again:?}");
    assert!(again.err.contains(", 1 other file skipped"), "{again:?}");
    assert_eq!(folder.read("a.mat.bak"), three().as_bytes());
    assert!(folder.run("score .").err.contains("2 matches"), "the copy isn't a match of its own");
    // A copy that is named is read.
    let named = folder.run("check --format concise a.mat.bak");
    assert_eq!(named.status(1).lines().count(), 3, "{named:?}");
}

#[test]
fn a_copy_is_read_if_its_original_is_not() {
    let folder = Folder::with("fix-copy-read", "notes", "Dear Ann,\n");
    folder.write("notes.bak", record("valid/one-point.mat"));
    let checked = folder.run("check .");
    assert!(checked.err.contains("1 file, 1 match, "), "{checked:?}");
    // An original that is a record, whatever its name, has its matches already.
    folder.write("notes", record("valid/one-point.mat"));
    let checked = folder.run("check .");
    assert!(checked.err.contains("1 file, 1 match, "), "{checked:?}");
}

#[cfg(unix)]
#[test]
fn a_copy_has_the_permissions_of_its_original() {
    use std::os::unix::fs::PermissionsExt;
    if crate::support::is_windows() {
        return;
    }
    for mode in [0o600, 0o640, 0o664] {
        let folder = Folder::with("fix-mode", "a.mat", three());
        std::fs::set_permissions(folder.path("a.mat"), PermissionsExt::from_mode(mode)).expect("its owner");
        folder.run("check --fix --backup --quiet a.mat").status(1);
        assert_eq!(folder.read("a.mat.bak"), three().as_bytes());
        for name in ["a.mat", "a.mat.bak"] {
            let data = std::fs::metadata(folder.path(name)).expect("a file");
            assert_eq!(data.permissions().mode() & 0o777, mode, "{name}");
        }
    }
}

#[test]
fn a_file_that_is_given_several_times_is_fixed_once() {
    let folder = Folder::new("fix-once");
    let paths = if cfg!(unix) && !crate::support::is_windows() {
        #[cfg(unix)]
        std::os::unix::fs::symlink("a.mat", folder.path("link.mat")).expect("a link");
        "a.mat ./a.mat link.mat . ./a.mat"
    } else {
        "a.mat ./a.mat . ./a.mat"
    };
    folder.write("a.mat", three());
    let shown = folder.run(&format!("check --diff {paths}"));
    assert!(shown.err.contains("1 file, ") && shown.err.ends_with("; 1 fix shown\n"), "{shown:?}");
    let fixed = folder.run(&format!("check --fix --format concise {paths}"));
    assert_eq!(fixed.status(1).lines().count(), 2, "{fixed:?}");
    assert!(fixed.err.contains("1 file, ") && fixed.err.ends_with("; 1 fix written\n"), "{fixed:?}");
    folder.write("a.mat", three().replace('\n', "\r\n"));
    folder.write("b.mat", record("valid/one-point.mat").replace('\n', "\r\n"));
    let again = folder.run("fmt b.mat ./b.mat");
    assert_eq!(again.err, "1 file: 1 rewritten\n");
}

#[test]
fn suggestions_are_marked_by_comments() {
    let folder = Folder::with("fix-suggested", "a.mat", three());
    let fixed = folder.run("check --fix --suggested --format concise a.mat");
    assert!(fixed.status(0).is_empty() && fixed.err.ends_with("; 3 fixes written\n"), "{fixed:?}");
    let after = String::from_utf8(folder.read("a.mat")).expect("UTF-8");
    let marks: Vec<&str> = after.lines().filter(|line| line.starts_with("; barpoint: ")).collect();
    assert_eq!(marks.len(), 2, "{after}");
    assert!(marks[1].contains("write 2 for 4"), "{after}");
}

#[test]
fn a_diff_is_shown_and_nothing_written() {
    let folder = Folder::new("fix-diff");
    let both = [record("valid/seven-points.mat"), three()].concat();
    folder.write("both.mat", &both);
    let shown = folder.run("check --diff both.mat");
    assert!(shown.status(1).starts_with("--- both.mat\n+++ both.mat\n@@ -"), "{shown:?}");
    assert!(shown.status(1).contains("-  2)  Doubles => 2                Takes\n"), "{shown:?}");
    assert_eq!(folder.read("both.mat"), both.as_bytes());
    // Written, the other match of the file stays.
    folder.run("check --fix --quiet both.mat").status(1);
    let after = String::from_utf8(folder.read("both.mat")).expect("UTF-8");
    assert!(after.starts_with(&record("valid/seven-points.mat")) && after.len() < both.len());
}

/// Applies a diff of one file, as `patch` does.
fn patched(before: &[u8], diff: &[u8]) -> Vec<u8> {
    fn lines(text: &[u8]) -> Vec<&[u8]> {
        text.split_inclusive(|&byte| byte == b'\n').collect()
    }
    let old = lines(before);
    let mut at = 0;
    let mut new = Vec::new();
    for line in &lines(diff)[2..] {
        if let Some(head) = line.strip_prefix(b"@@ -") {
            let digits = head.iter().take_while(|byte| byte.is_ascii_digit());
            let start = digits.fold(0, |start, digit| start * 10 + usize::from(digit - b'0'));
            new.extend_from_slice(&old[at..start - 1]);
            at = start - 1;
            continue;
        }
        let (mark, text) = line.split_at(1);
        if mark != b"+" {
            assert_eq!(old[at], text, "line {}", at + 1);
            at += 1;
        }
        if mark != b"-" {
            new.push(text);
        }
    }
    new.extend_from_slice(&old[at..]);
    new.concat()
}

#[test]
fn a_diff_has_the_encoding_of_its_file() {
    let folder = Folder::new("fix-diff-encoding");
    let text = three().replace("Ann", "\u{c4}nn").replace("ann", "\u{e4}nn");
    let latin: Vec<u8> = text.chars().map(|letter| u8::try_from(letter).expect("Latin-1")).collect();
    assert!(!latin.is_ascii(), "it has a name with a letter beyond ASCII");
    for before in [latin, format!("\u{feff}{}", text.replace('\n', "\r\n")).into_bytes()] {
        folder.write("a.mat", &before);
        let shown = folder.run("check --diff --suggested a.mat");
        folder.run("check --fix --suggested --quiet a.mat").status(0);
        let after = folder.read("a.mat");
        assert!(after != before && patched(&before, &shown.out) == after, "{}", shown.err);
    }
}

#[test]
fn a_diff_has_no_other_format() {
    let folder = Folder::with("fix-diff-format", "a.mat", three());
    for format in ["json", "sarif", "github", "concise"] {
        for option in ["--diff", "--board", "--explain-fix"] {
            let refused = folder.run(&format!("check {option} --format {format} a.mat"));
            assert!(refused.status(2).is_empty(), "{refused:?}");
            let reason = format!("`{option}` and `--format {format}` contradict each other");
            assert!(refused.err.contains(&reason), "{refused:?}");
        }
    }
    // The format of the settings is the one of findings.
    let plain = folder.run("check --diff a.mat");
    folder.write("barpoint.toml", "format = \"sarif\"\n");
    let shown = folder.run("check --diff a.mat");
    assert_eq!(shown.status(1), plain.status(1));
    assert!(shown.status(1).starts_with("--- a.mat\n"), "{shown:?}");
}

#[test]
fn what_has_no_text_or_is_no_file_is_told_so() {
    let folder = Folder::new("fix-refused");
    let xg = testdata("xg/invalid/record-value-a-seven.xg");
    folder.write("a.xg", std::fs::read(xg).expect("a readable file"));
    let refused = folder.run("check --fix --format concise a.xg");
    let wanted = "`xg` isn't text, so it can't be fixed; convert the match to .mat or SGF first";
    assert!(refused.err.contains(wanted), "{refused:?}");
    let piped = folder.run_with("check --fix --format concise -", three().as_bytes());
    assert!(piped.err.contains("--diff shows the fixes"), "{piped:?}");
    let shown = folder.run_with("check --diff -", three().as_bytes());
    assert!(shown.status(1).contains("@@ -"), "{shown:?}");
    folder.run("check --suggested a.xg").status(2);
    // Where nothing is wrong, nothing has to be fixed.
    let clean = &paths_with(testdata("xg/valid"), "xg")[0];
    folder.write("clean.xg", std::fs::read(clean).expect("a readable file"));
    folder.run("check --fix --format concise clean.xg").status(0);
}

#[test]
fn what_is_allowed_is_not_fixed() {
    let folder = Folder::with("fix-allowed", "a.mat", three());
    let kept = folder.run("check --fix --format concise --allow cube-crawford a.mat");
    assert!(kept.err.ends_with("; 0 fixes written\n"), "{kept:?}");
    assert_eq!(folder.read("a.mat"), three().as_bytes());
    let fixed = folder.run("check --fix --format concise a.mat");
    assert!(fixed.err.ends_with("; 1 fix written\n"), "{fixed:?}");
}

#[test]
fn games_in_each_others_place_are_exchanged_but_not_renumbered_by_a_safe_fix() {
    let folder = Folder::new("fix-order");
    let whole = record("valid/resignations.mat");
    let parts: Vec<&str> = whole.split(" Game ").collect();
    assert!(parts.len() > 4, "{}", parts.len());
    let order = [[parts[0], parts[1], parts[3], parts[2]].join(" Game "), parts[4..].join(" Game ")];
    let text = order.join(" Game ");
    folder.write("a.mat", &text);
    folder.run("check --fix --format concise a.mat").status(0);
    assert_eq!(folder.text("a.mat"), whole);
}

#[test]
fn a_file_that_is_read_only_stays() {
    let folder = Folder::with("fix-read-only", "a.mat", three());
    let path = folder.path("a.mat");
    let mut permissions = std::fs::metadata(&path).expect("the file").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).expect("the file is ours");
    let refused = folder.run("check --fix --format concise a.mat");
    assert!(refused.err.contains("a.mat: left unchanged: it is read-only"), "{refused:?}");
    assert_eq!(folder.read("a.mat"), three().as_bytes());
    // The findings are those of the file as it is.
    let seen = folder.run("check --format concise a.mat");
    assert_eq!(refused.status(1), seen.status(1));
}

/// Returns a match whose second game begins with this number and score, followed by `rest`.
fn games(second: [&str; 2], length: &str, rest: &str) -> String {
    let [number, score] = second;
    let play = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n  2)  Doubles => 2               Drops\n      Wins 1 point\n";
    format!(
        " {length} point match\n\n Game 1\n ann : 0                        bob : 0\n{play}\n \
         Game {number}\n {score}\n{play}{rest}"
    )
}

#[test]
fn what_a_missing_game_would_explain_too_has_no_safe_fix() {
    let folder = Folder::new("fix-unsafe");
    let last = "\n Game 4\n ann : 2                        bob : 2\n  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let gap = games(["3", "ann : 1                        bob : 2"], "9", last);
    // A score typed wrong in the first game, or a result typed wrong.
    let late =
        games(["2", "ann : 1                        bob : 0"], "9", "").replacen("ann : 0", "ann : 2", 1);
    for text in [gap, late] {
        folder.write("a.mat", &text);
        let kept = folder.run("check --fix --format concise a.mat");
        assert!(kept.status(1).contains("error[") && kept.err.ends_with("; 0 fixes written\n"), "{kept:?}");
        assert_eq!(folder.read("a.mat"), text.as_bytes());
    }
}

#[test]
fn what_cannot_be_tried_or_distinguished_is_no_safe_fix() {
    let folder = Folder::new("fix-untried");
    // In these short games, other plays and dice are legal, too; and the Jacoby rule isn't stated, so that a gammon is
    // worth 1 or 2.
    for (file, from, to) in [
        ("party/valid/small.txt", "31 8/5 6/5#2 0 0 52", "31 8/6 6/5#2 0 0 52"),
        ("bgroom/valid/small.txt", "X: 31 8/5 6/5", "X: 31 8/6 6/5"),
        ("gam/valid/gnubg.gam", "Wins 2 points", "Wins 3 points"),
    ] {
        let text = std::fs::read_to_string(testdata(file)).expect("a record");
        assert!(text.contains(from), "{file}");
        let name = file.rsplit('/').next().expect("a name");
        folder.write(name, text.replace(from, to));
        let shown = folder.run(&format!("check {name}"));
        assert!(shown.status(1).contains("error[") && !shown.status(1).contains("safe fix"), "{shown:?}");
    }
}

#[test]
fn a_pass_is_never_deleted_as_a_safe_fix() {
    let folder = Folder::new("fix-pass");
    // A money session whose length was typed wrong: the cube seems dead.
    let text = games(["2", "ann : 1                        bob : 0"], "1", "");
    folder.write("a.mat", &text);
    folder.run("check --fix --format concise a.mat").status(1);
    let after = String::from_utf8(folder.read("a.mat")).expect("UTF-8");
    assert_eq!(after.matches("Drops").count(), 2, "{after}");
}

#[test]
fn fixes_are_explained_and_told_to_programs() {
    let folder = Folder::with("fix-explained", "a.mat", three());
    let explained = folder.run("check --explain-fix a.mat");
    assert!(explained.status(1).contains("readings were tried"), "{explained:?}");
    assert!(explained.status(1).contains("the board after it:"), "{explained:?}");
    let json = folder.run("check --format json --quiet a.mat");
    let safe = |line: &str| {
        let finding: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let fixes = finding["fixes"].as_array().expect("a list").clone();
        fixes.iter().filter(|fix| fix["applicability"] == "safe").count()
    };
    assert_eq!(json.status(1).lines().map(safe).collect::<Vec<_>>(), [0, 0, 1]);
    let sarif = folder.run("check --format sarif --quiet a.mat");
    let sarif: serde_json::Value = serde_json::from_str(sarif.status(1)).expect("JSON");
    let change = &sarif["runs"][0]["results"][2]["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "a.mat");
    assert!(!change["replacements"].as_array().expect("a list").is_empty());
}

#[test]
fn a_row_without_its_number_gets_it() {
    let folder = Folder::new("fix-number");
    let whole = record("valid/seven-points.mat");
    let damaged = changed(&whole, "  2) ", "     ");
    folder.write("a.mat", &damaged);
    let found = folder.run("check --format concise a.mat");
    assert!(found.status(1).contains("[mat-row-number] the number of row 2 is missing"), "{found:?}");
    assert_eq!(found.status(1).lines().count(), 1, "{found:?}");
    folder.run("check --fix --quiet a.mat").status(0);
    assert_eq!(folder.read("a.mat"), whole.as_bytes());
}

#[test]
fn dice_in_letters_are_read() {
    let folder = Folder::new("fix-letters");
    let record = record("valid/seven-points.mat");
    for (dice, letters) in [("  21: ", "  Zl: "), (" 63: ", " b3: ")] {
        folder.write("a.mat", record.replacen(dice, letters, 1));
        let run = folder.run("check a.mat");
        assert!(
            run.status(1).contains(&format!("fix: write `{}:` for", dice.trim().trim_end_matches(':'))),
            "{run:?}"
        );
    }
}
