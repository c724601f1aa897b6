//! The openings of games: the first roll, its play, and the reply.

use crate::board::{Board, Roll};
use crate::rules::{Play, Variant, for_each_play, resolve};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Opening plays and the replies to them, counted; the plays of each variant separately.
///
/// Two ways to write a play that lead to the same position are the same play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Openings(#[serde(with = "super::kept::pairs")] BTreeMap<Line, u64>);

/// The beginning of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Line {
    /// The place in [`Variant::ALL`].
    #[serde(deserialize_with = "variant")]
    variant: u8,
    opening: Turn,
    /// The turn after it, unless the cube was turned or the game stopped.
    reply: Option<Turn>,
}

/// A roll, by its place in [`Roll::ALL`], and its play, by the play's place among the legal ones as generated; `None`
/// if it wasn't played, or not legally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Turn {
    #[serde(deserialize_with = "roll")]
    roll: u8,
    play: Option<u16>,
}

/// The frequency of a roll, or of one play of a roll, and what followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The roll.
    pub roll: Roll,
    /// The number of times it was rolled.
    pub count: u64,
    /// Its plays, the most frequent first, without illegal ones.
    pub plays: Vec<PlayedBranch>,
}

/// The frequency of one play of a roll, and what followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedBranch {
    /// The board before it, from the mover's view.
    pub before: Board,
    /// The play; a dance if nothing moves.
    pub play: Play,
    /// The number of times it was made.
    pub count: u64,
    /// The opponent's next rolls, in the order of [`Roll::ALL`]; empty after a reply.
    pub replies: Vec<Branch>,
}

impl Line {
    /// Begins with an opening roll on a board from the mover's view. `None` if the board isn't the variant's starting
    /// position.
    pub(super) fn open(variant: Variant, board: &Board, roll: Roll, play: Option<&Play>) -> Option<Self> {
        let place = Variant::ALL.iter().position(|other| *other == variant)?;
        (variant.start().board() == *board).then(|| Self {
            variant: place as u8,
            opening: Turn::of(board, roll, play),
            reply: None,
        })
    }

    /// Adds the reply, on a board from the mover's view.
    pub(super) fn reply(&mut self, board: &Board, roll: Roll, play: Option<&Play>) {
        self.reply = Some(Turn::of(board, roll, play));
    }
}

impl Turn {
    fn of(board: &Board, roll: Roll, play: Option<&Play>) -> Self {
        Self { roll: roll.index() as u8, play: play.and_then(|play| place_of(board, roll, play)) }
    }

    fn roll(self) -> Roll {
        Roll::ALL[usize::from(self.roll)]
    }
}

/// Reads the place of a variant.
fn variant<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    below(from, Variant::ALL.len())
}

/// Reads the place of a roll.
fn roll<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    below(from, Roll::ALL.len())
}

fn below<'de, D: Deserializer<'de>>(from: D, end: usize) -> Result<u8, D::Error> {
    let place = u8::deserialize(from)?;
    if usize::from(place) < end { Ok(place) } else { Err(D::Error::custom(format!("{place} isn't a place"))) }
}

/// Returns the place of a play among the legal ones, by the position after it; a dance is the first.
fn place_of(board: &Board, roll: Roll, play: &Play) -> Option<u16> {
    if play.is_dance() {
        return Some(0);
    }
    let result = resolve::apply_legal(board, roll, play)?;
    let mut place = 0;
    let found = for_each_play(board, roll, |_, after| {
        if *after == result {
            return ControlFlow::Break(());
        }
        place += 1;
        ControlFlow::Continue(())
    });
    found.is_break().then_some(place)
}

/// Returns the play with a place among the legal ones, and the board after it.
fn play_at(board: &Board, roll: Roll, place: u16) -> (Play, Board) {
    let mut left = place;
    let found = for_each_play(board, roll, |play, after| {
        if left == 0 {
            return ControlFlow::Break((*play, *after));
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    match found {
        ControlFlow::Break(found) => found,
        ControlFlow::Continue(()) => (Play::DANCE, *board),
    }
}

impl Openings {
    /// Counts the beginning of a game.
    pub(super) fn add(&mut self, line: Line) {
        *self.0.entry(line).or_default() += 1;
    }

    /// Adds other counts.
    pub fn append(&mut self, other: &Self) {
        for (line, count) in &other.0 {
            *self.0.entry(*line).or_default() += count;
        }
    }

    /// Returns the variants that have openings, in the order of [`Variant::ALL`].
    #[must_use]
    pub fn variants(&self) -> Vec<Variant> {
        let mut places: Vec<u8> = self.0.keys().map(|line| line.variant).collect();
        places.dedup();
        places.into_iter().map(|place| Variant::ALL[usize::from(place)]).collect()
    }

    /// Returns the openings of a variant as a tree: rolls in the order of [`Roll::ALL`], the plays of each, the most
    /// frequent first, and the replies to each in the same order.
    #[must_use]
    pub fn tree(&self, variant: Variant) -> Vec<Branch> {
        let lines: Vec<(Turn, Option<Turn>, u64)> = self
            .0
            .iter()
            .filter(|(line, _)| Variant::ALL[usize::from(line.variant)] == variant)
            .map(|(line, &count)| (line.opening, line.reply, count))
            .collect();
        branches(&variant.start().board(), &lines)
    }
}

/// Groups turns by roll and play; what follows them becomes their replies.
fn branches(board: &Board, lines: &[(Turn, Option<Turn>, u64)]) -> Vec<Branch> {
    // The lines are sorted by their turns: equal ones stand together.
    let by_roll = lines.chunk_by(|(a, ..), (b, ..)| a.roll == b.roll);
    by_roll
        .map(|lines| {
            let roll = lines[0].0.roll();
            let mut plays: Vec<PlayedBranch> = lines
                .chunk_by(|(a, ..), (b, ..)| a == b)
                .filter_map(|lines| {
                    let (play, after) = play_at(board, roll, lines[0].0.play?);
                    let answered: Vec<(Turn, Option<Turn>, u64)> =
                        lines.iter().filter_map(|&(_, reply, count)| Some((reply?, None, count))).collect();
                    Some(PlayedBranch {
                        before: *board,
                        play,
                        count: count(lines),
                        replies: branches(&after.flip(), &answered),
                    })
                })
                .collect();
            // The sort is stable: plays that are equally frequent stay in the order of the generator.
            plays.sort_by_key(|play| std::cmp::Reverse(play.count));
            Branch { roll, count: count(lines), plays }
        })
        .collect()
}

fn count(lines: &[(Turn, Option<Turn>, u64)]) -> u64 {
    lines.iter().map(|&(_, _, count)| count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(board: &Board, roll: Roll, text: &str) -> Play {
        Play::parse(board, roll, text).expect("a legal play")
    }

    #[test]
    fn openings_become_a_tree_with_the_most_frequent_play_first() {
        let mut openings = Openings::default();
        let (r31, r64, r11) = (roll("31"), roll("64"), roll("11"));
        let line = |roll, text: &str| {
            let play = play(&Board::START, roll, text);
            Line::open(Variant::Standard, &Board::START, roll, Some(&play)).expect("the start")
        };
        // One checker from the 24- to the 14-point, either way; the position is the same.
        for text in ["24/14", "24/20 20/14", "24/18 18/14"] {
            openings.add(line(r64, text));
        }
        openings.add(line(r64, "8/2 6/2"));
        let mut answered = line(r31, "8/5 6/5");
        let behind = play_at(&Board::START, r31, answered.opening.play.expect("legal")).1.flip();
        answered.reply(&behind, r11, Some(&play(&behind, r11, "8/7 8/7 6/5 6/5")));
        openings.add(answered);
        openings.add(Line::open(Variant::Standard, &Board::START, r31, None).expect("the start"));

        assert_eq!(openings.variants(), [Variant::Standard]);
        let tree = openings.tree(Variant::Standard);
        let counts: Vec<(String, u64, Vec<u64>)> = tree
            .iter()
            .map(|branch| {
                (branch.roll.to_string(), branch.count, branch.plays.iter().map(|play| play.count).collect())
            })
            .collect();
        assert_eq!(counts, [("31".into(), 2, vec![1]), ("64".into(), 4, vec![3, 1])]);
        let reply = &tree[0].plays[0].replies;
        assert_eq!((reply[0].roll, reply[0].count, reply[0].plays[0].count), (r11, 1, 1));
        assert_eq!(reply[0].plays[0].before, behind);
        assert!(reply[0].plays[0].replies.is_empty());

        let mut twice = openings.clone();
        twice.append(&openings);
        assert_eq!(twice.tree(Variant::Standard)[1].count, 8);
    }

    #[test]
    fn what_does_not_begin_at_the_start_is_no_opening() {
        let board = Variant::Nackgammon.start().board();
        assert_eq!(Line::open(Variant::Standard, &board, roll("31"), None), None);
    }

    fn roll(text: &str) -> Roll {
        text.parse().expect("a roll")
    }
}
