//! Reports: a readable match, with its scoresheet, every move with its board, comments and findings.
//!
//! A report is put together once ([`Report`]) and written as a page for a browser (`Report::html`, with the
//! feature `pages`), as Markdown or as plain text. It shows the analyses that the record contains;
//! [`analysed`](crate::analysis::skill::analysed) makes them.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use barpoint::notation::drawing::Direction;
//! use barpoint::output::report::Report;
//!
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/valid/seven-points.mat")?)?;
//! let found = &matches[0];
//! let report = Report::new(&found.replayed, &found.findings, Some(&found.source), Direction::Standard);
//! assert!(report.markdown().starts_with("# gnubg – root\n"));
//! # Ok(())
//! # }
//! ```

mod analysis;
mod candidates;
#[cfg(feature = "pages")]
mod course;
#[cfg(feature = "pages")]
mod graph;
#[cfg(feature = "pages")]
mod html;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod index;
mod moves;
mod text;

pub use analysis::{Analysed, Mistake};
pub use candidates::{Choice, Choices};
pub use moves::Step;

use crate::board::{BySide, Side};
use crate::diag::{Diagnostic, Severity, SourceFile};
use crate::game::record::{Header, RemarkKind, headers};
use crate::game::{Replayed, Rules};
use crate::notation::drawing::Direction;
use crate::output::mistakes;
use crate::output::score::{self, Row};

/// A match as a document to read.
#[derive(Clone, Debug)]
pub struct Report {
    /// The names of the players.
    pub names: BySide<String>,
    /// The kind of match: `7 point match`.
    pub kind: String,
    /// The outcome.
    pub outcome: String,
    /// The direction of the boards.
    pub direction: Direction,
    /// The record's headers: a name and a value.
    pub facts: Vec<(String, String)>,
    /// The comments on the match as a whole.
    pub comments: Vec<String>,
    /// Whether the record was checked, so that an empty list of findings means that there are none.
    pub is_checked: bool,
    /// The findings that belong to no game.
    pub findings: Vec<Note>,
    /// The analysis of the match, if the record contains analyses.
    pub analysed: Option<Analysed>,
    /// The games.
    pub games: Vec<Game>,
    rules: Rules,
}

/// A game of a report.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its row of the scoresheet.
    pub row: Row,
    /// The names of the players in it.
    pub names: BySide<String>,
    /// The comments at its head.
    pub comments: Vec<String>,
    /// The findings at its head.
    pub findings: Vec<Note>,
    /// The events.
    pub steps: Vec<Step>,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The severity: `error`, `warning`, `note`.
    pub severity: &'static str,
    /// Its code.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// The place in the record.
    pub place: String,
    /// The advice.
    pub help: Vec<String>,
}

impl Note {
    fn new(found: &Diagnostic, source: Option<&SourceFile>) -> Self {
        Self {
            severity: found.severity.name(),
            code: found.code.id(),
            message: found.message.clone(),
            place: source.map_or_else(String::new, |source| source.place(found.primary.span.start)),
            help: found.help.clone(),
        }
    }
}

/// Returns the value of a header for a page; a limit of one as `1`.
fn fact(header: &Header) -> String {
    let is = |key: &str| header.key.value.eq_ignore_ascii_case(key);
    let is_limit = is(headers::BEAVER) || is(headers::AUTOMATIC_DOUBLES);
    let value = &header.value.value;
    if is_limit && *value == headers::limit(1) { "1".to_owned() } else { value.clone() }
}

impl Report {
    /// Composes the report of a match; `source` is the text that it was read from and checked in, if there is one, and
    /// `found` are the findings.
    #[must_use]
    pub fn new(
        replayed: &Replayed,
        found: &[Diagnostic],
        source: Option<&SourceFile>,
        direction: Direction,
    ) -> Self {
        let replayed = &*replayed.in_first_columns();
        let rules = &replayed.rules;
        let last = replayed.games.len().saturating_sub(1);
        let names = names(replayed, last);
        let mut games: Vec<Game> =
            (0..replayed.games.len()).map(|game| moves::game(replayed, game, direction)).collect();
        let mut findings = Vec::new();
        for one in found.iter().filter(|one| one.severity != Severity::Note) {
            let note = Note::new(one, source);
            match moves::place(replayed, one.primary.span.start) {
                None => findings.push(note),
                Some((game, None)) => games[game].findings.push(note),
                Some((game, Some(step))) => games[game].steps[step].findings.push(note),
            }
        }
        let analysed = Analysed::of(replayed, &mut games);
        let record = &replayed.record;
        let of_match = record
            .remarks
            .iter()
            .filter(|remark| remark.kind == RemarkKind::Comment && remark.anchor.game.is_none());
        let facts = record.headers.iter().filter(|header| !header.value.value.is_empty());
        let facts = facts.map(|header| (header.key.value.clone(), fact(header)));
        let gaps = analysed.as_ref().and_then(|_| mistakes::gaps(replayed));
        let facts = facts.chain(gaps.map(|gaps| ("Analysis".to_owned(), gaps)));
        Self {
            kind: score::kind(rules),
            outcome: score::outcome(&replayed.score, rules, &names),
            names,
            direction,
            facts: facts.collect(),
            comments: of_match.map(|remark| remark.text.trim().to_owned()).collect(),
            is_checked: source.is_some(),
            findings,
            analysed,
            games,
            rules: rules.clone(),
        }
    }

    /// Returns the title of the report.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{} – {}", self.names[Side::Zero], self.names[Side::One])
    }

    /// Returns the number of findings.
    #[must_use]
    pub fn number_of_findings(&self) -> usize {
        let of_game = |game: &Game| {
            game.findings.len() + game.steps.iter().map(|step| step.findings.len()).sum::<usize>()
        };
        self.findings.len() + self.games.iter().map(of_game).sum::<usize>()
    }

    /// Returns the headings and the rows of the scoresheet.
    fn scoresheet(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let rows = self.games.iter().map(|game| game.row.cells(&self.rules, &game.names, None));
        (score::heads(&self.rules, None), rows.collect())
    }
}

/// Returns the names of the players of a game; a player without one is named by the side.
fn names(replayed: &Replayed, game: usize) -> BySide<String> {
    BySide(Side::ALL.map(|side| match replayed.name(game, side) {
        "" => side.to_string(),
        name => name.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect(),
    }))
}
