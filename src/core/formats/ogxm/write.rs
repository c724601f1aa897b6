//! The writer of OGXM files.

use super::bytes::{Optional, Out};
use super::game::noted;
use super::write_analysis;
use super::write_game::{self, Told};
use super::write_head::{self, Kept};
use super::{END, MAGIC, MOST_GAMES, MOST_PLIES, MOST_PLIES_OF_GAME, beside, reader};
use crate::board::{BySide, Side};
use crate::diag::SourceFile;
use crate::formats::inventory::Comments;
use crate::game::record::{MatchRecord, Notes, Remark, RemarkKind, headers};
use crate::game::{Act, Happening, Replayed};
use crate::math::crc32;

/// The most bytes of a comment.
const MOST_TEXT: usize = 4096;

/// Writes one match as version 2, with the minor version that its fields need.
pub(super) fn write(replayed: &Replayed) -> Vec<u8> {
    let replayed = &*replayed.in_first_columns();
    let replayed = &*replayed.with_shown_jacoby();
    let mut kept_headers = Kept::of(replayed);
    let (games, score) = games(replayed);
    kept_headers.only_final(score);
    let names = replayed.record.names(0);
    let start = replayed.games.first().map_or_else(BySide::default, |game| game.before.points);
    let mut moves = Out::default();
    let head = write_head::write(replayed, &kept_headers, &names, start, has_raccoons(replayed, &games));
    moves.section(*b"MTCH", true, &head);
    for game in &games {
        moves.section(*b"GAME", true, &game.payload);
    }
    let moves_crc = crc32([&moves.0[..]]);
    let comments = comments(replayed, &games);
    let mut parts = parts(replayed, moves_crc, &comments);
    let minor = minor(&kept_headers);
    let is_checked = replayed.record.games.first().is_none_or(|game| noted(game, "unchecked").is_none());
    let mut bytes = file(&moves.0, &parts, minor, is_checked);
    let has = |parts: &[Part], content| parts.iter().any(|part| part.of == Some(content));
    let count = parts.len();
    // A kept section is written only if the record still has the same content.
    if has(&parts, ANALYSES) || has(&parts, CLOCK) {
        let again = again(&bytes);
        let says = [
            same(replayed, &again, |notes| (notes.analyses.clone(), notes.luck_value)),
            same(replayed, &again, |notes| notes.clock),
        ];
        parts.retain(|part| part.of.is_none_or(|of| says[of]));
    }
    let is_new = !has(&parts, ANALYSES) && has_analyses(replayed);
    let analyses = if is_new { write_analysis::tell(replayed, &games, moves_crc) } else { Vec::new() };
    let has_new = !analyses.is_empty();
    if has_new {
        parts.insert(0, Part { bytes: analyses, of: None });
    }
    if has_new || parts.len() < count {
        bytes = file(&moves.0, &parts, minor, is_checked);
    }
    bytes
}

/// Returns `true` if a record has analyses, or luck in numbers.
fn has_analyses(replayed: &Replayed) -> bool {
    replayed.record.notes().any(|notes| notes.luck_value.is_some() || !notes.analyses.is_empty())
}

/// Returns the minor version: the facts of events and profiles were introduced in 2.1.
fn minor(kept: &Kept) -> u8 {
    let is_newer = kept.0.iter().any(|header| super::head::is_of_event(&header.key.value));
    let is_day = kept.value(headers::DATE).is_some() && kept.value(headers::TIME).is_none();
    u8::from(is_newer || is_day)
}

/// Returns the games up to the first one that can't be expressed as the next one requires, and the score after them.
fn games(replayed: &Replayed) -> (Vec<Told>, BySide<u32>) {
    let mut games: Vec<Told> = Vec::new();
    let rules = &replayed.rules;
    let mut score = replayed.games.first().map_or_else(BySide::default, |game| game.before.points);
    if !names_fit(replayed, 0) {
        return (games, score);
    }
    if !super::head::VARIANTS.contains(&rules.variant) {
        // The score before the first game is in the head of the match.
        games.extend((!replayed.games.is_empty()).then(Told::nothing));
        return (games, score);
    }
    let mut plies = 0;
    for (index, game) in replayed.games.iter().enumerate().take(MOST_GAMES) {
        if replayed.has_new_player(index)
            || game.before.points != score
            || game.automatic_doubles > rules.automatic_doubles
        {
            break;
        }
        let told = write_game::tell(replayed, index);
        plies += told.plies.len();
        if told.plies.len() > MOST_PLIES_OF_GAME || plies > MOST_PLIES {
            break;
        }
        if let Some(result) = told.result
            && let Some(winner) = result.winner
        {
            let needed = u32::from(rules.length).saturating_sub(score[winner]);
            score[winner] += if rules.is_money() { result.points } else { result.points.min(needed) };
        }
        let is_open = told.result.is_none() && game.result.is_some();
        games.push(told);
        if is_open && game.is_crawford {
            // Without its result, the next game would be read as the Crawford game.
            break;
        }
    }
    (games, score)
}

/// Returns `true` if a raccoon is written.
fn has_raccoons(replayed: &Replayed, games: &[Told]) -> bool {
    let is_beaver = |act: &Act| matches!(act.what, Happening::Doubled { beaver: true, .. });
    games.iter().zip(&replayed.games).any(|(told, game)| {
        // The markers after an act have its place, too.
        let is_pair = |two: &[usize]| two[0] != two[1] && two.iter().all(|at| is_beaver(&game.acts[*at]));
        told.plies.windows(2).any(is_pair)
    })
}

fn names_fit(replayed: &Replayed, game: usize) -> bool {
    Side::ALL.into_iter().all(|side| replayed.name(game, side).len() <= MOST_TEXT)
}

/// A record for ANNO, with its scope and its object.
struct Comment {
    scope: u64,
    of: u64,
    /// The key whose value is the text; `None` for a comment.
    key: Option<&'static str>,
    text: String,
}

impl Comment {
    fn bytes(&self) -> Vec<u8> {
        let mut fields = Optional::default();
        fields.out.varint(self.scope);
        fields.out.varint(self.of);
        fields.out.text(&self.text);
        if let Some(key) = self.key {
            fields.text(0, key);
        }
        fields.record()
    }
}

/// Returns the limits that are written beside the games, in the order of their keys: of automatic doubles, if the
/// written games don't show it, and of beavers, if it is a number.
fn limits(replayed: &Replayed, games: &[Told]) -> [Option<u8>; 2] {
    let rules = &replayed.rules;
    let begun = replayed.games.iter().take(games.len()).map(|game| game.automatic_doubles).max().unwrap_or(0);
    let unless =
        |limit: u8, shown: u8| (rules.is_money() && limit != u8::MAX && limit != shown).then_some(limit);
    [unless(rules.automatic_doubles, begun), unless(rules.beavers, 0)]
}

/// Returns the comments that can be written.
fn comments(replayed: &Replayed, games: &[Told]) -> Vec<Comment> {
    let mut comments = Vec::new();
    for ((key, _), limit) in beside::LIMITS.into_iter().zip(limits(replayed, games)) {
        // `1` would be read as a switch.
        let text = limit.map(|limit| format!("{limit:02}"));
        comments.extend(text.map(|text| Comment { scope: 0, of: 0, key: Some(key), text }));
    }
    let writable = |text: &str| !text.is_empty() && text.len() <= MOST_TEXT;
    let is_comment = |remark: &&Remark| remark.kind == RemarkKind::Comment && writable(remark.text.trim());
    let remarks = replayed.record.remarks.iter().filter(is_comment);
    for remark in remarks.filter(|remark| remark.anchor.game.is_none()) {
        comments.push(Comment { scope: 0, of: 0, key: None, text: remark.text.trim().to_owned() });
    }
    let all = Comments::new(replayed);
    let mut before = 0;
    for (index, game) in games.iter().enumerate() {
        for (act, text) in all.of(index).into_iter().filter(|(_, text)| writable(text)) {
            let (scope, of) = match act {
                None => (1, index as u64),
                Some(act) => match game.plies.iter().rposition(|of| *of == act) {
                    Some(ply) => (2, (before + ply) as u64),
                    None => continue,
                },
            };
            comments.push(Comment { scope, of, key: None, text: text.to_owned() });
        }
        if let Some(last) = game.plies.len().checked_sub(1).filter(|_| game.passed_beavers > 0) {
            let (key, text) = (Some(beside::PASSED_BEAVERS), game.passed_beavers.to_string());
            comments.push(Comment { scope: 2, of: (before + last) as u64, key, text });
        }
        before += game.plies.len();
    }
    comments
}

/// Sections that stand together.
struct Part {
    bytes: Vec<u8>,
    /// Which content must agree with the record: [`ANALYSES`] or the [`CLOCK`].
    of: Option<usize>,
}

const ANALYSES: usize = 0;
const CLOCK: usize = 1;

/// Returns the sections after the games, in the order in which they are written.
fn parts(replayed: &Replayed, moves: u32, comments: &[Comment]) -> Vec<Part> {
    let mut parts = Vec::new();
    let notes = replayed.record.games.first().and_then(|game| game.notes.as_ref());
    let mut has_annotations = false;
    for property in notes.iter().flat_map(|notes| &notes.properties) {
        let Some(bytes) = beside::kept(property, moves) else { continue };
        let of = match property.key.as_str() {
            "ogxm:ANAL" => Some(ANALYSES),
            "ogxm:CLCK" => Some(CLOCK),
            "ogxm:ANNO" if !says_comments(replayed, &bytes, comments) => continue,
            "ogxm:ANNO" => {
                has_annotations = true;
                None
            }
            _ => None,
        };
        parts.push(Part { bytes, of });
    }
    if !comments.is_empty() && !has_annotations {
        let payload: Vec<u8> = comments.iter().flat_map(Comment::bytes).collect();
        let mut section = Out::default();
        section.section(*b"ANNO", false, &payload);
        let at = parts.iter().position(|part| part.bytes.starts_with(b"MSIG"));
        parts.insert(at.unwrap_or(parts.len()), Part { bytes: section.0, of: None });
    }
    parts
}

/// Returns `true` if the comments of a kept section are those of the record.
fn says_comments(replayed: &Replayed, bytes: &[u8], comments: &[Comment]) -> bool {
    let (keys, comments): (Vec<&Comment>, Vec<&Comment>) =
        comments.iter().partition(|comment| comment.key.is_some());
    if keys.iter().any(|key| memchr::memmem::find(bytes, &key.bytes()).is_none()) {
        return false;
    }
    let texts = beside::texts(bytes);
    let has = |remark: &&Remark| remark.kind == RemarkKind::Comment && !remark.text.trim().is_empty();
    let all = replayed.record.remarks.iter().filter(has).count();
    let mut here: Vec<&str> = comments.iter().map(|comment| comment.text.as_str()).collect();
    let mut there: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
    here.sort_unstable();
    there.sort_unstable();
    all == comments.len() && here == there
}

/// The size of the section with the checksum.
const CHECK: usize = 17;

/// Composes a file.
fn file(moves: &[u8], parts: &[Part], minor: u8, is_checked: bool) -> Vec<u8> {
    let mut out = Out::default();
    out.0.extend_from_slice(MAGIC);
    out.0.extend_from_slice(&[2, 0, minor, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
    out.0.extend_from_slice(moves);
    for part in parts {
        out.0.extend_from_slice(&part.bytes);
    }
    // The checksum covers everything before it, including the size of the file.
    let size = (out.0.len() + if is_checked { CHECK } else { 0 } + END.len()) as u32;
    out.0[12..16].copy_from_slice(&size.to_le_bytes());
    if !is_checked {
        out.0.extend_from_slice(END);
        return out.0;
    }
    let checksum = crc32([&out.0[..]]);
    let mut fields = Optional::default();
    fields.out.varint(0);
    fields.out.varint(4);
    fields.out.0.extend_from_slice(&checksum.to_le_bytes());
    out.section(*b"CSUM", true, &fields.record());
    out.0.extend_from_slice(END);
    out.0
}

/// Reads what was written.
fn again(bytes: &[u8]) -> MatchRecord {
    match SourceFile::binary("", bytes.to_vec(), 0) {
        Ok(source) => reader::parse(source.bytes()).value,
        Err(_) => MatchRecord::default(),
    }
}

/// Returns `true` if `look` returns the same for the notes of two records.
fn same<T: PartialEq + Default>(
    replayed: &Replayed,
    again: &MatchRecord,
    look: impl Fn(&Notes) -> T,
) -> bool {
    let of = |record: &MatchRecord| -> Vec<(usize, usize, T)> {
        let entries = record.games.iter().enumerate().flat_map(|(game, record)| {
            record.entries.iter().enumerate().map(move |(at, entry)| (game, at, entry))
        });
        let looked = entries.filter_map(|(game, at, entry)| Some((game, at, look(entry.notes.as_deref()?))));
        looked.filter(|(.., said)| *said != T::default()).collect()
    };
    of(&replayed.record) == of(again)
}
