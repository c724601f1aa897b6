//! The rows of .mat records, one trait at a time; all names are invented.

use super::table::each_case;
use barpoint::board::Side;
use barpoint::diag::{Parsed, SourceFile};
use barpoint::formats::{detect, mat};
use barpoint::game::record::{Cell, MatchRecord, Written};
use proptest::prelude::*;

fn source(text: &str) -> SourceFile {
    SourceFile::decode("x.mat", text.as_bytes()).expect("small")
}

fn read(text: &str) -> Parsed<MatchRecord> {
    mat::parse(&source(text))
}

/// Returns games as lines: the column, the row, the content; then the findings with their tokens.
fn show(text: &str) -> String {
    let source = source(text);
    let parsed = mat::parse(&source);
    let mut lines = Vec::new();
    for game in &parsed.value.games {
        let name = |side| game.players[side].as_ref().map_or("-", |player| player.name.value.as_str());
        lines.push(format!("[{}] {} | {}", source.slice(game.heading), name(Side::Zero), name(Side::One)));
        for entry in &game.entries {
            let side = match entry.side {
                Some(Side::Zero) => "L",
                Some(Side::One) => "R",
                None => "?",
            };
            let row = entry.row.map_or(String::new(), |row| row.to_string());
            let what = match &entry.written {
                Written::Turn { cell, .. } => match cell {
                    Cell::Play(play) => format!("play of {}", play.len()),
                    Cell::Empty => "dice".to_owned(),
                    Cell::CannotMove(_) => "cannot".to_owned(),
                    Cell::Hidden(_) => "hidden".to_owned(),
                    Cell::Resign(_) => "dice, resign".to_owned(),
                    Cell::DeclaredIllegal { after, .. } => {
                        format!("illegal {}", after.as_ref().map_or("?", |setup| source.slice(setup.span)))
                    }
                    Cell::Unreadable(_) => "dice, unreadable".to_owned(),
                },
                Written::Cube { word, value } => format!("{word:?} {:?}", value.map(|value| value.value)),
                Written::Wins { points, and_match } => {
                    let and_match = if and_match.is_some() { " and match" } else { "" };
                    format!("wins {:?}{and_match}", points.map(|points| points.value))
                }
                Written::Losses { points, .. } => format!("losses {:?}", points.map(|points| points.value)),
                Written::Set(setup) => format!("position {}", source.slice(setup.span)),
                other => format!("{other:?}").to_lowercase(),
            };
            lines.push(format!("{side}{row} {what}: {}", source.slice(entry.span)));
        }
    }
    for finding in &parsed.diagnostics {
        lines.push(format!("{} `{}`", finding.code, source.slice(finding.primary.span)));
    }
    lines.join("\n")
}

/// Returns what the rows of a game in a match of 7 points are read as.
fn rows(rows: &str) -> String {
    let shown = show(&format!(" 7 point match\n\n Game 1\n anna : 0                       bert : 0\n{rows}"));
    shown.lines().skip(1).collect::<Vec<_>>().join("\n")
}

#[test]
fn rows_are_read_as_their_table_says() {
    each_case("mat/rows.txt", rows);
}

#[test]
fn blanks_around_the_colon_of_dice_change_nothing() {
    let cells =
        [("64:24/14", "52:13/8 24/22"), ("64 : 24/14", "52 : 13/8 24/22"), ("64: 24/14", "52 :13/8 24/22")];
    for (left, right) in cells {
        let expected = format!("L1 play of 1: {left}\nR1 play of 2: {right}");
        for text in [format!("  1)   {left}  {right}"), format!("  1){left}  {right}")] {
            assert_eq!(rows(&text), expected, "{text}");
        }
    }
}

#[test]
fn a_game_without_its_heading_begins_with_the_players() {
    let text = " 7 point match\n\n Game 1\n anna : 0                       bert : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n \
                anna : 1                       bert : 0\n  1) 43: 24/20 13/10";
    let shown = show(text);
    let count = |what: &str| shown.lines().filter(|line| line.starts_with(what)).count();
    assert_eq!(count("mat-game-missing `anna : 1                       bert : 0`"), 1, "{shown}");
    assert_eq!((count("L1 play of 2: 31"), count("L1 play of 2: 43"), count("mat-")), (1, 1, 1), "{shown}");
}

#[test]
fn a_loss_after_dice_is_that_of_the_player_who_rolled() {
    for (loss, said) in [("Losses 1 point", "Some(1)"), ("Lost on time", "None"), ("Forfeits", "None")] {
        let rows = format!("  1) 64: {loss}          Wins 1 point");
        let shown = show(&format!(" 7 point match\n\n Game 1\n anna : 0      bert : 0\n{rows}"));
        let rest: Vec<&str> = shown.lines().skip(2).take(2).collect();
        assert_eq!(rest, [&format!("L1 losses {said}: {loss}"), "R1 wins Some(1): Wins 1 point"], "{rows}");
        let rows = format!("  1) 64: 24/14                   52: {loss}");
        let shown = show(&format!(" 7 point match\n\n Game 1\n anna : 0      bert : 0\n{rows}"));
        assert_eq!(shown.lines().nth(3), Some(&*format!("R1 losses {said}: {loss}")), "{rows}");
    }
}

#[test]
fn a_result_in_the_next_cell_after_dice_is_that_of_the_right_player() {
    let shown = rows("  1) 31: 8/5 6/5\t52: 13/8 24/22\n  2) 42: \tWins 1 point");
    assert!(shown.contains("R2 wins Some(1): Wins 1 point"), "{shown}");
    let shown = rows("  1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) 42:      Wins 1 point");
    assert!(shown.contains("L2 wins Some(1): Wins 1 point"), "{shown}");
}

#[test]
fn a_row_without_its_number_is_one_finding() {
    let row = "31: 8/5 6/5                 42: 8/4 6/4";
    let rows = |second: &str| format!("  1) {row}\n{second}{row}\n  3) {row}\n  4) {row}");
    let found = |rows: &str| {
        let shown = show(&format!(" 7 point match\n\n Game 1\n anna : 0      bert : 0\n{rows}"));
        let findings = shown.lines().filter(|line| line.starts_with("mat-")).map(str::to_owned);
        findings.collect::<Vec<_>>()
    };
    assert_eq!(found(&rows("     ")), ["mat-row-number `31`"]);
    // Joined to the row before it.
    let joined = rows("     ").replacen("\n     31", "   2) 31", 1);
    assert_eq!(found(&joined), ["mat-text-after-row `2)`"]);
}

#[test]
fn one_wide_row_changes_the_columns_of_no_other() {
    let row = "31: 8/5 6/5                 42: 8/4 6/4";
    let heads = |game: u32| format!(" Game {game}\n anna : 0                       bert : 0\n");
    for wide in [row.replace(" 42:", &format!("{:31} 42:", "")), format!("{row}   3) {row}")] {
        let first = format!("  1) {row}\n  2) {row}\n  3) {wide}\n");
        let second = format!("  1)                             {}\n  2) {row}\n", &row[28..]);
        let shown = show(&format!(" 7 point match\n\n{}{first}{}{second}", heads(1), heads(2)));
        let game: Vec<&str> =
            shown.lines().skip_while(|line| !line.starts_with("[Game 2]")).take(3).collect();
        let expected = ["[Game 2] anna | bert", "R1 play of 2: 42: 8/4 6/4", "L2 play of 2: 31: 8/5 6/5"];
        assert_eq!(game, expected, "{wide}");
    }
}

/// Returns a text in which tabs replace blanks up to tab stops, as `unexpand -a` does it.
fn with_tabs(text: &str) -> String {
    let line = |line: &str| {
        let eights = line.as_bytes().chunks(8).map(|eight| std::str::from_utf8(eight).expect("ASCII"));
        let tabbed = eights.map(|eight| match eight.trim_end_matches(' ') {
            start if eight.len() == 8 && start.len() < 7 => format!("{start}\t"),
            _ => eight.to_owned(),
        });
        tabbed.collect::<String>()
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn tabs_and_no_break_spaces_are_blanks() {
    let right = "                                  Wins 2 points\n";
    let more = [
        &WHOLE.replace(" and the match", "")[WHOLE.find(" 3 point").expect("is there")..],
        "\n Game 3\n anna : 2                       bert : 1\n  1) 54:\n",
        right,
        "\n Game 4\n anna : 2                       bert : 3\n  1) 54:                          Wins 2 points\n",
    ];
    let text = more.concat();
    assert_eq!(show(&with_tabs(&text)), show(&text));
    assert!(!with_tabs(&text).contains("        "));
    assert_eq!(show(&text.replace("  ", "\u{A0} ")), show(&text));
    let one = show(&text.replace("31: 8", "31:\u{A0}8"));
    assert_eq!(one.lines().nth(1), Some("L1 play of 2: 31:\u{A0}8/5 6/5"));
    let name = show(&text.replace("anna", "an\u{A0}na"));
    assert_eq!(name.lines().next(), Some("[Game 1] an\u{A0}na | bert"));
}

#[test]
fn rows_without_columns_have_a_result_and_another_game_after_them() {
    let rows = " 1) 21: 13/11 24/23\n 2) 11: 8/7 7/6 63: 11/5 8/5\n 3) Doubles => 2 Takes\n Wins 2 points\n";
    let text =
        format!(" 7 point match\n\n Game 1\n anna : 0 bert : 0\n{rows}\n Game 2\n anna : 0 bert : 2\n");
    let shown = show(&text);
    let shown: Vec<&str> = shown.lines().skip(1).take(6).collect();
    let game = [
        "R1 play of 2: 21: 13/11 24/23",
        "L2 play of 2: 11: 8/7 7/6",
        "R2 play of 2: 63: 11/5 8/5",
        "L3 Double Some(2): Doubles => 2",
        "R3 take: Takes",
        "R wins Some(2): Wins 2 points",
    ];
    assert_eq!(shown, game);
}

#[test]
fn lengths_and_headings_in_other_spellings_are_read() {
    for line in ["7-point match", "7 pt match", "seven point match", "\u{FF17} point match", "7. point match"]
    {
        let text = WHOLE.replace(" 3 point match", line);
        assert!(show(&text).contains(&format!("mat-length-invalid `{line}`")), "{line}\n{}", show(&text));
        assert_eq!(read(&text).value.length.map(|length| length.value), Some(7), "{line}");
    }
    let text = WHOLE.replace(" Game 2", " Game: 2");
    assert_eq!(show(&text), show(WHOLE).replace("[Game 2]", "[Game: 2]"));
}

#[test]
fn a_text_that_is_no_record_is_described() {
    let nothing = "the file contains no text";
    for (text, message) in
        [("", nothing), (" \n\n", nothing), ("a letter\n", "there is no line `N point match` or `Game N`")]
    {
        let messages = read(text).diagnostics.into_iter().map(|finding| finding.message);
        assert_eq!(messages.collect::<Vec<_>>(), [message], "{text:?}");
    }
}

#[test]
fn quoted_text_is_named() {
    for mark in ["> ", ">"] {
        let quoted = format!("{mark}{}", WHOLE.trim_end().replace('\n', &format!("\n{mark}")));
        let messages: Vec<String> =
            read(&quoted).diagnostics.into_iter().map(|finding| finding.message).collect();
        let expected = "the lines begin with the mark of a quotation, `>`: delete the marks";
        assert_eq!(messages, [expected], "{quoted}");
    }
}

#[test]
fn a_length_between_games_is_one_finding() {
    let text = WHOLE.replace(" Game 2", " 3 point match\n\n Game 2");
    let finding = "mat-length-invalid `3 point match`\n";
    let shown = show(&text);
    assert!(shown.contains(finding), "{shown}");
    assert_eq!(shown.replace(finding, ""), show(WHOLE));
}

#[test]
fn a_record_cut_short_is_a_finding_at_the_last_token() {
    for (cut, finding) in [
        ("  1) 31: 8/5 6/", "mat-play-notation `6/`"),
        ("  1) 31: 8/5 6", "mat-play-notation `6`"),
        ("  1) 31: 8/5 6/5                 52: 13/8 24/", "mat-play-notation `24/`"),
        ("  1) 31: 8/5 6/5                 5", "mat-cell-unreadable `5`"),
        ("  1) 31: 8/5 6/5                  Doub", "mat-cell-unreadable `Doub`"),
        ("  1) 31: 8/5 6/5                  Doubles =>", "mat-cell-unreadable `=>`"),
        ("  1) 31: 8/5 6/5\n      Wins", "mat-cell-unreadable `Wins`"),
        ("  1) 31: 8/5 6/5\n      Wins 1 poi", "mat-cell-unreadable `poi`"),
        ("  1) 31: 8/5 6/5\n  2", "mat-row-unreadable `2`"),
        ("  1) 31: 8/5 6/5\n\n Ga", "mat-row-unreadable `Ga`"),
    ] {
        let text = format!(" 7 point match\n Game 1\n anna : 0    bert : 0\n{cut}");
        let shown = show(&text);
        assert_eq!(shown.lines().last(), Some(finding), "{cut}");
    }
}

#[test]
fn a_bracket_inside_a_number_of_a_row_is_one_finding() {
    let row = |number: &str| format!(" {number} 31: 8/5 6/5                 52: 13/8 24/22\n");
    let rows: String = (1..=9).map(|number| row(&format!(" {number})"))).collect();
    let text = format!(
        " 7 point match\n\n Game 1\n anna : 0                       bert : 0\n{rows}{}{}",
        row("1)0"),
        row("11)")
    );
    let shown = show(&text);
    assert_eq!(shown.matches("play of 2").count(), 22, "{shown}");
    assert!(shown.ends_with("mat-row-number `1)0`") && shown.matches("mat-").count() == 1, "{shown}");
}

#[test]
fn a_comment_may_follow_a_heading() {
    let text = " 7 point match ; Club\n\n Game 1 ; first\n anna : 0                       bert : 0\n  1) 31: 8/5 6/5";
    let parsed = read(text);
    let said: Vec<&str> = parsed.value.remarks.iter().map(|remark| remark.text.as_str()).collect();
    assert_eq!((said, parsed.diagnostics.len()), (vec!["Club", "first"], 0));
}

#[test]
fn text_before_a_cell_costs_neither_cell() {
    for stray in ["x", ".", "!", "1"] {
        let finding = format!("mat-cell-unreadable `{stray}`");
        let cells = format!("L1 play of 2: 31: 8/5 6/5\nR1 play of 2: 52: 13/8 24/22\n{finding}");
        assert_eq!(
            rows(&format!("  1) {stray} 31: 8/5 6/5                 52: 13/8 24/22")),
            cells,
            "{stray}"
        );
        assert_eq!(rows(&format!("  1) 31: 8/5 6/5               {stray} 52: 13/8 24/22")), cells, "{stray}");
    }
}

#[test]
fn names_and_ratings_come_from_the_score_line() {
    let text = " 5 point match\n Game 1\n ann,1529 : 0            a : b : 3\n  1) 31:";
    let parsed = read(text);
    let player = |side| parsed.value.games[0].players[side].clone().expect("a player");
    assert_eq!(player(Side::Zero).name.value, "ann");
    assert_eq!(player(Side::Zero).rating.map(|rating| rating.value), Some("1529".to_owned()));
    assert_eq!(player(Side::One).name.value, "a : b");
    assert_eq!(player(Side::One).score.map(|score| score.value), Some(3));
}

proptest! {
    /// A record cut anywhere keeps the text before the line of the cut.
    #[test]
    fn a_cut_costs_nothing_before_it(cut in 0_usize..WHOLE.len()) {
        let (whole, part) = (read(WHOLE).value, read(&WHOLE[..cut]).value);
        let line = WHOLE[..cut].rfind('\n').unwrap_or(0) as u32;
        let entries = whole.games.iter().flat_map(|game| &game.entries).filter(|entry| entry.span.end <= line);
        let kept = part.games.iter().flat_map(|game| &game.entries);
        for (entry, kept) in entries.zip(kept) {
            prop_assert_eq!(entry, kept);
        }
    }
}

const WHOLE: &str = "\
; [Event \"x\"]\n 3 point match\n\n Game 1\n anna : 0                       bert : 0\n\
\x20 1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) 64: 24/14                    Doubles => 2\n\
\x20 3)  Drops                       Wins 1 point\n\n Game 2\n anna : 0                       bert : 1\n\
\x20 1)                             31: 8/5 6/5\n  2) 66: Cannot Move\n      Wins 2 points and the match\n";

#[test]
fn a_page_break_before_a_line_is_a_blank() {
    let text = "; [Event \"Club\"]\n 5 point match\n\n Game 1\n ann : 0                        bob : 0\n  \
                1) 31: 8/5 6/5                 52: 13/8 24/22\n      Wins 1 point\n";
    let plain = show(text);
    for at in text.match_indices('\n').map(|(at, _)| at + 1).filter(|at| *at < text.len()).chain([0]) {
        for page in ["\x0c", "\x0b", " \x0c"] {
            let broken = format!("{}{page}{}", &text[..at], &text[at..]);
            assert_eq!(show(&broken), plain, "{at}");
            let found = detect(broken.as_bytes(), None).map(|format| format.name);
            assert_eq!(found, Some("mat"), "{at}");
        }
    }
}

#[test]
fn a_semicolon_in_a_name_begins_no_comment_among_no_break_spaces() {
    let text = " 3 point match\n\n Game 1\n semi;colon : 0                 paren(x) : 0\n  \
                1) 31: 8/5 6/5                 52: 13/8 24/22\n";
    let parsed = read(&text.replace(' ', "\u{a0}"));
    assert_eq!(parsed.diagnostics, []);
    let names = parsed.value.games[0].players.0.iter().flatten().map(|player| player.name.value.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["semi;colon", "paren(x)"]);
}

#[test]
fn a_comment_with_two_numbers_is_one_among_no_break_spaces() {
    let text = " 3 point match\n\n Game 1 ; stream : 1    table : 2\n Ann : 0                        Bob : 0\n  \
                1) 31: 8/5 6/5                 52: 13/8 24/22\n      Wins 1 point ; score Ann : 0     Bob : 1\n";
    let parsed = read(&text.replace(' ', "\u{a0}"));
    assert_eq!(parsed.diagnostics, []);
    assert_eq!(parsed.value.games.len(), 1);
    assert_eq!(parsed.value.remarks.len(), 2);
}

#[test]
fn no_break_spaces_around_the_parts_of_a_header_are_blanks() {
    let text = ";\u{A0}[Event\u{A0}\"Club\u{A0}evening\"\u{A0}]\n 5 point match\n; said\u{A0}\"so\"\n";
    let record = read(text).value;
    let header = &record.headers[0];
    assert_eq!((header.key.value.as_str(), header.value.value.as_str()), ("Event", "Club\u{A0}evening"));
    assert_eq!(record.remarks[0].text, "said\u{A0}\"so\"");
}
