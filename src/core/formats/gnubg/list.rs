//! The list of moves that GNU Backgammon keeps of a game, as far as its files show it.

use crate::board::{Board, BySide, Side};
use crate::formats::position::{absolute, lanes};
use crate::game::record::{Anchor, Notes, Remark, RemarkKind, Written};
use crate::game::{Happening, Replayed};
use std::collections::HashMap;

/// One game: the content of its list, in order.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// The entries.
    pub entries: Vec<Listed>,
}

/// An entry of a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The side; for a resignation, the side that resigns.
    pub by: Side,
    /// Its content.
    pub what: What,
    /// The notes on it.
    pub notes: Notes,
    /// The comments on it.
    pub comments: Vec<String>,
}

/// The content of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Dice and steps, none for a dance or a roll that isn't played; two digits, then pairs of places.
    Play([u8; 2], Vec<(u8, u8)>),
    /// Dice that aren't played yet, two digits.
    Dice([u8; 2]),
    /// An offer of the cube, or one in answer to another.
    Double,
    /// The cube is taken.
    Take,
    /// The cube is passed.
    Drop,
    /// A resignation, with the multiple of the cube that it loses.
    Resign(u32),
    /// The position was set: lanes 0 to 25 from player 0's view.
    Board([i8; 26]),
    /// The cube's value was set.
    CubeValue(u32),
    /// The cube's place was set.
    CubePlace(Option<Side>),
}

impl What {
    /// Returns `true` for an entry that was set by hand: match text has no cell for it.
    #[must_use]
    pub const fn is_set(&self) -> bool {
        matches!(self, Self::Board(_) | Self::CubeValue(_) | Self::CubePlace(_))
    }
}

impl List {
    /// Returns the list of a game, from the replay of its record.
    #[must_use]
    pub fn of(replayed: &Replayed, game: usize) -> Self {
        let mut list = Self::default();
        let (Some(record), Some(told)) = (replayed.record.games.get(game), replayed.games.get(game)) else {
            return list;
        };
        let mut comments: HashMap<Anchor, Vec<String>> = HashMap::new();
        let is_here =
            |remark: &&Remark| remark.kind == RemarkKind::Comment && remark.anchor.game == Some(game as u32);
        for remark in replayed.record.remarks.iter().filter(is_here) {
            comments.entry(remark.anchor).or_default().push(remark.text.clone());
        }
        let count = told.acts.len();
        for (at, act) in told.acts.iter().enumerate() {
            let entry = record.entry(act.entry);
            let notes = entry.and_then(|entry| entry.notes.as_deref()).cloned().unwrap_or_default();
            let comments = act.entry.and_then(|entry| comments.get(&Anchor::entry(game, entry as usize)));
            let written = entry.map(|entry| &entry.written);
            let mut push = |what| {
                let (notes, comments) = (notes.clone(), comments.cloned().unwrap_or_default());
                list.entries.push(Listed { by: act.by, what, notes, comments });
            };
            match act.what {
                Happening::Played { roll, play } => {
                    let mut steps: Vec<_> =
                        play.steps().iter().map(|step| (step.from(), step.to())).collect();
                    if let Some(legs) = legs(written).filter(|legs| legs.len() == steps.len()) {
                        steps = legs;
                    }
                    push(What::Play(roll.digits(), steps));
                }
                Happening::Illegal { roll, .. } => {
                    push(What::Play(roll.digits(), legs(written).unwrap_or_default()));
                }
                Happening::RolledOnly { roll } if at + 1 == count => push(What::Dice(roll.digits())),
                Happening::RolledOnly { roll } => push(What::Play(roll.digits(), Vec::new())),
                Happening::Doubled { .. } => push(What::Double),
                Happening::Taken => push(What::Take),
                Happening::Passed => push(What::Drop),
                Happening::PositionSet { roll } => {
                    push(What::Board(absolute(&act.before, act.by)));
                    if act.cube.value != 1 {
                        push(What::CubeValue(act.cube.value));
                    }
                    if act.cube.owner.is_some() {
                        push(What::CubePlace(act.cube.owner));
                    }
                    if let Some(roll) = roll {
                        push(What::Dice(roll.digits()));
                    }
                }
                Happening::Resigned { outcome } => push(What::Resign(u32::from(outcome.multiplier()))),
                Happening::ResignationOffered { .. }
                | Happening::ResignationRefused
                | Happening::GameOver(_) => {}
            }
        }
        list
    }
}

/// Returns the legs of a play as written.
fn legs(written: Option<&Written>) -> Option<Vec<(u8, u8)>> {
    let play = written?.play()?;
    Some(play.places().collect())
}

/// The position on the board while a file is written, which Snowie's match text contains for a position that was set.
#[derive(Clone, Debug)]
pub struct Present {
    /// The players' names.
    pub names: BySide<String>,
    /// The match length.
    pub length: u16,
    /// Whether the Jacoby rule applies.
    pub jacoby: bool,
}

/// The checkers of both players as GNU Backgammon tracks them while it writes match text: a play ends at a step that
/// can't be made, and after a cube that was set by hand there are none left.
#[derive(Clone, Debug)]
pub(in crate::formats) struct Followed {
    /// The checkers of the player whose cell is next, by place: points from the player's own ace point, 25 the bar.
    own: [u8; 26],
    /// The checkers of the other player, in that player's numbering.
    other: [u8; 26],
    /// The number of checkers at the start.
    checkers: u8,
}

impl Followed {
    /// Begins at a start position.
    pub(in crate::formats) fn new(start: &Board) -> Self {
        let mut followed = Self { own: [0; 26], other: [0; 26], checkers: 0 };
        followed.set(&lanes(*start), Side::Zero);
        followed.checkers = followed.own.iter().sum();
        followed
    }

    /// Sets a position, lanes 0 to 25 from player 0's view, with this player's cell next.
    pub(in crate::formats) fn set(&mut self, lanes: &[i8; 26], next: Side) {
        let mut sides = [[0_u8; 26]; 2];
        for place in 0..26 {
            let count = lanes[place];
            sides[0][place] = u8::try_from(count).unwrap_or(0);
            sides[1][25 - place] = u8::try_from(-i16::from(count)).unwrap_or(0);
        }
        (self.own, self.other) = if next == Side::Zero { (sides[0], sides[1]) } else { (sides[1], sides[0]) };
    }

    /// Removes all checkers.
    pub(in crate::formats) const fn clear(&mut self) {
        (self.own, self.other) = ([0; 26], [0; 26]);
    }

    /// Returns `true` if a step to a place hits.
    pub(in crate::formats) fn hits(&self, to: u8) -> bool {
        to > 0 && to < 25 && self.other[usize::from(25 - to)] > 0
    }

    /// Makes a play; the other player's cell is next.
    pub(in crate::formats) fn play(&mut self, steps: &[(u8, u8)]) {
        for &(from, to) in steps {
            let (from, to) = (usize::from(from.min(25)), usize::from(to.min(25)));
            let is_blocked = to > 0 && self.other[25 - to] > 1;
            if self.own[from] == 0 || from <= to || is_blocked {
                break;
            }
            self.own[from] -= 1;
            if to > 0 {
                self.own[to] += 1;
                if self.other[25 - to] == 1 {
                    self.other[25 - to] = 0;
                    self.other[25] += 1;
                }
            }
        }
        std::mem::swap(&mut self.own, &mut self.other);
    }

    /// Returns the multiple of the cube that a finished game brings: one of the players has no checkers.
    pub(in crate::formats) fn worth(&self) -> Option<u32> {
        let count = |side: &[u8; 26]| side.iter().sum::<u8>();
        let loser = match (count(&self.own), count(&self.other)) {
            (0, 0) => return Some(1),
            (0, _) => &self.other,
            (_, 0) => &self.own,
            _ => return None,
        };
        Some(match loser {
            loser if count(loser) < self.checkers => 1,
            loser if loser[19..].iter().any(|&count| count > 0) => 3,
            _ => 2,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Followed;
    use crate::board::{Board, Side};

    #[test]
    fn a_game_is_over_without_checkers() {
        let mut followed = Followed::new(&Board::START);
        assert_eq!(followed.worth(), None);
        let mut lanes = [0; 26];
        (lanes[1], lanes[24]) = (1, -1);
        followed.set(&lanes, Side::Zero);
        followed.play(&[(1, 0)]);
        assert_eq!(followed.worth(), Some(1));
        lanes[24] = -15;
        followed.set(&lanes, Side::Zero);
        followed.play(&[(1, 0)]);
        assert_eq!(followed.worth(), Some(2));
    }

    #[test]
    fn a_step_from_an_empty_point_changes_nothing() {
        let mut followed = Followed::new(&Board::START);
        followed.clear();
        followed.play(&[(13, 7)]);
        assert_eq!(followed.worth(), Some(1));
    }

    #[test]
    fn a_play_ends_at_a_step_that_cant_be_made() {
        for impossible in [(9, 8), (6, 1), (13, 13), (8, 9)] {
            let mut followed = Followed::new(&Board::START);
            followed.play(&[impossible, (13, 7)]);
            assert!(!followed.hits(18), "{impossible:?}");
            followed.play(&[]);
            followed.play(&[(13, 7)]);
            assert!(!followed.hits(7), "{impossible:?}");
        }
        let mut followed = Followed::new(&Board::START);
        followed.play(&[(13, 7)]);
        assert!(followed.hits(18));
    }
}
