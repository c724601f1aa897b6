//! The command table compared with GNU Backgammon's, and the page generated from it.

use crate::support::{part_up_to_date, report, shared, testdata};
use barpoint::repl::table::{Argument, Command, End, Found, Status, Table};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Returns the names of each group of GNU Backgammon in the order in which it matches
/// abbreviations; the top level is the group without a name.
pub(crate) fn groups() -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(testdata("gnubg/commands.txt")).expect("the order");
    let group = |line: &str| {
        let (group, names) = line.split_once(": ").expect("a group and its names");
        let names = names.split(' ').map(|name| name.trim_matches(['(', ')']).to_owned());
        (group.to_owned(), names.collect())
    };
    text.lines().map(group).collect()
}

/// Returns the words of a path, with a player where its groups take one.
pub(crate) fn words(path: &str) -> Vec<&str> {
    const TAKE_A_PLAYER: [&str; 3] = ["set player", "set cheat player", "set analysis player"];
    let mut words = Vec::new();
    let mut so_far = String::new();
    for word in path.split(' ').filter(|word| !word.is_empty()) {
        words.push(word);
        so_far = if so_far.is_empty() { word.to_owned() } else { format!("{so_far} {word}") };
        if TAKE_A_PLAYER.contains(&so_far.as_str())
            || so_far.ends_with(" rollout player")
            || so_far.ends_with(" rollout later player")
        {
            words.push("0");
        }
    }
    words
}

/// Returns the path of a command below a group.
fn below(group: &str, name: &str) -> String {
    format!("{group} {name}").trim_start().to_owned()
}

#[test]
fn every_beginning_of_every_command_of_gnu_backgammon_means_what_it_means_there() {
    let table = Table::get();
    let mut cases = 0;
    for (group, names) in groups() {
        for name in &names {
            for end in 1..=name.len() {
                let word = &name[..end];
                let meant = names.iter().find(|name| name.starts_with(word)).expect("at least itself");
                for word in [word.to_owned(), word.to_uppercase()] {
                    let mut line = words(&group);
                    let at = line.len();
                    line.push(&word);
                    let found = table.find(&line);
                    assert_eq!(found.command.path, below(&group, meant), "{line:?}");
                    assert_ne!(found.end, End::Unknown, "{line:?}");
                    assert_eq!(found.command.is_group_of_player(), found.end == End::NoPlayer, "{line:?}");
                    assert_eq!(found.used, at + 1, "{line:?}");
                    cases += 1;
                }
            }
        }
    }
    report(cases, "beginnings of commands that mean the same as in GNU Backgammon");
}

#[test]
fn the_table_has_gnu_backgammons_commands_in_its_order_and_ours_behind_them() {
    let table = Table::get();
    let mut groups: HashMap<String, Vec<String>> = groups().into_iter().collect();
    for group in std::iter::once(table.root()).chain(table.commands()) {
        let children = table.children(group);
        let theirs: Vec<&str> =
            children.iter().filter(|child| !child.is_own()).map(|child| child.name).collect();
        assert_eq!(theirs, groups.remove(group.path.as_ref()).unwrap_or_default(), "{}", group.path);
        assert!(children.is_sorted_by_key(Command::is_own), "{}: one of ours isn't at the end", group.path);
    }
    assert!(groups.is_empty(), "missing: {groups:?}");
}

#[test]
fn the_list_of_commands_is_covered_and_its_words_are_not_ours() {
    let Some(path) = shared("gnubg/command-tree.tsv") else { return };
    let text = std::fs::read_to_string(path).expect("the list");
    let table = Table::get();
    let mut cases = 0;
    let plain = |text: &str| text.trim().trim_end_matches('.').to_lowercase();
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [path, _, kind, description] = columns[..] else { panic!("{line}") };
        let found = table.find(&words(path));
        assert_eq!(found.command.path, path);
        assert_eq!(found.command.is_group(), kind == "group", "{path}");
        assert!(!found.command.is_own(), "{path}");
        let theirs = description.split_once(" - ").map_or(description, |(_, words)| words);
        assert_ne!(plain(found.command.help), plain(theirs), "{path}");
        cases += 1;
    }
    report(cases, "commands of the list of GNU Backgammon's commands");
}

#[test]
fn every_command_has_help_and_an_example_that_leads_to_it() {
    let table = Table::get();
    for command in table.commands() {
        let path = &command.path;
        assert!(command.help.ends_with('.') && command.help.starts_with(char::is_uppercase), "{path}");
        assert!(!command.help.trim_end_matches('.').contains(". "), "{path}: one sentence");
        let example = table.example(command);
        let found = table.find(&example.split(' ').collect::<Vec<_>>());
        assert_eq!(found.end, End::Command, "{example}");
        let is_meant = |path: &str| *path == *command.path || path.starts_with(&format!("{} ", command.path));
        assert!(is_meant(&found.command.path), "{path}: {example}");
        if !command.is_group() {
            let given = example.split(' ').count() - found.used;
            let needed = command.usage.split(' ').filter(|word| word.starts_with('<')).count();
            assert!(given >= needed, "{path}: {example}");
            assert_eq!(command.usage.is_empty(), command.argument == Argument::None, "{path}");
        }
        assert!(table.usage(command).starts_with(path.split(' ').next().expect("a word")), "{path}");
    }
}

#[test]
fn a_command_means_what_it_is_like_down_to_one_that_is_like_none() {
    let table = Table::get();
    for command in table.commands() {
        let meaning = table.find(&words(command.meaning)).command;
        assert_eq!(meaning.path, command.meaning, "{}", command.path);
        assert_eq!(meaning.meaning, command.meaning, "{}", command.path);
        assert_eq!((meaning.usage, meaning.argument), (command.usage, command.argument), "{}", command.path);
    }
}

fn found(line: &str) -> Found<'static> {
    Table::get().find(&line.split(' ').collect::<Vec<_>>())
}

#[test]
fn a_group_alone_is_incomplete_and_knows_what_it_does_not_know() {
    let end = |line: &str| (found(line).end, found(line).command.path.as_ref(), found(line).used);
    assert_eq!(end("s"), (End::Incomplete, "save", 1));
    assert_eq!(end("set cube"), (End::Incomplete, "set cube", 2));
    assert_eq!(end("set cube 2"), (End::Unknown, "set cube", 2));
    assert_eq!(end("frobnicate"), (End::Unknown, "", 0));
    assert_eq!(Table::get().find::<&str>(&[]).end, End::Incomplete);
}

#[test]
fn a_group_of_a_player_takes_the_player_before_its_subcommand() {
    assert_eq!(found("set player").end, End::NoPlayer);
    assert_eq!(found("set player 0").end, End::Incomplete);
    let line = "set player Anna chequerplay rollout later player 1 chequerplay plies 2";
    let deep = found(line);
    assert_eq!(deep.end, End::Command);
    assert_eq!((deep.players, deep.used), ([Some(2), Some(7)], 10));
    assert_eq!(deep.command.path, line.replace(" Anna", "").replace(" 1", "").replace(" 2", ""));
    assert_eq!(deep.command.meaning, "set evaluation chequerplay evaluation plies");
}

#[test]
fn a_command_that_is_like_another_keeps_its_own_name_in_usage_and_example() {
    let table = Table::get();
    let lines = |line: &str| (table.usage(found(line).command), table.example(found(line).command));
    let (usage, example) = lines("set player 1 cubedecision rollout trials 36");
    assert_eq!(usage, "set player <player> cubedecision rollout trials <games>");
    assert_eq!(example, "set player 0 cubedecision rollout trials 1296");
    let (usage, example) = lines("set player");
    assert_eq!(usage, "set player <player> <subcommand>");
    assert_eq!(example, "set player 0 name Anna");
    assert_eq!(lines("annotate take com hm").1, "annotate take comment the anchor first");
    assert_eq!(lines("beaver").0, "beaver");
}

#[test]
fn what_is_like_a_command_of_another_status_keeps_its_own_for_all_of_it() {
    assert_eq!(found("set rng mersenne").command.status, Status::Same);
    assert_eq!(found("set rollout rng mersenne").command.status, Status::Accepted);
    assert_eq!(found("analyze clear game").command.status, Status::Same);
}

#[test]
fn a_wrong_word_is_near_the_one_that_was_meant() {
    let table = Table::get();
    let meant = |group: &str, word: &str| {
        let group = if group.is_empty() { table.root() } else { found(group).command };
        table.nearest(group, word).map(|command| command.path.as_ref())
    };
    assert_eq!(meant("", "doulbe"), Some("double"));
    assert_eq!(meant("", "reoll"), Some("roll"));
    assert_eq!(meant("set", "Autmatic"), Some("set automatic"));
    assert_eq!(meant("", "pipcount"), Some("show pipcount"));
    assert_eq!(meant("", "q1"), None);
    // A command of another group does something else.
    assert_eq!(meant("show", "luck"), None);
    assert_eq!(meant("set rng", "plies"), None);
    assert_eq!(meant("show", "rollout"), Some("show rollout"));
    assert_eq!(meant("set", "hint"), Some("hint"));
    assert_eq!(meant("", "xyzzy"), None);
}

#[test]
fn the_words_of_a_choice_are_those_of_the_usage() {
    let choices = |line: &str| found(line).command.choices().collect::<Vec<_>>();
    assert_eq!(choices("set jacoby"), ["on", "off"]);
    assert_eq!(choices("resign")[..2], ["single", "normal"]);
    assert_eq!(choices("next").last(), Some(&"anymarked"));
    assert!(choices("roll").is_empty() && choices("set score").is_empty());
}

#[test]
fn a_lookup_allocates_nothing() {
    let table = Table::get();
    let line = ["set", "player", "0", "chequerplay", "rollout", "player", "1", "movefilter", "1"];
    let used = allocation_counter::measure(|| {
        assert_eq!(table.find(&line).end, End::Command);
        assert_eq!(table.find(&["show", "pip"]).used, 2);
        assert_eq!(table.find(&["frobnicate"]).end, End::Unknown);
    });
    assert_eq!(used.count_total, 0);
}

/// The lines around the commands on the page of differences.
const MARKS: [&str; 2] = [
    "<!-- Made from src/repl/commands.txt: `BARPOINT_UPDATE=1 cargo test` writes what follows. -->\n",
    "<!-- End of what is made. -->\n",
];

/// Returns the section of the page of differences about commands: their number for each status, and those that
/// aren't the same.
fn section() -> String {
    let table = Table::get();
    let leaves: Vec<&Command> = table
        .commands()
        .filter(|command| !command.is_group() && command.is_listed && !command.is_own())
        .collect();
    let mut out = String::from("\n| status | commands | meaning |\n|---|---|---|\n");
    for (status, meaning) in [
        (Status::Same, "the same"),
        (Status::Better, "the same for scripts, and something more for people"),
        (Status::Accepted, "understood and answered in one line: there is no window and no sound"),
    ] {
        let count = leaves.iter().filter(|command| command.status == status).count();
        // Writing to a String can't fail.
        let _ = writeln!(out, "| {} | {count} | {meaning} |", status.name());
    }
    let _ =
        writeln!(out, "| all | {} | |\n\n| command | status | what it does |\n|---|---|---|", leaves.len());
    let mut differing = leaves;
    differing.retain(|command| command.status != Status::Same && command.meaning == command.path);
    differing.sort_by_key(|command| &command.path);
    for command in differing {
        let _ = writeln!(out, "| `{}` | {} | {} |", command.path, command.status.name(), command.help);
    }
    out.push('\n');
    out
}

#[test]
fn the_page_of_differences_lists_every_command_that_differs() {
    part_up_to_date(MARKS, &section());
}
