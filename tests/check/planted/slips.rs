//! Slips of the pen: mistakes of a person who transcribes a match.

use super::kinds::Kind;
use super::layout::{Base, Game, Told};
use super::{Place, Planted};
use crate::support::Random;
use barpoint::diag::Code;
use barpoint::game::Happening;
use barpoint::rules::legal_plays;

/// All slips, by name.
pub(super) const SLIPS: &[(&str, Kind)] = &[
    ("die misread", Kind::Moment(die_misread)),
    ("point misread by one", Kind::Moment(point_misread)),
    ("digit left out", Kind::Moment(digit_left_out)),
    ("digits exchanged", Kind::Moment(digits_exchanged)),
    ("leg written twice", Kind::Moment(leg_twice)),
    ("another legal play", Kind::Moment(another_play)),
    ("letter in a play", Kind::Moment(letter_in_play)),
    ("dash for a slash", Kind::Moment(dash)),
    ("surplus hit mark", Kind::Moment(surplus_mark)),
    ("points of the opponent", Kind::Moment(opponents_points)),
    ("drop for a take", Kind::Moment(drop_for_take)),
    ("take left out", Kind::Moment(take_left_out)),
    ("wrong row number", Kind::Game(row_number)),
    ("scores exchanged", Kind::Game(scores_exchanged)),
    ("play in the other column", Kind::Moment(other_column)),
    ("turns of a row exchanged", Kind::Moment(row_exchanged)),
    ("dice of two rows exchanged", Kind::Moment(dice_exchanged)),
    ("plays of two rows exchanged", Kind::Moment(plays_exchanged)),
    ("columns exchanged from a row on", Kind::Moment(columns_shifted)),
    ("cube action on another row", Kind::Moment(cube_elsewhere)),
    ("cube action twice", Kind::Moment(cube_twice)),
    ("cube action misspelt", Kind::Moment(cube_misspelt)),
    ("dice without a colon", Kind::Moment(no_colon)),
    ("result left out", Kind::Game(no_result)),
    ("heading left out", Kind::Game(no_heading)),
    ("players left out", Kind::Game(no_players)),
    ("wrong game number", Kind::Game(game_number)),
    ("name misspelt", Kind::Game(name_misspelt)),
    ("wrong match length", Kind::Game(wrong_length)),
];

/// Replaces a cell by a text, without an expected finding.
fn slip(base: &Base, told: &Told, text: String) -> Option<Planted> {
    let mut changed = base.record.games[told.game].clone();
    let cell = &mut changed.cells[told.cell];
    (cell.text != text).then_some(())?;
    cell.text = text;
    Some(Planted { game: told.game, changed, place: Place::Cell(told.cell, 0), code: Code::PlayNoChecker })
}

/// Returns the text of a turn with a play.
fn turn<'b>(base: &'b Base, told: &Told) -> Option<&'b str> {
    let Happening::Played { play, .. } = told.happening else { return None };
    let text = base.record.games[told.game].cells[told.cell].text.as_str();
    (!play.is_dance() && text.contains('/')).then_some(text)
}

/// Returns the places of the numbers of a play.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for (at, c) in text.char_indices().skip(3) {
        match all.last_mut() {
            _ if !c.is_ascii_digit() => {}
            Some((_, end)) if *end == at => *end = at + 1,
            _ => all.push((at, at + 1)),
        }
    }
    all
}

pub(super) fn die_misread(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let mut text = turn(base, told)?.to_owned();
    let at = random.below(2);
    text.replace_range(at..=at, &(1 + random.below(6)).to_string());
    slip(base, told, text)
}

/// Replaces one of the numbers of a play.
fn renumber(
    base: &Base,
    told: &Told,
    random: &mut Random,
    other: impl Fn(&str, &mut Random) -> Option<String>,
) -> Option<Planted> {
    let mut text = turn(base, told)?.to_owned();
    let all = numbers(&text);
    let (from, to) = all[random.below(all.len())];
    let new = other(&text[from..to], random)?;
    text.replace_range(from..to, &new);
    slip(base, told, text)
}

pub(super) fn point_misread(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    renumber(base, told, random, |number, random| {
        let number: i32 = number.parse().ok()?;
        let other = number + if random.below(2) == 0 { 1 } else { -1 };
        (1..=24).contains(&other).then(|| other.to_string())
    })
}

pub(super) fn digit_left_out(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    renumber(base, told, random, |number, random| {
        let at = random.below(2);
        (number.len() == 2).then(|| number[at..=at].to_owned())
    })
}

pub(super) fn digits_exchanged(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    renumber(base, told, random, |number, _| {
        let other: String = number.chars().rev().collect();
        (number.len() == 2 && other.parse::<u8>().is_ok_and(|n| n <= 24)).then_some(other)
    })
}

pub(super) fn leg_twice(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let text = turn(base, told)?;
    let legs: Vec<&str> = text[3..].split_whitespace().collect();
    let at = random.below(legs.len());
    let mut written = legs.clone();
    written.insert(at, legs[at]);
    slip(base, told, format!("{} {}", &text[..3], written.join(" ")))
}

/// Another legal play of the roll, one point away.
fn another_play(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let Happening::Played { roll, play } = told.happening else { return None };
    let text = turn(base, told)?;
    let plays = legal_plays(told.before.board(), roll);
    let like = plays.iter().filter(|(other, _)| {
        let same = other.steps().iter().filter(|step| play.steps().contains(step)).count();
        *other != play && other.steps().len() == play.steps().len() && same + 1 == play.steps().len()
    });
    let like: Vec<_> = like.collect();
    if like.is_empty() {
        return None;
    }
    let (other, _) = like[random.below(like.len())];
    let legs: Vec<String> =
        other.steps().iter().map(|step| format!("{}/{}", step.from(), step.to())).collect();
    slip(base, told, format!("{} {}", &text[..3], legs.join(" ")))
}

fn letter_in_play(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    renumber(base, told, random, |number, random| {
        let at = random.below(number.len());
        let letter = match &number[at..=at] {
            "0" => "O",
            "1" => "l",
            "5" => "S",
            "8" => "B",
            _ => "?",
        };
        let mut number = number.to_owned();
        number.replace_range(at..=at, letter);
        Some(number)
    })
}

fn dash(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    slip(base, told, turn(base, told)?.replacen('/', "-", 1))
}

fn surplus_mark(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let text = turn(base, told)?;
    let legs: Vec<&str> = text[3..].split_whitespace().collect();
    let at = random.below(legs.len());
    let mut written: Vec<String> = legs.iter().map(|leg| (*leg).to_owned()).collect();
    if legs[at].contains(['*', '(']) || legs.iter().any(|leg| leg.contains('*')) {
        return None;
    }
    written[at].push('*');
    slip(base, told, format!("{} {}", &text[..3], written.join(" ")))
}

fn opponents_points(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    let mut text = turn(base, told)?.to_owned();
    for (from, to) in numbers(&text).into_iter().rev() {
        let number: u8 = text[from..to].parse().ok()?;
        if text[..from].ends_with('(') || !(1..=24).contains(&number) {
            return None;
        }
        text.replace_range(from..to, &(25 - number).to_string());
    }
    slip(base, told, text)
}

fn drop_for_take(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    (told.happening == Happening::Taken).then_some(())?;
    let text = &base.record.games[told.game].cells[told.cell].text;
    (text == "Takes").then(|| slip(base, told, "Drops".to_owned()))?
}

fn take_left_out(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    (told.happening == Happening::Taken).then_some(())?;
    let mut changed = base.record.games[told.game].clone();
    (changed.cells[told.cell].text == "Takes").then_some(())?;
    changed.cells.remove(told.cell);
    Some(Planted { game: told.game, changed, place: Place::Cell(told.cell, 0), code: Code::TurnUnanswered })
}

/// The number of one row is wrong, and only that one.
#[expect(clippy::unnecessary_wraps, reason = "a row of the table of kinds")]
fn row_number(base: &Base, game: usize, random: &mut Random) -> Option<Planted> {
    let rows = base.places[game].rows.len();
    let mut changed = base.record.games[game].clone();
    changed.miscounted = Some((random.below(rows.max(1)), 1 + random.below(2 * rows + 2)));
    Some(Planted { game, changed, place: Place::Row(0), code: Code::MatRowNumber })
}

fn scores_exchanged(base: &Base, game: usize, _: &mut Random) -> Option<Planted> {
    let mut changed = base.record.games[game].clone();
    changed.scores.swap(0, 1);
    (game > 0 && changed.scores[0] != changed.scores[1]).then_some(())?;
    Some(Planted { game, changed, place: Place::Score(0), code: Code::ScoreContradiction })
}

/// Returns the game of a turn that isn't at its beginning or end.
fn middle<'b>(base: &'b Base, told: &Told) -> Option<&'b Game> {
    let game = &base.record.games[told.game];
    turn(base, told)?;
    (told.cell > 1 && told.cell + 3 < game.cells.len()).then_some(game)
}

fn other_column(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    let mut changed = middle(base, told)?.clone();
    changed.cells[told.cell].side = !changed.cells[told.cell].side;
    Some(Planted { game: told.game, changed, place: Place::Cell(told.cell, 0), code: Code::TurnWrongSide })
}

fn row_exchanged(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    let mut changed = middle(base, told)?.clone();
    let rows = &base.places[told.game].row_of;
    let is_pair = rows[told.cell] == rows[told.cell + 1] && changed.cells[told.cell + 1].text.contains('/');
    is_pair.then_some(())?;
    let text = changed.cells[told.cell].text.clone();
    changed.cells[told.cell].text = std::mem::replace(&mut changed.cells[told.cell + 1].text, text);
    Some(Planted { game: told.game, changed, place: Place::Cell(told.cell, 0), code: Code::PlayNoChecker })
}

/// Exchanges the parts of two turns of one side before or after the colon, if both differ.
fn parts_exchanged(base: &Base, told: &Told, is_play: bool) -> Option<Planted> {
    let mut changed = middle(base, told)?.clone();
    let [one, other] = [told.cell, told.cell + 2].map(|at| {
        let text = changed.cells.get(at).map(|cell| cell.text.clone())?;
        let (dice, play) = text.split_once(": ").filter(|(_, play)| play.contains('/'))?;
        Some([dice.to_owned(), play.to_owned()])
    });
    let (one, other) = (one?, other?);
    let dice = |text: &str| text.bytes().map(u32::from).sum::<u32>();
    (dice(&one[0]) != dice(&other[0]) && one[1] != other[1]).then_some(())?;
    let join = |dice: &str, play: &str| format!("{dice}: {play}");
    let [first, second] = if is_play {
        [join(&one[0], &other[1]), join(&other[0], &one[1])]
    } else {
        [join(&other[0], &one[1]), join(&one[0], &other[1])]
    };
    changed.cells[told.cell].text = first;
    changed.cells[told.cell + 2].text = second;
    Some(Planted { game: told.game, changed, place: Place::Cell(told.cell, 0), code: Code::PlayNoChecker })
}

fn dice_exchanged(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    parts_exchanged(base, told, false)
}

fn plays_exchanged(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    parts_exchanged(base, told, true)
}

fn columns_shifted(base: &Base, told: &Told, _: &mut Random) -> Option<Planted> {
    let mut changed = middle(base, told)?.clone();
    for cell in changed.cells[told.cell..].iter_mut().filter(|cell| !cell.is_result) {
        cell.side = !cell.side;
    }
    Some(Planted { game: told.game, changed, place: Place::Cell(told.cell, 0), code: Code::TurnWrongSide })
}

/// Returns a game in which a double is taken, with play before and after it.
fn double_and_take(base: &Base, told: &Told) -> Option<Game> {
    let Happening::Doubled { beaver: false, .. } = told.happening else { return None };
    let game = &base.record.games[told.game];
    let is_turn = |at: usize| game.cells.get(at).is_some_and(|cell| cell.text.contains(':'));
    let takes = game.cells.get(told.cell + 1).is_some_and(|cell| cell.text == "Takes");
    (takes && told.cell > 0 && is_turn(told.cell - 1) && is_turn(told.cell + 2)).then(|| game.clone())
}

fn cube_elsewhere(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let mut changed = double_and_take(base, told)?;
    let at = told.cell;
    match random.below(3) {
        0 => changed.cells[at - 1..at + 2].rotate_left(1),
        1 => changed.cells[at..at + 3].rotate_right(1),
        _ => changed.cells[at + 1..at + 3].swap(0, 1),
    }
    Some(Planted { game: told.game, changed, place: Place::Cell(at, 0), code: Code::TurnWrongSide })
}

fn cube_twice(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let mut changed = double_and_take(base, told)?;
    let at = told.cell;
    let (double, take) = (changed.cells[at].clone(), changed.cells[at + 1].clone());
    match random.below(3) {
        0 => changed.cells.insert(at, double),
        1 => changed.cells.insert(at + 2, take),
        _ => drop(changed.cells.splice(at + 2..at + 2, [double, take])),
    }
    Some(Planted { game: told.game, changed, place: Place::Cell(at, 0), code: Code::CubeNotOwner })
}

fn cube_misspelt(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let text = &base.record.games[told.game].cells[told.cell].text;
    if !matches!(told.happening, Happening::Doubled { .. } | Happening::Taken | Happening::Passed) {
        return None;
    }
    let at = 1 + random.below(3);
    let mut text = text.clone();
    text.remove(at);
    slip(base, told, text)
}

fn no_colon(base: &Base, told: &Told, random: &mut Random) -> Option<Planted> {
    let text = turn(base, told)?;
    let between = [" ", ". ", "; ", " : ", ":"][random.below(5)];
    let text = format!("{}{between}{}", &text[..2], text[3..].trim_start());
    slip(base, told, text)
}

/// Returns a game that isn't the last one, whose result can be left out.
fn no_result(base: &Base, game: usize, _: &mut Random) -> Option<Planted> {
    let mut changed = base.record.games[game].clone();
    let is_result = changed.cells.last()?.is_result && changed.cells.len() > 1;
    changed.cells.pop();
    (is_result && game + 1 < base.record.games.len()).then_some(())?;
    Some(Planted { game, changed, place: Place::Row(0), code: Code::ScoreResultMissing })
}

#[expect(clippy::unnecessary_wraps, reason = "a row of the table of kinds")]
fn no_heading(base: &Base, game: usize, _: &mut Random) -> Option<Planted> {
    let changed = Game { headless: true, ..base.record.games[game].clone() };
    Some(Planted { game, changed, place: Place::Names, code: Code::MatGameMissing })
}

fn no_players(base: &Base, game: usize, _: &mut Random) -> Option<Planted> {
    let changed = Game { nameless: true, ..base.record.games[game].clone() };
    (game > 0).then_some(Planted { game, changed, place: Place::Row(0), code: Code::MatScoreLine })
}

fn game_number(base: &Base, game: usize, random: &mut Random) -> Option<Planted> {
    let mut changed = base.record.games[game].clone();
    changed.number = random.below(2 * base.record.games.len() + 1) as u32;
    (game > 0).then_some(Planted { game, changed, place: Place::Row(0), code: Code::MatGameNumber })
}

fn name_misspelt(base: &Base, game: usize, random: &mut Random) -> Option<Planted> {
    let mut changed = base.record.games[game].clone();
    let name = &mut changed.names[random.below(2)];
    let last = name.pop()?;
    name.extend([last, last]);
    (base.record.games.len() > 2).then_some(Planted {
        game,
        changed,
        place: Place::Names,
        code: Code::NamesChanged,
    })
}

fn wrong_length(base: &Base, game: usize, random: &mut Random) -> Option<Planted> {
    let mut changed = base.record.games[game].clone();
    let other = 1 + random.below(13) as u32;
    changed.length = Some((base.length, other));
    (game == 0 && !base.is_money && other != base.length).then_some(())?;
    Some(Planted { game, changed, place: Place::Row(0), code: Code::ScoreOver })
}
