//! The players: seats, levels and names: `set player`, `set defaultnames`.

use super::Section;
use super::evaluation::{joined, shown_parts};
use super::row::Row;
use crate::board::{BySide, Side};
use crate::engine::Level;
use crate::host::reason::reason;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::session::{Seat, Session};
use std::borrow::Cow;

pub(super) const PLAYERS: Section = Section::of(
    "Players",
    &[Row::own("defaultnames", default_names, |session| {
        let names = &session.settings.default_names;
        Some(format!("{} {}", quoted(&names[Side::Zero]), quoted(&names[Side::One])))
    })],
)
.with(|session| {
    let seats = Side::ALL.map(|side| {
        let seat = match session.game.seats[side] {
            Seat::Human => "human",
            Seat::Computer => "barpoint",
        };
        // A program that plays a seat has to be connected again in each session.
        (format!("player {}", side.index()), seat.to_owned())
    });
    let levels = Side::ALL.map(|side| {
        let level = session.settings.levels[side].map_or("none", Level::name);
        (format!("player {} level", side.index()), level.to_owned())
    });
    [seats, levels].concat()
});

pub(in crate::repl) const COMMANDS: Handlers = &[
    ("set player level", level),
    ("set player external", |session, call, answer| {
        each(session, call, |session, side, call| external(session, side, call, answer))
    }),
    ("set player gnubg", seat),
    ("set player human", seat),
    ("set player name", |session, call, answer| {
        each(session, call, |session, side, call| name(session, side, call, answer))
    }),
    ("show player", show_player),
];

/// The longest name, in bytes.
const LONGEST_NAME: usize = 31;

/// Carries out an action for every side in the command; a refusal for one side doesn't prevent it for the
/// other.
pub(super) fn each(
    session: &mut Session,
    call: &Call<'_>,
    mut act: impl FnMut(&mut Session, Side, &Call<'_>) -> Done,
) -> Done {
    let mut done: Done = Ok(());
    for &side in call.sides(session) {
        done = joined(done, act(session, side, call));
    }
    done
}

/// Quotes a word so that it is read as one.
pub(super) fn quoted(word: &str) -> String {
    let mut text = String::from("\"");
    for c in word.chars() {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('"');
    text
}

/// Cuts a name to GNU Backgammon's length, but never through a character.
fn cut(name: &str) -> &str {
    &name[..name.floor_char_boundary(LONGEST_NAME)]
}

/// Refuses names with another meaning.
fn check(name: &str) -> Done {
    if matches!(name, "0" | "1") {
        return Err(Refusal::say(format_args!("`{name}' is not a valid name."))
            .help("a bare 0 or 1 is the number of a player"));
    }
    if name.eq_ignore_ascii_case("both") {
        return Err(Refusal::say("`both' is a reserved word; you can't call a player that.\n"));
    }
    Ok(())
}

/// `set player PLAYER human`, `gnubg` or `barpoint`.
fn seat(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let (seat, how) = match call.command.name {
        "human" => (Seat::Human, "must now be entered manually"),
        "barpoint" => (Seat::Computer, "will now be played by barpoint"),
        _ => (Seat::Computer, "will now be played by GNU Backgammon"),
    };
    each(session, call, |session, side, _| {
        session.game.seats[side] = seat;
        session.game.remotes[side] = None;
        answer.say(format_args!("Moves for {} {how}.", session.name(side)));
        Ok(())
    })
}

/// `set player PLAYER name NAME`.
fn name(session: &mut Session, side: Side, call: &Call<'_>, answer: &mut Answer) -> Done {
    let name = cut(if session.settings.compat { call.words.tail() } else { call.words.value() });
    if name.is_empty() {
        return Err(Refusal::say("You must specify a name to use.").at(call.words.rest_place()));
    }
    check(name).map_err(|refusal| refusal.at(call.words.rest_place()))?;
    if session.name(side.opponent()).eq_ignore_ascii_case(name) {
        return Err(
            Refusal::say("That name is already in use by the other player.").at(call.words.rest_place())
        );
    }
    name.clone_into(&mut session.game.names[side]);
    for game in &mut session.game.history.games {
        name.clone_into(&mut game.names[side]);
    }
    if !session.settings.compat && !session.game.history.games.is_empty() {
        session.touch();
    }
    answer.say(format_args!("Player {} is now known as `{name}'.", side.index()));
    if !session.settings.compat && session.game.history.games.is_empty() {
        answer.say(" A new match begins with the names of `set defaultnames`.");
    }
    Ok(())
}

/// `set player PLAYER external SOCKET`.
fn external(session: &mut Session, side: Side, call: &Call<'_>, answer: &mut Answer) -> Done {
    let socket = session.path(Cow::Borrowed(call.words.rest()));
    if socket.is_empty() {
        return Err(Refusal::say(
            "You must specify the name of the socket to the external\nplayer (see `help set player external').",
        ));
    }
    session.host.reach_program(&socket).map_err(|error| {
        Refusal::complain(format_args!("{socket}: {}", reason(&error))).at(call.words.rest_place())
    })?;
    session.game.seats[side] = Seat::Computer;
    if !session.settings.compat {
        answer.say(format_args!(
            "Moves for {} will now be played by the program on {socket}.",
            session.name(side)
        ));
    }
    session.game.remotes[side] = Some(socket.into_owned());
    Ok(())
}

/// `set defaultnames NAME NAME`.
fn default_names(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let mut name = || {
        let missing = || Refusal::say("You must specify two player names.");
        let word = call.words.next().ok_or_else(|| missing().at(call.words.rest_place()))?;
        if word.text.is_empty() {
            return Err(missing().at(word.place));
        }
        check(&word.text).map_err(|refusal| refusal.at(word.place.clone()))?;
        Ok(word)
    };
    let (zero, one) = (name()?, name()?);
    let place = one.place;
    let (zero, one) = (cut(&zero.text), cut(&one.text));
    if zero.eq_ignore_ascii_case(one) {
        return Err(Refusal::say("Player names identical").at(place));
    }
    let is_same = |side: Side, name: &str| session.settings.default_names[side].eq_ignore_ascii_case(name);
    if session.settings.compat && is_same(Side::Zero, zero) && is_same(Side::One, one) {
        return Ok(());
    }
    let names = BySide::new(zero.to_owned(), one.to_owned());
    let before = std::mem::replace(&mut session.settings.default_names, names);
    // A money session keeps the players of the match before it. There is none, and no other name was set.
    let apply_now =
        !session.settings.compat && session.game.history.games.is_empty() && session.game.names == before;
    if apply_now {
        session.game.names = session.settings.default_names.clone();
    }
    // From a name without an end it reads on into the next one.
    let run_on = if session.settings.compat && zero.len() == LONGEST_NAME { one } else { "" };
    answer.say(format_args!("Players will be known as `{zero}{run_on}' and `{one}'."));
    if !apply_now {
        answer.say(" This setting will take effect when a new match is started.");
    }
    Ok(())
}

fn show_player(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    for (number, side) in Side::ALL.into_iter().enumerate() {
        answer.say(format_args!("Player {number}:\n  Name: {}", session.name(side)));
        match session.game.seats[side] {
            Seat::Human => answer.say("  Type: human\n"),
            Seat::Computer if let Some(socket) = &session.game.remotes[side] => {
                answer.say(format_args!("  Type: external: {socket}\n"));
            }
            Seat::Computer => {
                let by = if session.settings.compat { "gnubg" } else { "barpoint" };
                answer.say(format_args!("  Type: {by}:"));
                if let Some(level) = session.settings.levels[side] {
                    answer.say(format_args!("    Plays as {}.\n", named(level)));
                    continue;
                }
                let parts = &session.settings.evaluations.seats[side];
                answer.put(shown_parts(&session.settings, parts, "    Move filters:\n"));
            }
        }
    }
    Ok(())
}

/// `set player PLAYER level LEVEL`.
fn level(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let level = Level::by_name(call.choice()?);
    each(session, call, |session, side, _| {
        session.settings.levels[side] = level;
        let how = level.map_or("as its settings say".to_owned(), |level| format!("as {}", named(level)));
        answer.say(format_args!("Where the program plays for {}, it plays {how}.", session.name(side)));
        Ok(())
    })
}

/// Returns a level with its article.
fn named(level: Level) -> String {
    let article = if level.name().starts_with(['a', 'e', 'i']) { "an" } else { "a" };
    let kind =
        if matches!(level, Level::Casual | Level::Intermediate | Level::Advanced) { " player" } else { "" };
    format!("{article} {}{kind}", level.name())
}
