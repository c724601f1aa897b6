//! Lists the legal plays of a roll: `cargo run --example plays -- 4HPwATDgc/ABMA 31`

#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use barpoint::notation::play::print;
use barpoint::{Board, Roll, legal_plays};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let board: Board = arguments.next().map_or(Ok(Board::START), |id| id.parse())?;
    let roll: Roll = arguments.next().as_deref().unwrap_or("31").parse()?;
    for (play, after) in legal_plays(&board, roll) {
        // The position after the play, from the view of the opponent, who is on roll.
        println!("{:<24} {}", print::gnubg(&board, &play), after.flip());
    }
    Ok(())
}
