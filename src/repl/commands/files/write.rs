//! Writing: `save`, `export`.

use super::{reason, theirs};
use crate::analysis::{self, RulesOverride};
use crate::board::Side;
use crate::formats::{FORMATS, Format, inventory};
use crate::game::record::GameRecord;
use crate::game::{Phase, Replayed, ReplayedGame};
use crate::host::names::PACKED;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::history::Game;
use crate::repl::record::save::{Part, by_other_rules, leaves_offer_out, replayed};
use crate::repl::session::Session;
use crate::repl::settings::{Reply, Settings};

/// `save match`, `save game`, `save position`.
pub(super) fn save(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let command = call.command.meaning;
    let part = part(command);
    if has_no_game(session, part) {
        return Err(Refusal::say("No game in progress (type `new game' to start one)."));
    }
    let Some(word) = session.file(call) else {
        return Err(Refusal::say(format_args!("You must specify a file to save to (see `help {command}').")));
    };
    let format = if session.settings.compat {
        SGF
    } else if let Some(format) = by_extension(&word.text) {
        format
    } else if let Some(instead) = other_kind(&word.text, command) {
        let refusal = Refusal::complain(format_args!("{}: `{command}' writes no such file.", word.text));
        return Err(refusal.help(instead).at(word.place));
    } else {
        SGF
    };
    write(session, answer, &word.text, format, part).map_err(|refusal| refusal.at(word.place.clone()))?;
    if part == Part::Match && format.name == SGF.name && word.text != STANDARD_OUTPUT {
        session.kept.is_unsaved = false;
        session.forget_kept();
    }
    Ok(())
}

/// Returns `true` if there is nothing to write: no game, or only the board that match text which can't be read leaves in
/// compat mode, which is a position.
fn has_no_game(session: &Session, part: Part) -> bool {
    session.game.history.games.is_empty() || part != Part::Position && session.is_forgotten()
}

const SGF: &Format = &crate::formats::sgf::FORMAT;

/// Finds the format for a file's extension.
fn by_extension(file: &str) -> Option<&'static Format> {
    let extension = std::path::Path::new(file).extension()?.to_str()?;
    let known =
        |format: &&Format| format.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension));
    FORMATS.iter().filter(|format| format.writer.is_some()).find(known)
}

/// Returns what to do instead if a file for `save` has the extension of a packed file, a picture, a page, or a format
/// that isn't written.
fn other_kind(file: &str, command: &str) -> Option<String> {
    let extension = std::path::Path::new(file).extension()?.to_str()?.to_lowercase();
    let part = command.strip_prefix("save ").unwrap_or(command);
    let page = |format: &str| format!("`export {part} {format} FILE` writes one");
    Some(match extension.as_str() {
        packed if PACKED.contains(&packed) => {
            "files are written unpacked, such as `match.sgf` or `match.mat`".to_owned()
        }
        // Also a name for any match; what is written is read by its content.
        "match" => return None,
        "png" | "jpg" | "jpeg" | "gif" | "webp" => "`export position png FILE` draws the position".to_owned(),
        "svg" => "`export position svg FILE` draws the position".to_owned(),
        "html" | "htm" => page("html"),
        "pdf" => page("pdf"),
        "ps" => page("ps"),
        "tex" if part == "position" => "`export position svg FILE` draws it instead".to_owned(),
        "tex" => page("latex"),
        _ => {
            let is_read = FORMATS.iter().any(|format| format.extensions.contains(&extension.as_str()));
            return is_read
                .then(|| "this format isn't written; `.sgf`, `.mat`, `.json` and others are".to_owned());
        }
    })
}

/// Returns the part in the path of a command: `save game`, `export session html`.
fn part(path: &str) -> Part {
    match path.split(' ').nth(1) {
        Some("game") => Part::Game,
        Some("position") => Part::Position,
        _ => Part::Match,
    }
}

/// The content of an export, by the path of its command.
pub(super) struct Export {
    /// The part.
    pub(super) part: Part,
    /// The format.
    pub(super) format: &'static str,
    /// The command whose help GNU Backgammon names; empty if it names none.
    help: String,
}

impl Export {
    /// Returns the export that a command asks for.
    pub(super) fn of(call: &Call<'_>) -> Self {
        let path = call.command.meaning;
        let part = part(path);
        let format = match path.rsplit(' ').next().unwrap_or_default() {
            "snowietxt" if part == Part::Position => "snowie-position",
            "snowietxt" => "snowie",
            format => format,
        };
        let help = match format {
            "html" | "latex" | "text" => path.replace("session", "match"),
            "bgonline" => path.replace("bgonline", "html"),
            _ => String::new(),
        };
        Self { part, format, help }
    }

    /// Returns `true` if GNU Backgammon asks for the file before it looks for a game: it writes documents of
    /// matches without games.
    pub(super) fn asks_for_file_first(&self) -> bool {
        self.part == Part::Match && matches!(self.format, "html" | "latex" | "pdf" | "ps" | "text")
    }

    /// Refuses an export without a game: for documents, GNU Backgammon prints how to begin one.
    pub(super) fn no_game(&self) -> Refusal {
        let is_document = self.part != Part::Match && !self.help.is_empty();
        Refusal::say(if is_document {
            "No game in progress (type `new game' to start one)."
        } else {
            "No game in progress."
        })
    }

    /// Refuses an export without a file.
    pub(super) fn no_file(&self) -> Refusal {
        let help = if self.help.is_empty() { String::new() } else { format!(" (see `help {}')", self.help) };
        Refusal::say(format_args!("You must specify a file to export to{help}."))
    }
}

/// `export PART FORMAT FILE`.
pub(super) fn export(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let export = Export::of(call);
    let Export { part, format, .. } = export;
    let is_empty = has_no_game(session, part);
    if is_empty && !export.asks_for_file_first() {
        return Err(export.no_game());
    }
    let Some(word) = session.file(call) else { return Err(export.no_file()) };
    if is_empty {
        if session.settings.compat && format == "text" {
            return Err(Refusal::silent("there is no game"));
        }
        return Err(Refusal::say("No game in progress."));
    }
    let is_text = format == "text" && part == Part::Position;
    if session.settings.compat && is_text && session.game.state.phase() == Phase::OpeningRoll {
        return Err(export.no_game());
    }
    let Some(format) = Format::by_name(format) else {
        return Err(Refusal::silent(format_args!("`{format}` can't be written")));
    };
    // Outside compat mode the file keeps them.
    if session.settings.compat && matches!(format.name, "mat" | "gam") {
        for _ in 0..edited(session, part) {
            answer.say(
                "Warning: this game was edited during play and cannot be exported correctly in this format.\n\
                 Use Snowie text format instead.",
            );
        }
    }
    write(session, answer, &word.text, format, part).map_err(|refusal| refusal.at(word.place))
}

/// Counts the games with positions or cubes set by hand.
fn edited(session: &Session, part: Part) -> usize {
    let is_edited = |game: &&Game| game.moves.iter().any(|step| step.what.is_set());
    match part {
        Part::Match => session.game.history.games.iter().filter(is_edited).count(),
        _ => session.game.history.current().iter().filter(|game| is_edited(game)).count(),
    }
}

/// Returns the games whose score or Crawford game was set against the results before: the file states what follows
/// from the results.
fn restated(replayed: &Replayed) -> Vec<usize> {
    let differs = |(record, game): (&GameRecord, &ReplayedGame)| {
        let is_other = |side: Side| {
            let told = record.players[side].as_ref().and_then(|player| player.score);
            told.is_some_and(|told| told.value != i64::from(game.before.points[side]))
        };
        Side::ALL.into_iter().any(is_other) || record.is_crawford.is_some_and(|told| told != game.is_crawford)
    };
    replayed.games().enumerate().filter(|(_, pair)| differs(*pair)).map(|(place, _)| place).collect()
}

/// Writes a file, and reports losses.
fn write(session: &mut Session, answer: &mut Answer, file: &str, format: &Format, part: Part) -> Done {
    if format.writer.is_none() {
        return Err(Refusal::silent(format_args!("`{}` can't be written", format.name)));
    }
    may_write(session, answer, file)?;
    let theirs = session.settings.compat;
    if let Some(files) = theirs.then(|| theirs::files(session, file, format.name, part)).flatten() {
        for (place, (name, bytes)) in files.iter().enumerate() {
            // GNU Backgammon only asks about the first file.
            if place > 0 && !session.kept.written.contains(name) {
                may_write(session, answer, name)?;
            }
            put(session, answer, name, bytes)?;
        }
        if matches!(format.name, "mat" | "gam" | "snowie") && edited(session, part) > 0 {
            answer.complain(format_args!(
                "{file}: lost the positions and cubes that were set; `save match` keeps them"
            ));
        }
        return Ok(());
    }
    let replayed = replayed(session, part);
    let Some(written) = analysis::written(format, &replayed, &[], &RulesOverride::default()) else {
        return Ok(());
    };
    put(session, answer, file, &written.bytes)?;
    if session.settings.compat {
        return Ok(());
    }
    if !written.losses.is_empty() {
        answer.complain(format_args!("{file}: lost {}", inventory::summary(&written.losses)));
    }
    let stake = session.settings.stake;
    let is_usual = (stake - Settings::default().stake).abs() < f64::EPSILON;
    let is_of_money = part != Part::Position && session.game.state.rules().is_money();
    // A file that nothing reads is a page.
    if is_of_money && !is_usual && format.parse.is_some() {
        answer.complain(format_args!("{file}: lost the stake; `set stake {stake}` sets it again"));
    }
    if part == Part::Match {
        for place in restated(&replayed) {
            answer.complain(format_args!(
                "{file}: lost what was set in game {}: the score or the Crawford game (the file states those that \
                 follow from the results); `save game` keeps them",
                replayed.games[place].number
            ));
        }
    }
    // The next game would state it.
    let is_at_end = session.game.state.phase().result().is_some() && !session.game.history.has_tail();
    if part == Part::Match && is_at_end && session.game.state.score().points != replayed.score.points {
        answer.complain(format_args!(
            "{file}: lost the score that was set after the last game; it is written once the next one has begun"
        ));
    }
    if part != Part::Position {
        let games = by_other_rules(session, part, &replayed.rules);
        if !games.is_empty() {
            let games: Vec<String> = games
                .iter()
                .map(|(number, rules)| format!("{} in game {number}", rules.join(", ")))
                .collect();
            answer.complain(format_args!(
                "{file}: lost rules that differ from those of the match: {} (a file states each rule once)",
                games.join("; ")
            ));
        }
    }
    if leaves_offer_out(session, part) {
        answer.complain(format_args!("{file}: note: the resignation that is offered isn't in the file"));
    }
    Ok(())
}

/// The name that stands for standard output.
const STANDARD_OUTPUT: &str = "-";

/// Asks whether an existing file may be replaced, if that is wanted. Without a person to ask it isn't
/// replaced, unless this session has written it; GNU Backgammon replaces it.
pub(super) fn may_write(session: &mut Session, answer: &mut Answer, file: &str) -> Done {
    if file == STANDARD_OUTPUT || !session.settings.confirm.save || !session.host.exists(file) {
        return Ok(());
    }
    let is_asked = session.settings.compat
        || session.settings.confirm.default != Reply::Ask
        || session.host.is_terminal();
    if !is_asked {
        if session.kept.replaces_files || session.kept.written.contains(file) {
            return Ok(());
        }
        return Err(Refusal::complain(format_args!("{file}: the file exists"))
            .help("after `set confirm save off` it is replaced; `barpoint session` also has `--force`"));
    }
    if session.confirm(&format!("File \"{file}\" exists. Overwrite? "), answer) {
        Ok(())
    } else {
        Err(Refusal::silent("the file is left as it was"))
    }
}

/// Writes a complete file, or text to standard output.
pub(super) fn put(session: &mut Session, answer: &mut Answer, file: &str, bytes: &[u8]) -> Done {
    if file == STANDARD_OUTPUT {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| Refusal::complain("-: this isn't text").help("name a file to write it to"))?;
        answer.put(text);
        return Ok(());
    }
    if bytes.is_empty() {
        return Err(Refusal::complain(format_args!("{file}: there is nothing to write")));
    }
    session
        .host
        .write(file, bytes)
        .map_err(|error| Refusal::complain(format_args!("{file}: {}", reason(&error))))?;
    session.kept.written.insert(file.to_owned());
    Ok(())
}
