//! Version 1: the same magic, another layout.

use super::bytes::{Cursor, Problem};
use super::container;
use super::game::{self, Facts, Ply, Walk};
use super::head::MatchHead;
use super::{END, MAGIC, MOST_GAMES, MOST_PLIES, MOST_PLIES_OF_GAME};
use crate::board::{Roll, Side};
use crate::diag::{Code, Parsed, Span};
use crate::formats::findings::Findings;
use crate::game::record::{Header, MatchRecord, Spanned, headers};

/// The sizes of the header and of the head of a chunk.
const HEADER: usize = 20;
const CHUNK: usize = 12;

/// Reads a file of version 1: its match and games. Its analyses aren't read; a finding reports that they are left out.
pub(super) fn parse(bytes: &[u8]) -> Parsed<MatchRecord> {
    let mut findings = Findings::default();
    let mut record = MatchRecord { no_hit_marks: true, ..MatchRecord::default() };
    let size = bytes.get(12..16).and_then(|size| size.try_into().ok()).map_or(0, u32::from_le_bytes) as usize;
    if !bytes.starts_with(MAGIC) || size != bytes.len() {
        let (code, words, label) = container::other_size(size, bytes);
        findings.report(code, Span::new(12, 16), words, label);
    }
    let tail = END.len() + 4;
    let has_end = bytes.len() >= HEADER + tail && bytes[bytes.len() - tail..].starts_with(END);
    let end = if has_end { bytes.len() - tail } else { bytes.len() };
    record.is_cut_off = !has_end;
    let mut reader = Reader {
        bytes,
        head: MatchHead::default(),
        walk: Walk { has_crawford: true, ..Walk::default() },
        record: &mut record,
        findings: &mut findings,
    };
    let mut at = HEADER;
    while at < end {
        let mut head = Cursor::new(bytes, at, (at + CHUNK).min(end));
        let Ok((name, length, _)) = chunk(&mut head) else {
            let (span, label) = (Span::new(at, end), "the head of a chunk has 12 bytes");
            reader.findings.report(Code::RecordTruncated, span, "a chunk's head is incomplete", label);
            break;
        };
        let start = at + CHUNK;
        if length > end - start {
            let (span, label) = (Span::new(at, start), format!("{} of {length} bytes", end - start));
            reader.findings.report(Code::RecordTruncated, span, "a chunk is incomplete", label);
        }
        let stop = start.saturating_add(length).min(end);
        reader.chunk(name, Cursor::new(bytes, start, stop));
        at = stop;
    }
    if record.games.is_empty() {
        findings.report_no_game(record.length);
    }
    Parsed { value: record, diagnostics: findings.finish() }
}

/// Reads the name, the length and the flags of a chunk.
fn chunk(head: &mut Cursor<'_>) -> Result<([u8; 4], usize, u16), Problem> {
    let (name, length) = (head.array::<4>()?, head.u32()? as usize);
    let flags = head.u16()?;
    head.u16()?;
    Ok((name, length, flags))
}

struct Reader<'a> {
    bytes: &'a [u8],
    head: MatchHead,
    walk: Walk,
    record: &'a mut MatchRecord,
    findings: &'a mut Findings,
}

impl Reader<'_> {
    fn chunk(&mut self, name: [u8; 4], cursor: Cursor<'_>) {
        let span = Span::new(cursor.at.saturating_sub(CHUNK), cursor.at);
        let result = match &name {
            b"MHDR" => self.match_head(cursor),
            b"GAME" => self.game(cursor),
            // The checksum's layout isn't known.
            b"CSUM" => Ok(()),
            _ => {
                let label = "analyses, clocks and videos of version 1 aren't read";
                self.findings.report(Code::RecordUnknown, span, "a part of version 1 is left out", label);
                Ok(())
            }
        };
        if let Err(problem) = result {
            let label = format!("chunk {}", String::from_utf8_lossy(&name));
            self.findings.report(problem.code, problem.span(), problem.what, label);
        }
    }

    fn match_head(&mut self, mut cursor: Cursor<'_>) -> Result<(), Problem> {
        let place = Span::new(cursor.at, cursor.at + 24);
        let length = u32::from(cursor.u16()?);
        cursor.byte()?;
        let flags = cursor.byte()?;
        // The scores at the end, and the result, follow from the games.
        cursor.take(5)?;
        cursor.byte()?;
        let started = u64::from(cursor.u32()?);
        cursor.u16()?;
        let limit = cursor.u16()?;
        cursor.take(6)?;
        self.record.length = Some(Spanned::new(length, place));
        self.walk.length = length;
        self.walk.has_crawford = flags & 1 != 0;
        let switch = |on: bool| if on { "On" } else { "Off" };
        let mut header = |key: &str, value: &str| self.record.headers.push(Header::new(key, value, place));
        if length > 1 {
            header(headers::CRAWFORD, switch(flags & 1 != 0));
        }
        if length == 0 {
            header(headers::JACOBY, switch(flags & 2 != 0));
        }
        if limit > 0 {
            header(headers::CUBE_LIMIT, &limit.to_string());
        }
        if started > 0
            && let Some((date, time)) = super::head::date(started * 1000)
        {
            header(headers::DATE, &date);
            header(headers::TIME, super::head::short(&time));
        }
        self.head.place = place;
        for side in Side::ALL {
            self.head.names[side] = text(&mut cursor)?;
            self.findings.check_name(&self.head.names[side]);
            self.head.is_named = true;
        }
        for key in [headers::EVENT, headers::SITE] {
            if cursor.is_done() {
                break;
            }
            let value = text(&mut cursor)?;
            if !value.value.is_empty() {
                self.record.headers.push(Header::new(key, value.value, value.span));
            }
        }
        Ok(())
    }

    fn game(&mut self, mut cursor: Cursor<'_>) -> Result<(), Problem> {
        let index = self.record.games.len();
        let start = cursor.at;
        if index >= MOST_GAMES {
            let what = "more games than any match has";
            return Err(Problem { code: Code::RecordLimit, at: start, what });
        }
        cursor.byte()?;
        let count = usize::from(cursor.u16()?);
        let (winner, points) = (cursor.byte()?, cursor.byte()?);
        cursor.take(3)?;
        let mut mark = Cursor::new(self.bytes, cursor.at, cursor.at + 2);
        let board = if mark.u16()? == 0xffff {
            cursor.take(2)?;
            None
        } else {
            let board = cursor.array::<26>()?.map(|byte| byte as i8);
            cursor.byte()?;
            Some(board)
        };
        let facts = Facts {
            winner: Some(winner).filter(|winner| *winner <= 1),
            points: Some(u32::from(points)).filter(|_| winner <= 1),
            board,
            ..Facts::default()
        };
        let heading = Span::new(start, cursor.at);
        let mut plies = Vec::new();
        let mut problem = None;
        while plies.len() < count.min(MOST_PLIES_OF_GAME) && self.walk.plies < MOST_PLIES {
            self.walk.plies += 1;
            match ply(&mut cursor) {
                Ok(ply) => plies.push(ply),
                Err(found) => {
                    problem = Some(found);
                    break;
                }
            }
        }
        let game = game::of_plies(
            index,
            &self.head,
            &mut self.walk,
            self.findings,
            &facts,
            &plies,
            heading,
            cursor.at,
        );
        self.record.games.push(game.record);
        problem.map_or(Ok(()), Err)
    }
}

/// Reads a text with its length in one byte.
fn text(cursor: &mut Cursor<'_>) -> Result<Spanned<String>, Problem> {
    let at = cursor.at;
    let length = usize::from(cursor.byte()?);
    let text = String::from_utf8_lossy(cursor.take(length)?).into_owned();
    Ok(Spanned::new(text, Span::new(at, cursor.at)))
}

/// Reads a ply: the player in bit 5, and all steps that the dice allow.
fn ply(cursor: &mut Cursor<'_>) -> Result<Ply, Problem> {
    let at = cursor.at;
    let byte = cursor.byte()?;
    let mut ply = Ply { at, action: u32::from(byte & 0x1f), seat: 1 - (byte >> 5 & 1), ..Ply::default() };
    if let Some(roll) = Roll::ALL.get(ply.action as usize) {
        let steps = cursor.take(usize::from(roll.steps()))?;
        let made = steps.iter().take_while(|step| **step != 0);
        for (slot, step) in ply.steps.iter_mut().zip(made) {
            *slot = (step & 0x1f, step >> 5);
            if slot.1 == 0 || slot.1 == 7 || slot.0 > 25 {
                return Err(Problem::syntax(at, "a step with a die or a place that doesn't exist"));
            }
        }
    } else if ply.action == game::action::SET {
        return Err(Problem::syntax(at, "a position that is set in version 1 can't be read"));
    }
    ply.end = cursor.at;
    Ok(ply)
}
