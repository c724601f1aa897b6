//! Files that `stats` writes, results of `find`, completions and manual pages.

use super::{Folder, barpoint, record};
use crate::schema::{fits, published};
use crate::support::{json_lines, testdata};
use serde_json::Value;

#[test]
fn a_page_and_its_pictures_need_nothing_from_elsewhere_and_escape_what_people_wrote() {
    let folder = Folder::new("stats");
    let text = record("valid/resignations.mat").replace("Alice", "A<b>&\"x\"");
    folder.write("records/a.mat", text);
    folder.run("stats records -o out/a.html --svg out/pictures").status(0);
    let names =
        ["out/a.html", "out/pictures/openings.svg", "out/pictures/results.svg", "out/pictures/rolls.svg"];
    assert_eq!(folder.files(), [&names[..], &["records/a.mat"]].concat());
    for name in names {
        let text = folder.text(name);
        // The one address in it is the name of SVG itself.
        let addresses = text.matches("://").count() - text.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(addresses, 0, "{name}");
        for word in ["<script", "src=", "url(", "@import", "href="] {
            assert!(!text.contains(word), "{name}: {word}");
        }
        well_formed(&text, name);
    }
    let page = folder.text("out/a.html");
    assert!(page.contains("A&#60;b&#62;&#38;&#34;x&#34;"), "the name is escaped");
    assert_eq!(page.matches("<svg ").count(), 3);
    let again = folder.run("stats records -o out/a.html");
    assert!(again.err.contains("out/a.html: the file exists; `--force` replaces it"), "{}", again.err);
    again.status(2);
    folder.run("stats records -o out/a.html --force").status(0);
    assert_eq!(folder.text("out/a.html"), page, "the same bytes every time");
    folder.run("stats records -o out/all.svg").status(0);
    assert_eq!(folder.text("out/all.svg").matches("<g transform").count(), 3);
}

#[test]
fn a_name_with_a_line_break_is_in_one_row_of_a_table() {
    let folder = Folder::with("find-names", "a.mat", record("valid/one-point.mat"));
    let text = folder.run("convert a.mat --to sgf").status(0).to_owned();
    folder.write("a.sgf", text.replace("[gnubg]", "[Ann\nSmith]").replace("[root]", "[漢字]"));
    let run = folder.run("find a.sgf --limit 2");
    let rows: Vec<&str> = run.status(0).lines().collect();
    assert!(rows.len() == 3 && rows[1].contains("  Ann\u{fffd}Smith  "), "{rows:?}");
    // Two columns for each of its characters.
    assert!(rows[2].contains("  漢字       "), "{rows:?}");
    let run = folder.run("analyse --plies 0 a.sgf");
    assert!(run.status(0).contains("Ann\u{fffd}Smith - 漢字, "), "{run:?}");
}

/// Checks that every element is closed in its turn.
fn well_formed(text: &str, name: &str) {
    let mut open: Vec<&str> = Vec::new();
    // The style sheets have no brackets.
    for part in text.split('<').skip(1) {
        let (tag, _) = part.split_once('>').unwrap_or_else(|| panic!("{name}: {part}"));
        let word = tag.split([' ', '\n', '/']).find(|word| !word.is_empty()).unwrap_or("");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(word), "{name}");
        } else if !tag.ends_with('/') && !["!DOCTYPE", "meta"].contains(&word) {
            open.push(word);
        }
    }
    assert_eq!(open, [""; 0], "{name}");
}

#[test]
fn every_folder_and_archive_that_is_given_is_a_source() {
    let folder = Folder::new("sources");
    for path in ["one/a.mat", "one/deep/b.mat", "two/c.mat", "d.mat"] {
        // Other players: the same match would be counted once, as the file that is given twice is.
        folder.write(
            path,
            record("valid/resignations.mat")
                .replace("Alice", &format!("Al{}", &path[path.len() - 5..path.len() - 4])),
        );
    }
    let run = folder.run("stats --json one two d.mat two/c.mat");
    let sources: Vec<(String, u64)> = run
        .status(0)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .filter(|line| line["scope"] == "source")
        .map(|line| {
            (line["name"].as_str().expect("a name").to_owned(), line["matches"].as_u64().expect("a number"))
        })
        .collect();
    assert_eq!(sources, [(".".to_owned(), 1), ("one".to_owned(), 2), ("two".to_owned(), 1)]);
}

#[test]
fn the_analyses_of_one_file_are_those_that_analyse_shows() {
    let folder = Folder::new("analyses");
    folder.write("a.sgf", crate::support::gunzip(&testdata("analysis/session.sgf.gz")));
    folder.write("b.sgf", crate::support::gunzip(&testdata("analysis/match.sgf.gz")));
    folder.write("c.mat", record("valid/resignations.mat"));
    let lines = |line: &str| json_lines(folder.run(line).status(0));
    let schema = published("stats");
    for (file, kind) in [("a.sgf", "sessions"), ("b.sgf", "matches")] {
        let shown = &lines(&format!("analyse --stored --json {file}"))[0];
        let summed = lines(&format!("stats --json {file}"));
        for (player, statistics) in shown["statistics"].as_array().expect("two").iter().enumerate() {
            let line = summed.iter().find(|line| line["name"] == shown["players"][player]).expect("a line");
            fits(line, &schema, "stats");
            assert_eq!(line["analyses"][kind], *statistics);
            for word in ["error_rate", "rating"] {
                assert_eq!(line["analyses"][word], statistics[word]);
            }
        }
    }
    let whole = folder.run("stats --json --jobs 1 a.sgf b.sgf c.mat").out;
    assert_eq!(folder.run("stats --json --jobs 3 a.sgf b.sgf c.mat").out, whole);
    let forth = lines("stats --json a.sgf b.sgf c.mat");
    assert_eq!(forth[0]["analyses"]["analysed"], 2);
    assert_eq!(forth[0]["analyses"]["not_analysed"], 1);
    for (one, other) in forth.iter().zip(lines("stats --json c.mat b.sgf a.sgf")) {
        assert_eq!(one["analyses"], other["analyses"]);
    }
    folder.run("stats a.sgf b.sgf c.mat -o page.html").status(0);
    let page = folder.text("page.html");
    well_formed(&page, "page.html");
    assert!(page.contains("<h2>How well they played</h2>") && page.contains("Casual player"));
}

#[test]
fn every_shell_gets_every_command() {
    let folder = Folder::new("completions");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = folder.run(&format!("completions {shell}"));
        let script = run.status(0);
        for word in ["check", "stats", "completions", "fail-on"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    folder.run("completions tcsh").status(2);
}

#[test]
fn every_command_has_a_manual_page_that_says_what_its_help_says() {
    let folder = Folder::new("man");
    folder.run("man -o man1").status(0);
    let help = folder.run("--help").status(0).to_owned();
    let commands = help.lines().skip_while(|line| *line != "Check and convert records:");
    let commands = commands.take_while(|line| !line.ends_with("ptions:"));
    let names: Vec<&str> = commands
        .filter(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 15, "{names:?}");
    let mut expected: Vec<String> = names.iter().map(|name| format!("man1/barpoint-{name}.1")).collect();
    expected.push("man1/barpoint.1".to_owned());
    expected.sort();
    let files = folder.files();
    assert!(expected.iter().all(|page| files.contains(page)), "{files:?}");
    assert!(files.contains(&"man1/barpoint-db-add.1".to_owned()), "{files:?}");
    for page in &files {
        let text = folder.text(page);
        assert!(text.contains(".SH NAME") && text.contains(".SH SYNOPSIS"), "{page}");
        assert!(text.contains("EXIT STATUS") && !text.contains(".SH EXTRA"), "{page}");
        assert_eq!(text.to_lowercase().matches("exit status:").count(), 0, "{page}");
        // Each page that a page names is there.
        for name in text.split_whitespace().filter_map(|word| word.strip_suffix("(1)")) {
            let name = format!("man1/{}.1", name.replace('\\', ""));
            assert!(files.contains(&name), "{page}: {name}");
        }
    }
    let check = folder.text("man1/barpoint-check.1");
    assert!(check.contains("Exit with status 1 only for findings of this severity"), "{check}");
    for page in &expected {
        let text = folder.text(page);
        let sections: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        assert!(sections.iter().any(|name| name.contains("OPTIONS")), "{page}: {sections:?}");
        let wanted = ["NAME", "SYNOPSIS", "DESCRIPTION", "\"EXAMPLES\"", "\"EXIT STATUS\"", "VERSION"];
        let is_program = page == "man1/barpoint.1";
        let wanted = wanted.iter().filter(|name| !is_program || !name.contains("EXAMPLES"));
        assert!(wanted.clone().all(|name| sections.contains(name)), "{page}: {sections:?}");
    }
    assert_eq!(folder.run("man check").status(0), check);
    assert_eq!(folder.run("man db add").status(0), folder.text("man1/barpoint-db-add.1"));
    assert_eq!(folder.run("man").status(0), folder.text("man1/barpoint.1"));
    folder.run("man -o man1").status(2);
    folder.run("man nonsense").status(2);
}

/// Runs a command over the project's records and returns its lines.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let output = barpoint()
        .args(arguments)
        .arg("testdata/mat/valid")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    json_lines(&String::from_utf8(output.stdout).expect("UTF-8"))
}

/// Arguments, and a condition for each line that they find.
type Question<'a> = (Vec<&'a str>, Box<dyn Fn(&Value) -> bool + 'a>);

#[test]
fn what_is_found_is_what_replay_says_of_it() {
    let schema = published("decision");
    let all: Vec<Value> = lines(&["replay"])
        .into_iter()
        .filter(|line| !["result", "set", "finding"].contains(&line["action"].as_str().expect("an action")))
        .collect();
    let text = |line: &Value, key: &str| line[key].as_str().unwrap_or("").to_owned();
    let player = text(&all[0], "player");
    let position = "4HPwATDgc/ABMA";
    let pips = |line: &Value| -> (i64, i64) {
        let id: barpoint::notation::PositionId = text(line, "position_id").parse().expect("an ID");
        let board = [15, 3, 2, 1].into_iter().find_map(|checkers| id.board(checkers).ok()).expect("a board");
        (i64::from(board.pips()), i64::from(board.opponent_pips()))
    };
    let questions: Vec<Question<'_>> = vec![
        (vec![], Box::new(|_| true)),
        (vec!["--position", position], Box::new(|line| text(line, "position_id") == position)),
        (vec!["--action", "take,pass"], Box::new(|line| ["take", "pass"].contains(&&*text(line, "action")))),
        (vec!["--dice", "31,66"], Box::new(|line| ["31", "66"].contains(&&*text(line, "roll")))),
        (
            vec!["--player", &player, "--cube", "2"],
            Box::new(|line| text(line, "player") == player && line["cube"] == 2),
        ),
        (vec!["--opponent", &player], Box::new(|line| text(line, "opponent") == player)),
        (
            vec!["--score", "0-0", "--length", "7"],
            Box::new(|line| line["score"] == 0 && line["opponent_score"] == 0 && line["length"] == 7),
        ),
        (
            vec!["--away", "7-7"],
            Box::new(|line| {
                let away = |key: &str| {
                    line["length"]
                        .as_u64()
                        .expect("a length")
                        .saturating_sub(line[key].as_u64().expect("points"))
                };
                line["length"] != 0 && away("score") == 7 && away("opponent_score") == 7
            }),
        ),
        (vec!["--pips", "80..100"], Box::new(|line| (80..=100).contains(&pips(line).0))),
        (vec!["--lead", "..-30"], Box::new(|line| pips(line).1 - pips(line).0 <= -30)),
        (vec!["--play", "6/5 8/5"], Box::new(|line| ["8/5 6/5"].contains(&&*text(line, "play")))),
    ];
    for (arguments, holds) in questions {
        let found = lines(&[&["find", "--json", "--quiet"], &arguments[..]].concat());
        let expected: Vec<Value> = all.iter().filter(|line| holds(line)).cloned().collect();
        assert!(!expected.is_empty(), "{arguments:?}: the question is worth asking");
        assert_eq!(found, expected, "{arguments:?}");
        for line in &found {
            fits(line, &schema, "decision");
        }
        for jobs in ["1", "3"] {
            assert_eq!(
                lines(&[&["find", "--json", "--quiet", "--jobs", jobs], &arguments[..]].concat()),
                found,
                "{jobs}"
            );
        }
        let few = lines(&[&["find", "--json", "--quiet", "--limit", "2"], &arguments[..]].concat());
        assert_eq!(few, found[..found.len().min(2)]);
    }
}

#[test]
fn a_kind_of_game_is_found_where_the_position_is_one() {
    use barpoint::stats::{Phase, Phases};
    let all = lines(&["find", "--json", "--quiet", "--length", "7"]);
    let mut kinds = 0;
    for phase in Phase::ALL {
        let found = lines(&["find", "--json", "--quiet", "--length", "7", "--class", phase.name()]);
        let expected: Vec<&Value> = all
            .iter()
            .filter(|line| {
                let id = line["position_id"].as_str().expect("an ID");
                let id: barpoint::notation::PositionId = id.parse().expect("an ID");
                Phases::of(&id.board(15).expect("a board")).has(phase)
            })
            .collect();
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{}", phase.name());
        kinds += usize::from(!found.is_empty());
    }
    assert!(kinds > 3, "{kinds}");
}
