//! The statistics of an archive: `stats` and `Tally`.

use crate::error::raised;
use crate::input::Input;
use crate::record::Given;
use barpoint::analysis::{PointPlace, Tally, Together};
use barpoint::output::stats::{Page, Shown};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::error::BarpointError;

/// The statistics of matches, as `barpoint stats` counts them: games, results, cubes, dice and openings by player, and
/// the error rates if the records contain analyses. You can add tallies: the sum in the order of the records is the
/// tally of all records, the same to the bit. `Tally(tallies)` adds up any number; `+` copies the sum each time.
///
/// Players are counted by their names as written, and a match that is in two records is counted twice. The dice are
/// tested for the archive and for each player.
///
/// >>> import barpoint
/// >>> tally = barpoint.stats("testdata/mat/valid/one-point.mat") + barpoint.stats("testdata/mat/valid/seven-points.mat")
/// >>> tally.matches, tally.games, tally == barpoint.Tally([tally])
/// (2, 2, True)
/// >>> archive, *players = tally.to_dicts()
/// >>> archive["games"], [line["scope"] for line in players][:1]
/// (2, ['player'])
#[pyclass(frozen, eq, module = "barpoint", name = "Tally")]
#[derive(Clone, Default, PartialEq)]
pub(crate) struct PyTally {
    tally: Tally,
    /// The matches of the input, also those that aren't games.
    seen: u64,
}

impl PyTally {
    /// Adds the matches of later input.
    fn append(&mut self, later: &Self) {
        self.tally.append(later.tally.clone().after(self.seen));
        self.seen += later.seen;
    }
}

#[pymethods]
impl PyTally {
    #[new]
    #[pyo3(signature = (tallies=None, /))]
    fn new(tallies: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut sum = Self::default();
        if let Some(tallies) = tallies {
            for tally in tallies.try_iter()? {
                let tally = tally?;
                sum.append(tally.cast::<Self>()?.get());
            }
        }
        Ok(sum)
    }

    /// The matches to a number of points, and the money sessions.
    #[getter]
    fn matches(&self) -> u64 {
        self.tally.all.matches + self.tally.all.sessions
    }

    /// The games.
    #[getter]
    fn games(&self) -> u64 {
        self.tally.all.games
    }

    /// The matches with at least one analysed decision or roll.
    #[getter]
    fn analysed(&self) -> u64 {
        self.tally.all.analyses.analysed
    }

    /// The names of the players, sorted.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.tally.players.keys().cloned().collect()
    }

    /// The lines of `barpoint stats --json`, as dictionaries: the archive, then each player. `alpha` is the level of
    /// the tests of the dice.
    #[pyo3(signature = (*, alpha=0.05))]
    fn to_dicts<'py>(&self, py: Python<'py>, alpha: f64) -> PyResult<Bound<'py, PyList>> {
        if !(alpha > 0.0 && alpha < 1.0) {
            return Err(PyValueError::new_err("alpha is a chance between 0 and 1"));
        }
        let lines = py.detach(|| {
            let together = Together::default();
            let shown = Shown { named: &[], most: 0, replies: false, alpha, twice: &[], together: &together };
            let page = Page::new(&self.tally, &shown);
            page.lines().iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()
        });
        let lines = lines.map_err(|error| raised::<BarpointError>(error.to_string(), "internal", None))?;
        let loads = py.import("json")?.getattr("loads")?;
        PyList::new(py, lines.iter().map(|line| loads.call1((line,))).collect::<PyResult<Vec<_>>>()?)
    }

    fn __add__(&self, later: &Self) -> Self {
        let mut sum = self.clone();
        sum.append(later);
        sum
    }

    fn __repr__(&self) -> String {
        let players = self.tally.players.len();
        format!("<Tally of {} matches, {} games, {players} players>", self.matches(), self.games())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, u64))> {
        Ok((py.get_type::<Self>().getattr("_restored")?, (self.tally.to_json(), self.seen)))
    }

    /// Makes what was pickled.
    #[staticmethod]
    fn _restored(text: &str, seen: u64) -> PyResult<Self> {
        let tally = Tally::from_json(text);
        let tally =
            tally.map_err(|error| raised::<BarpointError>(error.to_string(), "state-mismatch", None))?;
        Ok(Self { tally, seen })
    }
}

/// Counts the matches of a file, as `barpoint stats` does. The arguments are those of `read`.
///
/// >>> import barpoint
/// >>> barpoint.stats("testdata/mat/valid/seven-points.mat").players
/// ['gnubg', 'root']
#[pyfunction]
#[pyo3(signature = (path_or_bytes, /, *, name=None, rules=None))]
pub(crate) fn stats(
    py: Python<'_>,
    path_or_bytes: &Bound<'_, PyAny>,
    name: Option<&str>,
    rules: Option<Vec<String>>,
) -> PyResult<PyTally> {
    let (input, given) = (Input::of(path_or_bytes, name)?, Given::of(rules.unwrap_or_default())?);
    let (name, mut sum) = (input.name.clone(), PyTally::default());
    py.detach(|| {
        for record in input.records(&given)? {
            sum.seen += 1;
            let place = PointPlace { order: sum.seen, path: name.as_str().into(), number: record.number };
            sum.tally.append(Tally::of_match(&record.replayed, &record.findings).at(&place));
        }
        Ok(sum)
    })
}
