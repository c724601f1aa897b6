//! Analyses: GNU Backgammon reads ours with the same content, and both print one in the same words.

use super::Gnubg;
use crate::repl::analysis::{say, session};
use crate::support::{gunzip, report, shared, testdata};

/// Returns the text after the first line that begins with some words.
fn from<'a>(text: &'a str, words: &str) -> &'a str {
    &text[text.find(words).unwrap_or_else(|| panic!("no `{words}` in {text}"))..]
}

#[test]
fn it_sums_up_our_analysis_as_we_do() {
    let Some(gnubg) = Gnubg::find() else { return };
    let (world, mut session) = session();
    let mut count = 0;
    for (record, plies) in [("match.sgf", 0), ("match.sgf", 1)] {
        for kind in ["chequerplay", "cubedecision"] {
            say(&mut session, &[&format!("set analysis {kind} evaluation plies {plies}")]);
        }
        say(&mut session, &[&format!("load match {record}"), "analyse match", "save match ours.sgf"]);
        let ours = say(&mut session, &["show statistics match"]);
        let commands = "load match \"ours.sgf\"\nshow statistics match\n";
        let (said, _) = gnubg.with_files(&[("ours.sgf", &world.file("ours.sgf"))], commands, &[]);
        assert_eq!(from(&said, "Player  "), ours, "at {plies}-ply");
        count += 1;
    }
    report(count, "cases: analyses of ours summed up by GNU Backgammon");
}

#[test]
fn what_it_analyses_is_summed_up_as_it_does() {
    let Some(gnubg) = Gnubg::find() else { return };
    let Some(folder) = shared("data/matches/gnubg") else { return };
    let (world, mut session) = session();
    let mut count = 0;
    for name in
        ["match03_std_03_noise0.15-0.15", "match05_std_02_noise0.05-0.1", "money_jacoby_beaver1_autod0_0"]
    {
        let record = std::fs::read(folder.join(format!("{name}.sgf"))).expect("a record");
        let commands = "set analysis cubedecision evaluation plies 0\nset analysis chequerplay evaluation plies 0\n\
                        load match \"record.sgf\"\nanalyse session\nsave match \"analysed.sgf\"\n\
                        load match \"analysed.sgf\"\nshow statistics session\n";
        let (said, files) = gnubg.with_files(&[("record.sgf", &record)], commands, &["analysed.sgf"]);
        let mut host = world.clone();
        barpoint::repl::host::Host::write(&mut host, "analysed.sgf", &files[0]).expect("a file");
        let ours = say(&mut session, &["load match analysed.sgf", "show statistics session"]);
        let theirs = from(&said, "Player  ");
        for (ours, theirs) in ours.lines().zip(theirs.lines()) {
            // It counts in single precision: a last digit may differ.
            assert!(ours == theirs || near(ours, theirs), "{name}\n{ours}\n{theirs}");
        }
        assert_eq!(ours.lines().count(), theirs.lines().count(), "{name}");
        count += 1;
    }
    report(count, "cases: analyses of GNU Backgammon summed up");
}

/// Returns `true` if two lines differ only in decimal numbers, and these only slightly.
fn near(a: &str, b: &str) -> bool {
    let words = |line: &str| -> Vec<String> {
        line.split(|c: char| c == '(' || c == ')' || c == '%' || c.is_whitespace())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (a, b) = (words(a), words(b));
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| {
        let number = |word: &str| word.parse::<f64>().ok().filter(|_| word.contains('.'));
        a == b
            || matches!((number(a), number(b)), (Some(a), Some(b)) if (a - b).abs() < 0.0015 + 2e-5 * a.abs())
    })
}

#[test]
fn a_board_shows_an_analysis_in_its_words() {
    let Some(gnubg) = Gnubg::find() else { return };
    let record = gunzip(&testdata("analysis/match.sgf.gz")).into_bytes();
    let mut count = 0;
    for moves in [1, 3, 6, 10, 11, 12, 20, 24] {
        let commands = ["load match match.sgf", "first game", &format!("next {moves}"), "show board"];
        let (said, _) = gnubg.with_files(&[("match.sgf", &record)], &(commands.join("\n") + "\n"), &[]);
        let (_, mut session) = session();
        let ours = say(&mut session, &commands);
        assert!(said.ends_with(&ours), "behind {moves} moves\n{said}\n=====\n{ours}");
        count += 1;
    }
    report(count, "cases: boards with analyses");
}

#[test]
fn what_is_analysed_is_set_and_shown_in_its_words() {
    let Some(gnubg) = Gnubg::find() else { return };
    let lines = [
        "set analysis threshold bad 0.08",
        "set analysis threshold bad -1",
        "set analysis threshold verylucky",
        "set analysis threshold unlucky 0",
        "set analysis threshold doubtful 0",
        "set analysis threshold veryunlucky 0.7",
        "set analysis player 0 analyse off",
        "set analysis player 1 analyse on",
        "set analysis cube off",
        "set analysis luck off",
        "set analysis moves on",
    ];
    let said = gnubg.run(&(lines.join("\n") + "\nshow analysis\n"));
    let (_, mut session) = session();
    let mut ours: String =
        lines.iter().map(|line| say(&mut session, &[line]).trim_end().to_owned() + "\n").collect();
    ours += &say(&mut session, &["show analysis"]);
    let theirs = from(&said, "`bad'");
    assert_eq!(theirs.trim_end(), ours.trim_end());
    report(lines.len(), "cases: settings of analyses");
}
