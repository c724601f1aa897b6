//! What the command line asks of the floors below: to recognise, split and check records.
//!
//! It is a trait so that everything around it (walking, threads, order, output, exit status) is
//! tested without a record.

use crate::analysis::RulesOverride;
use crate::analysis::repair::Mended;
use crate::diag::{Context, Diagnostic, SourceFile};
use crate::formats::Format;
use std::io::{self, Read};

/// The matches of a file, read one after the other.
pub type Matches<'a> = Box<dyn Iterator<Item = io::Result<SourceFile>> + Send + 'a>;

/// The counts of one checked match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many games it has.
    pub games: u32,
}

/// The floors below, as `check` uses them.
pub trait Reader: Sync {
    /// Tells of what format a file is that begins with these bytes, if it is a record.
    fn format(&self, name: &str, head: &[u8]) -> Option<&'static Format>;

    /// Returns `true` if a file's name says that it is a record.
    fn is_record_name(&self, name: &str) -> bool;

    /// Splits a file of a format into matches of at most `limit` bytes, without reading ahead more than it must.
    fn split<'a>(
        &self,
        format: &Format,
        name: &str,
        reader: Box<dyn Read + Send + 'a>,
        limit: usize,
    ) -> Matches<'a>;

    /// Checks one match; findings go to `sink` in the order of their places.
    fn check(
        &self,
        format: &Format,
        source: &SourceFile,
        rules: &RulesOverride,
        sink: &mut dyn FnMut(Diagnostic),
    ) -> Checked;

    /// Searches for fixes of the findings on a match, and puts them into the findings.
    fn repair(&self, _: &Format, _: &SourceFile, _: &RulesOverride, _: &mut [Diagnostic]) {}

    /// Writes the safe fixes into a match, with `suggested` the best suggestions too; none if there is nothing to write.
    fn mend(&self, _: &Format, _: &SourceFile, _: &RulesOverride, _suggested: bool) -> Option<Mended> {
        None
    }

    /// Returns how the fixes of a finding were found, in words.
    fn explain(&self, _: &Format, _: &SourceFile, _: &RulesOverride, _: &Diagnostic) -> Option<String> {
        None
    }

    /// Draws the board before an action, if the context says what it was.
    fn draw(&self, context: &Context) -> Option<String>;
}
