//! Settings that GNU Backgammon doesn't have: `set compat`, `set games`, `set stake`; and `save settings`,
//! which writes a file of ours.

use super::accepted::accept;
use super::{Call, Handlers, switch};
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
        Ok(())
    }),
    ("set games", games),
    ("set import folder", accept),
    ("set record", accept),
    ("set sgf folder", accept),
    ("set stake", stake),
    ("show aliases", |session, _, answer| {
        say_aliases(session, "is ", answer);
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
    match games {
        0 => answer.say("Money sessions go on until they are ended."),
        1 => answer.say("Money sessions end after 1 game."),
        _ => answer.say(format_args!("Money sessions end after {games} games.")),
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
    answer.say(format_args!("A point of a money session is worth {stake}."));
    Ok(())
}
