//! `RolloutState` and `merge`: shares of rollouts, which other processes and machines play.

use crate::board::PyPlay;
use crate::engine::{PyCandidate, PyCubeDecision, PyEvaluation, candidates, ladder, loss};
use crate::error::{self, BarpointError, raised};
use barpoint::engine::Engine;
use barpoint::engine::rollout::Estimate;
use barpoint::output::json::{Rolled, RolloutState, RolloutStateError};
use barpoint::output::rollout::Played;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The state of a rollout, or of a share of one: the question, the settings, and sums in whole numbers, so that shares
/// merge to the same bits in any order. It can be pickled, and its JSON is the file of `barpoint rollout --state`.
///
/// >>> from barpoint import Engine, RolloutState, merge
/// >>> question = dict(plays=["8/5 6/5", "13/10 6/5"], games=36, truncate=2)
/// >>> engine = Engine()
/// >>> shares = [engine.rollout("4HPwATDgc/ABMA", "31", share=(number, 3), **question) for number in (3, 1, 2)]
/// >>> shares[0].games, shares[0].total
/// (range(24, 36), 36)
/// >>> whole = merge(RolloutState.from_json(share.to_json()) for share in shares)
/// >>> [candidate.text for candidate in whole.candidates], whole.is_whole
/// (['8/5 6/5', '13/10 6/5'], True)
/// >>> found = engine.rollout("4HPwATDgc/ABMA", "31", **question)
/// >>> [each.evaluation for each in whole.candidates] == [each.evaluation for each in found]
/// True
#[pyclass(frozen, eq, module = "barpoint", name = "RolloutState")]
#[derive(PartialEq)]
pub(crate) struct PyRolloutState(RolloutState);

impl PyRolloutState {
    pub(crate) fn new(played: &Played<'_>, engine: &Engine) -> Self {
        Self(RolloutState::new(played, (engine.evaluate(played.board), engine.nets.checksum())))
    }

    fn rolled(&self) -> PyResult<Rolled> {
        self.0.rolled().map_err(|error| raised::<BarpointError>(error.to_string(), "state-invalid", None))
    }
}

#[pymethods]
impl PyRolloutState {
    /// Reads what `to_json` or `barpoint rollout --state` wrote.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        let read = RolloutState::from_bytes(text.as_bytes());
        let wrong =
            |error: RolloutStateError| raised::<BarpointError>(error.to_string(), "state-invalid", None);
        let state = Self(read.map_err(wrong)?);
        state.rolled().map(|_| state)
    }

    /// The state as JSON; the same state is always the same text.
    fn to_json(&self) -> PyResult<String> {
        String::from_utf8(self.0.to_bytes()).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The candidates, evaluated by the games of this state, as `Engine.rollout` returns them.
    #[getter]
    fn candidates(&self, py: Python<'_>) -> PyResult<Vec<PyCandidate>> {
        let rolled = self.rolled()?;
        let estimates = rolled.rollout.estimates().ok_or_else(error::score)?;
        let ladder = ladder(&rolled.state)?;
        let plies = rolled.settings.levels[0].plays;
        let candidate = |(number, estimate): (usize, &Estimate)| {
            let play = rolled.roll.zip(rolled.plays.get(number));
            let play = play.map(|(roll, &play)| PyPlay::of(rolled.board, roll, play));
            let text = play.as_ref().map_or_else(|| rolled.names[number].clone(), |play| play.text());
            (play, text, PyEvaluation::of_estimate(estimate, &ladder, plies), loss(&estimates, estimate))
        };
        candidates(py, estimates.iter().enumerate().map(candidate).collect())
    }

    /// The cube decision by the games of this state; `None` if the rollout has another question.
    #[getter]
    fn decision(&self, py: Python<'_>) -> PyResult<Option<PyCubeDecision>> {
        let rolled = self.rolled()?;
        rolled.played().decision().map(|found| PyCubeDecision::new(py, &found)).transpose()
    }

    /// The numbers of the games in this state, counted from 0.
    #[getter]
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let games = self.rolled()?.rollout.share().clone();
        py.import("builtins")?.getattr("range")?.call1((games.start, games.end))
    }

    /// The number of games of all shares together.
    #[getter]
    fn total(&self) -> PyResult<u64> {
        Ok(self.rolled()?.rollout.stop().games)
    }

    /// `True` if the state contains all games.
    #[getter]
    fn is_whole(&self) -> PyResult<bool> {
        let rollout = self.rolled()?.rollout;
        Ok(*rollout.share() == (0..rollout.stop().games))
    }

    fn __repr__(&self) -> PyResult<String> {
        let rollout = self.rolled()?.rollout;
        let (games, total) = (rollout.share(), rollout.stop().games);
        Ok(format!("<RolloutState games {} to {} of {total}>", games.start + 1, games.end))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_json")?, (self.to_json()?,)))
    }
}

/// Merges the shares of a rollout, in any order, into the state of one rollout of all games, the same to the bit.
/// Shares of different rollouts, shares with the same games and missing shares raise `BarpointError` with the code
/// `"state-mismatch"`; its message names the difference.
///
/// >>> from barpoint import Engine, merge
/// >>> merge([Engine().rollout("4HPwATDgc/ABMA", games=36, truncate=1, share=(1, 2))])
/// Traceback (most recent call last):
/// barpoint.BarpointError: no state has games 19 to 36 of 36
#[pyfunction]
#[pyo3(signature = (states, /))]
pub(crate) fn merge(states: &Bound<'_, PyAny>) -> PyResult<PyRolloutState> {
    let state = |(number, state): (usize, PyResult<Bound<'_, PyAny>>)| {
        let state = state?;
        let state = state.cast::<PyRolloutState>()?;
        Ok((format!("state {number}"), state.get().0.clone()))
    };
    let states = (1..).zip(states.try_iter()?).map(state).collect::<PyResult<Vec<_>>>()?;
    let merged = RolloutState::merged(&states).map(PyRolloutState);
    merged.map_err(|mismatch| raised::<BarpointError>(mismatch.to_string(), "state-mismatch", None))
}
