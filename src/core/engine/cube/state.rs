//! The state of the cube, and the stakes: money or a score.

use crate::board::Side;
use crate::engine::met::{MatchEquity, Stage, Terms};
use crate::game::{MAX_CUBE, MatchState, Rules};
use crate::notation::IdState;

/// The owner of the cube, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Neither player's: either may double.
    Centred,
    /// The mover's.
    Mover,
    /// The opponent's.
    Opponent,
}

impl Owner {
    /// Returns the owner from a side's view.
    #[doc(hidden)]
    #[must_use]
    pub fn of(owner: Option<Side>, by: Side) -> Self {
        match owner {
            None => Self::Centred,
            Some(owner) if owner == by => Self::Mover,
            Some(_) => Self::Opponent,
        }
    }

    /// Returns the same owner from the view of the other player.
    #[must_use]
    pub const fn flip(self) -> Self {
        match self {
            Self::Centred => Self::Centred,
            Self::Mover => Self::Opponent,
            Self::Opponent => Self::Mover,
        }
    }
}

/// The stakes: money or a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stakes {
    /// Money: points.
    Money {
        /// Whether gammons count only after the cube was turned.
        jacoby: bool,
        /// Whether a double may be answered by a redouble at once.
        beavers: bool,
    },
    /// A match.
    Match {
        /// How many points the mover needs.
        away: usize,
        /// How many points the opponent needs.
        opponent: usize,
        /// Whether the Crawford game is over.
        stage: Stage,
    },
}

/// House rules of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HouseRules {
    /// How many times the cube can still be turned, up to its largest value; `None` if that is out of reach. Evaluations
    /// count with at most seven turns; this type's constructors with three.
    pub turns: Option<u8>,
    /// Whether a cube that wins the match for either player can't be turned any more.
    pub is_frozen: bool,
    /// Whether a match has a Crawford game. For money it is `true`, as in [`Self::NONE`].
    pub has_crawford: bool,
}

impl HouseRules {
    /// No house rules: no limit, and a Crawford game.
    pub const NONE: Self = Self { turns: None, is_frozen: false, has_crawford: true };

    /// Returns the rules after the cube was turned.
    #[must_use]
    pub const fn turned(self) -> Self {
        let turns = match self.turns {
            Some(turns) => Some(turns.saturating_sub(1)),
            None => None,
        };
        Self { turns, ..self }
    }
}

/// The cube and the score, from the mover's view.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::engine::cube::{CubeState, Owner, Stakes};
/// use barpoint::engine::met::Stage;
///
/// // The mover needs three points, the opponent five; the mover owns the cube at 2.
/// let stakes = Stakes::Match { away: 3, opponent: 5, stage: Stage::Before };
/// let state = CubeState { value: 2, owner: Owner::Mover, stakes, ..CubeState::MONEY };
/// assert!(state.is_match() && !state.is_dead());
/// assert_eq!(state.flip().owner, Owner::Opponent);
/// // A money game without the Jacoby rule.
/// assert!(!CubeState::MONEY.without_jacoby().is_match());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CubeState {
    /// The value of the cube.
    pub value: u32,
    /// The owner of the cube.
    pub owner: Owner,
    /// Whether the cube can still be turned; not in the Crawford game, in a game without a cube, or at the largest value
    /// that the rules allow.
    pub is_in_use: bool,
    /// The stakes.
    pub stakes: Stakes,
    /// House rules.
    pub house: HouseRules,
}

impl CubeState {
    /// A money game without a cube and without the Jacoby rule, for cubeless equities.
    pub const CUBELESS: Self = Self {
        value: 1,
        owner: Owner::Centred,
        is_in_use: false,
        stakes: Stakes::Money { jacoby: false, beavers: false },
        house: HouseRules::NONE,
    };

    /// The beginning of a money game with the Jacoby rule and beavers, as in [`Rules::money`].
    pub const MONEY: Self =
        Self { is_in_use: true, stakes: Stakes::Money { jacoby: true, beavers: true }, ..Self::CUBELESS };

    /// Returns the state without the Jacoby rule. A match has none.
    #[must_use]
    pub const fn without_jacoby(mut self) -> Self {
        if let Stakes::Money { jacoby, .. } = &mut self.stakes {
            *jacoby = false;
        }
        self
    }

    /// Returns the state without beavers. A match has none.
    #[must_use]
    pub const fn without_beavers(mut self) -> Self {
        if let Stakes::Money { beavers, .. } = &mut self.stakes {
            *beavers = false;
        }
        self
    }

    /// Returns the most points that a player needs; 0 for money.
    #[must_use]
    pub fn most_away(&self) -> usize {
        match self.stakes {
            Stakes::Match { away, opponent, .. } => away.max(opponent),
            Stakes::Money { .. } => 0,
        }
    }

    /// Returns the state of a match at one moment, from the view of one of its players.
    #[must_use]
    pub fn of(state: &MatchState, by: Side) -> Self {
        let rules: &Rules = state.rules();
        let cube = state.cube();
        // Without a cube the largest value is 1.
        let limit = Some(if rules.cube { rules.cube_limit } else { 1 });
        let stakes = if rules.is_money() {
            let beavers = rules.beavers > 0 && can_be_beavered(cube.value, limit);
            Stakes::Money { jacoby: rules.jacoby, beavers }
        } else {
            let away = |side| state.score().away(side, rules).max(1) as usize;
            let (away, opponent) = (away(by), away(!by));
            let one_away = away == 1 || opponent == 1;
            // Without the Crawford rule the cube is in use at once, as after a Crawford game. A match to one
            // point has no cube.
            let is_after = one_away && rules.length > 1 && !state.is_crawford_game();
            Stakes::Match { away, opponent, stage: if is_after { Stage::After } else { Stage::Before } }
        };
        Self {
            value: cube.value,
            owner: Owner::of(cube.owner, by),
            is_in_use: !state.is_crawford_game() && can_rise(cube.value, limit),
            stakes,
            house: HouseRules {
                turns: turns(cube.value, limit),
                is_frozen: rules.frozen_cube,
                has_crawford: rules.crawford || rules.is_money(),
            },
        }
    }

    /// Returns the same state from the view of the other player.
    #[must_use]
    pub const fn flip(self) -> Self {
        let stakes = match self.stakes {
            Stakes::Match { away, opponent, stage } => {
                Stakes::Match { away: opponent, opponent: away, stage }
            }
            money @ Stakes::Money { .. } => money,
        };
        Self { owner: self.owner.flip(), stakes, ..self }
    }

    /// Returns the same state with a dead cube.
    #[must_use]
    pub const fn dead(self) -> Self {
        Self { is_in_use: false, ..self }
    }

    /// Returns the values of the game's outcomes with the cube where it is: match winning chances, or for money
    /// the points for a cube of 1.
    ///
    /// `None` if the table doesn't contain the score, or if a player has won already.
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::engine::cube::{CubeState, HouseRules, Stakes};
    /// use barpoint::engine::met::{MatchEquity, Stage};
    ///
    /// let table = MatchEquity::kazaross();
    /// let stakes = Stakes::Match { away: 2, opponent: 2, stage: Stage::Before };
    /// let state = CubeState { stakes, ..CubeState::CUBELESS };
    /// let without = CubeState { house: HouseRules { has_crawford: false, ..HouseRules::NONE }, ..state };
    /// // The chance after a single game won: the next game is the Crawford game, or has a cube.
    /// let won = |state: CubeState| state.terms(&table).map(|terms| terms.ends[3]);
    /// assert_eq!(won(state), table.chance(1, 2, Stage::Before));
    /// assert_eq!(won(without), table.chance(1, 2, Stage::After));
    /// ```
    #[must_use]
    pub fn terms(&self, table: &MatchEquity) -> Option<Terms> {
        let Stakes::Match { away, opponent, stage } = self.stakes else { return Some(Terms::MONEY) };
        Terms::by(table, away, opponent, (stage, self.house.has_crawford), self.value as usize)
    }

    /// Returns `true` if the rules of a match forbid the mover to double: the game decides the match with the cube as it is,
    /// or it is the Crawford game.
    #[must_use]
    pub const fn is_dead(&self) -> bool {
        let Stakes::Match { away, opponent, stage } = self.stakes else { return false };
        let is_crawford = matches!(stage, Stage::Before) && (away == 1 || opponent == 1);
        is_crawford || self.value as usize >= away
    }

    /// Returns `true` for the mover, and for the opponent, if gammons can count: in a match they don't count for a
    /// player who wins it with a single game.
    #[must_use]
    pub const fn gammons_count(&self) -> [bool; 2] {
        let Stakes::Match { away, opponent, .. } = self.stakes else { return [true; 2] };
        [away > self.value as usize, opponent > self.value as usize]
    }

    /// Returns `true` if it is a match.
    #[must_use]
    pub const fn is_match(&self) -> bool {
        matches!(self.stakes, Stakes::Match { .. })
    }
}

impl CubeState {
    /// Returns the state that an ID contains, from the view of the player on roll. What the ID doesn't
    /// contain is as at the beginning of a money session with the Jacoby rule and beavers.
    #[must_use]
    pub fn of_id(id: &IdState) -> Self {
        let Some(game) = id.game else { return Self::MONEY };
        let by = game.on_roll;
        let away = |side| usize::from(game.away(side).unwrap_or(0).max(1));
        let stakes = if game.length == 0 {
            let beavers = id.beavers_allowed.unwrap_or(true) && can_be_beavered(game.cube, id.max_cube);
            Stakes::Money { jacoby: game.jacoby, beavers }
        } else {
            let is_after = game.length > 1 && game.is_post_crawford();
            let stage = if is_after { Stage::After } else { Stage::Before };
            Stakes::Match { away: away(by), opponent: away(!by), stage }
        };
        let owner = Owner::of(game.owner, by);
        let is_in_use = !game.crawford && can_rise(game.cube, id.max_cube);
        let house = HouseRules {
            turns: turns(game.cube, id.max_cube),
            is_frozen: id.frozen_cube,
            has_crawford: !id.no_crawford || game.length == 0,
        };
        Self { value: game.cube, owner, is_in_use, stakes, house }
    }
}

/// The most turns of the cube up to its limit that evaluations count with.
const MOST_TURNS: u32 = 3;

/// Returns how many times a cube can be turned up to a limit, if that is near.
fn turns(cube: u32, limit: Option<u32>) -> Option<u8> {
    let turns = (limit.unwrap_or(MAX_CUBE).min(MAX_CUBE) / cube.max(1)).checked_ilog2().unwrap_or(0);
    u8::try_from(turns).ok().filter(|_| turns <= MOST_TURNS)
}

/// Returns `true` if a double of the cube may be beavered by a limit: the cube rises twice.
fn can_be_beavered(cube: u32, limit: Option<u32>) -> bool {
    can_rise(cube.saturating_mul(2), limit)
}

/// Returns `true` if the cube may be doubled by a limit, and by that of all games.
fn can_rise(cube: u32, limit: Option<u32>) -> bool {
    cube <= limit.unwrap_or(MAX_CUBE).min(MAX_CUBE) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_is_dead_for_a_player_who_wins_the_match_with_it_and_in_the_crawford_game() {
        let dead = |value, away, opponent, stage| {
            let stakes = Stakes::Match { away, opponent, stage };
            CubeState { value, stakes, ..CubeState::CUBELESS }.is_dead()
        };
        assert!(dead(2, 2, 5, Stage::Before) && dead(4, 3, 5, Stage::Before) && dead(1, 1, 3, Stage::After));
        assert!(!dead(2, 3, 2, Stage::Before) && !dead(1, 2, 1, Stage::After));
        assert!(dead(1, 4, 1, Stage::Before) && dead(2, 4, 1, Stage::Before), "the Crawford game");
        assert!(!CubeState::MONEY.is_dead());
    }

    #[test]
    fn gammons_dont_count_for_a_player_who_wins_the_match_with_a_single_game() {
        let count = |value, away, opponent| {
            let stakes = Stakes::Match { away, opponent, stage: Stage::After };
            CubeState { value, stakes, ..CubeState::CUBELESS }.gammons_count()
        };
        assert_eq!(count(1, 1, 1), [false, false]);
        assert_eq!(count(1, 3, 1), [true, false]);
        assert_eq!(count(2, 2, 3), [false, true]);
        assert_eq!(CubeState::MONEY.gammons_count(), [true, true]);
    }

    #[test]
    fn a_double_to_the_largest_cube_cannot_be_beavered() {
        for (limit, wanted) in [(2, false), (4, true), (MAX_CUBE, true)] {
            let state = MatchState::new(Rules { cube_limit: limit, ..Rules::money() });
            let stakes = CubeState::of(&state, Side::Zero).stakes;
            assert!(matches!(stakes, Stakes::Money { beavers, .. } if beavers == wanted), "{limit}");
        }
    }

    #[test]
    fn a_money_game_counts_as_one_of_a_match_with_a_crawford_game() {
        // So that scores of a match which are compared with it have one.
        let state = CubeState::of(&MatchState::new(Rules::money()), Side::Zero);
        assert_eq!(state, CubeState::MONEY);
    }

    #[test]
    fn a_money_game_is_without_the_rules_that_are_left_out() {
        let money = |jacoby, beavers| Stakes::Money { jacoby, beavers };
        assert_eq!(CubeState::MONEY.stakes, money(true, true));
        assert_eq!(CubeState::MONEY.without_jacoby().stakes, money(false, true));
        assert_eq!(CubeState::MONEY.without_beavers().stakes, money(true, false));
        let stakes = Stakes::Match { away: 3, opponent: 2, stage: Stage::Before };
        let state = CubeState { stakes, ..CubeState::MONEY };
        assert_eq!(state.without_jacoby().without_beavers(), state);
    }

    #[test]
    fn the_facts_of_a_state_keep_its_house_rules() {
        let (money, three) = (Rules::money(), Rules::match_play(3));
        for rules in [
            Rules { cube: false, ..money.clone() },
            Rules { cube_limit: 4, ..money.clone() },
            Rules { beavers: 0, ..money },
            Rules { cube: false, ..three.clone() },
            Rules { crawford: false, ..three.clone() },
            Rules { frozen_cube: true, cube_limit: 8, ..three },
        ] {
            let state = MatchState::new(rules.clone());
            let kept = IdState::of(&state);
            let found = CubeState::of_id(&kept);
            let wanted = CubeState::of(&state, state.on_roll());
            assert_eq!(found, wanted, "{rules:?}");
            let again = kept.setup().expect("a game").rules;
            assert_eq!((again.cube, again.crawford), (rules.cube, rules.crawford), "{rules:?}");
            let is_limited = rules.cube && rules.cube_limit < MAX_CUBE;
            assert_eq!(again.cube_limit, if is_limited { rules.cube_limit } else { MAX_CUBE }, "{rules:?}");
            let (_, lost) = kept.xgid().expect("a position");
            let is_lost = !rules.cube || rules.frozen_cube || rules.crawford == rules.is_money();
            assert_eq!(!lost.is_empty(), is_lost, "{rules:?}: {lost:?}");
        }
    }
}
