//! The generator of legal plays.
//!
//! It works on three sets of places, one bit each: the mover's points, the points that the opponent blocks,
//! and the opponent's blots. Blocked points never change within a turn. A step on the board is one addition
//! of a table row to all lanes at once.
//!
//! No result is generated twice, and no results are compared to ensure that. Every legal play can be made in
//! an order in which no step starts from a higher point than the step before, so only such orders are tried.
//! For a doublet, different sequences of sources then have different results. For two different dice, the two
//! orders lead to the same result in just two cases: one checker makes both steps and hits nothing on the way
//! in either order, or both steps bear a checker off. The order with the smaller die first leaves these cases
//! to the order with the larger die first.

use super::Play;
use crate::board::{Board, Roll};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The bit of the mover's bar.
const BAR: u32 = 1 << 25;
/// The bits of the mover's home board.
const HOME: u32 = 0x7e;
/// The bits of the 24 points.
const POINTS: u32 = 0x01ff_fffe;

/// Calls `f` with every legal play and the board after it, still from the mover's view (not flipped).
///
/// No two plays have the same result: if plays differ only in the order of their steps, or in the way of a
/// checker that hits nothing on it, `f` gets one of these. If no step is possible, `f` isn't called at all.
/// The order of the plays is fixed, but not guaranteed. Nothing is allocated.
///
/// Stops early if `f` breaks, and returns the value of the break.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::board::{Board, Roll};
/// use barpoint::rules::for_each_play;
/// use std::ops::ControlFlow;
///
/// let mut plays = 0;
/// let done = for_each_play(&Board::START, "31".parse()?, |play, after| {
///     assert_eq!(play.steps().len(), 2);
///     assert_eq!(after.pips(), 163);
///     plays += 1;
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!((done, plays), (ControlFlow::Continue(()), 16));
/// # Ok::<(), barpoint::board::InvalidDie>(())
/// ```
#[inline]
pub fn for_each_play<B>(
    board: &Board,
    roll: Roll,
    f: impl FnMut(&Play, &Board) -> ControlFlow<B>,
) -> ControlFlow<B> {
    generate(&Turn::<Steps>::new(board), roll, &mut Plays(f))
}

/// Calls `f` with the board after every legal play, still from the mover's view (not flipped).
///
/// This is the same as [`for_each_play`], but faster, as the steps aren't recorded.
#[inline]
pub fn for_each_result<B>(
    board: &Board,
    roll: Roll,
    f: impl FnMut(&Board) -> ControlFlow<B>,
) -> ControlFlow<B> {
    generate(&Turn::<()>::new(board), roll, &mut Results(f))
}

/// Calls `f` with the board after every legal play, as [`for_each_result`] does, without an early end.
#[inline]
pub(crate) fn each_result(board: &Board, roll: Roll, mut f: impl FnMut(&Board)) {
    let _: ControlFlow<()> = for_each_result(board, roll, |after| {
        f(after);
        ControlFlow::Continue(())
    });
}

/// Returns `true` if any step is possible with this roll.
#[must_use]
pub fn can_move(board: &Board, roll: Roll) -> bool {
    let masks = Masks::of(board);
    [roll.high(), roll.low()].iter().any(|die| masks.sources(die.pips()) != 0)
}

/// Returns every legal play with the board after it, from the mover's view, in the order of [`for_each_play`]. Empty if
/// no step is possible.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::{Board, legal_plays};
///
/// assert_eq!(legal_plays(&Board::START, "31".parse()?).len(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn legal_plays(board: &Board, roll: Roll) -> Vec<(Play, Board)> {
    let mut plays = Vec::new();
    let _: ControlFlow<()> = for_each_play(board, roll, |play, after| {
        plays.push((*play, *after));
        ControlFlow::Continue(())
    });
    plays
}

/// Counts the results of each roll in [`Roll::ALL`] without making the last step.
pub(crate) fn count_results(board: &Board) -> [u32; Roll::ALL.len()] {
    let turn = Turn::new(board);
    Roll::ALL.map(|roll| {
        let mut count = Count(0);
        let _ = generate(&turn, roll, &mut count);
        count.0
    })
}

/// One in each of eight bytes.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Gathers the top bits of eight bytes.
#[inline]
const fn tops(bytes: u64) -> u32 {
    // Bit 8i + 7 goes to bit 56 + i: the product adds shifts that never meet.
    ((bytes >> 7 & ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

/// The board as sets of places: bit 1 to 24 the mover's points, bit 25 the mover's bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Masks {
    /// The places of the mover's checkers.
    pub(crate) mine: u32,
    /// The places with two or more of the opponent's checkers.
    pub(crate) blocked: u32,
    /// The places with one of the opponent's checkers.
    pub(crate) blots: u32,
}

impl Masks {
    #[inline]
    pub(crate) fn of(board: &Board) -> Self {
        // Eight lanes at a time, each count raised by 128: a lane's top bit is then set if the count is 0 or
        // more, and after adding 1 or -1 if it is -1 or more, or 1 or more. No lane overflows into the next,
        // as no count is beyond +-100.
        let lanes = board.lanes();
        let (mut mine, mut free, mut open) = (0, 0, 0);
        for word in 0..4 {
            let bytes = std::array::from_fn(|lane| lanes[8 * word + lane] as u8);
            let counts = u64::from_le_bytes(bytes) ^ ONES << 7;
            mine |= tops(counts - ONES) << (8 * word);
            free |= tops(counts) << (8 * word);
            open |= tops(counts + ONES) << (8 * word);
        }
        Self { mine: mine & (POINTS | BAR), blocked: !open & POINTS, blots: open & !free & POINTS }
    }

    /// Returns the places from which a checker may make a step with this die.
    #[inline]
    pub(crate) const fn sources(&self, die: u8) -> u32 {
        sources(self.mine, self.blocked, die)
    }
}

/// Returns the places from which a checker may make a step with this die.
#[inline]
pub(crate) const fn sources(mine: u32, blocked: u32, die: u8) -> u32 {
    let open = !(blocked << die);
    if mine & BAR != 0 {
        return BAR & open;
    }
    let beyond = !0 << die;
    let mut from = mine & open & (beyond << 1);
    if mine & !HOME == 0 {
        // Bearing off: from the point of the die itself, or, if no checker stands there or on a higher point,
        // from the highest point.
        let far = mine & beyond;
        from |= if far == 0 { highest(mine) } else { far & (1 << die) };
    }
    from
}

/// Returns the highest bit of a set; an empty set if it is empty.
#[inline]
const fn highest(set: u32) -> u32 {
    if set == 0 { 0 } else { 1 << set.ilog2() }
}

/// The steps so far, for sinks that need them.
pub(crate) trait Path: Copy {
    /// The path before the first step.
    const NONE: Self;

    /// Returns the path with one more step.
    fn then(self, from: u8, to: u8) -> Self;
}

impl Path for () {
    const NONE: Self = ();

    #[inline]
    fn then(self, _: u8, _: u8) {}
}

/// Steps in one number, in the format of [`Play::unpack`]: storing single bytes and then copying them as a
/// whole would stall.
#[derive(Clone, Copy)]
struct Steps {
    packed: u64,
    len: u8,
}

impl Path for Steps {
    const NONE: Self = Self { packed: 0, len: 0 };

    #[inline]
    fn then(self, from: u8, to: u8) -> Self {
        let step = u64::from(from) | u64::from(to) << 8;
        Self { packed: self.packed | step << ((16 * self.len) & 63), len: self.len + 1 }
    }
}

/// A consumer of the legal plays.
trait Sink {
    type Path: Path;
    type Break;

    /// Takes all plays that end with a step of `die` from one of the places `from`.
    fn last(&mut self, turn: &Turn<Self::Path>, from: u32, die: u8) -> ControlFlow<Self::Break>;
}

struct Plays<F>(F);

impl<B, F: FnMut(&Play, &Board) -> ControlFlow<B>> Sink for Plays<F> {
    type Path = Steps;
    type Break = B;

    #[inline]
    fn last(&mut self, turn: &Turn<Steps>, from: u32, die: u8) -> ControlFlow<B> {
        for from in Bits(from) {
            let Steps { packed, len } = turn.path.then(from, from.saturating_sub(die));
            (self.0)(&Play::unpack(packed, len), &turn.board_after(from, die))?;
        }
        ControlFlow::Continue(())
    }
}

struct Results<F>(F);

impl<B, F: FnMut(&Board) -> ControlFlow<B>> Sink for Results<F> {
    type Path = ();
    type Break = B;

    #[inline]
    fn last(&mut self, turn: &Turn<()>, from: u32, die: u8) -> ControlFlow<B> {
        Bits(from).try_for_each(|from| (self.0)(&turn.board_after(from, die)))
    }
}

struct Count(u32);

impl Sink for Count {
    type Path = ();
    type Break = Infallible;

    #[inline]
    fn last(&mut self, _: &Turn<()>, from: u32, _: u8) -> ControlFlow<Infallible> {
        self.0 += from.count_ones();
        ControlFlow::Continue(())
    }
}

/// A turn with some of its steps made.
pub(crate) struct Turn<P> {
    pub(crate) board: Board,
    pub(crate) masks: Masks,
    pub(crate) path: P,
}

impl<P: Path> Turn<P> {
    #[inline]
    pub(crate) fn new(board: &Board) -> Self {
        Self { board: *board, masks: Masks::of(board), path: P::NONE }
    }

    #[inline]
    fn board_after(&self, from: u8, die: u8) -> Board {
        let hit = self.masks.blots >> from.saturating_sub(die) & 1;
        self.board.plus(&STEPS[usize::from(from & 31)][usize::from(die & 7)][hit as usize].0)
    }

    #[inline]
    pub(crate) fn step(&self, from: u8, die: u8) -> Self {
        let to = from.saturating_sub(die);
        let leaves = u32::from(self.board.lanes()[usize::from(from & 31)] == 1) << from;
        Self {
            board: self.board_after(from, die),
            masks: Masks {
                mine: (self.masks.mine & !leaves | 1 << to) & !1,
                blots: self.masks.blots & !(1 << to),
                ..self.masks
            },
            path: self.path.then(from, to),
        }
    }
}

/// Gives a sink every legal play.
#[inline]
fn generate<S: Sink>(turn: &Turn<S::Path>, roll: Roll, sink: &mut S) -> ControlFlow<S::Break> {
    let (high, low) = (roll.high().pips(), roll.low().pips());
    if high == low { doublet(turn, high, sink) } else { mixed(turn, high, low, sink) }
}

/// Gives a sink every legal play of two different dice.
fn mixed<S: Sink>(turn: &Turn<S::Path>, high: u8, low: u8, sink: &mut S) -> ControlFlow<S::Break> {
    let blocked = turn.masks.blocked;
    let (with_high, with_low) = (turn.masks.sources(high), turn.masks.sources(low));
    let mut any = 0;

    // The places from which one checker can make both steps, the larger die first.
    let mut both = 0;
    for from in Bits(with_high) {
        let next = turn.step(from, high);
        let second = sources(next.masks.mine, blocked, low) & up_to(from);
        both |= (second >> from.saturating_sub(high) & 1) << from;
        any |= second;
        sink.last(&next, second, low)?;
    }

    // First steps that bear off with the smaller die are left out: the second step bears off, too, from a
    // lower point, so both checkers were the last two, and each can use either die.
    for from in Bits(with_low & !up_to(low)) {
        let next = turn.step(from, low);
        let mut second = sources(next.masks.mine, blocked, high) & (up_to(from) >> 1);
        let blots_between = turn.masks.blots >> (from - low) | turn.masks.blots >> from.saturating_sub(high);
        if both >> from & !blots_between & 1 == 1 {
            second &= !(1 << (from - low));
        }
        any |= second;
        sink.last(&next, second, high)?;
    }

    if any != 0 {
        ControlFlow::Continue(())
    } else if with_high != 0 {
        sink.last(turn, with_high, high)
    } else {
        sink.last(turn, with_low, low)
    }
}

/// Gives a sink every legal play of a doublet.
fn doublet<S: Sink>(turn: &Turn<S::Path>, die: u8, sink: &mut S) -> ControlFlow<S::Break> {
    let mut most = 0;
    descend(turn, die, !0, 0, 4, &mut most, sink)?;
    if most == 4 {
        return ControlFlow::Continue(());
    }
    // Fewer than four steps are possible; `most` is their number.
    let steps = most;
    descend(turn, die, !0, 0, steps, &mut most, sink)
}

/// Continues a doublet with `made` steps made, from the places `allowed`. Gives a sink the plays of `steps`
/// steps, and keeps the largest possible number of steps in `most`.
fn descend<S: Sink>(
    turn: &Turn<S::Path>,
    die: u8,
    allowed: u32,
    made: u8,
    steps: u8,
    most: &mut u8,
    sink: &mut S,
) -> ControlFlow<S::Break> {
    let from = turn.masks.sources(die) & allowed;
    if from == 0 {
        return ControlFlow::Continue(());
    }
    let made = made + 1;
    *most = made.max(*most);
    if made == steps {
        return sink.last(turn, from, die);
    }
    for from in Bits(from) {
        descend(&turn.step(from, die), die, up_to(from), made, steps, most, sink)?;
    }
    ControlFlow::Continue(())
}

/// Returns the set of all places up to this one.
#[inline]
const fn up_to(place: u8) -> u32 {
    !(!1 << place)
}

/// The places of a set, the highest first.
struct Bits(u32);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let place = self.0.checked_ilog2()?;
        self.0 ^= 1 << place;
        Some(place as u8)
    }
}

/// The changes by a step, lane by lane.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Change([i8; Board::LANES]);

/// The changes by a step from a place, with a die, without (0) or with (1) a hit.
static STEPS: [[[Change; 2]; 8]; 32] = {
    let mut table = [[[Change([0; Board::LANES]); 2]; 8]; 32];
    let mut from = 1;
    while from <= Board::BAR {
        let mut die = 1;
        while die <= 6 {
            let to = if from > die { from - die } else { Board::OFF };
            let mut hit = 0;
            while hit < 2 {
                let row = &mut table[from][die][hit].0;
                row[from] -= 1;
                row[to] += 1;
                if hit == 1 && to != Board::OFF {
                    row[to] += 1;
                    row[Board::OPPONENT_BAR] -= 1;
                }
                hit += 1;
            }
            die += 1;
        }
        from += 1;
    }
    table
};
