//! Damaged lines of .mat records: one mistake is one finding at its place, and its fix restores the record.

use super::fixes::{RESIGNED, fixes, found, two_games};
use super::slips::MAT;
use crate::support::{changed, testdata};
use barpoint::analysis::repair::mend;
use barpoint::analysis::{RulesOverride, Wanted};
use barpoint::board::Side;
use barpoint::diag::{Code, SourceFile};
use barpoint::formats::{Format, mat};

/// Replaces a text in [`MAT`].
#[track_caller]
fn damaged(from: &str, to: &str) -> String {
    changed(MAT, from, to)
}

/// Returns the fixes of all findings with this code.
fn offered(text: &str, code: Code) -> Vec<String> {
    let of_code = found(&mat::FORMAT, text).into_iter().filter(|(found, _)| *found == code);
    of_code.flat_map(|(_, fixes)| fixes).collect()
}

/// Returns a record with its safe fixes applied.
fn mended(text: &str) -> String {
    let source = SourceFile::decode("lines", text.as_bytes()).expect("small");
    let mended = mend(&mat::FORMAT, &source, &RulesOverride::default(), &Wanted::default(), false);
    mended.map_or_else(String::new, |mended| mended.source.text().to_owned())
}

/// Expects one finding in a record, at this line, whose safe fix restores [`MAT`].
#[track_caller]
fn restored(text: &str, code: Code, line: u64, fix: &str) {
    assert_eq!(super::slips::found("lines.mat", text), [(code, line)], "{text}");
    assert_eq!(fixes(text, code), [format!("safe: {fix}")], "{text}");
    assert_eq!(mended(text), MAT);
}

#[test]
fn a_row_with_a_slip_in_its_number_is_read_and_restored() {
    for (from, to, line, fix) in [
        ("  1) 31", "  l) 31", 5, "write `1)` for `l)`"),
        ("  5) 31", "  S) 31", 9, "write `5)` for `S)`"),
        ("  4) 64", "  4. 64", 8, "write `4)` for `4.`"),
        ("  4) 64", "  4} 64", 8, "write `4)` for `4}`"),
        ("  4) 64", "  4 64", 8, "write `4)` for `4`"),
        ("  4) 64", "  4: 64", 8, "write `4)` for `4:`"),
        ("  2)  Doubles", "  2]  Doubles", 6, "write `2)` for `2]`"),
        ("  6)  Drops", ">   6)  Drops", 10, "delete `>`"),
        ("  6)  Drops", "*   6)  Drops", 10, "delete `*`"),
        ("  4) 64", "-   4) 64", 8, "delete `-`"),
        ("  4) 64", "  4.) 64", 8, "write `4)` for `4.)`"),
        ("  4) 64", "  4\\) 64", 8, "write `4)` for `4\\)`"),
        ("  4) 64", "  4\u{FF09} 64", 8, "write `4)` for `4\u{FF09}`"),
        ("  4) 64", "[12:01]   4) 64", 8, "delete `[12:01]`"),
        ("  4) 64", "0:12:01   4) 64", 8, "delete `0:12:01`"),
    ] {
        restored(&damaged(from, to), Code::MatRowNumber, line, fix);
    }
}

#[test]
fn times_before_all_rows_are_one_finding_and_are_deleted() {
    for time in ["[12:01] ", "(0:12:01) ", "9:05 "] {
        let stamped = |line: &str| {
            let is_row = line.trim_start().starts_with(|c: char| c.is_ascii_digit()) && line.contains(')');
            format!("{}{line}\n", if is_row { time } else { "" })
        };
        let text: String = MAT.lines().map(stamped).collect();
        restored(&text, Code::MatTextAfterRow, 5, "delete the times in all lines");
    }
}

#[test]
fn a_result_after_the_name_of_the_winner_counts_and_loses_the_name() {
    let named = damaged("Wins 2 points", "Bob Wins 2 points");
    restored(&named, Code::MatCellUnreadable, 11, "write `Wins 2 points` without the name");
    let left = damaged("                                  Wins 2 points", "bob  Wins 2 points");
    restored(&left, Code::MatCellUnreadable, 11, "write `Wins 2 points` without the name");
    // A comment on the result below it.
    let line = "                                  Wins 2 points\n";
    let comment = damaged(line, &format!("Bob wins 2 points\n{line}"));
    assert_eq!(super::slips::found("lines.mat", &comment), [(Code::MatRowUnreadable, 11)]);
    // So is it with more below it than comments.
    for below in [format!("; the end\n{line}"), format!("bye\n{line}"), "  7) 31: 24/23 13/10\n".to_owned()] {
        for points in ["Bob wins 2 points", "Ann wins 1 point"] {
            let text = damaged(line, &format!("{points}\n{below}"));
            let found = super::slips::found("lines.mat", &text);
            assert!(!found.iter().any(|(code, _)| *code == Code::MatCellUnreadable), "{found:?}\n{text}");
        }
    }
    let other = damaged("Wins 2 points", "Eve wins 2 points");
    assert_eq!(super::slips::found("lines.mat", &other), [(Code::MatRowUnreadable, 11)]);
}

#[test]
fn a_word_with_a_slip_after_a_roll_without_a_play_is_read() {
    let text = MAT.split_inclusive('\n').take(5).collect::<String>().replace("52: 13/8 24/22", "55: 13/3(2)")
        + "  2) 21: 24/23 13/11             42: 6/2* 6/4\n  3) 63:                          Dobles => 2\n  \
           4)  Drops\n                                  Wins 1 point\n";
    assert_eq!(fixes(&text, Code::MatCellUnreadable), ["safe: read `Dobles` as `Doubles`"]);
}

#[test]
fn a_line_that_is_not_understood_keeps_its_blanks() {
    let line = "うまい\u{3000}手ですね\u{A0}はい";
    let text = damaged("  6)  Drops", &format!("{line}\n  6)  Drops"));
    let source = SourceFile::decode("lines", text.as_bytes()).expect("small");
    let texts: Vec<String> = mat::parse(&source).value.remarks.into_iter().map(|it| it.text).collect();
    assert_eq!(texts, [line]);
}

#[test]
fn a_sign_in_place_of_the_colons_of_the_scores_is_no_part_of_a_name() {
    for sign in ["-", "=", "\u{2013}", "\u{FF1A}"] {
        let line = "ann : 0                        bob : 2";
        let second = damaged(line, &line.replace(':', sign));
        restored(&second, Code::MatScoreLine, 14, "write colons before the scores");
        let both = MAT.replace("ann :", &format!("ann {sign}")).replace("bob :", &format!("bob {sign}"));
        assert_eq!(mended(&both), MAT, "{sign}");
    }
}

#[test]
fn cube_actions_in_other_languages_are_read() {
    for [double, take, pass] in [
        ["Verdoppelt", "Nimmt an", "Lehnt ab"],
        ["Doppelt", "Nimmt", "Weigert"],
        ["Double", "Prend", "Refuse"],
        ["Dobla", "Acepta", "Rechaza"],
        ["Raddoppia", "Accetta", "Rifiuta"],
        ["Dobler", "Tager", "Afviser"],
        ["ダブル", "テイク", "パス"],
    ] {
        let text = MAT.replace("Doubles", double).replace("Takes", take).replace("Drops", pass);
        assert_eq!(super::slips::found("lines.mat", &text), [], "{text}");
        // In the wrong place, they are as wrong as the usual words.
        let wrong = MAT.replacen("Takes", pass, 1);
        assert_eq!(super::slips::found("lines.mat", &wrong), [(Code::TurnAfterEnd, 7)], "{wrong}");
    }
}

#[test]
fn words_and_dashes_in_place_of_a_play_count_only_if_there_is_none() {
    let sample = std::fs::read_to_string(testdata("mat/valid/seven-points.mat")).expect("a record");
    let dances = " 16) 51:                         42: 6/4 6/2 ";
    let plays = " 24) 64: 25/19 8/4 ";
    for words in ["danced.", "Can\u{2019}t move!", "[no move]", "tanzt", "-", "\u{2014}", "none"] {
        let text = changed(&sample, dances, &format!(" 16) 51: {words:<24} 42: 6/4 6/2 "));
        assert_eq!(super::slips::found("lines.mat", &text), [], "{text}");
        let text = changed(&sample, plays, &format!(" 24) 64: {words:<10} "));
        assert_eq!(super::slips::found("lines.mat", &text), [(Code::PlayMissing, 30)], "{text}");
    }
}

#[test]
fn words_and_brackets_that_change_nothing_in_a_play_are_deleted() {
    for (cell, plain, fix) in [
        ("(24/15)", "24/15", "delete `(` and `)`"),
        ("24/15(1)", "24/15", "delete `(1)`"),
        ("24/18 & 18/15", "24/18 18/15", "delete `&`"),
        ("24/18 and 18/15", "24/18 18/15", "delete `and`"),
    ] {
        let text = damaged("24/15", cell);
        assert_eq!(fixes(&text, Code::MatPlayNotation)[0], format!("safe: {fix}"), "{cell}");
        assert_eq!(mended(&text), MAT.replacen("24/15", plain, 1), "{cell}");
    }
    // What may mean something stays.
    let offered = fixes(&damaged("24/15", "ann 24/15"), Code::MatPlayNotation);
    assert!(!offered[0].starts_with("safe"), "{offered:?}");
}

#[test]
fn a_note_on_a_play_becomes_a_comment() {
    for note in ["(blunder)", "[-0.123]", "(?)", "-0.05", "forced", "very bad", "{a joker!}", "\"best\""] {
        let fix = [format!("safe: write `{note}` as a comment")];
        for (play, rest) in [("24/15", "21: 13/11 6/5"), ("21: 13/11 6/5", "")] {
            let text = damaged(play, &format!("{play} {note}"));
            assert_eq!(super::slips::found("lines.mat", &text), [(Code::MatPlayNotation, 7)], "{text}");
            assert_eq!(fixes(&text, Code::MatPlayNotation), fix, "{text}");
            let mended = mended(&text);
            assert_eq!(super::slips::found("lines.mat", &mended), [], "{mended}");
            let end = if rest.is_empty() { play } else { rest };
            assert!(mended.contains(&format!("{end} ; {note}\n")), "{mended}");
        }
    }
}

#[test]
fn text_after_a_play_that_may_be_an_action_or_a_comma_has_no_safe_fix() {
    for note in ["Duobles", "Dorps", "(resigns)", "\"drop\"", "(bar/20)", "[Crawford]", "x,x"] {
        let text = damaged("24/15", &format!("24/15 {note}"));
        let offered = fixes(&text, Code::MatPlayNotation);
        assert!(offered.iter().all(|fix| !fix.starts_with("safe")), "{text}{offered:?}");
    }
}

#[test]
fn a_dash_between_two_steps_has_no_safe_fix() {
    for play in ["15/9-9/5", "15/9 - 9/5"] {
        let text = damaged("24/15", "hello").replace("15/5", play);
        let offered = offered(&text, Code::MatPlayDash);
        assert!(!offered.is_empty() && !offered.iter().any(|fix| fix.starts_with("safe")), "{offered:?}");
    }
}

/// Returns [`MAT`] with another form of each cell that has dice.
fn with_cells(cell: impl Fn(&str, &str) -> String) -> String {
    let (mut text, mut from) = (String::new(), 0);
    for (colon, _) in MAT.match_indices(": ") {
        let dice = &MAT[colon - 2..colon];
        if !dice.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let play = MAT[colon + 2..].split("  ").next().and_then(|play| play.lines().next()).unwrap_or("");
        text += &MAT[from..colon - 2];
        text += &cell(dice, play);
        from = colon + 2 + play.len();
    }
    text + &MAT[from..]
}

#[test]
fn dice_in_another_form_in_all_rows_are_one_finding() {
    let fix = "write the dice so in all rows";
    for [open, between, close] in [
        ["", "-", ":"],
        ["[", "", "]"],
        ["(", ",", ")"],
        ["(", ", ", ")"],
        ["", "", " ->"],
        ["", "", " \u{2192}"],
        ["", "", "."],
        ["", "", ""],
        ["", "", "::"],
        ["", "/", ":"],
    ] {
        let dice = |dice: &str| format!("{open}{}{between}{}{close}", &dice[..1], &dice[1..]);
        restored(&with_cells(|roll, play| format!("{} {play}", dice(roll))), Code::MatTextAfterRow, 5, fix);
    }
    for [open, close] in [["(", ")"], ["[", "]"], [":", ""], ["", ""], ["- ", ""]] {
        let text = with_cells(|roll, play| format!("{play} {open}{roll}{close}"));
        restored(&text, Code::MatTextAfterRow, 5, fix);
    }
}

#[test]
fn dice_in_another_form_or_left_out_in_one_cell_are_one_finding() {
    for (cell, fix) in [
        ("31 -> 6/3 6/5", "write `31:`"),
        ("3-1: 6/3 6/5", "write `31:`"),
        ("6/3 6/5 (31)", "write `31:` before the play"),
        ("6/3 6/5 :31", "write `31:` before the play"),
    ] {
        restored(&damaged("31: 6/3 6/5", cell), Code::MatCellUnreadable, 9, fix);
    }
    restored(&damaged("52: 13/8 24/22", "13/8 24/22"), Code::MatCellUnreadable, 5, "write the dice 52");
    let both = damaged("31: 6/3 6/5", "6/3 6/5");
    assert_eq!(offered(&both, Code::MatCellUnreadable), ["write the dice 11", "write the dice 31"]);
}

#[test]
fn plays_without_dice_are_one_finding_in_a_game() {
    let text = with_cells(|_, play| play.to_owned());
    assert_eq!(
        super::slips::found("lines.mat", &text),
        [(Code::MatCellUnreadable, 5), (Code::MatCellUnreadable, 15)]
    );
}

#[test]
fn plays_without_dice_in_a_game_with_dice_are_findings_of_their_own() {
    let text =
        with_cells(|dice, play| if dice == "52" { format!("{dice}: {play}") } else { play.to_owned() });
    let read = barpoint::open("lines.mat", text.into_bytes()).expect("a record").remove(0);
    let is_merged = |message: &str| message.starts_with("the plays of this game have no dice");
    assert!(!read.findings.iter().any(|finding| is_merged(&finding.message)), "{:?}", read.findings);
}

#[test]
fn another_sign_after_the_numbers_of_all_rows_is_one_finding() {
    for sign in [".", ":", "]", "\u{FF09}"] {
        let fix = "write brackets after the numbers of all rows";
        restored(&MAT.replace(')', sign), Code::MatTextAfterRow, 5, fix);
    }
}

#[test]
fn a_table_in_which_the_right_player_begins_keeps_its_sides() {
    for sign in [",", ";", "\t"] {
        let row = |line: &str| match line.split_once(") ") {
            Some((number, _)) => {
                let (left, right) = line.split_at(line.len().min(33));
                let left = left.split_once(") ").map_or("", |(_, left)| left.trim());
                format!("{}{sign}{left}{sign}{}\n", number.trim(), right.trim())
            }
            None => format!("{line}\n"),
        };
        let text: String = MAT.lines().map(row).collect();
        assert_eq!(super::slips::found("lines.mat", &text), [(Code::MatTextAfterRow, 5)], "{text}");
        let text = mended(&text);
        assert_eq!(super::slips::found("lines.mat", &text), [], "{text}");
        let source = SourceFile::decode("lines", text.as_bytes()).expect("small");
        let game = &mat::parse(&source).value.games[1];
        assert_eq!(game.entries[0].side, Some(Side::One), "{text}");
    }
}

#[test]
fn a_table_whose_first_game_is_short_is_one_finding() {
    let rows = "1\t\t62: 24/18 13/11\n2\t51: 13/8 6/5\tDoubles => 2\n3\tDrops\tWins 1 point\n";
    let second = "1\t\t53: 8/3 6/3\n2\t64: 8/2 6/2\tDoubles => 2\n3\tDrops\tWins 1 point\n";
    let heading = |game: u32| format!(" Game {game}\n ann : 0                        bob : {}\n", game - 1);
    let text = format!(" 5 point match\n\n{}{rows}\n{}{second}", heading(1), heading(2));
    assert_eq!(super::slips::found("lines.mat", &text), [(Code::MatTextAfterRow, 5)], "{text}");
    let text = mended(&text);
    assert_eq!(super::slips::found("lines.mat", &text), [], "{text}");
}

#[test]
fn full_width_rows_are_one_finding() {
    let widened = |c: char| char::from_u32(u32::from(c) + 0xFEE0).expect("a full-width form");
    let wide = |line: &str| -> String {
        let is_head = [" 3 point", " Game", " ann"].iter().any(|head| line.starts_with(head));
        line.chars().map(|c| if c.is_ascii_graphic() && !is_head { widened(c) } else { c }).collect()
    };
    let text: String = MAT.lines().map(|line| wide(line) + "\n").collect();
    let fix = "write ASCII for them in all lines";
    restored(&text, Code::MatTextAfterRow, 5, fix);
    // Another mistake is found at its place.
    for (right, wrong, code, line) in [
        ("42: 8/4 6/4", "42: 8/4 6/3", Code::PlayWrongPips, 8),
        ("6/3 6/5", "6/3 zz", Code::MatPlayNotation, 9),
        ("Doubles => 2", "Doubels => 2", Code::MatCellUnreadable, 6),
    ] {
        let text = text.replace(&wide(right), &wide(wrong));
        assert!(super::slips::found("lines.mat", &text).contains(&(code, line)), "{text}");
        assert_eq!(offered(&text, Code::MatTextAfterRow)[0], format!("safe: {fix}"), "{text}");
    }
    restored(&text.replace(" :", " \u{FF1A}"), Code::MatTextAfterRow, 4, fix);
}

/// Returns [`MAT`] with rows written by a function from their numbers and their two cells.
fn with_rows(row: impl Fn(&str, &str, &str) -> String) -> String {
    let relaid = |line: &str| match line.split_once(") ") {
        Some((number, _)) => {
            let (left, right) = line.split_at(line.len().min(33));
            row(number.trim(), left[5..].trim(), right.trim()) + "\n"
        }
        None => format!("{line}\n"),
    };
    MAT.lines().map(relaid).collect()
}

/// Returns a cell with its dice in another form.
fn cell_with(cell: &str, form: impl Fn(&str, &str) -> String) -> String {
    match cell.split_once(':').filter(|(dice, _)| dice.len() == 2) {
        Some((dice, play)) => form(dice, play.trim()).trim().to_owned(),
        None => cell.to_owned(),
    }
}

/// Writes the two cells of a row on two lines.
fn on_two_lines(left: &str, right: &str) -> String {
    let below = if right.is_empty() { String::new() } else { format!("\n     {right}") };
    format!("{left}{below}")
}

/// Layouts of which several are in one record, each with the line of its finding.
fn layouts() -> Vec<(String, u64)> {
    let after = |cell: &str| cell_with(cell, |dice, play| format!("{play} ({dice})"));
    let bracketed = |cell: &str| cell_with(cell, |dice, play| format!("[{dice}] {play}"));
    let rolled = |cell: &str| cell_with(cell, |dice, play| format!("rolls {dice}: {play}"));
    let wide = |text: String| -> String {
        let widened = |c: char| char::from_u32(u32::from(c) + 0xFEE0).expect("a full-width form");
        text.chars().map(|c| if c.is_ascii_graphic() { widened(c) } else { c }).collect()
    };
    let quoted = |text: &str| text.lines().map(|line| ["> ", line, "\n"].concat()).collect::<String>();
    let table = |number: &str, left: &str, right: &str| format!("| {number} | {left} | {right} |");
    vec![
        (
            with_rows(|number, left, right| {
                on_two_lines(&format!("{number}) {}", after(left)), &after(right))
            }),
            5,
        ),
        (with_rows(|number, left, right| on_two_lines(&format!("{number}: {left}"), right)), 5),
        (with_rows(|number, left, right| table(number, &bracketed(left), &bracketed(right))), 5),
        (with_rows(|number, left, right| format!("{number}. {:<30}{}", after(left), after(right))), 5),
        (with_rows(|number, left, right| wide(format!("{number}] {left:<30}{right}"))), 5),
        (with_rows(|number, left, right| format!("{number}) {:<30}{}", rolled(left), rolled(right))), 5),
        (with_rows(|number, left, right| table(&format!("{number} -"), left, right)), 5),
        (with_rows(|number, left, right| table(&format!("{number}\u{FF09}"), left, right)), 5),
        (quoted(&with_rows(table)), 1),
    ]
}

/// Returns the words of a text, whatever the blanks between them.
fn words(text: &str) -> Vec<String> {
    text.replace(')', ") ").split_whitespace().map(str::to_owned).collect()
}

#[test]
fn two_unusual_layouts_at_once_are_one_finding() {
    for (text, line) in layouts() {
        assert_eq!(super::slips::found("lines.mat", &text), [(Code::MatTextAfterRow, line)], "{text}");
        assert!(fixes(&text, Code::MatTextAfterRow)[0].starts_with("safe: "), "{text}");
        let mended = mended(&text);
        assert_eq!(words(&mended), words(MAT), "{text}");
        assert_eq!(super::slips::found("lines.mat", &mended), [], "{mended}");
    }
}

#[test]
fn a_wrong_play_in_an_unusual_layout_is_a_finding_of_its_own() {
    for (text, line) in layouts() {
        let plain = super::slips::found("lines.mat", &MAT.replace("6/4", "6/3"));
        let wrong = text
            .replace("8/4 6/4", "8/4 6/3")
            .replace("\u{FF16}\u{FF0F}\u{FF14}", "\u{FF16}\u{FF0F}\u{FF13}");
        assert_ne!(wrong, text);
        let codes = |found: &[(Code, u64)]| found.iter().map(|(code, _)| *code).collect::<Vec<_>>();
        let found = super::slips::found("lines.mat", &wrong);
        assert_eq!(found[0], (Code::MatTextAfterRow, line), "{wrong}");
        assert_eq!(codes(&found[1..]), codes(&plain), "{wrong}");
        assert!(offered(&wrong, Code::MatTextAfterRow)[0].starts_with("safe: "), "{wrong}");
        let mended = mended(&wrong);
        // A result on the row before it stays there, so the lines may be others.
        assert_eq!(codes(&super::slips::found("lines.mat", &mended)), codes(&plain), "{mended}");
    }
}

#[test]
fn a_cell_of_a_table_may_have_no_dice() {
    let table = with_rows(|number, left, right| format!("| {number} | {left} | {right} |"));
    let semicolons = with_rows(|number, left, right| format!("{number};{left};{right}"));
    for (text, dice) in [(&table, "63: "), (&semicolons, "63: ")] {
        assert_eq!(words(&mended(&text.replace(dice, ""))), words(&MAT.replace(dice, "")), "{text}");
    }
    assert!(!mended(&semicolons.replace("21: ", "")).contains(';'));
}

#[test]
fn a_name_may_contain_the_sign_of_a_table() {
    let text = with_rows(|number, left, right| format!("{number};{left};{right}")).replace("bob", "b;b");
    assert_eq!(words(&mended(&text)), words(&MAT.replace("bob", "b;b")));
}

#[test]
fn the_numbers_of_a_short_game_have_other_signs() {
    let rows = " 1. 31: 8/5 6/5    62: 24/18 13/11\n 2. Doubles => 2    Drops\n      Wins 1 point\n";
    let text = format!(" 0 point match\n\n Game 1\n ann : 0                        bob : 0\n{rows}");
    let fix = "write brackets after the numbers of all rows";
    assert_eq!(offered(&text, Code::MatTextAfterRow)[0], format!("safe: {fix}"), "{text}");
    assert_eq!(mended(&text), text.replace('.', ")"));
}

#[test]
fn rows_on_two_lines_are_recognised_in_short_games() {
    let game = |number: u32, rows: &str| {
        format!(" Game {number}\n ann : {0}                        bob : 0\n{rows}\n", number - 1)
    };
    let drop = "  1) 31: 8/5 6/5\n     62: 24/18 13/11\n  2) Doubles => 2\n     Drops\n      Wins 1 point\n";
    let left = "  1) 31: 8/5 6/5\n     62: 24/18 13/11\n      Wins 1 point\n";
    for games in [&[drop][..], &[left, left], &[left, drop, left]] {
        let games: String = (1..).zip(games).map(|(number, rows)| game(number, rows)).collect();
        let text = format!(" 0 point match\n\n{games}");
        assert_eq!(super::slips::found("lines.mat", &text), [(Code::MatTextAfterRow, 5)], "{text}");
        assert!(fixes(&text, Code::MatTextAfterRow)[0].starts_with("safe: "), "{text}");
        assert_eq!(super::slips::found("lines.mat", &mended(&text)), [], "{text}");
    }
}

#[test]
fn a_sign_between_the_players_is_replaced_by_blanks() {
    let usual = "ann : 0                        bob : 0";
    for (line, fix) in [
        ("ann: 0 - bob: 0", "write blanks for `-`"),
        ("ann : 0 vs bob : 0", "write blanks for `vs`"),
        ("ann: 0, bob: 0", "write blanks for `,`"),
        ("ann 0 vs bob 0", "write `ann : 0   bob : 0`"),
        ("ann (0) - bob (0)", "write `ann : 0   bob : 0`"),
        ("ann 0 - 0 bob", "write `ann : 0   bob : 0`"),
        ("ann 0, bob 0", "write `ann : 0   bob : 0`"),
    ] {
        let text = damaged(usual, line);
        assert_eq!(super::slips::found("lines.mat", &text), [(Code::MatScoreLine, 4)], "{text}");
        assert_eq!(fixes(&text, Code::MatScoreLine), [format!("safe: {fix}")], "{text}");
        assert_eq!(super::slips::found("lines.mat", &mended(&text)), [], "{text}");
    }
    // It may be a part of the name, unless another game shows the name without it.
    let text = damaged(usual, "ann : 0 - cid : 0").replace("bob : 2", "cid : 2");
    assert_eq!(fixes(&text, Code::MatScoreLine), ["safe: write blanks for `-`"]);
    let text = text.replace("ann : 0                        cid : 2", "ann : 0 - cid : 2");
    let offered = offered(&text, Code::MatScoreLine);
    assert_eq!(offered, ["write blanks for `-`"; 2]);
}

#[test]
fn blanks_of_print_separate_the_cells() {
    for blank in ["\u{2003}", "\u{2009}", "\u{3000}"] {
        let text = MAT.replace("   ", &blank.repeat(3));
        assert_eq!(super::slips::found("lines.mat", &text), [], "{text}");
    }
}

#[test]
fn another_sign_in_a_heading_of_truemoneygames_is_replaced() {
    let sample = std::fs::read_to_string(testdata("tmg/valid/resignations.tmg")).expect("a record");
    for sign in [";", ".", ","] {
        let text = sample.replacen("Game 2:", &format!("Game 2{sign}"), 1);
        let fix = format!("safe: write `:` for `{sign}`");
        let format = Format::by_name("tmg").expect("a format");
        assert_eq!(found(format, &text), [(Code::RecordUnknown, vec![fix])]);
    }
}

#[test]
fn tags_of_html_around_the_lines_are_one_finding_and_are_deleted() {
    let page = |line: &dyn Fn(&str) -> String| MAT.lines().map(|it| line(it) + "\n").collect::<String>();
    for text in [
        page(&|line| format!("{line}<br>")),
        page(&|line| format!("{line}<BR />")),
        page(&|line| format!("<p>{line}</p>")).replace("=>", "=&gt;"),
        page(&|line| format!("<div class=\"row\">{}</div>", line.replace("  ", "&nbsp; "))),
    ] {
        restored(&text, Code::MatTextAfterRow, 1, "write plain text for the HTML in all lines");
    }
    let escaped = MAT.replace("=>", "=&gt;");
    restored(&escaped, Code::MatTextAfterRow, 6, "write plain text for the HTML in all lines");
    let unseen = page(&|line| format!("{line}\u{200B}"));
    restored(&unseen, Code::MatTextAfterRow, 1, "delete these characters in all lines");
    let misread = MAT.replace("   ", " \u{C2}\u{A0} ");
    restored(&misread, Code::MatTextAfterRow, 4, "write spaces for them in all lines");
    let mail = MAT.replace("=>", "=3D>").replace("Takes", "=\nTakes");
    restored(&mail, Code::MatTextAfterRow, 6, "decode the whole text");
    restored(&damaged("=>", "=3D>"), Code::MatTextAfterRow, 6, "decode the whole text");
    // A few tags are mistakes of their own.
    let one = damaged("64: 15/5 ", "64: 15/5<br> ");
    let codes: Vec<_> = super::slips::found("one.mat", &one).into_iter().map(|(_, line)| line).collect();
    assert_eq!(codes, [8]);
}

#[test]
fn signs_of_pages_and_mails_in_comments_are_part_of_them() {
    let rows = [
        "http://x/?a=3D7",
        "b=",
        "c=",
        "no double =&gt; take =&gt; pass&nbsp;here&nbsp;",
        "<br>",
        "x<br>",
        "y<br>",
    ];
    for rows in
        [&rows[..3], &["the arrow is =3D> in mails"], &rows[3..4], &rows[4..], &["\u{C2}\u{A0} \u{C2}\u{A0}"]]
    {
        let comments: String = rows.iter().flat_map(|row| ["; ", row, "\n"]).collect();
        let text = damaged("  1) 31:", &format!("{comments}  1) 31:"));
        assert_eq!(super::slips::found("comments.mat", &text), [], "{rows:?}");
        // One mistake elsewhere is that alone.
        let wrong = changed(&text, "8/5 6/5", "8/5 6/4");
        let codes: Vec<Code> =
            super::slips::found("comments.mat", &wrong).into_iter().map(|it| it.0).collect();
        assert_eq!(codes, [Code::PlayWrongPips], "{rows:?}");
    }
}

#[test]
fn letters_of_a_mail_keep_a_name_whole() {
    let mail = MAT.replace("=>", "=3D>").replace("Takes", "=\nTakes").replace("ann", "J=C3=BCrg");
    let read = barpoint::open("mail.mat", mail.into_bytes()).expect("a record").remove(0);
    let names: Vec<_> = Side::ALL.iter().map(|side| read.replayed.name(0, *side).to_owned()).collect();
    assert!(names.contains(&"J=C3=BCrg".to_owned()), "{names:?}");
}

#[test]
fn tags_around_the_lines_of_a_server_are_one_finding() {
    for (file, first) in [
        ("sgg/valid/seven-points.sgg", 1),
        ("oldmoves/valid/seven-points.txt", 1),
        ("sgf/valid/odd-names.sgf", 1),
    ] {
        let sample = std::fs::read_to_string(testdata(file)).expect("a record");
        assert_eq!(super::slips::found(file, &sample), [], "{file}");
        let page = sample.lines().fold(String::new(), |page, line| page + line + "<br>\n");
        assert_eq!(super::slips::found(file, &page), [(Code::RecordUnknown, first)], "{file}");
    }
}

#[test]
fn a_play_of_a_server_that_is_broken_in_two_is_one_finding_and_is_joined() {
    for (file, play, line) in [
        ("oldmoves/valid/seven-points.txt", "24-18 13-11", 7),
        ("fibs/valid/played.txt", "13-7 8-7", 9),
        ("javafibs/valid/small.match", "13-8 24-22", 9),
        ("tmg/valid/seven-points.tmg", "24/18 13/11", 18),
        ("sgg/valid/seven-points.sgg", "24/18, 13/11", 15),
    ] {
        let sample = std::fs::read_to_string(testdata(file)).expect("a record");
        let broken = sample.replacen(play, &play.replacen(' ', "\n", 1), 1);
        assert_ne!(broken, sample, "{file}");
        assert_eq!(super::slips::found(file, &broken), [(Code::RecordSyntax, line)], "{file}");
        let format = Format::by_name(file.split('/').next().expect("a name")).expect("a format");
        assert_eq!(
            found(format, &broken),
            [(Code::RecordSyntax, vec!["safe: join the two lines".to_owned()])],
            "{file}"
        );
    }
}

/// The line of names and scores of the second game of [`two_games`].
const NAMES: &str = "Ann : 1                        Bob : 0";

#[test]
fn a_heading_in_another_language_is_one_finding_and_is_replaced() {
    for word in ["Spiel", "Partie", "Partita", "JEU"] {
        let text = two_games(&format!("{word} 2"), NAMES);
        let fix = |number: u8| [format!("safe: write `Game {number}` for `{word} {number}`")];
        assert_eq!(fixes(&text, Code::MatGameMissing), fix(2));
        let text = two_games("Game 2", NAMES).replacen("Game 1", &format!("{word} 1"), 1);
        assert_eq!(fixes(&text, Code::MatGameMissing), fix(1));
    }
}

#[test]
fn a_heading_with_signs_around_it_is_one_finding_and_is_replaced() {
    for heading in
        ["**Game 2**", "-- Game 2 --", "Game No. 2", "Game-2", "[Game 2]", "*Spiel Nr. 2*", "2 Game", "2"]
    {
        let text = two_games(heading, NAMES);
        assert_eq!(fixes(&text, Code::MatGameMissing), [format!("safe: write `Game 2` for `{heading}`")]);
    }
}

#[test]
fn the_number_of_a_heading_before_the_names_below_is_one_finding() {
    let text = two_games("Game 2", NAMES);
    for number in [1, 2] {
        let wrong = changed(&text, &format!("Game {number}\n Ann"), &format!("Game \n{number} Ann"));
        let fix = format!("safe: write the number {number} after `Game`");
        assert_eq!(fixes(&wrong, Code::MatGameNumber), [fix]);
        assert_eq!(mended(&wrong), text);
    }
}

#[test]
fn a_wide_blank_within_a_number_is_one_finding() {
    let sample = std::fs::read_to_string(testdata("mat/valid/seven-points.mat")).expect("a record");
    for (play, broken, whole) in
        [("25/21*", "25/2   1*", "25/21* 5/3"), ("13/11 24/18", "13/1  1 24/18", "13/11 24/18")]
    {
        let wrong = changed(&sample, play, broken);
        assert_eq!(fixes(&wrong, Code::MatPlayNotation), [format!("safe: write `{whole}`")]);
    }
    // A number after a play isn't part of it.
    let wrong = sample.replacen("25/21* 5/3", "25/21* 5/3   12", 1);
    assert_eq!(super::slips::found("wide.mat", &wrong), [(Code::MatTextAfterRow, 11)]);
}

#[test]
fn several_lines_that_are_not_understood_are_one_finding() {
    let row = "  4) 64: 15/5";
    let text = damaged(row, &format!("nice match!\n\nthanks, and\nsee you\n{row}"));
    assert_eq!(super::slips::found("lines.mat", &text), [(Code::MatRowUnreadable, 8)]);
    // Rows are lines of their own.
    let text = damaged(row, &format!("  q3 x 62; 24/18 13/11\n  q4 x 61; 13/7 8/7\n{row}"));
    assert_eq!(super::slips::found("lines.mat", &text).len(), 2);
    let text = format!("{MAT}-- \nann\n");
    assert_eq!(super::slips::found("lines.mat", &text), [(Code::MatRowUnreadable, 16)]);
    // The last one is a heading.
    let text = two_games("\n page 2\n **Game 2**", NAMES);
    let codes: Vec<Code> = super::fixes::found(&mat::FORMAT, &text).into_iter().map(|it| it.0).collect();
    assert_eq!(codes, [Code::MatRowUnreadable, Code::MatGameMissing]);
}

#[test]
fn dice_with_blanks_between_them_are_one_finding() {
    for dice in ["6 4:", "6  4:", "6   4:"] {
        let text = damaged("64: 15/5", &format!("{dice} 15/5"));
        assert_eq!(fixes(&text, Code::MatCellUnreadable), ["safe: write `64:`"], "{dice}");
    }
}

#[test]
fn a_sign_joined_to_a_word_is_deleted_without_moving_the_next_cell() {
    let text = damaged("2)  Doubles => 2                Takes", "2)  Doubles => 2!               Takes");
    assert_eq!(fixes(&text, Code::MatCellUnreadable), ["delete `!`"]);
    let text = damaged("Wins 2 points", "Wins 2 pts.");
    assert_eq!(fixes(&text, Code::MatTextAfterRow), ["safe: write `points` for `pts.`"]);
}

#[test]
fn a_match_length_in_another_language_is_read() {
    for line in [
        "9 Punkte Match",
        " 9-Punkte-Match",
        "Match en 9 points",
        "Partita ai 9 punti",
        "Match length: 9",
        "9\u{30DD}\u{30A4}\u{30F3}\u{30C8}\u{30DE}\u{30C3}\u{30C1}",
    ] {
        let fixes = fixes(&format!("{line}\n\n{RESIGNED}"), Code::MatLengthInvalid);
        assert_eq!(fixes, ["safe: write `9 point match`"], "{line}");
    }
    let money = fixes(&format!("0 Punkte Match\n\n{RESIGNED}"), Code::MatLengthInvalid);
    assert_eq!(money, ["safe: write `0 point match`, as money sessions have it"]);
}

#[test]
fn a_match_length_with_a_digit_among_its_letters_is_read_and_restored() {
    for line in ["3 poin5t match", "3 point5match", "3 poi5t match", "3 5oint match", "3 point match5"] {
        let text = damaged("3 point match", line);
        restored(&text, Code::MatLengthInvalid, 1, "write `3 point match`");
    }
    // Digits before the words may belong to the number.
    for line in ["3 2 point match", "3 2point match"] {
        let text = damaged("3 point match", line);
        assert_eq!(super::slips::found("lines.mat", &text), [(Code::MatLengthMissing, 3)], "{line}");
    }
}

#[test]
fn a_line_that_is_no_row_stays_unread() {
    for line in ["4. 64: 15/5 is better", "x) 64: 15/5", "7. 64: 15/5", "4. Takes a look"] {
        let text = damaged("  4) 64", &format!("{line}\n  4) 64"));
        assert_eq!(super::slips::found("lines.mat", &text), [(Code::MatRowUnreadable, 8)], "{line}");
    }
}

#[test]
fn a_result_in_other_words_is_read_and_restored() {
    for (result, code, fix) in [
        ("Wlns 2 points", Code::MatCellUnreadable, "write `Wins 2 points` for `Wlns 2 points`"),
        ("Gewinnt 2 Punkte", Code::MatCellUnreadable, "write `Wins 2 points` for `Gewinnt 2 Punkte`"),
        ("Gagne 2 points", Code::MatCellUnreadable, "write `Wins 2 points` for `Gagne 2 points`"),
        ("Wins two points", Code::MatCellUnreadable, "write `2` for `two`"),
        ("Wins +2 points", Code::MatCellUnreadable, "write `2` for `+2`"),
        ("Wins (2) points", Code::MatCellUnreadable, "write `2` for `(2)`"),
        ("Wins Z points", Code::MatCellUnreadable, "write `2` for `Z`"),
        ("Wins 2 poits", Code::MatTextAfterRow, "write `points` for `poits`"),
        ("Wins 2poits", Code::MatTextAfterRow, "write `points` for `poits`"),
        ("Wins 2xpoints", Code::MatTextAfterRow, "write `points` for `xpoints`"),
        ("Wins 2# points", Code::MatTextAfterRow, "write `points` for `# points`"),
        ("Wins 2p oint", Code::MatTextAfterRow, "write `points` for `p oint`"),
    ] {
        restored(&damaged("Wins 2 points", result), code, 11, fix);
    }
    // In the left column, too.
    let left = two_games("Game 2", NAMES).replacen("Wins 1 point", "Wins 1p oint", 1);
    assert_eq!(fixes(&left, Code::MatCellUnreadable), ["safe: write `point` for `p oint`"]);
    assert_eq!(mended(&left), two_games("Game 2", NAMES));
    // After dice without a play, too, it is one finding.
    let games = two_games("Game 2", NAMES);
    let resigned = games.replacen("Resigns\n      Wins 1 point", "52:\n      Gagne 1 point", 1);
    assert_eq!(fixes(&resigned, Code::MatCellUnreadable), ["safe: write `Wins 1 point` for `Gagne 1 point`"]);
    for text in ["Lives 2 points", "Gewinnt im Spiel"] {
        let found = super::slips::found("lines.mat", &damaged("Wins 2 points", text));
        assert_eq!(found, [(Code::MatRowUnreadable, 11)], "{text}");
    }
}

#[test]
fn a_header_that_all_games_contradict_is_the_only_mistake() {
    let sample = std::fs::read_to_string(testdata("mat/valid/seven-points.mat")).expect("a record");
    let right = format!("; [Variation \"Backgammon\"]\n{sample}");
    for (header, fix, whole) in [
        ("Variation \"Nackgammon\"", "safe: write `Backgammon` for `Nackgammon`", &right),
        ("CubeLimit \"1\"", "safe: delete the header `CubeLimit`", &sample),
    ] {
        let text = format!("; [{header}]\n{sample}");
        assert_eq!(super::slips::found("lines.mat", &text), [(Code::HeaderInvalid, 1)], "{header}");
        assert_eq!(fixes(&text, Code::HeaderInvalid), [fix]);
        assert_eq!(&mended(&text), whole);
    }
}

#[test]
fn a_header_stands_if_the_rest_of_the_record_fits_it() {
    let game = |number: u8| {
        format!(
            " Game {number}\n ann : {}                        bob : 0\n  \
             1) 31: 8/5 6/5                 52: 13/8 24/22\n  2)  Doubles => 2                Takes\n  \
             3) 64: 24/18 13/9              Resigns\n      Wins 1 point\n\n",
            number - 1
        )
    };
    let head = "; [CubeLimit \"1\"]\n 5 point match\n\n";
    let one = [head, &game(1)].concat();
    assert_eq!(fixes(&one, Code::CubeLimit), ["safe: delete `Doubles => 2` and `Takes`"]);
    // The results are those of games without doubles.
    let two = [head, &game(1), &game(2)].concat();
    assert_eq!(super::slips::found("lines.mat", &two), [(Code::CubeLimit, 7), (Code::CubeLimit, 14)]);
}

#[test]
fn a_broken_or_joined_row_is_one_finding_and_is_restored() {
    for (from, to, code, line, fix) in [
        ("8/4 6/4\n  5)", "8/4\n6/4\n  5)", Code::MatRowUnreadable, 9, "join the two lines"),
        ("31: 6/3 6/5", "31: 6/3\n6/5", Code::MatRowUnreadable, 10, "join the two lines"),
        ("6/5                 52:", "6/552:", Code::MatCellUnreadable, 5, "insert blanks before `52:`"),
        ("6/5\n  4)", "6/5 4)", Code::MatTextAfterRow, 7, "begin row 4 on a line of its own"),
        ("Wins 2 points", "Wins 2\n points", Code::MatRowUnreadable, 12, "join the two lines"),
        ("Wins 2 points", "Wins\n2 points", Code::MatRowUnreadable, 12, "join the two lines"),
        (
            "24/15                   21: 13/11",
            "24/15\n21: 13/11",
            Code::MatColumn,
            7,
            "write `21: 13/11 6/5` in the row above",
        ),
    ] {
        restored(&damaged(from, to), code, line, fix);
    }
    let found = super::slips::found("lines.mat", &damaged("Wins 2 points", "Wins 2 points\n points"));
    assert_eq!(found, [(Code::MatRowUnreadable, 12)]);
    // More legs than the roll allows aren't the rest of a play.
    let found = super::slips::found("lines.mat", &damaged("  4) 64", "13/7 8/4\n  4) 64"));
    assert_eq!(found, [(Code::MatRowUnreadable, 8)]);
}

#[test]
fn a_broken_or_joined_heading_is_one_finding_and_is_restored() {
    const NAMES: &str = " ann : 0                        bob : 0";
    for (from, to, line, fix) in [
        (" Game 1\n", " Game 1", 3, "write the names and scores on the line below"),
        (NAMES, " ann : 0\n             bob : 0", 5, "write the two players on one line"),
        (NAMES, " ann : 0                        bob :\n0", 5, "write the two players on one line"),
        (NAMES, " ann : 0                        bob\n : 0", 5, "write the two players on one line"),
        (NAMES, " ann :\n 0                        bob : 0", 5, "write the two players on one line"),
        (NAMES, " ann\n: 0                        bob : 0", 5, "write the two players on one line"),
        ("bob : 2", "bob :\n2", 15, "write the two players on one line"),
    ] {
        restored(&damaged(from, to), Code::MatScoreLine, line, fix);
    }
}

#[test]
fn lines_that_are_not_the_rest_of_the_names_are_not_joined_to_them() {
    // A text above the names, and a third player.
    for (from, to, expected) in [
        (" ann : 0 ", " final round\n ann : 0 ", vec![(Code::MatRowUnreadable, 4)]),
        ("bob : 0\n", "bob : 0\n carl : 1\n", vec![(Code::MatRowUnreadable, 5)]),
        (
            " ann : 0                        bob : 0",
            " ann : 0\n bob : 0\n carl : 1",
            vec![(Code::MatScoreLine, 5), (Code::MatRowUnreadable, 6)],
        ),
    ] {
        assert_eq!(super::slips::found("lines.mat", &damaged(from, to)), expected, "{to}");
    }
}

#[test]
fn names_beside_a_heading_that_are_also_below_it_are_unexpected_text() {
    for below in ["", "; the final\n", "\n"] {
        for rest in ["Round : 2   Table : 7", "ann : 0                        bob : 0"] {
            let text = damaged(" Game 1\n", &format!(" Game 1  {rest}\n{below}"));
            assert_eq!(super::slips::found("lines.mat", &text), [(Code::MatTextAfterRow, 3)], "{text}");
        }
    }
}

#[test]
fn a_mark_of_the_crawford_game_stays_with_the_heading() {
    for mark in ["(Crawford)", "[Crawford game]", "Crawford", "*"] {
        let text = damaged("Game 2\n ann", &format!("Game 2 {mark} ann"));
        assert_eq!(super::slips::found("lines.mat", &text), [(Code::MatScoreLine, 13)], "{mark}");
        assert_eq!(mended(&text), damaged("Game 2\n", &format!("Game 2 {mark}\n")));
    }
    // Without brackets it may be a name.
    let named = MAT.replace(" ann : ", " Crawford Li : ");
    assert_eq!(mended(&named.replacen(" Game 1\n", " Game 1", 1)), named);
}

#[test]
fn a_score_that_is_no_number_is_known_from_the_results() {
    const HEAD: &str = "ann : 0                        bob : 2";
    for (from, to, line, fix) in [
        (HEAD, "ann : O                        bob : 2", 14, "write the score 0 of ann, not `O`"),
        (HEAD, "ann : 0                        bob : Z", 14, "write the score 2 of bob, not `Z`"),
        (HEAD, "ann : 0                        bob : ", 14, "write the score 2 of bob"),
        ("ann : 0 ", "ann : 0/3 ", 4, "write the score 0 of ann, not `0/3`"),
    ] {
        restored(&damaged(from, to), Code::MatScoreLine, line, fix);
    }
    let letter = fixes(&damaged("bob : 2", "bob : l"), Code::MatScoreLine);
    assert_eq!(letter, ["write the score 2 of bob, not `l`"]);
    // Both numbers may be meant.
    let two = fixes(&damaged("ann : 0 ", "ann : 12/7 "), Code::MatScoreLine);
    assert_eq!(two, ["write the score 0 of ann, not `12/7`"]);
}

#[test]
fn a_missing_score_is_safe_only_if_the_record_proves_it() {
    let second = |length: u8, result: &str, names: &str, third: &str| {
        let game = |number: u8, names: &str, rest: &str| {
            format!("\n Game {number}\n {names}\n  1)                              31: 8/5 6/5\n{rest}")
        };
        let moves = "  2) 52: 13/8 13/11               64: 24/14\n";
        let first = game(1, "Ann : 0                         Bob : 0", &format!("{moves}{result}\n"));
        let won = format!("{moves}                                   Wins 1 point\n");
        let text = format!(" {length} point match\n{first}{}", game(2, names, &won));
        let text = if third.is_empty() { text } else { text + &game(3, third, "") };
        let at = |(code, fixes): (Code, Vec<String>)| (code == Code::MatScoreLine).then_some(fixes);
        let all: Vec<Vec<String>> = found(&mat::FORMAT, &text).into_iter().filter_map(at).collect();
        assert_eq!(all.len(), 1, "{text}");
        all.concat()
    };
    let (bob, ann) = ("Ann : 0                         Bob : ", "Ann :                          Bob : 0");
    let wins = "                                   Wins 2 points";
    let (two, three) = ("Ann : 0                         Bob : 2", "Ann : 0                         Bob : 3");
    for (length, result, names, third, expected) in [
        (5, wins, bob, "", "safe: write the score 2 of Bob"),
        (5, wins, bob, three, "safe: write the score 2 of Bob"),
        // The next score leads to 1.
        (5, wins, bob, two, "write the score 2 of Bob"),
        // A session may count in another way.
        (0, wins, bob, "", "write the score 2 of Bob"),
        // No game is worth 6 points.
        (7, "      Wins 6 points", ann, "", "write the score 6 of Ann"),
        // The other score contradicts the result.
        (7, "      Wins 2 points", bob, "", ""),
    ] {
        let expected: Vec<&str> = Some(expected).filter(|fix| !fix.is_empty()).into_iter().collect();
        assert_eq!(second(length, result, names, third), expected, "{length} {result} {names} {third}");
    }
}

#[test]
fn a_record_without_its_beginning_is_one_finding() {
    let rest = &MAT[MAT.find("  3) 63").expect("a row")..];
    assert_eq!(super::slips::found("lines.mat", rest), [(Code::MatRowNumber, 1)]);
}
