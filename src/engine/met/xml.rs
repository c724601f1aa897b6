//! GNU Backgammon's files of match equity tables: XML with a table for the scores before the Crawford game,
//! and one, for both players, for those after it. Tables that contain the parameters of a formula instead of
//! numbers aren't read.

use super::{LONGEST, MatchEquity};
use roxmltree::{Document, Node, ParsingOptions};
use thiserror::Error;

/// The reason why a match equity table can't be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// It isn't XML.
    #[error("not a match equity table: {0}")]
    Xml(String),
    /// A required part is missing.
    #[error("the match equity table has no <{0}>")]
    Missing(&'static str),
    /// It holds the parameters of a formula, or a table for one player only.
    #[error("<{0}> of the match equity table isn't one of numbers for both players")]
    Unsupported(&'static str),
    /// The length isn't a number from 1 to 64.
    #[error("the match equity table's length is `{0}`, not 1 to {LONGEST}")]
    Length(String),
    /// A row has too few numbers, or there are too few rows.
    #[error("<{table}> has {found} numbers in row {row}, {wanted} are needed")]
    Short {
        /// The table.
        table: &'static str,
        /// The row, from 1.
        row: usize,
        /// The number of numbers found.
        found: usize,
        /// The number of numbers required.
        wanted: usize,
    },
    /// A value isn't a chance from 0 to 1.
    #[error("`{0}` in the match equity table isn't a chance from 0 to 1")]
    Chance(String),
}

impl MatchEquity {
    /// Reads a table in GNU Backgammon's XML.
    ///
    /// # Errors
    ///
    /// If it isn't one, if numbers are missing, or if it isn't a table of numbers for both players.
    pub fn from_xml(text: &str) -> Result<Self, TableError> {
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options)
            .map_err(|error| TableError::Xml(error.to_string()))?;
        let met = document.root_element();
        let info = child(met, "info")?;
        let name = child(info, "name")?.text().unwrap_or_default().trim().to_owned();
        let description = child(info, "description").ok().and_then(|node| node.text()).unwrap_or_default();
        let description = description.trim().to_owned();
        let length = child(info, "length")?.text().unwrap_or_default().trim();
        let length = match length.parse() {
            Ok(length @ 1..=LONGEST) => length,
            // A formula's length is -1: report the formula rather than a wrong number.
            _ if is_formula(child(met, BEFORE)?) => return Err(TableError::Unsupported(BEFORE)),
            _ => return Err(TableError::Length(length.to_owned())),
        };
        let before = rows(child(met, BEFORE)?, BEFORE, length, length)?;
        let after = child(met, AFTER)?;
        if after.attribute("player").is_some_and(|player| player != "both") {
            return Err(TableError::Unsupported(AFTER));
        }
        let after = rows(after, AFTER, 1, length)?;
        Ok(Self { name, description, length, before, after })
    }
}

const BEFORE: &str = "pre-crawford-table";
const AFTER: &str = "post-crawford-table";

fn child<'a, 'b>(node: Node<'a, 'b>, name: &'static str) -> Result<Node<'a, 'b>, TableError> {
    node.children().find(|node| node.has_tag_name(name)).ok_or(TableError::Missing(name))
}

fn is_formula(table: Node<'_, '_>) -> bool {
    table.attribute("type").is_some_and(|kind| kind != "explicit")
}

/// Reads the first `count` rows of a table, `length` numbers of each; the rest is ignored.
fn rows(
    table: Node<'_, '_>,
    name: &'static str,
    count: usize,
    length: usize,
) -> Result<Vec<f32>, TableError> {
    if is_formula(table) {
        return Err(TableError::Unsupported(name));
    }
    let mut rows = table.children().filter(|node| node.has_tag_name("row"));
    let mut chances = Vec::with_capacity(count * length);
    for row in 1..=count {
        let before = chances.len();
        let cells =
            rows.next().into_iter().flat_map(|row| row.children()).filter(|node| node.has_tag_name("me"));
        for cell in cells.take(length) {
            chances.push(chance(cell.text().unwrap_or_default().trim())?);
        }
        let found = chances.len() - before;
        if found < length {
            return Err(TableError::Short { table: name, row, found, wanted: length });
        }
    }
    Ok(chances)
}

fn chance(text: &str) -> Result<f32, TableError> {
    match text.parse() {
        Ok(chance) if (0.0..=1.0).contains(&chance) => Ok(chance),
        _ => Err(TableError::Chance(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Stage;
    use super::*;

    #[test]
    fn the_embedded_table_is_that_of_kazaross() {
        let table = MatchEquity::kazaross();
        assert_eq!((table.length(), table.name()), (25, "Kazaross XG2 25 point MET"));
        assert_eq!(table.chance(1, 2, Stage::Before), Some(0.67736));
        assert_eq!(table.chance(2, 1, Stage::Before), Some(0.32264));
        assert_eq!(table.chance(2, 1, Stage::After), Some(0.48803));
        assert_eq!(table.chance(1, 2, Stage::After), Some(1.0 - 0.48803));
        assert_eq!(
            (table.chance(0, 5, Stage::Before), table.chance(5, 0, Stage::After)),
            (Some(1.0), Some(0.0))
        );
    }

    fn table(length: &str, before: &str, after: &str) -> Result<MatchEquity, TableError> {
        MatchEquity::from_xml(&format!(
            "<met><info><name>mine</name><length>{length}</length></info>\
             <pre-crawford-table>{before}</pre-crawford-table>\
             <post-crawford-table>{after}</post-crawford-table></met>"
        ))
    }

    #[test]
    fn what_a_table_lacks_is_named() {
        let row = |count| format!("<row>{}</row>", "<me>0.5</me>".repeat(count));
        let full = format!("{}{}", row(2), row(2));
        assert_eq!(table("2", &full, &row(2)).map(|table| table.length()), Ok(2));
        assert_eq!(
            table("2", &row(2), &row(2)),
            Err(TableError::Short { table: BEFORE, row: 2, found: 0, wanted: 2 })
        );
        assert_eq!(
            table("2", &full, &row(1)),
            Err(TableError::Short { table: AFTER, row: 1, found: 1, wanted: 2 })
        );
        assert_eq!(table("0", &full, &row(2)), Err(TableError::Length("0".to_owned())));
        assert_eq!(table("1", "<row><me>1.5</me></row>", &row(1)), Err(TableError::Chance("1.5".to_owned())));
        assert_eq!(MatchEquity::from_xml("<met/>"), Err(TableError::Missing("info")));
        assert!(matches!(MatchEquity::from_xml("match"), Err(TableError::Xml(_))));
    }
}
