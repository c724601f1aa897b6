//! `decisions`: the decisions of matches as an Arrow table, handed over by the PyCapsule interface, so that every data
//! frame library reads it and none is needed here.

use crate::engine::PyAnalysis;
use crate::record::{PyMatch, Record};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, LargeStringArray, RecordBatch, RecordBatchIterator,
    UInt8Array, UInt16Array, UInt32Array, UInt64Array, make_array,
};
use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, Field, SchemaRef};
use barpoint::output::decisions::of_replayed;
use barpoint::output::json::DecisionJson;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;

/// The rows of a batch, at most.
const ROWS: usize = 1 << 16;

/// A column: its name, whether a row can lack a value, and what makes it of lines.
type Column = (&'static str, bool, fn(&[DecisionJson]) -> ArrayRef);

/// The columns have the names and the order of the keys that `barpoint replay` prints, without the version of the
/// schema and what only findings have.
const COLUMNS: [Column; 32] = [
    ("path", false, |lines| column::<LargeStringArray, _>(lines, |line| Some(line.path.as_str()))),
    ("match", false, |lines| column::<UInt32Array, _>(lines, |line| Some(line.r#match))),
    ("game", true, |lines| column::<UInt32Array, _>(lines, |line| line.game)),
    ("move", true, |lines| column::<UInt32Array, _>(lines, |line| line.r#move)),
    ("decision", true, |lines| column::<UInt32Array, _>(lines, |line| line.decision)),
    ("line", true, |lines| column::<UInt64Array, _>(lines, |line| line.line)),
    ("action", false, |lines| column::<LargeStringArray, _>(lines, |line| Some(line.action))),
    ("side", true, |lines| column::<UInt8Array, _>(lines, |line| line.side)),
    ("player", true, |lines| column::<LargeStringArray, _>(lines, |line| line.player.as_deref())),
    ("opponent", true, |lines| column::<LargeStringArray, _>(lines, |line| line.opponent.as_deref())),
    ("length", true, |lines| column::<UInt16Array, _>(lines, |line| line.length)),
    ("score", true, |lines| column::<UInt32Array, _>(lines, |line| line.score)),
    ("opponent_score", true, |lines| column::<UInt32Array, _>(lines, |line| line.opponent_score)),
    ("crawford", true, |lines| column::<BooleanArray, _>(lines, |line| line.crawford)),
    ("cube", true, |lines| column::<UInt32Array, _>(lines, |line| line.cube)),
    ("cube_owner", true, |lines| column::<UInt8Array, _>(lines, |line| line.cube_owner)),
    ("offered", true, |lines| column::<UInt32Array, _>(lines, |line| line.offered)),
    ("roll", true, |lines| column::<LargeStringArray, _>(lines, |line| line.roll.as_deref())),
    ("play", true, |lines| column::<LargeStringArray, _>(lines, |line| line.play.as_deref())),
    ("position_id", true, |lines| column::<LargeStringArray, _>(lines, |line| line.position_id.as_deref())),
    ("match_id", true, |lines| column::<LargeStringArray, _>(lines, |line| line.match_id.as_deref())),
    ("xgid", true, |lines| column::<LargeStringArray, _>(lines, |line| line.xgid.as_deref())),
    ("ogid", true, |lines| column::<LargeStringArray, _>(lines, |line| line.ogid.as_deref())),
    ("resulting_position_id", true, |lines| {
        column::<LargeStringArray, _>(lines, |line| line.resulting_position_id.as_deref())
    }),
    ("best_play", true, |lines| column::<LargeStringArray, _>(lines, |line| line.best_play.as_deref())),
    ("play_loss", true, |lines| column::<Float64Array, _>(lines, |line| line.play_loss)),
    ("play_mark", true, |lines| column::<LargeStringArray, _>(lines, |line| line.play_mark)),
    ("best_cube", true, |lines| column::<LargeStringArray, _>(lines, |line| line.best_cube)),
    ("cube_loss", true, |lines| column::<Float64Array, _>(lines, |line| line.cube_loss)),
    ("cube_mark", true, |lines| column::<LargeStringArray, _>(lines, |line| line.cube_mark)),
    ("luck", true, |lines| column::<Float64Array, _>(lines, |line| line.luck)),
    ("points", true, |lines| column::<UInt32Array, _>(lines, |line| line.points)),
];

/// Makes a column of what each line has.
fn column<'a, A, T>(lines: &'a [DecisionJson], of: fn(&'a DecisionJson) -> Option<T>) -> ArrayRef
where
    A: Array + FromIterator<Option<T>> + 'static,
{
    Arc::new(lines.iter().map(of).collect::<A>())
}

/// Makes a batch of lines.
fn batch(lines: &[DecisionJson]) -> Result<RecordBatch, ArrowError> {
    let columns = COLUMNS.iter().map(|&(name, is_nullable, make)| (name, make(lines), is_nullable));
    RecordBatch::try_from_iter_with_nullable(columns)
}

/// A column of a batch as bytes: which rows have a value, unless all have one; then the values.
type Packed = (Option<Vec<u8>>, Vec<Vec<u8>>);

/// Returns the bytes of a column that [`column`] made, which begins at its first row.
fn packed(column: &ArrayRef) -> Packed {
    let data = column.to_data();
    let bytes = |buffer: &Buffer| buffer.as_slice().to_vec();
    (data.nulls().map(|nulls| bytes(nulls.buffer())), data.buffers().iter().map(bytes).collect())
}

/// Makes the batch of packed columns; bytes that aren't those of its columns are an error.
fn unpacked(schema: &SchemaRef, rows: usize, columns: Vec<Packed>) -> Result<RecordBatch, ArrowError> {
    let column = |(field, (valid, values)): (&Arc<Field>, Packed)| {
        let data = ArrayData::builder(field.data_type().clone())
            .len(rows)
            .null_bit_buffer(valid.map(Buffer::from))
            .buffers(values.into_iter().map(Buffer::from).collect())
            .align_buffers(true);
        data.build().map(make_array)
    };
    let columns = schema.fields().iter().zip(columns).map(column).collect::<Result<_, _>>()?;
    RecordBatch::try_new(Arc::clone(schema), columns)
}

/// The decisions of matches as a table with the columns of `barpoint replay`. Any library with Arrow's PyCapsule
/// interface can read it: `pyarrow.table(table)`, `polars.DataFrame(table)`, DuckDB's `FROM` with the name of a
/// variable, `pandas.DataFrame.from_arrow(table)`. The columns aren't copied, and the table can be read several times.
#[pyclass(frozen, eq, module = "barpoint", name = "DecisionTable")]
#[derive(PartialEq)]
pub(crate) struct PyDecisionTable {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl PyDecisionTable {
    fn new(records: &[Arc<Record>]) -> Result<Self, ArrowError> {
        let schema = batch(&[])?.schema();
        let (mut batches, mut lines) = (Vec::new(), Vec::new());
        for record in records {
            for line in of_replayed(&record.source, record.number, &record.replayed, &record.given.rules) {
                lines.push(line);
                if lines.len() == ROWS {
                    batches.push(batch(&lines)?);
                    lines.clear();
                }
            }
        }
        if !lines.is_empty() {
            batches.push(batch(&lines)?);
        }
        Ok(Self { schema, batches })
    }
}

#[pymethods]
impl PyDecisionTable {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        format!("<DecisionTable {} rows, {} columns>", self.__len__(), self.schema.fields().len())
    }

    /// Hands the table over as Arrow's C stream. The interface lets a producer ignore `requested_schema`.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Vec<&str>, Vec<(usize, Vec<Packed>)>))> {
        let pack =
            |batch: &RecordBatch| (batch.num_rows(), batch.columns().iter().map(packed).collect::<Vec<_>>());
        let batches = self.batches.iter().map(pack).collect();
        Ok((py.get_type::<Self>().getattr("_restored")?, (self.columns(), batches)))
    }

    /// Makes what was pickled.
    #[staticmethod]
    fn _restored(columns: Vec<String>, batches: Vec<(usize, Vec<Packed>)>) -> PyResult<Self> {
        let wrong = |error: ArrowError| PyValueError::new_err(error.to_string());
        let mut table = Self { schema: batch(&[]).map_err(wrong)?.schema(), batches: Vec::new() };
        if table.columns() != columns {
            return Err(PyValueError::new_err("a table of another version of barpoint"));
        }
        for (rows, columns) in batches {
            table.batches.push(unpacked(&table.schema, rows, columns).map_err(wrong)?);
        }
        Ok(table)
    }
}

/// Takes a `Match` or an `Analysis`.
fn record_of(value: &Bound<'_, PyAny>) -> Option<Arc<Record>> {
    if let Ok(found) = value.cast::<PyMatch>() {
        return Some(Arc::clone(&found.get().record));
    }
    value.cast::<PyAnalysis>().ok().map(|found| Arc::clone(&found.get().record))
}

/// Makes a table of the decisions and results of a `Match`, an `Analysis`, or an iterable of these. A row is a line of
/// `barpoint replay`, with the same names for the columns; findings have no rows. Losses and luck come from an
/// `Analysis`, or from the analysis in the record.
///
/// >>> import barpoint
/// >>> table = barpoint.decisions(barpoint.read("testdata/mat/valid/one-point.mat"))
/// >>> table
/// <DecisionTable 38 rows, 32 columns>
/// >>> table.columns[:4]
/// ['path', 'match', 'game', 'move']
#[pyfunction]
#[pyo3(signature = (matches, /))]
pub(crate) fn decisions(py: Python<'_>, matches: &Bound<'_, PyAny>) -> PyResult<PyDecisionTable> {
    let wrong =
        || PyTypeError::new_err("decisions are those of a Match, an Analysis, or an iterable of them");
    let records: Vec<Arc<Record>> = if let Some(record) = record_of(matches) {
        vec![record]
    } else {
        let each = matches.try_iter().map_err(|_| wrong())?;
        each.map(|value| record_of(&value?).ok_or_else(wrong)).collect::<PyResult<_>>()?
    };
    py.detach(|| PyDecisionTable::new(&records)).map_err(|error| PyValueError::new_err(error.to_string()))
}
