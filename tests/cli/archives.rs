//! Files that `stats` writes, completions and manual pages.

use super::{Folder, record};

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
        folder.write(path, record("valid/resignations.mat"));
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
    assert_eq!(sources, [(".".to_owned(), 1), ("one".to_owned(), 2), ("two".to_owned(), 2)]);
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
    let names = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names: Vec<&str> = names
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            line.split_whitespace().next().filter(|_| line.starts_with("  ") && !line.starts_with("   "))
        })
        .filter(|name| *name != "help")
        .collect();
    assert!(names.len() > 15, "{names:?}");
    let mut expected: Vec<String> = names.iter().map(|name| format!("man1/barpoint-{name}.1")).collect();
    expected.push("man1/barpoint.1".to_owned());
    expected.sort();
    assert_eq!(folder.files(), expected);
    for page in &expected {
        let text = folder.text(page);
        assert!(text.contains(".SH NAME") && text.contains(".SH SYNOPSIS"), "{page}");
    }
    let check = folder.text("man1/barpoint-check.1");
    assert!(check.contains("The lightest findings that make the exit status 1"), "{check}");
    assert_eq!(folder.run("man check").status(0), check);
    assert_eq!(folder.run("man").status(0), folder.text("man1/barpoint.1"));
    folder.run("man -o man1").status(2);
    folder.run("man nonsense").status(2);
}
