//! The analysis of a document's matches, and which of them have to be analysed again after a change.

use crate::analysis::{self, RulesOverride};
use crate::diag::lines::line_stop;
use crate::diag::{Code, Diagnostic, Edit, Encoding, Fix, Parsed, SourceFile, Span, edited};
use crate::formats::split::SplitError;
use crate::formats::{Content, Format, HEAD, detect};
use crate::game::Replayed;
use crate::game::record::MatchRecord;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A match of a document, replayed, independent of its place in the document.
#[derive(Debug)]
pub(super) struct Piece {
    /// Its text. Line numbers in it count from 1.
    pub(super) source: SourceFile,
    pub(super) replayed: Replayed,
    /// All findings, in the order of their places, including those that aren't shown.
    pub(super) findings: Vec<Diagnostic>,
    /// The fixes of each finding, searched for on request.
    pub(super) fixes: Vec<OnceLock<Vec<Fix>>>,
}

/// A match in its document.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// The offset where it begins.
    pub(super) offset: usize,
    pub(super) piece: Arc<Piece>,
}

impl Placed {
    pub(super) fn end(&self) -> usize {
        self.offset + self.piece.source.text().len()
    }

    pub(super) fn text(&self) -> &str {
        self.piece.source.text()
    }

    /// Replays the match as it is read after edits of its text; `None` if they can't be applied.
    pub(super) fn replayed_after(
        &self,
        edits: &[Edit],
        format: &Format,
        rules: &RulesOverride,
    ) -> Option<(Replayed, Vec<Diagnostic>)> {
        let text = edited(self.text(), edits).ok()?;
        let source = SourceFile::from_text(self.piece.source.name(), text, Encoding::Utf8, 0, 1).ok()?;
        Some(analysis::replayed(format.parse?(&source), rules))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Matches {
    /// The format, if it is a record.
    pub(super) format: Option<&'static Format>,
    pub(super) list: Vec<Placed>,
    /// The problem that keeps the rest of the document from being read, and the line where that begins, counted from 1.
    pub(super) problem: Option<(u64, Diagnostic)>,
}

/// An analysis that was stopped because the document has changed: the matches analysed so far, and the earlier ones.
#[derive(Debug)]
pub(super) struct Outdated(pub(super) Vec<Placed>);

impl Matches {
    /// Analyses a document. Known matches with the same text are reused; after each match, it checks whether the work
    /// is outdated.
    pub(super) fn of(
        name: &str,
        text: &str,
        rules: &RulesOverride,
        known: &[Placed],
        is_outdated: &dyn Fn() -> bool,
    ) -> Result<Self, Outdated> {
        let (found, is_empty) = (format(name, text), text.trim().is_empty());
        // A new document isn't a mistake.
        let Some(format) = found.filter(|_| !is_empty) else {
            let problem = (!is_empty).then(|| (1, not_a_record(text)));
            return Ok(Self { format: found, problem, ..Self::default() });
        };
        let known: HashMap<&str, &Placed> = known.iter().map(|placed| (placed.text(), placed)).collect();
        let Some(parse) = format.parse else { return Ok(Self::default()) };
        let mark = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        let mut matches = Self { format: Some(format), ..Self::default() };
        for source in format.matches_of_text(name, text) {
            let source = match source {
                Ok(source) => source,
                Err(error) => {
                    matches.problem = Some(unreadable(&error));
                    break;
                }
            };
            let offset = source.base_offset() as usize + mark;
            let piece = match known.get(source.text()) {
                Some(placed) => Arc::clone(&placed.piece),
                None if is_outdated() => {
                    matches.list.extend(known.into_values().cloned());
                    return Err(Outdated(matches.list));
                }
                None => Arc::new(Piece::of(parse, &source, rules)),
            };
            matches.list.push(Placed { offset, piece });
        }
        Ok(matches)
    }

    /// Returns the match that contains an offset, and the offset in it; the end of a match belongs to it unless another
    /// begins there.
    pub(super) fn at(&self, offset: usize) -> Option<(&Placed, u32)> {
        let after = self.list.partition_point(|placed| placed.offset <= offset);
        let placed = self.list[..after].last().filter(|placed| offset <= placed.end())?;
        Some((placed, (offset - placed.offset) as u32))
    }
}

impl Piece {
    fn of(parse: Parse, source: &SourceFile, rules: &RulesOverride) -> Self {
        let text = source.text().to_owned();
        // A part of a source is never too large to be a source itself.
        let source =
            SourceFile::from_text(source.name(), text, source.encoding(), 0, 1).unwrap_or(source.clone());
        let (replayed, findings) = analysis::replayed(parse(&source), rules);
        let fixes = findings.iter().map(|_| OnceLock::new()).collect();
        Self { source, replayed, findings, fixes }
    }
}

type Parse = fn(&SourceFile) -> Parsed<MatchRecord>;

/// Detects the format of a document; only text can be edited.
fn format(name: &str, text: &str) -> Option<&'static Format> {
    let head = text.floor_char_boundary(HEAD);
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    let found = detect(&text.as_bytes()[..head], extension)?;
    (!matches!(found.content, Content::Binary(_))).then_some(found)
}

fn not_a_record(text: &str) -> Diagnostic {
    let first = Span { start: 0, end: line_stop(text, 0) };
    Diagnostic::new(Code::SourceNotARecord, first, "the file contains no match record")
}

fn unreadable(error: &SplitError) -> (u64, Diagnostic) {
    let finding = Diagnostic::new(Code::RecordLimit, Span::default(), error.to_string());
    (
        error.line().unwrap_or(1),
        finding.help("no match record is this large; if the file contains several matches, split it"),
    )
}
