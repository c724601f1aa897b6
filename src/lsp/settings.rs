//! The editor's settings, and its capabilities.

use super::positions::Encoding;
use crate::host::misfit;
use lsp_types::{ClientCapabilities, MarkupKind};
use serde::Deserialize;
use serde_json::Value;

/// The editor's settings: `initializationOptions`, and the section `barpoint` of its settings.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub(super) struct Settings {
    /// Whether the engine evaluates the decision under the pointer.
    pub(super) engine: bool,
    /// The number of plies that the engine searches.
    pub(super) plies: u8,
    /// Whether the board is shown as a picture too.
    pub(super) picture: bool,
    /// Whether pips, score and cube are shown after each row.
    pub(super) inlay_hints: bool,
    /// Whether the consequences of findings are shown too.
    pub(super) all: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { engine: false, plies: 1, picture: true, inlay_hints: false, all: false }
    }
}

/// The most plies that the engine searches while the user waits.
const MOST_PLIES: u8 = 2;

impl Settings {
    /// Reads settings, also as the section `barpoint` of a larger object. `None` if there are none: some editors send
    /// an empty object at the start, or the sections of other servers. Fails with a message for an unknown key or an
    /// invalid value.
    pub(super) fn read(value: &Value) -> Result<Option<Self>, String> {
        let section = value.get("barpoint");
        // No setting is an object.
        let has_none = match value {
            Value::Object(keys) => section.is_none() && keys.values().all(Value::is_object),
            Value::Array(list) => list.is_empty(),
            _ => value.is_null(),
        };
        let own = section.unwrap_or(value);
        if has_none || own.is_null() {
            return Ok(None);
        }
        let settings: Self = misfit::read(own.clone())?;
        if settings.plies > MOST_PLIES {
            return Err(format!("`plies` is a number up to {MOST_PLIES}, not {}", settings.plies));
        }
        Ok(Some(settings))
    }
}

#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a capability of its own")]
pub(super) struct Client {
    /// The unit of positions.
    pub(super) encoding: Encoding,
    pub(super) markdown: bool,
    /// It shows symbols within symbols.
    pub(super) nested_symbols: bool,
    /// It shows places that belong to a finding.
    pub(super) related_places: bool,
    /// It understands code actions; an older one only commands.
    pub(super) code_actions: bool,
    /// It can be asked for its settings.
    pub(super) has_settings: bool,
    /// It can watch files on request.
    pub(super) watches_files: bool,
}

impl Client {
    pub(super) fn new(capabilities: &ClientCapabilities) -> Self {
        let document = capabilities.text_document.as_ref();
        let workspace = capabilities.workspace.as_ref();
        let offered = capabilities.general.as_ref().and_then(|general| general.position_encodings.as_deref());
        let kinds = document.and_then(|document| document.hover.as_ref()?.content_format.as_deref());
        let nested = document
            .and_then(|document| document.document_symbol.as_ref()?.hierarchical_document_symbol_support);
        let related =
            document.and_then(|document| document.publish_diagnostics.as_ref()?.related_information);
        let actions =
            document.and_then(|document| document.code_action.as_ref()?.code_action_literal_support.as_ref());
        let watched =
            workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref()?.dynamic_registration);
        Self {
            encoding: Encoding::of(offered),
            markdown: kinds.is_some_and(|kinds| kinds.contains(&MarkupKind::Markdown)),
            nested_symbols: nested == Some(true),
            related_places: related == Some(true),
            code_actions: actions.is_some(),
            has_settings: workspace.and_then(|workspace| workspace.configuration) == Some(true),
            watches_files: watched == Some(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_stand_alone_or_in_their_section() {
        let on = Settings { inlay_hints: true, ..Settings::default() };
        assert_eq!(Settings::read(&json!({"inlayHints": true})), Ok(Some(on.clone())));
        assert_eq!(Settings::read(&json!({"barpoint": {"inlayHints": true}})), Ok(Some(on)));
        assert_eq!(Settings::read(&json!({"barpoint": {}})), Ok(Some(Settings::default())));
        for none in
            [Value::Null, json!({"barpoint": null}), json!({}), json!([]), json!({"yaml": {"plies": 9}})]
        {
            assert_eq!(Settings::read(&none), Ok(None), "{none}");
        }
        for wrong in [json!({"plies": 3}), json!({"plys": 1}), json!({"engine": "yes"}), json!([1])] {
            assert!(Settings::read(&wrong).is_err(), "{wrong}");
        }
    }
}
