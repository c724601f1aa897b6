//! Prints every decision of a file as JSON: `cargo run --example decisions -- match.mat`

#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use barpoint::output::decisions;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "testdata/mat/valid/one-point.mat".to_owned());
    for found in barpoint::open(&path, std::fs::read(&path)?)? {
        for decision in decisions::of(&found) {
            println!("{}", serde_json::to_string(&decision)?);
        }
    }
    Ok(())
}
