//! Converting the sections of version 2, one after the other, into a record.

use super::analysis::{self, Block, Decisions, PlyPlace};
use super::bytes::Cursor;
use super::container::{self, Section};
use super::game::{self, Walk};
use super::head::{self, MatchHead};
use super::{MOST_GAMES, beside};
use crate::board::Side;
use crate::diag::{Code, Parsed, Span};
use crate::formats::findings::Findings;
use crate::game::record::{CubeWord, MatchRecord, Written, headers};
use crate::math::crc32;

/// Reads a file of version 2.
pub(super) fn parse(bytes: &[u8]) -> Parsed<MatchRecord> {
    let mut findings = Findings::default();
    let sections = container::sections(bytes, &mut findings);
    let mut record = MatchRecord { no_hit_marks: true, ..MatchRecord::default() };
    let part = |section: &Section| Cursor::new(bytes, section.payload.start, section.payload.end);
    let mut plies = Vec::new();
    read_games(bytes, &sections, &mut record, &mut plies, &mut findings);
    let moves = checksum_of_moves(bytes, &sections);
    let mut block: Option<Block<'_>> = None;
    let mut decisions = Decisions::new(&plies);
    // The offset where the sections of an analysis begin.
    let mut kept_from: Option<usize> = None;
    let is_match = record.length.is_some_and(|length| length.value > 0);
    for (number, section) in sections.iter().enumerate() {
        let result = match &section.name {
            b"MTCH" | b"GAME" | b"SIGN" => Ok(()),
            b"ANAL" => {
                let is_signed = sections.get(number + 2).is_some_and(|after| after.name == *b"SIGN");
                kept_from = Some(section.at);
                analysis::block(part(section), is_match).map(|read| {
                    kept_from = kept_from.filter(|_| is_signed || !read.is_of_record(moves));
                    block = Some(read);
                })
            }
            b"DECS" => {
                let block = block.take().unwrap_or_default();
                decisions.read(part(section), &block, &mut record, &mut findings);
                Ok(())
            }
            b"ANNO" => beside::annotations(part(section), &mut record, &plies).map(|is_plain| {
                if !is_plain {
                    keep(&mut record, bytes, section.at, section, moves);
                }
            }),
            b"CLCK" => beside::clock(part(section), &mut record, &plies).map(|()| {
                keep(&mut record, bytes, section.at, section, moves);
            }),
            b"CSUM" => {
                container::check(bytes, section, &mut findings);
                Ok(())
            }
            name => {
                if !matches!(name, b"VIDO" | b"MSIG") && section.is_critical {
                    let word = section.word();
                    let label =
                        format!("section {word} isn't understood, and it changes how the rest is read");
                    let span = Span::new(section.at, section.at + 4);
                    findings.report(Code::RecordUnknown, span, "an unknown critical section", label);
                }
                keep(&mut record, bytes, section.at, section, moves);
                Ok(())
            }
        };
        if let Err(problem) = result {
            let label = format!("section {}", section.word());
            findings.report(problem.code, problem.span(), problem.what, label);
        }
        let next = sections.get(number + 1).map(|next| next.name);
        let goes_on = matches!(
            (&section.name, next.as_ref()),
            (b"ANAL", Some(b"DECS" | b"SIGN")) | (b"DECS", Some(b"SIGN"))
        );
        if let Some(from) = kept_from.filter(|_| !goes_on) {
            keep(&mut record, bytes, from, section, moves);
            kept_from = None;
        }
    }
    if !sections.iter().any(|section| section.name == *b"CSUM") {
        game::fact(&mut record, "unchecked 1");
    }
    record.is_cut_off = !bytes.ends_with(super::END);
    record.remarks.sort_by_key(|remark| remark.anchor);
    Parsed { value: record, diagnostics: findings.finish() }
}

/// Keeps the bytes from a place to the end of a section, under the name of the section there.
fn keep(record: &mut MatchRecord, bytes: &[u8], from: usize, section: &Section, moves: u32) {
    let end = section.payload.end;
    let letter = |&byte: &u8| if byte.is_ascii_alphanumeric() { char::from(byte) } else { '_' };
    let name: String = bytes[from..from + 4].iter().map(letter).collect();
    beside::keep(record, &name, &bytes[from..end], moves, Span::new(from, end));
}

/// Returns the checksum of the head and the games, which shows later whether they are unchanged.
fn checksum_of_moves(bytes: &[u8], sections: &[Section]) -> u32 {
    let moves = sections.iter().filter(|section| matches!(&section.name, b"MTCH" | b"GAME"));
    crc32(moves.map(|section| &bytes[section.at..section.payload.end]))
}

/// Reads the head of the match and the games.
fn read_games(
    bytes: &[u8],
    sections: &[Section],
    record: &mut MatchRecord,
    plies: &mut Vec<PlyPlace>,
    findings: &mut Findings,
) {
    let part = |section: &Section| Cursor::new(bytes, section.payload.start, section.payload.end);
    let mut heads = sections.iter().filter(|section| section.name == *b"MTCH");
    let head = if let Some(section) = heads.next() {
        head::read(part(section), record, findings)
    } else {
        if !sections.is_empty() {
            let span = Span::new(sections[0].at, sections[0].at + 4);
            let label = "section MTCH is the first one";
            findings.report(Code::RecordSyntax, span, "the head of the match is missing", label);
        }
        MatchHead::default()
    };
    if let Some(second) = heads.next() {
        let span = Span::new(second.at, second.at + 4);
        let label = "section MTCH: the first one is read";
        findings.report(Code::RecordSyntax, span, "a second head of the match", label);
    }
    let is_on = |key: &str| record.header(key).is_some_and(|header| header.value.value == "On");
    let mut walk = Walk {
        score: head.start,
        length: record.length.map_or(0, |length| length.value),
        plies: 0,
        has_crawford: is_on(headers::CRAWFORD),
        is_after_crawford: head.is_after_crawford,
    };
    let games = sections.iter().filter(|section| section.name == *b"GAME");
    for (index, section) in games.enumerate() {
        if index >= MOST_GAMES {
            let label = format!("only {MOST_GAMES} games are read");
            let span = Span::new(section.at, section.at + 4);
            findings.report(Code::RecordLimit, span, "more games than any match has", label);
            break;
        }
        let game = game::read(part(section), index, &head, &mut walk, findings);
        let by = |entry: Option<u32>| game.record.entry(entry)?.side;
        plies.extend(game.plies.iter().map(|&entry| PlyPlace {
            game: index,
            entry,
            by: by(entry).unwrap_or(Side::Zero),
        }));
        record.games.push(game.record);
    }
    if record.games.is_empty() && !sections.is_empty() {
        findings.report_no_game(record.length);
    }
    if head.says_no_rules {
        game::fact(record, "rules 0");
    }
    // A raccoon in the record proves that raccoons are allowed.
    let is_raccoon = |written: &Written| matches!(written, Written::Cube { word: CubeWord::Raccoon, .. });
    if record.games.iter().flat_map(|game| &game.entries).any(|entry| is_raccoon(&entry.written)) {
        record.headers.retain(|header| header.key.value != head::RACCOON);
    }
    if let Some(last) = head.last
        && last != walk.score
        && !record.games.is_empty()
    {
        let [white, black] = walk.score.0;
        let label =
            format!("{}-{} in MTCH, the games give {white}-{black}", last[Side::Zero], last[Side::One]);
        findings.report(Code::RecordValue, head.place, "the final score doesn't match the games", label);
    }
}
