//! Fields that no other format has: kept under their own names if they have content.

use super::block::Block;
use super::fields::Fields;
use crate::game::record::{Header, MatchRecord, Notes, Property, Spanned};

/// The type of a field.
#[derive(Clone, Copy)]
pub(super) enum Type {
    Flag,
    I8,
    I32,
    F32,
    F64,
}
use Type::{F32, F64, Flag, I8, I32};

/// A field: its name, its place, its type, the first version that has it, and the values without
/// content.
pub(super) type Row = (&'static str, usize, Type, i32, &'static [f64]);

/// The fields of the head of a match.
pub(super) const MATCH: &[Row] = &[
    ("CompLevel1", 272, I32, 0, &[0.0, -1.0]),
    ("CompLevel2", 276, I32, 0, &[0.0, -1.0]),
    ("CountForElo", 280, Flag, 0, &[0.0]),
    ("AddtoProfile1", 281, Flag, 0, &[0.0]),
    ("AddtoProfile2", 282, Flag, 0, &[0.0]),
    ("GameMode", 412, I32, 0, &[0.0, -1.0]),
    ("Imported", 416, Flag, 0, &[0.0]),
    ("MoneyInitG", 560, I32, 0, &[0.0]),
    ("MoneyInitScore1", 564, I32, 0, &[0.0]),
    ("MoneyInitScore2", 568, I32, 0, &[0.0]),
    ("Entered", 572, Flag, 0, &[0.0]),
    ("Counted", 573, Flag, 0, &[0.0]),
    ("UnratedImp", 574, Flag, 0, &[0.0]),
    ("isMoneyMatch", 584, Flag, 0, &[0.0]),
    ("WinMoney", 588, F32, 0, &[0.0]),
    ("LoseMoney", 592, F32, 0, &[0.0]),
    ("Currency", 596, I32, 0, &[0.0]),
    ("FeeMoney", 600, F32, 0, &[0.0]),
    ("TableStake", 604, I32, 0, &[0.0]),
    ("Transcribed", 620, Flag, 24, &[0.0]),
    ("TotTimeDelayMove", 1944, I32, 26, &[0.0]),
    ("TotTimeDelayCube", 1948, I32, 26, &[0.0]),
    ("TotTimeDelayMoveDone", 1952, I32, 26, &[0.0]),
    ("TotTimeDelayCubeDone", 1956, I32, 26, &[0.0]),
];

/// The fields of the end of a match.
pub(super) const MATCH_END: &[Row] = &[
    ("Elo1m", 24, F64, 0, &[0.0]),
    ("Elo2m", 32, F64, 0, &[0.0]),
    ("Exp1m", 40, I32, 0, &[0.0]),
    ("Exp2m", 44, I32, 0, &[0.0]),
    ("Datem", 48, F64, 0, &[0.0]),
];

/// The fields of the head of a game.
pub(super) const GAME: &[Row] = &[("InProgress", 52, Flag, 0, &[0.0])];

/// The fields of the end of a game.
pub(super) const GAME_END: &[Row] = &[
    ("ErrResign", 40, F64, 0, &[0.0, -1000.0]),
    ("ErrTakeResign", 48, F64, 0, &[0.0, -1000.0]),
    ("EvalLevel", 112, I32, 0, &[0.0, -1.0]),
];

/// The fields of a game that isn't in the record.
pub(super) const MISSING: &[Row] = &[("MissingErrLuck", 16, F64, 0, &[0.0, -1000.0])];

/// The fields of a cube decision.
pub(super) const CUBE: &[Row] = &[
    ("ErrBeaver", 240, F64, 0, &[0.0, -1000.0]),
    ("ErrRaccoon", 248, F64, 0, &[0.0, -1000.0]),
    ("inValid", 260, I32, 0, &[0.0]),
    ("TutorCube", 264, I8, 0, &[0.0, -1.0]),
    ("TutorTake", 265, I8, 0, &[0.0, -1.0]),
    ("ErrTutorCube", 272, F64, 0, &[0.0, -1000.0]),
    ("ErrTutorTake", 280, F64, 0, &[0.0, -1000.0]),
    ("FlaggedDouble", 288, Flag, 0, &[0.0]),
    ("TimeDelayCube", 297, Flag, 26, &[0.0]),
    ("TimeDelayCubeDone", 298, Flag, 26, &[0.0]),
];

/// The fields of a roll and its play.
pub(super) const MOVE: &[Row] = &[
    ("InvalidM", 2480, I32, 0, &[0.0, 2.0]),
    ("Tutor", 2510, I8, 0, &[0.0, -1.0]),
    ("ErrTutorMove", 2512, F64, 0, &[0.0, -1000.0]),
    ("Flagged", 2520, Flag, 0, &[0.0]),
    ("TimeDelayMove", 2532, I32, 26, &[0.0]),
    ("TimeDelayMoveDone", 2536, I32, 26, &[0.0]),
];

/// Returns the fields of a table that have content in a block, as text.
fn told<'a>(
    block: Fields<'a>,
    rows: &'static [Row],
    version: i32,
) -> impl Iterator<Item = (String, Spanned<String>)> + 'a {
    rows.iter().filter(move |row| row.3 <= version).filter_map(move |&(name, at, kind, _, usual)| {
        let (value, len) = match kind {
            Flag => (f64::from(u8::from(block.flag(at))), 1),
            I8 => (f64::from(block.i8(at)), 1),
            I32 => (f64::from(block.i32(at)), 4),
            F32 => (block.f32(at), 4),
            F64 => (block.f64(at), 8),
        };
        let says = !usual.iter().any(|usual| (usual - value).abs() < 1e-12);
        says.then(|| (format!("xg:{name}"), Spanned::new(value.to_string(), block.span(at, len))))
    })
}

/// Writes a field with this name in a table, if it will be read as the same.
pub(super) fn write(block: &mut Block, rows: &'static [Row], name: &str, text: &str) -> bool {
    let Some(&row) = rows.iter().find(|row| name.strip_prefix("xg:") == Some(row.0)) else { return false };
    let (Ok(value), at) = (text.parse::<f64>(), row.1) else { return false };
    let write = |block: &mut Block| match row.2 {
        Flag => block.u8(at, u8::from(value != 0.0)),
        I8 => block.u8(at, value as i8 as u8),
        I32 => block.i32(at, value as i32),
        F32 => block.f32(at, value),
        F64 => block.f64(at, value),
    };
    let is_same = |written: Fields<'_>| {
        told(written, rows, i32::MAX).any(|(key, again)| key == name && again.value == text)
    };
    let write = |block: &mut Block| {
        write(block);
        Some(())
    };
    block.keep_if(write, is_same)
}

/// Keeps the fields of a block as properties.
pub(super) fn note(block: Fields<'_>, rows: &'static [Row], version: i32, notes: &mut Notes) {
    let fields = told(block, rows, version);
    notes.properties.extend(fields.map(|(key, it)| Property::new(key, vec![it.value], it.span)));
}

/// Keeps the fields of a block as headers.
pub(super) fn headers(block: Fields<'_>, rows: &'static [Row], version: i32, record: &mut MatchRecord) {
    let fields = told(block, rows, version);
    record.headers.extend(fields.map(|(key, value)| Header::new(&key, value.value, value.span)));
}
