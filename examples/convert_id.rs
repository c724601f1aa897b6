//! Converts an XGID to GNU Backgammon's IDs: `cargo run --example convert_id -- XGID=…`

#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use barpoint::notation::IdState;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let default = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10".to_owned();
    let state: IdState = std::env::args().nth(1).unwrap_or(default).parse()?;
    println!("Position ID {}", state.position_id()?.0);
    println!("Match ID    {}", state.match_id()?.0);
    Ok(())
}
