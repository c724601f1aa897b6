//! The tutor: `set tutor`, `show tutor`.

use super::Section;
use super::row::Row;
use crate::analysis::skill::Mark;
use crate::repl::answer::{Answer, Done};
use crate::repl::call::{Call, Handlers};
use crate::repl::session::Session;

pub(super) const TUTOR: Section = Section::of(
    "The tutor",
    &[
        Row::switch("tutor mode", |now| &mut now.tutor.is_on),
        Row::switch("tutor cube", |now| &mut now.tutor.cube),
        Row::switch("tutor chequer", |now| &mut now.tutor.plays),
    ],
)
.with(|session| vec![("tutor skill".to_owned(), session.settings.tutor.skill.words().replace(' ', ""))]);

pub(in crate::repl) const COMMANDS: Handlers = &[("set tutor skill *", skill), ("show tutor", show)];

/// `set tutor skill MARK`.
fn skill(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let skill = match call.command.name {
        "verybad" => Mark::VeryBad,
        "bad" => Mark::Bad,
        _ => Mark::Doubtful,
    };
    session.settings.tutor.skill = skill;
    answer.say(format_args!("Tutor warnings will be given for play marked `{}'.", skill.words()));
    Ok(())
}

fn show(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let tutor = &session.settings.tutor;
    for (what, is_included) in [("chequer moves", tutor.plays), ("cube decisions", tutor.cube)] {
        if tutor.is_on && is_included {
            let or_worse = if tutor.skill == Mark::VeryBad { "" } else { " or worse" };
            answer.say(format_args!("Warnings are given for '{}'{or_worse} {what}.", tutor.skill.words()));
        } else {
            answer.say(format_args!("No warnings are given for {what}."));
        }
    }
    Ok(())
}
