//! The content of IDs in one neutral form, into which all of them are read and from which all are written.

use super::error::{IdError, Notation, Reason};
use super::match_id::{GameState, MatchFields, MatchId};
use super::position_id::PositionId;
use super::raw_board::RawBoard;
use super::xgid::{Xgid, XgidDice};
use crate::board::{Board, BoardSetup, BySide, Side};
use crate::diag::count::many;
use crate::game::{Cube, MAX_CUBE, MatchSetup, MatchSetupError, MatchState, Phase, Resume, Rules};
use crate::rules::Variant;

/// The largest cube in XGIDs by default, whatever the rules are: it has no meaning.
#[doc(hidden)]
pub const USUAL_LIMIT: u32 = 1024;

/// A position and all facts that IDs can contain, as far as they are known.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::notation::{IdState, identify};
///
/// let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10";
/// let state: IdState = identify(id, 15)?.whole()?.state;
/// assert_eq!(state.gnubg_id()?.0, "4HPwATDgc/ABMA:cInlABAAEAAE");
/// assert_eq!(state.game.map(|game| game.length), Some(7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdState {
    /// The board, from the view of the player on roll.
    pub board: Option<Board>,
    /// Cube, dice, turn and score.
    pub game: Option<MatchFields>,
    /// The number of beavers and raccoons after the pending double; more than 2 aren't distinguished.
    pub beavers: u8,
    /// Whether beavers are allowed in the money session.
    pub beavers_allowed: Option<bool>,
    /// The largest value of the cube if it is known: 1 without a cube. An XGID with a limit of 1 doesn't say which of the two
    /// it means, and is read as one without a limit.
    pub max_cube: Option<u32>,
    /// Whether a cube that wins the match for either player can't be turned any more; no ID contains it.
    pub frozen_cube: bool,
    /// Whether the match has no Crawford game; no ID contains it.
    pub no_crawford: bool,
    /// Whether the Crawford game is over, where that doesn't follow from the score.
    pub post_crawford: Option<bool>,
    /// The number of the play in the game, counted from 0, if the ID has it.
    pub play_number: Option<u16>,
    /// The players' names.
    pub names: Option<BySide<String>>,
}

/// A fact of a state that an ID can't represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Lost {
    /// The position of the checkers.
    #[error("the position")]
    Board,
    /// Score, cube, dice, and the player on roll.
    #[error("the score, the cube, the dice and who is on roll")]
    Game,
    /// The number of checkers a side, if it isn't 15.
    #[error("the number of checkers a side")]
    Checkers,
    /// The number of beavers after the pending double.
    #[error("the number of beavers")]
    Beavers,
    /// Whether beavers are allowed.
    #[error("whether beavers are allowed")]
    BeaversAllowed,
    /// The largest cube, or that there is none.
    #[error("the largest cube")]
    MaxCube,
    /// The rule that freezes a cube that wins the match.
    #[error("the rule that freezes the cube")]
    FrozenCube,
    /// The fact that the match has no Crawford game.
    #[error("that there is no Crawford game")]
    CrawfordRule,
    /// The offer of a resignation.
    #[error("the resignation that is offered")]
    Resignation,
    /// The fact that no game is being played, or how it ended.
    #[error("how the game ended")]
    GameState,
    /// Whether the Jacoby rule is in use.
    #[error("whether the Jacoby rule is in use")]
    Jacoby,
    /// Whether the Crawford game is over.
    #[error("whether the Crawford game is over")]
    PostCrawford,
    /// The number of the play in the game.
    #[error("the number of the play")]
    PlayNumber,
    /// The players' names.
    #[error("the players' names")]
    Names,
    /// A colon or a line break in a name, written as `_`.
    #[error("colons in names")]
    NameCharacters,
}

impl IdState {
    /// Combines a position and a game, as GNU Backgammon's two IDs do.
    #[must_use]
    pub fn new(board: Board, game: MatchFields) -> Self {
        Self { board: Some(board), game: Some(game), ..Self::default() }
    }

    /// Returns the facts about a match at one moment that IDs can contain.
    #[must_use]
    pub fn of(state: &MatchState) -> Self {
        let rules = state.rules();
        let offer = match state.phase() {
            Phase::ToAnswerDouble(offer)
            | Phase::ToAnswerResignation { otherwise: Resume::Answer(offer), .. } => Some(offer),
            _ => None,
        };
        Self {
            beavers: offer.map_or(0, |offer| offer.beavers),
            beavers_allowed: rules.is_money().then_some(rules.beavers > 0),
            max_cube: if rules.cube {
                Some(rules.cube_limit).filter(|&limit| limit < MAX_CUBE)
            } else {
                Some(1)
            },
            frozen_cube: !rules.is_money() && rules.frozen_cube,
            no_crawford: !rules.is_money() && !rules.crawford,
            ..Self::new(*state.board(), MatchFields::from(state))
        }
    }

    /// Returns the setup of a match, not yet validated, with the rules that IDs can contain. `None` without a board or
    /// a game. An offered resignation is left out, and so are beavers after a double. IDs don't name the variant: set
    /// `rules.variant` where it isn't the standard one.
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::game::Phase;
    /// use barpoint::notation::identify;
    ///
    /// let found = identify("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:7:10", 15)?;
    /// let state = found.state.setup().and_then(|setup| setup.state().ok()).expect("a match");
    /// assert_eq!(state.phase(), Phase::ToPlay("31".parse()?));
    /// assert_eq!(state.rules().length, 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn setup(&self) -> Option<MatchSetup> {
        let (board, game) = (self.board?, self.game?);
        let base = if game.length == 0 { Rules::money() } else { Rules::match_play(game.length) };
        let mut rules = self.rules_over(&base);
        if game.length == 0 && game.owner.is_none() {
            // A turned cube in the middle was turned by equal opening dice.
            rules.automatic_doubles = game.cube.max(1).ilog2() as u8;
        }
        let mut setup = MatchSetup::new(rules, board, game.on_roll);
        setup.score = game.score.map(u32::from);
        setup.is_crawford_game = Some(game.crawford);
        setup.dice = game.dice;
        setup.cube = Cube { value: game.cube, owner: game.owner };
        setup.is_doubled = game.double_offered;
        Some(setup)
    }

    /// Returns the reasons why no game can have this cube or this double, or why no game can be played: IDs can contain such
    /// facts, and GNU Backgammon reads them. Beavers and finished games aren't examined.
    #[must_use]
    pub fn contradictions(&self, variant: Variant) -> Vec<MatchSetupError> {
        let is_playing = self.game.is_none_or(|game| game.state == GameState::Playing);
        if !is_playing || self.is_beavered() {
            return Vec::new();
        }
        if self.board.is_some_and(|board| board.mover_is_done() && board.flip().mover_is_done()) {
            return vec![MatchSetupError::NoCheckers];
        }
        let max_cube = self.max_cube.filter(|&limit| limit != USUAL_LIMIT);
        let Some(mut setup) = (Self { max_cube, ..self.clone() }).setup() else { return Vec::new() };
        setup.rules.variant = variant;
        let mut reasons = setup.state().err().map(|reasons| reasons.to_vec()).unwrap_or_default();
        // An OGID doesn't contain the owner of a dead cube.
        let is_dead = self.game.is_some_and(|game| max_cube == Some(game.cube));
        reasons.retain(|reason| match reason {
            MatchSetupError::CentredAbove(_) => !is_dead,
            MatchSetupError::CubeValue { .. }
            | MatchSetupError::OwnedAtOne
            | MatchSetupError::NoCube
            | MatchSetupError::CubeInCrawfordGame
            | MatchSetupError::Double(_) => true,
            _ => false,
        });
        reasons
    }

    /// Returns the rules of a match or session with those that the IDs state instead of its own: the Jacoby rule, beavers,
    /// no Crawford game, the use of the cube, its limit, and whether it freezes.
    #[must_use]
    pub fn rules_over(&self, base: &Rules) -> Rules {
        let beavers = match self.beavers_allowed.filter(|_| base.is_money()) {
            Some(false) => 0,
            Some(true) if base.beavers == 0 => Rules::money().beavers,
            _ => base.beavers,
        };
        Rules {
            jacoby: self.game.map_or(base.jacoby, |game| base.is_money() && game.jacoby),
            beavers,
            crawford: base.crawford && !self.no_crawford,
            cube: base.cube && self.max_cube != Some(1),
            cube_limit: self.max_cube.filter(|&limit| limit > 1).unwrap_or(base.cube_limit),
            frozen_cube: base.frozen_cube || self.frozen_cube && !base.is_money(),
            ..base.clone()
        }
    }

    /// Returns `true` if the Crawford game is over, as far as that is known.
    #[must_use]
    pub fn is_post_crawford(&self) -> Option<bool> {
        self.post_crawford.or_else(|| self.game.map(|game| game.is_post_crawford()))
    }

    /// Returns `true` if a beaver or raccoon waits for its answer.
    #[must_use]
    pub fn is_beavered(&self) -> bool {
        self.beavers > 0 || self.game.is_some_and(|game| game.is_beavered())
    }

    /// Returns the board from player 1's view, and the fields, with the turn as it is without a resignation: the notations
    /// that need both have none.
    pub(super) fn board_of_one(&self, notation: Notation) -> Result<(Board, MatchFields), IdError> {
        let missing = |what| IdError::one(notation, Reason::Unknown(what));
        let board = self.board.ok_or_else(|| missing("the position"))?;
        let game = self.game.ok_or_else(|| missing("who is on roll"))?;
        let game = MatchFields { turn: self.turn_without_resignation(&game), ..game };
        Ok((if game.on_roll == Side::One { board } else { board.flip() }, game))
    }

    /// Returns the side that has to act once a resignation is refused: of a double that waits too, the doubler after a beaver,
    /// else the responder.
    fn turn_without_resignation(&self, game: &MatchFields) -> Side {
        let is_beavered = game.double_offered && self.beavers % 2 == 1;
        match game.resignation {
            Some(_) if is_beavered && game.state == GameState::Playing => game.on_roll,
            _ => game.turn_without_resignation(),
        }
    }

    /// Lists the house rules that no ID contains, where they can matter.
    pub(super) fn house_losses(&self) -> impl Iterator<Item = Lost> {
        let is_before_crawford = self.game.is_some_and(|game| game.length > 1 && !game.somebody_is_1_away());
        only([
            (self.frozen_cube, Lost::FrozenCube),
            (self.no_crawford && is_before_crawford, Lost::CrawfordRule),
        ])
    }

    fn has_other_checkers(&self) -> bool {
        self.board.is_some_and(|board| board.checkers() != 15 || board.opponent_checkers() != 15)
    }

    /// Returns the Position ID, and the facts that it can't represent.
    ///
    /// # Errors
    ///
    /// The position isn't known.
    pub fn position_id(&self) -> Result<(PositionId, Vec<Lost>), IdError> {
        let unknown = || IdError::one(Notation::PositionId, Reason::Unknown("the position"));
        let board = self.board.ok_or_else(unknown)?;
        let lost = only([(self.has_other_checkers(), Lost::Checkers), (self.game.is_some(), Lost::Game)]);
        Ok((PositionId::encode(&board), lost.chain(self.losses_beside_game()).collect()))
    }

    /// Returns the Match ID, and the facts that it can't represent.
    ///
    /// # Errors
    ///
    /// Only the position is known, or the fields are invalid.
    pub fn match_id(&self) -> Result<(MatchId, Vec<Lost>), IdError> {
        let game = self.game.ok_or_else(|| IdError::one(Notation::MatchId, Reason::Unknown("the score")))?;
        let lost = only([(self.board.is_some(), Lost::Board)]);
        Ok((MatchId::encode(&game)?, lost.chain(self.losses_beside_game()).collect()))
    }

    /// Returns `position:match`, the pair that GNU Backgammon calls its ID, and the facts that it can't represent.
    ///
    /// # Errors
    ///
    /// The position or the game isn't known, or the fields are invalid.
    pub fn gnubg_id(&self) -> Result<(String, Vec<Lost>), IdError> {
        let (position, _) = self.position_id()?;
        let (game, _) = self.match_id()?;
        let lost = only([(self.has_other_checkers(), Lost::Checkers)]);
        Ok((format!("{position}:{game}"), lost.chain(self.losses_beside_game()).collect()))
    }

    /// Lists the facts that neither Position ID nor Match ID can represent.
    fn losses_beside_game(&self) -> impl Iterator<Item = Lost> {
        let derived = self.game.map(|game| game.is_post_crawford());
        let lost = only([
            // The player who has to answer shows a beaver, but not a raccoon.
            (self.beavers > 1, Lost::Beavers),
            (self.beavers_allowed.is_some(), Lost::BeaversAllowed),
            (self.max_cube.is_some(), Lost::MaxCube),
            (self.post_crawford.is_some() && self.post_crawford != derived, Lost::PostCrawford),
            (self.play_number.is_some(), Lost::PlayNumber),
            (self.names.is_some(), Lost::Names),
        ]);
        lost.chain(self.house_losses())
    }

    /// Returns the XGID, and the facts that it can't represent. Without a known limit the cube goes to 1024.
    ///
    /// # Errors
    ///
    /// The position or the game isn't known, or the fields are invalid.
    pub fn xgid(&self) -> Result<(Xgid, Vec<Lost>), IdError> {
        let (board, game) = self.board_of_one(Notation::Xgid)?;
        // What is invalid in a Match ID is invalid here, and so is a score beyond the match length.
        MatchId::encode(&MatchFields { state: GameState::Playing, turn: turn_of(&game), ..game })
            .map_err(|error| IdError { notation: Notation::Xgid, ..error })?;
        let money = game.length == 0;
        let beavered = game.double_offered && game.turn == game.on_roll;
        let (dice, turned) = match (game.double_offered, beavered, self.beavers) {
            (false, ..) => (game.dice.map_or(XgidDice::ToRoll, XgidDice::Rolled), 0),
            (true, true, _) => (XgidDice::Beavered, 1),
            (true, false, 2) => (XgidDice::Raccooned, 2),
            (true, false, _) => (XgidDice::Doubled, 0),
        };
        let (cube_log2, owner) = cube_before(&game, turned);
        let lost = only([
            (self.has_other_checkers(), Lost::Checkers),
            (self.beavers > 2, Lost::Beavers),
            (game.resignation.is_some(), Lost::Resignation),
            (game.state != GameState::Playing, Lost::GameState),
            (!money && game.jacoby, Lost::Jacoby),
            // Readers don't agree on a limit of 1: it means no cube, or no limit.
            (self.max_cube == Some(1), Lost::MaxCube),
            (self.post_crawford.is_some_and(|post| post != game.is_post_crawford()), Lost::PostCrawford),
            (self.play_number.is_some(), Lost::PlayNumber),
            (self.names.is_some(), Lost::Names),
        ]);
        let xgid = Xgid {
            board,
            cube_log2,
            owner,
            turn: game.on_roll,
            dice,
            score: game.score,
            crawford: game.crawford,
            jacoby: money && game.jacoby,
            beavers: money && self.beavers_allowed.unwrap_or(false),
            length: game.length,
            max_cube_log2: self.max_cube.map_or(10, |max| max.max(1).ilog2().min(15) as u8),
        };
        Ok((xgid, lost.chain(self.house_losses()).collect()))
    }

    /// Returns the FIBS board line as GNU Backgammon writes it, and the facts that it can't represent. Players without
    /// a name are called `player0` and `player1`.
    ///
    /// # Errors
    ///
    /// The position or the game isn't known, or the fields are invalid.
    pub fn raw_board(&self) -> Result<(RawBoard, Vec<Lost>), IdError> {
        let (board, game) = self.board_of_one(Notation::RawBoard)?;
        MatchId::encode(&game).map_err(|error| IdError { notation: Notation::RawBoard, ..error })?;
        let names = match &self.names {
            Some(names) => names.clone(),
            None => BySide::new("player0".to_owned(), "player1".to_owned()),
        };
        let is_beavered = game.double_offered && game.turn == game.on_roll;
        // A line that says that player 0 must answer is only read so if player 1 doubled.
        let as_double = is_beavered && game.on_roll == Side::Zero;
        let (cube_log2, owner) = cube_before(&game, u8::from(as_double));
        let lost = only([
            (names.0.iter().any(|name| name.contains([':', '\n', '\r'])), Lost::NameCharacters),
            (as_double || game.double_offered && self.beavers > 0, Lost::Beavers),
            (self.beavers_allowed.is_some(), Lost::BeaversAllowed),
            (self.max_cube.is_some(), Lost::MaxCube),
            (self.play_number.is_some(), Lost::PlayNumber),
            (game.resignation.is_some(), Lost::Resignation),
            (game.state != GameState::Playing, Lost::GameState),
            // Jacoby is the usual rule of money sessions, but the line doesn't contain it.
            (game.length == 0, Lost::Jacoby),
        ]);
        let line = RawBoard {
            names,
            length: game.length,
            score: game.score,
            board,
            on_roll: game.on_roll,
            dice: game.dice,
            cube: 1 << cube_log2,
            may_double: BySide(Side::ALL.map(|side| owner.is_none_or(|owner| owner == side))),
            doubled: game.double_offered.then_some(if as_double { !game.turn } else { game.turn }),
            post_crawford: self.is_post_crawford().unwrap_or(false),
            crawford: game.crawford,
        };
        Ok((line, lost.chain(self.house_losses()).collect()))
    }

    /// Describes every known fact in words: its name, and its value.
    #[must_use]
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        let name = |side: Side| match &self.names {
            Some(names) if !names[side].is_empty() => format!("{} ({side})", names[side]),
            _ => side.to_string(),
        };
        let mut words = Vec::new();
        if let Some(game) = &self.game {
            describe_game(game, &name, self, &mut words);
        }
        if let Some(board) = &self.board {
            let (mover, other) = match &self.game {
                Some(game) => (name(game.on_roll), name(!game.on_roll)),
                None => ("the player on roll".to_owned(), "the opponent".to_owned()),
            };
            let both = |mine: u32, theirs: u32| format!("{mover} {mine}, {other} {theirs}");
            words.push(("pip count", both(board.pips(), board.opponent_pips())));
            let lanes = board.lanes();
            let count = |lane: usize| u32::from(lanes[lane].unsigned_abs());
            let (mine, theirs) = (count(Board::BAR), count(Board::OPPONENT_BAR));
            if mine + theirs > 0 {
                words.push(("on the bar", both(mine, theirs)));
            }
            words.push(("borne off", both(count(Board::OFF), count(Board::OPPONENT_OFF))));
            let (mine, theirs) = (board.checkers(), board.opponent_checkers());
            if (mine, theirs) != (15, 15) {
                words.push(("checkers", both(u32::from(mine), u32::from(theirs))));
            }
        }
        if let Some(number) = self.play_number {
            words.push(("plays before", number.to_string()));
        }
        if let Some(limit) = self.max_cube {
            let limit = if limit == 1 { "1, there is no cube".to_owned() } else { limit.to_string() };
            words.push(("largest cube", limit));
        }
        if self.frozen_cube {
            words.push(("frozen cube", "a cube that wins the match can't be turned".to_owned()));
        }
        if self.house_losses().any(|lost| lost == Lost::CrawfordRule) {
            words.push(("Crawford", "there is no Crawford game".to_owned()));
        }
        words
    }
}

/// Lists the facts that are lost.
pub(super) fn only<const N: usize>(facts: [(bool, Lost); N]) -> impl Iterator<Item = Lost> {
    facts.into_iter().filter_map(|(is_lost, fact)| is_lost.then_some(fact))
}

/// Returns the cube as a power of 2 before the last `turned` beavers, and its owner then: the doubler, unless it was
/// centred.
fn cube_before(game: &MatchFields, turned: u8) -> (u8, Option<Side>) {
    let cube_log2 = (game.cube.trailing_zeros() as u8).saturating_sub(turned);
    let owner = match turned {
        0 => game.owner,
        _ if cube_log2 == 0 => None,
        _ => Some(game.on_roll),
    };
    (cube_log2, owner)
}

/// Returns the board from player 1's view. The checkers of each side, player 1's first, are by slots of its own view: the
/// other side's bar, the points 1 to 24, its own bar. The reasons why they aren't a board are added.
pub(super) fn board_of(slots: [&[u8]; 2], totals: [u8; 2], reasons: &mut Vec<Reason>) -> Option<Board> {
    let setup = BoardSetup::of(slots.map(|side| &side[1..]), totals);
    setup.board().map_err(|errors| reasons.extend(errors.into_iter().map(Reason::SideOneSetup))).ok()
}

/// Adds the reasons of a side with checkers in the first slot of its own view, which is the other side's bar.
pub(super) fn check_bars([one, zero]: [&[u8]; 2], reasons: &mut Vec<Reason>) {
    let wrong = [(one, Side::Zero), (zero, Side::One)].into_iter().filter(|(slots, _)| slots[0] > 0);
    reasons.extend(wrong.map(|(_, side)| Reason::BarSide(side)));
}

/// Returns the player who must act as if the game continued.
pub(super) fn turn_of(game: &MatchFields) -> Side {
    if game.state == GameState::Dropped && !game.double_offered { game.on_roll } else { game.turn }
}

fn describe_game(
    game: &MatchFields,
    name: &dyn Fn(Side) -> String,
    known: &IdState,
    words: &mut Vec<(&'static str, String)>,
) {
    let score = format!("{}-{}", game.score[Side::Zero], game.score[Side::One]);
    if game.length == 0 {
        let jacoby = if game.jacoby { "with" } else { "without" };
        words.push(("score", format!("{score} (player 0 - player 1) in a money session")));
        words.push(("Jacoby rule", format!("{jacoby} the Jacoby rule")));
        if let Some(allowed) = known.beavers_allowed {
            words.push(("beavers", if allowed { "allowed" } else { "not allowed" }.to_owned()));
        }
    } else {
        let away = |side| match game.away(side) {
            Some(0) => format!("{} has won", name(side)),
            away => format!("{} is {}-away", name(side), away.unwrap_or_default()),
        };
        let length = many(game.length.into(), "point");
        let [zero, one] = Side::ALL.map(away);
        words.push(("score", format!("{score} (player 0 - player 1) in a match to {length}; {zero}, {one}")));
        if game.crawford {
            words.push(("Crawford", "this is the Crawford game".to_owned()));
        } else if game.length > 1 && known.is_post_crawford() == Some(true) {
            words.push(("Crawford", "post-Crawford".to_owned()));
        }
    }
    words.push(match game.state {
        GameState::Playing => ("on roll", name(game.on_roll)),
        GameState::None => ("game", "not started".to_owned()),
        GameState::Over => ("game", "over, all checkers of a player are borne off".to_owned()),
        GameState::Resigned => ("game", "over, a resignation was accepted".to_owned()),
        GameState::Dropped => ("game", "over, a double was passed".to_owned()),
    });
    if let Some(roll) = game.dice {
        words.push(("dice", roll.to_string()));
    } else if game.state == GameState::Playing {
        words.push(("dice", "not rolled".to_owned()));
    }
    let owner = game.owner.map_or_else(|| "centred".to_owned(), |side| format!("owned by {}", name(side)));
    words.push(("cube", format!("{}, {owner}", game.cube)));
    let is_open = game.state == GameState::Playing;
    let answers = if is_open { format!(", {} must answer", name(game.turn)) } else { String::new() };
    if game.double_offered {
        let turn = known.turn_without_resignation(game);
        let offer = match (turn == game.on_roll, known.beavers) {
            (true, _) => "beavered",
            (false, 2) => "raccooned",
            _ => "doubled",
        };
        let answers = if is_open { format!(", {} must answer", name(turn)) } else { String::new() };
        words.push(("cube offer", format!("{offer} to {}{answers}", u64::from(game.cube) * 2)));
    }
    if let Some(outcome) = game.resignation {
        let resigns = if is_open { "offers to resign" } else { "resigned" };
        words.push(("resignation", format!("{} {resigns} a {outcome}{answers}", name(!game.turn))));
    }
}

impl From<&Xgid> for IdState {
    fn from(xgid: &Xgid) -> Self {
        let mut game = xgid.fields();
        let mut beavers = 0;
        match xgid.dice {
            XgidDice::ToRoll => {}
            XgidDice::Rolled(roll) => game.dice = Some(roll),
            XgidDice::Doubled => {
                game.double_offered = true;
                game.turn = !xgid.turn;
            }
            // A beaver accepts the double, and the beavering player then owns the cube.
            XgidDice::Beavered => {
                game.double_offered = true;
                game.cube = (game.cube * 2).min(1 << 15);
                game.owner = Some(!xgid.turn);
                beavers = 1;
            }
            XgidDice::Raccooned => {
                game.double_offered = true;
                game.turn = !xgid.turn;
                game.cube = (game.cube * 4).min(1 << 15);
                game.owner = Some(!xgid.turn);
                beavers = 2;
            }
        }
        Self {
            board: Some(if xgid.turn == Side::One { xgid.board } else { xgid.board.flip() }),
            game: Some(game),
            beavers,
            beavers_allowed: (xgid.length == 0).then_some(xgid.beavers),
            max_cube: (xgid.max_cube_log2 > 0).then(|| 1 << xgid.max_cube_log2.min(15)),
            ..Self::default()
        }
    }
}

impl From<&RawBoard> for IdState {
    fn from(line: &RawBoard) -> Self {
        let owner = match line.may_double.0 {
            [true, false] => Some(Side::Zero),
            [false, true] => Some(Side::One),
            _ => None,
        };
        let won = line.length > 0 && line.score.0.iter().any(|&score| score >= line.length);
        let done = won || line.board.is_over();
        let game = MatchFields {
            cube: line.cube,
            owner,
            on_roll: line.on_roll,
            crawford: line.crawford,
            state: if done { GameState::Over } else { GameState::Playing },
            turn: line.doubled.unwrap_or(line.on_roll),
            double_offered: line.doubled.is_some(),
            resignation: None,
            dice: line.dice,
            length: line.length,
            score: line.score,
            jacoby: line.length == 0,
        };
        Self {
            board: Some(if line.on_roll == Side::One { line.board } else { line.board.flip() }),
            game: Some(game),
            beavers: u8::from(line.doubled == Some(line.on_roll)),
            post_crawford: (line.post_crawford != game.is_post_crawford()).then_some(line.post_crawford),
            names: Some(line.names.clone()),
            ..Self::default()
        }
    }
}
