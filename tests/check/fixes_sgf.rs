//! Slips that only SGF can have: a finding each, and their fixes.

use super::fixes::found;
use crate::support::{changed, testdata};
use barpoint::analysis::skill::evaluated_decisions;
use barpoint::diag::{Code, SourceFile};
use barpoint::formats::sgf;

/// Reads a sample.
fn sample(name: &str) -> String {
    std::fs::read_to_string(testdata(&format!("sgf/valid/{name}.sgf"))).expect("a record")
}

/// Returns the loss of the first evaluated play of a text.
fn first_loss(text: &str) -> (usize, Option<f64>) {
    let matches = barpoint::open("a.sgf", text.as_bytes()).expect("a record");
    let all = evaluated_decisions(&matches[0].replayed);
    (all.len(), all.first().and_then(|first| first.verdict.play).map(|play| play.loss))
}

#[test]
fn the_number_of_the_play_in_an_analysis_is_the_recorded_one() {
    let text = sample("analysis");
    assert_eq!(found(&sgf::FORMAT, &text), []);
    let (decisions, loss) = first_loss(&text);
    assert_eq!(loss, Some(0.0));
    for (number, fix) in [
        ("3", "write 0 for 3, the number of the play"),
        ("99", "safe: write 0 for 99, the number of the play"),
        ("x", "write 0 for x, the number of the play"),
    ] {
        let wrong = changed(&text, "A[0][aggk", &format!("A[{number}][aggk"));
        assert_eq!(found(&sgf::FORMAT, &wrong), [(Code::RecordValue, vec![fix.to_owned()])], "{number}");
        // The play costs nothing by a wrong number.
        let (count, loss) = first_loss(&wrong);
        assert!(loss == Some(0.0) && count >= decisions - 1, "{number}: {count}, {loss:?}");
    }
    // A wrong play is one finding: that the analysis is of another play follows from it.
    let wrong = changed(&text, "B[64aggk]A[0]", "B[64aggl]A[0]");
    let codes: Vec<Code> = found(&sgf::FORMAT, &wrong).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, [Code::PlayWrongPips]);
}

#[test]
fn a_turn_that_belongs_to_another_game_is_not_deleted_as_a_safe_fix() {
    let text = sample("no-crawford-rule");
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert!(lines[31].starts_with("(;") && !lines[..31].iter().skip(1).any(|line| line.starts_with('(')));
    // From the first game into the second one.
    let turn = lines.remove(13);
    lines.insert(39, turn);
    let found = found(&sgf::FORMAT, &lines.concat());
    assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [Code::TurnWrongSide; 2]);
    let is_safe = |fix: &String| fix.starts_with("safe: ");
    assert!(!found.iter().any(|(_, fixes)| fixes.iter().any(is_safe)), "{found:?}");
    assert!(found[1].1.iter().any(|fix| fix.starts_with("delete ")), "{found:?}");
}

#[test]
fn equal_dice_may_be_set_for_a_player_who_is_on_roll() {
    let root = "(;FF[4]GM[6]MI[length:7][game:0][ws:0][bs:0]PW[Ann]PB[Bob]";
    let text = |nodes: &str| format!("{root}\n{nodes}\n;B[33lolololo])\n");
    assert_eq!(found(&sgf::FORMAT, &text(";PL[B]\n;DI[33]")), []);
    // In one node, they are the opening roll.
    let found = found(&sgf::FORMAT, &text(";PL[B]DI[33]"));
    assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [Code::DiceOpeningDoublet]);
}

#[test]
fn slips_around_the_value_of_an_action_are_a_finding_with_a_safe_fix() {
    let text = sample("odd-names");
    assert_eq!(found(&sgf::FORMAT, &text), []);
    let start = text.find(";B[").expect("a node") + 1;
    let node = &text[start..=start + text[start..].find(']').expect("its end")];
    let value = &node[2..node.len() - 1];
    let (dice, letters) = value.split_at(2);
    let (first, second) = dice.split_at(1);
    for wrong in [
        format!("B({value})"),
        format!("B{{{value}}}"),
        format!("B;[{value}]"),
        format!("b[{value}]"),
        format!("black[{value}]"),
        format!("B[[{value}]"),
        format!("{node}]"),
        format!("B[\"{value}\"]"),
        format!("B[{first}-{second}{letters}]"),
    ] {
        let slip = changed(&text, node, &wrong);
        let found = found(&sgf::FORMAT, &slip);
        let [(Code::RecordSyntax, fixes)] = &found[..] else { panic!("{wrong}: {found:?}") };
        assert!(matches!(&fixes[..], [fix] if fix.starts_with("safe: ")), "{wrong}: {fixes:?}");
    }
}

#[test]
fn a_turn_without_its_dice_shows_them() {
    let (code, fixes) = one(&game(&PLAYS).replace("[52lqac]", "[lqac]"));
    assert_eq!(code, Code::RecordSyntax);
    assert!(fixes[0].ends_with("write the dice 52"), "{fixes:?}");
}

#[test]
fn a_damaged_analysis_is_reported_kept_and_not_counted() {
    let text = sample("analysis");
    let (decisions, _) = first_loss(&text);
    for (from, to) in [
        ("[aglp E", "[aaaa E"),
        ("[aggk E ver 3 0.513076", "[aggk E ver 3 7.5"),
        ("[aggk E ver 3 0.513076", "[aggk E ver 3 -0.513076"),
        ("[aggk E ver 3 0.513076", "[aggk E ver 3 nan"),
        ("[aggk E ver 3 0.513076", "[aggk E ver 3 0,513076"),
        ("[aggk E ver 3 0.513076", "[aggk X ver 3 0.513076"),
        ("[aggk E ver 3 0.513076 ", "[aggk E ver 3 "),
    ] {
        let wrong = changed(&text, from, to);
        assert_eq!(found(&sgf::FORMAT, &wrong), [(Code::RecordValue, Vec::new())], "{to}");
        assert_eq!(first_loss(&wrong).0, decisions - 1, "{to}");
        let matches = barpoint::open("a.sgf", wrong.as_bytes()).expect("a record");
        assert_eq!(sgf::write(&matches[0].replayed), wrong.as_bytes(), "{to}");
    }
}

/// Returns the findings on a game of these nodes, a line each.
fn found_in(nodes: &[&str]) -> Vec<(Code, Vec<String>)> {
    found(&sgf::FORMAT, &game(nodes))
}

/// Returns a record of one game, with a node a line.
fn game(nodes: &[&str]) -> String {
    let head = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[W+1R]";
    format!("{head}\n{})\n", nodes.join("\n"))
}

#[test]
fn a_comment_without_its_bracket_ends_before_the_next_node() {
    let nodes = [";W[31hefe]", ";B[52lqac]", ";W[64xrmi]", ";B[63aggj]", ";W[21mkfe]"];
    assert_eq!(found_in(&nodes), []);
    for (comment, fix) in [
        ("C[good move", "write `[good move]`, with its bracket"),
        ("C[ well\nplayed ", "write `]` at the end of the value"),
        ("C[", "write `[]`, with its bracket"),
    ] {
        for (at, node) in nodes.iter().enumerate().take(4) {
            let node = format!("{node}{comment}");
            let mut wrong = nodes;
            wrong[at] = &node;
            // The last play may be a quotation: no action after it shows that it is part of the game.
            let safe = if at == 3 { "" } else { "safe: " };
            let expected = (Code::RecordSyntax, vec![format!("{safe}{fix}")]);
            assert_eq!(found_in(&wrong), [expected], "{comment} {at}");
            // No action is lost.
            assert_eq!(acts_of(&game(&wrong)), acts_of(&game(&nodes)), "{comment} {at}");
        }
    }
    // Before the next tree.
    let second = game(&nodes).replace("[game:0][ws:0]", "[game:1][ws:1]");
    let both = |comment: &str| format!("{}{second}", game(&nodes).replace(")\n", &format!("{comment})\n")));
    assert_eq!(found(&sgf::FORMAT, &both("")), []);
    let expected = (Code::RecordSyntax, vec!["safe: write `[good move]`, with its bracket".to_owned()]);
    assert_eq!(found(&sgf::FORMAT, &both("C[good move")), [expected]);
    // On one line, only the play that is missing shows it.
    let line = game(&nodes).replace("\n;", ";").replace("[52lqac]", "[52lqac]C[good move");
    let found = found(&sgf::FORMAT, &line);
    assert_eq!(found[0].0, Code::TurnWrongSide);
    assert!(found[0].1[0].ends_with("write `]` at the end of the value"), "{found:?}");
}

#[test]
fn a_bracket_before_the_last_action_is_safe_only_if_the_game_ends_with_it() {
    let expected = |fix: &str| (Code::RecordSyntax, vec![fix.to_owned()]);
    let quoted = [";W[31hefe]", ";B[52lqac]C[Better would have been:\n;W[64xrmi]"];
    assert_eq!(one(&game(&quoted)), expected("write `[Better would have been:]`, with its bracket"));
    // The actions of other games don't count.
    let second = game(&PLAYS).replace("[game:0][ws:0]", "[game:1][ws:1]");
    let both = format!("{}{second}", game(&quoted));
    assert_eq!(one(&both), expected("write `[Better would have been:]`, with its bracket"));
    let passed = [";W[31hefe]", ";B[double]C[too good?", ";W[drop]"];
    let passed = game(&passed).replace("RE[W+1R]", "RE[B+1]");
    assert_eq!(one(&passed), expected("safe: write `[too good?]`, with its bracket"));
    let resigned = [";W[31hefe]", ";B[resign:1]C[so soon?", ";W[accept]"];
    assert_eq!(one(&game(&resigned)), expected("safe: write `[so soon?]`, with its bracket"));
    // A value that isn't a text never quotes a node.
    let play = [";W[31hefe]", ";B[52lqac", ";W[64xrmi]"];
    assert_eq!(one(&game(&play)), expected("safe: write `[52lqac]`, with its bracket"));
}

/// Returns a text as it is written again.
fn rewritten(text: &str) -> String {
    let matches = barpoint::open("a.sgf", text.as_bytes()).expect("a record");
    String::from_utf8(sgf::write(&matches[0].replayed)).expect("UTF-8")
}

#[test]
fn a_root_value_without_its_bracket_ends_before_the_next_property() {
    let text = changed(&game(&PLAYS), "PW[Ann]", "EV[Club]PW[Ann]");
    assert_eq!(found(&sgf::FORMAT, &text), []);
    for (whole, open) in [
        ("[4]GM", "[4GM"),
        ("[6]MI", "[6MI"),
        ("[length:5]", "[length:5"),
        ("[bs:0]EV", "[bs:0 EV"),
        ("[Club]", "[Club "),
        ("[Club]PW", "[ClubPW"),
        ("[Ann]", "[Ann\n"),
        ("[Bob]", "[Bob"),
        ("[Crawford]", "[Crawford"),
    ] {
        let wrong = changed(&text, whole, open);
        let value = &whole[..=whole.find(']').expect("a bracket")];
        let expected = (Code::RecordSyntax, vec![format!("safe: write `{value}`, with its bracket")]);
        assert_eq!(one(&wrong), expected, "{open}");
        // No fact is lost.
        assert_eq!(rewritten(&wrong), rewritten(&text), "{open}");
    }
    // Several facts of the match in a row are one finding.
    for (whole, first, after) in [
        ("[game:0][ws:0]", "[game:0]", "1 bracket"),
        ("[length:5][game:0][ws:0]", "[length:5]", "2 brackets"),
    ] {
        let wrong = changed(&text, whole, &whole.replace(']', ""));
        let fix = format!("safe: write `{first}`, with its bracket, and {after} after it");
        assert_eq!(one(&wrong), (Code::RecordSyntax, vec![fix]), "{whole}");
        assert_eq!(rewritten(&wrong), rewritten(&text), "{whole}");
    }
    // On some keyboards, `9` and the bracket are one key: the score is as wrong as the bracket.
    let wrong = changed(&text, "[bs:0]", "[bs:09");
    let expected = (Code::RecordSyntax, vec!["safe: write `[bs:0]` for `[bs:09`".to_owned()]);
    assert_eq!(one(&wrong), expected);
    let wrong = changed(&text, "[bs:0]", "[bs:7");
    assert_eq!(one(&wrong), (Code::RecordSyntax, Vec::new()));
    // The one before the next property isn't one of them: its fix is another.
    let wrong = changed(&text, "[ws:0][bs:0]EV", "[ws:0[bs:0 EV");
    let both = found(&sgf::FORMAT, &wrong);
    assert_eq!(both.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [Code::RecordSyntax; 2]);
    assert!(both.iter().all(|(_, fixes)| !fixes.is_empty()), "{both:?}");
    // A text may contain what a root needn't have.
    let club = (Code::RecordSyntax, vec!["write `[Club]`, with its bracket".to_owned()]);
    let bare = game(&PLAYS);
    for (base, next) in [(&bare, "SO[Book]"), (&changed(&bare, "RE[W+1R]", ""), "RE[W+1R]")] {
        assert_eq!(one(&changed(base, "PW[Ann]", &format!("EV[Club {next}PW[Ann]"))), club, "{next}");
    }
    let capitals = changed(&text, "[Ann]PB", "[ANNPB");
    let expected = (Code::RecordSyntax, vec!["safe: write `[ANN]`, with its bracket".to_owned()]);
    assert_eq!(one(&capitals), expected);
    // The next node may be on the same line.
    for last in ["PB[Bob]", "RU[Crawford]", "RE[W+1R]"] {
        let line = changed(&changed(&text, last, ""), "\n;W[31", &format!("{last};W[31"));
        let value = &last["PB".len()..];
        let expected = (Code::RecordSyntax, vec![format!("safe: write `{value}`, with its bracket")]);
        let wrong = changed(&line, &format!("{value};"), &value.replace(']', ";"));
        assert_eq!(one(&wrong), expected, "{wrong}");
        assert_eq!(rewritten(&wrong), rewritten(&line), "{wrong}");
    }
}

#[test]
fn a_result_is_not_safely_changed_where_the_automatic_doubles_are_unread() {
    let nodes = [";W[31hefe]", ";B[double]", ";W[drop]"];
    let money = game(&nodes).replace("length:5", "length:0").replace("RU[Crawford]", "RU[Jacoby]CV[2]");
    let right = changed(&money, "RE[W+1R]", "RE[B+2]");
    assert_eq!(found(&sgf::FORMAT, &right), []);
    let found = found(&sgf::FORMAT, &changed(&right, "CV[2]", "CV[3]"));
    assert_eq!(found[0].0, Code::RecordValue, "{found:?}");
    assert_eq!(found[1].0, Code::ScoreResult, "{found:?}");
    assert_eq!(found[1].1, ["write 1 point for the result, not 2"], "{found:?}");
}

#[test]
fn a_root_value_that_may_quote_a_property_stays_whole() {
    let text = game(&PLAYS);
    let without = changed(&text, "PW[Ann]", "");
    for (base, value) in [
        // The root has another one, before or after.
        (&text, "EV[Cup PB[Zoe]"),
        (&text, "EV[Cup PW[Zoe]"),
        (&text, "EV[Cup PB[Zoe]GC[so; or so]"),
        // Escaped, in a comment, or in no root property.
        (&without, "EV[Cup PW[Zoe\\]]"),
        (&without, "EV[Cup PW\\[Zoe]"),
        (&without, "GC[Cup PW[Zoe]"),
        (&without, "C[Cup PW[Zoe]"),
        (&without, "KO[Cup PW[Zoe]"),
        // No property of a root.
        (&without, "EV[Cup C[Zoe]"),
        (&without, "EV[Cup [Zoe]"),
    ] {
        for next in ["PB[Bob]", "RU[Crawford]"] {
            let whole = changed(base, next, &format!("{value}{next}"));
            assert_eq!(found(&sgf::FORMAT, &whole), [], "{whole}");
        }
    }
    // Nor is a quoted number that of another game.
    let whole = changed(&text, "GM[6]", "EV[Cup GM[Zoe]GM[6]");
    assert_eq!(found(&sgf::FORMAT, &whole), []);
    // What is written is read back.
    let written = rewritten(&changed(&without, "PB[Bob]", "EV[Cup PW\\[Zoe]PB[Bob]"));
    assert!(written.contains("EV[Cup PW\\[Zoe]"), "{written}");
    let written = rewritten(&changed(&text, "PB[Bob]", "EV[Cup PW[Zoe\\]]PB[Bob]"));
    assert!(written.contains("EV[Cup PW[Zoe\\]]"), "{written}");
}

#[test]
fn a_comment_that_ends_like_a_node_is_escaped() {
    let text = game(&[";W[31hefe]C[better:\n\\;W[42hdfd]", ";B[52lqac]"]);
    assert_eq!(found(&sgf::FORMAT, &text), []);
    let matches = barpoint::open("a.sgf", text.as_bytes()).expect("a record");
    let replayed = &matches[0].replayed;
    assert_eq!(replayed.record.remarks[0].text, "better:\n;W[42hdfd");
    let written = String::from_utf8(sgf::write(replayed)).expect("UTF-8");
    assert!(written.contains("C[better:\n\\;W[42hdfd]"), "{written}");
}

#[test]
fn a_comment_that_quotes_a_node_stays_whole() {
    let [first, second, third, fourth, fifth] = PLAYS;
    let commented = |node: &str, comment: &str| format!("{node}C[{comment}]");
    for (at, comment) in [
        // Another play of the same side, or other actions in place of the next one.
        (0, "Better:\n;W[31xuxw"),
        (1, "Better was\n;B[52lqln"),
        (1, "Then\n;W[64xrrn"),
        (2, "I expected\n;B[double"),
        (2, "I expected\n;B[63"),
        // No game continues so.
        (4, "He passed:\n;B[drop"),
        (4, "He took:\n ; B[take"),
        // Part of a tree.
        (0, "See\n(;FF[4"),
        (4, "See\n\n(;GM[6"),
    ] {
        let mut nodes = [first, second, third, fourth, fifth].map(str::to_owned);
        nodes[at] = commented(&nodes[at], comment);
        let text = game(&nodes.each_ref().map(String::as_str));
        assert_eq!(found(&sgf::FORMAT, &text), [], "{text}");
        let matches = barpoint::open("a.sgf", text.as_bytes()).expect("a record");
        let replayed = &matches[0].replayed;
        assert_eq!(replayed.record.remarks[0].text, comment);
        assert_eq!(replayed.games[0].acts.len(), acts_of(&game(&PLAYS)), "{text}");
    }
    // Before the action of its own node, and in a variation.
    let before = [";C[Better:\n;W[31xuxw]W[31hefe]", second, third, fourth, fifth];
    assert_eq!(found_in(&before), []);
    let branch = format!("({second}\n{third})\n(;C[Or\n;W[31xuxw]B[52lqln])");
    assert_eq!(found_in(&[first, &branch]), []);
    // The same words without their bracket.
    let swallowed = format!("{first}C[Better was\n{second}");
    let expected = (Code::RecordSyntax, vec!["safe: write `[Better was]`, with its bracket".to_owned()]);
    assert_eq!(found_in(&[&swallowed, third, fourth, fifth]), [expected]);
}

/// Returns the number of acts in the first game of a text.
fn acts_of(text: &str) -> usize {
    let matches = barpoint::open("a.sgf", text.as_bytes()).expect("a record");
    matches[0].replayed.games[0].acts.len()
}

#[test]
fn an_escaped_bracket_does_not_end_a_value() {
    let [first, second, third, ..] = PLAYS;
    let line = format!("{first}C[a [1\\] good move{second}{third}");
    let found = found_in(&[&line]);
    assert_eq!(found[0].0, Code::TurnWrongSide);
    assert!(found[0].1.iter().any(|fix| fix.ends_with("write `]` at the end of the value")), "{found:?}");
}

/// Returns four games, each of which Ann wins.
fn four_games() -> Vec<String> {
    let game = |game: usize| {
        let facts = format!("MI[length:9][game:{game}][ws:{game}][bs:0]");
        let nodes = ";W[31hefe]\n;B[52lqac]\n;W[64xrmi]";
        format!("(;FF[4]GM[6]{facts}PW[Ann]PB[Bob]RU[Crawford]RE[W+1R]\n{nodes})\n")
    };
    (0..4).map(game).collect()
}

/// Returns the fixes of the findings on values in a match of two games, the first of which has this result, while the
/// second has these facts.
#[track_caller]
fn fixes_of_two(length: u8, result: &str, facts: &str) -> Vec<String> {
    let rule = if length == 0 { "Jacoby" } else { "Crawford" };
    let tree = |facts: &str, rest: &str| {
        let (by, nodes) = ("AP[GNU Backgammon:1.07]", ";W[31hefe]\n;B[52lqac]\n;W[64xrmi]");
        format!("(;FF[4]GM[6]{by}MI[length:{length}]{facts}PW[Ann]PB[Bob]RU[{rule}]{rest}\n{nodes})\n")
    };
    let first = tree("[game:0][ws:0][bs:0]", &format!("RE[{result}]"));
    let all = found(&sgf::FORMAT, &format!("{first}{}", tree(facts, "")));
    assert!(all.iter().any(|(code, _)| *code == Code::RecordValue), "{all:?}");
    all.into_iter().filter(|(code, _)| *code == Code::RecordValue).flat_map(|(_, fixes)| fixes).collect()
}

#[test]
fn a_score_is_written_unasked_only_if_the_games_prove_it() {
    assert_eq!(fixes_of_two(7, "W+1R", "[game:1]"), ["safe: insert `[ws:1][bs:0]`"]);
    assert_eq!(fixes_of_two(7, "W+1R", "[game:1][ws:1x][bs:0]"), ["safe: write the score 1 for `1x`"]);
    for (length, result, facts) in [
        // The result has no points.
        (7, "W+R", "[game:1]"),
        (7, "W+R", "[game:1][ws:2x][bs:0]"),
        // A digit shows other points.
        (7, "W+1R", "[game:1][ws:2x][bs:0]"),
        (7, "W+1R", "[game:1][ws:Z][bs:0]"),
        // No game with the cube at 1 is worth 6 points.
        (7, "W+6", "[game:1]"),
        (7, "W+1G", "[game:1]"),
        // A session may count in another way.
        (0, "W+1R", "[game:1]"),
        // The other score contradicts the result.
        (7, "W+1R", "[game:1][ws:][bs:3]"),
    ] {
        let fixes = fixes_of_two(length, result, facts);
        assert!(!fixes.iter().any(|fix| fix.starts_with("safe")), "{length} {result} {facts}: {fixes:?}");
    }
    // The next score shows that the game before or after counts otherwise.
    let next = changed(&changed(&four_games().concat(), "[ws:1]", ""), "[ws:2]", "[ws:5]");
    let of_value = found(&sgf::FORMAT, &next).into_iter().find(|(code, _)| *code == Code::RecordValue);
    let fixes = of_value.expect("a finding").1;
    assert!(!fixes.iter().any(|fix| fix.starts_with("safe")), "{fixes:?}");
}

#[test]
fn a_result_that_names_a_gammon_keeps_it_unless_the_points_are_shown() {
    let expected = |fix: &str| (Code::RecordValue, vec![fix.to_owned()]);
    for result in ["RE[W+1G]", "RE[W+1 gammon]", "RE[W+1bg]"] {
        let alone = one(&changed(&game(&PLAYS), "RE[W+1R]", result));
        assert_eq!(alone, expected("write 1 point for the result"), "{result}");
        let before_another = one(&changed(&four_games().concat(), "RE[W+1R]", result));
        assert_eq!(before_another, expected("safe: write 1 point for the result"), "{result}");
    }
    let by_resignation = one(&changed(&game(&PLAYS), "RE[W+1R]", "RE[W+1 by resignation]"));
    assert_eq!(by_resignation, expected("safe: write 1 point for the result"));
}

#[test]
fn a_misspelt_fact_with_a_minus_sign_or_without_a_colon_is_only_suggested() {
    for (from, fact, fix) in [
        ("length:5", "lenght:5", "safe: write `length:5` for `lenght:5`"),
        ("length:5", "lenght:-5", "write `length:5` for `lenght:-5`"),
        ("game:0", "game=0", "safe: write `game:0` for `game=0`"),
        // The digit may stand in place of the colon.
        ("game:0", "game10", "write `game:10` for `game10`"),
        ("game:0", "game 0", "write `game:0` for `game 0`"),
    ] {
        // A game without its end.
        let text = changed(&changed(&game(&PLAYS), "RE[W+1R]", ""), from, fact);
        assert_eq!(one(&text), (Code::RecordUnknown, vec![fix.to_owned()]), "{fact}");
    }
}

#[test]
fn a_stray_character_between_facts_is_deleted() {
    let text = game(&PLAYS);
    for stray in ["?", "0", "1", ".", ":", "=", "*", "@", "\\", "\u{a0}"] {
        let expected = (Code::RecordSyntax, vec![format!("safe: delete `{stray}`")]);
        for fact in ["[game:0]", "[ws:0]", "[bs:0]"] {
            assert_eq!(one(&changed(&text, fact, &format!("{stray}{fact}"))), expected, "{fact}");
        }
    }
    // Several characters may mean something.
    let expected = (Code::RecordSyntax, vec!["delete `?!`".to_owned()]);
    assert_eq!(one(&changed(&text, "[ws:0]", "?![ws:0]")), expected);
    // A second `MI` in the node is no fix either.
    let apart = changed(&text, "[ws:0][bs:0]PW[Ann]", "PW[Ann]?[ws:0][bs:0]");
    let fixes: Vec<String> = found(&sgf::FORMAT, &apart).into_iter().flat_map(|(_, fixes)| fixes).collect();
    assert!(!fixes.iter().any(|fix| fix.contains("MI")), "{fixes:?}");
}

/// Returns the labels of the reader's findings.
fn labels(text: &str) -> Vec<String> {
    let source = SourceFile::decode("one", text.as_bytes()).expect("small");
    let found = sgf::parse(&source).diagnostics;
    found.into_iter().map(|finding| finding.primary.message).collect()
}

#[test]
fn a_tree_that_lacks_facts_of_the_others_is_found() {
    let games = four_games();
    assert_eq!(found(&sgf::FORMAT, &games.concat()), []);
    let without = |game: usize, part: &str| {
        let mut games = games.clone();
        games[game] = changed(&games[game], part, "");
        games.concat()
    };
    for game in 0..4 {
        let (number, score) = (format!("[game:{game}]"), format!("[ws:{game}]"));
        let facts = format!("MI[length:9]{number}{score}[bs:0]");
        for (part, expected) in [(&number, "`game:`"), (&score, "`ws:`"), (&facts, "`MI`")] {
            if game == 0 && *part == facts {
                continue;
            }
            let text = without(game, part);
            let label = format!("expected {expected}, as the games beside it have");
            assert_eq!(labels(&text), [label], "{text}");
            let safe = if game > 0 { "safe: " } else { "" };
            let inserted = format!("{safe}insert `{part}`");
            assert_eq!(found(&sgf::FORMAT, &text), [(Code::RecordValue, vec![inserted])], "{text}");
        }
    }
    for game in 0..3 {
        let text = without(game, "RU[Crawford]");
        assert_eq!(labels(&text), ["expected `RU`, as the games beside it have"], "{text}");
    }
    let named =
        |name: &str| changed(&games.concat(), "MI[length:9][game:2]", &format!("{name}[length:9][game:2]"));
    for (name, code, safe) in [
        ("ML", Code::RecordUnknown, "safe: "),
        (":I", Code::RecordSyntax, "safe: "),
        ("?I", Code::RecordSyntax, "safe: "),
        ("M:", Code::RecordSyntax, "safe: "),
        ("M1", Code::RecordSyntax, "safe: "),
        (":", Code::RecordSyntax, "safe: "),
        // The character may mean something.
        (":MI", Code::RecordSyntax, ""),
        ("MI:", Code::RecordSyntax, ""),
    ] {
        let expected = (code, vec![format!("{safe}write `MI` for `{name}`")]);
        assert_eq!(found(&sgf::FORMAT, &named(name)), [expected], "{name}");
    }
    // One score alone.
    assert_eq!(labels(&changed(&games[0], "[ws:0]", "")), ["expected `ws:`, as for the other player"]);
    // Two games may differ, and no tree needs the facts.
    let two = games[..2].concat();
    assert_eq!(labels(&changed(&two, "MI[length:9][game:1][ws:1][bs:0]", "")), [""; 0]);
    let none = games.concat().replace("RU[Crawford]", "");
    let none = (0..4).fold(none, |text, game| text.replace(&format!("[game:{game}]"), ""));
    assert_eq!(labels(&none), [""; 0]);
}

#[test]
fn a_match_with_the_crawford_rule_has_a_length() {
    let text = changed(&four_games()[0], "MI[length:9][game:0][ws:0][bs:0]", "");
    assert_eq!(labels(&text), ["expected `MI[length:N]`: only matches have the Crawford rule"]);
    assert_eq!(labels(&text.replace("Crawford", "Jacoby")), [""; 0]);
}

/// Returns the code of the only finding of a text, and its fixes.
#[track_caller]
fn one(text: &str) -> (Code, Vec<String>) {
    let mut found = found(&sgf::FORMAT, text);
    assert_eq!(found.len(), 1, "{found:?}\n{text}");
    found.remove(0)
}

const PLAYS: [&str; 5] = [";W[31hefe]", ";B[52lqac]", ";W[64xrmi]", ";B[63aggj]", ";W[21mkfe]"];

#[test]
fn brackets_and_semicolons_are_written_and_deleted() {
    let (single, four) = (game(&PLAYS), four_games().concat());
    for (text, from, to, code, fix) in [
        (&single, "\n;B[63", "\nB[63", Code::RecordSyntax, "write `;` before `B`"),
        (&single, "\n;B[63", "\n:B[63", Code::RecordSyntax, "write `;` for `:`"),
        (&single, "\n;B[63", "\nxB[63", Code::RecordSyntax, "write `;` for `x`"),
        (&single, "\n;W[64", "xW[64", Code::RecordSyntax, "write `;` for `x`"),
        (&single, "\n;W[31", "\nW[31", Code::RecordSyntax, "write `;` before `W`"),
        (&single, "\n;W[31", "xW[31", Code::RecordSyntax, "write `;` for `x`"),
        (&single, "\n;W[31", "\n:W[31", Code::RecordSyntax, "write `;` for `:`"),
        (&single, "B[63aggj", "B\u{1}63aggj", Code::RecordSyntax, "write `[` after `B`"),
        (&single, "B[63aggj", "B63aggj", Code::RecordSyntax, "write `[` after `B`"),
        (&single, "B[63aggj", "B{63aggj", Code::RecordSyntax, "write `[` after `B`"),
        (&single, "63aggj]", "63aggj\u{1}", Code::RecordSyntax, "write `[63aggj]`, with its bracket"),
        (&single, "63aggj]", "63aggj}", Code::RecordSyntax, "write `[63aggj]`, with its bracket"),
        (&single, "(;FF", "(FF", Code::RecordSyntax, "write `;` before `FF`"),
        (&single, "(;FF", "((;FF", Code::RecordSyntax, "delete the bracket"),
        (&single, "GM[6]", "", Code::RecordValue, "insert `GM[6]`"),
        (&single, "\n;B[63", "\n)\n;B[63", Code::RecordUnknown, "delete the `)` before these nodes"),
    ] {
        assert_eq!(one(&changed(text, from, to)), (code, vec![format!("safe: {fix}")]), "{to}");
    }
    let third = "FF[4]GM[6]MI[length:9][game:2]";
    let bare = changed(&four, &format!("(;{third}"), &format!(";{third}"));
    let expected = (Code::RecordSyntax, vec!["safe: write `(` before the tree".to_owned()]);
    assert_eq!(one(&bare), expected);
    // The rest of a game as another tree: its plays have a finding, too.
    let found = found(&sgf::FORMAT, &changed(&single, "\n;B[63", ")\n(;B[63"));
    assert!(found[0].1[0].ends_with("continue the tree before"), "{found:?}");
}

#[test]
fn a_first_action_in_the_root_is_played_and_reported() {
    let wrong = changed(&game(&PLAYS), "\n;W[31", "\nW[31");
    assert_eq!(rewritten(&wrong), rewritten(&game(&PLAYS)));
    // A tree of a single node.
    assert_eq!(labels("(;W[31hefe])"), ["expected `GM[6]` in the first node"]);
}

#[test]
fn only_an_action_or_a_root_begins_a_node_unasked() {
    let found = found(&sgf::FORMAT, &changed(&game(&PLAYS), "RE[W+1R]", "(E[W+6R]"));
    let fixes: Vec<String> = found.into_iter().flat_map(|(_, fixes)| fixes).collect();
    assert!(fixes.iter().any(|fix| fix == "write `;` before `E`"), "{fixes:?}");
    assert!(!fixes.iter().any(|fix| fix.starts_with("safe")), "{fixes:?}");
}

#[test]
fn the_misspelt_name_of_the_game_number_is_rewritten() {
    let text = game(&PLAYS);
    for (from, to, fix) in [
        ("GM[6]", "M[6]", "safe: write `GM` for `M`"),
        ("GM[6]", "G[6]", "safe: write `GM` for `G`"),
        ("GM[6]", "gm[6]", "safe: write `GM` for `gm`"),
        ("GM[6]", "GMX[6]", "safe: write `GM` for `GMX`"),
        ("GM[6]", "G\u{43e}[6]", "safe: write `GM` for `G\u{43e}`"),
        ("GM[6]", "[6]", "safe: write `GM` before `[6]`"),
        ("FF[4]GM[6]", "M[6]FF[4]", "safe: write `GM` for `M`"),
        ("(;FF[4]GM[6]", "(;\nFF[4]\nM[6]", "safe: write `GM` for `M`"),
        // Another property may have this value.
        ("GM[6]", "GN[6]", "write `GM` for `GN`"),
        ("GM[6]", "EV[6]", "safe: insert `GM[6]`"),
    ] {
        // The letter of a damaged name has a finding of its own.
        let found = found(&sgf::FORMAT, &changed(&text, from, to));
        assert_eq!(found[0], (Code::RecordValue, vec![fix.to_owned()]), "{to}");
        assert!(found[1..].iter().all(|(_, fixes)| fixes.is_empty()), "{found:?}");
    }
}

#[test]
fn misspelt_actions_are_read_as_what_the_game_allows() {
    let taken = [";W[31hefe]", ";B[double]", ";W[take]", ";B[52lqac]", ";W[64xrmi]"];
    let text = game(&taken).replace("RE[W+1R]", "RE[W+2R]");
    for (from, to, fix) in [
        ("double", "doulbe", "safe: read `doulbe` as `double`"),
        ("double", "Double", "safe: read `Double` as `double`"),
        ("double", "doubles", "safe: read `doubles` as `double`"),
        ("take", "tkae", "safe: read `tkae` as `take`"),
        ("take", "nimmt", "read `nimmt` as `take`"),
    ] {
        assert_eq!(one(&changed(&text, from, to)), (Code::RecordSyntax, vec![fix.to_owned()]), "{to}");
    }
    let (code, fixes) = one(&changed(&text, "take", "accept"));
    assert_eq!(code, Code::TurnWrongSide);
    assert!(fixes.iter().any(|fix| fix.ends_with("read `W[accept]` as `Takes`")), "{fixes:?}");
    let passed = game(&[";W[31hefe]", ";B[double]", ";W[pass]"]).replace("RE[W+1R]", "RE[B+1]");
    let (code, fixes) = one(&passed);
    assert_eq!((code, &*fixes[0]), (Code::RecordSyntax, "safe: read `pass` as `drop`"));
}

#[test]
fn nodes_and_letters_in_each_others_place_are_exchanged() {
    let [first, b, w, rest @ ..] = PLAYS;
    let swapped = game(&[first, w, b, rest[0], rest[1]]);
    let (code, fixes) = one(&swapped);
    assert_eq!(code, Code::TurnWrongSide);
    assert!(fixes.iter().any(|fix| fix.ends_with("swap `W[64xrmi]` and `B[52lqac]`")), "{fixes:?}");
    let letters = game(&[first, ";B[52xrmi]", ";W[64lqac]", rest[0], rest[1]]);
    let (_, fixes) = one(&letters);
    assert!(fixes.iter().any(|fix| fix.ends_with("swap the letters `xrmi` and `lqac`")), "{fixes:?}");
}

#[test]
fn a_score_and_a_result_that_cant_be_read_are_those_that_the_games_show() {
    let four = four_games().concat();
    for (wrong, fix) in [("[ws:Z]", " for `Z`"), ("[ws:]", "")] {
        let expected = (Code::RecordValue, vec![format!("safe: write the score 2{fix}")]);
        assert_eq!(one(&changed(&four, "[ws:2]", wrong)), expected);
    }
    let expected = (Code::RecordUnknown, vec!["safe: write `ws:2` for `WS:2`".to_owned()]);
    assert_eq!(one(&changed(&four, "[ws:2]", "[WS:2]")), expected);
    let text = game(&PLAYS);
    for result in ["RE[W-1R]", "RE[W1R]", "RE[W + 1R]"] {
        let expected = (Code::RecordValue, vec!["safe: write 1 point for the result".to_owned()]);
        assert_eq!(one(&changed(&text, "RE[W+1R]", result)), expected, "{result}");
    }
    let passed = game(&[";W[31hefe]", ";B[double]", ";W[drop]"]).replace("RE[W+1R]", "RE[B+1]");
    assert_eq!(found(&sgf::FORMAT, &passed), []);
    let (_, fixes) = one(&changed(&passed, "RE[B+1]", "RE[]"));
    assert!(fixes.iter().any(|offered| offered.ends_with("Bob wins 1 point")), "{fixes:?}");
}
