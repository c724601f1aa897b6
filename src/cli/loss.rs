//! Reports of what a conversion loses, before anything is written.

use crate::formats::Format;
use crate::formats::inventory::{self, Item};
use crate::output::json::LossJson;
use crate::output::ui::{Ui, printable};
use clap::ValueEnum;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// How to report losses on standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LossArg {
    /// One line per file that loses something.
    #[default]
    Text,
    /// One JSON object per file, with every lost item.
    Json,
    /// No report.
    None,
}

/// Returns the message about a match that isn't written, as the format can't express its variant or its position:
/// `` `tmg` can't express the variant of match 1 ``.
pub(crate) fn nothing_told(format: &Format, losses: &[Item], of: &str) -> String {
    let is_variant = losses.iter().any(|item| item.kind == inventory::Kind::Variant);
    let what = if is_variant { "variant" } else { "position" };
    format!("`{}` can't express the {what} of {of}", format.name)
}

/// The most names of one kind of item that the line contains.
const MOST_NAMES: usize = 5;

/// The losses of one file.
pub(crate) struct Losses {
    how: LossArg,
    matches: u32,
    counts: BTreeMap<inventory::Kind, usize>,
    /// The file's own names for items without a name of ours.
    names: BTreeMap<inventory::Kind, BTreeSet<String>>,
    /// Every lost item, with the number of its match; collected only if needed.
    items: Vec<(u32, Item)>,
}

impl Losses {
    /// Starts without losses.
    pub(crate) fn new(how: LossArg) -> Self {
        Self { how, matches: 0, counts: BTreeMap::new(), names: BTreeMap::new(), items: Vec::new() }
    }

    /// Adds the losses of a match.
    pub(crate) fn add(&mut self, number: u32, items: Vec<Item>) {
        self.matches += 1;
        // The name of the program that wrote the input isn't reported as a loss.
        for item in items.iter().filter(|item| item.kind != inventory::Kind::Program) {
            *self.counts.entry(item.kind).or_default() += 1;
            if let Some(name) = item.name() {
                self.names.entry(item.kind).or_default().insert(name.to_owned());
            }
        }
        if self.how == LossArg::Json {
            self.items.extend(items.into_iter().map(|item| (number, item)));
        }
    }

    /// Returns `true` if there are no losses.
    pub(crate) fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Sums them up: `3 comments, the clock, 1 unknown property (KO)`.
    pub(crate) fn summary(&self) -> String {
        let mut text = String::new();
        for (kind, &count) in &self.counts {
            if !text.is_empty() {
                text.push_str(", ");
            }
            text.push_str(&kind.words(count));
            if let Some(names) = self.names.get(kind) {
                let told: Vec<&str> = names.iter().take(MOST_NAMES).map(String::as_str).collect();
                let more = if names.len() > MOST_NAMES { ", ..." } else { "" };
                let _ = write!(text, " ({}{more})", told.join(", "));
            }
        }
        text
    }

    /// Prints what is lost from one file to another; `None` for `to` is standard output.
    pub(crate) fn tell(&self, from: &str, to: Option<&str>, format: &str, ui: &mut Ui<'_>) {
        match self.how {
            LossArg::None => {}
            LossArg::Text if self.is_empty() => {}
            LossArg::Text => {
                let (from, to) = (printable(from), printable(to.unwrap_or("<stdout>")));
                ui.err(format_args!("{from} -> {to}: lost {}", printable(&self.summary())));
            }
            LossArg::Json => {
                let loss = LossJson::new(from, to, format, self.matches, &self.items);
                // Its keys are texts, so this can't fail. It stays one line, however narrow the terminal is.
                ui.put_err(&(serde_json::to_string(&loss).unwrap_or_default() + "\n"));
            }
        }
    }
}
