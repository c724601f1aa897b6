//! Damaged files: valid parts are read, and there is no panic or long delay.

use super::build::{Block, crc, game, game_end, head, joined, match_end, pack, pack_members, start, turn};
use super::{replay, told};
use crate::support::Random;
use barpoint::board::Side;
use barpoint::diag::{Parsed, SourceFile};
use barpoint::formats::{FORMATS, xg};
use barpoint::game::record::MatchRecord;

/// A side, its dice, and its play in XG's numbering.
type Told = (Side, [i32; 2], &'static [(i32, i32)]);

/// Returns a short match: one game of four plays, resigned.
pub(super) fn short() -> Vec<Block> {
    let mut blocks = vec![head(1), game(1, [0, 0])];
    let mut at = start();
    let plays: [Told; 4] = [
        (Side::Zero, [3, 1], &[(7, 4), (5, 4)]),
        (Side::One, [6, 4], &[(23, 17), (17, 13)]),
        (Side::Zero, [2, 1], &[(7, 5), (5, 4)]),
        (Side::One, [5, 5], &[(12, 7), (12, 7), (7, 2), (7, 2)]),
    ];
    for (side, dice, legs) in plays {
        let (block, after) = turn(side, &at, 0, dice, legs);
        blocks.push(block);
        at = after;
    }
    blocks.push(game_end([1, 0], Side::Zero, 1, 101));
    blocks.push(match_end([1, 0], Side::Zero));
    blocks
}

fn parse(bytes: &[u8]) -> Parsed<MatchRecord> {
    let source = SourceFile::binary("x.xg", bytes.to_vec(), 2560).expect("small");
    xg::parse(&source)
}

fn codes(parsed: &Parsed<MatchRecord>) -> Vec<&'static str> {
    parsed.diagnostics.iter().map(|finding| finding.code.id()).collect()
}

#[test]
fn the_short_match_is_clean() {
    let (replayed, findings) = replay("short.xg", &pack(&short()));
    assert_eq!(told(&findings), [""; 0]);
    assert_eq!(replayed.record.games[0].entries.len(), 5);
    assert!(FORMATS.iter().any(|format| format.name == "xg"));
}

#[test]
fn every_beginning_of_a_file_gives_a_record() {
    let file = pack(&short());
    let mut entries = Vec::new();
    for len in 0..file.len() {
        let parsed = parse(&file[..len]);
        assert!(!parsed.diagnostics.is_empty(), "{len} bytes");
        entries.push(parsed.value.games.iter().map(|game| game.entries.len()).sum::<usize>());
    }
    // The trailer alone missing, everything is read; half of the file gives a part of it.
    assert_eq!(entries[file.len() - 1], 5);
    assert!(entries.iter().any(|count| (1..5).contains(count)), "{entries:?}");
}

#[test]
fn a_block_that_is_cut_off_ends_the_record_there() {
    let bytes = joined(&short());
    let parsed = parse(&pack_members(&[("temp.xg", &bytes[..2560 * 4 + 100])]));
    assert_eq!(codes(&parsed), ["record-truncated"]);
    assert_eq!(parsed.diagnostics[0].primary.span.start, 4 * 2560);
    assert_eq!(parsed.value.games[0].entries.len(), 2);
}

#[test]
fn a_wrong_checksum_is_a_warning_and_nothing_more() {
    let whole = pack(&short());
    let mut file = whole.clone();
    let at = file.len() - 36;
    file[at] ^= 1;
    let parsed = parse(&file);
    assert_eq!(codes(&parsed), ["record-checksum"]);
    assert_eq!(parsed.value, parse(&whole).value);
}

#[test]
fn stored_members_and_unknown_ones_are_told_by_name() {
    let bytes = joined(&short());
    let parsed = parse(&pack_members(&[("temp.xgi", b"x"), ("+TEMP.XG", &bytes), ("other", b"y")]));
    assert_eq!(codes(&parsed), ["record-unknown"]);
    assert_eq!(parsed.value, parse(&pack(&short())).value);
}

#[test]
fn a_member_is_never_unpacked_beyond_its_limit() {
    // A hundred megabytes of nothing: the reader stops at its own limit.
    let zeros = vec![0; 100 << 20];
    let file = pack_members(&[("temp.xg", &zeros)]);
    assert!(file.len() < 200_000);
    let parsed = parse(&file);
    assert_eq!(codes(&parsed)[0], "record-limit");
    assert!(parsed.diagnostics.len() < 10, "{:?}", codes(&parsed));
}

#[test]
fn all_members_together_have_one_limit() {
    let zeros = vec![0; 40 << 20];
    let file = pack_members(&[("temp.xgc", &zeros), ("temp.xgr", &zeros), ("temp.xg", &joined(&short()))]);
    assert!(file.len() < 200_000);
    assert!(codes(&parse(&file)).contains(&"record-limit"));
    // Once more of the same costs nothing more.
    let names = ["temp.xg"; 60].map(|name| (name, &zeros[..]));
    let start = std::time::Instant::now();
    parse(&pack_members(&names[..2]));
    let two = start.elapsed();
    let file = pack_members(&names);
    let start = std::time::Instant::now();
    assert!(codes(&parse(&file)).contains(&"record-limit"));
    assert!(start.elapsed() < 10 * two, "{:?} and {two:?}", start.elapsed());
}

#[test]
fn a_comment_that_thousands_of_blocks_name_is_handed_out_up_to_a_limit() {
    let comment = format!("{{\\rtf1 {}}}\r\n", "word ".repeat(100_000));
    let mut blocks = vec![head(1)];
    for number in 1..1_000 {
        let mut game = game(number, [0, 0]);
        game = game.int(56, 0);
        blocks.push(game);
    }
    let parsed = parse(&pack_members(&[("temp.xg", &joined(&blocks)), ("temp.xgc", comment.as_bytes())]));
    assert!(codes(&parsed).contains(&"record-limit"), "{:?}", codes(&parsed));
    let bytes: usize = parsed.value.remarks.iter().map(|remark| remark.text.len()).sum();
    assert!(bytes >= 500_000 && bytes <= 2 * comment.len() + (1 << 20), "{bytes}");
}

#[test]
fn comments_of_nothing_but_brackets_or_lines_are_read_up_to_a_limit() {
    let record = joined(&short());
    for unit in ["{", "\r\n", "\\par "] {
        let comments = unit.repeat((8 << 20) / unit.len());
        let parsed = parse(&pack_members(&[("temp.xg", &record), ("temp.xgc", comments.as_bytes())]));
        assert_eq!(parsed.value.games.len(), 1, "{unit:?}");
    }
}

#[test]
fn any_bytes_give_a_record() {
    let whole = joined(&short());
    let mut random = Random::new(7);
    for round in 0..2_000 {
        let mut bytes = whole.clone();
        for _ in 0..=round % 40 {
            let at = random.below(bytes.len());
            bytes[at] = random.below(256) as u8;
        }
        // With the right checksums, so that the blocks themselves are tried.
        let file = pack_members(&[("+temp.xg", &bytes), ("+temp.xgc", b"{\\rtf1 x}\r\n")]);
        let (_, _) = replay("x.xg", &file);
    }
    let file = pack(&short());
    for _ in 0..5_000 {
        let mut bytes = file.clone();
        for _ in 0..4 {
            let tail = 600.min(bytes.len());
            let at = bytes.len() - 1 - random.below(tail);
            bytes[at] = random.below(256) as u8;
        }
        let _ = parse(&bytes);
    }
    assert_ne!(crc(&file), 0);
}

#[test]
fn what_is_no_such_file_is_said_to_be_none() {
    let parsed = parse(b"; [Event \"x\"]\n 5 point match\n");
    assert_eq!(codes(&parsed), ["record-syntax"]);
    assert!(parsed.value.games.is_empty());
}
