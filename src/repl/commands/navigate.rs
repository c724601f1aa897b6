//! Moving about in a match: `next`, `previous`, `list`, `undo`.

use super::Handlers;

pub(super) const COMMANDS: Handlers = &[];
