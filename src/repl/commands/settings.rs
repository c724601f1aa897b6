//! Settings: what `set` sets and `show` shows outside the match.

use super::Handlers;

pub(super) const COMMANDS: Handlers = &[];
