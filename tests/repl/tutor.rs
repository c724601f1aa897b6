//! The tutor, and the levels of a computer's seat, with an artificial evaluator that counts pips.

use crate::support::Pips;
use barpoint::analysis::{RulesOverride, check};
use barpoint::board::{BySide, Side};
use barpoint::diag::SourceFile;
use barpoint::engine::{Evaluator, Level};
use barpoint::formats::mat;
use barpoint::game::Phase;
use barpoint::notation::play::print;
use barpoint::repl::answer::Answer;
use barpoint::repl::dice::Dice;
use barpoint::repl::host::Host;
use barpoint::repl::session::{AfterMatch, Seat, Session};
use barpoint::rules::legal_plays;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;

/// The leader in pips wins; sixty pips are certain.
const PIPS: Pips = Pips { roll: 0.0, lead: 120.0, least: 0.0 };

/// A world in which questions are answered from a list and recorded.
#[derive(Clone, Default)]
struct World {
    answers: Rc<RefCell<VecDeque<&'static str>>>,
    asked: Rc<RefCell<Vec<String>>>,
    /// The bytes of the file that was written last.
    written: Rc<RefCell<Vec<u8>>>,
    /// Whether each line is a command, so that none can be an answer.
    is_mute: bool,
    is_interrupted: bool,
}

impl Host for World {
    fn write(&mut self, _: &str, bytes: &[u8]) -> io::Result<()> {
        *self.written.borrow_mut() = bytes.to_vec();
        Ok(())
    }

    fn evaluator(&self) -> Result<Option<Rc<dyn Evaluator>>, String> {
        Ok(Some(Rc::new(PIPS)))
    }

    fn can_ask(&self) -> bool {
        !self.is_mute
    }

    fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        self.asked.borrow_mut().push(question.to_owned());
        self.answers.borrow_mut().pop_front().map(str::to_owned)
    }
}

/// Begins a money session between two human players, user on roll in the first position, with a tutor.
fn session(answers: &[&'static str]) -> (Session, World) {
    let answers = Rc::new(RefCell::new(answers.iter().copied().collect()));
    session_in(World { answers, ..World::default() })
}

fn session_in(world: World) -> (Session, World) {
    let mut session = Session::new(Box::new(world.clone()), Dice::seeded(1));
    session.game.names = BySide::new("Bot".to_owned(), "Ann".to_owned());
    session.settings.default_names = session.game.names.clone();
    for line in [
        "set player both human",
        "set automatic game off",
        "set evaluation chequerplay evaluation plies 0",
        "set evaluation cubedecision evaluation plies 0",
        "new session",
        "set turn 1",
        "set tutor mode on",
    ] {
        session.line(line, &mut Answer::default()).expect(line);
    }
    (session, world)
}

/// Types lines, and returns the complete answer to the last one.
fn say(session: &mut Session, lines: &str) -> String {
    let mut answer = Answer::default();
    for line in lines.split('\n') {
        answer.clear();
        session.line(line, &mut answer).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
    }
    answer.parts().map(|part| part.1).collect()
}

#[test]
fn a_mistake_with_the_cube_is_made_only_by_who_means_it() {
    let (mut session, world) = session(&["what", "n", "yes"]);
    say(&mut session, "set beavers 0");
    let said = say(&mut session, "double");
    assert_eq!(session.game.state.phase(), Phase::ToRoll, "thought again");
    assert_eq!(said, "Please answer `y' or `n'.\n", "what is better stays hidden");
    let said = say(&mut session, "double");
    assert!(said.starts_with("doubling costs "), "{said}");
    assert!(said.contains(": it is too early: you win 50.0 %, and a double is right from "), "{said}");
    assert!(matches!(session.game.state.phase(), Phase::ToAnswerDouble(_)));
    let question = "You may be about to make a very bad cube decision. Are you sure? [y/n] ";
    assert_eq!(*world.asked.borrow(), [question; 3]);
    // A take is right, a pass isn't, and nobody answers.
    assert_eq!(say(&mut session, "drop"), "");
    assert!(matches!(session.game.state.phase(), Phase::ToAnswerDouble(_)));
    assert_eq!(say(&mut session, "take"), "Bot accepts the cube at 2.\n");
    assert_eq!(world.asked.borrow().len(), 4);
}

#[test]
fn a_missed_beaver_is_pointed_out_where_one_is_allowed() {
    // The doubler is no favourite.
    let (mut session, world) = session(&["y", "n", "n", "y"]);
    say(&mut session, "double");
    for answer in ["take", "drop"] {
        assert_eq!(say(&mut session, answer), "", "what is better stays hidden");
        assert!(matches!(session.game.state.phase(), Phase::ToAnswerDouble(_)), "thought again");
    }
    let said = say(&mut session, "take");
    assert!(said.starts_with("taking costs ") && said.contains(": a beaver has an equity of +"), "{said}");
    assert_eq!(session.game.state.cube().value, 2);
    assert_eq!(world.asked.borrow().len(), 4);
    // The beaver itself is right; in compat mode, the take is right too.
    for (compat, answer, value) in [("off", "redouble", 4), ("on", "take", 2)] {
        let (mut session, world) = self::session(&["y"]);
        say(&mut session, "double");
        say(&mut session, &format!("set compat {compat}"));
        say(&mut session, answer);
        assert_eq!(world.asked.borrow().len(), 1, "{answer}");
        match session.game.state.phase() {
            Phase::ToAnswerDouble(offer) => assert_eq!(offer.value, value),
            _ => assert_eq!(session.game.state.cube().value, value),
        }
    }
}

#[test]
fn a_beaver_that_is_not_allowed_is_refused_without_advice() {
    for lines in [&["new match 5", "set turn 1"][..], &["set beavers 0"]] {
        let (mut session, world) = session(&[]);
        for line in lines.iter().chain(&["set tutor cube off", "double", "set tutor cube on"]) {
            say(&mut session, line);
        }
        assert!(session.line("redouble", &mut Answer::default()).is_err(), "{lines:?}");
        assert!(world.asked.borrow().is_empty(), "{lines:?}");
    }
    // GNU Backgammon's tutor doesn't analyse an allowed one either.
    let (mut session, _) = session(&[]);
    say(&mut session, "set tutor cube off\ndouble\nset tutor cube on\nset compat on");
    let said = say(&mut session, "redouble");
    assert!(said.starts_with("Bot accepts and immediately redoubles to 4.\n"), "{said}");
}

#[test]
fn what_is_right_is_done_without_a_word() {
    let (mut session, world) = session(&[]);
    say(&mut session, "roll");
    assert!(matches!(session.game.state.phase(), Phase::ToPlay(_)));
    assert!(world.asked.borrow().is_empty());
}

#[test]
fn a_mistake_is_noticed_in_whatever_order_it_is_written() {
    for written in ["24/20 24/22", "24/22 24/20"] {
        let (mut session, world) = session(&["n"]);
        say(
            &mut session,
            "set board simple 0 0 0 0 -1 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -6 0 0 0 0 2 0\nset turn 1\n\
             set dice 42",
        );
        say(&mut session, &format!("move {written}"));
        assert_eq!(world.asked.borrow().len(), 1, "{written}");
    }
}

#[test]
fn a_mistaken_play_is_named_with_a_better_one_and_a_reason() {
    // To the evaluator all plays that don't hit are equal.
    let (mut session, world) = session(&["n", "y"]);
    say(
        &mut session,
        "set board simple 0 0 0 0 -1 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -6 0 0 0 0 2 0\nset turn 1\nset dice 42",
    );
    assert_eq!(say(&mut session, "move 13/9 24/22"), "", "what is better stays hidden");
    assert!(matches!(session.game.state.phase(), Phase::ToPlay(_)), "thought again");
    let said = say(&mut session, "move 13/9 24/22");
    assert!(said.starts_with("24/22 13/9 costs 0."), "{said}");
    assert!(said.contains("it doesn't hit"), "{said}");
    let asked = world.asked.borrow().clone();
    assert!(asked.len() == 2 && asked.iter().all(|question| question.contains(" play. ")), "{asked:?}");
    say(&mut session, "undo\nset tutor chequer off\nmove 13/9 24/22");
    assert!(!matches!(session.game.state.phase(), Phase::ToPlay(_)));
}

#[test]
fn the_mark_says_what_is_pointed_out() {
    let (mut session, world) = session(&[]);
    assert_eq!(
        say(&mut session, "set tutor skill verybad"),
        "Tutor warnings will be given for play marked `very bad'.\n"
    );
    assert_eq!(
        say(&mut session, "show tutor"),
        "Warnings are given for 'very bad' chequer moves.\nWarnings are given for 'very bad' cube decisions.\n"
    );
    say(&mut session, "set analysis threshold verybad 1.5\ndouble");
    assert!(matches!(session.game.state.phase(), Phase::ToAnswerDouble(_)), "so small a mistake");
    assert!(world.asked.borrow().is_empty());
    say(&mut session, "set tutor mode off");
    assert_eq!(
        say(&mut session, "show tutor"),
        "No warnings are given for chequer moves.\nNo warnings are given for cube decisions.\n"
    );
}

#[test]
fn in_compat_mode_only_gnu_backgammons_words_are_said() {
    let (mut session, world) = session(&["n"]);
    say(&mut session, "set compat on");
    let said = say(&mut session, "double");
    assert!(said.starts_with("\nCube analysis\n0-ply cubeless equity "), "{said}");
    assert!(!said.contains("too early"), "{said}");
    assert_eq!(*world.asked.borrow(), ["You may be about to make a very bad play. Are you sure?"]);
}

#[test]
fn a_level_belongs_to_a_seat_and_the_same_dice_give_the_same_game() {
    let play = |seed: u32, level: &str| {
        let (mut session, _) = session(&[]);
        session.dice = Dice::seeded(seed);
        session.game.seats = BySide::new(Seat::Computer, Seat::Computer);
        say(&mut session, "set tutor mode off");
        assert_eq!(say(&mut session, &format!("set player both level {level}")).lines().count(), 2);
        assert_eq!(session.settings.levels[Side::Zero], Some(Level::by_name(level).expect("a level")));
        say(&mut session, "new match 1\nend game");
        session.game.history.games[0].moves.iter().map(|step| format!("{:?}", step.what)).collect::<Vec<_>>()
    };
    assert_eq!(play(1, "beginner"), play(1, "beginner"));
    assert_ne!(play(1, "beginner"), play(1, "expert"));
    let (mut session, _) = session(&[]);
    let refusal = session.line("set player 0 level grandmaster", &mut Answer::default());
    assert!(refusal.is_err_and(|refusal| refusal.help.is_some_and(|help| help.contains("intermediate"))));
}

#[test]
fn against_the_computer_undo_takes_back_a_decision_of_ones_own() {
    for after_match in [AfterMatch::End, AfterMatch::More] {
        let (mut session, _) = session(&[]);
        session.input.after_match = after_match;
        session.game.seats = BySide::new(Seat::Computer, Seat::Human);
        say(&mut session, "set tutor mode off");
        let mut at_turn = Vec::new();
        session.line("new match 1", &mut Answer::default()).expect("a match");
        session.settle(&mut Answer::default()).expect("a match");
        while at_turn.len() < 3 {
            at_turn.push(session.game.state.clone());
            play_first(&mut session);
            session.settle(&mut Answer::default()).expect("the computer plays");
        }
        let last = session.game.state.clone();
        for before in at_turn.iter().rev() {
            say(&mut session, "undo");
            session.settle(&mut Answer::default()).expect("nothing passes");
            assert_eq!(session.game.seats[session.turn()], Seat::Human);
            assert_eq!(session.game.state, *before);
        }
        say(&mut session, "undo back 3");
        session.settle(&mut Answer::default()).expect("nothing passes");
        assert_eq!(session.game.state, last);
    }
}

#[test]
fn the_seats_decide_what_undo_takes_back_and_not_the_origin_of_the_moves() {
    let (mut session, _) = session(&[]);
    session.game.seats = BySide::new(Seat::Human, Seat::Human);
    say(&mut session, "set tutor mode off");
    session.line("new match 1", &mut Answer::default()).expect("a match");
    let mut before = Vec::new();
    for _ in 0..5 {
        before.push(session.game.state.clone());
        play_first(&mut session);
        session.settle(&mut Answer::default()).expect("the dice are rolled");
    }
    before.push(session.game.state.clone());
    // Two people take back move by move.
    for at in (0..5).rev() {
        say(&mut session, "undo");
        assert_eq!(session.game.state, before[at], "{at}");
    }
    say(&mut session, "undo back 5");
    assert_eq!(session.game.state, before[5]);
    // In the same match against the computer, only the person's own decisions count.
    let first = session.game.history.games[0].moves[0].by;
    for person in Side::ALL {
        session.game.seats = BySide::new(Seat::Computer, Seat::Computer);
        session.game.seats[person] = Seat::Human;
        let own: Vec<usize> = (0..5).filter(|at| (at % 2 == 0) == (person == first)).collect();
        for &at in own.iter().rev() {
            say(&mut session, "undo");
            assert_eq!(session.game.state, before[at], "{person:?} {at}");
        }
        let refusal = session.line("undo", &mut Answer::default()).expect_err("no decision is left");
        assert_eq!(refusal.text, "There is nothing to take back.\n");
        assert_eq!(session.game.state, before[own[0]], "what the computer did first stays");
        // The computer doesn't play on by itself where it had to act.
        say(&mut session, &format!("undo back {}", own.len()));
        session.settle(&mut Answer::default()).expect("nothing passes");
        assert_eq!(session.game.state, before[5], "{person:?}");
    }
    // From another place, `undo back` goes to the next own decision.
    session.game.seats[first] = Seat::Computer;
    session.game.seats[!first] = Seat::Human;
    say(&mut session, "first move");
    say(&mut session, "undo back");
    assert_eq!(session.game.state.on_roll(), !first);
    assert_eq!(session.game.history.at, 1);
}

/// Makes the first legal play of the dice on the board.
fn play_first(session: &mut Session) {
    let Phase::ToPlay(roll) = session.game.state.phase() else { panic!("{:?}", session.game.state.phase()) };
    let board = *session.game.state.board();
    let play = legal_plays(&board, roll).first().expect("a play").0;
    let line = format!("move {}", print::gnubg(&board, &play));
    session.line(&line, &mut Answer::default()).expect("legal");
}

#[test]
fn matches_between_levels_are_clean_under_check() {
    for (seed, levels) in
        [(1, ["beginner", "casual"]), (2, ["intermediate", "advanced"]), (3, ["expert", "beginner"])]
    {
        let (mut session, world) = session(&[]);
        session.dice = Dice::seeded(seed);
        session.game.seats = BySide::new(Seat::Computer, Seat::Computer);
        session.settings.automatic.game = true;
        session.settings.display = false;
        for (player, level) in levels.into_iter().enumerate() {
            say(&mut session, &format!("set player {player} level {level}"));
        }
        // The tutor has nothing to say to a computer.
        session.line("new match 5", &mut Answer::default()).expect("a match");
        session.settle(&mut Answer::default()).expect("a match");
        assert!(session.is_match_over() && world.asked.borrow().is_empty(), "{levels:?}");
        say(&mut session, "export match mat match.mat");
        let source = SourceFile::decode("match.mat", &world.written.borrow()).expect("a short file");
        let mut findings = Vec::new();
        let summary =
            check(&mat::FORMAT, &source, &RulesOverride::default(), &mut |finding| findings.push(finding));
        assert!(findings.is_empty(), "{levels:?}: {findings:?}\n{}", source.text());
        assert!(summary.games > 1 && summary.entries > 50, "{summary:?}");
    }
}

#[test]
fn a_tutor_that_cannot_ask_refuses() {
    let (mut session, world) = session_in(World { is_mute: true, ..World::default() });
    let refused = session.line("double", &mut Answer::default()).expect_err("it can't ask");
    assert_eq!(
        refused.text.trim(),
        "the tutor advises against a very bad cube decision; `set tutor mode off` turns the tutor off"
    );
    assert_eq!((session.game.state.phase(), world.asked.borrow().len()), (Phase::ToRoll, 0));
    say(&mut session, "set tutor mode off\ndouble");
    assert!(matches!(session.game.state.phase(), Phase::ToAnswerDouble(_)));
}

#[test]
fn at_the_largest_cube_a_computer_takes_what_it_would_beaver() {
    for (limit, value) in [(2, 2), (4, 4)] {
        let (mut session, _) = session(&[]);
        session.game.seats[Side::Zero] = Seat::Computer;
        say(&mut session, &format!("set tutor mode off\nset cube limit {limit}\nnew session\nset turn 1"));
        say(&mut session, "double");
        session.settle(&mut Answer::default()).expect("an answer");
        let phase = session.game.state.phase();
        match phase {
            Phase::ToAnswerDouble(offer) => assert_eq!((offer.value, offer.responder), (value, Side::One)),
            _ => assert_eq!(session.game.state.cube().value, value, "taken"),
        }
        assert_eq!(matches!(phase, Phase::ToAnswerDouble(_)), limit == 4, "a beaver is offered");
    }
}

#[test]
fn an_interruption_stops_a_game_that_is_played_out() {
    let (mut session, _) = session_in(World { is_interrupted: true, ..World::default() });
    let refusal = session.line("end game", &mut Answer::default()).expect_err("interrupted");
    assert!(refusal.help.is_some_and(|help| help.contains("`end game` continues")));
    assert!(session.is_playing() && session.game.is_helped);
    say(&mut session, "new match 1");
    assert!(!session.game.is_helped, "another match");
}

#[test]
fn a_game_against_the_computer_ends_with_the_match() {
    let (mut session, _) = session(&[]);
    session.input.after_match = AfterMatch::End;
    session.game.seats = BySide::new(Seat::Computer, Seat::Computer);
    let mut answer = Answer::default();
    session.line("new match 1", &mut answer).expect("a match");
    session.settle(&mut answer).expect("a match");
    assert!(session.input.is_over && session.is_match_over());
}

#[test]
fn where_no_match_equity_table_reaches_the_tutor_names_the_way_to_go_on() {
    let (mut session, _) = session(&[]);
    say(&mut session, "new match 65\nset turn 1\nset dice 31");
    let refusal = session.line("move 8/5 6/5", &mut Answer::default()).expect_err("no advice");
    assert!(refusal.text.contains("a player needs more than 64 points"), "{refusal:?}");
    assert_eq!(refusal.help.as_deref(), Some("`set tutor mode off` turns the tutor off"));
}
