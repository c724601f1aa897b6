//! Match equity: the chance to win a match at a score, and the values of a game's outcomes there.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::met::{MatchEquity, Stage};
//!
//! let table = MatchEquity::kazaross();
//! assert_eq!(table.chance(3, 3, Stage::Before), Some(0.5));
//! assert!(table.chance(1, 2, Stage::Before) > Some(0.6), "the next game is the Crawford game");
//! ```

mod extend;
mod first;
mod terms;
mod xml;

pub use first::Parameters;
pub use terms::Terms;
pub use xml::TableError;

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The longest match that is evaluated, in points.
pub const LONGEST: usize = 64;

/// The error for a score at which a player needs more than [`LONGEST`] points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{UNKNOWN_SCORE}")]
pub struct UnknownScore;

/// Its message.
#[doc(hidden)]
pub const UNKNOWN_SCORE: &str = "a player needs more than 64 points: no match equity table goes that far";

/// Whether the Crawford game has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Not yet: if a player is 1-away, the next game is the Crawford game.
    Before,
    /// Yes: one of the players is 1-away, and the cube is in use again.
    After,
}

/// The chances to win a match at every score, before the game at that score begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct MatchEquity {
    name: String,
    description: String,
    length: usize,
    /// For each number of points that the player is away, 1 first, a row of the chances for each
    /// number that the opponent is away.
    before: Vec<f32>,
    /// The chances of a player who is this many points away, 1 first, from an opponent 1-away.
    after: Vec<f32>,
}

/// A table that is read, before its numbers are checked.
#[derive(Deserialize)]
struct Unchecked {
    name: String,
    description: String,
    length: usize,
    before: Vec<f32>,
    after: Vec<f32>,
}

impl TryFrom<Unchecked> for MatchEquity {
    type Error = String;

    fn try_from(read: Unchecked) -> Result<Self, String> {
        let Unchecked { name, description, length, before, after } = read;
        if !(1..=LONGEST).contains(&length) {
            return Err(TableError::Length(length.to_string()).to_string());
        }
        if before.len() != length * length || after.len() != length {
            return Err(format!(
                "the match equity table has the wrong number of entries for its length, {length}"
            ));
        }
        match before.iter().chain(&after).find(|chance| !(0.0..=1.0).contains(*chance)) {
            Some(wrong) => Err(TableError::Chance(wrong.to_string()).to_string()),
            None => Ok(Self { name, description, length, before, after }),
        }
    }
}

/// Neil Kazaross's table of 2011, as GNU Backgammon distributes it. The file contains its notice.
const KAZAROSS_XG2: &str = include_str!("kazaross-xg2.xml");

impl MatchEquity {
    /// Returns the embedded table: Kazaross-XG2, up to 25 points.
    ///
    /// # Panics
    ///
    /// Never: a test reads the embedded table.
    #[must_use]
    pub fn kazaross() -> Self {
        Self::from_xml(KAZAROSS_XG2).expect("the embedded table, which a test reads")
    }

    /// Returns the table for a score at which a player needs this many points: Kazaross-XG2 where it is large
    /// enough, else one from first principles, up to 64.
    #[must_use]
    pub fn reaching(points: usize) -> &'static Self {
        static KAZAROSS: LazyLock<MatchEquity> = LazyLock::new(MatchEquity::kazaross);
        static LONG: LazyLock<MatchEquity> =
            LazyLock::new(|| MatchEquity::first_principles(LONGEST, Parameters::default()));
        if points > KAZAROSS.length { &LONG } else { &KAZAROSS }
    }

    /// Returns this table if it contains a score at which a player needs this many points, otherwise the program's.
    #[must_use]
    pub(crate) fn at(table: Option<&Self>, points: usize) -> &Self {
        table.filter(|table| points <= table.length).unwrap_or_else(|| Self::reaching(points))
    }

    /// Returns the table with the sides exchanged: the chance of a player is 1 less that of the opponent at
    /// the mirrored score. Tables that treat both sides the same don't change.
    #[must_use]
    pub fn inverted(&self) -> Self {
        let length = self.length;
        let at = |place: usize| (place / length, place % length);
        let before =
            (0..length * length).map(at).map(|(away, opponent)| 1.0 - self.before[opponent * length + away]);
        Self { before: before.collect(), ..self.clone() }
    }

    /// Returns the name of the table.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the table's description of itself, which may be empty.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the largest number of points away in the table.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.length
    }

    /// Returns the match winning chance of a player who is `away` points away, with the opponent `opponent`
    /// points away; 0 points away has won. `None` if the table doesn't reach that far, if both have won, or
    /// if neither player is 1-away after the Crawford game.
    #[must_use]
    pub fn chance(&self, away: usize, opponent: usize, stage: Stage) -> Option<f32> {
        match (away, opponent) {
            (0, 0) => None,
            (0, _) => Some(1.0),
            (_, 0) => Some(0.0),
            _ if away.max(opponent) > self.length => None,
            _ => match stage {
                Stage::Before => Some(self.before[(away - 1) * self.length + opponent - 1]),
                Stage::After if opponent == 1 => Some(self.after[away - 1]),
                Stage::After if away == 1 => Some(1.0 - self.after[opponent - 1]),
                Stage::After => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_again_only_with_the_numbers_of_its_length() {
        let table = MatchEquity::kazaross();
        let written = serde_json::to_value(&table).expect("JSON");
        let read =
            |written| serde_json::from_value::<MatchEquity>(written).map_err(|error| error.to_string());
        assert_eq!(read(written.clone()), Ok(table));
        let with = |key: &str, value: serde_json::Value| {
            let mut written = written.clone();
            written[key] = value;
            read(written).expect_err("a wrong table")
        };
        assert!(with("length", 0.into()).contains("length is `0`"));
        assert!(with("length", 5.into()).contains("has the wrong number of entries for its length, 5"));
        assert!(with("after", serde_json::Value::Array(Vec::new())).contains("for its length, 25"));
        assert!(with("after", vec![1.5; 25].into()).contains("`1.5`"));
    }
}
