//! The tutor and the strength of the computer: `set tutor`, `show tutor`, `set player PLAYER level`.

use super::{Call, Handlers, choice, switch};
use crate::analysis::skill::Mark;
use crate::engine::Level;
use crate::repl::answer::{Answer, Done};
use crate::repl::session::Session;

pub(in crate::repl::commands) const COMMANDS: Handlers = &[
    ("set player level", level),
    ("set tutor mode", |session, call, answer| {
        let says = ("Warn about possibly bad play.", "No warnings for possibly bad play.");
        switch(call, &mut session.settings.tutor.is_on, answer, says)
    }),
    ("set tutor cube", |session, call, answer| {
        let says = (
            "Include advice on cube decisions in tutor mode.",
            "Exclude advice on cube decisions from tutor mode.",
        );
        switch(call, &mut session.settings.tutor.cube, answer, says)
    }),
    ("set tutor chequer", |session, call, answer| {
        let says = (
            "Include advice on chequer play in tutor mode.",
            "Exclude advice on chequer play from tutor mode.",
        );
        switch(call, &mut session.settings.tutor.plays, answer, says)
    }),
    ("set tutor skill doubtful", skill),
    ("set tutor skill bad", skill),
    ("set tutor skill verybad", skill),
    ("show tutor", show),
];

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

/// `show tutor`.
fn show(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let tutor = &session.settings.tutor;
    for (what, is_included) in [("chequer moves", tutor.plays), ("cube decisions", tutor.cube)] {
        if tutor.is_on && is_included {
            answer.say(format_args!("Warnings are given for '{}' or worse {what}.", tutor.skill.words()));
        } else {
            answer.say(format_args!("No warnings are given for {what}."));
        }
    }
    Ok(())
}

/// `set player PLAYER level LEVEL`.
fn level(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let level = Level::by_name(choice(call)?);
    super::players::each(session, call, |session, side, _| {
        session.settings.levels[side] = level;
        let how = level.map_or("as its settings say".to_owned(), |level| format!("as {}", named(level)));
        answer.say(format_args!("Where the program plays for {}, it plays {how}.", session.name(side)));
        Ok(())
    })
}

/// Returns a level with its article.
pub(super) fn named(level: Level) -> String {
    let article = if level.name().starts_with(['a', 'e', 'i']) { "an" } else { "a" };
    let kind =
        if matches!(level, Level::Casual | Level::Intermediate | Level::Advanced) { " player" } else { "" };
    format!("{article} {}{kind}", level.name())
}
