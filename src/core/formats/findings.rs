//! Findings of a binary record: one for each cause, however often it occurs.

use crate::diag::{Code, Diagnostic, MOST_FINDINGS, Severity, Span};
use crate::game::record::Spanned;

/// The findings so far.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<(Diagnostic, usize)>,
    /// A sign that bytes are damaged, missing or surplus, without their place: a checksum, a length.
    sign: Option<Diagnostic>,
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

    /// Reports a name with a character that is in no name.
    pub(super) fn check_name(&mut self, name: &Spanned<String>) {
        if let Some(label) = wrong_character(&name.value) {
            self.report(Code::RecordValue, name.span, "a name isn't a text", label);
        }
    }

    /// Reports that no game follows the head of a match, at the place of its length.
    pub(super) fn report_no_game(&mut self, length: Option<Spanned<u32>>) {
        let span = length.map_or_else(Span::default, |length| length.span);
        self.report(Code::RecordTruncated, span, "the record contains no game", "a match has at least one");
    }

    /// Reports a sign that bytes are damaged, missing or surplus, without their place, which other findings may show.
    pub(super) fn report_sign(&mut self, code: Code, span: Span, message: &str, label: impl Into<String>) {
        self.sign.get_or_insert_with(|| Diagnostic::new(code, span, message).label(label));
    }

    /// Returns the findings in the order of their places. Where a sign shows that bytes are damaged, the first finding is
    /// their place, and the others follow from it.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        let counted = |(found, more): (Diagnostic, usize)| match more {
            0 => found,
            _ => found.note(format!("{more} more of the same follow")),
        };
        let mut list: Vec<Diagnostic> = self.list.into_iter().map(counted).collect();
        list.sort_by_key(|found| found.primary.span.start);
        if let Some(sign) = self.sign {
            let is_damage = |found: &Diagnostic| found.severity > Severity::Note;
            let (damage, notes): (Vec<_>, Vec<_>) = list.into_iter().partition(is_damage);
            let mut damage = damage.into_iter();
            let first = match damage.next() {
                None => sign,
                Some(mut place) => {
                    place.consequences.extend(std::iter::once(sign).chain(damage).take(MOST_FINDINGS));
                    let severities = place.consequences.iter().map(|found| found.severity);
                    place.severity = severities.fold(place.severity, Ord::max);
                    place
                }
            };
            list = notes;
            list.push(first);
            list.sort_by_key(|found| found.primary.span.start);
        }
        list
    }
}

/// Returns the first character that is in no name, in words: a control character of ASCII. Those beyond it and the
/// character for invalid bytes are also what another code page leaves of a right name. Records may have blanks.
pub(super) fn wrong_character(name: &str) -> Option<String> {
    let wrong = name.chars().find(|c| c.is_ascii_control() && !c.is_ascii_whitespace())?;
    Some(format!("U+{:04X} is in no name", u32::from(wrong)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_another_code_page_is_a_name() {
        for name in ["Ann", "a\tb", "\u{8d}apka", "a\u{fffd}b", "\u{200e}a"] {
            assert_eq!(wrong_character(name), None, "{name:?}");
        }
        assert_eq!(wrong_character("a\u{1}b").as_deref(), Some("U+0001 is in no name"));
    }

    #[test]
    fn a_wrong_checksum_belongs_to_the_damage_that_is_found() {
        let place = |at| Span::new(at, at + 1);
        let mut findings = Findings::default();
        findings.report_sign(Code::RecordChecksum, place(9), "the checksum doesn't match", "");
        findings.report(Code::RecordValue, place(5), "dice show 1 to 6", "");
        findings.report(Code::RecordTruncated, place(3), "a section is incomplete", "");
        let found = findings.finish();
        assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), [Code::RecordTruncated]);
        assert_eq!(found[0].consequences.len(), 2);
        let mut findings = Findings::default();
        findings.report_sign(Code::RecordChecksum, place(9), "the checksum doesn't match", "");
        findings.report(Code::MatNameEmpty, place(5), "a name is missing", "");
        let codes: Vec<Code> = findings.finish().iter().map(|found| found.code).collect();
        assert_eq!(codes, [Code::MatNameEmpty, Code::RecordChecksum], "notes stay");
    }
}
