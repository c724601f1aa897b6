//! Readers, tested on large collections of records if they are available.

mod analysis_text;
mod bgf;
mod damaged;
mod detected;
mod dialects;
mod drawn;
mod encodings;
mod fibs;
mod gam;
pub(crate) mod generate;
mod json;
mod laws;
mod mat;
mod mat_rows;
mod mat_write;
mod mistakes;
mod ogxm;
mod older;
mod pairs;
mod play;
mod positions;
mod readers;
mod sgf;
mod table;
pub(crate) mod text;
mod xg;

pub(crate) use laws::two_way;

use crate::support::paths_with as files;
use std::path::PathBuf;

/// Returns a folder of the collections, if it is available.
fn data(folder: &str) -> Option<PathBuf> {
    crate::support::shared(&format!("data/{folder}"))
}
