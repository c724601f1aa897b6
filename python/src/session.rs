//! The session that `barpoint.gnubg` drives: on a thread of its own, which every thread of Python can ask.

use crate::board::PyBoard;
use crate::engine::PyEngine;
use crate::error;
use crate::record::{PyMatch, Record};
use barpoint::board::{Board, BySide};
use barpoint::diag::SourceFile;
use barpoint::engine::met::{MatchEquity, Stage, Terms};
use barpoint::engine::{Engine, Evaluator};
use barpoint::formats::Format;
use barpoint::game::{Replayed, Rules};
use barpoint::notation::{GameState, IdState, MatchFields, MatchId};
use barpoint::output::ui::Ui;
use barpoint::repl::dice::Dice;
use barpoint::repl::driver::{self, Options};
use barpoint::repl::host::Host;
use barpoint::repl::lines::Piped;
use barpoint::repl::record::save::{self, Part};
use barpoint::repl::session::Session;
use barpoint::repl::settings::evaluations::Evaluation;
use barpoint::rules::{Outcome, Variant};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::cell::RefCell;
use std::fs;
use std::io::{self, Cursor};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often Ctrl-C is looked for.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// What the session's thread is asked to do.
type Job = Box<dyn FnOnce(&mut Session) + Send>;

/// The world of the session: files, the engine, and nobody to ask.
struct World {
    engine: Rc<Engine>,
    today: (i32, u8, u8),
    is_interrupted: Arc<AtomicBool>,
}

impl Host for World {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        fs::write(path, bytes)
    }

    fn exists(&self, path: &str) -> bool {
        fs::exists(path).unwrap_or(false)
    }

    fn evaluator(&self) -> Result<Option<Rc<dyn Evaluator>>, String> {
        Ok(Some(Rc::clone(&self.engine) as Rc<dyn Evaluator>))
    }

    fn engine(&self) -> Result<Option<Rc<Engine>>, String> {
        Ok(Some(Rc::clone(&self.engine)))
    }

    fn threads(&self) -> u32 {
        crate::work::threads(None) as u32
    }

    fn today(&self) -> (i32, u8, u8) {
        self.today
    }

    fn ask(&mut self, _: &str) -> Option<String> {
        None
    }

    fn confirm(&mut self, _: &str) -> bool {
        true
    }

    fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }
}

/// What a command printed, and whether it ended the session.
type Said = (String, String, bool);

/// A session of GNU Backgammon's command language.
#[pyclass(frozen, module = "barpoint._native", name = "Session")]
pub(crate) struct PySession {
    jobs: Mutex<Sender<Job>>,
    is_interrupted: Arc<AtomicBool>,
}

impl PySession {
    /// Asks the session's thread, without the interpreter's lock. Ctrl-C interrupts what runs there.
    fn asked<T: Send + 'static>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&mut Session) -> T + Send + 'static,
    ) -> PyResult<T> {
        let (sender, receiver) = mpsc::channel();
        let job: Job = Box::new(move |session| {
            // Nobody listens any more where Python itself has come to its end.
            let _ = sender.send(job(session));
        });
        let gone = || PyRuntimeError::new_err("the session has come to its end");
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).send(job).map_err(|_| gone())?;
        py.detach(move || {
            let mut failed = None;
            loop {
                match receiver.recv_timeout(HEARTBEAT) {
                    Ok(found) => {
                        self.is_interrupted.store(false, Ordering::Relaxed);
                        return failed.map_or(Ok(found), Err);
                    }
                    Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                    Err(RecvTimeoutError::Timeout) if failed.is_none() => {
                        if let Err(error) = Python::attach(|py| py.check_signals()) {
                            failed = Some(error);
                            self.is_interrupted.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
    }
}

/// What is known of the session at a moment.
struct Facts {
    is_begun: bool,
    is_playing: bool,
    board: Board,
    fields: MatchFields,
    rules: Rules,
    evaluation: [Evaluation; 2],
    /// The dice in the order in which they were rolled.
    dice: (u8, u8),
}

fn facts(session: &Session) -> Facts {
    let fields = session.fields();
    let judges = session.settings.evaluations.of_hint();
    let dice = fields.dice.map_or((0, 0), |roll| {
        let (high, low) = (roll.high().pips(), roll.low().pips());
        if session.game.low_first == Some(roll) { (low, high) } else { (high, low) }
    });
    Facts {
        is_begun: session.is_begun() || !session.game.history.games.is_empty(),
        is_playing: session.is_playing(),
        board: session.board(),
        fields,
        rules: session.game.state.rules().clone(),
        evaluation: [judges.plays.evaluation, judges.cube.evaluation],
        dice,
    }
}

/// Takes a command.
fn command(session: &mut Session, line: &str) -> io::Result<Said> {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    // A script that catches the exception of `quit` continues.
    session.input.is_over = false;
    {
        let mut ui = Ui::new(&mut out, &mut err);
        let lines =
            RefCell::new(Piped::new(Cursor::new(format!("{}\n", line.replace('\n', " ")).into_bytes())));
        driver::run(session, driver::TYPED, &lines, Options::default(), &mut ui)?;
        ui.flush()?;
    }
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok((text(out), text(err), session.input.is_over))
}

#[pymethods]
impl PySession {
    /// Begins a session with an engine and the date of today.
    #[new]
    fn new(engine: &Bound<'_, PyEngine>, user: String, today: (i32, u8, u8)) -> Self {
        let engine = Arc::clone(&engine.get().engine);
        let is_interrupted = Arc::new(AtomicBool::new(false));
        let of_world = Arc::clone(&is_interrupted);
        let (sender, receiver) = mpsc::channel::<Job>();
        thread::spawn(move || {
            let world = World { engine: Rc::new((*engine).clone()), today, is_interrupted: of_world };
            let mut session = Session::new(Box::new(world), Dice::from_system());
            session.settings.compat = true;
            session.settings.default_names = BySide::new("gnubg".to_owned(), user);
            session.game.names = session.settings.default_names.clone();
            session.kept.replaces_files = true;
            for job in receiver {
                job(&mut session);
            }
        });
        Self { jobs: Mutex::new(sender), is_interrupted }
    }

    /// Takes a command, and returns what it printed to both streams, and whether it ended the session.
    fn command(&self, py: Python<'_>, line: String) -> PyResult<Said> {
        self.asked(py, move |session| command(session, &line))?.map_err(Into::into)
    }

    /// Returns what is known of the session.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = self.asked(py, |session| facts(session))?;
        let MatchFields {
            cube,
            owner,
            on_roll,
            crawford,
            turn,
            double_offered,
            resignation,
            length,
            score,
            ..
        } = facts.fields;
        let dict = PyDict::new(py);
        dict.set_item("is_begun", facts.is_begun)?;
        dict.set_item("is_playing", facts.is_playing)?;
        dict.set_item("board", Py::new(py, PyBoard(facts.board))?)?;
        let ids = IdState::new(facts.board, facts.fields);
        let position_id = ids.position_id().map_err(|found| error::id(&found))?.0;
        dict.set_item("position_id", position_id.to_string())?;
        // Between two games GNU Backgammon's flags contradict the score.
        dict.set_item("match_id", MatchId::unchecked(&facts.fields).to_string())?;
        dict.set_item("cube", cube)?;
        dict.set_item("owner", owner.map_or(-1, |owner| owner.index() as i8))?;
        dict.set_item("move", on_roll.index())?;
        dict.set_item("turn", turn.index())?;
        dict.set_item("crawford", u8::from(crawford))?;
        dict.set_item("doubled", u8::from(double_offered))?;
        dict.set_item("resigned", resignation.map_or(0, Outcome::multiplier))?;
        dict.set_item("gamestate", state_number(facts.fields.state))?;
        dict.set_item("matchto", length)?;
        dict.set_item("score", PyTuple::new(py, score.0)?)?;
        dict.set_item("dice", facts.dice)?;
        dict.set_item("jacoby", u8::from(facts.rules.jacoby && length == 0))?;
        dict.set_item("bgv", variant_number(facts.rules.variant))?;
        let names = ["plays", "cubes"];
        for (name, evaluation) in names.into_iter().zip(facts.evaluation) {
            let Evaluation { plies, cubeful, prune, noise, deterministic } = evaluation;
            let numbers = (u8::from(cubeful), plies, u8::from(deterministic), u8::from(prune), noise);
            dict.set_item(name, numbers)?;
        }
        Ok(dict)
    }

    /// Returns the match of the session; `None` if nothing was begun.
    fn r#match(&self, py: Python<'_>) -> PyResult<Option<PyMatch>> {
        let found: Option<Replayed> = self.asked(py, |session| {
            (!session.game.history.games.is_empty()).then(|| save::replayed(session, Part::Match))
        })?;
        let Some(replayed) = found else { return Ok(None) };
        let format = Format::by_name("json").ok_or_else(|| PyValueError::new_err("there is no JSON"))?;
        let source = SourceFile::binary("session", Vec::new(), 0)
            .map_err(|_| PyValueError::new_err("the session is too large"))?;
        let record = Record { format, source, number: 1, replayed, findings: Vec::new(), is_changed: true };
        Ok(Some(PyMatch::new(record)))
    }

    /// Draws rolls from the session's dice.
    fn dice(&self, py: Python<'_>, count: usize) -> PyResult<Vec<(u8, u8)>> {
        self.asked(py, move |session| {
            let roll = |_| session.dice.roll().map(|(first, second)| (first.pips(), second.pips()));
            (0..count).map_while(roll).collect()
        })
    }

    /// Returns how many games there are, the present one, how many moves each has, and after how many the session stands.
    fn place(&self, py: Python<'_>) -> PyResult<(usize, Vec<usize>, usize)> {
        self.asked(py, |session| {
            let history = &session.game.history;
            (history.game, history.games.iter().map(|game| game.moves.len()).collect(), history.at)
        })
    }
}

/// Returns GNU Backgammon's number of a state.
const fn state_number(state: GameState) -> u8 {
    match state {
        GameState::None => 0,
        GameState::Playing => 1,
        GameState::Over => 2,
        GameState::Resigned => 3,
        GameState::Dropped => 4,
    }
}

/// Returns GNU Backgammon's number of a variant; 0 for those that it doesn't have.
const fn variant_number(variant: Variant) -> u8 {
    match variant {
        Variant::Nackgammon => 1,
        Variant::Hypergammon1 => 2,
        Variant::Hypergammon2 => 3,
        Variant::Hypergammon3 => 4,
        _ => 0,
    }
}

/// The stage of a score, and what a game ends with there, seen by a player.
fn terms(away: usize, opponent: usize, is_crawford: bool, cube: usize) -> PyResult<Terms> {
    let one_away = away == 1 || opponent == 1;
    let stage = if one_away && !is_crawford { Stage::After } else { Stage::Before };
    Terms::at(MatchEquity::reaching(away.max(opponent)), away, opponent, stage, cube).ok_or_else(error::score)
}

/// Returns the value of a gammon and of a backgammon beyond it, as shares of the half of what winning gains over losing.
#[pyfunction]
pub(crate) fn gammon_prices(
    away: usize,
    opponent: usize,
    is_crawford: bool,
    cube: usize,
) -> PyResult<(f32, f32)> {
    let terms = terms(away, opponent, is_crawford, cube)?;
    Ok((2.0 * terms.gammon_price(), 2.0 * (terms.backgammon_price() - terms.gammon_price())))
}

/// Turns an equity into the chance to win the match.
#[pyfunction]
pub(crate) fn chance_of(
    away: usize,
    opponent: usize,
    is_crawford: bool,
    cube: usize,
    equity: f32,
) -> PyResult<f32> {
    Ok(terms(away, opponent, is_crawford, cube)?.worth_of(equity))
}

/// Turns a chance to win the match into an equity.
#[pyfunction]
pub(crate) fn equity_of(
    away: usize,
    opponent: usize,
    is_crawford: bool,
    cube: usize,
    chance: f32,
) -> PyResult<f32> {
    Ok(terms(away, opponent, is_crawford, cube)?.equity(chance))
}

/// Returns the chance to win a match at a score; `is_after` if the Crawford game is over.
#[pyfunction]
pub(crate) fn match_chance(length: usize, away: usize, opponent: usize, is_after: bool) -> Option<f32> {
    let stage = if is_after { Stage::After } else { Stage::Before };
    MatchEquity::reaching(length).chance(away, opponent, stage)
}
