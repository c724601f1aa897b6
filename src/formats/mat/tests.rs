//! The dialects, one trait at a time; all names are invented.

use super::parse;
use crate::board::Side;
use crate::diag::SourceFile;
use crate::game::record::{Cell, Written};
use proptest::prelude::*;

/// Returns games as lines: the column, the row, the content; then the findings with their tokens.
fn show(text: &str) -> String {
    let source = SourceFile::decode("x.mat", text.as_bytes()).expect("small");
    let parsed = parse(&source);
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

/// Asserts what the rows of a game in a match of 7 points are read as.
#[track_caller]
fn rows_give(rows: &str, expected: &[&str]) {
    let text = format!(" 7 point match\n\n Game 1\n anna : 0                       bert : 0\n{rows}");
    let shown = show(&text);
    let shown: Vec<&str> = shown.lines().skip(1).collect();
    assert_eq!(shown, expected, "\n{rows}");
}

#[test]
fn a_long_left_cell_may_touch_the_right_one() {
    rows_give(
        "  1) 66: 23/17 23/17 17/11 18/12 64: 4/0 4/0",
        &["L1 play of 4: 66: 23/17 23/17 17/11 18/12", "R1 play of 2: 64: 4/0 4/0"],
    );
}

#[test]
fn blanks_around_the_colon_of_dice_change_nothing() {
    let cells =
        [("64:24/14", "52:13/8 24/22"), ("64 : 24/14", "52 : 13/8 24/22"), ("64: 24/14", "52 :13/8 24/22")];
    for (left, right) in cells {
        let (wanted_left, wanted_right) = (format!("L1 play of 1: {left}"), format!("R1 play of 2: {right}"));
        for rows in [format!("  1)   {left}  {right}"), format!("  1){left}  {right}")] {
            rows_give(&rows, &[&wanted_left, &wanted_right]);
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
fn rows_that_gnubg_glues_after_dice_are_taken_apart() {
    rows_give("  1) 64: 45: 3/0 3/0", &["L1 dice: 64:", "R1 play of 2: 45: 3/0 3/0"]);
    rows_give("  1) 54:       Wins 2 points", &["L1 dice: 54:", "L1 wins Some(2): Wins 2 points"]);
    rows_give("  1) 54: Wins 2 points", &["L1 dice: 54:", "R1 wins Some(2): Wins 2 points"]);
    rows_give(
        "  1) 44: 2/0 1/0 1/0              Game 2\n a : 1   b : 0\n  1) 31:",
        &["L1 play of 3: 44: 2/0 1/0 1/0", "[Game 2] a | b", "L1 dice: 31:", "mat-text-after-row `Game 2`"],
    );
}

#[test]
fn galaxy_writes_losses_in_many_places() {
    rows_give(
        "  1) 21: 5/4 4/2                  Losses 1 point\n                                  Wins 1 point",
        &[
            "L1 play of 2: 21: 5/4 4/2",
            "R1 losses Some(1): Losses 1 point",
            "R wins Some(1): Wins 1 point",
            "habit-losses `Losses 1 point`",
        ],
    );
    // After the dice of the right player, on a line of its own: the layout doesn't show whose loss
    // it is.
    rows_give(
        "  1) 31: 8/5 6/5                 66:\n Losses 1 point\n\n      Wins 1 point and the match",
        &[
            "L1 play of 2: 31: 8/5 6/5",
            "R1 dice: 66:",
            "? losses Some(1): Losses 1 point",
            "L wins Some(1) and match: Wins 1 point and the match",
            "habit-losses `Losses 1 point`",
        ],
    );
    rows_give(
        "  1) 43: 21/18 18/14               1)  Losses 2 point            Wins 2 point and the match",
        &[
            "L1 play of 2: 43: 21/18 18/14",
            "L1 losses Some(2): Losses 2 point",
            "R1 wins Some(2) and match: Wins 2 point and the match",
            "habit-row-number `1)`",
            "habit-losses `Losses 2 point`",
        ],
    );
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
    // On a line of its own the right column shows whose it is, and the left one doesn't.
    rows_give(
        "  1) 64: 24/14\n                                 Losses 2 point",
        &["L1 play of 1: 64: 24/14", "R1 losses Some(2): Losses 2 point", "habit-losses `Losses 2 point`"],
    );
    rows_give(
        "  1) 64: 24/14\n Losses 2 point",
        &[
            "L1 play of 1: 64: 24/14",
            "? losses Some(2): Losses 2 point",
            "habit-losses `Losses 2 point`",
            "mat-cell-unreadable `Losses 2 point`",
        ],
    );
}

#[test]
fn a_pass_after_dice_is_a_dance() {
    rows_give(
        "  1) 64: pass                    52: 13/8 24/22\n  2) 31: 8/5 6/5                 66: Passes",
        &[
            "L1 cannot: 64: pass",
            "R1 play of 2: 52: 13/8 24/22",
            "L2 play of 2: 31: 8/5 6/5",
            "R2 cannot: 66: Passes",
            "habit-words `pass`",
            "habit-words `Passes`",
        ],
    );
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
fn studio_numbers_empty_rows() {
    rows_give(
        "  1) 31: 8/5 6/5                       00: ????\n  2)\n      Wins 1004 point",
        &["L1 play of 2: 31: 8/5 6/5", "R1 hidden: 00: ????", "L wins Some(1004): Wins 1004 point"],
    );
}

#[test]
fn resignations_have_many_words() {
    rows_give(
        "  1) 62: Concedes                 Wins 2 point",
        &["L1 dice, resign: 62: Concedes", "R1 wins Some(2): Wins 2 point", "habit-words `Concedes`"],
    );
    rows_give(
        "  1) 62: 24/18 13/11             Resigns",
        &["L1 play of 2: 62: 24/18 13/11", "R1 resign: Resigns", "habit-words `Resigns`"],
    );
}

#[test]
fn cells_without_a_row_number_go_by_their_column() {
    rows_give(
        "  1) 62: 24/18 13/11              Doubles ==> 2\n        Drops\n                              Wins 1 point",
        &[
            "L1 play of 2: 62: 24/18 13/11",
            "R1 Double Some(2): Doubles ==> 2",
            "L pass: Drops",
            "R wins Some(1): Wins 1 point",
        ],
    );
}

#[test]
fn empty_cells_count_only_where_the_game_goes_on() {
    rows_give(
        "  1)                             31: 8/5 6/5\n  2) 52: 13/8 24/22\n  3) 52: 13/8 24/22",
        &[
            "R1 play of 2: 31: 8/5 6/5",
            "L2 play of 2: 52: 13/8 24/22",
            "R2 empty: 2)",
            "L3 play of 2: 52: 13/8 24/22",
        ],
    );
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
fn a_declared_illegal_play_keeps_its_position() {
    rows_give(
        "  1) 11: Illegal play (25;0;Al (B) Wins;1;x) 52: 13/8 24/22",
        &["L1 illegal ?: 11: Illegal play (25;0;Al (B) Wins;1;x)", "R1 play of 2: 52: 13/8 24/22"],
    );
    rows_give(
        "; Set Pos=-b----E-C---eE---c-e----B-/0\n  1) 11:",
        &["? position -b----E-C---eE---c-e----B-/0: ; Set Pos=-b----E-C---eE---c-e----B-/0", "L1 dice: 11:"],
    );
}

#[test]
fn cells_without_columns_go_by_the_order_of_turns() {
    // The opening is the right player's: the left one begins the full rows.
    let rows = " 1) 21: 13/11 24/23\n 2) 11: 8/7 7/6 63: 11/5 8/5\n 3) Doubles => 2 Takes\n";
    let game = [
        "R1 play of 2: 21: 13/11 24/23",
        "L2 play of 2: 11: 8/7 7/6",
        "R2 play of 2: 63: 11/5 8/5",
        "L3 Double Some(2): Doubles => 2",
        "R3 take: Takes",
    ];
    rows_give(rows, &game);
    let text = format!(
        " 7 point match\n\n Game 1\n anna : 0 bert : 0\n{rows} Wins 2 points\n\n Game 2\n anna : 0 bert : 2\n"
    );
    let shown = show(&text);
    let shown: Vec<&str> = shown.lines().skip(1).take(6).collect();
    assert_eq!(shown, [&game[..], &["R wins Some(2): Wins 2 points"]].concat());
    // With columns, a cell is missing.
    rows_give(
        "  1) 21: 13/11 24/23\n  2) 11: 8/7 7/6                 63: 11/5 8/5",
        &[
            "L1 play of 2: 21: 13/11 24/23",
            "R1 empty: 1)",
            "L2 play of 2: 11: 8/7 7/6",
            "R2 play of 2: 63: 11/5 8/5",
        ],
    );
}

#[test]
fn lengths_and_headings_in_other_spellings_are_read() {
    for line in ["7-point match", "7 pt match", "seven point match", "\u{FF17} point match", "7. point match"]
    {
        let text = WHOLE.replace(" 3 point match", line);
        assert!(show(&text).contains(&format!("mat-length-invalid `{line}`")), "{line}\n{}", show(&text));
        let source = SourceFile::decode("x.mat", text.as_bytes()).expect("small");
        assert_eq!(parse(&source).value.length.map(|length| length.value), Some(7), "{line}");
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
        let source = SourceFile::decode("x.mat", text.as_bytes()).expect("small");
        let messages = parse(&source).diagnostics.into_iter().map(|finding| finding.message);
        assert_eq!(messages.collect::<Vec<_>>(), [message], "{text:?}");
    }
}

#[test]
fn quoted_text_is_named() {
    let quoted = format!("> {}", WHOLE.trim_end().replace('\n', "\n> "));
    let source = SourceFile::decode("x.mat", quoted.as_bytes()).expect("small");
    let message = &parse(&source).diagnostics[0].message;
    assert!(message.contains("begin with the mark of a quotation"), "{message}");
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
fn a_missing_row_is_one_finding() {
    rows_give(
        "  1) 31: 8/5 6/5\n  3) 52: 13/8 24/22\n  4) 52:",
        &[
            "L1 play of 2: 31: 8/5 6/5",
            "R1 empty: 1)",
            "L3 play of 2: 52: 13/8 24/22",
            "R3 empty: 3)",
            "L4 dice: 52:",
            "mat-row-number `3`",
        ],
    );
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
fn what_stands_behind_the_cells_is_told() {
    rows_give(
        "  1) 31: 8/5 6/5                 52: 13/8 24/22   what a play\n  2) 61: 8/2 6/5 ; hm",
        &[
            "L1 play of 2: 31: 8/5 6/5",
            "R1 play of 2: 52: 13/8 24/22",
            "L2 play of 2: 61: 8/2 6/5",
            "mat-text-after-row `what a play`",
        ],
    );
}

#[test]
fn wrong_dice_are_named_at_their_digits() {
    rows_give(
        "  1) 77: 24/18 13/11             3: 8/5\n  2) 311: 8/5 6/5                x1: 8/5",
        &[
            "L1 play of 2: 77: 24/18 13/11",
            "R1 unreadable: 3: 8/5",
            "L2 unreadable: 311: 8/5 6/5",
            "R2 unreadable: x1: 8/5",
            "mat-dice `77`",
            "mat-dice `3`",
            "mat-dice `311`",
            "mat-cell-unreadable `x1: 8/5`",
        ],
    );
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
    let parsed = parse(&SourceFile::decode("x.mat", text.as_bytes()).expect("small"));
    let said: Vec<&str> = parsed.value.remarks.iter().map(|remark| remark.text.as_str()).collect();
    assert_eq!((said, parsed.diagnostics.len()), (vec!["Club", "first"], 0));
}

#[test]
fn text_before_a_cell_costs_neither_cell() {
    for stray in ["x", ".", "!", "1"] {
        let finding = format!("mat-cell-unreadable `{stray}`");
        let cells = ["L1 play of 2: 31: 8/5 6/5", "R1 play of 2: 52: 13/8 24/22", &finding];
        rows_give(&format!("  1) {stray} 31: 8/5 6/5                 52: 13/8 24/22"), &cells);
        rows_give(&format!("  1) 31: 8/5 6/5               {stray} 52: 13/8 24/22"), &cells);
    }
    rows_give(
        "  1) what 31: 8/5 6/5                 52: 13/8 24/22",
        &["L1 play of 2: 31: 8/5 6/5", "R1 play of 2: 52: 13/8 24/22", "mat-cell-unreadable `what`"],
    );
    rows_give(
        "  1) 3 1: 8/5 6/5                 52: 13/8 24/22",
        &[
            "L1 unreadable: 3 1: 8/5 6/5",
            "R1 play of 2: 52: 13/8 24/22",
            "mat-cell-unreadable `3 1: 8/5 6/5`",
        ],
    );
    rows_give(
        "  1) 31) 8/5 6/5                 52: 13/8 24/22",
        &["L1 unreadable: 31) 8/5 6/5", "R1 play of 2: 52: 13/8 24/22", "mat-cell-unreadable `31) 8/5 6/5`"],
    );
    rows_give(
        "  1) 33: 13:10 13/10                 52: 13/8 24/22",
        &["L1 dice, unreadable: 33: 13:10 13/10", "R1 play of 2: 52: 13/8 24/22", "mat-play-notation `:`"],
    );
    // It may be a cell itself, whose neighbour has no column.
    rows_give(
        "  1) what 52: 13/8 24/22",
        &["L1 unreadable: what", "R1 play of 2: 52: 13/8 24/22", "mat-cell-unreadable `what`"],
    );
    rows_give(
        "  1) 31 8/5 6/5 52: 13/8 24/22",
        &["L1 unreadable: 31 8/5 6/5", "R1 play of 2: 52: 13/8 24/22", "mat-cell-unreadable `31 8/5 6/5`"],
    );
}

#[test]
fn names_and_ratings_come_from_the_score_line() {
    let text = " 5 point match\n Game 1\n ann,1529 : 0            a : b : 3\n  1) 31:";
    let source = SourceFile::decode("x", text.as_bytes()).expect("small");
    let parsed = parse(&source);
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
        let read = |text: &str| parse(&SourceFile::decode("x", text.as_bytes()).expect("small")).value;
        let (whole, part) = (read(WHOLE), read(&WHOLE[..cut]));
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
            let found = crate::formats::detect(broken.as_bytes(), None).map(|format| format.name);
            assert_eq!(found, Some("mat"), "{at}");
        }
    }
}

#[test]
fn a_semicolon_in_a_name_begins_no_comment_among_no_break_spaces() {
    let text = " 3 point match\n\n Game 1\n semi;colon : 0                 paren(x) : 0\n  \
                1) 31: 8/5 6/5                 52: 13/8 24/22\n";
    let source = SourceFile::decode("", text.replace(' ', "\u{a0}").as_bytes()).expect("small");
    let parsed = super::parse(&source);
    assert_eq!(parsed.diagnostics, []);
    let names = parsed.value.games[0].players.0.iter().flatten().map(|player| player.name.value.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["semi;colon", "paren(x)"]);
}

#[test]
fn a_comment_with_two_numbers_is_one_among_no_break_spaces() {
    let text = " 3 point match\n\n Game 1 ; stream : 1    table : 2\n Ann : 0                        Bob : 0\n  \
                1) 31: 8/5 6/5                 52: 13/8 24/22\n      Wins 1 point ; score Ann : 0     Bob : 1\n";
    let source = SourceFile::decode("", text.replace(' ', "\u{a0}").as_bytes()).expect("small");
    let parsed = super::parse(&source);
    assert_eq!(parsed.diagnostics, []);
    assert_eq!(parsed.value.games.len(), 1);
    assert_eq!(parsed.value.remarks.len(), 2);
}

#[test]
fn no_break_spaces_around_the_parts_of_a_header_are_blanks() {
    let text = ";\u{A0}[Event\u{A0}\"Club\u{A0}evening\"\u{A0}]\n 5 point match\n; said\u{A0}\"so\"\n";
    let record = parse(&SourceFile::decode("x.mat", text.as_bytes()).expect("small")).value;
    let header = &record.headers[0];
    assert_eq!((header.key.value.as_str(), header.value.value.as_str()), ("Event", "Club\u{A0}evening"));
    assert_eq!(record.remarks[0].text, "said\u{A0}\"so\"");
}
