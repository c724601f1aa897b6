//! GNU Backgammon's files of match equity tables: XML with a table for the scores before the Crawford game,
//! and one, for both players, for those after it. The trailer is at most `length` - 1 points away after the
//! Crawford game, so the last number of that table may be missing. Tables that contain the parameters of a
//! formula instead of numbers, and tables that treat the players differently, aren't read.

use super::{LONGEST, MatchEquity, extend};
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
    /// It holds the parameters of a formula.
    #[error(
        "<{table}> of the match equity table has a formula, `{kind}`; only tables of numbers can be used"
    )]
    Formula {
        /// The table.
        table: &'static str,
        /// The name of the formula.
        kind: String,
    },
    /// It has a table for each player.
    #[error(
        "the match equity table has a <{0}> for player {1} alone; only tables that hold for both players can be used"
    )]
    OnePlayer(&'static str, String),
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
    /// A value isn't a probability from 0 to 1.
    #[error("`{0}` in the match equity table isn't a probability from 0 to 1")]
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
        let Ok(length @ 1..=LONGEST) = length.parse() else {
            // A formula's length is -1: report the formula rather than a wrong number.
            is_of_numbers(child(met, BEFORE)?, BEFORE)?;
            return Err(TableError::Length(length.to_owned()));
        };
        let before = rows(child(met, BEFORE)?, BEFORE, length, (length, length))?;
        let after = child(met, AFTER)?;
        if let Some(player) = after.attribute("player").filter(|&player| player != "both") {
            return Err(TableError::OnePlayer(AFTER, player.to_owned()));
        }
        let after = extend::continued(rows(after, AFTER, 1, (length - 1, length))?, length);
        Ok(Self { name, description, length, before, after })
    }
}

const BEFORE: &str = "pre-crawford-table";
const AFTER: &str = "post-crawford-table";

fn child<'a, 'b>(node: Node<'a, 'b>, name: &'static str) -> Result<Node<'a, 'b>, TableError> {
    node.children().find(|node| node.has_tag_name(name)).ok_or(TableError::Missing(name))
}

fn is_of_numbers(table: Node<'_, '_>, name: &'static str) -> Result<(), TableError> {
    match table.attribute("type").filter(|&kind| kind != "explicit") {
        None => Ok(()),
        Some(kind) => Err(TableError::Formula { table: name, kind: kind.to_owned() }),
    }
}

/// Reads the first `count` rows of a table, `most` numbers of each but `least` at the least; the rest is ignored.
fn rows(
    table: Node<'_, '_>,
    name: &'static str,
    count: usize,
    (least, most): (usize, usize),
) -> Result<Vec<f32>, TableError> {
    is_of_numbers(table, name)?;
    let mut rows = table.children().filter(|node| node.has_tag_name("row"));
    let mut chances = Vec::with_capacity(count * most);
    for row in 1..=count {
        let before = chances.len();
        let cells =
            rows.next().into_iter().flat_map(|row| row.children()).filter(|node| node.has_tag_name("me"));
        for cell in cells.take(most) {
            chances.push(chance(cell.text().unwrap_or_default().trim())?);
        }
        let found = chances.len() - before;
        if found < least {
            return Err(TableError::Short { table: name, row, found, wanted: least });
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
        let three = row(3).repeat(3);
        assert_eq!(
            table("3", &three, &row(1)),
            Err(TableError::Short { table: AFTER, row: 1, found: 1, wanted: 2 })
        );
        assert_eq!(table("0", &full, &row(2)), Err(TableError::Length("0".to_owned())));
        assert_eq!(table("1", "<row><me>1.5</me></row>", &row(1)), Err(TableError::Chance("1.5".to_owned())));
        assert_eq!(MatchEquity::from_xml("<met/>"), Err(TableError::Missing("info")));
        assert!(matches!(MatchEquity::from_xml("match"), Err(TableError::Xml(_))));
    }

    #[test]
    fn the_last_number_after_the_crawford_game_may_be_missing() {
        let row = |count| format!("<row>{}</row>", "<me>0.4</me>".repeat(count));
        let found = table("3", &row(3).repeat(3), &row(2)).expect("a table");
        // The trailer, 3-away, wins the next game with a doubled cube and is 1-away, or has won with a gammon.
        assert_eq!(found.chance(2, 1, Stage::After), Some(0.4));
        let chance = found.chance(3, 1, Stage::After).expect("a score");
        assert!((chance - 0.5 * (0.75 * 0.4 + 0.25)).abs() < 1e-6, "{chance}");
    }

    #[test]
    fn tables_of_formulas_and_of_one_player_are_named() {
        let numbers = "<row><me>0.5</me></row>";
        let with = |length: &str, before: &str, after: &str| {
            MatchEquity::from_xml(&format!(
                "<met><info><name>x</name><length>{length}</length></info>\
                 <pre-crawford-table {before}>{numbers}</pre-crawford-table>\
                 <post-crawford-table {after}>{numbers}</post-crawford-table></met>"
            ))
            .map_err(|error| error.to_string())
        };
        assert_eq!(
            with("-1", "type='mec'", "type='mec' player='both'"),
            Err("<pre-crawford-table> of the match equity table has a formula, `mec`; only tables of numbers can be used"
                .to_owned())
        );
        assert_eq!(
            with("1", "type='explicit'", "type='explicit' player='0'"),
            Err("the match equity table has a <post-crawford-table> for player 0 alone; \
                 only tables that hold for both players can be used"
                .to_owned())
        );
    }
}
