//! The command table: one text, `commands.txt`. Lookup, help, usage and completion follow from it.
//!
//! A word means the first command of its group, in the order of the table, that begins with it, in any case;
//! nothing is ambiguous. Our own commands come after all of GNU Backgammon's. A command that is `like`
//! another one has its usage, its argument and all of its subcommands.

mod text;

use super::line::abbreviates;
use crate::diag::distance;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// The text of the table in the program.
const TEXT: &str = include_str!("../commands.txt");

/// The text after a command, as far as completion can help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Argument {
    /// Nothing.
    #[default]
    None,
    /// A subcommand.
    Group,
    /// A player, by number or name; for a group: a player, then a subcommand.
    Player,
    /// `on` or `off`.
    OnOff,
    /// One of the words in the usage.
    Choice,
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A play.
    Play,
    /// A position or an ID.
    Id,
    /// Dice.
    Dice,
    /// One or more numbers.
    Number,
    /// Anything.
    Text,
    /// A command.
    Command,
}

impl Argument {
    const NAMES: [(&'static str, Self); 13] = [
        ("-", Self::None),
        ("group", Self::Group),
        ("player", Self::Player),
        ("onoff", Self::OnOff),
        ("choice", Self::Choice),
        ("file", Self::File),
        ("folder", Self::Folder),
        ("play", Self::Play),
        ("id", Self::Id),
        ("dice", Self::Dice),
        ("number", Self::Number),
        ("text", Self::Text),
        ("command", Self::Command),
    ];
}

/// The relation of a command to GNU Backgammon's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// The same.
    #[default]
    Same,
    /// The same for scripts, and something more for people.
    Better,
    /// Accepted without effect: windows, sounds.
    Accepted,
    /// Not in GNU Backgammon.
    Own,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 4] = [Self::Same, Self::Better, Self::Accepted, Self::Own];

    /// Returns its word in the table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Better => "better",
            Self::Accepted => "accepted",
            Self::Own => "own",
        }
    }
}

/// A command, or a group of commands.
#[derive(Debug, Default)]
pub struct Command {
    /// Its place in the table; the root's is 0.
    pub number: usize,
    /// The last word.
    pub name: &'static str,
    /// All words; empty for the root.
    pub path: Cow<'static, str>,
    /// The path of the command with its meaning: its own path, or the one at the end of the chain of `like`.
    pub meaning: &'static str,
    /// The usage after the path; for a group that takes a player, the usage before the next word.
    pub usage: &'static str,
    /// The kind of text after it.
    pub argument: Argument,
    /// Its relation to GNU Backgammon's.
    pub status: Status,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// The answers of a setting: the columns after the help.
    answers: &'static str,
    /// Whether lists contain it; GNU Backgammon accepts some words that it never shows.
    pub is_listed: bool,
    /// An example line: its own, or that of the command that it is like.
    example: &'static str,
    /// The number of words of the path in that line.
    example_words: usize,
    parent: usize,
    children: Range<usize>,
}

impl Command {
    /// Returns `true` if it is a group, which does nothing without a subcommand.
    #[must_use]
    pub fn is_group(&self) -> bool {
        !self.children.is_empty()
    }

    /// Returns `true` if it is a group with a player between its name and its subcommands.
    #[must_use]
    pub fn is_group_of_player(&self) -> bool {
        self.is_group() && self.argument == Argument::Player
    }

    /// Returns `true` if GNU Backgammon doesn't have it.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.status == Status::Own
    }

    /// Returns the most words that may follow it, as listed in its usage; `None` if any number may.
    #[must_use]
    pub fn most_words(&self) -> Option<usize> {
        match self.argument {
            Argument::None => Some(0),
            // Two dice are written as two words or as one.
            Argument::Dice => Some(2),
            Argument::OnOff | Argument::Choice | Argument::Number | Argument::Player => {
                Some(self.usage.split_whitespace().count()).filter(|_| !self.usage.contains("..."))
            }
            // The name of a socket is the rest of the line.
            Argument::File if self.usage == "<socket>" => None,
            Argument::File | Argument::Folder => Some(1),
            _ => None,
        }
    }

    /// Returns the words that its first argument can be, as listed in its usage.
    pub fn choices(&self) -> impl Iterator<Item = &'static str> {
        let is_list = matches!(self.argument, Argument::Choice | Argument::OnOff);
        let first = self.usage.split([' ', '<', '>', '[', ']']).find(|word| !word.is_empty());
        first.filter(|_| is_list).into_iter().flat_map(|words| words.split('|'))
    }

    /// Returns an answer of a setting, counted from 0; an empty text if it has none.
    pub(in crate::repl) fn answer(&self, index: usize) -> String {
        let answer = self.answers.split(" | ").nth(index).filter(|answer| *answer != "-");
        answer.unwrap_or_default().replace("\\n", "\n")
    }
}

/// The result of following the words of a line.
#[derive(Clone, Copy, Debug)]
pub struct Found<'t> {
    /// The command, or the group that was reached.
    pub command: &'t Command,
    /// The number of words that led there, including players; the next word is the first argument, or one
    /// that isn't in the group.
    pub used: usize,
    /// The indices of the words that are players, the outer one first.
    pub players: [Option<usize>; 2],
    /// How the search ended.
    pub end: End,
}

/// How a search for a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It was found.
    Command,
    /// The words end at a group.
    Incomplete,
    /// The words end where a group takes a player.
    NoPlayer,
    /// The next word isn't in the group.
    Unknown,
}

/// All commands.
#[derive(Debug)]
pub struct Table {
    /// The root first; the commands of a group are adjacent.
    commands: Vec<Command>,
}

impl Table {
    /// Returns the program's table.
    ///
    /// # Panics
    ///
    /// Never: the text is part of the program, and a test reads it.
    #[must_use]
    pub fn get() -> &'static Self {
        static TABLE: LazyLock<Table> =
            LazyLock::new(|| text::parse(TEXT).expect("the text in the program is tested"));
        &TABLE
    }

    /// Returns the group of all commands that a line can begin with.
    #[must_use]
    pub fn root(&self) -> &Command {
        &self.commands[0]
    }

    /// Returns the number of commands and groups, including the root.
    #[must_use]
    pub fn size(&self) -> usize {
        self.commands.len()
    }

    /// Returns all commands and groups but the root, the shorter paths first.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.commands[1..].iter()
    }

    /// Returns the subcommands of a group in the order in which abbreviations are matched.
    #[must_use]
    pub fn children(&self, group: &Command) -> &[Command] {
        &self.commands[group.children.clone()]
    }

    /// Finds the command at the beginning of a line; allocates nothing.
    ///
    /// The words after it are its arguments and are ignored. GNU Backgammon takes a first word
    /// that is a beginning of `bar/` for a play, but this table doesn't: here `b` is `beaver`.
    #[must_use]
    pub fn find<W: AsRef<str>>(&self, words: &[W]) -> Found<'_> {
        let mut command = self.root();
        let (mut used, mut players) = (0, [None; 2]);
        let end = loop {
            if !command.is_group() {
                break End::Command;
            }
            if command.is_group_of_player() {
                if used == words.len() {
                    break End::NoPlayer;
                }
                // Two at most: the player of a seat, and the player within its rollout.
                players[usize::from(players[0].is_some())] = Some(used);
                used += 1;
            }
            let Some(word) = words.get(used) else { break End::Incomplete };
            let Some(next) = self.child(command, word.as_ref()) else { break End::Unknown };
            command = next;
            used += 1;
        };
        Found { command, used, players, end }
    }

    /// Returns the first command of a group that begins with a word, in any case.
    #[must_use]
    pub fn child(&self, group: &Command, word: &str) -> Option<&Command> {
        self.children(group).iter().find(|command| word.is_empty() || abbreviates(word, command.name))
    }

    /// Returns the command that was probably meant by a word that isn't in a group: one of the group with a
    /// similar name, else one with exactly this name: without the group's words, or below the group.
    #[must_use]
    pub fn nearest(&self, group: &Command, word: &str) -> Option<&Command> {
        let word = word.to_lowercase();
        let length = word.chars().count();
        let alike = self.children(group).iter().filter(|command| command.is_listed);
        let alike = alike.map(|command| (distance(&word, command.name), command));
        let best = alike.min_by_key(|&(distance, _)| distance);
        let best = best.filter(|&(distance, _)| distance <= length / 3).map(|(_, command)| command);
        let is_below = |command: &&Command| {
            let below = command.path.strip_prefix(&*group.path);
            below.is_some_and(|below| group.path.is_empty() || below.starts_with(' '))
        };
        let named = || self.commands().filter(|command| length > 2 && command.name == word);
        let at_top = || named().find(|command| command.path == word);
        best.or_else(at_top).or_else(|| named().find(is_below))
    }

    /// Returns every command that isn't a group, in the order of the tree, without those that lists don't
    /// contain.
    #[must_use]
    pub fn leaves<'t>(&'t self, group: &'t Command) -> Box<dyn Iterator<Item = &'t Command> + 't> {
        let listed = self.children(group).iter().filter(|child| child.is_listed);
        Box::new(listed.flat_map(|child| -> Box<dyn Iterator<Item = &'t Command> + 't> {
            if child.is_group() { self.leaves(child) } else { Box::new(std::iter::once(child)) }
        }))
    }

    /// Returns the whole line to type: the path with its arguments, or `<subcommand>` for a group.
    #[must_use]
    pub fn usage(&self, command: &Command) -> String {
        let mut line = self.line(command, &|group| group.usage);
        let subcommand = if command.is_group() { "<subcommand>" } else { "" };
        for rest in [command.usage, subcommand].into_iter().filter(|rest| !rest.is_empty()) {
            line.push(' ');
            line.push_str(rest);
        }
        line
    }

    /// Returns a whole line that works; players in it are player 0.
    #[must_use]
    pub fn example(&self, command: &Command) -> String {
        if command.example_words == 0 {
            return command.example.to_owned();
        }
        let mut line = self.line(command, &|_| "0");
        for word in command.example.split(' ').skip(command.example_words) {
            line.push(' ');
            line.push_str(word);
        }
        line
    }

    /// Returns the path of a command with its players, the outer one first.
    #[must_use]
    pub fn typed(&self, command: &Command, players: [Option<&str>; 2]) -> String {
        let next = std::cell::Cell::new(0);
        self.line(command, &|_| players.get(next.replace(next.get() + 1)).copied().flatten().unwrap_or("0"))
    }

    /// Returns the path of a command, with a text for each player in it.
    fn line<'a>(&self, command: &Command, player: &dyn Fn(&Command) -> &'a str) -> String {
        if command.path.is_empty() {
            return String::new();
        }
        let parent = &self.commands[command.parent];
        let mut line = self.line(parent, player);
        if parent.is_group_of_player() {
            line.push(' ');
            line.push_str(player(parent));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(command.name);
        line
    }
}
