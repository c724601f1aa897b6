//! The prose of sources and pages: words that confuse a reader.

use super::assert_none;
use super::source::sources;
use std::path::Path;

/// Words to avoid, and their replacements.
const STUMBLES: [(&str, &str); 5] = [
    ("tells whether", "Returns `true` if"),
    ("so many", "N, or `n`"),
    ("whoever", "the player who, the caller"),
    ("judge", "evaluate, check, analyse"),
    ("behind", "after"),
];

/// Texts in which `behind` is right: about a side in the race, a checker on the board, a play in a list.
const IS_BEHIND: [&str; 14] = [
    "race",
    "trail",
    "checker",
    "pips",
    "points behind",
    "left behind",
    "clearly",
    "is behind",
    "may be behind",
    "three behind",
    "far behind",
    "anchors",
    "won game",
    "exact behind clear",
];

/// Returns the pages below a folder.
fn pages(folder: &Path, into: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() {
            pages(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            into.push((name, std::fs::read_to_string(&path).expect("UTF-8")));
        }
    }
}

/// Returns the prose of a line: for a page the text outside of code, for a source its comment or its strings;
/// without text in backticks, which contains the names of the code.
fn prose(line: &str, is_page: bool) -> String {
    let text = line.trim_start();
    let text = if is_page || text.starts_with("//") {
        text.to_owned()
    } else {
        text.split('"').skip(1).step_by(2).collect::<Vec<_>>().join(" ")
    };
    let text: String = text.split('`').step_by(2).collect();
    // Names in braces and of files are code too.
    let text = text.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, rest)| rest));
    text.collect::<String>().to_lowercase().replace("judge.bin", "").replace("judge.round", "")
}

#[test]
fn no_name_of_the_library_contains_judge() {
    let mut complaints = Vec::new();
    for source in sources("src") {
        let lines = source.text.lines().filter(|line| line.to_lowercase().contains("judg"));
        complaints.extend(lines.map(|line| format!("{}: {line}: write evaluate or analyse", source.path)));
    }
    assert_none(&complaints);
}

#[test]
fn texts_are_in_plain_english() {
    let mut texts = Vec::new();
    for folder in ["src", "train/src", "benches"] {
        texts.extend(sources(folder).into_iter().map(|source| (source.path, source.text)));
    }
    pages(Path::new("docs"), &mut texts);
    for page in ["README.md", "CONTRIBUTING.md"] {
        texts.push((page.to_owned(), std::fs::read_to_string(page).expect("UTF-8")));
    }
    assert!(texts.len() > 300, "the texts are somewhere else");
    let mut complaints = Vec::new();
    for (path, text) in texts {
        let is_page = Path::new(&path).extension().is_some_and(|ending| ending == "md");
        let mut in_code = false;
        for (number, line) in text.lines().enumerate() {
            if is_page && line.starts_with("```") {
                in_code = !in_code;
            }
            if in_code {
                continue;
            }
            let prose = prose(line, is_page);
            for (word, instead) in STUMBLES {
                let is_key = prose.trim() == word;
                let is_right =
                    is_key || word == "behind" && IS_BEHIND.iter().any(|right| prose.contains(right));
                if prose.contains(word) && !is_right {
                    complaints.push(format!("{path}:{}: `{word}`: write {instead}", number + 1));
                }
            }
        }
    }
    assert_none(&complaints);
}
