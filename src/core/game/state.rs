//! The match as a state machine, with [`MatchState::apply`] deciding which actions are allowed.

use super::{
    Action, Army, Choice, Cube, Ending, Event, GameResult, IllegalPlays, RuleViolation, Rules, Score,
};
use crate::board::{Board, BySide, Die, Roll, Side};
use crate::rules::resolve::{self, Resolved};
use crate::rules::{Outcome, Play};

/// What has to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Both players roll one die.
    OpeningRoll,
    /// The side on roll may double, or rolls.
    ToRoll,
    /// The side on roll plays this roll.
    ToPlay(Roll),
    /// A double is to be answered.
    ToAnswerDouble(Offer),
    /// A resignation is to be answered.
    ToAnswerResignation {
        /// The side that offered it.
        by: Side,
        /// The outcome offered.
        outcome: Outcome,
        /// What follows if it is refused.
        otherwise: Resume,
    },
    /// The game is over, and the match continues.
    GameOver(GameResult),
    /// The match or session is over.
    MatchOver(GameResult),
}

impl Phase {
    /// Returns the result of the game, once it is over.
    #[must_use]
    pub const fn result(self) -> Option<GameResult> {
        match self {
            Self::GameOver(result) | Self::MatchOver(result) => Some(result),
            _ => None,
        }
    }

    /// Returns what follows a resignation that is offered now and refused.
    #[must_use]
    pub const fn resume(self) -> Resume {
        match self {
            Self::ToPlay(roll) => Resume::Play(roll),
            Self::ToAnswerDouble(offer) => Resume::Answer(offer),
            Self::ToAnswerResignation { otherwise, .. } => otherwise,
            _ => Resume::Roll,
        }
    }
}

/// An offer of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    /// The side that has to answer.
    pub responder: Side,
    /// The value of the cube if the offer is taken.
    pub value: u32,
    /// The number of beavers and raccoons that led to this offer; 0 for a plain double.
    pub beavers: u8,
}

/// The phase to which a refused resignation leads back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resume {
    /// To roll or double.
    Roll,
    /// To play this roll.
    Play(Roll),
    /// To answer a double.
    Answer(Offer),
}

impl From<Resume> for Phase {
    fn from(resume: Resume) -> Self {
        match resume {
            Resume::Roll => Self::ToRoll,
            Resume::Play(roll) => Self::ToPlay(roll),
            Resume::Answer(offer) => Self::ToAnswerDouble(offer),
        }
    }
}

/// A match or money session at one moment.
///
/// [`MatchState::new`] begins one; a [`MatchSetup`](super::MatchSetup) creates one in the middle of a game.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::board::BySide;
/// use barpoint::game::{Action, MatchState, Phase, Rules};
/// use barpoint::{Roll, Side, legal_plays};
///
/// let roll: Roll = "31".parse()?;
/// let mut state = MatchState::new(Rules::match_play(3));
/// state.apply(Side::Zero, &Action::Open(BySide::new(roll.high(), roll.low())))?;
/// assert_eq!(state.phase(), Phase::ToPlay(roll));
/// let (play, _) = legal_plays(state.board(), roll)[0];
/// state.apply(Side::Zero, &Action::Play(play))?;
/// // A double, a take, and the doubler may not double again.
/// state.apply(Side::One, &Action::Double)?;
/// state.apply(Side::Zero, &Action::Take)?;
/// assert_eq!((state.cube().value, state.cube().owner), (2, Some(Side::Zero)));
/// assert!(state.apply(Side::One, &Action::Double).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MatchState {
    rules: Rules,
    score: Score,
    /// The number of the present game, counted from 1.
    game: u32,
    crawford_game: bool,
    /// From the view of `on_roll`.
    board: Board,
    on_roll: Side,
    cube: Cube,
    phase: Phase,
    automatic_doubles: u8,
    /// The opening was rolled and no play has been made since.
    first_turn: bool,
    choice: Choice,
    refused: BySide<Option<Outcome>>,
}

impl Default for MatchState {
    /// Returns a money session before the opening roll of its first game.
    fn default() -> Self {
        Self::new(Rules::money())
    }
}

impl MatchState {
    /// Returns a match at 0-0, before the opening roll of its first game.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self::at_score(rules, Score::default())
    }

    /// Returns a game of a match at some score, before its opening roll.
    ///
    /// A score at which the match is over gives a state from which only the result can be read.
    #[must_use]
    pub fn at_score(rules: Rules, score: Score) -> Self {
        let mut state = Self {
            board: rules.variant.start().board(),
            crawford_game: score.is_crawford(&rules),
            score,
            game: 1,
            on_roll: Side::Zero,
            cube: Cube::START,
            phase: Phase::OpeningRoll,
            automatic_doubles: 0,
            first_turn: false,
            choice: Choice::default(),
            refused: BySide::default(),
            rules,
        };
        if let Some(winner) = score.match_winner(&state.rules) {
            let result = GameResult {
                winner: Some(winner),
                ending: Ending::Awarded,
                outcome: None,
                cube: 1,
                points: 0,
            };
            state.phase = Phase::MatchOver(result);
        }
        state
    }

    /// Returns the number of automatic doubles of the present game.
    #[must_use]
    pub const fn automatic_doubles(&self) -> u8 {
        self.automatic_doubles
    }

    /// Returns the rules in force.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the score before the present game; after the end of a game, with its points.
    #[must_use]
    pub const fn score(&self) -> &Score {
        &self.score
    }

    /// Returns the number of the present game, counted from 1.
    #[must_use]
    pub const fn game(&self) -> u32 {
        self.game
    }

    /// Returns `true` if this is the Crawford game.
    #[must_use]
    pub const fn is_crawford_game(&self) -> bool {
        self.crawford_game
    }

    /// Returns the board, seen by a side.
    #[must_use]
    pub fn board_of(&self, side: Side) -> Board {
        if side == self.on_roll { self.board } else { self.board.flip() }
    }

    /// Returns the board, seen by the side on roll.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side on roll; before the opening roll it has no meaning.
    #[must_use]
    pub const fn on_roll(&self) -> Side {
        self.on_roll
    }

    /// Returns the cube.
    #[must_use]
    pub const fn cube(&self) -> Cube {
        self.cube
    }

    /// Returns what has to happen next.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns what the winner of the opening chose.
    #[must_use]
    pub const fn choice(&self) -> Choice {
        self.choice
    }

    /// Returns `true` if the opening was rolled and no play has been made since.
    #[must_use]
    pub const fn is_first_turn(&self) -> bool {
        self.first_turn
    }

    /// Returns the side that has to act: the side on roll, or the one that has to answer; `None` before the opening
    /// roll, when both roll, and after the end.
    #[must_use]
    pub const fn turn(&self) -> Option<Side> {
        match self.phase {
            Phase::ToRoll | Phase::ToPlay(_) => Some(self.on_roll),
            Phase::ToAnswerDouble(offer) => Some(offer.responder),
            Phase::ToAnswerResignation { by, .. } => Some(by.opponent()),
            Phase::OpeningRoll | Phase::GameOver(_) | Phase::MatchOver(_) => None,
        }
    }

    /// Returns `Ok` if a side could double now, regardless of the turn: the cube is in use, available, alive and below
    /// its limit, and this isn't the Crawford game.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    pub fn may_double(&self, by: Side) -> Result<(), RuleViolation> {
        let length = self.rules.length;
        let points = |side| self.score.points[side];
        let wins = |side| {
            !self.rules.is_money() && points(side).saturating_add(self.cube.value) >= u32::from(length)
        };
        if !self.rules.cube {
            Err(RuleViolation::NoCube)
        } else if self.crawford_game {
            Err(RuleViolation::CrawfordGame)
        } else if !self.cube.is_available_to(by) {
            Err(RuleViolation::NotCubeOwner)
        } else if wins(by) {
            Err(RuleViolation::DeadCube { points: points(by), cube: self.cube.value, length })
        } else if self.rules.frozen_cube && wins(!by) {
            Err(RuleViolation::FrozenCube { points: points(!by), cube: self.cube.value, length })
        } else {
            self.within_limit(self.cube.value.saturating_mul(2))
        }
    }

    /// Applies a player's action, if the rules allow it, and returns its event.
    ///
    /// Only this method decides which actions are allowed.
    ///
    /// # Errors
    ///
    /// The rule that the action breaks; the state is then unchanged.
    pub fn apply(&mut self, by: Side, action: &Action) -> Result<Event, RuleViolation> {
        if *action != Action::NextGame || matches!(self.phase, Phase::MatchOver(_)) {
            self.not_over()?;
        }
        match action {
            Action::Open(dice) => self.open(*dice),
            Action::OpenWith(roll) => self.open_with(by, *roll),
            Action::Choose(choice) => self.choose(by, *choice),
            Action::Roll(roll) => self.roll(by, *roll),
            Action::Play(play) => self.play(by, play),
            Action::CondonedPlay(after) => {
                self.to_play(by)?;
                let keeps_checkers = after.checkers() <= self.board.checkers()
                    && after.opponent_checkers() == self.board.opponent_checkers();
                if self.rules.illegal_plays == IllegalPlays::Refused || !keeps_checkers {
                    return Err(RuleViolation::IllegalPlay);
                }
                self.condone(by, after)
            }
            Action::Double => self.double(by),
            Action::Take => self.take(by),
            Action::Pass => self.pass(by),
            Action::Beaver => self.beaver(by),
            Action::Resign(outcome) => self.resign(by, *outcome),
            Action::AcceptResignation => self.accept(by),
            Action::RefuseResignation => self.refuse(by),
            Action::Award(points) => Ok(self.end(Some(by), Ending::Awarded, None, *points)),
            Action::Draw => Ok(self.end(None, Ending::Drawn, None, 0)),
            Action::NextGame => self.next_game(),
        }
    }

    /// Applies a play that no rule allows, as a record has it: see [`Action::CondonedPlay`].
    #[doc(hidden)]
    pub fn condone(&mut self, by: Side, after: &Board) -> Result<Event, RuleViolation> {
        self.not_over()?;
        self.to_play(by)?;
        Ok(self.played(after))
    }

    /// Applies [`Action::Play`] like [`apply`](Self::apply), but relies on the proof for the play instead of proving it
    /// again.
    ///
    /// # Errors
    ///
    /// The rule that the play breaks now, [`RuleViolation::IllegalPlay`] if the proof is for another
    /// board or roll; the state is then unchanged.
    pub fn apply_resolved(&mut self, by: Side, proof: &Resolved) -> Result<Event, RuleViolation> {
        self.not_over()?;
        let roll = self.to_play(by)?;
        if proof.is_for(&self.board, roll) {
            Ok(self.played(proof.after()))
        } else {
            Err(RuleViolation::IllegalPlay)
        }
    }

    fn not_over(&self) -> Result<(), RuleViolation> {
        match self.phase {
            Phase::MatchOver(_) => Err(RuleViolation::MatchOver),
            Phase::GameOver(_) => Err(RuleViolation::GameOver),
            _ => Ok(()),
        }
    }

    fn open(&mut self, dice: BySide<Die>) -> Result<Event, RuleViolation> {
        self.before_opening()?;
        let [zero, one] = dice.0;
        if zero == one {
            let automatic = self.rules.is_money() && self.rules.cube;
            let may_double = self.within_limit(self.cube.value * 2).is_ok();
            if automatic && may_double && self.automatic_doubles < self.rules.automatic_doubles {
                self.automatic_doubles += 1;
                self.cube.value *= 2;
                return Ok(Event::OpeningTied { doubled_to: Some(self.cube.value) });
            }
            return Ok(Event::OpeningTied { doubled_to: None });
        }
        self.open_with(if zero > one { Side::Zero } else { Side::One }, Roll::new(zero, one))
    }

    fn open_with(&mut self, first: Side, roll: Roll) -> Result<Event, RuleViolation> {
        self.before_opening()?;
        if roll.is_doublet() {
            return Err(RuleViolation::OpeningDoublet);
        }
        self.on_roll = first;
        self.phase = Phase::ToPlay(roll);
        self.first_turn = true;
        Ok(Event::Opened { first, roll })
    }

    fn before_opening(&self) -> Result<(), RuleViolation> {
        if self.phase == Phase::OpeningRoll { Ok(()) } else { Err(RuleViolation::AlreadyOpened) }
    }

    fn choose(&mut self, by: Side, choice: Choice) -> Result<Event, RuleViolation> {
        if !self.first_turn {
            return Err(RuleViolation::TooLateToChoose);
        }
        self.to_play(by)?;
        let start = self.rules.variant.start();
        let start = if choice.army == Army::First { start } else { start.swapped() };
        self.board = start.board();
        self.choice = choice;
        Ok(Event::Chosen)
    }

    fn roll(&mut self, by: Side, roll: Roll) -> Result<Event, RuleViolation> {
        self.nothing_pending()?;
        match self.phase {
            Phase::OpeningRoll => Err(RuleViolation::NotOpened),
            _ if by != self.on_roll => Err(RuleViolation::NotYourTurn(self.on_roll)),
            Phase::ToPlay(_) => Err(RuleViolation::AlreadyRolled),
            _ => {
                self.phase = Phase::ToPlay(roll);
                // The dice may change a player's mind about a resignation.
                self.refused = BySide::default();
                Ok(Event::Rolled(roll))
            }
        }
    }

    fn play(&mut self, by: Side, play: &Play) -> Result<Event, RuleViolation> {
        let roll = self.to_play(by)?;
        let after = resolve::apply_legal(&self.board, roll, play).ok_or(RuleViolation::IllegalPlay)?;
        Ok(self.played(&after))
    }

    /// Passes the turn, with the board after the play of the side on roll.
    fn played(&mut self, after: &Board) -> Event {
        let mover = self.on_roll;
        self.first_turn = false;
        self.refused = BySide::default();
        if after.mover_is_done() {
            self.board = *after;
            let outcome = Outcome::of(after).unwrap_or(Outcome::Single);
            return self.end_by(mover, Ending::BorneOff, outcome, self.cube.value);
        }
        // A position that was set: the opponent has no checkers. Like GNU Backgammon, the play ends the game for the
        // mover, with the points of a win against the checkers that the mover has left.
        let opposite = after.flip();
        if let Some(outcome) = Outcome::of(&opposite) {
            self.board = *after;
            return self.end_by(mover, Ending::BorneOff, outcome, self.cube.value);
        }
        self.board = opposite;
        self.on_roll = mover.opponent();
        self.phase = Phase::ToRoll;
        Event::Played
    }

    /// Returns the roll that this side has to play now.
    fn to_play(&self, by: Side) -> Result<Roll, RuleViolation> {
        self.nothing_pending()?;
        match self.phase {
            Phase::OpeningRoll => Err(RuleViolation::NotOpened),
            _ if by != self.on_roll => Err(RuleViolation::NotYourTurn(self.on_roll)),
            Phase::ToPlay(roll) => Ok(roll),
            _ => Err(RuleViolation::NotRolled),
        }
    }

    fn nothing_pending(&self) -> Result<(), RuleViolation> {
        match self.phase {
            Phase::ToAnswerDouble(_) => Err(RuleViolation::DoublePending),
            Phase::ToAnswerResignation { .. } => Err(RuleViolation::ResignationPending),
            _ => Ok(()),
        }
    }

    fn within_limit(&self, value: u32) -> Result<(), RuleViolation> {
        let limit = self.rules.cube_limit.min(super::MAX_CUBE);
        if value > limit { Err(RuleViolation::CubeLimit(limit)) } else { Ok(()) }
    }

    fn double(&mut self, by: Side) -> Result<Event, RuleViolation> {
        self.nothing_pending()?;
        match self.phase {
            Phase::OpeningRoll => return Err(RuleViolation::DoubleBeforeOpening),
            _ if by != self.on_roll => return Err(RuleViolation::NotYourTurn(self.on_roll)),
            Phase::ToPlay(_) => return Err(RuleViolation::DoubleAfterRoll),
            _ => self.may_double(by)?,
        }
        let value = self.cube.value * 2;
        self.phase = Phase::ToAnswerDouble(Offer { responder: by.opponent(), value, beavers: 0 });
        Ok(Event::Doubled { to: value })
    }

    fn offer_to(&self, by: Side) -> Result<Offer, RuleViolation> {
        match self.phase {
            Phase::ToAnswerResignation { .. } => Err(RuleViolation::ResignationPending),
            Phase::ToAnswerDouble(offer) if offer.responder == by => Ok(offer),
            Phase::ToAnswerDouble(offer) => Err(RuleViolation::NotYourTurn(offer.responder)),
            _ => Err(RuleViolation::NoDouble),
        }
    }

    fn take(&mut self, by: Side) -> Result<Event, RuleViolation> {
        let offer = self.offer_to(by)?;
        // With another cube, a resignation is a different offer.
        self.refused = BySide::default();
        self.cube.value = offer.value;
        // A player who beavers keeps the cube, so only the taker of a plain double gets it here.
        if offer.beavers == 0 {
            self.cube.owner = Some(by);
        }
        self.phase = Phase::ToRoll;
        Ok(Event::Taken { at: offer.value })
    }

    fn pass(&mut self, by: Side) -> Result<Event, RuleViolation> {
        self.offer_to(by)?;
        Ok(self.end(Some(by.opponent()), Ending::Passed, Some(Outcome::Single), self.cube.value))
    }

    fn beaver(&mut self, by: Side) -> Result<Event, RuleViolation> {
        let offer = self.offer_to(by)?;
        if !self.rules.is_money() || self.rules.beavers == 0 {
            return Err(RuleViolation::NoBeavers);
        }
        if offer.beavers >= self.rules.beavers {
            return Err(RuleViolation::BeaverLimit(self.rules.beavers));
        }
        let value = offer.value * 2;
        self.within_limit(value)?;
        if offer.beavers == 0 {
            self.cube.owner = Some(by);
        }
        self.cube.value = offer.value;
        let beavers = offer.beavers + 1;
        self.phase = Phase::ToAnswerDouble(Offer { responder: by.opponent(), value, beavers });
        Ok(Event::Doubled { to: value })
    }

    fn resign(&mut self, by: Side, outcome: Outcome) -> Result<Event, RuleViolation> {
        let otherwise = match self.phase {
            Phase::OpeningRoll => return Err(RuleViolation::NotOpened),
            Phase::ToAnswerResignation { .. } => return Err(RuleViolation::ResignationPending),
            phase => phase.resume(),
        };
        if let Some(refused) = self.refused[by].filter(|&refused| outcome <= refused) {
            return Err(RuleViolation::ResignationRefused(refused));
        }
        self.phase = Phase::ToAnswerResignation { by, outcome, otherwise };
        Ok(Event::ResignationOffered(outcome))
    }

    fn resignation_to(&self, by: Side) -> Result<(Outcome, Resume), RuleViolation> {
        match self.phase {
            Phase::ToAnswerResignation { by: loser, .. } if loser == by => {
                Err(RuleViolation::NotYourTurn(loser.opponent()))
            }
            Phase::ToAnswerResignation { outcome, otherwise, .. } => Ok((outcome, otherwise)),
            _ => Err(RuleViolation::NoResignation),
        }
    }

    fn accept(&mut self, by: Side) -> Result<Event, RuleViolation> {
        let (outcome, _) = self.resignation_to(by)?;
        Ok(self.end_by(by, Ending::Resigned, outcome, self.cube.value))
    }

    fn refuse(&mut self, by: Side) -> Result<Event, RuleViolation> {
        let (outcome, otherwise) = self.resignation_to(by)?;
        self.refused[by.opponent()] = Some(outcome);
        self.phase = otherwise.into();
        Ok(Event::ResignationRefused { phase: self.phase })
    }

    fn end_by(&mut self, winner: Side, ending: Ending, outcome: Outcome, cube: u32) -> Event {
        let points = cube * self.multiplier(outcome);
        self.end(Some(winner), ending, Some(outcome), points)
    }

    /// Returns the factor of the cube for an outcome, by the [rules](Rules::multiplier).
    #[must_use]
    pub fn multiplier(&self, outcome: Outcome) -> u32 {
        self.rules.multiplier(outcome, self.cube)
    }

    /// Ends the game.
    ///
    /// No rule book covers a drawn Crawford game, and GNU Backgammon has no drawn games: here the game is played again,
    /// as the Crawford game.
    fn end(&mut self, winner: Option<Side>, ending: Ending, outcome: Option<Outcome>, points: u32) -> Event {
        let result = GameResult { winner, ending, outcome, cube: self.cube.value, points };
        self.score.add(&result);
        self.score.crawford_played |= self.crawford_game && winner.is_some();
        let session_over = self.rules.is_money() && self.rules.games.is_some_and(|games| self.game >= games);
        if session_over || self.score.match_winner(&self.rules).is_some() {
            self.phase = Phase::MatchOver(result);
            Event::MatchEnded(result)
        } else {
            self.phase = Phase::GameOver(result);
            Event::GameEnded(result)
        }
    }

    fn next_game(&mut self) -> Result<Event, RuleViolation> {
        if !matches!(self.phase, Phase::GameOver(_)) {
            return Err(RuleViolation::GameNotOver);
        }
        self.game += 1;
        self.crawford_game = self.score.is_crawford(&self.rules);
        self.board = self.rules.variant.start().board();
        self.cube = Cube::START;
        self.phase = Phase::OpeningRoll;
        self.automatic_doubles = 0;
        self.first_turn = false;
        self.choice = Choice::default();
        self.refused = BySide::default();
        Ok(Event::GameBegun)
    }
}

// The methods that set a part of a state unchecked are for the session; users of the library have `MatchSetup`.
#[doc(hidden)]
impl MatchState {
    /// Replaces the position of the present game: the board (seen by `on_roll`), and the dice if
    /// they have been rolled. Cube and score stay.
    pub fn place(&mut self, board: Board, on_roll: Side, roll: Option<Roll>) {
        self.board = board;
        self.on_roll = on_roll;
        self.phase = roll.map_or(Phase::ToRoll, Phase::ToPlay);
        self.first_turn = false;
        self.refused = BySide::default();
    }

    /// Takes over from another state which resignations were refused.
    pub fn place_refused(&mut self, other: &Self) {
        self.refused = other.refused;
    }

    /// Replaces the cube; resignations that were refused may be offered again.
    pub fn place_cube(&mut self, cube: Cube) {
        self.refused = BySide::default();
        self.cube = cube;
    }

    /// Begins the present game with a number of automatic doubles, at most 15: the cube's value is 2 to that power.
    pub fn begin_with(&mut self, automatic_doubles: u8) {
        self.automatic_doubles = automatic_doubles.min(15);
        self.cube.value = 1 << self.automatic_doubles;
    }

    /// States whether the present game is the Crawford game.
    pub fn place_crawford(&mut self, is_crawford: bool) {
        // If the score alone would make it the Crawford game, an earlier game was the Crawford game.
        self.score.crawford_played |= !is_crawford && self.score.is_crawford(&self.rules);
        self.crawford_game = is_crawford;
    }

    /// Replaces the score before the present game.
    pub fn place_score(&mut self, score: Score) {
        self.score = score;
    }

    /// Replaces the rules; what happened under the old ones stays.
    pub fn place_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Replaces the number of the present game, counted from 1.
    pub fn place_game(&mut self, number: u32) {
        self.game = number;
    }

    /// Replaces the phase by the answer to an offer of the cube or a resignation, as IDs contain them.
    pub fn place_phase(&mut self, phase: Phase) {
        self.phase = phase;
    }

    /// Replaces the board of the present game, seen by the side on roll. The dice and an offered double
    /// stay; a resignation was about another position, and is withdrawn.
    pub fn place_board(&mut self, board: Board) {
        self.withdraw_resignation();
        self.board = board;
        self.first_turn = false;
        self.refused = BySide::default();
    }

    /// Withdraws an offered double: the side on roll is to roll or double. A resignation that was offered after it
    /// stays.
    pub fn withdraw_double(&mut self) {
        match &mut self.phase {
            Phase::ToAnswerDouble(_) => self.phase = Phase::ToRoll,
            Phase::ToAnswerResignation { otherwise: otherwise @ Resume::Answer(_), .. } => {
                *otherwise = Resume::Roll;
            }
            _ => {}
        }
    }

    /// Withdraws an offered resignation, and returns `true` if there was one. A double that was offered before it
    /// stays.
    pub fn withdraw_resignation(&mut self) -> bool {
        let Phase::ToAnswerResignation { otherwise, .. } = self.phase else { return false };
        self.phase = otherwise.into();
        true
    }

    /// Withdraws all offers, a resignation and a double.
    pub fn withdraw_offers(&mut self) {
        self.withdraw_resignation();
        self.withdraw_double();
    }

    /// Exchanges the players: each gets the other's checkers, points, cube and actions.
    pub fn swap_players(&mut self) {
        self.on_roll = !self.on_roll;
        self.score.points = self.score.points.swap();
        self.refused = self.refused.swap();
        self.cube.owner = self.cube.owner.map(Side::opponent);
        match &mut self.phase {
            Phase::OpeningRoll | Phase::ToRoll | Phase::ToPlay(_) => {}
            Phase::ToAnswerDouble(offer) => offer.responder = !offer.responder,
            Phase::ToAnswerResignation { by, otherwise, .. } => {
                *by = !*by;
                if let Resume::Answer(offer) = otherwise {
                    offer.responder = !offer.responder;
                }
            }
            Phase::GameOver(result) | Phase::MatchOver(result) => {
                result.winner = result.winner.map(Side::opponent);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::play::{PlayOptions, parse};
    use Side::{One, Zero};

    fn roll(text: &str) -> Roll {
        text.parse().expect("a roll")
    }

    /// Opens a game with Zero on roll; both sides make any legal play.
    fn opened(rules: Rules, score: [u32; 2]) -> MatchState {
        let score = Score { points: BySide(score), crawford_played: false };
        let mut state = MatchState::at_score(rules, score);
        state.apply(Zero, &Action::OpenWith(roll("31"))).expect("a legal opening");
        any_play(&mut state);
        state
    }

    fn any_play(state: &mut MatchState) {
        let Phase::ToPlay(roll) = state.phase() else { panic!("no roll to play") };
        let plays = crate::rules::legal_plays(state.board(), roll);
        let play = plays.first().map_or(Play::DANCE, |(play, _)| *play);
        state.apply(state.on_roll(), &Action::Play(play)).expect("a legal play");
    }

    fn does(state: &mut MatchState, by: Side, action: &Action) -> Event {
        state.apply(by, action).expect("an action that the rules allow")
    }

    #[test]
    fn equal_opening_dice_double_the_cube_only_as_often_as_agreed() {
        let mut state = MatchState::new(Rules { automatic_doubles: 1, ..Rules::money() });
        let six = Die::new(6).expect("a die");
        let tie = Action::Open(BySide::new(six, six));
        assert_eq!(does(&mut state, Zero, &tie), Event::OpeningTied { doubled_to: Some(2) });
        assert_eq!(does(&mut state, Zero, &tie), Event::OpeningTied { doubled_to: None });
        assert_eq!(state.cube(), Cube { value: 2, owner: None });
        // At the limit of the cube they are only rolled again.
        let rules = Rules { automatic_doubles: 3, cube_limit: 2, ..Rules::money() };
        let mut state = MatchState::new(rules);
        assert_eq!(does(&mut state, Zero, &tie), Event::OpeningTied { doubled_to: Some(2) });
        assert_eq!(does(&mut state, Zero, &tie), Event::OpeningTied { doubled_to: None });
    }

    #[test]
    fn nobody_doubles_before_the_opening_roll() {
        let mut state = MatchState::new(Rules::match_play(5));
        assert_eq!(state.apply(Zero, &Action::Double), Err(RuleViolation::DoubleBeforeOpening));
    }

    #[test]
    fn taking_gives_the_taker_the_cube() {
        let mut state = opened(Rules::match_play(7), [0, 0]);
        does(&mut state, One, &Action::Double);
        does(&mut state, Zero, &Action::Take);
        assert_eq!(state.cube(), Cube { value: 2, owner: Some(Zero) });
        assert_eq!(state.apply(One, &Action::Double), Err(RuleViolation::NotCubeOwner));
    }

    #[test]
    fn passing_loses_the_cube_before_the_double() {
        let mut state = opened(Rules::match_play(7), [0, 0]);
        does(&mut state, One, &Action::Double);
        let Event::GameEnded(result) = does(&mut state, Zero, &Action::Pass) else { panic!("not over") };
        assert_eq!((result.winner, result.points, result.ending), (Some(One), 1, Ending::Passed));
        assert_eq!(state.score().points.0, [0, 1]);
    }

    #[test]
    fn whoever_beavers_keeps_the_cube() {
        let mut state = opened(Rules::money(), [0, 0]);
        does(&mut state, One, &Action::Double);
        assert_eq!(does(&mut state, Zero, &Action::Beaver), Event::Doubled { to: 4 });
        assert_eq!(does(&mut state, One, &Action::Beaver), Event::Doubled { to: 8 });
        does(&mut state, Zero, &Action::Take);
        assert_eq!(state.cube(), Cube { value: 8, owner: Some(Zero) });
        assert_eq!(state.phase(), Phase::ToRoll);
        assert_eq!(state.on_roll(), One);
    }

    #[test]
    fn passing_a_beaver_loses_the_doubled_cube() {
        let mut state = opened(Rules::money(), [0, 0]);
        does(&mut state, One, &Action::Double);
        does(&mut state, Zero, &Action::Beaver);
        let Event::GameEnded(result) = does(&mut state, One, &Action::Pass) else { panic!("not over") };
        assert_eq!((result.winner, result.points), (Some(Zero), 2));
    }

    #[test]
    fn beavers_have_a_limit_and_no_place_in_matches() {
        let mut state = opened(Rules { beavers: 1, ..Rules::money() }, [0, 0]);
        does(&mut state, One, &Action::Double);
        does(&mut state, Zero, &Action::Beaver);
        assert_eq!(state.apply(One, &Action::Beaver), Err(RuleViolation::BeaverLimit(1)));
        let mut state = opened(Rules::match_play(5), [0, 0]);
        does(&mut state, One, &Action::Double);
        assert_eq!(state.apply(Zero, &Action::Beaver), Err(RuleViolation::NoBeavers));
    }

    #[test]
    fn the_crawford_game_has_no_cube_and_the_next_one_has() {
        let mut state = opened(Rules::match_play(3), [2, 0]);
        assert!(state.is_crawford_game());
        assert_eq!(state.apply(One, &Action::Double), Err(RuleViolation::CrawfordGame));
        does(&mut state, Zero, &Action::Resign(Outcome::Single));
        does(&mut state, One, &Action::AcceptResignation);
        does(&mut state, Zero, &Action::NextGame);
        assert!(!state.is_crawford_game());
        does(&mut state, Zero, &Action::OpenWith(roll("31")));
        any_play(&mut state);
        does(&mut state, One, &Action::Double);
    }

    #[test]
    fn a_cube_that_already_wins_the_match_is_dead_for_its_owner_alone() {
        let mut state = opened(Rules { crawford: false, ..Rules::match_play(3) }, [0, 2]);
        let dead = RuleViolation::DeadCube { points: 2, cube: 1, length: 3 };
        assert_eq!(state.apply(One, &Action::Double), Err(dead));
        does(&mut state, One, &Action::Roll(roll("21")));
        any_play(&mut state);
        does(&mut state, Zero, &Action::Double);
    }

    #[test]
    fn a_frozen_cube_that_already_wins_the_match_for_either_is_nobodys() {
        let rules = Rules { crawford: false, frozen_cube: true, ..Rules::match_play(3) };
        let mut state = opened(rules, [0, 2]);
        does(&mut state, One, &Action::Roll(roll("21")));
        any_play(&mut state);
        let frozen = RuleViolation::FrozenCube { points: 2, cube: 1, length: 3 };
        assert_eq!(state.apply(Zero, &Action::Double), Err(frozen));
        state.place_score(Score { points: BySide::new(0, 1), ..Score::default() });
        does(&mut state, Zero, &Action::Double);
    }

    #[test]
    fn gammons_count_under_the_jacoby_rule_only_once_the_cube_was_turned() {
        let mut state = opened(Rules::money(), [0, 0]);
        assert_eq!(state.multiplier(Outcome::Gammon), 1);
        does(&mut state, One, &Action::Double);
        does(&mut state, Zero, &Action::Take);
        assert_eq!(state.multiplier(Outcome::Gammon), 2);
    }

    #[test]
    fn a_refused_resignation_can_only_be_raised() {
        let mut state = opened(Rules::match_play(5), [0, 0]);
        does(&mut state, One, &Action::Resign(Outcome::Single));
        does(&mut state, Zero, &Action::RefuseResignation);
        let refused = Err(RuleViolation::ResignationRefused(Outcome::Single));
        assert_eq!(state.apply(One, &Action::Resign(Outcome::Single)), refused);
        does(&mut state, One, &Action::Resign(Outcome::Gammon));
        let Event::GameEnded(result) = does(&mut state, Zero, &Action::AcceptResignation) else {
            panic!("not over")
        };
        assert_eq!((result.winner, result.points), (Some(Zero), 2));
    }

    #[test]
    fn the_cube_stops_at_its_limit() {
        let mut state = opened(Rules { cube_limit: 1, ..Rules::money() }, [0, 0]);
        assert_eq!(state.apply(One, &Action::Double), Err(RuleViolation::CubeLimit(1)));
    }

    #[test]
    fn a_session_of_one_game_ends_with_it() {
        let mut state = opened(Rules { games: Some(1), ..Rules::money() }, [0, 0]);
        assert!(matches!(does(&mut state, One, &Action::Award(1)), Event::MatchEnded(_)));
        assert_eq!(state.apply(One, &Action::NextGame), Err(RuleViolation::MatchOver));
    }

    #[test]
    fn a_condoned_play_stands_as_it_was_made() {
        let rules = Rules { illegal_plays: IllegalPlays::FaceToFace, ..Rules::match_play(5) };
        let mut state = opened(rules, [0, 0]);
        does(&mut state, One, &Action::Roll(roll("21")));
        let board = *state.board();
        let fewer = Action::CondonedPlay(Board::EMPTY);
        assert_eq!(state.clone().apply(One, &fewer), Err(RuleViolation::IllegalPlay));
        does(&mut state, One, &Action::CondonedPlay(board));
        assert_eq!((state.on_roll(), *state.board()), (Zero, board.flip()));
        // On a server nobody condones anything.
        let mut state = opened(Rules::match_play(5), [0, 0]);
        does(&mut state, One, &Action::Roll(roll("21")));
        assert_eq!(state.apply(One, &Action::CondonedPlay(board)), Err(RuleViolation::IllegalPlay));
    }

    #[test]
    fn a_proven_play_is_taken_at_its_word_for_its_own_board_and_roll_only() {
        let prove = |dice: &str, play: &[u8]| {
            let written = parse(play, 0, PlayOptions::RECORD).expect("a play");
            let legs: Vec<_> = written.legs().map(|leg| leg.leg).collect();
            resolve::resolve(&Board::START, roll(dice), &legs).expect("a legal play")
        };
        let mut state = MatchState::new(Rules::match_play(5));
        let proof = prove("31", b"8/5 6/5");
        assert_eq!(state.apply_resolved(Zero, &proof), Err(RuleViolation::NotOpened));
        does(&mut state, Zero, &Action::OpenWith(roll("31")));
        assert_eq!(state.apply_resolved(One, &proof), Err(RuleViolation::NotYourTurn(Zero)));
        let other = prove("42", b"8/4 6/4");
        assert_eq!(state.apply_resolved(Zero, &other), Err(RuleViolation::IllegalPlay));
        let mut twin = state.clone();
        assert_eq!(state.apply_resolved(Zero, &proof), Ok(Event::Played));
        does(&mut twin, Zero, &Action::Play(*proof.play()));
        assert_eq!(state, twin);
        does(&mut state, One, &Action::Roll(roll("31")));
        assert_eq!(state.apply_resolved(One, &proof), Err(RuleViolation::IllegalPlay));
    }

    #[test]
    fn the_winner_of_the_opening_chooses_before_the_first_play_only() {
        let mut state = MatchState::new(Rules::match_play(5));
        does(&mut state, Zero, &Action::OpenWith(roll("31")));
        does(&mut state, Zero, &Action::Choose(Choice { army: Army::Second, colour: None }));
        any_play(&mut state);
        let late = state.apply(One, &Action::Choose(Choice::default()));
        assert_eq!(late, Err(RuleViolation::TooLateToChoose));
    }
}
