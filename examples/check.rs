//! Checks bytes, as a server checks an upload: `cargo run --example check <match.mat`

#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use std::error::Error;
use std::io::Read;

fn main() -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    for found in barpoint::open("upload", bytes)? {
        for finding in &found.findings {
            let place = found.source.line_column(finding.primary.span.start);
            println!("{}:{}: {} [{}]", place.line, place.column, finding.message, finding.code);
        }
        println!("match {}: {}", found.number, if found.is_legal() { "legal" } else { "not legal" });
    }
    Ok(())
}
