//! The one integration test binary.

mod formats;
