//! Cube decisions: no double, double, take, pass; and the market window.

use super::{CubeState, Ladder, Stakes, Values, View};
use crate::engine::{Chances, Rolled};
use std::fmt;

/// The right cube action of both players; as text, its [words](Action::words).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The cube can't be turned: it is the opponent's, out of use, or dead at the score.
    NotAvailable,
    /// Not to double; a double would be taken.
    NoDouble,
    /// Not to double: the opponent would redouble at once.
    NoDoubleBeaver,
    /// Doubling and not doubling are equal; a double would be taken.
    Optional,
    /// To double, and to take.
    DoubleTake,
    /// To double: with the beaver, which is the right answer, a double is still better than none.
    DoubleBeaver,
    /// To double, and to pass.
    DoublePass,
    /// To play on for a gammon; a double would be passed.
    TooGood,
    /// To play on; a double would be taken.
    TooGoodTake,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 9] = [
        Self::NotAvailable,
        Self::NoDouble,
        Self::NoDoubleBeaver,
        Self::Optional,
        Self::DoubleTake,
        Self::DoubleBeaver,
        Self::DoublePass,
        Self::TooGood,
        Self::TooGoodTake,
    ];

    /// Finds the action with the words of [`words`](Self::words).
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::engine::cube::Action;
    ///
    /// assert_eq!(Action::by_words("double, take"), Some(Action::DoubleTake));
    /// assert!(Action::ALL.into_iter().all(|action| Action::by_words(action.words()) == Some(action)));
    /// ```
    #[must_use]
    pub fn by_words(words: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.words() == words)
    }

    /// Returns the action of the player on roll, and the opponent's answer: `no double, take`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::NotAvailable => "not available",
            Self::NoDouble => "no double, take",
            Self::NoDoubleBeaver => "no double, beaver",
            Self::Optional => "optional, take",
            Self::DoubleTake => "double, take",
            Self::DoubleBeaver => "double, beaver",
            Self::DoublePass => "double, pass",
            Self::TooGood => "too good, pass",
            Self::TooGoodTake => "too good, take",
        }
    }

    /// Returns the right action of normalised equities, in the order no double, double and take, double and pass. Those that
    /// rounding can't distinguish at the score are the same, as for [`CubeDecision::new`].
    #[doc(hidden)]
    #[must_use]
    pub fn of(state: &CubeState, equities: [f32; 3], may_beaver: bool) -> Self {
        action(equities, may_beaver, Ladder::precision_at(state).max(SAME))
    }

    /// Returns `true` if the right action is to double.
    #[must_use]
    pub const fn is_double(self) -> bool {
        matches!(self, Self::DoubleTake | Self::DoubleBeaver | Self::DoublePass)
    }

    /// Returns `true` if the right answer to a double is to take or to beaver; also if the cube can't be turned.
    #[must_use]
    pub const fn is_take(self) -> bool {
        !matches!(self, Self::DoublePass | Self::TooGood)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// The answer to a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The cube is taken.
    Take,
    /// The double is passed.
    Pass,
    /// The cube is taken and redoubled at once.
    Beaver,
}

/// A cube decision of the player on roll, before the roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeDecision {
    /// The chances of the six ends.
    pub chances: Chances,
    /// The normalised equity without any more use of the cube.
    pub cubeless: f32,
    /// The normalised equity if the player doesn't double now.
    pub no_double: f32,
    /// The normalised equity if the player doubles and the opponent takes.
    pub double_take: f32,
    /// The normalised equity if the player doubles and the opponent passes: 1. If the cube can't be turned,
    /// this and `double_take` equal `no_double`.
    pub double_pass: f32,
    /// The match winning chances of these three, in their order; `None` for money.
    pub match_chances: Option<[f32; 3]>,
    /// The number of plies searched.
    pub plies: u8,
    /// The games of the rollout, if there was one after the search.
    pub rolled: Option<Rolled>,
    /// The right action of both players.
    pub action: Action,
    /// The winning chances at which the action changes.
    pub window: Option<Window>,
}

/// Normalised equities closer than this are the same. At a lopsided score, [`Ladder::precision`] may be larger.
const SAME: f32 = 1e-5;

impl CubeDecision {
    /// Compares the values at the first place of a ladder without and with a double.
    ///
    /// `values` are those before a double, from the view of the player for whom the ladder was made; `x` is
    /// the efficiency for the market window where the values don't show one.
    #[must_use]
    pub fn new(
        state: &CubeState,
        ladder: &Ladder,
        chances: Chances,
        values: &Values,
        (x, plies): (f32, u8),
    ) -> Self {
        let doubled = ladder.doubled();
        let worths = match doubled {
            Some((up, factor)) => [values[0], factor * values[up], ladder.cash()],
            None => [values[0]; 3],
        };
        let [no_double, double_take, double_pass] = worths.map(|worth| ladder.equity(worth));
        let beavers = matches!(state.stakes, Stakes::Money { beavers: true, .. });
        Self {
            chances,
            cubeless: ladder.cubeless(chances),
            no_double,
            double_take,
            double_pass,
            match_chances: ladder
                .match_chance(0.0)
                .map(|decided| worths.map(|worth| ladder.match_chance(worth).unwrap_or(decided))),
            plies,
            rolled: None,
            action: doubled.map_or(Action::NotAvailable, |_| {
                let same = ladder.precision().max(SAME);
                action([no_double, double_take, double_pass], beavers, same)
            }),
            window: doubled.map(|up| Window::new((ladder, up), chances, values, x)),
        }
    }

    /// Makes the decision from given normalised equities, in the order no double, double and take. The market
    /// window and the match winning chances stay unknown.
    #[must_use]
    pub fn of_equities(
        state: &CubeState,
        chances: Chances,
        cubeless: f32,
        [no_double, double_take]: [f32; 2],
        plies: u8,
    ) -> Self {
        let beavers = matches!(state.stakes, Stakes::Money { beavers: true, .. });
        Self {
            chances,
            cubeless,
            no_double,
            double_take,
            double_pass: 1.0,
            match_chances: None,
            plies,
            rolled: None,
            action: Action::of(state, [no_double, double_take, 1.0], beavers),
            window: None,
        }
    }

    /// Returns the normalised equity with the right action of both players.
    #[must_use]
    pub fn equity(&self) -> f32 {
        self.of_right_action([self.no_double, self.double_take, self.double_pass])
    }

    /// Returns the match winning chance with the right action of both players; `None` for money.
    #[must_use]
    pub fn match_chance(&self) -> Option<f32> {
        self.match_chances.map(|chances| self.of_right_action(chances))
    }

    fn of_right_action(&self, [no_double, double_take, double_pass]: [f32; 3]) -> f32 {
        if self.action == Action::NotAvailable {
            return no_double;
        }
        // Only money has beavers, so a take with a beaver is never a match winning chance.
        no_double.max(answered(double_take, double_pass, self.is_beavered()))
    }

    /// Returns the normalised equity of a double with the right answer: a take, a pass or a beaver.
    #[must_use]
    pub fn doubled(&self) -> f32 {
        answered(self.double_take, self.double_pass, self.is_beavered())
    }

    /// Returns `true` if the right answer to a double is a beaver.
    #[must_use]
    pub const fn is_beavered(&self) -> bool {
        matches!(self.action, Action::NoDoubleBeaver | Action::DoubleBeaver)
    }

    /// Returns the share of wrong answers at which a wrong double becomes right: wrong passes of a double
    /// that comes too early, wrong takes of one that comes too late. The right answers are beavers where a beaver is
    /// right.
    #[must_use]
    pub fn wrong_answers(&self) -> Option<f32> {
        self.wrong_answers_to(if self.is_beavered() { self.doubled() } else { self.double_take })
    }

    /// Returns the same as GNU Backgammon prints it, which counts takes where a beaver is right.
    #[must_use]
    pub fn gnubg_wrong_answers(&self) -> Option<f32> {
        self.wrong_answers_to(self.double_take)
    }

    fn wrong_answers_to(&self, take: f32) -> Option<f32> {
        let pass = self.double_pass;
        let share = match self.action {
            Action::NoDouble | Action::NoDoubleBeaver => (self.no_double - take) / (pass - take),
            Action::TooGood => (self.no_double - pass) / (take - pass),
            _ => return None,
        };
        (0.0..=1.0).contains(&share).then_some(share)
    }
}

/// Returns `true` if a beaver is the right answer to a double with this equity of a take, where beavers are allowed.
pub(super) fn invites_beaver(take: f32) -> bool {
    (-2.0..0.0).contains(&take)
}

/// Returns the value of a double with the right answer. A beaver doubles that of a take, and the doubler passes one that
/// would cost more than the doubled cube.
pub(super) fn answered(take: f32, pass: f32, is_beavered: bool) -> f32 {
    if is_beavered { (2.0 * take).max(-2.0) } else { take.min(pass) }
}

/// Returns the right action of normalised equities; those closer than `same` are the same.
fn action([no_double, take, pass]: [f32; 3], beavers: bool, same: f32) -> Action {
    let beavers = beavers && invites_beaver(take);
    let answer = answered(take, pass, beavers);
    if !beavers && (no_double - take).abs() < same && take <= pass {
        return Action::Optional;
    }
    // Too good by a rounding error isn't too good.
    if answer > no_double - same {
        return match () {
            () if take > pass => Action::DoublePass,
            () if beavers => Action::DoubleBeaver,
            () => Action::DoubleTake,
        };
    }
    match () {
        () if no_double > pass && take > pass => Action::TooGood,
        () if no_double > pass => Action::TooGoodTake,
        () if beavers => Action::NoDoubleBeaver,
        () => Action::NoDouble,
    }
}

/// The winning chances of the player on roll at which the right action changes. The shares of gammons among
/// the wins and among the losses stay the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// If neither side could redouble after this double.
    pub dead: Points,
    /// If every later double came at the perfect moment.
    pub live: Points,
    /// At the efficiencies that lead to the evaluated equities, one without and one with a double.
    pub used: Points,
}

/// The points of one window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// The double point: from here on a double is right.
    pub double: f32,
    /// The cash point: from here on a double is passed; 1 less the opponent's take point.
    pub cash: f32,
    /// From here on playing on for a gammon is better than cashing; 1 if it never is.
    pub too_good: f32,
}

/// A smaller difference between a live and a dead cube, in normalised equity, shows no efficiency.
const CLEAR: f32 = 0.05;

impl Window {
    fn new((ladder, up): (&Ladder, (usize, f32)), chances: Chances, values: &Values, x: f32) -> Self {
        let points = |both: [f32; 2]| Points::new((ladder, up), chances, both);
        let used = efficiencies((ladder, up), chances, values, x);
        Self { dead: points([0.0; 2]), live: points([1.0; 2]), used: points(used) }
    }
}

/// Returns how far the values of no double and of a double that is taken lie from those with a dead cube to those with a
/// live one. After a search and where values are exact, that isn't `x`; where both are nearly the same, it is unknown.
fn efficiencies(
    (ladder, (up, factor)): (&Ladder, (usize, f32)),
    chances: Chances,
    values: &Values,
    x: f32,
) -> [f32; 2] {
    let [mut dead, mut live] = [[0.0; super::MOST_PLACES]; 2];
    ladder.worths(View::Own, chances, 0.0, &mut dead);
    ladder.worths(View::Own, chances, 1.0, &mut live);
    // At a lopsided score, rounding errors are larger.
    let clear = CLEAR.max(100.0 * ladder.precision());
    let of = |place: usize, factor: f32| {
        let [value, dead, live] = [values, &dead, &live].map(|all| ladder.equity(factor * all[place]));
        let whole = live - dead;
        (whole.abs() >= clear).then(|| ((value - dead) / whole).clamp(0.0, 1.0))
    };
    let taken = of(up, factor).unwrap_or(x);
    [of(0, 1.0).unwrap_or(taken), taken]
}

impl Points {
    /// Computes the points at the efficiencies without and with a double.
    fn new(
        (ladder, (up, factor)): (&Ladder, (usize, f32)),
        chances: Chances,
        [undoubled, taken]: [f32; 2],
    ) -> Self {
        let worth = |place: usize, win: f32, x: f32| {
            let mut values = [0.0; super::MOST_PLACES];
            ladder.worths(View::Own, with_win(chances, win), x, &mut values);
            values[place]
        };
        let no_double = |win: f32| worth(0, win, undoubled);
        let take = |win: f32| factor * worth(up, win, taken);
        let cash = first((0.0, 1.0), |win| take(win) >= ladder.cash() - 1e-6);
        // With a live cube a double is never better than waiting for the moment to cash.
        let is_live = undoubled >= 1.0 && taken >= 1.0;
        let double = first((0.0, cash), |win| !is_live && take(win) >= no_double(win) - 1e-6);
        let too_good = first((0.0, 1.0), |win| no_double(win) > ladder.cash() + 1e-6);
        Self { double, cash, too_good }
    }
}

/// Finds the least winning chance of a range from which a condition holds; the range's end if it never does.
fn first((mut low, mut high): (f32, f32), holds: impl Fn(f32) -> bool) -> f32 {
    // Twenty halvings are more precise than the chances.
    for _ in 0..20 {
        let middle = 0.5 * (low + high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// Returns chances with another winning chance and the same shares of gammons among wins and losses.
fn with_win(chances: Chances, win: f32) -> Chances {
    let now = chances.win();
    let scale = |part: &[f32], of: f32, to: f32, single: usize| -> [f32; 3] {
        let share = |end: usize| if of > 1e-6 { part[end] / of } else { f32::from(u8::from(end == single)) };
        std::array::from_fn(|end| share(end) * to)
    };
    let lost = scale(&chances.0[..3], 1.0 - now, 1.0 - win, 2);
    let won = scale(&chances.0[3..], now, win, 0);
    Chances([lost[0], lost[1], lost[2], won[0], won[1], won[2]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::met::{MatchEquity, Stage};

    #[test]
    fn wrong_passes_are_weighed_against_beavers_where_a_beaver_is_right() {
        let of = |beavers, equities| {
            let stakes = Stakes::Money { jacoby: true, beavers };
            let state = CubeState { stakes, ..CubeState::of_id(&crate::notation::IdState::default()) };
            CubeDecision::of_equities(&state, Chances::default(), 0.0, equities, 0)
        };
        let decision = |beavers| of(beavers, [0.1, -0.1]);
        let percent = |share: Option<f32>| share.map(|share| (100.0 * share).round() as u8);
        let shares = |decision: CubeDecision| {
            (decision.action, percent(decision.wrong_answers()), percent(decision.gnubg_wrong_answers()))
        };
        // A double costs 0.3 against a beaver and 0.2 against a take, and a pass brings 0.9.
        assert_eq!(shares(decision(true)), (Action::NoDoubleBeaver, Some(25), Some(18)));
        assert_eq!(shares(decision(false)), (Action::NoDouble, Some(18), Some(18)));
        // The doubler passes a beaver that would cost more than the doubled cube: a double costs 1, a pass brings 2.
        assert_eq!(percent(of(true, [-1.0, -1.9]).wrong_answers()), Some(33));
    }

    #[test]
    fn a_double_is_right_only_if_its_beaver_costs_less_than_no_double() {
        let money =
            |beavers| CubeState { stakes: Stakes::Money { jacoby: true, beavers }, ..CubeState::MONEY };
        let decision = |beavers, equities| {
            CubeDecision::of_equities(&money(beavers), Chances::default(), 0.0, equities, 0)
        };
        // Equities of hypergammon with one checker: AIAAAAAIAAAAAA and IAAAAAQAAAAAAA.
        let (worse, better) = ([-0.345, -0.301], [-0.333, -0.063]);
        let of = |beavers, equities| {
            let decision = decision(beavers, equities);
            (decision.action, decision.equity())
        };
        assert_eq!(of(true, worse), (Action::NoDoubleBeaver, -0.345));
        assert_eq!(of(false, worse), (Action::DoubleTake, -0.301));
        assert_eq!(of(true, better), (Action::DoubleBeaver, -0.126));
        assert_eq!(of(false, better), (Action::DoubleTake, -0.063));
        // Equal without a beaver isn't equal with one.
        assert_eq!(of(true, [-0.2, -0.2]).0, Action::NoDoubleBeaver);
        assert_eq!(of(false, [-0.2, -0.2]).0, Action::Optional);
        assert!((decision(true, worse).doubled() + 0.602).abs() < 1e-6);
    }

    #[test]
    fn equities_that_rounding_cannot_distinguish_are_equal_at_a_lopsided_score() {
        let at = |[away, opponent]: [usize; 2]| {
            let stakes = Stakes::Match { away, opponent, stage: Stage::Before };
            CubeState { stakes, ..CubeState::MONEY }
        };
        let action = |state: &CubeState, difference| Action::of(state, [0.5, 0.5 + difference, 1.0], false);
        let even = at([5, 5]);
        assert_eq!(action(&even, 5e-6), Action::Optional);
        assert_eq!([action(&even, 1e-4), action(&even, -1e-4)], [Action::DoubleTake, Action::NoDouble]);
        // The value of a game is a small part of the match.
        let lopsided = at([2, 25]);
        let ladder = Ladder::new(&lopsided, MatchEquity::reaching(25)).expect("a score of the table");
        let same = ladder.precision();
        assert!(same > SAME, "{same}");
        assert_eq!(action(&lopsided, 0.5 * same), Action::Optional);
        assert_eq!(action(&lopsided, 2.0 * same), Action::DoubleTake);
    }
}
