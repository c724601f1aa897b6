//! The counts of games: of all, of a player, of a source.

use super::{Analyses, Breakdown, Dice, Openings, Trend};
use crate::game::Ending;
use crate::rules::Outcome;
use serde::{Deserialize, Serialize};

/// The counts of some games, from the view of one player or both.
///
/// Numbers of games, matches and cubes count each game once. Counts by seat count it for each player included here:
/// once for a player, twice for an archive as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Matches to a number of points.
    pub matches: u64,
    /// Money sessions.
    pub sessions: u64,
    /// For a player, the matches won; for an archive, the matches that have a winner.
    pub matches_won: u64,
    /// For a player, the matches lost.
    pub matches_lost: u64,
    /// The games.
    pub games: u64,
    /// Games without a result.
    pub unfinished: u64,
    /// Games drawn or abandoned: they have a result but no winner.
    pub drawn: u64,
    /// The rolls in games that have a result.
    pub turns: u64,
    /// Games won and lost by the column of the record (left, then right), and by who began: the player, the opponent,
    /// or unknown.
    pub seats: [[Seat; 3]; 2],
    /// Games won.
    pub won: Endings,
    /// Games lost.
    pub lost: Endings,
    /// The value of the cube at the end, as a power of two: the numbers of games that ended at 1, 2, 4, ….
    pub cubes: [u64; 16],
    /// Doubles and redoubles offered.
    pub doubles: u64,
    /// The opponent's doubles that were taken or beavered.
    pub takes: u64,
    /// The opponent's doubles that were passed.
    pub passes: u64,
    /// Resignations that were offered, and refused by the opponent.
    pub refused: u64,
    /// The dice.
    pub dice: Dice,
    /// The openings of the games that the player began, with the opponent's replies; for an archive, of all games.
    pub openings: Openings,
    /// The openings of the games that the opponent began, with the player's replies; for an archive, empty.
    pub answers: Openings,
    /// The quality of play, where the records contain analyses.
    pub analyses: Analyses,
    /// The losses by phase, kind of decision, score and opening; for a source, empty.
    pub losses: Breakdown,
    /// The same match by match; for a source, empty.
    pub trend: Trend,
}

/// Games won and lost in one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
}

/// Games with the same winner, by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endings {
    /// Single games, gammons and backgammons; the value of the cube doesn't matter.
    pub outcomes: [u64; 3],
    /// Games that ended with the last checker borne off.
    pub borne_off: u64,
    /// Games ended by a passed double.
    pub passed: u64,
    /// Games ended by a resignation.
    pub resigned: u64,
    /// Games ended by an award; these have no outcome.
    pub awarded: u64,
    /// The points that they brought.
    pub points: u64,
}

/// The second index of [`Counts::seats`], after the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Began {
    /// The player played the opening roll.
    Player,
    /// The opponent did.
    Opponent,
    /// Unknown: the game has no opening roll.
    Unknown,
}

impl Counts {
    /// Adds later counts.
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
            *seat = seat.plus(*later);
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
        self.analyses += later.analyses;
        self.losses.append(&later.losses);
        self.trend.points.extend_from_slice(&later.trend.points);
    }

    /// Returns the number of matches and sessions without an analysis.
    #[must_use]
    pub const fn not_analysed(&self) -> u64 {
        (self.matches + self.sessions).saturating_sub(self.analyses.analysed)
    }

    /// Returns the values of the cube with which games ended, each with the number of games.
    pub fn cube_values(&self) -> impl Iterator<Item = (u32, u64)> {
        let games = self.cubes.iter().enumerate().map(|(power, &games)| (1_u32 << power, games));
        games.filter(|(_, games)| *games > 0)
    }

    /// Returns the games won and lost in one column: 0 the left one, 1 the right one.
    #[must_use]
    pub fn column(&self, column: usize) -> Seat {
        self.seats[column].iter().fold(Seat::default(), |sum, seat| sum.plus(*seat))
    }

    /// Returns the games won and lost by the player who began.
    #[must_use]
    pub fn began(&self, began: Began) -> Seat {
        self.seats.iter().fold(Seat::default(), |sum, column| sum.plus(column[began as usize]))
    }
}

impl Seat {
    /// Returns the number of games.
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
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.borne_off + self.passed + self.resigned + self.awarded
    }

    /// Returns the number of games with an outcome.
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
            // Counted in `Counts::drawn`: it has no winner.
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
