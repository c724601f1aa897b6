//! `help`, and other commands that describe the program.

use super::Handlers;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::line::{Word, Words};
use crate::repl::table::{Command, Status, Table};

pub(super) const COMMANDS: Handlers = &[
    ("help", |session, call, answer| {
        let text = call.words.rest();
        if text.is_empty() {
            answer.say("Available commands:");
            list(session.settings.compat, Table::get().root(), answer);
            return Ok(());
        }
        find(session.settings.compat, text, answer).map_err(|refusal| refusal.at(call.words.rest_place()))
    }),
    ("show buildinfo", |_, _, answer| {
        answer.say(concat!("barpoint ", env!("CARGO_PKG_VERSION")));
        let profile = if cfg!(debug_assertions) { "with checks for its developers" } else { "optimized" };
        answer.say(format_args!(
            "Built for {} on {}, {profile}.",
            std::env::consts::OS,
            std::env::consts::ARCH
        ));
        answer.say("Without windows and sounds.");
        Ok(())
    }),
    ("show commands", |session, _, answer| {
        let compat = session.settings.compat;
        let table = Table::get();
        for command in table.leaves(table.root()).filter(|command| !(compat && command.is_own())) {
            answer.say(&command.path);
        }
        Ok(())
    }),
    ("show copying", |_, _, answer| {
        answer.say("barpoint is available under either of two licences, at your choice.");
        answer.say("\nThe MIT licence:\n");
        answer.put(include_str!("../../../LICENSE-MIT"));
        answer.say("\nThe Apache licence, version 2.0: https://www.apache.org/licenses/LICENSE-2.0");
        Ok(())
    }),
    ("show credits", |_, _, answer| {
        answer.say("barpoint is the work of its contributors, whom its repository names.");
        answer.say("Its command language was designed by the authors of GNU Backgammon.");
        answer.say("Its Cargo.toml lists the libraries that it uses.");
        Ok(())
    }),
    ("show lang", |session, _, answer| {
        answer.say(if session.settings.compat {
            "Your language preference is set to system."
        } else {
            "Messages are in English."
        });
        Ok(())
    }),
    ("show version", |_, _, answer| {
        answer.say(concat!("barpoint ", env!("CARGO_PKG_VERSION")));
        answer.say("\nA backgammon program for the command line that understands GNU Backgammon's commands.");
        answer.say("Type `show copying' for its licences and `show credits' for whose work it builds on.");
        Ok(())
    }),
    ("show warranty", |_, _, answer| {
        answer.say("There is no warranty of any kind. From the MIT licence:\n");
        let licence = include_str!("../../../LICENSE-MIT");
        answer.put(licence.find("THE SOFTWARE IS").map_or(licence, |at| &licence[at..]));
        Ok(())
    }),
];

/// Lists the commands of a group, a line each.
fn list(compat: bool, group: &Command, answer: &mut Answer) {
    let listed = Table::get().children(group).iter().filter(|child| child.is_listed);
    for child in listed.filter(|child| !(compat && child.is_own())) {
        answer.say(format_args!("{:<15}\t{}", child.name, child.help));
    }
}

/// Describes the command at the beginning of a line; the rest of the line doesn't matter.
pub(super) fn find(compat: bool, line: &str, answer: &mut Answer) -> Done {
    let words: Vec<Word<'_>> = Words::new(line).collect();
    let table = Table::get();
    let mut command = table.root();
    let mut had_player = false;
    for word in &words {
        if !command.is_group() {
            // Everything after a command is an argument.
            break;
        }
        let next = table.child(command, &word.text).filter(|next| !(compat && next.is_own()));
        if let Some(next) = next {
            command = next;
            had_player = false;
        } else if command.is_group_of_player() && !had_player && !compat {
            // `help set player 0 name` is the same as `help set player name`. GNU Backgammon takes no player there.
            had_player = true;
        } else {
            let missing = if compat { &words[0] } else { word };
            let help = match table.nearest(command, &word.text) {
                Some(near) => format!("did you mean `{}'?", near.path),
                None if command.path.is_empty() => "`help` lists the commands".to_owned(),
                None => format!("`help {0}' lists what may follow `{0}'", command.path),
            };
            let refusal = Refusal::say(format_args!("No help available for topic `{}'", missing.text));
            return Err(refusal.help(help));
        }
    }
    describe(compat, command, answer);
    Ok(())
}

/// Describes a command: its purpose, its usage, an example, and its subcommands.
fn describe(compat: bool, command: &Command, answer: &mut Answer) {
    let table = Table::get();
    answer.say(format_args!("{} - {}", command.path, command.help));
    answer.say(format_args!("\nUsage: {}", table.usage(command)));
    if !compat {
        answer.say(format_args!("Example: {}", table.example(command)));
        if command.status == Status::Accepted {
            answer.say("Accepted without effect.");
        }
    }
    if command.is_group() {
        answer.say("Available subcommands:");
        list(compat, command, answer);
    }
}
