//! `external`: the same questions to both programs. Everything except numbers must be the same, byte for
//! byte.

use super::{Folder, Gnubg, LIMIT};
use crate::support::report;
use barpoint::engine::Engine;
use barpoint::engine::bearoff::{OneSided, TwoSided};
use barpoint::engine::nets::Nets;
use barpoint::engine::search::Options;
use barpoint::remote::External;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// The first position, up to the player on roll.
const START: &str = "board:You:opp:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0";
/// A race that is as good as won, 63 pips against 78.
const RACE: &str = "board:You:opp:0:0:0:0:2:2:2:2:2:2:3:0:0:0:0:0:0:0:0:0:-3:-2:-2:-2:-2:-2:-2:0:0";
/// The bar, and nowhere to enter.
const CLOSED: &str = "board:You:opp:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:0:5:0:0:0:0:0:-2:-2:-2:-2:-2:-3:2";

/// Returns the questions. Their plays and actions are clear.
fn questions() -> Vec<String> {
    let end = "1:-1:0:25:0:0:0:0:0:0:0:0";
    let board =
        |checkers: &str, turn: &str, dice: &str| format!("{checkers}:{turn}:{dice}:{dice}:1:1:1:0:{end}");
    let doubled = |checkers: &str| format!("{checkers}:1:0:0:0:0:1:1:1:1:{end}");
    let mut all: Vec<String> = ["3:1", "1:3", "4:2", "6:1", "5:3", "6:5", "3:3", "4:4"]
        .map(|dice| board(START, "1", dice))
        .into_iter()
        .chain([
            board(START, "-1", "3:1"),
            board(START, "1", "0:0"),
            board(RACE, "1", "0:0"),
            board(RACE, "-1", "0:0"),
            board(CLOSED, "1", "6:1"),
            doubled(RACE),
            doubled(START),
            board(START, "1", "3:1") + " jacobyrule on beavers off",
            board(START, "1", "0:0") + " resignation 1",
            board(START, "1", "0:0") + " plies 2",
            board(START, "1", "3:1") + " foo",
            board(START, "1", "3:1") + ":1",
            board(START, "1", "x:1"),
            board(START, "1", "1.5:1"),
            board(START, "1", ":1"),
            board(START, "1", "3:1").to_uppercase(),
            format!("evaluation fibsboard {} plies 0 cubeless", board(START, "1", "0:0")),
            format!("evaluation fibsboard {} plies 0 cubeful prune on noise 0.0", board(START, "-1", "0:0")),
            format!("evaluation fibsboard {} plies 0 cube off", board(START, "1", "0:0")),
            format!("evaluation fibsboard {} plies 0 cubeless cube on", board(START, "1", "0:0")),
            format!("evaluation fibsboard {} cube", board(START, "1", "0:0")),
            format!("evaluation fibsboard {} cube 1", board(START, "1", "0:0")),
            board(START, "1", "0:0") + " cube on",
            "cube".to_owned(),
            format!("evaluation fibsboard {} plies x", board(START, "1", "0:0")),
            format!("evaluation {}", board(START, "1", "0:0")),
        ])
        .collect();
    let words = "help|set debug on|set debug FALSE|set debug 1|set interface old|set interface new|set interface|set|\
                 set foo|set prompt \"x\"|set prompt x|set debug on x||foo|5|1.5|'x'|on|new|old|prompt|plies 3|fibsboard|\
                 evaluation|evaluation fibsboard|evaluation fibsboard 3|help version|version extra|board:|board:a:b|\
                 board::b:1|board:12:b:1|\thelp ";
    all.extend(words.split('|').map(str::to_owned));
    all
}

/// The referee, listening; it is ended with the test.
struct Listening(Child);

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Gnubg {
    /// Connects to it; returns the connection as well.
    fn listening(&self, folder: &Folder) -> (Listening, TcpStream) {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let address = free.expect("a free port");
        let mut child = Command::new(&self.program)
            .args(["-t", "-q", "-r"])
            .current_dir(&folder.0)
            .env("HOME", &folder.0)
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let lines = format!("external localhost:{}\n", address.port());
        child.stdin.as_mut().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
        let (listening, start) = (Listening(child), Instant::now());
        loop {
            match TcpStream::connect(address) {
                Ok(stream) => return (listening, stream),
                Err(error) => assert!(start.elapsed() < LIMIT, "GNU Backgammon doesn't listen: {error}"),
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
}

#[test]
fn a_session_is_played_by_the_real_program() {
    let Some(gnubg) = Gnubg::find() else { return };
    let folder = Folder::new("gnubg");
    let (_listening, stream) = gnubg.listening(&folder);
    let address = stream.peer_addr().expect("an address");
    // It serves one program after the other.
    drop(stream);
    let commands = format!(
        "set rng mersenne 5\nset display off\nset player 0 external {address}\nset player 1 barpoint\nnew match 3\nshow score\n"
    );
    std::fs::write(folder.0.join("ours"), commands).expect("a file");
    let mut ours = Command::new(crate::support::program());
    ours.args(["session", "-r", "-c", "ours"]).current_dir(&folder.0).stdin(Stdio::null());
    let output = ours.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("has won the match.") && wrong.is_empty(), "{said}{wrong}");
    report(1, "matches against GNU Backgammon on a socket");
}

#[test]
fn the_real_program_is_played_by_this_one() {
    let Some(gnubg) = Gnubg::find() else { return };
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let address = free.expect("a free port");
    let mut ours = Command::new(crate::support::program());
    ours.args(["external", &address.to_string(), "--plies", "0"]).stdout(Stdio::piped());
    let mut ours = Listening(ours.spawn().expect("it runs"));
    let mut waiting = String::new();
    BufReader::new(ours.0.stdout.as_mut().expect("a pipe")).read_line(&mut waiting).expect("a line");
    let commands = format!(
        "set rng mersenne 5\nset display off\nset player 0 external {address}\nset player 1 gnubg\n\
         set automatic roll on\nnew match 3\nplay\n"
    );
    let folder = Folder::new("gnubg");
    std::fs::write(folder.0.join("commands"), commands).expect("a file");
    // It only waits for a program's answer if it reads its commands from a pipe.
    let said = super::said_piped(&gnubg.program, &[], &folder.0, &folder.0);
    assert!(said.contains("has won the match.") && !said.contains("Error:"), "{said}");
    report(1, "matches of GNU Backgammon against this program on a socket");
}

/// Replaces numbers with decimals by `#`.
fn form(answer: &str) -> String {
    let word = |word: &str| {
        if word.len() > 4 && word.parse::<f64>().is_ok() { "#".to_owned() } else { word.to_owned() }
    };
    answer.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn external_answers_as_the_real_program_does() {
    let Some(gnubg) = Gnubg::find() else { return };
    let folder = Folder::new("gnubg");
    let (_listening, stream) = gnubg.listening(&folder);
    stream.set_read_timeout(Some(LIMIT)).expect("a socket");
    let mut answers = BufReader::new(stream.try_clone().expect("a second handle"));
    let mut stream = stream;
    let engine = Engine::with_tables(Nets::embedded(), OneSided::build, TwoSided::build);
    let ours = External::new(&engine, Options { plies: 0, ..Options::default() });
    let questions = questions();
    for question in &questions {
        stream.write_all(format!("{question}\n").as_bytes()).expect("it reads");
        let mut theirs = String::new();
        answers.read_line(&mut theirs).expect("an answer");
        let answer = ours.answer(question).expect("an answer");
        assert_eq!(form(answer.trim_end_matches('\n')), form(theirs.trim_end_matches('\n')), "{question}");
    }
    report(questions.len(), "questions on a socket, answered as GNU Backgammon does");
}

#[test]
fn a_tutors_words_are_those_of_the_real_program() {
    let Some(gnubg) = Gnubg::find() else { return };
    let lines = "set tutor mode on\nset tutor cube off\nset tutor chequer off\nset tutor cube on\nset tutor chequer on\n\
                 set tutor skill bad\nset tutor skill verybad\nset tutor skill doubtful\nset tutor skill\nset tutor foo\n\
                 set tutor mode\nset tutor mode foo\nshow tutor\nset tutor chequer off\nshow tutor\nset tutor mode off\n\
                 show tutor\n";
    let theirs = gnubg.run(lines);
    let mut session = barpoint::repl::session::Session::new(
        Box::new(barpoint::repl::host::Nowhere),
        barpoint::repl::dice::Dice::seeded(1),
    );
    session.settings.compat = true;
    let mut ours = String::new();
    for line in lines.lines() {
        let mut answer = barpoint::repl::answer::Answer::default();
        let done = session.line(line, &mut answer);
        ours.extend(answer.parts().map(|part| part.1));
        ours += &done.err().map_or(String::new(), |refusal| refusal.text);
    }
    let (_, theirs) = theirs.rsplit_once("details.\n\n").expect("a greeting");
    assert_eq!(ours, theirs);
}
