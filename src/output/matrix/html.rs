//! A matrix as a self-contained page for a browser, without scripts.

use super::{Cell, Matrix, Meaning, ROWS, head, svg};
use crate::engine::matrix::{Away, Score};
use crate::output::diagram::{Diagram, Look};
use askama::Template;

impl Matrix {
    /// Writes the matrix as a page, below the diagram of the position, without lines around it, and its ID.
    #[must_use]
    pub fn html(&self, diagram: &Diagram, id: &str) -> String {
        let row = |away: Away| Row {
            head: head(away),
            cells: Away::up_to(self.most).map(|opponent| self.at(Score::Match(away, opponent))).collect(),
        };
        let page = Page {
            title: &self.title,
            id,
            board: diagram.in_page(),
            look: Look::new(diagram.direction),
            money: self.at(Score::Money),
            heads: Away::up_to(self.most).map(head).collect(),
            rows: Away::up_to(self.most).map(row).collect(),
            legend: &self.legend,
            colours: &svg::COLOURS,
            explained: ROWS,
        };
        crate::output::rendered(&page)
    }
}

#[derive(Template)]
#[template(path = "matrix.html")]
struct Page<'a> {
    title: &'a str,
    id: &'a str,
    board: String,
    look: Look,
    money: Option<&'a Cell>,
    heads: Vec<String>,
    rows: Vec<Row<'a>>,
    legend: &'a [Meaning],
    colours: &'a [(&'static str, &'static str, &'static str)],
    explained: &'static str,
}

struct Row<'a> {
    head: String,
    cells: Vec<Option<&'a Cell>>,
}
