//! Plays a match of the engine against itself, at 0-ply and without doubles:
//! `cargo run --release --example self_play`

#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use barpoint::board::{BySide, Die};
use barpoint::game::{Action, MatchState, Phase, Rules};
use barpoint::notation::play::print;
use barpoint::{Engine, Roll};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let engine = Engine::new();
    // The dice of a small generator, so that the match is the same each time.
    let mut seed = 1_u64;
    let mut die = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Die::new(((seed >> 33) % 6 + 1) as u8).expect("1 to 6")
    };
    let mut state = MatchState::new(Rules::match_play(3));
    loop {
        let by = state.on_roll();
        let action = match state.phase() {
            Phase::OpeningRoll => Action::Open(BySide::new(die(), die())),
            Phase::ToRoll => Action::Roll(Roll::new(die(), die())),
            Phase::ToPlay(roll) => {
                // For random play, choose one of `legal_plays`; without one, the play is `Play::DANCE`.
                let (play, _) = engine.best_play(state.board(), roll, 0);
                println!("{by}  {roll}  {}", print::gnubg(state.board(), &play));
                Action::Play(play)
            }
            Phase::GameOver(_) => Action::NextGame,
            // The match is over; nobody doubles or resigns here.
            _ => break,
        };
        state.apply(by, &action)?;
    }
    let [zero, one] = state.score().points.0;
    println!("{zero}-{one}");
    Ok(())
}
