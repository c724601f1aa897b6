//! Looking up: what can be read off the position on the board.

use super::Handlers;

pub(super) const COMMANDS: Handlers = &[];
