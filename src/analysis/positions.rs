//! Positions that records give in the middle of a game.

use crate::board::{Board, BoardSetup, BySide, Side};

/// Reads a Snowie position, forty fields with semicolons: with so many checkers a side: the
/// board, seen by the side on roll, and that side, found by its name.
pub(super) fn snowie(text: &str, checkers: u8, names: BySide<Option<&str>>) -> Option<(Board, Side)> {
    let fields: Vec<&str> = text.split(';').map(str::trim).collect();
    if fields.len() < 38 {
        return None;
    }
    let side_of = |name: &str| Side::ALL.into_iter().find(|&side| names[side] == Some(name));
    let on_roll = side_of(fields[5])
        .or_else(|| side_of(fields[6]).map(Side::opponent))
        .or_else(|| Some(if fields[4] == "0" { Side::Zero } else { Side::One }))?;
    let mut lanes = [0i8; 26];
    for (lane, field) in lanes.iter_mut().zip(&fields[12..38]) {
        *lane = field.parse().ok()?;
    }
    Some((board(&lanes, checkers)?, on_roll))
}

/// Reads the position of a `Set Pos=` comment: twenty-six letters as in an XGID, capitals for the
/// left player, seen by that player. Who is on roll isn't known.
pub(super) fn set_pos(text: &str, checkers: u8) -> Option<Board> {
    let letters = text.trim().as_bytes().get(..26)?;
    let mut lanes = [0i8; 26];
    for (lane, letter) in lanes.iter_mut().zip(letters) {
        *lane = match letter {
            b'-' => 0,
            b'A'..=b'P' => (letter - b'A' + 1) as i8,
            b'a'..=b'p' => -((letter - b'a' + 1) as i8),
            _ => return None,
        };
    }
    board(&lanes, checkers)
}

/// Makes a board of twenty-six signed counts: the opponent's bar, the points, the own bar.
fn board(lanes: &[i8; 26], checkers: u8) -> Option<Board> {
    if lanes[0] > 0 || lanes[25] < 0 {
        return None;
    }
    let mine = |lane: usize| lanes[lane].max(0).unsigned_abs();
    let theirs = |lane: usize| lanes[lane].min(0).unsigned_abs();
    let setup = BoardSetup {
        points: std::array::from_fn(|i| mine(i + 1)),
        bar: mine(25),
        total: checkers,
        opponent_points: std::array::from_fn(|i| theirs(24 - i)),
        opponent_bar: theirs(0),
        opponent_total: checkers,
    };
    setup.board().ok()
}
