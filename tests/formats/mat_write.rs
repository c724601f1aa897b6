//! The writer of the .mat family, against GNU Backgammon's own files.

use super::{data, files};
use crate::support::report;
use barpoint::analysis::{self, RulesOverride};
use barpoint::diag::SourceFile;
use barpoint::formats::mat;
use barpoint::game::Replayed;

/// Reads a .mat record and finds out what it means.
fn read(name: &str, text: &str) -> Replayed {
    let source = SourceFile::decode(name, text.as_bytes()).expect("small");
    analysis::replayed(mat::parse(&source), &RulesOverride::default()).0
}

fn write(replayed: &Replayed) -> String {
    let writer = mat::FORMAT.writer.expect("a writer");
    String::from_utf8((writer.write)(replayed).bytes).expect("UTF-8")
}

/// Records of GNU Backgammon that aren't written again as they are, with the reason.
const MENDED: [(&str, &str); 2] = [
    (
        "money_jacoby_beaver0_autod2_1.mat",
        "automatic doubles, which it doesn't write: results and scores disagree",
    ),
    ("money_nojacoby_beaver3_autod2_1.mat", "likewise"),
];

#[test]
fn what_gnu_backgammon_wrote_is_written_again_byte_for_byte() {
    let Some(folder) = data("matches/gnubg") else { return };
    let mut count = 0;
    let mut wrong = Vec::new();
    for path in files(&folder, "mat") {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("text");
        let written = write(&read(&name, &text));
        count += 1;
        let mended = MENDED.iter().any(|(mended, _)| *mended == name);
        if mended == (written == text) {
            let line = written.lines().zip(text.lines()).find(|(a, b)| a != b);
            wrong.push(format!("{name}: {line:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    report(count, "records of GNU Backgammon written again");
}
