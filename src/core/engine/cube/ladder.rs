//! Every value and owner that the cube can reach, and the equity of chances there.
//!
//! The equity of a position lies between two extremes (Janowski, "Take-Points in Money Games", 1993). With a
//! dead cube the game is played to its end at the present stakes. With a live cube both players double at the
//! very moment when the opponent is indifferent between taking and passing, so the equity is linear in the
//! winning chance between the two cash points. The equity used lies at the efficiency x of the way from the
//! first extreme to the second. Gammons come in through the average value of a win and of a loss.
//!
//! In a match the points of the live cube follow from those with the cube one turn higher, down from the
//! value at which it is dead for both players. A player who would lose the match with this game doubles at
//! the next turn: the opponent's cube will be dead, so doubling at once loses nothing. While it isn't that
//! player's turn, the opponent rolls before the double, and passes only after bad rolls, unless x is 0 in all positions
//! ([`Line::awaiting`]). On that player's own turn the double may still be missed, so x keeps its usual value.

use super::decision::{answered, invites_beaver};
use super::{CubeState, Owner, Stakes};
use crate::engine::Chances;
use crate::engine::bearoff::Money;
use crate::engine::met::{MatchEquity, Stage, Terms};

/// The most places of a cube: centred, and either player's at seven values.
pub const MOST_PLACES: usize = 16;

/// The most turns of the cube for which there are places.
const MOST_TURNS: u8 = ((MOST_PLACES - 1) / 2) as u8;

/// The difference between a won and a lost game, in the unit of [`Values`], below which a game of a match doesn't matter.
const NEGLIGIBLE: f32 = 2e-5;

/// By how much a roll raises or lowers an even winning chance at most, as if evenly spread, before an opponent who needs the
/// game doubles: in rollouts of positions with contact (docs/engine.md).
const SPREAD: f32 = 0.06;

/// The same for the last rolls of a bear-off.
const LAST_SPREAD: f32 = 0.25;

/// The value of a position for a player for each place of the cube, in the order of the ladder.
///
/// The unit is points times the current cube for money, and twice the match winning chance less one in a
/// match. One player's win is the other's loss, so a change of view changes the sign.
pub type Values = [f32; MOST_PLACES];

/// Whose view values are from: that of the player for whom the ladder was made, or the other player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The player for whom the ladder was made.
    Own,
    /// The opponent.
    Other,
}

impl View {
    /// Returns the other view.
    #[must_use]
    pub const fn flip(self) -> Self {
        match self {
            Self::Own => Self::Other,
            Self::Other => Self::Own,
        }
    }
}

/// One place of the cube, from one player's view.
#[derive(Clone, Copy, Debug)]
struct Place {
    owner: Owner,
    /// The value of each outcome of the game.
    ends: [f32; 6],
    /// The value after a pass: if the opponent passes the player's double, and if the player passes the
    /// opponent's.
    pass: [f32; 2],
    /// The place of the cube after the player's double, and the factor of the value there.
    up: Option<(usize, f32)>,
    /// The same after the opponent's double.
    down: Option<(usize, f32)>,
    /// Whether only the opponent may double, and loses the match with this game anyway.
    is_automatic: bool,
    /// The same with the players exchanged.
    is_awaited: bool,
}

/// The places that the cube can reach. The first is where it is now.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Ladder {
    places: [Vec<Place>; 2],
    is_match: bool,
    /// In a match, the match winning chance of a value of 0, and by how much a value of 1 raises it.
    chance: Option<[f32; 2]>,
    /// Whether it is a match in which this game can't change the chance by an amount that matters, with values for money.
    is_decided: bool,
    /// Whether each value of the cube has places of its own: in a match, and for money where the cube's largest value is
    /// near.
    is_chain: bool,
    /// Whether it is for money under the Jacoby rule.
    is_jacoby: bool,
    /// Whether a double may be answered by a redouble at once.
    has_beavers: bool,
    /// In a chain, the places of a cube of 1 for money without the Jacoby rule: centred, the player's, the opponent's.
    money: Vec<Place>,
}

impl Ladder {
    /// Lays out the places that a state of the cube can reach; `None` if the table doesn't contain the score. Where a game
    /// changes the match winning chance by less than a hundred-thousandth, which single precision can't resolve, the places
    /// are those for money; after the Crawford game, they are those of the match, magnified by the same for each cube.
    #[must_use]
    pub fn new(state: &CubeState, table: &MatchEquity) -> Option<Self> {
        let mut is_decided = false;
        let mut chance = state.is_match().then_some([0.5, 0.5]);
        let own = match state.stakes {
            Stakes::Money { jacoby, .. } => match state.house.turns.filter(|_| state.is_in_use) {
                Some(turns) => limited_money(state, jacoby, turns),
                None => money(state, jacoby),
            },
            Stakes::Match { .. } => {
                if let Some((places, precise)) = magnified(state, table) {
                    chance = Some(precise);
                    places
                } else {
                    let places = match_play(state, table, |chance| 2.0 * chance - 1.0)?;
                    let [won, lost] = places[0].pass;
                    is_decided = won - lost < NEGLIGIBLE;
                    if is_decided {
                        chance = Some([0.25 * (won + lost) + 0.5, 0.0]);
                        useful(state, money(state, false))
                    } else {
                        places
                    }
                }
            }
        };
        let is_match = state.is_match() && !is_decided;
        let other = own.iter().map(flipped).collect();
        let is_jacoby = matches!(state.stakes, Stakes::Money { jacoby: true, .. });
        let has_beavers = matches!(state.stakes, Stakes::Money { beavers: true, .. });
        let is_chain = is_match || (!state.is_match() && state.is_in_use && state.house.turns.is_some());
        let money = if is_chain { money(&CubeState::MONEY, false) } else { Vec::new() };
        Some(Self {
            places: [own, other],
            is_match,
            chance,
            is_decided,
            is_chain,
            is_jacoby,
            has_beavers,
            money,
        })
    }

    /// Returns how many places there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places[0].len()
    }

    /// Always returns `false`: there is at least one place.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places[0].is_empty()
    }

    /// Returns `true` if the values are those of a match.
    #[must_use]
    pub const fn is_match(&self) -> bool {
        self.is_match
    }

    /// Returns `true` if it is a match in which this game can't change the winning chance by an amount that matters, so that
    /// its values are those for money.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// Returns `true` if exact equities for money aren't those of its places: in a match, or where the cube's largest value
    /// is near.
    #[must_use]
    pub const fn is_chain(&self) -> bool {
        self.is_chain
    }

    /// Returns the place of the cube after the player doubles at the first place, and the factor of the value
    /// there.
    #[must_use]
    pub fn doubled(&self) -> Option<(usize, f32)> {
        self.places[0][0].up
    }

    /// Returns the value of a single win with the cube at its place.
    #[must_use]
    pub fn cash(&self) -> f32 {
        self.places[0][0].pass[0]
    }

    /// Converts a value from the player's view to a normalised equity: 1 for a single game won with the cube
    /// where it is, -1 for one lost (GNU Backgammon's EMG).
    #[must_use]
    pub fn equity(&self, worth: f32) -> f32 {
        let [won, lost] = self.places[0][0].pass;
        (2.0 * worth - (won + lost)) / (won - lost)
    }

    /// Converts a normalised equity to a value: the inverse of [`Self::equity`].
    #[must_use]
    pub fn worth_of(&self, equity: f32) -> f32 {
        let [won, lost] = self.places[0][0].pass;
        0.5 * (equity * (won - lost) + won + lost)
    }

    /// Returns the error that rounding can leave in a normalised equity: values near 1, whose differences it magnifies, are
    /// sums of a few products.
    pub(super) fn precision(&self) -> f32 {
        let [won, lost] = self.places[0][0].pass;
        4.0 * f32::EPSILON / (won - lost)
    }

    /// Returns the error that rounding can leave in a normalised equity of a state; 0 if no table contains the score.
    pub(crate) fn precision_at(state: &CubeState) -> f32 {
        let ladder = Self::new(state, MatchEquity::reaching(state.most_away()));
        ladder.map_or(0.0, |ladder| ladder.precision())
    }

    /// Converts a value to the match winning chance; `None` for money.
    #[must_use]
    pub fn match_chance(&self, worth: f32) -> Option<f32> {
        self.chance.map(|[even, slope]| (even + slope * worth).clamp(0.0, 1.0))
    }

    /// Returns the value of chances with a dead cube at a place, in the unit of [`Values`]. Chances and value are from the
    /// side of `view`.
    ///
    /// # Panics
    ///
    /// If `place` isn't below [`Self::len`].
    #[inline]
    #[must_use]
    pub fn dead(&self, view: View, place: usize, chances: Chances) -> f32 {
        let place = &self.places[view as usize][place];
        place.ends.iter().zip(chances.0).map(|(end, chance)| end * chance).sum()
    }

    /// Returns the normalised equity of chances, from the view of the player for whom the ladder was made,
    /// without any more use of the cube. For money gammons count, even under the Jacoby rule.
    #[must_use]
    pub fn cubeless(&self, chances: Chances) -> f32 {
        if self.is_match { self.equity(self.dead(View::Own, 0, chances)) } else { chances.equity() }
    }

    /// Computes the value of chances for the player on roll at each place, at `x` of the way from the dead to
    /// the live cube. The player hasn't doubled.
    pub fn worths(&self, view: View, chances: Chances, x: f32, values: &mut Values) {
        // Nobody turns a dead cube.
        let spread = (x > 0.0).then_some(SPREAD);
        fill(&self.places[view as usize], self.is_chain, chances, spread, |_| x, values);
    }

    /// Does the same in a match, or near the cube's largest value, where the exact equities for money are known: the way
    /// from the dead to the live cube is that which leads to them for money, for each owner of the cube; `x` where both
    /// are the same. Where the opponent will double at the next turn, money play shows nothing: there it may be wrong.
    ///
    /// # Panics
    ///
    /// If exact values are those of its places.
    pub fn as_for_money(&self, view: View, chances: Chances, money: &Money, x: f32, values: &mut Values) {
        assert!(self.is_chain, "for money the exact values are known");
        let [mut dead, mut live] = [[0.0; MOST_PLACES]; 2];
        fill(&self.money, false, chances, None, |_| 0.0, &mut dead);
        fill(&self.money, false, chances, None, |_| 1.0, &mut live);
        let exact = [money.centred_no_double, money.owned_no_double, money.opponents];
        let ways: [f32; 3] = std::array::from_fn(|place| {
            let whole = live[place] - dead[place];
            if whole.abs() < 0.01 { x } else { ((exact[place] - dead[place]) / whole).clamp(0.0, 1.0) }
        });
        let efficiency = |place: &Place| ways[place.owner as usize];
        fill(&self.places[view as usize], true, chances, Some(LAST_SPREAD), efficiency, values);
    }

    /// Replaces values before the choice to double by those after it: at each place the better of no double
    /// and a double, to which the opponent gives the better answer.
    pub fn decide(&self, view: View, values: &mut Values) {
        let before = *values;
        let places = &self.places[view as usize];
        for (number, place) in places.iter().enumerate() {
            if let Some((up, factor)) = place.up {
                let take = factor * before[up];
                // A beaver turns the cube a second time.
                let is_beavered = self.has_beavers && places[up].down.is_some() && invites_beaver(take);
                values[number] = values[number].max(answered(take, place.pass[0], is_beavered));
            }
        }
    }

    /// Fills in exact values for money, each before a double.
    ///
    /// # Panics
    ///
    /// If exact values for money aren't those of its places.
    pub fn exactly(&self, view: View, money: &Money, values: &mut Values) {
        assert!(!self.is_chain, "exact values are for money");
        for (number, place) in self.places[view as usize].iter().enumerate() {
            values[number] = match place.owner {
                _ if place.up.is_none() && place.down.is_none() => money.cubeless,
                Owner::Mover => money.owned_no_double,
                Owner::Centred if self.is_jacoby => money.jacoby_no_double,
                Owner::Centred => money.centred_no_double,
                Owner::Opponent => money.opponents,
            };
        }
    }
}

/// Computes the value of chances at each place, with the cube efficiency of its owner. `spread` is that of the winning
/// chance by the roll before an opponent doubles who needs the game; `None` if nobody does.
fn fill(
    places: &[Place],
    is_chain: bool,
    chances: Chances,
    spread: Option<f32>,
    efficiency: impl Fn(&Place) -> f32,
    values: &mut Values,
) {
    let win = chances.win().clamp(0.0, 1.0);
    let mut lines = [Line::default(); MOST_PLACES];
    // From the highest cube down, as the points of each place follow from those of the next higher cube.
    for (number, place) in places.iter().enumerate().rev() {
        let (lost, won) = averages(place, chances);
        // A player who would own the cube is indifferent there.
        let at = |(next, factor): (usize, f32), pass: f32, of_money: fn((f32, f32)) -> f32| {
            let win = if is_chain {
                lines[next].at(pass, factor)
            } else {
                of_money(money_points(&places[next], chances))
            };
            (win, pass)
        };
        let cash = place.up.map(|up| at(up, place.pass[0], |points| points.1));
        let take = place.down.map(|down| at(down, place.pass[1], |points| points.0));
        lines[number] = Line { lost, take, cash, won };
    }
    for (number, place) in places.iter().enumerate() {
        let dead = (1.0 - win) * lines[number].lost + win * lines[number].won;
        let mixed = dead + efficiency(place) * (lines[number].worth(win) - dead);
        values[number] = if place.up.is_none() && place.down.is_none() {
            dead
        } else if let (true, Some(spread), Some(take)) = (place.is_automatic, spread, lines[number].take) {
            lines[number].awaiting(take, win, mixed, spread).min(dead)
        } else {
            // A player who owns the cube needn't turn it. In a match, where a gammon may gain much more
            // than a higher cube, the live line can lie on the wrong side of the dead one.
            match place.owner {
                Owner::Mover => mixed.max(dead),
                Owner::Opponent => mixed.min(dead),
                Owner::Centred => mixed,
            }
        };
    }
}

/// Returns the mean value of a loss and of a win at a place.
fn averages(place: &Place, chances: Chances) -> (f32, f32) {
    let mean = |chances: &[f32], ends: &[f32], single: f32| {
        let chance: f32 = chances.iter().sum();
        let worth: f32 = chances.iter().zip(ends).map(|(chance, end)| chance * end).sum();
        if chance > 1e-6 { worth / chance } else { single }
    };
    let ((lost, won), (of_lost, of_won)) = (chances.0.split_at(3), place.ends.split_at(3));
    (mean(lost, of_lost, of_lost[2]), mean(won, of_won, of_won[0]))
}

/// Returns Janowski's live take and cash points for money, from the stakes after the double.
fn money_points(turned: &Place, chances: Chances) -> (f32, f32) {
    let (lost, won) = averages(turned, chances);
    let range = won - lost + 0.5;
    ((-lost - 0.5) / range, (1.0 - lost) / range)
}

/// The value with a live cube as a function of the winning chance: straight lines between a chance of 0, the
/// opponent's cash point, the player's cash point, and a chance of 1.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    lost: f32,
    /// The chance at which the player is indifferent between taking and passing, and the value there.
    take: Option<(f32, f32)>,
    /// The same for the opponent.
    cash: Option<(f32, f32)>,
    won: f32,
}

impl Line {
    fn corners(&self) -> [(f32, f32); 4] {
        let (first, last) = ((0.0, self.lost), (1.0, self.won));
        [first, self.take.unwrap_or(first), self.cash.unwrap_or(last), last]
    }

    /// Returns the value before a roll of the player, after which the opponent doubles: what the player passes, plus what a
    /// take after good rolls is worth more. At chances at which the player would pass now, the opponent may play on for a
    /// gammon instead, with the value `mixed`.
    fn awaiting(&self, (at, pass): (f32, f32), win: f32, mixed: f32, spread: f32) -> f32 {
        let half = spread * (4.0 * win * (1.0 - win)).sqrt();
        let above = win - at;
        let excess = match above {
            _ if above >= half => above,
            _ if above <= -half => 0.0,
            _ => (above + half) * (above + half) / (4.0 * half),
        };
        let slope = if at < 1.0 { (self.won - pass) / (1.0 - at) } else { 0.0 };
        let passed = if above < 0.0 { mixed.min(pass) } else { pass };
        passed + slope * excess
    }

    fn worth(&self, win: f32) -> f32 {
        let corners = self.corners();
        for pair in corners.windows(2) {
            let ((from, low), (to, high)) = (pair[0], pair[1]);
            if win <= to {
                return if to > from { low + (high - low) * (win - from) / (to - from) } else { high };
            }
        }
        self.won
    }

    /// Returns the winning chance at which the value, times a factor, reaches a given value.
    fn at(&self, worth: f32, factor: f32) -> f32 {
        let worth = worth / factor;
        for pair in self.corners().windows(2) {
            let ((from, low), (to, high)) = (pair[0], pair[1]);
            if worth <= high && high > low {
                return (from + (to - from) * (worth - low) / (high - low)).clamp(0.0, 1.0);
            }
        }
        1.0
    }
}

fn flipped(place: &Place) -> Place {
    let mut ends = place.ends.map(|end| -end);
    ends.reverse();
    Place {
        owner: place.owner.flip(),
        ends,
        pass: [-place.pass[1], -place.pass[0]],
        up: place.down,
        down: place.up,
        is_automatic: place.is_awaited,
        is_awaited: place.is_automatic,
    }
}

/// Returns a place for money without a turn of the cube.
const fn money_place(owner: Owner, ends: [f32; 6]) -> Place {
    let pass = [1.0, -1.0];
    Place { owner, ends, pass, up: None, down: None, is_automatic: false, is_awaited: false }
}

/// Returns the value of each outcome for money with the cube where it is: under the Jacoby rule, gammons count only after
/// the cube was turned.
fn counted(state: &CubeState, jacoby: bool) -> [f32; 6] {
    let is_single = jacoby && state.owner == Owner::Centred && state.is_in_use;
    if is_single { [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0] } else { Terms::MONEY.ends }
}

/// Returns the places for money: centred, the player's, the opponent's; turning the cube only doubles
/// everything.
fn money(state: &CubeState, jacoby: bool) -> Vec<Place> {
    let first = money_place(state.owner, counted(state, jacoby));
    if !state.is_in_use {
        return vec![first];
    }
    let [mine, theirs] = [Owner::Mover, Owner::Opponent].map(|owner| money_place(owner, Terms::MONEY.ends));
    let mut places = match state.owner {
        Owner::Centred => vec![first, mine, theirs],
        Owner::Mover => vec![mine, theirs],
        Owner::Opponent => vec![theirs, mine],
    };
    let of = |owner| places.iter().position(|place| place.owner == owner).unwrap_or(0);
    let (mine, theirs) = (of(Owner::Mover), of(Owner::Opponent));
    for place in &mut places {
        place.up = (place.owner != Owner::Opponent).then_some((theirs, 2.0));
        place.down = (place.owner != Owner::Mover).then_some((mine, 2.0));
    }
    places
}

/// Returns the places for money if the cube can be turned only a few times: the one at the current value, then the
/// player's and the opponent's at each higher value.
fn limited_money(state: &CubeState, jacoby: bool, turns: u8) -> Vec<Place> {
    let mut places = vec![money_place(state.owner, counted(state, jacoby))];
    for _ in 0..turns.min(MOST_TURNS) {
        places.extend([Owner::Mover, Owner::Opponent].map(|owner| money_place(owner, Terms::MONEY.ends)));
    }
    let len = places.len();
    for (number, place) in places.iter_mut().enumerate() {
        let next = above(number.div_ceil(2));
        place.up = (next < len && place.owner != Owner::Opponent).then_some((next + 1, 2.0));
        place.down = (next < len && place.owner != Owner::Mover).then_some((next, 2.0));
    }
    places
}

/// Returns the number of the player's place after one more turn of the cube than `turns`; the opponent's follows it.
const fn above(turns: usize) -> usize {
    2 * turns + 1
}

/// Takes the turns of the cube out of places for money by which a player would win the match no sooner.
fn useful(state: &CubeState, mut places: Vec<Place>) -> Vec<Place> {
    let Stakes::Match { away, opponent, .. } = state.stakes else { return places };
    let value = state.value as usize;
    for place in &mut places {
        place.up = place.up.filter(|_| value < away);
        place.down = place.down.filter(|_| value < opponent);
        place.owner = match (place.up.is_some(), place.down.is_some()) {
            (true, false) => Owner::Mover,
            (false, true) => Owner::Opponent,
            _ => place.owner,
        };
    }
    places
}

/// Returns the places for a match after the Crawford game in which a game with a cube of 1 changes the match winning chance
/// by an amount that doesn't matter, in a unit in which that game is worth as much as for money, and the match winning chance
/// of a value of 0 and the slope; `None` elsewhere. The unit is that of all values of the cube, so that values of games in
/// which it was turned can be added up. The chances of the trailer, which can be tiny, are precise; those of the leader,
/// near 1, aren't.
fn magnified(state: &CubeState, table: &MatchEquity) -> Option<(Vec<Place>, [f32; 2])> {
    let Stakes::Match { away, opponent, stage: Stage::After } = state.stakes else { return None };
    if away < opponent {
        let (places, [even, slope]) = magnified(&state.flip(), table)?;
        return Some((places.iter().map(flipped).collect(), [1.0 - even, slope]));
    }
    let rules = (Stage::After, state.house.has_crawford);
    let ends = Terms::by(table, away, opponent, rules, 1)?.ends;
    let (lost, won) = (ends[2], ends[3]);
    if won <= lost || 2.0 * (won - lost) >= NEGLIGIBLE {
        return None;
    }
    let places = match_play(state, table, |chance| 2.0 * (chance - lost) / (won - lost) - 1.0)?;
    Some((places, [0.5 * (lost + won), 0.5 * (won - lost)]))
}

/// Returns the places for a match: the one at the current value, then the player's and the opponent's at each
/// higher value at which the cube isn't dead for both. `worth` makes a value of a match winning chance.
fn match_play(state: &CubeState, table: &MatchEquity, worth: impl Fn(f32) -> f32) -> Option<Vec<Place>> {
    let Stakes::Match { away, opponent, stage } = state.stakes else { return None };
    let value = state.value as usize;
    let mut places = Vec::new();
    for turns in 0.. {
        let cube = value.checked_shl(turns)?;
        let rules = (stage, state.house.has_crawford);
        let ends = Terms::by(table, away, opponent, rules, cube)?.ends.map(&worth);
        let owners: &[Owner] = if turns == 0 { &[state.owner] } else { &[Owner::Mover, Owner::Opponent] };
        // A player who wins the match with this game has no use for a higher cube.
        let can_rise = state.is_in_use
            && state.house.turns.is_none_or(|most| turns < u32::from(most))
            && !(state.house.is_frozen && (cube >= away || cube >= opponent));
        let (mine, theirs) = (can_rise && cube < away, can_rise && cube < opponent);
        let next = above(turns as usize);
        for &owner in owners {
            let up = (mine && owner != Owner::Opponent).then_some((next + 1, 1.0));
            let down = (theirs && owner != Owner::Mover).then_some((next, 1.0));
            places.push(Place {
                owner,
                ends,
                pass: [ends[3], ends[2]],
                up,
                down,
                is_automatic: down.is_some() && !mine,
                is_awaited: up.is_some() && !theirs,
            });
        }
        if !(mine || theirs) || places.len() + 2 > MOST_PLACES {
            break;
        }
    }
    // At the end of the ladder neither player doubles any more, whatever the score.
    let len = places.len();
    for place in &mut places {
        place.up = place.up.filter(|&(up, _)| up < len);
        place.down = place.down.filter(|&(down, _)| down < len);
    }
    Some(places)
}
