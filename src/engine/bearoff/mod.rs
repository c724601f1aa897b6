//! Bearing off, exactly: how many rolls one side needs.

mod index;
mod one_sided;

pub use index::Home;
pub use one_sided::OneSided;
