//! Prints the score of every match of a file: `cargo run --example score -- match.mat`

#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "testdata/mat/valid/seven-points.mat".to_owned());
    for found in barpoint::open(&path, std::fs::read(&path)?)? {
        let [zero, one] = found.replayed.score.points.0;
        println!("{path}, match {}: {zero}-{one}, {} findings", found.number, found.findings.len());
    }
    Ok(())
}
