//! `restore`: continues with a saved match.

use super::read::{bytes, take};
use crate::formats::sgf;
use crate::host::folders::Kept;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::keep;
use crate::repl::line::number;
use crate::repl::session::Session;

/// `restore [NUMBER]`.
pub(super) fn restore(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if session.host.kept().is_none() {
        return Err(Refusal::complain("no folder for saved matches").help(Kept::States.unset()));
    }
    let kept = session.kept_matches();
    let Some(word) = call.words.next() else {
        for (index, kept) in kept.iter().enumerate() {
            answer.say(format_args!("{:>3}  {}", index + 1, kept.title));
        }
        if kept.is_empty() {
            return Err(Refusal::say("No match is saved."));
        }
        answer.say("`restore 1' continues the first one.");
        return Ok(());
    };
    let index = number(&word.text).and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
    let Some(kept) = index.and_then(|index| kept.get(index)) else {
        return Err(Refusal::complain(format_args!("There is no saved match number `{}'.", word.text))
            .help("`restore` lists the saved matches")
            .at(word.place));
    };
    let read = bytes(session, &kept.file, "")?;
    take(session, answer, &sgf::FORMAT, &kept.file, read, keep::stand)?;
    for command in session.take_seats() {
        session.quietly(&command);
    }
    session.touch();
    session.keep();
    // From here on this session saves the match under a name of its own, as another session may still play
    // it.
    if session.is_safe() {
        // A file that can't be removed is listed again.
        let _ = session.host.remove(&kept.file);
    }
    Ok(())
}
