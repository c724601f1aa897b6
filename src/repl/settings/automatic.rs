//! Automatic actions, and questions before others: `set automatic`, `set autosave`, `set confirm`.

use super::row::{Row, Worded};
use super::{Reply, Section};
use crate::diag::count::many;
use crate::game::Rules;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::session::Session;

/// The most automatic doubles.
const MOST_DOUBLES: u8 = 12;

pub(super) const AUTOMATIC: Section = Section::of(
    "Automatic actions",
    &[
        Row::switch("automatic bearoff", |now| &mut now.automatic.bearoff),
        Row::switch("automatic crawford", |now| &mut now.automatic.crawford).then(Session::apply_rules),
        Row::own("automatic doubles", doubles, |session| {
            Some(session.settings.automatic.doubles.to_string())
        }),
        Row::switch("automatic game", |now| &mut now.automatic.game),
        Row::switch("automatic move", |now| &mut now.automatic.play),
        Row::switch("automatic roll", |now| &mut now.automatic.roll),
        Row::switch("autosave analysis", |now| &mut now.autosave.analysis),
        Row::whole("autosave days", |now| &mut now.autosave.days, 0..=i64::MAX)
            .refuses(Refusal::complain)
            .says(|session| match session.settings.autosave.days {
                0 => "Unfinished matches are not kept".to_owned(),
                days => format!("Unfinished matches are kept for {days} days"),
            }),
        Row::switch("autosave confirm", |now| &mut now.autosave.confirm),
        Row::switch("autosave rollout", |now| &mut now.autosave.rollout),
        Row::whole("autosave time", |now| &mut now.autosave.minutes, 1..=i64::MAX),
    ],
);

pub(super) const CONFIRM: Section = Section::of(
    "Confirmations",
    &[
        Row::own("confirm default", confirm_default, |session| {
            Some(session.settings.confirm.default.word().to_owned())
        }),
        Row::switch("confirm new", |now| &mut now.confirm.new),
        Row::switch("confirm save", |now| &mut now.confirm.save),
    ],
);

pub(in crate::repl) const COMMANDS: Handlers =
    &[("show automatic", show_automatic), ("show autosave", show_autosave), ("show confirm", show_confirm)];

/// `set automatic doubles LIMIT`.
fn doubles(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let limit: u64 = call.whole().map_err(|place| {
        Refusal::say("You must specify how many automatic doubles to use (see `help set automatic double').")
            .at(place)
    })?;
    let Some(limit) = u8::try_from(limit).ok().filter(|&limit| limit <= MOST_DOUBLES) else {
        return Err(Refusal::say(format_args!(
            "Please specify a smaller limit (up to {MOST_DOUBLES} automatic doubles)."
        )));
    };
    session.settings.automatic.doubles = limit;
    let rules = Rules { automatic_doubles: limit, ..session.game.state.rules().clone() };
    session.game.state.place_rules(rules);
    match limit {
        0 => answer.say("Automatic doubles will not be used."),
        1 => answer.say("A single automatic double will be permitted."),
        _ => answer.say(format_args!("Automatic doubles will be used (up to a limit of {limit}).")),
    }
    let is_match = !session.game.state.rules().is_money();
    // GNU Backgammon names one reason.
    if limit > 0 && !session.settings.cube && !(session.settings.compat && is_match) {
        answer.say(
            "Note that automatic doubles will have no effect until you enable cube use\n(see `help set cube use').",
        );
    }
    if limit > 0 && is_match {
        answer.say("(Note that automatic doubles will have no effect until you start session play.)");
    }
    Ok(())
}

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
    say_own_rules(session, answer);
    Ok(())
}

/// Prints the rules of the match in progress that differ from these settings. GNU Backgammon has no such match.
fn say_own_rules(session: &Session, answer: &mut Answer) {
    let (rules, settings) = (session.game.state.rules(), &session.settings.automatic);
    if !session.is_begun() || session.settings.compat {
        return;
    }
    if rules.is_money() && rules.automatic_doubles != settings.doubles {
        let doubles = match rules.automatic_doubles {
            0 => "no automatic doubles".to_owned(),
            limit => format!("up to {}", many(limit.into(), "automatic double")),
        };
        answer.say(format_args!("A game of this money session has {doubles}."));
    }
    if !rules.is_money() && rules.crawford != settings.crawford {
        let word = if rules.crawford { "with" } else { "without" };
        answer.say(format_args!("This match is played {word} the Crawford rule."));
    }
}

/// `set confirm default yes|no|ask`.
fn confirm_default(session: &mut Session, call: &mut Call<'_>, _: &mut Answer) -> Done {
    const HELP: &str = "a question is answered `yes`, `no` or `ask`";
    let word = call.words.next().ok_or_else(|| Refusal::say("Needs an argument!").help(HELP))?;
    let known = Reply::WORDS.iter().find(|known| known.0 == word.text);
    let known = known.ok_or_else(|| Refusal::say("Invalid argument").help(HELP).at(word.place))?;
    session.settings.confirm.default = known.1;
    Ok(())
}

fn show_confirm(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let confirm = &session.settings.confirm;
    let name = "GNU Backgammon will";
    match confirm.default {
        Reply::Ask => answer.say(format_args!("{name} ask for confirmation.")),
        reply => answer.say(format_args!("{name} answer {} to questions.", reply.word())),
    }
    for path in ["confirm new", "confirm save"] {
        answer.say(format_args!("GNU Backgammon w{}", &super::said(path, session)[1..]));
    }
    Ok(())
}

fn show_autosave(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let autosave = &session.settings.autosave;
    match autosave.minutes {
        1 => answer.say("Auto save frequency every 1 minute"),
        minutes => answer.say(format_args!("Auto save every {minutes} minutes")),
    }
    for (is_on, when) in [(autosave.rollout, "rollouts"), (autosave.analysis, "analysis")] {
        let not = if is_on { "" } else { "not " };
        answer.say(format_args!("Match will {not}be autosaved during and after {when}"));
    }
    if !session.settings.compat {
        super::say("autosave days", session, answer);
    }
    Ok(())
}
