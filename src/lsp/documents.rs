//! The documents that an editor has open.

use super::matches::{Matches, Outdated, Placed};
use super::positions::{Encoding, Text};
use crate::host::config::Config;
use crate::host::names::path_of;
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Document {
    pub(super) uri: Uri,
    /// The editor's number for its present text.
    pub(super) version: i32,
    pub(super) text: Text,
    /// The settings that apply to it.
    pub(super) config: Arc<Config>,
    /// Why the text isn't known any more: a message couldn't be read. A change of the whole text restores it.
    pub(super) lost: Option<String>,
    /// The analysis of its present text; `None` until it is done.
    matches: Option<Matches>,
    /// The matches of an earlier text.
    known: Vec<Placed>,
}

impl Document {
    pub(super) fn new(uri: Uri, version: i32, text: String, encoding: Encoding, config: Arc<Config>) -> Self {
        let text = Text::new(text, encoding);
        Self { uri, version, text, config, lost: None, matches: None, known: Vec::new() }
    }

    pub(super) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        self.version = version;
        for change in changes {
            if change.range.is_none() {
                self.lost = None;
            }
            let text = std::mem::replace(&mut self.text, Text::new(String::new(), Encoding::default()));
            self.text = text.changed(change.range, change.text);
        }
        if let Some(matches) = self.matches.take() {
            self.known = matches.list;
        }
    }

    /// Applies other settings; the analysis is repeated if the rules changed.
    pub(super) fn configure(&mut self, config: Arc<Config>) {
        if self.config.rules != config.rules {
            (self.matches, self.known) = (None, Vec::new());
        }
        self.config = config;
    }

    /// Analyses the text, if necessary, and returns the view. `None` if the text is outdated.
    pub(super) fn view(&mut self, is_outdated: &dyn Fn() -> bool) -> Option<View<'_>> {
        if self.matches.is_none() {
            let rules = self.config.given();
            match Matches::of(self.uri.path().as_str(), self.text.as_str(), &rules, &self.known, is_outdated)
            {
                Ok(matches) => {
                    self.known = Vec::new();
                    self.matches = Some(matches);
                }
                Err(Outdated(known)) => self.known = known,
            }
        }
        let Self { uri, text, config, matches, .. } = self;
        Some(View { uri, text, config, matches: matches.as_ref()? })
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(super) uri: &'a Uri,
    pub(super) text: &'a Text,
    /// The settings that apply to it.
    pub(super) config: &'a Config,
    pub(super) matches: &'a Matches,
}

impl View<'_> {
    /// Returns the name used for its places; its extension may show the format.
    pub(super) fn document_name(&self) -> &str {
        self.uri.path().as_str()
    }
}

pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    if !uri.scheme().is_some_and(|scheme| scheme.as_str().eq_ignore_ascii_case("file")) {
        return None;
    }
    let mut path = uri.path().as_estr().decode().into_bytes().into_owned();
    // `/c:/records` is `c:/records`.
    if path.get(2) == Some(&b':') {
        path.remove(0);
    }
    Some(path_of(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_its_address() {
        let path = |text: &str| path(&text.parse().expect("an address"));
        assert_eq!(path("file:///a/b%20c%C3%A9.mat"), Some("/a/b cé.mat".into()));
        assert_eq!(path("file:///c%3A/x.mat"), Some("c:/x.mat".into()));
        assert_eq!(path("untitled:Untitled-1"), None);
    }
}
