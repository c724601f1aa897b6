//! Findings of a binary record: one for each cause, however often it occurs.

use crate::diag::{Code, Diagnostic, Span};

/// The findings so far.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<(Diagnostic, usize)>,
}

impl Findings {
    /// Reports a finding; one reported in the same words before is only counted, and a cut-off file is reported once.
    pub(super) fn report(&mut self, code: Code, span: Span, message: &str, label: impl Into<String>) {
        let is_cut_off = code == Code::RecordTruncated;
        let same = |found: &Diagnostic| found.code == code && (is_cut_off || found.message == message);
        match self.list.iter_mut().find(|(found, _)| same(found)) {
            Some((found, more)) => *more += usize::from(found.message == message),
            None => self.list.push((Diagnostic::new(code, span, message).label(label), 0)),
        }
    }

    /// Returns the findings in the order of their places.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        let mut list: Vec<Diagnostic> = self
            .list
            .into_iter()
            .map(|(found, more)| match more {
                0 => found,
                _ => found.note(format!("{more} more of the same follow")),
            })
            .collect();
        list.sort_by_key(|found| found.primary.span.start);
        list
    }
}
