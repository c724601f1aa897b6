//! Analyses the matches of a file at 0-ply, and prints a report as Markdown:
//! `cargo run --release --example report -- match.mat`

#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use barpoint::Engine;
use barpoint::notation::drawing::Direction;
use barpoint::output::report::Report;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "testdata/mat/valid/one-point.mat".to_owned());
    let engine = Engine::new();
    for mut found in barpoint::open(&path, std::fs::read(&path)?)? {
        found.analyse(&engine, 0);
        let report = Report::new(&found.replayed, &found.findings, Some(&found.source), Direction::Standard);
        println!("{}", report.markdown());
    }
    Ok(())
}
