//! Links between the project's pages.

use super::assert_none;
use super::source::{files, root, shown};

/// Returns the targets of the links of a page, without those in code.
fn links(page: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut in_code = false;
    for (i, line) in page.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        // Every other piece between backticks is code.
        for text in line.split('`').step_by(2) {
            for rest in text.split("](").skip(1) {
                found.push((i + 1, rest.split(')').next().unwrap_or(rest)));
            }
        }
    }
    // A link whose text is code falls apart at the backticks.
    for (i, line) in page.lines().enumerate() {
        for rest in line.split("`](").skip(1) {
            found.push((i + 1, rest.split(')').next().unwrap_or(rest)));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// Returns `true` if a page has a heading with this anchor.
fn has_anchor(page: &str, wanted: &str) -> bool {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#'))).any(|found| found == wanted)
}

#[test]
fn every_link_to_a_page_or_file_leads_somewhere() {
    let pages = files(".", "md");
    assert!(pages.len() > 5, "the pages are somewhere else");
    let mut complaints = Vec::new();
    for path in pages {
        let page = std::fs::read_to_string(&path).expect("a text file");
        for (line, target) in links(&page) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (file, wanted) = target.split_once('#').unwrap_or((target, ""));
            let linked =
                if file.is_empty() { path.clone() } else { path.parent().unwrap_or(&root()).join(file) };
            let found = match std::fs::read_to_string(&linked) {
                _ if wanted.is_empty() => linked.exists(),
                Ok(page) => has_anchor(&page, wanted),
                Err(_) => false,
            };
            if !found {
                complaints.push(format!("{}:{line}: {target}", shown(&path)));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn links_in_code_are_no_links() {
    assert_eq!(links("[a](b.md) `[c](d)`\n```\n[e](f)\n```\n[`g`](h.md)"), [(1, "b.md"), (5, "h.md")]);
    assert!(has_anchor("## What it's for\n", "what-its-for"));
}
