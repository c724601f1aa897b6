//! Files and bytes, read no further than their matches need.

use crate::error;
use crate::record::{Given, Record};
use barpoint::OpenError;
use barpoint::formats::split::{DEFAULT_LIMIT, SplitError};
use barpoint::formats::{HEAD, detect, zstd};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

/// The largest packed file, in bytes.
const PACKED: u64 = 4 * DEFAULT_LIMIT as u64;

/// A file, or its bytes, with the name that findings give it.
pub(crate) struct Input {
    pub(crate) name: String,
    path: Option<PathBuf>,
    reader: Box<dyn Read + Send>,
}

impl Input {
    /// Takes a path, or the bytes of a file, with its name.
    pub(crate) fn of(value: &Bound<'_, PyAny>, name: Option<&str>) -> PyResult<Self> {
        if let Ok(bytes) = value.cast::<PyBytes>() {
            let reader = Box::new(Cursor::new(bytes.as_bytes().to_vec()));
            return Ok(Self { name: name.unwrap_or("bytes").to_owned(), path: None, reader });
        }
        let path: PathBuf = value
            .extract()
            .map_err(|_| PyTypeError::new_err("a record is a path, or the bytes of a file"))?;
        let file = value.py().detach(|| File::open(&path)).map_err(|found| error::io(&found, Some(&path)))?;
        let name = name.map_or_else(|| path.display().to_string(), str::to_owned);
        Ok(Self { name, path: Some(path), reader: Box::new(file) })
    }

    /// Reads all matches, and replays them.
    pub(crate) fn records(self, given: &Given) -> PyResult<Vec<Record>> {
        let Self { name, path, mut reader } = self;
        let failed = |found: OpenError| error::open(found, path.as_deref());
        let read = |reader: &mut dyn Read, most: u64, into: &mut Vec<u8>| {
            reader.take(most).read_to_end(into).map_err(|found| failed(SplitError::Io(found).into()))
        };
        let mut head = Vec::new();
        read(&mut reader, HEAD as u64, &mut head)?;
        if head.starts_with(&[0x1f, 0x8b, 8]) || zstd::is_packed(&head) {
            if read(&mut reader, PACKED, &mut head)? as u64 == PACKED {
                return Err(failed(SplitError::TooLarge { line: 1, limit: PACKED as usize }.into()));
            }
            let found = barpoint::open_with(&name, head, &given.rules).map_err(failed)?;
            return Ok(found.into_iter().map(|found| Record::of(found, given)).collect());
        }
        let extension = Path::new(&name).extension().and_then(|extension| extension.to_str());
        let format = detect(&head, extension).ok_or(OpenError::NotARecord).map_err(failed)?;
        let sources = format.matches(&name, Box::new(Cursor::new(head).chain(reader)));
        let record = |(number, source): (u32, Result<_, SplitError>)| {
            Record::new(format, source.map_err(|found| failed(found.into()))?, number, given)
        };
        (1..).zip(sources).map(record).collect()
    }
}
