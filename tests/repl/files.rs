//! Saved files are loaded again as the same, by us and by GNU Backgammon.

use crate::gnubg::Gnubg;
use crate::support::{Random, paths_with, report, shared};
use barpoint::board::Side;
use barpoint::game::record::Rating;
use barpoint::game::{MatchState, Phase};
use barpoint::notation::play::print;
use barpoint::repl::answer::{Answer, Stream};
use barpoint::repl::dice::Dice;
use barpoint::repl::history::{Deed, Game};
use barpoint::repl::host::Host;
use barpoint::repl::session::{Seat, Session};
use barpoint::rules::legal_plays;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

/// The time in that world: 2026-11-21 12:00.
const NOW: u64 = 20_778 * 86_400 + 43_200;

/// A world whose files are in memory.
#[derive(Clone, Debug, Default)]
struct Shelf(Rc<RefCell<BTreeMap<String, Vec<u8>>>>, Rc<RefCell<Vec<String>>>);

impl Host for Shelf {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        // As the system would say it.
        self.0.borrow().get(path).cloned().ok_or_else(|| io::Error::from_raw_os_error(2))
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.0.borrow_mut().insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn home(&self) -> Option<String> {
        Some("/home/anna".to_owned())
    }

    fn kept(&self) -> Option<String> {
        Some("kept".to_owned())
    }

    fn list(&self, folder: &str) -> Vec<(String, u64)> {
        let files = self.0.borrow();
        let names = files.keys().filter_map(|path| path.strip_prefix(folder)?.strip_prefix('/'));
        names.map(|name| (name.to_owned(), NOW - 60)).collect()
    }

    fn now(&self) -> u64 {
        NOW
    }

    fn remove(&mut self, path: &str) -> io::Result<()> {
        self.0.borrow_mut().remove(path);
        Ok(())
    }

    fn today(&self) -> (i32, u8, u8) {
        (2026, 11, 21)
    }

    fn confirm(&mut self, question: &str) -> bool {
        self.1.borrow_mut().push(question.to_owned());
        true
    }
}

/// Returns a session of two people.
fn session(shelf: &Shelf, seed: &str) -> Session {
    let mut session = Session::new(Box::new(shelf.clone()), Dice::from_system());
    session.game.seats.0 = [Seat::Human, Seat::Human];
    session.settings.automatic.game = false;
    session.settings.automatic.roll = false;
    does(&mut session, &format!("set rng mersenne {seed}"));
    does(&mut session, "set defaultnames Anna \"Bert B\"");
    session
}

/// Types lines; returns the output of the last one to a stream.
fn said(session: &mut Session, lines: &str, stream: Stream) -> String {
    let mut text = String::new();
    for line in lines.split('\n') {
        let mut answer = Answer::default();
        let done = session.line(line, &mut answer).and_then(|()| session.settle(&mut answer));
        let refused = done.err().filter(|refusal| refusal.stream == stream);
        text = answer.of(stream) + refused.as_ref().map_or("", |refusal| &refusal.text);
    }
    text
}

fn does(session: &mut Session, lines: &str) -> String {
    said(session, lines, Stream::Out)
}

/// Returns a world, and a session in it after a script.
fn after(seed: &str, script: &str) -> (Shelf, Session) {
    let shelf = Shelf::default();
    let mut session = session(&shelf, seed);
    run(&mut session, script);
    (shelf, session)
}

/// The same for a session that keeps its matches.
fn kept_after(seed: &str, script: &str) -> (Shelf, Session) {
    let shelf = Shelf::default();
    let mut session = keeping(&shelf, seed);
    run(&mut session, script);
    (shelf, session)
}

/// Returns a new session in which a line was typed.
fn opened(shelf: &Shelf, line: &str) -> Session {
    let mut session = session(shelf, "1");
    does(&mut session, line);
    session
}

/// Returns a new session that has loaded a match, without a finding.
#[track_caller]
fn reloaded(shelf: &Shelf, file: &str) -> Session {
    let mut session = session(shelf, "1");
    let found = said(&mut session, &format!("load match {file}"), Stream::Err);
    assert_eq!(found, "", "{file}: {}", String::from_utf8_lossy(&shelf.0.borrow()[file]));
    session
}

/// Returns a line that can be typed now.
fn typed(session: &Session, numbers: &mut Random) -> String {
    let words: &[&str] = match session.game.state.phase() {
        Phase::OpeningRoll | Phase::MatchOver(_) => {
            &["new match 3", "new session", "new match 5", "new match 1"]
        }
        Phase::GameOver(_) => &["new game"],
        Phase::ToRoll if numbers.below(6) == 0 => {
            &["double", "resign", "resign 2", "set turn 0", "set turn 1"]
        }
        Phase::ToRoll => &["roll"],
        Phase::ToAnswerDouble(_) => &["take", "take", "drop", "redouble"],
        Phase::ToAnswerResignation { .. } => &["accept", "reject", "reject"],
        Phase::ToPlay(_) if numbers.below(60) == 0 => &[
            "resign 3",
            "set board simple 1 0 2 2 0 3 2 0 0 0 0 0 0 0 0 0 0 -1 -3 -3 -1 -2 -1 0 0 -1",
            "set cube value 4",
        ],
        Phase::ToPlay(roll) => {
            let plays = legal_plays(session.game.state.board(), roll);
            let Some((play, _)) = plays.get(numbers.below(plays.len().max(1))) else {
                return "move".to_owned();
            };
            return print::gnubg(session.game.state.board(), play).to_string();
        }
    };
    words[numbers.below(words.len())].to_owned()
}

/// Plays at random, beginning with a match, and doesn't end in the middle of a resignation.
fn played(shelf: &Shelf, seed: u64) -> Session {
    let mut session = session(shelf, &seed.to_string());
    let mut numbers = Random::new(seed);
    let length = 20 + numbers.below(300);
    for _ in 0..length {
        if matches!(session.game.state.phase(), Phase::MatchOver(_)) {
            break;
        }
        let line = typed(&session, &mut numbers);
        does(&mut session, &line);
    }
    if let Phase::ToAnswerResignation { .. } = session.game.state.phase() {
        does(&mut session, "reject");
    }
    // Whose turn was set is told by what he does.
    if session.game.history.state().is_some_and(|state| state.on_roll() != session.game.state.on_roll()) {
        does(&mut session, "roll");
    }
    session
}

/// Returns a state: the side on roll as a number, the board, cube, score, phase.
fn look(state: &MatchState) -> String {
    let over = matches!(state.phase(), Phase::GameOver(_) | Phase::MatchOver(_));
    let phase = if over { "over".to_owned() } else { format!("{:?}", state.phase()) };
    let (board, on_roll) =
        if over { (state.board_of(Side::Zero), Side::Zero) } else { (*state.board(), state.on_roll()) };
    format!("{on_roll:?} {:?} {:?} {:?} {phase}", board.lanes(), state.cube(), state.score().points)
}

/// Returns the history, move by move. When read, dice after a position that was set are a move of their own.
fn story(session: &Session) -> Vec<String> {
    let mut story = Vec::new();
    for game in &session.game.history.games {
        story.push(format!("game: {:?} {:?}", game.names, game.start.score().points));
        for (place, step) in game.moves.iter().enumerate() {
            let is_echo = matches!(step.what, Deed::Rolled(_))
                && place > 0
                && matches!(game.moves[place - 1].what, Deed::SetBoard);
            if let Deed::Resigned(_) = step.what {
                // A file tells the points alone.
                story.push(format!("Resigned {:?}", step.by));
            } else if !is_echo {
                story.push(format!("{:?} {:?} {}", step.what, step.by, step.after.cube().value));
            }
        }
        story.push(format!("result: {:?}", game.result().map(|result| (result.winner, result.points))));
    }
    story
}

#[test]
fn a_saved_session_is_loaded_again_as_the_same() {
    let cases = 200;
    let mut moves = 0;
    for seed in 1..=cases {
        let shelf = Shelf::default();
        let mut first = played(&shelf, seed);
        assert_eq!(does(&mut first, "save match a.sgf"), "");
        let mut second = session(&shelf, "1");
        let errors = said(&mut second, "load match a.sgf", Stream::Err);
        let context =
            format!("seed {seed}: {errors}\n{}", String::from_utf8_lossy(&shelf.0.borrow()["a.sgf"]));
        assert_eq!(story(&second), story(&first), "{context}");
        assert_eq!(look(&second.game.state), look(&first.game.state), "{context}");
        assert_eq!(does(&mut second, "show score"), does(&mut first, "show score"), "{context}");
        does(&mut second, "save match b.sgf");
        let files = shelf.0.borrow();
        assert_eq!(
            String::from_utf8_lossy(&files["b.sgf"]),
            String::from_utf8_lossy(&files["a.sgf"]),
            "seed {seed}: saved once more"
        );
        moves += first.game.history.games.iter().map(|game| game.moves.len()).sum::<usize>();
    }
    assert!(moves > 10_000, "{moves} moves");
}

#[test]
fn what_was_undone_is_done_again_as_the_same() {
    for seed in 1..=40 {
        let shelf = Shelf::default();
        let mut session = played(&shelf, seed);
        does(&mut session, "last move");
        let (before, told) = (look(&session.game.state), story(&session));
        let mut steps = 0;
        while !does(&mut session, "undo").starts_with("There is nothing") {
            steps += 1;
        }
        assert!(steps > 3, "seed {seed}");
        assert_eq!(
            (session.game.history.game, story(&session)),
            (0, told),
            "seed {seed}: undoing drops nothing"
        );
        does(&mut session, &format!("undo back {steps}"));
        assert_eq!(look(&session.game.state), before, "seed {seed}");
    }
}

#[test]
fn an_action_behind_an_undo_drops_what_was_undone_and_says_so_once() {
    let shelf = Shelf::default();
    let mut session = session(&shelf, "5");
    does(&mut session, "new session\nmove 24/23 13/11\nset dice 31\n8/5 6/5\nset dice 52\nundo 1");
    assert_eq!(session.game.history.current().map(|game| game.moves.len()), Some(3));
    let note = said(&mut session, "set dice 64", Stream::Err);
    assert!(note.ends_with("note: 2 moves after this place were dropped\n"), "{note}");
    assert_eq!(said(&mut session, "set dice 63", Stream::Err), "");
    session.settings.compat = true;
    does(&mut session, "previous");
    assert_eq!(said(&mut session, "set dice 21", Stream::Err), "", "GNU Backgammon says nothing");
}

#[test]
fn many_dropped_moves_name_the_way_back() {
    let (shelf, mut first) =
        kept_after("11", "new match 5\nset turn 1\nset dice 31\n8/5 6/5\ndouble\ntake\n");
    run(&mut first, "set dice 52\n13/8 24/22\nset dice 61\n13/7 8/7\nfirst move\nnext roll\n");
    let note = said(&mut first, "set dice 42", Stream::Err);
    assert_eq!(note, "note: 5 moves after this place were dropped; `restore` lists the match as it was\n");
    run(&mut first, "show turn\n");
    assert!(does(&mut first, "restore").contains("Anna - Bert B"), "{:?}", kept(&shelf));
}

#[test]
fn moves_that_were_not_saved_have_no_way_back() {
    let (shelf, mut first) =
        kept_after("11", "new match 5\nset turn 1\nset dice 31\n8/5 6/5\ndouble\ntake\n");
    run(
        &mut first,
        "set autosave days 0\nset dice 52\n13/8 24/22\nset dice 61\n13/7 8/7\nfirst move\nnext roll\n",
    );
    assert_eq!(kept(&shelf).len(), 1);
    let note = said(&mut first, "set dice 42", Stream::Err);
    assert_eq!(note, "note: 5 moves after this place were dropped\n");
}

#[test]
fn what_the_answer_of_the_computer_drops_is_said_at_once() {
    let shelf = Shelf::default();
    let mut session = session(&shelf, "5");
    does(&mut session, "new session\nset turn 1\nset dice 31\n8/5 6/5\nset dice 52\n13/8 13/11\nundo 2");
    session.game.seats[Side::Zero] = Seat::Computer;
    let note = said(&mut session, "resign 1", Stream::Err);
    assert!(matches!(session.game.state.phase(), Phase::GameOver(_)), "{:?}", session.game.state.phase());
    assert!(note.contains("after this place were dropped\n"), "{note}");
    assert_eq!(said(&mut session, "show score", Stream::Err), "");
}

#[test]
fn a_side_that_was_set_on_roll_is_saved() {
    let shelf = Shelf::default();
    for lines in [
        &["set turn 0"][..],
        &["set turn 1"],
        &["clear turn"],
        &["set turn 1", "resign 2", "accept"],
        &["set turn 1", "resign 2", "accept", "undo"],
        &["set turn 0", "resign 2"],
        &["set turn 0", "double", "resign 1"],
        &["set turn 0", "double", "take", "set turn 1"],
        &["set turn 1", "double", "take", "set dice 31", "8/5 6/5", "set turn 1", "resign 1", "accept"],
        &["set turn 1", "set cube value 2"],
        &["clear turn", "set cube value 2"],
        &["clear turn", "set turn 1", "set cube value 2"],
        &["set turn 1", "double", "set score 1 1"],
        &["set turn 1", "set dice 31", "8/5 6/5", "set dice 42", "8/4 6/4", "undo", "set cube value 2"],
    ] {
        for ending in ["sgf", "json", "mat"] {
            // Match text has no place for the offer, nor for dice under a cube that is set.
            let is_lost =
                lines.last().is_some_and(|line| line.starts_with("resign")) || lines.contains(&"undo");
            if ending == "mat" && is_lost && !lines.contains(&"accept") {
                continue;
            }
            let mut first = session(&shelf, "11");
            for line in ["set confirm save off", "new match 5"].iter().chain(lines) {
                does(&mut first, line);
            }
            let wanted = does(&mut first, "show board");
            // The second time it is written as it was read.
            for file in ["first", "second"] {
                does(&mut first, &format!("save match {file}.{ending}"));
                first = session(&shelf, "1");
                does(&mut first, "set confirm save off");
                does(&mut first, &format!("load match {file}.{ending}"));
                assert_eq!(does(&mut first, "show board"), wanted, "{lines:?} {file}.{ending}");
            }
        }
    }
}

#[test]
fn a_player_who_begins_without_an_opening_roll_has_the_first_army() {
    let shelf = Shelf::default();
    for turn in ["set turn 0", "set turn 1"] {
        let mut first = session(&shelf, "11");
        does(&mut first, "set confirm save off\nset variation coup-classique\nnew match 5");
        let army = *first.game.state.board();
        does(&mut first, "clear turn");
        does(&mut first, turn);
        assert_eq!(*first.game.state.board(), army, "{turn}");
        does(&mut first, "save match army.sgf");
        let second = opened(&shelf, "load match army.sgf");
        assert_eq!(look(&second.game.state), look(&first.game.state), "{turn}");
    }
}

#[test]
fn a_side_that_was_set_on_roll_is_kept() {
    for lines in ["set turn 1", "set turn 0", "set turn 1\nresign 2", "set turn 0\nresign 2"] {
        let (shelf, first) = kept_after("11", &format!("new match 5\n{lines}\n"));
        let second = opened(&shelf, "restore 1");
        assert_eq!(look(&second.game.state), look(&first.game.state), "{lines}");
    }
}

#[test]
fn a_side_that_was_set_on_roll_before_other_moves_is_kept() {
    const PLAYED: &str = "new match 5\nset turn 1\nset dice 31\n8/5 6/5\nset dice 52\n13/8 24/22\n";
    for lines in [
        "undo\nset turn 1",
        "undo\nset turn 0",
        "undo\nundo\nset turn 0",
        "undo\nundo\nset turn 1",
        "set dice 61\n13/7 8/7\nprevious\nset turn 0",
        "undo\nset turn 1\nresign 2",
    ] {
        let (shelf, first) = kept_after("11", &format!("{PLAYED}{lines}\n"));
        assert!(first.game.history.has_tail(), "{lines}");
        let second = opened(&shelf, "restore 1");
        assert_eq!(look(&second.game.state), look(&first.game.state), "{lines}");
    }
    // The side that is on roll by the moves isn't set, and what the side does replaces the moves.
    let (shelf, mut first) = kept_after("11", &format!("{PLAYED}undo\n"));
    let has_turn = || shelf.0.borrow().values().any(|file| String::from_utf8_lossy(file).contains("; turn "));
    assert!(!has_turn());
    run(&mut first, "set turn 1\n");
    assert!(has_turn());
    let mut second = opened(&shelf, "restore 1");
    for line in ["set dice 61", "13/7 8/7"] {
        does(&mut first, line);
        does(&mut second, line);
    }
    assert_eq!((look(&second.game.state), story(&second)), (look(&first.game.state), story(&first)));
}

#[test]
fn undo_leaves_the_position_of_an_id_also_after_it_was_read() {
    const XGID: &str = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10";
    let (shelf, mut first) = kept_after("9", &format!("{XGID}\nset dice 31\n8/5 6/5\n"));
    let mut reads = vec!["restore 1".to_owned()];
    for ending in ["json", "mat", "sgf"] {
        does(&mut first, &format!("export match {ending} u.{ending}"));
        reads.push(format!("load match u.{ending}"));
    }
    does(&mut first, "undo");
    for read in reads {
        let mut other = opened(&shelf, &read);
        does(&mut other, "undo");
        assert_eq!(look(&other.game.state), look(&first.game.state), "{read}");
        assert!(does(&mut other, "undo").starts_with("There is nothing to take back."), "{read}");
        assert_eq!(look(&other.game.state), look(&first.game.state), "{read}");
    }
    // A doublet that is set for the opening of a later game is the position with which that game begins.
    let (shelf, mut first) =
        kept_after("9", "new match 5\nresign 1\naccept\nnew game\nset dice 33\n8/5(2) 6/3(2)\nset dice 21\n");
    let mut other = opened(&shelf, "restore 1");
    for _ in 0..3 {
        assert_eq!(does(&mut other, "undo"), does(&mut first, "undo"));
        assert_eq!(look(&other.game.state), look(&first.game.state));
    }
    // A position that was set in a game is taken back as before.
    let shelf = Shelf::default();
    run(&mut keeping(&shelf, "9"), "new match 3\nset board 4HPwATDgc/ABMA\nset dice 31\n8/5 6/5\n");
    let mut other = opened(&shelf, "restore 1");
    for _ in 0..2 {
        assert!(!does(&mut other, "undo").starts_with("There is nothing"));
    }
}

/// Returns what `previous` and `next` show, from the end of a match to its beginning and back.
fn walked(session: &mut Session) -> Vec<String> {
    let mut seen = vec![look(&session.game.state)];
    for line in ["previous", "next"] {
        for _ in 0..8 {
            does(session, line);
            seen.push(look(&session.game.state));
        }
    }
    seen
}

#[test]
fn a_cube_that_was_set_after_the_turn_is_walked_through_as_before() {
    for lines in [
        &["set turn 0", "set cube value 2"][..],
        &["set turn 1", "set cube value 2"],
        &["set dice 31", "8/5 6/5", "set turn 1", "set cube value 4", "set cube owner 0"],
        &["set dice 31", "8/5 6/5", "set turn 0", "set cube owner 0", "set dice 62", "24/18 13/11"],
        &["set turn 0", "set cube value 2", "set board 4HPwATDgc/ABMA"],
    ] {
        for ending in ["sgf", "json"] {
            let shelf = Shelf::default();
            let mut first = session(&shelf, "11");
            for line in ["new match 5"].iter().chain(lines) {
                does(&mut first, line);
            }
            does(&mut first, &format!("save match a.{ending}"));
            let mut second = opened(&shelf, &format!("load match a.{ending}"));
            assert_eq!(walked(&mut second), walked(&mut first), "{lines:?} {ending}");
        }
    }
}

#[test]
fn a_cube_that_is_put_out_of_use_is_saved_as_centred() {
    for lines in [
        &["set turn 1", "set cube value 2"][..],
        &["set turn 1", "set cube owner 0", "set cube value 4"],
        &["set turn 1", "double", "take"],
        &["set turn 1", "double"],
        &["set turn 1", "double", "take", "set dice 31", "8/5 6/5"],
    ] {
        for ending in ["sgf", "json", "mat"] {
            for then in [&[][..], &["resign 1", "accept"]] {
                let shelf = Shelf::default();
                let mut first = session(&shelf, "11");
                for line in ["new match 5"].iter().chain(lines).chain(&["set cube use off"]).chain(then) {
                    does(&mut first, line);
                }
                let saved = said(&mut first, &format!("export match {ending} a.{ending}"), Stream::Err);
                // A double that isn't answered is withdrawn, so that the cube was never in use.
                let is_turned = lines.last() != Some(&"double");
                assert_eq!(saved.contains("the use of the cube"), is_turned, "{lines:?} {saved}");
                let mut second = reloaded(&shelf, &format!("a.{ending}"));
                let wanted = does(&mut first, "show score");
                assert_eq!(does(&mut second, "show score"), wanted, "{lines:?} {ending}");
                assert_eq!(look(&second.game.state), look(&first.game.state), "{lines:?} {ending}");
            }
        }
    }
    // `undo` brings the cube back.
    let mut session = session(&Shelf::default(), "11");
    does(&mut session, "new match 5\nset turn 1\ndouble\ntake\nset cube use off");
    assert_eq!(session.game.state.cube().value, 1);
    does(&mut session, "undo");
    assert_eq!(session.game.state.cube().value, 2);
    assert!(session.game.state.rules().cube && session.settings.cube);
}

#[test]
fn a_game_that_becomes_the_crawford_game_is_saved_without_a_turned_cube() {
    let xgid = "set xgid XGID=-b----E-C---eE---c-e----B-:1:1:1:00:4:1:0:5:10";
    for (lines, is_read) in [
        (
            &["new match 5", "set turn 1", "double", "take", "undo 2", "set score 4 0", "undo back 2"][..],
            false,
        ),
        (&["new match 5", "set turn 1", "set cube value 4", "set cube value 1", "set score 4 0"], false),
        (&[xgid, "set cube value 1", "set cube centre", "set crawford on"], false),
        (&[xgid, "set cube value 1", "set cube centre", "set crawford on"], true),
    ] {
        for ending in ["sgf", "json"] {
            let shelf = Shelf::default();
            let mut first = session(&shelf, "11");
            for (index, line) in lines.iter().enumerate() {
                does(&mut first, line);
                if is_read && index == 0 {
                    does(&mut first, "save match a.sgf\nload match a.sgf");
                }
            }
            assert!(first.game.state.is_crawford_game(), "{lines:?}");
            assert_eq!(said(&mut first, &format!("save match b.{ending}"), Stream::Err), "", "{lines:?}");
            let second = reloaded(&shelf, &format!("b.{ending}"));
            assert_eq!(look(&second.game.state), look(&first.game.state), "{lines:?} {ending} {is_read}");
        }
    }
}

#[test]
fn a_position_of_jellyfish_keeps_the_jacoby_rule_of_a_session() {
    for (rule, other) in [("on", "off"), ("off", "on")] {
        let (shelf, _) =
            after("9", &format!("set jacoby {rule}\nnew session\nset turn 1\nexport position pos a.pos\n"));
        let mut second = session(&shelf, "1");
        run(&mut second, &format!("set jacoby {other}\nload match a.pos\n"));
        assert_eq!(second.game.state.rules().jacoby, rule == "on", "{rule}");
    }
}

#[test]
fn a_position_that_is_set_in_parts_loses_nothing() {
    for lines in [
        "set dice 31\n8/5 6/5\nset board 4HPwATDgc/ABMA\nset cube value 2",
        "set board 4HPwATDgc/ABMA\nset dice 22\nset board 4HPwATDgc/ABMA\n24/20 8/6(2)",
        "set board 4HPwATDgc/ABMA\nset dice 52\nset cube value 4\nset cube owner 0\nset dice 63",
        "set turn 1\nset cube value 2\nset turn 0\nset dice 52",
    ] {
        for file in ["parts.sgf", "parts.json"] {
            let (shelf, mut first) = after("9", &format!("new match 5\n{lines}\n"));
            assert_eq!(said(&mut first, &format!("save match {file}"), Stream::Err), "", "{lines}: {file}");
            let second = reloaded(&shelf, file);
            assert_eq!(look(&second.game.state), look(&first.game.state), "{lines}: {file}");
        }
    }
}

/// Saves a match after these lines, and asserts that another session loads the same game and state.
fn is_loaded_as_it_was_saved(lines: &str, files: &[&str]) {
    for file in files {
        let (shelf, mut first) = after("9", &format!("new match 5\n{lines}\nsave match {file}\n"));
        let mut second = reloaded(&shelf, file);
        let listed = does(&mut first, "list game");
        assert_eq!(does(&mut second, "list game"), listed, "{lines}: {file}");
        assert_eq!(look(&second.game.state), look(&first.game.state), "{lines}: {file}");
    }
}

#[test]
fn a_cube_that_was_set_before_the_roll_stays_before_it() {
    for lines in [
        "set turn 1\nset dice 31\n8/5 6/5\nset turn 0\nset cube value 2\nset dice 52",
        "set turn 1\nset cube value 2\nset cube owner 1\nset dice 52",
        "set turn 0\nset cube value 2\nset dice 52",
        "clear turn\nset cube value 2\nset dice 52",
        "set turn 1\nset dice 52\nset cube value 2",
    ] {
        is_loaded_as_it_was_saved(lines, &["order.sgf", "order.json"]);
    }
}

#[test]
fn a_game_that_is_opened_against_the_rules_is_saved_as_a_position() {
    for lines in [
        "set dice 66",
        "set dice 44\n24/20(2) 13/9(2)",
        "clear turn\nset turn 1\nset dice 55",
        "clear turn\ndouble",
        "clear turn\ndouble\ntake\nset dice 22",
        "clear turn\nset turn 1\ndouble\ndrop",
        "set dice 31\n8/5 6/5\nundo\nset dice 11",
        "resign 1\naccept\nnew game\nset dice 66",
    ] {
        is_loaded_as_it_was_saved(lines, &["opened.mat", "opened.sgf", "opened.json"]);
    }
    // Other dice, and a doublet later in the game, are no position.
    let mut session = session(&Shelf::default(), "9");
    run(&mut session, "new match 5\nset dice 31\nset dice 42\n8/4 6/4\nset dice 66\n");
    assert!(!does(&mut session, "list game").contains("(board set)"));
}

#[test]
fn a_row_of_match_text_that_only_sets_the_cube_sets_no_board() {
    for lines in [
        "set cube value 2\nset dice 65\n24/13",
        "set cube value 4\nset cube owner 0\ndouble\ntake",
        "set dice 65\n24/13\nset cube owner 1",
    ] {
        let (shelf, first) =
            after("9", &format!("new match 9\nset dice 31\n8/5 6/5\n{lines}\nsave match cube.mat\n"));
        let mut second = reloaded(&shelf, "cube.mat");
        assert!(!does(&mut second, "list game").contains("(board set)"), "{lines}");
        assert_eq!(look(&second.game.state), look(&first.game.state), "{lines}");
        // The row stays in the record.
        does(&mut second, "save match again.mat");
        assert_eq!(shelf.0.borrow()["again.mat"], shelf.0.borrow()["cube.mat"], "{lines}");
    }
}

#[test]
fn a_cube_that_is_set_before_a_resignation_leaves_its_player_on_roll() {
    let (shelf, _) = after("9", "new match 5\nset cube value 2\nresign 1\naccept\nsave match cube.mat\n");
    let text = String::from_utf8_lossy(&shelf.0.borrow()["cube.mat"]).into_owned();
    let sides: Vec<&str> = text.lines().filter_map(|line| line.split(" on=").nth(1)?.get(..1)).collect();
    assert!(sides.len() == 2 && sides[0] == sides[1], "{text}");
}

#[test]
fn the_answer_to_a_beaver_is_written_before_a_position() {
    for line in ["set cube use off", "set cube value 8", "set board 4HPwATDgc/ABMA"] {
        let shelf = Shelf::default();
        let mut first = session(&shelf, "9");
        let script = format!(
            "new session\nset dice 31\n8/5 6/5\ndouble\nbeaver\ntake\n{line}\nsave match beaver.mat\n"
        );
        run(&mut first, &script);
        let mut second = reloaded(&shelf, "beaver.mat");
        let listed = does(&mut second, "list game");
        assert!(listed.contains("Takes"), "{line}: {listed}");
    }
}

#[test]
fn a_cube_that_stays_as_it_is_was_not_set() {
    let shelf = Shelf::default();
    let mut first = session(&shelf, "9");
    let played = "new match 5\nset dice 31\n8/5 6/5\nset board 4HPwATDgc/ABMA\nset cube value 1\nset cube centre\n\
                  set dice 42\n8/4 6/4\nset cube value 2\nset dice 65\n24/13\n";
    run(&mut first, played);
    for file in ["set.mat", "set.sgf", "set.json"] {
        let listed = does(&mut first, "list game");
        assert_eq!(listed.matches("(cube").count(), 1, "{file}: {listed}");
        assert!(listed.contains("(cube set to 2)"), "{file}: {listed}");
        does(&mut first, &format!("save match {file}"));
        let saved = shelf.0.borrow()[file].clone();
        first = session(&shelf, "1");
        assert_eq!(said(&mut first, &format!("load match {file}"), Stream::Err), "", "{file}");
        // The row stays in the record.
        does(&mut first, &format!("save match again-{file}"));
        assert_eq!(shelf.0.borrow()[&format!("again-{file}")], saved, "{file}");
    }
    let listed = does(&mut first, "list game");
    assert_eq!(listed.matches("(cube").count(), 1, "{listed}");
}

#[test]
fn a_cube_that_was_set_after_an_id_is_taken_back_also_after_it_was_read() {
    const XGID: &str = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10";
    for ending in ["sgf", "json"] {
        let (shelf, _) = after("9", &format!("{XGID}\nset cube value 8\nexport match {ending} u.{ending}\n"));
        let mut other = opened(&shelf, &format!("load match u.{ending}"));
        assert_eq!(other.game.state.cube().value, 8, "{ending}");
        does(&mut other, "undo");
        assert_eq!(other.game.state.cube().value, 2, "{ending}");
        assert!(does(&mut other, "undo").starts_with("There is nothing to take back."), "{ending}");
    }
}

#[test]
fn the_mark_of_a_roll_that_waits_is_saved_and_comes_back() {
    for (turn, mark) in [("0", ";PL[W]DI[65]GW[1]"), ("1", ";PL[B]DI[65]GW[1]")] {
        let shelf = Shelf::default();
        let mut first = session(&shelf, "3");
        does(&mut first, &format!("new match 5\nset turn {turn}\nset dice 6 5"));
        let luck = if turn == "0" { Rating::Lucky } else { Rating::Unlucky };
        first.game.history.last_mut().expect("dice that wait").notes.luck = Some(luck);
        assert_eq!(said(&mut first, "save match a.sgf", Stream::Err), "");
        let file = String::from_utf8_lossy(&shelf.0.borrow()["a.sgf"]).into_owned();
        assert!(file.contains(mark), "{file}");
        let mut second = session(&shelf, "4");
        does(&mut second, "load match a.sgf");
        let last = second.game.history.last().expect("dice that wait");
        assert_eq!(last.notes.luck, Some(luck), "{file}");
    }
}

#[test]
fn notes_are_saved_and_come_back() {
    let shelf = Shelf::default();
    let mut first = session(&shelf, "3");
    for line in [
        "new match 5",
        "set turn 0",
        "set dice 31",
        "8/5 6/5",
        "previous",
        "annotate move doubtful",
        "annotate roll verylucky",
        "annotate move comment a ] and a \\ in it",
        "next",
        "set matchinfo event Spring Open",
        "set matchinfo rating 1 1650",
        "set matchinfo comment by mail",
        "save match a.sgf",
    ] {
        let refused = said(&mut first, line, Stream::Err);
        assert_eq!(refused, "", "{line}");
    }
    let file = String::from_utf8_lossy(&shelf.0.borrow()["a.sgf"]).into_owned();
    assert!(
        file.contains("DO[]") && file.contains("GW[2]") && file.contains(r"C[a \] and a \\ in it]"),
        "{file}"
    );
    let mut second = session(&shelf, "4");
    does(&mut second, "load match a.sgf");
    let info = does(&mut second, "show matchinfo");
    assert_eq!(info, "Anna (unknown rating) vs. Bert B (1650), 2026-11-21\nEvent: Spring Open\n\nby mail\n");
    let games = |session: &Session| {
        let moves = session.game.history.games.iter().flat_map(|game| game.moves.clone());
        moves.map(|step| (step.notes.play, step.notes.luck, step.remarks.len())).collect::<Vec<_>>()
    };
    assert_eq!(games(&second), games(&first));
    assert!(games(&second).iter().any(|notes| notes.2 == 1), "{file}");
    // The marks of an analysis go with it.
    does(&mut second, "analyse clear match");
    assert!(games(&second).iter().all(|notes| (notes.0, notes.1) == (None, None)), "{file}");
    assert!(games(&second).iter().any(|notes| notes.2 == 1), "{file}");
}

#[test]
fn standard_output_gets_what_a_file_gets() {
    let shelf = Shelf::default();
    let mut session = session(&shelf, "5");
    does(&mut session, "set compat on\nnew match 3\nset dice 31\nmove 8/5 6/5");
    for command in [
        "export match mat",
        "export game gam",
        "export match snowietxt",
        "export position text",
        "export match text",
        "save match",
    ] {
        does(&mut session, &format!("{command} file"));
        let file = String::from_utf8_lossy(&shelf.0.borrow()["file"]).into_owned();
        assert_eq!(does(&mut session, &format!("{command} -")), file, "{command}");
    }
}

/// Returns the files in which matches are kept.
fn kept(shelf: &Shelf) -> Vec<String> {
    shelf.0.borrow().keys().filter(|path| path.starts_with("kept/")).cloned().collect()
}

/// Returns a session that keeps its matches.
fn keeping(shelf: &Shelf, seed: &str) -> Session {
    let mut session = session(shelf, seed);
    session.kept.keeps = true;
    session
}

#[test]
fn a_match_that_is_not_over_is_kept_and_restored() {
    let shelf = Shelf::default();
    let script = "new match 3\nset dice 31\n8/5 6/5\nroll\n";
    let mut first = keeping(&shelf, "9");
    run(&mut first, script);
    assert_eq!(kept(&shelf), ["kept/20261121-1200-1.sgf"], "the input ended without `quit`");
    let mut second = session(&shelf, "10");
    let listed = does(&mut second, "restore");
    assert!(listed.contains("match to 3, 0 - 0, 2026-11-21 11:59 UTC\n"), "{listed}");
    does(&mut second, "restore 1");
    assert_eq!((look(&second.game.state), story(&second)), (look(&first.game.state), story(&first)));
    assert_eq!(kept(&shelf).len(), 1, "a session that keeps nothing takes nothing away");
    let mut third = keeping(&shelf, "11");
    run(&mut third, "restore 1\nroll\n");
    assert_eq!(kept(&shelf), ["kept/20261121-1200-2.sgf"], "it is the third session's now");
    run(&mut third, "save match own.sgf\n");
    assert_eq!(kept(&shelf), [""; 0], "it is in a file of its own now");
}

#[test]
fn a_match_is_restored_at_the_place_where_it_was_left() {
    let (mut undone, mut with_dice) = (0, 0);
    for seed in 1..=60 {
        let shelf = Shelf::default();
        let mut first = played(&shelf, seed);
        let steps = 1 + seed % 9;
        first.kept.keeps = true;
        run(&mut first, &format!("last move\nundo {steps}\n"));
        let files = kept(&shelf);
        let Some(file) = files.first() else { continue };
        let context = format!("seed {seed}\n{}", String::from_utf8_lossy(&shelf.0.borrow()[file]));
        let mut second = session(&shelf, "1");
        let listed = does(&mut second, "restore");
        let points = first.game.state.score().points;
        assert!(listed.contains(&format!(", {} - {}, ", points.0[0], points.0[1])), "{listed}{context}");
        let board = does(&mut second, "restore 1");
        assert!(does(&mut second, "show board").starts_with(board.trim_end()), "{board}{context}");
        undone += usize::from(second.game.history.has_tail());
        with_dice += usize::from(matches!(first.game.state.phase(), Phase::ToPlay(_)));
        for line in ["", "undo back", "undo back", "undo", "last move"] {
            does(&mut first, line);
            does(&mut second, line);
            let is_turn_set = |session: &Session| {
                let state = session.game.history.state();
                state.is_some_and(|state| state.on_roll() != session.game.state.on_roll())
            };
            if is_turn_set(&first) || is_turn_set(&second) {
                // A record tells whose turn was set by what he does, not as a step of its own.
                break;
            }
            let seen = |session: &Session| (look(&session.game.state), story(session));
            assert_eq!(seen(&second), seen(&first), "{line}: {context}");
        }
    }
    assert!(undone > 20 && with_dice > 10, "{undone} {with_dice}");
}

#[test]
fn what_was_undone_in_a_match_that_is_over_is_kept() {
    let (shelf, mut session) =
        kept_after("9", "new match 1\nset turn 1\nset dice 31\n8/5 6/5\nresign normal\naccept\n");
    assert_eq!(kept(&shelf), [""; 0]);
    run(&mut session, "undo\n");
    let mut other = self::session(&shelf, "1");
    assert!(does(&mut other, "restore").contains("match to 1, 0 - 0, "));
    does(&mut other, "restore 1");
    assert_eq!(look(&other.game.state), look(&session.game.state));
}

/// Returns the heads of the games in a history: score and Crawford game.
fn heads(session: &Session) -> Vec<([u32; 2], bool)> {
    let head = |game: &Game| (game.start.score().points.0, game.start.is_crawford_game());
    session.game.history.games.iter().map(head).collect()
}

#[test]
fn a_score_that_was_set_is_in_the_file_and_read_again_without_a_finding() {
    let won = "set turn 0\nresign normal\naccept\nnew game\n";
    for (set, head) in [
        ("show score", ([0, 1], false)),
        ("set score 3 2", ([3, 2], false)),
        ("set score 4 1", ([4, 1], false)),
        ("set score 4 1\nset crawford on", ([4, 1], true)),
        ("set score 4 2\nset postcrawford on", ([4, 2], false)),
        ("set score 4 1 9", ([4, 1], false)),
    ] {
        let (shelf, mut first) = kept_after("9", &format!("new match 5\n{won}{set}\n{won}{won}"));
        assert_eq!(heads(&first)[1], head, "{set}");
        for (save, file) in
            [("save match", "s.sgf"), ("export match mat", "s.mat"), ("export match json", "s.json")]
        {
            let note = said(&mut first, &format!("{save} {file}"), Stream::Err);
            assert_eq!(note.contains("the match length"), set.ends_with('9'), "{set}: {file}: {note}");
            assert!(!note.contains("what was set"), "{set}: {file}: {note}");
            let mut second = reloaded(&shelf, file);
            assert_eq!(heads(&second), heads(&first), "{set}: {file}");
            // Read and written again, it is the same.
            does(&mut second, &format!("{save} again-{file}"));
            let mut third = session(&shelf, "1");
            let found = said(&mut third, &format!("load match again-{file}"), Stream::Err);
            assert_eq!((found.as_str(), heads(&third)), ("", heads(&first)), "{set}: {file}");
        }
    }
}

/// Returns a session after a script, and another one that restores its match.
fn restored(shelf: &Shelf, script: &str) -> (Session, Session) {
    let mut first = keeping(shelf, "9");
    run(&mut first, script);
    let mut second = session(shelf, "1");
    does(&mut second, "restore 1");
    (first, second)
}

#[test]
fn a_score_that_was_set_is_restored() {
    let shelf = Shelf::default();
    let script = "new match 5\nresign normal\naccept\nnew game\nset score 4 1\nset crawford off\n";
    let (first, second) = restored(&shelf, script);
    assert_eq!((look(&second.game.state), heads(&second)), (look(&first.game.state), heads(&first)));
}

#[test]
fn a_score_that_follows_is_not_marked() {
    let shelf = Shelf::default();
    let mut session = session(&shelf, "9");
    let script = "new match 5\nset turn 0\nresign normal\naccept\nnew game\nset score 3 2\nset score 0 1\n";
    run(&mut session, &format!("{script}save match s.sgf\n"));
    assert!(!String::from_utf8_lossy(&shelf.0.borrow()["s.sgf"]).contains("SetScores"));
}

#[test]
fn rules_that_changed_are_reported_and_make_no_finding() {
    let won = |points: u8, turn: u8| format!("set turn {turn}\nresign {points}\naccept\nnew game\n");
    let doubled = "set dice 31\n8/5 6/5\ndouble\ntake\n";
    for (script, rule) in [
        (format!("new session\n{}set jacoby off\n{}{}", won(2, 0), won(2, 0), won(2, 1)), "the Jacoby rule"),
        (format!("new session\n{doubled}{}set cube use off\n", won(1, 0)), "the use of the cube"),
        (format!("new session\nset cube use off\n{}set cube use on\n", won(1, 0)), "the use of the cube"),
    ] {
        let (shelf, mut first) = after("9", &script);
        for (save, file) in [("save match", "s.sgf"), ("export match mat", "s.mat")] {
            let note = said(&mut first, &format!("{save} {file}"), Stream::Err);
            assert!(note.contains(rule), "{script}{note}");
            let second = reloaded(&shelf, file);
            assert_eq!(heads(&second), heads(&first), "{script}{file}");
        }
    }
}

#[test]
fn the_limits_of_beavers_and_automatic_doubles_are_saved_in_every_format_that_has_rules() {
    for (beavers, doubles) in [(0, 2), (1, 1), (3, 1), (2, 0), (10, 4)] {
        let shelf = Shelf::default();
        let mut session = opened(&shelf, &format!("set beavers {beavers}"));
        does(&mut session, &format!("set automatic doubles {doubles}"));
        does(&mut session, "new session");
        let rules = session.game.state.rules().clone();
        assert_eq!((rules.beavers, rules.automatic_doubles), (beavers, doubles));
        for (command, file) in [
            ("save match", "a.json"),
            ("save position", "b.json"),
            ("export match jsonl", "c.jsonl"),
            ("save match", "d.sgf"),
            ("save match", "e.mat"),
            ("save match", "f.tmg"),
            ("export match sgg", "g.sgg"),
            ("export match oldmoves", "h.txt"),
        ] {
            does(&mut session, &format!("{command} {file}"));
            let other = opened(&shelf, &format!("load match {file}"));
            let read = other.game.state.rules();
            assert_eq!((read.beavers, read.automatic_doubles), (beavers, doubles), "{command} {file}");
        }
    }
    // The limit can be changed in a session that was read.
    let shelf = Shelf::default();
    let mut session = session(&shelf, "1");
    does(
        &mut session,
        "set beavers 10\nset automatic doubles 4\nnew session\nsave match a.json\nload match a.json\n\
         set automatic doubles 1\nsave match b.json\nload match b.json",
    );
    let rules = session.game.state.rules();
    assert_eq!((rules.beavers, rules.automatic_doubles), (10, 1));
}

#[test]
fn the_record_of_a_match_has_no_limits_of_money_sessions() {
    use barpoint::analysis::{RulesOverride, rewritten};
    use barpoint::diag::SourceFile;
    use barpoint::formats::json;
    let shelf = Shelf::default();
    let mut session = session(&shelf, "1");
    does(&mut session, "set beavers 1\nset automatic doubles 3\nnew match 5\nsave match a.json");
    let saved = shelf.0.borrow()["a.json"].clone();
    let source = SourceFile::decode("a.json", &saved).expect("small");
    let again = rewritten(&json::FORMAT, &source, &RulesOverride::default()).expect("it is rewritten");
    assert_eq!(String::from_utf8(again), String::from_utf8(saved));
    // A limit that is changed between two games isn't lost, because it has no effect.
    does(&mut session, "set turn 1\nresign 1\naccept\nnew game\nset automatic doubles 2");
    assert_eq!(said(&mut session, "export match json b.json", Stream::Err), "");
}

#[test]
fn an_export_to_xg_is_no_list_of_xgids() {
    let shelf = Shelf::default();
    let mut session = opened(&shelf, "new session");
    for (line, wanted) in [
        ("export match xg a.xg", "`save match FILE.xg` writes a file for eXtreme Gammon, "),
        ("exp mat XG a.xg", "`export match xgids FILE` writes a list of XGIDs"),
        ("export position xg a.xg", "`export position xgids FILE` writes a list of XGIDs"),
    ] {
        let refusal = session.line(line, &mut Answer::default()).expect_err("it is refused");
        assert!(refusal.help.as_ref().is_some_and(|help| help.contains(wanted)), "{line}: {refusal:?}");
    }
    assert!(!shelf.0.borrow().contains_key("a.xg"));
    does(&mut session, "export match xgi a.xgids");
    assert!(shelf.0.borrow().contains_key("a.xgids"));
}

#[test]
fn no_match_is_saved_under_the_name_of_something_else() {
    let shelf = Shelf::default();
    let mut session = opened(&shelf, "new session");
    for (line, wanted) in [
        ("save match a.json.gz", "files are written unpacked"),
        ("save game a.ZIP", "files are written unpacked"),
        ("save position a.png", "`export position png FILE`"),
        ("save position a.tex", "`export position svg FILE`"),
        ("save match a.tex", "`export match latex FILE`"),
        ("save match a.html", "`export match html FILE`"),
        ("save match a.bgf", "this format isn't written"),
    ] {
        let refusal = session.line(line, &mut Answer::default()).expect_err("it is refused");
        assert!(refusal.help.as_ref().is_some_and(|help| help.contains(wanted)), "{line}: {refusal:?}");
    }
    let is_written = |name: &str| shelf.0.borrow().contains_key(name);
    assert!(!["a.json.gz", "a.ZIP", "a.png", "a.tex", "a.html", "a.bgf"].into_iter().any(is_written));
    // `.match` is JavaFIBS's, and a name for any match.
    for name in ["a", "a.txt", "a.sgf", "final.match", "match.2024.11.21"] {
        does(&mut session, &format!("save match {name}"));
        assert!(is_written(name), "{name}");
    }
    // GNU Backgammon writes SGF under any name.
    session.settings.compat = true;
    does(&mut session, "save match a.png");
    assert!(is_written("a.png"));
}

#[test]
fn packed_files_are_loaded_and_archives_refused() {
    let shelf = Shelf::default();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/analysis/session.sgf.gz");
    let packed = std::fs::read(path).expect("a file");
    shelf.0.borrow_mut().insert("a.sgf.gz".to_owned(), packed.clone());
    shelf.0.borrow_mut().insert("cut.sgf.gz".to_owned(), packed[..packed.len() / 2].to_vec());
    shelf.0.borrow_mut().insert("a.zip".to_owned(), b"PK\x03\x04 and so on".to_vec());
    for command in ["load match", "import auto"] {
        let mut session = opened(&shelf, &format!("{command} a.sgf.gz"));
        assert!(!session.game.history.games.is_empty(), "{command}");
        for (file, wanted) in
            [("cut.sgf.gz", "cannot unpack cut.sgf.gz: "), ("a.zip", "this is a zip archive")]
        {
            let refused = said(&mut session, &format!("{command} {file}"), Stream::Err);
            assert!(refused.contains(wanted), "{command} {file}: {refused}");
        }
        // GNU Backgammon reads neither.
        let mut session = self::session(&shelf, "1");
        session.settings.compat = true;
        does(&mut session, &format!("{command} a.sgf.gz"));
        assert!(session.game.history.games.is_empty(), "{command}");
    }
}

#[test]
fn a_tilde_is_the_home_folder() {
    let shelf = Shelf::default();
    let mut session = opened(&shelf, "new session");
    does(&mut session, "save match ~/a.sgf\nsave match ./~/a.sgf");
    assert!(["/home/anna/a.sgf", "./~/a.sgf"].iter().all(|name| shelf.0.borrow().contains_key(*name)));
    let other = opened(&shelf, "load match ~/a.sgf");
    assert!(!other.game.history.games.is_empty());
    session.settings.compat = true;
    does(&mut session, "save match ~/b.sgf");
    assert!(shelf.0.borrow().contains_key("~/b.sgf"));
}

#[test]
fn every_command_with_a_path_finds_the_home_folder() {
    let shelf = Shelf::default();
    let mut session = session(&shelf, "1");
    for (line, stream, wanted) in [
        ("load commands ~/a", Stream::Err, "/home/anna/a: "),
        ("load python ~/a", Stream::Err, "Python file (/home/anna/a) not found\n"),
        ("import auto ~/a", Stream::Err, "The file `/home/anna/a' doesn't exist"),
        ("set rng file ~/a", Stream::Out, "File /home/anna/a does not exist"),
        ("set matchequitytable ~/a", Stream::Err, "/home/anna/a: "),
        ("set player 0 external ~/a", Stream::Err, "/home/anna/a: "),
    ] {
        let text = said(&mut session, line, stream);
        assert!(text.starts_with(wanted), "{line}: {text}");
    }
    if cfg!(feature = "database") {
        does(&mut session, "relational setup SQLite-database=~/games");
        assert_eq!(session.settings.database.name, "/home/anna/games");
    }
    does(&mut session, "new session\nset turn 1\nset dice 31\n8/5 6/5\nsave match ~/games/a.sgf");
    does(&mut session, "export match mat ~/games/a.mat");
    for (setting, read) in
        [("set sgf folder ~/games", "load match a.sgf"), ("set import folder ~/games", "import mat a.mat")]
    {
        let mut other = opened(&shelf, read);
        assert!(other.game.history.games.is_empty(), "{setting}");
        does(&mut other, setting);
        does(&mut other, read);
        assert!(!other.game.history.games.is_empty(), "{setting}");
    }
}

#[test]
fn a_stake_that_no_file_holds_is_reported() {
    let shelf = Shelf::default();
    let mut session = opened(&shelf, "new session");
    assert!(said(&mut session, "save match a.sgf", Stream::Err).is_empty());
    does(&mut session, "set stake 0.5");
    let noted = said(&mut session, "save match a.sgf", Stream::Err);
    assert_eq!(noted, "a.sgf: lost the stake; `set stake 0.5` sets it again\n");
    let noted = said(&mut session, "export match mat a.mat", Stream::Err);
    assert_eq!(noted, "a.mat: lost the stake; `set stake 0.5` sets it again\n");
    does(&mut session, "new match 3");
    assert!(said(&mut session, "save match b.sgf", Stream::Err).is_empty());
}

#[test]
fn what_was_taken_back_is_not_in_a_file() {
    let script =
        "new match 5\nset turn 0\nset dice 31\n8/5 6/5\nset dice 42\n8/4 6/4\nset dice 61\n13/7 8/7\n";
    for (lines, plays, ends) in [
        ("undo", 2, true),
        ("undo 2", 1, true),
        ("undo\nundo", 1, true),
        ("undo 3", 0, true),
        // What is done again, or only looked at, is in the file.
        ("undo 2\nundo back", 2, true),
        ("undo\nundo back", 3, false),
        ("undo 2\nprevious\nprevious", 1, true),
        ("undo 2\nlast move", 3, false),
        ("previous 2", 3, false),
        ("previous 2\nundo", 3, false),
    ] {
        for (save, file) in [("save match", "s.sgf"), ("save game", "s.mat"), ("export match mat", "s.mat")] {
            let (shelf, first) = after("9", &format!("{script}{lines}\n{save} {file}\n"));
            let mut second = opened(&shelf, &format!("load match {file}"));
            let moves = &second.game.history.games[0].moves;
            let played = moves.iter().filter(|step| matches!(step.what, Deed::Played(..))).count();
            let has_dice = matches!(moves.last().map(|last| last.what), Some(Deed::Rolled(_)));
            assert_eq!((played, has_dice), (plays, ends), "{lines}: {save} {file}");
            if ends && !lines.contains("previous") && !lines.contains("back") {
                does(&mut second, "last move");
                assert_eq!(look(&second.game.state), look(&first.game.state), "{lines}: {save} {file}");
            }
        }
    }
}

#[test]
fn a_double_that_an_edit_takes_back_is_not_in_a_file() {
    let before = "set turn 1\nset dice 31\n8/5 6/5\nset turn 1\ndouble\n";
    let edits = ["set board 4HPwATDgc/ABMA", "set score 1 2", "set score 3-away 2-away", "set cube use off"];
    let in_match = edits.map(|edit| ("new match 5\n", "", edit));
    // A beaver has turned the cube.
    let in_session = ["set turn 1", "clear turn", "set dice 21", "set cube value 8", edits[0], edits[1]]
        .map(|edit| ("new session\n", "beaver\nbeaver\n", edit));
    for (begin, beaver, edit) in in_match.into_iter().chain(in_session) {
        let (shelf, mut first) =
            after("9", &format!("{begin}{before}{beaver}{edit}\nset dice 42\n8/4 6/4\n"));
        for file in ["d.sgf", "d.mat", "d.json"] {
            assert_eq!(said(&mut first, &format!("save match {file}"), Stream::Err), "", "{edit} {file}");
            let second = reloaded(&shelf, file);
            assert_eq!(look(&second.game.state), look(&first.game.state), "{edit} {file}");
        }
    }
}

#[test]
fn an_id_with_a_turned_cube_uses_the_cube() {
    let (shelf, mut first) =
        after("9", "set cube use off\nset xgid XGID=-b----E-C---eE---c-e----B-:1:1:-1:00:3:2:0:5:10\n");
    assert!(first.game.state.rules().cube);
    does(&mut first, "save match i.sgf");
    let second = reloaded(&shelf, "i.sgf");
    assert_eq!(look(&second.game.state), look(&first.game.state));
}

#[test]
fn a_draw_leaves_no_resignation_on_the_board() {
    let mut session = session(&Shelf::default(), "9");
    run(&mut session, "new match 5\nset turn 1\n");
    does(&mut session, "resign gammon");
    assert!(does(&mut session, "show board").contains("resigns gammon"));
    does(&mut session, "draw");
    let board = does(&mut session, "show board");
    assert!(board.contains("Match ID") && !board.contains("resigns"), "{board}");
}

#[test]
fn dice_of_a_play_that_was_taken_back_are_saved_with_what_is_done_instead() {
    for plays in [1, 2] {
        for instead in ["resign 1\naccept", "draw", "set cube value 2", "set cube owner 1"] {
            let (shelf, mut first) = after("9", "new match 3\n");
            for _ in 0..plays {
                let Phase::ToPlay(roll) = first.game.state.phase() else { panic!("no dice") };
                let board = *first.game.state.board();
                let (play, _) = legal_plays(&board, roll)[0];
                does(&mut first, &print::gnubg(&board, &play).to_string());
                does(&mut first, "roll");
            }
            run(&mut first, &format!("undo\n{instead}\n"));
            for file in ["u.sgf", "u.mat", "u.json"] {
                assert_eq!(said(&mut first, &format!("save match {file}"), Stream::Err), "", "{file}");
                let mut second = reloaded(&shelf, file);
                let listed = does(&mut second, "list game");
                assert!(listed.contains(": Rolled"), "{plays} {instead} {file}: {listed}");
                assert_eq!(look(&second.game.state), look(&first.game.state), "{plays} {instead} {file}");
            }
        }
    }
}

#[test]
fn a_new_game_forgets_what_was_taken_back_in_another() {
    let (shelf, mut first) = kept_after(
        "9",
        "new match 5\nset dice 31\n8/5 6/5\nset dice 42\n8/4 6/4\nset dice 61\n13/7 8/7\nundo\n",
    );
    run(&mut first, "new game\n");
    assert_eq!(first.game.history.undone, None);
    run(&mut first, "set dice 52\n13/8 13/11\nundo\nsave match s.sgf\n");
    let second = opened(&shelf, "load match s.sgf");
    assert_eq!(second.game.history.games.len(), 1);
}

#[test]
fn what_was_taken_back_stays_taken_back_in_a_restored_match() {
    let shelf = Shelf::default();
    let script = "new match 5\nset dice 31\n8/5 6/5\nset dice 42\n8/4 6/4\nundo\n";
    let (_, mut second) = restored(&shelf, script);
    assert!(second.game.history.has_tail());
    does(&mut second, "save match s.sgf");
    let third = opened(&shelf, "load match s.sgf");
    let moves = &third.game.history.games[0].moves;
    assert_eq!(moves.iter().filter(|step| matches!(step.what, Deed::Played(..))).count(), 1);
}

#[test]
fn a_resignation_is_kept_and_a_file_without_it_says_so() {
    for line in ["undo", "roll", "previous"] {
        let shelf = Shelf::default();
        let mut first = keeping(&shelf, "9");
        let script = "new match 3\nset turn 1\nset dice 31\n8/5 6/5\nset dice 52\n13/8 13/11\nset dice 61\n";
        run(&mut first, &format!("{script}{line}\nresign gammon\n"));
        assert!(matches!(first.game.state.phase(), Phase::ToAnswerResignation { .. }), "{line}");
        let mut second = session(&shelf, "1");
        let board = does(&mut second, "restore 1");
        assert!(board.contains("resigns gammon"), "{board}");
        let seen = |session: &Session| (look(&session.game.state), story(session));
        assert_eq!(seen(&second), seen(&first), "{line}");
        run(&mut first, "reject\n");
        let mut third = opened(&shelf, "restore 1");
        assert_eq!(look(&third.game.state), look(&first.game.state), "{line}: it was declined");
        for (command, file) in [("save match", "r.sgf"), ("export match mat", "r.mat")] {
            let note = said(&mut second, &format!("{command} {file}"), Stream::Err);
            let left_out = format!("{file}: note: the resignation that is offered isn't in the file\n");
            if line == "previous" {
                assert!(note.ends_with(&left_out), "{command}: {note}");
            } else if file == "r.mat" {
                assert!(note.contains("lost 1 resignation without an answer"), "{note}");
            } else {
                assert!(!note.contains("resignation"), "{note}");
                let mut other = opened(&shelf, "load match r.sgf");
                assert_eq!(other.game.state.phase(), second.game.state.phase(), "{line}");
                // It is written once, however often it is saved.
                does(&mut other, "save match again.sgf");
                let files = shelf.0.borrow();
                let again = String::from_utf8_lossy(&files["again.sgf"]);
                assert_eq!(again.matches("XR[").count(), 1, "{again}");
            }
            does(&mut third, "set confirm save off");
            let note = said(&mut third, &format!("{command} {file}"), Stream::Err);
            assert!(!note.contains("resignation"), "{note}");
        }
    }
}

#[test]
fn a_resigned_gammon_that_counts_as_a_single_game_is_saved_as_a_gammon() {
    for (script, is_shown) in [
        ("new session\nresign gammon\naccept\n", true),
        // Then the file states no rule, and the gammon would count 2 points.
        ("new session\nresign gammon\naccept\nset jacoby off\n", false),
    ] {
        for file in ["r.sgf", "r.mat", "r.json"] {
            let (shelf, first) = after("9", &format!("{script}save match {file}\n"));
            let mut second = reloaded(&shelf, file);
            let listed = does(&mut second, "list game");
            assert_eq!(listed.contains("Resigns the gammon"), is_shown, "{file}: {listed}");
            assert_eq!(heads(&second), heads(&first), "{file}");
            does(&mut second, "set confirm save off\nsave match again.sgf");
            let again = String::from_utf8_lossy(&shelf.0.borrow()["again.sgf"]).into_owned();
            assert_eq!(again.matches("XR[").count(), usize::from(is_shown), "{again}");
        }
    }
}

#[test]
fn a_kept_match_knows_who_plays_the_tutor_and_the_stake() {
    let shelf = Shelf::default();
    let settings = "set player 0 barpoint\nset player 0 level beginner\nset player 1 human\nset tutor mode on\nset stake 5\n";
    run(&mut keeping(&shelf, "9"), &format!("{settings}new session\nset turn 1\nset dice 31\n8/5 6/5\n"));
    let mut other = session(&shelf, "10");
    does(&mut other, "set player both human\nrestore 1");
    let said = ["show player", "show tutor", "show stake"].map(|line| does(&mut other, line)).concat();
    for part in ["Plays as a beginner.", "Warnings are given", "is worth 5"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    does(&mut other, "save match own.sgf");
    let own = String::from_utf8_lossy(&shelf.0.borrow()["own.sgf"]).into_owned();
    assert!(!own.contains("set player"), "only a kept match has the commands: {own}");
}

#[test]
fn no_match_replaces_another_one_that_is_not_over() {
    let begun = "new match 3\nset dice 31\n8/5 6/5\n";
    for next in [
        "new match 7\nset dice 42\n8/4 6/4",
        "new session\nset dice 42\n8/4 6/4",
        "load match other.sgf\nset board 4HPwATDgc/ABMA",
        "set gnubgid 4HPwATDgc/ABMA:cAkAAAAAAAAA",
        "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10",
        "restore 1",
    ] {
        let shelf = Shelf::default();
        run(&mut keeping(&shelf, "1"), "new match 5\nset dice 31\n8/5 6/5\nroll\n");
        let mut other = session(&shelf, "2");
        run(&mut other, "new match 9\nset dice 31\n8/5 6/5\nsave match other.sgf\n");
        let mut session = keeping(&shelf, "3");
        run(&mut session, begun);
        assert_eq!(kept(&shelf).len(), 2);
        let before = shelf.0.borrow()["kept/20261121-1200-2.sgf"].clone();
        run(&mut session, &format!("{next}\n"));
        assert_eq!(shelf.0.borrow()["kept/20261121-1200-2.sgf"], before, "{next}");
        // What was restored has moved, everything else has a file of its own.
        assert_eq!(kept(&shelf).len(), if next == "restore 1" { 2 } else { 3 }, "{next}");
    }
}

#[test]
fn what_is_dropped_by_going_far_back_and_playing_on_stays_kept() {
    let mut long = 0;
    for seed in 1..=40 {
        let shelf = Shelf::default();
        let mut session = played(&shelf, seed);
        session.kept.keeps = true;
        run(&mut session, "show turn\n");
        let files = kept(&shelf);
        assert!(files.len() < 2, "seed {seed}: {files:?}");
        // A match that is over isn't kept.
        let Some(file) = files.into_iter().next() else { continue };
        run(&mut session, "first move\nnext\n");
        let before = shelf.0.borrow()[&file].clone();
        if let Phase::ToRoll = session.game.state.phase() {
            // Other dice than those that were rolled.
            run(&mut session, "set dice 64\nroll\n");
        }
        let Phase::ToPlay(roll) = session.game.state.phase() else { continue };
        let board = *session.game.state.board();
        let plays = legal_plays(&board, roll);
        let (play, _) = plays.last().expect("the opening roll can be played");
        run(&mut session, &format!("{}\nroll\n", print::gnubg(&board, play)));
        let changed = shelf.0.borrow().get(&file) != Some(&before);
        let text = String::from_utf8_lossy(&before);
        let dropped = text.rsplit("(;").next().map_or(0, |game| game.matches(';').count());
        assert!(!changed || dropped < 8, "seed {seed}: {dropped} actions are gone");
        long += usize::from(kept(&shelf).len() == 2);
    }
    assert!(long > 10, "{long} sessions played on from far back");
}

/// A world whose n-th change of a file fails, and all later ones if that is the end of the program.
#[derive(Clone, Debug)]
struct Failing {
    shelf: Shelf,
    left: Rc<RefCell<u32>>,
    ends: bool,
}

impl Failing {
    fn change(&self) -> io::Result<()> {
        let mut left = self.left.borrow_mut();
        match *left {
            0 => Ok(()),
            1 => {
                *left = u32::from(self.ends);
                Err(io::ErrorKind::StorageFull.into())
            }
            _ => {
                *left -= 1;
                Ok(())
            }
        }
    }
}

impl Host for Failing {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.shelf.read(path)
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.change()?;
        self.shelf.write(path, bytes)
    }

    fn kept(&self) -> Option<String> {
        self.shelf.kept()
    }

    fn list(&self, folder: &str) -> Vec<(String, u64)> {
        self.shelf.list(folder)
    }

    fn now(&self) -> u64 {
        self.shelf.now()
    }

    fn remove(&mut self, path: &str) -> io::Result<()> {
        self.change()?;
        self.shelf.remove(path)
    }

    fn today(&self) -> (i32, u8, u8) {
        self.shelf.today()
    }

    fn confirm(&mut self, question: &str) -> bool {
        self.shelf.confirm(question)
    }
}

#[test]
fn no_fault_while_matches_are_kept_loses_one() {
    let lines = [
        "restore 1",
        "13/11 13/9",
        "set dice 62",
        "roll",
        "24/18 13/11",
        "new match 7",
        "set dice 31",
        "8/5 6/5",
        "restore 1",
        "set board 4HPwATDgc/ABMA",
    ];
    let mut failed = 0;
    for ends in [false, true] {
        for number in 0..40 {
            let shelf = Shelf::default();
            run(&mut keeping(&shelf, "1"), "new match 5\nset dice 31\n8/5 6/5\nset dice 42\nroll\n");
            let old = shelf.0.borrow()[&kept(&shelf)[0]].clone();
            // What a kept match tells of the first play and what came after it.
            let play = String::from_utf8_lossy(&old)
                .split(';')
                .nth(2)
                .expect("a play")
                .trim_end_matches(')')
                .to_owned();
            let failing = Failing { shelf: shelf.clone(), left: Rc::new(RefCell::new(number)), ends };
            let mut session = session(&shelf, "2");
            session.host = Box::new(failing.clone());
            session.kept.keeps = true;
            run(&mut session, &lines.join("\n"));
            let files = shelf.0.borrow();
            let texts: Vec<_> = files.values().map(|bytes| String::from_utf8_lossy(bytes)).collect();
            assert!(texts.iter().any(|text| text.contains(&play)), "fault {number}: {texts:?}");
            failed += usize::from(*failing.left.borrow() <= 1 && number > 0);
        }
    }
    assert!(failed > 10, "{failed} faults");
}

#[test]
fn matches_are_kept_for_as_long_as_was_set() {
    let (shelf, mut session) = kept_after("5", "set autosave days 0\nnew match 3\nset dice 31\n8/5 6/5\n");
    assert_eq!(kept(&shelf), [""; 0]);
    run(&mut session, "set autosave days 1\nroll\n");
    assert_eq!(kept(&shelf).len(), 1);
}

#[test]
fn a_match_that_was_played_to_its_end_is_not_kept() {
    let (shelf, mut session) = kept_after("5", "new match 1\nset dice 31\n8/5 6/5\n");
    assert_eq!(kept(&shelf).len(), 1);
    run(&mut session, "resign 3\naccept\n");
    assert_eq!(kept(&shelf), [""; 0]);
}

#[test]
fn a_file_that_exists_is_not_replaced_where_nobody_can_be_asked() {
    let begun = "new match 3\nset dice 31\n8/5 6/5\n";
    let old = |shelf: &Shelf| shelf.0.borrow()["a.sgf"] == b"old";
    let write = |before: &dyn Fn(&mut Session), script: &str| {
        let shelf = Shelf::default();
        shelf.0.borrow_mut().insert("a.sgf".to_owned(), b"old".to_vec());
        let mut session = session(&shelf, "6");
        before(&mut session);
        run(&mut session, &format!("{begun}{script}\n"));
        old(&shelf)
    };
    for line in ["save match a.sgf", "export match mat a.sgf", "export position svg a.sgf"] {
        assert!(write(&|_| {}, line), "{line}");
        assert!(!write(&|session| session.kept.replaces_files = true, line), "--force, {line}");
        assert!(!write(&|_| {}, &format!("set confirm save off\n{line}")), "{line}");
        assert!(!write(&|_| {}, &format!("set confirm default yes\n{line}")), "{line}");
    }
    assert!(!write(&|session| session.settings.compat = true, "save match a.sgf"), "as GNU Backgammon");
    let (shelf, mut session) = after("7", &format!("{begun}save match a.sgf\n"));
    let first = shelf.0.borrow()["a.sgf"].clone();
    run(&mut session, "roll\nsave match a.sgf\n");
    assert_ne!(shelf.0.borrow()["a.sgf"], first, "what this session wrote it may write again");
}

#[test]
fn each_file_of_a_text_export_is_asked_for() {
    let two = "set player 0 human\nset player 1 human\nnew match 3\nresign n\naccept\nnew game\nexport match text m.txt\n";
    let kept = |answer: &str| {
        let shelf = Shelf::default();
        shelf.0.borrow_mut().insert("m_002.txt".to_owned(), b"mine".to_vec());
        let mut session = session(&shelf, "21 31 41");
        session.settings.compat = true;
        run(&mut session, &format!("set confirm default {answer}\n{two}"));
        let files = shelf.0.borrow();
        assert!(files.contains_key("m.txt"), "{answer}: {:?}", files.keys());
        files["m_002.txt"] == b"mine"
    };
    assert!(kept("no") && !kept("yes"));
}

#[test]
fn a_lone_dash_is_standard_output() {
    let (shelf, mut session) = after("8", "new match 3\nset dice 31\n8/5 6/5\n");
    for (line, begins) in [("export match mat -", "; ["), ("save match -", "(;"), ("export match text -", "")]
    {
        let said = does(&mut session, line);
        assert!(said.len() > 100 && said.starts_with(begins), "{line}: {said}");
    }
    assert!(said(&mut session, "export match sgf -", Stream::Err).is_empty());
    assert!(shelf.0.borrow().is_empty());
    assert!(session.kept.is_unsaved, "nothing was saved");
}

/// Runs a script in a session.
fn run(session: &mut Session, script: &str) {
    use barpoint::output::ui::Ui;
    use barpoint::repl::driver::{Options, run};
    use barpoint::repl::lines::Piped;
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut ui = Ui::new(&mut out, &mut err);
    let lines = RefCell::new(Piped::new(io::Cursor::new(script.to_owned())));
    run(session, "-", &lines, Options::default(), &mut ui).expect("memory");
}

#[test]
fn a_position_that_is_read_stays_where_matches_open_at_their_first_game() {
    for compat in [false, true] {
        let shelf = Shelf::default();
        let mut session = session(&shelf, "11");
        session.settings.compat = compat;
        does(&mut session, "set confirm save off\nset confirm new off\nnew match 5\nsave position p.sgf");
        does(&mut session, "save match m.sgf\nexport position pos p.pos\nset gotofirstgame on");
        for (line, begins) in
            [("load match m.sgf", true), ("load position p.sgf", false), ("import pos p.pos", false)]
        {
            does(&mut session, line);
            assert_eq!(session.game.state.phase() == Phase::OpeningRoll, begins, "{compat} {line}");
        }
    }
}

#[test]
fn that_no_game_is_in_progress_is_said_once_at_the_only_decision_of_a_match() {
    for opens in ["on", "off"] {
        let shelf = Shelf::default();
        let mut session = session(&shelf, "11");
        session.settings.compat = true;
        does(&mut session, "set confirm save off\nset confirm new off\nnew match 5\nset turn 1\nset dice 31");
        does(&mut session, &format!("8/5 6/5\nsave match m.sgf\nset gotofirstgame {opens}"));
        let said = does(&mut session, "load match m.sgf");
        assert_eq!(said.matches("No game in progress.").count(), 1, "{opens}: {said}");
    }
}

#[test]
fn any_format_is_loaded_and_what_is_wrong_is_shown_with_its_place() {
    let shelf = Shelf::default();
    let text = " 3 point match\n\n Game 1\n Anna : 0                      Bert : 0\n  1) 31: 8/5 6/5                 52: 13/7 24/22\n";
    shelf.0.borrow_mut().insert("a.mat".to_owned(), text.as_bytes().to_vec());
    let mut session = session(&shelf, "1");
    let errors = said(&mut session, "load match a.mat", Stream::Err);
    assert!(errors.starts_with("a.mat:5:"), "{errors}");
    assert_eq!(session.game.names.0, ["Anna", "Bert"]);
    let lost = said(&mut session, "save match b.pos", Stream::Err);
    assert!(lost.starts_with("b.pos: lost "), "{lost}");
    session.settings.compat = true;
    let said_of = "a.mat: illegal character in SGF file\n";
    assert_eq!(said(&mut session, "load match a.mat", Stream::Err), said_of);
    assert_eq!(said(&mut session, "import mat a.mat", Stream::Err), "");
    assert_eq!(said(&mut session, "load match none", Stream::Err), "none: No such file or directory\n");
}

#[test]
fn gnu_backgammon_loads_what_we_save_and_we_load_what_it_saves() {
    let Some(gnubg) = Gnubg::find() else { return };
    let shelf = Shelf::default();
    let mut commands = String::from("set player 0 human\nset player 1 human\nset automatic roll off\n");
    let mut files = Vec::new();
    let mut ask = |name: &str| {
        use std::fmt::Write as _;
        writeln!(commands, "load match {name}\nlist game\nshow score").expect("a string takes everything");
    };
    for seed in 301..=330 {
        let mut session = played(&shelf, seed);
        let offered = matches!(session.game.state.phase(), Phase::ToAnswerDouble(_));
        let is_set = |deed| matches!(deed, Deed::SetBoard | Deed::SetCubeValue | Deed::SetCubeOwner);
        let edited =
            session.game.history.games.iter().any(|game| game.moves.iter().any(|step| is_set(step.what)));
        // Whose turn it is can be set, and GNU Backgammon's files don't tell.
        let turns_set = session.game.history.games.iter().any(|game| {
            game.moves.windows(2).any(|two| {
                two[0].after.phase() == Phase::ToRoll && two[0].after.on_roll() != two[1].before.on_roll()
            })
        });
        // A match to one point that is loaded is the Crawford game to it, one that is played isn't.
        let one_point = session.game.state.rules().length == 1;
        if offered || edited || turns_set || one_point {
            continue;
        }
        let name = format!("{seed}.sgf");
        does(&mut session, &format!("save match {name}"));
        ask(&name);
        files.push(name);
    }
    if let Some(folder) = shared("data/matches/gnubg") {
        for path in paths_with(folder, "sgf").into_iter().step_by(5) {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            shelf.0.borrow_mut().insert(name.clone(), std::fs::read(&path).expect("a file"));
            ask(&name);
            files.push(name);
        }
    }
    let bytes: Vec<(String, Vec<u8>)> =
        files.iter().map(|name| (name.clone(), shelf.0.borrow()[name].clone())).collect();
    let beside: Vec<(&str, &[u8])> =
        bytes.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let (theirs, _) = gnubg.with_files(&beside, &commands, &[]);
    let theirs = theirs.split_once("Will not automatically roll the dice.\n").expect("an answer").1;
    let mut ours = session(&shelf, "1");
    ours.settings.compat = true;
    let expected: String = commands.lines().skip(3).map(|line| does(&mut ours, line)).collect();
    // Blanks at the end of a line are beneath notice. Where a match is over, its Match ID says Crawford of the
    // last game, ours of none.
    let is_told = |line: &&str| !line.contains("Match ID   : ");
    let trimmed =
        |text: &str| text.lines().filter(is_told).map(str::trim_end).map(str::to_owned).collect::<Vec<_>>();
    let (theirs, expected) = (trimmed(theirs), trimmed(&expected));
    for (place, (theirs, ours)) in theirs.iter().zip(&expected).enumerate() {
        assert_eq!(ours, theirs, "line {place}, behind {:?}", &expected[place.saturating_sub(3)..place]);
    }
    assert_eq!(expected.len(), theirs.len());
    report(files.len(), "SGF files that GNU Backgammon loads as we do");
}

#[test]
fn positions_games_and_matches_become_pictures_and_pages() {
    let shelf = Shelf::default();
    let mut session = session(&shelf, "7");
    let no_file = "You must specify a file to export to (see `help export match html').\n";
    assert_eq!(does(&mut session, "export match html"), no_file);
    assert_eq!(does(&mut session, "export match html a.html"), "No game in progress.\n");
    assert_eq!(does(&mut session, "export position svg"), "No game in progress.\n");
    does(&mut session, "new match 5");
    assert_eq!(does(&mut session, "export position png"), "You must specify a file to export to.\n");
    for line in [
        "export position svg a.svg",
        "export position png a.png",
        "export position html p.html",
        "export game html g.html",
        "export match html m.html",
        "export session html s.html",
    ] {
        assert_eq!(does(&mut session, line), "", "{line}");
    }
    let files = shelf.0.borrow();
    assert!(files["a.svg"].starts_with(b"<svg xmlns=") && files["a.png"].starts_with(b"\x89PNG\r\n"));
    let text = |name: &str| String::from_utf8(files[name].clone()).expect("UTF-8");
    assert!(text("a.svg").contains("Anna") && text("a.svg").contains("<title>Position ID "));
    assert_eq!(text("p.html").matches("class=\"move\"").count(), 1);
    assert_eq!(text("m.html"), text("s.html"));
    for name in ["g.html", "m.html", "p.html"] {
        assert!(text(name).contains("Anna – Bert B") && !text(name).contains("No findings"), "{name}");
    }
    drop(files);
    for command in [
        "export position pdf p.pdf",
        "export position ps p.ps",
        "export match pdf m.pdf",
        "export match ps m.ps",
        "export game latex g.tex",
        "export position bgonline p.txt",
    ] {
        assert_eq!(said(&mut session, command, Stream::Err), "", "{command}");
    }
    let files = shelf.0.borrow();
    let text = |name: &str| String::from_utf8(files[name].clone()).expect("UTF-8");
    assert!(files["p.pdf"].starts_with(b"%PDF-1.") && files["m.pdf"].ends_with(b"%%EOF"));
    assert!(text("p.ps").contains("%%Pages: 1\n"));
    let printed = text("m.ps");
    assert!(
        printed.starts_with("%!PS-Adobe-3.0\n") && printed.contains("(Game 1: Anna 0, Bert B 0 "),
        "{printed}"
    );
    // Each page and each picture of a match has its operators.
    let pages = printed.matches("\nshowpage\n").count();
    assert!(printed.contains(&format!("%%Pages: {pages}\n")) && pages > 0);
    assert!(
        text("g.tex").contains("\\begin{verbatim}\nThe score (after 0 games) is: Anna 0"),
        "{}",
        text("g.tex")
    );
    assert!(text("p.txt").contains("Position ID: <tt>") && text("p.txt").starts_with("<div>\n<svg"));
}

#[test]
fn only_what_no_file_has_is_discarded_after_a_question() {
    let shelf = Shelf::default();
    let mut session = session(&shelf, "7");
    let asked = |session: &mut Session, line: &str| {
        let before = shelf.1.borrow().len();
        does(session, line);
        shelf.1.borrow().len() - before
    };
    does(&mut session, "new match 5");
    assert_eq!(asked(&mut session, "new match 3"), 1);
    does(&mut session, "save match a.sgf");
    assert_eq!(asked(&mut session, "new match 5"), 0, "it was saved");
    does(&mut session, "save match b.sgf");
    assert_eq!(asked(&mut session, "load match a.sgf"), 0, "it was saved");
    session.settings.compat = true;
    assert_eq!(asked(&mut session, "load match b.sgf"), 1, "GNU Backgammon always asks");
}

#[test]
fn automatic_doubles_count_at_once_in_a_match_that_was_read() {
    let shelf = Shelf::default();
    let mut session = session(&shelf, "7");
    does(&mut session, "set automatic doubles 3\nnew session\nsave match a.sgf\nload match a.sgf");
    for doubles in [0, 2] {
        does(&mut session, &format!("set automatic doubles {doubles}"));
        assert_eq!(session.game.state.rules().automatic_doubles, doubles);
    }
}

/// Reads rows of match text as GNU Backgammon does; returns what it says, and what the session then answers to a line.
fn imported(rows: &str, line: &str) -> (String, String) {
    let shelf = Shelf::default();
    let text = format!(" 9 point match\n\n Game 1\n A : 0                               B : 0\n{rows}\n");
    shelf.0.borrow_mut().insert("a.mat".to_owned(), text.into_bytes());
    let mut session = session(&shelf, "1");
    session.settings.compat = true;
    let told = does(&mut session, "import mat a.mat");
    (told, does(&mut session, line))
}

#[test]
fn a_play_that_can_not_be_made_leaves_its_player_on_roll_with_the_dice_that_wait() {
    // As GNU Backgammon shows it, after the text was read as each variant and then with a warning.
    let rows = "  1)                             42: 8/4 24/22 \n\n  2) 64: \n      Wins 1 point\n\n                        64: 1/0 1/0 ";
    let (told, board) = imported(rows, "show board");
    assert!(told.contains("WARNING: Invalid move: \" 1/0 1/0\" encountered"), "{told}");
    for text in [&told, &board] {
        assert!(text.contains("Match ID   : cCszARAAAAAE\n"), "{text}");
        assert!(text.contains(" |     Rolled 64, resigns single game\n | O           X    |"), "{text}");
    }
}

#[test]
fn a_position_after_the_end_of_a_game_has_the_crawford_game_that_was_set() {
    let mut session = session(&Shelf::default(), "1");
    session.settings.compat = true;
    // As in a file of commands: the next turn isn't announced, which would begin the Crawford game.
    let mut does = |line: &str| {
        let mut answer = Answer::default();
        assert!(session.line(line, &mut answer).is_ok(), "{line}");
        answer.of(Stream::Out)
    };
    for line in ["new match 2", "set turn 1", "double", "drop"] {
        does(line);
    }
    assert!(does("save position -").contains("RU[Crawford]"));
    does("set crawford on");
    assert!(does("save position -").contains("RU[Crawford:CrawfordGame]"));
}

#[test]
fn cells_that_gnu_backgammon_does_not_know_are_left_out_with_its_warning() {
    for cell in [
        "Concedes",
        "Losses 1 point",
        "Timeout",
        "42: xyz",
        "42: 8/4 6/4 xx",
        "71: 8/5 6/5",
        "31: (no play)",
        "42",
        "Pass",
        "Redoubles => 4",
    ] {
        let rows = format!("  1) 31: 8/5 6/5                      {cell}");
        let (told, score) = imported(&rows, "show score");
        assert!(told.starts_with(&format!("Unrecognised move \"{cell}\" in .mat file.\n")), "{cell}: {told}");
        assert!(!told.contains("Rolled") && !told.contains("resigns"), "{told}");
        assert!(score.starts_with("The score (after 0 games) is: A 0, B 0"), "{score}");
    }
    // Blanks after dice make it quote less, and dice without a play are another cell.
    for (cell, quoted) in [
        ("42:   xyz", ":   xyz"),
        ("54:       Wins 2 points", "    Wins 2 points"),
        ("71:   8/4", "71:   8/4"),
        ("Concedes   now", "Concedes   now"),
    ] {
        let (told, _) = imported(&format!("  1) 31: 8/5 6/5                      {cell}"), "");
        assert!(
            told.starts_with(&format!("Unrecognised move \"{quoted}\" in .mat file.\n")),
            "{cell}: {told}"
        );
    }
    for cell in ["42: 8/4 6/4", "42: Cannot Move", "42: ????", "42:", "Resigns", "Doubles => 2"] {
        let (told, _) = imported(&format!("  1) 31: 8/5 6/5                      {cell}"), "");
        assert!(!told.contains("Unrecognised"), "{cell}: {told}");
    }
}

#[test]
fn a_result_in_mid_game_is_rounded_up_to_a_game_a_gammon_or_a_backgammon() {
    let rows = "  1) 31: 8/5 6/5                      Doubles => 2\n  2)  Takes                            31: 8/5 6/5\n  3) 42: 8/4 6/4\n      Wins ";
    for (written, counted) in [(1, 2), (2, 2), (3, 4), (4, 4), (5, 6), (6, 6), (7, 6)] {
        let (_, score) = imported(&format!("{rows}{written} points"), "show score");
        let wanted = format!("The score (after 1 game) is: A {counted}, B 0");
        assert!(score.starts_with(&wanted), "{written}: {score}");
    }
}

#[test]
fn a_game_counts_those_before_it_whose_results_could_not_be_read() {
    let rows = "  1) 54:       Wins 2 points\n\n Game 2\n A : 2                               B : 0\n  1) 31: 8/5 6/5                      Doubles => 2\n  2)  Drops";
    let (_, score) = imported(rows, "show score");
    assert!(score.starts_with("The score (after 2 games) is: A 2, B 1"), "{score}");
}

#[test]
fn dice_keep_the_order_of_match_text_and_the_first_one_is_moved_first() {
    let rows = "  1) 36: 24/15                        12: 8/5";
    let written = imported(rows, "export match mat -").1;
    assert!(written.contains("36: 24/21 21/15             12: 8/7 7/5"), "{written}");
    let text = imported(rows, "export match text -").1;
    for wanted in ["A to play 36", "Rolled 36\n", "Rolled 36:\n", "B to play 12"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
}

#[test]
fn match_text_has_no_ratings_in_headers() {
    let shelf = Shelf::default();
    let text = "; [Player 1 \"Al\"]\n; [Player 1 Elo \"1600.00/20\"]\n\n 3 point match\n\n Game 1\n Al : 0         B : 0\n  1) 31: 8/5 6/5\n";
    shelf.0.borrow_mut().insert("a.mat".to_owned(), text.as_bytes().to_vec());
    let mut session = session(&shelf, "1");
    session.settings.compat = true;
    does(&mut session, "import mat a.mat");
    let said = does(&mut session, "show matchinfo");
    assert!(said.starts_with("Al (unknown rating) vs. B (unknown rating)"), "{said}");
}

#[test]
fn import_auto_recognises_what_gnu_backgammon_does() {
    let shelf = Shelf::default();
    let text =
        |head: &str| format!("{head}MI[length:5][game:0][ws:0][bs:0]PW[a]PB[b];B[31xuxu])\n").into_bytes();
    let mut files = shelf.0.borrow_mut();
    files.insert("empty.mat".to_owned(), Vec::new());
    files.insert("other.sgf".to_owned(), text("(;GM[6]FF[4]"));
    files.insert("own.sgf".to_owned(), text("(; FF[4]GM[6]"));
    drop(files);
    let mut session = session(&shelf, "1");
    session.settings.compat = true;
    for file in ["empty.mat", "other.sgf"] {
        let wanted = format!("The format of '{file}' is not recognized");
        assert_eq!(does(&mut session, &format!("import auto {file}")), wanted);
    }
    assert!(!does(&mut session, "import auto own.sgf").contains("recognized"));
}

#[test]
fn a_position_is_saved_with_what_is_on_offer() {
    let shelf = Shelf::default();
    let mut session = session(&shelf, "7");
    does(&mut session, "set player 0 human\nset player 1 human\nset automatic roll off\nnew match 5");
    for (lines, page, property) in [
        (&["set board 4HPwATDgc/ABMA", "set turn 1", "double"][..], "doubles to 2", ";B[double]"),
        (&["take", "set dice 31", "resign gammon"], "offers to resign a gammon", "XR[B:gammon]"),
    ] {
        for line in lines {
            does(&mut session, line);
        }
        does(&mut session, "set confirm save off\nexport position html e.html");
        assert_eq!(said(&mut session, "save position x.sgf", Stream::Err), "");
        let text = |name: &str| String::from_utf8(shelf.0.borrow()[name].clone()).expect("UTF-8");
        assert!(text("e.html").contains(page), "{}", text("e.html"));
        assert!(text("x.sgf").contains(property), "{}", text("x.sgf"));
    }
    // The board shows the same offer after it is loaded.
    let mut other = self::session(&shelf, "7");
    does(&mut session, "new match 5\nset board 4HPwATDgc/ABMA\nset turn 1\ndouble\nsave position x.sgf");
    does(&mut other, "load position x.sgf");
    assert!(matches!(other.game.state.phase(), Phase::ToAnswerDouble(_)), "{:?}", other.game.state.phase());
    does(&mut session, "resign 1");
    assert!(matches!(session.game.state.phase(), Phase::ToAnswerResignation { .. }));
    for file in ["x.sgf", "x.json", "x.ids"] {
        does(&mut session, &format!("save position {file}"));
        does(&mut other, &format!("load position {file}"));
        assert_eq!(other.game.state.phase(), session.game.state.phase(), "{file}");
    }
}

#[test]
fn every_kind_of_record_is_imported_in_compat_mode_as_outside_it() {
    let shelf = Shelf::default();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    for (kind, file) in [
        ("sgg", "seven-points.sgg"),
        ("sgg", "money-with-beavers.sgg"),
        ("tmg", "seven-points.tmg"),
        ("tmg", "money-with-beavers.tmg"),
        ("bgroom", "small.txt"),
        ("party", "small.txt"),
        ("oldmoves", "seven-points.txt"),
    ] {
        let bytes = std::fs::read(folder.join(kind).join("valid").join(file)).expect("a file");
        shelf.0.borrow_mut().insert(file.to_owned(), bytes);
        let read = |command: &str, compat: bool| {
            let mut session = session(&shelf, "1");
            session.settings.compat = compat;
            let said = does(&mut session, &format!("import {command} {file}"));
            assert!(!said.contains("Unrecognised"), "{kind}/{file}: {said}");
            story(&session)
        };
        let wanted = read(kind, false);
        assert!(wanted.len() > 4, "{kind}/{file}: {wanted:?}");
        assert_eq!(read(kind, true), wanted, "{kind}/{file}");
        // GNU Backgammon doesn't recognise oldmoves.
        if kind != "oldmoves" {
            assert_eq!(read("auto", true), wanted, "{kind}/{file}");
        }
    }
}

#[test]
fn a_position_file_that_is_cut_off_leaves_the_match_as_it_was() {
    let shelf = Shelf::default();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pos/valid/crawford-game.pos");
    let bytes = std::fs::read(path).expect("a file");
    shelf.0.borrow_mut().insert("a.pos".to_owned(), bytes[..bytes.len() / 2].to_vec());
    let mut session = session(&shelf, "1");
    session.settings.compat = true;
    let wanted = "This file is not a valid Jellyfish .pos file!\n\n";
    assert_eq!(does(&mut session, "import pos a.pos"), wanted);
    assert!(does(&mut session, "show score").contains("money session"));
}

/// Reads a file in a new session after `set player 0 name Ann`.
fn read(content: &str, line: &str, compat: bool) -> Session {
    let shelf = Shelf::default();
    shelf.0.borrow_mut().insert("a.sgf".to_owned(), content.as_bytes().to_vec());
    let mut session = session(&shelf, "1");
    session.settings.compat = compat;
    does(&mut session, "set player 0 name Ann");
    does(&mut session, line);
    session
}

#[test]
fn a_player_without_a_name_in_sgf_keeps_the_name_of_the_session() {
    for compat in [true, false] {
        for (players, wanted) in [
            ("PB[Cleo]", ["Ann", "Cleo"]),
            ("PW[]PB[Cleo]", ["", "Cleo"]),
            ("PW[A]PB[B]", ["A", "B"]),
            ("PW [A]PB[B]", ["A", "B"]),
            ("PlayerWhite[A]PB[B]", ["A", "B"]),
            (r"PB[B]C[PW[x\]]", ["Ann", "B"]),
        ] {
            let content = format!("(;FF[4]GM[6]MI[length:3]{players};B[31qtst];W[62xrxv])");
            let mut session = read(&content, "load match a.sgf", compat);
            assert_eq!(session.game.names.0, wanted, "{players}, compat {compat}");
            let saved = does(&mut session, "save match -");
            assert!(saved.contains(&format!("PW[{}]", wanted[0])), "{saved}");
        }
    }
}

#[test]
fn the_players_of_an_sgf_file_are_those_of_the_games_that_are_read_in_compat_mode() {
    let game = |number: u8, players: &str| {
        format!("(;FF[4]GM[6]MI[length:3][game:{number}][ws:0][bs:0]{players};B[31qtst];W[62xrxv])")
    };
    for (players, of_game, of_match) in [
        (["", "PW[A]PB[B]"], ["Ann", "Bert B"], ["A", "B"]),
        (["PW[A]PB[B]", ""], ["A", "B"], ["A", "B"]),
        (["PW[A]PB[B]", "PW[]"], ["A", "B"], ["", "B"]),
        (["PB[B]", "PW[C]"], ["Ann", "B"], ["C", "B"]),
        ([r"C[PB[\]x]", "PW[A]"], ["Ann", "Bert B"], ["A", "Bert B"]),
    ] {
        let content = game(0, players[0]) + &game(1, players[1]);
        let names = |line| read(&content, line, true).game.names.0;
        assert_eq!(names("load game a.sgf"), of_game, "{players:?}");
        assert_eq!(names("load match a.sgf"), of_match, "{players:?}");
        // All games have the names that were stated last.
        let mut session = read(&content, "load match a.sgf", true);
        let saved = does(&mut session, "save match -");
        let stated = format!("PW[{}]PB[{}]", of_match[0], of_match[1]);
        assert_eq!(saved.matches(&stated).count(), 2, "{players:?}: {saved}");
    }
}

/// Loads a game with these nodes in compat mode.
fn loaded(nodes: &str) -> Session {
    let content = format!("(;FF[4]GM[6]MI[length:5]PW[A]PB[B];W[21mkfe]{nodes})");
    read(&content, "load match a.sgf", true)
}

#[test]
fn an_answer_without_a_double_stays_in_the_list_of_an_sgf_file_in_compat_mode() {
    let mut session = loaded(";B[take];W[31hefe];B[65aggl]");
    let listed = does(&mut session, "list game");
    assert!(listed.contains("Takes") && does(&mut session, "show cube").contains("at 1"), "{listed}");
    assert!(does(&mut session, "save match -").contains(";B[take]\n;W[31hefe]"));
    let text = does(&mut session, "export match mat -");
    assert!(!text.contains("Takes") && text.contains("31: 8/5 6/5"), "{text}");
    let mut session = loaded(";B[65aggl];W[drop]");
    assert!(does(&mut session, "list game").contains("\nDrops\n"));
    assert!(session.game.state.phase() == Phase::ToRoll && does(&mut session, "show score").contains("B 0"));
    // Only the doubler's opponent can answer, even if the node names the doubler.
    let mut session = loaded(";B[65aggl];W[double];W[drop]");
    assert!(does(&mut session, "show score").contains("B 1"));
    let mut session = loaded(";B[65aggl];W[double];W[take];W[31hefe]");
    assert!(does(&mut session, "show cube").contains("is at 2, and is owned by B"));
}

#[test]
fn a_game_is_listed_with_the_steps_of_its_file_in_compat_mode() {
    // As GNU Backgammon lists them: the board follows each play up to a step that can't be made.
    for (nodes, wanted) in [
        (";B[65laab];W[11fb]", "65     : 24/23 13/24                        \n11     : 6/2                "),
        (";B[65abla];W[11fb]", "11     : 6/2*                               "),
        (";B[65ab];W[11gbfb]", "11     : 7/2* 6/2                           "),
        (";B[65afaf];W[11yxyf]", "11     : bar/24 bar/6                       "),
        (";B[65abablmlmsw]", "65     : 24/23(2) 13/12*(2)                 "),
        (";B[66agagabac]", "66     : 24/23 24/22 24/18(2)                "),
        (";B[65aggl];W[31hf]BM[2]", "31     : 8/6                ??              "),
        (";B[65zxal]", "65     :                                    "),
    ] {
        let listed = does(&mut loaded(nodes), "list game");
        assert!(listed.contains(wanted), "{nodes}: {listed}");
    }
    let position = "set board simple 0 -2 0 0 0 0 5 0 3 0 0 0 -4 4 0 0 0 -3 0 -4 1 0 0 0 1 0";
    let mut session = session(&Shelf::default(), "1");
    session.settings.compat = true;
    let begun = ["new match 5", "set turn 0", "set dice 2 1", "13/11 6/5"];
    let played = [position, "set dice 3 2", "13/10 20/18", "set dice 6 3", "24/18 18/15"];
    for line in begun.into_iter().chain(played) {
        does(&mut session, line);
    }
    assert!(does(&mut session, "list game").contains("63     : 24/15*"));
}

#[test]
fn dice_under_a_double_stay_on_the_board_after_a_result_in_match_text() {
    let rows = "  1) 51:                              Doubles => 2\n      Wins 1 point";
    let (_, board) = imported(rows, "show board");
    assert!(board.contains("Match ID   : cLMmARAAAAAE\n"), "{board}");
}

#[test]
fn plays_that_no_rule_allows_are_made_as_sgf_states_them_in_compat_mode() {
    // Backwards, backwards with four checkers, and onto a point of the opponent.
    for (play, wanted) in
        [("sn", "4DnyATDgc/ABMA"), ("sqsqsqsq", "IH/wATDgc/ABMA"), ("lflf", "4HNwYDCAgw+AfQ")]
    {
        let content = format!("(;FF[4]GM[6]MI[length:3]PW[A]PB[B];B[31{play}])");
        let session = read(&content, "load match a.sgf", true);
        let after = session.game.history.games[0].moves[0].after.board();
        assert_eq!(*after, wanted.parse().expect("a Position ID"), "{play}");
    }
}

#[test]
fn what_is_no_backgammon_in_sgf_is_refused_in_gnu_backgammons_words() {
    let none = "warning: no backgammon games in SGF file";
    let illegal = "illegal character in SGF file";
    for (content, wanted) in [
        ("", none),
        ("(;GM[1];B[aa])", none),
        (" 3 point match\n", illegal),
        ("(5", illegal),
        ("((", "syntax error"),
        ("A5", "syntax error"),
    ] {
        let shelf = Shelf::default();
        shelf.0.borrow_mut().insert("a.sgf".to_owned(), content.as_bytes().to_vec());
        let mut session = session(&shelf, "1");
        session.settings.compat = true;
        let line = said(&mut session, "load match a.sgf", Stream::Err);
        assert_eq!(line, format!("a.sgf: {wanted}\n"), "{content:?}");
    }
}

#[test]
fn a_record_of_true_money_games_has_gnu_backgammons_facts_in_compat_mode() {
    let record = |jacoby: &str, length: u8| {
        format!(
            "MatchID: 123\nPlayer1: 1 bob 1500.0\nPlayer2: 2 alice 1500.0\n{jacoby}Crawford: 1\nLength: {length}\n\
             Variant: 1\nGame 1: 0-0\n 1 1 31:\n 1 4 8/5 6/5\n -1 1 52:\n -1 4 13/8 24/22\n"
        )
    };
    for (jacoby, length, rules) in [
        ("Jacoby: 1\n", 5, "RU[Crawford]"),
        ("Jacoby: 1\n", 0, "RU[Jacoby]"),
        ("", 0, "RU[Jacoby]"),
        ("Jacoby: 0\n", 0, ""),
    ] {
        let mut session = read(&record(jacoby, length), "import tmg a.sgf", true);
        let saved = does(&mut session, "save match -");
        assert!(saved.contains("PC[TrueMoneyGames]") && saved.contains("GC[TMG MatchID: 123]"), "{saved}");
        assert!(!saved.contains("WR[") && !saved.contains("BR["), "{saved}");
        let written = saved.split_once("RU[").map_or("", |(_, rest)| rest.split(']').next().unwrap_or(""));
        assert_eq!(written, rules.trim_start_matches("RU[").trim_end_matches(']'), "{saved}");
    }
}
