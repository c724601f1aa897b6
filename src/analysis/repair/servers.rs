//! Readings of the records of servers, in which each action has a line of its own: a line of the other player, a line
//! twice, two swapped lines, dice or points that are stated twice with different values.

use super::actions::entry_at;
use super::bench::Bench;
use super::reading::{Class, Reading};
use crate::board::Side;
use crate::diag::lines::{line_end, line_start, line_stop};
use crate::diag::{Code, Diagnostic, Edit, Span};
use crate::formats::changes::Change;
use crate::formats::{oldmoves, sgg, tmg};
use crate::game::record::Written;

/// The most places at which the end of a line may be missing.
const MOST_ENDS: usize = 4;
/// The entries at the beginning of a game whose order nothing before them shows.
const OPENING: usize = 2;

/// Returns `true` if a record has a line for each action.
pub(super) fn is_server(bench: &Bench<'_>) -> bool {
    [oldmoves::FORMAT.name, sgg::FORMAT.name, tmg::FORMAT.name].contains(&bench.format.name)
}

/// Returns the readings of a value that the record states twice: one of the two is wrong.
pub(super) fn stated_twice(bench: &Bench<'_>, finding: &Diagnostic) -> Vec<Reading> {
    let readings = || {
        let (game, entry) = entry_at(bench, finding.primary.span)?;
        let told = bench.source.slice(finding.primary.span);
        match &bench.entries(game).get(entry)?.written {
            Written::Turn { .. } if bench.format.name == sgg::FORMAT.name => {
                let above = line_above(bench, finding.primary.span.start)?;
                let above = bench.source.slice(above).trim_end().strip_suffix(':')?;
                let above: [u8; 2] = above.as_bytes().last_chunk().copied()?;
                let own = <[u8; 2]>::try_from(told.as_bytes()).ok().filter(|own| *own != above)?;
                let is_roll = |digits: &[u8; 2]| digits.iter().all(|digit| (b'1'..=b'6').contains(digit));
                let reading = |digits: [u8; 2]| {
                    let [first, second] = digits.map(char::from);
                    let message = format!("write the dice {first}{second} in both lines");
                    Reading::new(Class::Dice, 0.6, message, game, [Change::Dice { entry, digits }])
                };
                Some([own, above].into_iter().filter(is_roll).map(reading).collect())
            }
            Written::Wins { points: Some(points), .. } => {
                let other = told.parse::<u32>().ok().filter(|other| *other != points.value)?;
                let reading = |points: u32| {
                    let message = format!("write the points {points} in both places");
                    Reading::new(Class::Head, 0.6, message, game, [Change::Points { entry, points }])
                };
                Some(vec![reading(points.value), reading(other)])
            }
            _ => None,
        }
    };
    let is_told = finding.code == Code::RecordValue && is_server(bench);
    is_told.then(readings).flatten().unwrap_or_default()
}

/// Returns the readings in which a line is the other player's, or written twice, or swapped with the one above.
pub(super) fn readings(bench: &Bench<'_>, finding: &Diagnostic) -> Vec<Reading> {
    let of_lines = matches!(
        finding.code,
        Code::TurnWrongSide
            | Code::RecordSyntax
            | Code::ScoreWinner
            | Code::PlayMissing
            | Code::PlayOmittedForced
    );
    let Some((game, entry)) = entry_at(bench, finding.primary.span).filter(|_| of_lines && is_server(bench))
    else {
        return Vec::new();
    };
    let mut all = Vec::new();
    if matches!(finding.code, Code::TurnWrongSide | Code::ScoreWinner) {
        // A play whose dice are the other player's may stand after the place of their entry.
        let entries = [Some(entry), entry.checked_sub(1)];
        let name = |side: Option<Side>| Some(super::name(bench, game, side?));
        all.extend(entries.into_iter().flatten().filter_map(|entry| {
            let message = format!("make the whole action {}'s", name(bench.entries(game).get(entry)?.side)?);
            Some(Reading::new(Class::Action, 0.6, message, game, [Change::OwnSide { entry }]))
        }));
    }
    if finding.code == Code::RecordSyntax {
        all.extend(joined(bench, game, finding.primary.span));
    }
    all.extend(twice(bench, game, finding.primary.span));
    let place = finding.primary.span.start;
    let next = next_line(bench, place);
    let exchanged = [Some(place), next.map(|next| next.start)];
    all.extend(
        exchanged
            .into_iter()
            .flatten()
            .filter_map(|at| exchanged_with_above(bench, game, at))
            .map(|reading| reading.safe_if(entry >= OPENING)),
    );
    all
}

/// Returns the place of a line, without its end.
fn line(bench: &Bench<'_>, at: u32) -> Span {
    let text = bench.source.text();
    Span { start: line_start(text, at), end: line_stop(text, at) }
}

/// Returns the place of the line above.
fn line_above(bench: &Bench<'_>, at: u32) -> Option<Span> {
    let text = bench.source.text();
    let before = text.get(..line_start(text, at) as usize)?;
    let before = before.strip_suffix('\n')?;
    let before = before.strip_suffix('\r').unwrap_or(before);
    Some(line(bench, before.len() as u32))
}

/// Returns the place of the line below.
fn next_line(bench: &Bench<'_>, at: u32) -> Option<Span> {
    let text = bench.source.text();
    let stop = line_stop(text, at);
    let below = text.get(stop as usize..)?;
    let below = below.strip_prefix("\r\n").or_else(|| below.strip_prefix('\n'))?;
    (!below.is_empty()).then(|| line(bench, (text.len() - below.len()) as u32))
}

/// Returns the readings that the end of a line is missing before another action.
fn joined(bench: &Bench<'_>, game: usize, place: Span) -> Vec<Reading> {
    let this = line(bench, place.start);
    let text = bench.source.slice(this);
    let is_begin = |at: &usize| {
        let rest = &text[*at..];
        match bench.format.name {
            name if name == oldmoves::FORMAT.name => rest.starts_with("X: ") || rest.starts_with("O: "),
            name if name == sgg::FORMAT.name => {
                let number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                number.len() < rest.len() && number.starts_with('\t')
            }
            _ => this.start as usize + at == place.start as usize,
        }
    };
    let reading = |at: usize| {
        let before = text[..at].trim_end();
        let edit = Edit::insert(this.start + before.len() as u32, line_end(bench.source.text()));
        let message = format!("begin a line with `{}`", text[at..].trim_end());
        (!before.is_empty()).then(|| Reading::new(Class::Spelling, 0.3, message, game, [edit]))
    };
    let begins = text.char_indices().map(|(at, _)| at).skip(1).filter(is_begin);
    begins.filter_map(reading).take(MOST_ENDS).collect()
}

/// Returns the reading that a line repeats the one above.
fn twice(bench: &Bench<'_>, game: usize, place: Span) -> Option<Reading> {
    let (this, above) = (line(bench, place.start), line_above(bench, place.start)?);
    let text = bench.source.slice(this).trim();
    let is_copy = !text.is_empty() && text == bench.source.slice(above).trim();
    let message = format!("delete the repeated line `{text}`");
    let edit = Edit::delete(Span { start: above.end, end: this.end });
    is_copy.then(|| Reading::new(Class::Action, 0.5, message, game, [edit]))
}

/// Returns the reading that a line and the one above are swapped.
fn exchanged_with_above(bench: &Bench<'_>, game: usize, at: u32) -> Option<Reading> {
    let (this, above) = (line(bench, at), line_above(bench, at)?);
    let [below, upper] = [this, above].map(|line| bench.source.slice(line));
    let is_filled = !below.trim().is_empty() && !upper.trim().is_empty() && below != upper;
    // Above the first action is the heading.
    let is_head = bench.record.games.get(game).is_none_or(|game| above.start < game.heading.end);
    let message = format!("exchange the lines `{}` and `{}`", upper.trim(), below.trim());
    let end = line_end(bench.source.text());
    let edit = Edit::new(above.to(this), format!("{below}{end}{upper}"));
    (is_filled && !is_head).then(|| Reading::new(Class::Action, 0.9, message, game, [edit]))
}
