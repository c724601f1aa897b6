//! GNU Backgammon's Match ID: cube, dice, turn and score, in 12 characters.
//!
//! Seventy-two bits, the least significant first, written in base64. The fields in their order:
//!
//! | bits | field |
//! |---|---|
//! | 4 | the cube, as a power of 2 |
//! | 2 | the cube's owner: 0, 1, or 3 for a centred cube |
//! | 1 | the player on roll |
//! | 1 | this is the Crawford game |
//! | 3 | the state of the game: 0 none, 1 playing, 2 over, 3 resigned, 4 dropped |
//! | 1 | the player who must act; not the player on roll while an offer is pending |
//! | 1 | a double is offered |
//! | 2 | a resignation is offered: 0 no, 1 single, 2 gammon, 3 backgammon |
//! | 3, 3 | the dice, the larger first; 0 0 before the roll |
//! | 15 | the match length, 0 for a money session |
//! | 15, 15 | the scores of player 0 and player 1 |
//! | 1 | the Jacoby rule is *not* used |
//! | 5 | zero |
//!
//! It doesn't contain: the position, the variant, whether beavers are allowed and their number so far, whether the cube
//! and the Crawford rule are in use.
//!
//! GNU Backgammon 1.07 rejects lengths above 64 and reads cubes above 4096 as 1; lengths and scores up to 32767 and
//! cubes up to 32768 are valid here. It also loses a pending double or resignation; both are kept here.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::notation::MatchId;
//!
//! let id: MatchId = "cInyAAAAAAAE".parse()?;
//! assert_eq!(id.fields().dice, Some("54".parse()?));
//! assert_eq!(id.to_string(), "cInyAAAAAAAE");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::base64;
use super::error::{Assumption, IdError, Notation, Reason};
use crate::board::{BySide, Roll, Side};
use crate::game::{Ending, MatchState, Offer, Phase, Resume, Score};
use crate::rules::Outcome;
use std::fmt;
use std::str::FromStr;

/// The state of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameState {
    /// No game was started.
    None,
    /// The game is being played.
    #[default]
    Playing,
    /// A player has borne off all checkers.
    Over,
    /// A resignation was accepted.
    Resigned,
    /// A double was passed.
    Dropped,
}

impl GameState {
    const ALL: [Self; 5] = [Self::None, Self::Playing, Self::Over, Self::Resigned, Self::Dropped];
}

/// The content of a Match ID, field by field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchFields {
    /// The value of the cube: a power of 2, at most 32768. While a double is offered it is the
    /// value before the double.
    pub cube: u32,
    /// The cube's owner, `None` if it is centred.
    pub owner: Option<Side>,
    /// The player whose turn it is.
    pub on_roll: Side,
    /// Whether this is the Crawford game.
    pub crawford: bool,
    /// The state of the game.
    pub state: GameState,
    /// The player who must act: the one on roll, or the one who must answer an offer.
    pub turn: Side,
    /// Whether a double is offered. If `turn` is the player on roll all the same, it was beavered.
    pub double_offered: bool,
    /// The resignation that is offered, by the opponent of `turn`.
    pub resignation: Option<Outcome>,
    /// The dice, `None` before the roll.
    pub dice: Option<Roll>,
    /// The match length in points, 0 for a money session.
    pub length: u16,
    /// The scores in points.
    pub score: BySide<u16>,
    /// Whether the Jacoby rule is in use. It has no effect in a match.
    pub jacoby: bool,
}

impl Default for MatchFields {
    /// The beginning of a money session with the Jacoby rule, player 1 on roll.
    fn default() -> Self {
        Self {
            cube: 1,
            owner: None,
            on_roll: Side::One,
            crawford: false,
            state: GameState::Playing,
            turn: Side::One,
            double_offered: false,
            resignation: None,
            dice: None,
            length: 0,
            score: BySide::new(0, 0),
            jacoby: true,
        }
    }
}

impl MatchFields {
    /// The largest length and score in a Match ID, in points.
    pub const MAX_POINTS: u16 = 0x7fff;

    /// Returns the points that a side still needs. `None` in a money session.
    #[must_use]
    pub fn away(&self, side: Side) -> Option<u16> {
        (self.length > 0).then(|| self.length.saturating_sub(self.score[side]))
    }

    /// Returns `true` if a player is one point from winning the match.
    #[must_use]
    pub fn somebody_is_1_away(&self) -> bool {
        Side::ALL.iter().any(|&side| self.away(side) == Some(1))
    }

    /// Returns `true` if the Crawford game is over: a player is 1-away, and this isn't that game.
    ///
    /// GNU Backgammon calls a match to 1 point post-Crawford too.
    #[must_use]
    pub fn is_post_crawford(&self) -> bool {
        self.somebody_is_1_away() && !self.crawford
    }

    /// Returns the reason why this can't be the Crawford game although it is marked as such.
    #[doc(hidden)]
    #[must_use]
    pub fn crawford_reason(&self) -> Option<Reason> {
        match (self.crawford, self.length) {
            (false, _) => None,
            (true, 0) => Some(Reason::CrawfordMoney),
            (true, 1) => Some(Reason::CrawfordOnePoint),
            _ => (!self.somebody_is_1_away()).then_some(Reason::CrawfordAway),
        }
    }

    /// Lists the scores beyond the match length. Only a finished game can have one.
    pub(crate) fn score_reasons(&self) -> impl Iterator<Item = Reason> {
        let &Self { length, score, state, .. } = self;
        let open = matches!(state, GameState::None | GameState::Playing);
        let over = Side::ALL.into_iter().filter(move |&side| open && length > 0 && score[side] > length);
        over.map(move |side| Reason::Score { side, score: score[side], length })
    }

    /// Returns the points of a score, as far as a Match ID can contain them.
    #[doc(hidden)]
    #[must_use]
    pub fn points(score: Score) -> BySide<u16> {
        score.points.map(|points| points.min(u32::from(Self::MAX_POINTS)) as u16)
    }

    /// Returns the side that has to act once a resignation is refused. Where a double waits too, that is the responder: that
    /// the doubler has to act then doesn't mean a beaver.
    pub(crate) fn turn_without_resignation(&self) -> Side {
        match (self.resignation, self.state) {
            (Some(_), GameState::Playing) if self.double_offered => !self.on_roll,
            (Some(_), GameState::Playing) => self.on_roll,
            _ => self.turn,
        }
    }

    /// Returns `true` if a beaver waits for its answer: the doubler has to give it. While a resignation is offered, the turn
    /// is that of the player who answers it.
    pub(crate) fn is_beavered(&self) -> bool {
        self.double_offered && self.resignation.is_none() && self.turn == self.on_roll
    }

    fn turn_reason(&self) -> Option<Reason> {
        let fits = if self.resignation.is_some() || self.state == GameState::Dropped {
            true
        } else if self.double_offered {
            // Beavers belong to money sessions: there the doubler may have to answer.
            self.turn != self.on_roll || self.length == 0
        } else {
            self.turn == self.on_roll
        };
        (!fits).then_some(Reason::Turn { turn: self.turn })
    }

    fn reasons(&self) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if !self.cube.is_power_of_two() || self.cube > 1 << 15 {
            reasons.push(Reason::CubeValue(self.cube));
        }
        reasons.extend(self.turn_reason());
        let numbers = [("length", self.length), ("score", self.score.0[0]), ("score", self.score.0[1])];
        for (field, value) in numbers {
            if value > Self::MAX_POINTS {
                let limit = u32::from(Self::MAX_POINTS);
                reasons.push(Reason::TooLarge { field, value: u32::from(value), limit });
            }
        }
        reasons.extend(self.score_reasons());
        reasons.extend(self.crawford_reason());
        reasons
    }
}

/// A Match ID: a canonical one, whose fields are possible.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::MatchId;
///
/// let id: MatchId = "cAkAAAAAAAAA".parse()?;
/// assert_eq!(id.fields().length, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchId {
    fields: MatchFields,
}

impl From<&MatchState> for MatchFields {
    fn from(state: &MatchState) -> Self {
        let on_roll = state.on_roll();
        let mut fields = Self {
            cube: state.cube().value,
            owner: state.cube().owner,
            on_roll,
            crawford: state.is_crawford_game(),
            turn: state.turn().unwrap_or(on_roll),
            length: state.rules().length.min(Self::MAX_POINTS),
            score: Self::points(*state.score()),
            jacoby: state.rules().is_money() && state.rules().jacoby,
            ..Self::default()
        };
        let mut offered = |offer: Offer| {
            fields.double_offered = true;
            // The ID has the cube before the last redouble, and beavers turn it at once.
            fields.cube = offer.value / 2;
        };
        match state.phase() {
            Phase::OpeningRoll | Phase::ToRoll => {}
            Phase::ToPlay(roll) => fields.dice = Some(roll),
            Phase::ToAnswerDouble(offer) => offered(offer),
            Phase::ToAnswerResignation { outcome, otherwise, .. } => {
                match otherwise {
                    Resume::Roll => {}
                    Resume::Play(roll) => fields.dice = Some(roll),
                    Resume::Answer(offer) => offered(offer),
                }
                fields.resignation = Some(outcome);
            }
            Phase::GameOver(result) | Phase::MatchOver(result) => {
                fields.state = match result.ending {
                    Ending::BorneOff => GameState::Over,
                    Ending::Passed => GameState::Dropped,
                    // A Match ID has no state for a drawn game: the game is over, and neither player passed.
                    Ending::Resigned | Ending::Awarded | Ending::Drawn => GameState::Resigned,
                };
            }
        }
        if fields.crawford_reason().is_some() {
            fields.crawford = false;
        }
        fields
    }
}

/// Takes fields from the lower end of a number.
struct Bits(u128);

impl Bits {
    fn take(&mut self, width: u32) -> u16 {
        let field = self.0 & ((1 << width) - 1);
        self.0 >>= width;
        field as u16
    }

    fn flag(&mut self) -> bool {
        self.take(1) == 1
    }

    fn side(&mut self) -> Side {
        Side::ALL[usize::from(self.take(1))]
    }
}

/// The bits that [`MatchFields`] can't represent.
struct Rest {
    owner: u8,
    state: u8,
    dice: (u8, u8),
    spare: u16,
}

fn unpack(bytes: [u8; 9]) -> (MatchFields, Rest) {
    let mut all = [0; 16];
    all[..9].copy_from_slice(&bytes);
    let mut bits = Bits(u128::from_le_bytes(all));
    let cube = 1 << bits.take(4);
    let owner = bits.take(2) as u8;
    let (on_roll, crawford, state) = (bits.side(), bits.flag(), bits.take(3) as u8);
    let (turn, double_offered) = (bits.side(), bits.flag());
    let resignation = usize::from(bits.take(2)).checked_sub(1).map(|outcome| Outcome::ALL[outcome]);
    let dice = (bits.take(3) as u8, bits.take(3) as u8);
    let length = bits.take(15);
    let score = BySide::new(bits.take(15), bits.take(15));
    let jacoby = !bits.flag();
    let fields = MatchFields {
        cube,
        owner: Side::ALL.get(usize::from(owner)).copied(),
        on_roll,
        crawford,
        state: GameState::ALL.get(usize::from(state)).copied().unwrap_or_default(),
        turn,
        double_offered,
        resignation,
        dice: Roll::from_pips(dice.0, dice.1),
        length,
        score,
        jacoby,
    };
    (fields, Rest { owner, state, dice, spare: bits.take(5) })
}

fn pack(fields: &MatchFields) -> [u8; 9] {
    let mut all = 0u128;
    let mut position = 0;
    let mut put = |width: u32, value: u32| {
        all |= u128::from(value) << position;
        position += width;
    };
    put(4, fields.cube.trailing_zeros());
    put(2, fields.owner.map_or(3, |side| side.index() as u32));
    put(1, fields.on_roll.index() as u32);
    put(1, u32::from(fields.crawford));
    put(3, fields.state as u32);
    put(1, fields.turn.index() as u32);
    put(1, u32::from(fields.double_offered));
    put(2, fields.resignation.map_or(0, |resignation| resignation as u32 + 1));
    put(3, fields.dice.map_or(0, |roll| u32::from(roll.high().pips())));
    put(3, fields.dice.map_or(0, |roll| u32::from(roll.low().pips())));
    put(15, u32::from(fields.length));
    put(15, u32::from(fields.score[Side::Zero]));
    put(15, u32::from(fields.score[Side::One]));
    put(1, u32::from(!fields.jacoby));
    let mut bytes = [0; 9];
    bytes.copy_from_slice(&all.to_le_bytes()[..9]);
    bytes
}

impl MatchId {
    /// The number of characters.
    pub const LEN: usize = 12;

    /// Encodes a match at one moment.
    ///
    /// Scores above 32767 points are limited to that. The result can always be read again, while GNU Backgammon can't
    /// read its own Match ID of a finished match.
    #[must_use]
    pub fn of(state: &MatchState) -> Self {
        Self { fields: MatchFields::from(state) }
    }

    /// Encodes the fields.
    ///
    /// # Errors
    ///
    /// Every reason why a Match ID can't represent this, or GNU Backgammon would reject it (except for its limits on
    /// length and cube).
    pub fn encode(fields: &MatchFields) -> Result<Self, IdError> {
        IdError::check(Notation::MatchId, fields.reasons())?;
        Ok(Self { fields: *fields })
    }

    /// Encodes fields that may contradict each other, as GNU Backgammon does. Use the result only as text: it may not
    /// be readable.
    #[doc(hidden)]
    #[must_use]
    pub const fn unchecked(fields: &MatchFields) -> Self {
        Self { fields: *fields }
    }

    /// Returns the content of the ID.
    #[must_use]
    pub const fn fields(&self) -> &MatchFields {
        &self.fields
    }

    /// Reads any text that GNU Backgammon reads, and returns its assumptions.
    ///
    /// A short ID is extended with zero bits and text after the ID is ignored; dice may be in either order, a single
    /// die counts as none, an impossible Crawford flag is ignored.
    ///
    /// # Errors
    ///
    /// The first character that isn't a base64 digit, or every field that is invalid.
    pub fn read_lenient(text: &str) -> Result<(Self, Vec<Assumption>), IdError> {
        let mut assumed = Vec::new();
        let read = base64::decode_lenient(Notation::MatchId, text, &mut assumed)?;
        let (mut fields, rest) = unpack(read.bytes);
        let mut reasons = Vec::new();
        if rest.owner == 2 {
            assumed.push(Assumption::CubeCentred);
        }
        if rest.state > 4 {
            reasons.push(Reason::GameState(rest.state));
        }
        let (first, second) = rest.dice;
        if first > 6 || second > 6 {
            reasons.push(Reason::Dice(first, second));
        } else if fields.dice.is_none() && (first, second) != (0, 0) {
            assumed.push(Assumption::NoDice { notation: Notation::MatchId, first, second });
        } else if first < second {
            assumed.push(Assumption::DiceOrder { notation: Notation::MatchId, first, second });
        }
        if rest.spare != 0 {
            assumed.push(Assumption::SpareBits(Notation::MatchId));
        }
        if fields.length > 0 && fields.crawford_reason().is_some() {
            fields.crawford = false;
            assumed.push(Assumption::CrawfordDropped(Notation::MatchId));
        }
        if fields.turn_reason().is_some() {
            // GNU Backgammon keeps such a turn; here the player on roll acts, or answers are due.
            assumed.push(Assumption::Turn { turn: fields.turn });
            fields.turn = if fields.double_offered { !fields.on_roll } else { fields.on_roll };
        }
        reasons.extend(fields.reasons());
        IdError::check(Notation::MatchId, reasons)?;
        Ok((Self { fields }, assumed))
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chars: [u8; Self::LEN] = base64::encode(pack(&self.fields));
        f.pad(std::str::from_utf8(&chars).unwrap_or_default())
    }
}

impl FromStr for MatchId {
    type Err = IdError;

    /// Reads exactly what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, IdError> {
        let (fields, rest) = unpack(base64::decode(Notation::MatchId, text)?);
        let mut reasons = Vec::new();
        if rest.owner == 2 {
            reasons.push(Reason::CubeOwner(2));
        }
        if rest.state > 4 {
            reasons.push(Reason::GameState(rest.state));
        }
        let (first, second) = rest.dice;
        if fields.dice.is_none() && (first, second) != (0, 0) {
            reasons.push(Reason::Dice(first, second));
        } else if first < second {
            reasons.push(Reason::DiceOrder(first, second));
        }
        if rest.spare != 0 {
            reasons.push(Reason::SpareBits);
        }
        reasons.extend(fields.reasons());
        IdError::check(Notation::MatchId, reasons)?;
        Ok(Self { fields })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strict(text: &str) -> String {
        text.parse::<MatchId>().map_or_else(|error| error.to_string(), |id| id.to_string())
    }

    fn lenient(text: &str) -> String {
        match MatchId::read_lenient(text) {
            Ok((id, assumed)) => {
                let assumed: Vec<_> = assumed.iter().map(ToString::to_string).collect();
                format!("{id} ({})", assumed.join("; "))
            }
            Err(error) => error.to_string(),
        }
    }

    // Each ID was tried in GNU Backgammon 1.07.001, `set gnubgid`.
    #[test]
    fn each_field_has_its_reason() {
        insta::assert_snapshot!(strict("cInnAAAAAAAE"), @"Match ID: dice 7 and 1 aren't a roll");
        insta::assert_snapshot!(strict("cInhAAAAAAAE"), @"Match ID: dice 3 and 0 aren't a roll");
        insta::assert_snapshot!(strict("cInsAAAAAAAE"), @"Match ID: dice 1 and 3 in the wrong order: the larger comes first");
        insta::assert_snapshot!(strict("8AmgADAAAAAE"), @"Match ID: the Crawford flag is set, but neither player is 1-away");
        insta::assert_snapshot!(strict("8AkgAAAAAAAE"), @"Match ID: the Crawford flag is set in a match to 1 point");
        insta::assert_snapshot!(strict("8AkAAAAAAAAE"), @"Match ID: the Crawford flag is set in a money session");
        insta::assert_snapshot!(strict("cAmgAGAAAAAE"), @"Match ID: score 6 of player 0 is more than a match to 5 allows");
        insta::assert_snapshot!(strict("YQngAAAAAAAE"), @"Match ID: cube owner 2 is not 0, 1 or 3");
        insta::assert_snapshot!(strict("cAngAAAAAAAc"), @"Match ID: unused bits are set in the last characters");
        insta::assert_snapshot!(strict("cAHgAAAAAAAE"), @"Match ID: player 0 is to act but player 1 is on roll and nothing is offered");
        insta::assert_snapshot!(strict("cAngAAAA-AAE"), @"Match ID: character 9 '-' is not in the base64 alphabet");
        insta::assert_snapshot!(strict("cAngAAAAAA"), @"Match ID: 10 characters instead of 12");
    }

    #[test]
    fn lenient_reading_follows_gnubg() {
        insta::assert_snapshot!(lenient("cInhAAAAAAAE"), @"cAngAAAAAAAE (Match ID: dice 3 and 0 aren't a roll, read as not rolled)");
        insta::assert_snapshot!(lenient("cInsAAAAAAAE"), @"cInlAAAAAAAE (Match ID: dice 1 and 3 are swapped: the larger comes first)");
        insta::assert_snapshot!(lenient("8AmgADAAAAAE"), @"cAmgADAAAAAE (Match ID: the Crawford flag is dropped, as this can't be the Crawford game)");
        insta::assert_snapshot!(lenient("8AkgAAAAAAAE"), @"cAkgAAAAAAAE (Match ID: the Crawford flag is dropped, as this can't be the Crawford game)");
        insta::assert_snapshot!(lenient("8AkAAAAAAAAE"), @"Match ID: the Crawford flag is set in a money session");
        insta::assert_snapshot!(lenient("YQngAAAAAAAE"), @"cQngAAAAAAAE (Match ID: cube owner 2 is read as centred)");
        insta::assert_snapshot!(lenient("cAngAAAAAAAc"), @"cAngAAAAAAAE (Match ID: unused bits are ignored)");
        insta::assert_snapshot!(lenient("cAHgAAAAAAAE"), @"cAngAAAAAAAE (Match ID: player 0 is to act though nothing is offered, read as player 1)");
        insta::assert_snapshot!(lenient(" cAng:4HPwATDgc/ABMA"), @r#"cAngAAAAAAAA (Match ID: white space or quotes around the text are ignored; Match ID: the text ":4HPwATDgc/ABMA" after the ID is ignored; Match ID: 4 characters, the missing ones are read as A)"#);
    }
}
