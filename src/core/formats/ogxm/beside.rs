//! The text apart from moves and analyses: comments, the clock, and sections that are kept
//! unchanged.

use super::analysis::PlyPlace;
use super::bytes::{Cursor, Problem};
use crate::diag::{Code, Span};
use crate::game::record::{
    Anchor, Clock, CubeWord, Entry, Header, MatchRecord, Property, Remark, RemarkKind, Written, headers,
};
use crate::notation::base64::padded;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The most comments of a file.
const MOST_COMMENTS: usize = 100_000;

/// The prefix of the keys of kept sections.
pub(super) const KEPT: &str = "ogxm:";

/// The private keys for limits that have no field, and the headers of these rules.
pub(super) const LIMITS: [(&str, &str); 2] =
    [("x-barpoint-automatic-doubles", headers::AUTOMATIC_DOUBLES), ("x-barpoint-beavers", headers::BEAVER)];

/// The private key, on the ply of a double, for the number of beavers and raccoons after it. The last one is passed:
/// only a beaver that is taken has a ply.
pub(super) const PASSED_BEAVERS: &str = "x-barpoint-passed-beavers";

/// Keeps sections of a name unchanged, with the checksum of the moves that they belong to.
pub(super) fn keep(record: &mut MatchRecord, name: &str, bytes: &[u8], moves: u32, span: Span) {
    if let Some(game) = record.games.first_mut() {
        let values = vec![padded(bytes), format!("{moves:08x}")];
        let property = Property::new(format!("{KEPT}{name}"), values, span);
        game.notes.get_or_insert_default().properties.push(property);
    }
}

/// Returns the bytes of sections that were kept, if they belong to these moves.
pub(super) fn kept(property: &Property, moves: u32) -> Option<Vec<u8>> {
    let name = property.key.strip_prefix(KEPT)?;
    let [bytes, of] = &property.values.value[..] else { return None };
    (name.len() == 4 && *of == format!("{moves:08x}")).then(|| STANDARD.decode(bytes).ok())?
}

/// Reads the comments of `ANNO`, and returns `true` if that is its complete content.
pub(super) fn annotations(
    mut cursor: Cursor<'_>,
    record: &mut MatchRecord,
    plies: &[PlyPlace],
) -> Result<bool, Problem> {
    let mut is_plain = true;
    while !cursor.is_done() {
        let at = cursor.at;
        if record.remarks.len() >= MOST_COMMENTS {
            let what = "more comments than any match has";
            return Err(Problem { code: Code::RecordLimit, at, what });
        }
        let mut fields = cursor.record()?;
        let (scope, of) = (fields.body.varint()?, fields.body.varint()?);
        let text = fields.body.text(1 << 20)?;
        let key = fields.get(0, |body| body.text(1 << 12))?;
        let limit = LIMITS.into_iter().find(|(known, _)| key.as_deref() == Some(*known));
        if let Some((_, rule)) = limit.filter(|_| scope == 0 && !fields.has_from(1)) {
            // The head of the match only contains whether any are allowed.
            record.headers.retain(|header| header.key.value != rule);
            record.headers.push(Header::new(rule, text, Span::new(at, cursor.at)));
            continue;
        }
        if key.as_deref() == Some(PASSED_BEAVERS)
            && scope == 2
            && !fields.has_from(1)
            && pass_beavers(record, plies.get(of as usize), &text)
        {
            continue;
        }
        is_plain &= scope <= 2 && !fields.has_from(0);
        if key.is_some() || text.is_empty() {
            continue;
        }
        let anchor = match scope {
            0 => Anchor::MATCH,
            1 => Anchor::game(of as usize),
            _ => match plies.get(of as usize) {
                Some(PlyPlace { game, entry: Some(entry), .. }) => Anchor::entry(*game, *entry as usize),
                Some(PlyPlace { game, .. }) => Anchor::game(*game),
                None => return Err(Problem::syntax(at, "a comment on a ply that doesn't exist")),
            },
        };
        if anchor.game.is_some_and(|game| game as usize >= record.games.len()) {
            return Err(Problem::syntax(at, "a comment on a game that doesn't exist"));
        }
        let span = Span::new(at, cursor.at);
        record.remarks.push(Remark { kind: RemarkKind::Comment, anchor, span, text });
    }
    Ok(is_plain)
}

/// Adds beavers, and the pass of the last one, after the double that is a game's last ply; returns `false` if they have
/// no place there.
fn pass_beavers(record: &mut MatchRecord, double: Option<&PlyPlace>, count: &str) -> bool {
    let Some(PlyPlace { game, entry: Some(entry), .. }) = double else { return false };
    let Some(game) = record.games.get_mut(*game) else { return false };
    let (Ok(count @ 1..), Some(double)) = (count.parse::<u8>(), game.entry(Some(*entry))) else {
        return false;
    };
    let (Some(doubler), span) = (double.side, double.span) else { return false };
    let next = *entry as usize + 1;
    let is_open = matches!(double.written, Written::Cube { word: CubeWord::Double, .. })
        && game.entries[next..].iter().all(|entry| matches!(entry.written, Written::Wins { .. }));
    if !is_open {
        return false;
    }
    let mut by = !doubler;
    let mut added = Vec::new();
    for number in 0..count {
        let word = if number == 0 { CubeWord::Beaver } else { CubeWord::Raccoon };
        added.push(Entry::new(Some(by), span, Written::Cube { word, value: None }));
        by = !by;
    }
    added.push(Entry::new(Some(by), span, Written::Pass));
    game.entries.splice(next..next, added);
    true
}

/// Returns the texts of the comments in a kept section of annotations, including its header.
pub(super) fn texts(section: &[u8]) -> Vec<String> {
    let mut cursor = Cursor::new(section, 9, section.len());
    let mut texts = Vec::new();
    while !cursor.is_done() {
        let Ok(mut fields) = cursor.record() else { break };
        let read = (fields.body.varint(), fields.body.varint(), fields.body.text(1 << 20));
        if let (Ok(_), Ok(_), Ok(text)) = read
            && !fields.has(0)
            && !text.is_empty()
        {
            texts.push(text);
        }
    }
    texts
}

/// Reads `CLCK`: the settings become a header, the times become those of the plies.
pub(super) fn clock(
    mut cursor: Cursor<'_>,
    record: &mut MatchRecord,
    plies: &[PlyPlace],
) -> Result<(), Problem> {
    let place = Span::new(cursor.at, cursor.at + cursor.left());
    let (reserve, delay, increment) = (cursor.u32()?, cursor.u32()?, cursor.u32()?);
    let start = i64::from(cursor.u32()?) * 1000;
    // Flags, and three unused bytes.
    cursor.u32()?;
    let settings = [("reserve", reserve), ("delay", delay), ("increment", increment)];
    let settings = settings.into_iter().filter(|(_, value)| *value > 0);
    let words: Vec<_> = settings.map(|(what, value)| format!("{what} {value} ms")).collect();
    if !words.is_empty() {
        record.headers.push(Header::new(headers::CLOCK, words.join(", "), place));
    }
    let count = cursor.u32()? as usize;
    let at = cursor.at;
    let (low_bits, precision) = (u32::from(cursor.byte()?), u64::from(cursor.u32()?));
    if low_bits == 0 || low_bits > 31 || count > plies.len() {
        return Err(Problem::syntax(at, "the clock's times don't match the plies"));
    }
    // The low bits of each time, several times in each word; then the high parts, in unary.
    let a_word = (64 / low_bits) as usize;
    let mut lows = Vec::with_capacity(count);
    while lows.len() < count {
        let word = u64::from_le_bytes(cursor.array()?);
        for i in 0..a_word.min(count - lows.len()) as u32 {
            lows.push(word >> (i * low_bits) & ((1 << low_bits) - 1));
        }
    }
    let bits = cursor.take(cursor.left())?;
    let mut bit = 0_usize;
    let mut time = 0_u64;
    for (number, low) in (1..).zip(lows) {
        let mut high = 0_u64;
        while bits.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1) {
            (high, bit) = (high + 1, bit + 1);
        }
        if bit / 8 >= bits.len() {
            return Err(Problem::syntax(cursor.at, "the clock's times end too early"));
        }
        bit += 1;
        let used = (high << low_bits | low).saturating_mul(precision);
        time = time.saturating_add(used);
        let place = plies.get(number).and_then(|place| Some((place.game, place.entry?)));
        let Some((game, entry)) = place else { continue };
        let clock = if start > 0 {
            Clock { at: Some(start.saturating_add_unsigned(time)), ..Clock::default() }
        } else {
            Clock { used: Some(used), ..Clock::default() }
        };
        let entry = record.games.get_mut(game).and_then(|game| game.entries.get_mut(entry as usize));
        if let Some(entry) = entry {
            entry.notes_mut().clock = Some(clock);
        }
    }
    Ok(())
}
