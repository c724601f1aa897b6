//! Editing and looking up in the session.

use barpoint::board::{BySide, Side};
use barpoint::game::{Cube, Phase};
use barpoint::notation::{MatchId, PositionId};
use barpoint::repl::answer::{Answer, Stream};
use barpoint::repl::dice::Dice;
use barpoint::repl::history::Deed;
use barpoint::repl::host::Nowhere;
use barpoint::repl::session::{Seat, Session};
use barpoint::rules::Outcome;
use proptest::prelude::*;

fn session(is_compat: bool) -> Session {
    let mut session = Session::new(Box::new(Nowhere), Dice::seeded(5));
    session.settings.compat = is_compat;
    session.game.seats.0 = [Seat::Human; 2];
    session.settings.default_names.0 = ["Alice".to_owned(), "Bob".to_owned()];
    session.game.names = session.settings.default_names.clone();
    session
}

/// Returns a session after some lines.
fn after(is_compat: bool, lines: &[&str]) -> Session {
    let mut session = session(is_compat);
    typed(&mut session, lines);
    session
}

/// Types lines; returns the answer to the last one, including a refusal, and the help.
fn typed(session: &mut Session, lines: &[&str]) -> (String, Option<String>) {
    let mut last = (String::new(), None);
    for line in lines {
        let mut answer = Answer::default();
        let done = session.line(line, &mut answer);
        let refusal = done.err();
        let text = refusal.as_ref().map(|refusal| refusal.text.clone()).unwrap_or_default();
        last = (answer.of(Stream::Out) + &answer.of(Stream::Err) + &text, refusal.and_then(|r| r.help));
    }
    last
}

fn ids(session: &Session) -> String {
    let game = MatchId::encode(&session.fields()).expect("a state with an ID");
    format!("{}:{game}", PositionId::encode(&session.board()))
}

#[test]
fn edits_are_refused_as_gnu_backgammon_refuses_them() {
    // Observed in GNU Backgammon 1.07.001.
    let outside = [
        ("set board 4HPwATDgc/ABMA", "There must be a game in progress to set the board.\n"),
        ("set dice 31", "There must be a game in progress to set the dice.\n"),
        ("set turn 0", "There must be a game in progress to set a player on roll.\n"),
        ("set cube value 2", "There must be a game in progress to set the cube.\n"),
        ("set crawford on", "Cannot set Crawford play for money sessions.\n"),
        ("set gnubgid foo", "No valid IDs found\n"),
        ("set xgid foo", "Not a valid XGID 'foo'\n"),
        ("set matchid ////////////", "Illegal match ID '////////////'\n"),
    ];
    let mut outside_session = session(true);
    for (line, wanted) in outside {
        assert_eq!(typed(&mut outside_session, &[line]).0, wanted, "{line}");
    }
    let inside = [
        ("set board", "You must specify a position (see `help set board').\n"),
        ("set board !!!", "Illegal position.\n"),
        ("set board 4HPwATDgc/ABM/", "Illegal position.\n"),
        ("set board simple 1 x", "`simple' must be followed by 26 integers; found only 1\n"),
        ("set dice 3", "You must specify two numbers from 1 to 6 for the dice.\n"),
        ("set dice 3 7", "You must specify two numbers from 1 to 6 for the dice.\n"),
        ("set turn", "Which player do you want to set on roll?\n"),
        ("set turn bo", "You can't set both players on roll.\n"),
        ("set turn 2", "Unknown player `2' (see `help set turn').\n"),
        ("set cube value 3", "You must specify a legal cube value (see `help set cube value').\n"),
        ("set cube value 8192", "You must specify a legal cube value (see `help set cube value').\n"),
        ("set cube owner x", "You must specify which player owns the cube (see `help set cube owner').\n"),
        ("set score 1", "You must specify two valid scores.\n"),
        ("set score 5 3", "You cannot set a score where the match is already over.\n"),
        ("set score 3* 4", "The Crawford rule applies only in match play when a player's score is 1-away.\n"),
        ("set score crawford 4p", "You cannot set both Crawford and post-Crawford simultaneously.\n"),
        ("set score 4p 0", "You cannot set post-Crawford play if the trailer has yet to score.\n"),
        ("set score 1 1 65", "Match length must be between 0 (unlimited session) and 64\n"),
        (
            "set crawford on",
            "Cannot set whether this is the Crawford game\nas none of the players are 1-away from winning.\n",
        ),
    ];
    let mut inside_session = after(true, &["new match 5"]);
    for (line, wanted) in inside {
        let before = inside_session.game.state.clone();
        assert_eq!(typed(&mut inside_session, &[line]).0, wanted, "{line}");
        assert_eq!(inside_session.game.state, before, "{line}");
    }
}

#[test]
fn a_game_without_its_opening_roll_goes_on_with_exchanged_players() {
    let mut session = after(false, &["new match 5", "clear turn"]);
    let before = session.game.state.on_roll();
    typed(&mut session, &["swap players"]);
    assert_eq!(session.game.state.phase(), Phase::ToRoll);
    assert_eq!(session.game.state.on_roll(), !before);
    assert_eq!(session.game.names.0, ["Bob", "Alice"]);
}

#[test]
fn an_edit_takes_a_double_back_and_a_resignation() {
    for edit in ["set dice 31", "set cube value 4", "set cube owner 0", "set turn 0"] {
        let mut session = after(true, &["new match 5", "set turn 1", "double"]);
        assert!(matches!(session.game.state.phase(), Phase::ToAnswerDouble(_)));
        typed(&mut session, &[edit]);
        assert!(matches!(session.game.state.phase(), Phase::ToRoll | Phase::ToPlay(_)), "{edit}");
    }
    let mut session = after(true, &["new match 5", "resign 2"]);
    assert_eq!(typed(&mut session, &["set turn 1"]).0, "Please resolve the resignation first.\n");
    typed(&mut session, &["set board 4HPwATDgc/ABMA"]);
    assert!(matches!(session.game.state.phase(), Phase::ToPlay(_)));
}

#[test]
fn a_double_that_an_edit_takes_back_leaves_the_history() {
    for edit in
        ["set board 4HPwATDgc/ABMA", "4HPwATDgc/ABMA", "set score 1 2", "set crawford on", "set cube use off"]
    {
        let mut session =
            after(false, &["new match 5", "set score 4 0", "set crawford off", "set turn 1", "double"]);
        assert!(matches!(session.game.state.phase(), Phase::ToAnswerDouble(_)), "{edit}");
        typed(&mut session, &[edit]);
        assert!(matches!(session.game.state.phase(), Phase::ToRoll | Phase::ToPlay(_)), "{edit}");
        let game = session.game.history.current().expect("a game");
        assert!(game.moves.iter().all(|step| step.what != Deed::Doubled), "{edit}");
    }
}

#[test]
fn a_double_that_was_answered_stays_when_the_score_is_set_before_its_answer() {
    for edit in ["set score 1 2", "set score 4 1"] {
        let mut session = after(
            false,
            &["new match 5", "set score 4 0", "set crawford off", "set turn 1", "double", "take"],
        );
        typed(&mut session, &["previous", edit]);
        assert!(matches!(session.game.state.phase(), Phase::ToAnswerDouble(_)), "{edit}");
        typed(&mut session, &["take", "set dice 31", "8/5 6/5"]);
        let moves = &session.game.history.current().expect("a game").moves;
        let deeds: Vec<Deed> = moves.iter().map(|step| step.what).collect();
        assert!(deeds.windows(2).any(|deeds| deeds == [Deed::Doubled, Deed::Taken]), "{edit}: {deeds:?}");
    }
}

#[test]
fn a_cube_that_is_put_out_of_use_is_set_only_if_it_was_turned() {
    let is_cube = |what: Deed| matches!(what, Deed::Doubled | Deed::SetCubeValue | Deed::SetCubeOwner);
    let mut session = session(false);
    // A beaver has turned it, and is withdrawn with the double.
    typed(&mut session, &["new session", "set turn 1", "double", "beaver", "set cube use off"]);
    let game = session.game.history.current().expect("a game");
    assert!(!game.moves.iter().any(|step| is_cube(step.what)), "{:?}", game.moves);
    assert_eq!(session.game.state.cube(), Cube::START);
    // A centred cube before later moves leaves them.
    let mut session = after(false, &["new match 5", "set turn 1", "set dice 31", "8/5 6/5", "set turn 0"]);
    typed(&mut session, &["set dice 42", "8/4 6/4", "previous"]);
    let count = |session: &Session| session.game.history.current().map_or(0, |game| game.moves.len());
    let before = count(&session);
    typed(&mut session, &["set cube use off"]);
    assert!(session.game.history.has_tail() && count(&session) == before);
}

#[test]
fn a_double_is_not_answered_by_resigning_more_than_it_is_worth() {
    let mut session = after(false, &["new session", "set jacoby off", "new session", "set turn 1", "double"]);
    let before = session.game.state.clone();
    for line in ["resign gammon", "resign backgammon"] {
        typed(&mut session, &[line]);
        assert_eq!(session.game.state, before, "{line}");
    }
    typed(&mut session, &["resign normal"]);
    assert!(matches!(session.game.state.phase(), Phase::ToAnswerResignation { .. }));
}

#[test]
fn no_more_is_resigned_than_the_position_can_lose() {
    let one_off = "XGID=-BBBCC-------------bbbdbb-:0:0:1:21:0:0:0:7:10";
    let race = "XGID=---CCCCBA----------ccccba-:0:0:1:21:0:0:0:7:10";
    let back = "XGID=----DDE------------Bccccc-:0:0:1:21:0:0:0:7:10";
    for (id, refused, most) in [
        (one_off, ["gammon", "backgammon"].as_slice(), "normal"),
        (race, &["backgammon"], "gammon"),
        (back, &[], "backgammon"),
    ] {
        let mut session = after(false, &["new match 7", &format!("set xgid {id}")]);
        let before = session.game.state.clone();
        for word in refused {
            let (text, help) = typed(&mut session, &[&format!("resign {word}")]);
            assert!(text.ends_with(&format!(", so it isn't a {word}\n")), "{id}: {text}");
            assert!(
                help.is_some_and(|help| help.starts_with("the position can lose no more than a ")),
                "{id}"
            );
            assert_eq!(session.game.state, before, "{id}");
        }
        typed(&mut session, &[&format!("resign {most}")]);
        assert!(matches!(session.game.state.phase(), Phase::ToAnswerResignation { .. }), "{id}: {most}");
    }
    let hyper = after(false, &["set variation 3-chequer-hypergammon", "new match 7", "resign backgammon"]);
    let phase = hyper.game.state.phase();
    assert!(matches!(phase, Phase::ToAnswerResignation { .. }), "none of three is off: {phase:?}");
    let session = after(true, &["new match 7", &format!("set xgid {one_off}"), "resign backgammon"]);
    let phase = session.game.state.phase();
    assert!(matches!(phase, Phase::ToAnswerResignation { .. }), "GNU Backgammon accepts it: {phase:?}");
}

#[test]
fn a_resignation_is_answered_before_the_next_one() {
    let mut session = after(false, &["set jacoby off", "new session", "set turn 1", "roll", "resign single"]);
    let offered = session.game.state.clone();
    let (text, help) = typed(&mut session, &["resign gammon"]);
    assert_eq!(text, "Please resolve the resignation first.\n");
    assert!(help.is_some_and(|help| help.contains("`undo` takes it back")));
    assert_eq!(session.game.state, offered, "nobody else resigns");
    typed(&mut session, &["undo", "resign gammon", "accept"]);
    let phase = session.game.state.phase();
    assert!(matches!(phase, Phase::GameOver(result) if result.winner == Some(Side::Zero)), "{phase:?}");
}

#[test]
fn more_words_than_a_command_takes_are_refused() {
    for (line, word, hint) in [
        ("roll 31", "31", "`set dice 31` sets the dice"),
        ("roll 3 1", "3", "`set dice 3 1` sets the dice"),
        ("new match 3 5", "5", "usage: new match [length]"),
        ("new session 5", "5", "usage: new session"),
        ("set dice 3 1 5", "5", "usage: set dice <die> <die>"),
        ("next 3 4", "4", ""),
        ("next roll 3 4", "4", ""),
        ("resign gammon x", "x", ""),
        ("quit now", "now", "usage: quit"),
        ("set display off on", "on", ""),
        ("save match my match.sgf", "match.sgf", "a name with blanks needs quotation marks"),
        ("load match my match.sgf", "match.sgf", "a name with blanks"),
        ("export game text a b", "b", "a name with blanks"),
        ("set sgf folder My Games", "Games", "a name with blanks"),
    ] {
        let mut session = after(false, &["new match 5", "set turn 1"]);
        let before = session.game.state.clone();
        let (text, help) = typed(&mut session, &[line]);
        assert_eq!(text, format!("Too many words: `{word}'.\n"), "{line}");
        assert!(help.is_some_and(|help| help.contains(hint)), "{line}");
        assert_eq!(session.game.state, before, "{line}");
    }
    let mut session = session(false);
    for line in
        ["new match 5", "set dice 3 1", "8/5 6/5", "annotate move comment a b c", "next roll 1", "plays 3 1"]
    {
        assert!(!typed(&mut session, &[line]).0.contains("Too many words"), "{line}");
    }
    let session = after(true, &["new match 5 7"]);
    assert_eq!(session.game.state.rules().length, 5, "GNU Backgammon ignores them");
}

#[test]
fn a_match_without_the_crawford_rule_has_no_crawford_game() {
    let mut session = after(false, &["set automatic crawford off", "new match 3", "set score 2 0"]);
    assert!(!session.game.state.is_crawford_game());
    for line in ["set crawford on", "set postcrawford off", "set score 2* 0"] {
        let (text, _) = typed(&mut session, &[line]);
        assert_eq!(text, "This match is played without the Crawford rule.\n", "{line}");
        assert!(!session.game.state.is_crawford_game(), "{line}");
    }
    typed(&mut session, &["set turn 1"]);
    assert!(session.game.state.may_double(Side::One).is_ok());
    let session = after(false, &["new match 3", "set score 2 0"]);
    assert!(session.game.state.is_crawford_game());
}

#[test]
fn the_crawford_game_needs_exactly_one_player_1_away() {
    for lines in [&["new match 1"][..], &["new match 3", "set score 2 2"]] {
        for line in ["set crawford on", "set postcrawford off"] {
            let mut session = after(false, lines);
            let (text, _) = typed(&mut session, &[line]);
            assert_eq!(text, "This can't be the Crawford game, because both players are 1-away.\n", "{line}");
            assert!(!session.game.state.is_crawford_game(), "{line}");
        }
    }
}

#[test]
fn a_game_in_which_the_cube_was_turned_is_not_the_crawford_game() {
    let refused = "This can't be the Crawford game, because the cube was turned in it.\n";
    for turned in [&["double", "take"][..], &["set cube value 4"], &["set cube owner 1"]] {
        let mut session = after(false, &["new match 5", "set turn 1"]);
        typed(&mut session, turned);
        assert_eq!(typed(&mut session, &["set score 4 0"]).0, refused, "{turned:?}");
        assert_eq!(session.game.state.score().points, BySide::default(), "{turned:?}");
        assert_eq!(typed(&mut session, &["set score 4 1", "set crawford on"]).0, refused, "{turned:?}");
        assert!(!session.game.state.is_crawford_game());
    }
    for lines in [
        &["double", "set score 4 0"][..],
        &["double", "take", "undo", "set score 4 0"],
        &["double", "take", "undo 2", "set score 4 0"],
        &["double", "take", "undo", "set score 4 1", "set crawford on"],
        &["set cube value 4", "undo", "set score 4 0"],
        &["set cube value 4", "set cube value 1", "set cube centre", "set score 4 0"],
        &["set cube owner 0", "set cube centre", "set score 4 1", "set crawford on"],
    ] {
        let mut session = after(false, &["new match 5", "set turn 1"]);
        typed(&mut session, lines);
        assert!(session.game.state.is_crawford_game(), "{lines:?}");
        assert_eq!(session.game.state.phase(), Phase::ToRoll, "{lines:?}");
        typed(&mut session, &["undo back 2"]);
        assert_eq!(session.game.state.cube(), Cube::START, "{lines:?}");
        assert_eq!(session.game.state.phase(), Phase::ToRoll, "{lines:?}");
    }
    // What the help advises is possible.
    for (lines, way_out) in [
        (&["new match 5", "set turn 1", "double", "take"][..], &["undo"][..]),
        (&["new match 5", "set turn 1", "set cube value 4"], &["set cube value 1", "set cube centre"]),
        (
            &["set xgid XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:5:10"],
            &["set cube value 1", "set cube centre"],
        ),
    ] {
        let mut session = after(false, lines);
        let help = typed(&mut session, &["set score 4 0"]).1.unwrap_or_default();
        assert!(way_out.iter().all(|line| help.contains(line)), "{lines:?}: {help}");
        typed(&mut session, way_out);
        typed(&mut session, &["set score 4 0"]);
        assert!(session.game.state.is_crawford_game(), "{lines:?}");
    }
    let mut undone = after(false, &["new match 5", "set turn 1", "double", "take", "undo 2"]);
    assert_eq!(typed(&mut undone, &["set score 1 0", "undo back"]).0, "Nothing was taken back.\n");
    let compat = after(true, &["new match 5", "set cube value 4", "set score 4 0"]);
    assert!(compat.game.state.is_crawford_game(), "as in GNU Backgammon");
}

#[test]
fn an_equity_is_converted_with_gnu_backgammons_digits_for_both_players() {
    // Observed in GNU Backgammon 1.07.001.
    for (turn, wanted) in [("set turn 0", "+5.000:  81.30%"), ("set turn 1", "+5.000:  81.31%")] {
        let mut session = session(true);
        let said = typed(&mut session, &["new match 7", turn, "eq2mwc 5"]).0;
        assert!(said.contains(wanted), "{turn}: {said}");
    }
    for (lines, wanted) in [
        (&["new match 25", "set score 24 1", "set turn 0"][..], "-491.607"),
        (&["new match 25", "set score 24 1", "set turn 1"], "+491.611"),
        (&["new match 25", "set score 1 24", "set turn 0"], "+491.611"),
        (&["new match 25", "set score 1 24", "set turn 1"], "-491.607"),
        (&["new match 25", "set score 24 1", "set postcrawford on", "set turn 1"], "+491.611"),
        (&["new match 31", "set score 30 0", "set turn 1"], "+2722.260"),
        (&["new match 31", "set score 0 30", "set turn 1"], "-2722.132"),
        (&["new match 25", "set score 22 5", "set turn 1"], "+82.385"),
    ] {
        let mut session = after(true, lines);
        let said = typed(&mut session, &["mwc2eq 50"]).0;
        assert!(said.contains(wanted), "{lines:?}: {said}");
    }
}

#[test]
fn a_game_does_not_begin_with_a_doublet_after_the_turn_is_cleared_or_set() {
    let ways: [&[&str]; 4] =
        [&["clear turn"], &["set turn 0"], &["set turn 1"], &["set turn 0", "set turn 1"]];
    for (seed, lines) in (0..60).flat_map(|seed| ways.map(|lines| (seed, lines))) {
        let mut session = after(false, &[&format!("set seed {seed}"), "new match 3"]);
        typed(&mut session, lines);
        typed(&mut session, &["roll"]);
        let Phase::ToPlay(roll) = session.game.state.phase() else {
            panic!("{:?}", session.game.state.phase())
        };
        assert!(!roll.is_doublet(), "seed {seed}, {lines:?}");
    }
}

#[test]
fn redo_is_undo_back_unless_a_double_is_pending() {
    let mut session = after(false, &["new match 3", "set dice 31", "8/5 6/5"]);
    let after = session.game.state.clone();
    typed(&mut session, &["undo", "redo"]);
    assert_eq!(session.game.state, after);
}

#[test]
fn the_start_of_a_game_is_named() {
    for (is_compat, wanted) in
        [(false, "At the start of game 2; `next` steps forward.\n"), (true, "No game in progress.\n")]
    {
        let mut session = after(is_compat, &["new match 5", "resign", "accept"]);
        let _ = session.settle(&mut Answer::default());
        typed(&mut session, &["new game"]);
        assert_eq!(typed(&mut session, &["first move"]).0, wanted);
    }
}

#[test]
fn a_match_that_is_over_is_not_discarded_without_a_question() {
    for (is_compat, asked) in [(false, true), (true, false)] {
        let mut session = after(is_compat, &["new match 1", "resign", "accept", "set confirm default no"]);
        let (text, _) = typed(&mut session, &["new match 3"]);
        assert_eq!(text.contains("discard the current match?  no"), asked, "{text}");
        assert_eq!(session.is_match_over(), asked);
    }
}

#[test]
fn undo_withdraws_a_resignation_and_nothing_else() {
    let mut session = after(false, &["new match 5", "set turn 1"]);
    let before = session.game.state.clone();
    typed(&mut session, &["resign gammon", "undo"]);
    assert_eq!(session.game.state, before, "before the first move");
    typed(&mut session, &["double"]);
    let (before, made) = (session.game.state.clone(), session.game.history.at);
    typed(&mut session, &["resign", "undo"]);
    assert_eq!((&session.game.state, session.game.history.at), (&before, made), "the double stays");
    typed(&mut session, &["resign", "undo 2"]);
    assert_eq!(session.game.state.phase(), Phase::ToRoll, "the double is the second step");
}

#[test]
fn undo_passes_over_a_roll_without_a_legal_play() {
    let mut session = after(false, &["set xgid XGID=aBBBBBBC-----------eed----:0:0:1:31:0:0:0:7:10"]);
    let before = session.game.state.clone();
    typed(&mut session, &["7/4 7/6"]);
    let (said, _) = typed(&mut session, &["roll"]);
    assert!(said.contains("cannot move"), "{said}");
    let danced = session.game.state.clone();
    assert_eq!(danced.on_roll(), before.on_roll());
    typed(&mut session, &["undo"]);
    assert_eq!(session.game.state, before);
    typed(&mut session, &["undo back"]);
    assert_eq!(session.game.state, danced);
}

#[test]
fn undo_takes_back_what_was_set_by_hand_before_it_goes_on_to_the_move_before() {
    let scripts: [&[&[&str]]; 9] = [
        &[&["set turn 1"]],
        &[&["set cube use off"]],
        &[&["set turn 1", "set cube use off"]],
        &[&["set cube owner 0"], &["set cube value 4"], &["set cube use off"]],
        &[&["double"], &["take"], &["set cube use off"]],
        &[&["double"], &["take"], &["set turn 1"]],
        &[&["set board 4HPwATDgc/ABMA"], &["set turn 1"]],
        &[&["set turn 1"], &["set dice 42", "24/20 24/22"]],
        &[&["set cube use off"], &["set dice 42", "8/4 6/4"]],
    ];
    // Dice go with the move before them.
    let facts = |session: &Session| {
        let state = &session.game.state;
        let is_offered = matches!(state.phase(), Phase::ToAnswerDouble(_));
        let cube = (state.cube(), is_offered, state.rules().cube, session.settings.cube);
        (*state.board(), state.on_roll(), cube)
    };
    for steps in scripts {
        let mut session = session(false);
        typed(&mut session, &["new match 5", "set turn 1", "set dice 31", "8/5 6/5"]);
        let mut before = Vec::new();
        for lines in steps {
            before.push(facts(&session));
            typed(&mut session, lines);
            assert_ne!(before.last(), Some(&facts(&session)), "{lines:?}");
        }
        let last = session.game.state.clone();
        for (step, wanted) in steps.iter().zip(&before).rev() {
            typed(&mut session, &["undo"]);
            assert_eq!(facts(&session), *wanted, "{steps:?}, {step:?}");
        }
        typed(&mut session, &[&format!("undo back {}", steps.len())]);
        assert_eq!(session.game.state, last, "{steps:?}");
        typed(&mut session, &[&format!("undo {}", steps.len()), "resign", "accept", "new game"]);
        assert!(session.game.state.rules().cube, "{steps:?}: the next game has a cube, too");
    }
}

#[test]
fn undo_back_restores_everything_that_was_there() {
    let scripts: [&[&str]; 14] = [
        &["resign gammon"],
        &["set dice 42", "resign"],
        &["double", "resign"],
        &["set dice 42", "resign", "reject"],
        &["resign", "accept"],
        &["double"],
        &["double", "take"],
        &["double", "take", "set turn 0", "set dice 13"],
        &["double", "drop"],
        &["set turn 1"],
        &["set dice 13"],
        &["set dice 31", "swap dice"],
        &["set dice 42", "previous roll"],
        &["set cube value 2", "set turn 1", "resign"],
    ];
    for lines in scripts {
        for steps in 1..=2 {
            let mut session = after(false, &["new match 5", "set turn 1", "set dice 13", "8/5 6/5"]);
            typed(&mut session, lines);
            let look = |session: &mut Session| {
                let board = typed(session, &["show board"]).0;
                (board, session.game.state.clone(), session.game.history.at, session.game.known_roll)
            };
            let before = look(&mut session);
            typed(&mut session, &[&format!("undo {steps}")]);
            assert_ne!(look(&mut session), before, "{lines:?}, {steps} steps");
            typed(&mut session, &[&format!("undo back {steps}")]);
            assert_eq!(look(&mut session), before, "{lines:?}, {steps} steps");
        }
    }
}

#[test]
fn undo_back_restores_nothing_after_another_action() {
    let mut session =
        after(false, &["new match 5", "set turn 1", "set dice 31", "8/5 6/5", "resign gammon", "undo"]);
    let (before, made) = (session.game.state.clone(), session.game.history.at);
    let nothing = "Nothing was taken back.\n";
    typed(&mut session, &["double", "undo"]);
    assert_eq!(session.game.state, before);
    typed(&mut session, &["undo back"]);
    assert!(matches!(session.game.state.phase(), Phase::ToAnswerDouble(_)), "not the resignation");
    assert_eq!(typed(&mut session, &["undo back"]).0, nothing);
    assert_eq!(session.game.history.at, made + 1);
}

#[test]
fn dice_come_back_in_the_order_in_which_they_were_set() {
    let mut session = after(false, &["new match 5", "set turn 1", "set dice 13", "8/5 6/5", "set dice 42"]);
    let shows = |session: &mut Session, line: &str, dice: &str| {
        typed(session, &[line]);
        let board = typed(session, &["show board"]).0;
        assert!(board.contains(&format!("Rolled {dice}")), "{line}: {board}");
    };
    shows(&mut session, "undo", "13");
    shows(&mut session, "swap dice", "31");
    shows(&mut session, "undo back", "42");
    shows(&mut session, "undo", "31");
    shows(&mut session, "swap dice", "13");
    shows(&mut session, "last move", "42");
    typed(&mut session, &["previous"]);
    shows(&mut session, "previous rolled", "13");
}

#[test]
fn a_game_that_was_resigned_names_the_loser_also_after_an_undo() {
    let mut session = after(false, &["new match 1", "set turn 1", "resign single", "accept"]);
    let resigned = |session: &mut Session| {
        let (text, _) = typed(session, &["id"]);
        text.lines().find(|line| line.starts_with("resignation")).map(str::to_owned)
    };
    let wanted = Some("resignation   Bob (player 1) resigned a single game".to_owned());
    assert_eq!(resigned(&mut session), wanted);
    let before = ids(&session);
    typed(&mut session, &["undo", "undo back"]);
    assert_eq!((resigned(&mut session), ids(&session)), (wanted, before));
}

#[test]
fn what_has_to_wait_says_how_the_offer_is_answered() {
    let resigned = Some("`accept` or `reject` answers the resignation".to_owned());
    for begin in ["new match 5", "new session"] {
        let mut session = after(false, &[begin, "set turn 1", "double"]);
        let double = match begin {
            "new session" => "`take`, `drop` or `redouble` answers the double",
            _ => "`take` or `drop` answers the double",
        };
        for line in ["roll", "24/23"] {
            let (text, help) = typed(&mut session, &[line]);
            let wanted = "Please wait for Alice to consider the cube before moving.\n";
            assert_eq!((&*text, help.as_deref()), (wanted, Some(double)), "{begin}: {line}");
        }
        assert_eq!(typed(&mut session, &["y"]).1.as_deref(), Some(double));
        typed(&mut session, &["resign single"]);
        for line in ["roll", "24/23", "double", "take", "drop", "redouble"] {
            let wanted = ("Please resolve the resignation first.\n".to_owned(), resigned.clone());
            assert_eq!(typed(&mut session, &[line]), wanted, "{begin}: {line}");
        }
        assert_eq!(typed(&mut session, &["y"]).1, resigned);
        let note = "note: 1 move after this place was dropped\n";
        assert!(typed(&mut session, &["undo 2", "double"]).0.contains(note), "{begin}");
    }
    assert_ne!(typed(&mut session(false), &["y"]).1, resigned, "nothing is offered");
}

#[test]
fn a_match_is_as_long_as_a_match_id_can_say() {
    for (compat, length, text) in [
        (false, 32_767, "Match length must be between 0 (unlimited session) and 32767\n"),
        (true, 64, "Match length must be between 0 (unlimited session) and 64\n"),
    ] {
        let mut session = session(compat);
        for line in [format!("new match {length}"), format!("set score 0 0 {length}")] {
            typed(&mut session, &[&line]);
            assert_eq!(session.game.state.rules().length, length, "{line}");
        }
        typed(&mut session, &[&format!("set matchlength {length}")]);
        assert_eq!(session.settings.match_length, length);
        for line in [format!("set matchlength {}", length + 1), format!("set score 0 0 {}", length + 1)] {
            assert_eq!(typed(&mut session, &[&line]).0, text, "{line}");
        }
    }
    let mut session = session(false);
    let said = typed(&mut session, &["new match abc"]).0;
    assert_eq!(said, "Match length must be between 0 (unlimited session) and 32767\n");
}

#[test]
fn scores_say_whether_this_is_the_crawford_game() {
    let mut session = after(true, &["new match 5"]);
    let rows = [
        ("set score 4 3", "Alice 4, Bob 3 (match to 5 points, post-Crawford play)"),
        ("set score 4* 3", "Alice 4, Bob 3 (match to 5 points, Crawford game)"),
        ("set score 4post 2", "Alice 4, Bob 2 (match to 5 points, post-Crawford play)"),
        ("set score 4 0", "Alice 4, Bob 0 (match to 5 points, Crawford game)"),
        ("set score -1 2", "Alice 4, Bob 2 (match to 5 points, Crawford game)"),
        ("set score 4* 4", "Alice 4, Bob 4 (match to 5 points, post-Crawford play)"),
        ("set score 2-away 3-away", "Alice 2, Bob 3 (match to 5 points)"),
        ("set score 7 3 9", "Alice 7, Bob 3 (match to 9 points)"),
    ];
    for (line, wanted) in rows {
        assert_eq!(
            typed(&mut session, &[line]).0,
            format!("The score (after 0 games) is: {wanted}"),
            "{line}"
        );
    }
}

#[test]
fn players_are_swapped_with_all_that_they_did() {
    let mut session = after(true, &["new match 5", "6/4 6/5", "set cube owner 0", "set score 2 1"]);
    let before = session.game.state.clone();
    typed(&mut session, &["swap players"]);
    assert_eq!(session.game.names[Side::Zero], "Bob");
    assert_eq!(session.game.state.score().points.0, [1, 2]);
    assert_eq!(session.game.state.cube().owner, Some(Side::One));
    assert_eq!(session.game.state.on_roll(), Side::Zero);
    assert!(session.game.history.current().is_some_and(|game| game.moves[0].by == Side::One));
    typed(&mut session, &["swap players"]);
    assert_eq!(session.game.state, before);
}

#[test]
fn an_id_alone_begins_a_session_and_keeps_what_is_offered() {
    for (line, wanted) in [
        ("4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cAkAAAAAAAAA"),
        ("sGfwATDgc/ABMA:MBmgAAAAAAAE", "sGfwATDgc/ABMA:MBmgAAAAAAAE"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:-1:52:3:0:0:7:10", "4HPwATDgc/ABMA:MIHqAAAAGAAE"),
        ("set board sGfwATDgc/ABMA", "sGfwATDgc/ABMA:cAkAAAAAAAAA"),
        ("set matchid cIkFAAAAAAAA", "4HPwATDgc/ABMA:cIkFAAAAAAAA"),
    ] {
        let mut session = session(false);
        let (said, help) = typed(&mut session, &[line]);
        assert_eq!(help, None, "{line}");
        assert_eq!(said.matches("Position ID").count(), 1, "{said}");
        assert_eq!(ids(&session), wanted, "{line}");
        assert!(!session.game.pending, "nobody plays before somebody acts");
    }
    let session = after(false, &["sGfwATDgc/ABMA:MBmgAAAAAAAE", "take"]);
    assert_eq!((session.game.state.cube().value, session.game.state.cube().owner), (2, Some(Side::One)));
}

#[test]
fn a_wrong_id_is_refused_with_its_reason_and_changes_nothing() {
    for (line, reason) in [
        ("set gnubgid 4HPwATDgc/ABMA:cAkgACAAAAAE", "score 2 of player 0 is more than a match to 1 allows"),
        ("set gnubgid //////////////:cAkAAAAAAAAA", "checkers"),
        ("set xgid XGID=-b----E-C---eE---c-e----C-:0:0:1:52:3:0:0:7:10", "16 checkers"),
        ("set matchid cAoAAAAAAAAA", "the game is over"),
        ("set board 4HPwATDgc/ABM/", "17 checkers"),
    ] {
        let mut session = after(false, &["new match 3"]);
        let before = session.game.state.clone();
        let help = typed(&mut session, &[line]).1.expect("a refusal");
        assert!(help.contains(reason), "{line}: {help}");
        assert_eq!(session.game.state, before, "{line}");
    }
}

#[test]
fn positions_are_looked_up_with_the_players_names() {
    let mut session = session(false);
    assert!(typed(&mut session, &["plays 31"]).1.is_some());
    assert!(typed(&mut session, &["odds chart"]).0.contains("blocked"));
    let plays = typed(&mut session, &["4HPwATDgc/ABMA", "plays 31"]).0;
    assert_eq!(plays.lines().count(), 16);
    assert!(plays.contains("8/5 6/5      sGfwATDgc/ABMA"), "{plays}");
    assert!(typed(&mut session, &["plays"]).1.is_some(), "the dice aren't rolled");
    let odds = typed(&mut session, &["odds bar 2"]).0;
    assert!(odds.starts_with("Bob enters 2 checkers from the bar; blocked dice: 6\n"), "{odds}");
    assert!(odds.contains("all              25/36  69.44 %"), "{odds}");
    assert!(
        typed(&mut session, &["pips"]).0.contains("Bob        0     48     65     24     30    167  on roll")
    );
    assert!(typed(&mut session, &["id"]).0.contains("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10"));
}

#[test]
fn explain_says_which_leg_of_the_refused_play_breaks_which_rule() {
    let mut session = session(false);
    assert!(typed(&mut session, &["explain"]).1.is_some(), "nothing was refused");
    typed(&mut session, &["4HPwATDgc/ABMA", "set dice 52", "8/4"]);
    let said = typed(&mut session, &["explain"]).0;
    assert!(
        said.starts_with(
            "`8/4' with 52 isn't legal, because of 8/4: no die of the roll moves a checker 4 pips\n"
        ),
        "{said}"
    );
    assert!(said.contains("legal: 13/11 13/8"), "{said}");
    let said = typed(&mut session, &["explain 13/8"]).0;
    assert!(said.contains("1 die played where 2 can be"), "{said}");
    assert!(typed(&mut session, &["explain 13/8 13/11"]).0.contains("is legal: 13/11 13/8"));
}

fn edit() -> impl Strategy<Value = String> {
    let fixed = proptest::sample::select(vec![
        "new match 5",
        "new session",
        "clear turn",
        "swap players",
        "set turn 0",
        "set turn 1",
        "set turn both",
        "set cube use off",
        "set cube use on",
        "set cube centre",
        "set cube owner 0",
        "set cube owner 1",
        "set crawford on",
        "set crawford off",
        "set postcrawford on",
        "set postcrawford off",
        "double",
        "take",
        "drop",
        "redouble",
        "roll",
        "move",
        "resign 2",
        "accept",
        "reject",
        "new game",
        "set compat on",
        "set compat off",
        "set board AAAAAAAAAAAAAA",
        "set jacoby off",
        "explain",
        "plays",
        "odds",
        "pips",
        "id",
    ]);
    prop_oneof![
        6 => fixed.prop_map(str::to_owned),
        1 => "set board [A-P]{20}",
        1 => "set board [A-Za-z0-9+/=!]{1,16}",
        1 => "set board simple( -?[0-3]){26}",
        1 => "set dice [0-7] ?[0-7]",
        1 => "set cube value (1|2|64|4096|3|8192)",
        1 => "set score -?[0-6](|\\*|c|p|x) -?[0-6](|\\*|c|p|x)( [0-7]){0,1}",
        2 => "set matchid [A-Za-z0-9+/]{1,13}",
        1 => "set matchid [cMQ][AIBg]m[gl][AIC]AAA[AI]AA[AE]",
        1 => "set gnubgid (4HPwATDgc/ABMA|sGfwATDgc/ABMA):[cMUQ][AIBk]k[AFNO]AAAAAAA[AE]",
        1 => "set xgid XGID=-b----E-C---eE---c-e----B-:[0-3]:(0|1|-1):(1|-1):(00|31|66|D|71):[0-7]:[0-7]:[0-3]:[0-7]:10",
    ]
}

/// A session that begins with a beaver to answer becomes a match, which has none.
#[test]
fn a_beaver_ends_where_a_session_becomes_a_match() {
    let mut session = session(false);
    for line in ["set gnubgid 4HPwATDgc/ABMA:QBkFAAAAAAAA", "set score 1 6 7", "swap players"] {
        let mut answer = Answer::default();
        session.line(line, &mut answer).expect("no output fails");
        assert!(MatchId::encode(&session.fields()).is_ok(), "{line}: {:?}", session.fields());
    }
    assert!(
        !matches!(session.game.state.phase(), Phase::ToAnswerDouble(_)),
        "{:?}",
        session.game.state.phase()
    );
}

/// GNU Backgammon takes a match to one point for the Crawford game if told so.
#[test]
fn no_crawford_game_of_a_match_to_one_point_outlives_compat_mode() {
    let mut session = session(true);
    for line in ["set matchid AAIg", "set postcrawford off", "set compat off"] {
        let mut answer = Answer::default();
        let _ = session.line(line, &mut answer);
    }
    assert!(MatchId::encode(&session.fields()).is_ok(), "{:?}", session.fields());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_shrink_iters: 1000, ..ProptestConfig::default() })]

    #[test]
    fn random_edits_reach_legal_states_only(is_compat: bool, lines in proptest::collection::vec(edit(), 1..30)) {
        let mut session = session(is_compat);
        for line in lines {
            let mut answer = Answer::default();
            let _ = session.line(&line, &mut answer);
            let _ = session.settle(&mut answer);
            let state = &session.game.state;
            prop_assert!(state.cube().value.is_power_of_two(), "{line}: {:?}", state.cube());
            for board in [*state.board(), session.board()] {
                prop_assert!(board.checkers() <= 15 && board.opponent_checkers() <= 15, "{line}");
                let id = PositionId::encode(&board);
                let read = id.board(15);
                prop_assert_eq!(read.map(|read| PositionId::encode(&read)).ok(), Some(id), "{}", line);
            }
            let id = MatchId::encode(&session.fields());
            // In compat mode scores and the Crawford game may contradict each other, as they do there.
            prop_assert!(id.is_ok() || session.settings.compat, "{line}: {:?}", id);
            if let Ok(id) = id {
                prop_assert_eq!(id.to_string().parse::<MatchId>().ok(), Some(id), "{}", line);
            }
        }
    }
}

#[test]
fn a_match_id_keeps_the_bit_of_the_jacoby_rule_as_gnu_backgammon_does() {
    // The example of GNU Backgammon's manual is from before that bit.
    let mut session = session(true);
    let id = |session: &Session| ids(session).split(':').nth(1).expect("a Match ID").to_owned();
    typed(&mut session, &["set gnubgid 4HPwATDgc/ABMA:QYkqASAAIAAA"]);
    assert_eq!(id(&session), "QYkqASAAIAAA");
    typed(&mut session, &["8/3 6/4", "first move", "next", "set score 1 1 9"]);
    assert!(id(&session).ends_with('A'), "{}", id(&session));
    typed(&mut session, &["new match 5"]);
    assert!(id(&session).ends_with('E'), "{}", id(&session));
    // It is the rule of no match.
    typed(&mut session, &["set matchid QYkqASAAIAAA"]);
    session.settings.compat = false;
    typed(&mut session, &["set matchid QYkqASAAIAAA"]);
    assert!(!session.game.state.rules().jacoby);
}

#[test]
fn players_leave_their_seats_outside_compat_mode_only() {
    for is_compat in [true, false] {
        let mut session = session(is_compat);
        session.game.seats.0 = [Seat::Computer, Seat::Human];
        typed(&mut session, &["new match 5", "swap players"]);
        assert_eq!(session.game.names.0, ["Bob", "Alice"]);
        assert_eq!(session.game.seats[Side::Zero] == Seat::Computer, is_compat);
    }
}

#[test]
fn the_first_place_of_a_game_belongs_to_its_match() {
    let mut session = session(true);
    let refused = "Command only valid in match play\n";
    assert_eq!(typed(&mut session, &["eq2mwc 0.1"]).0, refused);
    let begun = ["new match 7", "set dice 3 1", "8/5 6/5", "first game"];
    typed(&mut session, &begun);
    assert_ne!(typed(&mut session, &["eq2mwc 0.1"]).0, refused);
    assert_ne!(typed(&mut session, &["mwc2eq 50"]).0, refused);
    assert_eq!(typed(&mut session, &["eval"]).0, "No position specified and no game in progress.\n");
}

#[test]
fn a_match_that_an_id_begins_without_a_game_has_one_to_show() {
    let mut session = session(true);
    let result = typed(&mut session, &["set matchid cAggAAAAAAAE", "show matchresult"]).0;
    assert!(result.contains("\n         0     50.00%     50.00%\n     Final"), "{result}");
    let sheet = typed(&mut session, &["show scoresheet"]).0;
    assert!(sheet.ends_with("    0 | 0\n\n"), "{sheet}");
}

#[test]
fn a_score_that_is_set_is_on_the_score_sheet_at_once() {
    let first = ["new match 5", "set score 2 1", "show scoresheet"];
    let later = ["new match 5", "resign", "accept", "new game", "set score 3 2", "show scoresheet"];
    for (lines, last) in [(&first[..], "    2 | 1\n\n"), (&later[..], "    3 | 2\n\n")] {
        let sheet = typed(&mut session(false), lines).0;
        assert!(sheet.ends_with(last), "{sheet}");
    }
}

#[test]
fn an_illegal_play_is_refused_at_the_leg_that_breaks_the_rule() {
    let mut session = after(false, &["4HPwATDgc/ABMA", "set dice 52"]);
    for (line, wrong) in
        [("13/8 8/4", "8/4"), ("move 24/22  13/9", "13/9"), ("24/22", "24/22"), ("13/11(2)", "13/11(2)")]
    {
        let refusal = session.line(line, &mut Answer::default()).expect_err("an illegal play");
        assert_eq!(refusal.place.map(|place| &line[place]), Some(wrong), "{line}");
    }
}

#[test]
fn an_xgid_begins_a_match_of_the_variant_that_is_set() {
    let mut session = session(true);
    let xgid = "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:21:0:0:3:0:10";
    typed(&mut session, &["set variation 3-chequer-hypergammon", "new session", "set variation nackgammon"]);
    typed(&mut session, &[xgid]);
    assert_eq!(session.game.state.board().checkers(), 15);
    assert!(ids(&session).starts_with("4HPwATDgc/ABMA:"), "{}", ids(&session));
}

#[test]
fn punctuation_and_words_may_follow_an_xgid() {
    // Observed in GNU Backgammon 1.07.001.
    for compat in [true, false] {
        for after in ["", ", what", ")<br>"] {
            let mut session = session(compat);
            let line = format!("set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:43:0:0:0:7:10{after}");
            typed(&mut session, &[line.as_str()]);
            assert_eq!(session.game.state.rules().length, 7, "{after}");
            assert!(ids(&session).starts_with("4HPwATDgc/ABMA:"), "{after}");
        }
    }
}

#[test]
fn a_double_that_an_id_offers_against_the_rules_is_reported() {
    let offered = |id: &str| typed(&mut session(false), &[id]).0;
    let note = "note: the double that is offered isn't legal: the opponent owns the cube";
    let fields = |owner: &str| format!("XGID=-b----E-C---eE---c-e----B-:1:{owner}:-1:D:0:0:0:7:10");
    assert!(offered(&fields("1")).contains(note), "{}", offered(&fields("1")));
    assert!(!offered(&fields("-1")).contains(note));
}

#[test]
fn an_id_asks_before_it_discards_what_was_played() {
    const XGID: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
    let play = ["new match 5", "set turn 1", "set dice 31", "8/5 6/5"];
    for line in [XGID, "set matchid cAkAAAAAAAAE"] {
        let mut session = after(false, &play);
        typed(&mut session, &["set confirm default no"]);
        let before = session.game.state.clone();
        assert!(typed(&mut session, &[line]).0.contains("discard the current match"), "{line}");
        assert_eq!(session.game.state, before, "{line}");
        typed(&mut session, &["set confirm default yes"]);
        assert!(typed(&mut session, &[line]).0.contains("wasn't saved and is gone"), "{line}");
        // Nothing was played since.
        assert!(!typed(&mut session, &[line]).0.contains("discard"), "{line}");
    }
}

#[test]
fn undo_leaves_the_position_of_an_id() {
    let begins = ["XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10", "set board 4HPwATDgc/ABMA"];
    for begin in begins {
        let mut session = after(false, &[begin, "roll"]);
        let before = session.game.state.clone();
        assert_eq!(typed(&mut session, &["undo"]).0, "There is nothing to take back.\n", "{begin}");
        assert_eq!(session.game.state, before, "{begin}");
        typed(&mut session, &["set dice 31", "8/5 6/5", "undo"]);
        assert!(matches!(session.game.state.phase(), Phase::ToPlay(_)), "{begin}");
    }
}

#[test]
fn undo_leaves_a_doublet_that_was_set_for_the_opening() {
    let mut session = session(false);
    let nothing = "There is nothing to take back.\n";
    typed(&mut session, &["new match 5", "set dice 66"]);
    assert_eq!(typed(&mut session, &["undo"]).0, nothing);
    typed(&mut session, &["24/18(2) 13/7(2)", "undo"]);
    assert!(matches!(session.game.state.phase(), Phase::ToPlay(roll) if roll.is_doublet()));
    // In a later game `undo` goes to the end of the one before it.
    typed(&mut session, &["resign 1", "accept", "new game", "set dice 55", "undo"]);
    assert_eq!(session.game.history.game, 0);
    assert_eq!(typed(&mut session, &["undo"]).0, nothing);
}

#[test]
fn a_position_may_be_given_by_any_id() {
    let xgid = "XGID=-BBBCC-------------bbbdbb-:1:-1:-1:21:3:2:0:7:10";
    let mut typed_alone = after(false, &[xgid]);
    let all = typed(&mut typed_alone, &["id"]).0;
    let line = typed(&mut typed_alone, &["set output rawboard on", "show board"]).0;
    let ogid = all.split_whitespace().find(|word| word.matches(':').count() > 9 && !word.starts_with("XGID"));
    let ids = ids(&typed_alone);
    typed(&mut typed_alone, &["set output rawboard off"]);
    let pips = typed(&mut typed_alone, &["pips"]).0;
    let count = typed(&mut typed_alone, &["show pipcount"]).0;
    let board = typed(&mut typed_alone, &["show board"]).0;
    let thorp = typed(&mut typed_alone, &["show thorp"]).0;
    for id in [xgid, &ids, ogid.expect("an OGID"), line.trim()] {
        let mut other = after(false, &["new session"]);
        let before = other.game.state.clone();
        for (command, wanted) in
            [("pips", &pips), ("show pipcount", &count), ("show board", &board), ("show thorp", &thorp)]
        {
            assert_eq!(typed(&mut other, &[&format!("{command} {id}")]).0, *wanted, "{command} {id}");
        }
        assert_eq!(other.game.state, before, "{id}");
        typed(&mut other, &[&format!("set board {id}")]);
        assert_eq!(self::ids(&other), ids, "{id}");
    }
}

#[test]
fn an_id_brings_its_rules() {
    let mut session = after(false, &["XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:3", "double"]);
    let rules = session.game.state.rules().clone();
    assert!(rules.jacoby && rules.beavers == 0 && rules.cube_limit == 8, "{rules:?}");
    typed(&mut session, &["XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:0:10", "double"]);
    let rules = session.game.state.rules();
    assert!(!rules.jacoby && rules.beavers > 0 && rules.cube_limit > 1024, "{rules:?}");
}

#[test]
fn shown_rules_are_those_of_the_session_in_progress() {
    let mut session = session(false);
    assert_eq!(typed(&mut session, &["new session", "show beavers"]).0.lines().count(), 1);
    typed(&mut session, &["XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10"]);
    assert_eq!(
        typed(&mut session, &["show beavers"]).0,
        "No beavers allowed in this money session.\n3 beavers/raccoons allowed in money sessions.\n"
    );
    let mut rules = session.game.state.rules().clone();
    rules.automatic_doubles = 2;
    session.game.state.place_rules(rules);
    let said = typed(&mut session, &["show automatic"]).0;
    assert!(said.ends_with("\nA game of this money session has up to 2 automatic doubles.\n"), "{said}");
    let said = typed(&mut session, &["set beavers 1", "show beavers"]).0;
    assert_eq!(said, "1 beaver allowed in money sessions.\n");
}

#[test]
fn a_match_id_and_a_board_line_are_read_alone() {
    let mut session = after(false, &["cAkAAAAAAAAE"]);
    assert_eq!(ids(&session), "4HPwATDgc/ABMA:cAkAAAAAAAAE");
    typed(&mut session, &["set output rawboard on"]);
    let (line, _) = typed(&mut session, &["show board"]);
    let mut other = after(false, &[line.trim()]);
    assert!(other.is_playing(), "{line}");
    assert_eq!(PositionId::encode(&other.board()).to_string(), "4HPwATDgc/ABMA");
    assert!(typed(&mut other, &["abcdefghijkl"]).0.starts_with("Unknown keyword"));
}

#[test]
fn an_id_has_the_checkers_of_the_match_that_it_begins() {
    const WHOLE: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10";
    const HYPER: &str = "XGID=-c----------------------C-:0:0:1:00:0:0:1:0:10";
    let set = "set variation 3-chequer-hypergammon";
    for play in [&["new match 5"][..], &[]] {
        for id in [
            WHOLE,
            "4HPwATDgc/ABMA:cAkAAAAAAAAA",
            "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10",
        ] {
            let mut session = after(false, play);
            let (before, _) = typed(&mut session, &[set, "show turn"]);
            let (said, help) = typed(&mut session, &[id]);
            assert!(help.is_some_and(|help| help.contains("15 checkers")), "{play:?} {id}: {said}");
            assert_eq!(typed(&mut session, &["show turn"]).0, before, "a refused ID changes nothing");
        }
        // The match of a Match ID alone begins with its own checkers.
        let mut session = after(false, play);
        typed(&mut session, &[set, "set matchid cAkAAAAAAAAE"]);
        assert_eq!(session.board().checkers(), 3, "{play:?}");
    }
    // A position alone is one of the game in progress, and a game that follows has the variant that is set.
    let mut session = after(false, &[set, "new match 5", "set turn 0", "set variation standard"]);
    assert!(typed(&mut session, &["set board 4HPwATDgc/ABMA"]).1.is_some(), "a game with 3 checkers");
    assert_eq!(typed(&mut session, &[WHOLE]).1, None);
    assert_eq!(session.board().checkers(), 15);
    typed(&mut session, &[set, HYPER]);
    assert_eq!((session.board().checkers(), session.board().opponent_checkers()), (3, 3));
}

#[test]
fn the_start_of_a_game_is_no_reason_to_begin_another() {
    let mut session = after(false, &["new match 5", "set dice 31", "8/5 6/5", "previous"]);
    for line in
        ["show board", "roll", "8/5 6/5", "set dice 42", "set turn 0", "plays", "eval", "show pipcount"]
    {
        let (text, _) = typed(&mut session, &[line]);
        assert_eq!(text, "At the start of game 1; `next` steps forward.\n", "{line}");
    }
    typed(&mut session, &["next"]);
    assert_eq!(session.game.history.at, 1, "the play is still there");
    let mut session = self::session(false);
    let (text, help) = typed(&mut session, &["new match 1", "resign", "accept", "roll"]);
    assert_eq!(text, "The match is over.\n");
    assert!(help.is_some_and(|help| help.starts_with("`new match`")));
}

/// Returns what was done in the present game, and by which side.
fn done(session: &Session) -> Vec<(Side, Deed)> {
    let game = session.game.history.current().expect("a game");
    game.moves.iter().map(|step| (step.by, step.what)).collect()
}

#[test]
fn a_resignation_before_the_opening_roll_is_in_the_record_after_the_position() {
    let session = after(false, &["new session", "clear turn", "resign gammon", "accept"]);
    let deeds: Vec<Deed> = done(&session).into_iter().map(|(_, deed)| deed).collect();
    assert_eq!(deeds, [Deed::SetBoard, Deed::Resigned(Outcome::Gammon)]);
}

#[test]
fn quotation_marks_around_a_text_are_not_part_of_it() {
    for (is_compat, [name, event, comment]) in
        [(false, ["Ann B", "Club Cup", "a b"]), (true, ["\"Ann B\"", "\"Club Cup\"", "\"a b\""])]
    {
        let mut session = after(
            is_compat,
            &["new match 5", "set player 0 name \"Ann B\"", "set matchinfo event \"Club Cup\""],
        );
        typed(&mut session, &["set dice 31", "8/5 6/5", "previous", "annotate move comment \"a b\""]);
        assert_eq!(session.game.names[Side::Zero], name);
        let (info, _) = typed(&mut session, &["show matchinfo"]);
        assert!(info.contains(&format!("Event: {event}\n")), "{info}");
        let step = session.game.history.next().expect("the play");
        let comments: Vec<&str> = step.remarks.iter().map(|remark| remark.text.as_str()).collect();
        assert_eq!(comments, [comment]);
    }
}

#[test]
fn names_that_are_set_before_a_money_session_are_its_names() {
    for (is_compat, names) in [(false, ["Ann", "Cy"]), (true, ["Alice", "Bob"])] {
        let session = after(is_compat, &["set defaultnames Ann Cy", "new session"]);
        assert_eq!(session.game.names.0, names);
    }
    let said = |before: &[&str]| {
        let mut session = after(false, before);
        typed(&mut session, &["set defaultnames Ann Cy"]).0
    };
    let known = "Players will be known as `Ann' and `Cy'.\n";
    assert_eq!(said(&[]), known, "they apply at once");
    assert_eq!(
        said(&["new match 3"]),
        format!("{known} This setting will take effect when a new match is started.\n")
    );
    let named = after(false, &["set player 0 name Dee", "set defaultnames Ann Cy", "new session"]);
    assert_eq!(named.game.names.0, ["Dee", "Bob"], "a name that was set stays");
}

#[test]
fn a_roll_is_advised_only_where_one_is_possible() {
    let mut session = session(false);
    let help = typed(&mut session, &["new match 3", "set turn 1", "plays"]).1;
    assert_eq!(help.as_deref(), Some("write the dice, as in `plays 31`, or `roll`"));
    let help = typed(&mut session, &["double", "plays"]).1;
    assert_eq!(help.as_deref(), Some("write the dice, as in `plays 31`"));
}

#[test]
fn a_name_that_the_next_match_replaces_is_announced_so() {
    let known = "Player 0 is now known as `Dee'.\n";
    let note = " A new match begins with the names of `set defaultnames`.\n";
    for (is_compat, lines, note) in [
        (false, &["set player 0 name Dee"][..], note),
        (false, &["new match 3", "set player 0 name Dee"], ""),
        (true, &["set player 0 name Dee"], ""),
    ] {
        let mut session = session(is_compat);
        assert_eq!(typed(&mut session, lines).0, format!("{known}{note}"), "{lines:?}");
        typed(&mut session, &["new match 5"]);
        assert_eq!(session.game.names[Side::Zero], "Alice");
    }
}

#[test]
fn a_game_that_is_begun_again_names_what_is_discarded() {
    let mut session = session(false);
    let begun = ["new match 5", "set dice 31", "8/5 6/5", "new game"];
    let note = "note: the game in progress is discarded (1 move)\n";
    assert!(typed(&mut session, &begun).0.contains(note));
    assert!(!typed(&mut session, &["new game"]).0.contains("discarded"), "nothing was played");
    assert!(!typed(&mut self::session(true), &begun).0.contains("discarded"));
}

#[test]
fn a_word_of_another_place_is_not_suggested_for_itself() {
    for (line, hint) in [
        ("show statistics move", "`show statistics' is followed by one of: game, match, session"),
        ("set hint", "`hint' is a command of its own, without `set'"),
    ] {
        let (_, help) = typed(&mut session(false), &[line]);
        assert_eq!(help.as_deref(), Some(hint), "{line}");
    }
}

#[test]
fn an_offer_that_was_refused_says_what_can_be_offered() {
    let mut session = session(false);
    let (text, help) = typed(&mut session, &["new match 5", "set turn 1", "resign", "reject", "resign"]);
    assert_eq!(text, "Alice has already declined your offer of a single game.\n");
    assert!(help.is_some_and(|help| help.starts_with("more can be resigned now")));
    let (text, help) = typed(&mut session, &["double", "double"]);
    assert!(text.starts_with("Beavers and Raccoons"), "{text}");
    assert_eq!(help.as_deref(), Some("`take` or `drop` answers the double"));
}

#[test]
fn a_name_that_is_changed_is_not_saved_yet() {
    let mut session = after(false, &["new match 5"]);
    session.kept.is_unsaved = false;
    typed(&mut session, &["set player 0 name Zoe"]);
    assert!(session.kept.is_unsaved);
}

#[test]
fn an_annotation_that_does_not_fit_names_those_that_do() {
    let mut session = session(false);
    let lines = ["new match 5", "set dice 31", "8/5 6/5", "double", "take", "previous"];
    typed(&mut session, &lines);
    assert_eq!(typed(&mut session, &["annotate move bad"]).0, "Move marked as bad.\n");
    let (text, help) = typed(&mut session, &["annotate drop bad"]);
    assert_eq!(text, "You cannot annotate this move.\n");
    let wanted = "here it is `annotate cube`, `annotate take`, `annotate accept`";
    assert_eq!(help.as_deref(), Some(wanted));
}

#[test]
fn the_list_of_a_game_marks_the_move_that_follows() {
    for (is_compat, mark) in [(false, ">"), (true, "")] {
        let mut session = session(is_compat);
        let played = ["new match 5", "set dice 3 1", "8/5 6/5", "set dice 4 2", "8/4 6/4", "list game"];
        let whole = typed(&mut session, &played).0;
        assert!(!whole.contains('>'), "{whole}");
        for (line, next) in [("previous", "42     : 8/4 6/4"), ("first move", "31     : 8/5 6/5")] {
            let list = typed(&mut session, &[line, "list game"]).0;
            assert!(list.contains(&format!("{mark}{next}")), "{list}");
            assert_eq!(list.matches('>').count(), mark.len(), "{list}");
        }
    }
}
