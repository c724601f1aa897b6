//! Why a play is worse than another: the features that differ in the positions after the two plays.
//!
//! Nothing here is an estimate: shots are counted roll by roll, points and primes are read off the board. No count can
//! prove that a difference makes the play worse, so only those in favour of the better play are listed.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::analysis::lesson::compare;
//! use barpoint::{Board, legal_plays};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let plays = legal_plays(&Board::START, "31".parse()?);
//! let after = |written| plays.iter().find(|(play, _)| play.to_string() == written).expect("it is legal").1;
//! // The opening play makes the 5-point; the other leaves two blots.
//! assert!(!compare(&Board::START, &after("13/10 6/5"), &after("8/5 6/5")).is_empty());
//! # Ok(())
//! # }
//! ```

use crate::board::{Board, Point};
use crate::stats::{Formation, RollSet, shots};

/// A feature in which a play is inferior to a better one, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The better play hits and this one doesn't.
    NoHit,
    /// Both plays hit, and this one hits fewer checkers.
    FewerHits {
        /// The number that this play hits.
        made: u8,
        /// The number that the better play hits.
        better: u8,
    },
    /// More rolls of the opponent hit a blot outside the opponent's home board.
    Shots {
        /// The number of rolls, of 36, that hit after this play.
        left: u32,
        /// The number after the better play.
        better: u32,
    },
    /// An anchor is left that the better play keeps.
    AnchorLost(u8),
    /// The better play makes an anchor.
    NoAnchor(u8),
    /// A point from 4 to 8 is broken that the better play keeps.
    PointLost(u8),
    /// The better play makes such a point.
    NoPoint(u8),
    /// The longest run of made points is shorter.
    Prime {
        /// The length, in points, after this play.
        left: usize,
        /// The length after the better play.
        better: usize,
    },
    /// More checkers are in the opponent's home board or on the bar.
    Back {
        /// The number after this play.
        left: u8,
        /// The number after the better play.
        better: u8,
    },
    /// More checkers are out of play on the 1- and 2-points.
    Buried {
        /// The number after this play.
        left: u8,
        /// The number after the better play.
        better: u8,
    },
    /// Fewer checkers are borne off.
    Off {
        /// The number that this play bears off.
        taken: u8,
        /// The number that the better play bears off.
        better: u8,
    },
    /// In a race, more checkers are outside the home board.
    Outside {
        /// The number after this play.
        left: u8,
        /// The number after the better play.
        better: u8,
    },
    /// In a race, fewer points of the home board are filled, so that more pips will be wasted.
    Gaps {
        /// The number of points filled after this play.
        filled: usize,
        /// The number after the better play.
        better: usize,
    },
}

/// A play is called riskier if at least this many more rolls, of 36, hit.
const MORE_SHOTS: u32 = 3;

/// The points that are important enough to mention.
const KEY_POINTS: std::ops::RangeInclusive<usize> = 4..=8;

/// Returns the features in which a play is inferior to a better one, the most important first; empty if no feature
/// shows it.
///
/// `before` is the position before both plays, `played` and `best` are those after them, all from the mover's view.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::analysis::lesson::{Reason, compare};
/// use barpoint::board::{Board, Roll};
/// use barpoint::notation::play::print;
/// use barpoint::rules::legal_plays;
///
/// let roll = Roll::from_pips(3, 1).expect("pips");
/// let after = |text: &str| {
///     let plays = legal_plays(&Board::START, roll);
///     let found = plays.iter().find(|(play, _)| print::gnubg(&Board::START, play).to_string() == text);
///     found.expect("a legal play").1
/// };
/// let reasons = compare(&Board::START, &after("24/20"), &after("8/5 6/5"));
/// assert_eq!(reasons, [Reason::NoPoint(5)]);
/// ```
#[must_use]
pub fn compare(before: &Board, played: &Board, best: &Board) -> Vec<Reason> {
    let sides = [before, played, best].map(Formation::of);
    let [was, this, that] = &sides;
    let mut reasons = Vec::new();
    if this.off() < that.off() {
        reasons.push(Reason::Off { taken: this.off() - was.off(), better: that.off() - was.off() });
    }
    if is_race(played) && is_race(best) {
        race(this, that, &mut reasons);
        return reasons;
    }
    let hits = |board: &Board| {
        let on_bar = |board: &Board| board.lanes()[Board::OPPONENT_BAR];
        on_bar(board).abs_diff(on_bar(before))
    };
    match (hits(played), hits(best)) {
        (0, 1..) => reasons.push(Reason::NoHit),
        (made, better) if made < better => reasons.push(Reason::FewerHits { made, better }),
        _ => {}
    }
    let [left, better] = [(played, this), (best, that)].map(|(board, side)| exposed(board, side));
    if left >= better + MORE_SHOTS {
        reasons.push(Reason::Shots { left, better });
    }
    // The opponent's bar-point, 18, is an anchor for the player who holds it; the two checkers that begin on 24 aren't
    // an anchor that a player would miss.
    for point in (18..=23).rev().filter(|&point| that.is_made(point) && !this.is_made(point)) {
        let number = point as u8;
        reasons.push(if was.is_made(point) { Reason::AnchorLost(number) } else { Reason::NoAnchor(number) });
    }
    // An anchor that only moved isn't lost.
    if this.made_within(18..=23) >= that.made_within(18..=23) {
        reasons.retain(|reason| !matches!(reason, Reason::AnchorLost(_) | Reason::NoAnchor(_)));
    }
    for point in KEY_POINTS.filter(|&point| that.is_made(point) && !this.is_made(point)) {
        let number = point as u8;
        reasons.push(if was.is_made(point) { Reason::PointLost(number) } else { Reason::NoPoint(number) });
    }
    let [left, better] = [this, that].map(Formation::longest_prime);
    if left < better && better >= Formation::PRIME {
        reasons.push(Reason::Prime { left, better });
    }
    let [left, better] = [this, that].map(|side| side.within(19..=25));
    if left > better {
        reasons.push(Reason::Back { left, better });
    }
    let [left, better] = [this, that].map(|side| side.within(1..=2));
    if left > better {
        reasons.push(Reason::Buried { left, better });
    }
    reasons
}

/// Returns the number of the opponent's rolls, of 36, that hit a blot with something to lose: one outside the
/// opponent's home board.
fn exposed(board: &Board, side: &Formation) -> u32 {
    let theirs = shots(&board.flip());
    let blots = side.blots().into_iter().filter(|&blot| blot < 19);
    let rolls = blots.filter_map(|blot| Some(theirs.on(Point::new(25 - blot as u8)?)));
    rolls.fold(RollSet::NONE, RollSet::or).of_36()
}

/// Compares the features that only count once no checker can be hit any more.
fn race(this: &Formation, that: &Formation, reasons: &mut Vec<Reason>) {
    let [left, better] = [this, that].map(|side| side.within(7..=25));
    if left > better {
        reasons.push(Reason::Outside { left, better });
    }
    let [filled, better] = [this, that].map(|side| (1..=6).filter(|&point| side.on(point) > 0).count());
    if filled < better {
        reasons.push(Reason::Gaps { filled, better });
    }
}

/// Returns `true` if no checker can be hit any more.
fn is_race(board: &Board) -> bool {
    let (mine, theirs) = (Formation::of(board), Formation::of(&board.flip()));
    mine.last() + theirs.last() < 25
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Roll;
    use crate::rules::Play;

    /// Compares two plays of a roll from a position.
    fn reasons(id: &str, (high, low): (u8, u8), played: &str, best: &str) -> Vec<Reason> {
        let board: Board = id.parse().expect("an ID");
        let roll = Roll::from_pips(high, low).expect("pips");
        let behind = |text: &str| Play::parse(&board, roll, text).expect(text).after(&board);
        compare(&board, &behind(played), &behind(best))
    }

    #[test]
    fn a_play_that_is_no_worse_has_no_reasons() {
        assert_eq!(reasons("4HPwATDgc/ABMA", (3, 1), "8/5 6/5", "8/5 6/5"), []);
    }

    #[test]
    fn a_broken_point_and_a_missed_one_are_told_apart() {
        let of = |played, best| reasons("4HPwATDgc/ABMA", (4, 2), played, best);
        assert!(of("13/11 13/9", "8/4 6/4").contains(&Reason::NoPoint(4)));
        let broken = reasons("4HPwATDgc/ABMA", (6, 4), "8/4 8/2", "24/14");
        assert!(broken.contains(&Reason::PointLost(8)), "{broken:?}");
        assert!(broken.contains(&Reason::Back { left: 2, better: 1 }), "{broken:?}");
    }

    #[test]
    fn a_play_that_hits_one_checker_is_worse_than_one_that_hits_two() {
        // Blots of the opponent on the 5- and the 7-point.
        let of = |played, best| reasons("4HPwQQLgc/ABMA", (3, 1), played, best);
        let fewer = Reason::FewerHits { made: 1, better: 2 };
        assert_eq!(of("24/21 8/7*", "8/7* 8/5*").first(), Some(&fewer));
        assert_eq!(of("24/20", "8/7* 8/5*").first(), Some(&Reason::NoHit));
        let others = [of("8/7* 8/5*", "24/21 8/7*"), of("24/21 8/7*", "24/21 6/5*")].concat();
        assert!(!others.iter().any(|reason| matches!(reason, Reason::NoHit | Reason::FewerHits { .. })));
    }

    #[test]
    fn in_a_race_only_the_race_counts() {
        // Two or three checkers on each point of both home boards.
        let race = reasons("d7cNAAB3tw0AAA", (2, 1), "4/2 1/off", "2/off 1/off");
        assert_eq!(race, [Reason::Off { taken: 1, better: 2 }]);
        assert_eq!(reasons("d7cNAAB3tw0AAA", (2, 1), "2/off 1/off", "4/2 1/off"), []);
    }
}
