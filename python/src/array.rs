//! Batches of positions as NumPy arrays. They cross the border as bytes, so that nothing of NumPy is needed to build with.

use crate::board::{LANES, board_of_lanes};
use crate::error;
use crate::work::{self, Desk};
use barpoint::Board;
use barpoint::engine::cube::CubeState;
use barpoint::engine::met::MatchEquity;
use barpoint::engine::search::{MOST_PLIES, Options, Search};
use barpoint::engine::{Chances, Engine};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

/// The positions that a thread evaluates between two looks at Ctrl-C, by the number of plies: the fewest that are worth
/// a thread, and the most.
const SHARES: [(usize, usize); MOST_PLIES as usize + 1] = [(64, 2_048), (1, 64), (1, 8), (1, 1)];

/// Returns how many positions make a share: enough shares for all threads to end at about the same time.
fn share(count: usize, jobs: usize, plies: u8) -> usize {
    let (least, most) = SHARES[usize::from(plies.min(MOST_PLIES))];
    (count / jobs.saturating_mul(4)).clamp(least, most)
}

/// Returns `true` if a value is an array, by what NumPy and others put on theirs.
pub(crate) fn is_array(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.hasattr("__array_interface__")
}

/// Evaluates a row for each position, and returns an array of the rows' chances and equities.
pub(crate) fn evaluated<'py>(
    array: &Bound<'py, PyAny>,
    engine: &Engine,
    options: Options,
    jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let numpy = py.import("numpy")?;
    let array = as_lanes(&numpy, array)?;
    let (count, width): (usize, usize) = array
        .getattr("shape")?
        .extract()
        .map_err(|_| PyValueError::new_err("an array of positions has two dimensions"))?;
    if width != LANES && width != LANES - 2 {
        let message = format!("rows of {width} numbers; a position has {} or {LANES}", LANES - 2);
        return Err(PyValueError::new_err(message));
    }
    let bytes = array.call_method0("tobytes")?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    let size = share(count, jobs, options.plies);
    let found = work::run(
        py,
        |desk: &Desk<()>| {
            work::each(
                count.div_ceil(size),
                jobs,
                &|| desk.is_stopped(),
                || search(engine, options),
                |search, share| {
                    let rows = bytes.chunks_exact(width).enumerate().skip(share * size).take(size);
                    let boards: Result<Vec<Board>, (usize, Vec<String>)> =
                        rows.map(|(row, lanes)| board(lanes).map_err(|reasons| (row, reasons))).collect();
                    boards.map(|boards| {
                        values(engine, search, &boards).into_iter().map(row).collect::<Vec<_>>()
                    })
                },
            )
        },
        |_, ()| Ok(()),
    )?;
    let mut rows = Vec::with_capacity(count);
    for share in found.into_iter().flatten() {
        let share = share.map_err(|(row, reasons)| {
            error::raised::<error::IdError_>(
                format!("row {row}: not a board: {}", reasons.join("; ")),
                "position-invalid",
                u32::try_from(row).ok(),
            )
        })?;
        rows.extend(share);
    }
    let bytes = PyByteArray::new(py, bytemuck::cast_slice(&rows));
    let flat = numpy.call_method1("frombuffer", (bytes, "float32"))?;
    flat.call_method1("reshape", ((count, 6),))
}

/// Makes signed bytes of an array of integers; numbers that don't fit are no board.
fn as_lanes<'py>(numpy: &Bound<'py, PyModule>, array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let array = numpy.call_method1("asarray", (array,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if kind != "i" && kind != "u" {
        return Err(PyValueError::new_err("an array of positions holds integers"));
    }
    let clipped = if array.getattr("dtype")?.getattr("itemsize")?.extract::<usize>()? == 1 && kind == "i" {
        array
    } else {
        numpy.call_method1("clip", (array, -128, 127))?
    };
    numpy.call_method1("ascontiguousarray", (clipped, "int8"))
}

fn board(lanes: &[u8]) -> Result<Board, Vec<String>> {
    let mut signed = [0_i8; LANES];
    for (signed, &lane) in signed.iter_mut().zip(lanes) {
        *signed = lane as i8;
    }
    board_of_lanes(&signed[..lanes.len()])
}

/// Returns what the result has for a position.
fn row(chances: Chances) -> [f32; 6] {
    [chances.win(), chances.win_gammon(), chances.0[5], chances.lose_gammon(), chances.0[0], chances.equity()]
}

/// Makes what searches positions without the cube; nothing where none is searched.
fn search(engine: &Engine, options: Options) -> Option<Search<'_>> {
    let table = MatchEquity::reaching(0);
    let options = Options { cubeful: false, ..options };
    // A money game has no score that a table could lack.
    (options.plies > 0).then(|| Search::new(engine, table, CubeState::CUBELESS, options))?
}

/// Evaluates positions without the cube.
fn values(engine: &Engine, search: &mut Option<Search<'_>>, boards: &[Board]) -> Vec<Chances> {
    match search {
        None => engine.evaluate_all(boards),
        Some(search) => boards.iter().map(|board| search.evaluate(board).chances).collect(),
    }
}
