//! Reading and writing Position IDs compared with bkgm 0.6, in one process and in turns, so that other work
//! on the machine affects both.
//!
//! Both sides go between a position and its text. bkgm returns the text as a `String`; ours is also
//! measured as one. Every ratio is the median of the rounds' own ratios, and the answers are asserted
//! to be equal beforehand.

#![expect(clippy::print_stdout, reason = "a bench reports")]

use barpoint::board::{Board, Roll};
use barpoint::notation::{MatchId, PositionId};
use barpoint::rules::legal_plays;
use bkgm::codecs::gnuid;
use bkgm::{Position, State};
use std::collections::BTreeSet;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Theirs = Position<15>;

fn main() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/perft/positions.txt");
    let text = std::fs::read_to_string(path).expect("the positions");
    // The positions after every third roll from these positions, so that the processor can't predict all
    // branches.
    let mut ids = BTreeSet::new();
    for id in text.lines().map(str::trim).filter(|line| line.len() == 14) {
        for roll in Roll::ALL.into_iter().step_by(3) {
            let plays = legal_plays(&ours_read(id), roll);
            ids.extend(
                plays.iter().step_by(7).map(|(_, after)| PositionId::encode(&after.flip()).to_string()),
            );
        }
    }
    let mut ids: Vec<String> = ids.into_iter().collect();
    // Reordered, as the original order groups similar positions.
    ids.sort_by_key(|id| id.bytes().rev().collect::<Vec<_>>());
    ids.truncate(10_000);
    assert!(ids.len() > 1000, "{} positions", ids.len());
    let ours: Vec<Board> = ids.iter().map(|id| ours_read(id)).collect();
    let theirs: Vec<Theirs> = ids.iter().map(|id| theirs_read(id)).collect();
    for ((id, our), their) in ids.iter().zip(&ours).zip(&theirs) {
        assert_eq!(PositionId::encode(our).to_string(), *id);
        assert_eq!(gnuid::encode_position(their), *id);
        for lane in 1..=24 {
            assert_eq!(our.lanes()[lane], their.pip(lane), "{id}");
        }
        assert_eq!(our.lanes()[25] as u8, their.x_bar());
        assert_eq!(our.lanes()[0].unsigned_abs(), their.o_bar());
    }
    println!("{} positions, median of the ratios of 41 rounds, in turns", ids.len());
    race("read", || each(&ids, |id| ours_read(id)), || each(&ids, |id| theirs_read(id)));
    let write = |board: &Board| PositionId::encode(board).chars();
    race("write, 14 characters", || each(&ours, write), || each(&theirs, gnuid::encode_position));
    let write = |board: &Board| String::from(PositionId::encode(board));
    race("write, a string", || each(&ours, write), || each(&theirs, gnuid::encode_position));

    let games =
        ["cAngAAAAAAAE", "cImlAAAAAAAE", "8AmgAEAAIAAE", "UQkgASAACAAE", "cBHgAAAAAAAE", "cAkAAAAAAAAA"];
    let games: Vec<&str> = games.into_iter().cycle().take(10_000).collect();
    let start = Instant::now();
    each(&games, |id| id.parse::<MatchId>().expect("a match id"));
    let read = start.elapsed().as_secs_f64() / games.len() as f64;
    println!("match id, read: {:.0} ns", read * 1e9);
}

fn ours_read(id: &str) -> Board {
    id.parse().expect("a position")
}

fn theirs_read(id: &str) -> Theirs {
    gnuid::decode_position::<15>(id).expect("a position")
}

fn each<T, U>(items: &[T], f: impl Fn(&T) -> U) {
    for item in items {
        black_box(f(black_box(item)));
    }
}

/// Runs both in turns and prints the speed of the first as a multiple of the second.
fn race(what: &str, ours: impl Fn(), theirs: impl Fn()) {
    let time = |f: &dyn Fn()| {
        let start = Instant::now();
        f();
        start.elapsed().as_secs_f64()
    };
    ours();
    theirs();
    let (mut ratios, mut best) = (Vec::new(), (f64::MAX, f64::MAX));
    for _ in 0..41 {
        let (a, b) = (time(&ours), time(&theirs));
        ratios.push(b / a);
        best = (best.0.min(a), best.1.min(b));
    }
    ratios.sort_by(f64::total_cmp);
    println!(
        "{what}: {:.1} times as fast (best rounds {:.2} ms and {:.2} ms)",
        ratios[20],
        best.0 * 1e3,
        best.1 * 1e3
    );
}
