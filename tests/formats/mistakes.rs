//! Mistakes in records of the text formats of servers and programs: each is found at its place.

use crate::support::testdata;
use barpoint::diag::SourceFile;
use barpoint::formats::Format;

/// Reads a text; returns each finding with the text at its place.
fn found(format: &str, text: &str) -> Vec<String> {
    let source = SourceFile::decode("text", text.as_bytes()).expect("a small text");
    let parse = Format::by_name(format).expect("a format").parse.expect("a reader");
    let findings = parse(&source).diagnostics;
    findings.iter().map(|it| format!("{} `{}`", it.code, source.slice(it.primary.span))).collect()
}

/// Reads a text; returns the codes of the findings.
fn codes(format: &str, text: &str) -> Vec<String> {
    let code = |finding: String| finding.split(' ').next().unwrap_or_default().to_owned();
    found(format, text).into_iter().map(code).collect()
}

fn sample(file: &str) -> String {
    std::fs::read_to_string(testdata(file)).expect("a sample")
}

#[test]
fn what_contradicts_itself_is_found_at_its_place() {
    let table = sample("mistakes.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    assert!(rows.clone().count() > 25, "the table has lost rows");
    for row in rows {
        let [file, from, to, code, place] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("not five columns: {row}")
        };
        let text = sample(file);
        assert!(text.contains(from), "{from} isn't in {file}");
        let format = file.split('/').next().expect("a folder");
        let found = found(format, &text.replacen(from, &to.replace("\\n", "\n"), 1));
        assert_eq!(found.first(), Some(&format!("{code} `{place}`")), "{row}: {found:?}");
    }
}

#[test]
fn a_result_is_written_once_and_below_its_pass() {
    let head = "Score is 0-0 in a 3 point match.\na is X - b is O\nO: (3 1) 17-20 19-20\nX: doubles\n";
    for (rows, expected) in [
        ("O: rejects\nX: wins 1 point\n", None),
        ("O: rejects\nX: wins 1 point\nX: wins 1 point\n", Some("turn-after-end")),
        ("X: wins 1 point\nO: rejects\n", Some("turn-after-end")),
        ("O: accepts\nO: wants to resign\nO: wins 2 points\n", Some("score-winner")),
        ("O: rejects\nX: wins 1 ", Some("record-truncated")),
        ("O: rejects\nX: wins 1 point", None),
    ] {
        assert_eq!(codes("oldmoves", &format!("{head}{rows}")), expected.as_slice(), "{rows}");
    }
}

#[test]
fn a_log_of_fibs_names_two_players_and_one_score() {
    let head = "** Player bob has joined you for a 3 point match.\nStarting a new game with bob.\n\
                You rolled 3, bob rolled 1\nYou move 17-20 19-20 .\nbob doubles.\n";
    let won = "You give up. bob wins 1 point.\n";
    let end = "score in 3 point match: bob-1 me-0\nbob wins the 3 point match 1-0 .";
    let again = "You win the game and get 1 point.";
    for (won, rows, expected) in [
        (won, end, None),
        (won, "score in 3 point match: bob-2 me-0", Some("score-header `2`")),
        (won, "score in 7 point match: bob-1 me-0", Some("header-conflict `7`")),
        (won, "bob wins the 3 point match 3-2 .", Some("score-header `3`")),
        ("", "bob rolls 5 and 41.", Some("record-value `bob rolls 5 and 41.`")),
        ("", "carl rolls 5 and 4.", Some("names-changed `carl`")),
        ("", "You want to resign. You will win 1 point.", Some("score-winner `You`")),
        (won, again, Some("turn-after-end `You win the game and get 1 point.`")),
    ] {
        assert_eq!(found("fibs", &format!("{head}{won}{rows}\n")), expected.as_slice(), "{rows}");
    }
}

#[test]
fn a_gap_in_the_rows_is_one_finding() {
    type Row = fn(u32) -> String;
    let games: [(&str, &str, Row); 3] = [
        ("tmg", "Player1: 1 a 0\nPlayer2: 2 b 0\nLength: 3\nGame 1: 0-0\n", |n| {
            format!(" {n} 1 31:\n {n} 4 8/5 6/5\n -{n} 1 42:\n -{n} 4 8/4 6/4\n")
        }),
        ("sgg", "a vs. b\nGame 1.0-0/3\n", |n| format!("{n}\t31:\n{n}\t31: 8/5, 6/5\n{n}\t\t42: 8/4, 6/4\n")),
        ("bgroom", "BGF version 1.2\nGame 1 - a (X) vs. b (0)\n", |n| {
            format!("{n}. {}: 31 8/5 6/5\n", if n % 2 == 1 { "X" } else { "0" })
        }),
    ];
    for (format, head, row) in games {
        for (numbers, wrong) in [
            ([1, 2, 3, 4, 5, 6], None),
            ([1, 2, 4, 5, 6, 7], Some("mat-row-number `4`")),
            ([2, 3, 4, 5, 6, 7], Some("mat-row-number `2`")),
            ([1, 2, 8, 4, 5, 6], Some("mat-row-number `8`")),
        ] {
            let text = format!("{head}{}", numbers.map(row).concat());
            assert_eq!(found(format, &text), wrong.as_slice(), "{text}");
        }
    }
}

#[test]
fn a_gap_in_the_games_is_one_finding() {
    for (numbers, wrong) in [
        ([1, 2, 3, 4], None),
        ([1, 3, 4, 5], Some("record-value `3`")),
        ([1, 7, 3, 4], Some("record-value `7`")),
        ([1, 1, 2, 3], Some("record-syntax `Game 1.1-0/9`")),
    ] {
        let games = numbers.map(|game| format!("Game {game}.{game}-0/9\n\n")).concat();
        assert_eq!(found("sgg", &format!("a vs. b\n{games}")), wrong.as_slice(), "{numbers:?}");
    }
}

#[test]
fn a_game_whose_score_line_is_damaged_is_read() {
    let sample = sample("text/valid/two-games.txt");
    let text = sample.replace("The score (after 1 game", "The scores (after 1 game");
    let source = SourceFile::decode("text", text.as_bytes()).expect("a small text");
    let games = barpoint::formats::text::parse(&source).value.games;
    assert_eq!(games.len(), 2);
    assert!(games[1].entries.len() > 1);
    assert_eq!(codes("text", &text), ["record-unknown", "record-syntax"]);
    let at = sample.find("Pip counts").expect("a board");
    let board = codes("text", &sample[..at - 20]);
    assert_eq!(board.first().map(String::as_str), Some("record-truncated"));
}
