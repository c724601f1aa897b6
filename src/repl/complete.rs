//! Completion of a line that is being typed, and the hint after the cursor.

use super::call::in_home;
use super::line::{Words, abbreviates};
use super::session::Session;
use super::table::{Argument, Command, End, Table};
use crate::board::{BySide, Side};
use crate::game::Phase;
use crate::notation::play::print;
use crate::rules::legal_plays;
use std::borrow::Cow;

/// The parts of a session that completion needs; they don't change while a line is typed.
#[derive(Clone, Debug, Default)]
pub struct Around {
    names: BySide<String>,
    /// The legal plays as text; empty unless a roll is to be played.
    plays: Vec<String>,
    /// The folder that `~/` stands for.
    home: Option<String>,
}

/// The completions of a word, or of the end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Texts that replace everything from `start` on.
    Texts {
        /// The place of the texts, in bytes.
        start: usize,
        /// The texts; one that needs more after it ends with a blank.
        texts: Vec<String>,
    },
    /// Files.
    Files {
        /// The place where the name begins, in bytes.
        start: usize,
        /// The typed part of the name, without quotes and backslashes.
        typed: String,
        /// Whether only folders are wanted.
        folders: bool,
    },
}

/// The dimmed text after the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The text to show.
    pub shown: String,
    /// The text that accepting the hint inserts; `None` for an explanation.
    pub typed: Option<String>,
}

impl Around {
    /// Collects these parts of a session.
    pub(super) fn of(session: &Session) -> Self {
        let plays = match session.game.state.phase() {
            Phase::ToPlay(roll) => {
                let board = session.game.state.board();
                let plays = legal_plays(board, roll).into_iter().map(|(play, _)| play);
                plays
                    .filter(|play| !play.is_dance())
                    .map(|play| print::gnubg(board, &play).to_string())
                    .collect()
            }
            _ => Vec::new(),
        };
        Self { names: session.game.names.clone(), plays, home: session.home_folder() }
    }

    /// Returns the path that the typed beginning of a file's name stands for.
    pub(super) fn path<'a>(&self, typed: &'a str) -> Cow<'a, str> {
        in_home(Cow::Borrowed(typed), self.home.as_deref())
    }

    /// Returns what can follow a text, the beginning of a line.
    pub(super) fn complete(&self, text: &str) -> Offer {
        let first = text.len() - text.trim_start().len();
        if text[first..].starts_with(|c: char| c.is_ascii_digit())
            || text[first..].get(..4).is_some_and(|head| head.eq_ignore_ascii_case("bar/"))
        {
            return self.plays_from(text, first);
        }
        let mut words: Vec<_> = Words::new(text).collect();
        // The word at the cursor may still get longer.
        let is_open = words.last().is_some_and(|word| word.place.end == text.len());
        let open = if is_open { words.pop() } else { None };
        let start = open.as_ref().map_or(text.len(), |word| word.place.start);
        let typed = open.map(|word| word.text.into_owned()).unwrap_or_default();
        let found = Table::get().find(&words);
        let arguments = words.get(found.used..).unwrap_or_default();
        let names = match (found.end, found.command.argument) {
            (End::NoPlayer, _) => self.players(true),
            (End::Incomplete, _) => subcommands(found.command),
            (End::Command, Argument::Play) => {
                let from = arguments.first().map_or(start, |word| word.place.start);
                return self.plays_from(text, from);
            }
            (End::Command, Argument::Command) => {
                let topic = Table::get().find(arguments);
                let is_group = matches!(topic.end, End::Incomplete | End::NoPlayer);
                if is_group { subcommands(topic.command) } else { Vec::new() }
            }
            (End::Command, _) if !arguments.is_empty() => Vec::new(),
            (End::Command, Argument::Choice | Argument::OnOff) => {
                found.command.choices().map(str::to_owned).collect()
            }
            (End::Command, Argument::Player) => self.players(false),
            (End::Command, kind @ (Argument::File | Argument::Folder)) => {
                return Offer::Files { start, typed, folders: kind == Argument::Folder };
            }
            (End::Unknown | End::Command, _) => Vec::new(),
        };
        Offer::Texts { start, texts: names.into_iter().filter(|name| begins(name, &typed)).collect() }
    }

    /// Returns the hint for a line with the cursor at its end.
    pub(super) fn hint(&self, line: &str) -> Option<Hint> {
        if line.trim().is_empty() || line.trim_start().starts_with(['#', ':', '>']) {
            return None;
        }
        if let Offer::Texts { start, texts } = self.complete(line)
            && let [only] = &texts[..]
            && only.trim_end().len() > line[start..].len()
            && let Some(rest) = only.get(line[start..].len()..)
        {
            let usage = Self::usage(&format!("{}{only}", &line[..start])).unwrap_or_default();
            return Some(Hint { shown: format!("{rest}{usage}"), typed: Some(rest.to_owned()) });
        }
        Self::usage(line).map(|shown| Hint { shown, typed: None })
    }

    /// Returns the arguments of a command in a line, and the command's full name if it is abbreviated.
    fn usage(line: &str) -> Option<String> {
        let words: Vec<_> = Words::new(line).collect();
        let found = Table::get().find(&words);
        if found.end == End::Unknown || found.used < words.len() || found.command.path.is_empty() {
            return None;
        }
        let gap = if line.ends_with(' ') { "" } else { " " };
        let full = Table::get().usage(found.command);
        // Before the arguments there is one word for each word that was typed.
        let behind = full.split(' ').skip(words.len()).collect::<Vec<_>>().join(" ");
        let is_whole = full
            .split(' ')
            .zip(&words)
            .all(|(name, word)| name.starts_with(['<', '[']) || name.eq_ignore_ascii_case(&word.text));
        match (behind.is_empty(), is_whole) {
            (true, true) => None,
            (_, true) => Some(format!("{gap}{behind}")),
            (_, false) => Some(format!("{gap}({full})")),
        }
    }

    fn plays_from(&self, text: &str, start: usize) -> Offer {
        let typed = squeezed(&text[start..]);
        let mut texts: Vec<String> = self.plays.iter().filter(|play| begins(play, &typed)).cloned().collect();
        if texts.is_empty() {
            texts = self.plays.iter().filter_map(|play| reordered(play, &typed)).collect();
        }
        Offer::Texts { start, texts }
    }

    /// Returns the players' numbers and names; `more` if something has to follow.
    fn players(&self, more: bool) -> Vec<String> {
        let tail = if more { " " } else { "" };
        let names = Side::ALL.into_iter().map(|side| escaped(&self.names[side]));
        ["0".to_owned(), "1".to_owned(), "both".to_owned()]
            .into_iter()
            .chain(names)
            .filter(|name| !name.is_empty())
            .map(|name| name + tail)
            .collect()
    }
}

/// Returns the subcommands of a group that lists name.
fn subcommands(group: &Command) -> Vec<String> {
    let listed = Table::get().children(group).iter().filter(|command| command.is_listed);
    let more = |command: &Command| if command.is_group() || !command.usage.is_empty() { " " } else { "" };
    listed.map(|command| format!("{}{}", command.name, more(command))).collect()
}

/// Writes a play with its steps in the order in which the user began to type them.
fn reordered(play: &str, typed: &str) -> Option<String> {
    let mut left: Vec<&str> = play.split(' ').collect();
    let mut steps: Vec<&str> = Vec::new();
    for begun in typed.split_whitespace() {
        let at = left.iter().position(|step| begins(step, begun))?;
        steps.push(left.remove(at));
    }
    steps.append(&mut left);
    let play = steps.join(" ");
    begins(&play, typed).then_some(play)
}

/// Returns `true` if a name begins with the typed text, in any case.
fn begins(name: &str, typed: &str) -> bool {
    typed.is_empty() || abbreviates(typed, name)
}

/// Replaces runs of blanks by one blank.
fn squeezed(text: &str) -> String {
    let mut squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.ends_with(char::is_whitespace) && !squeezed.is_empty() {
        squeezed.push(' ');
    }
    squeezed
}

/// Escapes a text so that it is read as one word.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut word = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_whitespace() || c == '"' || (c == '\\' && !cfg!(windows)) {
            word.push('\\');
        }
        word.push(c);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::answer::Answer;
    use crate::repl::dice::Dice;
    use crate::repl::host::Nowhere;

    /// A session at its first roll.
    fn around() -> Around {
        let mut session = Session::new(Box::new(Nowhere), Dice::seeded(42));
        let mut answer = Answer::default();
        session.game.names = BySide::new("Anna".to_owned(), "Bo B".to_owned());
        for line in ["set player 0 human", "new session"] {
            let _ = session.line(line, &mut answer);
        }
        assert!(matches!(session.game.state.phase(), Phase::ToPlay(_)), "{answer:?}");
        Around::of(&session)
    }

    fn texts(text: &str) -> Vec<String> {
        match around().complete(text) {
            Offer::Texts { texts, .. } => texts,
            offer @ Offer::Files { .. } => panic!("{offer:?}"),
        }
    }

    fn hint(line: &str) -> Option<String> {
        around().hint(line).map(|hint| hint.shown)
    }

    #[test]
    fn a_beginning_of_a_command_becomes_the_listed_commands_that_begin_with_it() {
        assert_eq!(texts("ro"), ["roll", "rollout "]);
        assert_eq!(texts("AGRE"), ["agree"]);
        assert_eq!(texts("set aut"), ["automatic ", "autosave "]);
        assert_eq!(texts("set variation n"), ["nackgammon"]);
        assert!(texts("").len() > 40, "an empty line can become any command");
        assert!(!texts("").contains(&"analyze ".to_owned()), "hidden words are not offered");
        assert_eq!(texts("frobnicate x"), Vec::<String>::new());
        assert_eq!(around().complete("  se tur"), Offer::Texts { start: 5, texts: vec!["turn ".to_owned()] });
    }

    #[test]
    fn arguments_become_what_the_command_takes() {
        assert_eq!(texts("set jacoby o"), ["on", "off"]);
        assert_eq!(texts("set jacoby on o"), Vec::<String>::new());
        assert_eq!(texts("set turn "), ["0", "1", "both", "Anna", "Bo\\ B"]);
        assert_eq!(texts("set player bo"), ["both ", "Bo\\ B "]);
        assert_eq!(texts("set player 0 hu"), ["human"]);
        assert_eq!(texts("help set var"), ["variation "]);
        let file = |start, typed: &str| Offer::Files { start, typed: typed.to_owned(), folders: false };
        assert_eq!(around().complete("load match ga"), file(11, "ga"));
        assert_eq!(around().complete(r#"load match "my g"#), file(11, "my g"));
    }

    #[test]
    fn a_play_is_one_that_the_roll_allows() {
        let all = texts("move ");
        assert!(all.len() > 5 && all.iter().all(|play| play.contains('/')), "{all:?}");
        let eights = texts("8/");
        assert!(!eights.is_empty() && eights.iter().all(|play| play.starts_with("8/")), "{eights:?}");
        assert!(eights.contains(&"8/3 6/3".to_owned()), "{eights:?}");
        assert_eq!(texts("6/3 8"), ["6/3 8/3"], "its steps may be typed in any order");
        assert_eq!(texts("move 8/"), eights);
        assert_eq!(texts("1/"), Vec::<String>::new());
        let Offer::Texts { start, .. } = around().complete("move 8/5  6/") else { panic!() };
        assert_eq!(start, 5, "a play is completed as a whole");
    }

    #[test]
    fn a_hint_is_the_rest_of_the_only_completion_or_the_usage() {
        assert_eq!(hint("agre"), Some("e".to_owned()));
        assert_eq!(around().hint("agre").and_then(|hint| hint.typed), Some("e".to_owned()));
        assert_eq!(hint("roll"), None);
        assert_eq!(hint("set score"), Some(" <score> <score> [length]".to_owned()));
        assert_eq!(around().hint("set score").and_then(|hint| hint.typed), None);
        assert_eq!(hint("new m"), Some("atch [length]".to_owned()));
        assert_eq!(hint(""), None);
        assert_eq!(hint("# remark"), None);
        assert_eq!(hint("set score 1"), None);
    }

    #[test]
    fn a_hint_says_what_an_abbreviation_means() {
        assert_eq!(hint("sh pi"), Some("pcount (show pipcount [position])".to_owned()));
        assert_eq!(hint("n 2"), None);
        assert_eq!(hint("sh b"), Some(" (show beavers)".to_owned()));
    }
}
