//! Records with mistakes: whatever is wrong with a record, all its content is in the written file or in the
//! list of losses, and the written file is checked with the same findings.

use super::generate::{Wishes, record};
use super::laws::{difference, read, tried, two_way};
use crate::support::{Random, report};
use barpoint::analysis::{RulesOverride, replayed, written};
use barpoint::board::{Place, Side};
use barpoint::diag::{Diagnostic, Parsed, Span};
use barpoint::formats::Written as Output;
use barpoint::formats::inventory::inventory;
use barpoint::game::Replayed;
use barpoint::game::record::{
    Cell, CubeWord, Entry, GameRecord, MatchRecord, Spanned, Written, WrittenPlay, WrittenRoll,
};

/// A mistake: a change of a record; returns `false` if it doesn't fit.
type Mistake = fn(&mut Random, &mut GameRecord) -> bool;

/// The mistakes, by their names.
pub(crate) const MISTAKES: [(&str, Mistake); 14] = [
    ("a play is missing", |random, game| with_cell(random, game, Cell::Empty)),
    ("a play is hidden", |random, game| with_cell(random, game, Cell::Hidden(Span::default()))),
    ("words deny that there is a play", |random, game| {
        with_cell(random, game, Cell::CannotMove(Span::default()))
    }),
    ("a play isn't understood", |random, game| with_cell(random, game, Cell::Unreadable(Span::default()))),
    ("other dice", |random, game| {
        let digits = [b'1' + random.below(6) as u8, b'1' + random.below(6) as u8];
        with_dice(random, game, digits)
    }),
    ("dice that no die shows", |random, game| with_dice(random, game, *b"77")),
    ("a leg from elsewhere", |random, game| {
        let Some((_, cell)) = turn(random, game) else { return false };
        let Cell::Play(play) = cell else { return false };
        let mut other = WrittenPlay::new(play.span);
        for (index, leg) in play.legs().enumerate() {
            let mut leg = *leg;
            if index == 0
                && let Some(place) = Place::from_number(1 + random.below(24) as u8)
            {
                leg.leg.from = place;
            }
            other.push(leg);
        }
        *cell = Cell::Play(other);
        true
    }),
    ("an entry is gone", |random, game| {
        let at = random.below(game.entries.len());
        game.entries.remove(at);
        true
    }),
    ("an entry is repeated", |random, game| {
        let at = random.below(game.entries.len());
        let entry = Entry { notes: None, ..game.entries[at].clone() };
        game.entries.insert(at, entry);
        true
    }),
    ("an entry is the other player's", |random, game| {
        let at = random.below(game.entries.len());
        let entry = &mut game.entries[at];
        entry.side = entry.side.map(|side| !side);
        true
    }),
    ("a double out of order", |random, game| {
        let value = Some(Spanned::new(1 << (1 + random.below(4)), Span::default()));
        insert(random, game, Written::Cube { word: CubeWord::Double, value })
    }),
    ("a take out of order", |random, game| insert(random, game, Written::Take)),
    ("a pass out of order", |random, game| insert(random, game, Written::Pass)),
    ("other points", |random, game| {
        let more = 1 + random.below(100) as u32;
        match game.entries.last_mut().map(|entry| &mut entry.written) {
            Some(Written::Wins { points: Some(points), .. }) => {
                points.value += more;
                true
            }
            _ => false,
        }
    }),
];

/// Selects a turn.
fn turn<'a>(random: &mut Random, game: &'a mut GameRecord) -> Option<(&'a mut WrittenRoll, &'a mut Cell)> {
    let is_turn = |entry: &&mut Entry| matches!(entry.written, Written::Turn { .. });
    let count = game.entries.iter_mut().filter(is_turn).count();
    let at = random.below(count.max(1));
    match game.entries.iter_mut().filter(is_turn).nth(at).map(|entry| &mut entry.written) {
        Some(Written::Turn { roll, cell }) => Some((roll, cell)),
        _ => None,
    }
}

fn with_cell(random: &mut Random, game: &mut GameRecord, new: Cell) -> bool {
    let Some((_, cell)) = turn(random, game) else { return false };
    *cell = new;
    true
}

fn with_dice(random: &mut Random, game: &mut GameRecord, digits: [u8; 2]) -> bool {
    let Some((roll, _)) = turn(random, game) else { return false };
    roll.digits = digits;
    true
}

fn insert(random: &mut Random, game: &mut GameRecord, written: Written) -> bool {
    let at = random.below(game.entries.len() + 1);
    let by = game.entries.get(at).and_then(|entry| entry.side).or(Some(Side::Zero));
    game.entries.insert(at, Entry::new(by, Span::default(), written));
    true
}

/// Generates a record with one or more of this mistake.
fn damaged(seed: u64, mistake: Mistake, count: usize) -> Option<MatchRecord> {
    let random = &mut Random::new(seed);
    let mut record = record(random, Wishes::PLAIN);
    // Remarks keep their places.
    record.remarks.clear();
    for _ in 0..count {
        let at = random.below(record.games.len());
        if record.games[at].entries.is_empty() || !mistake(random, &mut record.games[at]) {
            return None;
        }
    }
    Some(record)
}

/// Returns the meaning of a record with mistakes.
fn meant(record: MatchRecord) -> (Replayed, Vec<Diagnostic>) {
    replayed(Parsed { value: record, diagnostics: Vec::new() }, &RulesOverride::default())
}

#[test]
fn of_a_record_with_mistakes_everything_is_written_or_told_as_lost() {
    let (mut count, mut reread, mut faults) = (0, 0, Vec::new());
    for (name, mistake) in MISTAKES {
        for seed in 0..20 {
            let many = if seed % 4 == 3 { 3 } else { 1 };
            let Some(record) = damaged(10_000 + seed, mistake, many) else { continue };
            let (record, findings) = meant(record);
            for format in two_way() {
                count += 1;
                if tried(format, &record).is_ok() {
                    continue;
                }
                // A mistake made the reader continue differently, which is reported.
                reread += 1;
                let written = written(format, &record, &findings, &RulesOverride::default());
                let Output { bytes, losses } = written.expect("a format that is written");
                let again = read(format, &bytes).remove(0);
                let (kept, _) = difference(&inventory(&record), &losses);
                let (lost, _) = difference(&kept, &inventory(&again));
                if !lost.is_empty() {
                    faults.push(format!("{name}, seed {seed}, {}: {lost:?}", format.name));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n"));
    assert!(reread * 100 < count, "{reread} of {count} need to be read again");
    report(count, "records with mistakes written and read back");
}
