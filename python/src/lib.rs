//! The native half of the Python package `barpoint`: its classes and functions, on the library of the same name.
//!
//! Everything that a user calls is documented where Python's `help` shows it; `barpoint/_native.pyi` has the types.

mod array;
mod board;
mod engine;
mod error;
mod input;
mod position;
mod record;
mod roll;
mod rollout;
#[cfg(feature = "gnubg")]
mod session;
mod table;
#[cfg(feature = "gnubg")]
mod tally;
mod work;

use pyo3::prelude::*;

/// Fails to compile for a type that Python can't hold: it aligns its objects to 16 bytes.
const fn is_held<T>() {
    assert!(align_of::<T>() <= 16, "the type needs a larger alignment than Python's objects have");
}

const _: () = {
    is_held::<roll::PyRoll>();
    is_held::<board::PyBoard>();
    is_held::<board::PyPlay>();
    is_held::<position::PyPosition>();
    is_held::<record::PyMatch>();
    is_held::<record::PyGame>();
    is_held::<record::PyDecision>();
    is_held::<record::PyFinding>();
    is_held::<record::PyFix>();
    is_held::<engine::PyEngine>();
    is_held::<engine::PyEvaluation>();
    is_held::<engine::PyCandidate>();
    is_held::<engine::PyCubeDecision>();
    is_held::<engine::PyAnalysis>();
    is_held::<engine::PyPerformance>();
    is_held::<rollout::PyRolloutState>();
    is_held::<table::PyDecisionTable>();
};

/// The native module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<roll::PyRoll>()?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<board::PyPlay>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<record::PyMatch>()?;
    module.add_class::<record::PyGame>()?;
    module.add_class::<record::PyDecision>()?;
    module.add_class::<record::PyFinding>()?;
    module.add_class::<record::PyFix>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<engine::PyEvaluation>()?;
    module.add_class::<engine::PyCandidate>()?;
    module.add_class::<engine::PyCubeDecision>()?;
    module.add_class::<engine::PyAnalysis>()?;
    module.add_class::<engine::PyPerformance>()?;
    module.add_class::<table::PyDecisionTable>()?;
    module.add_class::<rollout::PyRolloutState>()?;
    module.add_function(wrap_pyfunction!(rollout::merge, module)?)?;
    module.add_function(wrap_pyfunction!(record::read, module)?)?;
    module.add_function(wrap_pyfunction!(record::check, module)?)?;
    module.add_function(wrap_pyfunction!(table::decisions, module)?)?;
    #[cfg(feature = "gnubg")]
    {
        module.add_class::<session::PySession>()?;
        module.add_class::<tally::PyTally>()?;
        module.add_function(wrap_pyfunction!(tally::stats, module)?)?;
        module.add_class::<session::PyMatchEquities>()?;
    }
    error::add_to(module)
}
