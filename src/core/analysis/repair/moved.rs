//! Readings of entries in the wrong place: in the other player's column from some row on, or a turn too early or too
//! late.

use super::actions::Action;
use super::reading::{Class, Reading};
use crate::formats::changes::Change;
use crate::game::record::{Entry, Written};

/// The most entries in the wrong column that are tried, apart from all up to the end of the game.
const LONGEST: usize = 8;
/// The most turns by which a cube action may be too early or too late.
const FARTHEST: usize = 2;

impl Action<'_, '_> {
    /// Returns the entries that aren't empty cells, in order.
    pub(super) fn solid(&self) -> Vec<usize> {
        let is_solid = |index: &usize| self.entries[*index].written != Written::Empty;
        (0..self.entries.len()).filter(is_solid).collect()
    }

    /// Returns readings in which the entries from this one on are in the other player's column.
    pub(super) fn shifted(&self) -> Vec<Reading> {
        let is_result = |entry: &Entry| {
            matches!(entry.written, Written::Wins { .. } | Written::Losses { .. } | Written::Drawn)
        };
        let end = self.entries.iter().position(is_result).unwrap_or(self.entries.len());
        let solid: Vec<usize> =
            self.solid().into_iter().filter(|at| (self.index..end).contains(at)).collect();
        let lens = (2..=LONGEST).filter(|len| *len < solid.len()).chain([solid.len()]).filter(|len| *len > 1);
        let reading = |len: usize| {
            let last = solid[len - 1];
            let is_rest = len == solid.len();
            let message = if is_rest {
                "swap the players' columns from here to the end of the game".to_owned()
            } else {
                format!("swap the columns of the {len} entries from here on")
            };
            let cost = if is_rest { 1.4 } else { 1.6 + 0.05 * len as f32 };
            let change = Change::OtherSides { entries: solid[0]..last + 1 };
            // If all turns of a game are in the wrong column, its head may be wrong instead.
            self.reading(Class::Action, cost, message, [change])
                .safe_if(!(is_rest && self.solid().first() == Some(&solid[0])))
        };
        lens.map(reading).collect()
    }

    /// Returns readings that move cube actions near this entry by a turn or two.
    pub(super) fn moved(&self) -> Vec<Reading> {
        let solid = self.solid();
        let here = solid.iter().position(|at| *at >= self.index).unwrap_or(solid.len());
        let near = here.saturating_sub(FARTHEST + 2)..(here + FARTHEST + 2).min(solid.len());
        let is_turn = |at: usize| matches!(self.entries[at].written, Written::Turn { .. });
        let mut all = Vec::new();
        for first in near {
            let is_pair =
                self.is_offer(solid[first]) && solid.get(first + 1).is_some_and(|next| self.is_answer(*next));
            let is_single = self.is_answer(solid[first]);
            let lens = [(is_pair, 2, 1.4), (is_single, 1, 1.5)];
            for (_, len, cost) in lens.into_iter().filter(|(fits, ..)| *fits) {
                let words = solid[first..first + len].iter().map(|at| format!("`{}`", self.words(*at)));
                let words = words.collect::<Vec<_>>().join(" and ");
                for turns in 1..=FARTHEST {
                    let cost = cost + 0.1 * turns as f32;
                    let number = if turns == 1 { "a turn".to_owned() } else { format!("{turns} turns") };
                    let before = first.checked_sub(turns).map(|start| (start..first, "earlier"));
                    let after = first + len..first + len + turns;
                    let after = (after.end <= solid.len()).then_some((after, "later"));
                    for (over, direction) in before.into_iter().chain(after) {
                        if !solid[over.clone()].iter().all(|at| is_turn(*at)) {
                            continue;
                        }
                        let whole = over.start.min(first)..over.end.max(first + len);
                        let pair = &solid[first..first + len];
                        let order = if over.start < first {
                            [pair, &solid[over]].concat()
                        } else {
                            [&solid[over], pair].concat()
                        };
                        let entries = solid[whole.start]..solid[whole.end - 1] + 1;
                        let message = format!("move {words} {number} {direction}");
                        let change = Change::Reorder { entries, order };
                        all.push(self.reading(Class::Action, cost, message, [change]));
                    }
                }
            }
        }
        all
    }
}
