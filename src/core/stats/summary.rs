//! The events of a match, counted: rolls, hits, primes, cube actions, comebacks.

use super::Formation;
use crate::board::{Board, BySide, Side};
use crate::game::{Act, Happening, Replayed, ReplayedGame};
use crate::rules::resolve;

/// The counts of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The rolls, including unplayed ones.
    pub rolls: u32,
    /// The doublets among them.
    pub doublets: u32,
    /// The pips of all rolls; a doublet counts as four dice.
    pub pips: u32,
    /// The rolls that couldn't be played at all.
    pub dances: u32,
    /// The opponent's checkers that were hit.
    pub hits: u32,
    /// The longest run of points made at once.
    pub prime: u32,
    /// The rolls that were made with a checker on the bar.
    pub on_bar: u32,
    /// The first doubles of games, without redoubles.
    pub doubles: u32,
    /// The doubles with the player's own cube.
    pub redoubles: u32,
    /// The beavers and raccoons.
    pub beavers: u32,
    /// The doubles taken.
    pub takes: u32,
    /// The doubles passed.
    pub passes: u32,
    /// The resignations that the opponent accepted.
    pub resigned: u32,
    /// The resignations of the opponent that were refused.
    pub refused: u32,
    /// The games won.
    pub won: u32,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        let prime = self.prime.max(other.prime);
        for (mine, theirs) in [
            (&mut self.rolls, other.rolls),
            (&mut self.doublets, other.doublets),
            (&mut self.pips, other.pips),
            (&mut self.dances, other.dances),
            (&mut self.hits, other.hits),
            (&mut self.on_bar, other.on_bar),
            (&mut self.doubles, other.doubles),
            (&mut self.redoubles, other.redoubles),
            (&mut self.beavers, other.beavers),
            (&mut self.takes, other.takes),
            (&mut self.passes, other.passes),
            (&mut self.resigned, other.resigned),
            (&mut self.refused, other.refused),
            (&mut self.won, other.won),
        ] {
            *mine += theirs;
        }
        self.prime = prime;
    }
}

/// A game won by the side that had trailed in the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comeback {
    /// The winner.
    pub winner: Side,
    /// The winner's largest deficit in pips.
    pub pips: u32,
    /// The number of the move before which that was, as the rows of a .mat record are counted.
    pub before: u32,
    /// The player who made that move.
    pub by: Side,
}

/// The counts of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTally {
    /// The game's number.
    pub number: u32,
    /// The number of moves: plays, dances, cube actions, resignations and their answers.
    pub moves: u32,
    /// The counts of each side.
    pub sides: BySide<Tally>,
    /// The winner, if there is one.
    pub winner: Option<Side>,
    /// Whether it was drawn or abandoned: it is over without a winner.
    pub is_drawn: bool,
    /// The winner's largest deficit, if the winner ever trailed.
    pub comeback: Option<Comeback>,
}

/// The counts of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Game by game.
    pub games: Vec<GameTally>,
    /// All games together.
    pub total: BySide<Tally>,
}

impl Summary {
    /// Counts the events of a match.
    #[must_use]
    pub fn of(replayed: &Replayed) -> Self {
        let games = replayed.games().enumerate();
        let games: Vec<GameTally> =
            games.map(|(at, (_, played))| game(played, &replayed.move_numbers(at))).collect();
        let mut total = BySide::<Tally>::default();
        for game in &games {
            for side in Side::ALL {
                total[side].add(&game.sides[side]);
            }
        }
        Self { games, total }
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.games.iter().map(|game| game.moves).sum()
    }

    /// Returns the comebacks with the numbers of their games, the largest deficit first; equal ones in order.
    #[must_use]
    pub fn comebacks(&self) -> Vec<(u32, Comeback)> {
        let mut all: Vec<(u32, Comeback)> =
            self.games.iter().filter_map(|game| Some((game.number, game.comeback?))).collect();
        all.sort_by_key(|(_, comeback)| std::cmp::Reverse(comeback.pips));
        all
    }
}

/// Counts the events of a game; `numbers` are those of the moves of its acts.
fn game(game: &ReplayedGame, numbers: &[u32]) -> GameTally {
    let mut sides = BySide::<Tally>::default();
    let mut moves = 0;
    let winner = game.result.and_then(|result| result.winner);
    let is_drawn = game.result.is_some_and(|result| result.winner.is_none());
    if let Some(winner) = winner {
        sides[winner].won = 1;
    }
    let mut comeback: Option<Comeback> = None;
    for (act, &before) in game.acts.iter().zip(numbers) {
        if matches!(act.what, Happening::GameOver(_)) {
            continue;
        }
        moves += u32::from(act.what.is_decision());
        for (side, board) in [(act.by, act.before), (!act.by, act.before.flip())] {
            sides[side].prime = sides[side].prime.max(prime(&board));
            let behind = board.pips().saturating_sub(board.opponent_pips());
            if winner == Some(side) && behind > comeback.map_or(0, |worst| worst.pips) {
                comeback = Some(Comeback { winner: side, pips: behind, before, by: act.by });
            }
        }
        count(act, &mut sides);
    }
    GameTally { number: game.number, moves, sides, winner, is_drawn, comeback }
}

fn count(act: &Act, sides: &mut BySide<Tally>) {
    let tally = &mut sides[act.by];
    let (roll, after) = match act.what {
        Happening::Played { roll, play } => {
            tally.dances += u32::from(play.is_dance());
            (roll, resolve::apply_legal(&act.before, roll, &play))
        }
        Happening::Illegal { roll, after } => (roll, Some(after)),
        Happening::RolledOnly { roll } => (roll, None),
        Happening::Doubled { beaver: true, .. } => return tally.beavers += 1,
        Happening::Doubled { .. } if act.cube.owner.is_some() => return tally.redoubles += 1,
        Happening::Doubled { .. } => return tally.doubles += 1,
        Happening::Taken => return tally.takes += 1,
        Happening::Passed => return tally.passes += 1,
        Happening::Resigned { .. } => return tally.resigned += 1,
        Happening::ResignationRefused => return tally.refused += 1,
        Happening::PositionSet { .. } | Happening::ResignationOffered { .. } | Happening::GameOver(_) => {
            return;
        }
    };
    tally.rolls += 1;
    tally.doublets += u32::from(roll.is_doublet());
    tally.pips += u32::from(roll.pips());
    tally.on_bar += u32::from(act.before.is_on_bar());
    if let Some(after) = after {
        tally.prime = tally.prime.max(prime(&after));
        let waiting = |board: &Board| u32::from(board.lanes()[Board::OPPONENT_BAR].unsigned_abs());
        tally.hits += waiting(&after).saturating_sub(waiting(&act.before));
    }
}

/// Returns the length of the mover's longest run of made points.
fn prime(board: &Board) -> u32 {
    Formation::of(board).longest_prime() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Roll;

    #[test]
    fn a_prime_is_the_longest_row_of_held_points() {
        assert_eq!(prime(&Board::START), 1);
        let points = [(4, 2), (5, 2), (6, 3), (7, 2), (8, 1)];
        assert_eq!(prime(&Board::placed(&points, &points)), 4);
        assert_eq!(prime(&Board::EMPTY), 0);
    }

    #[test]
    fn a_doublet_counts_four_dice() {
        let all: u32 = Roll::ALL.iter().map(|&roll| roll.weight() * u32::from(roll.pips())).sum();
        // The mean of a roll is 8 1/6 pips.
        assert_eq!(all, 294);
    }
}
