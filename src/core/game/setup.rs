//! Validation of stated facts about a match, reporting every reason at once.

use super::{Action, Cube, MAX_CUBE, MatchState, RuleViolation, Rules, Score};
use crate::board::{Board, BySide, Reasons, Roll, Side};

/// The stated situation of a match in the middle of a game, not yet validated.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::game::{MatchSetup, Rules};
/// use barpoint::{Board, Side};
///
/// // 6-2 in a match to 7: the Crawford game.
/// let mut setup = MatchSetup::new(Rules::match_play(7), "4HPwATDgc/ABMA".parse::<Board>()?, Side::Zero);
/// setup.score.0 = [6, 2];
/// let state = setup.state().expect("a match");
/// assert!(state.is_crawford_game());
///
/// setup.cube.value = 3;
/// setup.score.0 = [7, 2];
/// let reasons: Vec<_> = setup.state().unwrap_err().iter().map(ToString::to_string).collect();
/// assert_eq!(reasons, ["a score of 7 ends a match to 7", "a cube of 3 isn't a power of 2 up to 32768"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatchSetup {
    /// The rules in force.
    pub rules: Rules,
    /// The points of both sides before the game.
    pub score: BySide<u32>,
    /// Whether this is the Crawford game; `None` to derive it from the score.
    pub is_crawford_game: Option<bool>,
    /// The board, seen by the side on roll.
    pub board: Board,
    /// The side on roll.
    pub on_roll: Side,
    /// The dice on the board, `None` before the roll.
    pub dice: Option<Roll>,
    /// The cube; while a double is offered, as it was before the double.
    pub cube: Cube,
    /// Whether the side on roll has offered a double that isn't answered yet.
    pub is_doubled: bool,
}

impl MatchSetup {
    /// Returns a position with a side on roll, at 0-0, with the cube in the middle.
    #[must_use]
    pub fn new(rules: Rules, board: Board, on_roll: Side) -> Self {
        Self {
            rules,
            score: BySide::default(),
            is_crawford_game: None,
            board,
            on_roll,
            dice: None,
            cube: Cube::START,
            is_doubled: false,
        }
    }

    /// Validates the facts and returns the state.
    ///
    /// # Errors
    ///
    /// Every reason why such a match is impossible, in a fixed order.
    pub fn state(&self) -> Result<MatchState, Reasons<MatchSetupError>> {
        let mut reasons = Vec::new();
        let rules = &self.rules;
        for side in Side::ALL {
            let points = self.score[side];
            if !rules.is_money() && points >= u32::from(rules.length) {
                reasons.push(MatchSetupError::MatchOver { points, length: rules.length });
            }
        }
        let score = Score { points: self.score, crawford_played: false };
        let by_score = score.is_crawford(rules);
        let is_crawford = self.is_crawford_game.unwrap_or(by_score);
        if self.is_crawford_game == Some(true) && !by_score {
            reasons.push(MatchSetupError::NoCrawfordGame);
        }
        let (most, least) = rules.variant.start().checkers();
        let counts = [self.board.checkers(), self.board.flip().checkers()];
        let (more, fewer) = (counts[0].max(counts[1]), counts[0].min(counts[1]));
        if (more, fewer) != (most.max(least), most.min(least)) {
            reasons.push(MatchSetupError::Checkers { counts, variant: rules.variant.name() });
        }
        match (self.board.mover_is_done(), self.board.flip().mover_is_done()) {
            (true, true) => reasons.push(MatchSetupError::NoCheckers),
            (false, false) => {}
            _ => reasons.push(MatchSetupError::GameOver),
        }
        check_cube(self.cube, rules, is_crawford, &mut reasons);
        if self.is_doubled && self.dice.is_some() {
            reasons.push(MatchSetupError::DoubledAfterRoll);
        }
        if !reasons.is_empty() {
            return Err(reasons.into());
        }
        let mut state = MatchState::at_score(rules.clone(), score);
        state.place_crawford(is_crawford);
        state.place(self.board, self.on_roll, self.dice);
        state.place_cube(self.cube);
        if self.is_doubled {
            state
                .apply(self.on_roll, &Action::Double)
                .map_err(|rule| Reasons::from(vec![MatchSetupError::Double(rule)]))?;
        }
        Ok(state)
    }
}

/// Adds the reasons why a game by these rules can't have a cube. In a money session, automatic doubles turn a cube that
/// nobody owns.
pub(crate) fn check_cube(
    cube: Cube,
    rules: &Rules,
    is_crawford_game: bool,
    reasons: &mut Vec<MatchSetupError>,
) {
    let Cube { value, owner } = cube;
    let most = rules.cube_limit.min(MAX_CUBE);
    if !value.is_power_of_two() || value > most {
        reasons.push(MatchSetupError::CubeValue { value, most });
    } else if owner.is_some() && value == 1 {
        reasons.push(MatchSetupError::OwnedAtOne);
    } else if owner.is_none() && value > 1 && (!rules.is_money() || rules.automatic_doubles == 0) {
        reasons.push(MatchSetupError::CentredAbove(value));
    }
    let is_turned = cube != Cube::START;
    if is_turned && !rules.cube {
        reasons.push(MatchSetupError::NoCube);
    }
    if is_turned && is_crawford_game {
        reasons.push(MatchSetupError::CubeInCrawfordGame);
    }
}

/// The reason why a [`MatchSetup`] is impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchSetupError {
    /// A side has enough points to have won the match.
    #[error("a score of {points} ends a match to {length}")]
    MatchOver {
        /// Its points.
        points: u32,
        /// The length of the match.
        length: u16,
    },
    /// The score or the rules don't allow a Crawford game.
    #[error("this can't be the Crawford game at this score and by these rules")]
    NoCrawfordGame,
    /// A side has more or fewer checkers than the variant.
    #[error("{} and {} checkers aren't those of {variant}", .counts[0], .counts[1])]
    Checkers {
        /// The numbers of the side on roll and of the other side.
        counts: [u8; 2],
        /// The variant.
        variant: &'static str,
    },
    /// A side has borne off all its checkers.
    #[error("a player has borne off all checkers: the game is over")]
    GameOver,
    /// Both sides have borne off all their checkers.
    #[error("neither player has a checker left")]
    NoCheckers,
    /// The cube's value isn't a power of 2 up to its limit.
    #[error("a cube of {value} isn't a power of 2 up to {most}")]
    CubeValue {
        /// Its value.
        value: u32,
        /// Its limit.
        most: u32,
    },
    /// A cube that wasn't turned has an owner.
    #[error("a player owns the cube, but it wasn't turned")]
    OwnedAtOne,
    /// A turned cube has no owner, and there are no automatic doubles.
    #[error("a cube of {0} in the middle: the player who took it owns it")]
    CentredAbove(u32),
    /// The cube was turned although none is used.
    #[error("the cube was turned, but none is used")]
    NoCube,
    /// The cube was turned in the Crawford game.
    #[error("the cube was turned in the Crawford game")]
    CubeInCrawfordGame,
    /// A double is offered after the roll.
    #[error("a double is offered, but the dice are rolled")]
    DoubledAfterRoll,
    /// The rules don't allow the double.
    #[error("{0}")]
    Double(RuleViolation),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Phase;

    fn setup(length: u16) -> MatchSetup {
        let rules = if length == 0 { Rules::money() } else { Rules::match_play(length) };
        MatchSetup::new(rules, Board::START, Side::One)
    }

    #[test]
    fn a_setup_becomes_the_state_that_it_says() {
        let mut wanted = setup(7);
        wanted.score = BySide::new(3, 2);
        wanted.cube = Cube { value: 2, owner: Some(Side::One) };
        wanted.is_doubled = true;
        let state = wanted.state().expect("a match");
        assert_eq!((state.score().points, state.cube().value), (BySide::new(3, 2), 2));
        assert!(
            matches!(state.phase(), Phase::ToAnswerDouble(offer) if offer.value == 4 && offer.responder == Side::Zero)
        );
        wanted.is_doubled = false;
        wanted.dice = Some("31".parse().expect("a roll"));
        assert_eq!(wanted.state().expect("a match").phase(), Phase::ToPlay("31".parse().expect("a roll")));
    }

    #[test]
    fn after_the_crawford_game_there_is_a_cube_at_the_same_score() {
        let mut wanted = setup(5);
        wanted.score = BySide::new(4, 2);
        assert!(wanted.state().expect("a match").is_crawford_game());
        wanted.is_doubled = true;
        assert_eq!(wanted.state(), Err(vec![MatchSetupError::Double(RuleViolation::CrawfordGame)].into()));
        // No limit allows more than the largest cube.
        let mut high = setup(0);
        high.rules.cube_limit = u32::MAX;
        high.cube = Cube { value: 1 << 31, owner: Some(Side::One) };
        let most = MatchSetupError::CubeValue { value: 1 << 31, most: MAX_CUBE };
        assert_eq!(high.state(), Err(vec![most].into()));
        wanted.is_crawford_game = Some(false);
        let state = wanted.state().expect("a match");
        assert!(!state.is_crawford_game() && matches!(state.phase(), Phase::ToAnswerDouble(_)));
    }

    #[test]
    fn every_reason_is_told() {
        let told = |setup: &MatchSetup| setup.state().expect_err("not a match").to_vec();
        let mut wrong = setup(3);
        wrong.is_crawford_game = Some(true);
        wrong.cube = Cube { value: 2, owner: None };
        wrong.is_doubled = true;
        wrong.dice = Some("65".parse().expect("a roll"));
        assert_eq!(
            told(&wrong),
            [
                MatchSetupError::NoCrawfordGame,
                MatchSetupError::CentredAbove(2),
                MatchSetupError::CubeInCrawfordGame,
                MatchSetupError::DoubledAfterRoll,
            ]
        );
        let mut wrong = setup(0);
        wrong.cube = Cube { value: 1, owner: Some(Side::Zero) };
        wrong.rules.cube = false;
        assert_eq!(told(&wrong), [MatchSetupError::OwnedAtOne, MatchSetupError::NoCube]);
        let mut wrong = setup(0);
        wrong.rules.variant = crate::rules::Variant::Hypergammon3;
        assert!(matches!(told(&wrong)[..], [MatchSetupError::Checkers { counts: [15, 15], .. }]));
        let mut lanes = [0; Board::LANES];
        (lanes[Board::OFF], lanes[20]) = (15, -15);
        let over = MatchSetup::new(Rules::money(), Board::from_lanes(lanes), Side::Zero);
        assert_eq!(told(&over), [MatchSetupError::GameOver]);
        (lanes[Board::OPPONENT_OFF], lanes[20]) = (-15, 0);
        let empty = MatchSetup::new(Rules::money(), Board::from_lanes(lanes), Side::Zero);
        assert_eq!(told(&empty), [MatchSetupError::NoCheckers]);
    }
}
