//! Editing: `set board`, `set dice`, `set turn`, `set cube`, `set score` and the IDs.

use super::Handlers;

pub(super) const COMMANDS: Handlers = &[];
