//! Reports: complete, well formed, and self-contained.

use crate::support::{paths_in, testdata};
use barpoint::analysis::{Match, RulesOverride, replayed};
use barpoint::diag::{Diagnostic, Severity};
use barpoint::formats;
use barpoint::game::{Happening, Replayed};
use barpoint::output::diagram::Direction;
use barpoint::output::report::Report;
use std::path::PathBuf;

/// Returns a record's replay, its findings, and its report.
fn read(path: &PathBuf) -> Option<(Replayed, Vec<Diagnostic>, Report)> {
    let bytes = std::fs::read(path).expect("a file");
    let extension = path.extension().and_then(|extension| extension.to_str());
    let format = formats::detect(&bytes, extension)?;
    let source = format.source(path.file_name()?.to_str()?, bytes).expect("a source");
    let (replayed, found) = replayed(format.parse?(&source), &RulesOverride::default());
    let report = Report::new(&replayed, &found, Some(&source), Direction::Standard);
    Some((replayed, found, report))
}

/// Returns the report of a match.
fn of(found: &Match) -> Report {
    Report::new(&found.replayed, &found.findings, Some(&found.source), Direction::Standard)
}

fn records() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for folder in ["mat/valid", "mat/tour", "mat/invalid", "sgf"] {
        paths.extend(paths_in(testdata(folder)).into_iter().filter(|path| path.is_file()));
    }
    paths.sort();
    paths
}

/// Checks that every element that is opened is closed, in order.
fn well_formed(page: &str, name: &str) {
    const VOID: [&str; 3] = ["meta", "!doctype", "br"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = rest.find('>').unwrap_or_else(|| panic!("{name}: a tag has no end"));
        let tag = &rest[..end];
        let word = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap_or("");
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed.trim()), "{name}");
        } else if !tag.ends_with('/') && !VOID.contains(&word) {
            open.push(word);
        }
        rest = &rest[end + 1..];
        if !tag.starts_with('/') && (word == "script" || word == "style") {
            let end = rest.find(&format!("</{word}>")).unwrap_or_else(|| panic!("{name}: {word} has no end"));
            rest = &rest[end..];
        }
    }
    assert!(open.is_empty(), "{name}: {open:?} are open");
}

/// Returns the values of an attribute on a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    page.split(&start).skip(1).map(|rest| rest.split('"').next().expect("a value")).collect()
}

#[test]
fn a_page_is_well_formed_and_refers_to_nothing_outside() {
    let mut pages = 0;
    for path in records() {
        let Some((_, _, report)) = read(&path) else { continue };
        let name = path.display().to_string();
        let page = report.html();
        well_formed(&page, &name);
        let mut ids = values(&page, "id");
        ids.sort_unstable();
        let number = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), number, "{name}: an id twice");
        for link in values(&page, "href") {
            let id = link.strip_prefix('#').unwrap_or_else(|| panic!("{name}: {link} leads outside"));
            assert!(ids.binary_search(&id).is_ok(), "{name}: {link} leads nowhere");
        }
        for label in values(&page, "aria-labelledby") {
            assert!(ids.binary_search(&label).is_ok(), "{name}: nothing is {label}");
        }
        for word in ["http:", "https:", "url(", "@import", " src="] {
            // A record's own words may hold anything, so only what stands in tags is looked at.
            let mut tags = page.split('<').filter_map(|tag| tag.split('>').next());
            assert!(tags.all(|tag| !tag.contains(word)), "{name}: {word}");
        }
        pages += 1;
    }
    assert!(pages > 40, "{pages}");
}

#[test]
fn every_move_has_its_board_and_every_finding_its_place() {
    let mut moves = 0;
    for path in records() {
        let Some((replayed, found, report)) = read(&path) else { continue };
        let name = path.display();
        let page = report.html();
        let acts = replayed.games.iter().flat_map(|game| &game.acts);
        let wanted = acts.filter(|act| !matches!(act.what, Happening::GameOver(_))).count();
        assert_eq!(page.matches("class=\"move\"").count(), wanted, "{name}");
        let boards =
            page.matches("<use href=\"#board0\"/>").count() + page.matches("<use href=\"#board1\"/>").count();
        assert_eq!(boards, wanted, "{name}");
        let told = found.iter().filter(|found| found.severity != Severity::Note).count();
        assert_eq!(report.number_of_findings(), told, "{name}");
        let text = report.text();
        assert_eq!(text.matches("Position ID: ").count(), wanted, "{name}");
        assert_eq!(report.markdown().matches("```").count(), 2 * wanted, "{name}");
        moves += wanted;
    }
    assert!(moves > 500, "{moves}");
}

#[test]
fn the_ids_beside_a_move_are_those_that_replay_writes() {
    for path in records().iter().filter(|path| path.to_string_lossy().contains("mat/valid")) {
        let (replayed, _, report) = read(path).expect("a record");
        for (game, told) in replayed.games.iter().zip(&report.games) {
            for (act, step) in game.acts.iter().zip(&told.steps) {
                // Who rolls or doubles sees the board as it is.
                if matches!(act.what, Happening::Played { .. }) {
                    let id = barpoint::notation::PositionId::encode(&act.before).to_string();
                    assert_eq!(step.position_id, id, "{}", path.display());
                }
                let read: barpoint::notation::MatchId =
                    step.match_id.as_ref().expect("an ID").parse().expect("a Match ID");
                assert_eq!(read.fields().turn, act.by);
            }
        }
    }
}

#[test]
fn names_and_comments_are_text_and_never_marks() {
    let text = "; [Event \"<script>alert(1)</script>\"]\n 3 point match\n\n Game 1\n <i>A&B : 0          Bob : 0\n  1) 31: 8/5 6/5        64: 24/14\n";
    let page = of(&barpoint::open("a.mat", text).expect("a match")[0]).html();
    well_formed(&page, "hostile");
    assert_eq!(page.matches("<script>").count(), 1, "only the page's own");
    assert!(!page.contains("<i>"), "{page}");
    // A name from right to left doesn't reorder what stands beside it.
    assert!(page.contains("<h1><bdi>") && page.contains("</bdi> – <bdi>Bob</bdi></h1>"), "{page}");
}

#[test]
fn a_report_of_an_analysed_match_shows_the_worst_mistakes_first() {
    let text = crate::support::gunzip(&testdata("analysis/match.sgf.gz"));
    let mut found = barpoint::open("match.sgf", text).expect("a match").remove(0);
    let report = of(&found);
    let analysed = report.analysed.as_ref().expect("an analysis");
    assert_eq!(analysed.players[0][..4], ["Alice", "9.76", "17.8", "Intermediate"]);
    assert_eq!(analysed.players[1][2..4], ["50.4", "Awful!"]);
    let lost: Vec<f64> = analysed
        .mistakes
        .iter()
        .map(|mistake| {
            mistake.lost.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
        })
        .collect();
    assert!(lost.len() >= 5 && lost.is_sorted_by(|a, b| a >= b), "{lost:?}");
    let html = report.html();
    well_formed(&html, "match.sgf");
    let place = |words: &str| html.find(words).unwrap_or_else(|| panic!("no {words}"));
    assert!(place(r#"<h2 id="analysis">"#) < place(r#"<h2 id="pips">"#));
    // Every roll that was evaluated has its luck beside its position.
    let steps = || report.games.iter().flat_map(|game| &game.steps);
    let lucks: Vec<&String> = steps().filter_map(|step| step.luck.as_ref()).collect();
    assert_eq!(html.matches(" · luck ").count(), lucks.len());
    assert!(lucks.len() > 30 && lucks.iter().any(|luck| *luck == "+0.280"), "{lucks:?}");
    assert!(steps().all(|step| step.luck.is_none() || step.words.contains(':')), "luck belongs to a roll");
    let (first, markdown) = (&analysed.mistakes[0], report.markdown());
    assert!(markdown.contains("## Analysis") && markdown.contains(&first.words), "{markdown}");
    assert!(report.text().contains(&format!("{}: loses {}", first.words, first.lost)));
    for game in &mut found.replayed.record.games {
        game.entries.iter_mut().for_each(|entry| entry.notes = None);
    }
    let bare = of(&found);
    assert!(bare.analysed.is_none() && !bare.html().contains("id=\"analysis\""));
}

/// Reads an analysed record of the project, which is compressed.
fn analysed(name: &str) -> (Replayed, Report) {
    let text = crate::support::gunzip(&testdata(&format!("analysis/{name}.sgf.gz")));
    let found = barpoint::open("match.sgf", text).expect("a match").remove(0);
    let report = of(&found);
    (found.replayed, report)
}

#[test]
fn a_graph_shows_how_each_game_went_with_its_mistakes() {
    for name in ["match", "session"] {
        let (replayed, report) = analysed(name);
        let html = report.html();
        well_formed(&html, name);
        let told = report.analysed.as_ref().expect("an analysis");
        let graphs: Vec<&str> = html.split("<svg class=\"graph course\"").skip(1).collect();
        assert_eq!(graphs.len(), replayed.games.len(), "{name}");
        for (index, graph) in graphs.iter().enumerate() {
            let graph = graph.split("</svg>").next().expect("an end");
            let mut steps: Vec<usize> =
                told.mistakes.iter().filter(|one| one.game == index).map(|one| one.step).collect();
            steps.sort_unstable();
            steps.dedup();
            assert!(!steps.is_empty(), "{name} {index}: nobody plays without mistakes");
            let links: Vec<String> =
                steps.iter().map(|step| format!("#g{}m{}", index + 1, step + 1)).collect();
            assert_eq!(values(graph, "href"), links, "{name}: each mistake leads to its move");
            assert!(graph.contains("are marked.</desc>") && graph.contains("<title id="), "{name}");
        }
    }
}

#[test]
fn the_course_of_a_game_runs_from_its_score_to_its_result() {
    let (replayed, report) = analysed("match");
    let courses = &report.analysed.as_ref().expect("an analysis").courses;
    let [course] = &courses[..] else { panic!("one game") };
    let game = &replayed.games[0];
    assert!((course.before.expect("a score") - 0.5).abs() < 1e-6);
    let winner = game.result.expect("a result").winner;
    let won = if winner == Some(barpoint::board::Side::Zero) { 1.0 } else { 0.0 };
    assert!((course.after.expect("a result") - won).abs() < 1e-6);
    assert!(course.stations.iter().all(|(_, worth)| (0.0..=1.0).contains(worth)));
    assert!(course.stations.is_sorted_by(|a, b| a.0 < b.0));
    assert_eq!(course.cubes.iter().map(|cube| cube.1).collect::<Vec<_>>(), [2, 4, 8]);

    let (replayed, report) = analysed("session");
    let courses = &report.analysed.as_ref().expect("an analysis").courses;
    for (game, course) in replayed.games.iter().zip(courses) {
        let result = game.result.expect("a result");
        let sign = if result.winner == Some(barpoint::board::Side::Zero) { 1.0 } else { -1.0 };
        assert_eq!((course.before, course.after), (Some(0.0), Some(sign * f64::from(result.points))));
        // Who passes gives what the game then brings; others come close before it ends.
        let (_, last) = course.stations.last().expect("a decision");
        let passed = game.acts.iter().any(|act| act.what == Happening::Passed);
        let off = (last - sign * f64::from(result.points)).abs();
        assert!(off < if passed { 1e-9 } else { 0.1 }, "{last} {result:?}");
    }
}

#[test]
fn rates_without_an_evaluation_stay_empty() {
    let (_, _, report) = read(&testdata("sgf/valid/position.sgf")).expect("a report");
    let analysed = report.analysed.expect("an analysis");
    let [zero, one] = &analysed.players[..] else { panic!("two players") };
    // Nothing of player 0 was evaluated, and no luck of player 1: error rate, rating, luck and its rating.
    assert_eq!([2, 3, 6, 7].map(|cell| zero[cell].as_str()), [""; 4]);
    assert_eq!([2, 3, 6, 7].map(|cell| one[cell].as_str()), ["0.0", "Supernatural", "", ""]);
}

#[test]
fn every_analysed_decision_has_its_table_and_mistakes_are_open() {
    let mut missed = 0;
    for name in ["match", "session"] {
        let (_, report) = analysed(name);
        let html = report.html();
        let tables = report.games.iter().flat_map(|game| &game.steps).flat_map(|step| &step.choices);
        let (all, wrong): (Vec<_>, Vec<_>) =
            (tables.clone().collect(), tables.filter(|table| table.is_mistake).collect());
        assert_eq!(html.matches("<details class=\"choices\"").count(), all.len(), "{name}");
        assert_eq!(html.matches("<details class=\"choices\" open>").count(), wrong.len(), "{name}");
        assert_eq!(html.contains("<nav"), report.games.len() > 1, "{name}: one game needs no links");
        assert!(
            html.contains("href=\"#g1\"") && html.contains("id=\"g1\""),
            "{name}: the link past the head"
        );
        let told = report.analysed.as_ref().expect("an analysis");
        assert_eq!(wrong.len(), told.mistakes.len(), "{name}");
        for table in all {
            assert_eq!(table.rows.iter().filter(|row| row.is_best).count(), 1, "{name}: {table:?}");
            assert!(table.rows.iter().all(|row| row.cells.len() == table.heads.len()), "{name}: {table:?}");
            let is_cube = table.title != "Candidates";
            assert_eq!(table.verdict.is_empty(), !is_cube, "{name}: {table:?}");
        }
        for mistake in &told.mistakes {
            let step = &report.games[mistake.game].steps[mistake.step];
            let of =
                |table: &&barpoint::output::report::Choices| (table.title != "Candidates") == mistake.is_cube;
            let table = step.choices.iter().find(of).expect("a table");
            assert!(table.is_mistake, "{name}: {table:?}");
            let lost = mistake.lost.split(' ').next().expect("a number");
            if !mistake.is_cube {
                let done = table.rows.iter().find(|row| row.is_done).expect("the play that was made");
                assert_eq!(done.cells[3], format!("-{lost}"), "{name}: {table:?}");
                assert!(mistake.words.starts_with(&done.cells[1]), "{name}: {} {table:?}", mistake.words);
            }
            if mistake.is_before_roll {
                let before = step.before_roll();
                assert!(
                    before.arrows.is_empty() && !before.words().contains("to play"),
                    "{name}: {}",
                    before.words()
                );
                missed += 1;
            }
        }
        assert!(report.text().contains("  done\n") && report.markdown().contains("| done |"), "{name}");
    }
    assert!(missed > 0, "a double was missed somewhere");
}

#[test]
fn a_wrong_play_has_its_arrows_and_those_of_the_best_one() {
    for name in ["match", "session"] {
        let (_, report) = analysed(name);
        let mut wrong = 0;
        for step in report.games.iter().flat_map(|game| &game.steps) {
            let table = step.choices.iter().find(|table| table.title == "Candidates" && table.is_mistake);
            assert_eq!(step.ways.is_some(), table.is_some(), "{name}: {}", step.words);
            assert_eq!(step.diagram.svg().contains("stroke-dasharray"), table.is_some(), "{name}");
            assert!(step.before_roll().best.is_empty() && step.before_roll().arrows.is_empty());
            let (Some([played, best]), Some(table)) = (&step.ways, table) else {
                assert!(step.diagram.best.is_empty(), "{name}: {}", step.words);
                continue;
            };
            wrong += 1;
            let done = table.rows.iter().find(|row| row.is_done).expect("the play that was made");
            let first = table.rows.iter().find(|row| row.is_best).expect("the best play");
            assert_eq!([played, best], [&done.cells[1], &first.cells[1]], "{name}");
            let diagram = &step.diagram;
            assert!(!diagram.arrows.is_empty() && diagram.best != diagram.arrows, "{name}: {}", step.words);
        }
        let html = report.html();
        // Those of the worst mistakes stand at the head of the page, too.
        assert!(wrong > 1 && html.matches("class=\"ways\"").count() >= wrong, "{name}: {wrong}");
        well_formed(&html, name);
    }
}

#[test]
fn a_text_report_begins_with_a_sentence() {
    for (path, words) in [
        ("mat/valid/seven-points.mat", "7 point match; "),
        ("mat/valid/money-with-beavers.mat", "Money session; bot2 leads 12-3."),
    ] {
        let (_, _, report) = read(&testdata(path)).expect("a record");
        let text = report.text();
        assert!(text.lines().any(|line| line.starts_with(words) && line.ends_with('.')), "{text}");
    }
}

#[test]
fn a_page_keeps_numbers_and_percent_signs_together_and_long_names_inside() {
    let (_, report) = analysed("match");
    let html = report.html();
    assert!(html.contains("\u{a0}% of the match)") && !html.contains(" %"), "{html}");
    assert!(html.contains("bdi,dd,.lead,.soft{overflow-wrap:anywhere}"));
    // Whatever scrolls on a screen is whole on paper.
    assert!(html.contains("@media print{.wide{overflow:visible}"));
}

#[test]
fn a_single_decision_has_no_chart_of_pip_counts() {
    let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
    let html = of(&barpoint::open("a.txt", id).expect("a position")[0]).html();
    assert!(html.contains("position set up") && !html.contains("id=\"pips\""), "{html}");
}
