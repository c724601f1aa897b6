//! The comments: `temp.xgc`, one per line, each an RTF document.

use super::fields::Fields;
use super::rtf;
use crate::diag::{Code, Span};
use crate::formats::findings::Findings;
use crate::game::record::{Anchor, Remark, RemarkKind};

/// The most comments of a record: more than it can have decisions.
const MOST: usize = 100_000;

/// The comments of a record, and which of them have been used.
#[derive(Debug)]
pub(super) struct Comments {
    texts: Vec<(String, bool)>,
    /// The number of bytes that may still be returned: several blocks may refer to the same
    /// comment, but thousands of references to the longest one aren't a record.
    left: usize,
}

impl Comments {
    pub(super) fn read(member: &[u8]) -> Self {
        let mut texts = Vec::new();
        let mut rest = member;
        while !rest.is_empty() && texts.len() < MOST {
            let end = memchr::memmem::find(rest, b"\r\n");
            let (line, next) = end.map_or((rest, rest.len()), |end| (&rest[..end], end + 2));
            // Line ends inside a comment are written as these two bytes.
            let mut document = Vec::with_capacity(line.len());
            let mut at = 0;
            while at < line.len() {
                let is_end = line[at..].starts_with(&[1, 2]);
                document.extend_from_slice(if is_end { b"\r\n" } else { &line[at..=at] });
                at += 1 + usize::from(is_end);
            }
            texts.push((rtf::text(&document), false));
            rest = &rest[next..];
        }
        Self { texts, left: member.len().saturating_mul(2).saturating_add(1 << 20) }
    }

    /// Returns the comment that a field of a block refers to, if any.
    pub(super) fn at(
        &mut self,
        block: Fields<'_>,
        field: usize,
        anchor: Anchor,
        findings: &mut Findings,
    ) -> Option<Remark> {
        let index = usize::try_from(block.i32(field)).ok()?;
        let span = block.span(field, 4);
        let Some((text, used)) = self.texts.get_mut(index) else {
            let label = format!("comment {index} of {}, counted from 0", self.texts.len());
            findings.report(Code::RecordValue, span, "the comment doesn't exist", label);
            return None;
        };
        *used = true;
        let Some(left) = self.left.checked_sub(text.len()) else {
            let label = "this comment isn't read again";
            findings.report(Code::RecordLimit, span, "too many references to comments", label);
            return None;
        };
        self.left = left;
        let text = text.clone();
        (!text.is_empty()).then_some(Remark { kind: RemarkKind::Comment, anchor, span, text })
    }

    /// Returns the comments that no block refers to.
    pub(super) fn unused(self) -> impl Iterator<Item = Remark> {
        let unused = self.texts.into_iter().filter(|(text, used)| !used && !text.is_empty());
        unused.map(|(text, _)| Remark {
            kind: RemarkKind::Comment,
            anchor: Anchor::MATCH,
            span: Span::default(),
            text,
        })
    }
}
