//! The content of JSON and Smile, in one form, with places.

use crate::diag::Span;
use std::fmt;

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    pub(super) span: Span,
    pub(super) node: Node,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

/// The place and the reason where reading a text stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Broken {
    /// The offset.
    pub(super) at: usize,
    pub(super) why: Why,
}

/// The reason why reading a text stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It ends too early.
    Ended,
    /// Something else was expected.
    Expected(&'static str),
    /// It is nested too deeply, or contains too much.
    Limit(&'static str),
}

/// The greatest nesting depth of values; records need less than ten.
pub(super) const DEPTH: usize = 64;

/// The most values: a long match with all its analyses has less than a fifth of them.
pub(super) const VALUES: usize = 1_000_000;

impl Value {
    /// Returns the value of a key, compared without regard to case. `None` for a list or a number.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, value)| value)
    }

    /// Returns the keys and values of a map; empty for anything else.
    pub(super) fn entries(&self) -> &[(String, Self)] {
        if let Node::Map(entries) = &self.node { entries } else { &[] }
    }

    /// Returns the values of a list.
    pub(super) fn list(&self) -> Option<&[Self]> {
        if let Node::List(items) = &self.node { Some(items) } else { None }
    }

    /// Returns the values of a list; empty for anything else.
    pub(super) fn items(&self) -> &[Self] {
        self.list().unwrap_or_default()
    }

    /// Returns a whole number, also if it is written as a text or a fraction.
    pub(super) fn int(&self) -> Option<i64> {
        match &self.node {
            Node::Int(number) => Some(*number),
            Node::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => Some(*number as i64),
            Node::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// Returns a number, unless it is NaN or infinite.
    pub(super) fn float(&self) -> Option<f64> {
        let number = match &self.node {
            Node::Int(number) => *number as f64,
            Node::Float(number) => *number,
            Node::Text(text) => text.trim().replace(',', ".").parse().ok()?,
            _ => return None,
        };
        number.is_finite().then_some(number)
    }

    pub(super) fn bool(&self) -> Option<bool> {
        match self.node {
            Node::Bool(on) => Some(on),
            Node::Int(number) => Some(number != 0),
            _ => None,
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let Node::Text(text) = &self.node { Some(text) } else { None }
    }

    /// Removes what a break at `at` left incomplete: the last field, or the whole of a move.
    pub(super) fn prune(&mut self, at: usize) {
        let mut value = self;
        let mut is_moves = false;
        loop {
            // Further digits of a number may be missing; only a closing bracket shows that a value is complete.
            let is_half = |value: &Self| value.span.end as usize >= at;
            let is_field = |value: &Self| !matches!(value.node, Node::List(_) | Node::Map(_));
            let last = match &mut value.node {
                Node::List(items) => {
                    items.pop_if(|item| is_half(item) && (is_moves || is_field(item)));
                    items.last_mut()
                }
                Node::Map(entries) => {
                    entries.pop_if(|(_, field)| is_half(field) && is_field(field));
                    entries.last_mut().map(|(key, field)| {
                        is_moves = key.eq_ignore_ascii_case("moves");
                        field
                    })
                }
                _ => None,
            };
            match last.filter(|last| is_half(last)) {
                Some(last) => value = last,
                None => return,
            }
        }
    }

    /// Returns `true` if it has no content: null, an empty text, list or map.
    pub(super) fn is_nothing(&self) -> bool {
        match &self.node {
            Node::Null => true,
            Node::Text(text) => text.is_empty(),
            Node::List(items) => items.is_empty(),
            Node::Map(entries) => entries.is_empty(),
            _ => false,
        }
    }
}

/// Writes the value as JSON; a text by itself without its quotes.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = |value: &Self, f: &mut fmt::Formatter<'_>| match &value.node {
            Node::Text(text) => write!(f, "{text:?}"),
            _ => value.fmt(f),
        };
        match &self.node {
            Node::Null => f.write_str("null"),
            Node::Bool(on) => on.fmt(f),
            Node::Int(number) => number.fmt(f),
            Node::Float(number) => number.fmt(f),
            Node::Text(text) => f.write_str(text),
            Node::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { "," })?;
                    inner(item, f)?;
                }
                f.write_str("]")
            }
            Node::Map(entries) => {
                f.write_str("{")?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}{key:?}:", if i == 0 { "" } else { "," })?;
                    inner(value, f)?;
                }
                f.write_str("}")
            }
        }
    }
}
