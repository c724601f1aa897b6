//! Exceptions: each has a stable code, and a place where there is one.

use barpoint::notation::play::PlaySyntaxError;
use barpoint::notation::{self, IdError, IdState, Identified, identify::IdentifyError};
use barpoint::rules::IllegalPlay;
use barpoint::{OpenError, formats::split::SplitError};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOSError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::{PyTypeInfo, create_exception};
use std::io;
use std::path::Path;

create_exception!(
    barpoint,
    BarpointError,
    PyValueError,
    "The base of all exceptions of this package. `code` is a stable word for the reason, `place` says where in the \
     input it is, and is `None` where there is no such place."
);
create_exception!(barpoint, IdError_, BarpointError, "A text that isn't the ID it should be.");
create_exception!(
    barpoint,
    RecordError,
    BarpointError,
    "A file that isn't a match record, or can't be read as one."
);
create_exception!(barpoint, IllegalPlayError, BarpointError, "A play that can't be read or isn't legal.");
create_exception!(barpoint, UnknownScoreError, BarpointError, "A score that no match equity table contains.");

/// Makes an exception with its code and its place.
pub(crate) fn raised<E: PyTypeInfo>(message: String, code: &str, place: Option<u32>) -> PyErr {
    Python::attach(|py| {
        let error = PyErr::from_type(py.get_type::<E>(), message);
        let value = error.value(py);
        // Attributes of an exception of ours can always be set.
        let _ = value.setattr("code", code);
        let _ = value.setattr("place", place);
        error
    })
}

/// Takes a number as an argument: one out of range is a `ValueError`.
pub(crate) fn number<'py, T: FromPyObjectOwned<'py>>(value: &Bound<'py, PyAny>) -> PyResult<T> {
    value.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        if error.is_instance_of::<PyOverflowError>(value.py()) { out_of_range(value) } else { error }
    })
}

/// Takes a number of threads as an argument.
pub(crate) fn threads(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    match number(value)? {
        Some(0) => Err(out_of_range(value)),
        threads => Ok(threads),
    }
}

fn out_of_range(value: &Bound<'_, PyAny>) -> PyErr {
    PyValueError::new_err(format!("{value} is out of range"))
}

/// Reads an ID of any kind, as a whole.
pub(crate) fn read_id(text: &str, checkers: u8) -> PyResult<IdState> {
    let found = notation::identify(text, checkers).and_then(Identified::whole);
    Ok(found.map_err(|error| identify(&error))?.state)
}

/// The exception of a text in which there is no ID, or a wrong one.
fn identify(error: &IdentifyError) -> PyErr {
    let code = match error {
        IdentifyError::Nothing => "id-missing",
        IdentifyError::Length(_) => "id-length",
        _ => "id-invalid",
    };
    raised::<IdError_>(error.to_string(), code, None)
}

/// The exception of an ID that can't be written.
pub(crate) fn id(error: &IdError) -> PyErr {
    raised::<IdError_>(error.to_string(), "id-impossible", None)
}

/// The exception of a board that can't be.
pub(crate) fn board(reasons: &[String]) -> PyErr {
    raised::<IdError_>(format!("not a board: {}", reasons.join("; ")), "position-invalid", None)
}

/// The exception of a text that isn't a play; its place is the character, counted from 1.
pub(crate) fn syntax(text: &str, error: &PlaySyntaxError) -> PyErr {
    let message = format!("{text:?} isn't a play: {}", error.reason);
    raised::<IllegalPlayError>(message, "play-syntax", Some(error.span.start + 1))
}

/// The exception of a play that the rules forbid; its place is the leg, counted from 1.
pub(crate) fn illegal(text: &str, error: &IllegalPlay) -> PyErr {
    let place = error.leg.map(|leg| leg as u32 + 1);
    raised::<IllegalPlayError>(format!("{text:?}: {}", error.reason), "play-illegal", place)
}

/// The exception of the system, as `open` raises it: with its number, its reason and the file, which select the class.
pub(crate) fn io(error: &io::Error, path: Option<&Path>) -> PyErr {
    let Some(code) = error.raw_os_error() else { return PyOSError::new_err(error.to_string()) };
    let reason = error.to_string();
    let reason = reason.trim_end_matches(&format!(" (os error {code})")).to_owned();
    let path = path.map(|path| path.as_os_str().to_owned());
    // On Windows the number is Windows' own, from which Python finds the other.
    if cfg!(windows) {
        return PyOSError::new_err((0, reason, path, code));
    }
    PyOSError::new_err((code, reason, path))
}

/// The exception of a file that can't be read as a record.
pub(crate) fn open(error: OpenError, path: Option<&Path>) -> PyErr {
    match error {
        OpenError::Unreadable(SplitError::Io(error)) => io(&error, path),
        OpenError::Unreadable(SplitError::TooLarge { line, .. }) => {
            raised::<RecordError>(error.to_string(), "record-too-large", u32::try_from(line).ok())
        }
        OpenError::NotARecord => raised::<RecordError>(error.to_string(), "record-missing", None),
        error => raised::<RecordError>(error.to_string(), "record-unreadable", None),
    }
}

/// The exception of a match that is too long.
pub(crate) fn score() -> PyErr {
    let message = "a player needs more than 64 points: no match equity table goes that far";
    raised::<UnknownScoreError>(message.to_owned(), "score-unknown", None)
}

/// The exception of a play that belongs to something else.
pub(crate) fn other_play(text: &str) -> PyErr {
    let message = format!("{text:?} is a play of another board or roll");
    raised::<IllegalPlayError>(message, "play-board", None)
}

/// The exception of a position of which there is nothing to evaluate.
pub(crate) fn settled(message: &str) -> PyErr {
    raised::<BarpointError>(message.to_owned(), "position-settled", None)
}

/// Adds the exceptions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    for (name, class) in [
        ("BarpointError", py.get_type::<BarpointError>()),
        ("IdError", py.get_type::<IdError_>()),
        ("RecordError", py.get_type::<RecordError>()),
        ("IllegalPlayError", py.get_type::<IllegalPlayError>()),
        ("UnknownScoreError", py.get_type::<UnknownScoreError>()),
    ] {
        // So that a traceback and a pickle have the name under which it is imported.
        class.setattr("__name__", name)?;
        class.setattr("__qualname__", name)?;
        class.setattr("code", "unknown")?;
        class.setattr("place", py.None())?;
        module.add(name, class)?;
    }
    Ok(())
}
