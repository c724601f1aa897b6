//! Two programs' answers, line by line.

use super::run::{Answer, Script};
use barpoint::repl::line::Words;
use barpoint::repl::table::Table;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A command whose answer differs as a whole.
pub(super) struct Known {
    /// The command, in full.
    pub(super) path: &'static str,
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
    /// Returns the difference of a script without an answer.
    pub(super) fn whole(script: &Script, reason: String) -> Self {
        let name = format!("{} ({:?})", script.name, script.way);
        Self { script: name, commands: Vec::new(), stream: "no answer", theirs: String::new(), ours: reason }
    }
}

/// Returns `true` if a line contains something that must never differ: boards, IDs, raw boards, pip
/// counts, dice, scores and results.
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

/// Returns the number of the first line that differs.
fn first_difference(theirs: &[&str], ours: &[&str]) -> Option<usize> {
    let common = theirs.iter().zip(ours).take_while(|(their, our)| their == our).count();
    (common < theirs.len() || common < ours.len()).then_some(common)
}

/// Finds the reason why the answers to a command may differ.
fn excuse(command: &str, theirs: &[&str], ours: &[&str], known: &[Known]) -> Option<usize> {
    let words: Vec<_> = Words::new(command).collect();
    let found = Table::get().find(&words);
    let place = known.iter().position(|known| found.command.path == known.path)?;
    let is_bound = theirs.iter().chain(ours).any(|line| is_sacred(line));
    assert!(!is_bound, "no reason can excuse a difference in {theirs:?}");
    Some(place)
}

/// Returns `true` for messages on standard error about what GNU Backgammon's files can't contain;
/// it doesn't print those.
fn is_told_as_lost(said: &str) -> bool {
    let mut lines = said.lines().filter(|line| !line.is_empty());
    lines.all(|line| line.contains(": lost ") && line.ends_with("; `save match` keeps them"))
}

/// Compares two programs' answers to a script; marks the known differences that occurred.
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
            if their == our || stream == "stderr" && is_told_as_lost(our) && their.trim().is_empty() {
                continue;
            }
            let their: Vec<_> = their.split('\n').collect();
            let our: Vec<_> = our.split('\n').collect();
            let Some(line) = first_difference(&their, &our) else { continue };
            if let Some(place) =
                excuse(&script.commands[i.min(script.commands.len() - 1)], &their, &our, known)
            {
                used[place] = true;
                continue;
            }
            let last = if script.marked { i + 1 } else { script.commands.len() };
            let show = |lines: &[&str], from: usize| {
                let some = &lines[from.min(lines.len())..(from + 4).min(lines.len())];
                format!("[line {}] {}", from + 1, some.join("\n"))
            };
            all.push(Difference {
                script: format!("{} ({:?})", script.name, script.way),
                commands: script.commands[last.saturating_sub(8)..last].to_vec(),
                stream,
                theirs: show(&their, line),
                ours: show(&our, line),
            });
        }
    }
    all
}

/// Returns a text in which the parts that vary between cases are replaced by `N`, `P` or `ID`.
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

/// Returns the differences grouped by kind, the most frequent first, each with one example.
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
fn nothing_excuses_a_difference_in_a_score() {
    let known = [Known { path: "show version", reason: "everything" }];
    assert_eq!(known[0].reason, "everything");
    assert_eq!(excuse("sh ver", &["1.07"], &["0.1"], &known), Some(0));
    assert_eq!(excuse("show turn", &["a"], &["b"], &known), None);
    let excused = std::panic::catch_unwind(|| {
        excuse("show version", &["The score (after 1 game) is: a 1, b 0"], &["barpoint"], &known)
    });
    assert!(excused.is_err());
}

#[test]
fn the_first_difference_is_found() {
    assert_eq!(first_difference(&["x", "y"], &["x", "z"]), Some(1));
    assert_eq!(first_difference(&["x", "y"], &["x", "y"]), None);
    assert_eq!(first_difference(&["x"], &["x", "y"]), Some(1));
}
