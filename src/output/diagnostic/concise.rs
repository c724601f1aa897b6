//! One line per finding: `path:line:column: error[code] message`; in a file that isn't text
//! `path: record 12, byte 9: error[code] message`.

use super::{Finding, Options, Renderer, visible};
use std::io;

/// The renderer of `--format concise`.
#[derive(Clone, Copy, Debug)]
pub struct Concise {
    pub(super) options: Options,
}

impl Renderer for Concise {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        let diagnostic = finding.diagnostic;
        writeln!(
            out,
            "{}{}: {}[{}] {}",
            visible(finding.source.name()),
            finding.place(),
            diagnostic.severity.name(),
            diagnostic.code,
            visible(&finding.words()),
        )?;
        finding.shown(self.options).try_for_each(|consequence| self.finding(&consequence, out))
    }
}
