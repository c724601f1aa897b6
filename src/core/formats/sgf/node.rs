//! Nodes: plays, cube actions, and notes on them.

use super::parse::Reader;
use super::setup::SetupNode;
use super::{damage, grammar, own, text::unescape};
use crate::board::Side;
use crate::diag::{self, Code, Diagnostic, Severity, Span};
use crate::game::record::{
    Cell, CubeWord, Entry, Notes, RemarkKind, Spanned, Written, WrittenLeg, WrittenPlay, WrittenRoll,
};
use nom::Parser;
use nom::combinator::all_consuming;

/// The part of a node read so far.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the node")]
pub(super) struct NodeState {
    pub(super) is_open: bool,
    pub(super) is_root: bool,
    start: usize,
    /// The number of the line's entries before it.
    first_entry: usize,
    pub(super) notes: Option<Box<Notes>>,
    comments: Vec<(RemarkKind, Span, String)>,
    pub(super) setup: Option<Box<SetupNode>>,
    /// Whether the play of this node is declared illegal.
    is_illegal: bool,
    /// Whether the play of this node isn't in the record.
    is_left_out: bool,
    /// Whether the set position of the next node belongs to an illegal play.
    pub(super) illegal_before: bool,
    /// Whether the entry before came from the node before, which had only a set-up.
    pub(super) setup_before: bool,
    /// Whether the other properties of the node are about the result.
    is_result: bool,
    /// Whether it consists of a single action.
    is_plain: bool,
}

impl Reader<'_> {
    /// Begins a node after its semicolon.
    #[inline]
    pub(super) fn begin_node(&mut self) {
        let entries = self.lines.last().map_or(0, |line| line.entries.len());
        let node = &mut self.node;
        node.is_open = true;
        node.is_root = std::mem::take(&mut self.before_root);
        node.start = self.at - 1;
        node.first_entry = entries;
        node.is_plain = true;
        if node.is_root {
            node.setup_before = false;
            node.illegal_before = false;
        } else if self.plain_action() {
            return;
        }
        self.node.is_plain = false;
    }

    /// Reads the usual node, `W[31hefe]`, directly.
    #[inline]
    fn plain_action(&mut self) -> bool {
        let start = self.at;
        let input = self.rest();
        let Ok((rest, (side, written))) = grammar::turn(input, start) else { return false };
        self.at = start + input.len() - rest.len();
        let span = Span::new(start, self.at);
        if let Some(line) = self.lines.last_mut() {
            line.entries.push(Entry::new(Some(side), span, written));
        }
        true
    }

    /// Reads usual nodes with only a turn each, while there are any, starting at the semicolon of the first;
    /// returns `true` if there was one.
    #[inline]
    pub(super) fn plain_nodes(&mut self) -> bool {
        let Some(line) = self.lines.last_mut() else { return false };
        let mut entries = std::mem::take(&mut line.entries);
        let before = entries.len();
        let text = self.text.as_bytes();
        // Starting at a semicolon; other properties of the node are read with it.
        while let Ok((after, (side, written))) = grammar::turn(&text[self.at + 1..], self.at + 1)
            && let Ok((next, _)) = grammar::blanks(after)
            && let Some(b';' | b')' | b'(') = next.first()
        {
            let span = Span::new(self.at + 1, text.len() - after.len());
            entries.push(Entry::new(Some(side), span, written));
            self.at = text.len() - next.len();
            if next[0] != b';' {
                break;
            }
        }
        let any = entries.len() > before;
        if let Some(line) = self.lines.last_mut() {
            line.entries = entries;
        }
        if any {
            self.node.setup_before = false;
            self.node.illegal_before = false;
        }
        any
    }

    /// Ends the node that is open.
    #[inline]
    pub(super) fn end_node(&mut self) {
        if !std::mem::take(&mut self.node.is_open) {
            return;
        }
        if self.node.is_plain {
            self.node.setup_before = false;
            self.node.illegal_before = false;
            return;
        }
        self.end_other_node();
    }

    fn end_other_node(&mut self) {
        let is_root = std::mem::take(&mut self.node.is_root);
        if is_root {
            self.end_root();
        }
        let setup = self.node.setup.take();
        let bare = self.node.notes.is_none() && self.node.comments.is_empty();
        let has_setup = setup.is_some();
        if let Some(setup) = setup {
            self.end_setup(*setup, Span::new(self.node.start, self.at));
        }
        self.node.setup_before = has_setup && bare && !is_root;
        self.node.illegal_before = false;
        if std::mem::take(&mut self.node.is_illegal) {
            self.declare_illegal();
        }
        if std::mem::take(&mut self.node.is_left_out)
            && let Some(Written::Turn { cell, .. }) = self.last_entry().map(|entry| &mut entry.written)
        {
            *cell = Cell::Empty;
        }
        let is_result = std::mem::take(&mut self.node.is_result) && self.lines.len() == 1;
        if let Some(notes) = self.node.notes.take() {
            if is_result {
                self.root.result_notes = Some(notes);
            } else {
                self.attach(*notes);
            }
        }
        for (kind, span, text) in std::mem::take(&mut self.node.comments) {
            if is_result {
                self.root.result_remarks.push(self.record.remarks.len());
            }
            self.remark(kind, span, text);
        }
    }

    fn last_entry(&mut self) -> Option<&mut Entry> {
        self.lines.last_mut().and_then(|line| line.entries.last_mut())
    }

    /// Applies the record's facts about the offer of the cube in this node: its value, whether it is a
    /// beaver; returns `false` if there is no offer.
    fn said(&mut self) -> bool {
        let mut all = true;
        for index in 0..self.values.len() {
            let place = self.values[index];
            let text = &self.text[place.range()];
            let number = text.parse().ok().map(|number| Spanned::new(number, place));
            let beaver = text == "beaver";
            let known = beaver || text == "double" || number.is_some();
            match self.last_entry().map(|entry| &mut entry.written) {
                Some(Written::Cube { word, value }) if known => match number {
                    Some(_) => *value = number,
                    None => *word = if beaver { CubeWord::Beaver } else { CubeWord::Double },
                },
                _ => all = false,
            }
        }
        all
    }

    /// Declares that the play of this node is illegal, and leads to the position set in the next one.
    fn declare_illegal(&mut self) {
        let Some(entry) = self.last_entry() else { return };
        let span = entry.span;
        if let Written::Turn { cell, .. } = &mut entry.written {
            *cell = Cell::DeclaredIllegal { span, after: None };
            self.node.illegal_before = true;
        }
    }

    /// Adds notes to the entry that they belong to.
    fn attach(&mut self, notes: Notes) {
        let is_main = self.lines.len() == 1;
        let into = match self.lines.last_mut().and_then(|line| line.entries.last_mut()) {
            Some(entry) => entry.notes_mut(),
            None if is_main => self.game.notes.get_or_insert_default(),
            None => return,
        };
        into.play = into.play.or(notes.play);
        into.cube = into.cube.or(notes.cube);
        into.luck = into.luck.or(notes.luck);
        into.luck_value = into.luck_value.or(notes.luck_value);
        into.clock = into.clock.or(notes.clock);
        into.analyses.extend(notes.analyses);
        into.properties.extend(notes.properties);
    }

    /// Reads a property of a node.
    pub(super) fn node_property(&mut self, id: &str, span: Span) {
        self.node.is_plain = false;
        let place = self.values[0];
        match id {
            "W" => self.action(Side::Zero, span),
            "B" => self.action(Side::One, span),
            "C" | own::UNKNOWN => {
                let kind = if id == "C" { RemarkKind::Comment } else { RemarkKind::Unknown };
                for index in 0..self.values.len() {
                    let text = unescape(self.value(index)).into_owned();
                    self.node.comments.push((kind, self.values[index], text));
                }
            }
            "AE" | "AW" | "AB" | "PL" | "DI" | "CV" | "CP" => {
                let mut setup = self.node.setup.take().unwrap_or_default();
                if let Err(expected) = setup.read(id, self) {
                    self.report(Code::RecordValue, place, format!("`{id}` can't have this value"), expected);
                    self.keep(id, span);
                }
                self.node.setup = Some(setup);
            }
            own::RESIGNATION => {
                if !self.resignation(span) {
                    self.keep(id, span);
                }
            }
            own::ILLEGAL => self.node.is_illegal = true,
            own::RESULT => self.node.is_result = true,
            own::LEFT_OUT => self.node.is_left_out = true,
            own::SAID => {
                if !self.said() {
                    self.keep(id, span);
                }
            }
            _ => {
                let side = self.side_of_node();
                let is_turn = self.is_turn();
                let mut notes = self.node.notes.take().unwrap_or_default();
                let is_read = super::notes::read(&mut notes, id, self, side, is_turn);
                let is_damaged = |analysis| !damage::is_whole(analysis, self.recorded_play());
                if !is_read || (id == "A" && notes.play_analyses().last().is_none_or(is_damaged)) {
                    self.report_damage(id, side);
                }
                self.node.notes = Some(notes);
                if !is_read {
                    self.keep(id, span);
                }
            }
        }
    }

    /// Reports what can't be right in a stored analysis.
    #[cold]
    fn report_damage(&mut self, id: &str, side: Option<Side>) {
        if self.is_at_end() {
            return;
        }
        let values: Vec<&str> = (0..self.values.len()).map(|index| self.value(index)).collect();
        let found = match (id, side) {
            ("A", Some(side)) => damage::of_play(&values, side, self.recorded_play()),
            ("DA", _) => values.first().and_then(|text| damage::of_cube(text)),
            _ => None,
        };
        let Some(found) = found else { return };
        let start = self.values[found.value].start as usize;
        let span = Span::new(start + found.part.start, start + found.part.end);
        let finding = Diagnostic::new(Code::RecordValue, span, found.message).label(found.label);
        // The record itself is right.
        diag::keep(&mut self.diagnostics, finding.severity(Severity::Warning));
    }

    /// Returns the play of this node.
    fn recorded_play(&self) -> Option<&WrittenPlay> {
        self.entry_of_node()?.written.play()
    }

    /// Keeps a property that the model can't express.
    pub(super) fn keep(&mut self, id: &str, span: Span) {
        let property = super::notes::property(id, span, self);
        self.node.notes.get_or_insert_default().properties.push(property);
    }

    /// Returns the side that acts in this node, or is on roll in the position that it sets.
    fn side_of_node(&self) -> Option<Side> {
        let acts = self.entry_of_node().and_then(|entry| entry.side);
        acts.or_else(|| self.node.setup.as_ref().and_then(|setup| setup.on_roll()))
    }

    fn is_turn(&self) -> bool {
        self.entry_of_node().is_some_and(|entry| matches!(entry.written, Written::Turn { .. }))
    }

    pub(super) fn entry_of_node(&self) -> Option<&Entry> {
        self.lines.last()?.entries.get(self.node.first_entry..)?.last()
    }

    /// Reads `W[…]` or `B[…]`.
    fn action(&mut self, side: Side, id: Span) {
        let entries = self.lines.last().map_or(0, |line| line.entries.len());
        // Text in place of the semicolon is reported itself.
        let is_told = self.odd_until == id.start;
        let is_second = entries == self.node.first_entry + 1 && !is_told;
        let is_in_root = self.node.is_root && entries == self.node.first_entry && !is_told;
        if is_in_root && !self.text[..id.start as usize].trim_end().ends_with(';') {
            let span = Span::new(id.start as usize, self.at);
            self.report(Code::RecordSyntax, span, "an action in the first node", "expected `;` before it");
        }
        if let Some(first) = self.entry_of_node().filter(|_| is_second) {
            let first = first.span;
            let span = Span::new(id.start as usize, self.at);
            self.report(Code::RecordSyntax, span, "a second action in one node", "expected `;` before it");
            if let Some(finding) = self.diagnostics.last_mut() {
                let message = "the first one".to_owned();
                finding.secondary.push(crate::diag::Label { span: first, message });
            }
        }
        let value = self.values[0];
        let span = Span::new(id.start as usize, value.end as usize + 1);
        let text = &self.text[value.range()];
        let start = value.start as usize;
        let bytes = text.trim().as_bytes();
        let trimmed = start + text.len() - text.trim_start().len();
        let play = all_consuming(|input| grammar::play(input, start, side)).parse(text.as_bytes());
        let written = match play {
            Ok((_, written)) => written,
            Err(_) => match grammar::action(bytes, trimmed) {
                Ok((_, Written::Cube { .. })) if self.answers_double(side) => {
                    Written::Cube { word: CubeWord::Beaver, value: None }
                }
                Ok((_, written)) => written,
                Err(_) => self.odd_action(value, side),
            },
        };
        if self.values.len() > 1 {
            let span = Span::new(self.values[1].start as usize - 1, self.at);
            self.junk(span, "an action with more than one value", "expected `;`");
        }
        if let Some(line) = self.line() {
            line.entries.push(Entry::new(Some(side), span, written));
        }
    }

    /// Returns `true` if a side's offer answers that of the other side.
    fn answers_double(&self, side: Side) -> bool {
        let last = self.lines.last().and_then(|line| line.entries.last());
        last.is_some_and(|last| matches!(last.written, Written::Cube { .. }) && last.side == Some(!side))
    }

    /// Keeps text that isn't understood.
    fn unread(&mut self, place: Span) {
        self.node.is_plain = false;
        let text = unescape(&self.text[place.range()]).into_owned();
        self.node.comments.push((RemarkKind::Unknown, place, text));
    }

    /// Reads an action outside of the standard as far as possible, with a finding.
    #[cold]
    fn odd_action(&mut self, value: Span, side: Side) -> Written {
        let bytes = &self.text.as_bytes()[value.range()];
        let start = value.start as usize;
        let [a @ b'0'..=b'9', b @ b'0'..=b'9', letters @ ..] = bytes else {
            let expected = "expected two dice and letters, `double`, `take` or `drop`";
            self.report(Code::RecordSyntax, value, "this isn't an action", expected);
            self.odd_until = self.at as u32;
            if bytes != b"?" {
                self.unread(value);
            }
            return Written::Unreadable;
        };
        let roll = WrittenRoll { digits: [*a, *b], span: Span::new(start, start + 2) };
        let at = start + 2;
        let mut play = WrittenPlay::new(Span::new(at, value.end as usize));
        let mut wrong = None;
        for (index, pair) in letters.chunks(2).enumerate() {
            let span = Span::new(at + 2 * index, at + 2 * index + pair.len());
            let Ok((_, leg)) = grammar::leg(pair, side) else {
                wrong = Some(Span::new(span.start as usize, value.end as usize));
                break;
            };
            play.push(WrittenLeg { leg, span });
        }
        if roll.roll().is_none() {
            self.report(Code::RecordValue, roll.span, "these aren't dice", "expected two digits from 1 to 6");
        }
        if letters == b"?" {
            // The form in which this program writes an unknown play.
            return Written::Turn { roll, cell: Cell::Hidden(play.span) };
        }
        if let Some(wrong) = wrong {
            // A sign in the place of the bracket is reported with it.
            let is_open = self.text.as_bytes().get(wrong.end as usize) != Some(&b']');
            if !is_open || wrong.end - wrong.start > 1 {
                let expected = "expected pairs of letters from a to z";
                self.report(Code::RecordSyntax, wrong, "these letters aren't a play", expected);
            }
            self.odd_until = self.at as u32;
            self.unread(play.span);
            return Written::Turn { roll, cell: Cell::Unreadable(play.span) };
        }
        let cell = if play.is_empty() { Cell::Empty } else { Cell::Play(play) };
        Written::Turn { roll, cell }
    }
}
