//! The rules of new matches and sessions: `set matchlength`, `set jacoby`, `set beavers`, `set variation`.

use super::{Call, Handlers, switch};
use crate::diag::count::many;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::line::number;
use crate::repl::session::Session;
use crate::repl::settings::MAX_LENGTH;
use crate::rules::Variant;

pub(in crate::repl::commands) const COMMANDS: Handlers = &[
    ("set beavers", beavers),
    ("set jacoby", |session, call, answer| {
        let says = (
            "Will use the Jacoby rule for money sessions.",
            "Will not use the Jacoby rule for money sessions.",
        );
        switch(call, &mut session.settings.jacoby, answer, says)?;
        session.leave_jacoby();
        Ok(())
    }),
    ("set matchlength", match_length),
    ("set variation 1-chequer-hypergammon", |session, _, answer| {
        variation(session, Variant::Hypergammon1, answer);
        Ok(())
    }),
    ("set variation 2-chequer-hypergammon", |session, _, answer| {
        variation(session, Variant::Hypergammon2, answer);
        Ok(())
    }),
    ("set variation 3-chequer-hypergammon", |session, _, answer| {
        variation(session, Variant::Hypergammon3, answer);
        Ok(())
    }),
    ("set variation coup-classique", |session, _, answer| {
        variation(session, Variant::CoupClassique, answer);
        Ok(())
    }),
    ("set variation hypergammon-stacked", |session, _, answer| {
        variation(session, Variant::HypergammonStacked, answer);
        Ok(())
    }),
    ("set variation longgammon", |session, _, answer| {
        variation(session, Variant::Longgammon, answer);
        Ok(())
    }),
    ("set variation nackgammon", |session, _, answer| {
        variation(session, Variant::Nackgammon, answer);
        Ok(())
    }),
    ("set variation standard", |session, _, answer| {
        variation(session, Variant::Standard, answer);
        Ok(())
    }),
    ("show beavers", |session, _, answer| {
        say_beavers(session, answer);
        Ok(())
    }),
    ("show jacoby", show_jacoby),
    ("show matchlength", |session, _, answer| {
        say_length(session, answer);
        Ok(())
    }),
    ("show variation", |session, _, answer| {
        say_variation(session, answer);
        Ok(())
    }),
];

/// `set matchlength LENGTH`.
fn match_length(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let length = word.as_ref().and_then(|word| number(&word.text));
    let length = length.and_then(|length| u16::try_from(length).ok()).filter(|&length| length <= MAX_LENGTH);
    let Some(length) = length else {
        return Err(Refusal::say(format_args!(
            "Match length must be between 0 (unlimited session) and {MAX_LENGTH}"
        ))
        .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    session.settings.match_length = length;
    say_length(session, answer);
    Ok(())
}

fn say_length(session: &Session, answer: &mut Answer) {
    let points = many(session.settings.match_length.into(), "point");
    answer.say(format_args!("New matches default to {points}."));
}

/// `show jacoby`.
fn show_jacoby(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = |is_on| if is_on { "with" } else { "without" };
    let rules = session.state.rules();
    if rules.is_money() {
        answer.say(format_args!("This money session is played {} the Jacoby rule.", word(rules.jacoby)));
    }
    let new = word(session.settings.jacoby);
    answer.say(format_args!("New money sessions are played {new} the Jacoby rule."));
    Ok(())
}

/// `set beavers LIMIT`.
fn beavers(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let limit = word.as_ref().and_then(|word| number(&word.text)).and_then(|limit| u32::try_from(limit).ok());
    let Some(limit) = limit else {
        return Err(Refusal::say("You must specify the number of beavers to allow.")
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    session.settings.beavers = limit;
    session.refresh_rules();
    say_beavers(session, answer);
    Ok(())
}

fn say_beavers(session: &Session, answer: &mut Answer) {
    match session.settings.beavers {
        0 => answer.say("No beavers allowed in money sessions."),
        1 => answer.say("1 beaver allowed in money sessions."),
        limit => answer.say(format_args!("{limit} beavers/raccoons allowed in money sessions.")),
    }
}

/// Returns what messages call a variant.
fn variant_words(variant: Variant) -> &'static str {
    match variant {
        Variant::Standard => "Standard backgammon",
        Variant::Nackgammon => "Nackgammon",
        Variant::Hypergammon1 => "1-chequer hypergammon",
        Variant::Hypergammon2 => "2-chequer hypergammon",
        Variant::Hypergammon3 => "3-chequer hypergammon",
        Variant::HypergammonStacked => "Hypergammon, stacked",
        Variant::Longgammon => "Longgammon",
        Variant::CoupClassique => "Coup classique",
        Variant::Custom(_) => variant.name(),
    }
}

/// `set variation VARIANT`.
fn variation(session: &mut Session, variant: Variant, answer: &mut Answer) {
    session.settings.variation = variant;
    say_variation(session, answer);
    if session.is_begun() {
        let now = variant_words(session.state.rules().variant);
        answer.say(format_args!("The current match or session is being played as `{now}'."));
    }
    answer.say(format_args!("Please start a new match or session to play `{}'", variant_words(variant)));
}

/// `show variation`.
fn say_variation(session: &Session, answer: &mut Answer) {
    if session.is_begun() {
        let now = variant_words(session.state.rules().variant);
        answer.say(format_args!("You are playing: {now}"));
    }
    answer.say(format_args!("Default variation is: {}", variant_words(session.settings.variation)));
}
