//! Rolls out plays of a roll for money, and prints their equities with the standard errors:
//! `cargo run --release --example rollout -- 4HPwATDgc/ABMA 31 "8/5 6/5" 24/20`

#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use barpoint::engine::cube::CubeState;
use barpoint::engine::rollout::{GameSettings, Question, Rollout, Stop};
use barpoint::{Board, Engine, Play, Roll};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.is_empty() {
        arguments = ["4HPwATDgc/ABMA", "31", "8/5 6/5", "24/20"].map(str::to_owned).to_vec();
    }
    let [id, roll, plays @ ..] = &arguments[..] else { return Err("an ID, a roll and plays".into()) };
    let (board, roll): (Board, Roll) = (id.parse()?, roll.parse()?);
    let after = |text: &String| Play::parse(&board, roll, text).map(|play| play.after(&board));
    let question = Question::Plays(plays.iter().map(after).collect::<Result<_, _>>()?);
    let engine = Engine::new();
    let mut rollout = Rollout::new(&question, Stop::after(72));
    rollout.play(&question, &mut engine.player(CubeState::MONEY, &GameSettings::default())?);
    for (play, found) in plays.iter().zip(rollout.estimates().unwrap_or_default()) {
        println!("{play:<16} {:+.3} ± {:.3}", found.equity, found.error);
    }
    Ok(())
}
