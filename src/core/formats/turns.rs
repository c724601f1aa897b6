//! The turns of a game, by which its items are counted.

use crate::board::Roll;
use crate::game::record::Anchor;
use crate::game::{Act, Happening, Replayed};

/// The turns of a game: the number of rolls before each act.
///
/// A position that is set and the roll that waits in it count as one item, as in the formats that have one form for
/// both: as the roll, which is a turn, if the position stands already, and else as the position with its roll. A
/// position that is set in parts, as the board and then the cube, counts as one item: as it stands after them.
pub(crate) struct Turns<'a> {
    acts: &'a [Act],
    waiting: Option<Waiting>,
    /// The number of turns before each act.
    before: Vec<u32>,
    /// For each entry, the last act up to it.
    last: Vec<Option<usize>>,
    /// For each entry and after them, the number of turns that the entries before it record.
    recorded: Vec<u32>,
}

/// A roll that waits in a position that is set, up to the end of the game.
struct Waiting {
    /// The place of the position among the acts.
    set: usize,
    /// The place of the roll: the next act, or the position if the dice are only part of it.
    rolled: usize,
    roll: Roll,
    /// Whether the acts before it lead to the position already.
    stands: bool,
}

impl<'a> Turns<'a> {
    /// Counts the turns of a game, which is counted from 0.
    pub(crate) fn new(replayed: &'a Replayed, game: usize) -> Self {
        let of = &replayed.games[game];
        let acts = &of.acts[..];
        let waiting = (0..acts.len()).find_map(|set| {
            let (rolled, roll) = match of.waiting_roll(set) {
                Some(roll) => (set + 1, roll),
                None => (set, dice_at_end(&acts[set..])?),
            };
            Some(Waiting { set, rolled, roll, stands: replayed.stands(game, set) })
        });
        let entries = acts.iter().filter_map(|act| act.entry).max().map_or(0, |last| last as usize + 1);
        let before = Vec::with_capacity(acts.len());
        let (last, recorded) = (vec![None; entries], vec![0; entries + 1]);
        let mut turns = Self { acts, waiting, before, last, recorded };
        let mut count = 0;
        for (at, act) in acts.iter().enumerate() {
            let turn = u32::from(turns.is_turn(at));
            turns.before.push(count);
            count += turn;
            if let Some(entry) = act.entry {
                turns.last[entry as usize] = Some(at);
                turns.recorded[entry as usize + 1] += turn;
            }
        }
        for entry in 1..entries {
            turns.last[entry] = turns.last[entry].max(turns.last[entry - 1]);
        }
        for entry in 1..turns.recorded.len() {
            turns.recorded[entry] += turns.recorded[entry - 1];
        }
        turns
    }

    /// Returns the number of turns before an act.
    pub(crate) fn before(&self, at: usize) -> u32 {
        self.before[at]
    }

    /// Returns the number of turns before the last act up to an anchor's entry: the
    /// [`Item::turn`](super::inventory::Item::turn) of the text there.
    pub(crate) fn of(&self, anchor: Anchor) -> Option<u32> {
        let entry = anchor.entry?;
        let entry = (entry as usize).min(self.last.len().checked_sub(1)?);
        Some(self.before(self.last[entry]?))
    }

    /// Returns the number of turns that the entries before an entry record.
    pub(crate) fn before_entry(&self, entry: u32) -> u32 {
        self.recorded[(entry as usize).min(self.recorded.len() - 1)]
    }

    /// Returns the first of an entry's acts, which follow each other.
    pub(crate) fn act_of(&self, entry: u32) -> Option<&'a Act> {
        let last = (*self.last.get(entry as usize)?)?;
        let is_own = |act: &&Act| act.entry == Some(entry);
        self.acts[..=last].iter().rev().take_while(is_own).last()
    }

    /// Returns what an act is listed as; `None` for a roll that is listed with its position, and for a part of a
    /// position whose next part follows.
    pub(crate) fn listed(&self, at: usize) -> Option<Happening> {
        match &self.waiting {
            Some(Waiting { set, roll, stands: true, .. }) if at == *set => {
                Some(Happening::RolledOnly { roll: *roll })
            }
            Some(Waiting { set, roll, .. }) if at == *set => {
                Some(Happening::PositionSet { roll: Some(*roll) })
            }
            Some(waiting) if at == waiting.rolled => None,
            _ if self.is_part(at) => None,
            _ => Some(self.acts[at].what),
        }
    }

    /// Returns `true` if an act sets a position that the next act sets again, with another cube or player on roll, or
    /// with dice where it had none.
    fn is_part(&self, at: usize) -> bool {
        let [act, next] = [at, at + 1].map(|at| self.acts.get(at));
        let (Some(act), Some(next)) = (act, next) else { return false };
        let (Happening::PositionSet { roll }, Happening::PositionSet { roll: then }) = (act.what, next.what)
        else {
            return false;
        };
        let board = if act.by == next.by { next.before } else { next.before.flip() };
        act.before == board && (roll.is_none() || roll == then)
    }

    fn is_turn(&self, at: usize) -> bool {
        match &self.waiting {
            Some(waiting) if at == waiting.rolled => waiting.stands,
            _ => self.acts[at].is_turn(),
        }
    }
}

/// Returns the dice of a position that is set, if nothing but the end of the game follows it.
fn dice_at_end(acts: &[Act]) -> Option<Roll> {
    let (set, rest) = acts.split_first()?;
    let Happening::PositionSet { roll } = set.what else { return None };
    roll.filter(|_| rest.iter().all(Act::is_end))
}
