//! Rules that sites and rule pages have and GNU Backgammon doesn't: the cube's limit, sessions with a number of games,
//! a choice of armies.

use barpoint::analysis::{RulesOverride, written};
use barpoint::board::Side;
use barpoint::formats::{Format, mat};
use barpoint::game::{Happening, MAX_CUBE, Phase};
use barpoint::notation::PositionId;
use barpoint::notation::play::print;
use barpoint::repl::answer::{Answer, Stream};
use barpoint::repl::dice::Dice;
use barpoint::repl::host::Nowhere;
use barpoint::repl::record::save::{Part, record, replayed};
use barpoint::repl::session::Session;
use barpoint::rules::legal_plays;

fn session() -> Session {
    let mut session = Session::new(Box::new(Nowhere), Dice::seeded(1));
    type_in(&mut session, &["set player both human", "set display off", "set automatic game off"]);
    session
}

/// Returns a session after some lines.
fn after(lines: &[&str]) -> Session {
    let mut session = session();
    type_in(&mut session, lines);
    session
}

/// Types lines, and returns the answers, including refusals.
fn type_in(session: &mut Session, lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        let mut answer = Answer::default();
        let mut done = session.line(line, &mut answer);
        done = done.and(session.settle(&mut answer));
        text += &answer.of(Stream::Out);
        text += &answer.of(Stream::Err);
        if let Err(refusal) = done {
            text += if refusal.text.is_empty() { "refused" } else { &refusal.text };
        }
    }
    text
}

/// Returns the value of a record's header.
fn said(session: &Session, key: &str) -> Option<String> {
    record(session, Part::Match).header(key).map(|header| header.value.value.clone())
}

#[test]
fn the_cube_can_be_set_to_any_value_that_it_can_reach() {
    let mut session = after(&["new session", "set turn 0", "set cube value 8192"]);
    assert_eq!(session.game.state.cube().value, 8192);
    session.settings.compat = true;
    assert!(type_in(&mut session, &["set cube value 16384"]).contains("legal cube value"));
    assert_eq!(session.game.state.cube().value, 8192);
}

#[test]
fn the_cube_stops_at_its_limit_and_the_record_says_so() {
    let mut session = after(&["set cube limit 2", "new session", "set cube value 2", "set turn 0"]);
    assert!(type_in(&mut session, &["double"]).contains("highest supported value"));
    assert!(type_in(&mut session, &["show cube"]).contains("The cube doesn't go beyond 2.\n"));
    assert_eq!(said(&session, "CubeLimit").as_deref(), Some("2"));
    assert_eq!(replayed(&session, Part::Match).rules.cube_limit, 2);
    type_in(&mut session, &["set cube limit 0"]);
    assert_eq!((session.game.state.rules().cube_limit, said(&session, "CubeLimit")), (MAX_CUBE, None));
    type_in(&mut session, &["double"]);
    assert_eq!(session.turn(), Side::One, "the double is to be answered");
    for wrong in ["set cube limit 3", "set cube limit -2", "set cube limit 65536", "set cube limit"] {
        let before = session.settings.clone();
        assert!(!type_in(&mut session, &[wrong]).is_empty(), "{wrong}");
        assert_eq!(session.settings, before, "{wrong}");
    }
}

#[test]
fn a_frozen_cube_is_nobodys_where_it_would_win_for_either() {
    let mut session = session();
    let lines = ["new match 3", "set score 0 2", "set postcrawford on", "set turn 0"];
    type_in(&mut session, &lines);
    assert!(!type_in(&mut session, &["double"]).contains("frozen"));
    assert_eq!(session.turn(), Side::One, "the double is to be answered");
    type_in(&mut session, &["set cube frozen on"]);
    type_in(&mut session, &lines);
    assert!(type_in(&mut session, &["double"]).contains("The cube is frozen"));
    assert_eq!(said(&session, "FrozenCube").as_deref(), Some("On"));
    type_in(&mut session, &["set compat on"]);
    assert!(!session.game.state.rules().frozen_cube, "GNU Backgammon doesn't know it");
}

#[test]
fn a_session_of_so_many_games_has_no_other_and_its_record_says_how_many() {
    let mut session = after(&["set games 2", "new session", "resign", "accept"]);
    assert!(!session.is_match_over());
    type_in(&mut session, &["set games 5", "new game"]);
    assert!(type_in(&mut session, &["show games"]).contains("This is game 2 of 2 of this money session.\n"));
    let over = type_in(&mut session, &["resign", "accept"]);
    assert!(over.contains("The session is over.\n") && !over.contains("has won the match"), "{over}");
    let refused = type_in(&mut session, &["new game"]);
    assert_eq!(refused.trim_end(), "The session is over: its length was 2 games.");
    assert_eq!(said(&session, "Games").as_deref(), Some("2"));
    type_in(&mut session, &["new session"]);
    assert_eq!(session.game.state.rules().games, Some(5));
}

#[test]
fn what_a_record_says_of_its_cube_and_its_games_stays_when_it_is_read() {
    let text = "; [CubeLimit \"8\"]\n; [Games \"2\"]\n 0 point match\n\n Game 1\n Ann : 0          Bob : 0\n  \
                1) 31: 8/5 6/5              \n      Wins 1 point\n";
    let source = barpoint::diag::SourceFile::decode("match.mat", text.as_bytes()).expect("a small text");
    let loaded = barpoint::repl::record::load::load(mat::parse(&source), &RulesOverride::default());
    assert_eq!((loaded.rules.cube_limit, loaded.rules.games), (8, Some(2)));
    assert_eq!(loaded.history.games.len(), 1);
}

#[test]
fn unequal_dice_change_places_and_equal_ones_do_not() {
    let mut session = after(&["new session", "set dice 6 4"]);
    assert!(type_in(&mut session, &["swap dice"]).starts_with("The dice are 4 and 6.\n"));
    assert!(type_in(&mut session, &["show dice"]).ends_with("4 and 6.\n"));
    assert!(type_in(&mut session, &["swap dice"]).starts_with("The dice are 6 and 4.\n"));
    assert!(
        type_in(&mut session, &["set dice 5 5", "swap dice"])
            .contains("The dice are equal: there is nothing to swap.")
    );
}

#[test]
fn the_winner_of_the_opening_chooses_the_army_until_something_is_played() {
    let mut session = after(&["set variation coup-classique", "set display on"]);
    let begun = type_in(&mut session, &["new session"]);
    assert!(
        begun
            .contains(" may choose before playing: `choose first` is the army with 15 checkers on the board"),
        "{begun}"
    );
    let id = |session: &Session| PositionId::encode(session.game.state.board()).to_string();
    let first = id(&session);
    type_in(&mut session, &["choose second"]);
    assert_eq!(session.game.state.board().pips(), 6);
    type_in(&mut session, &["choose first"]);
    assert_eq!(id(&session), first);
    type_in(&mut session, &["choose second"]);
    let Phase::ToPlay(roll) = session.game.state.phase() else { panic!("the opening is to be played") };
    let board = *session.game.state.board();
    let play = print::gnubg(&board, &legal_plays(&board, roll)[0].0);
    type_in(&mut session, &[&play.to_string()]);
    assert!(
        session.game.state.board_of(!session.game.state.on_roll()).pips() < 6,
        "it was played with the second army"
    );
    // The replay of the record comes to the same position.
    let acts = &replayed(&session, Part::Match).games[0].acts;
    assert!(
        acts.iter().any(|act| matches!(act.what, Happening::Played { .. }) && act.before == board),
        "{acts:?}"
    );
    assert!(type_in(&mut session, &["roll", "choose first"]).contains("before the first play"));
    assert!(
        type_in(&mut session, &["set variation standard", "new session", "choose second"])
            .contains("same army")
    );
}

#[test]
fn an_illegal_play_stands_where_it_is_condoned_and_the_record_says_so() {
    let mut session = after(&["set automatic roll off", "new session", "set turn 0", "set dice 6 5"]);
    assert!(type_in(&mut session, &["24/20"]).contains("Illegal or unparsable move."));
    type_in(&mut session, &["set illegal condone", "set confirm default no"]);
    let refused = type_in(&mut session, &["24/20"]);
    assert!(
        refused.contains("user: `24/20' isn't legal with 65") && refused.contains("Illegal or unparsable"),
        "{refused}"
    );
    assert!(
        type_in(&mut session, &["13/1/7/8"]).contains("Illegal or unparsable"),
        "what can't be done, isn't"
    );
    type_in(&mut session, &["set confirm default yes", "24/20"]);
    assert_eq!(session.turn(), Side::One, "the turn has passed");
    let after = session.game.state.board_of(Side::Zero);
    let told = replayed(&session, Part::Match);
    let illegal = told.games[0].acts.iter().find_map(|act| match act.what {
        Happening::Illegal { after, .. } => Some(after),
        _ => None,
    });
    assert_eq!(illegal, Some(after));
    let writer = Format::by_name("mat").and_then(|format| format.writer).expect("a writer");
    assert!(String::from_utf8_lossy(&writer.bytes(&told)).contains("Illegal play"));
}

#[test]
fn a_computer_condones_nothing() {
    let mut session = after(&["set automatic roll off", "new session", "set turn 0", "set dice 6 5"]);
    type_in(&mut session, &["set illegal condone", "set player 1 gnubg"]);
    assert!(type_in(&mut session, &["24/20"]).contains("Illegal or unparsable move."));
}

#[test]
fn a_computer_does_not_agree_to_a_draw() {
    let mut session = after(&["set automatic roll off", "new match 3", "set player 1 gnubg"]);
    assert!(type_in(&mut session, &["set confirm default yes", "draw"]).contains("doesn't agree to a draw"));
    assert!(session.is_playing());
}

#[test]
fn a_match_to_one_point_is_not_post_crawford() {
    let mut session = session();
    let said = type_in(&mut session, &["new match 1", "show score", "show postcrawford"]);
    assert!(said.contains("(match to 1 point)") && said.contains("not post-Crawford"), "{said}");
}

#[test]
fn a_game_ends_without_a_winner_if_both_players_agree() {
    let mut session = session();
    assert!(!type_in(&mut session, &["draw"]).is_empty(), "there is no game");
    type_in(&mut session, &["new match 3", "set confirm default no", "draw"]);
    assert!(session.is_playing(), "nobody agrees");
    let text = type_in(&mut session, &["set confirm default yes", "draw"]);
    assert!(text.contains("The game is drawn.\n"), "{text}");
    let Phase::GameOver(result) = session.game.state.phase() else {
        panic!("{:?}", session.game.state.phase())
    };
    assert_eq!((result.winner, result.points), (None, 0));
    assert_eq!(session.game.state.score().points.0, [0, 0]);
    type_in(&mut session, &["new game"]);
    assert_eq!((session.game.state.game(), session.is_playing()), (2, true));
    let told = replayed(&session, Part::Match);
    assert_eq!(told.games[0].result, Some(result));
    // Read again it is the same, and it can be taken back.
    type_in(&mut session, &["draw"]);
    let written = written(&mat::FORMAT, &replayed(&session, Part::Match), &[], &RulesOverride::default());
    let written = written.expect("it is written");
    assert_eq!(written.losses, []);
    assert_eq!(String::from_utf8(written.bytes).expect("UTF-8").matches("      Draw\n").count(), 2);
    assert!(type_in(&mut session, &["show game 1", "list game", "list match"]).contains("drawn"));
    type_in(&mut session, &["undo"]);
    assert!(session.is_playing(), "{:?}", session.game.state.phase());
    type_in(&mut session, &["set compat on", "draw"]);
    assert!(session.is_playing(), "GNU Backgammon has no such command");
}

#[test]
fn a_resigned_gammon_is_accepted_as_what_it_counts() {
    for (lines, says, denies) in [
        (&["set display on", "resign 2", "accept"][..], "counts as a single game", "wins a gammon"),
        (
            &["set dice 31", "8/5 6/5", "double", "take", "set display on", "resign 2", "accept"],
            "accepts and wins a gammon.",
            "single",
        ),
    ] {
        let mut session = after(&["new session"]);
        let said = type_in(&mut session, lines);
        assert!(said.contains(says) && !said.contains(denies), "{lines:?}: {said}");
    }
}
