//! The table as text: its lines, and the tree that they make.

use super::{Argument, Command, Status, Table};
use std::borrow::Cow;
use std::collections::HashMap;

/// The longest chain of `like` from one command to the next.
const LONGEST_CHAIN: usize = 8;

/// The most commands; more would come from a command that is like one of its own parents.
const MOST_COMMANDS: usize = 8192;

/// The reason why a text isn't a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub(super) struct BadTable {
    /// The line, counted from 1; 0 for the whole table.
    line: usize,
    reason: &'static str,
}

/// A line of the table.
struct Row {
    line: usize,
    path: &'static str,
    is_listed: bool,
    usage: &'static str,
    argument: Option<Argument>,
    /// The path after `like`.
    like: Option<&'static str>,
    status: Status,
    example: &'static str,
    help: &'static str,
    /// The columns after the help.
    answers: &'static str,
    /// The rows below it.
    children: Vec<usize>,
    /// The row above it.
    parent: Option<usize>,
    /// The row at the end of the chain of `like`; the row itself if it has none.
    home: usize,
}

impl Row {
    fn read(line: usize, text: &'static str) -> Result<Self, BadTable> {
        let bad = |reason| BadTable { line, reason };
        let mut rest = Some(text);
        let mut column = || {
            let (column, behind) = cut(rest.ok_or(bad("a column is missing"))?);
            rest = behind;
            Ok(column)
        };
        let [path, usage, argument, status, example, help] =
            [column()?, column()?, column()?, column()?, column()?, column()?];
        if rest.is_some() && !path.starts_with("set ") {
            return Err(bad("there is a column too many"));
        }
        if example.is_empty() || help.is_empty() {
            return Err(bad("an example or help is missing"));
        }
        let hidden = path.strip_prefix('(').and_then(|path| path.strip_suffix(')'));
        let model = argument.strip_prefix("like ");
        let named = |&&(name, _): &&(&str, Argument)| name == argument;
        let kind = Argument::NAMES.iter().find(named).map(|&(_, kind)| kind);
        if kind.is_none() && model.is_none() {
            return Err(bad("an unknown argument"));
        }
        Ok(Self {
            line,
            path: hidden.unwrap_or(path),
            is_listed: hidden.is_none(),
            usage: if usage == "-" { "" } else { usage },
            argument: kind,
            like: model,
            status: Status::ALL
                .into_iter()
                .find(|known| known.name() == status)
                .ok_or(bad("an unknown status"))?,
            example,
            help,
            answers: rest.unwrap_or_default(),
            children: Vec::new(),
            parent: None,
            home: 0,
        })
    }

    /// Returns the number of words in the path, with a word for each player in it.
    fn words(rows: &[Self], mut index: usize) -> usize {
        let mut words = 1;
        while let Some(parent) = rows[index].parent {
            words += 1 + usize::from(rows[parent].argument == Some(Argument::Player));
            index = parent;
        }
        words
    }
}

/// Splits off the first column; a bar between blanks ends it.
fn cut(text: &str) -> (&str, Option<&str>) {
    let ends = |&at: &usize| at > 0 && text[..at].ends_with(' ') && text[at + 1..].starts_with(' ');
    match memchr::memchr_iter(b'|', text.as_bytes()).find(ends) {
        Some(at) => (&text[..at - 1], Some(&text[at + 2..])),
        None => (text, None),
    }
}

/// Reads the lines, and links them to the lines above them and to those that they are like.
fn rows(text: &'static str) -> Result<Vec<Row>, BadTable> {
    let mut rows: Vec<Row> = Vec::with_capacity(text.len() / 64);
    let mut by_path: HashMap<&str, usize> = HashMap::with_capacity(text.len() / 64);
    let lines = text.lines().zip(1..).filter(|(text, _)| !text.is_empty() && !text.starts_with('#'));
    for (text, line) in lines {
        let mut row = Row::read(line, text)?;
        if let Some((group, _)) = row.path.rsplit_once(' ') {
            let parent = *by_path.get(group).ok_or(BadTable { line, reason: "its group isn't above it" })?;
            let index = rows.len();
            rows[parent].children.push(index);
            row.parent = Some(parent);
        }
        if by_path.insert(row.path, rows.len()).is_some() {
            return Err(BadTable { line, reason: "it occurs twice" });
        }
        rows.push(row);
    }
    for index in 0..rows.len() {
        let bad = |reason| BadTable { line: rows[index].line, reason };
        let mut home = index;
        let mut steps = 0;
        while let Some(like) = rows[home].like {
            home = *by_path.get(like).ok_or(bad("it is like something that isn't there"))?;
            steps += 1;
            if steps > LONGEST_CHAIN {
                return Err(bad("it is like itself"));
            }
        }
        let row = &rows[index];
        let is_group = matches!(row.argument, Some(Argument::Group));
        if row.like.is_some() && !row.children.is_empty() || is_group && row.children.is_empty() {
            return Err(bad("a group has subcommands, and what is like another command has none of its own"));
        }
        let leaf_with_children = !matches!(row.argument, None | Some(Argument::Group | Argument::Player));
        if leaf_with_children && !row.children.is_empty() {
            return Err(bad("only groups have subcommands"));
        }
        rows[index].home = home;
    }
    Ok(rows)
}

/// Parses a table.
///
/// # Errors
///
/// If a line is wrong: the first such line.
pub(super) fn parse(text: &'static str) -> Result<Table, BadTable> {
    let rows = rows(text)?;
    let tops = (0..rows.len()).filter(|&row| rows[row].parent.is_none());
    // Commands that are like others about triple the table.
    let mut commands = Vec::with_capacity(3 * rows.len());
    commands.push(Command { argument: Argument::Group, ..Command::default() });
    // The rows of the commands so far, and the status that a `like` imposes on all commands below it.
    let mut made: Vec<(Option<usize>, Option<Status>)> = vec![(None, None)];
    let tops: Vec<usize> = tops.collect();
    let mut next = 0;
    while next < commands.len() {
        let (above, imposed) = made[next];
        let below = above.map_or(&tops, |row| &rows[rows[row].home].children);
        let start = commands.len();
        for &child in below {
            let row = &rows[child];
            let home = &rows[row.home];
            let parent = &commands[next];
            // A line of the text, not one that follows from the `like` of its group.
            let is_line = commands[next].example_words == 0 && row.parent == above;
            let path = if is_line {
                Cow::Borrowed(row.path)
            } else {
                Cow::Owned([parent.path.as_ref(), name(row.path)].join(" "))
            };
            let status = imposed.unwrap_or(row.status);
            let differs = row.like.is_some() && row.status != home.status;
            commands.push(Command {
                number: commands.len(),
                name: name(row.path),
                path,
                meaning: home.path,
                usage: home.usage,
                argument: home.argument.unwrap_or(Argument::None),
                status,
                help: row.help,
                answers: home.answers,
                is_listed: row.is_listed,
                example: row.example,
                example_words: if is_line { 0 } else { Row::words(&rows, child) },
                parent: next,
                children: 0..0,
            });
            made.push((Some(child), imposed.or(differs.then_some(row.status))));
        }
        commands[next].children = start..commands.len();
        if commands.len() > MOST_COMMANDS {
            return Err(BadTable { line: 0, reason: "a command is like one that it is a part of" });
        }
        next += 1;
    }
    Ok(Table { commands })
}

/// Returns the last word of a path.
fn name(path: &str) -> &str {
    path.rsplit_once(' ').map_or(path, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &'static str) -> (usize, &'static str) {
        let bad = parse(text).expect_err("a mistake");
        (bad.line, bad.reason)
    }

    #[test]
    fn a_mistake_in_the_text_is_named_with_its_line() {
        assert!(parse("# nothing\n\na | - | - | same | a | Does a.\n").is_ok());
        assert_eq!(reason("a | - | - | same | a"), (1, "a column is missing"));
        assert_eq!(reason("a | - | - | same | a | A. | b"), (1, "there is a column too many"));
        assert_eq!(reason("a | - | - | same |  | A."), (1, "an example or help is missing"));
        assert_eq!(reason("\na | - | both | same | a | A."), (2, "an unknown argument"));
        assert_eq!(reason("a | - | - | fine | a | A."), (1, "an unknown status"));
        assert_eq!(reason("a b | - | - | same | a b | A."), (1, "its group isn't above it"));
        assert_eq!(reason("a | - | - | same | a | A.\na | - | - | same | a | A."), (2, "it occurs twice"));
        assert_eq!(reason("a | - | like b | same | a | A."), (1, "it is like something that isn't there"));
        assert_eq!(reason("a | - | like a | same | a | A."), (1, "it is like itself"));
        assert!(reason("a | - | group | same | a | A.").1.starts_with("a group has subcommands"));
        assert_eq!(
            reason("a | - | - | same | a | A.\na b | - | - | same | a b | A."),
            (1, "only groups have subcommands")
        );
        let endless = "a | - | group | same | a | A.\na b | - | like a | same | a b | A.";
        assert_eq!(reason(endless), (0, "a command is like one that it is a part of"));
    }
}
