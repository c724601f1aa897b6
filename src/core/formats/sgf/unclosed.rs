//! Values without their bracket: they contain the next node, up to the bracket of its action, or the next property of a
//! root. A text may also quote a node; then its action doesn't continue the game.

use super::grammar::{self, Token};
use super::missing::{OF_MATCH, WRITTEN};
use super::parse::Reader;
use super::{HEADERS, side_of};
use crate::board::Side;
use crate::diag::{Code, Span};
use crate::game::record::Written;
use nom::Parser;
use nom::combinator::all_consuming;
use std::borrow::Cow;
use std::ops::Range;

/// Blanks in a value.
const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];
/// The properties whose values aren't text, and never quote a node.
const NO_TEXT: [&str; 8] = ["W", "B", "AE", "AW", "AB", "PL", "DI", "CV"];
/// The properties of a root besides those with a header.
const OF_ROOT: [&str; 11] = ["FF", "GM", "CA", "MI", "PW", "PB", "RU", "CV", "RE", COMMENT, "GS"];
/// The one that is a comment, which may quote any other.
const COMMENT: &str = "GC";
/// Those that nearly every root has: they may follow other capitals, `ANNPB[`.
const USUAL: [&str; 6] = ["GM", "MI", "PW", "PB", "RU", "GS"];

/// A value without its bracket.
#[derive(Debug)]
pub(crate) struct Unclosed {
    /// Where the value ends, without the blanks after it.
    pub(crate) end: usize,
    /// The bracket or the semicolon after it.
    pub(super) next: usize,
    /// The semicolon of the node that it contains.
    pub(super) node: usize,
    /// The action of that node; `None` for the root of a tree.
    action: Option<(Side, Written)>,
    /// Whether that node is on a line of its own.
    is_alone: bool,
}

impl Unclosed {
    /// Returns `true` if a value, the one at a place, may quote the node: it may be a text, and no action after it in
    /// the line of the game shows that its action is part of the game.
    pub(crate) fn may_be_quoted(&self, text: &str, value: &Range<usize>) -> bool {
        let is_followed = || Following::new(text, value.end + 1).action.is_some();
        self.action.is_some() && is_text(text, value.start) && !is_followed()
    }
}

/// The property that a value of a root contains because its bracket is missing, `Club PW[Ann`, or the next fact of the
/// match, `ws:0[bs:0`.
#[derive(Debug)]
pub(crate) struct NextProperty {
    /// Where the value ends, without the blanks after it.
    pub(crate) end: usize,
    /// The name of the property, or the bracket of the fact.
    pub(crate) at: usize,
    /// Its name; that of a fact ends with a colon.
    pub(super) name: &'static str,
}

impl NextProperty {
    /// Returns `true` for a fact of the match.
    pub(crate) fn is_fact(&self) -> bool {
        self.name.ends_with(':')
    }

    /// Returns `true` if a property with this name may be the one before it: a comment may quote anything.
    fn may_be_in(&self, name: &str) -> bool {
        if self.is_fact() {
            return name == "MI";
        }
        self.name != name && name != COMMENT && of_root(name).is_some()
    }

    /// Returns `true` if a value of a root, the one that begins at a place, may quote it: the value is a text, and a root
    /// may lack the property.
    pub(crate) fn may_be_quoted(&self, text: &str, start: usize) -> bool {
        let name = name_before(text, start);
        let is_text = HEADERS.iter().any(|(known, _)| *known == name) || ["PW", "PB"].contains(&&*name);
        is_text && !USUAL.contains(&self.name)
    }

    /// Returns `true` if a text also has it before its next node. A semicolon in a value begins none.
    fn is_in(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let begins_node = |at: usize| {
            let before = text[..at].trim_end_matches(|c: char| BLANKS.contains(&c) || matches!(c, '(' | ')'));
            before.ends_with(']') && !before.ends_with("\\]")
        };
        let mut marks =
            memchr::memchr2_iter(b';', b'[', bytes).take_while(|&at| bytes[at] == b'[' || !begins_node(at));
        !self.is_fact() && marks.any(|at| bytes[..at].ends_with(self.name.as_bytes()) && bytes[at] == b'[')
    }
}

/// Returns the property with this name if roots have it.
pub(super) fn of_root(name: &str) -> Option<&'static str> {
    let of_headers = HEADERS.iter().map(|(known, _)| *known);
    OF_ROOT.into_iter().chain(of_headers).find(|known| *known == name)
}

/// Finds the property of a root that a value contains. A text before an escaped bracket is whole.
pub(crate) fn contains_property(value: &str) -> Option<NextProperty> {
    memchr::memchr(b'[', value.as_bytes())?;
    let from = value.rfind("\\]").unwrap_or(0);
    let mut open = memchr::memchr_iter(b'[', &value.as_bytes()[from..]);
    open.find_map(|at| property_at(value, from + at))
}

/// Finds the property of a root that ends a value of another one, which has this name. `None` if the value contains
/// none or may quote it: the root has another one, a known one before or one after.
pub(super) fn next_property(text: &str, value: Span, name: &str, known: &[&str]) -> Option<NextProperty> {
    let next = contains_property(&text[value.range()])?;
    let after = value.start as usize + next.at + next.name.len() + 1;
    let is_nested = || text[value.end as usize + 1..].trim_start().starts_with(']');
    let is_quoted =
        !next.may_be_in(name) || known.contains(&next.name) || next.is_in(&text[after..]) || is_nested();
    (!is_quoted).then_some(next)
}

/// Returns the property of a root to which a bracket in a value belongs.
pub(super) fn property_at(value: &str, open: usize) -> Option<NextProperty> {
    let before = &value[..open];
    let letters = &before[before.trim_end_matches(|c: char| c.is_ascii_uppercase()).len()..];
    let (name, at) = if letters.is_empty() {
        let mut facts = WRITTEN.into_iter().take(OF_MATCH);
        (facts.find(|fact| value[open + 1..].starts_with(fact))?, open)
    } else {
        let name = of_root(letters).or_else(|| USUAL.into_iter().find(|usual| letters.ends_with(usual)))?;
        (name, open - name.len())
    };
    let text = before[..at].trim_end_matches(BLANKS);
    // What is escaped is part of the text. A semicolon begins the next tree.
    (!text.ends_with(['\\', ';'])).then_some(NextProperty { end: text.len(), at, name })
}

/// Finds the end of a value that contains an action, or the beginning of the next tree: `good move`, a line end, and
/// `;B[21sutu`. Where the action is on the line of the value, a text may also quote it.
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
        let is_alone = is_alone(tree);
        return Some(Unclosed { end, next: text.len(), node: before.len(), action: None, is_alone });
    }
    let side = if before.ends_with('W') { Side::Zero } else { Side::One };
    let action = Some((side, action(inner.as_bytes(), side)?));
    let before = before.strip_suffix(['W', 'B'])?.trim_end_matches(BLANKS).strip_suffix(';')?;
    let (end, next) = (before.trim_end_matches(BLANKS).len(), before.len());
    Some(Unclosed { end, next, node: next, action, is_alone: is_alone(before) })
}

/// Returns the end of the first value in a text that contains an action, or the beginning of the next tree.
pub(crate) fn first_unclosed(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let open = at + memchr::memchr(b'[', &text.as_bytes()[at..])? + 1;
        let value = value_at(text, open)?;
        if let Some(found) = contains_node(value) {
            return Some(open + found.end);
        }
        at = open + value.len() + 1;
    }
}

/// Returns the value after a bracket, up to the next one that isn't escaped.
pub(crate) fn value_at(text: &str, open: usize) -> Option<&str> {
    let (_, value) = grammar::value(text.as_bytes().get(open..)?).ok()?;
    text.get(open..open + value.len())
}

/// Returns the name before the bracket of the value that begins at a place.
fn name_before(text: &str, start: usize) -> Cow<'_, str> {
    let before = text[..start - 1].trim_end_matches(BLANKS);
    let letters = before.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    grammar::name(&before[letters..])
}

/// Returns `true` if the value that begins at a place may be a text.
fn is_text(text: &str, start: usize) -> bool {
    !NO_TEXT.contains(&&*name_before(text, start))
}

/// Reads the whole value of an action.
fn action(value: &[u8], side: Side) -> Option<Written> {
    let play = all_consuming(|input| grammar::play(input, 0, side)).parse(value);
    let (_, written) = play.or_else(|_| grammar::action(value, 0)).ok()?;
    Some(written)
}

/// Returns `true` if an action may follow another one: the other side's, an answer after an offer. A player who acts
/// twice (after a beaver that is taken, or a resignation that is refused) doesn't count: in doubt, a value is whole.
fn follows(first: (Side, &Written), next: (Side, &Written)) -> bool {
    use Written::{AcceptResignation, Cube, OfferResignation, Pass, RefuseResignation, Take, Unreadable};
    let fits = match (first.1, next.1) {
        (Unreadable, _) | (_, Unreadable) => true,
        (Cube { .. }, then) => matches!(then, Cube { .. } | Take | Pass),
        (OfferResignation { .. }, then) => matches!(then, AcceptResignation | RefuseResignation),
        (Pass | AcceptResignation, _) => false,
        (_, then) => !matches!(then, Take | Pass | AcceptResignation | RefuseResignation),
    };
    fits && first.0 != next.0
}

/// The first action after a place, up to the bracket that ends the line of the game.
#[derive(Debug, Default)]
pub(super) struct Following {
    /// The text in which it was searched.
    from: usize,
    to: usize,
    /// The last semicolon in that text.
    node: usize,
    action: Option<(Side, Written)>,
}

impl Following {
    fn new(text: &str, from: usize) -> Self {
        let bytes = text.as_bytes();
        let mut this = Self { from, to: from, ..Self::default() };
        let mut side = None;
        while let Some((rest, token)) = grammar::token(&bytes[this.to..]) {
            let mut end = bytes.len() - rest.len();
            match token {
                Token::Node => this.node = this.to,
                Token::Close => break,
                Token::Property => side = side_of(&grammar::name(&text[this.to..end])),
                Token::Value => {
                    let Ok((rest, value)) = grammar::bracketed(rest) else { break };
                    if let Some(side) = side {
                        this.action = Some((side, action(value, side).unwrap_or(Written::Unreadable)));
                        break;
                    }
                    end = bytes.len() - rest.len();
                }
                Token::Open | Token::Blank | Token::Text => {}
            }
            this.to = end;
        }
        this
    }
}

impl Reader<'_> {
    /// Ends a value before the node that it contains, with a finding; returns `false` if it contains none or quotes it.
    /// A fact in a root, unlike a comment, quotes none: there it may also be on the line of the value.
    #[cold]
    pub(super) fn end_unclosed(&mut self, value: Span, name: &str) -> bool {
        let (start, after) = (value.start as usize, value.end as usize + 1);
        let may_quote = !self.node.is_root || name == COMMENT || of_root(name).is_none();
        let found = contains_node(&self.text[value.range()]).filter(|found| found.is_alone || !may_quote);
        let Some(found) = found else { return false };
        let is_swallowed = match &found.action {
            _ if !is_text(self.text, start) => true,
            Some((side, written)) => self.continues_game((*side, written), after),
            // A root has other properties.
            None => self.text[after..].trim_start().starts_with(|c: char| c.is_ascii_alphabetic()),
        };
        if !is_swallowed {
            return false;
        }
        let end = self.end_value(start, found.end, found.next);
        self.report_unclosed(end);
        true
    }

    /// Ends a value of a root before the property that it contains, with a finding; returns `false` if it continues.
    #[cold]
    pub(super) fn end_before_property(&mut self, value: Span, name: &str) -> bool {
        let Some(next) = next_property(self.text, value, name, &self.root.known) else { return false };
        // Where the fact before this one lacks its bracket, too, that finding stands for both.
        let is_open = |last: &Span| self.text.as_bytes().get(last.end as usize) != Some(&b']');
        let is_reported = next.is_fact() && self.values.last().is_some_and(is_open);
        if next.is_fact() {
            self.root.known.push(next.name);
        }
        let end = self.end_value(value.start as usize, next.end, next.at);
        if !is_reported {
            self.report_unclosed(end);
        }
        true
    }

    /// Ends a value and continues after it: both places are counted from its beginning. Returns its end.
    fn end_value(&mut self, start: usize, end: usize, next: usize) -> usize {
        self.values.push(Span::new(start, start + end));
        self.at = start + next;
        start + end
    }

    /// Reports a value that ends at a place without its bracket.
    fn report_unclosed(&mut self, end: usize) {
        let place = Span::new(end, end + 1);
        self.report(Code::RecordSyntax, place, "a value without its bracket", "expected `]`");
    }

    /// Returns `true` if an action in a value continues the game: it follows the action before, and the one after the
    /// value, which is in another node, follows it.
    fn continues_game(&mut self, action: (Side, &Written), after: usize) -> bool {
        let before = self.entry_before().and_then(|entry| Some((entry.side?, &entry.written)));
        if before.is_some_and(|before| !follows(before, action)) {
            return false;
        }
        // Many values may have the same action after them.
        if !(self.following.from..=self.following.to).contains(&after) {
            self.following = Following::new(self.text, after);
        }
        let Some((side, written)) = &self.following.action else { return true };
        self.following.node >= after && follows(action, (*side, written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_action_on_its_own_line_ends_a_value() {
        let parts = |value: &'static str| {
            let found = contains_node(value).filter(|found| found.is_alone)?;
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

    #[test]
    fn only_a_property_of_a_root_ends_a_value_of_it() {
        let parts = |value: &'static str| {
            let next = contains_property(value)?;
            Some((&value[..next.end], &value[next.at..]))
        };
        for (value, text, rest) in [
            ("Club PW[Ann", "Club", "PW[Ann"),
            ("Club\r\n PW[Ann", "Club", "PW[Ann"),
            ("BobRU[Crawford", "Bob", "RU[Crawford"),
            ("ANNPB[BOB", "ANN", "PB[BOB"),
            ("W+1RGS[M:0", "W+1R", "GS[M:0"),
            ("ws:0[bs:0", "ws:0", "[bs:0"),
            ("a [b\\] EV[c", "a [b\\]", "EV[c"),
            ("a [b PW[c", "a [b", "PW[c"),
            ("PB[Bob", "", "PB[Bob"),
        ] {
            assert_eq!(parts(value), Some((text, rest)), "{value}");
        }
        for value in [
            "Club",
            "Club [Ann",
            "Club PW[Ann\\]",
            "Club PW\\[Ann",
            "Club\\ PW[Ann",
            "Club W[31",
            "Club C[x",
            "PARIS[x",
            "x\n(;GM[6",
        ] {
            assert_eq!(parts(value), None, "{value}");
        }
    }

    #[test]
    fn values_end_at_brackets_that_are_not_escaped() {
        for (text, end) in [
            ("C[good;B[21sutu]", Some(6)),
            (r"C[a\]b;B[21sutu]", Some(6)),
            ("C[a[b]D[c;B[21sutu]", Some(9)),
            ("C[[[x;B[21sutu][y;B[21sutu]", Some(5)),
            ("C[good]D[;B[21sut]", None),
            ("C[good;B[21sutu", None),
            (r"C[good;B[21sutu\]", None),
            ("", None),
        ] {
            assert_eq!(first_unclosed(text), end, "{text}");
        }
    }

    #[test]
    fn the_action_after_a_value_is_found_in_the_line_of_the_game() {
        let found = |text: &str| {
            let found = Following::new(text, 0);
            found.action.map(|(side, written)| (side, written, found.node, found.to))
        };
        assert_eq!(found("C[x];B[take];W[31]"), Some((Side::One, Written::Take, 4, 6)));
        assert_eq!(found("[;W[31]\n(;C[x] ; W[drop]"), Some((Side::Zero, Written::Pass, 15, 18)));
        assert_eq!(found("W[?]"), Some((Side::Zero, Written::Unreadable, 0, 1)));
        for text in ["C[x]);B[take]", "C[;B[take", "", ";C[W[take]"] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_may_quote_the_last_action_of_the_line() {
        for (text, may_quote) in [
            ("C[good\n;B[21sutu])", true),
            ("C[good\n;B[21sutu];C[x])\n(;W[31hefe])", true),
            ("C[good\n;B[21sutu]\n;W[31hefe])", false),
            ("C[good\n;B[21sutu](;W[31hefe])", false),
            ("W[31hefe\n;B[21sutu])", false),
            ("C[good)\n(;FF[4])", false),
        ] {
            let open = text.find('[').expect("a bracket") + 1;
            let value = value_at(text, open).expect("a value");
            let found = contains_node(value).expect("a node");
            assert_eq!(found.may_be_quoted(text, &(open..open + value.len())), may_quote, "{text}");
        }
    }

    #[test]
    fn answers_follow_offers_of_the_other_side() {
        let read = |text: &'static str| action(text.as_bytes(), Side::Zero).expect("an action");
        for (first, next, is_right) in [
            ("31hefe", "52", true),
            ("31hefe", "double", true),
            ("double", "take", true),
            ("double", "double", true),
            ("take", "31", true),
            ("resign:1", "reject", true),
            ("31hefe", "take", false),
            ("double", "31hefe", false),
            ("drop", "31hefe", false),
            ("resign:1", "take", false),
            ("accept", "31", false),
        ] {
            let (first, next) = (read(first), read(next));
            assert_eq!(follows((Side::Zero, &first), (Side::One, &next)), is_right, "{first:?} {next:?}");
            assert!(!follows((Side::One, &first), (Side::One, &next)));
        }
    }
}
