//! Code actions: the fixes of findings.

use super::documents::View;
use super::fixes::findings;
use super::matches::Placed;
use super::settings::Client;
use crate::diag::{Edit, edited};
use lsp_types::{CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, TextEdit, WorkspaceEdit};
use std::collections::HashMap;

/// The kind of the action that applies all safe fixes of a document.
pub(super) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.barpoint");

/// Lists the fixes of the findings in a range, the best of each finding first, and the action that applies all safe
/// fixes of the document.
pub(super) fn list(view: &View<'_>, asked: &CodeActionParams, client: &Client) -> Vec<CodeActionOrCommand> {
    if !client.code_actions {
        return Vec::new();
    }
    let is_wanted = |kind: &CodeActionKind| {
        let only = asked.context.only.as_ref();
        // `source` stands for `source.fixAll` too.
        let covers = |only: &CodeActionKind| {
            kind.as_str() == only.as_str() || kind.as_str().starts_with(&format!("{}.", only.as_str()))
        };
        only.is_none_or(|only| only.iter().any(covers))
    };
    let (start, end) = view.text.offsets(asked.range);
    let mut actions = Vec::new();
    if is_wanted(&CodeActionKind::QUICKFIX) {
        let touched = view.matches.list.iter().filter(|placed| placed.offset <= end && start <= placed.end());
        for placed in touched {
            actions.extend(of_match(view, placed, (start, end), asked));
        }
    }
    let is_asked_for = asked.context.only.is_some();
    if is_asked_for && is_wanted(&FIX_ALL) {
        actions.extend(all_safe(view));
    }
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// Lists the fixes of the findings of one match that overlap some bytes of the document.
fn of_match(
    view: &View<'_>,
    placed: &Placed,
    (start, end): (usize, usize),
    asked: &CodeActionParams,
) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for (finding, fixes) in findings(view, placed) {
        let span = finding.primary.span;
        let (first, last) = (placed.offset + span.start as usize, placed.offset + span.end as usize);
        if first > end || start > last {
            continue;
        }
        let place = view.text.range_of(placed.offset, span);
        let is_shown = |shown: &&lsp_types::Diagnostic| {
            shown.range == place
                && shown.code == Some(lsp_types::NumberOrString::String(finding.code.id().to_owned()))
        };
        let shown: Vec<_> = asked.context.diagnostics.iter().filter(is_shown).cloned().collect();
        for (number, fix) in fixes().iter().enumerate() {
            // An edit that can't be applied isn't offered.
            if edited(placed.text(), &fix.edits).is_err() {
                continue;
            }
            actions.push(CodeAction {
                title: format!("{}{}", fix.message, if fix.is_safe() { "" } else { " (suggested)" }),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: (!shown.is_empty()).then(|| shown.clone()),
                edit: Some(edits(view, fix.edits.iter().map(|edit| (placed.offset, edit)))),
                is_preferred: Some(number == 0 && fix.is_safe()),
                ..CodeAction::default()
            });
        }
    }
    actions
}

/// Returns the action that applies all safe fixes, if there are any.
fn all_safe(view: &View<'_>) -> Option<CodeAction> {
    let mut chosen: Vec<(usize, Edit)> = Vec::new();
    for placed in &view.matches.list {
        let mut own: Vec<Edit> = Vec::new();
        for (_, fixes) in findings(view, placed) {
            let fixes = fixes();
            let Some(fix) = fixes.first().filter(|fix| fix.is_safe()) else { continue };
            let both: Vec<Edit> = own.iter().chain(&fix.edits).cloned().collect();
            // Fixes that change the same bytes are left for the next time.
            if edited(placed.text(), &both).is_ok() {
                own = both;
            }
        }
        chosen.extend(own.into_iter().map(|edit| (placed.offset, edit)));
    }
    let edit = edits(view, chosen.iter().map(|(offset, edit)| (*offset, edit)));
    (!chosen.is_empty()).then(|| CodeAction {
        title: "make all safe fixes".to_owned(),
        kind: Some(FIX_ALL),
        edit: Some(edit),
        ..CodeAction::default()
    })
}

/// Converts edits of matches into edits of the document.
#[expect(clippy::mutable_key_type, reason = "the protocol's map of addresses, made once and not changed")]
pub(super) fn edits<'a>(view: &View<'_>, edits: impl Iterator<Item = (usize, &'a Edit)>) -> WorkspaceEdit {
    let edit = |(offset, edit): (usize, &Edit)| {
        TextEdit::new(view.text.range_of(offset, edit.span), edit.replacement.clone())
    };
    let changes = HashMap::from([(view.uri.clone(), edits.map(edit).collect())]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

#[cfg(test)]
mod tests {
    use super::super::matches::Matches;
    use super::super::positions::{Encoding, Text};
    use super::*;
    use crate::analysis::RulesOverride;
    use crate::diag::{Applicability, Fix, Span};
    use crate::host::config::Config;
    use lsp_types::{CodeActionContext, Position, Range, TextDocumentIdentifier};
    use std::sync::Arc;

    /// Returns the actions of a record whose finding has a safe fix, after a match without findings.
    fn actions(only: Option<Vec<CodeActionKind>>) -> Vec<(String, String, Option<bool>)> {
        let clean = std::fs::read_to_string("testdata/mat/valid/one-point.mat").expect("a record");
        let broken = std::fs::read_to_string("testdata/mat/tour/half-a-play.mat").expect("a record");
        let all = format!("{clean}\n{broken}");
        let text = Text::new(all.clone(), Encoding::Utf16);
        let mut matches =
            Matches::of("a.mat", &all, &RulesOverride::default(), &[], &|| false).expect("done");
        let placed = matches.list.last_mut().expect("a match");
        let piece = Arc::get_mut(&mut placed.piece).expect("it is nobody else's");
        let span = piece.findings[0].primary.span;
        let fix = |text: &str, applicability| Fix {
            message: format!("write `{text}`"),
            applicability,
            edits: vec![Edit::new(span, text)],
            evidence: Vec::new(),
        };
        let outside = Fix { edits: vec![Edit::insert(1_000_000, "x")], ..fix("x", Applicability::Safe) };
        // As if a search had found them.
        piece.fixes[0] =
            vec![fix("é🎲", Applicability::Safe), fix("b", Applicability::Suggested), outside].into();
        let start = placed.offset + span.start as usize;
        let uri: lsp_types::Uri = "file:///a.mat".parse().expect("an address");
        let config = Config::default();
        let view = View { uri: &uri, text: &text, config: &config, matches: &matches };
        let asked = CodeActionParams {
            text_document: TextDocumentIdentifier::new(uri.clone()),
            range: text.range(start, start),
            context: CodeActionContext { only, ..CodeActionContext::default() },
            work_done_progress_params: lsp_types::WorkDoneProgressParams::default(),
            partial_result_params: lsp_types::PartialResultParams::default(),
        };
        let client = Client { code_actions: true, ..Client::default() };
        let elsewhere =
            CodeActionParams { range: Range::new(Position::new(0, 0), Position::new(0, 1)), ..asked.clone() };
        assert!(elsewhere.context.only.is_some() || list(&view, &elsewhere, &client).is_empty());
        let made = list(&view, &asked, &client).into_iter().map(|action| {
            let CodeActionOrCommand::CodeAction(action) = action else { panic!("a command") };
            #[expect(clippy::mutable_key_type, reason = "the keys are those of the protocol")]
            let changes = action.edit.and_then(|edit| edit.changes).expect("edits");
            let edits = &changes[&uri];
            let place = Span::new(start, start + span.len());
            assert_eq!(edits[0].range, text.range(place.start as usize, place.end as usize));
            (action.title, edits[0].new_text.clone(), action.is_preferred)
        });
        made.collect()
    }

    #[test]
    fn every_fix_that_can_be_made_is_an_action_and_the_first_safe_one_is_preferred() {
        let first = ("write `é🎲`".to_owned(), "é🎲".to_owned(), Some(true));
        let second = ("write `b` (suggested)".to_owned(), "b".to_owned(), Some(false));
        assert_eq!(actions(None), [first.clone(), second.clone()]);
        assert_eq!(actions(Some(vec![CodeActionKind::QUICKFIX])), [first, second]);
    }

    #[test]
    fn all_safe_fixes_are_one_action_where_it_is_asked_for() {
        let all = ("make all safe fixes".to_owned(), "é🎲".to_owned(), None);
        assert_eq!(actions(Some(vec![CodeActionKind::SOURCE_FIX_ALL])), [all]);
        assert_eq!(actions(Some(vec![CodeActionKind::REFACTOR])), []);
    }
}
