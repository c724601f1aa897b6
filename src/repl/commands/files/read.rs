//! Reading: `load`, `import`.

use super::{imports, reason};
use crate::analysis::{self, RulesOverride};
use crate::board::Side;
use crate::diag::{Diagnostic, Severity, SourceFile};
use crate::formats::{self, Format};
use crate::host::python::Code;
use crate::output::diagnostic::{self, Finding, Options};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::commands::new::DISCARD;
use crate::repl::commands::{edit, navigate};
use crate::repl::driver::Script;
use crate::repl::record::load;
use crate::repl::session::Session;
use std::io::Cursor;

/// The most findings shown for a file.
const MOST_FINDINGS: usize = 20;
/// The most files of commands that may read each other.
const MOST_SCRIPTS: usize = 64;

/// The kinds of files that `import` expects: the word of the command, GNU Backgammon's name for such a file after its
/// article, and the matching formats. `import gam` is like the first one.
const WANTED: [(&str, &str, &str, &[&str]); 9] = [
    ("mat", "a", "match file", &["mat", "gam", "snowie"]),
    ("oldmoves", "an", "oldmoves file", &["oldmoves"]),
    ("empire", "a", "GammonEmpire file", &["gam", "mat"]),
    ("party", "a", "PartyGammon file", &["party"]),
    ("bgroom", "a", "BGRoom file", &["bgroom"]),
    ("pos", "a", "position file", &["pos"]),
    ("sgg", "an", "SGG file", &["sgg"]),
    ("snowietxt", "a", "Snowie Text file", &["snowie-position", "snowie", "mat"]),
    ("tmg", "an", "TMG file", &["tmg"]),
];

/// Refuses a file of another format than the wanted one, with this number of repetitions.
fn refuse(wanted: &str, kind: &str, file: &str, times: usize) -> Refusal {
    match wanted {
        "mat" => Refusal::complain(vec![format!("{file}: not a valid .mat file"); times].join("\n")),
        "snowietxt" => Refusal::say("This file is not a valid Snowie .txt file!"),
        "pos" => Refusal::say(
            "File not recognised as Jellyfish file.\nThis file is not a valid Jellyfish .pos file!\n",
        ),
        "bgroom" => Refusal::complain("Failed to convert BGRoom gam file to mat\n"),
        _ => Refusal::complain(format_args!("{file}: not a valid {kind}")),
    }
}

/// Reads a file; one that isn't in the current folder is looked for in another folder, if one is set.
pub(super) fn bytes(session: &Session, file: &str, folder: &str) -> Result<Vec<u8>, Refusal> {
    let missing = |error| Refusal::complain(format_args!("{file}: {}", reason(&error)));
    let read = session.host.read(file);
    if folder.is_empty() || read.is_ok() || std::path::Path::new(file).is_absolute() {
        return read.map_err(missing);
    }
    let there = session.host.read(&std::path::Path::new(folder).join(file).to_string_lossy());
    there.or(read).map_err(missing)
}

/// Exchanges the players of match text if the first one's name is among the aliases of player 1.
fn seat(session: &mut Session, answer: &mut Answer) {
    let name = session.name(Side::Zero);
    if session.settings.aliases.split(';').any(|alias| alias == name) {
        edit::swap(session, answer);
    }
}

/// Unpacks a file that gzip or Zstandard packed, and finds its format. GNU Backgammon reads no packed files.
fn unpacked(
    session: &Session,
    file: &str,
    bytes: Vec<u8>,
) -> Result<(Vec<u8>, Option<&'static Format>), Refusal> {
    if session.settings.compat {
        let format = detect(file, &bytes);
        return Ok((bytes, format));
    }
    let (bytes, inner) = analysis::unpacked(file, bytes)
        .map_err(|error| Refusal::complain(format_args!("cannot unpack {file}: {error}")))?;
    let format = detect(&inner.to_string_lossy(), &bytes);
    let archive = match &bytes[..] {
        _ if format.is_some() => None,
        [b'P', b'K', 3, 4, ..] => Some("zip"),
        _ if bytes.get(257..262) == Some(b"ustar") => Some("tar"),
        _ => None,
    };
    if let Some(archive) = archive {
        let refusal = Refusal::complain(format_args!("{file}: this is a {archive} archive"));
        return Err(refusal.help("unpack it: a session reads one record"));
    }
    Ok((bytes, format))
}

/// Finds the format of a file.
fn detect(file: &str, bytes: &[u8]) -> Option<&'static Format> {
    let extension = std::path::Path::new(file).extension().and_then(|extension| extension.to_str());
    formats::detect(bytes, extension)
}

/// `load commands FILE`.
pub(super) fn commands(session: &mut Session, call: &mut Call<'_>, _: &mut Answer) -> Done {
    let Some(file) = session.file(call) else {
        return Err(Refusal::say("You must specify a file to load from."));
    };
    if session.input.scripts.len() >= MOST_SCRIPTS {
        return Err(Refusal::complain(format_args!("{}: command files are nested too deep", file.text))
            .at(file.place));
    }
    let bytes = bytes(session, &file.text, "").map_err(|refusal| refusal.at(file.place))?;
    session.input.scripts.push(Script::new(file.text, &bytes));
    Ok(())
}

/// `load python FILE`.
pub(super) fn python(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Some(file) = session.file(call) else {
        return Err(Refusal::say("You must specify a file to load from."));
    };
    if !session.host.exists(&file.text) {
        return Err(Refusal::complain(format_args!("Python file ({}) not found\n", file.text)).at(file.place));
    }
    session.script(Code::File(&file.text), answer)
}

/// `load match`, `load game`, `load position`.
pub(super) fn load(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let command = call.command.meaning;
    let Some(word) = session.file(call) else {
        return Err(Refusal::say(format_args!(
            "You must specify a file to load from (see `help {command}')."
        )));
    };
    let file = word.text.as_ref();
    let (bytes, format) = bytes(session, file, &session.settings.sgf_folder)
        .and_then(|bytes| unpacked(session, file, bytes))
        .map_err(|refusal| refusal.at(word.place.clone()))?;
    let is_wanted = |format: &&Format| !session.settings.compat || format.name == "sgf";
    let Some(format) = format.filter(is_wanted) else {
        return Err(Refusal::complain(format_args!("{file}: {}", imports::not_sgf(&bytes)))
            .help("no format of match records is recognised in this file")
            .at(word.place));
    };
    let (is_compat, is_match) = (session.settings.compat, command == "load match");
    take(session, answer, format, file, bytes, |loaded| {
        if is_compat && !is_match {
            loaded.keep_first_game();
        }
    })?;
    if command != "load position" {
        go_to_first(session, format, answer)?;
    }
    if is_compat && is_match {
        imports::go_to_only_decision(session, answer);
    }
    Ok(())
}

/// Returns `true` if there is no game in a file.
fn is_empty(format: &Format, file: &str, bytes: &[u8]) -> bool {
    let source = format.matches(file, Box::new(Cursor::new(bytes.to_vec()))).next().and_then(Result::ok);
    source.zip(format.parse).is_none_or(|(source, parse)| parse(&source).value.games.is_empty())
}

/// `import auto FILE`.
pub(super) fn auto(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Some(word) = session.file(call) else {
        return Err(Refusal::complain("You must specify a file to import (see `help import auto')."));
    };
    let file = word.text.as_ref();
    if !session.host.exists(file) {
        return Err(Refusal::complain(format_args!("The file `{file}' doesn't exist")).at(word.place));
    }
    let (bytes, format) = bytes(session, file, "")
        .and_then(|bytes| unpacked(session, file, bytes))
        .map_err(|refusal| refusal.at(word.place.clone()))?;
    let is_known = |format: &&Format| !session.settings.compat || imports::recognises(format, &bytes);
    let unknown = |is_compat: bool| {
        let mut refusal = Refusal::say(format_args!("The format of '{file}' is not recognized"));
        if is_compat {
            refusal.text.pop();
        }
        refusal.at(word.place.clone())
    };
    let format = format.filter(is_known).ok_or_else(|| unknown(session.settings.compat))?;
    if session.settings.compat && is_empty(format, file, &bytes) {
        return Err(unknown(true));
    }
    take(session, answer, format, file, bytes, |_| {})?;
    go_to_first(session, format, answer)?;
    if format.name == "mat" {
        seat(session, answer);
    }
    if session.settings.compat && format.name == "pos" {
        // The same as for `import pos`.
        session.draw(answer);
    }
    if session.settings.compat && format.name == "sgf" {
        imports::go_to_only_decision(session, answer);
    }
    Ok(())
}

/// `import FORMAT FILE`.
pub(super) fn import(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let row = WANTED.iter().find(|row| row.0 == call.command.name);
    let &(wanted, article, kind, names) = row.unwrap_or(&WANTED[0]);
    let Some(word) = session.file(call) else {
        return Err(Refusal::say(format_args!(
            "You must specify {article} {kind} to import (see `help import {wanted}')."
        )));
    };
    let file = word.text.as_ref();
    let compat = session.settings.compat;
    // GNU Backgammon draws the board after such a position once more, even if there is no such file.
    let draws = wanted == "pos" && compat;
    let (bytes, found) = bytes(session, file, &session.settings.import_folder)
        .and_then(|bytes| unpacked(session, file, bytes))
        .map_err(|refusal| {
            if draws {
                session.draw(answer);
            }
            refusal.at(word.place.clone())
        })?;
    let names: &[&str] = match wanted {
        "mat" if compat => &["mat", "snowie"],
        // GNU Backgammon only accepts a position there.
        "snowietxt" if compat => &names[..1],
        _ => names,
    };
    let format = found.filter(|format| names.contains(&format.name));
    let Some(format) = format else {
        let found = found.map(|format| format!("this is `{}`; `import auto` takes it", format.name));
        let help =
            found.unwrap_or_else(|| "no format of match records is recognised in this file".to_owned());
        let mut times = 1;
        if compat && wanted == "mat" {
            may_discard(session, answer)?;
            times = imports::variants(session, answer);
            session.forget_match();
        }
        return Err(refuse(wanted, kind, file, times).help(help).at(word.place));
    };
    take(session, answer, format, file, bytes, |_| {})?;
    go_to_first(session, format, answer)?;
    if wanted == "mat" {
        seat(session, answer);
    }
    if draws {
        session.draw(answer);
    }
    Ok(())
}

/// Asks whether the match may be discarded.
fn may_discard(session: &mut Session, answer: &mut Answer) -> Done {
    if session.settings.confirm.new && session.would_be_lost() && !session.confirm(DISCARD, answer) {
        let stays = if session.is_playing() { "the match in progress continues" } else { "the match stays" };
        return Err(Refusal::silent(stays));
    }
    Ok(())
}

/// Makes a file the match of the session after a change.
pub(super) fn take(
    session: &mut Session,
    answer: &mut Answer,
    format: &Format,
    file: &str,
    bytes: Vec<u8>,
    change: impl FnOnce(&mut load::Loaded),
) -> Done {
    may_discard(session, answer)?;
    let mut sources = format.matches(file, Box::new(Cursor::new(bytes)));
    let source = match sources.next() {
        Some(Ok(source)) => source,
        Some(Err(error)) => return Err(Refusal::complain(format_args!("{file}: {error}"))),
        None => return Err(Refusal::complain(format_args!("{file}: there is no match in it"))),
    };
    let Some(parse) = format.parse else {
        return Err(Refusal::complain(format_args!(
            "{file}: barpoint writes `{}' but doesn't read it",
            format.name
        )));
    };
    let parsed = parse(&source);
    if session.settings.compat {
        return imports::take(session, answer, format, &source, parsed, change);
    }
    let mut loaded = load::load(parsed, &RulesOverride { is_certain: true, ..RulesOverride::default() });
    tell(&source, &loaded.findings, answer);
    let more = sources.count();
    if more > 0 {
        answer.complain(format_args!("{file}: note: the first of {} matches was taken", more + 1));
    }
    if loaded.history.games.is_empty() {
        return Err(imports::no_game(file));
    }
    change(&mut loaded);
    if format.name == "sgf" {
        loaded.name_players(&session.game.names, false);
    }
    loaded.stand_at_end();
    session.take_over(loaded);
    session.show_board(answer);
    Ok(())
}

/// Goes to the first game after a match was read, if that is set. As in GNU Backgammon, a position stays.
fn go_to_first(session: &mut Session, format: &Format, answer: &mut Answer) -> Done {
    if session.settings.first_game && !matches!(format.name, "pos" | "snowie-position") {
        navigate::first_game(session, answer)?;
    }
    Ok(())
}

/// Prints the findings of a file in short form.
fn tell(source: &SourceFile, findings: &[Diagnostic], answer: &mut Answer) {
    let mut renderer = diagnostic::Format::Concise.renderer(Options::default());
    let mut text = Vec::new();
    let wrong = findings.iter().filter(|finding| finding.severity > Severity::Note);
    for finding in wrong.clone().take(MOST_FINDINGS) {
        // Writing to memory can't fail.
        let _ = renderer.finding(&Finding::new(source, finding), &mut text);
    }
    let text = String::from_utf8_lossy(&text);
    if !text.trim().is_empty() {
        answer.complain(text.trim_end());
    }
    let more = wrong.count().saturating_sub(MOST_FINDINGS);
    if more > 0 {
        answer.complain(format_args!("{}: {more} more findings; `barpoint check` shows all", source.name()));
    }
}

impl Session {
    /// Continues with a record that was read.
    pub(in crate::repl) fn take_over(&mut self, loaded: load::Loaded) {
        let (game, at) = (loaded.history.game, loaded.history.at);
        self.game.history = loaded.history;
        self.kept.file = None;
        self.game.record = loaded.record;
        self.game.has_own_rules = true;
        self.game.announced_crawford = None;
        self.game.next_is_crawford = None;
        // GNU Backgammon keeps the dice of the last opening roll.
        let opening = self.game.last_opening.filter(|_| self.settings.compat);
        self.go_to(game, at);
        self.game.last_opening = opening;
        if let Some(state) = loaded.states.get(game) {
            self.game.state = state.clone();
        }
        self.kept.is_unsaved = false;
        self.game.refused_play = None;
    }
}
