//! Files of bear-off tables, ours and GNU Backgammon's: any bytes, and real ones with bytes changed, are read or
//! refused without a panic; of what is read every position can be looked up.
#![no_main]

use barpoint::board::Board;
use barpoint::engine::bearoff::hyper::{Checkers, Hyper};
use barpoint::engine::bearoff::{Database, Home, OneSided, TwoSided};
use barpoint_fuzz::{Edit, damaged, sealed};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Raw(&'a [u8]),
    Hyper(Vec<Edit>, u16),
    OneSided(Vec<Edit>, u16),
    TwoSided(Vec<Edit>, u16),
    GnubgHyper(Vec<Edit>, u16),
}

static HYPER: LazyLock<Hyper> = LazyLock::new(|| Hyper::build(Checkers::new(1).expect("one checker")));
static ONE_SIDED: LazyLock<Vec<u8>> = LazyLock::new(|| OneSided::build().to_bytes());
static TWO_SIDED: LazyLock<Vec<u8>> = LazyLock::new(|| TwoSided::build().to_bytes());
static HYPER_BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| HYPER.to_bytes());
static GNUBG_HYPER: LazyLock<Vec<u8>> = LazyLock::new(|| HYPER.to_gnubg());

fn look_up(board: &Board, one: Option<&OneSided>, two: Option<&TwoSided>) {
    let (Some(mover), Some(opponent)) = (Home::of(board), Home::of(&board.flip())) else { return };
    if let Some(table) = one {
        let _ = (table.mean(mover), table.chances(board), table.rolls(mover), table.first_off(&board.flip()));
    }
    if let Some(table) = two {
        let _ = table.money(mover, opponent);
    }
}

fuzz_target!(|input: Input<'_>| {
    let bytes = match &input {
        Input::Raw(bytes) => bytes.to_vec(),
        Input::Hyper(edits, kept) => sealed(damaged(&HYPER_BYTES, edits, *kept)),
        Input::OneSided(edits, kept) => sealed(damaged(&ONE_SIDED, edits, *kept)),
        Input::TwoSided(edits, kept) => sealed(damaged(&TWO_SIDED, edits, *kept)),
        Input::GnubgHyper(edits, kept) => damaged(&GNUBG_HYPER, edits, *kept),
    };
    // Four checkers of the mover on the ace point against two on the deuce point and one on the five point.
    let boards = ["AAAAAACAAAAAAA", "IQAAAAgAAAAAAA", "AQAAAAEAAAAAAA"];
    let boards: Vec<Board> = boards.iter().filter_map(|id| id.parse().ok()).collect();
    if let Ok(table) = OneSided::from_bytes(&bytes) {
        boards.iter().for_each(|board| look_up(board, Some(&table), None));
    }
    if let Ok(table) = TwoSided::from_bytes(&bytes) {
        boards.iter().for_each(|board| look_up(board, None, Some(&table)));
    }
    if let Ok(table) = Hyper::from_bytes(&bytes) {
        boards.iter().for_each(|board| {
            let _ = (table.chances(board), table.money(board));
        });
    }
    let _ = Database::from_bytes(&bytes);
});
