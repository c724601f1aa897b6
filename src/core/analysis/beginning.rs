//! The opening to which the first decisions of a game belong.

use crate::board::Board;
use crate::engine::opening::Opening;
use crate::game::Happening;
use crate::rules::resolve;

/// Follows the events of a match, and names the opening of the first two plays of each game.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// The game, and its first roll and play.
    begun: Option<(usize, Opening)>,
}

impl Beginning {
    /// Takes the next event in a game, counted from 0, on a board from the mover's view; each event has to be taken, in
    /// order. Returns the opening if the event is the play of a first
    /// roll, or the reply to a legal one: with the roll of the reply then. The game must begin from the standard starting
    /// position.
    pub fn take(&mut self, game: usize, board: &Board, happening: &Happening) -> Option<Opening> {
        let (roll, play) = match *happening {
            Happening::Played { roll, play } => (roll, Some(play)),
            Happening::Illegal { roll, .. } | Happening::RolledOnly { roll } => (roll, None),
            _ => return None,
        };
        if *board == Board::START && !roll.is_doublet() {
            let play = play.and_then(|play| Some((play, resolve::apply_legal(board, roll, &play)?)));
            let opening = Opening { roll, play, reply: None };
            self.begun = Some((game, opening));
            return Some(opening);
        }
        let (begun, opening) = self.begun.take()?;
        let (_, after) = opening.play?;
        (begun == game && after.flip() == *board).then_some(Opening { reply: Some(roll), ..opening })
    }
}
