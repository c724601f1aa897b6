//! Match equities from first principles: from the gammon rate, and from how much of the cube's full use
//! players get.
//!
//! After the Crawford game, the trailer doubles at once. If the trailer needs an even number of points, the
//! leader may pass once at no cost, and does so whenever the first rolls went badly; a parameter is the value
//! of this free pass. In the Crawford game there is no cube. Before it, the value of a centred cube at an
//! even game lies between two extremes. With the dead cube the game is played to its end. With the live cube
//! both players double at the very moment when the opponent is indifferent between taking and passing, so
//! that the match winning chance is linear between the two cash points (Janowski, "Take-Points in Money
//! Games", 1993, extended to matches). Each player wins half of all games.

use super::MatchEquity;

/// The parameters of a computed table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// The share of games that end as a gammon or backgammon, counted as a gammon.
    pub gammon_rate: f32,
    /// The share of the way from the dead to the live cube, 0 to 1.
    pub efficiency: f32,
    /// How much less often the trailer wins a game after the Crawford game in which the leader has a free
    /// pass.
    pub free_pass: f32,
}

impl Default for Parameters {
    /// The parameters that come closest to the table of Kazaross.
    fn default() -> Self {
        Self { gammon_rate: 0.29, efficiency: 0.74, free_pass: 0.01 }
    }
}

impl MatchEquity {
    /// Computes a table for matches of up to `length` points, which is at least 1.
    #[must_use]
    pub fn first_principles(length: usize, parameters: Parameters) -> Self {
        let length = length.max(1);
        let mut builder =
            Builder { length, gammon: parameters.gammon_rate, before: Vec::new(), after: Vec::new() };
        builder.after(parameters.free_pass);
        builder.before(parameters.efficiency);
        let name = format!(
            "first principles, gammon rate {}, cube efficiency {}, free pass {}",
            parameters.gammon_rate, parameters.efficiency, parameters.free_pass
        );
        Self { name, description: String::new(), length, before: builder.before, after: builder.after }
    }
}

struct Builder {
    length: usize,
    gammon: f32,
    before: Vec<f32>,
    after: Vec<f32>,
}

/// A score: the points that a player and the opponent need.
type Score = (usize, usize);

impl Builder {
    fn after(&mut self, free_pass: f32) {
        self.after = vec![0.5];
        for away in 2..=self.length {
            let after_winning =
                |points: usize| if away > points { self.after[away - points - 1] } else { 1.0 };
            let won = (1.0 - self.gammon) * after_winning(2) + self.gammon * after_winning(4);
            let game = if away.is_multiple_of(2) { 0.5 - free_pass } else { 0.5 };
            self.after.push(game * won);
        }
    }

    fn before(&mut self, efficiency: f32) {
        self.before = vec![0.5; self.length * self.length];
        for away in 2..=self.length {
            // The Crawford game: if the leader wins it, the match is over; the trailer can win one point or
            // two.
            let two = if away > 2 { self.after[away - 3] } else { 1.0 };
            let won = (1.0 - self.gammon) * self.after[away - 2] + self.gammon * two;
            self.set((away, 1), 0.5 * won);
            self.set((1, away), 1.0 - 0.5 * won);
        }
        for total in 4..=2 * self.length {
            for away in 2.max(total.saturating_sub(self.length))..=(total / 2).min(self.length) {
                let score = (away, total - away);
                let chance = self.game(score, efficiency);
                self.set(score, chance);
                self.set((score.1, score.0), 1.0 - chance);
            }
        }
    }

    fn set(&mut self, (away, opponent): Score, chance: f32) {
        self.before[(away - 1) * self.length + opponent - 1] = chance;
    }

    /// Returns the chance at a score that comes later in the match.
    fn later(&self, (away, opponent): Score) -> f32 {
        match (away, opponent) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            _ => self.before[(away - 1) * self.length + opponent - 1],
        }
    }

    /// Returns the player's chance after winning this many points.
    fn winning(&self, (away, opponent): Score, points: usize) -> f32 {
        self.later((away.saturating_sub(points), opponent))
    }

    /// Returns the player's chance after losing this many points.
    fn losing(&self, (away, opponent): Score, points: usize) -> f32 {
        self.later((away, opponent.saturating_sub(points)))
    }

    /// Returns the player's chance after a won game with this cube, gammons counted in.
    fn won(&self, score: Score, cube: usize) -> f32 {
        (1.0 - self.gammon) * self.winning(score, cube) + self.gammon * self.winning(score, 2 * cube)
    }

    /// Returns the player's chance after a lost game with this cube, gammons counted in.
    fn lost(&self, score: Score, cube: usize) -> f32 {
        (1.0 - self.gammon) * self.losing(score, cube) + self.gammon * self.losing(score, 2 * cube)
    }

    /// Returns the take point: how often a player must win to take a double from `cube` to twice that, with a
    /// live cube from then on.
    fn take_point(&self, score: Score, cube: usize) -> f32 {
        let doubled = 2 * cube;
        let (passed, lost) = (self.losing(score, cube), self.lost(score, doubled));
        if doubled >= score.0 {
            // A single game wins the match, so doubling again gains nothing.
            return (passed - lost) / (self.won(score, doubled) - lost);
        }
        let cash = 1.0 - self.take_point((score.1, score.0), doubled);
        cash * (passed - lost) / (self.winning(score, doubled) - lost)
    }

    /// Returns the chance before a game with a centred cube.
    fn game(&self, score: Score, efficiency: f32) -> f32 {
        let (low, high) = (self.take_point(score, 1), 1.0 - self.take_point((score.1, score.0), 1));
        let (lost, won) = (self.losing(score, 1), self.winning(score, 1));
        let live = lost + (0.5 - low) / (high - low) * (won - lost);
        let dead = 0.5 * (self.won(score, 1) + self.lost(score, 1));
        efficiency * live + (1.0 - efficiency) * dead
    }
}

#[cfg(test)]
mod tests {
    use super::super::Stage;
    use super::*;

    #[test]
    fn first_principles_come_within_eight_thousandths_of_kazaross() {
        let (own, kazaross) =
            (MatchEquity::first_principles(25, Parameters::default()), MatchEquity::kazaross());
        let (mut sum, mut most) = (0.0f32, 0.0f32);
        for away in 1..=25 {
            for opponent in 1..=25 {
                let at = |table: &MatchEquity| table.chance(away, opponent, Stage::Before).expect("a score");
                let difference = (at(&own) - at(&kazaross)).abs();
                sum += difference;
                most = most.max(difference);
            }
        }
        assert!(most < 0.008 && sum / 625.0 < 0.001, "{most} {}", sum / 625.0);
        for away in 1..=25 {
            let at = |table: &MatchEquity| table.chance(away, 1, Stage::After).expect("a score");
            assert!((at(&own) - at(&kazaross)).abs() < 0.004, "{away}-away after the Crawford game");
        }
    }

    #[test]
    fn both_players_together_have_all_the_chances() {
        let table = MatchEquity::first_principles(40, Parameters::default());
        for away in 1..=40 {
            for opponent in 1..=40 {
                let chance = |a, b| table.chance(a, b, Stage::Before).expect("a score");
                assert!((chance(away, opponent) + chance(opponent, away) - 1.0).abs() < 1e-6);
                assert!(
                    away == 40 || chance(away, opponent) > chance(away + 1, opponent),
                    "{away} {opponent}"
                );
            }
        }
    }
}
