//! Annotations for GitHub's workflows, by its workflow commands.

use super::{Finding, Options, Renderer, fix_in_words, visible, with_slashes};
use crate::diag::Severity;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;

/// The renderer of `--format github`.
#[derive(Clone, Copy, Debug)]
pub struct Github {
    pub(super) options: Options,
}

impl Renderer for Github {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        let (diagnostic, region) = (finding.diagnostic, finding.region());
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let mut message = visible(&finding.words()).into_owned();
        for fix in &diagnostic.fixes {
            let _ = write!(message, "\nhelp: {}", fix_in_words(fix));
        }
        for help in &diagnostic.help {
            let _ = write!(message, "\nhelp: {}", visible(help));
        }
        write!(out, "::{command} file={}", property(&with_slashes(finding.source.name())))?;
        if finding.source.is_binary() {
            // There are no lines: the message contains the place in words.
            message = format!("{}: {message}", finding.source.place(diagnostic.primary.span.start));
        } else {
            let (start, end) = (region.start, region.end);
            write!(out, ",line={},col={},endLine={}", start.line, start.column, end.line)?;
            // Columns are only understood within one line.
            if start.line == end.line {
                write!(out, ",endColumn={}", end.column)?;
            }
        }
        writeln!(out, ",title={}::{}", property(diagnostic.code.id()), data(&message))?;
        finding.shown(self.options).try_for_each(|consequence| self.finding(&consequence, out))
    }
}

/// Escapes the text after `::`.
fn data(text: &str) -> Cow<'_, str> {
    escape(text, &['%', '\r', '\n'])
}

/// Escapes the value of a property.
fn property(text: &str) -> Cow<'_, str> {
    escape(text, &['%', '\r', '\n', ':', ','])
}

/// Replaces the given ASCII characters by `%` and two hexadecimal digits.
fn escape<'a>(text: &'a str, special: &[char]) -> Cow<'a, str> {
    if !text.contains(special) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if special.contains(&c) {
            let _ = write!(escaped, "%{:02X}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}
