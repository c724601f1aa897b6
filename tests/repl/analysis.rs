//! Analyses in the session: making, summing up, showing and saving them.

use crate::support::{Pips, gunzip, testdata};
use barpoint::board::{BySide, Side};
use barpoint::engine::Evaluator;
use barpoint::game::Phase;
use barpoint::game::record::Analysis;
use barpoint::notation::play::print;
use barpoint::repl::answer::Answer;
use barpoint::repl::dice::Dice;
use barpoint::repl::history::Deed;
use barpoint::repl::host::Host;
use barpoint::repl::session::Session;
use barpoint::rules::legal_plays;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

/// An evaluator that counts pips.
const PIPS: Pips = Pips { roll: 0.0, lead: 200.0, least: 0.0 };

/// A world with that evaluator and some files.
#[derive(Clone, Default)]
pub(crate) struct World(Rc<RefCell<BTreeMap<String, Vec<u8>>>>);

impl Host for World {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.0.borrow().get(path).cloned().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.0.borrow_mut().insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn evaluator(&self) -> Result<Option<Rc<dyn Evaluator>>, String> {
        Ok(Some(Rc::new(PIPS)))
    }
}

impl World {
    /// Returns a file.
    pub(crate) fn file(&self, path: &str) -> Vec<u8> {
        self.read(path).expect("it was written")
    }
}

/// Begins a session beside GNU Backgammon's analysed match.
pub(crate) fn session() -> (World, Session) {
    let world = World::default();
    world
        .0
        .borrow_mut()
        .insert("match.sgf".to_owned(), gunzip(&testdata("analysis/match.sgf.gz")).into_bytes());
    let mut session = Session::new(Box::new(world.clone()), Dice::seeded(1));
    session.settings.compat = true;
    session.settings.default_names = BySide::new("gnubg".to_owned(), "root".to_owned());
    session.game.names = session.settings.default_names.clone();
    (world, session)
}

/// Types lines and returns the complete answer to the last one.
pub(crate) fn say(session: &mut Session, lines: &[&str]) -> String {
    let mut said = String::new();
    for line in lines {
        let mut answer = Answer::default();
        let mut done = session.line(line, &mut answer);
        done = done.and(session.settle(&mut answer));
        let refused = done.err().map_or_else(String::new, |refusal| refusal.text);
        said = answer.parts().map(|(_, text)| text).collect::<String>() + &refused;
    }
    said
}

#[test]
fn statistics_of_a_stored_analysis_are_gnu_backgammons() {
    let (_, mut session) = session();
    let theirs = std::fs::read_to_string(testdata("analysis/match.txt")).expect("a file");
    let said = say(&mut session, &["load match match.sgf", "show statistics match"]);
    assert_eq!(said, theirs);
    assert_eq!(say(&mut session, &["show statistics game"]), said, "the match has one game");
    // The digits and the factor are those that were set.
    let said = say(&mut session, &["set output digits 5", "show statistics match"]);
    assert!(said.contains("-0.39151 (-18.248%)"), "{said}");
    let said = say(&mut session, &["analyse clear match", "show statistics match"]);
    assert!(said.contains("Chequerplay rating                       n/a"), "{said}");
}

#[test]
fn statistics_use_the_table_that_was_set_in_compat_mode() {
    let (world, mut session) = session();
    // The chances are those of a player who wins each point with the same chance as the other one.
    let row = |away: u8, most: u8| {
        let cells =
            (1..=most).map(|other| format!("<me>{:.6}</me>", f64::from(other) / f64::from(away + other)));
        format!("<row>{}</row>", cells.collect::<String>())
    };
    let before: String = (1..=15).map(|away| row(away, 15)).collect();
    let after = (1..=15).map(|away| format!("<me>{:.6}</me>", 1.0 / f64::from(away + 1)));
    let after = after.collect::<String>();
    let table = format!(
        "<met><info><name>linear</name><description>linear</description><length>15</length></info>\
         <pre-crawford-table type=\"explicit\">{before}</pre-crawford-table>\
         <post-crawford-table player=\"both\" type=\"explicit\"><row>{after}</row></post-crawford-table></met>"
    );
    world.0.borrow_mut().insert("linear.xml".to_owned(), table.into_bytes());
    let lines = ["load match match.sgf", "set matchequitytable linear.xml", "show statistics match"];
    let said = say(&mut session, &lines);
    // Observed in GNU Backgammon 1.07.001.
    for wanted in [
        "Error total EMG (MWC)                         -0.392 (-18.177%)       -0.605 (-15.768%)",
        "Luck total EMG (MWC)                          +0.094 (+23.275%)       -0.895 (-20.004%)",
        "Wrong doubles below DP (EMG (MWC))         1 (-0.022 ( -0.274%))   2 (-0.760 (-10.585%))",
        "Luck adjusted result                       +6.72%                  -6.72%",
    ] {
        assert!(said.contains(wanted), "{said}");
    }
    session.settings.compat = false;
    let said = say(&mut session, &["show statistics match"]);
    assert!(said.contains("-0.392 (-18.248%)"), "the program's own table: {said}");
}

#[test]
fn an_analysis_is_made_and_saved_and_read_again() {
    let (world, mut session) = session();
    say(&mut session, &["load match match.sgf", "analyse clear match"]);
    for kind in ["chequerplay", "cubedecision"] {
        say(&mut session, &[&format!("set analysis {kind} evaluation plies 0")]);
    }
    assert_eq!(say(&mut session, &["analyse match"]), "");
    let ours = say(&mut session, &["show statistics match"]);
    assert!(ours.contains("Total moves                               22                      22"), "{ours}");
    assert!(!ours.contains("n/a"), "{ours}");
    say(&mut session, &["save match ours.sgf"]);
    let text = String::from_utf8(world.file("ours.sgf")).expect("UTF-8");
    assert!(text.contains("]LU[") && text.contains("DA[E ver 3 0C 1 ") && text.contains("]A["), "{text}");
    let again = say(&mut session, &["load match ours.sgf", "show statistics match"]);
    assert_eq!(again, ours);
}

#[test]
fn rollouts_of_a_record_are_shown_and_counted_and_written_back() {
    let (world, mut session) = session();
    let text = std::fs::read(testdata("sgf/valid/rollouts.sgf")).expect("a file");
    world.0.borrow_mut().insert("rollouts.sgf".to_owned(), text.clone());
    let said = say(&mut session, &["load match rollouts.sgf", "show statistics match"]);
    assert!(said.contains("Moves marked very bad                      1                       0"), "{said}");
    assert!(said.contains("-0.270 ( -2.681%)       -0.000 ( -0.000%)"), "{said}");
    let said = say(&mut session, &["previous", "show board"]);
    for line in [
        "Rollout cubeless equity -0.006 (Money: -0.002)",
        "ann owns 2-cube:",
        "*    1. Rollout          24/18 13/11                  Eq.: -0.123",
        "       0.478 0.121 0.006 - 0.522 0.159 0.007 CL -0.105 CF -0.123",
        "      [0.003 0.003 0.000 - 0.003 0.004 0.000 CL  0.013 CF  0.015]",
        "        keep the first 0 0-ply moves and up to 8 more moves within equity 0.16",
        "     3. Cubeful 0-ply    24/22 24/18                  Eq.: -0.187 (-0.064)",
    ] {
        assert!(said.lines().any(|said| said == line), "{line}: {said}");
    }
    // The nodes of the file are written as they were, with the marks.
    say(&mut session, &["save match again.sgf"]);
    let nodes = |text: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(text).trim_end().split("\n;").skip(1).map(str::to_owned).collect()
    };
    assert_eq!(nodes(&world.file("again.sgf")), nodes(&text));
    assert!(say(&mut session, &["cmark match show"]).contains("3 (24/22 24/18) marked"));
}

#[test]
fn evaluations_of_other_programs_are_shown_with_their_own_level() {
    let (_, mut session) = session();
    session.settings.compat = false;
    say(&mut session, &["load match match.sgf"]);
    let steps = session.game.history.games.iter_mut().flat_map(|game| &mut game.moves);
    for analysis in steps.flat_map(|step| &mut step.notes.analyses) {
        match analysis {
            Analysis::Play(play) => {
                for candidate in &mut play.candidates {
                    candidate.evaluation.settings = "XG Roller++".into();
                }
            }
            Analysis::Cube(cube) => {
                cube.no_double.settings = "4-ply".into();
                (cube.equity_no_double, cube.equity_double_take) = (Some(0.1), Some(-0.2));
            }
        }
    }
    let said = say(&mut session, &["first game", "next 2", "show board"]);
    assert!(said.contains("\n4-ply cubeless equity +0.072"), "{said}");
    assert!(said.contains("*    1. XG Roller++      23/21 13/8 "), "{said}");
    assert!(!said.contains("0-ply"), "{said}");
    session.settings.compat = true;
    let said = say(&mut session, &["show board"]);
    assert!(said.contains("*    1. Cubeless 0-ply   23/21 13/8 "), "{said}");
}

#[test]
fn an_analysis_replaces_rollouts_only_outside_compat_mode() {
    let (world, mut session) = session();
    let text = std::fs::read(testdata("sgf/valid/rollouts.sgf")).expect("a file");
    let rollouts = |text: &[u8]| String::from_utf8_lossy(text).matches("X ver 3").count();
    let all = rollouts(&text);
    world.0.borrow_mut().insert("rollouts.sgf".to_owned(), text);
    for (mode, is_kept) in [("on", true), ("off", false)] {
        say(&mut session, &["load match rollouts.sgf", "set analysis chequerplay evaluation plies 0"]);
        say(&mut session, &["set analysis cubedecision evaluation plies 0", &format!("set compat {mode}")]);
        say(&mut session, &["analyse match", "save match again.sgf"]);
        let left = rollouts(&world.file("again.sgf"));
        assert!(all > 0 && left == if is_kept { all } else { 0 }, "{mode}: {left} of {all}");
        assert_eq!(say(&mut session, &["cmark match show"]).contains("3 (24/22 24/18) marked"), is_kept);
    }
}

#[test]
fn marks_go_with_the_candidates_that_they_belong_to() {
    let (world, mut session) = session();
    say(&mut session, &["load match match.sgf", "set analysis cubedecision evaluation plies 0"]);
    say(
        &mut session,
        &["set analysis chequerplay evaluation plies 0", "analyse match", "first game", "next"],
    );
    let marked = |session: &mut Session| say(session, &["cmark game show"]).contains(" marked");
    for again in [&["analyse move"][..], &["analyse game"], &["analyse clear move", "analyse move"]] {
        say(&mut session, &["cmark move set rollout 1"]);
        assert!(marked(&mut session), "{again:?}");
        say(&mut session, again);
        assert!(!marked(&mut session), "{again:?}");
    }
    say(&mut session, &["cmark move set rollout 1", "save match marked.sgf"]);
    let text = |path: &str| String::from_utf8(world.file(path)).expect("UTF-8");
    assert!(text("marked.sgf").contains("MR[1 ]"));
    say(&mut session, &["load match marked.sgf", "first game", "next"]);
    assert!(marked(&mut session));
    say(&mut session, &["analyse move", "save match again.sgf"]);
    assert!(!text("again.sgf").contains("MR[1 ]") && text("again.sgf").contains("MR[]"));
}

#[test]
fn circles_and_lists_of_other_programs_stay_in_a_record() {
    let (world, mut session) = session();
    session.settings.compat = false;
    let text = std::fs::read_to_string(testdata("sgf/valid/rollouts.sgf")).expect("a file");
    let text = text.replace("CR[]", "CR[aa][bb]").replace("MR[1 3 ]", "MR[1 99 ]");
    world.0.borrow_mut().insert("circles.sgf".to_owned(), text.into_bytes());
    say(&mut session, &["load match circles.sgf", "save match again.sgf"]);
    let again = String::from_utf8(world.file("again.sgf")).expect("UTF-8");
    assert!(again.contains("CR[aa][bb]") && again.contains("MR[1 99 ]"), "{again}");
}

#[test]
fn a_dead_cube_that_was_turned_is_shown_as_gnu_backgammon_shows_it() {
    // Analysed by GNU Backgammon 1.07.001, and shown by it in these words.
    const ANALYSED: &str = "(;FF[4]GM[6]AP[GNU Backgammon:1.07.001]MI[length:2][game:0][ws:0][bs:0]PW[ann]PB[bob]\
         RU[Crawford];W[31hefe];B[42qusu];W[double];B[take];W[52mhfd];B[double]DA[E ver 3 0C 1 0.000000 1 0.505284 \
         0.158361 0.010385 0.151248 0.010440 0.010568 0.505284 0.505284 0.158361 0.010385 0.151248 0.010440 0.010568 \
         0.505284];W[take])";
    let wanted = "1. No double           +0.011\n2. Double, pass        +1.000  (+0.989)\n\
                  3. Double, take        +0.011  (-0.000)\n\
                  Proper cube action: Never redouble, take (dead cube)\n";
    let (world, mut session) = session();
    world.0.borrow_mut().insert("dead.sgf".to_owned(), ANALYSED.as_bytes().to_vec());
    let shown = say(&mut session, &["load match dead.sgf", "first game", "next 5", "show board"]);
    assert!(shown.contains(wanted), "{shown}");
}

#[test]
fn a_mark_of_a_cube_action_that_waits_is_saved_and_goes_to_the_move() {
    let settings = ["set player 0 human", "set automatic roll off", "set automatic game off"];
    let begin = ["new match 5", "clear turn", "set turn 1", "set dice 31", "8/5 6/5"];
    let cases: [(&[&str], &[&str]); 5] = [
        (&["cmark cube set rollout"], &["set dice 42", "8/4 6/4"]),
        (&["set dice 42", "cmark cube set rollout"], &["8/4 6/4"]),
        (&["set dice 42", "cmark cube set rollout"], &["set dice 31", "8/5 6/5"]),
        (&["cmark cube set rollout", "double"], &["take", "set dice 42", "8/4 6/4"]),
        (&["double", "cmark cube set rollout"], &["drop"]),
    ];
    for (lines, played) in cases {
        let (_, mut session) = session();
        session.settings.compat = false;
        say(&mut session, &settings);
        say(&mut session, &begin);
        say(&mut session, lines);
        let shown = |session: &mut Session| say(session, &["cmark match show"]);
        let waiting = shown(&mut session);
        assert!(waiting.matches("Cube marked").count() == 1, "{lines:?}: {waiting}");
        assert!(waiting.contains(&say(&mut session, &["cmark cube show"])), "{lines:?}: {waiting}");
        for file in ["a.sgf", "a.json"] {
            say(&mut session, &[&format!("save match {file}"), &format!("load match {file}")]);
            assert_eq!(shown(&mut session), waiting, "{lines:?}: {file}");
        }
        say(&mut session, played);
        assert_eq!(shown(&mut session), waiting, "{lines:?}, {played:?}");
        say(&mut session, &["save match a.sgf", "load match a.sgf"]);
        assert_eq!(shown(&mut session), waiting, "{lines:?}, {played:?}");
    }
}

#[test]
fn a_rollout_of_the_game_leaves_what_is_offered_and_the_dice() {
    for lines in [&["resign"][..], &["set dice 13"], &["set dice 13", "resign gammon"], &["double"]] {
        let (_, mut session) = session();
        session.settings.compat = false;
        say(&mut session, &["set player 0 human", "set automatic roll off"]);
        say(&mut session, &["new match 5", "clear turn", "set turn 1"]);
        say(&mut session, lines);
        let before = (session.game.state.clone(), say(&mut session, &["show board"]));
        for command in ["analyse rollout game", "analyse rollout match"] {
            say(&mut session, &[command]);
            assert_eq!((session.game.state.clone(), say(&mut session, &["show board"])), before, "{lines:?}");
        }
    }
    // What was taken back stays so.
    let (_, mut session) = session();
    session.settings.compat = false;
    say(&mut session, &["set player 0 human", "set automatic roll off", "set rollout trials 1"]);
    say(&mut session, &["new match 5", "clear turn", "set turn 1"]);
    say(&mut session, &["set dice 31", "8/5 6/5", "set dice 42", "8/4 6/4"]);
    say(&mut session, &["previous", "cmark cube set rollout", "next", "undo 2"]);
    let undone = session.game.history.undone;
    assert_eq!(undone, Some((0, 0)));
    say(&mut session, &["analyse rollout game"]);
    assert_eq!(session.game.history.undone, undone);
}

#[test]
fn a_mark_is_a_change_of_the_match() {
    let (_, mut session) = session();
    say(&mut session, &["load match match.sgf", "first game", "next"]);
    for line in [
        "cmark move set rollout 1",
        "cmark move clear",
        "cmark cube set rollout",
        "cmark cube clear",
        "cmark match clear",
    ] {
        session.kept.is_changed = false;
        let said = say(&mut session, &[line]);
        assert!(session.kept.is_changed, "{line}: {said}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing_in_an_analysis() {
    let (world, mut session) = session();
    let made = [1, 3].map(|threads| {
        let evaluation = "set analysis chequerplay evaluation plies 0";
        let threads = format!("set threads {threads}");
        say(&mut session, &["load match match.sgf", "analyse clear match", evaluation, &threads]);
        say(&mut session, &["set analysis cubedecision evaluation plies 0", "analyse match"]);
        say(&mut session, &["save match ours.sgf"]);
        world.file("ours.sgf")
    });
    assert!(made[0].windows(3).any(|text| text == b"]A["), "nothing was analysed");
    assert_eq!(made[0], made[1]);
}

#[test]
fn a_decision_is_analysed_by_itself() {
    let (_, mut session) = session();
    say(&mut session, &["load match match.sgf", "analyse clear match", "first game", "next"]);
    let said = say(&mut session, &["show board"]);
    assert!(!said.contains("Cubeful"), "{said}");
    say(&mut session, &["set analysis chequerplay evaluation plies 0", "analyse move"]);
    let said = say(&mut session, &["show board"]);
    assert!(said.contains("Rolled ") && said.contains("Cubeful 0-ply") && said.contains("\n*"), "{said}");
    let said = say(&mut session, &["next 500", "analyse move"]);
    assert!(said.contains("Please use `hint' on unfinished moves"), "{said}");
}

#[test]
fn a_hint_stays_with_its_decision() {
    let (world, mut session) = session();
    say(&mut session, &["set player 0 human", "set player 1 human", "set automatic roll off"]);
    say(&mut session, &["set automatic game off", "new match 5", "hint 2"]);
    for (is_compat, is_saved) in [(false, false), (true, true)] {
        session.settings.compat = is_compat;
        say(&mut session, &[&format!("save match waiting{is_compat}.sgf")]);
        let waiting = String::from_utf8(world.file(&format!("waiting{is_compat}.sgf"))).expect("UTF-8");
        assert_eq!(waiting.contains("]A["), is_saved, "analysis of dice that wait: {waiting}");
    }
    say(&mut session, &["cmark move set rollout 2"]);
    assert!(say(&mut session, &["cmark game show"]).contains("2 ("), "a candidate of the hint is marked");
    let Phase::ToPlay(roll) = session.game.state.phase() else { panic!("no dice") };
    let board = *session.game.state.board();
    let play = print::gnubg(&board, &legal_plays(&board, roll)[0].0).to_string();
    say(&mut session, &[play.as_str(), "hint", "double", "hint", "take", "save match played.sgf"]);
    let played = String::from_utf8(world.file("played.sgf")).expect("UTF-8");
    let node = |word: &str| played.split(';').find(|node| node.contains(word)).expect("a node").to_owned();
    assert!(node(&format!("[{roll}")).contains("]A[") && node("double]").contains("DA["), "{played}");
    assert!(node("take]").contains("DA["), "{played}");
    let said = say(&mut session, &["previous", "previous", "show board"]);
    assert!(said.contains("Cube analysis"), "{said}");
    // A decision that is set up anew isn't the one that was asked about.
    say(&mut session, &["new match 5"]);
    let Phase::ToPlay(roll) = session.game.state.phase() else { panic!("no dice") };
    let board = *session.game.state.board();
    let play = print::gnubg(&board, &legal_plays(&board, roll)[0].0).to_string();
    say(&mut session, &[play.as_str(), "hint", "set cube value 2", "double", "save match other.sgf"]);
    let other = String::from_utf8(world.file("other.sgf")).expect("UTF-8");
    assert!(other.contains("double]") && !other.contains("DA["), "{other}");
}

/// A match in which a player has made the first play.
const BEGUN: [&str; 8] = [
    "set player 0 human",
    "set player 1 human",
    "set automatic roll off",
    "set automatic game off",
    "set confirm save off",
    "new match 5",
    "set dice 3 1",
    "8/5 6/5",
];

/// Returns the nodes after the root of a file that a command writes.
fn nodes(world: &World, session: &mut Session, command: &str) -> Vec<String> {
    say(session, &[&format!("{command} hinted.sgf")]);
    let file = String::from_utf8(world.file("hinted.sgf")).expect("UTF-8");
    let file = file.trim_end().trim_end_matches(')');
    file.split("\n;").skip(1).map(str::to_owned).collect()
}

/// Returns the letter of the player who has to roll, play or double.
fn letter(session: &Session) -> &'static str {
    if session.game.state.on_roll() == Side::Zero { "W" } else { "B" }
}

#[test]
fn gnu_backgammons_files_have_the_best_play_of_dice_that_wait() {
    let (world, mut session) = session();
    say(&mut session, &BEGUN[..7]);
    let dice = format!("PL[{}]DI[31]", letter(&session));
    assert_eq!(nodes(&world, &mut session, "save match"), [dice.as_str()]);
    say(&mut session, &["hint"]);
    for command in ["save match", "save game"] {
        let nodes = nodes(&world, &mut session, command);
        let [first, last] = &nodes[..] else { panic!("{nodes:?}") };
        assert!(*first == dice && last.starts_with(&format!("{}[31", letter(&session))), "{nodes:?}");
        // Two steps.
        assert_eq!(last.find(']'), Some(8), "{last}");
        assert!(last.contains("]A[0][") && last.ends_with("MR[]"), "{last}");
    }
    let position = nodes(&world, &mut session, "save position");
    let last = position.last().expect("a node");
    assert!(last.contains("]A[0][") && !position.concat().contains("DI["), "{position:?}");
    let text = say(&mut session, &["export match text -"]);
    assert!(text.contains(" moves ") && !text.contains("cannot move"), "{text}");
    say(&mut session, &["clear hint"]);
    assert_eq!(nodes(&world, &mut session, "save match"), [dice.as_str()]);
    // It is loaded as made, and dropped with the dice.
    say(&mut session, &["hint", "save match hinted.sgf", "load match hinted.sgf"]);
    let made: Vec<Deed> = session.game.history.games[0].moves.iter().map(|step| step.what).collect();
    assert!(matches!(made[..], [Deed::Played(..)]), "{made:?}");
    say(&mut session, &["new match 5", "set dice 3 1", "hint", "set dice 6 1"]);
    let dice = format!("PL[{}]DI[61]", letter(&session));
    assert_eq!(nodes(&world, &mut session, "save match"), [dice.as_str()]);
}

#[test]
fn gnu_backgammons_files_have_the_cube_decision_that_was_evaluated() {
    let (world, mut session) = session();
    say(&mut session, &BEGUN);
    say(&mut session, &["hint"]);
    let by = letter(&session);
    assert_eq!(nodes(&world, &mut session, "save match").len(), 1, "no double was made");
    let position = nodes(&world, &mut session, "save position");
    let last = position.last().expect("a node");
    assert!(last.starts_with(&format!("{by}[double]DA[")), "{position:?}");
    // The turn has the decision before its dice.
    say(&mut session, &["set dice 3 1", "hint"]);
    let turn = nodes(&world, &mut session, "save match");
    let [_, dice, last] = &turn[..] else { panic!("{turn:?}") };
    assert_eq!(*dice, format!("PL[{by}]DI[31]"));
    let analyses = last.find("]DA[").zip(last.find("]A[0]["));
    assert!(analyses.is_some_and(|(cube, plays)| cube < plays), "{last}");
    // The other player's decision isn't that one.
    say(&mut session, &BEGUN);
    say(&mut session, &["hint", "set turn 0", "set turn 1"]);
    let position = nodes(&world, &mut session, "save position");
    assert!(!position.concat().contains("DA["), "{position:?}");
}

#[test]
fn gnu_backgammons_files_have_a_take_that_was_evaluated() {
    let (world, mut session) = session();
    say(&mut session, &BEGUN);
    let by = letter(&session);
    say(&mut session, &["double", "hint"]);
    let waiting = nodes(&world, &mut session, "save match");
    let [_, double, take] = &waiting[..] else { panic!("{waiting:?}") };
    // It names the player who has doubled.
    assert!(*double == format!("{by}[double]") && take.starts_with(&format!("{by}[take]DA[")), "{waiting:?}");
    say(&mut session, &["take"]);
    let taken = nodes(&world, &mut session, "save match");
    let [_, double, take] = &taken[..] else { panic!("{taken:?}") };
    assert!(double.contains("[double]DA[") && take.contains("[take]DA["), "{taken:?}");
    assert!(!take.starts_with(by), "{taken:?}");
}

#[test]
fn the_cube_decision_of_another_position_is_in_no_file() {
    let (world, mut session) = session();
    for command in ["set board 4DvgASjgc/ABMA", "set cube value 2", "set cube owner 0", "clear hint"] {
        for hints in [&["hint", "set dice 5 2"][..], &["hint", "set dice 5 2", "hint"]] {
            say(&mut session, &BEGUN);
            say(&mut session, hints);
            let before = nodes(&world, &mut session, "save position");
            assert!(before.concat().contains("DA["), "{before:?}");
            say(&mut session, &[command]);
            for file in ["save match", "save position"] {
                let nodes = nodes(&world, &mut session, file);
                assert!(!nodes.iter().any(|node| node.contains("A[")), "{command}, {file}: {nodes:?}");
            }
            say(&mut session, &["13/8 13/11"]);
            let made = nodes(&world, &mut session, "save match");
            assert!(!made.concat().contains("DA["), "{command}: {made:?}");
        }
    }
}

#[test]
fn exchanged_players_keep_a_cube_decision_and_no_plays() {
    let (world, mut session) = session();
    for hints in [&["set dice 5 2", "hint"][..], &["hint", "set dice 5 2", "hint"]] {
        say(&mut session, &BEGUN);
        say(&mut session, hints);
        say(&mut session, &["swap players"]);
        for file in ["save match", "save position"] {
            let nodes = nodes(&world, &mut session, file);
            assert!(!nodes.iter().any(|node| node.contains("A[")), "{file}: {nodes:?}");
        }
    }
    say(&mut session, &BEGUN);
    say(&mut session, &["hint", "swap players"]);
    let by = letter(&session);
    let waiting = nodes(&world, &mut session, "save position");
    let last = waiting.last().expect("a node");
    assert!(last.starts_with(&format!("{by}[double]DA[")), "{waiting:?}");
    say(&mut session, &["double"]);
    let made = nodes(&world, &mut session, "save match");
    assert!(made.concat().contains(&format!("{by}[double]DA[")), "{made:?}");
    say(&mut session, &BEGUN);
    say(&mut session, &["double", "hint", "swap players"]);
    let answer = nodes(&world, &mut session, "save position");
    assert!(answer.concat().contains("[take]DA["), "{answer:?}");
    // Elsewhere the player may have been set on roll, which is lost.
    session.settings.compat = false;
    say(&mut session, &BEGUN);
    let other = if letter(&session) == "W" { "set turn 1" } else { "set turn 0" };
    say(&mut session, &[other, "hint", "swap players", "double", "save match other.sgf"]);
    let other = String::from_utf8(world.file("other.sgf")).expect("UTF-8");
    assert!(other.contains("double]") && !other.contains("DA["), "{other}");
}

#[test]
fn a_double_a_redouble_and_the_answer_have_one_analysis() {
    let (world, mut session) = session();
    for actions in [
        ["double", "hint", "redouble", "take"],
        ["hint", "double", "redouble", "take"],
        ["double", "hint", "redouble", "drop"],
    ] {
        say(&mut session, &BEGUN[..5]);
        say(&mut session, &["new session", "set dice 3 1", "8/5 6/5"]);
        say(&mut session, &actions);
        let nodes = nodes(&world, &mut session, "save game");
        let [_, double, redouble, answer, ..] = &nodes[..] else { panic!("{nodes:?}") };
        assert!(double.contains("[double]DA[") && redouble.contains("[double]DA["), "{nodes:?}");
        assert!(answer.contains(&format!("[{}]DA[", actions[3])), "{nodes:?}");
    }
}

#[test]
fn a_double_beside_a_resignation_is_that_of_the_player_who_answers() {
    let (world, mut session) = session();
    say(&mut session, &BEGUN);
    let other = if letter(&session) == "W" { "B" } else { "W" };
    say(&mut session, &["hint", "resign n"]);
    let position = nodes(&world, &mut session, "save position");
    let last = position.last().expect("a node");
    assert!(last.starts_with(&format!("{other}[double]DA[")), "{position:?}");
}

#[test]
fn plays_of_a_hint_are_no_part_of_the_position_before_the_dice() {
    let (world, mut session) = session();
    say(&mut session, &BEGUN);
    say(&mut session, &["set dice 5 2", "hint", "previous"]);
    let position = nodes(&world, &mut session, "save position");
    assert!(!position.iter().any(|node| node.contains("DI[") || node.contains("A[0]")), "{position:?}");
}

#[test]
fn an_analysis_marks_decisions_by_their_losses() {
    let (_, mut session) = session();
    session.settings.compat = false;
    let what = |session: &Session| {
        let history = &session.game.history;
        history.games[history.game].moves[history.at].what
    };
    say(&mut session, &["load match match.sgf"]);
    for step in &mut session.game.history.games[0].moves {
        (step.notes.play, step.notes.cube) = (None, None);
    }
    say(&mut session, &["first game", "next marked"]);
    assert_eq!(what(&session), Deed::Doubled);
    say(&mut session, &["next marked"]);
    assert_eq!(what(&session).dice().map(|roll| roll.to_string()).as_deref(), Some("11"));
    assert!(matches!(session.game.state.phase(), Phase::ToPlay(_)), "a play is shown with its dice");
    let missed = "Fewer than 9 marked decisions are after this place.\n";
    assert_eq!(say(&mut session, &["next marked 9"]), missed);
    let missed = "No marked decision is before this place.\n";
    assert_eq!(say(&mut session, &["first game", "previous marked"]), missed);
    session.settings.compat = true;
    assert_eq!(say(&mut session, &["first game", "next marked"]), "");
    assert_eq!(session.game.history.at, 0, "GNU Backgammon looks for marks alone");
}

#[test]
fn only_what_was_selected_is_evaluated() {
    let (_, mut session) = session();
    say(&mut session, &["load match match.sgf", "analyse clear match"]);
    assert_eq!(say(&mut session, &["set analysis moves off"]), "Chequer play will not be analysed.\n");
    say(&mut session, &["set analysis cubedecision evaluation plies 0", "set analysis luck off"]);
    say(&mut session, &["set analysis player 0 analyse off", "analyse match"]);
    let said = say(&mut session, &["show statistics match"]);
    let line = |label: &str| said.lines().find(|line| line.starts_with(label)).expect("a line").to_owned();
    assert!(!said.contains("Chequerplay statistics") && !said.contains("Luck statistics"), "{said}");
    let cubes = |label: &str| -> Vec<u32> {
        line(label).split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    // The doubles and the answers of the player who isn't analysed are.
    let actions = ["Doubles", "Takes", "Passes"].map(|label| cubes(label)[0]);
    assert_eq!(cubes("Total cube")[0], actions.iter().sum::<u32>());
    assert!(
        cubes("Total cube")[1] > ["Doubles", "Takes", "Passes"].map(|label| cubes(label)[1]).iter().sum()
    );
    let said = say(&mut session, &["set analysis cube off", "analyse match"]);
    assert!(said.contains("No analysis selected"), "{said}");
}

#[test]
fn a_review_shows_the_worst_decisions_of_those_who_play() {
    let (_, mut session) = session();
    session.settings.compat = false;
    assert!(say(&mut session, &["review"]).contains("No game"));
    say(&mut session, &["load match match.sgf", "set player 0 human", "set player 1 human"]);
    for kind in ["chequerplay", "cubedecision"] {
        say(&mut session, &[&format!("set analysis {kind} evaluation plies 0")]);
    }
    let both = say(&mut session, &["review"]);
    for name in ["Alice", "Bob"] {
        assert!(both.contains(&format!("{name}: error rate ")), "{both}");
    }
    // The evaluator that counts pips finds mistakes in real play; the worst three are shown, the worst first.
    let lost: Vec<f64> = both
        .lines()
        .take_while(|line| !line.starts_with("Bob"))
        .filter_map(|line| line.split("loses ").nth(1)?.split(' ').next()?.parse().ok())
        .collect();
    assert!((1..=3).contains(&lost.len()) && lost.is_sorted_by(|a, b| a >= b), "{both}");
    say(&mut session, &["set player 0 gnubg"]);
    let one = say(&mut session, &["review"]);
    assert!(!one.contains("Alice") && one.contains("Bob: error rate ") && one.contains("), luck "), "{one}");
    // Luck that wasn't evaluated isn't zero.
    let unknown = say(&mut session, &["set analysis luck off", "analyse clear match", "review"]);
    assert!(unknown.contains("Bob: error rate ") && !unknown.contains("luck"), "{unknown}");
}
