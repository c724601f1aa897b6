//! `find` by the luck of a roll, and by players.

use super::{Folder, record};
use crate::support::{gunzip, testdata};
use serde_json::Value;

#[test]
fn rolls_are_found_by_their_luck_and_show_it() {
    let folder = Folder::with("find-luck", "a.sgf", gunzip(&testdata("analysis/match.sgf.gz")));
    let lucks = |conditions: &str| -> Vec<f64> {
        let run = folder.run(&format!("find a.sgf --json -q {conditions}"));
        let luck = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["luck"].as_f64();
        run.status(0).lines().map(|line| luck(line).expect("a luck")).collect()
    };
    let bad = lucks("--luck ..-0.2");
    assert!(bad.len() > 2 && bad.iter().all(|luck| *luck <= -0.2), "{bad:?}");
    let between = lucks("--luck -0.2..0.1 --player Alice");
    assert!(between.len() > 2 && between.iter().all(|luck| (-0.2..=0.1).contains(luck)), "{between:?}");
    // A roll belongs to a play, and a range may be combined with one of losses.
    assert!(lucks("--luck ..10 --kind cube").is_empty());
    let lost = lucks("--luck ..0 --loss 0.02..");
    assert!(!lost.is_empty() && lost.len() < lucks("--luck ..0").len(), "{lost:?}");
    let run = folder.run("find a.sgf -q --luck ..-0.2");
    let mut rows = run.status(0).lines();
    assert!(rows.next().is_some_and(|head| head.contains("  luck  best  ")), "{run:?}");
    let is_shown = |(row, luck): (&str, &f64)| row.contains(&format!("  {luck:+.3}  "));
    assert!(rows.zip(&bad).all(is_shown), "{run:?}");
    assert!(!folder.run("find a.sgf -q --loss 0.02..").status(0).contains("luck"));
}

#[test]
fn a_game_without_names_has_the_players_of_the_game_before_it() {
    let folder = Folder::new("find-unnamed");
    let rows = "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Drops\n      Wins 1 point\n\n";
    let head = " Zoe : 0                        Bob : 0\n";
    folder.write("a.mat", format!(" 5 point match\n\n Game 1\n{head}{rows} Game 2\n{rows}"));
    let run = folder.run("find a.mat --json -q --player zoe");
    let lines: Vec<Value> =
        run.status(1).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let games: Vec<_> = lines.iter().map(|line| (&line["game"], &line["player"])).collect();
    let (one, two, zoe) = (Value::from(1), Value::from(2), Value::from("Zoe"));
    assert_eq!(games, [(&one, &zoe), (&one, &zoe), (&two, &zoe), (&two, &zoe)]);
    assert_eq!(folder.run("find a.mat --json -q --opponent zoe").status(1).lines().count(), 2);
}

#[test]
fn records_without_evaluated_rolls_are_counted() {
    let folder = Folder::with("find-no-luck", "a.mat", record("valid/one-point.mat"));
    let err = folder.run("find a.mat --luck ..0").complains(0);
    let note = "note: no evaluated rolls in 1 match; `--plies 0` evaluates every decision\n";
    assert!(err.contains(note), "{err}");
    let run = folder.run("find a.mat --luck ..0 --plies 0");
    assert!(run.status(0).lines().count() > 3 && !run.err.contains("note"), "{run:?}");
}

#[test]
fn a_range_of_luck_that_is_wrong_is_refused() {
    let folder = Folder::new("find-wrong-luck");
    for (range, words) in [("x", "`..-0.3`, `0.1..0.2`"), ("0.2..0.1", "write the smaller number first")] {
        let run = folder.run(&format!("find a.mat --luck {range}"));
        assert_eq!(run.status, 2);
        assert!(run.err.contains(words), "{}", run.err);
    }
}
