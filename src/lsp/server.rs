//! The server: its state, the events that change it, and the notifications that it sends by itself.

use super::diagnostics;
use super::documents::{self, Document};
use super::requests::{self, Failure};
use super::settings::{Client, Settings};
use super::traffic::{Next, Traffic};
use super::wire::{self, Incoming, Malformed};
use crate::diag::percent_encoded;
use crate::engine::Engine;
use crate::host::config::{self, Config, ConfigError, Configs};
use crate::host::misfit;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeConfiguration, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument,
    DidOpenTextDocument, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::{
    Diagnostic, DidChangeConfigurationParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, InitializeParams, MessageType, Position, PublishDiagnosticsParams,
    ShowMessageParams, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

/// How the editor ended the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// With the shutdown request.
    Properly,
    /// Without it.
    Abruptly,
}

/// The server's dependencies.
pub struct World {
    /// Loads the engine; called once, and only if an editor requires its evaluations.
    pub engine: Box<dyn Fn() -> Result<Engine, String>>,
}

/// Serves an editor until it ends the session.
///
/// # Errors
///
/// Those of the streams, and a stream in which messages can't be separated.
pub fn serve(input: impl Read + Send + 'static, output: impl Write, world: World) -> io::Result<Left> {
    let traffic = Traffic::new(input);
    let mut server = Server::new(output, world);
    loop {
        let next = if server.unchecked.is_empty() { traffic.wait() } else { traffic.poll() };
        match next? {
            Next::Incoming(Incoming::Malformed(malformed)) => server.refuse(&malformed)?,
            Next::Incoming(Incoming::Message(Message::Request(request))) => {
                server.answer(request, &traffic)?;
            }
            Next::Incoming(Incoming::Message(Message::Response(response))) => server.learn(&response)?,
            Next::Incoming(Incoming::Message(Message::Notification(notification))) => {
                if notification.method == "exit" {
                    return Ok(if server.stage == Stage::Down { Left::Properly } else { Left::Abruptly });
                }
                server.note(notification)?;
            }
            Next::Nothing => server.check_one(&traffic)?,
            Next::End => {
                return Ok(if server.stage == Stage::Down { Left::Properly } else { Left::Abruptly });
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The editor hasn't sent its capabilities.
    New,
    /// Requests are answered.
    Ready,
    /// The editor is about to exit.
    Down,
}

pub(super) struct Server<W> {
    output: W,
    stage: Stage,
    /// The open documents, by address.
    pub(super) documents: BTreeMap<String, Document>,
    /// Those whose findings haven't been sent yet.
    unchecked: BTreeSet<String>,
    /// The editor's capabilities.
    pub(super) client: Client,
    /// The editor's settings.
    pub(super) settings: Settings,
    /// The engine, once it was required.
    pub(super) engine: Lazy,
    configs: Configs,
    /// The files of settings that are shown as wrong.
    wrong: BTreeSet<String>,
    asked: i32,
}

/// The engine, loaded when it is first required.
pub(super) struct Lazy {
    load: Box<dyn Fn() -> Result<Engine, String>>,
    loaded: std::cell::OnceCell<Result<Engine, String>>,
}

impl Lazy {
    /// Returns the engine. Fails with the reason why it can't be loaded.
    pub(super) fn get(&self) -> Result<&Engine, String> {
        self.loaded.get_or_init(|| (self.load)()).as_ref().map_err(Clone::clone)
    }
}

impl<W: Write> Server<W> {
    fn new(output: W, world: World) -> Self {
        Self {
            output,
            stage: Stage::New,
            documents: BTreeMap::new(),
            unchecked: BTreeSet::new(),
            client: Client::default(),
            settings: Settings::default(),
            engine: Lazy { load: world.engine, loaded: std::cell::OnceCell::new() },
            configs: Configs::default(),
            wrong: BTreeSet::new(),
            asked: 0,
        }
    }

    fn send(&mut self, message: impl Into<Message>) -> io::Result<()> {
        wire::write(&mut self.output, &message.into())
    }

    fn notify<N: lsp_types::notification::Notification>(&mut self, params: N::Params) -> io::Result<()> {
        self.send(Notification::new(N::METHOD.to_owned(), params))
    }

    fn ask(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.asked += 1;
        let id = RequestId::from(format!("{method}#{}", self.asked));
        self.send(Request { id, method: method.to_owned(), params })
    }

    fn answer(&mut self, request: Request, traffic: &Traffic) -> io::Result<()> {
        let Request { id, method, params } = request;
        let answer = match (self.stage, method.as_str()) {
            _ if traffic.ahead.is_cancelled(&id) => Err(Failure::cancelled()),
            (Stage::New, "initialize") => self.initialize(params),
            (Stage::New, _) => {
                Err(Failure::new(ErrorCode::ServerNotInitialized, "the first request is `initialize`"))
            }
            (Stage::Ready, "initialize") => {
                Err(Failure::new(ErrorCode::InvalidRequest, "the server is initialized already"))
            }
            (Stage::Down, _) => Err(Failure::new(ErrorCode::InvalidRequest, "the server is shut down")),
            (Stage::Ready, "shutdown") => {
                self.stage = Stage::Down;
                self.unchecked.clear();
                Ok(Value::Null)
            }
            (Stage::Ready, method) => requests::answer(self, method, params, &id, &traffic.ahead),
        };
        traffic.ahead.answered(&id);
        self.send(match answer {
            Ok(result) => Response { id, result: Some(result), error: None },
            Err(Failure { code, message }) => Response::new_err(id, code as i32, message),
        })
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Failure> {
        let params: InitializeParams = requests::params(params)?;
        self.client = Client::new(&params.capabilities);
        let read = Settings::read(&params.initialization_options.unwrap_or_default());
        let settings = read
            .map_err(|why| Failure::new(ErrorCode::InvalidParams, format!("initializationOptions: {why}")))?;
        if let Some(settings) = settings {
            self.settings = settings;
        }
        self.stage = Stage::Ready;
        Ok(json!({
            "capabilities": requests::capabilities(self.client.encoding),
            "serverInfo": { "name": diagnostics::SOURCE, "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    fn note(&mut self, notification: Notification) -> io::Result<()> {
        if self.stage != Stage::Ready {
            return Ok(());
        }
        let Notification { method, params } = notification;
        match method.as_str() {
            "initialized" => self.begin(),
            DidOpenTextDocument::METHOD => self.take(&method, params, Self::open),
            DidChangeTextDocument::METHOD => self.take_change(params),
            DidCloseTextDocument::METHOD => self.take(&method, params, Self::close),
            DidChangeConfiguration::METHOD => self.take(&method, params, Self::reconfigure),
            DidChangeWatchedFiles::METHOD => self.configure_all(),
            _ => Ok(()),
        }
    }

    /// Handles a notification with its parameters; complains about those that don't fit.
    fn take<T: DeserializeOwned>(
        &mut self,
        method: &str,
        params: Value,
        handle: fn(&mut Self, T) -> io::Result<()>,
    ) -> io::Result<()> {
        match misfit::read(params) {
            Ok(params) => handle(self, params),
            Err(why) => self.complain(&format!("{method}: {why}")),
        }
    }

    /// Handles a change. After one that can't be read, the text of the document isn't the editor's any more.
    fn take_change(&mut self, params: Value) -> io::Result<()> {
        let key = params["textDocument"]["uri"].as_str().map(str::to_owned);
        let why = match misfit::read(params) {
            Ok(params) => return self.change(params),
            Err(why) => why,
        };
        match key {
            Some(key) => self.lose(&key, &why),
            None => self.lose_all(&why),
        }
        self.complain(&format!("{}: {why}", DidChangeTextDocument::METHOD))
    }

    /// Records that the text of a document isn't known any more, as a message couldn't be read.
    fn lose(&mut self, key: &str, why: &str) {
        if let Some(document) = self.documents.get_mut(key) {
            document.lost = Some(format!(
                "the text isn't known any more, because a message of the editor couldn't be read ({why}): \
                 close the document and open it again"
            ));
            self.unchecked.insert(key.to_owned());
        }
    }

    /// Records that nothing is known of any document, as a change that couldn't be read may have been one of any.
    fn lose_all(&mut self, why: &str) {
        for key in self.documents.keys().cloned().collect::<Vec<_>>() {
            self.lose(&key, why);
        }
    }

    /// Refuses data that isn't a message. Without JSON, it may have been a change of any document.
    fn refuse(&mut self, malformed: &Malformed) -> io::Result<()> {
        if malformed.is_no_json() {
            self.lose_all(&malformed.why);
        }
        wire::refuse(&mut self.output, malformed)
    }

    fn reconfigure(&mut self, params: DidChangeConfigurationParams) -> io::Result<()> {
        let DidChangeConfigurationParams { settings } = params;
        if settings.is_null() { self.ask_for_settings() } else { self.set(&settings) }
    }

    /// Sends the requests that are only allowed once the editor listens.
    fn begin(&mut self) -> io::Result<()> {
        if self.client.watches_files {
            let watchers = json!([{ "globPattern": format!("**/{}", config::NAME) }]);
            let registration = json!({
                "id": "settings",
                "method": DidChangeWatchedFiles::METHOD,
                "registerOptions": { "watchers": watchers },
            });
            self.ask("client/registerCapability", json!({ "registrations": [registration] }))?;
        }
        self.ask_for_settings()
    }

    fn ask_for_settings(&mut self) -> io::Result<()> {
        if !self.client.has_settings {
            return Ok(());
        }
        self.ask("workspace/configuration", json!({ "items": [{ "section": diagnostics::SOURCE }] }))
    }

    fn learn(&mut self, response: &Response) -> io::Result<()> {
        let is_settings = response.id.to_string().contains("workspace/configuration");
        match response.result.as_ref().and_then(|result| result.get(0)) {
            Some(settings) if is_settings => self.set(&settings.clone()),
            _ => Ok(()),
        }
    }

    fn set(&mut self, settings: &Value) -> io::Result<()> {
        match Settings::read(settings) {
            Ok(None) => Ok(()),
            Ok(Some(settings)) => {
                if settings.all != self.settings.all {
                    self.unchecked.extend(self.documents.keys().cloned());
                }
                self.settings = settings;
                Ok(())
            }
            Err(why) => self.complain(&format!("settings of barpoint: {why}")),
        }
    }

    fn complain(&mut self, message: &str) -> io::Result<()> {
        self.notify::<ShowMessage>(ShowMessageParams { typ: MessageType::ERROR, message: message.to_owned() })
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) -> io::Result<()> {
        let document = params.text_document;
        let config = self.config(&document.uri)?;
        let key = document.uri.as_str().to_owned();
        let document =
            Document::new(document.uri, document.version, document.text, self.client.encoding, config);
        self.documents.insert(key.clone(), document);
        self.unchecked.insert(key);
        Ok(())
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) -> io::Result<()> {
        let DidChangeTextDocumentParams { text_document, content_changes } = params;
        let key = text_document.uri.as_str();
        match self.documents.get_mut(key) {
            Some(document) => document.change(text_document.version, content_changes),
            None => return self.complain(&format!("{key} isn't open")),
        }
        self.unchecked.insert(key.to_owned());
        Ok(())
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) -> io::Result<()> {
        let uri = params.text_document.uri;
        self.documents.remove(uri.as_str());
        self.unchecked.remove(uri.as_str());
        self.clear(uri)
    }

    /// Returns the settings that apply to a document; an invalid file has no effect, and the editor shows why.
    fn config(&mut self, uri: &Uri) -> io::Result<Arc<Config>> {
        match documents::path(uri).map(|path| self.configs.of(&path)) {
            None => Ok(Arc::default()),
            Some(Ok(config)) => {
                if let Some(path) = &config.path {
                    self.mend(path)?;
                }
                Ok(config)
            }
            Some(Err(error)) => {
                self.show(&error)?;
                Ok(Arc::default())
            }
        }
    }

    /// Shows the error in a settings file.
    fn show(&mut self, error: &ConfigError) -> io::Result<()> {
        let Some(uri) = address(&error.path) else { return self.complain(&error.to_string()) };
        self.wrong.insert(uri.as_str().to_owned());
        let (line, column) = error.place.unwrap_or((1, 1));
        let at = Position::new(line as u32 - 1, column - 1);
        let diagnostics = vec![diagnostics::error(at, &error.message)];
        self.publish(uri, diagnostics, None)
    }

    /// Removes the error shown for a settings file that is now valid.
    fn mend(&mut self, path: &Path) -> io::Result<()> {
        match address(path) {
            Some(uri) if self.wrong.remove(uri.as_str()) => self.clear(uri),
            _ => Ok(()),
        }
    }

    /// Removes all findings shown for a file.
    fn clear(&mut self, uri: Uri) -> io::Result<()> {
        self.publish(uri, Vec::new(), None)
    }

    /// Shows findings for a file in place of those shown before; `version` is that of the editor's text.
    fn publish(&mut self, uri: Uri, findings: Vec<Diagnostic>, version: Option<i32>) -> io::Result<()> {
        self.notify::<PublishDiagnostics>(PublishDiagnosticsParams::new(uri, findings, version))
    }

    /// Reads the files of settings again.
    fn configure_all(&mut self) -> io::Result<()> {
        self.configs.forget();
        let shown = std::mem::take(&mut self.wrong);
        let open: Vec<(String, Uri)> =
            self.documents.iter().map(|(key, document)| (key.clone(), document.uri.clone())).collect();
        for (key, uri) in open {
            let config = self.config(&uri)?;
            if let Some(document) = self.documents.get_mut(&key) {
                document.configure(config);
            }
            self.unchecked.insert(key);
        }
        // The other files of settings are right now, or gone, or no open document uses them.
        for address in &shown - &self.wrong {
            if let Ok(uri) = address.parse() {
                self.clear(uri)?;
            }
        }
        Ok(())
    }

    /// Checks a document and sends its findings, unless it changes meanwhile.
    fn check_one(&mut self, traffic: &Traffic) -> io::Result<()> {
        let Some(key) = self.unchecked.pop_first() else { return Ok(()) };
        let Some(document) = self.documents.get_mut(&key) else { return Ok(()) };
        let uri = document.uri.clone();
        if let Some(why) = &document.lost {
            // The editor's number for its text isn't known either.
            let diagnostics = vec![diagnostics::error(Position::default(), why)];
            return self.publish(uri, diagnostics, None);
        }
        let version = Some(document.version);
        // A waiting change puts the document on the list again.
        let Some(view) = document.view(&|| traffic.ahead.is_outdated(&key)) else { return Ok(()) };
        let diagnostics = diagnostics::list(&view, &self.client, &self.settings);
        self.publish(uri, diagnostics, version)
    }
}

fn address(path: &Path) -> Option<Uri> {
    let path = std::path::absolute(path).ok()?;
    let bytes = path.as_os_str().as_encoded_bytes();
    let slash = if bytes.starts_with(b"/") { "" } else { "/" };
    let with_slash = |&byte: &u8| if cfg!(windows) && byte == b'\\' { b'/' } else { byte };
    format!("file://{slash}{}", percent_encoded(bytes.iter().map(with_slash))).parse().ok()
}
