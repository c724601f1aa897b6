//! `load`, `save`, `import`, `export`.

use super::Handlers;

pub(super) const COMMANDS: Handlers = &[];
