//! Reports as a page for a browser: a single, self-contained file.

use super::course::{self, Graph};
use super::{Game, Mistake, Note, Report, Step, graph};
use crate::board::Side;
use crate::output::diagram::Look;
use askama::Template;

/// The page: the values for the template.
#[derive(Template)]
#[template(path = "report.html", whitespace = "minimize")]
struct Page<'a> {
    report: &'a Report,
    look: Look,
    graph: String,
    /// The course of each game, as a picture.
    graphs: Vec<Option<Graph>>,
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Report {
    /// Writes the report as a page: no network, readable without scripts, for screen, paper and dark mode.
    #[must_use]
    pub fn html(&self) -> String {
        let (heads, rows) = self.scoresheet();
        let page = Page {
            report: self,
            look: Look::new(self.direction),
            graph: graph::pips(self),
            graphs: (0..self.games.len()).map(|game| course::graph(self, game)).collect(),
            heads,
            rows,
        };
        crate::output::rendered(&page)
    }

    fn name(&self, side: usize) -> &str {
        &self.names[Side::ALL[side]]
    }
}

/// The most mistakes shown with their boards; all are marked at their moves.
const MISTAKES: usize = 24;

impl Page<'_> {
    /// Returns `true` if a game has two pip counts, which a line joins.
    fn has_pips(&self) -> bool {
        self.report.games.iter().any(|game| game.steps.len() > 1)
    }

    /// Returns the worst mistakes with their steps.
    fn mistakes(&self) -> Vec<(&Mistake, &Step)> {
        let all = self.report.analysed.iter().flat_map(|analysed| &analysed.mistakes).take(MISTAKES);
        all.filter_map(|mistake| Some((mistake, self.report.games[mistake.game].steps.get(mistake.step)?)))
            .collect()
    }

    /// Returns the findings of the whole match, each with the place on the page that it is about.
    fn findings(&self) -> Vec<(String, &Note)> {
        let mut all: Vec<(String, &Note)> =
            self.report.findings.iter().map(|note| (String::new(), note)).collect();
        for (index, game) in self.report.games.iter().enumerate() {
            all.extend(game.findings.iter().map(|note| (format!("g{}", index + 1), note)));
            for step in &game.steps {
                let at = format!("g{}m{}", index + 1, step.place);
                all.extend(step.findings.iter().map(|note| (at.clone(), note)));
            }
        }
        all
    }
}

impl Game {
    fn name(&self, side: usize) -> &str {
        &self.names[Side::ALL[side]]
    }

    fn score(&self) -> String {
        let points = self.row.before.points;
        format!("{}-{}", points[Side::Zero], points[Side::One])
    }
}

impl Mistake {
    /// Returns the picture of the decision: before the roll if no double was offered.
    fn picture(&self, step: &Step) -> String {
        if self.is_before_roll { step.before_roll().in_page() } else { step.picture() }
    }

    /// Returns the action in words: a play with its roll.
    fn done(&self, step: &Step) -> String {
        match step.words.split_once(':') {
            Some((roll, _)) if !self.is_cube => format!("{roll}: {}", self.words),
            _ => self.words.clone(),
        }
    }
}

impl Step {
    fn picture(&self) -> String {
        self.diagram.in_page()
    }

    const fn by(&self) -> usize {
        self.side.index()
    }

    fn pips_of(&self, side: usize) -> u32 {
        self.pips[Side::ALL[side]]
    }

    fn id(&self) -> String {
        match &self.match_id {
            Some(id) => format!("{}:{id}", self.position_id),
            None => self.position_id.clone(),
        }
    }
}
