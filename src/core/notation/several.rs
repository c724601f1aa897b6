//! Texts with several IDs, of which only one would be read.

use super::identify::{Identified, Kind, MATCH, POSITION, identify, is_like_id, labelled, runs};
use super::match_id::MatchId;
use super::pasted::unescaped;
use super::position_id::PositionId;
use crate::board::Board;

/// Returns `true` if a text contains, besides the ID of the kind `read`, another ID with other content.
///
/// Beside a Position ID or a Match ID, every other Position ID counts, and every Match ID; where the text labels its IDs,
/// only labelled Match IDs. Beside an XGID, an OGID or a FIBS board line, only IDs of the same kind count: below a drawn
/// board, notations of the same position may follow.
pub fn has_several(text: &str, read: Kind, checkers: u8) -> bool {
    let plain = unescaped(text);
    let text = plain.as_deref().unwrap_or(text);
    match read {
        Kind::PositionId | Kind::MatchId | Kind::GnubgId => {
            differ(positions(text, checkers)) || differ(games(text).into_iter())
        }
        Kind::Xgid | Kind::Ogid | Kind::RawBoard => {
            let whole = |part: &str| identify(part, checkers).and_then(Identified::whole).ok();
            let found = text.lines().flat_map(parts_with_ids).filter_map(whole);
            differ(found.filter(|found| found.kind == read).map(|found| found.state))
        }
    }
}

/// Returns `true` if not all of some values are equal.
fn differ<T: PartialEq>(mut values: impl Iterator<Item = T>) -> bool {
    values.next().is_some_and(|first| values.any(|value| value != first))
}

fn positions(text: &str, checkers: u8) -> impl Iterator<Item = Board> {
    let board = move |run: &str| {
        let read = PositionId::read_lenient(run, checkers);
        read.and_then(|(id, _)| id.board(checkers)).ok()
    };
    runs(text, PositionId::LEN).filter(|run| is_like_id(run)).filter_map(board)
}

/// Returns the Match IDs of a text: those with a label, if the IDs in it have labels.
fn games(text: &str) -> Vec<&str> {
    let is_game = |id: &&str| id.parse::<MatchId>().is_ok();
    let is_labelled = [POSITION, MATCH].into_iter().any(|label| labelled(text, label).next().is_some());
    if is_labelled {
        labelled(text, MATCH).filter(is_game).collect()
    } else {
        runs(text, MatchId::LEN).filter(|run| is_like_id(run)).filter(is_game).collect()
    }
}

/// Returns the parts of a line that begin with the name of an XGID, an OGID or a FIBS board line; a line without one is a
/// single part.
fn parts_with_ids(line: &str) -> Vec<&str> {
    let is_name = |window: &[u8]| {
        [b"XGID=", b"OGID=", b"OGID:"].iter().any(|name| window.eq_ignore_ascii_case(&name[..]))
    };
    let windows = line.as_bytes().windows(5).enumerate();
    let mut starts: Vec<usize> = windows.filter(|(_, window)| is_name(window)).map(|(at, _)| at).collect();
    // A player may be called `keyboard`, and a sentence may have a word before a colon.
    let is_board = |&(at, name): &(usize, &str)| {
        !line[..at].ends_with(char::is_alphanumeric)
            && !line[at + name.len()..].starts_with(char::is_whitespace)
    };
    starts.extend(line.match_indices("board:").filter(is_board).map(|(at, _)| at));
    starts.sort_unstable();
    if starts.is_empty() {
        starts.push(0);
    }
    let ends = starts.iter().copied().skip(1).chain([line.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &line[start..end]).collect()
}
