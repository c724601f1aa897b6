//! `Engine`: evaluations, hints, cube decisions, rollouts and analyses.

use crate::array;
use crate::board::{PyPlay, parsed};
use crate::error;
use crate::position::state_of;
use crate::record::{PyMatch, Record};
use crate::roll::roll_of;
use crate::rollout::PyRolloutState;
use crate::work::{self, Desk};
use barpoint::analysis::skill::{
    Analyser, Decision, Found, Performance, Scope, Statistics, Thresholds, decisions, evaluated_decisions,
    note, performances,
};
use barpoint::board::{Board, Roll, Side};
use barpoint::engine::cube::{Action, CubeDecision, CubeState, Ladder};
use barpoint::engine::met::MatchEquity;
use barpoint::engine::rollout::{
    self, Depth, Estimate, GameSettings, Player, Question, Rollout, Sample, Stop, Truncation,
};
use barpoint::engine::search::{Evaluation, MOST_PLIES, Options, Search};
use barpoint::engine::{Chances, Class, Engine, roller};
use barpoint::output::json::AnalysisJson;
use barpoint::output::rollout::Played;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The evaluation of a position from the view of the player on roll. Chances are from 0 to 1; an equity of 1 is a
/// single game won at the current cube value.
#[pyclass(frozen, get_all, module = "barpoint", name = "Evaluation")]
#[derive(Clone, PartialEq)]
pub(crate) struct PyEvaluation {
    /// The chance to win, gammons included.
    win: f32,
    /// The chance to win a gammon, backgammons included.
    win_gammon: f32,
    /// The chance to win a backgammon.
    win_backgammon: f32,
    /// The chance to lose a gammon, backgammons included.
    lose_gammon: f32,
    /// The chance to lose a backgammon.
    lose_backgammon: f32,
    /// The equity without the cube.
    cubeless: f32,
    /// The equity with the cube.
    equity: f32,
    /// The equity as a chance to win the match; `None` for money.
    match_chance: Option<f32>,
    /// The depth of the search in plies.
    plies: u8,
    /// The number of games of the rollout; 0 for a search.
    games: u64,
    /// The standard error of the equity; 0 for a search.
    error: f32,
}

impl PyEvaluation {
    fn new(evaluation: &Evaluation) -> Self {
        let rolled = evaluation.rolled;
        Self {
            cubeless: evaluation.cubeless,
            equity: evaluation.equity,
            match_chance: evaluation.match_chance,
            plies: evaluation.plies,
            games: rolled.map_or(0, |rolled| rolled.games),
            error: rolled.map_or(0.0, |rolled| rolled.error),
            ..Self::of_chances(evaluation.chances)
        }
    }

    fn of_chances(chances: Chances) -> Self {
        Self {
            win: chances.win(),
            win_gammon: chances.win_gammon(),
            win_backgammon: chances.0[5],
            lose_gammon: chances.lose_gammon(),
            lose_backgammon: chances.0[0],
            cubeless: chances.equity(),
            equity: chances.equity(),
            match_chance: None,
            plies: 0,
            games: 0,
            error: 0.0,
        }
    }

    pub(crate) fn of_estimate(estimate: &Estimate, ladder: &Ladder, plies: u8) -> Self {
        Self {
            match_chance: ladder.match_chance(ladder.worth_of(estimate.equity)),
            cubeless: estimate.cubeless,
            equity: estimate.equity,
            plies,
            games: estimate.games,
            error: estimate.error,
            ..Self::of_chances(estimate.chances)
        }
    }
}

/// What is pickled of an evaluation: the chances, the equities, the chance to win the match, how it was made.
type Values = ([f32; 5], [f32; 2], Option<f32>, (u8, u64, f32));

#[pymethods]
impl PyEvaluation {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Values,))> {
        let chances =
            [self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon];
        let made = (self.plies, self.games, self.error);
        let values = (chances, [self.cubeless, self.equity], self.match_chance, made);
        Ok((py.get_type::<Self>().getattr("_restored")?, (values,)))
    }

    /// Makes what was pickled.
    #[staticmethod]
    fn _restored(values: Values) -> Self {
        let (chances, [cubeless, equity], match_chance, (plies, games, error)) = values;
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = chances;
        Self {
            win,
            win_gammon,
            win_backgammon,
            lose_gammon,
            lose_backgammon,
            cubeless,
            equity,
            match_chance,
            plies,
            games,
            error,
        }
    }

    fn __repr__(&self) -> String {
        format!(
            "<Evaluation win {:.4} gammon {:.4} lose gammon {:.4} equity {:+.4}>",
            self.win, self.win_gammon, self.lose_gammon, self.equity
        )
    }

    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }
}

/// A play with its evaluation.
#[pyclass(frozen, get_all, module = "barpoint", name = "Candidate")]
pub(crate) struct PyCandidate {
    /// The play; `None` in a rollout of the cube decision.
    play: Option<Py<PyPlay>>,
    /// The decision in words: the play, or `"no double"`, `"double, take"`, `"position"`.
    text: String,
    /// The evaluation, from the mover's view.
    evaluation: Py<PyEvaluation>,
    /// The equity that it loses against the best candidate.
    loss: f32,
}

impl PyCandidate {
    /// Returns what is pickled and compared.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.play, &self.text, &self.evaluation, self.loss).into_pyobject(py)
    }
}

#[pymethods]
impl PyCandidate {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Self>().getattr("_restored")?, self.parts(py)?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.parts(py)?.as_any().eq(other.parts(py)?)
    }

    /// Makes what was pickled.
    #[staticmethod]
    fn _restored(play: Option<Py<PyPlay>>, text: String, evaluation: Py<PyEvaluation>, loss: f32) -> Self {
        Self { play, text, evaluation, loss }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Candidate {} {:+.4}>", self.text, self.evaluation.borrow(py).equity)
    }
}

/// A cube decision before the roll. Equities are from the mover's view; 1 is a single game won at the current cube
/// value.
#[pyclass(frozen, get_all, module = "barpoint", name = "CubeDecision")]
pub(crate) struct PyCubeDecision {
    /// The chances, and the equity of the best cube action.
    evaluation: Py<PyEvaluation>,
    /// The equity if the mover doesn't double now.
    no_double: f32,
    /// The equity if the mover doubles and the opponent takes.
    double_take: f32,
    /// The equity if the mover doubles and the opponent passes: 1.
    double_pass: f32,
    /// The match winning chances of these three; `None` for money.
    match_chances: Option<(f32, f32, f32)>,
    /// The right action: `"no double, take"`, `"double, take"`, `"double, pass"`, `"too good, pass"`,
    /// `"too good, take"`, `"no double, beaver"`, `"double, beaver"`, `"optional, take"` or `"not available"`.
    action: &'static str,
    /// `True` if doubling is right.
    is_double: bool,
    /// `True` if taking a double is right.
    is_take: bool,
}

#[pymethods]
impl PyCubeDecision {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Self>().getattr("_restored")?, self.parts(py)?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.parts(py)?.as_any().eq(other.parts(py)?)
    }

    /// Makes what was pickled.
    #[staticmethod]
    fn _restored(
        evaluation: Py<PyEvaluation>,
        equities: [f32; 3],
        match_chances: Option<(f32, f32, f32)>,
        action: &str,
    ) -> PyResult<Self> {
        let [no_double, double_take, double_pass] = equities;
        let action =
            Action::by_words(action).ok_or_else(|| PyValueError::new_err("an unknown action was pickled"))?;
        Ok(Self {
            evaluation,
            no_double,
            double_take,
            double_pass,
            match_chances,
            action: action.words(),
            is_double: action.is_double(),
            is_take: action.is_take(),
        })
    }

    fn __repr__(&self) -> String {
        format!(
            "<CubeDecision {}: no double {:+.4}, double/take {:+.4}, double/pass {:+.4}>",
            self.action, self.no_double, self.double_take, self.double_pass
        )
    }
}

impl PyCubeDecision {
    pub(crate) fn new(py: Python<'_>, found: &CubeDecision) -> PyResult<Self> {
        let rolled = found.rolled;
        let evaluation = PyEvaluation {
            cubeless: found.cubeless,
            equity: found.equity(),
            match_chance: found.match_chance(),
            plies: found.plies,
            games: rolled.map_or(0, |rolled| rolled.games),
            error: rolled.map_or(0.0, |rolled| rolled.error),
            ..PyEvaluation::of_chances(found.chances)
        };
        Ok(Self {
            evaluation: Py::new(py, evaluation)?,
            no_double: found.no_double,
            double_take: found.double_take,
            double_pass: found.double_pass,
            match_chances: found.match_chances.map(Into::into),
            action: found.action.words(),
            is_double: found.action.is_double(),
            is_take: found.action.is_take(),
        })
    }

    /// Returns what is pickled and compared.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let equities = [self.no_double, self.double_take, self.double_pass];
        (&self.evaluation, equities, self.match_chances, self.action).into_pyobject(py)
    }
}

/// The performance rating (PR) of a player, and the sums from which it follows.
#[pyclass(frozen, get_all, module = "barpoint", name = "Performance")]
pub(crate) struct PyPerformance {
    /// The PR: 500 times the mean loss of a decision in normalised equity; `None` if no decision counts.
    pr: Option<f64>,
    /// The number of decisions that count.
    decisions: u64,
    /// The sum of their losses, in normalised equity.
    lost: f64,
}

impl PyPerformance {
    fn new(found: &Performance) -> Self {
        Self { pr: found.rating(), decisions: found.count(), lost: found.lost() }
    }

    /// Returns what is pickled and compared.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (self.pr, self.decisions, self.lost).into_pyobject(py)
    }
}

#[pymethods]
impl PyPerformance {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Self>().getattr("_restored")?, self.parts(py)?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.parts(py)?.as_any().eq(other.parts(py)?)
    }

    /// Makes what was pickled.
    #[staticmethod]
    fn _restored(pr: Option<f64>, decisions: u64, lost: f64) -> Self {
        Self { pr, decisions, lost }
    }

    fn __repr__(&self) -> String {
        match self.pr {
            Some(pr) => format!("<Performance PR {pr:.2} of {} decisions>", self.decisions),
            None => "<Performance of no decision>".to_owned(),
        }
    }
}

/// The analysis of a match.
#[pyclass(frozen, module = "barpoint", name = "Analysis")]
pub(crate) struct PyAnalysis {
    pub(crate) record: Arc<Record>,
    analysed: Py<PyMatch>,
}

#[pymethods]
impl PyAnalysis {
    /// The match with its analysis; formats such as `"sgf"`, `"xg"` and `"json"` can express it.
    #[getter(r#match)]
    fn analysed(&self, py: Python<'_>) -> Py<PyMatch> {
        self.analysed.clone_ref(py)
    }

    /// The performance of both players, in the order of `Match.players`.
    #[getter]
    fn performance(&self) -> (PyPerformance, PyPerformance) {
        performances(&self.record.replayed.in_first_columns())
            .0
            .map(|found| PyPerformance::new(&found))
            .into()
    }

    /// The analysis as `barpoint analyse --json` writes it: statistics, performance and every decision.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Record { replayed, source, number, .. } = &*self.record;
        let text = py.detach(|| {
            let thresholds = Thresholds::default();
            let replayed = &*replayed.in_first_columns();
            let (statistics, evaluated) =
                (Statistics::of(replayed, &thresholds), evaluated_decisions(replayed));
            let json =
                AnalysisJson::new(source.name(), *number, replayed, &statistics, &evaluated, &thresholds);
            serde_json::to_string(&json)
        });
        let text = text.map_err(|error| PyValueError::new_err(error.to_string()))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// Analyses are equal if their matches are, with all that is noted of each decision.
    fn __eq__(&self, other: &Self) -> bool {
        self.record.replayed == other.record.replayed
    }

    fn __hash__(&self) -> u64 {
        self.analysed.get().__hash__()
    }

    /// Another process reads the analysed match again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyMatch>,))> {
        Ok((py.get_type::<Self>().getattr("_restored")?, (self.analysed.clone_ref(py),)))
    }

    /// Makes what was pickled.
    #[staticmethod]
    fn _restored(analysed: Py<PyMatch>) -> Self {
        Self { record: Arc::clone(&analysed.get().record), analysed }
    }

    fn __repr__(&self) -> String {
        let replayed = self.record.replayed.in_first_columns();
        let [zero, one] = performances(&replayed).0.map(|found| PyPerformance::new(&found).__repr__());
        format!("<Analysis {zero} {one}>")
    }
}

/// The engine: nets and bear-off tables. Several threads can share an engine.
///
/// A position is a `Position`, a `Board` or the text of an ID; without a score, it is evaluated as a money game with
/// the Jacoby rule and beavers. Evaluations are from the view of the player on roll. If the match is over, or for
/// `cube` and rollouts the game, `BarpointError` with the code `"position-settled"` is raised; if the match is too long
/// for the match equity tables, `UnknownScoreError`.
///
/// >>> from barpoint import Engine, Position
/// >>> engine = Engine(threads=1)
/// >>> [candidate.text for candidate in engine.hint("4HPwATDgc/ABMA", "31", plies=0)][:2]
/// ['8/5 6/5', '24/23 13/10']
/// >>> engine.cube(Position.at("4HPwATDgc/ABMA", length=7), plies=0).action
/// 'no double, take'
#[pyclass(frozen, module = "barpoint", name = "Engine")]
pub(crate) struct PyEngine {
    pub(crate) engine: Arc<Engine>,
    threads: Option<usize>,
    /// The match equity table of a session, in place of the usual one.
    table: Option<Arc<MatchEquity>>,
}

/// What a position is played for, and the dice, if they are known.
struct Asked {
    board: Board,
    state: CubeState,
    roll: Option<Roll>,
}

fn asked(position: &Bound<'_, PyAny>, roll: Option<&Bound<'_, PyAny>>) -> PyResult<Asked> {
    let state = state_of(position)?;
    let board = state.board.ok_or_else(|| error::board(&["the ID has no position".to_owned()]))?;
    let given = roll.map(roll_of).transpose()?;
    let is_won = |side| state.game.and_then(|game| game.away(side)) == Some(0);
    if Side::ALL.into_iter().any(is_won) {
        return Err(error::settled("the match is over at this score: there is nothing left to evaluate"));
    }
    if state.is_beavered() {
        return Err(error::settled("a beaver is offered: `Engine.analyse` evaluates the answer in a record"));
    }
    Ok(Asked {
        board,
        state: CubeState::of_id(&state),
        roll: given.or(state.game.and_then(|game| game.dice)),
    })
}

fn no_roll() -> PyErr {
    PyTypeError::new_err("the position has no roll, and none is given")
}

/// Reads what is asked about a game that isn't over.
fn unfinished(position: &Bound<'_, PyAny>, roll: Option<&Bound<'_, PyAny>>) -> PyResult<Asked> {
    let asked = asked(position, roll)?;
    if Class::of(&asked.board) == Class::Over {
        return Err(error::settled("the game is over: a side has no checkers left"));
    }
    Ok(asked)
}

fn options(plies: i64, cubeful: bool) -> PyResult<Options> {
    let plies = u8::try_from(plies)
        .ok()
        .filter(|&plies| plies <= MOST_PLIES)
        .ok_or_else(|| PyValueError::new_err(format!("{plies} plies: at most {MOST_PLIES} are searched")))?;
    Ok(Options { plies, cubeful, ..Options::default() })
}

/// Makes a search, and asks it something without the interpreter's lock.
fn searched<T: Send>(
    py: Python<'_>,
    PyEngine { engine, table, .. }: &PyEngine,
    asked: &Asked,
    options: Options,
    ask: impl FnOnce(&mut Search<'_>, &Board) -> T + Send,
) -> PyResult<T> {
    let search = |options| {
        let table = table.as_deref().unwrap_or_else(|| MatchEquity::reaching(asked.state.most_away()));
        Some(ask(&mut Search::new(engine.as_ref(), table, asked.state, options)?, &asked.board))
    };
    // What is over within a millisecond needs no thread to wait for.
    let found = if options.plies <= 1 && options.roller.is_none() {
        py.detach(|| search(options))
    } else {
        work::run(py, |_: &Desk<()>| search(options), |_, ()| Ok(()))?
    };
    found.ok_or_else(error::score)
}

/// Evaluates a position; a function of its own, as only one serves searches of every lifetime.
fn evaluated(search: &mut Search<'_>, board: &Board) -> Evaluation {
    search.evaluate(board)
}

/// Returns the values of the cube.
pub(crate) fn ladder(state: &CubeState) -> PyResult<Ladder> {
    Ladder::new(state, MatchEquity::reaching(state.most_away())).ok_or_else(error::score)
}

/// Returns what a candidate of a rollout loses against the best one.
pub(crate) fn loss(all: &[Estimate], estimate: &Estimate) -> f32 {
    all.iter().map(|each| each.equity).fold(f32::NEG_INFINITY, f32::max) - estimate.equity
}

pub(crate) fn candidates(
    py: Python<'_>,
    list: Vec<(Option<PyPlay>, String, PyEvaluation, f32)>,
) -> PyResult<Vec<PyCandidate>> {
    let candidate = |(play, text, evaluation, loss): (Option<PyPlay>, String, PyEvaluation, f32)| {
        Ok(PyCandidate {
            play: play.map(|play| Py::new(py, play)).transpose()?,
            text,
            loss,
            evaluation: Py::new(py, evaluation)?,
        })
    };
    list.into_iter().map(candidate).collect()
}

impl PyEngine {
    /// Returns the same engine with a match equity table.
    #[cfg(feature = "gnubg")]
    pub(crate) fn with_table(&self, table: Arc<MatchEquity>) -> Self {
        Self { engine: Arc::clone(&self.engine), threads: self.threads, table: Some(table) }
    }

    fn jobs(&self, threads: Option<usize>) -> usize {
        work::threads(threads.or(self.threads))
    }
}

/// Calls a function with the amount done and the total.
fn tell(progress: Option<&Py<PyAny>>, py: Python<'_>, done: usize, total: usize) -> PyResult<()> {
    progress.map_or(Ok(()), |progress| progress.call1(py, (done, total)).map(|_| ()))
}

#[pymethods]
impl PyEngine {
    /// Makes an engine. `threads` is the number of threads for batches, rollouts and analyses, by default all of the
    /// machine's. Bear-off tables are computed when a position needs them for the first time, which takes a second or
    /// two.
    #[new]
    #[pyo3(signature = (*, threads=None))]
    fn new(py: Python<'_>, #[pyo3(from_py_with = error::threads)] threads: Option<usize>) -> Self {
        Self { engine: Arc::new(py.detach(Engine::new)), threads, table: None }
    }

    /// Evaluates a position before the roll, searching `plies` plies (0 to 3); with `cubeful=False`, the equity is
    /// cubeless.
    ///
    /// An array of n positions is evaluated as a batch, cubeless: a NumPy array of integers with the shape (n, 26) or
    /// (n, 28), with a row for each position in the order of `Board.lanes`. The result is an array of 32-bit floats
    /// with the shape (n, 6): the chances to win, to win a gammon, to win a backgammon, to lose a gammon, to lose a
    /// backgammon, and the cubeless equity in points. A row that isn't a board raises an `IdError` whose `place` is the
    /// row, from 0.
    ///
    /// >>> Engine().evaluate("4HPwATDgc/ABMA").win > 0.5
    /// True
    #[pyo3(signature = (position, /, *, plies=0, cubeful=true, threads=None))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = error::number)] plies: i64,
        cubeful: bool,
        #[pyo3(from_py_with = error::threads)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = options(plies, cubeful)?;
        if array::is_array(position)? {
            return array::evaluated(position, &self.engine, options, self.jobs(threads));
        }
        let asked = asked(position, None)?;
        let found = searched(py, self, &asked, options, evaluated)?;
        Ok(Py::new(py, PyEvaluation::new(&found))?.into_bound(py).into_any())
    }

    /// Evaluates the legal plays of a roll, the best first; by default, the roll of the position. Plays that were
    /// searched deeper come before the others. `roller` settles close plays by short rollouts. If no play is legal, the
    /// list contains the dance.
    ///
    /// >>> best = Engine().hint("4HPwATDgc/ABMA", "31", plies=1)[0]
    /// >>> str(best.play), best.loss
    /// ('8/5 6/5', 0.0)
    #[pyo3(signature = (position, /, roll=None, *, plies=2, cubeful=true, count=None, roller=false))]
    #[expect(clippy::too_many_arguments, reason = "each has a name where it is called")]
    fn hint(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        roll: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = error::number)] plies: i64,
        cubeful: bool,
        #[pyo3(from_py_with = error::number)] count: Option<usize>,
        roller: bool,
    ) -> PyResult<Vec<PyCandidate>> {
        let asked = asked(position, roll)?;
        let roll = asked.roll.ok_or_else(no_roll)?;
        let mut options = options(plies, cubeful)?;
        options.roller = roller.then(barpoint::engine::search::Roller::default);
        let found = searched(py, self, &asked, options, |search, board| roller::plays(search, board, roll))?;
        let list = found.iter().take(count.unwrap_or(usize::MAX)).map(|evaluated| {
            let play = PyPlay::of(asked.board, roll, evaluated.play);
            let text = play.text();
            (Some(play), text, PyEvaluation::new(&evaluated.evaluation), evaluated.loss(&found[0]))
        });
        candidates(py, list.collect())
    }

    /// Evaluates the cube decision before the roll, and the answer.
    #[pyo3(signature = (position, /, *, plies=2, roller=false))]
    fn cube(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = error::number)] plies: i64,
        roller: bool,
    ) -> PyResult<PyCubeDecision> {
        let asked = unfinished(position, None)?;
        let mut options = options(plies, true)?;
        options.roller = roller.then(barpoint::engine::search::Roller::default);
        let found = searched(py, self, &asked, options, roller::cube)?;
        PyCubeDecision::new(py, &found)
    }

    /// Plays a position out `games` times with variance reduction, and returns the candidates with their equities and
    /// standard errors. With a roll, the candidates are `plays` (each a `Play` or a text), by default the best four at
    /// 2-ply. Without a roll there is one candidate, the position; with `cube`, there are two, no double and double,
    /// take, if the cube can be turned.
    ///
    /// `truncate` ends each game after this number of rolls with an evaluation; `error` ends the rollout when no
    /// standard error is larger. The result depends on the seed, not on the threads. `progress(done, total)` is called
    /// now and then.
    ///
    /// `share=(k, n)` plays only the k-th of n shares of the games, counted from 1, and returns a `RolloutState`;
    /// `merge` combines the shares.
    ///
    /// >>> rolled = Engine().rollout("4HPwATDgc/ABMA", "31", games=36, truncate=2, plays=["8/5 6/5", "13/10 6/5"])
    /// >>> [candidate.text for candidate in rolled], rolled[0].evaluation.games
    /// (['8/5 6/5', '13/10 6/5'], 36)
    #[pyo3(signature = (
        position, /, roll=None, *, plays=None, cube=false, games=1296, plies=0, seed=1, truncate=None, error=None,
        share=None, threads=None, progress=None,
    ))]
    #[expect(clippy::too_many_arguments, reason = "each has a name where it is called")]
    fn rollout<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        roll: Option<&Bound<'py, PyAny>>,
        plays: Option<Vec<Bound<'py, PyAny>>>,
        cube: bool,
        #[pyo3(from_py_with = error::number)] games: u64,
        #[pyo3(from_py_with = error::number)] plies: i64,
        #[pyo3(from_py_with = error::number)] seed: u64,
        #[pyo3(from_py_with = error::number)] truncate: Option<u16>,
        error: Option<f32>,
        #[pyo3(from_py_with = error::number)] share: Option<(u64, u64)>,
        #[pyo3(from_py_with = error::threads)] threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = unfinished(position, roll)?;
        let Options { plies, .. } = options(plies, true)?;
        if games == 0 {
            return Err(PyValueError::new_err("a rollout has at least one game"));
        }
        if cube && (roll.is_some() || plays.is_some()) {
            return Err(PyValueError::new_err(
                "with `cube` there is neither a roll nor plays: it is before the roll",
            ));
        }
        if plays.is_some() && asked.roll.is_none() {
            return Err(no_roll());
        }
        if error.is_some_and(|error| !(error.is_finite() && error > 0.0)) {
            return Err(PyValueError::new_err("the standard error that ends a rollout is a number above 0"));
        }
        let roll = asked.roll.filter(|_| !cube);
        let chosen = match roll {
            None => Vec::new(),
            Some(roll) => self.chosen(py, &asked, roll, plays)?,
        };
        let question = match roll {
            Some(_) => Question::Plays(chosen.iter().map(|play| play.play.after(&play.board)).collect()),
            None if cube => {
                let table = MatchEquity::reaching(asked.state.most_away());
                Question::before_roll(asked.board, &asked.state, table).ok_or_else(error::score)?
            }
            None => Question::Position(asked.board),
        };
        let settings = GameSettings {
            levels: [Depth { plays: plies, cube: plies }; 2],
            truncation: truncate.map(|turns| Truncation { turns, plies }),
            seed,
            ..GameSettings::default()
        };
        let stop = Stop { games, least: Stop::INTERVAL.min(games), error, difference: None };
        let numbers = numbers(share, games, error)?;
        let jobs = self.jobs(threads);
        let total = (numbers.end - numbers.start) as usize;
        let found = work::run(
            py,
            |desk: &Desk<usize>| {
                let mut rollout = Rollout::new(&question, stop).of_share(numbers);
                roll_out(&self.engine, &asked.state, &settings, &question, &mut rollout, jobs, desk)?;
                Some(rollout)
            },
            |py, done| tell(progress.as_ref(), py, done, total),
        )?;
        let rollout = found.ok_or_else(error::score)?;
        tell(progress.as_ref(), py, total, total)?;
        if share.is_some() {
            let names = match &question {
                Question::Plays(_) => {
                    chosen.iter().map(|play| Played::name_of(&play.board, &play.play)).collect()
                }
                _ => Played::names_of(&question),
            };
            let played = Played {
                state: &asked.state,
                table: MatchEquity::reaching(asked.state.most_away()),
                board: &asked.board,
                roll,
                question: &question,
                names: &names,
                settings: &settings,
                rollout: &rollout,
            };
            return Ok(Bound::new(py, PyRolloutState::new(&played, &self.engine))?.into_any());
        }
        let estimates = rollout.estimates().ok_or_else(error::score)?;
        let ladder = ladder(&asked.state)?;
        let text = |number: usize| match &question {
            Question::Plays(_) => chosen[number].text(),
            Question::Cube(_) => ["no double", "double, take"][number].to_owned(),
            Question::Position(_) => "position".to_owned(),
        };
        let list = estimates.iter().enumerate().map(|(number, estimate)| {
            let evaluation = PyEvaluation::of_estimate(estimate, &ladder, plies);
            (chosen.get(number).cloned(), text(number), evaluation, loss(&estimates, estimate))
        });
        candidates(py, list.collect())?.into_pyobject(py)
    }

    /// Rolls out the cube decision, and returns it.
    #[pyo3(signature = (position, /, *, games=1296, plies=0, seed=1, truncate=None, threads=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "each has a name where it is called")]
    fn rollout_cube(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = error::number)] games: u64,
        #[pyo3(from_py_with = error::number)] plies: i64,
        #[pyo3(from_py_with = error::number)] seed: u64,
        #[pyo3(from_py_with = error::number)] truncate: Option<u16>,
        #[pyo3(from_py_with = error::threads)] threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyCubeDecision> {
        let asked = unfinished(position, None)?;
        let Options { plies, .. } = options(plies, true)?;
        if games == 0 {
            return Err(PyValueError::new_err("a rollout has at least one game"));
        }
        let question = Question::Cube(asked.board);
        let settings = GameSettings {
            levels: [Depth { plays: plies, cube: plies }; 2],
            truncation: truncate.map(|turns| Truncation { turns, plies }),
            seed,
            ..GameSettings::default()
        };
        let stop = Stop { games, least: Stop::INTERVAL.min(games), error: None, difference: None };
        let (jobs, total) = (self.jobs(threads), games as usize);
        let found = work::run(
            py,
            |desk: &Desk<usize>| {
                let mut rollout = Rollout::new(&question, stop);
                roll_out(&self.engine, &asked.state, &settings, &question, &mut rollout, jobs, desk)?;
                let estimates: [Estimate; 2] = rollout.estimates()?.try_into().ok()?;
                let table = MatchEquity::reaching(asked.state.most_away());
                rollout::decision((&asked.state, table), &settings, &asked.board, &estimates)
            },
            |py, done| tell(progress.as_ref(), py, done, total),
        )?;
        tell(progress.as_ref(), py, total, total)?;
        PyCubeDecision::new(py, &found.ok_or_else(error::score)?)
    }

    /// Analyses every decision of a match, and the luck of every roll, as `barpoint analyse` does. The numbers are the
    /// same for any number of threads. `progress(done, total)` is called now and then.
    ///
    /// >>> import barpoint
    /// >>> match = barpoint.read("testdata/mat/valid/one-point.mat")[0]
    /// >>> analysis = Engine().analyse(match, plies=0)
    /// >>> analysis.performance[0].decisions > 0
    /// True
    #[pyo3(signature = (r#match, /, *, plies=2, roller=false, threads=None, progress=None))]
    fn analyse(
        &self,
        py: Python<'_>,
        r#match: &Bound<'_, PyMatch>,
        #[pyo3(from_py_with = error::number)] plies: i64,
        roller: bool,
        #[pyo3(from_py_with = error::threads)] threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyAnalysis> {
        let mut options = options(plies, true)?;
        options.roller = roller.then(barpoint::engine::search::Roller::default);
        let record = Arc::clone(&r#match.get().record);
        let of_game = |(game, happened)| {
            decisions(&record.replayed.rules, happened).into_iter().map(move |decision| (game, decision))
        };
        let all: Vec<(usize, Decision)> =
            record.replayed.games.iter().enumerate().flat_map(of_game).collect();
        let (jobs, total) = (self.jobs(threads), all.len());
        let found: Vec<Option<Found>> = work::run(
            py,
            |desk: &Desk<usize>| {
                let analyser = Analyser::new(&*self.engine, Scope::all(options));
                let done = AtomicUsize::new(0);
                let one = |(): &mut (), number: usize| {
                    let found = analyser.analyse(&all[number].1);
                    desk.tell(done.fetch_add(1, Ordering::Relaxed) + 1);
                    found
                };
                work::each(total, jobs, &|| desk.is_stopped(), || (), one)
            },
            |py, done| tell(progress.as_ref(), py, done, total),
        )?;
        tell(progress.as_ref(), py, total, total)?;
        let mut replayed = record.replayed.clone();
        let thresholds = Thresholds::default();
        for ((game, decision), found) in all.iter().zip(found) {
            let entry =
                decision.entry.and_then(|entry| replayed.record.games[*game].entries.get_mut(entry as usize));
            if let Some((entry, found)) = entry.zip(found) {
                note(entry.notes_mut(), decision, found, &thresholds);
            }
        }
        let analysed = Record {
            format: record.format,
            source: record.source.clone(),
            number: record.number,
            replayed,
            findings: record.findings.clone(),
            given: record.given.clone(),
            is_changed: true,
        };
        let analysed = Py::new(py, PyMatch::new(analysed))?;
        Ok(PyAnalysis { record: Arc::clone(&analysed.get().record), analysed })
    }

    /// The checksum of its weights, in hexadecimal: engines of one version and one checksum give the same numbers.
    #[getter]
    fn weights(&self) -> String {
        format!("{:08x}", self.engine.nets.checksum())
    }

    fn __repr__(&self) -> String {
        format!("<Engine, {} threads>", self.jobs(None))
    }

    /// Another process makes an engine of its own.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Option<usize>,))> {
        Ok((py.get_type::<Self>().getattr("_restored")?, (self.threads,)))
    }

    /// Makes what was pickled.
    #[staticmethod]
    fn _restored(py: Python<'_>, threads: Option<usize>) -> Self {
        Self::new(py, threads)
    }
}

impl PyEngine {
    /// Returns the plays that are rolled out.
    fn chosen(
        &self,
        py: Python<'_>,
        asked: &Asked,
        roll: Roll,
        plays: Option<Vec<Bound<'_, PyAny>>>,
    ) -> PyResult<Vec<PyPlay>> {
        let Some(plays) = plays else {
            let evaluated =
                searched(py, self, asked, Options::default(), |search, board| search.plays(board, roll))?;
            let best = evaluated.into_iter().take(4);
            return Ok(best.map(|evaluated| PyPlay::of(asked.board, roll, evaluated.play)).collect());
        };
        let play = |play: &Bound<'_, PyAny>| match play.cast::<PyPlay>() {
            Ok(play) if *play.get().board == asked.board && play.get().roll == roll => Ok(play.get().clone()),
            Ok(play) => Err(error::other_play(&play.get().text())),
            Err(_) => parsed(&asked.board, roll, &play.extract::<String>()?),
        };
        let plays: Vec<PyPlay> = plays.iter().map(play).collect::<PyResult<_>>()?;
        if plays.is_empty() {
            return Err(PyValueError::new_err("there is no play to roll out"));
        }
        let after = |play: &PyPlay| play.play.after(&play.board);
        let is_again =
            |(number, play): &(usize, &PyPlay)| plays[..*number].iter().any(|p| after(p) == after(play));
        if let Some((_, play)) = plays.iter().enumerate().find(is_again) {
            return Err(PyValueError::new_err(format!("{} is named twice", play.text())));
        }
        Ok(plays)
    }
}

/// Returns the numbers of the games to play.
fn numbers(share: Option<(u64, u64)>, games: u64, error: Option<f32>) -> PyResult<Range<u64>> {
    let Some((number, parts)) = share else { return Ok(0..games) };
    if error.is_some() {
        return Err(PyValueError::new_err("a rule that ends a rollout needs all games: a share has none"));
    }
    rollout::share(number, parts, games).ok_or_else(|| {
        let message = format!("share {number} of {parts} of {games} games: there is no such share");
        PyValueError::new_err(message)
    })
}

/// Plays the games of a rollout on threads, in rounds, and takes them in the order of their numbers. Nothing if no
/// table contains the score.
fn roll_out(
    engine: &Engine,
    state: &CubeState,
    settings: &GameSettings,
    question: &Question,
    rollout: &mut Rollout,
    jobs: usize,
    desk: &Desk<usize>,
) -> Option<()> {
    let table = MatchEquity::reaching(state.most_away());
    let player = || Player::new(engine, table, *state, settings);
    player()?;
    let (starts, first) = (question.starts(), rollout.share().start);
    let round = 2 * Stop::INTERVAL as usize * jobs;
    loop {
        let numbers = rollout.numbers();
        let count = (numbers.end - numbers.start).min(round as u64) as usize;
        if count == 0 || desk.is_stopped() {
            return Some(());
        }
        let wanted: Vec<bool> =
            (0..starts.len()).map(|candidate| rollout.next(candidate).is_some()).collect();
        let play = |player: &mut Option<Player<'_>>, number: usize| {
            let number = numbers.start + number as u64;
            let mut sample = |(start, &is_wanted): (_, &bool)| {
                player.as_mut().filter(|_| is_wanted).map(|player| player.play(start, number))
            };
            let samples: Vec<Option<Sample>> = starts.iter().zip(&wanted).map(&mut sample).collect();
            samples
        };
        let rolled = work::each(count, jobs, &|| desk.is_stopped(), player, play);
        for (number, samples) in rolled.into_iter().enumerate() {
            // What was stopped has no result.
            let samples = samples?;
            let number = numbers.start + number as u64;
            desk.tell((number - first) as usize + 1);
            if rollout.take(number, &samples) == ControlFlow::Break(()) {
                return Some(());
            }
        }
    }
}
