//! The session against the real program: the same scripts through both, both streams compared.
//!
//! The scripts are written while GNU Backgammon plays them (`write`), each from a seed; scripts captured by
//! hand come from the shared collection. Its answers are cached in the build folder, so a second run is
//! quick.

mod compare;
mod left_out;
mod pool;
mod run;
mod seen;
mod write;

use super::Gnubg;
use crate::support::{report, shared};
use compare::{Difference, Known};
use run::{Answer, Script, Way};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of scripts written.
const SCRIPTS: u64 = 320;

/// Commands whose answer differs as a whole, and the reason. Each entry must be needed. They don't excuse
/// what must never differ.
const KNOWN: &[Known] = &[Known { path: "show version", reason: "each program says what it is" }];

/// Lines of the captured scripts that are left out, with everything after them that depends on them.
const LEFT_OUT: &[&str] = &[
    // Sixteen checkers of a side: it crashes.
    "XGID=P",
    // A resignation of less than nothing, which gives a player -1 points.
    "resign -1",
];

/// Answers that the scripts must produce, each at least once: a part of a line.
const KINDS: &[&str] = &[
    "match has been started",
    "A new session has been started.",
    " rolls 6, ",
    "The cube is now at 2.",
    " cannot move.",
    " moves ",
    "/off",
    " doubles.",
    "accepts the cube at 2.",
    "accepts and immediately redoubles to 4.",
    "redoubles to 8.",
    "refuses the cube and gives up 1 point.",
    "gives up 2 points.",
    "offers to resign a single game.",
    "offers to resign a gammon.",
    "offers to resign a backgammon.",
    "accepts and wins a gammon.",
    "declines the single game.",
    "has already declined your offer of a",
    "wins a single game and 1 point.",
    "wins a gammon and",
    "wins a backgammon and",
    "has won the match.",
    "The match is already over.",
    "Crawford game)",
    "post-Crawford play)",
    "money session, with Jacoby rule",
    "money session, without Jacoby rule",
    "You have already rolled the dice.",
    "You must roll the dice before you can move.",
    "You must specify a move",
    "Illegal or unparsable move.",
    "No game in progress (type `new game' to start one).",
    "You can't double after rolling the dice",
    "You do not own the cube.",
    "Doubling is forbidden by the Crawford rule",
    "The cube is dead",
    "Beavers and Raccoons are not permitted",
    "beavers are permitted",
    "Only one beaver is permitted",
    "Beavers are disabled",
    "Please wait for",
    "Please resolve the resignation first.",
    "No resignation was offered.",
    "You can only accept if",
    "You can only reject if",
    "The cube must have been offered before you can take it.",
    "The cube must have been offered before you can drop it.",
    "The cube must have been offered before you can redouble it.",
    "Unknown keyword `foo'.",
    "Incomplete command.",
    "Cube offered at",
    "resigns gammon",
    "board:",
    "+24-23-22",
    "Illegal position.",
    "Setting GNUbg ID",
    "No valid IDs found",
    "Not a valid XGID",
    "The dice have been set to",
    "is now on roll.",
    "The cube has been set to",
    "now owns the cube.",
    "The cube has been centred.",
    "Use of the doubling cube is disabled.",
    "The doubling cube is disabled",
    "in on roll.",
    "in on move.",
    "has offered to resign",
    "No game is being played.",
    "The dice will not be rolled until a game is started.",
    "There is no game in progress.",
    "Doubles to",
    "Takes",
    "Drops",
    "Resigns",
    "Rolled",
    "No position specified and no game in progress.",
    "If you specify a parameter to the `next' command",
    "The pip counts are:",
    "Cubeless Winning Chance",
    "Nackgammon",
    "hypergammon",
    "No such file or directory",
];

/// Calls a function for each number on as many threads as there are processors.
fn each<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let worker = || {
            let mut mine = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return mine;
                }
                mine.push((number, work(number)));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    done.sort_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Returns a script as it can be run on the system of the program.
fn portable(mut script: Script) -> Script {
    if crate::support::is_windows() {
        // There a backslash separates folders and escapes no letter.
        script.commands.retain(|command| !command.contains('\\'));
    }
    script
}

/// Returns the written scripts, each with GNU Backgammon's answers. Every fourth uses `-c FILE` rather than a pipe.
fn written(gnubg: &Gnubg) -> &'static [(Script, Vec<Answer>)] {
    static WRITTEN: OnceLock<Vec<(Script, Vec<Answer>)>> = OnceLock::new();
    WRITTEN.get_or_init(|| {
        each(SCRIPTS as usize, |number| {
            let way = if number % 4 == 3 { Way::File } else { Way::Pipe };
            let script = portable(write::script(gnubg, number as u64, way));
            let theirs = script.theirs(gnubg);
            (script, theirs)
        })
    })
}

#[test]
fn the_scripts_bring_out_every_kind_of_answer() {
    let Some(gnubg) = Gnubg::find() else { return };
    let scripts = written(&gnubg);
    let answers = || scripts.iter().flat_map(|(_, theirs)| theirs);
    let lines = || answers().flat_map(|answer| answer.stdout.lines().chain(answer.stderr.lines()));
    let total = |kind: &str| lines().filter(|line| line.contains(kind)).count();
    let counts: BTreeMap<_, _> = KINDS.iter().map(|kind| (*kind, total(kind))).collect();
    let missing: Vec<_> = counts.iter().filter(|(_, count)| **count == 0).map(|(kind, _)| *kind).collect();
    if std::env::var_os("BARPOINT_SESSION_KINDS").is_some() {
        report(0, &format!("cases: kinds of answers: {counts:#?}"));
    }
    assert!(missing.is_empty(), "no script brings out {missing:?}");
    let commands: usize = scripts.iter().map(|(script, _)| script.commands.len()).sum();
    report(commands, "commands of written scripts that GNU Backgammon answers");
}

/// Returns the captured scripts, beginning with names for the players, and those of a few commands that have
/// no mark.
fn captured() -> Vec<Script> {
    let mut scripts = Vec::new();
    if let Some(folder) = shared("gnubg/samples") {
        for name in ["a", "b", "d", "e", "e2", "ids", "misc", "pm", "pre", "fmt"] {
            let text = std::fs::read_to_string(folder.join(format!("{name}.cmd"))).expect("a script");
            let names = ["set player 0 name Anna", "set player 1 name Berta", "set defaultnames Anna Berta"];
            // Its seed is drawn from the clock's entropy there.
            let seeded = ["set rng mersenne 9"];
            let lines = text.lines().filter(|line| !LEFT_OUT.iter().any(|part| line.contains(part)));
            let commands = names.iter().chain(&seeded).copied().chain(lines).map(str::to_owned).collect();
            for way in [Way::Pipe, Way::File] {
                let commands: &Vec<String> = &commands;
                scripts.push(Script {
                    name: format!("{name}.cmd"),
                    way,
                    marked: true,
                    commands: commands.clone(),
                });
            }
        }
    }
    for (name, text) in UNMARKED {
        let commands = text.lines().map(str::to_owned).collect();
        scripts.push(Script { name: (*name).to_owned(), way: Way::Pipe, marked: false, commands });
    }
    scripts
}

/// Scripts that ask questions, or switch off the output.
const UNMARKED: &[(&str, &str)] = &[
    (
        "dice by hand",
        "set player 0 name Anna\nset player 1 name Berta\nset player 0 human\nset player 1 human\n\
         set automatic roll off\nset rng manual\nnew session\n3 1\n8/5 6/5\nroll\n65\nmove 24/13\nroll\nfoo\n\
         7 1\n4 2\nshow dice\nshow rng\nshow seed\nset seed 5\ndicerolls 2\n31\n5 5\nset rng mersenne 3\nroll\n",
    ),
    (
        "the input ends at a question",
        "set player 0 name Anna\nset player 1 name Berta\nset player 0 human\nset player 1 human\n\
         set rng manual\nnew session\n",
    ),
    (
        "output off",
        "set player 0 name Anna\nset player 1 name Berta\nset player 0 human\nset player 1 human\n\
         set rng mersenne 4\nset output output off\nnew session\nroll\nfoo\nset output output on\nshow turn\n\
         show board\n",
    ),
    (
        "quit",
        "set player 0 name Anna\nset player 1 name Berta\nset rng mersenne 9\nnew session\nquit\nshow turn\n",
    ),
    ("exit", "set player 0 name Anna\nset player 1 name Berta\nexit\nshow turn\n"),
    ("no line end", "set player 0 name Anna\nset player 1 name Berta\nshow beavers"),
];

#[test]
fn barpoint_answers_as_gnu_backgammon_does() {
    let Some(gnubg) = Gnubg::find() else { return };
    let written = written(&gnubg);
    let captured: Vec<Script> = captured().into_iter().map(portable).collect();
    let count = written.len() + captured.len();
    let results = each(count, |number| {
        let (script, theirs) = if let Some((script, theirs)) = written.get(number) {
            (script, Cow::Borrowed(theirs))
        } else {
            let script = &captured[number - written.len()];
            (script, Cow::Owned(script.theirs(&gnubg)))
        };
        let mut used = vec![false; KNOWN.len()];
        let differences = match script.ours() {
            Ok(ours) => compare::differences(script, &theirs, &ours, KNOWN, &mut used),
            Err(reason) => vec![Difference::whole(script, reason)],
        };
        (differences, used)
    });
    let differences: Vec<_> = results.iter().flat_map(|(differences, _)| differences.clone()).collect();
    let told = compare::told(&differences);
    if let Some(path) = std::env::var_os("BARPOINT_SESSION_REPORT") {
        std::fs::write(path, &told).expect("the report can be written");
    }
    let shown: String = told.chars().take(6000).collect();
    assert!(differences.is_empty(), "{shown}");
    for (i, known) in KNOWN.iter().enumerate() {
        let is_used = results.iter().any(|(_, used)| used[i]);
        assert!(is_used, "no script needs this any more: {:?} ({})", known.path, known.reason);
    }
    report(count, "scripts that are answered as GNU Backgammon answers them");
}
