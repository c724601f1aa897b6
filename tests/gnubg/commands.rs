//! The order of the commands, asked of the program: for any input, its help shows which command it matched.

use super::Gnubg;
use crate::repl::table::{groups, words};
use crate::support::report;
use barpoint::repl::table::{End, Table};
use std::fmt::Write as _;

/// Returns `true` for paths so long that it crashes on their help; they are tried as commands.
fn is_long(group: &str) -> bool {
    let inner = [" chequerplay rollout", " cubedecision rollout"];
    inner.iter().any(|inner| group.contains(inner))
}

/// Returns the answers to commands, one each.
fn answers(gnubg: &Gnubg, commands: &[String]) -> Vec<String> {
    let mut script = String::new();
    for (i, command) in commands.iter().enumerate() {
        // Writing to a String can't fail.
        let _ = writeln!(script, "{command}\nhelp zzq{i}");
    }
    let said = gnubg.run(&script);
    let mut rest = said.split_once("type `show copying' for details.\n").expect("a greeting").1;
    let mut answers = Vec::new();
    for (i, command) in commands.iter().enumerate() {
        let mark = format!("No help available for topic `zzq{i}'\n");
        let (answer, behind) = rest.split_once(mark.as_str()).unwrap_or_else(|| panic!("{command}: {rest}"));
        answers.push(answer.trim().to_owned());
        rest = behind;
    }
    answers
}

#[test]
fn abbreviations_mean_the_commands_that_its_help_names() {
    let Some(gnubg) = Gnubg::find() else { return };
    let table = Table::get();
    let mut asked: Vec<(String, String)> = Vec::new();
    for (group, names) in groups().into_iter().filter(|(group, _)| !is_long(group)) {
        let mut beginnings: Vec<String> = ('a'..='z').chain('0'..='9').map(String::from).collect();
        for name in &names {
            beginnings.extend((1..=name.len()).map(|end| name[..end].to_owned()));
            beginnings.push(format!("{name}x"));
        }
        beginnings.sort();
        beginnings.dedup();
        asked.extend(beginnings.into_iter().map(|word| (group.clone(), word)));
    }
    let commands: Vec<String> = asked.iter().map(|(group, word)| format!("help {group} {word}")).collect();
    for ((group, word), answer) in asked.iter().zip(answers(&gnubg, &commands)) {
        let theirs =
            answer.split_once(" - ").filter(|_| !answer.starts_with("No help")).map(|(path, _)| path);
        let mut line = words(group);
        line.push(word);
        let found = table.find(&line);
        let is_ours = found.end != End::Unknown && !found.command.is_own();
        let ours = is_ours.then_some(found.command.path.as_ref());
        assert_eq!(ours, theirs, "`{group}` `{word}`");
    }
    report(asked.len(), "abbreviations as GNU Backgammon understands them");
}

#[test]
fn paths_too_long_for_its_help_are_commands_all_the_same() {
    let Some(gnubg) = Gnubg::find() else { return };
    let table = Table::get();
    let is_offline = |path: &str| !path.ends_with("random.org");
    let long = table.commands().filter(|command| is_long(&command.path) && is_offline(&command.path));
    let paths: Vec<String> =
        long.filter(|command| !command.is_group()).map(|command| words(&command.path).join(" ")).collect();
    for (path, answer) in paths.iter().zip(answers(&gnubg, &paths)) {
        assert!(!answer.contains("Unknown keyword") && !answer.contains("Incomplete"), "{path}: {answer}");
    }
    report(paths.len(), "long commands that GNU Backgammon knows");
}
