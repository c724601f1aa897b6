//! The index of a folder of reports.

use crate::analysis::skill::{Performance, Share};
use crate::analysis::{Players, Together};
use crate::board::Side;
use crate::diag::{file_name_bytes, percent_encoded};
use crate::game::record::date;
use crate::output::stats::{NO_NAME, sentences};
use askama::Template;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A match in the index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The path of its page from the folder of the index, with `/` between folders.
    pub page: String,
    /// The players, the left one first; empty for one without a name.
    pub players: [String; 2],
    /// The date as the record has it; empty if it has none.
    pub date: String,
    /// The kind of match: `7 point match`.
    pub kind: String,
    /// The score after it: `7-3`.
    pub score: String,
    /// Both players' PR, if the match is analysed.
    pub rates: [Option<f64>; 2],
    /// The number of findings.
    pub findings: usize,
    /// What is known of the match for the table of players.
    #[serde(default)]
    pub played: Played,
}

/// What a match adds to the table of players.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// What is the same for the same match in any format, and the player (0 or 1) who made the first play in it. `None` if the
    /// match is too short to be compared.
    pub identity: Option<(String, usize)>,
    /// The number of games.
    pub games: u64,
    /// The player who won the match.
    pub winner: Option<usize>,
    /// The decisions of each player that count for the PR.
    pub decisions: [u64; 2],
    /// Their loss, in normalised equity.
    pub lost: [f64; 2],
}

/// A player in the index.
#[derive(Clone, Debug, Default, PartialEq)]
struct Player {
    name: String,
    matches: u64,
    won: u64,
    lost: u64,
    plays: Share,
}

impl Player {
    /// Returns the PR of all matches in words.
    fn rating(&self) -> String {
        let all = Performance { plays: self.plays, ..Performance::default() };
        all.rating().map_or_else(|| "–".to_owned(), |rate| format!("{rate:.2}"))
    }
}

/// Each match once. An analysis is that of the first record that has one.
fn once(entries: &[Entry]) -> Vec<Entry> {
    let mut counted: Vec<Entry> = Vec::new();
    let mut known = HashMap::<&str, usize>::new();
    for entry in entries {
        let Some((identity, first)) = &entry.played.identity else {
            counted.push(entry.clone());
            continue;
        };
        let Some(at) = known.get(identity.as_str()) else {
            known.insert(identity, counted.len());
            counted.push(entry.clone());
            continue;
        };
        let played = &mut counted[*at].played;
        if played.decisions == [0; 2] {
            (played.decisions, played.lost) = (entry.played.decisions, entry.played.lost);
            // The players may have changed columns.
            if played.identity.as_ref().is_some_and(|(_, own)| own != first) {
                played.decisions.reverse();
                played.lost.reverse();
            }
        }
    }
    counted
}

/// Returns the names of all entries that are taken together.
fn together(entries: &[Entry], players: &Players) -> Together {
    let mut games = BTreeMap::<&str, u64>::new();
    let mut met = BTreeSet::new();
    for entry in entries {
        for name in &entry.players {
            *games.entry(name).or_default() += entry.played.games;
        }
        let [one, other] = &entry.players;
        if one != other && players.are_one(one, other) {
            met.insert(players.key(one));
        }
    }
    players.together(games, &met)
}

/// Returns the name of the player for each spelling.
fn spellings(together: &Together) -> HashMap<&str, &str> {
    let of = together.players.iter();
    of.flat_map(|player| player.spellings.iter().map(|spelling| (&**spelling, &*player.name))).collect()
}

/// Returns the players, those with the most matches first. `names` has the name of each spelling that is taken together with
/// others.
fn table(entries: &[Entry], names: &HashMap<&str, &str>) -> Vec<Player> {
    let mut players = BTreeMap::<&str, Player>::new();
    for entry in entries {
        let Played { winner, decisions, lost, .. } = &entry.played;
        for side in 0..2 {
            let name = shown(&entry.players[side], names);
            let player = players.entry(name).or_default();
            name.clone_into(&mut player.name);
            player.plays.count += decisions[side];
            player.plays.lost += lost[side];
            // Two players of one name have played one match.
            if side == 1 && name == shown(&entry.players[0], names) {
                continue;
            }
            player.matches += 1;
            match winner {
                Some(winner) if *winner == side => player.won += 1,
                Some(_) => player.lost += 1,
                None => {}
            }
        }
    }
    let mut players: Vec<Player> = players.into_values().collect();
    // The sort is stable: players with equal numbers of matches stay in order of their names.
    players.sort_by_key(|player| Reverse(player.matches));
    players
}

/// Returns the name under which a player is shown.
fn shown<'a>(name: &'a str, names: &HashMap<&str, &'a str>) -> &'a str {
    names.get(name).copied().unwrap_or(name)
}

impl Entry {
    /// Returns both players' PR in words: `4.25 / 7.81`.
    fn rates(&self) -> String {
        let rate = |rate: Option<f64>| rate.map_or_else(|| "–".to_owned(), |rate| format!("{rate:.2}"));
        match self.rates {
            [None, None] => String::new(),
            [one, two] => format!("{} / {}", rate(one), rate(two)),
        }
    }

    /// Returns the link to its page.
    fn href(&self) -> String {
        href(&self.page)
    }
}

/// Writes the index as a page: a row for each match, and one for each player. `names` decides which names are one player's.
#[must_use]
pub fn html(title: &str, words: &str, entries: &[Entry], names: &Players) -> String {
    let counted = once(entries);
    let together = together(&counted, names);
    let names = spellings(&together);
    let mut players = table(&counted, &names);
    for player in players.iter_mut().filter(|player| player.name.is_empty()) {
        NO_NAME.clone_into(&mut player.name);
    }
    let row = |entry: &'_ Entry| {
        let name = |side: Side| match shown(&entry.players[side.index()], &names) {
            "" => side.to_string(),
            name => name.to_owned(),
        };
        let players = Side::ALL.map(name);
        // What isn't a date stays as it is written.
        let date = date(&entry.date).unwrap_or_else(|| entry.date.clone());
        Entry { players, date, ..entry.clone() }
    };
    let rows = entries.iter().map(row).collect();
    let page = Page { title, words, rows, players, sentences: sentences(&together) };
    crate::output::rendered(&page)
}

/// Encodes a path for a link.
fn href(path: &str) -> String {
    percent_encoded(file_name_bytes(path))
}

#[derive(Template)]
#[template(path = "index.html")]
struct Page<'a> {
    title: &'a str,
    words: &'a str,
    rows: Vec<Entry>,
    players: Vec<Player>,
    sentences: Vec<String>,
}

impl Page<'_> {
    /// Returns `true` if the table of players is open at first: it doesn't hide the matches.
    fn is_short(&self) -> bool {
        self.players.len() <= SHORT
    }
}

/// The most players of a table that is open at first.
const SHORT: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_files_with_any_name() {
        assert_eq!(href("a/b c#1?.html"), "a/b%20c%231%3F.html");
        assert_eq!(href("Zoë.html"), "Zo%C3%AB.html");
        assert_eq!(href("a%FF.html"), "a%FF.html");
        assert_eq!(href("a%25FF.html"), "a%25FF.html");
    }

    #[test]
    fn names_are_text_and_a_player_without_decisions_has_a_dash() {
        let entry = Entry {
            page: "a.html".to_owned(),
            players: ["<b>Ann".to_owned(), "Bob".to_owned()],
            rates: [Some(4.25), None],
            ..Entry::default()
        };
        let page = html("Club", "1 match", &[entry], &Players::default());
        assert!(
            page.contains("<bdi>&#60;b&#62;Ann</bdi> – <bdi>Bob</bdi>") && page.contains("4.25 / –"),
            "{page}"
        );
    }

    #[test]
    fn players_without_a_name_are_shown_by_their_side_and_counted_by_themselves() {
        let entries =
            [entry(["", "Ann"], 0, [1, 1], [0.0, 0.0]), entry(["player 0", "Ann"], 0, [1, 1], [0.0, 0.0])];
        let page = html("Club", "2 matches", &entries, &Players::default());
        assert!(page.contains("<bdi>player 0</bdi> – <bdi>Ann</bdi>"), "{page}");
        assert!(page.contains("<td>(no name)</td>") && page.contains("<td>player 0</td>"), "{page}");
    }

    #[test]
    fn dates_have_one_form_whatever_the_record_writes() {
        let dated = ["2026.03.01", "2026/4", "2026-05-01", "1st of June"]
            .map(|date| Entry { date: date.to_owned(), ..Entry::default() });
        let page = html("Club", "4 matches", &dated, &Players::default());
        for date in ["2026-03-01", "2026-04", "2026-05-01", "1st of June"] {
            assert!(page.contains(&format!("<td data-head=\"date\">{date}</td>")), "{date}: {page}");
        }
    }

    fn entry(players: [&str; 2], winner: usize, decisions: [u64; 2], lost: [f64; 2]) -> Entry {
        let played = Played { identity: None, games: 1, winner: Some(winner), decisions, lost };
        Entry { players: players.map(str::to_owned), played, ..Entry::default() }
    }

    /// Returns the table of players: name, matches, won, lost, PR.
    fn players(entries: &[Entry], players: &Players) -> Vec<(String, u64, u64, u64, String)> {
        let counted = once(entries);
        let together = together(&counted, players);
        let row = |player: Player| {
            let rating = player.rating();
            (player.name, player.matches, player.won, player.lost, rating)
        };
        table(&counted, &spellings(&together)).into_iter().map(row).collect()
    }

    #[test]
    fn a_player_has_one_row_under_all_names_with_the_pr_of_all_decisions() {
        let entries = [
            entry(["Ann", "Bob"], 0, [10, 30], [0.1, 0.6]),
            entry(["bob", "ann"], 0, [10, 30], [0.2, 0.3]),
            entry(["asmith", "Cy"], 1, [0, 0], [0.0, 0.0]),
        ];
        let list = Players::parse("Ann = asmith").expect("a list");
        let row = |name: &str, matches, won, lost, rating: &str| {
            (name.to_owned(), matches, won, lost, rating.to_owned())
        };
        // 500 * 0.4 / 40 and 500 * 0.8 / 40.
        let (ann, bob, cy) =
            (row("Ann", 3, 1, 2, "5.00"), row("Bob", 2, 1, 1, "10.00"), row("Cy", 1, 1, 0, "–"));
        assert_eq!(players(&entries, &list), [ann, bob.clone(), cy.clone()]);
        let (ann, asmith) = (row("Ann", 2, 1, 1, "5.00"), row("asmith", 1, 0, 1, "–"));
        assert_eq!(players(&entries, &Players::default()), [ann, bob, cy, asmith]);
        let page = html("Club", "3 matches", &entries, &list);
        assert!(page.contains("<p>Taken as one player: Ann (ann, asmith); Bob (bob).</p>"), "{page}");
        assert!(
            page.contains("<bdi>Bob</bdi> – <bdi>Ann</bdi></a>")
                && page.contains("<bdi>Ann</bdi> – <bdi>Cy</bdi></a>"),
            "{page}"
        );
    }

    #[test]
    fn a_match_in_two_files_counts_once_with_the_analysis_of_either() {
        let mut plain = entry(["Ann", "Bob"], 0, [0, 0], [0.0, 0.0]);
        plain.played.identity = Some(("x".to_owned(), 0));
        // In this record the columns are exchanged.
        let mut analysed = entry(["Robert", "Ann"], 1, [10, 20], [0.2, 0.1]);
        analysed.played.identity = Some(("x".to_owned(), 1));
        let rows = players(&[plain, analysed.clone(), analysed], &Players::default());
        let row = |name: &str, won, rating: &str| (name.to_owned(), 1, won, 1 - won, rating.to_owned());
        assert_eq!(rows, [row("Ann", 1, "2.50"), row("Bob", 0, "10.00")]);
    }

    #[test]
    fn names_that_played_each_other_have_a_row_each() {
        let rows = players(&[entry(["Ann", "ann"], 0, [1, 1], [0.0, 0.0])], &Players::default());
        assert_eq!(rows.iter().map(|row| &*row.0).collect::<Vec<_>>(), ["Ann", "ann"]);
    }
}
