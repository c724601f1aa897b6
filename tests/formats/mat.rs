//! The reader of the .mat family over records of all origins.

use super::{data, files};
use crate::support::paths_in;
use barpoint::diag::{Code, Diagnostic, Parsed, SourceFile, Span};
use barpoint::formats::{self, mat, split::split_bytes};
use barpoint::game::record::{Cell, MatchRecord, Written};
use proptest::prelude::*;
use std::path::PathBuf;

/// Returns the real records of this family, from the tables beside them.
pub(super) fn real() -> Vec<PathBuf> {
    let Some(root) = data("matches/real") else { return Vec::new() };
    let mut found = Vec::new();
    for folder in paths_in(root) {
        let Ok(table) = std::fs::read_to_string(folder.join("SOURCES.tsv")) else { continue };
        for line in table.lines() {
            let cells: Vec<&str> = line.split('\t').collect();
            if cells.get(5).is_some_and(|dialect| dialect.starts_with("mat:")) {
                found.push(folder.join(cells[0]));
            }
        }
    }
    found.sort();
    found
}

fn read(path: &PathBuf) -> Vec<(SourceFile, Parsed<MatchRecord>)> {
    let bytes = std::fs::read(path).expect("a readable file");
    let sources = split_bytes(path.display().to_string(), &bytes);
    sources
        .map(|source| source.expect("small"))
        .map(|source| (mat::parse(&source), source))
        .map(|(p, s)| (s, p))
        .collect()
}

/// Returns every span of a record.
fn spans(parsed: &Parsed<MatchRecord>) -> Vec<Span> {
    fn of_finding(finding: &Diagnostic, into: &mut Vec<Span>) {
        into.push(finding.primary.span);
        into.extend(finding.secondary.iter().map(|label| label.span));
    }
    let mut all = Vec::new();
    let record = &parsed.value;
    for header in &record.headers {
        all.extend([header.key.span, header.value.span]);
    }
    all.extend(record.length.map(|length| length.span));
    all.extend(record.remarks.iter().map(|remark| remark.span));
    for game in &record.games {
        all.push(game.heading);
        all.extend(game.number.map(|number| number.span));
        for player in game.players.0.iter().flatten() {
            all.push(player.name.span);
            all.extend(player.rating.as_ref().map(|rating| rating.span));
            all.extend(player.score.map(|score| score.span));
        }
        for entry in &game.entries {
            all.push(entry.span);
            match &entry.written {
                Written::Turn { roll, cell } => {
                    all.push(roll.span);
                    match cell {
                        Cell::Play(play) => {
                            all.push(play.span);
                            all.extend(play.legs().map(|leg| leg.span));
                        }
                        Cell::CannotMove(span)
                        | Cell::Hidden(span)
                        | Cell::Resign(span)
                        | Cell::Unreadable(span) => {
                            all.push(*span);
                        }
                        Cell::DeclaredIllegal { span, after } => {
                            all.push(*span);
                            all.extend(after.as_ref().map(|setup| setup.span));
                        }
                        Cell::Empty => {}
                    }
                }
                Written::Cube { value, .. } => all.extend(value.map(|value| value.span)),
                Written::Losses { points, .. } => all.extend(points.map(|points| points.span)),
                Written::Wins { points, and_match } => {
                    all.extend(points.map(|points| points.span));
                    all.extend(*and_match);
                }
                Written::Set(setup) => all.push(setup.span),
                _ => {}
            }
        }
    }
    for finding in &parsed.diagnostics {
        of_finding(finding, &mut all);
    }
    all
}

fn spans_lie_within(source: &SourceFile, parsed: &Parsed<MatchRecord>) -> Result<(), String> {
    for span in spans(parsed) {
        if span.start > span.end || source.text().get(span.range()).is_none() {
            return Err(format!("{}: {span:?} isn't text of the source", source.name()));
        }
    }
    Ok(())
}

/// Counts rolls without interpreting lines: two digits and a colon after a blank or the bracket of a row's
/// number.
fn plain_count_of_rolls(text: &str) -> usize {
    let rows = text.lines().filter(|line| !line.trim_start().starts_with(';'));
    rows.map(|line| {
        let bytes = line.as_bytes();
        let is_roll = |w: &[u8]| matches!(w, [b' ' | b')', b'0'..=b'9', b'0'..=b'9', b':']);
        bytes.windows(4).filter(|window| is_roll(window)).count()
    })
    .sum()
}

fn rolls(record: &MatchRecord) -> usize {
    let entries = record.games.iter().flat_map(|game| &game.entries);
    entries
        .filter(|entry| matches!(&entry.written, Written::Turn { roll, .. } if roll.digits != *b"??"))
        .count()
}

fn important(parsed: &Parsed<MatchRecord>) -> Vec<&Diagnostic> {
    parsed.diagnostics.iter().filter(|finding| !finding.code.is_pedantic()).collect()
}

#[test]
fn every_roll_of_every_real_record_is_read_without_a_finding() {
    let mut records = real();
    records.extend(data("matches/gnubg").map(|folder| files(&folder, "mat")).unwrap_or_default());
    let mut total = 0;
    for path in &records {
        for (source, parsed) in read(path) {
            assert_eq!(rolls(&parsed.value), plain_count_of_rolls(source.text()), "{}", path.display());
            assert!(important(&parsed).is_empty(), "{}: {:?}", path.display(), important(&parsed));
            spans_lie_within(&source, &parsed).expect("spans of the source");
            total += rolls(&parsed.value);
        }
    }
    assert!(records.is_empty() || total > 100_000, "only {total} rolls");
}

/// Cells alternate between the columns in every real record; only beavers break the order, and there are none
/// in a match.
#[test]
fn the_columns_of_real_records_alternate() {
    for path in real() {
        for (source, parsed) in read(&path) {
            for game in &parsed.value.games {
                let acts = game.entries.iter().filter(|entry| {
                    matches!(
                        entry.written,
                        Written::Turn { .. } | Written::Cube { .. } | Written::Take | Written::Pass
                    )
                });
                let acts: Vec<_> = acts.collect();
                for pair in acts.windows(2) {
                    let place = source.line_column(pair[1].span.start);
                    assert_ne!(pair[0].side, pair[1].side, "{}:{}", path.display(), place.line);
                }
            }
        }
    }
}

/// If a game follows, its score line shows who won (in records of real play; those of one repository were
/// made up, with scores that don't change).
#[test]
fn results_stand_in_the_column_of_the_winner() {
    let mut results = 0;
    let made_up = |path: &PathBuf| path.to_string_lossy().contains("BgMatchFormat");
    for path in real().into_iter().filter(|path| !made_up(path)) {
        for (source, parsed) in read(&path) {
            for games in parsed.value.games.windows(2) {
                let won = |side| {
                    let score =
                        |game: usize| games[game].players[side].as_ref()?.score.map(|score| score.value);
                    score(0) < score(1)
                };
                let result =
                    games[0].entries.iter().find(|entry| matches!(entry.written, Written::Wins { .. }));
                let Some(result) = result else { continue };
                let place = source.line_column(result.span.start);
                let side = result.side.expect("a column");
                assert!(won(side) && !won(!side), "{}:{}", path.display(), place.line);
                results += 1;
            }
        }
    }
    assert!(real().is_empty() || results > 1_000, "only {results} results");
}

/// A finding: its code, its line and its text.
type Finding<'a> = (Code, u64, &'a str);

/// The errors in the notation of each malformed record; all others are valid as text.
const MALFORMED: &[(&str, &[Finding<'_>])] = &[
    ("binary", &[(Code::SourceNotARecord, 1, "")]),
    ("blank_lines", &[(Code::SourceNotARecord, 1, "")]),
    ("dashes", &[(Code::MatPlayDash, 5, "-"), (Code::MatPlayDash, 5, "-")]),
    ("empty", &[(Code::SourceNotARecord, 1, "")]),
    ("game_nan", &[(Code::MatGameNumber, 5, "one")]),
    ("game_number_0", &[(Code::MatGameNumber, 5, "0")]),
    ("garbage_token", &[(Code::MatPlayNotation, 5, "banana"), (Code::MatCellUnreadable, 6, "hello")]),
    ("header_game_only", &[(Code::MatScoreLine, 3, "Game 1")]),
    ("header_only", &[(Code::MatGameMissing, 1, "3 point match")]),
    ("len_huge", &[(Code::MatLengthInvalid, 3, "99999999999")]),
    ("len_nan", &[(Code::MatLengthInvalid, 3, "three point match")]),
    ("len_neg", &[(Code::MatLengthInvalid, 3, "-3")]),
    ("money_word", &[(Code::MatLengthInvalid, 3, "money session")]),
    ("no_header", &[(Code::MatLengthMissing, 4, "Game 1")]),
    ("nul_bytes", &[(Code::SourceControlCharacter, 5, "\0")]),
    ("score_missing", &[(Code::MatScoreLine, 4, "A                               B")]),
    ("wrong_dice_digit", &[(Code::MatDice, 5, "71")]),
];

#[test]
fn each_mistake_of_notation_gives_one_finding() {
    let Some(folder) = data("malformed") else { return };
    for path in files(&folder, "mat") {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let expected = MALFORMED.iter().find(|row| row.0 == name).map_or(&[][..], |row| row.1);
        for (source, parsed) in read(&path) {
            spans_lie_within(&source, &parsed).expect("spans of the source");
            let found: Vec<Finding<'_>> = important(&parsed)
                .iter()
                .map(|finding| {
                    let span = finding.primary.span;
                    (finding.code, source.line_column(span.start).line, source.slice(span))
                })
                .collect();
            assert_eq!(found, expected, "{name}");
        }
    }
}

#[test]
fn odd_records_are_read_as_a_person_would() {
    let Some(folder) = data("micro") else { return };
    for path in files(&folder, "mat") {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let parts = read(&path);
        assert_eq!(parts.len(), if name.starts_with("17-") { 2 } else { 1 }, "{name}");
        for (source, parsed) in parts {
            spans_lie_within(&source, &parsed).expect("spans of the source");
            let codes: Vec<Code> = important(&parsed).iter().map(|finding| finding.code).collect();
            let expected: &[Code] = match &name[..2] {
                "13" => &[Code::MatDice],
                "14" => &[Code::MatGameMissing],
                "15" => &[Code::MatLengthMissing],
                "23" => &[Code::MatRowUnreadable],
                _ => &[],
            };
            assert_eq!(codes, expected, "{name}");
            assert_eq!(
                rolls(&parsed.value),
                plain_count_of_rolls(&source.text().replace(['\r', '\t'], "\n ")),
                "{name}"
            );
        }
    }
}

#[test]
fn formats_are_told_by_their_content() {
    let is_mat = |path: &PathBuf, extension| {
        let bytes = std::fs::read(path).expect("a readable file");
        formats::detect(&bytes, extension).is_some_and(|format| format.name == "mat")
    };
    for path in real() {
        assert!(is_mat(&path, None), "{}", path.display());
    }
    for folder in [data("malformed"), data("matches/gnubg")].into_iter().flatten() {
        for path in files(&folder, "sgf").iter().chain(&files(&folder, "txt")) {
            assert!(!is_mat(path, Some("txt")), "{}", path.display());
        }
    }
    let Some(root) = data("matches/real") else { return };
    let known = real();
    for folder in paths_in(root) {
        if !folder.is_dir() {
            continue;
        }
        for path in ["txt", "xg", "sgf", "match"].iter().flat_map(|extension| files(&folder, extension)) {
            assert!(known.contains(&path) || !is_mat(&path, None), "{}", path.display());
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for source in split_bytes("x", &bytes) {
            let source = source.expect("small");
            let parsed = mat::parse(&source);
            prop_assert_eq!(spans_lie_within(&source, &parsed), Ok(()));
        }
    }

    #[test]
    fn any_shuffle_of_the_words_of_records_is_read_without_a_panic(
        words in proptest::collection::vec(proptest::sample::select(WORDS), 0..120),
    ) {
        let text = words.concat();
        for source in split_bytes("x", text.as_bytes()) {
            let source = source.expect("small");
            let parsed = mat::parse(&source);
            prop_assert_eq!(spans_lie_within(&source, &parsed), Ok(()), "{}", text);
        }
    }
}

/// Parts of records, for texts that are almost records.
const WORDS: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "\r",
    "\r\n",
    " ",
    "  ",
    "        ",
    "\t",
    ";",
    "#",
    "\0",
    "é",
    "5 point match\n",
    "Game 1\n",
    "Game ",
    " ann : 0      bert : 0\n",
    ":",
    "; [Key \"Value\"]\n",
    "; Set Pos=abc\n",
    "  1) ",
    "2) ",
    "31: ",
    "31:",
    "77:",
    "3:",
    "8/5",
    "8/5*(2)",
    "13-7",
    "bar/",
    "(",
    ")",
    "????",
    "Doubles => 2",
    "Doubles =>",
    "Takes",
    "Drops",
    "Wins 2 points",
    "Wins",
    " and the match",
    "Losses 1 point",
    "Resigns",
    "Cannot Move",
    "Illegal play (",
    "Game 2",
    "99999999999)",
];

/// Returns a row of a position, without dice; the checkers are given in either side's own numbering.
fn position_row(points: &[(usize, i8)]) -> String {
    let mut lanes = [0i8; 26];
    for &(point, checkers) in points {
        lanes[point] += checkers;
        lanes[25 - point] -= checkers;
    }
    let lanes = lanes.map(|lane| lane.to_string()).join(";");
    format!("Illegal play (3;0;0;0;0;ann;bert;0;0;0;1;0;{lanes};0;0;)")
}

#[test]
fn a_position_without_dice_is_set_and_is_nobodys_turn() {
    let nackgammon = position_row(&[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]);
    let blank = " ".repeat(36);
    let rows = [
        // Wherever the position stands, the first dice tell who begins.
        format!("  1) {nackgammon}\n  2) 31: 8/5 6/5                       42: 8/4 6/4\n"),
        format!("  1) {nackgammon}\n  2) {blank}31: 8/5 6/5\n  3) 42: 8/4 6/4\n"),
        format!("  1) {blank}{nackgammon}\n  2) 31: 8/5 6/5                       42: 8/4 6/4\n"),
        format!("  1) {blank}{nackgammon}\n  2) {blank}31: 8/5 6/5\n  3) 42: 8/4 6/4\n"),
        // In the middle of a game, the one whom the position names is on roll.
        format!(
            "  1) 61: 13/7 8/7                      42: 8/4 6/4\n  2) {nackgammon}\n  3) 31: 8/5 6/5                       42: 8/4 6/4\n"
        ),
    ];
    for rows in rows {
        let text = format!(" 3 point match\n\n Game 1\n ann : 0                       bert : 0\n{rows}");
        let matches = barpoint::open("x.mat", text.as_bytes().to_vec()).expect("a match");
        let codes: Vec<Code> = matches[0].findings.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, [Code::GameUnfinished], "\n{rows}");
        let last = matches[0].replayed.games[0].acts.iter().rev().find_map(barpoint::game::Act::after);
        assert_eq!(last.map(|board| board.to_string()).as_deref(), Some("sDN4ADaYM3gANg"), "\n{rows}");
    }
}

/// `OpenGammon` says so of the last game of a session.
#[test]
fn the_last_game_of_a_session_may_end_the_match_and_no_other() {
    let session = |first: &str, last: &str| {
        let game = |number, score, end: &str| {
            format!(
                " Game {number}\n ann : {score}                        bob : 0\n  1) 31: 8/5 6/5                 \
                 Doubles => 2\n  2)  Drops\n                                 Wins 1 point{end}\n\n"
            )
        };
        let (first, last) = (game(1, 0, first), game(2, 0, last));
        let last = last.replace("bob : 0", "bob : 1");
        let text = format!("; [Site \"OpenGammon\"]\n; [Jacoby \"On\"]\n 0 point match\n\n{first}{last}");
        let (_, found) = crate::support::replayed(&mat::FORMAT, text);
        let errors = found.into_iter().filter(|finding| finding.severity == barpoint::diag::Severity::Error);
        errors.map(|finding| finding.code.id()).collect::<Vec<_>>()
    };
    let claim = " and the match";
    assert_eq!(session("", claim), [""; 0]);
    assert_eq!(session(claim, ""), ["score-match-claim"]);
    assert_eq!(session(claim, claim), ["score-match-claim"]);
}
