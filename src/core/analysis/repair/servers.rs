//! Readings of the records of servers, in which each action has a line of its own: a line of the other player, a line
//! twice, two swapped lines, dice or points that are stated twice with different values.

use super::actions::entry_at;
use super::bench::Bench;
use super::reading::{Class, Reading};
use crate::board::Side;
use crate::diag::lines::{line_end, line_start, line_stop};
use crate::diag::{Code, Diagnostic, Edit, Span, distance};
use crate::formats::changes::{self, Change};
use crate::formats::{bgroom, fibs, javafibs, oldmoves, party, sgg};
use crate::game::record::Written;

/// The most places at which the end of a line may be missing.
const MOST_ENDS: usize = 4;
/// The entries at the beginning of a game whose order nothing before them shows.
const OPENING: usize = 2;

/// The verbs of FIBS.
const VERBS: [&str; 16] = [
    "rolled", "rolls", "roll", "moves", "move", "doubles", "double", "accepts", "accept", "gives", "give",
    "rejects", "reject", "wins", "win", "can't",
];
/// Other words of FIBS.
const WORDS: [&str; 8] = ["and", "the", "double", "point", "points", "game", "gets", "first"];
/// The operations of `JavaFIBS` in a game.
const OPERATIONS: [&str; 12] = ["0", "1", "2", "3", "4", "5", "7", "9", "11", "12", "13", "15"];
/// Those that agree with nearly everything: a resignation offered or refused, the beginning and end of a game.
const LOOSE: [&str; 4] = ["3", "9", "12", "13"];

/// Returns `true` if a record has a line for each action.
pub(super) fn is_server(bench: &Bench<'_>) -> bool {
    changes::is_server(bench.format)
}

/// Returns `true` if each action is one entry on a line of its own, or before its sign.
fn has_whole_actions(bench: &Bench<'_>) -> bool {
    [party::FORMAT.name, bgroom::FORMAT.name].contains(&bench.format.name)
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
                let reading = |digits: [u8; 2], cost: f32| {
                    let [first, second] = digits.map(char::from);
                    let message = format!("write the dice {first}{second} in both lines");
                    Reading::new(Class::Dice, cost, message, game, [Change::Dice { entry, digits }])
                };
                let told = [own, above].into_iter().filter(is_roll);
                let mut all: Vec<Reading> = told.map(|digits| reading(digits, 0.6)).collect();
                // Both may be wrong in a die.
                let dies = || b'1'..=b'6';
                let shares = |digits: &[u8; 2], with: [u8; 2]| digits[0] == with[0] || digits[1] == with[1];
                let others = dies().flat_map(|first| dies().map(move |second| [first, second]));
                let others = others.filter(|it| *it != own && *it != above);
                let others = others.filter(|it| shares(it, own) && shares(it, above));
                all.extend(others.map(|digits| reading(digits, 1.8).unsafe_()));
                Some(all)
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
    let place = finding.primary.span;
    let Some(game) = bench.game_at(place.start).filter(|_| is_server(bench)) else { return Vec::new() };
    let mut all = Vec::new();
    let of_words = matches!(finding.code, Code::RecordUnknown | Code::RecordSyntax | Code::PlayMissing);
    if of_words {
        // The line above may contain the dice of the play that has none.
        let above = line_above(bench, place.start).filter(|_| finding.code == Code::RecordSyntax);
        all.extend(std::iter::once(place).chain(above).flat_map(|place| joined(bench, game, place)));
        all.extend(misspelt(bench, game, place));
    }
    let of_lines = matches!(
        finding.code,
        Code::TurnWrongSide
            | Code::RecordSyntax
            | Code::ScoreWinner
            | Code::PlayMissing
            | Code::PlayOmittedForced
    );
    let of_order = of_lines
        || has_whole_actions(bench)
            && matches!(finding.code, Code::CubeNoDouble | Code::TurnUnanswered | Code::TurnAfterEnd);
    let Some((game, entry)) = entry_at(bench, place).filter(|_| of_order) else { return all };
    if matches!(finding.code, Code::TurnWrongSide | Code::ScoreWinner) {
        // A play whose dice are the other player's may stand after the place of their entry.
        let entries = [Some(entry), entry.checked_sub(1)];
        let name = |side: Option<Side>| Some(super::name(bench, game, side?));
        all.extend(entries.into_iter().flatten().filter_map(|entry| {
            let message = format!("make the whole action {}'s", name(bench.entries(game).get(entry)?.side)?);
            Some(Reading::new(Class::Action, 0.6, message, game, [Change::OwnSide { entry }]))
        }));
    }
    let is_known = |reading: Reading| reading.safe_if(entry >= OPENING);
    if has_whole_actions(bench) {
        let firsts = [entry.checked_sub(1), Some(entry)].into_iter().flatten();
        all.extend(firsts.filter_map(|first| exchanged_with_next(bench, game, first)).map(is_known));
        return all;
    }
    all.extend(twice(bench, game, place));
    let next = next_line(bench, place.start);
    let exchanged = [Some(place.start), next.map(|next| next.start)];
    let exchanged = exchanged.into_iter().flatten();
    all.extend(exchanged.filter_map(|at| exchanged_with_above(bench, game, at)).map(is_known));
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

/// Returns the readings that the end of a line, or the sign after an action, is missing before another action.
fn joined(bench: &Bench<'_>, game: usize, place: Span) -> Vec<Reading> {
    let mut this = line(bench, place.start);
    let is_party = bench.format.name == party::FORMAT.name;
    if is_party {
        let before = bench.source.slice(Span { end: place.start, ..this }).rfind(['#', '=']);
        this.start += before.map_or(0, |at| at as u32 + 1);
        let after = bench.source.slice(Span { start: place.start, ..this }).find('#');
        this.end = after.map_or(this.end, |at| place.start + at as u32);
    }
    let text = bench.source.slice(this);
    let names = Side::ALL.map(|side| bench.record.games.get(game).and_then(|game| game.name(side)));
    let names = || names.into_iter().flatten().chain(["You"]).filter(|name| !name.is_empty());
    let numbered = |text: &'_ str| text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_begin = |at: &usize| {
        let rest = &text[*at..];
        let after = &rest[rest.len() - numbered(rest)..];
        let has_number = after.len() < rest.len();
        match bench.format.name {
            name if name == oldmoves::FORMAT.name => rest.starts_with("X: ") || rest.starts_with("O: "),
            name if name == sgg::FORMAT.name => has_number && after.starts_with('\t'),
            name if name == bgroom::FORMAT.name => {
                has_number && (after.starts_with(". X: ") || after.starts_with(". 0: "))
            }
            name if name == javafibs::FORMAT.name => {
                let after = after.strip_prefix(':').filter(|_| has_number);
                let mut own = names().filter_map(|name| after?.strip_prefix(name));
                own.any(|after| after.starts_with(':'))
            }
            name if name == fibs::FORMAT.name => {
                let mut own = names().filter_map(|name| rest.strip_prefix(name)?.strip_prefix(' '));
                own.any(|after| VERBS.iter().any(|verb| after.starts_with(verb)))
            }
            _ if is_party => rest.starts_with("1 0 0 ") || rest.starts_with("2 0 0 "),
            _ => this.start as usize + at == place.start as usize,
        }
    };
    let end = if is_party { "#" } else { line_end(bench.source.text()) };
    let reading = |at: usize| {
        let before = text[..at].trim_end();
        let edit = Edit::insert(this.start + before.len() as u32, end);
        let what = if is_party { "an action" } else { "a line" };
        let message = format!("begin {what} with `{}`", text[at..].trim_end());
        (!before.is_empty()).then(|| Reading::new(Class::Spelling, 0.3, message, game, [edit]))
    };
    let begins = text.char_indices().map(|(at, _)| at).skip(1).filter(is_begin);
    begins.filter_map(reading).take(MOST_ENDS).collect()
}

/// Returns the readings that a word of a log, or the number of an operation of `JavaFIBS`, is misspelt.
fn misspelt(bench: &Bench<'_>, game: usize, place: Span) -> Vec<Reading> {
    let this = line(bench, place.start);
    let text = bench.source.slice(this);
    let reading = |word: &str, meant: &str, cost: f32| {
        let start = this.start as usize + word.as_ptr().addr() - text.as_ptr().addr();
        let edit = Edit::new(Span::new(start, start + word.len()), meant);
        Reading::new(Class::Spelling, cost, format!("read `{word}` as `{meant}`"), game, [edit])
    };
    // After the last action, nothing shows what a line means.
    let is_last = bench.entries(game).last().is_none_or(|last| last.span.end <= this.start);
    if bench.format.name == javafibs::FORMAT.name {
        let digits = text.split(':').next().unwrap_or_default();
        let others = OPERATIONS.iter().filter(|operation| **operation != digits);
        let of = |operation: &&str| {
            reading(digits, operation, 0.5).safe_if(!is_last && !LOOSE.contains(operation))
        };
        return others.map(of).collect();
    }
    if bench.format.name != fibs::FORMAT.name {
        return Vec::new();
    }
    let is_word = |word: &&str| word.len() > 1 && !word.contains(|c: char| c.is_ascii_digit());
    let words = text.split(' ').map(|word| word.trim_end_matches(['.', ',', ':'])).filter(is_word);
    let readings = |word: &&str| {
        let is_near = |slips: usize, meant: &str| slips > 0 && slips <= 2 && 2 * slips < meant.len() + 1;
        let near = VERBS.iter().chain(&WORDS).filter_map(|meant| {
            let slips = distance(word, meant);
            let reading = || reading(word, meant, 0.4 * slips as f32).safe_if(slips == 1 || !is_last);
            is_near(slips, meant).then(reading)
        });
        near.collect::<Vec<_>>()
    };
    words.skip(1).flat_map(|word| readings(&word)).collect()
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

/// Returns the reading that an action and the next one are swapped.
fn exchanged_with_next(bench: &Bench<'_>, game: usize, first: usize) -> Option<Reading> {
    let [upper, below] = bench.entries(game).get(first..first + 2)? else { return None };
    let [one, two] = [upper, below].map(|entry| bench.source.slice(entry.span));
    let message = format!("swap the actions `{one}` and `{two}`");
    let change = Change::Reorder { entries: first..first + 2, order: vec![first + 1, first] };
    (one != two).then(|| Reading::new(Class::Action, 0.9, message, game, [change]))
}

/// Returns the reading that a line and the one above are swapped.
fn exchanged_with_above(bench: &Bench<'_>, game: usize, at: u32) -> Option<Reading> {
    let (this, above) = (line(bench, at), line_above(bench, at)?);
    let [below, upper] = [this, above].map(|line| bench.source.slice(line));
    let is_filled = !below.trim().is_empty() && !upper.trim().is_empty() && below != upper;
    // Above the first action is the heading.
    let is_head = bench.record.games.get(game).is_none_or(|game| above.start < game.heading.end);
    let message = format!("swap the lines `{}` and `{}`", upper.trim(), below.trim());
    let end = line_end(bench.source.text());
    let edit = Edit::new(above.to(this), format!("{below}{end}{upper}"));
    (is_filled && !is_head).then(|| Reading::new(Class::Action, 0.9, message, game, [edit]))
}
