//! Values without their bracket: they contain the next node, up to the bracket of its action.

use super::grammar;
use crate::board::Side;
use nom::Parser;
use nom::combinator::all_consuming;

/// Blanks in a value.
const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// A value without its bracket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unclosed {
    /// Where the value ends, without the blanks after it.
    pub(crate) end: usize,
    /// The bracket or the semicolon after it.
    pub(super) next: usize,
    /// The semicolon of the node that it contains.
    pub(super) node: usize,
    /// Whether that node is on a line of its own.
    is_alone: bool,
}

/// Finds the end of a value that contains an action on a line of its own, or the beginning of the next tree:
/// `good move`, a line end, and `;B[21sutu`.
pub(super) fn unclosed(value: &str) -> Option<Unclosed> {
    contains_node(value).filter(|found| found.is_alone)
}

/// Does the same where the action may be on the line of the value, as a text may also quote one.
pub(crate) fn contains_node(value: &str) -> Option<Unclosed> {
    let open = value.rfind('[')?;
    let (before, inner) = (&value[..open], &value[open + 1..]);
    let is_alone = |text: &str| text.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']);
    if let Some(root) = before.strip_suffix("FF").or_else(|| before.strip_suffix("GM")) {
        let before = root.trim_end_matches(BLANKS).strip_suffix(';')?;
        let tree = before.trim_end_matches(BLANKS).strip_suffix('(')?;
        let text = tree.trim_end_matches(BLANKS);
        // The bracket of the tree before it.
        let text = text.strip_suffix(')').unwrap_or(text);
        let end = text.trim_end_matches(BLANKS).len();
        return Some(Unclosed { end, next: text.len(), node: before.len(), is_alone: is_alone(tree) });
    }
    let side = if before.ends_with('W') { Side::Zero } else { Side::One };
    let before = before.strip_suffix(['W', 'B'])?.trim_end_matches(BLANKS).strip_suffix(';')?;
    let play = all_consuming(|input| grammar::play(input, 0, side)).parse(inner.as_bytes());
    if play.is_err() && grammar::action(inner.as_bytes(), 0).is_err() {
        return None;
    }
    let (end, next) = (before.trim_end_matches(BLANKS).len(), before.len());
    Some(Unclosed { end, next, node: next, is_alone: is_alone(before) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_action_on_its_own_line_ends_a_value() {
        let parts = |value: &'static str| {
            let found = unclosed(value)?;
            Some((&value[..found.end], &value[found.next..]))
        };
        for (value, text, rest) in [
            ("good move\n;B[21sutu", "good move", ";B[21sutu"),
            ("good move\r\n ; W[double", "good move", "; W[double"),
            ("two\nlines \n\n;B[61", "two\nlines", ";B[61"),
            ("\n;W[take", "", ";W[take"),
            ("good move)\n(;FF[4", "good move", ")\n(;FF[4"),
            ("good move )\n\n( ;GM[6", "good move", ")\n\n( ;GM[6"),
        ] {
            assert_eq!(parts(value), Some((text, rest)), "{value}");
        }
        for value in [
            "good;B[21sutu",
            "good\n;B[21sut",
            "good\n;C[x",
            "good\n;B[",
            "\n\\;B[21sutu",
            "a\nB[21sutu",
            "(;FF[4",
        ] {
            assert_eq!(parts(value), None, "{value}");
        }
        assert_eq!(contains_node("good;B[21sutu").map(|found| found.end), Some(4));
    }
}
