//! Readings of cells that aren't understood: dice without their colon or with letters, words with a typing error.

use super::bench::Bench;
use super::reading::{Class, Reading};
use crate::diag::count::many;
use crate::diag::{Code, Diagnostic, Edit, Span};
use crate::formats::{bgroom, fibs, oldmoves, party, rolls, sgf, sgg};
use crate::game::record::{Cell, Entry, Remark, RemarkKind, Written};
use crate::notation::plain::{alike, plain};
use std::fmt::Write as _;
use std::ops::Range;

/// A word that differs in more letters is a different word.
const MOST_LETTERS: usize = 3;

/// Returns the reading for dice whose colon is another character or missing: `64 24/14`,
/// `64. 24/14`, `6-4: 24/14`; in a cell without a play also `64`, `(64)`, `6-4:`.
pub(super) fn dice(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> Option<Reading> {
    let span = finding.primary.span;
    let text = plain(bench.source.slice(span));
    let (body, is_open) = match text.strip_prefix(['(', '[']) {
        Some(body) => (body, true),
        None => (&text[..], false),
    };
    let is_die = |byte: u8| (b'1'..=b'6').contains(&byte);
    let bytes = body.as_bytes();
    let (first, rest) = (*bytes.first()?, &bytes[1..]);
    let between = rest.iter().take_while(|byte| b"-,/ .x+&_".contains(byte)).count();
    let second = *rest.get(between)?;
    let after = &rest[between + 1..];
    let gap =
        after.iter().take_while(|byte| b";.,= :)-_".contains(byte) || is_open && b"]".contains(byte)).count();
    let has_mark = after[..gap].iter().any(|byte| *byte != b' ');
    let is_play = after.get(gap).is_some_and(u8::is_ascii_alphanumeric);
    let is_alone = gap == after.len() && finding.code == Code::MatCellUnreadable;
    let may_be_dice = is_play && gap > 0 || is_alone && (between == 0 || has_mark);
    let is_blank = rest[..between].iter().all(|byte| *byte == b' ');
    if !(is_die(first) && is_die(second) && (between <= 1 || is_blank && between <= 3) && may_be_dice) {
        return None;
    }
    let dice = format!("{}{}", first as char, second as char);
    let play = body[1 + between + 1 + gap..].trim();
    let edit = Edit::new(span, format!("{dice}: {play}").trim_end());
    let message = format!("write `{dice}:`");
    Some(Reading::new(Class::Spelling, 0.3, message, game, [edit]))
}

/// Returns the reading for dice with other signs, or after the play: `64 -> 24/14`, `24/14 (64)`.
pub(super) fn dice_elsewhere(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> Option<Reading> {
    let span = finding.primary.span;
    let written = bench.source.slice(span);
    let cell = rolls::usual(written).filter(|_| finding.code == Code::MatCellUnreadable)?;
    let (dice, play) = cell.split_once(' ')?;
    let where_to = if written.starts_with(play) { " before the play" } else { "" };
    let message = format!("write `{dice}`{where_to}");
    Some(Reading::new(Class::Spelling, 0.3, message, game, [Edit::new(span, cell)]))
}

/// Returns the reading for a cell that contains full-width or invisible characters.
pub(super) fn in_ascii(bench: &Bench<'_>, game: usize, entry: usize) -> Option<Reading> {
    let entry = bench.entries(game).get(entry)?;
    let (span, is_play) = match entry.written {
        Written::Unreadable => (entry.span, false),
        Written::Turn { cell: Cell::Unreadable(span), .. } => (span, true),
        _ => return None,
    };
    let was = bench.source.slice(span);
    let text = plain(was);
    if text == was {
        return None;
    }
    let text = if is_play { text.replace('-', "/") } else { text };
    let message = format!("write `{text}`");
    Some(Reading::new(Class::Spelling, 0.1, message, game, [Edit::new(span, text)]))
}

/// Returns the reading for text with characters as HTML writes them: `=&gt; 2`.
pub(super) fn from_html(bench: &Bench<'_>, finding: &Diagnostic) -> Option<Reading> {
    let span = finding.primary.span;
    let game = bench.game_at(span.start)?;
    let was = bench.source.slice(span);
    let text = was.replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&");
    if text == was {
        return None;
    }
    let message = format!("write `{text}`");
    Some(Reading::new(Class::Spelling, 0.1, message, game, [Edit::new(span, text)]))
}

/// Returns the reading for dice that contain letters instead of the digits they look like: `l1:`, `Z2:`.
pub(super) fn dice_in_letters(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> Option<Reading> {
    let digit = |letter: char| match letter {
        '1'..='6' => Some(letter),
        _ => alike(letter).chars().find(|digit| ('1'..='6').contains(digit)),
    };
    let start = finding.primary.span.start;
    let text = bench.source.slice(finding.primary.span);
    let (written, _) = text.split_once(':')?;
    let mut letters = written.chars();
    let (Some(first), Some(second), None) = (letters.next(), letters.next(), letters.next()) else {
        return None;
    };
    let dice: String = [digit(first)?, digit(second)?].into_iter().collect();
    let message = format!("write `{dice}:` for `{written}:`");
    let edit = Edit::new(Span { start, end: start + written.len() as u32 }, dice);
    Some(Reading::new(Class::Spelling, 0.4, message, game, [edit]))
}

/// Returns the reading without text before or after a cell that is understood itself: `Doubles => 2 x`. It may mean
/// something, so it is never safe, unless it only separates cells, `Doubles => 2, Takes`, or repeats the dice,
/// `31: 31: 8/5`.
pub(super) fn stray(bench: &Bench<'_>, finding: &Diagnostic) -> Option<Reading> {
    if !matches!(finding.code, Code::MatCellUnreadable | Code::MatTextAfterRow) {
        return None;
    }
    let span = finding.primary.span;
    let game = bench.game_at(span.start).unwrap_or(0);
    let is_unread = |remark: &Remark| remark.kind == RemarkKind::Unknown && remark.span == span;
    let is_entry = |entry: &Entry| match entry.written {
        Written::Turn { cell: Cell::Unreadable(cell), .. } => cell == span,
        _ => entry.span == span,
    };
    // A cell too many may be the right one.
    let said = bench.source.slice(span).to_lowercase();
    let is_sign = said.chars().all(|c| matches!(c, ',' | ';' | '/' | '|'));
    let is_dice = finding.code == Code::MatCellUnreadable
        && matches!(said.as_bytes(), [b'1'..=b'6', b'1'..=b'6', b':']);
    let is_cell = !is_sign && !is_dice && said.contains([':', '/'])
        || WORDS.iter().any(|word| said.starts_with(&word[..word.len().min(4)].to_lowercase()));
    if is_cell || !bench.record.remarks.iter().any(is_unread) || bench.entries(game).iter().any(is_entry) {
        return None;
    }
    let (before, after) = (bench.source.before(span.start), bench.source.after(span.end));
    let blanks = |text: &str, rest: &str| (text.len() - rest.len()) as u32;
    let is_blank = |c: char| c == ' ' || c == '\t';
    let is_glued = !before.is_empty() && !before.ends_with([' ', '\t', '\n', '\r']);
    let is_last = after.trim_start_matches(is_blank).starts_with(['\n', '\r']) || after.trim().is_empty();
    // What stands before a cell goes with the blanks up to it, what stands after one with those after it. What is joined
    // to a cell leaves its columns to the next one.
    let rest = after.trim_start_matches(is_blank);
    let edit = if is_glued && !is_last {
        Edit::new(span, " ".repeat(said.chars().count()))
    } else if rest.starts_with(|c: char| c.is_alphanumeric()) {
        Edit::delete(Span { end: span.end + blanks(after, rest), ..span })
    } else {
        let start = span.start - blanks(before, before.trim_end_matches(is_blank));
        Edit::delete(Span { start, ..span })
    };
    let message = format!("delete `{}`", bench.source.slice(span));
    let is_repeated = is_dice && rest.starts_with(&said);
    Some(Reading::new(Class::Spelling, 0.3, message, game, [edit]).safe_if(is_sign || is_repeated))
}

/// Returns the readings that the value of an SGF property lacks its bracket, so that it contains the next property:
/// `W[31hefe ;B[52lqac]`.
pub(super) fn brackets(bench: &Bench<'_>, finding: &Diagnostic) -> Vec<Reading> {
    if bench.format.name != sgf::FORMAT.name {
        return Vec::new();
    }
    let places = std::iter::once(&finding.primary).chain(&finding.secondary);
    places.flat_map(|label| unclosed(bench, label.span.start as usize)).collect()
}

/// Returns the reading that an SGF value after the action before contains the action that is missing:
/// `W[31hefe]C[good move;B[52lqac]`.
pub(super) fn swallowed(bench: &Bench<'_>, game: usize, entry: usize) -> Option<Reading> {
    let entries = Some(bench.entries(game)).filter(|_| bench.format.name == sgf::FORMAT.name)?;
    let (start, end) = (entries.get(entry.checked_sub(1)?)?.span.end, entries.get(entry)?.span.start);
    let text = bench.source.text().get(start as usize..end as usize)?;
    let at = start + sgf::first_unclosed(text)? as u32;
    Some(Reading::new(Class::Spelling, 0.2, UNCLOSED, game, [Edit::insert(at, "]")]))
}

/// The reading of a long value.
const UNCLOSED: &str = "write `]` at the end of the value";
/// The longest value that is in a message as a whole.
const LONGEST: usize = 40;
/// The most facts of the match after the first one.
const MOST_FACTS: usize = 3;

/// Returns the readings that the value at a place lacks its bracket. Where it may also quote the property or the node that
/// it contains, they are never safe, unless the game ends with the action of that node.
fn unclosed(bench: &Bench<'_>, at: usize) -> Vec<Reading> {
    let text = bench.source.text();
    let value = || {
        let open = text.get(..at)?.rfind('[')? + 1;
        let value = sgf::value_at(text, open)?;
        Some((open, value, value.find('[')?))
    };
    let Some((open, value, inner)) = value() else { return Vec::new() };
    let game = bench.game_at(open as u32).unwrap_or(0);
    // The reader's own finding on a property in a value of a root is at the end of the value.
    let next = sgf::contains_property(value).filter(|next| open + next.end == at);
    let node = sgf::contains_node(value).filter(|_| next.is_none());
    if inner == 0 && next.is_none() && node.is_none() {
        // A bracket too many.
        return Vec::new();
    }
    // The other facts of the match that follow may lack theirs, too.
    let (mut after, mut fact) = (Vec::new(), next.as_ref().filter(|next| next.is_fact()).map(|next| next.at));
    while let Some(from) = fact.map(|at| at + 1).filter(|_| after.len() < MOST_FACTS) {
        let following = sgf::contains_property(&value[from..]).filter(sgf::NextProperty::is_fact);
        after.extend(following.as_ref().map(|next| from + next.end));
        fact = following.map(|next| from + next.at);
    }
    let may_be_quoted = next.as_ref().is_some_and(|next| next.may_be_quoted(text, open))
        || node.as_ref().is_some_and(|node| {
            let end = open + value.len();
            node.may_be_quoted(text, &(open..end)) && !ends_game(bench, game, &(open + node.end..end))
        });
    let letters = value[..inner].trim_end_matches(|c: char| c.is_ascii_uppercase()).len();
    let before = value[..letters].trim_end();
    let known = next.map(|next| next.end).or_else(|| node.map(|node| node.end));
    let ends = match (known, before.strip_suffix(';')) {
        (Some(end), _) => vec![end],
        (None, Some(before)) => vec![before.trim_end().len()],
        (None, None) if letters == inner || before.len() < letters => vec![before.len()],
        // The value may end with capitals itself.
        (None, None) => {
            (1..=2).rev().filter_map(|len| inner.checked_sub(len)).filter(|end| *end >= letters).collect()
        }
    };
    // On some keyboards, `9` and the bracket are one key.
    let typed =
        known.filter(|end| after.is_empty() && *end <= LONGEST && value[..*end].ends_with('9')).map(|end| {
            let (text, whole) = (&value[..end - 1], &value[..end]);
            let message = format!("write `[{text}]` for `[{whole}`");
            let edit = Edit::new(Span::new(open + text.len(), open + end), "]");
            Reading::new(Class::Spelling, 0.4, message, game, [edit]).safe_if(!may_be_quoted)
        });
    let reading = |end: usize| {
        // Another sign may stand in its place.
        let insert = |end: usize| {
            let sign = value[..end].chars().next_back().filter(|c| *c == '}' || c.is_control());
            let len = sign.filter(|c| !c.is_whitespace()).map_or(0, char::len_utf8);
            Edit::new(Span::new(open + end - len, open + end), "]")
        };
        let edits = std::iter::once(end).chain(after.iter().copied()).map(insert);
        let text = value[..end].trim_end_matches(|c: char| c == '}' || c.is_control());
        let is_short = text.len() <= LONGEST && !text.contains(['\n', '\r']);
        let mut message =
            if is_short { format!("write `[{text}]`, with its bracket") } else { UNCLOSED.to_owned() };
        if !after.is_empty() {
            let _ = write!(message, ", and {} after it", many(after.len() as u64, "bracket"));
        }
        Reading::new(Class::Spelling, 0.2, message, game, edits).safe_if(!may_be_quoted)
    };
    ends.into_iter().map(reading).chain(typed).collect()
}

/// Returns `true` if a game ends with the action at a place: by the last checker, a pass, or a resignation accepted.
fn ends_game(bench: &Bench<'_>, game: usize, place: &Range<usize>) -> bool {
    let is_there = |entry: &&Entry| place.contains(&(entry.span.start as usize));
    bench
        .entries(game)
        .iter()
        .find(is_there)
        .is_some_and(|entry| matches!(entry.written, Written::AcceptResignation) || bench.is_played_out(game))
}

/// The words of cells, as they are written.
const WORDS: [&str; 9] =
    ["Doubles", "Takes", "Drops", "Wins", "Beavers", "Redoubles", "Raccoons", "Passes", "Accepts"];
/// The words of `GamesGrid`'s rows.
const OF_GAMESGRID: [&str; 5] = ["Double", "Accept", "Pass", "Beaver", "Raccoon"];
/// The words of `BGRoom` and `PartyGammon`.
const OF_ROOMS: [&str; 5] = ["Double", "Accept", "Take", "Pass", "Wins"];
/// The words of FIBS.
const OF_FIBS: [&str; 5] = ["doubles", "accepts", "rejects", "beavers", "wins"];

/// Returns the words with which a cell that isn't understood may begin.
pub(super) fn words(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> Vec<Reading> {
    let span = finding.primary.span;
    let text = bench.source.slice(span);
    let len = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(len);
    // Right after dice stands a play, or a word for none; a wide blank begins the next cell.
    let before = bench.source.before(span.start);
    let bare = before.trim_end();
    let is_fibs = [oldmoves::FORMAT.name, fibs::FORMAT.name].contains(&bench.format.name);
    let names_player = is_fibs || bench.format.name == bgroom::FORMAT.name;
    let is_play = !names_player && bare.ends_with(':') && before.len() - bare.len() < 3;
    if is_play || word.len() < 3 || rest.starts_with(|c: char| !matches!(c, ' ' | '=' | '.')) {
        return Vec::new();
    }
    let reading = |meant: &&str| {
        let letters = crate::diag::distance(&word.to_lowercase(), &meant.to_lowercase());
        (1..=MOST_LETTERS.min(meant.len() / 2)).contains(&letters).then(|| {
            let edit = Edit::new(Span { end: span.start + len as u32, ..span }, *meant);
            let message = format!("read `{word}` as `{meant}`");
            Reading::new(Class::Action, 0.5 * letters as f32, message, game, [edit])
        })
    };
    let known = match bench.format.name {
        name if name == sgg::FORMAT.name => &OF_GAMESGRID[..],
        _ if is_fibs => &OF_FIBS[..],
        name if [party::FORMAT.name, bgroom::FORMAT.name].contains(&name) => &OF_ROOMS[..],
        _ => &WORDS[..],
    };
    known.iter().filter_map(reading).collect()
}
