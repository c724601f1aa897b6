//! tmp
use crate::diag::*;
use crate::game::record::*;
/// tmp
#[must_use]
pub fn parse(_: &SourceFile) -> Parsed<MatchRecord> {
    unimplemented!()
}
