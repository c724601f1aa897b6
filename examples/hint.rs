//! Prints the best plays of an ID with dice, or the cube action of one without:
//! `cargo run --release --example hint -- XGID=…`

#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use barpoint::Engine;
use barpoint::engine::cube::CubeState;
use barpoint::engine::search::Options;
use barpoint::notation::IdState;
use barpoint::notation::play::print;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let default = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10".to_owned();
    let id: IdState = std::env::args().nth(1).unwrap_or(default).parse()?;
    let (board, state) = (id.board.ok_or("the ID has no position")?, CubeState::of_id(&id));
    let engine = Engine::new();
    let mut search = engine.search(state, Options::default())?;
    if let Some(roll) = id.game.and_then(|game| game.dice) {
        for found in search.plays(&board, roll).iter().take(5) {
            println!("{:<24} {:+.3}", print::gnubg(&board, &found.play), found.evaluation.equity);
        }
    } else {
        let cube = search.cube(&board);
        println!("{}: no double {:+.3}, take {:+.3}", cube.action, cube.no_double, cube.double_take);
    }
    Ok(())
}
