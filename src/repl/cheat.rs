//! Dice that are chosen rather than rolled, for training: `set cheat`.

use super::answer::Refusal;
use super::session::Session;
use crate::board::{BySide, Roll};
use crate::engine::search::Options;

/// The settings of `set cheat`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cheat {
    /// Whether dice are chosen.
    pub is_on: bool,
    /// The rank of the roll that each side gets: 1 the best of the 21, 21 the worst.
    pub ranks: BySide<u8>,
}

impl Default for Cheat {
    fn default() -> Self {
        Self { is_on: false, ranks: BySide::new(1, 1) }
    }
}

impl Session {
    /// Returns the roll that is chosen for the side on roll, evaluated at 0-ply; `None` if dice are rolled.
    /// It uses no number of the generator.
    ///
    /// # Errors
    ///
    /// If there is no engine to evaluate rolls, or no match equity table contains the score.
    pub(super) fn chosen_roll(&self) -> Result<Option<Roll>, Refusal> {
        let cheat = &self.settings.cheat;
        if !cheat.is_on {
            return Ok(None);
        }
        let by = self.game.state.on_roll();
        let options = Options { plies: 0, ..Options::default() };
        let board = *self.game.state.board();
        let values = self.ask(by, options, |search| search.rolls(&board))?;
        let values =
            values.ok_or_else(|| Refusal::complain("there is no engine here that could choose dice"))?;
        let mut rolls: Vec<(Roll, f32)> = Roll::ALL.into_iter().zip(values).collect();
        // The sort is stable: rolls with equal equities stay in order.
        rolls.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let rank = usize::from(cheat.ranks[by]).clamp(1, rolls.len());
        Ok(Some(rolls[rank - 1].0))
    }
}
