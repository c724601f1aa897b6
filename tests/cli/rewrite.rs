//! `fmt`, `split` and `merge`.

use super::{Folder, record};
use crate::check::replay::told;
use crate::support::{Random, is_windows, paths_in, report, testdata};
use barpoint::analysis::{RulesOverride, replay};
use barpoint::diag::Severity;
use barpoint::formats::{Format, detect};
use std::fmt::Write as _;

/// The records of the project that `fmt` rewrites without a message.
fn good() -> Vec<&'static str> {
    vec![
        "valid/seven-points.mat",
        "valid/one-point.mat",
        "valid/nackgammon.mat",
        "valid/five-points-high-cube.mat",
    ]
}

#[test]
fn a_record_is_rewritten_in_place_and_then_stays_as_it_is() {
    let folder = Folder::new("fmt");
    for name in good() {
        // As other programs write it.
        folder.write(name, record(name).replace('\n', "\r\n").replace(") ", ")  "));
    }
    let all: String = good().iter().map(|name| record(name)).collect();
    folder.write("all.mat", &all);
    let before: Vec<(String, Vec<u8>)> =
        folder.files().into_iter().map(|name| (name.clone(), folder.read(&name))).collect();
    let score = |folder: &Folder| folder.run("score --json .").out;
    let scores = score(&folder);
    let check = folder.run("fmt --check .");
    assert!(check.status(1).lines().count() >= good().len(), "{check:?}");
    for (name, bytes) in &before {
        assert_eq!(folder.read(name), *bytes, "--check writes nothing");
    }
    folder.run("fmt .").status(0);
    assert!(before.iter().all(|(name, bytes)| folder.read(name) != *bytes || name == "all.mat"));
    assert_eq!(folder.run("check --format concise .").status(0), "");
    assert_eq!(String::from_utf8(score(&folder)), String::from_utf8(scores));
    let after: Vec<Vec<u8>> = before.iter().map(|(name, _)| folder.read(name)).collect();
    let again = folder.run("fmt .");
    assert!(again.status(0).is_empty() && again.err == "5 files: 0 rewritten\n", "{again:?}");
    assert_eq!(folder.run("fmt --check .").status(0), "");
    assert!(before.iter().zip(after).all(|((name, _), after)| folder.read(name) == after));
    assert_eq!(folder.files().len(), before.len());
    // The same through a pipe.
    let piped = folder.run_with("fmt -q -", &before[0].1);
    assert_eq!(piped.status(0).as_bytes(), folder.read(&before[0].0));
}

#[test]
fn a_game_of_go_is_no_record_to_rewrite_convert_or_merge() {
    let folder = Folder::new("fmt-go");
    let go = "(;GM[1]FF[4]SZ[19];B[pd])\n";
    folder.write("a.mat", record("valid/one-point.mat"));
    let own = folder.run("convert a.mat --to sgf").status(0).to_owned();
    for text in [go.to_owned(), format!("{go}{own}")] {
        folder.write("go.sgf", &text);
        let kept = folder.run("fmt go.sgf");
        assert!(
            kept.err.contains("left unchanged: rewriting would lose what isn't understood")
                && kept.status(1).is_empty(),
            "{kept:?}"
        );
        assert_eq!(folder.read("go.sgf"), text.as_bytes());
    }
    folder.write("go.sgf", go);
    folder.write("empty.mat", "");
    let converted = folder.run("convert go.sgf go.mat");
    assert!(converted.err.contains("there is no game in match 1"), "{converted:?}");
    converted.status(1);
    let merged = folder.run("merge go.sgf -o m.mat");
    assert!(merged.err.contains("there is no game in match 1"), "{merged:?}");
    merged.status(1);
    folder.write("hello.mat", "hello\n");
    folder.write("length.mat", " 5 point match\n");
    for file in ["empty.mat", "hello.mat", "length.mat", "go.sgf"] {
        let split = folder.run(&format!("split {file}"));
        assert!(split.err.contains("there is no game in match 1"), "{split:?}");
        split.status(1);
    }
    // A count over an archive doesn't pass over it either.
    for command in ["stats go.sgf", "find go.sgf", "quiz go.sgf -o quiz.html"] {
        let run = folder.run(command);
        assert!(run.err.contains("there is no game in match 1"), "{run:?}");
        run.status(1);
    }
    assert_eq!(folder.files(), ["a.mat", "empty.mat", "go.sgf", "hello.mat", "length.mat"]);
}

#[test]
fn a_record_that_would_lose_something_or_has_errors_is_left_as_it_is() {
    let folder = Folder::with("fmt-left", "errors.mat", record("tour/three-mistakes.mat"));
    folder.write("both.mat", record("valid/one-point.mat") + &record("tour/three-mistakes.mat"));
    folder.write("packed.docx", "PK\x03\x04");
    let before: Vec<Vec<u8>> = folder.files().iter().map(|name| folder.read(name)).collect();
    for line in ["fmt .", "fmt --check ."] {
        let run = folder.run(line);
        assert_eq!(run.status(1), "");
        let told = run.told();
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(
            lines[..2],
            [
                "error: ./both.mat: left unchanged: match 2: 3 errors; `barpoint check` shows them",
                "error: ./errors.mat: left unchanged: 3 errors; `barpoint check` shows them",
            ]
        );
    }
    let after: Vec<Vec<u8>> = folder.files().iter().map(|name| folder.read(name)).collect();
    assert_eq!(before, after);
    let run = folder.run_with("fmt -", record("tour/half-a-play.mat").as_bytes());
    assert_eq!(run.status(1), "");
    // A wrong mark of a hit may be the only trace of a mistake.
    let marked = record("invalid/play-hit-mark-without-a-blot.mat");
    folder.write("marked.mat", &marked);
    let run = folder.run("fmt marked.mat");
    assert_eq!(run.status(1), "");
    let wanted = "error: marked.mat: left unchanged: rewriting would change the findings (`play-hit-mark`); \
                  `barpoint check` shows them\n";
    assert!(run.err.starts_with(wanted), "{run:?}");
    assert_eq!(folder.text("marked.mat"), marked);
    assert_eq!(folder.run("fmt nowhere.mat").status(2), "");
}

#[test]
fn a_file_of_a_format_that_is_not_written_is_no_error() {
    let folder = Folder::new("fmt-unwritten");
    let bytes = std::fs::read("testdata/text/valid/beaver.txt").expect("a file");
    folder.write("beaver.txt", &bytes);
    for line in ["fmt .", "fmt --check beaver.txt"] {
        let run = folder.run(line);
        assert_eq!(run.status(0), "");
        assert!(run.err.starts_with("note: "), "{run:?}");
        assert!(run.err.contains("beaver.txt: left unchanged: `text` isn't written"), "{run:?}");
    }
    assert_eq!(folder.read("beaver.txt"), bytes);
    // A pipe would lose it.
    assert_eq!(folder.run_with("fmt -", &bytes).status(1), "");
}

/// The text records of the project, with the format of each.
fn records() -> Vec<(String, &'static Format, String)> {
    let mut found = Vec::new();
    let mut folders = vec![testdata("")];
    while let Some(folder) = folders.pop() {
        for path in paths_in(folder) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let format = detect(text.as_bytes(), Some(&name)).filter(|format| format.parse.is_some());
            if let Some(format) = format.filter(|_| text.len() < 60_000) {
                found.push((name, format, text));
            }
        }
    }
    found.sort_by(|a, b| (&a.0, &a.2).cmp(&(&b.0, &b.2)));
    found
}

/// Returns the text with some bytes exchanged, and lines left out or repeated, like typing mistakes.
fn mistyped(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for _ in 0..=random.below(2) {
        let at = random.below(lines.len());
        match random.below(6) {
            0 if lines.len() > 4 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines[at] = lines[at].replace("  ", " "),
            _ => {
                let digits: Vec<usize> =
                    lines[at].match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
                if !digits.is_empty() {
                    let place = digits[random.below(digits.len())];
                    lines[at].replace_range(place..=place, &random.below(10).to_string());
                }
            }
        }
    }
    lines.concat()
}

/// Returns the meaning of a file: the acts and positions of each of its games, and the findings.
fn meaning(format: &Format, name: &str, bytes: &[u8]) -> String {
    let rules = RulesOverride::default();
    let mut meaning = String::new();
    for source in format.matches(name, Box::new(bytes)) {
        let source = source.expect("text in memory");
        let parsed = (format.parse.expect("a reader"))(&source);
        let told = told(parsed.clone(), &rules);
        let replay = replay(&parsed.value, parsed.diagnostics, &rules, |_| {});
        let mut codes: Vec<&str> = Vec::new();
        for finding in &replay.diagnostics {
            let id = finding.code.id();
            // How something is written is put right.
            let is_spelling =
                ["habit-", "mat-", "source-", "record-"].iter().any(|area| id.starts_with(area));
            if finding.severity > Severity::Note && !is_spelling {
                codes.push(id);
            }
        }
        codes.sort_unstable();
        let results: Vec<_> = replay.games.iter().map(|game| game.result).collect();
        write!(meaning, "{told:?}\n{results:?}\n{:?}\n{codes:?}\n", replay.score).expect("memory");
    }
    meaning
}

#[test]
fn a_file_that_is_rewritten_means_what_it_meant() {
    let folder = Folder::new("fmt-law");
    let mut random = Random::new(20_261_123);
    let mut before = Vec::new();
    for (number, (name, format, text)) in records().into_iter().enumerate() {
        for copy in 0..6 {
            let text = if copy == 0 { text.clone() } else { mistyped(&text, &mut random) };
            let name = format!("{number:03}-{copy}-{name}");
            folder.write(&name, &text);
            before.push((name, format, text));
        }
    }
    let run = folder.run("fmt -q .");
    assert!(run.status < 2, "{run:?}");
    let mut changed = 0;
    for (name, format, text) in before {
        let after = folder.read(&name);
        if after != text.as_bytes() {
            changed += 1;
            let same = meaning(format, &name, &after) == meaning(format, &name, text.as_bytes());
            assert!(same, "{name}:\n{text}\nbecame\n{}", String::from_utf8_lossy(&after));
        }
    }
    report(changed, "files rewritten that mean what they meant");
    assert!(changed > 80, "{changed}");
}

#[cfg(unix)]
#[test]
fn a_rewritten_file_keeps_its_permissions_and_a_link_stays_a_link() {
    use std::os::unix::fs::PermissionsExt;
    if is_windows() {
        // Windows has other permissions and other links.
        return;
    }
    let folder = Folder::with("fmt-link", "sub/a.mat", record("valid/one-point.mat").replace('\n', "\r\n"));
    let permissions = PermissionsExt::from_mode(0o640);
    std::fs::set_permissions(folder.path("sub/a.mat"), permissions).expect("its owner");
    std::os::unix::fs::symlink("sub/a.mat", folder.path("link.mat")).expect("a link");
    folder.run("fmt link.mat").status(0);
    assert!(!folder.text("sub/a.mat").contains('\r'));
    let data = |name: &str| std::fs::symlink_metadata(folder.path(name)).expect("a file");
    assert_eq!(data("sub/a.mat").permissions().mode() & 0o777, 0o640);
    assert!(data("link.mat").is_symlink());
    assert_eq!(folder.files(), ["link.mat", "sub/a.mat"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_that_is_named_is_not_rewritten() {
    let folder = Folder::new("fmt-pipe");
    let text = record("valid/one-point.mat").replace('\n', "\r\n");
    let run = folder.run_with("fmt /dev/stdin", text.as_bytes());
    assert_eq!(run.status(1), "");
    let wanted = "error: /dev/stdin: left unchanged: it is a pipe or a device; `-` is standard input\n";
    assert!(run.err.starts_with(wanted), "{run:?}");
    assert_eq!(
        folder.run_with("fmt --check /dev/stdin", text.as_bytes()).err,
        run.err.replace("rewritten", "would be rewritten")
    );
    let wrong = record("tour/wrong-score.mat");
    let run = folder.run_with("check --fix -q /dev/stdin", wrong.as_bytes());
    assert!(!run.status(1).is_empty() && run.err.starts_with(wanted), "{run:?}");
}

#[test]
fn a_file_that_is_read_only_is_not_rewritten() {
    let folder = Folder::new("fmt-read-only");
    let text = record("valid/one-point.mat").replace('\n', "\r\n");
    folder.write("a.mat", &text);
    let path = folder.path("a.mat");
    let mut permissions = std::fs::metadata(&path).expect("the file").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).expect("the file is ours");
    let refused = folder.run("fmt a.mat");
    refused.status(1);
    assert!(refused.err.contains("a.mat: left unchanged: it is read-only"), "{refused:?}");
    assert_eq!(folder.text("a.mat"), text);
    assert_eq!(folder.run("fmt --check a.mat").status(1), "a.mat\n");
}

#[test]
fn the_pieces_of_a_file_are_its_bytes() {
    let folder = Folder::new("split");
    let texts: Vec<String> = ["seven-points", "odd-names", "resignations"]
        .iter()
        .map(|name| record(&format!("valid/{name}.mat")))
        .collect();
    let all = texts.concat();
    let named = all.replace("Alice", "J\u{fc}rgen");
    let latin = named.chars().map(|c| if c == '\u{fc}' { 0xfc } else { (c as u32).min(127) as u8 });
    let crlf = format!("\u{feff}{}", all.replace('\n', "\r\n"));
    for (name, bytes) in [
        ("plain.mat", all.clone().into_bytes()),
        ("latin.txt", latin.collect()),
        ("crlf.mat", crlf.into_bytes()),
    ] {
        folder.write(name, &bytes);
        let run = folder.run(&format!("split {name} -o pieces"));
        assert_eq!((run.status(0), run.err.as_str()), ("", "3 matches: 3 files written\n"));
        let (stem, extension) = name.split_once('.').expect("an extension");
        let pieces: Vec<Vec<u8>> =
            (1..=3).map(|number| folder.read(&format!("pieces/{stem}-0{number}.{extension}"))).collect();
        assert_eq!(pieces.concat(), bytes, "{name}");
    }
    // Beside the file, unless told otherwise; and nothing is replaced.
    folder.write("sub/plain.mat", &all);
    folder.write("sub/plain-02.mat", "mine");
    let run = folder.run("split sub/plain.mat");
    assert!(
        run.status(2).is_empty() && run.told().contains("sub/plain-02.mat: the file exists"),
        "{}",
        run.err
    );
    assert_eq!(folder.text("sub/plain-02.mat"), "mine");
    assert_eq!(folder.text("sub/plain-03.mat"), texts[2]);
    folder.run("split sub/plain.mat --force").status(0);
    assert_eq!(folder.text("sub/plain-02.mat"), texts[1]);
    // In UTF-16 each piece has the mark that the file has.
    let wide: Vec<u8> = format!("\u{feff}{all}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.write("wide.mat", &wide);
    folder.run("split wide.mat").status(0);
    let third: Vec<u8> = format!("\u{feff}{}", texts[2]).encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(folder.read("wide-03.mat"), third);
}

#[test]
fn a_match_cut_into_games_is_put_together_again() {
    let folder = Folder::with("merge", "a.mat", record("valid/resignations.mat"));
    folder.run("split --games a.mat -o games").status(0);
    assert_eq!(folder.files().len(), 5);
    // In any order.
    let parts = "games/a-01-03.mat games/a-01-01.mat games/a-01-04.mat games/a-01-02.mat";
    let run = folder.run(&format!("merge {parts} -o whole.mat"));
    assert_eq!(run.status(0), "", "{}", run.err);
    let table = |name: &str| {
        folder.run(&format!("score {name}")).status(0).split_once('\n').expect("a table").1.to_owned()
    };
    assert_eq!(table("whole.mat"), table("a.mat"));
    folder.run("convert a.mat canonical.mat").status(0);
    assert_eq!(folder.text("whole.mat"), folder.text("canonical.mat"));
    assert_eq!(folder.run(&format!("merge {parts} -o whole.mat")).status(2), "", "never over another file");
}

#[test]
fn parts_that_do_not_fit_together_are_only_merged_when_that_is_asked_for() {
    let folder = Folder::with("merge-misfits", "a.mat", record("valid/resignations.mat"));
    folder.run("split --games a.mat -o g").status(0);
    let second = folder.text("g/a-01-02.mat");
    folder.write("other.mat", second.replace("Alice", "Alicia"));
    folder.write("long.mat", second.replace("7 point", "9 point"));
    folder.write("nack.mat", format!("; [Variation \"NackGammon\"]\n\n{second}"));
    folder.write("off.mat", format!("; [Crawford \"Off\"]\n\n{second}"));
    folder.write("on.mat", format!("; [Crawford \"On\"]\n\n{}", folder.text("g/a-01-01.mat")));
    folder.write("loud.mat", second.replace("Alice", "ALICE"));
    folder.write("event.mat", format!("; [Event \"two\"]\n\n{second}"));
    folder.write("first.mat", format!("; [Event \"one\"]\n\n{}", folder.text("g/a-01-01.mat")));
    for (parts, words) in [
        ("g/a-01-01.mat other.mat", "differs: `Alice` and `Alicia`"),
        ("g/a-01-01.mat long.mat", "the match lengths differ: 7 and 9"),
        ("g/a-01-01.mat nack.mat", "the variants differ: standard and nackgammon"),
        ("on.mat off.mat", "Crawford differs: on and off"),
        ("g/a-01-01.mat g/a-01-03.mat", "the first ends at 2-0, the second starts at 5-0"),
    ] {
        let err = folder.run(&format!("merge {parts} -o out.mat")).complains(1);
        assert!(err.contains(words), "{err}");
        assert!(!folder.path("out.mat").exists(), "{parts}");
        // To overwrite a file is something else than to merge what doesn't fit.
        folder.write("out.mat", "kept");
        let run = folder.run(&format!("merge {parts} -o out.mat --force"));
        assert_eq!(run.status(1), "");
        assert!(run.err.ends_with("hint: `--anyway` merges them\n"), "{}", run.err);
        assert_eq!(folder.text("out.mat"), "kept", "{parts}");
        assert_eq!(folder.run(&format!("merge {parts} -o out.mat --anyway")).status(2), "");
        let run = folder.run(&format!("merge {parts} -o out.mat --anyway --force"));
        assert_eq!(run.status(1), "");
        assert!(folder.text("out.mat").contains("point match"), "{parts}");
        std::fs::remove_file(folder.path("out.mat")).expect("it was written");
    }
    let err = folder.run("merge first.mat event.mat -o out.mat").complains(0);
    assert!(err.contains("event.mat: Event is `two` here; `one` from the earlier file is kept"), "{err}");
    assert!(folder.text("out.mat").contains("\"one\"") && !folder.text("out.mat").contains("\"two\""));
    let run = folder.run("merge g/a-01-01.mat loud.mat -o loud-too.mat");
    assert_eq!(run.status(0), "");
    assert!(run.err.contains("is `ALICE` here; `Alice` from the earlier file is kept"), "{}", run.err);
    assert_eq!(folder.run("check -q loud-too.mat").status, 0);
    assert_eq!(folder.run("merge g/a-01-01.mat nowhere.mat -o new.mat").status(2), "");
    assert!(!folder.path("new.mat").exists());
}

#[test]
fn a_merged_match_shows_that_a_game_is_missing() {
    let folder = Folder::with("merge-missing", "a.mat", record("valid/resignations.mat"));
    folder.run("split --games a.mat -o g").status(0);
    folder.run("merge g/a-01-01.mat g/a-01-03.mat -o out.mat --anyway").status(1);
    let text = folder.text("out.mat");
    assert!(text.contains(" Game 1\n") && text.contains(" Game 3\n"), "{text}");
    assert!(!text.contains(" Game 2\n"), "{text}");
}

#[test]
fn a_header_that_every_part_has_twice_contradicts_nothing() {
    let folder = Folder::new("merge-twice");
    let headers = "; [Sponsor \"one\"]\n; [Sponsor \"two\"]\n\n";
    folder.write("a.mat", format!("{headers}{}", record("valid/resignations.mat")));
    folder.run("split --games a.mat -o g").status(0);
    let run = folder.run("merge g/a-01-01.mat g/a-01-02.mat -o out.mat");
    run.status(0);
    assert!(!run.err.contains("is kept"), "{}", run.err);
    let text = folder.text("out.mat");
    assert!(text.contains("\"one\"") && text.contains("\"two\""), "{text}");
}

#[test]
fn a_part_without_a_game_is_not_merged() {
    let folder = Folder::with("merge-empty", "a.mat", record("valid/one-point.mat"));
    folder.write("empty.mat", "");
    for force in ["", " --force --anyway"] {
        let err = folder.run(&format!("merge a.mat empty.mat -o out.mat{force}")).complains(1);
        assert_eq!(err, "error: empty.mat: there is no game in match 1\n");
        assert!(!folder.path("out.mat").exists());
    }
    let err = folder.run("convert empty.mat --to sgf").complains(1);
    assert_eq!(err, "error: empty.mat: there is no game in match 1\n");
}

#[test]
fn other_files_of_a_folder_are_counted() {
    let folder = Folder::with("rewrite-others", "d/a.mat", record("valid/one-point.mat"));
    folder.write("d/readme.txt", "hello\n");
    for command in ["fmt --check d", "convert d --to sgf -o out"] {
        let run = folder.run(command);
        assert!(run.err.ends_with(", 1 other file skipped\n"), "{}", run.err);
    }
}

#[test]
fn a_comment_on_the_match_stays_one_through_its_parts() {
    let folder = Folder::new("merge-comment");
    let text =
        record("valid/resignations.mat").replacen(" Game 1", "; [Comment \"a windy day\"]\n\n Game 1", 1);
    folder.write("a.mat", text);
    for format in ["mat", "json"] {
        for round in 0..2 {
            folder.run(&format!("convert a.mat whole.{format} --force")).status(0);
            folder.run(&format!("split --games whole.{format} -o parts --force")).status(0);
            let run = folder.run(&format!("merge parts -o - --to mat --from {format}"));
            let merged = run.status(0).to_owned();
            assert_eq!(merged.matches("a windy day").count(), 1, "{format}, round {round}");
            folder.write("a.mat", merged);
        }
        std::fs::remove_dir_all(folder.path("parts")).expect("a folder");
    }
}

#[test]
fn a_hyphen_is_standard_output_where_there_is_one_file() {
    let folder = Folder::with("merge-stdout", "a.mat", record("valid/resignations.mat"));
    let run = folder.run("split a.mat --games -o -");
    assert_eq!(run.status(2), "");
    assert!(run.err.contains("`-` is standard output") && run.err.contains("`-o DIR`"), "{}", run.err);
    let merged = folder.run("merge a.mat -o - --to mat");
    assert!(merged.status(0).contains(" Game 2"), "{}", merged.err);
    let unknown = folder.run("merge a.mat -o -");
    assert!(unknown.status(2).is_empty() && unknown.err.contains("add `--to FORMAT`"), "{}", unknown.err);
    assert_eq!(folder.files(), ["a.mat"]);
}

#[test]
fn json_lines_stay_lines() {
    let folder = Folder::new("fmt-lines");
    folder.write("a.mat", good().iter().map(|name| record(name)).collect::<String>());
    folder.write("a.jsonl", folder.run("convert a.mat --to jsonl").status(0));
    folder.write("a.json", folder.run("convert a.mat --to json").status(0));
    let (lines, pretty) = (folder.text("a.jsonl"), folder.text("a.json"));
    assert_eq!(lines.lines().count(), good().len());
    assert_eq!(folder.run("fmt --check a.jsonl a.json").status(0), "");
    // The name decides.
    for (name, text, expected) in
        [("b.ndjson", &pretty, &lines), ("b.JSONL", &pretty, &lines), ("b.json", &lines, &pretty)]
    {
        folder.write(name, text);
        folder.run(&format!("fmt {name}")).status(0);
        assert_eq!(folder.text(name), *expected, "{name}");
        assert_eq!(folder.run(&format!("fmt --check {name}")).status(0), "");
    }
    let piped = |line: &str, text: &str| folder.run_with(line, text.as_bytes()).status(0).to_owned();
    assert_eq!(piped("fmt -q --stdin-filename a.jsonl", &pretty), lines);
    assert_eq!(piped("fmt -q --stdin-filename a.json", &lines), pretty);
    // Without one, the shape.
    assert_eq!(piped("fmt -q -", &lines), lines);
    assert_eq!(piped("fmt -q -", &pretty), pretty);
}
