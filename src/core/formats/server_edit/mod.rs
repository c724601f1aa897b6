//! Changes of a server's record as edits: each action has a line of its own, or two for a turn, one of the dice and one
//! of the play. In `PartyGammon`'s record, signs stand between the actions.

mod server;

use super::changes::{Change, Text, Words, is_replaceable, place_of};
use super::words::lines;
use crate::board::{Place, Side};
use crate::diag::lines::{line_end, line_start, line_stop};
use crate::diag::{Edit, Span};
use crate::game::record::{Cell, Entry, Written};
use crate::rules::Leg;
use server::{Said, Server};
use std::ops::Range;

/// The owner of a log of FIBS.
const YOU: &str = "You";

/// Returns `true` if a format has a line or a sign for each action.
pub(super) fn is_server(format: &str) -> bool {
    Server::of(format).is_some()
}

/// Returns `true` if the plays of a side of a game are written in the opponent's numbering.
pub(super) fn is_upwards(text: &Text<'_>, format: &str, side: Side) -> bool {
    Server::of(format).is_some_and(|server| server.is_mirrored() && Game { text, server }.is_upwards(side))
}

/// Returns the edits for a change of actions. `None` for a format that isn't written like this.
pub(super) fn edits(text: &Text<'_>, format: &str, change: &Change) -> Option<Vec<Edit>> {
    let game = Game { text, server: Server::of(format)? };
    match change {
        Change::Dice { entry, digits } => game.dice(*entry, *digits),
        Change::Play { entry, legs } => game.play(*entry, legs),
        Change::Say { entry, words } => {
            let it = text.entry(*entry)?;
            let side = it.side?;
            let number = it.row.unwrap_or_else(|| game.number_after(game.before(*entry), side));
            Some(vec![Edit::new(game.unit(*entry)?, game.written(*entry, side, number, words)?)])
        }
        Change::OtherSide { entry } => game.with_side(*entry, !text.entry(*entry)?.side?),
        Change::OwnSide { entry } => game.with_side(*entry, text.entry(*entry)?.side?),
        Change::OtherSides { entries } => {
            let moved: Option<Vec<_>> =
                entries.clone().map(|entry| game.with_side(entry, !text.entry(entry)?.side?)).collect();
            Some(moved?.concat())
        }
        Change::Points { entry, points } => game.points(*entry, *points),
        Change::Remove { entries } => game.removed(entries),
        Change::Insert { before, cells } => game.inserted(*before, cells),
        Change::Reorder { entries, order } => game.reordered(entries, order),
        Change::RowNumber { entry } => {
            let number = game.number_after(game.before(*entry), text.entry(*entry)?.side?);
            game.renumbered(*entry, number)
        }
        _ => None,
    }
}

/// A game of a server's record.
struct Game<'t, 'a> {
    text: &'t Text<'a>,
    server: Server,
}

impl<'t> Game<'t, '_> {
    fn whole(&self) -> &'t str {
        self.text.source.text()
    }

    /// Returns the place of the lines of an entry, without the last line end, or of its text before its sign. `None` if
    /// it contains another entry or more lines than a turn has.
    fn unit(&self, entry: usize) -> Option<Span> {
        let it = self.text.entry(entry)?;
        let is_result = matches!(it.written, Written::Wins { .. });
        if self.server == Server::Party {
            return (!is_result).then_some(it.span);
        }
        let (mut start, mut end) = (it.span.start, it.span.end);
        if let Written::Turn { roll, cell } = &it.written {
            start = self.dice_above(it).unwrap_or(roll.span).start.min(start);
            end = place_of(roll, cell).end.max(end);
        }
        let span = Span { start: line_start(self.whole(), start), end: line_stop(self.whole(), end) };
        // In a log, a pass is in one line with the result.
        let is_own = |at: usize, other: &Entry| {
            at == entry + 1
                && it.written == Written::Pass
                && matches!(other.written, Written::Wins { .. })
                && self.server == Server::Log
        };
        let is_there = |other: &Entry| span.start <= other.span.start && other.span.start < span.end;
        let mut others = self.text.game.entries.iter().enumerate().filter(|(at, _)| *at != entry);
        let is_shared = others.any(|(at, other)| is_there(other) && !is_own(at, other));
        let count = lines(self.text.source.slice(span)).count();
        (!is_shared && count <= self.server.most_lines()).then_some(span)
    }

    /// Returns the place of the dice in the line above that of a play, as `GamesGrid` writes it.
    fn dice_above(&self, entry: &Entry) -> Option<Span> {
        if self.server != Server::GamesGrid {
            return None;
        }
        let start = line_start(self.whole(), entry.span.start) as usize;
        let before = &self.whole()[..start];
        let before =
            before.strip_suffix('\n').map_or(before, |before| before.strip_suffix('\r').unwrap_or(before));
        let above = line_start(before, before.len() as u32) as usize;
        let head = self.whole().get(start..entry.span.start as usize)?;
        let dice = before[above..].strip_prefix(head)?.trim_end();
        let at = above + head.len();
        let is_entry = |other: &Entry| (above..start).contains(&(other.span.start as usize));
        let is_dice = matches!(dice.as_bytes(), [b'0'..=b'9', b'0'..=b'9', b':']);
        (is_dice && !self.text.game.entries.iter().any(is_entry)).then(|| Span::new(at, at + 2))
    }

    /// Writes other dice, in `GamesGrid`'s record in both lines.
    fn dice(&self, entry: usize, digits: [u8; 2]) -> Option<Vec<Edit>> {
        let it = self.text.entry(entry)?;
        let Written::Turn { roll, .. } = &it.written else { return None };
        let was = self.text.source.slice(roll.span);
        if self.server == Server::Log {
            return dice_of_log(roll.span.start as usize, was, digits);
        }
        let [first, .., second] = was.as_bytes() else { return None };
        if [*first, *second] != roll.digits {
            return None;
        }
        let [first, second] = digits.map(char::from);
        let now = format!("{first}{}{second}", &was[1..was.len() - 1]);
        let mut places = vec![roll.span];
        places.extend(self.dice_above(it));
        let own = Span { start: it.span.start, end: it.span.start + 2 };
        let is_dice = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let has_dice = self.server == Server::GamesGrid && self.whole().get(own.range()).is_some_and(is_dice);
        places.extend(has_dice.then_some(own));
        Some(places.into_iter().map(|place| Edit::new(place, now.clone())).collect())
    }

    /// Writes another play in place of the text after the dice, or on a line of its own.
    fn play(&self, entry: usize, legs: &[Leg]) -> Option<Vec<Edit>> {
        let it = self.text.entry(entry)?;
        let Written::Turn { roll, cell } = &it.written else { return None };
        let side = it.side?;
        let play = self.legs(side, legs);
        let was = place_of(roll, cell);
        // What a board shows isn't written as a play.
        if !is_replaceable(cell) || self.text.source.slice(was).starts_with("board:") {
            return None;
        }
        let (whole, end) = (self.whole(), line_end(self.whole()));
        let (start, stop) = (line_start(whole, was.start), line_stop(whole, was.end));
        let is_dance = legs.is_empty() || matches!(cell, Cell::CannotMove(_));
        if !was.is_empty() && is_dance && self.server.has_line_for_dance() {
            let now = self.said(side, 0)?.play(&play);
            return Some(vec![Edit::new(Span { start, end: stop }, now)]);
        }
        if !was.is_empty() {
            return Some(vec![Edit::new(was, play)]);
        }
        let start = line_start(whole, it.span.start) as usize;
        let mut stop = line_stop(whole, it.span.end);
        let added = match self.server {
            Server::OldMoves | Server::Party | Server::BgRoom => {
                return Some(vec![Edit::insert(it.span.end, format!(" {play}"))]);
            }
            Server::GamesGrid => {
                let head = whole.get(start..it.span.start as usize)?;
                format!("{end}{head}{}: {play}", String::from_utf8_lossy(&roll.digits))
            }
            Server::TrueMoneyGames => {
                let line = whole.get(start..stop as usize)?;
                let number = line.trim_start().split(' ').next()?;
                let blanks = &line[..line.len() - line.trim_start().len()];
                format!("{end}{blanks}{number} 4 {play}")
            }
            Server::Log | Server::JavaFibs => {
                let below = whole[stop as usize..].trim_start_matches(['\r', '\n']);
                let next = lines(below).next().unwrap_or_default();
                if self.server == Server::Log && next.ends_with(" the first move.") {
                    stop = (next.as_ptr().addr() - whole.as_ptr().addr() + next.len()) as u32;
                }
                format!("{end}{}", self.said(side, 0)?.play(&play))
            }
        };
        Some(vec![Edit::insert(stop, added)])
    }

    /// Returns legs as the server writes them.
    fn legs(&self, side: Side, legs: &[Leg]) -> String {
        let (none, tie, between) = self.server.legs();
        if legs.is_empty() {
            return none.to_owned();
        }
        let is_upwards = self.server.is_mirrored() && self.is_upwards(side);
        let place = |place: Place| match place {
            Place::Point(point) if is_upwards => point.opposite().to_string(),
            place => place.to_string(),
        };
        let leg = |leg: &Leg| {
            let hit = if leg.hit { "*" } else { "" };
            format!("{}{tie}{}{hit}", place(leg.from), place(leg.to))
        };
        legs.iter().map(leg).collect::<Vec<_>>().join(between)
    }

    /// Returns `true` if the points of a side are written in the opponent's numbering: a play shows it.
    fn is_upwards(&self, side: Side) -> bool {
        let shown = |entry: &Entry| {
            let leg = entry.written.play()?.legs().next()?;
            let Place::Point(from) = leg.leg.from else { return None };
            let text = self.text.source.slice(leg.span);
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let is_mirrored = text[..digits].parse::<u8>().ok()? != from.number();
            Some(is_mirrored == (entry.side? == side))
        };
        self.text.game.entries.iter().find_map(shown).unwrap_or(side == Side::One)
    }

    /// Returns what stands for a side: a letter, a digit, a name or `You`.
    fn who(&self, side: Side) -> Option<&'t str> {
        let is_zero = side == Side::Zero;
        let begins = |entry: &Entry, with: &str| self.text.source.slice(entry.span).starts_with(with);
        let entries = &self.text.game.entries;
        Some(match self.server {
            Server::OldMoves => {
                let is_x =
                    |entry: &Entry| Some((begins(entry, "X") || begins(entry, "x")) == (entry.side? == side));
                if entries.iter().find_map(is_x).unwrap_or(is_zero) { "X" } else { "O" }
            }
            Server::BgRoom if is_zero => "X",
            Server::BgRoom => "0",
            Server::Party if is_zero => "1",
            Server::Party => "2",
            Server::JavaFibs if !is_zero => YOU,
            // An opening roll may name the opponent first.
            Server::Log if !is_zero => {
                let is_you = |entry: &Entry| entry.side == Some(side) && begins(entry, "You ");
                if entries.iter().any(is_you) { YOU } else { self.text.game.name(side)? }
            }
            _ => self.text.game.name(side)?,
        })
    }

    fn said(&self, side: Side, number: u32) -> Option<Said<'t>> {
        let (who, opponent) = (self.who(side)?, self.who(!side)?);
        Some(Said { server: self.server, side, who, opponent, number })
    }

    /// Returns the side and the number of the last row before an entry.
    fn before(&self, entry: usize) -> Option<(Side, u32)> {
        let before = self.text.game.entries.get(..entry)?;
        before.iter().rev().find_map(|entry| Some((entry.side?, entry.row?)))
    }

    /// Returns the number of a side's action after a row. Each side acts once in a row, the first one first, unless
    /// each action has its number.
    fn number_after(&self, before: Option<(Side, u32)>, side: Side) -> u32 {
        match before {
            None => 1,
            Some((last, number)) if last == side || side == Side::Zero || self.server.numbers_actions() => {
                number.saturating_add(1)
            }
            Some((_, number)) => number,
        }
    }

    /// Returns the lines of an action before an entry, without the last line end.
    fn written(&self, before: usize, side: Side, number: u32, words: &Words) -> Option<String> {
        let said = self.said(side, number)?;
        let entries = self.text.game.entries.get(..before)?;
        let count = |of: fn(&Entry) -> bool| entries.iter().filter(|entry| of(entry)).count();
        Some(match words {
            Words::Turn { digits, legs } => {
                let is_first = count(|entry| matches!(entry.written, Written::Turn { .. })) == 0;
                let lines = said.turn(*digits, &self.legs(side, legs), is_first);
                lines.join(line_end(self.whole()))
            }
            Words::Double(value) => said.double(*value),
            Words::Take => said.take(),
            Words::Pass => said.pass(1 << count(|entry| entry.written == Written::Take).min(15)),
            Words::Wins { points, .. } => said.wins(*points, self.text.game.name(side)?)?,
        })
    }

    /// Gives each line of an entry to a side.
    fn with_side(&self, entry: usize, side: Side) -> Option<Vec<Edit>> {
        let span = self.unit(entry)?;
        let mut at = span.start as usize;
        let mut edits = Vec::new();
        for line in self.text.source.slice(span).split_inclusive(['\n', '\r']) {
            if !line.trim().is_empty() && !line.starts_with("board:") {
                edits.extend(self.line_with_side(at, line, side)?);
            }
            at += line.len();
        }
        Some(edits)
    }

    /// Gives a line, which begins at a place, to a side.
    fn line_with_side(&self, at: usize, line: &str, side: Side) -> Option<Vec<Edit>> {
        let begin = at + line.len() - line.trim_start().len();
        let part = |start: usize, len: usize, now: &str| Edit::new(Span::new(start, start + len), now);
        let (now, other) = (self.who(side)?, self.who(!side)?);
        match self.server {
            Server::OldMoves | Server::Party => Some(vec![part(begin, 1, now)]),
            Server::BgRoom => Some(vec![part(at + line.find(". ")? + 2, 1, now)]),
            Server::JavaFibs => {
                let start = line.find(':')? + 1;
                let len = line[start..].find(':')?;
                Some(vec![part(at + start, len, now)])
            }
            Server::Log => {
                let (name, rest) = line.trim().split_once(' ')?;
                if name == now {
                    return Some(Vec::new());
                }
                let (verb, _) = rest.split_once([' ', '.']).filter(|_| name == other)?;
                let (is_opening, is_result) = (verb == "rolled", verb == "gives");
                let mut edits = vec![part(begin, name.len(), now)];
                let verb_end = begin + name.len() + 1 + verb.len();
                if now == YOU && verb.ends_with('s') {
                    edits.push(part(verb_end - 1, 1, ""));
                } else if other == YOU && verb != "can't" {
                    edits.push(part(verb_end, 0, "s"));
                }
                (!is_opening && !is_result).then_some(edits)
            }
            Server::GamesGrid => {
                let Some(tab) = line.find('\t') else {
                    let rest = line.trim_start().strip_prefix(other);
                    let is_other = rest.is_some_and(|rest| rest.starts_with(' '));
                    return is_other.then(|| vec![part(begin, other.len(), now)]);
                };
                let tabs = line[tab..].bytes().take_while(|byte| *byte == b'\t').count();
                Some(vec![part(at + tab, tabs, if side == Side::Zero { "\t" } else { "\t\t" })])
            }
            Server::TrueMoneyGames => {
                let minus = usize::from(line.trim_start().starts_with('-'));
                let mut edits = vec![part(begin, minus, if side == Side::Zero { "" } else { "-" })];
                if let Some(found) = line.find(&format!(" {other} wins ")).filter(|_| !other.is_empty()) {
                    edits.push(part(at + found + 1, other.len(), now));
                }
                Some(edits)
            }
        }
    }

    /// Writes other points of a result that the score after the game shows.
    fn points(&self, entry: usize, points: u32) -> Option<Vec<Edit>> {
        let Written::Wins { points: Some(was), .. } = &self.text.entry(entry)?.written else { return None };
        let score: u32 = self.text.source.slice(was.span).parse().ok()?;
        let now = score.checked_sub(was.value)?.checked_add(points)?;
        (self.server == Server::Party).then(|| vec![Edit::new(was.span, now.to_string())])
    }

    /// Gives the lines of an entry a number.
    fn renumbered(&self, entry: usize, number: u32) -> Option<Vec<Edit>> {
        let span = self.unit(entry)?;
        let mut at = span.start as usize;
        let mut edits = Vec::new();
        for line in self.text.source.slice(span).split_inclusive(['\n', '\r']) {
            let digits = line.trim_start().trim_start_matches('-');
            let start = at + line.len() - digits.len();
            let len = digits.bytes().take_while(u8::is_ascii_digit).count();
            if len > 0 {
                edits.push(Edit::new(Span::new(start, start + len), number.to_string()));
            }
            at += line.len();
        }
        Some(edits)
    }

    /// Numbers the actions from an entry on, up to the first one that has its number.
    fn renumbered_from(&self, entry: usize, number: u32) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        if !self.server.numbers_actions() {
            return Some(edits);
        }
        let rest = self.text.game.entries.iter().enumerate().skip(entry);
        for ((entry, it), number) in rest.zip(number..) {
            if it.row == Some(number) {
                break;
            }
            edits.extend(self.renumbered(entry, number)?);
        }
        Some(edits)
    }

    /// Deletes the lines of entries.
    fn removed(&self, entries: &Range<usize>) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        for entry in entries.clone() {
            let Span { start, end } = self.unit(entry)?;
            let rest = &self.whole()[end as usize..];
            let line_end = match rest.as_bytes() {
                [b'\r', b'\n', ..] if self.server != Server::Party => 2,
                [b'\r' | b'\n', ..] if self.server != Server::Party => 1,
                [b'#', ..] if self.server == Server::Party => 1,
                _ => 0,
            };
            edits.push(Edit::delete(Span { start, end: end + line_end }));
        }
        let number = self.before(entries.start).map_or(1, |(_, number)| number.saturating_add(1));
        edits.extend(self.renumbered_from(entries.end, number)?);
        Some(edits)
    }

    /// Writes actions on lines of their own before an entry, or at the end of the game.
    fn inserted(&self, before: usize, cells: &[(Side, Words)]) -> Option<Vec<Edit>> {
        let mut last = self.before(before);
        let mut written = Vec::new();
        let pass = cells.iter().any(|(_, words)| *words == Words::Pass);
        for (side, words) in cells {
            // In a log, the pass states the result.
            if pass && matches!(words, Words::Wins { .. }) && self.server == Server::Log {
                continue;
            }
            let number = self.number_after(last, *side);
            written.push(self.written(before, *side, number, words)?);
            last = Some((*side, number));
        }
        let entries = &self.text.game.entries;
        if self.server == Server::Party {
            let next = entries.get(before).filter(|it| !matches!(it.written, Written::Wins { .. }));
            let at = if let Some(next) = next {
                next.span.start
            } else {
                let end = entries.get(before.checked_sub(1)?)?.span.end;
                end + u32::from(self.whole()[end as usize..].starts_with('#'))
            };
            return Some(vec![Edit::insert(at, written.join("#") + "#")]);
        }
        let end = line_end(self.whole());
        if before < entries.len() {
            let mut edits = vec![Edit::insert(self.unit(before)?.start, written.join(end) + end)];
            edits.extend(self.renumbered_from(before, last?.1.saturating_add(1))?);
            return Some(edits);
        }
        let at = line_stop(self.whole(), entries.last()?.span.end);
        Some(vec![Edit::insert(at, format!("{end}{}", written.join(end)))])
    }

    /// Writes entries in another order, with the numbers that are due.
    fn reordered(&self, entries: &Range<usize>, order: &[usize]) -> Option<Vec<Edit>> {
        if entries.len() != order.len() {
            return None;
        }
        let mut last = self.before(entries.start);
        let mut edits = Vec::new();
        for (to, from) in entries.clone().zip(order) {
            let it = self.text.entry(*from)?;
            let number = self.number_after(last, it.side?);
            let place = self.unit(*from)?;
            let mut now = self.text.source.slice(place).to_owned();
            if it.row.is_some() {
                last = Some((it.side?, number));
                let mut digits = self.renumbered(*from, number)?;
                digits.sort();
                for Edit { span, replacement } in digits.into_iter().rev() {
                    let at = span.start - place.start..span.end - place.start;
                    now.replace_range(at.start as usize..at.end as usize, &replacement);
                }
            }
            edits.push(Edit::new(self.unit(to)?, now));
        }
        Some(edits)
    }
}

/// Writes other dice in a line of a log, which begins at a place: `bob rolls 5 and 2.`, or in that of an opening roll,
/// in which the higher die is the first player's.
fn dice_of_log(at: usize, line: &str, digits: [u8; 2]) -> Option<Vec<Edit>> {
    const OPENING: &str = " rolled ";
    const AND: &str = " and ";
    let (places, digits) = if let Some(first) = line.find(OPENING) {
        let places = [first, line.rfind(OPENING)?].map(|place| place + OPENING.len());
        let [one, other] = [line.as_bytes().get(places[0])?, line.as_bytes().get(places[1])?];
        let (low, high) = (digits[0].min(digits[1]), digits[0].max(digits[1]));
        if one == other || low == high {
            return None;
        }
        (places, if one > other { [high, low] } else { [low, high] })
    } else {
        let and = line.rfind(AND)?;
        ([and.checked_sub(1)?, and + AND.len()], digits)
    };
    let is_digit = |place: &usize| line.as_bytes().get(*place).is_some_and(u8::is_ascii_digit);
    let edits = places.iter().zip(digits).map(|(place, digit)| {
        Edit::new(Span::new(at + place, at + place + 1), char::from(digit).to_string())
    });
    places.iter().all(is_digit).then(|| edits.collect())
}
