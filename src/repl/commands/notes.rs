//! What is noted about moves and games.

use super::Handlers;

pub(super) const COMMANDS: Handlers = &[];
