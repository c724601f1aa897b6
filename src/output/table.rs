//! Tables in text: columns as wide as their widest cell.

use crate::diag::{ENDLESS, columns, padded};
use std::ops::Range;

/// The blanks between two columns.
const GAP: usize = 2;

/// A table with a heading, whose columns are separated by two blanks.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
    is_right: Vec<bool>,
}

impl Table {
    /// Begins a table with these column headings; a column whose heading begins with `>` is aligned right.
    pub(crate) fn new(heads: &[impl AsRef<str>]) -> Self {
        let heads = || heads.iter().map(AsRef::as_ref);
        let is_right = heads().map(|head: &str| head.starts_with('>')).collect();
        let heads = heads().map(|head| head.strip_prefix('>').unwrap_or(head).to_owned()).collect();
        Self { rows: vec![heads], is_right }
    }

    /// Adds a row. Characters that would break it, such as line ends, become U+FFFD.
    pub(crate) fn row(&mut self, mut cells: Vec<String>) {
        for cell in cells.iter_mut().filter(|cell| cell.contains(char::is_control)) {
            *cell = cell.replace(char::is_control, "\u{fffd}");
        }
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
        self.within(ENDLESS)
    }

    /// Returns the lines, at most `width` columns wide. A wider table is cut into blocks, each with some of the columns:
    /// each begins with the columns up to the first one aligned left, which name the rows. A column that is too wide by
    /// itself stays whole.
    pub(crate) fn within(&self, width: usize) -> String {
        let column_width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| columns(cell)).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.is_right.len()).map(column_width).collect();
        let named = self.is_right.iter().position(|is_right| !is_right).map_or(0, |column| column + 1);
        let of_names: usize = widths[..named].iter().map(|width| width + GAP).sum();
        let mut blocks = Vec::new();
        let (mut from, mut used) = (named, of_names);
        for (column, &own) in widths.iter().enumerate().skip(named) {
            if column > from && used.saturating_add(own) > width {
                blocks.push(from..column);
                (from, used) = (column, of_names);
            }
            used += own + GAP;
        }
        blocks.push(from..widths.len());
        let block = |block: Range<usize>| {
            let columns = || (0..named).chain(block.clone());
            let mut text = String::new();
            for row in &self.rows {
                let cell = |column: usize| padded(&row[column], widths[column], self.is_right[column]);
                text += columns().map(cell).collect::<Vec<_>>().join("  ").trim_end();
                text.push('\n');
            }
            text
        };
        blocks.into_iter().map(block).collect::<Vec<_>>().join("\n")
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

    #[test]
    fn a_table_too_wide_is_cut_into_blocks_that_name_their_rows() {
        let mut table = Table::new(&[">", "play", ">equity", ">loss", ">win %"]);
        table.row(["1", "8/5 6/5", "+0.209", "", "55.46"].map(str::to_owned).to_vec());
        table.row(["2", "13/9", "-0.006", "0.215", "49.69"].map(str::to_owned).to_vec());
        let whole = "   play     equity   loss  win %\n\
                     1  8/5 6/5  +0.209         55.46\n\
                     2  13/9     -0.006  0.215  49.69\n";
        assert_eq!(table.within(32), whole);
        assert_eq!(
            table.within(31),
            "   play     equity   loss\n\
             1  8/5 6/5  +0.209\n\
             2  13/9     -0.006  0.215\n\n   \
                play     win %\n\
             1  8/5 6/5  55.46\n\
             2  13/9     49.69\n"
        );
        assert_eq!(table.within(1).matches("play").count(), 3, "a column each");
    }
}
