//! Laws that hold for anything: the stable-toolchain twins of the fuzz targets in `fuzz/`.

mod check;
mod plays;
pub(crate) mod repair;
mod states;
