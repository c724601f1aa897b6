//! Numbers as their bits, for `serde`: JSON has no infinity, and GNU Backgammon stores infinitely bad luck.

use serde::{Deserialize, Deserializer, Serializer};

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(in crate::analysis) fn serialize<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(number.to_bits())
}

pub(in crate::analysis) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    u64::deserialize(from).map(f64::from_bits)
}
