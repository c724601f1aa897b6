//! `Roll`: two dice.

use crate::error::{self, BarpointError, raised};
use barpoint::Roll;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A roll of two dice, the larger one first; the order of the arguments doesn't matter.
///
/// >>> from barpoint import Roll
/// >>> Roll("13") == Roll(3, 1)
/// True
/// >>> str(Roll("13")), list(Roll("13")), Roll("13").weight
/// ('31', [3, 1], 2)
#[pyclass(frozen, eq, ord, module = "barpoint", name = "Roll")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyRoll(pub(crate) Roll);

/// Reads two numbers, or a text such as `31`.
fn of_text(text: &str) -> PyResult<Roll> {
    text.parse().map_err(|error| raised::<BarpointError>(format!("{text:?}: {error}"), "roll-invalid", None))
}

fn of_pips(high: i64, low: i64) -> PyResult<Roll> {
    let pips = |pips| u8::try_from(pips).unwrap_or(0);
    Roll::from_pips(pips(high), pips(low)).ok_or_else(|| {
        let message = format!("dice {high} and {low}: a die shows 1 to 6");
        raised::<BarpointError>(message, "roll-invalid", None)
    })
}

/// Converts a `Roll`, a text such as `31` or a sequence of two numbers to a roll.
pub(crate) fn roll_of(value: &Bound<'_, PyAny>) -> PyResult<Roll> {
    if let Ok(roll) = value.cast::<PyRoll>() {
        return Ok(roll.get().0);
    }
    if let Ok(text) = value.extract::<String>() {
        return of_text(&text);
    }
    let [high, low]: [i64; 2] = value
        .extract()
        .map_err(|_| PyTypeError::new_err("a roll is a Roll, a text such as '31' or two numbers"))?;
    of_pips(high, low)
}

#[pymethods]
impl PyRoll {
    #[new]
    #[pyo3(signature = (roll, low=None, /))]
    fn new(
        roll: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = error::number)] low: Option<i64>,
    ) -> PyResult<Self> {
        match low {
            None => roll_of(roll).map(Self),
            Some(low) => of_pips(error::number(roll)?, low).map(Self),
        }
    }

    /// All 21 rolls in the order 11, 12, …, 16, 22, …, 66.
    ///
    /// >>> sum(roll.weight for roll in Roll.all())
    /// 36
    #[staticmethod]
    fn all() -> Vec<Self> {
        Roll::ALL.map(Self).to_vec()
    }

    /// The larger die.
    #[getter]
    fn high(&self) -> u8 {
        self.0.high().pips()
    }

    /// The smaller die.
    #[getter]
    fn low(&self) -> u8 {
        self.0.low().pips()
    }

    /// `True` if both dice are equal.
    #[getter]
    fn is_doublet(&self) -> bool {
        self.0.is_doublet()
    }

    /// The frequency of the roll out of 36: 1 for a doublet, otherwise 2.
    #[getter]
    fn weight(&self) -> u32 {
        self.0.weight()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Roll('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        hash_of(self)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyTuple::new(py, [self.high(), self.low()])?.try_iter()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().into_any(), (self.0.to_string(),)))
    }
}

/// Returns a hash that is the same in every process.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
