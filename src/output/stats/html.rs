//! The archive as one self-contained page for a browser, without scripts.

use super::page::{Block, Table, places, sentences};
use super::plots::PLOTS;
use super::{Page, luck, percent, trend};
use crate::analysis::{Branch, Openings, PlayedBranch};
use crate::output::plays::named;
use askama::Template;

/// Writes an archive as an HTML page.
#[must_use]
pub fn html(page: &Page<'_>) -> String {
    let plots = PLOTS.iter().map(|plot| plot.picture(page).svg()).collect();
    let played_plots =
        trend::panels(page).into_iter().chain(luck::picture(page)).map(|picture| picture.svg());
    let played = page.played.iter().map(|(title, table)| (*title, table));
    let losses = page.blocks.iter().enumerate().zip(&page.losses).flat_map(|((at, block), tables)| {
        let of = if at == 0 { "the archive" } else { &block.title };
        tables.iter().map(move |table| (format!("Losses of {of} by {}", table.heads[0]), table))
    });
    let played = [("Players", &page.players)].into_iter().chain(played);
    let played = played.map(|(title, table)| (title.to_owned(), table));
    let tables = played.chain(losses).chain([("Dice".to_owned(), &page.dice)]);
    let whole = Whole {
        blocks: &page.blocks,
        tables: tables.collect(),
        conclusion: &page.conclusion,
        names: sentences(page.together),
        twice: page.twice.iter().map(places).collect(),
        plots,
        played_plots: played_plots.collect(),
        trend: Some(&page.trend).filter(|table| !table.rows.is_empty()),
        openings: Variant::all(&page.tally.all.openings),
    };
    crate::output::rendered(&whole)
}

#[derive(Template)]
#[template(path = "stats.html")]
struct Whole<'a> {
    blocks: &'a [Block<'a>],
    tables: Vec<(String, &'a Table)>,
    conclusion: &'a [String],
    /// Which names are taken as one player's.
    names: Vec<String>,
    /// Duplicates, each with the match that is counted.
    twice: Vec<[String; 2]>,
    /// SVG documents.
    plots: Vec<String>,
    /// The trends of players, and luck against skill, as SVG documents.
    played_plots: Vec<String>,
    trend: Option<&'a Table>,
    openings: Vec<Variant>,
}

impl Whole<'_> {
    fn share(part: u64, whole: u64) -> String {
        percent(part, whole)
    }

    fn words(play: &PlayedBranch) -> String {
        named(&play.before, &play.play, "dances")
    }
}

/// The openings of a variant.
struct Variant {
    name: &'static str,
    games: u64,
    rolls: Vec<Branch>,
}

impl Variant {
    /// Returns the variants of an archive.
    fn all(openings: &Openings) -> Vec<Self> {
        let variant = |variant: crate::rules::Variant| {
            let rolls = openings.tree(variant);
            Self { name: variant.name(), games: rolls.iter().map(|roll| roll.count).sum(), rolls }
        };
        openings.variants().into_iter().map(variant).collect()
    }
}
