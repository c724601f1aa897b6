//! Laws of the check of whole records, for any input.

use crate::support::{paths_in, testdata};
use barpoint::analysis::{RulesOverride, check};
use barpoint::diag::{Diagnostic, SourceFile};
use barpoint::formats::mat;
use barpoint::formats::split::Splitter;
use proptest::prelude::*;
use proptest::sample::Index;
use std::io::Read;

/// Returns what is wrong with a finding's places: they must be within the source, at boundaries of
/// characters.
fn misplaced(source: &SourceFile, finding: &Diagnostic) -> Option<String> {
    let spans = std::iter::once(finding.primary.span).chain(finding.secondary.iter().map(|label| label.span));
    let bad = |span: &barpoint::diag::Span| source.text().get(span.range()).is_none();
    if spans.into_iter().any(|span| bad(&span)) {
        return Some(format!("{finding:?}"));
    }
    finding.consequences.iter().find_map(|consequence| misplaced(source, consequence))
}

/// A reader that returns pieces of given sizes.
struct Pieces<'a>(&'a [u8], std::iter::Cycle<std::vec::IntoIter<usize>>);

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let size = self.1.next().unwrap_or(1).min(into.len()).min(self.0.len());
        into[..size].copy_from_slice(&self.0[..size]);
        self.0 = &self.0[size..];
        Ok(size)
    }
}

/// Checks all data from a reader; returns the findings with their lines and columns.
fn findings(reader: impl Read) -> Result<Vec<(u64, u32, Diagnostic)>, TestCaseError> {
    let mut all = Vec::new();
    for source in Splitter::new("x", reader) {
        let source = source.expect("small");
        let mut found = Vec::new();
        check(&mat::FORMAT, &source, &RulesOverride::default(), &mut |finding| found.push(finding));
        let starts: Vec<u32> = found.iter().map(|finding| finding.primary.span.start).collect();
        prop_assert!(starts.is_sorted(), "{starts:?}");
        for finding in found {
            prop_assert_eq!(misplaced(&source, &finding), None);
            let place = source.line_column(finding.primary.span.start);
            all.push((place.line, place.column, finding));
        }
    }
    Ok(all)
}

/// Tests the laws for any bytes, read at once and in pieces.
fn holds(bytes: &[u8], sizes: Vec<usize>) -> Result<(), TestCaseError> {
    let at_once = findings(bytes)?;
    let in_pieces = findings(Pieces(bytes, sizes.into_iter().cycle()))?;
    prop_assert_eq!(at_once, in_pieces);
    Ok(())
}

/// Returns the project's own records, valid and invalid.
fn records() -> Vec<Vec<u8>> {
    let paths = ["mat/invalid", "mat/valid"].map(|folder| paths_in(testdata(folder))).concat();
    paths.iter().map(|path| std::fs::read(path).expect("a readable file")).collect()
}

/// A way to damage a record.
#[derive(Clone, Debug)]
pub(super) enum Spoil {
    Byte(Index, u8),
    Delete(Index),
    Duplicate(Index, Index),
    Cut(Index),
    Append(Index),
}

pub(super) fn spoils() -> impl Strategy<Value = Spoil> {
    let byte = prop_oneof![
        4 => prop::sample::select(b"0123456789/*():=> \t\r\n;DTW-?".to_vec()),
        1 => any::<u8>(),
    ];
    prop_oneof![
        6 => (any::<Index>(), byte).prop_map(|(at, byte)| Spoil::Byte(at, byte)),
        2 => any::<Index>().prop_map(Spoil::Delete),
        2 => (any::<Index>(), any::<Index>()).prop_map(|(line, to)| Spoil::Duplicate(line, to)),
        1 => any::<Index>().prop_map(Spoil::Cut),
        1 => any::<Index>().prop_map(Spoil::Append),
    ]
}

pub(super) fn spoil(bytes: &mut Vec<u8>, how: &Spoil, all: &[Vec<u8>]) {
    let lines =
        |bytes: &[u8]| bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    if bytes.is_empty() {
        return;
    }
    match how {
        Spoil::Byte(at, byte) => *at.get_mut(bytes) = *byte,
        Spoil::Cut(at) => bytes.truncate(at.index(bytes.len())),
        Spoil::Append(at) => bytes.extend(at.get(all)),
        Spoil::Delete(at) => {
            let mut lines = lines(bytes);
            lines.remove(at.index(lines.len()));
            *bytes = lines.concat();
        }
        Spoil::Duplicate(line, to) => {
            let mut lines = lines(bytes);
            let copy = line.get(&lines).clone();
            lines.insert(to.index(lines.len()), copy);
            *bytes = lines.concat();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn any_bytes_are_checked(bytes in prop::collection::vec(any::<u8>(), 0..300), sizes in prop::collection::vec(1usize..40, 1..8)) {
        holds(&bytes, sizes)?;
    }

    #[test]
    fn spoiled_records_are_checked(
        which: Index,
        how in prop::collection::vec(spoils(), 0..8),
        sizes in prop::collection::vec(1usize..400, 1..8),
    ) {
        let all = records();
        let mut bytes = which.get(&all).clone();
        for how in &how {
            spoil(&mut bytes, how, &all);
        }
        holds(&bytes, sizes)?;
    }
}
