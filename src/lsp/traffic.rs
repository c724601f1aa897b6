//! Messages from the editor, read ahead of the work so that outdated work can be detected.

use super::wire::{self, Incoming};
use lsp_server::{Message, RequestId};
use std::collections::{HashMap, HashSet};
use std::io::{self, BufReader, Read};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

#[derive(Debug)]
pub(super) enum Next {
    /// A message to handle.
    Incoming(Incoming),
    /// No message yet.
    Nothing,
    /// The stream ended.
    End,
}

/// The state of waiting messages.
#[derive(Debug, Default)]
struct Waiting {
    /// The number of waiting changes, by the address of the document.
    changes: HashMap<String, usize>,
    /// The requests without an answer yet.
    requests: HashSet<RequestId>,
    /// The cancelled ones among them.
    cancelled: HashSet<RequestId>,
}

/// A handle to the state of waiting messages.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead(Arc<Mutex<Waiting>>);

impl Ahead {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if a change of a document waits.
    pub(super) fn is_outdated(&self, uri: &str) -> bool {
        self.lock().changes.contains_key(uri)
    }

    pub(super) fn is_cancelled(&self, id: &RequestId) -> bool {
        self.lock().cancelled.contains(id)
    }

    pub(super) fn answered(&self, id: &RequestId) {
        let mut waiting = self.lock();
        waiting.requests.remove(id);
        waiting.cancelled.remove(id);
    }

    fn comes(&self, message: &Message) {
        let mut waiting = self.lock();
        match message {
            Message::Request(request) => {
                waiting.requests.insert(request.id.clone());
            }
            Message::Notification(notification) if notification.method == "$/cancelRequest" => {
                let id = serde_json::from_value::<RequestId>(notification.params["id"].clone());
                if let Ok(id) = id
                    && waiting.requests.contains(&id)
                {
                    waiting.cancelled.insert(id);
                }
            }
            _ => {
                if let Some(uri) = changed(message) {
                    *waiting.changes.entry(uri.to_owned()).or_default() += 1;
                }
            }
        }
    }

    fn is_taken(&self, message: &Message) {
        let Some(uri) = changed(message) else { return };
        let mut waiting = self.lock();
        if let Some(count) = waiting.changes.get_mut(uri) {
            *count -= 1;
            if *count == 0 {
                waiting.changes.remove(uri);
            }
        }
    }
}

fn changed(message: &Message) -> Option<&str> {
    let Message::Notification(notification) = message else { return None };
    let is_change =
        matches!(notification.method.as_str(), "textDocument/didChange" | "textDocument/didClose");
    if is_change { notification.params["textDocument"]["uri"].as_str() } else { None }
}

#[derive(Debug)]
pub(super) struct Traffic {
    messages: Receiver<io::Result<Incoming>>,
    /// The state of waiting messages.
    pub(super) ahead: Ahead,
}

impl Traffic {
    pub(super) fn new(input: impl Read + Send + 'static) -> Self {
        let (sender, messages) = mpsc::channel();
        let ahead = Ahead::default();
        let known = ahead.clone();
        thread::spawn(move || {
            let mut input = BufReader::new(input);
            while let Some(read) = wire::read(&mut input).transpose() {
                if let Ok(Incoming::Message(message)) = &read {
                    known.comes(message);
                }
                let is_last = read.is_err();
                if sender.send(read).is_err() || is_last {
                    return;
                }
            }
        });
        Self { messages, ahead }
    }

    pub(super) fn wait(&self) -> io::Result<Next> {
        self.messages.recv().map_or(Ok(Next::End), |read| self.take(read))
    }

    pub(super) fn poll(&self) -> io::Result<Next> {
        match self.messages.try_recv() {
            Ok(read) => self.take(read),
            Err(TryRecvError::Empty) => Ok(Next::Nothing),
            Err(TryRecvError::Disconnected) => Ok(Next::End),
        }
    }

    fn take(&self, read: io::Result<Incoming>) -> io::Result<Next> {
        let incoming = read?;
        if let Incoming::Message(message) = &incoming {
            self.ahead.is_taken(message);
        }
        Ok(Next::Incoming(incoming))
    }
}
