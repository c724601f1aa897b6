//! Plays a match of the engine against itself, without doubles: `cargo run --release --example self_play`

#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use barpoint::board::{BySide, Die};
use barpoint::game::{Action, MatchState, Phase, RuleViolation, Rules};
use barpoint::{Engine, Roll};

fn main() -> Result<(), RuleViolation> {
    let (engine, mut state, mut seed) = (Engine::new(), MatchState::new(Rules::match_play(3)), 1_u64);
    // The dice of a small generator, so that the match is the same each time.
    let mut die = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Die::new(((seed >> 33) % 6 + 1) as u8).expect("1 to 6")
    };
    loop {
        let action = match state.phase() {
            Phase::OpeningRoll => Action::Open(BySide::new(die(), die())),
            Phase::ToRoll => Action::Roll(Roll::new(die(), die())),
            Phase::ToPlay(roll) => Action::Play(engine.best_play(state.board(), roll, 0).0),
            Phase::GameOver(_) => Action::NextGame,
            _ => break, // The match is over: neither side doubles or resigns.
        };
        println!("{}: {action:?}", state.on_roll());
        state.apply(state.on_roll(), &action)?;
    }
    println!("{:?}", state.score().points);
    Ok(())
}
