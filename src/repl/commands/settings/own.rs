//! Settings that GNU Backgammon doesn't have: `set compat`, `set games`, `set stake`, how far the cube goes; and
//! `save settings`, which writes a file of ours.

use super::accepted::accept;
use super::{Call, Handlers, choice, switch};
use crate::game::MAX_CUBE;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::line::number;
use crate::repl::saved;
use crate::repl::session::Session;

pub(in crate::repl::commands) const COMMANDS: Handlers = &[
    ("save settings", save_settings),
    ("set aliases", |session, call, answer| {
        session.settings.remembered.insert(ALIASES.to_owned(), call.words.rest().to_owned());
        say_aliases(session, "", answer);
        Ok(())
    }),
    ("set compat", |session, call, answer| {
        let says = (
            "Everything is done and said as GNU Backgammon does and says it.",
            "What GNU Backgammon gets wrong is put right, and refusals are explained.",
        );
        switch(call, &mut session.settings.compat, answer, says)?;
        session.refresh_rules();
        session.limit_cube();
        Ok(())
    }),
    ("set cube frozen", |session, call, answer| {
        let says = (
            "Nobody may double when the cube would win the match for either player.",
            "A player may double unless the current cube already wins the match.",
        );
        switch(call, &mut session.settings.frozen_cube, answer, says)?;
        session.limit_cube();
        Ok(())
    }),
    ("set cube limit", cube_limit),
    ("set games", games),
    ("set illegal", |session, call, answer| {
        session.settings.condones = choice(call)? == "condone";
        answer.say(if session.settings.condones {
            "An illegal play stands if the opponent agrees."
        } else {
            "Illegal plays are refused."
        });
        Ok(())
    }),
    ("set import folder", accept),
    ("set record", accept),
    ("set sgf folder", accept),
    ("set stake", stake),
    ("show aliases", |session, _, answer| {
        say_aliases(session, "is ", answer);
        Ok(())
    }),
    ("show games", show_games),
    ("show stake", |session, _, answer| {
        say_stake(session, answer);
        Ok(())
    }),
];

/// The setting of the names that mean player 1; no import looks at it yet.
const ALIASES: &str = "set aliases";

fn say_aliases(session: &Session, is: &str, answer: &mut Answer) {
    let names = session.settings.remembered.get(ALIASES).map_or("", String::as_str);
    answer.say(format_args!("Aliases for player 1 when importing MAT files {is}set to \"{names}\"."));
    if session.settings.compat {
        answer.put(' ');
    }
}

/// `save settings`.
///
/// In compat mode nothing is written: the program that is stood in for has a file of its own.
fn save_settings(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    if session.settings.compat {
        return Ok(());
    }
    let Some(path) = session.host.settings_path() else {
        return Err(Refusal::complain(
            "there is no place for settings: neither XDG_CONFIG_HOME nor HOME is set",
        ));
    };
    let text = saved::text(session);
    session
        .host
        .write(&path, text.as_bytes())
        .map_err(|error| Refusal::complain(format_args!("{path}: {error}")))?;
    answer.say(format_args!("Settings saved to {path}."));
    Ok(())
}

/// `set games COUNT`.
fn games(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let games = word.as_ref().and_then(|word| number(&word.text)).and_then(|games| u32::try_from(games).ok());
    let Some(games) = games else {
        return Err(Refusal::silent("`set games` takes a number of games; 0 is without end")
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    session.settings.games = games;
    say_games(session, answer);
    Ok(())
}

fn say_games(session: &Session, answer: &mut Answer) {
    match session.settings.games {
        0 => answer.say("Money sessions go on until they are ended."),
        1 => answer.say("Money sessions end after 1 game."),
        games => answer.say(format_args!("Money sessions end after {games} games.")),
    }
}

/// `show games`.
fn show_games(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let state = &session.state;
    if let Some(games) = state.rules().games.filter(|_| session.is_begun()) {
        answer.say(format_args!("This is game {} of {games} of this money session.", state.game()));
    }
    say_games(session, answer);
    Ok(())
}

/// `set cube limit VALUE`.
fn cube_limit(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let limit = word.as_ref().and_then(|word| number(&word.text)).and_then(|limit| u32::try_from(limit).ok());
    let limit = match limit {
        Some(0) => Some(MAX_CUBE),
        limit => limit.filter(|limit| limit.is_power_of_two() && *limit <= MAX_CUBE),
    };
    let Some(limit) = limit else {
        return Err(Refusal::silent(format_args!(
            "`set cube limit` takes a power of 2 up to {MAX_CUBE}; 0 is no limit"
        ))
        .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    session.settings.cube_limit = limit;
    session.limit_cube();
    if limit == MAX_CUBE {
        answer.say("The cube has no limit.");
    } else {
        answer.say(format_args!("The cube doesn't go beyond {limit}."));
    }
    Ok(())
}

/// `set stake AMOUNT`.
fn stake(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let stake = word.as_ref().and_then(|word| word.text.parse::<f64>().ok());
    let Some(stake) = stake.filter(|stake| stake.is_finite() && *stake > 0.0) else {
        return Err(Refusal::silent("`set stake` takes an amount above 0")
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    session.settings.stake = stake;
    say_stake(session, answer);
    Ok(())
}

fn say_stake(session: &Session, answer: &mut Answer) {
    answer.say(format_args!("A point of a money session is worth {}.", session.settings.stake));
}
