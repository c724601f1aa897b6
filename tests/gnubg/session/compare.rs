//! Two programs' answers, line by line.

use super::run::{Answer, Script};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Lines in which we differ, and why.
///
/// In both texts `*` stands for anything within a line. All lines of `theirs` must come where all
/// of `ours` come.
pub(super) struct Known {
    pub(super) theirs: &'static [&'static str],
    pub(super) ours: &'static [&'static str],
    pub(super) reason: &'static str,
}

/// One place where the answers differ.
#[derive(Clone, Debug)]
pub(super) struct Difference {
    pub(super) script: String,
    /// The command and a few before it.
    pub(super) commands: Vec<String>,
    pub(super) stream: &'static str,
    pub(super) theirs: String,
    pub(super) ours: String,
}

impl Difference {
    /// There is no answer at all.
    pub(super) fn whole(script: &Script, reason: String) -> Self {
        let name = format!("{} ({:?})", script.name, script.way);
        Self { script: name, commands: Vec::new(), stream: "no answer", theirs: String::new(), ours: reason }
    }
}

/// Tells whether a line matches a pattern in which `*` stands for anything.
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let parts: Vec<_> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

/// Tells whether a line holds something in which the two must never differ: boards, IDs, raw
/// boards, pip counts, dice, scores and results.
pub(super) fn is_sacred(line: &str) -> bool {
    let has = |text: &str| line.contains(text);
    let is_board_row = line.len() > 20
        && [" |", " +", "v|", "^|", "    |", "    +"].iter().any(|edge| line.starts_with(edge));
    is_board_row
        || has("Position ID: ")
        || has("Match ID   : ")
        || line.starts_with("board:")
        || has("pip counts are")
        || has(" has rolled ")
        || has(" rolls ")
        || has("The score (after")
        || has(" wins a ")
        || has(" has won the match")
        || has("The dice have been set")
}

/// Where the first difference is that isn't known: the numbers of the lines.
fn first_difference(
    theirs: &[&str],
    ours: &[&str],
    known: &[Known],
    used: &mut [bool],
) -> Option<(usize, usize)> {
    let (mut t, mut o) = (0, 0);
    'lines: while t < theirs.len() || o < ours.len() {
        if t < theirs.len() && o < ours.len() && theirs[t] == ours[o] {
            (t, o) = (t + 1, o + 1);
            continue;
        }
        for (entry, used) in known.iter().zip(used.iter_mut()) {
            let stand = |patterns: &[&str], lines: &[&str]| {
                patterns.len() <= lines.len()
                    && patterns.iter().zip(lines).all(|(pattern, line)| matches(pattern, line))
            };
            if stand(entry.theirs, &theirs[t..]) && stand(entry.ours, &ours[o..]) {
                let lines = theirs[t..t + entry.theirs.len()].iter().chain(&ours[o..o + entry.ours.len()]);
                for line in lines {
                    assert!(!is_sacred(line), "no reason can excuse a difference in {line:?}");
                }
                *used = true;
                (t, o) = (t + entry.theirs.len(), o + entry.ours.len());
                continue 'lines;
            }
        }
        return Some((t, o));
    }
    None
}

/// Compares two programs' answers to a script; marks the known differences that there were.
pub(super) fn differences(
    script: &Script,
    theirs: &[Answer],
    ours: &[Answer],
    known: &[Known],
    used: &mut [bool],
) -> Vec<Difference> {
    assert_eq!(theirs.len(), ours.len(), "{}: as many answers as commands", script.name);
    let mut all = Vec::new();
    for (i, (their, our)) in theirs.iter().zip(ours).enumerate() {
        for (stream, their, our) in
            [("stdout", &their.stdout, &our.stdout), ("stderr", &their.stderr, &our.stderr)]
        {
            if their == our {
                continue;
            }
            let their: Vec<_> = their.split('\n').collect();
            let our: Vec<_> = our.split('\n').collect();
            let Some((t, o)) = first_difference(&their, &our, known, used) else { continue };
            let last = if script.marked { i + 1 } else { script.commands.len() };
            let show = |lines: &[&str], from: usize| {
                let some = &lines[from.min(lines.len())..(from + 4).min(lines.len())];
                format!("[line {}] {}", from + 1, some.join("\n"))
            };
            all.push(Difference {
                script: format!("{} ({:?})", script.name, script.way),
                commands: script.commands[last.saturating_sub(8)..last].to_vec(),
                stream,
                theirs: show(&their, t),
                ours: show(&our, o),
            });
        }
    }
    all
}

/// A text in which what varies from case to case is written `N`, `P` or `ID`.
fn kind_of(text: &str) -> String {
    let line = text.split_once("] ").map_or(text, |(_, line)| line).lines().next().unwrap_or_default();
    let mut kind = String::new();
    for word in line.split_inclusive(' ') {
        let is_id = word.trim().len() >= 12
            && word.trim().bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=-".contains(&b));
        if is_id {
            kind.push_str("ID ");
        } else {
            kind.extend(word.chars().map(|c| if c.is_ascii_digit() { 'N' } else { c }));
        }
    }
    kind.truncate(kind.floor_char_boundary(100));
    kind
}

/// Tells the differences grouped by kind, the most frequent first, each with one example.
pub(super) fn told(differences: &[Difference]) -> String {
    let mut groups: BTreeMap<(String, String, String), Vec<&Difference>> = BTreeMap::new();
    for difference in differences {
        let command = difference.commands.last().map_or("", String::as_str);
        let command: Vec<_> = command.split_whitespace().take(2).collect();
        let key = (command.join(" "), kind_of(&difference.theirs), kind_of(&difference.ours));
        groups.entry(key).or_default().push(difference);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
    let mut text = format!("{} differences of {} kinds\n", differences.len(), groups.len());
    for ((command, _, _), group) in groups {
        let example = group[0];
        let _ = write!(
            text,
            "\n## {} times: `{command}` ({}, {})\nafter: {}\ntheirs: {}\nours:   {}\n",
            group.len(),
            example.script,
            example.stream,
            example.commands.join(" ; "),
            example.theirs,
            example.ours,
        );
    }
    text
}

#[test]
fn a_star_stands_for_anything() {
    for (pattern, line, expected) in [
        ("a*c", "abbc", true),
        ("a*c", "ac", true),
        ("a*c", "abcd", false),
        ("abc", "abc", true),
        ("abc", "abcd", false),
        ("*", "", true),
        ("a*b*c", "a1b2c", true),
        ("a*b*c", "a1c2b", false),
    ] {
        assert_eq!(matches(pattern, line), expected, "{pattern} {line}");
    }
}

#[test]
fn nothing_excuses_a_difference_in_a_score() {
    let known = [Known { theirs: &["*"], ours: &["*"], reason: "everything" }];
    assert_eq!(known[0].reason, "everything");
    let excused = std::panic::catch_unwind(|| {
        first_difference(
            &["The score (after 1 game) is: a 1, b 0"],
            &["The score (after 1 game) is: a 0, b 1"],
            &known,
            &mut [false],
        )
    });
    assert!(excused.is_err());
}

#[test]
fn the_first_unknown_difference_is_found() {
    let known = [Known { theirs: &["old *"], ours: &["new *", "more"], reason: "ours is better" }];
    let mut used = [false];
    let found = first_difference(&["x", "old 1", "y"], &["x", "new 1", "more", "z"], &known, &mut used);
    assert_eq!((found, used), (Some((2, 3)), [true]));
    assert_eq!(first_difference(&["x", "y"], &["x", "y"], &known, &mut used), None);
    assert_eq!(first_difference(&["x"], &["x", "y"], &known, &mut used), Some((1, 1)));
}
