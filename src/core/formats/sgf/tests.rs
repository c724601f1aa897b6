//! Tests of the reader's parts.

use super::analysis;
use super::cut::matches;
use super::root::date;
use super::text::{compose, composed, unescape, value};
use crate::board::Side;
use crate::diag::{Code, SourceFile};
use crate::game::record::Analysis;

#[test]
fn what_is_escaped_is_read_as_it_was() {
    for text in ["plain", "a]b\\c", "\\", "two\nlines", "x:y", "]]", "\u{fc}\\]"] {
        let mut written = Vec::new();
        value(&mut written, text);
        let written = String::from_utf8(written).expect("UTF-8");
        assert_eq!(unescape(&written[1..written.len() - 1]), text);
        let mut written = Vec::new();
        composed(&mut written, text, text);
        let written = String::from_utf8(written).expect("UTF-8");
        let (key, rest) = compose(&written[1..written.len() - 1]);
        assert_eq!((unescape(key), rest.map(unescape)), (text.into(), Some(text.into())));
    }
}

#[test]
fn a_soft_line_break_is_nothing() {
    assert_eq!(unescape("a\\\nb\\\r\nc\\\n\rd\\\n\ne"), "abcd\ne");
    assert_eq!(unescape("a\\:b"), "a:b");
}

#[test]
fn only_whole_dates_are_changed() {
    assert_eq!(date("2026-11-21", '-', '.').as_deref(), Some("2026.11.21"));
    for other in ["2026-11", "2026-11-21,22", "21-11-2026", "", "2026.11.21"] {
        assert_eq!(date(other, '-', '.'), None);
    }
}

#[test]
fn players_without_names_may_be_anybody() {
    let tree = |game: u32, [one, two]: [&str; 2]| {
        format!("(;GM[6]MI[length:5][game:{game}][ws:{game}][bs:0]PW[{one}]PB[{two}];W[31hefe])\n")
    };
    let count = |first, second| matches(&[tree(0, first), tree(1, second)].concat()).len();
    assert_eq!(count(["", ""], ["a", "b"]), 1);
    assert_eq!(count(["c", "d"], ["a", "b"]), 2);
}

#[test]
fn a_first_game_continues_no_match_of_players_without_names_or_of_two_winners() {
    let tree = |name: &str, scores: [u32; 2]| {
        let [white, black] = scores;
        format!("(;GM[6]MI[length:5][game:0][ws:{white}][bs:{black}]PW[{name}]PB[{name}];PL[B]CV[2])\n")
    };
    let count =
        |name, scores: [[u32; 2]; 2]| matches(&scores.map(|scores| tree(name, scores)).concat()).len();
    assert_eq!(count("a", [[0, 1], [2, 1]]), 1, "a mistyped number");
    assert_eq!(count("a", [[0, 1], [2, 2]]), 2);
    assert_eq!(count("", [[0, 1], [2, 1]]), 2);
    assert_eq!(count("", [[2, 1], [2, 1]]), 2);
}

#[test]
fn facts_of_the_match_that_are_misspelt_are_reported() {
    for (length, count) in [
        ("[length=3]", 1),
        ("[Length:3]", 1),
        ("[length:3]", 0),
        ("[length:3][other:1]", 0),
        ("[lenght:3]", 1),
        ("[length:3][gaem:0]", 1),
        ("[length:3][wz:0]", 1),
        // Words of others, though they are like `game`, `ws` and `bs`.
        ("[length:3][name:Cup][game:0][ws:0][bs:0][as:x]", 0),
    ] {
        let (.., found) = read(&tree(length));
        let found = found.iter().filter(|(code, _)| *code == Code::RecordUnknown);
        assert_eq!(found.count(), count, "{length}");
    }
}

/// Returns the match length, the number of games, and each finding with the text at its place.
fn read(text: &str) -> (Option<u32>, usize, Vec<(Code, String)>) {
    let source = SourceFile::decode("", text.as_bytes()).expect("small");
    let parsed = super::parse(&source);
    let record = parsed.value;
    let found = parsed.diagnostics.iter();
    let found = found.map(|it| (it.code, source.slice(it.primary.span).to_owned())).collect();
    (record.length.map(|length| length.value), record.games.len(), found)
}

/// Returns a tree with these facts of the match.
fn tree(facts: &str) -> String {
    format!("(;FF[4]GM[6]MI{facts}PW[a]PB[b];W[31hefe])\n")
}

#[test]
fn a_length_that_only_later_trees_state_is_that_of_the_match() {
    let later = tree("[length:7][game:1][ws:1][bs:0]");
    let missing = vec![(Code::RecordValue, "MI".to_owned())];
    let misspelt = vec![(Code::RecordUnknown, "lenght:7".to_owned())];
    let of = |first: &str| read(&(tree(first) + &later));
    assert_eq!(of("[length:7][game:0][ws:0][bs:0]"), (Some(7), 2, vec![]));
    assert_eq!(of("[game:0][ws:0][bs:0]"), (Some(7), 2, missing.clone()));
    assert_eq!(of("[lenght:7][game:0][ws:0][bs:0]"), (Some(7), 2, misspelt));
    assert_eq!(of("[name:Cup][game:0][ws:0][bs:0]"), (Some(7), 2, missing.clone()));
    let other = tree("[length:7][game:0][ws:0][bs:0]").replace("MI", "ML");
    assert_eq!(read(&(other + &later)), (Some(7), 2, vec![(Code::RecordUnknown, "ML".to_owned())]));
    // No later tree of this match states one.
    assert_eq!(read(&tree("[game:0][ws:0][bs:0]")), (None, 1, vec![]));
}

#[test]
fn a_wrong_length_in_the_first_tree_is_one_finding_there() {
    let game = |length: u32, game: u32| tree(&format!("[length:{length}][game:{game}][ws:{game}][bs:0]"));
    let of = |lengths: &[u32]| {
        let trees = lengths.iter().zip(0..).map(|(length, number)| game(*length, number));
        read(&trees.collect::<Vec<_>>().concat())
    };
    for wrong in [9, 0] {
        assert_eq!(of(&[wrong, 7, 7, 7]), (Some(7), 4, vec![(Code::RecordValue, wrong.to_string())]));
    }
    assert_eq!(of(&[2, 0, 0]), (Some(0), 3, vec![(Code::RecordValue, "2".to_owned())]));
    assert_eq!(of(&[7, 9, 7]), (Some(7), 3, vec![(Code::RecordValue, "9".to_owned())]));
    // Of two lengths either may be the wrong one.
    assert_eq!(of(&[9, 7]), (Some(9), 2, vec![(Code::RecordValue, "7".to_owned())]));
}

#[test]
fn a_misspelt_rule_holds() {
    let of = |rules: &str| {
        let text = tree("[length:7][game:0][ws:6][bs:0]").replace("PW[a]", &format!("RU[{rules}]PW[a]"));
        let source = SourceFile::decode("", text.as_bytes()).expect("small");
        let record = super::parse(&source).value;
        let crawford = record.header("Crawford").map(|header| header.value.value.clone());
        (crawford, record.games[0].is_crawford, read(&text).2)
    };
    let on = || Some("On".to_owned());
    assert_eq!(of("Crawford:CrawfordGame"), (on(), Some(true), vec![]));
    let unknown = |word: &str| vec![(Code::RecordUnknown, word.to_owned())];
    assert_eq!(of("Crawfrod:CrawfordGame"), (on(), Some(true), unknown("Crawfrod")));
    assert_eq!(of("Crawford:CrawfordGaem"), (on(), Some(true), unknown("CrawfordGaem")));
    assert_eq!(of("Crawford:Other"), (on(), Some(false), unknown("Other")));
}

#[test]
fn a_tree_of_another_game_may_be_counted() {
    let trees = |number: &str| {
        let all: Vec<String> = (0..3).map(|game| tree(&format!("[length:7][game:{game}]"))).collect();
        all[0].clone() + &all[1].replace("GM[6]", number) + &all[2]
    };
    assert_eq!(read(&trees("GM[7]")).2, [(Code::RecordUnknown, "7".to_owned())]);
    assert_eq!(read(&trees("GM[6]")).2, []);
}

#[test]
fn gnu_backgammon_states_the_length_of_every_match() {
    let tree = |facts: &str| tree(facts).replace("GM[6]", "GM[6]AP[GNU Backgammon:1.07.001]");
    let rest = "[game:0][ws:0][bs:0]";
    assert_eq!(read(&tree(rest)), (None, 1, vec![(Code::RecordValue, "MI".to_owned())]));
    assert_eq!(read(&tree(&format!("[length:0]{rest}"))), (Some(0), 1, vec![]));
    // A length that can't be read is one finding.
    let wrong = vec![(Code::RecordValue, "x".to_owned())];
    assert_eq!(read(&tree(&format!("[length:x]{rest}"))), (None, 1, wrong.clone()));
    let later = tree("[length:7][game:1][ws:1][bs:0]");
    assert_eq!(read(&(tree(&format!("[length:x]{rest}")) + &later)), (Some(7), 2, wrong));
}

#[test]
fn names_that_only_later_trees_state_are_those_of_the_match() {
    let first = tree("[length:7][game:0][ws:0][bs:0]");
    let later = tree("[length:7][game:1][ws:1][bs:0]");
    let missing = vec![(Code::RecordValue, "MI".to_owned())];
    for names in ["PW[a]", "PB[b]", "PW[a]PB[b]"] {
        let text = first.replace(names, "") + &later;
        assert_eq!(read(&text), (Some(7), 2, missing.clone()), "{names}");
        let source = SourceFile::decode("", text.as_bytes()).expect("small");
        let record = super::parse(&source).value;
        let players = record.games[0].players.0.iter().flatten().map(|player| player.name.value.as_str());
        assert_eq!(players.collect::<Vec<_>>(), ["a", "b"], "{names}");
    }
    // A bracket that is missing is another mistake.
    assert_ne!(read(&(first.replace("PW[a]", "PW[a") + &later)).2, missing);
    // No later tree of this match states them.
    let none = |tree: &str| tree.replace("PW[a]PB[b]", "");
    assert_eq!(read(&none(&first)).2, []);
    assert_eq!(read(&(none(&first) + &none(&later))).2, []);
    let unnumbered = tree("[length:7]");
    assert_eq!(read(&(none(&unnumbered) + &unnumbered)).2, []);
}

#[test]
fn a_tree_without_a_number_is_counted_with_a_warning() {
    let trees = |second: &str| {
        tree("[length:7][game:0]") + &tree(&format!("[length:7]{second}")) + &tree("[length:7][game:2]")
    };
    assert_eq!(read(&trees("[game:1]")).2, []);
    assert_eq!(read(&trees("")).2, [(Code::RecordValue, "MI".to_owned())]);
    assert_eq!(read(&trees("[gaem:1]")).2, [(Code::RecordUnknown, "gaem:1".to_owned())]);
}

#[test]
fn the_next_tree_ends_one_whose_bracket_is_missing() {
    let (first, second) = (tree("[length:7][game:0][ws:0][bs:0]"), tree("[length:7][game:1][ws:1][bs:0]"));
    let open = first.replace("])\n", "]\n\n");
    assert_eq!(read(&(open.clone() + &second)), (Some(7), 2, vec![(Code::RecordTruncated, "\n".to_owned())]));
    assert_eq!(matches(&(open.clone() + &second)).len(), 1);
    assert_eq!(matches(&(open.clone() + &first)).len(), 2);
    // A variation isn't a tree, nor is a bracket around all trees.
    assert_eq!(read(&first.replace(";W[31hefe]", "(;W[31hefe])(;W[42hdfd])")).1, 1);
    assert_eq!(matches(&format!("({first})")).len(), 1);
    assert_eq!(read(&format!("({first})")), (Some(7), 1, vec![]));
}

#[test]
fn text_that_goes_on_with_unreadable_text_has_one_finding() {
    let of = |node: &str| read(&tree("[length:7]").replace(";W[31hefe]", node)).2;
    for node in [";W0[31hefe]", ";W:double]", ";W[31hef]e", ";W31hefe]"] {
        let found = of(node);
        assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [Code::RecordSyntax], "{node}");
    }
    // Two mistakes are two findings.
    assert_eq!(of(";W0[31hefe];B0[31hefe]").len(), 2);
    assert_eq!(of(";W[31hefe] x ;B[52lqac] y ").len(), 2);
}

#[test]
fn chances_are_finite() {
    let chances = |text: &str| analysis::evaluation(text).chances.is_some();
    assert!(chances("E ver 3 0.5 0.2 0.1 0.0 0.2 inf 0C 0 0 0.000000 1"));
    assert!(!chances("E ver 3 0.5 1e999 0.1 0.0 0.2 0.3 0C 0 0 0.000000 1"));
}

#[test]
fn an_equity_that_is_no_finite_number_is_only_in_the_text() {
    for number in ["nan", "inf", "-inf"] {
        let output =
            |equity: &str| format!("Output 0.55 0.17 0.01 0.12 0.005 {equity} 0.526 StdDev 0 0 0 0 0 0 0");
        for text in [
            format!("hefe X ver 3 Score {number} 0.19 Trials 36 {}", output("0.19")),
            format!("hefe E ver 3 0.55 0.17 0.01 0.12 0.005 {number} 0C 0 1 0.000000 1"),
        ] {
            let play = analysis::play(&["0", &text], Side::Zero).expect("an analysis");
            assert_eq!(play.candidates[0].evaluation.equity, None, "{text}");
            assert!(analysis::values(&Analysis::Play(play), Side::Zero).is_some(), "{text}");
        }
        let both = output(number);
        let cube = analysis::cube(&format!("X ver 3 Eq Trials 36 NoDouble {both} DoubleTake {both}"));
        assert_eq!(cube.no_double.equity, None);
        assert!(analysis::values(&Analysis::Cube(Box::new(cube)), Side::Zero).is_some(), "{number}");
    }
}

#[test]
fn a_game_pasted_twice_is_one_match() {
    let tree = |game: u32, white: u32, end: &str| {
        format!("(;GM[6]MI[length:5][game:{game}][ws:{white}][bs:0]PW[a]PB[b];W[{end}])\n")
    };
    let count = |trees: [String; 3]| matches(&trees.concat()).len();
    assert_eq!(count([tree(0, 0, "31hefe"), tree(1, 2, "31hefe"), tree(1, 2, "31hefe")]), 1);
    assert_eq!(count([tree(0, 0, "31hefe"), tree(1, 2, "31hefe"), tree(1, 2, "42hdfd")]), 2);
    // Two short matches may be alike.
    assert_eq!(count([tree(0, 0, "31hefe"), tree(0, 0, "31hefe"), tree(1, 2, "31hefe")]), 2);
    // A long game that occurs twice may be two matches only if neither continues.
    let long = ["31hefe"; 9].join("];W[");
    assert_eq!(count([tree(0, 0, &long), tree(0, 0, &long), tree(1, 2, "31hefe")]), 1);
    assert_eq!(count([tree(0, 0, &long), tree(0, 0, &long), tree(0, 0, "31hefe")]), 3);
}

#[test]
fn games_in_each_others_place_are_one_match() {
    let tree = |(game, white): (u32, u32)| tree(&format!("[length:5][game:{game}][ws:{white}][bs:0]"));
    let count = |games: [(u32, u32); 3]| matches(&games.map(tree).concat()).len();
    assert_eq!(count([(0, 0), (2, 3), (1, 2)]), 1);
    assert_eq!(count([(1, 2), (0, 0), (2, 3)]), 1);
    // The second game of a match, and another match.
    assert_eq!(count([(1, 2), (0, 0), (1, 2)]), 2);
    // The score of the second game can't follow from that of the first one.
    assert_eq!(count([(0, 2), (2, 3), (1, 1)]), 2);
}
