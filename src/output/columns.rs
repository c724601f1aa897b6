//! Decisions as columns of a Parquet file: the lines that `barpoint replay` and `barpoint find` print, for data frame
//! libraries and databases. A column has the name of the key of the line, and a row without a value where the line has
//! `null`.

use crate::output::json::DecisionJson;
use parquet::basic::{Compression, GzipLevel, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::printer::print_schema;
use parquet::schema::types::{Type, TypePtr};
use std::io::{self, Write};
use std::sync::Arc;

/// The rows of a group: it is in memory until it is written.
const ROWS: usize = 1 << 15;

/// A column: its name, and its values.
type Column = (&'static str, Of);

/// The type of a column, and the value of each line.
#[derive(Clone, Copy)]
enum Of {
    /// A text that every line has.
    Name(fn(&DecisionJson) -> &str),
    /// A text.
    Text(fn(&DecisionJson) -> Option<&str>),
    /// A number of 32 bits that every line has.
    Count(fn(&DecisionJson) -> u32),
    /// A number of at most this many bits without a sign.
    Number(i8, fn(&DecisionJson) -> Option<u32>),
    /// A number of 64 bits without a sign.
    Long(fn(&DecisionJson) -> Option<u64>),
    /// An equity.
    Real(fn(&DecisionJson) -> Option<f64>),
    /// Yes or no.
    Flag(fn(&DecisionJson) -> Option<bool>),
}

/// The columns have the order of the keys, without the version of the schema.
const COLUMNS: [Column; 34] = [
    ("path", Of::Name(|line| &line.path)),
    ("match", Of::Count(|line| line.r#match)),
    ("game", Of::Number(32, |line| line.game)),
    ("move", Of::Number(32, |line| line.r#move)),
    ("decision", Of::Number(32, |line| line.decision)),
    ("line", Of::Long(|line| line.line)),
    ("action", Of::Name(|line| line.action)),
    ("side", Of::Number(8, |line| line.side.map(u32::from))),
    ("player", Of::Text(|line| line.player.as_deref())),
    ("opponent", Of::Text(|line| line.opponent.as_deref())),
    ("length", Of::Number(16, |line| line.length.map(u32::from))),
    ("score", Of::Number(32, |line| line.score)),
    ("opponent_score", Of::Number(32, |line| line.opponent_score)),
    ("crawford", Of::Flag(|line| line.crawford)),
    ("cube", Of::Number(32, |line| line.cube)),
    ("cube_owner", Of::Number(8, |line| line.cube_owner.map(u32::from))),
    ("offered", Of::Number(32, |line| line.offered)),
    ("roll", Of::Text(|line| line.roll.as_deref())),
    ("play", Of::Text(|line| line.play.as_deref())),
    ("position_id", Of::Text(|line| line.position_id.as_deref())),
    ("match_id", Of::Text(|line| line.match_id.as_deref())),
    ("xgid", Of::Text(|line| line.xgid.as_deref())),
    ("ogid", Of::Text(|line| line.ogid.as_deref())),
    ("resulting_position_id", Of::Text(|line| line.resulting_position_id.as_deref())),
    ("best_play", Of::Text(|line| line.best_play.as_deref())),
    ("play_loss", Of::Real(|line| line.play_loss)),
    ("play_mark", Of::Text(|line| line.play_mark)),
    ("best_cube", Of::Text(|line| line.best_cube)),
    ("cube_loss", Of::Real(|line| line.cube_loss)),
    ("cube_mark", Of::Text(|line| line.cube_mark)),
    ("luck", Of::Real(|line| line.luck)),
    ("points", Of::Number(32, |line| line.points)),
    ("code", Of::Text(|line| line.code)),
    ("message", Of::Text(|line| line.message.as_deref())),
];

impl Of {
    /// Returns the type of a column in the file.
    fn kind(self, name: &str) -> Result<Type, ParquetError> {
        let integer = |bits| Some(LogicalType::integer(bits, false));
        let (physical, logical) = match self {
            Self::Name(_) | Self::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Self::Count(_) => (Physical::INT32, integer(32)),
            Self::Number(bits, _) => (Physical::INT32, integer(bits)),
            Self::Long(_) => (Physical::INT64, integer(64)),
            Self::Real(_) => (Physical::DOUBLE, None),
            Self::Flag(_) => (Physical::BOOLEAN, None),
        };
        let is_required = matches!(self, Self::Name(_) | Self::Count(_));
        let repetition = if is_required { Repetition::REQUIRED } else { Repetition::OPTIONAL };
        let kind = Type::primitive_type_builder(name, physical).with_repetition(repetition);
        kind.with_logical_type(logical).build()
    }

    /// Writes the values of lines.
    fn write(self, lines: &[DecisionJson], to: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let text = |text: &str| ByteArray::from(text);
        let lines = lines.iter();
        match self {
            Self::Name(of) => every::<ByteArrayType>(lines.map(|line| text(of(line))), to),
            Self::Count(of) => every::<Int32Type>(lines.map(|line| of(line).cast_signed()), to),
            Self::Text(of) => some::<ByteArrayType>(lines.map(|line| of(line).map(text)), to),
            Self::Number(_, of) => some::<Int32Type>(lines.map(|line| of(line).map(u32::cast_signed)), to),
            Self::Long(of) => some::<Int64Type>(lines.map(|line| of(line).map(u64::cast_signed)), to),
            Self::Real(of) => some::<DoubleType>(lines.map(of), to),
            Self::Flag(of) => some::<BoolType>(lines.map(of), to),
        }
    }
}

/// Writes a column in which every row has a value.
fn every<T: DataType>(
    values: impl Iterator<Item = T::T>,
    to: &mut SerializedColumnWriter<'_>,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = values.collect();
    to.typed::<T>().write_batch(&values, None, None).map(drop)
}

/// Writes a column in which rows may have no value.
fn some<T: DataType>(
    rows: impl Iterator<Item = Option<T::T>>,
    to: &mut SerializedColumnWriter<'_>,
) -> Result<(), ParquetError> {
    let mut values = Vec::new();
    let levels: Vec<i16> = rows
        .map(|value| {
            let level = i16::from(value.is_some());
            values.extend(value);
            level
        })
        .collect();
    to.typed::<T>().write_batch(&values, Some(&levels), None).map(drop)
}

fn schema() -> Result<TypePtr, ParquetError> {
    let fields = COLUMNS.iter().map(|(name, of)| of.kind(name).map(Arc::new));
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(Type::group_type_builder("decision").with_fields(fields).build()?))
}

/// Returns the schema of the files in Parquet's notation, the content of `docs/schema/decision.parquet.txt`.
///
/// # Errors
///
/// None: the columns are fixed, and a test builds them.
pub fn notation() -> io::Result<String> {
    let mut text = Vec::new();
    print_schema(&mut text, &*schema().map_err(io::Error::other)?);
    String::from_utf8(text).map_err(io::Error::other)
}

/// A Parquet file that is being written.
pub struct Table<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// The lines that aren't written yet.
    lines: Vec<DecisionJson>,
}

impl<W: Write + Send> Table<W> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn new(out: W) -> io::Result<Self> {
        let properties = WriterProperties::builder()
            .set_created_by(concat!("barpoint ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::GZIP(GzipLevel::default()))
            .build();
        let schema = schema().map_err(io::Error::other)?;
        let writer = SerializedFileWriter::new(out, schema, Arc::new(properties));
        Ok(Self { writer: writer.map_err(io::Error::other)?, lines: Vec::new() })
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// If the file can't be written.
    pub fn add(&mut self, line: DecisionJson) -> io::Result<()> {
        self.lines.push(line);
        if self.lines.len() < ROWS { Ok(()) } else { self.flush().map_err(io::Error::other) }
    }

    /// Writes the lines as a group of rows.
    fn flush(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for (_, of) in COLUMNS {
            if let Some(mut column) = group.next_column()? {
                of.write(&self.lines, &mut column)?;
                column.close()?;
            }
        }
        group.close()?;
        self.lines.clear();
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn finish(mut self) -> io::Result<W> {
        let rest = if self.lines.is_empty() { Ok(()) } else { self.flush() };
        rest.and_then(|()| self.writer.into_inner()).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn the_columns_are_the_keys_of_the_lines() {
        let line = serde_json::to_value(DecisionJson::new("a", 1, "play")).expect("JSON");
        let Value::Object(keys) = line else { panic!("an object") };
        let mut keys: Vec<&str> = keys.keys().map(String::as_str).filter(|key| *key != "schema").collect();
        let mut names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
        keys.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, keys);
    }

    #[test]
    fn a_file_begins_and_ends_with_the_mark_of_parquet() {
        for rows in [0, 3, ROWS, ROWS + 1] {
            let mut table = Table::new(Vec::new()).expect("memory");
            for number in 0..rows {
                table.add(DecisionJson::new("a", number as u32 + 1, "play")).expect("memory");
            }
            let bytes = table.finish().expect("memory");
            assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"), "{rows}");
        }
    }
}
