//! The records of `formats`, as `check` reads them.

use super::reader::{Matches, Reader};
use crate::analysis::repair::{self, Mended};
use crate::analysis::{self, CheckSummary, RulesOverride, Wanted};
use crate::board::BySide;
use crate::diag::{Context, Diagnostic, SourceFile};
use crate::formats::{self, Format, split};
use crate::notation::{MatchId, PositionId};
use crate::output::board::{BoardDrawing, Caption, Direction};
use crate::output::explained_fix;
use std::io::{self, Read};
use std::path::Path;

/// The reader of real records for `check`.
pub struct Records;

impl Reader for Records {
    fn format(&self, name: &str, head: &[u8]) -> Option<&'static Format> {
        formats::detect(head, extension(name))
    }

    fn is_record_name(&self, name: &str) -> bool {
        formats::detect(&[], extension(name)).is_some()
    }

    fn split<'a>(
        &self,
        format: &Format,
        name: &str,
        reader: Box<dyn Read + Send + 'a>,
        limit: usize,
    ) -> Matches<'a> {
        Box::new(format.matches_within(name, reader, limit).map(|source| {
            source.map_err(|error| match error {
                split::SplitError::Io(error) => error,
                other => io::Error::other(other),
            })
        }))
    }

    fn check(
        &self,
        format: &Format,
        source: &SourceFile,
        rules: &RulesOverride,
        sink: &mut dyn FnMut(Diagnostic),
    ) -> CheckSummary {
        analysis::check(format, source, rules, sink)
    }

    fn repair(
        &self,
        format: &Format,
        source: &SourceFile,
        rules: &RulesOverride,
        findings: &mut [Diagnostic],
    ) {
        repair::repair(format, source, rules, findings);
    }

    fn mend(
        &self,
        format: &Format,
        source: &SourceFile,
        rules: &RulesOverride,
        wanted: &Wanted,
        suggested: bool,
    ) -> Option<Mended> {
        repair::mend(format, source, rules, wanted, suggested)
    }

    fn explain(
        &self,
        format: &Format,
        source: &SourceFile,
        rules: &RulesOverride,
        finding: &Diagnostic,
    ) -> Option<String> {
        repair::explain(format, source, rules, finding)
            .map(|explained| explained_fix::text(source, &explained))
    }

    fn draw(&self, context: &Context) -> Option<String> {
        let position: PositionId = context.position_id.as_ref()?.parse().ok()?;
        let fields = *context.match_id.as_ref()?.parse::<MatchId>().ok()?.fields();
        let board = position.board(context.checkers.unwrap_or(15)).ok()?;
        let mut drawing = BoardDrawing::plain(board, fields.on_roll, position.to_string());
        drawing.match_id.clone_from(&context.match_id);
        let names = context.players.clone().map(BySide);
        drawing.caption = names.map(|names| Caption::of(&fields, names));
        Some(drawing.draw(Direction::Standard))
    }
}

fn extension(name: &str) -> Option<&str> {
    Path::new(name).extension()?.to_str()
}
