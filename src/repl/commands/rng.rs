//! The dice: `set rng`, `set seed`, `dicerolls`.

use super::Handlers;

pub(super) const COMMANDS: Handlers = &[];
