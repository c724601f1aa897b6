//! The names above the rows: unchanged if every reader gets them back, otherwise replaced.

use super::line;
use super::rows::number;
use crate::board::{BySide, Side};
use crate::game::Replayed;

/// The number of bytes of a name that GNU Backgammon keeps.
const LONGEST: usize = 31;
/// The column at which the right name begins.
const RIGHT: usize = 32;

/// The names of a game as they are written.
pub(super) struct Names {
    /// The replacement of a name; `None` if the name itself is written.
    pub(super) written: BySide<Option<String>>,
    /// The ratings written after the names.
    pub(super) ratings: BySide<Option<String>>,
}

/// Returns how the names of a game can be written, with their ratings or without.
pub(super) fn stand_ins(replayed: &Replayed, game: usize, rated: bool) -> Names {
    let record = &replayed.record.games[game];
    let mut names = Names { written: BySide::default(), ratings: BySide::default() };
    for side in Side::ALL {
        let name = replayed.name(game, side);
        if !is_plain(name, side) {
            names.written[side] = Some(stand_in(name, side));
        }
        let rating = record.players[side].as_ref().and_then(|player| player.rating.as_ref());
        if let Some(rating) = rating.filter(|_| rated) {
            let name = names.of(replayed, game, side);
            let both = [name, ",", &rating.value].concat();
            let fits = line::rating(both.as_bytes()) == Some(name.len());
            names.ratings[side] = fits.then(|| rating.value.clone());
        }
    }
    let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
    if names.written[Side::One].is_some()
        && same(names.of(replayed, game, Side::Zero), names.of(replayed, game, Side::One))
        && let Some(name) = &mut names.written[Side::One]
    {
        name.push('2');
    }
    names
}

impl Names {
    /// Returns the text written for a side.
    pub(super) fn of<'a>(&'a self, replayed: &'a Replayed, game: usize, side: Side) -> &'a str {
        self.written[side].as_deref().unwrap_or_else(|| replayed.name(game, side))
    }

    /// Writes ` name : score            name : score`.
    pub(super) fn score_line(
        &self,
        replayed: &Replayed,
        game: usize,
        points: BySide<u32>,
        out: &mut Vec<u8>,
    ) {
        let start = out.len();
        for side in Side::ALL {
            if side == Side::Zero {
                out.push(b' ');
            } else {
                gap(start, self.of(replayed, game, side), out);
            }
            out.extend_from_slice(self.of(replayed, game, side).as_bytes());
            if let Some(rating) = &self.ratings[side] {
                out.push(b',');
                out.extend_from_slice(rating.as_bytes());
            }
            out.extend_from_slice(b" : ");
            number(points[side], out);
        }
        out.push(b'\n');
    }

    /// Writes ` name            name`.
    pub(super) fn gam(&self, replayed: &Replayed, game: usize, out: &mut Vec<u8>) {
        let start = out.len();
        out.push(b' ');
        out.extend_from_slice(self.of(replayed, game, Side::Zero).as_bytes());
        gap(start, "*", out);
        out.extend_from_slice(self.of(replayed, game, Side::One).as_bytes());
        out.push(b'\n');
    }
}

/// Adds blanks up to the right name. GNU Backgammon leaves no blank after a long left one, and then can't read it.
fn gap(start: usize, right: &str, out: &mut Vec<u8>) {
    let blanks = (start + RIGHT).saturating_sub(out.len());
    // A possible mark of the Crawford game after the left score needs a gap.
    let marked = right.starts_with(['*', '(', '[', 'c', 'C', 'p', 'P']);
    let blanks = if blanks == 0 || (marked && blanks < 3) { 3 } else { blanks };
    out.resize(out.len() + blanks, b' ');
}

/// Returns `true` if a name is read back unchanged, by us and by GNU Backgammon.
fn is_plain(name: &str, side: Side) -> bool {
    let is_row = name.starts_with(|c: char| c.is_ascii_digit()) && name.contains(')');
    let is_odd = name.contains(|c: char| c == ':' || c.is_control()) || name.starts_with([';', '#']);
    let has_blanks = name.trim() != name || name.contains("   ");
    // Without a colon after it, as in a .gam file, `Game` begins a heading.
    let is_line = side == Side::Zero
        && [" : 0   x : 0", "   x"].iter().any(|rest| {
            let line = [name, rest].concat();
            line::heading(line.as_bytes()).is_some() || line::length(line.as_bytes()).is_some()
        });
    let has_rating = line::rating(name.as_bytes()).is_some() || is_cut(name);
    let has_length = (1..=LONGEST).contains(&name.len());
    has_length && ![is_row, is_odd, has_blanks, is_line, has_rating].contains(&true)
}

/// Returns `true` if GNU Backgammon cuts a name as if a rating followed: at a comma before a number above 0.
fn is_cut(name: &str) -> bool {
    name.split(',').skip(1).any(|after| {
        let after = after.trim_ascii_start();
        let number = after.strip_prefix('+').unwrap_or(after).trim_start_matches('0');
        number.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Returns a replacement for a name: characters that could confuse a reader become low lines, and the end is cut.
fn stand_in(name: &str, side: Side) -> String {
    let mut plain = String::new();
    for c in name.trim().chars() {
        let c = match c {
            ':' | ';' | '#' | ')' | ',' => '_',
            c if c.is_control() => '_',
            c if c.is_whitespace() => {
                if plain.ends_with(' ') {
                    continue;
                }
                ' '
            }
            c => c,
        };
        if plain.len() + c.len_utf8() >= LONGEST {
            break;
        }
        plain.push(c);
    }
    let plain = plain.trim_end();
    if is_plain(plain, side) { plain.to_owned() } else { format!("Player {}", side.index() + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_after_a_comma_is_cut_off_a_name() {
        for name in ["b, 12", "b,12", "b,12x", "b,12,x", "b,x,12", "b,+5", "b,007", "b ,1e3", ",12"] {
            assert!(is_cut(name) && !is_plain(name, Side::One), "{name}");
            assert!(is_plain(&stand_in(name, Side::One), Side::One), "{name}");
        }
        for name in ["Doe, John", "b,0", "b,-3", "b,.5", "b, ", "b;12", "b 12", "b,x12"] {
            assert!(!is_cut(name), "{name}");
        }
    }
}
