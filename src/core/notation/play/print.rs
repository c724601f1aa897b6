//! Writing plays.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::notation::play::print::gnubg;
//! use barpoint::{Board, legal_plays};
//!
//! let plays = legal_plays(&Board::START, "66".parse()?);
//! assert!(plays.iter().any(|(play, _)| gnubg(&Board::START, play).to_string() == "24/18(2) 13/7(2)"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::{Board, Point};
use crate::rules::Play;
use std::fmt;

/// A play in some notation, ready to be formatted.
///
/// Made by [`gnubg`] and [`plain`].
#[derive(Clone, Copy, Debug)]
pub struct Written {
    play: Play,
    /// The points, in the mover's numbering, with an opposing checker before the play.
    blots: u32,
    form: Form,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Gnubg,
    Plain,
}

/// Writes a play as GNU Backgammon shows it: `24/18*/13 8/5(2)`, `bar/23 6/off`.
///
/// The steps are sorted from the highest point to the lowest; steps of one checker are joined, leaving out
/// the points in between unless a checker is hit there; equal moves are counted. `*` comes after the first
/// mention of a point on which a checker is hit. A dance is the empty text. The board is the one before the
/// play.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::board::Board;
/// use barpoint::notation::play::print;
/// use barpoint::rules::legal_plays;
///
/// let plays = legal_plays(&Board::START, "66".parse()?);
/// let texts: Vec<_> = plays.iter().map(|(play, _)| print::gnubg(&Board::START, play).to_string()).collect();
/// assert_eq!(texts.len(), 11);
/// assert!(texts.contains(&"24/18(2) 13/7(2)".to_owned()));
/// # Ok::<(), barpoint::board::InvalidDie>(())
/// ```
#[must_use]
pub fn gnubg(board: &Board, play: &Play) -> Written {
    Written { play: *play, blots: blots(board), form: Form::Gnubg }
}

/// Writes a play as in .mat files: each step separately, in the order in which it is made, the bar as 25 and
/// off as 0, `*` after the first step that lands on a blot: `25/24* 6/5`.
///
/// The board is the one before the play.
#[must_use]
pub fn plain(board: &Board, play: &Play) -> Written {
    Written { play: *play, blots: blots(board), form: Form::Plain }
}

/// Returns the moves of a play as [`gnubg`] writes them, each from one point named to the next, in the
/// mover's numbering: 25 is the bar, 0 is off. Equal moves are returned one by one.
pub fn moves(board: &Board, play: &Play) -> impl Iterator<Item = (u8, u8)> {
    let (chains, count) = gnubg(board, play).chains();
    let chains = chains.into_iter().take(count);
    chains.flat_map(|chain| (1..chain.len).map(move |end| (chain.points[end - 1], chain.points[end])))
}

fn blots(board: &Board) -> u32 {
    Point::all().filter(|&point| board.at(point) < 0).fold(0, |set, point| set | 1 << point.number())
}

/// One checker's path.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Chain {
    /// Its beginning, the points where it hits in between, its end.
    points: [u8; 5],
    len: usize,
}

impl Written {
    fn hits(&self, point: u8) -> bool {
        self.blots >> point & 1 == 1
    }

    /// Joins the steps to paths of single checkers, in the order in which they are written.
    fn chains(&self) -> ([Chain; 4], usize) {
        let steps = self.play.steps();
        let mut sorted = [(0u8, 0u8); 4];
        for (slot, step) in sorted.iter_mut().zip(steps) {
            *slot = (step.from(), step.to());
        }
        let sorted = &mut sorted[..steps.len()];
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let mut chains = [Chain::default(); 4];
        let mut count = 0;
        let mut joined = [false; 4];
        for (i, &(from, to)) in sorted.iter().enumerate() {
            if joined[i] {
                continue;
            }
            let mut chain = Chain { points: [from, to, 0, 0, 0], len: 2 };
            for (j, &(next_from, next_to)) in sorted.iter().enumerate().skip(i + 1) {
                let end = chain.points[chain.len - 1];
                if joined[j] || next_from != end {
                    continue;
                }
                // The point stays if a checker is hit there.
                chain.len += usize::from(self.hits(end));
                chain.points[chain.len - 1] = next_to;
                joined[j] = true;
            }
            chains[count] = chain;
            count += 1;
        }
        (chains, count)
    }

    fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self.form {
            Form::Gnubg => self.write_gnubg(out),
            Form::Plain => self.write_plain(out),
        }
    }

    fn write_gnubg(&self, f: &mut impl fmt::Write) -> fmt::Result {
        let (chains, count) = self.chains();
        let chains = &chains[..count];
        let mut starred = 0u32;
        for (i, chain) in chains.iter().enumerate() {
            if chains[..i].contains(chain) {
                continue;
            }
            if i > 0 {
                f.write_char(' ')?;
            }
            for (k, &point) in chain.points[..chain.len].iter().enumerate() {
                if k > 0 {
                    f.write_char('/')?;
                }
                match point {
                    0 => f.write_str("off")?,
                    25 => f.write_str("bar")?,
                    _ => write!(f, "{point}")?,
                }
                if k > 0 && self.hits(point) && starred >> point & 1 == 0 {
                    starred |= 1 << point;
                    f.write_char('*')?;
                }
            }
            let equal = chains.iter().filter(|other| *other == chain).count();
            if equal > 1 {
                write!(f, "({equal})")?;
            }
        }
        Ok(())
    }

    fn write_plain(&self, f: &mut impl fmt::Write) -> fmt::Result {
        let mut starred = 0u32;
        for (i, step) in self.play.steps().iter().enumerate() {
            let (from, to) = (step.from(), step.to());
            write!(f, "{}{from}/{to}", if i == 0 { "" } else { " " })?;
            if self.hits(to) && starred >> to & 1 == 0 {
                starred |= 1 << to;
                f.write_char('*')?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Play {
    /// Writes the steps as GNU Backgammon does, without hit marks, which need the position: `8/5 6/5`; an
    /// empty text for a dance. Steps of one checker are joined even where it hits on the way, so two plays may have the
    /// same text; [`gnubg`] with the position gives each play its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        gnubg(&Board::EMPTY, self).fmt(f)
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.width().is_none() && f.precision().is_none() {
            return self.write(f);
        }
        let mut text = String::new();
        self.write(&mut text)?;
        f.pad(&text)
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that fails may panic")]
mod tests {
    use super::*;
    use crate::board::{Place, Roll, Side};
    use crate::notation::Xgid;
    use crate::rules::{Outcome, Step};

    fn both(id: &str, steps: &[(u8, u8)]) -> String {
        let board: Board = id.parse().unwrap();
        let steps: Vec<_> = steps.iter().map(|&(from, to)| Step::new(from, to)).collect();
        let play = Play::from_steps(&steps);
        format!("{}, {}", gnubg(&board, &play), plain(&board, &play))
    }

    const START: &str = "4HPwATDgc/ABMA";

    #[test]
    fn everything_in_a_table_is_as_wide_as_its_column() {
        let play = Play::from_steps(&[Step::new(24, 23), Step::new(24, 21)]);
        let board = Board::START;
        assert_eq!(format!("[{play:>12}] [{:<12}]", gnubg(&board, &play)), "[ 24/23 24/21] [24/23 24/21 ]");
        let (roll, side) = ("31".parse::<Roll>().unwrap(), Side::Zero);
        assert_eq!(format!("[{roll:>4}] [{side:<10}] [{}]", Place::Bar), "[  31] [player 0  ] [bar]");
        assert_eq!(format!("[{:^5}] [{:>12}]", Place::Off, Outcome::Single), "[ off ] [ single game]");
        // The roll in it isn't padded.
        let text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
        assert_eq!(format!("{:>40}", text.parse::<Xgid>().unwrap()), text);
    }

    #[test]
    fn equal_moves_are_counted() {
        assert_eq!(
            both(START, &[(6, 4), (13, 11), (6, 4), (13, 11)]),
            "13/11(2) 6/4(2), 6/4 13/11 6/4 13/11"
        );
    }

    #[test]
    fn steps_of_one_checker_are_joined_greedily() {
        assert_eq!(both(START, &[(8, 7), (7, 6), (7, 6), (6, 5)]), "8/5 7/6, 8/7 7/6 7/6 6/5");
        assert_eq!(both(START, &[(24, 18), (18, 13)]), "24/13, 24/18 18/13");
    }

    #[test]
    fn a_dance_is_the_empty_text() {
        assert_eq!(both(START, &[]), ", ");
    }
}
