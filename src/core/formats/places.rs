//! The places of a text that is read in place of the source, each given back as a place of the source.

use crate::diag::{Diagnostic, Edit, Parsed, Span, edited};
use crate::game::record::MatchRecord;
use crate::notation::plain::ascii;

/// A place within a longer edit is that of the edit.
const LONGEST: usize = 1_000;

/// The places of an edited text.
pub(super) struct Places<'a> {
    source: &'a str,
    plain: &'a str,
    /// For each edit, its place in the edited text, and in the source.
    edits: Vec<(Span, Span)>,
}

impl<'a> Places<'a> {
    /// Returns the places of `plain`, which is `source` with these edits.
    pub(super) fn new(source: &'a str, plain: &'a str, edits: &[Edit]) -> Self {
        let mut sorted: Vec<&Edit> = edits.iter().collect();
        sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let (mut done, mut at) = (0, 0);
        let place = |edit: &Edit| {
            let start = at + (edit.span.start as usize - done);
            (done, at) = (edit.span.end as usize, start + edit.replacement.len());
            (Span::new(start, at), edit.span)
        };
        Self { source, plain, edits: sorted.into_iter().map(place).collect() }
    }

    /// Gives the places of a record and of the findings on it back as places of the source.
    pub(super) fn give_back(&self, parsed: &mut Parsed<MatchRecord>) {
        let mut visit = |span: &mut Span| *span = self.of(*span);
        parsed.value.each_place(&mut visit);
        for finding in &mut parsed.diagnostics {
            of_finding(finding, &mut visit);
        }
    }

    /// Returns the place in the source.
    fn of(&self, span: Span) -> Span {
        let start = self.start(span.start);
        if span.is_empty() {
            return Span { start, end: start };
        }
        let around = Span::new(start as usize, self.end(span.end) as usize);
        let next = self.edits.partition_point(|(plain, _)| plain.end <= span.start);
        let within = self.edits.get(next).filter(|(plain, source)| plain.holds(span) && is_short(*source));
        let (Some((_, source)), Some(text)) = (within, self.plain.get(span.range())) else { return around };
        // What an edit moves is found by its text.
        let mut found = self.source[source.range()].match_indices(text).map(|(at, _)| at);
        match (found.next(), found.next()) {
            (Some(at), None) => {
                let start = source.start as usize + at;
                Span::new(start, start + text.len())
            }
            _ => around,
        }
    }

    /// Returns the place in the source of the beginning of a text.
    fn start(&self, at: u32) -> u32 {
        let next = self.edits.partition_point(|(plain, _)| plain.end <= at);
        match self.edits.get(next) {
            Some((plain, source)) if plain.start <= at => {
                self.within(*plain, *source, at).unwrap_or(source.start)
            }
            _ => self.after(next, at),
        }
    }

    /// Returns the place in the source of the end of a text.
    fn end(&self, at: u32) -> u32 {
        let next = self.edits.partition_point(|(plain, _)| plain.start < at);
        match next.checked_sub(1).map(|last| self.edits[last]) {
            Some((plain, source)) if at < plain.end => self.within(plain, source, at).unwrap_or(source.end),
            _ => self.after(next, at),
        }
    }

    /// Returns the place in the source of a place between the edits, the number of which before it is `next`.
    fn after(&self, next: usize, at: u32) -> u32 {
        let last = next.checked_sub(1).map(|last| self.edits[last]);
        last.map_or(at, |(plain, source)| source.end + (at - plain.end))
    }

    /// Returns the place in the source of a place within an edit: what is before it or after it is the same there, or
    /// each character has another form.
    fn within(&self, plain: Span, source: Span, at: u32) -> Option<u32> {
        if !is_short(source) {
            return None;
        }
        let (old, new) = (&self.source[source.range()], &self.plain[plain.range()]);
        let (before, after) = new.split_at_checked((at - plain.start) as usize)?;
        let is_form = |(old, new): (char, char)| old == new || ascii(old) == new;
        let offset = if old.starts_with(before) {
            before.len()
        } else if old.ends_with(after) {
            old.len() - after.len()
        } else if old.chars().count() == new.chars().count() && old.chars().zip(new.chars()).all(is_form) {
            old.char_indices().nth(before.chars().count())?.0
        } else {
            return None;
        };
        Some(source.start + offset as u32)
    }
}

/// Returns the edits that do at once what these do one after the other: the first ones in a text, and the second ones in
/// the text `between` that they give.
pub(super) fn composed(between: &str, first: &[Edit], second: &[Edit]) -> Vec<Edit> {
    let places = Places::new("", between, first);
    let of_first = places.edits.iter().map(|(plain, source)| (*plain, Some(*source), None));
    let of_second = second.iter().map(|edit| (edit.span, None, Some(edit)));
    let mut all: Vec<_> = of_first.chain(of_second).collect();
    all.sort_by_key(|(place, source, _)| (place.start, source.is_none(), place.end));
    // What touches becomes one edit: its place between and in the source, and the second edits in it.
    let mut joined: Vec<(Span, Span, Vec<Edit>)> = Vec::new();
    // The distance from a place between to that in the source.
    let mut shift = 0_i64;
    for (place, source, edit) in all {
        let at = |at: u32, shift: i64| (i64::from(at) + shift).max(0) as usize;
        if joined.last().is_none_or(|(before, ..)| before.end < place.start) {
            let start = at(place.start, shift);
            joined.push((Span { end: place.start, ..place }, Span::new(start, start), Vec::new()));
        }
        let Some((around, in_source, edits)) = joined.last_mut() else { continue };
        around.end = around.end.max(place.end);
        if let Some(source) = source {
            shift = i64::from(source.end) - i64::from(place.end);
        }
        *in_source = Span::new(in_source.start as usize, at(around.end, shift));
        edits.extend(edit.map(|edit| {
            let span = Span { start: edit.span.start - around.start, end: edit.span.end - around.start };
            Edit { span, ..edit.clone() }
        }));
    }
    let edit = |(around, in_source, edits): (Span, Span, Vec<Edit>)| {
        let text = between.get(around.range()).unwrap_or_default();
        Edit::new(in_source, edited(text, &edits).unwrap_or_else(|_| text.to_owned()))
    };
    joined.into_iter().map(edit).collect()
}

fn is_short(span: Span) -> bool {
    span.len() <= LONGEST
}

/// Visits the places of a finding.
fn of_finding(finding: &mut Diagnostic, visit: &mut dyn FnMut(&mut Span)) {
    visit(&mut finding.primary.span);
    for label in &mut finding.secondary {
        visit(&mut label.span);
    }
    for consequence in &mut finding.consequences {
        of_finding(consequence, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replaces texts, and returns for a text in the result what is at its place in the source.
    #[track_caller]
    fn source_of(source: &str, edits: &[(&str, &str)], text: &str) -> String {
        let edit = |(old, new): &(&str, &str)| {
            let at = source.find(old).expect("a text of the source");
            Edit::new(Span::new(at, at + old.len()), *new)
        };
        let edits: Vec<Edit> = edits.iter().map(edit).collect();
        let plain = edited(source, &edits).expect("edits of the text");
        let at = plain.find(text).expect("a text of the result");
        let place = Places::new(source, &plain, &edits).of(Span::new(at, at + text.len()));
        source[place.range()].to_owned()
    }

    #[test]
    fn a_place_within_an_edit_or_between_edits_is_one_of_the_source() {
        let wide = "\u{FF11}\u{FF09} \u{FF13}\u{FF11}\u{FF1A} \u{FF18}\u{FF0F}\u{FF15} x";
        let edits = [("\u{FF11}\u{FF09} \u{FF13}\u{FF11}\u{FF1A} \u{FF18}\u{FF0F}\u{FF15}", "1) 31: 8/5")];
        for (text, expected) in [
            ("1)", "\u{FF11}\u{FF09}"),
            ("31", "\u{FF13}\u{FF11}"),
            ("8/5", "\u{FF18}\u{FF0F}\u{FF15}"),
            ("5 x", "\u{FF15} x"),
            ("x", "x"),
        ] {
            assert_eq!(source_of(wide, &edits, text), expected, "{text}");
        }
        let after = [("8/5 6/5 (31)", "31: 8/5 6/5")];
        for (text, expected) in [("31", "31"), ("8/5 6/5", "8/5 6/5"), ("31: 8/5 6/5", "8/5 6/5 (31)")] {
            assert_eq!(source_of("1) 8/5 6/5 (31)   x", &after, text), expected, "{text}");
        }
        let tags = [("<p>", ""), ("</p>", ""), ("&nbsp;", " ")];
        for (text, expected) in [("31:", "31:"), ("8/5", "8/5"), ("31: 8/5", "31:&nbsp;8/5")] {
            assert_eq!(source_of("<p>31:&nbsp;8/5</p>", &tags, text), expected, "{text}");
        }
        assert_eq!(source_of("7,,31: 8/5", &[(",,31: ", ")\t\t31 ")], "31 8/5"), ",,31: 8/5");
        assert_eq!(source_of("7,,31 8/5", &[(",,31 ", ")\t\t31 ")], "31 8/5"), "31 8/5");
    }

    #[test]
    fn edits_one_after_the_other_are_composed() {
        let replaced = |text: &str, all: &[(&str, &str)]| -> Vec<Edit> {
            let edit = |(old, new): &(&str, &str)| {
                let at = text.find(old).expect("a text of the source");
                Edit::new(Span::new(at, at + old.len()), *new)
            };
            all.iter().map(edit).collect()
        };
        let source = "> 1. 31 8/5\n> 52 13/8\n>\n";
        for (first, second) in [
            (&[("> 1", "1"), ("\n> 5", "\n5"), (">\n", "\n")][..], &[(".", ")"), ("\n52", "   52")][..]),
            (&[("> ", ""), ("\n> 52", "   52")], &[("1.", "1)"), ("31 ", "31: "), ("52 ", "52: ")]),
            (&[("31", "31:")], &[("31: 8/5", "31: 8/5 6/5"), ("1.", "1)")]),
            (&[("8/5", "8/5 6/5")], &[("5 6", "4 6"), ("> ", "")]),
        ] {
            let first = replaced(source, first);
            let between = edited(source, &first).expect("edits of the text");
            let second = replaced(&between, second);
            let expected = edited(&between, &second).expect("edits of the text");
            let all = composed(&between, &first, &second);
            assert_eq!(edited(source, &all), Ok(expected));
        }
    }
}
