//! Who sits where and what they are called: `set player`, `set defaultnames`.

use super::evaluation::judges;
use super::{Call, Handlers};
use crate::board::{BySide, Side};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::line::abbreviates;
use crate::repl::session::{Seat, Session};

pub(in crate::repl::commands) const COMMANDS: Handlers = &[
    ("set defaultnames", default_names),
    ("set player external", |session, call, _| each(session, call, external)),
    ("set player gnubg", |session, call, answer| {
        let is_own = call.command.name == "barpoint";
        each(session, call, |session, side, _| {
            session.seats[side] = Seat::Computer;
            let by = if is_own { "barpoint" } else { "GNU Backgammon" };
            answer.say(format_args!("Moves for {} will now be played by {by}.", session.name(side)));
            Ok(())
        })
    }),
    ("set player human", |session, call, answer| {
        each(session, call, |session, side, _| {
            session.seats[side] = Seat::Human;
            answer.say(format_args!("Moves for {} must now be entered manually.", session.name(side)));
            Ok(())
        })
    }),
    ("set player name", |session, call, answer| {
        each(session, call, |session, side, call| name(session, side, call, answer))
    }),
    ("show player", show_player),
];

/// The longest name, in bytes.
const LONGEST_NAME: usize = 31;

/// Returns the sides that a word stands for: a number, a whole name in any case, or an abbreviation of
/// `both`.
pub(in crate::repl) fn sides(session: &Session, word: &str) -> &'static [Side] {
    let is_name = |side| session.name(side).eq_ignore_ascii_case(word);
    if word == "0" {
        &[Side::Zero]
    } else if word == "1" {
        &[Side::One]
    } else if is_name(Side::Zero) {
        &[Side::Zero]
    } else if is_name(Side::One) {
        &[Side::One]
    } else if abbreviates(word, "both") {
        &Side::ALL
    } else {
        &[]
    }
}

/// Does something for every side that the command names; what is refused for one doesn't keep it from
/// being done for the other.
pub(super) fn each(
    session: &mut Session,
    call: &Call<'_>,
    mut act: impl FnMut(&mut Session, Side, &Call<'_>) -> Done,
) -> Done {
    let word = call.players[0].as_ref().map_or("", |word| word.text.as_ref());
    let mut done: Done = Ok(());
    for &side in sides(session, word) {
        done = match (done, act(session, side, call)) {
            (Err(first), Err(second)) => Err(Refusal { text: first.text + &second.text, ..second }),
            (first, second) => first.and(second),
        };
    }
    done
}

/// Cuts a name to the length that GNU Backgammon keeps, but never through a character.
fn cut(name: &str) -> &str {
    &name[..name.floor_char_boundary(LONGEST_NAME)]
}

/// Refuses names that mean something else.
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

/// `set player PLAYER name NAME`.
fn name(session: &mut Session, side: Side, call: &Call<'_>, answer: &mut Answer) -> Done {
    let name = cut(call.words.tail());
    if name.is_empty() {
        return Err(Refusal::say("You must specify a name to use.").at(call.words.rest_place()));
    }
    check(name).map_err(|refusal| refusal.at(call.words.rest_place()))?;
    if session.name(side.opponent()).eq_ignore_ascii_case(name) {
        return Err(
            Refusal::say("That name is already in use by the other player.").at(call.words.rest_place())
        );
    }
    name.clone_into(&mut session.names[side]);
    for game in &mut session.history.games {
        name.clone_into(&mut game.names[side]);
    }
    let number = u8::from(side == Side::One);
    answer.say(format_args!("Player {number} is now known as `{name}'."));
    Ok(())
}

/// `set player PLAYER external SOCKET`.
fn external(_: &mut Session, _: Side, call: &Call<'_>) -> Done {
    if call.words.rest().is_empty() {
        return Err(Refusal::say(
            "You must specify the name of the socket to the external\nplayer (see `help set player external').",
        ));
    }
    Err(Refusal::complain(format_args!("{}: players on a socket aren't supported yet", call.words.rest())))
}

/// `set defaultnames NAME NAME`.
fn default_names(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let (Some(zero), Some(one)) = (call.words.next(), call.words.next()) else {
        return Err(Refusal::say("You must specify two player names.").at(call.words.rest_place()));
    };
    for word in [&zero, &one] {
        check(&word.text).map_err(|refusal| refusal.at(word.place.clone()))?;
    }
    if zero.text.eq_ignore_ascii_case(&one.text) {
        return Err(Refusal::say("Player names identical").at(one.place));
    }
    let (zero, one) = (cut(&zero.text), cut(&one.text));
    session.settings.default_names = BySide::new(zero.to_owned(), one.to_owned());
    // It reads on from a name without an end into the next one.
    let run_on = if session.settings.compat && zero.len() == LONGEST_NAME { one } else { "" };
    answer.say(format_args!("Players will be known as `{zero}{run_on}' and `{one}'."));
    answer.say(" This setting will take effect when a new match is started.");
    Ok(())
}

/// `show player`.
fn show_player(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    for (number, side) in Side::ALL.into_iter().enumerate() {
        answer.say(format_args!("Player {number}:\n  Name: {}", session.name(side)));
        match session.seats[side] {
            Seat::Human => answer.say("  Type: human\n"),
            Seat::Computer => {
                let by = if session.settings.compat { "gnubg" } else { "barpoint" };
                answer.say(format_args!("  Type: {by}:"));
                if let Some(level) = session.settings.levels[side] {
                    answer.say(format_args!("    Plays as {}.\n", super::tutor::named(level)));
                    continue;
                }
                answer.put(judges(&session.settings.evaluations.seats[side], "    Move filters:\n"));
            }
        }
    }
    Ok(())
}
