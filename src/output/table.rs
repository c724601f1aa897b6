//! Tables in text: columns as wide as their widest cell.

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

    /// Returns the lines, without blanks at their ends.
    pub(crate) fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.is_right.len()).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).zip(&self.is_right);
            let cells: Vec<String> = cells
                .map(
                    |((cell, width), &is_right)| {
                        if is_right { format!("{cell:>width$}") } else { format!("{cell:width$}") }
                    },
                )
                .collect();
            text += cells.join("  ").trim_end();
            text.push('\n');
        }
        text
    }
}
