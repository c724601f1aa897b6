//! Hitting blots and making points with the next roll.

use super::RollSet;
use crate::board::{Board, Point, Roll};
use crate::rules::for_each_play;
use std::ops::ControlFlow;

/// The hits and points that the mover can make with each roll.
///
/// A roll counts if at least one of its legal plays does it, at any step. So blocked points, the bar, forced
/// plays and doublets count exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shots {
    hits: [RollSet; 25],
    direct: [RollSet; 25],
    makes: [RollSet; 25],
    /// The rolls that hit at least one blot.
    pub any: RollSet,
    /// The rolls that hit two blots or more with one play.
    pub several: RollSet,
}

impl Shots {
    /// Returns the rolls that hit the blot on a point, in the mover's numbering; empty without an opposing
    /// blot.
    #[must_use]
    pub const fn on(&self, point: Point) -> RollSet {
        self.hits[point.number() as usize]
    }

    /// Returns those of them that hit with a single die: a checker within six points, or on the bar, goes
    /// there in one step. The others are combinations.
    #[must_use]
    pub const fn direct_on(&self, point: Point) -> RollSet {
        self.direct[point.number() as usize]
    }

    /// Returns the rolls after which the mover can have two checkers or more on a point.
    #[must_use]
    pub const fn makes(&self, point: Point) -> RollSet {
        self.makes[point.number() as usize]
    }
}

/// Returns the rolls with which the mover can hit and make points.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::board::{Board, Point};
/// use barpoint::stats::shots;
///
/// // From the start nothing can be hit; the 5-point is made with 31 and three doublets.
/// let shots = shots(&Board::START);
/// assert_eq!(shots.any.of_36(), 0);
/// assert_eq!(shots.makes(Point::new(5).expect("a point")).to_string(), "11 31 33 44");
/// ```
#[must_use]
pub fn shots(board: &Board) -> Shots {
    let before = board.lanes();
    let none = [RollSet::NONE; 25];
    let mut shots =
        Shots { hits: none, direct: none, makes: none, any: RollSet::NONE, several: RollSet::NONE };
    // A side that has borne off every checker has no plays and no blots.
    if board.is_over() {
        return shots;
    }
    for (index, roll) in Roll::ALL.into_iter().enumerate() {
        let mut is_possible = false;
        let _ = for_each_play(board, roll, |play, after| {
            is_possible = true;
            let mut hit = 0_u32;
            for step in play.steps() {
                let to = usize::from(step.to());
                if to == 0 || before[to] != -1 || hit >> to & 1 == 1 {
                    continue;
                }
                hit |= 1 << to;
                shots.hits[to].add(index);
                // Where the play is written as two steps of another checker, that one takes the place of this one.
                let mut starts =
                    [roll.high(), roll.low()].into_iter().map(|die| to + usize::from(die.pips()));
                if starts.any(|from| from <= Board::BAR && before[from] > 0) {
                    shots.direct[to].add(index);
                }
            }
            if hit != 0 {
                shots.any.add(index);
            }
            if hit.count_ones() > 1 {
                shots.several.add(index);
            }
            for point in 1..=24 {
                if after.lanes()[point] >= 2 {
                    shots.makes[point].add(index);
                }
            }
            ControlFlow::<()>::Continue(())
        });
        if !is_possible {
            // A player who dances keeps the made points.
            for (point, lane) in before.iter().enumerate().take(25).skip(1) {
                if *lane >= 2 {
                    shots.makes[point].add(index);
                }
            }
        }
    }
    shots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_shooter_hits_as_the_table_of_shots_says() {
        // No blocked points (OEIS A055100).
        let table = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0];
        for (index, &expected) in table.iter().enumerate() {
            let distance = index + 1;
            // A checker on the 24-point and a blot so far before it.
            let board = Board::placed(&[(24, 1)], &[(distance + 1, 1)]);
            let point = Point::new(24 - distance as u8).expect("a point");
            let found = shots(&board);
            assert_eq!(found.on(point).of_36(), expected, "distance {distance}: {}", found.on(point));
            let direct = if distance <= 6 { 11 } else { 0 };
            assert_eq!(found.direct_on(point).of_36(), direct, "distance {distance}");
            assert_eq!(found.any, found.on(point));
        }
    }

    #[test]
    fn a_hit_in_two_steps_is_direct_if_another_checker_can_make_the_second() {
        // Checkers on the 8- and 7-point and a blot on the 5-point: 21 can be written 8/6/5* or 8/7 7/5*.
        let found = shots(&Board::placed(&[(8, 1), (7, 1)], &[(20, 1)]));
        let point = Point::new(5).expect("a point");
        let direct = found.direct_on(point).to_string();
        assert!(direct.contains("21") && !direct.contains("11"), "{direct}");
        assert!(found.on(point).to_string().contains("11"), "{}", found.on(point));
    }
}
