//! Saying what a conversion loses, before anything is written.

use crate::formats::inventory::{self, Item};
use crate::output::json::LossJson;
use crate::output::ui::{Ui, printable};
use clap::ValueEnum;
use std::collections::BTreeMap;

/// How losses are told, on standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LossArg {
    /// One line a file that loses something.
    #[default]
    Text,
    /// One JSON object a file, with every single thing.
    Json,
    /// Not at all.
    None,
}

/// What one file loses.
pub(crate) struct Losses {
    how: LossArg,
    matches: u32,
    counts: BTreeMap<inventory::Kind, usize>,
    /// Every single thing, with the number of its match; only where it is wanted.
    items: Vec<(u32, Item)>,
}

impl Losses {
    /// Starts with nothing.
    pub(crate) fn new(how: LossArg) -> Self {
        Self { how, matches: 0, counts: BTreeMap::new(), items: Vec::new() }
    }

    /// Adds those of a match.
    pub(crate) fn add(&mut self, number: u32, items: Vec<Item>) {
        self.matches += 1;
        for item in &items {
            *self.counts.entry(item.kind).or_default() += 1;
        }
        if self.how == LossArg::Json {
            self.items.extend(items.into_iter().map(|item| (number, item)));
        }
    }

    /// Tells whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Sums them up: `3 comments, the clock`.
    pub(crate) fn summary(&self) -> String {
        let words: Vec<String> = self.counts.iter().map(|(kind, &count)| kind.words(count)).collect();
        words.join(", ")
    }

    /// Says what is lost on the way from one file to another; no `to` is standard output.
    pub(crate) fn tell(&self, from: &str, to: Option<&str>, format: &str, ui: &mut Ui<'_>) {
        match self.how {
            LossArg::None => {}
            LossArg::Text if self.is_empty() => {}
            LossArg::Text => {
                let (from, to) = (printable(from), printable(to.unwrap_or("<stdout>")));
                ui.err(format_args!("{from} -> {to}: lost {}", self.summary()));
            }
            LossArg::Json => {
                let loss = LossJson::new(from, to, format, self.matches, &self.items);
                // Its keys are texts: that can't fail.
                ui.err(serde_json::to_string(&loss).unwrap_or_default());
            }
        }
    }
}
