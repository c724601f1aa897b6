//! The writer: the head and the end of the match.

use super::block::Block;
use super::headers::{self, SITES, UNLIMITED, VARIATIONS};
use super::pack::{self, Titles};
use super::reader::UNUSED;
use super::write_game::{By, Texts, Told, sign, tell_game};
use super::{BLOCK, analysis, leftover, write_analysis};
use crate::board::{BySide, Side};
use crate::formats::inventory::{Comments, taken_headers, value_of};
use crate::game::record::{Analysis, Anchor, Header, Remark, RemarkKind, headers as known};
use crate::game::{MAX_CUBE, Replayed};
use smol_str::SmolStr;

/// The prefix of the name of the program that made a file's analyses, if it isn't XG.
pub(super) const PROGRAM: &str = "analyses: ";
/// The version of the blocks; fields of later versions aren't written.
const VERSION: i32 = 30;
/// The texts of the head in UTF-16 and in the code page, by their headers.
const TEXTS: [(&str, usize, usize); 3] =
    [(known::EVENT, 622, 136), (known::SITE, 1396, 283), (known::ROUND, 1654, 417)];
/// The most bytes of the blocks: what is read, less room for comments.
const MOST_UNPACKED: usize = super::container::MOST / 4 * 3;
/// The most units of UTF-16 of a text of the head.
const MOST: usize = 128;

/// Writes a match or a position.
pub(super) fn write(replayed: &Replayed) -> Vec<u8> {
    let replayed = &*replayed.in_first_columns();
    let replayed = &*replayed.with_shown_jacoby();
    let mut texts = Texts::default();
    let mut head = Head { block: Block::new(0), end: Block::new(5) };
    head.fields(replayed);
    let comment = head.comments(replayed, &mut texts);
    let program = program(replayed);
    let by = By { program: &program, has_marks: has_marks(replayed) };
    let comments = Comments::new(replayed);
    let games: Vec<Told> =
        told_games(replayed).map(|index| tell_game(replayed, index, by, &comments, &mut texts)).collect();
    let mut records = head.block.0.clone();
    for block in games.iter().flat_map(|game| &game.blocks) {
        records.extend_from_slice(&block.0);
    }
    head.last(replayed, &games);
    records.extend_from_slice(&head.end.0);
    let name = |side: Side| Some(replayed.name(0, side)).filter(|name| is_text(name)).unwrap_or_default();
    let names = Side::ALL.map(name);
    let length = match replayed.rules.length {
        0 => "money session".to_owned(),
        length => format!("{length} point match"),
    };
    let is_by_another = *program != *analysis::PROGRAM && games.iter().any(|game| game.has_analyses);
    let level = if is_by_another { format!("{PROGRAM}{program}") } else { String::new() };
    let titles = Titles {
        game: "",
        save: &format!("{} vs. {}, {length}", names[0], names[1]),
        level: &level,
        comment: &comment,
    };
    pack::pack(&records, &texts.bytes, &titles)
}

/// Returns the games to be written: those before the players change, as many as a file may have.
fn told_games(replayed: &Replayed) -> impl Iterator<Item = usize> {
    // The match and each game have two blocks, a turn at most two: the decision about the cube, and the play.
    let mut blocks = 2;
    (0..replayed.games.len()).take_while(move |&index| {
        blocks += 2 + 2 * replayed.games[index].acts.len();
        blocks * BLOCK <= MOST_UNPACKED && !replayed.has_new_player(index)
    })
}

/// Returns the number of the variation.
pub(super) fn variation(replayed: &Replayed) -> Option<i32> {
    VARIATIONS.iter().position(|(_, variant)| *variant == replayed.rules.variant).map(|at| at as i32)
}

/// Returns the program of the first analysis that fits XG's fields; those of other programs aren't written.
fn program(replayed: &Replayed) -> SmolStr {
    let analyses = replayed.record.notes().flat_map(|notes| &notes.analyses);
    let fitting = analyses.filter(|analysis| write_analysis::may_fit(analysis));
    let program = fitting.map(Analysis::program).find(|program| is_text(program));
    program.map_or_else(|| analysis::PROGRAM.into(), SmolStr::clone)
}

/// Returns `true` if the record has XG's marks of plays that don't count.
fn has_marks(replayed: &Replayed) -> bool {
    replayed.record.notes().any(|notes| notes.property(UNUSED).is_some())
}

/// Returns `true` if a text fits into a field of one line.
fn is_text(text: &str) -> bool {
    !text.is_empty()
        && text.trim() == text
        && !text.contains(char::is_control)
        && text.encode_utf16().count() <= MOST
}

/// Returns the cube's limit as it is written. `None` if it has no number.
fn limit(limit: u32) -> Option<i32> {
    let log2 = limit.trailing_zeros() as i32;
    // 10 means no limit by the user.
    (limit.is_power_of_two() && (1..=15).contains(&log2) && log2 != 10 && limit != MAX_CUBE).then_some(log2)
}

/// The head and the end of the match.
struct Head {
    block: Block,
    end: Block,
}

impl Head {
    fn fields(&mut self, replayed: &Replayed) {
        let rules = &replayed.rules;
        let block = &mut self.block;
        for (side, short, wide) in [(Side::Zero, 9, 880), (Side::One, 50, 1138)] {
            let name = replayed.name(0, side);
            if is_text(name) {
                block.short(short, 40, name);
                block.wide(wide, MOST + 1, name);
            }
        }
        block.i32(92, if rules.is_money() { UNLIMITED } else { i32::from(rules.length) });
        block.i32(96, variation(replayed).unwrap_or(0));
        let is_money = rules.is_money();
        let flags = [
            rules.length > 1 && rules.crawford,
            is_money && rules.jacoby,
            is_money && rules.beavers > 0,
            is_money && rules.automatic_doubles > 0,
        ];
        block.bytes(100, &flags.map(u8::from));
        if is_money && rules.automatic_doubles != u8::MAX {
            block.i32(616, i32::from(rules.automatic_doubles));
        }
        block.i32(612, limit(rules.cube_limit).unwrap_or(10));
        for at in [272, 276, 412, 576, 580, 608] {
            block.i32(at, -1);
        }
        block.i32(548, 1);
        block.i32(552, VERSION);
        block.bytes(556, b"DMLI");
        taken_headers(replayed, |header, all| self.header(header, all).is_some());
    }

    /// Writes a header if it has a field and will be read as the same; otherwise returns `None`.
    fn header(&mut self, header: &Header, all: &[Header]) -> Option<()> {
        let (key, text) = (header.key.value.as_str(), header.value.value.trim());
        let is = |known: &str| key.eq_ignore_ascii_case(known);
        let value = |key: &str| value_of(all, key);
        let block = &mut self.block;
        if let Some((_, wide, short)) = TEXTS.into_iter().find(|(known, ..)| is(known)) {
            is_text(text).then_some(())?;
            block.wide(wide, MOST + 1, text);
            block.short(short, 128, text);
            return Some(());
        }
        match () {
            () if is(known::TRANSCRIBER) && is_text(text) => block.wide(1960, MOST + 1, text),
            () if is(known::MATCH_ID) => {
                let id: i32 = text.parse().ok()?;
                (id != 0 && id.to_string() == text).then(|| block.i32(268, id))?;
            }
            () if is(known::DATE) || is(known::TIME) => {
                let (date, time) = (value(known::DATE), value(known::TIME));
                let days = date.and_then(|date| headers::days(date, time));
                let days = days
                    .or_else(|| date.filter(|_| is(known::DATE)).and_then(|date| headers::days(date, None)));
                block.f64(128, days?);
            }
            () if known::ELO.iter().any(|known| is(known)) => {
                let side = usize::from(is(known::ELO[1]));
                let (elo, experience) = text.split_once('/')?;
                let (elo, experience): (f64, i32) = (elo.parse().ok()?, experience.parse().ok()?);
                (elo > 0.0 && format!("{elo:.2}/{experience}") == text).then_some(())?;
                block.f64(104 + 8 * side, elo);
                block.i32(120 + 4 * side, experience);
            }
            () if key == headers::SITE_ID => {
                let number = SITES.iter().position(|site| *site == text).map(|at| at as i32);
                let number = number.or_else(|| text.strip_prefix("site ")?.parse().ok());
                let number = number.filter(|&number| headers::site(number).as_deref() == Some(text));
                value(known::SITE).filter(|site| is_text(site) && *site != text)?;
                block.i32(608, number?);
            }
            () => {
                let is_written = leftover::write(block, leftover::MATCH, key, text)
                    || leftover::write(&mut self.end, leftover::MATCH_END, key, text);
                is_written.then_some(())?;
            }
        }
        Some(())
    }

    /// Writes the comments before all games: there are places for two, the first of two in the outer header. Returns
    /// that one.
    fn comments(&mut self, replayed: &Replayed, texts: &mut Texts) -> String {
        let is_here = |remark: &&Remark| {
            remark.kind == RemarkKind::Comment
                && remark.anchor == Anchor::MATCH
                && !remark.text.trim().is_empty()
        };
        let all: Vec<&Remark> = replayed.record.remarks.iter().filter(is_here).collect();
        let mut outer = String::new();
        let mut rest = all.into_iter();
        if let [first, _, ..] = rest.as_slice()
            && !first.text.contains(char::is_control)
            && first.text.encode_utf16().count() < pack::TEXT
        {
            first.text.trim().clone_into(&mut outer);
            rest.next();
        }
        if let Some(remark) = rest.next()
            && let Some(number) = texts.add(remark.text.trim())
        {
            self.block.i32(576, number);
        }
        outer
    }

    /// Writes the end of the match: the score after the games, and the winner.
    fn last(&mut self, replayed: &Replayed, games: &[Told]) {
        let end = &mut self.end;
        let points = games.len().checked_sub(1).map_or_else(BySide::default, |last| {
            let mut score = replayed.games[last].before;
            if let Some(result) = games[last].result {
                score.add(&result);
            }
            score.points
        });
        end.i32(12, points[Side::Zero] as i32);
        end.i32(16, points[Side::One] as i32);
        let length = u32::from(replayed.rules.length);
        let winner = Side::ALL.into_iter().find(|&side| length > 0 && points[side] >= length);
        end.i32(20, winner.map_or(0, sign));
    }
}
