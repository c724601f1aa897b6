//! Every real record in every format: the check of the written file has the same findings as the record, or
//! the list of losses contains what the format couldn't express.

use super::laws::two_way;
use crate::support::{paths_in, report, shared, testdata};
use barpoint::analysis::{RulesOverride, replayed, written};
use barpoint::diag::{Code, Diagnostic, Severity};
use barpoint::formats::inventory::Kind;
use barpoint::formats::{Format, detect};
use std::path::{Path, PathBuf};

/// All files below a folder.
fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    for path in paths_in(folder) {
        if path.is_dir() { files(&path, into) } else { into.push(path) }
    }
}

/// Returns the codes of findings that break a rule of the game, sorted. Findings about notation concern one
/// format only.
fn codes(findings: &[Diagnostic]) -> Vec<Code> {
    let mut codes: Vec<Code> = findings
        .iter()
        .filter(|finding| finding.severity > Severity::Note)
        .map(|finding| finding.code)
        .filter(|code| {
            let of_the_game = ["play-", "dice-", "turn-", "cube-", "score-", "game-", "position-"];
            of_the_game.iter().any(|prefix| code.id().starts_with(prefix))
        })
        .collect();
    codes.sort_by_key(|code| code.id());
    codes
}

#[test]
fn what_is_written_of_any_real_record_is_evaluated_as_the_record_is() {
    let mut paths = Vec::new();
    files(&testdata(""), &mut paths);
    for folder in ["matches", "malformed", "micro"] {
        if let Some(folder) = shared(&format!("data/{folder}")) {
            files(&folder, &mut paths);
        }
    }
    let rules = RulesOverride::default();
    let (mut count, mut records, mut told, mut wrong) = (0, 0, 0, Vec::new());
    for path in paths {
        let bytes = std::fs::read(&path).expect("a file");
        if bytes.len() > 400_000 {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(format) = detect(&bytes, Some(&name)) else { continue };
        let Some(parse) = format.parse else { continue };
        for source in format.matches(&name, Box::new(&bytes[..])).take(3) {
            let Ok(source) = source else { break };
            let (record, findings) = replayed(parse(&source), &rules);
            if record.games.is_empty() {
                continue;
            }
            records += 1;
            let before = codes(&findings);
            for other in two_way() {
                let output = written(other, &record, &findings, &rules).expect("a format that is written");
                let after = reread(other, &output.bytes, &rules);
                count += 1;
                if after == before {
                    continue;
                }
                let vanished = output.losses.iter().filter(|item| item.kind == Kind::Finding);
                let mut vanished: Vec<&str> = vanished.map(|item| item.text.as_str()).collect();
                let mut untold = before.clone();
                untold.retain(|code| !after.contains(code));
                untold.retain(|code| match vanished.iter().position(|name| *name == code.id()) {
                    Some(at) => {
                        vanished.remove(at);
                        false
                    }
                    None => true,
                });
                let is_new = after.iter().any(|code| !before.contains(code)) && output.losses.is_empty();
                if is_new || !untold.is_empty() {
                    wrong.push(format!(
                        "{name} ({}) as {}: {before:?}, then {after:?}",
                        format.name, other.name
                    ));
                } else {
                    told += 1;
                }
            }
        }
    }
    report(records, "real records evaluated again in every format");
    report(count, "pairs of a real record and a format");
    report(told, "of these whose findings differ, and whose losses are told");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong[..wrong.len().min(60)].join("\n"));
}

/// Returns the codes of the findings on a written file.
fn reread(format: &Format, bytes: &[u8], rules: &RulesOverride) -> Vec<Code> {
    let parse = format.parse.expect("a format that is read");
    let mut all = Vec::new();
    for source in format.matches("written", Box::new(bytes)) {
        all.extend(replayed(parse(&source.expect("text in memory")), rules).1);
    }
    codes(&all)
}
