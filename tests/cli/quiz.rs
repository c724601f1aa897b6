//! `barpoint quiz`: problems, answers, and when they come again.

use super::Folder;
use crate::schema::{fits, published};
use crate::support::{json_lines, testdata};
use barpoint::board::Board;
use barpoint::cli::args::{Cli, Command};
use barpoint::cli::commands::quiz;
use barpoint::cli::records::Records;
use barpoint::host::exit::Exit;
use barpoint::notation::play::print;
use barpoint::output::ui::Ui;
use barpoint::rules::legal_plays;
use clap::Parser;
use serde_json::Value;
use std::cell::RefCell;
use std::io::{self, Cursor, Write};
use std::rc::Rc;

const OPENING: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
const DOUBLED: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10";
const CUBE: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10";
const SECONDS_A_DAY: u64 = 86_400;

/// A stream that can be read after the run; it fails after some bytes.
#[derive(Clone)]
struct Stream(Rc<RefCell<Vec<u8>>>, usize);

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.borrow_mut();
        if written.len() + bytes.len() > self.1 {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A run within this process.
struct Quizzed {
    exit: Exit,
    out: String,
    err: String,
}

/// Runs a quiz on a day, counted from 1970-01-01, with a standard output that takes this many bytes.
fn quiz_until(arguments: &[&str], stdin: &str, day: u64, most: usize) -> Quizzed {
    let words = ["barpoint", "quiz", "--jobs", "1"].iter().chain(arguments);
    let cli = Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{error}"));
    let Command::Quiz(args) = cli.command else { panic!("another command") };
    let [out, err] = [most, usize::MAX / 2].map(|most| Stream(Rc::default(), most));
    let exit = {
        let mut ui = Ui::new(out.clone(), err.clone());
        let stdin = Box::new(Cursor::new(stdin.as_bytes().to_vec()));
        let done = quiz::run(&args, &Records, stdin, day * SECONDS_A_DAY + 80_000, &mut ui);
        done.unwrap_or_else(|error| error.report(&mut ui))
    };
    let text = |stream: Stream| String::from_utf8(stream.0.borrow().clone()).expect("UTF-8");
    Quizzed { exit, out: text(out), err: text(err) }
}

fn quiz(arguments: &[&str], stdin: &str, day: u64) -> Quizzed {
    quiz_until(arguments, stdin, day, usize::MAX / 2)
}

/// The path of a file of results, as an argument.
fn results(folder: &Folder) -> String {
    format!("--results={}", folder.path("quiz.jsonl").display())
}

/// The results in a folder.
fn kept(folder: &Folder) -> Vec<Value> {
    json_lines(&folder.text("quiz.jsonl"))
}

#[test]
fn a_play_is_answered_by_its_notation_or_its_number() {
    let folder = Folder::new("quiz-play");
    let run = folder.run_with(&format!("quiz --results quiz.jsonl {OPENING}"), b"8/5 6/5\n");
    let out = run.status(0);
    assert!(out.starts_with("Problem 1 of 1\n\n GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n"), "{out}");
    for part in [
        "X: you\n",
        "Rolled 31",
        "\nYou rolled 31. What do you play?\n  1. ",
        "\n> \nRight: 8/5 6/5 is best.\n\nmatch, 7-away against 7-away; cube 1, centred\n    play ",
        "\n 1  8/5 6/5 ",
        "\nDue again on 2",
        "\n1 problem: 1 right (1 best), mean loss 0.000\n",
    ] {
        assert!(out.contains(part), "{part:?} in {out}");
    }
    let [line] = &kept(&folder)[..] else { panic!("one line") };
    fits(line, &published("quiz-result"), "quiz.jsonl");
    assert_eq!(
        (&line["answer"], &line["best"], &line["grade"]),
        (&"8/5 6/5".into(), &"8/5 6/5".into(), &"good".into())
    );

    // The candidates are numbered in an order that doesn't show the best.
    let listed = |line: &str| {
        let (number, play) = line.trim_start().split_once(". ")?;
        number.parse::<usize>().ok().map(|number| (number, play.to_owned()))
    };
    let candidates: Vec<(usize, String)> = out.lines().filter_map(listed).collect();
    assert_eq!(candidates.len(), 6, "{out}");
    let (number, play) = candidates.iter().find(|(_, play)| play != "8/5 6/5").expect("another one");
    let run = quiz(&[&results(&folder), "--all", OPENING], &format!("{number}\n"), 20_000);
    assert!(run.out.contains(&format!("{play} costs 0.")), "{}", run.out);
    assert!(run.out.contains(" against 8/5 6/5: it "), "{}", run.out);
    let line = &kept(&folder)[1];
    assert_eq!((&line["answer"], &line["date"]), (&play.as_str().into(), &"2024-10-04".into()));
    assert!(line["loss"].as_f64().expect("a number") > 0.0);
}

#[test]
fn of_two_cube_actions_that_make_no_difference_neither_is_best() {
    let folder = Folder::new("quiz-optional");
    // After the Crawford game, the trailer may as well double at the next turn.
    let optional = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:5:10";
    for (answer, words) in
        [("double", "double is as good as no double"), ("r", "no double is as good as double")]
    {
        let run = quiz(&[&results(&folder), optional, "--all"], &format!("{answer}\n"), 20_000);
        assert!(run.out.contains(&format!("\nRight: {words}.\n")), "{}", run.out);
    }
}

#[test]
fn cube_actions_are_asked_by_their_names() {
    let folder = Folder::new("quiz-cube");
    let run = quiz(&[&results(&folder), CUBE, DOUBLED], "r\npass\n", 20_000);
    assert_eq!(run.exit, Exit::Clean);
    for part in [
        "You are on roll. Double or no double?\n(type `double` or `roll`; q quits)\n",
        "\nRight: no double is best.\n",
        "You are doubled. Take or pass?\n",
        "\nVery bad: passing costs 1.",
        "No double, take",
        "\n2 problems: 1 right (1 best), mean loss 0.",
    ] {
        assert!(run.out.contains(part), "{part:?} in {}", run.out);
    }
    let grades: Vec<Value> = kept(&folder).into_iter().map(|line| line["grade"].clone()).collect();
    assert_eq!(grades, ["good", "again"]);
}

#[test]
fn what_is_no_answer_is_asked_again_and_the_end_of_the_input_ends_the_quiz() {
    let folder = Folder::new("quiz-garbage");
    let long = "8/5 ".repeat(20_000);
    let garbage = format!("\n7\n0\nxyzzy\n8/3\n13/x\n\u{1b}[31m\n99999999999999999999\n{long}\ndouble\n");
    let run = quiz(&[&results(&folder), OPENING], &garbage, 20_000);
    assert_eq!(run.exit, Exit::Clean);
    assert_eq!(run.out.matches("; type a number, or any play such as `8/5 6/5`\n").count(), 9, "{}", run.out);
    assert!(
        run.out.contains("> type a number, or any play such as `8/5 6/5`\n"),
        "an empty line: {}",
        run.out
    );
    assert!(run.out.contains("there is no candidate 7: the last is 6; "), "{}", run.out);
    assert!(run.out.contains("the line is too long; "), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "control characters reach no terminal");
    assert!(run.out.ends_with("\nNo problem was answered.\n"), "{}", run.out);
    let run = quiz(&[&results(&folder), OPENING, CUBE], "8/5 6/5\nq\n", 20_000);
    assert!(run.out.ends_with("\n1 problem: 1 right (1 best), mean loss 0.000\n"), "{}", run.out);
    assert_eq!(kept(&folder).len(), 1);
}

#[test]
fn a_problem_comes_again_when_it_is_due() {
    let folder = Folder::new("quiz-due");
    let results = results(&folder);
    let ask = |arguments: &[&str], stdin: &str, day: u64| {
        let run = quiz(&[&[results.as_str()], arguments].concat(), stdin, day);
        assert_eq!(run.exit, Exit::Clean, "{}", run.err);
        run.out
    };
    // Right: after 2 days; wrong: on the next day.
    ask(&[OPENING, DOUBLED], "8/5 6/5\npass\n", 20_000);
    assert_eq!(
        ask(&[OPENING, DOUBLED], "", 20_000),
        "No problem is due before 2024-10-05; `--all` asks anyway (2 problems in all).\n"
    );
    assert_eq!(ask(&[OPENING, "--fresh"], "", 20_000), "No problem is new (1 problem in all).\n");
    assert!(ask(&[OPENING, CUBE, "--fresh"], "", 20_000).contains("Problem 1 of 1\n"));
    // Without problems of its own, a quiz repeats what is due, the longest overdue first.
    assert!(ask(&[], "take\n", 20_001).contains("You are doubled."), "wrong before");
    assert!(ask(&[], "q\n", 20_001).starts_with("No problem is due before 2024-10-06"));
    let out = ask(&[], "8/5 6/5\ntake\n", 20_010);
    assert!(out.contains("Problem 1 of 2") && out.contains("2 problems: 2 right"), "{out}");
    // What is due comes before what is new, and the number can be limited.
    let out = ask(&[CUBE, OPENING, "-n", "1"], "q\n", 20_100);
    assert!(out.contains("Problem 1 of 1") && out.contains("You rolled 31."), "{out}");
    assert_eq!(kept(&folder).len(), 5);
}

#[test]
fn mistakes_of_records_are_asked_the_largest_first() {
    let folder = Folder::new("quiz-records");
    let record = testdata("analysis/match.sgf.gz");
    let record = record.to_str().expect("a path");
    let answers = "xyzzy\n1\ndouble\ntake\n".repeat(20);
    let run = quiz(&[&results(&folder), record, "--player", "Bob", "-n", "3"], &answers, 20_000);
    assert_eq!(run.exit, Exit::Clean, "{}", run.err);
    assert!(run.out.contains("Problem 3 of 3") && run.out.contains("\n3 problems: "), "{}", run.out);
    assert_eq!(run.out.matches(", Bob: ").count(), 3, "{}", run.out);
    assert!(run.err.contains(" problems from "), "{}", run.err);
    let cube = quiz(&[&results(&folder), record, "--kind", "cube", "--loss", "0.01.."], "", 20_000);
    assert!(!cube.out.contains("You rolled"), "{}", cube.out);
    let none = quiz(&[&results(&folder), record, "--player", "Zoe"], "", 20_000);
    assert_eq!((none.out.as_str(), none.exit), ("No decision matches.\n", Exit::Clean));

    // Without an analysis, one is made.
    let plain = testdata("mat/valid/seven-points.mat");
    let plain = plain.to_str().expect("a path");
    let none = quiz(&[&results(&folder), plain], "", 20_000);
    assert!(
        none.err.contains("note: no analysis in 1 match; `--plies 0` evaluates every decision"),
        "{}",
        none.err
    );
    let made = quiz(&[&results(&folder), plain, "--plies", "0", "-n", "1"], "", 20_000);
    assert!(made.out.contains("Problem 1 of 1"), "{}{}", made.out, made.err);

    // A record with errors gives problems, and the exit status says so.
    let wrong = testdata("mat/tour/three-mistakes.mat");
    let wrong = wrong.to_str().expect("a path");
    let asked = quiz(&[&results(&folder), wrong, "--plies", "0", "-n", "1"], "", 20_000);
    assert!(asked.err.contains("three-mistakes.mat: 3 errors in match 1;"), "{}", asked.err);
    assert_eq!(asked.exit, Exit::Findings);
}

#[test]
fn quizzes_at_the_same_time_keep_all_results() {
    const QUIZZES: usize = 3;
    let folder = Folder::new("quiz-at-once");
    // The same position at several scores of a match.
    let scores = (0..5).flat_map(|mine| (0..4).map(move |theirs| (mine, theirs)));
    let ids: Vec<String> = scores
        .map(|(mine, theirs)| format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:{mine}:{theirs}:0:7:10"))
        .collect();
    let start = || {
        let mut command = std::process::Command::new(crate::support::program());
        command.args(["quiz", "--results", "quiz.jsonl", "--all"]).args(&ids).current_dir(&folder.0);
        command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut child = command.spawn().expect("the program");
        let answers = "pass\n".repeat(ids.len());
        child.stdin.take().expect("a pipe").write_all(answers.as_bytes()).expect("the answers");
        child
    };
    let running: Vec<_> = (0..QUIZZES).map(|_| start()).collect();
    for child in running {
        let output = child.wait_with_output().expect("the program ends");
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && out.contains("\n20 problems: "), "{out}");
    }
    assert_eq!(kept(&folder).len(), QUIZZES * ids.len());
}

#[test]
fn positions_of_a_list_are_asked_and_no_problem_twice() {
    let folder = Folder::new("quiz-list");
    folder.write("list.ids", format!("# an opening\n{OPENING}\n{CUBE}\n{OPENING}\n4HPwATDgc/ABMA\n"));
    let list = folder.path("list.ids");
    let list = list.to_str().expect("a path");
    let run = quiz(&[&results(&folder), list, OPENING, "4HPwATDgc/ABMA"], "", 20_000);
    assert!(run.out.contains("Problem 1 of 3"), "{}{}", run.out, run.err);
    assert!(run.err.contains("4 problems from 4 positions\n"), "{}", run.err);
    let run = quiz(&[&results(&folder), list, "--kind", "play"], "", 20_000);
    assert!(run.out.contains("Problem 1 of 1"), "{}{}", run.out, run.err);
    assert!(!run.err.contains("without an analysis"), "{}", run.err);
}

/// A double that should be beavered, with beavers allowed and without.
const BEAVER: &str = "XGID=-b----E-C---eE---c-e-A--A-:0:0:-1:D:1:0:3:0:10";
const NO_BEAVER: &str = "XGID=-b----E-C---eE---c-e-A--A-:0:0:-1:D:1:0:1:0:10";

#[test]
fn a_missed_beaver_is_asked_and_is_a_mistake() {
    let folder = Folder::with("quiz-beaver", "list.ids", format!("{DOUBLED}\n{BEAVER}\n"));
    let list = folder.path("list.ids");
    let list = list.to_str().expect("a path");
    let run = quiz(&[&results(&folder), list, "--all"], "pass\ntake\n", 20_000);
    for part in [
        "Problem 1 of 2",
        "You are doubled. Take or pass?\n(type `take` or `pass`; q quits)\n",
        "You are doubled. Take, beaver or pass?\n(type `take`, `beaver` or `pass`; q quits)\n",
        "taking costs 0.",
        ": a beaver has an equity of +",
        "\n2 problems: 0 right (0 best), mean loss ",
    ] {
        assert!(run.out.contains(part), "{part:?} in {}{}", run.out, run.err);
    }
    let run = quiz(&[&results(&folder), BEAVER, "--all"], "b\n", 20_000);
    assert!(run.out.contains("\nRight: beaver is best.\n"), "{}", run.out);
    let newest = kept(&folder).pop().expect("a result");
    assert_eq!((&newest["answer"], &newest["best"]), (&"beaver".into(), &"beaver".into()));
    // Where beavers aren't allowed, none can be typed, and a take is right.
    let run = quiz(&[&results(&folder), NO_BEAVER], "beaver\ntake\n", 20_000);
    assert!(run.out.contains("`beaver` isn't an answer; type `take` or `pass`\n"), "{}", run.out);
    assert!(run.out.contains("\nRight: take is best.\n"), "{}", run.out);
}

#[test]
fn what_cannot_be_asked_or_kept_is_refused() {
    let folder = Folder::new("quiz-refused");
    let refused = |arguments: &[&str], why: &str| {
        let run = quiz(&[&[results(&folder).as_str()], arguments].concat(), "1\n", 20_000);
        assert_eq!(run.exit, Exit::CouldNotRun, "{}", run.out);
        assert!(run.err.contains(why), "{}", run.err);
    };
    refused(&[], "error: no earlier quiz: nothing is due\nhint: ");
    refused(&["missing.mat"], "error: cannot read missing.mat: ");
    refused(&["-"], "error: standard input is for your answers; name the records as files");
    refused(
        &["XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:7:10"],
        "there is nothing to ask: the cube can't be turned, or gains nothing",
    );
    refused(&["-o", "quiz.gif", OPENING], "error: quiz.gif: the file must end in .html or .apkg");
    folder.write("quiz.jsonl", "{\"schema\":1}\n");
    let why = "`id` is missing; remove the line to continue with the others";
    refused(&[OPENING], &format!("quiz.jsonl:1: not a result of a quiz: {why}"));
    assert_eq!(folder.text("quiz.jsonl"), "{\"schema\":1}\n", "it stays as it is");
}

#[test]
fn a_closed_pipe_ends_the_quiz_and_keeps_the_results() {
    let folder = Folder::new("quiz-closed");
    let whole = quiz(&[&results(&folder), "--all", OPENING, CUBE], "8/5 6/5\nroll\n", 20_000).out;
    let before = kept(&folder).len();
    let cut = whole.find("Problem 2").expect("the second one");
    let run = quiz_until(&[&results(&folder), "--all", OPENING, CUBE], "8/5 6/5\nroll\n", 20_000, cut);
    assert_eq!((run.exit, run.err.as_str()), (Exit::Clean, ""));
    assert_eq!(kept(&folder).len(), before + 1);
}

#[test]
fn a_page_has_every_choice_with_its_verdict() {
    let folder = Folder::new("quiz-page");
    let page = folder.path("quiz.html");
    let page = page.to_str().expect("a path");
    let results = results(&folder);
    let arguments = [results.as_str(), "-o", page, OPENING, CUBE, DOUBLED];
    let run = quiz(&arguments, "", 20_000);
    assert_eq!((run.exit, run.out.as_str()), (Exit::Clean, ""), "{}", run.err);
    let html = folder.text("quiz.html");
    for part in [
        "<h2 id=\"h3\">Problem 3</h2>",
        "data-loss=\"0\" data-verdict=\"Right: 8/5 6/5 is best.\" data-best data-right>",
        "Very bad: passing costs 1.",
        "<p>No double, take</p>",
        "You rolled 31. What do you play?",
        "match, 7-away against 7-away; cube 1, centred",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    assert_eq!(html.matches("<button type=").count(), 6 + 2 + 2);
    for part in ["http://", "https://", "src="] {
        assert!(!html.contains(part), "the page needs no network: {part}");
    }
    assert!(!folder.path("quiz.jsonl").exists(), "a page keeps no results");
    let again = quiz(&arguments, "", 20_000);
    assert_eq!(again.exit, Exit::CouldNotRun);
    assert!(again.err.contains("the file exists; `--force` replaces it"), "{}", again.err);
}

/// The members of a zip archive by their names.
#[cfg(feature = "database")]
fn members(bytes: &[u8]) -> std::collections::BTreeMap<String, Vec<u8>> {
    use std::io::Read as _;
    let archive = rawzip::ZipArchive::from_slice(bytes).expect("an archive");
    let mut entries = archive.entries();
    let mut found = std::collections::BTreeMap::new();
    while let Some(entry) = entries.next_entry().expect("a directory") {
        let name = entry.file_path().try_normalize().expect("a name").as_ref().to_owned();
        let local = archive.get_entry(entry.wayfinder()).expect("a member");
        let mut content = Vec::new();
        let inflated = flate2::bufread::DeflateDecoder::new(local.data());
        local.verifying_reader(inflated).read_to_end(&mut content).expect("its content");
        found.insert(name, content);
    }
    found
}

/// What Anki reads of a note: its identifier, its time, its fields.
#[cfg(feature = "database")]
fn notes(
    folder: &Folder,
    members: &std::collections::BTreeMap<String, Vec<u8>>,
) -> Vec<(String, i64, Vec<String>)> {
    folder.write("collection.anki2", &members["collection.anki2"]);
    let database = rusqlite::Connection::open(folder.path("collection.anki2")).expect("a database");
    let check: String =
        database.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("an answer");
    assert_eq!(check, "ok");
    let cards = "SELECT count(*) FROM cards c JOIN notes n ON n.id = c.nid JOIN col ON ver = 11";
    let cards: i64 = database.query_row(cards, [], |row| row.get(0)).expect("an answer");
    let mut statement = database.prepare("SELECT guid, mod, flds FROM notes ORDER BY id").expect("notes");
    let note = |row: &rusqlite::Row<'_>| {
        let fields: String = row.get(2)?;
        Ok((row.get(0)?, row.get(1)?, fields.split('\u{1f}').map(str::to_owned).collect()))
    };
    let notes: Vec<(String, i64, Vec<String>)> =
        statement.query_map([], note).expect("notes").map(|note| note.expect("a note")).collect();
    assert_eq!(notes.len() as i64, cards);
    notes
}

#[cfg(feature = "database")]
#[test]
fn a_deck_keeps_the_identifiers_of_its_cards() {
    let folder = Folder::new("quiz-deck");
    let deck = folder.path("deck.apkg");
    let results = results(&folder);
    let write = |problems: &[&str], day: u64| {
        let arguments = [results.as_str(), "--force", "-o", deck.to_str().expect("a path")];
        let run = quiz(&[&arguments, problems].concat(), "", day);
        assert_eq!(run.exit, Exit::Clean, "{}", run.err);
        members(&folder.read("deck.apkg"))
    };
    let first = write(&[OPENING, DOUBLED], 20_000);
    assert!(first == write(&[OPENING, DOUBLED], 20_000), "the same deck has the same bytes");
    let media: Value = serde_json::from_slice(&first["media"]).expect("JSON");
    let all = notes(&folder, &first);
    let [(guid, time, fields), (other, ..)] = &all[..] else { panic!("two notes") };
    let [id, board, question, answer] = &fields[..] else { panic!("four fields") };
    assert_ne!(guid, other);
    assert!(id.contains("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"), "{id}");
    assert_eq!(*board, format!("<img src=\"{}\">", media["0"].as_str().expect("a name")));
    assert!(first["0"].starts_with(b"<svg ") && first.len() == 4);
    assert!(question.starts_with("You rolled 31. What do you play?<br>match, 7-away"), "{question}");
    assert!(answer.contains("<li class=\"best\">Right: 8/5 6/5 is best.</li>"), "{answer}");
    // A later deck has later times, and its own order: Anki knows the cards by their identifiers.
    let later = notes(&folder, &write(&[DOUBLED, OPENING], 20_001));
    assert_eq!((&later[0].0, &later[1].0), (other, guid));
    assert_eq!(later[1].1, time + 86_400);
}

#[test]
fn every_legal_play_can_be_typed_as_it_is_printed() {
    let folder = Folder::new("quiz-typed");
    for roll in ["31", "32", "43", "64"] {
        let id = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{roll}:0:0:0:7:10");
        for (play, _) in legal_plays(&Board::START, roll.parse().expect("a roll")) {
            let typed = print::gnubg(&Board::START, &play).to_string();
            let arguments = [&results(&folder), "--all", "--plies", "0", &id];
            let run = quiz(&arguments, &format!("{typed}\n"), 20_000);
            assert!(!run.out.contains("isn't legal"), "{roll} {typed}: {}", run.out);
        }
    }
}

#[test]
fn resignations_are_no_problems() {
    let folder = Folder::with("quiz-resigned", "a.mat", super::record("valid/resignations.mat"));
    let page = folder.path("quiz.html");
    let arguments = ["--plies", "0", "-o", page.to_str().expect("a path"), "-f"];
    let path = folder.path("a.mat");
    let run =
        quiz(&[&arguments[..], &[&results(&folder), path.to_str().expect("a path")]].concat(), "", 20_000);
    let page = folder.text("quiz.html");
    assert!(run.exit == Exit::Clean && page.contains("class=\"source\""), "{}", run.err);
    assert!(page.contains(", game 3, move 4, Bob: pass"), "the other decisions are asked");
    assert!(!page.contains(": resign"), "a resignation is asked as a double");
}

/// A position in which a redouble is far too early.
const EARLY: &str = "-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10";

#[test]
fn a_lesson_agrees_with_the_verdict() {
    let folder = Folder::new("quiz-exact");
    for (id, typed, said, not) in [
        // The last roll: a double is right from 50 % on.
        ("--A--A------------------a-:0:0:1:00:0:0:0:0:10", "roll", "a double is right from 50.0 %", "66.7"),
        // With one's own cube it is a redouble.
        ("--A--A------------------a-:1:1:1:00:0:0:0:0:10", "roll", "without a redouble costs", " double"),
        ("--A--A------------------a-:1:1:1:00:0:0:0:0:10", "roll", "a redouble is right from 50.0 %", "66.7"),
        (EARLY, "redouble", "redoubling costs", " double "),
        (EARLY, "redouble", "a redouble is right from", " doubling"),
        ("--B--------------------b--:0:0:1:D:0:0:0:0:10", "pass", "20.0 % is enough to take", "21.7"),
        ("-A----A------------a----a-:0:0:1:D:0:0:0:0:10", "take", "needs 25.0 %", "21.7"),
    ] {
        let arguments = [&results(&folder), "--all", "--plies", "1", &format!("XGID={id}")];
        let run = quiz(&arguments, &format!("{typed}\n"), 20_000);
        let lesson = run.out.lines().find(|line| line.contains(" costs ")).expect("a lesson");
        assert!(lesson.contains(said) && !lesson.contains(not), "{typed}: {lesson}");
    }
}

#[test]
fn the_quiz_of_the_tutorial_is_what_the_program_says() {
    let page = include_str!("../../docs/tutorial.md");
    let shown = page.split("Problem 1 of 12\n").nth(1).expect("the quiz");
    let shown = shown.split("Due again on").next().expect("its end").replace("\n> 4\n", "\n>");
    let folder = Folder::new("quiz-tutorial");
    let run = quiz(&[&results(&folder), "4HPwATDgc/ABMA:cInlAAAAAAAE"], "4\n", 20_000);
    let said = run.out.split("Problem 1 of 1\n").nth(1).expect("a problem");
    let said = said.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let said = said.split("Due again on").next().expect("an answer");
    // The answer is typed at a terminal there.
    assert_eq!(said, shown);
}
