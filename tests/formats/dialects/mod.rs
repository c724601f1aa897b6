//! The same matches in the layouts of all dialects: each is read as the same match, without
//! findings.
//!
//! The collections contain no record of most of these servers and programs. Their layouts are
//! composed from traits of real records; all names are invented.

mod layout;
mod script;

use crate::support::{Random, report, shared, testdata};
use barpoint::diag::{Code, Encoding, SourceFile};
use barpoint::formats::split::split_bytes;
use layout::{Chains, GNUBG, Headers, Layout, Numbers, Points, Resignation, Results};
use script::{Game, Script};
use std::path::Path;

/// The dialects, each by its differences from GNU Backgammon's own.
const DIALECTS: &[Layout] = &[
    GNUBG,
    Layout {
        name: "Backgammon Galaxy",
        headers: Headers::Galaxy,
        low_first: false,
        hits: false,
        chains: Chains::Direct,
        results: Results::Line(6),
        unit: "point",
        and_match: true,
        points: Points::Length,
        resignation: Resignation::LossesAgain,
        trailing: " ",
        ..GNUBG
    },
    Layout {
        name: "Backgammon Galaxy, a deleted account on the left",
        headers: Headers::Galaxy,
        names: ["", "bert"],
        hits: false,
        unit: "point",
        and_match: true,
        points: Points::Needed,
        resignation: Resignation::LossesLine,
        ..GNUBG
    },
    Layout {
        name: "Backgammon Galaxy, a deleted account on the right",
        headers: Headers::Galaxy,
        names: ["anna", ""],
        hits: false,
        unit: "point",
        and_match: true,
        points: Points::Needed,
        resignation: Resignation::Losses,
        ..GNUBG
    },
    Layout {
        name: "GridGammon",
        headers: Headers::None,
        names: ["ann,1529", "bob_2,1723.5"],
        low_first: true,
        hits: false,
        unit: "point",
        results: Results::Cell,
        ..GNUBG
    },
    Layout {
        name: "Backgammon Studio",
        headers: Headers::Studio,
        match_indent: "",
        numbers: Numbers::Drifting,
        column: 39,
        groups: true,
        dance: "Cannot Move",
        unit: "point",
        results: Results::EmptyRow,
        resignation: Resignation::Hidden("????"),
        last_line_end: false,
        ..GNUBG
    },
    Layout {
        name: "Backgammon Heroes",
        headers: Headers::Studio,
        numbers: Numbers::Drifting,
        column: 40,
        groups: true,
        chains: Chains::Stops,
        bar: "bar",
        off: "off",
        dance: "Cannot Move",
        unit: "point",
        results: Results::Line(3),
        resignation: Resignation::Hidden("???"),
        last_line_end: false,
        ..GNUBG
    },
    Layout {
        name: "Backgammon Studio, the match given up",
        headers: Headers::Studio,
        column: 39,
        unit: "point",
        points: Points::Sentinel,
        resignation: Resignation::Hidden("????"),
        ..GNUBG
    },
    Layout {
        name: "eXtreme Gammon",
        headers: Headers::Swapped,
        match_indent: "",
        names: ["Fänny Abcdef", "Gustav \"Gus\" Ghijkl (JPN)"],
        column: 39,
        groups: true,
        chains: Chains::Direct,
        bar: "Bar",
        off: "Off",
        dance: "Cannot Move",
        unit: "point",
        and_match: true,
        resignation: Resignation::Bare,
        encoding: Encoding::Utf8Bom,
        line_ends: &["\r\n"],
        ..GNUBG
    },
    Layout {
        name: "eXtreme Gammon, the result in a row",
        headers: Headers::Swapped,
        numbers: Numbers::Drifting,
        column: 40,
        groups: true,
        chains: Chains::Stops,
        bar: "bar",
        off: "off",
        unit: "point",
        and_match: true,
        results: Results::Row,
        resignation: Resignation::Word("Concedes"),
        encoding: Encoding::Utf8Bom,
        line_ends: &["\r\n"],
        ..GNUBG
    },
    Layout {
        name: "Daily Gammon",
        headers: Headers::None,
        names: ["Carl Dorn", "1st & Second"],
        column: 37,
        bar: "25",
        off: "0",
        unit: "point",
        results: Results::Line(6),
        trailing: "  ",
        blank_after_score: true,
        resignation: Resignation::Cell("Resigns"),
        ..GNUBG
    },
    Layout {
        name: "FIBS",
        headers: Headers::None,
        names: ["a:b", "c_d-e.f"],
        bar: "bar",
        off: "off",
        chains: Chains::None,
        dance: "(no play)",
        unit: "point",
        and_match: true,
        results: Results::Row,
        resignation: Resignation::Cell("Resigns"),
        ..GNUBG
    },
    Layout {
        name: "PlayOK",
        headers: Headers::Studio,
        low_first: true,
        hits: false,
        unit: "points",
        results: Results::Cell,
        ..GNUBG
    },
    Layout {
        name: "OpenGammon",
        headers: Headers::Studio,
        colon: ": ",
        column: 46,
        low_first: true,
        chains: Chains::Direct,
        bar: "bar",
        off: "off",
        unit: "points",
        and_match: true,
        points: Points::Needed,
        results: Results::Line(3),
        ..GNUBG
    },
    Layout {
        name: "Foxamon",
        headers: Headers::Studio,
        colon: ": ",
        numbers: Numbers::Drifting,
        column: 41,
        double: "Doubles ==> ",
        indent: 0,
        unit: "points",
        and_match: true,
        points: Points::Needed,
        results: Results::Line(1),
        ..GNUBG
    },
    Layout {
        name: "HedgeHog",
        headers: Headers::Event,
        colon: ": ",
        column: 42,
        bar: "bar",
        off: "off",
        dance: "No Move",
        double: "Doubles ==> ",
        indent: 2,
        resignation: Resignation::Cell("Resigns"),
        results: Results::Row,
        ..GNUBG
    },
    Layout {
        name: "choue.net",
        headers: Headers::None,
        match_indent: "",
        heading: "Game ",
        column: 40,
        numbers: Numbers::Drifting,
        double: "Doubles => ",
        indent: 0,
        results: Results::Cell,
        ..GNUBG
    },
    Layout {
        name: "Snowie",
        headers: Headers::None,
        first_game: 12,
        column: 37,
        groups: true,
        chains: Chains::Stops,
        answers: ["Takes", "Drops"],
        unit: "point",
        and_match: true,
        results: Results::Cell,
        resignation: Resignation::Word("Resigns"),
        ..GNUBG
    },
    Layout {
        name: "Gibbon",
        headers: Headers::Event,
        bar: "bar",
        off: "off",
        line_ends: &["\r\n", "\n"],
        comments: true,
        ..GNUBG
    },
    Layout {
        name: "Jellyfish with long names",
        headers: Headers::None,
        names: ["Fänny ABCDEF Gustav GHIJKLM", "Henri KLMNO Isidor PQRSTU"],
        unit: "point",
        results: Results::Line(6),
        trailing: " \t",
        line_ends: &["\r"],
        ..GNUBG
    },
    Layout {
        name: "an archive without numbers of rows",
        headers: Headers::None,
        numbers: Numbers::None,
        indent: 1,
        results: Results::Cell,
        unit: "point",
        ..GNUBG
    },
    Layout {
        name: "an editor that writes tabs and UTF-16",
        names: ["Jürgen", "Zoë"],
        unit: "point",
        tabs: true,
        encoding: Encoding::Utf16Le,
        ..GNUBG
    },
    Layout {
        name: "an old program for Windows",
        headers: Headers::Studio,
        names: ["Jürgen", "Zoë"],
        encoding: Encoding::Windows1252,
        line_ends: &["\r\n"],
        resignation: Resignation::LossesLine,
        ..GNUBG
    },
    Layout {
        name: "a match in progress",
        headers: Headers::None,
        unfinished: true,
        low_first: true,
        ..GNUBG
    },
];

/// Returns `true` if a finding is a correct consequence of a trait.
fn justified(layout: &Layout, code: Code) -> bool {
    match code {
        // 1004 points aren't what a game can be worth.
        Code::ScoreResultUnproven => layout.points == Points::Sentinel,
        // A last line without an end may have been cut off.
        Code::GameUnfinished => layout.unfinished && !layout.last_line_end,
        _ => false,
    }
}

/// Returns every legal match at hand.
fn scripts() -> Vec<(String, Script)> {
    let mut found = Vec::new();
    let folders = [Some(testdata("mat/valid")), shared("data/matches/gnubg")];
    for folder in folders.into_iter().flatten() {
        for path in super::files(&folder, "mat") {
            found.extend(scripts_of(&path));
        }
    }
    found
}

fn scripts_of(path: &Path) -> Vec<(String, Script)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = std::fs::read(path).expect("a readable file");
    let scripts = split_bytes("", &bytes).filter_map(|source| Script::read(&source.expect("small")));
    let legal = scripts
        .filter(|script| script.findings.is_empty() && script.games.iter().any(|game| !game.acts.is_empty()));
    legal.map(|script| (name.clone(), script)).collect()
}

/// Writes a match in a layout and compares it with what is read; returns the difference.
fn differs(script: &Script, layout: &Layout) -> Result<(), String> {
    let cut;
    let script = if layout.unfinished {
        cut = script.clone().unfinished();
        &cut
    } else {
        script
    };
    let bytes = layout.write(script);
    let mut parts = split_bytes("", &bytes).map(|source| source.expect("small"));
    let source = parts.next().expect("a match");
    if parts.next().is_some() {
        return Err("it falls into several matches".to_owned());
    }
    same(script, layout, &source)
}

fn same(script: &Script, layout: &Layout, source: &SourceFile) -> Result<(), String> {
    let read = Script::read(source).ok_or("positions are set")?;
    let around = |line: u64| {
        let first = line.saturating_sub(4) as usize;
        source.text().lines().skip(first).take(6).collect::<Vec<_>>().join("\n    ")
    };
    if let Some(finding) = read.findings.iter().find(|finding| !justified(layout, finding.code)) {
        let place = source.line_column(finding.primary.span.start);
        let what = format!("{} at {}:{}", finding.code, place.line, place.column);
        return Err(format!("{what}\n    {}", around(place.line)));
    }
    if (script.length, script.games.len()) != (read.length, read.games.len()) {
        return Err(format!("{} games to {} points", read.games.len(), read.length));
    }
    for (index, (before, now)) in script.games.iter().zip(&read.games).enumerate() {
        // What a game given up was worth is lost where the points are cut or overdone.
        let is_kept = |line: &&String| {
            layout.points == Points::Full
                || !["Resigned", "Awarded"].iter().any(|ending| line.contains(ending))
        };
        let told = |game: &Game| game.told.iter().filter(is_kept).cloned().collect::<Vec<_>>();
        let (was, is) = (told(before), told(now));
        let winner = |game: &Game| game.result.map(|result| result.winner);
        if was != is || winner(before) != winner(now) || before.score != now.score {
            let first = was.iter().zip(&is).position(|(a, b)| a != b).unwrap_or(was.len().min(is.len()));
            let told = format!("\n    {:?}\n    {:?}", was.get(first), is.get(first));
            return Err(format!("game {index} is told differently:{told}"));
        }
    }
    Ok(())
}

#[test]
fn every_dialect_tells_the_same_match() {
    let scripts = scripts();
    let mut wrong = Vec::new();
    for layout in DIALECTS {
        for (name, script) in &scripts {
            if let Err(what) = differs(script, layout) {
                wrong.push(format!("{}, {name}: {what}", layout.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    report(scripts.len() * DIALECTS.len(), "matches written in the layouts of dialects");
}

/// Returns a layout with each trait from a random dialect.
fn mixture(random: &mut Random) -> Layout {
    let mut any = || &DIALECTS[random.below(DIALECTS.len())];
    let mut mixed = Layout {
        name: "a mixture",
        headers: any().headers,
        match_indent: any().match_indent,
        heading: any().heading,
        first_game: any().first_game,
        names: any().names,
        colon: any().colon,
        blank_after_score: any().blank_after_score,
        numbers: any().numbers,
        column: any().column,
        low_first: any().low_first,
        hits: any().hits,
        groups: any().groups,
        chains: any().chains,
        bar: any().bar,
        off: any().off,
        dance: any().dance,
        double: any().double,
        answers: any().answers,
        indent: any().indent,
        results: any().results,
        unit: any().unit,
        and_match: any().and_match,
        points: any().points,
        resignation: any().resignation,
        comments: any().comments,
        encoding: any().encoding,
        tabs: any().tabs,
        line_ends: any().line_ends,
        last_line_end: any().last_line_end,
        trailing: any().trailing,
        unfinished: any().unfinished,
    };
    // A tab alone doesn't tell the column of a row without a number.
    mixed.tabs &= mixed.numbers != Numbers::None;
    // Nor whether a word after dice is said by who rolled them, or in the next column.
    mixed.tabs &= !matches!(mixed.resignation, Resignation::Cell(_) | Resignation::Word(_));
    mixed
}

#[test]
fn mixtures_of_dialects_tell_the_same_match() {
    let scripts = scripts();
    let mut random = Random::new(7);
    let mut wrong = Vec::new();
    let rounds = 5_000;
    for _ in 0..rounds {
        let layout = mixture(&mut random);
        let (name, script) = &scripts[random.below(scripts.len())];
        if let Err(what) = differs(script, &layout) {
            wrong.push(format!("{name}: {what}\n{layout:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {rounds} differ:\n{}", wrong.len(), wrong.join("\n"));
    report(rounds, "matches written in mixtures of dialects");
}

#[test]
fn several_matches_in_one_file_stay_apart() {
    let scripts = scripts();
    let mut random = Random::new(11);
    for _ in 0..100 {
        let complete: Vec<&Layout> = DIALECTS.iter().filter(|layout| !layout.unfinished).collect();
        let mut pick = || (&scripts[random.below(scripts.len())].1, complete[random.below(complete.len())]);
        let mut parts = [pick(), pick(), pick()];
        for (_, layout) in &mut parts {
            if !layout.last_line_end || layout.encoding == Encoding::Utf16Le {
                *layout = &GNUBG;
            }
        }
        let bytes: Vec<u8> = parts.iter().flat_map(|(script, layout)| layout.write(script)).collect();
        let sources: Vec<SourceFile> = split_bytes("", &bytes).map(|source| source.expect("small")).collect();
        assert_eq!(sources.len(), 3);
        for ((script, layout), source) in parts.iter().zip(&sources) {
            assert_eq!(same(script, layout, source), Ok(()), "{}", layout.name);
        }
    }
}

/// Rare headers, marks and spellings that change nothing.
const ODDITIES: &[(&str, &str)] = &[
    ("; [CubeLimit \"0\"]", "bob : 0"),
    ("; [CubeLimit \"-1\"]", "bob : 0"),
    ("; [CubeLimit \"Unlimited\"]", "bob : 0"),
    ("; [CubeLimit \"4294967296\"]", "bob : 0"),
    ("; [Beaver \"3\"]", "bob : 0"),
    ("; [Jacoby \"Yes\"]", "bob : 0"),
    ("; [Jacoby \"\"]", "bob : 0"),
    ("; [Crawford \"Enabled\"]", "bob : 0"),
    ("; [Variation \"Backgammon\"]", "bob : 0"),
    ("", "bob : 0 *"),
    ("", "bob : 0 (Crawford)"),
    ("", "bob : 0 [Post-Crawford game]"),
];

/// Ways to write the heading of a game.
const HEADINGS: &[&str] =
    &["Game 1", "GAME 1", " Game #1", "Game 1:", "Game 1.", "  Game   1  ", "Game 1 (Crawford)"];

/// Ends of a game that aren't mistakes.
const ENDS: &[&str] = &[
    // Resigned while a double is pending; before, with and after the own dice.
    "  2)  Doubles => 2                Resigns\n      Wins 1 point",
    "  2)  Doubles => 2                Losses 1 point\n      Wins 1 point",
    "  2)  Doubles => 2               00: ????\n      Wins 1 point",
    "  2)  Doubles => 2\n      Wins 1 point",
    "  2)  Doubles => 2                Takes\n  3) 52:                          Resigns\n      Wins 4 points",
    // In OpenGammon's words.
    "  2)  Resigned Game\n                                  Wins 1 points",
    "  2)  Resigned Match\n                                  Wins 3 points and the match",
    "  2)  Lost on time\n                                  Wins 1 points",
    "  2)  Forfeits\n                                  Wins 1 points",
    "  2)  Doubles => 2                Drops\n  3)\n   Wins 1 points",
    "  2) 52: Concedes                 Wins 3 points and the match",
    "  2) 52:\n      Wins 2 points",
    "  2) 52: ????\n      Wins 2 points",
    "  2)  Wins 1 point                Losses 1 point",
    "  2)  Losses 1 point              Wins 1 point",
    "  2) 52: 13/8 6/4               ????\n      Wins 1 point",
];

#[test]
fn oddities_are_no_findings() {
    let check = |text: &str| {
        let source = SourceFile::decode("", text.as_bytes()).expect("small");
        let script = Script::read(&source).expect("no position is set");
        assert!(script.findings.is_empty(), "{:?}\n{text}", script.findings);
        assert!(script.games.len() == 1 && script.games[0].result.is_some(), "{text}");
    };
    let rows = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    for (header, right) in ODDITIES {
        let end = "  2)  Doubles => 2                Drops\n      Wins 1 point\n";
        check(&format!("{header}\n 3 point match\n Game 1\n ann : 0       {right}\n{rows}{end}"));
    }
    for heading in HEADINGS {
        check(&format!("3 point match\n{heading}\n ann : 0       bob : 0\n{rows}  2)  Resigns\n"));
    }
    for end in ENDS {
        check(&format!("3 point match\nGame 1\n ann : 0       bob : 0\n{rows}{end}\n"));
    }
    // A game of a match to one point, and a money game whose gammon counts once or twice.
    check(
        "1 point match\nGame 1\nann : 0   bob : 0\n  1) 31: 8/5 6/5                 62:\n     Wins 1 point\n",
    );
}
