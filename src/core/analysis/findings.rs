//! Collecting findings so that one mistake gives one finding.

use crate::diag::{self, Code, Diagnostic, MOST_FINDINGS, Severity, Span};
use std::ops::BitOr;

/// A set of the facts in the replay of a game that a finding depends on, or makes unsure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Knowledge(u8);

impl Knowledge {
    /// No facts.
    pub(super) const NONE: Self = Self(0);
    /// The position of the checkers.
    pub(super) const POSITION: Self = Self(1);
    /// The side that has to act.
    pub(super) const TURN: Self = Self(2);
    /// The value and the owner of the cube.
    pub(super) const CUBE: Self = Self(4);
    /// The points that the game brings.
    pub(super) const RESULT: Self = Self(8);
    /// All of these facts.
    pub(super) const ALL: Self = Self(15);

    fn contains(self, bit: usize) -> bool {
        self.0 >> bit & 1 == 1
    }
}

impl BitOr for Knowledge {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The findings on one match.
///
/// As soon as a finding has made something unsure, later findings in the same game that depend on
/// it are kept as its consequences.
pub(super) struct Findings {
    list: Vec<Diagnostic>,
    /// The number of findings from the parser; they come first, in the order of their places.
    parsed: usize,
    /// The first of the parser's findings that hasn't been assigned to a game yet.
    next_parsed: usize,
    /// For each kind of knowledge, the finding that made it unsure.
    roots: [Option<usize>; 4],
    /// The number of consequences kept, over all findings.
    consequences: usize,
    /// The parser's findings that follow from one of the replay, and that one.
    folded: Vec<(usize, usize)>,
}

impl Findings {
    /// Starts with the parser's findings.
    pub(super) fn new(mut parsed: Vec<Diagnostic>) -> Self {
        parsed.sort_by_key(|finding| finding.primary.span.start);
        Self {
            parsed: parsed.len(),
            list: parsed,
            next_parsed: 0,
            roots: [None; 4],
            consequences: 0,
            folded: Vec::new(),
        }
    }

    /// Begins a game: everything is sure again. Skips the parser's findings before its heading.
    pub(super) fn begin_game(&mut self, heading: Span) {
        self.roots = [None; 4];
        while self.next_parsed < self.parsed && self.list[self.next_parsed].primary.span.start < heading.start
        {
            self.next_parsed += 1;
        }
    }

    /// Takes the parser's findings up to a place into account: some make the replay unsure, except
    /// for harmless slips of the pen, for which `is_slip` returns `true`.
    #[inline]
    pub(super) fn pass(&mut self, up_to: u32, is_slip: impl Fn(&Diagnostic) -> bool) {
        while self.next_parsed < self.parsed && self.list[self.next_parsed].primary.span.start < up_to {
            let finding = &self.list[self.next_parsed];
            if !is_slip(finding) {
                self.mark(unsure_after(finding.code), self.next_parsed);
            }
            self.next_parsed += 1;
        }
    }

    /// Returns `true` if any of these facts has become unsure.
    pub(super) fn unsure(&self, about: Knowledge) -> bool {
        self.root(about).is_some()
    }

    /// Returns the earliest place of the findings of this game that make the position, the turn or the cube unsure, and
    /// the highest severity of them.
    pub(super) fn unsure_from(&self) -> Option<(Severity, u32)> {
        let about = Knowledge::POSITION | Knowledge::TURN | Knowledge::CUBE;
        let roots =
            (0..4).filter(|&bit| about.contains(bit)).filter_map(|bit| self.list.get(self.roots[bit]?));
        roots.map(|root| (root.severity, root.primary.span.start)).reduce(|a, b| (a.0.max(b.0), a.1.min(b.1)))
    }

    /// Returns the first finding that made any of these facts unsure, for [`mark`](Self::mark).
    pub(super) fn root(&self, about: Knowledge) -> Option<usize> {
        (0..4).filter(|&bit| about.contains(bit)).filter_map(|bit| self.roots[bit]).min()
    }

    /// Makes facts unsure by a finding that [`report`](Self::report) returned: also those of a later game.
    pub(super) fn mark(&mut self, unsure: Knowledge, root: usize) {
        for bit in (0..4).filter(|&bit| unsure.contains(bit)) {
            self.roots[bit].get_or_insert(root);
        }
    }

    /// Returns the first of the parser's findings with a code within a place.
    fn parsed_within(&self, place: Span, code: Code) -> Option<usize> {
        let parsed = &self.list[..self.parsed];
        let from = parsed.partition_point(|finding| finding.primary.span.start < place.start);
        let within = parsed[from..].iter().take_while(|finding| finding.primary.span.start < place.end);
        let mut within = within.zip(from..).filter(|(finding, _)| finding.primary.span.end <= place.end);
        within.find(|(finding, _)| finding.code == code).map(|(_, index)| index)
    }

    /// Adds a finding that depends on the match length. It is a consequence of what the parser reports at `fault`, where
    /// the length is missing or can't be read.
    pub(super) fn report_by_length(&mut self, finding: Diagnostic, fault: Option<Span>) {
        let parsed = &self.list[..self.parsed];
        let root = fault.and_then(|fault| parsed.iter().position(|parsed| parsed.primary.span == fault));
        self.follow_or_report(root, finding);
    }

    /// Gives other words to the first finding of the parser about one of these numbers of games, each of which comes with
    /// the place of another game: a message, a label, and a label of that place. What the parser reports of the other
    /// numbers follows from it. Returns that finding; `None` if the parser reports nothing.
    pub(super) fn retell(
        &mut self,
        numbers: &[(Span, Span)],
        [message, label, beside]: [&str; 3],
    ) -> Option<usize> {
        let found = numbers.iter().filter_map(|(number, other)| Some((self.of_number(*number)?, *other)));
        let found: Vec<(usize, Span)> = found.collect();
        let ((root, other), rest) = found.split_first()?;
        let finding = self.list.get_mut(*root)?;
        message.clone_into(&mut finding.message);
        label.clone_into(&mut finding.primary.message);
        *finding = finding.clone().see(*other, beside);
        self.folded.extend(rest.iter().map(|(folded, _)| (*folded, *root)));
        Some(*root)
    }

    /// Returns the first of the parser's findings about the number of a game, at its place.
    fn of_number(&self, number: Span) -> Option<usize> {
        self.parsed_within(number, Code::MatGameNumber).or_else(|| self.wrong_value(number))
    }

    /// Returns the first of the parser's findings within a place that say that a value is wrong.
    fn wrong_value(&self, place: Span) -> Option<usize> {
        self.parsed_within(place, Code::RecordValue)
    }

    /// Marks the facts as unsure if the parser found text within a place that it doesn't understand: it may have been
    /// an action.
    pub(super) fn may_be_unread(&mut self, place: Span, unsure: Knowledge) {
        self.mark_by(place, Code::RecordUnknown, unsure);
    }

    /// Marks the facts as unsure if the parser has a finding with this code within a place.
    pub(super) fn mark_by(&mut self, place: Span, code: Code, unsure: Knowledge) {
        if let Some(root) = self.parsed_within(place, code) {
            self.mark(unsure, root);
        }
    }

    /// Adds a finding as a consequence of another one.
    fn follow(&mut self, root: usize, finding: Diagnostic) {
        if self.consequences < MOST_FINDINGS {
            self.consequences += 1;
            self.list[root].consequences.push(finding);
        }
    }

    /// Adds a finding as a consequence of another one, if there is one. Returns what stands for it.
    fn follow_or_report(&mut self, root: Option<usize>, finding: Diagnostic) -> usize {
        let Some(root) = root else { return self.report(finding, Knowledge::NONE, Knowledge::NONE) };
        self.follow(root, finding);
        root
    }

    /// Adds a finding. It is a consequence of what the parser reports, with this code, of the text around its place.
    pub(super) fn report_within(&mut self, finding: Diagnostic, code: Code) {
        let place = finding.primary.span;
        let parsed = &self.list[..self.parsed];
        let to = parsed.partition_point(|other| other.primary.span.start <= place.start);
        let covers = |other: &Diagnostic| other.code == code && place.end <= other.primary.span.end;
        let root = parsed[..to].iter().rposition(covers);
        self.follow_or_report(root, finding);
    }

    /// Adds a finding about a value, and returns it. It is a consequence of what the parser reports right after the value,
    /// where its end is missing.
    pub(super) fn report_value(&mut self, finding: Diagnostic) -> usize {
        let end = finding.primary.span.end;
        let after = Span { start: end, end: end.saturating_add(1) };
        self.follow_or_report(self.parsed_within(after, Code::RecordSyntax), finding)
    }

    /// Marks the facts as unsure if the parser found a wrong value within a place, and returns whether it did.
    pub(super) fn is_wrong_value(&mut self, place: Span, unsure: Knowledge) -> bool {
        let root = self.wrong_value(place);
        if let Some(root) = root {
            self.mark(unsure, root);
        }
        root.is_some()
    }

    /// Returns the first of the parser's findings within a place that say that a value is wrong, unless that value is
    /// this one: it contradicts it.
    pub(super) fn contradicting(&self, place: Span, value: Span) -> Option<usize> {
        self.wrong_value(place).filter(|&index| self.list[index].primary.span != value)
    }

    /// Where a fact is unsure, what the parser says against it at a place is a consequence.
    pub(super) fn fold(&mut self, place: Span, about: Knowledge) {
        if let (Some(root), Some(index)) = (self.root(about), self.wrong_value(place)) {
            self.fold_into(index, root);
        }
    }

    /// Makes a finding of the parser a consequence of another one.
    pub(super) fn fold_into(&mut self, index: usize, root: usize) {
        if index != root && !self.folded.iter().any(|(folded, _)| [index, root].contains(folded)) {
            self.folded.push((index, root));
        }
    }

    /// Makes the parser's finding on the final score, which stands after the heading of the last game, a consequence of
    /// another one.
    pub(super) fn fold_final_score(&mut self, heading: Span, root: usize) {
        if let Some(index) = self.parsed_within(Span { end: u32::MAX, ..heading }, Code::ScoreHeader) {
            self.fold_into(index, root);
        }
    }

    /// Makes the findings of the replay within a place that depend on the score consequences of the one that the score
    /// is wrong.
    pub(super) fn fold_by_score(&mut self, within: Span, root: usize) {
        let by_score = |finding: &Diagnostic| {
            let start = finding.primary.span.start;
            matches!(finding.code, Code::CubeCrawford | Code::CubeDead | Code::ScoreCrawford)
                && within.start <= start
                && start < within.end
        };
        let from = self.parsed.min(self.list.len());
        let folded = (from..self.list.len()).filter(|&at| at != root && by_score(&self.list[at]));
        self.folded.extend(folded.map(|at| (at, root)));
    }

    /// Adds a finding that depends on some facts and makes some unsure. It is also a consequence of what the parser
    /// says against the value itself. Returns what stands for it in [`mark`](Self::mark).
    pub(super) fn report(&mut self, finding: Diagnostic, depends: Knowledge, unsure: Knowledge) -> usize {
        let place = finding.primary.span;
        let same = || self.wrong_value(place).filter(|&index| self.list[index].primary.span == place);
        if let Some(root) = self.root(depends).or_else(same) {
            self.mark(unsure, root);
            if finding.severity > Severity::Note {
                self.follow(root, finding);
            }
            return root;
        }
        // Beyond the limit, the finding about the limit stands for all others.
        let root = self.list.len().min(MOST_FINDINGS);
        self.mark(unsure, root);
        diag::keep(&mut self.list, finding);
        root
    }

    /// Returns all findings, in the order of their places.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        let is_folded = |at: usize| self.folded.iter().any(|(folded, _)| *folded == at);
        let is_root =
            |(at, finding): &(usize, &Diagnostic)| finding.severity == Severity::Error && !is_folded(*at);
        let damaged = self.list.iter().position(|finding| finding.code == Code::RecordChecksum);
        let replayed = self.list.iter().enumerate().skip(self.parsed).find(is_root).map(|(at, _)| at);
        // A checksum shows that a byte is wrong; an error, where.
        let checksum = damaged.zip(replayed).filter(|(at, _)| !is_folded(*at));
        let mut list: Vec<Option<Diagnostic>> = self.list.into_iter().map(Some).collect();
        for (index, root) in self.folded.into_iter().chain(checksum) {
            if let (Some(mut finding), Some(Some(root))) = (list[index].take(), list.get_mut(root)) {
                let more = std::mem::take(&mut finding.consequences);
                root.consequences.push(finding);
                root.consequences.extend(more);
            }
        }
        let mut list: Vec<Diagnostic> = list.into_iter().flatten().collect();
        list.sort_by_key(|finding| finding.primary.span.start);
        list
    }
}

/// Returns the facts that are unsure after a finding of the parser.
fn unsure_after(code: Code) -> Knowledge {
    match code {
        Code::MatRowNumber
        | Code::MatRowUnreadable
        | Code::MatCellUnreadable
        | Code::MatColumn
        | Code::MatTextAfterRow
        | Code::RecordSyntax
        | Code::RecordTruncated => Knowledge::ALL,
        Code::MatDice | Code::MatPlayNotation => Knowledge::POSITION | Knowledge::RESULT,
        _ => Knowledge::NONE,
    }
}
