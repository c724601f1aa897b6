//! The session that `barpoint.gnubg` drives: on a thread of its own, which every thread of Python can ask.

use crate::engine::PyEngine;
use crate::error;
use barpoint::board::BySide;
use barpoint::engine::met::{MatchEquity, Stage, Terms};
use barpoint::engine::{Engine, Evaluator};
use barpoint::repl::dice::Dice;
use barpoint::repl::host::Host;
use barpoint::repl::scripting::answered;
use barpoint::repl::session::Session;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::fs;
use std::io;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often Ctrl-C is looked for.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// What the session's thread is asked, and where it answers.
type Job = (String, Sender<String>);

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

    fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }
}

/// A session of GNU Backgammon's command language.
#[pyclass(frozen, module = "barpoint._native", name = "Session")]
pub(crate) struct PySession {
    jobs: Mutex<Sender<Job>>,
    is_interrupted: Arc<AtomicBool>,
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
            for (request, answers) in receiver {
                // Nobody listens any more where Python itself has come to its end.
                let _ = answers.send(answered(&mut session, &request));
            }
        });
        Self { jobs: Mutex::new(sender), is_interrupted }
    }

    /// Asks the session, without the interpreter's lock: a request and its answer in JSON. Ctrl-C interrupts what runs there.
    fn ask(&self, py: Python<'_>, request: String) -> PyResult<String> {
        let (sender, receiver) = mpsc::channel();
        let gone = || PyRuntimeError::new_err("the session has come to its end");
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.send((request, sender)).map_err(|_| gone())?;
        drop(jobs);
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

/// The match equity table of a session.
#[pyclass(frozen, module = "barpoint._native", name = "MatchEquities")]
pub(crate) struct PyMatchEquities(Arc<MatchEquity>);

#[pymethods]
impl PyMatchEquities {
    /// Reads what a session answered.
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let table = serde_json::from_str(text).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Self(Arc::new(table)))
    }

    /// Returns an engine that evaluates with this table.
    fn engine(&self, engine: &Bound<'_, PyEngine>) -> PyEngine {
        engine.get().with_table(Arc::clone(&self.0))
    }

    /// Returns the chance to win a match at a score; `is_after` if the Crawford game is over.
    fn chance(&self, away: usize, opponent: usize, is_after: bool) -> Option<f32> {
        self.0.chance(away, opponent, if is_after { Stage::After } else { Stage::Before })
    }

    /// Returns the value of a gammon and of a backgammon beyond it, as shares of the half of what winning gains over losing.
    fn gammon_prices(
        &self,
        away: usize,
        opponent: usize,
        is_crawford: bool,
        cube: usize,
    ) -> PyResult<(f32, f32)> {
        let terms = self.terms(away, opponent, is_crawford, cube)?;
        Ok((2.0 * terms.gammon_price(), 2.0 * (terms.backgammon_price() - terms.gammon_price())))
    }

    /// Turns an equity into the chance to win the match.
    fn chance_of(
        &self,
        away: usize,
        opponent: usize,
        is_crawford: bool,
        cube: usize,
        equity: f32,
    ) -> PyResult<f32> {
        Ok(self.terms(away, opponent, is_crawford, cube)?.worth_of(equity))
    }

    /// Turns a chance to win the match into an equity.
    fn equity_of(
        &self,
        away: usize,
        opponent: usize,
        is_crawford: bool,
        cube: usize,
        chance: f32,
    ) -> PyResult<f32> {
        Ok(self.terms(away, opponent, is_crawford, cube)?.equity(chance))
    }
}

impl PyMatchEquities {
    /// Returns what a game ends with at a score, seen by a player.
    fn terms(&self, away: usize, opponent: usize, is_crawford: bool, cube: usize) -> PyResult<Terms> {
        let one_away = away == 1 || opponent == 1;
        let stage = if one_away && !is_crawford { Stage::After } else { Stage::Before };
        Terms::at(&self.0, away, opponent, stage, cube).ok_or_else(error::score)
    }
}
