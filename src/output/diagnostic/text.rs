//! Findings for people, as rustc shows errors.

use super::{Finding, Options, Renderer, fix_in_words};
use crate::diag::{Diagnostic, Label, Severity, SourceFile, Span, neutral, visible, visible_char, wrapped};
use crate::output::unicode::fitted;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Snippet};
use std::io;
use std::ops::Range;

/// The renderer of `--format text`.
#[derive(Clone, Debug)]
pub struct Text {
    options: Options,
    renderer: annotate_snippets::Renderer,
}

impl Text {
    /// Returns the renderer.
    #[must_use]
    pub const fn new(options: Options) -> Self {
        let renderer = if options.styled {
            annotate_snippets::Renderer::styled()
        } else {
            annotate_snippets::Renderer::plain()
        };
        Self { options, renderer: renderer.term_width(options.width) }
    }
}

impl Renderer for Text {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        let report = [group(finding, self.options)];
        writeln!(out, "{}\n", self.renderer.render(&report))?;
        finding.shown(self.options).try_for_each(|consequence| self.finding(&consequence, out))
    }
}

/// The most pieces of advice shown.
const MOST_HELP: usize = 3;

/// Returns everything to show of one finding.
fn group<'a>(finding: &Finding<'a>, options: Options) -> Group<'a> {
    let (source, diagnostic) = (finding.source, finding.diagnostic);
    let room = options.room.saturating_sub(margin(finding));
    let note = |text: String| Level::NOTE.message(wrapped(&text, room).into_owned());
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let code = diagnostic.code.id();
    let begun = diagnostic.severity.name().len() + "[".len() + code.len() + "]: ".len();
    let title = wrapped(&visible(&diagnostic.message), options.room.saturating_sub(begun)).into_owned();
    let mut group = Group::with_title(level.primary_title(title).id(code));
    if source.text().is_empty() {
        // There are no lines to show the labels in.
        group = group.element(origin(finding)).elements(told(finding).into_iter().map(note));
    } else {
        let excerpt = Excerpt::new(source, &spans(diagnostic), options.width);
        let is_cut = excerpt.is_cut;
        let snippet = snippet(source, diagnostic, excerpt);
        // The renderer can't count the columns in a line that was cut.
        group = if is_cut {
            group.element(origin(finding)).element(snippet)
        } else {
            group.element(snippet.path(visible(source.name())))
        };
    }
    group = group.elements(context(diagnostic).into_iter().map(note));
    if let Some(board) = finding.board {
        let board = neutral(board.trim_end_matches('\n'));
        let board = fitted(&board, room);
        group = group.element(note(format!("the board before the action\n{}", board.trim_end_matches('\n'))));
    }
    group = group.elements(diagnostic.notes.iter().map(|text| note(visible(text).into_owned())));
    if let Some(cause) = finding.cause {
        let at = cause.primary.span.start;
        let place = if source.is_binary() {
            source.place(at)
        } else {
            format!("line {}", source.line_column(at).line)
        };
        group = group.element(note(format!("this follows from {} in {place}", cause.code)));
    }
    match diagnostic.consequences.len() {
        0 => {}
        _ if options.all => {}
        1 => group = group.element(note("1 finding follows from this one (--all shows it)".to_owned())),
        n => group = group.element(note(format!("{n} findings follow from this one (--all shows them)"))),
    }
    let fixes = diagnostic.fixes.iter().map(fix_in_words);
    let help = diagnostic.help.iter().map(|text| visible(text).into_owned());
    // A rule that explains the record is never left out for a fix.
    let (rules, others): (Vec<String>, Vec<String>) = help.partition(|text| text.starts_with("`--rules"));
    let first = fixes.chain(others).take(MOST_HELP.saturating_sub(rules.len()));
    let advice = |text: String| Level::HELP.message(wrapped(&text, room).into_owned());
    group.elements(first.chain(rules).map(advice))
}

/// Returns the columns before a note: the widest line number, ` = help: ` and a blank.
fn margin(finding: &Finding<'_>) -> usize {
    let last = spans(finding.diagnostic).iter().map(|span| span.end).max().unwrap_or(0);
    let line = finding.source.line_column(last).line;
    line.max(1).ilog10() as usize + 1 + " = help: ".len()
}

/// Returns the line with the finding's place.
fn origin<'a>(finding: &Finding<'a>) -> Origin<'a> {
    let name = visible(finding.source.name());
    if finding.source.is_binary() {
        return Origin::path(format!("{name}{}", finding.place()));
    }
    let place = finding.region().start;
    let origin = Origin::path(name);
    origin.line(place.line as usize).char_column(place.column as usize)
}

/// Returns the labels in words, for a file that isn't text: the primary one, then each other one with its place.
fn told(finding: &Finding<'_>) -> Vec<String> {
    let Diagnostic { primary, secondary, .. } = finding.diagnostic;
    let primary = Some(&primary.message).filter(|label| !label.is_empty());
    let other =
        |label: &Label| format!("{}: {}", finding.source.place(label.span.start), visible(&label.message));
    primary.map(|label| visible(label).into_owned()).into_iter().chain(secondary.iter().map(other)).collect()
}

/// Returns the places of a finding, the primary one first.
fn labels(diagnostic: &Diagnostic) -> impl Iterator<Item = &Label> {
    std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary)
}

/// Returns their spans.
fn spans(diagnostic: &Diagnostic) -> Vec<Span> {
    labels(diagnostic).map(|label| label.span).collect()
}

/// Returns the place in the match: one line in words, one of IDs.
fn context(diagnostic: &Diagnostic) -> Vec<String> {
    let context = &diagnostic.context;
    let game = context.game.map(|game| format!("game {game}"));
    let number = context.number.map(|number| format!("move {number}"));
    let player = context.player.as_ref().map(|player| visible(player).into_owned());
    let position_id = context.position_id.as_ref().map(|id| format!("Position ID: {}", visible(id)));
    let match_id = context.match_id.as_ref().map(|id| format!("Match ID: {}", visible(id)));
    let words: Vec<String> = [game, number, player].into_iter().flatten().collect();
    let ids: Vec<String> = [position_id, match_id].into_iter().flatten().collect();
    [words.join(", "), ids.join(" ")].into_iter().filter(|line| !line.is_empty()).collect()
}

/// Lines longer than this are cut before rendering, which would take too long.
const LONG_LINE: usize = 8_192;

/// The most bytes of such a line kept before and after a place: two for each column, as the renderer shows no more than
/// the terminal is wide.
const AROUND: usize = 1_024;

/// Two places in a line that are farther apart, in bytes, don't fit on a terminal: the line is cut, too.
const APART: usize = 160;

/// The number of bytes of such a line kept before and after a place, at least.
const NEAR: usize = 24;

/// A copy of the relevant lines with every character visible, and its places.
struct Excerpt {
    text: String,
    /// For each kept piece of the source, in order: its bytes and its beginning in `text`.
    pieces: Vec<(Range<usize>, usize)>,
    /// Whether a part of a line was left out.
    is_cut: bool,
}

impl Excerpt {
    /// Copies the lines from the first to the last of `spans`, for a terminal of `width` columns.
    fn new(source: &SourceFile, spans: &[Span], width: usize) -> Self {
        let first = spans.iter().map(|span| span.start).min().unwrap_or(0);
        let last = spans.iter().map(|span| span.end).max().unwrap_or(0).min(source.text().len() as u32);
        let mut this = Self { text: String::new(), pieces: Vec::new(), is_cut: false };
        let (mut start, mut line) = source.line_at(first);
        loop {
            let start_byte = start as usize;
            let range = start_byte..start_byte + line.len();
            this.line(source.text(), range.clone(), spans, width);
            // The end of the line: `\r\n`, or one of the two.
            let rest = &source.text()[range.end..];
            let next = range.end + if rest.starts_with("\r\n") { 2 } else { rest.len().min(1) };
            if rest.is_empty() || next > last as usize || (next == last as usize && first < last) {
                break this;
            }
            this.text.push('\n');
            (start, line) = source.line_at(next as u32);
        }
    }

    /// Copies one line; for a very long one, only the text around the places.
    fn line(&mut self, text: &str, line: Range<usize>, spans: &[Span], width: usize) {
        let starts = spans.iter().map(|span| span.start as usize).filter(|start| line.contains(start));
        let is_apart =
            starts.clone().max().zip(starts.min()).is_some_and(|(last, first)| last - first > APART);
        let around = match line.len() > LONG_LINE {
            _ if is_apart => NEAR,
            true => width.saturating_mul(2).clamp(NEAR, AROUND),
            false => return self.piece(text, line),
        };
        self.is_cut = true;
        let mut ends: Vec<usize> =
            spans.iter().flat_map(|span| [span.start as usize, span.end as usize]).collect();
        ends.retain(|end| (line.start..=line.end).contains(end));
        ends.sort_unstable();
        let mut done = line.start;
        for end in ends.iter().copied().chain(ends.is_empty().then_some(line.start)) {
            let from = boundary(text, end.saturating_sub(around).max(done));
            let to = boundary(text, (end + around).min(line.end));
            if from >= to {
                continue;
            }
            if from > done {
                self.text.push_str(" … ");
            }
            self.piece(text, from..to);
            done = to;
        }
        if done < line.end {
            self.text.push_str(" …");
        }
    }

    /// Copies bytes of the source, one visible character for each.
    fn piece(&mut self, text: &str, range: Range<usize>) {
        // Replacements may have another length in bytes: each run of unchanged ones is a piece.
        let mut from = range.start;
        for (i, c) in text[range.clone()].char_indices() {
            let at = range.start + i;
            let shown = visible_char(c);
            if shown.len_utf8() != c.len_utf8() {
                self.run(text, from..at);
                self.pieces.push((at..at + c.len_utf8(), self.text.len()));
                self.text.push(shown);
                from = at + c.len_utf8();
            }
        }
        self.run(text, from..range.end);
    }

    /// Copies a run of characters whose replacements have their own length.
    fn run(&mut self, text: &str, range: Range<usize>) {
        self.pieces.push((range.clone(), self.text.len()));
        self.text.extend(text[range].chars().map(visible_char));
    }

    /// Returns the place in the excerpt of a byte of the source.
    fn offset(&self, byte: usize) -> usize {
        let after = self.pieces.partition_point(|(range, _)| range.start <= byte);
        let Some((range, at)) = after.checked_sub(1).map(|i| &self.pieces[i]) else { return 0 };
        let next = self.pieces.get(after).map_or(self.text.len(), |&(_, at)| at);
        (at + (byte - range.start)).min(next)
    }

    /// Returns the place in the excerpt of a span of the source.
    fn range(&self, span: Span) -> Range<usize> {
        let (start, end) = (self.offset(span.start as usize), self.offset(span.end as usize));
        let start = boundary(&self.text, start.min(self.text.len()));
        let end = boundary(&self.text, end.min(self.text.len()));
        start..end.max(start)
    }
}

/// Returns the nearest character boundary at or before an offset.
fn boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Returns the source lines with all places.
fn snippet<'a>(
    source: &SourceFile,
    diagnostic: &'a Diagnostic,
    excerpt: Excerpt,
) -> Snippet<'a, Annotation<'a>> {
    let first = labels(diagnostic).map(|label| label.span.start).min().unwrap_or(0);
    let annotations: Vec<Annotation<'a>> = labels(diagnostic)
        .enumerate()
        .map(|(i, label)| {
            let kind = if i == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            let annotation = kind.span(excerpt.range(label.span));
            if label.message.is_empty() { annotation } else { annotation.label(visible(&label.message)) }
        })
        .collect();
    Snippet::source(excerpt.text).line_start(source.line_column(first).line as usize).annotations(annotations)
}
