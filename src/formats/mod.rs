//! tmp
pub mod mat;
