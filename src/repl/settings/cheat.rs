//! `set cheat`, `show cheat`: whether dice are chosen, and how good they are.

use super::Section;
use super::row::Row;
use crate::board::Side;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::session::Session;

pub(super) const CHEAT: Section =
    Section::of("Chosen dice", &[Row::switch("cheat enable", |now| &mut now.cheat.is_on)])
        .with(|session| {
            let rank = |side| session.settings.cheat.ranks[side].to_string();
            Side::ALL.map(|side| (format!("cheat player {} roll", side.index()), rank(side))).into()
        })
        .changed();

pub(in crate::repl) const COMMANDS: Handlers = &[
    ("set cheat player roll", roll),
    ("show cheat", |session, _, answer| {
        let is_on = session.settings.cheat.is_on;
        let word = if is_on { "enabled" } else { "disabled" };
        answer.say(format_args!("Manipulation with dice is {word}."));
        for side in Side::ALL.into_iter().filter(|_| is_on) {
            say_rank(session, side, answer);
        }
        Ok(())
    }),
];

/// `set cheat player PLAYER roll RANK`.
fn roll(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let player = call.players[0].as_ref();
    let name = player.map_or("", |word| word.text.as_ref());
    let sides = session.sides(name);
    if sides.is_empty() {
        // GNU Backgammon shows the name of another command there.
        let group = if session.settings.compat { session.group() } else { "cheat" };
        let refusal = Refusal::say(format_args!("Unknown player `{name}'\n(see `help set {group} player')."));
        let place = player.map_or_else(|| call.words.rest_place(), |word| word.place.clone());
        return Err(refusal.at(place));
    }
    let rank: u8 = call.within(1..=21).map_err(|place| {
        let times = if session.settings.compat { sides.len() } else { 1 };
        Refusal::say(vec!["You must specify a size between 1 and 21."; times].join("\n")).at(place)
    })?;
    for &side in sides {
        session.settings.cheat.ranks[side] = rank;
        say_rank(session, side, answer);
    }
    Ok(())
}

fn say_rank(session: &Session, side: Side, answer: &mut Answer) {
    let rank = rank_words(session.settings.cheat.ranks[side]);
    answer.say(format_args!("{} will get the {rank} roll on each turn.", session.name(side)));
}

/// Returns the words for a rank from 1, the best, to 21, the worst.
fn rank_words(rank: u8) -> String {
    let (place, end) = if rank <= 11 { (rank, "best") } else { (22 - rank, "worst") };
    match place {
        1 => end.to_owned(),
        2 => format!("second {end}"),
        3 => format!("third {end}"),
        11 => "median".to_owned(),
        place => format!("{place}th {end}"),
    }
}
