//! Readings of damaged lines of match text: a slip in the number of a row, a result in other words, a wrong header, a
//! score that is no number, lines that are broken in two or joined.

use super::actions::entry_at;
use super::bench::Bench;
use super::reading::{Class, Reading};
use super::scores::Meant;
use crate::board::Side;
use crate::diag::count::many;
use crate::diag::lines::{line_end, line_start, line_stop};
use crate::diag::{Code, Diagnostic, Edit, Span, distance};
use crate::formats::{fibs, gam, javafibs, markup, mat, oldmoves, sgg, snowie, tmg};
use crate::game::record::{Entry, GameRecord, Header, Written, headers};
use crate::rules::Variant;

/// The column of right cells if no row shows one.
const RIGHT: usize = 33;
/// The column of a left player's result on a line of its own.
const LEFT_RESULT: usize = 6;
/// The column of right names if no line shows one.
const RIGHT_NAME: usize = 32;
/// The fewest blanks between two names.
const GAP: usize = 3;

/// Returns the reading of a damaged line that the finding alone shows.
pub(super) fn readings(bench: &Bench<'_>, finding: &Diagnostic) -> Option<Reading> {
    let of_servers =
        [oldmoves::FORMAT.name, fibs::FORMAT.name, javafibs::FORMAT.name, tmg::FORMAT.name, sgg::FORMAT.name];
    if finding.code == Code::RecordSyntax && of_servers.contains(&bench.format.name) {
        return continued(bench, finding.primary.span);
    }
    if finding.code == Code::RecordUnknown && bench.format.name == tmg::FORMAT.name {
        return colon(bench, finding.primary.span);
    }
    if ![mat::FORMAT.name, gam::FORMAT.name, snowie::FORMAT.name].contains(&bench.format.name) {
        return None;
    }
    let span = finding.primary.span;
    match finding.code {
        Code::MatRowNumber => number(bench, span),
        Code::MatGameNumber => number_below(bench, span),
        Code::MatCellUnreadable => {
            result(bench, span).or_else(|| apart(bench, span)).or_else(|| unnamed(bench, span))
        }
        Code::MatTextAfterRow => result(bench, span).or_else(|| own_line(bench, span)),
        Code::MatRowUnreadable => continued(bench, span),
        Code::MatPlayBracket => bracket(bench, span),
        Code::MatColumn => joined(bench, span),
        Code::MatScoreLine => names(bench, span).or_else(|| score(bench, span)).or_else(|| sign(bench, span)),
        Code::HeaderInvalid => header(bench, span),
        _ => None,
    }
}

/// Returns the reading as plain text, for a finding that something was added to the whole text: its reader has the edits.
pub(super) fn plain_text(finding: &Diagnostic) -> Option<Reading> {
    let fix = finding.fixes.first().filter(|_| markup::is_said(&finding.message))?;
    Some(Reading::new(Class::WholeText, 0.2, fix.message.clone(), 0, fix.edits.clone()))
}

/// Returns a reading of the spelling.
fn spelling(game: usize, message: impl Into<String>, edit: Edit) -> Reading {
    Reading::new(Class::Spelling, 0.2, message, game, [edit])
}

/// Returns the reading for a bracket of a play that lacks the other one: `24/15)`, `13/11(2`.
fn bracket(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let game = bench.game_at(span.start)?;
    let written = bench.source.slice(span);
    let (message, edit) = if written == ")" {
        (format!("delete `{written}`"), Edit::delete(span))
    } else {
        (format!("write `{written})` for `{written}`"), Edit::insert(span.end, ")"))
    };
    Some(spelling(game, message, edit))
}

/// Returns the reading for a row's number, the one that is due, with a slip in it or in its bracket: `l9)`, `20.`, `9`,
/// `1)5`, `> 4)`, `[12:01] 4)`.
fn number(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let (game, entry) = entry_at(bench, span)?;
    let entries = bench.entries(game);
    let number = entries[entry].row?;
    let before = entries[..entry].iter().rev().find_map(|entry| entry.row).unwrap_or(0);
    let written = bench.source.slice(span);
    let after = bench.source.after(span.end);
    let is_sound = written.bytes().all(|byte| byte.is_ascii_digit()) && after.starts_with(')');
    if is_sound || before.checked_add(1) != Some(number) {
        return None;
    }
    if mat::is_sign(written) || mat::time(written.as_bytes()) == Some(written.len()) {
        let blank = u32::from(after.starts_with(' '));
        let edit = Edit::delete(Span { end: span.end + blank, ..span });
        return Some(spelling(game, format!("delete `{written}`"), edit));
    }
    let message = format!("write `{number})` for `{written}`");
    Some(spelling(game, message, Edit::new(span, format!("{number})"))))
}

/// Returns the reading that the number of a heading is on the line below, before the names.
fn number_below(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let game = bench.game_at(span.start)?;
    let this = &bench.record.games[game];
    let number = this.number.filter(|number| this.heading == span && span.end < number.span.start)?;
    let after = bench.source.after(span.end);
    let blanks = after.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count() as u32;
    let place = Span { end: span.end + blanks, start: span.end };
    let edits = [Edit::new(place, format!(" {}", number.value)), Edit::delete(number.span)];
    let message = format!("write the number {} after `{}`", number.value, bench.source.slice(span));
    Some(Reading::new(Class::Spelling, 0.2, message, game, edits))
}

/// Returns the reading for a result with a slip in its words, or in other words: `Wlns 3 points`, `Gewinnt 16 Punkte`,
/// `Wins one point`, `Wins 3 poits`, `Wins 3xpoints`.
fn result(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let game = bench.game_at(span.start)?;
    let entry = bench.entries(game).iter().find(|entry| entry.span.holds(span))?;
    let Written::Wins { points: Some(points), and_match } = &entry.written else { return None };
    let written = bench.source.slice(span);
    let mut blank = "";
    let words = if points.span == span {
        points.value.to_string()
    } else if entry.span == span {
        let and_match = if and_match.is_some() { " and the match" } else { "" };
        format!("Wins {}{and_match}", many(points.value.into(), "point"))
    } else {
        let lower = written.to_lowercase();
        let is_short = ["pt", "pts"].contains(&lower.trim_end_matches('.'));
        if !is_short && ["point", "points"].iter().all(|word| distance(&lower, word) > 2) {
            return None;
        }
        let is_glued = bench.source.before(span.start).ends_with(char::is_alphanumeric);
        blank = if is_glued { " " } else { "" };
        let word = if points.value == 1 { "point" } else { "points" };
        word.to_owned()
    };
    let message = format!("write `{words}` for `{written}`");
    Some(spelling(game, message, Edit::new(span, format!("{blank}{words}"))))
}

/// Returns the reading for a header that the games contradict.
fn header(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let is_here = |header: &&Header| header.value.span == span;
    let header = bench.record.headers.iter().find(is_here)?;
    let (key, value) = (header.key.value.as_str(), header.value.value.trim());
    if key.eq_ignore_ascii_case(headers::VARIATION) {
        let is_known = value.parse::<Variant>().is_ok();
        let message = format!("write `Backgammon` for `{value}`");
        return is_known.then(|| spelling(0, message, Edit::new(span, "Backgammon")));
    }
    if !key.eq_ignore_ascii_case(headers::CUBE_LIMIT) || value.parse::<u32>().is_err() {
        return None;
    }
    let text = bench.source.text();
    let line = line_start(text, span.start);
    let rest = bench.source.after(span.end);
    let end = rest.find(['\n', '\r'])?;
    let end = end + if rest[end..].starts_with("\r\n") { 2 } else { 1 };
    let edit = Edit::delete(Span { start: line, end: span.end + end as u32 });
    Some(spelling(0, format!("delete the header `{key}`"), edit))
}

/// Returns the number of columns from the beginning of the line to a place.
fn column(text: &str, at: u32) -> usize {
    text.get(line_start(text, at) as usize..at as usize).map_or(0, |line| line.chars().count())
}

/// Returns blanks from the end of a text to the right cell `entry`, in the column of other right cells of the game.
/// Words begin one column further to the right than dice.
fn blanks_before(bench: &Bench<'_>, game: usize, end: u32, entry: &Entry) -> String {
    let text = bench.source.text();
    let shift = |entry: &Entry| usize::from(!matches!(entry.written, Written::Turn { .. }));
    let entries = bench.entries(game);
    let is_beside = |pair: &&[Entry]| {
        let [left, right] = pair else { return false };
        left.side == Some(Side::Zero)
            && right.side == Some(Side::One)
            && left.row.is_some()
            && left.row == right.row
            && ![&left.written, &right.written].contains(&&Written::Empty)
            && bench.source.after(left.span.end).starts_with("  ")
    };
    let column_of = |pair: &[Entry]| column(text, pair[1].span.start).saturating_sub(shift(&pair[1]));
    let shown = entries.windows(2).find(is_beside).map(column_of);
    let wanted = shown.unwrap_or(RIGHT) + shift(entry);
    " ".repeat(wanted.saturating_sub(column(text, end)).max(2))
}

/// Returns the reading that a right cell stands on a line of its own, below its row, for a finding about the row.
fn joined(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let text = bench.source.text();
    let (game, entry) = entry_at(bench, span)?;
    let cell = bench.entries(game)[entry..].iter().find(|entry| entry.written != Written::Empty)?;
    let start = line_start(text, cell.span.start);
    let above = text[..start as usize].trim_end();
    let (end, indent) = (above.len() as u32, bench.source.slice(Span { start, end: cell.span.start }));
    let is_row = line_start(text, span.start) == line_start(text, end);
    if cell.row.is_some() || !is_row || !indent.trim().is_empty() {
        return None;
    }
    let words = bench.source.slice(cell.span).trim();
    let message = format!("write `{words}` in the row above");
    let blanks = blanks_before(bench, game, end, cell);
    Some(spelling(game, message, Edit::new(Span { start: end, end: cell.span.start }, blanks)))
}

/// Returns the reading that inserts blanks between two cells: `6/531: 8/5`.
fn apart(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let game = bench.game_at(span.start)?;
    let is_glued = !bench.source.before(span.start).ends_with(char::is_whitespace);
    let is_here = |entry: &&Entry| {
        let is_turn = matches!(entry.written, Written::Turn { .. });
        entry.side == Some(Side::One) && entry.span.start == span.start && is_turn
    };
    let entry = bench.entries(game).iter().find(is_here).filter(|_| is_glued)?;
    let message = format!("insert blanks before `{}`", bench.source.slice(span));
    let blanks = blanks_before(bench, game, span.start, entry);
    Some(spelling(game, message, Edit::insert(span.start, blanks)))
}

/// Returns the reading that a row which is joined to the one before it begins on a line of its own.
fn own_line(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let game = bench.game_at(span.start)?;
    let text = bench.source.text();
    let digits = bench.source.slice(span).strip_suffix(')')?;
    let number = digits.parse::<u32>().ok()?;
    let line = bench.source.slice(Span { start: line_start(text, span.start), end: span.start });
    let blanks = line.find(')')?.saturating_sub(digits.len());
    let start = span.start - (line.len() - line.trim_end().len()) as u32;
    let edit =
        Edit::new(Span { start, end: span.start }, format!("{}{}", line_end(text), " ".repeat(blanks)));
    Some(spelling(game, format!("begin row {number} on a line of its own"), edit))
}

/// Returns the reading that another sign stands in place of the colon of a heading: `Game 2; 1-0`.
fn colon(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let game = bench.game_at(span.start)?;
    let heading = bench.record.games[game].heading;
    let message = format!("write `:` for `{}`", bench.source.slice(span));
    let is_sign = span.len() == 1 && heading.start < span.start && span.end <= heading.end;
    is_sign.then(|| spelling(game, message, Edit::new(span, ":")))
}

/// Returns the reading that a result stands after the name of the winner: `Bob wins 2 points`.
fn unnamed(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let game = bench.game_at(span.start)?;
    let text = bench.source.text();
    let is_next = |entry: &&Entry| {
        let between = text.get(span.end as usize..entry.span.start as usize);
        matches!(entry.written, Written::Wins { .. })
            && between.is_some_and(|between| between.bytes().all(|byte| matches!(byte, b' ' | b'\t')))
    };
    let entry = bench.entries(game).iter().find(is_next).filter(|entry| entry.row.is_none())?;
    let side = entry.side?;
    if !bench.record.games[game].name(side)?.eq_ignore_ascii_case(bench.source.slice(span)) {
        return None;
    }
    let start = line_start(text, span.start);
    let column = if side == Side::Zero { LEFT_RESULT } else { RIGHT + 1 };
    let message = format!("write `{}` without the name", bench.source.slice(entry.span));
    let edit = Edit::new(Span { start, end: entry.span.start }, " ".repeat(column));
    Some(spelling(game, message, edit))
}

/// Returns the reading that a line continues a play of the row above it.
fn continued(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let game = bench.game_at(span.start)?;
    let holds = |entry: &Entry| entry.span.start < span.start && span.start < entry.span.end;
    if !bench.entries(game).iter().any(holds) {
        return None;
    }
    let text = bench.source.text();
    let start = bench.source.before(span.start).trim_end().len() as u32;
    if line_start(text, start) == line_start(text, span.start) {
        return None;
    }
    let is_within_step = bench.source.slice(span).starts_with(['*', '/']);
    let edit = Edit::new(Span { start, end: span.start }, if is_within_step { "" } else { " " });
    Some(spelling(game, "join the two lines", edit))
}

/// Returns the reading for names and scores beside the heading, or on two lines.
fn names(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let game = bench.game_at(span.start)?;
    let text = bench.source.text();
    let start = line_start(text, span.start);
    let this = &bench.record.games[game];
    let [Some(zero), Some(one)] = &this.players.0 else { return None };
    if this.number.is_some() && start <= this.heading.start && this.heading.end < span.start {
        let indent = bench.source.slice(Span { start, end: this.heading.start });
        // A mark of the Crawford game stays with the heading.
        let end = bench.source.before(span.start).trim_end().len() as u32;
        let edit = Edit::new(
            Span { start: end, end: span.start },
            format!("{}{}", line_end(text), if indent.trim().is_empty() { indent } else { "" }),
        );
        return Some(spelling(game, "write the names and scores on the line below", edit));
    }
    let end = text[..start as usize].trim_end().len() as u32;
    let left = zero.name.span.start;
    let is_broken = left < start && start < one.score?.span.end;
    if !is_broken || line_start(text, left) != line_start(text, end) {
        return None;
    }
    let blanks = if one.name.span.start == span.start { name_gap(bench, end) } else { " ".to_owned() };
    let edit = Edit::new(Span { start: end, end: span.start }, blanks);
    Some(spelling(game, "write the two players on one line", edit))
}

/// Returns blanks from the end of a text to a right name, in the column of other right names.
fn name_gap(bench: &Bench<'_>, end: u32) -> String {
    let text = bench.source.text();
    let right = |game: &GameRecord| {
        let [Some(zero), Some(one)] = &game.players.0 else { return None };
        let [left, right] = [zero, one].map(|player| player.name.span.start);
        (line_start(text, left) == line_start(text, right)).then(|| column(text, right))
    };
    let wanted = bench.record.games.iter().find_map(right).unwrap_or(RIGHT_NAME);
    " ".repeat(wanted.saturating_sub(column(text, end)).max(GAP))
}

/// Returns the reading that a sign or a word between the players stands for blanks: `Ann: 0 - Bob: 0`. It may be a part of
/// a name, unless another game has the names without it.
fn sign(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let game = bench.game_at(span.start)?;
    let [Some(zero), Some(one)] = &bench.record.games[game].players.0 else { return None };
    let place = Span { start: zero.score?.span.end, end: one.name.span.start };
    let is_between = place.start <= span.start && span.end <= place.end;
    let message = format!("write blanks for `{}`", bench.source.slice(span));
    let is_known = |other: &GameRecord| {
        let [Some(left), Some(right)] = &other.players.0 else { return false };
        let gap = left.score.map(|score| Span { start: score.span.end, end: right.name.span.start });
        let gap = gap.and_then(|gap| bench.source.text().get(gap.range()));
        let has_names = [&left.name.value, &right.name.value] == [&zero.name.value, &one.name.value];
        has_names && gap.is_some_and(|gap| gap.trim().is_empty())
    };
    is_between.then(|| {
        let reading = spelling(game, message, Edit::new(place, name_gap(bench, place.start)));
        reading.safe_if(bench.record.games.iter().any(is_known))
    })
}

/// Returns the reading for a score that is missing or no number: `Ann : O`, `Ann : 12/7`, `Ann :`.
fn score(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let game = bench.game_at(span.start)?;
    let [Some(zero), Some(one)] = &bench.record.games[game].players.0 else { return None };
    let (side, player, other) =
        if zero.score.is_none() { (Side::Zero, zero, one) } else { (Side::One, one, zero) };
    other.score.filter(|_| player.score.is_none())?;
    let text = bench.source.text();
    let start = player.name.span.start as usize;
    let stop = line_stop(text, player.name.span.start) as usize;
    let next = other.name.span.start as usize;
    let stop = if (start..stop).contains(&next) { next } else { stop };
    let half = text.get(start..stop)?;
    let (name, after) = half.rsplit_once(':')?;
    let token = after.trim();
    if token.contains(char::is_whitespace) {
        return None;
    }
    let meant = Meant::of(token, bench.score_due(game).map(|due| due[side]))?;
    let points = meant.points;
    let name = name.trim();
    let message = match token {
        "" => format!("write the score {points} of {name}"),
        _ => format!("write the score {points} of {name}, not `{token}`"),
    };
    let from = (start + half.len() - after.len()) as u32;
    let len = if token.is_empty() { usize::from(after.starts_with(' ')) } else { after.trim_end().len() };
    let edit = Edit::new(Span { start: from, end: from + len as u32 }, format!(" {points}"));
    Some(meant.reading(spelling(game, message, edit)))
}
