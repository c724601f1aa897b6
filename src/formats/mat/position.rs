//! Positions within .mat records: of plays declared illegal, and of `Set Pos=`.

use super::parse::Reader;
use crate::board::Side;
use crate::diag::Span;
use crate::game::record::Setup;

impl Reader<'_> {
    /// Reads the Snowie position of a play that is declared illegal: forty fields with semicolons,
    /// the board seen by the side on roll, which is found by its name.
    pub(super) fn snowie(&self, text: &[u8], span: Span) -> Option<Box<Setup>> {
        let game = self.game.as_ref()?;
        let names =
            game.players.as_ref().map(|player| player.as_ref().map(|player| player.name.value.as_str()));
        let fields: Vec<&str> = std::str::from_utf8(text).ok()?.split(';').map(str::trim).collect();
        let side_of = |name: &str| Side::ALL.into_iter().find(|&side| names[side] == Some(name));
        let [_, _, _, _, turn, roller, other, ..] = fields[..] else { return None };
        let on_roll = side_of(roller).or_else(|| side_of(other).map(Side::opponent));
        let on_roll = on_roll.unwrap_or(if turn == "0" { Side::Zero } else { Side::One });
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

/// Reads the position of a `Set Pos=` comment: twenty-six letters as in an XGID, capitals for the
/// left player, seen by that player. Who is on roll isn't known.
pub(super) fn set_lanes(text: &[u8]) -> Option<[i8; 26]> {
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
