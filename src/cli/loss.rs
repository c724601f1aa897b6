//! Saying what a conversion loses, before anything is written.

use crate::formats::inventory::{self, Item};
use crate::output::json::LossJson;
use crate::output::ui::{Ui, printable};
use clap::ValueEnum;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// How losses are told, on standard error.
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

/// The most names of one kind of thing that the line tells.
const MOST_NAMES: usize = 5;

/// What one file loses.
pub(crate) struct Losses {
    how: LossArg,
    matches: u32,
    counts: BTreeMap<inventory::Kind, usize>,
    /// What the file calls those things that have no word of ours.
    names: BTreeMap<inventory::Kind, BTreeSet<String>>,
    /// Every single thing, with the number of its match; only where it is wanted.
    items: Vec<(u32, Item)>,
}

impl Losses {
    /// Starts with nothing.
    pub(crate) fn new(how: LossArg) -> Self {
        Self { how, matches: 0, counts: BTreeMap::new(), names: BTreeMap::new(), items: Vec::new() }
    }

    /// Adds those of a match.
    pub(crate) fn add(&mut self, number: u32, items: Vec<Item>) {
        self.matches += 1;
        // The program that wrote the file that is read is no loss worth a line.
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

    /// Returns `true` if there are none.
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
                // Writing to a String can't fail.
                let _ = write!(text, " ({}{more})", told.join(", "));
            }
        }
        text
    }

    /// Says what is lost on the way from one file to another; no `to` is standard output.
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
                // Its keys are texts: that can't fail.
                ui.err(serde_json::to_string(&loss).unwrap_or_default());
            }
        }
    }
}
