//! Positions within .mat records: of plays declared illegal, and of `Set Pos=`.

use super::parse::{Reader, decimal};
use crate::board::Side;
use crate::diag::Span;
use crate::game::record::{CubePlace, Setup, WrittenRoll};

impl Reader<'_> {
    /// Reads the Snowie position of a play that is declared illegal: forty fields with semicolons,
    /// the board seen by the side on turn, which is found by its name. Where names don't tell, it is as
    /// GNU Backgammon takes it: with a 0 the roller, with a 1 the opponent.
    pub(super) fn snowie(&self, text: &[u8], span: Span, roller: Option<Side>) -> Option<Box<Setup>> {
        let game = self.game.as_ref()?;
        let names =
            game.players.as_ref().map(|player| player.as_ref().map(|player| player.name.value.as_str()));
        let fields: Vec<&str> = std::str::from_utf8(text).ok()?.split(';').map(str::trim).collect();
        let side_of = |name: &str| Side::ALL.into_iter().find(|&side| names[side] == Some(name));
        let [_, _, _, _, turn, name, other, ..] = fields[..] else { return None };
        let on_roll = side_of(name).or_else(|| side_of(other).map(Side::opponent));
        let on_roll = on_roll.filter(|_| names[Side::Zero] != names[Side::One]);
        let roller = roller.unwrap_or(Side::Zero);
        let on_roll = on_roll.unwrap_or(if turn == "1" { !roller } else { roller });
        let mut lanes = [0i8; 26];
        for (lane, field) in lanes.iter_mut().zip(fields.get(12..38)?) {
            *lane = field.parse().ok()?;
        }
        if on_roll == Side::One {
            lanes.reverse();
            for lane in &mut lanes {
                *lane = lane.checked_neg()?;
            }
        }
        Some(Box::new(Setup { span, board: Some(lanes), on_roll: Some(on_roll), ..Setup::default() }))
    }
}

/// Reads a `Set Pos=` comment: the position, and what this program writes after it, where others
/// don't look: `on=L roll=31 cube=2 owner=R`.
pub(super) fn set_position(text: &[u8], span: Span) -> Setup {
    let mut setup = Setup { span, board: set_lanes(text), ..Setup::default() };
    let side = |value: &[u8]| match value {
        b"L" => Some(Side::Zero),
        b"R" => Some(Side::One),
        _ => None,
    };
    let mut at = 0;
    for word in text.split(|byte| *byte == b' ') {
        let place = Span::new(span.start as usize + at, span.start as usize + at + word.len());
        at += word.len() + 1;
        let Some(equals) = memchr::memchr(b'=', word) else { continue };
        let value = &word[equals + 1..];
        match (&word[..equals], value) {
            (b"on", value) => setup.on_roll = side(value),
            (b"roll", &[a, b]) => {
                let span = Span { start: place.end - 2, ..place };
                setup.roll = Some(WrittenRoll { digits: [a, b], span });
            }
            (b"cube", value) => setup.cube_value = decimal(value),
            (b"owner", b"-") => setup.cube_place = Some(CubePlace::Centre),
            (b"owner", value) => setup.cube_place = side(value).map(CubePlace::Owned),
            _ => {}
        }
    }
    setup
}

/// Reads twenty-six letters as in an XGID, capitals for the left player, seen by that player.
fn set_lanes(text: &[u8]) -> Option<[i8; 26]> {
    let mut lanes = [0i8; 26];
    for (lane, letter) in lanes.iter_mut().zip(text.trim_ascii().get(..26)?) {
        *lane = match letter {
            b'-' => 0,
            b'A'..=b'P' => (letter - b'A' + 1) as i8,
            b'a'..=b'p' => -((letter - b'a' + 1) as i8),
            _ => return None,
        };
    }
    Some(lanes)
}
