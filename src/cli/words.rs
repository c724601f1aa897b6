//! Words that users try for a command of another name.

use super::args;
use crate::board::Roll;
use crate::diag::distance;
use crate::formats::Format;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Words for a purpose, and the commands that serve it.
const OTHERS: &[(&[&str], &[&str])] = &[
    (&["fix", "repair", "correct", "mend"], &["check --fix"]),
    (&["validate", "verify", "lint", "test", "unpack", "unzip", "untar"], &["check"]),
    (&["watch"], &["check --watch"]),
    (&["diff"], &["check --diff"]),
    (&["format", "tidy", "rewrite"], &["fmt", "formats"]),
    (&["export", "save", "translate"], &["convert", "db export"]),
    (&["import", "load"], &["convert", "db add"]),
    (&["view", "display", "print", "read"], &["report", "open", "show"]),
    (&["html", "page", "markdown", "web", "browse"], &["report", "open"]),
    (&["draw", "board", "picture", "render", "position", "svg", "png"], &["show", "diagram"]),
    (&["info", "count", "describe"], &["summary", "score", "stats"]),
    (&["list", "ls", "matches"], &["score", "db list"]),
    (&["search", "grep", "filter", "query"], &["find"]),
    (&["dump"], &["replay"]),
    (&["join", "combine"], &["merge"]),
    (&["decode"], &["id"]),
    (&["best", "move", "moves", "dice"], &["hint", "plays"]),
    (&["evaluate", "equity", "winning"], &["eval"]),
    (&["double", "redouble", "take", "pass", "drop", "doubling"], &["cube"]),
    (&["analysis", "review", "error", "errors", "mistakes", "blunders", "luck"], &["analyse"]),
    (&["rating", "ratings", "elo", "pr", "player", "players", "profile"], &["stats"]),
    (&["train", "practise", "practice"], &["quiz"]),
    (&["new", "game", "bot", "computer"], &["play"]),
    (&["gnubg", "repl", "shell"], &["session"]),
    (&["settings", "options", "preferences"], &["config"]),
    (&["docs", "manual", "usage"], &["man"]),
    (&["version", "about", "bench", "benchmark", "selftest"], &["doctor"]),
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
    let group = group();
    let advice = match group.as_deref() {
        None => advice(word).or_else(|| about_value(word)),
        Some("db") => advice(&format!("db {word}")),
        Some(_) => None,
    };
    // The help of a command has none of clap's advice.
    let has_advice = message.get(ContextKind::SuggestedSubcommand).is_some();
    let advice = advice.or_else(|| nearest(group.as_deref(), word).filter(|_| !has_advice));
    if let (ErrorKind::InvalidSubcommand, Some(advice)) = (message.kind(), advice) {
        message.remove(ContextKind::SuggestedSubcommand);
        message.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
    }
    message
}

/// Returns the advice for a roll or a format instead of a command.
fn about_value(word: &str) -> Option<String> {
    if let Ok(roll) = word.parse::<Roll>() {
        // No game begins with a doublet.
        let opening =
            if roll.is_doublet() { String::new() } else { format!("`barpoint opening {word}` or ") };
        return Some(format!("try {opening}`barpoint hint ID {word}`"));
    }
    let format = Format::by_name(&word.to_lowercase())?;
    Some(match format.writer {
        Some(_) => format!("try `barpoint convert FILE --to {}`", format.name),
        None => format!("try `barpoint formats {}`", format.name),
    })
}

/// Returns the command with nearly the name of a word, in a group or in the program itself.
fn nearest(group: Option<&str>, word: &str) -> Option<String> {
    let program = args::program();
    let group = group.map_or(Some(&program), |group| program.find_subcommand(group))?;
    let names = group.get_subcommands().map(clap::Command::get_name);
    let (distance, name) = names.map(|name| (distance(word, name), name)).min()?;
    (distance <= 2.min(word.chars().count() / 2)).then(|| format!("did you mean `{name}`?"))
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
        assert_eq!(about_value("31").as_deref(), Some("try `barpoint opening 31` or `barpoint hint ID 31`"));
        assert_eq!(about_value("11").as_deref(), Some("try `barpoint hint ID 11`"));
        assert_eq!(about_value("SGF").as_deref(), Some("try `barpoint convert FILE --to sgf`"));
        assert_eq!(about_value("bgf").as_deref(), Some("try `barpoint formats bgf`"));
        assert_eq!(about_value("77"), None);
        assert_eq!(nearest(None, "chek").as_deref(), Some("did you mean `check`?"));
        assert_eq!(nearest(None, "xylophone"), None);
    }
}
