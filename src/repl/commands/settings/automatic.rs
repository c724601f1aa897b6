//! What goes without a command, and what is asked first: `set automatic`, `set autosave`, `set confirm`,
//! `set gotofirstgame`.

use super::{Call, Handlers, switch};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::line::number;
use crate::repl::session::Session;
use crate::repl::settings::Reply;

/// How many automatic doubles there may be.
const MOST_DOUBLES: u8 = 12;

pub(in crate::repl::commands) const COMMANDS: Handlers = &[
    ("set automatic bearoff", |session, call, answer| {
        let says = (
            "Will automatically bear off as many chequers as possible.",
            "Will not automatically bear off chequers.",
        );
        switch(call, &mut session.settings.automatic.bearoff, answer, says)
    }),
    ("set automatic crawford", |session, call, answer| {
        let says = (
            "Will enable the Crawford game according to match score.",
            "Will not enable the Crawford game according to match score.",
        );
        switch(call, &mut session.settings.automatic.crawford, answer, says)?;
        session.refresh_rules();
        Ok(())
    }),
    ("set automatic doubles", doubles),
    ("set automatic game", |session, call, answer| {
        let says = ("Will automatically start games after wins.", "Will not automatically start games.");
        switch(call, &mut session.settings.automatic.game, answer, says)
    }),
    ("set automatic move", |session, call, answer| {
        let says =
            ("Forced moves will be made automatically.", "Forced moves will not be made automatically.");
        switch(call, &mut session.settings.automatic.play, answer, says)
    }),
    ("set automatic roll", |session, call, answer| {
        let says = (
            "Will automatically roll the dice when no cube action is possible.",
            "Will not automatically roll the dice.",
        );
        switch(call, &mut session.settings.automatic.roll, answer, says)
    }),
    ("set autosave analysis", |session, call, answer| {
        let says = ("Auto save after each analysed game", "Don't auto save after each analysed game");
        switch(call, &mut session.settings.autosave.analysis, answer, says)
    }),
    ("set autosave confirm", |session, call, answer| {
        let says = ("Prompt before deleting autosaves", "Delete autosaves automatically");
        switch(call, &mut session.settings.autosave.confirm, answer, says)
    }),
    ("set autosave days", autosave_days),
    ("set autosave rollout", |session, call, answer| {
        let says = ("Auto save during rollouts", "Don't auto save during rollouts");
        switch(call, &mut session.settings.autosave.rollout, answer, says)
    }),
    ("set autosave time", autosave_time),
    ("set confirm default", confirm_default),
    ("set confirm new", |session, call, answer| {
        switch(call, &mut session.settings.confirm.new, answer, CONFIRMS_NEW)
    }),
    ("set confirm save", |session, call, answer| {
        switch(call, &mut session.settings.confirm.save, answer, CONFIRMS_SAVE)
    }),
    ("set gotofirstgame", |session, call, answer| {
        let says = (
            "Goto first game when loading matches or sessions.",
            "Goto last game when loading matches or sessions.",
        );
        switch(call, &mut session.settings.first_game, answer, says)
    }),
    ("show automatic", show_automatic),
    ("show autosave", show_autosave),
    ("show confirm", show_confirm),
];

const CONFIRMS_NEW: (&str, &str) = (
    "Will ask for confirmation before aborting games in progress.",
    "Will not ask for confirmation before aborting games in progress.",
);
const CONFIRMS_SAVE: (&str, &str) = (
    "Will ask for confirmation before overwriting existing files.",
    "Will not ask for confirmation overwriting existing files.",
);

/// `set automatic doubles LIMIT`.
fn doubles(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let limit = word.as_ref().and_then(|word| number(&word.text)).filter(|&limit| limit >= 0);
    let Some(limit) = limit else {
        return Err(Refusal::say(
            "You must specify how many automatic doubles to use (see `help set automatic double').",
        )
        .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    let Some(limit) = u8::try_from(limit).ok().filter(|&limit| limit <= MOST_DOUBLES) else {
        return Err(Refusal::say(format_args!(
            "Please specify a smaller limit (up to {MOST_DOUBLES} automatic doubles)."
        )));
    };
    session.settings.automatic.doubles = limit;
    match limit {
        0 => answer.say("Automatic doubles will not be used."),
        1 => answer.say("A single automatic double will be permitted."),
        _ => answer.say(format_args!("Automatic doubles will be used (up to a limit of {limit}).")),
    }
    if limit > 0 && !session.settings.cube {
        answer.say(
            "Note that automatic doubles will have no effect until you enable cube use\n(see `help set cube use').",
        );
    }
    if limit > 0 && !session.state.rules().is_money() {
        answer.say("(Note that automatic doubles will have no effect until you start session play.)");
    }
    Ok(())
}

/// `show automatic`.
fn show_automatic(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let now = &session.settings.automatic;
    let word = |is_on| if is_on { "On" } else { "Off" }.to_owned();
    let rows = [
        ("bearoff", "(Play certain non-contact bearoff moves):", word(now.bearoff)),
        ("crawford", "(Enable the Crawford rule as appropriate):", word(now.crawford)),
        ("doubles", "(Turn the cube when opening roll is a double):", now.doubles.to_string()),
        ("game", "(Start a new game after each one is completed):", word(now.game)),
        ("move", "(Play the forced move when there is no choice):", word(now.play)),
        ("roll", "(Roll the dice if no double is possible):", word(now.roll)),
    ];
    for (name, what, value) in rows {
        answer.say(format_args!("{name:<8}\t{what:<47}\t{value}"));
    }
    Ok(())
}

/// `set confirm default yes|no|ask`.
fn confirm_default(session: &mut Session, call: &mut Call<'_>, _: &mut Answer) -> Done {
    let Some(word) = call.words.next() else {
        return Err(Refusal::say("Needs an argument!").help("a question is answered `yes`, `no` or `ask`"));
    };
    session.settings.confirm.default = match word.text.as_ref() {
        "yes" => Reply::Yes,
        "no" => Reply::No,
        "ask" => Reply::Ask,
        _ => {
            return Err(Refusal::say("Invalid argument")
                .help("a question is answered `yes`, `no` or `ask`")
                .at(word.place));
        }
    };
    Ok(())
}

/// `show confirm`.
fn show_confirm(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let confirm = &session.settings.confirm;
    let name = "GNU Backgammon will";
    match confirm.default {
        Reply::Ask => answer.say(format_args!("{name} ask for confirmation.")),
        Reply::Yes => answer.say(format_args!("{name} answer yes to questions.")),
        Reply::No => answer.say(format_args!("{name} answer no to questions.")),
    }
    for (is_on, says) in [(confirm.new, CONFIRMS_NEW), (confirm.save, CONFIRMS_SAVE)] {
        let text = if is_on { says.0 } else { says.1 };
        answer.say(format_args!("GNU Backgammon w{}", &text[1..]));
    }
    Ok(())
}

/// `set autosave time MINUTES`.
fn autosave_time(session: &mut Session, call: &mut Call<'_>, _: &mut Answer) -> Done {
    let word = call.words.next();
    let minutes = word.as_ref().and_then(|word| number(&word.text)).and_then(|time| u32::try_from(time).ok());
    let Some(minutes) = minutes.filter(|&minutes| minutes > 0) else {
        return Err(Refusal::say("You must specify a positive autosave time in minutes")
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    session.settings.autosave.minutes = minutes;
    Ok(())
}

/// `set autosave days DAYS`.
fn autosave_days(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let days = word.as_ref().and_then(|word| number(&word.text)).and_then(|days| u32::try_from(days).ok());
    let Some(days) = days else {
        return Err(Refusal::complain("You must specify for how many days matches are kept; 0 keeps none")
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    session.settings.autosave.days = days;
    say_days(days, answer);
    Ok(())
}

fn say_days(days: u32, answer: &mut Answer) {
    match days {
        0 => answer.say("Matches that aren't over are not kept"),
        days => answer.say(format_args!("Matches that aren't over are kept for {days} days")),
    }
}

/// `show autosave`.
fn show_autosave(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let autosave = &session.settings.autosave;
    answer.say(format_args!("Auto save every {} minutes", autosave.minutes));
    for (is_on, when) in [(autosave.rollout, "rollouts"), (autosave.analysis, "analysis")] {
        let not = if is_on { "" } else { "not " };
        answer.say(format_args!("Match will {not}be autosaved during and after {when}"));
    }
    if !session.settings.compat {
        say_days(autosave.days, answer);
    }
    Ok(())
}
