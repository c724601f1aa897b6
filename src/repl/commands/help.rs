//! `help`, and what else describes the program.

use super::Handlers;

pub(super) const COMMANDS: Handlers = &[];
