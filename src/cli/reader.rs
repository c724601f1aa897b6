//! The interface between the command line and the modules below: recognising, splitting and checking records.
//!
//! It is a trait so that everything around it (walking, threads, order, output, exit status) can be tested
//! without a record.

use crate::analysis::repair::Mended;
use crate::analysis::{CheckSummary, RulesOverride, Wanted};
use crate::diag::{Context, Diagnostic, SourceFile};
use crate::formats::Format;
use std::io::{self, Read};

/// The matches of a file, read one after the other.
pub type Matches<'a> = Box<dyn Iterator<Item = io::Result<SourceFile>> + Send + 'a>;

/// The modules below, as `check` uses them.
pub trait Reader: Sync {
    /// Returns the format of a file that begins with these bytes; `None` if it isn't a record.
    fn format(&self, name: &str, head: &[u8]) -> Option<&'static Format>;

    /// Returns `true` if a file has the name of a record.
    fn is_record_name(&self, name: &str) -> bool;

    /// Splits a file of a format into matches of at most `limit` bytes, and reads no further ahead than it
    /// must.
    fn split<'a>(
        &self,
        format: &Format,
        name: &str,
        reader: Box<dyn Read + Send + 'a>,
        limit: usize,
    ) -> Matches<'a>;

    /// Checks one match; passes findings to `sink` in the order of their places.
    fn check(
        &self,
        format: &Format,
        source: &SourceFile,
        rules: &RulesOverride,
        sink: &mut dyn FnMut(Diagnostic),
    ) -> CheckSummary;

    /// Searches for fixes of the findings on a match, and adds them to the findings.
    fn repair(&self, _: &Format, _: &SourceFile, _: &RulesOverride, _: &mut [Diagnostic]) {}

    /// Applies the safe fixes of wanted findings to a match, with `suggested` also the best suggestions; `None` if
    /// there are no fixes.
    fn mend(
        &self,
        _: &Format,
        _: &SourceFile,
        _: &RulesOverride,
        _wanted: &Wanted,
        _suggested: bool,
    ) -> Option<Mended> {
        None
    }

    /// Returns an explanation of how the fixes of a finding were found.
    fn explain(&self, _: &Format, _: &SourceFile, _: &RulesOverride, _: &Diagnostic) -> Option<String> {
        None
    }

    /// Draws the board before an action, if the context contains it.
    fn draw(&self, context: &Context) -> Option<String>;
}
