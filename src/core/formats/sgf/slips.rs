//! Slips around the value of an action that leave no doubt about it: other brackets, a semicolon before it, and a name in
//! lower case.

use super::grammar;
use super::parse::Reader;
use crate::board::Side;
use crate::diag::{Code, Span};
use nom::Parser;
use nom::combinator::all_consuming;
use std::borrow::Cow;

/// The most bytes of an action with its brackets.
const LONGEST: usize = 32;

impl<'a> Reader<'a> {
    /// Reads the value of an action in other brackets, `W(31hefe)` or `W{31hefe}`, with a finding.
    #[cold]
    pub(super) fn other_brackets(&mut self, name: &str) {
        let rest = self.near();
        let close = match rest.first().filter(|_| matches!(name, "W" | "B")) {
            Some(b'(') => b')',
            Some(b'{') => b'}',
            Some(b'<') => b'>',
            _ => return,
        };
        let Some(end) = memchr::memchr(close, rest).filter(|end| is_action(&rest[1..*end])) else { return };
        let start = self.at;
        self.at += end + 1;
        self.values.push(Span::new(start + 1, start + end));
        let place = Span::new(start, self.at);
        self.report(Code::RecordSyntax, place, "a value in other brackets", "expected `[` and `]`");
    }

    /// Reads the value of an action after a semicolon, `W;[31hefe]`, with a finding.
    #[cold]
    pub(super) fn misplaced_semicolon(&mut self, name: &str) {
        let Some(value) = self.near().strip_prefix(b";[").filter(|_| matches!(name, "W" | "B")) else {
            return;
        };
        let Some(end) = memchr::memchr(b']', value).filter(|end| is_action(&value[..*end])) else { return };
        let (start, open) = (self.at, self.at + 2);
        self.at = open + end + 1;
        self.values.push(Span::new(open, open + end));
        let place = Span::new(start, start + 1);
        self.report(Code::RecordSyntax, place, "a semicolon before a value", "expected `[`");
    }

    /// Returns the name of a property, which is reported if it is that of an action in lower case: `w[31hefe]`.
    #[inline]
    pub(super) fn in_capitals<'n>(&mut self, name: Cow<'n, str>, id: Span) -> Cow<'n, str> {
        match &*name {
            "w" | "white" if self.may_be_action() => self.capital("W", id),
            "b" | "black" if self.may_be_action() => self.capital("B", id),
            _ => name,
        }
    }

    /// Returns the text that isn't read yet, as far as a value of an action may reach.
    fn near(&self) -> &'a [u8] {
        let rest = self.rest();
        &rest[..rest.len().min(LONGEST)]
    }

    /// Returns `true` if the value of a property is an action, and the node has none yet.
    fn may_be_action(&self) -> bool {
        self.node.is_open
            && !self.node.is_root
            && self.entry_of_node().is_none()
            && self.values.len() == 1
            && is_action(self.value(0).as_bytes())
    }

    #[cold]
    fn capital(&mut self, name: &'static str, id: Span) -> Cow<'static, str> {
        let expected = if name == "W" { "expected `W`" } else { "expected `B`" };
        self.report(Code::RecordSyntax, id, "an action whose name isn't in capitals", expected);
        name.into()
    }
}

/// Returns `true` if a value is an action: a turn, or a word.
fn is_action(value: &[u8]) -> bool {
    let turn = all_consuming(|input| grammar::play(input, 0, Side::Zero)).parse(value);
    turn.is_ok() || grammar::action(value, 0).is_ok()
}
