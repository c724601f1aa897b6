//! The fixes of mistakes that people make: a safe one neither falsifies nor deletes what the record says.

use crate::support::{changed, fixed, replayed, testdata};
use barpoint::analysis::RulesOverride;
use barpoint::analysis::repair::{explain, repair};
use barpoint::board::Side;
use barpoint::diag::{Code, Diagnostic, Severity, SourceFile};
use barpoint::formats::{Format, mat, sgf};

/// Returns the findings of a match, notes left out, with the fixes of each; the safe ones are marked.
pub(super) fn found(format: &Format, text: &str) -> Vec<(Code, Vec<String>)> {
    let words =
        |fix: &barpoint::diag::Fix| format!("{}{}", if fix.is_safe() { "safe: " } else { "" }, fix.message);
    let found = mended(format, text).into_iter();
    found.map(|it| (it.code, it.fixes.iter().map(words).collect())).collect()
}

/// Returns the findings of a match, notes left out, with their fixes.
pub(super) fn mended(format: &Format, text: &str) -> Vec<Diagnostic> {
    let source = SourceFile::decode("fixes", text.as_bytes()).expect("small");
    let (_, mut findings) = replayed(format, text);
    findings.retain(|finding| finding.severity > Severity::Note);
    repair(format, &source, &RulesOverride::default(), &mut findings);
    findings
}

/// Returns the fixes of the only finding of a .mat record, which has this code.
#[track_caller]
pub(super) fn fixes(text: &str, code: Code) -> Vec<String> {
    let mut found = found(&mat::FORMAT, text);
    assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [code], "{text}");
    found.remove(0).1
}

/// A game that Ann wins by a resignation.
pub(super) const RESIGNED: &str = " Game 1\n Ann : 0                        Bob : 0\n  \
                        1) 31: 8/5 6/5                 52: 13/8 24/22\n  \
                        2) 64: 24/18 13/9              Resigns\n      Wins 1 point\n";

#[test]
fn a_match_length_is_safe_only_if_the_text_states_it() {
    for line in
        [" 7-point match", "7pt match", "\u{FF17} point match", "seven point match", " 7. point match"]
    {
        let fixes = fixes(&format!("{line}\n\n{RESIGNED}"), Code::MatLengthInvalid);
        assert_eq!(fixes, ["safe: write `7 point match`"], "{line}");
    }
    let money = fixes(&format!("money\n\n{RESIGNED}"), Code::MatLengthInvalid);
    assert_eq!(money, ["safe: write `0 point match`, as money sessions have it"]);
    let unnumbered = fixes(&format!(" point match\n\n{RESIGNED}"), Code::MatLengthInvalid);
    assert_eq!(unnumbered[0], "write the match length 1");
    let stated = fixes(&format!("Match to 7 points\n\n{RESIGNED}"), Code::MatLengthMissing);
    assert_eq!(stated[0], "write `7 point match` for `Match to 7 points`");
    let late = RESIGNED.replace("Ann : 0 ", "Ann : 4 ").replace("Bob : 0", "Bob : 3");
    for text in [RESIGNED, &late] {
        let offered = fixes(text, Code::MatLengthMissing);
        assert!(offered.len() > 1 && !offered.iter().any(|fix| fix.starts_with("safe")), "{offered:?}");
    }
}

#[test]
fn what_is_not_understood_is_never_deleted_as_a_safe_fix() {
    let game = |row: &str| {
        format!(
            " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
             1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) {row}\n      Wins 1 point\n"
        )
    };
    for words in ["Declined", "folds", "No", "(drops)"] {
        let offered = fixes(&game(&format!(" Doubles => 2                {words}")), Code::MatCellUnreadable);
        assert_eq!(offered[0], format!("read `{words}` as `Drops`"));
    }
    for words in ["out of luck", "verloren"] {
        let row = game(&format!("64: 24/18 13/9              {words}"));
        let offered = fixes(&row, Code::MatCellUnreadable);
        assert!(!offered.iter().any(|fix| fix.starts_with("safe")), "{words}: {offered:?}");
    }
}

#[test]
fn dice_without_a_play_are_kept() {
    let game = |cell: &str| {
        format!(
            " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
             1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) {cell:27} Wins 1 point\n"
        )
    };
    for cell in
        ["6-4:", "6x4:", "64-", "64", "64;", "(64)", "[64]", "6/4:", "\u{FF16}\u{FF14}:", "64\u{FF1A}"]
    {
        assert_eq!(fixes(&game(cell), Code::MatCellUnreadable), ["safe: write `64:`"], "{cell}");
    }
    // A play without its dice.
    let offered = fixes(&game("6/4"), Code::MatCellUnreadable);
    assert!(!offered.iter().any(|fix| fix.starts_with("safe")), "{offered:?}");
}

#[test]
fn a_word_beside_a_name_is_not_deleted_as_a_safe_fix() {
    let sample = std::fs::read_to_string(testdata("tmg/valid/resignations.tmg")).expect("a record");
    // The digit is the player's number.
    let wrong = changed(&sample, "14 1 Alice wins 1 point", "14 l Alice wins 1 point");
    let tmg = Format::by_name("tmg").expect("a format");
    let (code, fixes) = found(tmg, &wrong).remove(0);
    assert_eq!((code, fixes), (Code::NamesChanged, vec!["write the name `Alice`, not `l Alice`".to_owned()]));
}

#[test]
fn a_play_is_not_deleted_as_a_safe_fix_because_there_is_none() {
    let sample = std::fs::read_to_string(testdata("mat/valid/seven-points.mat")).expect("a record");
    let turn = " 13)  Takes                      65: ";
    // The cell of another turn.
    let wrong = changed(&sample, turn, &format!("{turn}13/7 13/8"));
    let offered = fixes(&wrong, Code::PlayBar);
    assert_eq!(offered, ["delete the play: there is none with 65"]);
}

#[test]
fn dice_without_a_play_may_be_others_with_which_there_is_none() {
    let sample = std::fs::read_to_string(testdata("mat/valid/seven-points.mat")).expect("a record");
    // One play is legal with these dice, and the next ones contradict it: one finding.
    let wrong = changed(&sample, " 19) 22:  ", " 19) 52:  ");
    let offered = fixes(&wrong, Code::PlayMissing);
    assert!(offered.iter().all(|fix| fix.starts_with("read the dice as ")), "{offered:?}");
    assert!(
        offered.iter().any(|fix| fix == "read the dice as 22, not 52: no play is possible"),
        "{offered:?}"
    );
}

#[test]
fn a_result_after_a_double_is_inserted_with_the_pass() {
    let text = |score: u32| {
        format!(
            " 7 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
             1) 31: 8/5 6/5                 52: 13/8 24/22\n  2)  Doubles => 2\n\n{}",
            RESIGNED.replace("Game 1", "Game 2").replace("Ann : 0", &format!("Ann : {score}"))
        )
    };
    let offered = fixes(&text(1), Code::GameUnfinished);
    assert_eq!(offered, ["safe: insert the pass and the result: Ann wins 1 point"]);
    let offered = fixes(&text(4), Code::GameUnfinished);
    assert!(!offered.iter().any(|fix| fix.starts_with("safe")), "{offered:?}");
}

#[test]
fn a_doubled_head_is_deleted() {
    let first = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
                 1) 31: 8/5 6/5                 52: 13/8 24/22\n  \
                 2)  Doubles => 2                Drops\n      Wins 1 point\n\n";
    let names = " Ann : 1                        Bob : 0\n";
    let second = RESIGNED.replace("Game 1", "Game 2").replace("Ann : 0", "Ann : 1");
    for (copy, line) in [
        (" Game 2\n".to_owned(), "Game 2"),
        (" Game: 2\n".to_owned(), "Game: 2"),
        (format!(" Game 2\n{names}"), "Game 2"),
    ] {
        let text = format!("{first}{copy}{second}");
        let expected = vec![format!("safe: delete the repeated `{line}`")];
        assert_eq!(found(&mat::FORMAT, &text)[0].1, expected, "{text}");
    }
    let text = format!("{first}{}", second.replace(names, &format!("{names}{names}")));
    assert_eq!(found(&mat::FORMAT, &text)[0].1, ["safe: delete the repeated `Ann : 1 Bob : 0`"]);
}

#[test]
fn names_and_scores_exchanged_together_are_one_mistake() {
    let names = [(0, 0), (2, 0), (2, 2), (2, 3)];
    let winners = [6, 34, 34, 6];
    let mut text = " 7 point match\n".to_owned();
    for (game, ((ann, bob), column)) in names.into_iter().zip(winners).enumerate() {
        let head = if game == 2 {
            format!(" Bob : {bob}                        Ann : {ann}\n")
        } else {
            format!(" Ann : {ann}                        Bob : {bob}\n")
        };
        let points = [2, 2, 1, 1][game];
        let rows = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n";
        let result = format!("{:column$}Wins {points} points\n\n", "");
        let number = game + 1;
        text.extend(["\n Game ", &number.to_string(), "\n", &head, rows, &result]);
    }
    // With equal scores only the names show.
    let equal = found(&mat::FORMAT, &text);
    assert_eq!(equal[0].1, ["safe: swap the two names"], "{text}\n{equal:?}");
    let sum = std::fs::read_to_string(testdata("mat/invalid/names-changed-columns-exchanged.mat"));
    let sum = found(&mat::FORMAT, &sum.expect("an example"));
    // Of two headings, either may be the wrong one.
    assert_eq!(sum[0].1, ["swap the two names and the two scores"]);
}

#[test]
fn a_heading_whose_halves_are_exchanged_is_one_finding() {
    let lost = GIVEN_UP.replace("  3)  Wins", &format!("  3){:30}Wins", ""));
    for length in [3, 9] {
        let all = [([0, 0], GIVEN_UP), ([1, 0], GIVEN_UP), ([2, 0], &*lost), ([2, 1], GIVEN_UP)];
        let text = games(length, &all);
        let head = "Ann : 2                        Bob : 0";
        let text = text.replacen(head, "Bob : 0                        Ann : 2", 1);
        assert_eq!(fixes(&text, Code::NamesChanged), ["safe: swap the two names and the two scores"]);
    }
}

#[test]
fn of_two_headings_with_exchanged_names_either_may_be_the_wrong_one() {
    let text = games(5, &[([0, 0], PASSED_BY_ANN), ([0, 1], PASSED_BY_ANN)]);
    let head = "Ann : 0                        Bob : 0";
    let two = text.replacen(head, "Bob : 0                        Ann : 0", 1);
    let either = ["swap the two names", "swap the two names of the first game"];
    assert_eq!(fixes(&two, Code::NamesChanged), either);
    let text = games(5, &[([0, 0], PASSED_BY_ANN), ([0, 1], PASSED_BY_ANN), ([0, 2], PASSED_BY_ANN)]);
    let three = text.replacen(head, "Bob : 0                        Ann : 0", 1);
    assert_eq!(fixes(&three, Code::NamesChanged), ["safe: swap the two names"]);
}

#[test]
fn a_result_that_is_repeated_is_one_finding() {
    let line = "  3)  Wins 1 point\n";
    let again = PASSED.replace(line, &format!("{line}      Wins 1 point\n"));
    let text = games(5, &[([0, 0], &again), ([1, 0], PASSED_BY_ANN)]);
    assert_eq!(fixes(&text, Code::TurnAfterEnd), ["safe: delete `Wins 1 point`"]);
    let fix = &mended(&mat::FORMAT, &text)[0].fixes[0];
    assert_eq!(fixed(&text, fix), games(5, &[([0, 0], PASSED), ([1, 0], PASSED_BY_ANN)]));
    // Of two different results, the first one may be the wrong one.
    let other = PASSED.replace(line, &format!("{line}      Wins 2 points\n"));
    none_safe(&games(5, &[([0, 0], &other), ([1, 0], PASSED_BY_ANN)]));
}

#[test]
fn a_game_that_is_there_twice_is_one_finding() {
    let text = games(9, &[([0, 0], PASSED), ([1, 0], PASSED_BY_ANN), ([1, 1], PASSED)]);
    let parts: Vec<&str> = text.split("\n Game ").collect();
    for game in 1..4 {
        let mut twice = parts.clone();
        twice.insert(game, parts[game]);
        let twice = twice.join("\n Game ");
        assert_eq!(fixes(&twice, Code::MatGameNumber), ["delete the repeated game"], "{twice}");
    }
    // With other dice, it isn't the same game.
    let mut other = parts.clone();
    let changed = parts[2].replace("31: 8/5 6/5", "42: 8/4 6/4");
    other.insert(2, &changed);
    assert!(found(&mat::FORMAT, &other.join("\n Game ")).len() > 1);
    let trees = std::fs::read_to_string(testdata("sgf/valid/resignations.sgf")).expect("a record");
    let at: Vec<usize> = trees.match_indices("(;FF").map(|(at, _)| at).collect();
    let twice = [&trees[..at[2]], &trees[at[1]..]].concat();
    let expected = (Code::RecordValue, vec!["delete the repeated game".to_owned()]);
    assert_eq!(found(&sgf::FORMAT, &twice), [expected]);
    // After the Crawford game, in a record that begins later.
    let tree = |game: u32, lost: u32| {
        let scores = format!("[game:{game}][ws:4][bs:{lost}]");
        format!("(;FF[4]GM[6]MI[length:5]{scores}PW[A]PB[B]RU[Crawford]RE[B+1R]\n;W[31hefe]\n;B[52lqac])\n")
    };
    let late = [tree(5, 2), tree(5, 2), tree(6, 3)].concat();
    let codes: Vec<Code> = found(&sgf::FORMAT, &late).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, [Code::RecordValue]);
}

#[test]
fn a_game_without_a_number_that_is_there_twice_is_one_finding() {
    let heading =
        |time: u32, ann: u32, length: u32| format!("i 170273{time} ann bert {length} {ann} 0 1 1 0\n");
    let rows = "1 r 3-1 8/5 6/5\n2 r 6-4 1/7 7/11\n1 d 2 0\n";
    let games = [0, 1, 2].map(|game| format!("{}{rows}", heading(8670 + game, game, 5)));
    let bgammon = Format::by_name("bgammon").expect("a format");
    assert_eq!(found(bgammon, &games.concat()), []);
    let sample = std::fs::read_to_string(testdata("oldmoves/valid/resignations.txt")).expect("a record");
    let at: Vec<usize> = sample.match_indices("Score is").map(|(at, _)| at).collect();
    let ends = at.iter().skip(1).copied().chain([sample.len()]);
    let oldmoves = at.iter().zip(ends).map(|(from, to)| format!("{}\n\n", sample[*from..to].trim_end()));
    let oldmoves: Vec<String> = oldmoves.collect();
    for (format, games, from) in
        [(bgammon, games.to_vec(), 0), (Format::by_name("oldmoves").expect("a format"), oldmoves, 1)]
    {
        for game in from..games.len() {
            let mut twice = games.clone();
            twice.insert(game, games[game].clone());
            let twice = twice.concat();
            let expected = (Code::ScoreContradiction, vec!["delete the repeated game".to_owned()]);
            assert_eq!(found(format, &twice), [expected], "{twice}");
            assert_eq!(mended(format, &twice)[0].message, "this game is in the record twice");
        }
    }
    // In a session each game may be on its own.
    let alone = [0, 1, 2].map(|game| format!("{}{rows}", heading(8670 + game, 0, 0)));
    assert_eq!(found(bgammon, &alone.concat()), []);
}

/// Four games of a match to 9 points, the first two with the same result.
const FOUR: [([u32; 2], &str); 4] =
    [([0, 0], PASSED), ([1, 0], GIVEN_UP), ([2, 0], PASSED_BY_ANN), ([2, 1], PASSED)];

/// Exchanges a game, counted from 1, and the next one.
fn exchanged(text: &str, game: usize) -> String {
    let mut parts: Vec<&str> = text.split("\n Game ").collect();
    parts.swap(game, game + 1);
    parts.join("\n Game ")
}

#[test]
fn two_games_in_each_others_place_are_one_finding() {
    let text = games(9, &FOUR);
    for game in [2, 3] {
        let wrong = exchanged(&text, game);
        assert_eq!(fixes(&wrong, Code::MatGameNumber), ["safe: swap the two games"], "{wrong}");
        let fix = &mended(&mat::FORMAT, &wrong)[0].fixes[0];
        assert_eq!(fixed(&wrong, fix), text);
    }
    // With the same result, the headings may be swapped instead.
    let either = ["swap the two games", "swap the two headings"];
    assert_eq!(fixes(&exchanged(&text, 1), Code::MatGameNumber), either);
    // Another mistake is another finding.
    let two = exchanged(&text, 2).replacen("41: 24/23 13/9", "41: 24/23 13/8", 1);
    let found = found(&mat::FORMAT, &two);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0], (Code::MatGameNumber, vec!["swap the two games".to_owned()]));
    // The Crawford game is the one before by the scores.
    let lost = GIVEN_UP.replace("  3)  Wins", &format!("  3){:30}Wins", ""));
    let three = [([0, 0], GIVEN_UP), ([1, 0], GIVEN_UP), ([2, 0], &*lost), ([2, 1], PASSED_BY_ANN)];
    let three = exchanged(&games(3, &three), 3);
    assert_eq!(fixes(&three, Code::MatGameNumber), ["swap the two games"], "{three}");
}

#[test]
fn two_games_without_numbers_in_each_others_place_are_one_finding() {
    let sample = std::fs::read_to_string(testdata("oldmoves/valid/resignations.txt")).expect("a record");
    let mut games: Vec<String> =
        sample.split("Score is").skip(1).map(|game| format!("Score is{}\n\n", game.trim_end())).collect();
    let oldmoves = Format::by_name("oldmoves").expect("a format");
    let expected = |fix: &str| [(Code::ScoreContradiction, vec![fix.to_owned()])];
    assert_eq!(found(oldmoves, &games.concat()), []);
    games.swap(1, 2);
    assert_eq!(found(oldmoves, &games.concat()), expected("safe: swap the two games"));
    games.swap(1, 2);
    // With the same result, the scores may be swapped instead.
    games.swap(2, 3);
    assert_eq!(found(oldmoves, &games.concat()), expected("swap the two games"));

    let javafibs = Format::by_name("javafibs").expect("a format");
    let game = |winner: &str, loser: &str, points: u32, [anna, joe]: [u32; 2]| {
        format!(
            "13:joe:\n6:You:joe\n11:You:4 2\n1:You:17-21 19-21\n0:joe:3 2\n1:joe:24-22 13-10\n\
             3:{loser}:{points}\n7:{winner}:{points}\n14:anna-{anna}:joe-{joe}\n"
        )
    };
    let (you, joe) = ("You", "joe");
    let right = vec![
        game(you, joe, 1, [1, 0]),
        game(joe, you, 2, [1, 2]),
        game(you, joe, 1, [2, 2]),
        game(joe, you, 1, [2, 3]),
    ];
    let text = |games: &[String]| {
        format!("JavaFIBS internal match representation v1.1\n8:joe:9\n{}", games.concat())
    };
    assert_eq!(found(javafibs, &text(&right)), []);
    for first in 0..2 {
        let mut games = right.clone();
        games.swap(first, first + 1);
        let text = text(&games);
        assert_eq!(found(javafibs, &text), expected("safe: swap the two games"), "{text}");
    }
    let scores = swapped(&text(&right), "14:anna-1:joe-0", "14:anna-1:joe-2");
    assert_eq!(found(javafibs, &scores), expected("safe: swap the scores of the two games"));
    // The final score, which doesn't fit the score before the last game, is a consequence.
    let mut games = right;
    games.swap(1, 2);
    let consequences: Vec<Code> = mended(javafibs, &text(&games))
        .iter()
        .flat_map(|finding| &finding.consequences)
        .map(|consequence| consequence.code)
        .collect();
    assert_eq!(consequences, [Code::ScoreHeader]);
}

#[test]
fn two_headings_in_each_others_place_are_one_finding() {
    let text = games(9, &FOUR);
    let [two, three] =
        [2, 3].map(|game| format!("{game}\n Ann : {}                        Bob : 0", game - 1));
    assert!(text.contains(&two) && text.contains(&three), "{text}");
    let wrong = text.replacen(&two, "#", 1).replacen(&three, &two, 1).replacen('#', &three, 1);
    assert_ne!(wrong, text);
    assert_eq!(fixes(&wrong, Code::MatGameNumber), ["safe: swap the two headings"], "{wrong}");
}

#[test]
fn rows_in_each_others_place_are_one_finding() {
    let mut all = FOUR;
    (all[1].1, all[2].1) = (all[2].1, all[1].1);
    let expected = ["safe: swap the rows of games 2 and 3"];
    let text = games(9, &all);
    assert_eq!(fixes(&text, Code::ScoreContradiction), expected);
    // Beside a game of another player it isn't certain who has which column.
    for at in [text.find("Bob"), text.rfind("Bob")] {
        let mut renamed = text.clone();
        renamed.replace_range(at.map(|at| at..at + 3).expect("a name"), "Bea");
        let found = found(&mat::FORMAT, &renamed);
        let is_offered = |fix: &str| {
            let mut fixes = found.iter().flat_map(|(_, fixes)| fixes);
            fixes.any(|offered| offered == fix)
        };
        assert!(is_offered("swap the rows of games 2 and 3") && !is_offered(expected[0]), "{found:?}");
    }
}

#[test]
fn a_game_without_rows_may_end_before_the_blanks_after_its_names() {
    let rows = "  1) 31: 8/5 6/5                 64: 24/14\n  2)  Doubles => 2                Takes\n  \
                3) 31: 8/5 6/5                 64: 24/14\n      Wins 2 points and the match\n";
    let text = games(5, &[([0, 0], "\n"), ([2, 0], rows)]);
    let expected = found(&mat::FORMAT, &text);
    let codes: Vec<Code> = expected.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, [Code::GameUnfinished, Code::ScoreMatchClaim], "{text}");
    let blanks = changed(&text, "Bob : 0\n", "Bob : 0        \n");
    assert_eq!(found(&mat::FORMAT, &blanks), expected);
}

/// Returns a game that one of the players wins by a resignation, with these words as the result.
fn resigned(winner: Side, result: &str) -> String {
    let column = if winner == Side::Zero { 2 } else { 30 };
    GIVEN_UP.replace("  Wins 1 point", &format!("{:column$}{result}", ""))
}

#[test]
fn of_a_score_and_the_rows_of_two_games_either_may_be_wrong() {
    // The first two games are won by the same player.
    let (one, two) = (PASSED, resigned(Side::Zero, "Wins 2 points"));
    let right = games(9, &[([0, 0], one), ([1, 0], &two), ([3, 0], PASSED_BY_ANN)]);
    assert_eq!(found(&mat::FORMAT, &right), []);
    let wrong = games(9, &[([0, 0], &two), ([1, 0], one), ([3, 0], PASSED_BY_ANN)]);
    let either = ["write the score 2 of Ann, not 1", "swap the rows of games 1 and 2"];
    assert_eq!(fixes(&wrong, Code::ScoreContradiction), either);
    // By different players, with the same points.
    let (one, two) = (resigned(Side::One, "Wins 2 points"), resigned(Side::Zero, "Wins 2 points"));
    let wrong = games(9, &[([0, 0], &two), ([0, 2], &one), ([2, 2], PASSED_BY_ANN)]);
    let either = ["swap the two scores", "swap the rows of games 1 and 2"];
    assert_eq!(fixes(&wrong, Code::ScoreContradiction), either);
}

#[test]
fn exchanged_scores_are_safe_only_if_a_later_score_confirms_it() {
    // The columns of the game before may be exchanged instead.
    let last = [([0, 0], PASSED), ([0, 1], GIVEN_UP)];
    assert_eq!(fixes(&games(9, &last), Code::ScoreContradiction), ["swap the two scores"]);
    let later = [last[0], last[1], ([2, 0], GIVEN_UP)];
    assert_eq!(fixes(&games(9, &later), Code::ScoreContradiction), ["safe: swap the two scores"]);
}

#[test]
fn rows_that_explain_more_than_a_score_are_exchanged() {
    // The double is made in the Crawford game, too.
    let (three, two) = (resigned(Side::Zero, "Wins 3 points"), resigned(Side::One, "Wins 2 points"));
    let all =
        [([0, 0], &*three), ([3, 0], PASSED), ([4, 0], PASSED_BY_ANN), ([4, 2], &*two), ([4, 3], GIVEN_UP)];
    let found = found(&mat::FORMAT, &games(5, &all));
    assert_eq!(found[0].0, Code::CubeCrawford, "{found:?}");
    assert_eq!(found[0].1[0], "swap the rows of games 3 and 4", "{found:?}");
    let expected = ["safe: swap the rows of games 3 and 4", "write the score 1 of Bob, not 2"];
    assert_eq!(found[1..], [(Code::ScoreContradiction, expected.map(str::to_owned).to_vec())]);
}

#[test]
fn rows_of_the_last_two_games_are_offered_where_a_match_ends_too_early() {
    let two = resigned(Side::Zero, "Wins 2 points");
    for (length, other, after, last, code) in [
        (5, PASSED_BY_ANN, [2, 1], "Wins 3 points", Code::ScoreResult),
        (5, PASSED_BY_ANN, [2, 1], "Wins 3 points and the match", Code::ScoreResult),
        (4, GIVEN_UP, [3, 0], "Wins 1 point and the match", Code::ScoreMatchClaim),
    ] {
        let last = resigned(Side::Zero, last);
        let right = games(length, &[([0, 0], &two), ([2, 0], other), (after, &last)]);
        assert_eq!(found(&mat::FORMAT, &right), [], "{right}");
        let wrong = games(length, &[([0, 0], &two), ([2, 0], &last), (after, other)]);
        assert_eq!(fixes(&wrong, code)[0], "swap the rows of games 2 and 3", "{wrong}");
        none_safe(&wrong);
    }
}

/// Exchanges two parts of a text.
fn swapped(text: &str, one: &str, other: &str) -> String {
    let swapped = text.replacen(one, "#", 1).replacen(other, one, 1).replacen('#', other, 1);
    assert_ne!(swapped, text);
    swapped
}

#[test]
fn only_the_numbers_of_two_games_in_each_others_place_are_one_finding() {
    let text = games(9, &FOUR);
    for game in 1..4 {
        let wrong = swapped(&text, &format!("Game {game}\n"), &format!("Game {}\n", game + 1));
        let expected = ["safe: swap the numbers of the two games"];
        assert_eq!(fixes(&wrong, Code::MatGameNumber), expected, "{wrong}");
        let fix = &mended(&mat::FORMAT, &wrong)[0].fixes[0];
        assert_eq!(fixed(&wrong, fix), text);
    }
    // Where the scores show nothing, the games may be in the wrong order.
    let alone = games(0, &[([0, 0], PASSED), ([0, 0], GIVEN_UP), ([0, 0], PASSED_BY_ANN)]);
    let wrong = swapped(&alone, "Game 2\n", "Game 3\n");
    let either = ["swap the two games", "swap the numbers of the two games"];
    assert_eq!(fixes(&wrong, Code::MatGameNumber), either);
}

#[test]
fn only_the_scores_of_two_games_in_each_others_place_are_one_finding() {
    let text = games(9, &FOUR);
    let score = |game: usize| {
        let [ann, bob] = FOUR[game].0;
        format!(" Ann : {ann}                        Bob : {bob}\n")
    };
    for game in 0..3 {
        let wrong = swapped(&text, &score(game), &score(game + 1));
        let expected = ["safe: swap the scores of the two games"];
        assert_eq!(fixes(&wrong, Code::ScoreContradiction), expected, "{wrong}");
        let fix = &mended(&mat::FORMAT, &wrong)[0].fixes[0];
        assert_eq!(fixed(&wrong, fix), text);
    }
    // Of two games alone, one of the scores may be wrong.
    let two = swapped(&games(9, &FOUR[..2]), &score(0), &score(1));
    assert!(fixes(&two, Code::ScoreContradiction).iter().all(|fix| !fix.contains("of the two games")));
}

#[test]
fn trees_of_sgf_that_are_there_twice_or_in_the_wrong_order_are_one_finding() {
    let sample = |name: &str| std::fs::read_to_string(testdata(&format!("sgf/valid/{name}.sgf")));
    let one_finding = |text: &str| {
        assert_eq!(barpoint::open("a.sgf", text.as_bytes()).expect("a record").len(), 1, "{text}");
        let mut found = found(&sgf::FORMAT, text);
        assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [Code::RecordValue], "{text}");
        found.remove(0).1
    };
    for name in ["nackgammon", "no-crawford-rule"] {
        let text = sample(name).expect("a record");
        let end = text.rfind("(;FF").expect("two trees");
        assert_eq!(one_finding(&[&text[..end], &text].concat()), ["delete the repeated game"]);
    }
    let text = sample("resignations").expect("a record");
    let trees: Vec<&str> = text.split_inclusive("])\n").collect();
    for first in 0..3 {
        let mut trees = trees.clone();
        trees.swap(first, first + 1);
        let fixes = one_finding(&trees.concat());
        assert!(fixes[0].ends_with("swap the two games"), "{fixes:?}");
    }
}

#[test]
fn characters_that_look_alike_are_read_alike() {
    let play = |cell: &str| {
        format!(" 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  1) {cell}\n")
    };
    for dash in ["-", "\u{2013}", "\u{2014}", "\u{2212}"] {
        let text = play(&format!("31: 8{dash}5 6{dash}5                 52: 13/8 24/22"));
        assert_eq!(fixes(&text, Code::MatPlayDash), ["safe: write `8/5 6/5`"], "{dash}");
    }
    for (cell, fix) in [
        ("63: 24/15)", "safe: delete `)`"),
        ("63: 24/18) 13/10", "safe: delete `)`"),
        ("22: 13/11(2 6/4(2)", "safe: write `(2)` for `(2`"),
        ("22: 6/4(2) 13/11(2", "safe: write `(2)` for `(2`"),
    ] {
        let text = play(&format!("31: 8/5 6/5                  {cell}"));
        assert_eq!(fixes(&text, Code::MatPlayBracket), [fix], "{cell}");
    }
    for cell in ["31: \u{FF18}/5 6/5", "31: 8/5\u{200B} 6/5", "31: 8\u{FF0F}5 6/5"] {
        let text = play(&format!("{cell}                 52: 13/8 24/22"));
        assert_eq!(fixes(&text, Code::MatPlayNotation), ["safe: write `8/5 6/5`"], "{cell}");
    }
}

#[test]
fn a_missing_game_is_no_wrong_result() {
    let text =
        RESIGNED.replace("Game 1", "Game 3").replace("Ann : 0", "Ann : 3").replace("Bob : 0", "Bob : 2");
    let text = format!(" 7 point match\n\n{RESIGNED}\n{text}");
    let findings = mended(&mat::FORMAT, &text);
    assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::MatGameNumber]);
    let help = "add the games that are missing before it, or renumber it and the games after it";
    assert_eq!(findings[0].help, [help]);
}

#[test]
fn stray_text_says_nothing_about_a_play() {
    let text = std::fs::read_to_string(testdata("sgf/valid/annotations.sgf")).expect("a record");
    let text = text.replacen("\n;B[21absu]", "\n> ;B[21absu]", 1);
    assert_eq!(found(&sgf::FORMAT, &text), [(Code::RecordSyntax, Vec::new())]);
}

#[test]
fn text_that_does_not_belong_there_is_deleted_and_nothing_else() {
    let text = |cell: &str, other: &str| {
        let passed = PASSED.replace(cell, other);
        assert_ne!(passed, PASSED);
        games(5, &[([0, 0], &passed)])
    };
    for (cell, other, code, gone) in [
        ("=> 2", "=> 2 x", Code::MatCellUnreadable, "delete `x`"),
        ("Drops", "Drops (late)", Code::MatTextAfterRow, "delete `(late)`"),
        ("1 point", "1 point x", Code::MatCellUnreadable, "delete `x`"),
        ("31:", "x 31:", Code::MatCellUnreadable, "delete `x`"),
        ("52:", ". 52:", Code::MatCellUnreadable, "delete `.`"),
    ] {
        assert_eq!(fixes(&text(cell, other), code), [gone], "{other}");
    }
    for (play, is_safe) in [("13/8 24/22 x", false), ("13/8 24/22 .", true), ("13/8 ] 24/22", true)] {
        let first = fixes(&text("13/8 24/22", play), Code::MatPlayNotation).remove(0);
        assert!(first.contains("delete `"), "{play}: {first}");
        assert!(is_safe || !first.starts_with("safe"), "{play}: {first}");
    }
}

#[test]
fn a_result_that_would_make_the_next_game_the_crawford_game_is_one_finding() {
    let won = PASSED.replace("Drops\n  3)  Wins 1 point", "Takes\n  3) 21: 13/11 6/5\n      Wins 4 points");
    let text = games(5, &[([0, 0], &won), ([2, 0], PASSED_BY_ANN)]);
    let codes: Vec<Code> = found(&mat::FORMAT, &text).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, [Code::ScoreContradiction], "{text}");
}

#[test]
fn the_number_of_the_first_game_may_be_the_wrong_one() {
    let all = [([0, 0], GIVEN_UP), ([1, 0], GIVEN_UP), ([2, 0], GIVEN_UP), ([3, 0], GIVEN_UP)];
    let text = games(11, &all);
    let first = text.replacen("Game 1", "Game 2", 1);
    assert_eq!(fixes(&first, Code::MatGameNumber), ["renumber the first game: 1"]);
    let third = text.replacen("Game 3", "Game 2", 1);
    assert_eq!(fixes(&third, Code::MatGameNumber)[0], "renumber the game: 3");
}

#[test]
fn a_game_in_the_wrong_place_is_not_renumbered_as_a_safe_fix() {
    let whole = games(5, &[([0, 0], PASSED), ([1, 0], PASSED_BY_ANN)]);
    let parts: Vec<&str> = whole.split(" Game ").collect();
    let exchanged = [parts[0], parts[2], parts[1]].join(" Game ");
    assert_eq!(fixes(&exchanged, Code::MatGameNumber), ["safe: swap the two games"]);
    // A game may be missing after the first one.
    let gap =
        games(9, &[([1, 0], PASSED), ([3, 1], PASSED_BY_ANN), ([3, 2], PASSED), ([4, 2], PASSED_BY_ANN)]);
    let gap = gap.replace("Game 4", "Game 5").replace("Game 3", "Game 4").replace("Game 2", "Game 3");
    none_safe(&gap);
}

#[test]
fn the_unit_of_corrected_points_agrees_with_them() {
    let text = games(
        11,
        &[([0, 0], GIVEN_UP), ([2, 0], &GIVEN_UP.replace("1 point", "2 points")), ([4, 0], GIVEN_UP)],
    );
    let fix = &mended(&mat::FORMAT, &text)[0].fixes[0];
    assert_eq!(fixed(&text, fix), text.replacen("Wins 1 point\n", "Wins 2 points\n", 1));
}

#[test]
fn points_that_a_tmg_result_has_twice_are_corrected_together() {
    let tmg = Format::by_name("tmg").expect("a format");
    let sample = std::fs::read_to_string(testdata("tmg/valid/resignations.tmg")).expect("a record");
    let right = "5 14 1 Alice wins 1 point\n";
    for wrong in ["5 14 6 Alice wins 1 point\n", "5 14 4 Alice wins 4 points\n"] {
        let text = changed(&sample, right, wrong);
        let findings = mended(tmg, &text);
        assert_eq!(findings.iter().map(|it| it.code).collect::<Vec<_>>(), [Code::ScoreResult], "{wrong}");
        let fix = findings[0].fixes.first().expect("a fix");
        assert!(fix.is_safe(), "{wrong}");
        assert_eq!(fixed(&text, fix), sample, "{wrong}");
    }
}

#[test]
fn a_missing_value_of_the_cube_is_offered() {
    let text = games(5, &[([0, 0], &PASSED.replace("=> 2", "=>  "))]);
    assert_eq!(fixes(&text, Code::MatCellUnreadable)[0], "write the value 2, twice that of the cube");
    let text =
        games(5, &[([0, 0], PASSED), ([1, 0], GIVEN_UP)]).replacen("Wins 1 point", "Wins one point", 1);
    let offered = fixes(&text, Code::MatCellUnreadable);
    assert_eq!(offered, ["safe: write `1` for `one`"]);
}

#[test]
fn a_missing_bracket_in_sgf_is_written_and_costs_no_node() {
    let head = |game: u32, points: u32| {
        format!("(;FF[4]GM[6]MI[length:5][game:{game}][ws:{points}][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[W+1R]")
    };
    let nodes = "\n;W[31hefe]\n;B[52lqac]\n;W[64xrmi]\n;B[63aggj]\n;W[21mkfe])\n";
    let text = format!("{}{nodes}{}{nodes}", head(0, 0), head(1, 1));
    assert_eq!(found(&sgf::FORMAT, &text), []);
    for whole in ["[31hefe]", "[52lqac]", "[Bob]", "[W+1R]", "[ws:0]"] {
        let text = text.replacen(whole, whole.strip_suffix(']').expect("a bracket"), 1);
        let found = found(&sgf::FORMAT, &text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].1, [format!("safe: write `{whole}`, with its bracket")], "{whole}");
    }
}

#[test]
fn the_length_that_all_later_games_state_in_sgf_is_offered() {
    let head = |game: u32, length: u32| {
        format!(
            "(;FF[4]GM[6]MI[length:{length}][game:{game}][ws:{game}][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[W+1R]"
        )
    };
    let nodes = "\n;W[31hefe]\n;B[52lqac])\n";
    let text: String = [9, 7, 7].iter().zip(0..).map(|(length, game)| head(game, *length) + nodes).collect();
    let expected = (Code::RecordValue, vec!["write the match length 7 for 9".to_owned()]);
    assert_eq!(found(&sgf::FORMAT, &text), [expected]);
}

#[test]
fn a_play_that_can_be_made_in_two_ways_may_have_been_either() {
    // Bob's next play is legal after both.
    let text = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n\
                ; Set Pos=-b---E--a-CaeE---c-c----B-/0 on=L\n  1) 52: 13/6                   61: bar/24 13/7\n";
    let offered = fixes(text, Code::PlayAmbiguous);
    assert_eq!(offered.len(), 3, "{offered:?}");
    for way in ["13/8*/6", "13/11*/6"] {
        assert!(offered[..2].contains(&format!("read the play as `{way}`, not `13/6`")), "{offered:?}");
    }
}

#[test]
fn a_score_before_the_first_game_may_be_the_wrong_one() {
    for (score, at) in [([1, 0], "Ann"), ([0, 1], "Bob")] {
        let text = games(3, &[(score, PASSED), ([1, 0], PASSED_BY_ANN), ([1, 1], PASSED)]);
        let offered: Vec<String> =
            found(&mat::FORMAT, &text).into_iter().flat_map(|(_, fixes)| fixes).collect();
        assert_eq!(offered[0], format!("write the score 0 of {at}, not 1"), "{offered:?}");
    }
}

/// Returns a match with these games: the players' scores, and the rows after the opening row of each.
pub(super) fn games(length: u32, games: &[([u32; 2], &str)]) -> String {
    let games = games.iter().zip(1..).map(|(([ann, bob], rows), number)| {
        format!("\n Game {number}\n Ann : {ann}                        Bob : {bob}\n{rows}")
    });
    format!(" {length} point match\n{}", games.collect::<String>())
}

/// A game that Ann wins: Bob passes a double.
pub(super) const PASSED: &str = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n  \
                      2)  Doubles => 2                Drops\n  3)  Wins 1 point\n";
/// A game that Bob wins: Ann passes a double.
pub(super) const PASSED_BY_ANN: &str =
    "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops                       Wins 1 point\n";
/// A game that Ann wins by a resignation.
pub(super) const GIVEN_UP: &str =
    "  1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) 41: 24/23 13/9\n  3)  Wins 1 point\n";

/// Asserts that no fix of a record is safe, and returns its findings.
#[track_caller]
pub(super) fn none_safe(text: &str) -> Vec<Diagnostic> {
    let findings = mended(&mat::FORMAT, text);
    assert!(!findings.is_empty(), "{text}");
    for finding in &findings {
        let safe: Vec<_> = finding.fixes.iter().filter(|fix| fix.is_safe()).map(|fix| &fix.message).collect();
        assert!(safe.is_empty(), "{}: {safe:?}\n{text}", finding.code);
    }
    findings
}

#[test]
fn a_score_that_automatic_doubles_explain_is_not_changed_as_a_safe_fix() {
    let text = games(0, &[([0, 0], PASSED), ([1, 0], PASSED_BY_ANN), ([1, 2], PASSED), ([3, 2], PASSED)]);
    let findings = none_safe(&text);
    assert!(findings[0].help[0].starts_with("`--rules automatic-doubles=N`"), "{:?}", findings[0].help);
    // No automatic double makes 3 of 1; and a record that states the rule leaves nothing open.
    let all = [([0, 0], PASSED), ([1, 0], PASSED_BY_ANN), ([1, 3], PASSED), ([2, 1], PASSED)];
    assert_eq!(fixes(&games(0, &all), Code::ScoreContradiction), ["safe: write the score 1 of Bob, not 3"]);
    let all = [([0, 0], PASSED), ([1, 0], PASSED_BY_ANN), ([1, 2], PASSED), ([2, 1], PASSED)];
    let stated = format!("; [AutomaticDoubles \"Off\"]\n{}", games(0, &all));
    assert_eq!(fixes(&stated, Code::ScoreContradiction), ["safe: write the score 1 of Bob, not 2"]);
}

/// Returns the findings of a session with automatic doubles in SGF, up to a game and with a text replaced.
fn doubled(games: usize, from: &str, to: &str) -> Vec<(Code, Vec<String>)> {
    let text = std::fs::read_to_string(testdata("sgf/valid/beavers-and-automatic-doubles.sgf"));
    let text = text.expect("a record");
    assert_eq!(found(&sgf::FORMAT, &text), []);
    let end = text.match_indices("(;FF").nth(games).map_or(text.len(), |(at, _)| at);
    let changed = text[..end].replacen(from, to, 1);
    assert_ne!(changed, text[..end]);
    found(&sgf::FORMAT, &changed)
}

#[test]
fn automatic_doubles_of_each_game_explain_no_other_score() {
    for (from, to) in [("[bs:4]", "[bs:8]"), ("[ws:8][bs:5]", "[ws:8][bs:6]")] {
        let found = doubled(6, from, to);
        assert_eq!(
            found.iter().map(|(code, _)| *code).collect::<Vec<_>>(),
            [Code::ScoreContradiction],
            "{to}"
        );
    }
}

#[test]
fn a_result_is_not_changed_as_a_safe_fix_where_the_automatic_doubles_may_be_wrong() {
    for (games, from, to) in
        [(6, "CV[2]RE[W+2]", "RE[W+2]"), (2, "CV[2]RE[W+8]", "RE[W+8]"), (2, "CV[2]RE[W+8]", "CV[4]RE[W+8]")]
    {
        let found = doubled(games, from, to);
        assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [Code::ScoreResult], "{to}");
        assert!(!found[0].1.iter().any(|fix| fix.starts_with("safe")), "{found:?}");
        assert!(found[0].1.contains(&"begin the game with 1 automatic double".to_owned()), "{found:?}");
    }
    // Three points are no multiple of two: the result is wrong.
    let found = doubled(6, "RE[B+1]GS[M:0 0 1", "RE[B+3]GS[M:0 0 1");
    assert_eq!(found, [(Code::ScoreResult, vec!["safe: write 1 point for the result, not 3".to_owned()])]);
}

#[test]
fn a_session_may_begin_again_at_nil_all() {
    let text = games(0, &[([0, 0], PASSED), ([1, 0], PASSED), ([2, 0], PASSED), ([0, 0], PASSED)]);
    let findings = none_safe(&text);
    assert_eq!(findings[0].code, Code::ScoreContradiction);
    let alone = games(0, &[([0, 0], PASSED), ([0, 0], PASSED), ([0, 0], PASSED)]);
    assert_eq!(found(&mat::FORMAT, &alone), []);
}

#[test]
fn a_double_that_was_taken_and_paid_is_not_deleted_as_a_safe_fix() {
    let doubled = "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                      52: 13/8 24/22\n  \
                   3) 64: 24/14                   63: 24/15\n  4) 21: 14/11                   41: 13/8\n";
    // Without the Crawford rule, the record is right.
    let paid = format!("{doubled}  5)                                 Wins 2 points\n");
    let three = GIVEN_UP.replace("1 point", "3 points");
    let crawford = games(5, &[([0, 0], &three), ([3, 0], GIVEN_UP), ([4, 0], &paid), ([4, 2], GIVEN_UP)]);
    let help = &none_safe(&crawford)[0].help;
    assert!(help[0].starts_with("`--rules crawford=off`"), "{help:?}");
    let stated = format!("; [Crawford \"On\"]\n{crawford}");
    assert!(none_safe(&stated)[0].help.is_empty());
    // Four points: a single game at 4, as written, or a gammon at 2.
    let redoubled = doubled.replace(
        "3) 64: 24/14                   63: 24/15\n  4) 21: 14/11 ",
        "3) 64: 24/14                    Doubles => 4\n  4)  Takes    ",
    );
    for doubled in [redoubled, doubled.replace("=> 2", "=> 4")] {
        let game = format!("{doubled}  5)                                 Wins 4 points\n");
        none_safe(&games(9, &[([0, 0], &game), ([0, 4], GIVEN_UP)]));
        none_safe(&games(0, &[([0, 0], &game), ([0, 4], GIVEN_UP)]));
    }
}

#[test]
fn a_fix_that_the_next_score_contradicts_is_not_safe() {
    let answerless = PASSED.replace("Drops\n  3)  Wins 1 point", "Wins 1 point");
    let text: Vec<([u32; 2], &str)> = (0..4).map(|ann| ([ann, 0], answerless.as_str())).collect();
    // The scores prove who won.
    for finding in mended(&mat::FORMAT, &games(7, &text)) {
        let safe: Vec<&str> =
            finding.fixes.iter().filter(|fix| fix.is_safe()).map(|fix| fix.message.as_str()).collect();
        assert!(safe.is_empty() || safe == ["make `Wins 1 point` Ann's"], "{}: {safe:?}", finding.code);
    }
    // The same mistake in each row of a record: the columns are wrong, the scores are right.
    let columns = "  1) 52: 13/8 24/22              31: 8/5 6/5\n  \
                   2)  Drops                       Doubles => 2\n  3)                              Wins 1 point\n";
    none_safe(&games(7, &[([0, 0], columns), ([1, 0], columns), ([2, 0], columns)]));
}

#[test]
fn a_wrong_result_in_the_last_game_of_an_unfinished_match_has_a_fix() {
    let wrong = PASSED_BY_ANN.replace("1 point", "2 points");
    assert_eq!(
        fixes(&games(9, &[([0, 0], &wrong)]), Code::ScoreResult),
        ["safe: write 1 point for the result, not 2"]
    );
    let label = &mended(&mat::FORMAT, &games(9, &[([0, 0], &wrong)]))[0].primary.message;
    assert_eq!(label, "a passed double with the cube at 1 is worth 1 point");
    let other = PASSED.replace("  3)  Wins 1 point", "  3)                              Wins 1 point");
    let expected = ["safe: make Ann the winner of the game"];
    assert_eq!(fixes(&games(9, &[([0, 0], &other)]), Code::ScoreWinner), expected);
}

/// Returns the readings of the first finding of a .mat record that write another number.
fn numbers_tried(text: &str) -> Vec<String> {
    let source = SourceFile::decode("fixes", text.as_bytes()).expect("small");
    let finding = &mended(&mat::FORMAT, text)[0];
    let explained = explain(&mat::FORMAT, &source, &RulesOverride::default(), finding).expect("a text");
    let mut all: Vec<String> = explained.readings.into_iter().map(|reading| reading.message).collect();
    all.retain(|message| message.starts_with("write "));
    all
}

#[test]
fn only_numbers_that_may_be_right_are_tried() {
    // Of a pass, the points are known; nine end the match.
    let wrong = PASSED_BY_ANN.replace("1 point", "2 points");
    let expected = ["write 1 point for the result, not 2", "write 9 points for the result, not 2"];
    assert_eq!(numbers_tried(&games(9, &[([0, 0], &wrong)])), expected);
    let wrong = games(9, &[([0, 0], PASSED), ([1, 0], PASSED_BY_ANN), ([1, 3], PASSED), ([2, 1], PASSED)]);
    assert!(numbers_tried(&wrong).contains(&"write the score 1 of Bob, not 3".to_owned()));
    let of_scores = |message: &String| message.starts_with("write the score");
    assert_eq!(numbers_tried(&wrong).into_iter().filter(of_scores).count(), 1);
    // Long sessions have high scores.
    let all = [([70, 0], PASSED), ([71, 0], PASSED_BY_ANN), ([17, 1], PASSED), ([72, 1], PASSED)];
    let offered = fixes(&games(0, &all), Code::ScoreContradiction);
    assert!(offered[0].ends_with("write the score 71 of Ann, not 17"), "{offered:?}");
}

#[test]
fn a_result_in_the_wrong_column_that_would_end_the_match_has_a_fix() {
    let match_of = |winner: Side| {
        let second = resigned(winner, "Wins 2 points");
        games(3, &[([0, 0], PASSED_BY_ANN), ([0, 1], &second), ([2, 1], GIVEN_UP)])
    };
    assert_eq!(found(&mat::FORMAT, &match_of(Side::Zero)), []);
    let offered = fixes(&match_of(Side::One), Code::ScoreResult);
    let offered: Vec<&str> = offered.iter().map(|fix| fix.trim_start_matches("safe: ")).collect();
    assert_eq!(offered, ["make Ann the winner of the game"]);
}

#[test]
fn a_variant_that_nobody_states_is_advised_where_all_games_agree_with_it() {
    let text =
        games(5, &[([0, 0], "  1) 61: 24/18 23/22             52: 13/8 24/22\n  2) 41: 24/23 13/9\n")]);
    let findings = none_safe(&text);
    assert!(findings[0].help[0].starts_with("`--rules variant=nackgammon`"), "{:?}", findings[0].help);
    let stated = format!("; [Variation \"Backgammon\"]\n{text}");
    let findings = mended(&mat::FORMAT, &stated);
    assert!(!findings[0].help[0].starts_with("`--rules"), "{:?}", findings[0].help);
}

/// Returns a game of five rows, with these numbers, and an empty row before one of them.
fn with_empty_row(at: usize, number: &str, after: &[u32]) -> String {
    let mut rows: Vec<String> = [
        "31: 8/5 6/5                 52: 13/8 24/22",
        "64: 24/14                   41: 13/9 9/8",
        "52: 13/8 6/4                 Doubles => 2",
        " Takes                      63: 24/18 13/10",
        "21: 6/4 4/3",
    ]
    .iter()
    .zip(after)
    .map(|(row, number)| format!("{number:>3}) {row}\n"))
    .collect();
    rows.insert(at, format!("{number:>3})\n"));
    let rows = rows.concat();
    format!(" 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n{rows}      Wins 2 points\n")
}

#[test]
fn an_empty_row_changes_nothing() {
    for at in 0..=5 {
        for number in ["9", "34"] {
            let text = with_empty_row(at, number, &[1, 2, 3, 4, 5]);
            assert_eq!(found(&mat::FORMAT, &text), [], "{text}");
        }
    }
    let counted = with_empty_row(2, "3", &[1, 2, 4, 5, 6]);
    assert_eq!(found(&mat::FORMAT, &counted), [], "{counted}");
}

#[test]
fn an_empty_row_that_is_not_counted_is_deleted() {
    // The double may also have been earlier or later.
    let text = with_empty_row(2, "3", &[1, 2, 3, 4, 5]);
    assert_eq!(fixes(&text, Code::MatRowNumber)[0], "delete the empty row");
    let text = text.replace(" Doubles => 2", "41: 13/9 9/8").replace("Wins 2 points", "Wins 1 point");
    let text = text.replace("  4)  Takes     ", "  4) 31: 8/5 6/5");
    assert_eq!(fixes(&text, Code::MatRowNumber)[0], "safe: delete the empty row", "{text}");
    let gap = with_empty_row(2, "3", &[1, 2, 5, 6, 7]);
    let offered = fixes(&gap, Code::MatRowNumber);
    assert!(!offered.iter().any(|fix| fix.starts_with("safe")), "{offered:?}");
}

#[test]
fn beside_an_empty_row_no_turn_is_changed_by_a_safe_fix() {
    let text = with_empty_row(2, "9", &[1, 2, 3, 4, 5]);
    let wrong = [
        ("  2) 64: 24/14 ", "  2) 64: 24/15 "),
        ("Doubles => 2", "Doubles => 4"),
        ("  4)  Takes                      ", "  4)                             "),
        ("  3) 52: 13/8 6/4                 ", "  3)                              "),
    ];
    for (right, wrong) in wrong {
        let wrong = text.replace(right, wrong);
        assert_ne!(text, wrong);
        let found = found(&mat::FORMAT, &wrong);
        assert!(!found.is_empty(), "{wrong}");
        assert!(!found.iter().flat_map(|(_, fixes)| fixes).any(|fix| fix.starts_with("safe")), "{found:?}");
    }
}

#[test]
fn a_long_unreadable_cell_is_no_play_with_slips_of_the_pen() {
    // Compared letter by letter with each legal play of all rolls, this would take minutes.
    let cell = format!("64: {}", "[".repeat(1_000_000));
    let text = format!(" 3 point match\n\n{}", RESIGNED.replace("52: 13/8 24/22", &cell));
    assert!(!found(&mat::FORMAT, &text).is_empty());
}

#[test]
fn the_largest_numbers_of_a_record_are_fixed_without_an_overflow() {
    let most = u32::MAX.to_string();
    let game = RESIGNED.replace("Wins 1 point", &format!("Wins {most} points"));
    let late = game.replace("Game 1", &format!("Game {most}")).replace("Bob : 0", &format!("Bob : {most}"));
    let first = game.replace("Ann : 0", &format!("Ann : {most}"));
    let whole = [first, late.clone(), late, game];
    for length in ["", " 0 point match\n\n", " 9 point match\n\n"] {
        let text = format!("{length}{}", whole.concat());
        for changed in [text.clone(), text.replace(" Game 1\n", "\n"), text.replacen("Bob", "Rob", 2)] {
            assert!(!found(&mat::FORMAT, &changed).is_empty(), "{changed}");
        }
    }
}

#[test]
fn a_value_of_an_analysis_is_no_match_length() {
    let sample = std::fs::read_to_string(testdata("text/valid/two-games.txt")).expect("a record");
    let text = changed(&sample, "24/23 13/11", "24/223 13/11");
    let format = Format::by_name("text").expect("a format");
    let found = found(format, &text);
    assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [Code::RecordValue]);
    assert!(!found[0].1.iter().any(|fix| fix.contains("match length")), "{found:?}");
}

#[test]
fn of_two_names_either_may_be_the_wrong_one() {
    let games = |names: &[&str]| {
        let game = |(at, name): (usize, &&str)| {
            let head = format!("Ann : {at}                        {name} : 0");
            let game = RESIGNED.replace("Ann : 0                        Bob : 0", &head);
            game.replace("Game 1", &format!("Game {}", at + 1))
        };
        format!(" 9 point match\n\n{}", names.iter().enumerate().map(game).collect::<String>())
    };
    let two = fixes(&games(&["Rob", "Bob"]), Code::NamesChanged);
    assert!(!two.iter().any(|fix| fix.starts_with("safe")), "{two:?}");
    let three = fixes(&games(&["Bob", "Bob", "Rob"]), Code::NamesChanged);
    assert_eq!(three, ["safe: write the name `Bob`, not `Rob`"]);
}

#[test]
fn a_misspelt_you_of_javafibs_is_not_the_opponent() {
    let sample = std::fs::read_to_string(testdata("javafibs/valid/small.match")).expect("a record");
    let format = Format::by_name("javafibs").expect("a format");
    for (wrong, safe) in [("qou", true), ("Yoe", false)] {
        let names = format!("6:{wrong}:joe\r\n11:joe");
        let text = changed(&sample, "6:You:joe\r\n11:joe", &names);
        let found = found(format, &text);
        assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [Code::NamesChanged]);
        let fixes: Vec<&str> = found[0].1.iter().map(String::as_str).collect();
        let right = format!("safe: write the name `You`, not `{wrong}`");
        assert_eq!(fixes.contains(&right.as_str()), safe, "{fixes:?}");
        assert!(!fixes.iter().any(|fix| fix.starts_with("safe") && fix.contains("`joe`")), "{fixes:?}");
    }
}

#[test]
fn a_fix_of_a_name_deletes_no_score() {
    let second = RESIGNED.replace("Game 1", "Game 2").replace("Ann : 0 ", "Ann 1   ");
    for (_, fixes) in found(&mat::FORMAT, &format!(" 9 point match\n\n{RESIGNED}{second}")) {
        assert!(!fixes.iter().any(|fix| fix.contains("not `Ann 1`")), "{fixes:?}");
    }
}

/// A match of two games, the second with this heading and this line of names and scores.
pub(super) fn two_games(heading: &str, scores: &str) -> String {
    let second = RESIGNED.replace("Game 1", heading);
    let second = second.replace("Ann : 0                        Bob : 0", scores);
    format!(" 9 point match\n\n{RESIGNED}{second}")
}

#[test]
fn a_slip_in_the_heading_is_one_finding() {
    let names = "Ann : 1                        Bob : 0";
    let text = two_games("Game 2", names);
    assert_eq!(found(&mat::FORMAT, &text), []);
    let heading = format!(" Game 2\n {names}\n");
    assert!(text.contains(&heading));
    for (code, lines, fix) in [
        (Code::MatScoreLine, format!(" Game 2\n{heading}"), "safe: delete the repeated `Game 2`"),
        (Code::MatScoreLine, format!("{heading} {names}\n"), "safe: delete the repeated `Ann : 1 Bob : 0`"),
        (Code::GameUnfinished, heading.repeat(2), "safe: delete the repeated `Game 2`"),
        (Code::MatGameMissing, format!(" {names}\n Game 2\n"), "safe: swap the two lines"),
        (Code::MatScoreLine, heading.replace("Ann : 1", "Ann   1"), "safe: write `Ann : 1`, with the colon"),
    ] {
        assert_eq!(fixes(&text.replace(&heading, &lines), code), [fix], "{lines}");
    }
    let first = " Game 1\n Ann : 0                        Bob : 0\n";
    let exchanged = text.replace(first, " Ann : 0                        Bob : 0\n Game 1\n");
    assert_eq!(fixes(&exchanged, Code::MatGameMissing), ["safe: swap the two lines"]);
    // A page ends between the two lines.
    for page in ["- 2 -", "Page 2", "------"] {
        let apart = text.replace(&format!(" {names}\n"), &format!("{page}\n {names}\n"));
        assert_eq!(fixes(&apart, Code::MatRowUnreadable), [""; 0], "{apart}");
    }
    // The names and the first row are exchanged.
    let row = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n";
    for names in [" Ann : 0                        Bob : 0\n", &format!(" {names}\n")] {
        let below = text.replace(&format!("{names}{row}"), &format!("{row}{names}"));
        assert_ne!(below, text);
        assert_eq!(fixes(&below, Code::MatScoreLine), ["safe: move the names and scores below the heading"]);
    }
    // Cut off between the two lines, or without the second colon of the first game.
    let cut = text.split(&format!(" {names}")).next().unwrap_or_default();
    assert_eq!(fixes(cut, Code::MatScoreLine), ["insert the players with the score 1-0"], "{cut}");
    assert_eq!(fixes(cut.trim_end(), Code::MatScoreLine), [""; 0], "{cut}");
    let colon = text.replacen("Bob : 0", "Bob   0", 1);
    assert_eq!(fixes(&colon, Code::MatScoreLine), ["safe: write `Bob : 0` for `Bob   0`"]);
}

#[test]
fn a_misspelled_heading_is_one_finding_and_is_replaced() {
    for heading in ["Gane 2", "Gaem 2", "Game2", "-Game 2", "1Game 2", "Gam e 2"] {
        let text = two_games(heading, "Ann : 1                        Bob : 0");
        assert_eq!(fixes(&text, Code::MatGameMissing), [format!("safe: write `Game 2` for `{heading}`")]);
    }
    let first = format!(" 9 point match\n\n{}", RESIGNED.replace("Game 1", "Gaem 1"));
    assert_eq!(fixes(&first, Code::MatGameMissing), ["safe: write `Game 1` for `Gaem 1`"]);
    // Another word is no misspelled heading.
    let text = two_games("Page 2", "Ann : 1                        Bob : 0");
    assert!(found(&mat::FORMAT, &text).iter().any(|(code, _)| *code == Code::MatRowUnreadable));
}

#[test]
fn a_score_without_its_colon_is_no_name() {
    for (scores, fix) in [
        ("Ann 1                        Bob : 0", "safe: write `Ann : 1` for `Ann 1`"),
        ("Ann ; 1                        Bob : 0", "safe: write `Ann : 1` for `Ann ; 1`"),
        ("Ann : 1                        Bob 0", "safe: write `Bob : 0` for `Bob 0`"),
    ] {
        assert_eq!(fixes(&two_games("Game 2", scores), Code::MatScoreLine), [fix], "{scores}");
    }
    for scores in ["Ann 1                        Bob 0", "Ann 1  Bob 0", "Ann 1 Bob 0"] {
        let fixes = fixes(&two_games("Game 2", scores), Code::MatScoreLine);
        assert_eq!(fixes, ["safe: write colons before the scores"], "{scores}");
    }
    let first = two_games("Game 2", "Ann : 1                        Bob : 0").replacen("Ann : 0", "Ann 0", 1);
    let first = first.replacen("Bob : 0", "Bob 0", 1);
    assert_eq!(fixes(&first, Code::MatScoreLine), ["safe: write colons before the scores"]);
    let missing = two_games("Game 2", "Ann : 1                        Bob");
    assert_eq!(fixes(&missing, Code::MatScoreLine), [""; 0]);
}
