//! An artificial record, and an artificial reader that finds an error in each line with `wrong`.

use barpoint::analysis::{CheckSummary, RulesOverride};
use barpoint::cli::reader::{Matches, Reader};
use barpoint::diag::{Code, Context, Diagnostic, Encoding, SourceFile, Span};
use barpoint::formats::{Format, mat};
use std::io::{BufRead, BufReader, Read};

/// Returns twelve lines of a record, which begin at line 101 of a file, 5,000 bytes into it.
pub(crate) fn source() -> SourceFile {
    let text = "\
 5 point match

 Game 2
 Alice : 1                         Bob : 0
  1) 31: 8/5 6/5                     52: 13/8 24/22
  2)  Doubles => 2                    Takes
  3) 61: 13/7\t8/7                     44: 24/16 13/5
  4) 65: 24/13                       31: 8/4 6/5
  5) 21: \u{1}13/10                       \u{7389}\u{7389}: 13/7
";
    SourceFile::from_text("games/a match.mat", text.to_owned(), Encoding::Utf8, 5_000, 101).expect("small")
}

/// Returns the span of a piece of the sample.
pub(crate) fn span(source: &SourceFile, piece: &str) -> Span {
    let start = source.text().find(piece).expect("a piece of the text");
    Span::new(start, start + piece.len())
}

/// Returns a finding with every part that a finding can have.
pub(crate) fn finding(source: &SourceFile) -> Diagnostic {
    let mut finding = Diagnostic::new(
        Code::PlayBlocked,
        span(source, "8/4"),
        "a checker may not land on a point held by two or more opposing checkers",
    )
    .label("Alice holds this point with 3 checkers")
    .see(span(source, "31: 8/4"), "the roll")
    .see(span(source, "Takes"), "the cube was turned here")
    .note("the play is taken as written, and the replay continues after it")
    .help("legal: 8/5 6/5")
    .help("legal: 24/21 6/5");
    finding.context = Context {
        game: Some(2),
        row: Some(4),
        number: Some(4),
        player: Some("Bob".to_owned()),
        position_id: Some("4HPwATDgc/ABMA".to_owned()),
        match_id: Some("cAkgAAAAAAAE".to_owned()),
        ..Context::default()
    };
    finding.consequences.push(Diagnostic::new(
        Code::PlayNoChecker,
        span(source, "13/10"),
        "there is no checker on the 13-point",
    ));
    finding
}

/// A reader that finds an error in each line that contains `wrong`, with a consequence; `quirk` is
/// a pedantic note and `doubtful` a warning. A line `match` begins a match, and each `game` a game.
pub(crate) struct Fake;

impl Reader for Fake {
    fn format(&self, _name: &str, head: &[u8]) -> Option<&'static Format> {
        head.starts_with(b"match").then_some(&mat::FORMAT)
    }

    fn is_record_name(&self, name: &str) -> bool {
        name.strip_suffix(".mat").is_some()
    }

    fn split<'a>(
        &self,
        _format: &Format,
        name: &str,
        reader: Box<dyn Read + Send + 'a>,
        _limit: usize,
    ) -> Matches<'a> {
        let name = name.to_owned();
        let mut lines = BufReader::new(reader).lines().peekable();
        let (mut offset, mut line_number) = (0, 1);
        Box::new(std::iter::from_fn(move || {
            let mut text = String::new();
            let first = match lines.next()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            text += &first;
            text.push('\n');
            while let Some(Ok(line)) = lines.next_if(|line| line.as_ref().is_ok_and(|line| line != "match")) {
                text += &line;
                text.push('\n');
            }
            let (base, base_line) = (offset, line_number);
            offset += text.len() as u64;
            line_number += text.lines().count() as u64;
            let source = SourceFile::from_text(name.clone(), text, Encoding::Utf8, base, base_line);
            Some(source.map_err(std::io::Error::other))
        }))
    }

    fn check(
        &self,
        _format: &Format,
        source: &SourceFile,
        _rules: &RulesOverride,
        sink: &mut dyn FnMut(Diagnostic),
    ) -> CheckSummary {
        let words = [
            ("wrong", Code::PlayWrongPips, "the distance is wrong"),
            ("doubtful", Code::PlayHidden, "the play is hidden"),
            ("quirk", Code::HabitWords, "words"),
        ];
        let mut offset = 0;
        for line in source.text().split_inclusive('\n') {
            for (word, code, message) in words {
                if let Some(column) = line.find(word) {
                    let span = Span::new(offset + column, offset + column + word.len());
                    let mut finding = Diagnostic::new(code, span, message);
                    if word == "wrong" {
                        finding.context.position_id = Some("4HPwATDgc/ABMA".to_owned());
                        finding.consequences.push(Diagnostic::new(Code::PlayNoChecker, span, "no checker"));
                    }
                    sink(finding);
                }
            }
            offset += line.len();
        }
        CheckSummary { games: source.text().matches("game").count() as u32, entries: 0 }
    }

    fn draw(&self, context: &Context) -> Option<String> {
        context.position_id.as_ref().map(|id| format!(" (the board of {id})\n"))
    }
}
