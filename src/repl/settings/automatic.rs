//! Automatic actions, and questions before others: `set automatic`, `set autosave`, `set confirm`.

use super::row::{Row, switch};
use super::{Reply, Section, refuse};
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
        switch!("automatic bearoff" same on "Sets whether checkers are borne off automatically.";
            automatic.bearoff;
            ["Will automatically bear off as many chequers as possible.",
             "Will not automatically bear off chequers."]),
        switch!("automatic crawford" same on "Sets whether a match has a Crawford game.";
            automatic.crawford;
            ["Will enable the Crawford game according to match score.",
             "Will not enable the Crawford game according to match score."])
        .then(Session::apply_rules),
        Row::own(
            "set automatic doubles | <limit> | number | same | set automatic doubles 1 | \
             Sets how many automatic doubles a game may have.",
            doubles,
            |session| Some(session.settings.automatic.doubles.to_string()),
            |_| String::new(),
        ),
        switch!("automatic game" same off "Sets whether the next game starts automatically.";
            automatic.game;
            ["Will automatically start games after wins.", "Will not automatically start games."]),
        switch!("automatic move" same on "Sets whether a forced play is made automatically.";
            automatic.play;
            ["Forced moves will be made automatically.", "Forced moves will not be made automatically."]),
        switch!("automatic roll" same off
            "Sets whether the dice are rolled automatically when no double is possible.";
            automatic.roll;
            ["Will automatically roll the dice when no cube action is possible.",
             "Will not automatically roll the dice."]),
        switch!("autosave analysis" accepted on "Sets whether an analysis is saved while it runs.";
            autosave.analysis;
            ["Auto save after each analysed game", "Don't auto save after each analysed game"]),
        Row::whole(
            "set autosave days | <days> | number | own | set autosave days 90 | \
             Sets for how many days an unfinished match is kept; 0 keeps none.",
            |now| &mut now.autosave.days,
            0..=i64::MAX,
            |_| Refusal::complain("You must specify for how many days matches are kept; 0 keeps none"),
            |session| match session.settings.autosave.days {
                0 => "Unfinished matches are not kept".to_owned(),
                days => format!("Unfinished matches are kept for {days} days"),
            },
        ),
        switch!("autosave confirm" accepted off "Sets whether to ask before deleting autosaves.";
            autosave.confirm; ["Prompt before deleting autosaves", "Delete autosaves automatically"]),
        switch!("autosave rollout" accepted on "Sets whether a rollout is saved while it runs.";
            autosave.rollout; ["Auto save during rollouts", "Don't auto save during rollouts"]),
        Row::whole(
            "set autosave time | <minutes> | number | accepted | set autosave time 5 | \
             Sets the minutes between two autosaves.",
            |now| &mut now.autosave.minutes,
            1..=i64::MAX,
            |_| Refusal::say("You must specify a positive autosave time in minutes"),
            |_| String::new(),
        ),
    ],
);

pub(super) const CONFIRM: Section = Section::of(
    "Confirmations",
    &[
        Row::own(
            "set confirm default | [yes|no|ask] | choice | same | set confirm default yes | \
             Sets the default answer to questions.",
            confirm_default,
            |session| Some(reply(session).to_owned()),
            |_| String::new(),
        ),
        switch!("confirm new" same off "Sets whether to ask before abandoning a game.";
            confirm.new; CONFIRMS_NEW),
        switch!("confirm save" same off "Sets whether to ask before replacing a file.";
            confirm.save; CONFIRMS_SAVE),
    ],
);

pub(in crate::repl) const COMMANDS: Handlers =
    &[("show automatic", show_automatic), ("show autosave", show_autosave), ("show confirm", show_confirm)];

const CONFIRMS_NEW: [&str; 2] = [
    "Will ask for confirmation before aborting games in progress.",
    "Will not ask for confirmation before aborting games in progress.",
];
const CONFIRMS_SAVE: [&str; 2] = [
    "Will ask for confirmation before overwriting existing files.",
    "Will not ask for confirmation overwriting existing files.",
];

/// `set automatic doubles LIMIT`.
fn doubles(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let limit: u64 = call.whole().map_err(refuse(
        "You must specify how many automatic doubles to use (see `help set automatic double').",
    ))?;
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

const fn reply(session: &Session) -> &'static str {
    match session.settings.confirm.default {
        Reply::Ask => "ask",
        Reply::Yes => "yes",
        Reply::No => "no",
    }
}

/// `show confirm`.
fn show_confirm(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let confirm = &session.settings.confirm;
    let name = "GNU Backgammon will";
    match confirm.default {
        Reply::Ask => answer.say(format_args!("{name} ask for confirmation.")),
        Reply::Yes | Reply::No => answer.say(format_args!("{name} answer {} to questions.", reply(session))),
    }
    for (is_on, [on, off]) in [(confirm.new, CONFIRMS_NEW), (confirm.save, CONFIRMS_SAVE)] {
        let text = if is_on { on } else { off };
        answer.say(format_args!("GNU Backgammon w{}", &text[1..]));
    }
    Ok(())
}

/// `show autosave`.
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
        super::say("set autosave days", session, answer);
    }
    Ok(())
}
