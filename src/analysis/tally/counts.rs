//! What is counted of games: of all, of a player, of a source.

use super::{Analyses, Dice, Openings};
use crate::game::Ending;
use crate::rules::Outcome;

/// What is counted of some games, as one player or both saw them.
///
/// Numbers of games, matches and cubes count each game once. What is told of seats counts it for each player that
/// belongs here: once for a player, twice for an archive as a whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// Matches to a number of points.
    pub matches: u64,
    /// Money sessions.
    pub sessions: u64,
    /// Of a player, how many of the matches were won; of an archive, how many have a winner.
    pub matches_won: u64,
    /// Of a player, how many of the matches were lost.
    pub matches_lost: u64,
    /// The games.
    pub games: u64,
    /// How many of them have no result.
    pub unfinished: u64,
    /// How many were drawn or abandoned: they have a result, and nobody won.
    pub drawn: u64,
    /// The rolls in games that have a result.
    pub turns: u64,
    /// Won and lost by the column of the record (left, then right), and by who began: the player, the
    /// opponent, or nobody knows.
    pub seats: [[Seat; 3]; 2],
    /// Games won.
    pub won: Endings,
    /// Games lost.
    pub lost: Endings,
    /// The value of the cube at the end, as a power of two: how many games ended at 1, 2, 4, ….
    pub cubes: [u64; 16],
    /// Doubles, redoubles and beavers offered.
    pub doubles: u64,
    /// Those of others that were taken.
    pub takes: u64,
    /// Those of others that were passed.
    pub passes: u64,
    /// Resignations that were offered, and refused by the opponent.
    pub refused: u64,
    /// The dice.
    pub dice: Dice,
    /// The openings of the games that the player began, and the replies of the others; of an archive, all.
    pub openings: Openings,
    /// The openings of the games that the opponent began, with the player's replies; of an archive, nothing.
    pub answers: Openings,
    /// How well the games were played, where the records say so.
    pub analyses: Analyses,
}

/// Games won and lost in one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// Won.
    pub won: u64,
    /// Lost.
    pub lost: u64,
}

/// Games that ended with the same winner, by how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    /// Single games, gammons and backgammons; the value of the cube doesn't matter.
    pub outcomes: [u64; 3],
    /// How many of them ended by the last checker borne off.
    pub borne_off: u64,
    /// By a passed double.
    pub passed: u64,
    /// By a resignation.
    pub resigned: u64,
    /// By an award; these have no outcome.
    pub awarded: u64,
    /// The points that they brought.
    pub points: u64,
}

/// The places of [`Counts::seats`] after the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Began {
    /// The player played the opening roll.
    Player,
    /// The opponent did.
    Opponent,
    /// Nobody knows: the game has no opening roll.
    Unknown,
}

impl Counts {
    /// Adds what was counted later.
    pub fn append(&mut self, later: &Self) {
        let Self { matches, sessions, matches_won, matches_lost, games, unfinished, drawn, turns, .. } =
            later;
        self.matches += matches;
        self.sessions += sessions;
        self.matches_won += matches_won;
        self.matches_lost += matches_lost;
        self.games += games;
        self.unfinished += unfinished;
        self.drawn += drawn;
        self.turns += turns;
        for (seat, later) in self.seats.iter_mut().flatten().zip(later.seats.iter().flatten()) {
            seat.won += later.won;
            seat.lost += later.lost;
        }
        self.won.append(&later.won);
        self.lost.append(&later.lost);
        self.cubes.iter_mut().zip(&later.cubes).for_each(|(cube, later)| *cube += later);
        self.doubles += later.doubles;
        self.takes += later.takes;
        self.passes += later.passes;
        self.refused += later.refused;
        self.dice.append(&later.dice);
        self.openings.append(&later.openings);
        self.answers.append(&later.answers);
        self.analyses.append(&later.analyses);
    }

    /// Returns how many matches and sessions hold no analysis.
    #[must_use]
    pub const fn not_analysed(&self) -> u64 {
        (self.matches + self.sessions).saturating_sub(self.analyses.analysed)
    }

    /// Returns the games won and lost in one column: 0 the left one, 1 the right one.
    #[must_use]
    pub fn column(&self, column: usize) -> Seat {
        self.seats[column].iter().fold(Seat::default(), |sum, seat| sum.plus(*seat))
    }

    /// Returns the games won and lost by who began.
    #[must_use]
    pub fn began(&self, began: Began) -> Seat {
        self.seats.iter().fold(Seat::default(), |sum, column| sum.plus(column[began as usize]))
    }
}

impl Seat {
    /// Returns how many games there are.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.won + self.lost
    }

    fn plus(self, other: Self) -> Self {
        Self { won: self.won + other.won, lost: self.lost + other.lost }
    }

    /// Counts a game.
    pub(super) fn count(&mut self, is_won: bool) {
        *if is_won { &mut self.won } else { &mut self.lost } += 1;
    }
}

impl Endings {
    /// Returns how many games these are.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.borne_off + self.passed + self.resigned + self.awarded
    }

    /// Returns how many of them had an outcome.
    #[must_use]
    pub const fn of(&self, outcome: Outcome) -> u64 {
        self.outcomes[outcome as usize]
    }

    /// Counts a game.
    pub(super) fn count(&mut self, ending: Ending, outcome: Option<Outcome>, points: u32) {
        if let Some(outcome) = outcome {
            self.outcomes[outcome as usize] += 1;
        }
        *match ending {
            Ending::BorneOff => &mut self.borne_off,
            Ending::Passed => &mut self.passed,
            Ending::Resigned => &mut self.resigned,
            Ending::Awarded => &mut self.awarded,
            // Counted by `Counts::drawn`: nobody won or lost.
            Ending::Drawn => return,
        } += 1;
        self.points += u64::from(points);
    }

    fn append(&mut self, other: &Self) {
        self.outcomes.iter_mut().zip(&other.outcomes).for_each(|(outcome, other)| *outcome += other);
        self.borne_off += other.borne_off;
        self.passed += other.passed;
        self.resigned += other.resigned;
        self.awarded += other.awarded;
        self.points += other.points;
    }
}
