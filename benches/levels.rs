//! The strength of the levels of the computer player against each other, in cubeless points per game.
//!
//! `cargo bench --bench levels -- [GAMES] [GAMES OF THE LAST PAIR]`

#![expect(clippy::print_stdout, reason = "a bench reports")]

use barpoint::board::{Board, Roll};
use barpoint::engine::cube::CubeState;
use barpoint::engine::met::MatchEquity;
use barpoint::engine::nets::Nets;
use barpoint::engine::search::{Options, Search};
use barpoint::engine::{Class, Engine, Evaluator, Level};
use barpoint::rules::Outcome;

/// Dice that are the same in every run: a linear congruential generator (Donald Knuth, "MMIX").
struct Dice(u64);

impl Dice {
    fn die(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 33) * 6) >> 31) as u8 + 1
    }

    fn roll(&mut self) -> Roll {
        Roll::from_pips(self.die(), self.die()).expect("pips")
    }
}

/// Plays a game; returns the points of the first player.
fn game(seats: &mut [Search<'_>; 2], first: usize, dice: &mut Dice) -> i32 {
    let (mut board, mut turn) = (Board::START, first);
    let mut roll = dice.roll();
    while roll.high() == roll.low() {
        roll = dice.roll();
    }
    loop {
        let after = seats[turn].plays(&board, roll)[0].after;
        if Class::of(&after) == Class::Over {
            let points = Outcome::of(&after).expect("over").multiplier() as i32;
            return if turn == 0 { points } else { -points };
        }
        (board, turn) = (after.flip(), 1 - turn);
        roll = dice.roll();
    }
}

/// Returns the mean points per game of the stronger level, and the standard error.
fn duel(evaluator: &dyn Evaluator, [weak, strong]: [Level; 2], games: u32) -> (f64, f64) {
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut dice = Dice(20_260_101);
    for number in 0..games {
        let erring = [strong, weak].map(|level| level.erring(evaluator, u64::from(number)));
        let mut seats = [(strong, &erring[0]), (weak, &erring[1])].map(|(level, evaluator)| {
            let options = Options { cubeful: false, ..level.options() };
            Search::new(evaluator, MatchEquity::reaching(0), CubeState::CUBELESS, options).expect("money")
        });
        let points = f64::from(game(&mut seats, number as usize % 2, &mut dice));
        sum += points;
        squares += points * points;
    }
    let count = f64::from(games);
    let mean = sum / count;
    (mean, ((squares / count - mean * mean) / count).sqrt())
}

fn main() {
    let mut counts = std::env::args().skip(1).filter_map(|word| word.parse::<u32>().ok());
    let games = counts.next().unwrap_or(400);
    let last = counts.next().unwrap_or(games / 10);
    let engine = Engine::with_nets(Nets::embedded());
    // Games of the roller take too long.
    let searched: Vec<Level> = Level::ALL.into_iter().filter(|level| *level != Level::Roller).collect();
    for pair in searched.windows(2) {
        let games = if pair[1].plies() > 0 { last } else { games };
        let (mean, error) = duel(&engine, [pair[0], pair[1]], games);
        println!(
            "{} against {}: {mean:+.3} ± {error:.3} a game, {games} games",
            pair[1].name(),
            pair[0].name()
        );
        assert!(mean > -2.0 * error, "a level is weaker than the one below it");
    }
}
