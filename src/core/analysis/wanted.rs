//! Which findings are reported.

use crate::diag::{Code, Diagnostic};

/// The findings to report: all but the allowed ones and, by default, the habits of servers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The codes that aren't reported.
    pub allow: Vec<Code>,
    /// Whether habits of servers and programs are reported too; they aren't mistakes.
    pub pedantic: bool,
}

impl Wanted {
    /// Drops a finding that isn't reported. Its first consequence that is reported takes its place, so that silencing
    /// one code never hides another.
    #[must_use]
    pub fn keep(&self, mut finding: Diagnostic) -> Option<Diagnostic> {
        finding.consequences.retain(|consequence| self.has(consequence.code));
        if self.has(finding.code) {
            return Some(finding);
        }
        let mut consequences = finding.consequences.into_iter();
        let first = consequences.next()?;
        Some(Diagnostic { consequences: consequences.collect(), ..first })
    }

    /// Returns `true` if findings with this code are reported.
    pub(super) fn has(&self, code: Code) -> bool {
        !self.allow.contains(&code) && (self.pedantic || !code.is_pedantic())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Span;

    #[test]
    fn what_follows_from_an_allowed_finding_takes_its_place() {
        let finding = |code| Diagnostic::new(code, Span::new(0, 1), "");
        let mut first = finding(Code::MatDice);
        first.consequences = vec![finding(Code::SourceEncoding), finding(Code::MatRowNumber)];
        let wanted = Wanted { allow: vec![Code::MatDice], pedantic: false };
        assert_eq!(wanted.keep(first.clone()).map(|kept| kept.code), Some(Code::MatRowNumber));
        assert_eq!(wanted.keep(finding(Code::MatDice)), None);
        let kept = Wanted::default().keep(first).expect("it isn't allowed");
        assert_eq!((kept.code, kept.consequences.len()), (Code::MatDice, 1));
    }
}
