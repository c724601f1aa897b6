//! Logs of sessions on FIBS: what the server says of a record, with boards and without, is read as that record.

use super::generate::{Wishes, replayed};
use super::laws::read;
use super::text::course;
use crate::support::{Random, damage, report, testdata};
use barpoint::board::{Board, Side};
use barpoint::diag::{Code, Severity};
use barpoint::formats::{detect, fibs};
use barpoint::game::{Act, Happening, Replayed};
use barpoint::rules::Variant;
use std::fmt::Write as _;

/// How a log shows a match.
#[derive(Clone, Copy)]
struct View {
    /// Whether the owner plays, and `board:` lines tell his plays; else he watches, and sees every play in words.
    plays: bool,
    /// Whether the owner moves upwards.
    up: bool,
}

/// A log of a record as the server writes it to [`Side::One`], whom it calls `You`, or to somebody who watches.
struct Log<'a> {
    record: &'a Replayed,
    view: View,
    text: String,
}

impl Log<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        self.text.push_str(text.as_ref());
        self.text.push('\n');
    }

    /// A subject with its verb.
    fn says(&self, side: Side, verb: &str) -> String {
        match side {
            Side::One if self.view.plays => format!("You {verb}"),
            Side::One => format!("anna {verb}s"),
            Side::Zero => format!("bob {verb}s"),
        }
    }

    /// The number of a place on the owner's screen.
    fn place(&self, side: Side, number: u8) -> String {
        let rises = (side == Side::One) == self.view.up;
        match number {
            25 => "bar".to_owned(),
            0 => "off".to_owned(),
            point => (if rises { 25 - point } else { point }).to_string(),
        }
    }

    /// `board:` of a position that the owner sees.
    fn board(&mut self, game: usize, of_one: &Board, on_roll: Side, act: &Act) {
        if !self.view.plays {
            return;
        }
        let lanes = of_one.lanes();
        let slot = |at: usize| {
            let own = i32::from(if self.view.up { lanes[25 - at] } else { lanes[at] });
            if self.view.up { -own } else { own }
        };
        let slots: Vec<String> = (0..26).map(|at| slot(at).to_string()).collect();
        let colour = if self.view.up { -1 } else { 1 };
        let turn = if on_roll == Side::One { colour } else { -colour };
        let before = self.record.games[game].before.points;
        let owner = act.cube.owner;
        let may = |side: Side| i32::from(owner.is_none() || owner == Some(side));
        let direction = if self.view.up { "1:25:0" } else { "-1:0:25" };
        let off = |lane: usize| lanes[lane].unsigned_abs();
        let line = format!(
            "board:You:bob:{}:{}:{}:{}:{turn}:0:0:0:0:{}:{}:{}:0:{colour}:{direction}:{}:{}:0:0:0:0:0:0",
            match self.record.rules.length {
                0 => 9999,
                length => length,
            },
            before[Side::One],
            before[Side::Zero],
            slots.join(":"),
            act.cube.value,
            may(Side::One),
            may(Side::Zero),
            off(26),
            off(27),
        );
        self.line(line);
    }

    fn write(mut self) -> String {
        let length = self.record.rules.length;
        self.line("2 anna 1 1 0 0 0 0 1 1 2396 0 1 0 1 3457.85 0 0 0 0 0 Australia/Melbourne");
        let what =
            if length == 0 { "an unlimited match".to_owned() } else { format!("a {length} point match") };
        if self.view.plays {
            self.line(format!("** Player bob has joined you for {what}."));
        }
        for index in 0..self.record.games.len() {
            self.game(index);
        }
        self.text
    }

    fn game(&mut self, index: usize) {
        let game = &self.record.games[index];
        self.line("13 carl anybody for a game?");
        if self.view.plays {
            self.line("Starting a new game with bob.");
        }
        let mut first = true;
        for act in &game.acts {
            match act.what {
                Happening::Played { roll, play } => {
                    let of_one = |board: Board, of: Side| if of == Side::One { board } else { board.flip() };
                    if first {
                        let (high, low) = (roll.high().pips(), roll.low().pips());
                        let named = |side: Side| match side {
                            Side::One if self.view.plays => "You",
                            Side::One => "anna",
                            Side::Zero => "bob",
                        };
                        let line =
                            format!("{} rolled {high}, {} rolled {low}", named(act.by), named(!act.by));
                        self.line(line);
                        let verb = self.says(act.by, "make");
                        self.line(format!("{verb} the first move."));
                    } else {
                        let verb = self.says(act.by, "roll");
                        self.line(format!("{verb} {} and {}.", roll.high().pips(), roll.low().pips()));
                    }
                    first = false;
                    self.board(index, &of_one(act.before, act.by), act.by, act);
                    let hidden = self.view.plays && act.by == Side::One;
                    if play.is_dance() {
                        let name = if hidden {
                            "You"
                        } else if act.by == Side::One {
                            "anna"
                        } else {
                            "bob"
                        };
                        self.line(format!("{name} can't move."));
                    } else if !hidden {
                        let steps: Vec<String> = play
                            .steps()
                            .iter()
                            .map(|step| {
                                let (from, to) = (step.from(), step.to());
                                format!("{}-{}", self.place(act.by, from), self.place(act.by, to))
                            })
                            .collect();
                        let verb = self.says(act.by, "move");
                        self.line(format!("{verb} {} .", steps.join(" ")));
                    }
                    // The position is the opponent's after the play.
                    let after = play.after(&act.before);
                    self.board(index, &of_one(after, act.by), !act.by, act);
                }
                Happening::Doubled { .. } => {
                    let verb = self.says(act.by, "double");
                    self.line(format!("{verb}. Type 'accept' or 'reject'."));
                }
                Happening::Taken => {
                    let verb = self.says(act.by, "accept");
                    self.line(format!("{verb} the double. The cube shows {}.", act.cube.value * 2));
                }
                Happening::Passed => {
                    let line = format!(
                        "{} up. {} {} points.",
                        self.says(act.by, "give"),
                        self.says(!act.by, "win"),
                        act.cube.value
                    );
                    self.line(line);
                }
                Happening::GameOver(result) => {
                    let (Some(winner), false) =
                        (result.winner, self.text.contains("up. ") && is_dropped(game))
                    else {
                        continue;
                    };
                    let line =
                        format!("{} the game and gets {} points.", self.says(winner, "win"), result.points);
                    self.line(line);
                }
                _ => {}
            }
        }
        let after = self.record.games.get(index + 1).map(|next| next.before.points);
        if let (Some(points), true) = (after, self.record.rules.length > 0 && self.view.plays) {
            let mut line = String::new();
            let _ = write!(
                line,
                "score in {} point match: bob-{} anna-{}",
                self.record.rules.length,
                points[Side::Zero],
                points[Side::One]
            );
            self.line(line);
        }
    }
}

fn is_dropped(game: &barpoint::game::ReplayedGame) -> bool {
    game.acts.iter().any(|act| act.what == Happening::Passed)
}

/// Whether FIBS has words for all of it.
fn is_plain(record: &Replayed) -> bool {
    let act = |act: &Act| {
        matches!(
            act.what,
            Happening::Played { .. }
                | Happening::Doubled { beaver: false, .. }
                | Happening::Taken
                | Happening::Passed
                | Happening::GameOver(_)
        )
    };
    record.rules.variant == Variant::Standard
        && record.rules.crawford
        // A game alone doesn't tell whether it comes after the Crawford game.
        && (record.games.len() > 1 || !is_1_away(record))
        && record.games.iter().all(|game| {
            // The opening roll on FIBS has the larger die of who begins.
            game.automatic_doubles == 0 && game.result.is_some() && game.acts.iter().all(act)
        })
}

/// Whether a side needs one point in the first game of a match.
fn is_1_away(record: &Replayed) -> bool {
    let length = u32::from(record.rules.length);
    let before = record.games.first().map(|game| game.before.points);
    length > 1 && before.is_some_and(|points| Side::ALL.iter().any(|side| points[*side] + 1 >= length))
}

#[test]
fn a_log_is_read_as_the_record_that_it_shows() {
    let (mut records, mut acts) = (0, 0);
    let views = [(true, false), (true, true), (false, false), (false, true)];
    let mut shown = Vec::new();
    for seed in 0..150 {
        let record = replayed(&mut Random::new(seed), Wishes::PLAIN);
        let all = (0..record.games.len()).filter_map(|index| record.alone(index));
        shown.extend(all.map(|game| (seed, game)));
        shown.push((seed, record));
    }
    for (seed, record) in shown.into_iter().filter(|(_, record)| is_plain(record)) {
        let (plays, up) = views[records % 4];
        let view = View { plays, up };
        let log = Log { record: &record, view, text: String::new() }.write();
        assert_eq!(detect(log.as_bytes(), None).map(|format| format.name), Some("fibs"), "{log}");
        let mut again = read(&fibs::FORMAT, log.as_bytes());
        assert_eq!(again.len(), 1, "seed {seed}");
        let mut theirs = course(&again.remove(0));
        let mut own = course(&record);
        if !plays {
            // Who watches sees neither the length nor the score, and the first name of a log is player 0.
            for game in own.iter_mut().chain(&mut theirs) {
                game.remove(0);
            }
            if own != theirs {
                own.iter_mut().flatten().for_each(|act| *act = exchanged(act));
            }
        }
        assert_eq!(own, theirs, "seed {seed}\n{log}");
        records += 1;
        acts += own.iter().map(Vec::len).sum::<usize>();
    }
    assert!(records >= 20, "{records}");
    report(records, "generated records read from logs of FIBS");
    report(acts, "acts of generated records read from logs of FIBS");
}

/// An act with the sides exchanged.
fn exchanged(act: &str) -> String {
    match act.as_bytes() {
        [b'0', ..] => format!("1{}", &act[1..]),
        [b'1', ..] => format!("0{}", &act[1..]),
        _ if act.contains("Zero") => act.replace("Zero", "One"),
        _ => act.replace("One", "Zero"),
    }
}

/// The samples, made by the words of the server from a match in which everything that these have words for occurs.
#[test]
fn the_samples_are_those_made_here() {
    let path = testdata("mat/valid/five-points-high-cube.mat");
    let matches = barpoint::open("match.mat", std::fs::read(path).expect("a file")).expect("a match");
    let record = &matches[0].replayed;
    for (name, view) in
        [("played", View { plays: true, up: true }), ("watched", View { plays: false, up: false })]
    {
        let log = Log { record, view, text: String::new() }.write();
        let path = testdata(&format!("fibs/valid/{name}.txt"));
        if std::env::var_os("BARPOINT_WRITE_SAMPLES").is_some_and(|value| value == "1") {
            std::fs::write(&path, &log).expect("a file");
        }
        assert_eq!(std::fs::read_to_string(path).expect("a sample"), log, "{name}");
    }
}

/// Reads a log; returns the record and the codes of what is found, notes aside.
fn told(log: &str) -> (Replayed, Vec<Code>) {
    let (record, found) = crate::support::replayed(&fibs::FORMAT, log);
    let found = found.into_iter().filter(|finding| finding.severity > Severity::Note);
    (record, found.map(|finding| finding.code).collect())
}

const LOG: &str = "** You are now playing a 3 point match with bob
Starting a new game with bob.
You rolled 3, bob rolled 1
It's your turn to move.
You move 8-5 6-5 .
bob rolls 5 and 2.
12 bob good luck
15 bob says something
13 carl a shout
bob moves 12-17 1-3 .
You double. Please wait for bob to accept or reject.
bob gives up. You win 1 point.
score in 3 point match: bob-0 anna-1
Starting a new game with bob.
bob rolled 6, You rolled 2
bob makes the first move.
bob moves 1-7 1-3 .
bob wants to resign. You will win 2 points. Type 'accept' or 'reject'.
You reject. The game continues.
You roll 6 and 6.
The only possible move is 24-18 24-18 13-7 13-7 .
bob rolls 4 and 1.
bob wants to resign. You will win 2 points. Type 'accept' or 'reject'.
You accept and win 2 points.
You win the 3 point match 3-0 .
";

#[test]
fn a_log_without_boards_tells_cubes_resignations_and_what_was_said() {
    let (record, found) = told(LOG);
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(record.name(0, Side::Zero), "bob");
    assert_eq!(record.name(1, Side::One), "anna");
    assert_eq!((record.rules.length, record.games.len()), (3, 2));
    assert_eq!(record.games[1].before.points[Side::One], 1);
    let last = record.games[1].result.expect("a result");
    assert_eq!((last.winner, last.points), (Some(Side::One), 2));
    let comments: Vec<_> = record.record.remarks.iter().map(|remark| remark.text.as_str()).collect();
    assert_eq!(comments, ["bob good luck", "bob says something"]);
    assert!(record.games[1].acts.iter().any(|act| act.what == Happening::ResignationRefused));
}

#[test]
fn what_is_wrong_in_a_log_is_found() {
    let changed = |from: &str, to: &str| {
        assert!(LOG.contains(from), "{from}");
        told(&LOG.replacen(from, to, 1)).1
    };
    assert_eq!(changed("bob moves 12-17 1-3 .", "bob moves 12-18 1-3 ."), [Code::PlayWrongPips]);
    assert_eq!(changed("bob rolls 5 and 2.", "bob rolls 7 and 2."), [Code::RecordValue]);
    assert_eq!(changed("You double. Please", "You dabble. Please").first(), Some(&Code::RecordUnknown));
    let played = std::fs::read_to_string(testdata("fibs/valid/played.txt")).expect("a sample");
    let at = played.find("bob moves").expect("a play");
    let end = at + played[at..].find('\n').expect("a line");
    let without = format!("{}{}", &played[..at], &played[end + 1..]);
    // The board after it tells the play that is missing.
    let (own, other) = (told(&played), told(&without));
    assert_eq!((course(&own.0), own.1), (course(&other.0), other.1));
}

#[test]
fn damaged_logs_are_read_without_a_panic() {
    let mut random = Random::new(7);
    for name in ["played", "watched"] {
        let bytes = std::fs::read(testdata(&format!("fibs/valid/{name}.txt"))).expect("a sample");
        for end in (0..bytes.len()).step_by(3) {
            read(&fibs::FORMAT, &bytes[..end]);
        }
        for _ in 0..300 {
            let mut bytes = bytes.clone();
            damage(&mut bytes, b" :-/.,\n0", &mut random);
            read(&fibs::FORMAT, &bytes);
        }
    }
}
