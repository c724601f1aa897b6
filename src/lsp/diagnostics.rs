//! Findings as an editor shows them.

use super::documents::View;
use super::settings::{Client, Settings};
use crate::diag::{Diagnostic, Severity, Span, neutral};
use lsp_types::{
    Diagnostic as Shown, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    Position, Range,
};
use std::fmt::Write as _;

/// The name of the program, shown with each finding.
pub(super) const SOURCE: &str = "barpoint";

/// Lists the findings of a document that are to be shown, in the order of their places.
pub(super) fn list(view: &View<'_>, client: &Client, settings: &Settings) -> Vec<Shown> {
    let mut shown = Vec::new();
    for placed in &view.matches.list {
        let findings = placed.piece.findings.iter();
        for finding in findings.filter_map(|finding| view.config.wanted.keep(finding.clone())) {
            shown.push(of(view, placed.offset, &finding, client));
            if settings.all || view.config.all {
                let consequences = finding.consequences.iter();
                shown.extend(consequences.map(|finding| of(view, placed.offset, finding, client)));
            }
        }
    }
    if let Some((line, finding)) = &view.matches.problem {
        let finding = view.config.wanted.keep(finding.clone());
        shown.extend(finding.map(|finding| of(view, view.text.start_of_line(*line), &finding, client)));
    }
    shown
}

/// Returns an error about a whole document or file, shown at a position.
pub(super) fn error(at: Position, message: &str) -> Shown {
    Shown {
        range: Range::new(at, at),
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some(SOURCE.to_owned()),
        message: shown(message),
        ..Shown::default()
    }
}

/// Returns a finding, as the editor shows it, of a match that begins at an offset.
fn of(view: &View<'_>, offset: usize, finding: &Diagnostic, client: &Client) -> Shown {
    let secondary = finding.secondary.iter().filter(|label| !label.message.is_empty());
    let mut message = finding.message.clone();
    if !finding.primary.message.is_empty() {
        let _ = write!(message, "\n{}", finding.primary.message);
    }
    let place = |span: Span| view.text.range_of(offset, span);
    let mut related = Vec::new();
    for label in secondary {
        let range = place(label.span);
        if client.related_places {
            let location = Location { uri: view.uri.clone(), range };
            related.push(DiagnosticRelatedInformation { location, message: shown(&label.message) });
        } else {
            let _ = write!(message, "\nline {}: {}", range.start.line + 1, label.message);
        }
    }
    for note in &finding.notes {
        let _ = write!(message, "\nnote: {note}");
    }
    for help in &finding.help {
        let _ = write!(message, "\nhelp: {help}");
    }
    Shown {
        range: place(finding.primary.span),
        severity: Some(severity(finding.severity)),
        code: Some(NumberOrString::String(finding.code.id().to_owned())),
        source: Some(SOURCE.to_owned()),
        message: shown(&message),
        related_information: (!related.is_empty()).then_some(related),
        ..Shown::default()
    }
}

/// Returns a text without characters that control a terminal.
fn shown(text: &str) -> String {
    neutral(text).into_owned()
}

pub(super) const fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}
