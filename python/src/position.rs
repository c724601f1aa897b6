//! `Position`: a board with the other contents of an ID: the dice, the cube, the score and the rules.

use crate::board::{Aligned, LANES, PyBoard, board_of, board_of_lanes, checkers_of};
use crate::error;
use crate::roll::{PyRoll, hash_of, roll_of};
use barpoint::Board;
use barpoint::board::{BySide, Side};
use barpoint::notation::drawing::{BoardDrawing, Direction};
use barpoint::notation::{GameState, IdError, IdState, Lost, MatchFields, MatchId, Notation, Reason};
use barpoint::output::diagram::Diagram;
use barpoint::rules::Outcome;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::hash::{Hash, Hasher};

/// A board with the dice, the cube, the score and the rules, as far as they are known: the contents of any ID.
///
/// >>> from barpoint import Position
/// >>> position = Position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10")
/// >>> position.gnubg_id, position.roll, position.score
/// ('4HPwATDgc/ABMA:cInlABAAEAAE', Roll('31'), (2, 1))
/// >>> Position.at("4HPwATDgc/ABMA", length=7, score=(2, 1), roll="31").match_id == position.match_id
/// True
#[pyclass(frozen, eq, module = "barpoint", name = "Position")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyPosition {
    state: Box<IdState>,
    board: Aligned,
    /// The number of checkers a side, if it isn't 15.
    checkers: u8,
}

/// A value and what is lost with it, or a reason.
type Encoded<T> = Result<(T, Vec<Lost>), IdError>;

fn text<T: ToString>(encoded: Encoded<T>) -> PyResult<String> {
    encoded.map(|(id, _)| id.to_string()).map_err(|error| error::id(&error))
}

impl PyPosition {
    pub(crate) fn new_of(state: IdState, checkers: u8) -> PyResult<Self> {
        match state.board {
            Some(board) => Ok(Self { state: Box::new(state), board: Box::new(board), checkers }),
            None => Err(error::board(&["the ID has no position".to_owned()])),
        }
    }

    fn read(id: &str, checkers: u8) -> PyResult<Self> {
        Self::new_of(error::read_id(id, checkers)?, checkers)
    }

    pub(crate) fn board(&self) -> Board {
        *self.board
    }

    pub(crate) fn state(&self) -> &IdState {
        &self.state
    }

    fn fields(&self) -> MatchFields {
        self.state.game.unwrap_or_default()
    }

    /// Returns a value of the player on roll, and of the opponent.
    fn seen<T: Copy>(&self, both: BySide<T>) -> (T, T) {
        let on_roll = self.fields().on_roll;
        (both[on_roll], both[!on_roll])
    }
}

/// Takes a number that isn't negative.
fn number(field: &str, value: i64) -> PyResult<u32> {
    u32::try_from(value).map_err(|_| PyValueError::new_err(format!("{field} {value} is out of range")))
}

/// Takes a number of points that a Match ID can hold.
fn points(field: &'static str, value: i64) -> PyResult<u16> {
    let (value, limit) = (number(field, value)?, MatchFields::MAX_POINTS);
    let too_large = || Reason::TooLarge { field, value, limit: limit.into() };
    u16::try_from(value)
        .map_err(|_| error::id(&IdError { notation: Notation::MatchId, reasons: vec![too_large()] }))
}

/// Converts a `Position`, a `Board` or the text of an ID to a position.
pub(crate) fn state_of(value: &Bound<'_, PyAny>) -> PyResult<IdState> {
    if let Ok(position) = value.cast::<PyPosition>() {
        return Ok((*position.get().state).clone());
    }
    if let Ok(board) = value.cast::<PyBoard>() {
        return Ok(IdState { board: Some(*board.get().0), ..IdState::default() });
    }
    let text: String = value
        .extract()
        .map_err(|_| PyTypeError::new_err("a position is a Position, a Board or the text of an ID"))?;
    error::read_id(&text, 15)
}

#[pymethods]
impl PyPosition {
    /// Reads an ID of any kind: a Position ID and a Match ID with a colon between them, an XGID, an OGID, a FIBS board
    /// line. `checkers` is the number of checkers a side, 1 to 15, which a Position ID doesn't contain.
    #[new]
    #[pyo3(signature = (id, /, *, checkers=15))]
    fn new(id: &str, #[pyo3(from_py_with = error::number)] checkers: i64) -> PyResult<Self> {
        Self::read(id, checkers_of(checkers)?)
    }

    /// Makes a position from its parts. `score` has the points of the player on roll and of the opponent; `owner` is
    /// the cube's owner, `"mover"`, `"opponent"` or `None` for a centred cube; `length` is 0 for money; `jacoby` sets
    /// the Jacoby rule of a money game.
    #[staticmethod]
    #[pyo3(signature = (board, *, roll=None, length=0, score=(0, 0), cube=1, owner=None, crawford=false, jacoby=true))]
    #[expect(clippy::too_many_arguments, reason = "each has a name where it is called")]
    fn at(
        board: &Bound<'_, PyAny>,
        roll: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = error::number)] length: i64,
        #[pyo3(from_py_with = error::number)] score: (i64, i64),
        #[pyo3(from_py_with = error::number)] cube: i64,
        owner: Option<&str>,
        crawford: bool,
        jacoby: bool,
    ) -> PyResult<Self> {
        let board = board_of(board)?;
        let owner = match owner {
            None => None,
            Some("mover") => Some(Side::One),
            Some("opponent") => Some(Side::Zero),
            Some(_) => return Err(PyTypeError::new_err("the owner is 'mover', 'opponent' or None")),
        };
        let length = points("length", length)?;
        let fields = MatchFields {
            cube: number("cube", cube)?,
            owner,
            crawford,
            dice: roll.map(roll_of).transpose()?,
            length,
            score: BySide::new(points("score", score.1)?, points("score", score.0)?),
            jacoby: jacoby && length == 0,
            ..MatchFields::default()
        };
        let id = MatchId::encode(&fields).map_err(|error| error::id(&error))?;
        let checkers = board.checkers().max(board.opponent_checkers());
        Self::new_of(IdState::new(board, *id.fields()), checkers)
    }

    /// Returns the position with another roll, or with none.
    fn with_roll(&self, roll: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut with = self.clone();
        with.state.game = Some(MatchFields { dice: roll.map(roll_of).transpose()?, ..self.fields() });
        Ok(with)
    }

    /// The board, from the view of the player on roll.
    #[getter(board)]
    fn py_board(&self) -> PyBoard {
        PyBoard(self.board.clone())
    }

    /// The dice; `None` before the roll.
    #[getter]
    fn roll(&self) -> Option<PyRoll> {
        self.fields().dice.map(PyRoll)
    }

    /// The match length; 0 for money.
    #[getter]
    fn length(&self) -> u16 {
        self.fields().length
    }

    /// The points of the player on roll and of the opponent.
    #[getter]
    fn score(&self) -> (u16, u16) {
        self.seen(self.fields().score)
    }

    /// The value of the cube.
    #[getter]
    fn cube(&self) -> u32 {
        self.fields().cube
    }

    /// The owner of the cube: `"mover"`, `"opponent"` or `None`.
    #[getter]
    fn cube_owner(&self) -> Option<&'static str> {
        let fields = self.fields();
        fields.owner.map(|owner| if owner == fields.on_roll { "mover" } else { "opponent" })
    }

    /// `True` in the Crawford game.
    #[getter]
    fn crawford(&self) -> bool {
        self.fields().crawford
    }

    /// `True` if the Jacoby rule is in use.
    #[getter]
    fn jacoby(&self) -> bool {
        self.fields().jacoby
    }

    /// `True` if a double has been offered and not answered.
    #[getter]
    fn is_doubled(&self) -> bool {
        self.fields().double_offered
    }

    /// The resignation that is offered, in multiples of the cube: 1, 2 or 3; 0 if none is offered.
    #[getter]
    fn resigned(&self) -> u8 {
        self.fields().resignation.map_or(0, Outcome::multiplier)
    }

    /// `True` if a game is in progress.
    #[getter]
    fn is_playing(&self) -> bool {
        self.fields().state == GameState::Playing
    }

    /// The player on roll: 0 or 1.
    #[getter]
    fn on_roll(&self) -> usize {
        self.fields().on_roll.index()
    }

    /// The Position ID.
    #[getter]
    fn position_id(&self) -> PyResult<String> {
        text(self.state.position_id())
    }

    /// The Match ID.
    #[getter]
    fn match_id(&self) -> PyResult<String> {
        text(IdState::new(*self.board, self.fields()).match_id())
    }

    /// The Position ID and the Match ID with a colon between them.
    #[getter]
    fn gnubg_id(&self) -> PyResult<String> {
        Ok(format!("{}:{}", self.position_id()?, self.match_id()?))
    }

    /// The XGID.
    #[getter]
    fn xgid(&self) -> PyResult<String> {
        text(self.whole().xgid())
    }

    /// The OGID.
    #[getter]
    fn ogid(&self) -> PyResult<String> {
        text(self.whole().ogid())
    }

    /// Draws the position as GNU Backgammon does.
    fn __str__(&self) -> PyResult<String> {
        let mut drawing = BoardDrawing::plain(*self.board, self.fields().on_roll, self.position_id()?);
        if self.state.game.is_some() {
            drawing.match_id = Some(self.match_id()?);
            drawing.caption = Diagram::of(&self.state).and_then(|diagram| diagram.caption);
        }
        Ok(drawing.draw(Direction::Standard))
    }

    fn __repr__(&self) -> PyResult<String> {
        // The first ID that holds all of it, else the first.
        let is_whole = |id: &String| Self::read(id, self.checkers).is_ok_and(|read| read.state == self.state);
        let first = self.position_id()?;
        let first = if self.state.game.is_some() { self.gnubg_id().unwrap_or(first) } else { first };
        let others = || [self.xgid(), self.ogid()].into_iter().filter_map(Result::ok).find(is_whole);
        let id = if is_whole(&first) { first } else { others().unwrap_or(first) };
        Ok(if self.checkers == 15 {
            format!("Position('{id}')")
        } else {
            format!("Position('{id}', checkers={})", self.checkers)
        })
    }

    /// The position as a picture, which notebooks show.
    fn _repr_svg_(&self) -> Option<String> {
        Some(Diagram::of(&self.state)?.svg())
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Vec<i8>, u8, Bound<'py, PyDict>))> {
        let more = PyDict::new(py);
        more.set_item("match_id", self.state.game.map(|_| self.match_id()).transpose()?)?;
        more.set_item("frozen_cube", self.state.frozen_cube)?;
        more.set_item("no_crawford", self.state.no_crawford)?;
        more.set_item("beavers", self.state.beavers)?;
        more.set_item("beavers_allowed", self.state.beavers_allowed)?;
        more.set_item("max_cube", self.state.max_cube)?;
        more.set_item("post_crawford", self.state.post_crawford)?;
        more.set_item("play_number", self.state.play_number)?;
        more.set_item("names", self.state.names.as_ref().map(|names| names.0.clone()))?;
        let lanes = self.board.lanes()[..LANES].to_vec();
        Ok((py.get_type::<Self>().getattr("_restored")?, (lanes, self.checkers, more)))
    }

    /// Makes what was pickled.
    #[staticmethod]
    fn _restored(lanes: Vec<i8>, checkers: u8, more: &Bound<'_, PyDict>) -> PyResult<Self> {
        let item = |name: &str| more.get_item(name).map(|item| item.filter(|item| !item.is_none()));
        let board = board_of_lanes(&lanes).map_err(|reasons| error::board(&reasons))?;
        let game =
            item("match_id")?.map(|id| error::read_id(&id.extract::<String>()?, checkers)).transpose()?;
        let state =
            IdState { board: Some(board), game: game.and_then(|state| state.game), ..IdState::default() };
        let mut made = Self::new_of(state, checkers)?;
        made.state.frozen_cube = item("frozen_cube")?.map_or(Ok(false), |value| value.extract())?;
        made.state.no_crawford = item("no_crawford")?.map_or(Ok(false), |value| value.extract())?;
        if let Some(beavers) = item("beavers")? {
            made.state.beavers = beavers.extract()?;
        }
        made.state.beavers_allowed = item("beavers_allowed")?.map(|value| value.extract()).transpose()?;
        made.state.max_cube = item("max_cube")?.map(|value| value.extract()).transpose()?;
        made.state.post_crawford = item("post_crawford")?.map(|value| value.extract()).transpose()?;
        made.state.play_number = item("play_number")?.map(|value| value.extract()).transpose()?;
        made.state.names =
            item("names")?.map(|names| names.extract::<[String; 2]>()).transpose()?.map(BySide);
        Ok(made)
    }
}

impl PyPosition {
    /// Fills in the beginning of a money session where nothing is known of the game.
    fn whole(&self) -> IdState {
        IdState { game: Some(self.fields()), ..(*self.state).clone() }
    }
}

impl Hash for PyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.board, self.state.game).hash(state);
    }
}
