//! Evaluates positions at 0-ply, Position IDs on standard input, and prints the number of evaluations a second:
//! `cargo run --release --example evaluate <ids.txt`

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example prints its answer")]

use barpoint::{Board, Engine};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let ids: Vec<String> = std::io::stdin().lines().collect::<Result<_, _>>()?;
    let boards = ids.iter().map(|id| id.parse()).collect::<Result<Vec<Board>, _>>()?;
    let engine = Engine::new();
    // The first evaluations load the nets and compute the bear-off tables.
    let _ = engine.evaluate_all(&boards);
    let begin = Instant::now();
    let chances = engine.evaluate_all(&boards);
    let seconds = begin.elapsed().as_secs_f64();
    for (id, chances) in ids.iter().zip(chances) {
        println!("{id} {:+.4}", chances.equity());
    }
    eprintln!("{:.0} evaluations a second", boards.len() as f64 / seconds);
    Ok(())
}
