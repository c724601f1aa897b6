//! Changes of a server's record as edits: each action has a line of its own, or two for a turn, one of the dice and one
//! of the play.

use super::changes::{Change, Text, Words, is_replaceable, place_of};
use super::words::lines;
use crate::board::{Place, Side};
use crate::diag::count::many;
use crate::diag::lines::{line_end, line_start, line_stop};
use crate::diag::{Edit, Span};
use crate::game::record::{Entry, Written};
use crate::rules::Leg;

/// The notation of a server.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Server {
    /// `GamesGrid`: `3<tab>64: 24/18, 18/14`.
    GamesGrid,
    /// `TrueMoneyGames`: ` -3 4 24/18 18/14`.
    TrueMoneyGames,
    /// FIBS: `O: (6 4) 1-7 7-11`.
    Fibs,
}

/// Returns the edits for a change of actions. `None` for a format that isn't written like this.
pub(super) fn edits(text: &Text<'_>, format: &str, change: &Change) -> Option<Vec<Edit>> {
    let server = match format {
        "sgg" => Server::GamesGrid,
        "tmg" => Server::TrueMoneyGames,
        "oldmoves" => Server::Fibs,
        _ => return None,
    };
    let game = Game { text, server };
    match change {
        Change::Dice { entry, digits } => game.dice(*entry, *digits),
        Change::Play { entry, legs } => game.play(*entry, legs),
        Change::Say { entry, words } => {
            let it = text.entry(*entry)?;
            let side = it.side?;
            let number = it.row.unwrap_or_else(|| number_after(game.before(*entry), side));
            Some(vec![Edit::new(game.lines(*entry)?, game.written(side, number, words)?)])
        }
        Change::OtherSide { entry } => game.with_side(*entry, !text.entry(*entry)?.side?),
        Change::OwnSide { entry } => game.with_side(*entry, text.entry(*entry)?.side?),
        Change::OtherSides { entries } => {
            let moved: Option<Vec<_>> =
                entries.clone().map(|entry| game.with_side(entry, !text.entry(entry)?.side?)).collect();
            Some(moved?.concat())
        }
        Change::Remove { entries } => entries.clone().map(|entry| game.removed(entry)).collect(),
        Change::Insert { before, cells } => game.inserted(*before, cells),
        Change::RowNumber { entry } => game.renumbered(*entry),
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

    /// Returns the place of the lines of an entry, without the last line end. `None` if they contain another entry or
    /// are more than two.
    fn lines(&self, entry: usize) -> Option<Span> {
        let it = self.text.entry(entry)?;
        let (mut start, mut end) = (it.span.start, it.span.end);
        if let Written::Turn { roll, cell } = &it.written {
            start = self.dice_above(it).unwrap_or(roll.span).start.min(start);
            end = place_of(roll, cell).end.max(end);
        }
        let span = Span { start: line_start(self.whole(), start), end: line_stop(self.whole(), end) };
        let is_there = |other: &Entry| span.start <= other.span.start && other.span.start < span.end;
        let is_shared =
            self.text.game.entries.iter().enumerate().any(|(at, other)| at != entry && is_there(other));
        (!is_shared && lines(self.text.source.slice(span)).count() <= 2).then_some(span)
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
        let play = self.legs(it.side?, legs);
        let was = place_of(roll, cell);
        if !is_replaceable(cell) {
            return None;
        }
        if !was.is_empty() {
            return Some(vec![Edit::new(was, play)]);
        }
        let (whole, end) = (self.whole(), line_end(self.whole()));
        let start = line_start(whole, it.span.start) as usize;
        let stop = line_stop(whole, it.span.end);
        let added = match self.server {
            Server::Fibs => return Some(vec![Edit::insert(it.span.end, format!(" {play}"))]),
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
        };
        Some(vec![Edit::insert(stop, added)])
    }

    /// Returns legs as the server writes them.
    fn legs(&self, side: Side, legs: &[Leg]) -> String {
        let (none, tie, between) = match self.server {
            Server::GamesGrid => ("O-O", '/', ", "),
            Server::TrueMoneyGames => ("0/0", '/', " "),
            Server::Fibs => ("can't move", '-', " "),
        };
        if legs.is_empty() {
            return none.to_owned();
        }
        let is_upwards = self.server == Server::Fibs && self.is_upwards(side);
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

    /// Returns the letter of a side.
    fn letter(&self, side: Side) -> &'static str {
        let is_x = |entry: &Entry| {
            let text = self.text.source.slice(entry.span);
            Some(text.starts_with(['X', 'x']) == (entry.side? == side))
        };
        let is_x = self.text.game.entries.iter().find_map(is_x).unwrap_or(side == Side::Zero);
        if is_x { "X" } else { "O" }
    }

    /// Returns the side and the number of the last row before an entry.
    fn before(&self, entry: usize) -> Option<(Side, u32)> {
        let before = self.text.game.entries.get(..entry)?;
        before.iter().rev().find_map(|entry| Some((entry.side?, entry.row?)))
    }

    /// Returns the lines of an action, without the last line end.
    fn written(&self, side: Side, number: u32, words: &Words) -> Option<String> {
        let end = line_end(self.whole());
        let sign = if side == Side::Zero { "" } else { "-" };
        let tabs = if side == Side::Zero { "\t" } else { "\t\t" };
        let action = |kind: u32, words: &str| match self.server {
            Server::GamesGrid => format!("{number}{tabs}{words}"),
            Server::TrueMoneyGames => format!(" {sign}{number} {kind} {words}"),
            Server::Fibs => format!("{}: {words}", self.letter(side)),
        };
        let [take, pass] = match self.server {
            Server::GamesGrid => ["Accept", "Pass"],
            Server::TrueMoneyGames => ["Take", "Pass"],
            Server::Fibs => ["accepts", "rejects"],
        };
        Some(match words {
            Words::Turn { digits, legs } => {
                let play = self.legs(side, legs);
                let dice = String::from_utf8_lossy(digits);
                let [first, second] = digits.map(char::from);
                match self.server {
                    Server::Fibs => action(0, &format!("({first} {second}) {play}")),
                    Server::GamesGrid if legs.is_empty() => action(0, &format!("{dice}: {play}")),
                    Server::GamesGrid => {
                        format!(
                            "{}{end}{}",
                            action(0, &format!("{dice}:")),
                            action(0, &format!("{dice}: {play}"))
                        )
                    }
                    Server::TrueMoneyGames => {
                        format!("{}{end}{}", action(1, &format!("{dice}:")), action(4, &play))
                    }
                }
            }
            Words::Double(_) if self.server == Server::Fibs => action(0, "doubles"),
            Words::Double(value) => action(5, &format!("Double to {value}")),
            Words::Take => action(7, take),
            Words::Pass => action(10, pass),
            Words::Wins { points, .. } => {
                let won = many((*points).into(), "point");
                match self.server {
                    Server::Fibs => action(0, &format!("wins {won}")),
                    Server::GamesGrid => format!("{} wins {won}.", self.text.game.name(side)?),
                    Server::TrueMoneyGames => {
                        action(14, &format!("{points} {} wins {won}", self.text.game.name(side)?))
                    }
                }
            }
        })
    }

    /// Gives each line of an entry to a side.
    fn with_side(&self, entry: usize, side: Side) -> Option<Vec<Edit>> {
        let span = self.lines(entry)?;
        let mut at = span.start as usize;
        let mut edits = Vec::new();
        for line in self.text.source.slice(span).split_inclusive(['\n', '\r']) {
            if !line.trim().is_empty() {
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
        match self.server {
            Server::Fibs => Some(vec![part(begin, 1, self.letter(side))]),
            Server::GamesGrid => {
                let Some(tab) = line.find('\t') else {
                    let name = self.text.game.name(!side)?;
                    let now = self.text.game.name(side)?;
                    let rest = line.trim_start().strip_prefix(name);
                    let is_other = rest.is_some_and(|rest| rest.starts_with(' '));
                    return is_other.then(|| vec![part(begin, name.len(), now)]);
                };
                let tabs = line[tab..].bytes().take_while(|byte| *byte == b'\t').count();
                Some(vec![part(at + tab, tabs, if side == Side::Zero { "\t" } else { "\t\t" })])
            }
            Server::TrueMoneyGames => {
                let minus = usize::from(line.trim_start().starts_with('-'));
                let mut edits = vec![part(begin, minus, if side == Side::Zero { "" } else { "-" })];
                let other = self.text.game.name(!side)?;
                if let Some(found) = line.find(&format!(" {other} wins ")).filter(|_| !other.is_empty()) {
                    edits.push(part(at + found + 1, other.len(), self.text.game.name(side)?));
                }
                Some(edits)
            }
        }
    }

    /// Gives the lines of an entry the number that is due.
    fn renumbered(&self, entry: usize) -> Option<Vec<Edit>> {
        let number = number_after(self.before(entry), self.text.entry(entry)?.side?).to_string();
        let span = self.lines(entry)?;
        let mut at = span.start as usize;
        let mut edits = Vec::new();
        for line in self.text.source.slice(span).split_inclusive(['\n', '\r']) {
            let digits = line.trim_start().trim_start_matches('-');
            let start = at + line.len() - digits.len();
            let len = digits.bytes().take_while(u8::is_ascii_digit).count();
            if len > 0 {
                edits.push(Edit::new(Span::new(start, start + len), number.clone()));
            }
            at += line.len();
        }
        Some(edits)
    }

    /// Deletes the lines of an entry.
    fn removed(&self, entry: usize) -> Option<Edit> {
        let Span { start, end } = self.lines(entry)?;
        let rest = &self.whole()[end as usize..];
        let line_end = match rest.as_bytes() {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        };
        Some(Edit::delete(Span { start, end: end + line_end }))
    }

    /// Writes actions on lines of their own before an entry, or at the end of the game.
    fn inserted(&self, before: usize, cells: &[(Side, Words)]) -> Option<Vec<Edit>> {
        let mut last = self.before(before);
        let mut written = Vec::new();
        for (side, words) in cells {
            let number = number_after(last, *side);
            written.push(self.written(*side, number, words)?);
            last = Some((*side, number));
        }
        let end = line_end(self.whole());
        if before < self.text.game.entries.len() {
            return Some(vec![Edit::insert(self.lines(before)?.start, written.join(end) + end)]);
        }
        let at = line_stop(self.whole(), self.text.game.entries.last()?.span.end);
        Some(vec![Edit::insert(at, format!("{end}{}", written.join(end)))])
    }
}

/// Returns the number of a side's action after a row: each side acts once in a row, the first one first.
fn number_after(before: Option<(Side, u32)>, side: Side) -> u32 {
    match before {
        None => 1,
        Some((last, number)) if last == side || side == Side::Zero => number.saturating_add(1),
        Some((_, number)) => number,
    }
}
