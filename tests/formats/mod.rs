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

/// A beaver as GNU Backgammon stores it: with the analysis of the double, and so is the take.
fn beavered() -> String {
    const ANALYSIS: &str = "DA[E ver 3 0C 1 0.000000 1 0.449048 0.124388 0.005021 0.173708 0.012809 -0.159013 \
        -0.199879 0.449048 0.124388 0.005021 0.173708 0.012809 -0.159013 -0.692673]";
    format!(
        "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:0][game:0][ws:0][bs:0]PW[Ann]PB[Bob]\n\
         ;W[31hefe]\n;B[double]{ANALYSIS}\n;W[double]{ANALYSIS}C[why?]\n;B[take]{ANALYSIS}\n;B[61lrqr])\n"
    )
}

/// Returns a folder of the collections, if it is available.
fn data(folder: &str) -> Option<PathBuf> {
    crate::support::shared(&format!("data/{folder}"))
}
