//! Plays a game of the engine against itself, at 0-ply: `cargo run --release --example self_play`

#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use barpoint::notation::play::print;
use barpoint::{Board, Engine, Roll};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let engine = Engine::new();
    // The dice of a small generator, so that the game is the same each time.
    let mut seed = 1_u64;
    let mut die = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % 6 + 1
    };
    let mut board = Board::START;
    for ply in 1.. {
        let roll: Roll = format!("{}{}", die(), die()).parse()?;
        let (play, after) = engine.best_play(&board, roll, 0);
        println!("{ply:>3}  {roll}  {}", print::gnubg(&board, &play));
        if after.pips() == 0 {
            return Ok(());
        }
        board = after.flip();
    }
    Ok(())
}
