//! Two texts compared line by line, as a unified diff.
//!
//! ```
//! use barpoint::output::diff::unified;
//!
//! let diff = unified("match.mat", b"a\nb\nc\n", b"a\nx\nc\n");
//! assert_eq!(diff, b"--- match.mat\n+++ match.mat\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
//! ```

use crate::diag::file_name_bytes;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Range;

/// The number of lines shown before and after a change.
const CONTEXT: usize = 3;
/// The longest change, in lines of either side, in which lines are looked for at other places; a longer one is compared
/// in place, or shown as a whole if it has another number of lines.
const LONGEST: usize = 2_000;

/// Returns the changes from one text to another; empty if there are none. Lines are shown byte for byte; the name is in
/// both header lines.
#[must_use]
pub fn unified(name: &str, before: &[u8], after: &[u8]) -> Vec<u8> {
    let (old, new) = (lines(before), lines(after));
    let changes = changes(&old, &new);
    let mut out = Vec::new();
    let mut at = 0;
    while at < changes.len() {
        // Changes with overlapping context form one hunk.
        let mut end = at + 1;
        while end < changes.len() && changes[end].0.start <= changes[end - 1].0.end + 2 * CONTEXT {
            end += 1;
        }
        if out.is_empty() {
            let name = quoted(name);
            let _ = write!(out, "--- {name}\n+++ {name}\n");
        }
        piece(&old, &new, &changes[at..end], &mut out);
        at = end;
    }
    out
}

/// Returns a name as Git writes it in a patch: in quotes with escapes if it has quotes, control characters or bytes that
/// aren't UTF-8.
fn quoted(name: &str) -> String {
    let bytes = file_name_bytes(name);
    if let Ok(text) = str::from_utf8(&bytes)
        && !text.contains(|c: char| c == '"' || c.is_control())
    {
        return text.to_owned();
    }
    let mut quoted = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\\' => quoted.extend(['\\', c]),
                '\n' => quoted.push_str("\\n"),
                '\t' => quoted.push_str("\\t"),
                '\r' => quoted.push_str("\\r"),
                c if c.is_control() => octal(c.encode_utf8(&mut [0; 4]).as_bytes(), &mut quoted),
                c => quoted.push(c),
            }
        }
        octal(chunk.invalid(), &mut quoted);
    }
    quoted.push('"');
    quoted
}

/// Adds bytes as octal escapes.
fn octal(bytes: &[u8], quoted: &mut String) {
    for byte in bytes {
        let _ = write!(quoted, "\\{byte:03o}");
    }
}

/// Returns a text's lines with their ends.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Ranges of lines that differ, of the old and of the new text.
type Change = (Range<usize>, Range<usize>);

/// Finds the ranges that differ.
fn changes(old: &[&[u8]], new: &[&[u8]]) -> Vec<Change> {
    let front = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - front;
    let back = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let (from, to) = (front..old.len() - back, front..new.len() - back);
    if from.is_empty() && to.is_empty() {
        return Vec::new();
    }
    if from.len() > LONGEST || to.len() > LONGEST {
        return if from == to { in_place(old, new, from) } else { vec![(from, to)] };
    }
    common(&old[from], &new[to])
        .into_iter()
        .map(|(a, b)| (a.start + front..a.end + front, b.start + front..b.end + front))
        .collect()
}

/// Finds the ranges that differ among lines that are at the same places in both texts.
fn in_place(old: &[&[u8]], new: &[&[u8]], lines: Range<usize>) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for at in lines.filter(|at| old[*at] != new[*at]) {
        match changes.last_mut() {
            Some((from, to)) if from.end == at => (from.end, to.end) = (at + 1, at + 1),
            _ => changes.push((at..at + 1, at..at + 1)),
        }
    }
    changes
}

/// Finds the ranges that differ by the longest common subsequence of lines.
fn common(old: &[&[u8]], new: &[&[u8]]) -> Vec<Change> {
    let width = new.len() + 1;
    let mut longest = vec![0_u16; (old.len() + 1) * width];
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            longest[a * width + b] = if old[a] == new[b] {
                longest[(a + 1) * width + b + 1] + 1
            } else {
                longest[(a + 1) * width + b].max(longest[a * width + b + 1])
            };
        }
    }
    let mut changes: Vec<Change> = Vec::new();
    let (mut a, mut b) = (0, 0);
    while a < old.len() || b < new.len() {
        if a < old.len() && b < new.len() && old[a] == new[b] {
            (a, b) = (a + 1, b + 1);
            continue;
        }
        let (from, to) = (a, b);
        while (a < old.len() || b < new.len()) && !(a < old.len() && b < new.len() && old[a] == new[b]) {
            let down = a < old.len()
                && (b == new.len() || longest[(a + 1) * width + b] >= longest[a * width + b + 1]);
            if down { a += 1 } else { b += 1 }
        }
        changes.push((from..a, to..b));
    }
    changes
}

/// Writes a hunk with the lines around it.
fn piece(old: &[&[u8]], new: &[&[u8]], changes: &[Change], out: &mut Vec<u8>) {
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return };
    let start = first.0.start.saturating_sub(CONTEXT);
    let end = (last.0.end + CONTEXT).min(old.len());
    let new_start = first.1.start - (first.0.start - start);
    let new_end = last.1.end + (end - last.0.end);
    let range = |start: usize, end: usize| match end - start {
        // The header of an empty range names the line before it.
        0 => format!("{start},0"),
        1 => format!("{}", start + 1),
        len => format!("{},{len}", start + 1),
    };
    let _ = writeln!(out, "@@ -{} +{} @@", range(start, end), range(new_start, new_end));
    let mut line = |mark: u8, text: &[u8]| {
        out.push(mark);
        out.extend_from_slice(text);
        if !text.ends_with(b"\n") {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    };
    let mut at = start;
    for (from, to) in changes {
        old[at..from.start].iter().for_each(|text| line(b' ', text));
        old[from.clone()].iter().for_each(|text| line(b'-', text));
        new[to.clone()].iter().for_each(|text| line(b'+', text));
        at = from.end;
    }
    old[at..end].iter().for_each(|text| line(b' ', text));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unified(name: &str, before: &str, after: &str) -> String {
        String::from_utf8(super::unified(name, before.as_bytes(), after.as_bytes())).expect("UTF-8")
    }

    #[test]
    fn equal_texts_have_no_diff() {
        assert_eq!(unified("x", "a\nb", "a\nb"), "");
    }

    #[test]
    fn a_name_with_control_characters_is_quoted() {
        assert_eq!(quoted("a%FF.mat"), "\"a\\377.mat\"", "the byte");
        assert_eq!(quoted("a%25FF.mat"), "a%FF.mat", "its spelling");
        let head = |name: &str| unified(name, "a\n", "b\n").lines().next().map(str::to_owned);
        assert_eq!(head("a b.mat").as_deref(), Some("--- a b.mat"));
        assert_eq!(head("n\nl.mat").as_deref(), Some(r#"--- "n\nl.mat""#));
        assert_eq!(head("esc\u{1b}[31m\"\\.mat").as_deref(), Some(r#"--- "esc\033[31m\"\\.mat""#));
    }

    #[test]
    fn distant_changes_are_pieces_of_their_own() {
        let lines: Vec<String> = (1..=20).map(|n| n.to_string()).collect();
        let old = lines.join("\n") + "\n";
        let new = old.replace("2\n3\n", "2\nx\n").replace("19\n", "");
        let diff = unified("x", &old, &new);
        assert_eq!(diff.matches("@@ -").count(), 2, "{diff}");
        assert!(diff.contains("-3\n+x\n") && diff.contains("-19\n"), "{diff}");
    }

    #[test]
    fn changed_lines_are_pieces_of_their_own_in_a_long_text() {
        let lines: Vec<String> = (0..=2 * LONGEST).map(|n| n.to_string()).collect();
        let old = lines.join("\n") + "\n";
        let new =
            old.replace("\n3\n4\n", "\nx\ny\n").replace("\n2000\n", "\nz\n").replace("\n3999\n", "\n\n");
        let diff = unified("x", &old, &new);
        assert_eq!(diff.matches("@@ -").count(), 3, "{diff}");
        assert!(diff.contains("\n-3\n-4\n+x\n+y\n") && diff.contains("\n-3999\n+\n"), "{diff}");
    }

    #[test]
    fn a_last_line_without_an_end_is_told() {
        assert!(unified("x", "a\nb", "a\nc\n").ends_with("-b\n\\ No newline at end of file\n+c\n"));
    }
}
