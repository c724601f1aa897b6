//! The writer of FIBS oldmoves.

use super::{HOLDS, names_line, score_line};
use crate::board::{BySide, Side};
use crate::diag::count::many;
use crate::formats::script::{self, Can, plain_name, steps};
use crate::game::record::headers;
use crate::game::told::Finale;
use crate::game::{Act, Happening, MAX_CUBE, Replayed};
use crate::rules::{Outcome, Variant};
use std::fmt::Write as _;

/// Writes one match. X, who is [`Side::Zero`], moves downwards.
///
/// Facts that FIBS can't express, but the game depends on, are in lines that begin with a semicolon.
pub(super) fn write(replayed: &Replayed) -> Vec<u8> {
    let replayed = &*replayed.in_first_columns();
    let replayed = &*replayed.with_shown_jacoby();
    let can = Can {
        holds: HOLDS,
        variant: |variant| !matches!(variant, Variant::Custom(_)),
        names_of_each_game: true,
        names_outcomes: true,
        causes: &[],
    };
    let script = script::script(replayed, &can, |_| false);
    let mut text = String::new();
    rules(&mut text, replayed);
    for (index, scene) in script.games.iter().enumerate() {
        let game = &replayed.games[index];
        if index > 0 {
            text.push('\n');
        }
        if game.automatic_doubles > 0 {
            let _ = writeln!(text, "; automatic doubles: {}", game.automatic_doubles);
        }
        if script::denies_crawford(replayed, index) {
            text.push_str("; Crawford game: no\n");
        }
        let rules = &replayed.rules;
        let points = replayed.head_score(index);
        let is_nil = |points: BySide<u32>| points.0 == [0, 0];
        let is_at_start = || is_nil(points) && (rules.length > 0 || !is_nil(replayed.head_score(index - 1)));
        let has_others =
            Side::ALL.into_iter().any(|side| replayed.name(index, side) != replayed.name(0, side));
        // A reader would begin another match.
        if index > 0 && (is_at_start() || has_others) {
            let _ = writeln!(text, "; game: {}", index + 1);
        }
        let kind = match rules.length {
            0 => "an unlimited".to_owned(),
            length => format!("a {length} point"),
        };
        let _ = writeln!(text, "Score is {}-{} in {kind} match.", points[Side::Zero], points[Side::One]);
        let [x, o] = Side::ALL.map(|side| plain_name(replayed.name(index, side)));
        let mut lines = vec![format!("{x} is X - {o} is O"), format!("{o} is O - {x} is X")];
        // A line that begins with a semicolon is a comment.
        lines.retain(|line| {
            !line.starts_with(';') && score_line(line).is_none() && names_line(line).is_some()
        });
        // A name may contain the words between the names.
        let is_other = |line: &&String| names_line(line) != Some([&*x, &*o]);
        if let Some(line) = lines.iter().min_by_key(is_other).filter(|_| !x.is_empty() || !o.is_empty()) {
            let _ = writeln!(text, "{line}");
        }
        for act in &scene.acts {
            line(&mut text, act);
        }
        if let Some(end) = &scene.end {
            finale(&mut text, end);
        }
    }
    text.into_bytes()
}

/// Writes the rules that differ from those of FIBS.
fn rules(text: &mut String, replayed: &Replayed) {
    let rules = &replayed.rules;
    let switch = |on: bool| if on { "On" } else { "Off" }.to_owned();
    let mut said = Vec::new();
    if rules.variant != Variant::Standard {
        said.push((headers::VARIATION, rules.variant.to_string()));
    }
    // A match to one point has no Crawford game.
    if rules.length > 1 && !rules.crawford {
        said.push((headers::CRAWFORD, switch(false)));
    }
    said.extend(script::jacoby(replayed).map(|on| (headers::JACOBY, switch(on))));
    said.extend(script::beavers(replayed).map(|count| (headers::BEAVER, headers::limit(count))));
    let doubles = script::automatic_doubles(replayed);
    said.extend(doubles.map(|count| (headers::AUTOMATIC_DOUBLES, headers::limit(count))));
    if !rules.cube {
        said.push((headers::CUBE, switch(false)));
    }
    if rules.cube_limit != MAX_CUBE {
        said.push((headers::CUBE_LIMIT, rules.cube_limit.to_string()));
    }
    for (key, value) in &said {
        let _ = writeln!(text, "; [{key} \"{value}\"]");
    }
    if !said.is_empty() {
        text.push('\n');
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::Zero => 'X',
        Side::One => 'O',
    }
}

fn line(text: &mut String, act: &Act) {
    let x = letter(act.by);
    let words = match act.what {
        Happening::Played { roll, play } => {
            let dice = format!("({} {})", roll.high().pips(), roll.low().pips());
            if play.is_dance() {
                format!("{dice} can't move")
            } else {
                format!("{dice} {}", steps(&play, '-', " ", act.by == Side::One))
            }
        }
        Happening::RolledOnly { roll } => format!("({} {})", roll.high().pips(), roll.low().pips()),
        // GNU Backgammon doesn't read the word `redoubles`.
        Happening::Doubled { beaver: false, .. } => "doubles".to_owned(),
        Happening::Doubled { beaver: true, .. } => "beavers".to_owned(),
        Happening::Taken => "accepts".to_owned(),
        Happening::Passed | Happening::ResignationRefused => "rejects".to_owned(),
        Happening::ResignationOffered { outcome } => format!("wants to resign{}", as_what(outcome)),
        _ => return,
    };
    let _ = writeln!(text, "{x}: {words}");
}

const fn as_what(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Single => "",
        Outcome::Gammon => " a gammon",
        Outcome::Backgammon => " a backgammon",
    }
}

fn finale(text: &mut String, end: &Finale) {
    let Some(winner) = end.result.winner else { return };
    if let Some(outcome) = end.resigned {
        let _ = writeln!(text, "{}: wants to resign{}", letter(!winner), as_what(outcome));
        let _ = writeln!(text, "{}: accepts", letter(winner));
    }
    let points = many(end.result.points.into(), "point");
    let _ = writeln!(text, "{}: wins {points}", letter(winner));
}
