//! Converts a record, and prints what the new format can't express:
//! `cargo run --example convert -- match.mat sgf >match.sgf`

#![expect(clippy::print_stderr, reason = "an example prints what is lost")]

use barpoint::formats::Format;
use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "testdata/mat/valid/seven-points.mat".to_owned());
    let name = arguments.next().unwrap_or_else(|| "sgf".to_owned());
    let format = Format::by_name(&name).ok_or("no format has this name")?;
    for found in barpoint::open(&path, std::fs::read(&path)?)? {
        let written = found.written(format).ok_or("the format is only read")?;
        std::io::stdout().write_all(&written.bytes)?;
        for lost in &written.losses {
            eprintln!("match {}: lost: {}", found.number, lost.text);
        }
    }
    Ok(())
}
