//! Writing: `save`, `export`, and what is kept without being asked.

use super::reason;
use crate::formats::{FORMATS, Format, inventory};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::commands::Call;
use crate::repl::history::{Deed, Game};
use crate::repl::record::save::{Part, replayed};
use crate::repl::session::Session;

/// `save match`, `save game`, `save position`.
pub(super) fn save(
    session: &mut Session,
    call: &mut Call<'_>,
    answer: &mut Answer,
    part: Part,
    command: &str,
) -> Done {
    if session.history.games.is_empty() {
        return Err(Refusal::say("No game in progress (type `new game' to start one)."));
    }
    let Some(word) = call.words.next() else {
        return Err(Refusal::say(format_args!("You must specify a file to save to (see `help {command}').")));
    };
    let format = if session.settings.compat { sgf() } else { by_extension(&word.text).unwrap_or_else(sgf) };
    write(session, answer, &word.text, format, part).map_err(|refusal| refusal.at(word.place))?;
    if part == Part::Match && format.name == sgf().name {
        session.is_unsaved = false;
        session.forget_kept();
    }
    Ok(())
}

fn sgf() -> &'static Format {
    const { &crate::formats::sgf::FORMAT }
}

/// Finds the format that a file's extension asks for.
fn by_extension(file: &str) -> Option<&'static Format> {
    let extension = std::path::Path::new(file).extension()?.to_str()?;
    let known =
        |format: &&Format| format.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension));
    FORMATS.iter().filter(|format| format.writer.is_some()).find(known)
}

/// `export PART FORMAT FILE`; GNU Backgammon names the help of some commands.
pub(super) fn export(
    session: &mut Session,
    call: &mut Call<'_>,
    answer: &mut Answer,
    part: Part,
    format: &str,
    help: &str,
) -> Done {
    if session.history.games.is_empty() {
        return Err(Refusal::say("No game in progress."));
    }
    let Some(word) = call.words.next() else {
        let help = if help.is_empty() { String::new() } else { format!(" (see `help {help}')") };
        return Err(Refusal::say(format_args!("You must specify a file to export to{help}.")));
    };
    let Some(format) = Format::by_name(format) else {
        return Err(Refusal::silent(format_args!("`{format}` can't be written")));
    };
    if matches!(format.name, "mat" | "gam") {
        warn_of_edits(session, part, answer);
    }
    write(session, answer, &word.text, format, part).map_err(|refusal| refusal.at(word.place))
}

/// Warns of games that these formats can't hold.
fn warn_of_edits(session: &Session, part: Part, answer: &mut Answer) {
    let is_edited = |game: &&Game| {
        game.moves
            .iter()
            .any(|step| matches!(step.what, Deed::SetBoard | Deed::SetCubeValue | Deed::SetCubeOwner))
    };
    let edited = match part {
        Part::Match => session.history.games.iter().filter(is_edited).count(),
        _ => session.history.current().iter().filter(|game| is_edited(game)).count(),
    };
    for _ in 0..edited {
        answer.say(
            "Warning: this game was edited during play and cannot be exported correctly in this format.",
        );
        answer.say("Use Snowie text format instead.");
    }
}

/// Writes a file, and says what is lost.
fn write(session: &mut Session, answer: &mut Answer, file: &str, format: &Format, part: Part) -> Done {
    let Some(writer) = format.writer else {
        return Err(Refusal::silent(format_args!("`{}` can't be written", format.name)));
    };
    may_write(session, answer, file)?;
    let replayed = replayed(session, part);
    let written = (writer.write)(&replayed);
    put(session, file, &written.bytes)?;
    if !session.settings.compat && !written.losses.is_empty() {
        answer.complain(format_args!("{file}: lost {}", inventory::summary(&written.losses)));
    }
    Ok(())
}

/// Asks whether a file that exists may be replaced, where that is wanted.
pub(super) fn may_write(session: &mut Session, answer: &mut Answer, file: &str) -> Done {
    if session.settings.confirm.save
        && session.host.exists(file)
        && !session.confirm(&format!("File \"{file}\" exists. Overwrite? "), answer)
    {
        return Err(Refusal::silent("the file is left as it was"));
    }
    Ok(())
}

/// Writes a file as a whole.
pub(super) fn put(session: &mut Session, file: &str, bytes: &[u8]) -> Done {
    match session.host.write(file, bytes) {
        Ok(()) => Ok(()),
        Err(error) => Err(Refusal::complain(format_args!("{file}: {}", reason(&error)))),
    }
}

impl Session {
    /// Keeps the match, if that is wanted and something was done since; a match that is over isn't kept.
    pub(in crate::repl) fn keep(&mut self) {
        if !self.keeps || !std::mem::take(&mut self.is_changed) {
            return;
        }
        let Some(file) = self.host.kept() else { return };
        if matches!(self.state.phase(), crate::game::Phase::MatchOver(_)) || self.history.games.is_empty() {
            return self.forget_kept();
        }
        let written = crate::formats::sgf::write(&replayed(self, Part::Match));
        // What can't be kept can still be played and saved.
        if self.host.write(&file, &written.bytes).is_ok() {
            self.is_kept = true;
        }
    }

    /// Tells whether a match was kept by another session.
    pub(in crate::repl) fn has_kept(&self) -> bool {
        self.keeps && self.host.kept().is_some_and(|file| self.host.exists(&file))
    }

    /// Takes away what was kept of this match.
    pub(in crate::repl) fn forget_kept(&mut self) {
        if std::mem::take(&mut self.is_kept)
            && let Some(file) = self.host.kept()
        {
            // If it stays, it is offered next time.
            let _ = self.host.remove(&file);
        }
    }
}
