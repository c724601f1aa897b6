//! Windows and sounds, which don't exist here: in compat mode the lines of GNU Backgammon, and what it shows.

use super::accepted::accept;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::session::Session;
use crate::repl::table::Table;
use std::collections::BTreeMap;

/// The settings of windows and sounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Windows {
    /// Whether the panels are closed.
    closed: bool,
    /// Whether sounds are off.
    silent: bool,
    /// The sounds that were set, by their words; `None` for no sound.
    sounds: BTreeMap<&'static str, Option<String>>,
    /// The warnings that were turned off.
    unwarned: Vec<&'static str>,
    /// The settings of the windows' places: the window, the part, and the value.
    places: BTreeMap<(&'static str, &'static str), i64>,
}

/// Sounds: the word, the name, and the default file.
const SOUNDS: [(&str, &str, &str); 18] = [
    ("start", "Starting GNU Backgammon", "fanfare"),
    ("exit", "Exiting GNU Backgammon", ""),
    ("agree", "Agree", "drop"),
    ("double", "Doubling", "double"),
    ("drop", "Drop", "drop"),
    ("chequer", "Chequer movement", "chequer"),
    ("move", "Move", "move"),
    ("redouble", "Redouble", "double"),
    ("resign", "Resign", "resign"),
    ("roll", "Roll", "roll"),
    ("take", "Take", "take"),
    ("humanfans", "Human fans", "dance"),
    ("humanwinsgame", "Human wins game", "gameover"),
    ("humanwinsmatch", "Human wins match", "matchover"),
    ("botfans", "Bot fans", "dance"),
    ("botwinsgame", "Bot wins game", "gameover"),
    ("botwinsmatch", "Bot wins match", "matchover"),
    ("analysisfinished", "Analysis is finished", "fanfare"),
];

/// The folder of its sounds.
const SHARED: &str = "/usr/share/gnubg/";

/// Warnings: the word, and the text.
const WARNINGS: [(&str, &str); 7] = [
    ("fullscreenexit", "Press escape to exit full screen mode"),
    (
        "shadows",
        "Drawing shadows is only supported on the latest graphics cards\nDisable this option if performance is poor",
    ),
    ("unaccelerated", "No hardware accelerated graphics card found, performance may be slow"),
    ("stop", "Interrupt the current process?"),
    ("endgame", "Play to the end of the game automatically?"),
    ("resign", "Automatically perform correct resignation?"),
    (
        "rollout",
        "This action will roll out the current position before the dice are rolled.\n\
         It will not be possible to extend nor save this rollout.",
    ),
];

/// Windows: the word, the name, and the default width, height and place.
const PLACES: [(&str, &str, [i64; 4]); 8] = [
    ("main", "Main", [0, 0, 20, 20]),
    ("game", "Game", [400, 200, 20, 100]),
    ("analysis", "Analysis", [600, 300, 40, 120]),
    ("", "Annotation", [400, 200, 50, 50]),
    ("hint", "Hint", [0, 450, 20, 20]),
    ("message", "Message", [300, 200, 20, 20]),
    ("command", "Command", [0, 0, 20, 20]),
    ("theory", "Theory", [160, 0, 20, 20]),
];

/// The parts of a window's place: the word, and its name in the line.
const PARTS: [(&str, &str); 4] =
    [("width", "Width"), ("height", "Height"), ("xpos", "X-position"), ("ypos", "Y-position")];

pub(in crate::repl) const COMMANDS: Handlers = &[
    ("set geometry main max", maximise),
    ("set geometry main *", place),
    ("set gui showpips *", pips),
    ("set panels", switch),
    ("set sound enable", switch),
    ("set sound sound agree", sound),
    ("set warning", warning),
    ("show browser", |session, call, answer| {
        shown(session, call, answer, |_| "The current browser is sensible-browser\n".to_owned())
    }),
    ("show geometry", |session, call, answer| shown(session, call, answer, geometry)),
    ("show panels", |session, call, answer| shown(session, call, answer, panels_are)),
    ("show sound", |session, call, answer| shown(session, call, answer, sounds)),
    ("show warning", show_warning),
];

/// Shows these settings; outside compat mode, a line that there are none.
fn shown(session: &Session, call: &Call<'_>, answer: &mut Answer, text: fn(&Windows) -> String) -> Done {
    if session.settings.compat {
        answer.put(text(&session.settings.windows));
    } else {
        answer.say(format_args!("`{}' is accepted and does nothing here.", call.command.path));
    }
    Ok(())
}

/// Finds the row of a table for the last word of a path.
fn named<'a, T>(
    call: &Call<'_>,
    rows: &'a [T],
    word: impl Fn(&T) -> &'static str,
    place: usize,
) -> Option<&'a T> {
    let name = call.command.path.split(' ').nth(place)?;
    rows.iter().find(|row| word(row) == name)
}

/// `set geometry WINDOW width|height|xpos|ypos PIXELS`.
fn place(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let window = named(call, &PLACES, |row| row.0, 2);
    let part = named(call, &PARTS, |row| row.0, 3);
    let (Some(window), Some(part)) = (window, part) else { return accept(session, call, answer) };
    let path = &call.command.path;
    let pixels: i64 = call
        .clone()
        .whole()
        .map_err(|place| Refusal::say(format_args!("Illegal value. See 'help {path}'.")).at(place))?;
    session.settings.windows.places.insert((window.0, part.0), pixels);
    if session.settings.compat {
        answer.say(format_args!("{} of {} window set to {pixels}.", part.1, window.0));
        return Ok(());
    }
    accept(session, call, answer)
}

/// `set geometry WINDOW max ON|OFF`: anything except `yes` counts as no.
fn maximise(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if !session.settings.compat {
        return accept(session, call, answer);
    }
    let window = named(call, &PLACES, |row| row.0, 2).map_or("", |row| row.0);
    let is_yes = call.words.next().is_some_and(|word| word.text == "yes");
    answer.say(format_args!("{window} window {}maximised.", if is_yes { "" } else { "un" }));
    Ok(())
}

fn geometry(now: &Windows) -> String {
    let line = |&(word, name, values): &(&'static str, &str, [i64; 4])| {
        let value = |at: usize| now.places.get(&(word, PARTS[at].0)).copied().unwrap_or(values[at]);
        let title = format!("{name} window");
        format!("{title:<18}: size {}x{}, position ({},{})\n", value(0), value(1), value(2), value(3))
    };
    format!("Default geometries:\n\n{}", PLACES.iter().map(line).collect::<String>())
}

/// `set gui showpips …`: a line without its end.
fn pips(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if !session.settings.compat {
        return accept(session, call, answer);
    }
    answer.put(call.command.answer(0));
    Ok(())
}

fn panels_are(now: &Windows) -> String {
    Table::get().find(&["set", "panels"]).command.answer(usize::from(now.closed)) + "\n"
}

/// `set panels ON|OFF` and `set sound enable ON|OFF`.
fn switch(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let is_off = !call.clone().on_or_off()?;
    let now = &mut session.settings.windows;
    match call.command.meaning {
        "set panels" => now.closed = is_off,
        _ => now.silent = is_off,
    }
    accept(session, call, answer)
}

/// `set sound sound EVENT [FILE]`.
fn sound(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Some(&(word, name, _)) = named(call, &SOUNDS, |row| row.0, 3) else {
        return accept(session, call, answer);
    };
    // An empty word names no file.
    let file = call.clone().words.next().map(|word| word.text.into_owned()).filter(|file| !file.is_empty());
    // GNU Backgammon compares the whole path with the text.
    let now = set_sound(&session.settings.windows, word).map(|file| whole_path(&file));
    let is_there = file.as_ref().is_none_or(|file| !file.starts_with('/') || session.host.exists(file));
    if session.settings.compat && now == file {
        return Ok(());
    }
    if session.settings.compat {
        match &file {
            Some(file) => answer.say(format_args!("Sound for: {name}: {file}")),
            None => answer.say(format_args!("No sound played for: {name}")),
        }
    } else {
        accept(session, call, answer)?;
    }
    // Without such a file GNU Backgammon plays the sound with which it begins.
    if is_there {
        session.settings.windows.sounds.insert(word, file);
    } else {
        session.settings.windows.sounds.remove(word);
    }
    Ok(())
}

/// Returns the sound of an event, by its word; `None` for no sound.
fn set_sound(now: &Windows, word: &str) -> Option<String> {
    let begun = SOUNDS.iter().find(|row| row.0 == word).map_or("", |row| row.2);
    let begun = || (!begun.is_empty()).then(|| format!("sounds/{begun}.wav"));
    now.sounds.get(word).cloned().unwrap_or_else(begun)
}

/// Returns the path of a sound's file: one that isn't in a folder of its own is in the shared one.
fn whole_path(file: &str) -> String {
    let folder = if file.starts_with('/') { "" } else { SHARED };
    format!("{folder}{file}")
}

fn sounds(now: &Windows) -> String {
    let line = |&(word, name, _): &(&'static str, &str, &str)| {
        let file = set_sound(now, word);
        let file = file.map_or("no sound".to_owned(), |file| format!("\"{}\"", whole_path(&file)));
        format!("   {name:<31}: {file}\n")
    };
    let is_on = if now.silent { "no" } else { "yes" };
    format!(
        "Sounds are enabled          : {is_on}\nSounds for:\n{}",
        SOUNDS.iter().map(line).collect::<String>()
    )
}

/// `set warning WARNING ON|OFF`.
fn warning(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let place = call.place();
    let mut words = call.words.clone();
    let (Some(name), Some(value)) = (words.next(), words.next()) else {
        return Err(Refusal::say("Incorrect syntax for set warning command.").at(place));
    };
    let known = WARNINGS.iter().find(|row| row.0 == name.text);
    let known =
        known.ok_or_else(|| Refusal::say(format_args!("Unknown warning {}.", name.text)).at(name.place))?;
    let is_on = match value.text.as_ref() {
        "on" => true,
        "off" => false,
        other => return Err(Refusal::say(format_args!("Unknown value {other}.")).at(value.place)),
    };
    let now = &mut session.settings.windows;
    now.unwarned.retain(|word| *word != known.0);
    if !is_on {
        now.unwarned.push(known.0);
    }
    if session.settings.compat {
        answer.say(format_args!("Warning {} set to {}.", known.0, value.text));
        return Ok(());
    }
    accept(session, call, answer)
}

/// `show warning [WARNING]`.
fn show_warning(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if !session.settings.compat {
        return shown(session, call, answer, |_| String::new());
    }
    let (text, place) = (call.words.rest().trim_end(), call.words.rest_place());
    let rows = WARNINGS.iter().filter(|row| text.is_empty() || text == row.0);
    let mut is_known = false;
    for (name, says) in rows {
        is_known = true;
        let is_on = if session.settings.windows.unwarned.contains(name) { "off" } else { "on" };
        answer.say(format_args!("Warning {name} ({says}) is {is_on}"));
    }
    if is_known { Ok(()) } else { Err(Refusal::say(format_args!("Unknown warning {text}.")).at(place)) }
}
