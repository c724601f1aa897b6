//! Settings as commands: the file that `save settings` writes and the next session reads.

use super::SECTIONS;
use crate::repl::dice::Dice;
use crate::repl::host::Nowhere;
use crate::repl::session::Session;
use std::fmt::Write as _;

/// Writes all settings as the commands that set them, one per line, with comments for people who edit them.
///
/// Settings of the match and the seed of the dice aren't included.
#[must_use]
pub fn text(session: &Session) -> String {
    let fresh = Session::new(Box::new(Nowhere), Dice::seeded(1));
    let mut text = String::from(
        "# The settings of barpoint's sessions, written by `save settings`. Each line is a command; a line\n\
         # that begins with `#` is a comment. Without its line, a setting has its default.\n",
    );
    for section in &SECTIONS {
        let mut commands = section.commands(session);
        if section.only_changed {
            let before = section.commands(&fresh);
            commands.retain(|command| !before.contains(command));
        }
        if !commands.is_empty() {
            let _ = writeln!(text, "\n# {}", section.title);
        }
        for (command, words) in commands {
            let _ = writeln!(text, "set {command} {words}");
        }
    }
    text
}
