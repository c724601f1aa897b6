//! `Board` and `Play`: a position by itself, and what can be done with a roll.

use crate::error;
use crate::position::PyPosition;
use crate::roll::{PyRoll, hash_of, roll_of};
use barpoint::board::Side;
use barpoint::notation::drawing::{BoardDrawing, Direction};
use barpoint::notation::play::{PlayOptions, parse, print};
use barpoint::notation::{IdState, PositionId};
use barpoint::output::diagram::{Diagram, moves};
use barpoint::rules::resolve::resolve;
use barpoint::rules::{Leg, Outcome, Variant, can_move};
use barpoint::{Board, Play, Roll, legal_plays};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList};
use std::hash::{Hash, Hasher};

/// The lanes of a board that mean something; see `Board.lanes`.
pub(crate) const LANES: usize = Board::OPPONENT_OFF + 1;

/// The position of all checkers, from the view of the player on roll, who moves from the 24-point to the 1-point.
///
/// A board never changes; `push` returns a new one.
///
/// >>> from barpoint import Board
/// >>> board = Board("4HPwATDgc/ABMA")
/// >>> board == Board(), board.pips, board[24]
/// (True, 167, 2)
/// >>> [str(play) for play in board.legal_plays("66")][:2]
/// ['24/18(2) 13/7(2)', '24/18(2) 13/7 8/2']
#[pyclass(frozen, eq, module = "barpoint", name = "Board")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyBoard(pub(crate) Aligned);

/// A board in an object of Python. It is in a box because Python aligns its objects to 16 bytes, and boards need 32.
pub(crate) type Aligned = Box<Board>;

impl PyBoard {
    pub(crate) fn of(board: Board) -> Self {
        Self(Box::new(board))
    }
}

/// Converts a `Board`, a `Position` or the text of an ID to a board.
pub(crate) fn board_of(value: &Bound<'_, PyAny>) -> PyResult<Board> {
    if let Ok(board) = value.cast::<PyBoard>() {
        return Ok(*board.get().0);
    }
    if let Ok(position) = value.cast::<PyPosition>() {
        return Ok(position.get().board());
    }
    let text: String = value
        .extract()
        .map_err(|_| PyTypeError::new_err("a board is a Board, a Position or the text of an ID"))?;
    board_of_text(&text, 15)
}

fn board_of_text(text: &str, checkers: u8) -> PyResult<Board> {
    error::read_id(text, checkers)?.board.ok_or_else(|| error::board(&["the ID has no position".to_owned()]))
}

/// Takes the number of a side's checkers.
pub(crate) fn checkers_of(checkers: i64) -> PyResult<u8> {
    let checked = u8::try_from(checkers).ok().filter(|checkers| (1..=15).contains(checkers));
    checked.ok_or_else(|| PyValueError::new_err(format!("{checkers} checkers: a side has 1 to 15")))
}

/// Makes a board of lanes, as `Board.lanes` has them; the last two may be missing, and a side then has 15 checkers.
pub(crate) fn board_of_lanes(lanes: &[i8]) -> Result<Board, Vec<String>> {
    let mut all = [0; Board::LANES];
    match lanes.len() {
        LANES => {
            all[..LANES].copy_from_slice(lanes);
            (all[Board::OFF], all[Board::OPPONENT_OFF]) =
                (all[Board::OFF].saturating_abs(), -all[Board::OPPONENT_OFF].saturating_abs());
        }
        few if few == LANES - 2 => {
            all[..few].copy_from_slice(lanes);
            let sum = |sign: i8| {
                lanes
                    .iter()
                    .filter(|lane| lane.signum() == sign)
                    .map(|lane| i32::from(lane.unsigned_abs()))
                    .sum::<i32>()
            };
            let missing = |sum: i32| i8::try_from((15 - sum).max(0)).unwrap_or(0);
            (all[Board::OFF], all[Board::OPPONENT_OFF]) = (missing(sum(1)), -missing(sum(-1)));
        }
        count => return Err(vec![format!("{count} numbers instead of {} or {LANES}", LANES - 2)]),
    }
    Board::try_from(all).map_err(|reasons| reasons.iter().map(ToString::to_string).collect())
}

/// Reads a written play, and finds the legal one that it is.
pub(crate) fn parsed(board: &Board, roll: Roll, text: &str) -> PyResult<PyPlay> {
    if text.trim().is_empty() && !can_move(board, roll) {
        return Ok(PyPlay::of(*board, roll, Play::DANCE));
    }
    let written =
        parse(text.as_bytes(), 0, PlayOptions::GNUBG).map_err(|found| error::syntax(text, &found))?;
    let legs: Vec<Leg> = written.legs().map(|leg| leg.leg).collect();
    let found = resolve(board, roll, &legs).map_err(|found| error::illegal(text, &found))?;
    Ok(PyPlay::of(*board, roll, *found.play()))
}

#[pymethods]
impl PyBoard {
    /// Reads the position of an ID of any kind; without an ID, it is the start of a game. `checkers` is the number of
    /// checkers a side, 1 to 15, which a Position ID doesn't contain. For a variant, use `Board.start`.
    #[new]
    #[pyo3(signature = (id=None, /, *, checkers=15))]
    fn new(id: Option<&str>, #[pyo3(from_py_with = error::number)] checkers: i64) -> PyResult<Self> {
        let checkers = checkers_of(checkers)?;
        match id {
            Some(id) => board_of_text(id, checkers).map(Self::of),
            None if checkers == Board::START.checkers() => Ok(Self::of(Board::START)),
            None => {
                let message =
                    format!("{checkers} checkers without an ID: `Board.start` has the starts of variants");
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// The board at the start of a game of a variant: `standard`, `nackgammon`, `hypergammon-3`, `longgammon` …
    ///
    /// >>> Board.start("nackgammon").pips
    /// 194
    #[staticmethod]
    #[pyo3(signature = (variant="standard", /))]
    fn start(variant: &str) -> PyResult<Self> {
        let variant: Variant = variant.parse().map_err(|error: barpoint::rules::UnknownVariant| {
            let known = Variant::ALL.map(|variant| variant.name()).join(", ");
            let message = format!("{error} {variant:?}: {known}");
            error::raised::<error::BarpointError>(message, "variant-unknown", None)
        })?;
        Ok(Self::of(variant.start().board()))
    }

    /// Makes a board from 26 or 28 numbers in the order of `lanes`. With 26 numbers, each side has 15 checkers in all.
    ///
    /// >>> Board.from_lanes(Board().lanes) == Board()
    /// True
    #[staticmethod]
    fn from_lanes(#[pyo3(from_py_with = error::number)] lanes: Vec<i64>) -> PyResult<Self> {
        let lane = |lane: i64| {
            i8::try_from(lane)
                .map_err(|_| error::board(&[format!("{} checkers in a place", lane.unsigned_abs())]))
        };
        let lanes = lanes.into_iter().map(lane).collect::<PyResult<Vec<i8>>>()?;
        board_of_lanes(&lanes).map(Self::of).map_err(|reasons| error::board(&reasons))
    }

    /// 28 numbers, positive for the mover's checkers and negative for the opponent's: the opponent's bar, the points 1
    /// to 24, the mover's bar, the checkers that the mover has borne off, and those of the opponent.
    #[getter]
    fn lanes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, &self.0.lanes()[..LANES])
    }

    /// The Position ID.
    ///
    /// >>> Board().position_id
    /// '4HPwATDgc/ABMA'
    #[getter]
    fn position_id(&self) -> String {
        PositionId::encode(&self.0).to_string()
    }

    /// The mover's pip count.
    #[getter]
    fn pips(&self) -> u32 {
        self.0.pips()
    }

    /// The opponent's pip count.
    #[getter]
    fn opponent_pips(&self) -> u32 {
        self.0.opponent_pips()
    }

    /// The number of the mover's checkers, those borne off included.
    #[getter]
    fn checkers(&self) -> u8 {
        self.0.checkers()
    }

    /// The number of the opponent's checkers, those borne off included.
    #[getter]
    fn opponent_checkers(&self) -> u8 {
        self.0.opponent_checkers()
    }

    /// The number of checkers that the mover has borne off.
    #[getter]
    fn off(&self) -> i8 {
        self.0.lanes()[Board::OFF]
    }

    /// The number of checkers that the opponent has borne off.
    #[getter]
    fn opponent_off(&self) -> i8 {
        -self.0.lanes()[Board::OPPONENT_OFF]
    }

    /// `True` if a player has borne off all checkers.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.mover_is_done() || self.0.flip().mover_is_done()
    }

    /// The points that the player on roll has lost, if the game is over: 1, 2 for a gammon, 3 for a backgammon;
    /// otherwise 0.
    ///
    /// >>> Board("AAAAAAAAAAAAAA").is_over, Board().points_lost
    /// (True, 0)
    #[getter]
    fn points_lost(&self) -> u32 {
        let other = self.0.flip();
        Outcome::of(&other).map_or(0, |outcome| outcome.multiplier().into())
    }

    /// The same position from the view of the other player.
    fn flip(&self) -> Self {
        Self::of(self.0.flip())
    }

    /// Returns the legal plays of a roll, one for each resulting position; an empty list if no play is legal.
    ///
    /// >>> len(Board().legal_plays("31"))
    /// 16
    fn legal_plays(&self, roll: &Bound<'_, PyAny>) -> PyResult<Vec<PyPlay>> {
        let roll = roll_of(roll)?;
        let plays = legal_plays(&self.0, roll);
        Ok(plays.into_iter().map(|(play, _)| PyPlay::of(*self.0, roll, play)).collect())
    }

    /// Reads a play in any common notation, and returns the legal play.
    ///
    /// >>> Board().parse_play("8/5, 6/5", "31")
    /// Play('8/5 6/5', roll='31')
    /// >>> Board().parse_play("8/4", "31").steps
    /// [(8, 5), (5, 4)]
    /// >>> Board().parse_play("8/6 6/5", "31")
    /// Traceback (most recent call last):
    /// barpoint.IllegalPlayError: "8/6 6/5": no die of the roll moves a checker 2 pips
    fn parse_play(&self, play: &str, roll: &Bound<'_, PyAny>) -> PyResult<PyPlay> {
        parsed(&self.0, roll_of(roll)?, play)
    }

    /// Returns the board after a play, from the view of the opponent, who is then on roll. The play is a `Play` of this
    /// board, or a text with the roll; the text is empty if no play is legal. An illegal play raises
    /// `IllegalPlayError`.
    ///
    /// >>> board = Board().push("8/5 6/5", "31")
    /// >>> board.pips, board.opponent_pips
    /// (167, 163)
    #[pyo3(signature = (play, roll=None))]
    fn push(&self, play: &Bound<'_, PyAny>, roll: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        if let Ok(play) = play.cast::<PyPlay>() {
            let play = play.get();
            if play.board != self.0 || roll.map(roll_of).transpose()?.is_some_and(|roll| roll != play.roll) {
                return Err(error::other_play(&play.text()));
            }
            return Ok(Self::of(play.play.after(&self.0).flip()));
        }
        let text: String = play.extract()?;
        let roll = roll.ok_or_else(|| PyTypeError::new_err("a play as text needs the roll"))?;
        let play = parsed(&self.0, roll_of(roll)?, &text)?;
        Ok(Self::of(play.play.after(&self.0).flip()))
    }

    /// Draws the board as GNU Backgammon does.
    fn __str__(&self) -> String {
        BoardDrawing::plain(*self.0, Side::One, self.position_id()).draw(Direction::Standard)
    }

    fn __repr__(&self) -> String {
        match (self.0.checkers(), self.0.opponent_checkers()) {
            (15, 15) => format!("Board('{}')", self.position_id()),
            (own, other) if own == other => format!("Board('{}', checkers={own})", self.position_id()),
            _ => format!("Board.from_lanes({:?})", &self.0.lanes()[..LANES]),
        }
    }

    /// The board as a picture, which notebooks show.
    fn _repr_svg_(&self) -> String {
        Diagram::plain(*self.0, Side::One).svg()
    }

    /// The checkers on a point, 1 to 24: positive for the mover's, negative for the opponent's; 25 is the mover's bar,
    /// 0 the opponent's.
    fn __getitem__(&self, point: i64) -> PyResult<i8> {
        let lane = usize::try_from(point).ok().and_then(|point| self.0.lanes()[..=Board::BAR].get(point));
        lane.copied().ok_or_else(|| PyIndexError::new_err("points are numbered 0 to 25"))
    }

    fn __len__(&self) -> usize {
        Board::BAR + 1
    }

    fn __hash__(&self) -> u64 {
        hash_of(self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyList>,))> {
        Ok((py.get_type::<Self>().getattr("from_lanes")?, (self.lanes(py)?,)))
    }

    /// The 28 lanes as signed bytes.
    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.lanes()[..LANES].iter().map(|&lane| lane as u8).collect::<Vec<u8>>())
    }
}

/// A legal play of a roll on a board. Two plays of a roll that lead to the same position are equal.
///
/// >>> from barpoint import Board
/// >>> play = Board().parse_play("13/8/2", "65")
/// >>> str(play), play.steps, play.is_dance
/// ('13/2', [(13, 8), (8, 2)], False)
/// >>> play == Board().parse_play("13/7/2", "65")
/// True
#[pyclass(frozen, eq, module = "barpoint", name = "Play")]
#[derive(Clone)]
pub(crate) struct PyPlay {
    pub(crate) board: Aligned,
    pub(crate) roll: Roll,
    pub(crate) play: Play,
}

impl PyPlay {
    pub(crate) fn of(board: Board, roll: Roll, play: Play) -> Self {
        Self { board: Box::new(board), roll, play }
    }

    fn after(&self) -> Board {
        self.play.after(&self.board)
    }

    pub(crate) fn text(&self) -> String {
        print::gnubg(&self.board, &self.play).to_string()
    }
}

impl PartialEq for PyPlay {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.roll == other.roll && self.after() == other.after()
    }
}

impl Hash for PyPlay {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.board, self.roll, self.after()).hash(state);
    }
}

#[pymethods]
impl PyPlay {
    #[new]
    fn new(play: &str, board: &Bound<'_, PyAny>, roll: &Bound<'_, PyAny>) -> PyResult<Self> {
        parsed(&board_of(board)?, roll_of(roll)?, play)
    }

    /// The board before the play.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.board.clone())
    }

    /// The roll that is played.
    #[getter]
    fn roll(&self) -> PyRoll {
        PyRoll(self.roll)
    }

    /// The board after the play, from the mover's view; `Board.push` returns it from the opponent's view.
    #[getter(after)]
    fn py_after(&self) -> PyBoard {
        PyBoard::of(self.after())
    }

    /// The steps in the order in which they are made: the point that a checker leaves (25 is the bar) and the point
    /// that it reaches (0 is off).
    #[getter]
    fn steps(&self) -> Vec<(u8, u8)> {
        self.play.steps().iter().map(|step| (step.from(), step.to())).collect()
    }

    /// `True` if no checker moves.
    #[getter]
    fn is_dance(&self) -> bool {
        self.play.is_dance()
    }

    /// `True` if the play hits a blot.
    #[getter]
    fn is_hit(&self) -> bool {
        self.after().lanes()[Board::OPPONENT_BAR] != self.board.lanes()[Board::OPPONENT_BAR]
    }

    /// The play as GNU Backgammon writes it.
    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Play('{}', roll='{}')", self.text(), self.roll)
    }

    /// The board before the play with arrows.
    fn _repr_svg_(&self) -> String {
        let diagram = Diagram::of(&IdState { board: Some(*self.board), ..IdState::default() });
        let Some(diagram) = diagram else { return String::new() };
        Diagram { arrows: moves(&self.board, &self.play), ..diagram }.svg()
    }

    fn __hash__(&self) -> u64 {
        hash_of(self)
    }

    fn __len__(&self) -> usize {
        self.play.steps().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.steps())?.try_iter()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, PyBoard, PyRoll))> {
        Ok((py.get_type::<Self>().into_any(), (self.text(), PyBoard(self.board.clone()), PyRoll(self.roll))))
    }
}
