//! The database of matches: each program reads what the other one wrote.

use super::{Folder, Gnubg};
use crate::support::report;
use std::process::{Command, Stdio};

/// A match of three points, a money session that isn't over, and one by a player of the first.
const RECORDS: [&str; 3] = [
    "m.mat\n 3 point match\n\n Game 1\n Anna : 0                       Bert : 0\n  1) 31: 8/5 6/5                 64: 24/14\n  2) 66: 24/18 24/18 13/7 13/7            Doubles => 2\n  3)  Takes                      52: 13/8 24/22\n      Wins 4 points and the match\n",
    "s.mat\n 0 point match\n\n Game 1\n Cleo : 0                       Anna : 0\n  1)                             42: 8/4 6/4\n  2)  Doubles => 2                Drops\n      Wins 1 point\n\n Game 2\n Cleo : 1                       Anna : 0\n  1) 31: 8/5 6/5                 65: 24/13\n",
    "t.mat\n 1 point match\n\n Game 1\n Bert : 0                       Dora : 0\n  1) 21: 13/11 6/5               65: 24/13\n      Wins 1 point and the match\n",
];

/// Runs commands in a folder that is also the home folder.
fn run(program: &std::path::Path, arguments: &[&str], folder: &Folder, commands: &str) -> String {
    std::fs::write(folder.0.join("commands"), commands).expect("a file");
    let mut command = Command::new(program);
    command.args(arguments).args(["-c", "commands"]).current_dir(&folder.0);
    command.env("HOME", &folder.0).env("TZ", "UTC").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    let output = command.output().expect("it runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the text after a mark: a command that has no help.
fn after<'a>(said: &'a str, mark: &str) -> &'a str {
    said.split_once(&format!("No help available for topic `{mark}'\n")).unwrap_or_else(|| panic!("{said}")).1
}

const QUERIES: &str = "set output output on\nhelp zzqa
relational show players
relational select session_id, checksum > '', player_id0, player_id1, result, length, event, date from session
relational select game_id, session_id, player_id0, score_0, score_1, result, game_number, crawford from game
relational select session_id, player_id, total_moves, doubles, takes, passes, snowie_moves, actual_result from matchstat
relational select game_id, player_id, total_moves, actual_result, error_based_fibs_rating from gamestat
relational select tablename, next_id from control
relational show details Bert
relational show details Anna Dora
relational show details Emil
relational select nonsense
relational select name from player where name = 'Emil'
";

#[test]
fn either_program_reads_what_the_other_wrote() {
    let Some(gnubg) = Gnubg::find() else { return };
    let barpoint = std::path::Path::new(crate::support::program());
    let theirs: (&std::path::Path, &[&str]) = (&gnubg.program, &["-t", "-q", "-r"]);
    let ours: (&std::path::Path, &[&str]) = (barpoint, &["session", "--compat", "-t", "-q", "-r"]);
    let mut stored = String::from("set output output off\nrelational setup dbtype=SQLite\n");
    for (place, record) in RECORDS.iter().enumerate() {
        let (name, _) = record.split_once('\n').expect("a name");
        for line in ["import mat ", name, "\nrelational add match quiet\n"] {
            stored += line;
        }
        if place == 1 {
            // The same once more: it replaces the first.
            stored += "relational add match quiet\n";
        }
    }
    let asked = format!("set output output off\nrelational setup dbtype=SQLite\n{QUERIES}");
    let mut answers = Vec::new();
    for writer in [theirs, ours] {
        let folder = Folder::new("gnubg");
        for record in RECORDS {
            let (name, text) = record.split_once('\n').expect("a name");
            std::fs::write(folder.0.join(name), text).expect("a file");
        }
        run(writer.0, writer.1, &folder, &stored);
        for reader in [theirs, ours] {
            let said = run(reader.0, reader.1, &folder, &asked);
            answers.push(after(&said, "zzqa").to_owned());
        }
        // What is erased by one is gone for the other.
        let erase = "relational setup dbtype=SQLite\nrelational erase player Bert\n";
        run(ours.0, ours.1, &folder, erase);
        let left = run(
            theirs.0,
            theirs.1,
            &folder,
            "relational setup dbtype=SQLite\nhelp zzqa\nrelational select count(*) from session\nrelational select name from player\n",
        );
        assert_eq!(after(&left, "zzqa"), "count(*)\n---------\n       1\nname\n-----\nAnna\nCleo\nDora\n");
    }
    assert!(
        answers[0].contains("Anna") && answers[0].contains("Cleo") && answers[0].contains("Dora"),
        "{}",
        answers[0]
    );
    assert_eq!(answers[0], answers[1], "what it wrote, read by both");
    assert_eq!(answers[2], answers[3], "what we wrote, read by both");
    assert_eq!(answers[0], answers[2], "what both wrote");
    report(answers.len() * QUERIES.lines().count(), "answers about matches in a database");
}
