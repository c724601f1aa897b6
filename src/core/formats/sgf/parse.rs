//! The reader of trees: brackets, nodes, properties, variations. Nothing recurses.

use super::cut;
use super::grammar::{self, Token};
use super::missing::Earlier;
use super::node::NodeState;
use super::root::Root;
use super::unclosed::Following;
use crate::diag::{self, Code, Diagnostic, Encoding, Parsed, SourceFile, Span};
use crate::formats::game_count::GameCount;
use crate::game::record::{Anchor, Entry, GameRecord, MatchRecord, Remark, RemarkKind, Spanned, Variation};

/// Reads the record of one match: one or more trees, a game each.
///
/// Any text gives a record, in time and memory bounded by its length. Findings are about the notation only.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    if let Some(finding) = source.utf32() {
        return Parsed { value: MatchRecord::default(), diagnostics: vec![finding] };
    }
    let read = |length: Option<Spanned<u32>>| {
        let mut reader = Reader::new(source.text());
        reader.agreed_length = length;
        reader.encoding(source.encoding());
        reader.trees();
        reader
    };
    let mut reader = read(None);
    if reader.agreed_length.is_some() {
        // By another length, the first game has other rules.
        reader = read(reader.agreed_length);
    }
    reader.diagnostics.sort_by_key(|finding| finding.primary.span.start);
    Parsed { value: reader.record, diagnostics: reader.diagnostics }
}

/// The number of entries in a game of usual length.
const GAME: usize = 64;
/// The most open brackets: a branch at every play of the longest games needs fewer.
const MAX_BRACKETS: usize = 10_000;
/// The most marks of a quotation at the beginning of a line.
const MOST_QUOTED: usize = 8;

/// A line of the game: the main line, or a variation.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub(super) entries: Vec<Entry>,
    comments: Vec<(u32, String)>,
}

/// An open bracket.
#[derive(Clone, Copy, Debug)]
struct Bracket {
    /// The number of the line's entries before which a variation branches off; `None` if it continues the line.
    variation_at: Option<u32>,
    /// The number of entries of the line at which the first branch in this bracket began.
    fork: Option<u32>,
}

/// The state of reading one match.
#[derive(Debug, Default)]
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) record: MatchRecord,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The count of the games, from 1.
    pub(super) numbers: GameCount,
    /// The game being read.
    pub(super) game: GameRecord,
    pub(super) root: Root,
    /// Whether the next node is the tree's root.
    pub(super) before_root: bool,
    /// The main line and the open variations.
    pub(super) lines: Vec<Line>,
    brackets: Vec<Bracket>,
    pub(super) node: NodeState,
    /// Whether a missing game number of a tree was reported.
    pub(super) unnamed: bool,
    /// Whether a line begins with the mark of a quotation.
    is_quoted: bool,
    /// The length that all later trees state, where the first one states another.
    pub(super) agreed_length: Option<Spanned<u32>>,
    /// The facts of the match in the roots so far.
    pub(super) earlier: Option<Earlier>,
    /// The end of the last text that was reported as unreadable.
    pub(super) odd_until: u32,
    /// The values of the property being read, as places between the brackets.
    pub(super) values: Vec<Span>,
    /// The action after the last value that contained a node.
    pub(super) following: Following,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            record: MatchRecord { no_hit_marks: true, ..MatchRecord::default() },
            before_root: true,
            odd_until: u32::MAX,
            ..Self::default()
        }
    }

    fn encoding(&mut self, encoding: Encoding) {
        if !matches!(encoding, Encoding::Utf8 | Encoding::Utf8Bom | Encoding::Named(_) | Encoding::Binary) {
            let start = self.text.bytes().position(|byte| !byte.is_ascii()).unwrap_or(0);
            let len = self.text[start..].chars().next().map_or(0, char::len_utf8);
            let span = Span::new(start, start + len);
            self.report(Code::SourceEncoding, span, format!("the text is {}", encoding.name()), "");
        }
    }

    /// Reads all trees, and the text between them.
    fn trees(&mut self) {
        if cut::tree(self.text, 0).is_none() {
            let end = self.text.chars().next().map_or(0, char::len_utf8);
            let expected = "a record begins with `(;FF[4]GM[6]`";
            self.report(Code::RecordSyntax, Span::new(0, end), "there is no tree", expected);
        }
        loop {
            if let Some(start) = self.bare_tree() {
                let place = Span::new(start, start + 1);
                self.report(Code::RecordSyntax, place, "a tree without its bracket", "expected `(`");
                self.at = start;
                self.tree(start);
                continue;
            }
            let start = cut::tree(self.text, self.at);
            self.between(self.at, start.unwrap_or(self.text.len()));
            let Some(start) = start else { break };
            let root = self.text[start..].trim_start_matches(['(', ' ', '\t', '\r', '\n']);
            let number = if root.starts_with(';') { cut::game_number(self.text, start) } else { None };
            if let Some(number) = number
                && number != "6"
            {
                let at = number.as_ptr() as usize - self.text.as_ptr() as usize;
                let span = Span::new(at, at + number.len());
                let expected = "backgammon is game number 6";
                self.report(Code::RecordUnknown, span, "a tree of another game isn't read", expected);
                self.at = cut::end_of_tree(self.text.as_bytes(), start);
                // If only this number is wrong, it is a game of the match.
                let _ = self.numbers.next(None);
                continue;
            }
            self.at = start;
            self.tree(start);
        }
    }

    /// Returns the semicolon of the next tree after another one, if it has no bracket before it.
    fn bare_tree(&self) -> Option<usize> {
        let rest = self.text[self.at..].trim_start();
        let root = rest.strip_prefix(';').map(str::trim_start).filter(|_| !self.record.games.is_empty())?;
        let is_root = root.starts_with("FF[") || root.starts_with("GM[");
        is_root.then(|| self.text.len() - rest.len())
    }

    /// Keeps text outside the trees.
    fn between(&mut self, from: usize, to: usize) {
        let outside = &self.text[from..to];
        let text = outside.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if !text.is_empty() {
            let start = from + (text.as_ptr() as usize - outside.as_ptr() as usize);
            let span = Span::new(start, start + text.len());
            // A complete lack of trees is reported at the beginning, before any other finding of the text.
            let is_told =
                |finding: &Diagnostic| finding.code == Code::RecordSyntax && finding.primary.span.start == 0;
            let is_told = self.diagnostics.iter().take(2).any(is_told);
            if !self.is_quoted_again(span) && !is_told {
                self.report(Code::RecordUnknown, span, "text outside the trees", "");
            }
            let anchor = match &self.record.games[..] {
                [] => Anchor::MATCH,
                [before @ .., game] => Anchor::last(before.len(), &game.entries),
            };
            let (kind, text) = (RemarkKind::Unknown, text.to_owned());
            self.record.remarks.push(Remark { kind, anchor, span, text });
        }
    }

    /// Reads the tree that begins here.
    fn tree(&mut self, start: usize) {
        self.game = GameRecord { heading: Span::new(start, start + 1), ..GameRecord::default() };
        self.root = Root::default();
        self.before_root = true;
        self.brackets.clear();
        if !self.text[start..].starts_with('(') {
            // Its bracket is missing, which is reported.
            self.brackets.push(Bracket { variation_at: None, fork: None });
        }
        self.lines.clear();
        self.lines.push(Line { entries: Vec::with_capacity(GAME), comments: Vec::new() });
        let complete = self.brackets_and_nodes();
        self.end_node();
        if !complete && self.has_extra_bracket(start) {
            let place = Span::new(start, start + 1);
            self.report(Code::RecordSyntax, place, "a bracket too many", "its `)` is missing");
        } else if !complete {
            let goes_on = cut::begins_tree(self.text.as_bytes(), self.at);
            let end = if goes_on { self.at } else { self.text.len() };
            let last = self.text[..end].trim_end().len();
            let span = Span::new(last, end.min(last + 1));
            let expected = if goes_on { "expected `)` before the next tree" } else { "expected `)`" };
            self.report(Code::RecordTruncated, span, "the tree has no end", expected);
            self.record.is_cut_off |= !goes_on;
        }
        while self.lines.len() > 1 {
            let at = self.brackets.iter().rev().find_map(|bracket| bracket.variation_at).unwrap_or(0);
            while self.brackets.pop().is_some_and(|bracket| bracket.variation_at.is_none()) {}
            self.end_variation(at);
        }
        if self.before_root {
            if complete {
                let span = Span::new(start, self.at);
                self.report(Code::RecordSyntax, span, "a tree without a node", "expected `;` after `(`");
            }
            return;
        }
        if complete && !self.root.has_number && !std::mem::replace(&mut self.unnamed, true) {
            let span = Span::new(start, start + 1);
            let expected = "expected `GM[6]` in the first node";
            self.report(Code::RecordValue, span, "the game isn't named", expected);
        }
        self.end_of_game();
    }

    /// Returns `true` if only the first of two brackets before a tree is still open.
    fn has_extra_bracket(&self, start: usize) -> bool {
        let root = self.text[start..].strip_prefix('(').unwrap_or_default().trim_start();
        root.starts_with('(') && self.brackets.len() == 1 && !self.before_root
    }

    /// Reads until the tree's last bracket; returns `true` if it is there. The next tree ends this one, too.
    fn brackets_and_nodes(&mut self) -> bool {
        loop {
            let start = self.at;
            let Some((rest, token)) = grammar::token(self.rest()) else { return false };
            let end = self.text.len() - rest.len();
            match token {
                Token::Node => {
                    self.end_node();
                    if self.before_root || !self.plain_nodes() {
                        self.at = end;
                        self.begin_node();
                    }
                }
                Token::Blank => self.at = end,
                Token::Open => {
                    if !self.before_root && cut::begins_tree(self.text.as_bytes(), start) {
                        return false;
                    }
                    self.end_node();
                    self.open();
                }
                Token::Close => {
                    self.end_node();
                    self.at = end;
                    if self.close() {
                        return true;
                    }
                }
                Token::Property => {
                    self.at = end;
                    if !self.property(Span::new(start, end)) {
                        return false;
                    }
                }
                Token::Value => {
                    if !self.read_values("") {
                        return false;
                    }
                    let span = Span::new(start, self.at);
                    if !self.bare_match_info(span) {
                        self.junk(span, "a value without a property", "expected the name of a property");
                    }
                }
                Token::Text => {
                    self.at = end;
                    let span = Span::new(start, end);
                    self.junk(span, "text between the properties", "expected a property, `;`, `(` or `)`");
                }
            }
        }
    }

    /// Returns the text that isn't read yet.
    #[inline]
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Returns `true` if only blanks are left: what is missing before may be cut off.
    pub(super) fn is_at_end(&self) -> bool {
        self.text[self.at..].trim_start().is_empty()
    }

    fn open(&mut self) {
        let start = self.at;
        self.at += 1;
        let lines = self.lines.len();
        let entries = self.lines.last().map_or(0, |line| line.entries.len() as u32);
        let variation_at = self.brackets.last().and_then(|bracket| bracket.fork);
        if let Some(bracket) = self.brackets.last_mut() {
            bracket.fork.get_or_insert(entries);
        }
        if self.brackets.len() >= MAX_BRACKETS || (variation_at.is_some() && lines > Variation::DEEPEST) {
            self.at = cut::end_of_tree(self.text.as_bytes(), start);
            let span = Span::new(start, self.at);
            self.report(Code::RecordLimit, span, "brackets are nested too deep", "this isn't read");
            if let Some(bracket) = self.brackets.last_mut()
                && variation_at.is_none()
            {
                bracket.fork = None;
            }
            return;
        }
        if variation_at.is_some() {
            self.lines.push(Line::default());
        }
        self.brackets.push(Bracket { variation_at, fork: None });
    }

    /// Closes a bracket; returns `true` if it was the last one.
    fn close(&mut self) -> bool {
        let Some(bracket) = self.brackets.pop() else { return true };
        if let Some(at) = bracket.variation_at {
            self.end_variation(at);
        }
        let entries = self.lines.last().map_or(0, |line| line.entries.len() as u32);
        match self.brackets.last_mut() {
            None => return true,
            // An empty branch doesn't count: the next one continues the line.
            Some(parent) if bracket.variation_at.is_none() && parent.fork == Some(entries) => {
                parent.fork = None;
            }
            Some(_) => {}
        }
        false
    }

    fn end_variation(&mut self, at: u32) {
        let Some(line) = self.lines.pop() else { return };
        let variation = Variation { entries: line.entries, comments: line.comments };
        if variation.entries.is_empty() && variation.comments.is_empty() {
            return;
        }
        if let Some(line) = self.lines.last_mut()
            && let Some(entry) = line.entries.get_mut(at as usize)
        {
            entry.notes_mut().variations.push(variation);
        }
    }

    /// Reads the values after the name of a property; returns `true` if they are complete.
    #[inline]
    pub(super) fn read_values(&mut self, name: &str) -> bool {
        let text = self.text.as_bytes();
        self.values.clear();
        while let Ok((rest, value)) = grammar::bracketed(self.rest()) {
            let end = text.len() - rest.len() - 1;
            let place = Span::new(end - value.len(), end);
            let may_contain = self.node.is_root && memchr::memchr(b'[', value).is_some();
            if may_contain && self.end_before_property(place, name) {
                continue;
            }
            if memchr::memchr(b';', value).is_some() && self.end_unclosed(place, name) {
                return true;
            }
            self.values.push(place);
            self.at = end + 1;
        }
        let Ok((open, _)) = grammar::blanks(self.rest()) else { return true };
        if open.first() != Some(&b'[') {
            return true;
        }
        let span = Span::new(text.len() - open.len(), self.text.trim_end().len());
        self.at = self.text.len();
        self.remark(RemarkKind::Unknown, span, self.text[span.range()].to_owned());
        false
    }

    /// Reads the values of a property whose letters are already read; returns `true` if it is complete.
    fn property(&mut self, id: Span) -> bool {
        let letters = &self.text[id.range()];
        let name = grammar::name(letters);
        let complete = self.read_values(&name);
        if self.values.is_empty() {
            self.other_brackets(&name);
        }
        if self.values.is_empty() {
            self.misplaced_semicolon(&name);
        }
        let name = self.in_capitals(name, id);
        if self.values.is_empty() && self.text[self.at..].trim_end().is_empty() {
            // The break is reported.
            self.remark(RemarkKind::Unknown, id, letters.to_owned());
            return false;
        }
        // An incomplete position doesn't count; for other properties, the values before the break do.
        if !complete && (self.values.is_empty() || matches!(letters, "AE" | "AW" | "AB")) {
            return false;
        }
        if self.values.is_empty() {
            self.junk(id, "a property without a value", "expected `[`");
        } else if self.node.is_root && self.root_property(&name, id) {
        } else if self.node.is_open {
            self.node_property(&name, id);
        } else if self.before_root && matches!(&*name, "FF" | "GM") {
            let span = Span::new(id.start as usize, self.at);
            self.report(Code::RecordSyntax, span, "a property outside a node", "expected `;` before it");
            self.begin_node();
            self.root_property(&name, id);
        } else {
            let span = Span::new(id.start as usize, self.at);
            self.junk(span, "a property outside a node", "expected `;` before it");
        }
        complete
    }

    /// Keeps text that doesn't belong there, with a finding, unless it only continues text that has one.
    pub(super) fn junk(&mut self, span: Span, message: &str, label: &str) {
        if !self.is_quoted_again(span) && self.odd_until != span.start {
            self.report(Code::RecordSyntax, span, message, label);
        }
        self.odd_until = span.end;
        self.remark(RemarkKind::Unknown, span, self.text[span.range()].to_owned());
    }

    /// Returns `true` for the marks of a quotation, `>` or `>>`, at the beginning of a line if an earlier line has one,
    /// which is reported.
    fn is_quoted_again(&mut self, span: Span) -> bool {
        let mut before = self.text[..span.start as usize].trim_end_matches([' ', '\t']);
        for _ in 0..MOST_QUOTED {
            before = before.strip_suffix('>').unwrap_or(before).trim_end_matches([' ', '\t']);
        }
        let marks = self.text.get(span.range()).unwrap_or_default();
        let is_mark = marks.starts_with('>')
            && marks.bytes().all(|byte| matches!(byte, b'>' | b' ' | b'\t'))
            && (before.is_empty() || before.ends_with(['\n', '\r']));
        is_mark && std::mem::replace(&mut self.is_quoted, true)
    }

    /// Keeps a comment or another text after what has been read so far.
    pub(super) fn remark(&mut self, kind: RemarkKind, span: Span, text: String) {
        if let [_, .., line] | [line] = &mut self.lines[..]
            && self.brackets.iter().any(|bracket| bracket.variation_at.is_some())
        {
            let entry = line.entries.len().saturating_sub(1) as u32;
            return line.comments.push((entry, text));
        }
        let entries = self.lines.first().map_or(&[][..], |line| &line.entries);
        let anchor = Anchor::last(self.record.games.len(), entries);
        self.record.remarks.push(Remark { kind, anchor, span, text });
    }

    pub(super) fn report(&mut self, code: Code, span: Span, message: impl Into<String>, label: &str) {
        diag::keep(&mut self.diagnostics, Diagnostic::new(code, span, message).label(label));
    }

    /// Returns the line being read.
    #[inline]
    pub(super) fn line(&mut self) -> Option<&mut Line> {
        self.lines.last_mut()
    }

    /// Returns the entry before this place: in a variation without one, the entry before its branch.
    pub(super) fn entry_before(&self) -> Option<&Entry> {
        let (line, parents) = self.lines.split_last()?;
        line.entries.last().or_else(|| {
            let at = self.brackets.iter().rev().find_map(|bracket| bracket.variation_at)?;
            parents.last()?.entries.get(at.checked_sub(1)? as usize)
        })
    }

    /// Returns the value with this number, as written.
    pub(super) fn value(&self, index: usize) -> &'a str {
        self.values.get(index).map_or("", |span| &self.text[span.range()])
    }

    fn end_of_game(&mut self) {
        let line = self.lines.drain(..).next().unwrap_or_default();
        let mut game = std::mem::take(&mut self.game);
        game.entries = line.entries;
        if game.entries.len() < GAME / 4 {
            // Thousands of games of a node each must not take the memory of complete ones.
            game.entries.shrink_to_fit();
        }
        self.finish_root(&mut game);
        self.record.games.push(game);
    }
}
