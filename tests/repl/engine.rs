//! The session's answers about the engine, and a seat that plays by itself, with an artificial evaluator that counts
//! pips.

use crate::support::{Pips, testdata};
use barpoint::board::{Board, BoardSetup, BySide, Side};
use barpoint::engine::{Chances, Evaluator};
use barpoint::game::Phase;
use barpoint::notation::PositionId;
use barpoint::repl::dice::Dice;
use barpoint::repl::host::Host;
use barpoint::repl::session::Session;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// The leader in pips wins; thirty pips are certain.
const PIPS: Pips = Pips { roll: 0.0, lead: 60.0, least: 0.0 };

/// The outcome of a win.
#[derive(Clone, Copy)]
enum Analyser {
    /// Every game is single.
    Singles,
    /// Every game is a gammon.
    Gammons,
}

impl Evaluator for Analyser {
    fn chances(&self, board: &Board) -> Chances {
        let win = PIPS.win(board);
        match self {
            Self::Singles => Chances([0.0, 0.0, 1.0 - win, win, 0.0, 0.0]),
            Self::Gammons => Chances([0.0, 1.0 - win, 0.0, 0.0, win, 0.0]),
        }
    }
}

/// A world with only an engine, or with one that can't be loaded.
struct World(Result<Analyser, &'static str>, Cell<u64>);

impl Host for World {
    fn evaluator(&self) -> Result<Option<Rc<dyn Evaluator>>, String> {
        self.0.map(|pips| Some(Rc::new(pips) as Rc<dyn Evaluator>)).map_err(str::to_owned)
    }

    /// Each look at the clock takes a second.
    fn clock(&self) -> Duration {
        self.1.set(self.1.get() + 1);
        Duration::from_secs(self.1.get())
    }
}

pub(super) fn session() -> Session {
    session_with(Analyser::Singles)
}

fn session_with(engine: Analyser) -> Session {
    let mut session = Session::new(Box::new(World(Ok(engine), Cell::new(0))), Dice::seeded(1));
    session.settings.compat = true;
    session.settings.default_names = BySide::new("gnubg".to_owned(), "root".to_owned());
    session.game.names = session.settings.default_names.clone();
    say(
        &mut session,
        "set player 0 human\nset player 1 human\nset automatic roll off\nset automatic game off\n\
         set player both chequerplay evaluation plies 0\n\
         set player both cubedecision evaluation plies 0\n\
         set evaluation chequerplay evaluation plies 0",
    );
    session
}

/// Returns a session after some lines.
fn after(lines: &str) -> Session {
    let mut session = session();
    say(&mut session, lines);
    session
}

/// Types lines and returns the complete answer to the last one.
pub(super) fn say(session: &mut Session, lines: &str) -> String {
    super::analysis::say(session, &lines.split('\n').collect::<Vec<_>>())
}

#[test]
fn without_a_crawford_game_match_winning_chances_are_those_of_the_search() {
    let mut session =
        after("set automatic crawford off\nnew match 3\nset score 1 1\nset turn 1\nset output mwc on");
    say(&mut session, "set board 4HPwATDgc/ABMA\nset dice 3 1");
    // GNU Backgammon counts with a Crawford game.
    for (is_compat, won) in [(true, "67.74"), (false, "51.20")] {
        session.settings.compat = is_compat;
        let said = say(&mut session, "eq2mwc 1");
        assert!(said.ends_with(&format!("MWC for equity = +1.000:  {won}%\n")), "{said}");
        let hint = say(&mut session, "hint 1");
        let chance = hint.split("MWC:").nth(1).and_then(|rest| rest.split('%').next()).expect("a chance");
        let chance: f64 = chance.trim().parse().expect("a number");
        assert!((chance - 50.0).abs() < 10.0, "{hint}");
    }
}

#[test]
fn a_hint_on_a_resignation_weighs_it_and_a_beaver_has_none() {
    let mut session = after("set automatic roll off\nset player 0 human\nset player 1 human\nnew session");
    say(&mut session, "set board 4HPwATDgc/ABMA\nset turn 1\nresign backgammon");
    // Under the Jacoby rule it counts one point, as in GNU Backgammon.
    let hint = say(&mut session, "hint");
    let lines: Vec<&str> = hint.lines().collect();
    let before: f64 =
        lines[0].strip_prefix("Equity before resignation : ").expect("the line").parse().expect("an equity");
    assert!(before.abs() < 0.3, "{hint}");
    assert_eq!(lines[1], format!("Equity after resignation : +1.000 ({:+.3})", 1.0 - before));
    assert_eq!(lines[2..], ["", "Correct resign decision : Accept", ""]);
    say(&mut session, "reject\nset turn 1\ndouble\nredouble");
    let hint = say(&mut session, "hint");
    assert_eq!(hint, "This decision is part of beaver/raccoon sequence and cannot be hinted\n");
}

#[test]
fn a_hint_has_gnu_backgammons_layout() {
    let mut session = session();
    assert_eq!(say(&mut session, "hint").trim_end(), "You must set up a board first.");
    say(&mut session, "new session\nset gnubgid 4HPwATDgc/ABMA:cIkFAAAAAAAA");
    let hint = say(&mut session, "hint 2");
    let lines: Vec<&str> = hint.lines().collect();
    assert_eq!(lines.len(), 6, "{hint}");
    assert!(lines[0].starts_with("    1. Cubeful 0-ply    ") && lines[0].contains(" Eq.: "), "{hint}");
    assert_eq!(lines[0].find("Eq.:"), Some(53), "{hint}");
    assert!(lines[1].starts_with("       0.") && lines[1].contains(" - 0."), "{hint}");
    assert_eq!(lines[2], "        0-ply cubeful prune [expert]");
    assert!(lines[3].starts_with("    2. Cubeful 0-ply    ") && lines[3].ends_with(')'), "{hint}");
    assert_eq!(
        say(&mut session, "set evaluation chequerplay evaluation plies 1"),
        "`eval' and `hint' chequerplay will use 1 ply evaluation.\n"
    );
    assert!(say(&mut session, "hint 1").contains("1-ply cubeful prune\n"));
    // What a level leaves alone isn't looked at more closely.
    say(&mut session, "set evaluation movefilter 1 0 1 0 0");
    assert!(say(&mut session, "hint 1").contains("0-ply cubeful prune [expert]\n"));
    say(&mut session, "set evaluation movefilter 1 0 2 0 0");
    let hint = say(&mut session, "hint 3");
    assert_eq!((hint.matches("1-ply").count(), hint.matches("0-ply").count()), (4, 2), "{hint}");
    assert_eq!(
        say(&mut session, "set evaluation chequerplay evaluation cubeful off"),
        "`eval' and `hint' chequerplay will use cubeless evaluation.\n\n"
    );
    assert!(say(&mut session, "hint 1").contains("    1. Cubeless 1-ply   "));
}

#[test]
fn a_hint_before_the_roll_is_a_cube_analysis() {
    let mut session = after("set evaluation cubedecision evaluation plies 0\nnew session");
    say(&mut session, "set gnubgid 4HPwATDgc/ABMA:cIkFAAAAAAAA\nset turn 1");
    let hint = say(&mut session, "hint");
    // At even pips: 0.68 of the way from nothing to nothing, twice the opponent's cube, and a point.
    assert_eq!(
        hint,
        "\nCube analysis\n0-ply cubeless equity +0.000\n  0.500 0.000 0.000 - 0.500 0.000 0.000\n\
         Cubeful equities:\n1. No double           +0.000\n2. Double, pass        +1.000  (+1.000)\n\
         3. Double, take        -0.340  (-0.340)\nProper cube action: No double, beaver (25.4%)\n\n"
    );
    let eval = say(&mut session, "eval");
    assert!(
        eval.starts_with("Position ID:\t4HPwATDgc/ABMA\nMatch ID:\tcAkAAAAAAAAA\n\nEvaluator: \tContact\n")
    );
    assert!(
        eval.contains("\nstatic: 0.500   0.000   0.000   0.000   0.000   +0.000    +0.000    \n"),
        "{eval}"
    );
    assert!(eval.ends_with(&format!("\n\n\n{hint}")), "{eval}");
    say(&mut session, "double");
    let answer = say(&mut session, "hint");
    assert!(answer.contains("3. Double, take        +0.340  (+0.340)"), "{answer}");
}

/// Returns the answer to a command after an ID was typed in a session of its own.
fn after_typing(id: &str, line: &str) -> String {
    let mut session = session();
    session.settings.compat = false;
    say(&mut session, &format!("{id}\nset evaluation cubedecision evaluation plies 0"));
    say(&mut session, line)
}

#[test]
fn an_id_as_an_argument_is_evaluated_as_if_it_had_been_typed() {
    const BOARD: &str = "-b----E-C---eE---c-e----B-";
    for rest in ["1:1:1:00:2:3:0:7:10", "0:0:1:31:2:4:0:5:10", "0:0:-1:D:0:0:3:0:10", "2:-1:-1:00:1:0:1:0:10"]
    {
        let id = format!("XGID={BOARD}:{rest}");
        let mut session = session();
        session.settings.compat = false;
        say(&mut session, "set evaluation cubedecision evaluation plies 0");
        // Also in another match, which stays as it is.
        for begin in ["", "new match 3"] {
            say(&mut session, begin);
            let before = session.game.state.clone();
            for command in ["eval", "hint"] {
                let said = say(&mut session, &format!("{command} {id}"));
                assert_eq!(said, after_typing(&id, command), "{command} {id}");
                assert!(said.lines().count() > 5, "{said}");
            }
            assert_eq!(session.game.state, before, "{id}");
        }
    }
    let mut session = session();
    session.settings.compat = false;
    let over = say(&mut session, &format!("eval XGID={BOARD}:0:0:1:00:7:3:0:7:10"));
    assert_eq!(over, "The match is over at this score: there is nothing left to evaluate.\n");
    assert!(say(&mut session, "hint cAkAAAAAAAAE").starts_with("No position specified"));
    say(&mut session, "4HPwATDgc/ABMA");
    assert!(say(&mut session, "hint 2 cIkFAAAAAAAA").contains("    2. "), "the checkers on the board");
    let simple = format!("simple 0 0 0 2{} 0 0 0 2", " 0".repeat(19));
    assert_eq!(say(&mut session, &format!("hint {simple}")), say(&mut session, &format!("hint 10 {simple}")));
    for command in ["hint", "rollout", "rollout cube"] {
        for id in ["AAAAAAAAAAAAAA", "XGID=--------------------------:0:0:1:31:0:0:0:7:10"] {
            assert_eq!(
                say(&mut session, &format!("{command} {id}")),
                "The game is over.\n",
                "{command} {id}"
            );
        }
    }
    let said = say(&mut session, "eval 4HPwATDgc/ABMA 31");
    assert_eq!(said, "Too many words: `31'.\n");
}

#[test]
fn a_cube_decision_is_made_with_the_cube_whatever_is_set() {
    let mut session = after("set evaluation cubedecision evaluation plies 0\nnew session\nset turn 1");
    let [hint, eval] = ["hint", "eval"].map(|line| say(&mut session, line));
    say(&mut session, "set evaluation cubedecision evaluation cubeful off");
    assert!(hint.contains("Proper cube action: "), "{hint}");
    assert_eq!(["hint", "eval"].map(|line| say(&mut session, line)), [hint, eval]);
}

#[test]
fn a_hint_of_any_other_number_of_plays_is_that_of_ten() {
    let mut session = after("new session\nset turn 1\nset dice 31");
    let hint = say(&mut session, "hint");
    assert_eq!(hint.lines().count(), 30, "{hint}");
    for line in ["hint 0", "hint -1", "hint abc"] {
        assert_eq!(say(&mut session, line), hint, "{line}");
    }
}

#[test]
fn equities_and_chances_are_shown_in_the_units_that_were_set() {
    let mut session = after("set evaluation cubedecision evaluation plies 0\nnew match 3\nset turn 1");
    // The layout is GNU Backgammon's; the numbers are those of an even position.
    for (line, chances, cubeless, rows, static_row) in [
        (
            "set output mwc on",
            "  0.500 0.000 0.000 - 0.500 0.000 0.000",
            "MWC  50.00% (Money: +0.000)",
            ["1. No double            50.00%", "2. Double, pass         59.95%  ( +9.95%)"],
            "static: 0.500   0.000   0.000   0.000   0.000    50.00%    50.00%   ",
        ),
        (
            "set output winpc on",
            "   50.0   0.0   0.0 -  50.0   0.0   0.0",
            "MWC  50.00% (Money: +0.000)",
            ["1. No double            50.00%", "2. Double, pass         59.95%  ( +9.95%)"],
            "static:  50.0     0.0     0.0     0.0     0.0    50.00%    50.00%   ",
        ),
        (
            "set output matchpc off",
            "   50.0   0.0   0.0 -  50.0   0.0   0.0",
            "MWC 0.5000 (Money: +0.000)",
            ["1. No double           0.5000", "2. Double, pass        0.5995  (+0.0995)"],
            "static:  50.0     0.0     0.0     0.0     0.0   0.5000    +0.5000   ",
        ),
    ] {
        say(&mut session, line);
        let hint = say(&mut session, "hint");
        let lines: Vec<&str> = hint.lines().collect();
        assert_eq!(lines[2], format!("0-ply cubeless {cubeless}"), "{line}");
        assert_eq!(lines[3], chances, "{line}");
        assert_eq!(lines[5..7], rows, "{line}");
        let eval = say(&mut session, "eval");
        assert!(eval.contains("W(bg)   L(g)    L(bg)   MWC       Cubeful  \n"), "{eval}");
        assert!(eval.contains(&format!("\n{static_row}\n")), "{eval}");
    }
    say(&mut session, "set dice 31");
    let hint = say(&mut session, "hint 2");
    let lines: Vec<&str> = hint.lines().collect();
    assert_eq!(&lines[0][53..58], "MWC: ", "{hint}");
    assert!(lines[3].ends_with(" (-0.0000)"), "{hint}");
    // A session has no chance to win it.
    say(&mut session, "new session\nset dice 31");
    assert!(say(&mut session, "hint 1").contains(" Eq.: "));
}

#[test]
fn match_equities_are_shown_as_gnu_backgammon_shows_them() {
    // Captured from GNU Backgammon 1.07.001.
    let wanted = "Match equity table: Kazaross XG2 25 point MET\n\
        (/usr/share/gnubg/met/Kazaross-XG2.xml)\n\
        Generated using XG rollouts to 9pts, GNUbg Supremo full rollouts to 15 points. Extended to 25pts by \
        projecting take points.\n\nPre-Crawford table:\n\n\
        \x20            1-away    2-away    3-away \n\
        \x20  1-away   50.0000   67.7360   75.0760 \n\
        \x20  2-away   32.2640   50.0000   59.9470 \n\
        \x20  3-away   24.9240   40.0530   50.0000 \n\n\
        Post-Crawford table for player 0 (gnubg):\n\n\
        \x20            1-away    2-away    3-away \n\
        \x20  1-away   50.0000   48.8030   32.2640 \n\n\
        Post-Crawford table for player 1 (root):\n\n\
        \x20            1-away    2-away    3-away \n\
        \x20  1-away   50.0000   48.8030   32.2640 \n\n";
    assert_eq!(say(&mut session(), "show met 3"), wanted);
    let mut session = after("new match 3");
    assert_eq!(say(&mut session, "show matchequitytable"), wanted, "as long as the match");
    for beyond in ["65", "-1", "99999"] {
        assert_eq!(say(&mut session, &format!("show met {beyond}")), wanted, "{beyond}");
    }
    session.settings.compat = false;
    assert!(say(&mut session, "show met 65").contains("1 to 64 points"));
}

#[test]
fn market_windows_are_gnu_backgammons_where_nobody_wins_a_gammon() {
    let wanted = std::fs::read_to_string(testdata("repl/marketwindow.txt")).expect("a transcript");
    let mut session = after("set display off\nnew match 7");
    let mut count = 0;
    for part in format!("\n{wanted}").split("\n> ").skip(1) {
        let (line, wanted) = part.split_once('\n').unwrap_or((part, ""));
        let said = say(&mut session, line);
        if line.starts_with("show") {
            assert_eq!(said.trim_end(), wanted.trim_end(), "window {count}");
            count += 1;
        }
    }
    assert_eq!(count, 13);
    session.settings.compat = false;
    assert!(say(&mut session, "show marketwindow 20 foo").contains("`foo` isn't a rate"));
}

#[test]
fn the_value_of_each_roll_has_the_depth_asked_for() {
    let mut session = session();
    session.settings.compat = false;
    say(&mut session, "set xgid --a-a-BcBBa-A---A--daAbBbD:0:0:1:00:0:0:0:0:10");
    let rolls = say(&mut session, "show rolls 1");
    // Every roll dances, so its play is the only one.
    assert_eq!((rolls.matches("1-ply").count(), rolls.matches("0-ply").count()), (21, 0), "{rolls}");
}

#[test]
fn an_evaluation_is_that_of_not_doubling_as_in_gnu_backgammon() {
    let mut session = after("set evaluation cubedecision evaluation plies 0");
    say(&mut session, "set xgid -b-C-aE-B---eCA--a-d-a--aA:0:0:1:00:0:0:0:0:10");
    let text = say(&mut session, "eval");
    let number = |head: &str, place: usize| {
        let line = text.lines().find(|line| line.contains(head)).expect("a line");
        line[line.find(head).expect("there") + head.len()..].split_whitespace().nth(place).map(str::to_owned)
    };
    assert!(number("No double", 0).is_some());
    assert_eq!(number("static:", 6), number("No double", 0), "{text}");
}

#[test]
fn a_matrix_has_the_play_or_the_cube_at_every_score() {
    let mut session = session();
    session.settings.compat = false;
    say(&mut session, "new session\nset turn 1\nset evaluation cubedecision evaluation plies 0");
    say(&mut session, &format!("set board {}", race(SHORT, LONG)));
    let cubes = say(&mut session, "matrix 3");
    assert!(cubes.contains("Double, pass") && cubes.contains("\n   C  1"), "{cubes}");
    assert!(cubes.contains("\n3  -  D/P  D/P  D/P\n"), "{cubes}");
    say(&mut session, "set evaluation chequerplay evaluation plies 0\nset dice 31");
    let plays = say(&mut session, "matrix 3");
    // Each play takes four pips off: all are equal, at money, nine scores and four Crawford games.
    assert!(plays.contains("(best at 14 of 14, money included)"), "{plays}");
    for wrong in ["matrix 0", "matrix 26", "matrix x"] {
        assert!(say(&mut session, wrong).contains("1 to 25 points away"), "{wrong}");
    }
}

#[test]
fn rolls_and_scores_are_shown_where_gnu_backgammon_has_windows_for_them() {
    let mut session = session();
    assert_eq!(say(&mut session, "show rolls"), "No game in progress (type `new game' to start one).\n");
    say(&mut session, "new session\nset turn 1\nset evaluation cubedecision evaluation plies 0");
    say(&mut session, &format!("set board {}", race(SHORT, LONG)));
    for command in ["show rolls", "show temperaturemap", "show scoremap"] {
        assert_eq!(say(&mut session, command), "That command is not yet implemented.\n", "in compat mode");
    }
    session.settings.compat = false;
    // Sixty pips ahead everything is won: each roll is worth the same as the mean.
    let rolls = say(&mut session, "show rolls");
    assert_eq!(rolls.lines().count(), 23, "{rolls}");
    assert_eq!(rolls.matches("+1.000").count(), 22, "{rolls}");
    assert!(say(&mut session, "show rolls 3").contains("0 to 2 plies"));
    let map = say(&mut session, "show temperaturemap");
    assert_eq!((map.lines().count(), map.matches("+1.000").count()), (8, 37), "{map}");
    let scores = say(&mut session, "show scoremap");
    assert!(scores.starts_with("money: D/P\n"), "{scores}");
    let row = |away: &str| scores.lines().find(|line| line.starts_with(away)).expect("a row").to_owned();
    assert!(row("1-away").split_whitespace().skip(1).all(|action| action == "-"), "{scores}");
    assert!(row("5-away").split_whitespace().skip(1).all(|action| action == "D/P"), "{scores}");
}

/// Returns a race from `(point, checkers)` of both sides, as a Position ID; the first side is on roll.
fn race(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> String {
    let points = |checkers: &[(usize, u8)]| {
        let mut points = [0; 24];
        for &(point, count) in checkers {
            points[point - 1] = count;
        }
        points
    };
    let setup = BoardSetup {
        points: points(mine),
        bar: 0,
        total: 15,
        opponent_points: points(theirs),
        opponent_bar: 0,
        opponent_total: 15,
    };
    PositionId::encode(&setup.board().expect("a board")).to_string()
}

/// 45 pips, and 105.
const SHORT: &[(usize, u8)] = &[(6, 3), (5, 3), (4, 3)];
const LONG: &[(usize, u8)] = &[(8, 5), (7, 5), (6, 5)];

#[test]
fn a_computer_takes_what_is_even_and_passes_what_it_loses() {
    let doubled = |mine, theirs| {
        let mut session = after("new session\nset player 0 gnubg\nset turn 1");
        say(&mut session, &format!("set board {}", race(mine, theirs)));
        say(&mut session, "double")
    };
    let said = doubled(SHORT, LONG);
    assert!(said.contains("gnubg refuses the cube and gives up 1 point."), "{said}");
    // Ten pips ahead of 105 are two wins of three here.
    let said = doubled(LONG, &[(9, 5), (8, 5), (6, 5)]);
    assert!(said.contains("gnubg accepts the cube at 2."), "{said}");
}

#[test]
fn a_computer_resigns_a_race_that_it_is_certain_to_lose_and_plays_on_if_that_is_declined() {
    let lost = |engine, mine, theirs| {
        let mut session = session_with(engine);
        say(&mut session, "set seed 3\nnew match 5\nset player 0 gnubg\nset turn 0");
        say(&mut session, &format!("set board {}", race(mine, theirs)));
        (say(&mut session, "play"), session)
    };
    let (said, mut session) = lost(Analyser::Singles, LONG, SHORT);
    assert!(said.starts_with("gnubg offers to resign a single game.\n"), "{said}");
    let said = say(&mut session, "decline");
    assert!(said.starts_with("root declines the single game.\n"), "{said}");
    assert!(said.contains("gnubg moves ") && !said.contains("resign a"), "{said}");
    let (said, mut session) = lost(Analyser::Gammons, LONG, SHORT);
    assert!(said.starts_with("gnubg offers to resign a gammon.\n"), "{said}");
    let said = say(&mut session, "accept");
    assert!(said.contains("root wins a gammon and 2 points.\n"), "{said}");
    // Nothing is certain here.
    let (said, _) = lost(Analyser::Singles, LONG, LONG);
    assert!(!said.contains("resign") && said.contains("gnubg moves "), "{said}");
}

#[test]
fn noise_moves_what_is_said_and_only_pseudo_random_noise_moves_again() {
    let mut session = after("set evaluation cubedecision evaluation plies 0\nnew session\nset turn 1");
    let clear = say(&mut session, "hint");
    say(&mut session, "set evaluation cubedecision evaluation noise 0.05");
    let blurred = say(&mut session, "hint");
    assert_ne!(blurred, clear);
    assert_eq!(say(&mut session, "hint"), blurred);
    say(&mut session, "set evaluation cubedecision evaluation deterministic off");
    assert_ne!(say(&mut session, "hint"), say(&mut session, "hint"));
    say(&mut session, "set evaluation cubedecision evaluation noise 0");
    assert_eq!(say(&mut session, "hint"), clear);
    say(&mut session, "set analysis cubedecision evaluation plies 1\nset evaluation sameasanalysis on");
    let as_analysis = say(&mut session, "hint");
    assert!(as_analysis.contains("1-ply cubeless equity"), "{as_analysis}");
}

#[test]
fn a_seat_evaluates_as_was_set_for_it() {
    let plays = |lines: &[&str]| {
        let mut session = session();
        for line in lines {
            say(&mut session, line);
        }
        say(&mut session, "set player 0 gnubg\nnew session\nset turn 0\nset dice 61");
        say(&mut session, "play")
    };
    let best = plays(&[]);
    // Much noise makes every play as good as another: the best one is found by chance only.
    let noises = ["0.4", "0.6", "0.8", "1.2"];
    let noisy = |seat: u8| {
        let line = |noise: &str| format!("set player {seat} chequerplay evaluation noise {noise}");
        noises.iter().filter(|noise| plays(&[&line(noise)]) == best).count()
    };
    assert!(noisy(0) < noises.len());
    assert_eq!(noisy(1), noises.len(), "the other's");
}

#[test]
fn a_computer_makes_the_play_that_is_evaluated_best() {
    let mut session = after("new session\nset player 0 gnubg\nset turn 0");
    // The opponent's only blot within reach is 6 away from the 24-point: hitting it costs 18 pips.
    say(&mut session, &format!("set board {}", race(&[(24, 1), (6, 5)], &[(7, 1), (2, 2)])));
    say(&mut session, "set dice 61");
    let said = say(&mut session, "play");
    assert!(said.contains("gnubg moves 24/18*"), "{said}");
}

#[test]
fn a_computer_accepts_a_resignation_that_it_could_not_better() {
    let resigned = |pips, lines: &[&str], offer: &str| {
        let mut session = session_with(pips);
        for line in lines {
            say(&mut session, line);
        }
        say(&mut session, "set player 0 gnubg\nset turn 1");
        say(&mut session, &format!("set board {}", race(LONG, SHORT)));
        say(&mut session, offer)
    };
    let without_jacoby = ["set jacoby off", "new session"];
    let said = resigned(Analyser::Singles, &without_jacoby, "resign 1");
    assert!(said.contains("gnubg accepts and wins a single game."), "{said}");
    let said = resigned(Analyser::Gammons, &without_jacoby, "resign 1");
    assert!(said.contains("gnubg declines the single game."), "{said}");
    let said = resigned(Analyser::Gammons, &without_jacoby, "resign 2");
    assert!(said.contains("gnubg accepts and wins a gammon."), "{said}");
    // Where a gammon is worth no more than a single game, nothing is gained by playing on.
    for begin in ["new session", "new match 1"] {
        let said = resigned(Analyser::Gammons, &[begin], "resign 1");
        assert!(said.contains("gnubg accepts and wins a single game."), "{begin}: {said}");
    }
}

#[test]
fn two_computers_finish_a_match_whose_every_action_is_legal() {
    let mut session =
        after("set automatic roll on\nset automatic game on\nset display off\nset player both gnubg");
    say(&mut session, "new match 5");
    for _ in 0..200 {
        if matches!(session.game.state.phase(), Phase::MatchOver(_)) {
            break;
        }
        say(&mut session, "play");
    }
    assert!(matches!(session.game.state.phase(), Phase::MatchOver(_)), "{:?}", session.game.state.phase());
    let points = session.game.state.score().points;
    assert!(points[Side::Zero].max(points[Side::One]) >= 5);
}

#[test]
fn an_engine_that_cannot_be_loaded_says_why() {
    let mut session = Session::new(Box::new(World(Err("weights: damaged"), Cell::new(0))), Dice::seeded(1));
    say(&mut session, "set player both human\nnew session");
    assert!(say(&mut session, "hint").contains("weights: damaged"));
}

#[test]
fn chosen_dice_are_as_good_as_was_set_and_use_no_number_of_the_generator() {
    let mut session = after("new session\nset cheat enable on");
    let roll = |session: &mut Session, rank: u8| {
        for line in
            ["set board 4HPwATDgc/ABMA", "set turn 0", &format!("set cheat player 0 roll {rank}"), "roll"]
        {
            say(session, line);
        }
        match session.game.state.phase() {
            Phase::ToPlay(roll) => roll.to_string(),
            phase => panic!("{phase:?}"),
        }
    };
    // By pips: 66 takes 24, 55 takes 20, 21 takes 3.
    assert_eq!(roll(&mut session, 1), "66");
    assert_eq!(roll(&mut session, 21), "21");
    let before = session.dice.clone().roll();
    assert_eq!(session.dice.clone().roll(), before);
    let second = roll(&mut session, 2);
    assert_eq!(second, "55");
    assert_eq!(session.dice.clone().roll(), before);
    say(&mut session, "set cheat enable off");
    roll(&mut session, 1);
    assert_ne!(session.dice.clone().roll(), before, "now they are rolled");
}

#[test]
fn a_calibration_counts_positions_by_the_clock() {
    let mut session = session();
    // From look to look a second passes; an iteration is a thousand positions.
    assert_eq!(say(&mut session, "calibrate 3"), "\rCalibration result: 3000 static evaluations/second.\n");
    let said = say(&mut session, "show calibration");
    assert_eq!(said, "Evaluation speed has been set to 3000 evaluations per second.\n");
    let refusal = "If you specify a parameter to `calibrate', it must be a number of iterations to run.\n";
    for word in ["0", "-1", "many"] {
        assert_eq!(say(&mut session, &format!("calibrate {word}")).trim_end(), refusal.trim_end());
    }
}

#[test]
fn a_position_with_the_checkers_of_another_variant_has_its_own_rules() {
    let mut session = after("set compat off");
    for line in ["set variation 3-chequer-hypergammon", "new session"] {
        say(&mut session, line);
        let said = say(&mut session, "eval XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10");
        assert!(said.contains("static:") && !said.contains("hypergammon"), "{line}: {said}");
    }
    let said = say(&mut session, "eval XGID=-c----------------------C-:0:0:1:00:0:0:1:0:10");
    assert!(said.contains("the engine isn't trained for hypergammon-3"), "{said}");
}

/// Begins a match and plays 8/5 6/5, outside compat mode.
fn match_with_a_play(length: u16) -> Session {
    let mut session = session();
    session.settings.compat = false;
    say(&mut session, "set analysis chequerplay evaluation plies 0");
    say(&mut session, "set analysis cubedecision evaluation plies 0");
    say(&mut session, &format!("new match {length}"));
    say(&mut session, "set turn 1\nset dice 3 1\nmove 8/5 6/5");
    session
}

#[test]
fn an_analysis_beyond_the_match_equity_tables_is_refused() {
    let mut session = match_with_a_play(65);
    for line in ["analyse match", "analyse game", "review"] {
        let said = say(&mut session, line);
        let reason = "a player needs more than 64 points: no match equity table goes that far\n";
        assert!(said.ends_with(reason), "{line}: {said}");
    }
}

#[test]
fn an_analysis_that_does_not_use_the_match_equity_table_that_was_set_says_so() {
    let mut session = match_with_a_play(5);
    let note = "Note: analyses and statistics use the program's own match equity table.\n";
    for (inverted, is_compat, has_note) in [("off", false, false), ("on", true, false), ("on", false, true)] {
        say(&mut session, &format!("invert matchequitytable {inverted}"));
        session.settings.compat = is_compat;
        let said = say(&mut session, "analyse match");
        assert_eq!(said.contains(note), has_note, "{inverted} {is_compat}: {said}");
    }
}
