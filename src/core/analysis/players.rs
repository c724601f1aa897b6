//! The players of an archive: which names are one player's.

use crate::game::record::folded;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Decides which names are one player's: those that differ only in case and in the number of blanks, and those on one
/// line of a list.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::analysis::Players;
///
/// let players = Players::parse("# club\nAnn Smith = asmith | \"A. Smith\"\n")?;
/// assert!(players.are_one("ASMITH", "ann  smith"));
/// assert!(!players.are_one("asmith", "bob"));
/// # Ok::<(), barpoint::analysis::PlayersError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Players {
    /// The name of each listed spelling, by its key.
    listed: BTreeMap<String, Listed>,
}

/// A spelling on the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Listed {
    name: String,
    line: usize,
}

/// A mistake in a list of players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct PlayersError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

/// A player with all spellings of the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name on the list, else the spelling with the most games.
    pub name: String,
    /// The spellings that occur, sorted.
    pub spellings: Vec<String>,
}

/// The names of an archive, taken together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Together {
    /// The players whose names occur in several spellings, or only in another one than on the list.
    pub players: Vec<Player>,
    /// Spellings that would be one player's, but two of them played each other: each stays a player.
    pub apart: Vec<Vec<String>>,
}

impl Players {
    /// Reads a list: a player on a line, `NAME = SPELLING | SPELLING`. Lines that begin with `#` are comments. A name that
    /// contains `=`, `|` or `"`, or begins with `#`, stands in double quotes; a double quote in it is doubled.
    ///
    /// # Errors
    ///
    /// The first mistake with its place: a name is missing, a quote isn't closed, or a spelling is on two lines.
    pub fn parse(text: &str) -> Result<Self, PlayersError> {
        let mut listed = BTreeMap::<String, Listed>::new();
        for (line, written) in (1..).zip(text.lines()) {
            if written.trim().is_empty() || written.trim_start().starts_with('#') {
                continue;
            }
            let error = |(column, message)| PlayersError { line, column, message };
            let cells = cells(written).map_err(error)?;
            let name = cells[0].1.clone();
            for (column, spelling) in cells {
                let new = Listed { name: name.clone(), line };
                if let Some(known) = listed.insert(folded(&spelling), new).filter(|known| known.line != line)
                {
                    return Err(error((column, format!("`{spelling}` is on line {} already", known.line))));
                }
            }
        }
        Ok(Self { listed })
    }

    /// Returns a text that is the same for all names of a player.
    #[must_use]
    pub fn key(&self, name: &str) -> String {
        let key = folded(name);
        self.listed.get(&key).map_or(key, |listed| folded(&listed.name))
    }

    /// Returns `true` if two names are one player's.
    #[must_use]
    pub fn are_one(&self, one: &str, other: &str) -> bool {
        self.key(one) == self.key(other)
    }

    /// Takes names together, each with its number of games. `met` has the keys of names of which two spellings played each
    /// other: nobody plays against himself.
    #[must_use]
    pub fn together<'a>(
        &self,
        names: impl IntoIterator<Item = (&'a str, u64)>,
        met: &BTreeSet<String>,
    ) -> Together {
        let mut groups = BTreeMap::<String, Vec<(&str, u64)>>::new();
        for (name, games) in names {
            groups.entry(self.key(name)).or_default().push((name, games));
        }
        let mut together = Together::default();
        for (key, mut spellings) in groups {
            spellings.sort_unstable();
            let all = || spellings.iter().map(|(name, _)| (*name).to_owned()).collect();
            let listed = self.listed.get(&key).map(|listed| listed.name.as_str());
            let is_one = spellings.len() == 1;
            if is_one && listed.is_none_or(|name| name == spellings[0].0) {
                continue;
            }
            if met.contains(&key) {
                together.apart.push(all());
                continue;
            }
            // Of several with as many games, the first in the order of names.
            let most = spellings.iter().rev().max_by_key(|(_, games)| *games).map_or("", |(name, _)| name);
            together.players.push(Player { name: listed.unwrap_or(most).to_owned(), spellings: all() });
        }
        together
    }
}

impl fmt::Display for Player {
    /// Writes `Ann Smith (asmith, A. Smith)`: the name and its other spellings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others: Vec<&str> =
            self.spellings.iter().map(String::as_str).filter(|name| *name != self.name).collect();
        write!(f, "{} ({})", self.name, others.join(", "))
    }
}

/// Divides a line into its names, each with its column; never empty.
fn cells(line: &str) -> Result<Vec<(usize, String)>, (usize, String)> {
    let mut cells = Vec::new();
    let mut cell = String::new();
    let (mut start, mut is_quoted) = (None, false);
    let mut letters = (1..).zip(line.chars()).peekable();
    let end = line.chars().count() + 1;
    loop {
        let next = letters.next();
        match next {
            None | Some((_, '=' | '|')) => {
                let column = next.map_or(end, |(column, _)| column);
                let divider = if cells.is_empty() { '=' } else { '|' };
                if next.is_some_and(|(_, letter)| letter != divider) {
                    let message = format!(
                        "expected `{divider}`; put a name that contains {} in double quotes",
                        if divider == '=' { "`|`" } else { "`=`" }
                    );
                    return Err((column, message));
                }
                let name = std::mem::take(&mut cell).trim().to_owned();
                if folded(&name).is_empty() {
                    return Err((start.unwrap_or(column), "a name is missing".to_owned()));
                }
                cells.push((start.take().unwrap_or(column), name));
                is_quoted = false;
                if next.is_none() {
                    return Ok(cells);
                }
            }
            Some((column, '"')) if start.is_none() => {
                (start, is_quoted) = (Some(column), true);
                loop {
                    match letters.next() {
                        None => return Err((column, "the quote isn't closed".to_owned())),
                        Some((_, '"')) if letters.next_if(|(_, next)| *next == '"').is_none() => break,
                        Some((_, letter)) => cell.push(letter),
                    }
                }
            }
            Some((column, letter)) if is_quoted && !letter.is_whitespace() => {
                return Err((column, "expected `=`, `|` or the end of the line after the quote".to_owned()));
            }
            Some((column, letter)) => {
                if !letter.is_whitespace() {
                    start = start.or(Some(column));
                }
                if !is_quoted {
                    cell.push(letter);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Players::parse(text).expect_err("a mistake").to_string()
    }

    #[test]
    fn names_of_a_line_are_one_whatever_their_case_and_blanks() {
        let list = "# club\n\n  Ann Smith = asmith|A. Smith | \"a=b\"\nBob\n\"#1 | \"\"x\"\"\" = one\n";
        let players = Players::parse(list).expect("a list");
        for name in ["ann smith", "ANN  SMITH", "asmith", "a. smith", "A=B"] {
            assert!(players.are_one(name, "Ann Smith"), "{name}");
        }
        assert!(players.are_one("#1 | \"X\"", "ONE") && players.are_one("bob", "Bob"));
        assert!(!players.are_one("Bob", "Ann Smith"));
        assert!(Players::default().are_one("Zoë", "ZOË"));
    }

    #[test]
    fn a_mistake_has_its_place() {
        assert_eq!(error("Ann = ann\nBob = "), "2:7: a name is missing");
        assert_eq!(error(" = ann"), "1:2: a name is missing");
        assert_eq!(error("Ann = a || b"), "1:10: a name is missing");
        assert_eq!(error("Ann = \"\" | b"), "1:7: a name is missing");
        assert_eq!(error("Ann = \"b"), "1:7: the quote isn't closed");
        assert_eq!(error("Ann = \"b\" c"), "1:11: expected `=`, `|` or the end of the line after the quote");
        assert_eq!(error("Zoë | b"), "1:5: expected `=`; put a name that contains `|` in double quotes");
        assert_eq!(error("Ann = b = c"), "1:9: expected `|`; put a name that contains `=` in double quotes");
        assert_eq!(error("Ann = a\nBob = A"), "2:7: `A` is on line 1 already");
    }

    #[test]
    fn the_spelling_with_the_most_games_is_the_name() {
        let names = [("Ann", 2), ("ANN", 5), ("ann", 5), ("Bob", 1), ("Cy", 1), ("cy", 1), ("eve", 1)];
        let players = Players::parse("Eve Jones = eve").expect("a list");
        let met = BTreeSet::from(["cy".to_owned()]);
        let together = players.together(names, &met);
        let words: Vec<String> = together.players.iter().map(ToString::to_string).collect();
        assert_eq!(words, ["ANN (Ann, ann)", "Eve Jones (eve)"]);
        assert_eq!(together.apart, [["Cy", "cy"]]);
    }
}
