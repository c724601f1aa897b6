//! Every command in four states, through both programs: the standard output.

use super::{Folder, Gnubg};
use crate::support::{part_up_to_date, report};
use barpoint::repl::table::Table;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// The states, and the commands that lead to each.
const STATES: [(&str, &str); 4] = [
    ("no game", ""),
    ("a roll waits", "new match 5\n13/11 6/5\nroll\n"),
    ("a double is offered", "new match 5\n13/11 6/5\ndouble\n"),
    ("a game is over", "new match 5\n13/11 6/5\ndouble\ndrop\n"),
];

/// Commands that are left out, by their beginning.
const NOT_ASKED: &[(&[&str], &str)] = &[
    (
        &[
            "help",
            "?",
            "show buildinfo",
            "show copying",
            "show credits",
            "show engine",
            "show version",
            "show warranty",
        ],
        "describe each program in its own words",
    ),
    (
        &[
            "analyse",
            "calibrate",
            "end game",
            "eval",
            "hint",
            "play",
            "rollout",
            "show marketwindow",
            "show onesidedrollout",
            "show rolls",
            "show temperaturemap",
            "show statistics",
        ],
        "evaluate: the numbers are each engine's",
    ),
    (&["exit", "quit"], "end the session"),
    (
        &["external", "relational", "set rng", "show player", "show rng", "show seed"],
        "are compared by other tests",
    ),
    (
        &["show matchequitytable", "show bearoff"],
        "print long tables; of the 3,471 match equities beyond 25 points, three differ in the last of six digits",
    ),
    (&["export"], "write files, which other tests compare"),
];

/// The permanent differences: the beginning of a command, and the reason.
const DECLARED: &[(&str, &str)] = &[
    ("set cube use", "while a double is offered: as `set score`"),
    ("set lang", "the language of the environment: there is one"),
    (
        "set matchequitytable",
        "a table that isn't there: the one in use stays, and another one isn't taken in its place",
    ),
    (
        "set score",
        "while a double is offered: the double is withdrawn and the player on roll has the turn, where GNU Backgammon leaves it with the other",
    ),
    ("show rollout", "the seed, which GNU Backgammon draws"),
];

/// A command with two different answers in a state.
struct Difference {
    command: String,
    state: &'static str,
    theirs: String,
    ours: String,
}

const BEFORE: &str = "set rng mersenne\nset confirm new off\nset confirm save off\nset automatic roll off\nset automatic game off\n\
                      set automatic move off\nset automatic bearoff off\nset defaultnames A B\nset player 0 human\n\
                      set player 1 human\n";

/// Runs some commands in a program, each in a state; returns the answers.
fn answers(program: &Path, arguments: &[&str], state: &str, commands: &[String]) -> Vec<String> {
    let folder = Folder::new("gnubg");
    let mut script = BEFORE.to_owned();
    for (i, command) in commands.iter().enumerate() {
        // Writing to a String can't fail.
        let _ = writeln!(script, "set seed 5\n{state}help zqx{i}\n{command}\nhelp zqy{i}");
    }
    std::fs::write(folder.0.join("commands"), script).expect("a file");
    let said = super::said(program, arguments, &folder.0, &folder.0);
    let between = |i: usize| {
        let mark = |letter: char| format!("No help available for topic `zq{letter}{i}'\n");
        let (_, rest) = said.split_once(&mark('x'))?;
        Some(rest.split_once(&mark('y'))?.0.to_owned())
    };
    (0..commands.len()).map_while(between).collect()
}

/// Compares the answers of both programs; commands that differ in a group are repeated alone.
fn compare(
    gnubg: &Gnubg,
    state: (&'static str, &'static str),
    commands: &[String],
    found: &mut Vec<Difference>,
) {
    let barpoint = Path::new(crate::support::program());
    let theirs = answers(&gnubg.program, &[], state.1, commands);
    let ours = answers(barpoint, &["session", "--compat"], state.1, commands);
    let missing = String::from("(nothing more)");
    for (i, command) in commands.iter().enumerate() {
        let (theirs, ours) = (theirs.get(i).unwrap_or(&missing), ours.get(i).unwrap_or(&missing));
        if theirs == ours && *theirs != missing {
            continue;
        }
        if let [_] = commands {
            let (command, theirs, ours) = (command.clone(), theirs.clone(), ours.clone());
            found.push(Difference { command, state: state.0, theirs, ours });
        } else {
            compare(gnubg, state, &commands[i..=i], found);
        }
    }
}

/// Returns the commands to run: alone, and with their examples.
fn commands() -> Vec<String> {
    let table = Table::get();
    let is_asked = |path: &str| {
        let begins = |beginning: &&str| path == *beginning || path.starts_with(&format!("{beginning} "));
        !NOT_ASKED.iter().any(|(beginnings, _)| beginnings.iter().any(&begins))
    };
    let mut lines = Vec::new();
    for command in table.commands() {
        let is_one = !command.is_group() && command.is_listed && !command.is_own();
        if is_one
            && command.meaning == command.path
            && is_asked(&command.path)
            && !command.path.contains("random.org")
        {
            let bare = table.typed(command, [Some("0"), Some("1")]);
            let example = table.example(command);
            lines.push(bare.clone());
            if example != bare && example != "set output output off" {
                lines.push(example);
            }
        }
    }
    lines
}

/// The lines around the table on the page of differences.
const MARKS: [&str; 2] = [
    "<!-- Made by asking both programs every command: `BARPOINT_UPDATE=1 cargo test` writes what follows. -->\n",
    "<!-- End of what was asked. -->\n",
];

/// Returns the section for the page of differences.
fn section(asked: usize, found: &BTreeMap<&str, Vec<&Difference>>) -> String {
    let mut out = format!(
        "\n{asked} lines, every command alone and with an example, in each of four states: {}. These are answered in another way:\n\n\
         | command | state | why |\n|---|---|---|\n",
        STATES.map(|(name, _)| name).join("; ")
    );
    for (command, why) in DECLARED {
        let mut states: Vec<&str> =
            found.get(command).into_iter().flatten().map(|difference| difference.state).collect();
        states.dedup();
        let states = if states.len() == STATES.len() { "all".to_owned() } else { states.join("; ") };
        // Writing to a String can't fail, here and below.
        let _ = writeln!(out, "| `{command}` | {states} | {why} |");
    }
    out += "\nNot asked there:\n\n| commands | why |\n|---|---|\n";
    for (commands, why) in NOT_ASKED {
        let commands: Vec<String> = commands.iter().map(|command| format!("`{command}`")).collect();
        let _ = writeln!(out, "| {} | {why} |", commands.join(", "));
    }
    out.push('\n');
    out
}

#[test]
fn every_command_in_four_states_is_answered_alike_or_declared() {
    let Some(gnubg) = Gnubg::find() else { return };
    let commands = commands();
    let mut differences = Vec::new();
    for state in STATES {
        for chunk in commands.chunks(25) {
            compare(&gnubg, state, chunk, &mut differences);
        }
    }
    let mut found: BTreeMap<&str, Vec<&Difference>> = BTreeMap::new();
    let mut undeclared = String::new();
    for difference in &differences {
        let Difference { command, state, theirs, ours } = difference;
        match DECLARED.iter().find(|(beginning, _)| command.starts_with(beginning)) {
            Some((beginning, _)) => found.entry(beginning).or_default().push(difference),
            None => {
                let _ = writeln!(undeclared, "{state}: {command}\n- {theirs}\n+ {ours}");
            }
        }
    }
    assert!(undeclared.is_empty(), "{undeclared}");
    for (beginning, _) in DECLARED {
        assert!(found.contains_key(beginning), "`{beginning}` is declared, and answered alike");
    }
    report(
        STATES.len() * commands.len(),
        "answers to single commands as GNU Backgammon gives them, or declared",
    );
    part_up_to_date(MARKS, &section(commands.len(), &found));
}
