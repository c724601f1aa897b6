//! Starting positions by family: positions that games between good players rarely reach. Games that start from them
//! teach the nets what self-play from the opening doesn't.
//!
//! Each family places the checkers of both sides at random within its rule. Either side may be on roll.

use crate::random::Random;
use barpoint::board::{Board, BoardSetup};
use barpoint::engine::Class;
use barpoint::rules::Variant;

/// A family of starting positions. "One side" is either the player on roll or the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// One side holds two or three anchors, any pair, with any timing.
    BackGame,
    /// One side holds the 24- or 23-point with two to five checkers, and no other checker in the opponent's home board.
    DeepAnchor,
    /// One side has to contain one to three checkers; most of its own checkers are home or borne off.
    Containment,
    /// One side has four to six points in a row, anywhere, with one to three opposing checkers behind them.
    Snake,
    /// Both sides have four to six points in a row, and checkers behind the opponent's.
    PrimeVsPrime,
    /// One side has a point from 16 to 24 and nine checkers or more on its lowest four points.
    Crunched,
    /// One side bears in or off against checkers on the bar or in its home board.
    BearIn,
    /// One side attacks one to four checkers on the bar, with ten checkers or more on its points 1 to 11.
    Blitz,
    /// The sides have passed each other, anywhere on the board.
    LongRace,
    /// The start of a variant other than backgammon.
    Variant,
    /// One to eight checkers a side, anywhere: the last of fifteen, or all that a side has.
    Few,
    /// Fifteen checkers a side, anywhere, most of them in pairs.
    Wild,
}

/// Which families games start from, in the order of [`Family::ALL`].
pub(crate) type Wanted = [bool; Family::ALL.len()];

impl Family {
    /// Every family, in the order of the enum, with its share of the games that start from one of them.
    pub(crate) const ALL: [(Self, usize); 12] = [
        (Self::BackGame, 20),
        (Self::DeepAnchor, 8),
        (Self::Containment, 24),
        (Self::Snake, 16),
        (Self::PrimeVsPrime, 5),
        (Self::Crunched, 5),
        (Self::BearIn, 4),
        (Self::Blitz, 4),
        (Self::LongRace, 3),
        (Self::Variant, 7),
        (Self::Few, 10),
        (Self::Wild, 4),
    ];

    /// Draws one of the families that are wanted, weighted by the shares.
    pub(crate) fn draw(random: &mut Random, wanted: &Wanted) -> Self {
        let all = || Self::ALL.iter().filter(|(family, _)| wanted[*family as usize]);
        let mut place = random.below(all().map(|(_, share)| share).sum());
        for &(family, share) in all() {
            if place < share {
                return family;
            }
            place -= share;
        }
        Self::Wild
    }

    /// Returns the name used in the log.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::BackGame => "back-game",
            Self::DeepAnchor => "deep-anchor",
            Self::Containment => "containment",
            Self::Snake => "snake",
            Self::PrimeVsPrime => "prime-vs-prime",
            Self::Crunched => "crunched",
            Self::BearIn => "bear-in",
            Self::Blitz => "blitz",
            Self::LongRace => "long-race",
            Self::Variant => "variant",
            Self::Few => "few",
            Self::Wild => "wild",
        }
    }

    /// Finds a family by its name.
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        let mut all = Self::ALL.iter().map(|&(family, _)| family);
        all.find(|family| family.name() == name).ok_or_else(|| {
            format!("expected one of {}", Self::ALL.map(|(family, _)| family.name()).join(", "))
        })
    }

    /// Draws a position of the family: a race if the family is [`Self::LongRace`], one with contact otherwise.
    pub(crate) fn start(self, random: &mut Random) -> Board {
        loop {
            let board = match self {
                Self::Variant => Some(variant(random)),
                _ => self.place(random).board(),
            };
            let wanted = if self == Self::LongRace { Class::Race } else { Class::Contact };
            if let Some(board) = board.filter(|board| Class::of(board) == wanted) {
                return if random.below(2) == 0 { board } else { board.flip() };
            }
        }
    }

    /// Places the checkers; the first side is the one that the family's description names first.
    fn place(self, random: &mut Random) -> Draft {
        let mut draft = Draft::default();
        match self {
            Self::BackGame => draft.back_game(random),
            Self::DeepAnchor => draft.deep_anchor(random),
            Self::Containment => draft.containment(random),
            Self::Snake => draft.snake(random),
            Self::PrimeVsPrime => draft.prime_vs_prime(random),
            Self::Crunched => draft.crunched(random),
            Self::BearIn => draft.bear_in(random),
            Self::Blitz => draft.blitz(random),
            Self::LongRace => draft.long_race(random),
            Self::Few => draft.few(random),
            Self::Wild | Self::Variant => draft.wild(random),
        }
        draft
    }
}

/// Draws the start of a variant other than backgammon.
fn variant(random: &mut Random) -> Board {
    Variant::ALL[1 + random.below(Variant::ALL.len() - 1)].start().board()
}

/// The bar in a side's own numbering.
const BAR: usize = 25;
/// The side that a family's description names first, and its opponent.
const ONE: usize = 0;
const OTHER: usize = 1;

/// A board under construction: the checkers of both sides, each by its own points, 25 being the bar.
#[derive(Clone, Copy, Debug, Default)]
struct Draft {
    sides: [[u8; 26]; 2],
    /// The number of checkers that each side has borne off.
    off: [u8; 2],
    /// The number of the 15 checkers that each side lacks from the start.
    missing: [u8; 2],
}

impl Draft {
    /// Returns the board with the first side on roll, or `None` if it is illegal.
    fn board(&self) -> Option<Board> {
        let [one, other] = self.sides;
        BoardSetup {
            points: std::array::from_fn(|point| one[point + 1]),
            bar: one[BAR],
            total: 15 - self.missing[ONE],
            opponent_points: std::array::from_fn(|point| other[point + 1]),
            opponent_bar: other[BAR],
            opponent_total: 15 - self.missing[OTHER],
        }
        .board()
        .ok()
    }

    /// Returns the number of checkers that a side still has to place.
    fn left(&self, side: usize) -> usize {
        let placed = self.sides[side].iter().map(|&count| usize::from(count)).sum::<usize>();
        (15 - usize::from(self.off[side]) - usize::from(self.missing[side])).saturating_sub(placed)
    }

    /// Returns the pip count of a side.
    fn pips(&self, side: usize) -> usize {
        self.sides[side].iter().enumerate().map(|(point, &count)| point * usize::from(count)).sum()
    }

    /// Returns `true` if the other side has no checker on a point.
    fn is_free(&self, side: usize, point: usize) -> bool {
        point == BAR || self.sides[1 - side][25 - point] == 0
    }

    /// Puts checkers on a point if it is free; at most those still to place.
    fn put(&mut self, side: usize, point: usize, count: usize) {
        if self.is_free(side, point) {
            self.sides[side][point] += count.min(self.left(side)) as u8;
        }
    }

    /// Places up to `count` checkers on points from `low` to `high`: two at a time with a chance of `pairs` in 8, else
    /// one, which goes to an occupied point more often than to an empty one.
    fn scatter(
        &mut self,
        random: &mut Random,
        side: usize,
        count: usize,
        low: usize,
        high: usize,
        pairs: usize,
    ) {
        let end = self.left(side).saturating_sub(count);
        // All points may be taken.
        for _ in 0..200 {
            let left = self.left(side).saturating_sub(end);
            if left == 0 {
                return;
            }
            let point = low + random.below(high - low + 1);
            let together = if random.below(8) < pairs { 2 } else { 1 };
            let lonely = self.sides[side][point] == 0 && together == 1;
            if self.sides[side][point] >= 5 && random.below(4) > 0 || lonely && random.below(2) == 0 {
                continue;
            }
            self.put(side, point, together.min(left));
        }
    }

    /// Places the remaining checkers of a side. Those that find no point in the range count as borne off.
    fn rest(&mut self, random: &mut Random, side: usize, low: usize, high: usize) {
        let pairs = 2 + random.below(5);
        self.scatter(random, side, 15, low, high, pairs);
        for point in 1..=high {
            if self.left(side) > 0 {
                self.put(side, point, 15);
            }
        }
    }

    /// Makes up to `points` free points of a range, with two or three checkers each.
    fn make(&mut self, random: &mut Random, side: usize, points: usize, low: usize, high: usize) {
        for _ in 0..points {
            let point = low + random.below(high - low + 1);
            if self.sides[side][point] == 0 {
                self.put(side, point, 2 + random.below(3) / 2);
            }
        }
    }

    fn back_game(&mut self, random: &mut Random) {
        let first = 19 + random.below(6);
        let second = 19 + (first - 19 + 1 + random.below(5)) % 6;
        for point in [first, second] {
            self.put(ONE, point, 2 + random.below(5) / 3);
        }
        if random.below(5) == 0 {
            self.make(random, ONE, 1, 19, 24);
        }
        if random.below(4) == 0 {
            let back = 1 + random.below(2);
            self.scatter(random, ONE, back, 19, BAR, 0);
        }
        // The other side may still be coming home, or bearing off.
        let reach = 6 + random.below(12);
        if reach == 6 {
            self.off[OTHER] = random.below(8) as u8;
        }
        let behind = if random.below(4) == 0 { 1 + random.below(2) } else { 0 };
        let points = 2 + random.below(4);
        self.make(random, OTHER, points, 2, 8.min(reach));
        self.scatter(random, OTHER, behind, 19, 24, 2);
        self.rest(random, OTHER, 1, reach);
        // The timing: from everything still to play to a crashed board.
        let low = [1, 1, 2, 4][random.below(4)];
        let high = 5 + random.below(14);
        let points = random.below(5);
        self.make(random, ONE, points, 3, 8);
        self.rest(random, ONE, low, high.max(low + 3));
    }

    fn deep_anchor(&mut self, random: &mut Random) {
        let point = 24 - random.below(3) / 2;
        self.put(ONE, point, 2 + random.below(4));
        let reach = 5 + random.below(11);
        if reach <= 6 {
            self.off[OTHER] = random.below(12) as u8;
        }
        let points = random.below(5);
        self.make(random, OTHER, points, 2, 7.min(reach));
        self.rest(random, OTHER, 1, reach);
        let points = 1 + random.below(6);
        self.make(random, ONE, points, 1, 7);
        let high = 6 + random.below(13);
        self.rest(random, ONE, 1, high);
    }

    fn containment(&mut self, random: &mut Random) {
        // Mostly one checker, hit late.
        let caught = [1, 1, 1, 1, 2, 2, 3][random.below(7)];
        self.off[OTHER] = [0, random.below(15), random.below(15)][random.below(3)].min(15 - caught) as u8;
        for _ in 0..caught {
            let point = if random.below(3) == 0 { BAR } else { 11 + random.below(15) };
            self.put(OTHER, point, 1);
        }
        let reach = [6, 6, 6, 4, 3, 9, 14][random.below(7)];
        let stray = if reach > 6 { 1 + random.below(3) } else { 0 };
        // A few more may be on their way home.
        self.scatter(random, OTHER, stray, 1, reach, 1);
        self.rest(random, OTHER, 1, reach.min(6));
        if random.below(6) == 0 {
            self.off[ONE] = random.below(12) as u8;
        }
        let points = random.below(7);
        self.make(random, ONE, points, 1, 7);
        if random.below(3) == 0 {
            // Some of the hitter's checkers may be back, too.
            let back = 1 + random.below(4);
            self.scatter(random, ONE, back, 19, BAR, 4);
        }
        let low = [1, 1, 4, 7][random.below(4)];
        let high = 10 + random.below(15);
        self.rest(random, ONE, low, high);
    }

    fn snake(&mut self, random: &mut Random) {
        let length = [4, 5, 5, 6, 6, 6][random.below(6)];
        let first = 2 + random.below(23 - length - 1);
        for point in first..first + length {
            self.put(ONE, point, 2);
        }
        // The checkers behind it.
        for _ in 0..[1, 1, 2, 2, 3][random.below(5)] {
            let point = if random.below(4) == 0 { BAR } else { 25 - 1 - random.below(first - 1) };
            self.put(OTHER, point, 1);
        }
        self.off[OTHER] = if random.below(2) == 0 { 0 } else { random.below(10) as u8 };
        let reach = [2, 3, 4, 6, 6, 12][random.below(6)];
        self.rest(random, OTHER, 1, reach);
        // The rest of the side: anywhere, close to the row, or outside.
        let (low, high) =
            [(1, 24), (first.saturating_sub(5).max(1), (first + length + 4).min(24)), (first, 24)]
                [random.below(3)];
        self.rest(random, ONE, low, high);
    }

    fn prime_vs_prime(&mut self, random: &mut Random) {
        for side in [ONE, OTHER] {
            let length = [4, 4, 5, 5, 6][random.below(5)];
            let first = 2 + random.below(8 - length);
            for point in first..first + length {
                self.put(side, point, 2);
            }
        }
        for side in [ONE, OTHER] {
            let back = 1 + random.below(3);
            let edge = 24 - random.below(4);
            self.scatter(random, side, back, edge.saturating_sub(1).max(20), BAR, 3);
        }
        for side in [ONE, OTHER] {
            let high = 11 + random.below(8);
            self.rest(random, side, 1, high);
        }
    }

    fn crunched(&mut self, random: &mut Random) {
        let anchor = 16 + random.below(9);
        self.put(ONE, anchor, 2 + random.below(2));
        if random.below(3) == 0 {
            self.scatter(random, ONE, 1, 19, BAR, 0);
        }
        let reach = 6 + random.below(10);
        let points = 1 + random.below(5);
        self.make(random, OTHER, points, 2, 8.min(reach + 2));
        if random.below(3) == 0 {
            let back = 1 + random.below(2);
            self.scatter(random, OTHER, back, 19, BAR, 3);
        }
        self.rest(random, OTHER, 1, reach);
        let lowest = 3 + random.below(2);
        self.scatter(random, ONE, 9, 1, lowest, 4);
        let high = 4 + random.below(9);
        self.rest(random, ONE, 1, high);
    }

    fn bear_in(&mut self, random: &mut Random) {
        let reach = [6, 6, 6, 8, 10, 13][random.below(6)];
        if reach == 6 {
            self.off[ONE] = random.below(14) as u8;
        }
        let back = 1 + random.below(4);
        match random.below(3) {
            // On the bar, as an anchor, as blots.
            0 => self.put(OTHER, BAR, back),
            1 => self.put(OTHER, 19 + random.below(6), back.max(2)),
            _ => self.scatter(random, OTHER, back, 19, BAR, 2),
        }
        self.rest(random, ONE, 1, reach);
        let low = [1, 1, 2, 4][random.below(4)];
        let high = 6 + random.below(13);
        let points = random.below(6);
        self.make(random, OTHER, points, 1, 6);
        self.rest(random, OTHER, low, high);
    }

    fn blitz(&mut self, random: &mut Random) {
        let points = 2 + random.below(4);
        self.make(random, ONE, points, 2, 7);
        let bar = 1 + random.below(4);
        self.put(OTHER, BAR, bar);
        let blots = random.below(3);
        self.scatter(random, OTHER, blots, 19, 24, 0);
        let near = self.left(ONE).min(10);
        self.scatter(random, ONE, near, 1, 11, 3);
        self.rest(random, ONE, 6, 24);
        let points = random.below(4);
        self.make(random, OTHER, points, 3, 8);
        self.rest(random, OTHER, 4, 18);
    }

    fn long_race(&mut self, random: &mut Random) {
        // The first side is at `edge` or below, the other side beyond it.
        let edge = 3 + random.below(19);
        let highest = [edge, 24 - edge];
        if random.below(4) == 0 {
            let side = random.below(2);
            self.off[side] = random.below(10) as u8;
        }
        if random.below(2) == 0 {
            self.rest(random, ONE, 1, highest[ONE]);
            self.rest(random, OTHER, 1, highest[OTHER]);
            return;
        }
        // Stacks on a few points, which games seldom lead to; of several drafts, the one with the closest pip counts.
        let before = *self;
        let drafts = (0..[1, 6][random.below(2)]).map(|_| {
            let mut draft = before;
            for side in [ONE, OTHER] {
                let points: [usize; 5] = std::array::from_fn(|_| 1 + random.below(highest[side]));
                let used = 1 + random.below(points.len());
                while draft.left(side) > 0 {
                    draft.put(side, points[random.below(used)], 1 + random.below(3));
                }
            }
            draft
        });
        if let Some(draft) = drafts.min_by_key(|draft| draft.pips(ONE).abs_diff(draft.pips(OTHER))) {
            *self = draft;
        }
    }

    fn few(&mut self, random: &mut Random) {
        let begun_with_few = random.below(2) == 0;
        for side in [ONE, OTHER] {
            let most = [3, 8][random.below(2)];
            let count = 1 + random.below(most);
            if begun_with_few {
                self.missing[side] = 15 - count as u8;
                if random.below(3) == 0 {
                    self.off[side] = random.below(count) as u8;
                }
            } else {
                self.off[side] = 15 - count as u8;
            }
        }
        for side in [ONE, OTHER] {
            let high = [6, 12, BAR, BAR][random.below(4)];
            self.rest(random, side, 1, high);
        }
    }

    fn wild(&mut self, random: &mut Random) {
        for side in [ONE, OTHER] {
            self.scatter(random, side, 15, 1, 24, 7);
            self.rest(random, side, 1, 24);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mover's and the opponent's checkers, each by its own points, 25 being the bar.
    fn sides(board: &Board) -> [[i8; 26]; 2] {
        [*board, board.flip()].map(|board| {
            std::array::from_fn(|place| if place == 0 { 0 } else { board.lanes()[place].max(0) })
        })
    }

    /// Returns `true` if a rule holds for either side against the other.
    fn either(board: &Board, rule: impl Fn(&[i8; 26], &[i8; 26]) -> bool) -> bool {
        let [mine, theirs] = sides(board);
        rule(&mine, &theirs) || rule(&theirs, &mine)
    }

    fn count(side: &[i8; 26], range: std::ops::RangeInclusive<usize>) -> i8 {
        side[range].iter().sum()
    }

    /// Returns the first point of a side's longest row of made points, and the row's length.
    fn row(side: &[i8; 26]) -> (usize, usize) {
        let length = |first: usize| side[first..25].iter().take_while(|&&count| count >= 2).count();
        (1..25).map(|first| (first, length(first))).max_by_key(|&(_, length)| length).unwrap_or_default()
    }

    /// Returns the length of the longest row if the other side has a checker behind it, otherwise 0.
    fn trap(side: &[i8; 26], other: &[i8; 26]) -> usize {
        let (first, length) = row(side);
        if count(other, 26 - first..=25) > 0 { length } else { 0 }
    }

    fn fits(family: Family, board: &Board) -> bool {
        either(board, |one, other| match family {
            Family::BackGame => one[19..25].iter().filter(|&&count| count >= 2).count() >= 2,
            Family::DeepAnchor => {
                count(one, 23..=24) >= 2 && one[19..=22].iter().all(|&count| count == 0) && one[25] == 0
            }
            Family::Containment => count(other, 11..=25) > 0 && count(other, 7..=25) <= 6,
            Family::Snake => trap(one, other) >= 4,
            Family::PrimeVsPrime => {
                row(one).1 >= 4 && row(other).1 >= 4 && trap(one, other) + trap(other, one) >= 4
            }
            Family::Crunched => count(one, 1..=4) >= 9 && count(one, 16..=24) >= 2,
            Family::BearIn => count(one, 14..=25) == 0 && count(other, 19..=25) > 0,
            Family::Blitz => other[25] > 0 && count(one, 1..=11) >= 10,
            Family::LongRace => Class::of(board) == Class::Race,
            Family::Few => count(one, 1..=25) <= 8 && count(other, 1..=25) <= 8,
            Family::Variant | Family::Wild => true,
        })
    }

    #[test]
    fn each_family_obeys_its_rule_and_is_made_again_by_its_seed() {
        for (number, (family, _)) in Family::ALL.into_iter().enumerate() {
            let all = |seed| {
                let mut random = Random::new(&[seed, number as u64]);
                (0..2000).map(|_| family.start(&mut random)).collect::<Vec<_>>()
            };
            let boards = all(1);
            assert_eq!(boards, all(1), "{family:?}");
            for board in &boards {
                assert!(fits(family, board), "{family:?}: {:?}", sides(board));
                assert_ne!(Class::of(board), Class::Over, "{family:?}");
            }
            let differing = boards.iter().collect::<std::collections::HashSet<_>>().len();
            assert!(differing > if family == Family::Variant { 6 } else { 900 }, "{family:?}: {differing}");
            if family != Family::Variant {
                assert_ne!(boards, all(2), "{family:?}");
            }
        }
    }

    #[test]
    fn every_position_is_legal() {
        let mut random = Random::new(&[5]);
        for _ in 0..20_000 {
            let family = Family::draw(&mut random, &[true; Family::ALL.len()]);
            let board = family.start(&mut random);
            let [mine, theirs] = sides(&board);
            for point in 1..25 {
                assert!(mine[point] == 0 || theirs[25 - point] == 0, "{family:?}: {mine:?} {theirs:?}");
            }
            for (side, off) in [(mine, Board::OFF), (theirs, Board::OPPONENT_OFF)] {
                let checkers = count(&side, 1..=25) as u8 + board.lanes()[off].unsigned_abs();
                let whole = matches!(family, Family::Few | Family::Variant) || checkers == 15;
                assert!(whole && checkers <= 15, "{family:?}: {side:?}");
            }
            let closed = |side: &[i8; 26]| side[1..7].iter().all(|&count| count >= 2);
            assert!(!(mine[25] > 0 && theirs[25] > 0 && closed(&mine) && closed(&theirs)), "{family:?}");
        }
    }

    #[test]
    fn families_are_listed_in_the_order_of_the_enum_and_all_are_drawn() {
        let mut random = Random::new(&[6]);
        let drawn: Vec<_> =
            (0..2000).map(|_| Family::draw(&mut random, &[true; Family::ALL.len()]).name()).collect();
        for (place, (family, _)) in Family::ALL.into_iter().enumerate() {
            assert_eq!(family as usize, place);
            assert!(drawn.contains(&family.name()), "{family:?}");
        }
    }
}
