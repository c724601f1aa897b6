//! Lines that belong to others: the players of a game at the head of the next one, a result that is repeated, comments
//! of several lines.

use super::line;
use super::parse::decimal;
use crate::board::Side;
use crate::diag::{Span, distance};
use crate::game::record::{GameRecord, Written};

/// Returns `true` if a line contains the names of a game's players with scores, as at the head of the next game.
pub(super) fn players(game: &GameRecord, line: &[u8]) -> bool {
    let Some(read) = line::score_line(line).filter(line::ScoreLine::has_scores) else { return false };
    let names = read.names.map(|name| {
        let cut = line::rating(&line[name.clone()]).map_or(name.end, |comma| name.start + comma);
        &line[name.start..cut]
    });
    let name = |side: Side| game.players[side].as_ref().map_or(&b""[..], |it| it.name.value.as_bytes());
    let [a, b] = Side::ALL.map(name);
    names.iter().any(|name| !name.is_empty()) && (names == [a, b] || names == [b, a])
}

/// Returns `true` if a line repeats the one with the names and scores at the head of a game.
pub(super) fn head(game: &GameRecord, line: &[u8]) -> bool {
    let Some(read) = line::score_line(line).filter(|_| players(game, line)) else { return false };
    Side::ALL.into_iter().all(|side| {
        let (name, score) = (read.names[side.index()].clone(), read.scores[side.index()].clone());
        let score = decimal(&line[score]).map(i64::from);
        let player = game.players[side].as_ref();
        let is_same_name = player.is_some_and(|player| line[name].starts_with(player.name.value.as_bytes()));
        is_same_name && score.is_some() && score == player.and_then(|player| player.score).map(|it| it.value)
    })
}

/// The word for a game in other languages, as headings have it.
const GAMES: &str = "spiel partie jeu partita gioco partida juego jogo spil spel partij παιχνίδι ゲーム";

/// The signs that a text has around a heading, or between its word and its number.
const SIGNS: &str = "*_=-~`|:.()[]<>#";

/// Returns the digits of a misspelled `Game N`, one with signs around it, or one in another language: `Gane 2`, `Game2`,
/// `1Game 2`, `2 Game`, `**Game 2**`, `Game No. 2`, `Spiel 2`, `第2ゲーム`; or of its number alone.
pub(super) fn heading(line: &str) -> Option<&str> {
    let is_sign = |c: char| c.is_whitespace() || SIGNS.contains(c);
    let line = line.trim_matches(is_sign);
    // In Japanese, `第` stands before an ordinal number.
    let line = line.strip_prefix('第').map_or(line, str::trim_start);
    let is_digit = |c: char| c.is_ascii_digit();
    let (word, digits) = match line.trim_end_matches(is_digit) {
        word if word.len() < line.len() => (word, &line[word.len()..]),
        _ => {
            let word = line.trim_start_matches(is_digit);
            (word, &line[..line.len() - word.len()])
        }
    };
    let letters: String = word.to_lowercase().split(is_sign).collect();
    let bare = ["number", "no", "nr"].into_iter().find_map(|number| letters.strip_suffix(number));
    let letters = bare.filter(|word| !word.is_empty()).unwrap_or(&letters);
    let is_game =
        letters.is_empty() || distance(letters, "game") <= 1 || GAMES.split(' ').any(|word| word == letters);
    (!digits.is_empty() && is_game).then_some(digits)
}

/// Gives each result that is in no column to the player whose score the next game shows to have grown by its points.
pub(in crate::formats) fn winners(games: &mut [GameRecord]) {
    let score = |game: &GameRecord, side: Side| Some(game.players[side].as_ref()?.score?.value);
    for at in 1..games.len() {
        let (before, after) = games.split_at_mut(at);
        let (Some(game), Some(next)) = (before.last_mut(), after.first()) else { continue };
        let won = |side: Side| Some(score(next, side)? - score(game, side)?);
        let won = Side::ALL.map(won);
        let Some(last) = game.entries.last_mut().filter(|last| last.side.is_none()) else { continue };
        let Written::Wins { points: Some(points), .. } = &last.written else { continue };
        let points = Some(i64::from(points.value));
        last.side = match won {
            [zero, Some(0)] if zero == points => Some(Side::Zero),
            [Some(0), one] if one == points => Some(Side::One),
            _ => None,
        };
    }
}

/// Returns `true` if a game ends with this result already: the same points, and the same player if both have one.
pub(super) fn has_result(game: &GameRecord, side: Option<Side>, written: &Written) -> bool {
    let points = |written: &Written| match written {
        Written::Wins { points: Some(points), .. } => Some(points.value),
        _ => None,
    };
    let Some(now) = points(written) else { return false };
    let last = game.entries.iter().rev().find(|entry| entry.written != Written::Empty);
    last.is_some_and(|last| {
        let is_same_side = side.is_none() || last.side.is_none() || last.side == side;
        is_same_side && points(&last.written) == Some(now)
    })
}

/// Returns `true` if a comment with a semicolon continues on the very next line: then they are one comment.
pub(super) fn is_comment(text: &[u8], before: Span, here: Span) -> bool {
    let semicolon = |span: Span| text.get(span.start as usize) == Some(&b';');
    let Some(between) = text.get(before.end as usize..here.start as usize) else { return false };
    // One line end: LF, CR or both.
    let ends = memchr::memchr_iter(b'\n', between).count().max(memchr::memchr_iter(b'\r', between).count());
    semicolon(before) && semicolon(here) && ends == 1 && between.iter().all(u8::is_ascii_whitespace)
}
