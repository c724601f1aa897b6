//! Words that users try for a command of another name.

use super::args;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Words for a purpose, and the commands that serve it.
const OTHERS: &[(&[&str], &[&str])] = &[
    (&["fix", "repair", "correct", "mend"], &["check --fix"]),
    (&["validate", "verify", "lint", "test"], &["check"]),
    (&["watch"], &["check --watch"]),
    (&["diff"], &["check --diff"]),
    (&["format", "tidy", "rewrite"], &["fmt", "formats"]),
    (&["export", "save", "translate"], &["convert", "db export"]),
    (&["import", "load"], &["convert", "db add"]),
    (&["view", "display", "print", "read"], &["report", "open", "show"]),
    (&["draw", "board", "picture", "render"], &["show", "diagram"]),
    (&["info", "count", "describe"], &["summary", "score", "stats"]),
    (&["list", "ls"], &["score", "db list"]),
    (&["search", "grep", "filter", "query"], &["find"]),
    (&["dump"], &["replay"]),
    (&["join", "combine"], &["merge"]),
    (&["decode"], &["id"]),
    (&["best", "move", "moves"], &["hint", "plays"]),
    (&["review", "errors", "mistakes", "luck"], &["analyse"]),
    (&["train", "practise", "practice"], &["quiz"]),
    (&["database"], &["db"]),
    (&["db import", "db create", "db insert"], &["db add"]),
    (&["db delete", "db rm"], &["db remove"]),
    (&["db show", "db ls"], &["db list"]),
    (&["db search", "db query"], &["db find"]),
];

/// Names the commands for the purpose of a word that isn't a command, instead of those with a similar name.
pub(super) fn with_our_command(mut message: clap::Error) -> clap::Error {
    let Some(ContextValue::String(word)) = message.get(ContextKind::InvalidSubcommand) else {
        return message;
    };
    let advice = match group().as_deref() {
        None => advice(word),
        Some("db") => advice(&format!("db {word}")),
        Some(_) => None,
    };
    if let (ErrorKind::InvalidSubcommand, Some(advice)) = (message.kind(), advice) {
        message.remove(ContextKind::SuggestedSubcommand);
        message.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
    }
    message
}

/// Returns the group of commands in which the user looked for one.
fn group() -> Option<String> {
    let program = args::program();
    let is_group = |word: &String| program.find_subcommand(word).is_some_and(clap::Command::has_subcommands);
    std::env::args_os().skip(1).filter_map(|word| word.into_string().ok()).find(is_group)
}

/// Returns `true` if the program has a command, written with its subcommand or its option.
fn has(program: &clap::Command, command: &str) -> bool {
    let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
    let Some(found) = program.find_subcommand(name) else { return false };
    match rest.strip_prefix("--") {
        Some(option) => found.get_arguments().any(|own| own.get_long() == Some(option)),
        None => rest.is_empty() || has(found, rest),
    }
}

/// Returns the advice for a word that isn't a command; a command of a group has the group's name in front.
fn advice(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let program = args::program();
    let (_, commands) = OTHERS.iter().find(|(words, _)| words.contains(&word.as_str()))?;
    // Features leave commands out.
    let commands = commands.iter().filter(|command| has(&program, command));
    let commands: Vec<String> = commands.map(|command| format!("`barpoint {command}`")).collect();
    (!commands.is_empty()).then(|| format!("try {}", commands.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_a_command_and_the_advice_names_commands() {
        let program = args::program();
        for (words, commands) in OTHERS {
            for word in *words {
                assert!(!has(&program, word), "{word}");
            }
            for command in *commands {
                let is_left_out = !cfg!(feature = "database") && command.starts_with("db");
                assert!(is_left_out || has(&program, command), "{command}");
            }
        }
        assert_eq!(advice("Fix").as_deref(), Some("try `barpoint check --fix`"));
        assert_eq!(advice("xyz"), None);
    }
}
