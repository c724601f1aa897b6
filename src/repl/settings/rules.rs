//! The rules of new matches and sessions: `set matchlength`, `set jacoby`, `set beavers`, `set variation`,
//! the cube, and our own `set games`, `set stake`, `set illegal`.

use super::Section;
use super::row::{Least, Row, on};
use crate::diag::count::many;
use crate::game::{Cube, MAX_CUBE, MatchState};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::history::Deed;
use crate::repl::score::{Stage, stage};
use crate::repl::session::Session;
use crate::rules::Variant;

pub(super) const RULES: Section = Section::of(
    "New matches and sessions",
    &[
        Row::whole("beavers", |now| &mut now.beavers, 0..=i64::MAX)
            .says(|session| format!("{} allowed in money sessions.", beavers(session.settings.beavers)))
            .then(Session::apply_rules),
        Row::own("cube use", use_cube, |session| Some(on(session.settings.cube).to_owned())),
        Row::own("cube limit", limit_cube, |session| Some(session.settings.cube_limit.to_string())).says(
            |session| match session.settings.cube_limit {
                MAX_CUBE => "The cube has no limit.".to_owned(),
                limit => format!("The cube doesn't go beyond {limit}."),
            },
        ),
        Row::switch("cube frozen", |now| &mut now.frozen_cube).then(Session::limit_cube),
        Row::whole("games", |now| &mut now.games, 0..=i64::MAX).refuses(Refusal::silent).says(|session| {
            match session.settings.games {
                0 => "New money sessions continue until they are ended.".to_owned(),
                games => format!("New money sessions end after {}.", many(games.into(), "game")),
            }
        }),
        Row::choice(
            "illegal",
            |now| if now.condones { "condone" } else { "refuse" },
            |now, word| now.condones = word == "condone",
        ),
        Row::switch("gotofirstgame", |now| &mut now.first_game),
        Row::switch("jacoby", |now| &mut now.jacoby).then(Session::leave_jacoby),
        Row::own("matchlength", match_length, |session| Some(session.settings.match_length.to_string()))
            .says(|session| {
                format!("New matches default to {}.", many(session.settings.match_length.into(), "point"))
            }),
        Row::real("stake", |now| &mut now.stake, Least::AboveZero).refuses(Refusal::silent),
    ],
)
.with(|session| vec![("variation".to_owned(), word(session.settings.variation).to_owned())]);

pub(in crate::repl) const COMMANDS: Handlers = &[
    ("set variation *", variation),
    ("show beavers", show_beavers),
    ("show games", show_games),
    ("show jacoby", show_jacoby),
    ("show variation", |session, _, answer| {
        say_variation(session, answer);
        Ok(())
    }),
];

/// The variants with their words in commands, and their names in messages; the five of GNU Backgammon come first.
pub(in crate::repl) const VARIANTS: [(Variant, &str, &str); 8] = [
    (Variant::Standard, "standard", "Standard backgammon"),
    (Variant::Nackgammon, "nackgammon", "Nackgammon"),
    (Variant::Hypergammon1, "1-chequer-hypergammon", "1-chequer hypergammon"),
    (Variant::Hypergammon2, "2-chequer-hypergammon", "2-chequer hypergammon"),
    (Variant::Hypergammon3, "3-chequer-hypergammon", "3-chequer hypergammon"),
    (Variant::HypergammonStacked, "hypergammon-stacked", "Hypergammon, stacked"),
    (Variant::Longgammon, "longgammon", "Longgammon"),
    (Variant::CoupClassique, "coup-classique", "Coup classique"),
];

/// Returns the word of `set variation`; a custom position has none, and counts as standard.
fn word(variant: Variant) -> &'static str {
    VARIANTS.iter().find(|row| row.0 == variant).map_or("standard", |row| row.1)
}

/// Returns the name of a variant in messages.
fn words(variant: Variant) -> &'static str {
    VARIANTS.iter().find(|row| row.0 == variant).map_or(variant.name(), |row| row.2)
}

/// `set matchlength LENGTH`.
fn match_length(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let place = call.place();
    let length = session.check_length(call.whole().ok()).map_err(|refusal| refusal.at(place))?;
    session.settings.match_length = length;
    super::say("matchlength", session, answer);
    Ok(())
}

/// `set variation VARIANT`.
fn variation(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.settings.variation = call.command.name.parse().unwrap_or_default();
    say_variation(session, answer);
    if session.is_begun() {
        let now = words(session.game.state.rules().variant);
        answer.say(format_args!("The current match or session is being played as `{now}'."));
    }
    let new = words(session.settings.variation);
    answer.say(format_args!("Please start a new match or session to play `{new}'"));
    Ok(())
}

fn say_variation(session: &Session, answer: &mut Answer) {
    if session.is_begun() {
        answer.say(format_args!("You are playing: {}", words(session.game.state.rules().variant)));
    }
    answer.say(format_args!("Default variation is: {}", words(session.settings.variation)));
}

/// Returns a number of beavers in words.
fn beavers(limit: u32) -> String {
    match limit {
        0 => "No beavers".to_owned(),
        1 => "1 beaver".to_owned(),
        _ => format!("{limit} beavers/raccoons"),
    }
}

fn show_beavers(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let rules = session.game.state.rules();
    let differs = rules.is_money() && rules.beavers != session.settings.beaver_limit();
    // In GNU Backgammon the setting is the rule.
    if differs && session.is_begun() && !session.settings.compat {
        let said = match rules.beavers {
            u8::MAX => "Any number of beavers/raccoons".to_owned(),
            limit => beavers(limit.into()),
        };
        answer.say(format_args!("{said} allowed in this money session."));
    }
    super::say("beavers", session, answer);
    Ok(())
}

fn show_games(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let state = &session.game.state;
    if let Some(games) = state.rules().games.filter(|_| session.is_begun()) {
        answer.say(format_args!("This is game {} of {games} of this money session.", state.game()));
    }
    super::say("games", session, answer);
    Ok(())
}

fn show_jacoby(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = |is_on| if is_on { "with" } else { "without" };
    let rules = session.game.state.rules();
    if rules.is_money() {
        answer.say(format_args!("This money session is played {} the Jacoby rule.", word(rules.jacoby)));
    }
    let new = word(session.settings.jacoby);
    answer.say(format_args!("New money sessions are played {new} the Jacoby rule."));
    Ok(())
}

/// `set cube limit VALUE`.
fn limit_cube(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let place = call.place();
    let limit = match call.whole::<u32>() {
        Ok(0) => Some(MAX_CUBE),
        limit => limit.ok().filter(|limit| limit.is_power_of_two() && *limit <= MAX_CUBE),
    };
    let refusal = || {
        Refusal::silent(format_args!("`set cube limit` takes a power of 2 up to {MAX_CUBE}; 0 is no limit"))
    };
    session.settings.cube_limit = limit.ok_or_else(|| refusal().at(place))?;
    session.limit_cube();
    super::say("cube limit", session, answer);
    Ok(())
}

/// `set cube use on|off`. Without a cube it is centred, at 1, and offers are dropped.
fn use_cube(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let is_used = call.on_or_off()?;
    session.settings.cube = is_used;
    answer
        .say(format_args!("Use of the doubling cube is {}.", if is_used { "permitted" } else { "disabled" }));
    let rules = session.game.state.rules();
    let is_jacoby = if session.is_begun() { rules.jacoby } else { session.settings.jacoby };
    if !is_used && rules.is_money() && is_jacoby {
        answer.say(
            "Note that you'll have to disable the Jacoby rule if you want gammons and\n\
             backgammons to be scored (see `help set jacoby').",
        );
    }
    // GNU Backgammon looks at the score: the next game may be the Crawford game.
    let is_next = session.settings.compat && stage(session) == Stage::Crawford;
    if is_used && (session.game.state.is_crawford_game() || is_next) {
        answer.say("(But the Crawford rule is in effect, so you won't be able to use it during\nthis game.)");
    }
    let is_withdrawn = session.is_playing() && !is_used && session.withdraw_double();
    let before = session.game.state.clone();
    session.apply_rules();
    session.use_cube(is_used);
    if session.is_playing() && !is_used {
        session.game.state.place_cube(Cube::START);
        if !session.settings.compat {
            note_no_cube(session, before);
        }
        if is_withdrawn {
            session.draw(answer);
        }
    }
    Ok(())
}

/// Notes that the cube is centred at 1 again, which a record contains.
fn note_no_cube(session: &mut Session, mut before: MatchState) {
    // A cube decision that `hint` has evaluated can't be made any more.
    if let Some(game) = session.game.history.current_mut() {
        game.hinted = None;
    }
    let after = session.game.state.clone();
    if before.cube().owner.is_some() {
        let mut centred = after.clone();
        centred.place_cube(Cube { owner: None, ..before.cube() });
        session.game.state = centred.clone();
        session.note(Deed::SetCubeOwner, std::mem::replace(&mut before, centred));
    }
    session.game.state = after;
    if before.cube() != Cube::START {
        session.note(Deed::SetCubeValue, before);
    }
}
