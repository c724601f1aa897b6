//! The trend of players in `stats`: match by match, month by month, and luck against skill.

use super::{Folder, record};
use crate::support::{gunzip, json_lines, testdata};
use serde_json::Value;

/// An archive of two analysed records by Alice and Bob, in two months, and one without an analysis.
fn archive(name: &str, with_days: bool) -> Folder {
    let folder = Folder::new(name);
    let match_text = gunzip(&testdata("analysis/match.sgf.gz"));
    let session =
        gunzip(&testdata("analysis/session.sgf.gz")).replace("[bot2]", "[Alice]").replace("[gnubg]", "[Bob]");
    let dated = |text: &str, day: &str| {
        let bare = without_day(text);
        if with_days { bare.replacen("PW[", &format!("DT[{day}]PW["), 1) } else { bare }
    };
    folder.write("records/a.sgf", dated(&match_text, "2026-03-04"));
    folder.write("records/b.sgf", dated(&session, "2026-01-30"));
    folder.write(
        "records/c.mat",
        record("valid/resignations.mat").replace("Alice", "Zoë").replace("Bob", "Yan"),
    );
    folder
}

/// Removes the dates of a record.
fn without_day(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(at) = text.find("DT[") {
        let end = at + text[at..].find(']').expect("the end of the value");
        text.replace_range(at..=end, "");
    }
    text
}

#[test]
fn the_matches_and_months_of_a_player_add_up_to_the_error_rate() {
    let folder = archive("trend-json", true);
    let lines = json_lines(folder.run("stats records --json").status(0));
    let number = |value: &Value| value.as_f64().expect("a number");
    let mut players = 0;
    for line in &lines {
        let trend = line["trend"].as_array().expect("an array");
        if line["scope"] == "source" || line["name"] == "Zoë" {
            assert!(trend.is_empty());
            continue;
        }
        let (matches, months) = (trend.len(), line["months"].as_array().expect("an array"));
        if matches == 0 {
            continue;
        }
        assert_eq!(matches, 2, "{line}");
        let days: Vec<&str> = trend.iter().map(|point| point["day"].as_str().expect("a day")).collect();
        assert_eq!(days, ["2026-01-30", "2026-03-04"]);
        assert!(trend[0]["path"].as_str().expect("a path").ends_with("b.sgf"));
        let month = |at: usize| months[at]["month"].as_str().expect("a month");
        assert_eq!((months.len(), month(0), month(1)), (2, "2026-01", "2026-03"));
        for of in [trend, months] {
            let sum = |key: &str| of.iter().map(|part| number(&part[key])).sum::<f64>();
            let rate = sum("lost") / sum("decisions");
            assert!((rate - number(&line["analyses"]["error_rate"])).abs() < 1e-12, "{rate} {line}");
            let luck = sum("luck") / sum("rolls");
            assert!((luck - number(&line["analyses"]["luck_rate"])).abs() < 1e-12, "{luck} {line}");
            let rated = of.iter().map(|part| number(&part["pr"]) * number(&part["pr_decisions"]));
            let pr = rated.sum::<f64>() / sum("pr_decisions");
            assert!((pr - number(&line["analyses"]["pr"])).abs() < 1e-9, "{pr} {line}");
            let decisions = number(&line["analyses"]["pr_decisions"]);
            assert!((sum("pr_decisions") - decisions).abs() < 0.5, "{line}");
        }
        players += usize::from(line["scope"] == "player");
    }
    assert_eq!(players, 2);
}

#[test]
fn the_pr_is_that_of_the_decisions_of_all_matches() {
    let folder = archive("trend-pr", true);
    let number = |value: &Value| value.as_f64().expect("a number");
    let (mut decisions, mut lost) = (0.0, 0.0);
    for record in ["a", "b"] {
        let text = folder.run(&format!("analyse --stored --json records/{record}.sgf")).status(0).to_owned();
        for line in json_lines(&text) {
            for player in line["performance"].as_array().expect("both players") {
                decisions += number(&player["decisions"]);
                lost += number(&player["pr"]) * number(&player["decisions"]);
            }
        }
    }
    let all = json_lines(folder.run("stats records --json").status(0));
    let analyses = &all[0]["analyses"];
    assert!((number(&analyses["pr_decisions"]) - decisions).abs() < 0.5, "{analyses}");
    assert!((number(&analyses["pr"]) - lost / decisions).abs() < 1e-6, "{analyses}");
    let zoe = all.iter().find(|line| line["name"] == "Zoë").expect("a player");
    assert_eq!(zoe["analyses"]["pr"], Value::Null);
}

#[test]
fn the_text_has_a_row_for_each_month_and_a_hyphen_for_who_was_never_analysed() {
    let folder = archive("trend-text", true);
    let text = folder.run("stats records").status(0).to_owned();
    let rows = |begins: &str| -> Vec<String> {
        let rows = text.lines().filter(|line| line.starts_with(begins));
        rows.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(rows("trend  "), ["trend period matches PR decisions mEMG rating luck mEMG"]);
    for name in ["Alice", "Bob"] {
        for month in ["2026-01", "2026-03"] {
            let row = format!("{name} {month} 1 ");
            let own = rows(name);
            let found = own.iter().find(|line| line.starts_with(&row)).expect("a row of the month");
            let pr = found[row.len()..].split(' ').next().and_then(|pr| pr.parse::<f64>().ok());
            assert!(pr.is_some_and(|pr| pr > 0.0), "{found}");
        }
    }
    // Players, skill, plays, cube, dice.
    let unknown = rows("Zoë");
    assert_eq!(unknown[1], "Zoë 0 1 - - - - - - - - -", "{text}");
    assert_eq!(unknown[2], format!("Zoë{}", " -".repeat(11)));
    assert_eq!(unknown[3], format!("Zoë{}", " -".repeat(12)));
    let undated = archive("trend-undated", false);
    let run = undated.run("stats records");
    let text = run.status(0);
    assert!(text.lines().any(|line| line.starts_with("Alice       1        1 ")), "{text}");
    let run = folder.run("stats records/a.sgf");
    let one = run.status(0);
    assert!(!one.contains("\ntrend "), "one match is no trend: {one}");
}

#[test]
fn the_page_has_a_picture_for_each_player_and_one_of_luck_and_skill() {
    let folder = archive("trend-page", true);
    folder.run("stats records -o page.html --svg pictures");
    let page = folder.text("page.html");
    assert_eq!(page.matches("<svg ").count(), 3 + 2 + 1);
    for words in [
        "<title>Error rate of Alice</title>",
        "<title>Error rate of Bob</title>",
        "<title>Luck against skill</title>",
        "mEMG a decision",
        "luck, mEMG a roll",
        "prefers-color-scheme:dark",
        "<title>2026-03-04, against Bob: ",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("NaN") && !page.contains("inf"), "every place is a number");
    let trend = folder.text("pictures/trend.svg");
    assert!(trend.contains("Error rate of Alice, Error rate of Bob"), "{trend:.400}");
    assert!(folder.text("pictures/luck.svg").contains("Alice"));
    let named = folder.run("stats records --player Bob -o bob.html --force");
    named.status(0);
    assert_eq!(folder.text("bob.html").matches("<title>Error rate of ").count(), 1);
}
