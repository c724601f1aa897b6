//! The order in which GNU Backgammon writes the steps of a play.
//!
//! It keeps the first sequence of steps with which its generator finds a result: the first die first, then
//! the second one, each from the highest point down. The first die is the larger one, unless the dice were
//! set in the other order. Plays in match text are sorted by the places where their steps begin.

use crate::board::{Board, Roll};
use crate::rules::{Play, Step};

/// The number of the mover's bar.
const BAR: u8 = 25;

/// A step: from and to, as numbers of places.
type Pair = (u8, u8);

/// Returns the steps of a play that was made in a session; `is_rising` if its dice were set with the lower
/// one first.
pub(super) fn generated(board: &Board, roll: Roll, is_rising: bool, play: &Play) -> Vec<Pair> {
    let steps: Vec<Pair> = play.steps().iter().map(|step| (step.from(), step.to())).collect();
    if roll.is_doublet() || steps.len() != 2 {
        return falling(steps);
    }
    let after = play.after(board);
    let mut dice = (roll.high().pips(), roll.low().pips());
    if is_rising {
        dice = (dice.1, dice.0);
    }
    let found = [dice, (dice.1, dice.0)].into_iter().find_map(|(first, second)| {
        sources().find_map(|from| {
            let (one, between) = step(board, from, first)?;
            sources().find_map(|from| {
                let (two, result) = step(&between, from, second)?;
                (result == after).then(|| vec![one, two])
            })
        })
    });
    found.unwrap_or_else(|| falling(steps))
}

/// Sorts steps by the place where they begin, the highest first.
pub(crate) fn falling(mut steps: Vec<Pair>) -> Vec<Pair> {
    steps.sort_unstable_by(|a, b| b.cmp(a));
    steps
}

fn sources() -> impl Iterator<Item = u8> {
    (1..=BAR).rev()
}

/// Moves a checker of the mover by a die, if that is legal on this board.
fn step(board: &Board, from: u8, die: u8) -> Option<(Pair, Board)> {
    let mut lanes = *board.lanes();
    let on = |place: u8| lanes[usize::from(place)];
    if on(from) <= 0 || from != BAR && on(BAR) > 0 {
        return None;
    }
    let to = from.saturating_sub(die);
    if to == 0 {
        let behind = |start: u8| (start..=BAR).any(|place| on(place) > 0);
        if behind(7) || from < die && behind(from + 1) {
            return None;
        }
    } else if on(to) < -1 {
        return None;
    }
    Step::new(from, to).make(&mut lanes);
    Some(((from, to), Board::from_lanes(lanes)))
}

#[cfg(test)]
mod tests {
    use super::{falling, generated};
    use crate::board::{Board, Roll};
    use crate::rules::legal_plays;

    /// Returns the order of steps of the play from the start position that has these steps in any order.
    fn order(roll: &str, steps: &[(u8, u8)]) -> Vec<(u8, u8)> {
        let is_rising = roll.as_bytes()[0] < roll.as_bytes()[1];
        let roll: Roll = roll.parse().expect("a roll");
        let wanted = falling(steps.to_vec());
        let plays = legal_plays(&Board::START, roll);
        let is_it = |steps: Vec<(u8, u8)>| falling(steps) == wanted;
        let (play, _) = plays
            .iter()
            .find(|(play, _)| is_it(play.steps().iter().map(|step| (step.from(), step.to())).collect()))
            .expect("a legal play");
        generated(&Board::START, roll, is_rising, play)
    }

    #[test]
    fn the_larger_die_comes_first_wherever_it_begins() {
        assert_eq!(order("21", &[(24, 23), (13, 11)]), [(13, 11), (24, 23)]);
        assert_eq!(order("54", &[(24, 20), (13, 8)]), [(13, 8), (24, 20)]);
        assert_eq!(order("31", &[(8, 5), (6, 5)]), [(8, 5), (6, 5)]);
        assert_eq!(order("65", &[(24, 18), (18, 13)]), [(24, 18), (18, 13)]);
    }

    #[test]
    fn dice_that_were_set_the_other_way_round_are_played_that_way() {
        assert_eq!(order("12", &[(24, 23), (13, 11)]), [(24, 23), (13, 11)]);
        assert_eq!(order("26", &[(24, 22), (13, 7)]), [(24, 22), (13, 7)]);
    }

    #[test]
    fn the_steps_of_a_doublet_fall() {
        let steps = [(24, 18), (24, 18), (13, 7), (13, 7)];
        assert_eq!(order("66", &steps), steps);
    }
}
