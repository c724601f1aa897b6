//! Running a line: from its text to the function of its command.

use super::{help, way};
use crate::board::Side;
use crate::game::Phase;
use crate::host::python::Code;
use crate::notation::MatchId;
use crate::notation::identify::is_ogid;
use crate::notation::play::{PlayOptions, parse};
use crate::repl::answer::{Answer, Done, Refusal, Stream};
use crate::repl::call::Call;
use crate::repl::line::{Word, Words, abbreviates};
use crate::repl::session::Session;
use crate::repl::settings::{self, Place};
use crate::repl::table::{Argument, Command, End, Found, Status, Table};

impl Session {
    /// Runs a line.
    ///
    /// # Errors
    ///
    /// If it can't be carried out: the reason.
    pub fn line(&mut self, line: &str, answer: &mut Answer) -> Done {
        let line = line.trim_end_matches(['\r', '\n']);
        let text = line.trim_start();
        if !self.settings.compat && !text.is_empty() && self.input.scripts.is_empty() {
            self.input.lines.push(line.to_owned());
        }
        let done = self.one(line, text, answer);
        self.say_dropped(answer);
        done
    }

    /// Runs a line that wasn't typed, without output.
    pub(super) fn quietly(&mut self, line: &str) {
        // What isn't understood any more stays as it is set.
        let _ = self.one(line, line, &mut Answer::default());
    }

    fn one(&mut self, line: &str, text: &str, answer: &mut Answer) -> Done {
        match text.as_bytes().first() {
            None | Some(b'#' | b':') => return Ok(()),
            Some(_) if !self.settings.compat && asks_for_help(text) => {
                return help::find(false, text.trim_end().trim_end_matches('?'), answer);
            }
            Some(b'>') => {
                let code = text[1..].trim();
                return self.script(if code.is_empty() { Code::Prompt } else { Code::Line(code) }, answer);
            }
            _ => {}
        }
        // In GNU Backgammon it abbreviates `redouble`.
        let is_asked = matches!(self.game.state.phase(), Phase::ToAnswerDouble(_));
        if !self.settings.compat && !is_asked && text.trim_end() == "redo" {
            return self.one("undo back", "undo back", answer);
        }
        let mut words = Words::new(line);
        let Some(first) = words.peek() else { return Ok(()) };
        if !self.settings.compat && is_id(text, &first) {
            return self.call(&["set", "gnubgid"], words, answer);
        }
        if begins_a_play(&first.text) {
            return self.call(&["move"], words, answer);
        }
        let typed: Vec<Word<'_>> = words.clone().take(DEPTH).collect();
        let found = Table::get().find(&typed);
        if self.settings.compat
            && let Some(group) = self.named_group(&typed, found)
        {
            self.game.group = Some(group).filter(|group| !group.is_empty());
        }
        if self.settings.compat && found.command.is_own() && found.command.path != "set compat" {
            // Of a group of ours, GNU Backgammon doesn't know the first word.
            let is_own = |used: &usize| Table::get().find(&typed[..*used]).command.is_own();
            let used = (1..found.used).find(is_own).unwrap_or(found.used);
            let word = &typed[used.saturating_sub(1)];
            return Err(self.for_each_player(&typed, found, unknown(found.command, word), answer));
        }
        match found.end {
            End::Command => {
                let players = found.players.map(|at| at.and_then(|at| typed.get(at).cloned()));
                self.check_player(&typed, found)?;
                words.by_ref().take(found.used).for_each(drop);
                if !self.settings.compat {
                    check_format(found.command, &typed[found.used.saturating_sub(1)..])?;
                    check_length(found.command, &words)?;
                }
                self.run(Call { command: found.command, players, words }, answer)
            }
            End::NoPlayer => {
                let path = &found.command.path;
                // GNU Backgammon has its own names for the groups of players within rollouts.
                let said = format!("set {} player", self.whose(path));
                let is_inner = self.settings.compat && path.contains(" rollout");
                let said = if is_inner { &said } else { path.as_ref() };
                let refusal = Refusal::say(format_args!("You must specify a player (see `help {said}')."));
                Err(self.for_each_player(&typed, found, refusal, answer))
            }
            End::Incomplete => Err(self.for_each_player(&typed, found, incomplete(found.command), answer)),
            End::Unknown => {
                let word = &typed[found.used];
                let refusal = self.for_each_player(&typed, found, unknown(found.command, word), answer);
                let is_yes_or_no = found.used == 0 && ["y", "yes", "no"].contains(&&*word.text);
                let is_asked = matches!(
                    self.game.state.phase(),
                    Phase::ToAnswerDouble(_) | Phase::ToAnswerResignation { .. }
                );
                Err(if is_yes_or_no && is_asked { refusal.help(self.answers()) } else { refusal })
            }
        }
    }

    /// Checks that the players in a path exist.
    fn check_player(&self, typed: &[Word<'_>], found: Found<'_>) -> Done {
        let path: Vec<&str> = found.command.path.split(' ').collect();
        for (before, at) in found.players.into_iter().flatten().enumerate() {
            let Some(word) = typed.get(at).filter(|word| self.sides(&word.text).is_empty()) else { continue };
            let group = path.get(..at - before).unwrap_or_default().join(" ");
            if !group.starts_with("set ") {
                continue;
            }
            let text = if group == SEATS {
                format!("Unknown player `{}' (see `help {SEATS}').", word.text)
            } else {
                format!("Unknown player `{}'\n(see `help set {} player').", word.text, self.whose(&group))
            };
            let mut refusal = Refusal::say(text)
                .help(format_args!(
                    "the players are 0 or `{}', 1 or `{}', and `both'",
                    self.name(Side::Zero),
                    self.name(Side::One)
                ))
                .at(word.place.clone());
            if group != SEATS {
                let side = typed.get(2).and_then(|word| self.sides(&word.text).last()).copied();
                refusal.text += &settings::notes(self, &found.command.path, side);
            }
            return Err(refusal);
        }
        Ok(())
    }

    /// Returns GNU Backgammon's name for the last group of evaluation settings; in a new session there is none.
    pub(in crate::repl) fn group(&self) -> &str {
        self.game.group.as_deref().unwrap_or("(null)")
    }

    /// Returns GNU Backgammon's name for the group of evaluation settings that a command is about, which its refusals
    /// show from then on; it is empty for a command about a seat.
    fn named_group(&self, typed: &[Word<'_>], found: Found<'_>) -> Option<String> {
        let path = found.command.path.strip_prefix("set ")?;
        if path == "player" || path.starts_with("player ") {
            return (typed.len() > 2).then(String::new);
        }
        if path == "rollout later player movefilter" {
            return Some("rollout player late".to_owned());
        }
        let player = found.players[0].and_then(|at| typed.get(at));
        let side = player.and_then(|word| self.sides(&word.text).last());
        if path.starts_with("analysis player") {
            return side.is_none().then(|| "analysis".to_owned());
        }
        if path.starts_with("analysis luckanalysis") {
            return Some("set analysis luckanalysis".to_owned());
        }
        let mut name = String::new();
        for word in path.split(' ') {
            match word {
                "chequerplay" | "cubedecision" if name.starts_with("evaluation") => {
                    return Some(name + word + " ");
                }
                "chequerplay" | "cubedecision" => return Some(name + word),
                "movefilter" => return Some(name.trim_end().to_owned()),
                "analysis" | "evaluation" | "rollout" | "truncation" => name += word,
                "later" => name += "late",
                "player" if name.starts_with("rollout") && path.contains("movefilter") => name += word,
                "player" if name.starts_with("rollout") => {
                    name += "player ";
                    name += &side?.index().to_string();
                }
                _ => return None,
            }
            name.push(' ');
        }
        None
    }

    /// Returns GNU Backgammon's name for the group of a player in its refusals.
    fn whose(&self, group: &str) -> &str {
        match group {
            "set analysis player" => "analysis",
            _ if group.starts_with("set analysis chequerplay") => "analysis chequerplay",
            _ if group.starts_with("set analysis cubedecision") => "analysis cubedecision",
            _ if group.starts_with("set evaluation chequerplay") => "evaluation chequerplay ",
            _ if group.starts_with("set evaluation cubedecision") => "evaluation cubedecision ",
            _ if group.starts_with("set player chequerplay") => "player chequerplay evaluation",
            _ if group.starts_with("set player cubedecision") => "player cubedecision evaluation",
            _ if self.settings.compat => self.group(),
            "set cheat player" => "cheat",
            _ => "rollout",
        }
    }

    /// Refuses the words after a player: the player is checked first, and `both` gets the message twice.
    fn for_each_player(
        &self,
        typed: &[Word<'_>],
        found: Found<'_>,
        refusal: Refusal,
        answer: &mut Answer,
    ) -> Refusal {
        if let Err(unknown) = self.check_player(typed, found) {
            return unknown;
        }
        let path = &found.command.path;
        let is_seat = path.starts_with(SEATS);
        let word = found.players[0].and_then(|at| typed.get(at)).filter(|_| is_seat);
        let seats: Vec<Option<Side>> = match word {
            Some(word) => self.sides(&word.text).iter().copied().map(Some).collect(),
            None => vec![None],
        };
        let mut text = String::new();
        for seat in seats {
            text += &refusal.text;
            let notes = settings::notes(self, path, seat);
            // The notes are on standard output, whatever the refusal is on.
            if refusal.stream == Stream::Out { text += &notes } else { answer.put(notes) }
        }
        Refusal { text, ..refusal }
    }

    fn call(&mut self, path: &[&str], words: Words<'_>, answer: &mut Answer) -> Done {
        let command = Table::get().find(path).command;
        self.run(Call { command, players: [None, None], words }, answer)
    }

    fn run(&mut self, mut call: Call<'_>, answer: &mut Answer) -> Done {
        if let Some((command, homes)) = settings::homes(self, &call) {
            return self.run_at(&homes, command, &call, answer);
        }
        if let Some(way) = way(call.command) {
            return way.go(self, &mut call, answer);
        }
        match call.command.status {
            Status::Accepted => settings::accept(self, &mut call, answer),
            _ => Err(Refusal::silent(format_args!("`{}' isn't in this build", call.command.path))),
        }
    }

    /// Runs a command of `set rollout` for rollouts that evaluate plays or cube decisions.
    fn run_at(
        &mut self,
        homes: &[Place],
        command: &'static Command,
        call: &Call<'_>,
        answer: &mut Answer,
    ) -> Done {
        let [outer, inner] = call.players.clone();
        let is_seat = call.command.path.starts_with(SEATS);
        let players = if is_seat { [inner, None] } else { [outer, None] };
        let call = Call { command, players, words: call.words.clone() };
        let mut done = Ok(());
        for home in homes {
            let now = home.with(self, &mut call.clone(), answer, |session, call, answer| {
                session.run(call.clone(), answer)
            });
            done = settings::joined(done, now);
        }
        done
    }

    /// Ends a line to which GNU Backgammon adds no line end.
    pub(in crate::repl) fn end_of_short_line(&self, text: &str, answer: &mut Answer) {
        answer.put(text);
        if !self.settings.compat {
            answer.put('\n');
        }
    }
}

/// The group of commands for a seat.
const SEATS: &str = "set player";

/// The most words in the name of a command, including players.
const DEPTH: usize = 10;

/// Returns `true` if a line is a command with a `?` instead of its next word.
fn asks_for_help(line: &str) -> bool {
    let line = line.trim_end();
    line.strip_suffix('?').is_some_and(|before| before.ends_with([' ', '\t']) && !before.trim().is_empty())
        && !line.starts_with('?')
        && !line.contains(['"', '\\'])
        && !takes_text(line)
}

/// Returns `true` if a line continues with text or a command, in which a `?` is an ordinary word.
fn takes_text(line: &str) -> bool {
    let words: Vec<Word<'_>> = Words::new(line).take(DEPTH).collect();
    let found = Table::get().find(&words);
    found.end == End::Command && matches!(found.command.argument, Argument::Text | Argument::Command)
}

/// Returns `true` if a line that begins with this word is a play: it begins with a point or with `bar/`, or the word is
/// empty, in quotation marks, and names no command.
fn begins_a_play(word: &str) -> bool {
    word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) || abbreviates(word, "bar/") || {
        word.len() > 4 && abbreviates("bar/", &word[..word.floor_char_boundary(4)])
    }
}

/// Returns `true` if a line is an ID and not a play: one word of 14 base64 digits, or these, a colon and 12 more, a
/// Match ID alone, or one that begins with `XGID=`, `OGID=` or `board:`, or has an OGID's first fields.
fn is_id(line: &str, first: &Word<'_>) -> bool {
    let word = &first.text;
    let begins = |prefix: &str| {
        word.get(..prefix.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix)) && word.len() > 5
    };
    if begins("XGID=") || begins("OGID=") || begins("OGID:") || begins("board:") || is_ogid(word) {
        return true;
    }
    let is_base64 = |text: &str, length: usize| {
        text.len() == length
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/')
    };
    let is_shaped = match word.split_once(':') {
        Some((position, game)) => is_base64(position, 14) && is_base64(game, 12),
        None => is_base64(word, 14) || line.trim() == word.as_ref() && is_match_id(word),
    };
    is_shaped && parse(line.trim().as_bytes(), 0, PlayOptions::GNUBG).is_err()
}

/// Returns `true` for a Match ID: unlike a mistyped command or play of 12 letters, it has capitals.
fn is_match_id(word: &str) -> bool {
    word.len() == MatchId::LEN
        && word.contains(|c: char| c.is_ascii_uppercase())
        && MatchId::read_lenient(word).is_ok_and(|(_, assumed)| assumed.is_empty())
}

/// Refuses more words than a command takes. GNU Backgammon ignores them.
fn check_length(command: &Command, words: &Words<'_>) -> Done {
    let Some(most) = command.most_words().filter(|_| command.status != Status::Accepted) else {
        return Ok(());
    };
    // A number where a choice may be left out is the count after it.
    let is_number = |word: &Word<'_>| word.text.starts_with(|c: char| c.is_ascii_digit());
    let is_left_out = most > 1
        && command.argument == Argument::Choice
        && command.usage.starts_with('[')
        && words.peek().is_some_and(|word| is_number(&word));
    let Some(word) = words.clone().nth(most - usize::from(is_left_out)) else { return Ok(()) };
    let mut help = format!("usage: {}", Table::get().usage(command));
    if command.meaning == "roll" && is_number(&word) {
        help = format!("`set dice {}` sets the dice", words.rest());
    } else if matches!(command.argument, Argument::File | Argument::Folder) {
        help.push_str("; a name with blanks needs quotation marks");
    }
    Err(Refusal::complain(format_args!("Too many words: `{}'.", word.text)).help(help).at(word.place))
}

/// Refuses `export match xg`, which would be an abbreviation of `xgids`: it means eXtreme Gammon's files.
fn check_format(command: &Command, typed: &[Word<'_>]) -> Done {
    let Some(word) = typed.first().filter(|word| word.text.eq_ignore_ascii_case("xg")) else { return Ok(()) };
    let Some(part) = command.path.strip_prefix("export ").and_then(|path| path.strip_suffix(" xgids")) else {
        return Ok(());
    };
    let refusal = Refusal::complain(format_args!("`{}' isn't a format of `export {part}'.", word.text));
    let list = format!("`{} FILE` writes a list of XGIDs", command.path);
    let help = match part {
        // A file for eXtreme Gammon contains no position alone.
        "position" => list,
        _ => format!("`save {part} FILE.xg` writes a file for eXtreme Gammon, {list}"),
    };
    Err(refusal.help(help).at(word.place.clone()))
}

fn incomplete(group: &Command) -> Refusal {
    let refusal = Refusal::say("Incomplete command.");
    match choices(group) {
        Some(choices) => refusal.help(choices),
        None => refusal,
    }
}

fn unknown(group: &Command, word: &Word<'_>) -> Refusal {
    let refusal =
        Refusal::complain(format_args!("Unknown keyword `{}'.\n", word.text)).at(word.place.clone());
    let near = Table::get().nearest(group, &word.text);
    let help = match near {
        Some(near) if !near.path.eq_ignore_ascii_case(&word.text) => {
            Some(format!("did you mean `{}'?", near.path))
        }
        Some(near) if group.is_group() && !group.path.contains(' ') => {
            Some(format!("`{}' is a command of its own, without `{}'", near.path, group.path))
        }
        _ => choices(group).filter(|_| !group.path.is_empty()),
    };
    refusal.help(help.as_deref().unwrap_or("`help` lists the commands"))
}

/// The most words that are listed in one line.
const MOST_CHOICES: usize = 16;

/// Lists the words that may follow a group, or names the command that lists them; `None` if it has none.
fn choices(group: &Command) -> Option<String> {
    let children = Table::get().children(group).iter().filter(|child| child.is_listed);
    let names: Vec<&str> = children.map(|child| child.name).collect();
    match names.len() {
        0 => None,
        1..=MOST_CHOICES => Some(format!("`{}' is followed by one of: {}", group.path, names.join(", "))),
        _ => Some(format!("`help {0}' lists what may follow `{0}'", group.path)),
    }
}
