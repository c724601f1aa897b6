//! Records taken apart into cells, and laid out again as GNU Backgammon lays them out.

use barpoint::analysis::{Moment, RulesOverride, replay};
use barpoint::board::{BySide, Side};
use barpoint::diag::SourceFile;
use barpoint::formats::mat;
use barpoint::game::record::{Cell, Written};
use barpoint::game::{GameResult, Happening, MatchState};
use std::fmt::Write as _;

/// One cell of a record, as text.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) side: Side,
    pub(super) text: String,
    /// Whether it is a result.
    pub(super) is_result: bool,
}

/// One game of a record.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) number: u32,
    pub(super) names: [String; 2],
    pub(super) scores: [i64; 2],
    pub(super) cells: Vec<Slot>,
    /// A row, counted from 0, to be left out.
    pub(super) without: Option<usize>,
    /// A row, counted from 0, to be written twice.
    pub(super) twice: Option<usize>,
    /// A row, counted from 0, and the number to write.
    pub(super) miscounted: Option<(usize, usize)>,
    /// Whether to leave out the line `Game N`.
    pub(super) headless: bool,
    /// Whether to leave out the line with the names and scores.
    pub(super) nameless: bool,
    /// The match length, and the one to write at the head of the match.
    pub(super) length: Option<(u32, u32)>,
}

/// A record.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// Everything before the first game.
    pub(super) head: String,
    pub(super) games: Vec<Game>,
}

/// The places of the parts of a game in the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// The first name at the game's head.
    pub(super) names: usize,
    /// The scores at the game's head.
    pub(super) scores: [usize; 2],
    /// The cells; where a row is written twice, the second time.
    pub(super) cells: Vec<usize>,
    /// The numbers of the rows written: the row, and its place.
    pub(super) rows: Vec<(usize, usize)>,
    /// The row of each cell, counted from 0; `None` for a result on a line of its own.
    pub(super) row_of: Vec<Option<usize>>,
}

/// The column after the row's number in which the right cell begins.
const RIGHT: usize = 33;

impl Record {
    /// Takes a record apart.
    pub(super) fn read(source: &SourceFile) -> Option<Self> {
        let record = mat::parse(source).value;
        let first = record.games.first()?.heading.start as usize;
        let head = source.text()[..first].trim_end().to_owned();
        let mut games = Vec::new();
        for game in &record.games {
            let [Some(zero), Some(one)] = &game.players.0 else { return None };
            let mut cells = Vec::new();
            for entry in &game.entries {
                let is_result = matches!(entry.written, Written::Wins { .. });
                if entry.written != Written::Empty {
                    let mut text = source.slice(entry.span).to_owned();
                    if matches!(&entry.written, Written::Turn { cell: Cell::Empty, .. }) {
                        // The colon belongs to the cell.
                        text = format!("{}:", text.trim_end_matches(':'));
                    }
                    cells.push(Slot { side: entry.side?, text, is_result });
                }
            }
            games.push(Game {
                number: game.number?.value,
                names: [zero.name.value.clone(), one.name.value.clone()],
                scores: [zero.score?.value, one.score?.value],
                cells,
                without: None,
                twice: None,
                miscounted: None,
                headless: false,
                nameless: false,
                length: None,
            });
        }
        Some(Self { head, games })
    }

    /// Lays out the record; returns the text and the places of each game's parts.
    pub(super) fn lay_out(&self) -> (String, Vec<Places>) {
        let mut text = self.head.clone();
        if let Some((was, now)) = self.games.first().and_then(|game| game.length) {
            text = text.replace(&format!("{was} point match"), &format!("{now} point match"));
        }
        text.push_str("\n\n");
        let places = self.games.iter().map(|game| game.lay_out(&mut text)).collect();
        (text, places)
    }
}

impl Game {
    fn lay_out(&self, text: &mut String) -> Places {
        let mut places = Places { cells: vec![0; self.cells.len()], ..Places::default() };
        if !self.headless {
            let _ = writeln!(text, " Game {}", self.number);
        }
        let head = text.len();
        text.push(' ');
        places.names = text.len();
        let _ = write!(text, "{} : ", self.names[0]);
        places.scores[0] = text.len();
        let column = 31 - self.names[0].chars().count().min(25);
        let _ = write!(text, "{:<column$}{} : ", self.scores[0], self.names[1]);
        places.scores[1] = text.len();
        let _ = writeln!(text, "{}", self.scores[1]);
        if self.nameless {
            text.truncate(head);
        }
        for (number, row) in self.rows(&mut places).into_iter().enumerate() {
            let copies = match number {
                _ if self.without == Some(number) => 0,
                _ if self.twice == Some(number) => 2,
                _ => 1,
            };
            for _ in 0..copies {
                self.row(text, &mut places, number, row);
            }
        }
        // A result on a line of its own.
        if let Some(last) = self.cells.len().checked_sub(1)
            && places.row_of[last].is_none()
        {
            let cell = &self.cells[last];
            text.push_str(&" ".repeat(if cell.side == Side::Zero { 6 } else { 34 }));
            places.cells[last] = text.len();
            text.push_str(&cell.text);
            text.push('\n');
        }
        text.push('\n');
        places
    }

    fn row(&self, text: &mut String, places: &mut Places, number: usize, row: [Option<usize>; 2]) {
        let told = self.miscounted.filter(|(row, _)| *row == number).map_or(number + 1, |(_, told)| told);
        let written = format!("{told:3}) ");
        places.rows.push((number, text.len() + written.len() - written.trim_start().len()));
        text.push_str(&written);
        let mut column = written.len();
        for (side, cell) in row.into_iter().enumerate() {
            let Some(index) = cell else { continue };
            // Words stand one blank further to the right than dice.
            let is_word = !self.cells[index].text.starts_with(|c: char| c.is_ascii_digit());
            let wanted = side * RIGHT.max(column + 2) + usize::from(is_word);
            let blanks = wanted.saturating_sub(if side == 0 { 0 } else { column });
            text.push_str(&" ".repeat(blanks));
            places.cells[index] = text.len();
            text.push_str(&self.cells[index].text);
            column += blanks + self.cells[index].text.chars().count();
        }
        text.push('\n');
    }

    /// Distributes the cells over rows; a row holds indices of cells.
    fn rows(&self, places: &mut Places) -> Vec<[Option<usize>; 2]> {
        let mut rows: Vec<[Option<usize>; 2]> = Vec::new();
        for (index, cell) in self.cells.iter().enumerate() {
            let is_last = index + 1 == self.cells.len();
            let full = rows.last().is_none_or(|row| cell.side == Side::Zero || row[1].is_some());
            // Only a right result after a pass stands in the row.
            let in_row = !full && index > 0 && self.cells[index - 1].text.starts_with("Drops");
            if cell.is_result && is_last && !in_row {
                places.row_of.push(None);
                continue;
            }
            if full {
                rows.push([None; 2]);
            }
            let number = rows.len() - 1;
            rows[number][cell.side.index()] = Some(index);
            places.row_of.push(Some(number));
        }
        rows
    }
}

/// An event of a record that has an entry.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) game: usize,
    /// The index of the cell.
    pub(super) cell: usize,
    pub(super) by: Side,
    pub(super) before: MatchState,
    pub(super) happening: Happening,
}

/// How a game ended, according to the replay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    /// The result as it is recorded: a gammon is one whether or not the Jacoby rule counts it.
    pub(super) result: Option<GameResult>,
    pub(super) is_proven: bool,
    pub(super) before: BySide<u32>,
}

/// A clean record with its replay.
#[derive(Clone, Debug)]
pub(super) struct Base {
    pub(super) name: String,
    pub(super) record: Record,
    pub(super) places: Vec<Places>,
    pub(super) told: Vec<Told>,
    pub(super) ended: Vec<Ended>,
    pub(super) is_money: bool,
    pub(super) length: u32,
}

impl Base {
    /// Replays a record. `None` if it has findings, as written or laid out again.
    pub(super) fn read(source: &SourceFile) -> Option<Self> {
        if !super::found(source.text()).is_empty() {
            return None;
        }
        let record = Record::read(source)?;
        let (text, places) = record.lay_out();
        if !super::found(&text).is_empty() {
            return None;
        }
        let laid = super::source(&text);
        let parsed = mat::parse(&laid);
        let games = parsed.value.games.clone();
        let mut told = Vec::new();
        let mut results = vec![None; games.len()];
        let observer = |moment: &Moment<'_>| {
            if let Happening::GameOver(result) = moment.happening {
                results[moment.game] = Some(result);
            }
            let Some(entry) = moment.entry else { return };
            let start = games[moment.game].entries[entry].span.start as usize;
            let cell = places[moment.game].cells.iter().position(|&place| place == start);
            if let Some(cell) = cell {
                told.push(Told {
                    game: moment.game,
                    cell,
                    by: moment.by,
                    before: moment.before.clone(),
                    happening: moment.happening,
                });
            }
        };
        let replay = replay(&parsed.value, parsed.diagnostics, &RulesOverride::default(), observer);
        let ended = replay.games.iter().zip(results).map(|(game, result)| Ended {
            result,
            is_proven: game.is_proven,
            before: game.before.points,
        });
        Some(Self {
            name: source.name().to_owned(),
            ended: ended.collect(),
            is_money: replay.rules.is_money(),
            length: u32::from(replay.rules.length),
            record,
            places,
            told,
        })
    }
}
