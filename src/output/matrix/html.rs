//! A matrix as a self-contained page for a browser, without scripts.

use super::{Cell, Matrix, Meaning, ROWS, head, svg};
use crate::diag::neutral;
use crate::engine::matrix::{Away, Score};
use askama::Template;

impl Matrix {
    /// Writes the matrix as a page, below a picture of the position (an SVG document) and its ID.
    ///
    /// # Errors
    ///
    /// A message, if the template fails.
    pub fn html(&self, board: &str, id: &str) -> Result<String, String> {
        let row = |away: Away| Row {
            head: head(away),
            cells: Away::up_to(self.most).map(|opponent| self.at(Score::Match(away, opponent))).collect(),
        };
        let page = Page {
            title: &self.title,
            id,
            board,
            money: self.at(Score::Money),
            heads: Away::up_to(self.most).map(head).collect(),
            rows: Away::up_to(self.most).map(row).collect(),
            legend: &self.legend,
            colours: &svg::COLOURS,
            explained: ROWS,
        };
        page.render().map(|page| neutral(&page).into_owned()).map_err(|error| error.to_string())
    }
}

#[derive(Template)]
#[template(path = "matrix.html")]
struct Page<'a> {
    title: &'a str,
    id: &'a str,
    /// An SVG document.
    board: &'a str,
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
