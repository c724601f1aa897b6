//! The requests, and the functions that answer them.

use super::documents::{Document, View};
use super::positions::Encoding;
use super::server::Server;
use super::traffic::Ahead;
use super::{actions, completion, cube, formatting, hints, hover, rename, symbols};
use crate::host::misfit;
use lsp_server::{ErrorCode, RequestId};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, FoldingRangeRequest, Formatting, GotoDefinition,
    HoverRequest, InlayHintRequest, PrepareRenameRequest, Rename, Request as Method,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CompletionOptions, DocumentFormattingParams,
    DocumentSymbolParams, FoldingRangeParams, HoverProviderCapability, InlayHintParams, OneOf, RenameOptions,
    ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, Uri, WorkDoneProgressOptions,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;

#[derive(Debug)]
pub(super) struct Failure {
    /// The kind.
    pub(super) code: ErrorCode,
    pub(super) message: String,
}

impl Failure {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    pub(super) fn cancelled() -> Self {
        Self::new(ErrorCode::RequestCanceled, "cancelled")
    }

    /// Returns the failure of a request that can't be carried out, with the reason.
    pub(super) fn refused(why: impl Into<String>) -> Self {
        Self::new(ErrorCode::RequestFailed, why)
    }
}

/// The parameters of a request to rename beside the place. Where the type of the protocol flattens the place into itself,
/// messages can't name what is wrong in it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewName {
    new_name: String,
}

/// Reads the parameters of a request. Fails if they aren't those of this request.
pub(super) fn params<T: DeserializeOwned>(params: Value) -> Result<T, Failure> {
    misfit::read(params).map_err(|why| Failure::new(ErrorCode::InvalidParams, why))
}

pub(super) fn capabilities(encoding: Encoding) -> ServerCapabilities {
    let triggers = [":", " ", "/", "["].map(str::to_owned).to_vec();
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, actions::FIX_ALL]),
        ..CodeActionOptions::default()
    };
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(triggers),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(actions.into()),
        document_formatting_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(true.into()),
        inlay_hint_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        ..ServerCapabilities::default()
    }
}

/// Answers a request. Fails if the request is unknown, invalid, impossible, or cancelled.
pub(super) fn answer<W: Write>(
    server: &mut Server<W>,
    method: &str,
    values: Value,
    id: &RequestId,
    ahead: &Ahead,
) -> Result<Value, Failure> {
    let Server { documents, client, settings, engine, .. } = server;
    let open = Open { documents, id, ahead };
    match method {
        HoverRequest::METHOD => {
            let at: TextDocumentPositionParams = params(values)?;
            let view = open.view(&at.text_document.uri)?;
            value(hover::hover(&view, at.position, client, settings, engine)?)
        }
        CodeActionRequest::METHOD => {
            let asked: CodeActionParams = params(values)?;
            let view = open.view(&asked.text_document.uri)?;
            value(actions::list(&view, &asked, client))
        }
        DocumentSymbolRequest::METHOD => {
            let asked: DocumentSymbolParams = params(values)?;
            value(symbols::symbols(&open.view(&asked.text_document.uri)?, client))
        }
        FoldingRangeRequest::METHOD => {
            let asked: FoldingRangeParams = params(values)?;
            value(symbols::folds(&open.view(&asked.text_document.uri)?))
        }
        InlayHintRequest::METHOD => {
            let asked: InlayHintParams = params(values)?;
            let view = open.view(&asked.text_document.uri)?;
            value(settings.inlay_hints.then(|| hints::hints(&view, asked.range)))
        }
        Completion::METHOD => {
            let at: TextDocumentPositionParams = params(values)?;
            let view = open.view(&at.text_document.uri)?;
            value(completion::completion(&view, at.position, settings, engine)?)
        }
        Formatting::METHOD => {
            let asked: DocumentFormattingParams = params(values)?;
            value(formatting::format(&open.view(&asked.text_document.uri)?)?)
        }
        GotoDefinition::METHOD => {
            let at: TextDocumentPositionParams = params(values)?;
            value(cube::previous(&open.view(&at.text_document.uri)?, at.position))
        }
        PrepareRenameRequest::METHOD => {
            let at: TextDocumentPositionParams = params(values)?;
            value(rename::prepare(&open.view(&at.text_document.uri)?, at.position))
        }
        Rename::METHOD => {
            let at: TextDocumentPositionParams = params(values.clone())?;
            let NewName { new_name } = params(values)?;
            value(rename::rename(&open.view(&at.text_document.uri)?, at.position, &new_name)?)
        }
        _ => Err(Failure::new(ErrorCode::MethodNotFound, format!("`{method}` isn't answered"))),
    }
}

/// The open documents, as seen by one request.
struct Open<'a> {
    documents: &'a mut BTreeMap<String, Document>,
    id: &'a RequestId,
    ahead: &'a Ahead,
}

impl<'a> Open<'a> {
    /// Returns a document with its analysis. Fails if it isn't open, its text isn't known, it has changed meanwhile,
    /// or the request was cancelled.
    fn view(self, uri: &Uri) -> Result<View<'a>, Failure> {
        let Self { documents, id, ahead } = self;
        let key = uri.as_str();
        let document = documents
            .get_mut(key)
            .ok_or_else(|| Failure::new(ErrorCode::InvalidParams, format!("{key} isn't open")))?;
        if let Some(why) = &document.lost {
            return Err(Failure::refused(why.clone()));
        }
        let is_outdated = || ahead.is_outdated(key) || ahead.is_cancelled(id);
        document.view(&is_outdated).ok_or_else(|| {
            if ahead.is_cancelled(id) {
                Failure::cancelled()
            } else {
                Failure::new(ErrorCode::ContentModified, "the document has changed")
            }
        })
    }
}

fn value(answer: impl serde::Serialize) -> Result<Value, Failure> {
    serde_json::to_value(answer).map_err(|error| Failure::new(ErrorCode::InternalError, error.to_string()))
}
