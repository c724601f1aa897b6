//! Planted errors: one mistake of a known kind is planted at a random place in a clean record; the
//! check must find exactly that one, at its place, with its code.

mod kinds;
mod layout;
mod repair;
mod sgf;
mod slips;

use crate::support::{Random, is_whole, paths_in, paths_with, report, shared, testdata};
use barpoint::analysis::{RulesOverride, check};
use barpoint::diag::{Code, Severity, SourceFile};
use barpoint::formats::mat;
use kinds::{KINDS, Kind};
use layout::{Base, Game, Places, Record};
use std::path::Path;

/// The most errors of a kind that are planted.
const MOST: usize = 400;

/// How many errors of each kind are planted, if there are enough places for them.
fn most() -> usize {
    as_told(40, 100)
}

/// Returns how many errors the environment asks for; else `all` where `.ci/run` tests, and a sample elsewhere.
fn as_told(sample: usize, all: usize) -> usize {
    let told = std::env::var("BARPOINT_PLANTINGS").ok().and_then(|number| number.parse().ok());
    told.unwrap_or(if is_whole() { all } else { sample }).min(MOST)
}

/// The expected place of a planted error.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// A number of bytes after the beginning of a cell.
    Cell(usize, usize),
    /// The first name at the head of the game.
    Names,
    /// A score at the head of the game.
    Score(usize),
    /// The number of a row, counted from 0; for a repeated row, of the second one.
    Row(usize),
}

impl Place {
    fn offset(self, places: &Places) -> usize {
        match self {
            Self::Cell(cell, behind) => places.cells[cell] + behind,
            Self::Names => places.names,
            Self::Score(side) => places.scores[side],
            Self::Row(row) => {
                let found = places.rows.iter().rfind(|(number, _)| *number == row);
                found.expect("a row that is written").1
            }
        }
    }
}

/// A game with a planted error.
#[derive(Clone, Debug)]
struct Planted {
    game: usize,
    changed: Game,
    place: Place,
    code: Code,
}

/// A finding: its code, and its place as line and column.
type Found = (Code, u64, u32);

fn source(text: &str) -> SourceFile {
    SourceFile::decode("planted", text.as_bytes()).expect("small")
}

/// Returns the findings, without notes.
fn found(text: &str) -> Vec<Found> {
    let source = source(text);
    let mut found = Vec::new();
    check(&mat::FORMAT, &source, &RulesOverride::default(), &mut |finding| {
        if finding.severity > Severity::Note {
            let place = source.line_column(finding.primary.span.start);
            found.push((finding.code, place.line, place.column));
        }
    });
    found
}

/// Reads the records without findings.
fn bases() -> Vec<Base> {
    let mut paths = Vec::new();
    let folders = [Some(testdata("mat/valid")), shared("data/matches/gnubg")];
    for folder in folders.into_iter().flatten() {
        paths.extend(paths_with(folder, "mat"));
    }
    paths.iter().filter_map(|path| read(path)).collect()
}

fn read(path: &Path) -> Option<Base> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let bytes = std::fs::read(path).expect("a readable file");
    Base::read(&SourceFile::decode(name, &bytes).expect("small"))
}

/// Replaces games by planted ones; returns the text and the expected findings.
fn plant(base: &Base, planted: &[Planted]) -> (String, Vec<Found>) {
    let mut record: Record = base.record.clone();
    for one in planted {
        record.games[one.game] = one.changed.clone();
    }
    let (text, places) = record.lay_out();
    let laid = source(&text);
    let mut expected: Vec<(usize, Code)> = Vec::new();
    expected.extend(planted.iter().map(|one| (one.place.offset(&places[one.game]), one.code)));
    expected.sort_by_key(|(offset, _)| *offset);
    let expected = expected.into_iter().map(|(offset, code)| {
        let place = laid.line_column(offset as u32);
        (code, place.line, place.column)
    });
    let expected = expected.collect();
    (text, expected)
}

/// Returns the candidates of one kind in a random order: a record and the place in it.
fn candidates(bases: &[Base], kind: &Kind, random: &mut Random) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for (index, base) in bases.iter().enumerate() {
        let count = match kind {
            Kind::Moment(_) => base.told.len(),
            Kind::Game(_) => base.record.games.len(),
        };
        all.extend((0..count).map(|i| (index, i)));
    }
    for i in (1..all.len()).rev() {
        all.swap(i, random.below(i + 1));
    }
    all
}

fn try_to_plant(base: &Base, kind: &Kind, at: usize, random: &mut Random) -> Option<Planted> {
    match kind {
        Kind::Moment(plant) => plant(base, &base.told[at], random),
        Kind::Game(plant) => plant(base, at, random),
    }
}

/// A record of the project with one mistake.
pub(crate) struct Mistaken {
    pub(crate) kind: &'static str,
    /// The name of the record.
    pub(crate) name: String,
    /// The record with the mistake, as .mat.
    pub(crate) text: String,
}

/// Returns records of the project with one mistake, some of each kind.
pub(crate) fn mistaken(each: usize) -> Vec<Mistaken> {
    let bases: Vec<Base> = paths_in(testdata("mat/valid")).iter().filter_map(|path| read(path)).collect();
    let mut texts = Vec::new();
    for (number, (name, kind)) in KINDS.iter().enumerate() {
        let mut random = Random::new(20_261_123 + number as u64);
        let candidates = candidates(&bases, kind, &mut random).into_iter();
        let planted = candidates.filter_map(|(index, at)| {
            let base = &bases[index];
            let (text, _) = plant(base, &[try_to_plant(base, kind, at, &mut random)?]);
            Some(Mistaken { kind: name, name: base.name.clone(), text })
        });
        texts.extend(planted.take(each));
    }
    texts
}

/// Returns a difference as text: the line of the place and the findings.
fn complaint(base: &Base, text: &str, expected: &[Found], got: &[Found]) -> String {
    let mut complaint = format!("{}: expected {expected:?}, found {got:?}", base.name);
    for (_, line, _) in expected.iter().chain(got) {
        let line = text.lines().nth(*line as usize - 1).unwrap_or("");
        complaint.push_str("\n    ");
        complaint.push_str(line);
    }
    complaint
}

/// Reports how often a kind of error was planted, and returns what was found wrong.
fn told(what: &str, name: &str, plantings: usize, wrong: &[String]) -> Option<String> {
    report(plantings, &format!("{what}: {name}"));
    assert!(plantings > 0, "no place for {name}");
    let few = wrong[..wrong.len().min(6)].join("\n  ");
    (!wrong.is_empty()).then(|| format!("{name}: {} of {plantings} wrong\n  {few}", wrong.len()))
}

#[test]
fn one_planted_error_gives_one_finding_at_its_place() {
    let bases = bases();
    report(bases.len(), "clean records to plant errors in");
    let mut complaints = Vec::new();
    for (number, (name, kind)) in KINDS.iter().enumerate() {
        let mut random = Random::new(20_261_121 + number as u64);
        let mut plantings = 0;
        let mut wrong = Vec::new();
        // Rare kinds have few places; other random choices are made there the second time.
        for (index, at) in (0..2).flat_map(|_| candidates(&bases, kind, &mut random)).collect::<Vec<_>>() {
            let base = &bases[index];
            let Some(planted) = try_to_plant(base, kind, at, &mut random) else { continue };
            let (text, expected) = plant(base, &[planted]);
            let got = found(&text);
            plantings += 1;
            if got != expected {
                wrong.push(complaint(base, &text, &expected, &got));
            }
            if plantings == most() {
                break;
            }
        }
        complaints.extend(told("planted errors", name, plantings, &wrong));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn two_independent_errors_in_two_games_give_two_findings() {
    let bases = bases();
    let mut random = Random::new(7);
    let mut plantings = 0;
    let mut wrong = Vec::new();
    let long: Vec<&Base> = bases.iter().filter(|base| base.record.games.len() > 1).collect();
    for _ in 0..40 * most() {
        let base = long[random.below(long.len())];
        let mut planted: Vec<Planted> = Vec::new();
        for _ in 0..2 {
            let (_, kind) = &KINDS[random.below(KINDS.len())];
            let count = match kind {
                Kind::Moment(_) => base.told.len(),
                Kind::Game(_) => base.record.games.len(),
            };
            let at = random.below(count);
            planted.extend(try_to_plant(base, kind, at, &mut random));
        }
        let [a, b] = &planted[..] else { continue };
        // A wrong score beside another one, or after a wrong result, may agree with it by chance.
        let adds_up = |one: &Planted| {
            matches!(
                one.code,
                Code::ScoreContradiction | Code::ScoreResult | Code::ScoreWinner | Code::NamesChanged
            )
        };
        let neighbours = a.game.abs_diff(b.game) == 1 && adds_up(a) && adds_up(b);
        // Of two headings with exchanged names any could be the right one.
        let both_names = a.code == Code::NamesChanged && b.code == Code::NamesChanged;
        if a.game == b.game || neighbours || both_names {
            continue;
        }
        let (text, expected) = plant(base, &planted);
        let got = found(&text);
        plantings += 1;
        if got != expected {
            wrong.push(complaint(base, &text, &expected, &got));
        }
    }
    report(plantings, "pairs of planted errors");
    assert!(plantings > most(), "{plantings}");
    let few = wrong.iter().take(12).cloned().collect::<Vec<_>>().join("\n  ");
    assert!(wrong.is_empty(), "{} of {plantings} wrong\n  {few}", wrong.len());
}

/// Cuts a record at a random byte inside a row.
///
/// The finding may be at the cut, or at the last text before it: the last cell, or the heading of a
/// game without a cell.
#[test]
fn a_truncated_file_gives_one_finding_at_its_end() {
    let bases = bases();
    let mut random = Random::new(99);
    let mut wrong = Vec::new();
    for _ in 0..2 * most() {
        let base = &bases[random.below(bases.len())];
        let (text, places) = base.record.lay_out();
        let game = &places[random.below(places.len())];
        let (row, start) = game.rows[random.below(game.rows.len())];
        let line = text[start..].lines().next().expect("a line").trim_end();
        let cut = start + 1 + random.below(line.len() - 1);
        let cut = (cut..=text.len()).find(|&cut| text.is_char_boundary(cut)).expect("the end at the latest");
        // After the number of a result only words are cut off: nothing is missing.
        let (_, result) = text[start..cut].rsplit_once("Wins").unwrap_or_default();
        if result.contains(|c: char| c.is_ascii_digit())
            && !text[cut..].starts_with(|c: char| c.is_ascii_digit())
        {
            continue;
        }
        let cells = game.row_of.iter().zip(&game.cells);
        let begun = cells.filter(|(of, place)| **of <= Some(row) && of.is_some() && **place < cut);
        let last =
            begun.map(|(_, place)| *place).max().unwrap_or(text[..start].rfind("Game ").expect("a heading"));
        let got = found(&text[..cut]);
        let laid = source(&text[..cut]);
        let at = |offset: usize| {
            let place = laid.line_column(offset as u32);
            (place.line, place.column)
        };
        let range = at(last)..=at(cut);
        if !matches!(got[..], [(_, line, column)] if range.contains(&(line, column))) {
            wrong.push(
                format!("{range:?} {}", complaint(base, &text[..cut], &[], &got))
                    + &format!(" | {}", &text[start..cut]),
            );
        }
    }
    report(2 * most(), "planted errors: truncated file");
    let few = wrong.iter().take(12).cloned().collect::<Vec<_>>().join("\n  ");
    assert!(wrong.is_empty(), "{} wrong\n  {few}", wrong.len());
}
