//! Tables in text: columns as wide as their widest cell.

use crate::diag::{columns, padded};

/// A table with a heading, whose columns are separated by two blanks.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
    is_right: Vec<bool>,
}

impl Table {
    /// Begins a table with these column headings; a column whose heading begins with `>` is aligned right.
    pub(crate) fn new(heads: &[&str]) -> Self {
        let is_right = heads.iter().map(|head| head.starts_with('>')).collect();
        let heads = heads.iter().map(|head| head.trim_start_matches('>').to_owned()).collect();
        Self { rows: vec![heads], is_right }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Returns the headings, each with whether its column is aligned right.
    #[cfg(feature = "pages")]
    pub(crate) fn heads(&self) -> impl Iterator<Item = (&str, bool)> {
        self.rows.iter().take(1).flat_map(|row| self.aligned(row))
    }

    /// Returns the cells of each row, each with whether its column is aligned right.
    #[cfg(feature = "pages")]
    pub(crate) fn body(&self) -> impl Iterator<Item = impl Iterator<Item = (&str, bool)>> {
        self.rows.iter().skip(1).map(|row| self.aligned(row))
    }

    #[cfg(feature = "pages")]
    fn aligned<'a>(&'a self, row: &'a [String]) -> impl Iterator<Item = (&'a str, bool)> {
        row.iter().map(String::as_str).zip(self.is_right.iter().copied())
    }

    /// Returns the lines, without blanks at their ends.
    pub(crate) fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| columns(cell)).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.is_right.len()).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).zip(&self.is_right);
            let cells: Vec<String> =
                cells.map(|((cell, &width), &is_right)| padded(cell, width, is_right)).collect();
            text += cells.join("  ").trim_end();
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Table;
    use crate::diag::columns;

    #[test]
    fn names_of_every_script_align() {
        let mut table = Table::new(&["player", ">score"]);
        let names = ["Ann", "田中さん", "김하늘", "Zoe\u{308}", "דנה"];
        for (score, name) in names.iter().enumerate() {
            table.row(vec![(*name).to_owned(), score.to_string()]);
        }
        let text = table.text();
        let widths: Vec<usize> = text.lines().map(columns).collect();
        assert_eq!(widths, [15; 6], "{text}");
    }
}
